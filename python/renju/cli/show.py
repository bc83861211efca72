"""`renju show`: a board."""

from __future__ import annotations

import click

from ..board import Board
from ..geometry import Color, Point, Symmetry
from ..verdicts import Reading
from .boards import board_options, board_to_dict, make_board, opening_of
from .terminal import Complaints, echo_json, examples, json_option, make_console, symmetry_option

__all__ = ["show"]


@click.command(
    epilog=examples(
        'renju show "h8 i9 g7"',
        'renju show "h8 i9 g7 h10" --numbers --symmetry rotate-90',
        "renju show games.txt --game 3 --fouls",
        'renju show --black "f7 f8 g6 g9 h6 h9 i7 i8" --fouls --to-move black',
    )
)
@click.argument("board", required=False)
@board_options
@click.option("--numbers", is_flag=True, help="Show the moves as their numbers.")
@click.option("--fouls", is_flag=True, help="Mark Black's foul points.")
@click.option("--no-coordinates", is_flag=True, help="Leave out column letters and ranks.")
@symmetry_option("Show the image under")
@click.option(
    "--to-move",
    type=click.Choice([color.label for color in Color], case_sensitive=False),
    help="The side to move in a position that no moves led to.",
)
@json_option
@click.pass_context
def show(  # noqa: PLR0913  (one an option)
    context: click.Context,
    board: str | None,
    *,
    black: str | None,
    white: str | None,
    game: int | None,
    reading: Reading,
    skip_i: bool,
    from_format: str | None,
    encoding: str | None,
    numbers: bool,
    fouls: bool,
    no_coordinates: bool,
    symmetry: Symmetry,
    to_move: str | None,
    as_json: bool,
) -> None:
    """Show BOARD: X is black, O is white.

    BOARD is a text of moves, or a file with moves or a diagram (`-` is standard input); or give the
    stones with --black and --white. Of a game with a fault the board before the fault is shown.
    """
    complaints = Complaints()
    position = make_board(
        board,
        black=black,
        white=white,
        game=game,
        reading=reading,
        skip_i=skip_i,
        to_move=None if to_move is None else Color.of(to_move),
        from_format=from_format,
        encoding=encoding,
        complaints=complaints,
    )
    if symmetry:
        position = position.transform(symmetry)
    if as_json:
        echo_json(board_to_dict(position))
        context.exit(1 if complaints.all else 0)
    console = make_console()
    diagram = position.diagram(coordinates=not no_coordinates, numbers=numbers, fouls=fouls)
    console.print(diagram, soft_wrap=True)
    # Comments, so that what is shown can be read again.
    console.print("\n".join(f"# {line}" for line in _lines(position, fouls)), soft_wrap=True)
    context.exit(1 if complaints.all else 0)


def _lines(board: Board, fouls: bool) -> list[str]:
    """Return what the diagram does not say."""
    lines = []
    if fouls and not board.fouls():
        lines.append("Black has no foul point.")
    if (winner := board.winner) is not None and (row := board.winning_row) is not None:
        lines.append(f"Winner: {winner.label}, {' '.join(map(str, row))}.")
    if (opening := opening_of(board)) is not None:
        lines.append(f"Opening: {opening}.")
    if board.moves:
        last = board.moves[-1]
        by = board.to_move.opponent.label
        where = f"{last} ({by})" if isinstance(last, Point) else f"{by} passed"
        lines.append(f"Last move: {len(board.moves)}. {where}.")
    stones = [f"{len(board.stones(color))} {color.label}" for color in Color]
    lines.append(f"{board.to_move.label.capitalize()} to move; {', '.join(stones)} on the board.")
    return lines
