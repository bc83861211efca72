"""The command `renju`: its subcommands, and how a run ends."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from .. import __version__
from .adjudicate import adjudicate
from .analyze import analyze
from .bench import bench
from .convert import convert
from .explain import explain
from .info import info
from .openings import openings
from .play import play
from .rulebook import rulebook
from .scan import scan
from .show import show
from .suite import suite
from .terminal import examples

__all__ = ["main", "run"]

_INTERRUPTED = 130  # as shells have it: 128 + SIGINT
_BROKEN_PIPE = 141  # 128 + SIGPIPE


class _Main(click.Group):
    """A group that ends quietly when nobody reads its output any more."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(_BROKEN_PIPE)


@click.group(
    cls=_Main,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "renju analyze games.txt            judge every move of every game",
        'renju explain "h8 i9 g7" i7        why a point is legal or a foul',
        'renju show "h8 i9 g7" --fouls      a board with its foul points',
        "renju openings soosyrv-8           an opening rule, step by step",
        "renju rulebook cn                  a rulebook with its clauses",
        "renju adjudicate game.json         who did what when, and who won",
        "renju convert theory.lib new.sgf   records into another format",
        "renju scan games/ --output judged  a database into a table",
        "renju suite                        run the conformance suite",
    ),
)
@click.version_option(__version__, prog_name="renju")
def main() -> None:
    """Referee games and positions of Renju.

    Exit status: 0 done, 1 something in the input was wrong, 2 the call was wrong; 130 after Ctrl-C,
    141 when nobody reads the output.
    """


_COMMANDS = (
    *(analyze, explain, show, openings, rulebook, adjudicate, play, convert),
    *(scan, suite, bench, info),
)
for _command in _COMMANDS:
    main.add_command(_command)


def run() -> None:
    """Run the command line and exit; never with a traceback for bad input."""
    _open_standard_streams()
    try:
        status = main.main(prog_name="renju", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        status = _INTERRUPTED
    except OSError as error:  # the output: whatever is read is looked after where it is read
        click.echo(f"renju: cannot write the output: {error.strerror or error}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)


def _open_standard_streams() -> None:
    """Let standard streams that the caller has closed be empty, and print any text on the others."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115  (for the whole run)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
