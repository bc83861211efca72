from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli_support import as_json, renju_command, renju_process
from logs_support import scenario, scenarios
from renju import RulingError
from renju.game import Game
from renju.game_protocol import format_protocol, protocol, sentence
from renju.game_sheet import score_sheet

FOLDER = Path(__file__).parent.parent / "examples" / "logs"


def log(*events: dict[str, Any], **fields: Any) -> dict[str, Any]:
    head = {"format": "renju-game", "version": 1, "rulebook": "rif-1996", "opening": "centre"}
    return {**head, **fields, "events": list(events)}


def stones(text: str) -> list[dict[str, Any]]:
    return [
        {"type": "stone", "by": "AB"[number % 2], "point": point}
        for number, point in enumerate(text.split())
    ]


def adjudicate(data: object, *arguments: str) -> Any:
    text = data if isinstance(data, (str, bytes)) else json.dumps(data)
    return renju_command("adjudicate", "-", *arguments, text=text)


def what(data: dict[str, Any]) -> list[str]:
    return [line.what for line in protocol(Game.from_dict(data))]


def test_a_protocol() -> None:
    data = log(
        {"type": "start", "at_ms": 0},
        {"type": "stone", "by": "A", "point": "h8", "at_ms": 61_000},
        {"type": "stone", "by": "B", "point": "i9", "at_ms": 3_700_500},
        {"type": "claim", "by": "B", "claim": "foul", "at_ms": 3_700_500},
        {"type": "resign", "by": "A", "at_ms": 3_701_000},
        time_control="2h+30s",
        players={"A": {"name": "Player 1"}, "B": {"name": "Player 2"}},
    )
    result = adjudicate(data)
    assert (result.exit_code, result.stderr) == (0, "")
    assert (
        result.stdout
        == """\
The International Rules of Renju, 1996, corrected 1998 (rif-1996); opening centre; time 2h+30s
A: Player 1, B: Player 2

#  time         who        what                                       clocks A, B
0  0:00:00                 the round starts                           2:00:00*  2:00:00
1  0:01:01      A (black)  1. h8                                      1:59:29  2:00:00*
2  1:01:40.500  B (white)  2. i9                                      1:59:29*  0:59:50.500
3  1:01:40.500  B (white)  claims a foul; refused, no foul (RIF 9.6)  1:59:29*  0:59:50.500
4  1:01:41      A (black)  resigns; B wins, 0-1 (RIF 9.5)             1:59:28.500  0:59:50.500
clocks: * runs, F flag down, P period, /N moves owed in it

B (white), Player 2, wins 0-1 by resignation (RIF 9.5), event 4.
"""
    )


def test_the_library_prints_what_the_command_prints() -> None:
    for path in sorted(FOLDER.glob("*-*.json")):
        game = Game.from_json(path.read_text(encoding="utf-8"))
        printed = renju_command("adjudicate", str(path)).stdout
        assert printed == f"{format_protocol(game)}\n"


@pytest.mark.parametrize("row", scenarios(), ids=lambda row: row["id"])
def test_every_scenario_in_words(row: dict[str, Any]) -> None:
    """Whatever the truth table plays has a protocol and a score sheet."""
    game = scenario(row)
    lines = protocol(game)
    assert [line.number for line in lines] == list(range(len(game.events)))
    for line, event in zip(lines, game.events, strict=True):
        assert line.what.strip(" ;:") == line.what != ""
        assert not set(line.what) & set("{}[]")
        assert "None" not in line.what
        for entry in game.state.history:
            if entry["at_event"] == line.number and entry.get("clause"):
                assert entry["clause"] in line.what
        assert line.at_ms == event.get("at_ms")
    if game.outcome is not None:
        assert f"({game.outcome.clause})" in sentence(game)
        assert f"({game.outcome.clause})" in lines[game.outcome.at_event].what
    sheet = score_sheet(game)
    assert all(len(line) <= 72 for line in sheet.splitlines())
    shown = [cell for line in sheet.splitlines() for cell in line.split()]
    assert {str(move) for move in game.state.moves} <= set(shown)


def test_without_clocks_there_are_no_columns_of_times() -> None:
    result = adjudicate(log(*stones("h8 i9")))
    assert result.stdout.splitlines()[2] == "#  who        what"
    assert "clocks" not in result.stdout
    assert result.stdout.endswith("The game goes on: A (black) to act: stone.\n")


def test_a_foul_a_five_and_what_can_be_claimed() -> None:
    foul = "h8 a1 i8 c1 g9 e1 g10 a3 g8"
    data = log(*stones(foul))
    assert what(data)[-1] == "9. g8: double-three"
    text = adjudicate(data).stdout
    assert "Pending: B may claim Black's double-three on g8 (event 8), until White's" in text
    data = log(*stones(f"{foul} o15"), {"type": "claim", "by": "B", "claim": "foul"})
    assert what(data)[-2:] == [
        "10. o15; the double-three on g8 can be claimed no more",
        "claims a foul; refused, lapsed (RIF 9.8)",
    ]
    five = log(*stones("h8 i9 g8 i8 f8 i7 e8 i10 d8"))
    assert what(five)[-1] == "9. d8: five d8 e8 f8 g8 h8"
    assert "Pending: A may claim the row d8 e8 f8 g8 h8 (event 8)." in adjudicate(five).stdout
    claimed = log(*five["events"], {"type": "claim", "by": "A", "claim": "five", "point": "d8"})
    assert what(claimed)[-1] == "claims a five on d8; A wins, 1-0 (RIF 9.1)"


def test_offers_and_irregularities_are_pending() -> None:
    data = log(*stones("h8"), {"type": "offer_draw", "by": "A"})
    assert "Pending: A offers a draw." in adjudicate(data).stdout
    data = log(
        *stones("h8 i9 g8"),
        {"type": "irregularity", "by": "A", "kind": "two_moves", "point": "a1"},
        rulebook="cn",
    )
    text = adjudicate(data).stdout
    assert "irregular: two moves a1" in text
    assert "Pending: two moves by A (event 3): demand, or accept by playing on." in text


def test_json_is_the_final_state() -> None:
    data = log(*stones("h8 i9"))
    result = adjudicate(data, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert as_json(result) == Game.from_dict(data).state.to_dict()


def test_an_event_that_cannot_be() -> None:
    data = log(*stones("h8 i9 h8"))
    result = adjudicate(data, "--json")
    assert (result.exit_code, result.stderr) == (1, "")
    assert list(as_json(result)) == ["error"]
    error = as_json(result)["error"]
    assert list(error) == ["at_event", "clause", "expected", "message"]
    assert (error["at_event"], error["clause"], error["expected"]) == (2, "RIF 5", ["stone"])
    assert "h8 is occupied" in error["message"]
    result = adjudicate(data)
    assert result.exit_code == 1
    assert result.stderr.startswith("renju: <stdin>: event 2: ")
    assert "h8 is occupied" in result.stderr
    assert "RIF 5" in result.stderr
    assert "2. i9" in result.stdout  # what went before is shown


def test_the_error_of_the_contract() -> None:
    """Two proposals are due, one is made (RIF 12.7)."""
    opening = [*({**event, "by": "A"} for event in stones("h8 h9 j10"))]
    events = [
        *opening,
        {"type": "keep", "by": "B"},
        {"type": "stone", "by": "B", "point": "i7"},
        {"type": "propose", "by": "A", "points": ["g8"]},
    ]
    error = as_json(adjudicate(log(*events, opening="rif-1996"), "--json"))["error"]
    assert (error["at_event"], error["clause"], error["expected"]) == (5, "RIF 12.7", ["propose"])


def test_time_that_goes_backwards() -> None:
    events = [
        {"type": "start", "at_ms": 0},
        {"type": "stone", "by": "A", "point": "h8", "at_ms": 50},
        {"type": "stone", "by": "B", "point": "h9", "at_ms": 40},
    ]
    error = as_json(adjudicate(log(*events, time_control="5m"), "--json"))["error"]
    assert error["at_event"] == 2
    assert error["clause"]
    assert error["expected"] == ["stone"]
    assert "40 ms is before the last event, at 50 ms" in error["message"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("", "the log is no JSON"),
        ("{", "the log is no JSON"),
        (b"\xff\xfe", "the log is no JSON"),
        ("[" * 100_000, "the log is no JSON"),
        ("[]", "the log is a list: it must be an object"),
        ("{}", "format None, version None"),
        (log(version=2), "version 2: this reads 'renju-game', version 1"),
        (log(rulebook="nonesuch"), "'nonesuch' is no rulebook: there are rif-1996"),
        (log(opening="nonesuch"), "'nonesuch' is no opening rule"),
        (log(time_control="soon"), "'soon' is no period"),
        (log(colour="blue"), "'colour' is no field of a log"),
        (log(options={"clock": 1}), "'clock' is no option"),
    ],
)
def test_what_is_no_log(data: object, said: str) -> None:
    result = adjudicate(data)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("renju: <stdin>: ")
    assert said in result.stderr
    result = adjudicate(data, "--json")
    assert (result.exit_code, result.stderr) == (1, "")
    error = as_json(result)["error"]
    assert (error["at_event"], error["expected"]) == (None, [])
    assert said in error["message"]


def test_an_unknown_type_or_field_is_named() -> None:
    result = adjudicate(log({"type": "castle", "by": "A"}))
    assert "event 0: 'castle' is no type of event" in result.stderr
    result = adjudicate(log({"type": "resign", "by": "A", "why": "tired"}))
    assert "event 0: resign: 'why' is no field of it" in result.stderr


def test_a_score_sheet() -> None:
    data = log(
        *({**event, "by": "A"} for event in stones("h8 h9 j10")),
        {"type": "swap", "by": "B"},
        {"type": "stone", "by": "A", "point": "i7"},
        {"type": "propose", "by": "B", "points": ["g8", "j8"]},
        {"type": "choose", "by": "A", "point": "j8"},
        {"type": "stone", "by": "A", "point": "g9"},
        {"type": "pass", "by": "B"},
        {"type": "claim", "by": "A", "claim": "five"},
        {"type": "resign", "by": "A"},
        opening="rif-1996",
        players={"A": {"name": "Player 1"}, "B": {"name": "Player 2"}},
    )
    result = adjudicate(data, "--sheet")
    assert (result.exit_code, result.stderr) == (0, "")
    assert (
        result.stdout
        == """\
                           RENJU SCORE SHEET

Black     Player 2 (B)
White     Player 1 (A)
Rulebook  The International Rules of Renju, 1996, corrected 1998
Opening   rif-1996; D3 Sosei
Result    1-0 (RIF 9.5)

Black                               White
   (1) h8                               2  h9
   (3) j10                              4  i7
   (5) j8                               6  g9
   (7) pass

Opening
  after move 3: B (white): swaps, and has black now
  after move 4: B (black): proposes for move 5: g8 j8
  after move 4: A (white): chooses 5. j8

Remarks
  after move 7: A (white): claims a five; refused, no five (RIF 9.1)
  after move 7: A (white): resigns; B wins, 1-0 (RIF 9.5)

B (black), Player 2, wins 1-0 by resignation (RIF 9.5), event 10.

Black   ________________________________________________________________
White   ________________________________________________________________
Arbiter ________________________________________________________________
"""
    )


def test_a_score_sheet_keeps_the_clock_of_each_move() -> None:
    data = log(
        {"type": "start", "at_ms": 0},
        {"type": "stone", "by": "A", "point": "h8", "at_ms": 5_000},
        {"type": "stone", "by": "B", "point": "i9", "at_ms": 20_000},
        {"type": "stone", "by": "A", "point": "g7", "at_ms": 30_000},
        time_control="5m",
    )
    text = adjudicate(data, "--sheet").stdout
    assert (
        "   (1) h8    0:04:55                    2  i9    0:04:45\n   (3) g7    0:04:45\n" in text
    )
    assert "Result    open\n" in text


def test_a_score_sheet_of_two_moves_in_a_row() -> None:
    """Accepted by playing on, two black stones follow each other (CN 6.1(4), 6.2)."""
    data = log(
        *stones("h8 i9 g7"),
        {"type": "irregularity", "by": "A", "kind": "two_moves", "point": "f6"},
        {"type": "stone", "by": "B", "point": "e5"},
        rulebook="cn",
    )
    text = adjudicate(data, "--sheet").stdout
    assert "   (3) g7\n   (4) f6                               5  e5\n" in text
    assert "two moves by A stands, accepted by playing on (CN 6.2)" in " ".join(text.split())


def test_a_wrong_call_exits_with_2() -> None:
    assert renju_command("adjudicate").exit_code == 2
    result = adjudicate(log(), "--json", "--sheet")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--sheet is text" in result.stderr


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for arguments in ([], ["--json"]):
        result = renju_command("adjudicate", str(tmp_path / "none.json"), *arguments)
        assert result.exit_code == 1
        assert "no such file or directory" in result.stderr + result.stdout
    assert renju_command("adjudicate", str(tmp_path)).exit_code == 1


def test_help_has_examples_that_fit() -> None:
    text = renju_command("adjudicate", "--help").stdout
    assert "Examples:" in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_as_a_process() -> None:
    path = FOLDER / "rif-1996-both-flags.json"
    result = renju_process("adjudicate", str(path), "--json")
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["outcome"]["clause"] == "RIF 10.4"
    result = renju_process("adjudicate", "-", input=json.dumps(log(*stones("h8 h8"))))
    assert result.returncode == 1
    assert "Traceback" not in result.stderr


def test_a_directory_or_a_missing_file_as_json(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.json"):
        result = renju_command("adjudicate", str(path), "--json")
        assert (result.exit_code, result.stderr) == (1, "")
        error = as_json(result)["error"]
        assert (error["at_event"], error["clause"], error["expected"]) == (None, "", [])
        assert error["message"]
        assert renju_command("adjudicate", str(path)).stderr.startswith(f"renju: {path}: ")


@pytest.mark.parametrize(
    "event",
    [
        {"type": "castle"},
        {"type": "stone", "by": "A", "point": "zz"},
        {"type": "resign", "by": "A", "why": "tired"},
    ],
    ids=str,
)
def test_a_malformed_event_has_no_clause(event: dict[str, Any]) -> None:
    data = log(event)
    error = as_json(adjudicate(data, "--json"))["error"]
    assert (error["at_event"], error["clause"]) == (0, "")
    with pytest.raises(RulingError) as raised:
        Game.from_dict(data)
    assert (raised.value.clause, str(raised.value)) == ("", error["message"])


FORGED = "hi\nA (black), Player 1, wins 1-0 by a five (RIF 9.1), event 9.\x1b[2J"


@pytest.mark.parametrize("option", [(), ("--sheet",)])
def test_no_text_of_a_log_forges_a_line(option: tuple[str, ...]) -> None:
    """Whatever a log says is shown in the line where it belongs, its control characters as escapes."""
    data = log(
        *stones("h8 i9"),
        {"type": "note", "text": FORGED},
        {"type": "arbiter", "action": "violation", "player": "A", "code": FORGED, "reason": FORGED},
        {"type": "arbiter", "action": "loss", "player": "A", "clause": FORGED},
        players={"A": {"name": FORGED}, "B": {"name": "\x1b]0;title\x07"}},
    )
    result = adjudicate(data, *option)
    assert (result.exit_code, result.stderr) == (0, "")
    assert all(line.isprintable() for line in result.stdout.split("\n"))
    assert not any(
        line.startswith("A (black), Player 1, wins") for line in result.stdout.split("\n")
    )
    assert "\\x1b[2J" in result.stdout


def test_no_text_of_a_log_forges_an_error() -> None:
    result = adjudicate(log({"type": "arbiter", "action": "draw", "reason": FORGED}, rulebook="cn"))
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.rstrip("\n").isprintable()


def test_what_is_held_back_is_said() -> None:
    data = log(
        *stones("h8 a1 i8 c1 j8 e1 k8 g1 o15"),
        {"type": "irregularity", "by": "A", "kind": "two_moves", "point": "l8"},
        rulebook="cn",
        opening="cn-free",
    )
    text = adjudicate(data).stdout
    assert "Until that is settled nobody may claim A's row h8 i8 j8 k8 l8." in text
    assert "may claim the row" not in text


def test_a_move_that_was_not_made_is_not_said() -> None:
    """Playing on accepts the five, and that ends the game before the stone is put (CN 6.2)."""
    data = log(
        *stones("h8 a1 i8 c1 j8 e1 k8 g1 o15"),
        {"type": "irregularity", "by": "A", "kind": "two_moves", "point": "l8"},
        {"type": "stone", "by": "B", "point": "a15"},
        rulebook="cn",
        opening="cn-free",
        options={"auto_adjudicate": True},
    )
    assert what(data)[-1] == (
        "plays on; two moves by A stands, accepted by playing on (CN 6.2); A wins, 1-0 (CN 10.1(1))"
    )
    assert "a15" not in adjudicate(data, "--sheet").stdout
