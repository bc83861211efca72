"""Small pictures of positions for a report, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from xml.etree import ElementTree as ET

from ..geometry import COLUMNS, SIZE, Move, Point

__all__ = ["board_picture"]

_CELL: Final = 20
#: How many lines are shown at least, and how many beyond the outermost stone.
_LEAST: Final = 9
_ROUND: Final = 2
_STARS: Final = frozenset(map(Point, ("d4", "d12", "h8", "l4", "l12")))


def board_picture(moves: Sequence[Move], title: str) -> ET.Element:
    """Draw the part of a board where the stones of some moves stand, with their numbers.

    Parameters
    ----------
    moves
        The moves from the empty board on; a pass leaves out its number.
    title
        What the picture is called for those who do not see it.

    Returns
    -------
    xml.etree.ElementTree.Element
        An `svg` to stand in a page. Its colours are the classes `lines`, `black`, `white`, `number`
        and `name` of the page's style.
    """
    stones = [(number, m) for number, m in enumerate(moves, 1) if isinstance(m, Point)]
    rows = _shown([point.row for _, point in stones])
    cols = _shown([point.col for _, point in stones])
    width, height = (len(shown) * _CELL + _CELL for shown in (cols, rows))
    svg = ET.Element("svg", {"viewBox": f"0 0 {width} {height}", "role": "img", "class": "board"})
    ET.SubElement(svg, "title").text = title

    xs = {col: _CELL + _CELL // 2 + (col - cols[0]) * _CELL for col in cols}
    ys = {row: _CELL // 2 + (rows[-1] - row) * _CELL for row in rows}
    ET.SubElement(svg, "path", {"class": "lines", "d": _lines(xs, ys)})
    for star in sorted(_STARS):
        if star.row in ys and star.col in xs:
            _circle(svg, xs[star.col], ys[star.row], 2, "star")
    for col in cols:
        _text(svg, xs[col], height - 5, COLUMNS[col], "name")
    for row in rows:
        _text(svg, _CELL // 2, ys[row] + 4, str(row + 1), "name")
    for number, point in stones:
        color = "black" if number % 2 else "white"
        _circle(svg, xs[point.col], ys[point.row], 9, color)
        _text(svg, xs[point.col], ys[point.row] + 4, str(number), f"number on-{color}")
    return svg


def _shown(numbers: Sequence[int]) -> range:
    """Return which rows or columns are shown."""
    if not numbers:
        return range(3, 12)
    first, last = min(numbers) - _ROUND, max(numbers) + _ROUND
    while last - first + 1 < _LEAST:
        first, last = (first - 1, last) if first + last >= SIZE - 1 else (first, last + 1)
    if last - first + 1 >= SIZE:
        return range(SIZE)
    shift = max(0, -first) - max(0, last - SIZE + 1)
    return range(first + shift, last + shift + 1)


def _lines(xs: Mapping[int, int], ys: Mapping[int, int]) -> str:
    """Return the lines, from edge to edge of the board or a little beyond what is shown."""

    def ends(places: Mapping[int, int], back: int) -> tuple[int, int]:
        first, last = min(places), max(places)
        return (
            places[first] - (back if first else 0),
            places[last] + (0 if last == SIZE - 1 else back),
        )

    left, right = ends(xs, _CELL // 2)
    bottom, top = ends(ys, -_CELL // 2)
    across = [f"M{left} {y}H{right}" for y in ys.values()]
    down = [f"M{x} {top}V{bottom}" for x in xs.values()]
    return "".join(across + down)


def _circle(svg: ET.Element, x: int, y: int, radius: int, name: str) -> None:
    ET.SubElement(svg, "circle", {"cx": f"{x}", "cy": f"{y}", "r": f"{radius}", "class": name})


def _text(svg: ET.Element, x: int, y: int, text: str, name: str) -> None:
    ET.SubElement(svg, "text", {"x": f"{x}", "y": f"{y}", "class": name}).text = text
