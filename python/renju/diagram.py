"""Boards as text diagrams: 15 lines of 15 cells, rank 15 at the top.

Read and printed with or without coordinates, with stones as `X` and `O` or as move numbers, and with
the foul points of Black marked: `T` double-three, `F` double-four, `L` overline.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .errors import DiagramError
from .geometry import COLUMNS, PASS, POINTS, SIZE, Color, Move, Point
from .verdicts import Verdict

__all__ = [
    "Diagram",
    "format_diagram",
    "looks_like_row",
    "parse_board",
    "parse_diagram",
    "parse_line",
]

FOUL_MARKS: Final = {
    Verdict.DOUBLE_THREE: "T",
    Verdict.DOUBLE_FOUR: "F",
    Verdict.OVERLINE: "L",
}
_LEGEND: Final = "T double-three, F double-four, L overline"
_CELLS: Final[dict[str, Color | None]] = (
    dict.fromkeys(".+-_·TFL")
    | dict.fromkeys("Xx#●⚫", Color.BLACK)
    | dict.fromkeys("Oo○⚪", Color.WHITE)
)
_HEADERS: Final = {COLUMNS, COLUMNS.replace("i", "") + "p"}
_COMPACT: Final = re.compile(r"(\d{1,2})?\s*([^\d\s]{15})\s*(\d{1,2})?")


@dataclass(frozen=True, slots=True)
class Diagram:
    """What a diagram shows.

    Attributes
    ----------
    black, white
        The stones shown as stones, ascending.
    moves
        The stones shown as numbers, in their order, with the passes that the diagram names.
    """

    black: tuple[Point, ...]
    white: tuple[Point, ...]
    moves: tuple[Move, ...] = ()


def format_diagram(
    cells: Sequence[int],
    *,
    coordinates: bool = True,
    numbers: Sequence[Move] = (),
    fouls: Mapping[Point, Verdict] | None = None,
) -> str:
    """Print a board.

    Parameters
    ----------
    cells
        225 cells, index `15 * row + column`: 0 empty, 1 black, 2 white.
    coordinates
        Whether to print column letters and ranks.
    numbers
        The moves whose stones are shown as their numbers, from 1.
    fouls
        The points to mark with the foul that a black stone would be there.

    Returns
    -------
    str
        15 lines (17 with coordinates), and below them what the marks mean and which moves were
        passes, where there are any; no line break at the end. `parse_diagram` reads it back.
    """
    symbols = [".XO"[cell] for cell in cells]
    for number, move in enumerate(numbers, start=1):
        if isinstance(move, Point):
            symbols[move] = str(number)
    for point, verdict in (fouls or {}).items():
        symbols[point] = FOUL_MARKS[verdict]
    width = max(map(len, symbols))
    gap = " " if coordinates or numbers else ""
    lines = []
    for row in reversed(range(SIZE)):
        line = gap.join(symbol.rjust(width) for symbol in symbols[SIZE * row : SIZE * (row + 1)])
        lines.append(f"{row + 1:2} {line} {row + 1:2}" if coordinates else line)
    if coordinates:
        header = "   " + gap.join(letter.rjust(width) for letter in COLUMNS)
        lines = [header, *lines, header]
    if fouls:
        lines.append(_LEGEND)
    passes = [str(number) for number, move in enumerate(numbers, start=1) if move is PASS]
    if passes:
        lines.append(f"passes: {', '.join(passes)}")
    return "\n".join(lines)


def parse_diagram(text: str) -> Diagram:
    """Read a diagram.

    Parameters
    ----------
    text
        15 lines from the top, each of 15 cells with or without blanks between them. Empty: one of
        `. + - _`; black: `X x # ●`; white: `O o ○`; numbers are moves (odd ones black, unless a
        line `passes: 2, 4` says which turns were passed). Column letters above or below, ranks at
        either side, comment lines (`# …`) and marks of foul points may stand there; ranks from 1 at the top to
        15 turn the board over.

    Raises
    ------
    DiagramError
        With the line, what is wrong with it and what it should be.
    """
    rows: list[tuple[int, list[str], int | None]] = []
    passes: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        bare = line.strip()
        header = "".join(bare.split()).lower() in _HEADERS
        if not bare or header or bare == _LEGEND or bare.startswith("# "):
            continue
        if bare.startswith("passes:"):
            passes = [int(word) for word in re.findall(r"\d{1,4}", bare)]
            continue
        if len(rows) == SIZE:
            raise DiagramError(f"line {number}: {line!r} is one line too many: a diagram has 15")
        rows.append((number, *_split_row(line, number, len(rows))))
    if len(rows) != SIZE:
        raise DiagramError(f"the diagram has {len(rows)} lines of cells: a board has 15")
    labels = [label for _, _, label in rows]
    ascending = labels == list(range(1, SIZE + 1))
    for (number, _, label), expected in zip(rows, range(SIZE, 0, -1), strict=True):
        if not ascending and label not in (None, expected):
            raise DiagramError(
                f"line {number}: rank {label} stands where rank {expected} should: ranks run from "
                "15 at the top to 1, or from 1 to 15"
            )
    ordered = rows if ascending else rows[::-1]
    stones: dict[Color, list[Point]] = {Color.BLACK: [], Color.WHITE: []}
    numbered: dict[int, Point] = {}
    for row, (number, cells, _) in enumerate(ordered):
        for col, cell in enumerate(cells):
            _read_cell(cell, Point.at(row, col), number, stones, numbered)
    moves = _in_order(numbered, passes)
    return Diagram(tuple(stones[Color.BLACK]), tuple(stones[Color.WHITE]), moves)


def looks_like_row(line: str) -> bool:
    """Whether a line can only be a row of a diagram, its column letters, or a board line."""
    words = line.split()
    if "".join(words).lower() in _HEADERS:
        return True
    cells = [word for word in words if not (word.isascii() and word.isdigit())]
    return bool(cells) and all(character in _CELLS for word in cells for character in word)


def parse_board(text: str) -> Diagram:
    """Read a board in either form: a diagram of 15 lines, or one line of 225 characters."""
    bare = text.strip()
    is_line = len(bare) > SIZE + 4 and not any(map(str.isspace, bare))  # a row has ranks at most
    return parse_line(bare) if is_line else parse_diagram(text)


def parse_line(line: str) -> Diagram:
    """Read a board written as one line of 225 characters, a1 first, then b1 (the suite's form).

    Raises
    ------
    DiagramError
        If it has another length or a character other than `.`, `X` and `O`.
    """
    if len(line) != len(POINTS):
        raise DiagramError(f"the board line has {len(line)} characters: a board has 225")
    for index, character in enumerate(line):
        if character not in ".XO":
            raise DiagramError(
                f"{character!r} at character {index + 1}: a board line has '.', 'X' and 'O'"
            )
    black = tuple(point for point in POINTS if line[point] == "X")
    white = tuple(point for point in POINTS if line[point] == "O")
    return Diagram(black, white)


def _split_row(line: str, number: int, index: int) -> tuple[list[str], int | None]:
    """Split a line into its 15 cells and the rank that it names, if any."""
    compact = _COMPACT.fullmatch(line.strip())
    if compact is not None:
        return list(compact[2]), _one_label(compact[1], compact[3], number)
    words = line.split()
    if len(words) == SIZE + 2:
        return words[1:-1], _one_label(words[0], words[-1], number)
    if len(words) == SIZE + 1:
        ranks = (str(SIZE - index), str(index + 1))
        if words[0] in ranks:
            return words[1:], int(words[0])
        if words[-1] in ranks:
            return words[:-1], int(words[-1])
    if len(words) == SIZE:
        return words, None
    count = len(words) if len(words) > 1 else len(line.strip())
    raise DiagramError(f"line {number}: {line.strip()!r} has {count} cells: a board has 15 a line")


def _one_label(left: str | None, right: str | None, number: int) -> int | None:
    for label in (left, right):
        if label is not None and not (label.isascii() and label.isdigit()):
            raise DiagramError(f"line {number}: {label!r} stands where a rank 1-15 should")
    if left is not None and right is not None and left != right:
        raise DiagramError(f"line {number}: rank {left} at the left, {right} at the right")
    label = left if left is not None else right
    return None if label is None else int(label)


def _read_cell(
    cell: str,
    point: Point,
    line: int,
    stones: dict[Color, list[Point]],
    numbered: dict[int, Point],
) -> None:
    if cell.isascii() and cell.isdigit():
        move = int(cell[:4])
        if move in numbered:
            raise DiagramError(
                f"line {line}: move {move} stands on {numbered[move]} and on {point}"
            )
        numbered[move] = point
    elif cell not in _CELLS:
        raise DiagramError(
            f"line {line}: {cell!r} on {point} is no cell: use '.' for empty, X for black, O for "
            "white, or move numbers"
        )
    else:
        color = _CELLS[cell]
        if color is not None:
            stones[color].append(point)


def _in_order(numbered: dict[int, Point], passes: list[int]) -> tuple[Move, ...]:
    moves: dict[int, Move] = {**numbered, **dict.fromkeys(passes, PASS)}
    for number in range(1, len(moves) + 1):
        if number not in moves:
            raise DiagramError(
                f"move {number} is missing among the numbers up to {max(moves)}: say so below the "
                f"board if it was a pass ('passes: {number}')"
            )
    return tuple(moves[number] for number in range(1, len(moves) + 1))
