from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import renju
from renju.diagram import parse_diagram
from support import board_lines

EMPTY = "\n".join(["." * 15] * 15)


def lines_of(**changed: str) -> str:
    """An empty diagram with some lines changed; `l1` is the top one."""
    lines = EMPTY.splitlines()
    for name, line in changed.items():
        lines[int(name[1:]) - 1] = line
    return "\n".join(lines)


GAME = "h8 i9 g7 pass i8 h9"


def test_the_top_line_is_rank_15() -> None:
    found = parse_diagram(lines_of(l1="X..............", l15="..............O"))
    assert found.black == (renju.Point("a15"),)
    assert found.white == (renju.Point("o1"),)


@pytest.mark.parametrize("coordinates", [True, False])
@pytest.mark.parametrize("numbers", [True, False])
@pytest.mark.parametrize("fouls", [True, False])
def test_what_is_printed_is_read_back(coordinates: bool, numbers: bool, fouls: bool) -> None:
    board = renju.Board(GAME, black="a1 o15 h5 h6 e8", white="c3")
    printed = board.diagram(coordinates=coordinates, numbers=numbers, fouls=fouls)
    again = renju.Board.from_text(printed, to_move=board.to_move)
    assert again == board
    assert again.moves == (board.moves if numbers else ())


@given(board_lines())
def test_any_board_is_read_back(line: str) -> None:
    board = renju.Board.from_text(line)
    for form in (str(board), board.diagram(coordinates=False), board.diagram(fouls=True)):
        assert renju.Board.from_text(form) == board


def test_coordinates_and_marks_as_printed() -> None:
    board = renju.Board(black="h6 h7 f8 g8 c3", white="o1")
    lines = board.diagram(fouls=True).splitlines()
    assert lines[0] == "   a b c d e f g h i j k l m n o"
    assert lines[0] == lines[16]
    assert lines[8] == " 8 . . . . . X X T . . . . . . .  8"
    assert lines[15] == " 1 . . . . . . . . . . . . . . O  1"
    assert lines[17] == "T double-three, F double-four, L overline"


def test_numbers_as_printed() -> None:
    board = renju.Board("h8 i8 j8 pass k8 a1 b1 c1 d1 e1")
    printed = board.diagram(numbers=True)
    assert " 8  .  .  .  .  .  .  .  1  2  3  5  .  .  .  .  8" in printed
    assert printed.endswith("\npasses: 4")
    assert "10" in printed


@pytest.mark.parametrize(
    "line",
    [
        "...x...o.......",
        ". . . # . . . o . . . . . . .",
        "15 . . . X . . . O . . . . . . .",
        "15 ...X...O.......",
        "15...X...O.......15",
        "- - - ● - - - ○ - - - - - - - 15",
    ],
)
def test_spellings_of_a_line(line: str) -> None:
    found = parse_diagram(lines_of(l1=line))
    assert (found.black, found.white) == ((renju.Point("d15"),), (renju.Point("h15"),))


def test_ranks_from_1_at_the_top_turn_the_board_over() -> None:
    lines = [f"{rank} {'.' * 15}" for rank in range(1, 16)]
    lines[0] = "1 X.............."
    assert parse_diagram("\n".join(lines)).black == (renju.Point("a1"),)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the diagram has 0 lines of cells: a board has 15"),
        ("\n".join(["." * 15] * 14), "the diagram has 14 lines of cells: a board has 15"),
        (EMPTY + "\n" + "." * 15, "line 16: '...............' is one line too many"),
        (lines_of(l3="." * 14), "line 3: '..............' has 14 cells: a board has 15 a line"),
        (lines_of(l3="." * 16), "has 16 cells"),
        (lines_of(l4=". " * 13 + "."), "has 14 cells"),
        (lines_of(l2="...?..........."), "line 2: '?' on d14 is no cell"),
        (lines_of(l2="7 ..............."), "line 2: rank 7 stands where rank 14 should"),
        (lines_of(l2="14 ............... 13"), "rank 14 at the left, 13 at the right"),
        (lines_of(l1="1 1 . . . . . . . . . . . . ."), "move 1 stands on a15 and on b15"),
        (
            lines_of(l1="1 3 . . . . . . . . . . . . ."),
            "move 2 is missing among the numbers up to 3",
        ),
    ],
)
def test_errors_name_line_and_remedy(text: str, says: str) -> None:
    with pytest.raises(renju.DiagramError) as caught:
        renju.Board.from_text(text)
    assert says in str(caught.value)
    assert isinstance(caught.value, renju.NotationError)
    assert isinstance(caught.value, renju.InvalidPositionError)


def test_board_lines() -> None:
    assert renju.Board.from_text("X" + "." * 223 + "O").at("o15") is renju.Color.WHITE
    with pytest.raises(renju.DiagramError, match="has 224 characters: a board has 225"):
        renju.Board.from_text("." * 224)
    with pytest.raises(renju.DiagramError, match="'Z' at character 3"):
        renju.Board.from_text("..Z" + "." * 222)


@given(st.text(alphabet=".XO123 15ab?\n", max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        renju.Board.from_text(text)
    except renju.RenjuError as error:
        assert str(error)


def test_side_to_move_must_fit_the_numbers() -> None:
    text = renju.Board("h8 i9").diagram(numbers=True)
    assert renju.Board.from_text(text).to_move is renju.Color.BLACK
    with pytest.raises(renju.InvalidPositionError, match="black is to move"):
        renju.Board.from_text(text, to_move=renju.Color.WHITE)
