from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from renju import PASS, InvalidPositionError, Symmetry
from renju.openings import EXTENDED, PATTERNS, identify, identify_games

ALL = (*PATTERNS, *EXTENDED)


def by_identify(moves: NDArray[np.uint8]) -> list[int]:
    found = []
    for game in moves[:, :3].tolist():
        if any(move > PASS for move in game):
            found.append(-1)
            continue
        pattern = identify([PASS if move == PASS else move for move in game])
        found.append(-1 if pattern is None else ALL.index(pattern))
    return found


def test_every_pattern_in_every_orientation() -> None:
    rows = [
        (index, [int(symmetry.apply(point)) for point in pattern.moves])
        for index, pattern in enumerate(ALL)
        for symmetry in Symmetry
    ]
    found = identify_games(np.array([moves for _, moves in rows], np.uint8))
    assert found.dtype == np.int8
    assert found.tolist() == [index for index, _ in rows]
    assert len(set(found.tolist())) == 52


def test_every_second_and_third_move() -> None:
    second, third = np.divmod(np.arange(256 * 256), 256)
    moves = np.stack([np.full_like(second, 112), second, third], axis=1).astype(np.uint8)
    assert identify_games(moves).tolist() == by_identify(moves)


def test_random_and_hostile_games() -> None:
    rng = np.random.default_rng(5)
    near = [112, 113, 128, 97, 111, 98, 126, 225, 255, 254, 0, 224]
    for moves in (
        rng.integers(0, 256, (5000, 5)).astype(np.uint8),
        rng.choice(near, (5000, 3)).astype(np.uint8),
        rng.choice(near, (500, 4)).astype(np.uint8)[::2, ::-1],
    ):
        assert identify_games(moves).tolist() == by_identify(moves)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_short_games_have_none(k: int) -> None:
    assert identify_games(np.full((4, k), 112, np.uint8)).tolist() == [-1] * 4
    assert identify_games(np.empty((0, k), np.uint8)).shape == (0,)


def test_wrong_arrays() -> None:
    with pytest.raises(TypeError, match="int64: use uint8"):
        identify_games([[112, 113, 114]])
    with pytest.raises(InvalidPositionError, match=r"shape \(3,\): games are \(n, k\)"):
        identify_games(np.zeros(3, np.uint8))
