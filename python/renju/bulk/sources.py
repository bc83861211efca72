"""What a user may give as the source of a job, cut into parts that can be read apart from each other."""

from __future__ import annotations

import csv
import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from .._optional import needs
from ..arrays import board_batch
from ..errors import NotationError
from ..notation import parse_moves
from .arrow_parts import ParquetGroups, Rows, Stream, TableFile, no_column, opened
from .parts import ColumnError, Input, Part
from .record_parts import RecordFiles, RecordStream

with needs("arrow"):
    import pyarrow as pa
    import pyarrow.parquet as pq

__all__ = ["MANIFEST", "MANIFEST_FORMAT", "parts_of", "rows_of"]

#: What tells that a folder was written by a job.
MANIFEST: Final = "manifest.json"
MANIFEST_FORMAT: Final = "renju scan 1"
#: Small record files are read as one part until they come to so many bytes.
_BYTES_A_PART: Final = 4 << 20
_KINDS: Final = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "ipc",
    ".arrows": "ipc",
    ".feather": "ipc",
    ".ipc": "ipc",
    ".csv": "csv",
}
_MAGIC: Final = ((b"PAR1", "parquet"), (b"ARROW1", "ipc"))
_HEADER: Final = 1 << 16  # bytes in which the first line of a CSV file must end


def parts_of(source: Any, wanted: Input, rows_a_part: int) -> list[Part]:
    """Return the parts of a source.

    Parameters
    ----------
    source
        A path, a folder, a pattern with `*`, or several of them; a pyarrow Table, RecordBatch, Array,
        ChunkedArray, Dataset, Scanner; anything with the Arrow C interface; a NumPy array of games
        `(n, k)` or boards `(n, 15, 15)`; an iterable of records.
    wanted
        How to read it.
    rows_a_part
        How many rows a part of a table is to have at least; a row group is never cut.

    Raises
    ------
    FileNotFoundError
        If a path names nothing.
    TypeError
        If the source is none of these, or none of its tables has the column.
    ValueError
        If a path is empty.
    """
    if isinstance(source, (str, bytes, os.PathLike)):
        return _parts_of_paths([source], wanted, rows_a_part)
    if isinstance(source, np.ndarray):
        return rows_of(_table_of(source, wanted), rows_a_part)
    if isinstance(source, (pa.Array, pa.ChunkedArray)):
        return rows_of(pa.table({wanted.column: source}), rows_a_part)
    if isinstance(source, pa.RecordBatch):
        return rows_of(pa.Table.from_batches([source]), rows_a_part)
    if isinstance(source, pa.Table):
        return rows_of(source, rows_a_part)
    if type(source).__module__.startswith("pyarrow._dataset"):
        return _parts_of_dataset(source, wanted, rows_a_part)
    if hasattr(source, "__arrow_c_stream__"):
        return [Stream(source)]
    if hasattr(source, "__arrow_c_array__"):
        return parts_of(pa.array(source), wanted, rows_a_part)
    if isinstance(source, (list, tuple)) and source:
        if all(isinstance(item, (str, bytes, os.PathLike)) for item in source):
            return _parts_of_paths(source, wanted, rows_a_part)
        if all(isinstance(item, pa.RecordBatch) for item in source):
            return rows_of(pa.Table.from_batches(source), rows_a_part)
    if isinstance(source, Iterable) and not isinstance(source, bytearray):
        return [RecordStream(source)]
    lazy = "; collect() it first" if hasattr(source, "collect") else ""
    raise TypeError(
        f"{type(source).__name__} is no source: give paths, an Arrow table or stream, a NumPy array of "
        f"games (n, k) or boards (n, 15, 15), or records{lazy}"
    )


def rows_of(table: pa.Table, rows_a_part: int) -> list[Part]:
    """Return the parts of a table in memory."""
    return [
        Rows(table.slice(first, rows_a_part), first)
        for first in range(0, max(table.num_rows, 1), rows_a_part)
    ]


def _table_of(array: Any, wanted: Input) -> pa.Table:
    if wanted.boards:
        boards = board_batch(array)
        flat = pa.FixedSizeListArray.from_arrays(pa.array(boards.reshape(-1)), 225)
        return pa.table({wanted.board: flat})
    if array.dtype != np.uint8 or array.ndim != 2:
        hint = "; boards are judged with per='position'" if array.ndim > 2 else ""
        raise TypeError(
            f"an array of shape {array.shape} and dtype {array.dtype} holds no games: they are "
            f"(n, k) uint8, as renju.batch.encode_moves makes them{hint}"
        )
    if not array.shape[1]:
        return pa.table({wanted.moves: pa.array([[]] * len(array), pa.list_(pa.uint8()))})
    flat = pa.array(np.ascontiguousarray(array).reshape(-1))
    return pa.table({wanted.moves: pa.FixedSizeListArray.from_arrays(flat, array.shape[1])})


def _parts_of_dataset(dataset: Any, wanted: Input, rows_a_part: int) -> list[Part]:
    """Return the files of a dataset of local Parquet files, all of whose rows are wanted, else a stream."""
    if hasattr(dataset, "to_reader"):  # a scanner
        return [Stream(dataset.to_reader())]
    local = type(getattr(dataset, "filesystem", None)).__name__ == "LocalFileSystem"
    if (
        local
        and dataset.format.default_extname == "parquet"
        and not getattr(dataset, "_scan_options", True)  # of a filter
        and wanted.column in dataset.schema.names
    ):
        return _parts_of_paths(list(dataset.files), wanted, rows_a_part)
    return [Stream(_Scanned(dataset))]


class _Scanned:
    """The batches of a dataset, read again at each call."""

    def __init__(self, dataset: Any) -> None:
        self._dataset = dataset

    @property
    def description(self) -> str:
        """What is known of it: its files, its schema, its filter."""
        dataset = self._dataset
        options = getattr(dataset, "_scan_options", "")
        return f"{getattr(dataset, 'files', '')} {dataset.schema} {options}"

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        return iter(self._dataset.to_batches(batch_readahead=1, fragment_readahead=1))


# Paths


def _parts_of_paths(
    paths: Iterable[str | bytes | os.PathLike[str]], wanted: Input, rows_a_part: int
) -> list[Part]:
    parts: list[Part] = []
    waiting: list[str] = []
    size = 0
    lacking: list[ColumnError] = []

    def flush() -> None:
        nonlocal waiting, size
        if waiting:
            parts.append(RecordFiles(tuple(waiting)))
        waiting, size = [], 0

    files = 0
    for path in _files_of(paths, wanted.beside):
        files += 1
        kind = _kind_of(path, wanted)
        if kind:
            flush()
        if kind == "parquet":
            parts += _parts_of_parquet(path, wanted, rows_a_part, lacking)
        elif kind:
            parts.append(TableFile(path, kind))
            if kind == "csv" and (wrong := _lacks(path, wanted)):
                lacking.append(wrong)
        else:
            waiting.append(path)
            size += Path(path).stat().st_size if Path(path).is_file() else 0
            if size >= _BYTES_A_PART:
                flush()
    flush()
    if lacking and len(lacking) == files:
        raise lacking[0]
    return parts


def _kind_of(path: str, wanted: Input) -> str:
    """Return what kind of table a file is, empty for a file of records."""
    if wanted.format is not None:
        return ""
    kind = _KINDS.get(Path(path).suffix.lower(), "")
    if kind and kind != "csv":
        return kind
    try:
        with open(path, "rb") as file:  # noqa: PTH123  (the name may be no UTF-8)
            head = file.read(_HEADER)
    except OSError:
        return ""  # reading it as records says what is wrong
    if kind == "csv":
        return "" if _is_move_text(head) else kind
    return next((kind for magic, kind in _MAGIC if head.startswith(magic)), "")


def _is_move_text(head: bytes) -> bool:
    """Whether a file that is called a table has no header, but moves between its commas."""
    line = next(iter(head.removeprefix(b"\xef\xbb\xbf").splitlines()), b"")
    try:
        return bool(parse_moves(line.decode()))
    except (NotationError, UnicodeDecodeError):
        return False


def _lacks(path: str, wanted: Input) -> ColumnError | None:
    """Return what is wrong with the header of a CSV file."""
    try:
        with Path(path).open(
            encoding=wanted.encoding or "utf-8-sig", errors="replace", newline=""
        ) as file:
            header = next(csv.reader(file), [])
    except (OSError, csv.Error):
        return None
    found = pa.schema([(name, pa.string()) for name in header])
    return None if wanted.column in header else no_column(wanted, found)


def _parts_of_parquet(
    path: str, wanted: Input, rows_a_part: int, lacking: list[ColumnError]
) -> list[Part]:
    nothing = [ParquetGroups(path, (), 0)]  # says what is wrong, if something is, when it is read
    try:
        with opened(path) as file:
            meta = pq.read_metadata(file)
        schema = meta.schema.to_arrow_schema()
    except (OSError, pa.ArrowException):
        return [*nothing]
    if wanted.column not in schema.names:
        lacking.append(no_column(wanted, schema))
        return [*nothing]
    parts: list[Part] = []
    groups: list[tuple[int, int]] = []
    first = 0
    for index in range(meta.num_row_groups):
        groups.append((index, meta.row_group(index).num_rows))
        rows = sum(count for _, count in groups)
        if rows >= rows_a_part or index + 1 == meta.num_row_groups:
            parts.append(ParquetGroups(path, tuple(groups), first))
            first, groups = first + rows, []
    return parts or [*nothing]


def _files_of(paths: Iterable[str | bytes | os.PathLike[str]], beside: str) -> Iterator[str]:
    """Yield the files that paths, folders and patterns name, those of a folder in order.

    Of a folder hidden files, those in the folder `beside` and what other jobs have written there
    beside their rows are passed over.

    Raises
    ------
    FileNotFoundError
        If one names nothing.
    ValueError
        If one is empty.
    """
    for given in paths:
        path = os.fsdecode(given)
        if not path:
            raise ValueError("'': an empty path; '.' is the current folder")
        if Path(path).is_dir():
            found = sorted(_inside(path, beside))
        elif Path(path).exists():
            found = [path]
        else:
            matches = sorted(glob.glob(path, recursive=True))  # noqa: PTH207
            found = [match for match in matches if Path(match).is_file()]
            if matches and not found:
                raise FileNotFoundError(f"{path}: the pattern matches folders only; add /*")
        if not found:
            what = (
                "there is no file in this folder"
                if Path(path).is_dir()
                else "there is no such file"
            )
            raise FileNotFoundError(f"{path}: {what}")
        yield from found


def _inside(folder: str, beside: str) -> Iterator[str]:
    """Yield the files of a folder; a folder in it that cannot be listed comes as a file that cannot be read."""
    closed: list[str] = []
    for root, folders, files in os.walk(folder, onerror=lambda e: closed.append(e.filename)):
        folders[:] = [
            name
            for name in folders
            if name[0] not in "._"
            and not (beside and _same(Path(root) / name, beside))
            and not _is_of_a_job(Path(root) / name)
        ]
        of_a_job = _is_of_a_job(Path(root))
        for name in files:
            by_a_job = name.endswith(".problems.parquet") or (
                of_a_job and name in (MANIFEST, "problems.parquet")
            )
            path = os.path.join(root, name)  # noqa: PTH118  (paths are kept as text here)
            if name[0] not in "._" and not by_a_job and Path(path).is_file():
                yield path
    yield from closed


def _same(one: Path, other: str) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _is_of_a_job(folder: Path) -> bool:
    try:
        with (folder / MANIFEST).open("rb") as file:
            return MANIFEST_FORMAT.encode() in file.read(200)
    except OSError:
        return False
