"""The events of a game in words: what was done, and what followed from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from .clock import format_ms
from .game.events import visible
from .game.state import OTHER, Outcome, State
from .notation import format_moves

__all__ = ["ARTICLES", "event_actor", "event_text", "hms", "visible", "who"]

#: How the things that can be claimed are called in a sentence.
ARTICLES: Final = {
    "five": "a five",
    "overline": "an overline",
    "foul": "a foul",
    "time": "the time",
}


def hms(ms: int) -> str:
    """Print a time as `h:mm:ss`, with milliseconds if there are any.

    Examples
    --------
    >>> hms(7_199_000), hms(500)
    ('1:59:59', '0:00:00.500')
    """
    seconds, rest = divmod(ms, 1000)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{rest:03}" if rest else text


def who(player: str, state: State) -> str:
    """Return a player with the colour that he has: `A (black)`."""
    color = state.colors.get(player) if player in OTHER else None
    return player if color is None else f"{player} ({color.label})"


def event_actor(event: Mapping[str, Any], before: State) -> str:
    """Return who did it, with the colour he had then."""
    if event["type"] == "arbiter":
        return "arbiter"
    return who(str(event.get("by", "")), before)


def event_text(event: Mapping[str, Any], before: State, after: State, number: int) -> str:
    """Return an event in words, in one line, with what the game made of it.

    Parameters
    ----------
    event
        The event of the game log.
    before, after
        The states before and after it.
    number
        Its index in the log.
    """
    said = _SAYS.get(event["type"], _plain)(event, before, after)
    entries = after.history.of_event(number)
    if any("late" in entry for entry in entries):
        said = f"too late for: {said}"
    if after.moves == before.moves and any(entry.get("accepted") for entry in entries):
        said = "plays on"  # and ends the game by that, before his own step is taken
    made = list(_made(before, after))
    if said:
        said, made = ": ".join([said, *made]), []
    ends = "" if before.outcome is not None or after.outcome is None else _end(after.outcome)
    parts = [said, *_lapsed(before, after), *map(_entry, entries), *made, ends]
    first, *rest = filter(None, parts) if any(parts) else [""]
    reason = f": {event['reason']}" if event.get("reason") else ""
    return visible("; ".join([first + reason, *rest]))


def _made(before: State, after: State) -> Iterator[str]:
    """Yield what a stone made: a foul, a five."""
    for foul in after.fouls:
        if all(foul.at_event != old.at_event for old in before.fouls):
            yield foul.kind.label
    for five in after.fives:
        if all(five.at_event != old.at_event for old in before.fives):  # a swap changes its owner
            yield f"{'five' if len(five.row) == 5 else 'overline'} {format_moves(five.row)}"


def _lapsed(before: State, after: State) -> Iterator[str]:
    for foul in after.lapsed:
        if foul not in before.lapsed:
            yield f"the {foul.kind.label} on {foul.point} can be claimed no more"


def _end(outcome: Outcome) -> str:
    if outcome.winner is not None:
        return f"{outcome.winner} wins, {outcome.result} ({outcome.clause})"
    how = {"void": "the game is void", "0-0": "both lose, 0-0"}.get(outcome.result, "draw, 1/2-1/2")
    return f"{how} ({outcome.clause})"


def _entry(entry: Mapping[str, Any]) -> str:
    """Return an entry of the history in words."""
    clause = f" ({entry['clause']})" if entry.get("clause") else ""
    for name, say in _ENTRIES.items():
        if name in entry:
            said = say(entry)
            return f"{said}{clause}" if said else ""
    words = [f"{k} {v}" for k, v in entry.items() if k not in ("at_event", "clause")]
    return f"{', '.join(words)}{clause}"


def _spaced(text: object) -> str:
    return str(text).replace("_", " ")


_ENTRIES: Final[dict[str, Callable[[Mapping[str, Any]], str]]] = {
    "refused": lambda entry: f"refused, {entry['refused']}",
    "irregular": lambda entry: f"irregular {_spaced(entry['irregular'])}: {entry.get('why', '')}",
    "accepted": lambda entry: (
        f"{_spaced(entry['accepted'])} by {entry['by']} stands, accepted by playing on"
    ),
    "corrected": lambda entry: f"{_spaced(entry['corrected'])} by {entry['by']} is corrected",
    "violation": lambda entry: (
        f"a violation of {entry['player']}"
        + (f", {_spaced(entry['violation'])}" if entry["violation"] else "")
    ),
    "penalty": lambda entry: (
        f"time penalty: {entry['player']} loses {format_ms(entry['ms'])}"
        + (
            f", {OTHER[entry['player']]} gets {format_ms(entry['give_ms'])}"
            * bool(entry["give_ms"])
        )
    ),
    "stopped_clocks": lambda _: "he calls the organiser",
    "late": lambda _: "",
    "loss": lambda entry: f"{entry['loss']} gets nothing, the opponent keeps what he has",
    "ruling": lambda entry: " ".join(
        filter(None, ["ruled:", _spaced(entry["ruling"]), str(entry.get("moves", ""))])
    ),
    "takeback_to": lambda entry: f"the game is back at event {entry['takeback_to']}",
    "set_clocks": lambda entry: (
        "sets the clocks: " + ", ".join(f"{p} {hms(ms)}" for p, ms in entry["set_clocks"].items())
    ),
    "split": lambda _: "gives each player half of the shared time",
    "note": lambda _: "",
}

_Say = Callable[[Mapping[str, Any], State, State], str]


def _plain(event: Mapping[str, Any], _before: State, _after: State) -> str:
    words = [
        f"{name} {' '.join(map(str, value)) if isinstance(value, list) else value}"
        for name, value in event.items()
        if name not in ("type", "by", "at_ms")
    ]
    return ", ".join([_spaced(event["type"]), *words])


def _stone(event: Mapping[str, Any], before: State, _after: State) -> str:
    offers = ", offers a draw" if event.get("offer_draw") else ""
    return f"{len(before.moves) + 1}. {format_moves([event['point']])}{offers}"


def _stones(event: Mapping[str, Any], before: State, _after: State) -> str:
    first = len(before.moves) + 1
    return " ".join(
        f"{number}. {format_moves([point])}"
        for number, point in enumerate(event["points"], start=first)
    )


def _pass(event: Mapping[str, Any], before: State, _after: State) -> str:
    offers = ", offers a draw" if event.get("offer_draw") else ""
    return f"{len(before.moves) + 1}. pass{offers}"


def _keep(event: Mapping[str, Any], before: State, _after: State) -> str:
    color = before.colors.get(event["by"])
    return "keeps the move" if color is None else f"keeps {color.label}"


def _swap(event: Mapping[str, Any], _before: State, after: State) -> str:
    color = after.colors.get(event["by"])
    return "gives the move back" if color is None else f"swaps, and has {color.label} now"


def _claim(event: Mapping[str, Any], _before: State, _after: State) -> str:
    where = f" on {format_moves([event['point']])}" if event.get("point") is not None else ""
    whose = f" of {event['player']}" if event.get("player") else ""
    return f"claims {ARTICLES[event['claim']]}{whose}{where}"


def _irregularity(event: Mapping[str, Any], _before: State, _after: State) -> str:
    points = event.get("points") or ([event["point"]] if event.get("point") is not None else [])
    where = f" {format_moves(points)}" if points else ""
    return f"irregular: {_spaced(event['kind'])}{where}"


def _disarranged(event: Mapping[str, Any], _before: State, _after: State) -> str:
    if event["cause"] == "player":
        cause = "deliberately" if event.get("intent") == "deliberate" else "by accident"
    else:
        cause = "from outside"
    can = "can" if event["reconstructable"] else "cannot"
    return f"stones displaced {cause}; the position {can} be rebuilt"


def _arbiter(event: Mapping[str, Any], _before: State, after: State) -> str:
    """Return a ruling; what its entry in the history says is not said twice."""
    action, player = event["action"], event.get("player")
    if action in ("loss", "forfeit"):
        after_the_end = after.outcome is not None and after.outcome.at_event != after.index
        what = "loses" if action == "loss" else "forfeits"
        return "" if after_the_end else f"{player} {what}" if player != "both" else "both forfeit"
    return _RULINGS.get(action, _spaced(action))


_RULINGS: Final = {
    "pause": "stops the clocks",
    "resume": "lets the game go on",
    "adjourn": "adjourns the game",
    "resume_adjourned": "resumes the game",
    "split": "",
    "set_clocks": "",
    "draw": "declares a draw",
    "void": "",
    "replay": "",
    "time_penalty": "",
    "violation": "",
    "correct": "",
    "stand": "",
    "position": "",
    "colors": "",
}


def _start(event: Mapping[str, Any], _before: State, _after: State) -> str:
    absent = " and ".join(event.get("absent", ()))
    return "the round starts" + (f", {absent} absent" if absent else "")


_SAYS: Final[dict[str, _Say]] = {
    "start": _start,
    "arrive": lambda *_: "arrives",
    "stone": _stone,
    "stones": _stones,
    "pass": _pass,
    "keep": _keep,
    "swap": _swap,
    "declare": lambda event, *_: f"declares the number of fifth moves: {event['count']}",
    "propose": lambda event, before, _: (
        f"proposes for move {len(before.moves) + 1}: {format_moves(event['points'])}"
    ),
    "choose": lambda event, before, _: (
        f"chooses {len(before.moves) + 1}. {format_moves([event['point']])}"
    ),
    "exclude": lambda event, *_: f"excludes {event['rule']}",
    "press": lambda *_: "presses the clock",
    "claim": _claim,
    "accept_claim": lambda *_: "accepts the claim",
    "resign": lambda *_: "resigns",
    "offer_draw": lambda *_: "offers a draw",
    "accept_draw": lambda *_: "accepts the draw",
    "decline_draw": lambda *_: "declines the draw",
    "stop_clocks": lambda *_: "stops the clocks",
    "irregularity": _irregularity,
    "demand": lambda *_: "demands correction",
    "disarranged": _disarranged,
    "reconstructed": lambda *_: "the position is confirmed by both",
    "seal": lambda *_: "seals the next move",
    "unseal": lambda _event, before, after: (
        f"the sealed move: {len(before.moves) + 1}. {before.sealed}"
        if after.moves != before.moves
        else f"the sealed move: {before.sealed}"
    ),
    "arbiter": _arbiter,
    "takeback": lambda event, *_: f"proposes to go back to event {event['to']}",
    "accept_takeback": lambda *_: "accepts to go back",
    "note": lambda event, *_: f"note: {event['text']}",
}
