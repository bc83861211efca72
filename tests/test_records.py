from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import renju
from renju import Board, records
from renju.records import plain

DIAGRAM = renju.Board("h8 i9 g7").diagram()


def moves(record: records.Record) -> str:
    return renju.format_moves(record.moves)


def test_move_text_one_game_a_line(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"\xef\xbb\xbf# a comment\r\n\r\nh8i9\r\n  # another\r\n1.h8 2.pass 3.g7\r\n")
    found = list(records.read(path))
    assert [moves(record) for record in found] == ["h8 i9", "h8 pass g7"]
    assert [record.place for record in found] == ["line 3", "line 5"]
    assert {record.format for record in found} == {"moves"}
    assert found[0].encoding == "utf-8-sig"


def test_a_bad_line_is_a_problem_and_the_rest_is_read() -> None:
    good, bad, taken, last = records.loads("h8 i9\nh8 i9 j16 a1\nh8 h8\ng7\n")
    assert not good.problems
    assert not last.problems
    assert moves(bad) == "h8 i9"
    assert str(bad.problems[0]) == (
        "line 2: 'j16' is off the board: ranks run from 1 to 15, at character 7 (move 3)"
    )
    assert "line 3: move 2: h8 is occupied by the black stone of move 1" in str(taken.problems[0])


def test_the_dialect_without_i() -> None:
    (record,) = records.loads("h8 j9 p15", skip_i=True)
    assert moves(record) == "h8 i9 o15"


def test_diagrams() -> None:
    line = "X" + "." * 224
    text = f"# two\n{DIAGRAM}\n\n{DIAGRAM}\n{line}\n{line}\n\n{'.' * 15}\n"
    found = list(records.loads(text))
    assert [bool(record.problems) for record in found] == [False, False, False, False, True]
    assert found[0].board() == renju.Board(black="h8 g7", white="i9")
    assert found[2].black == (renju.Point("a1"),)
    assert str(found[4].problems[0]) == (
        "diagram at line 40: the diagram has 1 lines of cells: a board has 15"
    )


def test_numbered_diagrams_have_moves() -> None:
    (record,) = records.loads(renju.Board("h8 i9 pass g7").diagram(numbers=True))
    assert moves(record) == "h8 i9 pass g7"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8"])
def test_byte_order_marks(encoding: str) -> None:
    (record,) = records.loads("h8 i9".encode(encoding))
    assert moves(record) == "h8 i9"


def test_comments_in_any_encoding_do_no_harm() -> None:
    (record,) = records.loads("# 連珠\n".encode("cp932") + b"h8 i9\n")
    assert moves(record) == "h8 i9"


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(b"h8\0\1\2")
    with pytest.raises(renju.FormatError, match=r"x\.bin: begins with b'h8"):
        records.read(path)
    with pytest.raises(renju.FormatError, match="not text: byte 0x00 at offset 2"):
        list(records.read(path, format="moves"))
    with pytest.raises(renju.FormatError, match="'sgf9' is no format: known are"):
        records.loads("h8", format="sgf9")
    with pytest.raises(FileNotFoundError):
        records.read(tmp_path / "absent")
    assert list(records.loads("")) == []


def test_a_format_joins_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stars:
        name = "stars"
        endings = (".stars",)

        def sniff(self, source: records.Source) -> bool:
            return source.data.startswith(b"***")

        def read(self, source: records.Source):
            yield records.Record(headers={"stars": str(len(source.data))}, format=self.name)

    known = list(records.registry._FORMATS)
    monkeypatch.setattr(records.registry, "_FORMATS", [Stars(), *known])
    assert records.formats()[0].name == "stars"
    (record,) = records.loads("*****")
    assert record.headers == {"stars": "5"}
    with pytest.raises(ValueError, match=r"'stars' is registered already"):
        records.register(Stars())


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        for record in records.loads(data):
            record.board()
    except renju.FormatError as error:
        assert str(error)


@given(
    st.lists(
        st.sampled_from(
            ["h8", "H9", "i10", "a1", "o15", "pass", "--", "j16", "x", "1.", "hh", "[g7]"]
        )
        | st.builds(str, st.sampled_from(renju.POINTS)),
        max_size=12,
    ),
    st.sampled_from([" ", ",", "", "-", "\t"]),
)
def test_sound_lines_are_read_as_the_full_reader_reads_them(words: list[str], between: str) -> None:
    """Lines in a plain spelling without a fault take a short way; it must lead to the same moves."""
    line = between.join(words)
    short = plain._read_sound_game(line)
    if short is not None and not plain.is_letters(line):
        assert tuple(short) == Board(line).moves
    try:
        Board(line)
    except renju.RenjuError:
        assert short is None
