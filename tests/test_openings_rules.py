from __future__ import annotations

import json

import pytest

from openings_support import EXAMPLES, Example, examples, parse_steps, play
from renju import Color, NotationError, OpeningRuleError, Point, openings
from renju.openings import NAMES, Action, OpeningState, classes, get, identify
from renju.openings.rules_rif import rif_1996
from renju.openings.sources import sources_of
from renju.openings.steps import END, Actor, Option, Stage, by_name

FILES = sorted(EXAMPLES.glob("*.txt"))
ALL = [example for path in FILES for example in examples(path)]
LEGAL = [example for example in ALL if not example.refused_by]
ILLEGAL = [example for example in ALL if example.refused_by]


def test_every_rule_has_legal_and_illegal_examples() -> None:
    assert {example.rule.id for example in LEGAL} >= set(NAMES) - {
        "soosyrv-4",
        "soosyrv-7",
        "soosyrv-10",
    }
    assert {example.rule.id for example in ILLEGAL} >= set(NAMES)


@pytest.mark.parametrize("example", LEGAL, ids=lambda example: example.where)
def test_legal_examples(example: Example) -> None:
    state = play(example.rule, example.steps)
    assert example.facts
    for fact in example.facts:
        word, value = fact.split()
        if word == "plays":
            assert not state.is_over
            assert state.to_dict()["played"] == value
        else:
            assert state.is_over
            assert state.colors is not None
            assert state.colors["A"].label == value
            assert state.colors["B"] is state.colors["A"].opponent


@pytest.mark.parametrize("example", ILLEGAL, ids=lambda example: example.where)
def test_illegal_examples_are_refused_at_the_last_step(example: Example) -> None:
    *before, last = example.steps
    state = play(example.rule, tuple(before))
    with pytest.raises(OpeningRuleError) as caught:
        state.apply(last)
    error = caught.value
    assert error.clause == example.refused_by
    assert error.expected == tuple(choice.type for choice in state.actions())
    assert f"({error.clause})" in str(error)
    assert f"{state.actor} owes " in str(error)


@pytest.mark.parametrize("pool", [["rif-1996", "yamaguchi"], ["rif-1996"] * 3, [],
                                  ["rif-1996", "yamaguchi", "jonsson", "tarannikov"]])  # fmt: skip
def test_a_pool_that_is_not_three_rules(pool: list[str]) -> None:
    with pytest.raises(OpeningRuleError, match="organiser chooses three") as caught:
        get("exclusion", pool=pool)
    assert caught.value.clause == "OR 6.1"


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("soosyrv", {}, "no opening rule"),
        ("soosyrv-0", {}, "no opening rule"),
        ("soosyrv-222", {}, "no opening rule"),
        ("rif-2", {}, "no opening rule"),
        ("", {}, "no opening rule"),
        (None, {}, "no opening rule"),
        ("tarannikov", {"symmetry": "board"}, "it has none"),
        ("rif-1996", {"max_count": 3}, "it has symmetry"),
        ("rif-1996", {"symmetry": "both"}, "'local' or 'board'"),
        ("yamaguchi", {"max_count": 222}, "from 1 to 221"),
        ("yamaguchi", {"max_count": True}, "from 1 to 221"),
        ("yamaguchi", {"max_count": "5"}, "from 1 to 221"),
        ("cn-designated", {"min_count": 3, "max_count": 2}, "above max_count"),
        ("swap-1989", {"excluded": ["XD1"]}, "ids of the 26"),
        ("swap-1989", {"excluded": "D13"}, "list of names"),
        ("swap-1989", {"excluded": [13]}, "list of names"),
        ("taraguchi-10", {"swap_then_offer": "no"}, "true or false"),
        ("exclusion", {"pool": ["rif-1996", "jonsson", "exclusion"]}, "no rule that can"),
        ("exclusion", {"pool": ["rif-1996", "jonsson", "nonesuch"]}, "no rule that can"),
        ("exclusion", {"pool": 3}, "list of names"),
    ],
)
def test_names_and_options_that_are_refused(
    name: str, options: dict[str, object], said: str
) -> None:
    with pytest.raises(NotationError, match=said):
        get(name, **options)


def test_any_number_makes_a_rule() -> None:
    assert get("soosyrv-6").id == "soosyrv-6"
    assert get("taraguchi-221").start().to_dict()["rule"] == "taraguchi-221"
    assert set(NAMES) == set(openings.names())
    assert [get(name).id for name in NAMES] == list(NAMES)


# The number owed


def test_never_more_proposals_are_owed_than_there_are_unequal_points() -> None:
    steps = parse_steps("A h8 h9 h7 N=221 | B keep | B h6")
    (choice,) = play(get("yamaguchi"), steps).actions()
    assert (choice.type, choice.count, choice.unequal) == ("propose", 62, "local")
    (choice,) = play(get("yamaguchi", symmetry="board"), steps).actions()
    assert (choice.count, choice.unequal) == (116, "board")
    state = play(get("yamaguchi"), steps)
    firsts = [min(points) for points in openings.classes(state.moves)]
    state = state.apply(Action("propose", "A", tuple(firsts)))
    assert len(state.proposals) == 62
    assert [choice.points for choice in state.actions()] == [frozenset(firsts)]


# What may be done, as data


def test_actions_have_what_a_user_interface_needs() -> None:
    state = play(get("soosyrv-8"), parse_steps("A h8"))
    (choice,) = state.actions()
    assert choice.to_dict() == {
        "type": "stone",
        "by": "A",
        "clause": "OR 3.1",
        "regions": [["g7", "h7", "i7", "g8", "i8", "g9", "h9", "i9"]],
        "colors": ["white"],
        "count": 1,
    }
    state = play(get("soosyrv-8"), parse_steps("A h8 h9 h10 | B keep | B h7"))
    assert [choice.to_dict() for choice in state.actions()] == [
        {"type": "declare", "by": "B", "clause": "OR 3.3", "least": 1, "most": 8}
    ]
    state = play(get("soosyrv-8"), parse_steps("A h8 h9 h10 | B keep | B h7 N=4 | A keep"))
    (choice,) = state.actions()
    assert (choice.type, choice.count, choice.colors) == ("propose", 4, (Color.BLACK,))
    assert choice.points == frozenset(map(Point, range(225))) - set(state.moves)
    assert json.loads(json.dumps(choice.to_dict()))["unequal"] == "local"
    state = get("exclusion").start()
    assert state.actions()[0].to_dict()["rules"] == ["rif-1996", "taraguchi-5", "soosyrv-8"]
    state = state.apply({"type": "exclude", "by": "A", "rule": "taraguchi-5"})
    assert state.actions()[0].rules == ("rif-1996", "soosyrv-8")


def test_the_choices_after_the_fourth_stone_of_taraguchi() -> None:
    four = parse_steps("A h8 | B keep B h9 | A keep A i9 | B keep B g8")
    state = play(get("taraguchi-10"), four)
    assert [(c.type, c.clause, c.count) for c in state.actions()] == [
        ("keep", "OR 5b(1)", 0),
        ("swap", "OR 5b(1)", 0),
        ("propose", "OR 5b(2)", 10),
    ]
    assert state.actor == state.clock_owner == "A"


def test_nobody_owns_a_colour_in_lianhuan_until_the_fifth_stone() -> None:
    state = get("lianhuan").start()
    seen = []
    for step in parse_steps("A h8 | B h9 | A i9 | B i8 | A g10 | B g9"):
        seen.append(state.colors)
        assert state.to_dict()["colors"] == {"A": None, "B": None} or state.is_over
        state = state.apply(step)
    assert seen[:-1] == [None] * 5
    assert seen[-1] == {"A": Color.BLACK, "B": Color.WHITE}


def test_lianhuan_swaps_twice_at_the_most() -> None:
    def most_swaps(stage: str, stages: dict[str, Stage]) -> int:
        if stage == END:
            return 0
        return max(
            (option.type == "swap") + most_swaps(option.next, stages)
            for option in stages[stage].options
        )

    for name in ("lianhuan", "lianhuan-2011"):
        stages = dict(get(name).stages)
        assert most_swaps(next(iter(stages)), stages) == 2


# Steps that are no steps


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({}, "the field 'type' is missing"),
        ({"type": "stone", "by": "C", "point": "h8"}, "'C'"),
        ({"type": "stone", "by": "A"}, "needs the field 'point'"),
        ({"type": "stone", "by": "A", "point": "h16"}, "off the board"),
        ({"type": "stone", "by": "A", "point": "pass"}, "no point"),
        ({"type": "stones", "by": "A", "points": "h8h9"}, "no list of points"),
        ({"type": "stones", "by": "A", "points": 8}, "no list of points"),
        ({"type": "declare", "by": "A", "count": "3"}, "no number"),
        ({"type": "declare", "by": "A", "count": True}, "no number"),
        ({"type": "exclude", "by": "A", "rule": 1}, "no name of a rule"),
        ({"type": "draw", "by": "A"}, "no step of an opening"),
        ({"type": ["stone"], "by": "A"}, "no step of an opening"),
        ("h8", "no event"),
        (None, "no event"),
    ],
)
def test_malformed_events(event: object, said: str) -> None:
    state = get("rif-1996").start()
    with pytest.raises(OpeningRuleError, match=said) as caught:
        state.apply(event)  # type: ignore[arg-type]
    assert (caught.value.clause, caught.value.expected) == ("RIF 12.2-4", ("stone",))


def test_an_action_takes_points_in_any_form_and_needs_them() -> None:
    assert Action("stones", "A", ("h8", 113)).points == (Point("h8"), Point("i8"))  # type: ignore[arg-type]
    for wrong in (("stone", ()), ("choose", ("h8", "h9")), ("stone", "h8")):
        with pytest.raises(OpeningRuleError):
            Action(wrong[0], "A", wrong[1])  # type: ignore[arg-type]
    with pytest.raises(OpeningRuleError):
        Action("declare", "A")
    event = {"type": "stone", "by": "A", "point": "H8", "at_ms": 7}
    assert Action.from_dict(event).to_dict() == {"type": "stone", "by": "A", "point": "h8"}


@pytest.mark.parametrize("example", LEGAL, ids=lambda example: example.where)
def test_the_steps_print_and_read_back(example: Example) -> None:
    state = play(example.rule, example.steps)
    assert [action.to_dict() for action in state.applied] == [dict(s) for s in example.steps]


def test_from_dict_needs_the_rule_only() -> None:
    assert OpeningState.from_dict({"rule": "rif-1996"}) == get("rif-1996").start()


def test_from_dict_refuses_what_the_rule_does_not_allow() -> None:
    data = play(get("rif-1996"), parse_steps("A h8 h9 j10")).to_dict()
    assert json.loads(json.dumps(data)) == data
    data["applied"][2]["point"] = "k10"
    with pytest.raises(OpeningRuleError) as caught:
        OpeningState.from_dict(data)
    assert caught.value.clause == "RIF 11, 12.2-4"
    with pytest.raises(OpeningRuleError, match="'rule' of the state is missing"):
        OpeningState.from_dict({"applied": []})


# Normal play


def test_normal_play_goes_on_with_the_right_colours() -> None:
    state = play(get("rif-1996"), parse_steps("A h8 i9 g7 | B swap | A j10 | B {g8,i8} | A =g8"))
    assert state.is_over
    assert state.stage == END
    assert state.colors == {"B": Color.BLACK, "A": Color.WHITE}
    assert state.actor == "A"
    (choice,) = state.actions()
    assert (choice.type, choice.colors, len(choice.points)) == ("stone", (Color.WHITE,), 220)
    for wrong in ("B i8", "A h8", "A pass", "A keep", "A (i8,i7)"):
        with pytest.raises(OpeningRuleError) as caught:
            state.apply(parse_steps(wrong)[0])
        assert caught.value.expected == ("stone",)
    for step in parse_steps("A i8 | B i7 | A f6"):
        state = state.apply(step)
    assert state.actor == "B"
    assert str(state.moves[-1]) == "f6"


# The rules as data


@pytest.mark.parametrize("name", NAMES)
def test_every_stage_is_reached_and_every_clause_has_a_source(name: str) -> None:
    rule = get(name)
    todo, found = [next(iter(rule.stages))], set()
    while todo:
        stage = todo.pop()
        if stage != END and stage not in found:
            found.add(stage)
            todo += [option.next for option in rule.stages[stage].options]
    assert found == set(rule.stages)
    for clause in rule.clauses:
        for part in clause.split("; "):
            (source,) = sources_of([part])
            assert part.startswith(source)
    assert all(stage.clause and stage.options for stage in rule.stages.values())
    assert json.loads(json.dumps(rule.to_dict()))["stages"][0]["options"][0]["clause"]


@pytest.mark.parametrize("name", NAMES)
def test_the_words_name_every_step_and_every_clause(name: str) -> None:
    rule = get(name)
    text = rule.explain()
    steps = [line for line in text.splitlines() if line[:2].strip().isdigit()]
    assert [int(line.split(".")[0]) for line in steps] == list(range(1, len(rule.stages) + 1))
    for stage in rule.stages.values():
        assert all(option.clause in text for option in stage.options)
    for choice in rule.choices:
        assert f"{choice.name} = " in text
    for note in rule.notes:
        assert note in text


def test_the_words_of_soosyrv_8() -> None:
    text = get("soosyrv-8").explain()
    assert "White declares how many fifth moves Black must propose, 1 to 8 (OR 3.3)." in text
    assert "A (tentative Black) puts stone 3 (black) so that" in text
    assert "which becomes stone 5 (black) (OR 3.6). The opening is over." in text
    assert "OR: The Chinese list of opening rules" in text


def test_the_words_of_lianhuan_begin_with_a() -> None:
    text = get("lianhuan").explain()
    assert " 1. A (tentative Black) has a choice (OR 7):\n    - he puts stone 1 (black)" in text
    assert "- he puts stone 6 (white) on any empty point. He is White." in text


def test_stages_that_cannot_be_put_together() -> None:
    stone = Option("stone", "nowhere", "X 1")
    with pytest.raises(ValueError, match="leads to 'nowhere'"):
        by_name([Stage("first", Actor.A, (stone,), "X 1")])
    last = Option("keep", END, "X 1")
    with pytest.raises(ValueError, match="two stages are named"):
        by_name([Stage("first", Actor.A, (last,), "X 1")] * 2)
    with pytest.raises(ValueError, match="nothing comes before the first stage"):
        by_name([Stage("first", Actor.OTHER, (last,), "X 1")])


def test_a_rule_is_a_value() -> None:
    assert get("rif-1996") == get("rif-1996")
    assert hash(get("swap-1989")) == hash(get("swap-1989", excluded=["D13", "I13"]))
    assert get("rif-1996") != get("rif-1996", symmetry="board")
    assert rif_1996().id == "rif-1996"
    one, two = get("rif-1996").start(), get("rif-1996").start()
    assert one == two
    assert hash(one) == hash(two)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"applied": None}, "applied is None"),
        ({"applied": "h8"}, "applied is 'h8'"),
        ({"options": []}, r"options is \[\]"),
        ({"actor": "B"}, "actor is 'B', but after the 1 steps of the state it is 'A'"),
        ({"moves": "a1"}, "moves is 'a1'"),
        ({"applied": []}, "but after the 0 steps"),
    ],
)
def test_a_damaged_state_is_refused(changed: dict[str, object], says: str) -> None:
    state = get("rif-1996").start().apply({"type": "stone", "by": "A", "point": "h8"})
    assert OpeningState.from_dict(state.to_dict()) == state
    with pytest.raises(OpeningRuleError, match=says):
        OpeningState.from_dict({**state.to_dict(), **changed})


def test_what_is_no_state_no_event_and_no_moves() -> None:
    for wrong in (None, [], "x"):
        with pytest.raises(OpeningRuleError, match="is no state of an opening"):
            OpeningState.from_dict(wrong)  # type: ignore[arg-type]
    with pytest.raises(OpeningRuleError, match="'type' is missing"):
        get("rif-1996").start().apply({"by": "A"})
    for call in (identify, classes):
        with pytest.raises(NotationError, match="is no moves"):
            call(None)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="h8 is taken twice"):
        classes("h8 h8")
