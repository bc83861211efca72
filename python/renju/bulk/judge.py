"""Judging a chunk: everything that a column can be made of, worked out when it is first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from .. import batch
from ..batch import NOT_JUDGED, PADDING, Impossible, Replay
from ..board import Board
from ..errors import IllegalMoveError
from ..geometry import PASS, SIZE, Color, Move, Pass, Point, Symmetry
from ..openings import identify_games
from ..shapes import ShapeKind
from ..verdicts import Reading, Verdict
from .chunks import BoardChunk, GameChunk, RowProblem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..records import Record

__all__ = ["JudgedBoards", "JudgedGames"]

_CELLS: Final = SIZE * SIZE
_FOULS: Final = (Verdict.OVERLINE, Verdict.DOUBLE_FOUR, Verdict.DOUBLE_THREE)


class JudgedGames:
    """A chunk of games, judged.

    Parameters
    ----------
    chunk
        The games.
    first
        The index of the first of them in the whole job.
    reading
        When a straight-four point may be played.
    """

    def __init__(self, chunk: GameChunk, first: int, reading: Reading) -> None:
        self.chunk = chunk
        self.first = first
        self.reading = reading
        self._setups = {
            index: _SetUp(record, chunk.moves.shape[1], reading)
            for index, record in chunk.setups.items()
        }

    def __len__(self) -> int:
        return len(self.chunk)

    @cached_property
    def replay(self) -> Replay:
        """What the replay finds, games with a set-up too."""
        found = batch.replay(self.chunk.moves, reading=self.reading)
        for index, setup in self._setups.items():
            setup.put_into(found, index)
        return found

    @cached_property
    def colors(self) -> NDArray[np.uint8]:
        """`(n, k)`: the colour of each move, passes too."""
        first = np.ones(len(self), np.uint8)
        for index, setup in self._setups.items():
            first[index] = setup.to_move
        turns = np.arange(self.chunk.moves.shape[1], dtype=np.uint8) & 1
        return (1 + ((first[:, np.newaxis] - 1) ^ turns)).astype(np.uint8)

    @cached_property
    def played(self) -> NDArray[np.bool_]:
        """`(n, k)`: which cells of `moves` hold a move."""
        played: NDArray[np.bool_] = self.chunk.moves != PADDING
        return played

    @cached_property
    def stones(self) -> NDArray[np.bool_]:
        """`(n, k)`: which moves put a stone that was judged."""
        stones: NDArray[np.bool_] = self.replay.verdicts != NOT_JUDGED
        return stones

    @cached_property
    def foul_mask(self) -> NDArray[np.bool_]:
        """`(n, k)`: which moves are fouls of Black's."""
        verdicts = self.replay.verdicts
        return (verdicts >= Verdict.OVERLINE) & (verdicts <= Verdict.DOUBLE_THREE)

    @cached_property
    def after_five(self) -> NDArray[np.bool_]:
        """`(n, k)`: which moves come after the first five."""
        five = self.replay.first_five[:, np.newaxis]
        return (five >= 0) & (np.arange(self.chunk.moves.shape[1]) > five)

    @cached_property
    def openings(self) -> NDArray[np.int8]:
        """`(n,)`: index into `(*PATTERNS, *EXTENDED)`, -1 for none or a set-up."""
        found = identify_games(self.chunk.moves)
        if self._setups:
            found[list(self._setups)] = -1
        return found

    @cached_property
    def foul_points(self) -> NDArray[np.uint8]:
        """`(n, k)`: Black's foul points before each black stone, 255 elsewhere."""
        counts = batch.count_fouls(self.chunk.moves, reading=self.reading)
        for index, setup in self._setups.items():
            counts[index] = setup.foul_points
        return counts

    @cached_property
    def shapes(self) -> batch.ShapeCounts:
        """The straight fours and threes that each stone makes."""
        counts = batch.count_shapes(self.chunk.moves, reading=self.reading)
        for index, setup in self._setups.items():
            counts.straight_fours[index] = setup.straight_fours
            counts.threes[index] = setup.threes
        return counts

    def foul_outcome(self) -> NDArray[np.uint8]:
        """Say what became of each game's first foul: 1 claimed, 2 missed, 0 none or not known.

        A foul after the first five is not asked about. Claimed: the game ends with the foul and White
        won it. Missed: White moved on after a double-three or double-four, whose claim lapses so
        (RIF 9.8), or White did not win. An overline can be claimed later, so a win of White's
        some moves after one says neither.
        """
        found, results = self.replay, self.chunk.results
        foul, last = found.first_foul, found.length - 1
        asked = (foul >= 0) & ((found.first_five < 0) | (foul < found.first_five))
        white_won, known = results == 2, (results > 0) & (results < 4)
        claimed = asked & white_won & (foul == last)
        lapses = (foul != found.first_overline) & (foul < last)
        missed = asked & (lapses | (known & ~white_won))
        return np.where(claimed, 1, np.where(missed, 2, 0)).astype(np.uint8)

    def keys_after(self, plies: int | None) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
        """Return canonical keys after so many moves (None: all), and which games have them.

        A game has one if it is valid, long enough, and nothing impossible comes before.
        """
        found = self.replay
        limit = found.length if plies is None else np.full(len(self), plies, np.int16)
        has = self.chunk.valid & (found.length >= limit)
        has &= (found.impossible < 0) | (found.impossible >= limit)
        boards = np.zeros((len(self), _CELLS), np.uint8)
        put = self.stones & (np.arange(self.chunk.moves.shape[1]) < limit[:, np.newaxis])
        rows, turns = np.nonzero(put)
        boards[rows, self.chunk.moves[rows, turns]] = self.colors[rows, turns]
        for index, setup in self._setups.items():
            for points, color in ((setup.record.black, 1), (setup.record.white, 2)):
                boards[index, list(points)] = color
        return batch.canonical_keys(boards.reshape(-1, SIZE, SIZE)), has

    def game_keys(self) -> NDArray[np.uint64]:
        """Return keys of whole games, equal for the eight images of a game, 0 for no game."""
        moves, k = self.chunk.moves, self.chunk.moves.shape[1]
        keys = np.full(len(self), np.iinfo(np.uint64).max, np.uint64)
        terms = _mixed(np.arange(k << 8, dtype=np.uint64))  # of a move at a ply
        starts = (np.arange(k) << 8).astype(np.intp)
        for symmetry in Symmetry:
            image = _images(symmetry)
            sums: NDArray[np.uint64] = np.where(
                self.played, terms[starts + image[moves]], np.uint64(0)
            ).sum(axis=1, dtype=np.uint64)
            for index, setup in self._setups.items():
                sums[index : index + 1] += setup.term(image)
            keys = np.minimum(keys, _mixed(sums))
        keys[~self.chunk.valid] = 0
        return keys

    @cached_property
    def problems(self) -> list[RowProblem]:
        """What could not be read or judged."""
        found = [problem.moved(self.first) for problem in self.chunk.problems]
        wrong = np.flatnonzero(self.replay.impossible >= 0)
        for index in wrong.tolist():
            ply = int(self.replay.impossible[index])
            message = f"move {ply + 1}: {_impossible(self, index, ply)}"
            source, place = self.chunk.where(index)
            found.append(RowProblem(source, self.first + index, place, message))
        return found


def _impossible(judged: JudgedGames, index: int, ply: int) -> str:
    number = int(judged.chunk.moves[index, ply])
    if judged.replay.reason[index] == Impossible.OCCUPIED:
        return f"{Point(number)} is occupied; the moves before it are judged"
    return f"{number} is no move; the moves before it are judged"


class _SetUp:
    """A game that does not begin on an empty board with Black, judged move by move on a `Board`."""

    def __init__(self, record: Record, k: int, reading: Reading) -> None:
        self.record = record
        board = Board(
            black=record.black, white=record.white, to_move=record.to_move, reading=reading
        )
        self.to_move = int(board.to_move)
        self.length = len(record.moves)
        self.impossible = -1
        self.verdicts = np.full(k, NOT_JUDGED, np.uint8)
        self.foul_points = np.full(k, NOT_JUDGED, np.uint8)
        self.straight_fours = np.zeros(k, np.uint8)
        self.threes = np.zeros(k, np.uint8)
        for ply, move in enumerate(record.moves):
            try:
                self._make(board, ply, move)
            except IllegalMoveError:
                self.impossible = ply
                return

    def _make(self, board: Board, ply: int, move: Move) -> None:
        if isinstance(move, Pass):
            board.push_pass()
            return
        color = board.to_move
        before, shapes = board.copy(), board.shapes(move, color)
        board.push(move)  # raises before anything is noted
        self.verdicts[ply] = before.verdict(move)
        if color is Color.BLACK:
            self.foul_points[ply] = len(before.fouls())
        threes = {shape.direction for shape in shapes if shape.kind is ShapeKind.THREE}
        self.threes[ply] = len(threes)
        self.straight_fours[ply] = sum(s.kind is ShapeKind.STRAIGHT_FOUR for s in shapes)

    def put_into(self, found: Replay, index: int) -> None:
        """Write what was found over the row that a replay from the empty board has."""
        found.verdicts[index] = self.verdicts

        def first(*wanted: Verdict) -> int:
            return next((ply for ply, v in enumerate(self.verdicts.tolist()) if v in wanted), -1)

        five = first(Verdict.FIVE)
        found.first_five[index] = five
        found.first_foul[index] = first(*_FOULS)
        found.first_overline[index] = first(Verdict.OVERLINE)
        found.impossible[index] = self.impossible
        found.reason[index] = Impossible.NO if self.impossible < 0 else Impossible.OCCUPIED
        found.length[index] = self.length
        found.winner[index] = 0 if five < 0 else 1 + ((self.to_move - 1) ^ (five & 1))
        found.played_on[index] = 0 <= five < self.length - 1

    def term(self, image: NDArray[np.uint8]) -> np.uint64:
        """Return what the set-up adds to the key of the game."""
        numbers = [image[p] for p in self.record.black] + [
            256 + int(image[p]) for p in self.record.white
        ]
        slots = np.array([*numbers, 512 + self.to_move], np.uint64) + np.uint64(1 << 32)
        return np.uint64(_mixed(slots).sum(dtype=np.uint64))


class JudgedBoards:
    """A chunk of boards, judged; parameters as of `JudgedGames`."""

    def __init__(self, chunk: BoardChunk, first: int, reading: Reading) -> None:
        self.chunk = chunk
        self.first = first
        self.reading = reading

    def __len__(self) -> int:
        return len(self.chunk)

    @cached_property
    def verdicts(self) -> NDArray[np.uint8]:
        """`(n, 15, 15)`: Black's verdict of each point."""
        return batch.verdict_map(self.chunk.boards, reading=self.reading)

    def count(self, *wanted: Verdict) -> NDArray[np.uint8]:
        """Return how many points of each board have one of some verdicts."""
        cells = self.verdicts.reshape(-1, _CELLS)
        low, high = min(wanted), max(wanted)
        counts: NDArray[np.uint8] = ((cells >= low) & (cells <= high)).sum(axis=1, dtype=np.uint8)
        return counts

    @cached_property
    def problems(self) -> list[RowProblem]:
        """What could not be read."""
        return [problem.moved(self.first) for problem in self.chunk.problems]


def _images(symmetry: Symmetry) -> NDArray[np.uint8]:
    """Return the image of every number of a move list."""
    image = np.arange(256, dtype=np.uint8)
    image[:PASS] = [symmetry.apply(Point(p)) for p in range(_CELLS)]
    return image


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return well-spread 64-bit keys of numbers (the finalizer of SplitMix64)."""
    with np.errstate(over="ignore"):
        z = numbers + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))
