"""Plain text: move text with a game a line, and diagrams of 15 lines.

In both a blank line and a line that begins with `#` say nothing about the game; a blank line or a comment
also ends a diagram.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Final

from ..board import Board
from ..diagram import looks_like_row, parse_board
from ..errors import FormatError, RenjuError
from ..geometry import POINTS, Color, Move
from ..notation import iter_moves
from .model import Problem, Record
from .registry import Source, register

__all__ = ["Diagrams", "MoveText"]

_COMMENT: Final = re.compile(r"\s#.*")
_BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(source: Source) -> tuple[str, str]:
    """Return the text of a file and its encoding; see `decode_bytes`."""
    return decode_bytes(source.data, source.name)


def decode_bytes(data: bytes, name: str) -> tuple[str, str]:
    """Return bytes as text, and their encoding.

    Bytes that are no UTF-8 are kept as surrogates: they can only stand in comments, and elsewhere the
    reader quotes them.

    Raises
    ------
    FormatError
        If the content is no text.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding), encoding
            except UnicodeDecodeError as error:
                raise FormatError(f"{name}: not {encoding} text: {error}") from None
    zero = data.find(b"\0")
    if zero >= 0:
        raise FormatError(f"{name}: not text: byte 0x00 at offset {zero}")
    return data.decode("utf-8", "surrogateescape"), "utf-8"


def _beginning(source: Source) -> str | None:
    """Return the text that the content begins with, None if it is no text."""
    try:
        return decode_bytes(source.head, source.name)[0]
    except FormatError:
        return None


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _first_line(text: str) -> str:
    return next(filter(_says_something, text.splitlines()), "")


class Diagrams:
    """Boards as 15 lines, or as one line of 225 characters."""

    name = "diagram"
    endings = (".txt", ".diagram")

    def sniff(self, source: Source) -> bool:
        """Whether the first line with content is a row of a board."""
        text = _beginning(source)
        return text is not None and looks_like_row(_first_line(text))

    def read(self, source: Source) -> Iterator[Record]:
        """Yield a record for each diagram; a wrong one is a record with a problem."""
        text, encoding = decode(source)
        for number, block in _blocks(text):
            place = f"line {number}"
            try:
                found = parse_board(block)
                mover = Color.BLACK if found.moves else None  # odd numbers are black
                Board(found.moves, black=found.black, white=found.white, to_move=mover)
            except RenjuError as error:
                problem = Problem(f"diagram at {place}", str(error))
                yield Record(problems=(problem,), format=self.name, encoding=encoding, place=place)
            else:
                yield Record(
                    found.moves,
                    found.black,
                    found.white,
                    mover,
                    format=self.name,
                    encoding=encoding,
                    place=place,
                )


class MoveText:
    """Move text, one game a line."""

    name = "moves"
    endings = (".txt", ".moves")

    def sniff(self, source: Source) -> bool:
        """Whether it is text at all: a line that is no game is a problem of its own."""
        return _beginning(source) is not None

    def read(self, source: Source) -> Iterator[Record]:
        """Yield a record a line; one that is no game has the moves before the fault and a problem."""
        text, encoding = decode(source)
        for number, line in enumerate(text.splitlines(), start=1):
            if not _says_something(line):
                continue
            place = f"line {number}"
            moves, problem = _read_game(_COMMENT.sub("", line), source.skip_i)
            problems = () if problem is None else (Problem(place, problem),)
            yield Record(
                tuple(moves), problems=problems, format=self.name, encoding=encoding, place=place
            )


def _read_game(line: str, skip_i: bool) -> tuple[list[Move], str | None]:
    board = Board()
    try:
        for move in iter_moves(line, skip_i=skip_i):
            board.push(move)
    except RenjuError as error:
        return list(board.moves), str(error)
    return list(board.moves), None


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield runs of lines with content, with the number of their first line."""
    block: list[str] = []
    first = 0
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        whole_board = len(line.strip()) == len(POINTS)
        if block and (whole_board or not _says_something(line)):
            yield first, "\n".join(block)
            block = []
        if whole_board:
            yield number, line
        elif _says_something(line):
            first = first if block else number
            block.append(line)


register(Diagrams())
register(MoveText())
