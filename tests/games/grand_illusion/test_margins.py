"""What a rule says of somebody who is not there, and of the last space, gun or staff."""

from __future__ import annotations

import pytest

from games.grand_illusion.battlefield import battle
from games.grand_illusion.support import alone, carried_out, question
from marne.games.grand_illusion.board import VARIABLE
from marne.games.grand_illusion.components.places import ANTWERP, PORTS
from marne.games.grand_illusion.components.scenario import HOLLAND
from marne.games.grand_illusion.components.units import (
    ALLIED,
    BE,
    BR,
    BY_ID,
    FR,
    GE,
    GERMAN,
    MA,
    MA_BACK,
    MOBILE,
)
from marne.games.grand_illusion.rules.actions.withdrawal import LeaveHex
from marne.games.grand_illusion.rules.battle.battle_board import Fight, foremost
from marne.games.grand_illusion.rules.battle.battle_fire import FrontLine
from marne.games.grand_illusion.rules.battle.battle_guns import Aim, Concentrate
from marne.games.grand_illusion.rules.battle.battle_reserve import CavalryWithdrawal, DefenderReserve
from marne.games.grand_illusion.rules.movement.entry import FAR, _in_reach, leader, slowest
from marne.games.grand_illusion.rules.movement.movement import Walk
from marne.games.grand_illusion.rules.reinforcements.reinforcements import Arrive
from marne.games.grand_illusion.rules.retreat.retreat import CavalryMayLeave
from marne.games.grand_illusion.rules.supply.recovery import RestSome, UndisruptSegment
from marne.games.grand_illusion.rules.supply.supply import all_sources, sources, supplied
from marne.hexes import bits, members


def of(*names: str) -> int:
    return bits(BY_ID[name] for name in names)


@pytest.mark.rule("8.4.1")
def test_the_fastest_staff_of_a_nation_leads_and_no_other() -> None:
    group = of("FR.HQ-3", "FR.HQ-4", "FR.I", "GE.HQ-1", "GE.X")
    three, four = BY_ID["FR.HQ-3"], BY_ID["FR.HQ-4"]
    assert MA[three] == MA[four] > MA_BACK[three]
    assert leader(1 << three, group, FR) == four
    assert leader(1 << four, group, FR) == three
    assert leader(0, group, GE) == BY_ID["GE.HQ-1"]
    assert leader(0, group, BR) == leader(0, of("FR.I", "GE.X"), GE) == -1


@pytest.mark.rule("8.4", "2.4")
def test_the_slowest_counts_by_the_side_that_it_shows() -> None:
    for unit in members(MOBILE):
        assert slowest(0, 1 << unit) == MA[unit]
        assert slowest(1 << unit, 1 << unit) == MA_BACK[unit] <= MA[unit]
    horse, foot = of("FR.1-C"), of("FR.I")
    assert slowest(0, horse | foot) == MA[BY_ID["FR.I"]] < MA[BY_ID["FR.1-C"]]
    assert slowest(horse, horse | foot) == min(MA[BY_ID["FR.I"]], MA_BACK[BY_ID["FR.1-C"]])
    assert slowest(foot, horse) == MA[BY_ID["FR.1-C"]], "who is not in the group slows nobody"
    assert slowest(0, 0) == FAR


@pytest.mark.rule("9.4.3")
def test_only_ones_own_cavalry_is_asked_whether_it_leaves() -> None:
    board = alone(units={"FR.1-C": 46, "GE.X": 46, "GE.9-C": 46}).board
    assert question(CavalryMayLeave(ALLIED, 46), board) is not None
    board = alone(units={"FR.I": 46, "GE.X": 46, "GE.9-C": 46}).board
    assert question(CavalryMayLeave(ALLIED, 46), board) is None
    board = alone(units={"FR.1-C": 46, "FR.I": 46, "GE.HQ-1": 46}).board
    assert question(CavalryMayLeave(ALLIED, 46), board) is None, "no combat unit has come"


@pytest.mark.rule("8.4.3", "ES-29")
@pytest.mark.parametrize("edition", ["english", "spanish"])
@pytest.mark.parametrize("turn", [2, 3, 5, 6])
def test_who_comes_from_off_the_map_comes_where_there_is_supply(edition: str, turn: int) -> None:
    board = alone(edition, turn=turn, units={"GE.IX": 36, "FR.I": 46}, german=[36]).board
    assert board.where[BY_ID["GE.X"]] <= 0
    assert not _in_reach(board, GERMAN, of("GE.X"), 27, board)
    forages = edition == "spanish" and turn in (3, 5)
    assert _in_reach(board, GERMAN, of("GE.IX"), 27, board) is forages, "on the map it lives off the land"
    fed = members(sources(board, GE))[0]
    assert _in_reach(board, GERMAN, of("GE.X"), fed, board)


@pytest.mark.rule("14.3.6", "8.4.3")
def test_antwerp_in_german_hands_feeds_germans_alone() -> None:
    board = alone(scenario=3, turn=6, units={"GE.X": ANTWERP}, german=[ANTWERP], options={"german": [HOLLAND]}).board
    board.antwerp = True
    feeds = [bool(all_sources(board, nation) >> ANTWERP & 1) for nation in (FR, BR, BE, GE)]
    plain = [bool(all_sources(alone().board, nation) >> ANTWERP & 1) for nation in (FR, BR, BE, GE)]
    assert feeds == [*plain[:3], True]
    assert not plain[3]
    board.options[GERMAN] = 0
    assert not all_sources(board, GE) >> ANTWERP & 1


@pytest.mark.rule("9.2.6", "9.2.5")
def test_the_spaces_end_with_the_fourth() -> None:
    board = battle("FR.I", "GE.X").board
    board.spaces = [0] * 16
    fight = Fight(of("FR.I"), 0, elan=False)
    for space in range(4):
        assert carried_out(CavalryWithdrawal(fight, space), board) == (CavalryWithdrawal(fight, space + 1),)
        assert carried_out(DefenderReserve(fight, space), board) == (DefenderReserve(fight, space + 1),)
    assert carried_out(CavalryWithdrawal(fight, 4), board) == (FrontLine(fight),)
    assert carried_out(DefenderReserve(fight, 4), board) == ()


@pytest.mark.rule("9.5.4")
def test_the_last_gun_brings_the_one_hit_more() -> None:
    board = battle("GE.X GE.HA-305 GE.HA-420", "FR.F-Verdun-W", side="german").board
    one, other = BY_ID["GE.HA-305"], BY_ID["GE.HA-420"]
    both = of("GE.HA-305", "GE.HA-420")
    assert Concentrate(both).do(board, ("take", one)) == (Aim(one, 0), Concentrate(1 << other))
    assert Concentrate(1 << other).do(board, ("take", other)) == (Aim(other, 1),)


@pytest.mark.rule("9.2.2", "9.2.3", "ES-8")
@pytest.mark.parametrize("defending", [True, False])
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_the_order_in_which_a_line_is_filled(edition: str, defending: bool) -> None:
    corps, division, brigade, horse, horse_brigade = "FR.I", "BR.1", "FR.Marine", "FR.1-C", "BR.Sec-C"
    everybody = of(corps, division, brigade, horse, horse_brigade)
    board = alone(edition, units=dict.fromkeys((corps, division, brigade, horse, horse_brigade), 36)).board
    board.battle, board.attacker = 36, GERMAN if defending else ALLIED
    last = [of(brigade), of(horse, horse_brigade)]
    if edition == "spanish" and defending:
        last = [of(horse), of(brigade, horse_brigade)]
    found, pool = [], everybody
    while pool:
        found.append(foremost(board, pool))
        pool &= ~found[-1]
    assert found == [of(corps), of(division), *last]
    board.down = of(corps)
    assert foremost(board, everybody) == of(division), "the disrupted come after all others"
    assert foremost(board, of(corps)) == of(corps)


@pytest.mark.rule("14.3.6", "8.4.3")
def test_a_port_where_the_british_have_landed_feeds_the_british_alone() -> None:
    board = alone(scenario=3, units={"BR.1": 36}).board
    before = [all_sources(board, nation) for nation in (FR, BR, BE, GE)]
    port = next(hex for hex in members(PORTS) if not before[BR] >> hex & 1)
    board.landed = port
    assert [all_sources(board, nation) for nation in (FR, BR, BE, GE)] == [
        before[FR], before[BR] | 1 << port, before[BE], before[GE]
    ]  # fmt: skip
    board.landed = next(hex for hex in members(board.ground.coast) if not (PORTS | before[BR]) >> hex & 1)
    assert all_sources(board, BR) == before[BR], "a beach is no port"


@pytest.mark.rule("14.3.6", "8.4.3")
def test_antwerp_feeds_nobody_before_it_has_fallen() -> None:
    board = alone(scenario=3, turn=6, units={"BE.F-Antwerp": ANTWERP}, options={"german": [HOLLAND]}).board
    board.antwerp = True
    assert not all_sources(board, GE) >> ANTWERP & 1


@pytest.mark.rule("7.1", "14.3.6")
def test_who_is_held_back_or_delayed_is_due_a_turn_later() -> None:
    board = alone(scenario=3, turn=6).board
    unit = BY_ID["BR.7"]
    for answer, held in (("hold", True), ("delay", False)):
        board.track[unit] = (6, VARIABLE)
        assert Arrive(unit).do(board, answer) == ()
        assert board.track[unit] == (7, VARIABLE)
        assert bool(board.held >> unit & 1) is held


@pytest.mark.rule("8.4")
def test_who_is_lost_on_the_way_goes_no_farther_with_its_group() -> None:
    group = of("FR.I", "FR.III", "FR.X")
    board = alone(units={"FR.I": 36, "FR.III": 36, "FR.X": 4}).board
    walk = Walk(ALLIED, group, 36, 0, 0, 0, retiring=False)
    assert walk.do(board, ("drop", BY_ID["FR.I"])) == (Walk(ALLIED, of("FR.III"), 36, 0, 0, 0, retiring=False),)
    walk.do(board, ("go", 27))
    assert [board.where[BY_ID[name]] for name in ("FR.I", "FR.III", "FR.X")] == [27, 27, 4]


@pytest.mark.rule("8.4.3")
@pytest.mark.parametrize("name", ["FR.I", "BR.1", "BE.I"])
def test_no_nation_walks_out_of_its_supply(name: str) -> None:
    """German hexes all around: nobody can trace from there."""
    units = {"FR.I": 46, "BR.1": 46, "BE.I": 46}
    board = alone(turn=4, units=units, german=[hex for hex in range(1, 108) if hex not in (46, 36)]).board
    then = board.copy()
    for hex in (36, 46):
        assert not supplied(then, of(name), hex)
    assert not _in_reach(board, ALLIED, of(name), 36, then), "it comes no nearer to supply"
    fed = alone(turn=4, units=units).board
    assert supplied(fed, of(name), 46)
    assert _in_reach(fed, ALLIED, of(name), 45, fed)
    assert not _in_reach(fed, ALLIED, of(name), 36, then), "supplied, it stays in supply"


@pytest.mark.rule("11.4", "8.4.3")
def test_on_emergency_supply_nobody_is_asked_to_rest_without_a_staff() -> None:
    disrupted = of("GE.X")
    board = alone(turn=4, units={"GE.X": "36*"}, german=[36]).board
    assert UndisruptSegment(0, disrupted).do(board) == ()
    assert UndisruptSegment(disrupted, 0).do(board) == (), "out of supply nobody rests"
    assert [type(step).__name__ for step in UndisruptSegment(0, 0).do(board)] == ["RestSome"]
    board = alone(turn=4, units={"GE.X": "36*", "GE.HQ-1": 36}, german=[36]).board
    assert UndisruptSegment(0, disrupted | of("GE.HQ-1")).do(board) == (RestSome(GERMAN, 36, disrupted, 1),)


@pytest.mark.rule("8.7.2")
def test_of_those_in_the_hex_only_the_withdrawing_side_has_had_its_turn() -> None:
    board = alone(units={"GE.X": 36, "GE.HQ-1": 36, "GE.IX": 46, "FR.I": 36}, german=[36]).board
    board.active, board.moved = 36, 0
    LeaveHex(GERMAN).do(board)
    assert board.moved == of("GE.X", "GE.HQ-1")
