"""The arbiter's hand: lateness, pauses, penalties, rulings, adjournments, recorded facts."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from .. import _core
from ..clock import Player
from ..errors import RenjuError
from ..geometry import Color, Move, Pass, Point
from ..notation import format_moves, parse_moves
from ..openings import OpeningState
from .common import (
    Setup,
    draw,
    end_turn,
    expected,
    moves_made,
    nobody_wins,
    note,
    press,
    refuse,
    win,
)
from .events import Event
from .play import put
from .state import OTHER, State

__all__ = ["HANDLERS", "loss_after_the_end", "too_late"]

_PLAYERS: Final[tuple[Player, Player]] = ("A", "B")
_FIRST_STONES: Final = 4  # CN 5.2: until stone 4 or 15 minutes a mix-up of colours is corrected
_FIRST_MINUTES: Final = 15 * 60_000


# Lateness


def arrive(setup: Setup, state: State, event: Event, index: int) -> State:
    """Let a late player arrive; of two absentees the other's clock runs then (CN 8.5)."""
    if event.by not in state.absent:
        clause = setup.rulebook.clause("late")
        refuse(setup, state, event, clause, f"{event.by} is not absent")
    return press(replace(state, absent=state.absent - {event.player}))


def too_late(setup: Setup, state: State, index: int) -> State:
    """Return the state after the limit of lateness: who is absent forfeits, or both (CN 8.5)."""
    clause = setup.rulebook.clause("late")
    if len(state.absent) == 2:
        return nobody_wins(state, "0-0", "forfeit", clause, index)
    (absent,) = state.absent
    return win(state, OTHER[absent], "forfeit", clause, index)


# Clocks


def stop_clocks(setup: Setup, state: State, event: Event, index: int) -> State:
    """Stop the clocks as a player: he calls the organiser (RIF 14.7), or loses (CN 10.1(3)J)."""
    kind = setup.rulebook["stopping_clocks"]
    clause = setup.rulebook.clause("stopping_clocks")
    _in_play(setup, state, event, clause)
    if kind == "none":
        refuse(setup, state, event, clause, "a player cannot stop the clocks")
    if kind == "loss":
        return win(state, OTHER[event.player], "penalty", clause, index)
    return _paused(note(state, index, stopped_clocks=event.by, clause=clause))


def _paused(state: State, *, running: frozenset[Player] = frozenset()) -> State:
    clock = state.clock
    return replace(
        state,
        phase="paused",
        resumes=state.phase if state.phase != "paused" else state.resumes,
        clock=None if clock is None else clock.run(clock.now_ms, running),
    )


def _resumed(state: State) -> State:
    return press(replace(state, phase=state.resumes, rulings=()))


def _pause(setup: Setup, state: State, event: Event, index: int) -> State:
    _in_play(setup, state, event, setup.rulebook.clause("pause"))
    return _paused(state)


def _resume(setup: Setup, state: State, event: Event, index: int) -> State:
    if state.phase != "paused":
        refuse(setup, state, event, setup.rulebook.clause("pause"), "the game is not paused")
    return _resumed(state)


def _time_penalty(setup: Setup, state: State, event: Event, index: int) -> State:
    clause = setup.rulebook.clause("penalty")
    player = _one_player(setup, state, event, clause)
    if state.clock is None:
        refuse(setup, state, event, clause, "there is no clock")
    clock = state.clock.penalize(player, event["ms"], give_ms=event["give_ms"])
    return note(
        replace(state, clock=clock),
        index,
        penalty="time",
        player=player,
        ms=event["ms"],
        give_ms=event["give_ms"],
        clause=event["clause"] or clause,
    )


def _set_clocks(setup: Setup, state: State, event: Event, index: int) -> State:
    clause = setup.rulebook.clause("clock")
    if state.clock is None:
        refuse(setup, state, event, clause, "there is no clock")
    given = {p: event[f"{p}_ms"] for p in _PLAYERS if event[f"{p}_ms"] is not None}
    if not given:
        refuse(setup, state, event, clause, "A_ms or B_ms must say what is left")
    return note(replace(state, clock=state.clock.set(given)), index, set_clocks=given)


def _split(setup: Setup, state: State, event: Event, index: int) -> State:
    if state.clock is None or not state.clock.control.shared:
        refuse(setup, state, event, setup.rulebook.clause("clock"), "the time is not shared")
    return note(replace(state, clock=state.clock.split()), index, split=True)


# Penalties and rulings


def _violation(setup: Setup, state: State, event: Event, index: int) -> State:
    clause = setup.rulebook.clause("penalty")
    player = _one_player(setup, state, event, clause)
    return violated(setup, state, player, index, event["code"] or "", event["clause"] or clause)


def violated(
    setup: Setup, state: State, player: Player, index: int, code: str, clause: str
) -> State:
    """Return the state after a violation; the second of a player may lose (CN 10.1(3)H)."""
    counts = dict(zip(_PLAYERS, state.violations, strict=True))
    counts[player] += 1
    state = replace(state, violations=(counts["A"], counts["B"]))
    state = note(state, index, violation=code, player=player, clause=clause)
    if counts[player] >= 2 and setup.rulebook["second_violation_loses"]:
        second = setup.rulebook.clause("second_violation_loses")
        return win(state, OTHER[player], "penalty", second, index)
    return state


def _loss(setup: Setup, state: State, event: Event, index: int) -> State:
    clause = event["clause"] or setup.rulebook.clause("penalty")
    player = _one_player(setup, state, event, clause)
    return win(state, OTHER[player], "penalty", clause, index)


def loss_after_the_end(setup: Setup, state: State, event: Event, index: int) -> State:
    """Return the state after a disciplinary loss when the game has ended.

    The offender gets nothing; what the opponent has from the board stands (CN def.20(3)).
    """
    clause = event["clause"] or setup.rulebook.clause("penalty")
    player = _one_player(setup, state, event, clause)
    if state.outcome is None:
        raise RuntimeError("the game goes on")
    scores = tuple((p, 0.0 if p == player else score) for p, score in state.outcome.scores)
    state = replace(state, outcome=replace(state.outcome, scores=scores))
    return note(state, index, loss=player, clause=clause, reason=event["reason"] or "")


def _forfeit(setup: Setup, state: State, event: Event, index: int) -> State:
    clause = event["clause"] or setup.rulebook.clause("late")
    if event["player"] == "both":
        return nobody_wins(state, "0-0", "forfeit", clause, index)
    player = _one_player(setup, state, event, clause)
    return win(state, OTHER[player], "forfeit", clause, index)


def _draw(setup: Setup, state: State, event: Event, index: int) -> State:
    return draw(state, "arbiter", event["clause"] or setup.rulebook.clause("ruling"), index)


def _void(setup: Setup, state: State, event: Event, index: int) -> State:
    clause = event["clause"] or setup.rulebook.clause("ruling")
    state = note(state, index, ruling=event["action"], reason=event["reason"] or "", clause=clause)
    return nobody_wins(state, "void", "arbiter", clause, index)


def _stand(setup: Setup, state: State, event: Event, index: int) -> State:
    clause = event["clause"] or setup.rulebook.clause("ruling")
    if state.phase != "paused":
        refuse(setup, state, event, clause, "nothing waits for a ruling")
    return _resumed(note(state, index, ruling="stand", clause=clause))


def _position(setup: Setup, state: State, event: Event, index: int) -> State:
    """Set the position that both players accept, given as moves from the first one."""
    clause = event["clause"] or setup.rulebook.clause("ruling")
    if event["moves"] is None:
        refuse(setup, state, event, clause, "'moves' must say the position")
    if not state.opening.is_over:
        refuse(setup, state, event, clause, "the opening is not over: let it restart (correct)")
    try:
        state = with_moves(state, parse_moves(event["moves"]))
    except RenjuError as error:
        refuse(setup, state, event, clause, f"'moves': {error}")
    state = note(state, index, ruling="position", moves=format_moves(state.moves), clause=clause)
    return _resumed(state) if state.phase == "paused" else press(state)


def with_moves(state: State, moves: list[Move]) -> State:
    """Return the state with other moves on the board; what could be claimed is gone.

    Raises
    ------
    RenjuError
        If a point is taken twice.
    """
    position = _core.Position()
    colors = []
    for number, move in enumerate(moves, start=1):
        color = Color.BLACK if number % 2 else Color.WHITE
        if isinstance(move, Point):
            if position.at(move) != 0:
                raise RenjuError(f"move {number}: {move} is occupied")
            position.place(move, color)
        colors.append(color)
    return replace(
        state,
        position=position,
        moves=tuple(moves),
        move_colors=tuple(colors),
        to_move=Color.BLACK if len(moves) % 2 == 0 else Color.WHITE,
        fouls=(),
        fives=(),
        lapsed=(),
        passes=(),
    )


def _colors(setup: Setup, state: State, event: Event, index: int) -> State:
    """Correct mixed-up colours at the beginning; later they stand as they were played (CN 5.2)."""
    clause = event["clause"] or "CN 5.2"
    if event["A"] is None:
        refuse(setup, state, event, clause, "'A' must say the colour of A")
    used = 0 if state.clock is None else state.clock.now_ms
    if len(state.moves) >= _FIRST_STONES or used >= _FIRST_MINUTES:
        return note(state, index, ruling="colors stand", clause="CN 5.2(1)")
    opening = setup.opening.start()
    black: Player = "A" if event["A"] == "black" else "B"
    if opening.black is not None:
        opening = replace(opening, black=black)
    state = replace(restarted(state, opening), black=opening.black)
    if state.clock is not None and setup.control is not None:
        fresh = type(state.clock).new(
            setup.control, increment_before_first=setup.increment_before_first
        )
        state = replace(state, clock=replace(fresh, now_ms=state.clock.now_ms))
    return press(note(state, index, ruling="colors", A=event["A"], clause=clause))


def restarted(state: State, opening: OpeningState) -> State:
    """Return the state at the beginning of the opening, in the same log."""
    return replace(
        with_moves(state, []),
        opening=opening,
        phase="play" if opening.is_over else "opening",
        black=opening.black,
        irregularity=None,
    )


# Adjournment (CN 9)


def _adjourn(setup: Setup, state: State, event: Event, index: int) -> State:
    clause = setup.rulebook.clause("adjournment")
    if not setup.rulebook["adjournment"]:
        refuse(setup, state, event, clause, "a game is not adjourned")
    if state.phase != "play":
        refuse(setup, state, event, clause, f"the game is {state.phase.replace('_', ' ')}")
    return replace(state, phase="adjourned", resumes="play", sealed=None)


def seal(setup: Setup, state: State, event: Event, index: int) -> State:
    """Seal the next move; the clocks stop then (CN 9.3)."""
    clause = setup.rulebook.clause("adjourned")
    if state.phase != "adjourned" or state.sealed is not None:
        refuse(setup, state, event, clause, "the arbiter has not adjourned the game")
    if event.by != state.owner(state.to_move):
        refuse(setup, state, event, clause, f"it is {state.owner(state.to_move)}'s turn")
    clock = None if state.clock is None else state.clock.stop(state.clock.now_ms)
    return replace(state, sealed=event["point"], clock=clock)


def _resume_adjourned(setup: Setup, state: State, event: Event, index: int) -> State:
    clause = setup.rulebook.clause("adjourned")
    if state.phase != "adjourned" or state.sealed is None:
        refuse(setup, state, event, clause, "no sealed game is adjourned")
    return replace(press(replace(state, resumes="play")), phase="adjourned", rulings=("unseal",))


def unseal(setup: Setup, state: State, event: Event, index: int) -> State:
    """Play the sealed move; one that is not legal loses (CN 9.3(6))."""
    clause = setup.rulebook.clause("adjourned")
    if state.phase != "adjourned" or state.sealed is None or state.rulings != ("unseal",):
        refuse(setup, state, event, clause, "the game was not resumed after an adjournment")
    player = state.owner(state.to_move)
    if player is None:
        raise RuntimeError("an adjourned game has its colours")
    move = state.sealed
    state = replace(state, phase="play", sealed=None, rulings=())
    if not _is_legal(setup, state, move):
        illegal = setup.rulebook.clause("sealed move")
        return win(state, OTHER[player], "sealed_move", illegal, index)
    if isinstance(move, Pass):
        state = replace(
            state,
            moves=(*state.moves, move),
            move_colors=(*state.move_colors, state.to_move),
            to_move=state.to_move.opponent,
            passes=(*state.passes, state.to_move),
        )
        return end_turn(setup, state, player)
    state = put(setup, state, player, move, index)
    return state if state.outcome is not None else end_turn(setup, state, player)


def _is_legal(setup: Setup, state: State, move: Move) -> bool:
    if isinstance(move, Pass):
        return "pass" in expected(setup, state) and moves_made(state) >= setup.rulebook["pass_ban"]
    if state.position.at(move) != 0:
        return False
    illegal_foul = setup.rulebook["foul"] == "illegal"
    verdict = state.position.verdict(move, state.to_move, setup.rulebook.reading)
    return not (illegal_foul and verdict in (2, 3, 4))


def take_note(setup: Setup, state: State, event: Event, index: int) -> State:
    """Record what a human noted: conduct, evidence, an appeal. It changes nothing."""
    return note(state, index, note=event["text"])


# Which of these needs what


def _one_player(setup: Setup, state: State, event: Event, clause: str) -> Player:
    for player in _PLAYERS:
        if event["player"] == player:
            return player
    return refuse(setup, state, event, clause, "'player' must say who")


def _in_play(setup: Setup, state: State, event: Event, clause: str) -> None:
    if state.phase not in ("opening", "play"):
        refuse(setup, state, event, clause, f"the game is {state.phase.replace('_', ' ')}")


_ACTIONS: Final = {
    "pause": _pause,
    "resume": _resume,
    "adjourn": _adjourn,
    "resume_adjourned": _resume_adjourned,
    "time_penalty": _time_penalty,
    "set_clocks": _set_clocks,
    "split": _split,
    "violation": _violation,
    "loss": _loss,
    "forfeit": _forfeit,
    "draw": _draw,
    "void": _void,
    "replay": _void,
    "position": _position,
    "colors": _colors,
    "stand": _stand,
}


def rule(setup: Setup, state: State, event: Event, index: int) -> State:
    """Carry out a ruling of the arbiter."""
    action = event["action"]
    if state.phase == "not_started" and action not in ("forfeit", "void"):
        refuse(setup, state, event, setup.rulebook.clause("ruling"), "the round has not started")
    lawful = (*state.rulings, "loss", "forfeit", "violation", "time_penalty", "set_clocks")
    if state.rulings and state.rulings != ("unseal",) and action not in lawful:
        why = f"lawful rulings are {', '.join(state.rulings)}"
        refuse(setup, state, event, setup.rulebook.clause("disarranged"), why)
    if action == "correct":
        from .irregular import correct  # noqa: PLC0415  (it imports this module)

        return correct(setup, state, event, index)
    return _ACTIONS[action](setup, state, event, index)


HANDLERS: Final = {
    "arrive": arrive,
    "stop_clocks": stop_clocks,
    "seal": seal,
    "unseal": unseal,
    "arbiter": rule,
    "note": take_note,
}
