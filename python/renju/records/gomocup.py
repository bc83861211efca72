"""What engines are sent: `BOARD` blocks of the Gomocup and Yixin protocols, `x,y,side` from 0 at the top left.

`side` is 1 for the engine's own stones and 2 for its opponent's; the engine moves next. The stones stand in
the order of play; where one side has two in a row the other has passed. If all stones of one side stand
before all of the other (and there are more than two), they are a position: Black has as many as White or
one more, else the side that stands first.

Limits: `TURN` and `BEGIN` are no records, as the answers are not in what the engine is sent; lines of side 3
(winning lines, points that are forbidden) are in the header `forbidden`; a pass at the end cannot be written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from ..errors import FormatError, RenjuError
from ..geometry import PASS, SIZE, Color, Move, Point
from ..notation import format_moves
from .checks import SizeError, default_mover, from_top, of_this_size, up_to_fault
from .encodings import beginning, decode
from .losses import Lost
from .model import Problem, Record
from .registry import Source, register

__all__ = ["BoardBlocks"]

_COMMAND: Final = re.compile(
    r"\s*(?:(?:START|INFO|TURN|YXSTOP|RESTART)\b.*|(?:RECTSTART)\b.*|BEGIN|ABOUT|(?:YX)?BOARD)\s*\Z",
    re.IGNORECASE,
)
_BOARD: Final = re.compile(r"\s*(?:YX)?BOARD\s*\Z", re.IGNORECASE)
_DONE: Final = re.compile(r"\s*DONE\s*\Z", re.IGNORECASE)
_START: Final = re.compile(
    r"\s*(?:RECT)?START\s+(\d{1,4})(?:\s*,\s*(\d{1,4}))?\s*\Z", re.IGNORECASE
)
_INFO: Final = re.compile(r"\s*INFO\s+(\S+)\s+(\S.*)", re.IGNORECASE)
_STONE: Final = re.compile(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*,\s*(\d)\s*\Z")
_MOST_KEYS: Final = 100
_TOO_MANY: Final = f"left out, as there are {_MOST_KEYS} others already"
_OWN, _OTHER, _FORBIDDEN = 1, 2, 3


@dataclass(slots=True)
class _Block:
    """The lines of one block."""

    first: int
    stones: list[tuple[Point, int]] = field(default_factory=list)
    forbidden: list[Point] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    before: list[Problem] = field(default_factory=list)  # of the lines above it

    def add(self, line: str, number: int) -> None:
        found = _STONE.match(line)
        point = None if found is None else from_top(int(found[1]), int(found[2]))
        if found is None or point is None or found[3] not in "123":
            message = f"{line[:80]!r} is no stone: expected x,y,side with x and y from 0 to 14"
            self.problems.append(Problem(f"line {number}", message))
        elif int(found[3]) == _FORBIDDEN:
            self.forbidden.append(point)
        elif not self.problems:
            self.stones.append((point, int(found[3])))

    def record(self, info: dict[str, str]) -> Record:
        """Return the record, without format and encoding."""
        headers = dict(info)
        if self.forbidden:
            headers["forbidden"] = format_moves(self.forbidden)
        position = _position(self.stones)
        place = f"line {self.first}"
        moves: tuple[Move, ...] = ()
        black: tuple[Point, ...] = ()
        white: tuple[Point, ...] = ()
        mover = None
        problems = [*self.before, *self.problems]
        if position is not None:
            black, white, mover = position
            _, fault = up_to_fault((), black=black, white=white)
            if fault is not None:
                black = white = ()
        else:
            moves, fault = up_to_fault(_with_passes(self.stones))
        if fault is not None:
            problems.append(Problem(place, fault))
        return Record(moves, black, white, mover, headers, problems=tuple(problems), place=place)


def _position(
    stones: list[tuple[Point, int]],
) -> tuple[tuple[Point, ...], tuple[Point, ...], Color | None] | None:
    """Return the stones as a position, None if they are in the order of play."""
    sides = [side for _, side in stones]
    changes = sum(a != b for a, b in pairwise(sides))
    if len(stones) < 3 or changes > 1:
        return None
    by_side = {side: tuple(p for p, s in stones if s == side) for side in (_OWN, _OTHER)}
    more = len(by_side[_OTHER]) - len(by_side[_OWN])
    own_is_black = sides[0] == _OWN if more not in (0, 1) else more == 0
    black, white = by_side[_OWN], by_side[_OTHER]
    if not own_is_black:
        black, white = white, black
    mover = Color.BLACK if own_is_black else Color.WHITE
    return (
        tuple(sorted(black)),
        tuple(sorted(white)),
        None if mover is default_mover(black, white) else mover,
    )


def _with_passes(stones: list[tuple[Point, int]]) -> Iterator[Move]:
    before = None
    for point, side in stones:
        if side == before:
            yield PASS
        yield point
        before = side


class BoardBlocks:
    """Positions as engines are sent them."""

    name = "gomocup"
    endings: tuple[str, ...] = ()

    def sniff(self, source: Source) -> bool:
        """Whether the first line is a command of the protocol."""
        text = (beginning(source) or "").lstrip()
        return _COMMAND.match(text.split("\n", 1)[0]) is not None

    def read(self, source: Source) -> Iterator[Record]:
        """Yield a record a block."""
        text, encoding = decode(source)
        yield from of_this_size(self._blocks(text, source.name, encoding), self.name)

    def _blocks(self, text: str, name: str, encoding: str) -> Iterator[Record | SizeError]:
        size = (SIZE, SIZE)
        info: dict[str, str] = {}
        block: _Block | None = None
        left_out: list[Problem] = []

        def finished(block: _Block) -> Record | SizeError:
            if size != (SIZE, SIZE):
                return SizeError(name, f"line {block.first}", *size)
            found = block.record(info)
            return Record(
                found.moves,
                found.black,
                found.white,
                found.to_move,
                found.headers,
                problems=found.problems,
                format=self.name,
                encoding=encoding,
                place=found.place,
            )

        for number, line in enumerate(text.splitlines(), start=1):
            if block is not None and _DONE.match(line):
                yield finished(block)
                block = None
            elif block is not None:
                if line.strip():
                    block.add(line, number)
            elif _BOARD.match(line):
                block = _Block(number, before=left_out)
                left_out = []
            elif found := _START.match(line):
                size = (int(found[1]), int(found[2] or found[1]))
            elif found := _INFO.match(line):
                key = found[1].lower()
                if key in info or len(info) < _MOST_KEYS:
                    info[key] = found[2].strip()
                else:
                    left_out.append(Problem(f"line {number}", f"INFO {key[:80]}: {_TOO_MANY}"))
        if block is not None:
            message = "the text ends before the line DONE of the block that begins here"
            block.problems.append(Problem(f"line {block.first}", message))
            yield finished(block)

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield a block a record."""
        yield f"START {SIZE}\r\n".encode()
        for number, record in enumerate(records, start=1):
            lost = Lost(number)
            stones = self._stones(record, lost)
            lost.tree(record)
            lost.headers(record)
            rows = [f"{p.col},{SIZE - 1 - p.row},{side}\r\n" for p, side in stones]
            yield "".join(["BOARD\r\n", *rows, "DONE\r\n"]).encode()
            losses.extend(lost.problems())

    def _stones(self, record: Record, lost: Lost) -> list[tuple[Point, int]]:
        board = record.board()
        mover = board.to_move
        by_color = [(point, color) for color in Color for point in board.stones(color)]
        set_up = bool(record.black or record.white)
        if not set_up:
            color = record.to_move or Color.BLACK
            by_color = []
            for move in record.moves:
                if isinstance(move, Point):
                    by_color.append((move, color))
                color = color.opponent
            if record.moves and record.moves[-1] is PASS:
                lost.add("the pass at the end")
                mover = mover.opponent
        stones = [(point, _OWN if color is mover else _OTHER) for point, color in by_color]
        found = _Block(1, stones).record({})
        if set_up:
            lost.add("the order of a move", len(record.moves))
        elif found.moves != record.moves and not found.black:
            lost.add("two passes in a row, or one at the beginning or the end")
        elif found.black:
            lost.add("the order of a move", len(record.moves))
        try:
            same = all(found.board().stones(color) == board.stones(color) for color in Color)
        except RenjuError:
            same = False
        if same and set_up and found.moves:
            lost.add("that stones are set up: they are written as moves")
        passed = bool(record.moves) and record.moves[-1] is PASS
        if same and not passed and found.board().to_move is not board.to_move:
            lost.add(f"that {board.to_move.label} is to move")
        if not same:
            message = f"gomocup: the colours of {lost.place} could not be told from the block"
            raise FormatError(f"{message}: use sgf or json")
        return stones


register(BoardBlocks())
