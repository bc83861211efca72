"""Moves: the steps of an opening, stones, passes, the clock's button."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from .. import _core
from ..clock import Player
from ..errors import OpeningRuleError, RulingError
from ..geometry import PASS, POINTS, Color, Point
from ..openings import OpeningState
from ..verdicts import Verdict
from .common import (
    Setup,
    draw,
    end_turn,
    exchanged,
    expected,
    has_excluded,
    phase_text,
    press,
    refuse,
    run_clock,
    why_no_pass,
    win_by_five,
    win_by_foul,
)
from .draws import dead_position, offer
from .events import Event, shortened, visible
from .state import OTHER, Five, Foul, Phase, State, changed

__all__ = [
    "HANDLERS",
    "ends_by_itself",
    "follow",
    "opening_step",
    "pass_",
    "press_clock",
    "start",
    "stone",
]

#: Black stones below which White surely has an open window: a row needs one in five points.
_FEWEST_FOR_DEAD: Final = 45
#: The steps that decline the opponent's draw offer; a pass is none in an opening.
_DECLINING: Final = ("stone", "stones", "swap", "propose")


def start(setup: Setup, state: State, event: Event) -> State:
    """Begin the round: Black's clock runs, or that of who is absent (RIF 14.3, 15; CN 8.4, 8.5)."""
    if state.index != 0:
        refuse(setup, state, event, setup.rulebook.clause("clock"), "the round has started already")
    phase: Phase = "play" if state.opening.is_over else "opening"
    absent, started_ms = frozenset(event["absent"]), event.at_ms or 0
    return run_clock(changed(state, phase=phase, absent=absent, started_ms=started_ms))


def opening_step(setup: Setup, state: State, event: Event) -> State:
    """Take a step of the opening; a wrong one leaves the game as it is, the clock running (C28)."""
    player = _acting(setup, state, event)
    if state.phase != "opening":
        clause = setup.opening.clause
        refuse(setup, state, event, clause, f"{event.type} is not due: the opening is over")
    try:
        opening = state.opening.apply(_step_of(event))
    except OpeningRuleError as error:
        raise RulingError(
            visible(shortened(str(error))),
            clause=error.clause,
            expected=error.expected or expected(setup, state),
        ) from error
    if state.presenter == "B" and has_excluded(opening) and not has_excluded(state.opening):
        opening = exchanged(opening)  # the rule that is left has its own roles
    state = follow(setup, state, opening)
    if event.type == "swap":
        state = changed(state, swaps=state.swaps + 1)
    if event.type in _DECLINING and state.draw_offer != player:
        state = changed(state, draw_offer=None)
    if state.outcome is None and state.mover != player:
        # The clock passes: three stones, keep and a stone, choice and the sixth are one turn.
        state = end_turn(setup, state, player)
    return state


def _step_of(event: Event) -> dict[str, object]:
    return {k: v for k, v in event.source.items() if k not in ("at_ms", "offer_draw")}


def follow(setup: Setup, state: State, opening: OpeningState) -> State:
    """Carry what the opening did over to the game: stones, colours, the phase."""
    added = opening.moves[len(state.opening.moves) :]
    if opening.black != state.black and state.fives:  # a row belongs to whoever owns its colour
        swapped = tuple(replace(five, by=OTHER[five.by]) for five in state.fives)
        state = changed(state, fives=swapped)
    state = changed(state, black=opening.black, refused=None, takeback=None)
    for point in added:
        if isinstance(point, Point):
            state = put(setup, state, point)
        if state.outcome is not None:
            break
    if state.outcome is not None:
        return changed(state, opening=opening)
    return changed(state, opening=opening, phase="play" if opening.is_over else "opening")


def stone(setup: Setup, state: State, event: Event) -> State:
    """Put a stone."""
    if state.phase == "opening":
        after, player = opening_step(setup, state, event), event.player
    else:
        player = _acting(setup, state, event)
        point: Point = event["point"]
        if state.position.at(point) != 0:
            number = state.moves.index(point) + 1 if point in state.moves else None
            by = f" by the stone of move {number}" if number else ""
            clause = setup.rulebook.clause("occupied")
            refuse(setup, state, event, clause, f"{point} is occupied{by}")
        after = put(setup, state, point)
        if after.outcome is None:
            after = end_turn(setup, after, player)
    after = changed(after, last_move=(player, event.at_ms), last_event=state.index)
    if event["offer_draw"] and after.outcome is None:
        after = offer(setup, after, event, player)
    return after


def put(setup: Setup, state: State, point: Point, *, may_end: bool = True) -> State:
    """Return the state after a stone: fouls and fives stand to be claimed, or end the game.

    It has the colour to move. With `may_end` false nothing ends by itself.
    """
    color = state.to_move
    verdict = Verdict.LEGAL
    if setup.fouls or color is Color.WHITE:
        verdict = Verdict(state.position.verdict(point, color, setup.reading))
    if verdict.is_foul and setup.rulebook["foul"] == "illegal":
        clause = setup.rulebook.clause("foul")
        raise RulingError(
            f"{point} is a {verdict.label}: it cannot be played ({clause})",
            clause=clause,
            expected=expected(setup, state),
        )
    position = state.position.copy()
    position.place(point, color)
    rows: list[tuple[Point, ...]] = []
    if verdict is Verdict.FIVE or (not setup.fouls and color is Color.BLACK):
        rows = _rows(position, point, color, exact=setup.fouls and color is Color.BLACK)
    state = _moved(
        state,
        color,
        position=position,
        moves=(*state.moves, point),
        move_colors=(*state.move_colors, color),
        to_move=color.opponent,
    )
    owner = state.owner(color)
    if rows and owner is not None:
        fives = tuple(Five(owner, row, state.index) for row in rows)
        state = changed(state, fives=(*state.fives, *fives))
        if may_end and setup.is_auto("five"):
            return win_by_five(setup, state, fives[0])
    elif verdict.is_foul and owner is not None:
        lapses = verdict is not Verdict.OVERLINE or not setup.rulebook["late_overline"]
        foul = Foul(point, verdict, state.index, lapses and setup.rulebook["foul_lapses"])
        state = changed(state, fouls=(*state.fouls, foul))
        if may_end and setup.is_auto("foul"):
            return win_by_foul(setup, state, foul)
    return ends_by_board(setup, state) if may_end else state


def _rows(
    position: _core.Position, point: Point, color: Color, *, exact: bool
) -> list[tuple[Point, ...]]:
    """Return the rows of five (or more) through a stone, those of exactly five first."""
    found = []
    for rows, cols in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = [point]
        for sign in (-1, 1):
            row, col = point.row + sign * rows, point.col + sign * cols
            while 0 <= row < 15 and 0 <= col < 15 and position.at(15 * row + col) == color:
                run.append(POINTS[15 * row + col])
                row, col = row + sign * rows, col + sign * cols
        if len(run) == 5 or (len(run) > 5 and not exact):
            found.append(tuple(sorted(run)))
    return sorted(found, key=len)


def _moved(state: State, color: Color, **values: object) -> State:
    """Return what a completed move of that colour undoes: White's lets fouls lapse (RIF 9.8).

    It also declines the opponent's draw offer. `values` are what else changes.
    """
    player = state.owner(color)
    if color is Color.WHITE and state.fouls:
        lapsed = tuple(foul for foul in state.fouls if foul.lapses)
        values["fouls"] = tuple(foul for foul in state.fouls if not foul.lapses)
        values["lapsed"] = (*state.lapsed, *lapsed)
    if state.draw_offer is not None and state.draw_offer != player:
        values["draw_offer"] = None
    return changed(state, refused=None, takeback=None, **values)


def ends_by_itself(setup: Setup, state: State) -> State:
    """End the game by what stands on the board, where that ends it by itself.

    A stone does so when it is put; this is for what was held back or set: an irregularity that was settled,
    a position that was ruled.
    """
    made: list[Five | Foul] = []
    if setup.is_auto("five"):
        made += state.fives
    if setup.is_auto("foul"):
        made += state.fouls
    if not made:
        return ends_by_board(setup, state)
    first = min(made, key=lambda found: _completed_by(state, found))
    if isinstance(first, Five):
        return win_by_five(setup, state, first)
    return win_by_foul(setup, state, first)


def _completed_by(state: State, found: Five | Foul) -> int:
    """Return which of the moves completed a row or was the foul."""
    points = found.row if isinstance(found, Five) else (found.point,)
    return max(state.moves.index(point) for point in points)


def ends_by_board(setup: Setup, state: State) -> State:
    """End the game on a full or dead board, if nothing is left to be claimed."""
    if state.fives or state.fouls:
        return state  # it waits for a claim, or for the arbiter
    if len(state.moves) < 2 * _FEWEST_FOR_DEAD:
        return state
    blacks = state.position.count(Color.BLACK)
    if state.is_full:
        return draw(state, "board_full", setup.rulebook.clause("board full"))
    if (
        blacks >= _FEWEST_FOR_DEAD
        and setup.is_auto("dead_position")
        and dead_position(state.position, overlines=not setup.fouls)
    ):
        clause = setup.rulebook.clause("dead_position")
        if not setup.rulebook["dead_position"]:
            clause = "event regulations (auto_adjudicate)"
        return draw(state, "dead_position", clause)
    return state


def pass_(setup: Setup, state: State, event: Event) -> State:
    """Pass (RIF 5, CN 11.1(1), RU 4.4); two passes may be a draw."""
    if state.phase == "opening":
        return opening_step(setup, state, event)
    player = _acting(setup, state, event)
    refused = why_no_pass(setup, state)
    if refused is not None:
        refuse(setup, state, event, refused[1], refused[0])
    after = put_pass(setup, state)
    if after.outcome is not None:
        return after
    after = end_turn(setup, after, player)
    after = changed(after, last_move=(player, event.at_ms), last_event=state.index)
    return offer(setup, after, event, player) if event["offer_draw"] else after


def put_pass(setup: Setup, state: State, *, may_end: bool = True) -> State:
    """Return the state after a pass of whoever is to move; see `put`."""
    color = state.to_move
    state = _moved(
        state,
        color,
        moves=(*state.moves, PASS),
        move_colors=(*state.move_colors, color),
        to_move=color.opponent,
    )
    kind, passes = setup.rulebook["two_passes"], state.passes
    # CN 10.2(2): in the same round, so Black's first (def.11).
    in_round = passes[-2:] == (Color.BLACK, Color.WHITE)
    drawn = (kind == "round" and in_round) or (kind == "either" and len(passes) >= 2)
    if drawn and may_end:
        return draw(state, "passes", setup.rulebook.clause("passes"))
    return state


def press_clock(setup: Setup, state: State, event: Event) -> State:
    """Press the clock: the move is completed for the time control (RIF 14.3, 14.4; CN def.1)."""
    clause = setup.rulebook.clause("clock")
    if setup.auto_press:
        refuse(setup, state, event, clause, "moves press the clock by themselves (auto_press)")
    if state.owes_press != event.by or state.phase not in ("opening", "play"):
        if state.phase == "opening" and state.mover == event.by:
            rule = state.opening.played or state.opening.rule
            clause = rule.stages[state.opening.stage].clause  # what is missing (CN 6.1(3))
        refuse(setup, state, event, clause, f"{event.by} has not completed a turn")
    return run_clock(press(state, event.player))


def _acting(setup: Setup, state: State, event: Event) -> Player:
    """Return who moves, if it is his turn.

    Raises
    ------
    RulingError
        If it is not, or the game does not run.
    """
    by = event.by
    turn = setup.rulebook.clause("turn")
    if state.phase not in ("opening", "play"):
        refuse(setup, state, event, turn, phase_text(state))
    if state.irregularity is not None and state.irregularity.demanded:
        clause = setup.rulebook.clause("irregularities")
        refuse(setup, state, event, clause, "a correction is demanded: the arbiter makes it")
    if by in state.absent:
        refuse(setup, state, event, setup.rulebook.clause("late"), f"{by} has not arrived")
    if by != state.mover:
        refuse(setup, state, event, turn, f"it is {state.mover}'s turn")
    owes = state.owes_press
    if owes is not None and state.clock is not None and not setup.rulebook["reply_before_press"]:
        clause = setup.rulebook.clause("reply_before_press")
        why = f"{owes} has not completed his move: he has not pressed the clock"
        refuse(setup, state, event, clause, why)
    return event.player


HANDLERS: Final = {
    "start": start,
    "stone": stone,
    "pass": pass_,
    "press": press_clock,
    **dict.fromkeys(
        ("stones", "keep", "swap", "declare", "propose", "choose", "exclude"), opening_step
    ),
}
