"""Opening patterns by their ids and names, in any script and spelling."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Final

from ..errors import NotationError
from .patterns import EXTENDED, PATTERNS, Family, Pattern

__all__ = ["pattern"]

# What stands before the number in `直接4号`, `間接1号`, `direct 4`.
_FAMILY_WORDS: Final = {
    Family.DIRECT: ("direct", "直接", "直指", "直止"),
    Family.INDIRECT: ("indirect", "間接", "间接", "斜指", "斜止"),
}
_NUMERALS: Final = (*"一二三四五六七八九十", "十一", "十二", "十三")
# How a long vowel is written where it is not left out.
_LONG_VOWELS: Final = (("ō", "ū"), ("ou", "uu"), ("oo", "uu"), ("oh", "uh"))
_NEAR: Final = 0.5  # of the letters


def pattern(name: str) -> Pattern:
    """Return the opening pattern of that id or name.

    Parameters
    ----------
    name
        An id as it is written anywhere (`"D4"`, `"4d"`, `"直接4号"`, `"間接十号"`, `"XD1"`), or a name:
        Japanese in Latin letters with or without its long vowels (`"Shogetsu"`, `"Shōgetsu"`,
        `"Shougetsu"`), in kanji, or Chinese, with or without a final 局. Case, width, accents, blanks
        and punctuation make no difference.

    Raises
    ------
    NotationError
        If no pattern is called so; the message has names that are near.

    Examples
    --------
    >>> [pattern(name).id for name in ("4D", "KAGETSU", "花月", "shougetsu", "間接1号", "大寒星")]
    ['D4', 'D4', 'D4', 'D8', 'I1', 'XD1']
    """
    if not isinstance(name, str):
        raise NotationError(f"{name!r} is no name of an opening pattern: use text such as 'D4'")
    names = _names()
    key = _key(name)
    found = names.get(key) or names.get(key.removesuffix("局"))
    if found is not None:
        return found
    near = dict.fromkeys(names[match] for match in get_close_matches(key, names, 12, _NEAR))
    hint = f"near are {', '.join(map(str, list(near)[:3]))}; " if near else ""
    raise NotationError(
        f"{name!r} is the name of no opening pattern: {hint}ids are D1 to D13 and I1 to I13, for the "
        "extended ones XD1 to XD13 and XI1 to XI13"
    )


@cache
def _names() -> Mapping[str, Pattern]:
    """Return the pattern of every spelling, each in the form that `_key` gives it."""
    found: dict[str, Pattern] = {}
    for named in (*PATTERNS, *EXTENDED):
        for spelling in _spellings(named):
            if found.setdefault(_key(spelling), named) is not named:
                raise RuntimeError(f"{spelling!r} names {found[_key(spelling)]} and {named}")
    return found


def _spellings(named: Pattern) -> Iterator[str]:
    """Yield every way to write a pattern, but for what `_key` makes equal."""
    yield named.id
    letters = named.id.rstrip("0123456789")
    number = named.id.removeprefix(letters)
    yield f"{number}{letters}"
    if not named.derived:
        for word in _FAMILY_WORDS[named.family]:
            for digits in (number, _NUMERALS[int(number) - 1]):
                yield from (f"{word}{digits}{end}" for end in ("", "号", "號"))
    yield from named.names
    if not named.romaji:
        return
    long = named.romaji_long.lower()
    for o, u in _LONG_VOWELS:
        for word in (long, long.replace("j", "jy")):  # Myoujyou beside Myoujou
            yield word.replace("ō", o).replace("ū", u)


def _key(text: str) -> str:
    """Return text without what makes no difference: width, case, accents, blanks, punctuation."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(c for c in plain if unicodedata.category(c)[0] in "LNS")
