"""9.3: combat: dice, modifiers, losses, reserve fire, elan."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.battlefield import battle, front, miss_all, shot, sums, to_dice
from games.grand_illusion.support import actor, alone, asked, carried_out, down, happened, legal, play, where
from marne.games.grand_illusion.components.units import BY_ID, written
from marne.games.grand_illusion.events import ElanPaid, FortReduced
from marne.games.grand_illusion.rules.battle.battle import Battle, Fortune
from marne.games.grand_illusion.rules.battle.battle_board import Fight
from marne.games.grand_illusion.rules.battle.battle_fire import Elan, Losses, faces, firing, hits
from marne.games.grand_illusion.rules.battle.battle_fortune import FortunesOfWar
from marne.hexes import bits

QUIET = 5
DEAD = -1


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


@pytest.mark.rule("9.3.3", "9.8.2", "9.8.1")
def test_a_hit_disrupts_and_a_second_eliminates() -> None:
    position = play(battle("FR.XX", "GE.X"), QUIET, 1, 6)
    assert where(position, "GE.X") == 36
    assert down(position, "GE.X")
    position = play(battle("FR.XX", "GE.X*"), QUIET, 1, 6)
    assert where(position, "GE.X") == DEAD


@pytest.mark.rule("9.3.1", "9.3.3")
def test_a_stack_fires_together_and_is_hit_together() -> None:
    position = play(battle("GE.X", "FR.Maroc FR.45", side="german"), QUIET, "front FR.Maroc", "stack FR.45")
    position, event = shot(position, 2)
    assert event.target == "FR.Maroc FR.45"
    position, event = shot(position, 5)
    assert (event.strength, event.hit) == (5, True)
    assert down(position, "FR.Maroc")
    assert down(position, "FR.45")


@pytest.mark.rule("9.3.3", "9.5.1")
def test_infantry_hurts_a_fort_only_with_a_one_and_it_loses_a_step() -> None:
    position = play(battle("GE.Gd", "FR.F-Maubeuge", side="german", hex=54), QUIET)
    _, event = shot(position, 2)
    assert not event.hit
    position, event = shot(position, 1)
    assert event.hit
    position, event = shot(position, 5)
    assert (event.strength, event.hit) == (5, True), "with the strength from before the battle"
    assert [(each.unit, each.strength) for each in happened(position, FortReduced)] == [("FR.F-Maubeuge", 4)]


@pytest.mark.rule("9.3.3", "9.5.1")
def test_a_fort_goes_down_its_counters_to_the_last_step() -> None:
    strengths = []
    for steps in range(4):
        position = battle("GE.Gd", "FR.F-Maubeuge", side="german", hex=54, steps={"FR.F-Maubeuge": steps})
        strengths.append(position.board.strength(BY_ID["FR.F-Maubeuge"]))
        position = play(position, QUIET, 1, 6)
        assert (where(position, "FR.F-Maubeuge") == DEAD) is (steps == 3)
    assert strengths == [5, 4, 3, 2]


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


@pytest.mark.rule("9.2.4", "9.3.2", "ES-11")
@pytest.mark.parametrize(("edition", "sum"), [("english", {}), ("spanish", {"fort in the hex": -1})])
def test_a_fort_helps_against_a_counterattack_only_in_spanish(edition: str, sum: dict[str, int]) -> None:
    position = battle("FR.XX", "GE.X", hex=76, edition=edition, spare="FR.F-Verdun-E")
    position = to_dice(play(position, 10))
    assert front(position) == [("GE.X", "FR.XX")]
    position, event = shot(position, 6)
    assert sums(event) == {"counterattack": 1}
    position, event = shot(position, 6)
    assert event.units == "FR.XX"
    assert sums(event) == sum


AROUND = {26: "FR.I", 27: "FR.III", 35: "FR.X", 37: "FR.XII", 46: "FR.XI", 47: "FR.XVII"}


@pytest.mark.rule("9.2.3")
@pytest.mark.parametrize(("count", "amount"), [(0, 0), (2, 0), (3, -1), (4, -1), (5, -2), (6, -2)])
def test_concentric_attack_by_occupied_neighbours(count: int, amount: int) -> None:
    others = {name: hex for hex, name in list(AROUND.items())[:count]}
    position = play(battle("FR.XX", "GE.X", others=others), QUIET)
    _, event = shot(position, 6)
    assert sums(event) == ({"concentric attack": amount} if amount else {})


@pytest.mark.rule("9.2.3", "8.4.5")
def test_a_blocked_hexside_counts_while_the_hex_behind_it_is_friendly() -> None:
    others = {"FR.I": 26, "FR.III": 27}
    blocked = ["allied 35 36"]
    position = play(battle("FR.XX", "GE.X", others=others, blocked=blocked), QUIET)
    assert sums(shot(position, 6)[1]) == {"concentric attack": -1}
    position = play(battle("FR.XX", "GE.X", others=others, blocked=blocked, german=[35]), QUIET)
    assert sums(shot(position, 6)[1]) == {}


@pytest.mark.rule("9.2.3")
def test_the_rulebooks_sum_of_ground_trench_and_four_hexes() -> None:
    others = {"FR.I": 16, "FR.III": 17, "FR.X": 25}
    position = battle("FR.XX", "GE.X", hex=26, trench={"26": 2}, others=others, blocked=["allied 27 26"])
    position, event = shot(play(position, QUIET), 6)
    assert sums(event) == {"terrain": 1, "trenches": 2, "concentric attack": -1}
    assert sum(each.amount for each in event.modifiers) == 2


@pytest.mark.rule("9.2.3", "ES-10")
@pytest.mark.parametrize(("edition", "around"), [("english", 2), ("spanish", 3)])
def test_impassable_hexsides_count_only_in_spanish(edition: str, around: int) -> None:
    from marne.games.grand_illusion.rules.battle.battle_fire import concentric_hexes

    others = {"FR.I": 42, "FR.III": 43, "FR.X": 53}
    position = battle("FR.XX", "GE.X", hex=52, edition=edition, others=others)
    assert concentric_hexes(play(position, QUIET).board) == around


@pytest.mark.rule("9.2.3", "ES-10")
@pytest.mark.parametrize(
    ("edition", "trench", "sum"),
    [("english", 0, -2), ("english", 1, -1), ("spanish", 0, 0), ("spanish", 1, 0), ("spanish", 2, 0)],
)
def test_concentric_attack_goes_below_zero_only_in_english(edition: str, trench: int, sum: int) -> None:
    others = {name: hex for hex, name in AROUND.items()}
    trenches = {"36": trench} if trench else {}
    position = play(battle("FR.XX", "GE.X", others=others, edition=edition, trench=trenches), QUIET)
    _, event = shot(position, 6)
    assert summed(each.amount for each in event.modifiers) == sum


def summed(amounts: Any) -> int:
    return sum(amounts)


@pytest.mark.rule("9.3.1", "ES-13")
@pytest.mark.parametrize("edition", ["english", "spanish"])
@pytest.mark.parametrize(
    ("unit", "hex", "amount"), [("FR.XIV", 102, -1), ("FR.Chass-Alp", 103, -1), ("FR.XIV", 85, 0), ("FR.XX", 102, 0)]
)
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


@pytest.mark.rule("9.6.1")
def test_infantry_fires_first_at_charging_cavalry() -> None:
    position = play(battle("FR.2-C", "GE.X"), QUIET)
    assert asked(position) == "FreeShot"
    position, event = shot(position, 5)
    assert (event.units, event.hit) == ("GE.X", True)
    assert down(position, "FR.2-C"), "at once"
    position, event = shot(position, 1)
    assert (event.units, event.strength) == ("FR.2-C", 1)
    position, event = shot(position, 1)
    assert event.units == "GE.X"
    assert where(position, "FR.2-C") == DEAD
    assert down(position, "GE.X")


@pytest.mark.rule("9.6.1")
def test_cavalry_shot_down_on_its_way_does_not_fight() -> None:
    position = play(battle("FR.2-C*", "GE.X"), QUIET, "front FR.2-C")
    position, _ = shot(position, 1)
    assert where(position, "FR.2-C") == DEAD
    assert asked(position) not in ("Fire", "DefenderFire")


@pytest.mark.rule("9.6.1")
def test_no_free_shot_between_cavalry() -> None:
    assert asked(play(battle("FR.2-C", "GE.9-C"), QUIET, "stand")) == "Fire"


@pytest.mark.rule("9.3.4")
def test_reserves_fire_at_survivors_without_answer() -> None:
    position = play(battle("FR.XX FR.XV", "GE.X"), QUIET, "front FR.XX", "reserve FR.XV", 1, 6)
    assert down(position, "GE.X")
    assert asked(position) == "ReserveFire"
    position, event = shot(position, 1)
    assert (event.units, event.target) == ("FR.XV", "GE.X")
    assert where(position, "GE.X") == DEAD
    assert asked(position) != "ReserveFire"


@pytest.mark.rule("9.3.4")
def test_a_reserve_without_a_target_left_does_not_fire() -> None:
    position = play(battle("FR.XX FR.XV", "GE.X*"), QUIET, "front FR.XX", "reserve FR.XV", 1, 6)
    assert where(position, "GE.X") == DEAD
    assert asked(position) != "ReserveFire"


@pytest.mark.rule("9.3.4", "9.2.5")
def test_defending_reserves_and_forts_fire_too() -> None:
    position = play(battle("GE.X", "FR.XX FR.F-Maubeuge", side="german", hex=54), QUIET, "behind FR.XX", 6, 6)
    position, event = shot(position, 5)
    assert (event.units, event.target, event.strength, event.hit) == ("FR.F-Maubeuge", "GE.X", 5, True)


PLAN17: dict[str, Any] = {"turn": 2, "withdrew": [0, 0], "declared": [96], "mandated": [2, 0], "hex": 96}


@pytest.mark.rule("9.3.5", "9.3.2", "14.1.1")
def test_elan_makes_the_defenders_fire_better() -> None:
    position = to_dice(play(battle("FR.XX FR.XV FR.XVI FR.X", "GE.II-B GE.XXI", **PLAN17), QUIET))
    position, event = shot(position, 6)
    assert sums(event) == {"terrain": 1}
    position, event = shot(position, 2)
    assert sums(event) == {"elan": -1}


@pytest.mark.rule("9.3.5")
def test_elan_without_a_hit_costs_one_that_the_german_chooses() -> None:
    position = battle("FR.XX FR.XV FR.XVI FR.X*", "GE.II-B GE.XXI", **PLAN17)
    position = miss_all(to_dice(play(position, QUIET)))
    assert asked(position) == "Elan"
    assert actor(position) == "german"
    assert legal(position) == ["hit FR.XX", "hit FR.XV", "hit FR.XVI"], "the undisrupted first"
    position = play(position, "hit FR.XX")
    assert down(position, "FR.XX")
    assert happened(position, ElanPaid)


@pytest.mark.rule("9.3.5")
def test_elan_is_paid_once_blood_has_flowed() -> None:
    position = to_dice(play(battle("FR.XX FR.XV FR.XVI FR.X", "GE.II-B GE.XXI", **PLAN17), QUIET))
    position = miss_all(play(position, 6, 1))
    assert asked(position) == "MayLeave"


@pytest.mark.rule("9.3.5")
@pytest.mark.parametrize("changes", [{"turn": 5}, {"declared": []}, {"hex": 84, "declared": [84]}])
def test_no_elan_later_elsewhere_or_unordered(changes: dict[str, Any]) -> None:
    position = battle("FR.XX FR.XV FR.XVI FR.X", "GE.II-B GE.XXI", **{**PLAN17, **changes})
    position = miss_all(to_dice(play(position, QUIET)))
    assert asked(position) == "MayLeave"


@pytest.mark.rule("9.3.6")
def test_the_battle_board_is_cleared() -> None:
    position = miss_all(play(battle("FR.XX", "GE.X"), QUIET))
    assert not any(position.board.spaces)
    assert position.board.battle == 36
    position = play(position, "stay")
    assert (position.board.battle, position.board.fortune, position.board.hits) == (0, 0, 0)


@pytest.mark.rule("9.1.3", "9.1.2")
def test_who_fights_a_battle() -> None:
    units = {"FR.XX": 36, "FR.X": "36*", "FR.XV": 37, "FR.HQ-5": 36, "GE.X": 36, "FR.I": 37}
    board = alone(turn=7, units=units).board
    names = ("FR.XX", "FR.X", "FR.XV", "FR.HQ-5", "GE.X")
    board.attackers, board.attacker, board.battles = {36: bits(BY_ID[name] for name in names)}, 0, [36, 37]
    _, fortune, end = carried_out(Battle(36), board)
    assert written(fortune.fight.units) == "FR.X FR.XX"  # type: ignore[attr-defined]
    assert written(fortune.fight.down) == "FR.X"  # type: ignore[attr-defined]
    assert end.side == 0  # type: ignore[attr-defined]
    assert (board.battle, board.battles, board.attackers) == (36, [37], {})
    assert board.fought >> 36 & 1
    board.battles = []
    _, fortune, _ = carried_out(Battle(37), board)
    assert fortune.fight.units == 0, "nobody was designated"  # type: ignore[attr-defined]


@pytest.mark.rule("9.1.4", "12.4", "14.3.6")
@pytest.mark.parametrize(
    ("landing", "landed", "side", "turn", "feared", "step"),
    [
        (True, 36, 0, 10, False, "LandingDie"), (False, 36, 0, 10, False, "FortunesOfWar"),
        (True, 37, 0, 10, False, "FortunesOfWar"), (False, 0, 1, 2, False, "AllenbysCavalry"),
        (False, 0, 1, 1, False, "AllenbysCavalry"), (False, 0, 1, 3, False, "FortunesOfWar"),
        (False, 0, 0, 2, False, "FortunesOfWar"), (False, 0, 1, 2, True, "FortunesOfWar"),
    ],
)  # fmt: skip
def test_what_stands_in_the_place_of_fortune(
    landing: bool, landed: int, side: int, turn: int, feared: bool, step: str
) -> None:
    board = alone(turn=turn, units={"BR.1": 36, "BR.1-C": 36, "GE.X": 36}, landed=landed).board
    board.landing, board.battle, board.attacker, board.feared = landing, 36, side, (1 << 36 if feared else 1 << 37)
    (found,) = carried_out(Fortune(Fight(0, 0, False)), board)
    assert type(found).__name__ == step


@pytest.mark.rule("9.3.4", "9.3.1", "9.3.3")
def test_a_reserve_has_nothing_to_fire_at_when_the_front_is_gone() -> None:
    position = to_dice(play(battle("FR.XX FR.XV", "GE.X*"), QUIET, "front FR.XX", "reserve FR.XV"))
    position, _ = shot(position, 2)
    position, _ = shot(position, 6)
    assert where(position, "GE.X") == -1
    assert asked(position) not in ("Fire", "ReserveFire", "DefenderFire")
    missed = to_dice(play(battle("FR.XX FR.XV", "GE.X*"), QUIET, "front FR.XX", "reserve FR.XV"))
    missed, _ = shot(missed, 6)
    missed, _ = shot(missed, 6)
    assert asked(missed) == "ReserveFire"


@pytest.mark.rule("9.6.1", "9.3.1")
def test_cavalry_that_charges_beside_a_corps_is_shot_at_first() -> None:
    position = play(battle("FR.XX FR.2-C", "GE.X GE.VII"), QUIET)
    position = to_dice(position)
    assert sorted(mine for mine, _ in front(position)) == ["FR.2-C", "FR.XX"]
    seen = []
    for _ in range(5):
        seen.append(asked(position))
        position, _ = shot(position, 6)
    assert sorted(seen) == ["DefenderFire", "DefenderFire", "Fire", "Fire", "FreeShot"]


@pytest.mark.rule("9.3.3")
def test_hits_are_forgotten_once_they_have_been_taken() -> None:
    board = alone(units={"FR.XX": 36, "FR.I": 36}).board
    board.battle, board.hits = 36, 1 << BY_ID["FR.XX"]
    carried_out(Losses(), board)
    assert board.hits == 0
    carried_out(Losses(), board)
    assert not board.is_down(BY_ID["FR.I"])
    assert board.where[BY_ID["FR.XX"]] == 36


ELAN: dict[str, Any] = {"hex": 96, "turn": 2, "withdrew": [0, 0], "declared": [96], "mandated": [2, 0]}


@pytest.mark.rule("9.3.5")
def test_elan_that_has_cost_a_corps_costs_no_more() -> None:
    position = to_dice(play(battle("FR.XX FR.X*", "GE.II-B GE.XXI", **ELAN), QUIET, "against GE.XXI", "front FR.X"))
    while asked(position) in ("Fire", "DefenderFire"):
        dead = position.step.rule == "9.3.2" and front(position)[position.step.target][0] == "FR.X"  # type: ignore[attr-defined]
        position = play(position, 2 if dead else 6)
    assert where(position, "FR.X") == -1
    assert asked(position) != "Elan"


@pytest.mark.rule("9.3.5")
def test_elan_falls_on_the_disrupted_when_all_are() -> None:
    position = play(
        battle("FR.XX* FR.X*", "GE.II-B GE.XXI", **ELAN), QUIET, "front FR.XX", "against GE.XXI", "front FR.X"
    )
    position = miss_all(position)
    assert asked(position) == "Elan"
    assert actor(position) == "german"
    assert legal(position) == ["hit FR.X", "hit FR.XX"]
    gone = play(position, "hit FR.XX")
    assert where(gone, "FR.XX") == -1
    assert where(gone, "FR.X") > 0


@pytest.mark.rule("9.3.5", "9.1.4")
def test_elan_after_offensive_to_the_limit() -> None:
    position = battle("FR.XX", "GE.II-B GE.XXI", **ELAN, spare="FR.X*", others={"FR.HQ-2": "96*"})
    position = miss_all(to_dice(play(position, 6)))
    assert down(position, "FR.XX"), "the one undisrupted corps, and nobody is asked"
    assert where(position, "FR.X") > 0
    assert where(position, "FR.HQ-2") > 0


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


@pytest.mark.rule("9.3.5")
def test_whom_elan_can_fall_on() -> None:
    board = alone(turn=2, units={"FR.I": 96, "FR.XX": 96, "FR.XV": "96*", "FR.X": "dead"}).board
    board.battle = 96
    fresh, tired, gone = (1 << BY_ID[name] for name in ("FR.XX", "FR.XV", "FR.X"))
    assert Elan(Fight(fresh | tired, tired, True)).victims(board) == fresh
    assert Elan(Fight(tired, tired, True)).victims(board) == tired
    assert Elan(Fight(fresh | tired, tired, False)).victims(board) == 0, "no elan"
    assert Elan(Fight(fresh | tired, 0, True)).victims(board) == 0, "it has cost a step"
    assert Elan(Fight(fresh | gone, 0, True)).victims(board) == 0, "it has cost a corps"
    carried_out(Elan(Fight(fresh | tired, tired, False)), board)
    assert not board.is_down(BY_ID["FR.I"])


@pytest.mark.rule("9.1.4", "9.1.2")
def test_whom_offensive_to_the_limit_adds_to_the_attack() -> None:
    units = {"FR.XX": 36, "FR.X": "36*", "FR.HQ-5": "36*", "BR.1": "36*", "FR.XV": 36, "FR.I": "37*", "GE.X": 36}
    board = alone(turn=2, units=units).board
    board.battle, board.attacker = 36, 0
    xx, x = 1 << BY_ID["FR.XX"], 1 << BY_ID["FR.X"]
    steps: tuple[Any, ...] = FortunesOfWar(Fight(xx, 0, True)).do(board, 6)
    assert steps[0].fight == Fight(xx | x, x, True)
    german = board.copy()
    german.attacker = 1
    after: tuple[Any, ...] = FortunesOfWar(Fight(1 << BY_ID["GE.X"], 0, False)).do(german, 6)
    assert after[0].fight == Fight(1 << BY_ID["GE.X"], 0, False)
