from __future__ import annotations

import pytest

import renju
from records_support import GAME, one, problems, record_of, text
from renju import Color, Point, records


def block(*stones: str) -> str:
    return "\n".join(("START 15", "INFO rule 4", "BOARD", *stones, "DONE", ""))


def test_moves_in_the_order_of_play() -> None:
    record = one(block("7,7,1", "8,6,2", "0,14,1", "14,14,2"))
    assert (record.format, text(record), problems(record)) == ("gomocup", "h8 i9 a1 o1", [])
    assert dict(record.headers) == {"rule": "4"}
    assert text(one("yxboard\r\n7,7,2\r\n8,6,1\r\n0,0,2\r\ndone\r\n")) == "h8 i9 a15"


def test_a_side_that_moves_twice_has_passed_in_between() -> None:
    assert text(one(block("7,7,1", "8,6,2", "0,14,2", "1,1,1"))) == "h8 i9 pass a1 b14"


def test_stones_by_side_are_a_position() -> None:
    record = one(block("7,7,1", "8,6,1", "0,14,2", "1,1,2"))
    assert record.black == (Point("h8"), Point("i9"))
    assert record.board().to_move is Color.BLACK
    more = one(block("7,7,1", "0,14,2", "1,1,2"))
    assert more.black == (Point("a1"), Point("b14"))
    assert more.board().to_move is Color.WHITE


def test_forbidden_points_and_several_blocks() -> None:
    first, second = records.loads(block("7,7,2", "8,8,3") + "TURN 1,1\nBOARD\n3,3,1\nDONE\nEND\n")
    assert (text(first), first.headers["forbidden"], first.place) == ("h8", "i7", "line 3")
    assert (text(second), second.place) == ("d12", "line 8")


def test_faults() -> None:
    off = one(block("7,7,1", "15,6,2", "0,14,1"))
    assert text(off) == "h8"
    assert problems(off) == [
        "line 5: '15,6,2' is no stone: expected x,y,side with x and y from 0 to 14"
    ]
    cut = one("BOARD\n7,7,1\n")
    assert problems(cut) == [
        "line 1: the text ends before the line DONE of the block that begins here"
    ]
    assert "h8 is occupied" in problems(one(block("7,7,1", "8,8,2", "7,7,1")))[0]
    with pytest.raises(
        renju.FormatError, match="line 2: a board of 20x20: renju is played on 15x15"
    ):
        list(records.loads("START 20\nBOARD\n17,17,1\nDONE\n"))
    with pytest.raises(renju.FormatError, match="a board of 15x20"):
        list(records.loads("RECTSTART 15,20\nBOARD\nDONE\n"))


def test_writing() -> None:
    data, losses = records.dumps([record_of("h8 i9 g7")], "gomocup")
    assert data == b"START 15\r\nBOARD\r\n7,7,2\r\n8,6,1\r\n6,8,2\r\nDONE\r\n"
    assert losses == []
    data, losses = records.dumps([record_of("h8 i9 pass", headers={"black": "A"})], "gomocup")
    assert text(one(data)) == "h8 i9"
    assert [str(loss) for loss in losses] == [
        "record 1: the pass at the end",
        "record 1: two passes in a row, or one at the beginning or the end",
        "record 1: the header 'black': 'A'",
    ]
    assert [
        text(record) for record in records.loads(records.dumps([record_of(GAME)] * 2, "gomocup")[0])
    ] == [
        GAME,
        GAME,
    ]


def test_colours_that_could_not_be_told_are_refused() -> None:
    stones = {"black": (Point("h8"), Point("a1")), "white": (Point("i9"), Point("b2"))}
    white_moves = records.Record(**stones, to_move=Color.WHITE)
    with pytest.raises(renju.FormatError, match="the colours of record 1 could not be told"):
        records.dumps([white_moves], "gomocup")


def test_a_hundred_keys_are_enough() -> None:
    info = "".join(f"INFO key{number} x\n" for number in range(102))
    first, second = records.loads(f"{info}INFO key1 y\nBOARD\n7,7,1\nDONE\nBOARD\n7,7,1\nDONE\n")
    assert (len(first.headers), first.headers["key1"], text(first)) == (100, "y", "h8")
    assert problems(first) == [
        f"line {number + 1}: INFO key{number}: left out, as there are 100 others already"
        for number in (100, 101)
    ]
    assert second.problems == ()
