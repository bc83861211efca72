"""Random games for the laws: events that are legal, events that are not, images under the symmetries."""

from __future__ import annotations

import random
import re
from typing import Any

from renju import Game, Symmetry, parse_moves
from renju.openings.equivalence import classes

RULEBOOKS = ("rif-1996", "cn", "ru", "gomocup")
OPENINGS = ("centre", "cn-free", "rif-1996", "soosyrv-8", "taraguchi-10", "lianhuan", "swap2")
OPENINGS += ("cn-designated", "super-sakata", "exclusion")
CONTROLS = (None, "10m", "2m+5s", "1m/5,2m", "30s,3x10s", "infx20s", "shared:20m", "inf")
CONTROLS += ("1m/3,infx1m/3", "0s,2x40s")
_POINT = re.compile(r"[a-o](?:1[0-5]|[1-9])")


def random_game(rng: random.Random) -> Game:
    """Return a game before its first event."""
    options: dict[str, Any] = {"auto_press": rng.random() < 0.6}
    if rng.random() < 0.3:
        options["auto_adjudicate"] = rng.random() < 0.5
    if rng.random() < 0.3:
        options["late_limit_ms"] = rng.choice((0, 30_000))
    if rng.random() < 0.3:
        options["rules"] = {"takeback": True}
    control = rng.choice(CONTROLS)
    return Game(rng.choice(RULEBOOKS), rng.choice(OPENINGS), control, options=options)


def suitable(game: Game, kind: str, rng: random.Random) -> dict[str, Any]:
    """Return an event of a type that is expected, with fields that suit."""
    state = game.state
    by = state.to_act
    choices = {choice.type: choice for choice in game.actions()}
    if kind == "start":
        return {"type": "start", "absent": rng.choice(([], [], [], ["A"], ["B"], ["A", "B"]))}
    if kind in ("arrive", "press", "keep", "swap", "pass"):
        return {"type": kind, "by": by}
    if kind in ("stone", "choose"):
        near = sorted(choices[kind].points, key=lambda p: abs(p.row - 7) + abs(p.col - 7))
        return {"type": kind, "by": by, "point": str(rng.choice(near[:40]))}
    if kind == "stones":
        regions = choices[kind].regions
        first, second = rng.sample(sorted(regions[0] & regions[-1]), 2)
        return {"type": kind, "by": by, "points": [str(first), str(second)]}
    if kind == "declare":
        return {"type": kind, "by": by, "count": rng.randint(1, min(choices[kind].most, 4))}
    if kind == "propose":
        found = rng.sample(classes(state.moves), choices[kind].count)
        return {"type": kind, "by": by, "points": [str(min(points)) for points in found]}
    if kind == "exclude":
        return {"type": kind, "by": by, "rule": rng.choice(choices[kind].rules)}
    if kind in ("reconstructed", "unseal"):
        return {"type": kind}
    if kind == "seal":
        return {"type": kind, "by": by, "point": rng.choice(("a1", "h8", "pass", "k3"))}
    if kind in ("draw", "replay"):
        return {"type": "arbiter", "action": kind}
    if kind == "position":
        return {"type": "arbiter", "action": kind, "moves": "h8 i9 j10"}
    assert kind == "arbiter"
    demanded = state.irregularity is not None and state.irregularity.demanded
    paused = {"paused": "resume", "adjourned": "resume_adjourned"}
    action = "correct" if demanded else paused.get(state.phase, "draw")
    return {"type": "arbiter", "action": action}


def other_event(game: Game, rng: random.Random) -> dict[str, Any]:
    """Return an event that may be legal: a claim, an offer, something of the arbiter's, an accident."""
    by, player = rng.choice("AB"), rng.choice("AB")
    spare = str(rng.choice(("a1", "o15", "c3", "h7", "m12", "b2")))
    return rng.choice(
        [
            {"type": "claim", "by": by, "claim": rng.choice(("five", "overline", "foul"))},
            {
                "type": "claim",
                "by": rng.choice(("A", "B", "arbiter")),
                "claim": "time",
                "player": player,
            },
            {"type": "accept_claim", "by": by},
            {"type": "offer_draw", "by": by},
            {"type": "decline_draw", "by": by},
            {"type": "note", "text": "noise"},
            {
                "type": "arbiter",
                "action": rng.choice(("pause", "resume", "adjourn", "split", "stand")),
            },
            {"type": "arbiter", "action": "violation", "player": player, "code": "x"},
            {
                "type": "arbiter",
                "action": "time_penalty",
                "player": player,
                "ms": 7_000,
                "give_ms": 3_000,
            },
            {"type": "arbiter", "action": "set_clocks", "A_ms": 50_000},
            {"type": "arbiter", "action": "colors", "A": rng.choice(("black", "white"))},
            {"type": "arbiter", "action": "correct"},
            {"type": "irregularity", "by": by, "kind": "two_moves", "point": spare},
            {"type": "irregularity", "by": by, "kind": "dropped", "point": spare},
            {"type": "irregularity", "by": by, "kind": "slid", "points": [spare, "n14"]},
            {"type": "irregularity", "by": by, "kind": "first_stone_off_centre", "point": spare},
            {"type": "irregularity", "by": by, "kind": "count_not_declared"},
            {"type": "irregularity", "by": by, "kind": "adjusting"},
            {"type": "demand", "by": by},
            {"type": "demand", "by": by},
            {"type": "disarranged", "cause": "outside", "reconstructable": rng.random() < 0.8},
            {"type": "disarranged", "cause": "player", "by": by, "reconstructable": True},
            {"type": "stop_clocks", "by": by},
            {"type": "takeback", "by": by, "to": rng.randint(0, 12)},
            {"type": "accept_takeback", "by": by},
        ]
    )


def timed(game: Game, event: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return the event with a time, where the game needs one."""
    if game.time_control is None:
        return event
    ms = rng.choice((0, 1, 900, 4_000, 4_000, 9_999, 10_000, 31_000))
    return event | {"at_ms": (game.state.now_ms or 0) + (0 if event["type"] == "start" else ms)}


def next_event(game: Game, rng: random.Random) -> dict[str, Any]:
    """Return an event that is mostly legal."""
    if rng.random() < 0.2:
        return timed(game, other_event(game, rng), rng)
    kinds = list(game.state.expected)
    if "pass" in kinds and rng.random() < 0.95:  # or most games would end by passes
        kinds.remove("pass")
    event = suitable(game, rng.choice(kinds), rng)
    if event["type"] in ("stone", "pass") and rng.random() < 0.05:
        event["offer_draw"] = True
    return timed(game, event, rng)


def wrong_events(game: Game) -> list[dict[str, Any]]:
    """Return events that can never be, whatever the rulebook, with a time that is right."""
    state = game.state
    at = {} if game.time_control is None else {"at_ms": state.now_ms or 0}
    other = {"A": "B", "B": "A"}.get(state.mover or "", "A")
    found = [
        {"type": "stone", "by": other, "point": "a8"} | at,
        {"type": "stone", "by": "C", "point": "a8"} | at,
        {"type": "stone", "by": "A", "point": "p1"} | at,
        {"type": "stone", "by": "A", "point": "a8", "colour": "black"} | at,
        {"type": "castle", "by": "A"} | at,
        {"type": "press"} | at,
        {"type": "note", "text": "early", "at_ms": (state.now_ms or 0) - 1},
        {"type": "note", "text": "float", "at_ms": (state.now_ms or 0) + 0.5},
        {"type": "accept_draw", "by": state.draw_offer or "A"} | at,
        {"type": "reconstructed", "by": "A"} | at,
        {"type": "claim", "by": "arbiter", "claim": "five"} | at,
        {"type": "propose", "by": "A", "points": ["h8", "h8"]} | at,
        {"type": "declare", "by": "A", "count": 0} | at,
    ]
    if game.events:
        found.append({"type": "start"} | at)
    if state.moves:
        last = str(state.moves[-1])
        found += [{"type": "stone", "by": by, "point": last} | at for by in "AB"]
    return found


def image(data: Any, symmetry: Symmetry) -> Any:
    """Return JSON-ready data with every point moved; what has no order of its own is sorted."""
    if isinstance(data, dict):
        turned = {name: image(value, symmetry) for name, value in data.items()}
        if "row" in turned:
            turned["row"] = sorted(turned["row"])
        if "fives" in turned:
            turned["fives"] = sorted(turned["fives"], key=str)
        return turned
    if isinstance(data, list | tuple):
        return [image(value, symmetry) for value in data]
    if isinstance(data, str) and _POINT.match(data):
        return " ".join(
            str(move if str(move) == "pass" else symmetry.apply(move)) for move in parse_moves(data)
        )
    return data
