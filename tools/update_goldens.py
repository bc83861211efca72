"""Print the golden explanations again: run it after a change that is meant, and read the difference.

Each file in tests/golden/explain begins with the position as `# key: value` lines; what follows is the
text of the explanation.
"""

from __future__ import annotations

from pathlib import Path

import renju

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "explain"


def head_of(text: str) -> dict[str, str]:
    """Return the position that the head of a golden file names."""
    lines = (line for line in text.splitlines() if line.startswith("# "))
    return {key: value.strip() for key, _, value in (line[2:].partition(":") for line in lines)}


def printed(text: str) -> str:
    """Return a golden file as it would be written now."""
    head = head_of(text)
    board = renju.Board(black=head["black"], white=head["white"], reading=head["reading"])
    lines = [f"# {key}: {value}".rstrip() for key, value in head.items()]
    return "\n".join([*lines, "", str(board.explain(head["point"])), ""])


def main() -> None:
    """Rewrite every golden explanation."""
    for path in sorted(FOLDER.glob("*.txt")):
        path.write_text(printed(path.read_text(encoding="utf-8")), encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
