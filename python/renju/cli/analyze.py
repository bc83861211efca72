"""`renju analyze`: judge every move of every game."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Any

import click
from rich.console import Console

from .. import records
from ..analysis import EndKind, GameReport, Totals, judge_game
from ..errors import RenjuError
from ..geometry import Color
from ..openings import EXTENDED, PATTERNS
from ..verdicts import Reading, Verdict
from .files import format_options, open_records
from .terminal import (
    Complaints,
    counted,
    describe,
    examples,
    json_option,
    make_console,
    make_table,
    print_table,
    progress,
    reading_option,
    skip_i_option,
)

__all__ = ["analyze"]

PACKAGED = "packaged games"
_TELL_EVERY = 100
_COLUMNS = ("line", "moves", "opening", "fouls", "fives", "end")


@click.command(
    epilog=examples(
        "renju analyze",
        "renju analyze games.txt other.txt --no-table",
        'echo "h8 i9 g7 h7" | renju analyze -',
        "renju analyze games.txt --json > report.json",
    )
)
@click.argument("files", nargs=-1)
@reading_option
@skip_i_option
@format_options
@json_option
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Show N games of each file.")
@click.option("--no-table", is_flag=True, help="Show the totals only.")
@click.pass_context
def analyze(  # noqa: PLR0913  (one an option)
    context: click.Context,
    files: tuple[str, ...],
    *,
    reading: Reading,
    skip_i: bool,
    from_format: str | None,
    encoding: str | None,
    as_json: bool,
    limit: int | None,
    no_table: bool,
) -> None:
    """Judge every move of every game in FILES.

    Without FILES it judges a small collection that comes with renju; `-` is standard input. A text
    file has one game a line, blank lines and lines that begin with # apart, or diagrams.

    For each game: its line, its number of moves, its opening, Black's fouls (move number, point,
    which foul), the fives (move number, point, colour), and how it ended as far as the stones tell.
    A game with a fault is judged up to it; the fault is named on standard error, and the exit status
    is 1. A foul is no such fault.
    """
    given = {"from_format": from_format, "encoding": encoding}
    job = _Job(reading, skip_i=skip_i, given=given, printing=as_json)
    names = files or (PACKAGED,)
    if as_json:
        _print_json(job, names)
    else:
        _print_tables(job, names, 0 if no_table else limit)
    context.exit(1 if job.complaints.all else 0)


class _Job:
    """Reads and judges; knows what was wrong and how long the judging took."""

    def __init__(
        self, reading: Reading, *, skip_i: bool, given: dict[str, str | None], printing: bool
    ) -> None:
        self.reading = reading
        self.complaints = Complaints()
        self.seconds = 0.0
        self._skip_i = skip_i
        self._given = given  # the format and the encoding, by their names in `open_records`
        self._printing = printing  # each game is printed as soon as it is judged

    def judged(self, name: str) -> Iterator[GameReport]:
        """Yield the report of each game of a file; complain of what is wrong in it."""
        found = 0
        try:
            with progress(f"judging {name}", printing=self._printing) as tell:
                for record in self._records(name):
                    found += 1
                    if found % _TELL_EVERY == 0:
                        tell(counted(found, "game"))
                    yield self._judge(record, name)
        except (OSError, RenjuError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            self.complaints.say(name, "", describe(error, name))
        else:
            if not found:
                self.complaints.say(name, "", "there is no game in it")

    def _judge(self, record: records.Record, name: str) -> GameReport:
        started = time.perf_counter()
        report = judge_game(record, reading=self.reading)
        self.seconds += time.perf_counter() - started
        for problem in report.problems:
            self.complaints.say(name, problem.place, problem.message)
        return report

    def _records(self, name: str) -> Iterator[records.Record]:
        if name == PACKAGED:
            data = (resources.files("renju") / "data" / "games.txt").read_bytes()
            return records.loads(data, name=name)
        return open_records(name, skip_i=self._skip_i, **self._given)


def _print_json(job: _Job, names: Sequence[str]) -> None:
    """Print one object, a game a line as it is judged."""
    click.echo(f'{{"reading": {json.dumps(job.reading.label)},\n"games": [', nl=False)
    separator = "\n"

    def reports() -> Iterator[GameReport]:
        nonlocal separator
        for name in names:
            for report in job.judged(name):
                game: dict[str, Any] = {"file": name, **report.to_dict()}
                click.echo(separator + json.dumps(game), nl=False)
                separator = ",\n"
                yield report

    totals = Totals.of(reports())
    speed = {
        "seconds": round(job.seconds, 6),
        "positions_per_second": round(totals.positions / job.seconds) if job.seconds else None,
    }
    click.echo(f'],\n"totals": {json.dumps({**totals.to_dict(), **speed})},')
    click.echo(f'"complaints": {json.dumps(job.complaints.all)}}}')


def _print_tables(job: _Job, names: Sequence[str], limit: int | None) -> None:
    console = make_console()

    def reports() -> Iterator[GameReport]:
        for name in names:
            yield from _with_table(job, name, console, limit)

    totals = Totals.of(reports())
    if totals.games:
        _print_totals(totals, job, console)


def _with_table(job: _Job, name: str, console: Console, limit: int | None) -> Iterator[GameReport]:
    """Yield the reports of a file, then print its table."""
    table = make_table(*_COLUMNS, right=("line", "moves"))
    games = 0
    for report in job.judged(name):
        games += 1
        if limit is None or games <= limit:
            table.add_row(*_row(report), style="red" if report.problems else None)
        yield report
    if limit == 0 or not games:
        return
    console.print(f"{name}: {counted(games, 'game')}", style="bold")
    print_table(console, table)
    if games > table.row_count:
        console.print(f"… and {counted(games - table.row_count, 'game')} more")
    console.print()


def _row(report: GameReport) -> tuple[str, ...]:
    return (
        report.place.removeprefix("line "),
        f"{len(report.moves)}" + (f" on {report.set_up}" if report.set_up else ""),
        str(report.opening or "-"),
        _listed(report.fouls),
        _listed(report.fives),
        _end(report),
    )


def _end(report: GameReport) -> str:
    if report.problems and report.end.kind is EndKind.UNFINISHED:
        return f"unreadable after move {len(report.moves)}"
    text = str(report.end)
    after = len(report.moves) - (report.end.number or len(report.moves))
    return f"{text} (+{after})" if after else text


def _listed(items: Sequence[object]) -> str:
    return ", ".join(map(str, items)) or "-"


def _print_totals(totals: Totals, job: _Job, console: Console) -> None:
    passes = (
        f" ({counted(totals.passes, 'pass').replace('passs', 'passes')})" if totals.passes else ""
    )
    console.print(
        f"{counted(totals.games, 'game')}, {counted(totals.moves, 'move')}{passes}", style="bold"
    )
    table = make_table("stones", "black", "white", right=("black", "white"))
    for verdict in Verdict:
        if verdict is not Verdict.OCCUPIED:
            black, white = (totals.verdicts[color].get(verdict, 0) for color in Color)
            table.add_row(verdict.label, f"{black:,}", "-" if verdict.is_foul else f"{white:,}")
    print_table(console, table)
    clause = "RIF 9.3" if job.reading is Reading.RIF else "RU 3; CN def.4"
    facts = make_table("", "")
    facts.show_header = False
    facts.add_row(
        "allowed double-threes",
        f"{totals.allowed_double_threes:,} (at most one of the rows of three is a three: {clause})",
    )
    facts.add_row("openings", _openings(totals))
    ends = [f"{kind.value} {totals.ends[kind]:,}" for kind in EndKind if totals.ends.get(kind)]
    facts.add_row("ends", ", ".join(ends) or "-")
    facts.add_row("problems", f"{len(job.complaints.all):,}")
    if job.seconds:
        speed = f"{totals.positions / job.seconds:,.0f} positions a second"
        facts.add_row(
            "judged", f"{counted(totals.positions, 'position')} in {job.seconds:.3g} s: {speed}"
        )
    print_table(console, facts)


def _openings(totals: Totals) -> str:
    """Say how many of the 26 patterns there were, and apart from them of the extended ones."""
    said = []
    for patterns, kind in ((PATTERNS, "patterns"), (EXTENDED, "extended patterns")):
        found = [totals.openings[p.id] for p in patterns if p.id in totals.openings]
        if found or patterns is PATTERNS:
            said.append(f"{len(found)} of {len(patterns)} {kind}, in {counted(sum(found), 'game')}")
    return "; ".join(said)
