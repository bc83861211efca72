from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import renju
from renju import Board, Color, Reading, Symmetry, Verdict, batch
from renju.shapes import ShapeKind
from support import READINGS, board_lines, to_cells, truth_table

CODE = {verdict.character: int(verdict) for verdict in Verdict}
THREADS = [1, 2, 3, 7]


def random_boards(n: int, seed: int = 1) -> NDArray[np.uint8]:
    """Boards from empty to crowded, with more black than white stones."""
    rng = np.random.default_rng(seed)
    crowd = rng.uniform(0, 0.8, (n, 1, 1))
    colors = np.where(rng.random((n, 15, 15)) < 0.7, 1, 2)
    return np.where(rng.random((n, 15, 15)) < crowd, colors, 0).astype(np.uint8)


def random_games(n: int, k: int, seed: int = 1) -> NDArray[np.uint8]:
    """Games of different lengths in the middle of the board, some passes among them."""
    rng = np.random.default_rng(seed)
    middle = np.array([15 * r + c for r in range(3, 12) for c in range(3, 12)], np.uint8)
    games = np.stack([rng.permutation(middle)[:k] for _ in range(n)])
    games[rng.random(games.shape) < 0.03] = 225
    lengths = rng.integers(0, k + 1, n)
    games[np.arange(k) >= lengths[:, None]] = batch.PADDING
    return games


@pytest.fixture(scope="module")
def known() -> tuple[NDArray[np.uint8], dict[Reading, NDArray[np.uint8]]]:
    rows = [*truth_table("maps.txt.gz"), *truth_table("nested.txt.gz")]
    boards = np.stack([to_cells(row.board) for row in rows])
    labels = {
        reading: np.array([[CODE[c] for c in row.labels(reading)] for row in rows], np.uint8)
        for reading in READINGS
    }
    return boards, {reading: found.reshape(-1, 15, 15) for reading, found in labels.items()}


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.label)
def test_every_known_label(known, reading: Reading, threads: int) -> None:
    boards, labels = known
    assert np.array_equal(
        batch.verdict_map(boards, reading=reading, threads=threads), labels[reading]
    )


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.label)
def test_one_point_of_every_known_board(known, reading: Reading) -> None:
    boards, labels = known
    flat = labels[reading].reshape(-1, 225)
    for offset in range(0, 225, 9):
        points = (np.arange(len(boards)) * 7 + offset) % 225
        found = batch.verdicts(boards, points, reading=reading)
        assert np.array_equal(found, flat[np.arange(len(boards)), points])


@pytest.mark.parametrize("n", [0, 1, 2, 15, 31, 32, 33, 64, 1000])
def test_any_number_of_boards(n: int) -> None:
    boards = random_boards(n)
    expected = [Board.from_array(board) for board in boards]
    for color in Color:
        for reading in READINGS:
            found = batch.verdict_map(boards, color=color, reading=reading)
            assert found.shape == (n, 15, 15)
            for board, labels in zip(expected[:40], found, strict=False):
                scalar = Board.from_array(board.to_array(), reading=reading)
                for point in renju.POINTS[::13]:
                    assert labels[point.row, point.col] == scalar.verdict(point, color)
        fives = batch.five_map(boards, color=color)
        assert fives.dtype == np.bool_
        assert np.array_equal(fives, batch.verdict_map(boards, color=color) == Verdict.FIVE)
    both = [sum(color for color in Color if b._position.winning_rows(color)) for b in expected]
    assert batch.winners(boards).tolist() == both
    assert batch.canonical_keys(boards).tolist() == [b.canonical_key for b in expected]
    assert np.array_equal(batch.unpack(batch.pack(boards)), boards)
    assert batch.pack(boards).nbytes == 64 * n


@settings(max_examples=30)
@given(st.lists(board_lines(spread=9), min_size=1, max_size=8), st.sampled_from(READINGS))
def test_batch_and_scalar_agree(lines: list[str], reading: Reading) -> None:
    boards = np.stack([to_cells(line) for line in lines])
    found = batch.verdict_map(boards, reading=reading)
    for line, labels in zip(lines, found, strict=True):
        board = Board.from_text(line, reading=reading)
        scalar = [board.verdict(point, Color.BLACK) for point in renju.POINTS]
        assert labels.ravel().tolist() == scalar


@pytest.mark.parametrize("threads", THREADS)
def test_results_do_not_depend_on_threads(threads: int) -> None:
    boards = random_boards(20_011)
    points = np.arange(len(boards)) % 225
    colors = np.arange(len(boards)) % 2 + 1
    games = random_games(6_007, 60)
    played = [boards.copy(), boards.copy()]
    one, many = (
        [
            batch.verdict_map(boards, threads=count),
            batch.verdicts(boards, points, threads=count),
            batch.winners(boards, threads=count),
            batch.five_map(boards, color=2, threads=count),
            batch.legal_mask(boards, colors, threads=count),
            batch.canonical_keys(boards, threads=count),
            batch.play(out, points, colors, threads=count),
            out,
            batch.replay(games, threads=count).verdicts,
            batch.count_fouls(games, threads=count),
        ]
        for count, out in zip((1, threads), played, strict=True)
    )
    for left, right in zip(one, many, strict=True):
        assert np.array_equal(left, right)


def test_legal_mask() -> None:
    boards = random_boards(500)
    colors = np.arange(500) % 2 + 1
    verdicts = batch.verdict_map(boards)
    black = (verdicts == Verdict.LEGAL) | (verdicts == Verdict.FIVE)
    expected = np.where((colors == 1)[:, None, None], black, boards == 0)
    assert np.array_equal(batch.legal_mask(boards, colors), expected)
    assert np.array_equal(batch.legal_mask(boards, "white"), boards == 0)
    assert np.array_equal(batch.legal_mask(boards, Color.BLACK), black)


def test_play_puts_stones_and_says_what_they_were() -> None:
    boards = np.stack([Board(black="f8 g8 h6 h7").to_array()] * 4)
    found = batch.play(boards, ["h8", "f8", 225, "i8"], [1, 2, 1, 2])
    assert found.tolist() == [Verdict.DOUBLE_THREE, Verdict.OCCUPIED, batch.NOT_JUDGED, 0]
    assert boards[0, 7, 7] == 1
    assert boards[1, 7, 5] == 1
    assert boards[3, 7, 8] == 2
    signed = boards.view(np.int8)
    batch.play(signed, ["a1"] * 4, 1)
    assert (boards[:, 0, 0] == 1).all()


def test_play_changes_nothing_when_a_board_is_none() -> None:
    boards = HIGH.copy()
    with pytest.raises(renju.InvalidPositionError, match="board 2: 7 on d2"):
        batch.play(boards, [0, 0, 0], 1)
    assert np.array_equal(boards, HIGH)


def test_transform_is_that_of_boards() -> None:
    boards = random_boards(40)
    labels = batch.verdict_map(boards)
    for symmetry in Symmetry:
        turned = batch.transform(boards, symmetry)
        assert np.array_equal(turned[3], Board.from_array(boards[3]).transform(symmetry).to_array())
        assert np.array_equal(batch.transform(turned, symmetry.inverse), boards)
        assert np.array_equal(batch.canonical_keys(turned), batch.canonical_keys(boards))
        assert np.array_equal(batch.verdict_map(turned)[:, 7, 7], labels[:, 7, 7])
    with pytest.raises(ValueError, match="8 is not a valid Symmetry"):
        batch.transform(boards, 8)


class DLPackOnly:
    """An array of another library: no `__array__`, DLPack alone."""

    def __init__(self, array: NDArray[np.uint8]) -> None:
        self._array = array

    def __dlpack__(self, **keywords: object) -> object:
        return self._array.__dlpack__(**keywords)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._array.__dlpack_device__()


def test_arrays_of_every_kind() -> None:
    boards = random_boards(70)
    expected = batch.verdict_map(boards)
    wide = np.zeros((70, 30, 45), np.int8)
    wide[:, ::2, ::3] = boards
    read_only = boards.view()
    read_only.flags.writeable = False
    planes = np.stack([boards == 1, boards == 2], axis=1)
    for array in (
        boards.view(np.int8),
        wide[:, ::2, ::3],
        read_only,
        planes,
        np.asfortranarray(boards),
        DLPackOnly(boards),
    ):
        assert np.array_equal(batch.verdict_map(array), expected)
    assert np.array_equal(batch.verdict_map(boards[::-1])[::-1], expected)


def test_out_is_written_to() -> None:
    boards = random_boards(70)
    out = np.full((70, 15, 15), 9, np.uint8)
    assert batch.verdict_map(boards, out=out) is out
    assert np.array_equal(out, batch.verdict_map(boards))
    flags = np.empty((70, 15, 15), np.bool_)
    assert batch.legal_mask(boards, 1, out=flags) is flags
    assert batch.five_map(boards, out=flags) is flags
    for wrong, error, says in (
        (np.empty((70, 15, 15), np.int8), TypeError, "out is int8"),
        ([1], TypeError, "out is list"),
        (np.empty((71, 15, 15), np.uint8), ValueError, "out has shape"),
        (np.empty((70, 15, 30), np.uint8)[:, :, ::2], ValueError, "C-contiguous"),
    ):
        with pytest.raises(error, match=says):
            batch.verdict_map(boards, out=wrong)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        batch.verdict_map(boards, out=out)


BOARDS = np.zeros((3, 15, 15), np.uint8)
HIGH = BOARDS.copy()
HIGH[2, 1, 3] = 7
NEGATIVE = BOARDS.astype(np.int8)
NEGATIVE[1, 0, 0] = -1


REFUSED = [
    (lambda: batch.verdict_map(BOARDS.astype(float)), TypeError, "dtype float64 is no board"),
    (lambda: batch.verdict_map(BOARDS.astype(int)), TypeError, r"array.astype\(np.int8\)"),
    (lambda: batch.verdict_map(None), TypeError, "dtype object"),
    (lambda: batch.verdict_map(BOARDS[0]), renju.InvalidPositionError, r"board\[np.newaxis\]"),
    (lambda: batch.verdict_map(BOARDS[:, :14]), renju.InvalidPositionError, r"\(3, 14, 15\)"),
    (lambda: batch.verdict_map(HIGH), renju.InvalidPositionError, "board 2: 7 on d2"),
    (lambda: batch.winners(HIGH), renju.InvalidPositionError, "board 2: 7 on d2"),
    (lambda: batch.five_map(HIGH), renju.InvalidPositionError, "board 2: 7 on d2"),
    (lambda: batch.legal_mask(HIGH, 1), renju.InvalidPositionError, "board 2: 7 on d2"),
    (lambda: batch.verdicts(HIGH, [0] * 3), renju.InvalidPositionError, "board 2: 7 on d2"),
    (lambda: batch.play(HIGH.copy(), [0] * 3, 1), renju.InvalidPositionError, "board 2"),
    (lambda: batch.canonical_keys(HIGH), renju.InvalidPositionError, "board 2: 7 on d2"),
    (lambda: batch.pack(HIGH), renju.InvalidPositionError, "board 2: 7 on d2"),
    (lambda: batch.verdict_map(NEGATIVE), renju.InvalidPositionError, "board 1: 255 on a1"),
    (lambda: batch.verdict_map(BOARDS > 0), renju.InvalidPositionError, r"\(n, 2, 15, 15\)"),
    (
        lambda: batch.verdict_map(np.ones((2, 2, 15, 15), bool)),
        renju.InvalidPositionError,
        "board 0: a1 is black and white",
    ),
    (lambda: batch.verdict_map(BOARDS, color=3), renju.NotationError, "3 is no colour"),
    (lambda: batch.verdict_map(BOARDS, reading=2), renju.NotationError, "2 is no reading"),
    (lambda: batch.verdict_map(BOARDS, threads=-1), ValueError, "threads=-1"),
    (lambda: batch.verdict_map(BOARDS, threads=1.5), TypeError, "float"),
    (lambda: batch.verdict_map(BOARDS, threads=True), TypeError, "bool"),
    (lambda: batch.verdicts(BOARDS, [0, 1]), renju.InvalidPositionError, "there are 3 boards but"),
    (lambda: batch.verdicts(BOARDS, [0, 1, 225]), renju.RenjuError, r"points\[2\]"),
    (lambda: batch.verdicts(BOARDS, np.array([0, -1, 3])), renju.OffBoardError, r"points\[1\]"),
    (lambda: batch.verdicts(BOARDS, ["a1", "j16", "b1"]), renju.OffBoardError, r"points\[1\]"),
    (lambda: batch.verdicts(BOARDS, np.zeros(3)), TypeError, "points of dtype float64"),
    (lambda: batch.legal_mask(BOARDS, [1, 2, 3]), renju.NotationError, r"colors\[2\] is 3"),
    (lambda: batch.legal_mask(BOARDS, [1, 2]), renju.InvalidPositionError, "one for all"),
    (lambda: batch.legal_mask(BOARDS, 0.5), TypeError, "colors of dtype float64"),
    (lambda: batch.play(BOARDS.tolist(), [0] * 3, 1), TypeError, "play writes"),
    (lambda: batch.play(BOARDS[:, ::-1], [0] * 3, 1), ValueError, "C-contiguous"),
    (lambda: batch.unpack(BOARDS), TypeError, "uint64"),
    (lambda: batch.unpack(np.zeros((3, 8), np.uint64)), renju.InvalidPositionError, "shape"),
    (lambda: batch.unpack(np.ones((1, 2, 4), np.uint64)), renju.InvalidPositionError, "two"),
    (
        lambda: batch.unpack(np.full((1, 2, 4), [[2**63]], np.uint64)),
        renju.InvalidPositionError,
        "past point 224",
    ),
    (lambda: batch.replay(BOARDS), renju.InvalidPositionError, r"games are \(n, k\)"),
    (lambda: batch.replay([[1]]), TypeError, "use uint8"),
    (lambda: batch.decode_moves(np.array([[0, 240]], np.uint8)), renju.NotationError, "ply 1"),
    (lambda: batch.decode_moves(np.array([[255, 112]], np.uint8)), renju.NotationError, "ply 0"),
    (lambda: batch.verdict_map(BOARDS, threads=10**30), ValueError, "at most 1024"),
    (lambda: batch.encode_moves(["h8", "h8 j16"]), renju.OffBoardError, "game 1: 'j16'"),
    (lambda: batch.encode_moves(["h8", None]), renju.NotationError, "game 1: None is no text"),
    (lambda: batch.encode_moves(["\ud800"]), renju.NotationError, "game 0"),
]


@pytest.mark.parametrize(("call", "error", "says"), REFUSED, ids=map(str, range(len(REFUSED))))
def test_what_is_refused(call, error: type, says: str) -> None:
    with pytest.raises(error, match=says):
        call()


def test_threads_0_are_those_of_this_process() -> None:
    boards = random_boards(100)
    assert np.array_equal(batch.verdict_map(boards, threads=0), batch.verdict_map(boards))


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.label)
def test_replay_is_a_board_move_by_move(reading: Reading) -> None:
    games = random_games(300, 50)
    found = batch.replay(games, reading=reading)
    fouls = batch.count_fouls(games, reading=reading)
    for index, game in enumerate(games):
        board = Board(reading=reading)
        expected, counts = [], []
        for number in game.tolist():
            if number >= 225:
                expected.append(batch.NOT_JUDGED)
                counts.append(batch.NOT_JUDGED)
                if number == 225:
                    board.push_pass()
                continue
            expected.append(int(board.verdict(number)))
            black = board.to_move is Color.BLACK
            counts.append(len(board.fouls()) if black else batch.NOT_JUDGED)
            board.push(number)
        assert found.verdicts[index].tolist() == expected
        assert fouls[index].tolist() == counts
        _check_summary(found, index, expected, len(board.moves))


def _check_summary(found: batch.Replay, index: int, verdicts: list[int], length: int) -> None:
    def first(wanted: set[int]) -> int:
        return next((ply for ply, v in enumerate(verdicts) if v in wanted), -1)

    five = first({Verdict.FIVE})
    assert found.first_five[index] == five
    assert found.first_foul[index] == first({2, 3, 4})
    assert found.first_overline[index] == first({Verdict.OVERLINE})
    assert found.length[index] == length
    assert found.impossible[index] == -1
    assert found.reason[index] == batch.Impossible.NO
    assert found.winner[index] == (0 if five < 0 else five % 2 + 1)
    assert found.played_on[index] == (0 <= five < length - 1)


def test_impossible_moves_are_data() -> None:
    games = np.full((5, 6), 255, np.uint8)
    games[0, :3] = [0, 1, 0]
    games[1, :3] = [0, 230, 2]
    games[2, :4] = [0, 1, 255, 3]
    games[3, :3] = [0, 225, 1]
    found = batch.replay(games)
    assert found.impossible.tolist() == [2, 1, 3, -1, -1]
    assert [batch.Impossible(r).name for r in found.reason] == [
        "OCCUPIED", "OFF_BOARD", "AFTER_PADDING", "NO", "NO",
    ]  # fmt: skip
    assert found.verdicts[0].tolist() == [0, 0, 255, 255, 255, 255]
    assert found.verdicts[3].tolist() == [0, 255, 0, 255, 255, 255]
    assert found.length.tolist() == [3, 3, 2, 3, 0]


@pytest.mark.parametrize("shape", [(0, 0), (0, 7), (4, 0), (1, 1)])
def test_replay_of_little_or_nothing(shape: tuple[int, int]) -> None:
    games = np.full(shape, 112, np.uint8)
    found = batch.replay(games)
    assert found.verdicts.shape == shape
    assert len(found.winner) == shape[0]
    assert batch.count_fouls(games).shape == shape


@given(st.lists(st.lists(st.sampled_from([*renju.POINTS, renju.PASS]), max_size=30), max_size=6))
def test_moves_are_encoded_and_decoded(games: list[list[renju.Move]]) -> None:
    texts = [renju.format_moves(game) for game in games]
    moves = batch.encode_moves(texts)
    assert moves.shape == (len(games), max(map(len, games), default=0))
    assert batch.decode_moves(moves) == texts
    assert np.array_equal(batch.encode_moves([text.upper() for text in texts]), moves)
    dense = [renju.format_moves(game, separator="") for game in games]
    assert np.array_equal(batch.encode_moves(dense), moves)


@given(st.text(alphabet="abhio p123 0,;-.[]PS\n", max_size=20))
def test_the_fast_reader_reads_what_the_full_one_reads(text: str) -> None:
    (fast,) = renju._core.read_all_moves([text])
    if fast is not None:
        assert list(fast) == [int(move) for move in renju.parse_moves(text)]


def test_other_spellings_go_to_the_full_reader() -> None:
    moves = batch.encode_moves(["1.h8 2.[i9] 3.-", "h8-i9"])
    assert moves.tolist() == [[112, 128, 225], [112, 128, 255]]


@pytest.mark.parametrize("reading", READINGS)
def test_shape_counts_are_those_of_the_board(reading: Reading) -> None:
    games = random_games(60, 60, seed=11)
    counts = batch.count_shapes(games, reading=reading, threads=2)
    seen: Counter[ShapeKind] = Counter()
    columns = (games.tolist(), counts.straight_fours.tolist(), counts.threes.tolist())
    for game in zip(*columns, strict=True):
        board = renju.Board(reading=reading)
        for move, four, three in zip(*game, strict=True):
            if move == batch.PADDING:
                assert (four, three) == (0, 0)
                break
            shapes = () if move == renju.PASS else board.shapes(move, board.to_move)
            kinds = Counter(shape.kind for shape in shapes)
            threes = {shape.direction for shape in shapes if shape.kind is ShapeKind.THREE}
            assert (four, three) == (kinds[ShapeKind.STRAIGHT_FOUR], len(threes))
            seen += kinds
            board.push(move) if move != renju.PASS else board.push_pass()
    assert min(seen[kind] for kind in (ShapeKind.STRAIGHT_FOUR, ShapeKind.FALSE_THREE)) > 0
