"""The encoding of texts that do not say theirs: guessed once a file, from all of its text.

The files of renju people are written in the code page of whoever wrote them. Short labels decode in several
code pages at once, so `guess` takes all texts of a file, decodes them in each encoding, and adds up for
every character how many bits it takes to say it there: few for what people of that script write all
the time, many for what nobody writes.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..errors import FormatError
from .registry import Source

__all__ = [
    "ENCODINGS",
    "beginning",
    "decode",
    "decode_bytes",
    "guess",
    "guess_by_reading",
    "lookup",
]

#: The encodings that are guessed, by Python's names for them.
ENCODINGS: Final = ("utf-8", "gb18030", "cp932", "cp1251", "latin-1", "euc-kr")

_BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Names that files give, which mean a larger code page than they say.
_WIDER: Final = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "ms_kanji": "cp932",
    "ks_c_5601-1987": "euc-kr",
    "windows-31j": "cp932",
}
#: For host names and source code: what is wrong in them is no UnicodeDecodeError, or takes very long.
_OF_PROGRAMS: Final = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape"})

_PIECE: Final = 1 << 18
_BATCH: Final = 1 << 12
# Bits: what a file is before its texts are seen, and what is no character of the encoding.
_PRIOR: Final = {
    "utf-8": 0.0,
    "gb18030": 0.0,
    "cp932": 3.0,
    "cp1251": 4.0,
    "latin-1": 4.0,
    "euc-kr": 8.0,
}
_ASCII: Final = 4.0
_INVALID: Final = 30.0
_UNLIKELY: Final = 20.0
_CONTROL: Final = 16.0
_NEARLY: Final = 20.0
_REPLACEMENT: Final = 0xFFFD

# What is written most, and the words of the game.
_HAN: Final = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过"
    "发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她"
    "本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由"
    "问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世"
    "位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四"
    "黑白棋子胜负必败先后手禁招着法连冲活眠长直斜花浦寒溪残雨金疏松丘新瑞山游云彗星岚明银水流月"
    "局定式开谱打点交换双杀攻守防做变化参考见五六七八九优劣均势补强弱失误"
    "連珠黒白番手必勝先後四三追詰局定石直斜花浦寒渓残雨金疎松丘新瑞山遊雲彗星嵐明銀水流月峡恒長"
    "勝負禁点防珠名人戦棋譜変化最善図参照良有利不呼打着本日年会者前中上下大小出来入見方時分"
)
_KANA: Final = "".join(map(chr, range(0x3041, 0x3094)))
_KATAKANA: Final = "".join(map(chr, range(0x30A1, 0x30F7))) + "ー"
_HANGUL: Final = (
    "이다는에을가의고지하도로한은기를사나자어인서리아라그대해수시정보전으만일부있스주여상제장오국"
    "게적과조공구원면안들성문마동선위치비소연무신거경유까니요바우발차미방내반분회용없세생계실중개"
    "학모간입관의명백흑수승패금돌점오목렌주삼사두면후첫번째것같때문"
)
_EUROPEAN: Final = "åäöüéèßøæñçõáíóúàêô"  # what Latin-1 is used for here
_CYRILLIC: Final = "".join(map(chr, range(0x430, 0x450))) + "ё"


def guess(texts: Iterable[bytes]) -> str:
    r"""Return the encoding in which texts of one file make the most sense.

    Parameters
    ----------
    texts
        All texts of the file; those in ASCII say nothing.

    Returns
    -------
    str
        One of `ENCODINGS`; `"utf-8"` if all is ASCII.

    Examples
    --------
    >>> guess(["黑棋必胜".encode("gbk"), b"A"]), guess(["先手必勝、四追い".encode("cp932")])
    ('gb18030', 'cp932')
    """
    bits: dict[str, float] = {}
    for piece in _pieces(texts):
        for encoding in ENCODINGS:
            spent = bits.get(encoding, _PRIOR[encoding])
            bits[encoding] = spent + _bits(piece, encoding)
    return min(ENCODINGS, key=lambda encoding: bits[encoding]) if bits else "utf-8"


def guess_by_reading(
    data: bytes, read: Callable[[str], tuple[list[str], int]]
) -> tuple[str, str | None]:
    """Return the encoding in which a file makes the most sense, and one in which it may be read otherwise.

    The other one, if there is any, makes nearly as much sense, or less is wrong in it.

    For formats whose own signs can be the second byte of a character: what the texts are depends on
    the encoding then.

    Parameters
    ----------
    data
        The content.
    read
        Takes it as text; returns the texts in it and how often it is not as the format has it.
    """
    bits: dict[str, float] = {}
    shapes: dict[str, tuple[int, int]] = {}
    for encoding in ENCODINGS:
        texts, faults = read(data.decode(encoding, "replace"))
        other = [text for text in texts if not text.isascii()]
        spent = sum(_bits_of_text("\n".join(part), encoding) for part in _batches(other))
        bits[encoding] = _PRIOR[encoding] + _INVALID * faults + spent
        shapes[encoding] = len(texts), faults
    best = min(ENCODINGS, key=lambda encoding: bits[encoding])
    near = [
        encoding
        for encoding in ENCODINGS
        if shapes[encoding] != shapes[best]
        and (bits[encoding] < bits[best] + _NEARLY or shapes[encoding][1] < shapes[best][1])
    ]
    return best, min(near, key=lambda encoding: bits[encoding], default=None)


def lookup(name: str) -> str:
    """Return Python's name for an encoding that a file or a user names.

    Raises
    ------
    FormatError
        If there is no such text encoding, or it is one of Python's that no file has.
    """
    plain = name.strip().lower()
    plain = _WIDER.get(plain, plain)
    try:
        found = codecs.lookup(plain)
        "".encode(plain)
        b"".decode(plain)
    except (LookupError, ValueError):
        found = None
    if found is None or found.name in _OF_PROGRAMS:
        known = ", ".join(ENCODINGS)
        raise FormatError(f"{name!r} is no text encoding: use such as {known}")
    return plain if plain in ENCODINGS else found.name


def decode(
    source: Source,
    *,
    declared: str | None = None,
    guessed: Callable[[bytes], str] | None = None,
) -> tuple[str, str]:
    """Return the text of a file and its encoding; see `decode_bytes`."""
    return decode_bytes(
        source.data, source.name, encoding=source.encoding, declared=declared, guessed=guessed
    )


def decode_bytes(
    data: bytes,
    name: str,
    *,
    encoding: str | None = None,
    declared: str | None = None,
    guessed: Callable[[bytes], str] | None = None,
) -> tuple[str, str]:
    """Return bytes as text, and their encoding.

    The encoding is the one that the caller names; else that of a byte order mark; else UTF-8 if the
    bytes are that; else the one that the file declares, if they are that; else the guess, which is
    that of `guessed` if the format has one of its own. Bytes that are no characters in it are kept as
    surrogates.

    Raises
    ------
    FormatError
        If the content is no text, or `encoding` is none.
    """
    if encoding is not None:
        chosen = lookup(encoding)
        text = data.decode(chosen, _on_error(chosen)).removeprefix("\ufeff")
        return _no_zero(text, name), chosen
    for mark, marked in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            try:
                return _no_zero(data.decode(marked), name), marked
            except UnicodeDecodeError as error:
                raise FormatError(f"{name}: not {marked} text: {error}") from None
    zero = data.find(b"\0")
    if zero >= 0:
        raise FormatError(f"{name}: not text: byte 0x00 at offset {zero}")
    for candidate in ("utf-8", declared):
        if candidate is None:
            continue
        try:
            chosen = lookup(candidate)
            return data.decode(chosen), chosen
        except (FormatError, UnicodeDecodeError):
            continue
    chosen = guess(data.splitlines()) if guessed is None else guessed(data)
    return data.decode(chosen, "surrogateescape"), chosen


def beginning(source: Source) -> str | None:
    """Return the text that the content begins with, None if it is no text.

    It is for recognising a format: what is not ASCII need not be right.
    """
    head = source.head
    named = _named(source)
    has_mark = any(head.startswith(mark) for mark, _ in _BYTE_ORDER_MARKS)
    if _is_wide(named) and (not has_mark or "32" in named):  # UTF-32's begins as UTF-16's does
        text = head.decode(named, "replace").removeprefix("\ufeff")
        return None if "\0" in text else text
    for mark, marked in _BYTE_ORDER_MARKS:
        if head.startswith(mark):
            whole = len(head) == len(source.data)
            try:
                return codecs.getincrementaldecoder(marked)().decode(head, whole)
            except UnicodeDecodeError:
                return None
    if b"\0" in head:
        return None
    return head.decode("utf-8", "surrogateescape")


def _named(source: Source) -> str:
    """Return the encoding that the caller names; a wrong name is told by who reads."""
    try:
        return "" if source.encoding is None else lookup(source.encoding)
    except FormatError:
        return ""


def _is_wide(encoding: str) -> bool:
    return encoding.startswith(("utf-16", "utf-32", "utf_16", "utf_32"))


def _on_error(encoding: str) -> str:
    return "replace" if _is_wide(encoding) else "surrogateescape"


def _no_zero(text: str, name: str) -> str:
    zero = text.find("\0")
    if zero >= 0:
        raise FormatError(f"{name}: not text: character 0x00 at {zero}")
    return text


def _pieces(texts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the texts that are not ASCII, a line each, in pieces of some length."""
    piece: list[bytes] = []
    size = 0
    for text in texts:
        if text.isascii():
            continue
        piece.append(text)
        size += len(text)
        if size >= _PIECE:
            yield b"\n".join(piece)
            piece, size = [], 0
    if piece:
        yield b"\n".join(piece)


def _batches(texts: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(texts), _BATCH):
        yield texts[start : start + _BATCH]


def _bits(piece: bytes, encoding: str) -> float:
    """Return how many bits a text takes in an encoding."""
    return _bits_of_text(piece.decode(encoding, "replace"), encoding)


def _bits_of_text(text: str, encoding: str) -> float:
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    codes = np.minimum(codes, 0xFFFF)
    total = float(_table(encoding)[codes].sum(dtype=np.float64))
    if encoding in _ALPHABETS:
        total += _ALPHABETS[encoding](codes)
    return total


@cache
def _table(encoding: str) -> NDArray[np.float32]:
    """Return the bits of each character."""
    table = np.full(0x10000, _UNLIKELY, np.float32)
    table[:128] = _ASCII
    table[:32] = _CONTROL
    table[[8, 9, 10, 13]] = _ASCII
    for cost, characters in _COSTS[encoding]():
        # a grid has pairs that are no character, of which the second byte alone is ASCII
        table[[ord(character) for character in characters if not character.isascii()]] = cost
    table[_REPLACEMENT] = _INVALID
    table[0xFFFF] = _UNLIKELY
    return table


_Costs = Iterator[tuple[float, str]]


def _grid(encoding: str, leads: range, trails: Iterable[int] = range(0xA1, 0xFF)) -> str:
    pairs = bytes(byte for pair in product(leads, trails) for byte in pair)
    return pairs.decode(encoding, "ignore").replace("\0", "")


def _chinese() -> _Costs:
    yield 9, _grid("gb2312", range(0xA1, 0xA4))
    yield 13, _grid("gb2312", range(0xA4, 0xAA))
    yield 11, _grid("gb2312", range(0xB0, 0xD8))
    yield 16, _grid("gb2312", range(0xD8, 0xF8))
    yield 7, _only(_HAN, "gb2312")


def _japanese() -> _Costs:
    trails = [*range(0x40, 0x7F), *range(0x80, 0xFD)]
    yield 9, _grid("cp932", range(0x81, 0x83), trails)
    yield 13, _grid("cp932", range(0x83, 0x85), trails)
    yield 11, _grid("cp932", range(0x88, 0x98), trails)
    yield 16, _grid("cp932", range(0x99, 0xA0), trails)
    yield 16, _grid("cp932", range(0xE0, 0xEB), trails)
    yield 8, "".join(map(chr, range(0xFF61, 0xFFA0)))  # half as wide, and half as long in bytes
    yield 7, _KANA
    yield 8, _KATAKANA
    yield 7, _only(_HAN, "shift_jis")


def _korean() -> _Costs:
    yield 12, _grid("euc-kr", range(0xA1, 0xA4))
    yield 18, _grid("euc-kr", range(0xA4, 0xB0))
    yield 10.5, _grid("euc-kr", range(0xB0, 0xC9))
    yield 18, _grid("euc-kr", range(0xCA, 0xFE))
    yield 7, _HANGUL


def _russian() -> _Costs:
    every = bytes(range(0x80, 0x100)).decode("cp1251", "ignore")
    yield 13, every
    yield 9, "«»№—\u2013„“”…"
    yield 6, _CYRILLIC.upper()
    yield 4.5, _CYRILLIC


def _western() -> _Costs:
    yield 16, "".join(map(chr, range(0x80, 0xA0)))
    yield 13, "".join(map(chr, range(0xA0, 0xC0))) + "\u00d7÷"
    yield 9, "".join(map(chr, range(0xC0, 0x100))).replace("\u00d7", "").replace("÷", "")
    yield 10, "«»\u00b4°"
    yield 6, _EUROPEAN.replace("ß", "").upper()
    yield 4.5, _EUROPEAN


def _unicode() -> _Costs:
    yield 13, "".join(map(chr, range(0x2000, 0x2C00)))
    yield 10, "".join(map(chr, range(0x3000, 0x3030))) + "“”\u2018\u2019—\u2013…№"
    yield 18, "".join(map(chr, range(0x4E00, 0xA000)))
    yield 14, _grid("gb2312", range(0xD8, 0xF8))
    yield 11, _grid("gb2312", range(0xB0, 0xD8)) + _only(_HAN, "utf-8")
    yield 10, "".join(map(chr, range(0xAC00, 0xD7A4)))
    yield 9, "".join(map(chr, range(0xFF01, 0xFFA0)))
    yield 8, _KANA + _KATAKANA
    yield 14, "".join(map(chr, range(0xA0, 0x180)))
    yield 6, _CYRILLIC.upper() + _EUROPEAN.replace("ß", "").upper()
    yield 4.5, _CYRILLIC + _EUROPEAN
    yield 6, "āēīōūĀĒĪŌŪ"  # Japanese names in Latin letters
    yield 6, "\ufeff"


def _only(characters: str, encoding: str) -> str:
    return characters.encode(encoding, "ignore").decode(encoding)


_COSTS: Final[dict[str, Callable[[], _Costs]]] = {
    "utf-8": _unicode,
    "gb18030": _chinese,
    "cp932": _japanese,
    "cp1251": _russian,
    "latin-1": _western,
    "euc-kr": _korean,
}

# In an alphabet the letters around a letter say as much as the letter does.
_MIXED: Final = 6.0  # a letter of one script beside one of another
_CAPITAL_INSIDE: Final = 8.0
_CROWDED: Final = 6.0


def _kinds(codes: NDArray[np.uint32]) -> tuple[NDArray[np.bool_], ...]:
    """Return which codes are ASCII letters, other small letters, and other capitals."""
    ascii_letter = ((codes | 0x20) >= ord("a")) & ((codes | 0x20) <= ord("z"))
    small = ((codes >= 0x430) & (codes <= 0x45F)) | ((codes >= 0xDF) & (codes <= 0xFF))
    capital = ((codes >= 0x401) & (codes <= 0x42F)) | ((codes >= 0xC0) & (codes <= 0xDE))
    return ascii_letter, small, capital


def _around_russian(codes: NDArray[np.uint32]) -> float:
    ascii_letter, small, capital = _kinds(codes)
    letter = small | capital
    mixed = (letter[1:] & ascii_letter[:-1]) | (ascii_letter[1:] & letter[:-1])
    inside = small[:-1] & capital[1:]
    return float(_MIXED * mixed.sum() + _CAPITAL_INSIDE * inside.sum())


def _around_western(codes: NDArray[np.uint32]) -> float:
    ascii_letter, small, capital = _kinds(codes)
    other = codes >= 0x80
    crowded = other[1:] & other[:-1]
    inside = (small | (ascii_letter & (codes >= ord("a"))))[:-1] & capital[1:]
    padded = np.zeros(len(codes) + 2, bool)
    padded[1:-1] = ascii_letter
    alone = (small | capital) & ~padded[:-2] & ~padded[2:]
    return float(_CROWDED * crowded.sum() + _CAPITAL_INSIDE * inside.sum() + _MIXED * alone.sum())


_ALPHABETS: Final[dict[str, Callable[[NDArray[np.uint32]], float]]] = {
    "cp1251": _around_russian,
    "latin-1": _around_western,
}
