"""The formats of game records, and reading by whatever format a file has.

A format is a small object with a name, file endings, `sniff` and `read`; a module that brings one calls
`register`. Nothing else needs to know it.
"""

from __future__ import annotations

import errno
import io
import os
import secrets
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, Protocol, runtime_checkable

from ..errors import FormatError, quoted
from ..geometry import PASS
from .model import Problem, Record

__all__ = [
    "Format",
    "Source",
    "Writer",
    "dumps",
    "formats",
    "loads",
    "read",
    "register",
    "sniff",
    "write",
]


class Source:
    """A file to be read, or its content, with what the reader should know about it.

    Parameters
    ----------
    content
        The whole content, or the path of the file.
    name
        The name for messages; by default the path.
    skip_i
        Whether its move text is in the dialect without the column i (RU 2.2).
    encoding
        The encoding of its texts, None if that is to be found out.
    """

    __slots__ = ("_data", "encoding", "name", "path", "skip_i")

    def __init__(
        self,
        content: bytes | Path,
        name: str = "",
        skip_i: bool = False,
        encoding: str | None = None,
    ) -> None:
        self._data = content if isinstance(content, bytes) else None
        self.path = None if isinstance(content, bytes) else content
        self.name = name or str(self.path or "<data>")
        self.skip_i = skip_i
        self.encoding = encoding

    @property
    def head(self) -> bytes:
        """The first bytes, by which a format is recognised."""
        if self._data is not None:
            return self._data[:_HEAD]
        with self.open() as file:
            return file.read(_HEAD)

    @property
    def data(self) -> bytes:
        """The whole content. A format of big files reads from `open` instead."""
        if self._data is None:
            with self.open() as file:
                self._data = file.read()
        return self._data

    def open(self) -> BinaryIO:
        """Open the content for reading; the caller closes it."""
        if self._data is None and self.path is not None and not self.path.is_file():
            with self.path.open("rb") as file:
                self._data = read_once(file, self.name)
        if self._data is not None or self.path is None:
            return io.BytesIO(self._data or b"")
        return self.path.open("rb")


def read_once(file: BinaryIO, name: str) -> bytes:
    """Return what a pipe or a device gives.

    Raises
    ------
    FormatError
        If it is more than a game record ever has: some never end.
    """
    mode = 0
    with suppress(io.UnsupportedOperation):  # it is no file of the system
        mode = os.fstat(file.fileno()).st_mode
    if stat.S_ISREG(mode):
        return file.read()
    most, kind = _MOST_OF_A_PIPE, "pipe"
    if stat.S_ISCHR(mode):
        most, kind = _MOST_OF_A_DEVICE, "device"
    data = bytearray()
    while piece := file.read(1 << 20):
        data += piece
        if len(data) > most:
            message = f"more than {most >> 20} MiB come from this {kind}: make it a file first"
            raise FormatError(f"{name}: {message}")
    return bytes(data)


class Format(Protocol):
    """One format of records."""

    @property
    def name(self) -> str:
        """Its name, which `format=` takes."""
        ...

    @property
    def endings(self) -> tuple[str, ...]:
        """The file endings that it usually has."""
        ...

    def sniff(self, source: Source) -> bool:
        """Whether the content looks like this format."""
        ...

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the records; what cannot be read is a problem of its record."""
        ...


@runtime_checkable
class Writer(Protocol):
    """A format that can be written too."""

    def write(self, records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
        """Yield the content piece by piece; what the format cannot hold is added to `losses`."""
        ...


_HEAD: Final = 8192
_MOST_OF_A_DEVICE: Final = 16 << 20
_MOST_OF_A_PIPE: Final = 1 << 30
_FORMATS: Final[list[Format]] = []


def register(new: Format, *, first: bool = False) -> None:
    """Add a format; those added first are asked first whether a file is theirs.

    Parameters
    ----------
    new
        The format.
    first
        Whether it is asked before those that are there already, of which the last takes any text. A
        format from elsewhere, whose `sniff` is sure, wants that.

    Raises
    ------
    ValueError
        If there is a format of that name.
    """
    if any(known.name == new.name for known in _FORMATS):
        raise ValueError(f"a format named {new.name!r} is registered already")
    _FORMATS.insert(0 if first else len(_FORMATS), new)


def formats() -> tuple[Format, ...]:
    """Return the formats, in the order in which they are tried."""
    return tuple(_FORMATS)


def sniff(source: Source) -> Format:
    """Return the format that the content has.

    Raises
    ------
    FormatError
        If it is none of the known ones.
    """
    for known in _FORMATS:
        if known.sniff(source):
            return known
    names = ", ".join(known.name for known in _FORMATS)
    start = source.head[:16]
    raise FormatError(f"{source.name}: begins with {start!r}, which is no known format ({names})")


def read(
    path: str | Path,
    *,
    format: str | None = None,
    skip_i: bool = False,
    encoding: str | None = None,
) -> Iterator[Record]:
    """Yield the records of a file.

    Parameters
    ----------
    path
        The file.
    format
        The name of its format; by default the content tells.
    skip_i
        Whether its move text is in the dialect without the column i.
    encoding
        The encoding of its texts; by default it is found out.

    Raises
    ------
    OSError
        If it cannot be read.
    FormatError
        If it is of no known format, or there is no format of that name.
    """
    where = Path(path)
    return _records(Source(where, str(path), skip_i, encoding), format)


def loads(
    data: str | bytes,
    *,
    format: str | None = None,
    skip_i: bool = False,
    encoding: str | None = None,
    name: str = "<data>",
) -> Iterator[Record]:
    """Yield the records of a text or of the bytes of a file; see `read`.

    `name` is what messages call it.
    """
    if not isinstance(data, (str, bytes)):
        raise TypeError(f"{type(data).__name__}: give text or bytes; `read` takes a path")
    content = data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data
    return _records(Source(content, name, skip_i, encoding), format)


def dumps(records: Iterable[Record], format: str) -> tuple[bytes, list[Problem]]:
    """Return records in a format, and what that format cannot hold of them.

    Raises
    ------
    FormatError
        If there is no format of that name, it is not written, or it cannot hold a record at all.
    """
    losses: list[Problem] = []
    return b"".join(pieces(records, _writer(format), losses)), losses


def pieces(
    records: Iterable[Record], writer: Format | Writer, losses: list[Problem]
) -> Iterator[bytes]:
    """Yield records in a format piece by piece; what it cannot hold is added to `losses`.

    Raises
    ------
    FormatError
        If the format is not written, cannot hold a record at all, or a record contradicts itself.
    TypeError
        If a header is no text.
    """
    if not isinstance(writer, Writer):
        raise FormatError(f"{writer.name!r} can be read but not written")
    holds_both = getattr(writer, "name", "") == "json"
    return writer.write(_sound(records, [] if holds_both else losses), losses)


def _sound(records: Iterable[Record], losses: list[Problem]) -> Iterator[Record]:
    """Yield records that do not contradict themselves."""
    for number, record in enumerate(records, start=1):
        place = f"record {number}"
        for name, text in record.headers.items():
            if not isinstance(text, str):
                raise TypeError(f"{place}: the header {name!r} is {quoted(text)}: give a text")
        stones = [*record.black, *record.white, *(move for move in record.moves if move != PASS)]
        if len(set(stones)) < len(stones):
            twice = next(stone for at, stone in enumerate(stones) if stone in stones[:at])
            message = f"{place} contradicts itself: two stones stand on {twice!s}"
            raise FormatError(message)
        if not _follows(record):
            losses.append(Problem(place, "that its moves and the main line of its tree differ"))
        yield record


def _follows(record: Record) -> bool:
    """Whether the main line of the tree begins with the moves of the game."""
    tree, moves = record.tree, record.moves
    return tree is None or not moves or tree.main_line()[: len(moves)] == tuple(moves)


def write(
    records: Iterable[Record],
    path: str | Path,
    *,
    format: str | None = None,
    losses: list[Problem] | None = None,
) -> list[Problem]:
    """Write records to a file, which is replaced when all is written and never left half written.

    Parameters
    ----------
    records
        The records.
    path
        The file.
    format
        The name of the format; by default the ending of the file tells.
    losses
        The list that gets what is lost, by default a new one.

    Returns
    -------
    list of Problem
        What the format cannot hold.

    Raises
    ------
    OSError
        If it cannot be written.
    FormatError
        As `dumps`, or if no format has that ending.
    """
    where = Path(path)
    writer = _writer(format if format is not None else _by_ending(where))
    losses = [] if losses is None else losses
    if where.exists() and not where.is_file():  # a pipe or a device takes what comes
        with where.open("wb") as file:
            file.writelines(pieces(records, writer, losses))
        return losses
    try:
        where = where.resolve()  # a link goes on leading there
    except RuntimeError:  # before Python 3.13
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(where)) from None
    unfinished = where.with_name(f".{where.name}.{secrets.token_hex(4)}.tmp")
    try:
        with unfinished.open("xb") as file:
            file.writelines(pieces(records, writer, losses))
        if where.exists():
            shutil.copymode(where, unfinished)
        unfinished.replace(where)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    return losses


def _by_ending(path: Path) -> str:
    ending = path.suffix.lower()
    named = [known for known in _FORMATS if ending in known.endings]
    for known in named:
        if isinstance(known, Writer):
            return known.name
    for known in named:
        raise FormatError(f"{path}: {known.name!r} can be read but not written")
    raise FormatError(f"{path}: no format that can be written has the ending {ending!r}; name one")


def _writer(name: str) -> Writer:
    for known in _FORMATS:
        if known.name == name:
            if isinstance(known, Writer):
                return known
            raise FormatError(f"{name!r} can be read but not written")
    names = ", ".join(known.name for known in _FORMATS if isinstance(known, Writer))
    raise FormatError(f"{name!r} is no format: those that can be written are {names}")


def _records(source: Source, name: str | None) -> Iterator[Record]:
    if name is None:
        return sniff(source).read(source)
    for known in _FORMATS:
        if known.name == name:
            return known.read(source)
    names = ", ".join(known.name for known in _FORMATS)
    raise FormatError(f"{name!r} is no format: known are {names}")
