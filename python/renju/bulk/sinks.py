"""Where the rows of a job go: a table in memory, a file, or a folder of shards."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final, Protocol

from .._optional import needs
from .chunks import RowProblem

with needs("arrow"):
    import pyarrow as pa
    import pyarrow.csv
    import pyarrow.parquet as pq

__all__ = [
    "ENDINGS",
    "NO_FOLDERS",
    "PROBLEMS",
    "Writer",
    "check_columns",
    "open_writer",
    "problem_table",
    "replaced",
    "write_problems",
]


class Writer(Protocol):
    """Takes record batches one after another."""

    def write(self, batch: pa.RecordBatch) -> None:
        """Write a batch."""
        ...

    def close(self) -> None:
        """Write what is still held back."""
        ...


class _Parquet:
    """Batches are gathered into row groups of a useful size, the same whoever made them."""

    _ROWS: Final = 65_536

    def __init__(self, file: IO[bytes], schema: pa.Schema) -> None:
        self._writer = pq.ParquetWriter(file, schema, compression="zstd")
        self._waiting: list[pa.RecordBatch] = []
        self._held = 0

    def write(self, batch: pa.RecordBatch) -> None:
        self._waiting.append(batch)
        self._held += batch.num_rows
        if self._held >= self._ROWS:
            self._flush()

    def _flush(self) -> None:
        if self._held:
            table = pa.Table.from_batches(self._waiting)
            self._writer.write_table(table, row_group_size=table.num_rows)
        self._waiting, self._held = [], 0

    def close(self) -> None:
        self._flush()
        self._writer.close()


class _JsonLines:
    def __init__(self, file: IO[bytes], schema: pa.Schema) -> None:  # noqa: ARG002  (as the others)
        self._file = file

    def write(self, batch: pa.RecordBatch) -> None:
        for row in batch.to_pylist():
            self._file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")

    def close(self) -> None:
        pass


class _Csv:
    def __init__(self, file: IO[bytes], schema: pa.Schema) -> None:
        self._writer = pa.csv.CSVWriter(file, schema)

    def write(self, batch: pa.RecordBatch) -> None:
        self._writer.write_batch(batch)

    def close(self) -> None:
        self._writer.close()


_WRITERS: Final[dict[str, Any]] = {
    ".parquet": _Parquet,
    ".pq": _Parquet,
    ".jsonl": _JsonLines,
    ".ndjson": _JsonLines,
    ".csv": _Csv,
}
#: The endings of files that a job writes; anything else is a folder.
ENDINGS: Final = tuple(_WRITERS)
#: Whoever names a sink like this does not want a folder of that name.
NO_FOLDERS: Final = (
    *(
        ".json",
        ".tsv",
        ".txt",
        ".xlsx",
        ".arrow",
        ".feather",
        ".ipc",
        ".html",
        ".gz",
        ".zip",
        ".zst",
    ),
    *(".bz2", ".xz", ".db", ".sqlite", ".duckdb", ".xml"),
)


@contextmanager
def replaced(path: Path) -> Iterator[IO[bytes]]:
    """Write a file that is there under its name when it is whole, and not before."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with unfinished.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise


def check_columns(path: Path, schema: pa.Schema) -> None:
    """Find columns that a file cannot hold.

    Raises
    ------
    ValueError
        If there are some, with their names.
    """
    wide = [field.name for field in schema if isinstance(field.type, pa.FixedShapeTensorType)]
    if wide and path.suffix.lower() == ".csv":
        raise ValueError(f"CSV has no columns of arrays: choose columns without {', '.join(wide)}")


@contextmanager
def open_writer(path: Path, schema: pa.Schema) -> Iterator[Writer]:
    """Open a file for batches, by its ending."""
    with replaced(path) as file:
        writer = _WRITERS[path.suffix.lower()](file, schema)
        try:
            yield writer
        except BaseException:
            with suppress(Exception):  # what is wrong already is what must be told
                writer.close()
            raise
        writer.close()


#: The schema of the table of problems.
PROBLEMS: Final = pa.schema(
    [
        pa.field("source", pa.string(), metadata={"doc": "the file; null for a table or an array"}),
        pa.field(
            "game", pa.int64(), metadata={"doc": "the row; null where the file is the problem"}
        ),
        pa.field("place", pa.string(), metadata={"doc": "where in the source, such as 'line 3'"}),
        pa.field("message", pa.string(), metadata={"doc": "what is wrong"}),
    ]
)


def problem_table(problems: Iterable[RowProblem]) -> pa.Table:
    """Return problems as a table."""
    rows = [
        {"source": p.source or None, "game": p.game, "place": p.place or None, "message": p.message}
        for p in problems
    ]
    return pa.Table.from_pylist(rows, schema=PROBLEMS)


def write_problems(writer: Writer, problems: Iterable[RowProblem]) -> None:
    """Write problems to a file of the schema `PROBLEMS`."""
    for batch in problem_table(problems).to_batches():
        if batch.num_rows:
            writer.write(batch)
