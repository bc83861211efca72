"""The command line (extra `cli`): one module a command, `run` is the entry point."""

from __future__ import annotations

from .app import main, run

__all__ = ["main", "run"]
