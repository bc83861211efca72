"""The state of a game as the game log defines it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final

from ..clock import Player
from .state import State

__all__ = ["recording_duty", "state_dict"]

_PLAYERS: Final[tuple[Player, Player]] = ("A", "B")
_FIVE_MINUTES_MS: Final = 5 * 60_000


def state_dict(state: State) -> dict[str, Any]:
    """Return the state as JSON-ready data."""
    fives, fouls = state.claimable
    return {
        "phase": state.phase,
        "to_act": state.to_act,
        "expected": list(state.expected),
        "colors": {p: None if color is None else color.label for p, color in state.colors.items()},
        "moves": state.moves_text(),
        "move_colors": " ".join(color.label for color in state.move_colors),
        "clocks": {} if state.clock is None else state.clock.to_dict(),
        "pending": {
            "fouls": [foul.to_dict() for foul in fouls],
            "fives": [five.to_dict() for five in fives],
            "draw_offer": state.draw_offer,
            "irregularity": None if state.irregularity is None else state.irregularity.to_dict(),
            "claim": None
            if state.refused is None
            else {"by": state.refused.by, "claim": state.refused.claim},
            "takeback": None
            if state.takeback is None
            else {"by": state.takeback[0], "to": state.takeback[1]},
        },
        "draw_offers": dict(zip(_PLAYERS, state.draw_offers, strict=True)),
        "violations": dict(zip(_PLAYERS, state.violations, strict=True)),
        "must_record": recording_duty(state),
        "history": [deepcopy(entry) for entry in state.history],
        "outcome": None if state.outcome is None else state.outcome.to_dict(),
    }


def recording_duty(state: State) -> dict[Player, bool]:
    """Return who must record the moves now: not who is short of time (RIF 13.2, CN 7.6, 7.7)."""
    kind = state.setup.rulebook["recording"]
    if kind in ("always", "no"):
        return dict.fromkeys(_PLAYERS, kind == "always")
    return {player: not _is_exempt(kind, state, player) for player in _PLAYERS}


def _is_exempt(kind: str, state: State, player: Player) -> bool:
    if state.clock is None:
        return False
    own = state.clock[player]
    if own.remaining_ms is None:
        return False
    if kind == "over_5m":
        return own.remaining_ms <= _FIVE_MINUTES_MS
    # CN 7.7: in byo-yomi, too.
    byo_yomi = state.clock.control.periods[own.period].is_byo_yomi
    return byo_yomi or own.remaining_ms < _FIVE_MINUTES_MS
