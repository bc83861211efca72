"""Libraries that only an extra brings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["needs"]


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Import the libraries of an extra, or say how to install them.

    Raises
    ------
    ModuleNotFoundError
        Naming the library that is missing and the `pip install` line that brings it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "renju").partition(".")[0] == "renju":
            raise
        raise ModuleNotFoundError(
            f'renju.{extra} needs {error.name}: pip install "pyrenju[{extra}]"', name=error.name
        ) from None
