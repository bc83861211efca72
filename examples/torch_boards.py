"""Boards in PyTorch tensors: the foul map and the legal points, without a copy on the way.

    python examples/torch_boards.py

A tensor of int8 or uint8 on the CPU shares its memory with NumPy, so `renju.batch` reads it where it is and
writes its answers into tensors that are there already. Elsewhere `tensor.cpu()` comes first.
"""

from __future__ import annotations

import sys

import numpy as np

from renju import Verdict, batch, corpus

try:
    import torch
except ImportError:
    torch = None


def main() -> int:
    """Judge boards in a tensor, and mask the logits of a policy."""
    if torch is None:
        print("This example needs PyTorch: pip install torch", file=sys.stderr)
        return 1
    boards = torch.from_numpy(corpus.boards("clustered", 1_000))  # (n, 15, 15) uint8
    n = len(boards)

    # A tensor in, a tensor out: torch.from_numpy takes the array that is returned as it is.
    verdicts = torch.from_numpy(batch.verdict_map(boards))
    fouls = (verdicts >= Verdict.OVERLINE) & (verdicts <= Verdict.DOUBLE_THREE)
    print(f"{n} boards, {int(fouls.sum())} foul points")

    # Into a tensor that is there: .numpy() is its memory.
    out = torch.empty_like(boards)
    batch.verdict_map(boards, out=out.numpy())
    assert torch.equal(out, verdicts)

    # The planes that a network takes are boards too: (n, 2, 15, 15) bool, black then white.
    planes = torch.stack([boards == 1, boards == 2], dim=1)
    assert torch.equal(torch.from_numpy(batch.verdict_map(planes)), verdicts)

    # Other libraries meet in DLPack.
    assert np.shares_memory(np.from_dlpack(boards), boards.numpy())

    # Where each side to move may play; what is not legal gets no probability.
    to_move = 1 + (boards != 0).flatten(1).sum(1) % 2
    legal = torch.from_numpy(batch.legal_mask(boards, to_move))
    logits = torch.randn(n, 225).masked_fill(~legal.flatten(1), float("-inf"))
    points = torch.distributions.Categorical(logits=logits).sample()

    # Play there, in place: the tensor changes.
    before = (boards != 0).sum()
    played = batch.play(boards.numpy(), points, to_move)
    assert (boards != 0).sum() == before + n
    assert np.isin(played, [Verdict.LEGAL, Verdict.FIVE]).all()
    print(f"{n} stones put, {int((played == Verdict.FIVE).sum())} fives")
    return 0


if __name__ == "__main__":
    sys.exit(main())
