"""The conformance suite: positions whose every foul point is known, and how to try a program on them.

Five sets: `published` and `mined`, positions that players and programmers asked about; `maps`, made
boards like those of games and denser ones; `nested`, boards whose threes depend on one another deeply;
`constructed`, one position for each thing that can be got wrong.

Examples
--------
>>> position = load("nested")[0]
>>> labels(position.board) == position.labels(Reading.RIF)
True
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from ._engine import Engine, EngineError, Outcome
from .board import Board
from .errors import NotationError
from .explain import Explanation
from .geometry import POINTS, Color, Point
from .verdicts import Reading, Verdict

__all__ = [
    "CheckResult",
    "Difference",
    "Outcome",
    "PositionResult",
    "SetResult",
    "SuitePosition",
    "check",
    "check_core",
    "export",
    "labels",
    "load",
    "sets",
]

_SETS: Final = ("published", "mined", "maps", "nested", "constructed")
_SUITE: Final = resources.files(__package__) / "data" / "suite"
_README: Final = "README.md"
_VERDICTS: Final = {verdict.character: verdict for verdict in Verdict}
_BY_LABEL: Final = {verdict.label: verdict for verdict in Verdict}
_OF_STONES: Final = str.maketrans("XO", "xx")

#: Called after each position with how many are done and how many there are.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class SuitePosition:
    """One position of the suite.

    Attributes
    ----------
    id
        Its name, unique in the suite.
    board
        225 characters, index `15 * row + col`, row 0 being rank 1: `.` empty, `X` black, `O` white.
    answers
        For each reading the verdict of a black stone on every empty point that is not legal.
    clauses
        The clauses that decide.
    note
        What the position is about.
    point
        The point that the source asked about, None if it asked about the whole board.
    """

    id: str
    board: str
    answers: Mapping[Reading, Mapping[Point, Verdict]]
    clauses: tuple[str, ...]
    note: str
    point: Point | None = None

    @property
    def empty(self) -> int:
        """How many points are empty, so how many a program must judge."""
        return self.board.count(".")

    def labels(self, reading: Reading | int | str = Reading.RIF) -> str:
        """Return the right answer as a label line of 225 characters; see `renju.conformance.labels`."""
        line = list(self.board.translate(_OF_STONES))
        for point, verdict in self.answers[Reading.of(reading)].items():
            line[point] = verdict.character
        return "".join(line)


@dataclass(frozen=True, slots=True)
class Difference:
    """A point that a program judged wrongly; OCCUPIED stands for the label `x` of a stone."""

    point: Point
    expected: Verdict
    got: Verdict

    def __str__(self) -> str:
        return f"{self.point}: expected {self.expected.label}, got {self.got.label}"


@dataclass(frozen=True, slots=True)
class PositionResult:
    """What a program said of one position.

    Attributes
    ----------
    position
        The position.
    reading
        The reading by which it was judged.
    differences
        The points that are wrong, ascending; none if the program is right.
    """

    position: SuitePosition
    reading: Reading
    differences: tuple[Difference, ...]

    def explain(self, point: Point) -> Explanation:
        """Return the proof of what a black stone on `point` is; made when asked for."""
        return Board.from_text(self.position.board, reading=self.reading).explain(point)


@dataclass(frozen=True, slots=True)
class SetResult:
    """How far a program agrees with one set.

    Attributes
    ----------
    name
        The set.
    size
        How many positions it has.
    answered
        How many of them the program answered.
    points
        How many empty points these have.
    results
        Those positions with a difference.
    """

    name: str
    size: int
    answered: int
    points: int
    results: tuple[PositionResult, ...]

    @property
    def agreeing(self) -> int:
        """How many answered positions are right at every point."""
        return self.answered - len(self.results)

    @property
    def differing_points(self) -> int:
        """How many points are wrong, stones taken for something else among them."""
        return sum(len(result.differences) for result in self.results)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """How far a program agrees with the suite.

    Attributes
    ----------
    reading
        The reading by which its answers were judged.
    outcome
        `Outcome.COMPLETED`, or why no further position was asked.
    detail
        What happened, with the id of the position; empty if it completed.
    sets
        The result of each set, those too that were not reached.
    """

    reading: Reading
    outcome: Outcome
    detail: str
    sets: tuple[SetResult, ...]

    @property
    def ok(self) -> bool:
        """Whether every position was answered, and rightly."""
        return self.outcome is Outcome.COMPLETED and not any(part.results for part in self.sets)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON-ready data, with the sentence that decides each wrong point."""
        return {
            "reading": self.reading.label,
            "ok": self.ok,
            "outcome": self.outcome.value,
            "detail": self.detail,
            "sets": [
                {
                    "name": part.name,
                    "positions": part.size,
                    "answered": part.answered,
                    "agree": part.agreeing,
                    "differ": len(part.results),
                    "points": part.points,
                    "points_differ": part.differing_points,
                }
                for part in self.sets
            ],
            "differences": [
                {
                    "set": part.name,
                    "id": result.position.id,
                    "point": str(difference.point),
                    "expected": difference.expected.label,
                    "got": difference.got.label,
                    "why": result.explain(difference.point).sentence,
                }
                for part in self.sets
                for result in part.results
                for difference in result.differences
            ],
        }


def sets() -> tuple[str, ...]:
    """Return the names of the sets."""
    return _SETS


@cache
def load(name: str) -> tuple[SuitePosition, ...]:
    """Return the positions of a set.

    Raises
    ------
    NotationError
        If there is no set of that name.
    """
    if name not in _SETS:
        raise NotationError(f"{name!r} is no set of the suite: there are {', '.join(_SETS)}")
    lines = (_SUITE / f"{name}.jsonl").read_text("utf-8").splitlines()
    return tuple(_position(json.loads(line)) for line in lines)


def labels(board: str | Board, *, reading: Reading | int | str = Reading.RIF) -> str:
    """Return what our core says of a position, as a label line.

    Parameters
    ----------
    board
        A board, or its text: 225 characters from a1 on, or a diagram.
    reading
        When a straight-four point may be played; see `Reading`.

    Returns
    -------
    str
        225 characters, index `15 * row + col`: `x` on a stone; on an empty point what a black stone
        there would be: `5` five, `6` overline, `4` double-four, `3` double-three, `.` legal.

    Raises
    ------
    DiagramError
        If the text is no board.
    """
    where = Board.from_text(board) if isinstance(board, str) else board.copy()
    where.reading = Reading.of(reading)
    characters = [verdict.character for verdict in Verdict]
    return "".join(characters[v] for v in where.verdicts(Color.BLACK).ravel().tolist())


def check_core(
    *,
    reading: Reading | int | str = Reading.RIF,
    sets: Iterable[str] | None = None,
    progress: Progress | None = None,
) -> CheckResult:
    """Run the suite through our own core; see `check` for the parameters."""
    wanted = Reading.of(reading)
    return _run(lambda position: labels(position.board, reading=wanted), wanted, sets, progress)


def check(
    command: str | Sequence[str],
    *,
    reading: Reading | int | str = Reading.RIF,
    sets: Iterable[str] | None = None,
    timeout_ms: int = 10_000,
    progress: Progress | None = None,
) -> CheckResult:
    """Run a program on the suite, in lock-step: a board line to it, a label line from it.

    Parameters
    ----------
    command
        The program with its arguments: a sequence, or one text that is split as a shell does; no
        shell is started.
    reading
        The reading that it should follow.
    sets
        The names of the sets to ask about; by default all.
    timeout_ms
        How long each answer may take, in milliseconds.
    progress
        Called after each position.

    Returns
    -------
    CheckResult
        A program that is missing, crashes, is slow, closes early or answers out of the protocol is
        no error: it ends the run, and `outcome` and `detail` say so. The program is ended in any
        case, with the processes that it started.

    Raises
    ------
    NotationError
        If there is no set or reading of that name.
    ValueError
        If the command is empty or has an unbalanced quote, or the time-out is not positive.
    """
    wanted = Reading.of(reading)
    names = _SETS if sets is None else tuple(sets)
    for name in names:
        load(name)
    try:
        engine = Engine(command, timeout_ms)
    except EngineError as error:
        parts = tuple(SetResult(name, len(load(name)), 0, 0, ()) for name in names)
        return CheckResult(wanted, error.outcome, str(error), parts)
    with closing(engine):
        result = _run(lambda p: engine.ask(p.board), wanted, names, progress)
        if result.outcome is Outcome.COMPLETED:
            try:
                engine.finish()
            except EngineError as error:
                return CheckResult(wanted, error.outcome, str(error), result.sets)
    return result


def export(directory: str | Path, *, overwrite: bool = False) -> tuple[Path, ...]:
    """Write the suite for other programs: the sets as JSON lines, and a README with the format.

    Parameters
    ----------
    directory
        Where to; made if it is not there.
    overwrite
        Whether files of these names may be replaced.

    Returns
    -------
    tuple of Path
        The files. Each is whole or not there: they are written aside and renamed.

    Raises
    ------
    FileExistsError
        If a file is there already and `overwrite` is not set; nothing is written then.
    OSError
        If the directory cannot be made or written.
    """
    where = Path(directory)
    names = (*(f"{name}.jsonl" for name in _SETS), _README)
    where.mkdir(parents=True, exist_ok=True)
    existing = [name for name in names if os.path.lexists(where / name)]
    if existing and not overwrite:
        raise FileExistsError(f"{where} has {', '.join(existing)} already; nothing was written")
    with tempfile.TemporaryDirectory(prefix=".suite-", dir=where) as aside:
        for name in names:
            Path(aside, name).write_bytes((_SUITE / name).read_bytes())
        for name in names:
            Path(aside, name).replace(where / name)
    return tuple(where / name for name in names)


def _position(line: Mapping[str, Any]) -> SuitePosition:
    answers = {
        reading: {
            Point(point): _BY_LABEL[verdict] for point, verdict in line[reading.label].items()
        }
        for reading in Reading
    }
    point = Point(line["point"]) if "point" in line else None
    return SuitePosition(
        line["id"], line["board"], answers, tuple(line["clauses"]), line["note"], point
    )


def _run(
    answer: Callable[[SuitePosition], str],
    reading: Reading,
    sets: Iterable[str] | None,
    progress: Progress | None,
) -> CheckResult:
    chosen = {name: load(name) for name in (_SETS if sets is None else sets)}
    total = sum(map(len, chosen.values()))
    done = 0
    outcome, detail = Outcome.COMPLETED, ""
    parts = []
    for name, positions in chosen.items():
        answered = points = 0
        wrong = []
        for position in positions if outcome is Outcome.COMPLETED else ():
            try:
                said = answer(position)
            except EngineError as error:
                outcome, detail = error.outcome, f"at {position.id}: {error}"
                break
            differences = tuple(_differences(position.labels(reading), said))
            if differences:
                wrong.append(PositionResult(position, reading, differences))
            answered += 1
            points += position.empty
            done += 1
            if progress is not None:
                progress(done, total)
        parts.append(SetResult(name, len(positions), answered, points, tuple(wrong)))
    return CheckResult(reading, outcome, detail, tuple(parts))


def _differences(expected: str, got: str) -> Iterator[Difference]:
    if expected == got:
        return
    for point in POINTS:
        if expected[point] != got[point]:
            yield Difference(point, _VERDICTS[expected[point]], _VERDICTS[got[point]])
