"""Irregularities and disarranged boards: what is corrected, what stands by playing on (CN 6, 4.2; RIF 8; RU 6.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ..clock import Player
from ..errors import OpeningRuleError
from ..geometry import Point
from ..openings import OpeningState
from ..openings.steps import ANYWHERE
from .arbiter import _paused, _resumed, restarted, violated
from .common import Setup, end_turn, nobody_wins, note, refuse, win
from .events import Event
from .play import _followed, put
from .state import OTHER, Irregularity, State

__all__ = ["HANDLERS", "accept_by_playing_on", "correct"]

#: Which points each kind needs; the others are recorded only.
_POINTS: Final = {
    "first_stone_off_centre": 1,
    "not_a_pattern": 3,
    "count_not_declared": 0,
    "two_moves": 1,
    "slid": 2,
    "moved_stone": 2,
    "dropped": 1,
}


def report(setup: Setup, state: State, event: Event, index: int) -> State:
    """Report something irregular; the opponent demands correction, or accepts by playing on."""
    book, kind = setup.rulebook, event["kind"]
    clause = book.clause("irregularities")
    if not book["irregularities"]:
        refuse(setup, state, event, clause, "this rulebook leaves it to the organiser (arbiter)")
    if state.phase not in ("opening", "play"):
        refuse(setup, state, event, clause, f"the game is {state.phase.replace('_', ' ')}")
    if state.irregularity is not None:
        why = f"{state.irregularity.kind} is not settled yet"
        refuse(setup, state, event, clause, why)
    points = event["points"] or ((event["point"],) if event["point"] is not None else ())
    needed = _POINTS.get(kind)
    if needed is not None and len(points) != needed:
        refuse(setup, state, event, clause, f"{kind} takes {needed} points, not {len(points)}")
    found = Irregularity(kind, event.player, index, points)
    return replace(state, irregularity=found)


def demand(setup: Setup, state: State, event: Event, index: int) -> State:
    """Demand that the arbiter corrects it (CN 6.1)."""
    clause = setup.rulebook.clause("irregularities")
    found = state.irregularity
    if found is None:
        refuse(setup, state, event, clause, "nothing irregular was reported")
    if event.by == found.by:
        refuse(setup, state, event, clause, "the opponent demands correction")
    return replace(state, irregularity=replace(found, demanded=True))


def correct(setup: Setup, state: State, event: Event, index: int) -> State:
    """Make the correction that was demanded (CN 6.1(1) to (10))."""
    found = state.irregularity
    clause = setup.rulebook.clause("irregularities")
    if found is None or not found.demanded:
        refuse(setup, state, event, clause, "no correction was demanded")
    state = note(state, index, corrected=found.kind, by=found.by, clause=clause)
    state = replace(state, irregularity=None)
    return _settle(setup, state, event, index, found, _CORRECTED)


def accept_by_playing_on(setup: Setup, state: State, event: Event, index: int) -> State:
    """Let what was irregular stand, because the opponent plays on (CN 6.2)."""
    found = state.irregularity
    if found is None:
        raise RuntimeError("nothing irregular was reported")
    clause = setup.rulebook.clause("accepted by playing on")
    state = note(state, index, accepted=found.kind, by=found.by, clause=clause)
    state = replace(state, irregularity=None)
    return _settle(setup, state, event, index, found, _ACCEPTED)


Settler = Callable[[Setup, State, Irregularity, int], State]


def _settle(
    setup: Setup,
    state: State,
    event: Event,
    index: int,
    found: Irregularity,
    how: dict[str, Settler],
) -> State:
    settle = how.get(found.kind)
    if settle is None:
        return state  # recorded; the arbiter may add a penalty
    try:
        return settle(setup, state, found, index)
    except OpeningRuleError as error:
        refuse(setup, state, event, error.clause, f"{found.kind} cannot be settled: {error}")


def _centred(setup: Setup, state: State, found: Irregularity, index: int) -> State:
    return _opened(setup, state, state.opening, found.by, (Point("h8"),))


def _off_centre(setup: Setup, state: State, found: Irregularity, index: int) -> State:
    return _opened(setup, state, _anywhere(state.opening), found.by, found.points)


def _restart(setup: Setup, state: State, found: Irregularity, index: int) -> State:
    return restarted(state, setup.opening.start())


def _no_pattern(setup: Setup, state: State, found: Irregularity, index: int) -> State:
    state = restarted(state, setup.opening.start())
    return _opened(setup, state, _anywhere(state.opening), found.by, found.points)


def _one_proposal(setup: Setup, state: State, found: Irregularity, index: int) -> State:
    opening = state.opening.apply({"type": "declare", "by": found.by, "count": 1})
    return end_turn(setup, _followed(state, opening), found.by)


def _opened(
    setup: Setup, state: State, opening: OpeningState, by: Player, points: tuple[Point, ...]
) -> State:
    for point in points:
        opening = opening.apply({"type": "stone", "by": by, "point": point})
    state = _followed(state, opening)
    return state if state.to_act == by else end_turn(setup, state, by)


def _anywhere(opening: OpeningState) -> OpeningState:
    """Return the opening with stones allowed on every empty point from here on."""
    rule = opening.played or opening.rule
    stages = {
        name: replace(
            stage,
            options=tuple(
                replace(option, regions=(ANYWHERE,) * len(option.regions))
                for option in stage.options
            ),
        )
        for name, stage in rule.stages.items()
    }
    return replace(opening, played=replace(rule, stages=stages))


def _both_stand(setup: Setup, state: State, found: Irregularity, index: int) -> State:
    """Put the second stone too: it has its owner's colour, and the opponent is to act."""
    color = state.color_of(found.by)
    if color is None or state.phase != "play":
        return state
    state = replace(state, to_move=color)
    return put(setup, state, found.by, found.points[0], index)


def _first_point(setup: Setup, state: State, found: Irregularity, index: int) -> State:
    return _stone_on(setup, state, found, index, found.points[0], found.points[1])


def _final_point(setup: Setup, state: State, found: Irregularity, index: int) -> State:
    return _stone_on(setup, state, found, index, found.points[1], found.points[0])


def _fallen(setup: Setup, state: State, found: Irregularity, index: int) -> State:
    return _stone_on(setup, state, found, index, found.points[0], None)


def _stone_on(
    setup: Setup,
    state: State,
    found: Irregularity,
    index: int,
    wanted: Point,
    other: Point | None,
) -> State:
    """Let the irregular stone stand on `wanted`, whether it is on the board yet or not."""
    last = state.moves[-1] if state.moves else None
    if last == wanted:
        return state
    if other is not None and last == other:
        state = _without_last(state)
    state = put(setup, state, found.by, wanted, index)
    return state if state.outcome is not None else end_turn(setup, state, found.by)


def _taken_up(setup: Setup, state: State, found: Irregularity, index: int) -> State:
    if state.moves and state.moves[-1] == found.points[0]:
        return _without_last(state)
    return state


def _without_last(state: State) -> State:
    last, color = state.moves[-1], state.move_colors[-1]
    position = state.position.copy()
    if isinstance(last, Point):
        position.remove(last, color)
    return replace(
        state,
        position=position,
        moves=state.moves[:-1],
        move_colors=state.move_colors[:-1],
        to_move=color,
        fouls=tuple(foul for foul in state.fouls if foul.point != last),
        fives=tuple(five for five in state.fives if last not in five.row),
    )


def _as_it_is(setup: Setup, state: State, found: Irregularity, index: int) -> State:
    return state


_CORRECTED: Final[dict[str, Settler]] = {
    "first_stone_off_centre": _centred,
    "not_a_pattern": _restart,
    "count_not_declared": _as_it_is,  # the number is owed now
    "two_moves": _as_it_is,  # the second stone is withdrawn
    "slid": _first_point,
    "moved_stone": _first_point,
    "dropped": _taken_up,
}
_ACCEPTED: Final[dict[str, Settler]] = {
    "first_stone_off_centre": _off_centre,
    "not_a_pattern": _no_pattern,
    "count_not_declared": _one_proposal,
    "two_moves": _both_stand,
    "slid": _final_point,
    "moved_stone": _final_point,
    "dropped": _fallen,
}


def disarranged(setup: Setup, state: State, event: Event, index: int) -> State:
    """Rule on displaced stones where the book leaves no choice, else wait (RIF 8, CN 4.2, RU 6.2)."""
    book = setup.rulebook
    clause = book.clause("disarranged")
    if state.phase not in ("opening", "play"):
        refuse(setup, state, event, clause, f"the game is {state.phase.replace('_', ' ')}")
    kind, rebuilt = book["disarranged"], event["reconstructable"]
    culprit: Player | None = event["by"] if event["cause"] == "player" else None
    if event["cause"] == "player" and culprit is None:
        refuse(setup, state, event, clause, "'by' must say who displaced the stones")
    if kind == "none":
        refuse(setup, state, event, clause, "stones of programs are not displaced")
    if kind == "cn" and culprit is not None:
        if event["intent"] == "deliberate" or not rebuilt:
            return win(state, OTHER[culprit], "penalty", clause, index)
        state = violated(setup, state, culprit, index, "scattered the stones", "CN 4.2(1)")
        return state if state.outcome is not None else _paused(state)
    if rebuilt:
        running = frozenset({culprit}) if kind == "ru" and culprit else frozenset()
        return _paused(state, running=running)
    if kind == "rif":
        if culprit is not None:
            return win(state, OTHER[culprit], "penalty", clause, index)
        return nobody_wins(state, "void", "arbiter", clause, index)
    rulings = ("draw", "replay") if kind == "cn" else ("draw", "replay", "position")
    return replace(_paused(state), rulings=rulings)


def reconstructed(setup: Setup, state: State, event: Event, index: int) -> State:
    """Go on after both have confirmed the position."""
    if state.phase != "paused" or state.rulings:
        clause = setup.rulebook.clause("disarranged")
        refuse(setup, state, event, clause, "no position waits to be rebuilt")
    return _resumed(state)


HANDLERS: Final = {
    "irregularity": report,
    "demand": demand,
    "disarranged": disarranged,
    "reconstructed": reconstructed,
}
