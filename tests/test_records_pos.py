from __future__ import annotations

import random
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given

import renju
from renju import FormatError, Point, records
from renju.records.tree import Extras, TreeBuilder
from support import DATA

SAMPLE = DATA / "records" / "pos" / "synthetic_opening.pos"
EMPTY = "." * 15


def load(data: bytes, form: str = "pos", name: str = "x.pos") -> records.Record:
    (record,) = records.loads(data, format=form, name=name)
    return record


def text(record: records.Record) -> str:
    return renju.format_moves(record.moves)


def drawing(*rows: str) -> bytes:
    return "".join(f"{row}\n" for row in (*rows, *[EMPTY] * (15 - len(rows)))).encode()


# Binary --------------------------------------------------------------------------------------


def test_the_sample() -> None:
    for options in ({}, {"format": "pos"}):
        (record,) = records.read(SAMPLE, **options)
        assert record.format == "pos"
        assert text(record) == "h8 i9 i7 g7 j8"
        assert record.problems == ()
        assert records.dumps([record], "pos") == (SAMPLE.read_bytes(), [])
    (record,) = records.loads(SAMPLE.read_bytes())  # without its name
    assert record.format == "pos"


def test_points_in_both_directions() -> None:
    # No symmetry of the board keeps any of these in its place.
    line = {"a15": 0, "b15": 1, "a14": 15, "o1": 224, "o14": 29, "c14": 17, "n2": 208}
    data = bytes([len(line), *line.values()])
    assert text(load(data)) == " ".join(line)
    assert records.dumps([load(data)], "pos")[0] == data
    for number in range(225):
        row, col = divmod(number, 15)
        name = "abcdefghijklmno"[col] + str(15 - row)
        assert text(load(bytes([1, number]))) == name


def test_passes_are_240_and_all_from_225_on() -> None:
    for number in range(225, 256):
        record = load(bytes([3, 112, number, 113]))
        assert text(record) == "h8 pass i8"
        assert records.dumps([record], "pos") == (bytes([3, 112, 240, 113]), [])


def test_the_number_of_moves() -> None:
    for data in (b"\0", b"\xe2\0", b"\xff" * 300):
        with pytest.raises(
            FormatError, match=rf"x\.pos: byte 0: {data[0]} moves: a \.pos has 1 to"
        ):
            load(data)
    with pytest.raises(FormatError, match="byte 0: the file is empty"):
        load(b"")
    whole = load(bytes([225, *range(225)]))
    assert len(whole.moves) == 225
    assert records.dumps([whole], "pos")[0] == bytes([225, *range(225)])


def test_what_is_wrong_is_said_with_its_byte() -> None:
    record = load(bytes([3, 112, 113]))
    assert text(record) == "h8 i8"
    assert [str(problem) for problem in record.problems] == [
        "byte 3: the file ends here: 3 moves were announced, 2 are there"
    ]
    record = load(bytes([1, 112, 113, 114]))
    assert text(record) == "h8"
    assert [str(problem) for problem in record.problems] == ["byte 2: 2 bytes after the last move"]
    record = load(bytes([3, 112, 113, 112]))
    assert text(record) == "h8 i8"
    assert str(record.problems[0]).startswith("byte 3: move 3: h8 is occupied")


def test_is_recognised_by_its_length_or_name() -> None:
    def form(data: bytes, name: str) -> str:
        return next(records.loads(data, name=name)).format

    assert form(bytes([2, 112, 113]), "x") == "pos"
    assert form(bytes([2, 112, 113, 114]), "x.POS") == "pos"
    # What could be a text is one, unless the name says otherwise.
    line = "h8 i9 g7".ljust(105).encode()
    assert line[0] == len(line) - 1
    assert form(line, "x") == "moves"
    assert form(b"h8 i9 g7", "x.pos") == "moves"
    assert form(drawing(), "x") == "diagram"
    assert form(drawing(), "x.pos") == "pos-text"


def test_names_of_servers() -> None:
    record = load(SAMPLE.read_bytes(), name="games/12#1#black#white#2#4.pos")
    assert record.headers == {
        "table": "12",
        "rule": "RIF",
        "opening_rule": "rif-1996",
        "black": "black",
        "white": "white",
        "swap": "2",
        "result": "White won",
    }
    assert record.result == "0-1"
    results = [load(b"\1\0", name=f"1#0#a#b#0#{state}.pos").result for state in range(1, 9)]
    assert results == ["0-1", "1/2-1/2", "1-0", "0-1", "1-0", "0-1", "", ""]
    assert load(b"\1\0", name="C:\\a#b\\1#0#a#b#0#3.pos").result == "1-0"
    assert load(b"\1\0", name="1#0#a#b.pos").headers == {}


def test_what_a_position_cannot_hold() -> None:
    builder = TreeBuilder()
    builder.add_line(renju.parse_moves("h8 i9"))
    builder.add(0, "a1")
    builder.extras(1).comment = "x"
    record = records.Record(
        renju.parse_moves("h8 i9"), headers={"black": "A"}, tree=builder.build()
    )
    data, losses = records.dumps([record], "pos")
    assert data == bytes([2, 112, 98])
    assert [str(loss) for loss in losses] == [
        "record 1: the header 'black': 'A'",
        "record 1: a node beside the moves of the game",
        "record 1: the comment of a node",
    ]
    with pytest.raises(FormatError, match=r"0 moves: a \.pos has 1 to 225"):
        records.dumps([records.Record()], "pos")
    with pytest.raises(FormatError, match="226 moves"):
        records.dumps([records.Record((renju.PASS,) * 226)], "pos")
    with pytest.raises(FormatError, match="pos: record 1 has stones set up"):
        records.dumps([records.Record(black=(Point("a1"),))], "pos")
    with pytest.raises(FormatError, match="2 records: pos holds one"):
        records.dumps([record, record], "pos")


@given(st.lists(st.integers(0, 224), unique=True, min_size=1, max_size=225), st.data())
def test_what_is_written_is_read_back(points: list[int], data: st.DataObject) -> None:
    moves: list[renju.Point | renju.Pass] = [Point(point) for point in points]
    if len(moves) < 225 and data.draw(st.booleans()):
        moves.insert(data.draw(st.integers(0, len(moves))), renju.PASS)
    record = records.Record(tuple(moves))
    content, losses = records.dumps([record], "pos")
    assert losses == []
    assert load(content).moves == record.moves


@given(st.binary(max_size=260), st.sampled_from(["pos", "pos-text"]))
def test_any_bytes_are_read_or_refused(data: bytes, form: str) -> None:
    try:
        record = load(data, form)
    except FormatError as error:
        assert str(error).startswith("x.pos: ")
        return
    record.board()
    if form == "pos" and not record.problems:
        (again,) = records.loads(records.dumps([record], form)[0], format=form)
        assert again.moves == record.moves


# Drawn ---------------------------------------------------------------------------------------


def test_drawings_in_both_directions() -> None:
    # No symmetry of the board maps it to itself; the top line is rank 15.
    rows = ["...........xxxD", "..............x", "o..............", "..O.......X...."]
    data = drawing(*rows)
    record = load(data, "pos-text")
    assert set(map(str, record.black)) == {"l15", "m15", "n15", "o14", "k12"}
    assert set(map(str, record.white)) == {"a13", "c12"}
    assert record.root.extras == Extras(marks={Point("o15"): "D"})
    assert record.problems == ()
    content, losses = records.dumps([record], "pos-text")
    assert content == data.lower().replace(b"d", b"D")
    assert losses == []


def test_a_drawing_may_lack_lines_or_end_otherwise() -> None:
    record = load(drawing()[:-16].replace(b"\n", b"\r\n"), "pos-text")
    assert [str(problem) for problem in record.problems] == [
        "line 14: 14 lines: a board has 15; the lowest are taken as empty"
    ]
    record = load(drawing()[:-4], "pos-text")
    assert str(record.problems[0]) == "line 15: '............' has 12 cells: a line has 15"


def test_drawings_of_other_boards() -> None:
    with pytest.raises(
        FormatError, match="the drawing: a board of 19x19: renju is played on 15x15"
    ):
        load(("." * 19 + "\n").encode() * 19, "pos-text")
    with pytest.raises(FormatError, match=r"x\.pos: the drawing: a board of 15x16"):
        load(drawing() + drawing()[:16], "pos-text")
    with pytest.raises(FormatError, match="no drawing of a board"):
        load(b"h8 i9", "pos-text")


def test_a_drawing_has_no_order() -> None:
    record = records.Record(renju.parse_moves("h8 i9"))
    content, losses = records.dumps([record], "pos-text")
    assert list(map(str, losses)) == ["record 1: the order of the moves"]
    again = load(content, "pos-text")
    assert (again.black, again.white) == ((Point("h8"),), (Point("i9"),))


def test_files_that_are_cut_or_changed(tmp_path: Path) -> None:
    rng = random.Random(3)
    for whole, form in ((SAMPLE.read_bytes(), "pos"), (drawing("x" * 3 + "." * 12), "pos-text")):
        for size in range(len(whole)):
            test_any_bytes_are_read_or_refused.hypothesis.inner_test(whole[:size], form)
        for _ in range(200):
            changed = bytearray(whole)
            changed[rng.randrange(len(changed))] = rng.randrange(256)
            test_any_bytes_are_read_or_refused.hypothesis.inner_test(bytes(changed), form)


def test_a_full_board_comes_back() -> None:
    board = records.Record(black=tuple(renju.POINTS[:113]), white=tuple(renju.POINTS[113:]))
    data, losses = records.dumps([board], "pos-text")
    (found,) = records.loads(data, format="pos-text")
    assert (found.black, found.white, losses) == (board.black, board.white, [])
