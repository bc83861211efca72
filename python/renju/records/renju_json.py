"""Our own JSON: everything that a record has, with headers, tree, texts, problems and encoding.

The schema is `renju/data/record.schema.json`. A record stands on a line of its own, so a file is read line by line, and
one that was cut still gives those before the cut; a file that is laid out otherwise is read as a whole. A tree is three arrays: moves, parents, and what few nodes have by their numbers;
nothing is nested by its depth.

Limits: what other programs put into `Extras.data` must be JSON; else its text is written, and that is a loss.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ..errors import FormatError, NotationError, RenjuError, quoted
from ..geometry import Color, Move, Point, to_point
from ..notation import to_move
from .checks import up_to_fault
from .encodings import beginning, decode
from .losses import Lost
from .model import Problem, Record
from .registry import Source, register
from .tree import Extras, Tree, TreeBuilder

__all__ = ["FORMAT", "VERSION", "RenjuJson"]

FORMAT: Final = "renju-records"
VERSION: Final = 1
_BEGINNING: Final = re.compile(rf'\s*\{{\s*"format"\s*:\s*"{FORMAT}"')
_OTHER_BEGINNING: Final = re.compile(  # other programs may sort the keys
    rf'\s*\{{\s*"(?:records"\s*:\s*\[|version"\s*:\s*\d+\s*,\s*"(?:records"\s*:\s*\[|format"\s*:\s*"{FORMAT}"))'
)
_FIRST_LINE: Final = re.compile(
    rb'\{"format": "%b", "version": %d, "records": \[\r?\n' % (FORMAT.encode(), VERSION)
)
_LAST_LINE: Final = b"]}"
_TEXTS: Final = ("result", "format", "place")
_RESULTS: Final = ("", "1-0", "0-1", "1/2-1/2", "void")
_KEYS: Final = frozenset(
    {"moves", "black", "white", "to_move", "headers", "encoding", "problems", "tree", *_TEXTS}
)
_NODE_TEXTS: Final = ("comment", "one_line", "label")
_STONES: Final = ("black", "white", "empty")
_TREE_KEYS: Final = frozenset({"moves", "parents", "extras"})
_NODE_KEYS: Final = frozenset({*_NODE_TEXTS, *_STONES, "marks", "labels", "data"})
_COLORS: Final = {color.label: color for color in Color}
_MISSING: Final[Any] = object()
_END: Final[Any] = object()


class RenjuJson:
    """Records as JSON, without loss."""

    name = "json"
    endings = (".json",)

    def sniff(self, source: Source) -> bool:
        """Whether it is an object that names this format, or begins with a list of records."""
        text = beginning(source) or ""
        return any(pattern.match(text) for pattern in (_BEGINNING, _OTHER_BEGINNING))

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the records."""
        count = 0
        for item in _lines(source) if source.encoding is None else ():
            if item is _END:
                return
            count += 1
            yield self._record(item, count)
        text, _ = decode(source)
        found, problem = _parse(text, source.name)
        for number, item in enumerate(found[count:], start=count + 1):
            yield self._record(item, number)
        if problem is not None:
            yield self._broken(problem)

    def _record(self, item: Any, number: int) -> Record:
        place = f"record {number}"
        try:
            return _to_record(item, place)
        except _WrongError as error:
            return self._broken(Problem(place, str(error)))

    def _broken(self, problem: Problem) -> Record:
        return Record(problems=(problem,), format=self.name, place=problem.place)

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield the records, a line each."""
        yield f'{{"format": "{FORMAT}", "version": {VERSION}, "records": ['.encode()
        separator = "\n"
        for number, record in enumerate(records, start=1):
            lost = Lost(number)
            data = _from_record(record, lost)
            text = json.dumps(data)
            yield f"{separator}{text}".encode()
            separator = ",\n"
            losses.extend(lost.problems())
        yield b"\n]}\n"


def _other(value: object, lost: Lost) -> str:
    lost.add(f"that {quoted(value)} of a node is a {type(value).__name__}: written as text")
    return str(value)


class _WrongError(ValueError):
    """Data of another shape than the schema has."""


def _lines(source: Source) -> Iterator[Any]:
    """Yield the records of a file as far as it has a line for each, and `_END` if it has to its end."""
    with source.open() as file:
        if _FIRST_LINE.fullmatch(file.readline()) is None:
            return
        more: bool | None = None  # whether a comma says that one follows
        for line in file:
            bare = line.strip()
            if bare == _LAST_LINE:
                if more is not True and not file.read(1):
                    yield _END
                return
            if more is False:
                return
            more = bare.endswith(b",")
            try:
                item = json.loads(bare.removesuffix(b",").decode())
            except (ValueError, RecursionError):
                return
            yield item


def _parse(text: str, name: str) -> tuple[list[Any], Problem | None]:
    """Return the records of a file, and what was wrong if it was cut."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        lines = text.split("\n")
        if _BEGINNING.match(text) is None:
            raise FormatError(f"{name}: no JSON: {error}") from None
        items = []
        for line in lines[1:]:
            try:
                items.append(json.loads(line.strip().removesuffix(",")))
            except (ValueError, RecursionError):
                break
        message = f"no JSON from here on: {error}"
        return items, Problem(f"line {len(items) + 2}", message)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise FormatError(f'{name}: expected an object with "format": "{FORMAT}"')
    if found.get("version") != VERSION:
        message = f"version {quoted(found.get('version'))} of {FORMAT}: this reads version"
        raise FormatError(f"{name}: {message} {VERSION}")
    records = found.get("records")
    if not isinstance(records, list):
        raise FormatError(f"{name}: 'records' must be a list, not {quoted(records)}")
    return records, None


def _from_record(record: Record, lost: Lost) -> dict[str, Any]:
    data: dict[str, Any] = {"moves": list(map(str, record.moves))}
    for name in ("black", "white"):
        if points := getattr(record, name):
            data[name] = list(map(str, points))
    if record.to_move is not None:
        data["to_move"] = record.to_move.label
    if record.headers:
        data["headers"] = dict(record.headers)
    for name in _TEXTS:
        if text := getattr(record, name):
            data[name] = text
    if record.encoding is not None:
        data["encoding"] = record.encoding
    if record.problems:
        data["problems"] = [{"place": p.place, "message": p.message} for p in record.problems]
    if record.tree is not None:
        data["tree"] = _from_tree(record.tree, lost)
    return data


def _from_tree(tree: Tree, lost: Lost) -> dict[str, Any]:
    numbers: dict[int, int] = {}
    moves: list[str | None] = []
    parents: list[int] = []
    extras: dict[str, Any] = {}
    for node in tree.root.walk():
        number = numbers[node.index] = len(numbers)
        if number:
            moves.append(None if node.move is None else str(node.move))
            parents.append(numbers[int(tree.parent[node.index])])
        found = node.extras
        if found:
            extras[str(number)] = _from_extras(found, lost)
    data: dict[str, Any] = {"moves": moves, "parents": parents}
    return {**data, "extras": extras} if extras else data


def _from_extras(extras: Extras, lost: Lost) -> dict[str, Any]:
    data: dict[str, Any] = {name: text for name in _NODE_TEXTS if (text := getattr(extras, name))}
    for name in ("marks", "labels"):
        if texts := getattr(extras, name):
            data[name] = {str(point): text for point, text in texts.items()}
    for name in _STONES:
        if points := getattr(extras, name):
            data[name] = list(map(str, points))
    if extras.data:
        data["data"] = {}
        for name, value in extras.data.items():
            try:
                json.dumps(value)
                data["data"][name] = value
            except (TypeError, ValueError, RecursionError):
                data["data"][name] = _other(value, lost)
    return data


def _to_record(data: Any, place: str) -> Record:
    _check(isinstance(data, dict), data, "an object")
    black, white = (_points(data, name) for name in ("black", "white"))
    mover = _get(data, "to_move", str, None)
    _check(mover is None or mover in _COLORS, mover, '"black" or "white"')
    to_play = None if mover is None else _COLORS[mover]
    headers = _texts(_get(data, "headers", dict, {}))
    listed = [_move(text) for text in _get(data, "moves", list)]
    problems = [_problem(item) for item in _get(data, "problems", list, [])]
    problems += [Problem(place, message) for message in _unknown(data)]
    moves, fault = up_to_fault(listed, black=black, white=white, to_move=to_play)
    if fault is not None:
        problems.append(Problem(place, fault))
        _, unsound = up_to_fault((), black=black, white=white)
        if unsound is not None:
            black = white = ()
    tree = _get(data, "tree", dict, None)
    texts = {name: _get(data, name, str, "") for name in _TEXTS}
    if texts["result"] not in _RESULTS:
        problems.append(
            Problem(place, f"result {quoted(texts['result'])}: expected one of {_RESULTS}")
        )
        texts["result"] = ""
    return Record(
        moves,
        black,
        white,
        to_play,
        headers,
        texts["result"],
        None if tree is None else _to_tree(tree),
        tuple(problems),
        texts["format"] or "json",
        _get(data, "encoding", str, None),
        texts["place"] or place,
    )


def _unknown(data: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with keys that no record has."""
    tree = data.get("tree")
    extras = tree.get("extras") if isinstance(tree, dict) else None
    nodes = extras.values() if isinstance(extras, dict) else ()
    for what, items, known in (
        ("a record", (data,), _KEYS),
        ("a tree", (tree,), _TREE_KEYS),
        ("a node", nodes, _NODE_KEYS),
    ):
        others = {
            key for item in items if isinstance(item, dict) for key in item if key not in known
        }
        for key in sorted(others):
            yield f"{quoted(key)} is no key of {what}: left out"


def _to_tree(data: dict[str, Any]) -> Tree:
    moves, parents = (_get(data, name, list) for name in ("moves", "parents"))
    _check(len(moves) == len(parents), len(parents), f"as many parents as moves, {len(moves)}")
    builder = TreeBuilder()
    for number, (move, parent) in enumerate(zip(moves, parents, strict=True), start=1):
        sound = type(parent) is int and 0 <= parent < number
        _check(sound, parent, f"a node before node {number} as its parent")
        builder.add(parent, None if move is None else _move(move))
    for number, item in _get(data, "extras", dict, {}).items():
        sound = number.isascii() and number.isdigit() and len(number) <= 9
        _check(sound and int(number) <= len(moves), number, "the number of a node")
        _check(isinstance(item, dict), item, "an object")
        _fill(builder.extras(int(number)), item)
    return builder.build()


def _fill(extras: Extras, data: dict[str, Any]) -> None:
    for name in _NODE_TEXTS:
        setattr(extras, name, _get(data, name, str, ""))
    for name in ("marks", "labels"):
        texts = _texts(_get(data, name, dict, {}))
        setattr(extras, name, {_point(point): text for point, text in texts.items()})
    for name in _STONES:
        setattr(extras, name, _points(data, name))
    extras.data = _get(data, "data", dict, {})


def _problem(item: Any) -> Problem:
    _check(isinstance(item, dict), item, "a problem with place and message")
    return Problem(_get(item, "place", str), _get(item, "message", str))


def _texts(data: dict[str, Any]) -> dict[str, str]:
    for value in data.values():
        _check(isinstance(value, str), value, "a text")
    return data


def _points(data: dict[str, Any], name: str) -> tuple[Point, ...]:
    return tuple(map(_point, _get(data, name, list, [])))


def _point(text: Any) -> Point:
    _check(isinstance(text, str), text, "a point such as 'h8'")
    try:
        return to_point(text)
    except NotationError as error:
        raise _WrongError(str(error)) from None


def _move(text: Any) -> Move:
    _check(isinstance(text, str), text, "a move such as 'h8' or 'pass'")
    try:
        return to_move(text)
    except RenjuError as error:
        raise _WrongError(str(error)) from None


def _get(data: dict[str, Any], name: str, kind: type, default: Any = _MISSING) -> Any:
    value = data.get(name, default)
    _check(value is not _MISSING, name, f"an object with {name!r}")
    if value is not default:
        _check(isinstance(value, kind), value, f"a {kind.__name__} as {name!r}")
    return value


def _check(condition: bool, value: object, wanted: str) -> None:
    if not condition:
        raise _WrongError(f"{quoted(value)}: expected {wanted}")


register(RenjuJson())
