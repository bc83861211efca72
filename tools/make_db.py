"""Make a big database of positions in the plain form of Rapfi's `.db`, with random positions.

    python tools/make_db.py OUT.db                    1,000,000 entries
    python tools/make_db.py OUT.db --entries 1000 --seed 2

The same arguments make the same file. It is written as it is made: memory does not grow with the entries. Keys are
neither the smallest of their images nor in order, which no reader needs.
"""

from __future__ import annotations

import argparse
import random
import struct
from collections.abc import Iterator
from pathlib import Path

ENTRIES = 1_000_000
_LABELS = b"\xff\xff\xff\xffwld!x\0"
_TEXTS = (b"", b"", b"", b"", b"a comment", "@BTXT@76直\n66斜\b天元".encode(), b"two\blines")


def pieces(entries: int = ENTRIES, seed: int = 1) -> Iterator[bytes]:
    """Yield the content, an entry at a time; the first entry names the encoding."""
    rng = random.Random(seed)
    cells = [bytes((x, y)) for x in range(15) for y in range(15)]
    yield struct.pack("<I", entries + 1)
    yield _entry(bytes(3), bytes(5) + b'charset="UTF-8"')
    for _ in range(entries):
        stones = rng.sample(range(225), rng.randrange(1, 30))
        half = (len(stones) + 1) // 2
        order = sorted(stones[:half]) + sorted(stones[half:])
        key = b"\x02\x0f\x0f" + b"".join(map(cells.__getitem__, order))
        judged = struct.pack("<hh", rng.randrange(-30000, 30000), rng.randrange(200) << 2 | 3)
        yield _entry(key, bytes((rng.choice(_LABELS),)) + judged + rng.choice(_TEXTS))


def _entry(key: bytes, message: bytes) -> bytes:
    return struct.pack("<H", len(key)) + key + struct.pack("<H", len(message)) + message


def write(path: Path, entries: int = ENTRIES, seed: int = 1) -> None:
    """Write a file."""
    with path.open("wb") as file:
        file.writelines(pieces(entries, seed))


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("out", type=Path)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    write(options.out, options.entries, options.seed)


if __name__ == "__main__":
    main()
