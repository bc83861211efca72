"""Play random legal games of renju in lock step: a ply of every game at once.

    python examples/selfplay.py
    python examples/selfplay.py --games 1000 --seed 7 --threads 2

Each side plays a point at random, all that are legal being equally likely; Black's fouls are not. This
is the loop of self-play without the network: put its policy where `choose` draws.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import renju
from renju import PASS, Color, Verdict, batch

POINTS = 225
TRIES = 20


@dataclass(frozen=True, slots=True)
class Games:
    """Games that were played to their end.

    Attributes
    ----------
    moves
        `(n, 225)` uint8, as `batch.replay` takes them: points, a pass 225, after the end 255.
    winner
        `(n,)` uint8: 1 Black (exactly five), 2 White (five or more), 0 nobody.
    """

    moves: NDArray[np.uint8]
    winner: NDArray[np.uint8]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The plies of each game."""
        lengths: NDArray[np.int64] = (self.moves != batch.PADDING).sum(axis=1)
        return lengths


def choose(legal: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw one of the legal points of each board, all equally likely; a pass where there is none."""
    flat = legal.reshape(-1, POINTS)
    points = rng.integers(POINTS, size=len(flat))
    again = np.flatnonzero(~flat[np.arange(len(flat)), points])
    for _ in range(TRIES):
        if len(again) == 0:
            break
        points[again] = rng.integers(POINTS, size=len(again))
        again = again[~flat[again, points[again]]]
    for board in again:  # few: with hardly a legal point
        there = np.flatnonzero(flat[board])
        points[board] = rng.choice(there) if len(there) else PASS
    return points


def play_games(n: int, *, seed: int = 1, threads: int = 1) -> Games:
    """Play n games.

    A game ends with a five (White's may be longer) or when the board is full. A side without a legal
    point passes, which takes a ply; so there are at most 225 plies, and a game with a pass may stop short of
    a full board.

    Parameters
    ----------
    n
        The number of games.
    seed
        Of the random numbers: the same seed gives the same games.
    threads
        As in `renju.batch`; the games do not depend on it.
    """
    rng = np.random.default_rng(seed)
    moves = np.full((n, POINTS), batch.PADDING, np.uint8)
    winner = np.zeros(n, np.uint8)
    going = np.arange(n)  # the games that go on, and their boards
    boards = np.zeros((n, 15, 15), np.uint8)
    for ply in range(POINTS):
        if len(going) == 0:
            break
        color = Color.BLACK if ply % 2 == 0 else Color.WHITE
        points = choose(batch.legal_mask(boards, color, threads=threads), rng)
        verdicts = batch.play(boards, points, color, threads=threads)
        moves[going, ply] = points
        won = verdicts == Verdict.FIVE
        if won.any():
            winner[going[won]] = color
            going, boards = going[~won], boards[~won]
    return Games(moves, winner)


def main() -> None:
    """Play, and print how it went."""
    parser = argparse.ArgumentParser(description="Play random legal games of renju in lock step.")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="0 for all CPUs")
    options = parser.parse_args()

    start = time.perf_counter()
    games = play_games(options.games, seed=options.seed, threads=options.threads)
    seconds = time.perf_counter() - start

    n = options.games
    black, white = (int((games.winner == color).sum()) for color in Color)
    print(f"{n:,} games, {renju.build_info()['isa']}, threads {options.threads}")
    for name, count in (
        ("black wins", black),
        ("white wins", white),
        ("no winner", n - black - white),
    ):
        print(f"{name:<12}{count:>8,}{count / max(n, 1):>9.2%}")
    plies = int(games.lengths.sum())
    print(f"{'mean length':<12}{plies / max(n, 1):>8.1f} plies")
    print(f"{'speed':<12}{n / seconds:>8,.0f} games/s, {plies / seconds / 1e6:.2f} million plies/s")


if __name__ == "__main__":
    main()
