"""Print the golden playthroughs of the opening rules again, or find new ones.

    python tools/opening_games.py          print what is there again; read the difference
    python tools/opening_games.py --new    play new games, until every step that a rule offers was taken

Each file in tests/golden/openings has one rule with its options in its head. Lines that begin with `>` are steps, as the
game log has them but shorter; the lines between them are what the library says: the stage, who has which
colour, and what may be done by whom.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from renju.geometry import Point, to_point
from renju.openings import NAMES, Action, Choice, OpeningRule, OpeningState, classes, get

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "openings"
#: Beside every rule as it is: the options that open other branches.
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    **{name: (name, {}) for name in NAMES},
    "rif-1996-board": ("rif-1996", {"symmetry": "board"}),
    "swap-1989-all": ("swap-1989", {"excluded": []}),
    "cn-designated-2-5": ("cn-designated", {"min_count": 2, "max_count": 5}),
    "taraguchi-5-offer": ("taraguchi-5", {"swap_then_offer": True}),
    "exclusion-lianhuan": ("exclusion", {"pool": ["lianhuan", "swap2", "super-sakata"]}),
}


def head_of(text: str) -> tuple[OpeningRule, dict[str, str]]:
    """Return the rule that the head of a golden file names."""
    lines = [line[2:].partition(": ") for line in text.splitlines() if line.startswith("# ")]
    head = {key: value for key, _, value in lines}
    return get(head["rule"], **json.loads(head["options"])), head


def games_of(text: str) -> list[list[Action]]:
    """Return the steps of the games in a golden file."""
    games: list[list[Action]] = []
    for line in text.splitlines():
        if line.startswith("game "):
            games.append([])
        elif line.startswith("> "):
            games[-1].append(parse_step(line[2:]))
    return games


def parse_step(line: str) -> Action:
    """Read a step as `Action` prints it."""
    by, kind, *rest = line.split()
    event: dict[str, Any] = {"type": kind, "by": by}
    if kind == "declare":
        event["count"] = int(rest[0])
    elif kind == "exclude":
        event["rule"] = rest[0]
    elif kind in ("stones", "propose"):
        event["points"] = rest
    elif kind in ("stone", "choose"):
        event["point"] = rest[0]
    return Action.from_dict(event)


def printed(text: str) -> str:
    """Return a golden file as it would be written now."""
    rule, head = head_of(text)
    lines = [f"# {key}: {value}" for key, value in head.items()]
    for number, steps in enumerate(games_of(text), start=1):
        state = rule.start()
        lines += ["", f"game {number}", *_said(state)]
        for step in steps:
            state = state.apply(step)
            lines += [f"> {step}", *_said(state)]
    return "\n".join([*lines, ""])


def _said(state: OpeningState) -> list[str]:
    """Return a state in words."""
    colors = state.colors
    who = "colours open" if colors is None else f"A {colors['A'].label}, B {colors['B'].label}"
    lines = [f"  {state.stage} | {who} | {len(state.moves)} stones | clock {state.clock_owner}"]
    return lines + [f"    {_choice(choice)}" for choice in state.actions()]


def _choice(choice: Choice) -> str:
    words = [choice.by, choice.type]
    if choice.type == "declare":
        words.append(f"{choice.least}..{choice.most}")
    elif choice.rules:
        words += choice.rules
    elif choice.regions:
        words.append("+".join(color.label for color in choice.colors))
        words.append(f"{choice.count} of" if choice.type in ("propose", "choose") else "on")
        words.append(" and ".join(map(_points, choice.regions)))
    return f"{' '.join(words)} ({choice.clause})"


def _points(points: frozenset[Point]) -> str:
    return f"{len(points)} points" if len(points) > 24 else " ".join(map(str, sorted(points)))


# New games


def new_games(rule: OpeningRule, seed: str) -> list[list[Action]]:
    """Play games until every option of every stage was taken, and every rule of a pool was left."""
    rng = random.Random(seed)
    wanted = {(name, kind) for name, stage in rule.stages.items() for kind in stage.types}
    wanted |= {("left", name) for name in rule.pool}
    games: list[list[Action]] = []
    for _ in range(10_000):
        steps, taken = _one_game(rule, wanted, rng)
        if taken & wanted:
            games.append(steps)
            wanted -= taken
        if not wanted:
            return games
    raise RuntimeError(f"{rule.id}: never taken were {sorted(wanted)}")


def _one_game(
    rule: OpeningRule, wanted: set[tuple[str, str]], rng: random.Random
) -> tuple[list[Action], set[tuple[str, str]]]:
    """Play a game; return its steps, and which options of which stages they took."""
    state = rule.start()
    taken: set[tuple[str, str]] = set()
    while not state.is_over:
        choices = state.actions()
        fresh = [c for c in choices if (state.stage, c.type) in wanted - taken]
        choice = rng.choice(fresh or choices)
        taken.add((state.stage, choice.type))
        state = state.apply(_step(state, choice, rng))
    taken.add(("left", "" if state.played is None else state.played.id))
    # the first stone of normal play shows who has which colour
    (choice,) = state.actions()
    state = state.apply(_step(state, choice, rng))
    return list(state.applied), taken


def _step(state: OpeningState, choice: Choice, rng: random.Random) -> Action:
    if choice.type == "declare":
        count = rng.randint(choice.least, min(choice.most, choice.least + 3))
        return Action("declare", choice.by, count=count)
    if choice.type == "exclude":
        return Action("exclude", choice.by, rule=rng.choice(choice.rules))
    if choice.type == "propose":
        sets = [points for points in classes(state.moves) if _is_near(min(points))]
        picked = rng.sample(sets, choice.count)
        return Action("propose", choice.by, tuple(min(points) for points in picked))
    points: list[Point] = []
    for region in choice.regions:
        free = sorted(region.difference(points))
        points.append(rng.choice([point for point in free if _is_near(point)] or free))
    return Action(choice.type, choice.by, tuple(points))


def _is_near(point: Point) -> bool:
    centre = to_point("h8")
    return max(abs(point.row - centre.row), abs(point.col - centre.col)) <= 4


def main() -> None:
    """Rewrite every golden playthrough."""
    if "--new" in sys.argv[1:]:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for name, (rule_id, options) in VARIANTS.items():
            lines = [f"# rule: {rule_id}", f"# options: {json.dumps(options)}"]
            for number, steps in enumerate(new_games(get(rule_id, **options), name), start=1):
                lines += [f"game {number}", *(f"> {step}" for step in steps)]
            (FOLDER / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")
    for path in sorted(FOLDER.glob("*.txt")):
        path.write_text(printed(path.read_text(encoding="utf-8")), encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
