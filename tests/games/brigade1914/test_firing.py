"""A9, C3, C4, C16, C17, C18, C19, C20, C21, C25: fire, reactions, smoke."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.brigade1914.support import (
    B1,
    B3,
    B4,
    R1,
    R3,
    R4,
    Game,
    actor,
    apart,
    asked,
    battle,
    legal,
    play,
    quiet,
    told,
    unit,
)
from marne.engine import Modifier, total
from marne.games.brigade1914.components.data import FIRE
from marne.games.brigade1914.rules.command.command import morale_modifiers
from marne.games.brigade1914.rules.command.reaction import can_fire_back
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.measures.sight import sees, smoke_on
from marne.games.brigade1914.rules.measures.troops import firing_bases, has_lances, is_cuirassier

FRENCH = ("french infantry", "german infantry")


def texts(position: Game, unit_: int, target: int, how: str = firing.STANDING, guns: bool = False) -> dict[str, int]:
    """The modifiers by name."""
    return {m.text: m.amount for m in firing.modifiers(position.board, unit_, target, how, guns, False)}


@pytest.mark.rule("C16")
@pytest.mark.parametrize(("gap", "seen"), [(2400, True), (2402, False)])
def test_rifles_reach_24_inches(gap: int, seen: bool) -> None:
    assert firing.targets(apart(gap, {"mgs": 0}).board, B1, firing.STANDING) == ([R1] if seen else [])


@pytest.mark.rule("C16")
def test_machine_guns_reach_36_and_a_mover_12() -> None:
    assert firing.targets(apart(3600).board, B1, firing.STANDING) == [R1]
    assert firing.targets(apart(3602).board, B1, firing.STANDING) == []
    assert firing.targets(apart(1200).board, B1, firing.MOVED) == [R1]
    assert firing.targets(apart(1202).board, B1, firing.MOVED) == []


@pytest.mark.rule("C16")
def test_the_nearest_within_12_inches_comes_first_but_not_for_machine_guns_and_guns() -> None:
    position = battle(
        units={
            "b1": {"at": [3000, 3000]},
            "b4": {"at": [4800, 3400]},
            "r1": {"at": [3000, 2200], "facing": 180},
            "r2": {"at": [4400, 2000], "facing": 180},
        },
    )
    assert firing.targets(position.board, B1, firing.STANDING) == [R1]
    assert firing.gun_targets(position.board, B1, firing.STANDING) == [R1, 5]
    assert firing.targets(position.board, B4, firing.STANDING) == [R1, 5]


@pytest.mark.rule("C16")
def test_units_in_the_way_block_sight() -> None:
    units = {"b1": {"at": [3000, 3400]}, "b2": {"at": [3000, 3000]}, "r1": {"at": [3000, 2000], "formation": "column"}}
    assert not sees(battle(units=units).board, B1, R1)
    assert sees(battle(units={**units, "b2": {"at": [6000, 3000]}}).board, B1, R1)


@pytest.mark.rule("C16")
def test_bases_out_of_formation_do_not_fire() -> None:
    board = apart(1000).board.copy()
    assert firing_bases(board, B1) == (4, 1)
    far = list(board.at[B1])
    far[0] = (far[0][0] - 500, far[0][1], 0)
    board.at[B1] = tuple(far)
    assert firing_bases(board, B1) == (3, 1)


@pytest.mark.rule("C17")
@pytest.mark.parametrize(("bases", "far", "near"), [(1, 1, 2), (2, 2, 3), (3, 2, 3), (4, 3, 4)])
def test_dice_by_bases_and_one_more_within_12_inches(bases: int, far: int, near: int) -> None:
    state = {"bases": bases, "mgs": 0}
    assert firing.dice(apart(2000, state).board, B1, R1, firing.STANDING) == far
    assert firing.dice(apart(1200, state).board, B1, R1, firing.STANDING) == near


@pytest.mark.rule("C17", "A12")
def test_cavalry_fires_fewer_dice_and_the_british_as_infantry() -> None:
    units = {"b3": {"at": [3000, 3200], "foot": 1}, "r3": {"at": [3000, 1800], "facing": 180, "foot": 1}}
    board = battle(units=units).board
    assert firing.dice(board, B3, R3, firing.STANDING) == 2
    assert firing.dice(board, R3, B3, firing.STANDING) == 3, "four squadrons, but nothing more at close range"
    three = battle(units={**units, "r3": {"at": [3000, 1800], "facing": 180, "foot": 1, "bases": 3}}).board
    assert firing.dice(three, R3, B3, firing.STANDING) == 2
    few = battle(units={**units, "r3": {"at": [3000, 1800], "facing": 180, "foot": 1, "bases": 2}}).board
    assert firing.dice(few, R3, B3, firing.STANDING) == 1
    one = battle(units={**units, "b3": {"at": [3000, 3200], "foot": 1, "bases": 1, "mgs": 0}}).board
    assert firing.dice(one, B3, R3, firing.STANDING) == 1


@pytest.mark.rule("C17", "C20")
def test_a_die_for_each_machine_gun_and_each_gun() -> None:
    assert firing.gun_dice(apart(2000).board, B1, R1, firing.STANDING) == 1
    board = battle(units={"b4": {"at": [3000, 3400]}, "r1": {"at": [3000, 1500], "facing": 180}}).board
    assert firing.dice(board, B4, R1, firing.STANDING) == 2
    one = battle(units={"b4": {"at": [3000, 3400], "bases": 1}, "r1": {"at": [3000, 1500], "facing": 180}}).board
    assert firing.dice(one, B4, R1, firing.STANDING) == 1


@pytest.mark.rule("C18")
def test_the_base_number_and_its_ends() -> None:
    assert firing.need([]) == FIRE.to_hit == 6
    assert firing.need([Modifier("C18", "x", 9)]) == 2
    assert firing.need([Modifier("C18", "x", -9)]) == 10


@pytest.mark.rule("C18")
def test_modifiers_to_hit() -> None:
    assert texts(apart(1200), B1, R1) == {}
    assert texts(apart(1300), B1, R1) == {"long range": -1}
    assert texts(apart(1300), B1, R1, guns=True) == {}
    assert texts(apart(2500), B1, R1, guns=True) == {"long range": -1}
    assert texts(apart(200), B1, R1) == {"close combat": 2}
    assert texts(apart(1000), B1, R1, firing.MOVED) == {"moved and fired": -1}
    assert texts(apart(1000, {"markers": 6}), B1, R1) == {"morale markers": -2}
    assert texts(apart(1000, {"markers": 2}), B1, R1) == {}
    assert texts(apart(1000, {}, {"dug": 1}), B1, R1) == {"target in cover": -1}
    assert texts(apart(1000, {}, {"facing": 0}), B1, R1) == {"from behind": 1}


@pytest.mark.rule("C18")
def test_horses_and_moving_guns_are_easy_targets() -> None:
    horse = battle(units={"b1": {"at": [3000, 3000]}, "r3": {"at": [3000, 2000], "facing": 180}})
    assert texts(horse, B1, R3) == {"mounted target": 1}
    assert texts(horse, B1, R3, guns=True) == {"mounted target": 2}
    guns = battle(
        units={"b1": {"at": [3000, 3000], "tokens": 1}, "r4": {"at": [3000, 2000], "facing": 180, "moved": 1}}
    )
    assert texts(guns, B1, R4) == {"moving artillery": 1}


@pytest.mark.rule("C19")
@pytest.mark.parametrize(("red", "due"), [({}, 5), ({"dug": 1}, 6)])
def test_casualties_in_the_open_and_in_cover(red: dict[str, int], due: int) -> None:
    assert firing.casualty_need(apart(1000, {}, red).board, B1, R1, firing.STANDING) == due
    assert firing.casualty_need(apart(100, {}, red).board, B1, R1, firing.STANDING) == due - 1


@pytest.mark.rule("C19")
def test_gun_shields_cover_in_front_beyond_12_inches() -> None:
    units = {"b1": {"at": [3000, 3400]}, "r4": {"at": [3000, 1800], "facing": 180}}
    assert firing.covered(battle(units=units).board, B1, R4)
    assert not firing.covered(battle(units={**units, "r4": {"at": [3000, 1800], "facing": 0}}).board, B1, R4)
    assert not firing.covered(battle(units={**units, "r4": {"at": [3000, 2500], "facing": 180}}).board, B1, R4)


@pytest.mark.rule("C19", "C7")
def test_hits_are_markers_and_casualty_dice() -> None:
    position = play(apart(1000), "activate b1", "fire", "at r1", "no more")
    assert asked(position) == "Volley"
    position = play(position, 6, 5, 1, 10, 9)
    assert unit(position, "r1")["markers"] == 3
    assert asked(position) == "Casualties"
    position = play(position, 4, 1)
    position = play(position, 5)
    assert (asked(position), actor(position), legal(position)) == ("LoseBase", "red", ["company", "machine gun"])
    assert unit(play(position, "machine gun"), "r1")["mgs"] == 0
    assert unit(play(position, "company"), "r1")["bases"] == 3


@pytest.mark.rule("C19")
def test_an_active_unit_turns_and_a_reacting_one_only_within_its_front() -> None:
    side_on = apart(1000, {"facing": 180})
    after = play(side_on, "activate b1", "fire", "at r1")
    after = play(after, "no more") if asked(after) == "Reaction" else after
    assert after.board.at[B1][0][2] == 0
    assert can_fire_back(apart(1000).board, R1, B1)
    assert not can_fire_back(apart(1000, {}, {"facing": 0}).board, R1, B1)


@pytest.mark.rule("C20")
def test_indirect_fire_needs_an_observer_and_no_friend_near_the_target() -> None:
    wood = {"b4": {"at": [1600, 4300]}, "r1": {"at": [1700, 300], "facing": 180}}
    blind = battle(map="crossroads", units=wood, generals={"blue": [6800, 4600, 0]})
    assert firing.method(blind.board, B4, R1) == ""
    seen = battle(map="crossroads", units={**wood, "b1": {"at": [3200, 500], "formation": "column"}})
    assert firing.method(seen.board, B4, R1) == firing.INDIRECT
    assert texts(seen, B4, R1)["indirect"] == -1
    scouts = battle(map="crossroads", units=wood, markers={"blue": [[3300, 400]]}, generals={"blue": [6800, 4600, 0]})
    assert firing.method(scouts.board, B4, R1) == firing.INDIRECT
    near = battle(map="crossroads", units={**wood, "b1": {"at": [2500, 300], "formation": "column"}})
    assert firing.method(near.board, B4, R1) == ""


@pytest.mark.rule("C20")
def test_heavy_guns_fire_indirectly_and_batteries_that_fired_can_be_hit() -> None:
    units = {"b4": {"status": "off table"}, "r1": {"at": [3000, 2000], "facing": 180}, "b1": {"at": [3000, 3600]}}
    heavy = battle("bn4+1 bn4+1 cav3+1 heavy", units=units)
    assert firing.method(heavy.board, B4, R1) == firing.INDIRECT
    assert "heavy guns" in [m.text for m in firing.casualty_modifiers(heavy.board, B4, R1, firing.STANDING)]
    duel = battle(
        "bn4+1 bn4+1 cav3+1 field",
        "bn4+1 bn4+1 cav4 heavy",
        units={"b4": {"at": [3000, 4000], "tokens": 1}, "r4": {"status": "off table", "fired": 1}},
    )
    assert firing.targets(duel.board, B4, firing.STANDING) == [R4]
    assert texts(duel, B4, R4)["counter-battery"] == -1
    assert firing.casualty_need(duel.board, B4, R4, firing.STANDING) == 6


@pytest.mark.rule("C20")
def test_case_shot_within_12_inches() -> None:
    units = {"b4": {"at": [3000, 3200]}, "r1": {"at": [3000, 2200], "facing": 180}}
    assert texts(battle(units=units), B4, R1) == {"case shot": 1}


@pytest.mark.rule("C20", "C21")
def test_guns_that_take_two_hits_at_close_quarters_are_lost() -> None:
    position = battle(units={"b1": {"at": [3000, 2500], "tokens": 3}, "r4": {"at": [3000, 2200], "facing": 180}})
    position = play(position, "activate b1", "fire", "at r4", 9, 9, 1, 1, 1, 1, 1)
    assert unit(position, "r4")["status"] == "destroyed"


@pytest.mark.rule("C21")
def test_two_hits_in_close_combat_drive_the_target_back_and_the_victor_may_follow() -> None:
    position = play(apart(150, {}, {"tokens": 0}), "activate b1", "fire", "at r1")
    position = play(position, 9, 9, 1, 1, 1, 2, 2)
    assert (asked(position), actor(position)) == ("GoTo", "red")
    before = unit(position, "r1")["at"][1]
    position = play(position, position.write(position.suggest(Random(1), 1)[0]))
    assert unit(position, "r1")["at"][1] < before
    assert (asked(position), actor(position)) == ("GoTo", "blue")
    assert asked(play(position, "stay")) == "Act"


@pytest.mark.rule("C21")
def test_with_an_enemy_within_two_inches_a_unit_may_only_fire_fall_back_or_test() -> None:
    position = apart(150, {"markers": 1})
    assert {"fall back b1", "morale b1"} <= set(legal(position))
    assert legal(play(position, "activate b1", 6)) == ["fire", "hold"]


@pytest.mark.rule("C21", "C17")
def test_the_mounted_bonus_is_lost_against_cover() -> None:
    units: dict[str, Any] = {"b3": {"at": [3000, 2650]}, "r1": {"at": [3000, 2300], "facing": 180}}
    open_ = battle(units=units)
    assert firing.dice(open_.board, B3, R1, firing.CHARGE) == 3
    assert texts(open_, B3, R1, firing.CHARGE)["close combat"] == 2
    dug = battle(units={**units, "r1": {"at": [3000, 2300], "facing": 180, "dug": 1}})
    assert firing.dice(dug.board, B3, R1, firing.CHARGE) == 1
    assert "close combat" not in texts(dug, B3, R1, firing.CHARGE)
    assert texts(dug, B3, R1, firing.STANDING)["close combat"] == 2, "who only fires has it, cover or not"


# -- smoke


@pytest.mark.rule("A9")
def test_smoke_is_two_dice_at_the_base_number() -> None:
    units = {
        "b4": {"at": [5000, 4200], "tokens": 3},
        "b1": {"at": [3000, 3500]},
        "r1": {"at": [3000, 900], "facing": 180},
    }
    position = play(battle(units=units), "activate b4", "smoke")
    assert legal(position) == ["on b1"]
    position = quiet(play(position, "on b1"))
    one, two, none = (play(position, *dice) for dice in ((6, 5), (6, 6), (5, 5)))
    assert [unit(each, "b1")["smoke"] for each in (one, two, none)] == [1, 2, 0]
    assert texts(one, R1, B1, guns=True)["smoke"] == -1
    assert not sees(two.board, R1, B1)
    assert one.board.smoke_bar[B1] == 1
    again = battle(units={**units, "b1": {"at": [3000, 3500], "tokens": 3, "smoke": 1}})
    again.board.smoke_bar[B1] = 1
    assert "assault" not in legal(play(again, "activate b1"))


@pytest.mark.rule("A9")
def test_smoke_does_not_add_up_hides_no_horse_and_nothing_within_12_inches() -> None:
    units = {"b4": {"at": [5000, 4200], "tokens": 3}, "b1": {"at": [3000, 3500], "smoke": 1}}
    position = quiet(play(battle(units=units), "activate b4", "smoke", "on b1"))
    assert unit(play(position, 6, 2), "b1")["smoke"] == 1
    horse = battle(units={"b3": {"at": [3000, 3500], "smoke": 2, "tokens": 1}})
    assert smoke_on(horse.board, B3, 2000**2) == 1
    near = battle(units={"b1": {"at": [3000, 3500], "smoke": 2, "tokens": 1}})
    assert [smoke_on(near.board, B1, gap**2) for gap in (1200, 1201)] == [1, 2]


# -- reactions


@pytest.mark.rule("C3")
def test_a_reaction_fires_at_a_point_of_the_march_and_the_mover_may_stop() -> None:
    position = apart(1500)
    position = play(position, "activate b1", "move", "3000,2525 0 line")
    assert (asked(position), actor(position)) == ("Reaction", "red")
    assert {"fire r1 0", "fire r1 1", "fire r1 2", "move r1", "fall back r1"} <= set(legal(position))
    position = play(position, "fire r1 1")
    assert asked(position) == "CommandTest"
    assert asked(play(position, 2)) == "Act"
    assert unit(play(position, 2), "r1")["tokens"] == 3
    position = play(position, 3)
    assert asked(position) == "Volley"
    position = play(position, 1, 1, 1, 1, 1, "keep")
    assert (asked(position), legal(position)) == ("GoOn", ["go on", "stop"])
    assert unit(play(position, "go on"), "b1")["at"][1] == 2525
    assert unit(play(position, "stop"), "b1")["at"][1] > 2600


@pytest.mark.rule("C3")
def test_one_attempt_and_no_more_questions() -> None:
    position = apart(1500)
    position = play(position, "activate b1", "move", "3000,2825 0 line", "fall back r1", 2)
    assert asked(position) == "Act", "the attempt failed and there is no second"
    quiet_one = play(apart(1500), "activate b1", "move", "3000,2825 0 line", "no more")
    assert asked(quiet_one) == "Act"


@pytest.mark.rule("C3")
def test_who_has_no_token_cannot_react() -> None:
    position = play(apart(1500, {}, {"tokens": 0}), "activate b1", "move", "3000,2825 0 line")
    assert asked(position) == "Act"


@pytest.mark.rule("C3", "A6")
def test_a_halted_assaulter_can_be_fired_at_when_the_next_token_is_spent() -> None:
    position = battle(
        units={
            "b1": {"at": [3000, 3000], "half": 0, "assaulted": 1, "tokens": 2},
            "b4": {"at": [6000, 4400], "tokens": 2},
            "r1": {"at": [3000, 2000], "facing": 180, "tokens": 3},
        },
    )
    position = play(position, "activate b4", "move", "6000,4200 0 line")
    assert "fire at r1 b1" in legal(position)


@pytest.mark.rule("C4")
def test_changing_the_target_to_the_reactor_at_minus_one() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3000], "tokens": 3},
        "r1": {"at": [3000, 1700], "facing": 180, "tokens": 3},
        "r2": {"at": [4300, 1700], "facing": 180, "tokens": 3},
    }
    position = play(battle(units=units), "activate b1", "fire", "at r1", "same")
    position = play(position, "move r2", 3, "stay")
    assert (asked(position), legal(position)) == ("SwitchTarget", ["keep", "at r2"])
    switched = play(position, "at r2")
    (event,) = told(switched, "FiredAt")
    assert "switched to the reactor" in [m.text for m in event.modifiers]  # type: ignore[attr-defined]


@pytest.mark.rule("C4")
def test_any_target_if_the_first_is_gone() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3000, 3000], "tokens": 3, "mgs": 0},
        "r1": {"at": [3000, 1000], "facing": 180, "tokens": 3},
        "r2": {"at": [4300, 1000], "facing": 180},
    }
    position = play(battle(units=units), "activate b1", "fire", "at r1")
    position = play(position, "fall back r1", 6, "3000,200 180 line")
    assert asked(position) == "SwitchTarget"
    assert legal(position) == ["at r2", "cease"]


@pytest.mark.rule("C5")
def test_a_natural_six_seizes_the_initiative_after_the_action() -> None:
    position = apart(1500)
    position = play(position, "activate b1", "move", "3000,2825 0 line", "fall back r1", 6)
    position = play(position, "stay")
    assert position.board.active == 1
    assert (asked(position), actor(position)) == ("Act", "red")
    assert unit(position, "b1")["at"][1] == 2825, "the action was carried out first"


# -- nations


@pytest.mark.rule("C25")
def test_french_elan_and_conspicuous_dress() -> None:
    position = apart(100, {"assaulted": 1}, lists=FRENCH, blue="bn4 bn4 cav2 field")
    assert texts(position, B1, R1)["elan"] == 1
    target = apart(1500, lists=FRENCH, blue="bn4 bn4 cav2 field")
    assert texts(target, R1, B1) == {}
    far = apart(2000, lists=FRENCH, blue="bn4 bn4 cav2 field")
    assert texts(far, R1, B1) == {"long range": -1}, "beyond 18 inches colours do not matter"
    dug = apart(1500, {"dug": 1}, lists=FRENCH, blue="bn4 bn4 cav2 field")
    assert texts(dug, R1, B1) == {"long range": -1, "target in cover": -1}


@pytest.mark.rule("C25")
def test_germans_throw_the_misses_of_machine_guns_again_once_a_turn() -> None:
    position = apart(2000, active="red")
    position = play(position, "activate r1", "fire", "at b1", "no more", 1, 1, 1, 1)
    assert (asked(position), legal(position)) == ("Rethrow", ["keep", "national"])
    position = play(position, "national")
    assert position.step.guns == 1  # type: ignore[attr-defined]
    position = play(position, 1)
    position = play(position, "activate r1", 3, "fire", "at b1", "no more", 1, 1, 1, 1)
    assert asked(position) == "Act"


@pytest.mark.rule("C25")
def test_french_batteries_throw_again_and_belgian_carts_move_and_fire() -> None:
    units = {"b4": {"at": [3000, 3400], "tokens": 2}, "r1": {"at": [3000, 1500], "facing": 180}}
    position = battle("bn4 bn4 cav2 field", lists=FRENCH, units=units)
    position = play(position, "activate b4", "fire", "at r1", 1, 1)
    assert asked(position) == "Rethrow"
    belgian = battle(
        "bn4+1 bn4",
        lists=("belgian infantry", "german infantry"),
        units={"b1": {"at": [3000, 3000]}, "r1": {"at": [3000, 2000], "facing": 180}},
    )
    assert firing.guns_ready(belgian.board, B1, firing.MOVED) == 1
    assert firing.guns_ready(apart(1000).board, B1, firing.MOVED) == 0
    assert firing.gun_range(belgian.board, firing.MOVED) == FIRE.range_dog_cart


@pytest.mark.rule("C25")
def test_belgians_are_steadier_in_cover() -> None:
    board = battle(
        "bn4 bn4",
        lists=("belgian infantry", "german infantry"),
        units={"b1": {"at": [3000, 3000], "dug": 1}},
        generals={"blue": [7000, 4600, 0]},
    ).board
    assert total(morale_modifiers(board, 0)) == 1


@pytest.mark.rule("C26", "C19")
def test_cuirassiers_and_lances() -> None:
    board = battle(
        "cav4E cav4",
        "cav4 cav4",
        lists=("french cavalry", "german cavalry"),
        units={"b1": {"at": [3000, 2650]}, "r1": {"at": [3000, 2300], "facing": 180}},
    ).board
    assert is_cuirassier(board, 0)
    assert not is_cuirassier(board, 1)
    assert has_lances(board, 2)
    assert firing.rifle_range(board, 0, firing.STANDING) == FIRE.range_mounted
    assert "cuirassiers" in [m.text for m in firing.casualty_modifiers(board, 0, 2, firing.CHARGE)]
