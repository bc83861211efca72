"""`renju info`: what this build is."""

from __future__ import annotations

import click

from .._build import build_info
from .terminal import echo_json, examples, json_option, make_console, make_table, print_table

__all__ = ["info"]


@click.command(
    short_help="Print what this build is.",
    epilog=examples(
        "renju info",
        "renju info --json",
    ),
)
@json_option
def info(*, as_json: bool) -> None:
    """Print the version, the compiler, the instruction set in use and the CPUs."""
    found = build_info()
    if as_json:
        echo_json(found)
        return
    table = make_table("", "")
    table.show_header = False
    for name, value in found.items():
        table.add_row(name, _text(value))
    print_table(make_console(), table)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
