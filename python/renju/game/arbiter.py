"""The arbiter's hand: lateness, pauses, penalties, rulings, adjournments, recorded facts."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import Final

from .. import _core
from ..clock import Clock, Player
from ..errors import RenjuError
from ..geometry import Color, Move, Pass
from ..notation import format_moves, parse_moves
from ..verdicts import Verdict
from .common import (
    Setup,
    draw,
    end_turn,
    exchanged,
    has_excluded,
    nobody_wins,
    note,
    phase_text,
    press,
    refuse,
    run_clock,
    why_no_pass,
    win,
)
from .events import Event, foreign_field
from .play import ends_by_itself, put, put_pass
from .rulings import clause_of_ruling
from .state import OTHER, State, changed

__all__ = ["HANDLERS", "check", "loss_after_the_end", "too_late"]

_PLAYERS: Final[tuple[Player, Player]] = ("A", "B")
_FIRST_STONES: Final = 4  # CN 5.2: until stone 4 or 15 minutes a mix-up of colours is corrected
_FIRST_MINUTES: Final = 15 * 60_000


# Lateness


def arrive(setup: Setup, state: State, event: Event) -> State:
    """Let a late player arrive; of two absentees the other's clock runs then (CN 8.5)."""
    if event.by not in state.absent:
        clause = setup.rulebook.clause("late")
        refuse(setup, state, event, clause, f"{event.by} is not absent")
    return run_clock(changed(state, absent=state.absent - {event.player}))


def too_late(setup: Setup, state: State) -> State:
    """Return the state after the limit of lateness: who is absent forfeits, or both (CN 8.5)."""
    clause = setup.rulebook.clause("too late")
    if len(state.absent) == 2:
        return nobody_wins(state, "0-0", "forfeit", clause)
    (absent,) = state.absent
    return win(state, OTHER[absent], "forfeit", clause)


# Clocks


def stop_clocks(setup: Setup, state: State, event: Event) -> State:
    """Stop the clocks as a player: he calls the organiser (RIF 14.7), or loses (CN 10.1(3)J)."""
    kind = setup.rulebook["stopping_clocks"]
    clause = setup.rulebook.clause("stopping_clocks")
    _in_play(setup, state, event, clause)
    if kind == "none":
        refuse(setup, state, event, clause, "a player cannot stop the clocks")
    if kind == "loss":
        return win(state, OTHER[event.player], "penalty", clause)
    return paused(note(state, stopped_clocks=event.by, clause=clause))


def paused(state: State, *, running: frozenset[Player] = frozenset()) -> State:
    """Return the state with the game stopped, and with only these clocks running."""
    clock = state.clock
    return changed(
        state,
        phase="paused",
        resumes=state.phase if state.phase != "paused" else state.resumes,
        clock=None if clock is None else clock.run(clock.now_ms, running),
    )


def resumed(state: State) -> State:
    """Return the state with the game going on."""
    return run_clock(changed(state, phase=state.resumes, rulings=(), waits=""))


def _pause(setup: Setup, state: State, event: Event) -> State:
    _in_play(setup, state, event, setup.rulebook.clause("pause"))
    return paused(state)


def _resume(setup: Setup, state: State, event: Event) -> State:
    if state.phase != "paused":
        refuse(setup, state, event, setup.rulebook.clause("pause"), "the game is not paused")
    return resumed(state)


def _time_penalty(setup: Setup, state: State, event: Event) -> State:
    clause = setup.rulebook.clause("penalty")
    player = _one_player(setup, state, event, clause)
    if state.clock is None:
        refuse(setup, state, event, clause, "there is no clock")
    clock = state.clock.penalize(player, event["ms"], give_ms=event["give_ms"])
    if clock == state.clock:
        why = "it changes nothing: the clocks have no limit, or the flag is down"
        refuse(setup, state, event, clause, why)
    return note(
        changed(state, clock=clock),
        penalty="time",
        player=player,
        ms=event["ms"],
        give_ms=event["give_ms"],
        clause=event["clause"] or clause,
    )


def _set_clocks(setup: Setup, state: State, event: Event) -> State:
    clause = setup.rulebook.clause("set clocks")
    if state.clock is None:
        refuse(setup, state, event, clause, "there is no clock")
    given = {p: event[f"{p}_ms"] for p in _PLAYERS if event[f"{p}_ms"] is not None}
    if any(state.clock[player].remaining_ms is None for player in given):
        refuse(setup, state, event, clause, "the clocks have no limit")
    return note(
        changed(state, clock=state.clock.set(given)),
        set_clocks=given,
        clause=event["clause"] or clause,
    )


def _split(setup: Setup, state: State, event: Event) -> State:
    clause = setup.rulebook.clause("split")
    if state.clock is None or not state.clock.control.shared:
        refuse(setup, state, event, clause, "the time is not shared")
    return note(
        changed(state, clock=state.clock.split()), split=True, clause=event["clause"] or clause
    )


# Penalties and rulings


def _violation(setup: Setup, state: State, event: Event) -> State:
    clause = setup.rulebook.clause("penalty")
    player = _one_player(setup, state, event, clause)
    return violated(setup, state, player, event["code"] or "", event["clause"] or clause)


def violated(setup: Setup, state: State, player: Player, code: str, clause: str) -> State:
    """Return the state after a violation; the second of a player may lose (CN 10.1(3)H)."""
    counts = dict(zip(_PLAYERS, state.violations, strict=True))
    counts[player] += 1
    state = changed(state, violations=(counts["A"], counts["B"]))
    state = note(state, violation=code, player=player, clause=clause)
    if counts[player] >= 2 and setup.rulebook["second_violation_loses"]:
        second = setup.rulebook.clause("second_violation_loses")
        return win(state, OTHER[player], "penalty", second)
    return state


def _loss(setup: Setup, state: State, event: Event) -> State:
    clause = setup.rulebook.clause("penalty")
    player = _one_player(setup, state, event, clause)
    return win(state, OTHER[player], "penalty", event["clause"] or clause)


def loss_after_the_end(setup: Setup, state: State, event: Event) -> State:
    """Return the state after a disciplinary loss when the game has ended.

    The offender gets nothing; what the opponent has from the board stands (CN def.20(3)).
    """
    clause = setup.rulebook.clause("penalty")
    player = _one_player(setup, state, event, clause)
    if state.outcome is None:
        raise RuntimeError("the game goes on")
    scores = tuple((p, 0.0 if p == player else score) for p, score in state.outcome.scores)
    state = changed(state, outcome=replace(state.outcome, scores=scores))
    return note(state, loss=player, clause=event["clause"] or clause, reason=event["reason"] or "")


def _forfeit(setup: Setup, state: State, event: Event) -> State:
    book = setup.rulebook
    both = event["player"] == "both"
    player = None if both else _one_player(setup, state, event, book.clause("forfeit"))
    # Who has not come is late, if the book has a forfeit for that; who has come gives the game up.
    lost = frozenset(_PLAYERS) if player is None else frozenset((player,))
    is_late = state.absent >= lost and book["lateness"] == "forfeit"
    clause = event["clause"] or book.clause("late" if is_late else "forfeit")
    if player is None:
        return nobody_wins(state, "0-0", "forfeit", clause)
    return win(state, OTHER[player], "forfeit", clause)


def _draw(setup: Setup, state: State, event: Event) -> State:
    clause = clause_of_ruling(setup, state, event)
    return draw(state, "arbiter", event["clause"] or clause)


def _void(setup: Setup, state: State, event: Event) -> State:
    clause = clause_of_ruling(setup, state, event)
    clause = event["clause"] or clause
    state = note(state, ruling=event["action"], reason=event["reason"] or "", clause=clause)
    return nobody_wins(state, "void", "arbiter", clause)


def _stand(setup: Setup, state: State, event: Event) -> State:
    """Let the board stand as it is: moved stones (CN 4.2), or what was irregular after all."""
    cites = "ruling" if state.irregularity is None else "irregularities"
    clause = setup.rulebook.clause(cites)
    if state.irregularity is None and state.phase != "paused":
        refuse(setup, state, event, clause, "nothing waits for a ruling")
    clause = event["clause"] or clause
    state = note(changed(state, irregularity=None), ruling="stand", clause=clause)
    after = ends_by_itself(setup, state)
    return resumed(after) if after.phase == "paused" else after


def _position(setup: Setup, state: State, event: Event) -> State:
    """Set the position that both players accept, given as moves from the first one."""
    clause = setup.rulebook.clause("ruling")
    if not state.opening.is_over:
        refuse(setup, state, event, clause, "the opening is not over: let it restart (correct)")
    if state.phase == "adjourned":
        refuse(setup, state, event, clause, "the game is adjourned")
    try:
        after = _with_moves(setup, state, parse_moves(event["moves"]))
    except RenjuError as error:
        refuse(setup, state, event, clause, f"'moves': {error}")
    clause = event["clause"] or clause
    after = changed(after, irregularity=None, owes_press=None)
    after = note(after, ruling="position", moves=format_moves(after.moves), clause=clause)
    after = ends_by_itself(setup, after)
    if after.outcome is not None:
        return after
    return resumed(after) if after.phase == "paused" else run_clock(after)


def _with_moves(setup: Setup, state: State, moves: list[Move]) -> State:
    """Return the state with other moves on the board; what they make can be claimed.

    As far as they are the moves that were played each keeps its colour, which after two stones of one player
    in a row (CN 6.1(4)) the count does not say. From there on they alternate.

    Raises
    ------
    RenjuError
        If a point is taken twice.
    """
    played, colors = state.moves, state.move_colors
    same = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(moves, played, strict=False))
    )
    state = without_moves(state)
    for number, move in enumerate(moves, start=1):
        if number <= same:
            state = changed(state, to_move=colors[number - 1])
        if isinstance(move, Pass):
            state = put_pass(setup, state, may_end=False)
            continue
        if state.position.at(move) != 0:
            raise RenjuError(f"move {number}: {move} is occupied")
        state = put(setup, state, move, may_end=False)
    return state


def without_moves(state: State) -> State:
    """Return the state with an empty board, and nothing that could be claimed."""
    return changed(
        state,
        position=_core.Position(),
        moves=(),
        move_colors=(),
        to_move=Color.BLACK,
        fouls=(),
        fives=(),
        lapsed=(),
        draw_offer=None,
        refused=None,
        takeback=None,
        last_move=None,
    )


def _colors(setup: Setup, state: State, event: Event) -> State:
    """Correct mixed-up colours at the beginning; later they stand as they were played (CN 5.2)."""
    clause = setup.rulebook.clause("mixed colours")
    if state.phase not in ("opening", "play"):
        refuse(setup, state, event, clause, phase_text(state))
    return with_colors(
        setup, state, "A" if event["A"] == "black" else "B", event["clause"] or clause
    )


def colors_stand(state: State) -> bool:
    """Whether it is too late to correct mixed-up colours that are found now (CN 5.2)."""
    played_ms = (state.now_ms or 0) - state.started_ms
    return len(state.moves) >= _FIRST_STONES or played_ms >= _FIRST_MINUTES


def with_colors(
    setup: Setup, state: State, presenter: Player, clause: str, *, found: State | None = None
) -> State:
    """Let the game restart with that player as the tentative Black, if it is not too late (CN 5.2).

    `found` is the game as it was when the mix-up was found, if that is not now.
    """
    if presenter == state.presenter:
        return note(state, ruling="the colours are right", clause=clause)
    if colors_stand(found or state):
        return note(state, ruling="the colours stand", clause=clause)
    state = restarted(setup, changed(state, presenter=presenter))
    if setup.control is not None and state.clock is not None:
        fresh = Clock.new(setup.control, increment_before_first=setup.increment_before_first)
        state = changed(state, clock=replace(fresh, now_ms=state.clock.now_ms))
    return run_clock(note(state, ruling="colours corrected", black=presenter, clause=clause))


def restarted(setup: Setup, state: State) -> State:
    """Return the state at the beginning of the opening, in the same log."""
    opening = setup.opening.start()
    if has_excluded(state.opening):  # what was excluded stays excluded
        applied = state.opening.applied[: len(state.opening.excluded)]
        kept = replace(opening, applied=applied, excluded=state.opening.excluded)
        opening = opening.rule.after_exclusion(replace(kept, last=applied[-1].by))
    if state.presenter == "B":
        opening = exchanged(opening)
    return changed(
        without_moves(state),
        opening=opening,
        phase="play" if opening.is_over else "opening",
        black=opening.black,
        swaps=0,
        owes_press=None,
        unpressed=frozenset(),
        irregularity=None,
    )


# Adjournment (CN 9)


def _adjourn(setup: Setup, state: State, event: Event) -> State:
    """Adjourn: the mover's clock runs until he has sealed a move (CN 9.3)."""
    clause = setup.rulebook.clause("adjournment")
    if not setup.rulebook["adjournment"]:
        refuse(setup, state, event, clause, "a game is not adjourned")
    if state.phase != "play":
        refuse(setup, state, event, clause, phase_text(state))
    if state.irregularity is not None:
        refuse(setup, state, event, clause, f"{state.irregularity.kind} is not settled yet")
    if state.is_full:
        refuse(setup, state, event, clause, "the board is full: there is no move to seal")
    if state.owes_press is not None:
        state = press(state, state.owes_press)
    return run_clock(changed(state, phase="adjourned", resumes="play", sealed=None))


def seal(setup: Setup, state: State, event: Event) -> State:
    """Seal the next move; the clocks stop then (CN 9.3)."""
    clause = setup.rulebook.clause("adjourned")
    if state.phase != "adjourned" or state.sealed is not None:
        refuse(setup, state, event, clause, "the arbiter has not adjourned the game")
    if event.by != state.mover:
        refuse(setup, state, event, clause, f"it is {state.mover}'s turn")
    clock = None if state.clock is None else state.clock.stop(state.clock.now_ms)
    return changed(state, sealed=event["point"], clock=clock)


def _resume_adjourned(setup: Setup, state: State, event: Event) -> State:
    clause = setup.rulebook.clause("adjourned")
    if state.phase != "adjourned" or state.sealed is None or state.waits:
        refuse(setup, state, event, clause, "no sealed game is adjourned")
    return run_clock(changed(state, waits="unseal"))


def unseal(setup: Setup, state: State, event: Event) -> State:
    """Play the sealed move; one that is not legal loses (CN 9.3(6))."""
    clause = setup.rulebook.clause("adjourned")
    move, player = state.sealed, state.mover
    if state.waits != "unseal" or move is None or player is None:
        refuse(setup, state, event, clause, "the game was not resumed after an adjournment")
    if event.by not in ("", player):
        refuse(setup, state, event, clause, f"{player} has sealed the move")
    state = changed(state, phase="play", sealed=None, waits="")
    if not _is_legal(setup, state, move):
        return win(state, OTHER[player], "sealed_move", setup.rulebook.clause("sealed move"))
    after = put_pass(setup, state) if isinstance(move, Pass) else put(setup, state, move)
    if after.outcome is not None:
        return after
    return changed(
        end_turn(setup, after, player),
        last_move=(player, event.at_ms),
        last_event=state.index,
    )


def _is_legal(setup: Setup, state: State, move: Move) -> bool:
    if isinstance(move, Pass):
        return why_no_pass(setup, state) is None
    if state.position.at(move) != 0:
        return False
    if setup.rulebook["foul"] != "illegal" or not setup.fouls:
        return True
    number = state.position.verdict(move, state.to_move, setup.reading)
    return not Verdict(number).is_foul


def take_note(setup: Setup, state: State, event: Event) -> State:
    """Record what a human noted: conduct, evidence, an appeal. It changes nothing."""
    return note(state, note=event["text"])


# Which of these needs what


def _one_player(setup: Setup, state: State, event: Event, clause: str) -> Player:
    for player in _PLAYERS:
        if event["player"] == player:
            return player
    return refuse(setup, state, event, clause, "'player' must say who")


def _in_play(setup: Setup, state: State, event: Event, clause: str) -> None:
    if state.phase not in ("opening", "play"):
        refuse(setup, state, event, clause, phase_text(state))


#: The fields of which each action needs one, and how the error says so.
_NEEDS: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "time_penalty": (("ms", "give_ms"), "'ms' or 'give_ms' must say how much, more than 0"),
    "set_clocks": (("A_ms", "B_ms"), "A_ms or B_ms must say what is left"),
    "position": (("moves",), "'moves' must say the position"),
    "colors": (("A",), "'A' must say the colour of A"),
}
_NAMES: Final = {
    "violation": "penalty",
    "loss": "penalty",
    "time_penalty": "penalty",
    "forfeit": "forfeit",
    "set_clocks": "set clocks",
    "split": "split",
    "colors": "mixed colours",
    "pause": "pause",
    "resume": "pause",
}


def check(setup: Setup, state: State, event: Event) -> None:
    """Refuse a ruling whose fields do not go together."""
    action = event["action"]
    clause = setup.rulebook.clause(_NAMES.get(action, "ruling"))
    foreign = foreign_field(event)
    if foreign is not None:
        refuse(setup, state, event, clause, f"{foreign!r} is no field of it")
    needs, why = _NEEDS.get(action, ((), ""))
    nothing = (None, 0) if action == "time_penalty" else (None,)
    if needs and all(event[name] in nothing for name in needs):
        refuse(setup, state, event, clause, why)
    if action in ("time_penalty", "violation", "loss"):
        _one_player(setup, state, event, clause)
    if action == "forfeit" and event["player"] is None:
        refuse(setup, state, event, clause, "'player' must say who")


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


#: What an arbiter may do besides, where he owes one of certain rulings.
_ALWAYS: Final = ("loss", "forfeit", "violation", "time_penalty", "set_clocks")


def rule(setup: Setup, state: State, event: Event) -> State:
    """Carry out a ruling of the arbiter."""
    action = event["action"]
    if state.rulings and action not in (*state.rulings, *_ALWAYS):
        why = f"lawful rulings are {', '.join(state.rulings)}"
        refuse(setup, state, event, setup.rulebook.clause("disarranged"), why)
    if action == "correct":
        from .irregular import correct  # noqa: PLC0415  (it imports this module)

        return correct(setup, state, event)
    return _ACTIONS[action](setup, state, event)


HANDLERS: Final = {
    "arrive": arrive,
    "stop_clocks": stop_clocks,
    "seal": seal,
    "unseal": unseal,
    "arbiter": rule,
    "note": take_note,
}
