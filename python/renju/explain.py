"""Why a point is what it is: the proof, as data and as text.

An `Explanation` is a tree. Its root is Black's stone on the point asked about; each row of three that
the stone makes has its straight-four points, and each of those is the root of a proof of its own, on
the board with the stones imagined so far ("make the move ... in your mind", RIF 9.3a).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from . import _core
from .clauses import CLAUSES
from .geometry import Color, Point
from .shapes import Shape, ShapeKind, raw_shapes
from .verdicts import Reading, Verdict

__all__ = ["Explanation", "StraightFourPoint", "ThreeProof", "explain"]

_ROWS: Final = (ShapeKind.FIVE, ShapeKind.OVERLINE)
_FOURS: Final = (ShapeKind.STRAIGHT_FOUR, ShapeKind.FOUR)


@dataclass(frozen=True, slots=True)
class StraightFourPoint:
    """A point that would make a straight four of a three, and whether it may be played.

    Attributes
    ----------
    point
        The point.
    may_be_played
        Whether Black may play it, by the reading.
    clause
        The clause that says so.
    proof
        What a stone there is, on the board with the stones imagined so far.
    """

    point: Point
    may_be_played: bool
    clause: str
    proof: Explanation

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        return {
            "point": str(self.point),
            "may_be_played": self.may_be_played,
            "clause": self.clause,
            "proof": self.proof.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class ThreeProof:
    """A row of three and why it is or is not a three.

    Attributes
    ----------
    shape
        Its stones and straight-four points; `THREE` or `FALSE_THREE`.
    counts
        Whether it is a three; None where nothing depends on it and it is not asked, because the
        stone is decided by a five, an overline or fours, or on the way down makes no second one.
    clause
        The clause that decides: the definition of a three, or of the double-three that is allowed.
    points
        Its straight-four points, each with its proof; empty where `counts` is None.
    """

    shape: Shape
    counts: bool | None
    clause: str
    points: tuple[StraightFourPoint, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        return {
            "shape": self.shape.to_dict(),
            "counts": self.counts,
            "clause": self.clause,
            "points": [point.to_dict() for point in self.points],
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """What Black's stone on a point is, and the proof.

    Attributes
    ----------
    point
        The point.
    reading
        When a straight-four point may be played.
    verdict
        The verdict, that of `Board.verdict`.
    clause
        The clause that decides it.
    imagined
        The black stones that were imagined on the board before this one; none at the root.
    rows
        The fives and overlines that the stone makes.
    fours
        The fours and straight fours that it makes.
    threes
        The rows of three that it makes.
    """

    point: Point
    reading: Reading
    verdict: Verdict
    clause: str
    imagined: tuple[Point, ...]
    rows: tuple[Shape, ...]
    fours: tuple[Shape, ...]
    threes: tuple[ThreeProof, ...]

    @property
    def combination(self) -> str:
        """The fours and threes that the stone makes, counted as players do: `"4-3-3"`, or `""`."""
        return "-".join(["4"] * len(self.fours) + ["3"] * self.count_of_threes)

    @property
    def count_of_threes(self) -> int:
        """How many of its rows of three are proved to be threes."""
        return sum(three.counts is True for three in self.threes)

    @property
    def sentence(self) -> str:
        """The sentence that decides, with its clause."""
        from .explain_text import sentence  # noqa: PLC0415

        return sentence(self)

    def walk(self) -> Iterator[Explanation]:
        """Yield this proof and every proof below it."""
        yield self
        for three in self.threes:
            for point in three.points:
                yield from point.proof.walk()

    def to_dict(self) -> dict[str, Any]:
        """Return the whole tree as JSON-ready data, points as text."""
        return {
            "point": str(self.point),
            "reading": self.reading.label,
            "verdict": self.verdict.label,
            "clause": self.clause,
            "imagined": [str(point) for point in self.imagined],
            "combination": self.combination,
            "rows": [shape.to_dict() for shape in self.rows],
            "fours": [shape.to_dict() for shape in self.fours],
            "threes": [three.to_dict() for three in self.threes],
        }

    def __str__(self) -> str:
        from .explain_text import text  # noqa: PLC0415

        return text(self)


def explain(position: _core.Position, point: Point, reading: Reading) -> Explanation:
    """Prove what Black's stone on `point` is; the position is left as it is."""
    return _explain(position.copy(), point, reading, ())


def _explain(
    position: _core.Position, point: Point, reading: Reading, imagined: tuple[Point, ...]
) -> Explanation:
    clauses = CLAUSES[reading]
    if position.at(point) != 0:
        occupied = clauses.verdicts[Verdict.OCCUPIED]
        return Explanation(point, reading, Verdict.OCCUPIED, occupied, imagined, (), (), ())
    shapes = tuple(raw_shapes(position, point, Color.BLACK))
    rows = tuple(shape for shape in shapes if shape.kind in _ROWS)
    fours = tuple(shape for shape in shapes if shape.kind in _FOURS)
    rows_of_three = tuple(shape for shape in shapes if shape.kind is ShapeKind.THREE)

    verdict = _without_threes(rows, fours)
    in_question = verdict is Verdict.LEGAL and len(rows_of_three) > 1
    if in_question or (not imagined and not rows):
        position.place(point, Color.BLACK)
        threes = tuple(
            _prove_three(position, shape, reading, (*imagined, point)) for shape in rows_of_three
        )
        position.remove(point, Color.BLACK)
    else:
        threes = tuple(ThreeProof(shape, None, clauses.three, ()) for shape in rows_of_three)
    if in_question and sum(three.counts is True for three in threes) > 1:
        verdict = Verdict.DOUBLE_THREE
    clause = clauses.verdicts[verdict]
    if in_question and verdict is Verdict.LEGAL:
        clause = _joined(three.clause for three in threes if not three.counts)
    return Explanation(point, reading, verdict, clause, imagined, rows, fours, threes)


def _without_threes(rows: tuple[Shape, ...], fours: tuple[Shape, ...]) -> Verdict:
    """Return what rows and fours alone make of the stone: RIF 9.1, then 9.2 a and b."""
    if any(shape.kind is ShapeKind.FIVE for shape in rows):
        return Verdict.FIVE
    if rows:
        return Verdict.OVERLINE
    return Verdict.DOUBLE_FOUR if len(fours) > 1 else Verdict.LEGAL


def _prove_three(
    position: _core.Position, shape: Shape, reading: Reading, imagined: tuple[Point, ...]
) -> ThreeProof:
    clauses = CLAUSES[reading]
    points = []
    for point in shape.completing:
        proof = _explain(position, point, reading, imagined)
        playable = _core.may_be_played(proof.verdict, reading)
        clause = clauses.three if playable else clauses.allowed_by[proof.verdict]
        points.append(StraightFourPoint(point, playable, clause, proof))
    playable_points = tuple(point.point for point in points if point.may_be_played)
    counts = bool(playable_points)
    proved = Shape(
        ShapeKind.THREE if counts else ShapeKind.FALSE_THREE,
        shape.direction,
        shape.stones,
        shape.completing,
        playable_points,
    )
    clause = clauses.three if counts else _joined(point.clause for point in points)
    return ThreeProof(proved, counts, clause, tuple(points))


def _joined(clauses: Iterable[str]) -> str:
    """Return several clauses of one book as one reference: `"RIF 9.3a, 9.3b"`."""
    first, *others = sorted(dict.fromkeys(clauses))
    book = first.split()[0] + " "
    return ", ".join([first, *(clause.removeprefix(book) for clause in others)])
