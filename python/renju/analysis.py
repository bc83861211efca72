"""Whole games judged: what every move was, which opening it is, and how the game ended.

Examples
--------
>>> report = judge_game("h8 i9 g8 i8 f8 i7 e8 i10 d8")
>>> str(report.end), str(report.fives[0])
('black five, move 9', '9 d8 black')
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from .board import Board
from .clauses import CLAUSES
from .errors import IllegalMoveError
from .geometry import PASS, Color, Move, Pass, Point, PointLike
from .notation import parse_moves, to_move
from .openings import EXTENDED, PATTERNS, Pattern, identify
from .records import Problem, Record
from .shapes import ShapeKind
from .verdicts import Reading, Verdict

__all__ = [
    "AllowedDoubleThree",
    "End",
    "EndKind",
    "Five",
    "Foul",
    "GameReport",
    "Totals",
    "judge_game",
    "judge_games",
]

_THREES: Final = (ShapeKind.THREE, ShapeKind.FALSE_THREE)


class EndKind(enum.Enum):
    """How a game ended, as far as its stones tell. Its value is the phrase for it."""

    BLACK_FIVE = "black five"
    WHITE_FIVE = "white five"
    FOUL = "foul"
    TWO_PASSES = "two passes"
    FULL_BOARD = "full board"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended, as far as its stones tell: claims, flags and resignations are not seen.

    Attributes
    ----------
    kind
        What ended it.
    number
        The move that did, from 1; 0 for a five in the set-up, None for an unfinished game.
    detail
        A sentence with the clause where one decides; empty for an unfinished game.
    """

    kind: EndKind
    number: int | None = None
    detail: str = ""

    def __str__(self) -> str:
        if self.number is None:
            return self.kind.value
        return (
            f"{self.kind.value}, move {self.number}"
            if self.number
            else f"{self.kind.value}, set up"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        return {"kind": self.kind.value, "move": self.number, "detail": self.detail}


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul of Black's: the number of the move from 1, its point, and which foul it is."""

    number: int
    point: Point
    verdict: Verdict

    def __str__(self) -> str:
        return f"{self.number} {self.point} {self.verdict.label}"

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        return {"move": self.number, "point": str(self.point), "verdict": self.verdict.label}


@dataclass(frozen=True, slots=True)
class Five:
    """A move that made a five, or five or more of White's: its number from 1, point and colour."""

    number: int
    point: Point
    color: Color

    def __str__(self) -> str:
        return f"{self.number} {self.point} {self.color.label}"

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        return {"move": self.number, "point": str(self.point), "color": self.color.label}


@dataclass(frozen=True, slots=True)
class AllowedDoubleThree:
    """A legal move of Black's with several rows of three of which at most one is a three (RIF 9.3).

    Attributes
    ----------
    number
        The number of the move, from 1.
    point
        Its point.
    rows
        How many rows of three the stone makes, two or more.
    """

    number: int
    point: Point
    rows: int

    def __str__(self) -> str:
        return f"{self.number} {self.point}"

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        return {"move": self.number, "point": str(self.point), "rows_of_three": self.rows}


@dataclass(frozen=True, slots=True)
class GameReport:
    """One game, judged.

    Attributes
    ----------
    moves
        The moves, passes among them.
    verdicts
        What each of `moves` was when it was made; None for a pass.
    opening
        The pattern of the first three moves, None if they are none or the board was set up.
    fouls
        Black's fouls, those too that White let pass.
    fives
        The fives of Black and the fives and overlines of White.
    allowed_double_threes
        Legal moves that look like a double-three.
    end
        How the game ended as far as the stones tell.
    problems
        What could not be read where the game came from.
    first
        Who made the first move.
    set_up
        How many stones stood there before the first move.
    place
        Where in its file the game begins, such as `"line 3"`.
    """

    moves: tuple[Move, ...]
    verdicts: tuple[Verdict | None, ...]
    opening: Pattern | None
    fouls: tuple[Foul, ...]
    fives: tuple[Five, ...]
    allowed_double_threes: tuple[AllowedDoubleThree, ...]
    end: End
    problems: tuple[Problem, ...] = ()
    first: Color = Color.BLACK
    set_up: int = 0
    place: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON-ready data, points as text."""
        return {
            "place": self.place,
            "length": len(self.moves),
            "moves": [str(move) for move in self.moves],
            "verdicts": [None if verdict is None else verdict.label for verdict in self.verdicts],
            "opening": None if self.opening is None else self.opening.to_dict(),
            "fouls": [foul.to_dict() for foul in self.fouls],
            "fives": [five.to_dict() for five in self.fives],
            "allowed_double_threes": [move.to_dict() for move in self.allowed_double_threes],
            "end": self.end.to_dict(),
            "first": self.first.label,
            "set_up": self.set_up,
            "problems": [{"place": p.place, "message": p.message} for p in self.problems],
        }


def judge_game(
    game: Record | str | Iterable[Move | PointLike], *, reading: Reading | int | str = Reading.RIF
) -> GameReport:
    """Judge every move of a game.

    Parameters
    ----------
    game
        A record, or the moves: text in any spelling, or an iterable of points and passes.
    reading
        When a straight-four point may be played; see `Reading`.

    Returns
    -------
    GameReport
        Of a record with a move that cannot be put on the board: the moves before it, and a problem.

    Raises
    ------
    NotationError
        If `game` holds moves, and one is no move.
    IllegalMoveError
        If `game` holds moves, and a point is taken twice.
    """
    wanted = Reading.of(reading)
    if not isinstance(game, Record):
        moves = parse_moves(game) if isinstance(game, str) else [to_move(move) for move in game]
        return _judge(Board(reading=wanted), moves, Record())
    board = Board(black=game.black, white=game.white, to_move=game.to_move, reading=wanted)
    try:
        return _judge(board, game.moves, game)
    except IllegalMoveError as error:
        sound = len(board.moves)
        problem = Problem(f"{game.place}, move {sound + 1}".removeprefix(", "), str(error))
        shorter = replace(game, moves=game.moves[:sound], problems=(*game.problems, problem))
        return judge_game(shorter, reading=wanted)


def judge_games(
    games: Iterable[Record | str | Iterable[Move | PointLike]],
    *,
    reading: Reading | int | str = Reading.RIF,
) -> Iterator[GameReport]:
    """Judge games one after another as they come; see `judge_game`."""
    wanted = Reading.of(reading)
    for game in games:
        yield judge_game(game, reading=wanted)


@dataclass(frozen=True, slots=True)
class Totals:
    """What many games hold together.

    Attributes
    ----------
    games
        How many games there are.
    moves
        How many moves they have, passes among them.
    passes
        How many of these put no stone.
    verdicts
        How often each verdict was given, by the colour of the stone.
    allowed_double_threes
        How many legal moves of Black's looked like a double-three.
    openings
        How many games have each pattern, by its id; those with none are not counted.
    ends
        How many games ended in each way.
    problems
        How many things could not be read.
    """

    games: int
    moves: int
    passes: int
    verdicts: Mapping[Color, Mapping[Verdict, int]]
    allowed_double_threes: int
    openings: Mapping[str, int]
    ends: Mapping[EndKind, int]
    problems: int

    @property
    def positions(self) -> int:
        """How many positions were judged: one for each stone that was put."""
        return self.moves - self.passes

    @classmethod
    def of(cls, reports: Iterable[GameReport]) -> Totals:
        """Add up reports; they are taken one by one and not kept."""
        games = moves = passes = allowed = problems = 0
        verdicts: dict[Color, Counter[Verdict]] = {color: Counter() for color in Color}
        openings: Counter[str] = Counter()
        ends: Counter[EndKind] = Counter()
        for report in reports:
            games += 1
            moves += len(report.moves)
            allowed += len(report.allowed_double_threes)
            problems += len(report.problems)
            ends[report.end.kind] += 1
            if report.opening is not None:
                openings[report.opening.id] += 1
            for color, made in (
                (report.first, report.verdicts[::2]),
                (report.first.opponent, report.verdicts[1::2]),
            ):
                stones = [verdict for verdict in made if verdict is not None]
                passes += len(made) - len(stones)
                verdicts[color].update(stones)
        return cls(games, moves, passes, verdicts, allowed, openings, ends, problems)

    def to_dict(self) -> dict[str, Any]:
        """Return the totals as JSON-ready data; what never happened is named with 0."""
        made = [verdict for verdict in Verdict if verdict is not Verdict.OCCUPIED]
        return {
            "games": self.games,
            "moves": self.moves,
            "passes": self.passes,
            "positions": self.positions,
            "verdicts": {
                color.label: {
                    verdict.label: self.verdicts[color].get(verdict, 0) for verdict in made
                }
                for color in Color
            },
            "allowed_double_threes": self.allowed_double_threes,
            "openings": {
                pattern.id: self.openings[pattern.id]
                for pattern in (*PATTERNS, *EXTENDED)
                if pattern.id in self.openings
            },
            "ends": {kind.value: self.ends.get(kind, 0) for kind in EndKind},
            "problems": self.problems,
        }


def _judge(board: Board, moves: Sequence[Move], record: Record) -> GameReport:
    """Put the moves on the board one by one, and note what each is just before it is put."""
    first = board.to_move
    verdicts: list[Verdict | None] = []
    fouls: list[Foul] = []
    fives: list[Five] = []
    allowed: list[AllowedDoubleThree] = []
    for number, move in enumerate(moves, start=1):
        if isinstance(move, Pass):
            verdicts.append(None)
            board.push_pass()
            continue
        color = board.to_move
        verdict = board.verdict(move)
        if verdict is Verdict.FIVE:
            fives.append(Five(number, move, color))
        elif verdict.is_foul:
            fouls.append(Foul(number, move, verdict))
        elif verdict is Verdict.LEGAL and color is Color.BLACK:
            rows = sum(shape.kind in _THREES for shape in board.shapes(move, color))
            if rows > 1:
                allowed.append(AllowedDoubleThree(number, move, rows))
        board.push(move)
        verdicts.append(verdict)
    set_up = len(record.black) + len(record.white)
    return GameReport(
        board.moves,
        tuple(verdicts),
        None if set_up or first is not Color.BLACK else identify(board.moves),
        tuple(fouls),
        tuple(fives),
        tuple(allowed),
        _end(board, fouls, fives),
        record.problems,
        first,
        set_up,
        record.place,
    )


def _end(board: Board, fouls: Sequence[Foul], fives: Sequence[Five]) -> End:
    """Say how the game ended; `board` stands after its last move."""
    clauses = CLAUSES[board.reading].verdicts
    last = len(board.moves)
    five = fives[0] if fives else None
    set_up_winner = board.winner if five is None else None  # no move made the row
    if fouls and fouls[-1].number == last and set_up_winner is None:
        foul = fouls[-1]
        said = f"{foul.point} is a foul, {foul.verdict.label}: White may claim ({clauses[foul.verdict]})"
        if five is None:
            return End(EndKind.FOUL, last, said)
        if five.color is Color.BLACK and board.reading is Reading.RIF:
            missed = f"Black did not claim the five of move {five.number} (RIF 9.7)"
            return End(EndKind.FOUL, last, f"{said}; {missed}")
    if five is not None:
        black = five.color is Color.BLACK
        row = "five" if black else "five or more"
        after = f", {_counted(last - five.number)} after it" if five.number < last else ""
        said = f"{five.point} makes {row} in a row ({clauses[Verdict.FIVE]}){after}"
        return End(EndKind.BLACK_FIVE if black else EndKind.WHITE_FIVE, five.number, said)
    if set_up_winner is not None:
        kind = EndKind.BLACK_FIVE if set_up_winner is Color.BLACK else EndKind.WHITE_FIVE
        return End(kind, 0, "the row stands in the set-up")
    if board.moves[-2:] == (PASS, PASS):
        return End(EndKind.TWO_PASSES, last, "both passed, one after the other: a draw (RIF 10.3)")
    if board.is_full:
        return End(EndKind.FULL_BOARD, last, "every point is occupied: a draw (RIF 10.1)")
    return End(EndKind.UNFINISHED)


def _counted(moves: int) -> str:
    return f"{moves} move{'s' if moves > 1 else ''}"
