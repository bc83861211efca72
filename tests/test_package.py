"""The package as a whole: versions, what importing loads, the clash with another distribution."""

from __future__ import annotations

import importlib.metadata
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import renju
from renju import _core

ROOT = Path(__file__).parent.parent


def run(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=env or None
    )


def test_there_is_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == renju.__version__ == _core.__version__
    assert importlib.metadata.version("pyrenju") == renju.__version__
    assert renju.build_info()["version"] == renju.__version__
    assert f"## {renju.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_importing_loads_numpy_and_the_core_only() -> None:
    code = (
        "import sys; before = set(sys.modules); import numpy; base = set(sys.modules)\n"
        "import renju\n"
        "print(*sorted(m for m in set(sys.modules) - base if not m.startswith('renju')))\n"
        "print(*sorted(m for m in sys.modules if m.startswith('renju.')))"
    )
    result = run(code)
    assert result.returncode == 0, result.stderr
    others, ours = result.stdout.splitlines()
    allowed = {*sys.stdlib_module_names, "_xxsubinterpreters"}
    assert {name.partition(".")[0] for name in others.split()} <= allowed
    for lazy in ("explain", "records", "analysis", "cli", "conformance", "openings"):
        assert f"renju.{lazy}" not in ours.split()


def test_submodules_load_when_asked_for() -> None:
    code = "import renju; print(renju.records.__name__, renju.Explanation.__name__)"
    assert run(code).stdout == "renju.records Explanation\n"
    assert (
        run("import renju; renju.nonsense")
        .stderr.strip()
        .endswith("module 'renju' has no attribute 'nonsense'")
    )
    for name in renju.__all__:
        assert getattr(renju, name) is not None
    assert set(renju.__all__) == set(dir(renju))


def test_a_mixed_installation_says_so(tmp_path: Path) -> None:
    source = Path(renju.__file__).parent
    mixed = tmp_path / "renju"
    shutil.copytree(source, mixed, ignore=shutil.ignore_patterns("__pycache__", "data"))
    (mixed / "check_forbid.py").write_text("", encoding="utf-8")
    no_editable_install = (
        "sys.meta_path[:] = [m for m in sys.meta_path if 'ScikitBuild' not in type(m).__name__]"
    )
    result = run(
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {no_editable_install}; import renju"
    )
    assert result.returncode == 1
    assert "ImportError: another distribution called renju" in result.stderr
    assert "pip uninstall renju pyrenju" in result.stderr


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="later Pythons load it there")
def test_a_sub_interpreter_is_refused_and_does_not_hang() -> None:
    code = "import _xxsubinterpreters as s; s.run_string(s.create(), 'import renju')"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert result.returncode == 1
    assert "cannot be imported in a sub-interpreter before Python 3.12" in result.stderr


def test_build_info() -> None:
    info = renju.build_info()
    assert set(info) == {"version", "compiler", "isa", "isas", "assertions", "threads"}
    assert info["isa"] in info["isas"]
    assert info["threads"] >= 1


@pytest.mark.parametrize("name", [n for n in dir(renju) if n.endswith("Error")])
def test_every_error_is_a_value_error(name: str) -> None:
    error = getattr(renju, name)
    assert issubclass(error, renju.RenjuError)
    assert issubclass(error, ValueError)


def test_the_core_survives_wrong_numbers() -> None:
    position = _core.Position()
    for call in (
        lambda: position.at(225),
        lambda: position.at(-1),
        lambda: position.place(0, 3),
        lambda: position.place(999, 1),
        lambda: position.remove(0, 1),
        lambda: position.verdict(0, 0, 0),
        lambda: position.verdict(0, 1, 2),
        lambda: position.verdicts(7, 0),
        lambda: position.shapes(300, 1),
        lambda: position.trace(300, 0),
        lambda: _core.transform_point(0, 8),
        lambda: _core.transform_point(-1, 0),
    ):
        with pytest.raises(ValueError, match=r"run from|is black|is RIF|no stone|occupied"):
            call()
    with pytest.raises(TypeError):
        position.at(10**30)


def test_all_brings_every_extra() -> None:
    """Every extra but those of developers; Ray and Spark are recipes, no extras."""
    found = importlib.metadata.metadata("pyrenju")
    extras = set(found.get_all("Provides-Extra") or ())
    (all_of,) = (
        line
        for line in found.get_all("Requires-Dist") or ()
        if line.startswith("pyrenju[") and "extra == 'all'" in line.replace('"', "'")
    )
    named = set(all_of[all_of.index("[") + 1 : all_of.index("]")].split(","))
    assert named == extras - {"all", "lint", "test"}
