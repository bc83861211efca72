"""Databases of positions, plain and packed. RENJU_DB_ENTRIES sets how big they are."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import lz4.frame
import numpy as np
import pytest

from renju import records

TOOL = Path(__file__).resolve().parents[1] / "tools" / "make_db.py"
ENTRIES = int(os.environ.get("RENJU_DB_ENTRIES", "50000"))
GROUP = f"db, {ENTRIES:,} entries"


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("db") / "plain.db"
    subprocess.run([sys.executable, str(TOOL), str(path), "--entries", str(ENTRIES)], check=True)
    return path


@pytest.fixture(scope="module")
def packed(plain: Path) -> Path:
    """The same in blocks of 64 KB and with a checksum, as Rapfi writes it."""
    path = plain.with_name("packed.db")
    content = lz4.frame.compress(plain.read_bytes(), block_size=4, content_checksum=True)
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("name", ["np.copyto", "plain", "packed", "first entry", "all kept"])
def test_database(
    stopwatch, plain: Path, packed: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    content = np.frombuffer(plain.read_bytes(), np.uint8)
    copy = np.empty_like(content)

    def read(path: Path) -> None:
        assert sum(1 for _ in records.read(path)) == ENTRIES

    calls = {
        "np.copyto": lambda: np.copyto(copy, content),
        "plain": lambda: read(plain),
        "packed": lambda: read(packed),
        "first entry": lambda: next(records.read(plain)),
        "all kept": lambda: list(records.read(plain)),
    }
    items = 1 if name == "first entry" else ENTRIES
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    stopwatch(GROUP, name, calls[name], items, unit="entry", rounds=3)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with capsys.disabled():
        grown = (after - before) // 1024
        print(f"\n{GROUP}, {name}: peak memory of the process grew by {grown} MiB")
