"""The JSON Schema of the game log and what `renju.game` reads are the same."""

from __future__ import annotations

import copy
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import renju
from logs_support import scenario, scenarios
from renju import openings, rulebooks
from renju.clock import TimeControl
from renju.game import EVENT_TYPES, Event, Game, replay
from renju.game.events import ACTIONS

ROOT = Path(__file__).parent.parent
SCHEMA = json.loads(
    files("renju").joinpath("data/game-log.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
DEFS = SCHEMA["$defs"]
LOGS = [p for p in sorted((ROOT / "examples" / "logs").glob("*.json")) if p.stem != "expected"]
GOLDENS = sorted((ROOT / "tests" / "golden" / "games").glob("**/*.json"))

SCENARIOS = scenarios()

# The kinds of fields, and what stands for them in the schema.
KINDS: dict[str, dict[str, Any]] = {
    "player": {"$ref": "#/$defs/player"},
    "player|both": {"enum": ["A", "B", "both"]},
    "point": {"$ref": "#/$defs/point"},
    "points": {"$ref": "#/$defs/points"},
    "move": {"$ref": "#/$defs/move"},
    "number": {"type": "integer"},
    "ms": {"$ref": "#/$defs/ms"},
    "flag": {"type": "boolean"},
    "text": {"type": "string"},
    "players": {"type": "array", "items": {"$ref": "#/$defs/player"}, "uniqueItems": True},
    "data": {},
}


def log(*events: object, **fields: object) -> dict[str, Any]:
    head = {"format": "renju-game", "version": 1, "rulebook": "cn", "opening": "centre"}
    return {**head, **fields, "events": list(events)}


def is_log(data: object) -> bool:
    return bool(VALIDATOR.is_valid(data))


def is_refused(data: dict[str, Any]) -> bool:
    try:
        _, error = replay(data)
    except renju.RenjuError:
        return True
    return error is not None


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_the_types_of_events() -> None:
    assert DEFS["event"]["properties"]["type"]["enum"] == list(EVENT_TYPES)
    assert [branch["then"]["$ref"] for branch in DEFS["event"]["allOf"]] == [
        f"#/$defs/event_{name}" for name in EVENT_TYPES
    ]
    assert {name for name in DEFS if name.startswith("event_")} == {
        f"event_{name}" for name in EVENT_TYPES
    }


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_the_fields_of_an_event(name: str) -> None:
    found = DEFS[f"event_{name}"]
    fields = EVENT_TYPES[name]
    assert list(found["properties"]) == ["type", *fields, "at_ms"]
    assert found["required"] == ["type", *(n for n, spec in fields.items() if spec.required)]
    assert found["additionalProperties"] is False
    assert found["description"]
    for field, spec in fields.items():
        wanted = dict(KINDS.get(spec.kind) or ({"enum": spec.kind.split("|")}))
        if not spec.required and spec.default is not None:
            default = spec.default
            wanted["default"] = list(default) if isinstance(default, tuple) else default
        if spec.kind == "data":
            wanted = {}
        assert found["properties"][field] == wanted, field


def test_the_header() -> None:
    assert SCHEMA["properties"]["rulebook"]["enum"] == list(rulebooks.NAMES)
    named, family = SCHEMA["properties"]["opening"]["anyOf"]
    assert named["enum"] == list(openings.NAMES)
    assert family["pattern"]
    for name in ("soosyrv-6", "taraguchi-221", "super-taraguchi-5", "soosyrv-222", "soosyrv-0"):
        try:
            openings.get(name)
            known = True
        except renju.RenjuError:
            known = False
        assert is_log(log(opening=name)) is known, name
    choices = {choice.name for name in openings.NAMES for choice in openings.get(name).choices}
    assert set(DEFS["options"]["properties"]["opening"]["properties"]) == choices


def test_the_keys_of_a_rulebook() -> None:
    rules = DEFS["options"]["properties"]["rules"]["properties"]
    assert list(rules) == [key.name for key in rulebooks.KEYS]
    for key in rulebooks.KEYS:
        values = [*key.values] or [0, 7]
        for value in values:
            assert is_log(log(options={"rules": {key.name: value}}))
            rulebooks.get("cn").replace(**{key.name: value})
        for value in ("nonesuch", 5.5, None):
            assert not is_log(log(options={"rules": {key.name: value}}))
            with pytest.raises(renju.NotationError):
                rulebooks.get("cn").replace(**{key.name: value})


@pytest.mark.parametrize(
    "option",
    [
        {"auto_press": False},
        {"auto_adjudicate": True},
        {"late_limit_ms": 0},
        {"increment_before_first": True},
        {"fouls": False},
        {"opening": {}},
        {"rules": {"takeback": True}},
    ],
)
def test_an_option_is_taken_by_both(option: dict[str, Any]) -> None:
    assert is_log(log(options=option))
    assert not is_refused(log(options=option))


TIME_CONTROLS = (
    "60m", "90m/40,30m", "30m,3x60s", "30m, infx30s", "2h+30s", "shared:4h", "inf", "1h30m10s5ms",
    "500ms", "0s+5s", "90m/40+10s", "infx30m/30", "10x30s", "0s,5m", "0h+1s,5m", "5x30m/3+5s", "00h05m/007",
)  # fmt: skip
NO_TIME_CONTROLS = (
    "",
    "60",
    "m",
    "60x",
    "90m/",
    "+30s",
    "30s1h",
    "shared:",
    "1.5h",
    "inf,5m",
    "-5m",
    "0s",
    "0s+0s",
    "shared:0s",
    "5m,0s",
    "0s/5",
    "5m/0",
    "0x5m",
    "5x0s",
    "infx30s,5m",
    "3x30s+5s",
)


@pytest.mark.parametrize("text", [*TIME_CONTROLS, *NO_TIME_CONTROLS])
def test_the_grammar_of_time_controls(text: str) -> None:
    try:
        TimeControl.parse(text)
        known = True
    except renju.ClockError:
        known = False
    assert known is (text in TIME_CONTROLS)
    assert is_log(log(time_control=text)) is known


@pytest.mark.parametrize("path", [*LOGS, *GOLDENS], ids=lambda path: path.stem)
def test_every_log_is_valid(path: Path) -> None:
    VALIDATOR.validate(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("row", SCENARIOS, ids=lambda row: row["id"])
def test_the_log_of_every_scenario_is_valid(row: dict[str, Any]) -> None:
    """Whatever the truth table plays is a log by the schema, as far as its events can be."""
    VALIDATOR.validate(json.loads(scenario(row).to_json()))


def test_there_are_logs() -> None:
    assert len(LOGS) >= 10


def test_what_a_game_writes_is_valid() -> None:
    game = Game("cn", "centre", "5m+5s", players={"A": {"name": "Player 1"}})
    for event in (
        {"type": "start", "at_ms": 0},
        {"type": "stone", "by": "A", "point": "h8", "at_ms": 10},
        {"type": "note", "text": "", "at_ms": 10},
    ):
        game = game.apply(event)
    VALIDATOR.validate(json.loads(game.to_json()))
    assert Game.from_json(game.to_json()) == game


STONE = {"type": "stone", "by": "A", "point": "h8"}
BAD_EVENTS: list[Any] = [
    5,
    None,
    {},
    {"type": "stones"},
    {"type": "nonesuch"},
    {"type": ["stone"]},
    {**STONE, "by": "C"},
    {**STONE, "by": ["A"]},
    {**STONE, "point": "h16"},
    {**STONE, "point": "p8"},
    {**STONE, "point": None},
    {**STONE, "point": ""},
    {**STONE, "point": 112},
    {**STONE, "point": " h8"},
    {**STONE, "point": "h8\n"},
    {**STONE, "point": "h08"},
    {"type": "seal", "by": "A", "point": "PASS"},
    {"type": "seal", "by": "A", "point": 225},
    {**STONE, "at_ms": -1},
    {**STONE, "at_ms": 1.5},
    {**STONE, "at_ms": "1"},
    {**STONE, "offer_draw": 1},
    {**STONE, "color": "black"},
    {"type": "stone", "by": "A"},
    {"type": "stones", "by": "A", "points": "h8 i9"},
    {"type": "declare", "by": "A", "count": "3"},
    {"type": "declare", "by": "A", "count": True},
    {"type": "claim", "by": "A", "claim": "six"},
    {"type": "claim", "by": "arbiter", "claim": "five"},
    {"type": "claim", "by": "A", "claim": "five", "player": "B"},
    {"type": "claim", "by": "A", "claim": "time", "point": "h8"},
    {"type": "claim", "by": "arbiter", "claim": "time"},
    {"type": "start", "absent": "A"},
    {"type": "start", "absent": ["A", "A"]},
    {"type": "irregularity", "by": "A", "kind": "nonesuch"},
    {"type": "irregularity", "by": "A", "kind": "two_moves"},
    {"type": "irregularity", "by": "A", "kind": "slid", "points": ["h8"]},
    {"type": "irregularity", "by": "A", "kind": "count_not_declared", "point": "h8"},
    {"type": "irregularity", "by": "A", "kind": "adjusting", "point": "h8", "points": ["h8"]},
    {"type": "irregularity", "by": "A", "kind": "not_a_pattern", "points": ["h8", "h9"]},
    {"type": "disarranged", "cause": "player", "reconstructable": True},
    {"type": "disarranged", "cause": "outside"},
    {"type": "arbiter"},
    {"type": "arbiter", "action": "nonesuch"},
    {"type": "arbiter", "action": "violation"},
    {"type": "arbiter", "action": "violation", "player": "both"},
    {"type": "arbiter", "action": "set_clocks"},
    {"type": "arbiter", "action": "position"},
    {"type": "arbiter", "action": "colors"},
    {"type": "arbiter", "action": "time_penalty", "player": "A", "ms": -1},
    {"type": "arbiter", "action": "time_penalty", "player": "A"},
    {"type": "arbiter", "action": "time_penalty", "player": "A", "ms": 0, "give_ms": 0},
    {"type": "arbiter", "action": "draw", "player": "A"},
    {"type": "arbiter", "action": "pause", "ms": 5},
    {"type": "arbiter", "action": "violation", "player": "A", "moves": "h8"},
    {"type": "arbiter", "action": "loss", "player": "A", "A": "white"},
    {"type": "irregularity", "by": "A", "kind": "slid", "points": ["k8", "k8"]},
    {"type": "note"},
    {"type": "note", "text": 5},
]


@pytest.mark.parametrize("event", BAD_EVENTS, ids=str)
def test_a_bad_event_is_refused_by_both(event: Any) -> None:
    assert not is_log(log(event))
    assert is_refused(log(event))


POOL = ["rif-1996", "jonsson", "tarannikov"]
BAD_FIELDS: list[dict[str, Any]] = [
    {"format": "renju"},
    {"version": 2},
    {"version": "1"},
    {"version": True},
    {"version": None},
    {"version": 1.5},
    {"rulebook": "nonesuch"},
    {"opening": "nonesuch"},
    {"time_control": "soon"},
    {"result": "1-0"},
    {"events": {}},
    {"players": {"C": {}}},
    {"options": {"nonesuch": 1}},
    {"options": {"auto_press": 1}},
    {"options": {"late_limit_ms": -1}},
    {"options": {"late_limit_ms": True}},
    {"options": {"opening": {"nonesuch": 1}}},
    {"options": {"rules": {"nonesuch": 1}}},
    {"options": {"rules": {"pass_ban": -1}}},
    {"options": {"pool": ["rif-1996"]}, "opening": "exclusion"},
    # of the wrong kind altogether
    {"rulebook": None},
    {"rulebook": ["cn"]},
    {"opening": 5},
    {"opening": None},
    {"time_control": 5},
    {"players": 5},
    {"players": ["A"]},
    {"players": {"A": 5}},
    {"players": None},
    {"players": {"A": None}},
    {"players": {"A": {"name": 5}}},
    {"players": {"B": {"name": None}}},
    {"options": None},
    {"options": {"auto_press": None}},
    {"options": {"late_limit_ms": 0.5}},
    {"options": {"pool": None}},
    {"options": {"rules": None}},
    {"options": {"rules": {"pass_ban": True}}},
    {"time_control": None},
    {"time_control": " 60m"},
    {"time_control": "60 m"},
    {"time_control": "60m\n"},
    # options of another rule, or values that are none
    {"opening": "exclusion"} | {"options": {"pool": ["rif-1996", "jonsson", "exclusion"]}},
    {"opening": "exclusion"} | {"options": {"pool": POOL, "opening": {"pool": POOL}}},
    {"opening": "soosyrv-8", "options": {"pool": POOL}},
    {"opening": "soosyrv-8", "options": {"opening": {"max_count": 3}}},
    {"opening": "soosyrv-8", "options": {"opening": {"swap_then_offer": True}}},
    {"opening": "swap-1989", "options": {"opening": {"excluded": ["D14"]}}},
    {"opening": "swap", "options": {"opening": {"symmetry": "board"}}},
    {"opening": "yamaguchi", "options": {"opening": {"max_count": 0}}},
    {"opening": "yamaguchi", "options": {"opening": {"max_count": True}}},
    {"options": [1]},
    {"options": 5},
    {"options": {"rules": {"reading": ["rif"]}}},
    {"options": {"rules": {"self": 1}}},
    {"options": {"opening": {"name": "swap"}}},
]


@pytest.mark.parametrize("fields", BAD_FIELDS, ids=str)
def test_a_bad_header_is_refused_by_both(fields: dict[str, Any]) -> None:
    data = {**log(STONE), **fields}
    assert not is_log(data)
    assert is_refused(data)


@pytest.mark.parametrize(
    "fields",
    [
        # To JSON a number without a fraction is an integer, however it is written.
        {"version": 1.0},
        {"options": {"late_limit_ms": 5000.0, "rules": {"pass_ban": 3.0}}},
        {"opening": "yamaguchi", "options": {"opening": {"max_count": 12.0}}},
        {"opening": "exclusion", "options": {"pool": [*POOL[:2], "soosyrv-6"]}},
        {"opening": "exclusion", "options": {"opening": {"pool": POOL, "symmetry": "board"}}},
        {"opening": "taraguchi-6", "options": {"opening": {"swap_then_offer": True}}},
        {"players": {"A": {"name": "", "rank": 3, "club": None}}},
        {"time_control": "90m/40, 30m"},
    ],
    ids=str,
)
def test_an_odd_header_is_taken_by_both(fields: dict[str, Any]) -> None:
    assert is_log(log(**fields))
    assert not is_refused(log(**fields))


def test_whole_numbers_are_integers_in_a_game() -> None:
    events = [{"type": "start", "at_ms": 0.0}, {**STONE, "point": "H8", "at_ms": 5e3}]
    data = log(*events, time_control="5m", options={"late_limit_ms": 9.0})
    assert is_log(data)
    game = Game.from_dict(data)
    assert game.to_json().endswith(
        '"options": {"late_limit_ms": 9}, "events": [{"type": "start", "at_ms": 0}, '
        '{"type": "stone", "by": "A", "point": "h8", "at_ms": 5000}]}'
    )
    with pytest.raises(renju.RulingError, match="an integer"):  # a program says what it means
        game.apply({"type": "press", "by": "A", "at_ms": 6e3})


#: What a field may hold by mistake.
ODD: list[Any] = [
    None, True, 0, 1, -1, 3, 1.0, 1.5, 1e300, float("nan"), "", "A", "arbiter", "both", "h8", "H8", " h8",
    "h08", "h16", "pass", "PASS", "60m", "soosyrv-8", [], ["A"], ["h8"], ["h8", "i9"], [112], {}, {"A": 1},
    POOL, ...,
]  # fmt: skip


def changed(data: dict[str, Any], name: str, value: Any) -> dict[str, Any]:
    """A copy with another value in a field, `...` for none."""
    rest = {key: copy.deepcopy(held) for key, held in data.items() if key != name}
    return rest if value is ... else {**rest, name: value}


def test_a_header_that_was_changed_gets_the_same_answer() -> None:
    """Whatever stands in a field of the header, the reader and the schema agree on it."""
    header = {key: value for key, value in log().items() if key != "events"}
    heads = [header, {**header, "opening": "exclusion", "options": {"pool": POOL}}]
    logs = [
        changed(head, name, value)
        for head in heads
        for name in (*head, "time_control", "players", "options", "events", "result")
        for value in ODD
    ]
    names = DEFS["options"]["properties"]
    own = names["opening"]["properties"]
    for opening in ("exclusion", "yamaguchi", "taraguchi-10", "swap-1989", "centre"):
        head = {**header, "opening": opening}
        for value in (value for value in ODD if value is not ...):
            logs += [{**head, "options": {name: value}} for name in names]
            logs += [{**head, "options": {"opening": {name: value}}} for name in own]
    answers = [(is_log(data), not is_refused(data)) for data in logs]
    wrong = [data for data, (valid, read) in zip(logs, answers, strict=True) if valid is not read]
    assert wrong == []
    assert {valid for valid, _ in answers} == {False, True}


def test_an_event_that_was_changed_gets_the_same_answer() -> None:
    """What the reader takes is valid; what is valid is refused, if at all, for what stands on the board."""
    seen = set()
    for row in SCENARIOS:
        game = scenario(row)
        for index, event in enumerate(game.events):
            kind = (event["type"], event.get("action"), event.get("claim"), event.get("kind"))
            if kind in seen:
                continue
            seen.add(kind)
            schema = {"$ref": f"#/$defs/event_{event['type']}", "$defs": DEFS}
            validator = jsonschema.Draft202012Validator(schema)
            data = game.to_dict()
            for name in (*EVENT_TYPES[event["type"]], "at_ms", "color"):
                for value in ODD:
                    other = changed(event, name, value)
                    valid = validator.is_valid(other)
                    try:
                        Event.read(other, of_log=True)
                        readable = True
                    except renju.RulingError:
                        readable = False
                    assert readable or not valid, other
                    if readable and not valid:
                        events = [*data["events"][:index], other]
                        assert is_refused({**data, "events": events}), other
    assert len(seen) > 50


@pytest.mark.parametrize("action", ACTIONS)
def test_a_ruling_has_its_own_fields_only(action: str) -> None:
    """A field that an action has no use for is refused by both, whatever else there is."""
    times = dict.fromkeys(("ms", "give_ms", "A_ms", "B_ms"), 5)
    values = {"player": "A", "code": "x", "moves": "h8", "A": "white", **times}
    own = {field: values[field] for field in ACTIONS[action]}
    event = {"type": "arbiter", "action": action, **own, "reason": "", "clause": ""}
    assert is_log(log(event))
    for field in values.keys() - own.keys():
        foreign = {**event, field: values[field]}
        assert not is_log(log(foreign))
        _, error = replay(log(foreign))
        assert f"{field!r} is no field of it" in str(error)


def test_a_late_event_is_checked_all_the_same() -> None:
    """After a flag that ended the game an event is recorded only, but the log stays one."""
    late = {"type": "claim", "by": "arbiter", "claim": "time", "at_ms": 9_000}
    events = [{"type": "start", "at_ms": 0}, late]
    data = log(*events, rulebook="ru", time_control="5s")
    assert not is_log(data)
    assert is_refused(data)
    whole = log(events[0], {**late, "player": "A"}, rulebook="ru", time_control="5s")
    assert is_log(whole)
    assert not is_refused(whole)


def test_without_a_required_field() -> None:
    for name in ("format", "version", "rulebook", "opening"):
        data = log()
        assert is_log(data)
        del data[name]
        assert not is_log(data)
        assert is_refused(data)
    data = log()
    del data["events"]
    assert is_log(data)
    assert not is_refused(data)


def test_with_a_time_control_events_have_times() -> None:
    start, stone = {"type": "start", "at_ms": 0}, {**STONE, "at_ms": 5}
    good = log(start, stone, time_control="5m")
    assert is_log(good)
    assert not is_refused(good)
    for events in ([stone], [start, STONE], [{"type": "start"}, stone]):
        bad = log(*events, time_control="5m")
        assert not is_log(bad)
        assert is_refused(bad)
    assert is_log(log(STONE))


def test_every_event_that_is_valid_is_read() -> None:
    """One event of each type, with all its fields, is taken by both."""
    values: dict[str, Any] = {
        "player": "A", "player|both": "A", "point": "h8", "points": ["h8"], "move": "pass",
        "number": 3, "ms": 5, "flag": True, "text": "words", "players": ["A"], "data": {"x": 1},
    }  # fmt: skip
    for name, fields in EVENT_TYPES.items():
        event = {"type": name, "at_ms": 0}
        for field, spec in fields.items():
            event[field] = values.get(spec.kind, spec.kind.split("|")[0])
        if name == "claim":
            del event["player"]
        if name == "irregularity":
            del event["points"]
        if name == "arbiter":
            own = ("type", "at_ms", "action", "reason", "clause", *ACTIONS[event["action"]])
            event = {field: value for field, value in event.items() if field in own}
        assert is_log(log(event)), name
        read = Event.read(copy.deepcopy(event))
        assert read.type == name
        assert json.loads(json.dumps(read.source)) == event
