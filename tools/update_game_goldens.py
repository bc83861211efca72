"""Write tests/golden/games again, from the whole games of tests/data/games/whole.jsonl.

A log is a `.json`, the final state, which is JSON too, a `.state`. Run it after a change of what games say, then
read the difference: every line of it is a change of a ruling.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from games_support import golden, whole_games

FOLDER = ROOT / "tests" / "golden" / "games"


def main() -> None:
    """Write every golden, and take away those of games that are no more."""
    games = {row["id"]: golden(row) for row in whole_games()}
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.iterdir():
        if path.stem not in games:
            path.unlink()
    for name, files in games.items():
        for suffix, data in files.items():
            text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
            (FOLDER / f"{name}.{suffix}").write_text(text, encoding="utf-8")
    print(f"{len(games)} games in {FOLDER.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
