"""Who has which colour before a game begins (CN 5.1, 5.3)."""

from __future__ import annotations

from typing import Any

import pytest

from renju import Color, NotationError
from renju.game import device_color, game_color, nigiri, team_board_color


@pytest.mark.parametrize("black", range(6))
@pytest.mark.parametrize("white", range(6))
def test_cn_5_3_1_nigiri_keeps_the_colours_when_the_total_is_odd(black: int, white: int) -> None:
    assert nigiri(black, white) is ((black + white) in (1, 3, 5, 7, 9))
    # the clubs' way, larger minus smaller, exchanges where this keeps
    assert nigiri(black, white, club=True) is (abs(black - white) in (0, 2, 4))


def test_cn_5_3_2_who_guesses_right_chooses_or_lets_choose() -> None:
    assert device_color("black") is Color.BLACK
    assert device_color("white") is Color.WHITE
    assert device_color("opponent", Color.BLACK) is Color.WHITE
    for wrong in (("opponent",), ("black", Color.WHITE), ("grey",)):
        with pytest.raises(NotationError, match=r"choose|choice"):
            device_color(*wrong)


def test_an_empty_hand_is_even() -> None:
    assert nigiri(3, 0)
    assert not nigiri(2, 0)


def test_cn_5_1_2_colours_alternate_in_a_match() -> None:
    colors = [game_color(Color.BLACK, game) for game in range(1, 5)]
    assert colors == [Color.BLACK, Color.WHITE, Color.BLACK, Color.WHITE]
    assert game_color(Color.WHITE, 1) is Color.WHITE


def test_cn_5_1_3_boards_of_a_team() -> None:
    assert [team_board_color(True, board) for board in (1, 2, 3)] == [
        Color.BLACK,
        Color.WHITE,
        Color.BLACK,
    ]
    for board in range(1, 7):
        assert team_board_color(False, board) is team_board_color(True, board).opponent


@pytest.mark.parametrize("number", [-1, True, 1.0, "1", None])
def test_what_is_no_number(number: Any) -> None:
    with pytest.raises(NotationError, match=r"\d|'1'|None|True"):
        nigiri(number, 1)
    with pytest.raises(NotationError, match="numbered from 1"):
        game_color(Color.BLACK, number)
    with pytest.raises(NotationError, match="numbered from 1"):
        team_board_color(True, number)
