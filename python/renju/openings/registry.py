"""The registry of opening rules: names, options, and what builds them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from ..errors import NotationError
from . import rules_more as more
from . import rules_rif as rif
from .parts import MOST_COUNT
from .rule import OpeningRule, RuleOption

__all__ = ["NAMES", "get", "names"]


@dataclass(frozen=True, slots=True)
class _Entry:
    """What builds a rule, its options, and for a family of rules the numbers that are in use."""

    build: Callable[..., OpeningRule]
    options: tuple[RuleOption, ...] = ()
    numbers: tuple[int, ...] = ()


_SYMMETRY: Final = RuleOption(
    "symmetry",
    "local",
    "which proposals are equal: 'local' by the shape of the stones wherever it stands, as arbiters "
    "read RIF 12.7, or 'board' by the eight symmetries of the board only, as some servers do",
)
_EXCLUDED: Final = RuleOption(
    "excluded",
    ("D13", "I13"),
    "the patterns of the 26 that may not be played; which two they were is inferred from the "
    "statement that the other 24 are those good for Black",
)
_NO_MAXIMUM: Final = RuleOption(
    "max_count",
    MOST_COUNT,
    "the largest number of fifth moves that may be declared: the rule has none, some servers 12",
)
_CN_BOUNDS: Final = (
    RuleOption(
        "min_count", 1, "the least number of fifth moves (CN def.1); computer events have 2"
    ),
    RuleOption("max_count", MOST_COUNT, "the largest number: CN has none, computer events 5"),
)
_SWAP_THEN_OFFER: Final = RuleOption(
    "swap_then_offer",
    False,
    "whether after a swap at the fourth stone the fifth may be proposed instead of put: in the "
    "rule's text the two choices exclude each other, some servers have both",
)
_POOL: Final = RuleOption(
    "pool",
    ("rif-1996", "taraguchi-5", "soosyrv-8"),
    "the three rules from which each player excludes one: the organiser chooses them (OR 6.1), the "
    "default is but an example",
)

_RULES: Final[dict[str, _Entry]] = {
    "rif-1996": _Entry(rif.rif_1996, (_SYMMETRY,)),
    "swap-1989": _Entry(rif.swap_1989, (_SYMMETRY, _EXCLUDED)),
    "yamaguchi": _Entry(rif.yamaguchi, (_SYMMETRY, _NO_MAXIMUM)),
    "soosyrv": _Entry(rif.soosyrv, (_SYMMETRY,), (4, 5, 7, 8, 10)),
    "jonsson": _Entry(rif.jonsson, (_SYMMETRY,)),
    "sakata": _Entry(more.sakata),
    "super-sakata": _Entry(more.super_sakata),
    "tarannikov": _Entry(rif.tarannikov),
    "taraguchi": _Entry(rif.taraguchi, (_SYMMETRY, _SWAP_THEN_OFFER), (5, 7, 10)),
    "super-taraguchi": _Entry(rif.super_taraguchi, (_SYMMETRY, _SWAP_THEN_OFFER), (10,)),
    "exclusion": _Entry(rif.exclusion, (_POOL, _SYMMETRY)),
    "lianhuan": _Entry(more.lianhuan),
    "lianhuan-2011": _Entry(more.lianhuan_2011),
    "cn-designated": _Entry(more.cn_designated, (_SYMMETRY, *_CN_BOUNDS)),
    "cn-free": _Entry(more.cn_free),
    "swap": _Entry(more.gw_swap),
    "swap2": _Entry(more.gw_swap2),
    "swap5": _Entry(more.gw_swap5),
    "swap1": _Entry(more.gw_swap1),
    "pro": _Entry(more.pro),
    "long-pro": _Entry(more.long_pro),
    "centre": _Entry(more.centre),
}
_NUMBERED: Final = re.compile(r"(?P<name>[a-z-]+)-(?P<number>[1-9]\d{0,2})")

#: The names of all rules; families with a number take any other, such as `soosyrv-6`.
NAMES: Final[tuple[str, ...]] = tuple(
    name
    for family, entry in _RULES.items()
    for name in ([f"{family}-{number}" for number in entry.numbers] or [family])
)


def names() -> tuple[str, ...]:
    """Return the names of all rules."""
    return NAMES


def get(name: str, **options: Any) -> OpeningRule:
    """Return an opening rule.

    Parameters
    ----------
    name
        One of `names()`, in either case; families with a number take any of 1 to 221, such as
        `soosyrv-6`.
    **options
        The rule's own options; `OpeningRule.choices` says what they are.

    Raises
    ------
    NotationError
        If there is no such rule, or it has no such option or value.
    OpeningRuleError
        If the pool of the exclusion system is not three different rules (OR 6.1).

    Examples
    --------
    >>> state = get("soosyrv-8").start()
    >>> state = state.apply({"type": "stone", "by": "A", "point": "h8"})
    >>> state.actor, len(state.actions()[0].points)
    ('A', 8)
    """
    entry, arguments = _find(name)
    known = [option.name for option in entry.options]
    for option in options:
        if option not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise NotationError(f"{name} has no option {option!r}: {has}")
    values = {o.name: _value(o, options.get(o.name, o.default)) for o in entry.options}
    symmetry = values.pop("symmetry", "local")
    if symmetry not in ("local", "board"):
        raise NotationError(f"symmetry={symmetry!r}: use 'local' or 'board'")
    for rule in values.get("pool", ()):
        if rule == "exclusion" or not _is_known(rule):
            raise NotationError(f"pool: {rule!r} is no rule that can be played")
    built = entry.build(*arguments, **values)
    if _SYMMETRY in entry.options:
        values["symmetry"] = symmetry
    return replace(
        built, options=tuple(sorted(values.items())), choices=entry.options, symmetry=symmetry
    )


def _value(option: RuleOption, value: Any) -> Any:
    """Return the value of an option, lists as tuples; what is in it is the rule's to check."""
    if isinstance(option.default, tuple):
        if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
            return tuple(value)
        raise NotationError(f"{option.name}={value!r}: use a list of names")
    if isinstance(option.default, bool) and not isinstance(value, bool):
        raise NotationError(f"{option.name}={value!r}: use true or false")
    return value


def _find(name: object) -> tuple[_Entry, tuple[int, ...]]:
    key = name.casefold() if isinstance(name, str) else ""
    entry = _RULES.get(key)
    if entry is not None and not entry.numbers:
        return entry, ()
    match = _NUMBERED.fullmatch(key)
    if match is not None:
        entry = _RULES.get(match["name"])
        number = int(match["number"])
        if entry is not None and entry.numbers and number <= MOST_COUNT:
            return entry, (number,)
    families = ", ".join(f"{family}-N" for family, entry in _RULES.items() if entry.numbers)
    raise NotationError(
        f"{name!r} is no opening rule: there are {', '.join(NAMES)}; {families} take any N of 1 to "
        f"{MOST_COUNT}"
    )


def _is_known(name: object) -> bool:
    try:
        _find(name)
    except NotationError:
        return False
    return True
