"""Points, colours, directions and the eight symmetries of the board.

Columns run from `a` to `o` (with `i`), rows from 1 at the bottom to 15. A point is the number
`15 * row + column`, row 0 being rank 1.
"""

from __future__ import annotations

import enum
import operator
import re
from typing import Any, ClassVar, Final, SupportsIndex

from . import _core
from .errors import NotationError, OffBoardError, quoted

__all__ = [
    "COLUMNS",
    "PASS",
    "POINTS",
    "SIZE",
    "Color",
    "Direction",
    "Move",
    "Pass",
    "Point",
    "PointLike",
    "Symmetry",
]

SIZE: Final = 15
COLUMNS: Final = "abcdefghijklmno"


class Color(enum.IntEnum):
    """The colour of a stone, as it stands in a cell of a board array (0 is an empty cell)."""

    BLACK = 1
    WHITE = 2

    @property
    def opponent(self) -> Color:
        """The other colour."""
        return _OPPONENT[self]

    @property
    def label(self) -> str:
        """`"black"` or `"white"`."""
        return self.name.lower()

    @classmethod
    def of(cls, value: Color | int | str) -> Color:
        """Return the colour that a colour, 1 or 2, or `"black"`/`"white"` stands for.

        Raises
        ------
        NotationError
            If it is none of these.
        """
        if type(value) is cls:
            return value
        if isinstance(value, str):
            found = cls.__members__.get(value.strip().upper())
            if found is not None:
                return found
        elif not isinstance(value, bool) and value in (1, 2):
            return cls(int(value))
        raise NotationError(f"{quoted(value)} is no colour: use Color.BLACK (1) or Color.WHITE (2)")


_OPPONENT: Final = {Color.BLACK: Color.WHITE, Color.WHITE: Color.BLACK}


class Direction(enum.IntEnum):
    """A direction in which stones can stand in a row (RIF 3, ROW)."""

    ROW = 0
    COLUMN = 1
    DIAGONAL = 2
    ANTI_DIAGONAL = 3

    @property
    def label(self) -> str:
        """`"row"`, `"column"`, `"diagonal"` (as a1-o15) or `"anti-diagonal"` (as a15-o1)."""
        return self.name.lower().replace("_", "-")


class Point(int):
    """An intersection: an `int` from 0 to 224 whose text is such as `h8`.

    Parameters
    ----------
    value
        A point, its number `15 * row + column`, or its text in either case.

    Raises
    ------
    NotationError
        If the text or value stands for no point; `OffBoardError` if it is off the board.

    Examples
    --------
    >>> Point("H8"), int(Point("h8")), str(Point(112))
    (Point('h8'), 112, 'h8')
    """

    __slots__ = ()

    _all: ClassVar[tuple[Point, ...]]
    _by_text: ClassVar[dict[object, Point]]

    def __new__(cls, value: PointLike) -> Point:  # noqa: PYI034  (the instances are shared)
        """Return the one instance of that point."""
        return to_point(value)

    @classmethod
    def at(cls, row: int, col: int) -> Point:
        """Return the point of a 0-based row and column, both from 0 to 14."""
        if not (0 <= row < SIZE and 0 <= col < SIZE):
            raise OffBoardError(f"row {row}, column {col}: both run from 0 to 14")
        return cls._all[SIZE * row + col]

    @property
    def row(self) -> int:
        """The row, 0 (rank 1, at the bottom) to 14."""
        return int(self) // SIZE

    @property
    def col(self) -> int:
        """The column, 0 (`a`) to 14 (`o`)."""
        return int(self) % SIZE

    def __str__(self) -> str:
        return f"{COLUMNS[self.col]}{self.row + 1}"

    def __format__(self, spec: str) -> str:
        return format(int(self) if spec.endswith("d") else str(self), spec)

    def __repr__(self) -> str:
        return f"Point('{self}')"


class Pass(int):
    """The move that puts no stone (RIF 5): there is one, `renju.PASS`, 225 in move arrays."""

    __slots__ = ()

    def __new__(cls) -> Pass:  # noqa: PYI034  (the instance is shared)
        """Return the one pass."""
        return PASS

    def __str__(self) -> str:
        return "pass"

    def __format__(self, spec: str) -> str:
        return format("pass", spec)

    def __repr__(self) -> str:
        return "renju.PASS"

    def __reduce__(self) -> str | tuple[Any, ...]:
        return (Pass, ())


PASS: Final[Pass] = int.__new__(Pass, 225)
Move = Point | Pass
PointLike = Point | int | str | SupportsIndex

Point._all = tuple(int.__new__(Point, number) for number in range(SIZE * SIZE))
POINTS: Final[tuple[Point, ...]] = Point._all
Point._by_text = {str(point): point for point in POINTS}
Point._by_text |= {text.upper(): point for text, point in Point._by_text.items()}  # type: ignore[attr-defined]

_WELL_FORMED = re.compile(r"([A-Za-z])(-?\d+)\Z", re.ASCII)


def to_point(value: PointLike) -> Point:
    """Return the point that a point, its number or its text stands for; see `Point`."""
    if type(value) is Point:
        return value
    if isinstance(value, str):
        found = Point._by_text.get(value)
        return found if found is not None else text_to_point(value)
    if isinstance(value, (bool, Pass)):
        raise NotationError(
            f"{quoted(value)} is no point: use text such as 'h8' or a number 0..224"
        )
    try:
        number = operator.index(value)
    except TypeError:
        message = (
            f"{quoted(value)} ({type(value).__name__}) is no point: use text such as 'h8' or a number "
            "0..224"
        )
        raise NotationError(message) from None
    if 0 <= number < len(POINTS):
        return POINTS[number]
    raise OffBoardError(
        f"{quoted(number)} is off the board: points are numbered 0 (a1) to 224 (o15)"
    )


def text_to_point(text: str, columns: str = COLUMNS) -> Point:
    """Read one point in either case.

    `columns` has the fifteen column letters of the dialect.
    """
    match = _WELL_FORMED.match(text.strip())
    if match is None:
        raise NotationError(
            f"{quoted(text)} is no point: expected a column letter a-o and a rank 1-15, such as 'h8'"
        )
    col = columns.find(match[1].lower())
    if col < 0 and columns != COLUMNS and match[1] in "iI":
        raise NotationError(
            f"{quoted(text)}: the letter i is not a column of this dialect (skip_i)"
        )
    if col < 0:
        raise OffBoardError(f"{quoted(text)} is off the board: columns run from a to {columns[-1]}")
    rank = int(match[2][:4])
    if not 1 <= rank <= SIZE:
        raise OffBoardError(f"{quoted(text)} is off the board: ranks run from 1 to 15")
    return POINTS[SIZE * (rank - 1) + col]


class Symmetry(enum.IntEnum):
    """The eight symmetries of the square board; turns are counter-clockwise.

    Examples
    --------
    >>> Symmetry.ROTATE_90.apply("a1"), Symmetry.MIRROR_COLUMN_H.apply("g9")
    (Point('o1'), Point('i9'))
    """

    IDENTITY = 0
    ROTATE_90 = 1
    ROTATE_180 = 2
    ROTATE_270 = 3
    MIRROR_A1_O15 = 4
    MIRROR_COLUMN_H = 5
    MIRROR_A15_O1 = 6
    MIRROR_ROW_8 = 7

    def apply(self, point: PointLike) -> Point:
        """Return the point to which this symmetry sends `point`."""
        return _IMAGES[self][to_point(point)]

    def then(self, other: Symmetry) -> Symmetry:
        """Return the symmetry that does this one first and `other` after it."""
        return _PRODUCTS[self][other]

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        return next(s for s in Symmetry if self.then(s) is Symmetry.IDENTITY)


_IMAGES: Final = tuple(
    tuple(POINTS[_core.transform_point(point, symmetry)] for point in range(len(POINTS)))
    for symmetry in range(8)
)


def _product(first: int, second: int) -> Symmetry:
    corner_and_neighbour = (0, 1)
    wanted = tuple(_IMAGES[second][_IMAGES[first][point]] for point in corner_and_neighbour)
    return next(
        s for s in Symmetry if tuple(_IMAGES[s][point] for point in corner_and_neighbour) == wanted
    )


_PRODUCTS: Final = tuple(tuple(_product(a, b) for b in range(8)) for a in range(8))
