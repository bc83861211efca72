"""Games written so that a person can read them: a line an event, or many moves in one line.

`"moves h8 a1 +10s"` are stones (and passes) of whoever is to move, ten seconds each; `"fill"` puts stones until the
board is full; any other line is `"A stone h8 offer_draw=true @5s"`: who, the type, its main field, more fields, the time
(`@` since the start, `+` since the last event). Where a game has clocks and a line no time, none has passed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import renju
from renju import Game, clock
from support import DATA

#: The field that a line gives without its name, by the type of the event.
MAIN = {
    "stone": "point",
    "stones": "points",
    "declare": "count",
    "propose": "points",
    "choose": "point",
    "exclude": "rule",
    "claim": "claim",
    "irregularity": "kind",
    "seal": "point",
    "takeback": "to",
    "arbiter": "action",
    "disarranged": "cause",
}
LISTS = ("points", "absent")


def play(game: Game, lines: Iterable[str]) -> Game:
    """Return the game after the events that some lines stand for."""
    for line in lines:
        for event in events(game, line):
            game = game.apply(event)
    return game


def events(game: Game, line: str) -> Iterator[dict[str, Any]]:
    """Yield the events of one line; `game` is the game before it."""
    words = [word for word in line.split() if word[0] not in "@+"]
    times = [word for word in line.split() if word[0] in "@+"]
    if words[0] == "note":
        yield timed(game, {"type": "note", "text": " ".join(words[1:])}, *times)
    elif words[0] not in ("moves", "fill"):
        yield timed(game, one_event(words), *times)
    else:
        moves = filler(game) if words[0] == "fill" else iter(words[1:])
        for move in moves:
            if game.outcome is not None:
                break
            by = game.state.mover
            what = {"type": "pass"} if move == "pass" else {"type": "stone", "point": move}
            event = timed(game, {"by": by} | what, *times)
            yield event
            game = game.apply(event)
            if game.state.owes_press == by and game.time_control is not None:
                press = timed(game, {"type": "press", "by": by})
                yield press
                game = game.apply(press)


def one_event(words: list[str]) -> dict[str, Any]:
    by, *rest = words if words[0] in ("A", "B") else ["", *words]
    kind = rest[0]
    if kind == "arbiter" and rest[1] == "claim":
        by, kind, rest = "arbiter", "claim", rest[1:]
    event: dict[str, Any] = {"type": kind} | ({"by": by} if by else {})
    for word in rest[1:]:
        name, equals, value = word.partition("=")
        if not equals:
            name, value = MAIN[kind], word
        event[name] = typed(name, value)
    return event


def typed(name: str, text: str) -> Any:
    if name in LISTS:
        return [item for item in text.split(",") if item]
    if name == "moves":
        return text.replace(",", " ")
    if text in ("true", "false"):
        return text == "true"
    if name.endswith("ms"):
        return clock.parse_ms(text)
    return int(text) if text.lstrip("-").isdigit() else text


def timed(game: Game, event: dict[str, Any], *times: str) -> dict[str, Any]:
    """Return the event with its time, if the game has clocks or a time is given."""
    if game.time_control is None and not times:
        return event
    last = game.state.now_ms or 0
    for time in times:
        ms = clock.parse_ms(time[1:])
        last = last + ms if time[0] == "+" else ms
    return event | {"at_ms": last}


def is_black(point: renju.Move) -> bool:
    """The colours of a full board on which no three stones are ever of use."""
    return isinstance(point, renju.Point) and (point.col + 2 * point.row) % 4 < 2


def filler(game: Game) -> Iterator[str]:
    """Yield moves that fill the board, without any row as long as the stones so far have none."""
    state = game.state
    free = [point for point in renju.POINTS if state.position.at(point) == 0]
    stones = zip(state.moves, state.move_colors, strict=True)
    if all(is_black(move) == (color is renju.Color.BLACK) for move, color in stones):
        colors = {
            True: [p for p in free if is_black(p)],
            False: [p for p in free if not is_black(p)],
        }
        colors[True].sort(key=lambda p: p != renju.Point("h8"))  # it may have to come first
        black = state.to_move is renju.Color.BLACK
        for _ in free:
            yield str(colors[black].pop(0))
            black = not black
    else:
        yield from map(str, free)


def at(data: Any, path: str) -> Any:
    """Return what a dotted path leads to in JSON-ready data."""
    for step in path.split("."):
        data = data[int(step)] if isinstance(data, list) else data[step]
    return data


def whole_games() -> list[dict[str, Any]]:
    """Return the whole games of `tests/data/games/whole.jsonl`."""
    lines = (DATA / "games" / "whole.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def golden(row: dict[str, Any]) -> dict[str, Any]:
    """Return what the goldens of a whole game hold: its log, its final state."""
    options = row.get("options")
    game = Game(row["rulebook"], row["opening"], row.get("time_control"), options=options)
    game = play(game, row["events"])
    return {"json": game.to_dict(), "state": game.state.to_dict()}
