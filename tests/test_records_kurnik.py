"""Lists of moves of servers and by mail (kurnik, PBeM), BotZone's JSON, and RenLib's text board."""

from __future__ import annotations

import pytest

import renju
from records_support import DATA, GAME, one, problems, record_of, text
from renju import records

TAGS = '[Site "www.kurnik.pl"]\n[Black "A"]\n[White "B"]\n[Result "0-1"]\n[BlackRank "9"]\n[WhiteRank "8"]\n'
RENJU = (
    "1. h8 -- 2. h9 -- 3. h6 {} 4. -- i8 5. j7 -- 6. i7 {} 7. -- j6 8. k6 j8 9.\nk9 -- 10. l9 0-1\n"
)


def test_the_opening_of_a_game_of_kurnik() -> None:
    record = one(TAGS + RENJU.format("white", "i7"))
    assert (record.format, problems(record)) == ("kurnik", [])
    assert text(record) == "h8 h9 h6 i8 i7 j6 k6 j8 k9 pass l9"
    assert record.headers["alternatives"] == "j7"
    assert (record.headers["swap"], record.headers["black"], record.result) == ("-", "A", "0-1")


def test_names_and_result_are_exchanged_with_the_colours() -> None:
    record = one(TAGS + RENJU.format("black", "j7"))
    assert text(record).startswith("h8 h9 h6 i8 j7 j6")
    assert record.headers["alternatives"] == "i7"
    assert (record.headers["swap"], record.headers["black"]) == ("R", "B")
    assert (record.headers["BlackRank"], record.headers["white"]) == ("8", "A")
    assert record.result == "1-0"


def test_old_gomoku_lists_and_several_games() -> None:
    first, second = records.loads(
        f"{TAGS}1. h8 i9 2. g7 -- 3. h10 1-0\n\n{TAGS}1. h8 i9\n2. zz 1-0\n"
    )
    assert (text(first), problems(first)) == ("h8 i9 g7 pass h10", [])
    assert (text(second), second.place) == ("h8 i9", "line 9")
    assert "(move 3)" in problems(second)[0]
    cut = one(TAGS + "1. h8 -- 2. h9")
    assert text(cut) == "h8 h9"
    assert problems(cut) == ["line 1: the list of moves does not end with a result"]


def test_mail() -> None:
    mail = "Eks     Ohs\nPlayer One   Two\n1 H8  2 J9\n3 G7  4 H9\n5 G9,K9  6 G9,J7\n7 --  8 P10\n"
    record = one(mail)
    assert (record.format, problems(record)) == ("pbem", [])
    assert text(record) == "h8 i9 g7 h9 g9 i7 pass o10"
    assert dict(record.headers) == {"black": "Player One", "white": "Two", "alternatives": "j9"}
    skipped = one("Eks Ohs\nA  B\n1 H8  3 J9\n")
    assert problems(skipped) == ["move 2: move 3 stands where move 2 should"]
    assert "the letter i is not a column" in problems(one("Eks Ohs\nA  B\n1 I8\n"))[0]


def test_botzone() -> None:
    record = one((DATA / "synthetic_botzone_request.json").read_bytes())
    assert (record.format, text(record), problems(record)) == ("botzone", "h8 i9", [])
    second = one('{"requests":[{"x":7,"y":7},{"x":0,"y":14}],"responses":[{"x":8,"y":6}]}')
    assert text(second) == "h8 i9 a1"
    wrong = one('{"requests":[{"x":7,"y":7},{"x":7,"y":true}],"responses":[{"x":8,"y":6}]}')
    assert text(wrong) == "h8 i9"
    assert "move 3: {'x': 7, 'y': True} is no point: x and y run from 0 to 14" in problems(wrong)[0]
    for data in ('{"requests":[', '{"requests": []}', "[" * 100_000):
        with pytest.raises(renju.FormatError):
            list(records.loads(data, format="botzone"))


def test_the_text_board_of_renlib() -> None:
    data = (DATA / "synthetic_renlib_textboard.txt").read_bytes()
    record = one(data)
    assert (record.format, problems(record)) == ("textboard", [])
    assert text(record) == "h8 h9 j10 i9 i8 g9 j9 j8"
    assert record.result == "1/2-1/2"
    assert dict(record.headers) == {"black": "Player 1", "white": "Player 2", "result": "0.5-0.5"}
    again, losses = records.dumps([record], "textboard")
    assert losses == []
    assert [line.split() for line in again.splitlines() if line.strip()] == [
        line.split() for line in data.splitlines() if line.strip()
    ]


def test_a_text_board_whose_board_disagrees() -> None:
    data = (DATA / "synthetic_renlib_textboard.txt").read_text().replace("8 J8", "8 K8")
    record = one(data)
    assert text(record).endswith("k8")
    assert problems(record) == [
        "line 1: the board shows other stones than the moves put: the moves are read"
    ]
    cut = one(data[:300], format="textboard")
    assert "line 1: the text ends before the line '----- Text Board -----'" in problems(cut)


def test_several_text_boards_and_what_they_cannot_hold() -> None:
    games = [record_of(GAME), record_of("h8 pass i9", headers={"event": "E"})]
    data, losses = records.dumps(games, "textboard")
    assert [text(record) for record in records.loads(data)] == [GAME, "h8 pass i9"]
    assert [str(loss) for loss in losses] == ["record 2: the header 'event': 'E'"]
    white = record_of("h8", to_move=renju.Color.WHITE)
    data, losses = records.dumps([white], "textboard")
    assert [str(loss) for loss in losses] == ["record 1: the order of a move"]
    assert one(data).board().stones(renju.Color.WHITE) == (renju.Point("h8"),)
