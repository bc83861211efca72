"""Polars: the functions of `renju.arrow` on expressions and series, in the namespace `renju`.

Importing this module registers the namespace. Every function of `renju.arrow` on a column is a method of it, with
the same options: `winner`, `opening`, `fouls`, `first_foul`, `first_five`, `game_verdicts` and
`canonical_key` of columns of move text or lists; `verdict_map`, `legal_mask`, `winners` and
`canonical_keys` of columns of boards, `pl.Array(pl.Int8, (15, 15))` or another form that
`renju.arrow` takes. Expressions run batch by batch, in the lazy and streaming engines too.

Needs Polars and pyarrow: `pip install "pyrenju[polars]"`.

Examples
--------
>>> import polars as pl
>>> import renju.polars
>>> games = pl.DataFrame({"moves": ["h8 i9 g7", None, "f8 a1 g8 a3 h6 c1 h7 a7 h8"]})
>>> games.select(pl.col("moves").renju.first_foul()).to_series().to_list()
[None, None, 9]
>>> games["moves"].renju.opening().to_list()
['I11', None, None]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, wraps
from inspect import signature
from typing import Any, Final

from ._optional import needs
from .geometry import SIZE

with needs("polars"):
    import polars as pl
    import pyarrow as pa

    from . import arrow

__all__ = ["RESULT_TYPES", "RenjuExpr", "RenjuSeries"]


def _series(column: Any) -> pl.Series:
    """Return an Arrow column as a series, boards as rows of rows."""
    if column.type != arrow.BOARD_TYPE:
        return pl.Series(column)
    return pl.Series(pa.chunked_array([_rows_of_boards(chunk.storage) for chunk in column.chunks]))


def _rows_of_boards(boards: pa.Array) -> pa.Array:
    rows = pa.FixedSizeListArray.from_arrays(boards.values, SIZE)
    return pa.FixedSizeListArray.from_arrays(rows, SIZE, mask=boards.is_null())


#: The type of what each method gives.
RESULT_TYPES: Final[dict[str, pl.DataType]] = {
    name: _series(pa.chunked_array([pa.nulls(0, kind)])).dtype
    for name, kind in arrow.RESULT_TYPES.items()
}


class RenjuExpr:
    """The namespace `renju` of expressions; options that are one a row may be expressions too."""

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr


class RenjuSeries:
    """The namespace `renju` of series."""

    def __init__(self, series: pl.Series) -> None:
        self._series = series


def _of_expr(function: Callable[..., Any]) -> Callable[..., pl.Expr]:
    """Return the method of expressions that runs a function of `renju.arrow` batch by batch."""

    @wraps(function)
    def method(self: RenjuExpr, *args: Any, **options: Any) -> pl.Expr:
        column, *given = signature(function).bind(self._expr, *args, **options).arguments.items()
        columns = {name: value for name, value in given if isinstance(value, pl.Expr)}
        call = partial(
            _on_batch,
            partial(function, **{k: v for k, v in given if k not in columns}),
            tuple(columns),
        )
        return pl.map_batches(
            [column[1], *columns.values()],
            call,
            return_dtype=RESULT_TYPES[function.__name__],
            is_elementwise=True,
        )

    return method


def _on_batch(
    function: Callable[..., Any], names: Sequence[str], series: Sequence[pl.Series]
) -> pl.Series:
    column, *options = series
    given = {name: option.to_arrow() for name, option in zip(names, options, strict=True)}
    return _series(arrow.within_batch(function, column, **given)).alias(column.name)


def _of_series(function: Callable[..., Any]) -> Callable[..., pl.Series]:
    @wraps(function)
    def method(self: RenjuSeries, *args: Any, **options: Any) -> pl.Series:
        return _series(function(self._series, *args, **options)).alias(self._series.name)

    return method


for _name in RESULT_TYPES:
    setattr(RenjuExpr, _name, _of_expr(getattr(arrow, _name)))
    setattr(RenjuSeries, _name, _of_series(getattr(arrow, _name)))

pl.api.register_expr_namespace("renju")(RenjuExpr)
pl.api.register_series_namespace("renju")(RenjuSeries)
