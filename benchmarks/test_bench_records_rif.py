"""RenjuNet's database: reading against expat with handlers that do nothing. RENJU_RIF_GAMES sets how big it is."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from xml.parsers import expat

import numpy as np
import pytest

from renju import records

TOOL = Path(__file__).resolve().parents[1] / "tools" / "make_rif.py"
GAMES = int(os.environ.get("RENJU_RIF_GAMES", "20000"))
ROUNDS = 3
GROUP = f"rif, {GAMES:,} games"


@pytest.fixture(scope="module", params=["tables first", "tables last"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rif") / f"{request.param}.rif"
    last = ["--tables-last"] if request.param == "tables last" else []
    subprocess.run([sys.executable, str(TOOL), str(path), "--games", str(GAMES), *last], check=True)
    return path


def with_expat(path: Path) -> None:
    """Parse with handlers that do nothing: what reading costs at least."""
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda _name, _row: None
    parser.EndElementHandler = lambda _name: None
    parser.CharacterDataHandler = lambda _text: None
    with path.open("rb") as file:
        parser.ParseFile(file)


def read(path: Path) -> None:
    """Read to the end and keep nothing."""
    assert sum(1 for _ in records.read(path)) == GAMES


def best(*calls: Callable[[], object]) -> list[float]:
    """The best times of calls that take turns, so that a slow spell of the machine slows all."""
    times = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for index, call in enumerate(calls):
            begin = time.perf_counter()
            call()
            times[index] = min(times[index], time.perf_counter() - begin)
    return times


@pytest.mark.parametrize("name", ["np.copyto", "expat", "read", "write"])
def test_database(stopwatch, database: Path, name: str) -> None:
    content = np.frombuffer(database.read_bytes(), np.uint8)
    copy = np.empty_like(content)
    games = list(records.read(database)) if name == "write" else []
    calls = {
        "np.copyto": lambda: np.copyto(copy, content),
        "expat": lambda: with_expat(database),
        "read": lambda: read(database),
        "write": lambda: records.dumps(games, "rif"),
    }
    stopwatch(f"{GROUP}, {database.stem}", name, calls[name], GAMES, unit="game", rounds=ROUNDS)


def test_times_expat(benchmark, database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    benchmark.pedantic(lambda: read(database), rounds=1)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if benchmark.stats is None:
        return
    bare, ours = best(lambda: with_expat(database), lambda: read(database))
    benchmark.extra_info["times_expat"] = ours / bare
    with capsys.disabled():
        print(
            f"\n{GROUP}, {database.stem}: {ours / bare:.2f} x expat with handlers that do nothing; "
            f"peak memory of the process grew by {(after - before) // 1024} MiB"
        )
