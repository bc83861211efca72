"""One call from a database to a table."""

from __future__ import annotations

import inspect
import os
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from .. import records
from .._optional import needs
from ..arrays import thread_count
from ..records.encodings import lookup
from ..verdicts import Reading
from .chunks import BoardChunk, RowProblem
from .columns import Options, column_names
from .duplicates import Seen
from .judge import JudgedGames
from .parts import Input, Part
from .shards import Folder
from .sinks import ENDINGS, NO_FOLDERS, PROBLEMS, check_columns, open_writer, write_problems
from .sources import parts_of
from .tally import FOULS, Tally
from .work import Job, Piece, pieces

with needs("arrow"):
    import pyarrow as pa
    import pyarrow.parquet as pq

__all__ = [
    "Destination",
    "Plan",
    "Progress",
    "Summary",
    "Teller",
    "done_summary",
    "in_order",
    "scan",
    "scan_batches",
    "survey",
]

Progress = Callable[[int, "int | None"], object]
_CHUNK: Final = 4096


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


@dataclass
class Plan:
    """A job and the parts of its input; the arguments are those of `scan`."""

    job: Job
    parts: list[Part]

    @classmethod
    def of(  # noqa: PLR0913  (the options of a job)
        cls,
        source: Any,
        *,
        per: str = "game",
        columns: Iterable[str] | None = None,
        reading: Reading | int | str = Reading.RIF,
        format: str | None = None,
        encoding: str | None = None,
        moves_column: str = "moves",
        result_column: str = "result",
        board_column: str = "board",
        key_after: int | None = None,
        shard_games: int = 24 * _CHUNK,
        detailed: bool = False,
        beside: Path | None = None,
    ) -> Plan:
        """Check the arguments and look at the source.

        Raises
        ------
        TypeError, ValueError, FileNotFoundError
            If an argument is wrong.
        """
        names = column_names(per, columns)
        if key_after is not None and not _is_count(key_after, 0, 32_767):
            raise ValueError(f"key_after={key_after!r}: a number of moves, or None for all")
        if not _is_count(shard_games, 1):
            raise ValueError(f"shard_games={shard_games!r}: a number of games, at least 1")
        formats = [known.name for known in records.formats()]
        if format is not None and format not in formats:
            raise ValueError(f"format={format!r}: known are {', '.join(formats)}")
        if encoding is not None:
            encoding = lookup(encoding)
        rows = min(_CHUNK, shard_games)
        wanted = Input(
            per == "position",
            moves_column,
            result_column,
            board_column,
            format,
            encoding,
            rows,
            str(beside or ""),
        )
        job = Job(
            per,
            names,
            Reading.of(reading),
            Options(key_after),
            wanted,
            -(-shard_games // rows),
            detailed,
        )
        return cls(job, parts_of(source, wanted, shard_games))

    @property
    def games(self) -> int | None:
        """How many games there are in all, None if only reading tells."""
        known = [part.known for part in self.parts]
        return None if None in known else sum(filter(None, known))


def _is_count(number: object, least: int, most: int = 1 << 40) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and least <= number <= most


def scan(  # noqa: PLR0913  (the options of a job)
    source: Any,
    sink: str | os.PathLike[str] | None = None,
    *,
    per: str = "game",
    columns: Iterable[str] | None = None,
    reading: Reading | int | str = Reading.RIF,
    threads: int = 1,
    format: str | None = None,
    encoding: str | None = None,
    moves_column: str = "moves",
    result_column: str = "result",
    board_column: str = "board",
    key_after: int | None = None,
    shard_games: int = 24 * _CHUNK,
    resume: bool = False,
    progress: Progress | None = None,
    problems: list[RowProblem] | None = None,
    report: str | os.PathLike[str] | None = None,
) -> Any:
    """Judge all games or boards of a source, in memory that does not grow with it.

    Parameters
    ----------
    source
        - The path of a file of records in any known format, of which the main lines are judged, of a
          Parquet, an Arrow or a CSV file; a folder of such files; a pattern such as `"games/*.sgf"`; a list of these.
        - An Arrow table, column or stream: pyarrow, or anything with the Arrow C interface (Polars,
          DuckDB, pandas). Column `moves` holds text, or lists of points; column `result`, if there is one,
          who won.
        - A NumPy array: games `(n, k)` uint8, 225 a pass, 255 after the end; boards `(n, 15, 15)`.
        - An iterable of records.
    sink
        Where the rows go. None: a pyarrow Table is returned. A path that ends in `.parquet`,
        `.jsonl`, `.ndjson` or `.csv`: one file, with what was wrong beside it in
        `NAME.problems.parquet`. Any other path: a folder with shards, `problems.parquet` and
        `manifest.json`, which can be gone on with.
    per
        What a row is: `"game"`, `"move"` (every move, those after a five too) or `"position"` (of a
        source of boards, each judged as a whole; of a record the board after its last move).
    columns
        Which columns, in this order; `renju.bulk.schema(per)` has them with their types and meaning.
    reading
        When a straight-four point may be played; see `Reading`.
    threads
        How many work at once; 0 for all CPUs of this process. The rows never depend on it.
    format, encoding
        The format and the text encoding of record files; by default the files tell.
    moves_column, result_column, board_column
        What the columns of a table are called.
    key_after
        After how many moves `canonical_key` is taken; None: after the last.
    shard_games
        How many games a shard has at most; beyond 4,096 it is rounded up to a multiple of that.
    resume
        Whether to go on with the job that the folder holds. Its input and options must be the same.
    progress
        Called now and then with the number of games done, and that of all or None if that is not known.
    problems
        A list to which everything that was wrong is added (anything with `extend`).
    report
        The path of an HTML page to make: openings, results, fouls, frequent positions.

    Returns
    -------
    pyarrow.Table or Summary
        The table if `sink` is None, rows in the order of games and moves; else what was done.

    Raises
    ------
    FileNotFoundError
        If a path names nothing.
    FileExistsError
        If the folder holds a job and `resume` is false.
    ValueError, TypeError
        If an argument is wrong, a table in memory has no column of games, or the folder holds another
        job.

    Notes
    -----
    A game that cannot be read is a row of nulls, one with an impossible move is judged up to it; both, and files
    that cannot be read, are problems. With `sink=None` and no list for them a warning says how many there are.
    `duplicate_of` needs 16 bytes of memory a game; everything else takes the same memory for any number.

    Examples
    --------
    >>> import pyarrow as pa
    >>> games = pa.table({"moves": ["h8 i9 g7", "h8 h9 h7", None]})
    >>> scan(games, columns=["game", "length", "opening"]).to_pylist()  # doctest: +NORMALIZE_WHITESPACE
    [{'game': 0, 'length': 3, 'opening': 'I11'}, {'game': 1, 'length': 3, 'opening': 'D8'},
     {'game': 2, 'length': None, 'opening': None}]
    """
    started = time.perf_counter()
    count = thread_count(threads)
    destination = Destination.of(sink, resume=resume)
    plan = Plan.of(
        source,
        per=per,
        columns=columns,
        reading=reading,
        format=format,
        encoding=encoding,
        moves_column=moves_column,
        result_column=result_column,
        board_column=board_column,
        key_after=key_after,
        shard_games=shard_games,
        detailed=report is not None,
        beside=destination.folder,
    )
    destination.check(plan, report, problems)
    tell = Teller(progress, plan.games)
    if destination.folder is None:
        found = in_order(plan, count)
        return destination.take(plan, found, tell, problems, report, started)
    summary = _to_folder(plan, destination.folder, count, tell, problems, resume)
    return destination.finish(plan, summary, report, started)


def scan_batches(source: Any, *, threads: int = 1, **options: Any) -> pa.RecordBatchReader:
    """Judge as `scan`, and return the rows as a stream of record batches.

    Parameters
    ----------
    source, threads, **options
        As of `scan`; no `sink`, `resume` and `report`.

    Returns
    -------
    pyarrow.RecordBatchReader
        An iterator of record batches, with the Arrow C interface: Polars, DuckDB and pandas read it.
    """
    count = thread_count(threads)
    progress, problems = options.pop("progress", None), options.pop("problems", None)
    known = set(inspect.signature(Plan.of).parameters) - {"source", "detailed", "beside"}
    if unknown := sorted(set(options) - known):
        raise TypeError(f"{unknown[0]!r} is no option here: there are {', '.join(sorted(known))}")
    plan = Plan.of(source, **options)
    tell = Teller(progress, plan.games)

    def batches() -> Iterator[pa.RecordBatch]:
        found: int = 0
        first: RowProblem | None = None
        for piece in in_order(plan, count):
            tell(piece.games)
            found += len(piece.problems)
            first = first or next(iter(piece.problems), None)
            if problems is not None:
                problems.extend(piece.problems)
            yield piece.batch
        if problems is None:
            _warn(found, first)

    return pa.RecordBatchReader.from_batches(plan.job.schema, batches())


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


def survey(job: Job, part: Part) -> Iterator[tuple[int, Any]]:
    """Yield the number of games of each chunk of a part, and their keys if they are compared."""
    for chunk in part.chunks(job.wanted):
        if isinstance(chunk, BoardChunk) or not job.duplicates:
            yield len(chunk), None
        else:
            yield len(chunk), JudgedGames(chunk, 0, job.reading).game_keys()


def in_order(plan: Plan, threads: int) -> Iterator[Piece]:
    """Yield the pieces of all parts."""
    seen, first = Seen(), 0
    for part in plan.parts:
        games = 0
        for piece in pieces(plan.job, part, first, threads):
            if piece.keys is not None:
                piece.compare(seen.add(piece.keys, first + games))
            games += piece.games
            yield piece
        first += games if part.known is None else part.known


def _warn(count: int, first: RowProblem | None) -> None:
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
            If the job can have no report, or a kind of file cannot hold its columns.
        ValueError
            If a file to be written is a file that is read.
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
                _warn(summary.problems, first_problem)
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


def _to_folder(  # noqa: PLR0913, PLR0917  (what a job has)
    plan: Plan,
    path: Path,
    threads: int,
    tell: Teller,
    problems: list[RowProblem] | None,
    resume: bool,
) -> Summary:
    folder = Folder(path, plan.job)
    prints = [part.fingerprint() for part in plan.parts]
    with folder.alone():
        if folder.begin(prints, resume=resume):
            return done_summary(folder, problems)
        resumed = _do_what_is_missing(plan, folder, threads, tell)
        folder.finish(prints)
    return done_summary(folder, problems, resumed)


def _do_what_is_missing(plan: Plan, folder: Folder, threads: int, tell: Teller) -> int:
    """Write the shards that are missing; return how many games were done before."""
    seen, first, resumed = Seen(), 0, 0
    for index, part in enumerate(plan.parts):
        shards, ended = folder.done(index)
        games = sum(shard.games for shard in shards)
        resumed += games
        tell(games)
        skip = sum(shard.pieces for shard in shards)
        if plan.job.duplicates:
            _see_again(plan.job, part, skip, seen, first)
        if not ended:
            found = pieces(plan.job, part, first, threads, skip)
            compared = _compared(found, seen, first + games)
            for piece in folder.write(index, len(shards), compared):
                games += piece.games
                tell(piece.games)
        first += games if part.known is None else part.known
    return resumed


def _see_again(job: Job, part: Part, skip: int, seen: Seen, first: int) -> None:
    """Learn the keys of the games of chunks that are done."""
    if not skip:
        return
    for index, (games, keys) in enumerate(survey(job, part)):
        if index == skip:
            return
        if keys is not None:
            seen.add(keys, first)
        first += games


def _compared(found: Iterable[Piece], seen: Seen, first: int) -> Iterator[Piece]:
    for piece in found:
        if piece.keys is not None:
            piece.compare(seen.add(piece.keys, first))
        first += piece.games
        yield piece


def _beside(file: Path) -> Path:
    return file.with_name(f"{file.stem}.problems.parquet")


def _same_file(one: str | os.PathLike[str], other: str) -> bool:
    try:
        return os.path.samefile(one, other)  # noqa: PTH121  (paths are kept as text here)
    except OSError:
        return False


def done_summary(
    folder: Folder, problems: list[RowProblem] | None, resumed: int | None = None
) -> Summary:
    """Return the summary of a job that is done, from its manifest."""
    manifest = folder.manifest()
    if manifest is None:
        raise FileNotFoundError(f"{folder.path}: the manifest of the job is gone")
    tally = Tally.from_dict(manifest["totals"])
    if problems is not None:
        with pq.ParquetFile(folder.path / "problems.parquet") as file:
            for batch in file.iter_batches():
                problems.extend(
                    RowProblem(row["source"] or "", row["game"], row["place"] or "", row["message"])
                    for row in batch.to_pylist()
                )
    files = [folder.path / shard["file"] for shard in manifest["shards"]]
    already = tally.games if resumed is None else resumed
    return Summary(manifest["rows"], tally, tally.problems, 0.0, already, files)
