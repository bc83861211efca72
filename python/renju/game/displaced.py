"""Disarranged boards: what the book decides, and what it leaves to the arbiter (RIF 8, CN 4.2, RU 6.2)."""

from __future__ import annotations

from typing import Final

from ..clock import Player
from .arbiter import paused, resumed, violated
from .common import Setup, nobody_wins, phase_text, refuse, win
from .events import Event
from .state import OTHER, State, changed

__all__ = ["HANDLERS", "check"]

#: The rulings among which a book leaves the choice, when nobody can rebuild the board.
_RULINGS: Final = {"cn": ("draw", "replay"), "ru": ("draw", "replay", "position")}


def check(setup: Setup, state: State, event: Event) -> None:
    """Refuse a report whose fields do not go together."""
    if event["cause"] == "player" and event["by"] is None:
        clause = setup.rulebook.clause("disarranged")
        refuse(setup, state, event, clause, "'by' must say who displaced the stones")


def disarranged(setup: Setup, state: State, event: Event) -> State:
    """Rule on displaced stones where the book leaves no choice, else wait.

    Reported again while the position is being rebuilt, it could not be rebuilt after all.
    """
    book = setup.rulebook
    clause = book.clause("disarranged")
    not_after_all = state.waits == "rebuilt" and not event["reconstructable"]
    if state.phase not in ("opening", "play") and not not_after_all:
        refuse(setup, state, event, clause, phase_text(state))
    kind, can_be_rebuilt = book["disarranged"], event["reconstructable"]
    culprit: Player | None = event["by"] if event["cause"] == "player" else None
    if kind == "none":
        refuse(setup, state, event, clause, "stones of programs are not displaced")
    if kind == "cn" and culprit is not None:
        if event["intent"] == "deliberate" or not can_be_rebuilt:
            exact = "CN 4.2(2)" if event["intent"] == "deliberate" else "CN 4.2(1)"
            cited = exact if clause == "CN 4.2" else clause
            return win(state, OTHER[culprit], "penalty", cited)
        exact = "CN 4.2(1)" if clause == "CN 4.2" else clause
        state = violated(setup, state, culprit, "scattered the stones", exact)
        if state.outcome is not None:
            return state
    if can_be_rebuilt:
        running = frozenset({culprit}) if kind == "ru" and culprit else frozenset()
        return changed(paused(state, running=running), waits="rebuilt")
    if kind == "rif":
        if culprit is not None:
            return win(state, OTHER[culprit], "penalty", clause)
        return nobody_wins(state, "void", "arbiter", clause)
    # An opening has no position to be set: its steps are not in one.
    rulings = (r for r in _RULINGS[kind] if r != "position" or state.opening.is_over)
    return changed(paused(state), rulings=tuple(rulings), waits="")


def reconstructed(setup: Setup, state: State, event: Event) -> State:
    """Go on after both have confirmed the position."""
    if state.waits != "rebuilt":
        clause = setup.rulebook.clause("disarranged")
        refuse(setup, state, event, clause, "no position waits to be rebuilt")
    return resumed(state)


HANDLERS: Final = {"disarranged": disarranged, "reconstructed": reconstructed}
