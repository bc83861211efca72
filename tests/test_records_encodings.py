from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import renju
from records_support import one, problems, text
from renju.records import Source
from renju.records.encodings import ENCODINGS, _bits, decode_bytes, guess, lookup

# Labels and comments as they stand in files, of one code page each.
TEXTS = {
    "gb18030": "黑棋必胜|白胜|直|斜|花|浦|白方最善应对|弱防|眠三|均势|此点为禁手|五手两打|第五手|变化图|"
    "峡月|恒星|溪月|参考手数|白必须挡|黑连冲四|张三|明星局",
    "cp932": "先手必勝|黒勝ち|四追い|ここで白は受けが難しい|花月|名人戦第一局|三三禁|変化図参照|カット|"
    "ヨミ|追い詰め|五珠二点打ち|この手が好手|テスト|ノリ手",
    "cp1251": "Чёрные выигрывают|белые|ход|Победа чёрных|фол|ничья|партия|Дебют 5D|вилка 3 на 3|"
    "Москва 2003|лучшая защита|ЧЁРНЫЕ|перестановка",
    "latin-1": "Göteborg|öppning|bästa drag|Ålesund|för svår|Malmö 1995|Pärnu|mängija võitis|"
    "Königszug|coup forcé|señor|öde|vit får ej spela så",
    "euc-kr": "흑 승리|백 승|금수|이 수는 좋은 수|오목|렌주 세계 대회|흑이 이긴다|정석|첫번째 수|"
    "다음 수|공격",
}


@pytest.mark.parametrize("encoding", TEXTS)
@pytest.mark.parametrize("unicode", [False, True])
def test_a_few_texts_are_enough(encoding: str, unicode: bool) -> None:
    rng = random.Random(5)
    expected = "utf-8" if unicode else encoding
    for count in (5, 10, 30):
        for _ in range(20):
            chosen = rng.choices(TEXTS[encoding].split("|"), k=count)
            assert guess(word.encode(expected) for word in chosen) == expected


def test_ascii_says_nothing() -> None:
    assert guess([]) == guess([b"abc", b"W25"]) == "utf-8"
    assert guess([b"abc"] * 1000 + ["黑棋必胜".encode("gbk")]) == "gb18030"


def test_it_is_decided_by_all_texts_and_not_by_the_first() -> None:
    # of one label alone nobody could tell; thousands of them lie before the telling text
    label = "小".encode("gbk")
    assert guess([label]) == "utf-8"  # a Cyrillic letter in UTF-8 has the same bytes
    assert guess([label] * 20_000 + ["黑棋必胜白方最善应对".encode("gbk")] * 20_000) == "gb18030"


def test_a_text_that_was_cut_does_not_decide() -> None:
    texts = [word.encode("cp932") for word in TEXTS["cp932"].split("|")]
    assert guess([*texts, "必勝".encode("cp932")[:-1]]) == "cp932"
    texts = [word.encode() for word in TEXTS["gb18030"].split("|")]
    assert guess([*texts * 5, texts[0][:-1]]) == "utf-8"


@pytest.mark.parametrize(
    ("name", "expected"),
    [("GB2312", "gb18030"), ("gbk", "gb18030"), ("Shift_JIS", "cp932"), ("UTF-8", "utf-8")],
)
def test_names_of_encodings(name: str, expected: str) -> None:
    assert lookup(name) == expected
    assert {lookup(known) for known in ENCODINGS} == set(ENCODINGS)


@pytest.mark.parametrize(
    "name", ["no-such", "", "base64", "\0", "hex", "idna", "Punycode", "unicode_escape"]
)
def test_what_is_no_encoding(name: str) -> None:
    with pytest.raises(renju.FormatError, match="is no text encoding: use such as utf-8, gb18030"):
        lookup(name)


def test_the_order_in_which_encodings_are_taken() -> None:
    word = "黑棋必胜"
    assert decode_bytes(word.encode(), "x") == (word, "utf-8")
    assert decode_bytes(word.encode("gbk"), "x", declared="UTF-8") == (word, "gb18030")
    assert decode_bytes("ход".encode("koi8-r"), "x", declared="koi8-r") == ("ход", "koi8-r")
    assert decode_bytes(word.encode("utf-16"), "x") == (word, "utf-16")
    assert decode_bytes(word.encode("gbk"), "x", encoding="cp1251")[1] == "cp1251"
    with pytest.raises(renju.FormatError, match="x: not text: byte 0x00 at offset 1"):
        decode_bytes(b"a\0b", "x")


def test_bytes_that_are_no_characters_are_kept() -> None:
    data = "黑棋必胜".encode("gbk") + b"\xff"
    found, encoding = decode_bytes(data, "x")
    assert encoding == "gb18030"
    assert found.encode(encoding, "surrogateescape") == data


def test_a_file_can_be_told_its_encoding() -> None:
    data = "(;C[первый];B[hh])".encode("cp1251")
    assert one(data).root.comment == "первый"
    assert one(data, encoding="latin-1").root.comment == "первый".encode("cp1251").decode("latin-1")
    assert one("# ход\nh8 i9".encode("cp1251")).encoding == "cp1251"
    assert Source(b"", encoding="gbk").encoding == "gbk"


def test_the_escape_of_sgf_inside_a_character() -> None:
    # the second byte of these is 5C, the backslash
    data = "(;C[表能ソ十先手必勝];B[hh]C[噂])".encode("cp932")
    record = one(data)
    assert (record.root.comment, text(record), problems(record)) == ("表能ソ十先手必勝", "h8", [])


def is_utf_8(data: bytes) -> bool:
    return "\ufffd" not in data.decode("utf-8", "replace")


def in_sgf(words: list[str]) -> str:
    comments = "".join(
        f";{'BW'[n % 2]}[{'abcdef'[n]}a]C[{word}]" for n, word in enumerate(words[1:])
    )
    return f"(;SZ[15]PB[{words[0]}]{comments})"


def in_rif(words: list[str]) -> str:
    rows = "".join(f'<player id="{n}" name="{word}" country="1"/>' for n, word in enumerate(words))
    game = '<game id="1" black="0" white="0"><move>h8</move></game>'
    return f"<database><players>{rows}</players><games>{game}</games></database>"


def in_kurnik(words: list[str]) -> str:
    tags = "".join(f'[{name} "{word}"]\n' for name, word in zip("ABCDEF", words, strict=False))
    return f'[Site "www.kurnik.org"]\n{tags}\n1. h8 i9 *\n'


@pytest.mark.parametrize("frame", [in_sgf, in_rif, in_kurnik])
@pytest.mark.parametrize("encoding", TEXTS)
def test_what_stands_around_the_texts_does_not_count(
    frame: Callable[[list[str]], str], encoding: str
) -> None:
    rng = random.Random(7)
    for count in (2, 3, 4, 6):
        for _ in range(20):
            chosen = rng.choices(TEXTS[encoding].split("|"), k=count)
            raw = [word.encode(encoding) for word in chosen]
            if guess(raw) == encoding and not is_utf_8(b" ".join(raw)):
                assert one(frame(chosen).encode(encoding)).encoding == encoding


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_ascii_costs_the_same_in_every_encoding(encoding: str) -> None:
    signs = bytes(range(0x20, 0x7F))
    assert _bits(signs, encoding) == _bits(signs, "utf-8")


@pytest.mark.parametrize("name", ["表能ソ十", "表", "評論", "ゾーン", "ソ]\\表"])
def test_second_bytes_that_look_like_brackets_and_backslashes(name: str) -> None:
    escaped = name.replace("\\", "\\\\").replace("]", "\\]")
    record = one(f"(;SZ[15]PB[{escaped}]PW[x];B[hh])".encode("cp932"))
    assert (record.encoding, problems(record)) == ("cp932", [])
    assert (record.headers["black"], record.headers["white"], text(record)) == (name, "x", "h8")


def test_brackets_that_may_be_part_of_a_character_are_told() -> None:
    # a program escaped the second byte of a character as if it were a backslash
    data = "(;C[黒の必勝です発表];B[hh];W[ig])".encode("cp932").replace(b"\x95\\", b"\x95\\\\")
    said = "texts: it may be cp1251 and not cp932: brackets are read otherwise then"
    assert problems(one(data)) == [said]
    assert problems(one(data, encoding="cp1251")) == []


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32-be", "utf-32"])
def test_wide_encodings_that_are_named(encoding: str) -> None:
    for mark in ("", "\ufeff"):
        record = one(f"{mark}(;PB[中村];B[hh];W[ig])".encode(encoding), encoding=encoding)
        assert (record.format, record.headers["black"], text(record)) == ("sgf", "中村", "h8 i9")
        assert text(one(f"{mark}h8 i9".encode(encoding), encoding=encoding)) == "h8 i9"
    bare = "(;PB[中村];B[hh])".encode("utf-16-le")
    assert one(bare, encoding="utf-16").headers["black"] == "中村"


@pytest.mark.parametrize("text", ["Chōsen 12", "Chōsen 12 Chōsen 12", "Shōgetsu, Ryūsei"])
def test_japanese_names_in_latin_letters_are_utf_8(text: str) -> None:
    assert guess([text.encode()]) == "utf-8"
