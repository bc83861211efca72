"""Checks of board arrays: the one place that says which arrays are boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .errors import InvalidPositionError
from .geometry import SIZE, Point

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["board_cells"]

_BOARD: Final = (SIZE, SIZE)


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
    given = np.asarray(array)
    if given.dtype == np.bool_:
        if given.shape != (2, *_BOARD):
            raise InvalidPositionError(
                f"an array of shape {given.shape} is no board: bool planes are (2, 15, 15), black "
                "then white"
            )
        both = np.argwhere(given[0] & given[1])
        if len(both):
            point = Point.at(*map(int, both[0]))
            raise InvalidPositionError(f"{point} is black and white at once in the two planes")
        planes = given.astype(np.uint8)
        return np.asarray(planes[0] + 2 * planes[1], dtype=np.uint8)
    if given.dtype not in (np.int8, np.uint8):
        raise TypeError(
            f"an array of dtype {given.dtype} is no board: use int8 or uint8 with 0 empty, 1 black, "
            "2 white (array.astype(np.int8)), or bool planes"
        )
    if given.shape != _BOARD:
        raise InvalidPositionError(
            f"an array of shape {given.shape} is no board: a board is (15, 15), indexed [row, col]"
        )
    cells = np.ascontiguousarray(given).view(np.uint8)
    wrong = np.argwhere(cells > 2)
    if len(wrong):
        row, col = map(int, wrong[0])
        raise InvalidPositionError(
            f"{given[row, col]} on {Point.at(row, col)} (row {row}, column {col}) is no cell: 0 is "
            "empty, 1 black, 2 white"
        )
    return cells
