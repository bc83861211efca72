"""The protocol of a game in words: a line an event, what is pending, how it ended.

It is made from the states before and after each event, so it says what the game did, not what the log claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import compress
from typing import Any, Final

from .clock import Player, PlayerClock
from .game import Game
from .game.state import OTHER, Outcome, State
from .game_words import ARTICLES, event_actor, event_text, hms, visible, who
from .geometry import Color
from .notation import format_moves

__all__ = [
    "LEGEND",
    "Line",
    "clock_text",
    "clocks_text",
    "format_protocol",
    "last_line",
    "owed",
    "pending",
    "player_name",
    "protocol",
    "sentence",
    "stages",
    "terms",
]

#: The marks behind a clock reading.
LEGEND: Final = "clocks: * runs, F flag down, P period, /N moves owed in it"


@dataclass(frozen=True, slots=True)
class Line:
    """One event of a game in words.

    Attributes
    ----------
    number
        Its index in the log, from 0.
    at_ms
        Its time, None if the log has none.
    who
        Who did it, with the colour he had then.
    what
        What he did, and what followed from it, with the clauses.
    clocks
        The clocks after it, A first; empty without clocks.
    """

    number: int
    at_ms: int | None
    who: str
    what: str
    clocks: str


def stages(game: Game) -> list[State]:
    """Return the states of a game: before the first event, and after each."""
    found = [game.state]
    for index in range(game.count - 1, -1, -1):
        game = game.undo_to(index)
        found.append(game.state)
    return found[::-1]


def protocol(game: Game) -> tuple[Line, ...]:
    """Return the protocol of a game, a line an event.

    Examples
    --------
    >>> game = Game("rif-1996", "centre").apply({"type": "stone", "by": "A", "point": "h8"})
    >>> [line.what for line in protocol(game.apply({"type": "resign", "by": "B"}))]
    ['1. h8', 'resigns; A wins, 1-0 (RIF 9.5)']
    """
    states = stages(game)
    return tuple(
        _line(number, event, states[number], states[number + 1])
        for number, event in enumerate(game.events)
    )


def last_line(game: Game) -> Line:
    """Return the line of the last event alone, of a game that has one."""
    number = game.count - 1
    before = game.undo_to(number)
    return _line(number, game.last_event, before.state, game.state)


def _line(number: int, event: Mapping[str, Any], before: State, after: State) -> Line:
    return Line(
        number,
        event.get("at_ms"),
        event_actor(event, before),
        event_text(event, before, after, number),
        clocks_text(after),
    )


def format_protocol(game: Game) -> str:
    """Return the whole protocol as text: the terms, the events, what is pending, the end."""
    lines = protocol(game)
    rows = [("#", "time", "who", "what", "clocks A, B")]
    rows += [
        (str(x.number), "" if x.at_ms is None else hms(x.at_ms), x.who, x.what, x.clocks)
        for x in lines
    ]
    shown = [True, any(x.at_ms is not None for x in lines), True, True, bool(game.time_control)]
    cells = [list(compress(row, shown)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    table = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]
    legend = [LEGEND] if game.time_control is not None else []
    return "\n".join([*terms(game), "", *table, *legend, "", *pending(game.state), sentence(game)])


def terms(game: Game) -> list[str]:
    """Return lines that say on what terms a game is played, and by whom."""
    first = f"{game.rulebook.title} ({game.rulebook.id}); opening {game.opening.id}"
    if game.time_control is not None:
        first += f"; time {game.time_control}"
    names = [f"{p}: {name}" for p in OTHER if (name := player_name(game, p))]
    return [first, *([", ".join(names)] if names else [])]


def player_name(game: Game, player: Player) -> str:
    """Return the name of a player as it stands in the log, in one line; empty if there is none."""
    return visible(str(game.players.get(player, {}).get("name", "")))


def clock_text(clock: PlayerClock, *, running: bool = False) -> str:
    """Print what a clock shows; `LEGEND` says what the marks mean."""
    if clock.remaining_ms is None:
        return "no limit" + "*" * running
    marks = "F" * clock.is_down + "*" * running
    period = f" P{clock.period}" if clock.period else ""
    owes = f" /{clock.moves_left}" if clock.moves_left is not None else ""
    return f"{hms(clock.remaining_ms)}{marks}{period}{owes}"


def clocks_text(state: State) -> str:
    """Print both clocks, A first; empty without clocks."""
    clock = state.clock
    if clock is None:
        return ""
    return "  ".join(clock_text(clock[p], running=p in clock.running) for p in OTHER)


# What is left


def pending(state: State) -> list[str]:
    """Return what is pending, a sentence each: claims that may be made, offers, irregularities."""
    lines = []
    white = state.owner(Color.WHITE)
    fives, fouls = state.claimable
    for foul in fouls if state.outcome is None else ():
        until = (
            "until White's next completed move" if foul.lapses else "as long as the game goes on"
        )
        lines.append(
            f"Pending: {white} may claim Black's {foul.kind.label} on {foul.point} "
            f"(event {foul.at_event}), {until}."
        )
    for five in fives if state.outcome is None else ():
        row = format_moves(five.row)
        lines.append(f"Pending: {five.by} may claim the row {row} (event {five.at_event}).")
    if state.outcome is not None:
        return lines
    if state.refused is not None:
        by, kind = state.refused.by, state.refused.claim
        lines.append(f"Pending: {OTHER[by]} may accept {by}'s refused claim of {ARTICLES[kind]}.")
    if state.draw_offer is not None:
        lines.append(f"Pending: {state.draw_offer} offers a draw.")
    if state.irregularity is not None:
        found = state.irregularity
        then = "the arbiter corrects it" if found.demanded else "demand, or accept by playing on"
        kind = found.kind.replace("_", " ")
        lines.append(f"Pending: {kind} by {found.by} (event {found.at_event}): {then}.")
        lines += [f"Until that is settled nobody may claim {what}." for what in _held_back(state)]
    if state.takeback is not None:
        lines.append(f"Pending: {state.takeback[0]} proposes to go back to {state.takeback[1]}.")
    return lines


def _held_back(state: State) -> Iterator[str]:
    """Yield what can be claimed or not as the open irregularity is settled."""
    fives, fouls = state.disputed
    for foul in fouls:
        yield f"Black's {foul.kind.label} on {foul.point}"
    for five in fives:
        yield f"{five.by}'s row {format_moves(five.row)}"


def sentence(game: Game) -> str:
    """Say how a game ended, with the clause; or who is to act."""
    state, outcome = game.state, game.outcome
    if outcome is None:
        return f"The game goes on: {owed(state)}."
    why = f"({outcome.clause}), event {outcome.at_event}"
    scores = ""
    if outcome.winner is not None:
        name = player_name(game, outcome.winner)
        said = who(outcome.winner, state) + (f", {name}," if name else "")
        text = f"{said} wins {outcome.result} {_by_what(outcome)} {why}."
        expected = {outcome.winner: 1.0, OTHER[outcome.winner]: 0.0}
    elif outcome.result == "1/2-1/2":
        text = f"Draw, 1/2-1/2: {_REASONS[outcome.termination]} {why}."
        expected = {"A": 0.5, "B": 0.5}
    elif outcome.result == "void":
        return visible(f"The game is void and does not count {why}.")
    else:
        text = f"Both lose, {outcome.result}: {_REASONS[outcome.termination]} {why}."
        expected = {"A": 0.0, "B": 0.0}
    if dict(outcome.scores) != expected:
        scores = " After the end: " + ", ".join(f"{p} scores {s:g}" for p, s in outcome.scores)
        scores += "."
    return visible(text + scores)


def owed(state: State) -> str:
    """Say who is to act and what he owes."""
    expected = " or ".join(state.expected) or "nothing"
    if state.to_act is None:
        where = "" if state.phase in ("opening", "play") else f"{state.phase.replace('_', ' ')}, "
        return f"{where}due is {expected}"
    return f"{who(state.to_act, state)} to act: {expected}"


def _by_what(outcome: Outcome) -> str:
    if outcome.foul is not None:
        return f"by Black's {outcome.foul.kind.label} on {outcome.foul.point}"
    return _REASONS[outcome.termination]


_REASONS: Final = {
    "five": "by a five",
    "overline": "by an overline",
    "foul": "by Black's foul",
    "time": "on time",
    "resignation": "by resignation",
    "agreement": "by agreement",
    "passes": "both passed",
    "board_full": "the board is full",
    "both_times": "both times have ended",
    "dead_position": "neither side can make a five any more",
    "forfeit": "by forfeit",
    "penalty": "by a penalty",
    "sealed_move": "by an illegal sealed move",
    "arbiter": "by a ruling",
}
