"""Time controls as text, and clocks: the faults seen in the wild, and what must hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from games_support import play
from renju import ClockError, Game, RulingError
from renju.clock import Clock, Period, TimeControl, format_ms, parse_ms

HOUR, MINUTE, SECOND = 3_600_000, 60_000, 1_000
PARSE = TimeControl.parse

# Text


@st.composite
def controls(draw: st.DrawFn, *, small: bool = False) -> TimeControl:
    """Any time control; `small` ones end soon."""
    most = 20_000 if small else 10**11
    amounts = st.integers(1, most)
    kind = draw(st.sampled_from(["inf", "shared", "periods", "periods", "periods", "periods"]))
    if kind == "inf":
        return TimeControl()
    if kind == "shared":
        return TimeControl((Period(draw(amounts)),), shared=True)
    periods: list[Period] = []
    for number in range(draw(st.integers(1, 4))):
        shape = draw(st.sampled_from(["plain", "fischer", "quota", "byo-yomi", "repeated quota"]))
        ms, moves = draw(amounts), draw(st.integers(1, 60))
        repeats = draw(st.sampled_from([1, 2, 3, 999_999, None]))
        period = {
            "plain": Period(ms),
            "fischer": Period(ms, increment_ms=draw(amounts)),
            "quota": Period(ms, moves, increment_ms=draw(st.sampled_from([0, 5_000]))),
            "byo-yomi": Period(ms, None, repeats, is_byo_yomi=True),
            "repeated quota": Period(ms, moves, repeats),
        }[shape]
        if number == 0 and shape in ("plain", "fischer") and draw(st.booleans()):
            period = replace(period, ms=0, increment_ms=0)
        periods.append(period)
        if period.repeats is None:
            break
    if len(periods) == 1 and not periods[0].ms:
        periods = [Period(1_000)]
    return TimeControl(tuple(periods))


@given(controls())
def test_a_control_is_read_as_it_is_printed(control: TimeControl) -> None:
    assert PARSE(str(control)) == control


@given(st.integers(0, 10 * 365 * 24 * HOUR))
def test_an_amount_is_read_as_it_is_printed(ms: int) -> None:
    assert parse_ms(format_ms(ms)) == ms


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("60m", [Period(60 * MINUTE)]),
        ("2h+30s", [Period(2 * HOUR, increment_ms=30 * SECOND)]),
        ("90m/40,30m", [Period(90 * MINUTE, 40), Period(30 * MINUTE)]),
        ("30m,3x60s", [Period(30 * MINUTE), Period(MINUTE, None, 3, is_byo_yomi=True)]),
        ("30m,1x60s", [Period(30 * MINUTE), Period(MINUTE, None, 1, is_byo_yomi=True)]),
        ("10m,infx30s", [Period(10 * MINUTE), Period(30 * SECOND, None, None, is_byo_yomi=True)]),
        ("2h/30, infx30m/30", [Period(2 * HOUR, 30), Period(30 * MINUTE, 30, None)]),
        ("0s,3x60s", [Period(0), Period(MINUTE, None, 3, is_byo_yomi=True)]),
        ("1h30m15s250ms", [Period(5_415_250)]),
        (" 90m / 40 + 10s ", [Period(90 * MINUTE, 40, increment_ms=10 * SECOND)]),
    ],
)
def test_the_grammar(text: str, periods: list[Period]) -> None:
    assert PARSE(text) == TimeControl(tuple(periods))


def test_shared_and_no_limit() -> None:
    assert PARSE("shared:4h") == TimeControl((Period(4 * HOUR),), shared=True)
    assert PARSE("inf") == TimeControl()
    assert str(PARSE("120m")) == "2h"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no period"),
        ("60", "is no amount"),
        ("60m,", "is no period"),
        ("0s", "has no time"),
        ("30m,0s", "only the main time"),
        ("60m/0", "a number that is 0"),
        ("0x60s", "a number that is 0"),
        ("3x0s", "has no time"),
        ("0s/40", "has no time"),
        ("3x60s+5s", "no increment"),
        ("infx60s,30m", "can never begin"),
        ("30s30m", "in the order"),
        ("30m30m", "each unit once"),
        ("-5m", "is no period"),
        ("1.5h", "is no period"),
        ("٣0m", "is no period"),
        ("99999999h", "ten years"),
        ("0000000000000000000001s", "is no amount"),
        ("1234567x1s", "is no period"),
        ("60m/1234567", "is no period"),
        ("shared:0s", "has no time"),
        ("shared:4h,1h", "is no amount"),
        ("shared:inf", "is no amount"),
    ],
)
def test_text_that_is_no_control(text: str, says: str) -> None:
    with pytest.raises(ClockError, match=says):
        PARSE(text)


# Faults seen in the wild


def game(control: str, opening: str = "centre", book: str = "rif-1996", **options: Any) -> Game:
    return Game(book, opening, control, options=options).apply({"type": "start", "at_ms": 0})


def left(game: Game, player: str) -> int | None:
    return game.state.to_dict()["clocks"][player]["remaining_ms"]


def test_fault_negative_elapsed_time_adds_time() -> None:
    clock = Clock.new(PARSE("60s")).run(5_000, "A")
    with pytest.raises(ClockError, match="before the last event"):
        clock.at(4_999)
    moved = play(game("60s"), ["A stone h8 @10s"])
    with pytest.raises(RulingError, match="before the last event"):
        play(moved, ["B stone h9 @9s"])


def test_fault_increment_for_steps_that_end_no_turn() -> None:
    opening = game("60s+5s", "soosyrv-8")
    steps = ["A stone h8", "A stone i9", "A stone g7"]
    assert [left(play(opening, steps[:n]), "A") for n in range(4)] == [
        60_000,
        60_000,
        60_000,
        65_000,
    ]
    steps += ["B keep", "B stone g9"]
    assert left(play(opening, steps), "B") == 60_000
    assert left(play(opening, [*steps, "B declare 1"]), "B") == 65_000


def test_fault_increment_to_the_other_side() -> None:
    moved = play(game("60s+5s"), ["A stone h8 @10s"])
    assert (left(moved, "A"), left(moved, "B")) == (55_000, 60_000)


def test_fault_increment_during_the_move() -> None:
    by_hand = play(game("60s+5s", auto_press=False), ["A stone h8 @10s"])
    assert left(by_hand, "A") == 50_000
    assert left(play(by_hand, ["A press @11s"]), "A") == 54_000


def test_fault_clocks_swapped_after_an_opening() -> None:
    """Each keeps his clock through a swap: it is the player's, not the colour's."""
    swapped = play(
        game("60s", "rif-1996"),
        ["A stone h8", "A stone i9", "A stone g7 @20s", "B swap @25s"],
    )
    assert swapped.state.colors["A"].label == "white"
    assert (left(swapped, "A"), left(swapped, "B")) == (40_000, 55_000)
    assert swapped.state.to_dict()["clocks"]["A"]["running"]


def test_fault_not_reset_for_the_next_game() -> None:
    control = PARSE("60s")
    play(Game("ru", "centre", control), ["start", "A stone h8 @59s"])
    assert left(Game("ru", "centre", control), "A") == 60_000


def test_fault_a_negative_rest_is_shown() -> None:
    late = game("60s").at(10**9).to_dict()["clocks"]["A"]
    assert (late["remaining_ms"], late["flag_down"]) == (0, True)


@pytest.mark.parametrize("book", ["rif-1996", "ru"])
def test_fault_the_winning_move_that_enters_byo_yomi_is_a_loss(book: str) -> None:
    """The move is made within the first byo-yomi period: no time was lost by it."""
    made = play(
        game("60s,3x10s", book=book),
        ["moves h8 a1 i8 c1 j8 e1 k8 g1 +1s", "A stone l8 @70s"],
    )
    won = made if book == "ru" else play(made, ["A claim five"])
    assert won.outcome is not None
    assert (won.outcome.winner, won.outcome.termination) == ("A", "five")


def test_fault_a_flag_for_the_side_not_to_move() -> None:
    moved = play(game("60s"), ["A stone h8 @59s"])
    later = moved.at(119_000)
    assert later.clock is not None
    assert (later.clock["A"].is_down, later.clock["B"].is_down) == (False, True)


def test_fault_a_byo_yomi_period_not_restored_or_more_than_full() -> None:
    clock = Clock.new(PARSE("10s,3x30s")).run(0, "A").at(25_000).complete_turn("A")
    assert (clock["A"].remaining_ms, clock["A"].repeats_left) == (30_000, 3)
    again = clock.run(25_000, "A").at(26_000).complete_turn("A")
    assert (again["A"].remaining_ms, again["A"].repeats_left) == (30_000, 3)
    assert clock.complete_turn("A") == clock


def test_fault_zero_main_time_with_byo_yomi_starting_wrong() -> None:
    clock = Clock.new(PARSE("0s,2x30s"))
    assert (clock["A"].period, clock["A"].remaining_ms, clock["A"].repeats_left) == (1, 30_000, 2)
    assert clock.run(0, "A").next_flag_ms() == 60_000
    assert not clock.run(0, "A").at(59_999)["A"].is_down
    assert clock.run(0, "A").at(60_000)["A"].is_down


def test_fault_no_time_before_the_first_increment() -> None:
    with pytest.raises(ClockError, match="no time for the first move"):
        Game("ru", "centre", "0s+30s")
    first = game("0s+30s", book="ru", increment_before_first=True)
    assert left(first, "A") == 30_000


def test_fault_the_clock_running_on_after_the_end() -> None:
    over = play(game("60s"), ["A stone h8 @10s", "B resign @20s", "note later @50s"])
    clocks = over.at(10**6).to_dict()["clocks"]
    assert (clocks["A"]["remaining_ms"], clocks["B"]["remaining_ms"]) == (50_000, 50_000)
    assert not clocks["A"]["running"]
    assert not clocks["B"]["running"]
    assert over.next_deadline_ms is None


@pytest.mark.parametrize("now", [1.0, "1", None, True])
def test_fault_floats(now: Any) -> None:
    with pytest.raises(ClockError, match="integer milliseconds"):
        Clock.new(PARSE("60s")).run(0, "A").at(now)


def test_fault_overflow_of_long_games() -> None:
    """Ten years are more milliseconds than 32 bits hold."""
    years = f"{10 * 365 * 24}h"
    clock = Clock.new(PARSE(years)).run(0, "A")
    assert clock.next_flag_ms() == 10 * 365 * 24 * HOUR > 2**32
    assert clock.at(2**33)["A"].remaining_ms == 10 * 365 * 24 * HOUR - 2**33
    many = Clock.new(PARSE("0s,999999x1h")).run(0, "A")
    assert many.next_flag_ms() == 999_999 * HOUR
    assert many.at(999_998 * HOUR)["A"].repeats_left == 1


@pytest.mark.parametrize(
    ("book", "result"), [("ru", "0-1"), ("cn", "0-1"), ("rif-1996", "1/2-1/2")]
)
def test_fault_both_out_of_time_decided_by_rounding(book: str, result: str) -> None:
    """Both clocks show nothing: when each fell is known, and the rulebook says what that is worth."""
    both = play(
        game("60s", book=book, auto_adjudicate=False), ["A stone h8 @60s", "B claim time @2m"]
    )
    assert both.outcome is not None
    assert both.outcome.result == result


# What holds


@st.composite
def hands(draw: st.DrawFn) -> list[tuple[str, str, int]]:
    """What may be done to a clock: who, what, how many milliseconds later."""
    kinds = st.sampled_from(["run", "run", "run", "turn", "turn", "turn", "stop", "both"])
    steps = st.tuples(kinds, st.sampled_from("AB"), st.integers(0, 30_000))
    return draw(st.lists(steps, max_size=30))


@given(controls(small=True), hands())
def test_time_is_kept(control: TimeControl, steps: list[tuple[str, str, int]]) -> None:
    """No clock is negative; what was used is what ran; periods are never more than full."""
    clock = Clock.new(control)
    ran = {"A": 0, "B": 0}
    for kind, player, ms in steps:
        now = clock.now_ms + ms
        due = clock.next_flag_ms()
        down = [p for p in "AB" if clock[p].is_down]
        for other in clock.running:
            ran[other] += ms
        if control.shared and len(clock.running) == 2:
            ran["B"] -= ms  # one amount is spent once
        clock = clock.at(now)
        fell = [p for p in "AB" if clock[p].is_down and p not in down]
        assert bool(fell) == (due is not None and due <= now)
        assert all(down.count(p) <= clock[p].is_down for p in "AB")
        if fell:
            assert min(clock[p].flag_ms or 0 for p in fell) == due
        if kind == "turn":
            clock = clock.complete_turn(player)
        else:
            whose = {"run": player, "stop": "", "both": "AB"}[kind]
            clock = clock.run(now, whose)
        for p in "AB":
            check(control, clock, p)
    assert {p: clock[p].used_ms for p in "AB"} == ran


def check(control: TimeControl, clock: Clock, player: str) -> None:
    own = clock[player]
    if not control.periods:
        assert own.remaining_ms is None
        assert not own.is_down
        return
    assert isinstance(own.remaining_ms, int)
    period = control.periods[own.period]
    assert own.remaining_ms >= 0
    assert own.is_down == (own.remaining_ms == 0)
    assert own.repeats_left is None or 1 <= own.repeats_left <= (period.repeats or 0)
    assert (own.repeats_left is None) == (period.repeats is None)
    assert own.moves_left is None or 1 <= own.moves_left <= (period.moves or 0)
    if period.is_byo_yomi:
        assert own.remaining_ms <= period.ms
    if control.shared:
        assert clock["A"].remaining_ms == clock["B"].remaining_ms


@given(controls(small=True), st.integers(0, 10**6), st.integers(0, 10**6))
def test_time_passes_the_same_in_one_step_or_two(control: TimeControl, one: int, two: int) -> None:
    clock = Clock.new(control).run(0, "A")
    assert clock.at(one).at(one + two) == clock.at(one + two)


@given(controls(), st.integers(0, 10**13))
def test_huge_times_are_no_trouble(control: TimeControl, now: int) -> None:
    clock = Clock.new(control).run(0, "A").at(now)
    assert clock["A"].used_ms == now
    check(control, clock, "A")


@given(st.integers(1, 10**6), st.integers(0, 2 * 10**6), st.integers(0, 10**6))
def test_penalties_take_and_give(ms: int, taken: int, given_ms: int) -> None:
    clock = Clock.new(TimeControl((Period(ms),))).penalize("A", taken, give_ms=given_ms)
    assert clock["A"].remaining_ms == max(0, ms - taken)
    assert clock["A"].is_down == (taken >= ms)
    assert clock["B"].remaining_ms == ms + given_ms
    assert clock["A"].used_ms == 0


@given(st.integers(1, 10**9), st.integers(0, 10**9))
def test_a_shared_time_is_split_without_a_loss(ms: int, used: int) -> None:
    clock = Clock.new(TimeControl((Period(ms),), shared=True)).run(0, "B").at(min(used, ms - 1))
    before = clock["A"].remaining_ms
    parts = clock.split()
    assert (parts["A"].remaining_ms or 0) + (parts["B"].remaining_ms or 0) == before
    assert not parts.control.shared


# Cases


def test_quota_and_saved_time() -> None:
    clock = Clock.new(PARSE("60s/2,30s/1,10s")).run(0, "A").at(20_000)
    clock = clock.complete_turn("A")
    assert (clock["A"].remaining_ms, clock["A"].moves_left) == (40_000, 1)
    clock = clock.complete_turn("A")
    assert (clock["A"].remaining_ms, clock["A"].period, clock["A"].moves_left) == (70_000, 1, 1)
    clock = clock.complete_turn("A")
    assert (clock["A"].remaining_ms, clock["A"].period, clock["A"].moves_left) == (80_000, 2, None)
    assert clock.next_flag_ms() == 100_000


def test_a_quota_before_byo_yomi() -> None:
    """What is saved is main time still; byo-yomi begins when it is gone."""
    clock = Clock.new(PARSE("60s/1,2x10s")).run(0, "A").at(20_000).complete_turn("A")
    assert (clock["A"].remaining_ms, clock["A"].period, clock["A"].moves_left) == (40_000, 0, None)
    assert clock.at(65_000)["A"].period == 1
    assert clock.next_flag_ms() == 80_000


def test_unlimited_byo_yomi_never_ends() -> None:
    clock = Clock.new(PARSE("10s,infx30s")).run(0, "A")
    assert clock.next_flag_ms() is None
    late = clock.at(10_000 + 30_000 * 10**6 + 1)
    assert (late["A"].remaining_ms, late["A"].is_down) == (29_999, False)


def test_several_periods_go_by_in_one_move() -> None:
    clock = Clock.new(PARSE("10s,20s,3x5s")).run(0, "A")
    assert [clock.at(s * 1000)["A"].period for s in (9, 10, 29, 30, 44)] == [0, 1, 1, 2, 2]
    assert clock.at(44_000)["A"].repeats_left == 1
    assert clock.at(45_000)["A"].flag_ms == 45_000


def test_a_flag_earns_nothing_and_stays_down() -> None:
    clock = Clock.new(PARSE("10s+5s")).run(0, "A").at(11_000)
    assert clock.complete_turn("A").give("A", 5_000)["A"] == clock["A"]
    assert not clock.set({"A": 3_000})["A"].is_down
    assert clock.set({"A": 0})["A"].is_down


def test_a_shared_time_is_common() -> None:
    clock = Clock.new(PARSE("shared:60s")).run(0, "AB").at(10_000)
    assert (clock["A"].remaining_ms, clock["B"].remaining_ms) == (50_000, 50_000)
    assert clock.penalize("A", 5_000, give_ms=1_000)["B"].remaining_ms == 46_000
    assert clock.set({"A": 7_000})["B"].remaining_ms == 7_000
    with pytest.raises(ClockError, match="shared"):
        clock.set({"A": 1, "B": 2})
    with pytest.raises(ClockError, match="not shared"):
        Clock.new(PARSE("60s")).split()


@pytest.mark.parametrize("ms", [-1, 1.5, True])
def test_amounts_are_integers(ms: Any) -> None:
    clock = Clock.new(PARSE("60s"))
    for call in (lambda: clock.give("A", ms), lambda: clock.set({"A": ms})):
        with pytest.raises(ClockError, match="no amount of time"):
            call()
    with pytest.raises(ClockError, match="no amount of time"):
        clock.penalize("A", ms)


def test_a_penalty_makes_the_flag_fall_now() -> None:
    """Not when the time that was taken would have run out: who fell first may decide (CN 10.2(4))."""
    clock = Clock.new(PARSE("60s")).run(0, "B").at(5_000).penalize("A", 10 * MINUTE)
    assert clock["A"].flag_ms == 5_000
    fallen = clock.at(70_000)
    assert (fallen["B"].flag_ms, fallen.penalize("A", 1)["A"].flag_ms) == (60_000, 5_000)


@pytest.mark.parametrize("text", [None, 5, b"5m", ["5m"]])
def test_a_control_that_is_no_text(text: Any) -> None:
    with pytest.raises(ClockError, match="is no time control"):
        TimeControl.parse(text)


@pytest.mark.parametrize(
    "values",
    [{"ms": -5}, {"ms": 1.5}, {"ms": True}, {"moves": 0}, {"repeats": 0}, {"increment_ms": -1}],
    ids=str,
)
def test_a_period_of_wrong_numbers(values: dict[str, Any]) -> None:
    with pytest.raises(ClockError, match="of a period: use an integer"):
        Period(**{"ms": 1_000, **values})


@pytest.mark.parametrize("players", ["C", ["A", "C"], [None]])
def test_a_clock_of_nobody(players: Any) -> None:
    with pytest.raises(ClockError, match="the players are A and B"):
        Clock.new(TimeControl.parse("5m")).run(0, players)


def test_a_move_that_counts_for_the_quota_alone() -> None:
    clock = Clock.new(TimeControl.parse("10s/2+5s,10s")).run(0, "A").count_move("A")
    assert (clock["A"].moves_left, clock["A"].remaining_ms) == (1, 10_000)
    clock = clock.count_move("A")
    assert (clock["A"].period, clock["A"].remaining_ms) == (1, 20_000)
    assert clock.count_move("A") == clock  # nothing more is owed
