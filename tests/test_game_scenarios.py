"""The truth table of the arbiter: short scenarios, each named after the clause that decides it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from games_support import at, events
from renju import Game, RulingError, rulebooks
from support import DATA

LINES = (DATA / "games" / "scenarios.jsonl").read_text(encoding="utf-8").splitlines()
ROWS: list[dict[str, Any]] = [json.loads(line) for line in LINES]
FIELDS = {"id", "clause", "about", "rulebook", "opening", "events", "expect"}
OPTIONAL = {"time_control", "options"}
#: Words of an outcome that stand for `outcome.…` in what is expected.
OUTCOME = ("winner", "result", "termination", "scores", "foul")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_scenario(row: dict[str, Any]) -> None:
    game = Game(
        row["rulebook"], row["opening"], row.get("time_control"), options=row.get("options")
    )
    expect = dict(row["expect"])
    error = expect.pop("error", None)
    *lines, last = row["events"]
    for line in lines:
        for event in events(game, line):
            game = game.apply(event)
    for event in events(game, last):
        before = game.state.to_dict()
        try:
            game = game.apply(event)
        except RulingError as raised:
            assert error is not None, raised
            assert error["clause"] == raised.clause
            assert error["says"] in str(raised)
            assert list(raised.expected) == error.get("expected", list(raised.expected))
            assert raised.at_event == len(game.events)
            assert game.state.to_dict() == before
            error = None
            break
    assert error is None, "no error was raised"
    state = game.state.to_dict()
    paths = {f"outcome.{name}" if name in OUTCOME else name: v for name, v in expect.items()}
    assert {path: at(state, path) for path in paths} == paths


def test_the_table_is_whole() -> None:
    """Its rows are well-formed and different, each rulebook has its share."""
    for row in ROWS:
        assert FIELDS <= set(row) <= FIELDS | OPTIONAL
        assert row["expect"]
        assert row["about"].endswith(".")
    assert len({row["id"] for row in ROWS}) == len(ROWS) >= 200
    counts = Counter(row["rulebook"] for row in ROWS)
    assert set(counts) == set(rulebooks.names())
    assert min(counts.values()) >= 15
