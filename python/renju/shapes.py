"""The shapes that stones make, as objects."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from . import _core
from .geometry import POINTS, Color, Direction, Point

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .verdicts import Reading

__all__ = ["Shape", "ShapeKind"]


class ShapeKind(enum.Enum):
    """What a shape is (RIF 3; CN def.4-8; RU 3). Its value is the field's word for it."""

    FIVE = "five"
    OVERLINE = "overline"
    STRAIGHT_FOUR = "straight four"
    FOUR = "four"
    THREE = "three"
    FALSE_THREE = "false three"


_KINDS: Final = tuple(ShapeKind)
_DIRECTIONS: Final = tuple(Direction)


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape: its stones and the points that complete it.

    Attributes
    ----------
    kind
        A three of Black none of whose straight-four points may be played is a `FALSE_THREE`.
    direction
        The direction of its row.
    stones
        Its stones in the order of the row: five, six or more, four, or three of them.
    completing
        The five point of a four, both of a straight four, the points that make a straight four of a
        three; none of a five or an overline.
    playable
        Those of `completing` that may be played; they differ for threes of Black only.
    """

    kind: ShapeKind
    direction: Direction
    stones: tuple[Point, ...]
    completing: tuple[Point, ...]
    playable: tuple[Point, ...]

    def __str__(self) -> str:
        return f"{self.kind.value} {' '.join(map(str, self.stones))}"

    def to_dict(self) -> dict[str, Any]:
        """Return the shape as JSON-ready data, points as text."""
        return {
            "kind": self.kind.value,
            "direction": self.direction.label,
            "stones": [str(point) for point in self.stones],
            "completing": [str(point) for point in self.completing],
            "playable": [str(point) for point in self.playable],
        }


def raw_shapes(position: _core.Position, point: Point, color: Color) -> Iterator[Shape]:
    """Yield the shapes by their geometry alone: each three is a THREE with no point played."""
    for kind, direction, stones, completing in position.shapes(point, color):
        points = tuple(POINTS[p] for p in completing)
        yield Shape(
            _KINDS[kind],
            _DIRECTIONS[direction],
            tuple(POINTS[p] for p in stones),
            points,
            () if _KINDS[kind] is ShapeKind.THREE else points,
        )


def shapes_through(
    position: _core.Position, point: Point, color: Color, reading: Reading
) -> tuple[Shape, ...]:
    """Return the shapes through a point, threes of Black judged by whether they can grow."""
    after = position.copy()
    if after.at(point) == 0:
        after.place(point, color)
    found = []
    for shape in raw_shapes(position, point, color):
        if shape.kind is not ShapeKind.THREE:
            found.append(shape)
            continue
        playable = tuple(
            q
            for q in shape.completing
            if color is Color.WHITE
            or _core.may_be_played(after.verdict(q, color, reading), reading)
        )
        kind = ShapeKind.THREE if playable else ShapeKind.FALSE_THREE
        found.append(Shape(kind, shape.direction, shape.stones, shape.completing, playable))
    return tuple(found)
