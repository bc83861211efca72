"""The errors of renju: every one is a `RenjuError`, and every `RenjuError` is a `ValueError`.

A message says what is wrong, quotes the input, says where it stands and what would be right.
"""

from __future__ import annotations

__all__ = [
    "ClockError",
    "DiagramError",
    "FormatError",
    "IllegalMoveError",
    "InvalidPositionError",
    "NotationError",
    "OffBoardError",
    "OpeningRuleError",
    "RenjuError",
    "RulingError",
]


def quoted(value: object) -> str:
    """Return a value as an error message quotes it: its repr, clipped when it is long."""
    try:
        text = repr(value[:80]) if isinstance(value, (str, bytes)) else repr(value)
    except ValueError:  # an integer with more digits than Python prints
        return f"a number of {value.bit_length() if isinstance(value, int) else '?'} bits"
    long = isinstance(value, (str, bytes)) and len(value) > 80
    return f"{text[:160]}…" if long or len(text) > 160 else text


class RenjuError(ValueError):
    """Something about renju that cannot be."""


class NotationError(RenjuError):
    """Text (or another value) that stands for no point or move."""


class IllegalMoveError(RenjuError):
    """A stone where none can be put, or a move that cannot be taken back."""


class InvalidPositionError(RenjuError):
    """An array or a set of stones that is no board."""


class OffBoardError(NotationError, IllegalMoveError):
    """A well-formed point that lies off the board, such as `j16` or 225."""


class DiagramError(NotationError, InvalidPositionError):
    """A text diagram that is no board of 15 lines of 15 cells."""


class OpeningRuleError(RenjuError):
    """A step, or a choice of rules, that the opening rule does not allow.

    Attributes
    ----------
    clause
        The clause that refuses it.
    expected
        The types of the steps that may be taken instead.
    """

    def __init__(self, message: str, *, clause: str = "", expected: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.clause = clause
        self.expected = expected


class RulingError(RenjuError):
    """An event that the rulebook does not allow.

    Attributes
    ----------
    clause
        The clause that refuses it.
    expected
        The types of the events by which the game can go on instead.
    at_event
        The index of the event in its log, None if it is not known.
    """

    def __init__(
        self,
        message: str,
        *,
        clause: str = "",
        expected: tuple[str, ...] = (),
        at_event: int | None = None,
    ) -> None:
        super().__init__(message)
        self.clause = clause
        self.expected = expected
        self.at_event = at_event


class ClockError(RenjuError):
    """A time control or a clock reading that cannot be."""


class FormatError(RenjuError):
    """A file that is not of the format it should be."""
