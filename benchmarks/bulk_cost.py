"""What bulk jobs cost, from Parquet to a folder of shards; prints the table of docs/scale.md.

    python benchmarks/bulk_cost.py [--games 1000000] [--boards 1000000]

Each job runs in a process of its own, which says how long it took and how much memory it had. The games are those of
`renju.corpus`, 48 moves each, in row groups of 100,000; the boards are 100,000 made ones over and over in one row group.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from renju import batch, corpus

GROUP = 100_000
VERDICTS = "game,move,point,color,verdict,after_five"
JOB = """
import resource, sys, time
from pathlib import Path
from renju import bulk
source, sink, per, columns, threads = sys.argv[1:]
if __name__ == "__main__":
    options = {"per": per, "columns": columns.split(",") if columns else None}
    if threads == "dask":
        import distributed, renju.dask
        with distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster:
            with distributed.Client(cluster) as client:
                started = time.perf_counter()
                summary = renju.dask.scan(source, sink, client=client, **options)
    else:
        started = time.perf_counter()
        summary = bulk.scan(source, sink, threads=int(threads), **options)
    seconds = time.perf_counter() - started
    size = sum(path.stat().st_size for path in summary.files) >> 20
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    what = columns or "usual columns"
    print(f"{per}, {what}: {summary.rows:,} rows, {threads}: {seconds:.1f} s, {peak} MiB, {size} MiB out")
"""


def make_games(path: Path, games: int) -> None:
    """Write made games as text."""
    with pq.ParquetWriter(path, pa.schema([("moves", pa.string())]), compression="zstd") as writer:
        for seed in range(1, games // GROUP + 1):
            texts = batch.decode_moves(corpus.games(GROUP, seed=seed))
            writer.write_table(pa.table({"moves": texts}), row_group_size=GROUP)


def make_boards(path: Path, boards: int) -> None:
    """Write made boards as tensors in one row group."""
    cells = corpus.boards("clustered", GROUP)
    flat = pa.FixedSizeListArray.from_arrays(pa.array(cells.reshape(-1)), 225)
    tensor = pa.ExtensionArray.from_storage(pa.fixed_shape_tensor(pa.uint8(), [15, 15]), flat)
    table = pa.concat_tables([pa.table({"board": tensor})] * (boards // GROUP))
    pq.write_table(table, path, row_group_size=boards, compression="zstd")


def main() -> None:
    """Make the files, and run the jobs one after the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000, help="a multiple of 100,000")
    parser.add_argument("--boards", type=int, default=1_000_000, help="a multiple of 100,000")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        script = work / "job.py"
        script.write_text(JOB, "utf-8")
        make = [sys.executable, "-c", "import bulk_cost, sys; bulk_cost.make(*sys.argv[1:])"]
        arguments = [str(work), str(given.games), str(given.boards)]
        subprocess.run(
            [*make, *arguments], check=True, cwd=Path(__file__).parent
        )  # its memory ends
        jobs = [
            ("games", "game", "", ("1", "2", "dask")),
            ("games", "move", VERDICTS, ("1", "2")),
            ("games", "move", "", ("1", "2", "dask")),
            ("boards", "position", "fouls,canonical_key", ("1", "2")),
            ("boards", "position", "verdicts", ("1", "2")),
        ]
        for number, (source, per, columns, ways) in enumerate(jobs):
            for way in ways:
                sink = str(work / f"out-{number}-{way}")
                job = [str(work / f"{source}.parquet"), sink, per, columns, way]
                subprocess.run([sys.executable, str(script), *job], check=True)


def make(folder: str, games: str, boards: str) -> None:
    """Make the files of a run."""
    make_games(Path(folder) / "games.parquet", int(games))
    make_boards(Path(folder) / "boards.parquet", int(boards))


if __name__ == "__main__":
    main()
