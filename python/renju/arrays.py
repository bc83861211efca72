"""Checks of arrays: the one place that says which arrays are boards, points and colours."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from . import _core
from ._build import available_threads
from .errors import InvalidPositionError, NotationError, OffBoardError, quoted
from .geometry import PASS, SIZE, Color, Point
from .notation import to_move

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "board_batch",
    "board_cells",
    "color_batch",
    "output",
    "point_batch",
    "raise_for_board",
    "thread_count",
]

_BOARD: Final = (SIZE, SIZE)
_MOST_THREADS: Final = 1024


def board_cells(array: Any) -> NDArray[np.uint8]:
    """Return one board as a C-contiguous `(15, 15)` uint8 array, copied only when needed.

    Parameters
    ----------
    array
        `(15, 15)` int8 or uint8 with 0 empty, 1 black, 2 white, indexed `[row, col]`; or bool
        planes `(2, 15, 15)`, black then white. Any strides; read-only too.

    Raises
    ------
    TypeError
        If the dtype is another one.
    InvalidPositionError
        If the shape is wrong or a cell holds something else.
    """
    given = _as_array(array)
    planes = given.dtype == np.bool_
    if given.shape != ((2, *_BOARD) if planes else _BOARD):
        right = "bool planes are (2, 15, 15), black then white" if planes else "a board is (15, 15)"
        raise InvalidPositionError(f"an array of shape {given.shape} is no board: {right}")
    cells = np.asarray(_to_cells(given[np.newaxis])[0])
    wrong = np.argwhere(cells > Color.WHITE)
    if len(wrong):
        row, col = map(int, wrong[0])
        raise _no_cell(int(given[row, col]), row, col)
    return cells


def board_batch(array: Any) -> NDArray[np.uint8]:
    """Return boards as a C-contiguous `(n, 15, 15)` uint8 array, copied only when needed.

    Cells above 2 are left to the core, which meets them on its way; see `raise_for_board`.

    Parameters
    ----------
    array
        `(n, 15, 15)` int8 or uint8, or bool planes `(n, 2, 15, 15)`, black then white; an array of
        another library through `__array__` or DLPack.

    Raises
    ------
    TypeError
        If the dtype is another one.
    InvalidPositionError
        If the shape is wrong, or the planes have both colours on one point.
    """
    given = _as_array(array)
    planes = given.dtype == np.bool_
    if given.ndim != (4 if planes else 3) or given.shape[1:] != (
        (2, *_BOARD) if planes else _BOARD
    ):
        right = (
            "bool planes are (n, 2, 15, 15), black then white"
            if planes
            else "a batch is (n, 15, 15); for one board write board[np.newaxis]"
        )
        raise InvalidPositionError(
            f"an array of shape {given.shape} is no batch of boards: {right}"
        )
    return _to_cells(given)


def _as_array(array: Any) -> NDArray[Any]:
    given = np.asarray(array)
    if given.dtype == np.object_ and hasattr(array, "__dlpack__"):
        given = np.from_dlpack(array)
    if given.dtype not in (np.bool_, np.int8, np.uint8):
        raise TypeError(
            f"an array of dtype {given.dtype} is no board: use int8 or uint8 with 0 empty, 1 black, "
            "2 white (array.astype(np.int8)), or bool planes"
        )
    return given


def _to_cells(given: NDArray[Any]) -> NDArray[np.uint8]:
    """Return a batch whose dtype and shape are right as C-contiguous uint8 cells."""
    if given.dtype != np.bool_:
        return np.ascontiguousarray(given).view(np.uint8)
    boards = np.empty((len(given), *_BOARD), np.uint8)
    wrong = _core.from_planes(np.ascontiguousarray(given).view(np.uint8), boards)
    if wrong >= 0:
        row, col = map(int, np.argwhere(given[wrong, 0] & given[wrong, 1])[0])
        raise InvalidPositionError(
            f"board {wrong}: {Point.at(row, col)} is black and white at once in the two planes"
        )
    return boards


def _no_cell(value: int, row: int, col: int, where: str = "") -> InvalidPositionError:
    return InvalidPositionError(
        f"{where}{value} on {Point.at(row, col)} (row {row}, column {col}) is no cell: 0 is empty, "
        "1 black, 2 white"
    )


def raise_for_board(boards: NDArray[np.uint8], index: int) -> None:
    """Raise the error of a board of a batch that holds something else than 0, 1 and 2.

    Raises
    ------
    InvalidPositionError
        With the board, the point and the value (a negative one as uint8).
    """
    row, col = map(int, np.argwhere(boards[index] > Color.WHITE)[0])
    raise _no_cell(int(boards[index, row, col]), row, col, f"board {index}: ")


def point_batch(points: Any, n: int, *, passes: bool = False) -> NDArray[np.uint8]:
    """Return one point a board as a `(n,)` uint8 array.

    Parameters
    ----------
    points
        `(n,)` integers, or an iterable of points in any form.
    n
        The number of boards.
    passes
        Whether 225, a pass, is one.

    Raises
    ------
    TypeError
        If the array holds no integers.
    NotationError
        If a point is none; `OffBoardError` if it is off the board, with its index.
    InvalidPositionError
        If there is not one a board.
    """
    if not hasattr(points, "__array__") and isinstance(points, Iterable):
        points = [int(_move(point, i)) for i, point in enumerate(points)]
        given = np.asarray(points, dtype=np.int64)
    else:
        given = np.asarray(points)
    if given.dtype.kind not in "iu":
        raise TypeError(f"points of dtype {given.dtype}: use integers, 15 * row + column")
    if given.shape != (n,):
        raise InvalidPositionError(
            f"there are {n} boards but points of shape {given.shape}: give one point for each board"
        )
    last = PASS if passes else PASS - 1
    wrong = np.flatnonzero((given < 0) | (given > last))
    if len(wrong):
        also = ", 225 is a pass" if passes else ""
        raise OffBoardError(
            f"points[{wrong[0]}] is {given[wrong[0]]}: points run from 0 (a1) to 224 (o15){also}"
        )
    return np.ascontiguousarray(given, dtype=np.uint8)


def _move(value: Any, index: int) -> int:
    try:
        return to_move(value)
    except NotationError as error:
        raise type(error)(f"points[{index}]: {error}") from None


def color_batch(colors: Any, n: int) -> NDArray[np.uint8]:
    """Return one colour a board as a `(n,)` uint8 array; one colour stands for all.

    Raises
    ------
    NotationError
        If a value is no colour, with its index.
    InvalidPositionError
        If there is not one a board.
    """
    if isinstance(colors, (int, str, np.integer)):
        return np.full(n, Color.of(_plain(colors)), np.uint8)
    given = np.asarray(colors)
    if given.dtype.kind not in "iu":
        raise TypeError(f"colors of dtype {given.dtype}: use integers, 1 black, 2 white")
    if given.shape != (n,):
        raise InvalidPositionError(
            f"colors of shape {given.shape} for {n} boards: one for all, or one a board"
        )
    wrong = np.flatnonzero((given != Color.BLACK) & (given != Color.WHITE))
    if len(wrong):
        raise NotationError(f"colors[{wrong[0]}] is {given[wrong[0]]}: 1 is black, 2 is white")
    return np.ascontiguousarray(given, dtype=np.uint8)


def _plain(color: int | str | np.integer[Any]) -> int | str:
    return int(color) if isinstance(color, np.integer) else color


def output(out: Any, shape: tuple[int, ...], dtype: type = np.uint8) -> NDArray[Any]:
    """Return the array to write to: `out` if it fits, or a new one.

    Raises
    ------
    TypeError
        If `out` is no array of that dtype.
    ValueError
        If it has another shape, is not C-contiguous or cannot be written.
    """
    if out is None:
        return np.empty(shape, dtype)
    name = np.dtype(dtype).name
    if not isinstance(out, np.ndarray) or out.dtype != dtype:
        kind = out.dtype if isinstance(out, np.ndarray) else type(out).__name__
        raise TypeError(f"out is {kind}: use a NumPy array of {name}")
    if out.shape != shape:
        raise ValueError(f"out has shape {out.shape}: the result has {shape}")
    if not (out.flags.c_contiguous and out.flags.writeable):
        raise ValueError("out must be C-contiguous and writable")
    return out


def thread_count(threads: int) -> int:
    """Return how many threads to use: 0 stands for all CPUs that this process may use.

    Raises
    ------
    TypeError
        If it is no integer.
    ValueError
        If it is negative.
    """
    if isinstance(threads, bool):
        raise TypeError("threads is a bool: use a number, 0 for all CPUs")
    count = operator.index(threads)
    if count < 0:
        raise ValueError(f"threads={count}: use 1 or more, or 0 for all CPUs of this process")
    if count > _MOST_THREADS:
        raise ValueError(f"threads is {quoted(count)}: use at most {_MOST_THREADS}")
    return count or available_threads()
