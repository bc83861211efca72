"""`renju rulebook`: the rulebooks, one of them with its clauses, the differences of two."""

from __future__ import annotations

from typing import Any

import click

from .. import rulebooks
from ..rulebooks import KEYS, Key, Rulebook
from .terminal import (
    counted,
    echo_json,
    examples,
    json_option,
    make_console,
    make_table,
    print_table,
)

__all__ = ["rulebook"]

_NAME = click.Choice(rulebooks.NAMES, case_sensitive=False)


@click.command(
    short_help="Print rulebooks with their clauses.",
    epilog=examples(
        "renju rulebook                         the rulebooks there are",
        "renju rulebook cn                      one, key by key, with its clauses",
        "renju rulebook --compare rif-1996 cn   what differs",
    ),
)
@click.argument("name", type=_NAME, required=False)
@click.option("--compare", type=_NAME, nargs=2, metavar="A B", help="Show what differs.")
@json_option
def rulebook(name: str | None, *, compare: tuple[str, str] | None, as_json: bool) -> None:
    """Print a rulebook: what it answers to every question on which rulebooks differ, and where.

    NAME is `rif-1996`, `cn`, `ru` or `gomocup`. A clause marked (gap) is one that the book does not have,
    (inferred) one that is read between the lines. A game log overrides keys under `options.rules`.
    """
    if compare:
        if name is not None:
            raise click.UsageError(f"--compare takes two rulebooks: leave out {name!r}")
        _compare(rulebooks.get(compare[0]), rulebooks.get(compare[1]), as_json=as_json)
    elif name is not None:
        _print(rulebooks.get(name), as_json=as_json)
    else:
        _list(as_json=as_json)


def _list(*, as_json: bool) -> None:
    books = [rulebooks.get(name) for name in rulebooks.NAMES]
    if as_json:
        echo_json({"rulebooks": [{"id": book.id, "title": book.title} for book in books]})
        return
    table = make_table("rulebook", "title")
    for book in books:
        table.add_row(book.id, book.title)
    print_table(make_console(), table)


def _print(book: Rulebook, *, as_json: bool) -> None:
    if as_json:
        keys = {key.name: {"asks": key.asks, **_answer(book, key)} for key in KEYS}
        echo_json({"id": book.id, "title": book.title, "keys": keys, "cites": dict(book.cites)})
        return
    console = make_console()
    console.print(f"{book.title} ({book.id})\n", style="bold", soft_wrap=True)
    table = make_table("key", "question", "answer", "clause")
    for key in KEYS:
        answer = _answer(book, key)
        table.add_row(key.name, key.asks, answer["means"], answer["clause"])
    print_table(console, table)
    console.print("\nClauses cited for", style="bold")
    cited = make_table("", "")
    cited.show_header = False
    for what, clause in book.cites.items():
        cited.add_row(what, clause)
    print_table(console, cited)


def _compare(one: Rulebook, two: Rulebook, *, as_json: bool) -> None:
    rows = [(key, _answer(one, key), _answer(two, key)) for key in KEYS]
    differing = [row for row in rows if row[1]["value"] != row[2]["value"]]
    if as_json:
        found = [
            {"key": key.name, "asks": key.asks, "answers": [left, right]}
            for key, left, right in differing
        ]
        echo_json({"rulebooks": [one.id, two.id], "differences": found})
        return
    console = make_console()
    table = make_table("key", "question", one.id, "clause", two.id, "clause")
    for key, left, right in differing:
        cells = [answer[part] for answer in (left, right) for part in ("means", "clause")]
        table.add_row(key.name, key.asks, *cells)
    if differing:
        print_table(console, table)
        console.print()
    count = counted(len(differing), "difference")
    console.print(f"{count} in {len(KEYS)} keys", style="bold")


def _answer(book: Rulebook, key: Key) -> dict[str, Any]:
    value = book[key.name]
    means = str(key.values.get(value, value))
    return {"value": value, "means": means, "clause": book.clauses[key.name]}
