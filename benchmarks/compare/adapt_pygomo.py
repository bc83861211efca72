"""PyPI `pygomo-lib`: `RenjuBitBoard.get_forbidden_moves()`, says where, names neither foul nor five."""

from __future__ import annotations

from protocol import serve
from pygomo.board import RenjuBitBoard
from pygomo.protocol.models import Move

SIZE = 15


def prepare(line: str) -> RenjuBitBoard:
    # Any stones, with Black to move: it goes by the number of moves, so `place` could not do that.
    black, white = (
        sum(1 << point for point, character in enumerate(line) if character == stone)
        for stone in "XO"
    )
    return RenjuBitBoard(_size=SIZE, _black=black, _white=white, _move_count=0)


def labels(line: str, fouls: list[Move]) -> str:
    """Return 3 for every foul, for it does not say which."""
    forbidden = {SIZE * move.row + move.col for move in fouls}
    return "".join(
        "x" if character != "." else "3" if point in forbidden else "."
        for point, character in enumerate(line)
    )


serve(prepare, RenjuBitBoard.get_forbidden_moves, labels)
