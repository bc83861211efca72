"""The referee of Renju as a library.

Boards, verdicts and proofs are here; batches, records, openings and the rest are submodules that load
when they are first used.

Examples
--------
>>> import renju
>>> board = renju.Board("h8 i9 g7")
>>> board.verdict("i8")
<Verdict.LEGAL: 0>
"""

from __future__ import annotations

import importlib as _importlib
from typing import TYPE_CHECKING as _TYPE_CHECKING

from ._environment import check as _check

_check()

from . import _core
from ._build import build_info
from .board import Board, FrozenBoard
from .errors import (
    ClockError,
    DiagramError,
    FormatError,
    IllegalMoveError,
    InvalidPositionError,
    NotationError,
    OffBoardError,
    OpeningRuleError,
    RenjuError,
    RulingError,
)
from .geometry import PASS, POINTS, Color, Direction, Move, Pass, Point, PointLike, Symmetry
from .notation import format_moves, parse_moves
from .shapes import Shape, ShapeKind
from .verdicts import Reading, Verdict

if _TYPE_CHECKING:
    from . import (
        analysis,
        batch,
        clock,
        conformance,
        game,
        game_protocol,
        game_sheet,
        openings,
        records,
        rulebooks,
    )
    from . import arrow as arrow
    from . import bulk as bulk
    from . import dask as dask
    from . import duckdb as duckdb
    from . import pandas as pandas
    from . import polars as polars
    from .bulk import scan as scan
    from .explain import Explanation
    from .game import Game

__version__: str = _core.__version__

__all__ = [
    "PASS",
    "POINTS",
    "Board",
    "ClockError",
    "Color",
    "DiagramError",
    "Direction",
    "Explanation",
    "FormatError",
    "FrozenBoard",
    "Game",
    "IllegalMoveError",
    "InvalidPositionError",
    "Move",
    "NotationError",
    "OffBoardError",
    "OpeningRuleError",
    "Pass",
    "Point",
    "PointLike",
    "Reading",
    "RenjuError",
    "RulingError",
    "Shape",
    "ShapeKind",
    "Symmetry",
    "Verdict",
    "__version__",
    "analysis",
    "batch",
    "build_info",
    "clock",
    "conformance",
    "format_moves",
    "game",
    "game_protocol",
    "game_sheet",
    "openings",
    "parse_moves",
    "records",
    "rulebooks",
]

_SUBMODULES = frozenset(
    {"analysis", "batch", "clock", "conformance", "openings", "records", "rulebooks"}
    | {"game", "game_protocol", "game_sheet"}
)
# These need libraries that only extras bring, so `from renju import *` and dir() leave them alone.
_ENGINES = frozenset({"arrow", "bulk", "dask", "duckdb", "pandas", "polars"})
_FROM_SUBMODULES = {"Explanation": "explain", "Game": "game", "scan": "bulk"}


def __getattr__(name: str) -> object:
    """Load a submodule, or what one brings, when it is first asked for."""
    if name in _SUBMODULES or name in _ENGINES:
        return _importlib.import_module(f"{__name__}.{name}")
    if name in _FROM_SUBMODULES:
        module = _importlib.import_module(f"{__name__}.{_FROM_SUBMODULES[name]}")
        return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
