"""How often texts without a declaration are read as they were written; prints the table of docs/formats.md.

    python benchmarks/encodings.py        charset-normalizer and chardet beside ours, where they are installed

A draw is some texts of one language, with repetitions, in its old code page or in UTF-8; it counts if all of them
come back. The texts are labels and remarks as players write them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from renju.records.encodings import guess

DRAWS = 400  # a row
TEXTS = {
    "gb18030": (
        "黑棋必胜", "白方最善应对", "此处可做四三", "禁手", "黑1攻", "防点", "五手两打", "花月局", "先手", "败着", "这里连冲", "白2不好",
        "变化很多", "后手必胜", "直指第四型", "双杀", "交换", "优势", "长连", "最后一手",
    ),
    "cp932": (
        "黒の必勝", "白の最善手", "ここで四追い", "三々禁", "追い詰め", "ソフト", "表の手", "花月", "浦月", "この手が良い", "白有利", "四々",
        "先手番", "定石", "変化あり", "次の一手", "ノリ手", "フクミ", "防ぎ", "名人戦",
    ),
    "cp1251": (
        "Чёрные выигрывают", "белые защищаются", "вилка", "фол 3-3", "сильный ход", "ошибка", "дебют", "победа", "ничья",
        "лучший ход", "атака четвёрками", "здесь", "вариант", "слабо", "перехват", "длинный ряд",
    ),
    "latin-1": (
        "öppning", "svart vinner här", "bättre drag", "försvar på rätt håll", "Weiß gewinnt", "zu früh", "möglich", "défense",
        "très fort", "à éviter", "mäng läbi", "võit", "rünnak jätkub", "öövalve", "bästa drag",
    ),
    "euc-kr": (
        "흑 필승", "백의 최선", "금수", "삼삼", "사사", "여기가 급소", "선수", "후수", "승리", "패착", "좋은 수", "공격", "수비", "변화", "오목", "렌주",
    ),
}  # fmt: skip
Detector = Callable[[list[bytes]], str | None]


def detectors() -> dict[str, Detector]:
    """Return ours, and the others that are installed."""
    found: dict[str, Detector] = {"ours": guess}
    for name, module in (("charset-normalizer", "charset_normalizer"), ("chardet", "chardet")):
        try:
            detect: Any = import_module(module).detect
        except ModuleNotFoundError:
            continue
        found[name] = lambda texts, detect=detect: detect(b"\n".join(texts))["encoding"]
    return found


def is_right(detector: Detector, texts: list[str], encoding: str) -> bool:
    """Whether all texts come back."""
    raw = [text.encode(encoding) for text in texts]
    try:
        return [text.decode(detector(raw) or "ascii") for text in raw] == texts
    except (UnicodeDecodeError, LookupError):
        return False


def main() -> None:
    """Print the table."""
    found = detectors()
    print(f"| texts in the file | {' | '.join(found)} |\n|{'---|' * (len(found) + 1)}")
    for count in (1, 3, 5, 10, 30):
        chance = random.Random(count)
        draws = []
        for _ in range(DRAWS // (2 * len(TEXTS))):
            for page, texts in TEXTS.items():
                chosen = chance.choices(texts, k=count)
                draws += [(chosen, page), (chosen, "utf-8")]
        rights = [sum(is_right(each, *draw) for draw in draws) for each in found.values()]
        shares = (f"{100 * right / len(draws):.1f} %" for right in rights)
        print(f"| {count} | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()
