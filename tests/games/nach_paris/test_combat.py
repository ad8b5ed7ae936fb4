"""[9.1], [9.2] Declaring a combat, commitment, strengths, withdrawal."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import actor, arranged, asked, happened, has, legal, named, play, refused, where
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.rules.combat.declaring import why_not_attack
from marne.games.nach_paris.rules.combat.events import CombatDeclared, CombatFought, GunsTaken
from marne.games.nach_paris.rules.retreat.ways import can_cross

TARGET = "AW23"  # clear ground all round: N AW24, NE AV24, SE AV23, S AW22, SW AX23, NW AX24
SIX = {"N": "AW24", "NE": "AV24", "SE": "AV23", "S": "AW22", "SW": "AX23", "NW": "AX24"}


def german(units: dict[str, str], **changes: Any) -> Any:
    """A German Combat Phase before turn 8: no heat, no rain."""
    return arranged(**{"turn": 7, "side": "german", "begin": "Combats DE", **changes}, units=units)


def allied(units: dict[str, str], nation: str = "FR", **changes: Any) -> Any:
    return arranged(**{"turn": 7, "side": "allied", "begin": f"Combats {nation}", **changes}, units=units)


def fought(position: Any) -> CombatFought:
    (event,) = happened(position, CombatFought)
    assert isinstance(event, CombatFought)
    return event


def modifiers(position: Any) -> dict[str, int]:
    return {each.text: each.amount for each in fought(position).modifiers}


# -- [9.1] declaring


@pytest.mark.rule("9.1.1")
@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("AW22 N", ""),
        ("AW22 N barraged", "8.1.3"),
        ("AW22 S", "9.1.1"),  # not in its front
        ("AW21 N", "9.1.1"),  # not adjacent
        ("AW22 N fought", "9.1.4"),
    ],
)
def test_who_may_attack(words: str, rule: str) -> None:
    position = german({"18.ID": words, "17.ID": "AX23 NE", "1re-DI": f"{TARGET} S"})
    position = play(position, f"attack {TARGET}", "full 17.ID") if rule else play(position, f"attack {TARGET}")
    if rule:
        # nobody else can join: the attack was made at once
        assert happened(position, CombatDeclared)[0].units == "17.ID"
        reason = why_not_attack(german({"18.ID": words}).board, BY_ID["18.ID"], MAP.grid.hex(TARGET))
        assert reason is not None
        assert reason.rule == rule
    else:
        assert "18.ID" in named(position, "full")


@pytest.mark.rule("9.1.1", "9.3.6", "9.1.7")
def test_a_step_loss_marker_bars_an_attack_and_its_reason_is_told() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AX23 NE", "5.ID": "AX23 NE", "1re-DI": f"{TARGET} S"}
    position = play(german(units, markers={"18.ID": 1}), f"attack {TARGET}")
    assert set(named(position, "full")) == {"5.ID", "17.ID"}
    assert refused(position, "full 18.ID") == "9.3.6"


@pytest.mark.rule("9.1.1")
def test_one_nation_only() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AW22 N", "1st-Div": "AX23 NE", "18.ID": f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}")
    assert set(named(position, "full")) == {"1re-DI", "2e-DI"}
    assert refused(position, "full 1st-Div") == "9.1.1"


@pytest.mark.rule("9.1.1", "9.4.4")
def test_twelve_steps_out_of_a_hex_in_the_whole_phase() -> None:
    units = {"17.ID": "AW22 N", "18.ID": "AW22 N", "5.ID": "AW22 N", "26.IB": "AW22 N"}
    position = german({**units, "1re-DI": f"{TARGET} S", "2e-DI": "AX23 S"})
    position = play(position, f"attack {TARGET}", "full 17.ID", "full 18.ID")
    assert "5.ID" in named(position, "full")
    position = play(position, "full 5.ID")  # 4 + 4 + 4: no room for the brigade, not even for its guns
    assert asked(position) == "RollCombat"
    assert not has(position, "fought", "26.IB")
    units = {"17.ID": "AW22 N", "18.ID": "AW22 N", "5.ID": "AW22 N", "26.IB": "AW22 NW"}
    for first in (["full 17.ID", "full 18.ID", "full 5.ID"], ["full 17.ID", "full 18.ID", "fight"]):
        two = play(german({**units, "1re-DI": f"{TARGET} S", "2e-DI": "AX23 S"}), f"attack {TARGET}", *first, 15)
        while asked(two) != "ChooseCombat" and two.open is not None:
            two = two.play(next(iter(two.open)))
        # the brigade alone faces AX23: it may attack only if twelve steps have not left the hex yet
        assert named(two, "attack") == ([] if "full 5.ID" in first else ["AX23"])


@pytest.mark.rule("9.1.2", "9.1.13")
def test_combats_in_any_order_each_over_before_the_next() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AW20 N", "1re-DI": f"{TARGET} S", "2e-DI": "AW21 S"}
    position = german({**units, "18.ID": "AW22 N", "5.ID": "AW22 S"})
    assert set(named(position, "attack")) == {TARGET, "AW21"}
    position = play(position, "attack AW21", "full 17.ID", "fight", 20)
    assert asked(position) in {"CabTest", "Retreat"}


@pytest.mark.rule("9.1.3", "9.1.8", "9.1.13")
def test_all_in_the_hex_are_attacked_but_who_has_fought_does_not_count() -> None:
    units = {"18.ID": "AW22 N", "1re-DI": f"{TARGET} S", "2e-DI": f"{TARGET} S", "4e-DI": f"{TARGET} S fought"}
    position = play(german(units), f"attack {TARGET}", "full 18.ID", 10)
    assert fought(position).defence == "59"  # 30 + 29, and not the 29 of the 4e DI
    assert has(position, "fought", "1re-DI")
    assert has(position, "fought", "2e-DI")


@pytest.mark.rule("9.1.4")
def test_nobody_is_attacked_twice() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AX23 NE", "1re-DI": f"{TARGET} S fought"}
    position = german(units)
    assert position.open is None
    both = german({**units, "2e-DI": "AX24 S"})
    assert named(both, "attack") == ["AX24"]
    assert refused(both, f"attack {TARGET}") == "9.1.4"


@pytest.mark.rule("9.1.5")
def test_units_of_a_hex_may_stay_out_and_guns_cannot_attack_alone() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AW22 N", "II/RFußa.2": "AW22 N", "1re-DI": f"{TARGET} S"}
    position = play(german(units), f"attack {TARGET}")
    assert "II/RFußa.2" not in named(position, "full")
    assert refused(position, "full II/RFußa.2") == "9.1.5"
    position = play(position, "full 18.ID", "fight")
    assert asked(position) == "RollCombat"
    assert not has(position, "fought", "17.ID")
    assert german({"II/RFußa.2": "AW22 N", "1re-DI": f"{TARGET} S"}).open is None


@pytest.mark.rule("9.1.6", "9.1.8")
def test_germans_and_british_may_lend_their_guns_only() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AX23 NE", "II/RFußa.2": "AW22 N", "1re-DI": f"{TARGET} S"}
    position = play(german(units), f"attack {TARGET}", "part 17.ID")
    assert refused(position, "fight") == "9.1.6"
    position = play(position, "full 18.ID", "guns II/RFußa.2", 10)
    board = position.board
    full, lent = board.cbf(BY_ID["18.ID"]), board.arf(BY_ID["17.ID"])
    assert fought(position).attack == str(full + lent + 3)
    french = play(allied({"1re-DI": "AW22 N", "2e-DI": "AW22 N", "18.ID": f"{TARGET} S"}), f"attack {TARGET}")
    assert named(french, "part") == []
    british = allied({"1st-Div": "AW22 N", "2nd-Div": "AW22 N", "18.ID": f"{TARGET} S"}, "GB")
    assert named(play(british, f"attack {TARGET}"), "part") == ["1st-Div", "2nd-Div"]


@pytest.mark.rule("9.1.7")
def test_a_worn_unit_lends_its_guns_at_most() -> None:
    units = {"18.ID": "AW22 N -3", "17.ID": "AX23 NE", "1re-DI": f"{TARGET} S"}
    position = play(german(units), f"attack {TARGET}")
    assert "18.ID" not in named(position, "full")
    assert "18.ID" in named(position, "part")
    assert refused(position, "full 18.ID") == "9.1.7"
    assert allied({"1re-DI": "AW22 N -3", "18.ID": f"{TARGET} S"}).open is None


@pytest.mark.rule("9.1.9")
@pytest.mark.parametrize("nation", ["FR", "GB"])
def test_one_allied_nation_counts_whole_the_others_half(nation: str) -> None:
    units = {"18.ID": "AW22 N", "1re-DI": f"{TARGET} S", "1st-Div": f"{TARGET} S"}
    position = play(german(units), f"attack {TARGET}", "full 18.ID")
    assert (asked(position), actor(position), legal(position)) == ("ChooseNation", "allied", ["FR", "GB"])
    british = position.board.cbf(BY_ID["1st-Div"])
    found = float(fought(play(position, nation, 10)).defence)
    assert found == (30 + british / 2 if nation == "FR" else 15 + british)


@pytest.mark.rule("9.1.10")
def test_lone_siege_guns_are_lost_without_a_die() -> None:
    position = play(
        allied({"1re-DI": "AW22 N", "KMK.b3": f"{TARGET} S fip", "ÖFAB.2": f"{TARGET} S"}), f"attack {TARGET}"
    )
    position = position if asked(position) != "Muster" else play(position, "full 1re-DI")
    assert [event.unit for event in happened(position, GunsTaken)] == ["KMK.b3", "ÖFAB.2"]
    assert asked(position) == "Advance"
    armed = allied({"1re-DI": "AW22 N", "15-cm-Metz": f"{TARGET} S"})
    assert asked(play(armed, f"attack {TARGET}", "full 1re-DI")) == "RollCombat"  # it has an ARF
    guarded = allied({"1re-DI": "AW22 N", "KMK.b3": f"{TARGET} S", "II/RFußa.2": f"{TARGET} S"})
    assert asked(play(guarded, f"attack {TARGET}", "full 1re-DI")) == "RollCombat"


@pytest.mark.rule("9.1.11", "9.1.12")
def test_the_ratio_is_exact_and_rounded_down() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE", "32.ID": f"{TARGET} S", "III/Fußa.1": f"{TARGET} S"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 12)
    assert (fought(position).attack, fought(position).defence, fought(position).odds) == ("59", "36", "1.5:1")


@pytest.mark.rule("9.1.14")
def test_headquarters_and_engineers_add_nothing_and_cover_nobody() -> None:
    units = {"18.ID": "AW24 S", "1re-DI": f"{TARGET} S", "QG-1re-A": TARGET}
    position = play(german(units), f"attack {TARGET}", "full 18.ID", "stand", 10)
    assert fought(position).defence == "30"
    assert modifiers(position)["combat.rear"] == -16
    alone = german({"2.AOK": "AW22", "1re-DI": f"{TARGET} S"})
    assert alone.open is None


# -- [9.2] cavalry withdrawal


@pytest.mark.rule("9.2.1", "9.2.2")
def test_cavalry_withdraws_before_foot_and_the_attacker_enters_the_empty_hex() -> None:
    position = play(allied({"1re-DI": "AW22 N", "5.KD": TARGET}), f"attack {TARGET}", "full 1re-DI")
    assert (asked(position), actor(position), legal(position)) == ("Withdraw", "german", ["withdraw 5.KD", "stand"])
    position = play(position, "withdraw 5.KD", "to AW24")
    assert where(position, "5.KD") == "AW24"
    assert asked(position) == "Advance"
    position = play(position, f"advance 1re-DI {TARGET}", "face N")
    assert where(position, "1re-DI") == TARGET


@pytest.mark.rule("9.2.1")
def test_nobody_withdraws_before_cavalry() -> None:
    position = play(allied({"1re-DI": "AW22 N", "1re-DC": "AX23", "5.KD": TARGET}), f"attack {TARGET}")
    assert asked(play(position, "full 1re-DI", "full 1re-DC")) == "RollCombat"
    assert asked(play(position, "full 1re-DI", "fight")) == "Withdraw"


@pytest.mark.rule("9.2.2", "9.2.3", "9.2.4")
def test_who_stays_must_be_fought_and_each_goes_its_own_way_towards_its_railways() -> None:
    units = {"1re-DI": "AW22 N", "5.KD": TARGET, "2.KD": TARGET, "18.ID": f"{TARGET} S"}
    position = play(allied(units, rail=["AW25"]), f"attack {TARGET}", "full 1re-DI", "withdraw 5.KD")
    assert set(named(position, "to")) == {"AV24", "AW24", "AX24"}  # not away from the line
    position = play(position, "to AV24")
    assert legal(position) == ["withdraw 2.KD", "stand"]
    position = play(position, "stand")
    assert asked(position) == "RollCombat"
    assert has(position, "withdrew", "5.KD")
    assert not has(position, "fought", "5.KD")


@pytest.mark.rule("9.2.4")
@pytest.mark.parametrize("friend", [False, True])
def test_in_an_enemy_zone_without_friends_it_tests(friend: bool) -> None:
    ring = {"2e-DI": "AV25 S", "3e-DI": "AX25 S", "4e-DI": "AV23 N", "6e-DI": "AX23 N", "5e-DI": "AW25 S"}
    units = {"1re-DI": "AW22 N", "5.KD": TARGET, **ring, **({"18.ID": "AW24 S"} if friend else {})}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "fight", "withdraw 5.KD", "to AW24")
    assert asked(position) == ("Advance" if friend else "CabTest")
    if not friend:
        assert position.board.lost[BY_ID["5.KD"]] == 0
        assert play(position, 20).board.lost[BY_ID["5.KD"]] == 1


@pytest.mark.rule("9.2.5")
def test_no_withdrawal_over_a_crest_though_cavalry_can_cross_it() -> None:
    position = allied({"44e-DI": "L6 NE", "5.KD": "K6"})
    position = play(position, "attack K6", "full 44e-DI", "withdraw 5.KD")
    hexes = set(named(position, "to")) if asked(position) == "WithdrawTo" else {where(position, "5.KD")}
    assert hexes
    assert not {"K7", "L7"} & hexes  # beyond a Mountain Range, which its mobility would let it cross
    assert can_cross(position.board, BY_ID["5.KD"], MAP.grid.hex("K6"), MAP.grid.hex("L7"))


@pytest.mark.rule("9.2.6", "9.2.1")
def test_attackers_before_an_empty_hex_attack_nobody_else() -> None:
    units = {"1re-DI": "AW22 N", "5.KD": TARGET, "18.ID": "AX23 NW"}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "withdraw 5.KD", "to AW24")
    position = play(position, "done", "done")
    assert has(position, "barred", "1re-DI")
    assert position.open is None  # AX23 is in its front too


@pytest.mark.rule("9.2.7")
def test_it_withdraws_only_once() -> None:
    units = {"1re-DI": "AW22 N", "2e-DI": "AV25 S", "5.KD": TARGET}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "withdraw 5.KD", "to AV24")
    while asked(position) != "ChooseCombat":
        position = play(position, 1 if actor(position) == "chance" else "done")
    position = play(position, "attack AV24", "full 2e-DI")
    assert asked(position) == "RollCombat"


@pytest.mark.rule("9.2.8")
def test_headquarters_with_troops_withdraw_too() -> None:
    position = play(
        allied({"1re-DI": "AW22 N", "18.ID": f"{TARGET} S", "3.AOK": TARGET}), f"attack {TARGET}", "full 1re-DI"
    )
    assert named(position, "withdraw") == ["3.AOK"]
    alone = play(allied({"1re-DI": "AW22 N", "3.AOK": TARGET}), f"attack {TARGET}", "full 1re-DI")
    assert asked(alone) == "RollCombat"
    horse = allied({"1re-DC": "AW22", "18.ID": f"{TARGET} S", "3.AOK": TARGET})
    assert asked(play(horse, f"attack {TARGET}", "full 1re-DC")) == "RollCombat"


@pytest.mark.rule("9.2.9", "6.4.3")
def test_a_full_hex_costs_steps() -> None:
    full = {"17.ID": "AW24 S", "18.ID": "AW24 S", "5.ID": "AW24 S", "6.ID": "AW24 S -2"}  # 14 of 15
    walls = {"2e-DI": "AV24 S", "3e-DI": "AV23 S", "4e-DI": "AX23 S", "36e-DI": "AX24 S"}
    units = {"1re-DI": "AW22 N", "5.KD": TARGET, **full, **walls}
    position = play(allied(units), f"attack {TARGET}", "full 1re-DI", "fight", "withdraw 5.KD")
    assert where(position, "5.KD") == "AW24"
    assert position.board.steps(BY_ID["5.KD"]) == 1
