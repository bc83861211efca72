"""The text of a `.rif` file as expat takes it: in UTF-8, with the faults of real files mended.

expat stops at the first byte that is no UTF-8, at a control character and at an entity that XML does not
know (`&copy;`). So the file is looked over once: its encoding is found out, and whether anything has to be mended. If
nothing has, which is the rule, expat gets the bytes as they are.
"""

from __future__ import annotations

import codecs
import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from ..errors import FormatError, quoted
from .encodings import guess, lookup
from .registry import Source

__all__ = ["MOST_TOKEN", "Feed", "Survey", "mended", "sniff_root", "survey"]

#: The longest tag, comment or text between tags that is waited for, in bytes.
MOST_TOKEN: Final = 8 << 20

_CHUNK: Final = 1 << 16
_OVERLAP: Final = 16
_CONTROLS: Final = bytes(b for b in range(32) if b not in b"\t\n\r")
_NO_CHARACTERS: Final = (b"\xef\xbf\xbe", b"\xef\xbf\xbf")  # U+FFFE and U+FFFF
# Between texts; none of it is the second byte of a character.
_FRAMING: Final = re.compile(rb"[<>\"'\r\n]+")
_BLANKS: Final = b" \t\r\n"
# Rows of tables; in the part with the games only game, move and info begin.
_ROW: Final = re.compile(rb"<(?:[ptroc]|mon)")
_ENTITY: Final = (
    rb"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)(?:([A-Za-z][A-Za-z0-9]{0,31});)?"
)
_FOREIGN: Final = re.compile(_ENTITY)
_DECLARATION: Final = re.compile(r"<\?xml\b[^>]*?\bencoding\s*=\s*[\"']([^\"'<>]{1,40})[\"']")
_PROLOG: Final = re.compile(
    r"(?:\s+|<\?.*?\?>|<!--.*?-->|(?P<root><(?:!DOCTYPE\s+)?database(?=[\s/>\[])))", re.DOTALL
)
#: In these the declaration itself would be other bytes, or need not be.
_OTHERWISE_SPELT: Final = ("utf-7", "utf-16", "utf-32")
_UTF_8: Final = frozenset({"utf-8", "utf-8-sig"})
# Not characters, so no text has them: an entity that was mended stands between them.
_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
_MENDED: Final = re.compile(f"{_OPEN}([A-Za-z0-9]*){_CLOSE}")
_LOST: Final = "\ufffd"
_MOST_SHIFTS: Final = 100_000


@dataclass(frozen=True, slots=True)
class Survey:
    """What the text of a file is like.

    Attributes
    ----------
    encoding
        Its encoding.
    late
        Whether rows of a table stand behind the first game.
    faults
        What has to be mended: a pattern of bytes, None if nothing has.
    complaint
        What is wrong with the encoding that the file declares; empty if nothing is.
    """

    encoding: str
    late: bool
    faults: re.Pattern[bytes] | None
    complaint: str = ""


@dataclass(slots=True)
class _Scan:
    valid: bool = True
    ascii: bool = True
    controls: bool = False
    entities: bool = False
    late: bool = False

    def faults(self) -> re.Pattern[bytes] | None:
        patterns = []
        if self.entities:
            patterns.append(_ENTITY)
        if self.controls:
            patterns.append(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
        if not self.valid:
            patterns.append(rb"[\x80-\xff]+")
        return re.compile(b"|".join(patterns)) if patterns else None


def _pieces(source: Source) -> Iterator[bytes]:
    with source.open() as file:
        while piece := file.read(_CHUNK):
            yield piece


def _transcoded(source: Source, encoding: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    for piece in _pieces(source):
        yield decoder.decode(piece).encode("utf-8", "replace")
    yield decoder.decode(b"", final=True).encode("utf-8", "replace")


def _utf_8(source: Source, encoding: str) -> Iterator[bytes]:
    return _pieces(source) if encoding in _UTF_8 else _transcoded(source, encoding)


def _scan(pieces: Iterable[bytes]) -> _Scan:
    found = _Scan()
    decoder = codecs.getincrementaldecoder("utf-8")("strict")
    tail = b""
    games = False
    for piece in pieces:
        window = tail + piece
        if found.valid:
            try:
                decoder.decode(piece)
            except UnicodeDecodeError:
                found.valid = False
        found.ascii = found.ascii and piece.isascii()
        found.controls |= len(piece.translate(None, _CONTROLS)) != len(piece)
        if not found.ascii and any(map(window.__contains__, _NO_CHARACTERS)):
            found.valid = False
        found.entities |= _FOREIGN.search(window) is not None
        begin = 0
        if not games:
            begin = window.find(b"<game")
            games = begin >= 0
        if games and not found.late:
            found.late = _ROW.search(window, begin) is not None
        tail = window[-_OVERLAP:]
    if found.valid:
        try:
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            found.valid = False
    return found


def survey(source: Source) -> Survey:
    """Look over a whole file.

    Raises
    ------
    FormatError
        If the encoding that the caller names is none.
    """
    scan = _scan(_pieces(source))
    encoding, complaint = _encoding(source, scan)
    if encoding not in _UTF_8:
        scan = _scan(_transcoded(source, encoding))
    return Survey(encoding, scan.late, scan.faults(), complaint)


def _encoding(source: Source, scan: _Scan) -> tuple[str, str]:
    """Return the encoding and what is wrong with the declared one."""
    if source.encoding is not None:
        return lookup(source.encoding), ""
    head = source.head
    if head.startswith(codecs.BOM_UTF8):
        return "utf-8-sig", ""
    wide = _wide(head)
    if wide is not None:
        return wide, ""
    match = _DECLARATION.match(head.decode("latin-1").lstrip("\xef\xbb\xbf \t\r\n"))
    named = match[1] if match else "utf-8"
    complaint = ""
    try:
        declared = lookup(named)
    except FormatError:
        declared, complaint = "utf-8", f"the encoding {quoted(named)} is not known"
    if declared.startswith(_OTHERWISE_SPELT):
        declared, complaint = "utf-8", f"the encoding is not {quoted(named)}"
    if scan.valid and (scan.ascii or declared in _UTF_8):
        sevenbit = scan.ascii and declared not in _UTF_8  # such as iso-2022-jp
        return (declared if sevenbit else "utf-8"), complaint
    if scan.valid:
        return "utf-8", f"the declaration says {quoted(named)}, but the text is utf-8"
    if declared not in _UTF_8 and _decodes(source, declared):
        return declared, complaint
    found = guess(text for piece in _pieces(source) for text in _FRAMING.split(piece))
    if found in _UTF_8:
        return "utf-8", complaint
    return found, f"the declaration says {quoted(named)}, but the text is no such: read as {found}"


def _wide(head: bytes) -> str | None:
    for start, name in (
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
        (b"<\0", "utf-16-le"),
        (b"\0<", "utf-16-be"),
    ):
        if head.startswith(start):
            return name
    return None


def _decodes(source: Source, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    try:
        for piece in _pieces(source):
            decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def sniff_root(source: Source) -> bool:
    """Whether the content begins as XML with the root `database`, as far as its first bytes show."""
    head = source.head
    text = head.decode(_wide(head) or "utf-8", "replace").lstrip("\ufeff")
    if not text.lstrip().startswith("<"):
        return False
    position = 0
    while match := _PROLOG.match(text, position):
        if match["root"]:
            return True
        position = match.end()
    # A comment that goes on beyond the first bytes may be a long notice of the terms of use.
    return text.lstrip().startswith("<?xml") and text.startswith("<!--", position)


class Feed:
    """The text of a file in UTF-8, piece by piece, mended.

    Offsets given to it are those of the text as it was fed.
    """

    def __init__(self, source: Source, found: Survey) -> None:
        self._source = source
        self._survey = found
        self._sent = 0
        self._delta = 0
        self._shifts: list[tuple[int, int]] = []
        self._exact = found.encoding in _UTF_8
        self.last_mend = -1
        self.lines = 0  # before the text that is fed

    def __iter__(self) -> Iterator[bytes]:
        pieces = _utf_8(self._source, self._survey.encoding)
        pieces = self._without_start(pieces)
        if self._survey.faults is not None:
            pieces = self._mend(pieces, self._survey.faults)
        for piece in pieces:
            self._sent += len(piece)
            yield piece

    def file_offset(self, fed: int) -> int | None:
        """Return the offset in the file, None if that is not known."""
        if not self._exact:
            return None
        place = bisect_right(self._shifts, (fed, 1 << 62))
        return fed - (self._shifts[place - 1][1] if place else 0)

    def _without_start(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Leave out a byte order mark and blanks before the declaration, which XML does not allow."""
        start = True
        for piece in pieces:
            rest = piece
            if start:
                rest = piece.removeprefix(codecs.BOM_UTF8).lstrip(_BLANKS)
                rest = rest.removeprefix(codecs.BOM_UTF8)
                self._delta -= len(piece) - len(rest)
                self.lines += piece[: len(piece) - len(rest)].count(b"\n")
                self._shifts = [(0, self._delta)]
                start = not rest
            if rest:
                yield rest

    def _mend(self, pieces: Iterator[bytes], faults: re.Pattern[bytes]) -> Iterator[bytes]:
        """Mend pieces, cut where a tag begins, so that no character or entity is cut in two."""
        held = b""
        for piece in pieces:
            held += piece
            cut = held.rfind(b"<")
            if cut > 0 or len(held) > MOST_TOKEN:
                cut = cut if cut > 0 else len(held)
                yield self._mend_one(held[:cut], faults)
                held = held[cut:]
        yield self._mend_one(held, faults)

    def _mend_one(self, piece: bytes, faults: re.Pattern[bytes]) -> bytes:
        grown = 0

        def mend(match: re.Match[bytes]) -> bytes:
            nonlocal grown
            old = match[0]
            new = _mend_fault(match)
            if new != old:
                grown += len(new) - len(old)
                self.last_mend = self._sent + match.start() + grown
                if len(self._shifts) < _MOST_SHIFTS:
                    self._shifts.append((self._sent + match.end() + grown, self._delta + grown))
                else:
                    self._exact = False
            return new

        mended_piece = faults.sub(mend, piece)
        self._delta += grown
        return mended_piece


def _mend_fault(match: re.Match[bytes]) -> bytes:
    old = match[0]
    if old.startswith(b"&"):
        name = match[1] or b""
        return _OPEN.encode() + name + _CLOSE.encode()
    text = old.decode("utf-8", "replace")
    for code in ("\ufffe", "\uffff"):
        text = text.replace(code, _LOST)
    return (_LOST if old[0] < 32 else text).encode()


def mended(text: str, encoding: str) -> tuple[str, list[str]]:
    """Return a text as it should be read, and what was mended in it.

    An entity that XML does not know is read as in HTML, or stays as it is written.
    """
    faults = []
    for name in _MENDED.findall(text):
        if name:
            faults.append(f"&{name}; is no entity of XML: read as {html.unescape(f'&{name};')!r}")
        else:
            faults.append("a lone & should be written &amp;")
    text = _MENDED.sub(lambda m: html.unescape(f"&{m[1]};") if m[1] else "&", text)
    if _LOST in text:
        faults.append(f"characters that are no {encoding} stand as {_LOST!r}")
    return text, faults
