"""What an opening rule is made of: stages with options, as data.

A rule is a set of named stages. Each names who acts and what he may do; each of these options names the stage
that follows. `state.py` interprets them; nothing there knows a rule by name.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

from ..geometry import POINTS, Color, Move, Point
from .patterns import CENTRE, Pattern, identify

__all__ = [
    "ANYWHERE",
    "CENTRE_ONLY",
    "END",
    "Actor",
    "Option",
    "Pattern26",
    "Player",
    "Region",
    "Square",
    "Stage",
    "by_name",
    "color_of",
    "jsonable",
]

Player = Literal["A", "B"]

#: The stage after the last one: normal play.
END: Final = "play"


class Actor(enum.Enum):
    """Who acts in a stage; its value is how a sentence names him."""

    A = "A (tentative Black)"
    B = "B (tentative White)"
    BLACK = "Black"
    WHITE = "White"
    OTHER = "the other player"
    """Who did not take the step before."""


@dataclass(frozen=True, slots=True)
class Region:
    """Where a stone may be put: any empty point."""

    def points(self, moves: tuple[Move, ...]) -> frozenset[Point]:
        """Return the points that are allowed after `moves`."""
        return _EVERYWHERE.difference(moves)

    def __str__(self) -> str:
        return "on any empty point"


@dataclass(frozen=True, slots=True)
class Square(Region):
    """The square of that many cells round h8, or outside of it."""

    size: int
    outside: bool = False

    def points(self, moves: tuple[Move, ...]) -> frozenset[Point]:
        """Return the empty points in (or outside) the square."""
        inside = _square(self.size)
        return (_EVERYWHERE - inside if self.outside else inside).difference(moves)

    def __str__(self) -> str:
        if self.size == 1:
            return "on h8"
        where = "outside" if self.outside else "in"
        return f"{where} the {self.size} x {self.size} square round h8"


_EVERYWHERE: Final = frozenset(POINTS)


@cache
def _square(size: int) -> frozenset[Point]:
    return frozenset(
        point
        for point in POINTS
        if max(abs(point.row - CENTRE.row), abs(point.col - CENTRE.col)) <= size // 2
    )


@dataclass(frozen=True, slots=True)
class Pattern26(Region):
    """The third stone that makes one of the 26 patterns, but for those excluded; no extended one."""

    excluded: tuple[str, ...] = ()

    def points(self, moves: tuple[Move, ...]) -> frozenset[Point]:
        """Return the points that complete a pattern with the first two stones.

        While the second is open, those that can do so with some second stone.
        """
        near = Square(5).points(moves)
        if len(moves) < 2:
            return near
        return frozenset(point for point in near if self._allows(identify((*moves[:2], point))))

    def _allows(self, pattern: Pattern | None) -> bool:
        return pattern is not None and not pattern.derived and pattern.id not in self.excluded

    def __str__(self) -> str:
        but = f", but not {' or '.join(self.excluded)}" if self.excluded else ""
        return f"so that the three stones are one of the 26 patterns{but}"


ANYWHERE: Final = Region()
CENTRE_ONLY: Final = Square(1)

OptionType = Literal["stone", "stones", "keep", "swap", "declare", "propose", "choose", "exclude"]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be done in a stage.

    Attributes
    ----------
    type
        The event type of the game log.
    next
        The stage that follows.
    clause
        The clause that allows it, and refuses what it does not allow.
    regions
        For `stone` and `stones`: where each stone may be put; for `propose`: where the proposals.
    least, most
        For `declare`: the bounds of the number.
    count
        For `propose`: how many; 0 for the number that was declared.
    exchanges
        For `swap`: whether the players exchange their colours; else it gives back the move.
    white
        Who owns White from here on, where the colours were open until now.
    """

    type: OptionType
    next: str
    clause: str
    regions: tuple[Region, ...] = ()
    least: int = 1
    most: int = 221
    count: int = 0
    exchanges: bool = True
    white: Literal["", "actor", "other"] = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """A point of the opening at which one player owes a step.

    Attributes
    ----------
    name
        Its name, unique in the rule.
    actor
        Who owes the step.
    options
        What he may do.
    clause
        The clause that puts it there, and refuses whatever is no option of it.
    no_pass
        The clause that refuses a pass, if it is another one.
    """

    name: str
    actor: Actor
    options: tuple[Option, ...]
    clause: str
    no_pass: str = ""

    @property
    def types(self) -> tuple[str, ...]:
        """The types of its options."""
        return tuple(dict.fromkeys(option.type for option in self.options))


def color_of(number: int) -> Color:
    """Return the colour of the stone of that number, from 1: odd ones are black."""
    return Color.BLACK if number % 2 else Color.WHITE


def by_name(stages: Iterable[Stage]) -> dict[str, Stage]:
    """Return stages by their names.

    Raises
    ------
    ValueError
        If two have one name, an option leads nowhere, or the first one's actor is whoever did not
        take the step before.
    """
    found: dict[str, Stage] = {}
    for stage in stages:
        if stage.name in found:
            raise ValueError(f"two stages are named {stage.name!r}")
        if not found and stage.actor is Actor.OTHER:
            raise ValueError(
                f"nothing comes before the first stage, {stage.name!r}: name its actor"
            )
        found[stage.name] = stage
    for stage in found.values():
        for option in stage.options:
            if option.next != END and option.next not in found:
                raise ValueError(f"{stage.name!r} leads to {option.next!r}, which is no stage")
    return found


def jsonable(value: Any) -> Any:
    """Return the value of an option as JSON has it: tuples as lists."""
    return list(value) if isinstance(value, tuple) else value
