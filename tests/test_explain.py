from __future__ import annotations

import dataclasses
import importlib.util
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import renju
from renju import Board, Color, Explanation, Reading, Verdict
from renju.explain import StraightFourPoint, ThreeProof
from support import READINGS, board_lines

GOLDEN = Path(__file__).parent / "golden" / "explain"
_TOOL = Path(__file__).parent.parent / "tools" / "update_goldens.py"
_spec = importlib.util.spec_from_file_location("update_goldens", _TOOL)
assert _spec is not None
assert _spec.loader is not None
goldens = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(goldens)

RING = "f7 f8 g6 g9 h6 h9 i7 i8"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_golden_explanations(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert goldens.printed(text) == text


def three(proof: Explanation, stones: str) -> ThreeProof:
    return next(t for t in proof.threes if " ".join(map(str, t.shape.stones)) == stones)


def only_point(proof: ThreeProof) -> StraightFourPoint:
    (point,) = proof.points
    return point


def test_the_ring_of_seed_004_step_by_step() -> None:
    """Seed 004, last figure: A=h8, B=g8, C=g7, D=h7."""
    a = Board(black=RING).explain("h8")
    # Second step: A makes three rows of three; the diagonal one is a three, two straight ones are alike.
    assert len(a.threes) == 3
    assert three(a, "g9 h8 i7").counts
    row, column = three(a, "f8 h8 i8"), three(a, "h6 h8 h9")
    # Third step: B makes a four, a diagonal three, and a column that decides.
    b = only_point(row)
    assert str(b.point) == "g8"
    assert len(b.proof.fours) == 1
    assert three(b.proof, "f7 g8 h9").counts
    # Fourth step: C makes a four, a diagonal three, and a row that decides.
    c = only_point(three(b.proof, "g6 g8 g9"))
    assert str(c.point) == "g7"
    assert len(c.proof.fours) == 1
    assert three(c.proof, "f8 g7 h6").counts
    # Fifth step: D makes straight fours in row and column, so it cannot be played.
    d = only_point(three(c.proof, "f7 g7 i7"))
    assert str(d.point) == "h7"
    assert d.proof.verdict is Verdict.DOUBLE_FOUR
    assert [len(four.completing) for four in d.proof.fours] == [2, 2]
    # Back up: C's row is no three, C may be played; B's column is a three, B is 4-3-3; A is no foul.
    assert three(c.proof, "f7 g7 i7").counts is False
    assert (c.proof.verdict, c.may_be_played) == (Verdict.LEGAL, True)
    assert (b.proof.verdict, b.proof.combination) == (Verdict.DOUBLE_THREE, "4-3-3")
    assert not b.may_be_played
    assert (row.counts, column.counts) == (False, False)
    assert (a.verdict, a.clause) == (Verdict.LEGAL, "RIF 9.3b")
    assert d.clause == "RIF 9.3a"


def test_the_first_line_is_the_sentence_that_decides() -> None:
    proof = Board(black=RING).explain("h8")
    assert str(proof).splitlines()[0] == proof.sentence
    assert proof.sentence == (
        "h8 is legal: of its three rows of three only one is a three (RIF 9.3b)."
    )


@given(board_lines(spread=9, most=50), st.sampled_from(READINGS))
def test_the_tree_comes_to_the_kernels_verdict(line: str, reading: Reading) -> None:
    board = Board.from_text(line, reading=reading)
    for point in renju.POINTS[::3]:
        proof = board.explain(point)
        assert proof.verdict is board.verdict(point, Color.BLACK)
        for node in proof.walk():
            imagined = Board.from_text(line, reading=reading)
            stones = [*imagined.stones(Color.BLACK), *node.imagined]
            here = Board(black=stones, white=imagined.stones(Color.WHITE), reading=reading)
            assert node.verdict is here.verdict(node.point, Color.BLACK)
        assert board == Board.from_text(line)


@given(board_lines(spread=7, most=30), st.sampled_from(READINGS))
def test_data_and_text_say_the_same(line: str, reading: Reading) -> None:
    board = Board.from_text(line, reading=reading)
    for point in renju.POINTS[64:160:5]:
        proof = board.explain(point)
        data = json.loads(json.dumps(proof.to_dict()))
        assert data["verdict"] == proof.verdict.label
        assert data["point"] == str(point)
        assert [t["counts"] for t in data["threes"]] == [t.counts for t in proof.threes]
        text = str(proof)
        assert proof.clause in text
        for node in proof.walk():
            assert node.sentence in text
        book = "RIF " if reading is Reading.RIF else "RU "
        assert book in text


def test_a_double_four_and_an_overline_name_their_clauses() -> None:
    assert Board(black="e8 g8 i8 k8").explain("h8").clause == "RIF 9.2b"
    assert Board(black="c8 d8 e8 f8 g8").explain("h8").clause == "RIF 9.2a"
    assert Board(black="h6 h7 f8 g8").explain("h8").clause == "RIF 9.2c"
    permitted = Board(black="h6 h7 f8 g8", reading="permitted").explain("h8")
    assert permitted.clause == "RU 4.2; CN def.19"


def test_explanations_are_values() -> None:
    proof = Board(black=RING).explain("h8")
    assert proof == Board(black=RING).explain("H8")
    assert hash(proof) == hash(Board(black=RING).explain(112))
    with pytest.raises(dataclasses.FrozenInstanceError):
        proof.verdict = Verdict.FIVE  # type: ignore[misc]
    with pytest.raises(renju.NotationError):
        Board().explain("j0x")
