"""The machine that plays opening rules: an immutable state, what may be done, and doing it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ..errors import NotationError, OpeningRuleError
from ..geometry import Color, Move, Point, to_point
from ..notation import format_moves
from .equivalence import classes
from .steps import ANYWHERE, END, Actor, Option, Player, Stage, color_of

if TYPE_CHECKING:
    from .rule import OpeningRule

__all__ = ["Action", "Choice", "OpeningState"]

_OTHER: Final[dict[Player, Player]] = {"A": "B", "B": "A"}
_FIELDS: Final = {
    "stone": "point",
    "choose": "point",
    "stones": "points",
    "propose": "points",
    "declare": "count",
    "exclude": "rule",
}
_OWED: Final = {
    "stone": "a stone",
    "stones": "two stones",
    "keep": "keep",
    "swap": "swap",
    "declare": "the number of fifth moves",
    "propose": "the proposals for the fifth move",
    "choose": "the choice of one of the proposals",
    "exclude": "a rule to exclude",
}


@dataclass(frozen=True, slots=True)
class Action:
    """One step of an opening, an event of the game log.

    Attributes
    ----------
    type
        `stone`, `stones`, `keep`, `swap`, `declare`, `propose`, `choose`, `exclude` or `pass`.
    by
        `"A"` or `"B"`.
    points
        The point of `stone` and `choose`, the points of `stones` and `propose`.
    count
        The number of `declare`.
    rule
        The rule of `exclude`.
    """

    type: str
    by: Player
    points: tuple[Point, ...] = ()
    count: int | None = None
    rule: str | None = None

    @classmethod
    def from_dict(cls, event: Mapping[str, Any]) -> Action:
        """Read an event of the game log; its `at_ms` and the like are the game's.

        Raises
        ------
        OpeningRuleError
            If a field is missing or wrong.
        """
        kind, by = event.get("type"), event.get("by")
        if by not in ("A", "B"):
            raise OpeningRuleError(f"{dict(event)}: 'by' is {by!r}: it is 'A' or 'B'")
        if kind not in (*_OWED, "pass"):
            raise OpeningRuleError(f"{dict(event)}: {kind!r} is no step of an opening")
        name = _FIELDS.get(kind)
        if name is not None and name not in event:
            raise OpeningRuleError(f"{dict(event)}: {kind} needs the field {name!r}")
        try:
            points = _points_of(event, name)
        except NotationError as error:
            raise OpeningRuleError(f"{kind} by {by}: {error}") from error
        count, rule = event.get("count"), event.get("rule")
        if kind == "declare" and (not isinstance(count, int) or isinstance(count, bool)):
            raise OpeningRuleError(f"declare by {by}: {count!r} is no number")
        if kind == "exclude" and not isinstance(rule, str):
            raise OpeningRuleError(f"exclude by {by}: {rule!r} is no name of a rule")
        return cls(
            kind,
            by,
            points,
            count if kind == "declare" else None,
            rule if kind == "exclude" else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return it as an event of the game log."""
        event: dict[str, Any] = {"type": self.type, "by": self.by}
        name = _FIELDS.get(self.type)
        if name == "point":
            event["point"] = str(self.points[0])
        elif name == "points":
            event["points"] = [str(point) for point in self.points]
        elif name is not None:
            event[name] = getattr(self, name)
        return event

    def __str__(self) -> str:
        what = {
            "declare": f" {self.count}",
            "exclude": f" {self.rule}",
        }.get(self.type, f" {format_moves(self.points)}" if self.points else "")
        return f"{self.by} {self.type}{what}"


def _points_of(event: Mapping[str, Any], name: str | None) -> tuple[Point, ...]:
    if name == "point":
        return (to_point(event["point"]),)
    if name == "points":
        points = event["points"]
        if isinstance(points, (str, bytes)) or not isinstance(points, Iterable):
            raise NotationError(f"{points!r} is no list of points")
        return tuple(to_point(point) for point in points)
    return ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be done now, with all that a user interface needs to offer it.

    Attributes
    ----------
    type
        The event type.
    by
        The player, `"A"` or `"B"`.
    clause
        The clause that allows it.
    regions
        One set of allowed points for each stone of `stone` and `stones` (in their order, and no
        point twice); for `propose` and `choose` one set, from which to take `count`.
    colors
        The colours of these stones.
    count
        How many points the event takes.
    least, most
        The bounds of `declare`.
    rules
        The rules of which `exclude` takes one.
    unequal
        For `propose`: the symmetry under which no two points may be equal.
    """

    type: str
    by: Player
    clause: str
    regions: tuple[frozenset[Point], ...] = ()
    colors: tuple[Color, ...] = ()
    count: int = 0
    least: int = 0
    most: int = 0
    rules: tuple[str, ...] = ()
    unequal: str = ""

    @property
    def points(self) -> frozenset[Point]:
        """The points allowed for any of its stones."""
        return frozenset().union(*self.regions)


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
        return self._player(Actor.NEXT if self.is_over else self._stage.actor)

    @property
    def clock_owner(self) -> Player:
        """Whose clock runs: who owes the next step (RIF 12.7, CN def.1)."""
        return self.actor

    @property
    def _stage(self) -> Stage:
        return (self.played or self.rule).stages[self.stage]

    def _player(self, actor: Actor) -> Player:
        if actor is Actor.A:
            return "A"
        if actor is Actor.B:
            return "B"
        if actor is Actor.OTHER:
            return "A" if self.last is None else _OTHER[self.last]
        if self.black is None:
            raise RuntimeError(f"the colours are open in stage {self.stage!r}")
        color = color_of(len(self.moves) + 1)
        if actor is Actor.BLACK or (actor is Actor.NEXT and color is Color.BLACK):
            return self.black
        return _OTHER[self.black]

    # What may be done

    def actions(self) -> tuple[Choice, ...]:
        """Return everything that may be done now; in normal play a stone on any empty point."""
        return self._choices

    @cached_property
    def _choices(self) -> tuple[Choice, ...]:
        if self.is_over:
            free = ANYWHERE.points(self.moves)
            color = color_of(len(self.moves) + 1)
            return (Choice("stone", self.actor, self.rule.clause, (free,), (color,), 1),)
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
        step = action if isinstance(action, Action) else Action.from_dict(action)
        if self.is_over:
            return self._play(step)
        stage = self._stage
        if step.by != self.actor:
            self._refuse(step, stage.clause, f"it is {self.actor}'s turn")
        if step.type == "pass":
            clause = stage.no_pass or self.rule.no_pass or stage.clause
            self._refuse(step, clause, "a step of an opening cannot be passed")
        option = next((o for o in stage.options if o.type == step.type), None)
        if option is None:
            self._refuse(step, stage.clause, f"{step.type} is not due now")
        self._check(step, option, self._choice(option))
        return self._after(step, option)

    def _refuse(self, step: Action, clause: str, why: str) -> NoReturn:
        expected = ("stone",) if self.is_over else self._stage.types
        owed = " or ".join(_OWED[kind] for kind in expected)
        raise OpeningRuleError(
            f"{step}: {why}; {self.actor} owes {owed} ({clause})",
            clause=clause,
            expected=expected,
        )

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
            after = replace(after, excluded=(*self.excluded, str(step.rule)))
            after = self.rule.after_exclusion(after)
        if option.white:
            white = step.by if option.white == "actor" else _OTHER[step.by]
            after = replace(after, black=_OTHER[white])
        return after

    def _play(self, step: Action) -> OpeningState:
        """Take a stone of normal play; everything else there is the game's, not the opening's."""
        (choice,) = self._choices
        if step.by != self.actor:
            self._refuse(step, self.rule.clause, f"it is {self.actor}'s turn")
        if step.type != "stone":
            self._refuse(step, self.rule.clause, f"the opening is over: {step.type} is not due now")
        if step.points[0] not in choice.points:
            self._refuse(step, self.rule.clause, f"{step.points[0]} is occupied")
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
            "options": dict(self.rule.options),
            "applied": [action.to_dict() for action in self.applied],
            "stage": self.stage,
            "actor": self.actor,
            "colors": {p: colors[p].label for p in ("A", "B")}
            if colors
            else {"A": None, "B": None},
            "moves": format_moves(self.moves),
            "declared": self.declared,
            "proposals": [str(point) for point in self.proposals],
            "is_over": self.is_over,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> OpeningState:
        """Rebuild a state from its rule and steps.

        Raises
        ------
        OpeningRuleError
            If the rule is unknown, or a step is not allowed.
        """
        from .registry import get  # noqa: PLC0415  (the registry knows the rules, which know states)

        state = get(data["rule"], **data.get("options", {})).start()
        for event in data.get("applied", ()):
            state = state.apply(event)
        return state
