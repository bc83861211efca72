from __future__ import annotations

from collections import Counter, defaultdict

import pytest

import renju
from renju import PASS, POINTS, Point, Symmetry
from renju.openings import PATTERNS, Family, identify

CENTRE = Point("h8")


def around(radius: int) -> list[Point]:
    """The points of the square round h8, h8 apart."""
    return [p for p in POINTS if p != CENTRE and max(abs(p.row - 7), abs(p.col - 7)) <= radius]


POSITIONS = [
    (CENTRE, second, third) for second in around(1) for third in around(2) if third != second
]


def test_all_184_positions_fall_into_the_26_patterns() -> None:
    assert len(POSITIONS) == 8 * 23 == 184
    found = [identify(moves) for moves in POSITIONS]
    assert None not in found
    assert set(found) == set(PATTERNS)


def test_the_patterns_are_exactly_the_classes_under_the_eight_symmetries() -> None:
    orbits = {frozenset(tuple(map(s.apply, moves)) for s in Symmetry) for moves in POSITIONS}
    by_pattern = defaultdict(set)
    for moves in POSITIONS:
        by_pattern[identify(moves)].add(moves)
    assert len(orbits) == 26
    assert set(map(frozenset, by_pattern.values())) == orbits


def test_three_patterns_of_each_family_have_a_symmetry_of_their_own() -> None:
    sizes = Counter((identify(moves) or PATTERNS[0]).id for moves in POSITIONS)
    assert Counter(sizes.values()) == {8: 20, 4: 6}
    assert {i for i, size in sizes.items() if size == 4} == {"D1", "D8", "D11", "I1", "I11", "I13"}


def test_ids_and_names_are_named_once_and_in_order() -> None:
    assert [p.id for p in PATTERNS] == [f"{f}{n}" for f in "DI" for n in range(1, 14)]
    for names in zip(
        *((p.romaji, p.romaji_long, p.kanji, p.chinese) for p in PATTERNS), strict=True
    ):
        assert len(set(names)) == 26


@pytest.mark.parametrize("pattern", PATTERNS, ids=str)
def test_canonical_orientation(pattern: renju.openings.Pattern) -> None:
    assert pattern.moves[:2] == (CENTRE, Point("h9" if pattern.id[0] == "D" else "i9"))
    assert identify(pattern.moves) is pattern
    if pattern.family is Family.DIRECT:
        assert pattern.third.col >= 7
    else:
        assert pattern.third.row <= pattern.third.col
    assert renju.Point(pattern.to_dict()["moves"][2]) == pattern.third


@pytest.mark.parametrize(
    ("moves", "pattern", "kanji", "chinese"),
    [
        ("h8 h9 i9", "D4 Kagetsu", "花月", "花月"),
        ("h8 i9 i7", "I7 Hogetsu", "浦月", "浦月"),
        ("h8 h9 i10", "D2 Keigetsu", "渓月", "溪月"),
        ("h8 i9 f6", "I13 Suisei", "彗星", "彗星"),
        ("h8 h9 j6", "D13 Yusei", "遊星", "游星"),
    ],
)
def test_known_openings(moves: str, pattern: str, kanji: str, chinese: str) -> None:
    found = identify(moves)
    assert found is not None
    assert (str(found), found.kanji, found.chinese) == (pattern, kanji, chinese)


def test_long_vowels() -> None:
    pattern = identify("h8i9j10")
    assert pattern is not None
    assert pattern.names == ("Chosei", "Chōsei", "長星", "长星")
    assert PATTERNS[3].names == ("Kagetsu", "花月")


@pytest.mark.parametrize(
    "moves",
    ["", "h8", "h8 h9", "h9 h8 i9", "h8 h10 i9", "h8 h9 k9", "h8 h9 h8", "h8 h9 h9",
     "pass h8 i9", "h8 pass i9", "h8 h9 pass"],
)  # fmt: skip
def test_no_opening(moves: str) -> None:
    assert identify(moves) is None


def test_what_is_taken() -> None:
    wanted = PATTERNS[3]
    assert identify("1.H8 2.h9, i9 -- a1") is wanted
    assert identify([112, "h9", Point("i9"), PASS, "a1"]) is wanted
    assert identify(iter(["h8", "h9", "i9"])) is wanted
    assert identify(renju.Board("h8 h9 i9").moves) is wanted


@pytest.mark.parametrize("wrong", ["h8 h9 z9", ["h8", "h9", "j16"], ["h8", None, "h9"]])
def test_what_is_no_move_is_refused(wrong: object) -> None:
    with pytest.raises(renju.NotationError):
        identify(wrong)  # type: ignore[arg-type]
