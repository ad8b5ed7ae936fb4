"""[9.6], [9.7] Retreat, advance, combat movement."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import actor, asked, happened, has, legal, named, play, refused, where
from games.nach_paris.test_combat import TARGET, allied, german
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.events import CabTested, Destroyed

ATTACK = {"1re-DI": "AW22 N", "2e-DI": "AX23 NE"}


def beaten(units: dict[str, str], die: int = 12, target: str = TARGET, **changes: Any) -> Any:
    """A French attack that the first German unit fails against."""
    position = allied({**ATTACK, **units}, **changes)
    position = play(position, f"attack {target}", "full 1re-DI", "full 2e-DI")
    position = play(position, "fight") if asked(position) == "Muster" else position
    return play(position, die, 20)


def steps(position: Any, unit: str) -> int:
    return int(position.board.steps(BY_ID[unit]))


# -- [9.6]


@pytest.mark.rule("9.6.1")
def test_after_one_loss_a_unit_turns_freely_after_two_it_keeps_its_facing() -> None:
    position = play(beaten({"32.ID": f"{TARGET} S"}), "retreat AW24")
    assert asked(position) == "Face"
    assert play(position, "face N").board.faces[BY_ID["32.ID"]] == 0
    twice = play(beaten({"32.ID": f"{TARGET} S"}, 2), "retreat AW24")  # a step at once, and the failed test
    assert steps(twice, "32.ID") == 2
    assert asked(twice) == "CabTest"  # the French
    assert twice.board.faces[BY_ID["32.ID"]] == 3


@pytest.mark.rule("9.6.2")
@pytest.mark.parametrize(
    ("watchers", "amounts"),
    [
        ({"Bde-Gillet": "AW25"}, {"retreat.arf.1": 0, "retreat.cavalry": -3}),
        ({"8e-Bde": "AW25 S"}, None),
        ({"3e-DI": "AW25 S"}, None),
        ({"3e-DI": "AW25 S", "4e-DI": "AV25 SW", "1re-DC": "AX25"}, {"retreat.arf.12": -6, "retreat.cavalry": -3}),
    ],
)
def test_alone_in_an_enemy_zone_it_tests_by_guns_and_horse(watchers: dict[str, str], amounts: Any) -> None:
    position = play(beaten({"32.ID": f"{TARGET} S", **watchers}), "retreat AW24")
    assert asked(position) == "CabTest"
    total = sum(position.board.arf(BY_ID[unit]) for unit in watchers)
    done = play(position, 20)
    (test,) = [event for event in happened(done, CabTested) if event.unit == "32.ID"]
    found = {each.text: each.amount for each in test.modifiers}
    line = 0 if total == 0 else 1 if total < 5 else 5 if total < 12 else 12
    assert found == (amounts or {f"retreat.arf.{line}": {0: 3, 1: 0, 5: -3, 12: -6}[line]})
    assert steps(done, "32.ID") == 2
    assert done.board.loss_marker[BY_ID["32.ID"]] == 2  # 2+ now
    friend = play(beaten({"32.ID": f"{TARGET} S", "18.ID": "AW24 S", **watchers}), "retreat AW24")
    assert asked(friend) == "Face"


@pytest.mark.rule("9.6.3", "9.6.1")
def test_infantry_forced_over_woods_loses_a_step() -> None:
    # L11 is open to K10 through deep forest, all other ways are shut by French
    shut = {"3e-DI": "L12 S", "4e-DI": "L10 N", "5e-DI": "M10 N", "6e-DI": "K11 N"}
    units = {"1re-DI": "M11 SE", "2e-DI": "M11 SE", "32.ID": "L11 NW", **shut}
    position = beaten(units, die=1, target="L11")
    assert where(position, "32.ID") == "K10"  # its only way, so nobody is asked
    assert steps(position, "32.ID") == 2


@pytest.mark.rule("9.6.3", "9.6.4")
def test_whoever_cannot_go_is_destroyed_and_cavalry_does_not_swim() -> None:
    ring = {"3e-DI": "AW24 S", "4e-DI": "AV24 S", "5e-DI": "AV23 S", "6e-DI": "AX24 S"}
    position = beaten({"32.ID": f"{TARGET} S", **ring})
    assert where(position, "32.ID") == ""
    assert [event.rule for event in happened(position, Destroyed)] == ["9.6.4"]
    # south of AH17 runs a Major River without bridges, everything else is held
    shut = {"3e-DI": "AG17 S", "4e-DI": "AG16 N", "5e-DI": "AI17 S", "1re-DI": "AH18 S", "2e-DI": "AH18 S"}
    foot = beaten({**shut, "32.ID": "AH17 N"}, target="AH17")
    assert set(named(foot, "retreat")) == {"AH16", "AI16"}
    assert steps(play(foot, "retreat AH16"), "32.ID") == 2
    horse = allied({**shut, "5.KD": "AH17"})
    horse = play(horse, "attack AH17", "full 1re-DI", "fight", 20, 20)
    assert [(event.unit, event.rule) for event in happened(horse, Destroyed)] == [("5.KD", "9.6.4")]


@pytest.mark.rule("9.6.4", "6.4.3", "9.6.3")
def test_a_full_hex_is_the_last_choice_and_costs_steps() -> None:
    ring = {"4e-DI": "AV24 S", "5e-DI": "AV23 S", "6e-DI": "AX24 S"}
    full = {"17.ID": "AW24 S", "18.ID": "AW24 S", "5.ID": "AW24 S", "26.IB": "AW24 S"}  # 14 of 15
    position = beaten({"32.ID": f"{TARGET} S", **ring, **full})
    assert where(position, "32.ID") == "AW24"
    assert steps(position, "32.ID") == 1
    room = beaten({"32.ID": f"{TARGET} S", **full})
    assert "AW24" not in named(room, "retreat")
    assert refused(room, "retreat AW24") == "9.6.4"


@pytest.mark.rule("9.6.5")
def test_the_side_that_stays_advances_and_turns() -> None:
    position = play(beaten({"32.ID": f"{TARGET} S"}), "retreat AW24", "face S", 1, 1)
    assert legal(position) == [f"advance 1re-DI {TARGET}", f"advance 2e-DI {TARGET}", "done"]
    moved = play(position, f"advance 1re-DI {TARGET}", "face NE", "done")
    assert where(moved, "1re-DI") == TARGET
    assert legal(moved) == ["wheel 2e-DI", "done"]
    assert play(moved, "wheel 2e-DI", "face S").board.faces[BY_ID["2e-DI"]] == 3
    held = allied({**ATTACK, "32.ID": f"{TARGET} S"})
    held = play(held, f"attack {TARGET}", "full 1re-DI", "full 2e-DI", 12, 1, 1, 1)
    assert held.open is None  # the hex was not emptied: nobody turns


@pytest.mark.rule("9.6.5", "2.5.12")
def test_worn_units_do_not_advance() -> None:
    units = {"32.ID": f"{TARGET} S", "1re-DI": "AW22 N -2"}
    position = play(beaten(units), "retreat AW24", "face S", 20, 1)  # the 1re DI is light red now
    assert named(position, "advance") == [f"2e-DI {TARGET}"]
    assert refused(position, f"advance 1re-DI {TARGET}") == "9.6.5"


@pytest.mark.rule("9.6.6")
def test_siege_guns_french_foot_artillery_and_forced_marches_stay() -> None:
    units = {"32.ID": f"{TARGET} S", "RAP-Verdun": "AW22 N", "2e-RAL": "AW22 N", "2e-DI": "AX23 NE forced"}
    position = allied({**ATTACK, **units})
    joined = ["full 1re-DI", "full 2e-DI", "guns RAP-Verdun", "guns 2e-RAL"]
    position = play(position, f"attack {TARGET}", *joined, 12, 20, "retreat AW24", "face S", 1, 1)
    assert set(named(position, "advance")) == {f"1re-DI {TARGET}", f"2e-RAL {TARGET}"}
    assert refused(position, f"advance RAP-Verdun {TARGET}") == "9.6.6"
    assert refused(position, f"advance 2e-DI {TARGET}") == "9.6.6"
    siege = german({"18.ID": "AT30 N", "17.ID": "AT30 N", "KMK.b3": "AT30 N fip", "145e-RI": "AT31 S"}, ammo=[5, 5])
    siege = play(siege, "attack AT31", "full 18.ID", "full 17.ID", "guns KMK.b3", "done", 1)
    while asked(siege) != "Advance":
        siege = siege.play(list(siege.open or ())[-1])
    assert named(siege, "advance") == ["17.ID AT31", "18.ID AT31"]
    assert refused(siege, "advance KMK.b3 AT31") == "9.6.6"


@pytest.mark.rule("9.6.7")
def test_no_advance_over_what_a_march_cannot_cross() -> None:
    units = {"18.ID": "L11 SE", "17.ID": "K9 N", "1re-DI": "K10 S -3"}
    position = play(german(units), "attack K10", "full 18.ID", "full 17.ID", 1)
    while asked(position) not in ("Advance", "ChooseCombat", "TurnUnits") and position.open is not None:
        last = list(position.open)[-1]
        position = position.play(last)
    assert asked(position) == "Advance"
    assert named(position, "advance") == ["17.ID K10"]
    assert refused(position, "advance 18.ID K10") == "9.6.7"


# -- [9.7]


def shifting(units: dict[str, str], **changes: Any) -> Any:
    return german(units, begin="CombatMovement DE", **changes)


@pytest.mark.rule("9.7.1")
@pytest.mark.parametrize("mark", ["barraged", "moved", "arrived", "fought", "acted"])
def test_only_who_did_nothing_shifts(mark: str) -> None:
    position = shifting({"18.ID": "AW22 N", "17.ID": f"AX23 N {mark}", "II/RFußa.2": "AW22 N"})
    assert named(position, "shift") == ["18.ID"]
    assert refused(position, "shift 17.ID") == "9.7.1"
    assert refused(position, "shift II/RFußa.2") == "9.7.1"


@pytest.mark.rule("9.7.2", "9.7.1")
def test_one_hex_and_a_free_turn_or_the_turn_alone() -> None:
    position = play(shifting({"18.ID": "AW22 N fieldworks"}), "shift 18.ID")
    assert len(named(position, "to")) == 6
    moved = play(position, f"to {TARGET}", "face SE")
    assert (where(moved, "18.ID"), moved.board.faces[BY_ID["18.ID"]]) == (TARGET, 2)
    assert not has(moved, "fieldworks", "18.ID")
    assert moved.open is None  # once
    turned = play(position, "stay", "face S")
    assert (where(turned, "18.ID"), turned.board.faces[BY_ID["18.ID"]]) == ("AW22", 3)
    woods = play(shifting({"18.ID": "L11 SE"}), "shift 18.ID")
    assert "K10" not in named(woods, "to")
    assert refused(woods, "to K10") == "9.7.2"


@pytest.mark.rule("9.7.3", "7.6.3")
def test_zones_bind_it_as_in_a_march() -> None:
    units = {"18.ID": "AW22 N", "1re-DI": f"{TARGET} S"}  # its zone: AW22, AX23, AV23
    position = play(shifting(units), "shift 18.ID")
    assert refused(position, "to AX23") == "9.7.3"
    assert {"AW21", "AV22", "AX22"} <= set(named(position, "to"))
    received = play(shifting({**units, "17.ID": "AX23 SE"}), "shift 18.ID")
    assert "AX23" in named(received, "to")
    assert actor(received) == "german"
    late = shifting({**units, "17.ID": "AX23 SE"})
    late.board.entered = 1 << BY_ID["17.ID"]  # it came there in the Movement Phase just over
    assert "AX23" not in named(play(late, "shift 18.ID"), "to")
