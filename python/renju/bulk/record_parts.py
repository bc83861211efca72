"""Records as a part of a job: from files, or from whoever has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .. import records
from ..batch import PADDING
from ..board import Board
from ..errors import RenjuError
from ..geometry import Color
from .chunks import RESULTS, BoardChunk, Chunk, GameChunk, RowProblem
from .parts import Input, Part, shown, stamp

__all__ = ["RecordFiles", "RecordStream"]


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
        return {"records": [stamp(path) for path in self.paths]}


@dataclass(frozen=True, slots=True)
class RecordStream(Part):
    """Records that come from elsewhere."""

    records: Iterable[records.Record]

    def chunks(self, wanted: Input) -> Iterator[Chunk]:
        """Yield the records as they come."""
        return _record_chunks((("", record) for record in self.records), wanted)

    def fingerprint(self) -> dict[str, Any]:
        """Return that they are records: more cannot be told."""
        return {"records": None}


_Read = tuple[str, records.Record | RowProblem]


def _read_records(path: str, wanted: Input) -> Iterator[_Read]:
    """Yield the records of a file, and why it ends before its end."""
    found, name, where = 0, shown(path), wanted.where(path)
    try:
        for record in records.read(where, format=wanted.format, encoding=wanted.encoding):
            found += 1
            # trees are large and not looked at
            yield name, record if record.tree is None else replace(record, tree=None)
    except (OSError, RenjuError) as error:
        after = f"after {found} games" if found else ""
        said = shown(str(error).removeprefix(f"{where}: "))
        yield name, RowProblem(name, None, after, said)
    else:
        if not found:
            yield name, RowProblem(name, None, "", "there is no game in it")


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
                "column, pyarrow.table({'moves': texts}), and record batches into a "
                "pyarrow.RecordBatchReader"
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
