"""A law of every format that is written: what is not named as lost comes back."""

from __future__ import annotations

from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import given

import renju
from records_support import shape, trees, words
from renju import POINTS, records

WRITTEN = [known.name for known in records.formats() if isinstance(known, records.Writer)]
HEADERS = ("black", "white", "date", "event", "round", "place", "annotator", "comment")


@st.composite
def any_records(draw: st.DrawFn) -> records.Record:
    """A tree, or a line on a set-up; names and results in four scripts, or none."""
    if draw(st.booleans()):
        record = draw(trees(texts=draw(st.booleans())))
    else:
        points = draw(st.permutations(POINTS))[: draw(st.integers(0, 12))]
        stones = draw(st.integers(0, len(points))) if draw(st.booleans()) else 0
        color = draw(st.sampled_from([None, *renju.Color])) if stones else None
        record = records.Record(
            tuple(points[stones:]), tuple(points[: stones // 2]), tuple(points[stones // 2 : stones]), color
        )  # fmt: skip
    names = draw(st.lists(st.sampled_from(HEADERS), unique=True, max_size=3))
    texts = draw(st.lists(words, min_size=len(names), max_size=len(names), unique=True))
    headers = dict(zip(names, texts, strict=True))  # no two players of one name
    result = draw(st.sampled_from(["", "1-0", "0-1", "1/2-1/2", "void"]))
    return replace(record, headers=headers, result=result)


def differs(record: records.Record, again: records.Record) -> list[str]:
    """What is not as it was."""
    found = [name for name in ("moves", "result") if getattr(record, name) != getattr(again, name)]
    one, other = record.board(), again.board()
    found += ["stones"] * (one.to_array().tolist() != other.to_array().tolist())
    found += ["to_move"] * (one.to_move is not other.to_move)
    found += [
        f"header {name}" for name, text in record.headers.items() if again.headers.get(name) != text
    ]
    if record.tree is not None and shape(record) != shape(again):
        found.append("tree")
    return found


@pytest.mark.parametrize("name", WRITTEN)
@given(record=any_records())
def test_what_is_not_named_as_lost_comes_back(name: str, record: records.Record) -> None:
    try:
        content, losses = records.dumps([record], name)
    except renju.FormatError as error:
        assert str(error)
        return
    found = list(records.loads(content, format=name))
    if not losses:
        (again,) = found
        assert differs(record, again) == []
        assert not again.problems or not record.moves  # a reader may say that a game has no moves
