"""Bulk jobs on a real cluster of two processes: the same rows and the same files."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import distributed
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import renju.dask
from bulk_support import PACKAGED, digests, made_games, made_table, written
from renju import bulk
from renju.bulk.arrow_parts import ParquetGroups
from renju.bulk.plan import Plan


@pytest.fixture(scope="module")
def client() -> Iterator[distributed.Client]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the cluster's own doings
        with (
            distributed.LocalCluster(
                n_workers=2,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                host="127.0.0.1",
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client


def test_the_cluster_has_two_processes(client: distributed.Client) -> None:
    import os  # noqa: PLC0415  (the workers run it)

    assert len({os.getpid(), *client.run(os.getpid).values()}) == 3


@pytest.mark.parametrize("per", ["game", "move"])
def test_the_same_table(client: distributed.Client, tmp_path: Path, per: str) -> None:
    table = made_table(2000)
    options: dict[str, Any] = {"per": per, "shard_games": 300}
    if per == "game":
        options["columns"] = [column.name for column in bulk.COLUMNS["game"]]
    for source in (
        table,
        made_games(900),
        written(tmp_path, pa.concat_tables([table, table.slice(100, 900)]))["parquet"],
        [PACKAGED, tmp_path / "games.arrow", PACKAGED],
    ):
        here: list[bulk.RowProblem] = []
        there: list[bulk.RowProblem] = []
        expected = bulk.scan(source, problems=here, **options)
        assert renju.dask.scan(source, problems=there, client=client, **options).equals(expected)
        assert there == here
        if per == "game":
            assert expected.num_rows - expected["duplicate_of"].null_count > 0 or source is table


def test_the_same_shards_after_a_stop_too(client: distributed.Client, tmp_path: Path) -> None:
    table = pa.concat_tables([made_table(1000), made_table(400)])
    sources = [written(tmp_path, table)["parquet"], PACKAGED]
    options: dict[str, Any] = {
        "shard_games": 90,
        "columns": ["game", "moves", "duplicate_of", "first_foul"],
    }
    alone, together, torn = tmp_path / "alone", tmp_path / "together", tmp_path / "torn"
    bulk.scan(sources, alone, **options)
    told: list[tuple[int, int | None]] = []
    summary = renju.dask.scan(
        sources, together, client=client, progress=lambda *args: told.append(args), **options
    )
    assert digests(together) == digests(alone)
    assert summary.games == told[-1][0] == 1400 + 240

    def stops(done: int, total: int | None) -> None:
        if done > 200:
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        bulk.scan(sources, torn, progress=stops, **options)
    resumed = renju.dask.scan(sources, torn, client=client, resume=True, **options)
    assert 0 < resumed.resumed < summary.games
    assert digests(torn) == digests(alone)


def test_one_file(client: distributed.Client, tmp_path: Path) -> None:
    summary = renju.dask.scan(PACKAGED, tmp_path / "out.parquet", client=client)
    assert pq.read_table(tmp_path / "out.parquet").equals(bulk.scan(PACKAGED))
    assert summary.games == 240


def test_what_is_refused(client: distributed.Client) -> None:
    table = made_table(10)
    with pytest.raises(TypeError, match="stream"):
        renju.dask.scan(table.to_reader(), client=client)
    with pytest.raises(TypeError, match="threads"):
        renju.dask.scan(table, client=client, threads=2)
    with pytest.raises(ValueError, match="'no' is no column"):
        renju.dask.scan(table, client=client, columns=["no"])


def test_without_a_client(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise ValueError("No global client found and no address provided")

    monkeypatch.setattr(distributed, "get_client", none)
    with pytest.raises(ValueError, match="make one first"):
        renju.dask.scan(made_table(10))


def test_a_worker_that_does_not_see_a_file_is_an_error(
    client: distributed.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, made_table(100))
    monkeypatch.chdir(tmp_path)  # the workers are elsewhere
    found = renju.dask.scan("games.parquet", "out", client=client, problems=[])
    assert found.games == 100
    assert found.files[0].exists()
    table = renju.dask.scan("games.arrow", client=client, problems=[])
    assert table.equals(bulk.scan("games.arrow", problems=[]))

    plan_of = Plan.of

    def unseen(*args: Any, **options: Any) -> Plan:
        plan = plan_of(*args, **options)
        plan.parts = [ParquetGroups("/nowhere/games.parquet", ((0, 100),), 0)]
        return plan

    monkeypatch.setattr(Plan, "of", unseen)
    with pytest.raises(FileNotFoundError, match="does not see it"):
        renju.dask.scan("games.parquet", client=client)


def test_frames_are_sent(client: distributed.Client) -> None:
    frame = pl.DataFrame(made_table(500))
    expected = bulk.scan(frame, problems=[])
    assert renju.dask.scan(frame, client=client, problems=[]).equals(expected)
    column = renju.dask.scan(frame["moves"], client=client, problems=[], columns=["length"])
    assert column.equals(expected.select(["length"]))
    with pytest.raises(TypeError, match=r"distributed\.Client"):
        renju.dask.scan(frame, client="tcp://127.0.0.1:1")
