"""What this machine reaches: every measure beside a plain copy of the same boards in the same run.

Times are the best of several runs; ratios to `np.copyto` say more than nanoseconds, since both feel what else the
machine does.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from . import batch, corpus
from ._build import build_info
from .board import Board
from .geometry import Color

__all__ = ["measure", "measure_all"]

_BOARDS: Final = 20_000
_MANY_BOARDS: Final = 100_000
_GAMES: Final = 5_000
_PLIES: Final = 48


def measure(*, rounds: int = 15, threads: int = 2) -> dict[str, Any]:
    """Measure the instruction set in use.

    Parameters
    ----------
    rounds
        How often each measure is taken; the best counts.
    threads
        How many threads are compared with one; 1 leaves the comparison out.

    Returns
    -------
    dict
        `isa`, `signature`, and `measures`: a list of dicts with `name`, `ns` (nanoseconds for one
        `unit`), `unit`, and `ratio` to the copy of a board, None where that says nothing.
    """
    found: list[dict[str, Any]] = []
    copy_ns = 0.0

    def add(name: str, unit: str, ns: float, ratio: float | None) -> None:
        found.append({"name": name, "unit": unit, "ns": ns, "ratio": ratio})

    for kind in corpus.KINDS:
        boards = corpus.boards(kind, _BOARDS)
        out = np.empty_like(boards)
        points = corpus.games(_BOARDS, 1, seed=2)[:, 0]
        calls: dict[str, Callable[[], object]] = {
            "np.copyto": partial(np.copyto, out, boards),
            "verdict_map": partial(batch.verdict_map, boards, out=out),
            "verdicts, one point": partial(batch.verdicts, boards, points),
            "winners": partial(batch.winners, boards),
            "canonical_keys": partial(batch.canonical_keys, boards),
        }
        times = _best(list(calls.values()), rounds)
        copy_ns = times[0] / _BOARDS
        for name, seconds in zip(calls, times, strict=True):
            ns = seconds / _BOARDS
            add(f"{name}, {kind}", "board", ns, ns / copy_ns)

    if threads > 1:
        for kind in corpus.KINDS:
            many = np.tile(corpus.boards(kind, _BOARDS), (_MANY_BOARDS // _BOARDS, 1, 1))
            out = np.empty_like(many)
            one, several = _best(
                [
                    partial(batch.verdict_map, many, out=out),
                    partial(batch.verdict_map, many, out=out, threads=threads),
                ],
                rounds,
            )
            ns = several / len(many)
            add(f"verdict_map, {kind}, {threads} threads", "board", ns, ns / copy_ns)
            found[-1]["gain"] = one / several

    games = corpus.games(_GAMES, _PLIES)
    judged, mapped = _best(
        [partial(batch.replay, games), partial(batch.count_fouls, games)], max(3, rounds // 3)
    )
    add(f"replay, {_PLIES} plies", "game", judged / _GAMES, None)
    add(f"full map before each black move, {_PLIES} plies", "game", mapped / _GAMES, None)
    for name, ns in _scalar(rounds).items():
        add(name, "call", ns, None)
    return {"isa": build_info()["isa"], "signature": corpus.signature(), "measures": found}


def _scalar(rounds: int) -> dict[str, float]:
    board = Board.from_array(corpus.boards("clustered", 1, seed=3)[0])
    calls = 2_000
    statements: dict[str, Callable[[], object]] = {
        'Board.verdict("h8")': partial(board.verdict, "h8", Color.BLACK),
        "Board.verdicts()": partial(board.verdicts, Color.BLACK),
        "Board.fouls()": board.fouls,
    }

    def repeated(call: Callable[[], object]) -> Callable[[], object]:
        def run() -> None:
            for _ in range(calls):
                call()

        return run

    times = _best([repeated(call) for call in statements.values()], rounds)
    return {name: ns / calls for name, ns in zip(statements, times, strict=True)}


def _best(calls: list[Callable[[], object]], rounds: int) -> list[float]:
    """Return the best time of each call in nanoseconds; the calls take turns."""
    best = [float("inf")] * len(calls)
    for _ in range(rounds + 1):
        for index, call in enumerate(calls):
            start = time.perf_counter_ns()
            call()
            best[index] = min(best[index], time.perf_counter_ns() - start)
    return best


def measure_all(*, rounds: int = 15, threads: int = 2) -> dict[str, Any]:
    """Measure every instruction set of this build that the CPU has, each in a process of its own.

    Returns
    -------
    dict
        `build`, `corpus` (its hash), `signature` (the one expected), and `isas`: what `measure` gives
        for each.
    """
    results = []
    for isa in build_info()["isas"]:
        code = (
            "import json, renju.bench; "
            f"print(json.dumps(renju.bench.measure(rounds={rounds}, threads={threads})))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "RENJU_ISA": isa},
            capture_output=True,
            text=True,
            check=True,
        )
        results.append(json.loads(done.stdout))
    return {
        "build": build_info(),
        "numpy": np.__version__,
        "corpus": corpus.corpus_hash(),
        "signature": corpus.SIGNATURE,
        "isas": results,
    }
