from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import renju
from cli_support import FIVE, FOUL, GAMES, as_json, renju_command, renju_process
from renju import bulk
from renju.bulk import work

TEXTS = [FIVE, FOUL, "h8 i9 g7", "h8 pass h9"] * 30


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text("\n".join(TEXTS))
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def table_of(text: str) -> dict[str, str]:
    """The lines of the summary after its first, by their names."""
    return dict(re.split(r"  +", line, maxsplit=1) for line in text.splitlines()[1:])


def test_a_folder(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = renju_command("scan", str(games), "--output", str(out))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[0] == "120 games, 720 moves"
    facts = table_of(result.stdout)
    assert facts["positions"] == "690"
    assert facts["overlines"] == "0"
    assert facts["double-threes"] == "30"
    assert facts["rows"] == "120, one per game"
    assert facts["problems"] == "0"
    assert re.fullmatch(r"[\d.e-]+ s: [\d,]+ positions a second", facts["time"])
    assert facts["output"] == f"{out}: 1 file of rows, in {out / 'manifest.json'}"
    assert "report" not in facts
    rows = pq.read_table(out / "games")
    assert rows.equals(renju.scan(games))


@pytest.mark.parametrize("ending", ["parquet", "jsonl", "csv"])
def test_a_file(games: Path, tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"moves.{ending}"
    call = ("--output", str(out), "--per", "move", "--columns", "game, move,move_text,label")
    result = renju_command("scan", str(games), *call, "--threads", "2")
    assert result.exit_code == 0
    facts = table_of(result.stdout)
    assert (facts["rows"], facts["output"]) == ("720, one per move", str(out))
    other = tmp_path / f"other.{ending}"
    renju.scan(games, other, per="move", columns=["game", "move", "move_text", "label"])
    assert out.read_bytes() == other.read_bytes()


def test_options_reach_the_job(tmp_path: Path) -> None:
    path, out = tmp_path / "games.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"line": [FIVE, FOUL], "won": ["1-0", "0-1"]}), path)
    columns = "length,result,foul,foul_outcome,canonical_key"
    result = renju_command(
        *("scan", str(path), "--output", str(out), "--columns", columns, "--key-after", "3"),
        *("--moves-column", "line", "--result-column", "won", "--reading", "permitted"),
    )
    assert result.exit_code == 0, result.output
    first, second = pq.read_table(out).to_pylist()
    assert (first["length"], first["result"]) == (9, "1-0")
    assert (second["foul"], second["foul_outcome"]) == ("double-three", "claimed")
    assert first["canonical_key"] == renju.Board("h8 i9 g8").canonical_key
    sgf = tmp_path / "a.sgf"
    sgf.write_bytes("(;C[я];B[ha])".encode("cp1251"))
    moves = tmp_path / "moves.jsonl"
    call = ("--from", "sgf-from-bottom", "--encoding", "cp1251", "--columns", "moves")
    assert renju_command("scan", str(sgf), "--output", str(moves), *call).exit_code == 0
    assert moves.read_text() == '{"moves": "h1"}\n'


def test_boards(tmp_path: Path) -> None:
    path, out = tmp_path / "boards.parquet", tmp_path / "out.parquet"
    boards = np.zeros((3, 225), np.uint8)
    boards[1, [int(renju.Point(p)) for p in ("h8", "i8", "g9", "g10")]] = 1
    cells = pa.FixedSizeListArray.from_arrays(pa.array(boards.reshape(-1)), 225)
    pq.write_table(pa.table({"stones": cells}), path)
    call = ("scan", str(path), "--per", "position", "--board-column", "stones")
    result = renju_command(*call, "--output", str(out))
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("3 boards\n")
    facts = table_of(result.stdout)
    assert (facts["rows"], facts["double-three points"]) == ("3, one per position", "1")
    assert pq.read_table(out)["double_threes"].to_pylist() == [0, 1, 0]
    result = renju_command(*call, "--report", str(tmp_path / "r.html"))
    assert result.exit_code == 2
    assert "there is none with --per position" in " ".join(result.stderr.split())


def test_json(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    found = as_json(renju_command("scan", str(games), "--output", str(out), "--json"))
    assert found.pop("seconds") >= 0
    assert found.pop("positions_per_second") > 0
    assert found == {
        "games": 120, "moves": 720, "positions": 690,
        "fouls": {"overline": 0, "double-four": 0, "double-three": 30},
        "rows": 120, "problems": 0, "resumed": 0, "files": [str(out)],
    }  # fmt: skip


def test_a_report_without_rows_and_with_them(games: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "a.html", tmp_path / "out" / "b.html"
    result = renju_command("scan", str(games), "--report", str(first), "--threads", "2")
    assert result.exit_code == 0, result.output
    facts = table_of(result.stdout)
    assert facts["report"] == str(first)
    assert not {"rows", "output"} & set(facts)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "games.txt"]
    call = ("scan", str(games), "--output", str(tmp_path / "out"), "--report", str(second))
    assert renju_command(*call, "--per", "move").exit_code == 0
    assert first.read_bytes() == second.read_bytes()
    assert b"<svg" in first.read_bytes()
    assert as_json(renju_command("scan", str(games), "--report", str(first), "--json"))["rows"] == 0


# Resume


def test_a_job_that_was_interrupted_goes_on(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = ("scan", str(games), "--shard-games", "10", "--output")
    whole, out = tmp_path / "whole", tmp_path / "out"
    assert renju_command(*call, str(whole)).exit_code == 0
    judge, calls = work.judge, []

    def interrupted(*arguments: Any) -> Any:
        calls.append(1)
        if len(calls) == 6:
            raise KeyboardInterrupt
        return judge(*arguments)

    monkeypatch.setattr(work, "judge", interrupted)
    result = renju_command(*call, str(out))
    assert result.exit_code == 130
    assert result.stdout == ""
    assert result.stderr == "renju: interrupted: the same call with --resume goes on\n"
    assert len(list((out / "games").glob("[!.]*"))) == 5

    result = renju_command(*call, str(out))
    assert result.exit_code == 2
    assert "holds a job already: --resume goes on with it" in " ".join(result.stderr.split())
    result = renju_command(*call, str(out), "--resume", "--per", "move")
    assert result.exit_code == 2
    assert "holds another job: there per is 'game'" in " ".join(result.stderr.split())

    before = len(calls)
    found = as_json(renju_command(*call, str(out), "--resume", "--json"))
    assert len(calls) - before == 7  # of twelve shards
    assert (found["games"], found["resumed"]) == (120, 50)
    assert found["positions_per_second"] is None  # the time is of the last stretch only
    assert contents(out) == contents(whole)

    result = renju_command(*call, str(out), "--resume")
    assert result.exit_code == 0
    assert table_of(result.stdout)["time"].endswith("; 120 games had been done before")
    assert contents(out) == contents(whole)


def test_another_job_is_told_in_the_words_of_the_command(games: Path, tmp_path: Path) -> None:
    call = ("scan", str(games), "--resume", "--output")
    report = ("--report", str(tmp_path / "a.html"))
    plain, with_report = str(tmp_path / "plain"), str(tmp_path / "with-report")
    assert renju_command(*call, plain).exit_code == 0
    assert renju_command(*call, with_report, *report).exit_code == 0
    assert renju_command(*call, with_report, *report).exit_code == 0
    for arguments, said in (
        ((plain, *report), "it was begun without --report, and lacks its counts"),
        ((with_report,), "it was begun with --report: give that again"),
        (
            (plain, "--shard-games", "9"),
            "another --shard-games: there rows_a_chunk is 4096, here 9",
        ),
        ((plain, "--shard-games", "5000"), "another --shard-games: there chunks_a_shard is 24"),
    ):
        result = renju_command(*call, *arguments)
        assert result.exit_code == 2
        assert said in " ".join(result.stderr.split())


def test_an_interrupted_file_is_not_there(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "judge", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    result = renju_command("scan", str(games), "--output", str(tmp_path / "out.parquet"))
    assert result.exit_code == 130
    assert "nothing is written; a folder as --output can be gone on with" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["games.txt"]


def test_control_c_in_a_process(tmp_path: Path) -> None:
    """The job waits for a pipe that says nothing, so it is surely at work when the signal comes."""
    pipe = tmp_path / "games.txt"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "renju", "scan", str(pipe), "--output", str(tmp_path / "out")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8")
    with process, pipe.open("wb"):  # opens when the job opens it to read
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert said == "renju: interrupted: the same call with --resume goes on\n"


# What is wrong


def test_bad_files_are_named_and_the_rest_is_judged(games: Path, tmp_path: Path) -> None:
    bad, broken, out = tmp_path / "bad.txt", tmp_path / "b.parquet", tmp_path / "out"
    bad.write_text(GAMES)
    broken.write_bytes(b"PAR1 no more")
    result = renju_command("scan", str(bad), str(broken), str(games), "--output", str(out))
    assert result.exit_code == 1
    lines = result.stderr.splitlines()
    assert lines[0].startswith(f"renju: {bad}: line 4: ")
    assert any(line.startswith(f"renju: {broken}: ") for line in lines)
    kept = pq.read_table(out / "problems.parquet").to_pylist()
    assert len(kept) == len(lines)
    facts = table_of(result.stdout)
    assert facts["problems"] == f"{len(lines)}, in {out / 'problems.parquet'}"
    assert pq.read_table(out / "games").num_rows == 124


def test_many_problems_are_named_up_to_twenty(tmp_path: Path) -> None:
    path, out = tmp_path / "games.parquet", tmp_path / "out.csv"
    pq.write_table(pa.table({"moves": ["h8 zz"] * 27}), path)
    result = renju_command("scan", str(path), "--output", str(out))
    assert result.exit_code == 1
    *named, last = result.stderr.splitlines()
    assert len(named) == 20
    assert named[3].startswith(f"renju: {path}: row 3: ")
    assert last == f"renju: … and 7 more problems; all are in {tmp_path / 'out.problems.parquet'}"
    assert pq.read_table(tmp_path / "out.problems.parquet").num_rows == 27
    result = renju_command("scan", str(path), "--report", str(tmp_path / "r.html"))
    assert result.stderr.splitlines()[-1] == "renju: … and 7 more problems"


def test_the_words_are_those_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    pq.write_table(pa.table({"game": [FIVE]}), path)
    result = renju_command("scan", str(path), "--output", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "there is no column 'moves': there are 'game'; --moves-column names" in " ".join(
        result.stderr.split()
    )


def test_a_path_that_names_nothing(games: Path, tmp_path: Path) -> None:
    absent, out = tmp_path / "absent", tmp_path / "out"
    result = renju_command("scan", str(games), str(absent), "--output", str(out))
    assert result.exit_code == 1
    assert result.stderr == f"renju: {absent}: there is no such file\n"
    assert not out.exists()


def test_output_that_cannot_be_written(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "absent" / "out.parquet"
    result = renju_command("scan", str(games), "--output", str(out))
    assert result.exit_code == 1
    assert f"there is no folder {out.parent}" in " ".join(result.stderr.split())
    taken = tmp_path / "taken"
    taken.write_text("precious")
    result = renju_command("scan", str(games), "--output", str(taken))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"renju: {taken}: ")
    assert taken.read_text() == "precious"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Missing argument 'IN...'"),
        (("{games}",), "say with --output where the rows go, or with --report FILE"),
        (("-", "--output", "out"), "'-': a job reads and writes files, not standard input"),
        (("{games}", "--output", "-"), "'-': a job reads and writes files, not standard input"),
        (("{games}", "--output", "a.csv", "--resume"), "--resume goes on with a folder"),
        (("{games}", "--report", "a.html", "--resume"), "--resume goes on with a folder"),
        (("{games}", "--output", "a.json"), ".json is not written: use .parquet"),
        (("{games}", "--output", "out", "--columns", "x"), "'x' is no column per game: there are"),
        (("{games}", "--output", "out", "--columns", "game,game"), "name each column once"),
        (("{games}", "--report", "a.html", "--columns", "game"), "--columns is about the rows"),
        (("{games}", "--output", "out", "--threads", "-1"), "-1 is not in the range x>=0"),
        (("{games}", "--output", "out", "--shard-games", "0"), "0 is not in the range x>=1"),
        (("{games}", "--output", "out", "--per", "year"), "'year' is not one of 'game', 'move'"),
        (("{games}", "--output", "out", "--from", "nothing"), "'nothing' is no format: known are"),
        (("{games}", "--output", "out", "--encoding", "nothing"), "'nothing' is no text encoding"),
        (("{games}", "--output", "{folder}/out.txt"), ".txt is not written: use .parquet"),
        (("{games}", "--output", "{folder}/games.txt"), "is read: write to another place"),
        (("{folder}/*.txt", "--report", "{games}"), "is read: write to another place"),
        (("{folder}", "--output", "{folder}/out"), "which is read: write to another place"),
        (("{games}", "--report", "{folder}"), "this is a folder, not a file"),
        (("{games}", "--report", "{folder}/absent/a.html"), "there is no folder"),
    ],
)
def test_wrong_calls(
    arguments: tuple[str, ...], said: str, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(games.parent)
    before = contents(games.parent)
    words = (word.format(games=games, folder=games.parent) for word in arguments)
    result = renju_command("scan", *words)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert contents(games.parent) == before
    assert not (games.parent / "out").exists()


def test_the_input_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    pq.write_table(pa.table({"moves": [FIVE]}), path)
    before = path.read_bytes()
    result = renju_command("scan", str(path), "--output", str(tmp_path / "." / "games.parquet"))
    assert result.exit_code == 2
    assert "is read: write to another place" in " ".join(result.stderr.split())
    assert path.read_bytes() == before


def test_csv_has_no_arrays(tmp_path: Path) -> None:
    path = tmp_path / "boards.parquet"
    flat = pa.FixedSizeListArray.from_arrays(pa.array(np.zeros(225, np.uint8)), 225)
    pq.write_table(pa.table({"board": flat}), path)
    result = renju_command("scan", str(path), "--per", "position", "--output", f"{tmp_path}/a.csv")
    assert result.exit_code == 2
    assert "CSV has no columns of arrays: choose columns without verdicts" in " ".join(
        result.stderr.split()
    )


# Around


@pytest.mark.parametrize("per", ["game", "move", "position"])
def test_list_columns(per: str) -> None:
    result = renju_command("scan", "--list-columns", "--per", per)
    assert result.exit_code == 0
    head, *lines = result.stdout.splitlines()
    assert head.split() == ["column", "type", "what", "it", "holds"]
    assert [line.split()[0] for line in lines] == [column.name for column in bulk.COLUMNS[per]]
    found = as_json(renju_command("scan", "--list-columns", "--per", per, "--json"))
    assert [column["name"] for column in found["columns"] if column["default"]] == list(
        bulk.schema(per).names
    )


@pytest.mark.parametrize(
    ("library", "arguments", "said"),
    [
        ("pyarrow", ("--output", "out"), 'renju scan needs pyarrow: pip install "pyrenju[arrow]"'),
        (
            "matplotlib",
            ("--output", "out", "--report", "a.html"),
            '--report needs matplotlib: pip install "pyrenju[report]"',
        ),
        (
            "matplotlib",
            ("--report", "a.html"),
            '--report needs matplotlib: pip install "pyrenju[report]"',
        ),
    ],
)
def test_without_an_extra(
    library: str, arguments: tuple[str, ...], said: str, games: Path, tmp_path: Path
) -> None:
    code = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "from renju.__main__ import main\n"
        f"sys.argv = ['renju', 'scan', {str(games)!r}, *{arguments!r}]\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"renju: {said}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["games.txt"]


def test_the_command_line_does_not_load_the_extras() -> None:
    code = "import sys, renju.cli; print({'pyarrow', 'matplotlib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize("known", [True, False])
def test_progress_on_a_terminal(known: bool, games: Path, tmp_path: Path) -> None:
    """Only on a terminal; the number of all games stands there if the file says it."""
    if known:
        path = tmp_path / "games.parquet"
        pq.write_table(pa.table({"moves": TEXTS}), path)
    else:
        path = games
    ours, theirs = pty.openpty()
    shown = bytearray()

    def read() -> None:
        try:
            while piece := os.read(ours, 4096):
                shown.extend(piece)
        except OSError:  # the other end is closed
            pass

    reader = threading.Thread(target=read)
    reader.start()
    command = [sys.executable, "-m", "renju", "scan", str(path), "--output", str(tmp_path / "out")]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=theirs, env=environment, check=True, timeout=120
    )
    os.close(theirs)
    reader.join()
    os.close(ours)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    assert "judging" in text
    assert ("120 of 120 games" if known else "120 games") in text
    assert ("of 120" in text) is known
    assert done.stdout.decode().startswith("120 games, 720 moves\n")


def test_no_progress_elsewhere(games: Path, tmp_path: Path) -> None:
    done = renju_process("scan", str(games), "--output", str(tmp_path / "out"), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["games"] == 120


def test_the_packaged_games_as_the_other_command_counts_them(tmp_path: Path) -> None:
    text = (resources.files("renju") / "data" / "games.txt").read_bytes()
    (tmp_path / "games.txt").write_bytes(text)
    found = as_json(
        renju_command("scan", f"{tmp_path}/*.txt", "--output", f"{tmp_path}/o.csv", "--json")
    )
    totals = as_json(renju_command("analyze", "--json"))["totals"]
    assert (found["games"], found["moves"]) == (totals["games"], totals["moves"])
    assert found["positions"] == totals["positions"]
