"""[17] Engineers repair structures; Belgians and French open sluices."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused
from marne.games.nach_paris.board import FOR_GOOD
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import NO_WAY, V
from marne.games.nach_paris.components.units import BE, BY_ID, FR
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.engineers.events import SluiceOpened, SluiceStuck, StructureMended
from marne.games.nach_paris.rules.engineers.sluices import held, why_not_open
from marne.games.nach_paris.rules.movement.ground import take_ground
from marne.games.nach_paris.rules.movement.reach import costs_for, crossing
from marne.games.nach_paris.rules.rail.control import RAIL_HEXES
from marne.games.nach_paris.rules.units.stacking import limit
from marne.games.nach_paris.rules.units.zones import zone_of
from marne.games.nach_paris.steps import label
from marne.hexes import members

BRIDGE, OTHER = "AJ27>AK26:147", "AJ27>AI27:145"


def admin(units: dict[str, str], broken: dict[str, int], side: str = "german", turn: int = 9, **more: Any) -> Game:
    return arranged(
        units=units, broken=broken, side=side, turn=turn,
        begin=f"RepairStructures {'DE' if side == 'german' else 'FR'}", **more,
    )  # fmt: skip


def left(position: Game, structure: str = BRIDGE) -> int | None:
    return position.board.broken.get(int(structure.rpartition(":")[2]))


@pytest.mark.rule("17.1.1", "17.1.2")
def test_engineers_take_a_turn_off_and_the_last_one_makes_it_whole() -> None:
    position = admin({"Ebk.1": "AJ27"}, {BRIDGE: 2})
    assert legal(position) == [f"repair Ebk.1 {BRIDGE}", "end"]
    position = play(position, f"repair Ebk.1 {BRIDGE}")
    assert left(position) == 1
    assert has(position, "repairers", "Ebk.1")
    assert happened(position, StructureMended)[0].left == 1
    assert position.over
    position = play(admin({"Ebk.1": "AJ27"}, {BRIDGE: 1}), f"repair Ebk.1 {BRIDGE}")
    assert left(position) is None
    assert happened(position, StructureMended)[0].whole
    assert "serves again" in GAME.say(happened(position, StructureMended)[0], "en")


@pytest.mark.rule("17.1.2")
def test_nothing_mends_itself_and_only_engineers_of_the_side_mend() -> None:
    for units in ({"PiR.18": "AJ27 N"}, {"SCF.1": "AJ27"}, {"Ebk.1": "AJ28"}, {"18.ID": "AJ27 N"}):
        position = admin(units, {BRIDGE: 2})
        assert position.over, units
        assert left(position) == 2
    position = admin({"Ebk.1": "AJ27", "Ebk.2": "AK30", "PiR.18": "AJ27 N", "SCF.1": "AK26"}, {BRIDGE: 2})
    assert refused(position, f"repair PiR.18 {BRIDGE}") == "17.1.2"
    assert "only engineers" in str(position.refusal(f"repair PiR.18 {BRIDGE}"))
    assert refused(position, f"repair Ebk.2 {BRIDGE}") == "17.1.2"
    assert refused(position, f"repair SCF.1 {BRIDGE}") == "3.2.1"
    assert refused(position, f"repair Ebk.1 {OTHER}") == "17.1.1"
    assert left(play(position, "end")) == 2


@pytest.mark.rule("17.1.2", "16.1.5")
def test_what_is_gone_for_good_stays_so() -> None:
    assert admin({"Ebk.1": "AJ27"}, {BRIDGE: FOR_GOOD}).over
    position = admin({"Ebk.1": "AJ27"}, {BRIDGE: FOR_GOOD, OTHER: 3})
    assert named(position, "repair") == [f"Ebk.1 {OTHER}"]
    assert refused(position, f"repair Ebk.1 {BRIDGE}") == "16.1.5"


@pytest.mark.rule("17.1.2", "17.1.3")
def test_two_units_do_not_hasten_one_repair_but_work_side_by_side() -> None:
    position = play(admin({"Ebk.1": "AJ27", "Ebk.2": "AJ27"}, {BRIDGE: 5}), f"repair Ebk.1 {BRIDGE}")
    assert position.over, "the second has nothing to do"
    assert left(position) == 4
    position = play(admin({"Ebk.1": "AJ27", "Ebk.2": "AJ27"}, {BRIDGE: 5, OTHER: 3}), f"repair Ebk.1 {BRIDGE}")
    assert legal(position) == [f"repair Ebk.2 {OTHER}", "end"]
    assert refused(position, f"repair Ebk.2 {BRIDGE}") == "17.1.3"
    assert refused(position, f"repair Ebk.1 {OTHER}") == "17.1.2"
    position = play(position, f"repair Ebk.2 {OTHER}")
    assert (left(position), left(position, OTHER)) == (4, 2)


@pytest.mark.rule("17.1.4")
def test_guns_over_the_hex_stop_repairs_until_shells_are_short() -> None:
    guns = {"Ebk.1": "AJ27", "18.ID": "AJ27 N", "1re-DI": "AJ26 N"}
    assert admin({"Ebk.1": "AJ27", "18.ID": "AJ27 N"}, {BRIDGE: 2}).open is not None
    stopped = admin(guns, {BRIDGE: 2})
    assert stopped.over, "friends in the hex do not help"
    assert admin(guns, {BRIDGE: 2}, turn=19).over
    assert named(admin(guns, {BRIDGE: 2}, turn=20), "repair")
    weak = {"Ebk.1": "AJ27", "DC-belge": "AJ26"}
    board = admin(weak, {BRIDGE: 2}).board
    weak_arf = board.arf(BY_ID["DC-belge"])
    assert bool(admin(weak, {BRIDGE: 2}).over) == (weak_arf >= V.zoc.stops_repair)
    two = admin({**guns, "Ebk.2": "AD39"}, {BRIDGE: 2, "AD39>AE38:59": 3})
    assert refused(two, f"repair Ebk.1 {BRIDGE}") == "17.1.4"


@pytest.mark.rule("13.3.1", "13.3.2")
def test_engineers_without_communications_repair_nothing() -> None:
    for state, rule in (("limited", "13.3.1"), ("ooc", "13.3.2")):
        assert admin({"Ebk.1": f"AJ27 {state}"}, {BRIDGE: 2}).over
        position = admin({"Ebk.1": f"AJ27 {state}", "Ebk.2": "AD39"}, {BRIDGE: 2, "AD39>AE38:59": 3})
        assert refused(position, f"repair Ebk.1 {BRIDGE}") == rule


@pytest.mark.rule("17.1.2", "17.1.3")
def test_each_admin_phase_begins_anew() -> None:
    units = {"Ebk.1": "AJ27", "1.AOK": "AJ27", "1re-DI": "BC9 N"}
    rails = [label(hex) for hex in members(RAIL_HEXES)]
    position = arranged(units=units, broken={BRIDGE: 5}, turn=9, begin="admin", rail=rails)
    while asked(position) != "RepairStructures":
        position = position.play(position.suggest(Random(1))[0])
    position = play(position, f"repair Ebk.1 {BRIDGE}")
    assert left(position) == 4
    assert asked(position) != "RepairStructures"


# -- [17.2]


def sluices(units: dict[str, str], nation: str = "BE", turn: int = 14, **more: Any) -> Game:
    return arranged(units=units, side="allied", turn=turn, begin=f"OpenSluices {nation}", **more)


@pytest.mark.rule("17.2.1")
def test_from_turn_14_the_nation_that_holds_the_hexes_may_try() -> None:
    position = sluices({"DC-belge": "AG40"})
    assert legal(position) == ["open AG40", "open AU40", "end"], "Antwerp and the Yser"
    assert sluices({"DC-belge": "AG40"}, turn=13).over
    assert legal(sluices({}, "FR")) == ["open AY37", "end"]
    assert refused(position, "open AY37") == "17.2.1"
    assert sluices({}, "GB").over


@pytest.mark.rule("17.2.1")
def test_whoever_was_there_last_controls_a_hex() -> None:
    lost = sluices({}, banks={"AH41": "DE"})
    assert legal(lost) == ["open AU40", "end"], "both hexes of Antwerp are needed"
    assert refused(lost, "open AG40") == "17.2.1"
    ally = sluices({}, banks={"AU40": "FR"})
    assert legal(ally) == ["open AG40", "end"], "a French unit is no Belgian one"
    board = ally.board
    board.put(BY_ID["DC-belge"], MAP.grid.hex("AU40"))
    take_ground(board, BY_ID["DC-belge"], MAP.grid.hex("AU40"))
    assert held(board, MAP.grid.hex("AU40")) == "BE"
    board.put(BY_ID["DC-belge"], MAP.grid.hex("AT40"))
    assert why_not_open(board, BE, 2) is None, "it holds what it left"
    assert why_not_open(board, FR, 2) is not None


@pytest.mark.rule("17.2.1", "17.2.2")
def test_a_test_at_twelve_opens_it_for_good() -> None:
    position = play(sluices({}, "FR"), "open AY37")
    assert asked(position) == "SluiceTest"
    stuck = play(position, 13)
    assert happened(stuck, SluiceStuck)
    assert stuck.board.sluices == 0
    assert stuck.over, "one attempt a phase"
    opened = play(position, 12)
    assert happened(opened, SluiceOpened)
    assert opened.board.sluices == 1 << [s.name for s in MAP.sluices].index("Dunkerque")
    again = why_not_open(opened.board, FR, [s.name for s in MAP.sluices].index("Dunkerque"))
    assert again is not None
    assert again.rule == "17.2.2"
    two = play(sluices({}), "open AG40", 20)
    assert legal(two) == ["open AU40", "end"]


@pytest.mark.rule("17.2.2")
def test_flooded_plain_and_banks_can_t_be_passed() -> None:
    dry = arranged(units={"DC-belge": "AG41"}, side="allied", turn=14, begin="nothing").board
    wet = arranged(units={"DC-belge": "AG41"}, side="allied", turn=14, sluices=["Anvers"], begin="nothing").board
    unit, sluice = BY_ID["DC-belge"], next(s for s in MAP.sluices if s.name == "Anvers")
    plain = sluice.hexes[0]
    beside = next(hex for hex in MAP.grid.neighbours[plain] if costs_for(dry, unit).cost(hex, plain) is not None)
    assert costs_for(wet, unit).cost(beside, plain) is None
    assert limit(dry, plain) > 0
    assert limit(wet, plain) == 0
    whole = [side for side in sluice.sides if not MAP.partial_flood[side]]
    assert whole
    for side in whole:
        assert crossing(wet, unit, side) > crossing(dry, unit, side)
    for side in sluice.sides:
        if MAP.partial_flood[side]:
            assert crossing(dry, unit, side) <= crossing(wet, unit, side) < NO_WAY
    other = next(s for s in MAP.sluices if s.name == "Yser").sides
    a, b = MAP.grid.side_hexes(whole[0])
    for board, seen in ((dry, True), (wet, False)):
        board.put(BY_ID["1re-DI"], a)
        board.facing = False
        assert bool(zone_of(board, BY_ID["1re-DI"]) >> b & 1) is seen, "nobody looks over the water"
    assert all(crossing(wet, unit, side) == crossing(dry, unit, side) for side in other), "each its own country"
