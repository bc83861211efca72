"""Libraries: reading, writing, merging. RENJU_LIB_NODES sets how big the library is."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from renju import records
from renju.records.lib import LibTree

TOOL = Path(__file__).resolve().parents[1] / "tools" / "make_big_lib.py"
NODES = int(os.environ.get("RENJU_LIB_NODES", "100000"))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lib") / "big.lib"
    subprocess.run([sys.executable, str(TOOL), str(path), "--nodes", str(NODES)], check=True)
    return path


@pytest.mark.parametrize(
    "name", ["np.copyto", "open", "write as read", "walk 10,000", "merge", "merge, symmetry"]
)
def test_library(stopwatch, note, library: Path, name: str) -> None:
    content = np.frombuffer(library.read_bytes(), np.uint8)
    copy = np.empty_like(content)
    (record,) = records.read(library)
    assert isinstance(record.tree, LibTree)
    assert record.node_count == NODES - 1

    def walk() -> int:
        nodes = zip(range(10_000), record.root.walk(), strict=False)
        return sum(len(node.comment) for _, node in nodes)

    calls = {
        "np.copyto": lambda: np.copyto(copy, content),
        "open": lambda: list(records.read(library)),
        "write as read": lambda: records.dumps([record], "lib"),
        "walk 10,000": walk,
        "merge": lambda: records.merge(record, record),
        "merge, symmetry": lambda: records.merge(record, record, symmetry=True),
    }
    items = min(NODES, 10_000) if name.startswith("walk") else NODES
    stopwatch(f"lib, {NODES:,} nodes", name, calls[name], items, unit="node", rounds=3)
    if name == "open":
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        note(f"peak memory of the process after opening: {peak // 1024} MiB")
