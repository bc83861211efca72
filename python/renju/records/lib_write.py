"""Writing RenLib libraries.

What was read and not changed is written as it was. Else each node is written anew, a text in its old bytes if
it still says the same; the version and whether there is a root are RenLib's own choice, unless both were read
and still fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final

import numpy as np

from .. import _core
from ..errors import FormatError
from ..geometry import PASS, POINTS, Color, Move, Point
from . import lib_text
from .lib import (
    BOARD_TEXT,
    COMMENT,
    EXTENSION,
    HEADER_SIZE,
    MAGIC,
    MARK,
    NO_MOVE_FLAG,
    OLD_COMMENT,
    START,
    LibTree,
    bytes_of,
    number_of,
)
from .lib_merge import merge_all
from .losses import Lost
from .model import Problem, Record
from .tree import NO_MOVE, Extras, Node, Tree, TreeBuilder

__all__ = ["write_library"]

_WITHOUT_ROOT, _WITH_ROOT = "3.0", "3.4"
_H8: Final = 112


def write_library(records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
    """Yield the library of a record.

    Parameters
    ----------
    records
        One record; several are merged.
    losses
        Gets what a library cannot hold.

    Raises
    ------
    FormatError
        If there is no record, or its tree is none.
    """
    found = list(records)
    if not found:
        raise FormatError("no record to write: a library holds one")
    for number, record in enumerate(found, start=1):
        lost = Lost(number)
        lost.headers(record)
        losses += lost.problems()
    plain = [_on_an_empty_board(record, losses) for record in found]
    record = plain[0] if len(plain) == 1 else merge_all(plain, losses)
    if isinstance(record.tree, LibTree):
        yield record.tree.data
        return
    yield from _write(record, losses)


def _on_an_empty_board(record: Record, losses: list[Problem]) -> Record:
    """Return the record with stones that are set up, and a first move of White's, as moves."""
    before: list[Move] = []
    for black, white in zip_longest(record.black, record.white, fillvalue=PASS):
        before += (black, white)
    if before and before[-1] is PASS:
        before.pop()
    first = record.to_move or (
        Color.WHITE if len(record.black) - len(record.white) == 1 else Color.BLACK
    )
    if len(before) % 2 != (first is Color.WHITE):
        before.append(PASS)
    if not before:
        return record
    text = " ".join(map(str, before))
    losses.append(Problem("root", f"set-up stones and whose turn it is: written as moves, {text}"))
    builder = TreeBuilder()
    last = builder.add_line(tuple(before))
    _graft(record.root.tree, builder, last)
    return Record(
        (*before, *record.moves),
        tree=builder.build(),
        format=record.format,
        encoding=record.encoding,
    )


def _graft(tree: Tree, builder: TreeBuilder, below: int) -> None:
    """Add a tree to another one; what its root has goes to the node `below`."""
    places = {0: below}
    for node in tree.root.walk():
        if node.index:
            parent = places[int(tree.parent[node.index])]
            places[node.index] = builder.add(parent, node.move)
        if extras := node.extras:
            _copy(extras, builder.extras(places[node.index]))


def _copy(extras: Extras, to: Extras) -> None:
    for name in Extras.__slots__:
        setattr(to, name, getattr(extras, name))


def _labels_as_nodes(tree: Tree) -> Tree:
    """Return the tree with labels on other points as nodes that make no move, as RenLib has them."""
    labelled = [
        index
        for index in tree.noted()
        if (extras := tree.extras(index)).labels
        and not (int(tree.moves[index]) == NO_MOVE and len(extras.labels) == 1)
    ]
    if not labelled:
        return tree
    builder = TreeBuilder()
    places = {0: 0}
    for node in tree.root.walk():
        if node.index:
            places[node.index] = builder.add(places[int(tree.parent[node.index])], node.move)
        if node.extras:
            _copy(node.extras, builder.extras(places[node.index]))
    for index in labelled:
        children = {child.move: child for child in reversed(list(Node(tree, index).children))}
        for point, text in tree.extras(index).labels.items():
            child = children.get(point)
            if child is not None and not child.extras.label:
                builder.extras(places[child.index]).label = text
            else:
                label = builder.add(places[index], None)
                builder.extras(label).labels = {point: text}
        builder.extras(places[index]).labels = {}
    return builder.build()


class _Parts:
    """The parts of every node but its links, and what could not be put there."""

    def __init__(self, tree: Tree, encoding: str) -> None:
        self.tree = tree
        self.encoding = encoding
        self.losses: list[Problem] = []
        n = len(tree)
        self.positions = _POSITIONS[self.tree.moves]
        self.flags = np.where(self.tree.moves == NO_MOVE, np.uint8(NO_MOVE_FLAG), np.uint8(0))
        self.begin = np.zeros(n, np.int64)
        self.end = np.zeros(n, np.int64)
        self.payload = bytearray()
        for index in tree.noted():
            if extras := self.tree.extras(index):
                self._add(index, extras)

    def _add(self, index: int, extras: Extras) -> None:
        move = int(self.tree.moves[index])
        data = extras.data
        point = POINTS[move] if move < PASS else None
        label, known = extras.label, "lib.label" in data
        if move == NO_MOVE and extras.labels:
            ((point, label),) = extras.labels.items()
            self.positions[index] = _POSITIONS[point]
            known = known or bool(label)
        elif move == NO_MOVE and (position := number_of(data, "lib.position", index)) is not None:
            self.positions[index] = position & 0xFF
            self.flags[index] = NO_MOVE_FLAG if data.get("lib.no_move") else 0
        self._report(index, extras, point)

        flags = int(self.flags[index])
        flags |= (
            MARK if (point is not None and point in extras.marks) or data.get("lib.mark") else 0
        )
        flags |= START if data.get("lib.start") else 0
        extension = number_of(data, "lib.extension", index)
        parts = [b""]
        comment, old = self._comment(index, extras)
        if comment is not None:
            flags |= OLD_COMMENT if old else COMMENT
            parts.append(comment)
        if label or known:
            extension = (extension or 0) | BOARD_TEXT
            raw = self._kept(bytes_of(data, "lib.label", index), label, "")
            parts.append(lib_text.in_frame(self._text(index, label) if raw is None else raw))
        elif extension is not None:
            extension &= ~BOARD_TEXT
        if extension is not None:
            flags |= EXTENSION
            parts[0] = (extension & 0xFFFF).to_bytes(2, "big")
        self.flags[index] = flags
        self.begin[index] = len(self.payload)
        self.payload += b"".join(parts)
        self.end[index] = len(self.payload)

    def _report(self, index: int, extras: Extras, point: Point | None) -> None:
        lost = [f"a mark on {at}" for at in extras.marks if at != point]
        lost += [
            f"the mark {kind!r}: written as a mark"
            for kind in extras.marks.values()
            if kind != "mark" and point in extras.marks
        ]
        if extras.black or extras.white or extras.empty:
            lost.append("stones set up in the tree")
        lost += [f"{name}" for name in extras.data if not name.startswith("lib.")]
        self.losses += [Problem(f"node {index}", text) for text in lost]

    def _comment(self, index: int, extras: Extras) -> tuple[bytes | None, bool]:
        """Return the comment with its end and whether it is an old one; None if there is none."""
        raw = bytes_of(extras.data, "lib.old_comment", index)
        if raw is not None:
            ended = bool(raw) and raw[-1] >= 0x80 and raw[:-1].isascii()
            if ended and lib_text.decode_old(raw) == (extras.one_line, extras.comment):
                return raw + b"\0" * (len(raw) % 2), True
        new = bytes_of(extras.data, "lib.comment", index)
        kept = self._kept(new, extras.one_line, extras.comment)
        if kept is not None:
            return lib_text.in_frame(kept), False
        line = self._text(index, extras.one_line.replace("\b", " "))
        if "\b" in extras.one_line:
            self.losses.append(Problem(f"node {index}", "a backspace in the one-line comment"))
        if extras.comment:
            line += b"\b" + self._text(index, extras.comment)
        return (lib_text.in_frame(line), False) if line else (None, False)

    def _kept(self, raw: bytes | None, one_line: str, comment: str) -> bytes | None:
        """Return the bytes in which a text was read, if they still say the same."""
        if raw is None:
            return None
        said = lib_text.decode_comment(raw, self.encoding)
        whole = (lib_text.decode(raw, self.encoding), "")
        return raw if (one_line, comment) in (said, whole) and b"\0" not in raw else None

    def _text(self, index: int, text: str) -> bytes:
        if "\0" in text:
            self.losses.append(Problem(f"node {index}", "a NUL in its text: written as a blank"))
            text = text.replace("\0", " ")
        try:
            return lib_text.encode(text, self.encoding)
        except UnicodeError:
            if self.encoding != _EVERYTHING:
                raise
        self.losses.append(Problem(f"node {index}", f"{text!r}: half characters are written as ?"))
        return lib_text.encode(text.encode(_EVERYTHING, "replace").decode(), _EVERYTHING)


_EVERYTHING: Final = "utf-8"


def _position(move: int) -> int:
    return (14 - move // 15) << 4 | (move % 15 + 1) if move < PASS else 0


_POSITIONS: Final = np.array([_position(move) for move in range(256)], np.uint8)


def _parts(tree: Tree, encoding: str, losses: list[Problem]) -> _Parts:
    """Return the parts, in UTF-8 if the encoding lacks a character."""
    try:
        parts = _Parts(tree, encoding)
    except UnicodeEncodeError as error:
        text = str(error.object)[error.start : error.end]
        reason = f"{encoding} does not have {text!r}: all texts are written in {_EVERYTHING}"
        losses.append(Problem("texts", reason))
        parts = _Parts(tree, _EVERYTHING)
    losses += parts.losses
    return parts


def _write(record: Record, losses: list[Problem]) -> Iterator[bytes]:
    tree = _labels_as_nodes(record.root.tree)
    parts = _parts(tree, record.encoding or _EVERYTHING, losses)
    firsts = [int(tree.moves[child.index]) for child in tree.root.children]
    first = int(tree.first_child[0])
    needed = (
        first < 0
        or parts.positions[first] == 0
        or parts.flags[0] != 0
        or parts.begin[0] != parts.end[0]
    )
    usual = firsts == [_H8] and not (tree.moves == PASS).any()
    with_root = bool(needed or not usual or record.headers.get("root") == "yes")
    version = _WITH_ROOT if with_root else _WITHOUT_ROOT
    if with_root and record.headers.get("root") == "yes":
        version = record.headers.get("version", version)
    content = _core.lib_write(
        tree.moves,
        tree.parent,
        tree.first_child,
        tree.next_sibling,
        parts.positions,
        parts.flags,
        parts.begin,
        parts.end,
        bytes(parts.payload),
        with_root,
    )
    if content is None:
        raise FormatError("the links of the tree form a ring or lead to no node")
    yield _header(version)
    yield content


def _header(version: str) -> bytes:
    numbers = (_WITH_ROOT if version not in (_WITHOUT_ROOT, _WITH_ROOT) else version).split(".")
    return (MAGIC + bytes(map(int, numbers))).ljust(HEADER_SIZE, b"\xff")
