"""The tree of a record: compact arrays, with nodes as views.

A library of opening theory has millions of positions, so a node is no object of its own: it is a number into
arrays of moves and links. `Node` looks at one. What few nodes have (texts, marks, set-up stones) is kept by number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..geometry import PASS, POINTS, Move, Point, PointLike, Symmetry
from ..notation import to_move

__all__ = ["NO_MOVE", "ROOT", "Extras", "Node", "Tree", "TreeBuilder"]

#: The move of a node that makes none: a label or a comment of its own.
NO_MOVE: Final = 254
#: The move of the root.
ROOT: Final = 255
_NONE: Final = -1


@dataclass(slots=True, eq=False)
class Extras:
    """What few nodes have. Those of a tree cannot be changed; those of a `TreeBuilder` are to be.

    Attributes
    ----------
    comment, one_line, label
        The comment, the comment of one line, and the text shown on the board at the node's point.
    marks
        Marks on points: the point and what kind it is, in the words of the format.
    labels
        Texts on points of the board.
    black, white, empty
        Stones that are set up or taken away here.
    data
        What else the format keeps of the node, by its own names, so that it is written back.
    """

    comment: str = ""
    one_line: str = ""
    label: str = ""
    marks: dict[Point, str] = field(default_factory=dict)
    labels: dict[Point, str] = field(default_factory=dict)
    black: tuple[Point, ...] = ()
    white: tuple[Point, ...] = ()
    empty: tuple[Point, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Extras):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _FIELDS)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return bool(
            self.comment
            or self.one_line
            or self.label
            or self.marks
            or self.labels
            or self.black
            or self.white
            or self.empty
            or self.data
        )

    def transform(self, symmetry: Symmetry) -> Extras:
        """Return the image of its points under a symmetry; points that its texts name stay as they are."""
        if symmetry is Symmetry.IDENTITY:
            return self

        def turn(points: tuple[Point, ...]) -> tuple[Point, ...]:
            return tuple(map(symmetry.apply, points))

        return replace(
            self,
            marks={symmetry.apply(point): kind for point, kind in self.marks.items()},
            labels={symmetry.apply(point): text for point, text in self.labels.items()},
            black=turn(self.black),
            white=turn(self.white),
            empty=turn(self.empty),
        )


_FIELDS: Final = tuple(each.name for each in fields(Extras))


class _FrozenDict(dict[Any, Any]):
    """A dict of a tree's extras."""

    def _refuse(self, *_args: object, **_keywords: object) -> NoReturn:
        raise TypeError(_FROZEN)

    __setitem__ = __delitem__ = __ior__ = _refuse
    update = setdefault = pop = popitem = clear = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return _FrozenDict, (dict(self),)


class _FrozenExtras(Extras):
    """The extras of a tree, which its other nodes, and other trees, may share."""

    __slots__ = ()

    def __new__(cls, *values: Any, **named: Any) -> Extras:  # type: ignore[misc]
        return Extras(*values, **named)  # for dataclasses.replace

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise TypeError(_FROZEN)

    def __reduce__(self) -> tuple[Any, ...]:
        values = tuple(getattr(self, name) for name in _FIELDS)
        return _thawed_and_frozen, tuple(
            dict(value) if isinstance(value, dict) else value for value in values
        )


_FrozenExtras.__qualname__ = "Extras"  # for repr()
_FROZEN: Final = (
    "the extras of a tree cannot be changed: TreeBuilder.of(tree) makes a builder whose extras can, and "
    "its build() another tree"
)
_NO_DICT: Final = _FrozenDict()


def frozen(extras: Extras) -> Extras:
    """Return extras after which they cannot be changed; it is the same object."""
    if not isinstance(extras, _FrozenExtras):
        extras.marks = _FrozenDict(extras.marks) if extras.marks else _NO_DICT
        extras.labels = _FrozenDict(extras.labels) if extras.labels else _NO_DICT
        extras.data = _FrozenDict(extras.data) if extras.data else _NO_DICT
        extras.__class__ = _FrozenExtras
    return extras


def _thawed_and_frozen(*values: Any) -> Extras:
    return frozen(Extras(*values))


def _copy(extras: Extras) -> Extras:
    """Return extras of their own, to be changed."""
    values: list[Any] = [getattr(extras, name) for name in _FIELDS]
    copies: list[Any] = [dict(value) if isinstance(value, dict) else value for value in values]
    return Extras(*copies)


class Tree:
    """A tree of moves; node 0 is the root.

    Attributes
    ----------
    moves
        `(n,)` uint8: points 0..224, 225 a pass, `NO_MOVE`, and `ROOT` for node 0.
    parent, first_child, next_sibling
        `(n,)` int32: numbers of nodes, -1 for none.
    """

    __slots__ = ("_extras", "first_child", "moves", "next_sibling", "parent")

    def __init__(
        self,
        moves: NDArray[np.uint8],
        parent: NDArray[np.int32],
        first_child: NDArray[np.int32],
        next_sibling: NDArray[np.int32],
        extras: dict[int, Extras] | None = None,
    ) -> None:
        self.moves = moves
        self.parent = parent
        self.first_child = first_child
        self.next_sibling = next_sibling
        self._extras = {} if extras is None else extras
        for more in self._extras.values():
            frozen(more)

    def __len__(self) -> int:
        return len(self.moves)

    @property
    def root(self) -> Node:
        """The root."""
        return Node(self, 0)

    def extras(self, index: int) -> Extras:
        """Return what the node has besides its move. It cannot be changed: see `TreeBuilder.of`."""
        return self._extras.get(index, _NOTHING)

    def noted(self) -> list[int]:
        """Return the nodes that may have more than their move, ascending."""
        return sorted(self._extras)

    def main_line(self) -> tuple[Move, ...]:
        """Return the moves of the main line; see `main_nodes`."""
        return tuple(_as_move(int(self.moves[index])) for index in self.main_nodes())

    def main_nodes(self) -> Iterator[int]:
        """Yield the nodes of the main line: the first child each, as if nodes without a move were not there.

        So labels and comments of their own, which may stand before a move or above it, change nothing.
        """
        todo = [int(self.first_child[0])]
        while todo:
            index = todo.pop()
            if index == _NONE:
                continue
            child = int(self.first_child[index])
            if self.moves[index] == NO_MOVE:
                todo += (int(self.next_sibling[index]), child)
            else:
                yield index
                todo = [child]

    def transform(self, symmetry: Symmetry) -> Tree:
        """Return the image of the tree under a symmetry; see `Extras.transform`."""
        images = np.arange(256, dtype=np.uint8)
        images[: len(POINTS)] = [symmetry.apply(point) for point in POINTS]
        extras = {
            index: more.transform(symmetry)
            for index in self.noted()
            if (more := self.extras(index))
        }
        links = (self.parent, self.first_child, self.next_sibling)
        return Tree(images[self.moves], *links, extras)


_NOTHING: Final = frozen(Extras())


def _as_move(number: int) -> Move:
    return PASS if number == PASS else POINTS[number]


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a tree: a view, equal to another one of the same node."""

    tree: Tree = field(repr=False)
    index: int

    @property
    def move(self) -> Move | None:
        """The move, None for the root and for a node that makes none."""
        number = int(self.tree.moves[self.index])
        return None if number in (NO_MOVE, ROOT) else _as_move(number)

    @property
    def parent(self) -> Node | None:
        """The node before it."""
        index = int(self.tree.parent[self.index])
        return None if index == _NONE else Node(self.tree, index)

    @property
    def children(self) -> Iterator[Node]:
        """The nodes after it, the main line first."""
        index = int(self.tree.first_child[self.index])
        while index != _NONE:
            yield Node(self.tree, index)
            index = int(self.tree.next_sibling[index])

    @property
    def extras(self) -> Extras:
        """What it has besides its move. It cannot be changed: see `TreeBuilder.of`."""
        return self.tree.extras(self.index)

    @property
    def comment(self) -> str:
        """Its comment."""
        return self.extras.comment

    def path(self) -> tuple[Move, ...]:
        """Return the moves from the root to it."""
        moves: list[Move] = []
        node: Node | None = self
        while node is not None:
            if node.move is not None:
                moves.append(node.move)
            node = node.parent
        return tuple(reversed(moves))

    def walk(self) -> Iterator[Node]:
        """Yield it and every node below it, each before its children."""
        todo = [self.index]
        while todo:
            index = todo.pop()
            yield Node(self.tree, index)
            children = [child.index for child in Node(self.tree, index).children]
            todo.extend(reversed(children))


class TreeBuilder:
    """Builds a tree node by node, or another one of a tree that is there.

    Examples
    --------
    >>> builder = TreeBuilder()
    >>> builder.extras(builder.add(0, "h8")).comment = "the centre"
    >>> tree = builder.build()
    >>> again = TreeBuilder.of(tree)
    >>> again.extras(1).comment = "tengen"
    >>> [next(each.root.children).comment for each in (tree, again.build())]
    ['the centre', 'tengen']
    """

    def __init__(self) -> None:
        self._moves = [ROOT]
        self._parent = [_NONE]
        self._first_child = [_NONE]
        self._last_child = [_NONE]
        self._next_sibling = [_NONE]
        self._extras: dict[int, Extras] = {}

    @classmethod
    def of(cls, tree: Tree) -> TreeBuilder:
        """Return a builder with the nodes of a tree, under the same numbers, to be changed.

        With `dataclasses.replace(record, tree=builder.build())` the record has the new tree; nodes
        of a library that were not changed are written as they were.
        """
        builder = cls()
        builder._moves = tree.moves.tolist()
        builder._parent = tree.parent.tolist()
        builder._first_child = tree.first_child.tolist()
        builder._next_sibling = tree.next_sibling.tolist()
        builder._last_child = [_NONE] * len(tree)
        for index, parent in enumerate(builder._parent):
            if parent != _NONE and builder._next_sibling[index] == _NONE:
                builder._last_child[parent] = index
        for index in tree.noted():
            if extras := tree.extras(index):
                builder._extras[index] = extras
        return builder

    def _check(self, index: int) -> None:
        if not 0 <= index < len(self._moves):
            raise IndexError(f"node {index} is not in the tree: it has 0 to {len(self._moves) - 1}")

    def add(self, parent: int, move: Move | PointLike | None) -> int:
        """Add a node as the last child of `parent` and return its number; None makes no move.

        Raises
        ------
        IndexError
            If there is no node `parent`.
        NotationError
            If the move is none.
        """
        self._check(parent)
        number = NO_MOVE if move is None else int(to_move(move))
        index = len(self._moves)
        self._moves.append(number)
        self._parent.append(parent)
        self._first_child.append(_NONE)
        self._last_child.append(_NONE)
        self._next_sibling.append(_NONE)
        if self._last_child[parent] == _NONE:
            self._first_child[parent] = index
        else:
            self._next_sibling[self._last_child[parent]] = index
        self._last_child[parent] = index
        return index

    def add_line(self, moves: tuple[Move, ...], parent: int = 0) -> int:
        """Add moves one after the other and return the number of the last."""
        for move in moves:
            parent = self.add(parent, move)
        return parent

    def extras(self, index: int) -> Extras:
        """Return what a node has besides its move, to be filled in.

        Raises
        ------
        IndexError
            If there is no such node.
        """
        self._check(index)
        extras = self._extras.get(index)
        if extras is None or isinstance(extras, _FrozenExtras):  # a tree that was built has them
            extras = self._extras[index] = Extras() if extras is None else _copy(extras)
        return extras

    def build(self) -> Tree:
        """Return the tree."""
        return Tree(
            np.array(self._moves, np.uint8),
            np.array(self._parent, np.int32),
            np.array(self._first_child, np.int32),
            np.array(self._next_sibling, np.int32),
            {index: extras for index, extras in self._extras.items() if extras},
        )
