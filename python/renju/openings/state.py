"""The machine that plays opening rules: an immutable state, what may be done, and doing it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ..errors import OpeningRuleError, quoted
from ..geometry import Color, Move, Point
from ..notation import format_moves
from .actions import OWED, Action, Choice
from .equivalence import classes
from .steps import ANYWHERE, END, Actor, Option, Player, Stage, color_of, jsonable

if TYPE_CHECKING:
    from .rule import OpeningRule

__all__ = ["OpeningState"]

_OTHER: Final[dict[Player, Player]] = {"A": "B", "B": "A"}


@dataclass(frozen=True)
class OpeningState:
    """Where an opening stands. Frozen: `apply` gives the next state.

    Attributes
    ----------
    rule
        The rule that is played.
    applied
        The steps so far, from which all else follows.
    stage
        The name of the stage; `"play"` when the opening is over.
    moves
        The stones so far, in their order.
    black
        Who owns Black, None while the colours are open.
    declared
        The number of fifth moves, if it was declared.
    proposals
        The fifth moves among which White chooses.
    last
        Who took the last step.
    excluded
        The rules excluded so far.
    played
        The rule that the exclusion system left, None before and under any other rule.
    """

    rule: OpeningRule
    applied: tuple[Action, ...] = ()
    stage: str = ""
    moves: tuple[Move, ...] = ()
    black: Player | None = "A"
    declared: int | None = None
    proposals: tuple[Point, ...] = ()
    last: Player | None = None
    excluded: tuple[str, ...] = ()
    played: OpeningRule | None = field(default=None, repr=False)

    # What stands

    @property
    def is_over(self) -> bool:
        """Whether the opening is over and normal play has begun."""
        return self.stage == END

    @property
    def colors(self) -> dict[Player, Color] | None:
        """Who has which colour, None while that is open."""
        if self.black is None:
            return None
        return {self.black: Color.BLACK, _OTHER[self.black]: Color.WHITE}

    @property
    def actor(self) -> Player:
        """Who owes the next step, or the next stone in normal play."""
        if not self.is_over:
            return self._player(self._stage.actor)
        black_is_next = color_of(len(self.moves) + 1) is Color.BLACK
        return self._player(Actor.BLACK if black_is_next else Actor.WHITE)

    @property
    def clock_owner(self) -> Player:
        """Whose clock runs: who owes the next step (RIF 12.7, CN def.1)."""
        return self.actor

    @property
    def _rule(self) -> OpeningRule:
        """The rule whose stage it is."""
        return self.played or self.rule

    @property
    def _stage(self) -> Stage:
        return self._rule.stages[self.stage]

    def _player(self, actor: Actor) -> Player:
        if actor is Actor.A:
            return "A"
        if actor is Actor.B:
            return "B"
        if actor is Actor.OTHER and self.last is not None:
            return _OTHER[self.last]
        if self.black is None:
            raise RuntimeError(f"the colours are open in stage {self.stage!r}")
        return self.black if actor is Actor.BLACK else _OTHER[self.black]

    # What may be done

    def actions(self) -> tuple[Choice, ...]:
        """Return everything that may be done now; in normal play a stone on any empty point."""
        return self._choices

    @cached_property
    def _choices(self) -> tuple[Choice, ...]:
        if self.is_over:
            free = ANYWHERE.points(self.moves)
            color = color_of(len(self.moves) + 1)
            return (Choice("stone", self.actor, self._rule.clause, (free,), (color,), 1),)
        return tuple(self._choice(option) for option in self._stage.options)

    def _choice(self, option: Option) -> Choice:
        by, clause = self.actor, option.clause
        if option.type in ("stone", "stones"):
            numbers = range(len(self.moves) + 1, len(self.moves) + 1 + len(option.regions))
            regions = tuple(region.points(self.moves) for region in option.regions)
            colors = tuple(map(color_of, numbers))
            return Choice(option.type, by, clause, regions, colors, len(regions))
        if option.type == "declare":
            return Choice("declare", by, clause, least=option.least, most=option.most)
        if option.type == "propose":
            free = option.regions[0].points(self.moves)
            return Choice(
                "propose",
                by,
                clause,
                (free,),
                (Color.BLACK,),
                self._owed(option),
                unequal=self.rule.symmetry,
            )
        if option.type == "choose":
            return Choice("choose", by, clause, (frozenset(self.proposals),), (Color.BLACK,), 1)
        if option.type == "exclude":
            rest = tuple(name for name in self.rule.pool if name not in self.excluded)
            return Choice("exclude", by, clause, rules=rest)
        return Choice(option.type, by, clause)

    def _owed(self, option: Option) -> int:
        """Return how many proposals are owed: never more than there are unequal points."""
        wanted = option.count or self.declared or 1
        return min(wanted, len(self._classes))

    @cached_property
    def _classes(self) -> list[frozenset[Point]]:
        return classes(self.moves, symmetry=self.rule.symmetry)

    # Doing it

    def apply(self, action: Action | Mapping[str, Any]) -> OpeningState:
        """Return the state after a step.

        Parameters
        ----------
        action
            An `Action`, or an event of the game log as a dict.

        Raises
        ------
        OpeningRuleError
            If the step may not be taken, with the clause, what came and what was expected.
        """
        try:
            step = action if isinstance(action, Action) else Action.from_dict(action)
        except OpeningRuleError as error:
            self._refuse(None, "" if self.is_over else self._stage.clause, str(error))
        if self.is_over:
            return self._play(step)
        stage = self._stage
        if step.by != self.actor:
            self._refuse(step, stage.clause, f"it is {self.actor}'s turn")
        if step.type == "pass":
            clause = stage.no_pass or self._rule.no_pass or stage.clause
            self._refuse(step, clause, "a step of an opening cannot be passed")
        if step.type not in stage.types:
            self._refuse(step, stage.clause, f"{step.type} is not due now")
        index = stage.types.index(step.type)
        option = stage.options[index]
        self._check(step, option, self._choices[index])
        return self._after(step, option)

    def _refuse(self, step: Action | None, clause: str, why: str) -> NoReturn:
        expected = ("stone",) if self.is_over else self._stage.types
        owed = " or ".join(OWED[kind] for kind in expected)
        came = "" if step is None else f"{step}: "
        cited = f" ({clause})" if clause else ""
        message = f"{came}{why}; {self.actor} owes {owed}{cited}"
        raise OpeningRuleError(message, clause=clause, expected=expected)

    def _check(self, step: Action, option: Option, choice: Choice) -> None:
        clause = option.clause
        if step.type == "declare" and not choice.least <= (step.count or 0) <= choice.most:
            bounds = f"{choice.least} to {choice.most}"
            self._refuse(step, clause, f"the number of fifth moves is {bounds}, not {step.count}")
        if step.type == "exclude" and step.rule not in choice.rules:
            self._refuse(step, clause, f"{step.rule!r} is not one of {', '.join(choice.rules)}")
        if not choice.regions:
            return
        if len(step.points) != choice.count:
            self._refuse(step, clause, f"it takes {choice.count} points, not {len(step.points)}")
        for index, point in enumerate(step.points):
            if point in step.points[:index]:
                self._refuse(step, clause, f"{point} is given twice")
            if point in self.moves:
                self._refuse(step, clause, f"{point} is occupied")
            if step.type in ("stone", "stones"):  # a second stone may depend on the first
                allowed = option.regions[index].points((*self.moves, *step.points[:index]))
            else:
                allowed = choice.points
            if point not in allowed:
                self._refuse(step, clause, self._misplaced(point, option, index))
        if step.type == "propose":
            self._check_unequal(step, clause)

    def _misplaced(self, point: Point, option: Option, index: int) -> str:
        if option.type == "choose":
            return f"{point} was not proposed; proposed are {format_moves(self.proposals)}"
        return f"{point} is wrong: the stone goes {option.regions[min(index, len(option.regions) - 1)]}"

    def _check_unequal(self, step: Action, clause: str) -> None:
        first: dict[frozenset[Point], Point] = {}
        where = {point: found for found in self._classes for point in found}
        for point in step.points:
            equal = first.setdefault(where[point], point)
            if equal is not point:
                self._refuse(step, clause, f"{equal} and {point} are equal by symmetry")

    def _after(self, step: Action, option: Option) -> OpeningState:
        after = replace(self, applied=(*self.applied, step), stage=option.next, last=step.by)
        if step.type in ("stone", "stones"):
            after = replace(after, moves=(*self.moves, *step.points))
        elif step.type == "swap" and option.exchanges and self.black is not None:
            after = replace(after, black=_OTHER[self.black])
        elif step.type == "declare":
            after = replace(after, declared=step.count)
        elif step.type == "propose":
            after = replace(after, proposals=step.points)
        elif step.type == "choose":
            after = replace(after, moves=(*self.moves, *step.points), proposals=())
        elif step.type == "exclude":
            excluded = (*self.excluded, str(step.rule))
            after = self.rule.after_exclusion(replace(after, excluded=excluded))
        if option.white:
            white = step.by if option.white == "actor" else _OTHER[step.by]
            after = replace(after, black=_OTHER[white])
        return after

    def _play(self, step: Action) -> OpeningState:
        """Take a stone of normal play; everything else there is the game's, not the opening's."""
        (choice,) = self._choices
        clause = choice.clause
        if step.by != self.actor:
            self._refuse(step, clause, f"it is {self.actor}'s turn")
        if step.type != "stone":
            self._refuse(step, clause, f"the opening is over: {step.type} is not due now")
        if step.points[0] not in choice.points:
            self._refuse(step, clause, f"{step.points[0]} is occupied")
        return replace(
            self,
            applied=(*self.applied, step),
            last=step.by,
            moves=(*self.moves, *step.points),
        )

    # Forms

    def to_dict(self) -> dict[str, Any]:
        """Return the state as JSON-ready data: the rule, its options, the steps; and what follows.

        `OpeningState.from_dict` needs the first three only.
        """
        colors = self.colors
        return {
            "rule": self.rule.id,
            "options": {name: jsonable(value) for name, value in self.rule.options},
            "applied": [action.to_dict() for action in self.applied],
            "stage": self.stage,
            "actor": self.actor,
            "clock_owner": self.clock_owner,
            "colors": {p: None if colors is None else colors[p].label for p in ("A", "B")},
            "moves": format_moves(self.moves),
            "declared": self.declared,
            "proposals": [str(point) for point in self.proposals],
            "excluded": list(self.excluded),
            "played": self._rule.id,
            "is_over": self.is_over,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> OpeningState:
        """Rebuild a state from its rule and steps.

        Raises
        ------
        NotationError
            If there is no such rule or option.
        OpeningRuleError
            If the data has no rule, a field of the wrong kind, a step that is not allowed, or says of
            what follows from the steps something else than they do.
        """
        from .registry import get  # noqa: PLC0415  (the registry knows the rules, which know states)

        if not isinstance(data, Mapping):
            raise OpeningRuleError(f"{quoted(data)} is no state of an opening: it is an object")
        if "rule" not in data:
            raise OpeningRuleError("the field 'rule' of the state is missing")
        options, applied = data.get("options", {}), data.get("applied", ())
        if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
            raise OpeningRuleError(f"options is {quoted(options)}: it is an object")
        if isinstance(applied, (str, bytes, Mapping)) or not isinstance(applied, Iterable):
            raise OpeningRuleError(f"applied is {quoted(applied)}: it is a list of steps")
        state = get(data["rule"], **options).start()
        for event in applied:
            state = state.apply(event)
        found = state.to_dict()
        for name, value in data.items():
            if name not in ("rule", "options", "applied") and found.get(name) != value:
                raise OpeningRuleError(
                    f"{name} is {quoted(value)}, but after the {len(state.applied)} steps of the state "
                    f"it is {quoted(found.get(name))}"
                )
        return state
