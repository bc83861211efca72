"""Writing `.rif`: the games into a temporary file, then the tables that they refer to, then the games.

What is written is strict: plain points, attributes that the format has and XML can hold, each row of a table once, each game
with an id of its own. A row is made of the headers that reading makes of it, so what was read is written as it was;
where a header without a dot says something else than the row, the header stands. Ids that another row has already
are changed: they are but keys. Attributes that the format does not have are kept if they were read from it.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from ..errors import quoted
from ..notation import format_moves
from ..openings import identify
from .losses import FRAME, Lost, game_moves
from .model import Problem, Record
from .rif_rows import CATEGORIES, Ids, Row, date_of, derived, display_name, place_of, score_of

__all__ = ["write"]

_CHUNK: Final = 1 << 16
_MEMORY: Final = 1 << 20
_TABLES: Final = (
    ("countries", "country"),
    ("cities", "city"),
    ("months", "month"),
    ("rules", "rule"),
    ("openings", "opening"),
    ("players", "player"),
    ("tournaments", "tournament"),
)
_SCORES: Final = {"1-0": "1", "0-1": "0", "1/2-1/2": "0.5"}
#: Spellings of a result that say no more than the score does.
_PLAIN: Final = frozenset({"", "1-0", "0-1", "1/2-1/2", "½-½", "+", "-", "=", "b+", "w+", "draw"})
_DERIVED: Final = ("swapped_after", "black_made", "alternatives")
#: Headers that would be read as something else if they were attributes of a game.
_NEVER: Final = frozenset(
    {"result", "date", "event", "place", "opening_rule", "comment", "move", *_DERIVED}
)
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DATE: Final = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", re.ASCII)
_ESCAPES: Final = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "\r": "&#13;",
        "\t": "&#9;",
        "\n": "&#10;",
    }
)
_TEXT_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})


def write(records: Iterable[Record], losses: list[Problem]) -> Iterator[bytes]:
    """Yield a file of these games; what it cannot hold is added to `losses`."""
    tables = _Tables()
    with tempfile.SpooledTemporaryFile(_MEMORY) as games:
        for number, record in enumerate(records, 1):
            game = _Game(record, number, tables)
            games.write(game.text().encode())
            losses.extend(game.lost.problems())
        tables.settle()
        yield b'<?xml version="1.0" encoding="UTF-8"?>\n'
        yield f"<database{_attributes({'version': '1.0', **(tables.database or {})})}>\n".encode()
        for container, kind in _TABLES:
            yield f"<{container}>\n".encode()
            for row in tables.rows(kind):
                info = row.pop("info", "") if kind == "rule" else ""
                text = _element("info", info)
                end = f">{text}</{kind}>" if text else " />"
                yield f"<{kind}{_attributes(row)}{end}\n".encode()
            yield f"</{container}>\n".encode()
        yield b"<games>\n"
        games.seek(0)
        while piece := games.read(_CHUNK):
            yield piece
        yield b"</games>\n</database>\n"


def _attributes(row: Row) -> str:
    return "".join(f' {name}="{value.translate(_ESCAPES)}"' for name, value in row.items())


def _element(name: str, text: str) -> str:
    return f"<{name}>{text.translate(_TEXT_ESCAPES)}</{name}>" if text else ""


class _Tables:
    """The rows that games refer to, each with an id: the one it had where that is free."""

    def __init__(self) -> None:
        self.database: Row | None = (
            None  # the attributes of the root, which are those of the first game's file
        )
        self._games = Ids()
        self._ids: dict[str, dict[str, Row]] = {kind: {} for _, kind in _TABLES}
        self._known: dict[str, dict[frozenset[tuple[str, str]], str]] = {
            kind: {} for _, kind in _TABLES
        }
        self._next: dict[str, int] = dict.fromkeys(self._ids, 1)
        self._next_game = 0
        self._publishers: set[str] = set()  # players of whom only the name and the number are known

    def rows(self, kind: str) -> Iterator[Row]:
        """Yield the rows of a table."""
        for key, row in self._ids[kind].items():
            yield {"id": key, **row}

    def place(self, kind: str, row: Row, wanted: str = "") -> str:
        """Return the id of a row, which is added if it is new."""
        row = {name: value for name, value in row.items() if value}
        ids, known = self._ids[kind], self._known[kind]
        if wanted and ids.get(wanted) == row:
            return wanted
        key = frozenset(row.items())
        if not wanted or wanted in ids:
            if key in known:
                return known[key]
            while str(self._next[kind]) in ids:
                self._next[kind] += 1
            wanted = str(self._next[kind])
        ids[wanted] = row
        known.setdefault(key, wanted)
        return wanted

    def player(self, row: Row, wanted: str) -> str:
        """Return the id of a player, who may be known as a publisher already."""
        if wanted in self._publishers:
            known = self._ids["player"][wanted]
            same = known.get("name", "") in (
                display_name(row, {}),
                display_name(row, {"reversed": "1"}),
            )
            if same and known.get("disp_id") == row.get("disp_id"):
                self._publishers.remove(wanted)
                del self._ids["player"][wanted]
        return self.place("player", row, wanted)

    def publisher(self, row: Row, wanted: str) -> str:
        """Return the id of a publisher, of whom a game says less than of a player."""
        known = self._ids["player"].get(wanted)
        if known is not None:
            shown = (display_name(known, {}), display_name(known, {"reversed": "1"}))
            if row["name"] in shown and row.get("disp_id") == known.get("disp_id"):
                return wanted
        key = self.place("player", row, wanted)
        self._publishers.add(key)
        return key

    def only_id(self, kind: str, wanted: str) -> str:
        """Return the id of a row of which nothing else is known, such as one that a file did not have."""
        return self.place(kind, {}, wanted) if wanted.strip("0") else wanted

    def game_id(self, wanted: str) -> str:
        """Return the id of a game, another one than is wanted if a game has that or it is no number."""
        while not self._games.is_new(wanted):
            self._next_game += 1
            wanted = str(self._next_game)
        return wanted

    def has_month(self, number: str, name: str) -> bool:
        """Whether the month of that number has that name in the file; the first one stands."""
        return not number or self._ids["month"].setdefault(number, {"name": name})["name"] == name

    def refer(self, row: Row, *, is_reversed: bool = False) -> Row:
        """Return a row with ids where it has the names of a city or country."""
        row = dict(row)
        for kind in ("country", "city"):
            unresolved = row.pop(f"{kind}_id", "")
            if not row.get(kind):
                row[kind] = self.only_id(kind, unresolved)
                continue
            more = {"reversed": "1"} if is_reversed else {}
            if kind == "city":
                more = {"country": row.get("country", "")}
            row[kind] = self.place(kind, {"name": row[kind], **more})
        return row

    def settle(self) -> None:
        """Put ids where tournaments have the names of rules."""
        ids = {row.get("name", ""): key for key, row in self._ids["rule"].items()}
        for row in self._ids["tournament"].values():
            unresolved = row.pop("rule_id", "")
            name = row.get("rule", "")
            if name and name not in ids:
                ids[name] = self.place("rule", {"name": name})
            if name or unresolved:
                row["rule"] = ids[name] if name else self.only_id("rule", unresolved)


class _Game:
    """One game on its way into a file."""

    def __init__(self, record: Record, number: int, tables: _Tables) -> None:
        self._record = record
        self._number = number
        self._tables = tables
        self.lost = Lost(number)
        self._lose = self.lost.add
        self._left: Row = {}
        for name, value in record.headers.items():
            if value and name not in FRAME:
                self._left[name] = self._clean(name, str(value))

    def _clean(self, name: str, text: str) -> str:
        if text.isprintable() and "\ufffd" not in text:  # most are
            return text
        clean, count = _FORBIDDEN.subn("\ufffd", text)
        if count:
            self._lose(f"a character of {name!r} that XML cannot hold", count)
        elif "\ufffd" in text:
            self._lose(f"characters of {name!r} that were not understood when it was read")
        return clean

    def text(self) -> str:
        """Return the element; the rows that it refers to are in the tables then."""
        left = self._left
        self._file()
        moves = self._moves()
        row: Row = {"id": self._tables.game_id(left.pop("id", "") or str(self._number))}
        row["publisher"] = self._publisher()
        row["tournament"] = self._tournament()
        row["round"] = left.pop("round", "")
        row["rule"], rule = self._rule()
        row["black"] = self._player("black")
        row["white"] = self._player("white")
        row["bresult"] = self._result()
        for name in ("btime", "wtime"):
            row[name] = left.pop(name, "")
        row["opening"] = self._opening()
        row["alt"], row["swap"] = self._begun(rule)
        row["unrated"] = left.pop("unrated", "")
        info = self._info()
        if self._record.format == "rif":
            row |= self._unknown(row)
        for name in left:
            self._lose(f"the header {name!r}: {left[name]!r}")
        row = {name: value for name, value in row.items() if value}
        text = _element("info", info) + "\n" * bool(info)
        return f"<game{_attributes(row)}>\n<move>{moves}</move>\n{text}</game>\n"

    def _unknown(self, row: Row) -> Row:
        """Take the attributes that the format does not have, but the file had from which the game was read."""
        names = [name for name in self._left if _NAME.fullmatch(name)]
        return {name: self._left.pop(name) for name in names if name not in _NEVER | row.keys()}

    def _take(self, prefix: str, *never: str) -> tuple[Row, str]:
        """Take the headers with a prefix: a row and its id; those in `never` cannot be in it."""
        row: Row = {}
        start = f"{prefix}."
        for header in [header for header in self._left if header.startswith(start)]:
            name = header.removeprefix(start)
            if name not in never and _NAME.fullmatch(name):
                row[name] = self._left.pop(header)
        return row, row.pop("id", "")

    def _file(self) -> None:
        """Take what the file said of itself; another file's is lost."""
        row, key = self._take("database")
        row |= {"id": key} if key else {}
        if self._tables.database is None:
            self._tables.database = row
        for name, value in row.items():
            if self._tables.database.get(name) != value:
                self._lose(f"the header 'database.{name}': {value!r}")

    def _overrule(self, row: Row, names: Iterable[str], by: str) -> None:
        """Leave out what a row says when a header says something else."""
        for name in names:
            if value := row.pop(name, ""):
                self._lose(f"{name} {quoted(value)} beside the header {by!r}")

    def _publisher(self) -> str:
        row, key = self._take("publisher", "name", "surname")
        shown = self._left.pop("publisher", "")
        self._overrule(row, sorted(row.keys() - {"disp_id"}), "publisher")
        if not shown and not row:
            return self._tables.only_id("player", key)
        return self._tables.publisher({**row, "name": shown}, key)

    def _player(self, role: str) -> str:
        row, key = self._take(role)
        shown = self._left.pop(role, "")
        if not shown and not row:
            return self._tables.only_id("player", key)
        plain, turned = display_name(row, {}), display_name(row, {"reversed": "1"})
        is_reversed = shown == turned != plain and bool(row.get("country"))
        if shown != plain and not is_reversed:
            self._overrule(row, ("name", "surname"), role)
            row["name"] = shown
        self._month(row)
        return self._tables.player(self._tables.refer(row, is_reversed=is_reversed), key)

    def _month(self, row: Row) -> None:
        name = row.pop("month_name", "")
        if name and not self._tables.has_month(row.get("month", ""), name):
            self._lose(f"the name {quoted(name)} of a month, which has another one already")

    def _tournament(self) -> str:
        left = self._left
        row, key = self._take("tournament", "name")
        event, date, place = (left.pop(name, "") for name in ("event", "date", "place"))
        if not row and not event and not date and not place:
            return self._tables.only_id("tournament", key)
        if date != date_of(row):
            self._set_date(row, date)
        if place != place_of(row.get("city", ""), row.get("country", "")):
            self._set_place(row, place)
        self._month(row)
        return self._tables.place("tournament", self._tables.refer({"name": event, **row}), key)

    def _set_date(self, row: Row, date: str) -> None:
        """Give a tournament the date that the game's header has."""
        self._overrule(row, ("year", "month", "month_name", "start", "end"), "date")
        if match := _DATE.fullmatch(date):
            year, month, day = match.groups()
            new = {"year": year, "month": str(int(month or 0)), "start": date if day else ""}
            row |= {name: value for name, value in new.items() if value.strip("0")}
        if date_of(row) != date:
            form = "which is not written YYYY, YYYY-MM or YYYY-MM-DD"
            self._lose(f"the date {quoted(date)}, {form}")
            for name in ("year", "month", "start"):
                row.pop(name, None)

    def _set_place(self, row: Row, place: str) -> None:
        self._overrule(row, ("city", "country"), "place")
        city, _, country = place.rpartition(", ")
        whole = place_of(city, country) == place
        row |= {"city": city, "country": country} if city and whole else {"city": place}

    def _rule(self) -> tuple[str, str]:
        """Return the id and the name of the opening rule."""
        row, key = self._take("rule", "name")
        category = self._left.pop("rule", "")
        name = self._left.pop("opening_rule", "")
        if category != CATEGORIES.get(row.get("category", ""), ""):
            self._overrule(row, ("category",), "rule")
            found = [number for number, word in CATEGORIES.items() if word == category]
            if not found:
                self._lose(f"the rule {quoted(category)}, which is neither renju nor gomoku")
            row["category"] = "".join(found)
        row = {"name": name, **row}
        if not any(row.values()):
            return self._tables.only_id("rule", key), name
        return self._tables.place("rule", row, key), name

    def _opening(self) -> str:
        row, key = self._take("opening")
        made = identify(self._record.moves[:3])
        if made is not None and self._left.get("opening") == str(made):
            del self._left["opening"]
        tables = self._tables
        return tables.place("opening", row, key) if row else tables.only_id("opening", key)

    def _begun(self, rule: str) -> tuple[str, str]:
        """Return the attributes `alt` and `swap`; what follows from them is no loss."""
        left = self._left
        swap, alt = left.pop("swap", ""), left.pop("alt", "")
        if swap.strip("R-") and self._record.format != "rif":
            self._lose(f"the swap {quoted(swap)}, which is not written in R and -")
            swap = ""
        offers = left.get("alternatives", "")
        if offers and not alt and derived("", offers, rule).headers.get("alternatives") == offers:
            alt = offers
        again = derived(swap, alt, rule).headers
        for name in _DERIVED:
            if name in left and left[name] == again.get(name):
                del left[name]
        return alt, swap

    def _result(self) -> str:
        raw, result = self._left.pop("result", ""), self._record.result
        if raw and score_of(raw) == result and (result or self._record.format == "rif"):
            return raw
        score = _SCORES.get(result, "")
        if result and not score:
            self._lose(f"the result {quoted(result)}, which is no score of Black's")
        if raw.strip().lower() not in _PLAIN:
            self._lose(f"the result {quoted(raw)}, written as {score!r}")
        return score

    def _moves(self) -> str:
        if self._left.pop("move", ""):
            self._lose("move text that was not understood when it was read")
        tree = self._record.tree
        if tree is not None:
            beside = len(tree) - 1 - len(self._record.moves)
            self._lose("a node beside the moves of the game", beside)
            inside = sum(1 for index in range(1, len(tree)) if tree.extras(index))
            self._lose("a node with a comment, labels or marks", inside)
            if replace(tree.extras(0), comment=""):
                self._lose("the labels or marks before the first move")
        return format_moves(game_moves(self._record, self.lost, "rif", passes=False, tree=True))

    def _info(self) -> str:
        """Return the text of a game: its comment, or the one before the first move."""
        tree = self._record.tree
        comment = self._left.pop("comment", "")
        before = "" if tree is None else self._clean("comment", tree.extras(0).comment)
        if comment and before not in ("", comment):
            self._lose("the comment before the first move, beside the one of the game")
        text = comment or before
        if text.isspace():
            self._lose("a comment of blanks")
            return ""
        return text
