"""Bulk jobs: rows against boards played move by move, from every source, into every sink."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset
import pyarrow.parquet as pq
import pytest

import renju
from bulk_support import PACKAGED, digests, made_games, made_table, written
from renju import Board, Color, Reading, Symmetry, Verdict, analysis, batch, bulk, records
from renju.shapes import ShapeKind
from support import READINGS


@pytest.fixture(scope="module")
def games() -> np.ndarray[Any, np.dtype[np.uint8]]:
    return made_games(300)


# What the columns hold


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.label)
def test_game_rows_are_what_a_board_finds(games, reading: Reading) -> None:
    rows = bulk.scan(games, reading=reading, columns=[c.name for c in bulk.COLUMNS["game"]])
    texts = batch.decode_moves(games)
    seen: Counter[str] = Counter()
    for index, (row, text) in enumerate(zip(rows.to_pylist(), texts, strict=True)):
        report = analysis.judge_game(text, reading=reading)
        five = report.fives[0] if report.fives else None
        foul = report.fouls[0] if report.fouls else None
        board = Board(text)
        assert row == {
            "game": index,
            "source": None,
            "place": f"row {index}",
            "length": len(report.moves),
            "opening": report.opening.id if report.opening else None,
            "first_five": five.number if five else None,
            "winner": five.color.label if five else None,
            "first_foul": foul.number if foul else None,
            "foul": foul.verdict.label if foul else None,
            "fouls": len(report.fouls),
            "foul_outcome": row["foul_outcome"],  # has a test of its own
            "result": None,
            "impossible": None,
            "problems": 0,
            "canonical_key": board.canonical_key,
            "game_key": row["game_key"],
            "duplicate_of": row["duplicate_of"],
            "moves": text,
        }
        seen.update({name: 1 for name in row if row[name] is not None})
    assert min(seen[n] for n in ("opening", "first_five", "first_foul", "foul_outcome")) > 4


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.label)
def test_move_rows_are_what_a_board_finds(games, reading: Reading) -> None:
    names = [c.name for c in bulk.COLUMNS["move"]]
    rows = iter(bulk.scan(games[:120], per="move", columns=names, reading=reading).to_pylist())
    for index, text in enumerate(batch.decode_moves(games[:120])):
        board, five = Board(reading=reading), False
        for number, move in enumerate(renju.parse_moves(text), start=1):
            row = next(rows)
            stone = not isinstance(move, renju.Pass)
            verdict = board.verdict(move) if stone else None
            shapes = board.shapes(move, board.to_move) if stone else ()
            threes = {shape.direction for shape in shapes if shape.kind is ShapeKind.THREE}
            black = board.to_move is Color.BLACK
            assert row == {
                "game": index,
                "move": number,
                "point": int(move),
                "color": int(board.to_move),
                "verdict": verdict,
                "after_five": five,
                "foul_points": len(board.fouls()) if stone and black else None,
                "straight_fours": sum(s.kind is ShapeKind.STRAIGHT_FOUR for s in shapes)
                if stone
                else None,
                "threes": len(threes) if stone else None,
                "move_text": str(move),
                "label": verdict.label if verdict is not None else None,
            }
            five |= verdict is Verdict.FIVE
            board.push(move) if stone else board.push_pass()
    assert next(rows, None) is None


def test_position_rows_are_what_a_board_finds() -> None:
    rng = np.random.default_rng(5)
    boards = rng.choice([0, 0, 0, 1, 1, 2], (60, 15, 15)).astype(np.int8)
    boards[0] = 0
    rows = bulk.scan(boards, per="position")
    verdicts = rows["verdicts"].chunk(0).to_numpy_ndarray()
    assert (verdicts == batch.verdict_map(boards)).all()
    for index, row in enumerate(rows.drop_columns(["verdicts"]).to_pylist()):
        board = Board.from_array(boards[index])
        kinds = Counter(board.fouls().values())
        winners = batch.winners(boards[index : index + 1])[0]
        assert row == {
            "position": index,
            "source": None,
            "winner": [None, "black", "white", "both"][winners],
            "fouls": sum(kinds.values()),
            "overlines": kinds[Verdict.OVERLINE],
            "double_fours": kinds[Verdict.DOUBLE_FOUR],
            "double_threes": kinds[Verdict.DOUBLE_THREE],
            "fives": len(board.five_points(Color.BLACK)),
            "canonical_key": board.canonical_key,
            "problems": 0,
        }


def test_positions_of_records(tmp_path: Path) -> None:
    texts = ["h8 i9 g7", "a1 a2 b1 b2 c1 c2 d1 d2 e1", "h8 h9 x"]
    (tmp_path / "games.txt").write_text("\n".join(texts), "utf-8")
    problems: list[bulk.RowProblem] = []
    rows = bulk.scan(tmp_path, per="position", problems=problems)
    boards = [Board("h8 i9 g7"), Board(texts[1]), Board("h8 h9")]
    assert rows["winner"].to_pylist() == [None, "black", None]
    assert rows["canonical_key"].to_pylist() == [board.canonical_key for board in boards]
    assert [(p.game, p.place) for p in problems] == [(2, "line 3")]
    twice = records.Record((), (renju.Point("a1"),), (renju.Point("a1"),), place="there")
    rows = bulk.scan([twice], per="position", problems=problems, columns=["fouls", "source"])
    assert rows.to_pylist() == [{"fouls": None, "source": None}]
    assert problems[-1].place == "there"


def test_games_on_a_set_up_are_judged_on_it() -> None:
    points = {color: tuple(renju.Point(p) for p in text.split()) for color, text in (
        ("black", "f8 g8 h6 h7"), ("white", "a1 b1 c1 o15"),
    )}  # fmt: skip
    moves = tuple(renju.parse_moves("h8 d1 a15 e1"))
    games = [
        records.Record(moves, points["black"], points["white"], place="here"),
        records.Record(moves[1:], points["black"], points["white"], Color.WHITE, result="0-1"),
        records.Record(tuple(renju.parse_moves("h8 f8")), points["black"]),
        records.Record((), (renju.Point("a1"),), (renju.Point("a1"),), place="there"),
    ]
    problems: list[bulk.RowProblem] = []
    rows = bulk.scan(games, problems=problems, columns=["place", "opening", "length", "first_five",
        "winner", "first_foul", "foul", "impossible", "canonical_key", "game_key"])  # fmt: skip
    one, two, three, four = rows.to_pylist()
    assert (one["first_foul"], one["foul"]) == (1, "double-three")
    assert (one["first_five"], one["winner"], one["opening"]) == (4, "white", None)
    assert (two["first_foul"], two["first_five"], two["winner"]) == (None, 3, "white")
    assert three["impossible"] == 1 or three["impossible"] == 2
    assert (four["length"], four["place"]) == (None, "there")
    final = Board(moves, black=points["black"], white=points["white"])
    assert one["canonical_key"] == final.canonical_key
    assert len({row["game_key"] for row in (one, two, three)}) == 3
    assert [(p.game, p.place) for p in problems] == [(3, "there"), (2, "")]
    by_move = bulk.scan(games[:2], per="move").to_pylist()
    assert [row["color"] for row in by_move] == [1, 2, 1, 2, 2, 1, 2]
    assert by_move[0]["verdict"] == Verdict.DOUBLE_THREE
    assert by_move[0]["threes"] == 2
    assert by_move[0]["foul_points"] == len(
        Board(black=points["black"], white=points["white"]).fouls()
    )


# h8 is a double-three here, made by Black's move 9
_FOUL = "f8 a1 g8 c1 h6 e1 h7 g1 h8"
_OVERLINE = "a8 a1 b8 c1 c8 e1 e8 g1 f8 i1 d8"


@pytest.mark.parametrize(
    ("moves", "result", "outcome"),
    [
        (_FOUL, "0-1", "claimed"),
        (_FOUL, "1-0", "missed"),
        (_FOUL, "1/2-1/2", "missed"),
        (_FOUL, None, None),
        (_FOUL, "void", None),
        (f"{_FOUL} i1", None, "missed"),  # RIF 9.8: the claim died with White's move
        (f"{_FOUL} i1", "0-1", "missed"),
        (_OVERLINE, "0-1", "claimed"),
        (f"{_OVERLINE} k1", "0-1", None),  # an overline can still be claimed (RIF 9.8)
        (f"{_OVERLINE} k1", "1-0", "missed"),
        (f"{_OVERLINE} k1", None, None),
        ("h8 i9", "0-1", None),
        ("a8 a1 b8 c1 c8 e1 d8 g1 e8 i1 f8", "1-0", None),  # the overline comes after the five
    ],
)
def test_what_became_of_a_foul(moves: str, result: str | None, outcome: str | None) -> None:
    table = pa.table({"moves": [moves], "result": pa.array([result], pa.string())})
    assert bulk.scan(table, columns=["foul_outcome"]).to_pylist() == [{"foul_outcome": outcome}]


def test_duplicates_are_found_up_to_symmetry_and_in_order(games) -> None:
    images = np.stack([
        [batch.PADDING if p == batch.PADDING else int(s.apply(renju.POINTS[p])) if p < 225 else p
         for p in games[7].tolist()]
        for s in Symmetry
    ]).astype(np.uint8)  # fmt: skip
    swapped = games[7].copy()
    swapped[[0, 2]] = swapped[[2, 0]]
    together = np.concatenate([games[:20], images, swapped[None], games[10:12]])
    rows = bulk.scan(together, columns=["game", "duplicate_of", "game_key"]).to_pylist()
    first: dict[int, int] = {}
    for row in rows:
        known = first.setdefault(row["game_key"], row["game"])
        assert row["duplicate_of"] == (None if known == row["game"] else known)
    assert [row["duplicate_of"] for row in rows[20:28]] == [7] * 8
    assert rows[28]["duplicate_of"] is None
    assert [row["duplicate_of"] for row in rows[29:]] == [10, 11]
    many = np.concatenate([made_games(3000, 12), made_games(3000, 12)])
    found = bulk.scan(many, columns=["duplicate_of", "length"], shard_games=700).to_pylist()
    assert all(row["duplicate_of"] <= i for i, row in enumerate(found[3000:]) if row["length"] > 4)


@pytest.mark.parametrize("plies", [0, 1, 5, 30, 400])
def test_keys_after_some_moves(games, plies: int) -> None:
    rows = bulk.scan(games, columns=["canonical_key"], key_after=plies)["canonical_key"].to_pylist()
    for text, key in zip(batch.decode_moves(games), rows, strict=True):
        moves = renju.parse_moves(text)
        assert key == (Board(moves[:plies]).canonical_key if len(moves) >= plies else None)


def test_columns_are_those_of_the_schema(games) -> None:
    for per, known in bulk.COLUMNS.items():
        source = np.zeros((2, 15, 15), np.uint8) if per == "position" else games[:2]
        assert bulk.scan(source, per=per).schema.equals(bulk.schema(per))
        names = [column.name for column in reversed(known)]
        assert bulk.scan(source, per=per, columns=names).schema.names == names
        assert all(field.metadata[b"doc"] for field in bulk.schema(per, names))


# Sources


def test_every_source_gives_the_same_rows(tmp_path: Path) -> None:
    table = made_table(1000)
    expected = bulk.scan(table, problems=[])
    assert expected["length"].null_count == 2
    assert expected["problems"].to_pylist().count(1) == 1
    apart = ["source", "place", "problems"]  # what is text in one form is null in another
    nothing = expected.drop_columns(apart)
    files = written(tmp_path, table)
    lists = pa.chunked_array(
        [[None if t is None or "z" in t else [int(m) for m in renju.parse_moves(t)] for t in
          table["moves"].to_pylist()]], pa.list_(pa.uint8())
    )  # fmt: skip
    sources: dict[str, Any] = {
        "path": files["parquet"],
        "text path": str(files["parquet"]),
        "arrow file": files["arrow"],
        "arrow stream": files["arrows"],
        "chunked": pa.Table.from_batches(table.to_batches(max_chunksize=77)),
        "record batch": table.combine_chunks().to_batches()[0],
        "batches": table.to_batches(max_chunksize=99),
        "reader": table.to_reader(),
        "stream": _Stream(table),
        "dataset": pyarrow.dataset.dataset(files["parquet"]),
        "memory dataset": pyarrow.dataset.dataset(table),
        "lists": table.set_column(0, "moves", lists),
        "sliced": pa.concat_tables([table, table]).slice(0, 1000),
    }
    for name, source in sources.items():
        for threads in (1, 2):
            if name == "reader" and threads == 2:
                continue
            found = bulk.scan(source, problems=[], threads=threads)
            assert found.drop_columns(apart).equals(nothing), name
    column = bulk.scan(table["moves"], problems=[], columns=["length", "canonical_key"])
    assert column.equals(expected.select(["length", "canonical_key"]))


class _Stream:
    """Something with the Arrow C interface only."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


def test_files_of_records_folders_and_patterns(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    whole = PACKAGED.read_text("utf-8")
    (tmp_path / "b" / "games.txt").write_text(whole, "utf-8")
    (tmp_path / "a.txt").write_text("h8 i9 g7\nh8 h9\n", "utf-8")
    (tmp_path / ".hidden").write_text("h8", "utf-8")
    (tmp_path / "c.sgf").write_text("(;FF[4]GM[4]SZ[15]RE[B+];B[hh];W[ig];B[gi])", "utf-8")
    pq.write_table(made_table(50), tmp_path / "d.parquet")
    in_folder = bulk.scan(tmp_path, problems=[])
    names = dict.fromkeys(Path(s).name for s in in_folder["source"].to_pylist())
    assert list(names) == ["a.txt", "games.txt", "c.sgf", "d.parquet"]
    assert in_folder["game"].to_pylist() == list(range(in_folder.num_rows))
    one_by_one = [
        bulk.scan(path, problems=[]).drop_columns(["game"])
        for path in sorted(p for p in tmp_path.rglob("*") if p.is_file() and p.name != ".hidden")
    ]
    assert in_folder.drop_columns(["game"]).equals(pa.concat_tables(one_by_one))
    pattern = bulk.scan(f"{tmp_path}/*.txt")
    assert pattern["place"].to_pylist() == ["line 1", "line 2"]
    both = bulk.scan([tmp_path / "c.sgf", tmp_path / "a.txt"], columns=["length", "result"])
    assert both.to_pylist()[0] == {"length": 3, "result": "1-0"}
    assert both.num_rows == 3


def test_streams_of_batches(games) -> None:
    reader = bulk.scan_batches(games, per="move", shard_games=100, threads=2)
    assert isinstance(reader, pa.RecordBatchReader)
    assert reader.schema == bulk.schema("move")
    assert reader.read_all().equals(bulk.scan(games, per="move"))


@pytest.mark.parametrize("threads", [1, 2, 7, 0])
@pytest.mark.parametrize("per", ["game", "move"])
def test_rows_do_not_depend_on_threads(threads: int, per: str) -> None:
    table = made_table(9000)
    found = bulk.scan(table, per=per, threads=threads, problems=[])
    assert found.equals(bulk.scan(table, per=per, problems=[], shard_games=500))


def test_no_rows() -> None:
    empty = np.zeros((0, 5), np.uint8)
    for source in (empty, pa.table({"moves": pa.array([], pa.string())}), iter(())):
        assert bulk.scan(source).num_rows == 0
    assert (
        bulk.scan(np.zeros((3, 0), np.uint8), columns=["length"]).to_pylist() == [{"length": 0}] * 3
    )


# What is wrong


def test_problems_are_named_and_nothing_is_lost(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("h8 i9\nh8 h8 i9\nh8 q9\n", "utf-8")
    (tmp_path / "bad.bin").write_bytes(bytes(range(200, 256)) * 9)
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 and then nothing")
    pq.write_table(pa.table({"game": ["h8"]}), tmp_path / "other.parquet")
    pq.write_table(pa.table({"moves": [1.5]}), tmp_path / "type.parquet")
    pq.write_table(
        pa.table({"moves": ["h8 h8", None, "x", "h8"], "result": ["1-0", "so", None, "?"]}),
        tmp_path / "rows.parquet",
    )
    problems: list[bulk.RowProblem] = []
    rows = bulk.scan(tmp_path, problems=problems, columns=["game", "length", "impossible"])
    assert rows["length"].to_pylist()[-4:] == [2, None, None, 1]
    said = [(Path(p.source).name, p.game, p.place, p.message) for p in problems]
    files = {name for name, game, _, _ in said if game is None}
    assert files == {"bad.parquet", "other.parquet", "type.parquet"}
    assert "bad.bin" in {name for name, _, _, _ in said}
    rest = {(name, place): text for name, game, place, text in said if game is not None}
    assert "occupied" in rest["rows.parquet", "row 0"]
    assert "'so' is no result" in rest["rows.parquet", "row 1"]
    assert "'x' is no game" in rest["rows.parquet", "row 2"]
    assert any("h8" in text for (name, _), text in rest.items() if name == "good.txt")
    other = next(text for name, _, _, text in said if name == "other.parquet")
    assert "no column 'moves'" in other
    assert "moves_column=" in other
    summary = bulk.scan(tmp_path, tmp_path / "out.csv", columns=["game", "length"])
    table = pq.read_table(tmp_path / "out.problems.parquet")
    assert table.num_rows == len(said) == summary.problems
    with pytest.warns(RuntimeWarning, match="problems= gets them all"):
        bulk.scan(tmp_path / "good.txt")


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: bulk.scan("nowhere.parquet"), FileNotFoundError, "nowhere.parquet"),
        (lambda: bulk.scan(3), TypeError, "int is no source"),
        (lambda: bulk.scan(["h8 i9"]), FileNotFoundError, "h8 i9"),
        (lambda: bulk.scan(iter(["h8 i9"])), TypeError, "pyarrow.table"),
        (lambda: bulk.scan(np.zeros((2, 15, 15), np.uint8)), TypeError, "per='position'"),
        (lambda: bulk.scan(np.zeros((2, 3))), TypeError, "uint8"),
        (lambda: bulk.scan(made_games(2), per="row"), ValueError, "per='row'"),
        (lambda: bulk.scan(made_games(2), columns=["no"]), ValueError, "'no' is no column"),
        (lambda: bulk.scan(made_games(2), columns="game"), TypeError, "list of names"),
        (lambda: bulk.scan(made_games(2), columns=["game", "game"]), ValueError, "once"),
        (lambda: bulk.scan(made_games(2), threads=-1), ValueError, "threads"),
        (lambda: bulk.scan(made_games(2), key_after=-1), ValueError, "key_after"),
        (lambda: bulk.scan(made_games(2), shard_games=0), ValueError, "shard_games"),
        (lambda: bulk.scan(made_games(2), resume=True), ValueError, "folder"),
        (lambda: bulk.scan(pa.table({"a": ["h8"]})), TypeError, "no column 'moves'"),
        (lambda: bulk.scan(pa.table({"moves": [1.5]})), TypeError, "moves"),
        (
            lambda: bulk.scan(np.zeros((1, 15, 15), np.uint8), "x.csv", per="position"),
            ValueError,
            "without verdicts",
        ),
    ],
)
def test_what_is_refused(call: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()


# Sinks


def test_files_hold_the_rows(tmp_path: Path) -> None:
    table = made_table(800)
    for per in ("game", "move"):
        expected = bulk.scan(table, per=per, problems=[])
        seen: list[tuple[int, int | None]] = []

        def note(done: int, total: int | None, seen: list[Any] = seen) -> None:
            seen.append((done, total))

        summary = bulk.scan(table, tmp_path / "out.parquet", per=per, progress=note)
        assert pq.read_table(tmp_path / "out.parquet").equals(expected)
        assert (summary.rows, summary.games) == (expected.num_rows, 800)
        assert seen[-1] == (800, 800)
        bulk.scan(table, tmp_path / "out.jsonl", per=per)
        lines = (tmp_path / "out.jsonl").read_text("utf-8").splitlines()
        assert [json.loads(line) for line in lines] == expected.to_pylist()
        bulk.scan(table, tmp_path / "out.csv", per=per)
        options = pyarrow.csv.ConvertOptions(column_types=expected.schema, strings_can_be_null=True)
        read = pyarrow.csv.read_csv(tmp_path / "out.csv", convert_options=options)
        assert read.equals(expected)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_file_is_not_half_written(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    out.write_bytes(b"what was there")

    def fails(done: int, total: int | None) -> None:
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        bulk.scan(made_games(10), out, progress=fails)
    assert [path.name for path in tmp_path.iterdir()] == ["out.parquet"]
    assert out.read_bytes() == b"what was there"


def test_a_folder_of_shards(tmp_path: Path) -> None:
    table = made_table(1000)
    source = written(tmp_path, table)["parquet"]
    out = tmp_path / "out"
    problems: list[bulk.RowProblem] = []
    summary = bulk.scan(source, out, per="move", shard_games=150, problems=problems)
    expected = bulk.scan(source, per="move", problems=[])
    assert pq.read_table(out / "moves").equals(expected)
    assert summary.rows == expected.num_rows
    assert summary.files == sorted(summary.files)
    assert len(summary.files) == 10  # five row groups of 200 games, of 150 and 50
    wrong = pq.read_table(out / "problems.parquet").to_pylist()
    assert [row["message"] for row in wrong] == [p.message for p in problems]
    manifest = json.loads((out / "manifest.json").read_text("utf-8"))
    assert manifest["state"] == "done"
    assert manifest["rows"] == expected.num_rows
    assert sorted(path.name for path in out.iterdir()) == [
        ".journal",
        "manifest.json",
        "moves",
        "problems.parquet",
    ]
    before = digests(out)
    again = bulk.scan(source, out, per="move", shard_games=150, resume=True)
    assert again.resumed == 1000
    assert digests(out) == before
    with pytest.raises(FileExistsError, match="resume=True"):
        bulk.scan(source, out, per="move", shard_games=150)
    with pytest.raises(ValueError, match="reading"):
        bulk.scan(source, out, per="move", shard_games=150, resume=True, reading="permitted")
    pq.write_table(table, source, row_group_size=300)
    with pytest.raises(ValueError, match="another input"):
        bulk.scan(source, out, per="move", shard_games=150, resume=True)
    with pytest.raises(FileExistsError, match="other files"):
        bulk.scan(source, tmp_path)


_JOB = """
import sys, time
from renju import bulk
bulk.scan(sys.argv[1], sys.argv[2], per="move", shard_games=100, threads=2, resume=True,
          columns=bulk.schema("move").names, progress=lambda *_: time.sleep(0.03))
"""


def test_a_job_killed_at_any_moment_goes_on(tmp_path: Path) -> None:
    """Kill -9 several times in the middle, then finish: the same files as of a job left alone."""
    source = written(tmp_path, made_table(4000))["parquet"]
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    bulk.scan(source, whole, per="move", shard_games=100)
    done = 0
    for _ in range(3):
        job = subprocess.Popen([sys.executable, "-c", _JOB, str(source), str(torn)])
        while job.poll() is None and len(list(torn.rglob("*.parquet"))) < done + 3:
            pass
        job.kill()
        assert job.wait() != 0  # it was not done yet
        done = len(list(torn.rglob("*.parquet")))
        assert 0 < done < 40
        assert json.loads((torn / "manifest.json").read_text("utf-8"))["state"] == "running"
    summary = bulk.scan(source, torn, per="move", shard_games=100, resume=True)
    assert 100 <= summary.resumed < 4000
    assert digests(torn) == digests(whole)


class _Stopped(Exception):
    pass


@pytest.mark.parametrize("stop", [1, 2, 3, 7, 9, 12])
def test_a_stopped_job_goes_on_whatever_was_being_written(tmp_path: Path, stop: int) -> None:
    """Stop after some chunks, damage what a crash could damage, and finish, duplicates and all."""
    files = [written(tmp_path, pa.concat_tables([made_table(300), made_table(200)]))["parquet"]]
    (tmp_path / "more.txt").write_text(PACKAGED.read_text("utf-8"), "utf-8")
    files.append(tmp_path / "more.txt")
    options: dict[str, Any] = {
        "columns": [column.name for column in bulk.COLUMNS["game"]],
        "shard_games": 60,
        "report": None,
    }
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    told: list[int] = []
    bulk.scan(files, whole, **options, progress=lambda *_: told.append(1))

    def stops() -> Iterator[None]:
        for _ in range(stop):
            yield
        raise _Stopped

    steps = stops()
    with pytest.raises(_Stopped):
        bulk.scan(files, torn, **options, progress=lambda *_: next(steps))
    for journal in (torn / ".journal").glob("*.jsonl"):
        with journal.open("ab") as file:
            file.write(b'{"index": 77, "file": "gam')  # the line that was being written
    (torn / "games" / ".part-00000-009.parquet.1.tmp").write_bytes(b"half")
    bulk.scan(files, torn, **options, resume=True)
    assert digests(torn) == digests(whole)
    assert len(told) > 12


def test_memory_does_not_grow_with_the_rows(tmp_path: Path) -> None:
    """All rows in one row group; a process of its own says the most memory it had."""
    rng = np.random.default_rng(1)
    board = rng.choice([0, 0, 1, 2], (20_000, 225)).astype(np.int8)
    flat = pa.FixedSizeListArray.from_arrays(pa.array(board.reshape(-1)), 225)
    most = []
    for copies in (2, 12):
        table = pa.table({"board": pa.chunked_array([flat] * copies)})
        pq.write_table(table, tmp_path / "boards.parquet", row_group_size=table.num_rows)
        program = (
            "import resource, sys; from renju import bulk\n"
            "bulk.scan(sys.argv[1], sys.argv[2], per='position', columns=['verdicts'], threads=2)\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
        )
        arguments = [str(tmp_path / "boards.parquet"), str(tmp_path / "out.parquet")]
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments], check=True, capture_output=True, text=True
        )
        most.append(int(done.stdout))
    assert most[1] < 500
    assert most[1] - most[0] < 60  # of 45 MB more for the boards, and as much for the maps


def test_a_folder_inside_its_source_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text("h8 i9\nh8 h9\n", "utf-8")
    bulk.scan(tmp_path, tmp_path / "judged")
    assert bulk.scan(tmp_path, tmp_path / "judged", resume=True).resumed == 2
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        bulk.scan(tmp_path / "games.txt", tmp_path / "nowhere" / "out.csv")


def test_what_is_read_is_not_written_over(tmp_path: Path) -> None:
    source = written(tmp_path, made_table(30))["parquet"]
    before = source.read_bytes()
    (tmp_path / "link.parquet").symlink_to(source)
    for sink in (source, tmp_path / "link.parquet"):
        with pytest.raises(ValueError, match="is read and cannot be written"):
            bulk.scan(source, sink)
    with pytest.raises(ValueError, match="is read and cannot be written"):
        bulk.scan(source, tmp_path / "out.csv", report=source)
    assert source.read_bytes() == before


def test_a_damaged_journal_is_named(tmp_path: Path) -> None:
    source = written(tmp_path, made_table(300))["parquet"]

    def stops(done: int, total: int | None) -> None:
        if done > 100:
            raise _Stopped

    with pytest.raises(_Stopped):
        bulk.scan(source, tmp_path / "out", shard_games=50, progress=stops)
    journal = tmp_path / "out" / ".journal" / "00000.jsonl"
    whole = journal.read_bytes()
    journal.write_bytes(b"{]\n" + whole)
    with pytest.raises(ValueError, match=r"00000\.jsonl is damaged"):
        bulk.scan(source, tmp_path / "out", shard_games=50, resume=True)
    journal.unlink()
    bulk.scan(source, tmp_path / "out", shard_games=50, resume=True)
    bulk.scan(source, tmp_path / "whole", shard_games=50)
    assert digests(tmp_path / "out") == digests(tmp_path / "whole")


# What strangers did


def test_shards_that_are_lost_are_made_again(tmp_path: Path) -> None:
    source = written(tmp_path, made_table(600))["parquet"]
    out, whole = tmp_path / "out", tmp_path / "whole"
    for folder in (out, whole):
        bulk.scan(source, folder, shard_games=50)
    shards = sorted((out / "games").iterdir())
    shards[3].unlink()
    shards[7].write_bytes(b"")
    (out / "problems.parquet").unlink()
    bulk.scan(source, out, shard_games=50, resume=True)
    assert digests(out) == digests(whole)
    for shard in shards:
        shard.unlink()
    (out / "games").rmdir()
    (out / ".journal" / "part-00001-000.problems.parquet").unlink(missing_ok=True)
    bulk.scan(source, out, shard_games=50, resume=True)
    assert digests(out) == digests(whole)


def test_one_job_at_a_time_has_a_folder(tmp_path: Path) -> None:
    games = made_games(300)

    def another(done: int, total: int | None) -> None:
        with pytest.raises(FileExistsError, match="another job is at work"):
            bulk.scan(games, tmp_path / "out", resume=True)

    bulk.scan(games, tmp_path / "out", progress=another, shard_games=100)
    assert bulk.scan(games, tmp_path / "out", resume=True, shard_games=100).resumed == 300
    assert not (tmp_path / "out" / ".lock").exists()


def test_filters_of_datasets_hold(tmp_path: Path) -> None:
    source = written(tmp_path, made_table(300))["parquet"]
    dataset = pyarrow.dataset.dataset(source)
    wanted = dataset.filter(pyarrow.dataset.field("result") == "1-0")
    count = wanted.count_rows()
    assert 0 < count < 300
    assert bulk.scan(wanted, problems=[]).num_rows == count
    assert bulk.scan(wanted.scanner(), problems=[]).num_rows == count


def test_names_that_are_no_utf_8(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path / "games")
    os.mkdir(folder)  # noqa: PTH102
    table = tmp_path / "games.parquet"
    pq.write_table(made_table(20), table)
    Path(os.fsdecode(folder + b"/a\xff.parquet")).write_bytes(table.read_bytes())
    Path(os.fsdecode(folder + b"/b\xff.txt")).write_bytes(b"h8 i9\nh8 h8\n")
    problems: list[bulk.RowProblem] = []
    summary = bulk.scan(folder, tmp_path / "out", problems=problems)
    assert summary.games == 22
    assert {Path(p.source).name for p in problems} == {r"a\udcff.parquet", r"b\udcff.txt"}
    assert bulk.scan(folder, tmp_path / "out", resume=True).resumed == 22


def test_damaged_row_groups_lose_no_other_rows(tmp_path: Path) -> None:
    table = made_table(4000)
    path = tmp_path / "games.parquet"
    pq.write_table(table, path, row_group_size=1000, compression="none")
    meta = pq.read_metadata(path)
    start = meta.row_group(2).column(0).data_page_offset
    content = bytearray(path.read_bytes())
    content[start : start + 40] = bytes(40)
    path.write_bytes(content)
    sound = bulk.scan(table, columns=["game", "canonical_key"], problems=[]).to_pylist()
    for shard_games in (100, 1500, 100_000):
        problems: list[bulk.RowProblem] = []
        rows = bulk.scan(
            path,
            columns=["game", "canonical_key"],
            problems=problems,
            shard_games=shard_games,
        ).to_pylist()
        assert rows[:2000] == sound[:2000]
        assert rows[3000:] == sound[3000:]
        assert [row["game"] for row in rows] == list(range(4000))
        assert [p.place for p in problems if p.game is None] == ["rows 2000 to 2999"]


def test_csv_files_with_a_header_are_tables(tmp_path: Path) -> None:
    table = made_table(200)
    texts = [text or None for text in table["moves"].to_pylist()]  # an empty cell is no game
    table = table.set_column(0, "moves", pa.array(texts))
    rows = bulk.scan(table, columns=["length", "result", "canonical_key"], problems=[])
    pyarrow.csv.write_csv(table, tmp_path / "games.csv")
    found = bulk.scan(tmp_path / "games.csv", columns=rows.schema.names, problems=[])
    assert found.equals(rows)
    (tmp_path / "moves.csv").write_text("h8,i9,g7\n", "utf-8")  # no header: records
    assert bulk.scan(tmp_path / "moves.csv", columns=["length"]).to_pylist() == [{"length": 3}]


def test_a_broken_row_of_a_csv_file_costs_no_other(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_bytes(
        b'moves,result\n"h8 i9",1-0\nh8 j8 \xe9,0-1\nh8,1-0,more\n\nh8\n"'
        + b"h" * 200_000
        + b'",\nh8,0-1\n'
    )
    problems: list[bulk.RowProblem] = []
    rows = bulk.scan(path, columns=["game", "length", "result"], problems=problems)
    assert rows["length"].to_pylist()[:4] == [2, None, None, None]
    assert rows["length"].to_pylist()[-1] == 1
    assert rows["result"].to_pylist()[-1] == "0-1"
    said = [str(problem) for problem in problems]
    assert any("row 1: 'h8 j8 " in text for text in said)
    assert any("line 4: 3 columns, expected 2" in text for text in said)
    assert any("line 6: 1 columns, expected 2" in text for text in said)
    assert any("field larger than field limit" in text for text in said)
    path.write_bytes("moves,result,remark\nh8 i9,1-0,caf\xe9\n".encode("latin-1"))
    assert bulk.scan(path, columns=["length"], encoding="latin-1").to_pylist() == [{"length": 2}]


def test_a_csv_file_without_the_column_is_refused(tmp_path: Path) -> None:
    for header in ("Moves,result", "moves;result", "game"):
        (tmp_path / "games.csv").write_text(f"{header}\nh8 i9,1-0\n", "utf-8")
        with pytest.raises(TypeError, match="there is no column 'moves'"):
            bulk.scan(tmp_path / "games.csv")
    (tmp_path / "games.csv").write_text("moves,result\nh8 i9,1-0\n", "utf-8")
    with pytest.raises(TypeError, match="there is no column 'xx'"):
        bulk.scan(tmp_path / "games.csv", moves_column="xx")


def test_a_report_is_not_written_over_the_rows(tmp_path: Path) -> None:
    games = made_games(5)
    out = tmp_path / "out.parquet"
    for report in (out, tmp_path / "out.problems.parquet"):
        with pytest.raises(ValueError, match="what the job writes"):
            bulk.scan(games, out, report=report)
    for name in ("manifest.json", "problems.parquet"):
        with pytest.raises(ValueError, match="what the job writes"):
            bulk.scan(games, tmp_path / "out", report=tmp_path / "out" / name)
    bulk.scan(games, tmp_path / "out", report=tmp_path / "out" / "report.html")
    assert (tmp_path / "out" / "report.html").read_bytes().startswith(b"<!DOCTYPE html>")


def test_what_was_changed_in_a_folder_is_named_or_made_again(tmp_path: Path) -> None:
    source = written(tmp_path, made_table(300))["parquet"]
    out, whole = tmp_path / "out", tmp_path / "whole"
    for folder in (out, whole):
        bulk.scan(source, folder, shard_games=50)
    good = digests(whole)
    (out / "problems.parquet").write_bytes(b"")
    bulk.scan(source, out, shard_games=50, resume=True)
    assert digests(out) == good
    manifest = out / "manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace('"file"', '"fiel"', 1), "utf-8")
    for problems in (out / ".journal").glob("*.parquet"):
        problems.write_bytes(b"")
    bulk.scan(source, out, shard_games=50, resume=True)
    assert digests(out) == good
    journal = out / ".journal" / "00000.jsonl"
    manifest.write_text(manifest.read_text("utf-8").replace('"done"', '"running"'), "utf-8")
    content = journal.read_bytes()
    for one, other in ((b'"positions"', b'"pos1tions"'), (b'"games": 5', b'"games": 6')):
        journal.write_bytes(content.replace(one, other, 1))
        with pytest.raises(ValueError, match=r"00000\.jsonl is damaged in line 1"):
            bulk.scan(source, out, shard_games=50, resume=True)


def test_another_filter_is_another_input(tmp_path: Path) -> None:
    dataset = pyarrow.dataset.dataset(written(tmp_path, made_table(100))["parquet"])
    black = dataset.filter(pyarrow.dataset.field("result") == "1-0")
    white = dataset.filter(pyarrow.dataset.field("result") == "0-1")
    bulk.scan(black, tmp_path / "out")
    assert bulk.scan(black, tmp_path / "out", resume=True).resumed == black.count_rows()
    with pytest.raises(ValueError, match="another input"):
        bulk.scan(white, tmp_path / "out", resume=True)


def test_tables_are_known_by_what_they_hold(tmp_path: Path) -> None:
    files = written(tmp_path, made_table(50))
    for name in ("parquet", "arrow"):
        renamed = files[name].rename(tmp_path / f"{name}_table")
        assert bulk.scan(renamed, problems=[]).num_rows == 50


def test_what_jobs_wrote_is_not_read_as_games(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text("h8 i9\nh8 h9\n", "utf-8")
    bulk.scan(tmp_path / "games.txt", tmp_path / "judged", columns=["game", "moves"])
    bulk.scan(tmp_path / "games.txt", tmp_path / "one.parquet", columns=["game", "moves"])
    (tmp_path / "one.parquet").rename(tmp_path / "two.parquet")
    assert bulk.scan(tmp_path)["source"].to_pylist() == [
        str(tmp_path / name) for name in ("games.txt", "games.txt", "two.parquet", "two.parquet")
    ]
    assert bulk.scan(tmp_path / "judged").num_rows == 2  # named itself, its rows are read


def test_results_that_are_none_do_not_cost_the_games(tmp_path: Path) -> None:
    pq.write_table(
        pa.table({"moves": ["h8", "h8 i9"], "result": [[1], [2]]}), tmp_path / "a.parquet"
    )
    twice = pa.Table.from_arrays([pa.array(["h8"])] * 2, ["moves", "moves"])
    pq.write_table(twice, tmp_path / "b.parquet")
    numbers = pa.table({"moves": ["h8"] * 4, "result": [1.0, 0.5, 0.0, None]})
    pq.write_table(numbers, tmp_path / "c.parquet")
    problems: list[bulk.RowProblem] = []
    rows = bulk.scan(tmp_path, columns=["length", "result"], problems=problems)
    assert rows["length"].to_pylist() == [1, 2, 1, 1, 1, 1]
    assert rows["result"].to_pylist() == [None, None, "1-0", "1/2-1/2", "0-1", None]
    assert ["holds no results" in p.message for p in problems] == [True, False]
    assert "2 columns 'moves'" in problems[1].message


def test_games_that_could_not_be_read_whole_are_marked(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text("h8 i9\nh8 z9\nh8 h8\n", "utf-8")
    rows = bulk.scan(tmp_path, problems=[], columns=["length", "problems"])
    assert rows["problems"].to_pylist() == [0, 1, 1]


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"format": "nope"}, ValueError, "format='nope': known are"),
        ({"encoding": "nope"}, renju.FormatError, "nope"),
        ({"key_after": 1.5}, ValueError, "key_after"),
        ({"key_after": True}, ValueError, "key_after"),
        ({"key_after": 1 << 70}, ValueError, "key_after"),
        ({"shard_games": 1.5}, ValueError, "shard_games"),
        ({"problems": ()}, TypeError, "give a list"),
        ({"sink": ""}, ValueError, "sink=''"),
        ({"sink": "{folder}"}, IsADirectoryError, "this is a folder"),
        ({"sink": "out.json"}, ValueError, "json is not written"),
        ({"report": "no/r.html"}, FileNotFoundError, "there is no folder no"),
        ({"report": "{folder}"}, IsADirectoryError, "this is a folder"),
    ],
)
def test_wrong_options_are_refused_before_the_work(
    tmp_path: Path, options: dict[str, Any], error: type[Exception], says: str
) -> None:
    (tmp_path / "games.txt").write_text("h8 i9\n", "utf-8")
    folder = tmp_path / "folder.parquet"
    folder.mkdir()
    given = {k: str(folder) if v == "{folder}" else v for k, v in options.items()}

    def never(done: int, total: int | None) -> None:
        raise AssertionError("it has begun")

    with pytest.raises(error, match=says):
        bulk.scan(tmp_path / "games.txt", progress=never, **given)


def test_other_wrong_calls(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="an empty path"):
        bulk.scan("")
    with pytest.raises(TypeError, match="'nope' is no option here"):
        bulk.scan_batches(made_games(2), nope=1)
    with pytest.raises(TypeError, match="RecordBatchReader"):
        bulk.scan(iter(made_table(5).to_batches()))
    (tmp_path / "inside").mkdir()
    with pytest.raises(FileNotFoundError, match="folders only"):
        bulk.scan(f"{tmp_path}/*")
    manifest = tmp_path / "job" / "manifest.json"
    manifest.parent.mkdir()
    manifest.write_text('{"format": "renju scan 1"}', "utf-8")
    with pytest.raises(ValueError, match="is no manifest of a job"):
        bulk.scan(made_games(2), tmp_path / "job", resume=True)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interruption_stays_one(tmp_path: Path, threads: int) -> None:
    def interrupts(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    for sink in ("out.parquet", "out", "out.csv"):
        with pytest.raises(KeyboardInterrupt):
            bulk.scan(
                made_table(9000),
                tmp_path / sink,
                per="move",
                threads=threads,
                progress=interrupts,
            )
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
