"""Columns of games and boards for the tests of the engines, with what each row must give by `renju.Board`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import renju
from renju import Board, Color, Reading, Verdict
from renju.openings import identify
from support import to_cells, truth_table

#: Games that say something: fives of both colours, fouls of every kind, passes, openings, none.
CLEAR = (
    "h8 i9 g7",
    "h8 h9 k10",
    "",
    "pass pass h8",
    "a1 h8 a2 h9 a3 h10 a4 h11 a5 pass",
    "a1 h8 c2 h9 e3 h10 g4 h11 i5 h12 a9",
    "f8 a1 g8 a3 h6 c1 h7 a7 h8",
    "f8 a1 g8 a3 i8 c1 j8 a7 k8 o1 h8",
    "h5 a1 h6 a3 h7 c1 i8 a7 j8 o1 k8 o3 h8 o5",
    "f8 a1 g8 a3 h6 c1 h7 a7 h8 o1 i8 o3 j8",
)


@cache
def random_moves(n: int = 300, seed: int = 7) -> list[list[int] | None]:
    """Games in the middle of the board as lists of moves, passes among them, and nulls."""
    rng = np.random.default_rng(seed)
    middle = [15 * r + c for r in range(4, 11) for c in range(4, 11)]
    games: list[list[int] | None] = [[int(m) for m in renju.parse_moves(t)] for t in CLEAR]
    while len(games) < n:
        game = rng.permutation(middle)[: rng.integers(0, 40)]
        if rng.random() < 0.3:
            game = np.concatenate([[112, rng.choice([113, 128, 97])], game[~np.isin(game, [112])]])
            game = np.array(list(dict.fromkeys(game.tolist())), np.int64)
        game[rng.random(len(game)) < 0.05] = 225
        games.append(None if rng.random() < 0.1 else game.tolist())
    return games


def texts(games: list[list[int] | None]) -> list[str | None]:
    """The games as text."""
    return [None if game is None else renju.format_moves(game) for game in games]


@dataclass(frozen=True)
class Expected:
    """What the functions of games must give, a list each, in Python values."""

    winner: list[str | None]
    opening: list[str | None]
    first_foul: list[int | None]
    first_five: list[int | None]
    fouls: list[list[dict[str, Any]] | None]
    game_verdicts: list[list[int | None] | None]
    canonical_key: list[int | None]
    canonical_key_after_4: list[int | None]


@cache
def expected(n: int = 300, seed: int = 7, reading: Reading = Reading.RIF) -> Expected:
    """What `random_moves(n, seed)` must give, move by move by `Board`."""
    games = random_moves(n, seed)
    found: dict[str, list[Any]] = {name: [] for name in Expected.__dataclass_fields__}
    for game in games:
        row = dict.fromkeys(found) if game is None else _of_game(game, reading)
        for name, value in row.items():
            found[name].append(value)
    return Expected(**found)


def _of_game(game: list[int], reading: Reading) -> dict[str, Any]:
    board = Board(reading=reading)
    verdicts: list[int | None] = []
    fouls = []
    fives = []
    for number, move in enumerate(game, start=1):
        color = board.to_move
        if move == 225:
            verdicts.append(None)
            board.push_pass()
            continue
        verdict = board.verdict(move)
        verdicts.append(int(verdict))
        if verdict is Verdict.FIVE:
            fives.append((number, color))
        if verdict.is_foul:
            assert color is Color.BLACK
            fouls.append(
                {"move": number, "point": str(renju.Point(move)), "verdict": verdict.label}
            )
        board.push(move)
    pattern = identify([renju.PASS if m == 225 else m for m in game])
    return {
        "winner": fives[0][1].label if fives else None,
        "opening": None if pattern is None else pattern.id,
        "first_foul": fouls[0]["move"] if fouls else None,
        "first_five": fives[0][0] if fives else None,
        "fouls": fouls,
        "game_verdicts": verdicts,
        "canonical_key": board.canonical_key,
        "canonical_key_after_4": Board(game[:4]).canonical_key if len(game) >= 4 else None,
    }


def contested_games() -> list[str]:
    """Games whose last stone, of Black, is a foul by one reading only."""
    games = []
    for row in truth_table("nested.txt.gz"):
        points = [
            point
            for point, *labels in zip(renju.POINTS, row.rif, row.permitted, strict=True)
            if "." in labels and len({*labels}) == 2
        ]
        if not points:
            continue
        cells = to_cells(row.board).ravel()
        black, white = (np.flatnonzero(cells == color).tolist() for color in renju.Color)
        game = np.full(2 * max(len(black), len(white)), 225)
        game[: 2 * len(black) : 2], game[1 : 2 * len(white) : 2] = black, white
        games.append(renju.format_moves([*game.tolist(), points[0]]))
    return games


def random_boards(n: int = 60, seed: int = 3) -> NDArray[np.uint8]:
    """Boards from empty to crowded."""
    rng = np.random.default_rng(seed)
    crowd = rng.uniform(0, 0.7, (n, 1, 1))
    colors = np.where(rng.random((n, 15, 15)) < 0.7, 1, 2)
    return np.where(rng.random((n, 15, 15)) < crowd, colors, 0).astype(np.uint8)


def hide(monkeypatch: pytest.MonkeyPatch, library: str) -> Callable[[], None]:
    """Make a library look as if it were not installed, and its users in renju not yet imported."""
    for name in list(sys.modules):
        if name in ("renju.arrow", "renju.arrow_columns", f"renju.{library}"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    return monkeypatch.undo
