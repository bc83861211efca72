"""Rules from elsewhere: Sakata's, the Chinese ones (`CN`, and `OR 7`), and those of the gomoku world (`GW`).

Each function builds a rule from its clauses; `sources.py` says what the clauses are.
"""

from __future__ import annotations

from typing import Final

from ..errors import NotationError
from .parts import alternating, checked_count, declare, presented, proposals, stone, swap
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
    stages = (*_five_stones("Sakata"), swap("choose a colour", Actor.A, "Sakata", END))
    return OpeningRule("sakata", "Sakata rule", "Sakata", by_name(stages))


def super_sakata() -> OpeningRule:
    """Build Super Sakata: the same, and instead of choosing a player may put two more stones."""
    clause = "Super Sakata"
    two_more = Option("stones", "choose a colour", clause, (ANYWHERE, ANYWHERE))
    stages = (*_five_stones(clause), swap("choose a colour", Actor.OTHER, clause, END, two_more))
    return OpeningRule("super-sakata", "Super Sakata rule", clause, by_name(stages))


def _five_stones(clause: str) -> tuple[Stage, ...]:
    return (
        *presented(clause, "fourth", Pattern26()),
        stone("fourth", Actor.B, Square(7), clause, "fifth"),
        stone("fifth", Actor.B, Square(9), clause, "choose a colour"),
    )


# China


def _lianhuan(
    name: str, title: str, clause: str, where: tuple[Region, ...], notes: tuple[str, ...] = ()
) -> OpeningRule:
    """Build the stages by the number of stones: after one stone the other must move, after two he may."""
    stages: list[Stage] = []
    for put in range(5):
        after_one, after_two = f"move {put + 2}", f"move or swap {put + 3}"
        here = where[put : put + 2]
        if put == 4:  # whoever puts the sixth stone is White
            moves = [Option("stone", END, clause, here, white="other")]
        else:
            moves = [
                Option("stone", after_one, clause, here[:1]),
                Option("stones", after_two, clause, here),
            ]
        give_back = Option("swap", f"move {put + 1}", clause, exchanges=False)
        actor = Actor.OTHER if put else Actor.A
        stages.append(Stage(f"move {put + 1}", actor, tuple(moves), clause))
        if put >= 2:
            stages.append(
                Stage(f"move or swap {put + 1}", Actor.OTHER, (*moves, give_back), clause)
            )
    last = (
        Option("stone", END, clause, (ANYWHERE,), white="actor"),
        Option("swap", END, clause, exchanges=False, white="other"),
    )
    stages.append(Stage("move or swap 6", Actor.OTHER, last, clause))
    return OpeningRule(name, title, clause, by_name(stages), colors_open=True, notes=notes)


def lianhuan() -> OpeningRule:
    """Build Lianhuan: each turn one stone or two, and after two the other may swap the right to move."""
    return _lianhuan("lianhuan", "Lianhuan rule", "OR 7", (ANYWHERE,) * 5)


def lianhuan_2011() -> OpeningRule:
    """Build Lianhuan as played in 2011: the first three stones make one of the 26 patterns."""
    where = (CENTRE_ONLY, Square(3), Pattern26(), ANYWHERE, ANYWHERE)
    title = "Lianhuan rule as played in 2011"
    return _lianhuan("lianhuan-2011", title, "Lianhuan 2011", where)


def cn_designated(min_count: int, max_count: int) -> OpeningRule:
    """Build the designated opening of CN: a pattern and a number, one swap, N fifth moves."""
    least, most = checked_count("min_count", min_count), checked_count("max_count", max_count)
    if least > most:
        raise NotationError(f"min_count={least} is above max_count={most}")
    stages = (
        stone("first", Actor.A, CENTRE_ONLY, "CN 6.1(1)", "second", due="CN 3.2"),
        stone("second", Actor.A, Square(3), "CN 6.1(2)", "third", due="CN 3.2"),
        stone("third", Actor.A, Pattern26(), "CN 6.1(2)", "declare", due="CN 3.2"),
        declare("declare", Actor.A, "CN def.10", "swap", least=least, most=most, due="CN 6.1(3)"),
        swap("swap", Actor.B, "CN def.9", "fourth"),
        stone("fourth", Actor.WHITE, ANYWHERE, "CN 4.1", "propose"),
        *proposals("CN def.10", "CN def.10"),
    )
    notes = (
        (
            "a first stone off the centre, a pattern that is none of the 26 and a missing number are refused "
            "here; that CN 6.1 lets the arbiter correct them is the game's matter"
        ),
        "inferred: fewer unequal points than were declared: as many proposals as there are",
    )
    return OpeningRule(
        "cn-designated",
        "Designated opening",
        "CN 3.2",
        by_name(stages),
        no_pass="CN 11.1(1)",
        notes=notes,
    )


def cn_free() -> OpeningRule:
    """Build the free opening of CN: three stones in turn, anywhere."""
    owners = (Actor.BLACK, Actor.WHITE, Actor.BLACK)
    names = ("first", "second", "third", END)
    stages = [
        stone(name, owner, ANYWHERE, "CN 3.3", follows, due="CN 3.3, 6.1(4)", no_pass="CN 11.1(1)")
        for name, owner, follows in zip(names, owners, names[1:], strict=False)
    ]
    notes = ("CN wants the first stone on the centre in designated openings only (CN 4.1)",)
    return OpeningRule("cn-free", "Free opening", "CN 3.3", by_name(stages), notes=notes)


# The gomoku world

_THREE: Final = ("first", "second", "third")


def _three_anywhere(clause: str, follows: str) -> tuple[Stage, ...]:
    after = (*_THREE[1:], follows)
    return tuple(
        stone(name, Actor.A, ANYWHERE, clause, then)
        for name, then in zip(_THREE, after, strict=True)
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
    stages = alternating([(ANYWHERE, "GW swap5", "GW swap5")] * 5, END)
    return OpeningRule("swap5", "Swap5", "GW swap5", by_name(stages))


def gw_swap1() -> OpeningRule:
    """Build Swap1: a chance to swap after the first stone."""
    clause = "GW swap1"
    stages = (
        stone("first", Actor.A, ANYWHERE, clause, "swap"),
        swap("swap", Actor.B, clause, END),
    )
    return OpeningRule("swap1", "Swap1", clause, by_name(stages))


def pro() -> OpeningRule:
    """Build Pro: the first stone on the centre, Black's second outside the 5 x 5 square."""
    return _pro("pro", "Pro", 5)


def long_pro() -> OpeningRule:
    """Build Long Pro: the same outside the 7 x 7 square."""
    return _pro("long-pro", "Long Pro", 7)


def _pro(name: str, title: str, size: int) -> OpeningRule:
    clause = f"GW {name}"
    stages = (
        stone("first", Actor.BLACK, CENTRE_ONLY, clause, "second"),
        stone("second", Actor.WHITE, ANYWHERE, clause, "third"),
        stone("third", Actor.BLACK, Square(size, outside=True), clause, END),
    )
    return OpeningRule(name, title, clause, by_name(stages))


def centre() -> OpeningRule:
    """Build the rule by which only the first stone is fixed."""
    stages = (stone("first", Actor.BLACK, CENTRE_ONLY, "RIF 4.2", END),)
    return OpeningRule("centre", "First stone on the centre", "RIF 4.2", by_name(stages))
