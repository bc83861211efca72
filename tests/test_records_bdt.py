from __future__ import annotations

import pytest

import renju
from records_support import DATA, GAME, one, problems, record_of, text
from renju import records


def test_the_sample() -> None:
    first, second = records.loads((DATA / "synthetic_showrenju.bdt").read_bytes())
    assert (first.format, text(first), first.result) == ("bdt", "h8 i9 j8", "1-0")
    assert "line 1: move 4: h8 is occupied" in problems(first)[0]  # the sample repeats a point
    assert dict(first.headers) == {
        "date": "2004",
        "event": "Test Cup",
        "black": "Player 1",
        "white": "Player 2",
        "result": "+",
        "alternatives": "i9",  # J9 in the dialect without i
        "swap": "R",
        "comment": "a comment, with a comma",
    }
    assert (text(second), second.result, problems(second)) == ("h8 h9 h10", "1/2-1/2", [])
    assert (second.headers["swap"], second.place) == ("-", "line 2")


def test_rows_and_passes() -> None:
    assert text(one("1999,X=[A,B,-,88F100,?,?,]")) == "h8 o1 pass"
    assert text(one("1999,X=[A,B,-,88F100,?,?,]", format="bdt-renlib")) == "h8 o15 pass"
    assert one(",=[,,,88,,,]").headers == {}


def test_faults_are_of_their_line() -> None:
    good, short, digit, cut = records.loads(
        "2000,A=[a,b,+,88,?,-,]\n2000,A=[a,b,+,8899]\n2000,A=[a,b,+,88G1,?,-,]\n2000,A=[a,b,+,88",
        format="bdt",
    )
    assert problems(good) == []
    assert problems(short) == ["line 2: 4 fields in the brackets: there are 7"]
    assert text(digit) == "h8"
    assert problems(digit) == [
        "line 3: move 2: 'G1' is no point: expected two hexadecimal digits from 1 to F"
    ]
    assert "line 4: the line ends before the game does: it has no ]" in problems(cut)
    (junk,) = records.loads("hello", format="bdt")
    assert "line 1: 'hello' is no game: expected year,event=[" in problems(junk)[0]


@pytest.mark.parametrize("form", ["bdt", "bdt-renlib"])
def test_writing(form: str) -> None:
    headers = {
        "black": "Иванов",
        "white": "Петров",
        "date": "2003",
        "event": "Москва",
        "comment": "a, b",
    }
    data, losses = records.dumps([record_of(GAME, headers=headers, result="0-1")], form)
    assert losses == []
    assert "Иванов".encode("cp1251") in data
    found = one(data, format=form)
    assert (text(found), found.result, found.encoding) == (GAME, "0-1", "cp1251")
    assert {name: found.headers[name] for name in headers} == headers


def test_names_that_cp1251_lacks_are_written_in_utf_8() -> None:
    data, losses = records.dumps([record_of("h8", headers={"black": "中村"})], "bdt")
    assert (data, losses) == ("=[中村,,?,88,?,?,]\r\n".encode(), [])


def test_what_does_not_fit_is_said() -> None:
    headers = {"black": "A, B", "event": "x", "date": "2003-04-05", "annotator": "C"}
    data, losses = records.dumps([record_of("h8", headers=headers, result="void")], "bdt")
    said = [str(loss) for loss in losses]
    assert one(data).headers["black"] == "A; B"
    assert one(data).headers["event"] == "2003-04-05,x"
    assert "record 1: the header 'annotator': 'C'" in said
    assert "record 1: the result 'void'" in said
    assert "record 1: the signs in the header 'black' that the format uses itself: 'A, B'" in said
    assert any("'2003-04-05' is a date and not the event" in line for line in said)
    with pytest.raises(renju.FormatError, match="'bdt-x' is no format"):
        records.dumps([], "bdt-x")
