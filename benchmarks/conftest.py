"""What the benchmarks share: boards, games, and a stopwatch that knows the copy beside each measure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

import renju
from renju import batch, corpus
from support import READINGS, to_cells, truth_table

BOARDS = 20_000
GAMES = 2_000
COPY = "np.copyto"

Boards = Callable[[str], NDArray[np.uint8]]
Stopwatch = Callable[..., None]


#: What was measured: group, name, unit, nanoseconds an item, and the same by the copy of the group.
_table = pytest.StashKey[list[tuple[str, str, str, float, float | None]]]()
_notes = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_table] = []
    config.stash[_notes] = []
    if config.getoption("benchmark_only"):  # else --benchmark-disable of pyproject.toml stands
        config.option.benchmark_enable = True


@pytest.fixture(scope="session", autouse=True)
def every_known_label_is_right() -> None:
    """Nothing is timed before the maps of every labelled board are right in both readings."""
    rows = list(truth_table("maps.txt.gz"))
    cells = np.stack([to_cells(row.board) for row in rows])
    characters = np.array([verdict.character for verdict in renju.Verdict])
    for reading in READINGS:
        labels = np.array([list(row.labels(reading)) for row in rows]).reshape(cells.shape)
        wrong = int((characters[batch.verdict_map(cells, reading=reading)] != labels).sum())
        if wrong:
            pytest.exit(f"{wrong} labels are wrong in the reading {reading.label}", returncode=1)


@pytest.fixture(scope="session")
def boards() -> Boards:
    """The boards of a kind of the corpus, made once."""
    return cache(lambda kind: corpus.boards(kind, BOARDS))


@pytest.fixture(scope="session")
def games() -> NDArray[np.uint8]:
    return corpus.games(GAMES)


@pytest.fixture
def stopwatch(benchmark: BenchmarkFixture, pytestconfig: pytest.Config) -> Stopwatch:
    """Time a call that handles so many items; the best of the rounds counts. See `run`."""
    table = pytestconfig.stash[_table]

    def run(  # noqa: PLR0913  (they are called by name)
        group: str,
        name: str,
        call: Callable[[], object],
        items: int,
        *,
        unit: str = "board",
        rounds: int = 30,
    ) -> None:
        benchmark.group = group
        benchmark.pedantic(call, rounds=rounds, warmup_rounds=1)
        if benchmark.stats is None:  # disabled: it ran once, as a test
            return
        ns = 1e9 * benchmark.stats.stats.min / items
        copies = [row[3] for row in table if row[:2] == (group, COPY)]
        ratio = 1.0 if name == COPY else ns / copies[0] if copies else None
        table.append((group, name, unit, ns, ratio))
        benchmark.extra_info.update(
            {"items": items, "unit": unit, "ns_an_item": ns, "times_copyto": ratio}
        )

    return run


@pytest.fixture
def note(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Say something at the end, beside the measures."""
    return pytestconfig.stash[_notes].append


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if lines := list(_lines(config)):
        terminalreporter.section(f"best of the rounds, {renju.build_info()['isa']}")
        terminalreporter.write_line("\n".join(lines))


def _lines(config: pytest.Config) -> Iterator[str]:
    shown = None
    for group, name, unit, ns, ratio in config.stash[_table]:
        if group != shown:
            yield f"{group}"
        shown = group
        beside = "" if ratio is None else f"{ratio:10.2f} x copyto"
        yield f"  {name:<28}{ns:14,.1f} ns a {unit:<8}{beside}"
    yield from config.stash[_notes]
