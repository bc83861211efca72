from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import renju
from columns_support import contested_games, expected, hide, random_moves, texts
from renju import NotationError, Reading
from renju.duckdb import register

GAMES = random_moves()
ANSWERS = {
    "renju_winner(moves)": expected().winner,
    "renju_opening(moves)": expected().opening,
    "renju_fouls(moves)": expected().fouls,
    "renju_first_foul(moves)": expected().first_foul,
    "renju_first_five(moves)": expected().first_five,
    "renju_verdicts(moves)": expected().game_verdicts,
    "renju_canonical(moves)": expected().canonical_key,
    "renju_canonical(moves, 4)": expected().canonical_key_after_4,
    "renju_canonical(moves, after := 4)": expected().canonical_key_after_4,
}
PADDED = [game and game + [255] * (40 - len(game)) for game in GAMES]
COLUMNS = {
    "VARCHAR": pa.array(texts(GAMES)),
    "UTINYINT[]": pa.array(GAMES, pa.list_(pa.uint8())),
    "SMALLINT[]": pa.array(GAMES, pa.list_(pa.int16())),
    "INTEGER[]": pa.array(GAMES, pa.list_(pa.int32())),
    "UINTEGER[]": pa.array(GAMES, pa.list_(pa.uint32())),
    "BIGINT[]": pa.array(GAMES, pa.list_(pa.int64())),
    "UTINYINT[40]": pa.array(
        [[255] * 40 if game == [] else game for game in PADDED], pa.list_(pa.uint8(), 40)
    ),
}


@pytest.fixture
def con() -> Any:
    with duckdb.connect() as connection:
        register(connection)
        yield connection


def load(con: Any, column: pa.Array, times: int = 1) -> None:
    table = pa.table({"moves": pa.chunked_array([column] * times)})
    table = table.append_column("n", pa.array(range(len(table))))
    con.register("given", table)
    con.execute("CREATE OR REPLACE TABLE games AS SELECT * FROM given")
    con.unregister("given")


@pytest.mark.parametrize("kind", COLUMNS)
def test_text_and_lists(con: Any, kind: str) -> None:
    load(con, COLUMNS[kind])
    assert con.execute("SELECT typeof(moves) FROM games LIMIT 1").fetchone() == (kind,)
    for call, answers in ANSWERS.items():
        rows = con.execute(f"SELECT {call} FROM games ORDER BY n").fetchall()
        assert [row for (row,) in rows] == answers


def test_more_rows_than_one_batch(con: Any) -> None:
    load(con, COLUMNS["VARCHAR"], times=30)
    columns = ", ".join(ANSWERS)
    rows = con.execute(f"SELECT {columns} FROM games ORDER BY n").fetchall()
    for found, answers in zip(zip(*rows, strict=True), ANSWERS.values(), strict=True):
        assert list(found) == answers * 30


def test_types(con: Any) -> None:
    load(con, COLUMNS["VARCHAR"])
    types = con.execute(
        "SELECT typeof(renju_winner(moves)), typeof(renju_fouls(moves)), "
        "typeof(renju_verdicts(moves)), typeof(renju_canonical(moves)) FROM games LIMIT 1"
    ).fetchone()
    assert types == (
        "VARCHAR",
        'STRUCT("move" SMALLINT, point VARCHAR, verdict VARCHAR)[]',
        "UTINYINT[]",
        "UBIGINT",
    )


def test_in_a_query(con: Any) -> None:
    load(con, COLUMNS["VARCHAR"])
    (fouls,) = con.execute(
        "SELECT count(*) FROM (SELECT unnest(renju_fouls(moves)) AS foul FROM games) "
        "WHERE foul.verdict = 'overline'"
    ).fetchone()
    kinds = [foul["verdict"] for found in expected().fouls for foul in found or []]
    assert fouls == kinds.count("overline") > 0
    rows = con.execute("SELECT n FROM games WHERE renju_winner(moves) = 'white'").fetchall()
    assert [n for (n,) in rows] == [
        n for n, winner in enumerate(expected().winner) if winner == "white"
    ]
    assert con.execute("SELECT renju_winner(NULL), renju_opening('h8 i9 g7')").fetchall() == [
        (None, "I11")
    ]
    assert con.execute("SELECT renju_canonical('h8 i9', NULL), renju_winner([])").fetchall() == [
        (None, None)
    ]
    load(con, COLUMNS["VARCHAR"].slice(0, 0))
    assert con.execute("SELECT renju_winner(moves) FROM games").fetchall() == []


def test_after_a_column(con: Any) -> None:
    rows = con.execute(
        "SELECT renju_canonical(moves, k) FROM (VALUES ('h8 i9 g7', 0), ('h8 i9 g7', 3), ('h8', 2)) "
        "AS t(moves, k)"
    ).fetchall()
    assert [key for (key,) in rows] == [0, renju.Board("h8 i9 g7").canonical_key, None]


def test_registering_again() -> None:
    game = "h8"
    with duckdb.connect() as con:
        for reading in (Reading.RIF, "permitted", "rif", "rif"):
            register(con, reading=reading)
        assert con.execute("SELECT renju_winner(?)", [game]).fetchone() == (None,)
        with pytest.raises(duckdb.Error, match="'x' is no game"):
            con.execute("SELECT renju_winner('x')").fetchall()
        register(con, errors="null")
        assert con.execute("SELECT renju_winner('x'), renju_verdicts('h8')").fetchone() == (
            None,
            [0],
        )
        register(con)
        with pytest.raises(duckdb.Error, match="'x' is no game"):
            con.execute("SELECT renju_winner('x')").fetchall()


def test_the_reading_is_the_last_registered(con: Any) -> None:
    con.register("contested", pa.table({"moves": contested_games()}))
    query = "SELECT renju_verdicts(moves), renju_fouls(moves) FROM contested"
    rif = con.execute(query).fetchall()
    register(con, reading="permitted")
    permitted = con.execute(query).fetchall()
    assert all(
        a != b
        for one, other in zip(rif, permitted, strict=True)
        for a, b in zip(one, other, strict=True)
    )
    register(con)
    assert con.execute(query).fetchall() == rif


def test_cursors_and_connections_to_one_database(tmp_path: Path) -> None:
    with duckdb.connect(tmp_path / "games.db") as con:
        con.execute("CREATE TABLE games AS SELECT 'h8 i9 g7' AS moves")
        register(con)
        other = duckdb.connect(tmp_path / "games.db")
        for connection in (con.cursor(), other):
            register(connection, reading="permitted")
            register(connection)
            assert connection.execute("SELECT renju_opening(moves) FROM games").fetchall() == [
                ("I11",)
            ]
    assert other.execute("SELECT renju_opening(moves) FROM games").fetchall() == [("I11",)]
    other.close()
    # Nothing of it is in the file.
    with duckdb.connect(tmp_path / "games.db", read_only=True) as con:
        named = "SELECT function_name FROM duckdb_functions() WHERE function_name LIKE '%renju%'"
        assert con.execute(named).fetchall() == []
        register(con)
        assert con.execute("SELECT renju_opening(moves) FROM games").fetchall() == [("I11",)]


def test_the_default_connection() -> None:
    register(duckdb)
    assert duckdb.sql("SELECT renju_opening('h8 i9 g7')").fetchall() == [("I11",)]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("renju_winner('h8 zz')", r"row 0: 'h8 zz' is no game: .* in one batch of the engine"),
        ("renju_fouls('h8 h8')", "move 2, h8, is occupied by the stone of move 1"),
        ("renju_winner([112, 300])", "300 at index 1 of the list is no move"),
        ("renju_winner([112, NULL])", "null at index 1 of the list is no move"),
        ("renju_winner(3)", "(?s)renju_winner.*moves VARCHAR.*moves BIGINT"),
        ("renju_winner([1.5])", "(?s)renju_winner.*moves VARCHAR.*moves BIGINT"),
        ("renju_canonical('h8', -1)", "after=-1: use 0 or more moves"),
    ],
)
def test_what_cannot_be(con: Any, call: str, message: str) -> None:
    with pytest.raises(duckdb.Error, match=message):
        con.execute(f"SELECT {call}").fetchall()


def test_wrong_arguments() -> None:
    with pytest.raises(TypeError, match=r"con is str: use a connection of duckdb.connect\(\)"):
        register("games.db")  # type: ignore[arg-type]
    with duckdb.connect() as con:
        with pytest.raises(NotationError, match="'x' is no reading"):
            register(con, reading="x")
        with pytest.raises(ValueError, match="errors='x'"):
            register(con, errors="x")  # type: ignore[arg-type]


def test_without_duckdb(monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, "duckdb")
    message = r'renju.duckdb needs duckdb: pip install "pyrenju\[duckdb\]"'
    with pytest.raises(ModuleNotFoundError, match=message):
        renju.__getattr__("duckdb")
