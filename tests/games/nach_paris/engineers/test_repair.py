"""[17.1] Engineers repair structures."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.nach_paris.still import at, still
from games.nach_paris.support import Game, arranged, asked, happened, has, legal, named, play, refused
from marne.games.nach_paris.board import FOR_GOOD
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.engineers.events import StructureMended
from marne.games.nach_paris.rules.engineers.repair import _why_not_this
from marne.games.nach_paris.rules.rail.control import RAIL_HEXES
from marne.games.nach_paris.steps import label
from marne.hexes import members

BRIDGE, OTHER = "AJ27>AK26:147", "AJ27>AI27:145"


def admin(units: dict[str, str], broken: dict[str, int], side: str = "german", turn: int = 9, **more: Any) -> Game:
    return arranged(
        units=units,
        broken=broken,
        side=side,
        turn=turn,
        begin=f"RepairStructures {'DE' if side == 'german' else 'FR'}",
        **more,
    )


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
@pytest.mark.reading("repairs-turn-20")
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


@pytest.mark.rule("17.1.1")
def test_engineers_repair_what_is_broken_where_they_are() -> None:
    structure = next(iter(range(len(MAP.structures))))
    here = MAP.structures[structure].hex
    board, unit = still({"18.ID": f"{MAP.grid.label(here)} N"}), BY_ID["18.ID"]
    whole = _why_not_this(board, unit, structure)
    board.broken = {structure: 2}
    assert whole is not None
    assert whole.rule == "17.1.1"
    assert _why_not_this(board, unit, structure) is None
    board.put(unit, at("AW22"))
    away = _why_not_this(board, unit, structure)
    assert away is not None
    assert away.rule == "17.1.1"
