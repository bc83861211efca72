"""The columns of the tables that a job makes: their names, types, meaning, and what they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from .._optional import needs
from ..batch import NOT_JUDGED, decode_moves, winners
from ..batch import canonical_keys as board_keys
from ..geometry import PASS
from ..openings import EXTENDED, PATTERNS
from ..verdicts import Verdict
from .chunks import RESULTS
from .judge import JudgedBoards, JudgedGames

with needs("arrow"):
    import pyarrow as pa

__all__ = ["COLUMNS", "PER", "Column", "Options", "column_names", "schema", "table_of"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the making of a column may depend on.

    Attributes
    ----------
    key_after
        After how many moves `canonical_key` is taken; None: after all.
    """

    key_after: int | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Attributes
    ----------
    name, type
        Its name and Arrow type.
    doc
        What it holds.
    make
        Makes it of what was judged.
    default
        Whether a table has it if no columns are chosen.
    """

    name: str
    type: pa.DataType
    doc: str
    make: Callable[[Any, Options], pa.Array]
    default: bool = True


def _with_nulls(values: Any, null: Any = None, type: pa.DataType | None = None) -> pa.Array:
    return pa.array(values, type=type, mask=null)


def _index(judged: JudgedGames | JudgedBoards, _: Options) -> pa.Array:
    return pa.array(np.arange(judged.first, judged.first + len(judged)))


def _source(judged: JudgedGames | JudgedBoards, _: Options) -> pa.Array:
    source = judged.chunk.source
    if isinstance(source, tuple):
        return pa.array([name or None for name in source], pa.string())
    return pa.repeat(pa.scalar(source or None, pa.string()), len(judged))


def _words(codes: Any, words: Iterable[str | None]) -> pa.Array:
    """Return texts of codes, code 0 being the first of `words`."""
    return pa.array(list(words), pa.string()).take(pa.array(codes))


_PATTERN_IDS: Final = (*(pattern.id for pattern in (*PATTERNS, *EXTENDED)), None)
_VERDICT_WORDS: Final = tuple(verdict.label for verdict in Verdict)
_COLORS: Final = (None, "black", "white", "both")


# Per game


def _places(judged: JudgedGames, _: Options) -> pa.Array:
    return pa.array(
        [judged.chunk.where(index)[1] or None for index in range(len(judged))], pa.string()
    )


def _of_valid(judged: JudgedGames, values: Any, null: Any = False) -> pa.Array:
    """Return values of games, null where a game is not valid or `null` says so."""
    return _with_nulls(values, ~judged.chunk.valid | null)


def _number(judged: JudgedGames, plies: Any) -> pa.Array:
    """Return move numbers of plies: from 1, null for none."""
    return _of_valid(judged, plies + np.int16(1), plies < 0)


def _opening(judged: JudgedGames, _: Options) -> pa.Array:
    found = judged.openings
    return _words(np.where(found < 0, len(_PATTERN_IDS) - 1, found).astype(np.int8), _PATTERN_IDS)


def _foul_kind(judged: JudgedGames, _: Options) -> pa.Array:
    ply = judged.replay.first_foul
    if not judged.chunk.moves.shape[1]:
        return pa.nulls(len(judged), pa.string())
    kinds = judged.replay.verdicts[np.arange(len(judged)), np.maximum(ply, 0)]
    words = (None, *_VERDICT_WORDS[1:])
    return _words(np.where(ply < 0, 0, kinds).astype(np.uint8), words)


def _result(judged: JudgedGames, _: Options) -> pa.Array:
    return _words(judged.chunk.results, (None, *RESULTS[1:]))


def _canonical_key(judged: JudgedGames, options: Options) -> pa.Array:
    keys, has = judged.keys_after(options.key_after)
    return _with_nulls(keys, ~has)


def _problem_counts(judged: JudgedGames | JudgedBoards, _: Options) -> pa.Array:
    where = [p.game - judged.first for p in judged.problems if p.game is not None]
    counts = np.bincount(np.array(where, np.intp), minlength=len(judged))
    return pa.array(np.minimum(counts, 32_767).astype(np.int16))


def _texts(judged: JudgedGames, _: Options) -> pa.Array:
    texts = decode_moves(np.where(judged.chunk.valid[:, np.newaxis], judged.chunk.moves, 255))
    return _with_nulls(np.array(texts, object), ~judged.chunk.valid, pa.string())


def _no_duplicates_yet(judged: JudgedGames, _: Options) -> pa.Array:
    return pa.nulls(len(judged), pa.int64())  # filled in when the games before are known


_PER_GAME: Final = (
    Column("game", pa.int64(), "index of the game in the whole input, from 0", _index),
    Column("source", pa.string(), "the file it is from; null for a table or an array", _source),
    Column("place", pa.string(), "where it begins there, such as 'line 3' or 'row 0'", _places),
    Column(
        "length",
        pa.int16(),
        "number of moves, passes among them",
        lambda judged, _: _of_valid(judged, judged.replay.length),
    ),
    Column("opening", pa.string(), "id of the opening pattern such as 'D4'", _opening),
    Column(
        "first_five",
        pa.int16(),
        "number, from 1, of the first move that makes a five (White's may be longer)",
        lambda judged, _: _number(judged, judged.replay.first_five),
    ),
    Column(
        "winner",
        pa.string(),
        "colour of the first five, 'black' or 'white'",
        lambda judged, _: _words(judged.replay.winner, _COLORS),
    ),
    Column(
        "first_foul",
        pa.int16(),
        "number, from 1, of Black's first foul",
        lambda judged, _: _number(judged, judged.replay.first_foul),
    ),
    Column("foul", pa.string(), "what that foul is: 'double-three', …", _foul_kind),
    Column(
        "fouls",
        pa.int16(),
        "how many fouls Black made",
        lambda judged, _: _of_valid(judged, judged.foul_mask.sum(axis=1, dtype=np.int16)),
    ),
    Column(
        "foul_outcome",
        pa.string(),
        "whether the first foul was 'claimed' or 'missed', as far as result and moves tell",
        lambda judged, _: _words(judged.foul_outcome(), (None, "claimed", "missed")),
    ),
    Column("result", pa.string(), "'1-0' (Black won), '0-1', '1/2-1/2', 'void'", _result),
    Column(
        "impossible",
        pa.int16(),
        "number, from 1, of the first move that cannot be made; those before it are judged",
        lambda judged, _: _number(judged, judged.replay.impossible),
    ),
    Column(
        "canonical_key",
        pa.uint64(),
        "key of the position after the last move, or after `key_after` moves, equal for its eight "
        "images; null if the game is shorter",
        _canonical_key,
    ),
    Column(
        "game_key",
        pa.uint64(),
        "key of the moves in their order, equal for the eight images of the game",
        lambda judged, _: _of_valid(judged, judged.game_keys()),
        default=False,
    ),
    Column(
        "duplicate_of",
        pa.int64(),
        "the first game with the same moves up to symmetry; null if it is the first itself",
        _no_duplicates_yet,
        default=False,
    ),
    Column(
        "problems",
        pa.int16(),
        "how many things were wrong with it; of a game that could not be read whole what could is "
        "judged",
        _problem_counts,
    ),
    Column("moves", pa.string(), "the moves, such as 'h8 i9 pass'", _texts, default=False),
)


# Per move


def _of_moves(judged: JudgedGames, values: Any, null: Any = None) -> pa.Array:
    """Return `(n, k)` values of the moves that there are, one after another."""
    played = judged.played
    mask = None if null is None else np.ascontiguousarray(null[played])
    return _with_nulls(np.ascontiguousarray(values[played]), mask)


def _move_games(judged: JudgedGames, _: Options) -> pa.Array:
    games = np.arange(judged.first, judged.first + len(judged))
    return pa.array(np.repeat(games, judged.played.sum(axis=1)))


def _move_numbers(judged: JudgedGames, _: Options) -> pa.Array:
    numbers = np.arange(1, judged.chunk.moves.shape[1] + 1, dtype=np.int16)
    return _of_moves(judged, np.broadcast_to(numbers, judged.chunk.moves.shape))


def _verdicts(judged: JudgedGames, _: Options) -> pa.Array:
    return _of_moves(judged, judged.replay.verdicts, ~judged.stones)


def _foul_points(judged: JudgedGames, _: Options) -> pa.Array:
    return _of_moves(judged, judged.foul_points, judged.foul_points == NOT_JUDGED)


def _labels(judged: JudgedGames, _: Options) -> pa.Array:
    codes = np.where(judged.stones, judged.replay.verdicts, len(_VERDICT_WORDS))
    return _words(codes[judged.played].astype(np.uint8), (*_VERDICT_WORDS, None))


def _point_texts(judged: JudgedGames, _: Options) -> pa.Array:
    names = [f"{'abcdefghijklmno'[p % 15]}{p // 15 + 1}" for p in range(PASS)]
    points = judged.chunk.moves[judged.played]
    return _words(np.minimum(points, PASS + 1), (*names, "pass", None))


_PER_MOVE: Final = (
    Column("game", pa.int64(), "index of the game in the whole input, from 0", _move_games),
    Column("move", pa.int16(), "number of the move, from 1", _move_numbers),
    Column(
        "point",
        pa.uint8(),
        "15 * row + column, 0 to 224; 225 is a pass",
        lambda judged, _: _of_moves(judged, judged.chunk.moves),
    ),
    Column(
        "color",
        pa.uint8(),
        "1 Black, 2 White",
        lambda judged, _: _of_moves(judged, judged.colors),
    ),
    Column(
        "verdict",
        pa.uint8(),
        "what the stone was just before it was put: a number of renju.Verdict; null for a pass and "
        "from an impossible move on",
        _verdicts,
    ),
    Column(
        "after_five",
        pa.bool_(),
        "whether it comes after the first five of the game",
        lambda judged, _: _of_moves(judged, judged.after_five),
    ),
    Column(
        "foul_points",
        pa.uint8(),
        "Black's foul points on the board before the move; null for White's moves and passes",
        _foul_points,
    ),
    Column(
        "straight_fours",
        pa.uint8(),
        "straight fours that the stone makes",
        lambda judged, _: _of_moves(judged, judged.shapes.straight_fours, ~judged.stones),
    ),
    Column(
        "threes",
        pa.uint8(),
        "directions in which the stone makes a three; Black's only if it can grow",
        lambda judged, _: _of_moves(judged, judged.shapes.threes, ~judged.stones),
    ),
    Column("move_text", pa.string(), "the move as text: 'h8', 'pass'", _point_texts, default=False),
    Column("label", pa.string(), "the verdict as text: 'legal', …", _labels, default=False),
)


# Per position


def _count_of(*wanted: Verdict) -> Callable[[JudgedBoards, Options], pa.Array]:
    return lambda judged, _: _with_nulls(judged.count(*wanted), ~judged.chunk.valid)


def _tensor(judged: JudgedBoards, _: Options) -> pa.Array:
    flat = pa.array(judged.verdicts.reshape(-1))
    storage = pa.FixedSizeListArray.from_arrays(
        flat,
        225,
        mask=None if judged.chunk.valid.all() else pa.array(~judged.chunk.valid),
    )
    return pa.ExtensionArray.from_storage(_MAP, storage)


_MAP: Final = pa.fixed_shape_tensor(pa.uint8(), [15, 15], dim_names=["row", "col"])
_PER_POSITION: Final = (
    Column("position", pa.int64(), "index of the board in the whole input, from 0", _index),
    Column("source", pa.string(), "the file it is from; null for a table or an array", _source),
    Column(
        "winner",
        pa.string(),
        "who has a five ('white': five or more): 'black', 'white', 'both'",
        lambda judged, _: _words(
            np.where(judged.chunk.valid, winners(judged.chunk.boards), 0), _COLORS
        ),
    ),
    Column(
        "fouls",
        pa.uint8(),
        "Black's foul points",
        _count_of(Verdict.OVERLINE, Verdict.DOUBLE_THREE),
    ),
    Column("overlines", pa.uint8(), "those that are overlines", _count_of(Verdict.OVERLINE)),
    Column("double_fours", pa.uint8(), "… double-fours", _count_of(Verdict.DOUBLE_FOUR)),
    Column("double_threes", pa.uint8(), "… double-threes", _count_of(Verdict.DOUBLE_THREE)),
    Column("fives", pa.uint8(), "points where Black makes a five", _count_of(Verdict.FIVE)),
    Column(
        "canonical_key",
        pa.uint64(),
        "key of the board, equal for its eight images",
        lambda judged, _: _with_nulls(board_keys(judged.chunk.boards), ~judged.chunk.valid),
    ),
    Column("problems", pa.int16(), "how many things were wrong with it", _problem_counts),
    Column("verdicts", _MAP, "Black's verdict of every point, [row, col]", _tensor),
)

#: What a row of a table is, and the columns that there are for it.
COLUMNS: Final[Mapping[str, tuple[Column, ...]]] = {
    "game": _PER_GAME,
    "move": _PER_MOVE,
    "position": _PER_POSITION,
}
PER: Final = tuple(COLUMNS)


def column_names(per: str, columns: Iterable[str] | None) -> tuple[str, ...]:
    """Return the names of the columns of a table.

    Raises
    ------
    ValueError
        If `per` or a column is none, with those that there are; or a column is named twice.
    """
    if per not in COLUMNS:
        raise ValueError(f"per={per!r}: use one of {', '.join(map(repr, PER))}")
    known = COLUMNS[per]
    if columns is None:
        return tuple(column.name for column in known if column.default)
    if isinstance(columns, str):
        raise TypeError(f"columns={columns!r}: give a list of names, [{columns!r}]")
    names = tuple(columns)
    for name in names:
        if not any(column.name == name for column in known):
            have = ", ".join(column.name for column in known)
            raise ValueError(f"{name!r} is no column per {per}: there are {have}")
    if len(set(names)) < len(names) or not names:
        raise ValueError(f"columns={list(names)}: name each column once, and at least one")
    return names


def schema(per: str = "game", columns: Iterable[str] | None = None) -> pa.Schema:
    """Return the schema of a table that `scan` makes, with what each column holds as its metadata.

    Parameters
    ----------
    per
        `"game"`, `"move"` or `"position"`.
    columns
        The names of the columns; by default those that `scan` has by default.

    Raises
    ------
    ValueError
        If `per` or a column is none.

    Examples
    --------
    >>> schema("move").names
    ['game', 'move', 'point', 'color', 'verdict', 'after_five', 'foul_points', 'straight_fours', 'threes']
    >>> schema("game").field("first_foul").metadata[b"doc"].decode()
    "number, from 1, of Black's first foul"
    """
    known = {column.name: column for column in COLUMNS.get(per, ())}
    return pa.schema(
        [
            pa.field(name, known[name].type, metadata={"doc": known[name].doc})
            for name in column_names(per, columns)
        ]
    )


def table_of(
    judged: JudgedGames | JudgedBoards, made: pa.Schema, per: str, options: Options
) -> Any:
    """Return what was judged as a record batch of that schema."""
    known = {column.name: column for column in COLUMNS[per]}
    arrays = [known[name].make(judged, options) for name in made.names]
    return pa.RecordBatch.from_arrays(arrays, schema=made)
