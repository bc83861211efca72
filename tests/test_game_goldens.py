"""Whole games under each rulebook: their logs and final states, word for word."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games_support import golden, whole_games
from renju import Game, rulebooks

FOLDER = Path(__file__).parent / "golden" / "games"
ROWS = whole_games()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_golden(row: dict[str, Any]) -> None:
    """The game is what it was; `tools/update_game_goldens.py` writes it again."""
    for suffix, data in golden(row).items():
        text = (FOLDER / f"{row['id']}.{suffix}").read_text(encoding="utf-8")
        assert json.loads(text) == data


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_the_log_alone_gives_the_state(path: Path) -> None:
    game = Game.from_json(path.read_text(encoding="utf-8"))
    state = path.with_suffix(".state").read_text(encoding="utf-8")
    assert game.state.to_dict() == json.loads(state)
    assert game.outcome is not None


def test_there_are_games_of_every_kind() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {row["id"] for row in ROWS}
    assert set(Counter(row["rulebook"] for row in ROWS)) == set(rulebooks.names())
