"""ShowRenju's `.bdt`: a game a line, `year,event=[black,white,result,moves,5A,swap,comment]`.

A move is two hexadecimal digits, column and rank from 1, `00` a pass. The refused fifth move is in the dialect
without the column i. Files made by RenLib have the rows upside down, and nothing in the file says so: read
them as `bdt-renlib`.

Limits: no variations, no set-up stones. Commas separate the fields, so only the comment may have some.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ..errors import NotationError, quoted
from ..geometry import PASS, SIZE, Move, Point, Symmetry
from ..notation import COLUMNS_WITHOUT_I, format_moves, parse_moves
from .checks import up_to_fault
from .encodings import beginning, decode
from .losses import Lost, game_moves
from .model import Problem, Record
from .registry import Source, register

__all__ = ["Bdt"]

_FIELDS: Final = 7
_RESULTS: Final = {"+": "1-0", "-": "0-1", "=": "1/2-1/2"}
_SIGNS: Final = {result: sign for sign, result in _RESULTS.items()}
_KEPT: Final = ("black", "white", "date", "event", "result", "alternatives", "swap", "comment")


class Bdt:
    """Bases of ShowRenju.

    Parameters
    ----------
    name
        The name of the format.
    from_top
        Whether the second digit counts rows from the top.
    """

    def __init__(self, name: str = "bdt", *, from_top: bool = False) -> None:
        self.name = name
        self.endings: tuple[str, ...] = () if from_top else (".bdt",)
        self._from_top = from_top

    def sniff(self, source: Source) -> bool:
        """Whether the first line is a game of this form."""
        text = "" if self._from_top else (beginning(source) or "")
        first = text.lstrip().split("\n", 1)[0]
        found = _split(first)
        return found is not None and found[1].count(",") >= _FIELDS - 2

    def read(self, source: Source) -> Iterator[Record]:
        """Yield a record a line."""
        text, encoding = decode(source)
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip():
                yield self._game(line, f"line {number}", encoding)

    def _game(self, line: str, place: str, encoding: str) -> Record:
        found = _split(line)
        if found is None:
            message = f"{quoted(line)} is no game: expected year,event=[black,white,result,...]"
            problem = Problem(place, message)
            return Record(problems=(problem,), format=self.name, encoding=encoding, place=place)
        problems = []
        head, content, closed = found
        if not closed:
            problems.append(Problem(place, "the line ends before the game does: it has no ]"))
        fields = content.split(",", _FIELDS - 1)
        if len(fields) < _FIELDS:
            message = f"{len(fields)} fields in the brackets: there are {_FIELDS}"
            problems.append(Problem(place, message))
            fields += [""] * (_FIELDS - len(fields))
        year, _, event = head.partition(",")
        headers = {
            "date": year if year.isdecimal() else "",
            "event": event if year.isdecimal() or not year else head,
            "black": fields[0],
            "white": fields[1],
            "result": fields[2],
            "alternatives": fields[4],
            "swap": fields[5],
            "comment": fields[6],
        }
        headers = {name: text.strip() for name, text in headers.items()}
        headers = {name: text for name, text in headers.items() if text not in ("", "?")}
        if "alternatives" in headers:
            try:
                offers = parse_moves(headers["alternatives"], skip_i=True)
                headers["alternatives"] = format_moves(offers)
            except NotationError as error:
                problems.append(Problem(place, f"the refused fifth move: {error}"))
        moves, fault = up_to_fault(self._moves(fields[3].strip()))
        if fault is not None:
            problems.append(Problem(place, fault))
        return Record(
            moves,
            headers=headers,
            result=_RESULTS.get(headers.get("result", ""), ""),
            problems=tuple(problems),
            format=self.name,
            encoding=encoding,
            place=place,
        )

    def _moves(self, text: str) -> Iterator[Move]:
        for index in range(0, len(text), 2):
            pair = text[index : index + 2]
            try:
                col, rank = (int(digit, 16) for digit in pair)
            except ValueError:
                col = rank = -1
            if pair == "00":
                yield PASS
            elif 1 <= col <= SIZE and 1 <= rank <= SIZE:
                point = Point.at(rank - 1, col - 1)
                yield Symmetry.MIRROR_ROW_8.apply(point) if self._from_top else point
            else:
                what = f"move {index // 2 + 1}: {pair!r} is no point"
                raise NotationError(f"{what}: expected two hexadecimal digits from 1 to F")

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield a line a record: in CP1251, as ShowRenju has it, or in UTF-8 if that has no such letters."""
        lines = []
        for number, record in enumerate(records, start=1):
            lost = Lost(number)
            line = self._line(record, lost)
            lost.encoded(line)  # it is told by the record what is no text
            lines.append(line)
            losses.extend(lost.problems())
        text = "".join(lines)
        try:
            yield text.encode("cp1251")
        except UnicodeEncodeError:
            yield text.encode("utf-8", "replace")

    def _line(self, record: Record, lost: Lost) -> str:
        moves = game_moves(record, lost, self.name)
        headers = record.headers
        lost.headers(record, kept=_KEPT)
        lost.reason(record)
        sign = _SIGNS.get(record.result, "?")
        date, event = (_cleaned(headers, name, "[", lost) for name in ("date", "event"))
        if date and not date.isdecimal():
            date, event = "", ",".join(filter(None, (date, event)))
            lost.add(f"that {headers['date']!r} is a date and not the event: it is no year")
        fields = [
            *(_cleaned(headers, name, ",", lost) for name in ("black", "white")),
            sign,
            "".join(map(self._pair, moves)),
            _without_i(headers.get("alternatives", ""), lost),
            _cleaned(headers, "swap", ",", lost) or "?",
            _cleaned(headers, "comment", "", lost),
        ]
        head = ",".join(filter(None, (date, event))) if date or not event else f",{event}"
        return f"{head}=[{','.join(fields)}]\r\n"

    def _pair(self, move: Move) -> str:
        if not isinstance(move, Point):
            return "00"
        point = Symmetry.MIRROR_ROW_8.apply(move) if self._from_top else move
        return f"{point.col + 1:X}{point.row + 1:X}"


def _split(line: str) -> tuple[str, str, bool] | None:
    """Return what stands before the brackets and in them, and whether they are closed."""
    before, bracket, content = line.strip().partition("[")
    head = before.rstrip()
    if not bracket or not head.endswith("="):
        return None
    closed = content.endswith("]")
    return head[:-1].rstrip(), content[:-1] if closed else content, closed


def _cleaned(headers: Mapping[str, str], name: str, separator: str, lost: Lost) -> str:
    text = headers.get(name, "")
    plain = " ".join(text.replace("\0", " ").split())
    if separator:
        plain = plain.replace(separator, ";")
    if plain != text:
        lost.add(f"the signs in the header {name!r} that the format uses itself: {quoted(text)}")
    return plain


def _without_i(text: str, lost: Lost) -> str:
    try:
        points = [point for point in parse_moves(text) if isinstance(point, Point)]
    except NotationError:
        lost.add(f"the fifth moves {text!r}, which are no points")
        return "?"
    names = [f"{COLUMNS_WITHOUT_I[point.col].upper()}{point.row + 1}" for point in points]
    return " ".join(names) or "?"


register(Bdt())
register(Bdt("bdt-renlib", from_top=True))
