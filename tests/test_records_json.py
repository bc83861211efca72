from __future__ import annotations

import itertools
import json
from dataclasses import fields, replace
from importlib import resources
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import renju
from records_support import DATA, one, problems, record_of, shape, text, trees
from renju import Color, Point, records

SCHEMA = json.loads((resources.files("renju") / "data" / "record.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def document(*items: Any, **others: Any) -> str:
    return json.dumps({"format": "renju-records", "version": 1, "records": list(items)} | others)


def equal(first: records.Record, second: records.Record) -> bool:
    names = [field.name for field in fields(records.Record) if field.name != "tree"]
    return shape(first) == shape(second) and all(
        getattr(first, name) == getattr(second, name) for name in names
    )


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    "path", [path for path in sorted(DATA.rglob("*")) if path.is_file()], ids=lambda path: path.name
)
def test_everything_that_is_read_comes_back_the_same(path: Any) -> None:
    found = list(records.read(path))
    data, losses = records.dumps(found, "json")
    assert losses == []
    VALIDATOR.validate(json.loads(data))
    again = list(records.loads(data))
    assert len(again) == len(found)
    assert all(map(equal, again, found))


def test_all_fields() -> None:
    builder = records.TreeBuilder()
    first = builder.add(0, "h8")
    builder.add(first, None)
    builder.add(0, renju.PASS)
    extras = builder.extras(first)
    extras.comment, extras.one_line, extras.label = "a\n\udc80", "b", "c"
    extras.marks, extras.labels = {Point("a1"): "TR"}, {Point("o15"): "\0"}
    extras.black, extras.white, extras.empty = (Point("b2"),), (Point("c3"),), (Point("d4"),)
    extras.data = {"BL": ["1"], "n": {"x": [1, None, 2.5]}}
    record = records.Record(
        (Point("h8"), renju.PASS),
        black=(Point("a1"),),
        white=(Point("b1"),),
        to_move=Color.WHITE,
        headers={"black": "名", "result": "B+R"},
        result="1-0",
        tree=builder.build(),
        problems=(records.Problem("line 1", "odd"),),
        format="sgf",
        encoding="cp932",
        place="line 7",
    )
    data, losses = records.dumps([record, record_of("h8 i9")], "json")
    assert losses == []
    VALIDATOR.validate(json.loads(data))
    assert equal(next(records.loads(data)), record)


@given(record=trees())
@settings(deadline=None)
def test_random_records_fit_the_schema(record: records.Record) -> None:
    data, _ = records.dumps([record], "json")
    VALIDATOR.validate(json.loads(data))
    assert equal(one(data), replace(record, format="json", place="record 1"))


def test_a_file_that_was_cut_gives_the_records_before_the_cut() -> None:
    data, _ = records.dumps([record_of("h8 i9"), record_of("g7"), record_of("a1")], "json")
    cut = data[: data.index(b'"a1"')]
    first, second, third = records.loads(cut)
    assert (text(first), text(second), text(third)) == ("h8 i9", "g7", "")
    assert problems(first) == []
    assert problems(third)[0].startswith("line 4: no JSON from here on: ")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ('{"format": "renju-records"', "no JSON"),
        ("[]", 'expected an object with "format": "renju-records"'),
        (document(version=2), "version 2 of renju-records: this reads version 1"),
        (document(records=5), "'records' must be a list, not 5"),
        ('{"x":' * 200_000, "no JSON"),
        ("{}", "expected an object with"),
    ],
)
def test_what_is_none_of_ours(data: str, said: str) -> None:
    if data.startswith('{"format": "renju-records"') and not data.endswith("}"):
        assert "no JSON from here on" in problems(one(data, format="json"))[0]
        return
    with pytest.raises(renju.FormatError, match=said):
        list(records.loads(data, format="json"))


@pytest.mark.parametrize(
    ("item", "said"),
    [
        (5, "5: expected an object"),
        ({}, "'moves': expected an object with 'moves'"),
        ({"moves": "h8"}, "'h8': expected a list as 'moves'"),
        ({"moves": [5]}, "5: expected a move such as 'h8' or 'pass'"),
        ({"moves": ["p1"]}, "'p1' is off the board"),
        ({"moves": [], "black": [1]}, "1: expected a point such as 'h8'"),
        ({"moves": [], "to_move": "red"}, '\'red\': expected "black" or "white"'),
        ({"moves": [], "headers": {"a": 1}}, "1: expected a text"),
        (
            {"moves": [], "tree": {"moves": ["h8"], "parents": [1]}},
            "1: expected a node before node 1",
        ),
        ({"moves": [], "tree": {"moves": ["h8"], "parents": []}}, "as many parents as moves, 1"),
        (
            {"moves": [], "tree": {"moves": [], "parents": [], "extras": {"1": {}}}},
            "'1': expected the number of a node",
        ),
        ({"moves": [], "problems": [{}]}, "'place': expected an object with 'place'"),
    ],
)
def test_a_wrong_record_is_a_problem_of_its_own(item: Any, said: str) -> None:
    wrong, right = records.loads(document(item, {"moves": ["h8"]}))
    assert problems(wrong)[0].startswith("record 1: ")
    assert said in problems(wrong)[0]
    assert text(right) == "h8"
    no_schema_says_it = said.endswith(("the number of a node", "node 1", "moves, 1"))
    assert VALIDATOR.is_valid(json.loads(document(item))) == no_schema_says_it


def test_moves_that_cannot_be_played() -> None:
    record = one(document({"moves": ["h8", "h8"]}))
    assert text(record) == "h8"
    assert "record 1: move 2: h8 is occupied" in problems(record)[0]
    both = one(document({"moves": ["h8"], "black": ["a1"], "white": ["a1"]}))
    assert (both.black, both.white, len(both.problems)) == ((), (), 1)


def test_what_is_no_json_is_said() -> None:
    builder = records.TreeBuilder()
    builder.extras(builder.add(0, "h8")).data["raw"] = b"\x01"
    data, losses = records.dumps([records.Record(tree=builder.build())], "json")
    assert [str(loss) for loss in losses] == [
        "record 1: that b'\\x01' of a node is a bytes: written as text"
    ]
    assert shape(one(data))[1][2].data == {"raw": "b'\\x01'"}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["moves", "tree", "parents", "extras", "black", "to_move", "headers", "0"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.lists(json_values, max_size=3))
@settings(deadline=None)
def test_any_json_is_read(items: list[Any]) -> None:
    for record in records.loads(document(*items)):
        record.board()


LINES = [
    '{"moves": ["h8", "i9"]}',
    '{"moves": ["g7"], "headers": {"black": "连珠"}}',
    "null",
    '{"moves": 5}',
    "",
    '{"moves": []}, {"moves": ["a1"]}',
    '{"moves": ["b2"',
    "]}",
    "]} ",
    '{"moves": ["c3"]}]}',
]


@given(st.lists(st.sampled_from(LINES), max_size=6), st.sampled_from([",\n", "\n", ",\r\n"]))
def test_line_by_line_and_as_a_whole_say_the_same(lines: list[str], separator: str) -> None:
    head = '{"format": "renju-records", "version": 1, "records": ['
    for content in (separator.join(lines), separator.join(lines) + "\n]}\n"):
        by_line = list(records.loads(f"{head}\n{content}"))
        whole = head.replace('": ', '":\t')  # as long, and not as we lay it out
        assert by_line == list(records.loads(f"{whole}\n{content}"))


def test_a_result_of_another_kind_is_a_problem() -> None:
    record = one(document({"moves": ["h8"], "result": "Black"}))
    assert (text(record), record.result) == ("h8", "")
    assert problems(record)[0].startswith("record 1: result 'Black': expected one of")


def test_unknown_keys_are_problems() -> None:
    tree = {"moves": ["h8"], "parents": [0], "extras": {"1": {"comment": "a", "b": 1}}, "c": 2}
    record = one(document({"moves": ["h8"], "d": 3, "tree": tree}))
    assert (text(record), record.root.comment) == ("h8", "")
    assert problems(record) == [
        f"record 1: {key!r} is no key of a {what}: left out"
        for key, what in (("d", "record"), ("c", "tree"), ("b", "node"))
    ]


def test_the_keys_may_stand_in_any_order() -> None:
    parts = {"format": "renju-records", "version": 1, "records": [{"moves": ["h8"]}]}
    for order in itertools.permutations(parts):
        for indent in (None, 2):
            data = json.dumps({key: parts[key] for key in order}, indent=indent)
            record = one(data)
            assert (record.format, text(record), problems(record)) == ("json", "h8", [])
