"""Dead positions (RU 8.1): neither side can still make a five."""

from __future__ import annotations

import itertools
import random

import pytest

from games_support import is_black
from renju import POINTS, Board, Color, Game, Point, _core
from renju.game.draws import dead_position

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


def position(cells: dict[str, str]) -> _core.Position:
    """A full board without any use for anybody, but for some cells: `x` black, `o` white, `.` empty."""
    found = _core.Position()
    for point in POINTS:
        cell = cells.get(str(point), "x" if is_black(point) else "o")
        if cell != ".":
            found.place(point, Color.BLACK if cell == "x" else Color.WHITE)
    return found


def plainly_dead(board: _core.Position, *, overlines: bool) -> bool:
    """The words of the rule, window by window."""

    def at(row: int, col: int) -> int:
        return board.at(15 * row + col) if 0 <= row < 15 and 0 <= col < 15 else 0

    for (rows, cols), row, col in itertools.product(STEPS, range(15), range(15)):
        line = [(row + n * rows, col + n * cols) for n in range(-1, 6)]
        if not all(0 <= r < 15 and 0 <= c < 15 for r, c in line[1:6]):
            continue
        first, *window, last = [at(r, c) for r, c in line]
        if Color.BLACK not in window:
            return False
        if Color.WHITE not in window and (overlines or Color.BLACK not in (first, last)):
            return False
    return True


def test_a_full_board_is_dead() -> None:
    assert dead_position(position({}))


def test_an_empty_board_is_alive() -> None:
    assert not dead_position(_core.Position())


def test_black_needs_an_exact_five() -> None:
    """b1 to g1 with f1 open would be six: no five for Black, but one where overlines win."""
    row = dict(zip(("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"), "oxxxx.xo", strict=True))
    assert dead_position(position(row))
    assert not dead_position(position(row), overlines=True)
    assert not dead_position(position(row | {"g1": "o"}))


def test_white_may_make_more_than_five() -> None:
    row = dict(zip(("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"), "xoooo.ox", strict=True))
    assert not dead_position(position(row))


def test_ru_8_1_without_fouls() -> None:
    """A game without fouls (CN 3.3) ends by a dead position (RU 8.1) only when Black's overline is out of reach, too."""
    row = dict(zip(("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"), "oxxxx.xo", strict=True))
    board = position(row | {"o15": "."})
    stones = {
        color: [point for point in POINTS if board.at(point) == color]
        for color in (Color.BLACK, Color.WHITE)
    }
    stones[Color.BLACK].sort(key=lambda point: point != Point("h8"))  # it comes first
    game = Game("ru", "centre", options={"fouls": False})
    while stones[Color.BLACK] or stones[Color.WHITE]:
        color = game.state.to_move
        what = (
            {"type": "stone", "point": stones[color].pop(0)} if stones[color] else {"type": "pass"}
        )
        game = game.apply({**what, "by": game.state.to_act})
    if game.state.to_move is Color.BLACK:
        game = game.apply({"type": "pass", "by": "A"})
    # With Black's restrictions it would be over: f1 makes six. Without them it is a win.
    assert game.outcome is None
    assert game.state.position == board
    assert dead_position(board)
    ended = game.apply({"type": "stone", "by": "B", "point": "f1"}).outcome
    assert ended is not None
    assert (ended.result, ended.termination, ended.clause) == ("1/2-1/2", "dead_position", "RU 8.1")
    passed = game.apply({"type": "pass", "by": "B"})
    six = passed.apply({"type": "stone", "by": "A", "point": "f1"}).outcome
    assert six is not None
    assert (six.result, six.termination, six.clause) == ("1-0", "five", "RU 7.1")


@pytest.mark.parametrize("overlines", [False, True])
def test_against_the_words_of_the_rule(overlines: bool) -> None:
    rng = random.Random(5)
    seen = set()
    for number in range(400):
        # Open cells near one another, so that about half of the boards are dead.
        where = rng.choice(POINTS)
        near = [p for p in POINTS if max(abs(p.row - where.row), abs(p.col - where.col)) <= 3]
        changes = {str(p): rng.choice("xxo..") for p in rng.sample(near, number % 14)}
        board = position(changes)
        dead = plainly_dead(board, overlines=overlines)
        assert dead_position(board, overlines=overlines) == dead, Board.from_array(board.to_array())
        seen.add(dead)
    assert seen == {False, True}
