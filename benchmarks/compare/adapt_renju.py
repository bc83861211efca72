"""PyPI `renju`: `get_foul_type(board, x, y)`, a call a point, names the foul but no five."""

from __future__ import annotations

from protocol import serve
from renju.check_forbid import get_foul_type

SIZE = 15
STONES = {".": 0, "X": 1, "O": 2}
LABELS = {0: ".", 1: "3", 2: "4", 3: "6"}

Grid = list[list[int]]


def prepare(line: str) -> Grid:
    rows = (line[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE))
    return [[STONES[character] for character in row] for row in rows]


def judge(board: Grid) -> dict[int, int]:
    return {
        SIZE * x + y: get_foul_type(board, x, y)
        for x in range(SIZE)
        for y in range(SIZE)
        if board[x][y] == 0
    }


def labels(line: str, found: dict[int, int]) -> str:
    return "".join(LABELS[found[p]] if p in found else "x" for p in range(len(line)))


serve(prepare, judge, labels)
