"""A rule in words, made from the data that is played."""

from __future__ import annotations

from .rule import OpeningRule
from .steps import END, Option, Stage

__all__ = ["explain_rule"]


def explain_rule(rule: OpeningRule) -> str:
    """Return a rule step by step: who does what, with the clause, and where each choice leads."""
    lines = [f"{rule.title} ({rule.clause})"]
    for option in rule.choices:
        value = dict(rule.options)[option.name]
        lines.append(f"  option {option.name}={value!r}: {option.says}")
    if rule.colors_open:
        lines.append("  The colours are open until the fifth stone is on the board.")
    numbers = {name: number for number, name in enumerate(rule.stages, start=1)}
    for name, stage in rule.stages.items():
        lines += _stage(stage, numbers, numbers[name])
    return "\n".join(lines)


def _stage(stage: Stage, numbers: dict[str, int], number: int) -> list[str]:
    who = stage.actor.value
    said = [(_says(option), _then(option, numbers, number)) for option in stage.options]
    if len(said) == 1:
        what, then = said[0]
        return [f"{number}. {who[:1].upper()}{who[1:]} {what} ({_clause(stage)}).{then}"]
    lines = [f"{number}. {who[:1].upper()}{who[1:]} chooses ({_clause(stage)}):"]
    return lines + [f"   - he {what}.{then}" for what, then in said]


def _clause(stage: Stage) -> str:
    return ", ".join(dict.fromkeys(option.clause for option in stage.options))


def _says(option: Option) -> str:
    if option.type == "stone":
        return f"puts a stone {option.regions[0]}"
    if option.type == "stones":
        one, two = map(str, option.regions)
        where = f"both {one}" if one == two else f"one {one}, one {two}"
        return f"puts two stones, one of each colour, {where}"
    if option.type == "declare":
        bound = f"from {option.least} to {option.most}" if option.most < 221 else "of any size"
        return f"declares the number of fifth moves, {bound}"
    if option.type == "propose":
        count = str(option.count) if option.count else "as many as were declared"
        return f"proposes fifth moves, {count}, no two of them equal"
    if option.type == "swap" and not option.exchanges:
        return "swaps: the other player must put the next stone"
    return {
        "keep": "keeps his colour",
        "swap": "swaps: the players exchange their colours",
        "choose": "chooses one of the proposals as the fifth stone",
        "exclude": "excludes one of the rules in the pool",
    }[option.type]


def _then(option: Option, numbers: dict[str, int], number: int) -> str:
    white = {"": "", "actor": " He owns White.", "other": " The other player owns White."}
    if option.next == END:
        return f"{white[option.white]} The opening is over."
    follows = numbers[option.next]
    return white[option.white] + ("" if follows == number + 1 else f" Then step {follows}.")
