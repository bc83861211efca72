"""SGF: the interchange form of servers and of Go programs, in every dialect of renju that is known.

Reading is tolerant, writing strict. What is read otherwise than a reader of Go would read it:

- a board without a size is 15x15, unless it is a Go game (`GM[1]`) with points beyond;
- a pass is `[]`, `[tt]`, blanks, `[pp]` or a word; at the end of a game `[tt]` means that a draw was
  agreed or time was out (ORC Game Center), so it is in the tree but not among the moves;
- the comment of the root is that of the root of the tree, `GC` is the header `comment`;
- a label on a point that is played next is the label of that move, as RenLib has it.

Limits: the first `CA` of a file counts for all of it; without one the encoding is guessed, and where brackets depend on
it a problem says so; a colour that moves twice in a row passes in between and that is a problem. Stones set up before the
first move are those of the record, in whichever node, and who moves first begins if `PL` does not say otherwise; within a
game they end its moves, though the tree goes on. Nodes without a move do not end them (`Tree.main_nodes`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from ..errors import FormatError
from .checks import of_this_size
from .encodings import beginning, decode, guess_by_reading
from .model import Problem, Record
from .registry import Source, register
from .sgf_read import games, texts, without_moves
from .sgf_write import game

__all__ = ["Sgf"]

_BEGINNING: Final = re.compile(r"\(\s*;\s*(?:[A-Za-z0-9]+\s*\[|[();]|\Z)")
_CHARSET: Final = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_:.-]+)\s*\]")


class Sgf:
    """SGF of renju.

    Parameters
    ----------
    name
        The name of the format.
    from_bottom
        Whether rows are counted from the bottom, as one Python program writes them. Nothing in
        such a file says so: it has to be asked for by name.
    """

    def __init__(self, name: str = "sgf", *, from_bottom: bool = False) -> None:
        self.name = name
        self.endings: tuple[str, ...] = () if from_bottom else (".sgf",)
        self._from_bottom = from_bottom

    def sniff(self, source: Source) -> bool:
        """Whether a game tree begins in the first bytes."""
        text = None if self._from_bottom else beginning(source)
        return text is not None and _BEGINNING.search(text) is not None

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the games; one on a board of another size is a problem if others are of renju."""
        declared = _CHARSET.search(source.data)
        charset = None if declared is None else declared[1].decode("ascii")
        rivals: list[str | None] = []

        def guessed(data: bytes) -> str:
            best, rival = guess_by_reading(without_moves(data), texts)
            rivals.append(rival)
            return best

        text, encoding = decode(source, declared=charset, guessed=guessed)
        rival = next(iter(rivals), None)
        none = True
        found = games(text, source.name, self.name, encoding, from_bottom=self._from_bottom)
        for record in of_this_size(found, self.name):
            yield _doubted(record, encoding, rival) if none and rival is not None else record
            none = False
        if none:
            raise FormatError(f"{source.name}: no game tree in it: one begins with '(;'")

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield the games, one after the other."""
        for number, record in enumerate(records, start=1):
            for piece in game(record, number, losses, from_bottom=self._from_bottom):
                yield piece.encode()


def _doubted(record: Record, encoding: str, rival: str) -> Record:
    said = f"it may be {rival} and not {encoding}: brackets are read otherwise then"
    return replace(record, problems=(Problem("texts", said), *record.problems))


register(Sgf())
register(Sgf("sgf-from-bottom", from_bottom=True))
