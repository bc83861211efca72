"""Files of records as the commands take them: format, encoding, progress, and what was wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import click

from .. import records
from ..errors import FormatError, RenjuError
from ..records.encodings import lookup
from ..records.registry import read_once
from .terminal import Complaints, counted, describe, progress

__all__ = ["STDIN", "format_options", "open_records", "read_records"]

_F = TypeVar("_F", bound=Callable[..., Any])
STDIN = "<stdin>"
_TELL_EVERY = 500


def format_options(function: _F) -> _F:
    """Add the options `--from` and `--encoding`."""
    for option in (
        click.option(
            "--encoding",
            metavar="NAME",
            callback=_to_encoding,
            help="Encoding of their texts; by default it is found out.",
        ),
        click.option(
            "--from",
            "from_format",
            metavar="NAME",
            callback=to_format,
            help="Format of the files; by default they tell.",
        ),
    ):
        function = option(function)
    return function


def to_format(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Return the name of a format.

    Raises
    ------
    click.BadParameter
        If there is none of that name.
    """
    names = [known.name for known in records.formats()]
    if value is not None and value not in names:
        raise click.BadParameter(f"{value!r} is no format: known are {', '.join(names)}")
    return value


def _to_encoding(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> str | None:
    try:
        return None if value is None else lookup(value)
    except FormatError as error:
        raise click.BadParameter(str(error)) from None


def read_records(
    name: str,
    complaints: Complaints,
    *,
    from_format: str | None,
    encoding: str | None,
    printing: bool = False,
) -> Iterator[records.Record]:
    """Yield the records of a file, `-` being standard input; complain of what is wrong in it."""
    found = 0
    shown = STDIN if name == "-" else name
    try:
        with progress(f"reading {shown}", printing=printing) as tell:
            for record in open_records(name, from_format=from_format, encoding=encoding):
                found += 1
                if found % _TELL_EVERY == 0:
                    tell(counted(found, "record"))
                for problem in record.problems:
                    complaints.say(shown, problem.place, problem.message)
                yield record
    except (OSError, RenjuError) as error:
        if isinstance(error, BrokenPipeError):
            raise
        complaints.say(shown, "", describe(error, shown))
    else:
        if not found:
            complaints.say(shown, "", "there is no record in it")


def open_records(
    name: str, *, from_format: str | None, encoding: str | None, skip_i: bool = False
) -> Iterator[records.Record]:
    """Return the records of a file, `-` being standard input."""
    if name != "-":
        return records.read(name, format=from_format, skip_i=skip_i, encoding=encoding)
    data = read_once(sys.stdin.buffer, STDIN)
    return records.loads(data, format=from_format, skip_i=skip_i, encoding=encoding, name=STDIN)
