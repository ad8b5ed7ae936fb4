"""Whole campaigns of two staffs: they end without an error, and no Movement Phase ends with an overfull hex."""

from __future__ import annotations

import os

import pytest

from marne.engine import Setting
from marne.games.nach_paris.game import GAME
from marne.lab.contract import check_faults
from marne.lab.play import play_seeded

CAMPAIGNS = int(os.environ.get("MARNE_NP_STAFF_CAMPAIGNS", "50"))
FIRST = 1914
"""The campaign of this seed once crashed the staff at answer 5,191."""


@pytest.mark.night
@pytest.mark.parametrize("seed", range(FIRST, FIRST + CAMPAIGNS))
def test_a_campaign_of_two_staffs_ends(seed: int) -> None:
    match = play_seeded(GAME, Setting("campaign"), ("staff", "staff"), seed, check_faults)
    assert GAME.score(match.position).over
