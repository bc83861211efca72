"""What the clauses of the opening rules are clauses of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["SOURCES", "sources_of"]

#: What a clause begins with, and the text that it is from.
SOURCES: Final = {
    "RIF": "The International Rules of Renju, 1996, corrected in 1998.",
    "CN": "The Chinese competition rules; def.N is the N-th of the definitions.",
    "OR": (
        "The Chinese list of opening rules (连珠基本规则, 连珠开局规则), as of 2012: OR 3.4 is line 4 of "
        "its item 3; OR 5b is Taraguchi, which stands in item 5 after Tarannikov, with its choices (1) "
        "and (2). RIF's assembly of May 2008 took up items 2 to 4."
    ),
    "Swap 1989": (
        "The rule of the World Championships from 1989 to 1995, as published descriptions have it "
        "(en.wikipedia.org, Swap opening rule); its own text was not found."
    ),
    "Sakata": (
        "The rule as programs have it, played in Moscow in 2007 (renju.net/news/216); its own text "
        "was not found."
    ),
    "Super Sakata": "RIF's page on the rule (renju.net/rule/17).",
    "Super Taraguchi": (
        "The announcement of the first tournament by the rule (renjunews.com); from the fifth stone on "
        "it is Taraguchi (OR 5b)."
    ),
    "Lianhuan 2011": (
        "OR 7 with the restrictions of the one tournament that is known by the rule (renju.net, "
        "tournament 1278): the first three stones make one of the 26 patterns."
    ),
    "GW": (
        "The rule of that name as servers and programs of the gomoku world have it; no rule book "
        "stands behind it."
    ),
}


def sources_of(clauses: Iterable[str]) -> dict[str, str]:
    """Return the sources of clauses, in the order of `SOURCES`; a rule of your own has none here."""
    cited = [part.strip() for clause in clauses for part in clause.split(";")]
    return {
        name: text
        for name, text in SOURCES.items()
        if any(part == name or part.startswith(f"{name} ") for part in cited)
    }
