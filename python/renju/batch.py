"""Many boards at once, as NumPy arrays.

Boards are `(n, 15, 15)` int8 or uint8, indexed `[board, row, col]`, with 0 empty, 1 black, 2 white; or bool
planes `(n, 2, 15, 15)`, black then white. Any strides, read-only arrays and arrays of other libraries (DLPack,
`__array__`) are taken, and copied when they must be. Verdicts are numbers of `renju.Verdict` as uint8.

`threads` is 1 by default and 0 for all CPUs that this process may use; results never depend on it. The GIL is
released while the core runs; inputs must not change meanwhile. Work goes on in chunks of some 50 ms at most, so
that KeyboardInterrupt is honoured between them.

Examples
--------
>>> import numpy as np
>>> import renju
>>> boards = np.stack([renju.Board(black="f8 g8 h6 h7").to_array(), renju.Board().to_array()])
>>> verdict_map(boards)[:, 7, 7]
array([4, 0], dtype=uint8)
>>> verdicts(boards, ["h8", "h8"])
array([4, 0], dtype=uint8)
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from . import _core
from .arrays import (
    board_batch,
    color_batch,
    output,
    point_batch,
    raise_for_board,
    thread_count,
)
from .errors import InvalidPositionError, NotationError
from .geometry import PASS, SIZE, Color, Symmetry
from .notation import parse_moves
from .verdicts import Reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "NOT_JUDGED",
    "PADDING",
    "Impossible",
    "Replay",
    "ShapeCounts",
    "canonical_keys",
    "count_fouls",
    "count_shapes",
    "decode_moves",
    "encode_moves",
    "five_map",
    "legal_mask",
    "pack",
    "play",
    "replay",
    "transform",
    "unpack",
    "verdict_map",
    "verdicts",
    "winners",
]

#: What fills the move list of a shorter game.
PADDING: Final = 255
#: The verdict of a ply that puts no stone.
NOT_JUDGED: Final = 255

_CHUNK_OF_BOARDS: Final = 65_536
_CHUNK_OF_GAMES: Final = 2_048
_WORDS_A_BOARD: Final = (2, 4)


class Impossible(enum.IntEnum):
    """Why a move of a game cannot be made."""

    NO = 0
    OCCUPIED = 1
    OFF_BOARD = 2
    AFTER_PADDING = 3


@dataclass(frozen=True, slots=True)
class Replay:
    """What `replay` finds of n games of up to k plies. Plies count from 0, -1 is none.

    Attributes
    ----------
    verdicts
        `(n, k)` uint8: what each stone was just before it was put, `NOT_JUDGED` (255) for passes,
        padding and everything from an impossible move on.
    first_five, first_foul, first_overline
        `(n,)` int16: the first ply that made a five (of either colour; White's may be longer), a
        foul of Black's, an overline of Black's.
    impossible, reason
        `(n,)` int16 and uint8: the first move that cannot be made, and the `Impossible` why.
    length
        `(n,)` int16: the plies before the padding.
    winner
        `(n,)` uint8: the colour of the first five (1 black, 2 white), 0 without one.
    played_on
        `(n,)` bool: whether the game goes on after its first five.
    """

    verdicts: NDArray[np.uint8]
    first_five: NDArray[np.int16]
    first_foul: NDArray[np.int16]
    first_overline: NDArray[np.int16]
    impossible: NDArray[np.int16]
    reason: NDArray[np.uint8]
    length: NDArray[np.int16]
    winner: NDArray[np.uint8]
    played_on: NDArray[np.bool_]


def _chunks(n: int, size: int, threads: int) -> Iterator[slice]:
    """Yield slices of n, so many at once that each takes well under 50 ms."""
    step = size * min(threads, 16)
    for start in range(0, n, step):
        yield slice(start, min(start + step, n))


def _over_boards(
    boards: NDArray[np.uint8], threads: int, call: Callable[[slice, int], int]
) -> None:
    """Call the core chunk by chunk, and raise for the board that it says is none."""
    count = thread_count(threads)
    for part in _chunks(len(boards), _CHUNK_OF_BOARDS, count):
        wrong = call(part, count)
        if wrong >= 0:
            raise_for_board(boards, part.start + wrong)


def verdict_map(
    boards: Any,
    *,
    color: Color | int | str = Color.BLACK,
    reading: Reading | int | str = Reading.RIF,
    threads: int = 1,
    out: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """Judge every point of every board.

    Parameters
    ----------
    boards
        The boards; see the module.
    color
        The colour of the stone that is judged, one for all boards.
    reading
        When a straight-four point may be played; see `renju.Reading`.
    threads
        The number of threads, 0 for all CPUs.
    out
        `(n, 15, 15)` uint8, C-contiguous and writable, to write the result to.

    Returns
    -------
    (n, 15, 15) uint8
        The verdict of a stone on each point (RIF 9.1 to 9.3), OCCUPIED where one stands.

    Raises
    ------
    TypeError
        If a dtype is wrong.
    InvalidPositionError
        If a shape or a cell is wrong.
    """
    cells = board_batch(boards)
    stone, read = Color.of(color), Reading.of(reading)
    result = output(out, cells.shape)
    _over_boards(
        cells,
        threads,
        lambda part, count: _core.verdict_map(cells[part], stone, read, result[part], count),
    )
    return result


def verdicts(
    boards: Any,
    points: Any,
    *,
    color: Color | int | str = Color.BLACK,
    reading: Reading | int | str = Reading.RIF,
    threads: int = 1,
) -> NDArray[np.uint8]:
    """Judge one point of every board; `points` is `(n,)`, or n points in any form.

    Returns
    -------
    (n,) uint8
        The verdict of a stone of `color` there, OCCUPIED where one stands. Errors as of `verdict_map`;
        `OffBoardError` for a point off the board.
    """
    cells = board_batch(boards)
    where = point_batch(points, len(cells))
    stone, read = Color.of(color), Reading.of(reading)
    result = output(None, where.shape)
    _over_boards(
        cells,
        threads,
        lambda part, count: _core.verdicts(
            cells[part], where[part], stone, read, result[part], count
        ),
    )
    return result


def winners(boards: Any, *, threads: int = 1) -> NDArray[np.uint8]:
    """Say who has a five on every board (RIF 9.1).

    Returns
    -------
    (n,) uint8
        0 nobody, 1 Black (exactly five), 2 White (five or more), 3 both.
    """
    cells = board_batch(boards)
    result = output(None, (len(cells),))
    _over_boards(
        cells, threads, lambda part, count: _core.winners(cells[part], result[part], count)
    )
    return result


def five_map(
    boards: Any,
    *,
    color: Color | int | str = Color.BLACK,
    threads: int = 1,
    out: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:
    """Say where a stone of `color` makes a five: exactly five for Black, five or more for White.

    Returns
    -------
    (n, 15, 15) bool
        Written to `out` if it is given.
    """
    cells = board_batch(boards)
    stone = Color.of(color)
    result = output(out, cells.shape, np.bool_)
    flags = result.view(np.uint8)
    _over_boards(
        cells, threads, lambda part, count: _core.five_map(cells[part], stone, flags[part], count)
    )
    return result


def legal_mask(
    boards: Any,
    color: Any,
    *,
    reading: Reading | int | str = Reading.RIF,
    threads: int = 1,
    out: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:
    """Say where a colour may legally be placed: on empty points, Black not where it is a foul.

    Parameters
    ----------
    boards
        The boards; see the module.
    color
        The colour to be placed: one for all boards, or `(n,)` integers, one a board.
    reading, threads, out
        As of `verdict_map`; `out` is `(n, 15, 15)` bool.

    Returns
    -------
    (n, 15, 15) bool
        A five is legal whatever else it makes (RIF 9.2).
    """
    cells = board_batch(boards)
    colors = color_batch(color, len(cells))
    read = Reading.of(reading)
    result = output(out, cells.shape, np.bool_)
    flags = result.view(np.uint8)
    _over_boards(
        cells,
        threads,
        lambda part, count: _core.legal_mask(cells[part], colors[part], read, flags[part], count),
    )
    return result


def play(
    boards: Any,
    points: Any,
    colors: Any,
    *,
    reading: Reading | int | str = Reading.RIF,
    threads: int = 1,
) -> NDArray[np.uint8]:
    """Put a stone on every board, in place, and say what it was.

    Parameters
    ----------
    boards
        `(n, 15, 15)` int8 or uint8, C-contiguous and writable.
    points
        `(n,)`, one a board; 225 is a pass and changes nothing.
    colors
        One colour for all boards, or `(n,)`, one a board.
    reading, threads
        As of `verdict_map`.

    Returns
    -------
    (n,) uint8
        The verdict of each stone just before it was put. A stone on an occupied point is not put
        (OCCUPIED); a foul is. A pass has `NOT_JUDGED`.

    Raises
    ------
    TypeError
        If `boards` is no array of int8 or uint8.
    ValueError
        If it cannot be written in place.
    InvalidPositionError
        If a cell is wrong; then no board is changed.
    """
    if not isinstance(boards, np.ndarray) or boards.dtype not in (np.int8, np.uint8):
        raise TypeError("play writes to the boards: use a NumPy array of int8 or uint8")
    if not (boards.flags.c_contiguous and boards.flags.writeable):
        raise ValueError("play writes to the boards: the array must be C-contiguous and writable")
    cells = board_batch(boards)
    if cells.max(initial=0) > Color.WHITE:
        raise_for_board(cells, int(np.argmax((cells > Color.WHITE).any(axis=(1, 2)))))
    where = point_batch(points, len(cells), passes=True)
    stones = color_batch(colors, len(cells))
    read = Reading.of(reading)
    result = output(None, where.shape)
    _over_boards(
        cells,
        threads,
        lambda part, count: _core.play(
            cells[part], where[part], stones[part], read, result[part], count
        ),
    )
    return result


def canonical_keys(boards: Any, *, threads: int = 1) -> NDArray[np.uint64]:
    """Return keys that are equal for the eight images of a board; see `Board.canonical_key`.

    Returns
    -------
    (n,) uint64
    """
    cells = board_batch(boards)
    result = output(None, (len(cells),), np.uint64)
    _over_boards(
        cells, threads, lambda part, count: _core.canonical_keys(cells[part], result[part], count)
    )
    return result


def transform(boards: Any, symmetry: Symmetry | int) -> NDArray[np.uint8]:
    """Return the image of every board under one of the eight symmetries.

    Verdict maps can be transformed too.

    Returns
    -------
    (n, 15, 15) uint8
    """
    cells = board_batch(boards)
    try:
        which = Symmetry(symmetry)
    except ValueError:
        names = ", ".join(f"Symmetry.{one.name}" for one in Symmetry)
        raise NotationError(f"{symmetry!r} is not a valid Symmetry: use one of {names}") from None
    image = output(None, cells.shape)
    for part in _chunks(len(cells), _CHUNK_OF_BOARDS, 1):
        _core.transform(cells[part], which, image[part])
    return image


def pack(boards: Any) -> NDArray[np.uint64]:
    """Return boards as bits, 64 bytes a board.

    Returns
    -------
    (n, 2, 4) uint64
        Black's stones, then White's: point p is bit `p % 64` of word `p // 64`.
    """
    cells = board_batch(boards)
    bits = output(None, (len(cells), *_WORDS_A_BOARD), np.uint64)
    _over_boards(cells, 1, lambda part, _: _core.pack(cells[part], bits[part]))
    return bits


def unpack(bits: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return the boards that `pack` packed.

    Raises
    ------
    TypeError
        If the array is not uint64.
    InvalidPositionError
        If it is not `(n, 2, 4)`, a point has both colours, or a bit past point 224 is set.
    """
    given = np.asarray(bits)
    if given.dtype != np.uint64:
        raise TypeError(f"packed boards of dtype {given.dtype}: they are uint64")
    if given.ndim != 3 or given.shape[1:] != _WORDS_A_BOARD:
        raise InvalidPositionError(f"packed boards of shape {given.shape}: they are (n, 2, 4)")
    packed = np.ascontiguousarray(given)
    boards = output(None, (len(given), SIZE, SIZE))
    for part in _chunks(len(packed), _CHUNK_OF_BOARDS, 1):
        wrong = _core.unpack(packed[part], boards[part])
        if wrong >= 0:
            raise InvalidPositionError(
                f"packed board {part.start + wrong} has two stones on a point, or a bit past point "
                "224"
            )
    return boards


def encode_moves(texts: Iterable[str]) -> NDArray[np.uint8]:
    """Return games of move text as an array.

    Parameters
    ----------
    texts
        Move text in any spelling that `renju.parse_moves` reads, a game each.

    Returns
    -------
    (n, k) uint8
        k is the length of the longest game; 225 is a pass, 255 fills shorter games.

    Raises
    ------
    NotationError
        With the index of the game, and the text that is no move.
    """
    given: list[Any] = list(texts)
    wrong = next((i for i, text in enumerate(given) if not isinstance(text, str)), None)
    if wrong is not None:
        raise NotationError(f"game {wrong}: {given[wrong]!r} is no text")
    games = [
        _parsed(given[index], index) if game is None else game
        for index, game in enumerate(_core.read_all_moves(given))
    ]
    longest = max(map(len, games), default=0)
    moves = np.full((len(games), longest), PADDING, np.uint8)
    for row, game in zip(moves, games, strict=True):
        row[: len(game)] = np.frombuffer(game, np.uint8)
    return moves


def _parsed(text: str, index: int) -> bytes:
    try:
        return bytes(parse_moves(text))
    except NotationError as error:
        raise type(error)(f"game {index}: {error}") from None


def _moves(moves: Any) -> NDArray[np.uint8]:
    given = np.asarray(moves)
    if given.dtype != np.uint8:
        raise TypeError(
            f"moves of dtype {given.dtype}: use uint8, points 0..224, 225 a pass, 255 padding "
            "(encode_moves makes such an array of texts)"
        )
    if given.ndim != 2:
        raise InvalidPositionError(f"moves of shape {given.shape}: games are (n, k)")
    return np.ascontiguousarray(given)


def decode_moves(moves: Any) -> list[str]:
    """Return the games of an `(n, k)` uint8 array as text, such as `"h8 i9 pass"`.

    Raises
    ------
    TypeError
        If the array is not uint8.
    NotationError
        If a number is no move (226 to 254, or padding before a move), with game and ply.
    """
    given = _moves(moves)
    texts = _core.print_all_moves(given)
    for index, text in enumerate(texts):
        if text is None:
            ply = int(np.argmax(given[index] > PASS))
            raise NotationError(
                f"game {index}, ply {ply}: {given[index, ply]} is no move: points are 0..224, 225 is "
                "a pass, 255 fills the end only"
            )
    return [str(text) for text in texts]


def replay(moves: Any, *, reading: Reading | int | str = Reading.RIF, threads: int = 1) -> Replay:
    """Replay games and judge every stone of both colours.

    Parameters
    ----------
    moves
        `(n, k)` uint8, a game a row: points, 225 for a pass, 255 after its end. Black moves at
        plies 0, 2, …; a pass takes a turn.
    reading, threads
        As of `verdict_map`.

    Returns
    -------
    Replay
        A move that cannot be made is data of its game, no error.

    Raises
    ------
    TypeError, InvalidPositionError
        If the array is not uint8, or not `(n, k)`.
    """
    games = _moves(moves)
    read, count = Reading.of(reading), thread_count(threads)
    n = len(games)
    found = Replay(
        verdicts=np.empty(games.shape, np.uint8),
        first_five=np.empty(n, np.int16),
        first_foul=np.empty(n, np.int16),
        first_overline=np.empty(n, np.int16),
        impossible=np.empty(n, np.int16),
        reason=np.empty(n, np.uint8),
        length=np.empty(n, np.int16),
        winner=np.empty(n, np.uint8),
        played_on=np.empty(n, np.bool_),
    )
    played_on = found.played_on.view(np.uint8)
    for part in _chunks(n, _CHUNK_OF_GAMES, count):
        _core.replay(
            games[part],
            read,
            found.verdicts[part],
            found.first_five[part],
            found.first_foul[part],
            found.first_overline[part],
            found.impossible[part],
            found.reason[part],
            found.length[part],
            found.winner[part],
            played_on[part],
            count,
        )
    return found


def count_fouls(
    moves: Any, *, reading: Reading | int | str = Reading.RIF, threads: int = 1
) -> NDArray[np.uint8]:
    """Count Black's foul points on the whole board before each black stone of games.

    Parameters
    ----------
    moves, reading, threads
        As of `replay`.

    Returns
    -------
    (n, k) uint8
        The number of foul points before that ply; `NOT_JUDGED` (255) where Black puts no stone.
    """
    games = _moves(moves)
    read, count = Reading.of(reading), thread_count(threads)
    counts = np.empty(games.shape, np.uint8)
    for part in _chunks(len(games), _CHUNK_OF_GAMES, count):
        _core.count_fouls(games[part], read, counts[part], count)
    return counts


@dataclass(frozen=True, slots=True)
class ShapeCounts:
    """What `count_shapes` counts of every stone of n games of up to k plies.

    Attributes
    ----------
    straight_fours, threes
        `(n, k)` uint8: how many straight fours the stone makes, and in how many directions a three
        (RIF 3); 0 where no stone is put. A three of Black that cannot grow is none.
    """

    straight_fours: NDArray[np.uint8]
    threes: NDArray[np.uint8]


def count_shapes(
    moves: Any, *, reading: Reading | int | str = Reading.RIF, threads: int = 1
) -> ShapeCounts:
    """Count the straight fours and threes that each stone of games makes.

    Parameters
    ----------
    moves, reading, threads
        As of `replay`.

    Returns
    -------
    ShapeCounts
        What `Board.shapes` has of every stone, of either colour.
    """
    games = _moves(moves)
    read, count = Reading.of(reading), thread_count(threads)
    found = ShapeCounts(np.empty(games.shape, np.uint8), np.empty(games.shape, np.uint8))
    for part in _chunks(len(games), _CHUNK_OF_GAMES, count):
        _core.count_shapes(games[part], read, found.straight_fours[part], found.threes[part], count)
    return found
