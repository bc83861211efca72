"""The history of a game: a sequence that shares what came before, however long it gets."""

from __future__ import annotations

import copy
import pickle

import pytest

from renju import Game
from renju.game.history import NO_HISTORY, History
from renju.game_protocol import format_protocol, last_line, protocol

ENTRIES = [{"at_event": n // 2, "note": str(n)} for n in range(7)]


def test_it_is_a_sequence() -> None:
    history = History.of(ENTRIES)
    assert len(history) == 7
    assert list(history) == ENTRIES
    assert list(reversed(history)) == ENTRIES[::-1]
    assert [history[n] for n in range(-7, 7)] == ENTRIES * 2
    assert history[2:5] == tuple(ENTRIES[2:5])
    assert history[-2:] == tuple(ENTRIES[-2:])
    assert ENTRIES[3] in history
    for index in (7, -8):
        with pytest.raises(IndexError, match="7 entries"):
            history[index]
    assert len(NO_HISTORY) == 0
    assert list(NO_HISTORY) == []
    with pytest.raises(IndexError):
        NO_HISTORY[0]


def test_a_longer_one_leaves_the_shorter_as_it_is() -> None:
    short = History.of(ENTRIES[:3])
    one, other = short.added({"note": "a"}), short.added({"note": "b"})
    assert (list(short), one[-1], other[-1]) == (ENTRIES[:3], {"note": "a"}, {"note": "b"})
    assert one != other
    assert one == short.added({"note": "a"}) == History.of([*ENTRIES[:3], {"note": "a"}])
    assert short != one
    assert short == tuple(ENTRIES[:3])
    assert hash(one) == hash(other)


def test_what_came_last() -> None:
    history = History.of(ENTRIES)
    assert history.of_event(3) == tuple(ENTRIES[6:])
    assert history.of_event(2) == ()
    assert History.of(ENTRIES[:6]).of_event(2) == tuple(ENTRIES[4:6])


def test_it_can_be_copied() -> None:
    history = History.of(ENTRIES)
    for other in (pickle.loads(pickle.dumps(history)), copy.deepcopy(history)):
        assert other == history
    assert eval(repr(history), {"History": History}) == history


def test_states_share_it() -> None:
    """A state holds its last entry and the history before it, not all of them again."""
    game = Game("cn", "cn-free")
    for number in range(5):
        game = game.apply({"type": "note", "text": str(number)})
    before = game.undo_to(4).state.history
    assert game.state.history._before is before
    assert [entry["note"] for entry in game.state.history] == list("01234")


def test_many_notes_and_refused_claims() -> None:
    """Far more than any stack is deep: nothing goes through the history by recursion."""
    events = [{"type": "note", "text": "x"}, {"type": "claim", "by": "B", "claim": "foul"}] * 2_500
    log = {"format": "renju-game", "version": 1, "rulebook": "cn", "opening": "cn-free"}
    game = Game.from_dict({**log, "events": events})
    other = pickle.loads(pickle.dumps(game))
    assert other == game
    assert other.state == game.state
    assert copy.deepcopy(game.state.history) == game.state.history
    assert len(game.state.to_dict()["history"]) == 5_000
    assert last_line(game) == protocol(game)[-1]
    assert format_protocol(game).count("refused, no foul") == 2_500
