from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

import renju
from renju import Board, Reading
from renju.bulk import Tally, report
from renju.bulk.plan import Plan
from renju.bulk.report_boards import board_picture
from renju.bulk.scan import in_order
from renju.geometry import COLUMNS
from renju.openings import EXTENDED, PATTERNS, identify

RESULTS = ("1-0", "1/2-1/2", "0-1", "void", None)
FOULS = ("overline", "double-four", "double-three")


@dataclass
class Element:
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(c if isinstance(c, str) else c.text for c in self.children)

    def all(self, *tags: str) -> list[Element]:
        found = [self] if not tags or self.tag in tags else []
        for child in self.children:
            if isinstance(child, Element):
                found += child.all(*tags)
        return found

    def id(self, name: str) -> Element:
        (found,) = (e for e in self.all() if e.attributes.get("id") == name)
        return found

    def rows(self) -> list[list[str]]:
        """The cells of the one table in it."""
        (table,) = self.all("table")
        return [[cell.text for cell in row.all("th", "td")] for row in table.all("tr")]


class Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in ("meta", "br", "img", "link"):
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parsed(path: Path) -> Element:
    parser = Parser()
    parser.feed(path.read_text("utf-8"))
    parser.close()
    (root,) = parser.open
    return root


def number(text: str) -> int:
    return int(text.replace(",", "") or 0)


@pytest.fixture(scope="module")
def games() -> pa.Table:
    """The packaged games three times, with results, too short ones, one that is none and one with a fault."""
    text = (resources.files("renju") / "data" / "games.txt").read_text("utf-8")
    lines: list[str | None] = [
        line for line in text.splitlines() if line and not line.startswith("#")
    ]
    lines = [*lines, *lines[:50], *lines[:7], "h8", "", None, "h8 i9 h8", "a1 b2 c3 d4 e5 f6"]
    rng = np.random.default_rng(5)
    results = [RESULTS[k] for k in rng.integers(0, 5, len(lines))]
    return pa.table({"moves": lines, "result": results})


@pytest.fixture(scope="module")
def page(games: pa.Table, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    renju.scan(games, report=path, problems=[])
    return path


@pytest.fixture(scope="module")
def root(page: Path) -> Element:
    return parsed(page)


@pytest.fixture(scope="module")
def rows(games: pa.Table) -> list[dict[str, Any]]:
    columns = ["game", "length", "opening", "result"]
    return renju.scan(games, columns=columns, problems=[]).to_pylist()


@pytest.fixture(scope="module")
def fouls(games: pa.Table) -> list[dict[str, Any]]:
    columns = ["move", "point", "label"]
    moves = renju.scan(games, per="move", columns=columns, problems=[]).to_pylist()
    return [row for row in moves if row["label"] in FOULS]


def tally_of(games: pa.Table) -> Tally:
    tally = Tally()
    for piece in in_order(Plan.of(games, detailed=True), 1):
        tally += piece.tally
    return tally


# What it says


def test_totals(root: Element, rows: list[dict[str, Any]], fouls: list[dict[str, Any]]) -> None:
    (tiles,) = (e for e in root.all("dl") if e.attributes["class"] == "tiles")
    facts = {
        name.text: value.text for name, value in zip(tiles.all("dt"), tiles.all("dd"), strict=True)
    }
    kinds = Counter(row["label"] for row in fouls)
    won = Counter(row["result"] for row in rows if row["length"] is not None)
    assert number(facts["games"]) == len(rows)
    assert number(facts["moves"]) == sum(row["length"] or 0 for row in rows)
    assert {kind: number(facts[f"{kind}s"]) for kind in FOULS} == kinds
    assert facts["Black's share of wins"] == f"{100 * won['1-0'] / (won['1-0'] + won['0-1']):.1f} %"
    assert facts["problems"] == "1"  # the game with a fault; null is no fault
    assert "'rif' (RIF 9.3)" in root.text


def counted_openings(rows: list[dict[str, Any]]) -> dict[str, Counter[str | None]]:
    found: dict[str, Counter[str | None]] = {}
    for row in rows:
        if row["length"] is not None:
            found.setdefault(row["opening"] or "no", Counter())[row["result"]] += 1
    return found


def test_openings(root: Element, rows: list[dict[str, Any]]) -> None:
    expected = counted_openings(rows)
    total = sum(c.total() for c in expected.values())
    section = root.id("openings")
    head, *lines = section.rows()
    assert head[:3] == ["opening", "games", "share"]
    assert head[3:8] == ["Black won", "drawn", "White won", "void", "not known"]
    names = {p.id: p for p in (*PATTERNS, *EXTENDED)}
    for line in lines:
        opening = line[0].split()[0]
        counts = expected[opening]
        assert [number(cell) for cell in line[3:8]] == [counts[result] for result in RESULTS]
        assert number(line[1]) == counts.total()
        assert line[2] == f"{100 * counts.total() / total:.1f} %"
        if opening in names and names[opening].romaji:
            assert names[opening].kanji in line[0]
            assert names[opening].romaji_long in line[0]
    assert {line[0].split()[0] for line in lines} == set(expected)
    in_order = [number(line[1]) for line in lines if line[0] != "no pattern"]
    assert in_order == sorted(in_order, reverse=True)
    assert lines[-1][0] == "no pattern"
    absent = [p.id for p in PATTERNS if p.id not in expected]
    assert not absent or f"No game has {', '.join(absent)}." in section.text


def bars(section: Element, paint: str, *, across: bool) -> list[tuple[float, float, float]]:
    """Where each bar of a series stands, and from where to where it goes."""
    found = []
    for path in section.all("path"):
        if f"fill: var(--{paint})" in path.attributes.get("style", ""):
            numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.attributes["d"])]
            xs, ys = sorted(set(numbers[::2])), sorted(set(numbers[1::2]))
            along, place = (xs, ys) if across else (ys, xs)
            found.append((place[0], along[0], along[-1]))
    return sorted(found)


def test_the_bars_of_openings_are_as_long_as_their_numbers(
    root: Element, rows: list[dict[str, Any]]
) -> None:
    section = root.id("openings")
    lines = [line for line in section.rows()[1:] if line[0] != "no pattern"]
    shown = lines[:26] + section.rows()[1 + len(lines) :]
    paints = ("black-won", "drawn", "white-won", "void", "not-known")
    found = [bars(section, paint, across=True) for paint in paints]
    length = sum(end - begin for series in found for _, begin, end in series)
    unit = length / sum(number(line[1]) for line in shown)
    for column, series in zip(range(3, 8), found, strict=True):
        expected = [number(line[column]) for line in shown if number(line[column])]
        drawn = [(end - begin) / unit for _, begin, end in series]
        assert drawn == pytest.approx(expected, abs=0.01)
    labels = [e.text.split()[0] for e in section.all("text") if e.text[0].isalpha()]
    ranks = [float(e.attributes["y"]) for e in section.all("text") if e.text[0].isalpha()]
    down = [label for _, label in sorted(zip(ranks, labels, strict=True))]
    assert down == [*(line[0].split()[0] for line in shown), "games"]


def test_fouls_by_move_number(root: Element, fouls: list[dict[str, Any]]) -> None:
    expected = {kind: Counter(r["move"] for r in fouls if r["label"] == kind) for kind in FOULS}
    section = root.id("foul-moves")
    head, *lines, together = section.rows()
    assert head == ["move", *FOULS, "together"]
    found = {
        kind: {number(line[0]): number(line[at]) for line in lines if line[at] != "0"}
        for at, kind in enumerate(FOULS, 1)
    }
    assert found == expected
    assert together == ["all", *(f"{expected[kind].total()}" for kind in FOULS), f"{len(fouls)}"]
    for kind in FOULS:
        drawn = bars(section, kind, across=False)
        assert len(drawn) == len(expected[kind])
        heights = [end - begin for _, begin, end in drawn]
        in_order = [expected[kind][n] for n in sorted(expected[kind])]
        unit = sum(heights) / sum(in_order)
        assert [height / unit for height in heights] == pytest.approx(in_order, abs=0.01)


def test_where_fouls_were_played(root: Element, fouls: list[dict[str, Any]]) -> None:
    points = Counter(row["point"] for row in fouls)
    section = root.id("foul-points")
    head, *lines = section.rows()
    assert head == ["row", *COLUMNS]
    assert [line[0] for line in lines] == [str(row) for row in range(15, 0, -1)]
    found = {
        15 * (15 - down) + col - 1: number(cell)
        for down, line in enumerate(lines, 1)
        for col, cell in enumerate(line)
        if col and cell
    }
    assert found == points
    texts = [
        (e.text, float(e.attributes["x"]), float(e.attributes["y"])) for e in section.all("text")
    ]
    letters, ranks, cells = texts[:15], texts[15:30], texts[30:]
    assert "".join(letter for letter, _, _ in letters) == COLUMNS
    drawn = {}
    for text, x, y in cells:
        letter = min(letters, key=lambda item: abs(item[1] - x))[0]
        rank = min(ranks, key=lambda item: abs(item[2] - y))[0]
        drawn[int(renju.Point(f"{letter}{rank}"))] = int(text)
    assert drawn == points
    # Each number stands in a cell of the right strength.
    filled = [e for e in section.all("path") if "var(--heat)" in e.attributes.get("style", "")]
    most = max(points.values())
    for cell, (text, x, y) in zip(filled, cells, strict=True):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", cell.attributes["d"])]
        assert min(numbers[::2]) < x < max(numbers[::2])
        assert min(numbers[1::2]) < y < max(numbers[1::2])
        opacity = re.search(r"opacity: ([\d.]+)", cell.attributes["style"])
        strength = 1.0 if opacity is None else float(opacity[1])
        assert strength == pytest.approx(0.12 + 0.88 * int(text) / most)


def test_frequent_positions(root: Element, games: pa.Table) -> None:
    counts: Counter[int] = Counter()
    for text in games["moves"].to_pylist():
        try:
            moves = renju.parse_moves(text or "")[:5]
            key = Board(moves).canonical_key
        except renju.RenjuError:
            continue
        counts[key] += len(moves) == 5
    section = root.id("positions")
    cards = section.all("li")
    expected = sorted((+counts).values(), reverse=True)[:12]
    assert len(cards) == 12
    assert [number(card.all("strong")[0].text.split()[0]) for card in cards] == expected
    for card, count in zip(cards, expected, strict=True):
        text = card.all("code")[0].text
        moves = renju.parse_moves(text)
        assert counts[Board(moves).canonical_key] == count
        pattern = identify(moves)
        name, share = (e.text for e in card.all("span"))
        assert name.split()[0] == ("no" if pattern is None else pattern.id)
        assert share == f"{100 * count / games.num_rows:.1f} % of all games"
        numbers = [e.text for e in card.all("text") if "number" in e.attributes["class"]]
        stones = sum(isinstance(move, renju.Point) for move in moves)
        assert len(numbers) == stones
        assert card.all("title")[0].text == f"The position after {text}"
    assert "lower bounds" not in section.text


def test_counts_that_are_lower_bounds_are_called_so(games: pa.Table, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    report.write(path, replace(tally_of(games), dropped=7), reading=Reading.PERMITTED)
    root = parsed(path)
    section = root.id("positions")
    assert "the counts are lower bounds: each can be too low by 7, and a position" in section.text
    assert all(card.all("strong")[0].text.startswith("at least ") for card in section.all("li"))
    assert "'permitted' (RU 3; CN def.4)" in root.text


def test_more_openings_than_are_drawn(tmp_path: Path) -> None:
    openings = {
        pattern.id: Counter({"1-0": place})
        for place, pattern in enumerate((*PATTERNS, *EXTENDED), 1)
    }
    path = tmp_path / "report.html"
    report.write(path, Tally(games=1378, openings=openings), reading=Reading.RIF)
    section = parsed(path).id("openings")
    assert "The 26 most frequent are drawn, the table has all." in section.text
    assert len(section.rows()) == 53
    labels = [e.text for e in section.all("text")]
    assert "XI13" in labels
    assert not any(label.startswith("I13") for label in labels)
    assert "No game has" not in section.text


def test_fouls_of_white_moves_in_set_up_games(tmp_path: Path) -> None:
    """Black can have even numbers if a game begins with White."""
    path = tmp_path / "report.html"
    moves = {"overline": Counter({10: 3, 11: 5})}
    report.write(path, Tally(foul_moves=moves), reading=Reading.RIF)
    (first, _, _), (second, _, _) = bars(parsed(path).id("foul-moves"), "overline", across=False)
    assert first < second


def test_nothing_to_show(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    report.write(path, Tally(), reading=Reading.RIF)
    root = parsed(path)
    assert not root.all("svg")
    assert not root.all("table")
    said = [e.text for e in root.all("p") if e.attributes.get("class") == "empty"]
    assert said == [
        "There are no games.",
        "There are no fouls.",
        "There are no fouls.",
        "No game has 5 moves.",
    ]
    renju.scan(pa.table({"moves": ["h8 i9 g7"]}), report=path)
    root = parsed(path)
    assert "There are no games." not in root.text
    assert "There are no fouls." in root.text
    assert root.id("openings").rows()[1][0].startswith("I11 ")


def test_large_numbers_fit_into_the_cells(tmp_path: Path) -> None:
    points = [0, 999, 1000, 12_345, 999_999, 1_000_000, 5 * 10**11, *[0] * 218]
    path = tmp_path / "report.html"
    report.write(path, Tally(foul_points=points), reading=Reading.RIF)
    section = parsed(path).id("foul-points")
    cells = [e.text for e in section.all("text")][30:]
    assert cells == ["999", "1k", "12k", "999k", "1M", "500G"]
    assert section.rows()[-1][:5] == ["1", "", "999", "1,000", "12,345"]


# What it is


def test_it_loads_nothing(page: Path, root: Element) -> None:
    (policy,) = (
        e.attributes["content"]
        for e in root.all("meta")
        if e.attributes.get("http-equiv") == "Content-Security-Policy"
    )
    parts = [part.strip() for part in policy.split(";")]
    assert parts[:3] == ["default-src 'none'", "style-src 'unsafe-inline'", "img-src data:"]
    text = page.read_text("utf-8")
    assert "http" not in text.replace('<meta http-equiv="', "")
    assert "//" not in text
    assert "@import" not in text
    check_harmless(root)


def check_harmless(root: Element) -> None:
    tags = {e.tag for e in root.all()}
    assert not tags & {
        "script",
        "img",
        "image",
        "link",
        "iframe",
        "object",
        "embed",
        "base",
        "form",
    }
    ids = [e.attributes["id"] for e in root.all() if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    for element in root.all():
        for name, value in element.attributes.items():
            assert not name.startswith("on")
            assert name not in ("src", "srcset", "action", "data", "xlink:href")
            if name == "href":
                assert value[0] == "#"
                assert value[1:] in ids
            elif name.startswith("aria-") and name.endswith("by"):
                assert set(value.split()) <= set(ids)
            for link in re.findall(r"url\(([^)]*)\)", value):
                assert link[0] == "#"
                assert link[1:] in ids


def test_every_chart_has_a_name_a_description_and_a_table(root: Element) -> None:
    for name in ("openings", "foul-moves", "foul-points"):
        section = root.id(name)
        (chart,) = section.all("svg")
        assert chart.attributes["role"] == "img"
        assert chart.attributes["aria-labelledby"] == f"{name}-title"
        assert root.id(f"{name}-title").text
        assert root.id(f"{name}-desc").text == section.all("figcaption")[0].text
        assert len(section.all("details")) == 1
    assert root.all("html")[0].attributes["lang"] == "en"


def test_colors_are_those_of_the_style(page: Path, root: Element) -> None:
    (style,) = root.all("style")
    used = set(re.findall(r"var\(--([\w-]+)\)", page.read_text("utf-8")))
    light, dark, _ = (*style.text.split("@media", 2),)
    assert used <= set(re.findall(r"--([\w-]+):", light))
    assert set(re.findall(r"--([\w-]+):", light)) == set(re.findall(r"--([\w-]+):", dark))
    for chart in (e for e in root.all("svg") if e.attributes.get("class") != "board"):
        painted = " ".join(e.attributes.get("style", "") for e in chart.all())
        assert not re.findall(r"#[0-9a-f]{6}", painted)


HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=//x onerror=alert(1)>',
    "$\\frac{1}{0}$",
    "]]>&amp;<!--",
    "\x00\x1b[31m\ud800",
    "花月🙂",
)


def test_hostile_names_are_text(tmp_path: Path) -> None:
    tally = Tally(
        games=9,
        openings={name: Counter({"1-0": 1, name: 2}) for name in HOSTILE},
        frequent={key: (1, name) for key, name in enumerate(HOSTILE)},
    )
    path = tmp_path / "<b>&report.html"
    report.write(path, tally, reading=Reading.RIF)
    root = parsed(path)
    check_harmless(root)
    codes = [e.text for e in root.id("positions").all("code")]
    names = [line[0] for line in root.id("openings").rows()[1:]]
    for name in HOSTILE:
        if "\x00" not in name:
            assert name in codes
            assert name in names
    assert not root.id("positions").all("svg")


def test_the_same_counts_give_the_same_bytes(games: pa.Table, tmp_path: Path) -> None:
    """In processes with other hashes, and whatever the settings of matplotlib there are."""
    (tmp_path / "tally.json").write_text(json.dumps(tally_of(games).to_dict()))
    (tmp_path / "matplotlibrc").write_text("font.size: 30\nsvg.fonttype: path\naxes.grid: True\n")
    code = (
        "import json, pathlib, sys\n"
        "from renju import Reading\n"
        "from renju.bulk import Tally, report\n"
        "tally = Tally.from_dict(json.loads(pathlib.Path('tally.json').read_text()))\n"
        "report.write(pathlib.Path(sys.argv[1]), tally, reading=Reading.RIF)\n"
    )
    for name, seed in (("a.html", "1"), ("b.html", "2")):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        environment.pop("MATPLOTLIBRC", None)
        if name == "b.html":
            environment["MATPLOTLIBRC"] = str(tmp_path)
        subprocess.run(
            [sys.executable, "-c", code, name], check=True, cwd=tmp_path, env=environment
        )
    first = (tmp_path / "a.html").read_bytes()
    assert first == (tmp_path / "b.html").read_bytes()
    assert b"<svg" in first


def test_the_settings_of_matplotlib_stay(games: pa.Table, tmp_path: Path) -> None:
    before = dict(mpl.rcParams)
    report.write(tmp_path / "report.html", tally_of(games), reading=Reading.RIF)
    assert dict(mpl.rcParams) == before


def test_a_page_that_cannot_be_made_leaves_the_one_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.html"
    path.write_text("precious")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "no space")))
    with pytest.raises(OSError, match="no space"):
        report.write(path, Tally(), reading=Reading.RIF)
    assert path.read_text() == "precious"
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]


def test_the_same_page_of_a_folder_a_file_and_a_table(
    games: pa.Table, page: Path, tmp_path: Path
) -> None:
    for sink in ("folder", "file.parquet"):
        out = tmp_path / f"{sink}.html"
        renju.scan(games, tmp_path / sink, report=out, threads=2, shard_games=100)
        assert out.read_bytes() == page.read_bytes()
    renju.scan(games, tmp_path / "folder", report=out, resume=True, shard_games=100)
    assert out.read_bytes() == page.read_bytes()


def test_parquet_of_games_gives_the_same_page(games: pa.Table, page: Path, tmp_path: Path) -> None:
    pq.write_table(games, tmp_path / "games.parquet")
    out = tmp_path / "report.html"
    renju.scan(tmp_path / "games.parquet", per="move", report=out, problems=[])
    assert out.read_bytes() == page.read_bytes()


def test_no_report_of_boards(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    boards = np.zeros((2, 15, 15), np.uint8)
    with pytest.raises(ValueError, match="a report is about games, their openings and their fouls"):
        renju.scan(boards, tmp_path / "rows", per="position", report=out)
    assert not list(tmp_path.iterdir())


def test_without_matplotlib(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import pyarrow as pa, renju\n"
        "try:\n"
        "    renju.scan(pa.table({'moves': ['h8']}), 'rows', report='report.html')\n"
        "except ModuleNotFoundError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout == 'renju.report needs matplotlib: pip install "pyrenju[report]"\n'
    assert not list(tmp_path.iterdir())  # said before the job begins


# Boards


@pytest.mark.parametrize(
    ("text", "columns", "ranks"),
    [
        ("h8 i9 g7", "defghijkl", range(4, 13)),
        ("a1 b2", "abcdefghi", range(1, 10)),
        ("o15", "ghijklmno", range(7, 16)),
        ("a1 o15", COLUMNS, range(1, 16)),
        ("pass pass", "defghijkl", range(4, 13)),
        ("h8 c8", "abcdefghij", range(4, 13)),
    ],
)
def test_the_part_of_the_board_that_is_shown(text: str, columns: str, ranks: range) -> None:
    moves = renju.parse_moves(text)
    svg = board_picture(moves, "title")
    names = [e.text for e in svg.iter("text") if e.get("class") == "name"]
    assert "".join(n for n in names if n and n.isalpha()) == columns
    assert [int(n) for n in names if n and n.isdigit()] == list(ranks)
    width, height = map(float, svg.get("viewBox", "").split()[2:])
    places = {}
    for name in (e for e in svg.iter("text") if e.get("class") == "name"):
        places[name.text] = (float(name.get("x", "")), float(name.get("y", "")))
    stones = [m for m in moves if isinstance(m, renju.Point)]
    circles = [e for e in svg.iter("circle") if e.get("class") != "star"]
    assert len(circles) == len(stones)
    for stone, circle in zip(stones, circles, strict=True):
        x, y = float(circle.get("cx", "")), float(circle.get("cy", ""))
        assert x == places[str(stone)[0]][0]
        assert y == places[str(stone)[1:]][1] - 4
        assert 0 < x < width
        assert 0 < y < height
    assert [c.get("class") for c in circles] == ["black", "white", "black"][: len(stones)]


# In a browser


@pytest.fixture(scope="module")
def chromium() -> str:
    found = shutil.which("chromium")
    if found is None and "CI" not in os.environ:
        pytest.skip("there is no chromium here")
    assert found is not None, "there is no chromium: .ci/run installs it"
    return found


def opened(chromium: str, path: Path, *options: str) -> str:
    """Open a page without a network; return what Chromium prints."""
    done = subprocess.run(
        [
            chromium,
            *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            *("--no-first-run", "--disable-background-networking", "--disable-sync"),
            "--force-device-scale-factor=1",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--user-data-dir={path.parent / 'profile'}",
            *options,
            path.as_uri(),
        ],
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    return done.stdout


def requests(log: Path) -> list[str]:
    """What a page asked for: what the browser asks for by itself is of no origin."""
    events = json.loads(log.read_text("utf-8"))["events"]
    parameters = [event.get("params", {}) for event in events]
    return [p["url"] for p in parameters if p.get("initiator", "not an origin") != "not an origin"]


# The size of every picture and of every shape in it, and whether the page is wider than the window.
MEASURE = """
<script>
for (const svg of document.querySelectorAll("svg")) {
  const box = svg.getBoundingClientRect();
  const shapes = [...svg.querySelectorAll("path, circle, text")].filter((shape) => {
    const it = shape.getBoundingClientRect();
    return it.width + it.height > 0 && !shape.closest("defs");
  });
  svg.dataset.box = `${box.width} ${box.height} ${shapes.length}`;
}
document.body.dataset.over = document.documentElement.scrollWidth - window.innerWidth;
</script>
"""


def test_it_opens_in_a_browser_and_asks_for_nothing(
    chromium: str, page: Path, tmp_path: Path
) -> None:
    text = page.read_text("utf-8")
    copy = tmp_path / "report.html"
    copy.write_text(text, "utf-8")
    shown = {}
    for name, scheme in (("dark", 0), ("light", 1)):
        log, picture = tmp_path / f"{name}.json", tmp_path / f"{name}.png"
        opened(
            chromium,
            copy,
            f"--blink-settings=preferredColorScheme={scheme}",
            "--window-size=1280,2400",
            f"--log-net-log={log}",
            f"--screenshot={picture}",
        )
        assert requests(log) == []
        with Image.open(picture) as image:
            counts = image.convert("RGB").getcolors(1 << 24)
        shown[name] = {color: count for count, color in counts}
    # the paper, black's and white's games, the three fouls, the wood of the boards
    for name, colors in {
        "light": ("fbfaf7", "2b2f36", "ffffff", "1f5a9a", "e0a92e", "c0505f", "f0d9a8"),
        "dark": ("15181b", "07090b", "f2f0ea", "6ea6e0", "e0b64c", "d8707d", "c9ad76"),
    }.items():
        for color in colors:
            assert shown[name].get(tuple(bytes.fromhex(color)), 0) > 100, (name, color)

    # The page forbids scripts, so it is measured in a copy that does not.
    free = re.sub(r'<meta http-equiv="[^>]*>', "", text)
    copy.write_text(free.replace("</body>", f"{MEASURE}</body>"), "utf-8")
    for width in (390, 1280):
        dom = opened(chromium, copy, f"--window-size={width},1000", "--dump-dom")
        boxes = re.findall(r'data-box="([\d.]+) ([\d.]+) (\d+)"', dom)
        assert len(boxes) == 3 + 12
        for across, down, shapes in boxes[:3]:
            assert float(across) > 300
            assert float(down) > 150
            assert int(shapes) > 30
        for across, down, _ in boxes[3:]:
            assert float(across) > 100
            assert float(down) > 100
        assert re.search(r'data-over="(-?\d+)"', dom)[1] == "0"  # type: ignore[index]


def test_a_page_that_asks_is_found_out_and_the_policy_stops_it(
    chromium: str, page: Path, tmp_path: Path
) -> None:
    """The test above can fail: the same page with a picture from elsewhere asks for it without the policy."""
    text = page.read_text("utf-8").replace(
        "</main>", '<img src="http://pictures.invalid/a.png"></main>'
    )
    log, copy = tmp_path / "log.json", tmp_path / "report.html"
    for free in (False, True):
        kept = re.sub(r'<meta http-equiv="[^>]*>', "", text) if free else text
        copy.write_text(kept, "utf-8")
        opened(chromium, copy, f"--log-net-log={log}", f"--screenshot={tmp_path / 'a.png'}")
        assert (requests(log) == ["http://pictures.invalid/a.png"]) is free
