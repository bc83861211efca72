"""Rulebooks as data: every key of the matrix, its value and its clause, and what is overridden."""

from __future__ import annotations

from typing import Any

import pytest

from games_support import play
from renju import Game, NotationError, Reading, RulingError, rulebooks

#: The matrix of the four books: a row a key, the values of rif-1996, cn, ru and gomocup.
MATRIX: dict[str, tuple[Any, Any, Any, Any]] = {
    "reading": ("rif", "permitted", "permitted", "rif"),
    "five": ("claim", "claim", "auto", "auto"),
    "foul": ("claim", "claim", "claim", "auto"),
    "foul_lapses": (True, True, True, False),
    "late_overline": (True, True, True, False),
    "accepted_claim": (False, True, False, False),
    "five_precedence": ("claimed", "claimed", "made", "made"),
    "may_pass": (True, True, True, False),
    "pass_ban": (3, 5, 0, 0),
    "swap_is_move": (False, True, False, False),
    "two_passes": ("either", "round", "either", "none"),
    "dead_position": (False, False, True, False),
    "draw_offer": ("with_move", "flagged", "any", "none"),
    "flag": ("claim", "claim", "auto", "auto"),
    "flag_claimants": ("opponent", "anyone", "nobody", "nobody"),
    "time_referee": (False, False, False, False),
    "both_flags": ("draw", "first", "first", "first"),
    "flag_must_stand": (True, False, False, False),
    "stopping_clocks": ("organiser", "loss", "none", "none"),
    "reply_before_press": (True, True, False, False),
    "second_violation_loses": (False, True, False, False),
    "irregularities": (False, True, False, False),
    "disarranged": ("rif", "cn", "ru", "none"),
    "rulings": ("disputes", "cases", "regulations", "none"),
    "claim_clocks": ("claimant", "arbiter", "none", "none"),
    "penalties": ("organiser", "ladder", "organiser", "none"),
    "lateness": ("option", "forfeit", "option", "option"),
    "adjournment": (True, True, True, False),
    "recording": ("over_5m", "from_5m", "no", "no"),
    "takeback": (False, False, False, False),
}


def test_names() -> None:
    assert rulebooks.names() == ("rif-1996", "cn", "ru", "gomocup")
    assert {key.name for key in rulebooks.KEYS} == set(MATRIX)


@pytest.mark.parametrize("number", range(4), ids=rulebooks.names())
def test_the_matrix(number: int) -> None:
    book = rulebooks.get(rulebooks.names()[number])
    assert {key: book[key] for key in MATRIX} == {key: row[number] for key, row in MATRIX.items()}


@pytest.mark.parametrize("name", rulebooks.names())
def test_every_key_has_a_clause_and_words(name: str) -> None:
    book = rulebooks.get(name)
    source = {"rif-1996": "RIF ", "cn": "CN ", "ru": "RU ", "gomocup": "Gomocup"}[name]
    rows = list(book.rows())
    assert len(rows) == len(MATRIX)
    for (name_of_key, asks, answer, clause), key in zip(rows, rulebooks.KEYS, strict=True):
        assert (name_of_key, asks) == (key.name, key.asks)
        assert answer == (str(book[key.name]) if not key.values else key.values[book[key.name]])
        assert clause.startswith(source) or (name, key.name) == ("gomocup", "reading")
        assert book.clause(key.name) == clause


def test_replace() -> None:
    book = rulebooks.get("rif-1996").replace(dead_position=True, pass_ban=0, reading="permitted")
    assert (book["dead_position"], book["pass_ban"], book.reading) == (True, 0, Reading.PERMITTED)
    assert book.clause("dead_position") == "event regulations"
    assert book.clause("five") == "RIF 9.6"
    assert rulebooks.get("rif-1996")["pass_ban"] == 3


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"colour": "black"}, "no key of a rulebook"),
        ({"self": 1}, "no key of a rulebook"),
        ({"five": "never"}, "use one of 'claim', 'auto'"),
        ({"five": ["claim"]}, "use one of 'claim', 'auto'"),
        ({"takeback": 1}, "use one of True, False"),
        ({"takeback": "true"}, "use one of True, False"),
        ({"pass_ban": -1}, "a number of moves"),
        ({"pass_ban": True}, "a number of moves"),
    ],
)
def test_replace_refuses(values: dict[str, Any], says: str) -> None:
    with pytest.raises(NotationError, match=says):
        rulebooks.get("cn").replace(**values)
    with pytest.raises(NotationError, match=says):
        Game("cn", "centre", options={"rules": values})


@pytest.mark.parametrize("name", ["fide", "", None, ["cn"]])
def test_no_such_rulebook(name: Any) -> None:
    with pytest.raises(NotationError, match="is no rulebook"):
        rulebooks.get(name)


def test_compare() -> None:
    rif, cn = rulebooks.get("rif-1996"), rulebooks.get("cn")
    found = {one.key: (one, two) for one, two in rulebooks.compare(rif, cn)}
    assert set(found) == {key for key, row in MATRIX.items() if row[0] != row[1]}
    asks = "within how many moves from the first nobody may pass"
    assert found["pass_ban"] == (
        ("pass_ban", asks, "3", "RIF 12.9"),
        ("pass_ban", asks, "5", "CN 11.1(1)"),
    )
    assert list(rulebooks.compare(rif, rif)) == []


def test_an_overridden_rulebook_is_in_the_log() -> None:
    """A game made with a changed rulebook or opening rule is the same when its log is read."""
    from renju import openings  # noqa: PLC0415

    game = Game(
        rulebooks.get("ru").replace(dead_position=False, takeback=True),
        openings.get("yamaguchi", max_count=12, symmetry="board"),
    )
    log = game.to_dict()
    assert log["options"] == {
        "rules": {"dead_position": False, "takeback": True},
        "opening": {"max_count": 12, "symmetry": "board"},
    }
    again = Game.from_dict(log)
    assert again.rulebook == game.rulebook
    assert again.opening == game.opening


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"speed": 1}, "is no option"),
        ({"auto_press": 1}, "it is true or false"),
        ({"late_limit_ms": "1"}, "it is a whole number"),
        ({"late_limit_ms": True}, "it is a whole number"),
        ({"late_limit_ms": -1}, "0 or more"),
        ({"opening": []}, "it is an object"),
        ({"pool": "abc"}, "it is a list"),
        ({"rules": 1}, "it is an object"),
    ],
)
def test_wrong_options(options: dict[str, Any], says: str) -> None:
    with pytest.raises(RulingError, match=says):
        Game("cn", "centre", options=options)


def test_every_clause_the_game_cites_is_known() -> None:
    """No outcome falls back to 'no clause', whatever ends the game, under any book."""
    lines = [
        ["moves h8", "B resign"],
        ["moves h8 a1", "arbiter draw"],
        ["moves h8 a1", "arbiter void"],
        ["moves h8 a1", "arbiter loss player=A"],
        ["moves h8 a1", "arbiter forfeit player=A"],
        ["moves h8 a1 i8 c1 j8 e1 k8 g1 l8", "A claim five"],
    ]
    # Where a book has no such ruling the event's regulations may.
    options = {"rules": {"rulings": "disputes"}}
    for name in rulebooks.names():
        for steps in lines:
            game = Game(name, "centre", options=options)
            for step in steps:
                if game.outcome is None:
                    game = play(game, [step])
            assert game.outcome is not None
            assert "no clause" not in game.outcome.clause


@pytest.mark.parametrize("name", rulebooks.names())
def test_a_clause_that_is_none(name: str) -> None:
    with pytest.raises(NotationError, match="'typo' has no clause: there are reading, five"):
        rulebooks.get(name).clause("typo")


def test_compare_takes_names() -> None:
    rif, cn = rulebooks.get("rif-1996"), rulebooks.get("cn")
    assert list(rulebooks.compare("rif-1996", "cn")) == list(rulebooks.compare(rif, cn))
    for wrong in ("nonesuch", None, 5):
        with pytest.raises(NotationError, match="is no rulebook"):
            rulebooks.compare("cn", wrong)  # type: ignore[arg-type]


def test_what_depends_on_a_replaced_key_is_the_events() -> None:
    rif = rulebooks.get("rif-1996")
    book = rif.replace(two_passes="none", adjournment=False, pass_ban=3)
    assert book.clause("passes") == book.clause("sealed move") == "event regulations"
    assert book.clause("pass_ban") == "RIF 12.9"  # the value that the book has
    assert book.clause("both times") == "RIF 10.4"
    assert rif.replace(pass_ban=3) == rif


def test_a_gap_is_marked_wherever_it_is_cited() -> None:
    """Articles of RU on draws and on the first moves are cited for nothing else."""
    ru = rulebooks.get("ru")
    for what in (
        "overline",
        "double-four",
        "double-three",
        "lapsed",
        "penalty",
        "sealed move",
        "late",
    ):
        assert ru.clause(what).endswith(" (gap)"), what
    about_draws = {"RU 8.1", "RU 8.2"}
    draws = {
        "two_passes",
        "dead_position",
        "draw_offer",
        "rulings",
        "passes",
        "agreement",
        "board full",
    }
    for what, clause in {**ru.clauses, **ru.cites}.items():
        assert clause.removesuffix(" (gap)") != "RU 4.3", what
        assert clause.removesuffix(" (gap)") not in about_draws or what in draws, what
    assert rulebooks.get("rif-1996").clause("sealed move") == "RIF 17.6 (gap)"
