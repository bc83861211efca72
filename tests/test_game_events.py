"""Events and logs as they are read: what is none, and why."""

from __future__ import annotations

from typing import Any

import pytest

from renju import Game, Point, RulingError
from renju.game import EVENT_TYPES, FORMAT


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ("stone", "an event is an object"),
        ({}, "None is no type of event"),
        ({"type": ["stone"]}, "no type of event"),
        ({"type": "castle"}, "'castle' is no type of event: there are start, arrive, stone"),
        ({"type": "stone", "by": "A"}, "the field 'point' is missing"),
        ({"type": "stone", "by": "A", "point": "h8", "color": 1}, "'color' is no field of it"),
        ({"type": "stone", "by": "arbiter", "point": "h8"}, "it is one of A, B"),
        ({"type": "stone", "by": "A", "point": "p1"}, "off the board"),
        ({"type": "stone", "by": "A", "point": "h8", "offer_draw": 1}, "true or false"),
        ({"type": "stone", "by": "A", "point": "h8", "at_ms": 1.5}, "an integer"),
        ({"type": "stone", "by": "A", "point": "h8", "at_ms": True}, "an integer"),
        ({"type": "stone", "by": "A", "point": "h8", "at_ms": -1}, "0 or more"),
        ({"type": "stone", "by": "A", "point": "h8", "at_ms": None}, "an integer"),
        ({"type": "start", "absent": "AB"}, "it is a list"),
        ({"type": "start", "absent": ["A", "A"]}, "names a player twice"),
        ({"type": "claim", "by": "A", "claim": "mate"}, "five, overline, foul, time"),
        ({"type": "arbiter", "action": "smile"}, "it is one of pause"),
        ({"type": "note", "text": 5}, "it is text"),
    ],
)
def test_events_that_are_none(event: Any, says: str) -> None:
    game = Game("rif-1996", "centre")
    with pytest.raises(RulingError, match=says) as raised:
        game.apply(event)
    assert raised.value.at_event == 0
    assert raised.value.expected == ("stone",)


def test_every_type_may_carry_a_time() -> None:
    assert len(EVENT_TYPES) == 29
    game = Game("rif-1996", "centre").apply({"type": "note", "text": "x", "at_ms": 5})
    assert game.state.now_ms == 5


def test_points_in_any_form_are_text_in_the_log() -> None:
    game = Game("rif-1996", "centre").apply({"type": "stone", "by": "A", "point": Point("h8")})
    assert game.events == ({"type": "stone", "by": "A", "point": "h8"},)


# Logs


@pytest.mark.parametrize(
    ("log", "says"),
    [
        ([], "a log is a JSON object"),
        ({"format": "chess"}, "format 'chess'"),
        ({"version": 2}, "version 2"),
        ({"color": 1}, "'color' is no field of a log"),
        ({"rulebook": ...}, "'rulebook' of the log is missing"),
        ({"events": {}}, "'events' is a list"),
        ({"players": {"C": {}}}, "for A and B each"),
        ({"players": {"A": "Player 1"}}, "for A and B each"),
        ({"players": []}, "for A and B each"),
        ({"options": [1]}, "it is an object"),
        ({"options": {"opening": {"name": "swap"}}}, "'name' is no option"),
    ],
)
def test_logs_that_are_none(log: Any, says: str) -> None:
    whole = {"format": FORMAT, "version": 1, "rulebook": "cn", "opening": "centre", "events": []}
    if isinstance(log, dict):
        log = {name: value for name, value in (whole | log).items() if value is not ...}
    with pytest.raises(RulingError, match=says):
        Game.from_dict(log)


def test_a_log_that_is_no_json() -> None:
    with pytest.raises(RulingError, match="no JSON"):
        Game.from_json("{")
