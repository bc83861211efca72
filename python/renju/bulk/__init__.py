"""Bulk jobs: a database in, a table out. Needs `pip install "pyrenju[arrow]"`."""

from __future__ import annotations

from .chunks import RowProblem
from .columns import COLUMNS, Column, schema
from .destination import Progress, Summary
from .scan import scan, scan_batches
from .tally import Tally

__all__ = [
    "COLUMNS",
    "Column",
    "Progress",
    "RowProblem",
    "Summary",
    "Tally",
    "scan",
    "scan_batches",
    "schema",
]
