"""pandas: the functions of `renju.arrow` on series, and the accessor `Series.renju`.

A series of move text or lists, of boards as lists or `(15, 15)` arrays, of any dtype that Arrow can read, gives a
series with the same index and name. Results are Arrow-backed (`pandas.ArrowDtype`), so that nulls stay null;
`verdict_map` and `legal_mask` give an object series of `(15, 15)` uint8 arrays, views of one.

Importing this module registers the accessor: `frame["moves"].renju.winner()` is `winner(frame["moves"])`.

Needs pandas and pyarrow: `pip install "pyrenju[pandas]"`.

Examples
--------
>>> import pandas as pd
>>> games = pd.Series(["h8 i9 g7", None, "f8 a1 g8 a3 h6 c1 h7 a7 h8"], index=["a", "b", "c"])
>>> first_foul(games)
a    <NA>
b    <NA>
c       9
dtype: int16[pyarrow]
>>> games.renju.opening()["a"]
'I11'
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import numpy as np

from ._optional import needs
from .geometry import SIZE

with needs("pandas"):
    import pandas as pd
    import pyarrow as pa

    from . import arrow

__all__ = [
    "RenjuAccessor",
    "canonical_key",
    "canonical_keys",
    "first_five",
    "first_foul",
    "fouls",
    "game_verdicts",
    "legal_mask",
    "opening",
    "verdict_map",
    "winner",
    "winners",
]


def _column(series: Any) -> Any:
    """Return a series as an Arrow column."""
    if not isinstance(series, pd.Series):
        raise TypeError(f"a {type(series).__name__} is no column: use a pandas Series")
    values = series
    if series.dtype == object and any(
        isinstance(value, np.ndarray) and value.ndim > 1 for value in series.dropna().head(1)
    ):
        values = [_flat(value) for value in series]
    try:
        return pa.array(values, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise TypeError(f"a Series of {series.dtype} is no column of one type: {error}") from None


def _flat(board: Any) -> Any:
    if isinstance(board, np.ndarray):
        return board.ravel() if board.shape == (SIZE, SIZE) else board.tolist()
    return board


def _series(column: Any, like: pd.Series) -> pd.Series:
    """Return an Arrow column as a series with the index and name of another."""
    chunks = column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column])
    if column.type != arrow.BOARD_TYPE:
        values = pd.arrays.ArrowExtensionArray(chunks)
        return pd.Series(values, index=like.index, name=like.name)
    boards = [board for chunk in chunks.chunks for board in _boards(chunk.storage)]
    found = pd.Series(boards, index=like.index, name=like.name, dtype=object)
    return found.where(np.asarray(column.is_valid()), None)


def _boards(storage: pa.Array) -> Any:
    return storage.values.to_numpy().reshape(-1, SIZE, SIZE)


def _option(value: Any) -> Any:
    return _column(value) if isinstance(value, pd.Series) else value


def _of_series(function: Callable[..., Any]) -> Callable[..., pd.Series]:
    @wraps(function)
    def of_series(series: pd.Series, *args: Any, **options: Any) -> pd.Series:
        given = [_option(value) for value in args]
        named = {name: _option(value) for name, value in options.items()}
        return _series(function(_column(series), *given, **named), series)

    return of_series


verdict_map = _of_series(arrow.verdict_map)
winners = _of_series(arrow.winners)
legal_mask = _of_series(arrow.legal_mask)
canonical_keys = _of_series(arrow.canonical_keys)
winner = _of_series(arrow.winner)
fouls = _of_series(arrow.fouls)
first_foul = _of_series(arrow.first_foul)
first_five = _of_series(arrow.first_five)
game_verdicts = _of_series(arrow.game_verdicts)
opening = _of_series(arrow.opening)
canonical_key = _of_series(arrow.canonical_key)


@pd.api.extensions.register_series_accessor("renju")
class RenjuAccessor:
    """The accessor `renju` of series: the functions of this module as methods."""

    def __init__(self, series: pd.Series) -> None:
        self._series = series

    def __getattr__(self, name: str) -> Callable[..., pd.Series]:
        """Return a function of this module with the series as its first argument."""
        if name not in arrow.RESULT_TYPES:
            raise AttributeError(f"Series.renju has no {name!r}: it has {', '.join(dir(self))}")
        return partial(globals()[name], self._series)

    def __dir__(self) -> list[str]:
        return sorted(arrow.RESULT_TYPES)
