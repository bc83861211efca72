"""The opening rule that a text of a record means."""

from __future__ import annotations

from typing import Final

__all__ = ["opening_rule"]

# Short names are words of other things too: they count when they are the whole text.
_SHORTEST_INSIDE: Final = 6
_SPELLINGS: Final = {
    "rif": "rif-1996",
    "rifrule": "rif-1996",
    "rifrules": "rif-1996",
    "soosorv": "soosyrv",
    "soosõrv": "soosyrv",
    "soosirv": "soosyrv",
}


def opening_rule(text: str) -> str:
    """Return the name by which `renju.openings.get` knows the rule that a text names, or nothing.

    Examples
    --------
    >>> opening_rule("Taraguchi-10"), opening_rule("RIF rule"), opening_rule("Soosõrv 8 (rated)")
    ('taraguchi-10', 'rif-1996', 'soosyrv-8')
    >>> opening_rule("Unknown")
    ''
    """
    from ..openings import NAMES  # noqa: PLC0415  (loads all opening rules)

    plain = _letters(text)
    if plain in _SPELLINGS and _SPELLINGS[plain] in NAMES:
        return _SPELLINGS[plain]
    for spelling, usual in _SPELLINGS.items():
        if usual not in NAMES:
            plain = plain.replace(spelling, usual)
    by_length = sorted(NAMES, key=len, reverse=True)
    for name in by_length:
        if plain == _letters(name):
            return name
    for name in by_length:
        if len(name) >= _SHORTEST_INSIDE and _letters(name) in plain:
            return name
    return ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))
