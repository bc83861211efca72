"""What the tests of bulk jobs share: games of every kind, in every form of source."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
from numpy.typing import NDArray

import renju
from renju import batch

PACKAGED = Path(renju.__file__).parent / "data" / "games.txt"
RESULTS = ["1-0", "0-1", "1/2-1/2", None, "black", "0-1"]


def made_games(n: int, k: int = 60, *, seed: int = 3) -> NDArray[np.uint8]:
    """Games in the middle of the board, half of them from h8 on: fives, fouls, passes."""
    rng = np.random.default_rng(seed)
    middle = np.array([15 * r + c for r in range(3, 12) for c in range(3, 12)], np.uint8)
    games = np.stack([rng.permutation(middle)[:k] for _ in range(n)])
    center = renju.Point("h8")
    for game in games[: n // 2]:
        game[game == center], game[0] = game[0], center
    games[rng.random(games.shape) < 0.01] = renju.PASS
    games[np.arange(k) >= rng.integers(0, k + 1, n)[:, None]] = batch.PADDING
    return games


def made_table(n: int, *, seed: int = 3) -> pa.Table:
    """Games as text with results; a null and a row that is no game among them."""
    texts: list[str | None] = list(batch.decode_moves(made_games(n, seed=seed)))
    texts[n // 3] = None
    texts[n // 2] = "h8 z99"
    return pa.table({"moves": texts, "result": [RESULTS[i % 6] for i in range(n)], "id": range(n)})


def written(folder: Path, table: pa.Table) -> dict[str, Path]:
    """Write a table as files of every kind that a job reads."""
    files = {name: folder / f"games.{name}" for name in ("parquet", "arrow", "arrows")}
    pq.write_table(table, files["parquet"], row_group_size=max(1, table.num_rows // 5))
    with pa.ipc.new_file(files["arrow"], table.schema) as writer:
        writer.write_table(table, max_chunksize=70)
    with pa.ipc.new_stream(files["arrows"], table.schema) as writer:
        writer.write_table(table, max_chunksize=70)
    return files


def digests(folder: Path) -> dict[str, str]:
    """Return a hash of every file of a folder that is not hidden."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part[0] == "." for part in path.relative_to(folder).parts)
    }
