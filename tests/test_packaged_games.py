"""The games inside the package: what they must show, and that their script makes them again."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from dataclasses import dataclass, field
from importlib import resources
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

import renju
from renju import Color, ShapeKind, Verdict
from renju.records import read

SCRIPT = Path(__file__).resolve().parents[1] / "tools" / "make_games.py"
THREES = (ShapeKind.THREE, ShapeKind.FALSE_THREE)


@dataclass
class Game:
    """A game replayed by the referee."""

    line: str
    moves: tuple[renju.Move, ...]
    verdicts: list[Verdict] = field(default_factory=list)
    allowed: int = 0  # double-threes that RIF 9.3 allows
    nested: int = 0  # those where a straight-four point would be a double-three
    winner: Color | None = None
    longest_row: int = 0

    @property
    def passes(self) -> int:
        return self.moves.count(renju.PASS)

    @property
    def fouls(self) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.is_foul]


def replayed(line: str) -> Game:
    board = renju.Board()
    game = Game(line, tuple(renju.Board(line).moves))
    for move in game.moves:
        verdict = Verdict.LEGAL if move == renju.PASS else board.verdict(move)
        game.verdicts.append(verdict)
        if move != renju.PASS and verdict is Verdict.LEGAL and board.to_move is Color.BLACK:
            threes = [shape for shape in board.shapes(move) if shape.kind in THREES]
            board.push(move)
            if len(threes) > 1:
                assert sum(shape.kind is ShapeKind.THREE for shape in threes) < 2
                eyes = {board.verdict(q, Color.BLACK) for s in threes for q in s.completing}
                game.allowed += 1
                game.nested += Verdict.DOUBLE_THREE in eyes
        else:
            board.push(move)
    game.winner = board.winner
    game.longest_row = len(board.winning_row or ())
    return game


@pytest.fixture(scope="module")
def text() -> str:
    return (resources.files("renju") / "data" / "games.txt").read_text(encoding="ascii")


@pytest.fixture(scope="module")
def games(text: str) -> list[Game]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [replayed(line) for line in lines]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_games", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    paths = sys.path.copy()
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path[:] = paths
        del sys.modules[spec.name]
    return module


def test_the_reader_takes_every_line(text: str, games: list[Game], tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(text, encoding="ascii")
    records = list(read(path))
    assert [record.problems for record in records] == [()] * len(games)
    assert [tuple(record.moves) for record in records] == [game.moves for game in games]
    assert [" ".join(map(str, game.moves)) for game in games] == [game.line for game in games]


def test_the_header_says_what_it_is(text: str, script: ModuleType) -> None:
    top = text.partition("\n\n")[0]
    assert all(line.startswith("#") for line in top.splitlines())
    assert "MIT licence" in top
    assert f"tools/make_games.py made them with seed {script.SEED}" in top


def test_each_group_is_complete(text: str, script: ModuleType) -> None:
    groups = [block.splitlines() for block in text.split("\n\n")[1:]]
    assert [(block[0], len(block) - 1) for block in groups] == [
        (f"# {plan.title}", plan.count) for plan in script.PLANS
    ]


def test_there_are_enough_games_of_every_length(games: list[Game]) -> None:
    lengths = sorted(len(game.moves) for game in games)
    assert len(lengths) >= 200
    assert lengths[0] < 15
    assert 25 <= lengths[len(lengths) // 2] <= 60
    assert sum(length > 100 for length in lengths) >= 8


def test_every_opening_pattern_is_played(games: list[Game]) -> None:
    # A pattern by itself: all 26 occur, and no game begins with anything else.
    firsts = {min(images(game.moves[:3])) for game in games}
    patterns = {
        min(images(renju.Board(f"h8 {second} {third}").moves))
        for second in ("h9", "i9")
        for third in renju.POINTS
        if abs(third.row - 7) <= 2 and abs(third.col - 7) <= 2 and str(third) not in ("h8", second)
    }
    assert len(patterns) == 26
    assert firsts == patterns


def test_no_game_is_the_image_of_another(games: list[Game]) -> None:
    assert len({min(images(game.moves)) for game in games}) == len(games)


def images(moves: tuple[renju.Move, ...]) -> list[tuple[renju.Move, ...]]:
    return [
        tuple(move if move == renju.PASS else symmetry.apply(move) for move in moves)
        for symmetry in renju.Symmetry
    ]


def test_there_are_fouls_of_each_kind(games: list[Game]) -> None:
    kinds = Counter(foul for game in games for foul in game.fouls)
    assert set(kinds) == {Verdict.OVERLINE, Verdict.DOUBLE_FOUR, Verdict.DOUBLE_THREE}
    assert min(kinds.values()) >= 5


def test_a_foul_ends_the_game_except_where_white_lets_it_by(games: list[Game]) -> None:
    ended = sum(game.verdicts[-1].is_foul for game in games)
    lets_by = sum(any(verdict.is_foul for verdict in game.verdicts[:-1]) for game in games)
    assert ended >= 40
    assert 5 <= lets_by <= 15


def test_a_five_ends_the_game_except_in_two(games: list[Game]) -> None:
    assert sum(Verdict.FIVE in game.verdicts[:-1] for game in games) == 2


def test_both_sides_win(games: list[Game]) -> None:
    fives = [game for game in games if game.verdicts[-1] is Verdict.FIVE]
    wins = Counter(game.winner for game in fives)
    assert wins[Color.BLACK] >= 50
    assert wins[Color.WHITE] >= 50
    assert sum(game.winner is Color.WHITE and game.longest_row > 5 for game in fives) >= 4


def test_there_are_double_threes_that_are_allowed(games: list[Game]) -> None:
    assert sum(game.allowed > 0 for game in games) >= 15
    assert sum(game.nested > 0 for game in games) >= 3


def test_there_are_passes_and_draws(games: list[Game]) -> None:
    assert sum(game.passes == 1 for game in games) >= 3
    assert sum(game.moves[-2:] == (renju.PASS, renju.PASS) for game in games) >= 2
    assert sum(len(game.moves) - game.passes == 225 for game in games) == 3
    assert all(renju.PASS not in game.moves[:3] for game in games)  # RIF 12.9


def test_the_script_makes_the_same_games_again(games: list[Game], script: ModuleType) -> None:
    again = [script.line_of(moves) for _, moves in islice(script.make_games(), 4)]
    assert again == [game.line for game in games[:4]]


def test_another_seed_makes_other_games(games: list[Game], script: ModuleType) -> None:
    _, moves = next(script.make_games(script.SEED + 1))
    assert script.line_of(moves) != games[0].line


def test_the_file_is_replaced_whole(tmp_path: Path, script: ModuleType) -> None:
    path = tmp_path / "games.txt"
    path.write_text("old", encoding="ascii")
    with pytest.raises(UnicodeEncodeError):
        script.write(path, "new \N{SNOWMAN}")
    assert path.read_text(encoding="ascii") == "old"
    script.write(path, "new\n")
    assert path.read_bytes() == b"new\n"
    assert list(tmp_path.iterdir()) == [path]
