"""Games by mail (PBeM): `Eks` and `Ohs` in two columns, columns of the board without the letter i.

The fifth move is two offers, `5 G9,K9`; the sixth names the one chosen first, `6 G9,J7`.
The other one is the header `alternatives`.

Limits: reading only; one game a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..errors import NotationError
from ..geometry import PASS, Move, text_to_point
from ..notation import COLUMNS_WITHOUT_I, format_moves
from .checks import up_to_fault
from .encodings import beginning, decode
from .model import Problem, Record
from .registry import Source, register

__all__ = ["Pbem"]

_HEAD: Final = re.compile(r"^[ \t]*Eks[ \t]+Ohs[ \t]*$", re.MULTILINE | re.IGNORECASE)
_MOVE: Final = re.compile(r"(?<!\S)(\d{1,3})[ \t]+(\S+)")
_OFFERS: Final = 5


class Pbem:
    """Games played by mail."""

    name = "pbem"
    endings: tuple[str, ...] = ()

    def sniff(self, source: Source) -> bool:
        """Whether a line has the heads of both columns."""
        return _HEAD.search(beginning(source) or "") is not None

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the game."""
        text, encoding = decode(source)
        head = _HEAD.search(text)
        start = 0 if head is None else head.end()
        names = next(filter(str.strip, text[start:].splitlines()), "")
        headers: dict[str, str] = {}
        if _MOVE.match(names.strip()) is None:
            players = re.split(r"\s{2,}", names.strip(), maxsplit=1)
            headers = {
                color: name
                for color, name in zip(("black", "white"), players, strict=False)
                if name
            }
        offers: list[Move] = []
        found = list(_MOVE.finditer(text, start))
        moves, fault = up_to_fault(_moves(found, offers))
        problems = () if fault is None else (Problem(f"move {len(moves) + 1}", fault),)
        if refused := [move for move in offers if move not in moves[_OFFERS - 1 : _OFFERS]]:
            headers["alternatives"] = format_moves(refused)
        yield Record(
            moves,
            headers=headers,
            problems=problems,
            format=self.name,
            encoding=encoding,
            place=f"line {text.count(chr(10), 0, start) + 1}",
        )


def _moves(found: list[re.Match[str]], offers: list[Move]) -> Iterator[Move]:
    for number, match in enumerate(found, start=1):
        if int(match[1]) != number:
            raise NotationError(f"move {match[1]} stands where move {number} should")
        points = [_move(word) for word in match[2].split(",") if word]
        if number == _OFFERS and len(points) == 2:
            offers.extend(points)
            if len(found) == number:
                return  # not yet chosen
        elif offers and number == _OFFERS + 1 and len(points) == 2:
            yield from points
        elif len(points) == 1 and not (offers and number == _OFFERS + 1):
            yield points[0]
        else:
            raise NotationError(f"{match[0]!r} is no move")


def _move(word: str) -> Move:
    return PASS if word == "--" else text_to_point(word, COLUMNS_WITHOUT_I)


register(Pbem())
