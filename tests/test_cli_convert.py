from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path

import pytest

from cli_support import as_json, renju_command, renju_process
from records_support import DATA, GAME, record_of
from renju import FormatError, records

SGF = "(;GM[4]FF[4]C[Ход];B[hh];W[ig];B[gi])\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(SGF, encoding="utf-8")
    return path


def test_by_the_ending(game: Path, tmp_path: Path) -> None:
    for ending in (".json", ".lib", ".rif", ".sgf", ".bdt", ".psq", ".sav", ".ban", ".pos", ".txt"):
        out = tmp_path / f"out{ending}"
        result = renju_command("convert", str(game), str(out))
        assert result.exit_code == 0, result.output
        assert result.stdout == ""
        (record,) = records.read(out)
        assert len(record.moves) == 3 or ending == ".txt"


def test_several_files_into_one(game: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text(f"{GAME}\n# more\nh8 i9\n")
    out = tmp_path / "all.json"
    assert renju_command("convert", str(game), str(other), str(out)).exit_code == 0
    assert [len(record.moves) for record in records.read(out)] == [3, 10, 2]


def test_pipes(game: Path) -> None:
    result = renju_command("convert", "-", "-", "--to", "moves", text=SGF)
    assert (result.exit_code, result.stdout) == (0, "h8 i9 g7\n")
    assert result.stderr == "renju: -: not held by moves: record 1: the comment of a node\n"
    result = renju_process("convert", str(game), "-", "--to", "json")
    assert result.returncode == 0
    assert json.loads(result.stdout)["records"][0]["moves"] == ["h8", "i9", "g7"]


def test_encoding_and_dialect(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes("(;C[я];B[ha])".encode("cp1251"))
    out = tmp_path / "b.sgf"
    call = ("convert", str(path), str(out), "--encoding", "cp1251", "--from", "sgf-from-bottom")
    assert renju_command(*call).exit_code == 0
    (record,) = records.read(out)
    assert (record.root.comment, str(record.moves[0])) == ("я", "h1")


def test_the_image_under_a_symmetry(game: Path) -> None:
    call = ("convert", str(game), "-", "--to", "moves", "--symmetry", "mirror-a15-o1")
    assert renju_command(*call).stdout == "h8 g7 i9\n"
    result = renju_command("convert", str(game), "-", "--to", "moves", "--symmetry", "x")
    assert result.exit_code == 2


def test_what_is_wrong_is_said_and_the_rest_is_written(game: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.sgf"
    bad.write_text("(;B[hh];W[zz])")
    absent = tmp_path / "absent.sgf"
    out = tmp_path / "out.json"
    result = renju_command("convert", str(bad), str(absent), str(game), str(out))
    assert result.exit_code == 1
    assert f"renju: {bad}: line 1, character 8: W[zz] is no point of the board" in result.stderr
    assert f"renju: {absent}: no such file" in result.stderr
    assert [len(record.moves) for record in records.read(out)] == [1, 3]


def test_nothing_to_write_leaves_what_is_there(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    out.write_text("precious")
    result = renju_command("convert", str(tmp_path / "absent"), str(out))
    assert result.exit_code == 1
    assert "not written, as there is no record for it" in result.stderr
    set_up = tmp_path / "set-up.sgf"
    set_up.write_text("(;AB[hh])")
    result = renju_command("convert", str(set_up), str(out), "--to", "psq")
    assert result.exit_code == 1
    assert "psq: record 1 has stones set up, which it cannot hold" in result.stderr
    assert out.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.json", "set-up.sgf"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("{game}", "-"), "say with --to in which format to print: lib, lib-rapfi, rif"),
        (("{game}", "x.xyz"), "no format that can be written has the ending '.xyz'; name one with"),
        (
            ("{game}", "x.json", "--to", "nothing"),
            "'nothing' is no format: known are lib, lib-rapfi, rif, db, json",
        ),
        (
            ("{game}", "x.json", "--from", "nothing"),
            "'nothing' is no format: known are lib, lib-rapfi, rif, db, json",
        ),
        (
            ("{game}", "x.json", "--encoding", "nothing"),
            "'nothing' is no text encoding: use such as",
        ),
        (
            ("{game}", "x", "--to", "kurnik"),
            "'kurnik' can be read but not written: lib, lib-rapfi, rif",
        ),
        (("{game}",), "Missing argument 'IN...'"),
    ],
)
def test_wrong_calls(arguments: tuple[str, ...], said: str, game: Path) -> None:
    result = renju_command("convert", *(word.format(game=game) for word in arguments))
    assert result.exit_code == 2
    assert said in result.stderr.replace("\n", " ")


def test_info_of_files(game: Path) -> None:
    result = renju_command("info", str(game), str(DATA / "synthetic_showrenju.bdt"))
    assert result.exit_code == 1  # the sample has a point twice
    assert "line 1: move 4: h8 is occupied" in result.stderr
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["format", "sgf"] in lines
    assert ["version", "4"] in lines
    assert ["encoding", "utf-8"] in lines
    assert ["moves", "3"] in lines
    assert ["records", "2"] in lines
    assert ["problems", "1"] in lines


def test_info_of_files_as_json(game: Path) -> None:
    found = as_json(
        renju_command("info", "--json", str(game), str(DATA / "lib" / "synthetic_gbk.lib"))
    )
    assert found["complaints"] == []
    first, second = found["files"]
    assert first == {
        "file": str(game), "format": "sgf", "version": "4", "encoding": "utf-8", "records": 1,
        "moves": 3, "nodes": 3, "comments": 1, "set_up": 0, "problems": 0,
    }  # fmt: skip
    assert (second["format"], second["version"], second["encoding"]) == ("lib", "3.4", "gb18030")
    assert second["nodes"] == 7


def test_info_without_files_is_about_the_build() -> None:
    assert "version" in as_json(renju_command("info", "--json"))
    result = renju_command("info", "/absent/file")
    assert result.exit_code == 1
    assert "no such file" in result.stderr


@pytest.mark.parametrize(
    "name",
    [
        "lib/synthetic_gbk.lib",
        "synthetic_renju_ff4.sgf",
        "synthetic.sav",
        "pos/synthetic_opening.pos",
    ],
)
def test_show_takes_every_format(name: str) -> None:
    result = renju_command("show", str(DATA / name))
    assert result.exit_code == 0
    assert "h" in result.stdout


def test_a_database_of_games(tmp_path: Path) -> None:
    path = DATA / "synthetic_renjunet.rif"
    out = tmp_path / "games.json"
    result = renju_command("convert", str(path), str(out))
    assert result.exit_code == 1  # for the two games that have problems
    assert result.stderr.count("renju: ") == 2
    assert f"renju: {path}: game 7, line 97, byte 4866: it has no moves" in result.stderr
    back = tmp_path / "games.rif"
    assert renju_command("convert", str(out), str(back)).exit_code == 1  # the two problems again
    before, after = list(records.read(path)), list(records.read(back))
    assert [(r.moves, r.result, r.headers) for r in after] == [
        (r.moves, r.result, r.headers) for r in before
    ]
    found = as_json(renju_command("info", "--json", str(back)))
    (about,) = found["files"]
    assert about["records"] == 9
    assert (about["format"], about["encoding"], about["moves"]) == ("rif", "utf-8", 70)


def test_a_database_of_positions(tmp_path: Path) -> None:
    out = tmp_path / "positions.sgf"
    for name in ("synthetic_plain.db", "synthetic_lz4.db"):
        path = DATA / name
        result = renju_command("convert", str(path), str(out))
        assert result.exit_code == 0
        assert "not held by sgf: record 3: the header 'label': 'w'" in result.stderr
        before, after = list(records.read(path)), list(records.read(out))
        assert [r.board().key for r in after] == [r.board().key for r in before]
        (about,) = as_json(renju_command("info", "--json", str(path)))["files"]
        assert (about["format"], about["records"], about["set_up"]) == ("db", 5, 5)
    result = renju_command("convert", str(path), str(tmp_path / "x.rif"))
    assert result.exit_code == 1
    assert "record 1 has stones set up, which it cannot hold" in result.stderr


def test_analyze_reads_databases() -> None:
    found = as_json(renju_command("analyze", "--json", str(DATA / "synthetic_renjunet.rif")))
    assert [len(game["moves"]) for game in found["games"]] == [13, 13, 15, 3, 9, 4, 0, 11, 2]
    found = as_json(renju_command("analyze", "--json", str(DATA / "synthetic_lz4.db")))
    assert len(found["games"]) == 5
    assert found["complaints"] == []


def test_info_of_every_sample() -> None:
    for path in sorted(path for path in DATA.rglob("*") if path.is_file()):
        (about,) = as_json(renju_command("info", "--json", str(path)))["files"]
        assert about["format"]
        assert about["records"] > 0
        assert (about["moves"] or about["set_up"]) or "result_forms" in path.name


def test_info_of_a_file_of_which_no_record_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.psq"
    path.write_text("Piskvorky 20x20, 0:0, 0\n1,1,0\n-1\n")
    result = renju_command("info", "--json", str(path))
    (about,) = as_json(result)["files"]
    assert (result.exit_code, about["format"], about["records"]) == (1, "psq", 0)


def test_analyze_takes_format_and_encoding(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("8897\n")
    call = ("analyze", str(path), "--json", "--from", "hex", "--encoding", "cp1251")
    assert as_json(renju_command(*call))["games"][0]["moves"] == ["h8", "i9"]


def test_info_of_a_branch_that_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "branch.lib"
    path.write_bytes(b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + bytes.fromhex("0000788069808700"))
    (about,) = as_json(renju_command("info", "--json", str(path)))["files"]
    assert (about["nodes"], about["dangling"], about["problems"]) == (3, 2, 0)


def test_info_says_the_format_of_the_file_not_that_of_its_records(
    game: Path, tmp_path: Path
) -> None:
    path = tmp_path / "a.json"
    assert renju_command("convert", str(game), str(path)).exit_code == 0
    (about,) = as_json(renju_command("info", "--json", str(path)))["files"]
    assert about["format"] == "json"
    assert next(records.read(path)).format == "sgf"


def test_many_losses_are_a_line_a_kind(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    many = [
        record_of(GAME, headers={"white": f"It's {n}", "white.city": f"'{n}", "n": str(n)})
        for n in range(30)
    ]
    records.write(many[:6], path)
    few = renju_command("convert", str(path), "-", "--to", "moves").stderr.splitlines()
    assert len(few) == 18
    assert few[0] == "renju: -: not held by moves: record 1: the header 'white': \"It's 0\""
    records.write(many, path)
    for out in ("-", str(tmp_path / "out.txt")):
        lines = renju_command("convert", str(path), out, "--to", "moves").stderr.splitlines()
        assert lines == [
            f"renju: {out}: not held by moves: the header {name!r}: 30 times, first in record 1"
            for name in ("white", "white.city", "n")
        ]


@pytest.mark.skipif(sys.platform == "win32", reason="links and names of files of other systems")
def test_a_loop_of_links_and_a_device_that_never_ends(game: Path, tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to(tmp_path / "two")
    (tmp_path / "two").symlink_to(tmp_path / "one")
    result = renju_command("convert", str(game), str(tmp_path / "one"), "--to", "sgf")
    assert (result.exit_code, result.exception.__class__) == (1, SystemExit)
    words = os.strerror(errno.ELOOP)
    assert words[1:] in result.stderr
    if Path("/dev/zero").is_char_device():
        result = renju_command("info", "/dev/zero")
        assert result.exit_code == 1
        assert "/dev/zero: more than 16 MiB come from this device" in result.stderr
        with Path("/dev/zero").open("rb") as file:
            process = renju_process("info", "-", stdin=file)
        assert process.returncode == 1
        assert "<stdin>: more than 16 MiB come from this device" in process.stderr


def test_a_format_that_is_only_read(game: Path, tmp_path: Path) -> None:
    result = renju_command("convert", str(game), str(tmp_path / "o.db"))
    assert result.exit_code == 2
    assert "db can be read but not written" in result.stderr
    with pytest.raises(FormatError, match="'db' can be read but not written"):
        records.write([record_of(GAME)], tmp_path / "o.db")


@pytest.mark.skipif(sys.platform == "win32", reason="links and names of files of other systems")
def test_names_of_files_do_nothing_to_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a\n\x1b[31m.txt"
    path.write_text("h8 h8\n")
    result = renju_command("info", str(path))
    assert "\x1b" not in result.output
    assert "a\\n\\x1b[31m.txt" in result.stdout
    assert len(result.stderr.splitlines()) == 1
