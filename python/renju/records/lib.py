"""RenLib libraries, `.lib`: a tree of moves with comments, in which opening theory is exchanged.

A file is one record. Its tree stays in the bytes that were read: the core finds the nodes, and a node's texts
are decoded when somebody looks at it. A library that was read and not changed is written byte by byte as it was.

Limits: no players, result or date; stones that are set up are written as moves; several records are merged into one; a
mark is of one kind and stands on the point of its node. A file that was cut between two nodes looks like a branch that
RenLib saved: `LibTree.dangling` counts the siblings that never come.

What stands where:

- `Record.headers`: `version` (`3.0`, `3.4`, or `none` without a header) and `root` (`yes` or `no`), as read.
- A node's board text is its `label`; a label on a point where no move is made is a node with `NO_MOVE`, and its
  point is the key of `labels`. A marked move is `marks[point] == "mark"`.
- `lib-rapfi` is what Rapfi exports, a mirror image; its nodes are no bytes of the file, so it is written anew.
- `Extras.data` has what nothing else holds: `lib.start` (the node where the library opens), `lib.mark` (a mark
  where there is no point), `lib.position` (a position byte that is no point), `lib.no_move` beside it, `lib.extension`
  (unknown bits), and as hexadecimal bytes `lib.comment`, `lib.old_comment` and `lib.label`, where the text would
  be written in other bytes than it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import FormatError, quoted
from ..geometry import PASS, POINTS, Move, Point, Symmetry
from . import lib_text
from .encodings import guess, lookup
from .model import Problem, Record
from .registry import Source, register
from .tree import NO_MOVE, ROOT, Extras, Tree, frozen

__all__ = ["HEADER_SIZE", "MAGIC", "LibTree", "RenLib", "bytes_of", "number_of"]

MAGIC: Final = b"\xffRenLib\xff"
HEADER_SIZE: Final = 20
_NEWEST: Final = 304  # as RenLib compares it
_FIRST_OF_HEADERLESS: Final = 0x78  # h8
_MOST_NODES: Final = 2**31 - 2
_MOST_PROBLEMS: Final = 1000
_TEXT_FOR_GUESS: Final = 2**21  # bytes; of more text, evenly spread texts are looked at

MARK: Final = 0x10
START: Final = 0x04
OLD_COMMENT: Final = 0x20
COMMENT: Final = 0x08
NO_MOVE_FLAG: Final = 0x02
EXTENSION: Final = 0x01
BOARD_TEXT: Final = 0x0001
_NOTED: Final = MARK | START | OLD_COMMENT | COMMENT | NO_MOVE_FLAG | EXTENSION

_NO_POINT, _OCCUPIED, _OPEN_TEXT, _CUT = 1, 2, 3, 4
_EMPTY: Final = frozen(Extras())


def point_of(position: int) -> Point | None:
    """Return the point of a position byte, None for a pass and for what is no point."""
    col, row = (position & 0x0F) - 1, 14 - (position >> 4)
    return Point.at(row, col) if min(row, col) >= 0 else None


def number_of(data: Mapping[str, Any], name: str, index: int) -> int | None:
    """Return a number among what `Extras.data` keeps of a node, None if it is not there.

    Raises
    ------
    FormatError
        If it is none.
    """
    value = data.get(name)
    if value is not None and type(value) is not int:
        raise FormatError(f"node {index}: {name}: {quoted(value)} is no whole number")
    return value


def bytes_of(data: Mapping[str, Any], name: str, index: int) -> bytes | None:
    """Return bytes among what `Extras.data` keeps of a node, None if they are not there; see `number_of`."""
    value = data.get(name)
    if value is None:
        return None
    try:
        return bytes.fromhex(value)
    except (TypeError, ValueError):
        message = f"{quoted(value)} is no text of hexadecimal bytes, such as 'e982'"
        raise FormatError(f"node {index}: {name}: {message}") from None


class LibTree(Tree):
    """The tree of a library, in the bytes that were read. Its arrays cannot be written to.

    Attributes
    ----------
    data
        The content of the file.
    offsets
        `(n,)` int64: where in it each node begins; -1 for a root that is not in the file.
    encoding
        What its texts are decoded with.
    dangling
        How many nodes announce a sibling that never comes, as in a saved branch.
    """

    __slots__ = ("dangling", "data", "encoding", "offsets")

    def __init__(
        self,
        data: bytes,
        arrays: tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]],
        offsets: NDArray[np.int64],
        encoding: str,
        dangling: int,
    ) -> None:
        super().__init__(*arrays)
        self.data = data
        self.offsets = offsets
        self.encoding = encoding
        self.dangling = dangling
        for array in (*arrays, offsets):
            array.flags.writeable = False

    def extras(self, index: int) -> Extras:
        """Return what the node has besides its move."""
        offset = int(self.offsets[index])
        if offset < 0:
            return _EMPTY
        move = int(self.moves[index])
        if move not in (NO_MOVE, ROOT) and not self.data[offset + 1] & _NOTED:
            return _EMPTY
        found = _core.lib_node(self.data, offset)
        if found is None:  # the arrays were made from these bytes
            return _EMPTY
        position, flags, extension, comment, label, _ = found
        extras = Extras()
        point = None if move == ROOT else point_of(position)
        self._read_flags(extras, position, flags, extension, point)
        if flags & (COMMENT | OLD_COMMENT):
            self._read_comment(extras, self.data[slice(*comment)], bool(flags & OLD_COMMENT))
        if extension & BOARD_TEXT:
            self._read_label(extras, self.data[slice(*label)])
        if move == NO_MOVE and point is not None:
            extras.labels = {point: extras.label}
            extras.label = ""
        return frozen(extras)

    def noted(self) -> list[int]:
        """Return the nodes that may have more than their move, ascending."""
        flags = np.frombuffer(self.data, np.uint8)[np.maximum(self.offsets, 0) + 1]
        more = (flags & _NOTED != 0) | (self.moves == NO_MOVE) | (self.moves == ROOT)
        return np.flatnonzero(more & (self.offsets >= 0)).tolist()

    def _read_flags(
        self, extras: Extras, position: int, flags: int, extension: int, point: Point | None
    ) -> None:
        data = extras.data
        if flags & MARK and point is not None:
            extras.marks = {point: "mark"}
        elif flags & MARK:
            data["lib.mark"] = True
        if flags & START:
            data["lib.start"] = True
        if position != 0 and point is None:
            data["lib.position"] = position
            if flags & NO_MOVE_FLAG:
                data["lib.no_move"] = True
        if flags & EXTENSION and extension != BOARD_TEXT:
            data["lib.extension"] = extension & ~BOARD_TEXT

    def _read_comment(self, extras: Extras, raw: bytes, old: bool) -> None:
        if old:
            extras.one_line, extras.comment = lib_text.decode_old(raw)
            extras.data["lib.old_comment"] = raw.hex()
            return
        extras.one_line, extras.comment = lib_text.decode_comment(raw, self.encoding)
        if not raw or not self._comes_back(raw, extras.one_line, extras.comment):
            extras.data["lib.comment"] = raw.hex()

    def _read_label(self, extras: Extras, raw: bytes) -> None:
        extras.label = lib_text.decode(raw, self.encoding)
        if not raw or not self._comes_back(raw, extras.label, ""):
            extras.data["lib.label"] = raw.hex()

    def _comes_back(self, raw: bytes, one_line: str, comment: str) -> bool:
        try:
            return lib_text.encode_comment(one_line, comment, self.encoding) == raw
        except UnicodeError:
            return False


class RenLib:
    """RenLib libraries of version 3.0 to 3.4, and those from before that have no header.

    Parameters
    ----------
    name
        The name of the format.
    symmetry
        What turns the board of the file into that of the record. Nothing in a file says that a program
        has exchanged its coordinates: such a dialect has to be asked for by name.
    """

    def __init__(self, name: str = "lib", symmetry: Symmetry = Symmetry.IDENTITY) -> None:
        self.name = name
        self.endings: tuple[str, ...] = () if symmetry else (".lib",)
        self._symmetry = symmetry

    def sniff(self, source: Source) -> bool:
        """Whether it has the header, or looks like an old library without one."""
        if self._symmetry:
            return False
        head = source.head
        if head.startswith(MAGIC):
            return True
        if len(head) < HEADER_SIZE or head[0] != _FIRST_OF_HEADERLESS:
            return False
        # As text this begins with an x, and as a .pos with 120 moves.
        return source.name.lower().endswith(".lib") or (
            b"\0" in head and len(head) != 1 + _FIRST_OF_HEADERLESS
        )

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the one record of a library.

        Raises
        ------
        FormatError
            If it is no library, or one of a newer version.
        """
        data = source.data
        version, start = _read_header(data, source.name)
        n = _core.lib_count(data, start)
        has_root = n > 0 and data[start] == 0
        n += not has_root
        if n > _MOST_NODES:
            raise FormatError(f"{source.name}: {n} nodes: this reads up to {_MOST_NODES}")
        moves = np.empty(n, np.uint8)
        parent, first_child, next_sibling = (np.empty(n, np.int32) for _ in range(3))
        offsets = np.empty(n, np.int64)
        found, count, dangling = _core.lib_read(
            data, start, has_root, moves, parent, first_child, next_sibling, offsets, _MOST_PROBLEMS
        )
        encoding = lookup(source.encoding) if source.encoding else guess(_texts(data, offsets))
        tree = LibTree(
            data, (moves, parent, first_child, next_sibling), offsets, encoding, dangling
        )
        record = Record(
            _playable(tree.main_line()),
            headers={"version": version, "root": "yes" if has_root else "no"},
            tree=tree,
            problems=tuple(_problems(tree, found, count)),
            format=self.name,
            encoding=encoding,
            place="byte 0",
        )
        yield record.transform(self._symmetry)

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield the library of a record; several records are merged into one."""
        from .lib_write import write_library  # noqa: PLC0415  (it needs this module)

        back = self._symmetry.inverse
        yield from write_library((record.transform(back) for record in records), losses)


def _read_header(data: bytes, name: str) -> tuple[str, int]:
    """Return the version and where the nodes begin."""
    if len(data) < HEADER_SIZE:
        raise FormatError(
            f"{name}: byte {len(data)}: the file ends here: a library has {HEADER_SIZE} bytes or more"
        )
    if not data.startswith(MAGIC):
        if data[0] == _FIRST_OF_HEADERLESS:
            return "none", 0
        raise FormatError(
            f"{name}: byte 0: {data[:8]!r}: a library begins with {MAGIC!r}, or without a header "
            "with 0x78 (h8)"
        )
    version = f"{data[8]}.{data[9]}"
    if 100 * data[8] + data[9] > _NEWEST:
        raise FormatError(f"{name}: byte 8: version {version}: RenLib's versions go up to 3.4")
    return version, HEADER_SIZE


def _texts(data: bytes, offsets: NDArray[np.int64]) -> Iterator[bytes]:
    """Yield the texts that are not ASCII."""
    spans = _core.lib_texts(data, offsets).reshape(-1, 2)
    size = int((spans[:, 1] - spans[:, 0]).sum())
    step = 1 + size // _TEXT_FOR_GUESS
    for begin, end in spans[::step].tolist():
        yield data[begin:end]


def _playable(line: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves up to the first one on a point that is taken."""
    taken: set[Move] = set()
    for number, move in enumerate(line):
        if move in taken:
            return line[:number]
        if move is not PASS:
            taken.add(move)
    return line


def _problems(tree: LibTree, found: list[tuple[int, int, int]], count: int) -> Iterator[Problem]:
    for fault, node, byte in found:
        yield Problem(f"byte {byte}", _message(tree, fault, node, byte))
    if count > len(found):
        more = count - len(found)
        yield Problem(f"byte {found[-1][2]} on", f"{more} more problems like these")


def _message(tree: LibTree, fault: int, node: int, byte: int) -> str:
    data = tree.data
    if fault == _NO_POINT:
        return (
            f"position 0x{data[byte]:02x} is no point: its low digit is a column from 1 to f, its "
            "high digit a row from 0 to e"
        )
    if fault == _OCCUPIED:
        return f"{POINTS[int(tree.moves[node])]} is occupied by a move on the way to this node"
    if fault == _OPEN_TEXT:
        return (
            f"the text {data[byte : byte + 24]!r} has no end: a text ends with a byte 00 (an old "
            "comment with a byte of 80 or more)"
        )
    left = len(data) - byte
    return f"{left} {'byte' if left == 1 else 'bytes'} {data[byte:]!r} after the last whole node"


register(RenLib())
# Rapfi writes the column where the row should be; its reader does not.
register(RenLib("lib-rapfi", Symmetry.MIRROR_A15_O1))
