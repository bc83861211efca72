from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import renju
from renju import Board, Color, Reading, Symmetry, Verdict
from support import READINGS, board_lines, image, to_cells, to_labels

games = st.lists(st.sampled_from([*renju.POINTS, renju.PASS]), max_size=60).map(
    lambda moves: [m for i, m in enumerate(moves) if m is renju.PASS or m not in moves[:i]]
)


def test_a_game() -> None:
    board = Board("h8 i9 g7")
    assert board.to_move is Color.WHITE
    assert board.at("h8") is Color.BLACK
    assert board.at("I9") is Color.WHITE
    assert board.at(0) is None
    assert board.pop() == renju.Point("g7")
    assert board.to_move is Color.BLACK
    board.push_pass()
    assert board.moves == (renju.Point("h8"), renju.Point("i9"), renju.PASS)
    assert board.stones("black") == (renju.Point("h8"),)


def test_side_to_move_of_free_positions() -> None:
    assert Board(black="a1 b1", white="c1").to_move is Color.WHITE
    assert Board(black="a1", white="c1").to_move is Color.BLACK
    assert Board(black="a1 b1 c1").to_move is Color.BLACK
    assert Board(black="a1", to_move="white").to_move is Color.WHITE
    assert Board.from_text("X" + "." * 224).to_move is Color.WHITE
    assert Board.from_array(np.zeros((15, 15), np.int8), to_move=2).to_move is Color.WHITE


@given(games)
def test_push_and_pop_undo_each_other(moves: list[renju.Move]) -> None:
    board = Board(moves)
    states = [board.copy()]
    while board.moves:
        board.pop()
        states.append(board.copy())
    assert board == Board()
    for move, state in zip(moves, reversed(states[:-1]), strict=True):
        board.push(move)
        assert board == state
        assert board.key == state.key
        assert board.moves == state.moves


@given(games, st.sampled_from(READINGS))
def test_repr_pickle_and_copies_are_equal(moves: list[renju.Move], reading: Reading) -> None:
    for board in (Board(moves, reading=reading), Board(moves, black="", to_move=2)):
        again = eval(repr(board), {"renju": renju})
        for other in (again, pickle.loads(pickle.dumps(board)), copy.deepcopy(board), board.copy()):
            assert other == board
            assert other.moves == board.moves
            assert other.reading is board.reading


@given(board_lines())
def test_repr_of_free_positions(line: str) -> None:
    board = Board.from_text(line)
    assert eval(repr(board), {"renju": renju}) == board
    assert pickle.loads(pickle.dumps(board)) == board


def test_equality_is_of_stones_and_side_to_move() -> None:
    assert Board("h8 i9 g7") == Board("g7 i9 h8")
    assert Board("h8 i9") != Board("h8 i9 pass")
    assert Board(black="h8", white="i9") == Board("h8 i9")
    assert Board("h8") != "h8"
    with pytest.raises(TypeError, match="unhashable"):
        hash(Board())


def test_frozen_boards() -> None:
    board = Board("h8 i9")
    frozen = board.freeze()
    assert frozen == board
    assert {frozen: 1}[Board("h8 i9").freeze()] == 1
    for change in (lambda: frozen.push("a1"), frozen.push_pass, frozen.pop):
        with pytest.raises(TypeError, match="frozen"):
            change()
    moved = frozen.copy()
    moved.push("a1")
    assert frozen == board != moved
    assert pickle.loads(pickle.dumps(frozen)) == frozen
    assert isinstance(eval(repr(frozen), {"renju": renju}), renju.FrozenBoard)
    assert renju.FrozenBoard("h8 i9") == frozen


@given(board_lines(), st.sampled_from(list(Symmetry)), st.sampled_from(READINGS))
def test_symmetries_carry_everything_along(line: str, symmetry: Symmetry, reading: Reading) -> None:
    board = Board.from_text(line, reading=reading)
    turned = board.transform(symmetry)
    assert turned == Board.from_text(image(line, symmetry), to_move=board.to_move)
    assert turned.transform(symmetry.inverse) == board
    assert turned.canonical_key == board.canonical_key
    labels = to_labels(board.verdicts(Color.BLACK))
    assert to_labels(turned.verdicts(Color.BLACK)) == image(labels, symmetry)
    assert set(turned.five_points(2)) == {symmetry.apply(p) for p in board.five_points(2)}


def test_keys_are_what_they_have_always_been() -> None:
    """Keys are stored by other programs: they may never change."""
    assert Board().key == 0
    board = Board("h8 i9 g7 h7")
    assert (board.key, board.canonical_key) == (8192423775226267888, 2534436461110100697)
    assert board.key == Board("g7 h7 h8 i9").key
    assert board.key != Board("i9 h8 h7 g7").key


def test_winner() -> None:
    assert Board("h8 a1 i8 a2 j8 a3 k8 a4").winner is None
    black = Board("h8 a1 i8 a2 j8 a3 k8 a4 l8")
    assert black.winner is Color.BLACK
    assert [str(p) for p in black.winning_row or ()] == ["h8", "i8", "j8", "k8", "l8"]
    assert Board().winning_row is None
    six = Board(black="a1 b1 c1 d1 e1 f1")
    assert six.winner is None
    overline = Board(white="a1 b1 c1 d1 e1 f1")
    assert overline.winner is Color.WHITE
    assert len(overline.winning_row or ()) == 6


def test_of_two_fives_the_first_wins() -> None:
    white_first = Board("e1", black="a1 b1 c1 d1", white="a3 b3 c3 d3 e3")
    assert white_first.winner is Color.WHITE
    black_first = Board("e1 e3", black="a1 b1 c1 d1", white="a3 b3 c3 d3")
    assert black_first.winner is Color.BLACK
    both_in_set_up = Board(black="a1 b1 c1 d1 e1", white="a3 b3 c3 d3 e3")
    assert both_in_set_up.winner is None


def test_white_needs_five_or_more_and_has_no_fouls() -> None:
    board = Board(white="c5 d5 e5 f5 h5 g6 g7 a1", black="j5")
    assert board.verdict("g5", Color.WHITE) is Verdict.FIVE
    assert board.verdict("b5", Color.WHITE) is Verdict.FIVE
    assert board.verdict("g8", Color.WHITE) is Verdict.LEGAL
    assert board.verdict("j5", Color.WHITE) is Verdict.OCCUPIED
    assert board.five_points(Color.WHITE) == (renju.Point("b5"), renju.Point("g5"))


def test_verdict_takes_the_side_to_move() -> None:
    board = Board(black="h6 h7 f8 g8", white="a1 a2 a3 a4", to_move=Color.BLACK)
    assert board.verdict("h8") is Verdict.DOUBLE_THREE
    board.push_pass()
    assert board.verdict("h8") is Verdict.LEGAL
    assert board.verdict("a5") is Verdict.FIVE
    assert board.verdict("h8", Color.BLACK) is Verdict.DOUBLE_THREE
    assert board.fouls() == {renju.Point("h8"): Verdict.DOUBLE_THREE}


def test_full_board() -> None:
    checkers = np.indices((15, 15)).sum(axis=0) // 2 % 2 + 1
    board = Board.from_array(checkers.astype(np.uint8))
    assert board.is_full
    assert not Board().is_full
    assert set(board.verdicts(1).ravel().tolist()) == {Verdict.OCCUPIED}
    assert board.fouls() == {}


@given(board_lines())
def test_arrays_of_every_kind(line: str) -> None:
    cells = to_cells(line)
    board = Board.from_text(line)
    strided = np.zeros((30, 45), np.int8)
    strided[::2, ::3] = cells
    planes = np.stack([cells == 1, cells == 2])
    read_only = cells.view(np.int8)
    assert not read_only.flags.writeable
    for array in (cells, read_only, strided[::2, ::3], np.asfortranarray(cells), planes):
        assert Board.from_array(array) == board
    assert np.array_equal(board.to_array(), cells)
    assert board.to_array().dtype == np.uint8


@pytest.mark.parametrize(
    ("array", "error", "says"),
    [
        (np.zeros((15, 15)), TypeError, "dtype float64 is no board"),
        (np.full((15, 15), np.nan), TypeError, "float64"),
        (np.zeros((15, 15), np.int64), TypeError, "array.astype(np.int8)"),
        ([[0] * 15] * 15, TypeError, "int64"),
        (None, TypeError, "dtype object is no board"),
        (np.zeros((14, 15), np.int8), renju.InvalidPositionError, "shape (14, 15) is no board"),
        (np.zeros(225, np.int8), renju.InvalidPositionError, "shape (225,)"),
        (np.zeros((1, 15, 15), np.int8), renju.InvalidPositionError, "shape (1, 15, 15)"),
        (np.full((15, 15), 3, np.uint8), renju.InvalidPositionError, "3 on a1 (row 0, column 0)"),
        (np.full((15, 15), -1, np.int8), renju.InvalidPositionError, "-1 on a1"),
        (np.ones((2, 15, 15), np.bool_), renju.InvalidPositionError, "a1 is black and white"),
        (np.ones((15, 15), np.bool_), renju.InvalidPositionError, "(2, 15, 15)"),
    ],
)
def test_arrays_that_are_no_board(array: object, error: type, says: str) -> None:
    with pytest.raises(error) as caught:
        Board.from_array(array)
    assert says in str(caught.value)


def test_what_cannot_be_put_there() -> None:
    with pytest.raises(renju.IllegalMoveError) as caught:
        Board("h8 i9 h8")
    assert "move 3: h8 is occupied by the black stone of move 1" in str(caught.value)
    with pytest.raises(renju.IllegalMoveError, match="a white stone of the set-up"):
        Board("h8", white="h8")
    with pytest.raises(renju.InvalidPositionError, match="h8 is given two stones"):
        Board(black="h8", white="g7 h8")
    with pytest.raises(renju.NotationError, match="a pass among the black stones"):
        Board(black="h8 pass")
    board = Board()
    for off in ("j16", 225.0, 226, -1, 10**30, None, ""):
        with pytest.raises(renju.RenjuError):
            board.push(off)  # type: ignore[arg-type]
    for off_board in ("j16", 226, -1):
        with pytest.raises(renju.IllegalMoveError):
            board.push(off_board)
    with pytest.raises(renju.IllegalMoveError, match="no move to take back"):
        board.pop()
    assert board == Board()
    with pytest.raises(renju.NotationError, match="is no reading"):
        Board(reading="japanese")
    with pytest.raises(renju.NotationError, match="is no colour"):
        Board().verdict("h8", 0)


def test_fouls_and_stones_after_a_five_are_taken() -> None:
    board = Board("e1", black="a1 b1 c1 d1 h6 h7 f8 g8", to_move=Color.BLACK)
    board.push("a15")
    assert board.verdict("h8") is Verdict.DOUBLE_THREE
    board.push("h8")
    assert board.winner is Color.BLACK


@given(board_lines(spread=11), st.sampled_from(READINGS))
def test_a_white_stone_where_it_cannot_matter_changes_nothing(line: str, reading: Reading) -> None:
    """A stone is judged by the five cells to each side of it, so a white stone can matter only within
    five cells, on a line, of a stone that the proof puts on the board."""
    board = Board.from_text(line, reading=reading)
    empty = [point for point in renju.POINTS if board.at(point) is None]
    for point in empty[::7]:
        proof = board.explain(point)
        placed = {node.point for node in proof.walk()}
        for far in empty[point % 11 :: 11]:
            if any(_within_five_on_a_line(far, stone) for stone in placed):
                continue
            white = [*board.stones(Color.WHITE), far]
            more = Board(black=board.stones(Color.BLACK), white=white, reading=reading)
            assert more.verdict(point, Color.BLACK) is proof.verdict


def _within_five_on_a_line(one: renju.Point, two: renju.Point) -> bool:
    rows, cols = abs(one.row - two.row), abs(one.col - two.col)
    return max(rows, cols) <= 5 and (rows == cols or 0 in (rows, cols))
