"""The core against every position whose answer is known, in both readings."""

from __future__ import annotations

import json

import numpy as np
import pytest

import renju
from renju.explain import explain
from support import DATA, READINGS, to_cells, to_labels, truth_table


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.label)
@pytest.mark.parametrize(("name", "count"), [("maps.txt.gz", 5000), ("nested.txt.gz", 640)])
def test_whole_boards(name: str, count: int, reading: renju.Reading) -> None:
    seen = 0
    for known in truth_table(name):
        expected = known.labels(reading)
        from_text = renju.Board.from_text(known.board, reading=reading)
        from_array = renju.Board.from_array(to_cells(known.board), reading=reading)
        assert to_labels(from_text.verdicts(renju.Color.BLACK)) == expected, known.place
        assert to_labels(from_array.verdicts(renju.Color.BLACK)) == expected, known.place
        fouls = {p for p in renju.POINTS if expected[p] in "346"}
        assert set(from_text.fouls()) == fouls, known.place
        fives = tuple(p for p in renju.POINTS if expected[p] == "5")
        assert from_text.five_points(renju.Color.BLACK) == fives, known.place
        seen += 1
    assert seen == count


@pytest.mark.parametrize("name", ["published.jsonl", "mined.jsonl"])
def test_published_positions(name: str) -> None:
    points = 0
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        for reading in READINGS:
            board = renju.Board.from_text(known["board"], reading=reading)
            named = known[reading.label]
            for point in renju.POINTS:
                if known["board"][point] != ".":
                    continue
                verdict = board.verdict(point, renju.Color.BLACK)
                assert verdict.label == named.get(str(point), "legal"), (known["id"], str(point))
                points += 1
    assert points > 20_000


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.label)
def test_proofs_of_every_point_in_question(reading: renju.Reading) -> None:
    """The tree comes to the kernel's verdict, on nested boards down to the bottom."""
    deepest = 0
    for index, known in enumerate(truth_table("nested.txt.gz")):
        if index % 4:
            continue
        board = renju.Board.from_text(known.board)
        for point in renju.POINTS:
            if known.board[point] != ".":
                continue
            proof = explain(board._position, point, reading)
            assert proof.verdict.character == known.labels(reading)[point], (known.place, point)
            deepest = max(deepest, *(len(node.imagined) for node in proof.walk()))
    assert deepest >= 10


def test_nesting_is_as_deep_as_it_is_said_to_be() -> None:
    calls = deepest = 0
    for known in truth_table("nested.txt.gz"):
        position = renju.Board.from_text(known.board)._position
        for point in np.flatnonzero(to_cells(known.board).ravel() == 0).tolist():
            _, made, depth = position.trace(point, 0)
            calls, deepest = max(calls, made), max(deepest, depth)
    assert deepest >= 10
    assert 10 < calls < 1000
