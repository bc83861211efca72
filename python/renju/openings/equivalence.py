"""When two proposals for the fifth stone are the same.

RIF 12.7 wants proposals "unequal in all respects". Arbiters read it of the shape that the stones form, wherever on
the board it stands: an isometry of the plane that carries the coloured stones onto themselves makes equal the points
that it carries onto each other. The edges are ignored, so an image off the board has no partner. Servers that look at
the board's own eight symmetries only can choose that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from typing import Final, Literal

from ..errors import NotationError
from ..geometry import PASS, POINTS, SIZE, Move, Point, PointLike, Symmetry, to_point
from ..notation import parse_moves, to_move
from .patterns import moves_given

__all__ = ["Isometry", "SymmetryKind", "classes", "equivalent", "symmetries"]

SymmetryKind = Literal["local", "board"]

# Plain tables: this is asked for every empty point of every position of an opening.
_TURNED: Final = tuple(tuple(turn.apply(point) for point in POINTS) for turn in Symmetry)
_ROWS: Final = tuple(point.row for point in POINTS)
_COLS: Final = tuple(point.col for point in POINTS)
_SINGLES: Final = tuple(frozenset((point,)) for point in POINTS)


@dataclass(frozen=True, slots=True)
class Isometry:
    """A symmetry of the square about the board's centre, then a shift by whole cells.

    Attributes
    ----------
    symmetry
        The turn or mirror.
    rows, cols
        The shift.
    """

    symmetry: Symmetry
    rows: int
    cols: int

    def apply(self, point: Point) -> Point | None:
        """Return where a point goes, None if that is off the board."""
        return _images(self)[point]


@lru_cache(maxsize=256)
def _images(isometry: Isometry) -> tuple[Point | None, ...]:
    """Return where every point goes."""
    rows, cols = isometry.rows, isometry.cols
    return tuple(
        Point.at(image.row + rows, image.col + cols)
        if 0 <= image.row + rows < SIZE and 0 <= image.col + cols < SIZE
        else None
        for image in _TURNED[isometry.symmetry]
    )


def symmetries(
    moves: str | Iterable[Move | PointLike], *, symmetry: SymmetryKind = "local"
) -> tuple[Isometry, ...]:
    """Return the isometries that carry the coloured stones onto themselves, the identity first.

    Parameters
    ----------
    moves
        The moves of a game; odd stones are black, passes take a turn. Their order does not matter
        otherwise: stones 1 and 3 may change places.
    symmetry
        `"local"`: any isometry of the plane; `"board"`: only those that keep the board in place.

    Returns
    -------
    tuple of Isometry
        A group. A point may be carried off the board by one of them, a stone never is.

    Raises
    ------
    NotationError
        If a move is no point, or `symmetry` is neither.
    """
    return _symmetries(_as_moves(moves), symmetry)


def _symmetries(given: list[Move], kind: SymmetryKind) -> tuple[Isometry, ...]:
    if kind not in ("local", "board"):
        raise NotationError(f"{kind!r} is no kind of symmetry: use 'local' or 'board'")
    colors = [[move for move in given[first::2] if isinstance(move, Point)] for first in (0, 1)]
    found = []
    for turn in Symmetry:
        turned = [[_TURNED[turn][point] for point in stones] for stones in colors]
        shift = _shift(colors, turned)
        if shift is None or (kind == "board" and shift != (0, 0)):
            continue
        if all(_carries(shift, *pair) for pair in zip(turned, colors, strict=True)):
            found.append(Isometry(turn, *shift))
    return tuple(found)


def equivalent(
    moves: str | Iterable[Move | PointLike],
    p: PointLike,
    q: PointLike,
    *,
    symmetry: SymmetryKind = "local",
) -> bool:
    """Whether two points are equal as the next stone (RIF 12.7, CN def.10); a point equals itself.

    Parameters
    ----------
    moves
        The moves so far, as for `symmetries`.
    p, q
        Two points, empty ones as a rule.
    symmetry
        `"local"` as arbiters judge, edges ignored; `"board"` as some servers do.

    Raises
    ------
    NotationError
        If something is no point, or `symmetry` is neither.

    Examples
    --------
    >>> equivalent("h8 h9 h7 h6", "g8", "g7"), equivalent("h8 h9 h7 h6", "g8", "g7", symmetry="board")
    (True, False)
    """
    one, two = to_point(p), to_point(q)
    return any(isometry.apply(one) == two for isometry in symmetries(moves, symmetry=symmetry))


def classes(
    moves: str | Iterable[Move | PointLike], *, symmetry: SymmetryKind = "local"
) -> list[frozenset[Point]]:
    """Return the empty points as sets of equal ones, in the order of their first points.

    Parameters
    ----------
    moves
        The moves so far, as for `symmetries`.
    symmetry
        `"local"` as arbiters judge, edges ignored; `"board"` as some servers do.

    Returns
    -------
    list of frozenset of Point
        Points that equal no other are sets of one, among them those whose images are all off the
        board. As many proposals as there are sets can be made, and no more.

    Raises
    ------
    NotationError
        If a move is no point, or `symmetry` is neither.

    Examples
    --------
    >>> sets = classes("h8 h9 h7 h6")
    >>> len(sets), [sorted(map(str, points)) for points in sets if "g8" in map(str, points)]
    (62, [['g7', 'g8', 'i7', 'i8']])
    """
    given = _as_moves(moves)
    group = _symmetries(given, symmetry)
    free = [True] * len(POINTS)
    for move in given:
        if isinstance(move, Point):
            free[move] = False
    if len(group) == 1:
        return list(compress(_SINGLES, free))
    tables = [_images(isometry) for isometry in group]
    found = []
    for point in compress(POINTS, tuple(free)):
        if free[point]:
            images = frozenset(i for table in tables if (i := table[point]) is not None)
            for image in images:
                free[image] = False
            found.append(images)
    return found


def _as_moves(moves: str | Iterable[Move | PointLike]) -> list[Move]:
    moves = moves_given(moves)
    given = parse_moves(moves) if isinstance(moves, str) else [to_move(move) for move in moves]
    stones = [move for move in given if move is not PASS]
    if len(set(stones)) < len(stones):
        twice = next(move for index, move in enumerate(stones) if move in stones[:index])
        raise NotationError(f"{twice} is taken twice among the moves")
    return given


def _shift(colors: list[list[Point]], turned: list[list[Point]]) -> tuple[int, int] | None:
    """Return the one shift after a turn that can keep the stones in place: it keeps their centroid."""
    count = sum(map(len, colors))
    if not count:
        return (0, 0)
    rows, cols = (
        sum(axis[p] for stones in colors for p in stones)
        - sum(axis[p] for stones in turned for p in stones)
        for axis in (_ROWS, _COLS)
    )
    return None if rows % count or cols % count else (rows // count, cols // count)


def _carries(shift: tuple[int, int], turned: list[Point], stones: list[Point]) -> bool:
    images = {(_ROWS[point] + shift[0], _COLS[point] + shift[1]) for point in turned}
    return images == {(_ROWS[point], _COLS[point]) for point in stones}
