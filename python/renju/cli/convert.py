"""`renju convert`: records from any format into another."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import click

from .. import records
from ..errors import FormatError
from ..geometry import Symmetry
from ..records.losses import GroupedLosses
from ..records.registry import pieces
from .files import format_options, read_records, to_format
from .terminal import (
    Complaints,
    InputError,
    describe,
    examples,
    make_console,
    printable,
    symmetry_option,
)

__all__ = ["convert"]


@click.command(
    short_help="Convert records into another format.",
    epilog=examples(
        "renju convert theory.lib theory.sgf",
        "renju convert a.psq b.psq c.sav games.json",
        "renju convert games.sgf - --to moves",
        "cat old.sgf | renju convert - new.sgf --encoding gb18030",
        "renju convert mirrored.sgf right.sgf --from sgf-from-bottom",
    ),
)
@click.argument("inputs", nargs=-1, required=True, metavar="IN...")
@click.argument("output", metavar="OUT")
@click.option(
    "--to",
    "to_name",
    metavar="NAME",
    callback=to_format,
    help="Format of OUT; by default its ending tells.",
)
@format_options
@symmetry_option("Write the image under")
@click.pass_context
def convert(  # noqa: PLR0913  (one an option)
    context: click.Context,
    inputs: tuple[str, ...],
    output: str,
    *,
    to_name: str | None,
    from_format: str | None,
    encoding: str | None,
    symmetry: Symmetry,
) -> None:
    """Write the records of the files IN to the file OUT; `-` is standard input or output.

    What OUT's format cannot hold is named on standard error, a line a kind if it is much, and so is what
    was wrong in the files: then the exit status is 1. OUT is replaced when all is written.
    """
    writer_name = to_name or _by_ending(output)
    writer = next(known for known in records.formats() if known.name == writer_name)
    if not isinstance(writer, records.Writer):
        raise click.UsageError(f"{writer_name!r} can be read but not written: {_writable()}")
    complaints = Complaints()

    def found() -> Iterator[records.Record]:
        for name in inputs:
            for record in read_records(
                name, complaints, from_format=from_format, encoding=encoding
            ):
                turned = record.transform(symmetry)
                for problem in turned.problems[len(record.problems) :]:
                    complaints.say(name, problem.place, problem.message)
                yield turned

    source = found()
    first = next(source, None)
    if first is None:
        raise InputError(f"{output}: not written, as there is no record for it")
    losses = GroupedLosses()
    try:
        if output == "-":
            for piece in pieces(chain([first], source), writer, losses):
                sys.stdout.buffer.write(piece)
        else:
            records.write(chain([first], source), output, format=writer_name, losses=losses)
    except FormatError as error:
        raise InputError(f"{output}: not written: {describe(error, output)}") from None
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise InputError(f"{output}: {describe(error, output)}") from None
    console = make_console(stderr=True)
    for loss in losses.lines():
        line = printable(f"renju: {output}: not held by {writer_name}: {loss}")
        console.print(line, soft_wrap=True)
    context.exit(1 if complaints.all else 0)


def _by_ending(output: str) -> str:
    if output == "-":
        raise click.UsageError(f"say with --to in which format to print: {_writable()}")
    ending = Path(output).suffix.lower()
    named = [known for known in records.formats() if ending in known.endings]
    for known in named:
        if isinstance(known, records.Writer):
            return known.name
    for known in named:
        raise click.UsageError(
            f"{output!r}: {known.name} can be read but not written; name a format with --to: {_writable()}"
        )
    raise click.UsageError(
        f"{output!r}: no format that can be written has the ending {ending!r}; name one with --to: "
        f"{_writable()}"
    )


def _writable() -> str:
    writers = (known for known in records.formats() if isinstance(known, records.Writer))
    return ", ".join(known.name for known in writers)
