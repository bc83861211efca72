"""RenLib's text board: a diagram, a title line, and the numbered moves.

Limits: what stands in the title line after the players is the result; variations and texts have no place. A
board without numbered moves is a position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ..board import Board
from ..diagram import Diagram, parse_diagram
from ..errors import RenjuError
from ..geometry import COLUMNS, PASS, SIZE, Color, Move
from ..notation import iter_moves
from .checks import default_mover, read_result, up_to_fault
from .encodings import beginning, decode
from .losses import Lost
from .model import Problem, Record
from .registry import Source, register

__all__ = ["TextBoard"]

_MARKER: Final = "----- Text Board -----"
_LEGEND: Final = re.compile(r"^[ \t]*X=Black[ \t]+O=White[ \t]*$", re.MULTILINE)
_NUMBERED: Final = re.compile(r"[ \t]*\d+\.?[ \t]+(?:[A-Za-z]\d|pass|--)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"(?<!\S)(\d+)\.?(?=\s)")
_SCORE: Final = re.compile(r"[\d./½]{1,5}-[\d./½]{1,5}\Z|[?*]\Z")
_HEADER: Final = f"    {' '.join(COLUMNS.upper())}"
_RESULTS: Final = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "0.5-0.5"}
_WIDTH: Final = 36


class TextBoard:
    """Boards that RenLib writes as text."""

    name = "textboard"
    endings: tuple[str, ...] = ()

    def sniff(self, source: Source) -> bool:
        """Whether the line that RenLib puts below the board is there."""
        return _MARKER in (beginning(source) or "")

    def read(self, source: Source) -> Iterator[Record]:
        """Yield a record a board."""
        text, encoding = decode(source)
        starts = [match.start() for match in _LEGEND.finditer(text)] or [0]
        line, counted = 1, 0
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
            line += text.count("\n", counted, start)
            counted = start
            yield self._board(text[start:end], f"line {line}", encoding)

    def _board(self, text: str, place: str, encoding: str) -> Record:
        above, marker, below = text.partition(_MARKER)
        problems = []
        if not marker:
            problems.append(Problem(place, f"the text ends before the line {_MARKER!r}"))
        title = next((line for line in below.splitlines() if line.strip()), "")
        headers: dict[str, str] = {}
        if title and not _NUMBERED.match(title):
            headers = _headers(title.strip())
            below = below.replace(title, "", 1)
        moves, fault = up_to_fault(_moves(below))
        if fault is not None:
            problems.append(Problem(place, fault))
        shown = None
        try:
            shown = parse_diagram(_LEGEND.sub("", above))
        except RenjuError as error:
            problems.append(Problem(place, f"the board: {error}"))
        position: tuple[tuple[Move, ...], Diagram | None] = (moves, None)
        if shown is not None and not moves and fault is None:
            position = (shown.moves, shown)
            if set(shown.black) & set(shown.white):
                position = ((), None)
        elif shown is not None and fault is None and not _agrees(shown, moves):
            message = "the board shows other stones than the moves put: the moves are read"
            problems.append(Problem(place, message))
        set_up = position[1]
        return Record(
            position[0],
            () if set_up is None else set_up.black,
            () if set_up is None else set_up.white,
            headers=headers,
            result=read_result(headers.get("result", "")),
            problems=tuple(problems),
            format=self.name,
            encoding=encoding,
            place=place,
        )

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield the boards, one below the other."""
        for number, record in enumerate(records, start=1):
            lost = Lost(number)
            yield lost.encoded(_text(record, lost))
            losses.extend(lost.problems())


def _headers(title: str) -> dict[str, str]:
    players, _, result = title.rpartition(" ")
    if _SCORE.match(result) is None:
        players, result = title, ""
    black, dash, white = players.partition(" - ")
    if not dash:
        return {"event": title}
    headers = {"black": black.strip(), "white": white.strip(), "result": result}
    return {name: text for name, text in headers.items() if text not in ("", "?")}


def _moves(text: str) -> Iterator[Move]:
    yield from iter_moves(_NUMBER.sub(r"\1.", text))


def _agrees(shown: Diagram, moves: tuple[Move, ...]) -> bool:
    board = Board(moves)
    return (set(shown.black), set(shown.white)) == tuple(set(board.stones(c)) for c in Color)


def _text(record: Record, lost: Lost) -> str:
    lost.tree(record)
    lost.headers(record, kept=("black", "white", "result"))
    lost.reason(record)
    headers = record.headers
    mover = record.to_move or default_mover(record.black, record.white)
    moves = record.moves
    board = record.board()
    if record.black or record.white or (mover is Color.WHITE and moves):
        lost.add("the order of a move", len(moves))
        moves = ()
    if not moves and board.to_move is not default_mover(*map(board.stones, Color)):
        lost.add(f"that {board.to_move.label} is to move")
    cells = board.to_array().tolist()
    rows = [
        f"{row + 1:3} {' '.join('.XO'[cell] for cell in cells[row])} {row + 1}"
        for row in reversed(range(SIZE))
    ]
    lines = ["          X=Black   O=White", "", _HEADER, *rows, _HEADER, f"    {_MARKER}", ""]
    names = [
        lost.line(headers.get(color, ""), f"the header {color!r}") for color in ("black", "white")
    ]
    result = _RESULTS.get(record.result, "")
    if any(names) or result:
        if any(" - " in name for name in names):
            lost.add("the sign between the names of the players, which one of them has too")
            names = [name.replace(" - ", "-") for name in names]
        title = " - ".join(name or "?" for name in names)
        lines.append(f"    {title} {result or '?'}")
    words = [f"{number} {_word(move)}" for number, move in enumerate(moves, start=1)]
    for index in range(0, len(words), 2):
        pair = [word.rjust(len(word) + 3 - word.index(" ")) for word in words[index : index + 2]]
        lines.append("    " + "     ".join(pair))
    return (
        "\n".join(line.ljust(_WIDTH) if number < 2 else line for number, line in enumerate(lines))
        + "\n\n"
    )


def _word(move: Move) -> str:
    return "--" if move is PASS else str(move).upper()


register(TextBoard())
