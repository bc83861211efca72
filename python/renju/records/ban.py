"""`.ban` of Gomoku Kyousou: `xyy` a line, x without a leading zero, both from 1, y from the top.

Limits: one game a file, without passes, set-up stones or texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ..errors import FormatError
from ..geometry import SIZE, Move, Point
from .checks import from_top, up_to_fault
from .encodings import beginning, decode
from .losses import Lost, game_moves
from .model import Problem, Record
from .registry import Source, register

__all__ = ["Ban"]

_CENTRE_AS_INDEX: Final = "112"
_LINE: Final = re.compile(r"(\d{1,2})(\d\d)\Z", re.ASCII)


class Ban:
    """Games of Gomoku Kyousou."""

    name = "ban"
    endings = (".ban",)

    def sniff(self, source: Source) -> bool:
        """Whether all of its first lines are such points."""
        lines = (beginning(source) or "").split()
        if lines == [_CENTRE_AS_INDEX]:  # of `indices`; here it would be a4, where no game begins
            return source.name.lower().endswith(self.endings)
        if lines and len(source.head) < len(source.data):
            lines = lines[:-1]
        return bool(lines) and all(_point(line) is not None for line in lines)

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the game."""
        text, encoding = decode(source)
        moves: list[Move] = []
        problems: list[Problem] = []
        places: list[str] = []
        for number, line in enumerate(text.splitlines(), start=1):
            if not line.strip():
                continue
            point = _point(line.strip())
            if point is None:
                message = f"{line!r} is no point: expected x (1-{SIZE}) and y (01-{SIZE}), as 808"
                problems.append(Problem(f"line {number}", message))
                break
            moves.append(point)
            places.append(f"line {number}")
        played, fault = up_to_fault(moves)
        if fault is not None:
            problems.insert(0, Problem(places[len(played)], fault))
        yield Record(
            played,
            problems=tuple(problems),
            format=self.name,
            encoding=encoding,
            place=places[0] if places else "line 1",
        )

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield the game; a file holds one."""
        for number, record in enumerate(records, start=1):
            if number > 1:
                raise FormatError("ban: a file holds one game, and there are more")
            lost = Lost(number)
            moves = game_moves(record, lost, self.name, passes=False)
            lost.headers(record)
            if not moves:
                raise FormatError("ban: a game without moves would be an empty file")
            for point in moves:
                if isinstance(point, Point):
                    yield f"{point.col + 1}{SIZE - point.row:02}\r\n".encode()
            losses.extend(lost.problems())


def _point(line: str) -> Point | None:
    found = _LINE.match(line)
    return None if found is None else from_top(int(found[1]) - 1, int(found[2]) - 1)


register(Ban())
