"""The steps of an opening: one that is taken, and one that may be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..errors import NotationError, OpeningRuleError
from ..geometry import Color, Point, to_point
from ..notation import format_moves
from .steps import Player

__all__ = ["OWED", "Action", "Choice"]

_FIELDS: Final = {
    "stone": "point",
    "choose": "point",
    "stones": "points",
    "propose": "points",
    "declare": "count",
    "exclude": "rule",
}
#: What a player owes, by the type of the step.
OWED: Final = {
    "stone": "a stone",
    "stones": "two stones",
    "keep": "keep",
    "swap": "swap",
    "declare": "the number of fifth moves",
    "propose": "the proposals for the fifth move",
    "choose": "the choice of one of the proposals",
    "exclude": "a rule to exclude",
}


@dataclass(frozen=True, slots=True)
class Action:
    """One step of an opening, an event of the game log.

    Attributes
    ----------
    type
        `stone`, `stones`, `keep`, `swap`, `declare`, `propose`, `choose`, `exclude` or `pass`.
    by
        `"A"` or `"B"`.
    points
        The point of `stone` and `choose`, the points of `stones` and `propose`.
    count
        The number of `declare`.
    rule
        The rule of `exclude`.
    """

    type: str
    by: Player
    points: tuple[Point, ...] = ()
    count: int | None = None
    rule: str | None = None

    def __post_init__(self) -> None:
        """Check the fields; points are taken in any form."""
        if self.by not in ("A", "B"):
            raise OpeningRuleError(f"{self.type} by {self.by!r}: 'by' is 'A' or 'B'")
        if self.type not in (*OWED, "pass"):
            raise OpeningRuleError(f"{self.type!r} is no step of an opening")
        name = _FIELDS.get(self.type)
        try:
            object.__setattr__(self, "points", _to_points(self.points))
        except NotationError as error:
            raise OpeningRuleError(f"{self.type} by {self.by}: {error}") from error
        if name == "point" and len(self.points) != 1:
            raise OpeningRuleError(f"{self.type} by {self.by}: it takes one point")
        if name == "count" and (not isinstance(self.count, int) or isinstance(self.count, bool)):
            raise OpeningRuleError(f"declare by {self.by}: {self.count!r} is no number")
        if name == "rule" and not isinstance(self.rule, str):
            raise OpeningRuleError(f"exclude by {self.by}: {self.rule!r} is no name of a rule")

    @classmethod
    def from_dict(cls, event: Mapping[str, Any]) -> Action:
        """Read an event of the game log; its `at_ms` and the like are the game's.

        Raises
        ------
        OpeningRuleError
            If a field is missing or wrong.
        """
        if not isinstance(event, Mapping):
            raise OpeningRuleError(f"{event!r} is no event")
        if "type" not in event:
            raise OpeningRuleError(f"{dict(event)}: the field 'type' is missing")
        kind, by = event["type"], event.get("by")
        name = _FIELDS.get(kind) if isinstance(kind, str) else None
        if name is None:
            return cls(kind, by)  # type: ignore[arg-type]  # __post_init__ checks it
        if name not in event:
            raise OpeningRuleError(f"{dict(event)}: {kind} needs the field {name!r}")
        value = event[name]
        return cls(kind, by, **{"points": (value,)} if name == "point" else {name: value})  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, Any]:
        """Return it as an event of the game log."""
        event: dict[str, Any] = {"type": self.type, "by": self.by}
        name = _FIELDS.get(self.type)
        if name == "point":
            event["point"] = str(self.points[0])
        elif name == "points":
            event["points"] = [str(point) for point in self.points]
        elif name is not None:
            event[name] = getattr(self, name)
        return event

    def __str__(self) -> str:
        what = {
            "declare": f" {self.count}",
            "exclude": f" {self.rule}",
        }.get(self.type, f" {format_moves(self.points)}" if self.points else "")
        return f"{self.by} {self.type}{what}"


def _to_points(value: object) -> tuple[Point, ...]:
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise NotationError(f"{value!r} is no list of points")
    return tuple(map(to_point, value))


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be done now, with all that a user interface needs to offer it.

    Attributes
    ----------
    type
        The event type.
    by
        The player, `"A"` or `"B"`.
    clause
        The clause that allows it.
    regions
        One set of allowed points for each stone of `stone` and `stones` (in their order, and no
        point twice); for `propose` and `choose` one set, from which to take `count`.
    colors
        The colours of these stones.
    count
        How many points the event takes.
    least, most
        The bounds of `declare`.
    rules
        The rules of which `exclude` takes one.
    unequal
        For `propose`: the symmetry under which no two points may be equal.
    """

    type: str
    by: Player
    clause: str
    regions: tuple[frozenset[Point], ...] = ()
    colors: tuple[Color, ...] = ()
    count: int = 0
    least: int = 0
    most: int = 0
    rules: tuple[str, ...] = ()
    unequal: str = ""

    @property
    def points(self) -> frozenset[Point]:
        """The points allowed for any of its stones."""
        return frozenset().union(*self.regions)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-ready data, points as text; without what this type has not."""
        data: dict[str, Any] = {"type": self.type, "by": self.by, "clause": self.clause}
        if self.regions:
            data["regions"] = [list(map(str, sorted(region))) for region in self.regions]
            data |= {"colors": [color.label for color in self.colors], "count": self.count}
        if self.type == "declare":
            data |= {"least": self.least, "most": self.most}
        if self.rules:
            data["rules"] = list(self.rules)
        if self.unequal:
            data["unequal"] = self.unequal
        return data
