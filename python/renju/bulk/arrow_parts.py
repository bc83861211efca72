"""Tables as a part of a job: Parquet, Arrow and CSV files, tables in memory, streams."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any, Final

import numpy as np

from .._optional import needs
from .chunks import BoardChunk, Chunk, GameChunk, RowProblem, read_results
from .parts import ColumnError, Input, Part, shown, stamp

with needs("arrow"):
    import pyarrow as pa
    import pyarrow.ipc
    import pyarrow.parquet as pq

from ..arrow_columns import read_boards, read_games
from ..errors import quoted

__all__ = ["ParquetGroups", "Rows", "Stream", "TableFile", "no_column", "opened"]

#: What is read at once of a Parquet column chunk.
_READ_BYTES: Final = 1 << 20


class _Troubles:
    """What is wrong with a source besides single rows, until a chunk takes it along."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._waiting: list[RowProblem] = []

    def add(self, place: str, message: str) -> None:
        """Add one."""
        self._waiting.append(RowProblem(self._source, None, place, message))

    def take(self) -> list[RowProblem]:
        """Return those since the last call."""
        taken, self._waiting = self._waiting, []
        return taken


@dataclass(frozen=True, slots=True)
class ParquetGroups(Part):
    """Some row groups of a Parquet file.

    Attributes
    ----------
    path
        The file.
    groups
        The row groups, each with how many rows it has.
    first_row
        The first row of the first of them.
    """

    path: str
    groups: tuple[tuple[int, int], ...]
    first_row: int

    @property
    def files(self) -> tuple[str, ...]:
        """The file."""
        return (self.path,)

    @property
    def known(self) -> int | None:
        """How many rows the file says that it has."""
        return sum(rows for _, rows in self.groups)

    def chunks(self, wanted: Input) -> Iterator[Chunk]:
        """Yield the rows, in memory that does not grow with the row groups."""
        troubles = _Troubles(shown(self.path))
        batches = self._batches(wanted, troubles)
        return _chunks(batches, wanted, shown(self.path), self.first_row, troubles)

    def _batches(self, wanted: Input, troubles: _Troubles) -> Iterator[pa.RecordBatch]:
        """Yield the rows; what cannot be read of a row group comes as nulls."""
        with (
            opened(wanted.where(self.path)) as content,
            pq.ParquetFile(content, pre_buffer=False, buffer_size=_READ_BYTES) as file,
        ):
            schema = _columns(file.schema_arrow, wanted)
            row = self.first_row
            for index, rows in self.groups:
                done = 0
                try:
                    for batch in file.iter_batches(
                        batch_size=wanted.rows,
                        row_groups=[index],
                        columns=schema.names,
                        use_threads=False,
                    ):
                        yield batch
                        done += batch.num_rows
                except (OSError, pa.ArrowException) as error:
                    troubles.add(f"rows {row + done} to {row + rows - 1}", shown(str(error)))
                    lost = [pa.nulls(rows - done, field.type) for field in schema]
                    yield pa.RecordBatch.from_arrays(lost, schema.names)
                row += rows

    def fingerprint(self) -> dict[str, Any]:
        """Return the file with its size and time, and the row groups."""
        return {"parquet": stamp(self.path), "groups": [index for index, _ in self.groups]}


@dataclass(frozen=True, slots=True)
class TableFile(Part):
    """An Arrow IPC file or stream (`kind` is `"ipc"`), or a CSV file with a header (`"csv"`)."""

    path: str
    kind: str

    @property
    def files(self) -> tuple[str, ...]:
        """The file."""
        return (self.path,)

    def chunks(self, wanted: Input) -> Iterator[Chunk]:
        """Yield the rows."""
        troubles = _Troubles(shown(self.path))
        batches = (self._ipc if self.kind == "ipc" else self._csv)(wanted, troubles)
        return _chunks(batches, wanted, shown(self.path), 0, troubles)

    def _ipc(self, wanted: Input, _: _Troubles) -> Iterator[pa.RecordBatch]:
        with opened(wanted.where(self.path)) as file:
            try:
                reader = pa.ipc.open_file(file)
            except pa.ArrowInvalid:
                file.seek(0)
                yield from pa.ipc.open_stream(file)
                return
            for index in range(reader.num_record_batches):
                yield reader.get_batch(index)

    def _csv(self, wanted: Input, troubles: _Troubles) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a CSV file; a row of another width than the header's comes as nulls."""
        with open(  # noqa: PTH123  (the name may be no UTF-8)
            wanted.where(self.path),
            encoding=wanted.encoding or "utf-8-sig",
            errors="backslashreplace",
            newline="",
        ) as file:
            lines = csv.reader(file)
            header = next(lines, [])
            names = _columns(pa.schema([(name, pa.string()) for name in header]), wanted).names
            where = [header.index(name) for name in names]
            rows: list[list[str | None]] = []
            for cells in _csv_rows(lines, len(header), troubles):
                rows.append(
                    [cells[index] or None for index in where] if cells else [None] * len(where)
                )
                if len(rows) == wanted.rows:
                    yield _text_batch(rows, names)
                    rows = []
            if rows:
                yield _text_batch(rows, names)

    def fingerprint(self) -> dict[str, Any]:
        """Return the file with its size and time."""
        return {self.kind: stamp(self.path)}


def _csv_rows(lines: Any, width: int, troubles: _Troubles) -> Iterator[list[str]]:
    """Yield the rows of a CSV file, an empty list for one that is broken."""
    while True:
        try:
            cells = next(lines, None)
        except csv.Error as error:
            troubles.add(f"line {lines.line_num}", str(error))
            yield []
            continue
        if cells is None:
            return
        if cells and len(cells) != width:
            said = f"{len(cells)} columns, expected {width}: {quoted(','.join(cells))}"
            troubles.add(f"line {lines.line_num}", said)
            cells = []
        elif not cells:
            continue  # a blank line
        yield cells


def _text_batch(rows: list[list[str | None]], names: list[str]) -> pa.RecordBatch:
    columns = zip(*rows, strict=True)
    return pa.RecordBatch.from_arrays([pa.array(column, pa.string()) for column in columns], names)


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
        return _chunks(self.table.to_batches(), wanted, "", self.first_row)

    def fingerprint(self) -> dict[str, Any]:
        """Return the schema and the number of rows: more would cost a look at all of them."""
        return {"table": str(self.table.schema), "rows": [self.first_row, self.table.num_rows]}


def _received(data: bytes, first_row: int) -> Rows:
    return Rows(pa.ipc.open_stream(data).read_all(), first_row)


@dataclass(frozen=True)
class Stream(Part):
    """An Arrow stream of record batches, or something that gives one."""

    stream: Any

    def chunks(self, wanted: Input) -> Iterator[Chunk]:
        """Yield the rows as they come."""
        return _chunks(_stream_batches(self.stream, wanted), wanted, "", 0)

    def fingerprint(self) -> dict[str, Any]:
        """Return that it is a stream, and what of a dataset."""
        return {"stream": getattr(self.stream, "description", type(self.stream).__name__)}


def _stream_batches(stream: Any, wanted: Input) -> Iterator[pa.RecordBatch]:
    if isinstance(stream, pa.RecordBatchReader) or not hasattr(stream, "__arrow_c_stream__"):
        yield from stream
        return
    try:
        reader = pa.RecordBatchReader.from_stream(stream)
    except (pa.ArrowInvalid, TypeError):  # a single column, not a table
        for chunk in pa.chunked_array(stream).chunks:
            yield pa.RecordBatch.from_arrays([chunk], [wanted.column])
    else:
        yield from reader


def opened(path: str) -> IO[bytes]:
    """Open a file, whatever bytes its name has; Arrow takes UTF-8 only."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return open(path, "rb")  # noqa: PTH123  (the caller closes it)
    file: IO[bytes] = pa.OSFile(path)
    return file


# Columns


def no_column(wanted: Input, schema: pa.Schema) -> ColumnError:
    """Return the error of a table without the column."""
    option = "board_column" if wanted.boards else "moves_column"
    have = ", ".join(map(repr, schema.names)) or "none"
    return ColumnError(
        f"there is no column {wanted.column!r}: there are {have}; {option}= names another"
    )


def _columns(schema: pa.Schema, wanted: Input) -> pa.Schema:
    """Return those columns of a table that are read."""
    if wanted.column not in schema.names:
        raise no_column(wanted, schema)
    fields = []
    for name in dict.fromkeys((wanted.column, wanted.result)):
        found = schema.get_all_field_indices(name)
        if len(found) > 1:
            raise ColumnError(f"there are {len(found)} columns {name!r}: one must be meant")
        fields += [schema.field(index) for index in found]
    return pa.schema(fields)


# Chunks


def _chunks(
    batches: Iterable[pa.RecordBatch],
    wanted: Input,
    source: str,
    row: int,
    troubles: _Troubles | None = None,
) -> Iterator[Chunk]:
    """Yield chunks of `wanted.rows` rows, however long the batches are."""
    troubles = troubles or _Troubles(source)
    try:
        for batch in _cut(batches, wanted):
            yield _chunk(batch, wanted, source, row, troubles)
            row += batch.num_rows
    except (OSError, pa.ArrowException, ColumnError) as error:
        if not source:
            raise  # a table in memory of the caller's: nothing to carry on with
        troubles.add(f"after row {row}" if row else "", shown(str(error)))
    if left := troubles.take():
        yield _only(left, wanted, source, row)


def _only(problems: Iterable[RowProblem], wanted: Input, source: str, row: int) -> Chunk:
    """Return a chunk of no rows."""
    valid = np.zeros(0, np.bool_)
    if wanted.boards:
        boards = np.zeros((0, 15, 15), np.uint8)
        return BoardChunk(boards, valid, source, row, tuple(problems))
    moves = np.zeros((0, 0), np.uint8)
    return GameChunk(moves, valid, np.zeros(0, np.uint8), source, None, row, tuple(problems))


def _cut(batches: Iterable[pa.RecordBatch], wanted: Input) -> Iterator[pa.RecordBatch]:
    waiting: list[pa.RecordBatch] = []
    held = 0
    for batch in batches:
        rest = batch.select(_columns(batch.schema, wanted).names)
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


def _chunk(
    batch: pa.RecordBatch, wanted: Input, source: str, row: int, troubles: _Troubles
) -> Chunk:
    column = batch.column(wanted.column)
    try:
        if wanted.boards:
            boards = read_boards(column, name=wanted.column)
            problems = (*troubles.take(), *_row_problems(boards.problems, source, row))
            cells = np.ascontiguousarray(boards.cells)
            return BoardChunk(cells, boards.valid, source, row, problems)
        games = read_games(column, name=wanted.column)
    except TypeError as error:
        raise ColumnError(str(error)) from None
    results, wrong = np.zeros(batch.num_rows, np.uint8), list(games.problems)
    if wanted.result in batch.schema.names and wanted.result != wanted.column:
        try:
            texts = batch.column(wanted.result).cast(pa.string()).to_pylist()
        except (pa.ArrowException, UnicodeDecodeError) as error:
            troubles.add(
                f"rows {row} to {row + batch.num_rows - 1}",
                f"column {wanted.result!r} holds no results: {shown(str(error))}",
            )
        else:
            results, no_results = read_results(texts)
            wrong += no_results
    problems = (*troubles.take(), *_row_problems(wrong, source, row))
    return GameChunk(games.moves, games.valid, results, source, None, row, problems)


def _row_problems(wrong: Iterable[tuple[int, str]], source: str, row: int) -> Iterator[RowProblem]:
    return (RowProblem(source, index, f"row {row + index}", said) for index, said in wrong)
