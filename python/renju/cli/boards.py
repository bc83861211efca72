"""The board that `explain` and `show` are given: move text, a file, a diagram, or two lists of stones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import click

from ..board import Board
from ..diagram import looks_like_row
from ..errors import NotationError, RenjuError
from ..geometry import POINTS, Color, Move, Point
from ..notation import parse_moves
from ..openings import Pattern, identify
from ..records import Record
from ..verdicts import Reading
from .files import STDIN, format_options, open_records
from .terminal import Complaints, InputError, describe, reading_option, skip_i_option

__all__ = ["board_options", "board_to_dict", "make_board", "opening_of", "parse_point"]

_F = TypeVar("_F", bound=Callable[..., Any])


def board_options(function: _F) -> _F:
    """Add the options that say what the board is; the argument BOARD is the command's own."""
    for option in (
        format_options,
        skip_i_option,
        reading_option,
        click.option(
            "--game", type=click.IntRange(min=1), metavar="N", help="Which of a file's games."
        ),
        click.option("--white", metavar="POINTS", help="White's stones, in place of BOARD."),
        click.option("--black", metavar="POINTS", help="Black's stones, in place of BOARD."),
    ):
        function = option(function)
    return function


def make_board(  # noqa: PLR0913  (one an option)
    text: str | None,
    *,
    black: str | None = None,
    white: str | None = None,
    game: int | None = None,
    reading: Reading = Reading.RIF,
    skip_i: bool = False,
    to_move: Color | None = None,
    from_format: str | None = None,
    encoding: str | None = None,
    complaints: Complaints,
) -> Board:
    """Return the board of a call, of a file as far as it could be read: what is wrong goes to `complaints`.

    Raises
    ------
    click.UsageError
        If the call names no board, two, or a file of several games without saying which.
    InputError
        If what it names is no board, or nothing of it could be read.
    """
    set_up = black is not None or white is not None
    if set_up and text is not None:
        raise click.UsageError("give BOARD, or --black and --white, not both")
    if not set_up and text is None:
        raise click.UsageError("give BOARD (moves or a file), or --black and --white")
    try:
        if text is None:
            stones_of = (_stones(black, skip_i), _stones(white, skip_i))
            board = Board(black=stones_of[0], white=stones_of[1], reading=reading)
        else:
            known = None if from_format or encoding else _from_text(text, reading, skip_i)
            if known is None:
                source = open_records(
                    text, from_format=from_format, encoding=encoding, skip_i=skip_i
                )
                shown = STDIN if text == "-" else text
                known = _from_file(shown, source, game, reading, complaints)
            board = known
    except OSError as error:
        raise InputError(f"{text}: {describe(error, text or '')}") from None
    except RenjuError as error:
        raise InputError(str(error)) from None
    if to_move is None or board.to_move is to_move:
        return board
    if board.moves:
        message = f"after move {len(board.moves)} {board.to_move.label} is to move"
        raise InputError(f"{message}, not {to_move.label}")
    black_stones, white_stones = map(board.stones, Color)
    return Board(black=black_stones, white=white_stones, to_move=to_move, reading=reading)


def parse_point(text: str, *, skip_i: bool) -> Point:
    """Return the one point that a text is.

    Raises
    ------
    InputError
        If it is no point, or more than one.
    """
    try:
        moves = parse_moves(text, skip_i=skip_i)
    except RenjuError as error:
        raise InputError(str(error)) from None
    if len(moves) == 1 and isinstance(moves[0], Point):
        return moves[0]
    raise InputError(f"{text!r} is not one point: expected a point such as 'h8'")


def board_to_dict(board: Board) -> dict[str, Any]:
    """Return a board as JSON-ready data, points as text and keys as 16 hexadecimal digits."""
    winner, row = board.winner, board.winning_row
    opening = opening_of(board)
    return {
        "moves": [str(move) for move in board.moves],
        "black": [str(point) for point in board.stones(Color.BLACK)],
        "white": [str(point) for point in board.stones(Color.WHITE)],
        "to_move": board.to_move.label,
        "reading": board.reading.label,
        "opening": None if opening is None else opening.to_dict(),
        "winner": None if winner is None else winner.label,
        "winning_row": None if row is None else [str(point) for point in row],
        "fouls": {str(point): verdict.label for point, verdict in board.fouls().items()},
        "key": f"{board.key:016x}",
        "canonical_key": f"{board.canonical_key:016x}",
    }


def opening_of(board: Board) -> Pattern | None:
    """Return the opening pattern of a board that is a game from its first move on."""
    stones = len(board.stones(Color.BLACK)) + len(board.stones(Color.WHITE))
    played = sum(isinstance(move, Point) for move in board.moves)
    return identify(board.moves) if stones == played else None


def _stones(text: str | None, skip_i: bool) -> list[Point]:
    moves: list[Move] = parse_moves(text or "", skip_i=skip_i)
    points = [move for move in moves if isinstance(move, Point)]
    if len(points) < len(moves):
        raise NotationError(f"a pass among the stones {text!r}")
    return points


def _from_text(text: str, reading: Reading, skip_i: bool) -> Board | None:
    """Return the board that a text is, None if it is the name of a file."""
    if text == "-":
        return None
    if _is_diagram(text):
        return Board.from_text(text, reading=reading)
    try:
        moves = parse_moves(text, skip_i=skip_i)
    except NotationError as error:
        if not _names_a_file(text):
            raise InputError(f"{error}; and there is no file of that name") from None
        return None
    return Board(moves, reading=reading)


def _is_diagram(text: str) -> bool:
    lines = text.strip().splitlines()
    whole = len(lines) > 1 or len(text.strip()) == len(POINTS)
    return whole and looks_like_row(lines[0])


def _names_a_file(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # too long for a name, or with a zero byte
        return False


def _from_file(
    name: str,
    source: Iterator[Record],
    game: int | None,
    reading: Reading,
    complaints: Complaints,
) -> Board:
    try:
        first = 0 if game is None else game - 1
        found = list(islice(source, first, first + 2))
    except RenjuError as error:
        raise InputError(f"{name}: {describe(error, name)}") from None
    if not found:
        which = "there is no game in it" if game is None else f"there is no game {game} in it"
        raise InputError(f"{name}: {which}")
    if game is None and len(found) > 1 and all(record.problems for record in found):
        problem = found[0].problems[0]
        hint = "a diagram has '.' for empty, X for black, O for white"
        raise InputError(f"{name}: {problem} (read as {found[0].format}; {hint})")
    if game is None and len(found) > 1:
        raise click.UsageError(f"{name} holds several games: say which one with --game N")
    record = found[0]
    for problem in record.problems:
        if not (record.moves or record.black or record.white):
            raise InputError(f"{name}: {problem}")
        complaints.say(name, problem.place, problem.message)
    return record.board(reading=reading)
