"""Which games have come before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Seen"]


class Seen:
    """The keys of the games so far, and which game had each first: 16 bytes a game.

    Keys are kept in sorted runs, each at most half as long as the one before it, so that a batch
    costs a few searches and not a sort of everything.
    """

    def __init__(self) -> None:
        self._runs: list[tuple[NDArray[np.uint64], NDArray[np.int64]]] = []

    def add(self, keys: NDArray[np.uint64], first: int) -> NDArray[np.int64]:
        """Add games; return for each the first game with its key, -1 if it is that itself.

        Parameters
        ----------
        keys
            `(n,)`, of the games `first`, `first + 1`, …; 0 is no game and repeats none.
        """
        games = np.arange(first, first + len(keys))
        result = np.full(len(keys), -1, np.int64)
        for known, of in self._runs:
            at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
            hit = known[at] == keys
            result[hit] = of[at][hit]
        new = np.flatnonzero((keys != 0) & (result < 0))
        unique, where, back = np.unique(keys[new], return_index=True, return_inverse=True)
        firsts = games[new][where]
        result[new] = np.where(firsts[back] == games[new], -1, firsts[back])
        if len(unique):
            self._insert(unique, firsts)
        return result

    def _insert(self, keys: NDArray[np.uint64], games: NDArray[np.int64]) -> None:
        while self._runs and len(self._runs[-1][0]) <= 2 * len(keys):
            more, of = self._runs.pop()
            keys, games = np.concatenate([more, keys]), np.concatenate([of, games])
            order = np.argsort(keys, kind="stable")
            keys, games = keys[order], games[order]
        self._runs.append((keys, games))
