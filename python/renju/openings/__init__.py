"""Openings: the patterns of the first three stones, and the rules by which a game is begun.

Examples
--------
>>> str(identify("h8 i8 i9"))
'D4 Kagetsu'
>>> state = get("rif-1996").start()
>>> for step in ({"type": "stone", "by": "A", "point": p} for p in ("h8", "h9", "j10")):
...     state = state.apply(step)
>>> state.actor, [choice.type for choice in state.actions()]
('B', ['keep', 'swap'])
"""

from __future__ import annotations

from .actions import Action, Choice
from .equivalence import Isometry, classes, equivalent, symmetries
from .lookup import pattern
from .patterns import EXTENDED, PATTERNS, Family, Orientation, Pattern, identify, orient
from .registry import NAMES, get, names
from .rule import OpeningRule, RuleOption
from .state import OpeningState
from .table import identify_games

__all__ = [
    "EXTENDED",
    "NAMES",
    "PATTERNS",
    "Action",
    "Choice",
    "Family",
    "Isometry",
    "OpeningRule",
    "OpeningState",
    "Orientation",
    "Pattern",
    "RuleOption",
    "classes",
    "equivalent",
    "get",
    "identify",
    "identify_games",
    "names",
    "orient",
    "pattern",
    "symmetries",
]
