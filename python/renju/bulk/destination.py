"""Where the rows of a job go, and what is told of it."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .._optional import needs
from .chunks import RowProblem
from .plan import Plan
from .sinks import ENDINGS, NO_FOLDERS, PROBLEMS, check_columns, open_writer, write_problems
from .tally import FOULS, Tally
from .work import Piece

with needs("arrow"):
    import pyarrow as pa

__all__ = ["Destination", "Progress", "Summary", "Teller", "warn"]

Progress = Callable[[int, "int | None"], object]


@dataclass
class Summary:
    """What a job did.

    Attributes
    ----------
    rows
        How many rows there are.
    tally
        What they hold together.
    problems
        How many things could not be read or judged; they are in `problems.parquet` of a folder, or
        in `NAME.problems.parquet` beside a file.
    seconds
        How long it took, reading and writing too; of a job that went on, the last stretch.
    resumed
        How many games a job that went on found done.
    files
        The files of the rows.
    """

    rows: int
    tally: Tally = field(repr=False)
    problems: int
    seconds: float
    resumed: int = 0
    files: list[Path] = field(default_factory=list, repr=False)

    @property
    def games(self) -> int:
        """How many games (or boards) were read."""
        return self.tally.games

    @property
    def positions(self) -> int:
        """How many positions they have: one for each stone that was put, or one for each board."""
        return self.tally.positions

    @property
    def fouls(self) -> dict[str, int]:
        """How many fouls there are of each kind."""
        return {kind.label: self.tally.fouls[kind.label] for kind in FOULS}

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        return {
            "games": self.games,
            "moves": self.tally.moves,
            "positions": self.positions,
            "fouls": self.fouls,
            "rows": self.rows,
            "problems": self.problems,
            "resumed": self.resumed,
            "seconds": round(self.seconds, 3),
            "files": [str(path) for path in self.files],
        }


class Teller:
    """Adds up what was done for who wants to know."""

    def __init__(self, progress: Progress | None, total: int | None) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def __call__(self, games: int) -> None:
        """Add games that are done."""
        self._done += games
        if self._progress is not None:
            self._progress(self._done, self._total)


def warn(count: int, first: RowProblem | None) -> None:
    """Warn that things were wrong, if some were."""
    if count:
        things = "one thing" if count == 1 else f"{count:,} things"
        warnings.warn(
            f"{things} could not be read or judged, first {first}; a list given as "
            "problems= gets them all",
            RuntimeWarning,
            stacklevel=4,
        )


@dataclass(frozen=True)
class Destination:
    """Where the rows of a job go: a folder, else a file, else a table."""

    folder: Path | None = None
    file: Path | None = None

    @classmethod
    def of(cls, sink: str | os.PathLike[str] | None, *, resume: bool) -> Destination:
        """Return the destination that a sink names.

        Raises
        ------
        ValueError
            If the job is to go on, and the sink is no folder; or it is neither a folder nor a kind of
            file that is written.
        """
        path = None if sink is None else Path(sink)
        if sink is not None and not os.fspath(sink):
            raise ValueError("sink='': name a file or a folder; '.' is the current folder")
        ending = "" if path is None else path.suffix.lower()
        if path is not None and ending not in ENDINGS:
            if ending in NO_FOLDERS and not path.is_dir():
                raise ValueError(
                    f"{path}: {ending} is not written: use {', '.join(ENDINGS)}, or a folder"
                )
            return cls(folder=path)
        if resume:
            raise ValueError(f"resume=True needs a folder as sink, not {sink!r}")
        return cls(file=path)

    def check(
        self, plan: Plan, report: str | os.PathLike[str] | None, problems: object = None
    ) -> None:
        """Find before the work what would fail after it.

        Raises
        ------
        ValueError
            If the job can have no report, a kind of file cannot hold its columns, a file to be written
            is one that is read, or the report would go over the rows.
        FileNotFoundError, IsADirectoryError
            If the folder that a file is to be written to is not there, or the file is a folder.
        TypeError
            If `problems` is no list.
        """
        for written in [path for path in (self.file, report) if path is not None]:
            if any(_same_file(written, path) for part in plan.parts for path in part.files):
                raise ValueError(f"{written} is read and cannot be written: name another file")
        if problems is not None and not hasattr(problems, "extend"):
            raise TypeError(f"problems={problems!r}: give a list, to which they are added")
        for path in [Path(path) for path in (self.file, report) if path is not None]:
            if path.is_dir():
                raise IsADirectoryError(f"{path}: this is a folder, not a file")
            if not path.parent.is_dir() and path.parent != self.folder:
                raise FileNotFoundError(f"{path}: there is no folder {path.parent}")
        if report is not None and self._is_own(Path(report)):
            raise ValueError(f"{report} is what the job writes: name another file for the report")
        if self.file is not None:
            check_columns(self.file, plan.job.schema)
        if report is not None:
            from .report import check  # noqa: PLC0415  (charts come with an extra)

            check(plan.job)

    def _is_own(self, path: Path) -> bool:
        """Whether a path is one that the rows, problems or notes of the job go to."""
        where = path.absolute()
        if self.file is not None:
            file = self.file.absolute()
            return where in (file, _beside(file))
        if self.folder is None:
            return False
        folder = self.folder.absolute()
        own = where.parent == folder and where.suffix.lower() in (".json", ".parquet")
        return own or folder in where.parent.parents

    def take(  # noqa: PLR0913, PLR0917  (what both kinds of jobs have)
        self,
        plan: Plan,
        found: Iterable[Piece],
        tell: Teller,
        problems: list[RowProblem] | None,
        report: str | os.PathLike[str] | None,
        started: float,
    ) -> pa.Table | Summary:
        """Take the pieces of a job, in order, into a table or a file."""
        summary = Summary(0, Tally(), 0, 0.0, files=[] if self.file is None else [self.file])
        first_problem: RowProblem | None = None

        def counted() -> Iterator[Piece]:
            nonlocal first_problem
            for piece in found:
                summary.rows += piece.batch.num_rows
                summary.tally += piece.tally
                summary.problems += len(piece.problems)
                first_problem = first_problem or next(iter(piece.problems), None)
                if problems is not None:
                    problems.extend(piece.problems)
                tell(piece.games)
                yield piece

        table = None
        if self.file is None:
            batches = (piece.batch for piece in counted())
            table = pa.Table.from_batches(batches, schema=plan.job.schema)
            if problems is None:
                warn(summary.problems, first_problem)
        else:
            with (
                open_writer(_beside(self.file), PROBLEMS) as complaints,
                open_writer(self.file, plan.job.schema) as writer,
            ):
                for piece in counted():
                    writer.write(piece.batch)
                    write_problems(complaints, piece.problems)
        self.finish(plan, summary, report, started)
        return summary if table is None else table

    def finish(
        self,
        plan: Plan,
        summary: Summary,
        report: str | os.PathLike[str] | None,
        started: float,
    ) -> Summary:
        """Write the report, and note how long all took."""
        if report is not None:
            from .report import write  # noqa: PLC0415  (charts come with an extra)

            write(Path(report), summary.tally, reading=plan.job.reading)
        summary.seconds = time.perf_counter() - started
        return summary


def _beside(file: Path) -> Path:
    return file.with_name(f"{file.stem}.problems.parquet")


def _same_file(one: str | os.PathLike[str], other: str) -> bool:
    try:
        return os.path.samefile(one, other)  # noqa: PTH121  (paths are kept as text here)
    except OSError:
        return False
