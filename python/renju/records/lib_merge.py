"""Two libraries as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import FormatError
from ..geometry import PASS, POINTS, Point, Symmetry
from .lib import number_of
from .model import Problem, Record
from .tree import NO_MOVE, Extras, Tree

__all__ = ["merge", "merge_all"]

_LABEL: Final = 256  # and the point: the key of a label there, which is no twin of a move there
_ELSEWHERE: Final = 512
_NAMED: Final = 60  # moves by which a place is named


def merge(first: Record, second: Record, *, symmetry: bool = False) -> Record:
    r"""Return one record with the lines of two.

    Parameters
    ----------
    first
        Its nodes come first and keep their order.
    second
        Its lines are added where they leave those of `first`.
    symmetry
        Whether a line of `second` goes where a symmetry of the board takes it, if `first` has it there;
        the points of its labels and marks turn with it, those that its texts name do not.

    Returns
    -------
    Record
        Comments that differ stand one below the other. Where both have a board text, a one-line
        comment or another thing of which a node has one, and they differ, both are kept with ` / `
        between them, and `problems` says so.

    Raises
    ------
    FormatError
        If they begin from different positions.

    Examples
    --------
    >>> from renju import records
    >>> one, two = records.loads("h8 i9 g7\nh8 g9 i7")
    >>> merge(one, two).node_count, merge(one, two, symmetry=True).node_count
    (5, 3)
    """
    if (set(first.black), set(first.white)) != (set(second.black), set(second.white)):
        raise FormatError(
            "the records begin from different set-up stones: they have no common root"
        )
    if first.to_move is not second.to_move:
        raise FormatError("the records begin with different colours: they have no common root")
    if symmetry and (first.black or first.white):
        raise FormatError("a record with set-up stones is merged without symmetry only")
    ours, theirs = first.root.tree, second.root.tree
    found = _core.lib_merge(
        *_links(ours), _keys(ours), *_links(theirs), _keys(theirs), symmetric=symmetry
    )
    if found is None:
        raise FormatError("the links of a tree form a ring or lead to no node")
    moves, parent, first_child, next_sibling, target, turned = found
    extras = {index: more for index in ours.noted() if (more := ours.extras(index))}
    merged = Tree(moves, parent, first_child, next_sibling, extras)
    problems = list(first.problems)
    started = any("lib.start" in more.data for more in extras.values())
    in_turned = 0
    for index in theirs.noted():
        by = Symmetry(int(turned[index]))
        more = theirs.extras(index).transform(by)
        if not more:
            continue
        in_turned += by is not Symmetry.IDENTITY and bool(more.comment or more.one_line)
        at = int(target[index])
        place = _Place(merged, at, problems)
        known = extras.get(at)
        if started and more.data.get("lib.start") and not (known and "lib.start" in known.data):
            more = replace(more, data={k: v for k, v in more.data.items() if k != "lib.start"})
            place.conflict("the start", "another node", "this one", "a library has one start")
        extras[at] = more if known is None else _joined(known, more, place)
    if in_turned:
        message = f"{in_turned} comments of turned lines: points that they name are not turned"
        problems.append(Problem("merge", message))
    problems += second.problems
    if first.result and second.result and first.result != second.result:
        message = f"{first.result!r} and {second.result!r}: that of the first is kept"
        problems.append(Problem("result", message))
    return replace(
        first,
        moves=first.moves or second.moves,
        headers=_headers(first, second, problems),
        result=first.result or second.result,
        tree=merged,
        problems=tuple(problems),
        format=first.format or second.format,
        encoding=first.encoding or second.encoding,
    )


def merge_all(records: Sequence[Record], problems: list[Problem]) -> Record:
    """Return one record with the lines of all; what does not fit together is added to `problems`."""
    found = [replace(record, headers={}, problems=(), result="") for record in records]
    while len(found) > 1:  # in pairs, so that no node is copied often
        pairs = [merge(*found[at : at + 2]) for at in range(0, len(found) - 1, 2)]
        found = pairs + found[len(pairs) * 2 :]
    problems += found[0].problems
    return found[0]


class _Place:
    """Where texts are joined, to be named if they do not agree."""

    def __init__(self, tree: Tree, index: int, problems: list[Problem]) -> None:
        self._tree = tree
        self.index = index
        self._problems = problems

    def conflict(self, what: str, ours: object, theirs: object, then: str) -> None:
        """Add a problem."""
        line: list[str] = []
        index = self.index
        while index > 0 and len(line) < _NAMED:
            move = int(self._tree.moves[index])
            if move != NO_MOVE:
                line.append(str(PASS if move == PASS else POINTS[move]))
            index = int(self._tree.parent[index])
        before = f"node {self.index}, after … " if index > 0 else ""
        place = before + (" ".join(reversed(line)) or "root")
        self._problems.append(Problem(place, f"{what}: {ours!r} and {theirs!r}: {then}"))


def _links(
    tree: Tree,
) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    return tree.moves, tree.parent, tree.first_child, tree.next_sibling


def _keys(tree: Tree) -> NDArray[np.int32]:
    """Return what tells each node from its siblings: its move, or the point of its label."""
    keys = tree.moves.astype(np.int32)
    for index in np.flatnonzero(tree.moves == NO_MOVE).tolist():
        extras = tree.extras(index)
        if len(extras.labels) == 1:
            keys[index] = _LABEL + next(iter(extras.labels))
        else:
            keys[index] = _ELSEWHERE + ((number_of(extras.data, "lib.position", index) or 0) & 0xFF)
    return keys


def _joined(ours: Extras, theirs: Extras, place: _Place) -> Extras:
    comment = ours.comment
    if theirs.comment and theirs.comment != comment:
        comment = f"{comment}\n{theirs.comment}" if comment else theirs.comment
    return Extras(
        comment,
        _both(ours.one_line, theirs.one_line, "one-line comments", place),
        _both(ours.label, theirs.label, "board texts", place),
        _all(ours.marks, theirs.marks, "marks", place),
        _all(ours.labels, theirs.labels, "board texts", place),
        _stones(ours.black, theirs.black, place),
        _stones(ours.white, theirs.white, place),
        _stones(ours.empty, theirs.empty, place),
        _data(ours, theirs, place),
    )


def _both(ours: str, theirs: str, what: str, place: _Place) -> str:
    if not ours or not theirs or ours == theirs:
        return ours or theirs
    place.conflict(what, ours, theirs, "both are kept")
    return f"{ours} / {theirs}"


def _all(
    ours: dict[Point, str], theirs: dict[Point, str], what: str, place: _Place
) -> dict[Point, str]:
    joined = dict(ours)
    for point, text in theirs.items():
        joined[point] = _both(joined.get(point, ""), text, f"{what} on {point}", place)
    return joined


def _stones(ours: tuple[Point, ...], theirs: tuple[Point, ...], place: _Place) -> tuple[Point, ...]:
    if ours and theirs and set(ours) != set(theirs):
        place.conflict("set-up stones", ours, theirs, "those of the first are kept")
    return ours or theirs


def _data(ours: Extras, theirs: Extras, place: _Place) -> dict[str, object]:
    joined = theirs.data | ours.data
    for name in ours.data.keys() & theirs.data.keys():
        # Bytes of texts are no more than another way to say them: the texts were joined.
        if ours.data[name] != theirs.data[name] and not name.startswith("lib."):
            place.conflict(name, ours.data[name], theirs.data[name], "that of the first is kept")
    flags = [number_of(of.data, "lib.extension", place.index) for of in (ours, theirs)]
    if None not in flags:
        joined["lib.extension"] = (flags[0] or 0) | (flags[1] or 0)
    return joined


def _headers(first: Record, second: Record, problems: list[Problem]) -> dict[str, str]:
    mine = {name: text for name, text in first.headers.items() if name not in _OF_THE_FILE}
    others = {name: text for name, text in second.headers.items() if name not in _OF_THE_FILE}
    for name in sorted(mine.keys() & others.keys()):
        if mine[name] != others[name]:
            message = f"{name}: {mine[name]!r} and {others[name]!r}: that of the first is kept"
            problems.append(Problem("headers", message))
    return others | mine


_OF_THE_FILE: Final = ("version", "root")
