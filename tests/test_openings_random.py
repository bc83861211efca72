"""Random games by every rule with every option. `RENJU_RANDOM_GAMES=2000` plays that many of each."""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace

import pytest

from openings_support import parse_rule
from renju import Color, OpeningRuleError, Point, Symmetry
from renju.openings import NAMES, Action, Choice, OpeningState, classes, get
from renju.openings.rule import OpeningRule

GAMES = int(os.environ.get("RENJU_RANDOM_GAMES", "50"))
#: Most steps that any rule takes but super-sakata, which has no end of its own.
LONGEST = 40

VARIANTS = [
    *NAMES,
    "soosyrv-6",
    *(
        f"{name} symmetry=board"
        for name in NAMES
        if any(choice.name == "symmetry" for choice in get(name).choices)
    ),
    "swap-1989 excluded=D13",
    "swap-1989 excluded=D4,I1,I7",
    "yamaguchi max_count=12",
    "cn-designated min_count=2 max_count=5",
    "taraguchi-5 swap_then_offer=true",
    "taraguchi-10 swap_then_offer=true",
    "super-taraguchi-10 swap_then_offer=true symmetry=board",
    "exclusion pool=lianhuan,super-sakata,swap2",
    "exclusion pool=tarannikov,yamaguchi,soosyrv-7 symmetry=board",
    "exclusion pool=swap-1989,cn-designated,lianhuan-2011",
]


def random_action(state: OpeningState, choice: Choice, rng: random.Random) -> Action:
    """One of the actions that a choice lists."""
    if choice.type == "declare":
        most = choice.most if rng.random() < 0.1 else min(choice.most, choice.least + 9)
        return Action("declare", state.actor, count=rng.randint(choice.least, most))
    if choice.type == "exclude":
        return Action("exclude", state.actor, rule=rng.choice(choice.rules))
    if choice.type == "propose":
        sets = classes(state.moves, symmetry=state.rule.symmetry)
        chosen = rng.sample(sets, choice.count)
        return Action("propose", state.actor, tuple(rng.choice(sorted(s)) for s in chosen))
    points: list[Point] = []
    for region in choice.regions:
        points.append(rng.choice(sorted(region.difference(points))))
    return Action(choice.type, state.actor, tuple(points))


def random_unlisted(state: OpeningState, rng: random.Random) -> Action | None:
    """An action that is not listed; None if this try hit a listed one."""
    other = "B" if state.actor == "A" else "A"
    choices = {choice.type: choice for choice in state.actions()}
    kinds = ["stone", "stones", "keep", "swap", "declare", "propose", "choose", "exclude", "pass"]
    kind = rng.choice([*kinds, *choices, *choices])
    by = other if rng.random() < 0.2 else state.actor
    size = {"stone": 1, "choose": 1, "stones": 2, "propose": rng.randint(0, 11)}.get(kind, 0)
    points = tuple(Point(rng.randrange(225)) for _ in range(size))
    count = rng.choice([-1, 0, 1, 5, 9, 300]) if kind == "declare" else None
    rule = rng.choice(["rif-1996", "nonesuch", "jonsson"]) if kind == "exclude" else None
    action = Action(kind, by, points, count, rule)
    return None if by == state.actor and is_listed(state, choices.get(kind), action) else action


def is_listed(state: OpeningState, choice: Choice | None, action: Action) -> bool:
    if choice is None:
        return False
    if action.type == "declare":
        assert action.count is not None
        return choice.least <= action.count <= choice.most
    if action.type == "exclude":
        return action.rule in choice.rules
    if len(action.points) != choice.count or len(set(action.points)) != choice.count:
        return False
    if action.type == "propose":
        sets = classes(state.moves, symmetry=state.rule.symmetry)
        where = {point: i for i, points in enumerate(sets) for point in points}
        return len({where.get(p, -1) for p in action.points} - {-1}) == choice.count
    return all(p in region for p, region in zip(action.points, choice.regions, strict=True))


def turned(action: Action, symmetry: Symmetry) -> Action:
    return replace(action, points=tuple(map(symmetry.apply, action.points)))


def check_turned(state: OpeningState, image: OpeningState, symmetry: Symmetry) -> None:
    """`image` must be what `state` is, with every point turned."""
    same = (
        "rule",
        "stage",
        "black",
        "declared",
        "last",
        "excluded",
        "actor",
        "clock_owner",
        "colors",
    )
    for name in same:
        assert getattr(image, name) == getattr(state, name), name
    assert image.moves == tuple(map(symmetry.apply, state.moves))  # type: ignore[arg-type]
    assert image.proposals == tuple(map(symmetry.apply, state.proposals))
    for mine, other in zip(state.actions(), image.actions(), strict=True):
        regions = tuple(frozenset(map(symmetry.apply, region)) for region in mine.regions)
        assert other == replace(mine, regions=regions)


def check_colors(state: OpeningState) -> None:
    """Every stone must be of the colour of its number, and be owed by who owns that colour."""
    colors = state.colors
    assert colors is None or set(colors.values()) == set(Color)
    for choice in state.actions():
        first = len(state.moves) + 1
        if choice.type in ("stone", "stones"):
            numbers = range(first, first + choice.count)
            assert choice.colors == tuple(Color.BLACK if n % 2 else Color.WHITE for n in numbers)
        if choice.type in ("propose", "choose"):
            assert len(state.moves) == 4
            assert colors is not None
            owner = Color.BLACK if choice.type == "propose" else Color.WHITE
            assert colors[state.actor] is owner
    if state.is_over:
        assert colors is not None
        assert colors[state.actor] is (Color.WHITE if len(state.moves) % 2 else Color.BLACK)


def play_one(rule: OpeningRule, rng: random.Random, tries: int) -> OpeningState:
    symmetry = rng.choice(list(Symmetry))
    state = image = rule.start()
    for _ in range(LONGEST):
        check_colors(state)
        check_turned(state, image, symmetry)
        data = state.to_dict()
        assert json.loads(json.dumps(data)) == data
        assert OpeningState.from_dict(data) == state
        choices = state.actions()
        assert choices, "nothing may be done, and the opening is not over"
        assert len({choice.type for choice in choices}) == len(choices)
        for _ in range(tries):
            wrong = random_unlisted(state, rng)
            if wrong is not None:
                with pytest.raises(OpeningRuleError) as caught:
                    state.apply(wrong)
                assert caught.value.clause
                assert caught.value.expected == tuple(choice.type for choice in choices)
                assert state.to_dict() == data
        if state.is_over:
            return state
        # each choice is accepted; the game goes on with one of them
        steps = [random_action(state, choice, rng) for choice in choices]
        after = [state.apply(step.to_dict()) for step in steps]
        taken = rng.randrange(len(steps))
        image = image.apply(turned(steps[taken], symmetry))
        state = after[taken]
    assert rule.id == "super-sakata" or "super-sakata" in rule.pool
    return state


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant: str) -> None:
    rule = parse_rule(variant)
    rng = random.Random(variant)
    ended = 0
    for _ in range(GAMES):
        state = play_one(rule, rng, tries=2)
        ended += state.is_over
        if state.is_over and len(state.moves) < 225:
            step = random_action(state, state.actions()[0], rng)
            assert state.apply(step).actor != state.actor
    assert ended >= GAMES * 0.9
