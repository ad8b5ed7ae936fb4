"""The staff plays whole games, and better than chance."""

from __future__ import annotations

import pytest

from marne.engine import Setting
from marne.lab.play import play_seeded
from training.game import GAME


@pytest.mark.parametrize("seat", [0, 1])
def test_the_staff_beats_chance(seat: int) -> None:
    kinds = ("staff", "random") if seat == 0 else ("random", "staff")
    won = [GAME.score(play_seeded(GAME, Setting("meeting"), kinds, seed).position).winner for seed in range(20)]
    assert won.count(seat) >= 18
