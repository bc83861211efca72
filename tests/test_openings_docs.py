"""The tables in docs/openings.md are the data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from openings_support import EXAMPLES, examples
from renju.openings import EXTENDED, NAMES, PATTERNS, Pattern, get
from renju.openings.sources import SOURCES

TEXT = (Path(__file__).parent.parent / "docs" / "openings.md").read_text(encoding="utf-8")


def rows_of(heading: str) -> list[list[str]]:
    """The rows of the table below a heading, without its head."""
    section = TEXT.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_patterns() -> None:
    def row(p: Pattern) -> list[str]:
        romaji = ", ".join(dict.fromkeys((p.romaji, p.romaji_long)))
        return [p.id, str(p.third), romaji, p.kanji, p.chinese]

    assert rows_of("The 26 patterns") == [row(p) for p in PATTERNS]
    assert rows_of("The 26 extended patterns") == [
        [p.id, str(p.third), p.chinese, ", ".join(p.also)] for p in EXTENDED
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_of_every_rule_is_in_its_row(name: str) -> None:
    family = re.sub(r"\d+$", "N", name)
    found = [
        row
        for row in rows_of("The rules, clause by clause")
        if {f"`{name}`", f"`{family}`"} & set(row[0].split(", "))
    ]
    (row,) = found
    cited = row[1]
    ranges = {"OR 5.1", "OR 5.2", "OR 5.3", "OR 5.4", "OR 5.5", "OR 5.6", "OR 5.7"}
    for clause in get(name).clauses:
        if name.startswith("taraguchi") and clause in ranges:
            assert "OR 5.1 to OR 5.7" in cited
        else:
            assert re.search(rf"{re.escape(clause)}(?!\d)", cited), clause
    path = EXAMPLES / row[2].strip("`")
    assert any(re.sub(r"\d+$", "N", e.rule.id) == family for e in examples(path))


def test_every_source_is_named() -> None:
    assert [row[0] for row in rows_of("Sources of the clauses")] == list(SOURCES)
