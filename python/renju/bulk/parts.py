"""A part of the input of a job, and how the input is to be read."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .chunks import Chunk

__all__ = ["ColumnError", "Input", "Part", "shown", "stamp"]


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
    base
        The folder that relative paths start from, empty for the current one.
    """

    boards: bool = False
    moves: str = "moves"
    result: str = "result"
    board: str = "board"
    format: str | None = None
    encoding: str | None = None
    rows: int = 4096
    beside: str = ""
    base: str = ""

    @property
    def column(self) -> str:
        """The column that a table must have."""
        return self.board if self.boards else self.moves

    def where(self, path: str) -> str:
        """Return where a file is."""
        return os.path.join(self.base, path)  # noqa: PTH118  (paths are kept as text here)


class ColumnError(TypeError, ValueError):
    """A table has no column of the name that is wanted, or it is of a type that holds no games."""


class Part(ABC):
    """A part of the input. It can be sent to another process, if it is no stream."""

    @property
    def known(self) -> int | None:
        """How many rows it has, None if only reading tells."""
        return None

    @property
    def files(self) -> tuple[str, ...]:
        """The files that it is read from."""
        return ()

    @abstractmethod
    def chunks(self, wanted: Input) -> Iterator[Chunk]:
        """Yield it chunk by chunk; what cannot be read is a problem of its chunk."""

    @abstractmethod
    def fingerprint(self) -> dict[str, Any]:
        """Return what tells it from another one, as JSON-ready data."""


def shown(path: str) -> str:
    """Return a path as text that every table can hold, bytes that are no UTF-8 as escapes."""
    return path.encode("utf-8", "backslashreplace").decode()


def stamp(path: str) -> list[Any]:
    """Return a file with its size and time."""
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return [shown(path), None, None]
    return [shown(path), status.st_size, status.st_mtime_ns]
