"""Where the games of a job come from, cut into parts that can be read apart from each other."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from .. import records
from .._optional import needs
from ..arrays import board_batch
from ..batch import PADDING
from ..board import Board
from ..errors import RenjuError
from ..geometry import Color
from .chunks import RESULTS, BoardChunk, Chunk, GameChunk, RowProblem, read_results

with needs("arrow"):
    import pyarrow as pa
    import pyarrow.ipc
    import pyarrow.parquet as pq

from ..arrow_columns import read_boards, read_games

__all__ = [
    "ArrowFile",
    "Input",
    "Part",
    "RecordFiles",
    "RecordStream",
    "Rows",
    "Stream",
    "parts_of",
]

#: Small record files are read as one part until they come to so many bytes.
_BYTES_A_PART: Final = 4 << 20
_PARQUET: Final = (".parquet", ".pq")
_IPC: Final = (".arrow", ".arrows", ".feather", ".ipc")
#: What pyarrow reads at once of a Parquet column chunk.
_READ_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Input:
    """How the source of a job is to be read.

    Attributes
    ----------
    boards
        Whether it holds boards, not games.
    moves, result, board
        The names of the columns of tables: games, their results (taken if it is there), boards.
    format, encoding
        As of `renju.records.read`.
    rows
        How many games or boards a chunk has.
    beside
        A folder whose files are not read, since the job writes them.
    """

    boards: bool = False
    moves: str = "moves"
    result: str = "result"
    board: str = "board"
    format: str | None = None
    encoding: str | None = None
    rows: int = 4096
    beside: str = ""

    @property
    def column(self) -> str:
        """The column that a table must have."""
        return self.board if self.boards else self.moves


class ColumnError(TypeError):
    """A table has no column of the name that is wanted, or it is of a type that holds no games."""


class Part:
    """A part of the input. It can be sent to another process, if it is no stream."""

    @property
    def known(self) -> int | None:
        """How many rows it has, None if only reading tells."""
        return None

    @property
    def once(self) -> bool:
        """Whether it can be read only once."""
        return False

    @property
    def files(self) -> tuple[str, ...]:
        """The files that it is read from."""
        return ()

    def chunks(self, wanted: Input) -> Iterator[Chunk]:
        """Yield it chunk by chunk; what cannot be read is a problem of its chunk."""
        raise NotImplementedError

    def fingerprint(self) -> dict[str, Any]:
        """Return what tells it from another one, as JSON-ready data."""
        raise NotImplementedError


def _stamp(path: str) -> list[Any]:
    try:
        status = os.stat(path)  # noqa: PTH116  (paths are kept as text here)
    except OSError:
        return [path, None, None]
    return [path, status.st_size, status.st_mtime_ns]


# Files of records


@dataclass(frozen=True, slots=True)
class RecordFiles(Part):
    """Some files of records, one after another."""

    paths: tuple[str, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """The files."""
        return self.paths

    def chunks(self, wanted: Input) -> Iterator[Chunk]:
        """Yield the records of the files; a file that cannot be read is a problem."""
        return _record_chunks(
            (item for path in self.paths for item in _read_records(path, wanted)), wanted
        )

    def fingerprint(self) -> dict[str, Any]:
        """Return the files with their sizes and times."""
        return {"records": [_stamp(path) for path in self.paths]}


@dataclass(frozen=True, slots=True)
class RecordStream(Part):
    """Records that come from elsewhere."""

    records: Iterable[records.Record]

    @property
    def once(self) -> bool:
        """Whether it is an iterator."""
        return isinstance(self.records, Iterator)

    def chunks(self, wanted: Input) -> Iterator[Chunk]:
        """Yield the records as they come."""
        return _record_chunks((("", record) for record in self.records), wanted)

    def fingerprint(self) -> dict[str, Any]:
        """Return that they are records: more cannot be told."""
        return {"records": None}


_Read = tuple[str, records.Record | RowProblem]


def _read_records(path: str, wanted: Input) -> Iterator[_Read]:
    """Yield the records of a file, and why it ends before its end."""
    found = 0
    try:
        for record in records.read(path, format=wanted.format, encoding=wanted.encoding):
            found += 1
            # trees are large and not looked at
            yield path, record if record.tree is None else replace(record, tree=None)
    except (OSError, RenjuError) as error:
        after = f"after {found} games" if found else ""
        yield path, RowProblem(path, None, after, str(error).removeprefix(f"{path}: "))
    else:
        if not found:
            yield path, RowProblem(path, None, "", "there is no game in it")


def _record_chunks(found: Iterable[_Read], wanted: Input) -> Iterator[Chunk]:
    chunk_of = _boards_of_records if wanted.boards else _games_of_records
    waiting: list[tuple[str, records.Record]] = []
    trouble: list[RowProblem] = []
    for source, item in found:
        if isinstance(item, RowProblem):
            trouble.append(item)
        elif isinstance(item, records.Record):
            waiting.append((source, item))
        else:
            raise TypeError(
                f"{type(item).__name__} in the source: an iterable holds records; texts go into a "
                "column, pyarrow.table({'moves': texts})"
            )
        if len(waiting) == wanted.rows:
            yield chunk_of(waiting, trouble)
            waiting, trouble = [], []
    if waiting or trouble:
        yield chunk_of(waiting, trouble)


def _boards_of_records(
    found: Sequence[tuple[str, records.Record]], trouble: Sequence[RowProblem]
) -> BoardChunk:
    """Return the boards after the last move of records."""
    boards = np.zeros((len(found), 15, 15), np.uint8)
    valid = np.ones(len(found), np.bool_)
    problems = list(trouble)
    for index, (source, record) in enumerate(found):
        problems += (RowProblem(source, index, p.place, p.message) for p in record.problems)
        try:
            boards[index] = record.board().to_array()
        except RenjuError as error:
            problems.append(RowProblem(source, index, record.place, str(error)))
            valid[index] = False
    return BoardChunk(boards, valid, tuple(source for source, _ in found), 0, tuple(problems))


def _games_of_records(
    found: Sequence[tuple[str, records.Record]], trouble: Sequence[RowProblem]
) -> GameChunk:
    lines = [bytes(record.moves) for _, record in found]
    moves = np.full((len(found), max(map(len, lines), default=0)), PADDING, np.uint8)
    valid = np.ones(len(found), np.bool_)
    problems = list(trouble)
    setups = {}
    for index, (source, record) in enumerate(found):
        moves[index, : len(lines[index])] = np.frombuffer(lines[index], np.uint8)
        problems += (RowProblem(source, index, p.place, p.message) for p in record.problems)
        if not (record.black or record.white or record.to_move is Color.WHITE):
            continue
        try:
            Board(black=record.black, white=record.white, to_move=record.to_move)
            setups[index] = record
        except RenjuError as error:
            problems.append(RowProblem(source, index, record.place, str(error)))
            valid[index] = False
            moves[index] = PADDING
    codes = [RESULTS.index(r.result) if r.result in RESULTS else 0 for _, r in found]
    return GameChunk(
        moves,
        valid,
        np.array(codes, np.uint8),
        tuple(source for source, _ in found),
        tuple(record.place for _, record in found),
        0,
        tuple(problems),
        setups,
    )


# Arrow


@dataclass(frozen=True, slots=True)
class ArrowFile(Part):
    """Row groups of a Parquet file, or an Arrow IPC file.

    Attributes
    ----------
    path
        The file.
    groups
        The row groups; None: the file is Arrow IPC.
    first_row, rows
        The first row and how many there are.
    """

    path: str
    groups: tuple[int, ...] | None
    first_row: int
    rows: int | None

    @property
    def files(self) -> tuple[str, ...]:
        """The file."""
        return (self.path,)

    @property
    def known(self) -> int | None:
        """How many rows the file says that it has."""
        return self.rows

    def chunks(self, wanted: Input) -> Iterator[Chunk]:
        """Yield the rows, in memory that does not grow with the row groups."""
        return _arrow_chunks(self._batches(wanted), wanted, self.path, self.first_row)

    def _batches(self, wanted: Input) -> Iterator[pa.RecordBatch]:
        if self.groups is None:
            with pa.memory_map(self.path) as file:
                yield from _ipc_reader(file)
            return
        with pq.ParquetFile(self.path, pre_buffer=False, buffer_size=_READ_BYTES) as file:
            names = [
                name for name in (wanted.column, wanted.result) if name in file.schema_arrow.names
            ]
            if wanted.column not in names:
                raise _no_column(wanted, file.schema_arrow)
            yield from file.iter_batches(
                batch_size=wanted.rows,
                row_groups=list(self.groups),
                columns=names,
                use_threads=False,
            )

    def fingerprint(self) -> dict[str, Any]:
        """Return the file with its size and time, and the row groups."""
        groups = None if self.groups is None else list(self.groups)
        return {"arrow": _stamp(self.path), "groups": groups}


def _ipc_reader(file: Any) -> Iterator[pa.RecordBatch]:
    try:
        reader = pa.ipc.open_file(file)
    except pa.ArrowInvalid:
        file.seek(0)
        yield from pa.ipc.open_stream(file)
        return
    for index in range(reader.num_record_batches):
        yield reader.get_batch(index)


@dataclass(frozen=True)
class Rows(Part):
    """Rows of a table in memory."""

    table: pa.Table
    first_row: int = 0

    def __reduce__(self) -> tuple[Any, ...]:
        stream = pa.BufferOutputStream()  # pickle would send the whole table with each slice of it
        with pa.ipc.new_stream(stream, self.table.schema) as writer:
            writer.write_table(self.table)
        return _received, (stream.getvalue().to_pybytes(), self.first_row)

    @property
    def known(self) -> int | None:
        """How many rows it has."""
        return int(self.table.num_rows)

    def chunks(self, wanted: Input) -> Iterator[Chunk]:
        """Yield the rows."""
        return _arrow_chunks(self.table.to_batches(), wanted, "", self.first_row)

    def fingerprint(self) -> dict[str, Any]:
        """Return the schema and the number of rows: more would cost a look at all of them."""
        return {"table": str(self.table.schema), "rows": [self.first_row, self.table.num_rows]}


def _received(data: bytes, first_row: int) -> Rows:
    return Rows(pa.ipc.open_stream(data).read_all(), first_row)


@dataclass(frozen=True)
class Stream(Part):
    """An Arrow stream of record batches, or something that gives one."""

    stream: Any

    @property
    def once(self) -> bool:
        """Whether it is a reader, which ends."""
        return isinstance(self.stream, Iterator)

    def chunks(self, wanted: Input) -> Iterator[Chunk]:
        """Yield the rows as they come."""
        return _arrow_chunks(_stream_batches(self.stream, wanted), wanted, "", 0)

    def fingerprint(self) -> dict[str, Any]:
        """Return that it is a stream."""
        return {"stream": type(self.stream).__name__}


def _stream_batches(stream: Any, wanted: Input) -> Iterator[pa.RecordBatch]:
    if isinstance(stream, pa.RecordBatchReader):
        yield from stream
        return
    if not hasattr(stream, "__arrow_c_stream__"):
        yield from stream
        return
    try:
        reader = pa.RecordBatchReader.from_stream(stream)
    except (pa.ArrowInvalid, TypeError):  # a single column, not a table
        for chunk in pa.chunked_array(stream).chunks:
            yield pa.RecordBatch.from_arrays([chunk], [wanted.column])
    else:
        yield from reader


def _no_column(wanted: Input, schema: pa.Schema) -> ColumnError:
    option = "board_column" if wanted.boards else "moves_column"
    have = ", ".join(map(repr, schema.names)) or "none"
    return ColumnError(
        f"there is no column {wanted.column!r}: there are {have}; {option}= names another"
    )


def _arrow_chunks(
    batches: Iterable[pa.RecordBatch], wanted: Input, source: str, row: int
) -> Iterator[Chunk]:
    """Yield chunks of `wanted.rows` rows, however long the batches are."""
    try:
        for batch in _cut(batches, wanted):
            yield (
                _boards_of(batch, wanted, source, row)
                if wanted.boards
                else _games_of(batch, wanted, source, row)
            )
            row += batch.num_rows
    except (OSError, pa.ArrowException, ColumnError) as error:
        if not source:
            raise  # a table in memory of the caller's: nothing to carry on with
        yield _nothing(wanted, source, row, str(error))


def _nothing(wanted: Input, source: str, row: int, said: str) -> Chunk:
    problems = (RowProblem(source, None, f"after row {row}" if row else "", said),)
    valid = np.zeros(0, np.bool_)
    if wanted.boards:
        return BoardChunk(np.zeros((0, 15, 15), np.uint8), valid, source, row, problems)
    moves = np.zeros((0, 0), np.uint8)
    return GameChunk(moves, valid, np.zeros(0, np.uint8), source, None, row, problems)


def _cut(batches: Iterable[pa.RecordBatch], wanted: Input) -> Iterator[pa.RecordBatch]:
    waiting: list[pa.RecordBatch] = []
    held = 0
    for batch in batches:
        names = [name for name in (wanted.column, wanted.result) if name in batch.schema.names]
        if wanted.column not in names:
            raise _no_column(wanted, batch.schema)
        rest = batch.select(names)
        while held + rest.num_rows >= wanted.rows:
            take = wanted.rows - held
            yield _joined([*waiting, rest.slice(0, take)])
            rest, waiting, held = rest.slice(take), [], 0
        if rest.num_rows:
            waiting.append(rest)
            held += rest.num_rows
    if waiting:
        yield _joined(waiting)


def _joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    if len(batches) == 1:
        return batches[0]
    table = pa.Table.from_batches(batches).combine_chunks()
    return table.to_batches()[0]


def _games_of(batch: pa.RecordBatch, wanted: Input, source: str, row: int) -> GameChunk:
    try:
        games = read_games(batch.column(wanted.moves), name=wanted.moves)
    except TypeError as error:
        raise ColumnError(str(error)) from None
    results = np.zeros(len(games.moves), np.uint8)
    wrong = list(games.problems)
    if wanted.result in batch.schema.names:
        texts = batch.column(wanted.result).cast(pa.string()).to_pylist()
        results, no_results = read_results(texts)
        wrong += no_results
    problems = _row_problems(wrong, source, row)
    return GameChunk(games.moves, games.valid, results, source, None, row, problems)


def _row_problems(
    wrong: Iterable[tuple[int, str]], source: str, row: int
) -> tuple[RowProblem, ...]:
    return tuple(RowProblem(source, index, f"row {row + index}", said) for index, said in wrong)


def _boards_of(batch: pa.RecordBatch, wanted: Input, source: str, row: int) -> BoardChunk:
    try:
        boards = read_boards(batch.column(wanted.board), name=wanted.board)
    except TypeError as error:
        raise ColumnError(str(error)) from None
    problems = _row_problems(boards.problems, source, row)
    return BoardChunk(np.ascontiguousarray(boards.cells), boards.valid, source, row, problems)


# What a user may give


def parts_of(source: Any, wanted: Input, rows_a_part: int) -> list[Part]:
    """Return the parts of a source.

    Parameters
    ----------
    source
        A path, a folder, a pattern with `*`, or several of them; a pyarrow Table, RecordBatch, Array,
        ChunkedArray, Dataset; anything with the Arrow C interface; a NumPy array of games
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
        If the source is none of these.
    """
    if isinstance(source, (str, os.PathLike)):
        return _parts_of_paths([source], wanted, rows_a_part)
    if isinstance(source, np.ndarray):
        return _parts_of_table(_table_of(source, wanted), rows_a_part)
    if isinstance(source, (pa.Array, pa.ChunkedArray)):
        return _parts_of_table(pa.table({wanted.column: source}), rows_a_part)
    if isinstance(source, pa.RecordBatch):
        return _parts_of_table(pa.Table.from_batches([source]), rows_a_part)
    if isinstance(source, pa.Table):
        return _parts_of_table(source, rows_a_part)
    if type(source).__module__.startswith("pyarrow._dataset"):
        return _parts_of_dataset(source, wanted, rows_a_part)
    if hasattr(source, "__arrow_c_stream__"):
        return [Stream(source)]
    if hasattr(source, "__arrow_c_array__"):
        return parts_of(pa.array(source), wanted, rows_a_part)
    if isinstance(source, (list, tuple)) and source:
        if all(isinstance(item, (str, os.PathLike)) for item in source):
            return _parts_of_paths(source, wanted, rows_a_part)
        if all(isinstance(item, pa.RecordBatch) for item in source):
            return _parts_of_table(pa.Table.from_batches(source), rows_a_part)
    if isinstance(source, Iterable) and not isinstance(source, (bytes, bytearray)):
        return [RecordStream(source)]
    raise TypeError(
        f"{type(source).__name__} is no source: give paths, an Arrow table or stream, a NumPy array of "
        "games (n, k) or boards (n, 15, 15), or records"
    )


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


def _parts_of_table(table: pa.Table, rows_a_part: int) -> list[Part]:
    return [
        Rows(table.slice(first, rows_a_part), first)
        for first in range(0, max(table.num_rows, 1), rows_a_part)
    ]


def _parts_of_dataset(dataset: Any, wanted: Input, rows_a_part: int) -> list[Part]:
    local = type(getattr(dataset, "filesystem", None)).__name__ == "LocalFileSystem"
    if local and dataset.format.default_extname == "parquet":
        return _parts_of_paths(list(dataset.files), wanted, rows_a_part)
    return [Stream(_Scanned(dataset))]


class _Scanned:
    """The batches of a dataset that is no set of local Parquet files, read again at each call."""

    def __init__(self, dataset: Any) -> None:
        self._dataset = dataset

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        return iter(self._dataset.to_batches(batch_readahead=1, fragment_readahead=1))


def _parts_of_paths(
    paths: Iterable[str | os.PathLike[str]], wanted: Input, rows_a_part: int
) -> list[Part]:
    parts: list[Part] = []
    waiting: list[str] = []
    size = 0

    def flush() -> None:
        nonlocal waiting, size
        if waiting:
            parts.append(RecordFiles(tuple(waiting)))
        waiting, size = [], 0

    for path in _files_of(paths, wanted.beside):
        ending = Path(path).suffix.lower()
        if wanted.format is None and ending in (*_PARQUET, *_IPC):
            flush()
            parts += _parts_of_arrow_file(path, rows_a_part, parquet=ending in _PARQUET)
        else:
            waiting.append(path)
            size += Path(path).stat().st_size
            if size >= _BYTES_A_PART:
                flush()
    flush()
    return parts


def _parts_of_arrow_file(path: str, rows_a_part: int, *, parquet: bool) -> list[Part]:
    if not parquet:
        return [ArrowFile(path, None, 0, None)]
    try:
        meta = pq.read_metadata(path)
    except (OSError, pa.ArrowException):
        return [ArrowFile(path, (), 0, 0)]  # says what is wrong when it is read
    parts: list[Part] = []
    groups: list[int] = []
    first = rows = 0
    for index in range(meta.num_row_groups):
        groups.append(index)
        rows += meta.row_group(index).num_rows
        if rows >= rows_a_part or index + 1 == meta.num_row_groups:
            parts.append(ArrowFile(path, tuple(groups), first, rows))
            first, rows, groups = first + rows, 0, []
    return parts or [ArrowFile(path, (), 0, 0)]


def _files_of(paths: Iterable[str | os.PathLike[str]], beside: str) -> Iterator[str]:
    """Yield the files that paths, folders and patterns name, those of a folder in order.

    Hidden files and those in the folder `beside` are passed over.

    Raises
    ------
    FileNotFoundError
        If one names nothing.
    """
    for given in paths:
        path = os.fspath(given)
        if Path(path).is_dir():
            found = sorted(
                str(file) for file in Path(path).rglob("*") if _wanted(file, path, beside)
            )
        elif Path(path).exists():
            found = [path]
        else:
            found = sorted(filter(os.path.isfile, glob.glob(path, recursive=True)))  # noqa: PTH207
        if not found:
            what = (
                "there is no file in this folder"
                if Path(path).is_dir()
                else "there is no such file"
            )
            raise FileNotFoundError(f"{path}: {what}")
        yield from found


def _wanted(file: Path, folder: str, beside: str) -> bool:
    hidden = any(part[0] in "._" for part in file.relative_to(folder).parts)
    return file.is_file() and not hidden and not (beside and file.is_relative_to(beside))
