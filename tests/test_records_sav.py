"""Formats of one game a file that are nothing but points: .sav and .ban."""

from __future__ import annotations

import pytest

import renju
from records_support import DATA, one, problems, record_of, text
from renju import records


def test_the_sav_sample() -> None:
    data = (DATA / "synthetic.sav").read_bytes()
    record = one(data)
    assert (record.format, text(record), problems(record)) == ("sav", "h8 i9 i7 g7", [])
    assert records.dumps([record], "sav") == (data, [])


def test_row_and_column_are_not_exchanged() -> None:
    assert text(one("15\n15\n2\n0 14\n14 1\n")) == "o15 b1"


def test_faults_in_sav() -> None:
    assert problems(one("15\n15\n3\n7 7\n6 8\n")) == [
        "the number of moves: it says 3 moves, but 4 numbers follow"
    ]
    off = one("15\n15\n2\n7 7\n15 8\n")
    assert (text(off), problems(off)) == (
        "h8",
        ["move 2: '15 8' is no row and column from 0 to 14"],
    )
    assert "move 2: h8 is occupied" in problems(one("15\n15\n2\n7 7\n7 7\n"))[0]
    assert text(one("15\n15\n429496729\n7 7\n", format="sav")) == "h8"
    with pytest.raises(renju.FormatError, match="a board of 19x20: renju is played on 15x15"):
        list(records.loads("20\n19\n1\n7 7\n"))
    with pytest.raises(renju.FormatError, match="begins with height, width and number of moves"):
        list(records.loads("15\n", format="sav"))


def test_ban() -> None:
    record = one("808\n907\n1510\n115\n")
    assert (record.format, text(record), problems(record)) == ("ban", "h8 i9 o6 a1", [])
    assert records.dumps([record], "ban") == (b"808\r\n907\r\n1510\r\n115\r\n", [])
    broken = one("808\n907\nx\n115", format="ban")
    assert text(broken) == "h8 i9"
    assert problems(broken) == ["line 3: 'x' is no point: expected x (1-15) and y (01-15), as 808"]
    assert "line 3: move 2: h8 is occupied" in problems(one("808\n\n808"))[0]
    with pytest.raises(renju.FormatError, match="a game without moves would be an empty file"):
        records.dumps([record_of("")], "ban")
