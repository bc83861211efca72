"""Every clause of play has a test that carries its name: a row of the truth table, or a function.

A line is a topic of adjudication or of clocks, and the clauses that rule it. What only a human can do is
among them: its scenario shows that it is recorded and changes nothing.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from logs_support import scenarios

TOPICS = {
    # The International Rules
    "who wins": "RIF 9.1, RIF 9.2a, RIF 9.2b, RIF 9.2c, RIF 9.3a",
    "time and resignation": "RIF 9.4, RIF 9.5",
    "claiming": "RIF 9.6, RIF 9",
    "what was missed": "RIF 9.7, RIF 9.8",
    "pass": "RIF 5, RIF 12.9",
    "draws": "RIF 10.1, RIF 10.2, RIF 10.3, RIF 10.4, RIF 10b, RIF 10",
    "moved and disarranged stones": "RIF 7, RIF 8",
    "recording": "RIF 13.1, RIF 13.2",
    "late arrival": "RIF 15",
    "conduct, disputes, adjournment": "RIF 16, RIF 17.2, RIF 17.5, RIF 17.6",
    # The Chinese rules
    "win, foul, what both accept": "CN 10.1(1), CN 10.1(2), CN 10.1(3)",
    "the list of losses": "CN 10.1(3)A, CN 10.1(3)B, CN 10.1(3)C, CN 10.1(3)D, CN 10.1(3)E, CN 10.1(3)F, "
    "CN 10.1(3)G, CN 10.1(3)H, CN 10.1(3)I, CN 10.1(3)J, CN 10.1(3)K",
    "the list of draws": "CN 10.2(1), CN 10.2(2), CN 10.2(3), CN 10.2(4), CN 10.2(5), CN 10.2",
    "draw offers": "CN 10.3(1), CN 10.3(2), CN 10.3(3), CN 10.3(4), CN 10.3(5)",
    "the right to pass": "CN 11.1(1)",
    "penalties": "CN def.20(1), CN def.20(3), CN 12.2",
    "colours": "CN 5.2, CN 5.1(2), CN 5.1(3), CN 5.3(1), CN 5.3(2)",
    "displaced stones": "CN 4.2, CN 4.2(1)",
    "irregularities": "CN 6.1(1), CN 6.1(2), CN 6.1(3), CN 6.1(4), CN 6.1(5), CN 6.1(6), CN 6.1(7), "
    "CN 6.1(8), CN 6.1(9), CN 6.1(10), CN 6.2, CN 6.3",
    "the record": "CN 7.5, CN 7.6, CN 7.7, CN 7.8",
    "sealed moves": "CN 9.3(3), CN 9.3(6), CN 9.4",
    "captain, absent opponent, appeal": "CN 11.1(7), CN 11.2(4), CN 8.11",
    # The Russian codex
    "wins": "RU 7.1, RU 7.2, RU 7.3, RU 7.4",
    "fouls and claims": "RU 4.2, RU 7",
    "pass and completion": "RU 4.4, RU 6.1",
    "stones and hands": "RU 6.2, RU 6.3",
    "draws of the codex": "RU 8.1, RU 8.2",
    "opening, opponents": "RU 4.1, RU 4.3, RU 4.5, RU 1",
    # Clocks
    "kinds": "CN 8.1, CN 8.2, CN 8.3, RIF 14.1",
    "start and lateness": "RIF 14.3, CN 8.4, CN 8.5",
    "completed moves": "RIF 14.4, CN def.1, RIF 6",
    "whose clock runs in an opening": "RIF 12.5, RIF 12.7",
    "flags": "RIF 14.8, RIF 14.9, CN 8.6, CN 8.9",
    "stopping the clocks": "RIF 14.6, RIF 14.7, CN 8.8",
    "faulty clocks, time of corrections": "RIF 14.5, CN 8.7, CN 8.10",
    "programs": "Gomocup",
}
SCENARIOS = {row["clause"] for row in scenarios()}
FUNCTIONS = set(
    re.findall(
        r"^def test_((?:rif|cn|ru)_\w+)\(",
        "".join(p.read_text(encoding="utf-8") for p in Path(__file__).parent.glob("test_*.py")),
        re.MULTILINE,
    )
)


@pytest.mark.parametrize("topic", TOPICS)
def test_every_clause_has_its_test(topic: str) -> None:
    for clause in TOPICS[topic].split(", "):
        name = "_".join(re.findall(r"[a-z0-9]+", clause.lower()))
        named = any(f"{function}_".startswith(f"{name}_") for function in FUNCTIONS)
        assert clause in SCENARIOS or named, clause
