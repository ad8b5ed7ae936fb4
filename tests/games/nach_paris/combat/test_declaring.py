"""[9.1] Who attacks whom, with how much, and whose strength counts."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.combat.support import TARGET, allied, fought, german, modifiers
from games.nach_paris.still import at, still, unit
from games.nach_paris.support import actor, asked, happened, has, legal, named, play, refused
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import (
    ALLIED_SIDE,
    BE,
    BY_ID,
    DE,
    FR,
    GB,
    GERMAN_SIDE,
    HEAVY,
    IDS,
    OF_NATION,
    SIEGE,
)
from marne.games.nach_paris.rules.combat.battle import NOBODY, Battle, lone_siege_guns
from marne.games.nach_paris.rules.combat.declaring import (
    ChooseCombat,
    Muster,
    _fresh_units,
    _why_not_guns,
    half_steps,
    targets,
    why_not_attack,
)
from marne.games.nach_paris.rules.combat.defence import defence
from marne.games.nach_paris.rules.combat.events import CombatDeclared, GunsTaken
from marne.games.nach_paris.rules.combat.phase import Combats
from marne.games.nach_paris.rules.combat.prepare import ChooseNation
from marne.games.nach_paris.rules.combat.resolve import Ready, RollCombat, TakeGuns
from marne.hexes import members


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
@pytest.mark.reading("twelve-steps")
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
@pytest.mark.reading("staffs-cover-not")
def test_headquarters_and_engineers_add_nothing_and_cover_nobody() -> None:
    units = {"18.ID": "AW24 S", "1re-DI": f"{TARGET} S", "QG-1re-A": TARGET}
    position = play(german(units), f"attack {TARGET}", "full 18.ID", "stand", 10)
    assert fought(position).defence == "30"
    assert modifiers(position)["combat.rear"] == -16
    alone = german({"2.AOK": "AW22", "1re-DI": f"{TARGET} S"})
    assert alone.open is None


@pytest.mark.rule("9.1.3", "9.1.4")
@pytest.mark.parametrize("fact", ["fought", "barred", "barraged"])
def test_a_hex_is_attacked_by_somebody_who_still_can(fact: str) -> None:
    board = still({"18.ID": "AW22 N", "1re-DI": "AW23 S"}, side="german", turn=7)
    assert targets(board, DE) == [at("AW23")]
    setattr(board, fact, 1 << BY_ID["18.ID"])
    assert targets(board, DE) == []


@pytest.mark.rule("9.1.14", "9.1.8")
def test_heavy_guns_take_part_in_an_attack_and_engineers_do_not() -> None:
    board = still({"III/Fußa.1": "AW22 N", "Ebk.1": "AW22", "1re-DI": "AW23 S"}, side="german")
    assert why_not_attack(board, BY_ID["III/Fußa.1"], at("AW23")) is None
    found = why_not_attack(board, BY_ID["Ebk.1"], at("AW23"))
    assert found is not None
    assert found.rule == "9.1.14"


@pytest.mark.rule("9.1.10")
def test_siege_guns_alone_are_those_without_anything_beside_them() -> None:
    gun = "KMK.b3"
    assert lone_siege_guns(still({gun: "AW22"}), at("AW22"), GERMAN_SIDE)
    assert not lone_siege_guns(still({gun: "AW22", "18.ID": "AW22 N"}), at("AW22"), GERMAN_SIDE)
    assert not lone_siege_guns(still({gun: "AW22", "1.AOK": "AW22"}), at("AW22"), GERMAN_SIDE)
    assert not lone_siege_guns(still({"1.AOK": "AW22"}), at("AW22"), GERMAN_SIDE), "a staff is no gun"
    assert not lone_siege_guns(still({gun: "AW22"}), at("AW22"), ALLIED_SIDE)
    assert not lone_siege_guns(still(), at("AW22"), GERMAN_SIDE)


@pytest.mark.rule("9.1.4", "8.1.3", "9.2.6")
@pytest.mark.parametrize(
    ("fact", "rule"),
    [
        ("", ""),
        ("fought", "9.1.4"),
        ("barraged", "8.1.3"),
        ("barred", "9.2.6"),
    ],
)
def test_who_fought_fired_or_was_left_standing_attacks_nobody(fact: str, rule: str) -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N", "1re-DI": "AW23 S"}, side="german")
    if fact:
        setattr(board, fact, 1 << BY_ID["18.ID"])
    found = why_not_attack(board, BY_ID["18.ID"], at("AW23"))
    assert (found.rule if found else "") == rule
    assert why_not_attack(board, BY_ID["17.ID"], at("AW23")) is None, "the other may"


@pytest.mark.rule("9.1.14", "9.3.6", "20.2.8")
def test_staffs_shaken_units_and_scouts_in_peril_attack_nobody() -> None:
    board = still({"18.ID": "AW22 N", "2.AOK": "AW22", "9.KD": "AW22 N", "1re-DI": "AW23 S"}, side="german")

    def why(unit: str) -> str:
        found = why_not_attack(board, BY_ID[unit], at("AW23"))
        return found.rule if found else ""

    assert (why("2.AOK"), why("18.ID"), why("9.KD")) == ("9.1.14", "", "")
    board.loss_marker[BY_ID["18.ID"]] = 1
    board.perilled = 1 << BY_ID["9.KD"]
    assert (why("18.ID"), why("9.KD")) == ("9.3.6", "20.2.8")


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
@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("", ""),
        ("barraged", "8.1.3"),
        ("fought", "9.1.4"),
        ("barred", "9.2.6"),
        ("perilled", "20.2.8"),
        ("loss_marker", "9.3.6"),
        ("away", "9.1.1"),
        ("far", "9.1.1"),
        ("turned", "9.1.1"),
        ("staff", "9.1.14"),
    ],
)
def test_each_thing_that_keeps_a_unit_from_attacking(name: str, rule: str) -> None:
    assert refusal(name) == rule


@pytest.mark.rule("8.1.3", "9.2.6", "20.2.8")
@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("", ""),
        ("barraged", "8.1.3"),
        ("barred", "9.2.6"),
        ("perilled", "20.2.8"),
        ("loss_marker", "9.3.6"),
    ],
)
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
    for battle, ready in (
        (Battle(at("AW23")), ()),
        (Battle(at("AW23"), part=unit("18.ID")), ()),
        (Battle(at("AW23"), full=unit("18.ID")), ("fight",)),
    ):
        ask: Any = Muster(DE, battle).ask(board)
        assert ("fight" in tuple(ask.options)) == bool(ready)
        assert Muster(DE, battle)._ready(board) == ready
        assert any(option[1] == BY_ID["17.ID"] for option in ask.options if option != "fight")


@pytest.mark.rule("9.1.2", "9.1.6")
def test_a_hex_is_no_target_if_nobody_can_go_in_fully() -> None:
    for fact in ("fought", "barred", "barraged", "perilled"):
        board = still({"18.ID": "AW22 N", "1re-DI": "AW23 S"}, side="german")
        assert targets(board, DE) == [at("AW23")]
        assert targets(board, FR) == []
        setattr(board, fact, 1 << BY_ID["18.ID"])
        assert targets(board, DE) == []
    staff = still({"2.AOK": "AW22", "KMK.b3": "AW22 N fip", "1re-DI": "AW23 S"}, side="german")
    assert targets(staff, DE) == [], "headquarters and guns attack nobody"


@pytest.mark.rule("9.1.9", "9.1.8")
def test_of_two_nations_one_fights_with_its_whole_factor() -> None:
    board = still(
        {"1re-DI": "AW23 S", "1re-DA": "AW23 S"} if "1re-DA" in BY_ID else {"1re-DI": "AW23 S"}, side="german"
    )
    belgian = next(who for who in members(OF_NATION[BE]) if board.cbf(who) and board.arf(who))
    board.put(belgian, at("AW23"))
    both = unit("1re-DI") | 1 << belgian
    ask: Any = ChooseNation(Battle(at("AW23"), defenders=both)).ask(board)
    assert (ask.actor, tuple(ask.options)) == (ALLIED_SIDE, ("BE", "FR"))
    assert ChooseNation(Battle(at("AW23"), defenders=unit("1re-DI"))).ask(board) is None
    assert ChooseNation(Battle(at("AW23"), defenders=unit("1re-DI", "GH"))).ask(board) is None, "a staff has no factor"
    french, other = board.cbf(BY_ID["1re-DI"]), board.cbf(belgian)
    points = {
        whole: float(defence(board, Battle(at("AW23"), defenders=both, whole=whole))) for whole in (FR, BE, NOBODY)
    }
    assert points == {FR: french + other / 2, BE: other + french / 2, NOBODY: french + other}


@pytest.mark.rule("9.1.13")
def test_a_combat_begins_with_a_clean_sheet_and_takes_lone_siege_guns() -> None:
    board = still({"18.ID": "AW22 N", "1re-DI": "AW23 S"}, side="german")
    board.fought, board.attacked = unit("17.ID"), 1
    board.hurt, board.beaten, board.hesitant = {5: 1}, 1, 7
    found = Ready(Battle(at("AW23"), full=unit("18.ID"), defenders=unit("1re-DI"))).do(board)
    assert [type(step) for step in found] == [RollCombat]
    assert (board.hurt, board.beaten, board.hesitant) == ({}, -1, 0)
    assert board.fought == unit("17.ID", "18.ID", "1re-DI")
    assert board.attacked == 1 | 1 << at("AW23")
    guns = next(IDS[who] for who in members(OF_NATION[DE]) if IDS[who].startswith("KMK") and not board.arf(who))
    lone = still({guns: "AW23 N", "1re-DI": "AW22 N", "2e-DI": "AW22 N"}, side="allied")
    for full, takes in ((unit("1re-DI", "2e-DI"), True), (0, False)):
        steps = Ready(Battle(at("AW23"), full=full, defenders=unit(guns))).do(lone)
        assert isinstance(steps[0], TakeGuns) == takes


@pytest.mark.rule("9.1.2")
def test_what_was_sent_out_of_hexes_is_forgotten_when_the_first_nation_begins() -> None:
    for nation, sent in ((FR, {7: 3}), (GB, {7: 3})):
        board = still(side="allied")
        board.sent = dict(sent)
        Combats(nation).do(board)
        first = board.nations(board.side)[0]
        assert board.sent == ({} if nation == first else sent)
    board = still(side="german")
    board.sent = {7: 3}
    Combats(DE).do(board)
    assert board.sent == {}


@pytest.mark.rule("9.1.8", "9.5.3")
@pytest.mark.reading("siege-guns-in-combat")
def test_who_may_join_with_its_guns_alone() -> None:
    board = still({"18.ID": "AW22 N", "2e-RAL": "AW30 N", "KMK.b3": "AW22 N fip", "1re-DI": "AW23 S"}, side="german")
    hex = at("AW23")
    heavy = members(HEAVY & OF_NATION[DE])[0]
    refused = _why_not_guns(board, BY_ID["18.ID"], hex, 0)
    assert refused is not None
    assert refused.rule == "9.1.8"
    assert _why_not_guns(board, heavy, hex, 0) is None
    siege = BY_ID["KMK.b3"]
    assert SIEGE >> siege & 1
    open_field = _why_not_guns(board, siege, hex, 0)
    assert open_field is not None
    assert open_field.rule == "9.5.3"
    board.entrenched = unit("1re-DI")
    assert _why_not_guns(board, siege, hex, 0) is None
    second = _why_not_guns(board, siege, hex, 1 << siege)
    assert second is not None
    board.in_position = 0
    moving = _why_not_guns(board, siege, hex, 0)
    assert moving is not None
    board.in_position, board.ammo = 1 << siege, [0, 0]
    empty = _why_not_guns(board, siege, hex, 0)
    assert empty is not None
    assert empty.rule == "8.8.2"


@pytest.mark.rule("9.1.6", "9.1.1")
def test_what_attacked_out_of_a_hex_is_counted_in_half_steps() -> None:
    board = still({"18.ID": "AW22 N", "17.ID": "AW22 N -1", "1re-DI": "AW23 S"}, side="german")
    full, part = BY_ID["18.ID"], BY_ID["17.ID"]
    for already in (0, 3):
        board.sent = {at("AW22"): already} if already else {}
        Muster(DE, Battle(at("AW23"), full=1 << full, part=1 << part))._attack(board)
        assert board.sent == {at("AW22"): already + half_steps(board, full, "full") + half_steps(board, part, "part")}
    assert half_steps(board, full, "full") == 2 * board.steps(full)


@pytest.mark.rule("9.1.2", "9.1.1")
def test_only_front_hexes_can_be_attacked() -> None:
    board = still({"18.ID": "AW22 S", "1re-DI": "AW23 S"}, side="german")
    assert targets(board, DE) == []
    board.faces[BY_ID["18.ID"]] = 0
    assert targets(board, DE) == [at("AW23")]
    board.put(BY_ID["18.ID"], at("AW30"))
    board.put(BY_ID["1re-DI"], 0)
    assert targets(board, DE) == []


@pytest.mark.rule("9.1.8")
def test_forts_and_zones_add_their_factor_to_the_defence() -> None:
    zone = next(iter(forts.ZONE_AT))
    board = still({"18.ID": f"{MAP.grid.label(zone)} N"}, side="allied")
    unit = BY_ID["18.ID"]
    found = defence(board, Battle(zone, defenders=1 << unit))
    board.zones_gone = 1 << forts.ZONE_AT[zone]
    assert found - defence(board, Battle(zone, defenders=1 << unit)) == forts.ZONE_CBF[forts.ZONE_AT[zone]] == 2


@pytest.mark.rule("9.1.2")
def test_nobody_is_asked_where_there_is_nothing_to_attack() -> None:
    assert ChooseCombat(DE).ask(still({"18.ID": "AW22 N", "1re-DI": "BC9 N"}, side="german")) is None
