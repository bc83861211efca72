"""An opening rule: its stages, its options, and the state it starts with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .equivalence import SymmetryKind
from .sources import sources_of
from .state import OpeningState
from .steps import Option, Player, Stage, jsonable

__all__ = ["OpeningRule", "RuleOption"]


@dataclass(frozen=True, slots=True)
class RuleOption:
    """An option of a rule, where sources differ.

    Attributes
    ----------
    name
        The keyword that `renju.openings.get` takes.
    default
        Its value unless it is given.
    says
        What it does, and who has it so.
    """

    name: str
    default: Any
    says: str


@dataclass(frozen=True)
class OpeningRule:
    """An opening rule with its options set.

    Attributes
    ----------
    id
        Its name in the registry and the game log.
    title
        What it is called.
    clause
        The clause or source that defines it.
    stages
        Its stages by name; the first is where it starts.
    options
        The options as they are set.
    choices
        What options there are.
    symmetry
        Which proposals for the fifth stone are equal: `"local"` or `"board"`.
    no_pass
        The clause that refuses a pass.
    colors_open
        Whether nobody owns a colour at the start.
    pool
        The rules among which the players exclude.
    notes
        What is inferred, decided or open in it.
    """

    id: str
    title: str
    clause: str
    stages: Mapping[str, Stage] = field(compare=False, repr=False)
    options: tuple[tuple[str, Any], ...] = ()
    choices: tuple[RuleOption, ...] = field(default=(), compare=False, repr=False)
    symmetry: SymmetryKind = field(default="local", compare=False, repr=False)
    no_pass: str = field(default="", compare=False, repr=False)
    colors_open: bool = field(default=False, compare=False, repr=False)
    pool: tuple[str, ...] = field(default=(), compare=False, repr=False)
    notes: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def start(self) -> OpeningState:
        """Return the state before the first step; A is the tentative Black, who presents."""
        return OpeningState(self, stage=next(iter(self.stages)), black=self.first_black)

    @property
    def first_black(self) -> Player | None:
        """Who owns Black at the start."""
        return None if self.colors_open else "A"

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that it cites, its own first."""
        stages = self.stages.values()
        cited = [self.clause, self.no_pass]
        for stage in stages:
            cited += [stage.clause, *(option.clause for option in stage.options), stage.no_pass]
        return tuple(dict.fromkeys(filter(None, cited)))

    def after_exclusion(self, state: OpeningState) -> OpeningState:
        """Return the state after a rule was excluded: the start of the last one that is left."""
        rest = [name for name in self.pool if name not in state.excluded]
        if len(rest) > 1:
            return state
        from .registry import get  # noqa: PLC0415  (the registry imports this module)

        played = replace(get(rest[0]), symmetry=self.symmetry)
        first = next(iter(played.stages))
        return replace(state, played=played, stage=first, black=played.first_black)

    def explain(self) -> str:
        """Return the rule step by step in words, made from the same data that is played."""
        from .words import explain_rule  # noqa: PLC0415  (only who reads it pays for it)

        return explain_rule(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the rule as JSON-ready data: its options as they are set, stages, sources, notes."""
        return {
            "id": self.id,
            "title": self.title,
            "clause": self.clause,
            "options": {name: jsonable(value) for name, value in self.options},
            "choices": [
                {"name": o.name, "default": jsonable(o.default), "says": o.says}
                for o in self.choices
            ],
            "colors_open": self.colors_open,
            "stages": [_stage_to_dict(stage) for stage in self.stages.values()],
            "notes": list(self.notes),
            "sources": sources_of(self.clauses),
        }


def _stage_to_dict(stage: Stage) -> dict[str, Any]:
    return {
        "name": stage.name,
        "actor": stage.actor.value,
        "clause": stage.clause,
        "options": [_option_to_dict(option) for option in stage.options],
    }


def _option_to_dict(option: Option) -> dict[str, Any]:
    data: dict[str, Any] = {"type": option.type, "clause": option.clause, "next": option.next}
    if option.regions:
        data["where"] = list(map(str, option.regions))
    if option.type == "declare":
        data |= {"least": option.least, "most": option.most}
    if option.type == "propose":
        data["count"] = option.count or "as declared"
    return data
