"""The terms on which a game is played."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final

from .. import openings, rulebooks
from ..clock import TimeControl
from ..errors import ClockError, RulingError, quoted
from ..openings import OpeningRule
from ..openings.steps import jsonable
from ..rulebooks import Rulebook
from ..verdicts import Reading

__all__ = ["Setup", "make_setup", "special_terms"]


@dataclass(frozen=True, slots=True)
class Setup:
    """The terms on which a game is played.

    Attributes
    ----------
    rulebook, opening, control
        The rulebook, the opening rule and the time control (None without clocks).
    auto_press
        Whether an event that ends a turn also presses the clock.
    auto_adjudicate
        Whether fives, fouls, flags and dead positions end the game by themselves; None: as the
        rulebook has it.
    late_limit_ms
        How late a player may arrive, None without limit.
    increment_before_first
        Whether the increment is added once before the first move.
    fouls
        Whether Black's fouls are fouls (CN 3.3 lets free openings play without).
    reading
        How the rulebook reads what a three is.
    players, options
        As they stand in the log.
    """

    rulebook: Rulebook
    opening: OpeningRule
    control: TimeControl | None = None
    auto_press: bool = True
    auto_adjudicate: bool | None = None
    late_limit_ms: int | None = None
    increment_before_first: bool = False
    fouls: bool = True
    reading: Reading = Reading.RIF
    players: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def is_auto(self, key: str) -> bool:
        """Whether a five, foul, flag or dead position ends the game by itself."""
        if self.auto_adjudicate is not None:
            return self.auto_adjudicate
        return self.rulebook[key] in ("auto", True)


_OPTIONS: Final = {
    "auto_press": bool,
    "auto_adjudicate": bool,
    "late_limit_ms": int,
    "increment_before_first": bool,
    "fouls": bool,
    "opening": Mapping,
    "pool": list | tuple,
    "rules": Mapping,
}


_KINDS: Final[dict[Any, str]] = {
    bool: "true or false",
    int: "a whole number",
    Mapping: "an object",
    list | tuple: "a list",
}


def make_setup(
    rulebook: Rulebook | str,
    opening: OpeningRule | str,
    control: TimeControl | str | None,
    players: Mapping[str, Any],
    options: Mapping[str, Any],
) -> Setup:
    """Return the terms of a game, checked.

    Raises
    ------
    NotationError, ClockError, RulingError
        If there is no such rulebook, rule, time control or option.
    """
    _check_objects(players, options)
    for name, value in options.items():
        kind = _OPTIONS.get(name)
        if kind is None:
            raise RulingError(f"{quoted(name)} is no option: there are {', '.join(_OPTIONS)}")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise RulingError(f"option {name}={quoted(value)}: it is {_KINDS[kind]}")
    if options.get("late_limit_ms", 0) < 0:
        raise RulingError("late_limit_ms is 0 or more")
    book = rulebook if isinstance(rulebook, Rulebook) else rulebooks.get(rulebook)
    if options.get("rules"):
        book = book.replace(**options["rules"])
    keywords = dict(options.get("opening", {}))
    if "name" in keywords:
        raise RulingError("option opening: 'name' is no option of an opening rule")
    if "pool" in options and "pool" in keywords:
        raise RulingError("option pool: it is given twice, and under 'opening'")
    if "pool" in options:
        keywords["pool"] = tuple(options["pool"])
    rule = opening if isinstance(opening, OpeningRule) else openings.get(opening, **keywords)
    clock = TimeControl.parse(control) if isinstance(control, str) else control
    if not isinstance(clock, TimeControl | None):
        raise ClockError(f"{quoted(control)} is no time control: use text such as 2h+30s")
    return Setup(
        book,
        rule,
        clock,
        options.get("auto_press", True),
        options.get("auto_adjudicate"),
        options.get("late_limit_ms"),
        options.get("increment_before_first", False),
        options.get("fouls", True),
        book.reading,
        deepcopy(dict(players)),
        deepcopy(dict(options)),
    )


def _check_objects(players: Any, options: Any) -> None:
    if not isinstance(options, Mapping):
        raise RulingError(f"options={quoted(options)}: it is an object")
    if (
        not isinstance(players, Mapping)
        or not set(players) <= {"A", "B"}
        or not all(isinstance(entry, Mapping) for entry in players.values())
    ):
        raise RulingError(
            f"players={quoted(players)}: it is an object with an object for A and B each"
        )
    for player, entry in players.items():
        if not isinstance(entry.get("name", ""), str):
            raise RulingError(
                f"players: the name of {player} is {quoted(entry['name'])}: it is text"
            )


def special_terms(setup: Setup) -> dict[str, Any]:
    """Return the options that say what rules differ from those that the names stand for."""
    found: dict[str, Any] = {}
    book = rulebooks.get(setup.rulebook.id)
    rules = {k: v for k, v in setup.rulebook.values.items() if book.values[k] != v}
    if rules:
        found["rules"] = rules
    usual = {option.name: option.default for option in setup.opening.choices}
    given = {k: jsonable(v) for k, v in setup.opening.options if usual.get(k) != v}
    if "pool" in given:
        found["pool"] = given.pop("pool")
    if given:
        found["opening"] = given
    return found
