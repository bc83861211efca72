"""`renju info`: what this build is, or what files are."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from .. import records
from .._build import build_info
from ..errors import FormatError
from ..records.lib import LibTree
from .files import format_options, read_records
from .terminal import (
    Complaints,
    echo_json,
    examples,
    json_option,
    make_console,
    make_table,
    print_table,
    printable,
)

__all__ = ["info"]

# Headers in which formats say their version.
_VERSIONS = ("version", "FF")


@click.command(
    short_help="Print what this build is, or what files are.",
    epilog=examples(
        "renju info",
        "renju info --json",
        "renju info theory.lib games.sgf",
    ),
)
@click.argument("files", nargs=-1)
@format_options
@json_option
@click.pass_context
def info(
    context: click.Context,
    files: tuple[str, ...],
    *,
    from_format: str | None,
    encoding: str | None,
    as_json: bool,
) -> None:
    """Print the format, the encoding and the counts of FILES, and what is wrong in them.

    Without FILES: the version, the compiler, the instruction set in use and the CPUs.
    """
    if not files:
        found = build_info()
        if as_json:
            echo_json(found)
        else:
            _print(found)
        return
    complaints = Complaints()
    facts = []
    for name in files:
        about = _about(name, complaints, from_format, encoding)
        facts.append(about)
        if not as_json:
            console = make_console()
            console.print(printable(name), style="bold", soft_wrap=True)
            _print({key: value for key, value in about.items() if key != "file" and value != ""})
    if as_json:
        echo_json({"files": facts, "complaints": complaints.all})
    context.exit(1 if complaints.all else 0)


def _about(
    name: str, complaints: Complaints, from_format: str | None, encoding: str | None
) -> dict[str, Any]:
    """Return what a file is, counting over its records."""
    before = len(complaints.all)
    about: dict[str, Any] = {"file": name, "format": "", "version": "", "encoding": ""}
    counts = dict.fromkeys(("records", "moves", "nodes", "comments", "set_up"), 0)
    for record in read_records(name, complaints, from_format=from_format, encoding=encoding):
        if not counts["records"]:
            about["format"] = from_format or _format(name) or record.format
            about["version"] = next(filter(None, map(record.headers.get, _VERSIONS)), "")
            about["encoding"] = record.encoding or ""
            if isinstance(record.tree, LibTree) and record.tree.dangling:
                about["dangling"] = record.tree.dangling  # a saved branch, or a file that was cut
        counts["records"] += 1
        counts["moves"] += len(record.moves)
        counts["nodes"] += record.node_count
        counts["comments"] += _comments(record)
        counts["set_up"] += bool(record.black or record.white)
    if not counts["records"]:
        about["format"] = from_format or _format(name)
    return {**about, **counts, "problems": len(complaints.all) - before}


def _format(name: str) -> str:
    """Return the format of a file: a record may have come there from another one."""
    with suppress(OSError, FormatError):  # they were complained of
        if Path(name).is_file():
            return records.sniff(records.Source(Path(name))).name
    return ""


def _comments(record: records.Record) -> int:
    tree = record.tree
    of_game = "comment" in record.headers
    if tree is None:
        return int(of_game)
    found = map(tree.extras, tree.noted())
    return of_game + sum(bool(extras.comment or extras.one_line) for extras in found)


def _print(facts: dict[str, Any]) -> None:
    table = make_table("", "")
    table.show_header = False
    for name, value in facts.items():
        table.add_row(name.replace("_", " "), _text(value))
    print_table(make_console(), table)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
