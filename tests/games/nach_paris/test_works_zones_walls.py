"""[11.2], [11.7] Fortified Zones and old fortifications."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, actor, arranged, asked, happened, has, legal, named, play, refused
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import modifier
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, GERMAN_SIDE
from marne.games.nach_paris.events import FortDestroyed
from marne.games.nach_paris.rules.combat.events import CombatFought
from marne.games.nach_paris.rules.forts.forts import closed_to
from marne.games.nach_paris.rules.works.bridgeheads import (
    ZoneTest,
    zone_abu_modifiers,
    zone_arf_kept,
    zone_at,
    zone_cbf,
    zone_targets,
)
from marne.games.nach_paris.rules.works.cover import BarrageCover, Cover, barrage_covers, covers
from marne.games.nach_paris.rules.works.entrenchments import Works
from marne.games.nach_paris.rules.works.events import WorksTested
from marne.games.nach_paris.rules.works.old_walls import in_old_walls
from marne.games.nach_paris.steps import hex_of

SAINTE_MARIE, BONHOMME = hex_of("I9"), hex_of("I8")


def set_up(**changes: Any) -> Game:
    return arranged(begin="EndOfCombatPhase", **changes)


@pytest.mark.rule("11.2.1")
@pytest.mark.rule("11.2.2")
def test_zones_stand_from_turn_1_and_close_their_hex_to_the_allies_alone() -> None:
    board = set_up(turn=1).board
    assert zone_at(board, SAINTE_MARIE) >= 0
    assert zone_at(board, BONHOMME) >= 0
    assert closed_to(board, ALLIED_SIDE) >> SAINTE_MARIE & 1
    assert not closed_to(board, GERMAN_SIDE) >> SAINTE_MARIE & 1
    board = set_up(turn=1, zones=["I9"]).board
    assert zone_at(board, SAINTE_MARIE) == -1
    assert not closed_to(board, ALLIED_SIDE) >> SAINTE_MARIE & 1
    assert closed_to(board, ALLIED_SIDE) >> BONHOMME & 1


@pytest.mark.rule("11.2.3")
@pytest.mark.rule("11.2.4", "11.2.6")
def test_a_zone_alone_is_a_target_of_two_points() -> None:
    board = set_up(zones=["I8"]).board
    assert zone_targets(board, ALLIED_SIDE) >> SAINTE_MARIE & 1
    assert not zone_targets(board, ALLIED_SIDE) >> BONHOMME & 1
    assert zone_targets(board, GERMAN_SIDE) == 0
    assert (zone_cbf(board, SAINTE_MARIE), zone_cbf(board, BONHOMME)) == (2, 0)


@pytest.mark.rule("11.2.4", "11.2.3", "9.1.3")
def test_a_zone_alone_is_attacked_over_its_terrain_without_flank_or_rear() -> None:
    units = {"27e-DI": "J9 NE", "28e-DI": "J10 SE"}
    game = play(arranged(turn=7, side="allied", begin="Combats FR", units=units), "attack I9", "full 27e-DI")
    while asked(game) == "Muster":
        game = play(game, "full 28e-DI")
    (event,) = happened(play(game, 10), CombatFought)
    assert event.defence == "2"
    found = {each.text: each.amount for each in event.modifiers}
    assert found["combat.terrain"] > 0
    assert not {"combat.flank", "combat.rear"} & set(found)


@pytest.mark.rule("11.2.5")
def test_a_unit_in_a_zone_has_no_other_works() -> None:
    board = set_up(units={"3.ID": "I9 SW fieldworks"}).board
    attackers = [hex_of("J9")]
    assert covers(board, SAINTE_MARIE, GERMAN_SIDE, attackers)[BY_ID["3.ID"]] == Cover(Works.NONE, 10)
    assert zone_cbf(board, SAINTE_MARIE) == 2
    gone = set_up(units={"3.ID": "I9 SW fieldworks"}, zones=["I9"]).board
    assert covers(gone, SAINTE_MARIE, GERMAN_SIDE, attackers)[BY_ID["3.ID"]] == Cover(Works.FIELDWORKS, 13)


@pytest.mark.rule("11.2.6")
def test_barrages_of_a_zone_are_halved_and_two_worse_without_terrain() -> None:
    board = set_up(units={"3.ID": "I9 SW"}).board
    assert (zone_arf_kept(board, SAINTE_MARIE), zone_abu_modifiers(board, SAINTE_MARIE)) == (
        50, (modifier("abu.zone"),),
    )  # fmt: skip
    assert modifier("abu.zone").amount == 2
    found = barrage_covers(board, SAINTE_MARIE, GERMAN_SIDE, [hex_of("J9")])[BY_ID["3.ID"]]
    assert found == BarrageCover(50, (modifier("abu.zone"),), terrain=False)
    gone = set_up(zones=["I9"]).board
    assert (zone_arf_kept(gone, SAINTE_MARIE), zone_abu_modifiers(gone, SAINTE_MARIE)) == (100, ())


@pytest.mark.rule("11.2.7")
@pytest.mark.rule("11.2.3")
def test_a_zone_that_fails_is_destroyed_and_its_hex_open() -> None:
    zone = forts.ZONE_AT[SAINTE_MARIE]
    game = arranged(side="allied", begin=f"ZoneTest {zone}")
    held, lost = play(game, 13), play(game, 14)
    assert zone_at(held.board, SAINTE_MARIE) == zone
    assert happened(lost, WorksTested)[0].needed == 13
    assert [event.hex for event in happened(lost, FortDestroyed)] == ["I9"]
    assert not closed_to(lost.board, ALLIED_SIDE) >> SAINTE_MARIE & 1
    hopeless = ZoneTest(zone, (modifier("abu.zone", -7),))
    assert hopeless.needed() == -1


# -- [11.7]

ARRAS = "AS37" if MAP.old_fortification[hex_of("AS37")] else "AR35"


@pytest.mark.rule("11.7.1")
def test_foot_and_guns_of_four_steps_hold_old_walls() -> None:
    units = {"145e-RI": ARRAS, "15e-DI": ARRAS, "2e-RAL": ARRAS, "6e-DC": ARRAS, "SCF.1": ARRAS}
    game = arranged(begin=f"OccupyOldWalls {ARRAS} 1", units=units)
    assert actor(game) == "allied"
    assert sorted(named(game, "hold")) == ["145e-RI", "15e-DI", "2e-RAL"]
    assert refused(game, "hold 6e-DC") == "11.7.1"
    small = play(game, "hold 145e-RI")
    assert named(small, "hold") == ["2e-RAL"]
    assert refused(small, "hold 15e-DI") == "11.7.1"
    whole = play(game, "hold 15e-DI")
    assert whole.over
    assert has(whole, "in_walls", "15e-DI")
    none = play(game, "done")
    assert none.over
    assert none.board.in_walls == 0


@pytest.mark.rule("11.7.1")
def test_old_walls_are_worth_one_and_a_half_until_said_otherwise() -> None:
    game = arranged(begin=f"OccupyOldWalls {ARRAS} 1", units={"145e-RI": ARRAS, "15e-DI": ARRAS})
    board, attackers = play(game, "hold 15e-DI").board, [MAP.grid.neighbours[hex_of(ARRAS)][0]]
    found = covers(board, hex_of(ARRAS), ALLIED_SIDE, attackers)
    assert found == {BY_ID["15e-DI"]: Cover(Works.NONE, 15), BY_ID["145e-RI"]: Cover(Works.NONE, 10)}
    board.put(BY_ID["15e-DI"], attackers[0])
    assert not in_old_walls(board, BY_ID["15e-DI"])
    plain = MAP.grid.label(attackers[0])
    nowhere = arranged(begin=f"OccupyOldWalls {plain} 1", units={"145e-RI": plain})
    assert nowhere.over
    assert legal(nowhere) == []


@pytest.mark.rule("11.7.2")
def test_whoever_holds_old_walls_has_no_other_works() -> None:
    """Namur has old walls within its belt of strengthened entrenchments."""
    game = arranged(turn=9, begin="OccupyOldWalls AC33 1", units={"8e.10e-BM": "AC33 N fieldworks"})
    attackers = [hex_of("AC34")]
    outside = play(game, "done").board
    inside = play(game, "hold 8e.10e-BM").board
    one = BY_ID["8e.10e-BM"]
    assert covers(outside, hex_of("AC33"), ALLIED_SIDE, attackers)[one] == Cover(Works.STRENGTHENED, 30)
    assert covers(inside, hex_of("AC33"), ALLIED_SIDE, attackers)[one] == Cover(Works.NONE, 15)
