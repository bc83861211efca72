from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import renju
from cli_support import FIVE, FOUL, GAMES, RING, as_json, renju_command, renju_process
from renju import Board, conformance


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file with four games, of which one has a fault."""
    path = tmp_path / "some.txt"
    path.write_text(GAMES, "utf-8")
    return path


# As a whole


def test_version_and_help() -> None:
    assert renju_command("--version").stdout.strip().endswith(renju.__version__)
    for command in ([], ["analyze"], ["explain"], ["show"], ["suite"], ["suite", "check"],
                    ["suite", "export"], ["info"]):  # fmt: skip
        result = renju_command(*command, "--help")
        assert result.exit_code == 0
        assert "Usage: " in result.stdout
        assert "Examples:" in result.stdout
        assert all(len(line) <= 80 for line in result.stdout.splitlines())


@pytest.mark.parametrize(
    "call",
    [
        ["frobnicate"],
        ["analyze", "--frobnicate"],
        ["analyze", "--reading", "japanese"],
        ["analyze", "--from", "nonesuch"],
        ["analyze", "--limit", "0"],
        ["analyze", "--limit", "many"],
        ["explain"],
        ["explain", ""],
        ["explain", "h8 i9"],
        ["explain", "h8 pass"],
        ["explain", "h8", "i9", "g7"],
        ["explain", "h8", "i9", "--black", "g7"],
        ["explain", "--black", RING],
        ["show"],
        ["show", "h8", "--black", "a1"],
        ["show", "h8", "--symmetry", "upside-down"],
        ["show", "h8", "--to-move", "green"],
        ["suite", "frobnicate"],
        ["suite", "--set", "mapz"],
        ["suite", "--json", "export", "somewhere"],
        ["suite", "export"],
        ["suite", "check"],
        ["suite", "check", "--command", ""],
        ["suite", "check", "--command", "'unbalanced"],
        ["suite", "check", "--command", "cat", "--timeout", "0"],
        ["info", "--no-such"],
    ],
)
def test_a_wrong_call_exits_with_2(call: list[str]) -> None:
    result = renju_command(*call)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Error: " in result.stderr


def test_as_a_process() -> None:
    result = renju_process("explain", "--black", RING, "h8")
    assert (result.returncode, result.stderr) == (0, "")
    assert "h8 is legal" in result.stdout
    assert renju_process("analyze", "--frobnicate").returncode == 2
    result = renju_process("explain", "h8 zz")
    assert (result.returncode, result.stdout) == (1, "")
    assert "Traceback" not in result.stderr


def test_no_color_unless_it_is_a_terminal() -> None:
    env = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    result = renju_process("analyze", "-", env=env, input=f"{FIVE}\nzz\n")
    assert result.returncode == 1
    assert "\x1b" not in result.stdout + result.stderr


def test_a_terminal_without_unicode() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    assert renju_process("analyze", "-", env=env, input="h8 h9 i9\n").returncode == 0
    assert renju_process("analyze", "-", env=env, input="寒星\n").returncode == 1


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals")
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_reader_that_goes_away(tmp_path: Path, more: list[str]) -> None:
    many = tmp_path / "many.txt"
    many.write_text(f"{FIVE}\n" * 5_000)
    command = [sys.executable, "-m", "renju", "analyze", str(many), *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt() -> None:
    command = [sys.executable, "-m", "renju", "analyze", "-", "--json"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:  # type: ignore[call-overload]
        # the beginning of the JSON is printed when it waits for its input
        assert process.stdout.read(1) == b"{"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert b"Traceback" not in process.stderr.read()


# renju analyze


def test_analyze_judges_the_rest_of_a_file_with_a_fault(games: Path) -> None:
    result = renju_command("analyze", str(games))
    assert result.exit_code == 1
    assert f"{games}: line 4: 'zz' is no point" in result.stderr
    assert result.stderr.count("\n") == 1
    table = result.stdout.partition("\n\n")[0].splitlines()
    assert table[0] == f"{games}: 4 games"
    rows = {line.split()[0]: line for line in table[1:]}
    assert "9 d8 black" in rows["2"]
    assert "black five, move 9" in rows["2"]
    assert "I9 Gingetsu" in rows["2"]
    assert "unreadable after move 3" in rows["4"]
    assert "9 g8 double-three" in rows["5"]
    assert "foul, move 9" in rows["5"]
    assert "D4 Kagetsu" in rows["6"]
    assert "4 games, 25 moves (1 pass)" in result.stdout
    assert "positions a second" in result.stdout


def test_analyze_of_a_foul_is_no_fault() -> None:
    result = renju_command("analyze", "-", text=f"{FOUL}\n")
    assert (result.exit_code, result.stderr) == (0, "")


def test_analyze_json(games: Path) -> None:
    result = renju_command("analyze", str(games), "-", "--json", text="h8 i9\n")
    assert result.exit_code == 1
    data = as_json(result)
    assert [(g["file"], g["place"], g["length"]) for g in data["games"]] == [
        (str(games), "line 2", 9),
        (str(games), "line 4", 3),
        (str(games), "line 5", 9),
        (str(games), "line 6", 4),
        ("-", "line 1", 2),
    ]
    assert data["games"][2]["fouls"] == [{"move": 9, "point": "g8", "verdict": "double-three"}]
    assert data["games"][0]["end"]["kind"] == "black five"
    assert [c["place"] for c in data["complaints"]] == ["line 4"]
    assert data["totals"]["games"] == 5
    assert data["totals"]["positions"] == 26
    assert result.stderr.startswith("renju: ")


def test_analyze_of_the_packaged_games() -> None:
    result = renju_command("analyze")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "positions a second" in result.stdout
    data = as_json(renju_command("analyze", "--json"))
    assert len(data["games"]) >= 200
    assert data["totals"]["allowed_double_threes"] > 0
    assert any(game["fouls"] for game in data["games"])


def test_analyze_limit_and_no_table(games: Path) -> None:
    result = renju_command("analyze", str(games), "--limit", "2")
    assert "… and 2 games more" in result.stdout
    assert "9 g8" not in result.stdout
    result = renju_command("analyze", str(games), "--no-table")
    assert str(games) not in result.stdout
    assert "4 games, 25 moves" in result.stdout


def test_analyze_reading_and_dialect() -> None:
    moves = "h8 a1 f8 c1 j8\n"
    assert as_json(renju_command("analyze", "-", "--skip-i", "--json", text=moves))["games"][0][
        "moves"
    ] == ["h8", "a1", "f8", "c1", "i8"]
    stones = "f8 i8 h7 h6 g4 g5 g6 g7"
    whites = ["a1", "c1", "e1", "a3", "c3", "e3", "a5", "c5"]
    game = " ".join(f"{b} {w}" for b, w in zip(stones.split(), whites, strict=True)) + " h8"
    for reading, verdict in (("rif", "legal"), ("permitted", "double-three")):
        data = as_json(renju_command("analyze", "-", "--reading", reading, "--json", text=game))
        assert data["games"][0]["verdicts"][-1] == verdict
        assert data["reading"] == reading


def test_analyze_diagrams(tmp_path: Path) -> None:
    diagram = tmp_path / "board.txt"
    diagram.write_text(str(Board(black="a1 b1 c1 d1 e1")))
    result = renju_command("analyze", str(diagram))
    assert result.exit_code == 0
    assert "0 on 5" in result.stdout
    assert "black five, set up" in result.stdout


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "there is no game in it"),
        (b"# nothing\n\n", "there is no game in it"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "no known format"),
        (b"h8 i9\n\xff\xfe\xff\n", "line 2"),
        (b"h8 i9\0g7\n", "no known format"),
        (b"\xff\xfeh", "no known format"),
        (b"h8 h8\n", "line 1: move 2: h8 is occupied by the black stone of move 1"),
        (b"h8 j16\n", "line 1: 'j16' is off the board: ranks run from 1 to 15"),
        (b"h8 i0\n", "line 1: 'i0' is off the board"),
        (b"\n" + b".........X.....\n" * 14, "14 lines"),
        (("h8 " + "9" * 5000 + "\n").encode(), "line 1"),
        ("h8 дом\n".encode("cp1251"), "line 1"),
    ],
)  # fmt: skip
def test_analyze_of_a_bad_file(tmp_path: Path, content: bytes, said: str) -> None:
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_bytes(content)
    good.write_text(FIVE)
    result = renju_command("analyze", str(bad), str(good))
    assert result.exit_code == 1
    assert f"{bad}: " in result.stderr
    assert said.lower() in result.stderr.lower()
    assert "black five, move 9" in result.stdout
    result = renju_command("analyze", str(bad), str(good), "--json")
    assert result.exit_code == 1
    data = as_json(result)
    assert data["games"][-1]["end"]["kind"] == "black five"
    assert data["complaints"]


def test_analyze_of_what_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = tmp_path / "missing.txt"
    result = renju_command("analyze", str(missing), str(tmp_path), "-", text=FIVE)
    assert result.exit_code == 1
    assert result.stderr == (
        f"renju: {missing}: no such file or directory\nrenju: {tmp_path}: is a directory\n"
    )
    assert "black five, move 9" in result.stdout
    assert renju_command("analyze", str(missing)).stdout == ""

    def refuse(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    result = renju_command("analyze", str(missing))
    assert (result.exit_code, result.stderr) == (1, f"renju: {missing}: permission denied\n")


def test_analyze_of_a_name_with_a_zero_byte() -> None:
    assert renju_command("analyze", "a\0b").exit_code == 1


# renju suite


def test_suite() -> None:
    result = renju_command("suite")
    assert (result.exit_code, result.stderr) == (0, "")
    assert all(name in result.stdout for name in conformance.sets())
    assert "differ" not in result.stdout
    data = as_json(renju_command("suite", "--json", "--set", "nested"))
    assert [r["reading"] for r in data["readings"]] == ["rif", "permitted"]
    assert all(reading["ok"] for reading in data["readings"])
    assert [part["name"] for part in data["readings"][0]["sets"]] == ["nested"]


def test_suite_where_the_core_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "labels", lambda board, **_: "." * 225)
    result = renju_command("suite", "--set", "mined")
    assert result.exit_code == 1
    assert " differ" in result.stdout
    assert "more positions differ" in result.stdout
    assert isinstance(result.exception, SystemExit)


def test_suite_export(tmp_path: Path) -> None:
    where = tmp_path / "out"
    result = renju_command("suite", "export", str(where))
    assert result.exit_code == 0
    assert result.stdout.split() == [str(where / f"{n}.jsonl") for n in conformance.sets()] + [
        str(where / "README.md")
    ]
    result = renju_command("suite", "export", str(where))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "--force replaces them" in result.stderr
    data = as_json(renju_command("suite", "export", str(where), "--force", "--json"))
    assert len(data["files"]) == 6
    for wrong in (where / "README.md", where / "README.md" / "below"):
        result = renju_command("suite", "export", str(wrong))
        assert result.exit_code == 1
        assert str(wrong) in result.stderr


@pytest.fixture
def permitted_engine(tmp_path: Path) -> str:
    script = tmp_path / "engine.py"
    script.write_text(
        "import sys\n"
        "from renju.conformance import labels\n"
        "for line in sys.stdin:\n"
        "    print(labels(line.rstrip(), reading='permitted'), flush=True)\n"
    )
    return f'"{sys.executable}" "{script}"'


def test_suite_check(permitted_engine: str) -> None:
    call = ["suite", "check", "--command", permitted_engine, "--set", "mined"]
    result = renju_command(*call, "--reading", "permitted")
    assert (result.exit_code, result.stderr) == (0, "")
    result = renju_command(*call)
    assert (result.exit_code, result.stderr) == (1, "")
    position, point = next(
        (position, point)
        for position in conformance.load("mined")
        for point in position.answers[renju.Reading.PERMITTED]
        if point not in position.answers[renju.Reading.RIF]
    )
    assert position.id in result.stdout
    assert f"{point}: expected legal, got double-three" in result.stdout
    assert str(Board.from_text(position.board).explain(point)) in result.stdout
    data = as_json(renju_command(*call, "--json"))
    assert data["differences"][0]["point"] == str(point)
    assert data["outcome"] == "completed"
    assert position.id not in renju_command(*call, "--show", "0").stdout


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("no-such-program-anywhere", "could not be started"),
        (f'"{sys.executable}" -c "raise SystemExit(3)"', "crashed: at published-001"),
        (f'"{sys.executable}" -c "import time; time.sleep(600)"', "did not answer in time"),
        (f'"{sys.executable}" -c "print(\'hello\', flush=True); input()"', "'hello'"),
    ],
)
def test_suite_check_of_a_bad_program(command: str, said: str) -> None:
    call = ["suite", "check", "--command", command, "--timeout", "0.5"]
    result = renju_command(*call)
    assert (result.exit_code, result.stdout) == (1, "")
    assert said in result.stderr
    data = as_json(renju_command(*call, "--json"))
    assert data["ok"] is False
    assert data["outcome"] != "completed"


# renju info


def test_info() -> None:
    result = renju_command("info")
    assert result.exit_code == 0
    for name, value in renju.build_info().items():
        assert name in result.stdout
        if isinstance(value, str):
            assert value in result.stdout
    assert as_json(renju_command("info", "--json")) == json.loads(json.dumps(renju.build_info()))


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
@pytest.mark.parametrize("columns", [80, 120])
def test_on_a_terminal(columns: int) -> None:
    import fcntl  # noqa: PLC0415
    import pty  # noqa: PLC0415
    import struct  # noqa: PLC0415
    import termios  # noqa: PLC0415

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    command = [sys.executable, "-m", "renju", "explain", "--black", RING, "h8"]
    env = {**os.environ, "TERM": "xterm-256color"}
    env.pop("NO_COLOR", None)
    env.pop("COLUMNS", None)
    with subprocess.Popen(command, stdout=theirs, stdin=theirs, stderr=theirs, env=env) as process:
        os.close(theirs)
        said = b""
        with contextlib.suppress(OSError):  # the end of a pseudo-terminal
            while chunk := os.read(ours, 65_536):
                said += chunk
        assert process.wait(60) == 0
    os.close(ours)
    assert b"\x1b[1m" in said
    lines = said.decode().replace("\x1b[1m", "").replace("\x1b[0m", "").split("\r\n")
    assert max(map(len, lines)) <= columns
    assert len(max(lines, key=len)) > columns - 20
