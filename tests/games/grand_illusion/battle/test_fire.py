"""9.3, 9.3.1, 9.3.2, 9.3.6: dice, modifiers, the end of a battle; the BEF (12.1 to 12.3)."""

from __future__ import annotations

import pytest

from games.grand_illusion.battle.support import check_dice
from games.grand_illusion.battlefield import battle, miss_all, shot, sums, to_dice
from games.grand_illusion.positions import FRONT, QUIET, check_arrivals, of, phase
from games.grand_illusion.support import actor, alone, asked, carried_out, down, legal, play, until
from marne.games.grand_illusion.components import units
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, ROWS
from marne.games.grand_illusion.rules.battle.battle import EndOfBattle
from marne.games.grand_illusion.rules.battle.battle_board import Fight
from marne.games.grand_illusion.rules.battle.battle_conclusion import Conclude
from marne.games.grand_illusion.rules.battle.battle_fire import (
    defence_modifiers,
    faces,
    firing,
    hits,
    modifiers_in_force,
)
from marne.games.grand_illusion.rules.reinforcements.reinforcements import variable_hexes
from marne.games.grand_illusion.rules.supply.administration import AloneOnTheCoast
from marne.hexes import bits


@pytest.mark.rule("9.3", "9.3.1", "9.3.2")
@pytest.mark.parametrize(("die", "hit"), [(1, True), (4, True), (5, True), (6, False)])
def test_at_or_below_strength_hits_and_a_six_never(die: int, hit: bool) -> None:
    position = play(battle("FR.VI", "GE.X"), QUIET)
    position, event = shot(position, die)
    assert (event.units, event.target, event.strength, event.hit) == ("FR.VI", "GE.X", 6, hit)
    position, event = shot(position, die)
    assert (event.units, event.target, event.strength, event.hit) == ("GE.X", "FR.VI", 5, hit)


@pytest.mark.rule("9.3.1", "9.7.3", "9.3.2")
def test_ground_and_trenches_weigh_on_the_attacker_alone_and_a_one_still_hits() -> None:
    position = play(battle("FR.VIII", "GE.VIII", hex=85, trench={"85": 2}), QUIET)
    again = position
    position, event = shot(position, 2)
    assert sums(event) == {"terrain": 1, "trenches": 2}
    assert not event.hit
    assert shot(again, 1)[1].hit
    position, event = shot(position, 5)
    assert event.modifiers == ()


@pytest.mark.rule("9.3.2", "9.3.3")
def test_fire_is_simultaneous_and_losses_come_after_all_have_fired() -> None:
    position = play(battle("FR.XX FR.XV", "GE.X GE.VII"), QUIET)
    position = to_dice(position)
    position = play(position, 1)
    assert not down(position, "GE.VII")
    position, event = shot(position, 1)
    assert event.strength == 5, "as before the hit"
    position = play(position, 6, 6)
    assert down(position, "GE.VII") != down(position, "GE.X")
    assert down(position, "FR.XX") != down(position, "FR.XV")


@pytest.mark.rule("9.3.1", "9.3.3")
def test_a_stack_fires_together_and_is_hit_together() -> None:
    position = play(battle("GE.X", "FR.Maroc FR.45", side="german"), QUIET, "front FR.Maroc", "stack FR.45")
    position, event = shot(position, 2)
    assert event.target == "FR.Maroc FR.45"
    position, event = shot(position, 5)
    assert (event.strength, event.hit) == (5, True)
    assert down(position, "FR.Maroc")
    assert down(position, "FR.45")


@pytest.mark.rule("9.3.2", "9.5.1")
def test_a_fort_helps_all_others_but_not_itself() -> None:
    position = to_dice(play(battle("GE.X GE.VII", "FR.XX FR.F-Maubeuge", side="german", hex=54), QUIET))
    seen = {}
    for _ in range(4):
        position, event = shot(position, 6)
        seen[event.units] = sums(event)
    assert seen["FR.XX"] == {"fort in the hex": -1}
    assert seen["FR.F-Maubeuge"] == {}


@pytest.mark.rule("9.3.2", "9.5.1", "ES-12")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_a_besieged_fort_helps_like_any_other(edition: str) -> None:
    position = battle(
        "GE.X GE.VII", "FR.XX FR.F-Maubeuge", side="german", hex=54, edition=edition, siege=[54], german=[]
    )
    position = to_dice(play(position, QUIET))
    seen = {}
    for _ in range(4):
        position, event = shot(position, 6)
        seen[event.units] = sums(event)
    assert seen["FR.XX"] == {"fort in the hex": -1}


@pytest.mark.rule("9.3.1", "ES-13")
@pytest.mark.parametrize("edition", ["english", "spanish"])
@pytest.mark.parametrize(
    ("unit", "hex", "amount"), [("FR.XIV", 102, -1), ("FR.Chass-Alp", 103, -1), ("FR.XIV", 85, 0), ("FR.XX", 102, 0)]
)
@pytest.mark.reading("mountain")
def test_mountain_troops_in_the_vosges(edition: str, unit: str, hex: int, amount: int) -> None:
    position = play(battle(unit, "GE.X", hex=hex, edition=edition), QUIET)
    _, event = shot(position, 6)
    assert sums(event).get("mountain troops", 0) == amount


@pytest.mark.rule("12.2")
def test_british_units_and_belgian_infantry_are_stubborn_in_defence() -> None:
    for unit, strength in (("BR.1", 4), ("BR.1-C", 3), ("BE.3", 2), ("BE.C", 1), ("FR.45", 2)):
        position = to_dice(play(battle("GE.X", unit, side="german", hex=44), QUIET))
        position, _ = shot(position, 6)
        _, event = shot(position, 6)
        assert (event.units, event.strength) == (unit, strength)
    attack = play(battle("BR.1", "GE.X", hex=44), QUIET)
    assert shot(attack, 6)[1].strength == 3


@pytest.mark.rule("9.3.6")
def test_the_battle_board_is_cleared() -> None:
    position = miss_all(play(battle("FR.XX", "GE.X"), QUIET))
    assert not any(position.board.spaces)
    assert position.board.battle == 36
    position = play(position, "stay")
    assert (position.board.battle, position.board.fortune, position.board.hits) == (0, 0, 0)


@pytest.mark.rule("9.3", "9.2.6")
def test_a_battle_without_a_shot_is_concluded_all_the_same() -> None:
    position = play(battle("FR.XX", "GE.9-C GE.X*"), QUIET)
    while asked(position) in ("CavalryWithdrawal", "ShotAtBacks", "PlaceOpposite", "DefenderReserve"):
        word = {"CavalryWithdrawal": "withdraw", "ShotAtBacks": "6", "PlaceOpposite": "against GE.9-C"}
        position = play(position, word.get(asked(position), legal(position)[-1]))
    assert asked(position) == "Retreat", "the Germans have no undisrupted infantry"
    assert actor(position) == "german"


@pytest.mark.rule("9.3.1")
def test_how_many_faces_hit() -> None:
    for edition in ("english", "spanish"):
        position = to_dice(play(battle("FR.XX FR.2-C", "GE.X GE.9-C*", hex=85, edition=edition), QUIET))
        fight = Fight(position.board.combat(85, 0), 0, False)
        for i in range(4):
            for space, target in ((i, 8 + i), (8 + i, i)):
                if position.board.spaces[space] and position.board.spaces[target]:
                    modifiers, needed, only_one = firing(position.board, fight, space, target)
                    added = sum(each.amount for each in modifiers)
                    count = len([die for die in (1, 2, 3, 4, 5, 6) if hits(die, added, needed, only_one)])
                    assert faces(position.board, fight, space, target) == count
    assert hits(5, 0, 5, False)


@pytest.mark.rule("12.2", "2.7", "2.6")
def test_sets_of_counters_are_those_that_are_printed() -> None:
    def those(nations: str, *kinds: str) -> int:
        return bits(u for u, row in enumerate(ROWS) if row.nation in nations.split() and row.kind in kinds)

    assert those("BR", "inf", "cav") | those("BE", "inf") == units.STUBBORN
    assert bits(u for u, row in enumerate(ROWS) if row.kind in ("inf", "cav") and row.size != "corps") == units.SMALL
    assert bits(u for u, row in enumerate(ROWS) if row.kind == "inf" and row.size == "corps") == units.FOOT_CORPS
    assert bits(u for u, row in enumerate(ROWS) if row.kind != "fort") == units.MOBILE


@pytest.mark.rule("9.3.2", "9.3.5", "12.2")
def test_what_is_not_added_in_a_battle() -> None:
    board = alone(turn=6, units={"FR.XX": 36, "BR.HQ-BEF": 36, "GE.X": 36}).board
    board.battle, board.attacker = 36, GERMAN
    fight = Fight(of("GE.X"), 0, elan=True)
    assert not board.ground.tem[36]
    assert defence_modifiers(board, fight, of("FR.XX")) == (), "on clear ground elan takes nothing away"
    assert dict(modifiers_in_force(board, fight))["strength"] == (), "a British staff lends the French nothing"
    board.put(BY_ID["BR.1"], 36)
    assert [each.rule for each in dict(modifiers_in_force(board, fight))["strength"]] == ["12.2"]


@pytest.mark.rule("9.3.1", "9.3.2")
def test_only_mountain_troops_of_the_attackers_climb_for_them() -> None:
    mountain = next(name for name in units.IDS if name.startswith("FR") and units.MOUNTAIN >> BY_ID[name] & 1)
    board = alone(turn=6, units={mountain: 103, "FR.XX": 103, "GE.X": 103}).board
    board.battle = 103

    def climbs(attacker: int, *names: str) -> bool:
        board.attacker = attacker
        found = dict(modifiers_in_force(board, Fight(of(*names), 0, elan=False)))["attacker"]
        return "mountain troops" in [each.text for each in found]

    assert climbs(ALLIED, mountain)
    assert climbs(ALLIED, mountain, "FR.XX")
    assert not climbs(ALLIED, "FR.XX")
    assert not climbs(GERMAN, "GE.X")
    assert climbs(ALLIED), "before anybody is designated all who are there count"


@pytest.mark.rule("9.3.2", "9.5.1", "12.2")
def test_a_fort_helps_troops_beside_it_and_not_itself() -> None:
    board = alone(turn=6, units={"FR.F-Toul": 87, "GE.X": 87}).board
    board.battle, board.attacker = 87, GERMAN
    fight = Fight(of("GE.X"), 0, elan=False)
    assert dict(modifiers_in_force(board, fight))["defender"] == ()
    board.put(BY_ID["FR.XX"], 87)
    assert [each.text for each in dict(modifiers_in_force(board, fight))["defender"]] == ["fort in the hex"]


@pytest.mark.rule("12.1", "14.3.1")
@pytest.mark.parametrize(("scenario", "turn", "points"), [(1, 5, 2), (1, 6, 3), (3, 5, 3)])
@pytest.mark.reading("british-units")
def test_the_bef_alone_on_the_coast(scenario: int, turn: int, points: int) -> None:
    position = phase(
        scenario=scenario, turn=turn, begin="segment", units={"BR.1": 14, "FR.XX": 57, "GE.X": 84}, withdrew=[3, 4]
    )
    position = until(position, "RollCaps")
    assert position.board.points[ALLIED] == points


@pytest.mark.rule("12.1")
@pytest.mark.parametrize(
    ("units", "points"),
    [
        ({"FR.XX": 14, "GE.X": 23}, 3),
        ({"BR.1": 45}, 3),
        ({"BR.HQ-BEF": 32}, 2),
        ({"BR.1-C": 1}, 2),
        ({}, 3),
    ],
)
@pytest.mark.reading("british-units")
def test_only_british_units_on_the_coast_cost_a_point(units: dict[str, int], points: int) -> None:
    board = alone(turn=5, units={"FR.XV": 57, **units}).board
    carried_out(AloneOnTheCoast(), board)
    assert board.points[ALLIED] == points


@pytest.mark.rule("12.2", "9.7.3", "9.6.1")
def test_what_a_die_is_compared_with() -> None:
    check_dice(60, 26)


@pytest.mark.rule("12.3", "14.3.6", "8.4.3")
def test_where_units_arrive_by_sea() -> None:
    check_arrivals(30, 33)


@pytest.mark.rule("12.3")
def test_rule_britannia() -> None:
    board = alone(turn=10, units=FRONT).board
    assert set(variable_hexes(board, BY_ID["BR.7"])) >= {1, 7, 14, 15, 16, 23}
    assert 23 not in variable_hexes(board, BY_ID["BR.6"])
    board.control |= 1 << 16
    assert 16 not in variable_hexes(board, BY_ID["BR.7"])


@pytest.mark.rule("9.3.6", "9.4")
def test_the_battle_board_is_cleared_before_anybody_leaves() -> None:
    position = play(battle("FR.XX", "GE.X"), QUIET)
    board = position.board.copy()
    board.hits = 6
    carried_out(Conclude(), board)
    assert (board.spaces, board.hits) == ([0] * 16, 0)
    board.spaces, board.hits, board.fortune = [1] * 16, 6, 4
    carried_out(EndOfBattle(1), board)
    assert (board.spaces, board.hits, board.fortune, board.battle, board.attacker) == ([0] * 16, 0, 0, 0, 1)
