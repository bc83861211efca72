"""What the writers share: what a format cannot hold is said, each kind once a record."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Final, Self

from ..errors import FormatError
from ..geometry import PASS, Color, Move
from .checks import default_mover
from .model import Problem, Record

__all__ = ["FRAME", "PLAIN_RESULTS", "GroupedLosses", "Lost", "game_moves"]

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

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_TIMES: Final = re.compile(r" \(([\d,]+) times\)\Z")
_HEADER: Final = re.compile(r"the header (?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")(?=:)")
_QUOTED: Final = re.compile(r"(?<!\w)(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")")
_NUMBER: Final = re.compile(r"\d[\d,]*")


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
        if record.result not in ("", "1-0", "0-1", "1/2-1/2") or (
            not record.result and raw.strip() not in ("", "?", "*")
        ):
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

    def line(self, text: str, what: str) -> str:
        """Return a text as one line without control characters; what that changes is added."""
        clean = _CONTROL.sub("\ufffd", text)
        if clean != text:
            self.add(f"characters of {what} that are no text")
        line = " ".join(clean.split())
        if line != clean:
            self.add(f"the white space of {what}")
        return line

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


class GroupedLosses(list[Problem]):
    """Takes losses as a list does, but keeps no more than the first few of them and a count a kind.

    A database of 100,000 games has millions of losses of a few dozen kinds, such as a header that the format
    does not have. Who only prints them gives this to a writer instead of a list.

    Parameters
    ----------
    most
        How many are kept as they are; more are grouped.
    """

    _MOST_KINDS: Final = 1000

    def __init__(self, most: int = 20) -> None:
        super().__init__()
        self._most = most
        self._kinds: dict[str, list[int | str]] = {}
        self.total = 0

    def append(self, loss: Problem) -> None:
        """Add a loss."""
        self.total += 1
        if len(self) < self._most:
            super().append(loss)
        times = _TIMES.search(loss.message)
        count = 1 if times is None else int(times[1].replace(",", ""))
        kind = _kind(loss.message if times is None else loss.message[: times.start()])
        if kind not in self._kinds and len(self._kinds) >= self._MOST_KINDS:
            kind = "other losses"
        found = self._kinds.setdefault(kind, [0, loss.place])
        found[0] = int(found[0]) + count

    def extend(self, losses: Iterable[Problem]) -> None:
        """Add losses."""
        for loss in losses:
            self.append(loss)

    def __iadd__(self, losses: Iterable[Problem]) -> Self:  # type: ignore[override, misc]
        self.extend(losses)
        return self

    def lines(self) -> Iterator[str]:
        """Yield a line for each loss if they are few, else one a kind with its count and first place."""
        if self.total <= self._most:
            yield from map(str, self)
            return
        for kind, (count, place) in self._kinds.items():
            times = "once, in" if count == 1 else f"{count:,} times, first in"
            yield f"{kind}: {times} {place}"


def _kind(message: str) -> str:
    """Return what a loss says without what is of one record: texts, points and numbers."""
    header = _HEADER.match(message)
    if header is not None:
        return header[0]
    plain = _QUOTED.sub("\N{HORIZONTAL ELLIPSIS}", message[:1000])
    return _NUMBER.sub("\N{HORIZONTAL ELLIPSIS}", plain.partition(": ")[0])
