"""`renju openings`: the patterns, the opening rules, and which pattern a game has."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

import click
from rich.cells import cell_len
from rich.console import Console

from ..errors import RenjuError
from ..geometry import PASS, Move, Point
from ..notation import format_moves, parse_moves
from ..openings import EXTENDED, NAMES, PATTERNS, OpeningRule, Orientation, Pattern, get, orient
from .terminal import (
    InputError,
    echo_json,
    examples,
    json_option,
    make_console,
    make_table,
    print_table,
    skip_i_option,
)

__all__ = ["openings"]

_BLOCK = 16  # characters from one diagram to the next
_WIDTH = 100  # of a text that is not on a terminal


class _Openings(click.Group):
    """A group in which every opening rule is a command, made when it is asked for."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            return found
        try:
            rule = get(cmd_name)
        except RenjuError:
            return None
        return _rule_command(rule)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            known = ", ".join([*sorted(self.commands), *NAMES])
            message = f"{name!r} is no opening rule and no command: there are {known}"
            raise click.UsageError(message, ctx)
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Openings,
    short_help="Show opening patterns and opening rules.",
    invoke_without_command=True,
    subcommand_metavar="[RULE | COMMAND] [ARGS]...",
    epilog=examples(
        "renju openings                     the 26 patterns",
        "renju openings soosyrv-8           a rule, step by step",
        'renju openings identify "h8 i9 g7" which pattern a game has',
        "renju openings rules               the names of all rules",
    ),
)
@click.option("--extended", is_flag=True, help="Show the 26 extended patterns as well.")
@json_option
@click.pass_context
def openings(context: click.Context, *, extended: bool, as_json: bool) -> None:
    """Show the opening patterns; with RULE, explain an opening rule step by step.

    RULE is a name such as `rif-1996` or `taraguchi-10`, see `renju openings rules`; rules with a
    number take any. In the diagrams 1 is the first stone, on h8.
    """
    if context.invoked_subcommand is not None:
        if extended or as_json:
            raise click.UsageError(f"give the options after {context.invoked_subcommand!r}")
        return
    shown = (*PATTERNS, *EXTENDED) if extended else PATTERNS
    if as_json:
        echo_json({"patterns": [pattern.to_dict() for pattern in shown]})
        return
    console = make_console()
    groups = [(PATTERNS, "of the 26 patterns"), *([(EXTENDED, "extended")] * extended)]
    for patterns, kind in groups:
        for family in dict.fromkeys(pattern.family for pattern in patterns):
            members = [pattern for pattern in patterns if pattern.family is family]
            second = family.second
            title = f"{family.value.capitalize()}, second stone on {second}: {len(members)} {kind}"
            derived = ", their coordinates derived" if patterns is EXTENDED else ""
            console.print(f"{title}{derived}\n", style="bold")
            console.print(_side_by_side(list(map(_block, members)), console), soft_wrap=True)


@openings.command(
    epilog=examples(
        'renju openings identify "h8 i9 g7"',
        'renju openings identify "h8 g8 g7 i9" --json',
    )
)
@click.argument("moves")
@skip_i_option
@json_option
def identify(moves: str, *, skip_i: bool, as_json: bool) -> None:
    """Say which opening pattern MOVES begin with, and how it stands."""
    try:
        given = parse_moves(moves, skip_i=skip_i)
    except RenjuError as error:
        raise InputError(str(error)) from None
    if len(given) < 3:
        raise InputError(f"{moves!r} has {len(given)} moves: an opening pattern has three stones")
    found = orient(given)
    if as_json:
        echo_json({"moves": format_moves(given[:3]), **_orientation_to_dict(found)})
        return
    console = make_console()
    if found is None:
        console.print(f"no opening pattern: {_why_none(given)}", soft_wrap=True)
        return
    pattern = found.pattern
    lines = [
        f"{pattern.id}: {', '.join(pattern.names)}",
        f"{'extended, ' if pattern.derived else ''}{pattern.family.value}: "
        f"{format_moves(pattern.moves)}" + (" (derived)" if pattern.derived else ""),
        f"given {format_moves(given[:3])}: {_label(found)} leads to it",
        "",
        *_rows(pattern),
    ]
    console.print("\n".join(lines), soft_wrap=True)


@openings.command(epilog=examples("renju openings rules", "renju openings rules --json"))
@json_option
def rules(*, as_json: bool) -> None:
    """List the opening rules with their clauses and options."""
    found = [get(name) for name in NAMES]
    if as_json:
        echo_json({"rules": [rule.to_dict() for rule in found]})
        return
    table = make_table("rule", "called", "clause", "options")
    for rule in found:
        options = ", ".join(choice.name for choice in rule.choices) or "-"
        table.add_row(rule.id, rule.title, rule.clause, options)
    print_table(make_console(), table)


def _rule_command(rule: OpeningRule) -> click.Command:
    """Return the command that explains a rule."""

    @click.command(
        rule.id,
        epilog=examples(
            f"renju openings {rule.id}",
            *(f"renju openings {rule.id} --option {_example(o.name)}" for o in rule.choices),
        ),
    )
    @click.option(
        "--option",
        "pairs",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the rule; may be given more than once.",
    )
    @json_option
    def command(*, pairs: tuple[str, ...], as_json: bool) -> None:
        """Explain an opening rule step by step: who does what, by which clause."""
        try:
            chosen = get(rule.id, **_options(rule, pairs))
        except RenjuError as error:
            raise click.BadParameter(str(error), param_hint="--option") from None
        if as_json:
            echo_json(chosen.to_dict())
        else:
            console = make_console()
            console.print(_wrapped(chosen.explain(), console), soft_wrap=True)

    return command


def _example(option: str) -> str:
    values = {
        "symmetry": "board",
        "max_count": "12",
        "min_count": "2",
        "swap_then_offer": "true",
        "excluded": "D13",
        "pool": "rif-1996,yamaguchi,jonsson",
    }
    return f"{option}={values[option]}"


def _options(rule: OpeningRule, pairs: Iterable[str]) -> dict[str, Any]:
    """Return the options that `name=value` texts give, each of the kind of its default."""
    defaults = {choice.name: choice.default for choice in rule.choices}
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"{pair!r}: use NAME=VALUE", param_hint="--option")
        found[name] = _parsed(value, defaults.get(name))
    return found


def _parsed(value: str, default: object) -> Any:
    """Return a value; text of the wrong kind stays text, which the rule refuses with the reason."""
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(value.lower(), value)
    if isinstance(default, int):
        return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
    return [word for word in value.split(",") if word] if isinstance(default, tuple) else value


def _wrapped(text: str, console: Console) -> str:
    """Return text in lines that fit, each paragraph indented as it begins."""
    width = console.width if console.is_terminal else _WIDTH
    lines = []
    # a clause is not torn apart: no line ends at such a blank
    kept = re.sub(r"\b(OR|RIF|CN|GW) (?=\w)", "\\1\N{NO-BREAK SPACE}", text)
    for line in kept.splitlines():
        bare = line.lstrip(" -0123456789.")
        hanging = " " * (len(line) - len(bare) + 2 * (line[:2] == "  " and line[2:3].isalpha()))
        filled = textwrap.wrap(
            line, width, subsequent_indent=hanging, break_on_hyphens=False, break_long_words=False
        )
        lines += filled or [""]
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")


def _rows(pattern: Pattern) -> list[str]:
    """Return the diagram of a pattern: the square round h8 that holds it, stones as numbers."""
    reach = 3 if pattern.derived else 2
    numbers = {point: str(number) for number, point in enumerate(pattern.moves, start=1)}
    around = range(7 - reach, 8 + reach)
    return [
        " ".join(numbers.get(Point.at(row, col), ".") for col in around) for row in reversed(around)
    ]


def _block(pattern: Pattern) -> list[str]:
    """Return a pattern to stand beside others: its diagram with its names below."""
    names = dict.fromkeys(filter(None, (pattern.kanji, pattern.chinese)))
    return [*_rows(pattern), str(pattern), "" if pattern.derived else " ".join(names)]


def _side_by_side(blocks: Sequence[list[str]], console: Console) -> str:
    """Return blocks of lines in rows, as many in a row as fit."""
    width = console.width if console.is_terminal else _WIDTH
    count = max(1, width // _BLOCK)
    lines = []
    for first in range(0, len(blocks), count):
        for row in zip_longest(*blocks[first : first + count], fillvalue=""):
            line = "".join(cell + " " * max(1, _BLOCK - cell_len(cell)) for cell in row)
            lines.append(line.rstrip())
        if lines[-1]:
            lines.append("")
    return "\n".join(lines)


def _label(found: Orientation) -> str:
    names = [symmetry.name.lower().replace("_", "-") for symmetry in found.symmetries]
    return " or ".join(names)


def _orientation_to_dict(found: Orientation | None) -> dict[str, Any]:
    if found is None:
        return {"pattern": None, "symmetries": []}
    return {
        "pattern": found.pattern.to_dict(),
        "symmetries": [s.name.lower().replace("_", "-") for s in found.symmetries],
    }


def _why_none(moves: Sequence[Move]) -> str:
    """Return why three moves are no opening pattern."""
    first, second, third = moves[:3]
    if PASS in (first, second, third):
        return "one of the first three moves is a pass"
    if first != Point("h8"):
        return f"the first stone, {first}, is not on h8"
    if len({first, second, third}) < 3:
        return f"{format_moves(moves[:3])} has a point twice"
    if not isinstance(second, Point) or max(abs(second.row - 7), abs(second.col - 7)) > 1:
        return f"the second stone, {second}, is not next to the first"
    return f"the third stone, {third}, is outside the 7 x 7 square round h8"
