"""`renju bench`: what this machine reaches, and whether the build judges as it should."""

from __future__ import annotations

from typing import Any

import click
from rich.console import Console

from .._build import available_threads
from .terminal import (
    InputError,
    echo_json,
    examples,
    json_option,
    make_console,
    make_table,
    print_table,
    progress,
)

__all__ = ["bench"]


@click.command(
    short_help="Measure this machine and confirm the build.",
    epilog=examples(
        "renju bench                        a table of this machine",
        "renju bench --rounds 50            when the machine does other things too",
        "renju bench --threads 8 --json",
    ),
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 10_000),
    default=15,
    show_default=True,
    metavar="N",
    help="How often each measure is taken; the best counts.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    default=None,
    metavar="N",
    help="Threads to compare with one.  [default: the CPUs of this process, at most 8]",
)
@json_option
def bench(*, rounds: int, threads: int | None, as_json: bool) -> None:
    """Measure the core, each instruction set in turn, beside a plain copy of the same boards.

    The signature is a hash over all verdicts of a fixed corpus. A build whose signature is another
    judges wrongly; the exit status is then 1.
    """
    from ..bench import measure_all  # noqa: PLC0415  (it imports subprocess and more)

    count = min(available_threads(), 8) if threads is None else threads
    with progress("measuring", printing=False):
        found = measure_all(rounds=rounds, threads=count)
    if as_json:
        echo_json(found)
    else:
        _print(found, make_console())
    wrong = [result["isa"] for result in found["isas"] if result["signature"] != found["signature"]]
    if wrong:
        raise InputError(
            f"this build judges wrongly with {', '.join(wrong)}: the signature should be "
            f"{found['signature']}"
        )


def _print(found: dict[str, Any], console: Console) -> None:
    results = found["isas"]
    names = [result["isa"] for result in results]
    table = make_table("", "unit", *(f"{n}" for n in names), *(f"x copy {n}" for n in names),
                       right=(*names, *(f"x copy {n}" for n in names)))  # fmt: skip
    for measures in zip(*(result["measures"] for result in results), strict=True):
        first = measures[0]
        ratios = ("" if m["ratio"] is None else f"{m['ratio']:.1f}" for m in measures)
        table.add_row(
            first["name"], f"ns/{first['unit']}", *(_ns(m["ns"]) for m in measures), *ratios
        )
    print_table(console, table)
    for name in dict.fromkeys(m["name"] for r in results for m in r["measures"] if "gain" in m):
        gains = [m["gain"] for r in results for m in r["measures"] if m["name"] == name]
        console.print(f"{name}: {', '.join(f'{gain:.2f}' for gain in gains)} x one thread")
    build = found["build"]
    console.print(
        f"\nversion {build['version']}, {build['compiler']}, NumPy {found['numpy']}, "
        f"corpus {found['corpus']}",
        soft_wrap=True,
    )
    for result in results:
        right = result["signature"] == found["signature"]
        console.print(
            f"signature {result['signature']} ({result['isa']}): "
            f"{'confirmed' if right else 'WRONG'}",
            style=None if right else "bold red",
        )


def _ns(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"
