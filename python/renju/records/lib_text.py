"""The texts of RenLib libraries: bytes in the writer's code page, split and joined as RenLib has them.

A comment is a line, then byte 08, then lines that end with CR LF; each part may be missing. Here lines end
with LF, and bytes that are no characters of the encoding are kept as surrogates.
"""

from __future__ import annotations

from typing import Final

__all__ = ["decode", "decode_comment", "decode_old", "encode", "encode_comment", "in_frame"]

_SEPARATOR: Final = "\b"
# The letters that 7-bit text has in the place of brackets (HP-RenLib, before 2000).
_NORDIC: Final = str.maketrans("}{|][\\", "åäöÅÄÖ")


def decode(raw: bytes, encoding: str) -> str:
    """Return a text."""
    try:
        text = raw.decode(encoding, "surrogateescape")
    except UnicodeError:  # UTF-16 keeps no stray bytes
        text = raw.decode("latin-1")
    return text.replace("\r\n", "\n")


def encode(text: str, encoding: str) -> bytes:
    """Return the bytes of a text.

    Raises
    ------
    UnicodeEncodeError
        If the encoding does not have one of its characters, or says one with a byte 00.
    """
    raw = text.replace("\n", "\r\n").encode(encoding, "surrogateescape")
    if b"\0" in raw:
        raise UnicodeEncodeError(encoding, text, 0, len(text), "a byte 00 would end the text")
    return raw


def decode_comment(raw: bytes, encoding: str) -> tuple[str, str]:
    """Return the one-line comment and the comment of more lines."""
    line, _, lines = raw.partition(b"\b")
    return decode(line, encoding), decode(lines, encoding)


def encode_comment(one_line: str, comment: str, encoding: str) -> bytes:
    """Return the bytes of both, empty if there are none; see `encode`."""
    line = encode(one_line, encoding)
    return line + b"\b" + encode(comment, encoding) if comment else line


def decode_old(raw: bytes) -> tuple[str, str]:
    """Return both parts of a comment of 7-bit text, whose last byte has its highest bit set."""
    text = bytes(byte & 0x7F for byte in raw).decode("ascii").translate(_NORDIC)
    line, _, lines = text.replace("\r\n", "\n").partition(_SEPARATOR)
    return line, lines


def in_frame(raw: bytes) -> bytes:
    """Return a text with the NUL that ends it, and one more if its length is odd then."""
    return raw + (b"\0" if len(raw) % 2 else b"\0\0")
