from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import renju
from renju import PASS, Board, Color, Point, Reading, Verdict
from renju.analysis import EndKind, Totals, judge_game, judge_games
from renju.records import Problem, Record, loads

FIVE = "h8 i9 g8 i8 f8 i7 e8 i10 d8"


def game(black: str, white: str) -> str:
    """Both sides' stones in turn; White passes when he has no more."""
    whites = white.split()
    moves = []
    for number, stone in enumerate(black.split()):
        moves += [stone, whites[number] if number < len(whites) else "pass"]
    return " ".join(moves[:-1])


DOUBLE_THREE = game("h8 i8 g9 g10 g8", "a1 c1 e1 a3")
OVERLINE = game("c8 d8 e8 g8 h8 f8", "a1 c1 e1 a3 c3")
DOUBLE_FOUR = game("e8 f8 g8 h9 h10 h11 h8", "d8 h12 a1 c1 e1 a3")


@pytest.mark.parametrize(
    ("moves", "kind", "number", "text"),
    [
        ("", EndKind.UNFINISHED, None, "unfinished"),
        ("h8 i9 g7", EndKind.UNFINISHED, None, "unfinished"),
        (FIVE, EndKind.BLACK_FIVE, 9, "black five, move 9"),
        (FIVE + " a1", EndKind.BLACK_FIVE, 9, "black five, move 9"),
        (game("h8 a1 c1 e1 a3 c3", "i9 i8 i7 i10 i11"), EndKind.WHITE_FIVE, 10, "white five, move 10"),
        (DOUBLE_THREE, EndKind.FOUL, 9, "foul, move 9"),
        (OVERLINE, EndKind.FOUL, 11, "foul, move 11"),
        (DOUBLE_FOUR, EndKind.FOUL, 13, "foul, move 13"),
        (DOUBLE_THREE + " o15", EndKind.UNFINISHED, None, "unfinished"),
        (DOUBLE_THREE + " pass", EndKind.UNFINISHED, None, "unfinished"),
        ("h8 i9 pass pass", EndKind.TWO_PASSES, 4, "two passes, move 4"),
        ("h8 i9 pass pass g7", EndKind.UNFINISHED, None, "unfinished"),
    ],
)  # fmt: skip
def test_how_it_ended(moves: str, kind: EndKind, number: int | None, text: str) -> None:
    report = judge_game(moves)
    assert (report.end.kind, report.end.number, str(report.end)) == (kind, number, text)
    assert bool(report.end.detail) is (kind is not EndKind.UNFINISHED)


@pytest.mark.parametrize(
    ("moves", "verdict", "clause"),
    [
        (DOUBLE_THREE, Verdict.DOUBLE_THREE, "RIF 9.2c"),
        (OVERLINE, Verdict.OVERLINE, "RIF 9.2a"),
        (DOUBLE_FOUR, Verdict.DOUBLE_FOUR, "RIF 9.2b"),
    ],
)
def test_a_foul_is_named_with_its_move(moves: str, verdict: Verdict, clause: str) -> None:
    report = judge_game(moves)
    (foul,) = report.fouls
    assert (foul.number, foul.point, foul.verdict) == (len(report.moves), report.moves[-1], verdict)
    assert str(foul) == f"{foul.number} {foul.point} {verdict.label}"
    assert clause in report.end.detail
    assert "White may claim" in report.end.detail


def test_a_foul_that_was_played_on_after_is_told_but_ends_nothing() -> None:
    report = judge_game(DOUBLE_THREE + " o15 o1")
    assert [foul.number for foul in report.fouls] == [9]
    assert report.end.kind is EndKind.UNFINISHED


def test_a_foul_after_a_five_that_was_not_claimed() -> None:
    moves = FIVE + " a1 c8"  # a sixth stone beside the five: an overline
    rif, permitted = (judge_game(moves, reading=reading) for reading in Reading)
    assert (rif.end.kind, rif.end.number) == (EndKind.FOUL, 11)
    assert "RIF 9.7" in rif.end.detail
    assert (permitted.end.kind, permitted.end.number) == (EndKind.BLACK_FIVE, 9)
    assert "2 moves after it" in permitted.end.detail


def test_fives() -> None:
    report = judge_game(FIVE + " i6 a1 i11")  # White's row i6 to i10, then an overline
    assert [str(five) for five in report.fives] == ["9 d8 black", "10 i6 white", "12 i11 white"]
    assert report.end.number == 9


def test_the_ring_of_seed_004_holds_an_allowed_double_three() -> None:
    black = "f7 f8 g6 g9 h6 h9 i7 i8 h8"
    report = judge_game(Record(black=tuple(map(Point, black.split()[:-1])), moves=(Point("h8"),)))
    (allowed,) = report.allowed_double_threes
    assert (allowed.number, allowed.point, allowed.rows) == (1, Point("h8"), 3)
    assert (report.fouls, report.set_up, report.opening) == ((), 8, None)


def test_the_readings_differ() -> None:
    stones = tuple(map(Point, ["f8", "i8", "h7", "h6", "g4", "g5", "g6", "g7"]))
    record = Record(black=stones, moves=(Point("h8"),))
    rif, permitted = (judge_game(record, reading=reading) for reading in Reading)
    assert (rif.verdicts, len(rif.allowed_double_threes)) == ((Verdict.LEGAL,), 1)
    assert (permitted.verdicts, permitted.allowed_double_threes) == ((Verdict.DOUBLE_THREE,), ())


def test_opening_and_passes() -> None:
    report = judge_game("h8 h9 i9 pass j9")
    assert report.opening is not None
    assert report.opening.id == "D4"
    assert report.verdicts == (0, 0, 0, None, 0)
    assert judge_game("h8 pass i9").opening is None


def test_a_full_board() -> None:
    # colours change every column and every two rows: no five in any direction
    black = [p for p in renju.POINTS if (p.row // 2 + p.col) % 2 == 0]
    white = [p for p in renju.POINTS if (p.row // 2 + p.col) % 2 == 1]
    moves: list[renju.Move] = []
    while black or white:
        moves += [black.pop(0) if black else PASS, white.pop(0) if white else PASS]
    while moves[-1] is PASS:
        moves.pop()
    report = judge_game(moves)
    assert report.end.kind is EndKind.FULL_BOARD
    assert report.end.number == len(moves)


def test_set_up_positions() -> None:
    won = judge_game(Record(black=tuple(map(Point, ["a1", "b1", "c1", "d1", "e1"]))))
    assert (won.end.kind, won.end.number, str(won.end)) == (
        EndKind.BLACK_FIVE,
        0,
        "black five, set up",
    )
    white_first = judge_game(Record(black=(Point("h8"),), moves=(Point("i9"), Point("g7"))))
    assert white_first.first is Color.WHITE
    assert judge_game(Record()).end.kind is EndKind.UNFINISHED


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(renju.NotationError, match="j16"):
        judge_game("h8 j16")
    with pytest.raises(renju.IllegalMoveError, match="move 3: h8 is occupied"):
        judge_game("h8 i9 h8")
    with pytest.raises(renju.NotationError):
        judge_game(["h8", None])  # type: ignore[list-item]
    with pytest.raises(renju.NotationError):
        judge_game("h8", reading="japanese")


def test_problems_of_a_record_are_kept_and_added_to() -> None:
    (record,) = loads("h8 i9 h8 g7")
    report = judge_game(record)
    assert report.moves == (Point("h8"), Point("i9"))
    assert (report.problems, report.place) == (record.problems, "line 1")
    noted = Problem("line 7", "a strange comment")
    moves = (Point("h8"), Point("i9"), Point("h8"))
    report = judge_game(Record(moves=moves, problems=(noted,), place="line 7"))
    assert report.moves == moves[:2]
    assert report.problems[0] == noted
    assert str(report.problems[1]).startswith("line 7, move 3: move 3: h8 is occupied")


def test_totals() -> None:
    games = [FIVE, DOUBLE_THREE, OVERLINE, "h8 h9 i9", "h8 h9 i9 pass pass"]
    totals = Totals.of(judge_games(games))
    assert (totals.games, totals.passes) == (5, 2)
    assert totals.positions == totals.moves - 2 == sum(len(g.split()) for g in games) - 2
    assert totals.verdicts[Color.BLACK][Verdict.DOUBLE_THREE] == 1
    assert totals.ends == {
        EndKind.BLACK_FIVE: 1,
        EndKind.FOUL: 2,
        EndKind.UNFINISHED: 1,
        EndKind.TWO_PASSES: 1,
    }
    data = json.loads(json.dumps(totals.to_dict()))
    assert data["openings"] == {"D4": 2, "I9": 1}
    assert sum(map(sum, (v.values() for v in data["verdicts"].values()))) == totals.positions
    assert data["verdicts"]["white"]["overline"] == 0


def test_totals_of_a_record_in_which_white_begins() -> None:
    record = Record(black=(Point("h8"),), moves=(Point("i9"), Point("g7"), PASS))
    totals = Totals.of([judge_game(record)])
    assert totals.verdicts == {Color.BLACK: {Verdict.LEGAL: 1}, Color.WHITE: {Verdict.LEGAL: 1}}
    assert totals.passes == 1


games = st.lists(st.sampled_from(renju.POINTS), max_size=80, unique=True)


@given(games, st.sampled_from(Reading))
def test_every_move_is_what_the_board_says(moves: list[Point], reading: Reading) -> None:
    report = judge_game(moves, reading=reading)
    board = Board(reading=reading)
    for number, (move, verdict) in enumerate(zip(moves, report.verdicts, strict=True), start=1):
        assert board.verdict(move) is verdict
        color = board.to_move
        assert (number in [f.number for f in report.fouls]) is (
            verdict is not None and verdict.is_foul
        )
        assert ((number, color) in [(f.number, f.color) for f in report.fives]) is (
            verdict is Verdict.FIVE
        )
        if color is Color.BLACK:
            proof = board.explain(move)
            looks = verdict is Verdict.LEGAL and len(proof.threes) > 1
            assert looks is (number in [a.number for a in report.allowed_double_threes])
        board.push(move)
    data = json.loads(json.dumps(report.to_dict()))
    assert data["length"] == len(data["moves"]) == len(data["verdicts"]) == len(moves)


@given(games, st.sampled_from(renju.Symmetry))
def test_a_turned_game_is_judged_alike(moves: list[Point], symmetry: renju.Symmetry) -> None:
    there, here = judge_game([symmetry.apply(move) for move in moves]), judge_game(moves)
    assert there.verdicts == here.verdicts
    assert there.opening == here.opening
    assert (there.end.kind, there.end.number) == (here.end.kind, here.end.number)
