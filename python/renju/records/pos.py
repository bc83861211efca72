"""Positions, `.pos`: the moves of one game in as many bytes, or a board drawn in text.

The two have nothing in common but the ending. RenLib's file is a byte with the number of moves and a byte for each:
`15 * row + column` with row 0 at the top, a pass as 240 (any number from 225 on is read as one). Other programs
draw 15 lines of `.`, `x` and `o`, with a letter of their own on the point that they ask about.

Limits: one game or board a file, without variations or texts; the drawing has no passes and no order of moves.

Servers say about the game what they have to say in the name of the file, `table#rule#black#white#swap#state.pos`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Final

from ..board import Board
from ..errors import FormatError, IllegalMoveError
from ..geometry import POINTS, SIZE, Color, Move, Point
from .checks import SizeError, default_mover
from .losses import Lost, game_moves
from .model import Problem, Record
from .registry import Source, register
from .rule_names import opening_rule
from .tree import Extras, Tree, TreeBuilder

__all__ = ["Positions", "TextPositions"]

_MOST: Final = 225
_PASS_BYTE: Final = 240  # what RenLib computes for it: -15 - 1, as a byte
_ENDING: Final = ".pos"
_TEXT_BYTES: Final = frozenset(range(32, 127)) | {9, 10, 13}

_RULES: Final = {"0": "Sakata", "1": "RIF", "2": "two swaps"}
_STATES: Final = {
    "1": ("0-1", "forbidden move"),
    "2": ("1/2-1/2", "draw"),
    "3": ("1-0", "Black won"),
    "4": ("0-1", "White won"),
    "5": ("1-0", "White resigned"),
    "6": ("0-1", "Black resigned"),
    "7": ("", "time"),
    "8": ("", "time"),
}


def _from_top(number: int) -> Point:
    row, col = divmod(number, SIZE)
    return Point.at(SIZE - 1 - row, col)


class Positions:
    """RenLib's binary positions."""

    name = "pos"
    endings = (_ENDING,)

    def sniff(self, source: Source) -> bool:
        """Whether it has as many bytes as its first byte says; one named `.pos` may have others."""
        head = source.head
        if not head or not 1 <= head[0] <= _MOST or _rows(source) is not None:
            return False
        moves = head[1:]
        is_text = all(byte in _TEXT_BYTES for byte in head)
        if _is_named(source):
            return not is_text or len(moves) == head[0]
        points = [byte for byte in moves if byte < _MOST]
        return len(moves) == head[0] and len(set(points)) == len(points) and not is_text

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the one record of a position.

        Raises
        ------
        FormatError
            If it is empty or its first byte is no number of moves.
        """
        data = source.data
        if not data:
            raise FormatError(
                f"{source.name}: byte 0: the file is empty: a .pos has 1 to 225 moves"
            )
        count = data[0]
        if not 1 <= count <= _MOST:
            raise FormatError(f"{source.name}: byte 0: {count} moves: a .pos has 1 to {_MOST}")
        board = Board()
        problems: list[Problem] = []
        for at, number in enumerate(data[1 : 1 + count], start=1):
            try:
                board.push(_from_top(number)) if number < _MOST else board.push_pass()
            except IllegalMoveError as error:
                problems.append(Problem(f"byte {at}", str(error)))
                break
        if len(data) <= count:
            message = f"the file ends here: {count} moves were announced, {len(data) - 1} are there"
            problems.append(Problem(f"byte {len(data)}", message))
        elif len(data) > 1 + count:
            more = len(data) - 1 - count
            problems.append(Problem(f"byte {1 + count}", f"{more} bytes after the last move"))
        headers, result = _from_name(source.name)
        yield Record(
            tuple(board.moves),
            headers=headers,
            result=result,
            problems=tuple(problems),
            format=self.name,
            place="byte 0",
        )

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield the position of one record.

        Raises
        ------
        FormatError
            If there is not one record, or it has no moves, too many, or stones that are set up.
        """
        record = _only(records, self.name)
        lost = Lost(1)
        lost.headers(record)
        moves = game_moves(record, lost, self.name)
        if not 1 <= len(moves) <= _MOST:
            raise FormatError(f"{len(moves)} moves: a .pos has 1 to {_MOST}")
        losses += lost.problems()
        yield bytes([len(moves), *map(_byte, moves)])


def _byte(move: Move) -> int:
    return SIZE * (SIZE - 1 - move.row) + move.col if isinstance(move, Point) else _PASS_BYTE


class TextPositions:
    """Boards drawn in text, a file each, as some programs write them under the name `.pos`."""

    name = "pos-text"
    endings = (_ENDING,)

    def sniff(self, source: Source) -> bool:
        """Whether a file named `.pos` has lines of cells only."""
        return _is_named(source) and _rows(source) is not None

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the one record of a drawing; a letter on an empty point is a mark of the root.

        Raises
        ------
        FormatError
            If it has no lines of cells, or those of another board than 15x15.
        """
        rows = _rows(source)
        if rows is None:
            raise FormatError(
                f"{source.name}: no drawing of a board: it has lines of '.', 'x' and 'o'"
            )
        height, width = len(rows), max(map(len, rows))
        if width != SIZE or height > SIZE:
            raise SizeError(source.name, "the drawing", width, height)
        stones: dict[str, list[Point]] = {"x": [], "o": []}
        marks: dict[Point, str] = {}
        problems: list[Problem] = []
        for number, row in enumerate(rows):
            if len(row) < SIZE:
                problems.append(
                    Problem(
                        f"line {number + 1}", f"{row!r} has {len(row)} cells: a line has {SIZE}"
                    )
                )
            for col, cell in enumerate(row):
                point = POINTS[SIZE * (SIZE - 1 - number) + col]
                if cell.lower() in stones:
                    stones[cell.lower()].append(point)
                elif cell not in _BLANKS:
                    marks[point] = cell
        if height < SIZE:
            message = f"{height} lines: a board has {SIZE}; the lowest are taken as empty"
            problems.append(Problem(f"line {height}", message))
        builder = TreeBuilder()
        builder.extras(0).marks = marks
        headers, result = _from_name(source.name)
        yield Record(
            black=tuple(sorted(stones["x"])),
            white=tuple(sorted(stones["o"])),
            headers=headers,
            result=result,
            tree=builder.build() if marks else None,
            problems=tuple(problems),
            format=self.name,
            encoding="ascii",
            place="line 1",
        )

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield the drawing of the last position of one record."""
        record = _only(records, self.name)
        board = record.board()
        marks = {} if record.moves else record.root.extras.marks
        lost = Lost(1)
        lost.headers(record)
        lost.add("the order of the moves", bool(record.moves))
        if board.to_move is not default_mover(*map(board.stones, Color)):
            lost.add(f"that {board.to_move.label} is to move")
        if record.tree is not None and not _is_marks_only(record.tree):
            lost.tree(record)
        losses += lost.problems()
        for row in reversed(range(SIZE)):
            cells = ""
            for point in POINTS[SIZE * row : SIZE * (row + 1)]:
                color = board.at(point)
                mark = marks.get(point, "")
                fits = len(mark) == 1 and mark.isascii() and mark.isalpha() and mark not in "xXoO"
                cells += ".xo"[color or 0] if color or not fits else mark
            yield f"{cells}\n".encode()


_BLANKS: Final = ".+-_"
_ROW: Final = re.compile(r"[.+\-_A-Za-z]+")


def _is_named(source: Source) -> bool:
    return source.name.lower().endswith(_ENDING)


def _rows(source: Source) -> list[str] | None:
    """Return the lines of a drawing, None if it is none."""
    try:
        lines = [line.strip() for line in source.head.decode("ascii").splitlines()]
    except UnicodeDecodeError:
        return None
    while lines and not lines[-1]:
        lines.pop()
    rows = [line for line in lines if _ROW.fullmatch(line)]
    blanks = sum(row.count(blank) for row in rows for blank in _BLANKS)
    whole = len(rows) == SIZE and all(len(row) == SIZE for row in rows)
    drawn = len(rows) == len(lines) and len(rows) > 1
    drawn = drawn and (whole or blanks * 2 > sum(map(len, rows)))
    return rows if drawn else None


def _from_name(name: str) -> tuple[dict[str, str], str]:
    """Return what the name of a server's file says: headers, and the result."""
    parts = PurePath(name.replace("\\", "/")).name.removesuffix(_ENDING).split("#")
    if len(parts) != 6:
        return {}, ""
    table, rule, black, white, swap, state = parts
    result, reason = _STATES.get(state, ("", state))
    headers = {
        "table": table,
        "rule": _RULES.get(rule, rule),
        "opening_rule": opening_rule(_RULES.get(rule, rule)),
        "black": black,
        "white": white,
        "swap": swap,
        "result": reason,
    }
    return {key: text for key, text in headers.items() if text}, result


def _only(records: Iterable[Record], form: str) -> Record:
    found = list(records)
    if len(found) != 1:
        raise FormatError(f"{len(found)} records: {form} holds one")
    return found[0]


def _is_marks_only(tree: Tree) -> bool:
    extras = tree.extras(0)
    return len(tree) == 1 and extras == Extras(marks=extras.marks)


register(Positions())
register(TextPositions())
