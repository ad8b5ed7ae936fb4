"""[17.2] Belgians and French open sluices."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.still import at, still
from games.nach_paris.support import Game, arranged, asked, happened, legal, play, refused
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import FLOODED, NO_WAY
from marne.games.nach_paris.components.units import BE, BY_ID, DE, FR, HEADQUARTERS, IDS, OF_NATION
from marne.games.nach_paris.rules.engineers.events import SluiceOpened, SluiceStuck
from marne.games.nach_paris.rules.engineers.sluices import held, why_not_open
from marne.games.nach_paris.rules.movement.ground import _SLUICE_HEXES, take_ground
from marne.games.nach_paris.rules.movement.reach import _drowned, costs_for, crossing
from marne.games.nach_paris.rules.units.stacking import limit, terrain_now
from marne.games.nach_paris.rules.units.zones import zone_of
from marne.games.nach_paris.steps import hex_of
from marne.hexes import members


def sluices(units: dict[str, str], nation: str = "BE", turn: int = 14, **more: Any) -> Game:
    return arranged(units=units, side="allied", turn=turn, begin=f"OpenSluices {nation}", **more)


@pytest.mark.rule("17.2.1")
@pytest.mark.reading("sluice-test")
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


@pytest.mark.rule("17.2.2")
def test_the_plains_of_open_sluices_are_drowned_and_no_others() -> None:
    for opened in range(1 << len(MAP.sluices)):
        wanted = [hex for i, sluice in enumerate(MAP.sluices) if opened >> i & 1 for hex in sluice.hexes]
        assert list(_drowned(opened)) == wanted


@pytest.mark.rule("17.2.1", "4.5")
def test_any_unit_holds_the_banks_of_a_sluice_and_foot_and_horse_alone_the_ground() -> None:
    bank = members(_SLUICE_HEXES)[0]
    staff = IDS[members(HEADQUARTERS & OF_NATION[DE])[0]]
    board = still()
    before = board.german_ground
    take_ground(board, BY_ID[staff], bank)
    assert board.sluice_holder[bank] == DE
    assert board.german_ground == before
    take_ground(board, BY_ID["18.ID"], bank)
    assert board.german_ground == before | 1 << bank
    take_ground(board, BY_ID["18.ID"], bank)
    assert board.german_ground == before | 1 << bank, "it has it already"
    take_ground(board, BY_ID["1re-DI"], bank)
    assert (board.german_ground >> bank & 1, board.sluice_holder[bank]) == (0, FR)
    elsewhere = at("AW22")
    held = dict(board.sluice_holder) if isinstance(board.sluice_holder, dict) else list(board.sluice_holder)
    take_ground(board, BY_ID["18.ID"], elsewhere)
    assert board.sluice_holder == held
    assert board.german_ground >> elsewhere & 1


@pytest.mark.rule("17.2.2")
def test_only_the_hexes_of_an_open_sluice_are_flooded() -> None:
    board = still()
    anvers = next(i for i, sluice in enumerate(MAP.sluices) if sluice.hexes)
    hex = MAP.sluices[anvers].hexes[0]
    for opened in range(1 << len(MAP.sluices)):
        board.sluices = opened
        assert (terrain_now(board, hex) == FLOODED) == bool(opened >> anvers & 1)
        assert terrain_now(board, at("AW22")) == MAP.terrain[at("AW22")]


@pytest.mark.rule("17.2.1")
def test_any_unit_that_was_last_in_a_hex_of_a_sluice_controls_it() -> None:
    board = arranged(begin="nothing", turn=15, units={"QG-belge": "AU39", "2.AOK": "AU39"}).board
    hex = hex_of("AU40")
    for unit, nation in (("2.AOK", "DE"), ("QG-belge", "BE")):
        take_ground(board, BY_ID[unit], hex)
        assert held(board, hex) == nation
    assert not board.german_ground >> hex & 1, "headquarters take no ground"
