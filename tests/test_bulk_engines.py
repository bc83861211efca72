"""The rows of a job, and what Polars, DuckDB, pandas and plain Arrow find of the same file."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import renju.arrow
import renju.duckdb
import renju.pandas
import renju.polars
from bulk_support import made_table, written
from renju import bulk

COLUMNS = ["winner", "opening", "first_five", "first_foul", "canonical_key"]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return written(tmp_path, made_table(3000))["parquet"]


@pytest.fixture
def expected(source: Path) -> pa.Table:
    return bulk.scan(source, columns=COLUMNS, problems=[])


def test_arrow(source: Path, expected: pa.Table) -> None:
    moves = pq.read_table(source)["moves"]
    for name in COLUMNS:
        found = getattr(renju.arrow, name)(moves, errors="null")
        assert found.to_pylist() == expected[name].to_pylist(), name


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_polars(source: Path, expected: pa.Table, engine: str) -> None:
    moves = pl.col("moves").renju
    found = (
        pl.scan_parquet(source)
        .select(**{name: getattr(moves, name)(errors="null") for name in COLUMNS})
        .collect(engine=engine)
    )
    assert found.to_dicts() == expected.to_pylist()


def test_duckdb(source: Path, expected: pa.Table) -> None:
    con = duckdb.connect()
    renju.duckdb.register(con, errors="null")
    found = con.execute(f"""
        select renju_winner(moves), renju_opening(moves), renju_first_five(moves),
               renju_first_foul(moves), renju_canonical(moves)
        from '{source}' order by id
    """).fetchall()
    assert found == [tuple(row.values()) for row in expected.to_pylist()]


def test_pandas(source: Path, expected: pa.Table) -> None:
    moves = pd.read_parquet(source)["moves"]
    for name in COLUMNS:
        found = getattr(renju.pandas, name)(moves, errors="null")
        assert [None if pd.isna(v) else v for v in found] == expected[name].to_pylist(), name


def test_engines_as_sources(source: Path, expected: pa.Table) -> None:
    con = duckdb.connect()
    relations = {
        "polars": pl.read_parquet(source),
        "polars column": pl.read_parquet(source)["moves"],
        "duckdb": con.sql(f"from '{source}' order by id"),
        "pandas": pd.read_parquet(source),
    }
    for name, relation in relations.items():
        assert bulk.scan(relation, columns=COLUMNS, problems=[]).equals(expected), name


def test_streams_go_into_engines(source: Path, expected: pa.Table) -> None:
    reader = bulk.scan_batches(source, columns=COLUMNS, problems=[])
    assert pl.DataFrame(reader).to_dicts() == expected.to_pylist()
    reader = bulk.scan_batches(source, columns=COLUMNS, problems=[])
    assert duckdb.connect().execute("select count(first_foul) from reader").fetchall() == [
        (3000 - expected["first_foul"].null_count,)
    ]
