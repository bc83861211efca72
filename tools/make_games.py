"""Make the collection of games that the package carries: a small seeded player plays itself.

    python tools/make_games.py            write python/renju/data/games.txt and print what is in it
    python tools/make_games.py --check    write nothing, exit with 1 if the file would change

The groups in `PLANS` set two players against each other, some with a weakness of their own; of a
group that is there to show something, games that do not show it are left out. The same seed makes
the same file, byte for byte, on every platform. It takes some three minutes.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from renju import PASS, Board, Color, Move, Point, ShapeKind, Symmetry, Verdict

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.seeded_player import (
    BLACK,
    WHITE,
    Mind,
    Player,
    Table,
    is_quiet,
    makes_overline,
)

GAMES = ROOT / "python" / "renju" / "data" / "games.txt"
SEED = 1899
MOST_ATTEMPTS = 2000  # at one game that shows what its group is there for

THREES = (ShapeKind.THREE, ShapeKind.FALSE_THREE)

# The 26 opening patterns: the third stone after h8 h9 (direct) and h8 i9 (indirect).
OPENINGS: Final = (
    ("h9", "h10 i10 j10 i9 j9 i8 j8 h7 i7 j7 h6 i6 j6"),
    ("i9", "j10 j9 j8 j7 j6 i8 i7 i6 h7 h6 g7 g6 f6"),
)

# Games --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Facts:
    """What a game shows. Indices are 0-based places in the moves."""

    length: int
    fouls: list[tuple[int, Verdict]]
    fives: list[int]
    last: Color
    white_overline: bool
    passes: int
    allowed: list[int]  # two rows of three or more of which at most one is a three (RIF 9.3)
    nested: list[int]  # those where a straight-four point is a double-three itself

    @property
    def ending(self) -> str:
        """How the game ended."""
        if self.fives and self.fives[-1] == self.length - 1:
            long = self.white_overline and self.last is WHITE
            return f"{self.last.label} {'overline' if long else 'five'}"
        if self.fouls and self.fouls[-1][0] == self.length - 1:
            return f"foul ({self.fouls[-1][1].label})"
        return "other"


def facts(moves: Sequence[Move]) -> Facts:
    """Return what a game shows."""
    board = Board()
    found = Facts(len(moves), [], [], BLACK, False, 0, [], [])
    for index, move in enumerate(moves):
        if isinstance(move, Point):
            _note_stone(found, board, index, move)
        else:
            found.passes += 1
        found.last = board.to_move
        board.push(move)
    return found


def _note_stone(found: Facts, board: Board, index: int, point: Point) -> None:
    verdict = board.verdict(point)
    if verdict.is_foul:
        found.fouls.append((index, verdict))
    elif verdict is Verdict.FIVE:
        found.fives.append(index)
        found.white_overline |= board.to_move is WHITE and makes_overline(board, point)
    elif board.to_move is BLACK:
        threes = [shape for shape in board.shapes(point) if shape.kind in THREES]
        if len(threes) > 1:
            found.allowed.append(index)
            board.push(point)
            eyes = [q for shape in threes for q in shape.completing]
            if Verdict.DOUBLE_THREE in [board.verdict(q, BLACK) for q in eyes]:
                found.nested.append(index)
            board.pop()


EVEN = Player()
STRONG = Player(sight=6, caution=5, slips=2, choice=85)
HASTY = Player(sight=2, caution=1, slips=20, choice=60)
PATIENT = Player(caution=4, slips=2, defence=85, choice=85)
WALL = Player(sight=0, caution=4, slips=0, defence=300, choice=90)
CARELESS = Player(sees_fouls=False)
DRIVER = Player(sight=6, steers=True)
BUILDER = Player(sight=0, defence=30, threes=12, steers=True)
LENIENT = Player(sight=1, caution=2, defence=45, threes=12)


@dataclass(frozen=True, slots=True)
class Plan:
    """A group of games.

    Attributes
    ----------
    title, count
        The comment above the group, and how many games it has.
    black, white
        The players.
    wanted
        What a game must show to be taken.
    overlooked
        How many fouls White, or fives anybody, lets go by before he claims one.
    pass_after
        From what move on, between two numbers, the side to move passes once, if it is quiet.
    draw_after
        From what move on, between two numbers, both pass, which draws (RIF 10.3), if it is quiet.
    """

    title: str
    count: int
    black: Player = EVEN
    white: Player = EVEN
    wanted: Callable[[Facts], bool] = lambda found: found.ending != "other"
    overlooked: int = 0
    pass_after: tuple[int, int] | None = None
    draw_after: tuple[int, int] | None = None


PLANS: Final = (
    Plan("Two players of one strength", 66),
    Plan("Strong players", 24, STRONG, STRONG),
    Plan("A hasty White", 8, STRONG, HASTY),
    Plan("A hasty Black", 16, HASTY, STRONG),
    Plan("Patient players", 16, PATIENT, PATIENT, lambda found: found.length > 60),
    Plan("Black overlooks his fouls", 32, CARELESS, EVEN, lambda found: bool(found.fouls)),
    Plan(
        "White makes fours and threes that Black may not stop",
        16,
        Player(defence=80),
        DRIVER,
        lambda found: found.last is BLACK and bool(found.fouls),
    ),
    Plan(
        "Black makes double-threes that are allowed (RIF 9.3)",
        22,
        BUILDER,
        LENIENT,
        lambda found: bool(found.allowed),
    ),
    Plan(
        "The same, where a straight-four point is a double-three itself",
        8,
        BUILDER,
        LENIENT,
        lambda found: bool(found.nested),
    ),
    Plan(
        "White lets a foul of Black's go by",
        10,
        CARELESS,
        EVEN,
        lambda found: bool(found.fouls) and found.fouls[0][0] < found.length - 1,
        overlooked=1,
    ),
    Plan(
        "A five that is not claimed at once",
        2,
        wanted=lambda found: bool(found.fives) and found.fives[0] < found.length - 1,
        overlooked=1,
    ),
    Plan(
        "White wins by an overline",
        4,
        HASTY,
        EVEN,
        lambda found: found.ending == "white overline",
    ),
    Plan("A pass", 8, wanted=lambda found: found.passes > 0, pass_after=(12, 36)),
    Plan("Both pass: a draw", 5, WALL, WALL, lambda f: f.passes > 1, draw_after=(60, 140)),
    Plan("The board is full: a draw", 3, WALL, WALL, lambda f: f.length - f.passes == 225),
)


def opening(rng: random.Random) -> list[Point]:
    """Return the first three stones: one of the 26 patterns, turned or mirrored."""
    second, thirds = OPENINGS[rng.randrange(2)]
    symmetry = Symmetry(rng.randrange(8))
    return [symmetry.apply(point) for point in ("h8", second, rng.choice(thirds.split()))]


def play(plan: Plan, rng: random.Random) -> list[Move]:
    """Play one game."""
    table = Table()
    board = table.board
    for point in opening(rng):
        table.push(point)
    minds = {BLACK: Mind(plan.black, BLACK, rng), WHITE: Mind(plan.white, WHITE, rng)}
    overlooked = plan.overlooked
    pass_at = rng.randrange(*plan.pass_after) if plan.pass_after else None
    draw_at = rng.randrange(*plan.draw_after) if plan.draw_after else None
    while not board.is_full:
        number, color = len(board.moves), board.to_move
        waiting = [at for at in (pass_at, draw_at) if at is not None and number >= at]
        if waiting and is_quiet(table):
            table.push(PASS)
            if pass_at is None:
                table.push(PASS)
                break
            pass_at = None
            continue
        move = minds[color].move(table)
        verdict = board.verdict(move) if isinstance(move, Point) else Verdict.LEGAL
        table.push(move)
        if verdict is not Verdict.LEGAL:
            if not overlooked:
                break
            overlooked -= 1
    return list(board.moves)


def form(moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the smallest of the eight images: equal for games that a symmetry maps."""
    return min(
        tuple(symmetry.apply(move) if isinstance(move, Point) else move for move in moves)
        for symmetry in Symmetry
    )


def make_games(seed: int = SEED) -> Iterator[tuple[Plan, list[Move]]]:
    """Yield the games of the collection in order, each with its group; no two are images."""
    seen: set[tuple[Move, ...]] = set()
    for group, plan in enumerate(PLANS):
        for number in range(plan.count):
            for attempt in range(MOST_ATTEMPTS):
                moves = play(plan, random.Random(f"{seed}/{group}/{number}/{attempt}"))
                if form(moves) not in seen and plan.wanted(facts(moves)):
                    break
            else:
                raise RuntimeError(f"{plan.title!r}: no such game in {MOST_ATTEMPTS} attempts")
            seen.add(form(moves))
            yield plan, moves


# The file -----------------------------------------------------------------------------------


def line_of(moves: Sequence[Move]) -> str:
    """Return a game as it stands in the file."""
    return " ".join(map(str, moves))


def header(seed: int) -> str:
    """Return the comment on top of the file."""
    count = sum(plan.count for plan in PLANS)
    return f"""\
# {count} games of renju, one a line, Black first; `pass` is a pass.
#
# Nobody played them: tools/make_games.py made them with seed {seed}, and makes them again.
# A game ends with a five, a foul, two passes or a full board; what was overlooked stands.
# MIT licence, as the package.
"""


def text_of(games: Sequence[tuple[Plan, Sequence[Move]]], seed: int) -> str:
    """Return the file."""
    lines = [header(seed)]
    group = None
    for plan, moves in games:
        if plan is not group:
            lines.append(f"\n# {plan.title}\n")
            group = plan
        lines.append(f"{line_of(moves)}\n")
    return "".join(lines)


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        whole = Path(folder, path.name)
        whole.write_text(text, encoding="ascii", newline="\n")
        whole.replace(path)


def summary(games: Sequence[Sequence[Move]]) -> str:
    """Return what is in the collection, in lines that a person can read."""
    found = [facts(moves) for moves in games]
    lengths = sorted(one.length for one in found)
    fouls = Counter(verdict.label for one in found for _, verdict in one.fouls)
    endings = Counter(one.ending for one in found)
    shown = {
        "games": len(found),
        "shortest, median, longest": f"{lengths[0]}, {lengths[len(found) // 2]}, {lengths[-1]}",
        "with an allowed double-three": sum(bool(one.allowed) for one in found),
        "with a nested one": sum(bool(one.nested) for one in found),
        "with a pass": sum(one.passes > 0 for one in found),
    }
    shown |= {f"fouls, {label}": count for label, count in sorted(fouls.items())}
    shown |= {f"ending, {label}": count for label, count in sorted(endings.items())}
    return "\n".join(f"{label:32} {value}" for label, value in shown.items())


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the file, or check it."""
    parser = argparse.ArgumentParser(description="Make the packaged games.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 on a change")
    check = parser.parse_args(arguments).check
    games = list(make_games(SEED))
    text = text_of(games, SEED)
    print(summary([moves for _, moves in games]))
    if not check:
        write(GAMES, text)
    elif not GAMES.exists() or GAMES.read_text(encoding="ascii") != text:
        print(f"{GAMES.relative_to(ROOT)} is not what the script makes", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
