from __future__ import annotations

import copy
import dataclasses
import os
import pickle
import threading
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


def test_a_file_that_is_replaced_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    record = records.Record(tuple(renju.parse_moves("h8 i9")))
    plain = tmp_path / "plain.moves"
    plain.write_bytes(b"")
    new = tmp_path / "new.moves"
    records.write([record], new)
    assert new.stat().st_mode == plain.stat().st_mode  # as any file that is made here
    new.chmod(0o640)
    link = tmp_path / "link.moves"
    link.symlink_to(new)
    records.write([record, record], link)
    assert link.is_symlink()
    assert new.read_text() == "h8 i9\nh8 i9\n"
    assert new.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "link.moves",
        "new.moves",
        "plain.moves",
    ]


def test_a_device_is_written_to_and_not_replaced() -> None:
    records.write([records.Record(tuple(renju.parse_moves("h8")))], "/dev/null", format="moves")
    assert Path("/dev/null").is_char_device()


def test_bytes_that_are_no_text_are_a_loss_where_they_cannot_be_kept() -> None:
    game = "(;PB[\udcff];B[hh])"
    for name in ("psq", "textboard", "bdt"):
        (record,) = records.loads(game.encode("utf-8", "surrogateescape"), encoding="utf-8")
        data, losses = records.dumps([record], name)
        assert b"?" in data
        assert "bytes of a text that are no characters: written as ?" in [
            loss.message for loss in losses
        ]


def test_a_format_from_elsewhere_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stars:
        name = "stars"
        endings = ()

        def sniff(self, source: records.Source) -> bool:
            return source.head.startswith(b"***")

        def read(self, source: records.Source):
            yield records.Record(format=self.name)

    monkeypatch.setattr(records.registry, "_FORMATS", list(records.registry._FORMATS))
    records.register(Stars(), first=True)
    assert next(records.loads("***")).format == "stars"
    assert records.formats()[0].name == "stars"


@pytest.mark.parametrize("name", ["psq", "bdt", "textboard"])
def test_why_a_game_ended_is_a_loss_where_only_the_winner_is_kept(name: str) -> None:
    for raw, lost in (("W+T", True), ("W+", False), ("0-1", False), ("", False)):
        record = records.Record(
            tuple(renju.parse_moves("h8")), headers={"result": raw}, result="0-1"
        )
        data, losses = records.dumps([record], name)
        said = [str(loss) for loss in losses]
        assert said == (["record 1: the result 'W+T', but for who won"] if lost else [])
        assert next(records.loads(data, format=name)).result == "0-1"
    for raw, result in (("", "void"), ("abandoned", "")):
        record = records.Record(
            tuple(renju.parse_moves("h8")), headers={"result": raw}, result=result
        )
        losses = records.dumps([record], name)[1]
        assert [str(loss) for loss in losses] == [f"record 1: the result {raw or result!r}"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    games = b"h8 i9 g7\n" * 3000  # more than is looked at to recognise a format
    writer = threading.Thread(target=pipe.write_bytes, args=(games,))
    writer.start()
    assert len(list(records.read(pipe))) == 3000
    writer.join()


def test_the_extras_of_a_tree_cannot_be_changed_and_those_of_a_builder_can() -> None:
    (record,) = records.loads("(;SZ[15];B[hh]C[one]LB[aa:x];W[ig])")
    (plain_record,) = records.loads("h8 i9")
    for node in (*record.root.walk(), *plain_record.root.walk()):
        before = copy.deepcopy(node.extras)
        for change in (
            lambda extras: setattr(extras, "comment", "X"),
            lambda extras: extras.labels.__setitem__(renju.Point("a1"), "X"),
            lambda extras: extras.data.update(x=1),
            lambda extras: extras.marks.clear(),
        ):
            with pytest.raises(TypeError, match=r"TreeBuilder\.of\(tree\)"):
                change(node.extras)
        assert node.extras == before == pickle.loads(pickle.dumps(before))
    builder = records.TreeBuilder.of(record.tree)
    builder.extras(1).comment += ", changed"
    builder.extras(2).labels[renju.Point("a1")] = "new"
    builder.extras(builder.add(0, "a1")).comment = "another"
    changed = dataclasses.replace(record, tree=builder.build())
    builder.extras(1).comment = "later"
    assert [node.comment for node in record.root.walk()] == ["", "one", ""]
    assert [node.comment for node in changed.root.walk()] == ["", "one, changed", "", "another"]
    assert [str(node.move) for node in changed.root.children] == ["h8", "a1"]
    assert next(records.loads("b2 c3")).root.comment == ""
    content, losses = records.dumps([changed], "sgf")
    assert losses == []
    assert b"one, changed" in content


def test_builders_refuse_nodes_that_are_not_there() -> None:
    builder = records.TreeBuilder()
    for call in (
        lambda: builder.add(5, "h8"),
        lambda: builder.add(-1, "h8"),
        lambda: builder.extras(99),
    ):
        with pytest.raises(IndexError, match="is not in the tree: it has 0 to 0"):
            call()
    with pytest.raises(renju.NotationError):
        builder.add(0, "z9")
    assert len(builder.build()) == 1
