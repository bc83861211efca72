from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import renju
from columns_support import (
    Expected,
    contested_games,
    expected,
    hide,
    random_boards,
    random_moves,
    texts,
)
from renju import (
    IllegalMoveError,
    InvalidPositionError,
    NotationError,
    Reading,
    arrow,
    arrow_columns,
    batch,
)

GAMES = random_moves()
TEXTS = texts(GAMES)
PADDED = [None if game is None else game + [255] * (60 - len(game)) for game in GAMES]

LIST_TYPES = [
    make(kind)
    for kind in (
        pa.uint8(),
        pa.int16(),
        pa.uint16(),
        pa.int32(),
        pa.uint32(),
        pa.int64(),
        pa.uint64(),
    )
    for make in (pa.list_, pa.large_list, pa.list_view, pa.large_list_view)
]
COLUMNS: dict[str, Callable[[], pa.Array]] = {
    "string": lambda: pa.array(TEXTS, pa.string()),
    "large_string": lambda: pa.array(TEXTS, pa.large_string()),
    "string_view": lambda: pa.array(TEXTS, pa.string_view()),
    "dictionary": lambda: pa.array(TEXTS).dictionary_encode(),
    "dictionary of large_string": lambda: pa.array(TEXTS, pa.large_string()).dictionary_encode(),
    "dictionary of string_view": lambda: pa.array(TEXTS, pa.string_view()).dictionary_encode(),
    "run_end_encoded": lambda: pa.compute.run_end_encode(pa.array(TEXTS)),
    "run together": lambda: pa.array([t and t.replace(" ", "") for t in TEXTS]),
    "other spelling": lambda: pa.array(
        [t and f"1. {t.upper()}".replace(" ", " , ") for t in TEXTS]
    ),
    **{str(kind): (lambda kind=kind: pa.array(GAMES, kind)) for kind in LIST_TYPES},
    "padded list": lambda: pa.array(PADDED, pa.list_(pa.uint8())),
    "wide padded list": lambda: pa.array(
        [g and g + [255] * 600 for g in GAMES], pa.list_(pa.uint8())
    ),
    "fixed_size_list": lambda: pa.array(PADDED, pa.list_(pa.uint8(), 60)),
    "fixed_size_list of int64": lambda: pa.array(PADDED, pa.list_(pa.int64(), 60)),
    "fixed_shape_tensor": lambda: pa.ExtensionArray.from_storage(
        pa.fixed_shape_tensor(pa.uint8(), [60]), pa.array(PADDED, pa.list_(pa.uint8(), 60))
    ),
}


def padded(games: list[list[int] | None]) -> Any:
    longest = max((len(game) for game in games if game is not None), default=0)
    moves = np.full((len(games), longest), 255, np.uint8)
    for row, game in zip(moves, games, strict=True):
        row[: len(game or [])] = game or []
    return moves


def sliced(array: pa.Array) -> pa.Array:
    """The same rows as a slice of a longer array."""
    longer = pa.concat_arrays([array[5:8], array, array[:4]])
    return longer[3 : 3 + len(array)]


def chunked(array: pa.Array) -> pa.ChunkedArray:
    """The same rows in chunks of different sizes, two of them empty."""
    return pa.chunked_array([array[:0], array[:1], array[1:100], array[100:100], array[100:]])


# Reading


@pytest.mark.parametrize("name", COLUMNS)
def test_every_kind_of_column_of_games(name: str) -> None:
    array = COLUMNS[name]()
    columns = [array, array[17:200], array[:0]]
    rows = [GAMES, GAMES[17:200], []]
    if name != "run_end_encoded" and "list_view" not in name:  # pyarrow cannot join those
        columns.append(sliced(array))
        rows.append(GAMES)
    for column, games in zip(columns, rows, strict=True):
        found = arrow.read_games(column)
        assert not found.problems
        assert found.valid.tolist() == [game is not None for game in games]
        assert np.array_equal(found.moves, padded(games))
        assert found.moves.dtype == np.uint8
        assert found.moves.flags.c_contiguous
    found = arrow.read_games(chunked(array))
    assert np.array_equal(found.moves, padded(GAMES))
    assert found.valid.tolist() == [game is not None for game in GAMES]


def test_empty_columns_and_columns_of_nulls() -> None:
    for column in (
        pa.array([], pa.string()),
        pa.chunked_array([], pa.string()),
        pa.array([], pa.list_(pa.int8())),
        pa.array([], pa.list_view(pa.int8())),
        pa.array([], pa.list_(pa.int8(), 3)),
        pa.array([], pa.null()),
    ):
        found = arrow.read_games(column)
        assert (found.moves.shape[0], found.valid.shape, found.problems) == (0, (0,), ())
    for kind in (pa.null(), pa.string(), pa.list_(pa.uint8()), pa.list_(pa.uint8(), 4)):
        found = arrow.read_games(pa.array([None] * 3, kind))
        assert (found.valid.tolist(), found.problems) == ([False] * 3, ())
        assert (found.moves == 255).all()
    assert arrow.read_games(pa.array([[], []], pa.list_(pa.int8(), 0))).valid.all()


def test_what_lies_under_a_null_is_not_read() -> None:
    data = pa.py_buffer(b"h8i9xx" + b"h8" * 500)
    offsets = pa.py_buffer(np.array([0, 4, 6, 1006], np.int32))
    first_only = pa.py_buffer(bytes([0b001]))
    text = pa.Array.from_buffers(pa.string(), 3, [first_only, offsets, data])
    values = pa.array([112, 128, 999, *[1] * 500], pa.int64())
    lists = pa.ListArray.from_arrays(
        pa.array([0, 2, 3, 503], pa.int32()), values, mask=pa.array([False, True, True])
    )
    for column in (text, lists):
        found = arrow.read_games(column)
        assert found.valid.tolist() == [True, False, False]
        assert not found.problems
        assert found.moves[0, :3].tolist() in ([112, 128], [112, 128, 255])
        assert (found.moves[1:] == 255).all()


def test_list_views_that_overlap_and_go_back() -> None:
    values = pa.array([1, 2, 3, 4, 5], pa.uint8())
    column = pa.ListViewArray.from_arrays(
        pa.array([3, 0, 1, 5], pa.int32()), pa.array([2, 3, 2, 0], pa.int32()), values
    )
    assert np.array_equal(arrow.read_games(column).moves, padded([[4, 5], [1, 2, 3], [2, 3], []]))


@pytest.mark.parametrize("name", [name for name in COLUMNS if "list" in name])
def test_a_slice_costs_no_more_than_its_rows(name: str) -> None:
    array = COLUMNS[name]()[20:24]
    lists = arrow_columns._lists_of(array)
    assert lists is not None
    assert len(lists.values) == sum(lists.lengths) <= 4 * 700


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("h8 z9", "'h8 z9' is no game: 'z9' is off the board"),
        ("h8 p9", "'p9'"),
        ("5. h8", "is not the number of the next move"),
        ("x" * 1000, "…"),
        ("h8 " * 451, "it has more than 450 moves"),
        ("h8, " * 451, "it has more than 450 moves"),
        ("月", "'月'"),
        ([1, 226], "226 at index 1 of the list is no move: points are 0..224, 225 is a pass"),
        ([1, 254, 255], "254 at index 1"),
        ([1, 255, 3], "255 at index 1"),
        ([255, 0], "255 at index 0"),
        ([0, None], "null at index 1"),
        ([None, None], "null at index 0"),
        ([0, -1], "-1 at index 1"),
        ([0, 511], "511 at index 1"),
        ([2**40 + 3], f"{2**40 + 3} at index 0"),
        ([1] * 451, "a list of 451 moves is no game: it has more than 450 moves"),
        ([1] * 449 + [255] * 9 + [3] + [255] * 9, "a list of 459 moves"),
        ([1] + [255] * 500 + [None], "a list of 502 moves"),
    ],
)
def test_rows_that_hold_no_game(value: Any, message: str) -> None:
    good: Any = "h8i9" if isinstance(value, str) else [112, 128]
    for column, row in (
        (pa.array([good, value, None]), 1),
        (pa.array([None, good, good, value])[1:], 2),
        (pa.chunked_array([pa.array([good, None]), pa.array([good, value])]), 3),
    ):
        found = arrow.read_games(column)
        (problem,) = found.problems
        assert problem[0] == row
        assert message in problem[1]
        assert len(problem[1]) < 400
        assert not found.valid[row]
        assert found.valid.tolist() == [
            index != row and item is not None for index, item in enumerate(column.to_pylist())
        ]
        assert (found.moves[~found.valid] == 255).all()
        assert found.moves[found.valid][:, :2].tolist() == [[112, 128]] * found.valid.sum()
        with pytest.raises(NotationError, match=rf"^row {row}: .*{re.escape(message)}"):
            arrow.winner(column)
        nulls = arrow.game_verdicts(column, errors="null").is_null().to_pylist()
        assert nulls == (~found.valid).tolist()


def test_most_moves() -> None:
    game = [1, 225] * 225
    for column in (
        pa.array([renju.format_moves(game)]),
        pa.array([renju.format_moves(game, separator=" , ") + "  "]),
        pa.array([game]),
        pa.array([game + [255] * 7]),
    ):
        found = arrow.read_games(column)
        assert found.valid.all()
        assert found.moves.tolist() == [game]


def test_bytes_that_are_no_utf8() -> None:
    offsets = pa.py_buffer(np.array([0, 2, 5], np.int32))
    column = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"h8h8\xff")])
    found = arrow.read_games(column)
    assert found.valid.tolist() == [True, False]
    assert found.problems[0][0] == 1
    assert r"b'h8\xff' is no text" in found.problems[0][1]


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pa.array([1, 2]), "moves is a column of int64: games are move text"),
        (pa.array([1.5]), "column of double"),
        (pa.array([True]), "column of bool"),
        (pa.array([b"h8"]), "column of binary"),
        (pa.array([[1.5]]), r"column of list<.*double>"),
        (pa.array([["h8"]]), r"column of list<.*string>"),
        (pa.array([[True]]), r"column of list<.*bool>"),
        (pa.array([[[1]]]), r"column of list<.*list"),
        (pa.array([{"a": 1}]), "column of struct"),
        (
            pa.FixedShapeTensorArray.from_numpy_ndarray(np.zeros((2, 3, 4), np.uint8)),
            "a fixed_shape_tensor of one dimension",
        ),
        (["h8"], "moves is list: use one column, a pyarrow Array"),
        (None, "moves is NoneType"),
        ("h8", "moves is str"),
        (np.array([[1]]), "moves is ndarray"),
        (pa.table({"moves": ["h8"]}), "moves is Table: use one column"),
        (pa.record_batch({"moves": ["h8"]}), "moves is RecordBatch: use one column"),
    ],
)
def test_what_is_no_column_of_games(column: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        arrow.read_games(column)
    with pytest.raises(TypeError, match=message):
        arrow.winner(column, errors="null")


def test_the_name_in_messages() -> None:
    with pytest.raises(TypeError, match=r"^game_text is a column of int64"):
        arrow.read_games(pa.array([1]), name="game_text")


@given(
    st.lists(
        st.none()
        | st.lists(st.integers(-3, 260) | st.none() | st.sampled_from([255, 112]), max_size=8)
    ),
    st.integers(0, 3),
    st.sampled_from([pa.list_(pa.int64()), pa.large_list(pa.int16()), pa.list_view(pa.int32())]),
)
def test_lists_as_one_by_one(rows: list[Any], skip: int, kind: pa.DataType) -> None:
    found = arrow.read_games(pa.array(rows, kind)[skip:])
    for index, row in enumerate(rows[skip:]):
        game = list(row or [])
        while game and game[-1] == 255:
            game.pop()
        good = all(move is not None and 0 <= move <= 225 for move in game)
        assert found.valid[index] == (row is not None and good)
        assert (index in dict(found.problems)) == (not good)
        assert [m for m in found.moves[index].tolist() if m != 255] == (game if good else [])


@given(st.lists(st.none() | st.text(alphabet="hi89 1.,-ñpas\n", max_size=12)), st.integers(0, 3))
def test_texts_as_one_by_one(rows: list[Any], skip: int) -> None:
    found = arrow.read_games(pa.array(rows, pa.string())[skip:])
    for index, row in enumerate(rows[skip:]):
        try:
            game = None if row is None else [int(move) for move in renju.parse_moves(row)]
        except NotationError as error:
            game = None
            assert str(error) in dict(found.problems)[index]
        else:
            assert index not in dict(found.problems)
        assert found.valid[index] == (game is not None)
        assert [m for m in found.moves[index].tolist() if m != 255] == (game or [])


# Games

FUNCTIONS: dict[str, pa.DataType] = {
    name: kind for name, kind in arrow.RESULT_TYPES.items() if name in Expected.__dataclass_fields__
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_games(name: str) -> None:
    function = getattr(arrow, name)
    answers = getattr(expected(), name)
    for kind in ("string", "dictionary", "list<item: int64>", "fixed_size_list"):
        array = COLUMNS[kind]()
        found = function(array)
        found.validate(full=True)
        assert isinstance(found, pa.Array)
        assert found.type == FUNCTIONS[name]
        assert found.to_pylist() == answers
        assert function(sliced(array)).to_pylist() == answers
        assert function(array[33:77]).to_pylist() == answers[33:77]
        in_chunks = function(chunked(array))
        in_chunks.validate(full=True)
        assert isinstance(in_chunks, pa.ChunkedArray)
        assert in_chunks.num_chunks == 5
        assert in_chunks.type == FUNCTIONS[name]
        assert in_chunks.to_pylist() == answers
        empty = function(array[:0])
        empty.validate(full=True)
        assert empty.type == FUNCTIONS[name]
        assert function(pa.chunked_array([], array.type)).type == FUNCTIONS[name]
    assert function(pa.array([None] * 4)).to_pylist() == [None] * 4


def test_the_games_have_everything() -> None:
    found = expected()
    assert set(found.winner) == {None, "black", "white"}
    kinds = {foul["verdict"] for fouls in found.fouls for foul in fouls or []}
    assert kinds == {"overline", "double-four", "double-three"}
    assert max(len(fouls or []) for fouls in found.fouls) > 1
    assert len(set(found.opening)) > 20
    assert any(None in (verdicts or []) for verdicts in found.game_verdicts)


@pytest.mark.parametrize("threads", [0, 2, 7])
@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "opening"])
def test_threads_change_nothing(name: str, threads: int) -> None:
    function = getattr(arrow, name)
    assert function(pa.array(TEXTS), threads=threads) == function(pa.array(TEXTS))


@pytest.mark.parametrize("name", ["fouls", "first_foul", "game_verdicts"])
def test_the_other_reading(name: str) -> None:
    games = contested_games()
    assert games
    function = getattr(arrow, name)
    rif, permitted = function(pa.array(games)), function(pa.array(games), reading="permitted")
    assert permitted == function(pa.array(games), reading=Reading.PERMITTED)
    differ = [a != b for a, b in zip(rif.to_pylist(), permitted.to_pylist(), strict=True)]
    assert all(differ) if name != "first_foul" else any(differ)
    if name == "game_verdicts":
        for game, *found in zip(games, rif.to_pylist(), permitted.to_pylist(), strict=True):
            board = renju.Board(game.rsplit(" ", 1)[0])
            for reading, verdicts in zip(Reading, found, strict=True):
                judge = renju.Board(board.moves, reading=reading)
                assert judge.verdict(game.split()[-1]) == verdicts[-1]


def test_stones_after_a_five_are_judged() -> None:
    game = pa.array(["a1 h8 a2 h9 a3 h10 a4 h11 a5 h12 f6"])
    assert arrow.winner(game).to_pylist() == ["black"]
    assert arrow.first_five(game).to_pylist() == [9]
    assert arrow.game_verdicts(game).to_pylist()[0][8:10] == [1, 1]


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "opening"])
def test_occupied_points(name: str) -> None:
    function = getattr(arrow, name)
    message = r"^row 4: move 3, h8, is occupied by the stone of move 1: .* in 'h8 i9 h8 j9'"
    for column in (
        pa.chunked_array([["h8", None], ["i9", "h8 i9", "h8i9h8j9", "a1 a1"]]),
        pa.array([[112], None, [128], [112, 128], [112, 128, 112, 129], [0, 0]]),
    ):
        with pytest.raises(IllegalMoveError, match=message):
            function(column)
        nulls = function(column, errors="null").is_null().to_pylist()
        assert nulls[4:] == [True, True]
        assert function(column, errors="null")[:4] == function(column[:4])


def test_the_opening_looks_at_three_moves_only() -> None:
    assert arrow.opening(pa.array(["h8 i9 g7 h8"])).to_pylist() == ["I11"]
    assert arrow.opening(pa.array(["h8 i9 i9"])).to_pylist() == [None]
    with pytest.raises(NotationError, match="row 0: 'h8 i9 g7 x'"):
        arrow.opening(pa.array(["h8 i9 g7 x"]))
    assert arrow.opening(pa.array(["x"]), errors="null").to_pylist() == [None]


def test_errors_and_readings_that_are_none() -> None:
    column = pa.array(["h8"])
    with pytest.raises(ValueError, match='errors=\'ignore\': use "raise" or "null"'):
        arrow.winner(column, errors="ignore")
    with pytest.raises(NotationError, match="'codex' is no reading"):
        arrow.fouls(column, reading="codex")
    with pytest.raises(ValueError, match="threads=-1"):
        arrow.winner(column, threads=-1)


def test_keys_after_some_moves() -> None:
    column = pa.array(TEXTS)
    after_4 = expected().canonical_key_after_4
    assert arrow.canonical_key(column, after=4).to_pylist() == after_4
    assert arrow.canonical_key(chunked(column), after=4).to_pylist() == after_4
    lengths = [None if game is None else len(game) for game in GAMES]
    at_the_end = arrow.canonical_key(column)
    for after in (
        pa.array(lengths),
        chunked(pa.array(lengths)),
        np.array([length or 0 for length in lengths]),
        [length or 0 for length in lengths],
    ):
        assert arrow.canonical_key(column, after=after) == at_the_end
        assert (
            arrow.canonical_key(chunked(column), after=after).to_pylist() == at_the_end.to_pylist()
        )
    assert arrow.canonical_key(column, after=np.int64(10**12)).null_count == len(TEXTS)
    assert arrow.canonical_key(pa.array(["h8"]), after=pa.array([None])).to_pylist() == [None]
    assert arrow.canonical_key(pa.array(["h8 h8"]), after=1) == arrow.canonical_key(
        pa.array(["h8"])
    )
    for wrong in (-1, [-1]):
        with pytest.raises(ValueError, match="after=-1: use 0 or more moves"):
            arrow.canonical_key(pa.array(["h8"]), after=wrong)
    for wrong in ("4", 1.5, True):
        with pytest.raises(TypeError, match="use a number of moves"):
            arrow.canonical_key(pa.array(["h8"]), after=wrong)


def test_many_rows_go_in_parts() -> None:
    column = pa.array(TEXTS * 40)
    assert arrow.canonical_key(column).to_pylist() == expected().canonical_key * 40


# Boards

BOARDS = random_boards()
HOLES = [row % 7 == 3 for row in range(len(BOARDS))]
WITH_NULLS = [None if hole else board for board, hole in zip(BOARDS, HOLES, strict=True)]


def _flat(kind: pa.DataType) -> pa.Array:
    return pa.array([None if b is None else b.ravel().tolist() for b in WITH_NULLS], kind)


def _rows(kind: pa.DataType | None = None) -> pa.Array:
    return pa.array([None if b is None else b.tolist() for b in WITH_NULLS], kind)


BOARD_COLUMNS: dict[str, Callable[[], pa.Array]] = {
    "tensor of int8": lambda: pa.ExtensionArray.from_storage(
        pa.fixed_shape_tensor(pa.int8(), [15, 15]), _flat(pa.list_(pa.int8(), 225))
    ),
    "tensor of uint8": lambda: pa.ExtensionArray.from_storage(
        pa.fixed_shape_tensor(pa.uint8(), [15, 15]), _flat(pa.list_(pa.uint8(), 225))
    ),
    "tensor of 225": lambda: pa.ExtensionArray.from_storage(
        pa.fixed_shape_tensor(pa.int8(), [225]), _flat(pa.list_(pa.int8(), 225))
    ),
    "transposed tensor": lambda: pa.ExtensionArray.from_storage(
        pa.fixed_shape_tensor(pa.int8(), [15, 15], permutation=[1, 0]),
        pa.array(
            [None if b is None else b.T.ravel().tolist() for b in WITH_NULLS],
            pa.list_(pa.int8(), 225),
        ),
    ),
    "fixed_size_list": lambda: _flat(pa.list_(pa.int8(), 225)),
    "fixed_size_list of int64": lambda: _flat(pa.list_(pa.int64(), 225)),
    "list": lambda: _flat(pa.list_(pa.uint8())),
    "large_list of int16": lambda: _flat(pa.large_list(pa.int16())),
    "list_view": lambda: _flat(pa.list_view(pa.int8())),
    "rows": _rows,
    "fixed rows": lambda: _rows(pa.list_(pa.list_(pa.int8(), 15), 15)),
    "lists of fixed rows": lambda: _rows(pa.list_(pa.list_(pa.uint8(), 15))),
    "fixed lists of rows": lambda: _rows(pa.list_(pa.large_list(pa.int8()), 15)),
}

BOARD_FUNCTIONS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "verdict_map": (arrow.verdict_map, batch.verdict_map),
    "verdict_map of white": (
        lambda column, **options: arrow.verdict_map(column, color="white", **options),
        lambda boards: batch.verdict_map(boards, color=2),
    ),
    "verdict_map permitted": (
        lambda column, **options: arrow.verdict_map(column, reading="permitted", **options),
        lambda boards: batch.verdict_map(boards, reading="permitted"),
    ),
    "winners": (arrow.winners, batch.winners),
    "canonical_keys": (arrow.canonical_keys, batch.canonical_keys),
    "legal_mask": (
        lambda column, **options: arrow.legal_mask(column, 1, **options),
        lambda boards: batch.legal_mask(boards, 1),
    ),
}


def values(column: Any) -> list[Any]:
    """The rows as NumPy values, None for a null."""
    if isinstance(column, pa.ChunkedArray):
        return [row for chunk in column.chunks for row in values(chunk)]
    if column.type != arrow.BOARD_TYPE:
        return list(column.to_pylist())
    rows = column.storage.values.to_numpy().reshape(-1, 15, 15)
    return [
        row.tolist() if valid.as_py() else None
        for row, valid in zip(rows, column.is_valid(), strict=True)
    ]


@pytest.mark.parametrize("kind", BOARD_COLUMNS)
def test_every_kind_of_column_of_boards(kind: str) -> None:
    array = BOARD_COLUMNS[kind]()
    for name, (function, of_arrays) in BOARD_FUNCTIONS.items():
        answers = [
            None if hole else row
            for hole, row in zip(HOLES, of_arrays(BOARDS).tolist(), strict=True)
        ]
        found = function(array)
        found.validate(full=True)
        assert found.type == arrow.RESULT_TYPES[name.split()[0]]
        assert values(found) == answers
        assert values(function(array[9:31])) == answers[9:31]
        assert values(function(array[4:7])) == answers[4:7]
        in_chunks = function(pa.chunked_array([array[:0], array[:10], array[10:]]))
        assert isinstance(in_chunks, pa.ChunkedArray)
        assert in_chunks.num_chunks == 3
        assert values(in_chunks) == answers
        assert len(function(array[:0])) == 0
        assert function(array[:0]).type == found.type
        assert function(pa.chunked_array([], array.type)).type == found.type
    assert arrow.winners(pa.array([None, None])).to_pylist() == [None, None]


def test_colors_one_a_row() -> None:
    colors = np.arange(len(BOARDS)) % 2 + 1
    answers = [
        None if hole else row
        for hole, row in zip(HOLES, batch.legal_mask(BOARDS, colors).tolist(), strict=True)
    ]
    array = BOARD_COLUMNS["fixed_size_list"]()
    for of_rows in (colors, pa.array(colors), pa.array(colors.astype(np.uint8)), colors.tolist()):
        assert values(arrow.legal_mask(array, of_rows)) == answers
        assert (
            values(arrow.legal_mask(pa.chunked_array([array[:10], array[10:]]), of_rows)) == answers
        )
    with pytest.raises(InvalidPositionError, match="colors of shape"):
        arrow.legal_mask(array, colors[:5])


def _address(array: pa.Array) -> int:
    return int(array.buffers()[-1].address)


def test_nothing_is_copied() -> None:
    for kind in (pa.int8(), pa.uint8()):
        cells = pa.array(BOARDS.ravel()).view(kind)
        flat = pa.FixedSizeListArray.from_arrays(cells, 225)
        rows = pa.FixedSizeListArray.from_arrays(pa.FixedSizeListArray.from_arrays(cells, 15), 15)
        tensor = pa.ExtensionArray.from_storage(pa.fixed_shape_tensor(kind, [15, 15]), flat)
        offsets = pa.array(np.arange(len(BOARDS) + 1, dtype=np.int32) * 225)
        ragged = pa.ListArray.from_arrays(offsets, cells)
        with_null = pa.FixedSizeListArray.from_arrays(cells, 225, mask=pa.array(HOLES))
        for array in (flat, rows, tensor, ragged, with_null):
            for start in (0, 7):
                cells_read = arrow.read_boards(array[start:]).cells
                assert cells_read.ctypes.data == _address(cells) + 225 * start
                assert np.array_equal(cells_read, BOARDS[start:])
        wide = arrow.read_boards(flat.cast(pa.list_(pa.int16(), 225))).cells
        assert wide.ctypes.data != _address(cells)
    found = batch.verdict_map(BOARDS)
    assert _address(arrow._tensors(found, np.ones(len(found), np.bool_))) == found.ctypes.data


def test_what_lies_under_a_null_board_is_not_judged() -> None:
    cells = BOARDS[:3].copy()
    cells[1] = 7
    array = pa.FixedSizeListArray.from_arrays(
        pa.array(cells.ravel()), 225, mask=pa.array([False, True, False])
    )
    found = arrow.read_boards(array)
    assert found.problems == ()
    assert found.valid.tolist() == [True, False, True]
    assert not found.cells[1].any()
    assert arrow.winners(array).null_count == 1
    assert cells[1].min() == 7  # read-only, whatever NumPy may write to


NO_BOARDS: list[tuple[Any, str]] = [
    ([0] * 224, "a board of 224 cells: it has 225"),
    ([], "a board of 0 cells"),
    ([0] * 7 + [3] + [0] * 217, r"3 on h1 \(row 0, column 7\) is no cell: 0 is empty"),
    ([0] * 16 + [-1] + [0] * 208, r"-1 on b2 \(row 1, column 1\) is no cell"),
    ([256] + [0] * 224, "256 on a1"),
    ([0] * 224 + [None], r"null on o15 \(row 14, column 14\) is no cell"),
    ([[0] * 15] * 14, r"a board of rows of \[15, .*\] cells: it has 15 rows of 15"),
    ([[0] * 15] * 14 + [[0] * 14], r".*, 14\] cells: it has 15 rows of 15"),
    ([[0] * 15] * 14 + [None], r".*, None\] cells: it has 15 rows of 15"),
    ([[0] * 15] * 14 + [[0] * 14 + [9]], "9 on o15"),
    ([[0] * 225], r"a board of rows of \[225\] cells"),
]


@pytest.mark.parametrize(("value", "message"), NO_BOARDS)
def test_rows_that_hold_no_board(value: list[Any], message: str) -> None:
    nested = bool(value) and isinstance(value[0], list)
    good: Any = [[0] * 15] * 15 if nested else [0] * 225
    kind = pa.list_(pa.list_(pa.int16())) if nested else pa.list_(pa.int16())
    column = pa.chunked_array([pa.array([None, good], kind), pa.array([good, value, None], kind)])
    for function, _ in BOARD_FUNCTIONS.values():
        with pytest.raises(InvalidPositionError, match=f"^row 3: {message}"):
            function(column)
        nulls = function(column, errors="null")
        nulls.validate(full=True)
        assert nulls.is_null().to_pylist() == [True, False, False, True, True]


def test_a_cell_of_a_transposed_tensor_is_named_as_it_is_seen() -> None:
    cells = np.zeros((1, 15, 15), np.int8)
    cells[0, 2, 5] = 4
    array = pa.ExtensionArray.from_storage(
        pa.fixed_shape_tensor(pa.int8(), [15, 15], permutation=[1, 0]),
        pa.FixedSizeListArray.from_arrays(pa.array(cells.ravel()), 225),
    )
    with pytest.raises(InvalidPositionError, match=r"row 0: 4 on c6 \(row 5, column 2\)"):
        arrow.winners(array)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pa.array(["h8"]), "boards is a column of string: boards are fixed_shape_tensor"),
        (pa.array([1]), "boards is a column of int64"),
        (pa.array([[0] * 224], pa.list_(pa.int8(), 224)), r"boards is a column of fixed_size_list"),
        (pa.array([[0] * 15], pa.list_(pa.int8(), 15)), r"\[15\]: boards are"),
        (pa.array([[[0] * 14] * 15], pa.list_(pa.list_(pa.int8(), 14), 15)), "boards are"),
        (pa.array([[[0] * 15] * 15], pa.list_(pa.list_view(pa.int8()))), "boards are"),
        (pa.array([[[[0]]]]), "boards are"),
        (pa.array([[0.0] * 225]), r"list<.*double>: boards are"),
        (pa.array([[True] * 225]), r"list<.*bool>: boards are"),
        (
            pa.FixedShapeTensorArray.from_numpy_ndarray(np.zeros((2, 9, 25), np.uint8)),
            r"shape=\[9,25\]",
        ),
        (BOARDS, "boards is ndarray: use one column"),
        ([BOARDS], "boards is list"),
    ],
)
def test_what_is_no_column_of_boards(column: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        arrow.verdict_map(column, errors="null")


# Other libraries


class Array:
    """An array of another library."""

    def __init__(self, array: pa.Array) -> None:
        self.array = array

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self.array.__arrow_c_array__(requested_schema)


class Stream:
    """A column in chunks of another library."""

    def __init__(self, array: pa.ChunkedArray) -> None:
        self.array = array

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self.array.__arrow_c_stream__(requested_schema)


def test_what_has_the_arrow_interface() -> None:
    array = pa.array(TEXTS)
    found = arrow.winner(Array(array))
    assert isinstance(found, pa.Array)
    assert found.to_pylist() == expected().winner
    for column in (Stream(chunked(array)), Stream(pa.chunked_array([], pa.string()))):
        found = arrow.winner(column)
        assert isinstance(found, pa.ChunkedArray)
        assert found.to_pylist() == (expected().winner if len(found) else [])
    boards = Array(BOARD_COLUMNS["tensor of int8"]())
    assert values(arrow.winners(boards)) == values(arrow.winners(boards.array))


def test_what_has_both_interfaces_is_read_whole() -> None:
    class Both(Array, Stream):
        def __arrow_c_array__(self, requested_schema: object = None) -> Any:
            return self.array.chunk(0).__arrow_c_array__(requested_schema)

    found = arrow.winner(Both(chunked(pa.array(TEXTS))))
    assert isinstance(found, pa.ChunkedArray)
    assert found.to_pylist() == expected().winner


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_renju_does_without_the_engines() -> None:
    code = (
        "import sys\nfor name in ('pyarrow', 'pandas', 'polars', 'duckdb'): sys.modules[name] = None\n"
        "from renju import *\nimport renju\n"
        "print([name for name in dir(renju) if getattr(renju, name) is None])"
    )
    assert run(code) == "[]\n"


def test_each_engine_loads_alone() -> None:
    for engine in ("arrow", "pandas", "polars", "duckdb"):
        code = (
            f"import sys, renju; renju.{engine}\n"
            "print(*({'pandas', 'polars', 'duckdb'} & {*sys.modules}))"
        )
        assert run(code).split() == ([] if engine == "arrow" else [engine])


def test_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, "pyarrow")
    with pytest.raises(
        ModuleNotFoundError, match=r'renju.arrow needs pyarrow: pip install "pyrenju\[arrow\]"'
    ):
        renju.__getattr__("arrow")
