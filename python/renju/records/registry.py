"""The formats of game records, and reading by whatever format a file has.

A format is a small object with a name, file endings, `sniff` and `read`; a module that brings one calls
`register`. Nothing else needs to know it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from ..errors import FormatError
from .model import Record

__all__ = ["Format", "Source", "formats", "loads", "read", "register", "sniff"]


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of a file, with what the reader should know about them.

    Attributes
    ----------
    data
        The whole content.
    name
        The name for messages.
    skip_i
        Whether its move text is in the dialect without the column i (RU 2.2).
    """

    data: bytes = field(repr=False)
    name: str = "<data>"
    skip_i: bool = False


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


_FORMATS: Final[list[Format]] = []


def register(new: Format) -> None:
    """Add a format; those added first are asked first whether a file is theirs."""
    if any(known.name == new.name for known in _FORMATS):
        raise ValueError(f"a format named {new.name!r} is registered already")
    _FORMATS.append(new)


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
    start = source.data[:16]
    raise FormatError(f"{source.name}: begins with {start!r}, which is no known format ({names})")


def read(path: str | Path, *, format: str | None = None, skip_i: bool = False) -> Iterator[Record]:
    """Yield the records of a file.

    Parameters
    ----------
    path
        The file.
    format
        The name of its format; by default the content tells.
    skip_i
        Whether its move text is in the dialect without the column i.

    Raises
    ------
    OSError
        If it cannot be read.
    FormatError
        If it is of no known format, or there is no format of that name.
    """
    where = Path(path)
    return _records(Source(where.read_bytes(), str(path), skip_i), format)


def loads(
    data: str | bytes, *, format: str | None = None, skip_i: bool = False, name: str = "<data>"
) -> Iterator[Record]:
    """Yield the records of a text or of the bytes of a file; see `read`.

    `name` is what messages call it.
    """
    content = data.encode() if isinstance(data, str) else data
    return _records(Source(content, name, skip_i), format)


def _records(source: Source, name: str | None) -> Iterator[Record]:
    if name is None:
        return sniff(source).read(source)
    for known in _FORMATS:
        if known.name == name:
            return known.read(source)
    names = ", ".join(known.name for known in _FORMATS)
    raise FormatError(f"{name!r} is no format: known are {names}")
