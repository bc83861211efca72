"""What every handler of events needs: the terms of the game, refusing, turns and ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NoReturn

from ..clock import Player
from ..errors import RulingError
from ..geometry import Color
from .events import Event
from .setup import Setup
from .state import OTHER, Five, Foul, Outcome, State

__all__ = ["Setup", "draw", "end_turn", "expected", "refuse", "refuse_claim", "win"]

_RESULTS: Final = {Color.BLACK: "1-0", Color.WHITE: "0-1"}


def expected(setup: Setup, state: State) -> tuple[str, ...]:
    """Return the types of the events by which the game can go on; for the arbiter his actions."""
    if state.phase == "over":
        return ()
    if state.phase == "not_started":
        return ("start",)
    if state.rulings:
        return state.rulings
    if state.phase == "paused":
        return ("arbiter",)
    if state.phase == "adjourned":
        return ("unseal",) if state.sealed is not None and state.clock_runs else ("arbiter",)
    if state.irregularity is not None and state.irregularity.demanded:
        return ("arbiter",)
    if state.owes_press is not None and not setup.rulebook["reply_before_press"]:
        return ("press",)
    if state.phase == "opening":
        return tuple(dict.fromkeys(choice.type for choice in state.opening.actions()))
    if state.is_full:
        return ("arbiter",)
    may_pass = setup.rulebook["may_pass"] and moves_made(state) >= setup.rulebook["pass_ban"]
    return ("stone", "pass") if may_pass else ("stone",)


def moves_made(state: State) -> int:
    """Return how many moves were made: stones, passes and swaps (CN def.1)."""
    return len(state.moves) + state.swaps


def refuse(setup: Setup, state: State, event: Event, clause: str, why: str) -> NoReturn:
    """Raise the error of an event that cannot be.

    Raises
    ------
    RulingError
        Always: the event, why it cannot be, what was expected of whom, and the clause.
    """
    can = expected(setup, state)
    owed = " or ".join(can) if can else "nothing more"
    who = state.to_act
    due = f"{who} owes {owed}" if who else f"due is {owed}"
    raise RulingError(f"{event}: {why}; {due} ({clause})", clause=clause, expected=can)


def refuse_claim(
    state: State, event: Event, index: int, reason: str, clause: str, *, may_accept: bool = False
) -> State:
    """Return the state after a claim without ground: it is noted, and the clocks run on."""
    entry: dict[str, Any] = {
        "at_event": index,
        "claim": event["claim"],
        "by": event.by,
        "refused": reason,
        "clause": clause,
    }
    refused = (event.player, str(event["claim"])) if may_accept else None
    return replace(state, history=(*state.history, entry), refused=refused)


def note(state: State, index: int, **what: Any) -> State:
    """Return the state with an entry in its history."""
    return replace(state, history=(*state.history, {"at_event": index, **what}))


def end_turn(setup: Setup, state: State, player: Player) -> State:
    """Return the state after a player's turn: the clock is pressed, or he owes the press.

    Under `auto_press` this is where a move counts for the quota and earns its increment; the clock of
    whoever is to act runs then (RIF 14.3, CN 8.4).
    """
    if state.clock is None:
        return state
    if not setup.auto_press:
        return replace(state, owes_press=player)
    return press(replace(state, clock=state.clock.complete_turn(player)))


def press(state: State) -> State:
    """Return the state with the clock running of whoever is to act, or of who is absent."""
    clock = state.clock
    if clock is None:
        return replace(state, owes_press=None)
    running = state.absent or frozenset({state.to_act} if state.to_act else ())
    clock = clock.run(clock.now_ms, running)
    return replace(state, clock=clock, owes_press=None)


def win(
    state: State,
    winner: Player,
    termination: str,
    clause: str,
    index: int,
    foul: Foul | None = None,
) -> State:
    """Return the state after a win; the clocks stand still."""
    color = state.color_of(winner)
    # While the colours are open the result is written as if A had Black.
    result = _RESULTS[color or (Color.BLACK if winner == "A" else Color.WHITE)]
    scores: tuple[tuple[Player, float], ...] = (
        ("A", float(winner == "A")),
        ("B", float(winner == "B")),
    )
    return _ended(state, Outcome(winner, result, scores, termination, clause, index, foul))


def draw(state: State, termination: str, clause: str, index: int) -> State:
    """Return the state after a draw."""
    scores: tuple[tuple[Player, float], ...] = (("A", 0.5), ("B", 0.5))
    return _ended(state, Outcome(None, "1/2-1/2", scores, termination, clause, index))


def nobody_wins(state: State, result: str, termination: str, clause: str, index: int) -> State:
    """Return the state after a game that both lose (`0-0`) or that does not count (`void`)."""
    scores: tuple[tuple[Player, float], ...] = (("A", 0.0), ("B", 0.0))
    return _ended(state, Outcome(None, result, scores, termination, clause, index))


def _ended(state: State, outcome: Outcome) -> State:
    clock = state.clock
    return replace(
        state,
        phase="over",
        outcome=outcome,
        clock=None if clock is None else clock.stop(clock.now_ms),
        owes_press=None,
        rulings=(),
    )


def win_by_five(setup: Setup, state: State, five: Five, index: int) -> State:
    """Return the state after a five: White's of six or more is an overline."""
    long = len(five.row) > 5
    name = "overline" if long else "five"
    return win(state, five.by, name, setup.rulebook.clause(f"win by {name}"), index)


def win_by_foul(setup: Setup, state: State, foul: Foul, index: int) -> State:
    """Return the state after a foul of Black's, claimed or not."""
    white = state.owner(Color.WHITE)
    if white is None:
        raise RuntimeError("a foul while the colours are open")
    clause = setup.rulebook.clause(foul.kind.label)
    if any(five.by == OTHER[white] and five.at_event < foul.at_event for five in state.fives):
        clause = setup.rulebook.clause("five and foul")  # RIF 9.7: the five was not claimed
    return win(state, white, "foul", clause, index, foul)
