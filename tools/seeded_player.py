"""A small seeded player of renju, for tools/make_games.py.

It looks ahead by fours only, and goes by the rows that a stone makes or stops. Only integers decide,
and never the order of a set: the same seed plays the same moves on every platform.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Final

from renju import PASS, POINTS, Board, Color, Move, Point, ShapeKind, Verdict

__all__ = ["BLACK", "WHITE", "Mind", "Player", "Table", "is_quiet", "makes_overline"]

BLACK, WHITE = Color.BLACK, Color.WHITE

# Rows ---------------------------------------------------------------------------------------

# What a stone makes of one line, the weakest first: from a row that has room for five to a five.
NOTHING, ONE, CLOSED_TWO, TWO, CLOSED_THREE, THREE, FOUR, STRAIGHT_FOUR, FIVE = range(9)
BEFORE: Final = (NOTHING, NOTHING, ONE, ONE, CLOSED_TWO, TWO, CLOSED_THREE, THREE, THREE)
VALUES: Final = (0, 1, 3, 20, 10, 25, 10, 800, 5000)
BOTH_THREATS = 600  # for two fours, or a four and a three
TWO_THREES = 250

REACH = 5  # a row through a point, and the stone that would make it an overline, end within it
CENTRE = REACH
BORDER = len(POINTS)  # the index of the one cell that stands for everything off the board
OUTSIDE = 3
STEPS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))  # row and column, one a direction

Line = tuple[int, ...]


def _cell(row: int, col: int) -> int:
    return 15 * row + col if 0 <= row < 15 and 0 <= col < 15 else BORDER


def _line(point: int, step: tuple[int, int]) -> tuple[int, ...]:
    row, col = divmod(point, 15)
    return tuple(_cell(row + k * step[0], col + k * step[1]) for k in range(-REACH, REACH + 1))


LINES: Final = tuple(tuple(_line(point, step) for point in range(len(POINTS))) for step in STEPS)
TAKE: Final = tuple(tuple(itemgetter(*line) for line in lines) for lines in LINES)
NEAR: Final = tuple(
    tuple(q for q in range(len(POINTS)) if 0 < max(abs(q // 15 - r), abs(q % 15 - c)) <= 2)
    for r, c in (divmod(point, 15) for point in range(len(POINTS)))
)


@cache
def row_of(line: Line, color: int, exact: bool) -> int:
    """Return what the stone in the middle of a line makes with the others of its colour.

    Parameters
    ----------
    line
        The cells up to `REACH` steps either way; the middle one holds a stone of `color`.
    color
        Whose row it is.
    exact
        Whether six or more are no five, as for Black.
    """
    low = high = CENTRE
    while low > 0 and line[low - 1] == color:
        low -= 1
    while high < 2 * REACH and line[high + 1] == color:
        high += 1
    if high - low >= 4:
        return NOTHING if exact and high - low > 4 else FIVE
    follow = [
        row_of((*line[:k], color, *line[k + 1 :]), color, exact)
        for k in range(CENTRE - 4, CENTRE + 5)
        if line[k] == 0
    ]
    if follow.count(FIVE) > 1:
        return STRAIGHT_FOUR
    return FOUR if FIVE in follow else BEFORE[max(follow, default=NOTHING)]


@cache
def rows_at(line: Line) -> tuple[int, int, int]:
    """Return what a stone would make in an empty middle.

    Black's, White's, and Black's for a player who thinks that six are a five too.
    """
    black = (*line[:CENTRE], 1, *line[CENTRE + 1 :])
    white = (*line[:CENTRE], 2, *line[CENTRE + 1 :])
    return row_of(black, 1, True), row_of(white, 2, False), row_of(black, 1, False)


class Table:
    """A board, with what each empty point would make in each direction kept up to date."""

    def __init__(self) -> None:
        self.board = Board()
        self.cells = [0] * len(POINTS) + [OUTSIDE]
        self.near = [0] * len(POINTS)  # how many stones stand within two steps
        self.rows = [[rows_at(take(self.cells)) for take in takes] for takes in TAKE]

    def push(self, move: Move) -> None:
        """Make a move of the side to move."""
        color = self.board.to_move
        self.board.push(move)
        if isinstance(move, Point):
            self._set(move, color, 1)

    def pop(self) -> None:
        """Take back the last move."""
        move = self.board.pop()
        if isinstance(move, Point):
            self._set(move, 0, -1)

    def _set(self, point: int, cell: int, change: int) -> None:
        self.cells[point] = cell
        for other in NEAR[point]:
            self.near[other] += change
        for lines, takes, rows in zip(LINES, TAKE, self.rows, strict=True):
            for other in lines[point]:
                if other != BORDER and self.cells[other] == 0:
                    rows[other] = rows_at(takes[other](self.cells))

    def empty(self, *, near: bool = False) -> list[Point]:
        """Return the empty points in order, all of them or those near a stone."""
        return [p for p in POINTS if self.cells[p] == 0 and (self.near[p] or not near)]

    def rows_of(self, point: int, view: int) -> list[int]:
        """Return what a stone on an empty point makes in each direction; see `rows_at`."""
        return [rows[point][view] for rows in self.rows]

    def fours(self, color: Color) -> list[Point]:
        """Return the empty points that make a four or more, straight fours first."""
        view, cells = color - 1, self.cells
        found = sorted(
            (-row[view], point)
            for rows in self.rows
            for point, row in enumerate(rows)
            if row[view] >= FOUR and cells[point] == 0
        )
        return [POINTS[p] for p in dict.fromkeys(point for _, point in found)]


# The player ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Player:
    """How one side plays.

    Attributes
    ----------
    sight
        How many fours ahead a win is seen; 0 is a straight four, or a four that cannot be stopped.
    caution
        How many fours ahead a win of the opponent is seen.
    slips
        Of 100 moves how many are made without looking at what the opponent threatens.
    defence
        What it is worth to stop a row, in percent of what it is worth to make it.
    threes
        What it is worth to make a three; a player who keeps his threes has rows to combine.
    choice
        A move is taken at random among those worth at least this percentage of the best.
    sees_fouls
        Whether Black keeps off his foul points, sixes that look like fives among them.
    steers
        Whether Black goes for double-threes that are allowed (RIF 9.3), White for points where
        Black would have to stop him and must not.
    """

    sight: int = 4
    caution: int = 3
    slips: int = 6
    defence: int = 60
    threes: int = VALUES[THREE]
    choice: int = 75
    sees_fouls: bool = True
    steers: bool = False


class Search:
    """A search for a win by fours.

    Black's fours are no fouls in it; a four of White's wins if Black may not stop it.

    Parameters
    ----------
    table
        The board; as it was when the search is over.
    nodes
        How many positions may be looked at before the search gives up.
    """

    def __init__(self, table: Table, nodes: int) -> None:
        self.table = table
        self.nodes = nodes

    def win(self, depth: int) -> Point | None:
        """Return the first move of a win of the side to move, with `depth` fours after it."""
        self.nodes -= 1
        board, color = self.table.board, self.table.board.to_move
        fives = board.five_points(color)
        if fives:
            return fives[0]
        threats = board.five_points(color.opponent)
        if len(threats) > 1:
            return None
        for point in self.table.fours(color):
            if (threats and point != threats[0]) or board.verdict(point).is_foul:
                continue
            board.push(point)
            stops = board.five_points(color)
            won = len(stops) > 1 or (len(stops) == 1 and board.verdict(stops[0]).is_foul)
            board.pop()
            if won or (len(stops) == 1 and depth and self._goes_on(point, stops[0], depth)):
                return point
        return None

    def _goes_on(self, four: Point, stop: Point, depth: int) -> bool:
        if self.nodes <= 0:
            return False
        self.table.push(four)
        self.table.push(stop)
        won = self.win(depth - 1) is not None
        self.table.pop()
        self.table.pop()
        return won


def winning_four(table: Table, depth: int) -> Point | None:
    """Return a move by which the side to move wins by fours, as far as it sees."""
    return Search(table, 40).win(depth)


def is_threatened(table: Table, depth: int) -> bool:
    """Whether the side that is not to move would win by fours if it were."""
    table.push(PASS)
    found = Search(table, 25).win(depth)
    table.pop()
    return found is not None


def is_quiet(table: Table) -> bool:
    """Whether neither side would win by fours soon if it were to move."""
    return winning_four(table, 2) is None and not is_threatened(table, 2)


def worth(rows: Sequence[int], color: Color, three: int = VALUES[THREE]) -> int:
    """Return what a stone is worth that makes these rows, and `three` for a three."""
    value = sum(three if row == THREE else VALUES[row] for row in rows)
    fours = sum(row in (FOUR, STRAIGHT_FOUR) for row in rows)
    threes = rows.count(THREE)
    if fours > 1 or (fours and threes):
        value += BOTH_THREATS
    elif threes > 1 and color is WHITE:
        value += TWO_THREES
    return value


def makes_overline(board: Board, point: Point) -> bool:
    """Whether a white stone there makes six or more."""
    return any(shape.kind is ShapeKind.OVERLINE for shape in board.shapes(point, WHITE))


class Mind:
    """One player at the table.

    Parameters
    ----------
    player
        How it plays.
    color
        Its colour.
    rng
        Where its chances come from; shared with the opponent.
    """

    def __init__(self, player: Player, color: Color, rng: random.Random) -> None:
        self.player = player
        self.color = color
        self.rng = rng
        self.careless = color is BLACK and not player.sees_fouls

    def move(self, table: Table) -> Move:
        """Return the move to make, a pass if there is no point left to play."""
        must = self._fives(table) or list(table.board.five_points(self.color.opponent))
        if must:
            return self._answer(table, must)
        player = self.player
        if not self.careless:
            win = winning_four(table, player.sight)
            if win is not None:
                return win
        scored = self._scored(table)
        if not scored:
            return PASS
        number = len(table.board.moves)
        if number in (3, 4):  # the fourth stone, and a fifth that White would leave to Black
            return self.rng.choice(scored[: 4 * number - 8])[1]
        if self.rng.randrange(100) >= player.slips and is_threatened(table, player.caution):
            scored = self._safe(table, scored)
        if player.steers:
            scored = self._steered(table, scored)
        return self._pick(scored)

    def _fives(self, table: Table) -> list[Point]:
        if self.careless:
            return [p for p in table.empty(near=True) if FIVE in table.rows_of(p, 2)]
        fives = table.board.five_points(self.color)
        if self.color is WHITE:  # an overline before a five: it wins as well
            return sorted(fives, key=lambda p: (not makes_overline(table.board, p), p))[:1]
        return list(fives)

    def _answer(self, table: Table, must: list[Point]) -> Point:
        """Make a five or stop one, where Black may: else he may as well look away."""
        allowed = [p for p in must if not table.board.verdict(p, self.color).is_foul]
        if allowed or self.careless or self.rng.randrange(3):
            return self.rng.choice(allowed or must)
        return self._pick(self._scored(table) or [(1, must[0])])

    def _scored(self, table: Table) -> list[tuple[int, Point]]:
        """Return the points worth playing and what each is worth, the best first."""
        verdicts = table.board.verdicts(BLACK).ravel().tolist()
        mine, theirs = (2 if self.careless else self.color - 1), self.color.opponent - 1
        scored = []
        for point in table.empty(near=True) or table.empty():
            foul = Verdict(verdicts[point]).is_foul
            if foul and self.color is BLACK and not self.careless:
                continue
            owner = WHITE if self.careless else self.color
            value = worth(table.rows_of(point, mine), owner, self.player.threes)
            if not (foul and self.color is WHITE):  # what Black may not make need not be stopped
                stopped = worth(table.rows_of(point, theirs), self.color.opponent)
                value += stopped * self.player.defence // 100
            scored.append((value + 1, point))
        return sorted(scored, key=lambda entry: (-entry[0], entry[1]))

    def _safe(self, table: Table, scored: list[tuple[int, Point]]) -> list[tuple[int, Point]]:
        """Keep the moves after which the opponent has no win by fours, if there are any."""
        kept = []
        for value, point in scored[:12]:
            table.push(point)
            lost = Search(table, 12).win(self.player.caution)
            table.pop()
            if lost is None:
                kept.append((value, point))
        return kept or scored

    def _steered(self, table: Table, scored: list[tuple[int, Point]]) -> list[tuple[int, Point]]:
        """Add to the best moves what they are worth for what this player is after."""
        steered = []
        for value, point in scored[:20]:
            bonus = 0
            if self.color is BLACK and table.rows_of(point, 0).count(THREE) > 1:
                bonus = 1000
            table.push(point)
            verdicts = table.board.verdicts(BLACK).ravel().tolist()
            for other in table.empty(near=True):
                if self.color is WHITE and Verdict(verdicts[other]).is_foul:
                    bonus += min(80, 2 * worth(table.rows_of(other, 1), WHITE))
                elif self.color is BLACK and verdicts[other] == Verdict.LEGAL:
                    bonus += 100 * (table.rows_of(other, 0).count(THREE) > 1)
            table.pop()
            steered.append((value + bonus, point))
        return sorted(steered, key=lambda entry: (-entry[0], entry[1]))

    def _pick(self, scored: list[tuple[int, Point]]) -> Point:
        floor = scored[0][0] * self.player.choice // 100
        good = [(value - floor + 1, point) for value, point in scored if value >= floor]
        ticket = self.rng.randrange(sum(weight for weight, _ in good))
        for weight, point in good:
            ticket -= weight
            if ticket < 0:
                return point
        raise AssertionError("the weights add up to more than every ticket")
