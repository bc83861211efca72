"""`renju.Game`: a game as an immutable fold over its events."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from .. import _core, openings, rulebooks
from ..clock import Clock, TimeControl
from ..errors import ClockError, RenjuError, RulingError
from ..geometry import POINTS
from ..openings import Choice, OpeningRule
from ..rulebooks import Rulebook
from . import arbiter, claims, draws, irregular, play
from .common import expected, press, refuse
from .events import Event
from .setup import Setup
from .state import OTHER, Outcome, Phase, State

__all__ = ["FORMAT", "VERSION", "Game"]

FORMAT: Final = "renju-game"
VERSION: Final = 1
_HANDLERS: Final = {
    **play.HANDLERS,
    **claims.HANDLERS,
    **draws.HANDLERS,
    **arbiter.HANDLERS,
    **irregular.HANDLERS,
}
_OPTIONS: Final = {
    "auto_press": bool,
    "auto_adjudicate": bool,
    "late_limit_ms": int,
    "increment_before_first": bool,
    "fouls": bool,
    "opening": Mapping,
    "pool": Iterable,
    "rules": Mapping,
}
_ACCEPTS: Final = ("stone", "pass", "stones", "keep", "swap", "declare", "propose", "choose")


class Game:
    """A game: a rulebook, an opening rule, clocks if there are any, and the events so far.

    A game never changes: `apply` gives another one. All times are integer milliseconds since the start
    of the round.

    Parameters
    ----------
    rulebook
        A `Rulebook` or its name.
    opening
        An `OpeningRule` or its name.
    time_control
        A `TimeControl` or its text; None for a game without clocks.
    players
        Who A and B are, as it stands in the log.
    options
        The options of the game log: `auto_press`, `auto_adjudicate`, `late_limit_ms`,
        `increment_before_first`, `fouls`, `opening`, `pool`, `rules`.

    Raises
    ------
    NotationError, ClockError, RulingError
        If there is no such rulebook, rule, time control or option.

    Examples
    --------
    >>> game = Game("rif-1996", "centre")
    >>> game = game.apply({"type": "stone", "by": "A", "point": "h8"})
    >>> game.state.to_act, game.state.expected
    ('B', ('stone',))
    >>> game.apply({"type": "resign", "by": "B"}).outcome.clause
    'RIF 9.5'
    """

    __slots__ = ("_events", "_parent", "_setup", "_state")

    _setup: Setup
    _state: State
    _events: tuple[Event, ...]
    _parent: Game | None

    def __init__(
        self,
        rulebook: Rulebook | str = "rif-1996",
        opening: OpeningRule | str = "soosyrv-8",
        time_control: TimeControl | str | None = None,
        *,
        players: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self._setup = _setup(rulebook, opening, time_control, players or {}, options or {})
        self._state = _first_state(self._setup)
        self._events = ()
        self._parent = None

    # Playing

    def apply(self, event: Mapping[str, Any]) -> Game:
        """Return the game after an event.

        Parameters
        ----------
        event
            An event of the game log.

        Raises
        ------
        RulingError
            If the event cannot be: with the clause, what was expected and the index of the event.
        ClockError
            If its time is missing, no integer, or before the last event.
        """
        index = len(self._events)
        try:
            read = Event.read(event)
            state = _after(self._setup, self._state, read, index)
        except RulingError as error:
            error.at_event = index
            raise
        game = Game.__new__(Game)
        game._setup = self._setup
        game._state = state if read.type != "accept_takeback" else self._taken_back(state, index)
        game._events = (*self._events, read)
        game._parent = self
        return game

    def _taken_back(self, state: State, index: int) -> State:
        """Return the state at the event that both go back to, with the clocks of now."""
        if self._state.takeback is None:
            raise RuntimeError("nothing was proposed")
        earlier = self.undo_to(self._state.takeback[1])._state
        history = (*state.history, {"at_event": index, "takeback_to": self._state.takeback[1]})
        return press(replace(earlier, clock=state.clock, history=history, takeback=None))

    def undo_to(self, index: int) -> Game:
        """Return the game as it was after the first `index` events.

        Raises
        ------
        RulingError
            If there are not so many.
        """
        if not 0 <= index <= len(self._events):
            raise RulingError(f"undo to {index}: the game has {len(self._events)} events")
        game = self
        while len(game._events) > index:
            if game._parent is None:
                raise RuntimeError("a game with events has one before it")
            game = game._parent
        return game

    # What stands

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook, with what the options override."""
        return self._setup.rulebook

    @property
    def opening(self) -> OpeningRule:
        """The opening rule."""
        return self._setup.opening

    @property
    def time_control(self) -> TimeControl | None:
        """The time control, None without clocks."""
        return self._setup.control

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """The events so far, as they were given."""
        return tuple(dict(event.source) for event in self._events)

    @property
    def state(self) -> State:
        """The state; its `to_dict` is what the game log defines."""
        return self._state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self._state.outcome

    def at(self, now_ms: int) -> State:
        """Return the state as it will be at `now_ms` if nothing else happens.

        Raises
        ------
        ClockError
            If that is before the last event.
        """
        return _time_passes(self._setup, self._state, now_ms, len(self._events))

    @property
    def next_deadline_ms(self) -> int | None:
        """When a server must look again: a flag or the limit of lateness; None if nothing is due."""
        state = self._state
        if state.clock is None or state.phase in ("over", "not_started"):
            return None
        times = [state.clock.next_flag_ms()]
        if state.absent and self._setup.late_limit_ms is not None:
            times.append(self._setup.late_limit_ms + 1)
        return min((time for time in times if time is not None), default=None)

    def actions(self) -> tuple[Choice, ...]:
        """Return what whoever is to act may do now, as in openings; empty when nobody is."""
        state = self._state
        if state.to_act is None or state.phase not in ("opening", "play"):
            return ()
        if state.phase == "opening":
            return state.opening.actions()
        allowed = expected(self._setup, state)
        found = []
        if "stone" in allowed:
            empty = frozenset(p for p in _POINTS if state.position.at(p) == 0)
            turn = self._setup.rulebook.clause("turn")
            found.append(Choice("stone", state.to_act, turn, (empty,), (state.to_move,), 1))
        if "pass" in allowed:
            found.append(Choice("pass", state.to_act, self._setup.rulebook.clause("may_pass")))
        return tuple(found)

    # The log

    def to_dict(self) -> dict[str, Any]:
        """Return the log of the game as JSON-ready data."""
        setup = self._setup
        log: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "rulebook": setup.rulebook.id,
            "opening": setup.opening.id,
        }
        if setup.control is not None:
            log["time_control"] = str(setup.control)
        if setup.players:
            log["players"] = dict(setup.players)
        if setup.options:
            log["options"] = dict(setup.options)
        log["events"] = [dict(event.source) for event in self._events]
        return log

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the log of the game as JSON."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, default=str)

    @classmethod
    def from_dict(cls, log: Mapping[str, Any]) -> Game:
        """Replay a log.

        Raises
        ------
        RulingError
            If a field is missing, unknown or wrong, or an event cannot be.
        """
        events = _checked_log(log)
        game = cls.from_header(log)
        for event in events:
            game = game.apply(event)
        return game

    @classmethod
    def from_header(cls, log: Mapping[str, Any]) -> Game:
        """Return the game of a log before its first event."""
        _checked_log(log)
        return cls(
            log["rulebook"],
            log["opening"],
            log.get("time_control"),
            players=log.get("players"),
            options=log.get("options"),
        )

    @classmethod
    def from_json(cls, text: str | bytes) -> Game:
        """Replay a log of JSON text.

        Raises
        ------
        RulingError
            If it is no JSON, or no log; see `from_dict`.
        """
        try:
            log = json.loads(text)
        except ValueError as error:
            raise RulingError(f"the log is no JSON: {error}") from None
        return cls.from_dict(log)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self._setup.rulebook.id, self._setup.opening.id, len(self._events)))

    def __repr__(self) -> str:
        return (
            f"<renju.Game {self._setup.rulebook.id}, {self._setup.opening.id}, "
            f"{len(self._events)} events, {self._state.phase}>"
        )


_POINTS: Final = POINTS
_FIELDS: Final = (
    "format",
    "version",
    "rulebook",
    "opening",
    "time_control",
    "players",
    "options",
    "events",
)


def _checked_log(log: Any) -> list[Any]:
    if not isinstance(log, Mapping):
        raise RulingError(f"{type(log).__name__}: a log is a JSON object")
    unknown = [name for name in log if name not in _FIELDS]
    if unknown:
        raise RulingError(f"{unknown[0]!r} is no field of a log: it has {', '.join(_FIELDS)}")
    if log.get("format") != FORMAT or log.get("version") != VERSION:
        raise RulingError(
            f"format {log.get('format')!r}, version {log.get('version')!r}: this reads "
            f"{FORMAT!r}, version {VERSION}"
        )
    for name in ("rulebook", "opening"):
        if name not in log:
            raise RulingError(f"the field {name!r} of the log is missing")
    events = log.get("events", [])
    if not isinstance(events, list):
        raise RulingError("'events' is a list")
    return events


def _setup(
    rulebook: Rulebook | str,
    opening: OpeningRule | str,
    control: TimeControl | str | None,
    players: Mapping[str, Any],
    options: Mapping[str, Any],
) -> Setup:
    for name, value in options.items():
        kind = _OPTIONS.get(name)
        if kind is None:
            raise RulingError(f"{name!r} is no option: there are {', '.join(_OPTIONS)}")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise RulingError(f"option {name}={value!r}: it is a {kind.__name__}")
    if set(players) - {"A", "B"}:
        raise RulingError(f"players are A and B, not {sorted(set(players))}")
    if options.get("late_limit_ms", 0) < 0:
        raise RulingError("late_limit_ms is 0 or more")
    book = rulebooks.get(rulebook) if isinstance(rulebook, str) else rulebook
    if options.get("rules"):
        book = book.replace(**options["rules"])
    keywords = dict(options.get("opening") or {})
    if "pool" in options:
        keywords["pool"] = tuple(options["pool"])
    rule = openings.get(opening, **keywords) if isinstance(opening, str) else opening
    clock = TimeControl.parse(control) if isinstance(control, str) else control
    return Setup(
        book,
        rule,
        clock,
        options.get("auto_press", True),
        options.get("auto_adjudicate"),
        options.get("late_limit_ms"),
        options.get("increment_before_first", False),
        options.get("fouls", True),
        dict(players),
        dict(options),
    )


def _first_state(setup: Setup) -> State:
    opening = setup.opening.start()
    clock = None
    phase: Phase = "play" if opening.is_over else "opening"
    if setup.control is not None:
        clock = Clock.new(setup.control, increment_before_first=setup.increment_before_first)
        phase = "not_started"
    return State(setup, phase, opening, _core.Position(), black=opening.black, clock=clock)


def _after(setup: Setup, state: State, event: Event, index: int) -> State:
    if state.outcome is not None:
        return _after_the_end(setup, state, event, index)
    if state.phase == "not_started" and event.type not in ("start", "arbiter"):
        clause = setup.rulebook.clause("clock")
        refuse(setup, state, event, clause, "with a time control the first event is start")
    if state.clock is not None and event.at_ms is None:
        raise ClockError(f"{event}: with a time control every event carries at_ms")
    if event.at_ms is not None:
        state = _time_passes(setup, state, event.at_ms, index)
        if state.outcome is not None:
            return state  # the event came too late: the time had ended the game
    if (
        state.irregularity is not None
        and not state.irregularity.demanded
        and event.type in _ACCEPTS
        and event.by == OTHER[state.irregularity.by]
    ):
        state = irregular.accept_by_playing_on(setup, state, event, index)
        if state.outcome is not None:
            return state
    if event.type in ("takeback", "accept_takeback"):
        return _takeback(setup, state, event, index)
    after = _HANDLERS[event.type](setup, state, event, index)
    if event.type in ("stone", "pass"):
        after = replace(after, last_move=(event.player, event.at_ms), last_event=index)
    return _flags(setup, after, index)


def _after_the_end(setup: Setup, state: State, event: Event, index: int) -> State:
    outcome = state.outcome
    if outcome is None:
        raise RuntimeError("the game goes on")
    if event.type == "note":
        return arbiter.take_note(setup, state, event, index)
    if event.type == "arbiter" and event["action"] == "loss":
        return arbiter.loss_after_the_end(setup, state, event, index)
    return refuse(setup, state, event, outcome.clause, f"the game is over: {outcome.termination}")


def _time_passes(setup: Setup, state: State, now_ms: int, index: int) -> State:
    """Let time pass: clocks run, flags fall, the limit of lateness goes by."""
    if state.clock is None:
        return state
    state = replace(state, clock=state.clock.at(now_ms))
    if state.outcome is not None:
        return state
    if (
        state.absent
        and setup.late_limit_ms is not None
        and now_ms > setup.late_limit_ms
        and state.phase != "not_started"
    ):
        return arbiter.too_late(setup, state, index)
    return _flags(setup, state, index)


def _flags(setup: Setup, state: State, index: int) -> State:
    """End the game when a flag is down, where flags do that by themselves."""
    if state.outcome is not None or state.clock is None or not setup.is_auto("flag"):
        return state
    down = [player for player in OTHER if state.clock[player].is_down]
    return claims.time_is_over(setup, state, down[0], index) if down else state


def _takeback(setup: Setup, state: State, event: Event, index: int) -> State:
    """Propose or accept to take moves back: outside any rulebook, unless a rule allows it."""
    clause = setup.rulebook.clause("takeback")
    if not setup.rulebook["takeback"]:
        refuse(setup, state, event, clause, "moves are not taken back")
    if event.type == "takeback":
        if not 0 <= event["to"] < index:
            refuse(setup, state, event, clause, f"there is no event {event['to']} to go back to")
        return replace(state, takeback=(event.by, event["to"]))  # type: ignore[arg-type]
    if state.takeback is None or state.takeback[0] == event.by:
        refuse(setup, state, event, clause, "the opponent has proposed nothing")
    return state


def replay(log: Mapping[str, Any]) -> tuple[Game, RenjuError | None]:
    """Replay a log as far as it goes: the game, and the error that stopped it, if one did."""
    game = Game.from_header(log)
    for event in log.get("events", []):
        try:
            game = game.apply(event)
        except RenjuError as error:
            return game, error
    return game, None
