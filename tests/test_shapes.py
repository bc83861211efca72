from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import renju
from reference import oracle
from renju import Board, Color, Direction, Shape, ShapeKind
from support import READINGS, board_lines


def kinds(board: Board, point: str, color: Color = Color.BLACK) -> list[str]:
    return [str(shape) for shape in board.shapes(point, color)]


def test_a_straight_four_is_one_four_with_two_five_points() -> None:
    (four,) = Board(black="f8 g8 i8").shapes("h8", Color.BLACK)
    assert four.kind is ShapeKind.STRAIGHT_FOUR
    assert four.direction is Direction.ROW
    assert [str(p) for p in four.stones] == ["f8", "g8", "h8", "i8"]
    assert [str(p) for p in four.completing] == ["e8", "j8"]
    assert four.playable == four.completing


def test_two_fours_in_one_line() -> None:
    assert kinds(Board(black="e8 g8 i8 k8"), "h8") == ["four e8 g8 h8 i8", "four g8 h8 i8 k8"]
    assert kinds(Board(black="e8 f8 i8 k8 l8"), "h8") == ["four e8 f8 h8 i8", "four h8 i8 k8 l8"]


def test_a_four_whose_five_would_be_an_overline_is_none() -> None:
    assert kinds(Board(black="d8 f8 g8 i8"), "h8") == ["four f8 g8 h8 i8"]
    assert Board(black="d8 f8 g8 i8", white="j8").shapes("h8", 1) == ()


def test_five_and_overline() -> None:
    assert kinds(Board(black="f8 g8 i8 j8"), "h8") == ["five f8 g8 h8 i8 j8"]
    assert kinds(Board(black="e8 f8 g8 i8 j8"), "h8") == ["overline e8 f8 g8 h8 i8 j8"]


def test_threes_are_judged_by_the_reading() -> None:
    f1 = {"black": "f8 i8 h7 h6 g4 g5 g6 g7"}
    assert kinds(Board(**f1), "h8") == ["false three f8 h8 i8", "three h6 h7 h8"]
    assert kinds(Board(**f1, reading="permitted"), "h8") == ["three f8 h8 i8", "three h6 h7 h8"]
    row, column = Board(**f1).shapes("h8", 1)
    assert ([str(p) for p in row.completing], row.playable) == (["g8"], ())
    assert [str(p) for p in column.playable] == ["h5", "h9"]


def test_shapes_of_a_stone_that_stands() -> None:
    board = Board("h8 a1 g8 a3 i8")
    assert board.shapes("i8") == board.shapes("i8", Color.BLACK)
    board.pop()
    assert board.shapes("i8", Color.BLACK) == Board("h8 a1 g8 a3 i8").shapes("i8")
    assert board.shapes("a1", Color.BLACK) == ()


def test_white_may_make_six() -> None:
    board = Board(white="c8 d8 e8 g8")
    assert kinds(board, "h8", Color.WHITE) == ["four d8 e8 g8 h8"]
    assert kinds(Board(white="c8 d8 e8 g8 h8"), "f8", Color.WHITE) == ["overline c8 d8 e8 f8 g8 h8"]
    (four,) = Board(white="c8 d8 e8 h8").shapes("f8", Color.WHITE)
    assert four.kind is ShapeKind.STRAIGHT_FOUR
    assert [str(p) for p in four.completing] == ["b8", "g8"]


def test_to_dict() -> None:
    (four,) = Board(black="a8 b8 c8").shapes("d8", 1)
    assert four.to_dict() == {
        "kind": "four",
        "direction": "row",
        "stones": ["a8", "b8", "c8", "d8"],
        "completing": ["e8"],
        "playable": ["e8"],
    }


@given(board_lines(spread=9), st.sampled_from(READINGS))
def test_fours_and_threes_are_those_of_the_oracle(line: str, reading: renju.Reading) -> None:
    board = Board.from_text(line, reading=reading)
    for point in renju.POINTS[::5]:
        if line[point] != ".":
            continue
        shapes = board.shapes(point, Color.BLACK)
        for direction in Direction:
            here = [shape for shape in shapes if shape.direction is direction]
            if any(shape.kind in (ShapeKind.FIVE, ShapeKind.OVERLINE) for shape in here):
                continue
            _same_as_oracle(line, point, direction, here)


def _same_as_oracle(line: str, point: renju.Point, direction: Direction, here: list[Shape]) -> None:
    after = line[:point] + "X" + line[point + 1 :]
    fours = {
        frozenset(shape.stones)
        for shape in here
        if shape.kind in (ShapeKind.FOUR, ShapeKind.STRAIGHT_FOUR)
    }
    assert fours == set(oracle.fours_through(after, point, oracle.DIRECTIONS[direction]))
    completing = {
        q
        for shape in here
        if shape.kind in (ShapeKind.THREE, ShapeKind.FALSE_THREE)
        for q in shape.completing
    }
    assert completing == set(
        oracle.straight_four_points(after, point, oracle.DIRECTIONS[direction])
    )
