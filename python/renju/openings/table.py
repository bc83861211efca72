"""Opening patterns of many games at once."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InvalidPositionError
from ..geometry import Symmetry
from .patterns import CENTRE, EXTENDED, PATTERNS

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["identify_games"]


def identify_games(moves: Any) -> NDArray[np.int8]:
    """Say which opening pattern each of many games has.

    Parameters
    ----------
    moves
        `(n, k)` uint8 as of `renju.batch`: points, 225 a pass, 255 after the end. Only the first
        three of each game count; k may be less.

    Returns
    -------
    (n,) int8
        The index of the pattern in `(*PATTERNS, *EXTENDED)`, -1 where `identify` has None (also
        where a number is no move).

    Raises
    ------
    TypeError, InvalidPositionError
        If the array is not uint8, or not `(n, k)`.

    Examples
    --------
    >>> from renju.batch import encode_moves
    >>> found = identify_games(encode_moves(["h8 i8 i9", "h8 h9 k10 a1", "h8 h9"]))
    >>> [(*PATTERNS, *EXTENDED)[i].id if i >= 0 else None for i in found]
    ['D4', 'XD5', None]
    """
    given = np.asarray(moves)
    if given.dtype != np.uint8:
        raise TypeError(f"moves of dtype {given.dtype}: use uint8, as encode_moves makes them")
    if given.ndim != 2:
        raise InvalidPositionError(f"moves of shape {given.shape}: games are (n, k)")
    if given.shape[1] < 3:
        return np.full(len(given), -1, np.int8)
    found: NDArray[np.int8] = _table()[given[:, 1], given[:, 2]]
    return np.where(given[:, 0] == CENTRE, found, np.int8(-1))


@cache
def _table() -> NDArray[np.int8]:
    """Return the pattern of every second and third move after h8, `(256, 256)`."""
    table = np.full((256, 256), -1, np.int8)
    for index, pattern in enumerate((*PATTERNS, *EXTENDED)):
        for symmetry in Symmetry:
            _, second, third = map(symmetry.apply, pattern.moves)
            table[second, third] = index
    table.flags.writeable = False
    return table
