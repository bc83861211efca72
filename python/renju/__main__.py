"""`python -m renju` and the command `renju`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; without its libraries say what to install and exit with 2."""
    try:
        from .cli import run  # noqa: PLC0415  (click and rich are an extra)
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        sys.stderr.write(
            f'renju: the command line needs {error.name}: pip install "pyrenju[cli]"\n'
        )
        sys.exit(2)
    run()


if __name__ == "__main__":
    main()
