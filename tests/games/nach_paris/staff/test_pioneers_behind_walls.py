"""The staff finds an order for pioneers in a fort of their own, whatever they could storm outside it."""

from __future__ import annotations

import pytest

from games.nach_paris.support import arranged
from marne.games.nach_paris.components.units import BY_ID, DE, GERMAN_SIDE
from marne.games.nach_paris.staff.appraisal import Situation
from marne.games.nach_paris.staff.marching.marches import draw_up
from marne.games.nach_paris.steps import label


@pytest.mark.rule("11.6.7")
def test_pioneers_in_a_menaced_fort_stay_behind_walls_though_they_could_storm_others() -> None:
    """A French division before Metz; guns at Metz reach two French forts that are worth storming.

    This crashed a campaign: no hex is both behind German walls and before a French fort.
    """
    units = {"bPiR": "S17 SW", "15-cm-Metz": "P16 train", "28-cm-Bttr": "waiting", "86e-DT": "T19 NE -1"}
    bridges = {"S17>S18:223": -1, "R18>S18:212": -1, "R18>R19:211": -1}
    board = arranged(turn=11, side="german", units=units, broken=bridges).board
    situation = Situation(board, GERMAN_SIDE)
    assert situation.walled_in(BY_ID["bPiR"])
    ordered = {place.unit: label(place.hex) for place in draw_up(situation, DE).waiting.values()}
    assert ordered[BY_ID["bPiR"]] in ("S17", "S18", "R17", "R18", "R19", "Q17", "Q18")
