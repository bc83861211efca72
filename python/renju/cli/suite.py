"""`renju suite`: the conformance suite, through our core, to a directory, or through a program."""

from __future__ import annotations

from collections.abc import Callable

import click
from rich.console import Console

from .. import conformance
from ..board import Board
from ..conformance import CheckResult, Outcome, PositionResult
from ..verdicts import Reading
from .terminal import (
    InputError,
    describe,
    echo_json,
    examples,
    json_option,
    make_console,
    make_table,
    print_proof,
    print_table,
    progress,
    reading_option,
)

__all__ = ["suite"]

_set_option = click.option(
    "--set",
    "sets",
    multiple=True,
    type=click.Choice(conformance.sets()),
    help="Only this set; may be given more than once.",
)


@click.group(
    short_help="Run the conformance suite.",
    invoke_without_command=True,
    epilog=examples(
        "renju suite",
        "renju suite export suite/",
        'renju suite check --command "./engine --renju"',
    ),
)
@_set_option
@json_option
@click.pass_context
def suite(context: click.Context, *, sets: tuple[str, ...], as_json: bool) -> None:
    """Run the conformance suite: positions whose every foul point is known.

    Alone, it judges every position with renju's own core in both readings. `check` asks another
    program, `export` writes the positions and their format for anyone.
    """
    if context.invoked_subcommand is not None:
        if sets or as_json:
            raise click.UsageError(f"give --set and --json after {context.invoked_subcommand!r}")
        return
    names = _names(sets)
    results = []
    for reading in Reading:
        with progress(f"judging, reading {reading.label}") as tell:
            results.append(
                conformance.check_core(reading=reading, sets=names, progress=_counter(tell))
            )
    if as_json:
        echo_json({"readings": [result.to_dict() for result in results]})
    else:
        console = make_console()
        _print_core(results, console)
        _print_differences(results, console, limit=5)
    context.exit(0 if all(result.ok for result in results) else 1)


@suite.command(
    epilog=examples(
        "renju suite export suite/",
        "renju suite export suite/ --force",
    )
)
@click.argument("directory")
@click.option("--force", is_flag=True, help="Replace files that are there.")
@json_option
def export(directory: str, *, force: bool, as_json: bool) -> None:
    """Write the suite to DIRECTORY: the sets as JSON lines, and a README with the format."""
    try:
        files = conformance.export(directory, overwrite=force)
    except FileExistsError as error:
        if error.errno is not None:
            raise InputError(f"{directory}: {describe(error, directory)}") from None
        raise InputError(f"{error}; --force replaces them") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{directory}: {describe(error, directory)}") from None
    if as_json:
        echo_json({"files": [str(file) for file in files]})
    else:
        make_console().print("\n".join(map(str, files)), soft_wrap=True)


@suite.command(
    epilog=examples(
        'renju suite check --command "./engine"',
        'renju suite check --command "python judge.py" --set nested',
        'renju suite check --command "./engine" --timeout 60 --json',
    )
)
@click.option("--command", required=True, help="The program with its arguments; no shell is used.")
@reading_option
@_set_option
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.001, max=86_400),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long each answer may take.",
)
@click.option(
    "--show",
    "limit",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    metavar="N",
    help="Explain N of the positions that differ.",
)
@json_option
@click.pass_context
def check(  # noqa: PLR0913  (one an option)
    context: click.Context,
    *,
    command: str,
    reading: Reading,
    sets: tuple[str, ...],
    timeout: float,
    limit: int,
    as_json: bool,
) -> None:
    """Ask another program, and show where it is wrong and why.

    The program reads one board a line on its standard input: 225 characters from a1, b1 on, `.`
    empty, `X` black, `O` white. It answers each with one line of 225 characters on its standard
    output: `x` on a stone, `5` five, `6` overline, `4` double-four, `3` double-three, `.` legal for
    Black. The next board is sent when the answer has come.
    """
    try:
        with progress("asking") as tell:
            result = conformance.check(
                command,
                reading=reading,
                sets=_names(sets),
                timeout_ms=max(1, round(timeout * 1000)),
                progress=_counter(tell),
            )
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--command") from None
    if as_json:
        echo_json({"command": command, **result.to_dict()})
    else:
        console = make_console()
        if any(part.answered for part in result.sets):
            _print_check(result, console)
        _print_differences([result], console, limit=limit)
    if result.outcome is not Outcome.COMPLETED:
        message = f"{command}: the program {result.outcome.value}: {result.detail}"
        make_console(stderr=True).print(f"renju: {message}", style="red", soft_wrap=True)
    context.exit(0 if result.ok else 1)


def _names(sets: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sets asked for, each once, in the order of the suite."""
    return tuple(name for name in conformance.sets() if not sets or name in sets)


def _counter(tell: Callable[[str], None]) -> Callable[[int, int], None]:
    return lambda done, total: tell(f"{done} of {total} positions")


def _print_core(results: list[CheckResult], console: Console) -> None:
    numbers = ("positions", "points")
    table = make_table("set", *numbers, *(r.reading.label for r in results), right=numbers)
    for parts in zip(*(result.sets for result in results), strict=True):
        table.add_row(
            parts[0].name,
            f"{parts[0].size:,}",
            f"{parts[0].points:,}",
            *(_agreement(len(part.results)) for part in parts),
        )
    size = sum(part.size for part in results[0].sets)
    points = sum(part.points for part in results[0].sets)
    wrong = [sum(len(part.results) for part in result.sets) for result in results]
    table.add_row("all", f"{size:,}", f"{points:,}", *map(_agreement, wrong), style="bold")
    print_table(console, table)


def _agreement(differing: int) -> str:
    return f"{differing} differ" if differing else "agree"


def _print_check(result: CheckResult, console: Console) -> None:
    numbers = ("positions", "answered", "agree", "differ", "wrong points")
    table = make_table("set", *numbers, right=numbers)
    columns = [
        (part.size, part.answered, part.agreeing, len(part.results), part.differing_points)
        for part in result.sets
    ]
    for part, row in zip(result.sets, columns, strict=True):
        table.add_row(part.name, *(f"{number:,}" for number in row))
    totals = map(sum, zip(*columns, strict=True))
    table.add_row("all", *(f"{number:,}" for number in totals), style="bold")
    console.print(f"reading {result.reading.label}")
    print_table(console, table)


def _print_differences(results: list[CheckResult], console: Console, *, limit: int) -> None:
    wrong = [result for whole in results for part in whole.sets for result in part.results]
    for result in wrong[:limit]:
        _print_difference(result, console)
    if len(wrong) > limit:
        more = len(wrong) - limit
        console.print(f"\n{more:,} more {'position differs' if more == 1 else 'positions differ'}")


def _print_difference(result: PositionResult, console: Console) -> None:
    """Print a position, its wrong points, and the proof of the first of them."""
    position = result.position
    console.print(
        f"\n{position.id} (reading {result.reading.label}): {position.note}", style="bold"
    )
    console.print(Board.from_text(position.board).diagram(), soft_wrap=True)
    for difference in result.differences:
        console.print(str(difference), style="red")
        proof = result.explain(difference.point)
        if difference is result.differences[0]:
            print_proof(console, proof)
        else:
            console.print(proof.sentence, soft_wrap=not console.is_terminal)
