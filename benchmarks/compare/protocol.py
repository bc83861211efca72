"""The label-line protocol, from the side of the program that answers. Standard library only."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Position = TypeVar("Position")
Answer = TypeVar("Answer")


def serve(
    prepare: Callable[[str], Position],
    judge: Callable[[Position], Answer],
    labels: Callable[[str, Answer], str],
) -> None:
    """Answer every board line of standard input, then write what that took to the file of argument 1.

    Only `judge` is timed: neither reading the line into the program's own board nor printing counts.
    """
    spent = boards = 0
    for line in sys.stdin:
        text = line.rstrip("\n")
        position = prepare(text)
        start = time.perf_counter_ns()
        answer = judge(position)
        spent += time.perf_counter_ns() - start
        boards += 1
        print(labels(text, answer), flush=True)
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(f"{boards} {spent}\n", encoding="ascii")
