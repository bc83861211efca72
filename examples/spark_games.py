"""Games judged by Spark: Parquet in, Parquet out, with `mapInArrow`.

    python examples/spark_games.py games.parquet judged --check

The input is a Parquet file, or a folder of such files, with a column `moves`; where it has a column `result`, that is read
too. The output is a new folder with the same columns and those of the referee. `--check` compares the rows with
those of `renju.scan` in one process.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import renju

try:
    from pyspark.sql import SparkSession
    from pyspark.sql.types import StructType
except ImportError:
    SparkSession = None

COLUMNS = ["opening", "winner", "first_foul", "foul"]
TYPES = "opening string, winner string, first_foul short, foul string"


def judge(games: pa.Table | pa.RecordBatch) -> pa.Table:
    """Add columns to a batch of games."""
    found = renju.scan(games, columns=COLUMNS)
    return pa.table([*games.columns, *found.columns], [*games.schema.names, *COLUMNS])


def judge_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Do so for the batches of a Spark partition."""
    for batch in batches:
        yield from judge(batch).to_batches()


def same(given: str, made: str) -> bool:
    """Say whether the rows are those of one process; Spark keeps no order."""
    rows = [judge(pq.read_table(given)), pq.read_table(made)]
    counts = [Counter(map(repr, table.to_pylist())) for table in rows]
    print(f"{rows[0].num_rows} rows expected, {rows[1].num_rows} made")
    return counts[0] == counts[1]


def main() -> int:
    """Judge the games of a file on the cores of this machine, or on a cluster."""
    parser = argparse.ArgumentParser(description="Judge games with Spark.")
    parser.add_argument("input", help="a Parquet file, or a folder of them, with a column 'moves'")
    parser.add_argument("output", help="the folder to be made")
    parser.add_argument("--master", default="local[*]", help="of a cluster; by default all cores")
    parser.add_argument("--check", action="store_true", help="compare the rows with renju.scan")
    options = parser.parse_args()
    if SparkSession is None:
        print('This example needs Java 17 and Spark: pip install "pyspark[sql]"', file=sys.stderr)
        return 1
    if Path(options.output).exists():
        parser.error(f"{options.output} is there already")

    # Without this, workers run the python3 that is first on the PATH.
    if options.master.startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.master(options.master).appName("renju").getOrCreate()
    try:
        games = spark.read.parquet(options.input)
        schema = StructType([*games.schema, *StructType.fromDDL(TYPES)])
        games.mapInArrow(judge_batches, schema).write.parquet(options.output)
    finally:
        spark.stop()

    if options.check and not same(options.input, options.output):
        print("the rows differ", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
