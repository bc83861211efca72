"""The 26 opening patterns, the 26 extended ones, and which of them a game begins with.

The tables are data: the third stone in the canonical orientation, and the names. Every orientation is
found from them by the eight symmetries.

The names and numbers of the 26 are those of CN 3.2 and of the opening lists; five public programs agree
on their coordinates. The extended patterns have the third stone on the rim of the 7 x 7 square. Their names and
order come from the Chinese list of opening rules, which shows no coordinates that could be read: they are derived
(`Pattern.derived`), by reading the list row by row, 大X as one step straight on from X's third stone and 外X as one
step towards the corner. Every point of the rim is then named once.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from ..board import Board
from ..errors import NotationError, quoted
from ..geometry import PASS, Color, Move, Point, PointLike, Symmetry
from ..notation import parse_moves, to_move

__all__ = [
    "CENTRE",
    "EXTENDED",
    "PATTERNS",
    "Family",
    "Orientation",
    "Pattern",
    "identify",
    "orient",
]

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
        `"D1"` to `"D13"`, `"I1"` to `"I13"`; `"XD1"` to `"XI13"` for the extended ones.
    family
        Whether the second stone is direct or indirect.
    third
        The third stone in the canonical orientation: the first on h8, the second on h9 (direct)
        or i9 (indirect), the third in the right half (direct) or on or below the diagonal a1-o15.
    romaji
        The Japanese name in plain Latin letters; empty for the extended patterns.
    romaji_long
        The same with its long vowels marked; equal to `romaji` where it has none.
    kanji
        The Japanese name; empty for the extended patterns, whose source is Chinese.
    chinese
        The Chinese name, in simplified characters.
    derived
        Whether the coordinates are derived from the names and their order, no source having any:
        so it is for the extended patterns.
    also
        Other names: the numbered star names of the extended patterns, traditional characters.
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
        """Every name once: romaji, with long vowels, kanji, Chinese, others."""
        names = (self.romaji, self.romaji_long, self.kanji, self.chinese, *self.also)
        return tuple(dict.fromkeys(filter(None, names)))

    def __str__(self) -> str:
        return f"{self.id} {self.names[0]}"

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
            "also": list(self.also),
            "derived": self.derived,
        }


@dataclass(frozen=True, slots=True)
class Orientation:
    """How the first three stones of a game stand.

    Attributes
    ----------
    pattern
        The pattern that they make.
    symmetries
        Every symmetry that leads from them to the canonical orientation, one or, for a pattern
        with a symmetry of its own, two.
    """

    pattern: Pattern
    symmetries: tuple[Symmetry, ...]

    @property
    def symmetry(self) -> Symmetry:
        """The first of them, the identity if that is one."""
        return self.symmetries[0]


# third stone, romaji (long vowels after a slash where it has any), kanji, Chinese, others; in the order of the ids
_DIRECT: Final = """
h10 Kansei             寒星 寒星
i10 Keigetsu           渓月 溪月
j10 Sosei              疎星 疏星
i9  Kagetsu            花月 花月
j9  Zangetsu           残月 残月 殘月
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
j9  Kyogetsu/Kyōgetsu  峡月 峡月 峽月
j8  Kosei/Kōsei        恒星 恒星 恆星
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


# third stone, Chinese, others (the number and name of a star, as the list has them in brackets)
_EXTENDED_DIRECT: Final = """
h11 大寒星 六号珠星
i11 大溪月 七号虎星
j11 外溪月 八号政星
k11 大疏星
k10 外残月
k9  大残月 九号童星
k8  大金星 大晨星 大金(晨)星 十号徹星
k7  大新月
k6  外新月
h5  大瑞星
i5  大山月
j5  外山月
k5  大游星
"""
_EXTENDED_INDIRECT: Final = """
k11 大长星
k10 外峡月 二号静星
k9  大峡月 一号秀星
k8  大恒星 三号华星
k7  大水月 四号卧星
k6  外水月
e5  大彗星
f5  外名月
g5  大名月
h5  大明星
i5  大岚月
j5  外岚月
k5  大流星
"""


def _read(table: str, family: Family, *, derived: bool = False) -> Iterable[Pattern]:
    for number, line in enumerate(table.split("\n")[1:-1], start=1):
        third, *words = line.split()
        if derived:
            prefix, romaji, kanji = "X", "", ""
        else:
            prefix, romaji, kanji = "", words.pop(0), words.pop(0)
        chinese, *also = words
        plain, _, long = romaji.partition("/")
        yield Pattern(
            f"{prefix}{family.letter}{number}",
            family,
            Point(third),
            plain,
            long or plain,
            kanji,
            chinese,
            derived,
            tuple(also),
        )


#: The 26 patterns: D1 to D13, then I1 to I13 (RIF 11, CN 3.2).
PATTERNS: Final[tuple[Pattern, ...]] = (
    *_read(_DIRECT, Family.DIRECT),
    *_read(_INDIRECT, Family.INDIRECT),
)

#: The 26 extended patterns, XD1 to XD13, then XI1 to XI13, with derived coordinates.
EXTENDED: Final[tuple[Pattern, ...]] = (
    *_read(_EXTENDED_DIRECT, Family.DIRECT, derived=True),
    *_read(_EXTENDED_INDIRECT, Family.INDIRECT, derived=True),
)


def _orientations() -> dict[tuple[Move, ...], Orientation]:
    """Return every pattern in every orientation, by its stones."""
    found: dict[tuple[Move, ...], Orientation] = {}
    for pattern in (*PATTERNS, *EXTENDED):
        back = {symmetry: symmetry.inverse for symmetry in Symmetry}
        ways: dict[tuple[Point, ...], list[Symmetry]] = {}
        for symmetry in Symmetry:
            stones = tuple(map(symmetry.apply, pattern.moves))
            ways.setdefault(stones, []).append(back[symmetry])
        for stones, symmetries in ways.items():
            found[stones] = Orientation(pattern, tuple(sorted(symmetries)))
    return found


_BY_STONES: Final = _orientations()


def identify(moves: str | Iterable[Move | PointLike]) -> Pattern | None:
    """Return the opening pattern of a game, in whichever of the eight orientations it stands.

    Parameters
    ----------
    moves
        Move text in any spelling, an iterable of points, or a board; only the first three count.

    Returns
    -------
    Pattern or None
        One of the 26, which have the first stone on h8, the second next to it and the third in
        the 5 x 5 square round h8 (RIF 11); one of the extended ones (`derived`) if the third is on
        the rim of the 7 x 7; None if it is neither, a pass, or missing.

    Raises
    ------
    NotationError
        If a move is no point.

    Examples
    --------
    >>> identify("h8 g7 g9 g8").id, identify("h8 h9 k10").id, identify("h8 h9 h9")
    ('I7', 'XD5', None)
    """
    found = orient(moves)
    return None if found is None else found.pattern


def moves_given(moves: object) -> str | Iterable[Move | PointLike]:
    """Return the moves that a caller gave as text, points, or a board.

    Raises
    ------
    NotationError
        If they are none of these, or the board does not begin empty.
    """
    if isinstance(moves, Board):
        if moves.moves.count(PASS) + sum(len(moves.stones(c)) for c in Color) > len(moves.moves):
            raise NotationError(
                "the board has set-up stones, whose order is not known: give the moves"
            )
        return moves.moves
    if not isinstance(moves, (str, Iterable)):
        raise NotationError(
            f"{quoted(moves)} is no moves: use text, an iterable of points, or a board"
        )
    return moves


def orient(moves: str | Iterable[Move | PointLike]) -> Orientation | None:
    """Return the opening pattern of a game and how it stands.

    Parameters
    ----------
    moves
        As for `identify`.

    Returns
    -------
    Orientation or None
        The pattern, and the symmetry that sends the moves as given to the canonical orientation;
        None where `identify` has none.

    Raises
    ------
    NotationError
        If a move is no point.

    Examples
    --------
    >>> found = orient("h8 g8 g7")
    >>> found.pattern.id, found.symmetry.name, [str(found.symmetry.apply(p)) for p in ("g8", "g7")]
    ('D4', 'MIRROR_A15_O1', ['h9', 'i9'])
    """
    given = moves_given(moves)
    first = parse_moves(given) if isinstance(given, str) else map(to_move, islice(given, 3))
    return _BY_STONES.get(tuple(islice(first, 3)))
