"""A job and the parts of its input, from what a caller says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .. import records
from ..records.encodings import lookup
from ..verdicts import Reading
from .columns import Options, column_names
from .parts import Input, Part
from .sources import parts_of
from .work import Job

__all__ = ["CHUNK", "Plan"]

#: How many games or boards a chunk has.
CHUNK: Final = 4096


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
        shard_games: int = 24 * CHUNK,
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
        rows = min(CHUNK, shard_games)
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
