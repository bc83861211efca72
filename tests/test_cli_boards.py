from __future__ import annotations

from pathlib import Path

import pytest

import renju
from cli_support import FIVE, FOUL, GAMES, RING, as_json, renju_command
from renju import Board


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file with four games, of which one has a fault."""
    path = tmp_path / "some.txt"
    path.write_text(GAMES, "utf-8")
    return path


# renju explain


def test_explain_the_ring_of_seed_004() -> None:
    result = renju_command("explain", "--black", RING, "h8")
    assert result.exit_code == 0
    assert str(Board(black=RING).explain("h8")) in result.stdout
    assert " 8 . . . . . X . ? X . . . . . .  8" in result.stdout
    assert " 9 . . . . T T X X T T . . . . .  9" in result.stdout


@pytest.mark.parametrize("call", [[FOUL], [FOUL, "g8"], [FOUL.removesuffix(" g8"), "G8"]])
def test_explain_the_last_stone_or_a_point(call: list[str]) -> None:
    result = renju_command("explain", *call)
    assert result.exit_code == 0
    assert "g8 is a foul, double-three" in result.stdout
    data = as_json(renju_command("explain", *call, "--json"))
    assert (data["point"], data["verdict"]) == ("g8", "double-three")
    assert data["board"]["moves"] == FOUL.split()[:-1]
    assert len(data["threes"]) == 2
    assert data["sentence"] in result.stdout


def test_explain_in_the_other_reading() -> None:
    black = "f8 i8 h7 h6 g4 g5 g6 g7"
    for reading, verdict in (("rif", "legal"), ("permitted", "double-three")):
        call = ["explain", "h8", "--black", black, "--reading", reading, "--json"]
        assert as_json(renju_command(*call))["verdict"] == verdict


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["h8 i9 g7", "h8"], "h8 holds a black stone that is not the last move"),
        (["h8 i9", "i9"], "i9 holds a white stone: White has no fouls"),
        (["--black", "h8", "h8"], "h8 holds a black stone that is not the last move"),
        (["h8 i9", "j16"], "'j16' is off the board"),
        (["h8 i9", "g7 g8"], "'g7 g8' is not one point"),
        (["h8 i9", ""], "'' is not one point"),
        (["h8 i9", "pass"], "'pass' is not one point"),
        (["h8 zz", "h9"], "'zz' is no point"),
        (["h8 h8", "h9"], "h8 is occupied"),
        (["--black", "h8 h8", "h9"], "h8 is given two stones"),
        (["--black", "h8", "--white", "h8", "h9"], "h8 is given two stones"),
        (["--black", "h8 pass", "h9"], "a pass among the stones"),
        (["--black", "h8 p1", "h9"], "'p1' is off the board"),
        (["missing.txt", "h9"], "there is no file of that name"),
        (["x" * 5000, "h9"], "there is no file of that name"),
        (["a\0b", "h9"], "there is no file of that name"),
    ],
)
def test_explain_of_bad_input(call: list[str], said: str) -> None:
    result = renju_command("explain", *call)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("renju: ")
    assert said in result.stderr


# renju show


def test_show() -> None:
    result = renju_command("show", "h8 i9 g7", "--numbers")
    assert result.exit_code == 0
    board = Board("h8 i9 g7")
    assert board.diagram(numbers=True) in result.stdout
    assert "Last move: 3. g7 (black)." in result.stdout
    assert "Opening: I11 Shagetsu." in result.stdout
    assert "White to move" in result.stdout
    assert "Last move: 2. white passed." in renju_command("show", "h8 pass").stdout


def test_show_a_winner_fouls_and_a_symmetry() -> None:
    assert "Winner: black, d8 e8 f8 g8 h8." in renju_command("show", FIVE).stdout
    result = renju_command("show", "--black", RING, "--fouls", "--no-coordinates")
    assert Board(black=RING).diagram(fouls=True, coordinates=False) in result.stdout
    assert "Black has no foul point." in renju_command("show", "", "--fouls").stdout
    turned = Board("h8 i9").transform(renju.Symmetry.ROTATE_90)
    assert turned.diagram() in renju_command("show", "h8 i9", "--symmetry", "rotate-90").stdout


def test_show_who_is_to_move() -> None:
    assert "White to move" in renju_command("show", "--black", "a1 b1", "--to-move", "white").stdout
    assert "Black to move" in renju_command("show", "--black", "a1", "--to-move", "black").stdout
    result = renju_command("show", "h8", "--to-move", "black")
    assert result.exit_code == 1
    assert "after move 1 white is to move, not black" in result.stderr


def test_show_json() -> None:
    data = as_json(renju_command("show", FIVE, "--json"))
    assert data["winning_row"] == ["d8", "e8", "f8", "g8", "h8"]
    assert data["moves"] == FIVE.split()
    assert data["opening"]["id"] == "I9"
    assert int(data["key"], 16) == Board(FIVE).key
    assert int(data["canonical_key"], 16) == Board(FIVE).canonical_key
    ring = as_json(renju_command("show", "--black", RING, "--json"))
    assert (ring["opening"], ring["winner"]) == (None, None)
    assert set(ring["fouls"].values()) == {"double-three"}


def test_a_board_from_a_file_from_a_pipe_and_as_a_diagram(tmp_path: Path) -> None:
    board = Board(black=RING, white="a1 o15")
    wanted = as_json(renju_command("show", "--black", RING, "--white", "a1 o15", "--json"))
    path = tmp_path / "board.txt"
    path.write_text(f"# a board\n{board}\n")
    line = "".join(".XO"[cell] for cell in board.to_array().ravel())
    for call, text in (
        ([str(path)], None), (["-"], str(board)), (["-"], line), ([str(board)], None),
        ([line], None),
    ):  # fmt: skip
        assert as_json(renju_command("show", *call, "--json", text=text)) == wanted


def test_a_numbered_diagram_is_a_game(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(Board("h8 i9 pass g7").diagram(numbers=True))
    assert as_json(renju_command("show", str(path), "--json"))["moves"] == [
        "h8",
        "i9",
        "pass",
        "g7",
    ]


def test_a_game_of_a_file(games: Path) -> None:
    data = as_json(renju_command("show", str(games), "--game", "3", "--json"))
    assert data["moves"] == FOUL.split()
    result = renju_command("show", str(games))
    assert result.exit_code == 2
    assert "several games: say which one with --game N" in result.stderr
    result = renju_command("show", str(games), "--game", "9")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "there is no game 9 in it" in result.stderr


@pytest.mark.parametrize(
    "command", [["show"], ["explain"], ["show", "--json"], ["explain", "--json"]]
)
def test_what_could_be_read_of_a_game_with_a_fault(games: Path, command: list[str]) -> None:
    result = renju_command(*command, str(games), "--game", "2")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"renju: {games}: line 4: 'zz' is no point")
    if "--json" in command:
        found = as_json(result)
        moves = found["moves"] if command[0] == "show" else found["board"]["moves"]
        assert moves == ["h8", "h9", "i9"][: 3 if command[0] == "show" else 2]
    else:
        assert " 9 . . . . . . . O" in result.stdout


def test_format_and_encoding_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("8897A3\n")
    assert renju_command("show", str(path)).exit_code == 1
    result = renju_command("show", str(path), "--from", "hex", "--json")
    assert as_json(result)["moves"] == ["h8", "i9", "j13"]
    assert as_json(renju_command("explain", str(path), "--from", "hex", "--json"))["point"] == "j13"
    path.write_bytes("(;B[hh]C[ход])".encode("utf-16-le"))
    result = renju_command("show", str(path), "--encoding", "utf-16-le", "--from", "sgf", "--json")
    assert (result.exit_code, as_json(result)["moves"]) == (0, ["h8"])
    result = renju_command("show", "h8 i9", "--encoding", "utf-8")
    assert (result.exit_code, result.stderr) == (1, "renju: h8 i9: no such file or directory\n")
    result = renju_command("show", "x", "--from", "nothing")
    assert (result.exit_code, "'nothing' is no format" in result.stderr) == (2, True)


@pytest.mark.parametrize("content", [b"", b"\0\1\2", b"zz", b".........X.....\n" * 14])
@pytest.mark.parametrize("command", [["show"], ["explain"]])
def test_a_board_from_a_bad_file(tmp_path: Path, content: bytes, command: list[str]) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(content)
    for call, text in ((str(path), None), ("-", content)):
        result = renju_command(*command, call, text=text)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith("renju: ")


def test_a_board_from_a_directory(tmp_path: Path) -> None:
    result = renju_command("show", str(tmp_path))
    assert result.exit_code == 1
    assert result.stderr == f"renju: {tmp_path}: is a directory\n"
