"""Ours, board by board: `Board.verdicts`, in the reading of argument 2."""

from __future__ import annotations

import sys
from functools import partial

import numpy as np
from numpy.typing import NDArray
from protocol import serve

from renju import Board, Color, Verdict

CHARACTERS = [verdict.character for verdict in Verdict]


def labels(_line: str, verdicts: NDArray[np.uint8]) -> str:
    return "".join(CHARACTERS[verdict] for verdict in verdicts.ravel().tolist())


def judge(board: Board) -> NDArray[np.uint8]:
    return board.verdicts(Color.BLACK)


serve(partial(Board.from_text, reading=sys.argv[2]), judge, labels)
