"""[16.1.7], [16.1.10] What garrisons of forts blow, and which bridges are safe."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.engineers.support import HIRSON_GONE, ORANGE, RED, YELLOW, at_work, turns
from games.nach_paris.still import still
from games.nach_paris.support import Game, arranged, asked, happened, named, play, refused
from marne.games.nach_paris.board import FOR_GOOD
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components import units as u
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, DE, FR, HEADQUARTERS, OF_NATION
from marne.games.nach_paris.rules.engineers import demolition
from marne.games.nach_paris.rules.engineers.events import StructureBlown, StructureGone
from marne.games.nach_paris.rules.engineers.garrisons import charges, why_no_charge
from marne.games.nach_paris.rules.engineers.structures import AT_HEX, guarded, protected
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.units.zones import zones
from marne.hexes import members


def garrison(units: dict[str, str], side: str = "allied", **more: Any) -> Game:
    return arranged(units=units, side=side, turn=9, begin="movement", **more)


@pytest.mark.rule("16.1.7")
def test_a_lone_fort_blows_what_is_in_its_hex_even_in_an_enemy_zone() -> None:
    position = garrison({"1re-DI": "BC9 N", "9.KD": "AK27"})
    assert zones(position.board, 0) >> MAP.grid.hex("AJ27") & 1
    assert asked(position) == "MoveUnits"
    position = play(position, "garrison")
    found = named(position, "blow")
    assert {RED, ORANGE, "AJ27>AK27:146"} <= set(found)
    assert len(found) < 200
    position = play(position, f"blow {RED}", 1)
    assert turns(position, RED) == FOR_GOOD
    assert happened(position, StructureGone)[0].by == "Fort d'Hirson"
    position = play(position, "garrison", f"blow {ORANGE}", 1)
    assert happened(position, StructureBlown)[0].by == "Redoute Blangy etc.", "each fort once in a phase"
    position = play(position, "garrison")
    assert refused(position, "blow AJ27>AK27:146") == "16.1.7"
    assert position.board.forts_blew.bit_count() == 2


@pytest.mark.rule("16.1.7")
def test_a_fort_that_has_fallen_blows_nothing() -> None:
    position = play(garrison({"1re-DI": "BC9 N"}, forts=HIRSON_GONE), "garrison")
    assert RED not in named(position, "blow")
    assert refused(position, f"blow {RED}") == "16.1.7"
    assert refused(position, f"blow {YELLOW}") == "16.1.7", "no fort is near Aarschot"


@pytest.mark.rule("16.1.7")
def test_forts_of_a_camp_reach_a_hex_around_that_no_enemy_controls() -> None:
    rail = "AL30>AM30:85"  # beside Hautmont, outside the camp of Maubeuge
    assert MAP.camp[MAP.grid.hex("AL30")] < 0
    free = play(garrison({"1re-DI": "BC9 N"}), "garrison")
    assert rail in named(free, "blow")
    near = play(garrison({"1re-DI": "BC9 N", "18.ID": "AM30 NE"}), "garrison")
    assert rail not in named(near, "blow")
    assert refused(near, f"blow {rail}") == "16.1.7"
    lone = MAP.grid.neighbours[MAP.grid.hex("AJ27")]
    beside = [number for hex in lone for number in AT_HEX.get(hex, ())]
    assert "AJ28>AK28:148" not in named(free, "blow"), "a lone fort keeps to its hex"
    assert 148 in beside


@pytest.mark.rule("16.1.7")
def test_garrisons_act_for_their_own_nation() -> None:
    position = garrison({"DC-belge": "AE36", "1re-DI": "BC9 N"})
    found = named(play(position, "garrison"), "blow")
    assert found
    assert RED not in found
    german = garrison({"18.ID": "AL31 N"}, side="german")
    ours = named(play(german, "garrison"), "blow")
    assert any(text.startswith("R18>") for text in ours), "Metz"
    assert RED not in ours


@pytest.mark.rule("16.1.10")
def test_bridges_of_the_rhine_are_safe_while_their_zone_holds_out() -> None:
    for side, unit in (("german", "Ebk.1"), ("allied", "SCF.1")):
        board = arranged(units={unit: "F4"}, side=side, turn=9, begin="nothing").board
        going = Going(BY_ID[unit], 40, False, False)
        assert demolition.offers(board, going) == ()
        why = demolition.reason(board, going, ("blow", 5))
        assert why is not None
        assert why.rule == "16.1.10"
        lost = at_work(unit, "F4", side=side, zones=["E4"])
        assert {"E4>F4:5", "E4>F4:167"} <= set(named(lost, "blow"))


@pytest.mark.rule("16.1.10")
def test_a_zone_protects_the_bridges_of_the_great_rivers_alone() -> None:
    board = still()
    safe = [number for number in range(len(MAP.structures)) if protected(board, number)]
    assert safe
    assert all(MAP.structures[number].major for number in safe)
    assert any(not MAP.structures[number].major for number in range(len(MAP.structures)))


@pytest.mark.rule("16.1.7")
def test_why_a_garrison_can_not_blow() -> None:
    board = still({"1re-DI": "BC9 N"}, side="allied")
    far = next(
        i for i, each in enumerate(MAP.structures) if (why := why_no_charge(board, FR, i)) and why.rule == "16.1.7"
    )
    found = why_no_charge(board, FR, far)
    assert found is not None
    assert found.key == "why.blow.no_fort"
    near = next(i for i in range(len(MAP.structures)) if why_no_charge(board, FR, i) is None)
    board.forts_blew = (1 << len(MAP.forts)) - 1
    done = why_no_charge(board, FR, near)
    assert done is not None
    assert done.key == "why.blow.fort_done"


@pytest.mark.rule("16.1.10")
def test_zones_before_bridges_guard_the_great_bridges_beside_them() -> None:
    found = guarded(0)
    assert found
    zones = {hex for hex, zone in forts.ZONE_AT.items() if not MAP.fortified_zones[zone].on_pass}
    for number, structure in enumerate(MAP.structures):
        beside = bool(zones & {structure.hex, structure.to})
        assert bool(found >> number & 1) == (structure.major and beside)
    assert guarded((1 << len(forts.ZONE_AT)) - 1) == 0


@pytest.mark.rule("16.1.7")
def test_garrisons_blow_what_stands_no_enemy_holds_and_no_zone_guards() -> None:
    board = still(turn=8)
    found = dict(charges(board, FR))
    assert found
    number, fort = next(iter(found.items()))
    board.broken[number] = -1
    assert number not in charges(board, FR)
    board.broken = {}
    board.forts_blew = 1 << fort
    assert charges(board, FR).get(number) != fort
    board.forts_blew = 0
    for number, fort in found.items():
        hex = MAP.structures[number].hex
        if hex != MAP.forts[fort].hex and MAP.structures[number].to != MAP.forts[fort].hex:
            board.put(members(HEADQUARTERS & OF_NATION[DE])[0], hex)
            assert charges(board, FR).get(number) is None or MAP.structures[number].to
            break
    assert not set(charges(board, DE)) & set(members(guarded(0)))


@pytest.mark.rule("1.1.4")
def test_garrisons_outside_the_scenario_blow_nothing() -> None:
    for scenario in ("liege", "mulhouse"):
        board = arranged(scenario, begin="nothing").board
        found = {number for nation in range(4) for number in charges(board, nation)}
        assert not [number for number in found if not board.play.area >> MAP.structures[number].hex & 1]
    everywhere = arranged(begin="nothing").board
    assert len(charges(everywhere, u.FR)) > 5
