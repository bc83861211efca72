"""`renju.Game`: a game as an immutable fold over its events."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

from .. import _core
from ..clock import Clock, TimeControl
from ..errors import ClockError, RenjuError, RulingError, quoted
from ..geometry import POINTS
from ..openings import Choice, OpeningRule
from ..rulebooks import Rulebook
from .common import expected, note, run_clock
from .events import Event, shortened, whole_numbers
from .fold import after, time_passes
from .setup import Setup, make_setup, special_terms
from .state import Outcome, Phase, State, changed

__all__ = ["FORMAT", "VERSION", "Game"]

FORMAT: Final = "renju-game"
VERSION: Final = 1


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

    __slots__ = ("_count", "_event", "_far", "_parent", "_setup", "_state")

    _setup: Setup
    _state: State
    # A game knows its last event and the game before it: a tuple of all events would cost as
    # much memory as there are pairs of them.
    _event: Event | None
    _count: int
    _parent: Game | None
    _far: Game | None

    def __init__(
        self,
        rulebook: Rulebook | str = "rif-1996",
        opening: OpeningRule | str = "soosyrv-8",
        time_control: TimeControl | str | None = None,
        *,
        players: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self._setup = make_setup(
            rulebook,
            opening,
            time_control,
            {} if players is None else players,
            {} if options is None else options,
        )
        self._state = _first_state(self._setup)
        self._event = None
        self._count = 0
        self._parent = None
        self._far = None

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
            If the event cannot be, or its time is missing or before the last event: with the clause, what
            was expected and the index of the event.
        """
        return self._after(event, of_log=False)

    def _after(self, event: Mapping[str, Any], *, of_log: bool) -> Game:
        index = self._count
        try:
            read = Event.read(event, of_log=of_log)
            state = self._taken_back(read) or after(self._setup, self._state, read, index)
        except RulingError as error:
            error.at_event = index
            error.expected = error.expected or self._state.expected
            raise
        except RecursionError:
            raise RulingError(_TOO_DEEP, at_event=index) from None
        game = Game.__new__(Game)
        game._setup = self._setup
        game._state = state
        game._event = read
        game._count = self._count + 1
        game._parent = self
        game._far = _far_from(self)
        return game

    def _taken_back(self, event: Event) -> State | None:
        """Return the state to which both go back, with the clocks of now; None for other events."""
        if event.type != "accept_takeback" or self._state.takeback is None:
            return None
        to, index = self._state.takeback[1], self._count
        state = after(self._setup, self._state, event, index)
        if state.outcome is not None:
            return state  # it came too late
        earlier, clause = self.undo_to(to)._state, self._setup.rulebook.clause("takeback")
        return run_clock(
            changed(
                earlier,
                clock=state.clock,
                history=note(state, takeback_to=to, clause=clause).history,
                violations=state.violations,
                draw_offers=state.draw_offers,
                draw_offer=None,
                absent=state.absent,
                owes_press=None,
                takeback=None,
                index=index,
                now_ms=state.now_ms,
            )
        )

    def undo_to(self, index: int) -> Game:
        """Return the game as it was after the first `index` events.

        Raises
        ------
        RulingError
            If there are not so many.
        """
        if isinstance(index, bool) or not isinstance(index, int):
            raise RulingError(f"undo to {quoted(index)}: use a number of events")
        if not 0 <= index <= self._count:
            raise RulingError(f"undo to {index}: the game has {self._count} events")
        game = self
        while game._count > index:
            far = game._far
            before = far if far is not None and far._count >= index else game._parent
            if before is None:
                raise RuntimeError("a game with events has one before it")
            game = before
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
    def players(self) -> dict[str, Any]:
        """Who A and B are, as it stands in the log; a copy."""
        return deepcopy(dict(self._setup.players))

    @property
    def count(self) -> int:
        """How many events there are."""
        return self._count

    @property
    def last_event(self) -> dict[str, Any]:
        """The last event as it was given, points as text.

        Raises
        ------
        RulingError
            If there is none.
        """
        if self._event is None:
            raise RulingError("the game has no event yet")
        return self._event.to_dict()

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """The events so far, as they were given, points as text."""
        return tuple(event.to_dict() for event in self._all_events())

    def _all_events(self) -> list[Event]:
        found = []
        game: Game | None = self
        while game is not None and game._event is not None:
            found.append(game._event)
            game = game._parent
        return found[::-1]

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
            If that is before the last event, or no time.
        """
        if isinstance(now_ms, bool) or not isinstance(now_ms, int):
            raise ClockError(f"{quoted(now_ms)} is no time: use integer milliseconds")
        if now_ms < 0:
            raise ClockError(
                f"{quoted(now_ms)} ms is no time: times count from the start of the round"
            )
        if now_ms < (self._state.now_ms or 0):
            raise ClockError(f"{now_ms} ms is before the last event, at {self._state.now_ms} ms")
        return time_passes(self._setup, self._state, now_ms, self._count)

    @property
    def next_deadline_ms(self) -> int | None:
        """When a server must look again: a flag or the limit of lateness; None if nothing is due."""
        state = self._state
        if state.phase in ("over", "not_started"):
            return None
        times = [] if state.clock is None else [state.clock.next_flag_ms()]
        if state.absent and self._setup.late_limit_ms is not None:
            times.append(state.started_ms + self._setup.late_limit_ms + 1)
        return min((time for time in times if time is not None), default=None)

    def actions(self) -> tuple[Choice, ...]:
        """Return what whoever is to act may do now, as in openings; empty when nobody is."""
        state, book = self._state, self._setup.rulebook
        allowed = expected(self._setup, state)
        if state.to_act is None or state.phase not in ("opening", "play"):
            return ()
        if state.phase == "opening" and not {"press", "arbiter", "arrive"} & set(allowed):
            return state.opening.actions()
        found = []
        if "stone" in allowed:
            empty = frozenset(p for p in POINTS if state.position.at(p) == 0)
            turn = book.clause("turn")
            found.append(Choice("stone", state.to_act, turn, (empty,), (state.to_move,), 1))
        if "pass" in allowed:
            found.append(Choice("pass", state.to_act, book.clause("may_pass")))
        if "press" in allowed:
            found.append(Choice("press", state.to_act, book.clause("clock")))
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
            log["players"] = deepcopy(setup.players)
        options = {**setup.options, **special_terms(setup)}
        if options:
            log["options"] = deepcopy(options)
        log["events"] = list(self.events)
        return log

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the log of the game as JSON."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    @classmethod
    def from_dict(cls, log: Mapping[str, Any]) -> Game:
        """Replay a log.

        Raises
        ------
        RulingError
            If a field is missing, unknown or wrong, or an event cannot be.
        """
        game = cls.from_header(log)
        for event in log.get("events", []):
            game = game._after(event, of_log=True)
        return game

    @classmethod
    def from_header(cls, log: Mapping[str, Any]) -> Game:
        """Return the game of a log before its first event.

        Raises
        ------
        RulingError
            If a field of it is missing, unknown or wrong; `at_event` is None, for it is no event's.
        """
        header = _header(log)
        try:
            return cls(
                header["rulebook"],
                header["opening"],
                header.get("time_control"),
                players=header.get("players"),
                options=header.get("options"),
            )
        except RulingError:
            raise
        except RenjuError as error:
            raise RulingError(shortened(str(error)), clause=getattr(error, "clause", "")) from error
        except RecursionError:
            raise RulingError(_TOO_DEEP) from None

    @classmethod
    def from_json(cls, text: str | bytes) -> Game:
        """Replay a log of JSON text.

        Raises
        ------
        RulingError
            If it is no JSON, or no log; see `from_dict`.
        """
        return cls.from_dict(read_json(text))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self._setup.rulebook.id, self._setup.opening.id, self._count))

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.from_dict, (self.to_dict(),)

    def __repr__(self) -> str:
        return (
            f"<renju.Game {self._setup.rulebook.id}, {self._setup.opening.id}, "
            f"{self._count} events, {self._state.phase}>"
        )


def _far_from(parent: Game) -> Game:
    """Return a game further back, so that going back takes few steps (Myers' skew-binary jumps)."""
    far = parent._far
    farther = None if far is None else far._far
    if far is None or farther is None:
        return parent
    is_pair = parent._count - far._count == far._count - farther._count
    return farther if is_pair else parent


_TOO_DEEP: Final = "the log is nested too deeply"
_SPACE: Final = re.compile(r"\s")
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


def read_json(text: str | bytes) -> Any:
    """Read the JSON of a log.

    Raises
    ------
    RulingError
        If it is none, or an object has a key twice.
    """
    if not isinstance(text, str | bytes | bytearray):
        raise RulingError(f"the log is {quoted(text)}: it must be JSON text")
    try:
        return json.loads(text, object_pairs_hook=_object)
    except RulingError:
        raise
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise RulingError(f"the log is no JSON: {error}") from None
    except ValueError:  # a number with more digits than Python reads
        raise RulingError("the log has a number with too many digits") from None
    except RecursionError:
        raise RulingError("the log is no JSON that can be read: it is nested too deeply") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise RulingError(f"the log has {quoted(twice)} twice in one object")
    return found


def _header(log: Any) -> Mapping[str, Any]:
    """Return the fields of a log, its numbers whole; what the rules make of them is checked later.

    Raises
    ------
    RulingError
        If it is no log, or a field is missing, unknown or not what a log has there.
    """
    if not isinstance(log, Mapping):
        raise RulingError(f"{type(log).__name__}: a log is a JSON object")
    unknown = [name for name in log if name not in _FIELDS]
    if unknown:
        raise RulingError(f"{quoted(unknown[0])} is no field of a log: it has {', '.join(_FIELDS)}")
    header = dict(whole_numbers(log))
    version = header.get("version")
    if log.get("format") != FORMAT or version != VERSION or isinstance(version, bool):
        raise RulingError(
            f"format {quoted(log.get('format'))}, version {quoted(log.get('version'))}: this reads "
            f"{FORMAT!r}, version {VERSION}"
        )
    for name in ("rulebook", "opening"):
        if name not in log:
            raise RulingError(f"the field {name!r} of the log is missing")
    if not isinstance(log.get("events", []), list):
        raise RulingError("'events' is a list")
    for name in ("time_control", "players", "options"):
        if name in log and log[name] is None:
            raise RulingError(f"{name} is null: leave it out")
    control = log.get("time_control")
    if isinstance(control, str) and _SPACE.search(control.replace(", ", ",")):
        raise RulingError(f"time_control is {quoted(control)}: only a comma has a space behind it")
    options = header.get("options")
    if not isinstance(options, Mapping):
        return header
    inner = {
        name: whole_numbers(value)
        for name, value in options.items()
        if name in ("opening", "rules") and isinstance(value, Mapping)
    }
    return {**header, "options": {**whole_numbers(options), **inner}}


def _first_state(setup: Setup) -> State:
    opening = setup.opening.start()
    clock = None
    phase: Phase = "play" if opening.is_over else "opening"
    if setup.control is not None:
        clock = Clock.new(setup.control, increment_before_first=setup.increment_before_first)
        phase = "not_started"
    return State(setup, phase, opening, _core.Position(), black=opening.black, clock=clock)


def replay(log: Mapping[str, Any]) -> tuple[Game, RenjuError | None]:
    """Replay a log as far as it goes: the game, and the error that stopped it, if one did."""
    game = Game.from_header(log)
    for event in log.get("events", []):
        try:
            game = game._after(event, of_log=True)
        except RenjuError as error:
            return game, error
    return game, None
