"""What this build is."""

from __future__ import annotations

import os
from typing import Any

from . import _core

__all__ = ["available_threads", "build_info"]


def available_threads() -> int:
    """Return how many CPUs this process may use."""
    count = getattr(os, "process_cpu_count", None)  # Python 3.13
    if count is not None:
        return count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def build_info() -> dict[str, Any]:
    """Return what this build is.

    Returns
    -------
    dict
        `version`; `compiler`; `isa`, the instruction set in use, and `isas`, those that could be;
        `assertions`, whether the core checks itself; `threads`, the CPUs this process may use.
    """
    return {**_core.build_info(), "threads": available_threads()}
