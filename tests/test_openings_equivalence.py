from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renju import PASS, POINTS, Move, NotationError, Point, Symmetry
from renju.openings import PATTERNS, Isometry, classes, equivalent, symmetries

FOURTH = [
    (*pattern.moves, point)
    for pattern in PATTERNS
    for point in POINTS
    if point not in pattern.moves
]


def stones(moves: list[Move], turn: int) -> set[Point]:
    """The stones of the odd (0) or even (1) moves."""
    return {move for move in moves[turn::2] if isinstance(move, Point)}


def coordinates(isometry: Isometry, row: int, col: int) -> tuple[int, int]:
    """Where a cell of the endless plane goes, worked out anew: h8 is the centre of the turns."""
    x, y = col - 7, row - 7
    turned = {
        Symmetry.IDENTITY: (x, y),
        Symmetry.ROTATE_90: (-y, x),
        Symmetry.ROTATE_180: (-x, -y),
        Symmetry.ROTATE_270: (y, -x),
        Symmetry.MIRROR_A1_O15: (y, x),
        Symmetry.MIRROR_COLUMN_H: (-x, y),
        Symmetry.MIRROR_A15_O1: (-y, -x),
        Symmetry.MIRROR_ROW_8: (x, -y),
    }[isometry.symmetry]
    return turned[1] + 7 + isometry.rows, turned[0] + 7 + isometry.cols


# All fourth moves


def test_the_5772_positions_after_four_stones() -> None:
    assert len(FOURTH) == 26 * 222 == 5772
    local = [moves for moves in FOURTH if len(symmetries(moves)) > 1]
    board = [moves for moves in FOURTH if len(symmetries(moves, symmetry="board")) > 1]
    assert (len(local), len(board), len(set(local) - set(board))) == (163, 84, 79)
    assert set(board) < set(local)
    assert Counter(len(symmetries(moves)) for moves in FOURTH) == {1: 5609, 2: 157, 4: 6}


def test_the_16796_equal_pairs_and_the_62_classes() -> None:
    pairs = 0
    counts = []
    for moves in FOURTH:
        found = classes(moves)
        assert sum(map(len, found)) == 221
        pairs += sum(len(points) * (len(points) - 1) // 2 for points in found)
        counts.append((len(found), moves))
    assert pairs == 16_796
    fewest, where = min(counts)
    assert (fewest, [str(move) for move in where]) == (62, ["h8", "h9", "h7", "h6"])
    assert sum(count == 221 for count, _ in counts) == 5609


def test_the_classes_are_the_equal_pairs() -> None:
    for text in ("h8 h9 h7 h6", "h8 h9 i9 i8", "h8 i9 g7 j10"):
        stones = list(map(Point, text.split()))
        near = [p for p in POINTS if 4 <= p.row <= 11 and 4 <= p.col <= 11 and p not in stones]
        found = [points & set(near) for points in classes(text)]
        together = {pair for points in found for pair in combinations(sorted(points), 2)}
        assert together == {(p, q) for p, q in combinations(near, 2) if equivalent(text, p, q)}


# The table of the reference


@pytest.mark.parametrize(
    ("moves", "group", "equal", "board_equal"),
    [
        ("h8 h9 h7 h6", 4, ["g8 i8 g7 i7"], ["g8 i8", "g7 i7"]),
        ("h8 h9 i9 i8", 4, ["g8 j9", "g9 j8", "g10 j7", "g7 j10"], ["g10 j7", "i10 j9"]),
        ("h8 i9 i8 h9", 2, ["g9 j9"], []),
        ("h8 h9 j8 j9", 2, ["g8 k8", "h7 j7"], []),
        ("h8 i9 g7 j10", 2, ["g8 h7", "h9 i8"], ["g8 h7", "h9 i8"]),
        ("h8 h9 i9 g8", 1, [], []),
    ],
)  # fmt: skip
def test_the_table(moves: str, group: int, equal: list[str], board_equal: list[str]) -> None:
    assert len(symmetries(moves)) == group
    for points in equal:
        for p, q in combinations(points.split(), 2):
            assert equivalent(moves, p, q)
            same = any({p, q} <= set(pair.split()) for pair in board_equal)
            assert equivalent(moves, p, q, symmetry="board") is same
    for pair in board_equal:
        assert equivalent(moves, *pair.split(), symmetry="board")
    if not equal:
        assert all(len(points) == 1 for points in classes(moves))
    if not board_equal:
        assert all(len(points) == 1 for points in classes(moves, symmetry="board"))


def test_the_groups_of_the_table() -> None:
    names = {
        moves: {isometry.symmetry.name for isometry in symmetries(moves)}
        for moves in ("h8 h9 h7 h6", "h8 h9 i9 i8", "h8 i9 i8 h9", "h8 i9 g7 j10")
    }
    assert names == {
        "h8 h9 h7 h6": {"IDENTITY", "MIRROR_COLUMN_H", "MIRROR_ROW_8", "ROTATE_180"},
        "h8 h9 i9 i8": {"IDENTITY", "ROTATE_180", "MIRROR_A1_O15", "MIRROR_A15_O1"},
        "h8 i9 i8 h9": {"IDENTITY", "MIRROR_COLUMN_H"},
        "h8 i9 g7 j10": {"IDENTITY", "MIRROR_A1_O15"},
    }


def test_the_four_versions_of_one_move_that_arbiters_name() -> None:
    (together,) = (points for points in classes("h8 h9 h7 h6") if Point("g8") in points)
    assert together == frozenset(map(Point, ("g8", "g7", "i8", "i7")))


# Edges, axes, passes


def test_an_image_off_the_board_is_nobodys_partner() -> None:
    moves = "h8 h9 h7 h6"  # row r goes to row 15 - r: rank 15 has no image
    by_point = {point: points for points in classes(moves) for point in points}
    assert by_point[Point("a15")] == {Point("a15"), Point("o15")}
    assert by_point[Point("h15")] == {Point("h15")}
    assert by_point[Point("a14")] == set(map(Point, ("a14", "o14", "a1", "o1")))
    # two symmetries can leave the board one after the other and come back in one step
    assert equivalent(moves, "a15", "o15")


def test_a_point_on_the_axis_equals_no_other() -> None:
    found = classes("h8 i9 g7 j10")
    assert all(
        frozenset({p}) in found for p in POINTS if p.row == p.col and p not in (96, 112, 128, 144)
    )


def test_a_point_equals_itself() -> None:
    assert equivalent("h8 h9 h7 h6", "g8", "G8")
    assert not equivalent("h8 h9 h7 h6", "g8", "g9")


def test_stones_of_one_colour_change_places_others_do_not() -> None:
    assert equivalent("h8 a1 h10 a3", "g9", "g9")
    # 1 and 3 are mirrored in row 9, 2 and 4 in row 2: no symmetry has both
    assert len(symmetries("h8 a1 h10 a3")) == 1
    assert equivalent("h8 h9 h7 h6", "g9", "g6")
    # the same four stones with other colours
    assert not equivalent("h9 h8 h7 h6", "g8", "g7")


def test_passes() -> None:
    assert equivalent("h8 pass h10", "g9", "i9")
    assert equivalent("h8 pass h10 pass", "h7", "h11")
    assert not equivalent("h8 pass h10 i9", "g9", "i9")
    # one white stone: a quarter turn about it may carry black stones round
    assert equivalent(["h8", "h9", "h10", PASS, "g9", PASS, "i9"], "g8", "i10")
    assert len(symmetries("h8 h9 h10 pass g9 pass i9")) == 8


@pytest.mark.parametrize(
    ("moves", "count"), [("", 8), ("pass", 8), ("h8", 8), ("a1", 8), ("h8 h9", 2), ("h8 i9", 2)]
)
def test_few_stones(moves: str, count: int) -> None:
    assert len(symmetries(moves)) == count
    board = {"": 8, "pass": 8, "h8": 8, "a1": 2, "h8 h9": 2, "h8 i9": 2}[moves]
    assert len(symmetries(moves, symmetry="board")) == board


@pytest.mark.parametrize("call", [symmetries, classes])
def test_what_is_refused(call: object) -> None:
    with pytest.raises(NotationError, match="'local' or 'board'"):
        call("h8", symmetry="plane")  # type: ignore[operator]
    with pytest.raises(NotationError):
        call("h8 z9")  # type: ignore[operator]
    with pytest.raises(NotationError):
        equivalent("h8", "g8", "p8")


# Laws


move_lists = st.lists(st.sampled_from(POINTS), max_size=6, unique=True)
near_lists = st.lists(
    st.sampled_from([p for p in POINTS if max(abs(p.row - 7), abs(p.col - 7)) <= 1]),
    max_size=6,
    unique=True,
)


@given(st.one_of(move_lists, near_lists))
def test_they_are_a_group_of_symmetries_of_the_coloured_stones(moves: list[Move]) -> None:
    group = symmetries(moves)
    assert group[0] == Isometry(Symmetry.IDENTITY, 0, 0)
    maps = {}
    for isometry in group:
        for turn in (0, 1):
            assert {isometry.apply(stone) for stone in stones(moves, turn)} == stones(moves, turn)
        # three cells in general position tell isometries apart
        maps[isometry] = tuple(coordinates(isometry, *cell) for cell in ((7, 7), (7, 8), (9, 7)))
    for one in group:
        for two in group:
            product = tuple(
                coordinates(one, *coordinates(two, *cell)) for cell in ((7, 7), (7, 8), (9, 7))
            )
            assert product in maps.values()
    assert len(set(maps.values())) == len(group)


@given(st.one_of(move_lists, near_lists))
def test_an_isometry_moves_points_as_in_the_plane(moves: list[Move]) -> None:
    for isometry in symmetries(moves):
        for point in POINTS:
            row, col = coordinates(isometry, point.row, point.col)
            inside = 0 <= row < 15 and 0 <= col < 15
            assert isometry.apply(point) == (Point.at(row, col) if inside else None)


@given(st.one_of(move_lists, near_lists), st.sampled_from(["local", "board"]))
def test_classes_partition_the_empty_points(moves: list[Move], kind: str) -> None:
    found = classes(moves, symmetry=kind)  # type: ignore[arg-type]
    assert sorted(point for points in found for point in points) == [
        point for point in POINTS if point not in moves
    ]
    assert [min(points) for points in found] == sorted(min(points) for points in found)


@given(st.one_of(move_lists, near_lists), st.sampled_from(list(Symmetry)))
def test_turning_the_board_turns_the_classes(moves: list[Move], turn: Symmetry) -> None:
    turned = classes([turn.apply(move) for move in moves])
    assert set(turned) == {frozenset(map(turn.apply, points)) for points in classes(moves)}


@given(near_lists)
def test_a_board_symmetry_is_a_local_one(moves: list[Move]) -> None:
    board = symmetries(moves, symmetry="board")
    assert set(board) <= set(symmetries(moves))
    assert {isometry.symmetry for isometry in board} == {
        s for s in Symmetry
        if all({s.apply(p) for p in stones(moves, t)} == stones(moves, t) for t in (0, 1))
    }  # fmt: skip
