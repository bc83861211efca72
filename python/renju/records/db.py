"""Databases of positions of Rapfi and Yixin, `.db`, plain or in an LZ4 frame: read as a stream.

An entry is a position without an order of moves: a record with set-up stones and no moves. What the engine thinks of it is
in the headers `label` (`w`, `l` and `d`: he who just moved wins, loses, draws; `x`: blocked; `!`: forced), `value`,
`depth` and `bound`; besides `rule`, and `comment`. Texts on the board are labels of the root.

Limits: it is not written. Boards of another size than 15x15 are problems. The key of an entry is the smallest of its
eight images, so how the game lay on the board is lost in the file. What one side is short of by a pass
is known from the count of its stones, when it passed is not. Packed files need the package lz4.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..errors import FormatError, quoted
from ..geometry import POINTS, SIZE, Color, Point
from .checks import from_top
from .db_entries import KEY_HEAD, Entries, Entry, Fault, is_packed, is_plain
from .encodings import guess, lookup
from .model import Problem, Record
from .registry import Source, register
from .tree import Extras, Tree, TreeBuilder

__all__ = ["Database"]

_BOARD: Final = bytes((SIZE, SIZE))
_NO_BOARD: Final = b"\0\0"
_RULES: Final = ("freestyle", "standard", "renju")
#: Label, value, and depth << 2 | bound.
_JUDGEMENT: Final = struct.Struct("<Bhh")
_LABELS: Final = (
    "",
    *(chr(n).lower() if 0x21 <= n <= 0x7E else f"0x{n:02x}" for n in range(1, 255)),
    "",
)
_BOUNDS: Final = ("none", "upper", "lower", "exact")
_BOARD_TEXT: Final = "@BTXT@"
_CHARSET: Final = b'charset="'
#: The point of each pair of bytes x, y, read as one number; rows are counted from the top.
_POINTS: Final = {
    x | y << 8: POINTS[SIZE * (SIZE - 1 - y) + x] for x in range(SIZE) for y in range(SIZE)
}
_PASS: Final = 0xFFFF
_DIGITS: Final = "0123456789abcde"
_ROOT_ONLY: Final = TreeBuilder().build()

_Stones = tuple[Point, ...]


class Database:
    """The format of Rapfi's and Yixin's databases."""

    name = "db"
    endings = (".db",)

    def sniff(self, source: Source) -> bool:
        """Whether it is an LZ4 frame, or the first entries are such as they should be."""
        return is_packed(source.head) or is_plain(source.head)

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the entries in the order of the file.

        The entry that only says which encoding the texts have is none of them. What follows a fault of the file is a
        problem of the last record.

        Raises
        ------
        FormatError
            If the file is too short for a count, it is packed and the package that unpacks it is not installed, or,
            after the last entry, if all boards were of another size than 15x15.
        """
        yield from _Reading(source)


class _Reading:
    """One reading of a file: its encoding, and which boards were met."""

    def __init__(self, source: Source) -> None:
        self._name = source.name
        self._encoding = _encoding_of(source)
        self._entries = Entries(source)
        self._unit = "unpacked byte" if self._entries.packed else "byte"
        self._sound = False  # whether there was a board of the right size
        self._other_size = ""

    def __iter__(self) -> Iterator[Record]:
        fault: Fault | None = None
        try:
            for entry in self._entries:
                if (record := self._record(entry)) is not None:
                    yield record
        except Fault as found:
            fault = found
        if fault is not None:
            yield self._last(fault)
        if self._other_size and not self._sound:
            raise FormatError(
                f"{self._name}: every board is of another size than 15x15, such as "
                f"{self._other_size}: only 15x15 is read"
            )

    def _last(self, fault: Fault) -> Record:
        """Return the record that has what is wrong with the file as a whole."""
        place = f"{self._unit} {fault.offset}"
        record = self._record(fault.entry) if fault.entry is not None else None
        if record is None:
            record = Record(format="db", encoding=self._encoding, place=place)
        return replace(record, problems=(*record.problems, Problem(place, str(fault))))

    def _record(self, entry: Entry) -> Record | None:
        """Return an entry as a record, None for the one that only names the encoding."""
        offset, key, message = entry
        faults: list[str] = []
        rule = ""
        black: _Stones = ()
        white: _Stones = ()
        count = 0
        text = message[_JUDGEMENT.size :]
        if key[1:KEY_HEAD] == _BOARD:
            self._sound = True
            count = (len(key) - KEY_HEAD) // 2
            black, white = _stones(key, count, faults)
            rule = _rule(key[0], faults)
        elif _is_about_the_file(key):
            named, text = _charset(text)
            if named and not _known(named):
                faults.append(f"the encoding {quoted(named)} is not known")
            elif named and not text:
                return None
        else:
            self._refuse(key, faults)
        headers = _headers(rule, message)
        tree = self._read_text(text, headers, faults) if text else None
        place = f"{self._unit} {offset}"
        return Record(
            black=black,
            white=white,
            to_move=Color.WHITE if count % 2 else Color.BLACK,
            headers=headers,
            tree=tree,
            problems=self._problems(place, faults) if faults else (),
            format="db",
            encoding=self._encoding,
            place=place,
        )

    def _problems(self, place: str, faults: list[str]) -> tuple[Problem, ...]:
        where = f"entry {self._entries.read}, {place}"
        return tuple(Problem(where, fault) for fault in faults)

    def _refuse(self, key: bytes, faults: list[str]) -> None:
        if len(key) < KEY_HEAD:
            faults.append(f"a key of {len(key)} bytes: rule, width and height are missing")
        else:
            self._other_size = f"{key[1]}x{key[2]}"
            faults.append(f"the board is {self._other_size}: only 15x15 is read")

    def _read_text(self, raw: bytes, headers: dict[str, str], faults: list[str]) -> Tree | None:
        """Read the texts on the board and the comment."""
        try:
            text = raw.decode(self._encoding)
        except UnicodeDecodeError as error:
            faults.append(f"the text is no {self._encoding}: {quoted(raw[error.start :])}")
            text = raw.decode(self._encoding, "replace")
        labels: dict[Point, str] = {}
        if text.startswith(_BOARD_TEXT):
            board, _, text = text.removeprefix(_BOARD_TEXT).partition("\b")
            labels = _read_labels(board, faults)
        comment = text.replace("\b", "\n").rstrip("\0")
        if comment:
            headers["comment"] = comment
        return _root_with(Extras(labels=labels)) if labels else None


def _root_with(extras: Extras) -> Tree:
    arrays = (_ROOT_ONLY.moves, _ROOT_ONLY.parent, _ROOT_ONLY.first_child, _ROOT_ONLY.next_sibling)
    return Tree(*arrays, {0: extras})


# The encoding of the texts


def _encoding_of(source: Source) -> str:
    """Return the encoding: the one that the caller names, or the file, or that is guessed from all texts."""
    if source.encoding is not None:
        return lookup(source.encoding)
    declared: list[str] = []

    def texts() -> Iterator[bytes]:
        try:
            for _, key, message in Entries(source):
                text = message[_JUDGEMENT.size :]
                if _is_about_the_file(key) and (found := _known(_charset(text)[0])):
                    declared.append(found)
                    return
                yield text
        except Fault:  # `_Reading` meets it again
            return

    guessed = guess(texts())
    return declared[0] if declared else guessed


def _is_about_the_file(key: bytes) -> bool:
    return key[1:KEY_HEAD] == _NO_BOARD


def _charset(text: bytes) -> tuple[bytes, bytes]:
    """Return the name of an encoding that a text begins with, and what else it says."""
    if not text.startswith(_CHARSET):
        return b"", text
    name, _, rest = text.removeprefix(_CHARSET).partition(b'"')
    return name, rest.strip(b"\0\b\r\n ")


def _known(name: bytes) -> str:
    try:
        return lookup(name[:40].decode("ascii", "replace"))
    except FormatError:
        return ""


# The parts of an entry


def _rule(number: int, faults: list[str]) -> str:
    if number < len(_RULES):
        return _RULES[number]
    faults.append(f"rule {number}: expected 0, 1 or 2")
    return str(number)


def _stones(key: bytes, count: int, faults: list[str]) -> tuple[_Stones, _Stones]:
    """Return Black's and White's stones; a side that passed has fewer than its places."""
    if len(key) % 2 == 0:
        faults.append(f"a key of {len(key)} bytes: expected 3, and two for each stone")
    places = struct.unpack_from(f"<{count}H", key, KEY_HEAD)
    half = (count + 1) // 2
    if len(set(places)) == count:
        try:
            stones = list(map(_POINTS.__getitem__, places))
        except KeyError:
            pass
        else:
            return tuple(stones[:half]), tuple(stones[half:])
    taken: set[Point] = set()
    black = _side(places[:half], taken, faults)
    return black, _side(places[half:], taken, faults)


def _side(places: tuple[int, ...], taken: set[Point], faults: list[str]) -> _Stones:
    """Return the stones of a side whose places are not all filled."""
    stones: list[Point] = []
    passed = False
    for place in places:
        point = _POINTS.get(place)
        if place == _PASS:
            passed = True
        elif point is None:
            x, y = struct.unpack("<bb", struct.pack("<H", place))
            faults.append(f"a stone at x {x}, y {y}: expected 0 to 14")
        elif point in taken:
            faults.append(f"two stones on {point}")
        else:
            if passed:
                faults.append(f"the stone on {point} follows a pass: expected passes at the end")
            taken.add(point)
            stones.append(point)
    return tuple(stones)


def _headers(rule: str, message: bytes) -> dict[str, str]:
    """Return the rule and what the engine thinks of the position; what is missing at the end is 0."""
    if len(message) < _JUDGEMENT.size:
        message = message.ljust(_JUDGEMENT.size, b"\0")
    number, value, depth = _JUDGEMENT.unpack_from(message)
    headers = {
        "rule": rule,
        "label": _LABELS[number],
        "value": str(value),
        "depth": str(depth >> 2),
        "bound": _BOUNDS[depth & 3],
    }
    for name in ("rule", "label"):
        if not headers[name]:
            del headers[name]
    return headers


def _read_labels(text: str, faults: list[str]) -> dict[Point, str]:
    """Read the texts on the board: a line each, of two hexadecimal digits x and y and the text.

    A stray NUL ends some of them, which an old version wrote.
    """
    labels: dict[Point, str] = {}
    for line in text.split("\n"):
        if not line.strip("\0"):
            continue
        x, y = (_DIGITS.find(digit) for digit in line[:2].lower().ljust(2, "?"))
        point = from_top(x, y)
        label = line[2:].rstrip("\0")
        if point is None:
            expected = "expected two digits 0 to E and a text"
            faults.append(f"text on the board {quoted(line)}: {expected}")
        elif point in labels:
            faults.append(f"a second text on {point}: {quoted(label)}")
        elif label:
            labels[point] = label
    return labels


register(Database())
