"""Many boards at once."""

from __future__ import annotations

import numpy as np
import pytest

from renju import batch, corpus

KINDS = pytest.mark.parametrize("kind", corpus.KINDS)


@pytest.mark.parametrize(
    "name", ["np.copyto", "rif", "permitted", "white", "rif, two threads", "rif, bool planes"]
)
@KINDS
def test_verdict_map(stopwatch, boards, kind: str, name: str) -> None:
    cells = boards(kind)
    planes = np.stack([cells == 1, cells == 2], axis=1)
    out = np.empty_like(cells)
    calls = {
        "np.copyto": lambda: np.copyto(out, cells),
        "rif": lambda: batch.verdict_map(cells, out=out),
        "permitted": lambda: batch.verdict_map(cells, reading="permitted", out=out),
        "white": lambda: batch.verdict_map(cells, color="white", out=out),
        "rif, two threads": lambda: batch.verdict_map(cells, out=out, threads=2),
        "rif, bool planes": lambda: batch.verdict_map(planes, out=out),
    }
    stopwatch(f"verdict_map, {kind}", name, calls[name], len(cells), rounds=50)


@pytest.mark.parametrize("name", ["np.copyto", "rif", "permitted", "white"])
@KINDS
def test_one_point_a_board(stopwatch, boards, kind: str, name: str) -> None:
    cells = boards(kind)
    out = np.empty_like(cells)
    points = corpus.games(len(cells), 1, seed=2)[:, 0]
    calls = {
        "np.copyto": lambda: np.copyto(out, cells),
        "rif": lambda: batch.verdicts(cells, points),
        "permitted": lambda: batch.verdicts(cells, points, reading="permitted"),
        "white": lambda: batch.verdicts(cells, points, color="white"),
    }
    stopwatch(f"verdicts, one point a board, {kind}", name, calls[name], len(cells), rounds=50)


@pytest.mark.parametrize("name", ["np.copyto", "black", "white", "one a board"])
@KINDS
def test_legal_mask(stopwatch, boards, kind: str, name: str) -> None:
    cells = boards(kind)
    copy, out = np.empty_like(cells), np.empty(cells.shape, np.bool_)
    turns = np.arange(len(cells)) % 2 + 1
    calls = {
        "np.copyto": lambda: np.copyto(copy, cells),
        "black": lambda: batch.legal_mask(cells, "black", out=out),
        "white": lambda: batch.legal_mask(cells, "white", out=out),
        "one a board": lambda: batch.legal_mask(cells, turns, out=out),
    }
    stopwatch(f"legal_mask, {kind}", name, calls[name], len(cells), rounds=50)


@pytest.mark.parametrize(
    "name", ["np.copyto", "winners", "five_map", "canonical_keys", "transform", "pack"]
)
@KINDS
def test_other_views(stopwatch, boards, kind: str, name: str) -> None:
    cells = boards(kind)
    copy, out = np.empty_like(cells), np.empty(cells.shape, np.bool_)
    calls = {
        "np.copyto": lambda: np.copyto(copy, cells),
        "winners": lambda: batch.winners(cells),
        "five_map": lambda: batch.five_map(cells, out=out),
        "canonical_keys": lambda: batch.canonical_keys(cells),
        "transform": lambda: batch.transform(cells, 3),
        "pack": lambda: batch.pack(cells),
    }
    stopwatch(f"whole boards, {kind}", name, calls[name], len(cells))
