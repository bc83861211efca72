from __future__ import annotations

import pytest

import renju
from records_support import DATA, one, problems, record_of, text
from renju import records

HEAD = "Piskvorky 15x15, 0:0, 0\n"


def test_samples() -> None:
    human = one((DATA / "synthetic_human_minus1.psq").read_bytes())
    assert (text(human), problems(human), human.result) == ("h8 i9 g7", [], "")
    assert dict(human.headers) == {"times_ms": "0 3 1"}
    engines = one((DATA / "synthetic_renju15.psq").read_bytes())
    assert (text(engines), problems(engines)) == ("h8 i9 i7 g7 j8", [])
    assert engines.result == "0-1"
    assert dict(engines.headers) == {
        "black": "enginea.zip",
        "white": "engineb.zip",
        "levels": "11:11",
        "times_ms": "0 0 0 1520 88",
        "result": "2",
        "division": "Renju",
    }


def test_rewriting_is_identical() -> None:
    data = (DATA / "synthetic_renju15.psq").read_bytes()
    assert records.dumps([one(data)], "psq") == (data, [])


def test_who_starts_is_black() -> None:
    record = one("Piskvorky 15x15, 5:0, 1\n8,8,0\n9,7,0\na.zip\nb.zip\n0\n2,Renju\n")
    assert (record.headers["black"], record.headers["white"]) == ("b.zip", "a.zip")
    assert (record.headers["levels"], record.headers["code"]) == ("0:5", "0")
    assert record.result == "1-0"


@pytest.mark.parametrize(
    "head", ["Piskvorky 15x15 , 0 - 0", "piskvorky 15X15", "\ufeffPiskvorky 15x15, 11:11, 0\r"]
)
@pytest.mark.parametrize("moves", ["8,8,0\n9,7,0\n", "8, 8\n9, 7\n", " 8,8 , 5\n9,7,6\n"])
def test_spellings(head: str, moves: str) -> None:
    assert text(one(f"{head}\n{moves}-1\n")) == "h8 i9"


def test_a_third_number_that_is_the_colour() -> None:
    assert "times_ms" not in one(f"{HEAD}8,8,0\n9,7,1\n7,7,0\n-1").headers
    assert one(f"{HEAD}8,8,0\n9,7,1\n7,7,1\n-1").headers["times_ms"] == "0 1 1"


def test_faults() -> None:
    taken = one(f"{HEAD}8,8,0\n9,7,0\n8,8,0\n7,7,0\n-1\n")
    assert text(taken) == "h8 i9"
    assert problems(taken)[0].startswith("line 4: move 3: h8 is occupied")
    off = one(f"{HEAD}8,8,0\n0,7,0\n-1\n")
    assert problems(off) == ["line 3: '0,7,0' is off the board: x and y run from 1 to 15"]
    cut = one(f"{HEAD}8,8,0\n9,7,0\n")
    assert problems(cut) == ["line 3: the file ends with a move: a line such as -1 is missing"]


@pytest.mark.parametrize("size", ["20x20", "15x20", "19x15"])
def test_other_sizes(size: str) -> None:
    with pytest.raises(
        renju.FormatError, match=f"x.psq: line 1: a board of {size}: renju is played"
    ):
        list(records.loads(f"Piskvorky {size}, 0:0, 0\n1,1,0\n-1", name="x.psq"))


def test_writing() -> None:
    data, losses = records.dumps(
        [record_of("h8 i9", headers={"event": "E", "black": "A\nB"})], "psq"
    )
    assert data == b"Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\n9,7,0\r\nA B\r\n?\r\n-1\r\n"
    assert [str(loss) for loss in losses] == [
        "record 1: the header 'event': 'E'",
        "record 1: the white space of the header 'black'",
    ]
    with pytest.raises(renju.FormatError, match="psq: a file holds one game, and there are more"):
        records.dumps([record_of("h8")] * 2, "psq")


def test_moves_after_the_end_of_the_moves_are_named() -> None:
    record = one("Piskvorky 15x15, 0:0, 0\n8,8,0\nA\nB\n9,9,0\n-1\n")
    assert (text(record), record.headers["black"]) == ("h8", "A")
    assert problems(record) == [
        "line 3: 1 lines that are moves stand after what ends the list of moves"
    ]


def test_times_that_do_not_fit_are_a_loss() -> None:
    record = record_of("h8 i9", headers={"times_ms": "10 x 7"})
    data, losses = records.dumps([record], "psq")
    assert [loss.message for loss in losses] == [
        "times that are not a number for each move: '10 x 7'"
    ]
    assert text(one(data)) == "h8 i9"


def test_a_move_that_was_cut_is_named() -> None:
    for end in ("9", "9,", "9,9,"):
        record = one(f"Piskvorky 15x15, 0:0, 0\n8,8,0\n{end}")
        assert "which may be a move that was cut" in problems(record)[0]
