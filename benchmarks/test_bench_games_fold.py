"""A log folded into a game: the arbiter's speed."""

from __future__ import annotations

import json
import random

import pytest

import renju

EVENTS = 400


def log(events: int = EVENTS) -> dict[str, object]:
    """Return the log of a long game with clocks that are pressed by hand."""
    points = [str(point) for point in renju.POINTS if str(point) != "h8"]
    random.Random(1).shuffle(points)
    found: list[dict[str, object]] = [{"type": "start", "at_ms": 0}]
    for number, point in enumerate(["h8", *points]):
        by, at_ms = "AB"[number % 2], 7_000 * (number + 1)
        found.append({"type": "stone", "by": by, "point": point, "at_ms": at_ms})
        found.append({"type": "press", "by": by, "at_ms": at_ms + 500})
    return {
        "format": "renju-game",
        "version": 1,
        "rulebook": "rif-1996",
        "opening": "centre",
        "time_control": "2h+30s",
        "options": {"auto_press": False},
        "events": found[:events],
    }


@pytest.mark.parametrize("name", ["from_dict", "from_json", "from_dict, states as data", "to_json"])
def test_fold(stopwatch, name: str) -> None:
    data = log()
    text = json.dumps(data)
    game = renju.Game.from_dict(data)
    assert len(game.events) == EVENTS
    assert game.outcome is None

    def with_states() -> None:
        played = renju.Game.from_header(data)
        for event in data["events"]:
            played = played.apply(event)
            played.state.to_dict()

    calls = {
        "from_dict": lambda: renju.Game.from_dict(data),
        "from_json": lambda: renju.Game.from_json(text),
        "from_dict, states as data": with_states,
        "to_json": game.to_json,
    }
    stopwatch(f"fold, {EVENTS} events", name, calls[name], EVENTS, unit="event", rounds=20)


@pytest.mark.parametrize("events", [100, 200, 400])
def test_no_quadratic_work(stopwatch, events: int) -> None:
    """The time an event takes hardly grows with the length of the game."""
    data = log(events)
    stopwatch(
        "fold, by length",
        f"{events} events",
        lambda: renju.Game.from_dict(data),
        events,
        unit="event",
        rounds=20,
    )
