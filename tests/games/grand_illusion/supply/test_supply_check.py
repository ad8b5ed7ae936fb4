"""11.2: the supply check."""

from __future__ import annotations

import pytest

from games.grand_illusion.positions import ROAD, phase
from games.grand_illusion.supply.support import RING, check_supply
from games.grand_illusion.support import alone, down, play, until, where
from marne.games.grand_illusion.board import DEAD
from marne.games.grand_illusion.components.units import BY_ID
from marne.games.grand_illusion.rules.supply.supply import out_of_supply, traceable


@pytest.mark.rule("11.2.2", "11.3")
def test_attrition() -> None:
    units = {"FR.XX": 19, "FR.XV": "19*", "FR.HQ-6": 19, "FR.F-Paris": 19, "FR.I": 57, "GE.X": 84, "GE.HA-420": 60}
    position = phase(units=units, german=RING)
    assert down(position, "FR.XX")
    assert where(position, "FR.XV") == DEAD
    assert where(position, "FR.HQ-6") == 19
    assert down(position, "FR.HQ-6")
    assert down(position, "GE.HA-420")
    assert where(position, "FR.F-Paris") == 19
    assert not down(position, "FR.I")


@pytest.mark.rule("11.2.2", "11.4", "9.5.3")
@pytest.mark.reading("supply-once")
def test_who_was_out_of_supply_does_not_recover_when_a_fort_yields_in_the_same_phase() -> None:
    units = {"GE.IV": 35, "GE.IX": "54*", "FR.F-Maubeuge": 54, "GE.V": 54, "FR.XX": 57}
    position = phase(units=units, german=[*ROAD, 45, 35, 46], siege=[54])
    position = play(until(position, "Surrender"), 1)
    assert where(position, "FR.F-Maubeuge") == DEAD
    assert down(position, "GE.IV"), "attrition, and no recovery"
    assert not down(position, "GE.IX")


@pytest.mark.rule("11.2.2", "8.4.3", "11.3")
def test_only_germans_beyond_the_line_live_off_the_land() -> None:
    units = {
        "GE.HQ-1": 45,
        "GE.X": 45,
        "GE.HQ-4": 84,
        "GE.VI": 84,
        "FR.HQ-3": 57,
        "FR.XX": 57,
        "FR.F-Maubeuge": 54,
        "GE.V": 54,
    }
    position = phase(turn=4, units=units, german=[*ROAD, 45], siege=[54])
    position = until(position, "RollCaps", Surrender=6)
    assert down(position, "GE.HQ-1")
    assert not down(position, "GE.HQ-4"), "on the railway"
    assert not down(position, "FR.HQ-3"), "not German"
    quiet = until(phase(turn=8, units={"FR.I": "57*", "GE.X": 84}), "RollCaps")
    assert not down(quiet, "FR.I"), "nobody forages where there is no makeshift line"
    plain = until(phase(turn=4, units=units, german=[*ROAD, 45]), "RollCaps", Surrender=6)
    assert down(plain, "GE.HQ-1"), "without a siege there is no makeshift line, and this is hunger"
    assert down(plain, "GE.X")


@pytest.mark.rule("11.2.1", "11.2.4", "11.2.5")
def test_who_is_in_supply_when_it_is_checked() -> None:
    check_supply(60, 2)


@pytest.mark.rule("11.2", "11.2.3", "14.3.6")
def test_supply_with_the_options_of_scenario_three() -> None:
    check_supply(60, 3)


@pytest.mark.rule("11.2.3")
def test_forts_need_no_supply() -> None:
    position = alone(units={"FR.F-Paris": 19, "FR.XX": 19}, german=[9, 10, 18, 20, 28, 29])
    assert not traceable(position.board, BY_ID["FR.XX"]) >> 19 & 1
    assert out_of_supply(position.board) == 1 << BY_ID["FR.XX"], "the corps, not the fort"


@pytest.mark.rule("11.2", "12.3")
def test_the_naval_division_does_not_starve_in_antwerp() -> None:
    units = {"BR.RN": 52, "BR.7": 52, "GE.X": 84}
    board = alone(turn=9, units=units, german=[*ROAD, 43, 33, 34, 42, 32]).board
    assert out_of_supply(board) == 1 << BY_ID["BR.7"]
    board.put(BY_ID["BR.RN"], 62)
    assert out_of_supply(board) == 1 << BY_ID["BR.7"] | 1 << BY_ID["BR.RN"]
    board.put(BY_ID["BR.RN"], 52)
    board.control |= 1 << 52
    assert out_of_supply(board) == 1 << BY_ID["BR.7"] | 1 << BY_ID["BR.RN"]
