from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import renju
import renju.pandas
from columns_support import Expected, expected, hide, random_boards, random_moves, texts
from renju import IllegalMoveError, InvalidPositionError, NotationError, arrow, batch

GAMES = random_moves()
TEXTS = texts(GAMES)
NAMES = [name for name in arrow.RESULT_TYPES if name in Expected.__dataclass_fields__]
INDEX = [f"game {row}" for row in range(len(GAMES))]
SERIES = {
    "text": lambda: pd.Series(TEXTS),
    "objects of text": lambda: pd.Series(TEXTS, dtype=object),
    "objects with nan": lambda: pd.Series(
        [float("nan") if text is None else text for text in TEXTS], dtype=object
    ),
    "objects with NA": lambda: pd.Series(
        [pd.NA if text is None else text for text in TEXTS], dtype=object
    ),
    "string": lambda: pd.Series(TEXTS, dtype="string"),
    "category": lambda: pd.Series(TEXTS, dtype="category"),
    "arrow text": lambda: pd.Series(TEXTS, dtype=pd.ArrowDtype(pa.string())),
    "arrow lists": lambda: pd.Series(GAMES, dtype=pd.ArrowDtype(pa.list_(pa.uint8()))),
    "objects of lists": lambda: pd.Series(GAMES),
    "objects of arrays": lambda: pd.Series(
        [None if game is None else np.array(game, np.uint8) for game in GAMES]
    ),
}


def plain(series: pd.Series) -> list[Any]:
    """The values as Python has them, None for a null."""
    return list(pa.array(series.array).to_pylist())


@pytest.mark.parametrize("kind", SERIES)
@pytest.mark.parametrize("name", NAMES)
def test_series_of_games(name: str, kind: str) -> None:
    series = SERIES[kind]().set_axis(INDEX).rename("moves")
    function = getattr(renju.pandas, name)
    answers = getattr(expected(), name)
    found = function(series)
    assert isinstance(found, pd.Series)
    assert plain(found) == answers
    assert found.index.tolist() == INDEX
    assert found.name == "moves"
    assert found.dtype == pd.ArrowDtype(arrow.RESULT_TYPES[name])
    some = series[series.index != "game 3"][5:50]
    assert plain(function(some)) == [answers[INDEX.index(row)] for row in some.index]
    assert function(some).index.equals(some.index)
    assert plain(getattr(series.renju, name)()) == answers
    assert len(function(series[:0])) == 0
    assert function(series[:0]).dtype == found.dtype


def test_nulls_stay_null() -> None:
    frame = pd.DataFrame({"moves": TEXTS})
    frame["foul"] = frame["moves"].renju.first_foul()
    assert frame["foul"].isna().tolist() == [foul is None for foul in expected().first_foul]
    assert frame["foul"].max() == max(foul for foul in expected().first_foul if foul)
    counts = frame["moves"].renju.winner().value_counts()
    assert counts["black"] == expected().winner.count("black")
    assert plain(renju.pandas.winner(pd.Series([None, None]))) == [None, None]


def test_options() -> None:
    series = pd.Series(TEXTS, index=INDEX)
    key = renju.pandas.canonical_key
    assert plain(key(series, after=4)) == expected().canonical_key_after_4
    lengths = pd.Series([0 if game is None else len(game) for game in GAMES])
    assert plain(key(series, after=lengths)) == expected().canonical_key
    assert plain(series.renju.canonical_key(after=lengths)) == expected().canonical_key
    assert plain(renju.pandas.winner(series, threads=2)) == expected().winner


BOARDS = random_boards()
HOLES = [row % 5 == 2 for row in range(len(BOARDS))]


def holed(rows: Any) -> list[Any]:
    return [None if hole else row for hole, row in zip(HOLES, rows, strict=True)]


BOARD_SERIES = {
    "arrays": lambda: pd.Series(holed(BOARDS)),
    "arrays of int64": lambda: pd.Series(holed(BOARDS.astype(np.int64))),
    "flat arrays": lambda: pd.Series(holed(BOARDS.reshape(-1, 225))),
    "lists": lambda: pd.Series(holed(BOARDS.tolist())),
    "arrow": lambda: pd.Series(
        holed(BOARDS.reshape(-1, 225)), dtype=pd.ArrowDtype(pa.list_(pa.int8(), 225))
    ),
}


@pytest.mark.parametrize("kind", BOARD_SERIES)
@pytest.mark.parametrize("first", [0, 2])
def test_boards(kind: str, first: int) -> None:
    series = BOARD_SERIES[kind]()[first:]
    colors = pd.Series(np.arange(len(BOARDS)) % 2 + 1)[first:]
    answers = {
        "verdict_map": batch.verdict_map(BOARDS),
        "winners": batch.winners(BOARDS),
        "canonical_keys": batch.canonical_keys(BOARDS),
    }
    for name, answer in answers.items():
        found = getattr(renju.pandas, name)(series)
        assert found.index.equals(series.index)
        rows = [None if row is None or row is pd.NA else np.asarray(row).tolist() for row in found]
        assert rows == holed(answer.tolist())[first:]
    found = renju.pandas.legal_mask(series, colors)
    mask = batch.legal_mask(BOARDS, np.arange(len(BOARDS)) % 2 + 1)
    assert [None if row is None else row.tolist() for row in found] == holed(mask.tolist())[first:]
    for row in renju.pandas.verdict_map(series).dropna():
        assert (row.shape, row.dtype) == ((15, 15), np.uint8)
    assert len(renju.pandas.verdict_map(series[:0])) == 0


def test_what_cannot_be() -> None:
    with pytest.raises(TypeError, match="a list is no column: use a pandas Series"):
        renju.pandas.winner(["h8"])
    with pytest.raises(TypeError, match="moves is a column of int64: games are"):
        renju.pandas.winner(pd.Series([1, 2]))
    with pytest.raises(TypeError, match="a Series of object is no column of one type: "):
        renju.pandas.winner(pd.Series(["h8", 3]))
    with pytest.raises(NotationError, match=r"^row 1: 'zz' is no game"):
        renju.pandas.winner(pd.Series(["h8", "zz"]))
    with pytest.raises(IllegalMoveError, match=r"^row 0: move 2, h8, is occupied"):
        pd.Series(["h8 h8"]).renju.winner()
    assert plain(renju.pandas.winner(pd.Series(["zz"]), errors="null")) == [None]
    with pytest.raises(InvalidPositionError, match=r"row 0: a board of rows of \[25, .*\] cells"):
        renju.pandas.winners(pd.Series([np.zeros((9, 25), np.uint8)]))
    with pytest.raises(
        AttributeError, match=r"Series.renju has no 'winer': it has canonical_key, "
    ):
        pd.Series(["h8"]).renju.winer()


def test_the_functions_are_those_of_arrow() -> None:
    for name in arrow.RESULT_TYPES:
        function = getattr(renju.pandas, name)
        assert function.__doc__ == getattr(arrow, name).__doc__
        assert inspect.signature(function) == inspect.signature(getattr(arrow, name))
        assert name in dir(pd.Series(["h8"]).renju)
    assert {*renju.pandas.__all__} == {"RenjuAccessor", *arrow.RESULT_TYPES}


def test_without_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, "pandas")
    message = r'renju.pandas needs pandas: pip install "pyrenju\[pandas\]"'
    with pytest.raises(ModuleNotFoundError, match=message):
        renju.__getattr__("pandas")
