"""The logs in examples/logs: each ends as its row in expected.json says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli_support import as_json, renju_command
from renju import rulebooks
from renju.game import Game
from renju.game_protocol import protocol, sentence, stages
from renju.game_sheet import score_sheet

FOLDER = Path(__file__).parent.parent / "examples" / "logs"
EXPECTED: dict[str, dict[str, Any]] = json.loads(
    (FOLDER / "expected.json").read_text(encoding="utf-8")
)
README = (FOLDER.parent / "README.md").read_text(encoding="utf-8")


def game_of(name: str) -> Game:
    return Game.from_json((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def test_every_log_has_its_row() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {*EXPECTED, "expected"}
    assert len(EXPECTED) >= 10


def test_every_rulebook_has_a_log() -> None:
    assert {game_of(name).rulebook.id for name in EXPECTED} == set(rulebooks.NAMES)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_log_ends_as_expected(name: str) -> None:
    wanted = EXPECTED[name]
    result = renju_command("adjudicate", str(FOLDER / f"{name}.json"), "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    state = as_json(result)
    assert state["phase"] == "over"
    for key in ("moves", "history", "violations", "outcome"):
        assert state[key] == wanted[key], key
    game = game_of(name)
    assert len(game.events) == wanted["events"]
    assert state == game.state.to_dict()


@pytest.mark.parametrize("name", EXPECTED)
def test_the_protocol_of_a_log(name: str) -> None:
    result = renju_command("adjudicate", str(FOLDER / f"{name}.json"))
    assert (result.exit_code, result.stderr) == (0, "")
    game = game_of(name)
    for line in protocol(game):
        assert line.what in result.stdout
    outcome = EXPECTED[name]["outcome"]
    assert sentence(game) == result.stdout.rstrip().splitlines()[-1]
    assert f"({outcome['clause']}), event {outcome['at_event']}" in sentence(game)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_score_sheet_of_a_log(name: str) -> None:
    sheet = score_sheet(game_of(name))
    assert (
        renju_command("adjudicate", str(FOLDER / f"{name}.json"), "--sheet").stdout == f"{sheet}\n"
    )
    for number, move in enumerate(EXPECTED[name]["moves"].split(), start=1):
        shown = f"({number}) {move}" if number % 2 else f" {number}  {move}"
        assert shown in sheet


@pytest.mark.parametrize("name", EXPECTED)
def test_a_log_can_be_cut_off_anywhere(name: str) -> None:
    game = game_of(name)
    states = stages(game)
    log = game.to_dict()
    for length in range(len(game.events) + 1):
        part = Game.from_dict({**log, "events": log["events"][:length]})
        assert part.state == states[length]
        assert part == game.undo_to(length)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_readme_names_the_log(name: str) -> None:
    assert f"`logs/{name}.json`" in README


def test_what_each_log_shows() -> None:
    """The claims, flags and rulings for which the logs are there."""
    history = {name: row["history"] for name, row in EXPECTED.items()}
    ends = {name: row["outcome"] for name, row in EXPECTED.items()}
    assert history["rif-1996-missed-double-three"][0]["clause"] == "RIF 9.8"
    assert ends["rif-1996-missed-double-three"]["clause"] == "RIF 9.1"
    assert ends["rif-1996-late-overline"]["foul"] == {"point": "g8", "kind": "overline"}
    assert ends["rif-1996-late-overline"]["clause"] == "RIF 9.2a"
    assert ends["rif-1996-both-flags"]["clause"] == "RIF 10.4"
    types = {event["type"] for event in game_of("cn-adjournment").events}
    assert {"seal", "unseal"} <= types
    assert ends["cn-irregularities"]["clause"] == "CN 10.1(3)H"
    kinds = {
        (name, entry[name])
        for entry in history["cn-irregularities"]
        for name in ("corrected", "accepted", "penalty", "irregular", "violation")
        if name in entry
    }
    assert {("corrected", "two_moves"), ("accepted", "slid"), ("penalty", "time")} <= kinds
    assert {("irregular", "draw_offer"), ("violation", "draw_offer")} <= kinds
    assert ends["ru-two-passes"]["clause"] == "RU 8.1"
    assert ends["gomocup-double-three"]["termination"] == "foul"
    assert ends["rif-1996-disarranged"]["result"] == "void"
    assert ends["cn-late"]["termination"] == "forfeit"
