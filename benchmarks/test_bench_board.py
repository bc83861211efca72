"""`renju.Board` in a Python loop, a call a board."""

from __future__ import annotations

import numpy as np
import pytest

from renju import POINTS, Board, Color, Point, corpus

BOARDS = 500

CALLS = {
    "verdict": lambda board, point: board.verdict(point, Color.BLACK),
    "verdict of a text": lambda board, _: board.verdict("h8", Color.BLACK),
    "verdicts": lambda board, _: board.verdicts(Color.BLACK),
    "fouls": lambda board, _: board.fouls(),
    "five_points": lambda board, _: board.five_points(Color.BLACK),
    "winner": lambda board, _: board.winner,
    "canonical_key": lambda board, _: board.canonical_key,
    "push and pop": lambda board, point: (board.push(point), board.pop()),
    "copy": lambda board, _: board.copy(),
    "to_array": lambda board, _: board.to_array(),
    "explain": lambda board, point: board.explain(point),
    "explain, as text": lambda board, point: str(board.explain(point)),
}


@pytest.mark.parametrize("name", ["np.copyto", *CALLS])
@pytest.mark.parametrize("kind", corpus.KINDS)
def test_board_in_a_loop(stopwatch, boards, kind: str, name: str) -> None:
    cells = boards(kind)[:BOARDS]
    asked = [(board, _asked_point(board)) for board in map(Board.from_array, cells)]
    copy = np.empty_like(cells)

    def copies() -> None:
        for source, target in zip(cells, copy, strict=True):
            np.copyto(target, source)

    def calls() -> None:
        call = CALLS[name]
        for board, point in asked:
            call(board, point)

    rounds = 5 if name.startswith("explain") else 30
    work = copies if name == "np.copyto" else calls
    stopwatch(f"Board in a loop, {kind}", name, work, BOARDS, rounds=rounds)


def _asked_point(board: Board) -> Point:
    """Return a foul if there is one, which is the most work, else the first empty point."""
    return next(iter(board.fouls()), next(p for p in POINTS if board.at(p) is None))
