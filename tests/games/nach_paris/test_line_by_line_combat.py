"""Rules line by line: combats, losses, scouts. Each test asks the code of one rule for both of its answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.nach_paris.still import at, still, texts, unit
from marne.engine import Only
from marne.games.nach_paris.board import FOR_GOOD
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover
from marne.games.nach_paris.components.tables import combat_result
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BY_ID,
    DE,
    DOCTRINE,
    GERMAN_SIDE,
    HEAVY,
    IDS,
    PIONEERS,
    RED,
)
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.declaring import Muster, _fresh_units, targets, why_not_attack
from marne.games.nach_paris.rules.combat.horse import (
    Withdraw,
    WithdrawTo,
    _crest,
    _open_ways,
    _past_the_enemy,
    _with_room,
    withdrawal_hexes,
)
from marne.games.nach_paris.rules.combat.modifiers import _command, _entrained, _flank_and_rear, _hexes, _rain
from marne.games.nach_paris.rules.combat.nerve import _guns
from marne.games.nach_paris.rules.combat.prepare import ChooseNation
from marne.games.nach_paris.rules.engineers.structures import worse
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.movement.arrivals import place
from marne.games.nach_paris.rules.options.doctrine import candidates
from marne.games.nach_paris.rules.options.recon import Scout, _price, carry_out, why_no_scout, why_not_scout
from marne.games.nach_paris.rules.retreat.advance import Advance, why_not_advance
from marne.games.nach_paris.rules.retreat.retreat import retreat_hexes
from marne.games.nach_paris.rules.units.losses import lose_steps
from marne.games.nach_paris.rules.units.zones import zones
from marne.games.nach_paris.rules.works.bridgeheads import zone_cbf, zone_targets
from marne.games.nach_paris.rules.works.entrenchments import Works, stands_firm
from marne.hexes import bits, members

# -- [9]


@pytest.mark.rule("9.1.3", "9.1.4", "9.1.1")
def test_a_hex_is_a_target_until_all_in_it_have_fought() -> None:
    board = still({"18.ID": "AW22 N", "1re-DI": "AW23 S", "2e-DI": "AW23 S", "3e-DI": "AW30 N"}, side="german")
    near = 1 << at("AW23") | 1 << at("AW21")
    assert _fresh_units(board, near) == {at("AW23")}
    board.fought = unit("1re-DI")
    assert _fresh_units(board, near) == {at("AW23")}
    assert targets(board, DE) == [at("AW23")]
    board.fought |= unit("2e-DI")
    assert _fresh_units(board, near) == set()
    assert targets(board, DE) == []
    assert _fresh_units(board, 0) == set()


@pytest.mark.rule("9.1.1", "9.1.4", "9.1.14")
@pytest.mark.parametrize(("name", "rule"), [
    ("", ""), ("barraged", "8.1.3"), ("fought", "9.1.4"), ("barred", "9.2.6"), ("perilled", "20.2.8"),
    ("loss_marker", "9.3.6"), ("away", "9.1.1"), ("far", "9.1.1"), ("turned", "9.1.1"), ("staff", "9.1.14"),
])  # fmt: skip
def test_each_thing_that_keeps_a_unit_from_attacking(name: str, rule: str) -> None:
    assert refusal(name) == rule


@pytest.mark.rule("8.1.3", "9.2.6", "20.2.8")
@pytest.mark.parametrize(("name", "rule"), [
    ("", ""), ("barraged", "8.1.3"), ("barred", "9.2.6"), ("perilled", "20.2.8"), ("loss_marker", "9.3.6"),
])  # fmt: skip
def test_who_fired_struck_the_air_or_scouted_in_peril_does_not_attack(name: str, rule: str) -> None:
    assert refusal(name) == rule


@pytest.mark.rule("9.3.6")
def test_who_is_shaken_does_not_attack() -> None:
    assert (refusal("loss_marker"), refusal("")) == ("9.3.6", "")


def refusal(name: str) -> str:
    units = {"18.ID": "AW22 N", "17.ID": "AW22 N", "2.AOK": "AW22", "1re-DI": "AW23 S"}
    board, who = still(units, side="german"), BY_ID["2.AOK" if name == "staff" else "18.ID"]
    for fact in ("barraged", "fought", "barred", "perilled"):
        setattr(board, fact, unit("17.ID") | (1 << who) * (fact == name))
    board.loss_marker = {BY_ID["17.ID"]: 1}
    if name == "loss_marker":
        board.loss_marker[who] = 1
    elif name == "away":
        board.put(who, -1)
    elif name == "far":
        board.put(who, at("AW30"))
    elif name == "turned":
        board.faces[who] = 3
    found = why_not_attack(board, who, at("AW23"))
    return found.rule if found else ""


@pytest.mark.rule("9.1.5")
def test_guns_alone_cannot_attack_and_others_may_stay_out() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N", "1re-DI": "AW23 S"}, side="german")
    for battle, ready in ((Battle(at("AW23")), ()), (Battle(at("AW23"), part=unit("18.ID")), ()),
                          (Battle(at("AW23"), full=unit("18.ID")), ("fight",))):  # fmt: skip
        ask: Any = Muster(DE, battle).ask(board)
        assert ("fight" in tuple(ask.options)) == bool(ready)
        assert Muster(DE, battle)._ready(board) == ready
        assert any(option[1] == BY_ID["17.ID"] for option in ask.options if option != "fight")


@pytest.mark.rule("9.2.2", "9.2.5", "9.2.9")
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
        if (MAP.country[a], MAP.country[b]) == ("FR", "BE") and MAP.playable(a) and MAP.playable(b)
        and any(MAP.country[c] == "FR" for c in MAP.grid.neighbours[a])
    )  # fmt: skip
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


@pytest.mark.rule("9.4.10")
def test_one_hex_gains_nothing_and_each_more_gains() -> None:
    assert _hexes(()) == _hexes((1,)) == []
    assert [[each.amount for each in _hexes(tuple(range(count)))] for count in (2, 3, 4, 5, 6)] == [
        [-1], [-3], [-4], [-5], [-5],
    ]  # fmt: skip


@pytest.mark.rule("9.4.8", "9.4.9", "12.2.5")
def test_flank_and_rear_count_once_each_and_trains_apart() -> None:
    board = still({"1re-DI": "AW23 N"}, side="german")
    hex, who = at("AW23"), unit("1re-DI")
    ring = list(MAP.grid.neighbours[hex])
    seen = [texts(_flank_and_rear(board, who, hex, (source,))) for source in ring]
    assert sum(found == [] for found in seen) >= 1
    assert ["combat.rear"] in seen
    assert ["combat.flank"] in seen
    assert texts(_flank_and_rear(board, who, hex, tuple(ring))) == ["combat.flank", "combat.rear"]
    assert _flank_and_rear(board, 0, hex, tuple(ring)) == []
    camp = next(h for h in MAP.camps[3].hexes if forts.AT[h])
    inside = still({"1re-DI": f"{MAP.grid.label(camp)} N"})
    around = tuple(MAP.grid.neighbours[camp])
    assert _flank_and_rear(inside, who, camp, around) == []
    inside.forts_gone = forts.AT[camp]
    assert _flank_and_rear(inside, who, camp, around)
    assert (texts(_entrained(1)), _entrained(0)) == (["combat.entrained"], [])


@pytest.mark.rule("13.3.1", "13.3.2", "15.1.2")
def test_bad_supply_counts_once_for_each_side_and_rain_for_all() -> None:
    units = {"18.ID": "AW22 N", "17.ID": "AW22 N", "1re-DI": "AW23 S", "KMK.b3": "AW22 N fip", "3.ID": "AW22 N"}
    board = still(units, side="german")
    battle = Battle(at("AW23"), full=unit("18.ID"), part=unit("17.ID"), guns=unit("KMK.b3"), defenders=unit("1re-DI"))
    assert _command(board, battle) == _rain(board) == []
    for fact in ("limited", "cut_off"):
        for name, found in (("18.ID", ["attacking"]), ("KMK.b3", ["attacking"]), ("17.ID", []), ("3.ID", []),
                            ("1re-DI", ["defending"])):  # fmt: skip
            board.limited = board.cut_off = 0
            setattr(board, fact, unit(name))
            assert texts(_command(board, battle)) == [f"combat.{fact}.{how}" for how in found]
        setattr(board, fact, unit("18.ID", "KMK.b3", "1re-DI"))
        assert len(_command(board, battle)) == 2
    board.rain = True
    assert texts(_rain(board)) == ["combat.rain"]


@pytest.mark.rule("9.5.1", "9.5.2")
def test_howitzers_pioneers_and_heavy_guns_each_count_once() -> None:
    board = still()
    red = [who for who in members(RED & ~PIONEERS & ~HEAVY) if board.where[who] is not None][:2]
    pioneers = members(PIONEERS & ~RED & ~HEAVY)[:2]
    assert texts(_guns(board, bits(red))) == ["cab.red"]
    assert texts(_guns(board, bits(pioneers))) == ["cab.pioneers"]
    assert _guns(board, unit("18.ID") & ~RED) == []
    heavy = [who for who in members(HEAVY & ~RED) if board.arf(who)]
    for count in range(len(heavy) + 1):
        points = sum(board.arf(who) for who in heavy[:count])
        wanted = ["cab.heavy.12"] if points >= 12 else ["cab.heavy.5"] if points >= 5 else []
        assert texts(_guns(board, bits(heavy[:count]))) == wanted
    sums = {sum(board.arf(who) for who in pair) for pair in ((a, b) for a in heavy for b in heavy if a < b)}
    assert {5, 12} & (sums | {board.arf(who) for who in heavy}) or max(sums) >= 12


@pytest.mark.rule("9.3.4", "9.3.5")
def test_off_the_table_the_next_column_is_read_with_eight_less_or_more() -> None:
    last = len(combat_result.__globals__["CRT"]) - 1
    assert combat_result(3, 25)[1:] == (3, 25)
    assert combat_result(3, 26)[1:] == (2, 18)
    assert combat_result(3, 34)[1:] == (1, 18)
    assert combat_result(0, 40)[1:] == (0, 25)
    assert combat_result(3, -4)[1:] == (3, -4)
    assert combat_result(3, -5)[1:] == (4, 3)
    assert combat_result(last, -30)[1:] == (last, -4)
    assert combat_result(1, 34)[1:] == (0, 25)
    assert combat_result(last - 1, -13)[1:] == (last, -4)
    for column in (0, last):
        for row in (-4, 0, 25):
            assert combat_result(column, row)[0] == combat_result.__globals__["CRT"][column][row + 4]


@pytest.mark.rule("11.1.6", "11.6.3")
def test_who_stands_firm_in_which_works() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    for lost in (0, 1, 2, 3):
        board.lost[who] = lost
        found = [stands_firm(board, who, works, outright) for works in Works for outright in (False, True)]
        assert found == ([False] * 4 + [True, False, True, True] if lost < 2 else [False] * 8)


@pytest.mark.rule("11.2.3", "11.2.5", "11.2.4")
def test_a_zone_lends_two_points_while_it_stands_and_the_allies_may_attack_it() -> None:
    board = still()
    assert {zone_cbf(board, hex) for hex in forts.ZONE_AT} == {2}
    assert zone_cbf(board, at("AW22")) == zone_cbf(board, 0) == 0
    assert zone_targets(board, ALLIED_SIDE) == bits(forts.ZONE_AT)
    assert zone_targets(board, GERMAN_SIDE) == 0
    first, *others = forts.ZONE_AT
    board.zones_gone = 1 << forts.ZONE_AT[first]
    assert (zone_cbf(board, first), zone_targets(board, ALLIED_SIDE)) == (0, bits(others))


@pytest.mark.rule("9.6.6", "9.6.5", "9.6.7")
def test_each_thing_that_keeps_a_unit_from_advancing() -> None:
    def why(board: Any, name: str = "18.ID", hex: str = "AW23") -> str:
        found = why_not_advance(board, BY_ID[name], at(hex))
        return found.rule if found else ""

    board = still({"18.ID": "AW22 N", "KMK.b3": "AW22 N", "17.ID": "AW22 N forced"})
    assert (why(board), why(board, "KMK.b3"), why(board, "17.ID")) == ("", "9.6.6", "9.6.6")
    assert why(board, hex="AW24") == "9.6.5"
    board.put(BY_ID["1re-DI"], at("AW23"))
    assert why(board) == "9.6.5"
    full = still({"18.ID": "AW22 N", **{f"{n}.ID": "AW23 N" for n in (3, 4, 5, 7)}})
    assert why(full) == "6.4.1"
    aboard = still({"18.ID": "S31 train"})
    hex = MAP.grid.label(MAP.grid.neighbours[at("S31")][0])
    assert why(aboard, hex=hex) == "9.6.6"


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


# -- losses, arrivals, damage


@pytest.mark.rule("2.4.2", "2.4.6")
def test_steps_are_lost_until_none_is_left_and_then_no_more() -> None:
    board, who = still({"18.ID": "AW22 N"}), BY_ID["18.ID"]
    board.step_losses = [0, 0, 0, 0]
    assert lose_steps(board, who, 0) == lose_steps(board, who, -1) == 0
    assert (board.lost[who], lose_steps(board, who, 1), board.lost[who]) == (0, 1, 1)
    assert (board.lost_now[who], board.step_losses[DE]) == (1, 1)
    assert lose_steps(board, who, 9) == 3
    assert (board.where[who] < 0, board.step_losses[DE]) == (True, 4)
    told = len(board.events)
    assert lose_steps(board, who, 1) == 0
    assert len(board.events) == told, "who is destroyed loses nothing"


@pytest.mark.rule("3.3.1", "7.7.1")
@pytest.mark.parametrize("yes", [True, False])
def test_whoever_arrives_has_what_its_row_says_and_nothing_else(yes: bool) -> None:
    board = still(side="german")
    row = next(row for row in board.play.arrival.values() if IDS[row.unit] == "18.ID")
    row = replace(row, lost=int(yes), fieldworks=yes, llc=yes, fip=yes)
    others = unit("17.ID")
    for name in ("fieldworks", "limited", "in_position", "arrived", "moved"):
        setattr(board, name, others)
    place(board, row, row.hex)
    bit = unit("18.ID") * yes
    assert (board.fieldworks, board.limited, board.in_position) == (others | bit, others | bit, others | bit)
    assert board.arrived == board.moved == others | unit("18.ID")
    assert (board.where[row.unit], board.lost[row.unit], board.trains) == (row.hex, int(yes), {})
    beside = still(side="german")
    place(beside, row, MAP.grid.neighbours[row.hex][0])
    assert beside.fieldworks == 0, "fieldworks are those of its own hex"


@pytest.mark.rule("3.3.1", "7.7.1")
@pytest.mark.parametrize(("fip", "on_rails"), [(False, True), (True, False)])
def test_a_railway_gun_that_arrives_stands_on_the_rails_unless_in_position(fip: bool, on_rails: bool) -> None:
    board = still(side="german", rail=["S31"])
    row = replace(next(iter(board.play.arrival.values())), unit=BY_ID["SKM.b1"], fip=fip, lost=0, llc=False)
    place(board, row, at("S31"))
    assert (row.unit in board.trains) == on_rails
    road = still(side="german")
    place(road, row, next(hex for hex in range(len(MAP.grid)) if not MAP.links_of[hex] and MAP.playable(hex)))
    assert road.trains == {}


@pytest.mark.rule("16.1.5")
def test_only_a_greater_damage_replaces_another() -> None:
    assert [worse(turns, than) for turns, than in ((3, None), (3, 2), (3, 3), (2, 3), (FOR_GOOD, 3), (3, FOR_GOOD),
                                                   (FOR_GOOD, FOR_GOOD), (FOR_GOOD, None))] == [
        True, True, False, False, True, False, False, True,
    ]  # fmt: skip


# -- [20.2], [21]


@pytest.mark.rule("20.2.4", "20.2.6")
def test_a_better_look_costs_twice() -> None:
    assert (_price("scout"), _price("scout-well")) == (30, 60)


def scouts(**facts: Any) -> Any:
    board = still({"5.KD": "AW22", "1re-DI": "AW23 S fog"}, fog=True, recon=True, side="german")
    for name, value in facts.items():
        setattr(board, name, value)
    return board


@pytest.mark.rule("20.2.1", "20.2.2", "20.2.5")
def test_each_thing_that_forbids_a_reconnaissance() -> None:
    who, hex = BY_ID["5.KD"], at("AW23")

    def why(board: Any, left: int = 60, where: int = hex, one: int = who) -> str:
        found = why_not_scout(board, Going(one, left, False, False), 30, where)
        return found.rule if found else ""

    assert MAP.terrain[hex].name in ("CLEAR", "BROKEN")
    assert why(scouts()) == ""
    assert why(scouts(recon=False)) == why(scouts(fog=False)) == why(scouts(), one=BY_ID["18.ID"]) == "20.2.1"
    assert why(scouts(limited=1 << who)) == why(scouts(cut_off=1 << who)) == "20.2.2"
    assert (why(scouts(recon_done=1 << who)), why(scouts(recon_done=unit("17.ID")))) == ("20.2.5", "")
    assert (why(scouts(), 29), why(scouts(), 30)) == ("20.2.4", "")
    assert why(scouts(), where=at("AW25")) == "20.2.4"
    assert why(scouts(), where=at("AW21")) == why(scouts(fogged=0)) == "20.2.1"
    assert [why(scouts(recon_tries={hex: tries})) for tries in (0, 1, 2)] == ["", "", "20.2.5"]
    aboard = scouts(trains={who: None})
    assert why_no_scout(aboard, Going(who, 60, False, False), 30) is not None


@pytest.mark.rule("20.2.3", "19.4.1", "20.2.4")
@pytest.mark.parametrize(("word", "points"), [("scout", 30), ("scout-well", 60)])
def test_scouts_pay_are_seen_and_look_once(word: str, points: int) -> None:
    board, who, hex = scouts(), BY_ID["5.KD"], at("AW23")
    board.fogged |= unit("5.KD", "17.ID")
    board.recon_done, board.spent, board.recon_tries = unit("17.ID"), {who: 5}, {hex: 1}
    (step,) = carry_out(board, Going(who, 60, False, False), (word, hex))
    assert step == Scout(who, hex, word == "scout-well")
    assert (board.spent[who], board.recon_tries) == (5 + points, {hex: 2})
    assert board.recon_done == unit("17.ID", "5.KD")
    assert board.fogged == unit("1re-DI", "17.ID")


@pytest.mark.rule("21.3.1", "21.1.1")
def test_who_is_indoctrinated_or_tested_or_hurt_is_not_tested_again() -> None:
    staff = IDS[members(DOCTRINE)[0]]
    board, who = still({"1re-DI": "AW22 N", staff: "AW22"}, doctrine=True), BY_ID["1re-DI"]
    assert candidates(board) == [who]
    for name in ("tested", "indoctrinated"):
        setattr(board, name, 1 << who)
        assert candidates(board) == []
        setattr(board, name, unit("2e-DI"))
        assert candidates(board) == [who]
    board.lost[who] = 1
    assert candidates(board) == []
