"""[6.4.1] Stacking holds at the end of every Movement Phase: Replacements ask for room, and the contract looks."""

from __future__ import annotations

import pytest

from games.nach_paris.support import Game, arranged, asked, legal, named, play, refused
from marne.engine import Match, Setting
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, SIDE
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.units.stacking import limit, overfull, room
from marne.games.nach_paris.steps import hex_of
from marne.lab.contract import check_faults

FULL = {"1re-DI": "AT9 N -1", "2e-DI": "AT9 N", "3e-DI": "AT9 N", "15e-DI": "AT9 N"}
"""Fifteen steps in a clear hex; a whole 1re DI would be the sixteenth."""


def absorbing(units: dict[str, str]) -> Game:
    """The French step D with ten Replacements."""
    return arranged(units=units, turn=7, side="allied", begin="AbsorbReplacements FR", replacements=[0, 20, 0, 0])


@pytest.mark.rule("6.4.1", "14.1.2")
@pytest.mark.reading("replacements-room")
def test_nobody_absorbs_replacements_in_a_full_hex() -> None:
    spare = {"51e-DR": "BC9 N -1"}
    position = absorbing({**FULL, **spare})
    assert room(position.board, hex_of("AT9"), SIDE[BY_ID["1re-DI"]]) == 0
    assert named(position, "absorb") == ["51e-DR"]
    assert refused(position, "absorb 1re-DI") == "6.4.1"
    position = absorbing({**FULL, "2e-DI": "AT9 N -1", **spare})
    assert named(position, "absorb") == ["1re-DI", "2e-DI", "51e-DR"]
    position = play(position, "absorb 2e-DI")
    assert named(position, "absorb") == ["51e-DR"], "the room is taken"


@pytest.mark.rule("6.4.1", "6.4.2")
@pytest.mark.reading("flooded-units")
def test_an_overfull_hex_is_one_with_more_steps_than_it_holds() -> None:
    def found(units: dict[str, str], sluices: tuple[str, ...] = ()) -> list[int]:
        return overfull(arranged(units=units, begin="nothing", sluices=sluices).board)

    assert found(FULL) == []
    assert found({**FULL, "1re-DI": "AT9 N"}) == [hex_of("AT9")]
    assert found({**FULL, "2e-RAL": "AT9 N"}) == [hex_of("AT9")], "heavy guns count"
    assert found({**FULL, "QG-5e-A": "AT9"}) == [], "a headquarters does not"
    sluice = next(each for each in MAP.sluices if each.hexes)
    plain = {"1re-DI": f"{MAP.grid.label(sluice.hexes[0])} N"}
    assert found(plain, (sluice.name,)) == [], "whoever was flooded may stay"


@pytest.mark.rule("6.4.1", "3.2.4")
def test_the_contract_finds_an_overfull_hex_when_the_movement_phase_ends() -> None:
    units = {**FULL, "1re-DI": "AT9 N", "18.ID": "AW22 N"}
    match = Match(GAME, Setting("campaign"))
    match.position = arranged(units=units, turn=7, side="german", begin="movement")
    check_faults(match)
    assert asked(match.position) == "MoveUnits", "while units still move nothing is wrong"
    match.position = play(match.position, "end")
    assert limit(match.position.board, hex_of("AT9")) == 15
    with pytest.raises(AssertionError, match=r"6\.4\.1: too many steps in AT9"):
        check_faults(match)
    assert legal(match.position)
