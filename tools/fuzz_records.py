"""Fuzz a reader of records, guided by what it covers (libFuzzer through atheris, which the extra `lint` brings).

    python tools/fuzz_records.py db --runs 20000
    python tools/fuzz_records.py all

Whatever the bytes are, a reader yields sound records or raises a FormatError; every problem says what is wrong; what
was read can be written as JSON and read back. A crash leaves its input in the folder that it was started in, which is
another argument then. The seeds are the samples in tests/data/records.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from types import FunctionType

import atheris

import renju
from renju import records

SAMPLES = Path(__file__).resolve().parents[1] / "tests" / "data" / "records"
#: Formats whose bytes are no text, or are worked through by more than `str` methods.
FORMATS = ("lib", "db", "rif", "sgf", "pos", "bdt", "psq", "sav", "json", "botzone", "gomocup")
_LONGEST = 4096


def check(data: bytes, name: str) -> None:
    """Read some bytes as a format, and look at what comes out."""
    try:
        found = list(records.loads(data, format=name))
    except renju.FormatError as error:
        if not str(error):
            raise AssertionError("a FormatError that says nothing") from None
        return
    for record in found:
        record.board()
        if not all(problem.message for problem in record.problems):
            raise AssertionError("a problem that says nothing")
        if sum(1 for _ in record.root.walk()) != record.node_count + 1:
            raise AssertionError("the tree has not as many nodes as it says")
    content, losses = records.dumps(found, "json")
    again = list(records.loads(content, format="json"))
    if losses or [record.moves for record in again] != [record.moves for record in found]:
        raise AssertionError("JSON loses something")


def _instrument() -> None:
    """Let atheris see which lines of the readers run, however the package was installed."""
    for module in [m for n, m in sys.modules.items() if n.startswith("renju.records")]:
        for thing in vars(module).values():
            for function in (thing, *vars(thing).values()) if isinstance(thing, type) else (thing,):
                if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                    function.__code__ = atheris.instrument_func(function).__code__


def fuzz(name: str, options: list[str], inputs: list[str]) -> None:
    """Fuzz one format; atheris ends the process."""
    _instrument()
    arguments = [sys.argv[0], *options, *inputs]
    atheris.Setup(arguments, lambda data: check(data, name))
    atheris.Fuzz()


def run(name: str, options: list[str]) -> int:
    """Fuzz one format in a process of its own, from the samples on."""
    with tempfile.TemporaryDirectory() as folder:
        for sample in SAMPLES.rglob("*"):
            if sample.is_file() and sample.stat().st_size <= _LONGEST:
                (Path(folder) / sample.name).write_bytes(sample.read_bytes())
        command = [sys.executable, __file__, name, "--child", *options, folder]
        return subprocess.run(command, check=False).returncode


def main() -> int:
    """Fuzz what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("format", choices=[*FORMATS, "all"])
    parser.add_argument("inputs", nargs="*", help="inputs to run again, instead of fuzzing")
    parser.add_argument("--runs", type=int, default=2000, help="-1: without end")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_intermixed_args()
    options = [
        f"-max_len={_LONGEST}",
        "-timeout=20",
        "-rss_limit_mb=2048",
        f"-runs={given.runs}",
        "-verbosity=0",
    ]
    if given.inputs:
        fuzz(given.format, options if given.child else [], given.inputs)
        return 0
    names = FORMATS if given.format == "all" else (given.format,)
    for name in names:
        if run(name, [f"--runs={given.runs}"]):
            print(f"{name}: the fuzzer found something")
            return 1
        print(f"{name}: nothing found in {given.runs} runs", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
