"""`renju scan`: a database in, a table out."""

from __future__ import annotations

import glob
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from ..arrays import thread_count
from .files import format_options
from .terminal import (
    Complaints,
    InputError,
    counted,
    describe,
    echo_json,
    examples,
    json_option,
    make_console,
    make_table,
    print_table,
    reading_option,
)

if TYPE_CHECKING:
    from ..bulk import RowProblem, Summary

__all__ = ["scan"]

_PER = ("game", "move", "position")
_SHOWN = 20
_INTERRUPTED = 130  # as shells have it: 128 + SIGINT
_Tell = Callable[[int, "int | None"], None]

# The library names its arguments in what it says; here they are options.
_AS_OPTIONS = {
    "resume=True": "--resume",
    "per='position'": "--per position",
    "moves_column=": "--moves-column",
    "result_column=": "--result-column",
    "board_column=": "--board-column",
    "there detailed is False, here True": "it was begun without --report, and lacks its counts",
    "there detailed is True, here False": "it was begun with --report: give that again",
    "there rows_a_chunk is": "another --shard-games: there rows_a_chunk is",
    "there chunks_a_shard is": "another --shard-games: there chunks_a_shard is",
}


class _Missing(click.ClickException):
    """A library that only an extra brings is not there: exit status 2, as without click itself."""

    exit_code = 2

    def __init__(self, what: str, library: str | None, extra: str) -> None:
        super().__init__(f'{what} needs {library}: pip install "pyrenju[{extra}]"')

    def show(self, file: Any = None) -> None:  # noqa: ARG002  (click's signature)
        make_console(stderr=True).print(f"renju: {self.message}", style="red", soft_wrap=True)


@click.command(
    short_help="Judge a database into a table.",
    epilog=examples(
        "renju scan games/ --output judged --threads 0",
        "renju scan games/ --output judged --threads 0 --resume",
        "renju scan games.parquet --output moves.parquet --per move",
        'renju scan "*.sgf" --output games.csv --columns source,opening,winner',
        "renju scan theory.lib --report report.html",
        "renju scan --per move --list-columns",
    ),
)
@click.argument("inputs", nargs=-1, metavar="IN...")
@click.option(
    "--output",
    metavar="DIR|FILE",
    help="Where the rows go: a folder, or a .parquet, .jsonl or .csv file.",
)
@click.option(
    "--per",
    type=click.Choice(_PER),
    default=_PER[0],
    show_default=True,
    help="What a row is; positions: boards in columns, or the last of each record.",
)
@click.option(
    "--columns", metavar="A,B", help="Which columns, in this order; by default the usual ones."
)
@click.option("--list-columns", is_flag=True, help="Print the columns that there are, and end.")
@reading_option
@click.option("--resume", is_flag=True, help="Go on with the job that the folder holds.")
@click.option(
    "--threads",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="N",
    help="How many work at once; 0: all CPUs. The rows are the same.",
)
@click.option(
    "--key-after",
    type=click.IntRange(min=0),
    metavar="N",
    help="Take canonical_key after N moves; by default after the last.",
)
@click.option(
    "--shard-games",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many games a file of the folder has, at most.",
)
@format_options
@click.option(
    "--moves-column",
    default="moves",
    show_default=True,
    metavar="NAME",
    help="The column of a table that holds the games.",
)
@click.option(
    "--result-column",
    default="result",
    show_default=True,
    metavar="NAME",
    help="The column that says who won, if there is one.",
)
@click.option(
    "--board-column",
    default="board",
    show_default=True,
    metavar="NAME",
    help="The column that holds boards, for --per position.",
)
@click.option("--report", metavar="FILE", help="Make a page of charts: openings, fouls, positions.")
@json_option
@click.pass_context
def scan(  # noqa: PLR0913  (one an option)
    context: click.Context,
    inputs: tuple[str, ...],
    *,
    output: str | None,
    per: str,
    columns: str | None,
    list_columns: bool,
    reading: Any,
    resume: bool,
    threads: int,
    key_after: int | None,
    shard_games: int | None,
    from_format: str | None,
    encoding: str | None,
    moves_column: str,
    result_column: str,
    board_column: str,
    report: str | None,
    as_json: bool,
) -> None:
    """Judge every game or board of IN and write what was found as a table.

    IN is a file of records in any known format, a Parquet or an Arrow file, a folder of such files, or
    a pattern. A folder as --output gets shards, a manifest and problems.parquet; a job that was
    stopped goes on there with --resume. Any number of games takes the same memory.

    What cannot be read or judged is named on standard error and kept as a problem beside the rows; then
    the exit status is 1. A foul is no such fault. Status 2: nothing was done.
    """
    bulk = _load()
    if list_columns:
        _print_columns(bulk, per, as_json=as_json)
        return
    where = None if output is None else Path(output)
    names = None if columns is None else [name.strip() for name in columns.split(",")]
    _check(inputs, where, None if report is None else Path(report), resume=resume)
    if where is None and names is not None:
        raise click.UsageError("--columns is about the rows: say with --output where they go")
    options: dict[str, Any] = {
        "per": per,
        "columns": names,
        "reading": reading,
        "format": from_format,
        "encoding": encoding,
        "moves_column": moves_column,
        "result_column": result_column,
        "board_column": board_column,
        "key_after": key_after,
    }
    if shard_games is not None:
        options["shard_games"] = shard_games
    problems = _First(_SHOWN)
    noun = "boards" if per == "position" else "games"
    to_folder = where is not None and _is_folder(where)
    with _said(output, report, to_folder=to_folder), _bar(noun) as tell:
        job: dict[str, Any] = {
            "threads": threads,
            "progress": tell,
            "problems": problems,
            "report": report,
        }
        if where is None:
            summary = _report_only(inputs, **job, **options)
        else:
            summary = bulk.scan(list(inputs), where, resume=resume, **job, **options)
    _complain(problems, summary.problems, where)
    speed = _speed(summary)
    if as_json:
        echo_json({**summary.to_dict(), "positions_per_second": speed})
    else:
        _print(summary, per, where, report, speed)
    context.exit(1 if summary.problems else 0)


# Before the job


def _load() -> Any:
    try:
        from .. import bulk  # noqa: PLC0415  (pyarrow is an extra)
    except ModuleNotFoundError as error:
        raise _Missing("renju scan", error.name, "arrow") from None
    return bulk


def _is_folder(path: Path) -> bool:
    from ..bulk.sinks import ENDINGS  # noqa: PLC0415  (pyarrow is an extra)

    return path.suffix.lower() not in ENDINGS


def _check(
    inputs: tuple[str, ...], output: Path | None, report: Path | None, *, resume: bool
) -> None:
    """Refuse what would end badly, before anything is read or written."""
    if not inputs:
        raise click.UsageError("Missing argument 'IN...'")
    if output is None and report is None:
        raise click.UsageError("say with --output where the rows go, or with --report FILE")
    if "-" in inputs or str(output) == "-":
        raise click.UsageError("'-': a job reads and writes files, not standard input and output")
    if resume and (output is None or not _is_folder(output)):
        raise click.UsageError("--resume goes on with a folder: give one as --output")
    for written in filter(None, (output, report)):
        for name in inputs:
            _keep(name, written)
    if report is not None:
        if report.is_dir():
            raise click.UsageError(f"--report {report}: this is a folder, not a file")
        if not report.parent.is_dir() and report.parent != output:
            raise click.UsageError(f"--report {report}: there is no folder {report.parent}")


def _keep(name: str, written: Path) -> None:
    """Refuse to write over what is read, and to write where it would be read."""
    target = written.resolve()
    for found in [name] if Path(name).exists() else glob.glob(name, recursive=True):  # noqa: PTH207
        path = Path(found).resolve()
        if path == target:
            raise click.UsageError(f"{written} is read: write to another place")
        if path.is_dir() and path in target.parents:
            raise click.UsageError(f"{written} is in {name}, which is read: write to another place")


@contextmanager
def _said(output: str | None, report: str | None, *, to_folder: bool) -> Iterator[None]:
    """Say in the words of the command what a job raises."""
    target = output or report or ""
    try:
        yield
    except KeyboardInterrupt:
        text = (
            "interrupted: the same call with --resume goes on"
            if to_folder
            else "interrupted: nothing is written; a folder as --output can be gone on with"
        )
        make_console(stderr=True).print(f"renju: {text}", soft_wrap=True)
        click.get_current_context().exit(_INTERRUPTED)
    except ModuleNotFoundError as error:
        raise _Missing("--report", error.name, "report") from None
    except (FileExistsError, ValueError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise InputError(f"{target}: {describe(error, target)}") from None
        raise click.UsageError(_as_options(str(error))) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        said = describe(error, target)
        raise InputError(said if error.errno is None else f"{target}: {said}") from None


def _as_options(text: str) -> str:
    for argument, option in _AS_OPTIONS.items():
        text = text.replace(argument, option)
    return text


# The job


@contextmanager
def _bar(noun: str) -> Iterator[_Tell | None]:
    """Show how far the job is, on standard error and on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (
        TextColumn("judging", markup=False),
        BarColumn(),
        TextColumn("{task.description}", markup=False),
        TimeRemainingColumn(compact=True, elapsed_when_finished=True),
    )
    with Progress(*columns, console=make_console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None)

        def tell(done: int, total: int | None) -> None:
            of = "" if total is None else f" of {total:,}"
            shown.update(task, completed=done, total=total, description=f"{done:,}{of} {noun}")

        yield tell


def _report_only(
    inputs: tuple[str, ...],
    *,
    threads: int,
    progress: _Tell | None,
    problems: list[RowProblem],
    report: str,
    **options: Any,
) -> Summary:
    """Count without keeping the rows."""
    from ..bulk import Summary, Tally  # noqa: PLC0415  (pyarrow is an extra)
    from ..bulk import report as page  # noqa: PLC0415
    from ..bulk.plan import Plan  # noqa: PLC0415
    from ..bulk.scan import in_order  # noqa: PLC0415

    started = time.perf_counter()
    least = ["position" if options["per"] == "position" else "game"]
    plan = Plan.of(list(inputs), **{**options, "columns": least}, detailed=True)
    page.check(plan.job)
    tally, done, found = Tally(), 0, 0
    for piece in in_order(plan, thread_count(threads)):
        tally += piece.tally
        problems.extend(piece.problems)
        found += len(piece.problems)
        done += piece.games
        if progress is not None:
            progress(done, plan.games)
    page.write(Path(report), tally, reading=options["reading"])
    return Summary(0, tally, found, time.perf_counter() - started)


# After the job


class _First(list["RowProblem"]):
    """A list that keeps the first few of what is added."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def extend(self, items: Iterable[RowProblem]) -> None:
        """Add what there is room for."""
        super().extend(islice(items, self._most - len(self)))


def _complain(problems: list[RowProblem], count: int, output: Path | None) -> None:
    complaints = Complaints()
    for problem in problems:
        complaints.say(problem.source, problem.place, _as_options(problem.message))
    more = count - len(problems)
    if more > 0:
        kept = "" if output is None else f"; all are in {_problems_file(output)}"
        text = f"renju: … and {counted(more, 'more problem')}{kept}"
        make_console(stderr=True).print(text, style="red", soft_wrap=True)


def _problems_file(output: Path) -> Path:
    if _is_folder(output):
        return output / "problems.parquet"
    return output.with_name(f"{output.stem}.problems.parquet")


def _speed(summary: Summary) -> int | None:
    """Return positions a second; None for a job that went on, whose time is of its last stretch."""
    if summary.resumed or summary.seconds <= 0:
        return None
    return round(summary.positions / summary.seconds)


def _print(
    summary: Summary, per: str, output: Path | None, report: str | None, speed: int | None
) -> None:
    boards = per == "position"
    console = make_console()
    counts = [counted(summary.games, "board" if boards else "game")]
    if not boards:
        counts.append(counted(summary.tally.moves, "move"))
    console.print(", ".join(counts), style="bold")
    table = make_table("", "")
    table.show_header = False
    table.add_row("positions", f"{summary.positions:,}")
    for kind, number in summary.fouls.items():
        table.add_row(f"{kind} points" if boards else f"{kind}s", f"{number:,}")
    if output is not None:
        table.add_row("rows", f"{summary.rows:,}, one per {per}")
    table.add_row("problems", f"{summary.problems:,}" + _kept(summary, output))
    table.add_row("time", _time(summary, speed))
    if output is not None:
        table.add_row("output", _files(summary, output))
    if report is not None:
        table.add_row("report", report)
    print_table(console, table)


def _kept(summary: Summary, output: Path | None) -> str:
    return f", in {_problems_file(output)}" if summary.problems and output is not None else ""


def _time(summary: Summary, speed: int | None) -> str:
    text = f"{summary.seconds:.3g} s"
    if summary.resumed:
        return f"{text}; {counted(summary.resumed, 'game')} had been done before"
    return text if speed is None else f"{text}: {speed:,} positions a second"


def _files(summary: Summary, output: Path) -> str:
    if not _is_folder(output):
        return str(output)
    return f"{output}: {counted(len(summary.files), 'file')} of rows, in {output / 'manifest.json'}"


def _print_columns(bulk: Any, per: str, *, as_json: bool) -> None:
    found = [
        {
            "name": column.name,
            "type": str(column.type),
            "default": column.default,
            "doc": column.doc,
        }
        for column in bulk.COLUMNS[per]
    ]
    if as_json:
        echo_json({"per": per, "columns": found})
        return
    table = make_table("column", "type", "what it holds")
    for column in found:
        added = "" if column["default"] else " (only if it is named)"
        table.add_row(str(column["name"]), _type(str(column["type"])), f"{column['doc']}{added}")
    print_table(make_console(), table)


def _type(text: str) -> str:
    return "uint8 tensor, 15 x 15" if "fixed_shape_tensor" in text else text
