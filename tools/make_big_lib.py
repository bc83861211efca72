"""Make a big RenLib library: a seeded random tree of legal lines, some nodes with texts.

    python tools/make_big_lib.py OUT.lib [--nodes 5000000] [--seed 1899] [--texts 0.05] [--encoding gb18030]

It is written while it is made, in constant memory. The same arguments make the same file, byte for byte,
on every platform. Five million nodes take about a minute.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HEADER: Final = b"\xffRenLib\xff\x03\x04".ljust(20, b"\xff")
SEED: Final = 1899
SIBLING, LEAF, COMMENT, EXTENSION = 0x80, 0x40, 0x08, 0x01
DEPTH: Final = 60  # lines end here
AHEAD: Final = 1500  # nodes that are promised before branches are let end
CHUNK: Final = 1 << 20
# One line, and more lines.
TEXTS: Final = (
    "黑必胜",
    "白可守\b第九手之后\r\n白有先手四",
    "good shape\bkeeps both threes",
    "\b要点",
)
LABELS: Final = ("A", "b", "W25", "直", "花月")


def position(point: int) -> int:
    """Return the position byte of a point."""
    return (14 - point // 15) << 4 | (point % 15 + 1)


def in_frame(text: str, encoding: str) -> bytes:
    """Return the bytes of a text with its end."""
    raw = text.encode(encoding, "replace")
    return raw + (b"\0" if len(raw) % 2 else b"\0\0")


def pieces(nodes: int, *, seed: int, texts: float, encoding: str) -> Iterator[bytes]:
    """Yield the file piece by piece; `nodes` counts the root."""
    rng = random.Random(seed)
    comments = [in_frame(text, encoding) for text in TEXTS]
    labels = [in_frame(text, encoding) for text in LABELS]
    yield HEADER
    out = bytearray(b"\0\0" if nodes > 1 else b"\0\x40")
    made = 1
    line: list[int] = []
    taken = bytearray(225)
    waiting: list[list[int]] = [some_points(rng, taken, min(12, nodes - 1))]  # for each depth
    promised = len(waiting[0])
    while waiting:
        if not waiting[-1]:
            waiting.pop()
            if line:
                taken[line.pop()] = 0
            continue
        point = waiting[-1].pop()
        promised -= 1
        made += 1
        most = nodes - made - promised
        children = 0
        if len(line) + 1 < DEPTH or (promised == 0 and len(line) < 200):
            children = rng.choice((1, 1, 2, 3) if promised < AHEAD else (0, 1, 1, 1))
            children = min(children, most)
        flags = (0 if children else LEAF) | (SIBLING if waiting[-1] else 0)
        comment = label = b""
        extension = b""
        if rng.random() < texts:
            comment = rng.choice(comments)
            flags |= COMMENT
        if rng.random() < texts / 2:
            extension, label = b"\0\1", rng.choice(labels)
            flags |= EXTENSION
        out += bytes((position(point), flags)) + extension + comment + label
        if children:
            taken[point] = 1
            line.append(point)
            waiting.append(some_points(rng, taken, children))
            promised += children
        if len(out) >= CHUNK:
            yield bytes(out)
            out.clear()
    yield bytes(out)


def some_points(rng: random.Random, taken: bytearray, count: int) -> list[int]:
    """Return points that are not taken, lowest position byte last: RenLib has siblings in order."""
    found: set[int] = set()
    while len(found) < count:
        point = rng.randrange(225)
        if not taken[point]:
            found.add(point)
    return sorted(found, key=position, reverse=True)


def write(path: Path, nodes: int, *, seed: int = SEED, texts: float = 0.05, encoding: str) -> None:
    """Write a library."""
    with path.open("wb") as file:
        file.writelines(pieces(nodes, seed=seed, texts=texts, encoding=encoding))


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("out", type=Path)
    parser.add_argument("--nodes", type=int, default=5_000_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--texts", type=float, default=0.05, help="share of nodes with a comment")
    parser.add_argument("--encoding", default="gb18030")
    args = parser.parse_args()
    write(args.out, args.nodes, seed=args.seed, texts=args.texts, encoding=args.encoding)
    print(f"{args.out}: {args.nodes} nodes, {args.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
