"""The terms on which a game is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..clock import TimeControl
from ..openings import OpeningRule
from ..rulebooks import Rulebook

__all__ = ["Setup"]


@dataclass(frozen=True, slots=True)
class Setup:
    """The terms on which a game is played.

    Attributes
    ----------
    rulebook, opening, control
        The rulebook, the opening rule and the time control (None without clocks).
    auto_press
        Whether an event that ends a turn also presses the clock.
    auto_adjudicate
        Whether fives, fouls and flags end the game by themselves; None: as the rulebook has it.
    late_limit_ms
        How late a player may arrive, None without limit.
    increment_before_first
        Whether the increment is added once before the first move.
    fouls
        Whether Black's fouls are fouls (CN 3.3 lets free openings play without).
    players, options
        As they stand in the log.
    """

    rulebook: Rulebook
    opening: OpeningRule
    control: TimeControl | None = None
    auto_press: bool = True
    auto_adjudicate: bool | None = None
    late_limit_ms: int | None = None
    increment_before_first: bool = False
    fouls: bool = True
    players: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def is_auto(self, key: str) -> bool:
        """Whether a five, foul or flag ends the game by itself."""
        if self.auto_adjudicate is not None:
            return self.auto_adjudicate
        return bool(self.rulebook[key] == "auto")
