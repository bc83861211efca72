"""Writing SGF, strictly: FF[4], GM[4], UTF-8."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ..errors import NotationError
from ..geometry import PASS, SIZE, Color, Move, Point, Symmetry
from ..notation import parse_moves
from .checks import default_mover, read_result
from .losses import FRAME, PLAIN_RESULTS, Lost
from .model import Problem, Record
from .rule_names import opening_rule
from .sgf_read import ALTERNATIVES, HEADERS, MARK, MARKS, OF_NODES
from .tree import NO_MOVE, Extras, Node

__all__ = ["game"]

_NAMES: Final = {name: prop for prop, name in HEADERS.items()}
_PROPERTY: Final = re.compile(r"[A-Z]+\Z")
_RESULT: Final = re.compile(
    r"(?:[BW]\+(?:\d+(?:\.\d+)?|R|Resign|T|Time|F|Forfeit)?|0|Draw|Void|\?)\Z"
)
_OUTCOMES: Final = {"1-0": "B+", "0-1": "W+", "1/2-1/2": "0", "void": "Void", "": ""}
_WHOLE: Final = re.compile(r"(?:[^\]\\]++|\\.)*+\Z", re.DOTALL)  # no ] ends it before its end
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_LINE: Final = 76


def game(record: Record, number: int, losses: list[Problem], *, from_bottom: bool) -> Iterator[str]:
    """Yield one game tree, piece by piece; see `games` for `from_bottom`."""
    lost = Lost(number)
    writer = _Writer(record, lost, from_bottom=from_bottom)
    width = 0
    for piece in writer.pieces():
        if width + len(piece) > _LINE and width:
            yield "\n"
            width = 0
        yield piece
        width = len(piece) - piece.rfind("\n") - 1 if "\n" in piece else width + len(piece)
    yield "\n"
    losses.extend(lost.problems())


class _Writer:
    def __init__(self, record: Record, lost: Lost, *, from_bottom: bool) -> None:
        self._record = record
        self._lost = lost
        self._from_bottom = from_bottom

    def pieces(self) -> Iterator[str]:
        """Yield the tree without recursion: nodes, and the brackets of variations."""
        record = self._record
        turn = record.to_move or default_mover(record.black, record.white)
        yield "("
        todo: list[tuple[Node, Color, bool] | None] = [(record.root, turn, False)]
        while todo:
            item = todo.pop()
            if item is None:
                yield ")"
                continue
            node, turn, bracketed = item
            if bracketed:
                yield "("
                todo.append(None)
            labels: dict[Point, str] = {}
            children = list(node.children)
            if record.format.startswith("lib"):
                children, labels = _split(children)
            yield self._node(node, turn, children, labels)
            after = self._turn_after(node, turn)
            todo.extend((child, after, len(children) > 1) for child in reversed(children))
        yield ")"

    def _turn_after(self, node: Node, turn: Color) -> Color:
        if node.move is not None:
            return turn.opponent
        data = node.extras.data
        if "B" in data or "W" in data:  # a move that is no point
            return Color.WHITE if "B" in data else Color.BLACK
        said = data.get("PL")
        if isinstance(said, list) and said and isinstance(said[0], str):
            return Color.WHITE if said[0].strip().lower().startswith(("w", "2")) else Color.BLACK
        return turn

    def _node(self, node: Node, turn: Color, children: list[Node], labels: dict[Point, str]) -> str:
        extras = node.extras
        parts = [";"]
        if node.index == 0:
            parts += self._root()
        elif node.move is not None:
            point = self._point(node.move)
            if node.move is PASS and extras.data.get("pass") == "tt":
                point = "tt"
            parts.append(f"{'BW'[turn - 1]}[{point}]")
        parts += self._stones(node)
        if extras.comment:
            parts.append(f"C[{self._text(extras.comment)}]")
        if extras.one_line:
            parts.append(f"N[{self._simple(extras.one_line, 'the name of a node')}]")
        parts += self._marks(extras)
        parts += self._labels({**labels, **extras.labels}, children)
        parts += self._data(extras)
        if extras.label and not isinstance(node.move, Point):
            self._lost.add("a label of a node that is on no point")
        return "".join(parts)

    def _root(self) -> Iterator[str]:
        record = self._record
        yield f"FF[4]GM[4]CA[UTF-8]SZ[{SIZE}]"
        headers = dict(record.headers)
        rule = headers.get("rule", "")
        chosen = headers.pop("opening_rule", "")
        if chosen and not rule:
            headers["rule"] = chosen
        elif chosen and opening_rule(rule) != chosen:
            self._lost.add(f"the opening rule {chosen!r} beside the rule {rule!r}")
        offers = headers.pop("alternatives", "")
        raw = headers.pop("result", "")
        for name, text in headers.items():
            if name in FRAME:
                continue
            prop = _NAMES.get(name, name)
            taken = name in HEADERS and HEADERS[name] in headers
            if not _PROPERTY.match(prop) or taken or prop in OF_NODES or prop in ALTERNATIVES:
                self._lost.add(f"the header {name!r}: {text!r}")
            elif prop == "GC":
                if text != text.strip():
                    self._lost.add(f"the white space around the header {name!r}")
                yield f"{prop}[{self._text(text)}]"
            else:
                if text != text.strip():
                    self._lost.add(f"the white space around the header {name!r}")
                yield f"{prop}[{self._simple(text, f'the header {name!r}')}]"
        yield from self._result(raw)
        yield from self._offers(offers)

    def _result(self, raw: str) -> Iterator[str]:
        outcome = self._record.result
        if outcome not in _OUTCOMES:
            self._lost.add(f"the result {outcome!r}, which is none")
        text = _OUTCOMES.get(outcome, "")
        if _RESULT.match(raw) and read_result(raw) == outcome:
            text = raw
        elif raw.strip().lower() not in PLAIN_RESULTS or not (
            outcome or raw.strip() in ("", "?", "*")
        ):
            self._lost.add(f"the result {raw!r}, written as {text!r}")
        if text:
            yield f"RE[{text}]"

    def _offers(self, text: str) -> Iterator[str]:
        try:
            points = parse_moves(text)
        except NotationError:
            self._lost.add(f"the fifth moves {text!r}, which are no points")
            return
        if points:
            yield "FA" + "".join(f"[{self._point(point)}]" for point in points)

    def _stones(self, node: Node) -> Iterator[str]:
        record, extras = self._record, node.extras
        groups = {"AB": extras.black, "AW": extras.white, "AE": extras.empty}
        if node.index == 0:
            groups["AB"] = tuple(dict.fromkeys((*record.black, *extras.black)))
            groups["AW"] = tuple(dict.fromkeys((*record.white, *extras.white)))
        elif node.move is not None and any(groups.values()):
            self._lost.add("stones set up in the node of a move")
            return
        for name, points in groups.items():
            if points:
                yield name + "".join(f"[{self._point(point)}]" for point in points)
        if node.index == 0 and (record.black or record.white or record.to_move is Color.WHITE):
            mover = record.to_move or default_mover(record.black, record.white)
            yield f"PL[{'BW'[mover - 1]}]"

    def _marks(self, extras: Extras) -> Iterator[str]:
        by_kind: dict[str, list[Point]] = {}
        for point, kinds in extras.marks.items():
            for kind in kinds.split() or [""]:
                if kind not in MARKS and kind != MARK:
                    self._lost.add(f"that a mark is of the kind {kind!r}")
                by_kind.setdefault(kind if kind in MARKS else "MA", []).append(point)
        for kind, points in by_kind.items():
            yield kind + "".join(f"[{self._point(point)}]" for point in dict.fromkeys(points))

    def _labels(self, labels: dict[Point, str], children: Iterable[Node]) -> Iterator[str]:
        for child in children:
            if child.extras.label and isinstance(child.move, Point):
                if child.move in labels:
                    self._lost.add("one of two labels of a point")
                labels.setdefault(child.move, child.extras.label)
        if labels:
            yield "LB" + "".join(
                f"[{self._point(point)}:{self._simple(text, 'a label')}]"
                for point, text in labels.items()
            )

    def _data(self, extras: Extras) -> Iterator[str]:
        for name, values in extras.data.items():
            if name == "pass":
                continue
            strings = isinstance(values, list) and all(isinstance(v, str) for v in values)
            if not strings or not _PROPERTY.match(name):
                self._lost.add(f"{name!r} of a node")
                continue
            raw = "".join(f"[{v if _WHOLE.match(v) else _escape(v)}]" for v in values)
            yield name + self._clean(raw, f"{name!r} of a node")

    def _point(self, move: Move) -> str:
        if not isinstance(move, Point):
            return ""
        point = Symmetry.MIRROR_ROW_8.apply(move) if self._from_bottom else move
        return chr(ord("a") + point.col) + chr(ord("a") + SIZE - 1 - point.row)

    def _text(self, text: str) -> str:
        unified = text.replace("\r\n", "\n").replace("\r", "\n")
        return _escape(self._clean(unified, "a comment"))

    def _simple(self, text: str, what: str) -> str:
        if "\n" in text or "\r" in text:
            self._lost.add(f"the line breaks of {what}")
            text = " ".join(text.splitlines())
        return _escape(self._clean(text, what))

    def _clean(self, text: str, what: str) -> str:
        if _CONTROL.search(text) is None:
            return text
        self._lost.add(f"characters of {what} that are no text")
        return _CONTROL.sub("\ufffd", text)


def _split(children: list[Node]) -> tuple[list[Node], dict[Point, str]]:
    """Split off nodes that are but a label on the board of their parent, as .lib files have them.

    Of the others those with nothing below that make no move come last: in SGF the first is the main line.
    """
    kept: list[Node] = []
    labels: dict[Point, str] = {}
    for child in children:
        extras = child.extras
        alone = child.tree.moves[child.index] == NO_MOVE and not any(child.children)
        if alone and extras.labels and extras == Extras(labels=extras.labels):
            labels.update(extras.labels)
        else:
            kept.append(child)
    return sorted(kept, key=_is_aside), labels


def _is_aside(child: Node) -> bool:
    return child.move is None and not any(child.children)


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
