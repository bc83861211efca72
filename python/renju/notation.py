"""Moves as text: every spelling that people use is read, one is printed.

Read are `h8i9g7`, `H8 I9`, `h8,i9;g7`, `h8-i9`, `[h8][i9]`, `1.h8 2.i9`, `1. h8 i9 2. g7`, line
breaks, and `pass`, `--` or a lone `-` for a pass (RIF 5). Printed is `h8 i9 pass`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from .errors import NotationError, quoted
from .geometry import COLUMNS, PASS, Move, Pass, PointLike, text_to_point, to_point

__all__ = ["COLUMNS_WITHOUT_I", "format_moves", "iter_moves", "parse_moves", "to_move"]

#: The columns of the Russian codex (RU 2.2): no letter i, so the last one is p.
COLUMNS_WITHOUT_I: Final = "abcdefghjklmnop"

_TOKEN = re.compile(
    r"""
    (?P<space>[\s,;|\[\]\u00a0\u3000\uff0c\u3001\uff1b]+)  # between moves
  | (?P<pass>pass | --)
  | (?P<dash>[-\u2013])                               # h8-i9, or alone a pass
  | (?P<number>\d{1,3}\s*[.)]+)                    # 1.  12)  3...
  | (?P<point>[a-z]\d+)
  | (?P<other>[^\s,;|\[\]\u00a0\u3000\uff0c\u3001\uff1b]+)
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


def parse_moves(text: str, *, skip_i: bool = False) -> list[Move]:
    """Read moves from text.

    Parameters
    ----------
    text
        The moves, in any of the spellings above.
    skip_i
        Read the dialect whose columns are a-h, j-p (RU 2.2): `j9` is then what others call `i9`.

    Returns
    -------
    list of Point or Pass
        The moves in order. Whether a point is taken twice is a matter of the board.

    Raises
    ------
    NotationError
        With the text that is no move, its place and the number of the move.

    Examples
    --------
    >>> parse_moves("1.h8 2.I9, g7--")
    [Point('h8'), Point('i9'), Point('g7'), renju.PASS]
    """
    return list(iter_moves(text, skip_i=skip_i))


def iter_moves(text: str, *, skip_i: bool = False) -> Iterator[Move]:
    """Yield moves from text, those before a fault too; see `parse_moves`."""
    if not isinstance(text, str):
        raise NotationError(f"{quoted(text)} ({type(text).__name__}) is no text of moves")
    columns = COLUMNS_WITHOUT_I if skip_i else COLUMNS
    number = 0
    counting = {"moves", "rounds"}  # 1.h8 2.i9, or 1. h8 i9 2. g7
    for match in _TOKEN.finditer(text):
        kind, token = match.lastgroup, match[0]
        number += 1
        if kind == "pass" or (kind == "dash" and _stands_alone(text, match.start(), match.end())):
            yield PASS
        elif kind in ("point", "other"):
            try:
                move = text_to_point(token, columns)
            except NotationError as error:
                where = f"at {_place(text, match.start())} (move {number})"
                raise type(error)(f"{error}, {where}") from None
            yield move
        else:
            number -= 1  # no move: a separator, or the number of one
            if kind == "number":
                counting &= _countings(int(re.split(r"\D", token)[0]), number)
                if not counting:
                    raise NotationError(
                        f"{token!r} is not the number of the next move, which is {number + 1}, at "
                        f"{_place(text, match.start())}"
                    )


def format_moves(moves: Iterable[Move | PointLike], *, separator: str = " ") -> str:
    """Print moves in the one printed form, `"h8 i9 pass"`.

    Examples
    --------
    >>> format_moves([112, "I9", PASS])
    'h8 i9 pass'
    """
    return separator.join(str(to_move(move)) for move in moves)


def to_move(value: Move | PointLike) -> Move:
    """Return the move that a point, its number or text, or a pass (225, `"pass"`) stands for."""
    if isinstance(value, Pass) or (isinstance(value, str) and value.strip().lower() == "pass"):
        return PASS
    if not isinstance(value, (str, bool)) and hasattr(value, "__index__") and value == PASS:
        return PASS
    return to_point(value)


def _countings(written: int, before: int) -> set[str]:
    """Return the ways of counting in which this number may follow so many moves."""
    found = {"moves"} if written == before + 1 else set()
    return found | ({"rounds"} if before % 2 == 0 and written == before // 2 + 1 else set())


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    return (not before or before.isspace() or before in ".)") and (not after or after.isspace())


def _place(text: str, offset: int) -> str:
    line = text.count("\n", 0, offset)
    character = offset - (text.rfind("\n", 0, offset) + 1) + 1
    if "\n" in text.strip():
        return f"line {line + 1}, character {character}"
    return f"character {character}"
