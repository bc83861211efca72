"""Games judged by Ray Data: Parquet in, Parquet out.

    python examples/ray_games.py games.parquet judged --check

The input is a Parquet file, or a folder of such files, with a column `moves`; where it has a column `result`, that is read
too. The output is a new folder with the same columns and those of the referee. `--check` compares the rows with
those of `renju.scan` in one process.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import renju

try:
    import ray
except ImportError:
    ray = None

COLUMNS = ["opening", "winner", "first_foul", "foul"]


def judge(games: pa.Table) -> pa.Table:
    """Add columns to a batch of games."""
    found = renju.scan(games, columns=COLUMNS)
    return pa.table([*games.columns, *found.columns], [*games.schema.names, *COLUMNS])


def same(given: str, made: str) -> bool:
    """Say whether the rows are those of one process; Ray keeps no order."""
    rows = [judge(pq.read_table(given)), pq.read_table(made)]
    counts = [Counter(map(repr, table.to_pylist())) for table in rows]
    print(f"{rows[0].num_rows} rows expected, {rows[1].num_rows} made")
    return counts[0] == counts[1]


def main() -> int:
    """Judge the games of a file on the cores of this machine, or on a cluster."""
    parser = argparse.ArgumentParser(description="Judge games with Ray Data.")
    parser.add_argument("input", help="a Parquet file, or a folder of them, with a column 'moves'")
    parser.add_argument("output", help="the folder to be made")
    parser.add_argument("--address", help="of a Ray cluster; without it, one is started here")
    parser.add_argument("--check", action="store_true", help="compare the rows with renju.scan")
    options = parser.parse_args()
    if ray is None:
        print('This example needs Ray: pip install "ray[data]"', file=sys.stderr)
        return 1
    if Path(options.output).exists():
        parser.error(f"{options.output} is there already")
    # Paths are made absolute, since workers have folders of their own.
    given, made = map(os.path.abspath, (options.input, options.output))

    ray.init(address=options.address, include_dashboard=False if options.address is None else None)
    try:
        games = ray.data.read_parquet(given)
        games.map_batches(judge, batch_format="pyarrow", batch_size=10_000).write_parquet(made)
    finally:
        ray.shutdown()

    if options.check and not same(given, made):
        print("the rows differ", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
