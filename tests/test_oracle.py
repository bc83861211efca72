"""The core against the slow oracle that was written from the rule text."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

import renju
from reference import oracle
from renju import Board, Color, Reading
from support import READINGS, board_lines, to_labels

readings = st.sampled_from(READINGS)


@settings(max_examples=40)
@given(board_lines(spread=11), readings)
def test_board_verdicts_and_oracle_agree(line: str, reading: Reading) -> None:
    board = Board.from_text(line, reading=reading)
    labels = oracle.labels(line, reading.label)
    assert to_labels(board.verdicts(Color.BLACK)) == labels
    for point in renju.POINTS:
        assert board.verdict(point, Color.BLACK).character == labels[point]


@settings(max_examples=40)
@given(board_lines(most=40, spread=7), readings)
def test_crowded_boards_agree(line: str, reading: Reading) -> None:
    board = Board.from_text(line, reading=reading)
    assert to_labels(board.verdicts(Color.BLACK)) == oracle.labels(line, reading.label)


@given(board_lines(most=80), readings)
def test_white_and_winners_agree(line: str, reading: Reading) -> None:
    swapped = line.translate(str.maketrans("XO", "OX"))
    for text in (line, swapped):
        board = Board.from_text(text, reading=reading)
        for point in renju.POINTS[::3]:
            verdict = board.verdict(point, Color.WHITE)
            assert verdict.label == oracle.verdict(text, point, reading.label, "O")
        expected = oracle.winner(text)
        rows = [bool(board._position.winning_rows(color)) for color in Color]
        assert rows == [bool(expected & 1), bool(expected & 2)]
