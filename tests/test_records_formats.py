"""The same record through every format and direction, and every format against any bytes."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import renju
from records_support import DATA, GAME, is_asymmetric, one, problems, record_of, shape, text, trees
from renju import records
from renju.records import Source, Writer
from renju.records.encodings import ENCODINGS

ALL = [known.name for known in records.formats()]
WRITTEN = [known.name for known in records.formats() if isinstance(known, Writer)]
# Dialects about which a file says nothing: they have to be named, or its ending tells (`.pos`).
NAMED = {
    *(
        "lib-rapfi",
        "pos-text",
        "sgf-from-bottom",
        "bdt-renlib",
        "hex",
        "hex-rows",
        "moves-from-top",
    ),
}
HOLD_POSITIONS = ("json", "sgf", "sgf-from-bottom", "textboard", "diagram", "gomocup", "pos-text")
HOLD_GAMES = [name for name in WRITTEN if name != "pos-text"]
WITHOUT_PASSES = {
    *("rif", "psq", "sav", "ban", "pairs-0", "pairs-1", "offsets", "indices", "hex", "hex-rows"),
}
HOLD_PASSES = [name for name in HOLD_GAMES if name not in WITHOUT_PASSES]
WITHOUT_PLACE = {"format": "", "place": "", "encoding": None, "headers": {}, "tree": None}


def through(record: records.Record, name: str) -> records.Record:
    """Write a record in a format and read it."""
    data, _ = records.dumps([record], name)
    return one(data, format=name)


def test_the_game_has_no_symmetry() -> None:
    points = [renju.Point(word) for word in GAME.split()]
    assert is_asymmetric(points)
    assert is_asymmetric(points[:3])


@pytest.mark.parametrize("name", HOLD_GAMES)
def test_a_game_comes_back_from_every_format(name: str) -> None:
    record = record_of(GAME)
    data, losses = records.dumps([record], name)
    assert losses == []
    found = one(data, format=name)
    assert (text(found), problems(found)) == (GAME, [])
    assert found.board() == record.board()


@pytest.mark.parametrize("name", HOLD_PASSES)
def test_passes_come_back_where_there_are_passes(name: str) -> None:
    assert text(through(record_of("h8 i9 pass g6 a1"), name)) == "h8 i9 pass g6 a1"


@pytest.mark.parametrize("name", sorted(set(HOLD_GAMES) - set(HOLD_PASSES)))
def test_where_there_are_no_passes_the_moves_before_one_are_written(name: str) -> None:
    data, losses = records.dumps([record_of("h8 o15 a1 pass g6")], name)
    assert text(one(data, format=name)) == "h8 o15 a1"
    assert [str(loss) for loss in losses] == ["record 1: the moves from 4 on, which is a pass"]


@pytest.mark.parametrize("first", HOLD_GAMES)
@pytest.mark.parametrize("second", ["sgf", "lib", "rif", "json", "moves", "psq", "pos"])
def test_from_every_format_into_others(first: str, second: str) -> None:
    assert text(through(through(record_of(GAME), first), second)) == GAME


@pytest.mark.parametrize("first", [name for name in HOLD_POSITIONS if name in WRITTEN])
@pytest.mark.parametrize("second", ["sgf", "lib", "rif", "json", "moves", "psq", "pos"])
def test_a_position_from_every_format_into_others(first: str, second: str) -> None:
    """Of a game only its stones are left: they come back, in `lib` as moves, or are refused."""
    board = record_of(GAME).board()
    black, white = (tuple(sorted(board.stones(color))) for color in renju.Color)
    position = through(records.Record(black=black, white=white), first)
    assert (position.black, position.white, position.moves) == (black, white, ())
    if second in HOLD_POSITIONS or second == "lib":
        assert through(position, second).board().key == board.key
        assert bool(records.dumps([position], second)[1]) == (second == "lib")
    else:
        with pytest.raises(renju.FormatError, match="record 1 has stones set up"):
            through(position, second)


@pytest.mark.parametrize("name", HOLD_POSITIONS)
@pytest.mark.parametrize("black", ["h8 a13 o15", "h8 a13"])
def test_positions_come_back(name: str, black: str) -> None:
    stones = tuple(sorted(map(renju.Point, black.split())))
    white = tuple(sorted(map(renju.Point, ("i9", "k10"))))
    record = records.Record(black=stones, white=white)
    found = through(record, name)
    assert (found.black, found.white, problems(found)) == (stones, white, [])
    assert found.board() == record.board()


@pytest.mark.parametrize(
    "name", sorted(set(WRITTEN) - set(HOLD_POSITIONS) - {"lib", "lib-rapfi", "pos"})
)
def test_what_holds_games_only_refuses_positions(name: str) -> None:
    set_up = records.Record(black=(renju.Point("h8"),))
    with pytest.raises(renju.FormatError, match="record 1 has stones set up, which it cannot hold"):
        records.dumps([set_up], name)
    white_begins = record_of("h8", to_move=renju.Color.WHITE)
    with pytest.raises(renju.FormatError, match="in record 1 white begins"):
        records.dumps([white_begins], name)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_format_recognises_what_it_writes(name: str) -> None:
    data, _ = records.dumps([record_of(GAME)], name)
    source = Source(data, f"of {name}")
    found = records.sniff(source).name
    if name in NAMED:
        assert not next(known for known in records.formats() if known.name == name).sniff(source)
        assert found != name
    else:
        assert found == name


@pytest.mark.parametrize("name", sorted({"sgf", "json", "bdt"}))
def test_headers_and_results_come_back(name: str) -> None:
    headers = {
        "black": "Игрок Один",
        "white": "Игрок Два",
        "date": "2026",
        "event": "Кубок",
        "swap": "R",
        "alternatives": "g7",
        "comment": "хорошая партия",
    }
    for result in ("1-0", "0-1", "1/2-1/2"):
        record = record_of(GAME, headers=headers, result=result)
        data, losses = records.dumps([record], name)
        assert losses == []
        found = one(data)
        assert found.result == result
        assert {key: found.headers.get(key) for key in headers} == headers


@pytest.mark.parametrize("name", WRITTEN)
def test_nothing_is_lost_in_silence(name: str) -> None:
    builder = records.TreeBuilder()
    builder.add_line(tuple(renju.parse_moves(GAME)))
    builder.extras(3).comment = "a word"
    record = record_of(
        GAME, headers={"annotator": "Nobody", "black": "A"}, result="1-0", tree=builder.build()
    )
    data, losses = records.dumps([record], name)
    found = records.loads(data, format=name)
    said = " ".join(map(str, losses))
    back = next(found)
    kept = " ".join(extras.comment for _, _, extras in shape(back))
    assert "a word" in kept or "comment" in said or "besides their moves" in said
    for header in record.headers:
        assert header in said or back.headers.get(header) == record.headers[header]
    assert back.result == "1-0" or "result" in said


@pytest.mark.parametrize("name", ["json", "sgf", "sgf-from-bottom"])
@given(record=trees())
@settings(deadline=None)
def test_random_trees_come_back(name: str, record: records.Record) -> None:
    data, losses = records.dumps([record], name)
    assert losses == []
    found = one(data, format=name)
    assert found.problems == ()
    assert shape(found) == shape(record)
    assert found.moves == record.moves


@given(record=trees(texts=False))
@settings(deadline=None)
def test_sgf_to_lib_and_back(record: records.Record) -> None:
    by_way_of_lib = through(through(record, "lib"), "sgf")
    # a library has each move once below a position, and its siblings in an order of its own
    lines = {node.path() for node in record.root.walk()}
    assert {node.path() for node in by_way_of_lib.root.walk()} == lines


DOCUMENTS = [records.dumps([record_of(GAME)], name)[0] for name in WRITTEN] + [
    b"(;GM[1]CA[gb2312]AB[aa:cc]PL[W];W[hh]LB[ii:a](;B[jj]C[\\]x])(;B[tt]));",
    b'[Site "kurnik"]\n[Result "0-1"]\n1. h8 -- 2. h9 -- 3. h6 black 4. -- i8 5. j7 -- 6. i7 i7 7. -- j7 0-1',
    b"Eks  Ohs\nA  B\n1 H8  2 J9\n3 G7  4 H9\n5 G9,K9  6 G9,J7",
    b'{"requests":[{"x":-1,"y":-1},{"x":8,"y":6}],"responses":[{"x":7,"y":7}]}',
    b"START 15\nINFO rule 4\nBOARD\n7,7,1\n8,8,2\n9,9,3\nDONE\n",
    *((DATA / name).read_bytes() for name in ("synthetic_plain.db", "synthetic_lz4.db")),
]


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    data = bytearray(draw(st.sampled_from(DOCUMENTS)))
    for _ in range(draw(st.integers(0, 5))):
        place = draw(st.integers(0, len(data)))
        length = draw(st.integers(0, 4))
        data[place : place + length] = draw(st.binary(max_size=4))
    return bytes(data[: draw(st.integers(0, len(data)))]) if draw(st.booleans()) else bytes(data)


@pytest.mark.parametrize("name", [None, *ALL])
@given(
    data=st.one_of(st.binary(max_size=120), mutated()), encoding=st.sampled_from([None, *ENCODINGS])
)
@example(data=b"", encoding=None)
@settings(deadline=None)
def test_any_bytes_are_read_or_refused(name: str | None, data: bytes, encoding: str | None) -> None:
    try:
        for record in records.loads(data, format=name, encoding=encoding):
            record.board()
            assert record.node_count >= 0
            for node in record.root.walk():
                assert node.extras is not None
            assert record.result in ("", "1-0", "0-1", "1/2-1/2", "void")
    except renju.FormatError as error:
        assert str(error)


@pytest.mark.parametrize("name", WRITTEN)
def test_truncation_at_every_byte(name: str) -> None:
    data, _ = records.dumps([record_of(GAME)], name)
    whole = renju.parse_moves(GAME)
    for size in range(len(data)):
        try:
            for record in records.loads(data[:size], format=name):
                if name not in ("diagram", "pos-text") and not record.problems:
                    assert list(record.moves[:-1]) == whole[: max(len(record.moves) - 1, 0)]
        except renju.FormatError:
            pass


@pytest.mark.parametrize("name", sorted(set(WRITTEN) - {"lib", "lib-rapfi"}))
def test_big_inputs_are_read_to_the_end(name: str) -> None:
    rng = random.Random(7)
    games = []
    for _ in range(300):
        points = rng.sample(renju.POINTS, 20)
        games.append(records.Record(tuple(points)))
    single = name in ("psq", "sav", "ban", "pos", "pos-text")
    if single:
        games = games[:1]
    data, _ = records.dumps(games, name)
    assert len(list(records.loads(data, format=name))) == len(games)


def test_deep_and_wide_sgf() -> None:
    deep = "(;" + "(;C[x]" * 50_000
    record = one(deep)
    assert record.node_count == 50_000
    assert "the file ends before the game does: 50001 ) missing" in problems(record)[0]
    wide = "(;" + "(;B[hh])" * 20_000 + ")"
    record = one(wide)
    assert record.node_count == 20_000
    data, _ = records.dumps([record], "json")
    assert shape(one(data)) == shape(record)


def test_every_format_says_its_limits() -> None:
    for known in records.formats():
        module = __import__(type(known).__module__, fromlist=["x"])
        assert "Limits" in (module.__doc__ or "")


def test_a_copy_of_a_record_is_equal() -> None:
    record = record_of(GAME, headers={"black": "A"})
    assert replace(one(records.dumps([record], "json")[0]), **WITHOUT_PLACE) == replace(
        record, **WITHOUT_PLACE
    )


HOSTILE = [
    "112,98," + "146963184" * 4000,
    "7" * 40_000,
    "-" * 40_000,
    " " * 40_000 + "=",
    "2000,A" + " " * 40_000 + "[",
    "Piskvorky 15x15, " + "1" * 40_000,
    "X=Black O=White\n----- Text Board -----\n" + " - " * 13_000,
    "(" * 40_000 + ";",
    "(;" + "[" * 40_000,
    "(;C[" + "\\" * 40_001,
    "(;B" + "]" * 40_000,
    "(;C" + "[x]" * 13_000,
    "(;" + ";B[zz]" * 6000,
    "(;" + ";TR[aa:oo]" * 4000,
    "(;TR" + "[aa]" * 10_000,
    "[Site" + ' "kurnik' * 5000,
    '{"requests":[' + "[" * 40_000,
    "BOARD\n" * 7000,
    "hh" * 20_000 + "h",
    "1 " * 20_000,
    "15\n15\n" + "9" * 40_000,
    "<database " + "a" * 40_000,
    "<database>" + "<game " * 7000,
    "<database>" + "<game id='1'><move>" * 2000,
    "<database>" + "&" * 40_000,
    "<database><!--" + "<" * 40_000,
]


@pytest.mark.parametrize("name", [None, *(name for name in ALL if not name.startswith("lib"))])
def test_hostile_texts_end(name: str | None) -> None:
    """None of them takes long: a pattern that tries everything would take years."""
    for data in HOSTILE:
        try:
            for record in records.loads(data, format=name):
                record.board()
        except renju.FormatError:
            pass


def test_botzone_that_was_cut() -> None:
    data = '{"requests":[{"x":-1,"y":-1},{"x":8,"y":6}],"responses":[{"x":7,"y":7},{"x":6,'
    record = one(data)
    assert (record.format, text(record)) == ("botzone", "h8 i9")
    assert "no JSON" in problems(record)[0]
    assert text(one(data[:40], format="botzone")) == ""
    with pytest.raises(renju.FormatError, match="no JSON"):
        one('{"requests":[', format="botzone")


def _named(record: records.Record, form: str) -> list[str]:
    data, losses = records.dumps([record], form)
    list(records.loads(data, format=form))  # whatever was lost, it is read
    return [str(loss).removeprefix("record 1: ") for loss in losses]


@pytest.mark.parametrize("form", ["psq", "textboard", "sgf"])
def test_control_characters_are_replaced_and_named(form: str) -> None:
    record = record_of("h8 i9", headers={"white": "x\0y\x1b"})
    data, losses = records.dumps([record], form)
    assert one(data).headers["white"] == "x\N{REPLACEMENT CHARACTER}y\N{REPLACEMENT CHARACTER}"
    assert problems(one(data)) == []
    assert list(map(str, losses)) == ["record 1: characters of the header 'white' that are no text"]


def test_headers_of_psq_that_are_no_numbers() -> None:
    record = record_of("h8 i9", headers={"levels": "1\n2", "code": "a\0"})
    assert _named(record, "psq") == [
        "levels that are no two numbers: '1\\n2'",
        "a code that is no number: 'a\\x00'",
    ]


def test_white_space_that_is_lost_is_named() -> None:
    record = record_of("h8 i9", headers={"white": "  A  B "})
    assert _named(record, "psq") == ["the white space of the header 'white'"]
    assert _named(record, "textboard") == ["the white space of the header 'white'"]
    assert _named(record, "sgf") == ["the white space around the header 'white'"]
    comment = record_of("h8 i9", headers={"comment": "a\n\n"})
    assert _named(comment, "sgf") == ["the white space around the header 'comment'"]


def test_whose_turn_it_is_and_set_up_stones_are_named_where_they_are_lost() -> None:
    two = (renju.Point("g9"), renju.Point("h8"))
    assert _named(records.Record(black=two, to_move=renju.Color.WHITE), "pos-text") == [
        "that white is to move"
    ]
    assert _named(records.Record(black=two), "pos-text") == []
    assert _named(records.Record(to_move=renju.Color.WHITE), "gomocup") == ["that white is to move"]
    assert _named(records.Record(black=two), "gomocup") == [
        "that stones are set up: they are written as moves",
        "that black is to move",
    ]


def test_results_that_are_lost_are_named() -> None:
    record = record_of("h8 i9", result="black")
    for form in ("sgf", "psq", "textboard", "bdt"):
        assert ["black" in loss for loss in _named(record, form)] == [True]
    assert _named(record_of("h8 i9", headers={"result": "1-0"}), "sgf") == [
        "the result '1-0', written as ''"
    ]
    assert _named(record_of("h8 i9", headers={"result": "1-0"}, result="1-0"), "sgf") == []


@pytest.mark.parametrize("form", WRITTEN)
def test_records_that_contradict_themselves_are_refused(form: str) -> None:
    h8, i9 = renju.Point("h8"), renju.Point("i9")
    for record in (
        records.Record((h8, i9, h8)),
        records.Record(black=(h8,), white=(h8,)),
        records.Record((i9, h8), black=(h8,), white=(renju.Point("a1"),)),
    ):
        with pytest.raises(renju.errors.FormatError, match=r"record 1 .*two stones stand on h8"):
            records.dumps([record], form)
    with pytest.raises(TypeError, match="record 1: the header 'round' is 5: give a text"):
        records.dumps([record_of(GAME, headers={"round": 5})], form)


def test_moves_other_than_those_of_the_tree_are_named() -> None:
    builder = records.TreeBuilder()
    builder.add_line(tuple(renju.parse_moves("h8 i9 g7")))
    tree = builder.build()
    for form in ("sgf", "lib", "psq"):
        named = _named(record_of("h8 i8", tree=tree), form)
        assert named[0] == "that its moves and the main line of its tree differ"
        assert not any("differ" in loss for loss in _named(record_of("h8 i9", tree=tree), form))
    assert _named(record_of("h8 i8", tree=tree), "json") == []
