"""What flows through a job: games or boards to be judged, a few thousand at a time, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ..errors import quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..records import Record

__all__ = ["RESULTS", "BoardChunk", "Chunk", "GameChunk", "RowProblem", "read_results"]

#: The results that a table can have, by the code that a chunk has for them.
RESULTS: Final = ("", "1-0", "0-1", "1/2-1/2", "void")
_SPELLINGS: Final[Mapping[str, int]] = {
    **{text: code for code, text in enumerate(RESULTS)},
    **dict.fromkeys(("black", "b", "b+", "1", "1.0", "black wins"), 1),  # a number is Black's score
    **dict.fromkeys(("white", "w", "w+", "0", "0.0", "white wins"), 2),
    **dict.fromkeys(("draw", "0.5-0.5", "½-½", "1/2", "½", "0.5", "="), 3),
    **dict.fromkeys(("?", "*", "unknown"), 0),
}


@dataclass(frozen=True, slots=True)
class RowProblem:
    """Something that could not be read or judged as it stands.

    Attributes
    ----------
    source
        The file, empty for a table or an array.
    game
        The row in the output (column `game` or `position`), None where the problem is the file's.
    place
        Where in the source, such as `"line 3"` or `"row 17"`.
    message
        What is wrong, with the text quoted.
    """

    source: str
    game: int | None
    place: str
    message: str

    def moved(self, first: int) -> RowProblem:
        """Return the problem with `game` counted from the first game of the job."""
        return self if self.game is None else replace(self, game=first + self.game)

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.source, self.place, self.message)))


@dataclass(frozen=True, slots=True)
class GameChunk:
    """n games of up to k moves.

    Attributes
    ----------
    moves, valid
        As of `renju.arrow.read_games`.
    results
        `(n,)` uint8: index into `RESULTS`.
    source
        The file they are from, empty for a table or an array; or one for each game.
    places
        Where in the source each begins; None: its row there.
    row
        The row in the source of the first of them, from 0.
    problems
        What could not be read; `game` is the index within the chunk.
    setups
        The records among them that do not begin on an empty board with Black, by their index.
    """

    moves: NDArray[np.uint8]
    valid: NDArray[np.bool_]
    results: NDArray[np.uint8]
    source: str | tuple[str, ...] = ""
    places: tuple[str, ...] | None = None
    row: int = 0
    problems: tuple[RowProblem, ...] = ()
    setups: Mapping[int, Record] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.moves)

    def where(self, index: int) -> tuple[str, str]:
        """Return the source of a game, and where it begins there."""
        source = self.source if isinstance(self.source, str) else self.source[index]
        place = f"row {self.row + index}" if self.places is None else self.places[index]
        return source, place


@dataclass(frozen=True, slots=True)
class BoardChunk:
    """n boards, `(n, 15, 15)` uint8; the rest as of `GameChunk`."""

    boards: NDArray[np.uint8]
    valid: NDArray[np.bool_]
    source: str | tuple[str, ...] = ""
    row: int = 0
    problems: tuple[RowProblem, ...] = ()

    def __len__(self) -> int:
        return len(self.boards)


Chunk = GameChunk | BoardChunk


def read_results(texts: list[str | None]) -> tuple[NDArray[np.uint8], list[tuple[int, str]]]:
    """Return the codes of results in any usual spelling, and what is no result, by its index."""
    codes = np.zeros(len(texts), np.uint8)
    problems = []
    for index, text in enumerate(texts):
        if not text:
            continue
        code = _SPELLINGS.get(str(text).strip().lower())
        if code is None:
            right = ", ".join(RESULTS[1:])
            problems.append((index, f"{quoted(text)} is no result: use {right}, or nothing"))
        else:
            codes[index] = code
    return codes, problems
