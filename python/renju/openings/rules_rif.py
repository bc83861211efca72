"""The rule of RIF and those that its assembly took up.

`RIF` is the International Rules; `OR n` item n of the list of opening rules of 2008, `OR 3.4` its fourth line, `OR 5b` the
rule that follows Tarannikov's there.
"""

from __future__ import annotations

from typing import Any, Final

from ..errors import NotationError
from .parts import alternating, checked_count, declare, presented, proposals, stone, swap
from .patterns import PATTERNS
from .rule import OpeningRule
from .steps import ANYWHERE, CENTRE_ONLY, END, Actor, Option, Pattern26, Square, Stage, by_name


def rif_1996() -> OpeningRule:
    """Build the rule of RIF 12: a pattern, a swap, two proposals."""
    stages = (
        *presented("RIF 12.2-4", "swap", Pattern26(), no_pass="RIF 12.9"),
        swap("swap", Actor.B, "RIF 12.5", "fourth"),
        stone("fourth", Actor.WHITE, ANYWHERE, "RIF 12.6", "propose"),
        *proposals("RIF 12.7", "RIF 12.7", 2),
    )
    return OpeningRule(
        "rif-1996",
        "RIF rule of 1996",
        "RIF 12",
        by_name(stages),
        no_pass="RIF 12.6",
    )


def swap_1989(excluded: Any) -> OpeningRule:
    """Build the rule before 1996: B puts the second stone, 24 patterns."""
    known = {pattern.id for pattern in PATTERNS}
    if not set(excluded) <= known:
        raise NotationError(f"excluded={excluded!r}: use ids of the 26 patterns, such as 'D13'")
    clause = "Swap 1989"
    stages = (
        stone("first", Actor.A, CENTRE_ONLY, clause, "second"),
        stone("second", Actor.B, Square(3), clause, "third"),
        stone("third", Actor.A, Pattern26(tuple(excluded)), clause, "swap"),
        swap("swap", Actor.B, clause, "fourth"),
        stone("fourth", Actor.WHITE, ANYWHERE, "RIF 12.6", "propose"),
        *proposals("RIF 12.7", "RIF 12.7", 2),
    )
    return OpeningRule(
        "swap-1989",
        "Swap rule of 1989",
        clause,
        by_name(stages),
        no_pass=clause,
    )


def yamaguchi(max_count: Any) -> OpeningRule:
    """Build Yamaguchi: the number of proposals is declared with the pattern."""
    stages = (
        *presented("OR 2.1", "declare", Pattern26()),
        declare("declare", Actor.A, "OR 2.1", "swap", 1, checked_count("max_count", max_count)),
        swap("swap", Actor.B, "OR 2.2", "fourth"),
        stone("fourth", Actor.WHITE, ANYWHERE, "OR 2.3", "propose"),
        *proposals("OR 2.4", "OR 2.5"),
    )
    return OpeningRule(
        "yamaguchi",
        "Yamaguchi rule",
        "OR 2",
        by_name(stages),
    )


def soosyrv(most: int) -> OpeningRule:
    """Build Soosyrv-N: the number is declared with the fourth stone, and there is a second swap."""
    return OpeningRule(
        f"soosyrv-{most}",
        f"Soosyrv-{most} rule",
        "OR 3",
        by_name(_four_move_swap("OR 3", most)),
    )


def jonsson() -> OpeningRule:
    """Build Jonsson: as Soosyrv with up to three proposals."""
    return OpeningRule(
        "jonsson",
        "Jonsson rule",
        "OR 4",
        by_name(_four_move_swap("OR 4", 3)),
    )


def _four_move_swap(item: str, most: int) -> tuple[Stage, ...]:
    return (
        *presented(f"{item}.1", "swap", Pattern26()),
        swap("swap", Actor.B, f"{item}.2", "fourth"),
        stone("fourth", Actor.WHITE, ANYWHERE, f"{item}.3", "declare"),
        declare("declare", Actor.WHITE, f"{item}.3", "second swap", 1, most),
        swap("second swap", Actor.OTHER, f"{item}.4", "propose"),
        *proposals(f"{item}.5", f"{item}.6"),
    )


_TARANNIKOV_CLAUSES: Final = ("OR 5.1", "OR 5.3", "OR 5.5", "OR 5.7", "OR 5.9")


def tarannikov() -> OpeningRule:
    """Build Tarannikov: five stones in growing squares, a swap after each."""
    stages = alternating((1, 3, 5, 7, 9), _TARANNIKOV_CLAUSES, END)
    return OpeningRule("tarannikov", "Tarannikov rule", "OR 5", by_name(stages))


def _taraguchi(name: str, count: int, swap_then_offer: Any) -> OpeningRule:
    sizes = (1, 5, 7, 9) if name == "super-taraguchi" else (1, 3, 5, 7)
    clause = "OR 5b"
    offer = Option("propose", "choose", f"{clause}.2", (ANYWHERE,), count=count)
    more = (offer,) if swap_then_offer else ()
    fifth = Option("stone", "swap after fifth", f"{clause}.1", (Square(9),))
    before = list(alternating(sizes, _TARANNIKOV_CLAUSES, "unused"))[:-1]
    stages = (
        *before,
        Stage(
            "swap after fourth",
            Actor.OTHER,
            (
                Option("keep", "fifth", f"{clause}.1"),
                Option("swap", "fifth after swap", f"{clause}.1"),
                offer,
            ),
            clause,
        ),
        Stage("fifth", Actor.BLACK, (fifth,), f"{clause}.1"),
        Stage("fifth after swap", Actor.BLACK, (fifth, *more), f"{clause}.1"),
        swap("swap after fifth", Actor.OTHER, f"{clause}.1", END),
        Stage("choose", Actor.WHITE, (Option("choose", END, f"{clause}.2"),), f"{clause}.2"),
    )
    return OpeningRule(
        f"{name}-{count}",
        f"{name.title()}-{count} rule",
        clause,
        by_name(stages),
    )


def taraguchi(count: int, swap_then_offer: Any) -> OpeningRule:
    """Build Taraguchi-N: Tarannikov up to the fourth stone, then its fifth or N proposals."""
    return _taraguchi("taraguchi", count, swap_then_offer)


def super_taraguchi(count: int, swap_then_offer: Any) -> OpeningRule:
    """Build Super Taraguchi-N: the same in larger squares, so that no pattern is prescribed."""
    return _taraguchi("super-taraguchi", count, swap_then_offer)


def exclusion(pool: Any) -> OpeningRule:
    """Build the exclusion system: of three rules each player excludes one."""
    chosen = tuple(pool)
    if len(chosen) != 3 or len(set(chosen)) != 3:
        raise NotationError(
            f"pool={pool!r}: the organiser chooses three different rules (OR 6.1), such as "
            "('rif-1996', 'taraguchi-5', 'soosyrv-8')"
        )
    exclude = (Option("exclude", "second exclusion", "OR 6.2"),)
    stages = (
        Stage("first exclusion", Actor.A, exclude, "OR 6.2"),
        Stage("second exclusion", Actor.B, (Option("exclude", END, "OR 6.2"),), "OR 6.2"),
    )
    return OpeningRule("exclusion", "Exclusion system", "OR 6", by_name(stages), pool=chosen)
