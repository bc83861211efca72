"""Build the conformance suite that the package carries.

    python tools/make_suite.py            write python/renju/data/suite/*.jsonl
    python tools/make_suite.py --check    write nothing, exit with 1 if a file would change

The boards come from tests/data and from tools/constructed.txt; the answers are those of the slow
referee in tests/reference. It must agree with the answers that stand beside the boards already,
those of tests/data and those written by hand in constructed.txt, else nothing is written.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, get_args

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from reference import oracle

DATA = ROOT / "tests" / "data"
CONSTRUCTED = ROOT / "tools" / "constructed.txt"
SUITE = ROOT / "python" / "renju" / "data" / "suite"

READINGS: tuple[oracle.Reading, ...] = get_args(oracle.Reading)
CLAUSE_OF = {  # of every verdict that an answer names
    "five": "RIF 9.1",
    "overline": "RIF 9.2a",
    "double-four": "RIF 9.2b",
    "double-three": "RIF 9.2c",
}

# Odd and even lines of maps.txt.gz are of two kinds: an odd stride takes both.
MAPS, MAPS_STRIDE = 400, 11
NESTED, NESTED_STRIDE = 60, 7

Answers = dict[str, str]  # point -> verdict; points that are legal or hold a stone are left out
Position = dict[str, Any]  # one line of a suite file


class SuiteError(Exception):
    """A position is written wrongly, or the answer beside it is not the slow referee's."""


# Answers ------------------------------------------------------------------------------------


def answers_of(labels: str) -> Answers:
    """Return the answers that 225 label characters stand for."""
    verdict_of = {label: verdict for verdict, label in oracle.LABELS.items()}
    named = ((oracle.name_of(i), verdict_of[label]) for i, label in enumerate(labels))
    return {name: verdict for name, verdict in named if verdict in CLAUSE_OF}


def judge(board: str) -> dict[str, Answers]:
    """Return the slow referee's answers in both readings."""
    return {reading: answers_of(oracle.labels(board, reading)) for reading in READINGS}


def require(where: str, found: object, given: object) -> None:
    """Refuse a position whose given answers are not those that were found."""
    if found != given:
        raise SuiteError(f"{where}: the slow referee finds {found}, written is {given}")


def clauses_for(judged: dict[str, Answers]) -> list[str]:
    """Return the clauses that decide the answers, for a board whose source names none."""
    verdicts = {verdict for answers in judged.values() for verdict in answers.values()}
    clauses = [clause for verdict, clause in CLAUSE_OF.items() if verdict in verdicts]
    if judged["rif"] != judged["permitted"]:
        clauses += ["RIF 3", "RU 3"]
    return clauses or ["RIF 9.2"]


def summary(judged: dict[str, Answers]) -> str:
    """Say in a few words what a whole board holds, and where the readings differ."""
    numbers = Counter(judged["rif"].values())
    parts = [
        f"{numbers[verdict]} {verdict}{'s' if numbers[verdict] > 1 else ''}"
        for verdict in CLAUSE_OF
        if numbers[verdict]
    ]
    text = ", ".join(parts) or "every point legal"
    differing = {point for point, _ in judged["rif"].items() ^ judged["permitted"].items()}
    if differing:
        text += f", and the readings differ on {' '.join(sorted(differing, key=oracle.point_of))}"
    return text


# From tests/data ----------------------------------------------------------------------------


def from_json_lines(name: str) -> Iterator[Position]:
    """Convert published.jsonl or mined.jsonl."""
    for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines():
        source: Position = json.loads(line)
        judged = judge(source["board"])
        require(source["id"], judged, {reading: source[reading] for reading in READINGS})
        if point := source.get("point"):
            rif, permitted = (judged[reading].get(point, "legal") for reading in READINGS)
            note = f"A point that players asked about: {point} is {rif}"
            if rif != permitted:
                note += f", but {permitted} where a permitted move is enough"
        else:
            note = f"A board that players asked about: {summary(judged)}"
        extra = {"clauses": clauses_for(judged), "note": f"{note}."}
        for key in ("point", "published_agrees_with"):
            if key in source:
                extra[key] = source[key]
        yield {"id": source["id"], "board": source["board"], **judged, **extra}


def from_label_lines(name: str, number: int, stride: int) -> Iterator[Position]:
    """Convert every so many-th line of maps.txt.gz or nested.txt.gz."""
    with gzip.open(DATA / f"{name}.txt.gz", "rt", encoding="ascii") as lines:
        for ordinal, line in enumerate(islice(lines, 0, number * stride, stride), start=1):
            identity = f"{name}-{ordinal:04}"
            board, *given = line.split()
            judged = judge(board)
            require(identity, list(judged.values()), [answers_of(labels) for labels in given])
            yield {
                "id": identity,
                "board": board,
                **judged,
                "clauses": clauses_for(judged),
                "note": f"A made board: {summary(judged)}.",
            }


# The constructed positions ------------------------------------------------------------------


def paragraphs(text: str) -> Iterator[dict[str, str]]:
    """Read constructed.txt: a dict of the keys and values of each paragraph."""
    for paragraph in text.split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line and not line.startswith("#")]
        fields: dict[str, str] = {}
        while lines:
            key, colon, value = lines.pop(0).partition(":")
            if not colon or key in fields:
                raise SuiteError(f"{fields.get('id', 'the first line')}: cannot read {key!r}")
            if key == "diagram":
                value, lines = " ".join(lines[: oracle.SIZE]), lines[oracle.SIZE :]
            fields[key] = value.strip()
        if fields:
            yield fields


def board_in(fields: dict[str, str]) -> str:
    """Return the board of a paragraph, given as a diagram or as lists of stones."""
    if "diagram" in fields:
        return "".join(reversed(fields["diagram"].split()))
    return oracle.board_of(fields.get("black", ""), fields.get("white", ""))


def given_in(fields: dict[str, str], reading: oracle.Reading) -> Answers:
    """Return the answers written by hand in a paragraph, the legal points named too."""
    text = fields.get("both", fields.get(reading))
    if text is None:
        raise SuiteError(f"{fields['id']}: no answer in the reading {reading}")
    answers = {}
    for pair in filter(None, map(str.strip, text.split(","))):
        point, verdict = pair.split()
        answers[point] = verdict
    return answers


def constructed() -> Iterator[Position]:
    """Convert constructed.txt."""
    for fields in paragraphs(CONSTRUCTED.read_text("utf-8")):
        board = board_in(fields)
        judged = judge(board)
        for reading in READINGS:
            given = given_in(fields, reading)
            where = f"{fields['id']} ({reading})"
            require(where, {point: judged[reading].get(point, "legal") for point in given}, given)
            for point in given:
                require(f"{where}, stone on {point}", board[oracle.point_of(point)], oracle.EMPTY)
            if "rest" in fields:
                require(f"{where}, the rest", set(judged[reading]) - set(given), set())
            if "point" in fields:
                require(f"{where}, the point asked about", fields["point"] in given, True)
        yield {
            "id": f"constructed-{fields['id']}",
            "board": board,
            **judged,
            "clauses": fields["clauses"].split(", "),
            "note": fields["note"],
            **{key: fields[key] for key in ("point",) if key in fields},
        }


# The files ----------------------------------------------------------------------------------


def suite() -> dict[str, str]:
    """Return the text of every suite file by its name."""
    sets = {
        "published.jsonl": from_json_lines("published"),
        "mined.jsonl": from_json_lines("mined"),
        "maps.jsonl": from_label_lines("maps", MAPS, MAPS_STRIDE),
        "nested.jsonl": from_label_lines("nested", NESTED, NESTED_STRIDE),
        "constructed.jsonl": constructed(),
    }
    files = {}
    identities: Counter[str] = Counter()
    for name, positions in sets.items():
        lines = []
        for position in positions:
            identities[position["id"]] += 1
            lines.append(json.dumps(position, ensure_ascii=True) + "\n")
        files[name] = "".join(lines)
    require("ids that occur twice", [i for i, times in identities.items() if times > 1], [])
    return files


def main() -> int:
    """Write the suite, or compare it with the files that stand there."""
    parser = argparse.ArgumentParser(description="Build the conformance suite.")
    parser.add_argument("--check", action="store_true", help="write nothing, only compare")
    arguments = parser.parse_args()
    try:
        files = suite()
    except SuiteError as error:
        print(error, file=sys.stderr)
        return 1
    changed = 0
    for name, text in files.items():
        path = SUITE / name
        same = path.is_file() and path.read_bytes() == text.encode("ascii")
        changed += not same
        print(f"{name}: {text.count(chr(10))} positions, {'unchanged' if same else 'changed'}")
        if not same and not arguments.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("ascii"))
    return 1 if arguments.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
