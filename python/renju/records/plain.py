"""Plain text: move text with a game a line, and diagrams of 15 lines.

Limits: neither has players, results, variations or texts. Move text holds games from the first move on. In a
diagram with set-up stones and numbered moves odd numbers are black.

In both a blank line and a line that begins with `#` say nothing about the game; a blank line or a comment
also ends a diagram.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from .. import _core
from ..board import Board
from ..diagram import format_diagram, looks_like_row, parse_board
from ..errors import RenjuError
from ..geometry import PASS, POINTS, Color, Move
from ..notation import format_moves, iter_moves
from .checks import default_mover
from .encodings import beginning, decode
from .losses import Lost, game_moves
from .model import Problem, Record
from .registry import Source, register
from .spellings import is_letters, read_letters

__all__ = ["Diagrams", "MoveText"]

_NUMBERS_HINT: Final = "; numbers are read if the format is named: pairs-0, pairs-1, hex, hex-rows"
_MOVES: Final[Sequence[Move]] = (*POINTS, PASS)
_PASS_WORD: Final = re.compile(r"(?<![A-Za-z0-9])(?:tt|00)(?![A-Za-z0-9])", re.IGNORECASE)
_COMMENT: Final = re.compile(r"\s#.*")


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
        text = beginning(source)
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

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield a diagram a record, games with the numbers of their moves."""
        for number, record in enumerate(records, start=1):
            lost = Lost(number)
            lost.tree(record)
            lost.headers(record)
            yield f"{_diagram(record, lost)}\n\n".encode()
            losses.extend(lost.problems())


def _diagram(record: Record, lost: Lost) -> str:
    board = record.board()
    moves = record.moves
    mover = record.to_move or default_mover(record.black, record.white)
    if moves and mover is Color.WHITE:  # odd numbers are black
        lost.add("the order of a move", len(moves))
        moves = ()
    if moves and all(move is PASS for move in moves):  # a board without a number
        lost.add("a pass", len(moves))
        moves = ()
    if not moves and board.to_move is not default_mover(*map(board.stones, Color)):
        lost.add(f"that {board.to_move.label} is to move")
    return format_diagram(board.to_array().ravel().tolist(), numbers=moves)


class MoveText:
    """Move text, one game a line."""

    name = "moves"
    endings = (".txt", ".moves")

    def sniff(self, source: Source) -> bool:
        """Whether it is text at all: a line that is no game is a problem of its own."""
        return beginning(source) is not None

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

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield a line a record."""
        for number, record in enumerate(records, start=1):
            lost = Lost(number)
            moves = game_moves(record, lost, self.name)
            lost.headers(record)
            if moves:
                yield f"{format_moves(moves)}\n".encode()
            else:
                lost.add("a game without moves")
            losses.extend(lost.problems())


def _read_game(line: str, skip_i: bool) -> tuple[Sequence[Move], str | None]:
    sound = None if skip_i or is_letters(line) else _read_sound_game(line)
    if sound is not None:
        return sound, None
    board = Board()
    line = _PASS_WORD.sub("--", line).replace(
        "+", " "
    )  # as long as it was, so that places are right
    moves = read_letters(line) if is_letters(line) else iter_moves(line, skip_i=skip_i)
    try:
        for move in moves:
            board.push(move)
    except RenjuError as error:
        numbers = not any(map(str.isalpha, line)) and any(map(str.isdigit, line))
        return list(board.moves), f"{error}{_NUMBERS_HINT if numbers else ''}"
    return list(board.moves), None


def _read_sound_game(line: str) -> Sequence[Move] | None:
    """Return the moves of a line in a plain spelling and without a fault, None for any other."""
    (found,) = _core.read_all_moves([line])
    if found is None:
        return None
    stones = found.translate(None, bytes([PASS]))
    return None if len(set(stones)) < len(stones) else [_MOVES[move] for move in found]


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
