"""What the writers share: what a format cannot hold is said, each kind once a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from ..errors import FormatError
from ..geometry import PASS, Color, Move
from .checks import default_mover
from .model import Problem, Record

__all__ = ["FRAME", "PLAIN_RESULTS", "Lost", "game_moves"]

#: Headers that say how a file was written, and nothing about the game.
FRAME: Final = frozenset({"FF", "GM", "SZ", "CA", "version", "root"})

#: Texts of results that say no more than who won.
PLAIN_RESULTS: Final = frozenset(
    {
        *(
            "",
            "1-0",
            "0-1",
            "1/2-1/2",
            "½-½",
            "0.5-0.5",
            "void",
            "+",
            "-",
            "=",
            "0",
            "0.5",
            "1",
            "2",
        ),
        *("b+", "w+", "draw", "?"),
    }
)


class Lost:
    """What could not be written of one record: said once, with how often it was."""

    def __init__(self, number: int) -> None:
        self.place = f"record {number}"
        self._counts: Counter[str] = Counter()

    def add(self, what: str, count: int = 1) -> None:
        """Add something that was lost."""
        if count:
            self._counts[what] += count

    def headers(self, record: Record, *, kept: Collection[str] = ()) -> None:
        """Add the headers that are not among those kept."""
        for name, text in record.headers.items():
            if name not in FRAME and name not in kept:
                self.add(f"the header {name!r}: {text!r}")
        if record.result and "result" not in kept and "result" not in record.headers:
            self.add(f"the result {record.result!r}")

    def reason(self, record: Record) -> None:
        """Add what the result says besides who won, or instead, for a format that has no more than that."""
        raw = record.headers.get("result", "")
        if record.result == "void" or (not record.result and raw.strip() not in ("", "?", "*")):
            self.add(f"the result {raw or record.result!r}")
        elif record.result and raw.strip().lower() not in PLAIN_RESULTS:
            self.add(f"the result {raw!r}, but for who won")

    def tree(self, record: Record) -> None:
        """Add the variations and texts, for a format that has the main line only."""
        if record.tree is None:
            return
        self.add(
            "a node beside the moves of the game", max(0, len(record.tree) - 1 - len(record.moves))
        )
        for index in record.tree.noted():
            extras = record.tree.extras(index)
            if extras:
                for name in ("comment", "one_line", "label", "data"):
                    self.add(f"the {name.replace('_', ' ')} of a node", bool(getattr(extras, name)))
                self.add("a mark of a point", len(extras.marks))
                self.add("a label of a point", len(extras.labels))
                changed = bool(extras.black or extras.white or extras.empty)
                self.add("stones set up at a node", changed)

    def encoded(self, text: str, encoding: str = "utf-8") -> bytes:
        """Return the bytes of a text; what was no text where it was read, and is not here, is added."""
        try:
            return text.encode(encoding)
        except UnicodeEncodeError:
            self.add("bytes of a text that are no characters: written as ?")
            return text.encode(encoding, "replace")

    def problems(self) -> Iterator[Problem]:
        """Yield what was lost."""
        for what, count in self._counts.items():
            yield Problem(self.place, what if count == 1 else f"{what} ({count:,} times)")


def game_moves(
    record: Record, lost: Lost, form: str, *, passes: bool = True, tree: bool = False
) -> tuple[Move, ...]:
    """Return the moves of a record for a format that holds nothing but games from the first move on.

    `passes` and `tree` say whether it holds passes, and variations with their texts.

    Raises
    ------
    FormatError
        If stones are set up, or White begins.
    """
    if record.black or record.white:
        message = "has stones set up, which it cannot hold: use sgf, json or diagram"
        raise FormatError(f"{form}: {lost.place} {message}")
    if record.to_move not in (None, default_mover((), ())):
        raise FormatError(f"{form}: in {lost.place} {Color.WHITE.label} begins: use sgf or json")
    if not tree:
        lost.tree(record)
    moves = record.moves
    if not passes and PASS in moves:
        first = moves.index(PASS)
        lost.add(f"the moves from {first + 1} on, which is a pass")
        moves = moves[:first]
    return moves
