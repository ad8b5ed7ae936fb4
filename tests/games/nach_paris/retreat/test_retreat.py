"""[9.6.1]-[9.6.4] Retreats: which way, at what price, and who is lost."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.combat.support import TARGET, allied
from games.nach_paris.retreat.support import beaten
from games.nach_paris.still import at, still, unit
from games.nach_paris.support import asked, happened, named, play, refused, where
from marne.engine import Ask
from marne.games.nach_paris.board import DESTROYED
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID
from marne.games.nach_paris.events import CabTested, Destroyed
from marne.games.nach_paris.rules.retreat.retreat import Retreat, retreat_hexes


def steps(position: Any, unit: str) -> int:
    return int(position.board.steps(BY_ID[unit]))


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
@pytest.mark.reading("forced-over")
def test_a_full_hex_is_the_last_choice_and_costs_steps() -> None:
    ring = {"4e-DI": "AV24 S", "5e-DI": "AV23 S", "6e-DI": "AX24 S"}
    full = {"17.ID": "AW24 S", "18.ID": "AW24 S", "5.ID": "AW24 S", "26.IB": "AW24 S"}  # 14 of 15
    position = beaten({"32.ID": f"{TARGET} S", **ring, **full})
    assert where(position, "32.ID") == "AW24"
    assert steps(position, "32.ID") == 1
    room = beaten({"32.ID": f"{TARGET} S", **full})
    assert "AW24" not in named(room, "retreat")
    assert refused(room, "retreat AW24") == "9.6.4"


@pytest.mark.rule("9.6.3", "9.6.4")
def test_a_retreat_goes_where_a_march_could_first_and_elsewhere_if_it_must() -> None:
    board, who = still({"18.ID": "AW22 N", "5.KD": "AW22"}), BY_ID["18.ID"]
    ways = set(retreat_hexes(board, who))
    assert ways == {hex for hex in MAP.grid.neighbours[at("AW22")] if MAP.playable(hex)}
    first, *rest = sorted(ways)
    for hex in rest:
        board.put(BY_ID[f"{len(rest)}e-DI"], -1)
        board.at[hex] |= unit("1re-DI")
        board.occupied[ALLIED_SIDE] |= 1 << hex
        board.solid[ALLIED_SIDE] |= 1 << hex
    assert retreat_hexes(board, who) == (first,)
    for name in ("3.ID", "4.ID", "5.ID", "7.ID"):
        board.put(BY_ID[name], first)
    assert retreat_hexes(board, who) == (first,), "a full hex is there for who has no other"
    board.at[first] |= unit("1re-DI")
    board.occupied[ALLIED_SIDE] |= 1 << first
    assert retreat_hexes(board, who) == ()


@pytest.mark.rule("9.6.3", "9.6.4")
def test_a_retreat_goes_abroad_only_if_it_must() -> None:
    a = next(
        a
        for a in filter(MAP.playable, range(len(MAP.grid)))
        if MAP.country[a] == "FR" and {"FR", "BE"} <= {MAP.country[b] for b in MAP.grid.neighbours[a]}
    )
    board = still({"1re-DI": MAP.grid.label(a)}, turn=2)
    found = retreat_hexes(board, BY_ID["1re-DI"])
    assert found
    assert {MAP.country[hex] for hex in found} == {"FR"}


@pytest.mark.rule("9.6.4")
def test_only_who_must_retreat_and_cannot_is_lost() -> None:
    for must in (True, False):
        board, unit = still({"1re-DI": "AW23 S"}), BY_ID["1re-DI"]
        retreat = Retreat(unit, must=must)
        assert retreat.unasked(board) == ()
        assert (board.where[unit] == DESTROYED) == must


@pytest.mark.rule("9.6.1", "9.3.3")
def test_guns_that_came_through_unhurt_may_stay_and_who_must_go_may_not() -> None:
    board = still({"III/Fußa.1": "AW22 N"}, side="german")
    free, bound = (Retreat(BY_ID["III/Fußa.1"], must).ask(board) for must in (False, True))
    assert isinstance(free, Ask)
    assert isinstance(bound, Ask)
    assert free.options == (*(bound.options or ()), "stay")


@pytest.mark.rule("9.6.4", "9.6.1")
def test_nobody_is_lost_twice() -> None:
    board = still({"1re-DI": "destroyed"})
    board.events.clear()
    before = list(board.step_losses)
    gone = Retreat(BY_ID["1re-DI"])
    assert gone.ask(board) is None
    assert gone.unasked(board) == ()
    assert not board.events
    assert board.step_losses == before
    stays = still({"1re-DI": "AW22 N"})
    assert Retreat(BY_ID["1re-DI"], must=False).unasked(stays) == ()
    assert stays.where[BY_ID["1re-DI"]] == at("AW22")
