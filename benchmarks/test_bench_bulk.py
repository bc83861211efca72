"""Parquet to Parquet by `renju.scan`, beside what it is made of. RENJU_BULK_ROWS sets how many rows.

A job is the bare kernel on arrays in memory, the reading and the writing of the same Parquet files; the
share is the sum of the three, measured in the same run, through the time of the job.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from renju import batch, bulk, corpus

ROWS = int(os.environ.get("RENJU_BULK_ROWS", "20000"))
POSITIONS_A_GAME = 48
OF_REPLAY = ["game", "move", "point", "color", "verdict", "after_five"]


@dataclass
class Work:
    """A job, and its three parts alone."""

    source: Path
    sink: Path
    options: dict[str, Any]
    kernel: Callable[[], object]


def boards_job(folder: Path) -> Work:
    """Boards as tensors in one row group, a map of verdicts of each."""
    cells = corpus.boards("clustered", ROWS)
    flat = pa.FixedSizeListArray.from_arrays(pa.array(cells.reshape(-1)), 225)
    tensor = pa.ExtensionArray.from_storage(pa.fixed_shape_tensor(pa.uint8(), [15, 15]), flat)
    pq.write_table(pa.table({"board": tensor}), folder / "boards.parquet", row_group_size=ROWS)
    options = {"per": "position", "columns": ["verdicts"]}
    return Work(
        folder / "boards.parquet",
        folder / "maps.parquet",
        options,
        lambda: batch.verdict_map(cells),
    )


def games_job(folder: Path) -> Work:
    """Games as text in one row group, a row a move."""
    moves = corpus.games(max(1, ROWS // POSITIONS_A_GAME))
    table = pa.table({"moves": batch.decode_moves(moves)})
    pq.write_table(table, folder / "games.parquet", row_group_size=len(moves))
    options = {"per": "move", "columns": OF_REPLAY}
    return Work(
        folder / "games.parquet",
        folder / "moves.parquet",
        options,
        lambda: batch.replay(moves),
    )


@pytest.fixture(scope="module")
def jobs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Work]:
    return {
        "boards": boards_job(tmp_path_factory.mktemp("boards")),
        "moves": games_job(tmp_path_factory.mktemp("games")),
    }


@pytest.mark.parametrize("what", ["boards", "moves"])
def test_bulk(stopwatch, note, jobs: dict[str, Work], what: str, pytestconfig) -> None:
    work = jobs[what]
    best: dict[str, float] = {}

    def read() -> None:
        with pq.ParquetFile(work.source, pre_buffer=False) as file:
            for _ in file.iter_batches(batch_size=4096, use_threads=False):
                pass

    rows = bulk.scan(work.source, **work.options)

    def write() -> None:
        with pq.ParquetWriter(work.sink, rows.schema, compression="zstd") as writer:
            for start in range(0, rows.num_rows, 65_536):
                writer.write_table(rows.slice(start, 65_536))

    def job(threads: int) -> Callable[[], object]:
        return lambda: bulk.scan(work.source, work.sink, threads=threads, **work.options)

    calls = {"kernel": work.kernel, "read": read, "write": write, "1": job(1), "2": job(2)}
    for name, call in calls.items():
        best[name] = _best(call, 3 if pytestconfig.option.benchmark_enable else 1)
    stopwatch(f"bulk, {what}", "scan", job(1), rows.num_rows, unit="row", rounds=1)
    parts = best["kernel"] + best["read"] + best["write"]
    note(
        f"{what}, {rows.num_rows:,} rows: kernel {best['kernel']:.2f} s, read {best['read']:.2f} s, "
        f"write {best['write']:.2f} s; scan {best['1']:.2f} s, {parts / best['1']:.0%} of their speed; "
        f"2 threads {best['2']:.2f} s, {parts / best['2']:.0%}"
    )


def _best(call: Callable[[], object], rounds: int) -> float:
    found = []
    for _ in range(rounds):
        started = perf_counter()
        call()
        found.append(perf_counter() - started)
    return min(found)
