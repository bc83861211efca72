"""What the tests share: truth tables, and boards for property tests."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import hypothesis.strategies as st
import numpy as np
from numpy.typing import NDArray

import renju

DATA = Path(__file__).parent / "data"
READINGS = list(renju.Reading)


class Labelled(NamedTuple):
    """A board line with the labels of Black's stones in both readings."""

    place: str
    board: str
    rif: str
    permitted: str

    def labels(self, reading: renju.Reading) -> str:
        return self.rif if reading is renju.Reading.RIF else self.permitted


def truth_table(name: str) -> Iterator[Labelled]:
    """Yield the boards of a truth table in tests/data."""
    with gzip.open(DATA / name, "rt", encoding="ascii") as lines:
        for number, line in enumerate(lines, start=1):
            yield Labelled(f"{name}:{number}", *line.split())


def to_cells(line: str) -> NDArray[np.uint8]:
    """Return a board line as an array."""
    table = bytes.maketrans(b".XO", b"\0\1\2")
    return np.frombuffer(line.encode().translate(table), np.uint8).reshape(15, 15)


def to_labels(verdicts: NDArray[np.uint8]) -> str:
    """Return a verdict array as a label line."""
    return "".join(renju.Verdict(v).character for v in verdicts.ravel().tolist())


def board_lines(*, most: int = 60, spread: int = 15) -> st.SearchStrategy[str]:
    """Board lines with up to `most` stones, three black to one white, in a square of the board."""
    low, high = (15 - spread) // 2, (15 + spread) // 2 - 1 + spread % 2
    points = st.tuples(st.integers(low, high), st.integers(low, high))
    stones = st.dictionaries(points, st.sampled_from("XXXO"), max_size=most)

    def draw(cells: dict[tuple[int, int], str]) -> str:
        return "".join(cells.get(divmod(p, 15), ".") for p in range(225))

    return stones.map(draw)


def image(line: str, symmetry: renju.Symmetry) -> str:
    """Return the image of a board or label line under a symmetry."""
    cells = [""] * 225
    for point in renju.POINTS:
        cells[symmetry.apply(point)] = line[point]
    return "".join(cells)
