"""Clocks: time controls and the clock of one game, frozen and pure.

Examples
--------
>>> clock = Clock.new(TimeControl.parse("30m,3x60s")).run(0, "A")
>>> clock = clock.at(31 * 60_000)  # one minute into byo-yomi: the second of three periods
>>> clock["A"].period, clock["A"].repeats_left, clock["A"].remaining_ms
(1, 2, 60000)
>>> clock.complete_turn("A").run(31 * 60_000, "B")["A"].remaining_ms
60000
"""

from __future__ import annotations

from .clock import Clock, Player, PlayerClock
from .control import Period, TimeControl, format_ms, parse_ms

__all__ = ["Clock", "Period", "Player", "PlayerClock", "TimeControl", "format_ms", "parse_ms"]
