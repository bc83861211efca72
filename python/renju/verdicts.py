"""What a stone is: the verdict, and the two readings of the rule that decides a three."""

from __future__ import annotations

import enum

from .errors import NotationError, quoted

__all__ = ["Reading", "Verdict"]


class Verdict(enum.IntEnum):
    """What a stone on a point is (RIF 9.1, 9.2); in arrays its number as uint8.

    A five comes before every foul: who makes a five wins, whatever else the stone makes. The fouls
    are named in the order OVERLINE, DOUBLE_FOUR, DOUBLE_THREE when a stone makes several.
    """

    LEGAL = 0
    FIVE = 1
    OVERLINE = 2
    DOUBLE_FOUR = 3
    DOUBLE_THREE = 4
    OCCUPIED = 5

    @property
    def is_foul(self) -> bool:
        """Whether it is a foul of Black's: an overline, a double-four or a double-three."""
        return 2 <= self <= 4

    @property
    def label(self) -> str:
        """The field's word for it, such as `"double-three"`."""
        return self.name.lower().replace("_", "-")

    @property
    def character(self) -> str:
        """Its character in a label line: `.` legal, `5`, `6`, `4`, `3`, and `x` on a stone."""
        return ".5643x"[self]


class Reading(enum.IntEnum):
    """When a point that would make a straight four "may be played", which decides a three.

    Attributes
    ----------
    RIF
        RIF 3, THREE: the added stone makes no five and is no foul. The default.
    PERMITTED
        RU 3: any permitted move will do, and a five is one. CN def.4 is read so too.
    """

    RIF = 0
    PERMITTED = 1

    @property
    def label(self) -> str:
        """`"rif"` or `"permitted"`."""
        return self.name.lower()

    @classmethod
    def of(cls, value: Reading | int | str) -> Reading:
        """Return the reading that a reading, its number or its name stands for.

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
        elif not isinstance(value, bool) and value in (0, 1):
            return cls(int(value))
        raise NotationError(f"{quoted(value)} is no reading: use Reading.RIF or Reading.PERMITTED")
