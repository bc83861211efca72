"""XML with faults in it: expat, which stops for good at the first one, begun anew at the next row.

A row is what a game or an entry of a table is in a `.rif` file. The new parser is fed the elements that such a row
stands in, and then the text from there on; what lies between is reported with its place, and lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final
from xml.parsers import expat

from .rif_text import MOST_TOKEN, Feed

__all__ = ["CONTAINERS", "Restarting"]

#: The elements that are rows, and those that they stand in.
CONTAINERS: Final = {
    "country": "countries",
    "city": "cities",
    "month": "months",
    "rule": "rules",
    "opening": "openings",
    "player": "players",
    "tournament": "tournaments",
    "game": "games",
}

_ROW: Final = re.compile(rb"<(%s)(?=[\s/>])" % "|".join(CONTAINERS).encode())
_LONGEST_START: Final = 16  # bytes of `<tournament` and what follows it
_WINDOW: Final = 4096  # bytes before a piece in which rows are still looked for, at least
_MOST_FAULTS: Final = 1000


class Restarting:
    """A parser of a file, and another one after each fault.

    Parameters
    ----------
    feed
        The text.
    ready
        Is called with each new parser, to set its handlers, and whether it begins in the middle.
    report
        Is called with what is wrong, the line and the offset in the text.
    """

    def __init__(
        self,
        feed: Feed,
        ready: Callable[[expat.XMLParserType, bool], None],
        report: Callable[[str, int, int], None],
    ) -> None:
        self._feed = feed
        self._ready = ready
        self._report = report
        self._faults = 0
        self._broken = False  # no row was found yet after a fault
        # Of the text of this parser, or of what was looked through after a fault: bytes and lines before it.
        self._byte0 = 0
        self._line0 = 0
        self._look_from = 0
        self._sent = 0  # bytes before the piece
        self._before = b""  # the end of them
        self.parser = _new_parser()
        ready(self.parser, False)

    def place(self) -> tuple[int, int]:
        """Return the line and the offset of what a handler was called for."""
        parser = self.parser
        return self._line0 + parser.CurrentLineNumber, self._byte0 + parser.CurrentByteIndex

    def __iter__(self) -> Iterator[None]:
        """Parse piece by piece: each time the handlers have been called for what is in one more."""
        for piece in self._feed:
            if not self._sent:
                self._line0 = self._feed.lines
            self._take(piece)
            yield
            self._sent += len(piece)
            self._before = piece if len(piece) >= _WINDOW else (self._before + piece)[-_WINDOW:]
            if self._faults > _MOST_FAULTS or self._waits_too_long():
                return
        self._finish()
        yield

    def _take(self, piece: bytes) -> None:
        """Parse a piece, and after a fault what follows from the next row on."""
        rest = self._next_row(piece) if self._broken else piece
        while rest is not None:
            try:
                self.parser.Parse(rest)
            except expat.ExpatError as error:
                self._fault(error)
                rest = None if self._faults > _MOST_FAULTS else self._next_row(piece)
            else:
                return

    def _fault(self, error: expat.ExpatError) -> None:
        self._faults += 1
        at = self._byte0 + self.parser.ErrorByteIndex
        line = self._line0 + self.parser.ErrorLineNumber
        message = f"XML: {expat.ErrorString(error.code)}"
        if self._faults > _MOST_FAULTS:
            message += f"; after {_MOST_FAULTS} such faults the rest is not read"
        self._report(message, line, at)
        self._broken = True
        self._line0, self._byte0 = line - 1, at
        self._look_from = max(at, self._look_from + 1)

    def _next_row(self, piece: bytes) -> bytes | None:
        """Begin a parser at the next row and return the text from there on; None if there is none yet."""
        text = self._before + piece
        begin = self._sent - len(self._before)
        look_from = max(self._look_from - begin, 0)
        match = _ROW.search(text, look_from)
        stop = match.start() if match else max(len(text) - _LONGEST_START, look_from)
        self._line0 += text.count(b"\n", max(self._byte0 - begin, 0), stop)
        self._byte0 = max(self._byte0, begin + stop)
        self._look_from = self._byte0
        if match is None:
            return None
        prefix = f"<database><{CONTAINERS[match[1].decode()]}>".encode()
        self._byte0 -= len(prefix)
        self._broken = False
        self.parser = _new_parser()
        self._ready(self.parser, True)
        self.parser.Parse(prefix)
        return text[match.start() :]

    def _waits_too_long(self) -> bool:
        line, at = self.place()
        if self._broken or self._sent - at <= MOST_TOKEN:
            return False
        self._report(f"more than {MOST_TOKEN} bytes without an end; the rest is not read", line, at)
        return True

    def _finish(self) -> None:
        if self._broken:
            return
        try:
            self.parser.Parse(b"", True)
        except expat.ExpatError as error:
            line = self._line0 + self.parser.ErrorLineNumber
            at = self._byte0 + self.parser.ErrorByteIndex
            text = expat.ErrorString(error.code)
            self._report(f"the file ends too early (XML: {text})", line, at)


def _new_parser() -> expat.XMLParserType:
    """Return a parser that tells of a fault at once, where newer ones wait for more text."""
    parser = expat.ParserCreate("utf-8")
    if hasattr(parser, "SetReparseDeferralEnabled"):
        parser.SetReparseDeferralEnabled(False)
    return parser
