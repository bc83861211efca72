"""Games under a rulebook: claims, clocks, penalties, one log.

`Game` is an immutable fold over events: the same log always gives the same state.
"""

from __future__ import annotations

from .colors import device_color, game_color, nigiri, team_board_color
from .events import EVENT_TYPES, Event
from .game import FORMAT, VERSION, Game, replay
from .state import Five, Foul, Irregularity, Outcome

__all__ = [
    "EVENT_TYPES",
    "FORMAT",
    "VERSION",
    "Event",
    "Five",
    "Foul",
    "Game",
    "Irregularity",
    "Outcome",
    "device_color",
    "game_color",
    "nigiri",
    "replay",
    "team_board_color",
]
