"""Yixin Board's `.sav`: height, width, number of moves, then `row column` a move, from 0 at the top left.

Limits: one game a file, without passes, set-up stones or texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ..errors import FormatError
from ..geometry import SIZE, Move, Point
from .checks import SizeError, from_top, up_to_fault
from .encodings import beginning, decode
from .losses import Lost, game_moves
from .model import Problem, Record
from .registry import Source, register

__all__ = ["Sav"]

_BEGINNING: Final = re.compile(
    r"\s*\d{1,2}[ \t]*\r?\n\s*\d{1,2}[ \t]*\r?\n\s*\d{1,4}[ \t]*(?:\r?\n[ \t]*\d{1,2}[ \t]+\d{1,2}\b|\s*\Z)"
)
_NUMBER: Final = re.compile(r"\S+")
_HEAD: Final = 3


class Sav:
    """Games saved by Yixin Board."""

    name = "sav"
    endings = (".sav",)

    def sniff(self, source: Source) -> bool:
        """Whether it begins with three numbers, a line each, and then pairs."""
        text = beginning(source)
        return text is not None and _BEGINNING.match(text) is not None

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the game."""
        text, encoding = decode(source)
        words = [match[0] for match in _NUMBER.finditer(text)]
        if len(words) < _HEAD or not all(map(_is_number, words[:_HEAD])):
            message = "it begins with height, width and number of moves"
            raise FormatError(f"{source.name}: no game of Yixin Board: {message}")
        height, width, count = map(int, words[:_HEAD])
        if (width, height) != (SIZE, SIZE):
            raise SizeError(source.name, "line 1", width, height)
        pairs = words[_HEAD:]
        moves: list[Move] = []
        problems: list[Problem] = []
        for index in range(0, min(len(pairs), 2 * count) - 1, 2):
            row, col = pairs[index : index + 2]
            point = from_top(int(col), int(row)) if _is_number(row) and _is_number(col) else None
            if point is None:
                message = f"'{row} {col}' is no row and column from 0 to {SIZE - 1}"
                problems.append(Problem(f"move {index // 2 + 1}", message))
                break
            moves.append(point)
        if len(pairs) != 2 * count:
            message = f"it says {count} moves, but {len(pairs)} numbers follow"
            problems.append(Problem("the number of moves", message))
        played, fault = up_to_fault(moves)
        if fault is not None:
            problems.append(Problem(f"move {len(played) + 1}", fault))
        yield Record(
            played, problems=tuple(problems), format=self.name, encoding=encoding, place="line 1"
        )

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield the game; a file holds one."""
        for number, record in enumerate(records, start=1):
            if number > 1:
                raise FormatError("sav: a file holds one game, and there are more")
            lost = Lost(number)
            moves = game_moves(record, lost, self.name, passes=False)
            lost.headers(record)
            pairs = [f"{SIZE - 1 - p.row} {p.col}" for p in moves if isinstance(p, Point)]
            lines = [str(SIZE), str(SIZE), str(len(pairs)), *pairs]
            yield "".join(f"{line}\n" for line in lines).encode()
            losses.extend(lost.problems())


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 9


register(Sav())
