from __future__ import annotations

import pytest

import renju
from records_support import DATA, one, problems, record_of, text
from renju import records


@pytest.mark.parametrize(
    ("data", "form", "moves"),
    [
        ("hhigii\n", "letters", "h8 i9 i7"),
        ("HH IG tt aa", "letters", "h8 i9 pass a15"),
        ("0,0, 1,-1, 1,1\n", "offsets", "h8 i9 i7"),
        ("0,0,1,-1,-7,7", "offsets", "h8 i9 a1"),
        ("7,7 8,6 0,14", "pairs-0", "h8 i9 a1"),
        ("8,8;9,7;1,15", "pairs-1", "h8 i9 a1"),
        ("8,8 9,7 15,1", "pairs-1", "h8 i9 o15"),
        ("112,98,210", "indices", "h8 i9 a1"),
    ],
)
def test_what_can_be_nothing_else_is_recognised(data: str, form: str, moves: str) -> None:
    record = one(data)
    assert (record.format, text(record), problems(record)) == (form, moves, [])


@pytest.mark.parametrize(
    ("data", "form", "moves"),
    [
        ("7,7 8,6", "pairs-0", "h8 i9"),
        ("7,7 8,6", "pairs-1", "g9 h10"),
        ("8,8;9,7", "pairs-1", "h8 i9"),
        ("0,0, 1,1", "offsets", "h8 i7"),
        ("8897F1", "hex", "h8 i9 o15"),
        ("88971f", "hex-rows", "h8 g7 o15"),
        ("h8i7a1", "moves-from-top", "h8 i9 a15"),
    ],
)
def test_what_could_be_several_has_to_be_named(data: str, form: str, moves: str) -> None:
    record = one(data, format=form)
    assert (text(record), problems(record)) == (moves, [])
    if form != "pairs-0" and not form.startswith("offsets"):
        assert records.sniff(records.Source(data.encode())).name != form


@pytest.mark.parametrize("data", ["7,7 8,6", "8,8;9,7", "0,0 15,15", "8897"])
def test_ambiguous_numbers_are_no_moves_and_the_message_says_what_to_do(data: str) -> None:
    record = one(data)
    assert record.format == "moves"
    assert (
        "numbers are read if the format is named: pairs-0, pairs-1, hex, hex-rows"
        in problems(record)[0]
    )


def test_points_of_two_letters_among_move_text() -> None:
    found = list(records.loads((DATA / "synthetic_move_strings.txt").read_bytes()))
    assert [text(record) for record in found] == [
        *["h8 i9 i7"] * 5, "h8 i9 i7 g7", "h8 pass i9", *["h8 i9 i7"] * 2,
    ]  # fmt: skip
    assert not any(record.problems for record in found)


def test_openings_of_gomocup() -> None:
    found = list(records.loads((DATA / "synthetic_offset.txt").read_bytes()))
    assert [text(record) for record in found] == ["h8 i9 i7", "e11 f12 g11 h12 j6"]


@pytest.mark.parametrize(
    ("form", "data", "said"),
    [
        ("pairs-0", "7,7 15,0", "line 1: move 2: [15, 0] is no point of the board"),
        ("pairs-0", "7,7 8", "line 1: move 2: [8] is no point of the board"),
        ("indices", "112,225", "line 1: move 2: 225 is no point of the board"),
        ("hex", "88G1", "line 1: move 2: 'G1' is no point of the board"),
        ("hex", "888", "line 1: move 2: '8' is no point of the board"),
        ("letters", "hhi", "line 1: move 2: 'i' is one letter: a point has two"),
        ("letters", "hhzz", "line 1: move 2: 'zz' is no point of the board"),
    ],
)
def test_faults(form: str, data: str, said: str) -> None:
    record = one(data, format=form)
    assert (text(record), problems(record)) == ("h8", [said])


def test_comments_are_passed_over_and_games_are_of_their_lines() -> None:
    found = list(records.loads("# openings\n\n0,0, -1,1\n0,0, 0,0\n"))
    assert [record.place for record in found] == ["line 3", "line 4"]
    assert "h8 is occupied" in problems(found[1])[0]


def test_a_game_without_moves_is_a_loss() -> None:
    for form in ("letters", "moves", "pairs-0"):
        data, losses = records.dumps([records.Record()], form)
        assert (data, [str(loss) for loss in losses]) == (b"", ["record 1: a game without moves"])


def test_printed_forms() -> None:
    def printed(form: str) -> str:
        record = records.Record(tuple(renju.parse_moves("h8 i9 a1")))
        return records.dumps([record], form)[0].decode().strip()

    assert printed("letters") == "hhigao"
    assert printed("offsets") == "0,0, 1,-1, -7,7"
    assert printed("pairs-0") == "7,7 8,6 0,14"
    assert printed("pairs-1") == "8,8;9,7;1,15"
    assert printed("indices") == "112,98,210"
    assert printed("hex") == "88971F"
    assert printed("hex-rows") == "8879F1"
    assert printed("moves-from-top") == "h8 i7 a15"
    assert printed("moves") == "h8 i9 a1"


@pytest.mark.parametrize("word", ["pass", "--", "-", "tt", "TT", "00"])
def test_every_word_for_a_pass(word: str) -> None:
    assert text(one(f"h8 {word} i9")) == "h8 pass i9"
    assert text(one(f"1. h8 2. {word} 3. i9 4. {word}")) == "h8 pass i9 pass"


def test_a_link_of_points() -> None:
    assert text(one("h8+h9+i7")) == "h8 h9 i7"
    assert "'zz' is no point" in problems(one("h8+00+zz"))[0]
    assert "at character 7" in problems(one("h8+00+zz"))[0]


@pytest.mark.parametrize("moves", ["h8", "h8 i8 j7", "h8 i7", "h8 i9 a1"])
@pytest.mark.parametrize("form", ["offsets", "indices"])
def test_a_game_from_the_centre_is_recognised_however_few_its_moves(moves: str, form: str) -> None:
    data, _ = records.dumps([record_of(moves)], form)
    record = one(data)
    assert (record.format, text(record)) == (form, moves)


def test_pairs_from_the_corner_are_no_offsets() -> None:
    for data in ("0,0 1,1", "0,0 1,1 14,3", "0,0, 1,1 2,2", "1,1, 0,2", "0,0, 1,8"):
        assert one(data).format == "pairs-0"
    assert one("112\n", name="a.ban").format == "ban"
    assert text(one("808\n")) == "h8"
