"""Headers that records of one file share: what a game says itself, and the rows of tables that it refers to."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView

__all__ = ["Headers"]


class Headers(Mapping[str, str]):
    """Several mappings read as one; where a name is in several, the last has it.

    A game of a database refers to players and a tournament whose headers a hundred other games have too: they
    are kept once. It equals a dict of the same content.
    """

    __slots__ = ("_parts",)

    def __init__(self, *parts: Mapping[str, str]) -> None:
        self._parts = parts

    def _whole(self) -> dict[str, str]:
        whole: dict[str, str] = {}
        for part in self._parts:
            whole.update(part)
        return whole

    def __getitem__(self, name: str) -> str:
        for part in reversed(self._parts):
            if name in part:
                return part[name]
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return any(name in part for part in self._parts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())

    def keys(self) -> KeysView[str]:
        """Return the names."""
        return self._whole().keys()

    def values(self) -> ValuesView[str]:
        """Return the texts."""
        return self._whole().values()

    def items(self) -> ItemsView[str, str]:
        """Return the names with their texts."""
        return self._whole().items()

    def __repr__(self) -> str:
        return repr(self._whole())
