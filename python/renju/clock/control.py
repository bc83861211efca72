"""Time controls: what each player has, as data and as text.

A control is a list of periods separated by commas. `90m` is an amount, `90m/40` forty moves in it, `3x60s` three
byo-yomi periods of one move each and `infx60s` unlimited ones, `infx30m/30` thirty moves in every thirty minutes;
`+30s` after a period is added for each move completed in it. `shared:4h` is one amount for both players, `inf` none.
Amounts are written `1h30m`, `45s`, `500ms`. All times are integer milliseconds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ..errors import ClockError, quoted

__all__ = ["Period", "TimeControl", "format_ms", "parse_ms"]

_UNITS: Final = {"h": 3_600_000, "m": 60_000, "s": 1_000, "ms": 1}
_AMOUNT: Final = re.compile(r"(?:[0-9]{1,15}(?:ms|[hms]))+")
_PART: Final = re.compile(r"([0-9]+)(ms|[hms])")
_PERIOD: Final = re.compile(
    r"(?:(?P<repeats>[0-9]{1,6}|inf)x)?(?P<amount>[0-9hms]+)"
    r"(?:/(?P<moves>[0-9]{1,6}))?(?:\+(?P<increment>[0-9hms]+))?"
)
_LONGEST_MS: Final = 10 * 365 * 24 * _UNITS["h"]


def parse_ms(text: str) -> int:
    """Read an amount of time, such as `1h30m`, in milliseconds.

    Raises
    ------
    ClockError
        If it is none, or longer than ten years.
    """
    if not isinstance(text, str):
        raise ClockError(f"{quoted(text)} is no amount of time: use text such as 1h30m")
    bare = text.strip()
    if not _AMOUNT.fullmatch(bare):
        raise ClockError(f"{quoted(text)} is no amount of time: write it as 1h30m, 45s or 500ms")
    order = [unit for _, unit in _PART.findall(bare)]
    if order != sorted(set(order), key=list(_UNITS).index):
        raise ClockError(f"{quoted(text)}: write each unit once, in the order h, m, s, ms")
    total = sum(int(number) * _UNITS[unit] for number, unit in _PART.findall(bare))
    if total > _LONGEST_MS:
        raise ClockError(f"{quoted(text)} is longer than ten years")
    return total


def format_ms(ms: int) -> str:
    """Print an amount of time as `parse_ms` reads it, in the fewest units.

    Examples
    --------
    >>> format_ms(5_400_000), format_ms(45_500), format_ms(0)
    ('1h30m', '45s500ms', '0s')
    """
    parts = []
    for unit, size in _UNITS.items():
        number, ms = divmod(ms, size)
        if number:
            parts.append(f"{number}{unit}")
    return "".join(parts) or "0s"


@dataclass(frozen=True, slots=True)
class Period:
    """One period of a time control.

    Attributes
    ----------
    ms
        Its time.
    moves
        The moves that must be completed in it; None if it has no such quota.
    repeats
        How often it comes; None without limit.
    increment_ms
        What is added for each move completed in it.
    is_byo_yomi
        Whether it is a period for one move, restored in full by each (CN 8.2).

    Raises
    ------
    ClockError
        If a number is none, or too small.
    """

    ms: int
    moves: int | None = None
    repeats: int | None = 1
    increment_ms: int = 0
    is_byo_yomi: bool = False

    def __post_init__(self) -> None:
        for name, least, given in (
            ("ms", 0, self.ms),
            ("moves", 1, self.moves),
            ("repeats", 1, self.repeats),
            ("increment_ms", 0, self.increment_ms),
        ):
            if given is None and name in ("moves", "repeats"):
                continue
            if isinstance(given, bool) or not isinstance(given, int) or given < least:
                raise ClockError(
                    f"{name}={quoted(given)} of a period: use an integer, {least} or more"
                )

    def __str__(self) -> str:
        shown = self.is_byo_yomi or self.repeats != 1
        repeats = "infx" if self.repeats is None else f"{self.repeats}x" * shown
        moves = "" if self.moves is None else f"/{self.moves}"
        increment = f"+{format_ms(self.increment_ms)}" if self.increment_ms else ""
        return f"{repeats}{format_ms(self.ms)}{moves}{increment}"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What time each player has.

    Attributes
    ----------
    periods
        The periods in their order; main time is period 0. Empty for no limit.
    shared
        Whether the one period is common to both (CN 8.1).
    """

    periods: tuple[Period, ...] = ()
    shared: bool = False

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read a time control.

        Raises
        ------
        ClockError
            With the period that is none, and the grammar.

        Examples
        --------
        >>> str(TimeControl.parse("90m/40, 30m, 3x60s"))
        '1h30m/40,30m,3x1m'
        """
        if not isinstance(text, str):
            raise ClockError(f"{quoted(text)} is no time control: use text such as 2h+30s")
        bare = "".join(text.split())
        if bare == "inf":
            return cls()
        if bare.startswith("shared:"):
            return cls((Period(_positive(parse_ms(bare.removeprefix("shared:")), text)),), True)
        periods = tuple(_period(part, text) for part in bare.split(","))
        for period, follows in pairwise(periods):
            if period.repeats is None:
                raise ClockError(f"{quoted(text)}: {follows} can never begin after {period}")
            if not follows.ms:
                raise ClockError(f"{quoted(text)}: only the main time may be 0s")
        if len(periods) == 1 and not periods[0].ms and not periods[0].increment_ms:
            raise ClockError(f"{quoted(text)} has no time")
        return cls(periods)

    def __str__(self) -> str:
        if not self.periods:
            return "inf"
        return ("shared:" if self.shared else "") + ",".join(map(str, self.periods))


def _period(part: str, text: str) -> Period:
    match = _PERIOD.fullmatch(part)
    if match is None:
        raise ClockError(
            f"{quoted(text)}: {quoted(part)} is no period: write 60m, 90m/40, 3x60s, infx60s or 2h+30s"
        )
    given = match["repeats"]
    repeats = None if given == "inf" else int(given or "1")
    moves = None if match["moves"] is None else int(match["moves"])
    if moves == 0 or repeats == 0:
        raise ClockError(f"{quoted(text)}: {quoted(part)} has a number that is 0: use 1 or more")
    period = Period(
        parse_ms(match["amount"]),
        moves,
        repeats,
        parse_ms(match["increment"]) if match["increment"] else 0,
        given is not None and moves is None,
    )
    if period.is_byo_yomi and period.increment_ms:
        raise ClockError(
            f"{quoted(text)}: {quoted(part)}: a byo-yomi period is restored, it has no increment"
        )
    if (given is not None or moves is not None) and period.ms == 0:
        raise ClockError(f"{quoted(text)}: {quoted(part)} has no time")
    return period


def _positive(ms: int, text: str) -> int:
    if ms == 0:
        raise ClockError(f"{quoted(text)} has no time")
    return ms
