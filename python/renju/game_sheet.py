"""The score sheet of a game, to be printed: Black's numbers odd and circled, White's even (RIF 13, CN 7.2)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any, Final

from . import openings
from .clock import Player
from .game import Game
from .game.state import OTHER, State
from .game_protocol import clock_text, player_name, sentence, stages
from .game_words import event_actor, event_text, visible
from .geometry import Color, Move

__all__ = ["score_sheet"]

_WIDTH: Final = 72
_OPENING: Final = ("keep", "swap", "declare", "propose", "choose", "exclude")
_MOVES: Final = ("stone", "stones", "pass", "press", "start")


def score_sheet(game: Game) -> str:
    """Return the score sheet of a game as text, at most 72 characters wide.

    Behind each move stands what the clock of its player showed after it. A swap does not move a stone:
    Black's column is whoever has Black at the end.
    """
    states = stages(game)
    lines = ["RENJU SCORE SHEET".center(_WIDTH).rstrip(), "", *_head(game), ""]
    lines += _table(game, states)
    for title, rows in (
        ("Opening", _remarks(game, states, opening=True)),
        ("Remarks", _remarks(game, states, opening=False)),
    ):
        if rows:
            lines += ["", title, *(line for row in rows for line in _filled(row))]
    lines += ["", *textwrap.wrap(sentence(game), _WIDTH), ""]
    lines += [f"{name:8}{'_' * (_WIDTH - 8)}" for name in ("Black", "White", "Arbiter")]
    return "\n".join(lines)


def _filled(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="      ")


def _head(game: Game) -> list[str]:
    state = game.state
    rows = [(color.label.capitalize(), _named(game, state.owner(color))) for color in Color]
    if state.black is None:
        rows = [(f"Player {player}", _named(game, player)) for player in OTHER]
    rows += [("Rulebook", game.rulebook.title), ("Opening", _opening(game))]
    if game.time_control is not None:
        rows.append(("Time", str(game.time_control)))
    outcome = game.outcome
    rows.append(("Result", "open" if outcome is None else f"{outcome.result} ({outcome.clause})"))
    return [f"{name:10}{visible(text)}" for name, text in rows]


def _named(game: Game, player: Player | None) -> str:
    if player is None:
        return ""
    name = player_name(game, player)
    return f"{name} ({player})" if name else player


def _opening(game: Game) -> str:
    """Return the opening rule, with the pattern that the game began with."""
    moves = game.state.moves[:3]
    pattern = openings.identify(moves) if len(moves) == 3 else None
    return game.opening.id if pattern is None else f"{game.opening.id}; {pattern}"


def _table(game: Game, states: list[State]) -> list[str]:
    """Return the moves, Black's at the left; a row ends with White's."""
    rows: list[list[str]] = []
    events = _made_at(states)
    state = game.state
    for number, (move, color, event) in enumerate(
        zip(state.moves, state.move_colors, events, strict=True), start=1
    ):
        shown = _cell(number, move, color, states[event + 1])
        if color is Color.BLACK or not rows or len(rows[-1]) == 2:
            rows.append([shown] if color is Color.BLACK else ["", shown])
        else:
            rows[-1].append(shown)
    width = _WIDTH // 2
    lines = [f"{'Black':{width}}White"]
    return lines + ["".join(f"{cell:{width}}" for cell in row).rstrip() for row in rows]


def _cell(number: int, move: Move, color: Color, after: State) -> str:
    shown = f"({number})" if color is Color.BLACK else f" {number} "
    player = after.owner(color)
    clock = after.clock
    time = "" if clock is None or player is None else clock_text(clock[player])
    return f"{shown:>6} {move!s:5} {time}".rstrip()


def _made_at(states: list[State]) -> list[int]:
    """Return for each move of the last state the event that put it there for good."""
    found: list[int] = []
    moves: tuple[Any, ...] = ()
    for event, state in enumerate(states[1:]):
        same = 0
        for one, other in zip(moves, state.moves, strict=False):
            if one != other:
                break
            same += 1
        found = found[:same] + [event] * (len(state.moves) - same)
        moves = state.moves
    return found


def _remarks(game: Game, states: list[State], *, opening: bool) -> list[str]:
    """Return what is not a plain move: the decisions of the opening, or everything else."""
    return [
        f"after move {len(before.moves)}: {': '.join(filter(None, [who, what]))}"
        for before, who, what in _events(game, states, opening=opening)
    ]


def _events(game: Game, states: list[State], *, opening: bool) -> Iterator[tuple[State, str, str]]:
    for number, event in enumerate(game.events):
        if (event["type"] in _OPENING) is not opening:
            continue
        before, after = states[number], states[number + 1]
        new = len(after.history) - len(before.history)
        if event["type"] in _MOVES and not new:
            continue
        yield before, event_actor(event, before), event_text(event, before, after, number)
