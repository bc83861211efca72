"""The history of a game: entries in their order, to which a state adds without copying them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final, overload

__all__ = ["NO_HISTORY", "Entry", "History"]

Entry = Mapping[str, Any]


class History(Sequence[Entry]):
    """A sequence that never changes; a longer one shares what came before.

    A game keeps the states of all its events. Were each history a tuple, a log of so many notes would
    hold as many pairs of them; here each state holds its last entry and the history before it.

    Examples
    --------
    >>> first = History.of([{"note": "a"}])
    >>> longer = first.added({"note": "b"})
    >>> len(first), len(longer), longer[-1]
    (1, 2, {'note': 'b'})
    """

    __slots__ = ("_before", "_entry", "_length")

    _before: History | None
    _entry: Entry
    _length: int

    def __init__(self) -> None:
        self._before = None
        self._entry = {}
        self._length = 0

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> History:
        """Return the history of some entries."""
        found = cls()
        for entry in entries:
            found = found.added(entry)
        return found

    def added(self, entry: Entry) -> History:
        """Return the history with one entry more."""
        longer = History()
        longer._before = self
        longer._entry = entry
        longer._length = self._length + 1
        return longer

    def of_event(self, index: int) -> tuple[Entry, ...]:
        """Return the entries of an event; they are the last ones, or there is none."""
        last = takewhile(lambda entry: entry.get("at_event") == index, reversed(self))
        return tuple(last)[::-1]

    def __len__(self) -> int:
        return self._length

    def __reversed__(self) -> Iterator[Entry]:
        node: History | None = self
        while node is not None and node._length:
            yield node._entry
            node = node._before

    def __iter__(self) -> Iterator[Entry]:
        return iter(list(reversed(self))[::-1])

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Entry, ...]: ...
    def __getitem__(self, index: int | slice) -> Entry | tuple[Entry, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        back = -1 - index if index < 0 else self._length - 1 - index
        if not 0 <= back < self._length:
            raise IndexError(f"{index}: the history has {self._length} entries")
        node = self
        while back and node._before is not None:
            node, back = node._before, back - 1
        return node._entry

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return isinstance(other, tuple | list) and tuple(self) == tuple(other)
        if self._length != other._length:
            return False
        one: History | None = self
        two: History | None = other
        while one is not two and one is not None and two is not None:  # what is shared is equal
            if one._entry != two._entry:
                return False
            one, two = one._before, two._before
        return True

    def __hash__(self) -> int:
        return hash(self._length)

    def __repr__(self) -> str:
        return f"History.of({list(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return History.of, (list(self),)


NO_HISTORY: Final = History()
