"""RenjuNet's database: what its games say, the faults of real files, hostile ones, and memory."""

from __future__ import annotations

import gc
import importlib.util
import os
import random
import re
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO
from xml.etree import ElementTree as ET

import hypothesis.strategies as st
import pytest
from hypothesis import given

import renju
from records_support import DATA, GAME, WORDS, one, problems, record_of, text
from renju import records
from renju.records import Source, rif_text
from renju.records.rif import Rif
from renju.records.rif_rows import date_of, derived

FILE = DATA / "synthetic_renjunet.rif"
TOOLS = Path(__file__).parents[1] / "tools"
MUTATIONS = int(os.environ.get("RENJU_MUTATIONS", "100"))  # of the sample

PLAYERS = (
    '<countries><country id="1" name="North" /><country id="2" name="East" reversed="1" /></countries>'
    '<players><player id="1" disp_id="000101" name="Ann" surname="One" country="1" />'
    '<player id="2" disp_id="000102" name="Bo" surname="Two" country="2" /></players>'
)
RULES = (
    '<rules><rule id="1" name="RIF" category="1" /><rule id="25" name="Taraguchi-10" category="1" />'
    '<rule id="8" name="Yamaguchi" category="1" /><rule id="2" name="Sakata" category="1" />'
    '<rule id="11" name="Swap2" category="2" /></rules>'
)


def game(inside: str = f"<move>{GAME}</move>", number: object = 1, **attributes: str) -> str:
    """One game; attributes of no value are left out."""
    row = {"id": str(number), "black": "1", "white": "2", "bresult": "1", "rule": "1"} | attributes
    words = " ".join(f'{name}="{value}"' for name, value in row.items())
    return f"<game {words}>{inside}</game>\n"


def database(
    *games: str, tables: str = PLAYERS + RULES, start: str = "", late: bool = False
) -> bytes:
    parts = [tables, "<games>\n", *games, "</games>"]
    if late:
        parts = [*parts[1:], parts[0]]
    return f"{start}<database>{''.join(parts)}</database>".encode()


def read(data: bytes, **options: Any) -> list[records.Record]:
    return list(records.loads(data, format="rif", **options))


def headers(**attributes: str) -> dict[str, str]:
    """The headers of one game with these attributes."""
    return dict(one(database(game(**attributes))).headers)


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_rif", TOOLS / "make_rif.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# The sample


def test_the_sample() -> None:
    found = list(records.read(FILE))
    assert [record.headers["id"] for record in found] == list("123456789")
    assert [record.result for record in found] == [
        "1-0", "1/2-1/2", "0-1", "1-0", "1-0", "", "0-1", "1-0", "1-0",
    ]  # fmt: skip
    assert [len(record.moves) for record in found] == [13, 13, 15, 3, 9, 4, 0, 11, 2]
    assert {record.format for record in found} == {"rif"}
    assert {record.encoding for record in found} == {"utf-8"}
    first = found[0]
    assert text(first) == "h8 h9 h7 g9 i10 g8 f10 i6 j8 k7 i8 g6 g7"
    assert first.place == "line 76"
    assert {name: first.headers[name] for name in first.headers if "." not in name} == {
        "id": "1",
        "black": "Player 1",
        "white": "2 Player",  # the family name first, as in her country
        "publisher": "Player 1",
        "event": "Synthetic World Championship & Open",
        "date": "2005-08-01",
        "place": "Kyoto, Japan",
        "round": "1",
        "rule": "renju",
        "opening_rule": "RIF",
        "opening": "D8 Shogetsu",
        "result": "1",
        "btime": "95",
        "wtime": "88",
        "alt": "i8",
        "alternatives": "i8",
        "swap": "R",
        "swapped_after": "3",
        "black_made": "5",
    }
    assert first.headers["white.disp_id"] == "010002"
    assert first.headers["white.native_name"] == "選手二"
    assert first.headers["tournament.month_name"] == "August"
    assert first.headers["rule.info"] == "one swap after move 3, two fifth moves"


def test_problems_of_the_sample() -> None:
    """No moves, and one player on both sides; a note of the copyright in a comment is no problem."""
    found = list(records.read(FILE))
    assert [(record.headers["id"], *problems(record)) for record in found if record.problems] == [
        ("7", "game 7, line 97, byte 4866: it has no moves"),
        ("9", "game 9, line 103, byte 5190: black and white are both player '1'"),
    ]
    assert FILE.read_bytes()[4866:4880] == b'<game id="7" p'


def test_rounds_comments_and_categories() -> None:
    found = {record.headers["id"]: record.headers for record in records.read(FILE)}
    assert [found[key].get("round") for key in "3459"] == ["F2", None, "8", "10a"]
    assert found["3"]["comment"] == "time loss by Black"
    assert "comment" not in found["1"]
    assert [found[key]["rule"] for key in "1458"] == ["renju", "renju", "renju", "gomoku"]
    assert "opening" not in found["8"]  # gomoku
    assert found["7"]["unrated"] == "1"
    assert found["2"]["black"] == "3 & Co"  # no given name


# What games say


@pytest.mark.parametrize(
    ("row", "date"),
    [
        ({"start": "2005-08-01", "end": "2005-08-07"}, "2005-08-01"),
        ({"start": "2005-08-07", "end": "2005-08-01"}, "2005-08-01"),  # the wrong way round
        ({"start": "", "end": "", "year": "2021", "month": "1"}, "2021-01"),
        ({"start": "0000-00-00", "end": "0000-00-00", "year": "1998", "month": "2"}, "1998-02"),
        ({"start": "2019-05-00", "end": "2019-05-04"}, "2019-05"),
        ({"start": "2019-00-00", "year": "2019"}, "2019"),
        ({"end": "2019-05-04"}, "2019-05-04"),
        ({"year": "1990", "month": "13"}, "1990"),
        ({"year": "0", "month": "3"}, ""),
        ({"start": "no date", "year": "x"}, ""),
        ({}, ""),
    ],
)
def test_dates(row: dict[str, str], date: str) -> None:
    assert date_of(row) == date


@pytest.mark.parametrize(
    ("swap", "rule", "after", "made"),
    [
        ("R--R-", "Taraguchi-10", "1 4", "1 2 4 5"),  # as the note of a real game says
        ("----", "Taraguchi-10", "never", "1 3 5"),
        ("-R---", "Taraguchi-10", "2", "2 3 5"),
        ("-----", "Taraguchi-10", "never", "1 3 5"),
        ("----R", "Taraguchi-10", "5", "2 4"),
        ("R", "RIF", "3", "5"),
        ("-", "RIF", "never", "1 2 3 5"),
        ("R", "Yamaguchi", "3", "5"),
        ("R", "Sakata", None, None),  # what was exchanged when is not known
        ("R-", "Soosyrv-8", None, None),
        ("", "RIF", None, None),
    ],
)
def test_swaps(swap: str, rule: str, after: str | None, made: str | None) -> None:
    found, fault = derived(swap, "", rule)
    assert (found.get("swapped_after"), found.get("black_made"), fault) == (after, made, "")


def test_a_swap_in_other_letters_is_a_problem() -> None:
    data = database(game(swap="R?"))
    record = one(data)
    assert problems(record) == [
        (
            f"game 1, line 2, byte {data.index(b'<game ')}: "
            "swap 'R?': expected R (colours exchanged) and - only"
        )
    ]
    assert record.headers["swap"] == "R?"


@pytest.mark.parametrize(
    ("rule", "alt", "decoded"),
    [
        ("1", "i8", "i8"),
        ("1", "I8, j10", "i8 j10"),
        ("1", "51", None),
        ("25", "51", None),  # in a real game: no point
        ("25", "i8", None),  # what it means there is not known
        ("8", "i8", None),
        ("1", "i8 p9", None),
    ],
)
def test_alternatives(rule: str, alt: str, decoded: str | None) -> None:
    found = headers(rule=rule, alt=alt)
    assert (found["alt"], found.get("alternatives")) == (alt, decoded)


@pytest.mark.parametrize(
    ("raw", "result"),
    [("1", "1-0"), ("1.0", "1-0"), ("0", "0-1"), ("0.50", "1/2-1/2"), ("0,5", "1/2-1/2"), ("", "")],
)
def test_results(raw: str, result: str) -> None:
    record = one(database(game(bresult=raw)))
    assert (record.result, record.headers.get("result", "")) == (result, raw)
    assert not record.problems


@pytest.mark.parametrize("raw", ["2", "x", "NaN", "sNaN", "Infinity", "-1", "1e999999999"])
def test_results_that_are_none(raw: str) -> None:
    record = one(database(game(bresult=raw)))
    assert (record.result, record.headers["result"]) == ("", raw)
    assert f"bresult '{raw}': expected 1, 0.5 or 0" in problems(record)[0]


@pytest.mark.parametrize("symmetry", list(renju.Symmetry))
def test_points_in_every_orientation(symmetry: renju.Symmetry) -> None:
    moves = [symmetry.apply(word) for word in GAME.split()]
    written = renju.format_moves(moves)
    record = one(database(game(f"<move>{written}</move>")))
    assert record.moves == tuple(moves)
    assert f"<move>{written}</move>".encode() in records.dumps([record], "rif")[0]


@pytest.mark.parametrize(
    ("moves", "read", "fault"),
    [
        ("h8 i9 p3 a1", "h8 i9", "'p3' is off the board"),
        ("h8 i9 a16", "h8 i9", "'a16' is off the board"),
        ("h8 i9 h8 a1", "h8 i9", "move 3: h8 is taken by move 1"),
        ("h8 ?? a1", "h8", "'??' is no point"),
        ("", "", "it has no moves"),
        ("  \n ", "", "it has no moves"),
    ],
)
def test_moves_up_to_a_fault(moves: str, read: str, fault: str) -> None:
    record = one(database(game(f"<move>{moves}</move>")))
    assert text(record) == read
    assert fault in problems(record)[0]
    assert record.headers.get("move", "") == (moves if moves.strip() else "")


@pytest.mark.parametrize("moves", ["H8 I9 G6", "h8i9g6", "\nh8\ti9\n g6 ", "1. h8 i9 2. g6"])
def test_moves_that_are_written_otherwise(moves: str) -> None:
    record = one(database(game(f"<move>{moves}</move>")))
    assert (text(record), problems(record)) == ("h8 i9 g6", [])


def test_a_pass_is_read() -> None:
    assert text(one(database(game("<move>h8 -- i9 pass</move>")))) == "h8 pass i9 pass"


@pytest.mark.parametrize(
    ("number", "moves", "fault"),
    [
        ("21", "h8 h9 h7", ""),
        ("19", "h8 h9 i8", ""),
        ("1", "h8 i9 j10", ""),
        ("13", "h8 g9 j6", ""),  # seen in a mirror
        ("19", "h8 h9 h7", "opening '19' is D6, but the stones make D8 Shogetsu"),
        ("19", "h8 h9 a1", "opening '19' is D6, but the stones make none of the 26"),
        ("27", "h8 h9 a1", ""),  # what ids above 26 are is not known
        ("0", "h8 h9 a1", ""),
        ("19", "h8 h9", ""),
    ],
)
def test_the_opening_is_computed_and_compared(number: str, moves: str, fault: str) -> None:
    record = one(database(game(f"<move>{moves}</move>", opening=number)))
    assert [problem.message for problem in record.problems] == ([fault] if fault else [])
    named = renju.openings.identify(moves)
    assert record.headers.get("opening") == (str(named) if named else None)


def test_ids() -> None:
    found = read(database(game(number=5), game(number=5), game(number=""), game(number="x")))
    assert [[p.message for p in record.problems] for record in found] == [
        [], ["a second game 5"], ["it has no id"], ["id 'x' is no number"],
    ]  # fmt: skip
    huge = read(database(game(number=10**30), game(number=2**24 - 1), game(number=2**24 - 1)))
    assert [len(record.problems) for record in huge] == [0, 0, 1]


def test_references_that_lead_nowhere() -> None:
    record = one(database(game(black="99", white="0", tournament="7", rule="77", opening="3")))
    assert [problem.message for problem in record.problems] == [
        "black is player '99', which is not in the file",
        "tournament '7', which is not in the file",
        "rule '77', which is not in the file",
        "opening '3' is I3, but the stones make I12 Meigetsu",
    ]
    assert record.headers["black.id"] == "99"
    assert "black" not in record.headers


def test_ids_with_zeros_before_them_are_the_same() -> None:
    assert headers(black="01")["black"] == "Ann One"


def test_unknown_attributes_and_elements_are_kept() -> None:
    inside = f"<move>{GAME}</move><note>n</note><info>i</info>"
    found = one(database(game(inside, arbiter="Player 9"))).headers
    assert (found["arbiter"], found["note"], found["comment"]) == ("Player 9", "n", "i")


@pytest.mark.parametrize("name", ["event", "black", "round"])
def test_an_element_by_the_name_of_something_else_is_a_problem(name: str) -> None:
    record = one(database(game(f"<move>h8</move><{name}>other</{name}>", round="3")))
    assert record.headers.get(name) == {"event": None, "black": "Ann One", "round": "3"}[name]
    assert f"<{name}> is left out, since the name is taken: 'other'" in problems(record)[0]


def test_attributes_inside_a_game_are_a_problem() -> None:
    record = one(database(game('<move number="2">h8 i9</move>')))
    assert text(record) == "h8 i9"
    assert "the attributes of <move> are left out: {'number': '2'}" in problems(record)[0]


@pytest.mark.parametrize("late", [False, True])
def test_what_is_wrong_inside_a_row_is_told_once(late: bool) -> None:
    rules = (
        '<rules><rule id="1" name="RIF"><info a="b">x<i>y</i></info><info>z</info></rule></rules>'
    )
    *found, record = read(database(game(), tables=PLAYERS + rules, late=late))
    assert [problem.message for strange in found for problem in strange.problems] == [
        "rule 1: the attributes of <info> are left out: {'a': 'b'}",
        "rule 1: <i> inside <info>: their texts are joined",
        "rule 1: a second <info>: 'z'",
    ]
    assert (record.headers["rule.info"], problems(record)) == ("xy", [])


def test_an_element_that_the_format_does_not_have_is_told_once() -> None:
    strange = "<gane id='8'><move>h8</move></gane>"
    found = read(database(strange, game(), strange, *(f"<x{n}/>" for n in range(1000))))
    assert [record.headers.get("id") for record in found[:4]] == [None, None, "1", None]
    assert "<gane> is passed over: the format has none" in problems(found[0])[0]
    assert "<move> is passed over" in problems(found[1])[0]
    assert len(found) == 101  # a hundred names of them


def test_a_game_inside_a_row_that_is_not_closed() -> None:
    found = read(database(game(), tables=PLAYERS + "<rules><rule id='1'><info>"))
    (record,) = (record for record in found if record.moves)
    assert text(record) == GAME


def test_an_element_twice_is_a_problem() -> None:
    record = one(database(game("<move>h8 i9</move><move>a1</move>")))
    assert text(record) == "h8 i9"
    assert "a second <move>: 'a1'" in problems(record)[0]


# The order of the tables


@pytest.mark.parametrize("late", [False, True])
def test_tables_before_and_after_the_games(late: bool) -> None:
    found = read(database(game(), game(number=2, rule="11"), late=late))
    assert [record.headers["white"] for record in found] == ["Two Bo", "Two Bo"]
    assert [record.headers["rule"] for record in found] == ["renju", "gomoku"]
    assert not any(record.problems for record in found)


def test_tables_between_games() -> None:
    tables = PLAYERS + RULES
    middle = database(game(), "</games>", tables, "<games>", game(number=2), tables="")
    assert [problems(record) for record in read(middle)] == [[], []]
    mixed = database(*(game(number=n) + f"<month id='{n}' name='m'/>" for n in range(1, 300)))
    assert [record.headers["id"] for record in read(mixed)] == [str(n) for n in range(1, 300)]


@pytest.mark.parametrize("late", [False, True])
def test_a_second_row_of_an_id_is_a_problem_of_the_file(late: bool) -> None:
    more = (
        PLAYERS + '<players><player id="1" name="Other" surname="" /><player name="x" /></players>'
    )
    found = read(database(game(), tables=more + RULES, late=late))
    assert [problem.message for record in found[:2] for problem in record.problems] == [
        "player 1: a second player 1",
        "player : player without an id",
    ]
    assert found[2].headers["black"] == "Ann One"


# Encodings


@pytest.mark.parametrize("encoding", ["UTF-8", "utf8", "windows-1251", "Shift_JIS", "GB2312"])
def test_the_declared_encoding(encoding: str) -> None:
    word = {"windows-1251": "Чёрные", "Shift_JIS": "連珠", "GB2312": "黑棋"}.get(encoding, "選手")
    start = f'<?xml version="1.0" encoding="{encoding}"?>'
    data = database(game(f"<info>{word}</info>"), start=start).decode().encode(encoding)
    record = one(data)
    assert record.headers["comment"] == word
    assert [problem.message for problem in record.problems] == ["it has no moves"]


@pytest.mark.parametrize("declared", ["ISO-8859-1", "windows-1252", "GB2312"])
def test_a_declaration_that_lies_about_utf_8(declared: str) -> None:
    start = f'<?xml version="1.0" encoding="{declared}"?>'
    first, second = read(
        database(game(f"<move>{GAME}</move><info>選手</info>"), game(number=2), start=start)
    )
    assert first.headers["comment"] == "選手"
    assert first.encoding == "utf-8"
    assert problems(first) == [f"line 1: the declaration says {declared!r}, but the text is utf-8"]
    assert not second.problems


def test_utf_8_is_declared_and_the_text_is_something_else() -> None:
    start = '<?xml version="1.0" encoding="UTF-8"?>'
    rows = "".join(
        f'<player id="{n}" name="Чёрные выигрывают" surname="Белые защищаются" />' for n in (1, 2)
    )
    data = database(game(), tables=rows + RULES, start=start).decode().encode("cp1251")
    (record,) = read(data)
    assert record.encoding == "cp1251"
    assert record.headers["black"] == "Чёрные выигрывают Белые защищаются"
    assert "read as cp1251" in problems(record)[0]
    assert read(data, encoding="cp1251")[0].problems == ()


@pytest.mark.parametrize(
    "name", ["UTF-16", "no-such", "idna", "rot13", "zlib", "punycode", "utf-7"]
)
def test_declarations_that_cannot_be_are_told(name: str) -> None:
    (record,) = read(database(game(), start=f'<?xml version="1.0" encoding="{name}"?>'))
    assert text(record) == GAME
    assert name in problems(record)[0]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_wide_text_and_byte_order_marks(encoding: str) -> None:
    start = '<?xml version="1.0" encoding="UTF-8"?>'
    data = database(game("<info>選手</info>"), start=start).decode().encode(encoding)
    assert records.sniff(Source(data)).name == "rif"
    assert read(data)[0].headers["comment"] == "選手"


def test_broken_bytes_are_a_problem_of_their_game() -> None:
    good, bad, last = game("<info>選手</info>"), game("<info>選手B</info>", 2), game(number=3)
    data = database(good, bad, last).replace("手B".encode(), "手".encode()[:2])
    found = read(data)
    assert [len(record.problems) for record in found] == [1, 2, 0]
    assert found[1].headers["comment"] == "選\ufffd"
    at = data.index(b'<game id="2"')
    fault = "info: characters that are no utf-8 stand as '\ufffd'"
    assert problems(found[1])[0] == f"game 2, line 3, byte {at}: {fault}"
    _, losses = records.dumps([found[1]], "rif")
    assert "not understood when it was read" in str(losses[0])


def test_the_caller_names_the_encoding() -> None:
    data = database(game("<info>黑棋</info>")).decode().encode("gbk")
    (record,) = read(data, encoding="gbk")
    assert (record.headers["comment"], record.encoding) == ("黑棋", "gb18030")
    with pytest.raises(records.registry.FormatError, match="no text encoding"):
        read(data, encoding="nothing")


# What expat alone does not take


@pytest.mark.parametrize(
    ("written", "understood", "fault"),
    [
        ("&copy; 2005", "© 2005", "info: &copy; is no entity of XML: read as '©'"),
        ("&wrong; x", "&wrong; x", "info: &wrong; is no entity of XML: read as '&wrong;'"),
        ("Fox & Co", "Fox & Co", "info: a lone & should be written &amp;"),
        ("a\x0bb", "a\ufffdb", "info: characters that are no utf-8 stand as '\ufffd'"),
        ("a\0b", "a\ufffdb", "info: characters that are no utf-8 stand as '\ufffd'"),
        ("a\ufffeb", "a\ufffdb", "info: characters that are no utf-8 stand as '\ufffd'"),
        ("&#233;&amp;&lt;", "é&<", None),
    ],
)
def test_faults_of_the_text(written: str, understood: str, fault: str | None) -> None:
    first, second = read(
        database(game(f"<move>{GAME}</move><info>{written}</info>"), game(number=2))
    )
    assert first.headers["comment"] == understood
    assert [problem.message for problem in first.problems] == ([fault] if fault else [])
    assert (text(second), problems(second)) == (GAME, [])


def test_places_after_a_mended_text_are_those_of_the_file() -> None:
    data = b"\xef\xbb\xbf \n" + database(
        game("<info>&copy; &middot; \x01 & </info>"), game("", 7), start="<!-- &copy; -->"
    )
    found = read(data)
    at = data.index(b'<game id="7"')
    assert problems(found[1]) == [f"game 7, line 4, byte {at}: it has no moves"]
    assert data[:at].count(b"\n") == 3


def test_an_entity_in_the_name_of_a_player() -> None:
    rows = PLAYERS.replace("Ann", "Ann &copy;")
    table, record = read(database(game(), tables=rows + RULES))
    assert "player 1: name: &copy; is no entity of XML" in problems(table)[0]
    assert record.headers["black"] == "Ann © One"


@pytest.mark.parametrize(
    "broken",
    [
        '<game id="5" black="1><move>h8</move></game>',
        "<game id='5'><move>h8</game>",
        '<game id="5" id="6"><move>h8</move></game>',
        "<game id='5'><info>a < b</info></game>",
        "<game id='5'><info>&#0;</info></game>",
        "</info></games>",
        "<!DOCTYPE game [<!ENTITY a 'b'>]><game id='5'><move>h8</move></game>",
    ],
)
def test_reading_goes_on_after_broken_xml(broken: str) -> None:
    found = read(database(game(), broken, *(game(number=n) for n in range(10, 400))))
    whole = [record for record in found if record.headers.get("id") != "5" and record.moves]
    assert [record.headers["id"] for record in whole] == ["1", *(str(n) for n in range(10, 400))]
    assert [record.place for record in whole][:2] == ["line 2", "line 3"]
    assert any("XML: " in text for record in found for text in problems(record))


def test_reading_goes_on_when_the_row_lies_across_two_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = database(game(), "<game <", *(game(number=n) for n in range(2, 30)))
    for size in range(1, 60):
        monkeypatch.setattr(rif_text, "_CHUNK", size)
        found = [record for record in read(data) if record.moves]
        assert [record.headers["id"] for record in found] == [str(n) for n in range(1, 30)]
        assert [record.place for record in found][-1] == "line 30"


def test_tables_survive_a_fault_in_them() -> None:
    rows = PLAYERS.replace("<players>", '<players><player id="9" name=Bad />')
    found = read(database(game(), tables=rows + RULES))
    assert "XML: not well-formed" in problems(found[0])[0]
    assert [problems(record) for record in found[1:]] == [[]]
    assert found[1].headers["white"] == "Two Bo"


def test_too_many_faults_end_the_reading() -> None:
    found = read(database(*["<game <"] * 3000, game()))
    assert len(found) == 1001
    assert "after 1000 such faults the rest is not read" in problems(found[-1])[0]


def test_a_game_that_is_not_closed() -> None:
    data = database(game().replace("</game>", ""), game(number=2))
    first, second = (record for record in read(data) if record.moves)
    assert (text(first), text(second)) == (GAME, GAME)
    assert "it is not closed before the next" in problems(first)[0]


def test_a_document_type_is_refused() -> None:
    entities = "".join(f'<!ENTITY a{n} "&a{n - 1};&a{n - 1};">' for n in range(1, 40))
    start = f'<?xml version="1.0"?><!DOCTYPE database [<!ENTITY a0 "ha">{entities}]>'
    data = database(game("<info>&a39;</info>"), start=start)
    assert records.sniff(Source(data)).name == "rif"
    with pytest.raises(renju.RenjuError, match="document type declaration 'database': refused"):
        read(data)


@pytest.mark.parametrize(
    "data", [b"", b"<svg/>", b"<", b"h8 i9", b"\0" * 100, b"<?xml version='1.0'?>"]
)
def test_what_is_no_such_file(data: bytes) -> None:
    assert not Rif().sniff(Source(data))
    with pytest.raises(renju.RenjuError, match=r"no database of games|root is 'svg'"):
        read(data)


def test_a_long_notice_before_the_root_is_no_hindrance() -> None:
    notice = "<!-- " + "terms of use &copy; " * 1000 + "-->"
    data = database(game(), start=f'<?xml version="1.0" encoding="UTF-8"?>{notice}')
    assert text(one(data)) == GAME


def test_a_token_without_end_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renju.records.rif_xml.MOST_TOKEN", 200_000)
    data = database(game()).replace(b"</games>", b"<!-- " + b"x" * 1_000_000)
    found = read(data)
    assert text(found[0]) == GAME
    assert "more than 200000 bytes without an end; the rest is not read" in problems(found[-1])[0]


def test_a_long_text_is_cut_with_a_problem() -> None:
    (record,) = read(database(game(f"<move>{GAME}</move><info>{'x' * 3_000_000}</info>")))
    assert len(record.headers["comment"]) <= 1 << 20
    assert "<info> has 3000000 characters: the rest is left out" in problems(record)[0]


def test_deep_nesting_is_no_harm() -> None:
    deep = "<a>" * 50_000 + "h8" + "</a>" * 50_000
    (record,) = read(database(game(f"<move>{GAME}</move>{deep}")))
    assert text(record) == GAME
    assert len(record.problems) == 1
    assert "<a> inside <a>" in problems(record)[0]


# Truncated and mutated


GAME_TEXT = re.compile(rb"<game .*?</game>", re.DOTALL)


def survives(data: bytes) -> list[records.Record]:
    """Read hostile bytes and return the records; what was read can be written."""
    try:
        found = list(records.loads(data, format="rif"))
    except renju.FormatError as error:
        assert str(error)
        return []
    for record in found:
        assert all(problem.place and problem.message for problem in record.problems)
        record.board()
    games = [record for record in found if record.headers]
    written, _ = records.dumps(games, "rif")
    ET.fromstring(written)
    again = [record for record in read(written) if record.headers]
    for record, before in zip(again, games, strict=True):
        assert record.moves == before.moves or renju.PASS in before.moves
        assert record.result == before.result
    return found


def test_truncated_at_every_byte() -> None:
    data = FILE.read_bytes()
    ends = [match.end() for match in GAME_TEXT.finditer(data)]
    root = data.index(b"<database")
    for at in range(len(data)):
        try:
            found = read(data[:at])
        except renju.FormatError:
            assert at < root + len(b'<database version="1.0" date="2020-01-01">')
            continue
        whole = [r for r in found if not any("ends" in text for text in problems(r))]
        assert len(whole) == sum(end <= at for end in ends)
        if at < len(data) - 1:  # without its last line break it is whole
            assert found[-1].problems  # that it is cut is told


def test_mutations() -> None:
    """A game whose bytes are as they were is read, or something is said to be wrong between the games."""
    data = FILE.read_bytes()
    before = {
        match[0]: text(one(b"<database>" + match[0] + b"</database>"))
        for match in GAME_TEXT.finditer(data)
    }
    rng = random.Random(6)
    for _ in range(MUTATIONS):
        mutant = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(mutant))
            mutant[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
        found = survives(bytes(mutant))
        if not found:
            continue
        read_now = [text(record) for record in found]
        for game_text, moves in before.items():
            if game_text in mutant and moves not in read_now:
                assert any(not record.headers and record.problems for record in found)


PARTS = [
    *(b"<game ", b'<game id="1" black="1">', b' id="2"', b">", b"/>", b"</game>", b"<games>", b"</games>"),
    *(b"<move>", b"h8 i9", b"</move>", b"<info>", b"</info>", b"<x>", b"</x>", b"</database>"),
    *(b"<players>", b'<player id="1" name="A"', b"</player>", b"</players>", b'<rule id="1">', b"</rule>"),
    *(b"&copy;", b"&", b"&#0;", b"&#65;", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<?pi", b"?>", b"<!DOCTYPE"),
    *(b"\0", b"\xff", b"\xe9\x81\xb8", b"\n", b'"', b"<", b"<month", b"\x0b", b"  " * 20),
]  # fmt: skip


@given(st.lists(st.sampled_from(PARTS), max_size=60).map(b"".join), st.integers(1, 40))
def test_how_a_file_is_cut_into_pieces_is_no_matter(content: bytes, size: int) -> None:
    data = b"<database>" + content

    def games() -> list[Any]:
        found = read(data, encoding="utf-8")
        return [(record.moves, record.headers) for record in found if record.headers]

    whole = games()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rif_text, "_CHUNK", size)
        assert games() == whole


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    survives(data)
    survives(b"<database>" + data + b"<game id='1'><move>h8</move></game></database>")


# Writing


def same(found: records.Record, record: records.Record) -> bool:
    return replace(found, place="", problems=()) == replace(record, place="", problems=())


def test_what_was_read_is_written_and_read_again() -> None:
    found = list(records.read(FILE))
    data, losses = records.dumps(found, "rif")
    assert losses == []
    again = read(data)
    assert all(map(same, again, found))
    assert [record.result for record in again] == [record.result for record in found]
    assert records.dumps(again, "rif")[0] == data
    assert data.index(b"<players>") < data.index(b"<games>")  # as those need it who read in order


def test_a_record_from_elsewhere() -> None:
    record = record_of(
        GAME,
        result="0-1",
        headers={
            "black": "Player 1",
            "white": "Player 2",
            "event": 'Cup "A" & <B>',
            "date": "2020-02-03",
            "place": "Town, Land",
            "round": "3",
            "rule": "renju",
            "opening_rule": "RIF",
            "comment": "two\nlines\r\n& more",
        },
    )
    data, losses = records.dumps([record], "rif")
    (found,) = read(data)
    assert (losses, problems(found), found.result, text(found)) == ([], [], "0-1", GAME)
    expected = dict(record.headers)
    assert {name: found.headers[name] for name in expected} == expected


def test_games_of_two_files_keep_their_players_apart() -> None:
    other = PLAYERS.replace("Ann", "Cy").replace("000101", "000777")
    found = [one(database(game())), one(database(game(number=2), tables=other + RULES))]
    again = read(records.dumps(found, "rif")[0])
    assert [record.headers["black"] for record in again] == ["Ann One", "Cy One"]
    assert [record.headers["black.disp_id"] for record in again] == ["000101", "000777"]
    assert [record.headers["white.id"] for record in again] == ["2", "2"]


def test_an_edited_header_stands() -> None:
    (record,) = read(database(game(publisher="2")))
    edited = replace(record, headers={**record.headers, "black": "Dee", "date": "2001-09"})
    (found,) = read(records.dumps([edited], "rif")[0])
    assert (found.headers["black"], found.headers["date"]) == ("Dee", "2001-09")
    assert found.headers["publisher"] == "Two Bo"


def losses_of(record: records.Record) -> list[str]:
    return [loss.message for loss in records.dumps([record], "rif")[1]]


def test_what_cannot_be_written_is_told() -> None:
    builder = records.TreeBuilder()
    builder.add(builder.add(0, "h8"), "i9")
    builder.add(0, "a1")
    builder.extras(1).comment = "c"
    record = records.Record(
        tuple(renju.parse_moves("h8 i9")),
        tree=builder.build(),
        result="void",
        headers={"rule": "freestyle", "date": "May", "annotator": "x", "odd name": "y"},
    )
    assert losses_of(record) == [
        "a node beside the moves of the game",
        "a node with a comment, labels or marks",
        "the date 'May', which is not written YYYY, YYYY-MM or YYYY-MM-DD",
        "the rule 'freestyle', which is neither renju nor gomoku",
        "the result 'void', which is no score of Black's",
        "the header 'annotator': 'x'",
        "the header 'odd name': 'y'",
    ]
    assert losses_of(record_of("h8", headers={"comment": "a\0b"})) == [
        "a character of 'comment' that XML cannot hold"
    ]


@pytest.mark.parametrize(
    ("headers", "lost"),
    [
        ({"alternatives": "g7", "opening_rule": "RIF"}, []),  # it is `alt` there
        ({"alternatives": "g7", "opening_rule": "Sakata"}, ["the header 'alternatives': 'g7'"]),
        ({"alternatives": "g7"}, ["the header 'alternatives': 'g7'"]),
        ({"alternatives": "G7 x", "opening_rule": "RIF"}, ["the header 'alternatives': 'G7 x'"]),
        ({"swap": "R"}, []),
        ({"swap": "NO"}, ["the swap 'NO', which is not written in R and -"]),
        ({"black_made": "1 2"}, ["the header 'black_made': '1 2'"]),
        ({"time_control": "1 h"}, ["the header 'time_control': '1 h'"]),
        ({"date": "2020-13-01"}, ["the date '2020-13-01', which is not written YYYY, YYYY-MM or YYYY-MM-DD"]),
        ({"date": "2020-02"}, []),
        ({"place": "a, b, "}, []),
        ({"place": ", b"}, []),
        ({"black": "A", "black.name": "B"}, ["name 'B' beside the header 'black'"]),
        ({"publisher": "A", "publisher.club": "C"}, ["club 'C' beside the header 'publisher'"]),
        ({"tournament.name": "A"}, ["the header 'tournament.name': 'A'"]),
        ({"comment": " \n"}, ["a comment of blanks"]),
        ({"database.a b": "x"}, ["the header 'database.a b': 'x'"]),
        ({"database.note": "\0"}, ["a character of 'database.note' that XML cannot hold"]),
        ({"result": "B+R"}, ["the result 'B+R', written as '1'"]),
        ({"result": "1.0"}, []),
        ({"result": "B+"}, []),
    ],
)  # fmt: skip
def test_headers_of_other_formats(headers: dict[str, str], lost: list[str]) -> None:
    """What the format has an attribute for is in it; all else is told."""
    record = record_of(GAME, headers=headers, result="1-0", format="sgf")
    data, losses = records.dumps([record], "rif")
    assert [loss.message for loss in losses] == lost
    (found,) = read(data)
    assert (text(found), found.result, problems(found)) == (GAME, "1-0", [])
    if not lost and "result" not in headers:
        assert {name: found.headers.get(name) for name in headers} == headers


def test_the_comment_before_the_first_move() -> None:
    builder = records.TreeBuilder()
    builder.extras(0).comment = "before"
    tree = builder.build()
    assert losses_of(records.Record(tree=tree)) == []
    assert losses_of(records.Record(tree=tree, headers={"comment": "of the game"})) == [
        "the comment before the first move, beside the one of the game"
    ]


def test_games_get_ids_of_their_own() -> None:
    found = [*read(database(game(number=2), game(number=7))), *read(database(game(number=7)))]
    again = read(records.dumps([*found, record_of("h8"), record_of("i9")], "rif")[0])
    assert [record.headers["id"] for record in again] == ["2", "7", "1", "4", "5"]
    assert not any(record.problems for record in again)


def test_what_two_files_say_of_themselves() -> None:
    first, second = (
        one(database(game()).replace(b"<database>", b'<database date="%s">' % date))
        for date in (b"2001-01-01", b"2002-02-02")
    )
    data, losses = records.dumps([first, second], "rif")
    assert b'<database version="1.0" date="2001-01-01">' in data
    assert list(map(str, losses)) == ["record 2: the header 'database.date': '2002-02-02'"]


def test_months_by_other_names() -> None:
    row = '<months><month id="3" name="{}" /></months><tournaments><tournament id="1" name="T" year="2001" month="3" /></tournaments>'
    found = [
        one(database(game(tournament="1"), tables=PLAYERS + RULES + row.format(name)))
        for name in ("March", "Märts")
    ]
    data, losses = records.dumps(found, "rif")
    again = read(data)
    assert [record.headers["date"] for record in again] == ["2001-03"] * 2
    assert "the name 'Märts' of a month" in str(losses)


NAMES = st.sampled_from(WORDS) | st.text(
    st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12
).filter(lambda word: word.strip() == word and not set(word) & {"\ufffe", "\uffff", "\ufffd"})


@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from(renju.geometry.POINTS), unique=True, min_size=1, max_size=20),
            st.fixed_dictionaries(
                {"black": NAMES, "white": NAMES},
                optional={"event": NAMES, "comment": NAMES, "round": NAMES, "opening_rule": NAMES},
            ),
            st.sampled_from(["1-0", "0-1", "1/2-1/2", ""]),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_round_trips(games: list[Any]) -> None:
    found = [records.Record(tuple(m), headers=h, result=r) for m, h, r in games]
    data, losses = records.dumps(found, "rif")
    again = read(data)
    assert losses == []
    assert [record.moves for record in again] == [record.moves for record in found]
    assert [record.result for record in again] == [record.result for record in found]
    for record, before in zip(again, found, strict=True):
        assert {name: record.headers[name] for name in before.headers} == before.headers
    assert records.dumps(again, "rif")[0] == data


OWN_NAMES = ("black", "white", "date", "event", "place", "round", "rule", "opening_rule", "result")
OTHER_NAMES = (
    "comment",
    "alternatives",
    "swap",
    "alt",
    "annotator",
    "id",
    "opening",
    "black.name",
    "black.id",
)


@given(
    st.dictionaries(
        st.sampled_from(OWN_NAMES + OTHER_NAMES) | st.text("ab. é", min_size=1, max_size=4),
        NAMES | st.text(max_size=6) | st.sampled_from(["1", "R--", "2020-01-00", "renju", "g7"]),
    ),
    st.sampled_from(["1-0", "0-1", "1/2-1/2", "", "void"]),
    st.sampled_from(["", "rif", "sgf"]),
)
def test_no_header_is_lost_in_silence(headers: dict[str, str], result: str, form: str) -> None:
    """Each comes back as it was, or is told; ids may be changed."""
    record = record_of(GAME, headers=headers, result=result, format=form)
    data, losses = records.dumps([record], "rif")
    ET.fromstring(data)  # a parser that forgives nothing
    (found,) = read(data)
    said = " ".join(loss.message for loss in losses)
    assert found.result == result or f"the result {result!r}" in said
    for name, value in headers.items():
        if name.split(".")[-1] not in ("id", "result") and value:
            assert found.headers.get(name) == value or quoted_in(said, name, value), (name, said)


def quoted_in(said: str, name: str, value: str) -> bool:
    blank = name == "comment" and value.isspace()
    return repr(name) in said or repr(value) in said or (blank and "comment of blanks" in said)


# Big files


class Made(Source):
    """A file that is made while it is read."""

    def __init__(self, lines: Callable[[], Iterator[str]]) -> None:
        super().__init__(b"")
        self._lines = lines

    @property
    def head(self) -> bytes:
        return "".join(line for line, _ in zip(self._lines(), range(10), strict=False)).encode()

    def open(self) -> BinaryIO:
        return _Stream(self._lines())


class _Stream(BytesIO):
    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__()
        self._left = lines

    def read(self, size: int | None = -1) -> bytes:
        found = bytearray()
        for line in self._left:
            found += line.encode()
            if size is not None and len(found) >= size > 0:
                break
        return bytes(found)


def peak(games: int, *, late: bool) -> int:
    """The memory at its highest while a file of so many games is read."""
    module = tool()
    source = Made(lambda: module.lines(games, tables_last=late))
    gc.collect()
    tracemalloc.start()
    try:
        assert sum(1 for _ in Rif().read(source)) == games
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("late", [False, True])
def test_memory_does_not_grow_with_the_games(late: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five times the games, with each player and tournament met in both."""
    module = tool()
    monkeypatch.setattr(f"{__name__}.tool", lambda: module)
    monkeypatch.setattr(module, "PLAYERS", 30)
    monkeypatch.setattr(module, "TOURNAMENTS", 20)
    peak(2500, late=late)  # fills what is cached, which has a size
    small, big = peak(500, late=late), peak(2500, late=late)
    assert big < small * 1.25 + 20_000


def test_the_generator_makes_sound_files() -> None:
    data = "".join(tool().lines(300)).encode()
    assert data == "".join(tool().lines(300)).encode()
    assert data != "".join(tool().lines(300, seed=2)).encode()
    found = read(data)
    assert len(found) == 300
    assert {problem for record in found for problem in problems(record)} == set()
