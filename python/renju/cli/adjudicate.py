"""`renju adjudicate`: a log replayed, as a protocol, a score sheet or the final state."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ..errors import RenjuError, RulingError
from ..game import Game, replay
from ..game.game import read_json
from ..game_protocol import LEGEND, Line, format_protocol, pending, protocol, sentence, terms
from ..game_sheet import score_sheet
from ..game_words import hms, visible
from .terminal import (
    InputError,
    describe,
    echo_json,
    examples,
    json_option,
    make_console,
    make_table,
    print_table,
)

__all__ = ["adjudicate", "read_log"]


class _Failure(InputError):
    """A log that cannot be: in words on standard error, or as JSON on standard output."""

    def __init__(self, error: dict[str, Any], words: str, *, as_json: bool) -> None:
        super().__init__(visible(words))
        self.error = error
        self.as_json = as_json

    def show(self, file: Any = None) -> None:
        if self.as_json:
            echo_json({"error": self.error})
        else:
            super().show(file)


@click.command(
    epilog=examples(
        "renju adjudicate game.json             the protocol, event by event",
        "renju adjudicate game.json --json      the final state",
        "renju adjudicate game.json --sheet     a score sheet to print",
    )
)
@click.argument("log")
@click.option("--sheet", is_flag=True, help="Print a score sheet.")
@json_option
def adjudicate(log: str, *, sheet: bool, as_json: bool) -> None:
    """Replay LOG, the game log of a game (`-` is standard input), and judge it.

    An event that cannot be ends the run with exit status 1; a claim that is refused does not.
    """
    if sheet and as_json:
        raise click.UsageError("--sheet is text: leave out --json")
    name = "<stdin>" if log == "-" else log
    try:
        data = read_log(log)
        game, stopped = replay(data)
    except (RenjuError, InputError) as error:
        said = describe(error, name)
        found: dict[str, Any] = {"at_event": None, "clause": "", "expected": [], "message": said}
        raise _Failure(found, f"{name}: {said}", as_json=as_json) from None
    if as_json and stopped is None:
        echo_json(game.state.to_dict())
        return
    if sheet:
        make_console().print(score_sheet(game), soft_wrap=True)
    elif not as_json:
        _print_protocol(game)
    if stopped is not None:
        found = _error(game, stopped)
        words = f"{name}: event {found['at_event']}: {stopped}"
        raise _Failure(found, words, as_json=as_json)


def read_log(path: str) -> Mapping[str, Any]:
    """Read the JSON of a log.

    Raises
    ------
    InputError
        If there is no such file.
    RulingError
        If it is no JSON object.
    """
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {describe(error, path)}") from None
    log = read_json(data)
    if not isinstance(log, Mapping):
        raise RulingError(f"the log is a {type(log).__name__}: it must be an object")
    return log


def _error(game: Game, error: RenjuError) -> dict[str, Any]:
    """Return what the contract says of an event that cannot be."""
    clause = getattr(error, "clause", "")
    expected = getattr(error, "expected", ()) or game.state.expected
    return {
        "at_event": game.count,
        "clause": clause,
        "expected": list(expected),
        "message": str(error),
    }


def _print_protocol(game: Game) -> None:
    console = make_console()
    if not console.is_terminal:  # nothing is folded there
        console.print(format_protocol(game), soft_wrap=True)
        return
    lines = protocol(game)
    for line in terms(game):
        console.print(line, style="bold", soft_wrap=True)
    console.print()
    if lines:
        _print_lines(game, lines)
        console.print()
    for text in pending(game.state):
        console.print(text, soft_wrap=True)
    console.print(sentence(game), style="bold", soft_wrap=True)


def _print_lines(game: Game, lines: tuple[Line, ...]) -> None:
    timed = any(line.at_ms is not None for line in lines)
    has_clocks = game.time_control is not None
    columns = ["#", *["time"] * timed, "who", "what", *["clocks A, B"] * has_clocks]
    table = make_table(*columns, right=("#",))
    for line in lines:
        time = "" if line.at_ms is None else hms(line.at_ms)
        table.add_row(
            str(line.number), *[time] * timed, line.who, line.what, *[line.clocks] * has_clocks
        )
    console = make_console()
    print_table(console, table)
    if has_clocks:
        console.print(LEGEND, style="dim", soft_wrap=True)
