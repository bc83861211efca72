"""A folder of shards: what a job has written, and what is still to do after it was stopped.

`games/part-00000-000.parquet` (or `moves/`, `positions/`) is a shard: some games of a part of the input.
It appears under its name when it is whole; then a line in the journal of the part says so, with its size. The
manifest is written first with what the job is, and last with what it made; the journals stay, so that a shard that was
lost later can be made again. One job at a time has the folder. Nothing depends on when or where a shard was made, so that a job that
goes on makes the same files.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final

from .. import _core
from .._optional import needs
from .sinks import PROBLEMS, Writer, open_writer, replaced, write_problems
from .sources import MANIFEST, MANIFEST_FORMAT
from .tally import Tally
from .work import Job, Piece

with needs("arrow"):
    import pyarrow.parquet as pq

try:
    import fcntl
except ModuleNotFoundError:  # on Windows; there the folder is not locked
    fcntl = None  # type: ignore[assignment]

__all__ = ["Folder", "Shard"]

_JOURNAL: Final = ".journal"
_LOCK: Final = ".lock"
_PROBLEMS_FILE: Final = "problems.parquet"


@dataclass
class Shard:
    """A shard that is written, or a stretch of input that gave no rows.

    Attributes
    ----------
    file, size
        Its name in the folder, empty if it has no rows, and its bytes.
    problems, problems_size
        The file with what was wrong, empty if nothing was, and its bytes.
    pieces, games, rows
        How many it has.
    tally
        The counts of its games.
    """

    file: str = ""
    size: int = 0
    problems: str = ""
    problems_size: int = 0
    pieces: int = 0
    games: int = 0
    rows: int = 0
    tally: Tally = field(default_factory=Tally)

    def add(self, piece: Piece) -> None:
        """Count a piece."""
        self.pieces += 1
        self.games += piece.games
        self.rows += piece.batch.num_rows
        self.tally += piece.tally

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        return {
            "file": self.file,
            "size": self.size,
            "problems": self.problems,
            "problems_size": self.problems_size,
            "pieces": self.pieces,
            "games": self.games,
            "rows": self.rows,
            "tally": self.tally.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Shard:
        """Return the shard that `to_dict` made data of."""
        return cls(
            data["file"],
            data["size"],
            data["problems"],
            data["problems_size"],
            data["pieces"],
            data["games"],
            data["rows"],
            Tally.from_dict(data["tally"]),
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

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other jobs out of the folder, which is made if it is not there.

        Raises
        ------
        FileExistsError
            If another job is at work in it, or it is a file.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        lock = self.path / _LOCK
        with lock.open("ab") as file:
            if fcntl is not None:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise FileExistsError(f"{self.path}: another job is at work in it") from None
            try:
                yield
            finally:
                with suppress(OSError):
                    lock.unlink()

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
        wanted = {"format": MANIFEST_FORMAT, "job": self.job.to_dict(), "parts": [*parts]}
        if known is not None:
            if not resume:
                raise FileExistsError(
                    f"{self.path} holds a job already: resume=True goes on with it, or name another "
                    "folder"
                )
            _same(self.path, known, json.loads(json.dumps(wanted)))
            self._sweep()
            if self._is_whole(known):
                return True
        elif any(item.name != _LOCK and item.suffix != ".tmp" for item in self.path.iterdir()):
            raise FileExistsError(f"{self.path} holds other files: name a new or an empty folder")
        (self.path / _JOURNAL).mkdir(exist_ok=True)
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
        path = self.path / MANIFEST
        try:
            found = json.loads(path.read_text("utf-8"))
            if found["format"] == MANIFEST_FORMAT:
                return {**{name: found[name] for name in ("job", "parts", "state")}, **found}
            said = f"its format is {found['format']!r}, and this version reads {MANIFEST_FORMAT!r}"
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError) as error:
            said = f"{type(error).__name__}: {error}"
        raise ValueError(f"{path} is no manifest of a job: {said}")

    def _write_manifest(self, content: Mapping[str, Any]) -> None:
        with replaced(self.path / MANIFEST) as file:
            file.write(json.dumps(content, indent=1, ensure_ascii=False).encode() + b"\n")

    def _sweep(self) -> None:
        """Remove what was being written when a job or a worker died."""
        for left in self.path.rglob(".*.tmp"):
            left.unlink(missing_ok=True)

    def _is_whole(self, manifest: Mapping[str, Any]) -> bool:
        """Whether a job was done and its files are still there."""
        try:
            return (
                manifest["state"] == "done"
                and all(self._has(shard["file"], shard["size"]) for shard in manifest["shards"])
                and self._has(_PROBLEMS_FILE, manifest["problems_size"])
            )
        except (KeyError, TypeError):
            return False  # the manifest was changed: it is written again

    def _has(self, file: str, size: int) -> bool:
        try:
            return not file or self._size(file) == size
        except OSError:
            return False

    # Parts

    def _journal(self, part: int) -> Path:
        return self.path / _JOURNAL / f"{part:05}.jsonl"

    def done(self, part: int) -> tuple[list[Shard], bool]:
        """Return the shards of a part up to the first that is missing, and whether these are all."""
        shards: list[Shard] = []
        try:
            lines = self._journal(part).read_bytes().split(b"\n")
        except FileNotFoundError:
            return shards, False
        for number, line in enumerate(lines[:-1], 1):  # what has no end was being written
            entry = _entry(line)
            if entry is None:
                raise ValueError(
                    f"{self._journal(part)} is damaged in line {number}; remove it to judge its part "
                    "again"
                )
            if "end" in entry:
                return shards, entry["end"] == len(shards)
            if entry["index"] == len(shards):  # else it was made again, and its first line counts
                shard = Shard.from_dict(entry)
                if not self._has(shard.file, shard.size):
                    return shards, False
                if not self._has(shard.problems, shard.problems_size):
                    return shards, False
                shards.append(shard)
        return shards, False

    def write(self, part: int, before: int, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """Write a part's pieces from shard `before` on, and yield each as it is written."""
        journal = self._journal(part)
        _drop_unfinished_line(journal)
        index, waiting = before, iter(pieces)
        while True:
            shard = Shard()
            yield from self._write_shard(part, index, shard, waiting)
            if shard.pieces:
                entry = {"index": index, **shard.to_dict()}
                _append(journal, entry)
                index += 1
            if shard.pieces < self.job.shard_chunks:
                _append(journal, {"end": index})
                return

    def _write_shard(
        self, part: int, index: int, shard: Shard, pieces: Iterator[Piece]
    ) -> Iterator[Piece]:
        """Write as many pieces as a shard has, and note in `shard` what they are."""
        name = f"part-{part:05}-{index:03}"
        with ExitStack() as stack:
            rows: Writer | None = None
            problems: Writer | None = None
            for piece in islice(pieces, self.job.shard_chunks):
                if rows is None and piece.batch.num_rows:
                    shard.file = f"{self._rows}/{name}.parquet"
                    rows = self._open(stack, shard.file, self.job.schema)
                if problems is None and piece.problems:
                    shard.problems = f"{_JOURNAL}/{name}.problems.parquet"
                    problems = self._open(stack, shard.problems, PROBLEMS)
                if rows is not None:
                    rows.write(piece.batch)
                if problems is not None:
                    write_problems(problems, piece.problems)
                shard.add(piece)
                yield piece
        if shard.file:
            shard.size = self._size(shard.file)
        if shard.problems:
            shard.problems_size = self._size(shard.problems)

    def _size(self, file: str) -> int:
        return (self.path / file).stat().st_size

    def _open(self, stack: ExitStack, file: str, schema: Any) -> Writer:
        return stack.enter_context(open_writer(self.path / file, schema))

    def finish(self, parts: Sequence[Mapping[str, Any]]) -> None:
        """Write the problems and the manifest when all parts are done."""
        self._sweep()
        total, rows = Tally(), 0
        shards: list[dict[str, Any]] = []
        with open_writer(self.path / _PROBLEMS_FILE, PROBLEMS) as writer:
            for part in range(len(parts)):
                for shard in self.done(part)[0]:
                    if shard.problems:
                        with pq.ParquetFile(self.path / shard.problems) as problems:
                            for batch in problems.iter_batches():
                                writer.write(batch)
                    total += shard.tally
                    rows += shard.rows
                    if shard.file:
                        shards.append(
                            {n: getattr(shard, n) for n in ("file", "size", "games", "rows")}
                        )
        self._write_manifest(
            {
                "format": MANIFEST_FORMAT,
                "job": self.job.to_dict(),
                "parts": [*parts],
                "state": "done",
                "version": _core.__version__,
                "problems_size": self._size(_PROBLEMS_FILE),
                "shards": shards,
                "rows": rows,
                "totals": total.to_dict(),
            }
        )


def _append(path: Path, entry: Mapping[str, Any]) -> None:
    content = json.dumps(entry, ensure_ascii=False).encode()
    with path.open("ab") as file:
        file.write(b"%08x %s\n" % (zlib.crc32(content), content))


def _entry(line: bytes) -> dict[str, Any] | None:
    """Return the entry of a line, None if the line is not as it was written."""
    check, _, content = line.partition(b" ")
    if check != b"%08x" % zlib.crc32(content):
        return None
    return dict(json.loads(content))


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
        raise ValueError(
            f"{path} holds a job of another input: {_other(known['parts'], wanted['parts'])}"
        )


def _other(there: Sequence[Mapping[str, Any]], here: Sequence[Mapping[str, Any]]) -> str:
    """Say in which file, table or stream two inputs differ first."""
    was, given = _stamps(there), _stamps(here)
    for one, other in zip(was, given, strict=False):
        if one != other:
            if one[:1] == other[:1]:
                return f"{one[0]} has changed (bytes, time in ns: then {one[1:]}, now {other[1:]})"
            return f"then came {one[0]}, now {other[0]}"
    return "it has more or fewer files, or their row groups are others"


def _stamps(parts: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return name, size and time of each file, and what else is known of a table or stream."""
    found: list[Any] = []
    for part in parts:
        for kind, value in part.items():
            if kind == "records" and value is not None:
                found += value
            elif kind not in ("groups", "rows"):
                found.append(value if isinstance(value, list) else [kind, value])
    return found
