"""Reading SGF: whatever servers and programs of the renju world write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from ..errors import NotationError
from ..geometry import COLUMNS, PASS, POINTS, SIZE, Color, Move, Point, Symmetry, text_to_point
from ..notation import format_moves
from .checks import SizeError, default_mover, impossible_nodes, read_result
from .losses import FRAME
from .model import Problem, Record
from .rule_names import opening_rule
from .tree import NO_MOVE, Extras, Tree, TreeBuilder

__all__ = [
    "ALTERNATIVES",
    "HEADERS",
    "MARK",
    "MARKS",
    "OF_NODES",
    "games",
    "texts",
    "without_moves",
]

#: Properties of the game that every format has, and their names here.
HEADERS: Final = {
    "PB": "black",
    "PW": "white",
    "DT": "date",
    "EV": "event",
    "RO": "round",
    "PC": "place",
    "RU": "rule",
    "TM": "time_control",
    "RE": "result",
    "AN": "annotator",
    "GC": "comment",
    "SW": "swap",
}
ALTERNATIVES: Final = ("FA", "5A")
#: Properties that mark points.
MARKS: Final = ("TR", "SQ", "CR", "MA", "SL", "DD", "TB", "TW")
#: What .lib files have: a mark of no kind.
MARK: Final = "mark"

_GAME: Final = re.compile(r"\(\s*;")
_VALUE: Final = r"\[(?:[^\]\\]++|\\.)*+\]?"
_OTHER: Final = r"[^\[\]()\sA-Za-z0-9;][^\[\]()A-Za-z0-9;]*|\]"
_TOKEN: Final = re.compile(
    rf"(?P<value>{_VALUE})|(?P<name>[A-Za-z0-9]+)|(?P<node>;)|(?P<open>\()|(?P<close>\))|(?P<other>{_OTHER})",
    re.DOTALL,
)
_PART: Final = re.compile(rf"{_VALUE}|{_OTHER}", re.DOTALL)
_MOVE_BYTES: Final = re.compile(rb"(?:;[BW]\[[A-Za-z]{0,2}\])+")
_PROPERTY_INSIDE: Final = re.compile(r"(?:\\\]|[^\x00-\x7f])[;() \t\r\n]*+[A-Z]{1,2}\[")
_ESCAPE: Final = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_BREAK: Final = re.compile(r"\r\n|\n\r|\r")
_SIZE: Final = re.compile(r"\s*(\d{1,3})\s*(?:[:xX]\s*(\d{1,3}))?\s*\Z")
# Points that rectangles of one game may have: with more a small file would be a large tree.
_AREA: Final = 50_000
_AREA_A_CHARACTER: Final = 4
_GO: Final = "1"
_GO_SIZE: Final = 19
# `tt` in FF[3]; one more than the size in some programs; words of other formats
_PASSES: Final = frozenset({"", "tt", "pp", "pass", "--", "-"})
_QUOTED: Final = 40
_LETTERS: Final = {COLUMNS[point.col] + COLUMNS[SIZE - 1 - point.row]: point for point in POINTS}


@dataclass(slots=True)
class _SgfNode:
    parent: int
    offset: int
    values: list[tuple[str, str]] = field(default_factory=list)

    def all(self, *names: str) -> list[str]:
        return [value for name, value in self.values if name in names]


class _Places:
    """Lines and characters of offsets, which are asked for in ascending order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line = 1
        self._start = -1  # the line break before the line
        self._counted = 0

    def line(self, offset: int) -> int:
        if offset < self._counted:
            self._line, self._start, self._counted = 1, -1, 0
        self._line += self._text.count("\n", self._counted, offset)
        self._start = max(self._start, self._text.rfind("\n", self._counted, offset))
        self._counted = offset
        return self._line

    def __call__(self, offset: int) -> str:
        line = self.line(offset)
        return f"line {line}, character {offset - self._start}"


def games(
    text: str, name: str, form: str, encoding: str, *, from_bottom: bool
) -> Iterator[Record | SizeError]:
    """Yield the games of a text, an error in the place of one on a board of another size.

    `from_bottom` says that the second letter of a point counts ranks from the bottom.
    """
    places = _Places(text)
    start = _GAME.search(text)
    while start is not None:
        nodes, end, problems = _parse(text, start.start())
        line = f"line {places.line(start.start())}"
        size = _size(nodes)
        if size != (SIZE, SIZE):
            yield SizeError(name, line, *size)
        else:
            area = _AREA + _AREA_A_CHARACTER * (end - start.start())
            reader = _Reader(nodes, area, from_bottom=from_bottom)
            reader.problems.extend(problems)
            record = reader.record(form)
            found = tuple(
                Problem(places(offset), message) for offset, message in sorted(reader.problems)
            )
            yield replace(record, problems=found, place=line, encoding=encoding)
        start = _GAME.search(text, end)


def without_moves(data: bytes) -> bytes:
    """Return a file without most of its moves, which say nothing of its encoding.

    A semicolon is the second byte of no character, so what follows one is what it looks like.
    """
    return _MOVE_BYTES.sub(b";", data)


def texts(text: str) -> tuple[list[str], int]:
    """Return the values that are not ASCII, with what stands between values, and how much is wrong.

    What a second byte taken for a bracket or a backslash does is wrong: a value that does not end,
    that has another property inside, or is followed by what is none.
    """
    found = []
    faults = 0
    start = _GAME.search(text)
    for match in _PART.finditer(text, start.start() if start else 0):
        part = match[0]
        if part[0] == "[":
            faults += not part.endswith("]") or _escaped_end(part)
            if not part.isascii():
                faults += _PROPERTY_INSIDE.search(part) is not None
                found.append(part[1:-1])
        else:
            faults += 1
            found.append(part)
    return found, faults


_Problems = list[tuple[int, str]]


def _parse(text: str, start: int) -> tuple[list[_SgfNode], int, _Problems]:
    """Return the nodes of one game tree, where it ends, and what was wrong."""
    nodes: list[_SgfNode] = []
    problems: _Problems = []
    opened: list[int] = []  # the node before each variation
    current = -1
    name = ""
    for match in _TOKEN.finditer(text, start):
        kind = match.lastgroup
        if kind == "value":
            if not match[0].endswith("]") or _escaped_end(match[0]):
                problems.append((match.start(), "the file ends inside a value: it has no ]"))
                value = match[0][1:]
            else:
                value = match[0][1:-1]
            if not name or not nodes:
                problems.append((match.start(), f"the value {_quote(value)} has no property"))
            else:
                nodes[current].values.append((name, value))
        elif kind == "name":
            name = _fold_name(match[0])
        elif kind == "node":
            nodes.append(_SgfNode(current, match.start()))
            current = len(nodes) - 1
            name = ""
        elif kind == "open":
            opened.append(current)
            name = ""
        elif kind == "close":
            current = opened.pop()
            name = ""
            if not opened:
                return nodes, match.end(), problems
        else:
            problems.append((match.start(), f"{_quote(match[0])} stands between the properties"))
    problems.append((len(text), f"the file ends before the game does: {len(opened)} ) missing"))
    return nodes, len(text), problems


def _escaped_end(token: str) -> bool:
    body = token[1:-1]
    return len(token) == 1 or (len(body) - len(body.rstrip("\\"))) % 2 == 1


def _fold_name(name: str) -> str:
    """Return a property's name: small letters say nothing (FF[3]) unless there are no others."""
    if name.isupper():
        return name
    capitals = "".join(character for character in name if not character.islower())
    return capitals if any(map(str.isalpha, capitals)) else name.upper()


def _quote(text: str) -> str:
    return repr(text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…")


def _size(nodes: list[_SgfNode]) -> tuple[int, int]:
    sizes = nodes[0].all("SZ")
    found = _SIZE.match(sizes[0]) if sizes else None
    if found is not None:
        width = int(found[1])
        return width, int(found[2] or width)
    if "".join(nodes[0].all("GM")).strip() != _GO or _all_on_board(nodes):
        return SIZE, SIZE
    return _GO_SIZE, _GO_SIZE


def _all_on_board(nodes: list[_SgfNode]) -> bool:
    values = (value.strip().lower() for node in nodes for value in node.all("B", "W", "AB", "AW"))
    return all(value in _PASSES or max(value[:2]) <= "o" for value in values)


class _Reader:
    """Makes a record of the nodes of one game."""

    def __init__(self, nodes: list[_SgfNode], area: int, *, from_bottom: bool) -> None:
        self._area = area
        self.problems: _Problems = []
        self._nodes = nodes
        self._from_bottom = from_bottom
        self._builder = TreeBuilder()
        self._offsets = [nodes[0].offset]
        self._turns: list[Color | None] = [None]
        self._moves: list[Move | None] = [None]
        self._written_tt: set[int] = set()
        self._unchecked: set[int] = set()

    def record(self, form: str) -> Record:
        """Return the record, without the problems."""
        root = self._nodes[0]
        headers = self._headers(root)
        before = self._before_the_moves()
        black, white, said = self._position([self._nodes[number] for number in before])
        self._turns[0] = said
        last = [self._steps(root, 0)]
        self._describe(root, 0, last[0])
        for number, node in enumerate(self._nodes[1:], start=1):
            parent = last[node.parent] if node.parent >= 0 else 0
            if number in before:
                if any(name not in _OF_STONES for name, _ in node.values):
                    parent = self._add(parent, None, node)
            elif self._set_up(node) or not node.all("B", "W"):
                parent = self._without_move(node, parent)
            last.append(self._steps(node, parent))
            self._describe(node, last[-1], last[-1])
        first = said or self._turns[0]
        mover = None if first in (None, default_mover(black, white)) else first
        return self._finish(form, headers, black, white, mover)

    def _before_the_moves(self) -> dict[int, None]:
        """Return the root, and of the nodes that all else is below those that set up stones."""
        nodes = self._nodes
        found: dict[int, None] = {0: None}
        number = 0
        while not nodes[number].all("B", "W"):
            number += 1
            if number == len(nodes) or nodes[number].parent != number - 1:
                break
            if self._set_up(nodes[number]):
                found[number] = None
        if len(found) > 1:
            parents = enumerate((max(node.parent, 0) for node in nodes[1:]), start=1)
            fork = min((parent for child, parent in parents if parent != child - 1), default=number)
            found = {number: None for number in found if number <= fork}
        return found

    def _position(
        self, nodes: list[_SgfNode]
    ) -> tuple[tuple[Point, ...], tuple[Point, ...], Color | None]:
        """Return the stones that are set up before the first move, and whose turn it is said to be."""
        stones: dict[Point, str] = {}
        said = None
        for node in nodes:
            black, white, empty = (self._points(node, name) for name in ("AB", "AW", "AE"))
            if both := set(black) & set(white):
                self._complain(node, f"black and white stones on {format_moves(sorted(both))}")
            stones |= dict.fromkeys(white, "AW") | dict.fromkeys(black, "AB")
            for point in empty:
                stones.pop(point, None)
            said = self._said_turn(node) or said
        black, white = (
            tuple(sorted(point for point, kind in stones.items() if kind == name))
            for name in ("AB", "AW")
        )
        return black, white, said

    def _finish(
        self,
        form: str,
        headers: dict[str, str],
        black: tuple[Point, ...],
        white: tuple[Point, ...],
        mover: Color | None,
    ) -> Record:
        tree = self._builder.build()
        faulty = set(impossible_nodes(tree, (*black, *white), self._unchecked))
        for index in faulty:
            self.problems.append((self._offsets[index], f"{self._moves[index]} is taken already"))
        line = self._main_line(tree, faulty)
        while line and line[-1] in self._written_tt:
            self._builder.extras(line.pop()).data["pass"] = "tt"
        self._labels_to_moves(tree)
        tree = self._builder.build()
        moves = tuple(move for index in line if (move := self._moves[index]) is not None)
        whole = len(tree) - 1 == len(moves) and not tree.noted()
        result = read_result(headers.get("result", ""))
        return Record(
            moves, black, white, mover, headers, result, None if whole else tree, format=form
        )

    def _main_line(self, tree: Tree, faulty: set[int]) -> list[int]:
        """Return the nodes of the main line, up to one that cannot be played."""
        line: list[int] = []
        for index in tree.main_nodes():
            if index in faulty:
                break
            changed = self._changed(tree, index)
            if changed is not None:
                where = f"after move {len(line)} the stones are changed"
                message = f"{where}: what follows is in the tree, not in the moves"
                self.problems.append((self._offsets[changed], message))
                break
            line.append(index)
        return line

    def _changed(self, tree: Tree, index: int) -> int | None:
        """Return the first node between a move and the one before it that changes the position."""
        changed = None
        index = int(tree.parent[index])
        while index > 0 and tree.moves[index] == NO_MOVE:
            if index in self._unchecked:
                changed = index
            index = int(tree.parent[index])
        return changed

    def _headers(self, root: _SgfNode) -> dict[str, str]:
        headers: dict[str, str] = {}
        values: dict[str, list[str]] = {}
        for name, value in root.values:
            values.setdefault(name, []).append(value)
        for name, found in values.items():
            if name in ALTERNATIVES or name in OF_NODES:
                continue
            if name in FRAME:
                found = found[:1]  # noqa: PLW2901
            if len(found) > 1 and name not in HEADERS:
                self._builder.extras(0).data[name] = found
                continue
            make = _text if name == "GC" else _simple_text
            text = "; ".join(filter(None, (make(value).strip() for value in found)))
            if text:
                headers[HEADERS.get(name, name)] = text
        offers = root.all(*ALTERNATIVES)
        if offers:
            points = [point for value in offers if (point := self._point(value)) is not None]
            if len(points) == len(offers):
                headers["alternatives"] = format_moves(points)
            else:
                headers["5A"] = " ".join(map(_simple_text, offers))
                self._complain(root, f"fifth moves {headers['5A']!r} are no points")
        if "rule" not in headers and " : " in headers.get("GN", ""):  # ORC Game Center
            headers["rule"] = headers["GN"].rpartition(" : ")[2].strip()
        known = opening_rule(headers.get("rule", ""))
        if known:
            if headers["rule"] == known:
                del headers["rule"]
            headers["opening_rule"] = known
        return headers

    def _steps(self, node: _SgfNode, parent: int) -> int:
        """Add the moves of a node and return the number of the last, `parent` if it has none."""
        index = parent
        for name, value in node.values:
            if name not in ("B", "W"):
                continue
            color = Color.BLACK if name == "B" else Color.WHITE
            turn = self._turns[index] or self._turns[0]
            if turn is None:  # nothing was said, so the first to move begins
                turn = self._turns[0] = color
            self._turns[index] = turn
            if turn is not color:
                message = f"two moves of {color.label} in a row: read with a pass between them"
                self._complain(node, message)
                index = self._add(index, PASS, node)
            folded = value.strip().lower()
            point = None if folded in _PASSES else self._point(value)
            if point is None and folded not in _PASSES:
                self._complain(node, f"{name}[{value[:_QUOTED]}] is no point of the board")
                index = self._add(index, None, node)
                self._builder.extras(index).data[name] = [value]
                self._turns[index] = color.opponent
                self._unchecked.add(index)
            else:
                index = self._add(index, PASS if point is None else point, node)
                if folded == "tt":
                    self._written_tt.add(index)
        return index

    def _without_move(self, node: _SgfNode, parent: int) -> int:
        index = self._add(parent, None, node)
        black, white, empty = (self._points(node, name) for name in ("AB", "AW", "AE"))
        if black or white or empty:
            extras = self._builder.extras(index)
            extras.black, extras.white, extras.empty = black, white, empty
            self._unchecked.add(index)
        turn = self._said_turn(node)
        if turn is not None:
            self._turns[index] = turn
            self._builder.extras(index).data["PL"] = node.all("PL")
            self._unchecked.add(index)
        return index

    @staticmethod
    def _set_up(node: _SgfNode) -> bool:
        return bool(node.all("AB", "AW", "AE", "PL"))

    def _add(self, parent: int, move: Move | None, node: _SgfNode) -> int:
        turn = self._turns[parent]
        after = turn if move is None or turn is None else turn.opponent
        self._turns.append(after)
        self._offsets.append(node.offset)
        self._moves.append(move)
        return self._builder.add(parent, move)

    def _describe(self, node: _SgfNode, index: int, after: int) -> None:
        """Put what a node has besides its moves into the tree; `after` is the last of its moves."""
        if comment := "\n".join(filter(None, map(_text, node.all("C")))):
            self._builder.extras(index).comment = comment
        for name, value in node.values:
            if name in _OF_STONES or name == "C":
                continue
            if name == "N":
                self._builder.extras(index).one_line = _simple_text(value)
            elif name in MARKS:
                self._mark(node, self._builder.extras(after), name, value)
            elif name in ("LB", "L", "M"):
                self._label(node, self._builder.extras(after), name, value)
            elif index:
                self._builder.extras(index).data.setdefault(name, []).append(value)

    def _mark(self, node: _SgfNode, extras: Extras, name: str, value: str) -> None:
        if not value.strip():  # DD[], VW[]: none any more
            extras.data.setdefault(name, []).append(value)
        for point in self._rectangle(node, name, value):
            known = extras.marks.get(point, "")
            kind = MARK if name == "MA" else name
            if kind not in known.split():
                extras.marks[point] = f"{known} {kind}" if known else kind

    def _label(self, node: _SgfNode, extras: Extras, name: str, value: str) -> None:
        place, _, text = value.partition(":")
        point = self._point(place)
        if point is None:
            self._complain(node, f"{name}[{value[:_QUOTED]}] is no point of the board")
            extras.data.setdefault(name, []).append(value)
        elif name == "M":  # FF[3]
            extras.marks[point] = MARK
        elif name == "L":
            extras.labels[point] = chr(ord("A") + len(extras.labels) % 26)
        else:
            extras.labels[point] = _simple_text(text)

    def _labels_to_moves(self, tree: Tree) -> None:
        """Give a label on a point that is played next to the node that plays there.

        It is shown at the same time and place, and .lib files have it so.
        """
        for index in tree.noted():
            labels = self._builder.extras(index).labels if tree.extras(index).labels else {}
            child = int(tree.first_child[index]) if labels else -1
            while child != -1:
                move = self._moves[child]
                if isinstance(move, Point) and move in labels:
                    self._builder.extras(child).label = labels.pop(move)
                child = int(tree.next_sibling[child])

    def _said_turn(self, node: _SgfNode) -> Color | None:
        words = [value.strip().lower()[:1] for value in node.all("PL")]
        found = {"b": Color.BLACK, "1": Color.BLACK, "w": Color.WHITE, "2": Color.WHITE}
        return next((found[word] for word in words if word in found), None)

    def _points(self, node: _SgfNode, name: str) -> tuple[Point, ...]:
        found = {point for value in node.all(name) for point in self._rectangle(node, name, value)}
        return tuple(sorted(found))

    def _rectangle(self, node: _SgfNode, name: str, value: str) -> list[Point]:
        if not value.strip():
            return []
        corners = [self._point(part) for part in value.split(":", 1)]
        ends = [point for point in corners if point is not None]
        if len(ends) < len(corners):
            self._complain(node, f"{name}[{value[:_QUOTED]}] is no point of the board")
            return []
        rows = sorted((ends[0].row, ends[-1].row))
        cols = sorted((ends[0].col, ends[-1].col))
        if len(ends) == 1:
            return ends
        self._area -= (rows[1] - rows[0] + 1) * (cols[1] - cols[0] + 1)
        if self._area < 0:
            self._complain(node, f"{name}[{value[:_QUOTED]}]: too many rectangles in this game")
            return []
        return [
            Point.at(row, col)
            for row in range(rows[0], rows[1] + 1)
            for col in range(cols[0], cols[1] + 1)
        ]

    def _point(self, value: str) -> Point | None:
        """Return the point of `hh`, in either case, or of `h8`."""
        folded = value.strip().lower()
        point = _LETTERS.get(folded)
        if point is not None:
            return Symmetry.MIRROR_ROW_8.apply(point) if self._from_bottom else point
        try:
            return text_to_point(folded)
        except NotationError:
            return None

    def _complain(self, node: _SgfNode, message: str) -> None:
        self.problems.append((node.offset, message))


#: What stands for stones, and what of the root belongs to the position and not to the game.
_OF_STONES: Final = frozenset({"B", "W", "AB", "AW", "AE", "PL"})
OF_NODES: Final = _OF_STONES | set(MARKS) | {"C", "N", "LB", "L", "M"}


def _text(value: str) -> str:
    """Return a text with its line breaks."""
    if "\\" in value:
        value = _ESCAPE.sub(lambda match: "" if match[1][0] in "\r\n" else match[1], value)
    return _BREAK.sub("\n", value) if "\r" in value else value


def _simple_text(value: str) -> str:
    """Return a text of one line."""
    return _text(value).replace("\n", " ")
