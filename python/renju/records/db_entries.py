"""The entries of a `.db` file as bytes: what stands in it one after the other, unpacked where it is packed.

Nothing is taken at its word: a count or a size that the file does not bear out ends the reading with a `Fault`,
and an LZ4 frame is unpacked in pieces of bounded size, however big it says it is.
"""

from __future__ import annotations

import importlib
import struct
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final

from ..errors import FormatError
from .registry import Source

__all__ = ["KEY_HEAD", "Entries", "Entry", "Fault", "is_packed", "is_plain"]

#: The bytes of a key before the stones: rule, width, height.
KEY_HEAD: Final = 3

_LZ4: Final = b"\x04\x22\x4d\x18"
_CHUNK: Final = 1 << 17  # bytes of the content in a piece
_PACKED: Final = 1 << 14  # bytes of a packed file in a piece
_COUNT: Final = 4
_RULES: Final = 3
_WIDEST: Final = 32
_LONGEST_KEY: Final = KEY_HEAD + 2 * (_WIDEST + 1) * _WIDEST


#: Where an entry begins in the content, its key and its message.
Entry = tuple[int, bytes, bytes]


class Fault(Exception):
    """The content ends in the middle; `entry` is what there is of the last one, if its key is whole."""

    def __init__(self, offset: int, message: str, entry: Entry | None = None) -> None:
        super().__init__(message)
        self.offset = offset
        self.entry = entry


class _CannotUnpackError(Exception):
    """What is wrong with an LZ4 frame, and where in the file."""


def is_packed(head: bytes) -> bool:
    """Whether a file that begins with these bytes is an LZ4 frame."""
    return head.startswith(_LZ4)


def is_plain(head: bytes) -> bool:
    """Whether a count and at least one entry stand there, as far as the bytes go."""
    if len(head) < _COUNT:
        return False
    count = int.from_bytes(head[:_COUNT], "little")
    if count == 0:
        return len(head) == _COUNT
    position, seen = _COUNT, 0
    while position + 2 + KEY_HEAD <= len(head) and seen < count:
        (length,) = struct.unpack_from("<H", head, position)
        rule, width, height = head[position + 2 : position + 2 + KEY_HEAD]
        if length % 2 == 0 or not KEY_HEAD <= length <= _LONGEST_KEY or rule >= _RULES:
            return False
        if max(width, height) > _WIDEST or (width == 0) != (height == 0):
            return False
        position += 2 + length
        position += 2 + int.from_bytes(head[position : position + 2], "little")
        seen += 1
    return seen > 0


class Entries:
    """The entries of a file one after the other, and how many were read.

    Parameters
    ----------
    source
        The file.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self.packed = is_packed(source.head)
        self.read = 0

    def __iter__(self) -> Iterator[Entry]:
        """Yield the entries.

        Raises
        ------
        Fault
            At their end, if they are not as many as the file says, or cannot be unpacked. What was yielded stands.
        FormatError
            If there is not even a count, or the package that unpacks is not installed.
        """
        trouble = ""
        base = 0  # the offset of the buffer
        buffer = b""
        position = _COUNT
        count = -1  # not read yet
        length_at = struct.Struct("<H").unpack_from
        with self._source.open() as file:
            pieces = _unpacked(file) if self.packed else _pieces(file, _CHUNK)
            while self.read != count or position == len(buffer):
                try:
                    piece = next(pieces, None)
                except _CannotUnpackError as error:
                    trouble = str(error)
                    break
                if piece is None:
                    break
                if count < 0:
                    buffer += piece
                    if len(buffer) < _COUNT:
                        continue
                    count = int.from_bytes(buffer[:_COUNT], "little")
                else:
                    buffer = buffer[position:] + piece
                    base += position
                    position = 0
                size = len(buffer)
                while self.read < count and position + 4 <= size:
                    middle = position + 2 + length_at(buffer, position)[0]
                    if middle + 2 > size:
                        break
                    end = middle + 2 + length_at(buffer, middle)[0]
                    if end > size:
                        break
                    self.read += 1
                    yield base + position, buffer[position + 2 : middle], buffer[middle + 2 : end]
                    position = end
        if count < 0 and trouble:
            raise Fault(0, f"the file cannot be unpacked: {trouble}")
        if count < 0:
            raise FormatError(
                f"{self._source.name}: {len(buffer)} bytes: a database begins with a count of 4"
            )
        if trouble or self.read < count or position < len(buffer):
            raise self._fault(base + position, buffer[position:], count, trouble)

    def _fault(self, offset: int, rest: bytes, count: int, trouble: str) -> Fault:
        """Return the fault of a file that does not end with its last entry."""
        done = f"after {self.read} of {count} entries"
        if self.read == count and not trouble:
            return Fault(offset, "more follows the last of the counted entries")
        text = (
            f"the file cannot be unpacked {done}: {trouble}" if trouble else f"the file ends {done}"
        )
        end = 2 + int.from_bytes(rest[:2], "little")
        if self.read == count or not 2 < end <= len(rest):
            return Fault(offset, text)
        self.read += 1
        return Fault(offset, text, (offset, rest[2:end], rest[end + 2 :]))


def _pieces(file: BinaryIO, size: int) -> Iterator[bytes]:
    while piece := file.read(size):
        yield piece


def _unpacked(file: BinaryIO) -> Iterator[bytes]:
    """Yield the content of LZ4 frames up to a fault.

    The unpacker keeps to itself what it has of a piece in which it meets one. So the file is then unpacked once more, from
    that piece on byte by byte.
    """
    given = 0
    try:
        for piece in _unpack(_pieces(file, _PACKED)):
            given += len(piece)
            yield piece
    except _CannotUnpackError:
        sound = (file.tell() - 1) // _PACKED  # pieces before the one with the fault
    else:
        return
    file.seek(0)
    for piece in _unpack(_pieces_and_bytes(file, sound)):
        yield piece[given:]
        given = max(given - len(piece), 0)


def _pieces_and_bytes(file: BinaryIO, sound: int) -> Iterator[bytes]:
    for _ in range(sound):
        yield file.read(_PACKED)
    for byte in file.read(_PACKED):
        yield bytes((byte,))


def _unpack(packed: Iterable[bytes]) -> Iterator[bytes]:
    """Yield what pieces of LZ4 frames hold, which may follow each other."""
    new = _lz4_frame().LZ4FrameDecompressor
    unpacker = new()
    taken = 0
    for piece in packed:
        taken += len(piece)
        left = piece
        while left or not (unpacker.needs_input or unpacker.eof):
            if unpacker.eof:
                unpacker = new()
            try:
                content = unpacker.decompress(left, max_length=_CHUNK)
            except RuntimeError as error:
                raise _CannotUnpackError(f"byte {taken} of it: {error}") from None
            if content:
                yield content
            left = (unpacker.unused_data or b"") if unpacker.eof else b""
    if not unpacker.eof:
        raise _CannotUnpackError(f"byte {taken} of it: the LZ4 frame is cut off")


def _lz4_frame() -> Any:
    try:
        return importlib.import_module("lz4.frame")
    except ImportError:
        raise FormatError(
            'the file is packed with LZ4, for which a package is missing: pip install "pyrenju[db]"'
        ) from None
