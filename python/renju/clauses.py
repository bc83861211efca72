"""The clauses that decide fouls, by reading: data for explanations.

`RIF` is the International Rules of Renju of 1996, `RU` the codex of the Russian federation, `CN` the
Chinese competition rules (`def.N` its definitions). A clause id names article and item.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .verdicts import Reading, Verdict

__all__ = ["CLAUSES", "Clauses"]


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses of one reading.

    Attributes
    ----------
    verdicts
        What each verdict rests on.
    row
        Definitions of five, overline, four, straight four and three.
    five_despite_foul
        A five that comes with a foul wins.
    allowed_by
        Why a double-three is allowed: what the straight-four point of a false three would be.
    """

    verdicts: dict[Verdict, str]
    five: str
    overline: str
    four: str
    straight_four: str
    three: str
    five_despite_foul: str
    allowed_by: dict[Verdict, str]


CLAUSES: Final[dict[Reading, Clauses]] = {
    Reading.RIF: Clauses(
        verdicts={
            Verdict.LEGAL: "RIF 9.2",
            Verdict.FIVE: "RIF 9.1",
            Verdict.OVERLINE: "RIF 9.2a",
            Verdict.DOUBLE_FOUR: "RIF 9.2b",
            Verdict.DOUBLE_THREE: "RIF 9.2c",
            Verdict.OCCUPIED: "RIF 5",
        },
        five="RIF 3",
        overline="RIF 3",
        four="RIF 3",
        straight_four="RIF 3",
        three="RIF 3",
        five_despite_foul="RIF 9.2",
        allowed_by={
            Verdict.FIVE: "RIF 3",
            Verdict.OVERLINE: "RIF 9.3a",
            Verdict.DOUBLE_FOUR: "RIF 9.3a",
            Verdict.DOUBLE_THREE: "RIF 9.3b",
        },
    ),
    Reading.PERMITTED: Clauses(
        verdicts={
            Verdict.LEGAL: "RU 4.2; CN def.19",
            Verdict.FIVE: "RU 7.1; CN 10.1(1)",
            Verdict.OVERLINE: "RU 4.2; CN def.19",
            Verdict.DOUBLE_FOUR: "RU 4.2; CN def.19",
            Verdict.DOUBLE_THREE: "RU 4.2; CN def.19",
            Verdict.OCCUPIED: "RU 4.1; CN 4.2",
        },
        five="RU 3; CN def.7",
        overline="RU 3; CN def.8",
        four="RU 3; CN def.6",
        straight_four="RU 3; CN def.5",
        three="RU 3; CN def.4",
        five_despite_foul="RU 4.2; CN 10.1(2)",
        allowed_by={
            Verdict.OVERLINE: "RU 3; CN def.4",
            Verdict.DOUBLE_FOUR: "RU 3; CN def.4",
            Verdict.DOUBLE_THREE: "RU 3; CN def.4",
        },
    ),
}
