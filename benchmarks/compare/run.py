"""Put the same boards to other programs and to ours: who is right, and how fast.

    python benchmarks/compare/run.py
    python benchmarks/compare/run.py --boards 1000 --seconds 120 --json
    python benchmarks/compare/run.py --no-pypi --command engine "./engine --renju"

Run it with the Python in which pyrenju stands with its test extra. The libraries of PyPI are installed by pip, each
into a virtual environment of its own, for one of them has our import name.
"""

from __future__ import annotations

import argparse
import json
import platform
import shlex
import subprocess
import sys
import tempfile
import time
import venv
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import renju
from renju import Reading, batch
from renju._engine import Engine, EngineError

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests"))

from support import Labelled, to_cells, truth_table

KINDS = ("clustered", "dense")
MANY = 20_000

#: What a program tells of a point: every label; the foul but no five; only whether it is a foul.
TELLS = {
    "labels": str.maketrans("", ""),
    "fouls": str.maketrans("5", "."),
    "forbidden": str.maketrans("546", ".33"),
}
FORBIDDEN = TELLS["forbidden"]

OWN = "its own"
LEGEND = """Under each reading: the share of empty points that are right, the fouls missed, the fouls invented.
Tells: labels, every label; fouls, which foul but no five; forbidden, only whether it is a foul. What a
program does not tell does not count against it. The time is the program's own, without its input and output."""


class Program(NamedTuple):
    """Something that answers board lines with label lines.

    `words` may hold `{times}`: a file where it may write how many boards it judged in how many
    nanoseconds of its own.
    """

    name: str
    words: Sequence[str]
    tells: str = "labels"


@dataclass
class Tally:
    """How far one program is right by one reading."""

    boards_right: int = 0
    wrong: int = 0  # points whose label is wrong, as far as the program tells it
    missed: int = 0  # fouls taken for no foul
    invented: int = 0  # the reverse

    def add(self, program: Program, expected: str, got: str) -> None:
        table = TELLS[program.tells]
        pairs = Counter(zip(expected.translate(table), got.translate(table), strict=True))
        wrong = sum(count for (right, said), count in pairs.items() if right != said)
        self.boards_right += wrong == 0
        self.wrong += wrong
        pairs = Counter(zip(expected.translate(FORBIDDEN), got.translate(FORBIDDEN), strict=True))
        self.missed += pairs["3", "."]
        self.invented += pairs[".", "3"]


@dataclass
class Row:
    """What one program did with one kind of boards."""

    program: str
    kind: str
    tells: str
    boards: int = 0
    points: int = 0
    ns: float | None = None  # a position
    clock: str = ""
    detail: str = ""
    readings: dict[str, Tally] = field(default_factory=lambda: {r.label: Tally() for r in Reading})

    def judge(self, program: Program, row: Labelled, said: str) -> None:
        self.boards += 1
        self.points += row.board.count(".")
        for reading in Reading:
            self.readings[reading.label].add(program, row.labels(reading), said)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=500, help="of each kind (default 500)")
    parser.add_argument("--seconds", type=float, default=60, help="for a program and kind")
    parser.add_argument("--venvs", type=Path, help="where to keep the virtual environments")
    parser.add_argument(
        "--command",
        nargs=2,
        action="append",
        default=[],
        metavar=("NAME", "COMMAND"),
        help="one more program that speaks the label-line protocol",
    )
    parser.add_argument(
        "--tells", choices=TELLS, default="labels", help="what the programs of --command tell"
    )
    parser.add_argument("--no-pypi", action="store_true", help="leave out the libraries of PyPI")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = list(truth_table("maps.txt.gz"))
    corpus = {kind: rows[i::2][: options.boards] for i, kind in enumerate(KINDS)}
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.venvs or Path(scratch, "venvs")
        programs = list(ours())
        if not options.no_pypi:
            programs += libraries(folder)
        programs += [
            Program(name, shlex.split(command), options.tells) for name, command in options.command
        ]
        found = list(run(programs, corpus, options.seconds, Path(scratch, "times")))
    report(found, options.json)
    return int(any(row.program.startswith("pyrenju") and not is_right(row) for row in found))


def is_right(row: Row) -> bool:
    """Whether our own row is right by the reading in its name."""
    return row.readings[row.program.rpartition(" ")[2]].boards_right == row.boards > 0


def ours() -> Iterator[Program]:
    for reading in Reading:
        words = (sys.executable, str(HERE / "adapt_pyrenju.py"), "{times}", reading.label)
        yield Program(f"pyrenju, Board.verdicts, {reading.label}", words)


def libraries(folder: Path) -> Iterator[Program]:
    """Install the libraries, unless they are there."""
    for requirement, adapter, tells in (
        ("renju==0.1.0", "adapt_renju.py", "fouls"),
        ("pygomo-lib==0.1.1", "adapt_pygomo.py", "forbidden"),
    ):
        where = folder / requirement.partition("==")[0]
        python = where / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        if not python.exists():
            venv.create(where, with_pip=True)
        pip = (str(python), "-m", "pip", "install", "--quiet", requirement)
        subprocess.run(pip, check=True, stdout=sys.stderr)
        words = (str(python), str(HERE / adapter), "{times}")
        yield Program(requirement.replace("==", " "), words, tells)


def run(
    programs: Iterable[Program], corpus: dict[str, list[Labelled]], seconds: float, times: Path
) -> Iterator[Row]:
    for kind, rows in corpus.items():
        for reading in Reading:
            yield judged_at_once(rows, kind, reading)
    for program in programs:
        for kind, rows in corpus.items():
            yield asked(program, rows, kind, seconds, times)


def judged_at_once(rows: list[Labelled], kind: str, reading: Reading) -> Row:
    """Judge the boards as one array, repeated to its usual size; its time is the best of 15."""
    program = Program(f"pyrenju, batch.verdict_map, {reading.label}", ())
    row = Row(program.name, kind, program.tells, clock=OWN)
    cells = np.stack([to_cells(one.board) for one in rows])
    cells = np.resize(cells, (MANY, *cells.shape[1:]))
    out = np.empty_like(cells)
    best = 1 << 62
    for _ in range(15):
        start = time.perf_counter_ns()
        batch.verdict_map(cells, reading=reading, out=out)
        best = min(best, time.perf_counter_ns() - start)
    row.ns = best / MANY
    characters = [verdict.character for verdict in renju.Verdict]
    for one, verdicts in zip(rows, out.reshape(MANY, -1).tolist(), strict=False):
        row.judge(program, one, "".join(characters[verdict] for verdict in verdicts))
    return row


def asked(program: Program, rows: list[Labelled], kind: str, seconds: float, times: Path) -> Row:
    """Ask board by board until the time is up."""
    row = Row(program.name, kind, program.tells, clock="round the pipe")
    times.unlink(missing_ok=True)
    words = [word.replace("{times}", str(times)) for word in program.words]
    spent = 0
    try:
        with closing(Engine(words, timeout_ms=round(1000 * seconds))) as engine:
            for one in rows:
                start = time.perf_counter_ns()
                said = engine.ask(one.board)
                spent += time.perf_counter_ns() - start
                row.judge(program, one, said)
                if spent > seconds * 1e9:
                    row.detail = f"stopped after {seconds:g} s"
                    break
            engine.finish()
    except EngineError as error:
        row.detail = f"{error.outcome.value}: {error}"
    if row.boards:
        row.ns = spent / row.boards
    if times.exists() and (own := times.read_text("ascii").split())[0] == str(row.boards):
        row.ns, row.clock = int(own[1]) / row.boards, OWN
    return row


def report(rows: list[Row], as_json: bool) -> None:
    build = renju.build_info()
    about: dict[str, Any] = {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "pyrenju": f"{build['version']}, {build['isa']}, {build['compiler']}",
        "corpus": "tests/data/maps.txt.gz",
    }
    if as_json:
        print(json.dumps({**about, "rows": [asdict(row) for row in rows]}, indent=2))
        return
    print(", ".join(f"{name} {value}" for name, value in about.items()))
    for kind in KINDS:
        part = [row for row in rows if row.kind == kind]
        fastest = min(row.ns for row in part if row.ns is not None)
        readings = "".join(f"{r.label:>15}{'missed':>8}{'invented':>9}" for r in Reading)
        head = f"{kind:<38}{'tells':<10}{'ns a position':>14}{'x':>10}{'boards':>8}"
        print(f"\n{head}{readings}", *(line(row, fastest) for row in part), sep="\n")
    print(f"\n{LEGEND}")


def line(row: Row, fastest: float) -> str:
    """Return one line of the table."""
    time = "" if row.ns is None else f"{row.ns:>14,.0f}{row.ns / fastest:>10,.0f}"
    text = f"{row.program:<38}{row.tells:<10}{time:24}{row.boards:>8}"
    for tally in row.readings.values():
        share = 1 - tally.wrong / row.points if row.points else 0
        text += f"{100 * share:>14.4f}%{tally.missed:>8}{tally.invented:>9}"
    clock = f"clock {row.clock}" if row.clock != OWN else ""
    return "  ".join(part for part in (text, clock, row.detail) if part)


if __name__ == "__main__":
    sys.exit(main())
