"""The charts of a report: drawn by matplotlib, and made part of a page whose style has their colours.

matplotlib draws in stand-in colours; in the page they are variables of its style, so that one picture is
right in a light page, in a dark one and on paper.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from xml.etree import ElementTree as ET

from .._optional import needs
from ..geometry import COLUMNS, SIZE

with needs("report"):
    import matplotlib as mpl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle
    from matplotlib.ticker import EngFormatter, MaxNLocator

__all__ = ["columns_chart", "heat_map", "rows_chart"]

_WIDTH: Final = 5.0  # inches: 360 units of the picture, as wide as a phone
_INK: Final = "#010203"
_STYLE: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "renju",
    "font.family": ["DejaVu Sans"],
    "font.size": 10,
    "text.parse_math": False,
    "text.color": _INK,
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.linewidth": 0.6,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "hatch.linewidth": 0.5,
}
Series = Sequence[tuple[str, Sequence[int]]]


def rows_chart(name: str, labels: Sequence[str], series: Series, *, unit: str) -> ET.Element:
    """Draw a row for each label, from the top, the numbers of the series stacked in it.

    Parameters
    ----------
    name
        What the ids in the picture begin with: no two pictures of a page have the same.
    labels
        What the rows are called.
    series
        The name of each in the page's style, and its numbers.
    unit
        What is counted.
    """

    def draw(axes: Axes, paints: _Paints) -> None:
        places = range(len(labels))
        before = [0] * len(labels)
        for paint, numbers in series:
            shown = [place for place in places if numbers[place]]
            axes.barh(
                shown,
                [numbers[place] for place in shown],
                left=[before[place] for place in shown],
                height=0.72,
                **paints.area(paint),
            )
            before = [a + b for a, b in zip(before, numbers, strict=True)]
        axes.set_yticks(places, labels)
        axes.set_ylim(len(labels) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(unit)
        _number_axis(axes.xaxis)
        axes.grid(axis="x", **paints.grid())

    return _drawn(name, 0.7 + 0.2 * len(labels), draw)


def columns_chart(  # noqa: PLR0913  (what a chart has)
    name: str, numbers: Sequence[int], series: Series, *, label: str, unit: str, width: float
) -> ET.Element:
    """Draw a column at each number of an axis, the series stacked in it.

    Parameters
    ----------
    name
        As of `rows_chart`.
    numbers
        Where the columns stand.
    series
        The name of each in the page's style, and its numbers.
    label, unit
        What the numbers of the axis are, and what is counted.
    width
        How wide the columns are.
    """

    def draw(axes: Axes, paints: _Paints) -> None:
        before = [0] * len(numbers)
        for paint, counts in series:
            shown = [index for index, count in enumerate(counts) if count]
            axes.bar(
                [numbers[index] for index in shown],
                [counts[index] for index in shown],
                bottom=[before[index] for index in shown],
                width=width,
                **paints.area(paint, "card"),
            )
            before = [a + b for a, b in zip(before, counts, strict=True)]
        axes.set_xlim(min(numbers) - 1.5, max(*numbers, min(numbers) + 8) + 1.5)
        axes.set_xlabel(label)
        axes.set_ylabel(unit)
        _number_axis(axes.xaxis)
        _number_axis(axes.yaxis)
        axes.grid(axis="y", **paints.grid())

    return _drawn(name, 2.9, draw)


def heat_map(name: str, counts: Sequence[int], texts: Sequence[str]) -> ET.Element:
    """Draw a board whose cells are the stronger in colour the larger their numbers.

    Parameters
    ----------
    name
        As of `rows_chart`.
    counts
        225 numbers, index `15 * row + column`.
    texts
        What is written into the cells.
    """
    most = max(counts)

    def draw(axes: Axes, paints: _Paints) -> None:
        for index, count in enumerate(counts):
            row, col = divmod(index, SIZE)
            place = (col - 0.5, row - 0.5)
            axes.add_patch(Rectangle(place, 1, 1, facecolor="none", **paints.rim()))
            if count:
                strength = 0.12 + 0.88 * count / most
                heat = paints["heat"]
                axes.add_patch(Rectangle(place, 1, 1, facecolor=heat, alpha=strength, linewidth=0))
                ink = paints["on-heat"] if strength > 0.72 else _INK  # where both are as readable
                axes.text(col, row, texts[index], color=ink, size=7, ha="center", va="center")
        axes.set(xlim=(-0.5, SIZE - 0.5), ylim=(-0.5, SIZE - 0.5), aspect="equal")
        axes.set_xticks(range(SIZE), list(COLUMNS))
        axes.set_yticks(range(SIZE), [str(row + 1) for row in range(SIZE)])
        axes.tick_params(length=0)
        for spine in axes.spines.values():
            spine.set_visible(False)

    return _drawn(name, _WIDTH, draw)


class _Paints(dict[str, str]):
    """Stand-in colours by the names that the page's style has for the true ones."""

    def __missing__(self, name: str) -> str:
        self[name] = f"#01{len(self) + 16:02x}fe"
        return self[name]

    def area(self, name: str, edge: str = "rim") -> dict[str, Any]:
        """Return how the area of a series is drawn."""
        return {"facecolor": self[name], "edgecolor": self[edge], "linewidth": 0.5}

    def grid(self) -> dict[str, Any]:
        """Return how the lines behind the areas are drawn."""
        return {"color": self["grid"], "linewidth": 0.5}

    def rim(self) -> dict[str, Any]:
        """Return how a cell is drawn round."""
        return {"edgecolor": self["grid"], "linewidth": 0.5}


def _number_axis(axis: Any) -> None:
    axis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    axis.set_major_formatter(EngFormatter(sep=""))


def _drawn(name: str, height: float, draw: Callable[[Axes, _Paints], None]) -> ET.Element:
    """Draw, and return the picture as an element of a page."""
    paints = _Paints()
    with mpl.rc_context():
        mpl.rcdefaults()  # not as the settings of this machine have it
        mpl.rcParams.update(_STYLE)
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        figure.patch.set_visible(False)
        axes = figure.add_subplot()
        axes.patch.set_visible(False)
        draw(axes, paints)
        file = io.BytesIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    return _for_page(name, file.getvalue(), {_INK: "currentColor"} | _variables(paints))


def _variables(paints: Mapping[str, str]) -> dict[str, str]:
    return {color: f"var(--{name})" for name, color in paints.items()}


def _for_page(name: str, svg: bytes, colors: Mapping[str, str]) -> ET.Element:
    """Return a picture without what only a file needs, in the colours of the page."""
    root = ET.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag.endswith(("}metadata", "}style")):
                parent.remove(child)
    stand_in = re.compile("|".join(map(re.escape, colors)))
    referred = set(re.findall(rb"#([\w.-]+)", svg))
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        element.tail = None
        if element.text is not None and not element.text.strip():
            element.text = None
        attributes = {}
        for qualified, value in element.attrib.items():
            key = qualified.rpartition("}")[2]
            if key == "id":
                if value.encode() not in referred:
                    continue
                value = f"{name}-{value}"  # noqa: PLW2901
            elif key == "href":
                value = f"#{name}-{value[1:]}"  # noqa: PLW2901
            elif key == "clip-path":
                value = value.replace("#", f"#{name}-")  # noqa: PLW2901
            attributes[key] = stand_in.sub(lambda found: colors[found[0]], value)
        element.attrib = attributes
    for key in ("width", "height", "version"):
        root.attrib.pop(key, None)
    return root
