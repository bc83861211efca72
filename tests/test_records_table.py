"""The table in docs/formats.md: every cell is measured by reading and writing records."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import renju
from records_support import DATA, GAME, record_of, shape
from renju import PASS, Point, records
from renju.records import Source, TreeBuilder, Writer

PAGE = Path(__file__).parent.parent / "docs" / "formats.md"
FORMATS = {known.name: known for known in records.formats()}
YES, NO = "yes", "\u2013"
KURNIK = '[Site "kurnik"]\n[Black "A"]\n[White "B"]\n[Result "0-1"]\n1. h8 i9 2. -- g7 0-1\n\n'
PBEM = "Eks  Ohs\nA  B\n1 H8  2 J9\n3 --  4 G7\n"

# Those that are read only show what they hold by documents of others' making.
DOCUMENTS: dict[str, bytes] = {
    "kurnik": KURNIK.encode(),
    "pbem": PBEM.encode(),
    "botzone": (DATA / "synthetic_botzone_request.json").read_bytes(),
    "db": (DATA / "synthetic_plain.db").read_bytes(),
}


def with_texts() -> records.Record:
    """A game with variations, a comment and a label, and who played it."""
    builder = TreeBuilder()
    last = builder.add_line(tuple(renju.parse_moves(GAME)))
    variation = builder.add(last - 5, "c5")
    builder.add(variation, "l3")
    builder.extras(2).comment = "a word"
    headers = {"black": "One", "white": "Two", "comment": "a good game"}
    return record_of(GAME, headers=headers, result="0-1", tree=builder.build())


POSITION = records.Record(
    black=(Point("b3"), Point("h8"), Point("o15")), white=(Point("m2"), Point("i9"))
)


def through(record: records.Record, name: str) -> records.Record | None:
    """The record written and read; None if the format refuses it."""
    try:
        data, _ = records.dumps([record], name)
        (found,) = records.loads(data, format=name)
    except renju.FormatError:
        return None
    return found


def games(name: str) -> list[records.Record]:
    """What there is of the format: a record written in it, or a document of others."""
    if name in DOCUMENTS:
        return list(records.loads(DOCUMENTS[name], format=name))
    found = through(with_texts(), name)
    assert found is not None
    return [found]


def document(name: str, copies: int = 1) -> bytes:
    """A file with a record, or with as many as are asked for."""
    if name not in DOCUMENTS:
        return records.dumps([record_of(GAME)] * copies, name)[0]
    if name == "db":  # its header says how many there are
        head, (one, *_) = _entries(DOCUMENTS[name])
        return copies.to_bytes(4, "little") + head + one * copies
    return DOCUMENTS[name] * copies


def _entries(data: bytes) -> tuple[bytes, list[bytes]]:
    found, at = [], 4
    while at < len(data):
        start = at
        for _ in range(2):
            at += 2 + int.from_bytes(data[at : at + 2], "little")
        found.append(data[start:at])
    texts = [entry for entry in found if b"charset" not in entry]
    return b"", texts


class Counting(io.BytesIO):
    """A file that counts what is taken of it."""

    taken = 0

    def read(self, size: int | None = -1) -> bytes:
        data = super().read(size)
        self.taken += len(data)
        return data

    def readline(self, size: int | None = -1) -> bytes:
        data = super().readline(size)
        self.taken += len(data)
        return data

    def readinto(self, buffer) -> int:
        count = super().readinto(buffer)
        self.taken += count
        return count

    def __next__(self) -> bytes:
        data = super().__next__()
        self.taken += len(data)
        return data


class Watched(Source):
    """A file on which it can be seen how much has been read at most."""

    def __init__(self, content: bytes) -> None:
        super().__init__(Path("absent"))
        self.content = content
        self.files: list[Counting] = []

    def open(self) -> io.BytesIO:
        self.files.append(Counting(self.content))
        return self.files[-1]

    @property
    def in_memory(self) -> bool:
        return self._data is not None


def holds_many(name: str) -> bool:
    try:
        data = document(name, 2)
        return len(list(records.loads(data, format=name))) == 2
    except renju.FormatError:
        return False


def streams(name: str) -> str:
    """Whether the whole is never in memory, and the last reading has not ended with the first record."""
    if not holds_many(name):
        return "one"
    source = Watched(document(name, 20_000))
    first = next(iter(FORMATS[name].read(source)))
    assert first.moves or first.black
    whole = len(source.content)
    return YES if not source.in_memory and source.files[-1].taken < whole / 2 else NO


def comments(found: list[records.Record]) -> str:
    """Whether moves have comments, or only games or positions."""
    if any(extras.comment for record in found for _, move, extras in shape(record) if move):
        return "of moves"
    own = any(record.root.comment or record.headers.get("comment") for record in found)
    return "of the whole" if own else NO


def measured(name: str) -> dict[str, str]:
    """The row of a format."""
    found = games(name)
    writes = isinstance(FORMATS[name], Writer)
    position = through(POSITION, name) if writes else max(found, key=lambda r: len(r.black))
    game = through(record_of("h8 i9 pass g6 a1"), name) if writes else found[0]
    stones = position is not None and bool(position.black) and not position.problems
    if stones and writes:
        assert (position.black, position.white) == (POSITION.black, POSITION.white)
    if writes:
        assert found[0].board() == record_of(GAME).board()
    cells = {
        "read": any(record.moves or record.black for record in found),
        "write": writes,
        "tree": any(record.node_count > len(record.moves) for record in found),
        "set-up": stones,
        "passes": game is not None and PASS in game.moves[:-1],
        "players": all(found[0].headers.get(color) for color in ("black", "white")),
        "result": found[0].result == "0-1",
    }
    return {column: YES if cell else NO for column, cell in cells.items()} | {
        "streams": streams(name),
        "comments": comments(found),
        "encoding": encoding(name),
        "told by": told_by(name),
        "endings": " ".join(f"`{ending}`" for ending in FORMATS[name].endings) or NO,
    }


def encoding(name: str) -> str:
    """Whether a caller can say in which encoding the texts are."""
    data = document(name)
    (told, *_) = records.loads(data, format=name, encoding="cp1251")
    (free, *_) = records.loads(data, format=name)
    if told.encoding == "cp1251" and free.encoding in ("utf-8", "ascii"):
        return "any"
    return NO if free.encoding is None else free.encoding.upper()


def told_by(name: str) -> str:
    """What recognises a file of the format."""
    known = FORMATS[name]
    if known.sniff(Source(document(name), "of no ending")):
        return "content"
    if any(known.sniff(Source(document(name), f"a{ending}")) for ending in known.endings):
        return "ending"
    return "name"


def table() -> dict[str, dict[str, str]]:
    """The table of the page: a row by the name of its format."""
    lines = iter(PAGE.read_text("utf-8").splitlines())
    head = next(line for line in lines if line.startswith("| format |"))
    columns = [cell.strip() for cell in head.strip("|").split("|")][1:]
    next(lines)
    rows: dict[str, dict[str, str]] = {}
    for line in lines:
        if not line.startswith("|"):
            break
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        assert len(cells) == len(columns), line
        rows[name.strip("`")] = dict(zip(columns, cells, strict=True))
    return rows


def test_the_table_has_every_format_in_order() -> None:
    assert list(table()) == list(FORMATS)
    assert set(table()["lib"]) == set(measured("lib"))


@pytest.mark.parametrize("name", FORMATS)
def test_every_cell_of_the_table(name: str) -> None:
    assert table()[name] == measured(name)


@pytest.mark.parametrize("name", FORMATS)
def test_what_the_table_leaves_out_is_named_as_lost(name: str) -> None:
    row = table()[name]
    if row["write"] == NO:
        with pytest.raises(renju.FormatError, match="can be read but not written"):
            records.dumps([with_texts()], name)
        return
    _, losses = records.dumps([with_texts()], name)
    said = " ".join(loss.message for loss in losses)
    for column, words in {
        "tree": ("a node beside the moves", "the order of the moves"),
        "players": ("the header 'black'", "the header 'white'"),
        "result": ("the result '0-1'",),
    }.items():
        if row[column] == NO:
            assert any(word in said for word in words), column
    if row["comments"] != "of moves":
        assert "the comment of a node" in said or "a node with a comment" in said
    if row["comments"] == NO:
        assert "a good game" in said


if __name__ == "__main__":  # prints the table, to be put into the page
    order = (
        "endings",
        "told by",
        "read",
        "write",
        "streams",
        "tree",
        "comments",
        "set-up",
        "passes",
    )
    order += ("players", "result", "encoding")
    print("| format |", " | ".join(order), "|")
    print("|---" * (len(order) + 1) + "|")
    for form in FORMATS:
        cells = measured(form)
        print(f"| `{form}` |", " | ".join(cells[column] for column in order), "|")
