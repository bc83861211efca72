"""The corpus, its signature, and that every instruction set has it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import renju
from renju import Color, bench, corpus

ISAS = renju.build_info()["isas"]


def run(code: str, isa: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "RENJU_ISA": isa},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_corpus_is_the_same_everywhere() -> None:
    assert corpus.corpus_hash() == "eadf4427e29bd257"


def test_signature_does_not_depend_on_threads() -> None:
    assert corpus.signature() == corpus.SIGNATURE
    assert corpus.signature(threads=2) == corpus.SIGNATURE


@pytest.mark.parametrize("isa", ISAS)
def test_signature_of_every_instruction_set(isa: str) -> None:
    code = (
        "import renju; from renju import corpus; "
        "print(renju.build_info()['isa'], corpus.corpus_hash(), corpus.signature())"
    )
    done = run(code, isa)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [isa, corpus.corpus_hash(), corpus.SIGNATURE]


def test_the_signature_is_over_every_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """One wrong verdict on one board in one reading and colour is another signature."""
    judge = corpus.batch.verdict_map

    def wrong_once(boards, *, color, reading, threads):
        found = judge(boards, color=color, reading=reading, threads=threads)
        if color is Color.BLACK and reading is renju.Reading.PERMITTED:
            found[-1, -1, -1] ^= 1
        return found

    monkeypatch.setattr(corpus.batch, "verdict_map", wrong_once)
    assert corpus.signature() != corpus.SIGNATURE


def test_the_default_is_the_best_there_is() -> None:
    done = run("import renju; print(renju.build_info()['isa'])", "")
    assert done.stdout.split() == [ISAS[-1]]


@pytest.mark.parametrize("isa", ["sse9", "AVX2 ", "baseline,avx2"])
def test_an_unknown_instruction_set_is_an_import_error(isa: str) -> None:
    done = run("import renju", isa)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert isa in last
    assert last.endswith(", ".join(ISAS))


@pytest.mark.parametrize("kind", corpus.KINDS)
def test_boards_are_made_one_by_one(kind: str) -> None:
    twenty = corpus.boards(kind, 20)
    assert twenty.shape == (20, 15, 15)
    assert twenty.dtype == np.uint8
    assert np.array_equal(corpus.boards(kind, 10), twenty[:10])
    assert np.array_equal(corpus.boards(kind, 20), twenty)
    assert not np.array_equal(corpus.boards(kind, 20, seed=2), twenty)
    assert corpus.boards(kind, 0).shape == (0, 15, 15)
    assert len({board.tobytes() for board in corpus.boards(kind, 2_000)}) > 1_900


def test_what_the_kinds_are() -> None:
    clustered, dense = (corpus.boards(kind, 2_000) for kind in corpus.KINDS)
    black, white = ((clustered == color).sum(axis=(1, 2)) for color in Color)
    assert set((black - white).tolist()) <= {0, 1}
    assert 2.5 < (dense == Color.BLACK).sum() / (dense == Color.WHITE).sum() < 3
    for boards in (clustered, dense):
        stones = (boards != 0).sum(axis=(1, 2))
        assert stones.min() >= 4
        assert stones.max() <= 90
    with pytest.raises(
        ValueError, match="'sparse' is no kind of board: use one of clustered, dense"
    ):
        corpus.boards("sparse", 1)


def test_games_are_of_different_stones() -> None:
    games = corpus.games(300, 48)
    assert games.shape == (300, 48)
    assert np.array_equal(corpus.games(100, 48), games[:100])
    assert np.array_equal(corpus.games(300, 20), games[:, :20])
    assert all(len(set(game)) == 48 for game in games.tolist())
    assert games.max() < 225
    assert corpus.games(0, 48).shape == (0, 48)
    with pytest.raises(ValueError, match="225 plies are too many"):
        corpus.games(10, 225)


def measures_of(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    measures = {measure["name"]: measure for measure in found["measures"]}
    assert len(measures) == len(found["measures"])
    for measure in measures.values():
        assert measure["ns"] > 0
        assert measure["unit"] in {"board", "game", "call"}
        assert measure["ratio"] is None or measure["ratio"] > 0
    for kind in corpus.KINDS:
        assert measures[f"np.copyto, {kind}"]["ratio"] == 1
        assert f"verdict_map, {kind}" in measures
    return measures


@pytest.mark.parametrize("threads", [1, 2])
def test_measure(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    for name, size in (("_BOARDS", 40), ("_MANY_BOARDS", 120), ("_GAMES", 8)):
        monkeypatch.setattr(bench, name, size)
    found = bench.measure(rounds=1, threads=threads)
    assert found["isa"] == renju.build_info()["isa"]
    assert found["signature"] == corpus.SIGNATURE
    measures = measures_of(found)
    assert any("2 threads" in name for name in measures) == (threads == 2)


@pytest.mark.slow
def test_measure_all() -> None:
    found = bench.measure_all(rounds=1, threads=1)
    assert [one["isa"] for one in found["isas"]] == ISAS
    assert {one["signature"] for one in found["isas"]} == {found["signature"], corpus.SIGNATURE}
    assert found["corpus"] == corpus.corpus_hash()
    assert len({tuple(measures_of(one)) for one in found["isas"]}) == 1
