"""BotZone's JSON: `requests` and `responses`, `{"x": column, "y": row}` from 0 at the top left.

The player who begins is asked with `{"x": -1, "y": -1}` first. Limits: reading only; the orientation is the
judge's own, so a game may be an image of what was played; logs with `display` are not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

from ..errors import FormatError, NotationError, quoted
from ..geometry import SIZE, Move
from .checks import from_top, up_to_fault
from .encodings import beginning, decode
from .model import Problem, Record
from .registry import Source, register

__all__ = ["BotZone"]

_ITEM: Final = re.compile(r"[\s,]*+(\{[^{}]{1,200}\})")
_BEGINNING: Final = re.compile(r'\s*\{.*?"(?:requests|responses)"\s*:\s*\[', re.DOTALL)


class BotZone:
    """What a player on BotZone is sent."""

    name = "botzone"
    endings: tuple[str, ...] = ()

    def sniff(self, source: Source) -> bool:
        """Whether it is an object with requests or responses."""
        return _BEGINNING.match(beginning(source) or "") is not None

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the game."""
        text, encoding = decode(source)
        cut = ""
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            cut = f"no JSON: {error}"
            found = {key: _as_far_as_it_goes(text, key) for key in _KEYS}
            if not any(found.values()):
                raise FormatError(f"{source.name}: {cut}") from None
        lists: list[Any] = [found.get(key) if isinstance(found, dict) else 0 for key in _KEYS]
        if not all(isinstance(items, list) for items in lists):
            raise FormatError(f"{source.name}: expected an object with the lists {_KEYS}")
        asked, answered = lists
        begins = bool(asked) and _is_start(asked[0])
        order = (answered, asked[1:]) if begins else (asked, answered)
        turns = [move for pair in zip_longest(*order) for move in pair]
        while turns and turns[-1] is None:
            turns.pop()
        moves, fault = up_to_fault(map(_move, range(1, len(turns) + 1), turns))
        problems = [] if fault is None else [Problem(f"move {len(moves) + 1}", fault)]
        if cut:
            problems.append(Problem("line 1", cut))
        yield Record(
            moves, problems=tuple(problems), format=self.name, encoding=encoding, place="line 1"
        )


_KEYS: Final = ("requests", "responses")


def _as_far_as_it_goes(text: str, key: str) -> list[Any]:
    """Return the items of a list in JSON that is broken or was cut."""
    start = re.search(rf'"{key}"\s*:\s*\[', text)
    items = []
    at = len(text) if start is None else start.end()
    while (found := _ITEM.match(text, at)) is not None:
        try:
            items.append(json.loads(found[1]))
        except ValueError:
            break
        at = found.end()
    return items


def _is_start(item: Any) -> bool:
    return isinstance(item, dict) and item.get("x") == -1 and item.get("y") == -1


def _move(number: int, item: Any) -> Move:
    col, row = (item.get(key) if isinstance(item, dict) else None for key in "xy")
    if type(col) is int and type(row) is int:
        point = from_top(col, row)
        if point is not None:
            return point
    raise NotationError(
        f"move {number}: {quoted(item)} is no point: x and y run from 0 to {SIZE - 1}"
    )


register(BotZone())
