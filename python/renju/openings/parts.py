"""Pieces that opening rules share: stages that come in many of them."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import NotationError
from .steps import ANYWHERE, CENTRE_ONLY, END, Actor, Option, Region, Square, Stage

__all__ = ["alternating", "checked_count", "declare", "presented", "proposals", "stone", "swap"]

#: As many fifth moves as there are empty points after four stones.
MOST_COUNT = 221


_NEXT_TO_CENTRE = Square(3)


def stone(  # noqa: PLR0913, PLR0917  (a row of a table)
    name: str, actor: Actor, region: Region, clause: str, follows: str, no_pass: str = ""
) -> Stage:
    """Return a stage in which one stone is put."""
    return Stage(name, actor, (Option("stone", follows, clause, (region,)),), clause, no_pass)


def swap(name: str, actor: Actor, clause: str, follows: str, *more: Option) -> Stage:
    """Return a stage in which a player keeps his colour or swaps, or does something more."""
    options = (Option("keep", follows, clause), Option("swap", follows, clause), *more)
    return Stage(name, actor, options, clause)


def presented(
    clause: str, follows: str, third: Region, second: Region = _NEXT_TO_CENTRE, no_pass: str = ""
) -> tuple[Stage, ...]:
    """Return the stages in which A puts the first three stones."""
    return (
        stone("first", Actor.A, CENTRE_ONLY, clause, "second", no_pass),
        stone("second", Actor.A, second, clause, "third", no_pass),
        stone("third", Actor.A, third, clause, follows, no_pass),
    )


def declare(  # noqa: PLR0913, PLR0917  (a row of a table)
    name: str, actor: Actor, clause: str, follows: str, least: int, most: int
) -> Stage:
    """Return a stage in which the number of fifth moves is declared."""
    return Stage(name, actor, (Option("declare", follows, clause, least=least, most=most),), clause)


def proposals(propose: str, choose: str, count: int = 0) -> tuple[Stage, ...]:
    """Return the stages in which Black proposes fifth moves and White chooses.

    Without a count as many are owed as were declared.
    """
    return (
        Stage(
            "propose",
            Actor.BLACK,
            (Option("propose", "choose", propose, (ANYWHERE,), count=count),),
            propose,
        ),
        Stage("choose", Actor.WHITE, (Option("choose", END, choose),), choose),
    )


def alternating(
    sizes: Iterable[int], clauses: Iterable[str], follows: str, first_by: Actor = Actor.A
) -> tuple[Stage, ...]:
    """Return stones in growing squares, with a chance to swap after each (OR 5)."""
    stages: list[Stage] = []
    words = ("first", "second", "third", "fourth", "fifth")
    given = list(zip(words, sizes, clauses, strict=False))
    for index, (word, size, clause) in enumerate(given):
        actor = first_by if index == 0 else Actor.NEXT
        last = index == len(given) - 1
        after = follows if last else given[index + 1][0]
        stages.append(stone(word, actor, Square(size), clause, f"swap after {word}"))
        stages.append(swap(f"swap after {word}", Actor.OTHER, clause, after))
    return tuple(stages)


def checked_count(name: str, value: object) -> int:
    """Return an option that is a number of fifth moves.

    Raises
    ------
    NotationError
        If it is no number from 1 to 221.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_COUNT:
        raise NotationError(f"{name}={value!r}: use a number from 1 to {MOST_COUNT}")
    return value
