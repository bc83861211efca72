"""Events and logs as they are read: what is none, and why."""

from __future__ import annotations

import json
from typing import Any

import pytest

from renju import ClockError, Game, Point, RulingError
from renju.game import EVENT_TYPES, FORMAT
from renju.game.events import visible


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


def whole(**fields: Any) -> dict[str, Any]:
    log = {"format": FORMAT, "version": 1, "rulebook": "cn", "opening": "centre", "events": []}
    return log | fields


@pytest.mark.parametrize(
    "fields",
    [
        {"rulebook": "nonesuch"},
        {"rulebook": "CN"},
        {"opening": "nonesuch"},
        {"time_control": "soon"},
        {"time_control": 5},
        {"options": {"rules": {"nonesuch": 1}}},
        {"options": {"opening": {"symmetry": "no"}}},
    ],
    ids=str,
)
def test_every_wrong_field_of_a_log_is_a_ruling_error(fields: dict[str, Any]) -> None:
    """Whatever layer finds it; the header is no event, so it has no index."""
    with pytest.raises(RulingError) as raised:
        Game.from_dict(whole(**fields))
    assert raised.value.at_event is None
    with pytest.raises(RulingError):
        Game.from_json(json.dumps(whole(**fields)))


DEEP = 100_000


def test_a_log_that_is_nested_too_deeply() -> None:
    with pytest.raises(RulingError, match="nested too deeply"):
        Game.from_json('{"a":' + "[" * DEEP)
    data: list[Any] = []
    for _ in range(DEEP):
        data = [data]
    event = {"type": "irregularity", "by": "A", "kind": "adjusting", "data": data}
    with pytest.raises(RulingError, match="nested too deeply") as raised:
        Game.from_dict(whole(events=[event]))
    assert raised.value.at_event == 0
    with pytest.raises(RulingError, match="nested too deeply"):
        Game.from_dict(whole(players={"A": {"club": data}}))


def test_a_key_that_is_there_twice() -> None:
    text = json.dumps(whole()).replace('"rulebook"', '"rulebook": "ru", "rulebook"')
    with pytest.raises(RulingError, match="'rulebook' twice in one object"):
        Game.from_json(text)


@pytest.mark.parametrize("text", [None, 5, {}, []])
def test_what_is_no_text(text: Any) -> None:
    with pytest.raises(RulingError, match="must be JSON text"):
        Game.from_json(text)


@pytest.mark.parametrize("index", [None, "x", True, False, 0.0, 1.0, -1, 2])
def test_undo_takes_a_number_of_events(index: Any) -> None:
    game = Game("cn", "centre").apply({"type": "stone", "by": "A", "point": "h8"})
    with pytest.raises(RulingError, match="undo to"):
        game.undo_to(index)


def test_undo_finds_every_game_before() -> None:
    games = [Game("cn", "centre")]
    for number in range(70):
        games.append(games[-1].apply({"type": "note", "text": str(number)}))
    for game in games:
        for index, before in enumerate(games[: game.count + 1]):
            assert game.undo_to(index) is before


@pytest.mark.parametrize("now", [None, "x", True, 1.5, 4])
@pytest.mark.parametrize("control", [None, "5m"])
def test_what_is_no_time_to_come(now: Any, control: str | None) -> None:
    game = Game("cn", "centre", control).apply({"type": "start", "at_ms": 5})
    with pytest.raises(ClockError, match=r"no time|before the last event"):
        game.at(now)


def test_no_time_is_before_the_round() -> None:
    with pytest.raises(ClockError, match="-5 ms is no time: times count from the start"):
        Game("cn", "centre").at(-5)


LONG: dict[str, Any] = {"a": ["x" * 50] * 60}


@pytest.mark.parametrize(
    "event",
    [
        [LONG],
        {"type": LONG},
        {"type": "note", "text": LONG},
        {"type": "note", "text": "x", "y" * 3_000: 1},
        {"type": "irregularity", "by": "A", "kind": "slid", "data": LONG},
        {"type": "arbiter", "action": "stand", "reason": "x" * 3_000},
        {"type": "exclude", "by": "A", "rule": "x" * 3_000},
        {"type": "stones", "by": "A", "points": ["h8"] * 3_000},
        {"type": "stone", "by": "A", "point": "h8" * 3_000},
    ],
    ids=lambda event: str(event)[:40],
)
@pytest.mark.parametrize("opening", ["cn-free", "cn-designated"])
def test_an_error_quotes_only_so_much(event: Any, opening: str) -> None:
    with pytest.raises(RulingError) as raised:
        Game("cn", opening).apply(event)
    assert len(str(raised.value)) < 710
    assert "…" in str(raised.value)


@pytest.mark.parametrize(
    "fields",
    [
        {"rulebook": "x" * 3_000},
        {"opening": "x" * 3_000},
        {"time_control": "x" * 3_000},
        {"options": {"late_limit_ms": "x" * 3_000}},
        {"options": {"rules": {"five": "x" * 3_000}}},
        {"options": [LONG]},
        {"players": [LONG]},
        {"players": {"A": {"name": LONG}}},
        {"format": LONG},
        {"x" * 3_000: 1},
    ],
    ids=lambda fields: str(fields)[:40],
)
def test_an_error_of_the_header_quotes_only_so_much(fields: dict[str, Any]) -> None:
    with pytest.raises(RulingError) as raised:
        Game.from_dict(whole(**fields))
    assert len(str(raised.value)) < 710
    assert "…" in str(raised.value)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "arbiter", "action": "set_clocks", "A_ms": 10**5_000},
        {"type": "declare", "by": "A", "count": 10**5_000},
        {"type": "note", "text": "x", "at_ms": 10**5_000},
    ],
    ids=lambda event: event["type"],
)
def test_a_number_has_only_so_many_digits(event: dict[str, Any]) -> None:
    """One that no log could hold as text."""
    with pytest.raises(RulingError, match="it has too many digits"):
        Game("cn", "cn-designated", "1h").apply({"type": "start", "at_ms": 0}).apply(event)


def test_a_log_with_a_number_of_too_many_digits() -> None:
    with pytest.raises(RulingError, match="the log has a number with too many digits"):
        Game.from_json('{"version": ' + "1" * 5_000 + "}")


@pytest.mark.parametrize(
    ("event", "clause"),
    [
        ({"action": "stand"}, "CN 4.2"),
        ({"action": "position", "moves": "h8 h8"}, "CN 4.2"),
        ({"action": "split"}, "CN 8.1"),
        ({"action": "set_clocks", "A_ms": 1}, "CN 8.7"),
        ({"action": "time_penalty", "player": "A", "ms": 1}, "CN def.20"),
        ({"action": "loss", "player": "both"}, "CN def.20"),
        ({"action": "void"}, "CN 4.2, 10.2"),
    ],
    ids=lambda value: value if isinstance(value, str) else value["action"],
)
def test_an_error_cites_the_book_and_not_the_event(event: dict[str, Any], clause: str) -> None:
    """What the arbiter cites is his reason for the ruling, not why it cannot be."""
    with pytest.raises(RulingError) as raised:
        Game("cn", "cn-free").apply({"type": "arbiter", "clause": "HOUSE RULE"} | event)
    assert raised.value.clause == clause


def test_names_of_fields_that_are_no_text() -> None:
    with pytest.raises(RulingError, match="no field of it"):
        Game("cn", "centre").apply({"type": "note", "text": "x", 5: 1, "a": 2})


def test_what_a_game_tells_without_its_log() -> None:
    game = Game("cn", "centre", players={"A": {"name": "Player 1"}})
    game.players["A"]["name"] = "other"
    assert game.players == {"A": {"name": "Player 1"}}
    assert game.count == 0
    with pytest.raises(RulingError, match="no event yet"):
        game.last_event  # noqa: B018
    event = {"type": "stone", "by": "A", "point": "h8"}
    after = game.apply(event)
    assert (after.count, after.last_event) == (1, event)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words, 棋 é", "plain words, 棋 é"),
        ("two\nlines\r\t", r"two\nlines\r\t"),
        ("\x1b[2J\x07\x9b\x00", r"\x1b[2J\x07\x9b\x00"),
        ("\u202eright to left\u2028", r"\u202eright to left\u2028"),
        ("\ud800", r"\ud800"),
        ("wide\u3000space", "wide\u3000space"),
    ],
)
def test_control_characters_are_seen(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    "event",
    [
        {"type": "arbiter", "action": "draw", "reason": "one\ntwo\x1b[2J"},
        {"type": "exclude", "by": "A", "rule": "one\ntwo\x1b[2J"},
        {"type": "one\ntwo\x1b[2J"},
        {"type": "stone", "by": "A", "point": "one\ntwo\x1b[2J"},
        {"type": "resign", "by": "A", "one\ntwo\x1b[2J": 1},
    ],
    ids=str,
)
@pytest.mark.parametrize("opening", ["cn-free", "cn-designated"])
def test_an_error_is_one_line(event: dict[str, Any], opening: str) -> None:
    with pytest.raises(RulingError) as raised:
        Game("cn", opening).apply(event)
    assert str(raised.value).isprintable()
    assert r"one\ntwo\x1b[2J" in str(raised.value)
