"""What the commands share: consoles, complaints, progress, options."""

from __future__ import annotations

import json
import os
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NoReturn, TypeVar

import click
from rich.console import Console
from rich.table import Table

from ..explain import Explanation
from ..geometry import Symmetry
from ..verdicts import Reading

__all__ = [
    "Complaints",
    "InputError",
    "counted",
    "describe",
    "echo_json",
    "examples",
    "json_option",
    "make_console",
    "make_table",
    "print_proof",
    "print_table",
    "printable",
    "progress",
    "reading_option",
    "skip_i_option",
    "symmetry_option",
]

_SYMMETRIES: Final = {symmetry.name.lower().replace("_", "-"): symmetry for symmetry in Symmetry}
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_F = TypeVar("_F", bound=Callable[..., Any])


class InputError(click.ClickException):
    """Something in the input is wrong: exit status 1."""

    exit_code = 1

    def show(self, file: Any = None) -> None:  # noqa: ARG002  (click's signature)
        """Print the message on standard error."""
        lines = map(printable, self.message.split("\n"))
        text = "\n".join(("renju: ", "")[number > 0] + line for number, line in enumerate(lines))
        make_console(stderr=True).print(text, style="red", soft_wrap=True)


class _Console(Console):
    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError  # the group ends the run; rich would exit with 1 here


def make_console(*, stderr: bool = False) -> Console:
    """Return a console: plain text and as wide as it takes unless it is a terminal."""
    stream = sys.stderr if stderr else sys.stdout
    terminal = stream.isatty()
    plain = not terminal or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return _Console(
        file=stream,
        color_system=None if plain else "auto",
        force_terminal=terminal,
        width=None if terminal else 200,
        markup=False,
        emoji=False,
        highlight=False,
    )


def make_table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """Return a table without lines, those in `right` being columns of numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(
            column, justify="right" if column in right else "left", overflow="fold", no_wrap=False
        )
    return table


def print_table(console: Console, table: Table) -> None:
    """Print a table, without the blanks at the ends of its lines unless it is a terminal."""
    if console.is_terminal:
        console.print(table)
        return
    with console.capture() as captured:
        console.print(table)
    lines = [line.rstrip() for line in captured.get().splitlines()]
    console.print("\n".join(lines), soft_wrap=True)


def print_proof(console: Console, proof: Explanation) -> None:
    """Print a proof, the sentence that decides first; on a terminal a long step goes on indented."""
    for number, line in enumerate(str(proof).splitlines()):
        text = line.lstrip()
        indent = " " * min(len(line) - len(text), console.width // 2)
        if console.is_terminal:
            line = textwrap.fill(  # noqa: PLW2901
                text,
                console.width,
                initial_indent=indent,
                subsequent_indent=f"{indent}    ",
                break_on_hyphens=False,
            )
        console.print(line, style=None if number else "bold", soft_wrap=True)


class Complaints:
    """What was wrong in the input, said on standard error as it is found."""

    def __init__(self) -> None:
        self.all: list[dict[str, str]] = []
        self._console = make_console(stderr=True)

    def say(self, name: str, place: str, message: str) -> None:
        """Name the file, the place in it and what is wrong."""
        self.all.append({"file": name, "place": place, "message": message})
        where = f"{name}: {place}" if place else name
        line = printable(f"renju: {where}: {message}")
        self._console.print(line, style="red", soft_wrap=True)


@contextmanager
def progress(label: str, *, printing: bool = False) -> Iterator[Callable[[str], None]]:
    """Show that something goes on, on standard error and on a terminal only.

    `printing` says that meanwhile the results are printed: then not between them on one terminal.
    """
    if not sys.stderr.isatty() or (printing and sys.stdout.isatty()):
        yield lambda _: None
        return
    with make_console(stderr=True).status(label) as status:
        yield lambda text: status.update(f"{label}: {text}")


def printable(text: str) -> str:
    """Return a text as one line, with escapes for what would do something to a terminal."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def describe(error: Exception, name: str) -> str:
    """Return what an error says, without the file's name before it."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[:1].lower() + error.strerror[1:]
    return str(error).removeprefix(f"{name}: ")


def counted(number: int, noun: str) -> str:
    """Return `1 game`, `2,000 games`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def echo_json(data: object) -> None:
    """Print data as JSON on standard output."""
    click.echo(json.dumps(data, indent=2))


def _to_reading(_context: click.Context, _option: click.Parameter, value: str) -> Reading:
    return Reading.of(value)


def examples(*lines: str) -> str:
    """Return the end of a help text: examples, a line each."""
    # click fills no paragraph that begins with this character
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def reading_option(function: _F) -> _F:
    """Add the option `--reading`."""
    return click.option(
        "--reading",
        type=click.Choice([reading.label for reading in Reading], case_sensitive=False),
        default=Reading.RIF.label,
        show_default=True,
        callback=_to_reading,
        help="When a straight-four point may be played.",
    )(function)


def skip_i_option(function: _F) -> _F:
    """Add the option `--skip-i`."""
    return click.option(
        "--skip-i", is_flag=True, help="Read columns a-h, j-p, without the letter i."
    )(function)


def symmetry_option(does: str) -> Callable[[_F], _F]:
    """Return what adds the option `--symmetry`, whose help begins with what it does."""
    return click.option(
        "--symmetry",
        type=click.Choice(list(_SYMMETRIES), case_sensitive=False),
        callback=lambda _context, _option, name: _SYMMETRIES.get(name, Symmetry.IDENTITY),
        metavar="NAME",
        help=f"{does} a symmetry: {', '.join(_SYMMETRIES)}; turns are counter-clockwise.",
    )


def json_option(function: _F) -> _F:
    """Add the option `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)
