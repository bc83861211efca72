"""Arrow columns of games and boards: what `renju.batch` says of arrays, of columns with nulls.

A column is a pyarrow Array or ChunkedArray, or what has the Arrow C interface; an Array gives an Array, what
may come in chunks a ChunkedArray. Nulls stay null. Games are move text or lists of moves, see `read_games`; boards are
`fixed_shape_tensor[15, 15]`, `fixed_size_list[225]`, or lists of 225 integers or of 15 rows of 15, with 0
empty, 1 black, 2 white. Cells of int8 and uint8 are judged where they are; others are copied first.

A row that holds no game or no board, and a game with a move on an occupied point, is an error that names
the row and what is wrong; with `errors="null"` its result is null. `threads` is as of `renju.batch`.

Needs pyarrow: `pip install "pyrenju[arrow]"`.

Examples
--------
>>> import pyarrow as pa
>>> games = pa.array(["h8 i9 g7", None, "a1 h8 a2 h9 a3 h10 a4 h11 a5"])
>>> winner(games).to_pylist()
[None, None, 'black']
>>> opening(games).to_pylist()
['I11', None, None]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np

from . import batch
from ._optional import needs
from .arrow_columns import (
    MOST_MOVES,
    Boards,
    Games,
    chunks_of,
    is_chunked,
    read_boards,
    read_games,
)
from .batch import NOT_JUDGED, PADDING
from .errors import IllegalMoveError, InvalidPositionError, NotationError, RenjuError, quoted
from .geometry import PASS, SIZE, Color, Point
from .openings import EXTENDED, PATTERNS, identify_games
from .verdicts import Reading, Verdict

with needs("arrow"):
    import pyarrow as pa

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "BOARD_TYPE",
    "FOULS_TYPE",
    "MOST_MOVES",
    "RESULT_TYPES",
    "Boards",
    "Games",
    "canonical_key",
    "canonical_keys",
    "first_five",
    "first_foul",
    "fouls",
    "game_verdicts",
    "legal_mask",
    "opening",
    "read_boards",
    "read_games",
    "verdict_map",
    "winner",
    "winners",
]

#: What is done with a row that holds no game or board: an error, or null.
Errors: TypeAlias = Literal["raise", "null"]

#: The type of `verdict_map` and `legal_mask`: a uint8 a point.
BOARD_TYPE: Final = pa.fixed_shape_tensor(pa.uint8(), (SIZE, SIZE))
#: The type of `fouls`.
FOULS_TYPE: Final = pa.list_(
    pa.struct({"move": pa.int16(), "point": pa.string(), "verdict": pa.string()})
)

#: The type of what each function gives.
RESULT_TYPES: Final[Mapping[str, pa.DataType]] = {
    "verdict_map": BOARD_TYPE,
    "winners": pa.uint8(),
    "legal_mask": BOARD_TYPE,
    "canonical_keys": pa.uint64(),
    "winner": pa.string(),
    "fouls": FOULS_TYPE,
    "first_foul": pa.int16(),
    "first_five": pa.int16(),
    "game_verdicts": pa.list_(pa.uint8()),
    "opening": pa.string(),
    "canonical_key": pa.uint64(),
}

_POINT_NAMES: Final = tuple(str(Point.at(row, col)) for row in range(SIZE) for col in range(SIZE))
_VERDICT_NAMES: Final = tuple(verdict.label for verdict in Verdict)
_COLOR_NAMES: Final = (None, *(color.label for color in Color))
_OPENING_NAMES: Final = tuple(pattern.id for pattern in (*PATTERNS, *EXTENDED))
_FOULS: Final = tuple(verdict for verdict in Verdict if verdict.is_foul)
_ROWS_AT_ONCE: Final = 8_192


# Boards


def verdict_map(
    boards: Any,
    *,
    color: Color | int | str = Color.BLACK,
    reading: Reading | int | str = Reading.RIF,
    threads: int = 1,
    errors: Errors = "raise",
) -> Any:
    """Judge every point of every board.

    Parameters
    ----------
    boards
        A column of boards; see the module.
    color
        The colour of the stone that is judged, one for all boards.
    reading
        When a straight-four point may be played; see `renju.Reading`.
    threads
        The number of threads, 0 for all CPUs.
    errors
        `"raise"` for an error at a row that holds no board, `"null"` for a null.

    Returns
    -------
    column of fixed_shape_tensor[15, 15] of uint8
        The verdict of a stone on each point, as of `renju.batch.verdict_map`, without another copy.

    Raises
    ------
    TypeError
        If it is no column of boards.
    InvalidPositionError
        With the row that holds no board, and what is wrong.
    """

    def judged(cells: NDArray[np.uint8], _: slice) -> NDArray[np.uint8]:
        return batch.verdict_map(cells, color=color, reading=reading, threads=threads)

    return _of_boards(boards, errors, judged)


def winners(boards: Any, *, threads: int = 1, errors: Errors = "raise") -> Any:
    """Say who has a five on every board.

    Parameters
    ----------
    boards, threads, errors
        As of `verdict_map`, and so are the exceptions.

    Returns
    -------
    column of uint8
        0 nobody, 1 Black (exactly five), 2 White (five or more), 3 both.
    """
    return _of_boards(boards, errors, lambda cells, _: batch.winners(cells, threads=threads))


def legal_mask(
    boards: Any,
    color: Any,
    *,
    reading: Reading | int | str = Reading.RIF,
    threads: int = 1,
    errors: Errors = "raise",
) -> Any:
    """Say where a colour may legally be placed.

    Parameters
    ----------
    boards, reading, threads, errors
        As of `verdict_map`, and so are the exceptions.
    color
        The colour to be placed: one for all boards, or integers, one a row.

    Returns
    -------
    column of fixed_shape_tensor[15, 15] of uint8
        1 where it may be placed, else 0; bytes, so that nothing is copied.
    """
    one = isinstance(color, (int, str, np.integer))
    colors = color if one else np.asarray(color)

    def judged(cells: NDArray[np.uint8], rows: slice) -> NDArray[np.uint8]:
        of_rows = colors if one else colors[rows]
        return batch.legal_mask(cells, of_rows, reading=reading, threads=threads).view(np.uint8)

    return _of_boards(boards, errors, judged)


def canonical_keys(boards: Any, *, threads: int = 1, errors: Errors = "raise") -> Any:
    """Return keys that are equal for the eight images of a board; see `Board.canonical_key`.

    Parameters
    ----------
    boards, threads, errors
        As of `verdict_map`, and so are the exceptions.

    Returns
    -------
    column of uint64
    """
    return _of_boards(boards, errors, lambda cells, _: batch.canonical_keys(cells, threads=threads))


# Games


def winner(games: Any, *, threads: int = 1, errors: Errors = "raise") -> Any:
    """Say who made the first five of every game.

    Parameters
    ----------
    games
        A column of games; see the module.
    threads
        The number of threads, 0 for all CPUs.
    errors
        `"raise"` for an error at a row that holds no game, `"null"` for a null.

    Returns
    -------
    column of string
        `"black"` or `"white"`, null where nobody made a five. A foul of Black's wins nothing by itself:
        White must claim it.

    Raises
    ------
    TypeError
        If it is no column of games.
    NotationError
        With the row that holds no game, and what is wrong.
    IllegalMoveError
        With the row, move and point, if it is occupied.
    """

    def named(rows: _Rows, found: batch.Replay) -> pa.Array:
        return _names(_COLOR_NAMES, found.winner, rows.valid)

    return _of_games(games, errors, named, threads=threads)


def fouls(
    games: Any,
    *,
    reading: Reading | int | str = Reading.RIF,
    threads: int = 1,
    errors: Errors = "raise",
) -> Any:
    """Return the fouls that Black played in every game, whether they were claimed or not.

    Parameters
    ----------
    games, threads, errors
        As of `winner`, and so are the exceptions.
    reading
        When a straight-four point may be played; see `renju.Reading`.

    Returns
    -------
    column of list of struct
        In order, `move` (int16, from 1), `point` (`"h8"`) and `verdict` (`"overline"`, `"double-four"`
        or `"double-three"`); an empty list without any. Stones after a five are judged too.
    """

    def listed(rows: _Rows, found: batch.Replay) -> pa.Array:
        is_foul = np.isin(found.verdicts, _FOULS) & rows.valid[:, np.newaxis]
        at, plies = np.nonzero(is_foul)
        arrays = [
            pa.array((plies + 1).astype(np.int16)),
            _names(_POINT_NAMES, rows.moves[at, plies]),
            _names(_VERDICT_NAMES, found.verdicts[at, plies]),
        ]
        values = pa.StructArray.from_arrays(arrays, fields=list(FOULS_TYPE.value_type))
        return _lists(is_foul.sum(axis=1), values, rows.valid)

    return _of_games(games, errors, listed, reading=reading, threads=threads)


def first_foul(
    games: Any,
    *,
    reading: Reading | int | str = Reading.RIF,
    threads: int = 1,
    errors: Errors = "raise",
) -> Any:
    """Return the number of the move with which Black first played a foul.

    Parameters
    ----------
    games, reading, threads, errors
        As of `fouls`, and so are the exceptions.

    Returns
    -------
    column of int16
        From 1; null without a foul.
    """
    return _of_games(
        games,
        errors,
        lambda rows, found: _numbers(found.first_foul, rows.valid),
        reading=reading,
        threads=threads,
    )


def first_five(games: Any, *, threads: int = 1, errors: Errors = "raise") -> Any:
    """Return the number of the move that made the first five, of either colour.

    Parameters
    ----------
    games, threads, errors
        As of `winner`, and so are the exceptions.

    Returns
    -------
    column of int16
        From 1; null without a five.
    """
    return _of_games(
        games,
        errors,
        lambda rows, found: _numbers(found.first_five, rows.valid),
        threads=threads,
    )


def game_verdicts(
    games: Any,
    *,
    reading: Reading | int | str = Reading.RIF,
    threads: int = 1,
    errors: Errors = "raise",
) -> Any:
    """Judge every stone of every game.

    Parameters
    ----------
    games, reading, threads, errors
        As of `fouls`, and so are the exceptions.

    Returns
    -------
    column of list of uint8
        A number of `renju.Verdict` a move, what the stone was just before it was put; null for a pass.
    """

    def listed(rows: _Rows, found: batch.Replay) -> pa.Array:
        lengths = np.where(rows.valid, found.length, 0)
        verdicts = found.verdicts[np.arange(found.verdicts.shape[1]) < lengths[:, np.newaxis]]
        return _lists(lengths, pa.array(verdicts, mask=verdicts == NOT_JUDGED), rows.valid)

    return _of_games(games, errors, listed, reading=reading, threads=threads)


def opening(games: Any, *, errors: Errors = "raise") -> Any:
    """Return the opening pattern of every game; see `renju.openings.identify`.

    Parameters
    ----------
    games, errors
        As of `winner`. Only the first three moves are looked at: an occupied point is no error.

    Returns
    -------
    column of string
        The id, `"D1"` to `"I13"`, or `"XD1"` to `"XI13"` of the extended patterns; null for none.
    """

    def named(chunk: pa.Array, start: int) -> pa.Array:
        rows = _rows(chunk, start, errors)
        found = identify_games(rows.moves)
        return _names(_OPENING_NAMES, found, rows.valid & (found >= 0))

    return _by_chunk(games, "moves", named)


def canonical_key(
    games: Any, *, after: Any = None, threads: int = 1, errors: Errors = "raise"
) -> Any:
    """Return the canonical key of a position of every game; see `Board.canonical_key`.

    Parameters
    ----------
    games, threads, errors
        As of `winner`, and so are the exceptions; moves after the position are not looked at.
    after
        After how many moves (passes count): one number, or integers, one a row; None for the end.

    Returns
    -------
    column of uint64
        Equal for the eight images of a position; null where a game has less than `after` moves.
    """
    afters = _afters(after)

    def keys(chunk: pa.Array, start: int) -> pa.Array:
        rows = _rows(chunk, start, errors)
        moves = rows.moves
        if afters is not None:
            plies = afters if afters.ndim == 0 else afters[start : start + len(moves)]
            rows.valid[(moves != PADDING).sum(axis=1) < plies] = False
            within = np.arange(moves.shape[1]) < plies[..., np.newaxis]
            moves = np.where(within, moves, np.uint8(PADDING))
        found = np.empty(len(moves), np.uint64)
        occupied = np.zeros(len(moves), np.bool_)
        for first in range(0, len(moves), _ROWS_AT_ONCE):
            part = slice(first, first + _ROWS_AT_ONCE)
            boards, occupied[part] = _positions(moves[part])
            found[part] = batch.canonical_keys(boards, threads=threads)
        _refuse_occupied(rows, occupied, start, errors)
        return pa.array(found, mask=~rows.valid)

    return _by_chunk(games, "moves", keys)


def _afters(after: Any) -> NDArray[np.int64] | None:
    """Return numbers of moves, one or one a row, more than a game can have for a null."""
    if after is None:
        return None
    if isinstance(after, (pa.Array, pa.ChunkedArray)):
        after = (after.cast(pa.int64()) if pa.types.is_null(after.type) else after).fill_null(
            MOST_MOVES + 1
        )
    given = np.asarray(after)
    if given.dtype.kind not in "iu":
        raise TypeError(f"after is {quoted(after)}: use a number of moves, or integers, one a row")
    if given.min(initial=0) < 0:
        raise ValueError(f"after={given.min()}: use 0 or more moves, or None for the end")
    return np.asarray(np.minimum(given, MOST_MOVES + 1), np.int64)


def _positions(moves: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the boards at the end of games, and in which of them a point is taken twice."""
    boards = np.zeros((len(moves), SIZE, SIZE), np.uint8)
    rows, plies = np.nonzero(moves < PASS)
    boards.reshape(len(moves), -1)[rows, moves[rows, plies]] = np.where(
        plies % 2, Color.WHITE, Color.BLACK
    )
    stones = np.count_nonzero(boards, axis=(1, 2))
    return boards, stones != np.bincount(rows, minlength=len(moves))


# What the functions have in common


def within_batch(function: Callable[..., Any], column: Any, **options: Any) -> Any:
    """Call a function of this module for an engine that hands over a column batch by batch.

    Raises
    ------
    RenjuError
        Of the same class as the function's, with what its row number is worth.
    """
    try:
        return function(column, **options)
    except RenjuError as error:
        raise type(error)(f"{error} (the row is counted in one batch of the engine)") from None


@dataclass(frozen=True, slots=True)
class _Rows:
    """The games of a chunk; `valid` is cleared where more is found to be wrong."""

    moves: NDArray[np.uint8]
    valid: NDArray[np.bool_]


def _by_chunk(column: Any, name: str, call: Callable[[pa.Array, int], pa.Array]) -> Any:
    """Call with every chunk and the index of its first row."""
    results = []
    start = 0
    for chunk in chunks_of(column, name):
        results.append(call(chunk, start))
        start += len(chunk)
    return pa.chunked_array(results) if is_chunked(column) else results[0]


def _refuse(
    problems: Sequence[tuple[int, str]], start: int, errors: str, error: type[RenjuError]
) -> None:
    if errors not in ("raise", "null"):
        raise ValueError(f'errors={errors!r}: use "raise" or "null"')
    if problems and errors == "raise":
        row, message = problems[0]
        raise error(f"row {start + row}: {message}")


def _of_boards(
    column: Any, errors: str, call: Callable[[NDArray[np.uint8], slice], NDArray[Any]]
) -> Any:
    """Call with the boards of every chunk, and make a column of what it gives."""

    def result(chunk: pa.Array, start: int) -> pa.Array:
        boards = read_boards(chunk)
        _refuse(boards.problems, start, errors, InvalidPositionError)
        found = call(boards.cells, slice(start, start + len(chunk)))
        return (
            _tensors(found, boards.valid)
            if found.ndim == 3
            else pa.array(found, mask=~boards.valid)
        )

    return _by_chunk(column, "boards", result)


def _of_games(
    column: Any,
    errors: str,
    call: Callable[[_Rows, batch.Replay], pa.Array],
    *,
    reading: Reading | int | str = Reading.RIF,
    threads: int,
) -> Any:
    """Call with the games of every chunk, replayed, and make a column of what it gives."""

    def result(chunk: pa.Array, start: int) -> pa.Array:
        rows = _rows(chunk, start, errors)
        found = batch.replay(rows.moves, reading=reading, threads=threads)
        _refuse_occupied(rows, found.impossible >= 0, start, errors)
        return call(rows, found)

    return _by_chunk(column, "moves", result)


def _rows(chunk: pa.Array, start: int, errors: str) -> _Rows:
    games = read_games(chunk)
    _refuse(games.problems, start, errors, NotationError)
    return _Rows(games.moves, games.valid)


def _refuse_occupied(rows: _Rows, occupied: NDArray[np.bool_], start: int, errors: str) -> None:
    wrong = np.flatnonzero(occupied)
    problems = [(int(row), _occupied(rows.moves[row])) for row in wrong[:1]]
    _refuse(problems, start, errors, IllegalMoveError)
    rows.valid[wrong] = False


def _occupied(moves: NDArray[np.uint8]) -> str:
    """Return which point a game takes twice, and the game."""
    first: dict[int, int] = {}
    for number, move in enumerate(moves.tolist(), start=1):
        if move in first:
            break
        if move < PASS:
            first[move] = number
    game = quoted(batch.decode_moves(moves[np.newaxis])[0])
    return (
        f"move {number}, {_POINT_NAMES[move]}, is occupied by the stone of move {first[move]}: put it "
        f"on an empty point in {game}"
    )


def _tensors(cells: NDArray[np.uint8], valid: NDArray[np.bool_]) -> pa.Array:
    mask = None if valid.all() else pa.array(~valid)
    values = pa.array(cells.reshape(-1))
    storage = pa.FixedSizeListArray.from_arrays(values, type=BOARD_TYPE.storage_type, mask=mask)
    return pa.ExtensionArray.from_storage(BOARD_TYPE, storage)


def _numbers(plies: NDArray[np.int16], valid: NDArray[np.bool_]) -> pa.Array:
    return pa.array(plies + np.int16(1), mask=~valid | (plies < 0))


def _names(
    names: Sequence[str | None], indices: NDArray[Any], valid: NDArray[np.bool_] | None = None
) -> pa.Array:
    """Return the name of every index, null where it is not valid."""
    mask = None if valid is None else ~valid
    return pa.array(names, pa.string()).take(pa.array(indices, mask=mask))


def _lists(lengths: NDArray[Any], values: pa.Array, valid: NDArray[np.bool_]) -> pa.Array:
    offsets = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=offsets[1:])
    return pa.ListArray.from_arrays(
        pa.array(offsets), values, mask=None if valid.all() else pa.array(~valid)
    )
