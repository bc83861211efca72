r"""Game records: one model, many formats.

`read` a file or `loads` its content; each `Record` carries what could not be read in `problems`.

Examples
--------
>>> [record.moves[-1] for record in loads("h8 i9 g7\nh8i9")]
[Point('g7'), Point('i9')]
"""

from __future__ import annotations

from . import plain as plain
from .model import Problem, Record
from .registry import (
    Format,
    Source,
    Writer,
    dumps,
    formats,
    loads,
    read,
    register,
    sniff,
    write,
)
from .tree import Extras, Node, Tree, TreeBuilder

__all__ = [
    "Extras",
    "Format",
    "Node",
    "Problem",
    "Record",
    "Source",
    "Tree",
    "TreeBuilder",
    "Writer",
    "dumps",
    "formats",
    "loads",
    "read",
    "register",
    "sniff",
    "write",
]
