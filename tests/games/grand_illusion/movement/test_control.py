"""8.3: control."""

from __future__ import annotations

import pytest

from games.grand_illusion import plain, plain_control
from games.grand_illusion.plain import Facts, boards, here, is_combat, is_fort, is_infantry, mine
from games.grand_illusion.positions import ROAD, check_settling, held, occupied, same, unsettled
from games.grand_illusion.support import alone, happened, play, where
from marne.games.grand_illusion.board import ASIDE, ON_TRACK, GrandIllusionBoard
from marne.games.grand_illusion.components.data import EDITIONS, SCENARIOS
from marne.games.grand_illusion.components.ground import ground_of
from marne.games.grand_illusion.components.units import ALLIED, BR, BY_ID, GE, GERMAN
from marne.games.grand_illusion.events import ControlChanged
from marne.games.grand_illusion.rules.movement import control
from marne.games.grand_illusion.rules.movement.control import settle
from marne.hexes import members


@pytest.mark.rule("8.3.3", "8.4.4")
def test_a_vacant_hex_changes_hands_as_infantry_walks_in() -> None:
    position = alone(turn=6, side="german", units={"GE.X": 84, "FR.XX": 57})
    position = play(position, "hold", "activate 84", "take GE.X", "go 75")
    assert position.board.controls(GERMAN, 75)
    assert not position.board.cavalry >> 75 & 1
    assert happened(position, ControlChanged)


@pytest.mark.rule("8.3.4")
def test_cavalry_alone_leaves_a_cavalry_marker_until_infantry_comes() -> None:
    position = alone(turn=6, side="german", units={"GE.3-C": 84, "GE.X": 84, "FR.XX": 57}, withdrew=[3, 4])
    position = play(position, "activate 84", "take GE.3-C", "go 75", "stop", "done")
    assert position.board.cavalry >> 75 & 1
    position = play(position, "activate 84", "take GE.X", "go 75", "stop")
    assert not position.board.cavalry >> 75 & 1


@pytest.mark.rule("8.3.2", "8.3.3")
def test_a_combat_unit_or_a_free_fort_keeps_the_hex() -> None:
    board = alone(units={"GE.X": 75, "FR.XX": 75}).board
    settle(board, 75)
    assert board.controls(ALLIED, 75)
    board = alone(units={"GE.X": 76, "FR.F-Verdun-E": 76}).board
    settle(board, 76)
    assert board.controls(ALLIED, 76)
    board.siege |= 1 << 76
    settle(board, 76)
    assert board.controls(GERMAN, 76)


@pytest.mark.rule("8.3.3")
@pytest.mark.reading("unsupplied-control")
def test_units_out_of_supply_take_nothing() -> None:
    board = alone(units={"GE.X": 40}).board
    settle(board, 40)
    assert board.controls(ALLIED, 40)


@pytest.mark.rule("8.3.3", "9.5.4")
def test_staffs_and_guns_hold_nothing() -> None:
    position = alone(turn=6, side="german", units={"GE.X": 84, "FR.HQ-3": 75, "FR.XX": 66}, withdrew=[3, 4])
    position = play(position, "activate 84", "take GE.X", "go 75")
    assert position.board.controls(GERMAN, 75)
    assert where(position, "FR.HQ-3") == 66
    board = alone(units={"GE.HA-420": 75, "FR.XX": 75}).board
    settle(board, 75)
    assert board.where[BY_ID["GE.HA-420"]] < 0


@pytest.mark.rule("8.3.1")
def test_a_side_stops_where_enemies_are() -> None:
    position = alone(
        turn=6,
        units={"FR.XX": 27, "FR.HQ-6": 27, "GE.XIII": 26, "GE.III-LW": 35},
        german=[26, 25, 36, 35, 45, 44, 54, 64, 73],
        withdrew=[3, 4],
    )
    position = play(position, "activate 27", "all", "go 26")
    assert where(position, "FR.XX") == 26
    assert not [step for step in position.agenda if type(step).__name__ == "Walk"]


@pytest.mark.rule("8.3.3", "8.3.4", "8.4.5")
def test_what_becomes_of_a_hex() -> None:
    check_settling(60, 61)


@pytest.mark.rule("8.3", "8.3.2", "ES-21")
def test_what_becomes_of_a_hex_in_either_edition() -> None:
    check_settling(40, 63)


@pytest.mark.rule("8.3.3")
def test_everybody_who_can_takes_his_hex() -> None:
    for rng, board in boards(40, 64):
        twin = board
        for hex in occupied(board):
            twin = unsettled(rng, twin, hex)
        expected = twin.copy()
        control.settle_all(twin)
        for hex in occupied(expected):
            facts = Facts(expected)
            owner = board.control >> hex & 1
            intruders = [u for u in here(facts, hex, 1 - owner) if is_combat(u)]
            if intruders and not plain.holders(facts, hex, owner):
                expected = plain_control.settled(expected, hex)
        same(twin, expected, "control", "cavalry", "siege", "blocked", "where")


@pytest.mark.rule("8.3.4", "8.4.3", "ES-5")
@pytest.mark.parametrize(("edition", "passes"), [("english", True), ("spanish", False)])
def test_cavalry_control_and_enemy_supply(edition: str, passes: bool) -> None:
    # 45 lies on the only German line beyond 54; French cavalry has slipped into it.
    position = alone(edition, turn=6, units={"FR.1-C": 45, "GE.X": 35}, german=[*ROAD, 35, 36], cavalry=[45])
    assert held(position, GE, 35) is passes
    assert held(position, GE, 35, checking=True), "never in the Check for Supply"


@pytest.mark.rule("8.3.4", "8.4.3", "ES-5")
@pytest.mark.parametrize(("edition", "passes"), [("english", True), ("spanish", False)])
def test_cavalry_in_a_source_does_not_dry_it_up(edition: str, passes: bool) -> None:
    units = {"GE.2-C": 1, "GE.4-C": 4, "GE.9-C": 14, "BR.1": 45}
    position = alone(edition, turn=8, units=units, german=[1, 4, 14], cavalry=[1, 4, 14])
    assert held(position, BR, 45) is passes
    assert held(position, BR, 45, checking=True)
    assert not held(alone(edition, turn=8, units=units, german=[1, 4, 14]), BR, 45), "infantry does"


@pytest.mark.rule("8.3.1", "8.3.2")
def test_putting_a_unit_somewhere_takes_it_away_from_where_it_was() -> None:
    board = GrandIllusionBoard(ground_of(), EDITIONS["english"], SCENARIOS["1"])
    board.put(5, 1)
    assert (board.where[5], board.at[1], board.at[0]) == (1, 1 << 5, 0)
    board.put(5, 107)
    assert (board.where[5], board.at[1], board.at[107]) == (107, 0, 1 << 5)
    for place in (ASIDE, -1, ON_TRACK):
        board.put(5, place)
        assert board.where[5] == place
        assert not any(board.at)
    board.put(5, ASIDE)
    board.at[0] = 1 << 5
    board.put(5, 57)
    assert board.at[0] == 1 << 5, "off the map nobody is in a hex"


@pytest.mark.rule("8.3.1", "8.3.2", "9.5.3")
def test_who_is_in_a_hex() -> None:
    for _, board in boards(40, 4):
        facts = plain.Facts(board)
        for hex in range(1, 108):
            for side in (0, 1):
                units = here(facts, hex, side)
                free = [u for u in units if is_fort(u) and not plain.besieged(facts, hex)]
                assert members(board.of(hex, side)) == units
                assert members(board.combat(hex, side)) == [u for u in units if is_combat(u)]
                assert members(board.infantry(hex, side)) == [u for u in units if is_infantry(u)]
                assert members(board.forts(hex, side)) == [u for u in units if is_fort(u)]
                assert members(board.free_forts(hex, side)) == free
                assert members(board.holders(hex, side)) == plain.holders(facts, hex, side)
                assert members(board.enemies(hex, 1 - side)) == plain.holders(facts, hex, side)
                assert board.controls(side, hex) is mine(facts, side, hex)
                assert bool(board.controlled(side) >> hex & 1) is mine(facts, side, hex)
