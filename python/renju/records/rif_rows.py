"""The rows of a `.rif` file: tables that games refer to, and a game with them resolved as a record.

A header without a dot is what anybody wants to know of a game; `black.`, `white.`, `publisher.`, `tournament.`, `rule.` and
`opening.` stand before the attributes of the rows that it refers to; attributes of the game itself have their own
names. What is empty in the file is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Final, NamedTuple

from ..errors import NotationError, quoted
from ..geometry import PASS, POINTS, Move
from ..notation import iter_moves
from ..openings import identify
from .headers import Headers
from .model import Problem, Record

__all__ = [
    "CATEGORIES",
    "KINDS",
    "Ids",
    "Row",
    "Tables",
    "date_of",
    "derived",
    "display_name",
    "place_of",
    "score_of",
]

Row = dict[str, str]

#: The elements that are rows of tables.
KINDS: Final = frozenset({"country", "city", "month", "rule", "opening", "player", "tournament"})
#: `category` of a rule.
CATEGORIES: Final = {"1": "renju", "2": "gomoku"}
#: The ids of the openings are 1I to 13I, then 1D to 13D: inferred from two games.
_IDS: Final = {str(13 * part + n): f"{'ID'[part]}{n}" for part in (0, 1) for n in range(1, 14)}

_RESULTS: Final = {"": "", "1": "1-0", "0": "0-1", "0.5": "1/2-1/2"}
_SCORES: Final = {Decimal(1): "1-0", Decimal(0): "0-1", Decimal("0.5"): "1/2-1/2"}
_PLAYERS: Final = frozenset({"black", "white", "publisher"})
_ROLES: Final = ("black", "white", "publisher", "tournament", "rule", "opening")
#: Headers that come from the rows that a game refers to.
_TAKEN: Final = frozenset({*_ROLES, "event", "date", "place", "opening_rule", "result"})
_OF_PUBLISHER: Final = ("publisher.id", "publisher.disp_id")
_MOST_IDS: Final = 1 << 24  # two megabytes of bits
_EMPTY: Final[Row] = {}

_POINTS: Final[dict[str, Move]] = {
    text: point for point in POINTS for text in (str(point), str(point).upper())
}


class Derived(NamedTuple):
    """What follows from the opening of a game, as headers, and what is wrong with it."""

    headers: Row
    fault: str


def display_name(row: Row, country: Row) -> str:
    """Return a player's name in the order of his country."""
    parts = (row.get("name", ""), row.get("surname", ""))
    if country.get("reversed") == "1":
        parts = parts[::-1]
    return " ".join(filter(None, parts))


def date_of(row: Row) -> str:
    """Return the day on which a tournament began, or the month or the year if that is all it says.

    The dates are empty, `0000-00-00`, have day 00, or are the wrong way round.
    """
    days = [row.get("start", ""), row.get("end", "")]
    whole = sorted(day for day in days if _is_date(day))
    if whole and (_is_date(days[0]) or not days[0].strip("0-")):
        return whole[0]
    year = row.get("year", "").strip()
    month = row.get("month", "").strip()
    first = days[0]
    if first[:4].isdecimal() and first[:4] != "0000" and len(first) >= 7:
        year, month = first[:4], first[5:7]
    if not (year.isascii() and year.isdecimal()) or int(year[:5]) == 0:
        return ""
    good = month.isascii() and month.isdecimal() and 1 <= int(month[:3]) <= 12
    return f"{year:0>4}-{month:0>2}" if good else f"{year:0>4}"


def _is_date(text: str) -> bool:
    parts = text.split("-")
    if [len(part) for part in parts] != [4, 2, 2] or not all(map(_is_number, parts)):
        return False
    year, month, day = map(int, parts)
    return year > 0 and 1 <= month <= 12 and 1 <= day <= 31


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def place_of(city: str, country: str) -> str:
    """Return `"City, Country"`, or the one that there is."""
    return ", ".join(filter(None, (city, country)))


@lru_cache(maxsize=4096)
def derived(swap: str, alt: str, rule: str) -> Derived:
    """Return what the attributes `swap` and `alt` of a game say.

    Parameters
    ----------
    swap, alt
        The attributes.
    rule
        The name of the opening rule.

    Returns
    -------
    Derived
        `swapped_after`: the moves after which colours were exchanged, or `"never"`. `black_made`: which of
        the opening moves the man made who is Black in the end; the rest are White's. Both are inferred
        from one game whose note names them. `alternatives`: the fifth moves that were refused, of a game by the
        RIF rule only, since what `alt` is in others is not known. What is not understood is not decoded.
    """
    headers: Row = {}
    fault = ""
    name = rule.lower()
    if swap.strip("R-"):
        fault = f"swap {quoted(swap)}: expected R (colours exchanged) and - only"
    elif "taraguchi" in name and 1 <= len(swap) <= 5:
        headers = _several_swaps(swap)
    elif len(swap) == 1 and (name == "rif" or "yamaguchi" in name):
        presented = "1 2 3 5" if swap == "-" else "5"
        headers = {"swapped_after": "3" if swap == "R" else "never", "black_made": presented}
    points = [_POINTS.get(word) for word in alt.replace(",", " ").split()]
    if name == "rif" and points and None not in points:
        headers["alternatives"] = " ".join(map(str, points))
    return Derived(headers, fault)


def _several_swaps(swap: str) -> Row:
    """Follow the colours through a swap chance after each move; the first player begins as Black."""
    black, white = "first", "second"
    makers: list[str] = []
    for number, chance in enumerate(swap):
        makers.append(black if number % 2 == 0 else white)
        if chance == "R":
            black, white = white, black
    if len(swap) == 4:  # the fifth moves are offered by Black
        makers.append(black)
    after = [str(n) for n, chance in enumerate(swap, 1) if chance == "R"]
    made = [str(n) for n, maker in enumerate(makers, 1) if maker == black]
    return {"swapped_after": " ".join(after) or "never", "black_made": " ".join(made) or "none"}


@lru_cache(maxsize=4096)
def _pattern(stones: tuple[Move, ...]) -> tuple[str, str]:
    """Return the id and the name of the opening that three stones make, empty if none of the 26."""
    found = identify(stones)
    return (found.id, str(found)) if found is not None and not found.derived else ("", "")


class Ids:
    """The ids of games that were met: a bit each, those above 16 million are not remembered."""

    def __init__(self) -> None:
        self._seen = bytearray()

    def is_new(self, number: str) -> bool:
        """Whether this is a number that was not asked about before."""
        if not (number.isdecimal() and number.isascii()):
            return False
        value = int(number[:18])
        if value >= _MOST_IDS:
            return True
        seen = self._seen
        byte, bit = value >> 3, 1 << (value & 7)
        if byte >= len(seen):
            seen.extend(bytes(byte + 1 - len(seen)))
        elif seen[byte] & bit:
            return False
        seen[byte] |= bit
        return True


class Tables:
    """The tables of a file, and the games read with them."""

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding
        self.where: Callable[[int, int], str] = "line {}, byte {}".format
        self.database: Row = {}
        self._rows: dict[str, dict[str, Row]] = {kind: {} for kind in KINDS}
        self._made: dict[str, dict[str, Row]] = {role: {} for role in _ROLES}
        self._seen = Ids()

    def add(self, kind: str, row: Row) -> str:
        """Take a row of a table and return what is wrong with it; the first of an id stands."""
        key = row.get("id", "")
        if not key:
            return f"{kind} without an id"
        known = self._rows[kind].setdefault(key, row)
        return "" if known is row or known == row else f"a second {kind} {key[:20]}"

    def add_text(self, kind: str, key: str, name: str, text: str) -> str:
        """Take the text of an element inside a row and return the one that the row has: the first."""
        row = self._rows[kind].get(key)
        return text if row is None or not text.strip() else row.setdefault(name, text)

    # Headers of rows, made once a row

    def _row(self, kind: str, key: str) -> Row | None:
        rows = self._rows[kind]
        found = rows.get(key)
        if found is None and _is_number(key) and key != "0" and len(key) < 19:
            found = rows.get(str(int(key)))
        return found

    def _name(self, kind: str, key: str) -> str:
        return (self._row(kind, key) or _EMPTY).get("name", "")

    def _resolved(self, prefix: str, row: Row, leave: tuple[str, ...] = ("name",)) -> Row:
        """Return the attributes of a row as headers, references by their names."""
        headers: Row = {}
        for name, value in row.items():
            if name in leave or not value:
                continue
            if name in KINDS:
                resolved = self._name(name, value)
                if name == "month":
                    headers[f"{prefix}.month"] = value
                    headers |= {f"{prefix}.month_name": resolved} if resolved else {}
                elif resolved:
                    headers[f"{prefix}.{name}"] = resolved
                elif value != "0":
                    headers[f"{prefix}.{name}_id"] = value
            else:
                headers[f"{prefix}.{name}"] = value
        return headers

    def _headers(self, role: str, key: str) -> Row | None:
        """Return the headers that a reference gives, None if the row is not in the file."""
        kind = "player" if role in _PLAYERS else role
        row = self._row(kind, key)
        if row is None:
            return None
        if kind == "player":
            country = self._row("country", row.get("country", "")) or _EMPTY
            plain = {role: display_name(row, country)}
            headers = self._resolved(role, row, ())
            if role == "publisher":
                headers = {name: headers[name] for name in _OF_PUBLISHER if name in headers}
        else:
            plain = self._special(kind, row)
            headers = self._resolved(kind, row)
        headers = {**{name: value for name, value in plain.items() if value}, **headers}
        self._made[role][key] = headers
        return headers

    def _special(self, kind: str, row: Row) -> Row:
        """Return the headers without a dot that a row gives."""
        name = row.get("name", "")
        if kind == "tournament":
            city = self._name("city", row.get("city", ""))
            country = self._name("country", row.get("country", ""))
            return {"event": name, "date": date_of(row), "place": place_of(city, country)}
        if kind == "rule":
            return {"rule": CATEGORIES.get(row.get("category", ""), ""), "opening_rule": name}
        return {f"{kind}.name": name}

    # Games

    def game(self, row: Row, texts: Row, at: tuple[int, int], faults: list[str]) -> Record:
        """Return a game as a record.

        Parameters
        ----------
        row
            The attributes of the game.
        texts
            The texts of the elements inside it, by their names.
        at
            The line and the offset at which it begins.
        faults
            What is wrong with it already; the list grows.
        """
        number = row.get("id", "")
        parts, rule, opening = self._resolve(row, faults)
        score = row.pop("bresult", "")
        result = _RESULTS.get(score)
        if result is None:
            result = score_of(score)
            if not result:
                faults.append(f"bresult {quoted(score)}: expected 1, 0.5 or 0")
        own = {name: value for name, value in row.items() if value} if "" in row.values() else row
        parts.append(own)
        if score:
            own["result"] = score
        if not self._seen.is_new(number):
            faults.append(_bad_id(number))
        if "swap" in own or "alt" in own:
            decoded = derived(own.get("swap", ""), own.get("alt", ""), rule.get("opening_rule", ""))
            own.update(decoded.headers)
            if decoded.fault:
                faults.append(decoded.fault)
        moves = _moves(texts, own, faults)
        if moves and rule.get("rule") != "gomoku":
            _opening(moves[:3], own, opening, faults)
        if texts:
            _texts(texts, own, faults)
        problems: tuple[Problem, ...] = ()
        if faults:
            where = self.where(*at)
            name = f"game {number[:20]}, {where}" if number else f"a game, {where}"
            problems = tuple(Problem(name, fault) for fault in faults)
        headers = Headers(*parts)
        place = f"line {at[0]}"
        encoding = self.encoding
        return Record(
            moves,
            headers=headers,
            result=result,
            problems=problems,
            format="rif",
            encoding=encoding,
            place=place,
        )

    def _resolve(self, row: Row, faults: list[str]) -> tuple[list[Row], Row, Row]:
        """Take the references out of a game's attributes; return all headers, the rule's, the opening's."""
        black = row.get("black", "")
        if black and black == row.get("white"):
            faults.append(f"black and white are both player {quoted(black)}")
        parts: list[Row] = [self.database]
        rule = opening = _EMPTY
        for role, made in self._made.items():
            key = row.pop(role, "")
            if key:
                part = made.get(key) or self._reference(role, key, faults)
                parts.append(part)
                if role == "rule":
                    rule = part
                elif role == "opening":
                    opening = part
        return parts, rule, opening

    def _reference(self, role: str, key: str, faults: list[str]) -> Row:
        """Return the headers that a reference gives that was not met before."""
        found = self._headers(role, key)
        if found is not None:
            return found
        if key != "0" and role not in ("opening", "publisher"):
            what = f"{role} is player" if role in _PLAYERS else role
            faults.append(f"{what} {quoted(key)}, which is not in the file")
        return {f"{role}.id": key}


def _bad_id(number: str) -> str:
    if not number:
        return "it has no id"
    return (
        f"a second game {number[:20]}"
        if _is_number(number)
        else f"id {quoted(number)} is no number"
    )


def _moves(texts: Row, own: Row, faults: list[str]) -> tuple[Move, ...]:
    text = texts.pop("move", "")
    words = text.split()
    try:
        moves = tuple(map(_POINTS.__getitem__, words))
        whole = len(set(moves)) == len(moves)
    except KeyError:
        moves, whole = (), False
    if not whole:
        moves, fault = _careful(text)
        if fault:
            own["move"] = text
            faults.append(fault)
    if not words:
        faults.append("it has no moves")
    return moves


def _texts(texts: Row, own: Row, faults: list[str]) -> None:
    for name, text in texts.items():
        if text and not text.isspace():
            header = "comment" if name == "info" else name
            if header in own or header in _TAKEN:
                faults.append(f"<{name}> is left out, since the name is taken: {quoted(text)}")
            else:
                own[header] = text


def _opening(stones: tuple[Move, ...], own: Row, stated: Row, faults: list[str]) -> None:
    """Name the opening that the stones make, and compare it with the one that the file states."""
    made, name = _pattern(stones)
    if made:
        own["opening"] = name
    number = stated.get("opening.id", "")
    abbr = stated.get("opening.abbr", "")
    expected = f"{abbr[-1:]}{abbr[:-1]}" if abbr[-1:] in ("D", "I") else _IDS.get(number, "")
    if expected and len(stones) == 3 and expected != made:
        made = name or "none of the 26"
        faults.append(f"opening {quoted(number)} is {expected}, but the stones make {made}")


def score_of(text: str) -> str:
    """Return the result for Black's score in decimal, empty if it is none."""
    try:
        return _SCORES.get(Decimal(text.strip()[:40].replace(",", ".")), "")
    except (InvalidOperation, TypeError):  # TypeError: a signalling NaN has no hash
        return ""


def _careful(text: str) -> tuple[tuple[Move, ...], str]:
    """Read moves that are not plain points one after the other, up to a fault."""
    moves: dict[Move, None] = {}
    line: list[Move] = []
    try:
        for move in iter_moves(text):
            if move in moves:
                number = line.index(move) + 1
                return tuple(line), f"move {len(line) + 1}: {move} is taken by move {number}"
            line.append(move)
            if move is not PASS:
                moves[move] = None
    except NotationError as error:
        return tuple(line), str(error)
    return tuple(line), ""
