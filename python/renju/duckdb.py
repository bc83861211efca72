"""DuckDB: the functions of `renju.arrow` on games, in SQL.

| function | gives |
|---|---|
| `renju_winner(moves)` | VARCHAR, `'black'` or `'white'`, NULL where nobody made a five |
| `renju_opening(moves)` | VARCHAR, the id of the opening pattern, such as `'D4'` |
| `renju_fouls(moves)` | STRUCT(move SMALLINT, point VARCHAR, verdict VARCHAR)[] |
| `renju_first_foul(moves)`, `renju_first_five(moves)` | SMALLINT, the number of the move, from 1 |
| `renju_verdicts(moves)` | UTINYINT[], a number of `renju.Verdict` a move, NULL for a pass |
| `renju_canonical(moves[, after])` | UBIGINT, the canonical key after so many moves, or at the end |

`moves` is move text, or a list or array of integers: points, 225 a pass, 255 after the end. NULL gives NULL.

Needs DuckDB and pyarrow: `pip install "pyrenju[duckdb]"`.

Examples
--------
>>> import duckdb
>>> con = duckdb.connect()
>>> register(con)
>>> con.execute("select renju_first_foul('f8 a1 g8 a3 h6 c1 h7 a7 h8'), renju_opening([112, 128])").fetchall()
[(9, None)]
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from ._optional import needs
from .verdicts import Reading

with needs("duckdb"):
    import duckdb
    import pyarrow as pa

    from . import arrow

if TYPE_CHECKING:
    from .arrow import Errors

__all__ = ["register"]

_FUNCTIONS: Final = {
    "renju_winner": (arrow.winner, "VARCHAR"),
    "renju_opening": (arrow.opening, "VARCHAR"),
    "renju_fouls": (arrow.fouls, "STRUCT(move SMALLINT, point VARCHAR, verdict VARCHAR)[]"),
    "renju_first_foul": (arrow.first_foul, "SMALLINT"),
    "renju_first_five": (arrow.first_five, "SMALLINT"),
    "renju_verdicts": (arrow.game_verdicts, "UTINYINT[]"),
    "renju_canonical": (arrow.canonical_key, "UBIGINT"),
}
_OF_READING: Final = ("renju_fouls", "renju_first_foul", "renju_verdicts")
# DuckDB has one Python function a name, but macros that go by type: the functions have names of their
# own, never need to be replaced, and the macros of the connection say which are meant. Lists of every
# integer type up to BIGINT are cast to BIGINT[].
_COLUMNS: Final = {"text": "VARCHAR", "list": "BIGINT[]"}


def register(
    con: duckdb.DuckDBPyConnection,
    *,
    reading: Reading | int | str = Reading.RIF,
    errors: Errors = "raise",
) -> None:
    """Add the functions to a connection; again with other options, they are those from then on.

    Parameters
    ----------
    con
        A connection, or the module `duckdb` for its default one. The functions are temporary: nothing
        is written to a database, and each connection and cursor is registered by itself.
    reading
        When a straight-four point may be played; see `renju.Reading`.
    errors
        `"raise"`: a row that holds no game fails the query; `"null"`: it gives NULL.

    Raises
    ------
    TypeError
        If `con` is no connection.
    """
    if not hasattr(con, "create_function"):
        raise TypeError(f"con is {type(con).__name__}: use a connection of duckdb.connect()")
    if errors not in ("raise", "null"):
        raise ValueError(f'errors={errors!r}: use "raise" or "null"')
    read = Reading.of(reading)
    for name, (_, gives) in _FUNCTIONS.items():
        macros = []
        for form, column in _COLUMNS.items():
            inner = f"_{name}_{form}_{read.label}_{errors}"
            _create(con, inner, _call(name, read, errors), [column], gives)
            macros.append(f"(moves {column}) AS {inner}(moves)")
            if name == "renju_canonical":
                _create(con, f"{inner}_after", _call_after(name, errors), [column, "BIGINT"], gives)
                macros.append(f"(moves {column}, after BIGINT) AS {inner}_after(moves, after)")
        con.execute(f"CREATE OR REPLACE TEMP MACRO {name}{', '.join(macros)}")


def _create(con: Any, name: str, call: Callable[..., Any], takes: list[str], gives: str) -> None:
    """Create a function, unless the database has it already, from another connection perhaps."""
    there = "SELECT 1 FROM duckdb_functions() WHERE function_name = ?"
    if con.execute(there, [name]).fetchone() is None:
        con.create_function(name, call, takes, gives, type="arrow", null_handling="special")


# DuckDB counts the parameters, and lets go of a function with the connection that created it, though
# the database still calls it from others: so they are kept.
@cache
def _call(name: str, reading: Reading, errors: Errors) -> Callable[[pa.ChunkedArray], Any]:
    function, _ = _FUNCTIONS[name]
    options = {"reading": reading} if name in _OF_READING else {}

    def of_moves(moves: pa.ChunkedArray) -> Any:
        return arrow.within_batch(function, moves, errors=errors, **options)

    return of_moves


@cache
def _call_after(name: str, errors: Errors) -> Callable[[pa.ChunkedArray, pa.ChunkedArray], Any]:
    function, _ = _FUNCTIONS[name]

    def of_moves_after(moves: pa.ChunkedArray, after: pa.ChunkedArray) -> Any:
        return arrow.within_batch(function, moves, after=after, errors=errors)

    return of_moves_after
