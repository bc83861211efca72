"""The words of an `Explanation`: first the sentence that decides, then the proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .clauses import CLAUSES
from .explain import Explanation, StraightFourPoint, ThreeProof
from .geometry import Point
from .shapes import Shape, ShapeKind
from .verdicts import Verdict

__all__ = ["sentence", "text"]

_INDENT: Final = "  "
_NUMBERS: Final = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
]
_ARTICLE: Final = {ShapeKind.OVERLINE: "an"}


def text(explanation: Explanation) -> str:
    """Return the whole proof, a line a step, indented by depth."""
    return "\n".join(_lines(explanation, 0))


def sentence(explanation: Explanation) -> str:
    """Return the sentence that decides, with its clause."""
    point, clause = explanation.point, explanation.clause
    be = "would be" if explanation.imagined else "is"
    made = ""
    if "-" in explanation.combination and not explanation.rows:
        made = f", {explanation.combination}"
    if explanation.verdict is Verdict.OCCUPIED:
        return f"{point} is occupied: no stone can be put there ({clause})."
    if explanation.verdict is Verdict.FIVE:
        return f"{point} {'would win' if explanation.imagined else 'wins'}: it makes a five ({clause})."
    if explanation.verdict is Verdict.LEGAL:
        return f"{point} {be} legal{made}: {_why_legal(explanation)} ({clause})."
    return f"{point} {be} a foul, {explanation.verdict.label}{made}: {_why_foul(explanation)} ({clause})."


def _why_foul(explanation: Explanation) -> str:
    if explanation.verdict is Verdict.OVERLINE:
        longest = max(len(row.stones) for row in explanation.rows)
        return f"it makes an unbroken row of {_NUMBERS[longest]}"
    if explanation.verdict is Verdict.DOUBLE_FOUR:
        return f"{_NUMBERS[len(explanation.fours)]} fours meet in it"
    return f"{_NUMBERS[explanation.count_of_threes]} threes meet in it"


def _why_legal(explanation: Explanation) -> str:
    threes, real = explanation.threes, explanation.count_of_threes
    if len(threes) > 1:
        of = "neither" if real == 0 and len(threes) == 2 else ("only one" if real else "none")
        return f"of its {_NUMBERS[len(threes)]} rows of three {of} is a three"
    parts = ["one four"] if explanation.fours else []
    if threes:
        counts = threes[0].counts
        parts.append("one three" if counts else "one row of three")
        parts[-1] += " that is no three" if counts is False else ""
    return f"it makes {' and '.join(parts)}" if parts else "it makes no four and no three"


def _lines(explanation: Explanation, depth: int) -> Iterator[str]:
    indent = _INDENT * depth
    yield indent + sentence(explanation)
    if (
        explanation.imagined
        and explanation.verdict is Verdict.LEGAL
        and len(explanation.threes) < 2
    ):
        return  # it may be played, and no three is in question: its shapes prove nothing more
    clauses = CLAUSES[explanation.reading]
    below = indent + _INDENT
    for row in explanation.rows:
        clause = clauses.five if row.kind is ShapeKind.FIVE else clauses.overline
        yield f"{below}It makes {_named(row)} ({clause})."
    if explanation.verdict is Verdict.FIVE and _would_be_foul(explanation):
        yield (
            f"{below}What else it makes is no foul: a five is made at the same time "
            f"({clauses.five_despite_foul})."
        )
    for four in explanation.fours:
        clause = clauses.straight_four if len(four.completing) > 1 else clauses.four
        yield f"{below}It makes {_named(four)}, five at {_listed(four.completing)} ({clause})."
    for three in explanation.threes:
        yield from _three_lines(explanation.point, three, depth + 1)


def _three_lines(stone: Point, three: ThreeProof, depth: int) -> Iterator[str]:
    indent = _INDENT * depth
    where = f"{_stones(three.shape)} ({three.shape.direction.label})"
    fours = _listed(three.shape.completing)
    if not three.points:
        yield f"{indent}{where} has the form of a three; nothing depends on it."
        return
    playable = [point for point in three.points if point.may_be_played]
    if playable:
        why = f"with {stone} there, {_listed([p.point for p in playable], 'or')} makes a straight four"
        yield f"{indent}{where} is a three: {why} and may be played ({three.clause})."
    else:
        yield f"{indent}{where} is no three: {_why_none(three, fours)} ({three.clause})."
    for point in three.points:
        yield from _point_lines(point, depth + 1)


def _why_none(three: ThreeProof, fours: str) -> str:
    """Say why no straight-four point counts; a five may be played, it only makes no three."""
    fives = sum(point.proof.verdict is Verdict.FIVE for point in three.points)
    if len(three.points) > 1:
        why = "may be played" if fives == 0 else "counts"
        return f"none of its straight-four points {fours} {why}"
    why = "makes a five at the same time" if fives else "may not be played"
    return f"its only straight-four point {fours} {why}"


def _point_lines(point: StraightFourPoint, depth: int) -> Iterator[str]:
    lines = _lines(point.proof, depth)
    yield next(lines)
    if point.proof.verdict is Verdict.FIVE:
        may = "so it may be played" if point.may_be_played else "so it makes no three"
        yield f"{_INDENT * (depth + 1)}A five is made at the same time, {may} ({point.clause})."
    yield from lines


def _would_be_foul(explanation: Explanation) -> bool:
    overline = any(row.kind is ShapeKind.OVERLINE for row in explanation.rows)
    return overline or len(explanation.fours) > 1 or len(explanation.threes) > 1


def _named(shape: Shape) -> str:
    return f"{_ARTICLE.get(shape.kind, 'a')} {shape.kind.value}, {_stones(shape)}"


def _stones(shape: Shape) -> str:
    return " ".join(map(str, shape.stones))


def _listed(points: Sequence[object], conjunction: str = "and") -> str:
    *most, last = map(str, points)
    return f"{', '.join(most)} {conjunction} {last}" if most else last
