"""What a job counts as it goes, for its summary and its report; it adds up in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

import numpy as np

from .. import batch
from ..geometry import PASS, SIZE
from ..openings import EXTENDED, PATTERNS
from ..verdicts import Verdict
from .chunks import RESULTS
from .judge import JudgedBoards, JudgedGames

__all__ = ["FOULS", "NO_OPENING", "POSITION_AFTER", "Tally"]

FOULS: Final = (Verdict.OVERLINE, Verdict.DOUBLE_FOUR, Verdict.DOUBLE_THREE)
#: What games that begin with no pattern are counted under.
NO_OPENING: Final = "none"
#: After how many moves the most frequent positions are counted.
POSITION_AFTER: Final = 5
#: How many positions a tally keeps: beyond that the rare ones are dropped, and it says so.
_MOST_POSITIONS: Final = 4_000
_IDS: Final = (*(pattern.id for pattern in (*PATTERNS, *EXTENDED)), NO_OPENING)


@dataclass
class Tally:
    """Counts of a part of a job.

    Attributes
    ----------
    games, moves, positions
        Games (or boards) read; moves in them, passes too; positions judged: one for each stone put,
        or one for each board.
    fouls
        How often each foul was played (per game or move), or could be (per position), by label.
    problems
        How many things could not be read or judged.
    openings
        How many games have each pattern and each result: `openings["D4"]["1-0"]`; a result that is not
        known is `""`.
    foul_moves
        How often each foul was played at each move number, from 1: `foul_moves["overline"][31]`.
    foul_points
        How often a foul was played on each point, `(15, 15)`, `[row, col]`.
    frequent
        Positions after `POSITION_AFTER` moves, by canonical key: how many games, and the moves of
        the first of them. Detailed tallies only.
    dropped
        The most games that a position which is not in `frequent` can have had, and by which the
        counts that are there can be too low; 0 if they are exact.
    """

    games: int = 0
    moves: int = 0
    positions: int = 0
    fouls: Counter[str] = field(default_factory=Counter)
    problems: int = 0
    openings: dict[str, Counter[str]] = field(default_factory=dict)
    foul_moves: dict[str, Counter[int]] = field(default_factory=dict)
    foul_points: list[int] = field(default_factory=lambda: [0] * (SIZE * SIZE))
    frequent: dict[int, tuple[int, str]] = field(default_factory=dict)
    dropped: int = 0

    @classmethod
    def of(cls, judged: JudgedGames | JudgedBoards, *, detailed: bool) -> Tally:
        """Count what was judged; `detailed`: what only a report needs, too."""
        if isinstance(judged, JudgedBoards):
            fouls = Counter({kind.label: int(judged.count(kind).sum()) for kind in FOULS})
            valid = int(judged.chunk.valid.sum())
            return cls(len(judged), 0, valid, +fouls, len(judged.problems))
        tally = cls(
            len(judged),
            int(judged.played.sum()),
            int(judged.stones.sum()),
            problems=len(judged.problems),
        )
        games, plies = np.nonzero(judged.foul_mask)
        verdicts = judged.replay.verdicts[games, plies]
        points = judged.chunk.moves[games, plies]
        for kind in FOULS:
            of_kind = verdicts == kind
            if of_kind.any():
                tally.fouls[kind.label] = int(of_kind.sum())
                tally.foul_moves[kind.label] = Counter((plies[of_kind] + 1).tolist())
        tally.foul_points = np.bincount(points, minlength=SIZE * SIZE).tolist()
        if detailed:
            tally._count_openings(judged)
            tally._count_positions(judged)
        return tally

    def _count_openings(self, judged: JudgedGames) -> None:
        valid = judged.chunk.valid
        codes = judged.openings[valid].astype(np.intp) * len(RESULTS) + judged.chunk.results[valid]
        for code, count in zip(*np.unique(codes, return_counts=True), strict=True):
            opening, result = divmod(int(code), len(RESULTS))
            self.openings.setdefault(_IDS[opening], Counter())[RESULTS[result]] += int(count)

    def _count_positions(self, judged: JudgedGames) -> None:
        keys, has = judged.keys_after(POSITION_AFTER)
        has &= ~np.isin(np.arange(len(judged)), list(judged.chunk.setups))
        where = np.flatnonzero(has)
        found, first, counts = np.unique(keys[where], return_index=True, return_counts=True)
        lines = judged.chunk.moves[where[first], :POSITION_AFTER]
        if not len(found):
            return
        texts = batch.decode_moves(np.minimum(lines, np.uint8(PASS)))
        for key, count, text in zip(found.tolist(), counts.tolist(), texts, strict=True):
            self.frequent[key] = (count, text)

    def __iadd__(self, other: Tally) -> Self:
        self.games += other.games
        self.moves += other.moves
        self.positions += other.positions
        self.fouls += other.fouls
        self.problems += other.problems
        for opening, results in other.openings.items():
            self.openings.setdefault(opening, Counter()).update(results)
        for kind, numbers in other.foul_moves.items():
            self.foul_moves.setdefault(kind, Counter()).update(numbers)
        self.foul_points = [a + b for a, b in zip(self.foul_points, other.foul_points, strict=True)]
        for key, (count, text) in other.frequent.items():
            known, line = self.frequent.get(key, (0, text))
            self.frequent[key] = (known + count, line)
        self.dropped += other.dropped
        if len(self.frequent) > 2 * _MOST_POSITIONS:
            self.trim()
        return self

    def trim(self) -> None:
        """Keep the most frequent positions only, and note how many games a dropped one can have."""
        ranked = sorted(self.frequent.items(), key=lambda item: (-item[1][0], item[0]))
        if len(ranked) > _MOST_POSITIONS:
            self.dropped += ranked[_MOST_POSITIONS][1][0]
        self.frequent = dict(ranked[:_MOST_POSITIONS])

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        return {
            "games": self.games,
            "moves": self.moves,
            "positions": self.positions,
            "fouls": {kind.label: self.fouls[kind.label] for kind in FOULS},
            "problems": self.problems,
            "openings": {name: dict(results) for name, results in self.openings.items()},
            "foul_moves": {
                kind: {str(number): count for number, count in sorted(numbers.items())}
                for kind, numbers in self.foul_moves.items()
            },
            "foul_points": self.foul_points,
            "frequent": {str(key): list(value) for key, value in self.frequent.items()},
            "dropped": self.dropped,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Tally:
        """Return the tally that `to_dict` made data of."""
        return cls(
            data["games"],
            data["moves"],
            data["positions"],
            +Counter(data["fouls"]),
            data["problems"],
            {name: Counter(results) for name, results in data["openings"].items()},
            {
                kind: Counter({int(number): count for number, count in numbers.items()})
                for kind, numbers in data["foul_moves"].items()
            },
            list(data["foul_points"]),
            {int(key): (count, text) for key, (count, text) in data["frequent"].items()},
            data["dropped"],
        )
