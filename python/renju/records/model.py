"""What a record is: one game or position, and what was wrong where it was read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..board import Board
from ..errors import NotationError
from ..geometry import Color, Move, Point, Symmetry
from ..notation import format_moves, parse_moves
from ..verdicts import Reading
from .tree import Node, Tree, TreeBuilder

__all__ = ["Problem", "Record"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that could not be read as it stands.

    Attributes
    ----------
    place
        Where, such as `"line 3"`.
    message
        What is wrong, with the text quoted.
    """

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


@dataclass(frozen=True, slots=True)
class Record:
    """One game or position.

    Attributes
    ----------
    moves
        The moves of the game, passes among them; after a problem those before it.
    black, white
        Stones that stand there before the first move.
    to_move
        The colour of the first of `moves`; None: as `Board` has it, White's if Black has one stone
        more, else Black's.
    headers
        What the file says about the game, by these names where they fit: `black`, `white`, `date`,
        `event`, `round`, `place`, `rule`, `opening_rule`, `time_control`, `result`, `annotator`,
        `comment`; others by the name that the format has for them.
    result
        `"1-0"`, `"0-1"` or `"1/2-1/2"` (Black first), `"void"`, or empty if it is unknown; the raw
        text is `headers["result"]`.
    tree
        The tree of moves with its texts, None when the record has the main line only.
    problems
        What could not be read; empty for a sound record.
    format
        The name of the format it was read from; a record in JSON keeps the one from which it came there.
    encoding
        The text encoding it was read in, None if it is no text.
    place
        Where in its file the record begins, such as `"line 3"`.
    """

    moves: tuple[Move, ...] = ()
    black: tuple[Point, ...] = ()
    white: tuple[Point, ...] = ()
    to_move: Color | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    result: str = ""
    tree: Tree | None = field(default=None, repr=False)
    problems: tuple[Problem, ...] = ()
    format: str = ""
    encoding: str | None = None
    place: str = ""

    @property
    def root(self) -> Node:
        """The root of the tree; a record of one line has a tree of one line."""
        if self.tree is not None:
            return self.tree.root
        builder = TreeBuilder()
        builder.add_line(self.moves)
        return builder.build().root

    @property
    def node_count(self) -> int:
        """How many nodes the tree has without the root: moves, passes, labels."""
        return len(self.moves) if self.tree is None else len(self.tree) - 1

    def transform(self, symmetry: Symmetry) -> Record:
        """Return its image under a symmetry, for files of programs that write a mirrored board.

        Moves, stones, the tree with its marks and labels, and the headers that are points are turned;
        points that texts name are not. Nor is what only the format of the record knows of a node: if that
        looks like points, a problem says so.
        """
        if symmetry is Symmetry.IDENTITY:
            return self
        headers = {
            name: _turned(text, symmetry) if name in _POINT_HEADERS else text
            for name, text in self.headers.items()
        }
        tree, problems = self.tree, self.problems
        if tree is not None and (
            left := sum(_has_points(tree.extras(index).data) for index in tree.noted())
        ):
            message = (
                f"points among the data of {left} nodes, such as lines and arrows, are not turned"
            )
            problems = (*problems, Problem("transform", message))
        return replace(
            self,
            problems=problems,
            moves=_images(self.moves, symmetry),
            black=tuple(map(symmetry.apply, self.black)),
            white=tuple(map(symmetry.apply, self.white)),
            headers=headers,
            tree=None if tree is None else tree.transform(symmetry),
        )

    def board(self, *, reading: Reading | int | str = Reading.RIF) -> Board:
        """Return the board after the last move."""
        return Board(
            self.moves,
            black=self.black,
            white=self.white,
            to_move=self.to_move,
            reading=reading,
        )


#: Headers that are moves: fifth moves that were not chosen, and points that an engine must not take.
_POINT_HEADERS: Final = frozenset({"alternatives", "alt", "forbidden"})


_POINTS: Final = re.compile(r"[A-Oa-o]{2}(?::[A-Oa-o]{2})?\Z")


def _images(moves: Iterable[Move], symmetry: Symmetry) -> tuple[Move, ...]:
    return tuple(symmetry.apply(move) if isinstance(move, Point) else move for move in moves)


def _has_points(data: Mapping[str, Any]) -> bool:
    """Whether what a format keeps of a node has points of two letters, as SGF has them."""
    texts = [text for values in data.values() if isinstance(values, list) for text in values]
    return any(isinstance(text, str) and _POINTS.match(text) for text in texts)


def _turned(text: str, symmetry: Symmetry) -> str:
    try:
        return format_moves(_images(parse_moves(text), symmetry))
    except NotationError:  # what is no point stays
        return text
