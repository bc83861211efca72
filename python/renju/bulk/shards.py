"""A folder of shards: what a job has written, and what is still to do after it was stopped.

`games/part-00000-000.parquet` (or `moves/`, `positions/`) is a shard: some games of a part of the input.
It appears under its name when it is whole; then a line in the journal of the part says so. The manifest is written
first with what the job is, and last with what it made. Nothing depends on when or where a shard was made, so that a job that
goes on makes the same files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from .. import _core
from .chunks import RowProblem
from .sinks import PROBLEMS, Writer, open_writer, replaced, write_problems
from .tally import Tally
from .work import Job, Piece

__all__ = ["Folder", "Shard"]

_MANIFEST: Final = "manifest.json"
_JOURNAL: Final = ".journal"
_FORMAT: Final = "renju scan 1"


@dataclass
class Shard:
    """A shard that is written, or a stretch of input that gave no rows.

    Attributes
    ----------
    file
        Its name in the folder, empty if it has no rows.
    pieces, games, rows
        How many it has.
    tally
        The counts of its games.
    problems
        What was wrong in them.
    """

    file: str = ""
    pieces: int = 0
    games: int = 0
    rows: int = 0
    tally: Tally = field(default_factory=Tally)
    problems: list[RowProblem] = field(default_factory=list)

    def add(self, piece: Piece) -> None:
        """Count a piece."""
        self.pieces += 1
        self.games += piece.games
        self.rows += piece.batch.num_rows
        self.tally += piece.tally
        self.problems += piece.problems

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        return {
            "file": self.file,
            "pieces": self.pieces,
            "games": self.games,
            "rows": self.rows,
            "tally": self.tally.to_dict(),
            "problems": [asdict(problem) for problem in self.problems],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Shard:
        """Return the shard that `to_dict` made data of."""
        return cls(
            data["file"],
            data["pieces"],
            data["games"],
            data["rows"],
            Tally.from_dict(data["tally"]),
            [RowProblem(**problem) for problem in data["problems"]],
        )


class Folder:
    """The folder of a job.

    Parameters
    ----------
    path
        The folder.
    job
        What is made of every part.
    """

    def __init__(self, path: Path, job: Job) -> None:
        self.path = path
        self.job = job
        self._rows = f"{job.per}s"

    def begin(self, parts: Sequence[Mapping[str, Any]], *, resume: bool) -> bool:
        """Write the manifest, or find that it is there and the job the same.

        Parameters
        ----------
        parts
            The fingerprints of the parts.
        resume
            Whether to go on with a job that is there.

        Returns
        -------
        bool
            Whether the job was done before.

        Raises
        ------
        FileExistsError
            If the folder holds a job and `resume` is false, or other files.
        ValueError
            If it holds another job.
        """
        known = self.manifest()
        wanted = {"format": _FORMAT, "job": self.job.to_dict(), "parts": [*parts]}
        if known is not None:
            if not resume:
                raise FileExistsError(
                    f"{self.path} holds a job already: resume=True goes on with it, or name another "
                    "folder"
                )
            _same(self.path, known, json.loads(json.dumps(wanted)))
            for left in self.path.rglob(".*.tmp"):
                left.unlink()
            return bool(known["state"] == "done")
        if self.path.exists() and any(
            not item.name.endswith(".tmp") for item in self.path.iterdir()
        ):
            raise FileExistsError(f"{self.path} holds other files: name a new or an empty folder")
        (self.path / _JOURNAL).mkdir(parents=True, exist_ok=True)
        (self.path / self._rows).mkdir(exist_ok=True)
        self._write_manifest({**wanted, "state": "running"})
        return False

    def manifest(self) -> dict[str, Any] | None:
        """Return the manifest, None if there is none.

        Raises
        ------
        ValueError
            If it is damaged.
        """
        path = self.path / _MANIFEST
        try:
            found = json.loads(path.read_text("utf-8"))
            if found["format"] == _FORMAT:
                return dict(found)
            said = f"its format is {found['format']!r}, and this version reads {_FORMAT!r}"
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError) as error:
            said = f"{type(error).__name__}: {error}"
        raise ValueError(f"{path} is no manifest of a job: {said}")

    def _write_manifest(self, content: Mapping[str, Any]) -> None:
        with replaced(self.path / _MANIFEST) as file:
            file.write(json.dumps(content, indent=1, ensure_ascii=False).encode() + b"\n")

    # Parts

    def _journal(self, part: int) -> Path:
        return self.path / _JOURNAL / f"{part:05}.jsonl"

    def done(self, part: int) -> tuple[list[Shard], bool]:
        """Return the shards of a part that are written, and whether these are all."""
        shards: list[Shard] = []
        try:
            lines = self._journal(part).read_bytes().split(b"\n")
        except FileNotFoundError:
            return shards, False
        for line in lines[:-1]:  # what has no end of line was being written when the job stopped
            try:
                entry = json.loads(line)
            except ValueError as error:
                raise ValueError(
                    f"{self._journal(part)} is damaged: {error}; remove it to judge its part again"
                ) from None
            if "end" in entry:
                return shards, True
            if entry["index"] == len(shards):  # a line can be there twice, if two jobs ran at once
                shards.append(Shard.from_dict(entry))
        return shards, False

    def write(self, part: int, before: int, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """Write a part's pieces from shard `before` on, and yield each as it is written."""
        journal = self._journal(part)
        _drop_unfinished_line(journal)
        shard, index = Shard(), before
        with ExitStack() as stack:
            writer: Writer | None = None
            for piece in pieces:
                if writer is None and piece.batch.num_rows:
                    shard.file = f"{self._rows}/part-{part:05}-{index:03}.parquet"
                    writer = stack.enter_context(
                        open_writer(self.path / shard.file, self.job.schema)
                    )
                if writer is not None:
                    writer.write(piece.batch)
                shard.add(piece)
                yield piece
                if shard.pieces == self.job.shard_chunks:
                    stack.pop_all().__exit__(None, None, None)
                    _append(journal, {"index": index, **shard.to_dict()})
                    shard, index, writer = Shard(), index + 1, None
            stack.pop_all().__exit__(None, None, None)
        if shard.pieces:
            _append(journal, {"index": index, **shard.to_dict()})
        _append(journal, {"end": True})

    def finish(self, parts: Sequence[Mapping[str, Any]]) -> None:
        """Write the problems and the manifest when all parts are done."""
        total, rows = Tally(), 0
        shards: list[dict[str, Any]] = []
        with open_writer(self.path / "problems.parquet", PROBLEMS) as writer:
            for part in range(len(parts)):
                for shard in self.done(part)[0]:
                    write_problems(writer, shard.problems)
                    total += shard.tally
                    rows += shard.rows
                    if shard.file:
                        shards.append({n: getattr(shard, n) for n in ("file", "games", "rows")})
        self._write_manifest(
            {
                "format": _FORMAT,
                "job": self.job.to_dict(),
                "parts": [*parts],
                "state": "done",
                "version": _core.__version__,
                "shards": shards,
                "rows": rows,
                "totals": total.to_dict(),
            }
        )
        for part in range(len(parts)):
            self._journal(part).unlink(missing_ok=True)
        if (self.path / _JOURNAL).exists():
            (self.path / _JOURNAL).rmdir()


def _append(path: Path, entry: Mapping[str, Any]) -> None:
    with path.open("ab") as file:
        file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")


def _drop_unfinished_line(path: Path) -> None:
    if path.exists():
        content = path.read_bytes()
        if not content.endswith(b"\n"):
            path.write_bytes(content[: content.rfind(b"\n") + 1])


def _same(path: Path, known: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    for name, value in wanted["job"].items():
        if known["job"].get(name) != value:
            raise ValueError(
                f"{path} holds another job: there {name} is {known['job'].get(name)!r}, here {value!r}"
            )
    if known["parts"] != wanted["parts"]:
        pairs = zip(known["parts"], wanted["parts"], strict=False)
        there = next((a for a, b in pairs if a != b), None)
        said = f"{there} has changed" if there else "it has other files"
        raise ValueError(f"{path} holds a job of another input: {said}")
