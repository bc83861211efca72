from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given

import renju
from renju import FormatError, Point, records
from renju.records import lib_notes
from renju.records.lib import LibTree
from renju.records.tree import Extras, Tree, TreeBuilder
from support import DATA

SAMPLES = sorted((DATA / "records" / "lib").glob("*.lib"))
MUTATIONS = int(os.environ.get("RENJU_MUTATIONS", "100"))  # of each sample
HEADER = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10
HEADER_30 = b"\xffRenLib\xff\x03\x00" + b"\xff" * 10


def load(data: bytes, **options) -> records.Record:
    (record,) = records.loads(data, format="lib", **options)
    return record


def lib(hexadecimal: str, header: bytes = HEADER) -> bytes:
    return header + bytes.fromhex(hexadecimal)


def shape(record: records.Record, *, data: bool = True) -> list[tuple[object, ...]]:
    """The tree in preorder: depth, move, and what the node has."""
    found = []
    depths = {0: 0}
    for node in record.root.walk():
        if node.index:
            depths[node.index] = depths[node.parent.index] + 1
        extras = node.extras if data else replace(node.extras, data={})
        found.append((depths[node.index], node.move, extras))
    return found


def anew(record: records.Record) -> records.Record:
    """The record with a tree of its own, which is not written as it was read."""
    tree = record.root.tree
    extras = {index: tree.extras(index) for index in range(len(tree)) if tree.extras(index)}
    return replace(
        record,
        tree=Tree(tree.moves, tree.parent, tree.first_child, tree.next_sibling, extras),
    )


def written(record: records.Record) -> bytes:
    data, losses = records.dumps([record], "lib")
    assert losses == []
    return data


def text(record: records.Record) -> str:
    return renju.format_moves(record.moves)


# Samples -------------------------------------------------------------------------------------

# version, root in the file, nodes below the root, main line, encoding
FACTS = {
    "synthetic_gbk": ("3.4", "yes", 7, "h8 h9 h7 i9", "gb18030"),
    "synthetic_headerless": ("none", "no", 11, "h8 h9 h7 i9 g9", "utf-8"),
    "synthetic_multi_root": ("3.4", "yes", 8, "a1 b2", "utf-8"),
    "synthetic_old_comment_v30": ("3.0", "no", 3, "h8 i9 i7", "utf-8"),
    "synthetic_pass_in_opening": ("3.4", "yes", 5, "h8 pass i8 pass j8", "utf-8"),
    "synthetic_shiftjis": ("3.4", "yes", 7, "h8 h9 i9", "cp932"),
    "synthetic_text_nodes_no_move": ("3.4", "yes", 5, "h8 i9 i7", "utf-8"),
    "synthetic_v30_with_root": ("3.0", "yes", 3, "h8 i9 i7", "utf-8"),
}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples(path: Path) -> None:
    (record,) = records.read(path)
    version, root, nodes, line, encoding = FACTS[path.stem]
    assert record.format == "lib"
    assert record.headers == {"version": version, "root": root}
    assert record.node_count == nodes
    assert text(record).startswith(line)
    assert record.encoding == encoding
    assert record.problems == ()
    assert len(shape(record)) == nodes + 1


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_rewriting_is_identical(path: Path) -> None:
    (record,) = records.read(path)
    assert written(record) == path.read_bytes()
    # Written node by node it is the same too, but for what has a header now.
    data = written(anew(record))
    if record.headers["version"] != "none":
        assert data == path.read_bytes()
    assert shape(load(data, encoding=record.encoding)) == shape(record)


def test_texts_of_the_samples() -> None:
    (gbk,) = records.read(DATA / "records/lib/synthetic_gbk.lib")
    nodes = [node.extras for node in gbk.root.walk()]
    assert [extras.label for extras in nodes if extras.label] == ["A", "斜", "恒"]
    assert nodes[0].one_line == "根注释"
    assert (nodes[1].one_line, nodes[1].comment) == ("天元", "测试棋谱")
    assert nodes[2].comment == "第二手直指\n可以窗口" or "\n" in nodes[2].comment
    (old,) = records.read(DATA / "records/lib/synthetic_old_comment_v30.lib")
    assert next(old.root.children).extras.one_line == "Bästa öppning"
    (labels,) = records.read(DATA / "records/lib/synthetic_text_nodes_no_move.lib")
    found = [node.extras.labels for node in labels.root.walk() if node.extras.labels]
    assert found == [{Point("g7"): "x"}, {Point("h9"): "?"}]
    starts = [str(node.move) for node in labels.root.walk() if "lib.start" in node.extras.data]
    assert starts == ["i7"]


# The header ----------------------------------------------------------------------------------


def test_versions() -> None:
    assert load(lib("7840", HEADER_30)).headers == {"version": "3.0", "root": "no"}
    assert load(lib("00007840", HEADER_30)).headers == {"version": "3.0", "root": "yes"}
    assert load(lib("7840")).headers == {"version": "3.4", "root": "no"}
    assert load(b"\xffRenLib\xff\x02\x09" + b"\0" * 10 + b"\x78\x40").headers["version"] == "2.9"
    with pytest.raises(FormatError, match=r"byte 8: version 3\.5: RenLib's versions go up to 3\.4"):
        load(b"\xffRenLib\xff\x03\x05" + b"\xff" * 10 + b"\x78\x40")
    with pytest.raises(FormatError, match=r"byte 8: version 2\.200"):
        load(b"\xffRenLib\xff\x02\xc8" + b"\xff" * 10)
    with pytest.raises(FormatError, match=r"byte 19: the file ends here: a library has 20 bytes"):
        load(HEADER[:19])
    with pytest.raises(FormatError, match="byte 0: the file ends here"):
        load(b"")
    with pytest.raises(FormatError, match=r"byte 0: b'\(;GM\[4\]S': a library begins with"):
        load(b"(;GM[4]SZ[15];B[hh];W[ii])")
    assert load(HEADER).node_count == 0


def test_is_recognised() -> None:
    headerless = (DATA / "records/lib/synthetic_headerless.lib").read_bytes()
    (record,) = records.loads(headerless)
    assert record.headers["version"] == "none"
    (record,) = records.loads(b"x" + b"o" * 20)
    assert record.format != "lib"  # an x is 0x78 too
    (record,) = records.loads(HEADER)
    assert record.format == "lib"


# Points --------------------------------------------------------------------------------------


def test_points_in_both_directions() -> None:
    # No symmetry of the board keeps any of these in its place, nor the line in its form.
    line = {"a15": 0x01, "c14": 0x13, "o1": 0xEF, "i9": 0x69, "b3": 0xC2, "n5": 0xAE, "h8": 0x78}
    data = lib("0000" + "".join(f"{byte:02x}00" for byte in line.values()))[:-1] + b"\x40"
    record = load(data)
    assert text(record) == " ".join(line)
    assert written(records.Record(renju.parse_moves(" ".join(line)))) == data


def test_every_point_in_both_directions() -> None:
    for row in range(15):
        for col in range(15):
            byte = row << 4 | col + 1
            name = "abcdefghijklmno"[col] + str(15 - row)
            data = lib(f"0000{byte:02x}40")
            record = load(data)
            assert text(record) == name
            if name != "h8":
                assert written(anew(record)) == data


# Nodes ---------------------------------------------------------------------------------------


def test_a_pass_is_a_node_and_the_first_node_0_is_the_root() -> None:
    record = load(lib("0000" + "0000" + "7800" + "0040"))
    assert text(record) == "pass h8 pass"
    assert record.headers["root"] == "yes"
    assert written(anew(record)) == lib("0000" + "0000" + "7800" + "0040")


def test_flags_say_siblings_and_leaves() -> None:
    # h8 (i9 (g7, g9), i8), a1
    record = load(lib("0000 7880 6980 87c0 6740 6840 e140"))
    assert [(depth, str(move)) for depth, move, _ in shape(record)] == [
        (0, "None"),
        (1, "h8"),
        (2, "i9"),
        (3, "g7"),
        (3, "g9"),
        (2, "h9"),
        (1, "a1"),
    ]


def test_several_first_moves_without_a_root() -> None:
    record = load(lib("78c0 69c0 1340", HEADER_30))
    assert [str(node.move) for node in record.root.children] == ["h8", "i9", "c14"]
    assert written(record) == lib("78c0 69c0 1340", HEADER_30)
    # Written anew it has the root that RenLib looks for.
    assert written(anew(record)) == lib("0000 78c0 69c0 1340")


def test_twins_stay_as_they_are() -> None:
    data = lib("0000 78c0 78c0 7840")
    record = load(data)
    assert [str(node.move) for node in record.root.children] == ["h8"] * 3
    assert written(anew(record)) == data


def test_saved_branches_dangle() -> None:
    # Siblings announced that never come, and a last node that is no leaf.
    data = lib("0000 7880 6980 8700")
    record = load(data)
    assert record.problems == ()
    assert text(record) == "h8 i9 g7"
    assert isinstance(record.tree, LibTree)
    assert record.tree.dangling == 2
    assert written(record) == data
    assert written(anew(record)) == lib("0000 7800 6900 8740", HEADER)


def test_nodes_after_the_last_leaf_go_on_below_it() -> None:
    record = load(lib("0000 7840 6940 8740"))
    assert text(record) == "h8 i9 g7"


@pytest.mark.parametrize(
    ("hexadecimal", "one_line", "comment"),
    [
        ("6100", "a", ""),
        ("61620000", "ab", ""),
        ("08610000"[:6] + "00", "", "a"),
        ("61086200", "a", "b"),
        ("6108 62 0d0a 63 0000", "a", "b\nc"),
        ("08 62 08 63 0000", "", "b\bc"),
    ],
)
def test_comments(hexadecimal: str, one_line: str, comment: str) -> None:
    data = lib("0000" + "7808" + hexadecimal + "6940")
    record = load(data)
    extras = next(record.root.children).extras
    assert (extras.one_line, extras.comment) == (one_line, comment)
    assert extras.data == {}
    assert text(record) == "h8 i9"
    assert written(anew(record)) == data


@pytest.mark.parametrize(
    "hexadecimal",
    ["0000", "610a6200", "61080000", "ff61fe00", "81008100"[:4]],
    ids=["empty", "bare line feed", "nothing after 08", "no text", "half a character"],
)
def test_comments_that_would_be_written_otherwise_keep_their_bytes(hexadecimal: str) -> None:
    data = lib("0000" + "7808" + hexadecimal + "6940")
    for encoding in ("utf-8", "gb18030", "cp932", "utf-16"):
        record = load(data, encoding=encoding)
        assert text(record) == "h8 i9"
        assert written(record) == data
        assert written(anew(record)) == data


def test_long_texts() -> None:
    long = ("x" * 5001).encode() + b"\0"
    data = HEADER + b"\0\0" + b"\x78\x09\0\1" + long + long + b"\x69\x40"
    extras = next(load(data).root.children).extras
    assert len(extras.one_line) == 5001
    assert len(extras.label) == 5001
    assert written(anew(load(data))) == data


def test_old_comments() -> None:
    # "a{" in 7 bits, the last byte marked; then a byte to make the length even, with rubbish in it.
    data = lib("0000 7820 61 7b 08 e2 6920 e2 7f 8740")
    record = load(data)
    first, second, third = list(record.root.walk())[1:]
    assert (first.extras.one_line, first.extras.comment) == ("aä", "b")
    assert second.extras.one_line == "b"
    assert str(third.move) == "g7"
    assert written(record) == data
    assert load(written(anew(record))).problems == ()
    # A comment that is changed is written in the new way.
    record = anew(record)
    builder = TreeBuilder()
    changed = builder.add(0, "h8")
    builder.extras(changed).one_line = "bä"
    builder.extras(changed).data = dict(first.extras.data)
    data = written(replace(record, moves=record.moves[:1], tree=builder.build()))
    assert data[-6:] == b"b\xc3\xa4\0"[-6:] or data.endswith(b"\x78\x48b\xc3\xa4\0")


def test_an_old_comment_goes_before_a_new_one() -> None:
    # RenLib reads the one and not the other.
    record = load(lib("0000 7828 61e2 6940"))
    assert next(record.root.children).extras.one_line == "ab"
    assert text(record) == "h8 i9"


def test_marks_starts_labels_and_unknown_extensions() -> None:
    data = lib("0010 7815 8000 6943 0001 4200 871d 8421 6100 4300 0054")
    record = load(data)
    nodes = list(record.root.walk())
    assert nodes[0].extras.data == {"lib.mark": True}
    assert nodes[1].extras.marks == {Point("h8"): "mark"}
    assert nodes[1].extras.data == {"lib.start": True, "lib.extension": 0x8000}
    assert nodes[2].move is None
    assert nodes[2].extras.labels == {Point("i9"): "B"}
    assert nodes[3].extras.data == {"lib.start": True, "lib.extension": 0x8420}
    assert (nodes[3].extras.one_line, nodes[3].extras.label) == ("a", "C")
    assert nodes[4].move is renju.PASS
    assert nodes[4].extras.data == {"lib.mark": True, "lib.start": True}
    assert record.problems == ()
    again = load(written(anew(record)))
    assert shape(again) == shape(record)


def test_a_label_takes_no_turn_and_is_no_move() -> None:
    record = load(lib("0000 7800 69c3 0001 4100 8740"))
    assert text(record) == "h8 g7"
    assert record.tree is not None
    assert record.tree.main_line() == record.moves
    label = list(record.root.walk())[2]
    assert label.path() == (Point("h8"),)


# What is wrong in a file ----------------------------------------------------------------------


def test_impossible_points_stay_in_the_tree() -> None:
    data = lib("0000 7800 f300 3000 6980 7840 f242 8740")
    record = load(data)
    places = [(problem.place, problem.message.split(":")[0]) for problem in record.problems]
    assert places == [
        ("byte 24", "position 0xf3 is no point"),
        ("byte 26", "position 0x30 is no point"),
        ("byte 30", "h8 is occupied by a move on the way to this node"),
        ("byte 32", "position 0xf2 is no point"),
    ]
    assert "its low digit is a column from 1 to f, its high digit a row from 0 to e" in str(
        record.problems[0]
    )
    assert record.node_count == 7
    kept = [node.extras.data for node in record.root.walk() if node.extras.data]
    assert kept == [
        {"lib.position": 0xF3},
        {"lib.position": 0x30},
        {"lib.position": 0xF2, "lib.no_move": True},
    ]
    record.board()
    assert written(record) == data
    assert shape(load(written(anew(record)))) == shape(record)


def test_a_point_is_free_again_on_another_branch() -> None:
    record = load(lib("0000 7880 6900 8740 8700 6940"))
    assert record.problems == ()
    assert load(lib("0000 7800 0000 7840")).moves == (Point("h8"), renju.PASS)


def test_texts_without_end_and_nodes_cut_short() -> None:
    (problem,) = load(lib("0000 7848 6162")).problems
    assert str(problem).startswith("byte 24: the text b'ab' has no end")
    (problem,) = load(lib("0000 7841 0001 6162")).problems
    assert str(problem).startswith("byte 26: the text b'ab' has no end")
    (problem,) = load(lib("0000 7860 6162")).problems
    assert str(problem).startswith("byte 24: the text b'ab' has no end")
    (problem,) = load(lib("0000 7840 0a")).problems
    assert str(problem) == "byte 24: 1 byte b'\\n' after the last whole node"
    record = load(lib("00 01"))  # not even a root
    assert (record.node_count, record.headers["root"]) == (0, "no")
    assert record.problems[0].place == "byte 20"
    record = load(lib("0000 7800 6941 00"))
    assert str(record.problems[0]) == "byte 24: 3 bytes b'iA\\x00' after the last whole node"
    assert text(record) == "h8"


def test_many_problems_are_counted() -> None:
    record = load(HEADER + b"\0\0" + b"\xf3\x00" * 5000)
    assert len(record.problems) == 1001
    assert record.problems[-1].message == "4000 more problems like these"
    assert record.node_count == 5000


def test_endless_lines() -> None:
    record = load(HEADER + b"\0\0" + b"\0\0" * 200_000)
    assert len(record.moves) == 200_000
    assert sum(1 for _ in record.root.walk()) == 200_001
    assert load(written(anew(record))).node_count == 200_000
    # What does not agree in the depth is not named by all moves that lead there.
    one, two = (
        load(HEADER + b"\0\0" + (b"\0\x08" + text + b"\0") * 20_001) for text in (b"a", b"b")
    )
    merged = records.merge(one, two)
    assert len(merged.problems) == 20_001
    assert max(len(problem.place) for problem in merged.problems) < 400
    wide = load(HEADER + b"\0\0" + b"\x78\xc0" * 100_000)
    assert records.merge(wide, wide).node_count == 100_000


def look_at_everything(data: bytes, encoding: str | None = None) -> None:
    """Any bytes are read whole, or refused with a place; what was read is written as it was."""
    try:
        record = load(data, encoding=encoding)
    except FormatError as error:
        assert "byte " in str(error)
        return
    assert all(problem.place.startswith("byte ") for problem in record.problems)
    assert len(shape(record)) == record.node_count + 1
    record.board()
    assert written(record) == data
    content, losses = records.dumps([anew(record)], "lib")
    # An old comment has letters that the encoding may lack, and without an end it can hold a NUL.
    in_utf_8 = any(loss.message.endswith("all texts are written in utf-8") for loss in losses)
    others = {loss.message for loss in losses if loss.place != "texts"}
    assert others <= {"a NUL in its text: written as a blank"}
    again = load(content, encoding="utf-8" if in_utf_8 else record.encoding)
    assert again.node_count == record.node_count
    if not others:
        assert shape(again, data=False) == shape(record, data=False)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_truncated_at_every_byte(path: Path) -> None:
    data = path.read_bytes()
    for size in range(len(data)):
        look_at_everything(data[:size])


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_mutations(path: Path) -> None:
    data = path.read_bytes()
    rng = random.Random(path.stem)
    for _ in range(MUTATIONS):
        changed = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(changed))
            kind = rng.randrange(3)
            if kind == 0:
                changed[at] = rng.randrange(256)
            elif kind == 1:
                changed[at : at + rng.randrange(4)] = b""
            else:
                changed[at:at] = rng.randbytes(rng.randrange(4))
        look_at_everything(bytes(changed))


@given(st.binary(max_size=300), st.sampled_from([None, "utf-8", "gb18030", "cp932", "cp1251"]))
def test_any_bytes(data: bytes, encoding: str | None) -> None:
    look_at_everything(HEADER + data, encoding)
    look_at_everything(HEADER_30 + b"\0\0" + data, encoding)
    look_at_everything(b"\x78" + data, encoding)


# Texts in any encoding ------------------------------------------------------------------------

SCRIPTS = {
    "utf-8": "先手必勝 黑棋 чёрные åäö",
    "gb18030": "黑棋必胜、白方第四手之后的变化很多",
    "cp932": "先手必勝、四追いの変化はこの図を参照",
    "cp1251": "чёрные выигрывают после четвёртого хода белых",
    "latin-1": "Svart vinner på ett tvåsidigt öppet läge",
    "euc-kr": "흑이 이기는 수순은 다음과 같다",
}


def with_comment(comment: str, encoding: str | None = None) -> records.Record:
    builder = TreeBuilder()
    node = builder.add_line(renju.parse_moves("h8 i9 c2"))
    builder.extras(node).comment = comment
    return records.Record(
        renju.parse_moves("h8 i9 c2"), tree=builder.build(), encoding=encoding, format="lib"
    )


@pytest.mark.parametrize("encoding", SCRIPTS)
def test_encodings_are_guessed_and_can_be_named(encoding: str) -> None:
    record = with_comment(SCRIPTS[encoding], encoding)
    data = written(record)
    assert SCRIPTS[encoding].encode(encoding) in data
    for found in (load(data), load(data, encoding=encoding)):
        assert found.encoding == encoding
        assert shape(found) == shape(record)
    # In the wrong one it is rubbish, and still the same bytes.
    for wrong in SCRIPTS:
        assert written(load(data, encoding=wrong)) == data
        assert written(anew(load(data, encoding=wrong))) == data
    with pytest.raises(FormatError, match="'klingon' is no text encoding"):
        load(data, encoding="klingon")


def test_a_character_that_the_encoding_lacks() -> None:
    record = with_comment("黑 чёрные", "cp1251")
    data, losses = records.dumps([record], "lib")
    assert [str(loss) for loss in losses] == [
        "texts: cp1251 does not have '黑': all texts are written in utf-8"
    ]
    assert shape(load(data)) == shape(record)


def test_characters_that_no_library_holds() -> None:
    builder = TreeBuilder()
    builder.extras(0).comment = "a\0b\ud800"
    builder.extras(0).one_line = "c\bd"
    data, losses = records.dumps([records.Record(tree=builder.build())], "lib")
    assert sorted(loss.message for loss in losses) == [
        "'a b\\ud800': half characters are written as ?",
        "a NUL in its text: written as a blank",
        "a backspace in the one-line comment",
    ]
    assert load(data).root.extras == Extras("a b?", "c d")


# Writing -------------------------------------------------------------------------------------

WORDS = st.text(st.sampled_from("ab \n\r白黑先手のчёåä가"), max_size=6)


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    builder = TreeBuilder()
    points = st.integers(0, 224).map(renju.Point)
    for index in range(draw(st.integers(0, 25))):
        parent = draw(st.integers(0, index))
        kind = draw(st.sampled_from(["move", "move", "move", "pass", "label", "nothing"]))
        move = {"move": draw(points), "pass": renju.PASS}.get(kind)
        node = builder.add(parent, move)
        if kind == "label":
            builder.extras(node).labels = {draw(points): draw(WORDS.filter(bool))}
        if draw(st.booleans()):
            extras = builder.extras(node)
            extras.comment, extras.one_line = draw(WORDS), draw(WORDS)
            extras.label = draw(WORDS) if kind in ("move", "pass") else ""
            if kind == "move" and draw(st.booleans()):
                extras.marks = {move: "mark"}
            if draw(st.booleans()):
                extras.data = {"lib.start": True, "lib.extension": 0x4000}
    builder.extras(0).comment = draw(WORDS)
    return builder.build()


@given(trees())
def test_what_is_written_is_read_back(tree: Tree) -> None:
    record = records.Record(tree=tree)
    data = written(record)
    again = load(data, encoding="utf-8")
    assert shape(again) == shape(record)
    assert again.node_count == record.node_count
    assert written(again) == data
    assert written(anew(again)) == data


def test_the_version_is_the_choice_of_renlib() -> None:
    plain = written(records.Record(renju.parse_moves("h8 i9")))
    assert plain == lib("7800 6940", HEADER_30)
    assert written(records.Record(renju.parse_moves("i9 h8"))) == lib("0000 6900 7840")
    assert written(records.Record(renju.parse_moves("h8 pass"))) == lib("0000 7800 0040")
    assert written(records.Record()) == lib("0040")
    record = load(lib("0000 7840", HEADER_30))
    assert written(anew(record)) == lib("0000 7840", HEADER_30)


def test_what_a_library_cannot_hold_is_said() -> None:
    record = records.Record(
        renju.parse_moves("i9"),
        black=(Point("h8"), Point("c3")),
        white=(Point("g7"),),
        headers={"black": "A", "white": "B"},
        result="1-0",
    )
    data, losses = records.dumps([record], "lib")
    assert [str(loss) for loss in losses] == [
        "record 1: the header 'black': 'A'",
        "record 1: the header 'white': 'B'",
        "record 1: the result '1-0'",
        "root: set-up stones and whose turn it is: written as moves, h8 g7 c3",
    ]
    assert load(data).board().to_array().tolist() == record.board().to_array().tolist()
    record = records.Record(renju.parse_moves("i9 h8"), to_move=renju.Color.WHITE)
    assert text(load(records.dumps([record], "lib")[0])) == "pass i9 h8"
    builder = TreeBuilder()
    builder.add(0, "h8")
    builder.extras(1).marks = {Point("a1"): "mark", Point("h8"): "triangle"}
    builder.extras(1).black = (Point("a2"),)
    builder.extras(1).data = {"sgf.V": "1"}
    _, losses = records.dumps([records.Record(tree=builder.build())], "lib")
    assert [str(loss) for loss in losses] == [
        "node 1: a mark on a1",
        "node 1: the mark 'triangle': written as a mark",
        "node 1: stones set up in the tree",
        "node 1: sgf.V",
    ]
    with pytest.raises(FormatError, match="no record to write"):
        records.dumps([], "lib")


def test_labels_of_other_formats_are_nodes_of_their_own() -> None:
    builder = TreeBuilder()
    builder.add_line(renju.parse_moves("h8 i9"))
    builder.extras(1).labels = {Point("i9"): "A", Point("c4"): "B"}
    found = load(written(records.Record(tree=builder.build())))
    nodes = list(found.root.walk())
    assert nodes[2].extras.label == "A"
    assert nodes[3].extras.labels == {Point("c4"): "B"}
    assert nodes[3].parent == nodes[1]


def test_rings_are_refused() -> None:
    builder = TreeBuilder()
    builder.add_line(renju.parse_moves("h8 i9 c2"))
    tree = builder.build()
    for name in ("parent", "first_child", "next_sibling"):
        for value in (0, 1, 2, 99, -7):
            broken = builder.build()
            getattr(broken, name)[3] = value
            if getattr(tree, name)[3] == value:
                continue
            try:
                records.dumps([records.Record(tree=broken)], "lib")
                records.merge(records.Record(tree=broken), records.Record(tree=tree))
                records.merge(records.Record(tree=tree), records.Record(tree=broken))
            except (FormatError, IndexError):
                continue


# Merging -------------------------------------------------------------------------------------


def record_of(*lines: str, **extras: Extras) -> records.Record:
    """A record with a tree of lines, and extras at the points named."""
    builder = TreeBuilder()
    known: dict[tuple[object, ...], int] = {(): 0}
    for line in lines:
        path: tuple[object, ...] = ()
        for move in renju.parse_moves(line):
            longer = (*path, move)
            if longer not in known:
                known[longer] = builder.add(known[path], move)
            path = longer
            if str(move) in extras:
                builder._extras[known[path]] = extras[str(move)]
    return records.Record(renju.parse_moves(lines[0]), tree=builder.build())


def lines(record: records.Record) -> list[str]:
    return [
        renju.format_moves(node.path())
        for node in record.root.walk()
        if not any(True for _ in node.children)
    ]


def test_merge_joins_lines_and_texts() -> None:
    one = record_of("h8 i9 g7", "h8 i8", i9=Extras("one", "x", "W"), g7=Extras("same"))
    two = record_of("h8 i9 c2", "h8 i9 g7", "a1", i9=Extras("two", "y", "L"), g7=Extras("same"))
    merged = records.merge(one, two)
    assert lines(merged) == ["h8 i9 g7", "h8 i9 c2", "h8 i8", "a1"]
    i9 = next(next(merged.root.children).children).extras
    assert i9 == Extras("one\ntwo", "x / y", "W / L")
    assert [str(problem) for problem in merged.problems] == [
        "h8 i9: one-line comments: 'x' and 'y': both are kept",
        "h8 i9: board texts: 'W' and 'L': both are kept",
    ]
    assert shape(load(written(replace(merged, problems=())))) == shape(merged)


def test_merge_with_symmetry() -> None:
    # g9 is i9 in a mirror; then the line leaves what no symmetry maps to itself.
    one = record_of("h8 i9 k4")
    two = record_of("h8 g9 e4 b3", e4=Extras("at e4", marks={Point("e4"): "mark"}))
    assert lines(records.merge(one, two)) == ["h8 i9 k4", "h8 g9 e4 b3"]
    merged = records.merge(one, two, symmetry=True)
    assert lines(merged) == ["h8 i9 k4 n3"]
    k4 = next(next(next(merged.root.children).children).children).extras
    assert k4 == Extras("at e4", marks={Point("k4"): "mark"})
    assert [str(problem) for problem in merged.problems] == [
        "merge: 1 comments of turned lines: points that they name are not turned"
    ]


@given(trees())
def test_merging_a_library_with_itself_or_nothing_changes_nothing(tree: Tree) -> None:
    once = records.merge(records.Record(), records.Record(tree=tree))  # without its twins
    for symmetry in (False, True):
        again = records.merge(once, once, symmetry=symmetry)
        assert shape(again) == shape(once)
    twins = records.merge(records.Record(tree=tree), records.Record())
    assert shape(twins) == shape(records.Record(tree=tree))


@given(trees(), st.sampled_from(list(renju.Symmetry)))
def test_an_image_adds_no_moves(tree: Tree, symmetry: renju.Symmetry) -> None:
    once = records.merge(records.Record(), records.Record(tree=tree), symmetry=True)
    turned = once.root.tree
    moves = turned.moves.copy()
    for index, move in enumerate(moves.tolist()):
        if move < 225:
            moves[index] = symmetry.apply(move)
    image = Tree(moves, turned.parent, turned.first_child, turned.next_sibling)
    merged = records.merge(once, records.Record(tree=image), symmetry=True)
    depth_moves = [(depth, move is None) for depth, move, _ in shape(merged)]
    if all(node.move is not None for node in list(once.root.walk())[1:]):
        assert merged.node_count == once.node_count
    assert len(depth_moves) >= once.node_count + 1


def test_merge_keeps_one_start_and_refuses_what_has_no_common_root() -> None:
    one = record_of("h8 i9", i9=Extras(data={"lib.start": True}))
    two = record_of("h8 c2", c2=Extras(data={"lib.start": True}))
    merged = records.merge(one, two)
    starts = [str(node.move) for node in merged.root.walk() if "lib.start" in node.extras.data]
    assert starts == ["i9"]
    assert merged.problems[0].place == "h8 c2"
    with pytest.raises(FormatError, match="begin from different set-up stones"):
        records.merge(one, records.Record(black=(Point("a1"),)))
    with pytest.raises(FormatError, match="begin with different colours"):
        records.merge(one, records.Record(to_move=renju.Color.WHITE))


def test_labels_and_moves_on_one_point_are_two_nodes() -> None:
    label = load(lib("0000 7800 6943 0001 4100"))
    move = load(lib("0000 7800 6941 0001 4200"))
    merged = records.merge(label, move)
    assert merged.node_count == 3
    assert merged.problems == ()
    other = load(lib("0000 7800 6943 0001 4300"))
    merged = records.merge(label, other)
    assert merged.node_count == 2
    assert str(merged.problems[0]) == "h8: board texts on i9: 'A' and 'C': both are kept"


def test_several_records_are_merged_when_they_are_written() -> None:
    found = list(records.loads("h8 i9 g7\nh8 i9 c2\nh8 i8\na1 b2 c4"))
    data, losses = records.dumps(found, "lib")
    assert losses == []
    assert lines(load(data)) == ["h8 i9 g7", "h8 i9 c2", "h8 i8", "a1 b2 c4"]


# Mirrored boards ------------------------------------------------------------------------------


def test_what_rapfi_exports_is_mirrored() -> None:
    # It puts the column, from 0, into the high digit, and the row from the top, from 1, into the low one.
    def of_rapfi(point: str) -> int:
        col, row = renju.Point(point).col, 14 - renju.Point(point).row
        return col << 4 | row + 1

    line = "h8 i9 c14 o2 a1"
    data = HEADER_30 + b"".join(bytes((of_rapfi(point), 0)) for point in line.split())
    record = load(data)
    assert text(record) == "h8 g7 b13 n1 o15"
    (right,) = records.loads(data, format="lib-rapfi")
    assert text(right) == line
    again, losses = records.dumps([right], "lib-rapfi")
    assert losses == []
    assert text(load(again)) == text(record)
    assert records.sniff(records.Source(data, "x.lib")).name == "lib"


def test_a_record_is_turned_with_all_that_it_has() -> None:
    builder = TreeBuilder()
    node = builder.add(builder.add_line(tuple(renju.parse_moves("h8 pass c14"))), None)
    extras = builder.extras(node)
    extras.comment, extras.marks, extras.labels = "c14", {Point("a2"): "mark"}, {Point("b3"): "x"}
    extras.black, extras.white, extras.empty = (Point("o1"),), (Point("d1"),), (Point("c14"),)
    record = records.Record(
        tuple(renju.parse_moves("h8 pass c14")),
        headers={"alternatives": "i9 a1", "alt": "51", "white": "A1"},
        tree=builder.build(),
    )
    turned = record.transform(renju.Symmetry.ROTATE_90)
    assert text(turned) == "h8 pass b3"
    assert turned.headers == {"alternatives": "g9 o1", "alt": "51", "white": "A1"}
    last = list(turned.root.walk())[-1]
    assert last.path() == turned.moves
    assert last.extras == Extras(
        comment="c14",
        marks={Point("n1"): "mark"},
        labels={Point("m2"): "x"},
        black=(Point("o15"),),
        white=(Point("o4"),),
        empty=(Point("b3"),),
    )
    assert turned.board() == record.board().transform(renju.Symmetry.ROTATE_90)
    for symmetry in renju.Symmetry:
        back = record.transform(symmetry).transform(symmetry.inverse)
        assert (back.moves, back.headers, shape(back)) == (
            record.moves,
            record.headers,
            shape(record),
        )


def test_the_main_line_is_the_same_in_any_tree() -> None:
    # a label stands before the move, and a point that is none before its sibling
    for hexadecimal in (
        "0000 7800 69c3 0001 4100 8740",
        "0000 7800 f0c0 6940",
        "0000 69c3 0001 4100",
    ):
        record = load(lib(hexadecimal))
        assert record.tree is not None
        assert anew(record).root.tree.main_line() == record.tree.main_line()
    assert record.moves == ()


# Notes of games -------------------------------------------------------------------------------


def test_notes_of_games_in_comments() -> None:
    builder = TreeBuilder()
    first = builder.add_line(tuple(renju.parse_moves("h8 i9 g7")))
    builder.extras(first).one_line = "A. One - B - C Two  1-0"
    builder.extras(
        first
    ).comment = "File: x.lib\nDate: 2003\n5A: g7\nSwap: R\nNothing: more\nDate: 1999"
    second = builder.add_line(tuple(renju.parse_moves("i8 pass")), parent=1)
    builder.extras(second).one_line = "Three - ? 1/2-1/2"
    builder.extras(second - 1).one_line = "Four - Five"
    twice = builder.add_line(tuple(renju.parse_moves("a1 h8")), parent=1)
    builder.extras(twice).one_line = "Six - Seven 0-1"
    record = records.Record(tree=builder.build())
    data = written(record)
    found = list(lib_notes.games(load(data)))
    assert [text(game) for game in found] == ["h8 i9 g7", "h8 i8 pass", "h8 a1"]
    assert [game.result for game in found] == ["1-0", "1/2-1/2", "0-1"]
    assert found[0].headers == {
        "black": "A. One",
        "white": "B - C Two",
        "result": "1-0",
        "file": "x.lib",
        "date": "2003",
        "alternatives": "g7",
        "swap": "R",
    }
    assert found[1].headers == {"black": "Three", "result": "1/2-1/2"}
    assert "h8 is occupied" in str(found[2].problems[0])
    assert written(load(data)) == data  # the comments stay what they are
    assert lib_notes.game_notes("One - Two") == lib_notes.game_notes("", "Date: 1") == {}


def test_notes_at_the_end_of_endless_lines() -> None:
    deep = HEADER + b"\0\0" + b"\0\x08A - B 1-0\0" * 20_000
    found = list(lib_notes.games(load(deep)))
    assert len(found) == 20_000
    assert "450 moves or more lead to it" in str(found[-1].problems[0])
    assert not found[400].problems


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("lib.comment", 5, "node 1: lib.comment: 5 is no text of hexadecimal bytes"),
        ("lib.comment", "xx", "node 1: lib.comment: 'xx' is no text of hexadecimal bytes"),
        ("lib.old_comment", [1], r"node 1: lib.old_comment: \[1\] is no text of hexadecimal bytes"),
        ("lib.label", "zz", "node 1: lib.label: 'zz' is no text of hexadecimal bytes"),
        ("lib.extension", "1", "node 1: lib.extension: '1' is no whole number"),
        ("lib.extension", True, "node 1: lib.extension: True is no whole number"),
        ("lib.position", 1.5, "node 1: lib.position: 1.5 is no whole number"),
    ],
)
def test_extras_of_wrong_types(name: str, value: object, said: str) -> None:
    builder = TreeBuilder()
    builder.extras(builder.add(0, None if name == "lib.position" else "h8")).data[name] = value
    record = records.Record(tree=builder.build())
    with pytest.raises(FormatError, match=said):
        records.dumps([record], "lib")
    if name in ("lib.extension", "lib.position"):
        with pytest.raises(FormatError, match=said):
            records.dumps([records.merge(record, record)], "lib")


def test_results_that_differ_are_named_when_merging() -> None:
    one, two = (records.Record(renju.parse_moves("h8"), result=word) for word in ("1-0", "0-1"))
    merged = records.merge(one, two)
    assert (merged.result, list(map(str, merged.problems))) == (
        "1-0",
        ["result: '1-0' and '0-1': that of the first is kept"],
    )


def test_an_edited_library_keeps_the_bytes_of_the_other_nodes() -> None:
    path = DATA / "records" / "lib" / "synthetic_gbk.lib"
    (record,) = records.read(path)
    same = replace(record, tree=records.TreeBuilder.of(record.tree).build())
    content, losses = records.dumps([same], "lib")
    assert (content, losses) == (path.read_bytes(), [])
    builder = records.TreeBuilder.of(record.tree)
    last = len(record.tree) - 1
    builder.extras(last).comment = "one more remark"
    edited = replace(record, tree=builder.build())
    content, _ = records.dumps([edited], "lib")
    (again,) = records.loads(content)
    comments = [node.comment for node in record.root.walk()]
    changed = [node.comment for node in again.root.walk()]
    assert [(a, b) for a, b in zip(comments, changed, strict=True) if a != b] == [
        (comments[last], "one more remark")
    ]
