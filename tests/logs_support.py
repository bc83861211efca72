"""The games of the arbiter's truth table, as far as their events can be."""

from __future__ import annotations

import json
from typing import Any

from games_support import events
from renju import Game, RenjuError
from support import DATA


def scenarios() -> list[dict[str, Any]]:
    """Return the rows of the truth table."""
    text = (DATA / "games" / "scenarios.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def scenario(row: dict[str, Any]) -> Game:
    """Return the game of a row; one that ends with an event that cannot be stops before it."""
    game = Game(
        row["rulebook"], row["opening"], row.get("time_control"), options=row.get("options")
    )
    for number, line in enumerate(row["events"], start=1):
        try:
            for event in events(game, line):
                game = game.apply(event)
        except RenjuError:
            assert number == len(row["events"])
    return game
