from __future__ import annotations

from collections import Counter, defaultdict

import pytest

import renju
from renju import PASS, POINTS, Point, Symmetry, openings
from renju.openings import EXTENDED, PATTERNS, Family, Pattern, identify, lookup, orient, pattern
from renju.openings.steps import Pattern26

CENTRE = Point("h8")


def around(radius: int) -> list[Point]:
    """The points of the square round h8, h8 apart."""
    return [p for p in POINTS if p != CENTRE and max(abs(p.row - 7), abs(p.col - 7)) <= radius]


POSITIONS = [
    (CENTRE, second, third) for second in around(1) for third in around(2) if third != second
]
RIM = [point for point in around(3) if point not in around(2)]
EXTENDED_POSITIONS = [(CENTRE, second, third) for second in around(1) for third in RIM]


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


def test_the_rim_falls_into_the_26_extended_patterns() -> None:
    assert len(RIM) == 24
    assert len(EXTENDED_POSITIONS) == 192
    by_pattern = defaultdict(set)
    for moves in EXTENDED_POSITIONS:
        by_pattern[identify(moves)].add(moves)
    orbits = {
        frozenset(tuple(map(s.apply, moves)) for s in Symmetry) for moves in EXTENDED_POSITIONS
    }
    assert set(by_pattern) == set(EXTENDED)
    assert set(map(frozenset, by_pattern.values())) == orbits
    assert Counter(p.family for p in EXTENDED) == {Family.DIRECT: 13, Family.INDIRECT: 13}
    # h11 and h5 stand on the mirror of the direct ones, k11 and e5 on that of the indirect ones
    on_the_mirror = {p.id for p, moves in by_pattern.items() if p is not None and len(moves) == 4}
    assert on_the_mirror == {"XD1", "XD10", "XI1", "XI7"}


def test_nothing_but_these_376_positions_is_a_pattern() -> None:
    found = [
        (CENTRE, second, third)
        for second in POINTS
        for third in POINTS
        if identify((CENTRE, second, third)) is not None
    ]
    assert set(found) == {*POSITIONS, *EXTENDED_POSITIONS}
    assert not any(identify((Point("h9"), *moves[1:])) for moves in POSITIONS)


def test_extended_patterns_are_derived_and_none_of_the_26() -> None:
    assert [p.id for p in EXTENDED] == [f"X{f}{n}" for f in "DI" for n in range(1, 14)]
    assert all(p.derived and p.chinese and not p.romaji and not p.kanji for p in EXTENDED)
    assert not any(p.derived for p in PATTERNS)
    assert str(EXTENDED[6]) == "XD7 大金星"
    assert EXTENDED[6].names == ("大金星", "大晨星", "大金(晨)星", "十号徹星")
    for second in ("h9", "g9"):
        allowed = Pattern26().points((CENTRE, Point(second)))
        assert len(allowed) == 23
        assert not allowed & set(RIM)


def test_the_extended_list_is_a_raster_from_the_top_left_in_the_canonical_half() -> None:
    for family in Family:
        thirds = [p.third for p in EXTENDED if p.family is family]
        top = [p for p in thirds if p.row == max(q.row for q in thirds)]
        bottom = [p for p in thirds if p.row == 4]
        assert thirds[: len(top)] == sorted(top, key=lambda p: p.col)
        assert thirds[-len(bottom) :] == sorted(bottom, key=lambda p: p.col)
        between = thirds[len(top) : -len(bottom)]
        assert between == sorted(between, key=lambda p: -p.row)


def test_each_extended_pattern_stands_beside_the_one_it_is_called_after() -> None:
    by_name = {p.chinese: p for p in PATTERNS}
    for extended in EXTENDED:
        base = by_name[extended.chinese[1:]]
        assert base.family is extended.family
        rows, cols = extended.third.row - base.third.row, extended.third.col - base.third.col
        corner = max(abs(base.third.row - 7), abs(base.third.col - 7)) == min(
            abs(base.third.row - 7), abs(base.third.col - 7)
        )
        assert max(abs(rows), abs(cols)) == 1
        if extended.chinese[0] == "大" and not corner:
            assert 0 in (rows, cols)
        else:
            assert 0 not in (rows, cols)


def test_the_extended_coordinates_as_they_were_derived() -> None:
    thirds = {f: " ".join(str(p.third) for p in EXTENDED if p.family is f) for f in Family}
    assert thirds == {
        Family.DIRECT: "h11 i11 j11 k11 k10 k9 k8 k7 k6 h5 i5 j5 k5",
        Family.INDIRECT: "k11 k10 k9 k8 k7 k6 e5 f5 g5 h5 i5 j5 k5",
    }


# Orientation


@pytest.mark.parametrize("named", [*PATTERNS, *EXTENDED], ids=str)
def test_the_symmetries_lead_to_the_canonical_orientation(named: Pattern) -> None:
    turned = {symmetry: tuple(map(symmetry.apply, named.moves)) for symmetry in Symmetry}
    for moves in turned.values():
        found = orient(moves)
        assert found is not None
        assert found.pattern is named
        back = {s for s in Symmetry if tuple(map(s.apply, moves)) == named.moves}
        assert set(found.symmetries) == back
        assert found.symmetry is min(back)
    assert orient(named.moves).symmetry is Symmetry.IDENTITY  # type: ignore[union-attr]


def test_orient_takes_and_refuses_what_identify_does() -> None:
    assert orient("h8 h9") is None
    assert orient("h8 h9 pass") is None
    assert orient(["h8", 113, "j8"]) == orient("h8 i8 j8 a1")
    with pytest.raises(renju.NotationError):
        orient("h8 h9 p1")


# Names


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("D4", "D4"), ("4D", "D4"), ("d4", "D4"), ("4d", "D4"), (" D 4 ", "D4"), ("D-4", "D4"),
        ("\uff24\uff14", "D4"), ("i13", "I13"), ("13I", "I13"), ("xd1", "XD1"), ("XI13", "XI13"),
        ("直接4号", "D4"), ("直接４號", "D4"), ("直指4", "D4"), ("直止十三号", "D13"), ("間接1号", "I1"),
        ("间接1号", "I1"), ("斜止10", "I10"), ("斜指二", "I2"), ("direct 4", "D4"), ("Indirect-4", "I4"),
        ("Kagetsu", "D4"), ("kagetsu", "D4"), ("KAGETSU", "D4"), ("ka getsu", "D4"), ("花月", "D4"),
        ("花月局", "D4"), ("Shogetsu", "D8"), ("Shōgetsu", "D8"), ("Shougetsu", "D8"), ("SHÔGETSU", "D8"),
        ("Shoogetsu", "D8"), ("Shohgetsu", "D8"), ("Yusei", "D13"), ("Yuusei", "D13"), ("Yūsei", "D13"),
        ("yu\u0304sei", "D13"), ("Myojo", "I10"), ("Myōjō", "I10"), ("Myoujou", "I10"),
        ("Myoujyou", "I10"), ("Kosei", "I3"), ("Kousei", "I3"), ("遊星", "D13"), ("游星", "D13"),
        ("長星", "I1"), ("长星", "I1"), ("长星局", "I1"), ("疎星", "D3"), ("疏星", "D3"), ("殘月", "D5"),
        ("大寒星", "XD1"), ("六号珠星", "XD1"), ("大金\uff08晨\uff09星", "XD7"), ("大晨星", "XD7"), ("外岚月", "XI12"),
    ],
)  # fmt: skip
def test_patterns_by_name(name: str, found: str) -> None:
    assert pattern(name).id == found


def test_every_name_of_every_pattern_leads_to_it() -> None:
    for named in (*PATTERNS, *EXTENDED):
        for name in (named.id, named.id.lower(), *named.names, *(n.upper() for n in named.names)):
            assert pattern(name) is named


def test_no_name_is_ambiguous() -> None:
    owners = defaultdict(set)
    for named in (*PATTERNS, *EXTENDED):
        for spelling in lookup._spellings(named):
            owners[lookup._key(spelling)].add(named.id)
    assert all(len(ids) == 1 for ids in owners.values())
    assert len(owners) > 900
    assert "" not in owners


@pytest.mark.parametrize(
    ("name", "near"),
    [("Kagetzu", "D4 Kagetsu"), ("Zuigetsu", "I4 Suigetsu"), ("D14", "D1 Kansei"), ("大月星", "XD"),
     ("shogets", "D8 Shogetsu"), ("寒", "D1 Kansei"), ("Кагэцу", "ids are D1 to D13"),
     ("", "ids are D1 to D13"), ("!!", "ids are D1 to D13"), (4, "no name"), (None, "no name")],
)  # fmt: skip
def test_unknown_names(name: object, near: str) -> None:
    with pytest.raises(renju.NotationError, match=near) as caught:
        pattern(name)  # type: ignore[arg-type]
    assert repr(name) in str(caught.value)


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
    ["", "h8", "h8 h9", "h9 h8 i9", "h8 h10 i9", "h8 h9 l9", "h8 h9 h8", "h8 h9 h9",
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


def test_boards_are_moves_too() -> None:
    board = renju.Board("h8 i9 g7")
    assert openings.identify(board) is openings.identify("h8 i9 g7")
    assert openings.classes(board) == openings.classes("h8 i9 g7")
    assert openings.equivalent(board, "h7", "g8") == openings.equivalent("h8 i9 g7", "h7", "g8")
    with pytest.raises(renju.NotationError, match="set-up stones"):
        openings.identify(renju.Board("i9", black="h8"))


def test_rules_are_found_in_either_case() -> None:
    assert openings.get("Soosyrv-8") == openings.get("soosyrv-8")
    with pytest.raises(renju.NotationError, match=r"soosyrv-N, .* take any N of 1 to 221"):
        openings.get("soosyrv-300")
