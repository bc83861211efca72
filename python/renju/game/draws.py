"""Draws: offers and answers, and positions in which nobody can win."""

from __future__ import annotations

from typing import Final

from .. import _core
from ..clock import Player
from ..geometry import Color
from .common import Setup, draw, note, phase_text, refuse
from .events import Event
from .state import OTHER, State, changed

__all__ = ["HANDLERS", "dead_position", "offer"]


def offer(setup: Setup, state: State, event: Event, player: Player) -> State:
    """Return the state after an offer made with a move, or at another time (RIF 10b, CN 10.3)."""
    kind, clause = setup.rulebook["draw_offer"], setup.rulebook.clause("draw_offer")
    if kind == "none":
        refuse(setup, state, event, clause, "no draw may be offered")
    if state.draw_offer == OTHER[player]:
        refuse(setup, state, event, clause, f"{OTHER[player]} has offered one: accept it")
    if state.draw_offer == player and kind != "flagged":
        refuse(setup, state, event, clause, f"the offer of {player} is open")
    counts = dict(zip(("A", "B"), state.draw_offers, strict=True))
    counts[player] += 1
    if kind == "flagged" and counts[player] - counts[OTHER[player]] > 2:
        state = note(
            state,
            irregular="draw_offer",
            by=player,
            why="more than two offers ahead of the opponent",
            clause=setup.rulebook.clause("draw offers"),
        )
    return changed(state, draw_offer=player, draw_offers=(counts["A"], counts["B"]))


def offer_draw(setup: Setup, state: State, event: Event) -> State:
    """Offer a draw on its own; right after one's own move, at the same time, it is part of it."""
    _running(setup, state, event)
    player, kind = event.player, setup.rulebook["draw_offer"]
    # Before the press one's own time still runs (RIF 10b, CN 10.3(1)).
    follows = state.last_move is not None and state.last_move[0] == player
    with_move = follows and (
        (state.last_move == (player, event.at_ms) and state.last_event == state.index - 1)
        or state.owes_press == player
    )
    if kind == "with_move" and not with_move:
        why = "a draw is offered together with one's own move"
        refuse(setup, state, event, setup.rulebook.clause("draw_offer"), why)
    if kind == "flagged" and not with_move:
        others = state.to_act != player
        state = note(
            state,
            irregular="draw_offer",
            by=player,
            why=f"offered in {'the opponent' if others else 'one'}'s {'' if others else 'own '}time, "
            "not with a move",
            clause=setup.rulebook.clause(
                "draw offer in the opponent's time" if others else "draw offer"
            ),
        )
    return offer(setup, state, event, player)


def accept_draw(setup: Setup, state: State, event: Event) -> State:
    """Accept the opponent's offer: the game is a draw (RIF 10.2, CN 10.2(1), RU 8.1)."""
    _answering(setup, state, event)
    return draw(state, "agreement", setup.rulebook.clause("agreement"))


def decline_draw(setup: Setup, state: State, event: Event) -> State:
    """Decline the opponent's offer in words."""
    _answering(setup, state, event)
    return changed(state, draw_offer=None)


def _answering(setup: Setup, state: State, event: Event) -> None:
    if state.draw_offer is None or state.draw_offer == event.by:
        clause = setup.rulebook.clause("draw_offer")
        refuse(setup, state, event, clause, "the opponent has offered no draw")


def _running(setup: Setup, state: State, event: Event) -> None:
    if state.phase not in ("opening", "play"):
        clause = setup.rulebook.clause("draw_offer")
        refuse(setup, state, event, clause, phase_text(state))


_LINES: Final = tuple(
    tuple(
        15 * (row + step * rows) + col + step * cols
        for step in range(15)
        if 0 <= row + step * rows < 15 and 0 <= col + step * cols < 15
    )
    for rows, cols, starts in (
        (0, 1, [(row, 0) for row in range(15)]),
        (1, 0, [(0, col) for col in range(15)]),
        (1, 1, [(0, col) for col in range(11)] + [(row, 0) for row in range(1, 11)]),
        (1, -1, [(0, col) for col in range(4, 15)] + [(row, 14) for row in range(1, 11)]),
    )
    for row, col in starts
)


def dead_position(position: _core.Position, *, overlines: bool = False) -> bool:
    """Whether neither side can still make a five (RU 8.1).

    A side is alive while some five points in a line hold no opposing stone and, for Black, whose five is
    exact, neither point next to them is black. Fouls and the number of moves left do not matter. With
    `overlines` Black's five may be longer, as in games without fouls (CN 3.3).
    """
    cells = position.to_array().ravel().tolist()
    for line in _LINES:
        row = [0, *(cells[point] for point in line), 0]
        for start in range(1, len(row) - 5):
            window = row[start : start + 5]
            if Color.BLACK not in window:
                return False
            if Color.WHITE not in window and (
                overlines or Color.BLACK not in (row[start - 1], row[start + 5])
            ):
                return False
    return True


HANDLERS: Final = {
    "offer_draw": offer_draw,
    "accept_draw": accept_draw,
    "decline_draw": decline_draw,
}
