"""Piskvork's `.psq`: one game, `x,y,milliseconds` a move, both from 1, y from the top.

Limits: no pass, no set-up stones, no opening data; who is Black is not said, the first to move is. Moves that
were taken back may stand at the end, and nothing tells them apart. A third number that is 0 and 1 by turns is
taken for the colour, as one program writes it, not for a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final

from ..errors import FormatError, quoted
from ..geometry import SIZE, Move, Point
from .checks import SizeError, from_top, up_to_fault
from .encodings import beginning, decode
from .losses import Lost, game_moves
from .model import Problem, Record
from .registry import Source, register

__all__ = ["Psq"]

_HEAD: Final = re.compile(r"\s*piskvork\w*\W\s*(\d{1,4})\s*x\s*(\d{1,4})(.*)", re.IGNORECASE)
_LEVELS: Final = re.compile(r"(?<!\d)(\d{1,9})\s{0,9}[:-]\s{0,9}(\d{1,9})")
_STARTS: Final = re.compile(r",\s*([01])\s*\Z")
_MOVE: Final = re.compile(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*(?:,\s*(-?\d{1,18})\s*)?\Z")
_CODE: Final = re.compile(r"\s*-?\d+\s*\Z")
_BEGINS_AS_MOVE: Final = re.compile(r"\s*\d+\s*(?:,\s*\d*\s*,?\s*)?\Z")
_WINNER: Final = re.compile(r"\s*([012])\s*,\s*(\D.*)")
_KEPT: Final = ("black", "white", "levels", "times_ms", "code", "result", "division")


@dataclass(slots=True)
class _Tail:
    """What stands after the moves."""

    names: list[str] = field(default_factory=list)
    code: str = ""
    winner: str = ""
    division: str = ""


class Psq:
    """Games of Piskvork and of Gomocup."""

    name = "psq"
    endings = (".psq",)

    def sniff(self, source: Source) -> bool:
        """Whether it begins with the word Piskvorky and a size."""
        text = beginning(source)
        return text is not None and _HEAD.match(text) is not None

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the game."""
        text, encoding = decode(source)
        lines = text.splitlines()
        first = next((number for number, line in enumerate(lines) if line.strip()), len(lines))
        head = _HEAD.match(lines[first]) if first < len(lines) else None
        if head is None:
            raise FormatError(f"{source.name}: no game of Piskvork: it begins 'Piskvorky 15x15'")
        width, height = int(head[1]), int(head[2])
        if (width, height) != (SIZE, SIZE):
            raise SizeError(source.name, f"line {first + 1}", width, height)
        moves: list[Move] = []
        times: list[int] = []
        problems: list[Problem] = []
        number = first + 1
        while number < len(lines) and (found := _MOVE.match(lines[number])) is not None:
            point = from_top(int(found[1]) - 1, int(found[2]) - 1)
            if point is None:
                message = f"{lines[number]!r} is off the board: x and y run from 1 to {SIZE}"
                problems.append(Problem(f"line {number + 1}", message))
                break
            moves.append(point)
            times.append(int(found[3] or 0))
            number += 1
        else:
            problems += _missing_end(lines, number)
        rest = [line for line in lines[number:] if _MOVE.match(line) is None]
        tail = _read_tail(rest)
        if not problems and (more := len(lines) - number - len(rest)):
            message = f"{more} lines that are moves stand after what ends the list of moves"
            problems.append(Problem(f"line {number + 1}", message))
        played, fault = up_to_fault(moves)
        if fault is not None:
            problems.append(Problem(f"line {first + 2 + len(played)}", fault))
        headers, result = _headers(head[3], tail, times)
        yield Record(
            played,
            headers=headers,
            result=result,
            problems=tuple(problems),
            format=self.name,
            encoding=encoding,
            place=f"line {first + 1}",
        )

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield the game; a file holds one."""
        for number, record in enumerate(records, start=1):
            if number > 1:
                raise FormatError("psq: a file holds one game, and there are more")
            lost = Lost(number)
            moves = game_moves(record, lost, self.name, passes=False)
            lost.headers(record, kept=_KEPT)
            lost.reason(record)
            yield lost.encoded(_text(record, moves, lost))
            losses.extend(lost.problems())


def _missing_end(lines: list[str], number: int) -> list[Problem]:
    if not any(line.strip() for line in lines[number:]):
        message = "the file ends with a move: a line such as -1 is missing"
    elif number == len(lines) - 1 and _BEGINS_AS_MOVE.match(lines[number]):
        message = f"the file ends with {lines[number]!r}, which may be a move that was cut"
    else:
        return []
    return [Problem(f"line {len(lines)}", message)]


def _read_tail(lines: list[str]) -> _Tail:
    tail = _Tail()
    for line in lines:
        winner = _WINNER.match(line)
        if winner is not None:
            tail.winner, tail.division = winner[1], winner[2].strip()
        elif _CODE.match(line) and not tail.code:
            tail.code = line.strip()
        elif line.strip():
            tail.names.append(line.strip())
    return tail


def _headers(rest: str, tail: _Tail, times: list[int]) -> tuple[dict[str, str], str]:
    starts = _STARTS.search(rest)
    second_begins = starts is not None and starts[1] == "1"
    headers: dict[str, str] = {}
    if len(tail.names) == 2:
        names = tail.names[::-1] if second_begins else tail.names
        headers["black"], headers["white"] = names
    elif tail.names:
        headers["names"] = "; ".join(tail.names)
    levels = _LEVELS.search(rest)
    if levels is not None and (levels[1], levels[2]) != ("0", "0"):
        pair = (levels[2], levels[1]) if second_begins else (levels[1], levels[2])
        headers["levels"] = ":".join(pair)
    colors = len(times) > 1 and all(t == turn for t, turn in zip(times, cycle((0, 1))))
    if any(times) and not colors:
        headers["times_ms"] = " ".join(map(str, times))
    result = ""
    if tail.winner:
        headers["division"] = tail.division
        headers["result"] = tail.winner
        black_won = (tail.winner == "1") != second_begins
        result = "1/2-1/2" if tail.winner == "0" else "1-0" if black_won else "0-1"
    if tail.code not in ("", "-1"):
        headers["code"] = tail.code
    return headers, result


def _text(record: Record, moves: tuple[Move, ...], lost: Lost) -> str:
    headers = record.headers
    levels = headers.get("levels", "0:0")
    if _LEVELS.fullmatch(levels) is None:
        lost.add(f"levels that are no two numbers: {quoted(levels)}")
        levels = "0:0"
    lines = [f"Piskvorky {SIZE}x{SIZE}, {levels}, 0"]
    times = headers.get("times_ms", "").split()
    if times and (len(times) != len(moves) or not all(map(str.isdecimal, times))):
        lost.add(f"times that are not a number for each move: {quoted(headers['times_ms'])}")
    for number, move in enumerate(moves):
        if isinstance(move, Point):
            spent = times[number] if number < len(times) and times[number].isdecimal() else "0"
            lines.append(f"{move.col + 1},{SIZE - move.row},{spent}")
    names = [
        lost.line(headers.get(color, ""), f"the header {color!r}") for color in ("black", "white")
    ]
    if any(names):
        lines += [name or "?" for name in names]
    code = headers.get("code", "-1")
    if _CODE.match(code) is None:
        lost.add(f"a code that is no number: {quoted(code)}")
        code = "-1"
    lines.append(code.strip())
    winner = {"1-0": "1", "0-1": "2", "1/2-1/2": "0"}.get(record.result)
    if winner is not None:
        division = lost.line(headers.get("division", ""), "the header 'division'")
        lines.append(f"{winner},{division or 'Renju'}")
    return "".join(f"{line}\r\n" for line in lines)


register(Psq())
