"""Bulk jobs on a Dask cluster. Needs `pip install "pyrenju[dask]"`.

The parts of the input, runs of row groups of a Parquet file or of record files, are judged by the workers, each part by one.
The rows, and the shards of a folder, are those of `renju.scan`. Workers must have pyrenju, and must see the files under the
same paths.

A script that starts a cluster on its own machine must do so under `if __name__ == "__main__":`, since the workers run
the script again.
"""

from __future__ import annotations

import os
import socket
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._optional import needs
from .bulk.arrow_parts import Stream
from .bulk.chunks import RowProblem
from .bulk.destination import Destination, Progress, Teller
from .bulk.duplicates import Seen
from .bulk.parts import Part
from .bulk.plan import Plan
from .bulk.record_parts import RecordStream
from .bulk.scan import done_summary, survey
from .bulk.shards import Folder
from .bulk.sources import rows_of
from .bulk.work import Job, Piece, pieces

with needs("dask"):
    import distributed
    import pyarrow as pa

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["scan"]


def scan(  # noqa: PLR0913  (as renju.scan)
    source: Any,
    sink: str | os.PathLike[str] | None = None,
    *,
    client: distributed.Client | None = None,
    resume: bool = False,
    progress: Progress | None = None,
    problems: list[RowProblem] | None = None,
    report: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Any:
    """Judge all games or boards of a source on a Dask cluster.

    Parameters
    ----------
    source
        As of `renju.scan`, but for readers, iterators and records, which cannot be sent to workers. A table or an array
        is sent.
    sink
        As of `renju.scan`. The shards of a folder are written by the workers; the rows of a table or of one
        file go through the caller.
    client
        The client of the cluster; None: the one that was made last.
    resume, progress, problems, report, **options
        As of `renju.scan`; there is no `threads`: a cluster has its own.

    Returns
    -------
    pyarrow.Table or Summary
        As of `renju.scan`, with the same rows.

    Raises
    ------
    ValueError, TypeError
        If there is no client, or the source is a stream; and as `renju.scan`.
    FileNotFoundError
        If a worker does not see a file; and as `renju.scan`.

    Notes
    -----
    Record files are read twice, since the first game of each part has to be counted first; Parquet files say
    themselves how many rows they have, and are read once, but for `duplicate_of`.
    """
    started = time.perf_counter()
    if "threads" in options:
        raise TypeError("a cluster has its own threads: there is no threads=")
    destination = Destination.of(sink, resume=resume)
    plan = Plan.of(source, detailed=report is not None, beside=destination.folder, **options)
    destination.check(plan, report, problems)
    plan.parts = [part for given in plan.parts for part in _sendable(plan, given)]
    plan.job = replace(plan.job, wanted=replace(plan.job.wanted, base=str(Path.cwd())))
    cluster = _Cluster(client)
    firsts, duplicates = _survey(cluster, plan)
    tell = Teller(progress, plan.games)
    if destination.folder is None:
        tasks = (
            (_judge, plan.job, part, first, repeated)
            for part, first, repeated in zip(plan.parts, firsts, duplicates, strict=True)
        )
        found = (piece for judged in cluster.in_order(tasks) for piece in judged)
        return destination.take(plan, found, tell, problems, report, started)

    folder = Folder(destination.folder.absolute(), plan.job)
    prints = [part.fingerprint() for part in plan.parts]
    resumed = None
    with folder.alone():
        if not folder.begin(prints, resume=resume):
            resumed, left = 0, []
            for index, part in enumerate(plan.parts):
                shards, ended = folder.done(index)
                resumed += sum(shard.games for shard in shards)
                if not ended:
                    at = (firsts[index], duplicates[index])
                    left.append((_write, folder.path, plan.job, part, index, *at))
            tell(resumed)
            for games in cluster.in_order(iter(left)):
                tell(games)
            folder.finish(prints)
    summary = done_summary(folder, problems, resumed)
    return destination.finish(plan, summary, report, started)


class _Cluster:
    """Runs tasks on a cluster."""

    def __init__(self, client: distributed.Client | None) -> None:
        if client is not None and not hasattr(client, "submit"):
            raise TypeError(f"client={client!r}: give a distributed.Client, Client({client!r})")
        try:
            self._client: Any = distributed.get_client() if client is None else client
        except ValueError:
            raise ValueError(
                "there is no Dask client: make one first, distributed.Client('address') of a scheduler, "
                "or distributed.Client() for the cores of this machine (under if __name__ == '__main__':)"
            ) from None

    def in_order(self, tasks: Iterator[tuple[Any, ...]]) -> Iterator[Any]:
        """Yield the results in the order of the tasks, of which not too many wait at once."""
        room = 2 * max(1, sum(self._client.nthreads().values()))
        waiting: deque[Any] = deque()
        try:
            for task in tasks:
                waiting.append(self._client.submit(*task, pure=False))
                if len(waiting) > room:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            self._client.cancel(list(waiting))


def _sendable(plan: Plan, part: Part) -> list[Part]:
    """Return a part as parts that can be sent to a worker.

    Raises
    ------
    TypeError
        If it is a stream that ends.
    """
    if isinstance(part, RecordStream) or (
        isinstance(part, Stream) and isinstance(part.stream, Iterator)
    ):
        kind = type(part.records if isinstance(part, RecordStream) else part.stream).__name__
        raise TypeError(
            f"{kind} is a stream or holds records, which cannot be sent to workers: give paths, a table or an "
            "array, or use renju.scan"
        )
    if not isinstance(part, Stream):
        return [part]
    wanted, stream = plan.job.wanted, part.stream
    try:
        table = pa.table(stream) if hasattr(stream, "__arrow_c_stream__") else None
    except (pa.ArrowInvalid, TypeError):  # a single column
        table = pa.table({wanted.column: pa.chunked_array(stream)})
    if table is None:
        table = pa.Table.from_batches(list(stream))
    return rows_of(table, wanted.rows * plan.job.shard_chunks)


def _must_see(job: Job, part: Part, folder: Path | None = None) -> None:
    """Fail on a worker that does not see what the caller saw, where it would look like an empty file.

    Raises
    ------
    FileNotFoundError
        With the path and the machine.
    """
    for path in [*map(job.wanted.where, part.files), *([str(folder)] if folder else [])]:
        if not os.path.lexists(path):
            raise FileNotFoundError(
                f"{path}: the worker on {socket.gethostname()} does not see it; paths must be the same on all "
                "machines"
            )


def _survey(cluster: _Cluster, plan: Plan) -> tuple[list[int], Sequence[NDArray[np.int64] | None]]:
    """Return the index of the first game of each part, and which games of it repeat others."""
    known = [part.known for part in plan.parts]
    repeated: list[NDArray[np.int64] | None] = [None] * len(known)
    if None in known or plan.job.duplicates:
        seen, first = Seen(), 0
        tasks = ((_count, plan.job, part) for part in plan.parts)
        for index, (games, keys) in enumerate(cluster.in_order(tasks)):
            if keys is not None:
                repeated[index] = seen.add(keys, first)
            known[index] = games if known[index] is None else known[index]
            first += known[index] or 0
    counts = [games or 0 for games in known]
    return [sum(counts[:index]) for index in range(len(counts))], repeated


def _count(job: Job, part: Part) -> tuple[int, Any]:
    """Count the games of a part; return their keys too if they are to be compared."""
    _must_see(job, part)
    found = list(survey(job, part))
    games = sum(count for count, _ in found)
    if not job.duplicates:
        return games, None
    return games, np.concatenate([np.zeros(0, np.uint64), *(keys for _, keys in found)])


def _compared(
    found: Iterator[Piece], repeated: NDArray[np.int64] | None, start: int = 0
) -> Iterator[Piece]:
    for piece in found:
        if repeated is not None:
            piece.compare(repeated[start : start + piece.games])
        start += piece.games
        yield piece


def _judge(job: Job, part: Part, first: int, repeated: NDArray[np.int64] | None) -> list[Piece]:
    _must_see(job, part)
    return list(_compared(pieces(job, part, first, 1), repeated))


def _write(  # noqa: PLR0913, PLR0917  (a task)
    path: Path, job: Job, part: Part, index: int, first: int, repeated: NDArray[np.int64] | None
) -> int:
    """Write the shards of a part that are missing; return how many games they have."""
    _must_see(job, part, path)
    folder = Folder(path, job)
    shards, _ = folder.done(index)
    skip = sum(shard.pieces for shard in shards)
    start = sum(shard.games for shard in shards)
    found = _compared(pieces(job, part, first, 1, skip), repeated, start)
    return sum(piece.games for piece in folder.write(index, len(shards), found))
