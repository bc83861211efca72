from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import renju
from renju import format_moves, parse_moves


@pytest.mark.parametrize(
    "text",
    [
        "h8i9g7",
        "H8I9G7",
        "h8 i9 g7",
        "h8 i9, g7",
        "h8,i9,g7",
        "h8;i9;g7",
        "h8-i9-g7",
        "h8 | i9 | g7",
        "[h8][i9][g7]",
        "1.h8 2.i9 3.g7",
        "1. h8 i9 2. g7",
        "1) h8 2) i9 3) g7",
        "  h8\n i9\r\n\tg7 \n",
        "h08 i9 g07",
        "h8\u3000i9\uff0cg7",
    ],
)
def test_every_spelling_is_read(text: str) -> None:
    assert format_moves(parse_moves(text)) == "h8 i9 g7"


@pytest.mark.parametrize("text", ["h8 pass i9", "h8passi9", "h8--i9", "h8 -- i9", "h8 PASS I9"])
def test_passes(text: str) -> None:
    assert parse_moves(text) == [renju.Point("h8"), renju.PASS, renju.Point("i9")]


def test_a_dash_alone_is_a_pass_and_between_moves_a_separator() -> None:
    assert parse_moves("h8 - i9") == [renju.Point("h8"), renju.PASS, renju.Point("i9")]
    assert parse_moves("h8-i9") == [renju.Point("h8"), renju.Point("i9")]


def test_ranks_of_two_digits_need_no_separator() -> None:
    assert format_moves(parse_moves("h11h1h10o15")) == "h11 h1 h10 o15"
    assert parse_moves("") == []


@given(st.lists(st.sampled_from([*renju.POINTS, renju.PASS])))
def test_what_is_printed_is_read_back(moves: list[renju.Move]) -> None:
    assert parse_moves(format_moves(moves)) == moves
    assert parse_moves(format_moves(moves, separator="")) == moves


def test_dialect_without_i() -> None:
    """RU 2.2 marks D4, D12, M4, M12: one letter between H and M is skipped."""
    assert format_moves(parse_moves("h8 J9 m4 p15", skip_i=True)) == "h8 i9 l4 o15"
    with pytest.raises(renju.NotationError, match="the letter i is not a column"):
        parse_moves("h8 i9", skip_i=True)
    with pytest.raises(renju.OffBoardError, match="columns run from a to p"):
        parse_moves("q8", skip_i=True)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("h8 i9 j16", "'j16' is off the board: ranks run from 1 to 15, at character 7 (move 3)"),
        ("h8 i0", "'i0' is off the board: ranks run from 1 to 15, at character 4 (move 2)"),
        ("h8\ni9 zz", "'zz' is no point"),
        ("h8\ni9 zz", "at line 2, character 4 (move 3)"),
        ("h8 12", "'12' is no point"),
        ("h8k", "'k' is no point"),
        ("\udcff\udcfe", "is no point"),
    ],
)
def test_errors_quote_and_place(text: str, says: str) -> None:
    with pytest.raises(renju.NotationError) as caught:
        parse_moves(text)
    assert says in str(caught.value)


@pytest.mark.parametrize("text", ["1.h8 3.i9", "2.h8 1.i9", "0.h8", "1... i9 4.g7", "5.h8 6.i9"])
def test_numbers_that_do_not_count_are_refused(text: str) -> None:
    with pytest.raises(renju.NotationError, match="is not the number of the next move"):
        parse_moves(text)


def test_bytes_are_no_text() -> None:
    for wrong in (b"h8 i9", None, 5):
        with pytest.raises(renju.NotationError, match="is no text of moves"):
            parse_moves(wrong)  # type: ignore[arg-type]
        with pytest.raises(renju.NotationError, match="is no moves"):
            renju.Board(wrong)  # type: ignore[arg-type]


def test_long_input_is_clipped() -> None:
    with pytest.raises(renju.NotationError) as caught:
        parse_moves("z" * 100_000)
    assert len(str(caught.value)) < 300
    with pytest.raises(renju.OffBoardError, match="bits is off the board"):
        renju.Point(10**5000)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_moves(text)
    except renju.NotationError as error:
        assert "character " in str(error)
