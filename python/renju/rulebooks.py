"""Rulebooks as data: every key on which they differ, with its value and its clause.

`RIF` is the International Rules of Renju, `RU` the codex of the Russian federation, `CN` the Chinese competition rules.
Where a book is silent the value is marked `(gap)`; where it is read between the lines, `(inferred)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from .errors import NotationError, quoted
from .rulebook_keys import KEYS, Key
from .verdicts import Reading

__all__ = ["KEYS", "NAMES", "Key", "Row", "Rulebook", "compare", "get", "names"]


_KEYS: Final = {key.name: key for key in KEYS}
#: The clause of a key that an event has replaced.
REPLACED: Final = "event regulations"
#: What the game cites a clause for, and the key that it depends on: where the event replaces that, the
#: clause is the event's. A book that says nothing of its own cites the key's.
_DEPENDS_ON: Final[dict[str, str | None]] = {
    "win by five": None,
    "win by overline": None,
    "overline": None,
    "double-four": None,
    "double-three": None,
    "five and foul": None,
    "lapsed": "foul_lapses",
    "time": None,
    "resignation": None,
    "accepted": "accepted_claim",
    "board full": None,
    "agreement": None,
    "passes": "two_passes",
    "both times": "both_flags",
    "turn": None,
    "occupied": None,
    "late": "lateness",
    "too late": "lateness",
    "forfeit": None,
    "clock": None,
    "set clocks": None,
    "split": None,
    "pause": None,
    "ruling": "disarranged",
    "penalty": "penalties",
    "adjourned": "adjournment",
    "sealed move": "adjournment",
    "mixed colours": None,
    "draw offer": "draw_offer",
    "draw offer in the opponent's time": "draw_offer",
    "draw offers": "draw_offer",
    "accepted by playing on": "irregularities",
}


class Row(NamedTuple):
    """What a rulebook answers to one question.

    Attributes
    ----------
    key
        The name of the key.
    asks
        The question.
    answer
        The answer in words.
    clause
        The clause that it rests on.
    """

    key: str
    asks: str
    answer: str
    clause: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A rulebook.

    Attributes
    ----------
    id
        Its name in game logs.
    title
        What it is called.
    values
        The value of every key.
    clauses
        The clause that each value rests on.
    cites
        The clauses that the game cites for what it does, by a short name.
    """

    id: str
    title: str
    values: Mapping[str, Any]
    clauses: Mapping[str, str]
    cites: Mapping[str, str]

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def clause(self, name: str) -> str:
        """Return the clause of a key, or the one cited for something that the game does.

        A key that was replaced has "event regulations", and so has what depends on it.

        Raises
        ------
        NotationError
            If there is no such key, and nothing of that name is cited.
        """
        key = _DEPENDS_ON.get(name, name)
        if name in self.cites and (key is None or self.clauses.get(key) != REPLACED):
            return self.cites[name]
        if key is None or key not in self.clauses:
            known = ", ".join((*_KEYS, *_DEPENDS_ON))
            raise NotationError(f"{quoted(name)} has no clause: there are {known}")
        return self.clauses[key]

    @property
    def reading(self) -> Reading:
        """When a straight-four point may be played."""
        return Reading.of(self.values["reading"])

    def replace(self, /, **values: Any) -> Rulebook:
        """Return the rulebook with other values for some keys; one that it has already changes nothing.

        Raises
        ------
        NotationError
            If there is no such key or value.
        """
        for name, value in values.items():
            _check(name, value)
        given = {name: value for name, value in values.items() if self.values[name] != value}
        clauses = {**self.clauses, **dict.fromkeys(given, REPLACED)}
        return replace(self, values={**self.values, **values}, clauses=clauses)

    def rows(self) -> Iterator[Row]:
        """Yield a row a key: its name, the question, the answer in words, the clause."""
        for key in KEYS:
            value = self.values[key.name]
            answer = str(key.values.get(value, value))
            yield Row(key.name, key.asks, answer, self.clauses[key.name])


def _check(name: str, value: Any) -> None:
    key = _KEYS.get(name)
    if key is None:
        raise NotationError(f"{quoted(name)} is no key of a rulebook: there are {', '.join(_KEYS)}")
    if name == "pass_ban":
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise NotationError(f"pass_ban={quoted(value)}: use a number of moves, 0 or more")
    elif not any(value is answer or value == answer for answer in key.values) or (
        isinstance(value, bool) is not (True in key.values)
    ):
        raise NotationError(
            f"{name}={quoted(value)}: use one of {', '.join(map(repr, key.values))}"
        )


def _book(
    name: str, title: str, rows: Mapping[str, tuple[Any, str]], cites: Mapping[str, str]
) -> Rulebook:
    for key, (value, _) in rows.items():
        _check(key, value)
    lacking = [what for what, key in _DEPENDS_ON.items() if key is None and what not in cites]
    if lacking or not set(cites) <= set(_DEPENDS_ON):
        raise ValueError(f"{name}: clauses are missing for {lacking}, or one is for nothing")
    if set(rows) != set(_KEYS):
        raise ValueError(f"{name}: missing keys {set(_KEYS) - set(rows)}")
    values = {key: value for key, (value, _) in rows.items()}
    clauses = {key: clause for key, (_, clause) in rows.items()}
    return Rulebook(name, title, values, clauses, cites)


_RIF: Final = _book(
    "rif-1996",
    "The International Rules of Renju, 1996, corrected 1998",
    {
        "reading": ("rif", "RIF 3"),
        "five": ("claim", "RIF 9.6"),
        "foul": ("claim", "RIF 9.6"),
        "foul_lapses": (True, "RIF 9.8"),
        "late_overline": (True, "RIF 9.8"),
        "accepted_claim": (False, "RIF 9 (gap)"),
        "five_precedence": ("claimed", "RIF 9.6, 9.7"),
        "may_pass": (True, "RIF 5"),
        "pass_ban": (3, "RIF 12.9"),
        "swap_is_move": (False, "RIF 5"),
        "two_passes": ("either", "RIF 10.3"),
        "dead_position": (False, "RIF 10 (gap)"),
        "draw_offer": ("with_move", "RIF 10b"),
        "flag": ("claim", "RIF 9.4, 9.6"),
        "flag_claimants": ("opponent", "RIF 14.8"),
        "time_referee": (False, "RIF 14.9"),
        "both_flags": ("draw", "RIF 10.4"),
        "flag_must_stand": (True, "RIF 9.6"),
        "stopping_clocks": ("organiser", "RIF 14.7"),
        "reply_before_press": (True, "RIF 6, 14.3"),
        "second_violation_loses": (False, "RIF 17.5"),
        "irregularities": (False, "RIF 17.2"),
        "disarranged": ("rif", "RIF 8"),
        "rulings": ("disputes", "RIF 17.2"),
        "claim_clocks": ("claimant", "RIF 9.6"),
        "penalties": ("organiser", "RIF 16, 17.5"),
        "lateness": ("option", "RIF 15 (gap)"),
        "adjournment": (True, "RIF 17.6"),
        "recording": ("over_5m", "RIF 13.2"),
        "takeback": (False, "RIF 6"),
    },
    {
        "win by five": "RIF 9.1",
        "win by overline": "RIF 9.1",
        "overline": "RIF 9.2a",
        "double-four": "RIF 9.2b",
        "double-three": "RIF 9.2c",
        "five and foul": "RIF 9.7",
        "lapsed": "RIF 9.8",
        "time": "RIF 9.4",
        "resignation": "RIF 9.5",
        "board full": "RIF 10.1",
        "agreement": "RIF 10.2",
        "passes": "RIF 10.3",
        "both times": "RIF 10.4",
        "turn": "RIF 4.2",
        "occupied": "RIF 5",
        "late": "RIF 15",
        "too late": "event regulations (late_limit_ms)",
        "forfeit": "RIF 16",
        "clock": "RIF 14.3",
        "set clocks": "RIF 14.5",
        "split": "RIF 14.1 (gap)",
        "pause": "RIF 14.6",
        "ruling": "RIF 17.2",
        "penalty": "RIF 17.5",
        "adjourned": "RIF 17.6 (gap)",
        "sealed move": "RIF 17.6 (gap)",
        "mixed colours": "RIF 17.2",
    },
)
_CN: Final = _book(
    "cn",
    "The Chinese competition rules of renju",
    {
        "reading": ("permitted", "CN def.4 (inferred)"),
        "five": ("claim", "CN 10.1(1)"),
        "foul": ("claim", "CN 10.1(2)"),
        "foul_lapses": (True, "CN 10.1(2)"),
        "late_overline": (True, "CN 10.1(2)"),
        "accepted_claim": (True, "CN 10.1(3)"),
        "five_precedence": ("claimed", "CN 10.1(1)"),
        "may_pass": (True, "CN 11.1(1)"),
        "pass_ban": (5, "CN 11.1(1)"),
        "swap_is_move": (True, "CN def.1"),
        "two_passes": ("round", "CN 10.2(2)"),
        "dead_position": (False, "CN 10.2 (gap)"),
        "draw_offer": ("flagged", "CN 10.3"),
        "flag": ("claim", "CN 8.6"),
        "flag_claimants": ("anyone", "CN 8.6, 10.1(3)B"),
        "time_referee": (False, "CN 8.6"),
        "both_flags": ("first", "CN 10.2(4)"),
        "flag_must_stand": (False, "CN 10.1(1)"),
        "stopping_clocks": ("loss", "CN 10.1(3)J"),
        "reply_before_press": (True, "CN 8.4 (inferred)"),
        "second_violation_loses": (True, "CN 10.1(3)H"),
        "irregularities": (True, "CN 6.1"),
        "disarranged": ("cn", "CN 4.2"),
        "rulings": ("cases", "CN 4.2, 10.2"),
        "claim_clocks": ("arbiter", "CN 8.8"),
        "penalties": ("ladder", "CN def.20"),
        "lateness": ("forfeit", "CN 8.5"),
        "adjournment": (True, "CN 9"),
        "recording": ("from_5m", "CN 7.6"),
        "takeback": (False, "CN 4.1"),
    },
    {
        "win by five": "CN 10.1(1)",
        "win by overline": "CN 10.1(1)",
        "overline": "CN 10.1(2)",
        "double-four": "CN 10.1(2)",
        "double-three": "CN 10.1(2)",
        "five and foul": "CN 10.1(2)",
        "lapsed": "CN 10.1(2)",
        "time": "CN 10.1(3)B",
        "resignation": "CN 10.1(3)C",
        "accepted": "CN 10.1(3)",
        "board full": "CN 10.2(3)",
        "agreement": "CN 10.2(1)",
        "passes": "CN 10.2(2)",
        "both times": "CN 10.2(4)",
        "turn": "CN 4.1",
        "occupied": "CN 4.2",
        "late": "CN 8.5",
        "too late": "CN 8.5",
        "forfeit": "CN 10.1(3)D",
        "clock": "CN 8.4",
        "set clocks": "CN 8.7",
        "split": "CN 8.1",
        "pause": "CN 8.8",
        "ruling": "CN 4.2",
        "penalty": "CN def.20",
        "adjourned": "CN 9",
        "sealed move": "CN 9.3(6)",
        "mixed colours": "CN 5.2",
        "draw offer": "CN 10.3(1)",
        "draw offer in the opponent's time": "CN 10.3(3)",
        "draw offers": "CN 10.3(4)",
        "accepted by playing on": "CN 6.2",
    },
)
_RU: Final = _book(
    "ru",
    "The codex of renju of the Russian federation",
    {
        "reading": ("permitted", "RU 3"),
        "five": ("auto", "RU 7.1, 7.2"),
        "foul": ("claim", "RU 4.2 (gap)"),
        "foul_lapses": (True, "RU 4.2 (gap)"),
        "late_overline": (True, "RU 4.2 (gap)"),
        "accepted_claim": (False, "RU 7 (gap)"),
        "five_precedence": ("made", "RU 7.1"),
        "may_pass": (True, "RU 4.4"),
        "pass_ban": (0, "RU 4.4"),
        "swap_is_move": (False, "RU 4.4 (gap)"),
        "two_passes": ("either", "RU 8.1"),
        "dead_position": (True, "RU 8.1"),
        "draw_offer": ("any", "RU 8.1"),
        "flag": ("auto", "RU 7.4"),
        "flag_claimants": ("nobody", "RU 7.4"),
        "time_referee": (False, "RU 7.4"),
        "both_flags": ("first", "RU 7.4 (gap)"),
        "flag_must_stand": (False, "RU 7.1"),
        "stopping_clocks": ("none", "RU 6 (gap)"),
        "reply_before_press": (False, "RU 6.1"),
        "second_violation_loses": (False, "RU 7 (gap)"),
        "irregularities": (False, "RU 6 (gap)"),
        "disarranged": ("ru", "RU 6.2"),
        "rulings": ("regulations", "RU 8.2"),
        "claim_clocks": ("none", "RU 7 (gap)"),
        "penalties": ("organiser", "RU 7 (gap)"),
        "lateness": ("option", "RU 7.4 (gap)"),
        "adjournment": (True, "RU 6 (gap)"),
        "recording": ("no", "RU 2.1 (gap)"),
        "takeback": (False, "RU 4.1"),
    },
    {
        "win by five": "RU 7.1",
        "win by overline": "RU 7.2",
        "overline": "RU 4.2 (gap)",
        "double-four": "RU 4.2 (gap)",
        "double-three": "RU 4.2 (gap)",
        "five and foul": "RU 4.2 (gap)",
        "lapsed": "RU 4.2 (gap)",
        "time": "RU 7.4",
        "resignation": "RU 7.3",
        "board full": "RU 8.1",
        "agreement": "RU 8.1",
        "passes": "RU 8.1",
        "both times": "RU 7.4 (gap)",
        "turn": "RU 4.1",
        "occupied": "RU 4.1",
        "late": "RU 7.4 (gap)",
        "too late": "event regulations (late_limit_ms)",
        "forfeit": "RU 7 (gap)",
        "clock": "RU 6.1",
        "set clocks": "RU 6 (gap)",
        "split": "RU 7.4 (gap)",
        "pause": "RU 6 (gap)",
        "ruling": "RU 6.2 (gap)",
        "penalty": "RU 7 (gap)",
        "adjourned": "RU 6 (gap)",
        "sealed move": "RU 6 (gap)",
        "mixed colours": "RU 4.1 (gap)",
    },
)
_GOMOCUP: Final = _book(
    "gomocup",
    "Renju as program tournaments referee it",
    {
        "reading": ("rif", "RIF 3"),
        "five": ("auto", "Gomocup"),
        "foul": ("auto", "Gomocup"),
        "foul_lapses": (False, "Gomocup"),
        "late_overline": (False, "Gomocup"),
        "accepted_claim": (False, "Gomocup"),
        "five_precedence": ("made", "Gomocup"),
        "may_pass": (False, "Gomocup"),
        "pass_ban": (0, "Gomocup"),
        "swap_is_move": (False, "Gomocup"),
        "two_passes": ("none", "Gomocup"),
        "dead_position": (False, "Gomocup"),
        "draw_offer": ("none", "Gomocup"),
        "flag": ("auto", "Gomocup"),
        "flag_claimants": ("nobody", "Gomocup"),
        "time_referee": (False, "Gomocup"),
        "both_flags": ("first", "Gomocup"),
        "flag_must_stand": (False, "Gomocup"),
        "stopping_clocks": ("none", "Gomocup"),
        "reply_before_press": (False, "Gomocup"),
        "second_violation_loses": (False, "Gomocup"),
        "irregularities": (False, "Gomocup"),
        "disarranged": ("none", "Gomocup"),
        "rulings": ("none", "Gomocup"),
        "claim_clocks": ("none", "Gomocup"),
        "penalties": ("none", "Gomocup"),
        "lateness": ("option", "Gomocup"),
        "adjournment": (False, "Gomocup"),
        "recording": ("no", "Gomocup"),
        "takeback": (False, "Gomocup"),
    },
    {
        "win by five": "RIF 9.1",
        "win by overline": "RIF 9.1",
        "overline": "RIF 9.2a",
        "double-four": "RIF 9.2b",
        "double-three": "RIF 9.2c",
        "board full": "RIF 10.1",
        "turn": "RIF 4.2",
        "occupied": "RIF 5",
        "resignation": "RIF 9.5",
        "agreement": "RIF 10.2",
        "passes": "RIF 10.3",
        "five and foul": "RIF 9.7",
        "lapsed": "RIF 9.8",
        **dict.fromkeys(
            ("time", "both times", "late", "clock", "pause", "ruling", "penalty", "adjourned"),
            "Gomocup",
        ),
        **dict.fromkeys(("forfeit", "set clocks", "split"), "Gomocup"),
        **dict.fromkeys(("sealed move", "mixed colours"), "Gomocup"),
        "too late": "event regulations (late_limit_ms)",
    },
)
_BOOKS: Final = {book.id: book for book in (_RIF, _CN, _RU, _GOMOCUP)}

#: The names of all rulebooks.
NAMES: Final[tuple[str, ...]] = tuple(_BOOKS)


def names() -> tuple[str, ...]:
    """Return the names of all rulebooks."""
    return NAMES


def get(name: Any) -> Rulebook:
    """Return a rulebook.

    Raises
    ------
    NotationError
        If there is none of that name.
    """
    book = _BOOKS.get(name) if isinstance(name, str) else None
    if book is None:
        raise NotationError(f"{quoted(name)} is no rulebook: there are {', '.join(NAMES)}")
    return book


def compare(one: Rulebook | str, two: Rulebook | str) -> Iterator[tuple[Row, Row]]:
    """Yield both rows of each key on which two rulebooks, or those of two names, differ.

    Raises
    ------
    NotationError
        If there is no rulebook of a name.

    Examples
    --------
    >>> left, right = next(compare("rif-1996", "cn"))
    >>> left.key, left.answer, left.clause
    ('reading', 'if it makes no five and is no foul', 'RIF 3')
    >>> right.answer, right.clause
    ('if it is a permitted move; a five is', 'CN def.4 (inferred)')
    """
    left, right = (book if isinstance(book, Rulebook) else get(book) for book in (one, two))
    return (
        (first, second)
        for first, second in zip(left.rows(), right.rows(), strict=True)
        if left[first.key] != right[second.key]
    )
