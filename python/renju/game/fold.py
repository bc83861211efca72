"""One event after another: time that passes, whether the event may be at all, and who handles it."""

from __future__ import annotations

from typing import Final

from ..errors import ClockError
from . import arbiter, claims, displaced, draws, irregular, play
from .common import note, phase_text, refuse
from .events import Event
from .setup import Setup
from .state import OTHER, State, changed

__all__ = ["after", "time_passes"]


def after(setup: Setup, state: State, event: Event, index: int) -> State:
    """Return the state after an event.

    An event that comes after the time has ended the game, as it does by itself in some rulebooks, is
    recorded but not carried out: whoever sent it could not know, and the log must say when it came.
    """
    clock_clause = setup.rulebook.clause("clock")
    if setup.control is not None and event.at_ms is None:
        refuse(setup, state, event, clock_clause, "with a time control every event carries at_ms")
    if event.at_ms is not None and event.at_ms < (state.now_ms or 0):
        why = f"{event.at_ms} ms is before the last event, at {state.now_ms} ms"
        refuse(setup, state, event, clock_clause, why)
    if state.outcome is not None:
        return _after_the_end(setup, changed(state, index=index), event)
    if state.phase == "not_started" and event.type != "start":
        refuse(setup, state, event, clock_clause, "with a time control the first event is start")
    if event.type in _CHECKS:  # whether it comes too late or not: the log must be one
        _CHECKS[event.type](setup, state, event)
    if event.at_ms is not None:
        state = time_passes(setup, state, event.at_ms, index)
        if state.outcome is not None:
            if event.type == "note":
                return arbiter.take_note(setup, state, event)
            return note(state, late=event.type, by=event.by, clause=state.outcome.clause)
    if state.index != index:
        state = changed(state, index=index)
    state = _accepted(setup, state, event)
    if state.outcome is not None:
        return state
    try:
        result = _HANDLERS[event.type](setup, state, event)
    except ClockError as error:
        refuse(setup, state, event, clock_clause, str(error))
    return _flags(setup, result)


def _accepted(setup: Setup, state: State, event: Event) -> State:
    """Return the state in which what was irregular stands, if the opponent plays on (CN 6.2)."""
    found = state.irregularity
    if (
        found is None
        or found.demanded
        or event.type not in irregular.ACCEPTING
        or event.by != OTHER[found.by]
    ):
        return state
    state = irregular.accept_by_playing_on(setup, state)
    ended = play.ends_by_itself(setup, state)
    if ended.outcome is not None and not state.is_full:
        _HANDLERS[event.type](setup, state, event)  # an error if he cannot play on so
    return ended


def _after_the_end(setup: Setup, state: State, event: Event) -> State:
    outcome = state.outcome
    if outcome is None:
        raise RuntimeError("the game goes on")
    if event.at_ms is not None:
        state = changed(state, now_ms=event.at_ms)
    if event.type == "note":  # an appeal, evidence (CN 8.11)
        return arbiter.take_note(setup, state, event)
    if event.type == "arbiter" and event["action"] == "loss":
        arbiter.check(setup, state, event)
        return arbiter.loss_after_the_end(setup, state, event)
    return refuse(setup, state, event, outcome.clause, f"the game is over: {outcome.termination}")


def time_passes(setup: Setup, state: State, now_ms: int, index: int) -> State:
    """Let time pass: clocks run, flags fall, the limit of lateness goes by."""
    clock = None if state.clock is None else state.clock.at(now_ms)
    state = changed(state, clock=clock, now_ms=now_ms, index=index)
    if state.outcome is not None:
        return state
    limit = None if setup.late_limit_ms is None else state.started_ms + setup.late_limit_ms
    if state.absent and limit is not None and now_ms > limit:
        flags = [] if clock is None else [clock[p].flag_ms for p in OTHER]
        fell = min((ms for ms in flags if ms is not None), default=now_ms)
        if not setup.is_auto("flag") or fell > limit:  # what came first counts
            return arbiter.too_late(setup, state)
    return _flags(setup, state)


def _flags(setup: Setup, state: State) -> State:
    """End the game when a flag is down, where flags do that by themselves."""
    clock = state.clock
    if clock is None or state.outcome is not None:
        return state
    down = [player for player in OTHER if clock[player].flag_ms is not None]
    if not down or not setup.is_auto("flag"):
        return state
    return claims.time_is_over(setup, state, down[0])


def _takeback(setup: Setup, state: State, event: Event) -> State:
    """Propose or accept to take moves back: outside any rulebook, unless a rule allows it."""
    clause = setup.rulebook.clause("takeback")
    if not setup.rulebook["takeback"]:
        refuse(setup, state, event, clause, "moves are not taken back")
    if state.phase not in ("opening", "play"):
        refuse(setup, state, event, clause, phase_text(state))
    if event.type == "takeback":
        first = 0 if setup.control is None else 1  # the start is not taken back
        if not first <= event["to"] < state.index:
            refuse(setup, state, event, clause, f"there is no event {event['to']} to go back to")
        return changed(state, takeback=(event.player, event["to"]))
    if state.takeback is None or state.takeback[0] == event.by:
        refuse(setup, state, event, clause, "the opponent has proposed nothing")
    return state


#: What of an event must go together, before it is asked whether it can be.
_CHECKS: Final = {
    "claim": claims.check,
    "irregularity": irregular.check,
    "disarranged": displaced.check,
    "arbiter": arbiter.check,
}
_HANDLERS: Final = {
    **play.HANDLERS,
    **claims.HANDLERS,
    **draws.HANDLERS,
    **arbiter.HANDLERS,
    **irregular.HANDLERS,
    **displaced.HANDLERS,
    **dict.fromkeys(("takeback", "accept_takeback"), _takeback),
}
