from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cli_support import renju_command, renju_process
from renju.cli.play_words import HELP, read_words
from renju.errors import NotationError
from renju.game import Game

RIF = "h8\nh9\nj10\nkeep\ni7\npropose g8 j8\nchoose j8\ng9\n"
GOMOCUP = ("--rulebook", "gomocup", "--opening", "centre")
FIVE = "h8\ni9\ng8\ni8\nf8\ni7\ne8\ni10\nd8\n"


def play(script: str, *arguments: str) -> Any:
    return renju_command("play", *arguments, text=script)


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def events_of(script: str, *arguments: str, tmp_path: Path) -> list[dict[str, Any]]:
    path = tmp_path / "log.json"
    result = play(script, *arguments, "--log", str(path))
    assert (result.exit_code, result.stderr) == (0, "")
    return read(path)["events"]  # type: ignore[no-any-return]


def test_a_script_through_an_opening(tmp_path: Path) -> None:
    events = events_of(f"# a comment\n\n{RIF}resign\n", "--opening", "rif-1996", tmp_path=tmp_path)
    assert events == [
        {"type": "stone", "by": "A", "point": "h8"},
        {"type": "stone", "by": "A", "point": "h9"},
        {"type": "stone", "by": "A", "point": "j10"},
        {"type": "keep", "by": "B"},
        {"type": "stone", "by": "B", "point": "i7"},
        {"type": "propose", "by": "A", "points": ["g8", "j8"]},
        {"type": "choose", "by": "B", "point": "j8"},
        {"type": "stone", "by": "B", "point": "g9"},
        {"type": "resign", "by": "A"},
    ]


def test_what_a_script_prints() -> None:
    result = play("h8\ni9\n", "--opening", "centre")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == (
        "The International Rules of Renju, 1996, corrected 1998 (rif-1996); opening centre"
    )
    assert lines[1:3] == ["  0  A (black)  1. h8", "  1  B (white)  2. i9"]
    assert lines[3] == "   a b c d e f g h i j k l m n o"
    assert lines[10] == " 9 . . . . . . . . O . . . . . .  9"
    assert lines[11] == " 8 . . . . . . . X . . . . . . .  8"
    assert lines[-2:] == [
        "2. i9 (white); X black, O white",
        "The game goes on: A (black) to act: stone.",
    ]


def test_soosyrv_with_a_declaration(tmp_path: Path) -> None:
    script = "h8\ni9\nh7\nswap\ni8\nn 3\nswap\npropose g8 g9 g7\nchoose g7\ni7\n"
    events = events_of(script, tmp_path=tmp_path)
    assert [event["by"] for event in events] == ["A", "A", "A", "B", "A", "A", "B", "A", "B", "B"]
    assert events[5] == {"type": "declare", "by": "A", "count": 3}


def test_lianhuan_couples(tmp_path: Path) -> None:
    script = "stones h8 i9\nswap\nstones i8 g9\nj8\n"
    events = events_of(script, "--opening", "lianhuan", tmp_path=tmp_path)
    assert events[0] == {"type": "stones", "by": "A", "points": ["h8", "i9"]}
    assert events[3] == {"type": "stone", "by": "B", "point": "j8"}


def test_exclusion(tmp_path: Path) -> None:
    pool = "pool=rif-1996,yamaguchi,jonsson"
    script = "exclude jonsson\nexclude RIF-1996\nh8\n"
    path = tmp_path / "log.json"
    result = play(script, "--opening", "exclusion", "--option", pool, "--log", str(path))
    assert result.exit_code == 0
    assert read(path)["options"] == {"pool": ["rif-1996", "yamaguchi", "jonsson"]}
    assert [event["type"] for event in read(path)["events"]] == ["exclude", "exclude", "stone"]


def test_times_in_a_script(tmp_path: Path) -> None:
    script = "@5s h8\n@65000 i9\ng7\n@2m A: resign\n"
    arguments = ["--opening", "centre", "--time", "5m+10s"]
    events = events_of(script, *arguments, tmp_path=tmp_path)
    assert [event["at_ms"] for event in events] == [0, 5000, 65000, 65000, 120000]
    assert events[0] == {"type": "start", "at_ms": 0}
    text = play(script, *arguments).stdout
    assert "  1  0:00:05  A (black)  1. h8  [0:05:05  0:05:00*]" in text
    assert "  2  0:01:05  B (white)  2. i9  [0:05:05*  0:04:10]" in text


def test_times_without_clocks_are_written(tmp_path: Path) -> None:
    events = events_of("@7s h8\ni9\n", "--opening", "centre", tmp_path=tmp_path)
    assert [event.get("at_ms") for event in events] == [7000, None]


@pytest.mark.parametrize(
    ("script", "claim", "clause"),
    [
        (f"{FIVE}claim five\n", {"claim": "five", "by": "A"}, "RIF 9.1"),
        (f"{FIVE}a1\nclaim five h8\n", {"claim": "five", "by": "A", "point": "h8"}, "RIF 9.1"),
        (
            "h8\na1\ni8\nc1\ng9\ne1\ng10\na3\ng8\nclaim foul\n",
            {"claim": "foul", "by": "B"},
            "RIF 9.2c",
        ),
    ],
)
def test_a_claim_is_made_by_whom_it_belongs_to(
    script: str, claim: dict[str, str], clause: str, tmp_path: Path
) -> None:
    events = events_of(script, "--opening", "centre", tmp_path=tmp_path)
    assert events[-1] == {"type": "claim", **claim}
    assert f"({clause})" in play(script, "--opening", "centre").stdout.splitlines()[-1]


def test_a_claim_of_time_is_the_opponents() -> None:
    result = play("@50s h8\n@2m claim time\n", "--opening", "centre", "--time", "1m")
    assert result.exit_code == 0
    assert "A (black)  claims the time; A wins, 1-0 (RIF 9.4)" in result.stdout
    result = play("@70s h8\n@80s claim time\n", "--opening", "centre", "--time", "1m")
    assert "B (white)  claims the time; B wins, 0-1 (RIF 9.4)" in result.stdout


def test_a_refused_claim_does_not_stop_a_script() -> None:
    result = play("h8\nclaim overline\ni9\n", "--opening", "centre")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "B (white)  claims an overline; refused, no overline (RIF 9.1)" in result.stdout


def test_draws(tmp_path: Path) -> None:
    script = "h8\ni9 draw\ndecline\ng7\nA: draw\naccept\n"
    events = events_of(script, "--opening", "centre", tmp_path=tmp_path)
    assert [(event["type"], event["by"]) for event in events] == [
        ("stone", "A"),
        ("stone", "B"),
        ("decline_draw", "A"),
        ("stone", "A"),
        ("offer_draw", "A"),
        ("accept_draw", "B"),
    ]
    assert events[1]["offer_draw"] is True


def test_passes_and_an_accepted_claim(tmp_path: Path) -> None:
    script = "h8\ni9\ng7\nf6\nh7\nh6\npass\npass\n"
    (tmp_path / "a").mkdir()
    events = events_of(script, "--opening", "centre", "--rulebook", "cn", tmp_path=tmp_path / "a")
    assert [event["type"] for event in events[-2:]] == ["pass", "pass"]
    script = "h8\ni9\nA: claim five\naccept\n"
    events = events_of(script, "--opening", "centre", "--rulebook", "cn", tmp_path=tmp_path)
    assert events[-1] == {"type": "accept_claim", "by": "B"}


def test_undo_is_a_proposal_that_the_other_accepts(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    script = "h8\ni9\nundo\naccept\nj10\n"
    result = play(
        script, "--opening", "centre", "--option", "rules.takeback=true", "--log", str(path)
    )
    assert (result.exit_code, result.stderr) == (0, "")
    assert read(path)["options"] == {"rules": {"takeback": True}}
    assert Game.from_dict(read(path)).state.moves_text() == "h8 j10"
    result = play("h8\nundo\n", "--opening", "centre")
    assert result.exit_code == 1
    assert "moves are not taken back" in result.stderr


def test_any_event_of_the_log(tmp_path: Path) -> None:
    script = 'h8\n{"type": "arbiter", "action": "pause"}\n{"type":"arbiter","action":"resume"}\nnote a  b\n'
    events = events_of(script, "--opening", "centre", "--rulebook", "cn", tmp_path=tmp_path)
    assert [event["type"] for event in events] == ["stone", "arbiter", "arbiter", "note"]
    assert events[3] == {"type": "note", "text": "a  b"}


def test_press(tmp_path: Path) -> None:
    arguments = ["--opening", "centre", "--time", "5m", "--option", "auto_press=false"]
    events = events_of("@5s h8\n@7s press\n@9s i9\n", *arguments, tmp_path=tmp_path)
    assert [event["type"] for event in events] == ["start", "stone", "press", "stone"]
    assert events[2] == {"type": "press", "by": "A", "at_ms": 7000}


def test_board_clock_help_and_quit() -> None:
    result = play("h8\nboard\nclock\nhelp\nquit\nzz\n", "--opening", "centre", "--time", "5m")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("a b c d e f g h i j k l m n o") == 4  # and the board at the end
    assert "A, B: 0:05:00  0:05:00*\n" in result.stdout
    assert HELP in result.stdout
    assert "there is no clock" in play("clock\n").stdout


def test_a_script_stops_at_its_first_error(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    result = play("h8\nh8\ni9\n", "--opening", "centre", "--log", str(path))
    assert result.exit_code == 1
    assert result.stderr.startswith("renju: line 2: B stone h8: h8 is occupied")
    assert len(read(path)["events"]) == 1
    result = play("h8\nh8\ni9\n", "--opening", "centre", "--keep-going")
    assert result.exit_code == 1
    assert "2. i9" in result.stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("zz", "'zz' is no point and no word: there are stones, pass"),
        ("h16", "'h16' is no point"),
        ("h8 i9", "one stone a line"),
        ("n", "n takes 1 word after it, not 0"),
        ("n three", "use a number"),
        ("propose", "name the points"),
        ("propose h16", "off the board"),
        ("choose", "takes 1 word"),
        ("claim", "takes 1 to 2 words"),
        ("claim six", "use five, overline, foul, time"),
        ("keep it", "keep takes 0 words"),
        ("accept", "no draw, claim or undo"),
        ("undo", "there is no move to take back"),
        ("@ h8", "'@' is no point and no word"),
        ("@soon h8", "@soon"),
        ("@-5 h8", "@-5"),
        ("{", "is no JSON"),
        ('{"type": "castle"}', "is no event of the game log"),
        ("[1]", "is no point and no word"),
        ("swap", "swap is not due"),
        ("pass", "pass"),
        ("press", "auto_press"),
        ("i9", "h8"),
    ],
)
def test_what_cannot_be_understood_or_done(line: str, said: str) -> None:
    result = play(f"{line}\n", "--opening", "centre")
    assert result.exit_code == 1
    assert result.stderr.startswith("renju: line 1: ")
    assert said in result.stderr


def test_words_know_who_is_meant() -> None:
    game = Game("cn", "centre").apply({"type": "stone", "by": "A", "point": "h8"})

    def event(line: str) -> dict[str, Any] | None:
        words = read_words(line, game)
        assert words is not None
        return words.event

    assert event("I9") == {"type": "stone", "by": "B", "point": "i9"}
    assert event("a: resign") == {"type": "resign", "by": "A"}
    assert event("B:h9") == {"type": "stone", "by": "B", "point": "h9"}
    assert event("-") == {"type": "pass", "by": "B"}
    assert event("claim foul") == {"type": "claim", "by": "B", "claim": "foul"}
    assert event("claim five") == {"type": "claim", "by": "B", "claim": "five"}
    assert event("Declare 4") == {"type": "declare", "by": "B", "count": 4}
    assert read_words("  ", game) is None
    assert read_words("# h8", game) is None
    with pytest.raises(NotationError, match="say who does it"):
        read_words("resign", Game("cn", "lianhuan", "5m"))


# The log


def test_the_log_is_written_after_each_event(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    result = play("h8\ni9\n", "--opening", "centre", "--names", "One", "Two", "--log", str(path))
    assert result.stdout.endswith(f"log: {path}\n")
    assert path.read_text(encoding="utf-8") == (
        "{\n"
        ' "format": "renju-game",\n "version": 1,\n "rulebook": "rif-1996",\n'
        ' "opening": "centre",\n'
        ' "players": {\n  "A": {\n   "name": "One"\n  },\n  "B": {\n   "name": "Two"\n  }\n },\n'
        ' "events": [\n'
        '  {"type": "stone", "by": "A", "point": "h8"},\n'
        '  {"type": "stone", "by": "B", "point": "i9"}\n'
        " ]\n}\n"
    )
    assert [item.name for item in tmp_path.iterdir()] == ["log.json"]  # nothing left beside it


def test_an_empty_script_writes_a_log_that_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    assert play("", "--opening", "centre", "--log", str(path)).exit_code == 0
    assert read(path)["events"] == []
    assert play("h8\n", "--resume", str(path)).exit_code == 0
    assert len(read(path)["events"]) == 1


def test_resume(tmp_path: Path) -> None:
    path, other = tmp_path / "log.json", tmp_path / "other.json"
    play("@5s h8\n", "--opening", "centre", "--time", "5m", "--log", str(path))
    before = path.read_bytes()
    result = play("@9s i9\n", "--resume", str(path), "--log", str(other))
    assert result.exit_code == 0
    assert path.read_bytes() == before
    assert [event["at_ms"] for event in read(other)["events"]] == [0, 5000, 9000]
    assert play("g7\n", "--resume", str(path)).exit_code == 0
    assert [event["at_ms"] for event in read(path)["events"]] == [0, 5000, 5000]


def test_a_log_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text("mine", encoding="utf-8")
    result = play("h8\n", "--log", str(path))
    assert result.exit_code == 2
    assert "exists: go on with it by --resume" in " ".join(result.stderr.split())
    assert path.read_text(encoding="utf-8") == "mine"
    assert play("h8\n", "--resume", str(path)).exit_code == 1
    assert path.read_text(encoding="utf-8") == "mine"


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "none" / "log.json"
    result = play("h8\n", "--log", str(path))
    assert result.exit_code == 1
    assert result.stderr == f"renju: {path}: no such file or directory\n"


def test_a_broken_log_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    play("h8\n", "--opening", "centre", "--log", str(path))
    log = read(path)
    log["events"].append(log["events"][0])
    path.write_text(json.dumps(log), encoding="utf-8")
    result = play("i9\n", "--resume", str(path))
    assert result.exit_code == 1
    assert f"{path}: event 1: " in result.stderr
    assert read(path) == log
    assert play("", "--resume", str(tmp_path / "none.json")).exit_code == 1


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["--opening", "nonesuch"], "'nonesuch' is no opening rule"),
        (["--rulebook", "nonesuch"], "is not one of"),
        (["--time", "soon"], "'soon' is no period"),
        (["--option", "auto_press"], "use KEY=VALUE"),
        (["--option", "auto_press=maybe"], "auto_press='maybe'"),
        (["--option", "nonesuch=1"], "'nonesuch' is no option"),
        (["--option", "rules.nonesuch=1"], "'nonesuch' is no key of a rulebook"),
        (["--option", "rules=1", "--option", "rules.takeback=true"], "rules"),
        (["--option", "opening.symmetry=both"], "symmetry='both'"),
        (["--resume", "x.json", "--time", "5m"], "takes the terms of the game from its log"),
        (["x"], "unexpected extra argument"),
    ],
)
def test_a_wrong_call_exits_with_2(call: list[str], said: str) -> None:
    result = play("", *call)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def test_help_has_examples_that_fit() -> None:
    text = renju_command("play", "--help").stdout
    assert "Examples:" in text
    assert all(len(line) <= 80 for line in text.splitlines())
    assert all(len(line) <= 80 for line in HELP.splitlines())


def test_as_a_process() -> None:
    result = renju_process("play", "--opening", "centre", input=f"{FIVE}claim five\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith("A (black) wins 1-0 by a five (RIF 9.1), event 9.\n")
    result = renju_process("play", "--opening", "centre", input="zz\n")
    assert (result.returncode, result.stdout.count("Traceback")) == (1, 0)


class Terminal:
    """`renju play` at a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self.leader, follower = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "renju", "play", *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env={**os.environ, "TERM": "dumb", "COLUMNS": "120"},
            start_new_session=True,
        )
        os.close(follower)
        self.shown = ""

    def until(self, text: str) -> None:
        """Read until something is shown; what stood before it is forgotten."""
        end = time.monotonic() + 60
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            if select.select([self.leader], [], [], 1)[0]:
                self.shown += os.read(self.leader, 65536).decode()
        self.shown = self.shown.partition(text)[2]

    def type(self, text: str) -> None:
        os.write(self.leader, text.encode())

    def ends(self) -> int:
        """Return the exit status."""
        return self.process.wait(timeout=60)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*arguments: str) -> Terminal:
        opened.append(Terminal(*arguments))
        return opened[-1]

    yield start
    for one in opened:
        one.process.kill()
        one.process.wait()
        os.close(one.leader)


def test_at_a_terminal(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    """Prompts, errors that are said and asked again, real time on the clock, the log at the end."""
    path = tmp_path / "log.json"
    game = terminal("--opening", "centre", "--time", "5m", "--log", str(path))
    game.until("A (black) to act: stone > ")
    game.type("zz\n")
    game.until("renju: 'zz' is no point and no word")
    game.until("A (black) to act: stone > ")
    time.sleep(0.05)
    game.type("h8\n")
    game.until("1. h8 (black); X black, O white")
    game.until("B (white) to act: stone > ")
    game.type("resign\n")
    game.until("A (black) wins 1-0 by resignation")
    assert game.ends() == 0
    events = read(path)["events"]
    assert [event["type"] for event in events] == ["start", "stone", "resign"]
    assert 50 <= events[1]["at_ms"] <= events[2]["at_ms"]


def test_the_time_ends_at_a_terminal(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    """Where a flag ends the game by itself it does so at the prompt, and the log says so."""
    path = tmp_path / "log.json"
    game = terminal(*GOMOCUP, "--time", "200ms", "--log", str(path))
    game.until("B (white) wins 0-1 on time (Gomocup)")
    assert game.ends() == 0
    assert [event["type"] for event in read(path)["events"]] == ["start", "note"]
    assert Game.from_dict(read(path)).state.moves_text() == ""


def test_an_interrupt_keeps_the_log(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    game = terminal("--opening", "centre", "--log", str(path))
    game.until("A (black) to act: stone > ")
    game.type("h8\n")
    game.until("B (white) to act: stone > ")
    game.process.send_signal(signal.SIGINT)
    assert game.ends() == 130
    assert len(read(path)["events"]) == 1
    game = terminal("--resume", str(path))
    game.until("B (white) to act: stone > ")
    game.type("\x04")  # the end of the input
    game.until("The game goes on: B (white) to act: stone.")
    assert game.ends() == 0
    assert len(read(path)["events"]) == 1


def test_a_flag_is_seen_at_the_prompt(terminal: Callable[..., Terminal]) -> None:
    """Where it must be claimed it is said, and the game waits on."""
    game = terminal("--opening", "centre", "--time", "200ms")
    game.until("a flag is down")
    game.until("A (black) to act: stone > ")
    game.type("B: claim time\n")
    game.until("B (white) wins 0-1 on time (RIF 9.4)")
    assert game.ends() == 0


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("n 99999999999999999999999", "use a number up to 221"),
        ("@9999999999999999999999 h8", "no amount of time"),
        ("note", "say what to record"),
        ("note   ", "say what to record"),
        ("decline", "declined by playing on"),
    ],
)
def test_words_that_are_refused(line: str, says: str) -> None:
    game = Game("rif-1996", "centre", options={"rules": {"takeback": True}})
    game = game.apply({"type": "stone", "by": "A", "point": "h8"})
    game = game.apply({"type": "takeback", "by": "A", "to": 0})
    with pytest.raises(NotationError, match=says):
        read_words(line, game)


def test_half_a_character_can_be_noted(tmp_path: Path) -> None:
    """JSON can write a surrogate alone; the file has it as the escape that it was."""
    event = '{"type": "note", "text": "\\ud800"}\n'
    events = events_of(event, "--opening", "centre", tmp_path=tmp_path)
    assert events == [{"type": "note", "text": "\ud800"}]
