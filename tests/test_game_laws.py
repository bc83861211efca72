"""What holds in every game, under every rulebook: a log is a fold, time is kept, symmetry changes nothing."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections import Counter
from itertools import pairwise
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from games_random import image, next_event, random_game, suitable, timed, wrong_events
from renju import ClockError, Game, RenjuError, RulingError, Symmetry
from renju.game import replay

SEEDS = st.integers(0, 10**9)
LENGTH = 45


def played(seed: int, length: int = LENGTH) -> list[Game]:
    """Return a random game after each of its events, the first one before any."""
    rng = random.Random(seed)
    games = [random_game(rng)]
    for _ in range(length):
        if games[-1].outcome is not None:
            break
        try:
            games.append(games[-1].apply(next_event(games[-1], rng)))
        except RulingError as error:
            assert error.at_event == len(games[-1].events)
            assert error.clause or "field" in str(error) or "no " in str(error)
            assert error.expected == games[-1].state.expected or error.clause
    return games


def header(game: Game) -> dict[str, Any]:
    return game.to_dict() | {"events": []}


@given(SEEDS)
def test_a_log_read_back_is_the_same_game(seed: int) -> None:
    game = played(seed)[-1]
    for other in (
        Game.from_json(game.to_json()),
        Game.from_dict(game.to_dict()),
        pickle.loads(pickle.dumps(game)),
        copy.deepcopy(game),
    ):
        assert other == game
        assert other.events == game.events
        assert other.state == game.state
        assert other.state.to_dict() == game.state.to_dict()
        assert other.state.position == game.state.position
    assert replay(game.to_dict())[1] is None


@given(SEEDS)
def test_undo_is_replay(seed: int) -> None:
    games = played(seed)
    game = games[-1]
    for index, earlier in enumerate(games):
        undone = game.undo_to(index)
        again = Game.from_dict(header(game) | {"events": list(game.events[:index])})
        assert undone.state.to_dict() == again.state.to_dict() == earlier.state.to_dict()
    with pytest.raises(RulingError):
        game.undo_to(len(games))


@given(SEEDS, st.sampled_from(Symmetry))
def test_a_symmetry_changes_nothing_but_points(seed: int, symmetry: Symmetry) -> None:
    game = played(seed)[-1]
    turned = Game.from_dict(header(game) | {"events": image(game.events, symmetry)})
    assert image(game.state.to_dict(), symmetry) == image(turned.state.to_dict(), Symmetry.IDENTITY)


@given(SEEDS)
def test_the_state_is_json_at_every_step(seed: int) -> None:
    for game in played(seed):
        state = game.state.to_dict()
        assert json.loads(json.dumps(state)) == state
        assert (state["outcome"] is None) == (state["phase"] != "over") == bool(state["expected"])
        if state["phase"] == "over":
            assert state["to_act"] is None
            assert not any(clock["running"] for clock in state["clocks"].values())


@given(SEEDS)
def test_what_is_expected_is_accepted(seed: int) -> None:
    rng = random.Random(seed)
    for game in played(seed):
        assert game.outcome is not None or game.state.expected
        for kind in game.state.expected:
            event = suitable(game, kind, rng)
            at = {} if game.time_control is None else {"at_ms": game.state.now_ms or 0}
            after = game.apply(event | at)
            assert after.events[-1]["type"] == event["type"]
            assert game.actions() or kind not in ("stone", "pass", "press", "keep", "swap")


@given(SEEDS)
def test_a_wrong_event_changes_nothing(seed: int) -> None:
    games = played(seed)
    for game in games[:: max(1, len(games) // 4)]:
        before = game.state.to_dict()
        for event in wrong_events(game):
            with pytest.raises(RenjuError):
                game.apply(event)
        assert game.state.to_dict() == before


@given(SEEDS)
def test_at_says_what_the_next_event_sees(seed: int) -> None:
    rng = random.Random(seed)
    for game in played(seed):
        if game.state.phase == "not_started" or game.time_control is None:
            continue
        now = (game.state.now_ms or 0) + rng.choice((0, 1, 5_000, 40_000, 10**7))
        seen = game.at(now).to_dict()
        after = game.apply({"type": "note", "text": "now", "at_ms": now}).state.to_dict()
        assert after.pop("history")[:-1] == seen.pop("history")
        assert after == seen
        with pytest.raises(ClockError):
            game.at((game.state.now_ms or 0) - 1)


@given(SEEDS)
def test_the_next_deadline_is_when_something_falls(seed: int) -> None:
    for game in played(seed):
        due = game.next_deadline_ms
        if due is None:
            far = (game.state.now_ms or 0) + 10**9
            if game.state.phase != "not_started" and game.time_control is not None:
                assert fallen(game, far) == fallen(game, game.state.now_ms or 0)
            continue
        assert due > (game.state.now_ms or 0)
        assert fallen(game, due - 1) == fallen(game, game.state.now_ms or 0)
        assert fallen(game, due) != fallen(game, due - 1)


def fallen(game: Game, now_ms: int) -> Any:
    """Return whose flags are down, and whether the game is over."""
    state = game.at(now_ms)
    flags = () if state.clock is None else tuple(state.clock[p].is_down for p in "AB")
    return flags, state.outcome is not None


@given(SEEDS)
def test_time_is_kept(seed: int) -> None:
    """What both clocks used is the time of the round, but for pauses and what ran for both."""
    games = played(seed)
    for before, after in pairwise(games):
        old, new = before.state.clock, after.state.clock
        if old is None or new is None:
            continue
        elapsed = new.now_ms - old.now_ms
        assert elapsed >= 0
        for player in "AB":
            assert (new[player].remaining_ms or 0) >= 0
            assert isinstance(new[player].used_ms, int)
        used = sum(new[p].used_ms - old[p].used_ms for p in "AB")
        news = after.state.history[len(before.state.history) :]
        if any(entry.get("ruling") == "colours corrected" for entry in news):
            continue  # the clocks are reset then (CN 5.2(3))
        # One clock runs, none in a pause, or one for both who are absent (RIF 15).
        assert used == elapsed * (bool(old.running) if old.control.shared else len(old.running))


def test_every_kind_of_event_comes_about() -> None:
    """The laws above are about something: the random games have nearly all there is in them."""
    types: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for seed in range(300):
        game = played(seed)[-1]
        types.update(event["type"] for event in game.events)
        if game.outcome is not None:
            ends[game.outcome.termination] += 1
    wanted = {"start", "stone", "stones", "pass", "keep", "swap", "declare", "propose", "choose"}
    wanted |= {"exclude", "press", "claim", "offer_draw", "irregularity", "demand", "disarranged"}
    wanted |= {
        "reconstructed",
        "seal",
        "unseal",
        "arbiter",
        "takeback",
        "accept_takeback",
        "arrive",
    }
    assert wanted <= set(types)
    assert {"time", "forfeit", "penalty", "passes", "sealed_move", "five", "foul"} <= set(ends)


@given(SEEDS)
def test_a_game_keeps_nothing_of_the_caller(seed: int) -> None:
    """Changing what was given, or what is returned, does not change the game."""
    rng = random.Random(seed)
    game = Game("rif-1996", "swap2")
    event = {"type": "stones", "by": "B", "points": ["a1", "b2"]}
    for point in ("h8", "i9", "g7"):
        game = game.apply(timed(game, {"type": "stone", "by": "A", "point": point}, rng))
    after = game.apply(event)
    event["points"].append("c3")
    after.events[-1]["points"].append("d4")
    after.to_dict()["events"][-1]["points"].clear()
    assert after.events[-1]["points"] == ["a1", "b2"]


def crowded(rng: random.Random) -> Game:
    """Return a game on few points, in which fives and fouls come about, with something irregular."""
    game = Game("cn", "cn-free")
    points = [f"{column}{row}" for column in "efghij" for row in range(5, 11)]
    rng.shuffle(points)
    spare = [points.pop() for _ in range(4)]
    for number, point in enumerate(points[: rng.randint(8, 24)]):
        game = game.apply({"type": "stone", "by": "AB"[number % 2], "point": point})
    last = str(game.state.moves[-1])
    kind = rng.choice(("two_moves", "dropped", "slid", "moved_stone"))
    event: dict[str, Any] = {"type": "irregularity", "by": rng.choice("AB"), "kind": kind}
    one, other = rng.sample([*spare, last], 2)
    event |= {"points": [one, other]} if kind in ("slid", "moved_stone") else {"point": one}
    try:
        return game.apply(event)
    except RulingError:
        return game


def wins(game: Game, claims: list[dict[str, Any]]) -> list[bool]:
    return [game.apply(claim).outcome is not None for claim in claims]


CLAIMS = [
    {"type": "claim", "by": by, "claim": kind}
    for by in "AB"
    for kind in ("five", "overline", "foul")
]


@given(SEEDS)
def test_what_is_irregular_decides_nothing_before_it_is_settled(seed: int) -> None:
    """A claim wins now only if it wins either way; held back, it wins one way; else it wins neither."""
    game = crowded(random.Random(seed))
    found = game.state.irregularity
    if found is None:
        return
    demanded = game.apply({"type": "demand", "by": "B" if found.by == "A" else "A"})
    corrected = wins(demanded.apply({"type": "arbiter", "action": "correct"}), CLAIMS)
    accepted = wins(demanded.apply({"type": "arbiter", "action": "stand"}), CLAIMS)
    for before in (game, demanded):
        for claim, right, left in zip(CLAIMS, corrected, accepted, strict=True):
            after = before.apply(claim)
            if after.outcome is not None:
                assert right
                assert left
            elif after.state.history[-1]["refused"] == "not settled":
                assert right or left
            else:
                assert not right
                assert not left


def test_what_is_irregular_holds_claims_back_in_many_games() -> None:
    """The law above is about something."""
    games = [crowded(random.Random(seed)) for seed in range(2_000)]
    held = [game.state.disputed for game in games if game.state.irregularity is not None]
    assert len(held) > 500
    assert sum(bool(fives) for fives, _ in held) > 5
    assert sum(bool(fouls) for _, fouls in held) > 5
    stands = [g for g in games if g.state.irregularity is not None and any(g.state.claimable)]
    assert len(stands) > 5
