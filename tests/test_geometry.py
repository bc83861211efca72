from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import renju
from renju import Color, Point, Symmetry

points = st.sampled_from(renju.POINTS)
symmetries = st.sampled_from(list(Symmetry))


def test_points_are_numbered_from_a1_by_rows() -> None:
    assert [int(Point(text)) for text in ("a1", "b1", "o1", "a2", "h8", "o15")] == [
        0, 1, 14, 15, 112, 224,
    ]  # fmt: skip
    assert (Point("h8").row, Point("h8").col) == (7, 7)
    assert Point.at(0, 14) == Point("o1")


@given(points)
def test_every_form_of_a_point_is_read_back(point: Point) -> None:
    assert Point(str(point)) is point
    assert Point(str(point).upper()) is point
    assert Point(int(point)) is point
    assert Point(np.uint8(point)) is point
    assert eval(repr(point), {"Point": Point}) is point
    assert pickle.loads(pickle.dumps(point)) == point
    assert json.dumps(point) == str(int(point))
    assert f"{point}" == str(point)
    assert f"{point:>4}" == str(point).rjust(4)
    assert f"{point:d}" == str(int(point))


@pytest.mark.parametrize(
    ("value", "error", "says"),
    [
        ("", renju.NotationError, "'' is no point"),
        ("h", renju.NotationError, "'h' is no point"),
        ("8h", renju.NotationError, "'8h' is no point"),
        ("hh8", renju.NotationError, "'hh8'"),
        ("h8.5", renju.NotationError, "'h8.5'"),
        ("j16", renju.OffBoardError, "'j16' is off the board: ranks run from 1 to 15"),
        ("i0", renju.OffBoardError, "ranks run from 1 to 15"),
        ("h-3", renju.OffBoardError, "ranks run from 1 to 15"),
        ("h" + "9" * 5000, renju.OffBoardError, "ranks run"),
        ("p8", renju.OffBoardError, "columns run from a to o"),
        (225, renju.OffBoardError, "225 is off the board"),
        (-1, renju.OffBoardError, "-1 is off the board"),
        (10**40, renju.OffBoardError, "off the board"),
        (None, renju.NotationError, "None (NoneType) is no point"),
        (float("nan"), renju.NotationError, "nan (float) is no point"),
        (7.0, renju.NotationError, "7.0 (float)"),
        (True, renju.NotationError, "True is no point"),
        (renju.PASS, renju.NotationError, "PASS is no point"),
        ([7], renju.NotationError, "[7] (list)"),
        ("h\u0668", renju.NotationError, "is no point"),
    ],
)
def test_what_is_no_point_is_refused(value: object, error: type, says: str) -> None:
    with pytest.raises(error) as caught:
        Point(value)  # type: ignore[arg-type]
    assert says in str(caught.value)
    assert isinstance(caught.value, renju.RenjuError)


def test_off_the_board_is_no_move_either() -> None:
    assert issubclass(renju.OffBoardError, renju.IllegalMoveError)
    with pytest.raises(renju.OffBoardError, match="row 15, column 0"):
        Point.at(15, 0)


def test_pass_is_one_value() -> None:
    assert renju.PASS == 225
    assert type(renju.PASS)() is renju.PASS
    assert pickle.loads(pickle.dumps(renju.PASS)) is renju.PASS
    assert (str(renju.PASS), repr(renju.PASS), f"{renju.PASS}") == ("pass", "renju.PASS", "pass")


def test_colours() -> None:
    assert (Color.BLACK, Color.WHITE) == (1, 2)
    assert Color.BLACK.opponent is Color.WHITE
    assert Color.WHITE.opponent is Color.BLACK
    assert Color.of("White") is Color.WHITE
    for wrong in (0, 3, "grey", None, True, 1.5):
        with pytest.raises(renju.NotationError, match="is no colour"):
            Color.of(wrong)  # type: ignore[arg-type]


@given(points, symmetries, symmetries)
def test_symmetries_are_a_group(point: Point, first: Symmetry, second: Symmetry) -> None:
    assert first.then(second).apply(point) == second.apply(first.apply(point))
    assert first.inverse.apply(first.apply(point)) is point


def test_each_symmetry_does_what_its_name_says() -> None:
    images = {s: [str(s.apply(p)) for p in ("a1", "b1")] for s in Symmetry}
    assert images == {
        Symmetry.IDENTITY: ["a1", "b1"],
        Symmetry.ROTATE_90: ["o1", "o2"],
        Symmetry.ROTATE_180: ["o15", "n15"],
        Symmetry.ROTATE_270: ["a15", "a14"],
        Symmetry.MIRROR_A1_O15: ["a1", "a2"],
        Symmetry.MIRROR_COLUMN_H: ["o1", "n1"],
        Symmetry.MIRROR_A15_O1: ["o15", "o14"],
        Symmetry.MIRROR_ROW_8: ["a15", "b15"],
    }
    for symmetry in Symmetry:
        assert str(symmetry.apply("h8")) == "h8"
        assert sorted(symmetry.apply(p) for p in renju.POINTS) == list(renju.POINTS)
