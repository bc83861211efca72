"""Who has which colour before a game begins: nigiri, the games of a match, the boards of a team (CN 5)."""

from __future__ import annotations

from typing import Any

from ..errors import NotationError
from ..geometry import Color

__all__ = ["device_color", "game_color", "nigiri", "team_board_color"]


def nigiri(black_stones: Any, white_stones: Any, *, club: bool = False) -> bool:
    """Whether who holds the black stones keeps them after both have shown a handful.

    Parameters
    ----------
    black_stones, white_stones
        How many stones each shows; an empty hand is even.
    club
        Read the parity as some clubs do: the larger minus the smaller, odd exchanges.

    Returns
    -------
    bool
        CN 5.3(1): an odd total keeps the colours, an even one exchanges them.
    """
    for count in (black_stones, white_stones):
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise NotationError(f"{count!r} stones in a hand: use a number, 0 or more")
    odd = (black_stones + white_stones) % 2 == 1
    return bool(odd) is not club


def device_color(choice: str, opponents: Color | None = None) -> Color:
    """Return the colour of who guessed the arbiter's device right (CN 5.3(2)).

    Parameters
    ----------
    choice
        `"black"` or `"white"` for himself, or `"opponent"` to make the opponent choose first.
    opponents
        What the opponent then chose.

    Raises
    ------
    NotationError
        If the choice is none of the three, or the opponent's is missing or not asked for.
    """
    if choice == "opponent":
        if opponents is None:
            raise NotationError("the opponent must choose first: give his colour")
        return Color.of(opponents).opponent
    if choice not in ("black", "white"):
        raise NotationError(f"{choice!r} is no choice: use 'black', 'white' or 'opponent'")
    if opponents is not None:
        raise NotationError(f"{choice!r} was chosen: the opponent has nothing to choose")
    return Color.of(choice)


def game_color(first: Color, game: int) -> Color:
    """Return the colour in game number `game` (from 1) of a match: colours alternate (CN 5.1(2))."""
    _from_one("game", game)
    return first if game % 2 == 1 else first.opponent


def team_board_color(first_team: bool, board: int) -> Color:
    """Return the colour on a board of a team match, from 1 (CN 5.1(3)).

    Odd boards of the first team and even boards of the second have Black.
    """
    _from_one("board", board)
    return Color.BLACK if (board % 2 == 1) is first_team else Color.WHITE


def _from_one(what: str, number: Any) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise NotationError(f"{what} {number!r}: they are numbered from 1")
