"""What comments of games in RenLib libraries say of the game.

RenLib has no place for players: its importers write `Black - White 1-0` into the one-line comment of the last move, and
lines such as `Date: 2003-10-07` into the comment. `game_notes` takes them apart, `games` does so for all
lines of a library. The comments themselves stay as they are, so a library is written as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..geometry import PASS, POINTS, Move
from .checks import read_result, up_to_fault
from .model import Problem, Record
from .tree import NO_MOVE, Tree

__all__ = ["game_notes", "games"]

_TITLE: Final = re.compile(
    r"(?P<black>\S.*?) - (?P<white>\S.*?)\s+(?P<result>[\d½][\d./½]{0,4}-[\d./½]{1,5}|[?*])\Z"
)
_LINE: Final = re.compile(
    r"(?P<name>File|Date|5A|Swap|Rule|Event|Site|Round)[ \t]*:[ \t]*(?P<text>\S.*?)\s*\Z",
    re.IGNORECASE,
)
_LONGEST: Final = 2 * len(POINTS)  # moves with passes between them
_NAMES: Final = {"5a": "alternatives", "site": "place"}


def game_notes(one_line: str, comment: str = "") -> dict[str, str]:
    """Return the headers that the comments of a move are, nothing if its one-line comment names no players.

    Parameters
    ----------
    one_line, comment
        Both comments, as `Extras` has them.

    Examples
    --------
    >>> game_notes("One - Two 1-0", "Date: 2003-10-07")
    {'black': 'One', 'white': 'Two', 'result': '1-0', 'date': '2003-10-07'}
    >>> game_notes("a strong move", "Date: 2003-10-07")
    {}
    """
    title = _TITLE.match(one_line.strip()[:1000])
    if title is None:
        return {}
    headers = title.groupdict()
    for line in comment.splitlines():
        found = _LINE.match(line.strip()[:1000])
        if found is not None:
            name = found["name"].lower()
            headers.setdefault(_NAMES.get(name, name), found["text"])
    return {name: text for name, text in headers.items() if text != "?"}


def _path(tree: Tree, index: int) -> list[Move]:
    """Return the moves to a node, the last ones if there are more than any game has."""
    moves: list[Move] = []
    while index > 0 and len(moves) < _LONGEST:
        move = int(tree.moves[index])
        if move != NO_MOVE:
            moves.append(PASS if move == PASS else POINTS[move])
        index = int(tree.parent[index])
    return moves[::-1]


def games(record: Record) -> Iterator[Record]:
    r"""Yield a record for each node of a library whose comments name players: the game up to it.

    Examples
    --------
    >>> from renju import records
    >>> builder = records.TreeBuilder()
    >>> last = builder.add_line(records.Record(()).moves)
    >>> last = builder.add(builder.add(0, "h8"), "i9")
    >>> builder.extras(last).one_line = "One - Two 0-1"
    >>> (game,) = games(records.Record(tree=builder.build()))
    >>> game.headers["white"], game.result, len(game.moves)
    ('Two', '0-1', 2)
    """
    tree = record.root.tree
    for index in tree.noted():
        extras = tree.extras(index)
        headers = game_notes(extras.one_line, extras.comment)
        if not headers:
            continue
        place = f"node {index}"
        moves, fault = up_to_fault(
            _path(tree, index), black=record.black, white=record.white, to_move=record.to_move
        )
        if len(moves) == _LONGEST:
            fault = f"{_LONGEST} moves or more lead to it: only the last of them are read"
        yield replace(
            record,
            moves=moves,
            headers=headers,
            result=read_result(headers.get("result", "")),
            tree=None,
            problems=() if fault is None else (Problem(place, fault),),
            place=place,
        )
