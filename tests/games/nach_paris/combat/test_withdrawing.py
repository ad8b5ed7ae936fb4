"""[9.2] Cavalry withdraws before combat."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.combat.support import TARGET, allied
from games.nach_paris.still import at, still, unit
from games.nach_paris.support import actor, asked, has, legal, named, play, where
from marne.engine import Only
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, GERMAN_SIDE
from marne.games.nach_paris.rules.combat import horse
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.horse import (
    Withdraw,
    WithdrawTo,
    _crest,
    _open_ways,
    _past_the_enemy,
    _with_room,
    withdrawal_hexes,
)
from marne.games.nach_paris.rules.combat.prepare import ChooseNation
from marne.games.nach_paris.rules.forts.fort_fire import attackable
from marne.games.nach_paris.rules.retreat.advance import Advance
from marne.games.nach_paris.rules.retreat.ways import can_cross
from marne.games.nach_paris.rules.units.zones import zones


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
@pytest.mark.reading("withdrawing-lines")
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


@pytest.mark.rule("9.2.6", "11.3.9")
def test_nobody_advances_where_a_staff_sits_in_a_fort() -> None:
    battle = Battle(at("AK30"), full=1 << BY_ID["18.ID"])
    units = {"18.ID": "AL31 SE", "QG-6e-A": "AK30"}
    board = still(units, side="german")
    assert attackable(board, at("AK30"), ALLIED_SIDE) == 0
    assert Withdraw(battle, 0).unasked(board) == ()
    assert board.barred == 1 << BY_ID["18.ID"]
    empty = still({"18.ID": "AL31 SE"}, side="german")
    (step,) = Withdraw(battle, 0).unasked(empty)
    assert type(step).__name__ == "Advance"


@pytest.mark.rule("9.2.2", "9.2.5", "9.2.9")
@pytest.mark.reading("withdrawing-lines")
def test_ways_of_a_withdrawal_are_open_have_room_and_lead_home() -> None:
    board, who = still({"1re-DC": "AW23", "18.ID": "AW24 S"}, side="german"), BY_ID["1re-DC"]
    here = at("AW23")
    ways = _open_ways(board, who, here)
    assert at("AW24") not in ways
    assert set(ways) <= set(MAP.grid.neighbours[here])
    assert set(withdrawal_hexes(board, who)) <= set(ways)
    assert _with_room(board, who, ways) == ways
    crowd = {f"{n}e-DI": f"{MAP.grid.label(ways[0])} N" for n in (2, 3, 4, 5)}
    full = still({"1re-DC": "AW23", **crowd}, side="german")
    assert _with_room(full, who, ways) == ways[1:]
    assert ways[0] not in withdrawal_hexes(full, who)
    a, b = next(
        (a, b)
        for a in range(len(MAP.grid))
        for b in MAP.grid.neighbours[a]
        if MAP.cover[MAP.grid.side(a, b)] == Cover.MOUNTAIN_RANGE and not MAP.mountain_pass[MAP.grid.side(a, b)]
    )
    assert _crest(a, b)
    assert b not in _open_ways(board, who, a)
    assert not _crest(here, at("AW24"))


@pytest.mark.rule("9.2.2")
def test_nobody_withdraws_abroad_if_there_is_another_way() -> None:
    border = next(
        (a, b)
        for a in range(len(MAP.grid))
        for b in MAP.grid.neighbours[a]
        if (MAP.country[a], MAP.country[b]) == ("FR", "BE")
        and MAP.playable(a)
        and MAP.playable(b)
        and any(MAP.country[c] == "FR" for c in MAP.grid.neighbours[a])
    )
    board = still({"1re-DC": MAP.grid.label(border[0])}, side="german", turn=2)
    found = withdrawal_hexes(board, BY_ID["1re-DC"])
    assert found
    assert {MAP.country[hex] for hex in found} == {"FR"}


@pytest.mark.rule("9.2.3")
def test_each_may_choose_its_own_way_and_is_not_asked_about_the_only_one() -> None:
    board, who = still({"1re-DC": "AW23", "3e-DC": "AW23", "18.ID": "AW24 S"}, side="german"), BY_ID["1re-DC"]
    ways = withdrawal_hexes(board, who)
    assert len(ways) > 1
    ask: Any = WithdrawTo(who).ask(board)
    assert (ask.actor, tuple(ask.options)) == (ALLIED_SIDE, tuple(("to", hex) for hex in ways))
    enemies = {"3.ID": "", "4.ID": "", "5.ID": "", "7.ID": "", "8.ID": ""}
    around = [MAP.grid.label(hex) for hex in MAP.grid.neighbours[at("AW23")] if hex != ways[0]]
    for left in (2, 1):
        where = dict(zip(enemies, around[left - 1 :], strict=False))
        ring = still({"1re-DC": "AW23", **{name: f"{place} S" for name, place in where.items()}}, side="german")
        found = withdrawal_hexes(ring, who)
        asked = WithdrawTo(who).ask(ring)
        assert isinstance(asked, Only) == (len(found) == 1)
        assert not isinstance(asked, Only) or asked.answer == ("to", found[0])
    assert len(found) == 1


@pytest.mark.rule("9.2.4")
def test_in_an_enemy_zone_it_tests_and_elsewhere_not() -> None:
    board = still({"1re-DC": "AW23", "18.ID": "AW25 S"}, side="german")
    assert zones(board, GERMAN_SIDE) >> at("AW24") & 1
    (test,) = _past_the_enemy(board, BY_ID["1re-DC"], at("AW24"))
    assert test.unit == BY_ID["1re-DC"]  # type: ignore[attr-defined]
    assert _past_the_enemy(board, BY_ID["1re-DC"], at("AW22")) == ()


@pytest.mark.rule("9.2.6", "9.2.1")
def test_before_an_empty_hex_the_attackers_advance_and_attack_nobody_else() -> None:
    units = {"18.ID": "AW22 N", "1re-DC": "AW23"}
    attack = Battle(at("AW23"), full=unit("18.ID"))
    board = still(units, side="german")
    (fight,) = Withdraw(attack, 0).unasked(board)
    assert isinstance(fight, ChooseNation)
    assert board.barred == 0
    board.put(BY_ID["1re-DC"], at("AW24"))
    board.barred = unit("17.ID")
    assert Withdraw(attack, 0).unasked(board) == (Advance(GERMAN_SIDE, unit("18.ID"), 1 << at("AW23")),)
    assert board.barred == unit("17.ID", "18.ID")


@pytest.mark.rule("9.2.2")
@pytest.mark.parametrize(("friend", "tests"), [({}, 1), ({"2e-DI": "AW24 N"}, 0)])
def test_who_withdraws_into_a_zone_tests_unless_friends_are_there(friend: dict[str, str], tests: int) -> None:
    board = still({"1re-DC": "AW23", "18.ID": "AW25 S", **friend}, side="german")
    assert zones(board, GERMAN_SIDE) >> at("AW24") & 1
    assert len(WithdrawTo(BY_ID["1re-DC"]).answered(board, ("to", at("AW24")))) == tests
    assert board.where[BY_ID["1re-DC"]] == at("AW24")


@pytest.mark.rule("9.2.1", "9.2.6")
def test_after_a_withdrawal_the_attackers_advance_into_an_empty_hex_alone() -> None:
    attacker = BY_ID["18.ID"]
    battle = Battle(at("AW23"), full=1 << attacker)
    empty = still({"18.ID": "AW22 N"}, side="german")
    assert len(Withdraw(battle, 0).unasked(empty)) == 1
    assert empty.barred == 1 << attacker
    sheltered = still({"18.ID": "AL31 NE", "GH": "AK31"}, side="german")
    inside = Battle(at("AK31"), full=1 << attacker)
    assert Withdraw(inside, 0).unasked(sheltered) == ()
    assert sheltered.barred == 1 << attacker


@pytest.mark.rule("9.2.2")
@pytest.mark.pure(why="it says in place of a rule that every way leads abroad")
def test_whoever_has_no_way_at_home_withdraws_abroad(monkeypatch: pytest.MonkeyPatch) -> None:
    board = still({"1re-DC": "BC9"}, side="german")
    ways = withdrawal_hexes(board, BY_ID["1re-DC"])
    assert ways
    monkeypatch.setattr(horse, "abroad", lambda *_: True)
    assert withdrawal_hexes(board, BY_ID["1re-DC"]) == ways
