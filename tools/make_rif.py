"""Make a big file in the format of RenjuNet's database, with invented players and random moves.

    python tools/make_rif.py OUT.rif                     160,000 games
    python tools/make_rif.py OUT.rif --games 10000 --seed 2 --tables-last

The same arguments make the same file. It is written as it is made: memory does not grow with the games.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from renju import Point
from renju.openings import PATTERNS

PLAYERS = 3000
TOURNAMENTS = 2000
GAMES = 160_000

_COUNTRIES = ("Northland", "Southland", "Eastland", "Westland")
_RULES = (
    ("1", "RIF", "1"),
    ("2", "Sakata", "1"),
    ("25", "Taraguchi-10", "1"),
    ("11", "Swap2", "2"),
)
_SWAPS = {"1": ("R", "-"), "2": ("R", "-"), "25": ("R--R-", "-R---", "----", "--R-"), "11": ("",)}
_MONTHS = "January February March April May June July August September October November December"
_INFO = ("<info/>\n", "", "<info>time loss &amp; more</info>\n", "<info>投了</info>\n")


def lines(games: int = GAMES, seed: int = 1, *, tables_last: bool = False) -> Iterator[str]:
    """Yield the lines of a file."""
    rng = random.Random(seed)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<database version="1.0" date="2020-01-01">\n'
    yield "<!-- made by tools/make_rif.py; &copy; stands here as in the real file -->\n"
    parts = [_tables(rng), _games(rng, games)]
    yield from chain.from_iterable(reversed(parts) if tables_last else parts)
    yield "</database>\n"


def _tables(rng: random.Random) -> Iterator[str]:
    yield "<countries>\n"
    for number, name in enumerate(_COUNTRIES, 1):
        turned = ' reversed="1"' if number % 2 == 0 else ""
        yield f'<country id="{number}" name="{name}" abbr="{name[:3].upper()}"{turned} />\n'
    yield "</countries>\n<cities>\n"
    for number in range(1, 41):
        yield f'<city id="{number}" country="{number % 4 + 1}" name="City {number}" />\n'
    yield "</cities>\n<months>\n"
    for number, name in enumerate(_MONTHS.split(), 1):
        yield f'<month id="{number}" name="{name}" />\n'
    yield "</months>\n<rules>\n"
    for key, name, category in _RULES:
        yield f'<rule id="{key}" name="{name}" category="{category}"><info>invented</info></rule>\n'
    yield "</rules>\n<openings>\n"
    for number, pattern in enumerate((*PATTERNS[13:], *PATTERNS[:13]), 1):
        abbr = f"{pattern.id[1:]}{pattern.id[0]}"
        yield f'<opening id="{number}" abbr="{abbr}" name="{pattern.romaji}" />\n'
    yield "</openings>\n<players>\n"
    for number in range(1, PLAYERS + 1):
        city = rng.randrange(41)
        yield (
            f'<player id="{number}" disp_id="{number:06}" name="Player" surname="{number}" '
            f'country="{city % 4 + 1}" city="{city}" gender="{number % 2 + 1}" native_name="選手{number}" />\n'
        )
    yield "</players>\n<tournaments>\n"
    for number in range(1, TOURNAMENTS + 1):
        year, month, day, city = (
            1980 + number % 40,
            number % 12 + 1,
            number % 28 + 1,
            number % 40 + 1,
        )
        yield (
            f'<tournament id="{number}" name="Tournament {number}" country="{city % 4 + 1}" city="{city}" '
            f'year="{year}" month="{month}" start="{year}-{month:02}-{day:02}" end="" '
            'rule="1" rated="1" type="0" />\n'
        )
    yield "</tournaments>\n"


def _games(rng: random.Random, games: int) -> Iterator[str]:
    points = [str(Point(number)) for number in range(225)]
    yield "<games>\n"
    for number in range(1, games + 1):
        rule = _RULES[rng.randrange(4)][0]
        opening = rng.randrange(26)
        first = [str(p) for p in (*PATTERNS[13:], *PATTERNS[:13])[opening].moves]
        rest = rng.sample(points, rng.randrange(10, 60))
        moves = " ".join(dict.fromkeys([*first, *rest]))
        black, white = rng.sample(range(1, PLAYERS + 1), 2)
        alt = f' alt="{points[rng.randrange(225)]}"' if rule == "1" else ' alt=""'
        yield (
            f'<game id="{number}" publisher="{number % 7 + 1}" tournament="{rng.randrange(TOURNAMENTS) + 1}" '
            f'round="{number % 11 + 1}" rule="{rule}" black="{black}" white="{white}" '
            f'bresult="{rng.choice(("1", "0.5", "0"))}" btime="{rng.randrange(150)}" wtime="{rng.randrange(150)}" '
            f'opening="{opening + 1}"{alt} swap="{rng.choice(_SWAPS[rule])}">\n'
            f"<move>{moves}</move>\n{_INFO[number % 4]}</game>\n"
        )
    yield "</games>\n"


def write(path: Path, games: int = GAMES, seed: int = 1, *, tables_last: bool = False) -> None:
    """Write a file."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(lines(games, seed, tables_last=tables_last))


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables-last", action="store_true", help="the games before the tables")
    options = parser.parse_args()
    write(options.out, options.games, options.seed, tables_last=options.tables_last)


if __name__ == "__main__":
    main()
