"""The 26 opening patterns, and which of them a game begins with.

The table is data: the third stone in the canonical orientation and the names (CN 3.2 and the seed of
the opening names list the same 26). Every orientation is found from it by the eight symmetries.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from ..geometry import Move, Point, PointLike, Symmetry
from ..notation import parse_moves, to_move

__all__ = ["CENTRE", "PATTERNS", "Family", "Pattern", "identify"]

#: The first stone of every pattern (RIF 11).
CENTRE: Final = Point("h8")


class Family(enum.Enum):
    """Where White's first stone stands. Its value is the field's word for it."""

    DIRECT = "direct"
    INDIRECT = "indirect"

    @property
    def letter(self) -> str:
        """`"D"` or `"I"`, with which the ids begin."""
        return self.name[0]

    @property
    def second(self) -> Point:
        """The second stone in the canonical orientation: h9, or i9 for an indirect opening."""
        return _SECOND[self]


_SECOND: Final = {Family.DIRECT: Point("h9"), Family.INDIRECT: Point("i9")}


@dataclass(frozen=True, slots=True)
class Pattern:
    """An opening pattern: three stones up to symmetry, and what they are called.

    Attributes
    ----------
    id
        `"D1"` to `"D13"`, `"I1"` to `"I13"`.
    family
        Whether the second stone is direct or indirect.
    third
        The third stone in the canonical orientation: the first on h8, the second on h9 (direct)
        or i9 (indirect), the third in the right half.
    romaji
        The Japanese name in plain Latin letters.
    romaji_long
        The same with its long vowels marked; equal to `romaji` where it has none.
    kanji
        The Japanese name.
    chinese
        The Chinese name, in simplified characters.
    derived
        Whether the coordinates are derived from the names and their order, no source having any:
        so it is for the 26 extended patterns, whose third stone is on the rim of the 7 x 7.
    also
        Other names and spellings of it.
    """

    id: str
    family: Family
    third: Point
    romaji: str
    romaji_long: str
    kanji: str
    chinese: str
    derived: bool = False
    also: tuple[str, ...] = ()

    @property
    def moves(self) -> tuple[Point, Point, Point]:
        """The three stones in the canonical orientation."""
        return (CENTRE, self.family.second, self.third)

    @property
    def names(self) -> tuple[str, ...]:
        """Every name once: romaji, with long vowels, kanji, Chinese."""
        return tuple(dict.fromkeys((self.romaji, self.romaji_long, self.kanji, self.chinese)))

    def __str__(self) -> str:
        return f"{self.id} {self.romaji}"

    def to_dict(self) -> dict[str, Any]:
        """Return the pattern as JSON-ready data, points as text."""
        return {
            "id": self.id,
            "family": self.family.value,
            "moves": [str(point) for point in self.moves],
            "romaji": self.romaji,
            "romaji_long": self.romaji_long,
            "kanji": self.kanji,
            "chinese": self.chinese,
        }


# third stone, romaji (long vowels after a slash where it has any), kanji, Chinese; in the order of the ids
_DIRECT: Final = """
h10 Kansei             寒星 寒星
i10 Keigetsu           渓月 溪月
j10 Sosei              疎星 疏星
i9  Kagetsu            花月 花月
j9  Zangetsu           残月 残月
i8  Ugetsu             雨月 雨月
j8  Kinsei             金星 金星
h7  Shogetsu/Shōgetsu  松月 松月
i7  Kyugetsu/Kyūgetsu  丘月 丘月
j7  Shingetsu          新月 新月
h6  Zuisei             瑞星 瑞星
i6  Sangetsu           山月 山月
j6  Yusei/Yūsei        遊星 游星
"""
_INDIRECT: Final = """
j10 Chosei/Chōsei      長星 长星
j9  Kyogetsu/Kyōgetsu  峡月 峡月
j8  Kosei/Kōsei        恒星 恒星
j7  Suigetsu           水月 水月
j6  Ryusei/Ryūsei      流星 流星
i8  Ungetsu            雲月 云月
i7  Hogetsu            浦月 浦月
i6  Rangetsu           嵐月 岚月
h7  Gingetsu           銀月 银月
h6  Myojo/Myōjō        明星 明星
g7  Shagetsu           斜月 斜月
g6  Meigetsu           名月 名月
f6  Suisei             彗星 彗星
"""


def _read(table: str, family: Family) -> Iterable[Pattern]:
    for number, line in enumerate(table.split("\n")[1:-1], start=1):
        third, romaji, kanji, chinese = line.split()
        plain, _, long = romaji.partition("/")
        yield Pattern(
            f"{family.letter}{number}", family, Point(third), plain, long or plain, kanji, chinese
        )


#: The 26 patterns: D1 to D13, then I1 to I13.
PATTERNS: Final[tuple[Pattern, ...]] = (
    *_read(_DIRECT, Family.DIRECT),
    *_read(_INDIRECT, Family.INDIRECT),
)

_BY_STONES: Final[dict[tuple[Move, ...], Pattern]] = {
    tuple(map(symmetry.apply, pattern.moves)): pattern
    for pattern in PATTERNS
    for symmetry in Symmetry
}


def identify(moves: str | Iterable[Move | PointLike]) -> Pattern | None:
    """Return the opening pattern of a game, in whichever of the eight orientations it stands.

    Parameters
    ----------
    moves
        Move text in any spelling, or an iterable of points; only the first three count.

    Returns
    -------
    Pattern or None
        None if there are fewer than three moves, one of the three is a pass, or they are no
        pattern: the first on h8, the second next to it, the third in the 5 x 5 round h8 (RIF 11).

    Raises
    ------
    NotationError
        If a move is no point.

    Examples
    --------
    >>> identify("h8 g7 g9 g8").id, identify("h8 h9 h9")
    ('I7', None)
    """
    first = parse_moves(moves) if isinstance(moves, str) else map(to_move, islice(moves, 3))
    return _BY_STONES.get(tuple(islice(first, 3)))
