from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import renju
from renju import Board, Color, batch

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(scope="module")
def selfplay() -> ModuleType:
    spec = importlib.util.spec_from_file_location("selfplay", EXAMPLES / "selfplay.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["selfplay"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("games", [1, 200])
def test_selfplay_plays_by_the_rules(selfplay, games: int) -> None:
    played = selfplay.play_games(games, seed=5)
    assert played.moves.shape == (games, 225)
    found = batch.replay(played.moves)
    assert (found.first_foul == -1).all()
    assert (found.first_overline == -1).all()
    assert (found.impossible == -1).all()
    assert (found.reason == batch.Impossible.NO).all()
    assert not found.played_on.any()
    assert np.array_equal(found.winner, played.winner)
    assert np.array_equal(found.length, played.lengths)
    won = played.winner != 0
    assert won.any()
    assert (found.first_five[won] == found.length[won] - 1).all()
    assert (found.length[~won] == 225).all()


def test_selfplay_is_reproducible(selfplay) -> None:
    one, again, threads, other = (
        selfplay.play_games(60, seed=seed, threads=threads).moves
        for seed, threads in ((1, 1), (1, 1), (1, 2), (2, 1))
    )
    assert np.array_equal(one, again)
    assert np.array_equal(one, threads)
    assert not np.array_equal(one, other)
    assert selfplay.play_games(0).moves.shape == (0, 225)


def test_selfplay_ends_with_the_first_five_of_each_colour(selfplay) -> None:
    played = selfplay.play_games(200, seed=3)
    for color in Color:
        index = int(np.flatnonzero(played.winner == color)[0])
        *before, last = played.moves[index, : played.lengths[index]].tolist()
        board = Board(before)
        assert board.winner is None
        assert board.to_move is color
        assert board.verdict(last) is renju.Verdict.FIVE


def test_choose_draws_every_legal_point_and_no_other(selfplay) -> None:
    rng = np.random.default_rng(1)
    legal = np.zeros((3, 15, 15), np.bool_)
    legal[0, 3, [2, 4, 9]] = True
    legal[1] = True
    drawn = np.stack([selfplay.choose(legal, rng) for _ in range(4_000)], axis=1)
    assert set(drawn[0].tolist()) == {47, 49, 54}
    assert np.bincount(drawn[0])[[47, 49, 54]].min() > 1_200
    assert set(drawn[1].tolist()) == set(range(225))
    assert (drawn[2] == renju.PASS).all()


def test_selfplay_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "selfplay.py"), "--games", "50", "--seed", "2"],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert lines[0].startswith("50 games, ")
    assert sum(int(line.split()[-2]) for line in lines[1:4]) == 50
    assert [line.split("  ")[0] for line in lines[1:]] == [
        "black wins",
        "white wins",
        "no winner",
        "mean length",
        "speed",
    ]


def test_the_tensor_example_runs_or_says_what_it_needs() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "torch_boards.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    if importlib.util.find_spec("torch") is None:
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == "This example needs PyTorch: pip install torch\n"
    else:
        assert done.returncode == 0, done.stderr
        assert "1000 stones put" in done.stdout
