"""What the tests of the command line share."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from click.testing import CliRunner, Result

from renju.cli import main

FIVE = "h8 i9 g8 i8 f8 i7 e8 i10 d8"
RING = "f7 f8 g6 g9 h6 h9 i7 i8"
FOUL = "h8 a1 i8 c1 g9 e1 g10 a3 g8"  # g8 is a double-three
# the second game has a fault in its fourth move
GAMES = f"# games\n{FIVE}\n\nh8 h9 i9 zz a1\n{FOUL}\nh8h9i9--\n"


def renju_command(*arguments: str, text: str | bytes | None = None) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(main, arguments, input=text)


def renju_process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command line as a process of its own."""
    command = [sys.executable, "-m", "renju", *arguments]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", check=False, timeout=120, **options
    )


def as_json(result: Result) -> Any:
    return json.loads(result.stdout)
