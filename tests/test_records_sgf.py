from __future__ import annotations

import pytest
from hypothesis import given
from sgfmill import sgf

import renju
from records_support import DATA, GAME, one, problems, record_of, shape, text, trees
from renju import Color, Point, records
from renju.records import Extras, TreeBuilder
from renju.records.checks import read_result


def written(record: records.Record, name: str = "sgf") -> str:
    data, losses = records.dumps([record], name)
    assert losses == []
    return data.decode()


def test_a_game_in_full() -> None:
    record = one((DATA / "synthetic_renju_ff4.sgf").read_bytes())
    assert text(record) == "h8 i9 i7 g7 g9 pass"
    assert problems(record) == []
    assert record.result == "1-0"
    assert dict(record.headers) == {
        "FF": "4", "GM": "4", "CA": "UTF-8", "AP": "synthetic:1", "SZ": "15",
        "black": "Player 1", "white": "Player 2", "date": "2026-01-02",
        "event": "Synthetic [test] cup", "round": "2 (group B)", "rule": "Taraguchi-10",
        "opening_rule": "taraguchi-10", "result": "B+R", "time_control": "3600",
        "OT": "30 sec/move",
    }  # fmt: skip
    assert shape(record) == [
        (0, None, Extras(comment="back\\slash and ] bracket")),
        (1, Point("h8"), Extras(data={"BL": ["3590.5"]})),
        (2, Point("i9"), Extras(comment="first\nsecond", data={"WL": ["3588"]})),
        (3, Point("i7"), Extras()),
        (4, Point("g7"), Extras()),
        (5, Point("g9"), Extras(one_line="main")),
        (6, renju.PASS, Extras()),
        (5, Point("f8"), Extras(
            marks={Point("h8"): "TR"}, labels={Point("g9"): "A", Point("j6"): "B"}
        )),
    ]  # fmt: skip
    assert (record.format, record.encoding, record.place) == ("sgf", "utf-8", "line 1")


@pytest.mark.parametrize(
    ("sgf", "point"),
    [("hh", "h8"), ("aa", "a15"), ("ao", "a1"), ("oa", "o15"), ("HF", "h10"), ("h10", "h10")],
)
def test_points(sgf: str, point: str) -> None:
    assert text(one(f"(;B[{sgf}])")) == point


@pytest.mark.parametrize("sgf", ["", "tt", "  ", "TT", "pp", "pass", "--"])
def test_passes(sgf: str) -> None:
    assert text(one(f"(;FF[4]GM[4];B[hh];W[{sgf}];B[ii])")) == "h8 pass i7"


def test_a_last_tt_is_the_end_of_the_game_and_no_move() -> None:
    record = one("(;GM[5];B[hh];W[ii];B[tt];W[tt])")
    assert text(record) == "h8 i7"
    assert record.node_count == 4  # the tree has them
    assert text(one(written(record))) == "h8 i7"
    assert text(one("(;GM[4];B[hh];W[];B[])")) == "h8 pass pass"


@pytest.mark.parametrize("line", (DATA / "synthetic_result_forms.txt").read_text().splitlines())
def test_results(line: str) -> None:
    expected = {
        "B+R": "1-0", "W+Resign": "0-1", "B+Time": "1-0", "W+T": "0-1", "B+": "1-0",
        "Draw": "1/2-1/2", "0": "1/2-1/2", "B+Draw": "1/2-1/2", "BW+Draw": "1/2-1/2",
        "W+F": "0-1", "W+five_in_a_row": "0-1", "W+double_three": "0-1", "B+1": "1-0",
        "?": "", "Void": "void", "": "",
    }  # fmt: skip
    raw = line.removeprefix("RE[").removesuffix("]")
    record = one(f"(;{line};B[hh])")
    assert record.result == read_result(raw) == expected[raw]
    assert record.headers.get("result", "") == raw
    data, losses = records.dumps([record], "sgf")
    assert one(data).result == expected[raw]
    assert bool(losses) == (raw in ("B+Draw", "BW+Draw", "W+five_in_a_row", "W+double_three"))


def test_moves_in_the_root_and_two_in_a_node() -> None:
    record = one("(;FF[4]RE[0]C[all]B[hh]W[ig]B[gj];W[aa]B[oo]C[two])")
    assert text(record) == "h8 i9 g6 a15 o1"
    assert record.root.comment == "all"
    assert shape(record)[-1][2].comment == "two"


def test_a_property_that_begins_with_a_digit() -> None:
    record = one(
        "(;GM[5]FF[4]\nSW[NO]\n5A[gg][hi]\nGN[A-B(B) : RIF rule]RE[B+Draw];B[hh];W[hg]\n;)\n---"
    )
    assert record.headers["alternatives"] == "g9 h7"
    assert record.headers["swap"] == "NO"
    assert (record.headers["rule"], record.headers["opening_rule"]) == ("RIF rule", "rif-1996")
    assert (record.result, text(record), record.node_count) == ("1/2-1/2", "h8 h9", 3)
    data, losses = records.dumps([record], "sgf")
    again = data.decode()
    assert [str(loss) for loss in losses] == ["record 1: the result 'B+Draw', written as '0'"]
    assert "5A" not in again
    assert "FA[gg][hi]" in again
    assert one("(;5A[G10];B[hh])").headers["alternatives"] == "g10"  # Yamaguchi
    odd = one("(;5A[51];B[hh])")
    assert odd.headers["5A"] == "51"
    assert problems(odd) == ["line 1, character 2: fifth moves '51' are no points"]


def test_small_letters_in_names_and_repeated_properties() -> None:
    record = one("(;GaMe[1]SiZe[15]PlayerBlack[A]AB[hh]AB[ii][jj]AW[aa]LB[bb:x]LB[cc:y];W[dd])")
    assert record.black == tuple(sorted(map(Point, ("h8", "i7", "j6"))))
    assert record.headers["black"] == "A"
    assert shape(record)[0][2].labels == {Point("b14"): "x", Point("c13"): "y"}


@pytest.mark.parametrize(
    ("size", "moves"),
    [
        ("SZ[15]", "B[hh]"),
        ("SZ[15:15]", "B[hh]"),
        ("", "B[hh]"),
        ("GM[1]", "B[oo]"),
        ("GM[5]", "B[hh]"),
    ],
)
def test_boards_of_the_right_size(size: str, moves: str) -> None:
    assert one(f"(;{size};{moves})").node_count == 1


@pytest.mark.parametrize(
    ("size", "said"),
    [("SZ[19]", "19x19"), ("SZ[15:19]", "15x19"), ("GM[1]", "19x19"), ("SZ[20]", "20x20")],
)
def test_boards_of_another_size(size: str, said: str) -> None:
    with pytest.raises(
        renju.FormatError, match=f"g.sgf: line 1: a board of {said}: renju is played"
    ):
        list(records.loads(f"(;{size};B[qq])", name="g.sgf"))
    both = list(records.loads(f"(;{size};B[qq])\n(;GM[4];B[hh])\n(;{size};B[qq])"))
    assert [text(record) for record in both] == ["", "h8", ""]
    assert problems(both[2]) == [f"line 3: a board of {said}: renju is played on 15x15"]


def test_set_up_positions() -> None:
    record = one("(;GM[4]FF[4]PL[W]SZ[15]AB[hh][ig][jh]AW[ii])")
    assert record.to_move is Color.WHITE
    assert len(record.black) == 3
    assert one(written(record)) == one(written(one(written(record))))
    assert one(written(record)).board() == record.board()
    rectangle = one("(;AB[aa:cb];B[hh])")
    assert [str(point) for point in rectangle.black] == ["a14", "b14", "c14", "a15", "b15", "c15"]
    assert rectangle.to_move is None
    both = one("(;AB[aa][bb]AW[aa];B[hh])")
    assert problems(both) == ["line 1, character 2: black and white stones on a15"]


@pytest.mark.parametrize(
    ("sgf", "black", "white", "mover", "moves"),
    [
        ("(;AB[hh][ii]AW[gg][ff];W[aa];B[bb])", "h8 i7", "f10 g9", Color.WHITE, "a15 b14"),
        ("(;AB[hh];B[gg])", "h8", "", Color.BLACK, "g9"),
        ("(;AB[hh];AW[ig];B[gg])", "h8", "i9", None, "g9"),
        ("(;;AB[hh]AW[ig];B[gg])", "h8", "i9", None, "g9"),
        ("(;C[a];C[b];AB[hh]AW[ig]B[gg];W[aa])", "h8", "i9", None, "g9 a15"),
        ("(;AB[hh][gg];AE[hh]AW[gg]PL[B];C[x];B[ig])", "", "g9", None, "i9"),
        ("(;AB[hh])", "h8", "", None, ""),
    ],
)
def test_what_is_set_up_before_the_first_move(
    sgf: str, black: str, white: str, mover: Color | None, moves: str
) -> None:
    record = one(sgf)
    assert problems(record) == []
    assert sorted(map(str, record.black)) == black.split()
    assert sorted(map(str, record.white)) == white.split()
    assert (record.to_move, text(record)) == (mover, moves)
    again = one(written(record))
    assert (again.moves, again.to_move, shape(again)) == (record.moves, mover, shape(record))
    assert (set(again.black), set(again.white)) == (set(record.black), set(record.white))


def test_set_up_in_one_of_several_variations_is_not_that_of_the_game() -> None:
    record = one("(;(;AB[hh];W[ig])(;B[aa]))")
    assert (record.black, text(record)) == ((), "")
    assert "after move 0 the stones are changed" in problems(record)[0]


@pytest.mark.parametrize(
    ("sgf", "moves"),
    [
        ("(;GM[4]SZ[15];C[intro];B[hh];W[ig];B[ii])", "h8 i9 i7"),
        ("(;SZ[15](;C[a];B[hh];W[ig])(;B[ii]))", "h8 i9"),
        ("(;SZ[15];B[hh];;W[ig]C[x];B[gg])", "h8 i9 g9"),
        ("(;SZ[15](;C[only text])(;B[ii];W[gg]))", "i7 g9"),
        ("(;SZ[15];B[hh](;C[a];C[b](;C[c])(;W[gg]))(;W[ii]))", "h8 g9"),
        ("(;SZ[15];B[hh](;C[a](;C[b])(;LB[aa:x]))(;W[ii]))", "h8 i7"),
    ],
)
def test_the_main_line_is_the_same_in_sgf_and_in_a_library(sgf: str, moves: str) -> None:
    record = one(sgf)
    library = one(records.dumps([record], "lib")[0])
    for found in (record, library, one(written(library)), one(written(record))):
        assert (text(found), found.root.tree.main_line()) == (moves, found.moves)


def test_stones_set_up_within_a_game() -> None:
    record = one("(;B[hh];AW[ii]AE[hh]PL[B];B[jj])")
    assert text(record) == "h8"
    assert problems(record) == [
        "line 1, character 8: after move 1 the stones are changed: "
        + "what follows is in the tree, not in the moves"
    ]
    changed = shape(record)[2][2]
    assert (changed.white, changed.empty) == ((Point("i7"),), (Point("h8"),))
    assert shape(one(written(record))) == shape(record)


def test_white_begins_and_a_colour_twice() -> None:
    white = one("(;W[hh];B[ii])")
    assert (text(white), white.to_move) == ("h8 i7", Color.WHITE)
    assert one(written(white)) == one(written(one(written(white))))
    twice = one("(;B[hh];B[ii];W[jj])")
    assert text(twice) == "h8 pass i7 j6"
    assert "two moves of black in a row: read with a pass between them" in problems(twice)[0]


def test_impossible_points() -> None:
    record = one("(;B[hh];W[ii](;B[hh];W[jj])(;B[kk](;W[hh])(;W[zz];B[ll])))")
    assert text(record) == "h8 i7"
    assert problems(record) == [
        "line 1, character 15: h8 is taken already",
        "line 1, character 36: h8 is taken already",
        "line 1, character 44: W[zz] is no point of the board",
    ]
    assert record.node_count == 8
    assert shape(one(written(record))) == shape(record)


def test_labels_on_points_that_are_played_next_are_those_of_the_moves() -> None:
    data = "(;B[hh]LB[ih:直]LB[ig:斜][aa:z](;W[ih])(;W[ig]))"
    first, second = next(one(data).root.children).children
    assert (first.extras.label, second.extras.label) == ("直", "斜")
    assert shape(one(data))[1][2].labels == {Point("a15"): "z"}
    assert shape(one(written(one(data)))) == shape(one(data))


def test_old_labels_and_marks() -> None:
    extras = shape(one("(;B[hh]L[aa][bb]M[cc]MA[dd]TR[ee]SQ[ee]DD[])"))[1][2]
    assert extras.labels == {Point("a15"): "A", Point("b14"): "B"}
    assert extras.marks == {Point("c13"): "mark", Point("d12"): "mark", Point("e11"): "TR SQ"}
    assert extras.data == {"DD": [""]}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("(;B[hh];W[ii]", "line 1, character 14: the file ends before the game does: 1 ) missing"),
        ("(;B[hh];W[i", "line 1, character 10: the file ends inside a value: it has no ]"),
        ("(;B[hh];C[x\\]", "line 1, character 10: the file ends inside a value: it has no ]"),
        ("(;B[hh]] ; W[ii])", "line 1, character 8: ']' stands between the properties"),
        ("(;B[hh];[x]W[ii])", "line 1, character 9: the value 'x' has no property"),
    ],
)
def test_broken_files_give_what_is_there(data: str, said: str) -> None:
    record = one(data)
    assert text(record).startswith("h8")
    assert said in problems(record)


def test_several_games_and_text_around_them() -> None:
    data = "From: a (bracketed) mail\n(;GM[1];B[hh])\n\nx\n(;\nGM[5];B[ii]\n;)"
    first, second = records.loads(data, format="sgf")
    assert (text(first), first.place) == ("h8", "line 2")
    assert (text(second), second.place) == ("i7", "line 5")
    with pytest.raises(renju.FormatError, match="no game tree in it: one begins with"):
        list(records.loads("h8 i9", format="sgf"))


def test_rows_from_the_bottom_have_to_be_asked_for() -> None:
    data = "(;GM[4]FF[4]SZ[15]RU[Renju]KM[0.0];B[hh];W[ii];B[ga])"
    assert text(one(data, format="sgf-from-bottom")) == "h8 i9 g1"
    assert text(one(data)) == "h8 i7 g15"
    assert ";W[ii]" in written(record_of("h8 i9"), "sgf-from-bottom")


def test_what_is_written_is_strict() -> None:
    record = record_of(
        GAME,
        headers={
            "event": "a]b\\c",
            "opening_rule": "soosyrv-8",
            "alternatives": "g7 i11",
            "swap": "R--",
        },
        result="0-1",
    )
    data = written(record)
    assert data.startswith(
        "(;FF[4]GM[4]CA[UTF-8]SZ[15]EV[a\\]b\\\\c]SW[R--]RU[soosyrv-8]RE[W+]FA[gi][ie]"
    )
    assert data.endswith(")\n")
    found = one(data)
    assert {key: found.headers[key] for key in record.headers} == record.headers
    assert written(record_of("h8 pass i9")).count("[]") == 1
    assert max(map(len, data.splitlines())) < 120


def test_what_sgf_cannot_hold_is_said() -> None:
    builder = records.TreeBuilder()
    index = builder.add(0, "h8")
    builder.extras(index).data["lib.extension"] = 4
    builder.extras(index).comment = "a\0b \udc80"
    builder.extras(index).marks[Point("a1")] = "star"
    record = records.Record(
        tree=builder.build(),
        headers={"publisher": "X", "rule": "house", "opening_rule": "yamaguchi"},
    )
    data, losses = records.dumps([record], "sgf")
    assert [str(loss) for loss in losses] == [
        "record 1: the opening rule 'yamaguchi' beside the rule 'house'",
        "record 1: the header 'publisher': 'X'",
        "record 1: characters of a comment that are no text",
        "record 1: that a mark is of the kind 'star'",
        "record 1: 'lib.extension' of a node",
    ]
    assert "C[a\ufffdb \ufffd]" in data.decode()


def test_labels_alone_in_a_library_stand_at_their_position() -> None:
    data = (DATA / "lib" / "synthetic_text_nodes_no_move.lib").read_bytes()
    converted = records.dumps(list(records.loads(data)), "sgf")[0].decode()
    assert "LB[gi:x][hg:?]" in converted


def test_the_main_line_of_a_library_is_the_first_in_sgf() -> None:
    builder = records.TreeBuilder()
    builder.extras(builder.add(0, None)).data["lib.position"] = 0xFF
    builder.add_line(tuple(renju.parse_moves("h8 i9")))
    data, _ = records.dumps([records.Record(tree=builder.build(), format="lib")], "sgf")
    assert text(one(data)) == "h8 i9"


def test_what_says_how_the_file_is_written_counts_once() -> None:
    record = one("(;FF[4][3]SZ[15];B[hh])")
    assert (record.headers["FF"], record.tree, problems(record)) == ("4", None, [])


def test_a_node_without_a_move_before_the_first() -> None:
    record = one("(;FF[4];C[hello];B[hh];W[ii])")
    assert (text(record), problems(record), record.to_move) == ("h8 i7", [], None)
    white = one("(;FF[4];C[hello];W[hh];B[ii])")
    assert (text(white), problems(white), white.to_move) == ("h8 i7", [], Color.WHITE)
    assert shape(one(written(white))) == shape(white)


def test_rectangles_do_not_make_a_small_file_a_large_tree() -> None:
    data = "(;" + ";TR[aa:oo]" * 2000 + ";TR[bb])"
    record = one(data)
    marks = sum(len(extras.marks) for _, _, extras in shape(record))
    assert 50_000 < marks <= 50_001 + 4 * len(data)
    assert "TR[aa:oo]: too many rectangles in this game" in problems(record)[0]
    assert shape(record)[-1][2].marks == {Point("b14"): "TR"}


def test_repeated_values() -> None:
    record = one("(;C[a][][b]C[c];B[hh]TR[aa][aa]SQ[aa]TR[aa]C[d][e])")
    assert record.root.comment == "a\nb\nc"
    (_, first) = record.root.walk()
    assert (first.comment, first.extras.marks) == ("d\ne", {Point("a15"): "TR SQ"})


def test_places_in_long_files() -> None:
    record = one("(;C[\n];B[zz]\n;W[yy] ;B[xx]\n;W[hh])")
    assert [problem.place for problem in record.problems] == [
        "line 2, character 2",
        "line 2, character 2",
        "line 3, character 1",
        "line 3, character 8",
    ]


def test_what_is_made_by_hand_cannot_break_out_of_its_place() -> None:
    builder = TreeBuilder()
    builder.extras(builder.add(0, "h8")).data["XX"] = ["a]b", "c\\]d", "e\\", ";B[aa]"]
    record = record_of(
        "h8", headers={"B": "aa", "AB": "bb", "FA": "cc", "C": "x"}, tree=builder.build()
    )
    data, losses = records.dumps([record], "sgf")
    assert [loss.message for loss in losses] == [
        f"the header {name!r}: {text!r}" for name, text in record.headers.items()
    ]
    found = one(data)
    assert (text(found), problems(found), found.black) == ("h8", [], ())
    (_, node) = found.root.walk()
    assert node.extras.data["XX"] == ["a\\]b", "c\\]d", "e\\\\", ";B[aa\\]"]


def test_labels_of_a_mirrored_library_are_labels_too() -> None:
    builder = TreeBuilder()
    builder.extras(builder.add(0, None)).labels = {Point("a1"): "A"}
    builder.add(0, "h8")
    data, _ = records.dumps([records.Record(tree=builder.build())], "lib-rapfi")
    (record,) = records.loads(data, format="lib-rapfi")
    assert b"LB[ao:A]" in records.dumps([record], "sgf")[0]


@given(record=trees())
def test_sgfmill_reads_what_we_write(record: records.Record) -> None:
    game = sgf.Sgf_game.from_bytes(records.dumps([record], "sgf")[0])
    assert game.get_size() == 15
    ours, theirs = [record.root], [game.get_root()]
    while ours:
        node, other = ours.pop(), theirs.pop()
        color, place = other.get_move()
        if node.move is None:
            assert color is None
        else:
            expected = None if node.move is renju.PASS else (node.move.row, node.move.col)
            assert (color, place) == ("bw"[len(node.path()) % 2 == 0], expected)
        said = other.get("C") if other.has_property("C") else ""
        assert said == node.comment
        ours += node.children
        theirs += list(other)
    assert not theirs


def test_points_that_only_sgf_knows_are_not_turned_in_silence() -> None:
    record = one("(;C[x];B[hh]AR[aa:bb];W[ii]XX[yes])")
    turned = record.transform(renju.Symmetry.ROTATE_90)
    assert problems(turned) == [
        "transform: points among the data of 1 nodes, such as lines and arrows, are not turned"
    ]
    assert record.transform(renju.Symmetry.IDENTITY) is record
