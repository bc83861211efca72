"""A fixed corpus of boards and games, made by arithmetic that is the same everywhere.

Benchmarks measure on it, and the signature of a build is a hash over all its verdicts: two builds with the same
signature judge alike.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

import numpy as np

from . import batch
from .geometry import SIZE, Color
from .verdicts import Reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["KINDS", "SIGNATURE", "boards", "corpus_hash", "games", "signature"]

#: The signature of a correct build: verdicts of both colours in both readings, winners and replays.
SIGNATURE: Final = "e41376df62b2e508"

#: `clustered` boards look like games: as many white stones as black ones, each near another. `dense`
#: boards have nearly three black stones to a white one, and with them many threes to look into.
KINDS: Final = ("clustered", "dense")

_POINTS: Final = SIZE * SIZE
_ATTEMPTS: Final = 200
_SIGNED_BOARDS: Final = 4_000
_SIGNED_GAMES: Final = 500


class _Random:
    """SplitMix64, a stream a board: the same numbers with every NumPy on every platform."""

    def __init__(self, n: int, seed: int) -> None:
        self._state = np.arange(n, dtype=np.uint64) * np.uint64(0xD1342543DE82EF95)
        self._state += np.uint64(seed)

    def below(self, bound: int | NDArray[np.int64]) -> NDArray[np.int64]:
        """Return a number below `bound` for each board."""
        self._state += np.uint64(0x9E3779B97F4A7C15)
        z = self._state.copy()
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        high = ((z ^ (z >> np.uint64(31))) >> np.uint64(33)).astype(np.int64)
        return (high * bound) >> 31


def boards(kind: str, n: int, *, seed: int = 1) -> NDArray[np.uint8]:
    """Make boards.

    Parameters
    ----------
    kind
        One of `KINDS`.
    n
        How many.
    seed
        Another seed gives other boards.

    Returns
    -------
    (n, 15, 15) uint8
    """
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of board: use one of {', '.join(KINDS)}")
    random = _Random(n, seed * len(KINDS) + KINDS.index(kind))
    order, counts = _scatter(random, n, _ATTEMPTS, 2)
    wanted = 4 + random.below(np.minimum(counts, 90) - 3)
    cells = np.zeros((n, _POINTS), np.uint8)
    every = np.arange(n)
    for turn in range(order.shape[1]):
        alive = (turn < wanted) & (turn < counts)
        if kind == "clustered":
            color = np.full(n, turn % 2 + 1)
        else:
            color = np.where(random.below(15) < 11, Color.BLACK, Color.WHITE)
        cells[every[alive], order[alive, turn]] = color[alive]
    return cells.reshape(n, SIZE, SIZE)


def games(n: int, plies: int = 48, *, seed: int = 1) -> NDArray[np.uint8]:
    """Make games of different stones near each other, all of the same length.

    Returns
    -------
    (n, plies) uint8
        Point numbers. Fives and fouls are played on.
    """
    random = _Random(n, (1 << 20) + seed)
    order, counts = _scatter(random, n, 4 * plies + 64, 2)
    short = int(counts.min(initial=plies))
    if short < plies:
        raise ValueError(f"{plies} plies are too many: such games have {short}")
    return order[:, :plies].astype(np.uint8)


def _scatter(
    random: _Random, n: int, attempts: int, reach: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Put points near points, from the centre on: their order `(n, attempts)`, and how many came."""
    every = np.arange(n)
    order = np.zeros((n, attempts), np.int64)
    taken = np.zeros((n, _POINTS), np.bool_)
    start = SIZE * (5 + random.below(5)) + 5 + random.below(5)
    order[:, 0] = start
    taken[every, start] = True
    counts = np.ones(n, np.int64)
    for _ in range(attempts - 1):
        near = order[every, random.below(counts)]
        row = near // SIZE + random.below(2 * reach + 1) - reach
        col = near % SIZE + random.below(2 * reach + 1) - reach
        inside = (row >= 0) & (row < SIZE) & (col >= 0) & (col < SIZE)
        point = np.where(inside, SIZE * row + col, 0)
        fresh = inside & ~taken[every, point]
        order[every[fresh], counts[fresh]] = point[fresh]
        taken[every[fresh], point[fresh]] = True
        counts += fresh
    return order, counts


def corpus_hash() -> str:
    """Return a hash of the corpus itself: 16 hexadecimal digits of SHA-256."""
    digest = hashlib.sha256()
    for kind in KINDS:
        digest.update(boards(kind, _SIGNED_BOARDS).tobytes())
    digest.update(games(_SIGNED_GAMES).tobytes())
    return digest.hexdigest()[:16]


def signature(*, threads: int = 1) -> str:
    """Return a hash over all verdicts of the corpus: 16 hexadecimal digits of SHA-256.

    A correct build has `SIGNATURE`, whatever its instruction set, compiler or platform.
    """
    digest = hashlib.sha256()
    for kind in KINDS:
        corpus = boards(kind, _SIGNED_BOARDS)
        for reading in Reading:
            for color in Color:
                verdicts = batch.verdict_map(corpus, color=color, reading=reading, threads=threads)
                digest.update(verdicts.tobytes())
        digest.update(batch.winners(corpus, threads=threads).tobytes())
    moves = games(_SIGNED_GAMES)
    for reading in Reading:
        digest.update(batch.replay(moves, reading=reading, threads=threads).verdicts.tobytes())
    return digest.hexdigest()[:16]
