"""The rule of RIF, the one before it, and those that the list of opening rules (OR) has from RIF's assembly.

Each function builds a rule from its clauses; `sources.py` says what the clauses are.
"""

from __future__ import annotations

from typing import Final

from ..errors import NotationError, OpeningRuleError
from .parts import alternating, checked_count, declare, presented, proposals, stone, swap
from .patterns import PATTERNS
from .rule import OpeningRule
from .steps import ANYWHERE, CENTRE_ONLY, END, Actor, Option, Pattern26, Square, Stage, by_name

_NO_CLAUSE_ON_EQUALS: Final = (
    "inferred: this text does not say that proposals must be unequal; RIF 12.7 does, and RIF's page on "
    "the rule has 'symmetrical moves not allowed'"
)


def rif_1996() -> OpeningRule:
    """Build the rule of RIF 12: a pattern, a swap, two proposals."""
    stages = (
        *presented("RIF 11, 12.2-4", "swap", Pattern26(), due="RIF 12.2-4", no_pass="RIF 12.9"),
        swap("swap", Actor.B, "RIF 12.5", "fourth"),
        stone("fourth", Actor.WHITE, ANYWHERE, "RIF 12.6", "propose"),
        *proposals("RIF 12.7", "RIF 12.7", 2),
    )
    notes = (
        (
            "decided: RIF 12.9 bans a pass within the first three moves only; the fourth stone and the "
            "proposals cannot be passed either, since 12.6 has the fourth stone put on an intersection and "
            "12.7 has two proposals made"
        ),
        (
            "decided: the 'two alternatives' for the second move (RIF 11) are two up to symmetry: all "
            "eight points round h8 are taken"
        ),
    )
    return OpeningRule("rif-1996", "RIF rule of 1996", "RIF 12", by_name(stages), notes=notes)


def swap_1989(excluded: tuple[str, ...]) -> OpeningRule:
    """Build the rule before 1996: B puts the second stone, 24 patterns, no pass up to the sixth stone."""
    if not set(excluded) <= {pattern.id for pattern in PATTERNS}:
        raise NotationError(f"excluded={excluded!r}: use ids of the 26 patterns, such as 'D13'")
    clause = "Swap 1989"
    stages = (
        stone("first", Actor.A, CENTRE_ONLY, clause, "second"),
        stone("second", Actor.B, Square(3), clause, "third"),
        stone("third", Actor.A, Pattern26(excluded), clause, "swap"),
        swap("swap", Actor.B, clause, "fourth"),
        stone("fourth", Actor.WHITE, ANYWHERE, "RIF 12.6", "propose"),
        *proposals("RIF 12.7", "RIF 12.7", 2, "sixth"),
        stone("sixth", Actor.WHITE, ANYWHERE, "RIF 12.7", END),
    )
    notes = (
        (
            "inferred: sources say that two of the 26 patterns were forbidden, none says which; D13 and I13 "
            "are the two that are lost for Black"
        ),
        "no pass until the sixth stone is on the board: so that stone is a step of this rule, too",
    )
    return OpeningRule(
        "swap-1989", "Swap rule of 1989", clause, by_name(stages), no_pass=clause, notes=notes
    )


def yamaguchi(max_count: int) -> OpeningRule:
    """Build Yamaguchi: the number of proposals is declared with the pattern."""
    most = checked_count("max_count", max_count)
    stages = (
        *presented("OR 2.1", "declare", Pattern26()),
        declare("declare", Actor.A, "OR 2.1", "swap", most=most, due="OR 2.1; CN 6.1(3)"),
        swap("swap", Actor.B, "OR 2.2", "fourth"),
        stone("fourth", Actor.WHITE, ANYWHERE, "OR 2.3", "propose"),
        *proposals("OR 2.4", "OR 2.5"),
    )
    return OpeningRule(
        "yamaguchi",
        "Yamaguchi rule",
        "OR 2",
        by_name(stages),
        notes=(_FEWER, _NO_CLAUSE_ON_EQUALS),
    )


_FEWER: Final = (
    "inferred: where the fourth stone leaves fewer unequal points than were declared (62 at the least), "
    "as many proposals are owed as there are unequal points"
)


def soosyrv(most: int) -> OpeningRule:
    """Build Soosyrv-N: the number is declared with the fourth stone, and there is a second swap."""
    stages = by_name(_four_move_swap("OR 3", most))
    notes = ("OR 3.3 has 4 as the limit, and names 5, 7, 8 and 10 as later ones",)
    return OpeningRule(f"soosyrv-{most}", f"Soosyrv-{most} rule", "OR 3", stages, notes=notes)


def jonsson() -> OpeningRule:
    """Build Jonsson: as Soosyrv with up to three proposals."""
    stages = by_name(_four_move_swap("OR 4", 3))
    return OpeningRule("jonsson", "Jonsson rule", "OR 4", stages)


def _four_move_swap(item: str, most: int) -> tuple[Stage, ...]:
    return (
        *presented(f"{item}.1", "swap", Pattern26()),
        swap("swap", Actor.B, f"{item}.2", "fourth"),
        stone("fourth", Actor.WHITE, ANYWHERE, f"{item}.3", "declare"),
        declare("declare", Actor.WHITE, f"{item}.3", "second swap", most=most),
        swap("second swap", Actor.OTHER, f"{item}.4", "propose"),
        *proposals(f"{item}.5", f"{item}.6"),
    )


# The squares of the five stones, with the clauses of each stone and of the swap after it.
_TARANNIKOV: Final = (
    (CENTRE_ONLY, "OR 5.1", "OR 5.2"),
    (Square(3), "OR 5.3", "OR 5.4"),
    (Square(5), "OR 5.5", "OR 5.6"),
    (Square(7), "OR 5.7", "OR 5.8"),
    (Square(9), "OR 5.9", "OR 5.10"),
)
_SUPER_TARAGUCHI: Final = tuple(
    (Square(size), "Super Taraguchi", "Super Taraguchi") for size in (1, 5, 7, 9)
)


def tarannikov() -> OpeningRule:
    """Build Tarannikov: five stones in growing squares, a swap after each."""
    stages = by_name(alternating(_TARANNIKOV, END))
    return OpeningRule("tarannikov", "Tarannikov rule", "OR 5", stages)


def taraguchi(count: int, swap_then_offer: bool) -> OpeningRule:
    """Build Taraguchi-N: Tarannikov up to the fourth stone, then its fifth or N proposals."""
    stages = _taraguchi(_TARANNIKOV[:4], count, swap_then_offer)
    notes = (
        "OR 5b has 5 proposals and names 7; 10 is how it is mostly played since",
        "decided: the two choices exclude each other, as they stand in OR 5b",
    )
    return OpeningRule(
        f"taraguchi-{count}", f"Taraguchi-{count} rule", "OR 5b", by_name(stages), notes=notes
    )


def super_taraguchi(count: int, swap_then_offer: bool) -> OpeningRule:
    """Build Super Taraguchi-N: the same in larger squares, so that no pattern is prescribed."""
    stages = _taraguchi(_SUPER_TARAGUCHI, count, swap_then_offer)
    title = f"Super Taraguchi-{count} rule"
    return OpeningRule(f"super-taraguchi-{count}", title, "Super Taraguchi", by_name(stages))


def _taraguchi(
    rows: tuple[tuple[Square, str, str], ...], count: int, swap_then_offer: bool
) -> tuple[Stage, ...]:
    one, two = "OR 5b(1)", "OR 5b(2)"
    *before, (square, clause, _) = rows
    offer = Option("propose", "choose", two, (ANYWHERE,), count=count)
    fifth = Option("stone", "swap after fifth", one, (Square(9),))
    keep, change = (Option("keep", "fifth", one), Option("swap", "fifth after swap", one))
    return (
        *alternating(before, "fourth"),
        stone("fourth", Actor.WHITE, square, clause, "swap after fourth"),
        Stage("swap after fourth", Actor.OTHER, (keep, change, offer), "OR 5b"),
        Stage("fifth", Actor.BLACK, (fifth,), one),
        Stage("fifth after swap", Actor.BLACK, (fifth, *([offer] * swap_then_offer)), one),
        swap("swap after fifth", Actor.OTHER, one, END),
        Stage("choose", Actor.WHITE, (Option("choose", END, two),), two),
    )


def exclusion(pool: tuple[str, ...]) -> OpeningRule:
    """Build the exclusion system: of three rules each player excludes one."""
    if len(pool) != 3 or len(set(pool)) != 3:
        raise OpeningRuleError(
            f"pool={pool!r}: the organiser chooses three different rules (OR 6.1), such as "
            "('rif-1996', 'taraguchi-5', 'soosyrv-8')",
            clause="OR 6.1",
        )
    exclude = (Option("exclude", "second exclusion", "OR 6.2"),)
    stages = (
        Stage("first exclusion", Actor.A, exclude, "OR 6.2"),
        Stage("second exclusion", Actor.B, (Option("exclude", END, "OR 6.2"),), "OR 6.2"),
    )
    notes = ("OR 6.1 has the organiser choose among the rules of OR 1 to OR 5; any pool is taken",)
    return OpeningRule(
        "exclusion", "Exclusion system", "OR 6", by_name(stages), pool=pool, notes=notes
    )
