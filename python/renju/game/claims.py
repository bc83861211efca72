"""Claims: five, White's overline, Black's fouls, time; and giving up."""

from __future__ import annotations

from typing import Final

from ..clock import Player
from ..geometry import Color
from ..rulebooks import REPLACED
from .common import Setup, draw, refuse, refuse_claim, win, win_by_five, win_by_foul
from .events import Event
from .state import OTHER, Five, Foul, Refused, State

__all__ = ["HANDLERS", "check", "time_is_over"]


def check(setup: Setup, state: State, event: Event) -> None:
    """Refuse a claim whose fields do not go together."""
    kind, book = event["claim"], setup.rulebook
    clause = book.clause({"time": "flag", "overline": "win by overline"}.get(kind, kind))
    if event.by == "arbiter" and kind != "time":
        refuse(setup, state, event, clause, "the arbiter claims time only")
    wrong = "point" if kind == "time" else "player"
    if event[wrong] is not None:
        refuse(setup, state, event, clause, f"{wrong!r} is no field of it")
    if event.by == "arbiter" and event["player"] is None:  # he has no opponent who could be meant
        refuse(setup, state, event, clause, "'player' must say whose flag")


def claim(setup: Setup, state: State, event: Event) -> State:
    """Decide a claim. One without ground is refused and noted; the clocks run on."""
    kind = event["claim"]
    if kind == "time":
        return _claim_time(setup, state, event)
    if state.rulings or state.waits == "rebuilt":
        clause = setup.rulebook.clause("disarranged")
        why = "the stones are displaced: nothing on the board can be claimed"
        refuse(setup, state, event, clause, why)
    claimant = event.player
    if _flag_is_down(state, claimant) and setup.rulebook["flag_must_stand"]:
        clause = setup.rulebook.clause("flag_must_stand")
        return refuse_claim(setup, state, event, "own flag is down", clause)
    if kind == "foul":
        return _claim_foul(setup, state, event, claimant)
    return _claim_five(setup, state, event, claimant)


def _claim_five(setup: Setup, state: State, event: Event, claimant: Player) -> State:
    """Decide the claim of a row (RIF 9.1, 9.6; CN 10.1(1)): the first who claims wins (C5)."""
    kind, book = event["claim"], setup.rulebook
    if kind == "overline" and state.color_of(claimant) is not Color.WHITE:
        return refuse_claim(
            setup, state, event, "only White wins by an overline", book.clause("win by overline")
        )
    fives, _ = state.claimable

    def is_meant(five: Five) -> bool:
        return (
            five.by == claimant
            and (kind == "five" or len(five.row) > 5)
            and (event["point"] is None or event["point"] in five.row)
        )

    own = [five for five in fives if is_meant(five)]
    if not own:
        if any(is_meant(five) for five in state.disputed[0]):
            return _refuse_unsettled(setup, state, event)
        clause = book.clause(f"win by {kind}")
        return refuse_claim(setup, state, event, f"no {kind}", clause)
    if book["five_precedence"] == "made" and fives[0].by != claimant:
        clause = book.clause("five_precedence")
        return refuse_claim(setup, state, event, "the opponent's five came first", clause)
    return win_by_five(setup, state, own[0])


def _claim_foul(setup: Setup, state: State, event: Event, claimant: Player) -> State:
    """Decide the claim of a foul (RIF 9.2, 9.7, 9.8; CN 10.1(2); RU 4.2)."""
    book, point = setup.rulebook, event["point"]
    if state.color_of(claimant) is not Color.WHITE:
        return refuse_claim(setup, state, event, "only White claims a foul", book.clause("foul"))
    standing = [foul for foul in state.claimable[1] if point is None or foul.point == point]
    if standing:
        return win_by_foul(setup, state, standing[-1])
    if any(point is None or foul.point == point for foul in state.disputed[1]):
        return _refuse_unsettled(setup, state, event)
    if any(point is None or foul.point == point for foul in state.lapsed):
        return refuse_claim(setup, state, event, "lapsed", book.clause("lapsed"))
    return refuse_claim(setup, state, event, "no foul", book.clause("foul"))


def _refuse_unsettled(setup: Setup, state: State, event: Event) -> State:
    """Refuse what hangs on an irregularity: first the opponent decides on that (CN 6.1)."""
    clause = setup.rulebook.clause("irregularities")
    return refuse_claim(setup, state, event, "not settled", clause)


def _claim_time(setup: Setup, state: State, event: Event) -> State:
    """Decide the claim of a flag (RIF 9.4, 9.6, 10.4, 14.8, 14.9; CN 8.6, 10.1(3)B, 10.2(4))."""
    book = setup.rulebook
    by = event.by
    if by == "arbiter" and book["flag_claimants"] != "anyone" and not book["time_referee"]:
        clause = book.clause("flag_claimants")
        return refuse_claim(setup, state, event, "only the players may claim time", clause)
    whose: Player = event["player"] or OTHER[event.player]
    if whose == by and book["flag_claimants"] != "anyone":
        clause = book.clause("flag_claimants")
        return refuse_claim(setup, state, event, "nobody claims his own flag", clause)
    if not _flag_is_down(state, whose):
        reason = "there is no clock" if state.clock is None else "the flag is up"
        return refuse_claim(setup, state, event, reason, book.clause("flag"))
    # Where the book lets nobody but the opponent claim, the event does.
    own_or_arbiters = by in (whose, "arbiter") and book["flag_claimants"] == "anyone"
    replaced = own_or_arbiters and book.clause("flag_claimants") == REPLACED
    return time_is_over(setup, state, whose, REPLACED if replaced else book.clause("time"))


def time_is_over(setup: Setup, state: State, whose: Player, clause: str = "") -> State:
    """Return the state after a flag that was claimed or ends the game by itself.

    With both flags down it is a draw (RIF 10.4), or who fell first loses (CN 10.2(4)). `clause` is cited
    for a loss, where it is not the book's.
    """
    book, clock = setup.rulebook, state.clock
    if clock is None:
        raise RuntimeError("no clock, no flag")
    falls = {player: clock[player].flag_ms for player in OTHER}
    if falls[OTHER[whose]] is not None:
        if book["both_flags"] == "draw" or falls["A"] == falls["B"]:
            return draw(state, "both_times", book.clause("both times"))
        whose = min(OTHER, key=lambda player: falls[player] or 0)
    return win(state, OTHER[whose], "time", clause or book.clause("time"))


def _flag_is_down(state: State, player: Player) -> bool:
    return state.clock is not None and state.clock[player].is_down


def accept_claim(setup: Setup, state: State, event: Event) -> State:
    """Accept the opponent's refused claim: a win that both accept stands (CN 10.1(3))."""
    book = setup.rulebook
    if not book["accepted_claim"]:
        clause = book.clause("accepted_claim")
        refuse(setup, state, event, clause, "the board decides, not what the players accept")
    found = state.refused
    if found is None or found.by == event.by:
        refuse(setup, state, event, book.clause("accepted"), "no claim of the opponent was refused")
    foul = _accepted_foul(state, found)
    is_possible = {
        "foul": foul is not None,
        "overline": state.color_of(found.by) is Color.WHITE,
    }.get(found.claim, True)
    # What cannot have been, such as a foul of White's, the players have agreed upon all the same.
    termination = found.claim if is_possible else "agreement"
    return win(state, found.by, termination, book.clause("accepted"), foul)


def _accepted_foul(state: State, found: Refused) -> Foul | None:
    """Return the foul of Black's that White's accepted claim was about, None if there was none."""
    if found.claim != "foul" or state.color_of(found.by) is not Color.WHITE:
        return None
    known = (*state.lapsed, *state.fouls, *state.disputed[1])
    meant = [foul for foul in known if found.point in (None, foul.point)]
    return meant[-1] if meant else None


def resign(setup: Setup, state: State, event: Event) -> State:
    """Give up (RIF 9.5, CN 10.1(3)C, RU 7.3)."""
    clause = setup.rulebook.clause("resignation")
    return win(state, OTHER[event.player], "resignation", clause)


HANDLERS: Final = {"claim": claim, "accept_claim": accept_claim, "resign": resign}
