from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from renju.openings import NAMES

GOLDEN = Path(__file__).parent / "golden" / "openings"
FILES = sorted(GOLDEN.glob("*.txt"))
_TOOL = Path(__file__).parent.parent / "tools" / "opening_games.py"
_spec = importlib.util.spec_from_file_location("opening_games", _TOOL)
assert _spec is not None
assert _spec.loader is not None
goldens = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(goldens)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_playthroughs(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert goldens.printed(text) == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_branch_is_played(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    rule, _ = goldens.head_of(text)
    taken, left = set(), set()
    for steps in goldens.games_of(text):
        state = rule.start()
        for step in steps:
            taken.add((state.stage, step.type))
            state = state.apply(step)
        assert state.is_over
        left.add("" if state.played is None else state.played.id)
    wanted = {(name, kind) for name, stage in rule.stages.items() for kind in stage.types}
    assert wanted <= taken
    assert left >= set(rule.pool)


def test_every_rule_has_a_file() -> None:
    heads = [goldens.head_of(path.read_text(encoding="utf-8"))[1] for path in FILES]
    assert {head["rule"] for head in heads if head["options"] == "{}"} == set(NAMES)
    assert {path.stem for path in FILES} == set(goldens.VARIANTS)
