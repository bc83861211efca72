"""What the tests of the record formats share: games without symmetry, random trees, comparing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis.strategies as st

import renju
from renju import records
from renju.geometry import PASS, POINTS, Symmetry

DATA = Path(__file__).parent / "data" / "records"

#: No symmetry of the board maps it to itself, and it has points at the edges.
GAME = "h8 i9 g6 k10 d11 e3 m14 a13 o15 a1"

# Words in four scripts, and what formats have to escape.
WORDS = (
    "Chōsen 12",
    "黑棋必胜",
    "連珠の手",
    "Чёрные выигрывают",
    "öppning",
    "]",
    "\\",
    ":",
    "[a]",
    "x;y",
)


def one(data: str | bytes, **options: Any) -> records.Record:
    """Read the one record that there is."""
    (record,) = records.loads(data, **options)
    return record


def text(record: records.Record) -> str:
    """The moves as text."""
    return renju.format_moves(record.moves)


def problems(record: records.Record) -> list[str]:
    return list(map(str, record.problems))


def record_of(moves: str, **fields: Any) -> records.Record:
    return records.Record(tuple(renju.parse_moves(moves)), **fields)


def shape(record: records.Record) -> list[tuple[Any, ...]]:
    """The tree as data: depth, move, and what a node has besides."""
    depths = {0: 0}
    found = []
    for node in record.root.walk():
        parent = node.parent
        depth = depths[node.index] = 0 if parent is None else depths[parent.index] + 1
        found.append((depth, node.move, node.extras))
    return found


def is_asymmetric(points: list[renju.Point]) -> bool:
    """Whether no symmetry but the identity maps the points, in their order, to themselves."""
    return all(
        [symmetry.apply(point) for point in points] != points
        for symmetry in Symmetry
        if symmetry is not Symmetry.IDENTITY
    )


words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
comments = st.lists(words, min_size=1, max_size=3).map("\n".join)


@st.composite
def trees(draw: st.DrawFn, *, texts: bool = True) -> records.Record:
    """Records with a tree of variations, passes, texts, labels and marks; each line can be played."""
    builder = records.TreeBuilder()
    paths: list[frozenset[int]] = [frozenset()]
    for _ in range(draw(st.integers(1, 14))):
        parent = draw(st.integers(0, len(paths) - 1))
        taken = paths[parent]
        move = draw(st.sampled_from([p for p in POINTS if p not in taken] + [PASS] * 2))
        if texts and draw(st.integers(0, 9)) == 0:
            move = None
        index = builder.add(parent, move)
        paths.append(taken | ({move} - {PASS, None}))
        if not texts:
            continue
        extras = builder.extras(index)
        if draw(st.booleans()):
            extras.comment = draw(comments)
        if draw(st.integers(0, 3)) == 0:
            extras.one_line = draw(words)
        if draw(st.integers(0, 3)) == 0 and isinstance(move, renju.Point):
            siblings = [node for node in range(1, index) if builder_parent(builder, node) == parent]
            if all(builder_move(builder, node) != move for node in siblings):
                extras.label = draw(words)
        if draw(st.integers(0, 3)) == 0:
            extras.marks[draw(st.sampled_from(POINTS))] = draw(st.sampled_from(["TR", "mark"]))
    tree = builder.build()
    return records.Record(_main_line(tree), tree=tree)


def _main_line(tree: records.Tree) -> tuple[renju.Move, ...]:
    """The moves of the first children, as if nodes that make none were not there."""
    moves = []
    node = tree.root
    while (child := next(_playing(node), None)) is not None:
        node = child
        assert node.move is not None
        moves.append(node.move)
    return tuple(moves)


def _playing(node: records.Node) -> Iterator[records.Node]:
    for child in node.children:
        if child.move is None:
            yield from _playing(child)
        else:
            yield child


def builder_parent(builder: records.TreeBuilder, index: int) -> int:
    return builder._parent[index]


def builder_move(builder: records.TreeBuilder, index: int) -> int:
    return builder._moves[index]
