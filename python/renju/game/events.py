"""The events of a game log: their types, their fields, and reading them.

The table says what each type carries; an unknown type or field is an error that names it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final

from ..clock import Player
from ..errors import NotationError, RulingError, quoted
from ..geometry import Point, to_point
from ..notation import to_move

__all__ = [
    "ACTIONS",
    "EVENT_TYPES",
    "Event",
    "Field",
    "foreign_field",
    "shortened",
    "visible",
    "whole_numbers",
]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an event.

    Attributes
    ----------
    kind
        What it holds: `player`, `point`, `points`, `move`, `number`, `ms`, `flag`, `text`, `players`,
        `data`, or the words it may be, separated by `|`.
    required
        Whether it must be there.
    default
        Its value if it is not.
    """

    kind: str
    required: bool = True
    default: Any = None


def _optional(kind: str, default: Any = None) -> Field:
    return Field(kind, False, default)


#: How much of a text an error quotes.
_LONGEST: Final = 80
#: How much of the error of an opening rule, which may quote texts as they are.
_LONGEST_ERROR: Final = 700
#: Python writes no number with more than 4,300 digits as text, and reads none.
_MOST_BITS: Final = 14_000
_BY: Final = {"by": Field("player")}
_KINDS: Final = (
    "first_stone_off_centre|not_a_pattern|count_not_declared|two_moves|slid|moved_stone|dropped|"
    "clock_before_stone|wrong_hand|draw_offer|adjusting|early_pass|faulty_proposals|wrong_colors"
)
#: What an arbiter may do, and the fields that each has besides `reason` and `clause`.
ACTIONS: Final[dict[str, tuple[str, ...]]] = {
    "pause": (),
    "resume": (),
    "adjourn": (),
    "resume_adjourned": (),
    "time_penalty": ("player", "ms", "give_ms", "code"),
    "set_clocks": ("A_ms", "B_ms"),
    "split": (),
    "violation": ("player", "code"),
    "loss": ("player", "code"),
    "forfeit": ("player", "code"),
    "draw": (),
    "void": (),
    "replay": (),
    "correct": (),
    "position": ("moves",),
    "colors": ("A",),
    "stand": (),
}

#: Each type of event with its own fields; every event may also carry `at_ms`.
EVENT_TYPES: Final[dict[str, dict[str, Field]]] = {
    "start": {"absent": _optional("players", ())},
    "arrive": _BY,
    "stone": {**_BY, "point": Field("point"), "offer_draw": _optional("flag", False)},
    "stones": {**_BY, "points": Field("points")},
    "pass": {**_BY, "offer_draw": _optional("flag", False)},
    "keep": _BY,
    "swap": _BY,
    "declare": {**_BY, "count": Field("number")},
    "propose": {**_BY, "points": Field("points")},
    "choose": {**_BY, "point": Field("point")},
    "exclude": {**_BY, "rule": Field("text")},
    "press": _BY,
    "claim": {
        "by": Field("A|B|arbiter"),
        "claim": Field("five|overline|foul|time"),
        "point": _optional("point"),
        "player": _optional("player"),
    },
    "accept_claim": _BY,
    "resign": _BY,
    "offer_draw": _BY,
    "accept_draw": _BY,
    "decline_draw": _BY,
    "stop_clocks": _BY,
    "irregularity": {
        **_BY,
        "kind": Field(_KINDS),
        "point": _optional("point"),
        "points": _optional("points"),
        "data": _optional("data"),
    },
    "demand": _BY,
    "disarranged": {
        "cause": Field("player|outside"),
        "by": _optional("player"),
        "intent": _optional("accident|deliberate", "accident"),
        "reconstructable": Field("flag"),
    },
    "reconstructed": {},
    "seal": {**_BY, "point": Field("move")},
    "unseal": {"by": _optional("player")},
    "arbiter": {
        "action": Field("|".join(ACTIONS)),
        "player": _optional("player|both"),
        "ms": _optional("ms", 0),
        "give_ms": _optional("ms", 0),
        "A_ms": _optional("ms"),
        "B_ms": _optional("ms"),
        "code": _optional("text"),
        "moves": _optional("text"),
        "A": _optional("black|white"),
        "reason": _optional("text"),
        "clause": _optional("text"),
    },
    "takeback": {**_BY, "to": Field("number")},
    "accept_takeback": _BY,
    "note": {"text": Field("text")},
}


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a game log, read and checked.

    Attributes
    ----------
    type
        Its type.
    by
        `"A"`, `"B"`, `"arbiter"`, or empty where nobody in particular is meant.
    at_ms
        The time since the start of the round, None if the log has none.
    values
        Its fields, points as `Point`; those left out have their defaults.
    source
        The event as it was given, points as text.
    """

    type: str
    by: str = ""
    at_ms: int | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def player(self) -> Player:
        """Who did it, of an event that a player does."""
        if self.by not in ("A", "B"):
            raise RulingError(f"{self.type}: 'by' must be A or B")
        return "A" if self.by == "A" else "B"

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @classmethod
    def read(cls, data: Mapping[str, Any], *, of_log: bool = False) -> Event:
        """Read an event.

        Points may be `Point`, numbers or text. With `of_log` they are text as a log has it, and a number
        without a fraction is the integer it is, however it is written (1000.0).

        Raises
        ------
        RulingError
            If its type or a field is unknown, missing or wrong.
        """
        if not isinstance(data, Mapping):
            raise RulingError(f"{quoted(data)} is no event: an event is an object with a type")
        kind = data.get("type")
        fields = EVENT_TYPES.get(kind) if isinstance(kind, str) else None
        if fields is None or not isinstance(kind, str):
            raise RulingError(
                f"{quoted(kind)} is no type of event: there are {', '.join(EVENT_TYPES)}"
            )
        unknown = set(data) - set(fields) - {"type", "at_ms"}
        if unknown:
            raise RulingError(
                f"{kind}: {quoted(min(unknown, key=str))} is no field of it: it has "
                f"{', '.join([*fields, 'at_ms'])}"
            )
        if of_log:
            data = _of_log(kind, fields, data)
        values = {}
        for name, spec in fields.items():
            if name in data:
                values[name] = _value(kind, name, spec.kind, data[name])
            elif spec.required:
                raise RulingError(f"{kind}: the field {name!r} is missing")
            else:
                values[name] = spec.default
        at_ms = _value(kind, "at_ms", "ms", data["at_ms"]) if "at_ms" in data else None
        source = {
            name: value if name not in fields else _source(fields[name].kind, value, values[name])
            for name, value in data.items()
        }
        return cls(kind, values.get("by") or "", at_ms, values, source)

    def to_dict(self) -> dict[str, Any]:
        """Return it as it was given, but points as text; a copy."""
        return {
            name: deepcopy(value) if isinstance(value, (list, dict)) else value
            for name, value in self.source.items()
        }

    def __str__(self) -> str:
        what = " ".join(
            _clipped(value)
            if name in ("point", "claim", "action", "kind")
            else f"{name}={_clipped(value)}"
            for name, value in self.source.items()
            if name not in ("type", "by", "at_ms")
        )
        return " ".join(part for part in (self.by, self.type, what) if part)


def _clipped(value: Any) -> str:
    """Return a value as the error about its event quotes it, clipped when it is long."""
    if not isinstance(value, str):
        return quoted(value)
    return value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…"


def foreign_field(event: Event) -> str | None:
    """Return a field that an arbiter's event has, and that its action has no use for."""
    own = (*ACTIONS[event["action"]], "type", "at_ms", "action", "reason", "clause")
    return min((name for name in event.source if name not in own), default=None)


def shortened(text: str) -> str:
    """Return the text of an error without its middle, when it quotes something very long."""
    if len(text) <= _LONGEST_ERROR:
        return text
    return f"{text[: _LONGEST_ERROR // 4]} … {text[-_LONGEST_ERROR // 2 :]}"


def visible(text: str) -> str:
    r"""Return text with what would move a cursor or hide itself written as escapes, such as `\n`.

    What a log says is printed for people: it must not look like a line of the program's own.

    Examples
    --------
    >>> print(visible("one\n\x1b[2Jtwo 棋"))
    one\n\x1b[2Jtwo 棋
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or unicodedata.category(char) == "Zs" else _escape(char)
        for char in text
    )


def _escape(char: str) -> str:
    return repr(char)[1:-1]


def _source(kind: str, given: Any, read: Any) -> Any:
    """Return the value of a field as a log has it: text and lists, and nothing of the caller's."""
    if kind in ("point", "move"):
        return str(read)
    if given.__class__ is str:  # as most values are
        return given
    if kind in ("points", "players"):
        return [str(item) for item in read]
    return deepcopy(given)


#: Points as a log has them; `to_point` reads more.
_WRITTEN: Final = re.compile(r"[A-Oa-o](?:1[0-5]|[1-9])")


def _of_log(event: str, fields: Mapping[str, Field], data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an event of a log with whole numbers as integers.

    Raises
    ------
    RulingError
        If a point is not written as a log has it.
    """
    for name, spec in fields.items():
        if name not in data or spec.kind not in ("point", "points", "move"):
            continue
        value = data[name]
        for text in value if isinstance(value, list) else [value]:
            is_pass = spec.kind == "move" and text == "pass"
            if not is_pass and not (isinstance(text, str) and _WRITTEN.fullmatch(text)):
                raise RulingError(f"{event}: {name} is {quoted(text)}: a log has text such as 'h8'")
    return whole_numbers(data)


def whole_numbers(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an object of a log with the integers that were written as 1000.0 as integers.

    JSON has one kind of number, and to JSON Schema a number without a fraction is an integer.
    """
    if not any(value.__class__ is float for value in data.values()):
        return data
    return {
        name: int(value) if value.__class__ is float and value.is_integer() else value
        for name, value in data.items()
    }


def _value(event: str, name: str, kind: str, value: Any) -> Any:
    try:
        return _READERS[kind](value) if kind in _READERS else _word(kind, value)
    except (NotationError, ValueError) as error:
        raise RulingError(f"{event}: {name} is {quoted(value)}: {error}") from None


def _word(kind: str, value: Any) -> str:
    words = kind.split("|")
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"it is one of {', '.join(words)}")
    return value


def _player(value: Any) -> str:
    return _word("A|B", value)


def _player_or_both(value: Any) -> str:
    return _word("A|B|both", value)


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("it is an integer")  # noqa: TRY004  (a word on a value)
    if value.bit_length() > _MOST_BITS:
        raise ValueError("it has too many digits")
    return value


def _ms(value: Any) -> int:
    if _number(value) < 0:
        raise ValueError("it is a number of milliseconds, 0 or more")
    return int(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("it is true or false")  # noqa: TRY004  (a word on a value)
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("it is text")  # noqa: TRY004  (a word on a value)
    return value


def _list(value: Any) -> list[Any]:
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise ValueError("it is a list")  # noqa: TRY004  (a word on a value)
    return list(value)


def _points(value: Any) -> tuple[Point, ...]:
    return tuple(to_point(point) for point in _list(value))


def _players(value: Any) -> tuple[str, ...]:
    found = tuple(_player(player) for player in _list(value))
    if len(set(found)) != len(found):
        raise ValueError("it names a player twice")
    return found


_READERS: Final[dict[str, Any]] = {
    "player": _player,
    "player|both": _player_or_both,
    "point": to_point,
    "points": _points,
    "move": to_move,
    "number": _number,
    "ms": _ms,
    "flag": _flag,
    "text": _text,
    "players": _players,
    "data": lambda value: value,
}
