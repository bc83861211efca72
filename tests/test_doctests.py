"""The examples in the docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import renju

MODULES = [
    module.name
    for module in pkgutil.walk_packages(renju.__path__, "renju.")
    if not module.name.startswith("renju.__main__")
]


@pytest.mark.parametrize("name", ["renju", *MODULES])
def test_docstring_examples(name: str) -> None:
    module = importlib.import_module(name)
    names = {**vars(module), **{n: getattr(renju, n) for n in ("Board", "Point", "PASS")}}
    failed, _ = doctest.testmod(module, extraglobs=names)
    assert failed == 0
