"""Build the JSON Schema of the game log that the package carries.

    python tools/make_schema.py            write python/renju/data/game-log.schema.json
    python tools/make_schema.py --check    write nothing, exit with 1 if the file would change

Types, fields and rulebook keys come from the code; what only holds of some values (a claim of the arbiter's
is of time) stands here. tests/test_game_schema.py holds the schema against what `renju.game` reads.
"""

from __future__ import annotations

import argparse
import json
import re
import textwrap
from pathlib import Path
from typing import Any

from renju.game import EVENT_TYPES, FORMAT, VERSION
from renju.game.events import ACTIONS, Field
from renju.openings import NAMES as OPENINGS
from renju.openings import PATTERNS, get
from renju.rulebooks import KEYS, NAMES

TARGET = Path(__file__).resolve().parents[1] / "python/renju/data/game-log.schema.json"
WIDTH = 112

Schema = dict[str, Any]


def ref(name: str) -> Schema:
    """Return a reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def lacks(*names: str) -> Schema:
    """Return a schema that refuses these fields."""
    return {"properties": dict.fromkeys(names, False)}


def needs(*names: str) -> Schema:
    """Return a schema that asks for these fields."""
    return {"required": list(names)}


def when(name: str, values: list[str], then: Schema) -> Schema:
    """Return a schema that asks for something if a field has one of these values."""
    return {"if": {"properties": {name: {"enum": values}}, **needs(name)}, "then": then}


def points(count: int) -> Schema:
    """Return a schema that asks for so many points."""
    size = {"minItems": count, "maxItems": count, **({"uniqueItems": True} if count > 1 else {})}
    return {"properties": {"points": size}, **needs("points")}


def more_than_0(name: str) -> Schema:
    """Return a schema that asks for a number that is not 0."""
    return {"properties": {name: {"minimum": 1}}, **needs(name)}


def foreign_fields() -> dict[tuple[str, ...], list[str]]:
    """Return the fields that rulings have no use for, with the actions that lack the same ones."""
    all_fields = [n for n in EVENT_TYPES["arbiter"] if n not in ("action", "reason", "clause")]
    found: dict[tuple[str, ...], list[str]] = {}
    for action, own in ACTIONS.items():
        found.setdefault(tuple(n for n in all_fields if n not in own), []).append(action)
    return found


KINDS: dict[str, Schema] = {
    "player": ref("player"),
    "player|both": {"enum": ["A", "B", "both"]},
    "point": ref("point"),
    "points": ref("points"),
    "move": ref("move"),
    "number": {"type": "integer"},
    "ms": ref("ms"),
    "flag": {"type": "boolean"},
    "text": {"type": "string"},
    "players": {"type": "array", "items": ref("player"), "uniqueItems": True},
    "data": {},
}
SAYS = {
    "start": "The round starts. Who is absent: his clock runs; both: one clock for both.",
    "arrive": "A late player arrives.",
    "stone": "One stone, in the opening or in play.",
    "stones": "A couple of Lianhuan, or the two stones of a third option.",
    "pass": "Gives up the right to place a stone.",
    "keep": "Stays with the colour he has at that moment.",
    "swap": "Exchanges the colours.",
    "declare": "The number of fifth moves.",
    "propose": "The proposals for the fifth move.",
    "choose": "White's choice among them.",
    "exclude": "A step of the exclusion system.",
    "press": "Presses the clock, without auto_press.",
    "claim": "Asks for the win. player: whose flag, the opponent's if it is left out.",
    "accept_claim": "The opponent accepts the last refused claim.",
    "resign": "Gives up the game.",
    "offer_draw": "Offers a draw.",
    "accept_draw": "Accepts the opponent's offer.",
    "decline_draw": "Declines the opponent's offer in words.",
    "stop_clocks": "A player stops the clocks.",
    "irregularity": "Something irregular was done (CN 6.1).",
    "demand": "The opponent demands correction.",
    "disarranged": "Stones were displaced.",
    "reconstructed": "Both confirm the position.",
    "seal": "The sealed move of an adjourned game.",
    "unseal": "The sealed move is played.",
    "arbiter": "A ruling.",
    "takeback": "Proposes to go back to an event, where the rules have takeback.",
    "accept_takeback": "Accepts to go back.",
    "note": "Anything that a human recorded; it changes nothing.",
}
CONDITIONS: dict[str, list[Schema]] = {
    "claim": [
        when("by", ["arbiter"], {"properties": {"claim": {"const": "time"}}, **needs("player")}),
        {"if": needs("player"), "then": {"properties": {"claim": {"const": "time"}}}},
        when("claim", ["time"], lacks("point")),
    ],
    "irregularity": [
        {"not": needs("point", "points")},
        when(
            "kind",
            ["count_not_declared"],
            {"properties": {"point": False, "points": {"maxItems": 0}}},
        ),
        when(
            "kind",
            ["first_stone_off_centre", "two_moves", "dropped"],
            {"oneOf": [needs("point"), points(1)]},
        ),
        when("kind", ["slid", "moved_stone"], points(2)),
        when("kind", ["not_a_pattern"], points(3)),
    ],
    "disarranged": [when("cause", ["player"], needs("by"))],
    "arbiter": [
        when(
            "action",
            ["time_penalty", "violation", "loss"],
            {"properties": {"player": ref("player")}, **needs("player")},
        ),
        when("action", ["forfeit"], needs("player")),
        when("action", ["time_penalty"], {"anyOf": [more_than_0("ms"), more_than_0("give_ms")]}),
        when("action", ["set_clocks"], {"anyOf": [needs("A_ms"), needs("B_ms")]}),
        when("action", ["position"], needs("moves")),
        when("action", ["colors"], needs("A")),
        *(
            when("action", actions, lacks(*foreign))
            for foreign, actions in foreign_fields().items()
        ),
    ],
}


def field_schema(spec: Field) -> Schema:
    """Return the schema of one field of an event."""
    found = dict(KINDS.get(spec.kind) or ({} if spec.kind == "data" else enum(spec.kind)))
    if not spec.required and spec.default is not None:
        found["default"] = list(spec.default) if isinstance(spec.default, tuple) else spec.default
    return found


def enum(kind: str) -> Schema:
    """Return the schema of a field that is one of some words."""
    return {"enum": kind.split("|")}


def event_schema(name: str) -> Schema:
    """Return the schema of one type of event."""
    fields = EVENT_TYPES[name]
    found: Schema = {
        "description": SAYS[name],
        "type": "object",
        "properties": {
            "type": {"const": name},
            **{field: field_schema(spec) for field, spec in fields.items()},
            "at_ms": ref("ms"),
        },
        **needs("type", *(field for field, spec in fields.items() if spec.required)),
        "additionalProperties": False,
    }
    return found | ({"allOf": CONDITIONS[name]} if name in CONDITIONS else {})


def rules_schema() -> Schema:
    """Return the schema of the keys of a rulebook that an event may override."""
    keys: dict[str, Schema] = {}
    for key in KEYS:
        if not key.values:
            keys[key.name] = {"type": "integer", "minimum": 0}
        elif True in key.values:
            keys[key.name] = {"type": "boolean"}
        else:
            keys[key.name] = {"enum": list(key.values)}
        keys[key.name]["description"] = key.asks
    return {
        "description": "Keys of the rulebook that the event overrides.",
        "type": "object",
        "properties": keys,
        "additionalProperties": False,
    }


def time_control_pattern() -> str:
    """Return the grammar of time controls; at most 15 digits, and 6 for a count.

    Only the main time may be nothing, if something follows it; byo-yomi, `NxT`, has no increment; what is
    without limit comes last. That ten years are the most, no pattern can say.
    """
    number = "[0-9]{1,15}"
    units = f"(?:{number}h)?(?:{number}m)?(?:{number}s)?(?:{number}ms)?"
    amount, some = f"(?=[0-9]){units}", f"(?=[0hms]*[1-9]){units}"
    count = "(?=0*[1-9])[0-9]{1,6}"
    quota, increment = f"/{count}", rf"(?:\+{amount})?"
    plain = f"{some}(?:{quota})?{increment}"
    repeated = f"x{some}(?:{quota}{increment})?"
    period = f"(?:{plain}|{count}{repeated})"
    nothing_yet = f"(?:{amount}{increment}, ?)?"
    periods = f"{nothing_yet}(?:{period}, ?)*(?:{period}|inf{repeated})"
    return rf"^(?:inf|shared:{some}|{amount}\+{some}|{periods})(?!\n)$"


#: Families of rules take any number from 1 to 221.
FAMILY = r"^(soosyrv|taraguchi|super-taraguchi)-([1-9][0-9]?|1[0-9][0-9]|2[01][0-9]|22[01])(?!\n)$"


def own_options() -> list[Schema]:
    """Return a schema for each option of an opening rule: which rules have it."""
    rules = {name: get(name) for name in OPENINGS}
    found = []
    for option in dict.fromkeys(o.name for rule in rules.values() for o in rule.choices):
        having = [name for name, rule in rules.items() if option in {o.name for o in rule.choices}]
        families = {name.rpartition("-")[0] for name in having if re.match(FAMILY, name)}
        numbered = {
            "pattern": FAMILY.replace("(soosyrv|taraguchi|super-taraguchi)", one_of(families))
        }
        rule = {"anyOf": [enum("|".join(having)), *[numbered] * bool(families)]}
        lacking = {"opening": lacks(option)} | ({"pool": False} if option == "pool" else {})
        if set(having) != set(OPENINGS):
            found.append(
                {
                    "if": {"properties": {"opening": {"not": rule}}},
                    "then": {"properties": {"options": {"properties": lacking}}},
                }
            )
    return found


def one_of(words: set[str]) -> str:
    """Return the pattern of one of some words."""
    return f"({'|'.join(sorted(words))})"


def options_schema() -> Schema:
    """Return the schema of the options of a game."""
    count = {"type": "integer", "minimum": 1, "maximum": 221}
    opening = {
        "symmetry": {"enum": ["local", "board"]},
        "min_count": count,
        "max_count": count,
        "swap_then_offer": {"type": "boolean"},
        "excluded": {"type": "array", "items": {"enum": [pattern.id for pattern in PATTERNS]}},
        "pool": ref("pool"),
    }
    options: dict[str, Schema] = {
        "auto_press": {"type": "boolean", "default": True},
        "auto_adjudicate": {
            "description": "Left out: as the rulebook has it.",
            "type": "boolean",
        },
        "late_limit_ms": ref("ms"),
        "increment_before_first": {"type": "boolean", "default": False},
        "fouls": {"type": "boolean", "default": True},
        "opening": {
            "description": "The opening rule's own options.",
            "type": "object",
            "properties": opening,
            "additionalProperties": False,
        },
        "pool": ref("pool"),
        "rules": rules_schema(),
    }
    return {
        "type": "object",
        "properties": options,
        "additionalProperties": False,
        "if": needs("pool"),
        "then": {"properties": {"opening": lacks("pool")}},
    }


def schema() -> Schema:
    """Return the whole schema."""
    head: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "rulebook": {"enum": list(NAMES)},
        "opening": {
            "anyOf": [
                {"enum": list(OPENINGS)},
                {
                    "description": "Families of rules take any number from 1 to 221.",
                    "type": "string",
                    "pattern": FAMILY,
                },
            ]
        },
        "time_control": {
            "description": "Periods separated by commas: 60m, 90m/40, 3x60s, infx30s, 2h+30s; "
            "or shared:4h, or inf. No amount is longer than ten years.",
            "type": "string",
            "pattern": time_control_pattern(),
        },
        "players": {
            "description": "Who A (the tentative Black) and B are; more than a name may be there.",
            "type": "object",
            "properties": {"A": ref("who"), "B": ref("who")},
            "additionalProperties": False,
        },
        "options": ref("options"),
        "events": {"type": "array", "items": ref("event")},
    }
    first = {"properties": {"type": {"const": "start"}}, **needs("at_ms")}
    timed = {"properties": {"events": {"prefixItems": [first], "items": needs("at_ms")}}}
    types = [
        {"if": {"properties": {"type": {"const": name}}, **needs("type")}, "then": then}
        for name, then in ((name, ref(f"event_{name}")) for name in EVENT_TYPES)
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:renju:game-log:{VERSION}",
        "title": f"Game log of Renju, version {VERSION}",
        "description": "One game as data: what happened, in order. Times are integer milliseconds "
        "since the start of the round; points are text such as h8. With a time control the first "
        "event is start and every event carries at_ms.",
        "type": "object",
        "properties": head,
        **needs("format", "version", "rulebook", "opening"),
        "additionalProperties": False,
        "if": needs("time_control"),
        "then": timed,
        "allOf": own_options(),
        "$defs": {
            "player": {"enum": ["A", "B"]},
            "point": {"type": "string", "pattern": r"^[A-Oa-o](1[0-5]|[1-9])(?!\n)$"},
            "points": {"type": "array", "items": ref("point")},
            "move": {"anyOf": [ref("point"), {"const": "pass"}]},
            "ms": {"type": "integer", "minimum": 0},
            "who": {"type": "object", "properties": {"name": {"type": "string"}}},
            "pool": {
                "description": "The three rules of the exclusion system.",
                "type": "array",
                "items": {
                    "anyOf": [
                        {"enum": [name for name in OPENINGS if name != "exclusion"]},
                        {"type": "string", "pattern": FAMILY},
                    ]
                },
                "minItems": 3,
                "maxItems": 3,
                "uniqueItems": True,
            },
            "options": options_schema(),
            "event": {
                "type": "object",
                "properties": {"type": {"enum": list(EVENT_TYPES)}},
                **needs("type"),
                "allOf": types,
            },
            **{f"event_{name}": event_schema(name) for name in EVENT_TYPES},
        },
    }


def printed(data: Any, indent: int = 0, lead: int = 0) -> str:
    """Return JSON in lines of at most `WIDTH`, where that can be done."""
    flat = json.dumps(data)
    if indent + lead + len(flat) <= WIDTH or not isinstance(data, dict | list) or not data:
        return flat
    pad = " " * (indent + 2)
    if isinstance(data, dict):
        keys = {json.dumps(key): value for key, value in data.items()}
        rows = [
            f"{pad}{key}: {printed(value, indent + 2, len(key) + 2)}" for key, value in keys.items()
        ]
        return "{\n" + ",\n".join(rows) + "\n" + " " * indent + "}"
    if all(isinstance(item, str) and " " not in item for item in data):
        words = ", ".join(map(json.dumps, data))
        body = textwrap.fill(
            words, WIDTH, initial_indent=pad, subsequent_indent=pad, break_on_hyphens=False
        )
    else:
        body = ",\n".join(pad + printed(item, indent + 2) for item in data)
    return f"[\n{body}\n{' ' * indent}]"


def main() -> int:
    """Write the schema, or say whether it is what it would be."""
    parser = argparse.ArgumentParser(description="Build the JSON Schema of the game log.")
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    text = printed(schema()) + "\n"
    same = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
    if not check and not same:
        TARGET.write_text(text, encoding="utf-8")
    print(f"{TARGET.name}: {'as it was' if same else 'differs' if check else 'written'}")
    return int(check and not same)


if __name__ == "__main__":
    raise SystemExit(main())
