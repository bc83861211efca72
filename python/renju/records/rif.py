"""RenjuNet's database of games, `.rif` or `.xml`: read and written as a stream.

The tables (players, tournaments, rules, openings, countries, cities, months) are kept, games never are: each is yielded
with what it refers to in its headers; `rif_rows` says which there are. If rows of tables stand behind the first game
the file is read twice. After a fault of the XML reading goes on at the next row, up to a thousand times.

Limits: comments of the file, such as its terms of use, text outside of the rows' own elements, and attributes of what the
rows stand in are not read. A text is read up to a million characters, a tag up to eight million bytes. A document
type declaration is refused. An id is known to be there twice if it is below 16 million. Passes are read but not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final
from xml.parsers import expat

from ..errors import FormatError, quoted
from .model import Problem, Record
from .registry import Source, register
from .rif_rows import KINDS, Row, Tables
from .rif_text import Feed, Survey, mended, sniff_root, survey
from .rif_write import write
from .rif_xml import CONTAINERS, Restarting

__all__ = ["Rif"]

_MOST_TEXT: Final = 1 << 20  # characters of one element
_MOST_STRANGE: Final = 100  # names of elements that the format does not have
_ROOT: Final = "database"
_FRAME: Final = frozenset({_ROOT, *CONTAINERS.values()})


class Rif:
    """The format of RenjuNet's database."""

    name = "rif"
    endings = (".rif", ".xml")

    def sniff(self, source: Source) -> bool:
        """Whether it is XML whose root is `database`."""
        return sniff_root(source)

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the games in the order of the file; a fault between them is a record of its own.

        Raises
        ------
        FormatError
            If it is no such XML, it has a document type declaration (which could define
            entities that grow without end), or the encoding that the caller names is none.
        """
        found = survey(source)
        tables = Tables("utf-8" if found.encoding == "utf-8-sig" else found.encoding)
        if found.late:
            yield from _Reading(source, found, tables, games=False)
        yield from _Reading(source, found, tables, games=True)

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield a file in the order of RenjuNet's: the tables first, then the games.

        Games are kept in a temporary file until the tables are known.
        """
        return write(records, losses)


class _Reading:
    """One pass over a file.

    `games` says whether games are wanted; without them the pass fills the tables of a file whose tables come late, and
    gives what is wrong with those.
    """

    def __init__(self, source: Source, found: Survey, tables: Tables, *, games: bool) -> None:
        self._name = source.name
        self._encoding = found.encoding
        self._tables = tables
        tables.where = self._where
        self._games = games
        self._fills = not games or not found.late
        self._done: list[Record] = []
        self._complaint = found.complaint if games else ""
        self._known = False  # whether anything of the format was seen
        self._strange: set[str] = set()
        # The game or the row of a table that is open, and the element inside it.
        self._game: Row | None = None
        self._game_at = (0, 0)
        self._texts: Row = {}
        self._troubles: list[str] = []
        self._row: tuple[str, str] | None = None
        self._child = ""
        self._nested = False
        self._parts: list[str] = []
        self._size = 0
        self._feed = Feed(source, found)
        self._xml = Restarting(self._feed, self._ready, self._report)

    def __iter__(self) -> Iterator[Record]:
        for _ in self._xml:
            yield from self._take_done()
        self._close_game("the file ends inside it")
        if not self._known and self._games:
            first = self._done[0].problems[0] if self._done else "it is empty"
            raise FormatError(f"{self._name}: no database of games: {first}")
        if self._complaint:
            self._add_fault("it has no games", 1, 0)
        yield from self._take_done()

    def _take_done(self) -> list[Record]:
        if not self._known:  # it may be no such file at all
            return []
        done, self._done = self._done, []
        return done

    # Faults

    def _report(self, message: str, line: int, at: int) -> None:
        """Report a fault of the XML: of the open game, which ends with it, or as a record of its own."""
        if self._game is not None:
            self._close_game(f"{message}, at {self._where(line, at)}")
        elif self._games:
            self._add_fault(message, line, at)

    def _add_fault(self, message: str, line: int, at: int) -> None:
        problems = (Problem(self._where(line, at), message),)
        encoding = self._tables.encoding
        self._add(Record(problems=problems, format="rif", encoding=encoding, place=f"line {line}"))

    def _add(self, record: Record) -> None:
        """Add a record; the first one also tells what is wrong with the file as a whole."""
        if self._complaint:
            complaint, self._complaint = Problem("line 1", self._complaint), ""
            record = replace(record, problems=(complaint, *record.problems))
        self._done.append(record)

    def _where(self, line: int, at: int) -> str:
        offset = self._feed.file_offset(at)
        return f"line {line}" if offset is None else f"line {line}, byte {offset}"

    # Handlers

    def _ready(self, parser: expat.XMLParserType, anew: bool) -> None:
        self._child, self._row = "", None
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.StartElementHandler = self._start if anew else self._start_root
        parser.EndElementHandler = self._end

    def _refuse_doctype(self, name: str, *_: object) -> None:
        raise FormatError(
            f"{self._name}: document type declaration {quoted(name)}: refused, since it can define "
            "entities that grow without end; a file of RenjuNet has none"
        )

    def _start_root(self, name: str, row: Row) -> None:
        if name != _ROOT:
            raise FormatError(f"{self._name}: the root is {quoted(name)}: expected {_ROOT!r}")
        self._known = True
        if not self._tables.database:
            self._tables.database = {f"{_ROOT}.{k}": v for k, v in row.items() if v}
        self._xml.parser.StartElementHandler = self._start

    def _start(self, name: str, row: Row) -> None:
        if name == "game":
            if self._games:
                self._open_game(row)
        elif self._child:
            if not self._nested:
                self._complain(f"<{name}> inside <{self._child}>: their texts are joined")
            self._nested = True
        elif self._game is not None:
            self._open_child(name, row)
        elif name in KINDS:
            self._open_row(name, row)
        elif self._row is not None:
            self._open_child(name, row)
        elif self._games and name not in _FRAME:
            self._pass_over(name)

    def _end(self, name: str) -> None:
        if name == self._child:
            self._close_child()
        elif name == "game":
            self._close_game("")
        elif self._row is not None and name == self._row[0]:
            self._row = None

    def _take_text(self, text: str) -> None:
        self._size += len(text)
        if self._size <= _MOST_TEXT:
            self._parts.append(text)

    def _pass_over(self, name: str) -> None:
        """Tell of an element that the format does not have, once each name."""
        if name not in self._strange and len(self._strange) < _MOST_STRANGE:
            self._strange.add(name)
            self._add_fault(
                f"<{name[:80]}> is passed over: the format has none", *self._xml.place()
            )

    # Rows of tables

    def _open_row(self, name: str, row: Row) -> None:
        self._known = True
        self._row = (name, row.get("id", ""))
        if not self._fills:
            return
        line, at = self._xml.place()
        troubles: list[str] = []
        if self._feed.last_mend >= at:
            row = self._mend(row, troubles)
        if trouble := self._tables.add(name, row):
            troubles.append(trouble)
        for text in troubles:
            self._add_fault(f"{name} {row.get('id', '')[:20]}: {text}", line, at)

    # Elements inside a row

    def _open_child(self, name: str, row: Row) -> None:
        self._child = name
        self._nested = False
        self._size = 0
        self._parts = []
        self._xml.parser.CharacterDataHandler = self._take_text
        if row:
            self._complain(f"the attributes of <{name}> are left out: {quoted(row)}")

    def _close_child(self) -> None:
        name, self._child = self._child, ""
        self._xml.parser.CharacterDataHandler = None
        text = "".join(self._parts)
        if self._size > _MOST_TEXT:
            self._complain(f"<{name}> has {self._size} characters: the rest is left out")
        if self._game is not None:
            held = self._texts.setdefault(name, text)
        elif self._row is not None and self._fills:
            text, faults = mended(text, self._encoding)
            for fault in faults:
                self._complain(f"{name}: {fault}")
            held = self._tables.add_text(*self._row, name, text)
        else:
            return
        if held is not text and text.strip():
            self._complain(f"a second <{name}>: {quoted(text)}")

    def _complain(self, message: str) -> None:
        """Tell what is wrong inside the open game or row."""
        if self._game is not None:
            self._troubles.append(message)
        elif self._row is not None and self._fills:
            self._add_fault(f"{' '.join(self._row)}: {message}", *self._xml.place())

    # Games

    def _open_game(self, row: Row) -> None:
        self._known = True
        self._close_game("it is not closed before the next")
        if self._child:  # of a row that is not closed
            self._close_child()
        self._row = None
        self._game = row
        self._game_at = self._xml.place()

    def _close_game(self, trouble: str) -> None:
        """Make a record of the open game."""
        if self._game is None:
            return
        if self._child:  # it is not closed
            self._close_child()
        row, self._game = self._game, None
        texts, self._texts = self._texts, {}
        troubles, self._troubles = self._troubles, []
        if trouble:
            troubles.append(trouble)
        if self._feed.last_mend >= self._game_at[1]:
            row = self._mend(row, troubles)
            texts = self._mend(texts, troubles)
        self._add(self._tables.game(row, texts, self._game_at, troubles))

    def _mend(self, row: Row, troubles: list[str]) -> Row:
        new: Row = {}
        for name, value in row.items():
            new[name], faults = mended(value, self._encoding)
            troubles += [f"{name}: {fault}" for fault in faults]
        return new


register(Rif())
