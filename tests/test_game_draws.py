"""Dead positions (RU 8.1): neither side can still make a five."""

from __future__ import annotations

import itertools
import random

import pytest

from games_support import is_black
from renju import POINTS, Board, Color, _core
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
