"""Databases of Rapfi and Yixin: every field, the faults of real files, hostile ones, and memory."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import os
import random
import struct
import tracemalloc
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

import lz4.frame
import pytest
from hypothesis import given
from hypothesis import strategies as st

import renju
from records_support import DATA, one, problems
from renju import Color, Point, records
from renju.records import Source, db_entries
from renju.records.db import Database

TOOLS = Path(__file__).parents[1] / "tools"
PLAIN, PACKED = DATA / "synthetic_plain.db", DATA / "synthetic_lz4.db"
SAMPLES = pytest.mark.parametrize("path", [PLAIN, PACKED], ids=["plain", "lz4"])
MUTATIONS = int(os.environ.get("RENJU_MUTATIONS", "100"))  # of each sample
PASS = (-1, -1)


def key(*stones: tuple[int, int], rule: int = 2, size: int = 15) -> bytes:
    return bytes((rule, size, size)) + b"".join(struct.pack("<bb", *stone) for stone in stones)


def message(
    text: bytes = b"", *, label: int = 255, value: int = 0, depth: int = 0, bound: int = 0
) -> bytes:
    return struct.pack("<Bhh", label, value, depth << 2 | bound) + text


def database(*entries: tuple[bytes, bytes], count: int | None = None) -> bytes:
    parts = [struct.pack("<I", len(entries) if count is None else count)]
    for pair in entries:
        parts += [struct.pack("<H", len(part)) + part for part in pair]
    return b"".join(parts)


CHARSET = (bytes(3), bytes(5) + b'charset="UTF-8"')


def read(data: bytes, **options: Any) -> list[records.Record]:
    return list(records.loads(data, format="db", **options))


def with_text(text: bytes, *more: tuple[bytes, bytes], **options: Any) -> records.Record:
    """The last entry of a file, which has this text."""
    return read(database(*more, (key((7, 7)), message(text))), **options)[-1]


def stones(record: records.Record) -> tuple[str, str]:
    return renju.format_moves(record.black), renju.format_moves(record.white)


# The samples


@SAMPLES
def test_the_samples(path: Path) -> None:
    found = list(records.read(path))
    assert [stones(record) for record in found] == [
        ("h8", ""),
        ("h8", "g9"),
        ("f10 h8", "g9"),
        ("g9 h8", ""),  # White passed
        ("h8", ""),
    ]
    assert [record.to_move for record in found] == [
        Color.WHITE, Color.BLACK, Color.WHITE, Color.WHITE, Color.WHITE,
    ]  # fmt: skip
    assert [record.headers.get("label") for record in found] == [None, None, "w", "l", "d"]
    assert [record.headers["value"] for record in found] == ["0", "35", "-29988", "0", "0"]
    assert [record.headers["rule"] for record in found] == ["renju"] * 4 + ["freestyle"]
    assert found[0].headers["comment"] == "天元"
    assert found[0].root.extras.labels == {Point("h9"): "直", Point("g9"): "斜"}
    assert found[1].headers == {
        "rule": "renju", "value": "35", "depth": "12", "bound": "exact", "comment": "comment only",
    }  # fmt: skip
    assert {(record.format, record.encoding, record.moves) for record in found} == {
        ("db", "utf-8", ())
    }
    assert not any(record.problems for record in found)
    assert found[0].place == ("byte 31" if path is PLAIN else "unpacked byte 31")
    for record in found:
        assert record.board().to_move is record.to_move


# Keys


@pytest.mark.parametrize("symmetry", list(renju.Symmetry))
def test_points_in_every_orientation(symmetry: renju.Symmetry) -> None:
    """Columns from the left, rows from the top: an image in the file is the same image here."""
    black, white = ("h8", "d11", "o14"), ("i9", "a3")
    wanted = [tuple(map(symmetry.apply, side)) for side in (black, white)]
    pairs = [(point.col, 14 - point.row) for side in wanted for point in side]
    (record,) = read(database((key(*pairs), message())))
    assert [record.black, record.white] == wanted


def test_corners() -> None:
    (record,) = read(database((key((0, 0), (14, 14), (14, 0), (0, 14)), message())))
    assert stones(record) == ("a15 o1", "o15 a1")


@pytest.mark.parametrize(
    ("places", "found", "mover"),
    [
        ([], ("", ""), Color.BLACK),
        ([(7, 7)], ("h8", ""), Color.WHITE),
        ([(7, 7), PASS], ("h8", ""), Color.BLACK),
        ([(6, 6), (7, 7), PASS], ("g9 h8", ""), Color.WHITE),
        ([(7, 7), PASS, (5, 5), (6, 6)], ("h8", "f10 g9"), Color.BLACK),
        ([PASS, (6, 6)], ("", "g9"), Color.BLACK),
    ],
)
def test_passes(places: list[tuple[int, int]], found: tuple[str, str], mover: Color) -> None:
    (record,) = read(database((key(*places), message())))
    assert (stones(record), record.to_move, problems(record)) == (found, mover, [])


@pytest.mark.parametrize(
    ("places", "found", "fault"),
    [
        ([(15, 0), (7, 7)], ("", "h8"), "a stone at x 15, y 0: expected 0 to 14"),
        ([(-1, 3)], ("", ""), "a stone at x -1, y 3: expected 0 to 14"),
        ([(7, 7), (7, 7)], ("h8", ""), "two stones on h8"),
        ([PASS, (7, 7), (6, 6)], ("h8", "g9"), "the stone on h8 follows a pass"),
    ],
)
def test_faults_of_keys(places: list[tuple[int, int]], found: tuple[str, str], fault: str) -> None:
    bad, good = read(database((key(*places), message()), (key((0, 1)), message())))
    assert stones(bad) == found
    assert fault in problems(bad)[0]
    assert problems(bad)[0].startswith("entry 1, byte 4: ")
    assert (stones(good), problems(good)) == (("a14", ""), [])


def test_odd_keys() -> None:
    long, short, none = read(
        database((key((7, 7)) + b"\1", message()), (b"\2\x0f", message()), (b"", message()))
    )
    assert stones(long) == ("h8", "")
    assert "a key of 6 bytes: expected 3, and two for each stone" in problems(long)[0]
    assert "a key of 2 bytes: rule, width and height are missing" in problems(short)[0]
    assert "a key of 0 bytes" in problems(none)[0]


def test_rules() -> None:
    entries = [(key((7, 7), rule=rule), message()) for rule in (0, 1, 2, 7)]
    found = read(database(*entries))
    assert [record.headers["rule"] for record in found] == ["freestyle", "standard", "renju", "7"]
    assert [len(record.problems) for record in found] == [0, 0, 0, 1]


def test_boards_of_another_size() -> None:
    """One among others is a problem; a file of nothing else is refused with its size."""
    other = (key((3, 3), size=20), message())
    bad, good = read(database(other, (key((7, 7)), message())))
    assert "the board is 20x20: only 15x15 is read" in problems(bad)[0]
    assert (stones(bad), stones(good)) == (("", ""), ("h8", ""))
    with pytest.raises(renju.RenjuError, match="such as 20x20: only 15x15"):
        read(database(CHARSET, other))


# Messages


@pytest.mark.parametrize(
    ("label", "word"),
    [
        (0, None), (255, None), (ord("w"), "w"), (ord("W"), "w"), (ord("L"), "l"),
        (ord("d"), "d"), (ord("x"), "x"), (ord("!"), "!"), (7, "0x07"), (200, "0xc8"),
    ],
)  # fmt: skip
def test_labels(label: int, word: str | None) -> None:
    (record,) = read(database((key((7, 7)), message(label=label))))
    assert record.headers.get("label") == word


@pytest.mark.parametrize("bound", list(enumerate(["none", "upper", "lower", "exact"])))
@pytest.mark.parametrize(("value", "depth"), [(-32768, -1), (32767, 8191), (0, 0), (-5, 40)])
def test_values(value: int, depth: int, bound: tuple[int, str]) -> None:
    number, name = bound
    data = database((key((7, 7)), message(value=value, depth=depth, bound=number)))
    found = one(data, format="db").headers
    assert (found["value"], found["depth"], found["bound"]) == (str(value), str(depth), name)


def test_short_messages_end_in_zeros() -> None:
    whole = message(b"", label=ord("w"), value=0x0102, depth=5, bound=3)
    found = [read(database((key((7, 7)), whole[:n])))[0].headers for n in range(6)]
    assert [h.get("label") for h in found] == [None, "w", "w", "w", "w", "w"]
    assert [h["value"] for h in found] == ["0", "0", "2", "258", "258", "258"]
    assert [h["depth"] for h in found] == ["0", "0", "0", "0", "5", "5"]
    assert [h["bound"] for h in found] == ["none"] * 4 + ["exact"] * 2


def test_texts_on_the_board_and_comments() -> None:
    record = with_text(b"@BTXT@E0A\n00long text\0\n7eZ\0\0\n\0\n\x08first\x08second\nthird\0")
    assert record.root.extras.labels == {
        Point("o15"): "A",
        Point("a15"): "long text",  # a stray NUL ends it
        Point("h1"): "Z",
    }
    assert record.headers["comment"] == "first\nsecond\nthird"
    assert not record.problems
    assert with_text(b"just @BTXT@11x").headers["comment"] == "just @BTXT@11x"
    assert with_text(b"@BTXT@11x").root.extras.labels == {Point("b14"): "x"}


def test_texts_off_the_board() -> None:
    record = with_text(b"@BTXT@F0A\n0\nG1x\n22ok")
    assert record.root.extras.labels == {Point("c13"): "ok"}
    assert [problem.message[:28] for problem in record.problems] == [
        "text on the board 'F0A': exp", "text on the board '0': expec", "text on the board 'G1x': exp",
    ]  # fmt: skip


def test_a_point_with_two_texts_is_a_problem() -> None:
    record = with_text(b"@BTXT@77first\n77second")
    assert record.root.extras.labels == {Point("h8"): "first"}
    assert [problem.message for problem in record.problems] == ["a second text on h8: 'second'"]


# Encodings


@pytest.mark.parametrize("name", ["no-such", "idna", "punycode", "unicode_escape", "x" * 60_000])
def test_a_charset_that_is_none_is_a_problem(name: str) -> None:
    charset = (bytes(3), bytes(5) + b'charset="%s"' % name.encode())
    first, second = read(database(charset, (key((7, 7)), message("必胜".encode()))))
    assert "is not known" in problems(first)[0]
    assert (second.headers["comment"], second.encoding) == ("必胜", "utf-8")


def test_the_charset_is_said_by_an_entry() -> None:
    text = "必胜".encode()
    assert with_text(text, CHARSET).headers["comment"] == "必胜"
    # It counts wherever it stands, and is no record.
    late = read(database((key((7, 7)), message(text)), CHARSET))
    assert [record.headers["comment"] for record in late] == ["必胜"]
    other = (bytes(3), bytes(5) + b'charset="GBK"')
    assert with_text("必胜".encode("gbk"), other).headers["comment"] == "必胜"


def test_what_else_that_entry_says_is_a_record() -> None:
    (record,) = read(database((bytes(3), bytes(5) + b'charset="UTF-8"\x08by Player 1')))
    assert (record.headers["comment"], stones(record)) == ("by Player 1", ("", ""))
    (record,) = read(database((bytes(3), bytes(5) + b"made elsewhere")))
    assert record.headers["comment"] == "made elsewhere"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("黑棋必胜 白棋防守", "gb18030"),  # what Yixin writes
        ("黑棋必胜", "utf-8"),
        ("先手必勝、四追い", "cp932"),
        ("Чёрные выигрывают", "cp1251"),
    ],
)
def test_without_it_the_encoding_is_guessed_from_all_texts(text: str, encoding: str) -> None:
    raw = text.encode(encoding)
    entries = [(key((7, n)), message(raw)) for n in range(6)]
    found = read(database(*entries))
    assert {record.headers["comment"] for record in found} == {text}
    assert {record.encoding for record in found} == {encoding}


def test_the_caller_names_the_encoding() -> None:
    raw = "Чёрные".encode("cp1251")
    assert with_text(raw, CHARSET, encoding="cp1251").headers["comment"] == "Чёрные"
    with pytest.raises(renju.RenjuError, match="no text encoding"):
        with_text(raw, encoding="nothing")


def test_a_text_in_another_encoding_than_said_is_a_problem() -> None:
    record = with_text(b"ab\xff\xfe", CHARSET)
    assert record.headers["comment"] == "ab\ufffd\ufffd"
    assert "the text is no utf-8: b'\\xff\\xfe'" in problems(record)[0]


# LZ4


def pack(data: bytes, **options: Any) -> bytes:
    packed: bytes = lz4.frame.compress(data, **options)
    return packed


@pytest.mark.parametrize(
    "options",
    [{}, {"block_linked": True, "content_checksum": True, "block_size": 4}, {"store_size": False}],
)
def test_packed_is_as_plain(options: dict[str, Any]) -> None:
    data = b"".join(tool().pieces(3000))
    plain, packed = read(data), read(pack(data, **options))
    assert [(r.black, r.white, r.headers) for r in packed] == [
        (r.black, r.white, r.headers) for r in plain
    ]
    assert len(packed) == 3000
    assert not any(record.problems for record in packed)


def test_frames_one_after_the_other() -> None:
    data = PLAIN.read_bytes()
    assert len(read(pack(data[:50]) + pack(data[50:]))) == 5


def test_without_the_package_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> ModuleType:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(renju.RenjuError, match=r'pip install "pyrenju\[db\]"'):
        read(PACKED.read_bytes())
    assert len(list(records.read(PLAIN))) == 5


def test_a_bomb_is_unpacked_piece_by_piece() -> None:
    entry = struct.pack("<H", 5) + key((7, 7)) + struct.pack("<H", 60_000) + bytes(60_000)
    data = pack(struct.pack("<I", 0xFFFFFFFF) + entry * 1500)
    assert len(data) < 1_000_000  # of 90 million
    gc.collect()
    tracemalloc.start()
    try:
        found = sum(1 for _ in Database().read(Source(data)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found == 1501  # the last one has the problem
    assert peak < 5_000_000


def test_frames_without_content_end() -> None:
    """Eleven bytes a frame that hold nothing: a file of them is read to its end."""
    with pytest.raises(renju.FormatError, match="0 bytes: a database begins with a count of 4"):
        read(pack(b"") * 20_000)
    assert len(read(pack(b"") * 3000 + pack(PLAIN.read_bytes()))) == 5


@pytest.mark.parametrize("size", [1, 1 << 40, (1 << 64) - 1])
def test_a_size_that_the_frame_does_not_have(size: int) -> None:
    """Nothing is reserved for what a frame says of its size."""
    packed = bytearray(pack(PLAIN.read_bytes()))
    packed[6:14] = struct.pack("<Q", size)
    packed[14] = xxhash_of_head(packed)
    *found, last = read(bytes(packed))
    assert len(found) == 5
    assert "cannot be unpacked after 6 of 6 entries: byte 1" in problems(last)[0]


def xxhash_of_head(packed: bytes) -> int:
    """The checksum that makes a head of a frame valid: the one of 256 that is not refused."""
    for byte in range(256):
        try:
            lz4.frame.LZ4FrameDecompressor().decompress(bytes(packed[:14]) + bytes((byte,)))
        except RuntimeError:
            continue
        return byte
    raise AssertionError


def test_what_stands_before_a_fault_of_the_frame_is_read() -> None:
    """Blocks of 64 KB, and a checksum of the whole content: it is wrong, the blocks are not."""
    data = b"".join(tool().pieces(5000))
    packed = bytearray(pack(data, content_checksum=True, block_size=4))
    packed[-1] ^= 1
    *found, last = read(bytes(packed))
    assert len(found) == 5000
    assert not any(record.problems for record in found)
    assert problems(last)[0].startswith(
        f"unpacked byte {len(data)}: the file cannot be unpacked after 5001 of 5001 entries: "
        f"byte {len(packed)} of it: "
    )


def test_of_a_frame_that_is_cut_off_whole_blocks_are_read() -> None:
    packed = pack(b"".join(tool().pieces(5000)), block_size=4)
    *found, last = read(packed[: len(packed) // 2])
    assert 1000 < len(found) < 2500
    assert "the LZ4 frame is cut off" in problems(last)[0]
    assert f"byte {len(packed) // 2} of it" in problems(last)[0]


@SAMPLES
def test_how_a_file_is_cut_into_pieces_is_no_matter(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def entries() -> list[Any]:
        return [
            (record.place, record.black, record.white, record.headers, record.root.extras)
            for record in records.read(path)
        ]

    whole = entries()
    for size in range(1, 60):
        for name in ("_CHUNK", "_PACKED"):
            monkeypatch.setattr(db_entries, name, size)
        assert entries() == whole


# Truncated, mutated, miscounted


def test_counts_that_are_wrong() -> None:
    pair = (key((7, 7)), message())
    few = read(database(pair, pair, count=1))
    assert len(few) == 2
    assert "byte 18: more follows the last of the counted entries" in problems(few[1])[0]
    many = read(database(pair, count=0xFFFFFFFF))
    assert [stones(record) for record in many] == [("h8", ""), ("", "")]
    assert problems(many[1]) == ["byte 18: the file ends after 1 of 4294967295 entries"]
    assert read(database()) == []
    assert read(database() + b"x")[0].problems


def test_truncated_at_every_byte() -> None:
    """Every entry that is whole is read; what there is of the next, too, with a problem."""
    data = PLAIN.read_bytes()
    whole = read(data)
    starts = [int(record.place.removeprefix("byte ")) for record in whole]
    ends = [*starts[1:], len(data)]
    for at in range(4):
        with pytest.raises(renju.RenjuError, match=f"{at} bytes: a database begins"):
            read(data[:at])
    for at in range(4, len(data)):
        *found, last = read(data[:at])
        assert [stones(r) for r in found] == [
            stones(r) for r, end in zip(whole, ends, strict=True) if end <= at
        ]
        assert "the file ends after" in problems(last)[-1]
        assert last.place in {"byte 4", *(f"byte {start}" for start in (*starts, at))}


def test_the_last_entry_of_a_cut_off_file_has_its_number() -> None:
    data = database((key((7, 7)), message()), (key((20, 7)), message(b"text")), count=9)
    assert problems(read(data[:-2])[-1]) == [
        "entry 2, byte 18: a stone at x 20, y 7: expected 0 to 14",
        "byte 18: the file ends after 1 of 9 entries",
    ]


def test_packed_and_truncated_at_every_byte() -> None:
    data = PACKED.read_bytes()
    for at in range(4, len(data)):
        *found, last = read(data[:at])
        assert len(found) in (0, 5)  # one block, and behind it a checksum
        assert f"byte {at} of it: the LZ4 frame is cut off" in problems(last)[0]


@SAMPLES
def test_mutations(path: Path) -> None:
    data = path.read_bytes()
    rng = random.Random(path.stem)
    for _ in range(MUTATIONS):
        mutant = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(mutant))
            mutant[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
        survives(bytes(mutant))


def survives(data: bytes) -> None:
    """Any bytes are read or refused; fewer entries than are counted are told."""
    try:
        found = read(data)
    except renju.FormatError as error:
        assert str(error)
        return
    for record in found:
        assert record.to_move in (None, record.board().to_move)
        assert all("byte " in problem.place for problem in record.problems)
    if not data.startswith(lz4.frame.compress(b"")[:4]):
        count = int.from_bytes(data[:4], "little")
        told = bool(found and found[-1].problems)
        assert told or len(found) in (count, count - data.count(b"charset="))


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    survives(data)
    survives(b"\1\0\0\0" + data)
    survives(b"\x04\x22\x4d\x18" + data)


# Recognising


def test_sniffing() -> None:
    known = Database()
    assert known.sniff(Source(PLAIN.read_bytes()))
    assert known.sniff(Source(PACKED.read_bytes()))
    assert known.sniff(Source(database()))
    for other in (b"", b"h8 i9", b"\xffRenLib\xff\x03\4" + bytes(20), b"<database>", bytes(300)):
        assert not known.sniff(Source(other))
    assert not known.sniff(Source(database((b"\2\x0f", message()))))
    assert not known.sniff(Source(database((key((7, 7), rule=3), message()))))


# Big files


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_db", TOOLS / "make_db.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Made(Source):
    """A file that is made while it is read."""

    def __init__(self, entries: int) -> None:
        super().__init__(b"")
        self._entries = entries

    @property
    def head(self) -> bytes:
        return b""

    def open(self) -> BinaryIO:
        return _Stream(tool().pieces(self._entries))


class _Stream(BytesIO):
    def __init__(self, pieces: Iterator[bytes]) -> None:
        super().__init__()
        self._left = pieces

    def read(self, size: int | None = -1) -> bytes:
        found = bytearray()
        for piece in self._left:
            found += piece
            if size is not None and len(found) >= size > 0:
                break
        return bytes(found)


def peak(entries: int) -> int:
    gc.collect()
    tracemalloc.start()
    try:
        assert sum(1 for _ in Database().read(Made(entries))) == entries
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db_entries, "_CHUNK", 1 << 13)
    peak(1500)
    small, big = peak(1500), peak(7500)
    assert big < small * 1.2 + 20_000


def test_the_generator_makes_sound_files() -> None:
    data = b"".join(tool().pieces(300))
    assert data == b"".join(tool().pieces(300)) != b"".join(tool().pieces(300, seed=2))
    found = read(data)
    assert len(found) == 300
    assert not any(record.problems for record in found)
