"""Games of kurnik (now PlayOK) as text: tags, and a numbered list of moves.

`--` says that a side does not act. In renju, told by a `--` after the first move, the word after the third
move is the choice of colour, and after the fourth come two fifth moves and the one that was chosen. The
names and the result in the tags are those before that choice; the record has them as they are after it. The
fifth move that was not chosen is the header `alternatives`.

Limits: reading only. The list of today's PlayOK was not seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..errors import NotationError
from ..geometry import PASS, Color, Move, text_to_point
from ..notation import format_moves
from .checks import read_result, up_to_fault
from .encodings import beginning, decode, guess
from .model import Problem, Record
from .registry import Source, register

__all__ = ["Kurnik"]

_TAG: Final = re.compile(r'\[(\w+)\s+"(.*)"\s*\]\s*\Z')
_FRAMING: Final = re.compile(rb'["\r\n]+')
_SITE: Final = re.compile(r'\[Site\s+"[^"]*(?:kurnik|playok)', re.IGNORECASE)
_WORD: Final = re.compile(r"\d{1,3}\.|[^\s.]+")
_RESULTS: Final = frozenset({"1-0", "0-1", "1/2-1/2", "0.5-0.5", "*"})
_HEADERS: Final = {
    "Event": "event",
    "Site": "place",
    "Date": "date",
    "Round": "round",
    "Black": "black",
    "White": "white",
    "Result": "result",
    "TimeControl": "time_control",
}
_PAIRS: Final = (("Black", "White"), ("BlackElo", "WhiteElo"), ("BlackRank", "WhiteRank"))
_SWAPPED: Final = {"1-0": "0-1", "0-1": "1-0"}
_NOTHING: Final = "--"


class Kurnik:
    """Games of kurnik and PlayOK."""

    name = "kurnik"
    endings: tuple[str, ...] = ()

    def sniff(self, source: Source) -> bool:
        """Whether the tags name the site."""
        text = beginning(source)
        return text is not None and text.lstrip()[:1] == "[" and _SITE.search(text) is not None

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the games."""
        text, encoding = decode(source, guessed=lambda data: guess(_FRAMING.split(data)))
        tags: dict[str, str] = {}
        words: list[str] = []
        first = 1
        for number, line in enumerate(text.splitlines(), start=1):
            tag = _TAG.match(line.strip())
            if tag is None:
                words += [word for word in _WORD.findall(line) if not word.endswith(".")]
                continue
            if words:
                yield _game(tags, words, f"line {first}", encoding)
                tags, words = {}, []
            if not tags:
                first = number
            tags[tag[1]] = tag[2]
        if tags or words:
            yield _game(tags, words, f"line {first}", encoding)


def _game(tags: dict[str, str], words: list[str], place: str, encoding: str) -> Record:
    problems = []
    if words and words[-1] in _RESULTS:
        words = words[:-1]
    else:
        problems.append(Problem(place, "the list of moves does not end with a result"))
    extra: dict[str, str] = {}
    if len(words) > 1 and words[1] == _NOTHING:
        words, extra, swapped = _opening(words)
        if swapped:
            tags = _exchanged(tags)
    moves, fault = up_to_fault(_moves(words))
    if fault is not None:
        problems.append(Problem(place, fault))
    headers = {
        _HEADERS.get(name, name): text for name, text in tags.items() if text not in ("", "?", "-")
    }
    return Record(
        moves,
        headers=headers | extra,
        result=read_result(headers.get("result", "")),
        problems=tuple(problems),
        format="kurnik",
        encoding=encoding,
        place=place,
    )


def _opening(words: list[str]) -> tuple[list[str], dict[str, str], bool]:
    """Return the words of the moves, the headers of the opening, and whether colours were exchanged."""
    acts: list[tuple[int, str]] = []  # with their index
    choice = ""
    for index, word in enumerate(words):
        if word in (color.label for color in Color):
            choice = word
        elif word != _NOTHING:
            acts.append((index, word))
        if len(acts) == 8:  # moves 1 to 4, two offers, the choice of one, move 6
            break
    headers: dict[str, str] = {}
    if choice:
        headers["swap"] = "R" if choice == Color.BLACK.label else "-"
    played = [word for _, word in acts]
    if len(acts) > 5:
        refused = [word for word in played[4:6] if word not in played[6:7]]
        try:
            text = format_moves(map(text_to_point, refused))
        except NotationError:
            text = " ".join(refused)
        if text:
            headers["alternatives"] = text
    rest = words[acts[-1][0] + 1 :] if len(acts) == 8 else []
    return played[:4] + played[6:] + rest, headers, choice == Color.BLACK.label


def _exchanged(tags: dict[str, str]) -> dict[str, str]:
    tags = dict(tags)
    for pair in _PAIRS:
        if all(name in tags for name in pair):
            tags[pair[0]], tags[pair[1]] = tags[pair[1]], tags[pair[0]]
    if "Result" in tags:
        tags["Result"] = _SWAPPED.get(tags["Result"], tags["Result"])
    return tags


def _moves(words: list[str]) -> Iterator[Move]:
    for number, word in enumerate(words, start=1):
        try:
            yield PASS if word == _NOTHING else text_to_point(word)
        except NotationError as error:
            raise NotationError(f"{error} (move {number})") from None


register(Kurnik())
