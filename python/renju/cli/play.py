"""`renju play`: two people at one terminal, or a script on standard input, with a log."""

from __future__ import annotations

import json
import os
import select
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from .. import rulebooks
from ..diagram import format_diagram
from ..errors import RenjuError
from ..game import Game, replay
from ..game.state import OTHER, State
from ..game_protocol import LEGEND, clocks_text, last_line, owed, pending, sentence, terms
from ..game_words import hms, visible
from ..geometry import Point
from .adjudicate import read_log
from .play_words import HELP, Words, read_words
from .terminal import InputError, describe, examples, make_console

__all__ = ["play"]

_LONGEST_WAIT = 3600.0  # seconds, for which every system can wait


@click.command(
    epilog=examples(
        "renju play --time 10m+5s --log game.json       two people, with clocks",
        "renju play --opening rif-1996 < script.txt     a script, a step a line",
        "renju play --resume game.json                  go on with a game",
        "renju play --option rules.takeback=true        where moves may be taken back",
    )
)
@click.option(
    "--rulebook",
    type=click.Choice(rulebooks.NAMES, case_sensitive=False),
    help="The rulebook, rif-1996 unless it is given.",
)
@click.option("--opening", help="The opening rule, soosyrv-8 unless it is given.")
@click.option("--time", "control", help="The time control, such as 30m,3x60s.")
@click.option("--names", nargs=2, metavar="A B", help="Who A (tentative Black) and B are.")
@click.option(
    "--option",
    "pairs",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the game log: auto_press=false, opening.symmetry=board, rules.takeback=true.",
)
@click.option("--log", type=click.Path(path_type=Path), help="Write the log, after each event.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with the game of a log.")
@click.option("--keep-going", is_flag=True, help="Go on after an error in a script.")
def play(  # noqa: PLR0913  (one an option)
    *,
    rulebook: str | None,
    opening: str | None,
    control: str | None,
    names: tuple[str, str] | None,
    pairs: tuple[str, ...],
    log: Path | None,
    resume: Path | None,
    keep_going: bool,
) -> None:
    """Play a game at this terminal, or from a script on standard input; `help` lists the words.

    A is the tentative Black, B the tentative White. On a terminal the clocks run in real time; a script
    gives times itself, as in `@90s h8`, and a line without one happens at the time of the last. A
    script ends at its first error with exit status 1.
    """
    if resume is not None:
        if rulebook or opening or control or names or pairs:
            raise click.UsageError("--resume takes the terms of the game from its log")
        game = _resumed(resume)
        log = log or resume
    else:
        game = _new_game(rulebook, opening, control, names, _options(pairs))
    if log is not None and log != resume and log.exists():
        raise click.UsageError(f"{log} exists: go on with it by --resume, or give another name")
    _Session(game, log, keep_going=keep_going).run()


def _new_game(
    rulebook: str | None,
    opening: str | None,
    control: str | None,
    names: tuple[str, str] | None,
    options: dict[str, Any],
) -> Game:
    players = {p: {"name": name} for p, name in zip("AB", names or (), strict=False)}
    try:
        return Game(
            rulebook or "rif-1996",
            opening or "soosyrv-8",
            control,
            players=players,
            options=options,
        )
    except RenjuError as error:
        raise click.UsageError(str(error)) from None


def _resumed(path: Path) -> Game:
    try:
        game, error = replay(read_log(str(path)))
    except RenjuError as wrong:
        raise InputError(visible(f"{path}: {describe(wrong, str(path))}")) from None
    if error is not None:
        raise InputError(visible(f"{path}: event {game.count}: {error}"))
    return game


def _options(pairs: tuple[str, ...]) -> dict[str, Any]:
    """Return the options that `key=value` texts give; a dot leads into an object."""
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"{pair!r}: use KEY=VALUE", param_hint="--option")
        group, dot, key = name.partition(".")
        value = _value(name, text)
        if dot and not isinstance(found.setdefault(group, {}), dict):
            raise click.BadParameter(
                f"{pair!r}: {group} has a value already", param_hint="--option"
            )
        if dot:
            found[group][key] = value
        else:
            found[name] = value
    return found


def _value(name: str, text: str) -> Any:
    """Return true, false, a number, a list of the names in a pool, or the text."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if text.isascii() and text.isdigit() and len(text) < 16:
        return int(text)
    if name.endswith(("pool", "excluded")):
        return [word for word in text.split(",") if word]
    return text


class _Session:
    """A game that is being played: what was typed, what is shown, the log on disk."""

    def __init__(self, game: Game, log: Path | None, *, keep_going: bool) -> None:
        self.game = game
        self.log = log
        self.keep_going = keep_going
        self.interactive = sys.stdin.isatty()
        self.console = make_console()
        self.errors = make_console(stderr=True)
        self.failed = False
        # Real time runs on from the last event; nobody's clock runs while nobody plays.
        self.zero_ms = time.monotonic_ns() // 1_000_000 - self._last_ms()

    def run(self) -> None:
        """Play until the game is over or nothing more is typed.

        Raises
        ------
        click.exceptions.Exit
            With status 1, when a line of a script was wrong.
        """
        for text in terms(self.game):
            self.console.print(text, style="bold", soft_wrap=True)
        if self.interactive:
            self.console.print("Type help for the words, quit to stop.", style="dim")
        self._write()
        if self.game.state.phase == "not_started":
            self._apply({"type": "start"}, 0)
        self._show_board(self.game.state, interactive_only=True)
        for number, line in self._lines():
            try:
                words = read_words(line, self.game)
                if words is not None and not self._obey(words):
                    break
            except RenjuError as error:
                self._say(number, str(error))
                if not self.interactive and not self.keep_going:
                    break
            if self.game.outcome is not None and self.interactive:
                break
        self._finish()

    def _lines(self) -> Iterator[tuple[int, str]]:
        number = 0
        while True:
            if self.interactive:
                self._prompt()
                if not self._typed_in_time():
                    self.console.print()
                    self._end_by_time()
                    return
            line = sys.stdin.readline()
            number += 1
            if not line:
                return
            yield number, line

    def _prompt(self) -> None:
        state = self._now()
        for text in pending(state):
            self.console.print(text, style="dim", soft_wrap=True)
        clocks = clocks_text(state)
        if clocks:
            self.console.print(f"A, B: {clocks}", style="dim", soft_wrap=True)
        self.console.print(f"{owed(state)} > ", style="bold", end="", soft_wrap=True)
        self.console.file.flush()

    def _typed_in_time(self) -> bool:
        """Wait at the prompt for a line; false when the time ends the game before."""
        fell = False
        while self.game.outcome is None and self.game.time_control is not None:
            state = self._now()
            if state.outcome is not None:
                return False
            if not fell and (fell := any(_flags(state)) and not any(_flags(self.game.state))):
                self.console.print("\na flag is down", style="bold")
                self._prompt()
            due = self.game.next_deadline_ms
            later = None if due is None or due <= self._now_ms() else (due - self._now_ms()) / 1000
            if _has_line(_LONGEST_WAIT if later is None else min(later, _LONGEST_WAIT)):
                return True
        return True

    def _end_by_time(self) -> None:
        """Let the log say that the time ended the game while nobody typed: by an event at this time."""
        self._apply({"type": "note", "text": "the time had ended"}, None)

    def _obey(self, words: Words) -> bool:
        """Do what a line says; false when it ends the session."""
        if self.interactive and self.game.outcome is None and self._now().outcome is not None:
            self._end_by_time()
            return False
        if words.event is None:
            return self._show(words.word)
        self._apply(words.event, words.at_ms)
        return True

    def _show(self, word: str) -> bool:
        state = self._now()
        if word == "board":
            self._show_board(state)
        elif word == "clock":
            said = clocks_text(state)
            self.console.print(f"A, B: {said}" if said else "there is no clock", soft_wrap=True)
            if said:
                self.console.print(LEGEND, style="dim", soft_wrap=True)
        elif word == "help":
            self.console.print(HELP, soft_wrap=True)
        return word != "quit"

    def _apply(self, event: dict[str, Any], at_ms: int | None) -> None:
        """Apply an event at the time that the line gives, or now; then write the log."""
        if at_ms is not None:
            event = event | {"at_ms": at_ms}
        elif "at_ms" not in event and self.game.time_control is not None:
            event = event | {"at_ms": self._now_ms()}
        self.game = self.game.apply(event)
        self._write()
        self._print_last()
        if event["type"] not in ("note", "press", "start"):
            self._show_board(self.game.state, interactive_only=True)

    def _print_last(self) -> None:
        line = last_line(self.game)
        when = "" if line.at_ms is None else hms(line.at_ms)
        clocks = f"[{line.clocks}]" if line.clocks else ""
        parts = [f"{line.number:3}", when, line.who, line.what, clocks]
        self.console.print("  ".join(filter(None, parts)), soft_wrap=True)

    def _show_board(self, state: State, *, interactive_only: bool = False) -> None:
        if interactive_only and not self.interactive:
            return
        self.console.print(_diagram(state), soft_wrap=True)

    def _now_ms(self) -> int:
        if not self.interactive:
            return self._last_ms()
        return max(time.monotonic_ns() // 1_000_000 - self.zero_ms, self._last_ms())

    def _now(self) -> State:
        if self.game.time_control is None or self.game.state.phase == "not_started":
            return self.game.state
        return self.game.at(self._now_ms())

    def _last_ms(self) -> int:
        return self.game.state.now_ms or 0

    def _say(self, number: int, message: str) -> None:
        where = "" if self.interactive else f"line {number}: "
        self.errors.print(f"renju: {where}{visible(message)}", style="red", soft_wrap=True)
        self.failed = self.failed or not self.interactive

    def _finish(self) -> None:
        if not self.interactive:
            self._show_board(self.game.state)
        for text in pending(self.game.state):
            self.console.print(text, soft_wrap=True)
        self.console.print(sentence(self.game), style="bold", soft_wrap=True)
        if self.log is not None:
            self.console.print(f"log: {self.log}", soft_wrap=True)
        if self.failed:
            raise click.exceptions.Exit(1)

    def _write(self) -> None:
        if self.log is not None:
            _write_log(self.log, self.game)


def _flags(state: State) -> list[bool]:
    """Return whether the flags of A and B are down."""
    return [] if state.clock is None else [state.clock[player].is_down for player in OTHER]


def _has_line(seconds: float) -> bool:
    """Wait until a line was typed, or so long; where a terminal cannot be waited for, say it was."""
    try:
        return bool(select.select([sys.stdin], [], [], seconds)[0])
    except (OSError, ValueError):  # no descriptor, or none that this system can select
        return True


def _diagram(state: State) -> str:
    """Return the board, and below it the last move."""
    cells = state.position.to_array().ravel().tolist()
    lines = [format_diagram(cells)]
    if state.moves:
        last, color = state.moves[-1], state.move_colors[-1]
        what = f"{last} ({color.label})" if isinstance(last, Point) else f"{color.label} passed"
        lines.append(f"{len(state.moves)}. {what}; X black, O white")
    return "\n".join(lines)


def _write_log(path: Path, game: Game) -> None:
    """Write the log so that the file is always a whole one, the old or the new.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(_log_text(game))
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(f"{path}: {describe(error, str(path))}") from None


def _log_text(game: Game) -> str:
    """Return the log as JSON with an event a line."""
    log = game.to_dict()
    events = log.pop("events")
    head = json.dumps(log, indent=1, ensure_ascii=False)[:-2]
    rows = ",\n".join("  " + json.dumps(event, ensure_ascii=False) for event in events)
    return f'{head},\n "events": [\n{rows}\n ]\n}}\n' if events else f'{head},\n "events": []\n}}\n'
