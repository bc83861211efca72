from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli_support import as_json, renju_command, renju_process
from renju.openings import EXTENDED, NAMES, PATTERNS, get, pattern


def test_the_patterns_with_their_diagrams() -> None:
    result = renju_command("openings")
    assert (result.exit_code, result.stderr) == (0, "")
    for named in PATTERNS:
        assert str(named) in result.stdout
        assert named.kanji in result.stdout
        assert named.chinese in result.stdout
    assert "XD1" not in result.stdout
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 100
    # the first diagram of the first row is D1, the second D2: 1 h8, 2 h9, 3 h10 and i10
    assert [line[:25] for line in lines[2:7]] == [
        ". . 3 . .       . . . 3 .",
        ". . 2 . .       . . 2 . .",
        ". . 1 . .       . . 1 . .",
        ". . . . .       . . . . .",
        ". . . . .       . . . . .",
    ]


def test_every_diagram_shows_its_pattern() -> None:
    lines = renju_command("openings", "--extended").stdout.splitlines()
    shown = []
    for number, line in enumerate(lines):
        for index, name in enumerate(re.findall(r"\b(X?[DI]\d+) ", line)):
            named = pattern(name)
            shown.append(named)
            reach = 3 if named.derived else 2
            found = {
                "123".find(lines[number - 1 - up][16 * index + 2 * right]): (right, up)
                for up in range(2 * reach + 1)
                for right in range(2 * reach + 1)
            }
            corner = 7 - reach
            assert [found[i] for i in range(3)] == [
                (point.col - corner, point.row - corner) for point in named.moves
            ]
    assert shown == [*PATTERNS, *EXTENDED]


def test_the_extended_patterns() -> None:
    result = renju_command("openings", "--extended")
    assert all(str(named) in result.stdout for named in (*PATTERNS, *EXTENDED))
    assert "their coordinates derived" in result.stdout


def test_the_patterns_as_json() -> None:
    assert as_json(renju_command("openings", "--json")) == {
        "patterns": [named.to_dict() for named in PATTERNS]
    }
    patterns = as_json(renju_command("openings", "--extended", "--json"))["patterns"]
    assert [p["id"] for p in patterns if p["derived"]] == [named.id for named in EXTENDED]


@pytest.mark.parametrize("name", [*NAMES, "soosyrv-6"])
def test_a_rule_step_by_step(name: str) -> None:
    result = renju_command("openings", name)
    assert (result.exit_code, result.stderr) == (0, "")
    wanted = " ".join(get(name).explain().split())
    assert " ".join(result.stdout.split()) == wanted
    assert max(map(len, result.stdout.splitlines())) <= 100
    assert as_json(renju_command("openings", name, "--json")) == get(name).to_dict()


def test_no_clause_is_torn_apart() -> None:
    for name in NAMES:
        for line in renju_command("openings", name).stdout.splitlines():
            assert not line.endswith(("(OR", "(RIF", "(CN", "(GW", "OR", "RIF"))


def test_a_rule_with_options() -> None:
    result = renju_command("openings", "soosyrv-8", "--option", "symmetry=board")
    assert "symmetry = board:" in result.stdout
    data = as_json(
        renju_command(
            "openings",
            "cn-designated",
            "--json",
            "--option",
            "min_count=2",
            "--option",
            "max_count=5",
        )
    )
    assert data["options"] == {"max_count": 5, "min_count": 2, "symmetry": "local"}
    assert data["stages"][3]["options"][0]["least"] == 2
    result = renju_command("openings", "exclusion", "--option", "pool=jonsson,yamaguchi,tarannikov")
    assert "jonsson, yamaguchi, tarannikov" in result.stdout
    text = renju_command("openings", "taraguchi-10", "--option", "swap_then_offer=true").stdout
    assert text.count("he proposes 10 fifth moves") == 2


def test_the_examples_in_the_help_of_a_rule_are_accepted() -> None:
    for name in NAMES:
        text = renju_command("openings", name, "--help").stdout
        calls = [line.split()[1:] for line in text.splitlines() if line.startswith("    renju ")]
        assert calls
        for call in calls:
            assert renju_command(*call).exit_code == 0


def test_identify() -> None:
    result = renju_command("openings", "identify", "h8 g8 g7 a1")
    assert result.exit_code == 0
    assert result.stdout == (
        "D4: Kagetsu, 花月\n"
        "direct: h8 h9 i9\n"
        "given h8 g8 g7: mirror-a15-o1 leads to it\n"
        "\n"
        ". . . . .\n"
        ". . 2 3 .\n"
        ". . 1 . .\n"
        ". . . . .\n"
        ". . . . .\n"
    )
    result = renju_command("openings", "identify", "h8i9g7")
    assert "identity or mirror-a1-o15 leads to it" in result.stdout
    result = renju_command("openings", "identify", "h8 h9 k8")
    assert result.stdout.startswith("XD7: 大金星, 大晨星")
    assert "extended, direct: h8 h9 k8 (derived)" in result.stdout


def test_identify_as_json() -> None:
    data = as_json(renju_command("openings", "identify", "h8 g8 g7 a1", "--json"))
    assert data == {
        "moves": "h8 g8 g7",
        "pattern": pattern("D4").to_dict(),
        "symmetries": ["mirror-a15-o1"],
    }
    data = as_json(renju_command("openings", "identify", "h8 g8 a1", "--json"))
    assert (data["pattern"], data["symmetries"]) == (None, [])


def test_identify_skips_i() -> None:
    result = renju_command("openings", "identify", "h8 j9 g7", "--skip-i")
    assert result.stdout.startswith("I11: Shagetsu")


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("g8 h8 i8", "the first stone, g8, is not on h8"),
        ("h8 h10 h9", "the second stone, h10, is not next to the first"),
        ("h8 h9 l8", "the third stone, l8, is outside the 7 x 7 square"),
        ("h8 h9 h9", "has a point twice"),
        ("h8 pass h9", "is a pass"),
    ],
)
def test_what_is_no_pattern(moves: str, said: str) -> None:
    result = renju_command("openings", "identify", moves)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("no opening pattern: ")
    assert said in result.stdout


@pytest.mark.parametrize(
    ("moves", "said"), [("h8 h9", "2 moves"), ("", "0 moves"), ("h8 h9 zz", "'zz' is no point")]
)
def test_moves_that_cannot_be_identified_exit_with_1(moves: str, said: str) -> None:
    result = renju_command("openings", "identify", moves)
    assert (result.exit_code, result.stdout) == (1, "")
    assert said in result.stderr


def test_rules() -> None:
    result = renju_command("openings", "rules")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(NAMES)
    rules = as_json(renju_command("openings", "rules", "--json"))["rules"]
    assert rules == [get(name).to_dict() for name in NAMES]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["nonesuch"], "'nonesuch' is no opening rule and no command"),
        (["soosyrv"], "there are identify, rules, rif-1996"),
        (["identify"], "MOVES"),
        (["identify", "h8", "h9"], "unexpected extra argument"),
        (["rif-1996", "--option", "symmetry"], "use NAME=VALUE"),
        (["rif-1996", "--option", "symmetry=both"], "'local' or 'board'"),
        (["rif-1996", "--option", "count=3"], "no option 'count'"),
        (["yamaguchi", "--option", "max_count=many"], "from 1 to 221"),
        (["taraguchi-10", "--option", "swap_then_offer=maybe"], "true or false"),
        (["exclusion", "--option", "pool=rif-1996"], "three different rules"),
        (["--extended", "rules"], "after 'rules'"),
        (["--json", "rif-1996"], "after 'rif-1996'"),
        (["--frobnicate"], "No such option"),
    ],
)
def test_a_wrong_call_exits_with_2(call: list[str], said: str) -> None:
    result = renju_command("openings", *call)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_help_has_examples_that_fit() -> None:
    for call in ([], ["identify"], ["rules"], ["rif-1996"], ["exclusion"]):
        result = renju_command("openings", *call, "--help")
        assert result.exit_code == 0
        assert "Examples:" in result.stdout
        assert all(len(line) <= 80 for line in result.stdout.splitlines())


def test_as_a_process() -> None:
    result = renju_process("openings", "soosyrv-8")
    assert (result.returncode, result.stderr) == (0, "")
    assert "(OR 3.3)" in result.stdout
    result = renju_process("openings", "identify", "h8 i9 g7", "--json")
    assert json.loads(result.stdout)["pattern"]["id"] == "I11"
    assert renju_process("openings", "soosyrv-0").returncode == 2


# renju analyze


def test_analyze_counts_the_extended_patterns_apart(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("h8 h9 i9\nh8 h9 i9\nh8 i9 g7\nh8 h9 k9\nh8 h9 h12\n", encoding="utf-8")
    result = renju_command("analyze", str(path))
    assert result.exit_code == 0
    assert "2 of 26 patterns, in 3 games; 1 of 26 extended patterns, in 1 game" in result.stdout
    assert "XD6 大残月" in result.stdout
    totals = as_json(renju_command("analyze", str(path), "--json"))["totals"]
    assert totals["openings"] == {"D4": 2, "I11": 1, "XD6": 1}
    path.write_text("h8 h9 i9\n", encoding="utf-8")
    assert "1 of 26 patterns, in 1 game\n" in renju_command("analyze", str(path)).stdout
