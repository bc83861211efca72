"""The words that `renju play` reads, and the events of the game log that they stand for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..clock import Player, parse_ms
from ..errors import ClockError, NotationError, quoted
from ..game import EVENT_TYPES, Game
from ..game.state import OTHER
from ..geometry import POINTS, Color, to_point

__all__ = ["HELP", "WORDS", "Words", "read_words"]

#: What may be typed, and what it does.
HELP: Final = """\
h8                     put a stone; h8 draw: and offer a draw with it
stones h8 i9           put two stones (Lianhuan, swap2)
pass                   give up the move
keep, swap             answer where colours may be exchanged
n 3                    declare the number of fifth moves
propose g8 i9          propose fifth moves
choose g8              choose one of them
exclude yamaguchi      exclude a rule
press                  press the clock (auto_press=false)
claim five [h8]        also overline, foul, time
draw                   offer a draw
accept                 accept an offer, an undo or a refused claim
decline                decline a draw; an undo is declined by playing on
resign                 give up
undo                   propose to take the last move back (rules.takeback=true)
note TEXT              record something
{"type": ...}          any event of the game log, such as the arbiter's
board, clock, help     show them
quit                   stop; the log is kept
A: or B: before it     says who does it, where it is not who is to act
@90s or @90000         before it: the time since the start of the round"""

#: What is shown, or ends the session; no events.
WORDS: Final = ("board", "clock", "help", "quit")
_ABBREVIATIONS: Final = {
    "?": "help",
    "exit": "quit",
    "q": "quit",
    "clocks": "clock",
    "-": "pass",
    "declare": "n",
}
_DIGITS: Final = 15  # of a number; more than any that means something
_TIME: Final = re.compile(r"@(\S+)(?:\s+|$)")
_BY: Final = re.compile(r"([ABab])\s*:\s*")


@dataclass(frozen=True, slots=True)
class Words:
    """One line as it was read.

    Attributes
    ----------
    event
        The event, None for a word that only shows something.
    word
        That word.
    at_ms
        The time that the line gives, None if it gives none.
    """

    event: dict[str, Any] | None = None
    word: str = ""
    at_ms: int | None = None


def read_words(line: str, game: Game) -> Words | None:
    """Read one line.

    Parameters
    ----------
    line
        What was typed; blank lines and lines that begin with `#` are nothing.
    game
        The game as it stands: who is to act, and what `accept` would accept.

    Raises
    ------
    NotationError
        If the line is none of the words, with what is.
    """
    text = line.strip()
    if not text or text.startswith("#"):
        return None
    at_ms = None
    if (match := _TIME.match(text)) is not None:
        at_ms, text = _time(match[1]), text[match.end() :]
    if text.startswith("{"):
        return Words(_given(text), at_ms=at_ms)
    by = None
    if (match := _BY.match(text)) is not None:
        by, text = match[1].upper(), text[match.end() :]
    word, _, rest = text.partition(" ")
    word, arguments = word.lower(), rest.split()
    word = _ABBREVIATIONS.get(word, word)
    if word in WORDS:
        _count(word, arguments, 0)
        return Words(word=word, at_ms=at_ms)
    if word == "note":
        if not rest.strip():
            raise NotationError("note: say what to record")
        return Words({"type": "note", "text": rest.strip()}, at_ms=at_ms)
    read = _READERS.get(word)
    if read is None:
        return Words(_point(word, arguments, by, game), at_ms=at_ms)
    event = read(word, arguments, game)
    event["by"] = by or event.get("by") or _actor(game)
    return Words(event, at_ms=at_ms)


def _time(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= _DIGITS:
        return int(text)
    try:
        return parse_ms(text)
    except ClockError as error:
        raise NotationError(f"@{text}: {error}, or as a number of milliseconds") from None


def _given(text: str) -> dict[str, Any]:
    try:
        event = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{quoted(text)} is no JSON: {error}") from None
    if not isinstance(event, Mapping) or event.get("type") not in EVENT_TYPES:
        raise NotationError(f"{quoted(text)} is no event of the game log")
    return dict(event)


def _actor(game: Game) -> str:
    state = game.state
    if state.to_act is not None:
        return state.to_act
    if state.owner(state.to_move) is not None:
        return str(state.owner(state.to_move))
    raise NotationError("nobody is to act: say who does it, such as 'A: resign'")


def _count(word: str, arguments: list[str], least: int, most: int | None = None) -> None:
    most = least if most is None else most
    if not least <= len(arguments) <= most:
        takes = str(least) if least == most else f"{least} to {most}"
        plural = "" if takes == "1" else "s"
        raise NotationError(f"{word} takes {takes} word{plural} after it, not {len(arguments)}")


def _point(word: str, arguments: list[str], by: str | None, game: Game) -> dict[str, Any]:
    """Read a stone: a point, and `draw` for an offer with it."""
    try:
        point = to_point(word)
    except NotationError:
        known = ", ".join([*_READERS, "note", *WORDS])
        raise NotationError(f"{quoted(word)} is no point and no word: there are {known}") from None
    event = {"type": "stone", "by": by or _actor(game), "point": str(point)}
    return event | _offer(word, arguments)


def _offer(word: str, arguments: list[str]) -> dict[str, Any]:
    _count(word, arguments, 0, 1)
    if not arguments:
        return {}
    if arguments[0].lower() != "draw":
        raise NotationError(f"{word} {arguments[0]}: only 'draw' may follow, or one stone a line")
    return {"offer_draw": True}


def _plain(word: str, arguments: list[str], _game: Game) -> dict[str, Any]:
    _count(word, arguments, 0)
    return {"type": word}


def _pass(word: str, arguments: list[str], _game: Game) -> dict[str, Any]:
    return {"type": "pass"} | _offer(word, arguments)


def _points(word: str, arguments: list[str], _game: Game) -> dict[str, Any]:
    if not arguments:
        raise NotationError(f"{word}: name the points, such as {word} g8 i9")
    return {"type": word, "points": [str(to_point(text)) for text in arguments]}


def _declare(word: str, arguments: list[str], _game: Game) -> dict[str, Any]:
    _count(word, arguments, 1)
    text = arguments[0]
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise NotationError(f"{word} {text}: use a number up to {len(POINTS) - 4}, such as n 3")
    return {"type": "declare", "count": int(text)}


def _choose(word: str, arguments: list[str], _game: Game) -> dict[str, Any]:
    _count(word, arguments, 1)
    return {"type": "choose", "point": str(to_point(arguments[0]))}


def _exclude(word: str, arguments: list[str], _game: Game) -> dict[str, Any]:
    _count(word, arguments, 1)
    return {"type": "exclude", "rule": arguments[0].lower()}


def _claim(word: str, arguments: list[str], game: Game) -> dict[str, Any]:
    """Read a claim; who makes it follows from what stands to be claimed."""
    _count(word, arguments, 1, 2)
    kind = arguments[0].lower()
    claimant = _CLAIMANTS.get(kind)
    if claimant is None:
        raise NotationError(f"claim {kind}: use {', '.join(_CLAIMANTS)}")
    event: dict[str, Any] = {"type": "claim", "claim": kind, "by": claimant(game)}
    if len(arguments) > 1:
        event["point"] = str(to_point(arguments[1]))
    return event


def _who_made_five(game: Game) -> Player | None:
    return game.state.fives[-1].by if game.state.fives else None


def _white(game: Game) -> Player | None:
    return game.state.owner(Color.WHITE)


def _against_fallen_flag(game: Game) -> Player | None:
    clock = game.state.clock
    down = [] if clock is None else [p for p in OTHER if clock[p].is_down]
    if len(down) == 1:
        return OTHER[down[0]]
    # the clock that runs is the one whose flag may fall until the claim is heard
    running = [] if clock is None else list(clock.running)
    return OTHER[running[0]] if len(running) == 1 and not down else None


_CLAIMANTS: Final[dict[str, Callable[[Game], Player | None]]] = {
    "five": _who_made_five,
    "overline": _white,
    "foul": _white,
    "time": _against_fallen_flag,
}


def _draw(word: str, arguments: list[str], _game: Game) -> dict[str, Any]:
    _count(word, arguments, 0)
    return {"type": "offer_draw"}


def _accept(word: str, arguments: list[str], game: Game) -> dict[str, Any]:
    """Accept whatever is open: a draw, a proposal to take back, a refused claim."""
    _count(word, arguments, 0)
    state = game.state
    if state.draw_offer is not None:
        return {"type": "accept_draw", "by": OTHER[state.draw_offer]}
    if state.takeback is not None:
        return {"type": "accept_takeback", "by": OTHER[state.takeback[0]]}
    if state.refused is not None:
        return {"type": "accept_claim", "by": OTHER[state.refused.by]}
    raise NotationError("accept: no draw, claim or undo of the opponent is open")


def _decline(word: str, arguments: list[str], game: Game) -> dict[str, Any]:
    _count(word, arguments, 0)
    offer = game.state.draw_offer
    if offer is None and game.state.takeback is not None:
        raise NotationError("decline: an undo is declined by playing on")
    return {"type": "decline_draw"} | ({} if offer is None else {"by": OTHER[offer]})


def _undo(word: str, arguments: list[str], game: Game) -> dict[str, Any]:
    """Propose to go back to before the last stone or pass: its player does."""
    _count(word, arguments, 0)
    for index, event in reversed([*enumerate(game.events)]):
        if event["type"] in ("stone", "stones", "pass", "choose"):
            return {"type": "takeback", "by": event["by"], "to": index}
    raise NotationError("undo: there is no move to take back")


_READERS: Final[dict[str, Callable[[str, list[str], Game], dict[str, Any]]]] = {
    "stones": _points,
    "pass": _pass,
    "keep": _plain,
    "swap": _plain,
    "n": _declare,
    "propose": _points,
    "choose": _choose,
    "exclude": _exclude,
    "press": _plain,
    "claim": _claim,
    "draw": _draw,
    "accept": _accept,
    "decline": _decline,
    "resign": _plain,
    "undo": _undo,
}
