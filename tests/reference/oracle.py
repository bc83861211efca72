"""Judge black and white stones slowly, in the words of the rulebooks.

This program is meant to be read beside the rulebook. It puts stones on a board, looks at the
rows they make and puts one more stone to see what becomes of them; it knows no other trick. It
imports nothing of the library, so that an error of the library cannot hide in it.

A board is a text of 225 characters, one for each point: ``.`` empty, ``X`` black, ``O`` white.
The point of column `col` (a is 0) and row `row` (rank 1 is 0) is the number ``15 * row + col``.

The clauses are cited as ``RIF`` (the international rules of 1996/98), ``RU`` (the Russian codex)
and ``CN`` (the Chinese competition rules).

Two readings of a three exist. They differ in one question only: may Black count on a point that
would make him a five at once?

``rif``
    No. ``RIF 3`` THREE: "without at the same time a five in a row is made".
``permitted``
    Yes. ``RU 3`` asks for a permitted move, and a move that makes five is permitted (``RU 4.2``).
"""

from __future__ import annotations

from typing import Literal

Reading = Literal["rif", "permitted"]
Color = Literal["X", "O"]
Verdict = Literal["legal", "five", "overline", "double-four", "double-three", "occupied"]
Direction = tuple[int, int]  # the step along a line, as (rows up, columns to the right)

SIZE = 15
POINTS = SIZE * SIZE
EMPTY = "."
BLACK: Color = "X"
WHITE: Color = "O"

ROW: Direction = (0, 1)
COLUMN: Direction = (1, 0)
DIAGONAL: Direction = (1, 1)  # such as a1-o15
ANTIDIAGONAL: Direction = (1, -1)  # such as o1-a15
DIRECTIONS: tuple[Direction, ...] = (ROW, COLUMN, DIAGONAL, ANTIDIAGONAL)

LABELS: dict[Verdict, str] = {
    "legal": ".",
    "five": "5",
    "overline": "6",
    "double-four": "4",
    "double-three": "3",
    "occupied": "x",
}


# The board ----------------------------------------------------------------------------------


def point_of(name: str) -> int:
    """Return the number of a point from its name: ``a1`` is 0, ``h8`` is 112, ``o15`` is 224."""
    column, rank = ord(name[0]) - ord("a"), int(name[1:])
    if not (0 <= column < SIZE and 1 <= rank <= SIZE):
        raise ValueError(f"no point of the board: {name!r}")
    return SIZE * (rank - 1) + column


def name_of(point: int) -> str:
    """Return the name of a point from its number."""
    row, column = divmod(point, SIZE)
    return f"{chr(ord('a') + column)}{row + 1}"


def board_of(black: str = "", white: str = "") -> str:
    """Return the board with these stones on it, their points given as ``"h8 i9"``."""
    cells = [EMPTY] * POINTS
    for color, names in ((BLACK, black), (WHITE, white)):
        for name in names.split():
            point = point_of(name)
            if cells[point] != EMPTY:
                raise ValueError(f"two stones on {name}")
            cells[point] = color
    return "".join(cells)


def put(board: str, point: int, color: Color = BLACK) -> str:
    """Return the board with one more stone on it."""
    return board[:point] + color + board[point + 1 :]


def _line(point: int, direction: Direction) -> list[int]:
    """Return the points of the line through a point, from one edge of the board to the other."""
    d_row, d_col = direction
    row, col = divmod(point, SIZE)
    while 0 <= row - d_row < SIZE and 0 <= col - d_col < SIZE:
        row, col = row - d_row, col - d_col
    points = []
    while 0 <= row < SIZE and 0 <= col < SIZE:
        points.append(SIZE * row + col)
        row, col = row + d_row, col + d_col
    return points


_LINES = {
    (point, direction): _line(point, direction)
    for point in range(POINTS)
    for direction in DIRECTIONS
}


def line(point: int, direction: Direction) -> list[int]:
    """Return the points of the line through a point, from one edge of the board to the other."""
    return _LINES[point, direction]


_NEAR = {
    (point, direction): points[max(0, points.index(point) - 4) : points.index(point) + 5]
    for (point, direction), points in _LINES.items()
}


def near(point: int, direction: Direction) -> list[int]:
    """Return the points of the line that are at most four steps away, the point itself too.

    Five stones side by side, one of them on the point, lie within these.
    """
    return _NEAR[point, direction]


# Rows, fives and overlines ------------------------------------------------------------------


def unbroken_row(board: str, point: int, direction: Direction) -> frozenset[int]:
    """Return the stones of the unbroken row that holds the stone on this point.

    ``RIF 3`` UNBROKEN ROW, ``RU 3``: stones of one colour on one line, with neither an empty
    point nor a stone of the other colour nor the edge of the board between them.
    """
    points = line(point, direction)
    first = last = points.index(point)
    while first > 0 and board[points[first - 1]] == board[point]:
        first -= 1
    while last < len(points) - 1 and board[points[last + 1]] == board[point]:
        last += 1
    return frozenset(points[first : last + 1])


def winner(board: str) -> int:
    """Say whose five stands on the board: 0 nobody's, 1 Black's, 2 White's, 3 both.

    ``RIF 3`` FIVE IN A ROW, ``RU 3``, ``CN def.7``: for Black an unbroken row of exactly five.
    ``RIF 9.1``, ``RU 7.2``, ``CN 10.1(1)``: for White an overline counts as well.
    """
    black = white = False
    for point in range(POINTS):
        for direction in DIRECTIONS:
            if board[point] == BLACK:
                black = black or len(unbroken_row(board, point, direction)) == 5
            elif board[point] == WHITE:
                white = white or len(unbroken_row(board, point, direction)) >= 5
    return int(black) + 2 * int(white)


# Fours --------------------------------------------------------------------------------------


def five_points(board: str, point: int, direction: Direction) -> dict[int, frozenset[int]]:
    """Return where one more stone makes a five that holds the stone on this point.

    Each such point comes with the five stones. Exactly five: a point that would make six or more
    is none (``RIF 3`` OVERLINE, ``RU 3``, ``CN def.8``).
    """
    fives = {}
    for added in near(point, direction):
        if board[added] == EMPTY:
            row = unbroken_row(put(board, added), added, direction)
            if len(row) == 5 and point in row:
                fives[added] = row
    return fives


def fours_through(board: str, point: int, direction: Direction) -> set[frozenset[int]]:
    """Return the fours that a black stone on this point makes on this line.

    ``RIF 3`` FOUR, ``RU 3``, ``CN def.5, 6``: four stones that one more stone turns into a five.
    A four is the set of its four stones: ``.XXXX.`` is one four with two points that make five,
    ``X.XXX.X`` is two fours. The stone stands on the point already or is imagined there.
    """
    board = put(board, point)
    return {five - {added} for added, five in five_points(board, point, direction).items()}


# Threes -------------------------------------------------------------------------------------


def straight_four_points(board: str, point: int, direction: Direction) -> list[int]:
    """Return where one more stone makes a straight four with a black stone on this point.

    ``RIF 3`` STRAIGHT FOUR, ``RU 3``, ``CN def.5``: an unbroken row of four stones which one more
    stone turns into a five at either end. It holds the stone on the point and the one added; the
    former stands on the point already or is imagined there.
    """
    board = put(board, point)
    found = []
    for added in near(point, direction):
        if board[added] == EMPTY:
            after = put(board, added)
            row = unbroken_row(after, added, direction)
            if len(row) == 4 and point in row:
                ends = [
                    five for five in five_points(after, added, direction).values() if row < five
                ]
                if len(ends) == 2:
                    found.append(added)
    return found


def may_play(board: str, point: int, reading: Reading) -> bool:
    """Say whether Black may count on playing this point to make a straight four.

    ``RIF 9.3a``: not if an overline or a double-four is made there. ``RIF 9.3b``: nor if a
    forbidden double-three is, which is found out "in the same way". ``RU 3``, ``RU 4.2``: the
    move must be permitted. The two readings part where the stone makes a five on another line.
    """
    judged = verdict(board, point, reading)
    if reading == "rif":
        return judged == "legal"  # RIF 3 THREE: and no five in a row is made at the same time
    return judged in ("legal", "five")  # RU 4.2: what makes five is permitted


def makes_three(board: str, point: int, direction: Direction, reading: Reading) -> bool:
    """Say whether a black stone on this point makes a three on this line.

    ``RIF 3`` THREE, ``RU 3``, ``CN def.4``: one more stone can make a straight four of it. That
    stone is judged "in your mind" (``RIF 9.3``) with the stone on this point left standing.
    """
    board = put(board, point)
    return any(
        may_play(board, added, reading) for added in straight_four_points(board, point, direction)
    )


# The verdict --------------------------------------------------------------------------------


def verdict(board: str, point: int, reading: Reading, color: Color = BLACK) -> Verdict:
    """Say what a stone of this colour would be on this point.

    ``RIF 9.2``, ``RU 4.2``, ``CN 10.1(2)``: an overline, a double-four or a double-three is a
    foul of Black's unless the same stone makes a five. Only rows that hold the new stone count:
    ``RIF 3`` "meet each other in this intersection", ``RU 4.2`` "at the point of placement",
    ``CN def.19`` the stone is a common member. White has no fouls.
    """
    if board[point] != EMPTY:
        return "occupied"
    after = put(board, point, color)

    lengths = [len(unbroken_row(after, point, direction)) for direction in DIRECTIONS]
    if color == WHITE:
        return "five" if max(lengths) >= 5 else "legal"  # RIF 9.1: an overline wins as well
    if 5 in lengths:
        return "five"  # RIF 9.1, 9.2: it wins whatever else the stone makes
    if max(lengths) > 5:
        return "overline"  # RIF 9.2a, CN def.8

    # A four needs three more black stones on its line, a three needs two, all of them at most
    # four steps away. A line with fewer than two can be passed over.
    lines = [
        direction
        for direction in DIRECTIONS
        if sum(after[other] == BLACK for other in near(point, direction)) >= 1 + 2
    ]

    if sum(len(fours_through(after, point, direction)) for direction in lines) >= 2:
        return "double-four"  # RIF 9.2b, CN def.19

    # Where fewer than two lines could become straight fours at all, nothing has to be imagined.
    lines = [direction for direction in lines if straight_four_points(after, point, direction)]
    if len(lines) >= 2:
        threes = sum(makes_three(after, point, direction, reading) for direction in lines)
        if threes >= 2:
            return "double-three"  # RIF 9.2c, CN def.19
    return "legal"


def labels(board: str, reading: Reading) -> str:
    """Return what a black stone would be on every point, as 225 characters.

    ``x`` a stone stands there, ``5`` five, ``6`` overline, ``4`` double-four, ``3`` double-three,
    ``.`` legal.
    """
    if len(board) != POINTS or set(board) - {EMPTY, BLACK, WHITE}:
        raise ValueError(f"a board is 225 of the characters . X O, got {board!r}")
    return "".join(LABELS[verdict(board, point, reading)] for point in range(POINTS))
