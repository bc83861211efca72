"""`renju explain`: the proof of what a black stone is."""

from __future__ import annotations

import click

from ..board import Board
from ..geometry import SIZE, Color, Point
from ..verdicts import Reading
from .boards import board_options, board_to_dict, make_board, parse_point
from .terminal import (
    Complaints,
    InputError,
    echo_json,
    examples,
    json_option,
    make_console,
    print_proof,
)

__all__ = ["explain"]


@click.command(
    short_help="Prove what Black's stone on a point is.",
    epilog=examples(
        'renju explain "h8 i9 g7 h10 i7"',
        'renju explain "h8 i9 g7 h10" i7',
        'renju explain --black "f7 f8 g6 g9 h6 h9 i7 i8" h8',
        "renju explain diagram.txt h8 --reading permitted --json",
    ),
)
@click.argument("board", required=False)
@click.argument("point", required=False)
@board_options
@json_option
@click.pass_context
def explain(  # noqa: PLR0913  (one an option)
    context: click.Context,
    board: str | None,
    point: str | None,
    *,
    black: str | None,
    white: str | None,
    game: int | None,
    reading: Reading,
    skip_i: bool,
    from_format: str | None,
    encoding: str | None,
    as_json: bool,
) -> None:
    """Explain what Black's stone on POINT of BOARD is: five, legal, or which foul, with the proof.

    BOARD is a text of moves, or a file with moves or a diagram (`-` is standard input); or give the
    stones with --black and --white. POINT is by default the last stone, if it is Black's: it is
    explained as it was before it was put.
    """
    if (black is not None or white is not None) and point is None:
        board, point = None, board  # the only argument is then the point
    complaints = Complaints()
    position = make_board(
        board,
        black=black,
        white=white,
        game=game,
        reading=reading,
        skip_i=skip_i,
        from_format=from_format,
        encoding=encoding,
        complaints=complaints,
    )
    where = None if point is None else parse_point(point, skip_i=skip_i)
    where = _before_last(position) if where is None else _before(position, where)
    proof = position.explain(where)
    if as_json:
        echo_json({**proof.to_dict(), "sentence": proof.sentence, "board": board_to_dict(position)})
        context.exit(1 if complaints.all else 0)
    console = make_console()
    console.print(_with_mark(position, where), soft_wrap=True)
    console.print()
    print_proof(console, proof)
    context.exit(1 if complaints.all else 0)


def _before_last(board: Board) -> Point:
    """Take the last stone back and return its point."""
    if not board.moves:
        raise click.UsageError("no move was made on this board: name a POINT")
    last = board.moves[-1]
    if not isinstance(last, Point):
        raise click.UsageError(f"the last move, {len(board.moves)}, is a pass: name a POINT")
    if board.to_move is Color.BLACK:
        message = f"the last stone, {last}, is White's, and White has no fouls: name a POINT"
        raise click.UsageError(message)
    board.pop()
    return last


def _before(board: Board, point: Point) -> Point:
    """Return the point; the stone on it is taken back if it is Black's last one."""
    color = board.at(point)
    if color is None:
        return point
    if color is Color.WHITE:
        raise InputError(
            f"{point} holds a white stone: White has no fouls, only Black's are explained"
        )
    if not board.moves or board.moves[-1] != point:
        raise InputError(
            f"{point} holds a black stone that is not the last move: only an empty point or the last "
            "stone can be explained"
        )
    board.pop()
    return point


def _with_mark(board: Board, point: Point) -> str:
    """Return the diagram with foul marks, and `?` on the point if it has none."""
    lines = board.diagram(fouls=True).splitlines()
    row, column = SIZE - point.row, 3 + 2 * point.col
    if lines[row][column] == ".":
        lines[row] = f"{lines[row][:column]}?{lines[row][column + 1 :]}"
        lines.append(f"? {point}")
    return "\n".join(lines)
