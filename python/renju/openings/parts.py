"""Pieces that opening rules share: stages that come in many of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..errors import NotationError
from .steps import ANYWHERE, CENTRE_ONLY, END, Actor, Option, Region, Square, Stage

__all__ = [
    "MOST_COUNT",
    "alternating",
    "checked_count",
    "declare",
    "presented",
    "proposals",
    "stone",
    "swap",
]

#: As many fifth moves as there are empty points after four stones.
MOST_COUNT: Final = 221

#: How the stages are called in which one stone is put.
STONES: Final = ("first", "second", "third", "fourth", "fifth")


def stone(  # noqa: PLR0913  (a row of a table)
    name: str,
    actor: Actor,
    region: Region,
    clause: str,
    follows: str,
    *,
    due: str = "",
    no_pass: str = "",
) -> Stage:
    """Return a stage in which one stone is put.

    Parameters
    ----------
    name, actor
        What the stage is called, who acts.
    region, clause
        Where the stone may be put, and the clause that says so.
    follows
        The stage that follows.
    due
        The clause by which the stone is due, if it is another one.
    no_pass
        The clause that refuses a pass, if it is another one.
    """
    return Stage(
        name, actor, (Option("stone", follows, clause, (region,)),), due or clause, no_pass
    )


def swap(name: str, actor: Actor, clause: str, follows: str, *more: Option) -> Stage:
    """Return a stage in which a player keeps his colour or swaps, or does something more."""
    options = (Option("keep", follows, clause), Option("swap", follows, clause), *more)
    return Stage(name, actor, options, clause)


def presented(
    clause: str, follows: str, third: Region, *, due: str = "", no_pass: str = ""
) -> tuple[Stage, ...]:
    """Return the stages in which A puts the first three stones."""
    rows = (("first", CENTRE_ONLY, "second"), ("second", Square(3), "third"))
    return tuple(
        stone(name, Actor.A, region, clause, after, due=due, no_pass=no_pass)
        for name, region, after in (*rows, ("third", third, follows))
    )


def declare(  # noqa: PLR0913  (a row of a table)
    name: str, actor: Actor, clause: str, follows: str, *, least: int = 1, most: int, due: str = ""
) -> Stage:
    """Return a stage in which the number of fifth moves is declared."""
    option = Option("declare", follows, clause, least=least, most=most)
    return Stage(name, actor, (option,), due or clause)


def proposals(propose: str, choose: str, count: int = 0, follows: str = END) -> tuple[Stage, ...]:
    """Return the stages in which Black proposes fifth moves and White chooses.

    Without a count as many are owed as were declared.
    """
    offer = Option("propose", "choose", propose, (ANYWHERE,), count=count)
    return (
        Stage("propose", Actor.BLACK, (offer,), propose),
        Stage("choose", Actor.WHITE, (Option("choose", follows, choose),), choose),
    )


def alternating(rows: Iterable[tuple[Region, str, str]], follows: str) -> tuple[Stage, ...]:
    """Return stones that their owners put one by one, with a chance to swap after each (OR 5).

    Parameters
    ----------
    rows
        For each stone: where it may be put, the clause of the stone, the clause of the swap.
    follows
        The stage that follows the last swap.
    """
    table = list(rows)
    after = [*STONES[1 : len(table)], follows]
    stages: list[Stage] = []
    for index, (region, stone_clause, swap_clause) in enumerate(table):
        owner = (Actor.BLACK, Actor.WHITE)[index % 2] if index else Actor.A
        decision = f"swap after {STONES[index]}"
        stages.append(stone(STONES[index], owner, region, stone_clause, decision))
        stages.append(swap(decision, Actor.OTHER, swap_clause, after[index]))
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
