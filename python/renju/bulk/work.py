"""Doing a part of a job: its pieces in order, on as many threads as wanted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from .._optional import needs
from ..verdicts import Reading
from .chunks import BoardChunk, Chunk, RowProblem
from .columns import Options, schema, table_of
from .judge import JudgedBoards, JudgedGames
from .parts import Input, Part
from .tally import Tally

with needs("arrow"):
    import pyarrow as pa

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Job", "Piece", "pieces"]

_A = TypeVar("_A")
_B = TypeVar("_B")


@dataclass(frozen=True)
class Job:
    """What is to be made of every part, wherever that is done.

    Attributes
    ----------
    per, columns
        What a row is, and the names of the columns.
    reading
        When a straight-four point may be played.
    options
        What columns depend on.
    wanted
        How the source is read.
    shard_chunks
        How many chunks make a shard.
    detailed
        Whether the tallies are to have what a report needs.
    """

    per: str
    columns: tuple[str, ...]
    reading: Reading
    options: Options
    wanted: Input
    shard_chunks: int
    detailed: bool

    @property
    def schema(self) -> pa.Schema:
        """The schema of the rows."""
        return schema(self.per, self.columns)

    @property
    def duplicates(self) -> bool:
        """Whether games have to be compared with all games before them."""
        return "duplicate_of" in self.columns

    def to_dict(self) -> dict[str, Any]:
        """Return what the rows depend on, as JSON-ready data."""
        wanted = self.wanted
        return {
            "per": self.per,
            "columns": list(self.columns),
            "reading": self.reading.label,
            "key_after": self.options.key_after,
            "format": wanted.format,
            "encoding": wanted.encoding,
            "column": wanted.column,
            "result": wanted.result,
            "rows_a_chunk": wanted.rows,
            "chunks_a_shard": self.shard_chunks,
            "detailed": self.detailed,
        }


@dataclass
class Piece:
    """A chunk, judged.

    Attributes
    ----------
    games
        How many games or boards it has.
    batch
        Its rows.
    tally
        Its counts.
    problems
        What was wrong.
    keys
        Keys of its games, where they are to be compared.
    """

    games: int
    batch: pa.RecordBatch
    tally: Tally
    problems: list[RowProblem] = field(default_factory=list)
    keys: NDArray[np.uint64] | None = None

    def compare(self, duplicate_of: NDArray[np.int64]) -> None:
        """Fill in which game each repeats, -1 for none."""
        at = self.batch.schema.get_field_index("duplicate_of")
        column = pa.array(duplicate_of, mask=duplicate_of < 0)
        self.batch = self.batch.set_column(at, self.batch.schema.field(at), column)


def judge(job: Job, chunk: Chunk, first: int) -> Piece:
    """Judge a chunk whose first game has the index `first` in the whole job."""
    judged: JudgedGames | JudgedBoards
    if isinstance(chunk, BoardChunk):
        judged = JudgedBoards(chunk, first, job.reading)
        keys = None
    else:
        judged = JudgedGames(chunk, first, job.reading)
        keys = judged.game_keys() if job.duplicates else None
    return Piece(
        len(chunk),
        table_of(judged, job.schema, job.per, job.options),
        Tally.of(judged, detailed=job.detailed),
        judged.problems,
        keys,
    )


def pieces(job: Job, part: Part, first: int, threads: int, skip: int = 0) -> Iterator[Piece]:
    """Yield a part's pieces in order, but for the first `skip`, which are read and not judged."""

    def tasks() -> Iterator[tuple[Chunk, int]]:
        start = first
        for index, chunk in enumerate(part.chunks(job.wanted)):
            if index >= skip:
                yield chunk, start
            start += len(chunk)

    return _in_order(lambda task: judge(job, *task), tasks(), threads)


def _in_order(call: Callable[[_A], _B], items: Iterator[_A], threads: int) -> Iterator[_B]:
    """Yield the results in the order of the items: a few are worked on while the next is read."""
    if threads == 1:
        yield from map(call, items)
        return
    with ThreadPoolExecutor(1) as reader, ThreadPoolExecutor(threads) as pool:
        coming: Future[_A | None] = reader.submit(next, items, None)
        waiting: deque[Future[_B]] = deque()
        try:
            while (item := coming.result()) is not None:
                coming = reader.submit(next, items, None)
                waiting.append(pool.submit(call, item))
                if len(waiting) > threads + 1:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            coming.cancel()
            for future in waiting:
                future.cancel()
