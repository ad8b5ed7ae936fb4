"""[11.2] Fortified Zones."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still, unit
from games.nach_paris.support import Game, arranged, asked, happened, play
from marne.engine import Modifier, Only
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.table_files import Result
from marne.games.nach_paris.components.tables import modifier
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, FR, GERMAN_SIDE
from marne.games.nach_paris.events import FortDestroyed
from marne.games.nach_paris.rules.barrage.at_units import ShellZone, at_zone
from marne.games.nach_paris.rules.combat.declaring import _fresh_zones, targets
from marne.games.nach_paris.rules.combat.events import CombatFought
from marne.games.nach_paris.rules.forts.forts import FORTS_OF, closed_to
from marne.games.nach_paris.rules.movement.reach import halting
from marne.games.nach_paris.rules.works.bridgeheads import (
    ZoneTest,
    strike_zone,
    zone_abu_modifiers,
    zone_arf_kept,
    zone_at,
    zone_cbf,
    zone_targets,
)
from marne.games.nach_paris.rules.works.cover import BarrageCover, Cover, barrage_covers, covers
from marne.games.nach_paris.rules.works.entrenchments import Works, arf_kept, covered
from marne.games.nach_paris.rules.works.events import WorksTested
from marne.games.nach_paris.steps import FACING_NAMES, hex_of
from marne.hexes import bits

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
@pytest.mark.reading("empty-zone")
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
        50,
        (modifier("abu.zone"),),
    )
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


@pytest.mark.rule("10.2.1", "11.2.6")
def test_a_fortified_zone_shelters_germans_alone() -> None:
    zone = MAP.grid.label(next(iter(forts.ZONE_AT)))
    board = still({"18.ID": f"{zone} N"})
    inside = barrage_covers(board, at(zone), GERMAN_SIDE, ())[BY_ID["18.ID"]]
    open_air = barrage_covers(still({"18.ID": "AW22 N"}), at("AW22"), GERMAN_SIDE, ())[BY_ID["18.ID"]]
    french = barrage_covers(still({"1re-DI": f"{zone} N"}), at(zone), ALLIED_SIDE, ())[BY_ID["1re-DI"]]
    assert not inside.terrain
    assert open_air.terrain
    assert french.terrain
    assert inside.modifiers != open_air.modifiers
    assert french.modifiers == open_air.modifiers == ()


@pytest.mark.rule("11.2.3", "11.2.5")
def test_every_zone_that_holds_out_fights_and_nothing_else_does() -> None:
    board = still()
    for hex in filter(MAP.playable, range(len(MAP.grid))):
        assert (zone_cbf(board, hex) > 0) == (hex in forts.ZONE_AT), MAP.grid.label(hex)
    board.zones_gone = (1 << len(forts.ZONE_AT)) - 1
    assert not any(zone_cbf(board, hex) for hex in forts.ZONE_AT)


@pytest.mark.rule("11.2.5")
def test_in_a_zone_no_other_works_help_the_germans() -> None:
    zone = next(iter(forts.ZONE_AT))
    place = MAP.grid.label(zone)
    around = MAP.grid.neighbours[zone]
    board, who = still({"18.ID": f"{place} N entrenched"}), BY_ID["18.ID"]
    assert covered(board, zone, GERMAN_SIDE, around) == {who: Works.NONE}
    board.zones_gone = 1 << forts.ZONE_AT[zone]
    assert covered(board, zone, GERMAN_SIDE, around) == {who: Works.REGULAR}
    allied = still({"1re-DI": f"{place} N entrenched"})
    assert covered(allied, zone, ALLIED_SIDE, around)[BY_ID["1re-DI"]] == Works.REGULAR
    elsewhere = still({"18.ID": "AG14 N entrenched"})
    assert covered(elsewhere, at("AG14"), GERMAN_SIDE, MAP.grid.neighbours[at("AG14")]) == {who: Works.REGULAR}


@pytest.mark.rule("11.2.6")
def test_under_fire_all_in_a_zone_are_alike_and_terrain_does_not_count() -> None:
    zone = next(iter(forts.ZONE_AT))
    place = MAP.grid.label(zone)
    board = still({"18.ID": f"{place} N entrenched", "5.KD": place})
    found = barrage_covers(board, zone, GERMAN_SIDE, MAP.grid.neighbours[zone])
    assert {(each.kept, len(each.modifiers), each.terrain) for each in found.values()} == {(50, 1, False)}
    assert set(found) == {BY_ID["18.ID"], BY_ID["5.KD"]}
    board.zones_gone = 1 << forts.ZONE_AT[zone]
    found = barrage_covers(board, zone, GERMAN_SIDE, MAP.grid.neighbours[zone])
    assert found[BY_ID["18.ID"]].terrain
    assert found[BY_ID["18.ID"]].kept == arf_kept(Works.REGULAR, GERMAN_SIDE)
    assert (found[BY_ID["5.KD"]].kept, found[BY_ID["5.KD"]].modifiers) == (100, ())
    allied = still({"1re-DI": f"{place} N"})
    found = barrage_covers(allied, zone, ALLIED_SIDE, MAP.grid.neighbours[zone])
    assert (found[BY_ID["1re-DI"]].kept, found[BY_ID["1re-DI"]].terrain) == (100, True)


@pytest.mark.rule("11.2.3", "11.2.5", "11.2.4")
def test_a_zone_lends_two_points_while_it_stands_and_the_allies_may_attack_it() -> None:
    board = still()
    assert {zone_cbf(board, hex) for hex in forts.ZONE_AT} == {2}
    assert zone_cbf(board, at("AW22")) == zone_cbf(board, 0) == 0
    assert zone_targets(board, ALLIED_SIDE) == bits(forts.ZONE_AT)
    assert zone_targets(board, GERMAN_SIDE) == 0
    first, *others = forts.ZONE_AT
    board.zones_gone = 1 << forts.ZONE_AT[first]
    assert (zone_cbf(board, first), zone_targets(board, ALLIED_SIDE)) == (0, bits(others))


@pytest.mark.rule("11.2.2")
def test_zones_are_closed_to_the_allies_alone_until_destroyed() -> None:
    board = still()
    board.forts_gone = FORTS_OF[GERMAN_SIDE] | FORTS_OF[ALLIED_SIDE]
    assert closed_to(board, ALLIED_SIDE) == bits(forts.ZONE_AT)
    assert closed_to(board, GERMAN_SIDE) == 0
    first, *others = forts.ZONE_AT
    board.zones_gone = 1 << forts.ZONE_AT[first]
    assert closed_to(board, ALLIED_SIDE) == bits(others)


@pytest.mark.rule("11.2.2")
def test_only_allies_halt_before_zones_and_only_while_they_stand() -> None:
    board = still()
    around = bits(near for zone in fort_data.ZONE_AT for near in MAP.grid.neighbours[zone])
    assert halting(board, GERMAN_SIDE) == 0
    assert halting(board, ALLIED_SIDE) & around == around
    board.zones_gone = (1 << len(fort_data.ZONE_AT)) - 1
    assert halting(board, ALLIED_SIDE) == 0


@pytest.mark.rule("11.2.6")
def test_half_the_fire_strikes_a_zone_and_too_little_has_no_effect() -> None:
    zone = next(iter(forts.ZONE_AT))
    near = MAP.grid.label(MAP.grid.neighbours[zone][0])
    names = ("1re-DI", "2e-DI", "3e-DI", "4e-DI")
    board = still(dict.fromkeys(names, f"{near} N"), side="allied")
    strong: Any = at_zone(board, zone, unit(*names), 0, 5)
    weak: Any = at_zone(board, zone, unit("1re-DI"), 0, 5)
    assert (strong.zone, strong.row, strong.column >= 0) == (forts.ZONE_AT[zone], 5, True)
    assert [each.text for each in strong.modifiers] == ["abu.together", "abu.zone"]
    assert (weak.column == -1) == (board.arf(BY_ID["1re-DI"]) < 12)
    assert ShellZone(0, -1, 5, ()).do(board) == ()
    assert [event.result for event in board.events] == ["-"]
    found = [ShellZone(0, 3, row, ()).do(still()) for row in range(-5, 15)]
    assert any(found), "some result makes the zone test"


@pytest.mark.rule("11.2.7")
def test_a_zone_fails_unrolled_at_nothing_and_passes_up_to_its_number() -> None:
    cab = forts.ZONE_CAB[0]
    for less, asks in ((cab - 1, True), (cab, False), (cab + 1, False)):
        test = ZoneTest(0, (Modifier("11.2.7", "abu.result", -less),))
        found = test.ask(still())
        assert isinstance(found, Only) != asks
        assert not isinstance(found, Only) or found.answer == 0
    one = ZoneTest(0, (Modifier("11.2.7", "abu.result", 1 - cab),))
    for die, stands in ((1, True), (2, False)):
        board = still()
        one.answered(board, die)
        assert (board.zones_gone == 0) == stands
    board = still()
    assert strike_zone(board, 1, Result(0, 0, False), ()) == ()
    assert strike_zone(board, 1, Result(0, -1), ()) == (ZoneTest(1, ()),)
    assert board.zones_gone == 0
    assert strike_zone(board, 1, Result(1, -1), ()) == ()
    assert board.zones_gone == 2


@pytest.mark.rule("11.2.1", "11.2.4")
@pytest.mark.reading("zones-on-board")
def test_where_a_zone_stands_and_which_are_near() -> None:
    board = still(side="allied")
    assert [zone_at(board, hex) for hex in forts.ZONE_AT] == list(forts.ZONE_AT.values())
    assert zone_at(board, at("AW22")) == -1
    board.zones_gone = bits(forts.ZONE_AT.values())
    assert {zone_at(board, hex) for hex in forts.ZONE_AT} == {-1}, "the first, too"
    board.zones_gone = 0
    first, second, *_ = forts.ZONE_AT
    assert _fresh_zones(board, 1 << first | 1 << at("AW22")) == {first}
    assert _fresh_zones(board, 0) == set()
    board.attacked = 1 << first
    assert _fresh_zones(board, 1 << first | 1 << second) == {second}
    board.zones_gone = 1 << forts.ZONE_AT[second]
    assert (zone_at(board, second), _fresh_zones(board, 1 << second)) == (-1, set())
    board.side = GERMAN_SIDE
    assert _fresh_zones(board, 1 << first | 1 << second) == set()


@pytest.mark.rule("11.2.4", "9.1.4")
def test_a_zone_without_units_is_attacked_once_in_a_phase() -> None:
    zone = next(iter(forts.ZONE_AT))
    for near in MAP.grid.neighbours[zone]:
        for name in FACING_NAMES:
            board = still({"1re-DI": f"{MAP.grid.label(near)} {name}"}, side="allied")
            if zone in targets(board, FR):
                board.attacked = 1 << zone
                assert zone not in targets(board, FR)
                return
    raise AssertionError("no hex to attack the zone from")


@pytest.mark.rule("11.2.6")
def test_every_zone_halves_the_fire_and_no_other_hex_does() -> None:
    board = still()
    assert {zone_arf_kept(board, hex) for hex in forts.ZONE_AT} == {50}
    assert zone_arf_kept(board, at("AW22")) == 100
    board.zones_gone = (1 << len(forts.ZONE_AT)) - 1
    assert {zone_arf_kept(board, hex) for hex in forts.ZONE_AT} == {100}
