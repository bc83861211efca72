"""Steps of openings in the notation of tests/data/openings/README.md, and what the tests share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from renju import openings
from renju.openings import OpeningRule, OpeningState

EXAMPLES = Path(__file__).parent / "data" / "openings"
_STEP = re.compile(r"[AB](?=\s)|\([^)]*\)|\{[^}]*\}|\S+")


@dataclass(frozen=True)
class Example:
    """One line of an example file; `refused_by` is empty for a legal one."""

    where: str
    rule: OpeningRule
    steps: tuple[dict[str, Any], ...]
    refused_by: str = ""
    facts: tuple[str, ...] = ()


def parse_steps(text: str) -> tuple[dict[str, Any], ...]:
    """Read steps as events of the game log."""
    by, found = "", []
    for token in _STEP.findall(text.replace("|", " ") + " "):
        if token in ("A", "B"):
            by = token
            continue
        found.append({"by": by, **_event(token)})
    return tuple(found)


def _event(token: str) -> dict[str, Any]:
    if token in ("keep", "swap", "pass"):
        return {"type": token}
    if token.startswith("N="):
        return {"type": "declare", "count": int(token[2:])}
    if token[0] in "({":
        points = token[1:-1].split(",")
        return {"type": "stones" if token[0] == "(" else "propose", "points": points}
    if token[0] == "=":
        return {"type": "choose", "point": token[1:]}
    if token[0] == "-":
        return {"type": "exclude", "rule": token[1:]}
    return {"type": "stone", "point": token}


def parse_rule(text: str) -> OpeningRule:
    """Read a rule and its options, such as `cn-designated min_count=2`."""
    name, *pairs = text.split()
    defaults = {choice.name: choice.default for choice in openings.get(name).choices}
    options: dict[str, Any] = {}
    for pair in pairs:
        key, _, value = pair.partition("=")
        kind = type(defaults[key])
        options[key] = (
            value.split(",") if kind is tuple else value == "true" if kind is bool else kind(value)
        )
    return openings.get(name, **options)


def examples(path: Path) -> Iterator[Example]:
    """Yield the examples of a file."""
    rule = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        kind, _, rest = line.partition(": ")
        where = f"{path.stem}:{number}"
        if kind == "rule":
            rule = parse_rule(rest)
            continue
        assert rule is not None, where
        steps, _, facts = rest.partition(" => ")
        if kind == "legal":
            yield Example(where, rule, parse_steps(steps), facts=tuple(facts.split("; ")))
        else:
            word, _, clause = kind.partition(" ")
            assert word == "illegal", where
            yield Example(where, rule, parse_steps(steps), refused_by=clause)


def play(rule: OpeningRule, steps: tuple[dict[str, Any], ...]) -> OpeningState:
    """Return the state after steps."""
    state = rule.start()
    for step in steps:
        state = state.apply(step)
    return state
