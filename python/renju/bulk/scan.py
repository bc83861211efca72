"""One call from a database to a table."""

from __future__ import annotations

import inspect
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .._optional import needs
from ..arrays import thread_count
from ..verdicts import Reading
from .chunks import BoardChunk, RowProblem
from .destination import Destination, Progress, Summary, Teller, warn
from .duplicates import Seen
from .judge import JudgedGames
from .parts import Part
from .plan import CHUNK, Plan
from .shards import Folder
from .tally import Tally
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
    shard_games: int = 24 * CHUNK,
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
            warn(found, first)

    return pa.RecordBatchReader.from_batches(plan.job.schema, batches())


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
