"""Many games at once, as arrays and as text."""

from __future__ import annotations

import numpy as np
import pytest

from renju import batch


@pytest.mark.parametrize("name", ["np.copyto", "rif", "permitted", "rif, two threads"])
def test_replay(stopwatch, games, name: str) -> None:
    copy = np.empty_like(games)
    calls = {
        "np.copyto": lambda: np.copyto(copy, games),
        "rif": lambda: batch.replay(games),
        "permitted": lambda: batch.replay(games, reading="permitted"),
        "rif, two threads": lambda: batch.replay(games, threads=2),
    }
    group = f"replay, {games.shape[1]} plies"
    stopwatch(group, name, calls[name], len(games), unit="game", rounds=15)


@pytest.mark.parametrize("name", ["np.copyto", "rif", "permitted", "rif, two threads"])
def test_count_fouls(stopwatch, games, name: str) -> None:
    """The map of the whole board before each stone of Black's."""
    copy = np.empty_like(games)
    calls = {
        "np.copyto": lambda: np.copyto(copy, games),
        "rif": lambda: batch.count_fouls(games),
        "permitted": lambda: batch.count_fouls(games, reading="permitted"),
        "rif, two threads": lambda: batch.count_fouls(games, threads=2),
    }
    group = f"count_fouls, {games.shape[1]} plies"
    stopwatch(group, name, calls[name], len(games), unit="game", rounds=15)


@pytest.mark.parametrize("name", ["np.copyto", "encode_moves", "encode_moves, run on", "decode"])
def test_move_text(stopwatch, games, name: str) -> None:
    copy = np.empty_like(games)
    texts = batch.decode_moves(games)
    run_on = [text.replace(" ", "") for text in texts]
    assert np.array_equal(batch.encode_moves(texts), games)
    assert np.array_equal(batch.encode_moves(run_on), games)
    calls = {
        "np.copyto": lambda: np.copyto(copy, games),
        "encode_moves": lambda: batch.encode_moves(texts),
        "encode_moves, run on": lambda: batch.encode_moves(run_on),
        "decode": lambda: batch.decode_moves(games),
    }
    group = f"move text, {games.shape[1]} plies"
    stopwatch(group, name, calls[name], len(games), unit="game", rounds=15)
