"""The core in C++. Private: use the names of the package `renju`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

__version__: str

def build_info() -> dict[str, Any]: ...
def transform_point(point: int, symmetry: int, /) -> int: ...
def may_be_played(verdict: int, reading: int) -> bool: ...
def verdict_map(
    boards: NDArray[np.uint8], color: int, reading: int, out: NDArray[np.uint8], threads: int
) -> int: ...
def verdicts(
    boards: NDArray[np.uint8],
    points: NDArray[np.uint8],
    color: int,
    reading: int,
    out: NDArray[np.uint8],
    threads: int,
) -> int: ...
def winners(boards: NDArray[np.uint8], out: NDArray[np.uint8], threads: int) -> int: ...
def five_map(
    boards: NDArray[np.uint8], color: int, out: NDArray[np.uint8], threads: int
) -> int: ...
def legal_mask(
    boards: NDArray[np.uint8],
    colors: NDArray[np.uint8],
    reading: int,
    out: NDArray[np.uint8],
    threads: int,
) -> int: ...
def play(
    boards: NDArray[np.uint8],
    points: NDArray[np.uint8],
    colors: NDArray[np.uint8],
    reading: int,
    out: NDArray[np.uint8],
    threads: int,
) -> int: ...
def canonical_keys(boards: NDArray[np.uint8], out: NDArray[np.uint64], threads: int) -> int: ...
def transform(boards: NDArray[np.uint8], symmetry: int, out: NDArray[np.uint8]) -> None: ...
def pack(boards: NDArray[np.uint8], out: NDArray[np.uint64]) -> int: ...
def unpack(bits: NDArray[np.uint64], out: NDArray[np.uint8]) -> int: ...
def from_planes(planes: NDArray[np.uint8], out: NDArray[np.uint8]) -> int: ...
def replay(
    moves: NDArray[np.uint8],
    reading: int,
    verdicts: NDArray[np.uint8],
    first_five: NDArray[np.int16],
    first_foul: NDArray[np.int16],
    first_overline: NDArray[np.int16],
    impossible: NDArray[np.int16],
    reason: NDArray[np.uint8],
    length: NDArray[np.int16],
    winner: NDArray[np.uint8],
    after_five: NDArray[np.uint8],
    threads: int,
) -> None: ...
def count_fouls(
    moves: NDArray[np.uint8], reading: int, out: NDArray[np.uint8], threads: int
) -> None: ...
def count_shapes(
    moves: NDArray[np.uint8],
    reading: int,
    straight_fours: NDArray[np.uint8],
    threes: NDArray[np.uint8],
    threads: int,
) -> None: ...
def read_move_column(
    data: NDArray[np.uint8], offsets: NDArray[np.int64], most: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
def read_all_moves(texts: list[str]) -> list[bytes | None]: ...
def print_all_moves(moves: NDArray[np.uint8]) -> list[str | None]: ...
def lib_count(data: bytes, start: int) -> int: ...
def lib_read(
    data: bytes,
    start: int,
    has_root: bool,
    moves: NDArray[np.uint8],
    parent: NDArray[np.int32],
    first_child: NDArray[np.int32],
    next_sibling: NDArray[np.int32],
    offsets: NDArray[np.int64],
    most_problems: int,
) -> tuple[list[tuple[int, int, int]], int, int]: ...
def lib_node(
    data: bytes, offset: int, /
) -> tuple[int, int, int, tuple[int, int], tuple[int, int], int] | None: ...
def lib_texts(data: bytes, offsets: NDArray[np.int64]) -> NDArray[np.int64]: ...
def lib_write(
    moves: NDArray[np.uint8],
    parent: NDArray[np.int32],
    first_child: NDArray[np.int32],
    next_sibling: NDArray[np.int32],
    positions: NDArray[np.uint8],
    flags: NDArray[np.uint8],
    begin: NDArray[np.int64],
    end: NDArray[np.int64],
    payload: bytes,
    with_root: bool,
) -> bytes | None: ...
def lib_merge(
    moves: NDArray[np.uint8],
    parent: NDArray[np.int32],
    first_child: NDArray[np.int32],
    next_sibling: NDArray[np.int32],
    keys: NDArray[np.int32],
    other_moves: NDArray[np.uint8],
    other_parent: NDArray[np.int32],
    other_first_child: NDArray[np.int32],
    other_next_sibling: NDArray[np.int32],
    other_keys: NDArray[np.int32],
    symmetric: bool,
) -> (
    tuple[
        NDArray[np.uint8],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.uint8],
    ]
    | None
): ...

class Position:
    def __init__(self) -> None: ...
    @staticmethod
    def from_array(cells: NDArray[np.uint8]) -> Position: ...
    def to_array(self) -> NDArray[np.uint8]: ...
    def copy(self) -> Position: ...
    def at(self, point: int, /) -> int: ...
    def place(self, point: int, color: int) -> None: ...
    def remove(self, point: int, color: int) -> None: ...
    def count(self, color: int, /) -> int: ...
    def verdict(self, point: int, color: int, reading: int) -> int: ...
    def verdicts(self, color: int, reading: int) -> NDArray[np.uint8]: ...
    def fouls(self, reading: int) -> list[tuple[int, int]]: ...
    def trace(self, point: int, reading: int) -> tuple[int, int, int]: ...
    def shapes(
        self, point: int, color: int
    ) -> list[tuple[int, int, tuple[int, ...], tuple[int, ...]]]: ...
    def five_points(self, color: int, /) -> list[int]: ...
    def winning_rows(self, color: int, /) -> list[list[int]]: ...
    def key(self) -> int: ...
    def canonical_key(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
