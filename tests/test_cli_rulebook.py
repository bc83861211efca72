from __future__ import annotations

import re

import pytest

from cli_support import as_json, renju_command, renju_process
from renju import rulebooks
from renju.rulebooks import KEYS


def test_the_list() -> None:
    result = renju_command("rulebook")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()[1:]
    assert [line.split()[0] for line in lines] == list(rulebooks.NAMES)
    assert as_json(renju_command("rulebook", "--json")) == {
        "rulebooks": [{"id": name, "title": rulebooks.get(name).title} for name in rulebooks.NAMES]
    }


@pytest.mark.parametrize("name", rulebooks.NAMES)
def test_a_rulebook_with_its_clauses(name: str) -> None:
    book = rulebooks.get(name)
    result = renju_command("rulebook", name)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"{book.title} ({name})\n\n")
    table, _, cited = result.stdout.partition("\nClauses cited for\n")
    words = " ".join(table.split())
    position = 0
    for row in book.rows():
        position = words.index(f"{row.key} {row.asks}", position)
    for _, asks, answer, clause in book.rows():
        (line,) = [line for line in table.splitlines() if f"  {asks}  " in line]
        assert line.endswith(f"  {clause}")
        assert answer.split(":")[0] in line
    assert len(cited.splitlines()) == len(book.cites)
    for what, clause in book.cites.items():
        assert any(
            line.startswith(f"{what}  ") and line.endswith(f"  {clause}")
            for line in cited.splitlines()
        )


@pytest.mark.parametrize("name", rulebooks.NAMES)
def test_a_rulebook_as_json(name: str) -> None:
    book = rulebooks.get(name)
    data = as_json(renju_command("rulebook", name.upper(), "--json"))
    assert (data["id"], data["title"], data["cites"]) == (name, book.title, dict(book.cites))
    assert list(data["keys"]) == [key.name for key in KEYS]
    for key, asks, means, clause in book.rows():
        assert data["keys"][key] == {
            "asks": asks,
            "value": book[key],
            "means": means,
            "clause": clause,
        }


@pytest.mark.parametrize("one", rulebooks.NAMES)
@pytest.mark.parametrize("two", rulebooks.NAMES)
def test_compare(one: str, two: str) -> None:
    wanted = list(rulebooks.compare(rulebooks.get(one), rulebooks.get(two)))
    data = as_json(renju_command("rulebook", "--compare", one, two, "--json"))
    assert data["rulebooks"] == [one, two]
    assert [
        tuple((row["key"], row["asks"], a["means"], a["clause"]) for a in row["answers"])
        for row in data["differences"]
    ] == wanted
    result = renju_command("rulebook", "--compare", one, two)
    assert result.exit_code == 0
    count = f"{len(wanted)} difference{'' if len(wanted) == 1 else 's'} in {len(KEYS)} keys"
    assert result.stdout.splitlines()[-1] == count
    for row in data["differences"]:
        (line,) = [text for text in result.stdout.splitlines() if text.startswith(f"{row['key']} ")]
        assert row["asks"][:30] in line
        left, right = (answer["clause"] for answer in row["answers"])
        assert re.search(rf"  {re.escape(left)} .*  {re.escape(right)}$", line)


def test_the_differences_that_players_meet() -> None:
    text = renju_command("rulebook", "--compare", "rif-1996", "cn").stdout
    assert re.search(r"  3 +RIF 12\.9 +5 +CN 11\.1\(1\)\n", text)
    assert renju_command("rulebook", "--compare", "cn", "cn").stdout.startswith("0 differences in ")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["nonesuch"], "'nonesuch' is not one of 'rif-1996', 'cn', 'ru', 'gomocup'"),
        (["--compare", "cn"], "requires 2 arguments"),
        (["--compare", "cn", "nonesuch"], "'nonesuch' is not one of"),
        (["cn", "--compare", "cn", "ru"], "leave out 'cn'"),
        (["cn", "ru"], "unexpected extra argument"),
    ],
)
def test_a_wrong_call_exits_with_2(call: list[str], said: str) -> None:
    result = renju_command("rulebook", *call)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_help_has_examples_that_fit() -> None:
    result = renju_command("rulebook", "--help")
    assert "Examples:" in result.stdout
    assert all(len(line) <= 80 for line in result.stdout.splitlines())


def test_as_a_process() -> None:
    result = renju_process("rulebook", "ru")
    assert (result.returncode, result.stderr) == (0, "")
    assert "RU 8.1" in result.stdout
