"""What a game is at one moment: frozen data, from which everything that is shown is derived."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal

from .. import _core
from ..clock import Clock, Player
from ..geometry import PASS, POINTS, Color, Move, Point
from ..notation import format_moves
from ..openings import OpeningState
from ..verdicts import Verdict
from .history import NO_HISTORY, History
from .setup import Setup

__all__ = [
    "OTHER",
    "Five",
    "Foul",
    "Irregularity",
    "Outcome",
    "Phase",
    "Refused",
    "State",
    "Waits",
    "changed",
]

Phase = Literal["not_started", "opening", "play", "paused", "adjourned", "over"]
#: What a game that does not run waits for, but for the arbiter.
Waits = Literal["", "rebuilt", "unseal"]
OTHER: Final[dict[Player, Player]] = {"A": "B", "B": "A"}


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul of Black's that White may still claim.

    Attributes
    ----------
    point, kind
        Where, and which.
    at_event
        The event that made it.
    lapses
        Whether it dies with White's next completed move.
    """

    point: Point
    kind: Verdict
    at_event: int
    lapses: bool

    def to_dict(self) -> dict[str, Any]:
        """Return it as the game log has it."""
        return {
            "point": str(self.point),
            "kind": self.kind.label,
            "at_event": self.at_event,
            "lapses": self.lapses,
        }


@dataclass(frozen=True, slots=True)
class Five:
    """A five (White's may be longer) that nobody has claimed yet."""

    by: Player
    row: tuple[Point, ...]
    at_event: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as the game log has it."""
        return {"by": self.by, "row": [str(p) for p in self.row], "at_event": self.at_event}


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something irregular that was reported and is not settled (CN 6.1).

    What was done stands on the board until the opponent has it corrected or plays on.

    Attributes
    ----------
    kind, by
        What was done, and by whom.
    at_event
        The event that reported it.
    points
        The points it is about.
    demanded
        Whether the opponent demands correction.
    before
        The game as it was reported, from which the correction is made.
    corrected
        What a correction would make of that; None if it changes nothing on the board.
    """

    kind: str
    by: Player
    at_event: int
    points: tuple[Point, ...] = ()
    demanded: bool = False
    before: State | None = field(default=None, compare=False, repr=False)
    corrected: State | None = field(default=None, compare=False, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return it as the game log has it."""
        return {
            "kind": self.kind,
            "by": self.by,
            "at_event": self.at_event,
            "points": [str(point) for point in self.points],
            "demanded": self.demanded,
        }


@dataclass(frozen=True, slots=True)
class Refused:
    """A claim that was refused: who claimed what, and on which point if he named one."""

    by: Player
    claim: str
    point: Point | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes
    ----------
    winner
        The player who won, None for a draw or a void game.
    result
        Black first: `"1-0"`, `"0-1"`, `"1/2-1/2"`, `"0-0"` or `"void"`.
    scores
        What each player gets; a later disciplinary loss changes the offender's alone.
    termination
        What ended it: `five`, `overline`, `foul`, `time`, `resignation`, `agreement`, `passes`,
        `board_full`, `both_times`, `dead_position`, `forfeit`, `penalty`, `sealed_move` or `arbiter`.
    clause
        The clause that decides.
    at_event
        The event that ended it.
    foul
        The foul that lost, if one did.
    """

    winner: Player | None
    result: str
    scores: tuple[tuple[Player, float], ...]
    termination: str
    clause: str
    at_event: int
    foul: Foul | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as the game log has it."""
        foul = (
            None
            if self.foul is None
            else {
                "point": str(self.foul.point),
                "kind": self.foul.kind.label,
            }
        )
        scores = {p: int(s) if s == int(s) else s for p, s in self.scores}
        return {
            "winner": self.winner,
            "result": self.result,
            "scores": scores,
            "termination": self.termination,
            "foul": foul,
            "clause": self.clause,
            "at_event": self.at_event,
        }


@dataclass(frozen=True)
class State:
    """A game at one moment. The position is shared between states: it is copied before it changes.

    Attributes
    ----------
    setup
        The terms of the game.
    phase
        Where the game stands.
    opening
        The opening as it is played; over when normal play has begun.
    position
        The stones on the board.
    moves
        The moves in their order, passes among them.
    move_colors
        The colour of each of `moves`.
    to_move
        The colour to move in normal play.
    black
        Who owns Black, None while that is open.
    clock
        The clocks, None without a time control.
    owes_press
        Who has completed a turn and not pressed yet, without `auto_press`.
    forgot
        Who forgot to press before the opponent replied: his clock runs on until somebody presses.
    unpressed
        Who never pressed after his last turn: it counts for no quota before his next one (RIF 14.4).
    absent
        Who has not arrived.
    fouls, fives
        What can be claimed, once no irregularity is open: see `claimable`.
    lapsed
        Double-threes and double-fours that can be claimed no more.
    draw_offer
        Who offers a draw.
    refused
        The last refused claim, which the opponent may accept.
    irregularity
        What was reported and is not settled.
    draw_offers, violations
        How many of each player, A first.
    history
        Refused claims, irregular offers, penalties and rulings.
    swaps
        How often a player has swapped; each is a move (CN def.1).
    resumes
        The phase that goes on after a pause.
    rulings
        The arbiter's actions of which one is due.
    waits
        What it waits for: that a position is rebuilt, that a sealed move is played.
    sealed
        The sealed move.
    takeback
        Who proposes to take back, and to which event.
    last_move
        Who made the last stone or pass, and when.
    last_event
        The index of that event.
    index
        The index of the event that is applied, or was applied last.
    started_ms
        When the round started.
    now_ms
        The time of the last event that had one.
    presenter
        Who acts as A in the opening rule: B after mixed-up colours were corrected.
    outcome
        How it ended.
    """

    setup: Setup = field(compare=False, repr=False)
    phase: Phase
    opening: OpeningState
    position: _core.Position = field(compare=False)
    moves: tuple[Move, ...] = ()
    move_colors: tuple[Color, ...] = ()
    to_move: Color = Color.BLACK
    black: Player | None = "A"
    clock: Clock | None = None
    owes_press: Player | None = None
    forgot: Player | None = None
    unpressed: frozenset[Player] = frozenset()
    absent: frozenset[Player] = frozenset()
    fouls: tuple[Foul, ...] = ()
    fives: tuple[Five, ...] = ()
    lapsed: tuple[Foul, ...] = ()
    draw_offer: Player | None = None
    refused: Refused | None = None
    irregularity: Irregularity | None = None
    draw_offers: tuple[int, int] = (0, 0)
    violations: tuple[int, int] = (0, 0)
    history: History = NO_HISTORY
    swaps: int = 0
    resumes: Phase = "play"
    rulings: tuple[str, ...] = ()
    waits: Waits = ""
    sealed: Move | None = None
    takeback: tuple[Player, int] | None = None
    last_move: tuple[Player, int | None] | None = None
    last_event: int = -1
    index: int = -1
    started_ms: int = 0
    now_ms: int | None = None
    presenter: Player = "A"
    outcome: Outcome | None = None

    def owner(self, color: Color) -> Player | None:
        """Return who owns a colour, None while that is open."""
        if self.black is None:
            return None
        return self.black if color is Color.BLACK else OTHER[self.black]

    def color_of(self, player: Player) -> Color | None:
        """Return the colour of a player, None while that is open."""
        if self.black is None:
            return None
        return Color.BLACK if player == self.black else Color.WHITE

    @property
    def mover(self) -> Player | None:
        """Who owes the next step of the opening, or the next move; None once the game is over."""
        if self.phase == "over":
            return None
        phase = self.phase if self.phase in ("opening", "play") else self.resumes
        return self.opening.actor if phase == "opening" else self.owner(self.to_move)

    @property
    def claimable(self) -> tuple[tuple[Five, ...], tuple[Foul, ...]]:
        """The fives and fouls that can be claimed now.

        While an irregularity is not settled they are those that stand whether it is corrected or
        accepted. What depends on that can be claimed by nobody: the opponent decides first (CN 6.1).
        """
        found = self.irregularity
        if found is None or found.corrected is None:
            return self.fives, self.fouls
        other = found.corrected
        return (
            tuple(five for five in self.fives if five in other.fives),
            tuple(foul for foul in self.fouls if foul in other.fouls),
        )

    @property
    def disputed(self) -> tuple[tuple[Five, ...], tuple[Foul, ...]]:
        """The fives and fouls that stand or not as the open irregularity is settled."""
        found = self.irregularity
        if found is None or found.corrected is None:
            return (), ()
        fives, fouls = self.claimable
        other = found.corrected
        return (
            tuple(five for five in (*self.fives, *other.fives) if five not in fives),
            tuple(foul for foul in (*self.fouls, *other.fouls) if foul not in fouls),
        )

    @property
    def to_act(self) -> Player | None:
        """Who is to act: to press, or to move; None when the game is over or waits for the arbiter."""
        if self.phase in ("over", "not_started", "paused") or self.rulings:
            return None
        if self.irregularity is not None and self.irregularity.demanded:
            return None
        if self.phase == "adjourned" and self.sealed is not None and not self.waits:
            return None
        if len(self.moves) >= len(POINTS) and self.is_full:
            return None
        # Without a clock nobody need press.
        return self.mover if self.clock is None else self.owes_press or self.mover

    @property
    def passes(self) -> tuple[Color, ...]:
        """The colours of the passes with which the moves end."""
        number = 0
        while number < len(self.moves) and self.moves[-1 - number] is PASS:
            number += 1
        return self.move_colors[len(self.moves) - number :]

    @property
    def is_full(self) -> bool:
        """Whether every point is occupied (RIF 10.1)."""
        return self.position.count(Color.BLACK) + self.position.count(Color.WHITE) == len(POINTS)

    @property
    def colors(self) -> dict[Player, Color | None]:
        """The colour of each player, None while that is open."""
        return {player: self.color_of(player) for player in OTHER}

    @property
    def expected(self) -> tuple[str, ...]:
        """The types of the events by which the game can go on; for the arbiter his actions."""
        from .common import expected  # noqa: PLC0415  (it asks states)

        return expected(self.setup, self)

    def moves_text(self) -> str:
        """Return the moves in the one printed form."""
        return format_moves(self.moves)

    def to_dict(self) -> dict[str, Any]:
        """Return the state as JSON-ready data, as the game log defines it."""
        from .show import state_dict  # noqa: PLC0415  (it shows states)

        return state_dict(self)


_NUMBER: Final = len(fields(State))


def changed(state: State, **values: Any) -> State:
    """Return the state with other values for some fields, as `dataclasses.replace` does, but fast.

    A log is folded in states: copying thirty fields by name for each would be most of the time.
    """
    contents = state.__dict__.copy()
    contents.update(values)
    if len(contents) != _NUMBER:
        raise TypeError(f"{sorted(values)}: one is no field of a state")
    after = object.__new__(State)
    object.__setattr__(after, "__dict__", contents)
    return after
