"""When an arbiter may call a game a draw, void or to be played again, of his own accord.

Books differ. RIF makes every dispute the organiser's to judge (RIF 17.2). The Chinese rules list when a game is a draw
(CN 10.2) and when it is played again (CN 4.2), and know no void game. The Russian codex leaves further draws to the
regulations of the event (RU 8.2) and says nothing of playing again. Where a book asks for a ruling (`disarranged`) the
game waits for it, and `State.rulings` has the lawful ones; this is about all other moments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from .common import Setup, refuse
from .events import Event
from .state import State

__all__ = ["clause_of_ruling"]


@dataclass(frozen=True, slots=True)
class _Case:
    """A case in which rulings are lawful.

    Attributes
    ----------
    actions
        The rulings.
    holds
        Whether the case is given.
    cites
        What names its clause in the rulebook.
    words
        The case in words, after "it is lawful".
    """

    actions: tuple[str, ...]
    holds: Callable[[State], bool]
    cites: str
    words: str


def _flags_fell_together(state: State) -> bool:
    """Whether both flags are down and nobody can say which fell first (CN 10.2(4))."""
    falls = set() if state.clock is None else {state.clock[p].flag_ms for p in ("A", "B")}
    return len(falls) == 1 and None not in falls


#: Nobody claimed what could be claimed: every book lets the arbiter end such a game.
_FULL: Final = _Case(("draw",), lambda state: state.is_full, "board full", "on a full board")
_CASES: Final[dict[str, tuple[_Case, ...]]] = {
    "disputes": (
        _FULL,
        _Case(("draw", "void", "replay"), lambda _: True, "rulings", "in any dispute"),
    ),
    "cases": (
        _FULL,
        _Case(
            ("draw",),
            _flags_fell_together,
            "both times",
            "when both flags are down and nobody knows which fell first",
        ),
        _Case(
            ("draw", "replay"),
            lambda state: state.phase == "paused" and not state.waits,
            "ruling",
            "for displaced stones, once the clocks are stopped (pause) and nothing can be rebuilt",
        ),
    ),
    "regulations": (
        _FULL,
        _Case(("draw",), lambda _: True, "rulings", "by the regulations of the event"),
    ),
    "none": (_FULL,),
}


def clause_of_ruling(setup: Setup, state: State, event: Event) -> str:
    """Return the clause by which the arbiter may rule so now.

    Raises
    ------
    RulingError
        If no clause lets him: with the cases in which it would be lawful.
    """
    book, action = setup.rulebook, event["action"]
    if state.rulings:  # which are lawful was asked before
        return book.clause("ruling")
    cases = [case for case in _CASES[book["rulings"]] if action in case.actions]
    for case in cases:
        if case.holds(state):
            return book.clause(case.cites)
    if cases:
        why = f"it is lawful {', or '.join(case.words for case in cases)}"
    else:
        known = dict.fromkeys(a for case in _CASES[book["rulings"]] for a in case.actions)
        why = f"no clause lets the arbiter rule so; what he may call it is: {', '.join(known)}"
    return refuse(setup, state, event, book.clause("rulings"), why)
