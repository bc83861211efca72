from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import renju
import renju.polars
from columns_support import Expected, expected, hide, random_boards, random_moves, texts
from renju import IllegalMoveError, InvalidPositionError, NotationError, arrow, batch
from renju.polars import RESULT_TYPES, RenjuExpr, RenjuSeries

GAMES = random_moves()
TEXTS = texts(GAMES)
NAMES = [name for name in RESULT_TYPES if name in Expected.__dataclass_fields__]
ENGINES: list[Any] = ["in-memory", "streaming"]
PADDED = [game and game + [255] * (40 - len(game)) for game in GAMES]
SERIES = {
    "text": lambda: pl.Series("moves", TEXTS),
    "categorical": lambda: pl.Series("moves", TEXTS, pl.Categorical),
    "list": lambda: pl.Series("moves", GAMES),
    "list of u8": lambda: pl.Series("moves", GAMES, pl.List(pl.UInt8)),
    "padded array": lambda: pl.Series(
        "moves", [[255] * 40 if g == [] else g for g in PADDED], pl.Array(pl.UInt8, 40)
    ),
    "in chunks": lambda: pl.concat(
        [pl.Series("moves", TEXTS[:7]), pl.Series("moves", TEXTS[7:])], rechunk=False
    ),
}


@pytest.mark.parametrize("kind", SERIES)
@pytest.mark.parametrize("name", NAMES)
def test_series_of_games(name: str, kind: str) -> None:
    series = SERIES[kind]()
    answers = getattr(expected(), name)
    found = getattr(series.renju, name)()
    assert found.to_list() == answers
    assert found.dtype == RESULT_TYPES[name]
    assert found.name == "moves"
    assert getattr(series[20:60].renju, name)().to_list() == answers[20:60]
    empty = getattr(series[:0].renju, name)()
    assert (len(empty), empty.dtype) == (0, RESULT_TYPES[name])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", SERIES)
def test_expressions_of_games(kind: str, engine: Any) -> None:
    frame = pl.DataFrame({"row": range(len(GAMES)), "moves": SERIES[kind]()})
    column = pl.col("moves").renju
    query = frame.lazy().with_columns(
        **{name: getattr(column, name)() for name in NAMES},
        after_4=column.canonical_key(after=4),
    )
    assert [query.collect_schema()[name] for name in NAMES] == [RESULT_TYPES[n] for n in NAMES]
    found = query.collect(engine=engine)
    for name in NAMES:
        assert found[name].dtype == RESULT_TYPES[name]
        assert found[name].to_list() == getattr(expected(), name)
    assert found["after_4"].to_list() == expected().canonical_key_after_4
    assert query.filter(pl.lit(value=False)).collect(engine=engine).schema == found.schema


@pytest.mark.parametrize("engine", ENGINES)
def test_from_parquet_to_parquet_in_pieces(tmp_path: Path, engine: Any) -> None:
    frame = pl.DataFrame({"row": range(10 * len(GAMES)), "moves": TEXTS * 10})
    frame.write_parquet(tmp_path / "games.parquet", row_group_size=100)
    query = pl.scan_parquet(tmp_path / "games.parquet").select(
        "row", foul=pl.col("moves").renju.first_foul(), winner=pl.col("moves").renju.winner()
    )
    query.sink_parquet(tmp_path / "found.parquet", engine=engine)
    found = pl.read_parquet(tmp_path / "found.parquet").sort("row")
    assert found["foul"].to_list() == expected().first_foul * 10
    assert found["winner"].to_list() == expected().winner * 10
    wins = query.group_by("winner").len().collect(engine=engine)
    assert dict(wins.iter_rows())["black"] == 10 * expected().winner.count("black")


def test_the_column_keeps_its_name_and_others_their_places() -> None:
    frame = pl.DataFrame({"a": ["h8", None], "b": ["h8 i9 g7", "h8 h9 k10"]})
    found = frame.select(pl.all().renju.opening(), c=pl.col("a").renju.opening())
    assert found.to_dict(as_series=False) == {
        "a": [None, None],
        "b": ["I11", "XD5"],
        "c": [None, None],
    }


BOARDS = random_boards()
HOLES = [row % 5 == 2 for row in range(len(BOARDS))]
ROWS = [None if hole else b.tolist() for hole, b in zip(HOLES, BOARDS, strict=True)]
FLAT = [None if hole else b.ravel().tolist() for hole, b in zip(HOLES, BOARDS, strict=True)]
BOARD_SERIES = {
    "array of rows": lambda: pl.Series("board", ROWS, pl.Array(pl.Int8, (15, 15))),
    "array of rows of u8": lambda: pl.Series("board", ROWS, pl.Array(pl.UInt8, (15, 15))),
    "array": lambda: pl.Series("board", FLAT, pl.Array(pl.Int8, 225)),
    "array of i32": lambda: pl.Series("board", FLAT, pl.Array(pl.Int32, 225)),
    "list": lambda: pl.Series("board", FLAT, pl.List(pl.Int8)),
    "lists of lists": lambda: pl.Series("board", ROWS),
}


def with_holes(found: Any) -> list[Any]:
    return [None if hole else row for hole, row in zip(HOLES, found.tolist(), strict=True)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", BOARD_SERIES)
def test_boards(kind: str, engine: Any) -> None:
    colors = np.arange(len(BOARDS)) % 2 + 1
    frame = pl.DataFrame({"board": BOARD_SERIES[kind](), "color": colors})
    board = pl.col("board").renju
    found = (
        frame.lazy()
        .select(
            verdict_map=board.verdict_map(),
            white=board.verdict_map(color="white", reading="permitted"),
            winners=board.winners(),
            canonical_keys=board.canonical_keys(threads=2),
            legal_mask=board.legal_mask(pl.col("color")),
            legal_of_black=board.legal_mask("black"),
        )
        .collect(engine=engine)
    )
    for name in ("verdict_map", "winners", "canonical_keys", "legal_mask"):
        assert found[name].dtype == RESULT_TYPES[name]
    answers = {
        "verdict_map": batch.verdict_map(BOARDS),
        "white": batch.verdict_map(BOARDS, color=2, reading=1),
        "winners": batch.winners(BOARDS),
        "canonical_keys": batch.canonical_keys(BOARDS),
        "legal_mask": batch.legal_mask(BOARDS, colors),
        "legal_of_black": batch.legal_mask(BOARDS, 1),
    }
    for name, answer in answers.items():
        assert found[name].to_list() == with_holes(answer)
    series = frame["board"]
    assert series.renju.verdict_map().to_list() == with_holes(answers["verdict_map"])
    assert series.renju.legal_mask(frame["color"]).to_list() == with_holes(answers["legal_mask"])
    assert series[:0].renju.verdict_map().dtype == RESULT_TYPES["verdict_map"]


def test_boards_are_read_where_they_are() -> None:
    series = pl.Series(BOARDS.astype(np.int8))
    inner = series.to_arrow().values.values
    cells = arrow.read_boards(series.to_arrow()).cells
    assert cells.ctypes.data == inner.buffers()[1].address + inner.offset
    assert np.array_equal(cells, BOARDS)


def test_options_one_a_row() -> None:
    frame = pl.DataFrame({"moves": ["h8 i9 g7", "h8 i9 g7", "h8", None], "k": [0, 3, 2, 0]})
    found = frame.select(key=pl.col("moves").renju.canonical_key(after=pl.col("k")))["key"]
    assert found.to_list() == [0, renju.Board("h8 i9 g7").canonical_key, None, None]


@pytest.mark.parametrize("engine", ENGINES)
def test_rows_that_hold_no_game(engine: Any) -> None:
    frame = pl.LazyFrame({"moves": ["h8", "h8 z99", None, "h8 h8"]})
    column = pl.col("moves").renju
    with pytest.raises(NotationError, match=r"row 1: 'h8 z99' .* in one batch of the engine"):
        frame.select(column.winner()).collect(engine=engine)
    with pytest.raises(IllegalMoveError, match="move 2, h8, is occupied"):
        frame.filter(pl.col("moves") == "h8 h8").select(column.fouls()).collect(engine=engine)
    found = frame.select(column.game_verdicts(errors="null")).collect(engine=engine)
    assert found["moves"].to_list() == [[0], None, None, None]
    with pytest.raises(NotationError, match=r"^row 1: 'h8 z99' is no game: [^(]*\(move 2\)$"):
        frame.collect()["moves"].renju.winner()
    with pytest.raises(InvalidPositionError, match="a board of 3 cells"):
        pl.LazyFrame({"b": [[1, 2, 0]]}).select(pl.col("b").renju.winners()).collect(engine=engine)


def test_wrong_columns_and_options() -> None:
    frame = pl.DataFrame({"x": [1.5]})
    with pytest.raises(TypeError, match="moves is a column of double: games are move text"):
        frame.select(pl.col("x").renju.winner())
    with pytest.raises(TypeError, match="boards is a column of double: boards are"):
        frame["x"].renju.verdict_map()
    with pytest.raises(TypeError, match="unexpected keyword argument 'raeding'"):
        pl.col("x").renju.fouls(raeding="rif")
    with pytest.raises(TypeError, match="missing a required argument: 'color'"):
        pl.col("x").renju.legal_mask()


def test_the_methods_are_the_functions() -> None:
    for name in arrow.RESULT_TYPES:
        function = getattr(arrow, name)
        for namespace in (RenjuExpr, RenjuSeries):
            method = getattr(namespace, name)
            assert method.__doc__ == function.__doc__
            assert inspect.signature(method) == inspect.signature(function)


def test_without_polars(monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, "polars")
    message = r'renju.polars needs polars: pip install "pyrenju\[polars\]"'
    with pytest.raises(ModuleNotFoundError, match=message):
        renju.__getattr__("polars")
