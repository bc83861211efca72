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
    expected,
    moves_made,
    press,
    refuse,
    win_by_five,
    win_by_foul,
)
from .draws import dead_position, offer
from .events import Event
from .state import Five, Foul, Phase, State

__all__ = ["HANDLERS", "opening_step", "pass_", "press_clock", "start", "stone"]

#: Black stones below which White surely has an open window: a row needs one in five points.
_FEWEST_FOR_DEAD: Final = 45


def start(setup: Setup, state: State, event: Event, index: int) -> State:
    """Begin the round: Black's clock runs, or that of who is absent (RIF 14.3, 15; CN 8.4, 8.5)."""
    if index != 0:
        refuse(setup, state, event, setup.rulebook.clause("clock"), "the round has started already")
    absent = frozenset(event["absent"])
    phase: Phase = "play" if state.opening.is_over else "opening"
    return press(replace(state, phase=phase, absent=absent))


def opening_step(setup: Setup, state: State, event: Event, index: int) -> State:
    """Take a step of the opening; a wrong one leaves the game as it is, the clock running (C28)."""
    player = _acting(setup, state, event)
    if state.phase != "opening":
        clause = setup.opening.clause
        refuse(setup, state, event, clause, f"{event.type} is not due: the opening is over")
    state = _press_by_reply(state, player)
    try:
        opening = state.opening.apply(_step_of(event))
    except OpeningRuleError as error:
        raise RulingError(
            str(error), clause=error.clause, expected=error.expected or expected(setup, state)
        ) from error
    state = _followed(state, opening)
    if event.type == "swap":
        state = replace(state, swaps=state.swaps + 1)
    if event.type in ("swap", "propose") and state.draw_offer not in (None, player):
        state = replace(state, draw_offer=None)
    if state.phase == "opening" and opening.actor == player:
        return state  # the same turn: three stones, keep and a stone, choice and the sixth
    if state.to_act == player:
        return state
    return end_turn(setup, state, player)


def _step_of(event: Event) -> dict[str, object]:
    return {k: v for k, v in event.source.items() if k not in ("at_ms", "offer_draw")}


def _followed(state: State, opening: OpeningState) -> State:
    """Carry what the opening did over to the game: stones, colours, the phase."""
    position = state.position
    colors = list(state.move_colors)
    for move in opening.moves[len(state.opening.moves) :]:
        color = Color.BLACK if len(colors) % 2 == 0 else Color.WHITE
        if isinstance(move, Point):
            if position is state.position:
                position = position.copy()
            position.place(move, color)
        colors.append(color)
    return replace(
        state,
        opening=opening,
        position=position,
        moves=opening.moves,
        move_colors=tuple(colors),
        to_move=Color.BLACK if len(colors) % 2 == 0 else Color.WHITE,
        black=opening.black,
        phase="play" if opening.is_over else "opening",
        refused=None,
    )


def stone(setup: Setup, state: State, event: Event, index: int) -> State:
    """Put a stone."""
    if state.phase == "opening":
        return opening_step(setup, state, event, index)
    player = _acting(setup, state, event)
    state = _press_by_reply(state, player)
    point: Point = event["point"]
    if state.position.at(point) != 0:
        number = state.moves.index(point) + 1 if point in state.moves else None
        by = f" by the stone of move {number}" if number else ""
        refuse(setup, state, event, setup.rulebook.clause("occupied"), f"{point} is occupied{by}")
    after = put(setup, state, player, point, index)
    if after.outcome is not None:
        return after
    after = end_turn(setup, after, player)
    return offer(setup, after, event, index, player) if event["offer_draw"] else after


def put(setup: Setup, state: State, player: Player, point: Point, index: int) -> State:
    """Return the state after a stone: fouls and fives stand to be claimed, or end the game."""
    color = state.to_move
    verdict = _verdict(setup, state.position, point, color)
    if verdict.is_foul and setup.rulebook["foul"] == "illegal":
        raise RulingError(
            f"{point} is a {verdict.label}: it cannot be played "
            f"({setup.rulebook.clause(verdict.label)})",
            clause=setup.rulebook.clause(verdict.label),
            expected=expected(setup, state),
        )
    state = _moved(state, color)
    position = state.position.copy()
    position.place(point, color)
    state = replace(
        state,
        position=position,
        moves=(*state.moves, point),
        move_colors=(*state.move_colors, color),
        to_move=color.opponent,
        passes=(),
    )
    if verdict is Verdict.FIVE:
        five = Five(player, _row(position, point, color), index)
        state = replace(state, fives=(*state.fives, five))
        if setup.is_auto("five"):
            return win_by_five(setup, state, five, index)
    if verdict.is_foul:
        lapses = verdict is not Verdict.OVERLINE or not setup.rulebook["late_overline"]
        foul = Foul(point, verdict, index, lapses and setup.rulebook["foul_lapses"])
        state = replace(state, fouls=(*state.fouls, foul))
        if setup.is_auto("foul"):
            return win_by_foul(setup, state, foul, index)
    return _ends_by_board(setup, state, index)


def _verdict(setup: Setup, position: _core.Position, point: Point, color: Color) -> Verdict:
    if not setup.fouls and color is Color.BLACK:
        # Without fouls Black's five or more is what White's is.
        rows = position.copy()
        rows.place(point, color)
        five = any(len(row) >= 5 for row in _runs(rows, point, color))
        return Verdict.FIVE if five else Verdict.LEGAL
    return Verdict(position.verdict(point, color, setup.rulebook.reading))


def _row(position: _core.Position, point: Point, color: Color) -> tuple[Point, ...]:
    """Return the row of five (or more) that the stone on `point` has just made."""
    rows = [row for row in _runs(position, point, color) if len(row) >= 5]
    exact = [row for row in rows if len(row) == 5]
    return (exact or rows)[0]


def _runs(position: _core.Position, point: Point, color: Color) -> list[tuple[Point, ...]]:
    found = []
    for rows, cols in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = [point]
        for sign in (-1, 1):
            row, col = point.row + sign * rows, point.col + sign * cols
            while 0 <= row < 15 and 0 <= col < 15 and position.at(15 * row + col) == color:
                run.append(POINTS[15 * row + col])
                row, col = row + sign * rows, col + sign * cols
        found.append(tuple(sorted(run)))
    return found


def _moved(state: State, color: Color) -> State:
    """Return what a completed move of that colour undoes: White's lets fouls lapse (RIF 9.8).

    It also declines the opponent's draw offer and accepts what was irregular (CN 6.2).
    """
    player = state.owner(color)
    lapsed = tuple(foul for foul in state.fouls if foul.lapses) if color is Color.WHITE else ()
    return replace(
        state,
        fouls=tuple(foul for foul in state.fouls if foul not in lapsed),
        lapsed=(*state.lapsed, *lapsed),
        draw_offer=None if state.draw_offer != player else state.draw_offer,
        refused=None,
        takeback=None,
    )


def _ends_by_board(setup: Setup, state: State, index: int) -> State:
    """End the game on a full or dead board, if nothing is left to be claimed."""
    if state.is_full:
        if state.fives or state.fouls:
            return state  # it waits for a claim, or for the arbiter
        return draw(state, "board_full", setup.rulebook.clause("board full"), index)
    if (
        setup.rulebook["dead_position"]
        and not state.fives
        and not state.fouls
        and state.position.count(Color.BLACK) >= _FEWEST_FOR_DEAD
        and dead_position(state.position)
    ):
        return draw(state, "dead_position", setup.rulebook.clause("dead_position"), index)
    return state


def pass_(setup: Setup, state: State, event: Event, index: int) -> State:
    """Pass (RIF 5, CN 11.1(1), RU 4.4); two passes may be a draw."""
    player = _acting(setup, state, event)
    if state.phase == "opening":
        return opening_step(setup, state, event, index)
    if not setup.rulebook["may_pass"]:
        refuse(setup, state, event, setup.rulebook.clause("may_pass"), "nobody may pass")
    ban = setup.rulebook["pass_ban"]
    if moves_made(state) < ban:
        why = f"nobody may pass within the first {ban} moves"
        refuse(setup, state, event, setup.rulebook.clause("pass_ban"), why)
    state = _press_by_reply(state, player)
    color = state.to_move
    state = _moved(state, color)
    state = replace(
        state,
        moves=(*state.moves, PASS),
        move_colors=(*state.move_colors, color),
        to_move=color.opponent,
        passes=(*state.passes, color),
    )
    if _two_passes(setup, state):
        return draw(state, "passes", setup.rulebook.clause("passes"), index)
    state = end_turn(setup, state, player)
    return offer(setup, state, event, index, player) if event["offer_draw"] else state


def _two_passes(setup: Setup, state: State) -> bool:
    kind = setup.rulebook["two_passes"]
    if kind == "round":  # CN 10.2(2): in the same round, so Black's first (def.11)
        return state.passes[-2:] == (Color.BLACK, Color.WHITE)
    return kind == "either" and len(state.passes) >= 2


def press_clock(setup: Setup, state: State, event: Event, index: int) -> State:
    """Press the clock: the move is completed for the time control (RIF 14.3, 14.4; CN def.1)."""
    clause = setup.rulebook.clause("clock")
    if state.clock is None:
        refuse(setup, state, event, clause, "there is no clock")
    if setup.auto_press:
        refuse(setup, state, event, clause, "moves press the clock by themselves (auto_press)")
    if state.owes_press != event.by:
        refuse(setup, state, event, clause, f"{event.by} has not completed a turn")
    return press(replace(state, clock=state.clock.complete_turn(state.owes_press)))


def _press_by_reply(state: State, player: Player) -> State:
    """Return the state when a player replies before the opponent has pressed (C27).

    The opponent's move is complete then; his clock, which he forgot, runs on until he is to move
    again anyway, so nothing of the replier's time is spent (RIF 14.3).
    """
    if state.owes_press is None or state.owes_press == player or state.clock is None:
        return state
    return replace(state, clock=state.clock.complete_turn(state.owes_press), owes_press=None)


def _acting(setup: Setup, state: State, event: Event) -> Player:
    """Return who moves, if it is his turn.

    Raises
    ------
    RulingError
        If it is not, or the game does not run.
    """
    by = event.by
    turn = setup.rulebook.clause("turn")
    if state.phase not in ("opening", "play") or state.rulings:
        refuse(setup, state, event, turn, f"the game is {state.phase.replace('_', ' ')}")
    if state.irregularity is not None and state.irregularity.demanded:
        clause = setup.rulebook.clause("irregularities")
        refuse(setup, state, event, clause, "a correction is demanded: the arbiter makes it")
    if by != state.to_act:
        refuse(setup, state, event, turn, f"it is {state.to_act}'s turn")
    if state.owes_press == by:
        refuse(setup, state, event, setup.rulebook.clause("clock"), f"{by} owes the press")
    if state.owes_press is not None and not setup.rulebook["reply_before_press"]:
        clause = setup.rulebook.clause("reply_before_press")
        why = f"{state.owes_press} has not completed his move: he has not pressed the clock"
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
