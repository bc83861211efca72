"""Openings: the patterns of the first three moves, and which one a game has.

Examples
--------
>>> str(identify("h8 i8 i9"))
'D4 Kagetsu'
"""

from __future__ import annotations

from .patterns import PATTERNS, Family, Pattern, identify

__all__ = ["PATTERNS", "Family", "Pattern", "identify"]
