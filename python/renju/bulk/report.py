"""A page with what people look at first in a database of games. It opens without a network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from .. import _core
from ..errors import NotationError
from ..geometry import COLUMNS, SIZE, Move
from ..notation import parse_moves
from ..openings import EXTENDED, PATTERNS, Pattern, identify
from ..verdicts import Reading
from .report_boards import board_picture
from .report_style import POLICY, STYLE
from .sinks import replaced
from .tally import FOULS, NO_OPENING, POSITION_AFTER, Tally

if TYPE_CHECKING:
    from .work import Job

__all__ = ["check", "write"]

#: How many openings are drawn (all are in the table), and how many positions are shown.
_OPENINGS: Final = 26
_POSITIONS: Final = 12
#: Results in the order in which they are stacked: code, name in the style, words.
_RESULTS: Final = (
    ("1-0", "black-won", "Black won"),
    ("1/2-1/2", "drawn", "drawn"),
    ("0-1", "white-won", "White won"),
    ("void", "void", "void"),
    ("", "not-known", "not known"),
)
_PATTERNS: Final[Mapping[str, Pattern]] = {p.id: p for p in (*PATTERNS, *EXTENDED)}


def check(job: Job) -> None:
    """Make sure, before a job begins, that there can be a report of it.

    Raises
    ------
    ValueError
        If it is about boards.
    ModuleNotFoundError
        If matplotlib is missing.
    """
    if job.per == "position":
        raise ValueError(
            "a report is about games, their openings and their fouls: there is none with "
            "per='position'"
        )
    from . import report_charts  # noqa: F401, PLC0415  (matplotlib is an extra)


def write(path: Path, tally: Tally, *, reading: Reading) -> None:
    """Write the page.

    Parameters
    ----------
    path
        The file, which is there when the page is whole.
    tally
        The counts of a job; those of openings and positions are there if it was made for a report.
    reading
        When a straight-four point could be played.

    Raises
    ------
    OSError
        If it cannot be written.
    ModuleNotFoundError
        If matplotlib is missing.

    Notes
    -----
    The same counts give the same bytes, with the same version of matplotlib.
    """
    page = ET.Element("html", {"lang": "en"})
    _head(page)
    main = _add(_add(page, "body"), "main")
    _totals(main, tally, reading)
    charts = _add(main, "div", id="charts")
    _openings(charts, tally)
    _foul_moves(charts, tally)
    _foul_points(charts, tally)
    _positions(main, tally)
    _add(main, "footer", f"Made by pyrenju {_core.__version__}.")
    html = "<!DOCTYPE html>\n" + ET.tostring(page, encoding="unicode", method="html") + "\n"
    with replaced(path) as file:
        file.write(html.encode("utf-8", "backslashreplace"))


def _add(parent: ET.Element, tag: str, text: str | None = None, **attributes: str) -> ET.Element:
    """Add an element; `class_` is its class."""
    given = {name.rstrip("_"): value for name, value in attributes.items()}
    element = ET.SubElement(parent, tag, given)
    element.text = text
    element.tail = "\n" if tag in _LINES else None
    return element


#: After which elements the text of the page has a line break.
_LINES: Final = frozenset(
    (
        "meta",
        "title",
        "style",
        "section",
        "h1",
        "h2",
        "p",
        "figure",
        "details",
        "tr",
        "li",
        "dl",
        "div",
    )
)


def _head(page: ET.Element) -> None:
    head = _add(page, "head")
    _add(head, "meta", charset="utf-8")
    ET.SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": POLICY})
    _add(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    _add(head, "meta", name="color-scheme", content="light dark")
    _add(head, "meta", name="generator", content=f"pyrenju {_core.__version__}")
    _add(head, "title", "Renju games: openings, fouls, positions")
    _add(head, "style", STYLE)


def _totals(main: ET.Element, tally: Tally, reading: Reading) -> None:
    _add(main, "h1", "Renju games: openings, fouls, positions")
    clauses = "RIF 9.3" if reading is Reading.RIF else "RU 3; CN def.4"
    _add(main, "p", f"Fouls by the reading {reading.label!r} ({clauses}).", class_="note")
    facts: list[tuple[str, str]] = [
        ("games", f"{tally.games:,}"),
        ("moves", f"{tally.moves:,}"),
        ("positions judged", f"{tally.positions:,}"),
    ]
    results = _results(tally.openings.values())
    decided = results["1-0"] + results["0-1"]
    if decided:
        facts.append(("Black's share of wins", _percent(results["1-0"], decided)))
    facts += [(f"{kind.label}s", f"{tally.fouls[kind.label]:,}") for kind in FOULS]
    facts.append(("problems", f"{tally.problems:,}"))
    tiles = _add(main, "dl", class_="tiles")
    for name, value in facts:
        tile = _add(tiles, "div")
        _add(tile, "dt", name)
        _add(tile, "dd", value)
    if tally.problems:
        _add(
            main,
            "p",
            "Problems are what could not be read or judged as it stands; they are listed beside the "
            "rows of the job, with file, place and reason.",
            class_="note",
        )


def _openings(charts: ET.Element, tally: Tally) -> None:
    section = _section(charts, "openings", "Openings and results")
    ranked = sorted(
        ((name, results) for name, results in tally.openings.items() if results.total()),
        key=lambda item: (item[0] == NO_OPENING, -item[1].total(), item[0]),
    )
    if not ranked:
        _add(section, "p", "There are no games.", class_="empty")
        return
    from .report_charts import rows_chart  # noqa: PLC0415  (matplotlib is an extra)

    # Games without a pattern are a row of their own, at the end, however many they are.
    patterns = [item for item in ranked if item[0] != NO_OPENING]
    shown = patterns[:_OPENINGS] + ranked[len(patterns) :]
    in_use = [r for r in _RESULTS if any(results[r[0]] for _, results in ranked)]
    chart = rows_chart(
        "openings-chart",
        [_in_chart(name) for name, _ in shown],
        [(paint, [results[code] for _, results in shown]) for code, paint, _ in in_use],
        unit="games",
    )
    total = sum(results.total() for _, results in ranked)
    first = (patterns or ranked)[0]
    said = (
        f"{_counted(len(patterns), 'opening pattern')} in {_counted(total, 'game')}; the most "
        f"frequent: {_in_words(first[0])}, {_counted(first[1].total(), 'game')}."
    )
    if len(patterns) > _OPENINGS:
        said += f" The {_OPENINGS} most frequent are drawn, the table has all."
    legend = [(paint, words) for _, paint, words in in_use]
    figure = _figure(section, "Games by opening, and how they ended", said, chart, legend)
    head = (
        "opening",
        "games",
        "share",
        *(words for _, _, words in _RESULTS),
        "Black's share of wins",
    )
    rows = []
    for name, results in ranked:
        decided = results["1-0"] + results["0-1"]
        count = results.total()
        rows.append(
            (
                _with_names(name),
                f"{count:,}",
                _percent(count, total),
                *(f"{results[code]:,}" for code, _, _ in _RESULTS),
                _percent(results["1-0"], decided),
            )
        )
    _table(figure, "All openings as a table", head, rows)
    absent = [p.id for p in PATTERNS if p.id not in dict(ranked)]
    if absent and patterns:
        _add(section, "p", f"No game has {', '.join(absent)}.", class_="note")


def _foul_moves(charts: ET.Element, tally: Tally) -> None:
    section = _section(charts, "foul-moves", "Fouls by move number")
    numbers = sorted({n for kind in FOULS for n in +tally.foul_moves.get(kind.label, Counter())})
    if not numbers:
        _add(section, "p", "There are no fouls.", class_="empty")
        return
    from .report_charts import columns_chart  # noqa: PLC0415  (matplotlib is an extra)

    counts = {kind: tally.foul_moves.get(kind.label, Counter()) for kind in FOULS}
    total = sum(count[n] for count in counts.values() for n in numbers)
    most = max(numbers, key=lambda n: (sum(count[n] for count in counts.values()), -n))
    chart = columns_chart(
        "foul-moves-chart",
        numbers,
        [(kind.label, [counts[kind][n] for n in numbers]) for kind in FOULS],
        label="move number",
        unit="fouls",
        width=1.7 if all(n % 2 for n in numbers) else 0.85,  # Black's moves have odd numbers
    )
    said = (
        f"{_counted(total, 'foul')}, from move {numbers[0]} to move {numbers[-1]}; most of them at "
        f"move {most}."
    )
    legend = [(kind.label, kind.label) for kind in FOULS]
    figure = _figure(section, "Fouls that were played, by move number", said, chart, legend)
    rows = [
        (
            f"{n}",
            *(f"{counts[kind][n]:,}" for kind in FOULS),
            f"{sum(count[n] for count in counts.values()):,}",
        )
        for n in numbers
    ]
    rows.append(("all", *(f"{counts[kind].total():,}" for kind in FOULS), f"{total:,}"))
    _table(figure, "Fouls as a table", ("move", *(kind.label for kind in FOULS), "together"), rows)


def _foul_points(charts: ET.Element, tally: Tally) -> None:
    section = _section(charts, "foul-points", "Where fouls were played")
    points = tally.foul_points
    if not any(points):
        _add(section, "p", "There are no fouls.", class_="empty")
        return
    from .report_charts import heat_map  # noqa: PLC0415  (matplotlib is an extra)

    chart = heat_map("foul-points-chart", points, [_short(count) for count in points])
    most = max(range(len(points)), key=lambda p: (points[p], -p))
    said = (
        f"{_counted(sum(points), 'foul')} on {_counted(sum(map(bool, points)), 'point')}; most of "
        f"them on {_point(most)}, {points[most]:,}. The stronger the colour, the more."
    )
    figure = _figure(section, "Fouls that were played, by point of the board", said, chart)
    rows = [
        (f"{row + 1}", *(f"{n:,}" if n else "" for n in points[SIZE * row : SIZE * (row + 1)]))
        for row in reversed(range(SIZE))
    ]
    _table(figure, "The board as a table", ("row", *COLUMNS), rows)


def _positions(main: ET.Element, tally: Tally) -> None:
    section = _section(main, "positions", f"Most frequent positions after {POSITION_AFTER} moves")
    ranked = sorted(tally.frequent.items(), key=lambda item: (-item[1][0], item[0]))
    if not ranked:
        _add(section, "p", f"No game has {POSITION_AFTER} moves.", class_="empty")
        return
    said = (
        "Positions that are images of each other are one. The stones stand as in the first game that "
        "has it."
    )
    if tally.dropped:
        said += (
            " There were more positions than can be kept, so the counts are lower bounds: each can be "
            f"too low by {tally.dropped:,}, and a position that is not here can be in as many games."
        )
    _add(section, "p", said, class_="note")
    cards = _add(section, "ol", class_="cards")
    for _, (count, text) in ranked[:_POSITIONS]:
        card = _add(cards, "li")
        moves = _moves(text)
        name = "no pattern"
        if moves is not None:
            pattern = identify(moves)
            name = "no pattern" if pattern is None else _in_words(pattern.id)
            card.append(board_picture(moves, f"The position after {text}"))
        at_least = "at least " if tally.dropped else ""
        _add(card, "strong", f"{at_least}{_counted(count, 'game')}")
        _add(card, "span", name)
        _add(card, "span", f"{_percent(count, tally.games)} of all games")
        _add(card, "code", text)


# Parts of the page


def _section(parent: ET.Element, name: str, heading: str) -> ET.Element:
    section = _add(parent, "section", id=name)
    section.set("aria-labelledby", f"{name}-heading")
    _add(section, "h2", heading, id=f"{name}-heading")
    return section


def _figure(
    section: ET.Element,
    title: str,
    said: str,
    chart: ET.Element,
    legend: Iterable[tuple[str, str]] = (),
) -> ET.Element:
    """Add a chart with what it shows in words."""
    name = section.get("id", "")
    figure = _add(section, "figure")
    _add(figure, "figcaption", said)
    keys = list(legend)
    if keys:
        listed = _add(figure, "ul", class_="legend")
        for paint, words in keys:
            item = _add(listed, "li")
            ET.SubElement(item, "span", {"style": f"background: var(--{paint})"})
            _add(item, "span", words)
    chart.set("role", "img")
    chart.set("aria-labelledby", f"{name}-title")
    chart.set("aria-describedby", f"{name}-desc")
    for at, (tag, text) in enumerate((("title", title), ("desc", said))):
        element = ET.Element(tag, {"id": f"{name}-{tag}"})
        element.text = text
        chart.insert(at, element)
    figure.append(chart)
    return figure


def _table(
    parent: ET.Element, summary: str, head: Sequence[str], rows: Iterable[Sequence[str]]
) -> None:
    details = _add(parent, "details")
    _add(details, "summary", summary)
    table = _add(_add(details, "div", class_="wide", tabindex="0"), "table")
    line = _add(_add(table, "thead"), "tr")
    for name in head:
        _add(line, "th", name, scope="col")
    body = _add(table, "tbody")
    for first, *cells in rows:
        line = _add(body, "tr")
        _add(line, "th", first, scope="row")
        for cell in cells:
            _add(line, "td", cell)


# Words


def _results(of: Iterable[Counter[str]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for results in of:
        found.update(results)
    return found


def _in_chart(opening: str) -> str:
    """Return what a row of a chart is called: in letters that every font has."""
    if opening == NO_OPENING:
        return "no pattern"
    pattern = _PATTERNS.get(opening)
    if pattern is None or not pattern.romaji:
        return ascii(opening)[1:-1]
    return f"{opening} {pattern.romaji}"


def _in_words(opening: str) -> str:
    """Return the id of an opening with its first name."""
    if opening == NO_OPENING:
        return "no pattern"
    pattern = _PATTERNS.get(opening)
    if pattern is None:
        return opening
    return f"{opening} {pattern.romaji_long or pattern.chinese}"


def _with_names(opening: str) -> str:
    """Return the id of an opening with its names in both scripts."""
    pattern = _PATTERNS.get(opening)
    return _in_words(opening) + (f" {pattern.kanji}" if pattern and pattern.kanji else "")


def _moves(text: str) -> tuple[Move, ...] | None:
    try:
        return tuple(parse_moves(text))
    except NotationError:
        return None


def _point(index: int) -> str:
    row, col = divmod(index, SIZE)
    return f"{COLUMNS[col]}{row + 1}"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _short(number: int) -> str:
    """Return a number in at most four characters."""
    for unit in ("", "k", "M", "G", "T"):
        if number < 1000 or unit == "T":
            return f"{number}{unit}"
        number //= 1000
    raise AssertionError(number)
