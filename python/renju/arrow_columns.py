"""Checks of Arrow columns: the one place that says which columns are games and boards, and reads them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from . import _core
from ._optional import needs
from .batch import PADDING
from .errors import NotationError, quoted
from .geometry import PASS, SIZE, Color, Point
from .notation import iter_moves

with needs("arrow"):
    import pyarrow as pa
    import pyarrow.compute as pc

if TYPE_CHECKING:
    from numpy.typing import NDArray

_Scalar = TypeVar("_Scalar", bound=np.generic)

__all__ = ["MOST_MOVES", "Boards", "Games", "chunks_of", "is_chunked", "read_boards", "read_games"]

#: The most moves of a game in a column: every point once, and as many passes.
MOST_MOVES: Final = 450
_NO_MOVE: Final = 254
_INTERFACE: Final = ("__arrow_c_array__", "__arrow_c_stream__")

_GAMES: Final = (
    "games are move text (string, large_string, string_view, or a dictionary of text) or lists of "
    "integers (list, large_list, fixed_size_list, list_view, or a fixed_shape_tensor of one dimension)"
)
_BOARDS: Final = (
    "boards are fixed_shape_tensor[15,15], fixed_size_list[225] or lists of 225 integers, or lists of "
    "15 rows of 15, with 0 empty, 1 black, 2 white"
)
_NO_CELL: Final = 255
_CELLS: Final = SIZE * SIZE


@dataclass(frozen=True, slots=True)
class Games:
    """The games of a column of n rows, the longest of k moves.

    Attributes
    ----------
    moves
        `(n, k)` uint8: points, 225 a pass, 255 after the end; rows that hold no game are all 255.
    valid
        `(n,)` bool: False for a null, and for a row that holds no game.
    problems
        The index of each row that holds no game though it is not null, and why, in order.
    """

    moves: NDArray[np.uint8]
    valid: NDArray[np.bool_]
    problems: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a column of n rows.

    Attributes
    ----------
    cells
        `(n, 15, 15)` uint8; rows that hold no board are empty.
    valid
        `(n,)` bool: False for a null, and for a row that holds no board.
    problems
        The index of each row that holds no board though it is not null, and why, in order.
    """

    cells: NDArray[np.uint8]
    valid: NDArray[np.bool_]
    problems: tuple[tuple[int, str], ...]


def chunks_of(column: Any, name: str) -> list[pa.Array]:
    """Return the pyarrow arrays, at least one, that a column of any library consists of.

    Raises
    ------
    TypeError
        If it is no column.
    """
    if isinstance(column, pa.Array):
        return [column]
    if not isinstance(column, pa.ChunkedArray):
        column = _imported(column, name)
    return list(column.chunks) or [pa.nulls(0, column.type)]


def is_chunked(column: Any) -> bool:
    """Say whether a column may come in chunks, so that what is made of it is a ChunkedArray."""
    return isinstance(column, pa.ChunkedArray) or hasattr(column, "__arrow_c_stream__")


def _imported(column: Any, name: str) -> pa.ChunkedArray:
    whole_table = isinstance(column, (pa.Table, pa.RecordBatch))
    if whole_table or not any(map(partial(hasattr, column), _INTERFACE)):
        raise TypeError(
            f"{name} is {type(column).__name__}: use one column, a pyarrow Array or ChunkedArray, or "
            "what has the Arrow C interface; pyarrow.array(values) makes one of Python values"
        )
    return pa.chunked_array(column)


def read_games(column: Any, *, name: str = "moves") -> Games:
    """Read a column of games.

    Parameters
    ----------
    column
        A pyarrow Array or ChunkedArray, or what has the Arrow C interface (a column of Polars,
        pandas, DuckDB, …). Of move text in any spelling that `renju.parse_moves` reads; or of lists of
        integers of any width: points, 225 a pass, 255 after the end. Plain text and integers are
        read where they are, dictionaries and string views are unpacked first.
    name
        What messages call the column.

    Returns
    -------
    Games
        With the rows that hold no game as problems: unreadable text, a number that is no move, a
        null within a list, more than `MOST_MOVES` (450) moves. A null row is no problem.

    Raises
    ------
    TypeError
        If the column has another type.

    Examples
    --------
    >>> import pyarrow as pa
    >>> games = read_games(pa.array(["h8i9", None, "h8 z9"]))
    >>> games.moves.tolist(), games.valid.tolist()
    ([[112, 128], [255, 255], [255, 255]], [True, False, False])
    >>> games.problems  # doctest: +ELLIPSIS
    ((2, "'h8 z9' is no game: ..."),)
    """
    parts = [_read_array(chunk, name) for chunk in chunks_of(column, name)]
    if len(parts) == 1:
        return parts[0]
    longest = max(part.moves.shape[1] for part in parts)
    moves = np.full((sum(len(part.moves) for part in parts), longest), PADDING, np.uint8)
    problems: list[tuple[int, str]] = []
    start = 0
    for part in parts:
        rows, length = part.moves.shape
        moves[start : start + rows, :length] = part.moves
        problems += ((start + row, message) for row, message in part.problems)
        start += rows
    return Games(moves, np.concatenate([part.valid for part in parts]), tuple(problems))


def _read_array(array: pa.Array, name: str) -> Games:
    kind = array.type
    if isinstance(kind, pa.FixedShapeTensorType) and len(kind.shape) > 1:
        raise TypeError(f"{name} is a column of {kind}: {_GAMES}")
    array = _plain(array)
    if pa.types.is_null(array.type):
        n = len(array)
        return Games(np.empty((n, 0), np.uint8), np.zeros(n, np.bool_), ())
    if pa.types.is_string(array.type) or pa.types.is_large_string(array.type):
        return _read_texts(array)
    ragged = _lists_of(array)
    if ragged is None or not pa.types.is_integer(ragged.values.type):
        raise TypeError(f"{name} is a column of {kind}: {_GAMES}")
    return _read_lists(array, ragged)


def _plain(array: pa.Array) -> pa.Array:
    """Return an array without extension types, dictionaries, runs and string views."""
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    if pa.types.is_run_end_encoded(array.type):
        array = pc.run_end_decode(array)
    if pa.types.is_dictionary(array.type):
        array = _plain(array.dictionary).take(array.indices)
    return array.cast(pa.large_string()) if pa.types.is_string_view(array.type) else array


def _validity(array: pa.Array) -> NDArray[np.bool_]:
    if not array.null_count:
        return np.ones(len(array), np.bool_)
    return np.asarray(array.is_valid())


def _buffer(array: pa.Array, index: int, dtype: Any, *, more: int = 0) -> NDArray[Any]:
    """Return a buffer of an array, a number a row and some more, as NumPy sees it."""
    buffer = array.buffers()[index]
    if buffer is None or not len(array):
        return np.zeros(more, dtype)
    start = array.offset * np.dtype(dtype).itemsize
    return np.frombuffer(buffer, dtype, count=len(array) + more, offset=start)


def _read_texts(array: pa.Array) -> Games:
    wide = pa.types.is_large_string(array.type)
    offsets = _buffer(array, 1, np.int64 if wide else np.int32, more=1)
    data = array.buffers()[2]
    text = np.zeros(0, np.uint8) if data is None else np.frombuffer(data, np.uint8)
    moves, unread = _core.read_move_column(text, offsets.astype(np.int64, copy=False), MOST_MOVES)
    valid = _validity(array)
    if array.null_count:
        moves[~valid] = PADDING
    others: dict[int, list[int]] = {}
    problems: list[tuple[int, str]] = []
    for row in unread[valid[unread]].tolist():
        raw = text[offsets[row] : offsets[row + 1]].tobytes()
        try:
            others[row] = _parsed(raw)
        except NotationError as error:
            problems.append((row, str(error)))
            valid[row] = False
    longest = max(map(len, others.values()), default=0)
    if longest > moves.shape[1]:
        more = np.full((len(moves), longest - moves.shape[1]), PADDING, np.uint8)
        moves = np.concatenate([moves, more], axis=1)
    for row, game in others.items():
        moves[row, : len(game)] = game
    return Games(moves, valid, tuple(problems))


def _parsed(raw: bytes) -> list[int]:
    """Return the moves of text in any spelling."""
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        where = f"{error.reason} at byte {error.start}"
        raise NotationError(f"{quoted(raw)} is no text: {where}") from None
    try:
        moves = [int(move) for move in islice(iter_moves(text), MOST_MOVES + 1)]
    except NotationError as error:
        raise NotationError(f"{quoted(text)} is no game: {error}") from None
    if len(moves) > MOST_MOVES:
        raise NotationError(f"{quoted(text)} is no game: it has more than {MOST_MOVES} moves")
    return moves


@dataclass(frozen=True, slots=True)
class _Lists:
    """Where the values of each row of a column of lists are."""

    values: pa.Array
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]


def _lists_of(array: pa.Array) -> _Lists | None:
    """Return where the lists of a column are, those of nulls too; None if it has no lists."""
    kind, n = array.type, len(array)
    if pa.types.is_fixed_size_list(kind):
        width = kind.list_size
        starts = (array.offset + np.arange(n, dtype=np.int64)) * width
        lengths = np.full(n, width, np.int64)
    elif pa.types.is_list(kind) or pa.types.is_large_list(kind):
        dtype = np.int32 if pa.types.is_list(kind) else np.int64
        offsets = _buffer(array, 1, dtype, more=1).astype(np.int64, copy=False)
        starts, lengths = offsets[:-1], np.diff(offsets)
    elif pa.types.is_list_view(kind) or pa.types.is_large_list_view(kind):
        dtype = np.int32 if pa.types.is_list_view(kind) else np.int64
        starts = _buffer(array, 1, dtype).astype(np.int64)
        lengths = _buffer(array, 2, dtype).astype(np.int64)
    else:
        return None
    # Of the values those that these rows have, so that a slice costs no more than its rows.
    filled = lengths > 0
    first = int(starts.min(where=filled, initial=len(array.values)))
    last = int((starts + lengths).max(where=filled, initial=first))
    return _Lists(array.values[first:last], starts - first, lengths)


def _bytes_of(values: pa.Array, other: int) -> NDArray[np.uint8]:
    """Return integers as bytes, `other` for what is no number of a byte and for nulls.

    int8 and uint8 without nulls are not copied.
    """
    given = _buffer(values, 1, values.type.to_pandas_dtype())
    numbers: NDArray[np.uint8]
    if values.type.bit_width == 8:
        numbers = given.view(np.uint8)
        no_byte = given < 0 if given.dtype == np.int8 and other == _NO_MOVE else None
    else:
        numbers = given.astype(np.uint8)
        no_byte = given != numbers
    if values.null_count:
        nulls = ~_validity(values)
        no_byte = nulls if no_byte is None else no_byte | nulls
    if no_byte is None or not no_byte.any():
        return numbers
    return np.where(no_byte, np.uint8(other), numbers)


def _gathered(values: NDArray[_Scalar], lists: _Lists) -> NDArray[_Scalar]:
    """Return the values of all lists one after another, without a copy where they lie so."""
    starts, lengths = lists.starts, lists.lengths
    filled = np.flatnonzero(lengths)
    if not len(filled):
        return values[:0]
    starts, lengths = starts[filled], lengths[filled]
    if np.array_equal(starts[1:], starts[:-1] + lengths[:-1]):
        return values[starts[0] : starts[-1] + lengths[-1]]
    ends = np.cumsum(lengths)
    found: NDArray[_Scalar] = values[
        np.repeat(starts - (ends - lengths), lengths) + np.arange(ends[-1])
    ]
    return found


def _read_lists(array: pa.Array, lists: _Lists) -> Games:
    valid = _validity(array)
    lengths = np.where(valid, lists.lengths, 0)
    cells, too_long = _moves_of(_Lists(lists.values, lists.starts, lengths))
    padding = cells == PADDING
    wrong = too_long | ((cells > PASS) & ~padding).any(axis=1)
    wrong |= (padding[:, :-1] & ~padding[:, 1:]).any(axis=1)
    bad = np.flatnonzero(wrong)
    cells[bad], padding[bad], valid[bad] = PADDING, True, False
    used = np.flatnonzero(~padding.all(axis=0))
    moves = cells[:, : used[-1] + 1 if len(used) else 0]
    problems = [
        (row, _what_is_wrong(lists.values[lists.starts[row] : lists.starts[row] + lengths[row]]))
        for row in bad.tolist()
    ]
    return Games(np.ascontiguousarray(moves), valid, tuple(problems))


def _moves_of(lists: _Lists) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the numbers of lists up to `MOST_MOVES`, `(n, k)`, and which lists go on after them.

    What is no number of a byte, a null too, is 254, which is no move.
    """
    n, lengths = len(lists.starts), lists.lengths
    numbers = _bytes_of(lists.values, _NO_MOVE)
    goes_on = np.zeros(n, np.bool_)
    long = np.flatnonzero(lengths > MOST_MOVES)
    if len(long):
        rest = _Lists(lists.values, lists.starts[long] + MOST_MOVES, lengths[long] - MOST_MOVES)
        starts = np.cumsum(rest.lengths) - rest.lengths
        goes_on[long] = np.logical_or.reduceat(_gathered(numbers, rest) != PADDING, starts)
        lengths = np.minimum(lengths, MOST_MOVES)
    flat = _gathered(numbers, _Lists(lists.values, lists.starts, lengths))
    longest = int(lengths.max(initial=0))
    if len(flat) == n * longest:
        return flat.reshape(n, longest).copy(), goes_on
    cells = np.full((n, longest), PADDING, np.uint8)
    cells[np.arange(longest) < lengths[:, np.newaxis]] = flat
    return cells, goes_on


def _what_is_wrong(numbers: pa.Array) -> str:
    """Return why a list of numbers is no game."""
    values = numbers.to_pylist()
    while values and values[-1] == PADDING:
        values.pop()
    if len(values) > MOST_MOVES:
        return f"a list of {len(values)} moves is no game: it has more than {MOST_MOVES} moves"
    at, value = next((i, v) for i, v in enumerate(values) if v is None or not 0 <= v <= PASS)
    return (
        f"{'null' if value is None else value} at index {at} of the list is no move: points are "
        "0..224, 225 is a pass, 255 fills the end only"
    )


def read_boards(array: pa.Array, *, name: str = "boards") -> Boards:
    """Read an array of boards.

    int8 and uint8 cells that lie one after another, in a fixed-size list or tensor of any offset or
    in a list, are not copied, unless a row holds no board, or a null stands on something that is none.

    Raises
    ------
    TypeError
        If the array has another type.

    Examples
    --------
    >>> import pyarrow as pa
    >>> boards = read_boards(pa.array([[0] * 225, None, [0] * 224]))
    >>> boards.cells.shape, boards.valid.tolist(), boards.problems
    ((3, 15, 15), [True, False, False], ((2, 'a board of 224 cells: it has 225'),))
    """
    kind, n = array.type, len(array)
    tensor = isinstance(kind, pa.FixedShapeTensorType)
    transposed = tensor and kind.permutation == [1, 0]
    array = _plain(array)
    if pa.types.is_null(array.type):
        return Boards(np.zeros((n, SIZE, SIZE), np.uint8), np.zeros(n, np.bool_), ())
    wrong_shape = tensor and kind.shape not in ([_CELLS], [SIZE, SIZE])
    cells_of = None if wrong_shape else _board_lists(array)
    if cells_of is None or not pa.types.is_integer(cells_of.values.type):
        raise TypeError(f"{name} is a column of {kind}: {_BOARDS}")

    valid = _validity(array)
    there = cells_of.lengths == _CELLS
    numbers = _bytes_of(cells_of.values, _NO_CELL)
    if there.all():
        cells = _gathered(numbers, cells_of).reshape(n, _CELLS)
    else:
        there &= valid
        lengths = np.where(there, _CELLS, 0)
        cells = np.zeros((n, _CELLS), np.uint8)
        cells[there] = _gathered(
            numbers, _Lists(cells_of.values, cells_of.starts, lengths)
        ).reshape(-1, _CELLS)
    wrong = ~there
    if cells.max(initial=0) > Color.WHITE:
        wrong |= (cells > Color.WHITE).any(axis=1)
        cells = np.where(wrong[:, np.newaxis], np.uint8(0), cells)
    bad = np.flatnonzero(wrong & valid).tolist()
    problems = tuple((row, _no_board(array[row].as_py(), transposed)) for row in bad)
    valid[bad] = False
    boards = cells.reshape(n, SIZE, SIZE)
    return Boards(boards.transpose(0, 2, 1) if transposed else boards, valid, problems)


def _board_lists(array: pa.Array) -> _Lists | None:
    """Return where the cells of each board are, of no length where there is no board of rows."""
    lists = _lists_of(array)
    if lists is None or _fixed_size(array) not in (None, SIZE, _CELLS):
        return None
    if not pa.types.is_nested(lists.values.type):
        return None if _fixed_size(array) == SIZE else lists
    rows = None if _is_list_view(lists.values) else _lists_of(lists.values)
    if rows is None or _fixed_size(lists.values) not in (None, SIZE):
        return None
    whole = lists.lengths == SIZE
    no_row = (rows.lengths != SIZE) | ~_validity(lists.values)
    if no_row.any():
        before = np.concatenate([[0], np.cumsum(no_row)])
        first = np.where(whole, lists.starts, 0)
        whole &= before[np.where(whole, first + SIZE, 0)] == before[first]
    starts = np.zeros(len(array), np.int64)
    starts[whole] = rows.starts[lists.starts[whole]]
    return _Lists(rows.values, starts, np.where(whole, _CELLS, 0))


def _fixed_size(array: pa.Array) -> int | None:
    return int(array.type.list_size) if pa.types.is_fixed_size_list(array.type) else None


def _is_list_view(array: pa.Array) -> bool:
    return bool(pa.types.is_list_view(array.type) or pa.types.is_large_list_view(array.type))


def _no_board(value: list[Any], transposed: bool) -> str:
    """Return why a list is no board."""
    if any(isinstance(row, list) for row in value):
        lengths = [len(row) if isinstance(row, list) else None for row in value]
        if lengths != [SIZE] * SIZE:
            return f"a board of rows of {quoted(lengths)} cells: it has 15 rows of 15"
        value = [cell for row in value for cell in row]
    if len(value) != _CELLS:
        return f"a board of {len(value)} cells: it has {_CELLS}"
    at, cell = next((i, c) for i, c in enumerate(value) if c not in (0, 1, 2))
    row, col = divmod(at, SIZE)[:: -1 if transposed else 1]
    return (
        f"{'null' if cell is None else cell} on {Point.at(row, col)} (row {row}, column {col}) is no "
        "cell: 0 is empty, 1 black, 2 white"
    )
