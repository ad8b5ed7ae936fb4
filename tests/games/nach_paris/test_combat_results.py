"""[9.3], [9.4], [9.5] The table, the modifiers of the die, the nerves of units."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import actor, asked, happened, legal, named, play, refused, where
from games.nach_paris.test_combat import TARGET, allied, fought, german, modifiers
from marne.games.nach_paris.components.tables import Result, combat_result
from marne.games.nach_paris.components.units import BY_ID, STEPS
from marne.games.nach_paris.events import CabTested
from marne.games.nach_paris.rules.combat.resolve import worst_first


def steps(position: Any, unit: str) -> int:
    return int(position.board.steps(BY_ID[unit]))


def rolled(position: Any) -> dict[str, CabTested]:
    return {event.unit: event for event in happened(position, CabTested)}


def all_tests(position: Any) -> dict[str, CabTested]:
    """Play the combat out, every die a 1 and every choice the first; the first test of each unit."""
    found: dict[str, CabTested] = {}
    while position.open is not None and asked(position) != "ChooseCombat":
        position = position.play(next(iter(position.open)))
        found = {**rolled(position), **found}
    return found


# -- [9.3]


@pytest.mark.rule("9.3.1", "9.1.5")
def test_who_lends_guns_or_stays_out_is_not_touched() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AX23 NE", "5.ID": "AW22 N", "1re-DI": f"{TARGET} S"}
    position = play(german(units), f"attack {TARGET}", "full 18.ID", "part 17.ID", "fight", 20)
    names = set()
    while position.open is not None and actor(position) == "chance":
        position = play(position, 20)
        names |= set(rolled(position))
    assert "18.ID" in names
    assert not {"17.ID", "5.ID"} & names


@pytest.mark.rule("9.3.3")
def test_the_worse_result_goes_first_and_the_defender_if_they_are_equal() -> None:
    good, bad, worst = Result(0, 3), Result(0, -5), Result(1, 3)
    assert not worst_first(good, bad)
    assert worst_first(bad, good)
    assert worst_first(worst, bad)  # a step lost at once is worse than any test
    assert not worst_first(bad, bad)


@pytest.mark.rule("9.3.3")
def test_the_side_that_loses_first_retreats_and_the_other_never() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 12)
    assert actor(position) == "chance"
    position = play(position, 20)  # the 32.ID fails: the Germans are the side that goes
    assert (asked(position), actor(position)) == ("Retreat", "german")
    position = play(position, "retreat AW24", "face S", 20, 20)  # both French fail, and stay
    assert where(position, "1re-DI") == "AW22"
    assert (steps(position, "1re-DI"), steps(position, "2e-DI")) == (3, 3)
    assert asked(position) == "Advance"


@pytest.mark.rule("9.3.3", "9.6.5")
def test_beaten_attackers_go_back_and_the_defender_may_follow() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 12, 1, 20)
    position = play(position, 1)  # the 32.ID held, the 1re DI failed, the 2e DI held
    assert (asked(position), actor(position)) == ("Retreat", "allied")
    position = play(position, "retreat AW21", "face N")
    assert (asked(position), actor(position)) == ("Advance", "german")
    assert legal(position) == ["advance 32.ID AW22", "done"]


@pytest.mark.rule("9.3.3", "2.5.14")
@pytest.mark.parametrize(("unit", "words", "goes"), [("18.ID", "", True), ("5.ID", "", False), ("5.ID", "-1", True)])
def test_the_best_ranks_retreat_from_two_losses_on(unit: str, words: str, goes: bool) -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", unit: f"{TARGET} S {words}"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 16, 20)
    assert (asked(position) == "Retreat") == goes


@pytest.mark.rule("9.3.3")
def test_guns_left_alone_suffer_the_same_and_may_go() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S", "III/Fußa.1": f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 12, 20, "retreat AW24", "face S", 5)
    assert rolled(position)["III/Fußa.1"].needed == 5
    assert "stay" in legal(position)
    assert where(play(position, "stay"), "III/Fußa.1") == TARGET


@pytest.mark.rule("9.3.3", "9.1.4")
def test_who_fought_before_suffers_when_left_alone() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S", "18.ID": f"{TARGET} S fought"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 12)
    position = play(position, 20, "retreat AW24", "face S")
    assert asked(position) == "CabTest"
    assert rolled(play(position, 1))["18.ID"].passed


@pytest.mark.rule("9.3.3")
@pytest.mark.parametrize(("word", "alone"), [("fought", True), ("", False)])
def test_the_attackers_guns_are_alone_beside_who_attacked_before(word: str, alone: bool) -> None:
    """18.ID goes back; 17.ID in its hex is cover for the guns unless it had a combat of its own."""
    units = {"18.ID": "AW22 N", "II/RFußa.2": "AW22 N", "17.ID": f"AW22 N {word}", "1re-DI": f"{TARGET} S"}
    allies = {"2e-DI": f"{TARGET} S", "5e-DI": f"{TARGET} S"}
    position = play(german({**units, **allies}), f"attack {TARGET}", "full 18.ID", "guns II/RFußa.2")
    position = play(position, *([] if alone else ["fight"]), 20)  # without 17.ID nobody else can join
    while position.open is not None and asked(position) in ("CabTest", "Retreat", "Face"):
        position = play(position, 20 if actor(position) == "chance" else legal(position)[0])
    assert where(position, "18.ID") != "AW22"
    assert where(position, "17.ID") == "AW22"
    assert where(position, "II/RFußa.2") == ("" if alone else "AW22")


@pytest.mark.rule("9.3.3")
def test_railway_guns_test_last_and_are_lost_if_alone() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S", "KMK.b1": f"{TARGET} S"}
    start: list[str | int] = ["full 1re-DI", "full 2e-DI", 12, 20, "retreat AW24", "face S"]
    position = play(allied(units), f"attack {TARGET}", *start)
    assert where(position, "KMK.b1") == ""  # alone: no die
    both = {**units, "III/Fußa.1": f"{TARGET} S"}
    position = play(allied(both), f"attack {TARGET}", *start)
    assert rolled(play(position, 1)).keys() == {"III/Fußa.1"}
    stays = play(position, 1, "stay", 1)
    assert rolled(stays).keys() == {"KMK.b1"}
    assert where(stays, "KMK.b1") == TARGET
    goes = play(position, 1, "retreat AW24", "face S")
    assert where(goes, "KMK.b1") == ""


@pytest.mark.rule("9.3.3", "9.1.10")
def test_motor_guns_that_retreat_leave_their_firing_position() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S", "ÖFAB.2": f"{TARGET} S fip"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 12, 20, "retreat AW24", "face S", 1)
    assert not play(position, "retreat AW24").board.in_position >> BY_ID["ÖFAB.2"] & 1
    assert play(position, "stay").board.in_position >> BY_ID["ÖFAB.2"] & 1


@pytest.mark.rule("9.3.3", "5.1.3")
def test_the_cab_is_the_one_before_the_losses() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S -1"}  # its CAB is 12, and 9 one step on
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 2)
    assert steps(position, "32.ID") == 2
    assert rolled(play(position, 1))["32.ID"].cab == 12


@pytest.mark.rule("9.3.4", "9.3.5")
def test_dice_off_the_table_shift_the_column_as_often_as_needed() -> None:
    middle = 5
    for row, column, read in ((26, middle - 1, 18), (34, middle - 2, 18), (-5, middle + 1, 3), (-13, middle + 2, 3)):
        found, where_read, line = combat_result(middle, row)
        assert (where_read, line) == (column, read)
        assert found == combat_result(column, read)[0]


@pytest.mark.rule("9.3.4", "9.4.9")
def test_the_shift_is_told() -> None:
    units = {"18.ID": "AW24 S", "17.ID": "AW25 S", "1re-DI": f"{TARGET} S"}
    event = fought(play(german(units), f"attack {TARGET}", "full 18.ID", 2))
    assert event.row == 2 - 16 + 8 + 8
    assert event.read != event.odds


@pytest.mark.rule("9.3.6")
@pytest.mark.parametrize(("unit", "marker"), [("18.ID", 1), ("1.GID", 0)])
def test_a_loss_in_combat_leaves_a_marker_but_not_on_the_best(unit: str, marker: int) -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", unit: f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 16, 20)
    assert steps(position, unit) == STEPS[BY_ID[unit]] - 1
    assert position.board.loss_marker.get(BY_ID[unit], 0) == marker


# -- [9.4]


def sum_of(units: dict[str, str], target: str, *attackers: str, **changes: Any) -> dict[str, int]:
    """The modifiers of a German attack by these units."""
    position = play(german(units, **changes), f"attack {target}", *(f"full {unit}" for unit in attackers))
    position = play(position, "fight") if asked(position) == "Muster" else position
    position = play(position, "stand") if asked(position) == "Withdraw" else position
    return modifiers(play(position, 10))


@pytest.mark.rule("9.4.1")
def test_lent_guns_bring_no_modifier() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AW24 S", "1re-DI": f"{TARGET} S"}
    full = sum_of(units, TARGET, "18.ID", "17.ID")
    assert full == {"combat.rear": -16, "combat.hexes.2": -1}
    position = play(german(units), f"attack {TARGET}", "full 18.ID", "part 17.ID", 10)
    assert modifiers(position) == {}


@pytest.mark.rule("9.4.2", "9.4.4")
def test_the_worst_hex_counts() -> None:
    units = {"18.ID": "Y25 SE", "17.ID": "Y24 NE", "1re-DI": "X25 SW"}
    assert sum_of(units, "X25", "18.ID")["combat.terrain"] == 12
    both = sum_of(units, "X25", "18.ID", "17.ID")
    assert (both["combat.terrain"], both["combat.hexside"]) == (12, 6)


@pytest.mark.rule("9.4.3")
@pytest.mark.parametrize(
    ("target", "source", "amount"),
    [
        ("AH16", "AG16 SW", 18),
        ("AH16", "AH17 S", 26),
        ("AD13", "AC12 NW", 12),
        ("R9", "Q9 SW", 6),
        ("K10", "L11 SE", 9),
    ],
)
def test_hexsides(target: str, source: str, amount: int) -> None:
    assert sum_of({"18.ID": source, "1re-DI": f"{target} N"}, target, "18.ID")["combat.hexside"] == amount


@pytest.mark.rule("9.4.3")
def test_who_can_cross_woods_and_crests_suffers_less_and_nobody_lends_guns_over_a_crest() -> None:
    woods = {"18.ID": "L11 SE", "GKD": "L11", "1re-DI": "K10 N"}
    assert sum_of(woods, "K10", "GKD")["combat.hexside"] == 3
    assert sum_of(woods, "K10", "GKD", "18.ID")["combat.hexside"] == 9
    crest = {"18.ID": "J9 S", "17.ID": "J9 S", "1re-DI": "J8 N"}
    position = play(german(crest), "attack J8")
    assert named(position, "part") == []
    assert refused(position, "part 17.ID") == "9.4.3"
    assert sum_of({"GKD": "J9", "1re-DI": "J8 N"}, "J8", "GKD")["combat.hexside"] == 6


@pytest.mark.rule("9.4.4")
def test_close_country_lets_fewer_steps_attack_and_light_infantry_counts_half() -> None:
    units = {"27e-DI": "L6 NE", "BCA-14e-CA": "L6 NE", "13e-DI": "L6 NE", "18.ID": "K6 SW"}
    position = play(allied(units), "attack K6", "full 27e-DI")  # six steps in mountains
    assert refused(position, "full 13e-DI") == "9.4.4"
    more = {"145e-RI": "L6 NE", "41.47.50.71-BCP": "L6 NE", "8e-Bde": "L6 NE"}
    position = play(allied({**units, **more}), "attack K6", "full 27e-DI", "full 145e-RI", "full BCA-14e-CA")
    assert named(position, "full") == ["41.47.50.71-BCP"]  # 4 + 1 + a half, and another half


@pytest.mark.rule("9.4.5", "9.4.3", "9.4.4")
def test_light_troops_help_in_close_country() -> None:
    mountains = allied({"BCA-14e-CA": "L6 NE", "18.ID": "K6 SW"})
    assert modifiers(play(mountains, "attack K6", "full BCA-14e-CA", 10))["combat.light.six"] == -6
    rough = allied({"BCA-14e-CA": "K10 S", "18.ID": "K9 N"})
    assert modifiers(play(rough, "attack K9", "full BCA-14e-CA", 10))["combat.light.nine"] == -3
    clear = allied({"BCA-14e-CA": "AW22 N", "18.ID": f"{TARGET} S"})
    assert (
        not {"combat.light.six", "combat.light.nine"}
        & modifiers(play(clear, f"attack {TARGET}", "full BCA-14e-CA", 10)).keys()
    )


@pytest.mark.rule("9.4.6")
def test_cavalry_in_the_hills() -> None:
    both = sum_of({"GKD": "K10", "1re-DC": "K9"}, "K9", "GKD")
    assert (both["combat.cavalry.attacking"], both["combat.cavalry.defending"]) == (12, -12)
    assert not sum_of({"GKD": "AW22", "1re-DC": TARGET}, TARGET, "GKD")
    assert "combat.cavalry.defending" not in sum_of({"GKD": "K10", "1re-DI": "K9 N"}, "K9", "GKD")


@pytest.mark.rule("9.4.7")
def test_bright_uniforms_count_once_and_only_attacking() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AW22 N", "18.ID": f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 10)
    assert modifiers(position) == {"combat.uniforms": 1}


@pytest.mark.rule("9.4.8", "9.4.9", "6.3.1")
def test_flank_and_rear_and_how_stacked_units_cover_each_other() -> None:
    flank, rear = {"18.ID": "AX24 SE", "17.ID": "AX24 SE"}, {"5.ID": "AW24 S", "6.ID": "AW24 S"}
    lone = {"1re-DI": f"{TARGET} S"}
    assert sum_of({**flank, **lone}, TARGET, "18.ID", "17.ID") == {"combat.flank": -10}
    assert sum_of({**rear, **lone}, TARGET, "5.ID", "6.ID") == {"combat.rear": -16}
    both = sum_of({**flank, **rear, **lone}, TARGET, "18.ID", "17.ID", "5.ID", "6.ID")
    assert both == {"combat.flank": -10, "combat.rear": -16, "combat.hexes.2": -1}
    covered = {"1re-DI": f"{TARGET} S", "2e-DI": f"{TARGET} N"}
    assert sum_of({**rear, **covered}, TARGET, "5.ID", "6.ID") == {}


@pytest.mark.rule("9.4.10")
def test_attacks_from_several_hexes() -> None:
    defenders = {"1re-DI": f"{TARGET} S", "2e-DI": f"{TARGET} N"}
    ring = [("GKD", "AW24"), ("5.KD", "AV24"), ("2.KD", "AV23"), ("4.KD", "AW22"), ("9.KD", "AX23"), ("3.KD", "AX24")]
    for count, amount in ((2, -1), (3, -3), (4, -4), (5, -5), (6, -5)):
        units = {**defenders, **dict(ring[:count])}
        found = sum_of(units, TARGET, *(unit for unit, _ in ring[:count]))
        assert found[f"combat.hexes.{count}"] == amount


@pytest.mark.rule("9.4.11")
@pytest.mark.parametrize(
    ("partner", "torn"),
    [("AW21 N", False), ("AW20 N", False), ("AW19 N", True), ("destroyed", True), ("waiting", True)],
)
def test_a_division_far_from_its_partner(partner: str, torn: bool) -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": partner, "18.ID": f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", 10)
    assert modifiers(position).get("combat.corps", 0) == (5 if torn else 0)


@pytest.mark.rule("9.4.11")
def test_autonomous_units_miss_nobody() -> None:
    assert sum_of({"39.RD": "AW22 N", "1re-DI": f"{TARGET} S"}, TARGET, "39.RD") == {}
    assert sum_of({"18.ID": "AW22 N", "1re-DI": f"{TARGET} S"}, TARGET, "18.ID") == {"combat.corps": 5}


@pytest.mark.rule("9.4.12")
def test_reservists_test_until_turn_17_and_each_failure_counts() -> None:
    units = {"51e-DR": "AW22 N", "53e-DR": "AW22 N", "18.ID": f"{TARGET} S"}
    position = play(allied(units, turn=7), f"attack {TARGET}", "full 51e-DR", "full 53e-DR")
    assert asked(position) == "CabTest"
    assert modifiers(play(position, 20, 20, 10))["combat.reserve"] == 6
    assert modifiers(play(position, 20, 1, 10))["combat.reserve"] == 3
    assert "combat.reserve" not in modifiers(play(position, 1, 1, 10))
    for turn, step in ((17, "CabTest"), (18, "RollCombat")):
        late = play(allied(units, turn=turn), f"attack {TARGET}", "full 51e-DR", "full 53e-DR")
        assert asked(late) == step
    best = {"70e-DR": "AW22 N", "18.ID": f"{TARGET} S"}
    assert asked(play(allied(best), f"attack {TARGET}", "full 70e-DR")) == "RollCombat"


@pytest.mark.rule("13.3.1", "13.3.2", "15.1.2")
def test_communications_and_rain() -> None:
    units = {"18.ID": "AW22 N limited ooc", "17.ID": "AW21 N", "1re-DI": f"{TARGET} S limited ooc"}
    assert sum_of(units, TARGET, "18.ID", rain=True) == {
        "combat.limited.attacking": 4, "combat.limited.defending": -2, "combat.cut_off.attacking": 12,
        "combat.cut_off.defending": -6, "combat.rain": 4,
    }  # fmt: skip


# -- [9.5]


def nerves(units: dict[str, str], *attackers: str, victim: str = "1re-DI", **changes: Any) -> dict[str, int]:
    """What a German attack does to the CAB of a French unit."""
    position = play(german(units, **changes), f"attack {TARGET}", *attackers)
    position = play(position, "fight") if asked(position) == "Muster" else position
    found = all_tests(play(position, 10))[victim].modifiers
    return {each.text: each.amount for each in found if each.text != "combat.result"}


@pytest.mark.rule("9.5.1")
def test_howitzers_and_pioneers_each_take_one() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AW22 N", "PiR.24": "AW22 N", "PiR.25": "AW22 N", "1re-DI": f"{TARGET} S"}
    plain = {"26.IB": "AW22 N", "1re-DI": f"{TARGET} S"}
    assert nerves(plain, "full 26.IB") == {}
    lent = {**plain, "18.ID": "AW22 N"}
    assert nerves(lent, "full 26.IB", "part 18.ID") == {}
    assert nerves(lent, "full 26.IB", "full 18.ID") == {"cab.red": -1}
    found = nerves(units, "full 18.ID", "full 17.ID", "full PiR.24", "full PiR.25")
    assert found == {"cab.red": -1, "cab.pioneers": -1}


@pytest.mark.rule("9.5.2", "9.5.1")
@pytest.mark.parametrize(
    ("guns", "found"),
    [
        (["II/RFußa.2"], {}),
        (["II.III/Fußa.12"], {"cab.heavy.5": -1}),
        (["II.III/Fußa.12", "I.II/Fußa.6", "II/RFußa.2"], {"cab.heavy.12": -2}),
    ],
)
def test_heavy_guns(guns: list[str], found: dict[str, int]) -> None:
    units = {"26.IB": "AW22 N", **dict.fromkeys(guns, "AW22 N"), "1re-DI": f"{TARGET} S"}
    assert nerves(units, "full 26.IB", *(f"guns {gun}" for gun in guns)) == found


@pytest.mark.rule("9.5.3", "8.8.2")
def test_siege_guns_in_combat_shake_who_sits_in_works_and_spend_a_shell() -> None:
    walls = "AR35"  # Lille
    around = {"26.IB": "AR34 N", "KMK.b3": "AR34 N fip", "ÖFAB.2": "AR34 N", "1re-DI": f"{walls} S"}
    position = play(german(around, ammo=[5, 5]), f"attack {walls}", "full 26.IB")
    assert named(position, "guns") == ["KMK.b3"]  # the other is not in position
    position = play(position, "guns KMK.b3")
    assert asked(position) == "OccupyOldWalls"
    held = play(position, "hold 1re-DI", 10)
    assert held.board.ammo == [4, 5]
    assert "cab.siege" in {each.text for each in all_tests(held)["1re-DI"].modifiers}
    open_field = play(position, "done", 10)
    assert open_field.board.ammo == [5, 5]
    assert "cab.siege" not in {each.text for each in all_tests(open_field)["1re-DI"].modifiers}
    none = play(german(around, ammo=[0, 5]), f"attack {walls}", "full 26.IB")
    assert asked(none) == "OccupyOldWalls"
    plain = german({"26.IB": "AW22 N", "KMK.b3": "AW22 N fip", "1re-DI": f"{TARGET} S"}, ammo=[5, 5])
    assert asked(play(plain, f"attack {TARGET}", "full 26.IB")) == "RollCombat"


@pytest.mark.rule("9.5.4", "7.4.2", "7.5.4")
def test_marches_and_heat_count_in_combat() -> None:
    units = {"18.ID": "AW22 N extended2", "1re-DI": f"{TARGET} S forced"}
    position = play(german(units, turn=10), f"attack {TARGET}", "full 18.ID", 10)
    texts = {name: {each.text for each in event.modifiers} for name, event in all_tests(position).items()}
    assert texts["1re-DI"] >= {"cab.forced", "cab.heat"}
    assert texts["18.ID"] >= {"cab.extended.2", "cab.heat"}
