r"""Game records: one model, many formats.

`read` a file or `loads` its content; each `Record` carries what could not be read in `problems`.

Examples
--------
>>> [record.moves[-1] for record in loads("h8 i9 g7\nh8i9")]
[Point('g7'), Point('i9')]
"""

from __future__ import annotations

# In the order in which they are asked whether a file is theirs; plain text takes anything.
# isort: off
from . import lib as lib
from . import rif as rif
from . import db as db
from . import renju_json as renju_json
from . import sgf as sgf
from . import pos as pos
from . import gomocup as gomocup
from . import kurnik as kurnik
from . import pbem as pbem
from . import botzone as botzone
from . import textboard as textboard
from . import bdt as bdt
from . import psq as psq
from . import sav as sav
from . import ban as ban
from . import spellings as spellings
from . import plain as plain

# isort: on
from .lib_merge import merge
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
    "merge",
    "read",
    "register",
    "sniff",
    "write",
]
