"""The clock of one game: frozen, in integer milliseconds, with time passed in.

Whatever may happen to a clock is a method that gives a new one. None asks what time it is, none knows the rules of the
game; when a turn ends, who may claim a flag and what an arbiter may do is the game's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from ..errors import ClockError, quoted
from .control import Period, TimeControl

__all__ = ["Clock", "Player", "PlayerClock"]

Player = Literal["A", "B"]
PLAYERS: Final[tuple[Player, Player]] = ("A", "B")


@dataclass(frozen=True, slots=True)
class PlayerClock:
    """What one player's clock shows.

    Attributes
    ----------
    remaining_ms
        The time left in the current period, never below 0; None without a limit.
    period
        The current period, from 0.
    repeats_left
        How many of a repeated period are left, the current one included; None without limit.
    moves_left
        The moves still owed in the period; None without a quota.
    used_ms
        All the time that ran on this clock.
    flag_ms
        When its flag fell, None while it stands.
    """

    remaining_ms: int | None
    period: int = 0
    repeats_left: int | None = 1
    moves_left: int | None = None
    used_ms: int = 0
    flag_ms: int | None = None

    @property
    def is_down(self) -> bool:
        """Whether the flag is down."""
        return self.flag_ms is not None

    def to_dict(self, *, running: bool) -> dict[str, Any]:
        """Return it as the game log has it."""
        return {
            "remaining_ms": self.remaining_ms,
            "running": running,
            "period": self.period,
            "moves_left": self.moves_left,
            "repeats_left": self.repeats_left,
            "flag_down": self.is_down,
        }


@dataclass(frozen=True, slots=True)
class Clock:
    """Two clocks, of which one, both or none run.

    Attributes
    ----------
    control
        The time control.
    players
        What each player's clock shows as of `now_ms`.
    running
        Whose clock runs: one player; both, when one clock runs for both of two absentees (RIF 15);
        or nobody.
    now_ms
        The time of the last change.
    """

    control: TimeControl
    players: Mapping[Player, PlayerClock]
    running: frozenset[Player] = frozenset()
    now_ms: int = 0

    @classmethod
    def new(cls, control: TimeControl, *, increment_before_first: bool = False) -> Clock:
        """Return the clock before the start, at time 0.

        `increment_before_first` gives the first period's increment once before any move. A main time of
        nothing is over at once: the clock begins in the period after it.

        Raises
        ------
        ClockError
            If it leaves no time for the first move.
        """
        player = PlayerClock(None, repeats_left=None)
        if control.periods:
            player = _entered(player, control, 0)
            first = control.periods[0].increment_ms if increment_before_first else 0
            left = control.periods[0].ms + first
            player = _spend(replace(player, remaining_ms=left), control, 0, 0)
        if player.is_down:
            raise ClockError(
                f"{control} leaves no time for the first move: add the increment before it "
                "(increment_before_first)"
            )
        return cls(control, {"A": player, "B": player})

    def __getitem__(self, player: Player) -> PlayerClock:
        return self.players[player]

    # Time passes

    def at(self, now_ms: int) -> Clock:
        """Return the clock as it will be at `now_ms` if nothing else happens.

        Raises
        ------
        ClockError
            If that is before the last change, or no integer.
        """
        if isinstance(now_ms, bool) or not isinstance(now_ms, int):
            raise ClockError(f"{quoted(now_ms)} is no time: use integer milliseconds")
        if now_ms < self.now_ms:
            raise ClockError(f"{now_ms} ms is before the last event, at {self.now_ms} ms")
        elapsed = now_ms - self.now_ms
        if not elapsed:
            return self
        if not self.running:
            return Clock(self.control, self.players, self.running, now_ms)
        players = dict(self.players)
        for number, player in enumerate(sorted(self.running)):
            if self.control.shared and number:  # one amount, spent once
                break
            players[player] = _spend(players[player], self.control, elapsed, self.now_ms)
            if self.control.shared:
                players = _common(players, player)
        return Clock(self.control, players, self.running, now_ms)

    def next_flag_ms(self) -> int | None:
        """Return when the next flag falls if nothing else happens, None if none will."""
        falls = [_falls_at(self.players[p], self.control, self.now_ms) for p in self.running]
        return min((at for at in falls if at is not None), default=None)

    # Hands on the clock

    def run(self, now_ms: int, players: Iterable[Player]) -> Clock:
        """Let the clocks of these players run from now on, and no other.

        Raises
        ------
        ClockError
            If one is no player, or the time is before the last change.
        """
        running = frozenset(players)
        if not running <= {*PLAYERS}:
            raise ClockError(f"{sorted(map(str, running))}: the players are A and B")
        return Clock(self.control, self.at(now_ms).players, running, now_ms)

    def stop(self, now_ms: int) -> Clock:
        """Stop both."""
        return self.run(now_ms, ())

    def complete_turn(self, player: Player) -> Clock:
        """Count a completed move: its increment, its quota, the period restored (CN 8.2, 8.3).

        A clock whose flag is down earns nothing more.
        """
        own = self.players[player]
        left, owed = own.remaining_ms, own.moves_left
        if own.is_down or left is None or self.control.shared:
            return self
        period = self.control.periods[own.period]
        if period.is_byo_yomi:
            own = replace(own, remaining_ms=period.ms)
        elif period.increment_ms or own.moves_left is not None:
            left += period.increment_ms
            owed = None if owed is None else owed - 1
            own = _quota(replace(own, remaining_ms=left, moves_left=owed), self.control)
        else:
            return self
        return self._with(player, own)

    def count_move(self, player: Player) -> Clock:
        """Count a move for the quota alone, as one that was never pressed: it earns nothing."""
        own = self.players[player]
        if own.is_down or not own.moves_left:
            return self
        return self._with(player, _quota(replace(own, moves_left=own.moves_left - 1), self.control))

    def _with(self, player: Player, own: PlayerClock) -> Clock:
        players = {**self.players, player: own}
        if self.control.shared:
            players = _common(players, player)
        return Clock(self.control, players, self.running, self.now_ms)

    def penalize(self, player: Player, ms: int, *, give_ms: int = 0) -> Clock:
        """Take time from a player and give some to the other (CN def.20(1)); both at least 0.

        What is taken counts as if it had run, though not as used; a penalty can make a flag fall. Of a
        shared time both are taken from and given to the common amount.
        """
        own = _spend(self.players[player], self.control, _time(ms), self.now_ms, used=False)
        if own.is_down and not self.players[player].is_down:
            own = replace(own, flag_ms=self.now_ms)  # it falls now, however much was taken
        return self._with(player, own).give("B" if player == "A" else "A", give_ms)

    def give(self, player: Player, ms: int) -> Clock:
        """Give a player time; a flag that is down stays down."""
        own = self.players[player]
        if own.remaining_ms is None or own.is_down or not _time(ms):
            return self
        return self._with(player, replace(own, remaining_ms=own.remaining_ms + ms))

    def set(self, remaining_ms: Mapping[Player, int]) -> Clock:
        """Set what is left in the current periods, as an arbiter does (CN 8.7); flags stand again.

        Raises
        ------
        ClockError
            If a time is no amount, or two different ones are given for a shared time.
        """
        if self.control.shared and len(set(remaining_ms.values())) > 1:
            raise ClockError("the time is shared: both clocks show the same")
        clock = self
        for player, ms in remaining_ms.items():
            own = clock.players[player]
            if own.remaining_ms is not None:
                own = replace(own, remaining_ms=_time(ms), flag_ms=None)
                clock = clock._with(player, _spend(own, self.control, 0, self.now_ms))
        return clock

    def split(self) -> Clock:
        """Give each player half of what is left of a shared time (CN 8.1).

        Raises
        ------
        ClockError
            If the time is not shared.
        """
        if not self.control.shared:
            raise ClockError(f"the time control {self.control} is not shared")
        left = self.players["A"].remaining_ms or 0
        half = left // 2  # of an odd millisecond A has the larger half
        players: dict[Player, PlayerClock] = {
            "A": replace(self.players["A"], remaining_ms=left - half),
            "B": replace(self.players["B"], remaining_ms=half),
        }
        control = TimeControl((Period(self.control.periods[0].ms),))
        return replace(self, control=control, players=players)

    def to_dict(self) -> dict[str, Any]:
        """Return both clocks as the game log has them."""
        return {p: self.players[p].to_dict(running=p in self.running) for p in PLAYERS}


def _time(ms: Any) -> int:
    if isinstance(ms, bool) or not isinstance(ms, int) or ms < 0:
        raise ClockError(f"{quoted(ms)} is no amount of time: use integer milliseconds, 0 or more")
    return ms


def _common(players: dict[Player, PlayerClock], player: Player) -> dict[Player, PlayerClock]:
    """Return both clocks showing what this player's does of the shared time."""
    own = players[player]
    return {
        p: replace(clock, remaining_ms=own.remaining_ms, flag_ms=own.flag_ms)
        for p, clock in players.items()
    }


def _entered(player: PlayerClock, control: TimeControl, index: int) -> PlayerClock:
    """Return the clock at the beginning of a period, with that period's time alone."""
    period = control.periods[index]
    return replace(
        player,
        period=index,
        remaining_ms=period.ms,
        repeats_left=period.repeats,
        moves_left=period.moves,
    )


def _next(player: PlayerClock, control: TimeControl) -> PlayerClock | None:
    """Return the clock at the beginning of what follows its period, None if nothing does."""
    period = control.periods[player.period]
    if player.repeats_left is None:
        return _entered(player, control, player.period)
    if player.repeats_left > 1:
        return replace(
            player,
            repeats_left=player.repeats_left - 1,
            remaining_ms=period.ms,
            moves_left=period.moves,
        )
    if player.period + 1 < len(control.periods):
        return _entered(player, control, player.period + 1)
    return None


def _quota(player: PlayerClock, control: TimeControl) -> PlayerClock:
    """Go on to the next period when the quota is met; what was saved stays."""
    if player.moves_left != 0:
        return player
    follows = _next(player, control)
    if follows is None:
        return replace(player, moves_left=None)  # nothing is owed any more
    saved = (player.remaining_ms or 0) + (follows.remaining_ms or 0)
    if control.periods[follows.period].is_byo_yomi:
        # The saved time is still main time: byo-yomi begins when it is gone.
        return replace(player, moves_left=None)
    return replace(follows, remaining_ms=saved)


def _spend(
    player: PlayerClock, control: TimeControl, ms: int, now_ms: int, *, used: bool = True
) -> PlayerClock:
    """Let time run on a clock that showed `player` at `now_ms`.

    A period is over when all of it is used. Time that runs out with moves owed is lost; periods without
    a quota just end. However many byo-yomi periods go by, this is a step a period of the control.
    """
    used_ms = player.used_ms + ms if used else player.used_ms
    left = player.remaining_ms
    if left is None or player.is_down or ms < left:
        rest = left if left is None or player.is_down else left - ms
        return PlayerClock(
            rest, player.period, player.repeats_left, player.moves_left, used_ms, player.flag_ms
        )
    player = replace(player, used_ms=used_ms)
    rest = ms - left
    while not player.moves_left:
        size = control.periods[player.period].ms
        if player.repeats_left is None:  # unlimited byo-yomi: as many periods as it takes
            return replace(player, remaining_ms=size - rest % size)
        more = player.repeats_left - 1
        if rest < more * size:
            gone, part = divmod(rest, size)
            return replace(player, remaining_ms=size - part, repeats_left=more - gone)
        rest -= more * size
        if player.period + 1 == len(control.periods):
            break
        player = _entered(player, control, player.period + 1)
        left = player.remaining_ms or 0
        if rest < left:
            return replace(player, remaining_ms=left - rest)
        rest -= left
    repeats = player.repeats_left if player.moves_left else 1
    return replace(player, remaining_ms=0, repeats_left=repeats, flag_ms=now_ms + ms - rest)


def _falls_at(player: PlayerClock, control: TimeControl, now_ms: int) -> int | None:
    """Return when the flag falls if this clock runs on."""
    if player.remaining_ms is None or player.is_down:
        return None
    total = player.remaining_ms
    if player.moves_left:
        return now_ms + total
    if player.repeats_left is None:
        return None
    total += (player.repeats_left - 1) * control.periods[player.period].ms
    for period in control.periods[player.period + 1 :]:
        if period.moves:
            return now_ms + total + period.ms
        if period.repeats is None:
            return None
        total += period.repeats * period.ms
    return now_ms + total
