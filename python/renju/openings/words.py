"""A rule in words, made from the data that is played."""

from __future__ import annotations

from .parts import MOST_COUNT
from .rule import OpeningRule
from .sources import sources_of
from .steps import END, Option, Stage, color_of, jsonable

__all__ = ["explain_rule"]


def explain_rule(rule: OpeningRule) -> str:
    """Return a rule step by step: who does what, with the clause, and where each choice leads."""
    lines = [f"{rule.title} ({rule.id}): {rule.clause}", ""]
    if rule.colors_open:
        lines += ["The colours are open until the fifth stone is on the board.", ""]
    numbers = {name: number for number, name in enumerate(rule.stages, start=1)}
    stones = _stones_before(rule)
    for name, stage in rule.stages.items():
        lines += _stage(rule, stage, numbers, stones[name])
    lines += _section(
        "Options",
        [f"{o.name} = {_value(dict(rule.options)[o.name])}: {o.says}" for o in rule.choices],
    )
    lines += _section("Notes", rule.notes)
    lines += _section("Sources", [f"{n}: {text}" for n, text in sources_of(rule.clauses).items()])
    return "\n".join(lines)


def _section(title: str, lines: list[str] | tuple[str, ...]) -> list[str]:
    return ["", title, *(f"  {line}" for line in lines)] if lines else []


def _value(value: object) -> str:
    plain = jsonable(value)
    if isinstance(plain, list):
        return ", ".join(plain)
    return str(plain).lower() if isinstance(plain, bool) else str(plain)


# How many stones are on the board when a stage begins, None where that varies.
def _stones_before(rule: OpeningRule) -> dict[str, int | None]:
    first = next(iter(rule.stages))
    found: dict[str, int | None] = {first: 0}
    todo = [first]
    while todo:
        name = todo.pop()
        for option in rule.stages[name].options:
            before = found[name]
            after = None if before is None else before + _put_by(option)
            if option.next == END or (option.next in found and found[option.next] in (after, None)):
                continue
            found[option.next] = None if option.next in found else after
            todo.append(option.next)
    return found


def _put_by(option: Option) -> int:
    if option.type in ("stone", "stones"):
        return len(option.regions)
    return 1 if option.type == "choose" else 0


def _stage(
    rule: OpeningRule, stage: Stage, numbers: dict[str, int], stones: int | None
) -> list[str]:
    number = numbers[stage.name]
    who = stage.actor.value[:1].upper() + stage.actor.value[1:]
    said = [(option, _then(option, numbers, number)) for option in stage.options]
    clause = ", ".join(dict.fromkeys(option.clause for option in stage.options))
    if len(said) == 1:
        option, then = said[0]
        return [f"{number:2}. {who} {_says(option, stones, rule.pool)} ({clause}).{then}"]
    lines = [f"{number:2}. {who} has a choice ({clause}):"]
    return lines + [f"    - he {_says(o, stones, rule.pool)}.{then}" for o, then in said]


def _says(option: Option, stones: int | None, pool: tuple[str, ...]) -> str:
    if option.type == "stone":
        return f"puts {_stone(stones, 1)} {option.regions[0]}"
    if option.type == "stones":
        one, two = map(str, option.regions)
        if stones is None:
            return f"puts two more stones, one of each colour, both {one}"
        if one == two:
            return f"puts {_stone(stones, 1)} and {_stone(stones, 2)}, both {one}"
        return f"puts {_stone(stones, 1)} {one} and {_stone(stones, 2)} {two}"
    if option.type == "declare":
        bound = f"to {option.most}" if option.most < MOST_COUNT else "or more"
        return f"declares how many fifth moves Black must propose, {option.least} {bound}"
    if option.type == "propose":
        count = f"{option.count} fifth moves" if option.count else "as many fifth moves as declared"
        return f"proposes {count}, {option.regions[0]}, no two of them equal"
    if option.type == "swap" and not option.exchanges:
        return "gives the move back: the player who put the two stones puts the next one"
    if option.type == "choose":
        return f"chooses one of the proposals, which becomes {_stone(stones, 1)}"
    if option.type == "exclude":
        return f"excludes one rule of {', '.join(pool)}, if it is not excluded yet"
    return "keeps his colour" if option.type == "keep" else "swaps: they exchange their colours"


def _stone(stones: int | None, further: int) -> str:
    if stones is None:
        return "the next stone"
    number = stones + further
    return f"stone {number} ({color_of(number).label})"


def _then(option: Option, numbers: dict[str, int], number: int) -> str:
    white = {"": "", "actor": " He is White.", "other": " The other player is White."}[option.white]
    if option.type == "exclude" and option.next == END:
        return f"{white} The rule that is left is played, from its first step."
    if option.next == END:
        return f"{white} The opening is over."
    follows = numbers[option.next]
    return white + ("" if follows == number + 1 else f" Then step {follows}.")
