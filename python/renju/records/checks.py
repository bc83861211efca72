"""What the readers share: moves up to the first fault, results, boards of another size."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from typing import Final

from ..board import Board
from ..errors import FormatError, RenjuError
from ..geometry import PASS, POINTS, SIZE, Color, Move, Point
from .model import Problem, Record
from .tree import NO_MOVE, ROOT, Tree

__all__ = [
    "SizeError",
    "default_mover",
    "from_top",
    "impossible_nodes",
    "of_this_size",
    "read_result",
    "up_to_fault",
]

#: Black's score, as people write it.
_RESULTS: Final = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "½-½": "1/2-1/2",
    "0.5-0.5": "1/2-1/2",
    "0": "1/2-1/2",
    "=": "1/2-1/2",
    "jigo": "1/2-1/2",
    "void": "void",
}
_WINNER: Final = re.compile(r"(b|w|black|white)\s*\+")


class SizeError(FormatError):
    """A board that is not 15x15; the message says its size."""

    def __init__(self, name: str, place: str, width: int, height: int) -> None:
        self.place = place
        self.what = f"a board of {width}x{height}: renju is played on 15x15"
        super().__init__(f"{name}: {place}: {self.what}")


def of_this_size(found: Iterable[Record | SizeError], form: str) -> Iterator[Record]:
    """Yield records; a board of another size is a record with a problem if others have the right one.

    Raises
    ------
    SizeError
        The first one, if no board is 15x15.
    """
    waiting: list[SizeError] = []
    sound = False
    for item in found:
        if isinstance(item, Record):
            for error in waiting:
                yield _of_wrong_size(error, form)
            waiting.clear()
            sound = True
            yield item
        elif sound:
            yield _of_wrong_size(item, form)
        else:
            waiting.append(item)
    for error in waiting:
        raise error


def _of_wrong_size(error: SizeError, form: str) -> Record:
    problem = Problem(error.place, error.what)
    return Record(problems=(problem,), format=form, place=error.place)


def from_top(col: int, row: int) -> Point | None:
    """Return the point of a 0-based column and row, row 0 at the top; None if it is off the board."""
    if 0 <= col < SIZE and 0 <= row < SIZE:
        return POINTS[SIZE * (SIZE - 1 - row) + col]
    return None


def default_mover(black: Iterable[Point], white: Iterable[Point]) -> Color:
    """Return whose turn it is where nobody says so, as `Board` has it."""
    more = len(tuple(black)) - len(tuple(white)) == 1
    return Color.WHITE if more else Color.BLACK


def up_to_fault(
    moves: Iterable[Move],
    *,
    black: tuple[Point, ...] = (),
    white: tuple[Point, ...] = (),
    to_move: Color | None = None,
) -> tuple[tuple[Move, ...], str | None]:
    """Return the moves that can be played, and why the one after them cannot."""
    board = None
    try:
        board = Board(black=black, white=white, to_move=to_move)
        for move in moves:
            board.push(move)
    except RenjuError as error:
        return (() if board is None else tuple(board.moves)), str(error)
    return tuple(board.moves), None


def impossible_nodes(
    tree: Tree, set_up: Iterable[Point] = (), unchecked: Container[int] = ()
) -> Iterator[int]:
    """Yield the nodes whose point is set up or taken by a move on the way to them.

    Below the nodes in `unchecked`, which take stones away or put some, nothing is looked at.
    """
    moves, first_child, next_sibling = (
        array.tolist() for array in (tree.moves, tree.first_child, tree.next_sibling)
    )
    taken = [False] * (len(POINTS) + 1)
    for point in set_up:
        taken[point] = True
    todo = [0]
    while todo:
        index = todo.pop()
        if index < 0:  # its subtree is done
            taken[moves[~index]] = False
            continue
        if index in unchecked:
            continue
        point = moves[index]
        if point not in (NO_MOVE, ROOT, PASS):
            if taken[point]:
                yield index
            else:
                taken[point] = True
                todo.append(~index)
        children = []
        child = first_child[index]
        while child != -1:
            children.append(child)
            child = next_sibling[child]
        todo.extend(reversed(children))


def read_result(text: str) -> str:
    """Return a result of any spelling as `Record.result` has it, empty if it says none.

    Examples
    --------
    >>> [read_result(text) for text in ("B+R", "W+Time", "B+Draw", "0-1", "?")]
    ['1-0', '0-1', '1/2-1/2', '0-1', '']
    """
    plain = text.strip().lower()
    if plain in _RESULTS:
        return _RESULTS[plain]
    if "draw" in plain:  # B+Draw is a draw too (ORC Game Center)
        return "1/2-1/2"
    winner = _WINNER.match(plain)
    if winner is None:
        return ""
    return "1-0" if winner[1].startswith("b") else "0-1"
