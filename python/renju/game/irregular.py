"""Irregularities: what is corrected, what stands by playing on (CN 6).

What was done stands on the board when it is reported, as it does on the table. The opponent's next step
accepts it (CN 6.2); a correction starts from the game as it was before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile
from typing import Final

from ..errors import OpeningRuleError, RulingError
from ..geometry import Color, Move, Point
from ..notation import format_moves
from ..openings import OpeningState
from ..openings.steps import ANYWHERE, END
from .arbiter import colors_stand, paused, restarted, with_colors
from .common import Setup, end_turn, note, phase_text, press, refuse, run_clock
from .events import Event
from .play import ends_by_itself, follow, put
from .state import OTHER, Irregularity, State, changed

__all__ = ["ACCEPTING", "HANDLERS", "accept_by_playing_on", "check", "correct"]

#: The events by which the opponent plays on.
ACCEPTING: Final = ("stone", "pass", "stones", "keep", "swap", "declare", "propose", "choose")
#: How many points each kind needs; those left out are recorded only, with any.
_POINTS: Final = {
    "first_stone_off_centre": 1,
    "not_a_pattern": 3,
    "count_not_declared": 0,
    "two_moves": 1,
    "slid": 2,
    "moved_stone": 2,
    "dropped": 1,
}


def check(setup: Setup, state: State, event: Event) -> None:
    """Refuse a report whose points do not suit its kind."""
    clause, kind = setup.rulebook.clause("irregularities"), event["kind"]
    if event["point"] is not None and event["points"] is not None:
        refuse(setup, state, event, clause, "'point' or 'points' says where, not both")
    points, needed = _points(event), _POINTS.get(kind)
    if needed is not None and len(points) != needed:
        takes = f"{needed} point{'' if needed == 1 else 's'}"
        refuse(setup, state, event, clause, f"{kind} takes {takes}, not {len(points)}")
    if needed is not None and len(set(points)) != needed:
        refuse(setup, state, event, clause, f"{kind} is about different points")


def _points(event: Event) -> tuple[Point, ...]:
    return event["points"] or ((event["point"],) if event["point"] is not None else ())


def report(setup: Setup, state: State, event: Event) -> State:
    """Report something irregular; the opponent demands correction, or accepts by playing on."""
    book, kind = setup.rulebook, event["kind"]
    clause = book.clause("irregularities")
    if not book["irregularities"]:
        refuse(setup, state, event, clause, "this rulebook leaves it to the organiser (arbiter)")
    if state.phase not in ("opening", "play"):
        refuse(setup, state, event, clause, phase_text(state))
    if state.irregularity is not None:
        why = f"{state.irregularity.kind} is not settled yet"
        refuse(setup, state, event, clause, why)
    found = Irregularity(kind, event.player, state.index, _points(event), before=state)
    # Both ways to settle it must be open, or the opponent would stumble over it later.
    corrected = _settled(setup, state, event, found, _CORRECTED)
    after = _settled(setup, state, event, found, _DONE)
    if kind in _DONE:  # else it is recorded, and the board is what it is
        found = replace(found, corrected=corrected)
    after = changed(after, irregularity=found)
    if len(after.moves) > len(state.moves) or after.opening != state.opening:
        after = changed(after, draw_offer=None)
    if state.mover == found.by and after.mover != found.by:
        after = end_turn(setup, after, found.by)
    return after


def demand(setup: Setup, state: State, event: Event) -> State:
    """Demand that the arbiter corrects it (CN 6.1)."""
    clause = setup.rulebook.clause("irregularities")
    found = state.irregularity
    if found is None:
        refuse(setup, state, event, clause, "nothing irregular was reported")
    if event.by == found.by:
        refuse(setup, state, event, clause, "the opponent demands correction")
    return changed(state, irregularity=replace(found, demanded=True))


def correct(setup: Setup, state: State, event: Event) -> State:
    """Make the correction that was demanded (CN 6.1(1) to (10))."""
    found = state.irregularity
    clause = setup.rulebook.clause("irregularities")
    if found is None or found.before is None or not found.demanded:
        refuse(setup, state, event, clause, "no correction was demanded")
    number = _NUMBERS.get(found.kind)
    cited = clause if number is None or clause != "CN 6.1" else f"CN 6.1({number})"
    state = note(state, corrected=found.kind, by=found.by, clause=cited)
    if found.kind not in _CORRECTED:
        return changed(state, irregularity=None)  # recorded; the arbiter may add a penalty
    if found.kind == "wrong_colors" and colors_stand(found.before):
        return _right_colors(setup, changed(state, irregularity=None), found)  # the game goes on
    stopped = state.phase == "paused"  # then the time is not the players' (CN 8.10)
    # The board goes back; the clocks and what was counted since do not (CN 8.10: the arbiter's matter).
    state = changed(
        found.before,
        phase=found.before.phase,
        clock=state.clock,
        history=state.history,
        violations=state.violations,
        draw_offers=state.draw_offers,
        absent=state.absent,
        index=state.index,
        now_ms=state.now_ms,
        owes_press=None,
    )
    if found.before.owes_press == found.by:  # his turn before stays made
        state = press(changed(state, owes_press=found.by), found.by)
    after = ends_by_itself(setup, _settled(setup, state, event, found, _CORRECTED))
    if after.outcome is not None:
        return after
    return paused(after) if stopped else run_clock(after)


def accept_by_playing_on(setup: Setup, state: State) -> State:
    """Let what was irregular stand, because the opponent plays on (CN 6.2)."""
    found = state.irregularity
    if found is None:
        raise RuntimeError("nothing irregular was reported")
    clause = setup.rulebook.clause("accepted by playing on")
    state = note(state, accepted=found.kind, by=found.by, clause=clause)
    return changed(state, irregularity=None)


Settler = Callable[[Setup, State, Irregularity], State]


def _settled(
    setup: Setup, state: State, event: Event, found: Irregularity, how: dict[str, Settler]
) -> State:
    settle = how.get(found.kind)
    if settle is None:
        return state
    try:
        return settle(setup, state, found)
    except (OpeningRuleError, RulingError) as error:
        clause = error.clause or setup.rulebook.clause("irregularities")
        refuse(setup, state, event, clause, f"{found.kind}: {error}")


# Openings


def _centred(setup: Setup, state: State, found: Irregularity) -> State:
    return _opened(setup, state, state.opening, found, (Point("h8"),))


def _off_centre(setup: Setup, state: State, found: Irregularity) -> State:
    _not_allowed(state, found, found.points)
    return _opened(setup, state, _anywhere(state.opening), found, found.points)


def _restart(setup: Setup, state: State, found: Irregularity) -> State:
    return restarted(setup, state)


def _no_pattern(setup: Setup, state: State, found: Irregularity) -> State:
    put_already = len(state.moves)
    if state.moves != found.points[:put_already]:
        raise RulingError(f"the stones so far are {state.moves_text() or 'none'}")
    left = found.points[put_already:]
    _not_allowed(state, found, left)
    return _opened(setup, state, _anywhere(state.opening), found, left)


def _not_allowed(state: State, found: Irregularity, points: tuple[Point, ...]) -> None:
    """Refuse a report of stones that the opening rule allows (CN 6.1(1), (2): in designated openings).

    Raises
    ------
    RulingError
        If it does.
    """
    opening = state.opening
    try:
        for point in points:
            opening = opening.apply({"type": "stone", "by": found.by, "point": point})
    except OpeningRuleError:
        return
    raise RulingError(f"the opening rule {opening.rule.id} allows {format_moves(points)}")


def _not_declared(setup: Setup, state: State, found: Irregularity) -> State:
    step = {"type": "declare", "by": found.by, "count": 1}
    return follow(setup, state, state.opening.apply(step))


def _opened(
    setup: Setup,
    state: State,
    opening: OpeningState,
    found: Irregularity,
    points: tuple[Point, ...],
) -> State:
    if state.phase != "opening":
        raise RulingError("the opening is over")
    for point in points:
        opening = opening.apply({"type": "stone", "by": found.by, "point": point})
    return follow(setup, state, opening)


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


# Stones


def _both_stand(setup: Setup, state: State, found: Irregularity) -> State:
    """Put the second stone too: it has its owner's colour, and the opponent is to act.

    Where the opening has no place for it, the opening rule is over with it (inferred).
    """
    color = state.color_of(found.by)
    if color is None or state.mover == found.by:
        raise RulingError(f"{found.by} has not made his first move")
    _empty(state, found.points[0])
    opening = state.opening if state.opening.is_over else replace(state.opening, stage=END)
    state = changed(state, to_move=color, opening=opening, phase="play")
    return put(setup, state, found.points[0], may_end=False)


def _first_point(setup: Setup, state: State, found: Irregularity) -> State:
    return _stone_on(setup, state, found, *found.points)


def _final_point(setup: Setup, state: State, found: Irregularity) -> State:
    return _stone_on(setup, state, found, *reversed(found.points))


def _fallen(setup: Setup, state: State, found: Irregularity) -> State:
    return _stone_on(setup, state, found, found.points[0], found.points[0])


def _stone_on(
    setup: Setup, state: State, found: Irregularity, wanted: Point, other: Point
) -> State:
    """Let the irregular stone stand on `wanted`, whether the log has it on the board yet or not."""
    last = state.moves[-1] if state.moves else None
    if last == wanted:
        return state
    if last == other:
        state = _without_last(setup, state)
    _is_his(state, found, last)
    _empty(state, wanted)
    if state.phase == "opening":
        return _opened(setup, state, state.opening, found, (wanted,))
    return put(setup, state, wanted, may_end=False)


def _is_his(state: State, found: Irregularity, last: Move | None) -> None:
    """Refuse a report of a stone that is not of whoever is to play it (CN 6.1(5) to (7)).

    `state` is the game without that stone, `last` the last move with it.

    Raises
    ------
    RulingError
        If it is the opponent's turn.
    """
    if state.mover != found.by:
        stands = "no stone is on the board" if last is None else f"the last move is {last}"
        raise RulingError(f"it is {state.mover}'s turn, and {stands}")


def _empty(state: State, point: Point) -> None:
    if state.position.at(point) != 0:
        raise RulingError(f"{point} is occupied")


def _taken_up(setup: Setup, state: State, found: Irregularity) -> State:
    """Take the dropped stone up; if the log does not have it, there is nothing to take."""
    last = state.moves[-1] if state.moves else None
    if last != found.points[0]:
        return state
    state = _without_last(setup, state)
    _is_his(state, found, last)
    return state


def _without_last(setup: Setup, state: State) -> State:
    """Return the state without the last stone, and without what it did."""
    last, color = state.moves[-1], state.move_colors[-1]
    if state.phase == "opening" or not state.opening.is_over:
        return _reopened(setup, state)
    position = state.position.copy()
    if isinstance(last, Point):
        position.remove(last, color)
    # Taken up, White's stone has let nothing lapse: what Black's moves before it were stands again.
    black = takewhile(
        lambda i: state.move_colors[i] is Color.BLACK, range(len(state.moves) - 2, -1, -1)
    )
    before = {state.moves[i] for i in black}
    back = tuple(f for f in state.lapsed if color is Color.WHITE and f.point in before)
    return changed(
        state,
        position=position,
        moves=state.moves[:-1],
        move_colors=state.move_colors[:-1],
        to_move=color,
        fouls=(*(foul for foul in state.fouls if foul.point != last), *back),
        lapsed=tuple(foul for foul in state.lapsed if foul not in back),
        fives=tuple(five for five in state.fives if last not in five.row),
        owes_press=None,
    )


def _reopened(setup: Setup, state: State) -> State:
    """Return an opening that has gone on to its last stone, without it."""
    opening = restarted(setup, state).opening
    *steps, last = state.opening.applied
    if last.type != "stone":
        raise RulingError("the stone is not the last step of the opening")
    done = len(opening.applied)  # what was excluded
    for step in steps[done:]:
        opening = opening.apply(step)
    bare = replace(setup.opening.start(), moves=())
    state = changed(restarted(setup, state), opening=bare, swaps=state.swaps, history=state.history)
    return follow(setup, state, opening)


def _as_it_is(setup: Setup, state: State, found: Irregularity) -> State:
    return state


def _right_colors(setup: Setup, state: State, found: Irregularity) -> State:
    clause = setup.rulebook.clause("mixed colours")
    return with_colors(setup, state, OTHER[state.presenter], clause, found=found.before)


#: What the board is once it was done, and after the correction.
_DONE: Final[dict[str, Settler]] = {
    "first_stone_off_centre": _off_centre,
    "not_a_pattern": _no_pattern,
    "count_not_declared": _not_declared,
    "two_moves": _both_stand,
    "slid": _final_point,
    "moved_stone": _final_point,
    "dropped": _fallen,
}
_CORRECTED: Final[dict[str, Settler]] = {
    "first_stone_off_centre": _centred,
    "not_a_pattern": _restart,
    "count_not_declared": _as_it_is,  # the number is owed now
    "two_moves": _as_it_is,  # the second stone is withdrawn
    "slid": _first_point,
    "moved_stone": _first_point,
    "dropped": _taken_up,
    "wrong_colors": _right_colors,
}
#: The items of CN 6.1.
_NUMBERS: Final = {
    "first_stone_off_centre": 1,
    "not_a_pattern": 2,
    "count_not_declared": 3,
    "two_moves": 4,
    "slid": 5,
    "moved_stone": 6,
    "dropped": 7,
    "clock_before_stone": 8,
    "wrong_hand": 8,
    "draw_offer": 9,
    "adjusting": 10,
}

HANDLERS: Final = {"irregularity": report, "demand": demand}
