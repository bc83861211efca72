"""docs/rules.md names functions, keys and tests that are there; docs/adjudication.md has the rulebooks' table."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import pytest

from renju import rulebooks
from renju.game import EVENT_TYPES
from renju.openings import NAMES as OPENINGS
from renju.rulebooks import KEYS, Rulebook
from support import DATA

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ARTICLES = RULES.partition("## Article by article\n")[2].partition("\n## ")[0]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in ARTICLES.splitlines()
    if line.startswith("|") and not line.startswith(("|---", "| article", "| part"))
]
SCENARIOS = {
    json.loads(line)["clause"]
    for line in (DATA / "games" / "scenarios.jsonl").read_text(encoding="utf-8").splitlines()
}


def cited(text: str) -> set[str]:
    """The clauses of the scenarios that a cell names."""
    found = re.search(r"scenarios ([^;`]*)", text)
    if found is None:
        return set()
    return set(
        re.findall(
            r"(?:RIF|RU|CN|OR) (?:def\.)?\d+[a-c]?(?:\.\d+[a-c]?)?(?:\(\d+\))?[A-K]?", found[1]
        )
    )


def test_every_row_has_four_cells() -> None:
    assert len(ROWS) > 80
    assert {len(row) for row in ROWS} == {4}


def test_every_article_has_its_row() -> None:
    """All articles of RIF, RU and CN; a range stands for what is in it."""
    firsts = " ".join(row[0] for row in ROWS)
    for name in (
        [f"RIF {number}" for number in range(1, 19)]
        + [f"RU {number}" for number in range(1, 9)]
        + [f"CN {number}" for number in range(3, 13)]
        + [f"OR {number}" for number in range(1, 8)]
        + [f"EX {number}" for number in range(1, 5)]
    ):
        book, number = name.split()
        parts = [
            cell for row in ROWS for cell in re.split(r", | to ", row[0]) if row[0].startswith(book)
        ]
        assert any(re.match(rf"(?:{book} )?{number}(?!\d)", part) for part in parts), name
    assert all(f"CN 10.1(3){letter}" in firsts for letter in "ABCDHJ")


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(renju(?:\.\w+)+)`", ARTICLES))))
def test_every_function_is_there(name: str) -> None:
    module, attributes = name, []
    while True:
        try:
            found: object = importlib.import_module(module)
            break
        except ModuleNotFoundError:
            module, _, last = module.rpartition(".")
            attributes.insert(0, last)
    for attribute in attributes:
        found = getattr(found, attribute)
    assert found.__doc__


def test_every_key_is_there() -> None:
    keys = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"keys? ((?:`\w+`(?:, )?)+)", ARTICLES))))
    assert keys
    assert keys <= {key.name for key in KEYS}


def test_every_action_and_event_is_there() -> None:
    actions = set(EVENT_TYPES["arbiter"]["action"].kind.split("|"))
    named = {word for text in re.findall(r"`arbiter (\w+)`", ARTICLES) for word in text.split()}
    assert named
    assert named <= actions
    assert "note" in EVENT_TYPES


def test_every_rule_of_an_opening_is_there() -> None:
    named = re.findall(r"`renju\.openings\.get` \(([^)]*)\)", ARTICLES)
    assert {name for text in named for name in re.findall(r"`([^`]+)`", text)} <= set(OPENINGS)


def test_every_row_has_a_function_and_a_test_or_says_why_not() -> None:
    """What no program can do is a human's duty, and the page says so."""
    reasons = ("a human's duty", "not a rule of play", "absent from the source", "the table above")
    for article, rule, where, held in ROWS:
        says_why = any(reason in f"{rule} {where} {held}" for reason in reasons)
        assert says_why or ("`" in where and held), article


def test_every_name_in_the_table_of_the_shapes_is_there() -> None:
    table = RULES.partition("## Shapes and fouls\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[3] for line in table.splitlines() if line.startswith("|")][2:]
    core = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "cpp").rglob("*.[hc]pp"))
    names = set(re.findall(r"`(?:window::|Referee::)(\w+)`|`(\w+)`", " ".join(rows)))
    assert len(names) >= 6
    for name in map("".join, names):
        assert re.search(rf"\b{name}\b", core), name


def test_every_test_is_there() -> None:
    named = set(re.findall(r"`(test_\w+\.py)(?:::(test_\w+))?`", RULES))
    assert named
    for file, function in named:
        text = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert f"def {function or 'test_'}" in text, file
    for golden in re.findall(r"`([a-z0-9-]+)`", " ".join(re.findall(r"goldens? [^|;]*", ARTICLES))):
        assert (ROOT / "tests" / "golden" / "explain" / f"{golden}.txt").exists(), golden


def test_every_scenario_is_there() -> None:
    wanted = {clause for row in ROWS for clause in cited(row[3])}
    assert len(wanted) > 60
    missing = sorted(
        clause
        for clause in wanted
        if not any(re.fullmatch(rf"{re.escape(clause)}(?:[.(a-cA-K].*)?", s) for s in SCENARIOS)
    )
    assert missing == []


def test_every_clause_of_a_scenario_is_in_the_tables() -> None:
    for clause in SCENARIOS:
        if clause.startswith(("RIF", "RU", "CN", "OR")):
            article = re.match(r"(?:RIF|RU|CN|OR) (?:def\.)?\d+", clause)
            assert article is not None, clause
            book, number = article[0].split()
            named = rf"(?<![\d.]){re.escape(number)}(?!\d)"
            assert any(row[0].startswith(book) and re.search(named, row[0]) for row in ROWS), clause


def test_the_table_of_the_rulebooks() -> None:
    text = (ROOT / "docs" / "adjudication.md").read_text(encoding="utf-8")
    section = text.partition("## Rulebooks\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]

    def answer(book: Rulebook, name: str) -> str:
        value = book[name]
        said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        return f"{said}; {book.clauses[name]}"

    books = [rulebooks.get(name) for name in rulebooks.NAMES]
    assert rows[0] == ["key", *(f"`{name}`" for name in rulebooks.NAMES)]
    assert rows[2:] == [[f"`{k.name}`", *(answer(book, k.name) for book in books)] for k in KEYS]
