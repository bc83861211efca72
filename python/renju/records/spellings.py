"""Games as numbers or as letters only, one a line: openings of Gomocup, pairs, indices, hexadecimal digits.

A file is taken for one of these only if nothing else can be meant; else its format has to be named:

| format | h8 i9 | recognised |
|---|---|---|
| `letters` | `hhig`, as in SGF, from the top | always |
| `offsets` | `0,0, 1,-1`, from the centre, y down (Gomocup openings) | if a number is negative, or the first move is `0,0` and `, ` stands between moves |
| `pairs-0` | `7,7 8,6`, from 0 at the top left | if a number is 0 and none is 15 |
| `pairs-1` | `8,8;9,7`, from 1 at the top left | if a number is 15 and none is 0 |
| `indices` | `112,98`, from 0 at the top left, row by row (Shioi's book) | if a number is above 30; one move only if it is the centre or no `ban` |
| `hex` | `8897`, column and row from 1 at the top left | never |
| `hex-rows` | `8879`, row and column | never |
| `moves-from-top` | `h8i7`, ranks from the top (c-gomoku-cli) | never |

Limits: no passes but in `letters` (`tt`), no set-up stones, no texts; lines that begin with `#` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from ..errors import NotationError, quoted
from ..geometry import PASS, POINTS, SIZE, Move, Point, Symmetry
from ..notation import iter_moves
from .checks import from_top, up_to_fault
from .encodings import beginning, decode
from .losses import Lost, game_moves
from .model import Problem, Record
from .registry import Source, register

__all__ = ["Spelling", "is_letters", "read_letters"]

_NUMBERS: Final = re.compile(r"(?:[\s,;()|]++|-?\d{1,4}(?!\d))++\Z", re.ASCII)
_NUMBER: Final = re.compile(r"-?\d+", re.ASCII)
_LETTERS: Final = re.compile(r"(?:\s*(?:[a-o]{2}|tt))+\s*\Z", re.IGNORECASE)
_COMMAS_ONLY: Final = re.compile(r"\d{1,3}(?:,\d{1,3})*\s*\Z", re.ASCII)
_OFFSETS_WRITTEN: Final = re.compile(r"\s*-?\d,-?\d(?:, -?\d,-?\d)*\s*\Z", re.ASCII)
_FROM_CENTRE: Final = re.compile(r"\s*0,0(?:, |\s*\Z)", re.ASCII)
_BIGGEST_BOARD: Final = 30  # pairs on such a board could be meant
_CENTRE: Final = SIZE // 2

_Reads = Callable[[str], Iterator[Move]]
_Writes = Callable[[tuple[Move, ...]], str]
_Sniffs = Callable[[list[str]], bool]


class Spelling:
    """Games a line, in one spelling.

    Parameters
    ----------
    name
        The name of the format.
    reads, writes
        What turns a line into moves, and moves into a line.
    sniffs
        Whether lines are certainly of this spelling; by default none are.
    passes
        Whether it has passes.
    """

    endings: tuple[str, ...] = ()

    def __init__(
        self,
        name: str,
        reads: _Reads,
        writes: _Writes,
        sniffs: _Sniffs | None = None,
        *,
        passes: bool = False,
    ) -> None:
        self.name = name
        self._reads = reads
        self._writes = writes
        self._sniffs = sniffs
        self._passes = passes

    def sniff(self, source: Source) -> bool:
        """Whether the first lines can be nothing else."""
        if self._sniffs is None:
            return False
        lines = list(_lines(beginning(source) or ""))
        if len(lines) > 1 and len(source.head) < len(source.data):
            lines.pop()  # it may be cut
        return bool(lines) and self._sniffs([line for _, line in lines])

    def read(self, source: Source) -> Iterator[Record]:
        """Yield a record a line."""
        text, encoding = decode(source)
        for number, line in _lines(text):
            moves, fault = up_to_fault(self._reads(line))
            place = f"line {number}"
            yield Record(
                moves,
                problems=() if fault is None else (Problem(place, fault),),
                format=self.name,
                encoding=encoding,
                place=place,
            )

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield a line a record."""
        for number, record in enumerate(records, start=1):
            lost = Lost(number)
            moves = game_moves(record, lost, self.name, passes=self._passes)
            lost.headers(record)
            if not moves:
                lost.add("a game without moves")
            else:
                yield f"{self._writes(moves)}\n".encode()
            losses.extend(lost.problems())


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _integers(line: str) -> list[int]:
    if _NUMBERS.match(line) is None:
        raise NotationError(f"{quoted(line)}: expected numbers and nothing else")
    return [int(match[0]) for match in _NUMBER.finditer(line)]


def _read_pairs(line: str, first_col: int, first_row: int) -> Iterator[Move]:
    """Read columns and rows, given what the column and the row at the top left are called."""
    numbers = _integers(line)
    for index in range(0, len(numbers), 2):
        pair = numbers[index : index + 2]
        col, row = pair if len(pair) == 2 else (*pair, 999)
        yield _on_board(col - first_col, row - first_row, pair, index // 2 + 1)


def _on_board(col: int, row: int, what: object, number: int) -> Point:
    point = from_top(col, row)
    if point is None:
        raise NotationError(f"move {number}: {what} is no point of the board")
    return point


def _read_indices(line: str) -> Iterator[Move]:
    for number, index in enumerate(_integers(line), start=1):
        yield _on_board(index % SIZE, index // SIZE, index, number)


def _read_hex(line: str, *, rows_first: bool) -> Iterator[Move]:
    digits = "".join(line.split())
    for index in range(0, len(digits), 2):
        pair = digits[index : index + 2]
        try:
            col, row = (int(digit, 16) - 1 for digit in pair)
        except ValueError:
            col = row = -1
        if rows_first:
            col, row = row, col
        yield _on_board(col, row, repr(pair), index // 2 + 1)


def is_letters(line: str) -> bool:
    """Whether a line can only be points of two letters: it has two of them and no digit."""
    return len(line.strip()) >= 4 and _LETTERS.match(line) is not None


def read_letters(line: str) -> Iterator[Move]:
    """Yield the moves of a line of points of two letters, rows from the top."""
    letters = "".join(line.lower().split())
    for index in range(0, len(letters), 2):
        pair = letters[index : index + 2]
        number = index // 2 + 1
        if pair == "tt":
            yield PASS
        elif len(pair) == 2:
            yield _on_board(ord(pair[0]) - ord("a"), ord(pair[1]) - ord("a"), repr(pair), number)
        else:
            raise NotationError(f"move {number}: {pair!r} is one letter: a point has two")


def _read_turned(line: str) -> Iterator[Move]:
    for move in iter_moves(line):
        yield Symmetry.MIRROR_ROW_8.apply(move) if isinstance(move, Point) else move


def _points(moves: tuple[Move, ...]) -> Iterator[tuple[int, int]]:
    """Yield columns and rows from 0 at the top left."""
    for move in moves:
        if isinstance(move, Point):
            yield move.col, SIZE - 1 - move.row


def _write_letters(moves: tuple[Move, ...]) -> str:
    pairs = (
        chr(ord("a") + move.col) + chr(ord("a") + SIZE - 1 - move.row)
        if isinstance(move, Point)
        else "tt"
        for move in moves
    )
    return "".join(pairs)


def _write_turned(moves: tuple[Move, ...]) -> str:
    turned = (Symmetry.MIRROR_ROW_8.apply(m) if isinstance(m, Point) else m for m in moves)
    return " ".join(map(str, turned))


def _all_numbers(lines: list[str]) -> list[list[int]] | None:
    """Return the numbers of all lines, None if there is anything else."""
    try:
        found = [_integers(line) for line in lines]
    except NotationError:
        return None
    punctuated = all(
        "," in line or len(numbers) < 2 for line, numbers in zip(lines, found, strict=True)
    )
    return found if punctuated and all(found) else None


def _sniff_letters(lines: list[str]) -> bool:
    return all(_LETTERS.match(line) for line in lines)


def _sniff_offsets(lines: list[str]) -> bool:
    found = _all_numbers(lines)
    if found is None or not all(len(numbers) % 2 == 0 for numbers in found):
        return False
    if all(map(_OFFSETS_WRITTEN.match, lines)) and all(map(_FROM_CENTRE.match, lines)):
        return max(map(max, found)) <= _CENTRE
    return min(map(min, found)) < 0 and max(max(map(abs, numbers)) for numbers in found) <= SIZE


def _sniff_pairs(lines: list[str], first: int) -> bool:
    found = _all_numbers(lines)
    if found is None or not all(len(numbers) % 2 == 0 for numbers in found):
        return False
    least, most = min(map(min, found)), max(map(max, found))
    return (least == 0 and most < SIZE) if first == 0 else (least > 0 and most == SIZE)


def _sniff_indices(lines: list[str]) -> bool:
    found = _all_numbers(lines) if all(map(_COMMAS_ONLY.match, lines)) else None
    return found is not None and _BIGGEST_BOARD < max(map(max, found)) < len(POINTS)


SPELLINGS: Final = (
    Spelling("letters", read_letters, _write_letters, _sniff_letters, passes=True),
    Spelling(
        "offsets",
        lambda line: _read_pairs(line, -_CENTRE, -_CENTRE),
        lambda moves: ", ".join(f"{x - _CENTRE},{y - _CENTRE}" for x, y in _points(moves)),
        _sniff_offsets,
    ),
    Spelling(
        "pairs-0",
        lambda line: _read_pairs(line, 0, 0),
        lambda moves: " ".join(f"{x},{y}" for x, y in _points(moves)),
        lambda lines: _sniff_pairs(lines, 0),
    ),
    Spelling(
        "pairs-1",
        lambda line: _read_pairs(line, 1, 1),
        lambda moves: ";".join(f"{x + 1},{y + 1}" for x, y in _points(moves)),
        lambda lines: _sniff_pairs(lines, 1),
    ),
    Spelling(
        "indices",
        _read_indices,
        lambda moves: ",".join(str(SIZE * y + x) for x, y in _points(moves)),
        _sniff_indices,
    ),
    Spelling(
        "hex",
        lambda line: _read_hex(line, rows_first=False),
        lambda moves: "".join(f"{x + 1:X}{y + 1:X}" for x, y in _points(moves)),
    ),
    Spelling(
        "hex-rows",
        lambda line: _read_hex(line, rows_first=True),
        lambda moves: "".join(f"{y + 1:X}{x + 1:X}" for x, y in _points(moves)),
    ),
    Spelling("moves-from-top", _read_turned, _write_turned, passes=True),
)

for _spelling in SPELLINGS:
    register(_spelling)
