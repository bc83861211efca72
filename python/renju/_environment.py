"""What must hold before the core is loaded, said in words where it does not."""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = ["check"]


def check() -> None:
    """Refuse environments in which the package would fail later, or hang.

    Raises
    ------
    ImportError
        If another distribution's files are mixed in, or this is a sub-interpreter of a Python in
        which extension modules of this kind wait for each other for ever.
    """
    if (Path(__file__).parent / "check_forbid.py").exists():
        raise ImportError(
            "another distribution called renju is installed into the same folder as pyrenju, and "
            "both bring a package of this name; uninstall both, then install one: "
            "pip uninstall renju pyrenju && pip install pyrenju"
        )
    if sys.version_info < (3, 12) and _is_sub_interpreter():
        raise ImportError("renju cannot be imported in a sub-interpreter before Python 3.12")


def _is_sub_interpreter() -> bool:
    try:
        import _xxsubinterpreters  # type: ignore[import-not-found]  # noqa: PLC0415
    except ImportError:
        return False
    return bool(_xxsubinterpreters.get_current() != _xxsubinterpreters.get_main())
