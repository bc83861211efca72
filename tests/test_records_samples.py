"""Every sample of every format: read as it is, cut at every byte, and changed at random.

`RENJU_SAMPLES=FOLDER` takes the files below another folder, `RENJU_MUTATIONS=10000` is for a long run.
"""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

import renju
from records_support import DATA
from renju import records

FOLDER = Path(os.environ.get("RENJU_SAMPLES", DATA))
SAMPLES = sorted(path for path in FOLDER.rglob("*") if path.is_file() and path.suffix != ".md")
MUTATIONS = int(os.environ.get("RENJU_MUTATIONS", "100"))  # of each sample
# The end of a file says nothing in these: a shorter game is a game, and a branch that RenLib saved has no end.
OPEN_ENDED = {
    *(
        "moves",
        "letters",
        "offsets",
        "pairs-0",
        "pairs-1",
        "indices",
        "ban",
        "pbem",
        "diagram",
        "lib",
    ),
}


def name_of(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


def read(data: bytes, path: Path, form: str | None = None) -> list[records.Record] | None:
    """The records of the bytes of a file, None if they are refused; each is sound in itself."""
    try:
        found = list(records.loads(data, name=path.name, format=form))
    except renju.FormatError as error:
        assert str(error)
        return None
    for record in found:
        board = record.board()
        assert len(board.moves) == len(record.moves)
        assert record.to_move in (None, renju.Color.BLACK, renju.Color.WHITE)
        assert record.result in ("", "1-0", "0-1", "1/2-1/2", "void")
        assert all(problem.message for problem in record.problems)
        assert all(isinstance(text, str) for text in record.headers.values())
        nodes = sum(1 for node in record.root.walk() if node.extras is not None)
        assert nodes == record.node_count + 1
    return found


def small(path: Path) -> bool:
    return path.stat().st_size <= 20_000


@pytest.mark.parametrize("path", SAMPLES, ids=name_of)
def test_samples_are_read(path: Path) -> None:
    if path.name.endswith("20x20.psq"):
        with pytest.raises(renju.FormatError, match="a board of 20x20"):
            list(records.read(path))
        return
    found = read(path.read_bytes(), path)
    assert found
    assert [record.moves for record in found] == [record.moves for record in records.read(path)]
    assert any(record.moves or record.black for record in found) or "result_forms" in path.name


@pytest.mark.parametrize("path", SAMPLES, ids=name_of)
def test_samples_through_json(path: Path) -> None:
    found = read(path.read_bytes(), path) or []
    data, losses = records.dumps(found, "json")
    assert losses == []
    again = list(records.loads(data))
    assert [(r.moves, r.black, r.white, dict(r.headers)) for r in again] == [
        (r.moves, r.black, r.white, dict(r.headers)) for r in found
    ]
    assert [r.node_count for r in again] == [r.node_count for r in found]


@pytest.mark.parametrize("path", list(filter(small, SAMPLES)), ids=name_of)
def test_samples_cut_at_every_byte(path: Path) -> None:
    data = path.read_bytes()
    whole = read(data, path)
    if whole is None:
        return
    form = next(filter(None, (record.format for record in whole)))
    lines = [record.moves for record in whole]
    for size in range(len(data)):
        found = read(data[:size], path, form)
        if found is None:
            continue
        for before, after in zip(lines, found, strict=False):
            cut = after.moves[:-1] if after is found[-1] else after.moves
            assert cut == before[: len(cut)], size  # the last one may be h1 of h11
        if form in OPEN_ENDED or any(record.problems for record in found):
            continue
        if (
            found and found[-1].black
        ):  # the moves of a board below it are cut off: it shows the stones
            found.pop()
        assert [record.moves for record in found] == lines[: len(found)], size
        assert not found or len(found) == len(lines) or _between(data, size), size


def _between(data: bytes, size: int) -> bool:
    """Whether the cut is between two lines or games, where the file may well have ended."""
    return re.match(rb"\s*\Z|[\s;)]*[\r\n(]", data[size:]) is not None


@pytest.mark.parametrize("path", SAMPLES, ids=name_of)
def test_mutations_of_samples(path: Path) -> None:
    """No crash and no endless run; what is read is sound, named or not."""
    data = path.read_bytes()
    form = records.sniff(records.Source(data, path.name)).name
    rng = random.Random(path.name)
    for number in range(MUTATIONS):
        mutant = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(mutant) + 1)
            mutant[at : at + rng.randrange(4)] = rng.randbytes(rng.randrange(4))
        read(bytes(mutant), path, form if number % 2 else None)
