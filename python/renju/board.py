"""`renju.Board`: stones on a board, what each point is, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NoReturn, Self, TypeVar

from . import _core
from .arrays import board_cells
from .diagram import Diagram, format_diagram, parse_board
from .errors import IllegalMoveError, InvalidPositionError, NotationError, quoted
from .geometry import PASS, POINTS, Color, Move, Pass, Point, PointLike, Symmetry, to_point
from .notation import format_moves, parse_moves, to_move
from .shapes import Shape, shapes_through
from .verdicts import Reading, Verdict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .explain import Explanation

__all__ = ["Board", "FrozenBoard"]

_B = TypeVar("_B", bound="Board")
_VERDICTS: Final = tuple(Verdict)


class Board:
    """A board with stones, whoever put them there.

    A board is no game: it refuses only what cannot be put on it. Fouls and stones after a five are
    taken, and positions that no game can reach are judged all the same.

    Parameters
    ----------
    moves
        Move text in any spelling that `parse_moves` reads, or an iterable of points; Black first.
    reading
        When a straight-four point may be played; see `Reading`.
    black, white
        Stones that stand there before the first move, in any number.
    to_move
        The colour of the first of `moves`. By default Black; with set-up stones White if Black has
        one stone more, else Black.

    Raises
    ------
    NotationError
        If a move is no point.
    IllegalMoveError
        If a point is taken twice.

    Examples
    --------
    >>> board = Board("h8 i9 g7")
    >>> board.push("h7")
    >>> board.verdict("g8")
    <Verdict.LEGAL: 0>
    >>> board
    renju.Board('h8 i9 g7 h7')
    """

    __slots__ = ("_moves", "_position", "_setup", "_setup_to_move", "_to_move", "reading")

    reading: Reading
    _position: _core.Position
    _moves: list[Move]
    _setup: tuple[tuple[Point, ...], tuple[Point, ...]]
    _setup_to_move: Color
    _to_move: Color

    def __init__(
        self,
        moves: str | Iterable[Move | PointLike] = "",
        *,
        reading: Reading | int | str = Reading.RIF,
        black: str | Iterable[PointLike] = "",
        white: str | Iterable[PointLike] = "",
        to_move: Color | int | str | None = None,
    ) -> None:
        self.reading = Reading.of(reading)
        self._position = _core.Position()
        self._moves = []
        self._setup = (self._set_up(black, Color.BLACK), self._set_up(white, Color.WHITE))
        if to_move is None:
            one_more = len(self._setup[0]) == len(self._setup[1]) + 1
            self._setup_to_move = Color.WHITE if one_more else Color.BLACK
        else:
            self._setup_to_move = Color.of(to_move)
        self._to_move = self._setup_to_move
        for move in _moves_of(moves):
            Board.push(self, move)

    def _set_up(self, stones: str | Iterable[PointLike], color: Color) -> tuple[Point, ...]:
        points = [move if isinstance(move, Pass) else to_point(move) for move in _moves_of(stones)]
        for point in points:
            if isinstance(point, Pass):
                raise NotationError(f"a pass among the {color.label} stones {quoted(stones)}")
            if self._position.at(point) != 0:
                raise InvalidPositionError(
                    f"{point} is given two stones ({color.label} {stones!r})"
                )
            self._position.place(point, color)
        return tuple(sorted(point for point in points if isinstance(point, Point)))

    @classmethod
    def from_text(
        cls,
        diagram: str,
        *,
        to_move: Color | int | str | None = None,
        reading: Reading | int | str = Reading.RIF,
    ) -> Self:
        """Make a board from a text diagram; see `renju.diagram.parse_diagram` for what is read.

        Parameters
        ----------
        diagram
            15 lines from rank 15 down, or one line of 225 characters from a1 on. Stones shown as
            numbers become moves, odd ones black.
        to_move
            The side to move; by default White if Black has one stone more, else Black.
        reading
            When a straight-four point may be played.

        Raises
        ------
        DiagramError
            If it is no board, with the line and what is wrong.
        """
        return cls._from_diagram(parse_board(diagram), to_move, reading)

    @classmethod
    def _from_diagram(
        cls, found: Diagram, to_move: Color | int | str | None, reading: Reading | int | str
    ) -> Self:
        if not found.moves:
            return cls(black=found.black, white=found.white, to_move=to_move, reading=reading)
        board = cls(
            found.moves,
            black=found.black,
            white=found.white,
            to_move=Color.BLACK,
            reading=reading,
        )
        if to_move is not None and Color.of(to_move) is not board.to_move:
            raise InvalidPositionError(
                f"to_move is {Color.of(to_move).label}, but after the {len(found.moves)} numbered "
                f"moves of the diagram {board.to_move.label} is to move"
            )
        return board

    @classmethod
    def from_array(
        cls,
        array: Any,
        *,
        to_move: Color | int | str | None = None,
        reading: Reading | int | str = Reading.RIF,
    ) -> Self:
        """Make a board from an array.

        Parameters
        ----------
        array
            `(15, 15)` int8 or uint8, indexed `[row, col]`, with 0 empty, 1 black, 2 white; or bool
            planes `(2, 15, 15)`, black then white. Any strides, read-only too.
        to_move
            The side to move; by default White if Black has one stone more, else Black.
        reading
            When a straight-four point may be played.

        Raises
        ------
        TypeError
            If the dtype is another one.
        InvalidPositionError
            If the shape or a cell is wrong.
        """
        cells = board_cells(array).ravel().tolist()
        black = [point for point in POINTS if cells[point] == Color.BLACK]
        white = [point for point in POINTS if cells[point] == Color.WHITE]
        return cls(black=black, white=white, to_move=to_move, reading=reading)

    # Moves

    def push(self, point: PointLike | Move) -> None:
        """Put a stone of the side to move; `renju.PASS` or `"pass"` passes.

        Raises
        ------
        NotationError
            If it is no point.
        IllegalMoveError
            If the point is occupied or off the board.
        """
        move = point if type(point) is Point else to_move(point)
        if isinstance(move, Pass):
            Board.push_pass(self)
            return
        if self._position.at(move) != 0:
            raise IllegalMoveError(
                f"move {len(self._moves) + 1}: {move} is occupied by {self._occupant(move)}; put "
                "the stone on an empty point"
            )
        self._position.place(move, self._to_move)
        self._moves.append(move)
        self._to_move = self._to_move.opponent

    def push_pass(self) -> None:
        """Give up the turn (RIF 5)."""
        self._moves.append(PASS)
        self._to_move = self._to_move.opponent

    def pop(self) -> Move:
        """Take back the last move and return it.

        Raises
        ------
        IllegalMoveError
            If no move was made since the board was set up.
        """
        if not self._moves:
            raise IllegalMoveError("there is no move to take back")
        move = self._moves.pop()
        self._to_move = self._to_move.opponent
        if isinstance(move, Point):
            self._position.remove(move, self._to_move)
        return move

    def _occupant(self, point: Point) -> str:
        color = Color(self._position.at(point)).label
        if point in self._moves:
            return f"the {color} stone of move {self._moves.index(point) + 1}"
        return f"a {color} stone of the set-up"

    # What stands where

    @property
    def to_move(self) -> Color:
        """The side to move."""
        return self._to_move

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made since the board was set up, passes among them."""
        return tuple(self._moves)

    def at(self, point: PointLike) -> Color | None:
        """Return the colour of the stone on a point, None if it is empty."""
        cell = self._position.at(to_point(point))
        return Color(cell) if cell else None

    def stones(self, color: Color | int | str) -> tuple[Point, ...]:
        """Return the points of all stones of a colour, ascending."""
        wanted = Color.of(color)
        return tuple(point for point in POINTS if self._position.at(point) == wanted)

    def to_array(self) -> NDArray[np.uint8]:
        """Return the stones as a `(15, 15)` uint8 array: 0 empty, 1 black, 2 white."""
        return self._position.to_array()

    @property
    def is_full(self) -> bool:
        """Whether every point is occupied (RIF 10.1)."""
        return self._position.count(Color.BLACK) + self._position.count(Color.WHITE) == len(POINTS)

    @property
    def winner(self) -> Color | None:
        """Who has a five, exactly five for Black and five or more for White (RIF 9.1).

        It goes by the stones as they stand. When both have one, the moves tell who was first; None
        when nobody has, or when both had one in the set-up.
        """
        fives = [color for color in Color if self._position.winning_rows(color)]
        if len(fives) < 2:
            return fives[0] if fives else None
        earlier = self.copy()
        while earlier._moves:
            earlier.pop()
            before = [color for color in Color if earlier._position.winning_rows(color)]
            if len(before) == 1:
                return before[0]
        return None

    @property
    def winning_row(self) -> tuple[Point, ...] | None:
        """The stones of the winner's row, the first if there are several; None without a winner."""
        winner = self.winner
        if winner is None:
            return None
        return tuple(POINTS[p] for p in self._position.winning_rows(winner)[0])

    @property
    def key(self) -> int:
        """64 bits that tell the stones apart; the same in every version and on every platform."""
        return self._position.key()

    @property
    def canonical_key(self) -> int:
        """The smallest key of the eight images: equal for positions that a symmetry maps."""
        return self._position.canonical_key()

    # The referee

    def verdict(self, point: PointLike, color: Color | int | str | None = None) -> Verdict:
        """Return what a stone on a point is, OCCUPIED where one stands.

        Parameters
        ----------
        point
            The point.
        color
            The colour of the stone; by default the side to move. White's is FIVE at five or more,
            else LEGAL (RIF 9.1).

        Notes
        -----
        RIF 9.1 to 9.3 in the reading `RIF`; RU 3, 4.2 and CN def.4-8, def.19 in `PERMITTED`.
        """
        if type(point) is not Point:
            point = to_point(point)
        wanted = self._to_move if color is None else Color.of(color)
        return _VERDICTS[self._position.verdict(point, wanted, self.reading)]

    def verdicts(self, color: Color | int | str | None = None) -> NDArray[np.uint8]:
        """Return the verdict of every point as a `(15, 15)` uint8 array, indexed `[row, col]`.

        `color` is that of the stone, by default the side to move.
        """
        wanted = self._to_move if color is None else Color.of(color)
        return self._position.verdicts(wanted, self.reading)

    def fouls(self) -> dict[Point, Verdict]:
        """Return Black's foul points with what makes them fouls, whoever is to move, ascending."""
        found = self._position.fouls(self.reading)
        return {POINTS[point]: _VERDICTS[verdict] for point, verdict in found}

    def five_points(self, color: Color | int | str) -> tuple[Point, ...]:
        """Return the points where a stone of that colour makes a five, ascending."""
        return tuple(POINTS[p] for p in self._position.five_points(Color.of(color)))

    def shapes(self, point: PointLike, color: Color | int | str | None = None) -> tuple[Shape, ...]:
        """Return the shapes that a stone on a point makes, or has if it stands there.

        Parameters
        ----------
        point
            The point. One that holds the other colour has no shapes.
        color
            The colour of the stone; by default the colour that stands there, else the side to move.

        Returns
        -------
        tuple of Shape
            Fives, overlines, straight fours, fours and threes through the point (RIF 3), in the
            order of the directions. Threes that cannot grow come as `ShapeKind.FALSE_THREE`.
        """
        where = to_point(point)
        wanted = (self.at(where) or self._to_move) if color is None else Color.of(color)
        return shapes_through(self._position, where, wanted, self.reading)

    def explain(self, point: PointLike) -> Explanation:
        """Return the proof of what Black's stone on a point is, whoever is to move.

        Its text is `str()` of it, its data `to_dict()`, its verdict that of `verdict`.
        """
        from .explain import explain  # noqa: PLC0415  (only who asks for proofs pays for them)

        return explain(self._position, to_point(point), self.reading)

    # Forms

    def copy(self) -> Board:
        """Return an independent board with the same moves."""
        return self._copy_as(Board)

    def freeze(self) -> FrozenBoard:
        """Return a copy that cannot change and can be a key of a dict."""
        return self._copy_as(FrozenBoard)

    def _copy_as(self, kind: type[_B]) -> _B:
        board = kind.__new__(kind)
        board.reading = self.reading
        board._position = self._position.copy()
        board._moves = self._moves.copy()
        board._setup = self._setup
        board._setup_to_move = self._setup_to_move
        board._to_move = self._to_move
        return board

    def transform(self, symmetry: Symmetry) -> Board:
        """Return the image of the board and its moves under a symmetry."""
        images: list[Move] = [
            symmetry.apply(move) if isinstance(move, Point) else move for move in self._moves
        ]
        return Board(
            images,
            reading=self.reading,
            black=[symmetry.apply(point) for point in self._setup[0]],
            white=[symmetry.apply(point) for point in self._setup[1]],
            to_move=self._setup_to_move,
        )

    def diagram(
        self, *, coordinates: bool = True, numbers: bool = False, fouls: bool = False
    ) -> str:
        """Return the board as a text diagram.

        Parameters
        ----------
        coordinates
            Whether to print column letters and ranks.
        numbers
            Whether to print the moves as their numbers.
        fouls
            Whether to mark Black's foul points: T double-three, F double-four, L overline.
        """
        return format_diagram(
            self.to_array().ravel().tolist(),
            coordinates=coordinates,
            numbers=self._moves if numbers else (),
            fouls=self.fouls() if fouls else None,
        )

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        parts = [repr(format_moves(self._moves))]
        black, white = self._setup
        if black or white or self._setup_to_move is not Color.BLACK:
            parts += [f"black={format_moves(black)!r}", f"white={format_moves(white)!r}"]
            parts.append(f"to_move=renju.Color.{self._setup_to_move.name}")
        if self.reading is not Reading.RIF:
            parts.append(f"reading=renju.Reading.{self.reading.name}")
        return f"renju.{type(self).__name__}({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._to_move is other._to_move and self._position == other._position

    __hash__ = None  # type: ignore[assignment]  # a board changes; freeze() gives one that can be hashed

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Board:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        keywords = {
            "black": self._setup[0],
            "white": self._setup[1],
            "to_move": self._setup_to_move,
            "reading": self.reading,
        }
        return (_restore, (type(self), self.moves, keywords))


class FrozenBoard(Board):
    """A board that cannot change, so it has a hash; `copy()` gives one that can."""

    __slots__ = ()

    def push(self, point: PointLike | Move) -> NoReturn:  # noqa: ARG002
        """Refuse: the board is frozen."""
        raise TypeError("the board is frozen: copy() gives one that can change")

    def push_pass(self) -> NoReturn:
        """Refuse: the board is frozen."""
        raise TypeError("the board is frozen: copy() gives one that can change")

    def pop(self) -> NoReturn:
        """Refuse: the board is frozen."""
        raise TypeError("the board is frozen: copy() gives one that can change")

    def __hash__(self) -> int:  # type: ignore[override]
        return hash((self.key, self._to_move))


def _moves_of(moves: Any) -> Iterable[Any]:
    """Return moves given as text or as an iterable of moves.

    Raises
    ------
    NotationError
        If it is neither; bytes are neither, since their numbers are no points.
    """
    if isinstance(moves, str):
        return parse_moves(moves)
    if isinstance(moves, (bytes, bytearray)) or not isinstance(moves, Iterable):
        raise NotationError(
            f"{quoted(moves)} ({type(moves).__name__}) is no moves: use text or an iterable of points"
        )
    return moves


def _restore(kind: type[Board], moves: tuple[Move, ...], keywords: dict[str, Any]) -> Board:
    return Board(moves, **keywords)._copy_as(kind)
