from __future__ import annotations

import json
import os
import shlex
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import renju
from renju import Board, Point, Reading, Verdict, conformance
from renju.conformance import Outcome, check, check_core, labels, load

Engine = Callable[[str], list[str]]


@pytest.fixture(scope="session")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the right answer to every board in both readings, so that no engine imports renju."""
    right = {
        reading.label: {p.board: p.labels(reading) for n in conformance.sets() for p in load(n)}
        for reading in Reading
    }
    path = tmp_path_factory.mktemp("answers") / "answers.json"
    path.write_text(json.dumps(right))
    return path


@pytest.fixture
def engine(tmp_path: Path, answers: Path) -> Engine:
    """Make a program from the body of a function that is given `board` and the number of the question."""

    def make(body: str, *, before: str = "") -> list[str]:
        script = tmp_path / "engine.py"
        script.write_text(
            "import json, os, signal, sys, time\n"
            f"right = json.load(open({str(answers)!r}))\n"
            "def labels(board, reading='rif'): return right[reading][board]\n"
            f"{textwrap.dedent(before)}\n"
            "for number, line in enumerate(sys.stdin, start=1):\n"
            "    board = line.rstrip()\n"
            f"{textwrap.indent(textwrap.dedent(body), '    ')}\n"
        )
        return [sys.executable, str(script)]

    return make


RIGHT = "print(labels(board), flush=True)"


# The suite itself


def test_sets() -> None:
    assert conformance.sets() == ("published", "mined", "maps", "nested", "constructed")
    ids = [position.id for name in conformance.sets() for position in load(name)]
    assert len(ids) == len(set(ids)) > 800


@pytest.mark.parametrize("reading", Reading)
def test_our_core_agrees_at_every_point(reading: Reading) -> None:
    result = check_core(reading=reading)
    assert result.ok
    assert [part.answered for part in result.sets] == [len(load(n)) for n in conformance.sets()]
    assert sum(part.points for part in result.sets) > 100_000
    assert result.to_dict()["differences"] == []


def test_an_answer_names_only_empty_points_that_are_not_legal() -> None:
    for name in conformance.sets():
        for position in load(name):
            assert len(position.board) == 225
            assert position.clauses
            assert position.note
            for answers in position.answers.values():
                assert all(position.board[point] == "." for point in answers)
                assert not {Verdict.LEGAL, Verdict.OCCUPIED} & set(answers.values())


def test_labels() -> None:
    board = Board(black="a1 b1 c1 d1", white="o15")
    line = labels(board)
    assert line[:6] == "xxxx5."
    assert line[224] == "x"
    assert labels(str(board)) == line
    position = load("published")[0]
    assert labels(position.board) == position.labels()
    assert board.reading is Reading.RIF
    assert labels(board, reading="permitted") == line


@pytest.mark.parametrize("wrong", ["", "." * 224, "?" * 225])
def test_labels_of_no_board(wrong: str) -> None:
    with pytest.raises(renju.DiagramError):
        labels(wrong)


def test_an_unknown_set_is_named() -> None:
    for call in (lambda: load("mapz"), lambda: check_core(sets=["mapz"])):
        with pytest.raises(renju.NotationError, match="'mapz' is no set of the suite"):
            call()
    with pytest.raises(renju.NotationError, match="'mapz' is no set"):
        check([sys.executable], sets=["mapz"])


# Programs that keep to the protocol


def test_a_program_that_is_right(engine: Engine) -> None:
    told = []
    result = check(engine(RIGHT), sets=["nested"], progress=lambda *at: told.append(at))
    assert result.ok
    assert result.outcome is Outcome.COMPLETED
    assert result.detail == ""
    (part,) = result.sets
    assert (part.answered, part.agreeing, part.differing_points) == (part.size, part.size, 0)
    assert told == [(n, part.size) for n in range(1, part.size + 1)]


def test_a_program_of_the_other_reading_is_wrong_where_they_differ(engine: Engine) -> None:
    program = engine("print(labels(board, reading='permitted'), flush=True)")
    assert check(program, sets=["mined"], reading="permitted").ok
    result = check(program, sets=["mined", "published"])
    assert result.outcome is Outcome.COMPLETED
    assert not result.ok
    for part in result.sets:
        wrong = {r.position.id: {d.point for d in r.differences} for r in part.results}
        expected = {}
        for position in load(part.name):
            rif, permitted = (position.answers[reading] for reading in Reading)
            points = {p for p in rif.keys() | permitted if rif.get(p) != permitted.get(p)}
            if points:
                expected[position.id] = points
        assert wrong == expected != {}


def test_a_difference_is_told_with_its_proof(engine: Engine) -> None:
    # the stone on a1 is taken for a legal point, and every five for a legal point
    program = engine("print('.' + labels(board)[1:].replace('5', '.'), flush=True)")
    result = check(program, sets=["constructed"])
    (part,) = result.sets
    right = [position.labels() for position in load(part.name)]
    wrong = sum(line[1:].count("5") + (line[0] != ".") for line in right)
    assert part.differing_points == wrong > 50
    for found in part.results:
        for difference in found.differences:
            assert difference.got is Verdict.LEGAL
            assert found.explain(difference.point).verdict is difference.expected
    data = json.loads(json.dumps(result.to_dict()))
    assert len(data["differences"]) == part.differing_points
    assert {"point", "expected", "got", "why", "id", "set"} == set(data["differences"][0])


def test_a_command_line_is_split_and_carriage_returns_are_taken(engine: Engine) -> None:
    program = engine("sys.stdout.write(labels(board) + '\\r\\n'); sys.stdout.flush()")
    assert check(shlex.join(program), sets=["nested"]).ok


def test_much_on_standard_error_stops_nobody(engine: Engine) -> None:
    program = engine(f"sys.stderr.write('#' * 100_000)\n{RIGHT}")
    assert check(program, sets=["nested"]).ok


# Programs that do not


def after(number: int, otherwise: str) -> str:
    """Right for a while, then something else."""
    return f"if number < {number}: {RIGHT}\nelse:\n{textwrap.indent(otherwise, '    ')}"


@pytest.mark.parametrize(
    ("body", "outcome", "said"),
    [
        ("sys.exit(3)", Outcome.CRASHED, "status 3"),
        ("raise SystemExit('out of cheese')", Outcome.CRASHED, "its last words: 'out of cheese'"),
        ("sys.exit(0)", Outcome.CLOSED, "status 0"),
        ("os.close(1); time.sleep(600)", Outcome.CLOSED, "runs on"),
        ("print('...', flush=True)", Outcome.TOO_SHORT, "'...' has 3 characters"),
        ("print('', flush=True)", Outcome.TOO_SHORT, "has 0 characters"),
        ("sys.stdout.write('.' * 9); break", Outcome.TOO_SHORT, "without a line break"),
        ("print('.' * 226, flush=True)", Outcome.TOO_LONG, "226 characters"),
        ("print('.' * 10_000_000, flush=True)", Outcome.TOO_LONG, "at least"),
        ("print('.' * 224 + 'X', flush=True)", Outcome.NOT_LABELS, "'X' at character 225 (o15)"),
        ("print(board.replace('X', 'x') + ' ', flush=True)", Outcome.TOO_LONG, "226"),
        ("sys.stdout.buffer.write(b'\\xff' * 225 + b'\\n'); sys.stdout.flush()",
         Outcome.NOT_LABELS, "character 1 (a1)"),
    ],
)  # fmt: skip
def test_a_program_that_breaks_the_protocol(
    engine: Engine, body: str, outcome: Outcome, said: str
) -> None:
    result = check(engine(after(3, body)), sets=["nested"])
    assert (result.outcome, result.ok) == (outcome, False)
    assert said in result.detail
    assert "nested-0003" in result.detail
    (part,) = result.sets
    assert (part.answered, part.agreeing) == (2, 2)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_program_that_a_signal_ends(engine: Engine) -> None:
    result = check(engine("os.kill(os.getpid(), signal.SIGKILL)"), sets=["nested"])
    assert result.outcome is Outcome.CRASHED
    assert "signal SIGKILL" in result.detail


@pytest.mark.parametrize(
    "body", ["time.sleep(600)", "sys.stdout.write('....'); sys.stdout.flush(); time.sleep(600)"]
)
def test_a_program_that_is_slow(engine: Engine, body: str) -> None:
    result = check(engine(body), sets=["nested", "mined"], timeout_ms=300)
    assert result.outcome is Outcome.SLOW
    assert "nested-0001: no answer within 0.3 s" in result.detail
    assert [part.answered for part in result.sets] == [0, 0]


def test_a_program_that_never_reads(engine: Engine) -> None:
    result = check(engine("", before="time.sleep(600)"), sets=["nested"], timeout_ms=300)
    assert result.outcome is Outcome.SLOW


def test_a_program_that_writes_without_end(engine: Engine) -> None:
    answers = "while True: sys.stdout.write('.' * 225 + '\\n')"
    result = check(engine("", before=answers), sets=["nested"])
    assert result.outcome is Outcome.CHATTY
    result = check(engine("", before="while True: sys.stdout.write('.')"), sets=["nested"])
    assert result.outcome in (Outcome.TOO_LONG, Outcome.CHATTY)


def test_a_program_that_greets(engine: Engine) -> None:
    result = check(engine(RIGHT, before="print('Renju engine 1.0', flush=True)"), sets=["nested"])
    assert result.outcome in (Outcome.TOO_SHORT, Outcome.CHATTY)
    assert "Renju engine" in result.detail


def test_a_program_that_says_goodbye(engine: Engine) -> None:
    last = len(load("nested"))
    body = f"{RIGHT}\nif number == {last}: print('Bye.', flush=True)"
    result = check(engine(body), sets=["nested"])
    assert result.outcome is Outcome.CHATTY
    assert "Bye." in result.detail
    assert result.sets[0].answered == last


def test_a_program_that_stays_after_its_input_ended(engine: Engine) -> None:
    program = engine(f"{RIGHT}\nif number == {len(load('nested'))}: break")
    with Path(program[1]).open("a") as script:
        script.write("\ntime.sleep(600)\n")
    assert check(program, sets=["nested"], timeout_ms=2_000).ok


@pytest.mark.parametrize("name", ["", "no-such-program-anywhere", ".", "a\0b"])
def test_a_program_that_is_not_there(name: str, tmp_path: Path) -> None:
    command = [str(tmp_path / name) if name in ("", ".") else name]
    result = check(command, sets=["nested"])
    assert result.outcome is Outcome.MISSING
    assert repr(command[0]) in result.detail
    assert [part.answered for part in result.sets] == [0]


@pytest.mark.parametrize("command", ["", [], [""], "'unbalanced"])
def test_a_command_that_is_none(command: str | list[str]) -> None:
    with pytest.raises(ValueError, match=r"names no program|No closing quotation"):
        check(command)


def test_a_time_out_must_be_positive() -> None:
    with pytest.raises(ValueError, match="must be positive"):
        check([sys.executable], timeout_ms=0)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
@pytest.mark.parametrize("body", [RIGHT, "time.sleep(600)", "sys.exit(1)"])
def test_nothing_is_left_behind(engine: Engine, body: str, tmp_path: Path) -> None:
    noted = tmp_path / "pids"
    child = (
        "import subprocess\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(noted)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
    )
    check(engine(body, before=child), sets=["nested"], timeout_ms=3_000)
    for pid in noted.read_text().split():
        # a process that was ended may still wait for its new parent to collect it
        while _state(pid) not in ("", "Z", "X"):
            time.sleep(0.01)
    assert _state(noted.read_text().split()[0]) == ""


def _state(pid: str) -> str:
    """The state letter of a process, empty if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


# Export


def test_export(tmp_path: Path) -> None:
    where = tmp_path / "new" / "suite"
    files = conformance.export(where)
    assert sorted(file.name for file in files) == sorted(p.name for p in where.iterdir())
    assert "README.md" in {file.name for file in files}
    for name in conformance.sets():
        lines = [json.loads(x) for x in (where / f"{name}.jsonl").read_text("ascii").splitlines()]
        assert [line["id"] for line in lines] == [position.id for position in load(name)]
        assert [line["board"] for line in lines] == [position.board for position in load(name)]
        for line, position in zip(lines, load(name), strict=True):
            for reading in Reading:
                answers = {Point(p): v for p, v in line[reading.label].items()}
                assert answers == {p: v.label for p, v in position.answers[reading].items()}


def test_export_replaces_nothing_unless_told(tmp_path: Path) -> None:
    mine = tmp_path / "maps.jsonl"
    mine.write_text("mine")
    with pytest.raises(FileExistsError, match=r"maps\.jsonl"):
        conformance.export(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["maps.jsonl"]
    assert mine.read_text() == "mine"
    conformance.export(tmp_path, overwrite=True)
    assert mine.read_text() != "mine"


def test_export_to_what_is_no_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OSError, match="file"):
        conformance.export(tmp_path / "file")
    with pytest.raises(OSError, match="file"):
        conformance.export(tmp_path / "file" / "below")
    assert (tmp_path / "file").read_text() == "mine"


def test_the_readme_of_the_suite_tells_every_label_and_set(tmp_path: Path) -> None:
    conformance.export(tmp_path)
    text = (tmp_path / "README.md").read_text()
    assert all(f"`{name}.jsonl`" in text for name in conformance.sets())
    assert all(f"| `{verdict.character}` |" in text for verdict in Verdict)
