"""What every handler of events needs: the terms of the game, refusing, turns and ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NoReturn

from ..clock import Player
from ..errors import RulingError
from ..geometry import Color
from ..openings import OpeningState
from ..openings.steps import Actor
from .events import Event, visible
from .setup import Setup
from .state import OTHER, Five, Foul, Outcome, Refused, State, changed

__all__ = [
    "Setup",
    "draw",
    "end_turn",
    "exchanged",
    "expected",
    "has_excluded",
    "phase_text",
    "refuse",
    "refuse_claim",
    "run_clock",
    "win",
]

_RESULTS: Final = {Color.BLACK: "1-0", Color.WHITE: "0-1"}
_WAITS: Final = {"rebuilt": ("reconstructed",), "unseal": ("unseal",)}


def expected(setup: Setup, state: State) -> tuple[str, ...]:
    """Return the types of the events by which the game can go on; for the arbiter his actions."""
    if state.phase == "over":
        return ()
    if state.phase == "not_started":
        return ("start",)
    if state.rulings:
        return state.rulings
    if state.waits:
        return _WAITS[state.waits]
    if state.phase == "adjourned" and state.sealed is None:
        return ("seal",)
    demanded = state.irregularity is not None and state.irregularity.demanded
    if state.phase in ("paused", "adjourned") or demanded:
        return ("arbiter",)
    if state.to_act in state.absent:
        return ("arrive",)
    if state.owes_press is not None and state.clock is not None:
        return ("press",)
    if state.phase == "opening":
        return tuple(dict.fromkeys(choice.type for choice in state.opening.actions()))
    if state.is_full:
        return ("arbiter",)
    return ("stone", "pass") if why_no_pass(setup, state) is None else ("stone",)


def why_no_pass(setup: Setup, state: State) -> tuple[str, str] | None:
    """Return why the player to move in normal play may not pass, with the clause, if he may not."""
    book = setup.rulebook
    if not book["may_pass"]:
        return "nobody may pass", book.clause("may_pass")
    if state.is_full:
        return "the board is full", book.clause("board full")
    # Stones and passes are moves (RIF 5); in some books swaps, too (CN def.1).
    swaps = state.swaps if book["swap_is_move"] else 0
    if len(state.moves) + swaps < book["pass_ban"]:
        why = f"nobody may pass within the first {book['pass_ban']} moves"
        return why, book.clause("pass_ban")
    return None


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
    due = f"{who} owes {owed}" if who and can != ("arbiter",) else f"due is {owed}"
    said = visible(f"{event}: {why}; {due} ({clause})")
    raise RulingError(said, clause=clause, expected=can)


_NOT_RUNNING: Final = {
    "not_started": "has not started",
    "opening": "is in its opening",
    "play": "goes on",
    "over": "is over",
}


def phase_text(state: State) -> str:
    """Say where the game stands, as the reason why something cannot be."""
    return f"the game {_NOT_RUNNING.get(state.phase, f'is {state.phase}')}"


def refuse_claim(setup: Setup, state: State, event: Event, reason: str, clause: str) -> State:
    """Return the state after a claim without ground: it is noted, and the clocks run on.

    Where a win that both accept stands, the opponent may accept it all the same (CN 10.1(3)).
    """
    may_accept = (
        setup.rulebook["accepted_claim"]
        and event.by in OTHER
        and event["player"] in (None, OTHER[event.player])
    )
    refused = None
    if may_accept:
        refused = Refused(event.player, str(event["claim"]), event["point"])
    return changed(
        note(state, claim=event["claim"], by=event.by, refused=reason, clause=clause),
        refused=refused,
    )


def note(state: State, **what: Any) -> State:
    """Return the state with an entry in its history."""
    return changed(state, history=state.history.added({"at_event": state.index, **what}))


def end_turn(setup: Setup, state: State, player: Player) -> State:
    """Return the state after a player's turn: the clock is pressed, or he owes the press.

    Under `auto_press` this is where a move counts for the quota and earns its increment; the clock of
    whoever is to act runs then (RIF 14.3, CN 8.4). Who replies before the opponent has pressed (C27)
    leaves the opponent's turn uncounted and the clock that was forgotten running.
    """
    opponent = OTHER[player]
    forgot = state.owes_press == opponent and state.forgot is None
    state = _counted_late(state, player)
    if state.owes_press == opponent:
        state = changed(state, owes_press=None, unpressed=state.unpressed | {opponent})
    if not setup.auto_press:
        return changed(state, owes_press=player, forgot=opponent if forgot else None)
    return run_clock(press(changed(state, owes_press=player), player))


def press(state: State, player: Player) -> State:
    """Return the state in which a player's turn counts, if it was not pressed yet."""
    if state.owes_press != player:
        return state
    clock = None if state.clock is None else state.clock.complete_turn(player)
    return changed(state, clock=clock, owes_press=None, forgot=None)


def _counted_late(state: State, player: Player) -> State:
    """Return the state in which the turn that a player never pressed counts for the quota.

    Until he has made another it is his last, and that is not made before the press (RIF 14.4, CN def.1).
    It earns no increment and restores no period: the clock never passed.
    """
    if player not in state.unpressed:
        return state
    clock = None if state.clock is None else state.clock.count_move(player)
    return changed(state, clock=clock, unpressed=state.unpressed - {player})


_EXCHANGED: Final = {Actor.A: Actor.B, Actor.B: Actor.A}


def exchanged(opening: OpeningState) -> OpeningState:
    """Return an opening that has just begun with B as the presenter."""
    rule = opening.played or opening.rule
    stages = {
        name: replace(stage, actor=_EXCHANGED.get(stage.actor, stage.actor))
        for name, stage in rule.stages.items()
    }
    black: Player | None = None if opening.black is None else "B"
    return replace(opening, black=black, played=replace(rule, stages=stages))


def has_excluded(opening: OpeningState) -> bool:
    """Whether the exclusion system has left one rule, which is played (OR 6.2)."""
    return bool(opening.rule.pool) and len(opening.excluded) == len(opening.rule.pool) - 1


def run_clock(state: State) -> State:
    """Return the state with the clock running of whoever is to act, or of who is absent.

    While nobody has pressed that is the clock of who owes the press, or the one that was forgotten first.
    """
    clock = state.clock
    if clock is None or state.phase in ("paused", "over", "not_started"):
        return state
    if state.phase == "adjourned" and state.sealed is not None and not state.waits:
        return state
    owes = (state.forgot or state.owes_press) if state.owes_press else state.mover
    running = state.absent or frozenset({owes} if owes else ())
    return (
        state
        if running == clock.running
        else changed(state, clock=clock.run(clock.now_ms, running))
    )


def win(
    state: State,
    winner: Player,
    termination: str,
    clause: str,
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
    return _ended(state, Outcome(winner, result, scores, termination, clause, state.index, foul))


def draw(state: State, termination: str, clause: str) -> State:
    """Return the state after a draw."""
    scores: tuple[tuple[Player, float], ...] = (("A", 0.5), ("B", 0.5))
    return _ended(state, Outcome(None, "1/2-1/2", scores, termination, clause, state.index))


def nobody_wins(state: State, result: str, termination: str, clause: str) -> State:
    """Return the state after a game that both lose (`0-0`) or that does not count (`void`)."""
    scores: tuple[tuple[Player, float], ...] = (("A", 0.0), ("B", 0.0))
    return _ended(state, Outcome(None, result, scores, termination, clause, state.index))


def _ended(state: State, outcome: Outcome) -> State:
    return changed(
        state,
        phase="over",
        outcome=outcome,
        clock=None if state.clock is None else state.clock.stop(state.clock.now_ms),
        owes_press=None,
        rulings=(),
        waits="",
        irregularity=None,
        draw_offer=None,
        takeback=None,
        refused=None,
    )


def win_by_five(setup: Setup, state: State, five: Five) -> State:
    """Return the state after a five: White's of six or more is an overline."""
    long = len(five.row) > 5 and state.color_of(five.by) is Color.WHITE
    name = "overline" if long else "five"
    return win(state, five.by, name, setup.rulebook.clause(f"win by {name}"))


def win_by_foul(setup: Setup, state: State, foul: Foul) -> State:
    """Return the state after a foul of Black's, claimed or not."""
    white = state.owner(Color.WHITE)
    if white is None:
        raise RuntimeError("a foul while the colours are open")
    clause = setup.rulebook.clause(foul.kind.label)
    fives, _ = state.claimable
    if any(five.by == OTHER[white] and five.at_event < foul.at_event for five in fives):
        clause = setup.rulebook.clause("five and foul")  # RIF 9.7: the five was not claimed
    return win(state, white, "foul", clause, foul)
