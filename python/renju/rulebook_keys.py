"""The questions on which rulebooks differ, and the answers there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["KEYS", "Key"]


@dataclass(frozen=True, slots=True)
class Key:
    """A question that rulebooks answer.

    Attributes
    ----------
    name
        The name of the key, as in the `rules` of a game log.
    asks
        The question.
    values
        The answers there are, with what they mean.
    """

    name: str
    asks: str
    values: Mapping[Any, str]


_YES_NO: Final = {True: "yes", False: "no"}

#: Every key, in the order in which a rulebook is printed.
KEYS: Final[tuple[Key, ...]] = (
    Key(
        "reading",
        "when may a straight-four point of a three be played",
        {
            "rif": "if it makes no five and is no foul",
            "permitted": "if it is a permitted move; a five is",
        },
    ),
    Key(
        "five",
        "how a five, and White's overline, wins",
        {"claim": "when its owner claims it", "auto": "by itself"},
    ),
    Key(
        "foul",
        "how Black's foul loses",
        {
            "claim": "when White points it out",
            "auto": "by itself",
            "illegal": "it cannot be played",
        },
    ),
    Key(
        "foul_lapses",
        "whether a double-three or double-four dies with White's next completed move",
        _YES_NO,
    ),
    Key("late_overline", "whether an overline can be claimed as long as the game goes on", _YES_NO),
    Key("accepted_claim", "whether a win that both players accept stands", _YES_NO),
    Key(
        "five_precedence",
        "which of two fives wins",
        {"claimed": "the one that is claimed first", "made": "the one that was made first"},
    ),
    Key("may_pass", "whether a player may pass", _YES_NO),
    Key("pass_ban", "within how many moves from the first nobody may pass", {}),
    Key("swap_is_move", "whether a swap counts among these moves", _YES_NO),
    Key(
        "two_passes",
        "which two passes make a draw",
        {
            "either": "one after the other, in either order",
            "round": "Black's, answered by White's",
            "none": "none",
        },
    ),
    Key(
        "dead_position", "whether it is a draw when neither side can make a five any more", _YES_NO
    ),
    Key(
        "draw_offer",
        "when a draw may be offered",
        {
            "with_move": "together with one's own move",
            "flagged": "at any time, noted as irregular in the opponent's time or two too often",
            "any": "at any time",
            "none": "never",
        },
    ),
    Key(
        "flag",
        "how an overstepped time loses",
        {"claim": "when it is claimed", "auto": "by itself"},
    ),
    Key(
        "flag_claimants",
        "who may claim a fallen flag",
        {
            "opponent": "the opponent",
            "anyone": "either player, or the arbiter",
            "nobody": "nobody needs to",
        },
    ),
    Key("time_referee", "whether a time referee watches the flags", _YES_NO),
    Key(
        "both_flags",
        "what happens when both flags are down",
        {"draw": "a draw", "first": "who fell first loses; a draw if nobody knows"},
    ),
    Key(
        "flag_must_stand",
        "whether a claimant's own flag must be up to win by a five, a foul or time",
        _YES_NO,
    ),
    Key(
        "stopping_clocks",
        "what it means when a player stops the clocks himself",
        {"organiser": "he calls the organiser", "loss": "he loses", "none": "he cannot"},
    ),
    Key("reply_before_press", "whether one may move before the opponent has pressed", _YES_NO),
    Key("second_violation_loses", "whether the second violation of a player loses", _YES_NO),
    Key("irregularities", "whether the opponent may demand correction of irregularities", _YES_NO),
    Key(
        "disarranged",
        "what follows when stones were displaced",
        {
            "rif": "rebuilt, else the culprit loses, else the game is void",
            "cn": "deliberate: loss; rebuilt with a violation, else loss; by nobody: rebuilt, else a ruling",
            "ru": "rebuilt on the culprit's time",
            "none": "it cannot happen",
        },
    ),
    Key(
        "rulings",
        "when the arbiter may call a game a draw or void of his own accord",
        {
            "disputes": "in any dispute, which is his to judge",
            "cases": "a draw or a replay in the cases that the book names",
            "regulations": "a draw where the regulations of the event have one",
            "none": "on a full board only",
        },
    ),
    Key(
        "claim_clocks",
        "who stops the clocks at a claim",
        {"claimant": "the claimant, both", "arbiter": "the arbiter", "none": "nobody"},
    ),
    Key(
        "penalties",
        "how offences are punished",
        {
            "organiser": "as the organiser decides, up to loss",
            "ladder": "time, violation, loss, disqualification",
            "none": "not at all",
        },
    ),
    Key(
        "lateness",
        "what follows when a limit of lateness, set by the event, is passed",
        {
            "option": "the book names no limit: who is late forfeits, both lose if both are",
            "forfeit": "who is late forfeits, both lose if both are",
        },
    ),
    Key("adjournment", "whether a game may be adjourned with a sealed move", _YES_NO),
    Key(
        "recording",
        "when a player must record the moves",
        {
            "over_5m": "while he has more than five minutes",
            "from_5m": "while he has five minutes or more, and no byo-yomi",
            "always": "always, as events with increments have it",
            "no": "never",
        },
    ),
    Key("takeback", "whether moves may be taken back by agreement", _YES_NO),
)
