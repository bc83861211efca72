"""Rules from elsewhere: Sakata's, the Chinese ones (`CN`, and `OR 7`), and those of the gomoku world (`GW`, by name)."""

from __future__ import annotations

from typing import Any

from ..errors import NotationError
from .parts import alternating, checked_count, presented, proposals, stone, swap
from .rule import OpeningRule
from .steps import (
    ANYWHERE,
    CENTRE_ONLY,
    END,
    Actor,
    Option,
    Pattern26,
    Region,
    Square,
    Stage,
    by_name,
)


def sakata() -> OpeningRule:
    """Build Sakata: B puts the fourth and fifth stones, A chooses his colour."""
    clause = "Sakata"
    stages = (
        *presented(clause, "fourth", Pattern26()),
        stone("fourth", Actor.B, Square(7), clause, "fifth"),
        stone("fifth", Actor.B, Square(9), clause, "choose a colour"),
        swap("choose a colour", Actor.A, clause, END),
    )
    return OpeningRule("sakata", "Sakata rule", clause, by_name(stages))


def super_sakata() -> OpeningRule:
    """Build Super Sakata: keep, swap, or two more stones and the same question to the other player."""
    clause = "Super Sakata"
    two_more = Option("stones", "choose a colour", clause, (ANYWHERE, ANYWHERE))
    stages = (
        *presented(clause, "choose a colour", Pattern26()),
        swap("choose a colour", Actor.OTHER, clause, END, two_more),
    )
    return OpeningRule("super-sakata", "Super Sakata rule", clause, by_name(stages))


# China


def _lianhuan(name: str, title: str, regions: tuple[Region, ...] = ()) -> OpeningRule:
    """Build the stages after each number of stones, single or couple (OR 7)."""
    where = (*regions, *[ANYWHERE] * 5)[:5]
    clause = "OR 7"
    stages: list[Stage] = []
    for put in range(5):
        single = "after five" if put == 4 else f"after single {put + 1}"
        options = [
            Option(
                "stone",
                END if put == 4 else single,
                clause,
                (where[put],),
                white="other" if put == 4 else "",
            )
        ]
        if put < 4:
            options.append(
                Option("stones", f"after couple {put + 2}", clause, where[put : put + 2])
            )
        swap = Option("swap", f"swapped {put}", clause, exchanges=False)
        for kind, more in (("after single", ()), ("after couple", (swap,)), ("swapped", ())):
            stages.append(Stage(f"{kind} {put}", Actor.OTHER, (*options, *more), clause))
    stages.append(
        Stage(
            "after couple 5",
            Actor.OTHER,
            (
                Option("stone", END, clause, (ANYWHERE,), white="actor"),
                Option("swap", END, clause, exchanges=False, white="other"),
            ),
            clause,
        )
    )
    return OpeningRule(name, title, clause, _reachable(stages), colors_open=True, no_pass=clause)


def lianhuan() -> OpeningRule:
    """Build Lianhuan: each turn one stone or two, and after two the other may swap the right to move."""
    return _lianhuan("lianhuan", "Lianhuan rule")


def lianhuan_2011() -> OpeningRule:
    """Build Lianhuan as played in 2011: the first three stones make one of the 26 patterns."""
    regions = (CENTRE_ONLY, Square(3), Pattern26())
    return _lianhuan("lianhuan-2011", "Lianhuan rule as played in 2011", regions)


def _reachable(stages: list[Stage]) -> dict[str, Stage]:
    """Keep the stages that can be reached from the first."""
    every = by_name(stages)
    todo, found = [stages[0].name], {}
    while todo:
        name = todo.pop(0)
        if name == END or name in found:
            continue
        found[name] = every[name]
        todo += [option.next for option in every[name].options]
    return found


def cn_designated(min_count: Any, max_count: Any) -> OpeningRule:
    """Build the designated opening of CN: a pattern and a number, one swap, N fifth moves."""
    least, most = checked_count("min_count", min_count), checked_count("max_count", max_count)
    if least > most:
        raise NotationError(f"min_count={least} is above max_count={most}")
    first, second, third = presented("CN 3.2", "declare", Pattern26())
    stages = (
        Stage("first", first.actor, (_with_clause(first.options[0], "CN 6.1(1)"),), "CN 3.2"),
        Stage("second", second.actor, (_with_clause(second.options[0], "CN 6.1(2)"),), "CN 3.2"),
        Stage("third", third.actor, (_with_clause(third.options[0], "CN 6.1(2)"),), "CN 3.2"),
        Stage(
            "declare",
            Actor.A,
            (Option("declare", "swap", "CN def.10", least=least, most=most),),
            "CN 6.1(3)",
        ),
        swap("swap", Actor.B, "CN def.9", "fourth"),
        stone("fourth", Actor.WHITE, ANYWHERE, "CN 4.1", "propose"),
        *proposals("CN def.10", "CN def.10"),
    )
    return OpeningRule(
        "cn-designated",
        "Designated opening",
        "CN 3.2",
        by_name(stages),
        no_pass="CN 11.1(1)",
    )


def _with_clause(option: Option, clause: str) -> Option:
    return Option(option.type, option.next, clause, option.regions)


def cn_free() -> OpeningRule:
    """Build the free opening of CN: three stones in turn, anywhere."""
    clause = "CN 3.3"
    stages = tuple(
        Stage(name, Actor.NEXT, (Option("stone", follows, clause, (ANYWHERE,)),), "CN 6.1(4)")
        for name, follows in (("first", "second"), ("second", "third"), ("third", END))
    )
    return OpeningRule("cn-free", "Free opening", clause, by_name(stages))


# The gomoku world


def _three_anywhere(clause: str, follows: str) -> tuple[Stage, ...]:
    return (
        stone("first", Actor.A, ANYWHERE, clause, "second"),
        stone("second", Actor.A, ANYWHERE, clause, "third"),
        stone("third", Actor.A, ANYWHERE, clause, follows),
    )


def gw_swap() -> OpeningRule:
    """Build Swap: three stones anywhere, then the other player chooses his colour."""
    stages = (*_three_anywhere("GW swap", "swap"), swap("swap", Actor.B, "GW swap", END))
    return OpeningRule("swap", "Swap", "GW swap", by_name(stages))


def gw_swap2() -> OpeningRule:
    """Build Swap2: as swap, or two more stones and the first player chooses."""
    clause = "GW swap2"
    two = Option("stones", "choose a colour", clause, (ANYWHERE, ANYWHERE))
    stages = (
        *_three_anywhere(clause, "swap"),
        swap("swap", Actor.B, clause, END, two),
        swap("choose a colour", Actor.A, clause, END),
    )
    return OpeningRule("swap2", "Swap2", clause, by_name(stages))


def gw_swap5() -> OpeningRule:
    """Build Swap5: a chance to swap after each of the first five stones."""
    stages = alternating((29,) * 5, ("GW swap5",) * 5, END)
    return OpeningRule("swap5", "Swap5", "GW swap5", by_name(stages))


def gw_swap1() -> OpeningRule:
    """Build Swap1: a chance to swap after the first stone."""
    clause = "GW swap1"
    stages = (
        stone("first", Actor.A, ANYWHERE, clause, "swap"),
        swap("swap", Actor.B, clause, END),
    )
    return OpeningRule("swap1", "Swap1", clause, by_name(stages))


def _pro(name: str, size: int) -> OpeningRule:
    clause = f"GW {name}"
    stages = (
        stone("first", Actor.BLACK, CENTRE_ONLY, clause, "second"),
        stone("second", Actor.WHITE, ANYWHERE, clause, "third"),
        stone("third", Actor.BLACK, Square(size, outside=True), clause, END),
    )
    return OpeningRule(name, name.title(), clause, by_name(stages))


def pro() -> OpeningRule:
    """Build Pro: the first stone on the centre, Black's second outside the 5 x 5 square."""
    return _pro("pro", 5)


def long_pro() -> OpeningRule:
    """Build Long pro: the same outside the 7 x 7 square."""
    return _pro("long-pro", 7)


def centre() -> OpeningRule:
    """Build only the first stone is fixed."""
    stages = (stone("first", Actor.BLACK, CENTRE_ONLY, "RIF 4.2", END),)
    return OpeningRule("centre", "First stone on the centre", "RIF 4.2", by_name(stages))
