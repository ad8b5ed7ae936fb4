"""Chapter 11 up to the die: probing, attackers, defenders, odds and shifts, siege guns; 5.4."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from marne.engine import Modifier
from marne.games.schlieffens_war.board import ATTACKED, DEFENDED, PROBED
from marne.games.schlieffens_war.components.units import NAMES
from marne.games.schlieffens_war.events import BattleFought
from marne.games.schlieffens_war.rules.combat.attack import ChooseAttackers, attackable, barred, defender_choices
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.combat.combat import concentric
from marne.games.schlieffens_war.rules.combat.losses import ResolveAttack

from .support import War, actor, at, board, events, go, h, hex_of, refused, step, u, written

RING = {"NE": "2221", "E": "2321", "SE": "2421", "SW": "2422", "W": "2323", "NW": "2222"}


def fought(position: War) -> BattleFought:
    (event,) = events(position, BattleFought)
    assert isinstance(event, BattleFought)
    return event


def shifts(position: War) -> dict[str, int]:
    return {modifier.text: modifier.amount for modifier in fought(position).modifiers}


# -- 11.1


@pytest.mark.rule("11.1", "7.1")
def test_a_probe_goes_from_zone_to_zone() -> None:
    position = at({"X AK": "2322", "1er CA": "2321"})
    assert written(position) == ["probe X AK", "done"]
    position = go(position, "probe X AK")
    assert written(position) == ["2221", "2421"], "empty, and next to the enemy"
    position = go(position, "2221")
    assert hex_of(position, "X AK") == "2221"
    assert position.board.controller(h("2221")) == 0
    assert step(position) != "ChooseTarget", "who probes attacks nobody"


@pytest.mark.rule("11.1", "4.4")
def test_a_probe_is_no_attack_of_plan_xvii() -> None:
    position = go(at({"1er CA": "2007", "X AK": "1907"}, side="entente"), "probe 1er CA", "2006")
    assert position.board.plan_xvii == 0
    assert position.board.controller(h("2006")) == 1


@pytest.mark.rule("11.1")
def test_who_may_not_probe() -> None:
    units = {"X AK": {"hex": "2322", "morale": "fatigued"}, "IX AK": "2322", "AOK 2": "2322", "1er CA": "2321"}
    position = at(units)
    assert written(position) == ["probe IX AK", "done"]
    assert refused(position, "probe X AK") == "11.1"
    assert refused(position, "probe AOK 2") == "11.7"
    position = go(position, "probe IX AK", "2221")
    assert written(position) == ["probe AOK 2", "done"], "an HQ follows its corps"


# -- 11.2 to 11.7


@pytest.mark.rule("5.4", "11.0", "11.6")
def test_attacks_are_voluntary() -> None:
    position = go(at({"X AK": "2322", "1er CA": "2321"}), "done", "done")
    assert step(position) != "ChooseTarget"
    assert hex_of(position, "1er CA") == "2321"


@pytest.mark.rule("11.0")
def test_targets_are_adjacent() -> None:
    position = go(at({"X AK": "2322", "1er CA": "2321", "2e CA": "2319"}), "done")
    assert written(position) == ["attack 2321", "done"]
    assert refused(position, "attack 2319") == "11.0"
    assert refused(position, "attack 2222") == "11.0"


@pytest.mark.rule("11.4", "6.7", "5.4")
def test_from_several_hexes_all_must_be_in_command() -> None:
    units = {"X AK": "2322", "IX AK": "2221", "1er CA": "2321"}
    position = go(at(units), "done", "attack 2321", "with X AK")
    assert written(position) == ["attack"]
    assert refused(position, "with IX AK") == "11.4"
    led = go(at(units | {"AOK 7": "2323"}), "done", "attack 2321", "with X AK")
    assert written(led) == ["with IX AK", "attack"]
    together = go(at(units | {"VII AK": "2322"}), "done", "attack 2321", "with X AK")
    assert written(together) == ["with VII AK", "attack"], "in one hex command does not matter"


@pytest.mark.rule("11.4", "6.7")
def test_one_unit_out_of_command_keeps_the_others_away_whoever_is_named_first() -> None:
    # AOK 1 in 2220 leads 2221 and not 2322's western neighbour 2323; the enemy stands in 2222
    units = {"X AK": "2221", "IX AK": "2323", "AOK 1": "2220", "1er CA": "2222"}
    position = go(at(units), "done", "attack 2222")
    assert written(position) == ["with X AK", "with IX AK"] or written(position) == ["with IX AK", "with X AK"]
    for first, second in (("X AK", "IX AK"), ("IX AK", "X AK")):
        chosen = go(position, f"with {first}")
        assert written(chosen) == ["attack"], f"{second} can't join {first}"
        assert refused(chosen, f"with {second}") == "11.4"


@pytest.mark.rule("11.3", "11.4")
def test_as_many_as_can_be_brought_to_bear_from_all_around() -> None:
    around = {"X AK": "2221", "IX AK": "2221", "VII AK": "2221", "II AK": "2421", "III AK": "2323", "AOK 1": "2222"}
    position = go(at(around | {"1er CA": "2322"}), "done", "attack 2322")
    for name in ("X AK", "IX AK", "VII AK", "II AK", "III AK"):
        position = go(position, f"with {name}")
    assert written(position) == ["attack"]
    assert refused(position, "with AOK 1") == "2.3", "no corps attacks from its hex"
    position = go(position, "attack")
    assert position.board.battle is not None
    assert position.board.battle.bases == tuple(sorted(h(label) for label in ("2221", "2421", "2323")))


@pytest.mark.rule("11.3", "11.0")
def test_only_units_next_to_the_hex_and_of_the_side_attack_it() -> None:
    units = {"X AK": "2322", "IX AK": "2323", "1er CA": "2321", "2e CA": "2421", "AOK 1": "2322"}
    position = go(at(units), "done", "attack 2321")
    assert step(position) == "ChooseAttackers"
    assert written(position) == ["with AOK 1", "attack"], "X AK is the only corps in reach, so nobody asks for it"
    assert refused(position, "with IX AK") == "11.0"


@pytest.mark.rule("11.6", "11.5", "11.17")
def test_the_order_of_an_attack() -> None:
    made = at({"X AK": "2322", "1er CA": "2321"}).board
    order = ChooseAttackers(0, h("2321"), (u("X AK"),)).do(made, "attack")
    names = [type(each).__name__ for each in order]
    assert names == ["NameDefenders", "ConcentricAttack", "SiegeGuns", "ResolveAttack", "EndOfAttack"]
    made.battle = replace(made.battle, defenders=(u("1er CA"),)) if made.battle else None
    names = [type(each).__name__ for each in ResolveAttack().do(made, 1)]
    assert names == ["DefenderLosses", "AttackerLosses", "MoraleAfterCombat", "AdvanceAfterCombat"]


@pytest.mark.rule("11.5", "11.2")
def test_only_units_that_were_not_attacked_yet_are_attacked() -> None:
    units = {"X AK": "2322", "1er CA": "2321", "2e CA": "2321", "3e CA": "2222"}
    made = board(units)
    assert attackable(made, 0) == 1 << h("2321") | 1 << h("2222")
    assert attackable(made, 1) == 1 << h("2322")
    made.acts[u("1er CA")] |= DEFENDED
    made.acts[u("3e CA")] |= DEFENDED
    made.acts[u("2e CA")] |= PROBED | ATTACKED
    assert attackable(made, 0) == 1 << h("2321"), "2e CA is left"
    ChooseAttackers(0, h("2321"), (u("X AK"),)).do(made, "attack")
    assert made.battle is not None
    assert made.battle.force == (u("2e CA"),)
    assert made.acts[u("X AK")] & ATTACKED
    made.acts[u("2e CA")] |= DEFENDED
    assert attackable(made, 0) == 0


@pytest.mark.rule("11.7", "9.2", "11.5")
def test_what_bars_a_unit_from_attacking() -> None:
    units = {
        "X AK": "2322",
        "AOK 1": "2322",
        "Depot 1": "2322",
        "Fort Metz": "1807",
        "I Corps": "2321",
        "1er CA": "2421",
    }
    made = board(units, turn=3)
    rules = {name: reason.rule for name in units if (reason := barred(made, u(name)))}
    assert rules == {"Depot 1": "11.7", "Fort Metz": "11.7", "I Corps": "11.7"}, "on turn 3 the British, and only they"
    assert barred(board(units, turn=4), u("I Corps")) is None
    for flag, rule in ((PROBED, "11.1"), (ATTACKED, "11.5"), (DEFENDED, "")):
        made.acts[u("X AK")] = flag
        found = barred(made, u("X AK"))
        assert (found.rule if found else "") == rule


@pytest.mark.rule("11.6", "11.0")
def test_targets_are_every_attackable_hex_and_no_question_without_one() -> None:
    units = {"X AK": "2322", "1er CA": "2321", "2e CA": "2222", "3e CA": "2319"}
    assert written(go(at(units), "done")) == ["attack 2222", "attack 2321", "done"]
    assert step(at({"X AK": "2322", "1er CA": "2319"})) == "Attrition", "nobody near: the phase is over"


@pytest.mark.rule("11.2", "6.2")
def test_who_defends_when_no_corps_is_there() -> None:
    def choices(*names: str) -> list[tuple[str, ...]]:
        made = board(dict.fromkeys(names, "2321"))
        battle = Battle(1, h("2321"), (), (), tuple(u(name) for name in names), h("2321"))
        return [tuple(NAMES[unit] for unit in team) for team in defender_choices(made, battle)]

    assert choices("AOK 1", "Depot 1") == [("AOK 1",)], "an HQ must, and the depot stays out"
    assert choices("Depot 1", "Depot 2") == [("Depot 1", "Depot 2")]
    assert choices("X AK", "Depot 1") == [("X AK",)]
    assert choices("Fort Metz", "Depot 1") == [("Fort Metz",)]
    assert choices("Fort Metz", "X AK") == [("X AK", "Fort Metz")]
    assert choices("X AK", "AOK 1") == [("X AK", "AOK 1"), ("X AK",)], "with a corps the HQ may stay out"


@pytest.mark.rule("11.3", "11.5")
def test_units_of_a_stack_may_attack_different_hexes_once() -> None:
    units = {"X AK": "2322", "IX AK": "2322", "1er CA": "2321", "2e CA": "2222"}
    position = go(at(units), "done", "attack 2321", "with X AK", "attack", 4)
    while actor(position) != "german" or step(position) != "ChooseTarget":
        position = position.play(next(iter(position.open or ())))
    assert "attack 2222" in written(position)
    assert refused(position, "attack 2321") == "11.5"
    position = go(position, "attack 2222")
    assert step(position) == "ChooseAttackers"
    assert written(position) == ["attack"], "IX AK is the only one left"
    assert refused(position, "with X AK") == "11.5"


@pytest.mark.rule("2.3", "11.7")
def test_an_hq_attacks_only_beside_a_corps() -> None:
    units = {"X AK": "2322", "IX AK": "2222", "AOK 2": "2222", "AOK 1": "2323", "2e CA": "2321", "1er CA": "2221"}
    position = go(at(units), "done", "attack 2221", "with X AK")
    assert refused(position, "with AOK 2") == "2.3"
    position = go(position, "with IX AK")
    assert "with AOK 2" in written(position)
    lonely = at({"AOK 2": "2322", "1er CA": "2321", "X AK": "1007"})
    assert step(lonely) not in ("ChooseTarget", "ChooseProbe")


@pytest.mark.rule("11.7")
def test_forts_and_depots_never_attack() -> None:
    position = at({"Fort Metz": "1807", "Depot 5": "1807", "1er CA": "1808"})
    assert step(position) not in ("ChooseTarget", "ChooseProbe")


@pytest.mark.rule("11.7", "9.2")
def test_the_british_wait_for_turn_4() -> None:
    units = {"I Corps": "2322", "X AK": "2321"}
    early = at(units, side="entente", turn=3)
    assert step(early) not in ("ChooseTarget", "ChooseProbe")
    assert "attack 2321" in written(go(at(units, side="entente", turn=4), "done"))


@pytest.mark.rule("11.7", "10.8")
def test_belgians_attack_in_their_area_only() -> None:
    units = {"1re-5e DA": "1208", "X AK": "1108", "IX AK": "1209"}
    position = go(at(units, side="entente"), "done")
    assert written(position) == ["attack 1209", "done"]
    assert refused(position, "attack 1108") == "10.8"


@pytest.mark.rule("11.2", "6.2")
def test_the_owner_names_two_defenders_of_three_and_the_hq() -> None:
    units = {"X AK": "2322", "1er CA": "2321", "2e CA": "2321", "3e CA": "2321", "5e Armée": "2321"}
    position = go(at(units), "done", "attack 2321", "attack")
    assert (actor(position), step(position)) == ("entente", "NameDefenders")
    assert len(written(position)) == 6
    assert "defend with 1er CA, 2e CA, 5e Armée" in written(position)
    # 4 against 4 + 3 is 1:2
    assert fought(go(position, "defend with 1er CA, 2e CA", 1)).column == "1:2"
    event = fought(go(position, "defend with 2e CA, 3e CA, 5e Armée"))
    assert (event.attack, event.defence, event.column) == (4, 10, "<1:2")


@pytest.mark.rule("11.2")
def test_two_corps_defend_without_a_question_and_a_fort_counts_as_one() -> None:
    position = go(at({"X AK": "2322", "1er CA": "2321", "2e CA": "2321"}), "done", "attack 2321", "attack")
    assert step(position) == "ResolveAttack"
    units = {"X AK": "2017", "Fort Paris": "2018", "1er CA": "2018", "2e CA": "2018"}
    position = go(at(units), "done", "attack 2018", "attack")
    assert len(written(position)) == 3


@pytest.mark.rule("11.8", "8.7")
def test_factors_without_supply_are_halved() -> None:
    units = {
        "X AK": {"hex": "2322", "supply": "out"},
        "III RK": {"hex": "2322", "supply": "fortress"},
        "1er CA": {"hex": "2321", "supply": "out"},
    }
    position = go(at(units), "done", "attack 2321", "with X AK", "with III RK", "attack", 6)
    assert (fought(position).attack, fought(position).defence) == (4, 2)


@pytest.mark.rule("11.9")
def test_no_die_off_the_table() -> None:
    units = {"X AK": "2322", "IX AK": "2322", "VII AK": "2322", "1er CC": {"hex": "2321", "steps": 1}}
    attackers = ("with X AK", "with IX AK", "with VII AK")
    position = go(at(units), "done", "attack 2321", *attackers, "attack")
    assert (fought(position).column, fought(position).die, fought(position).result) == (">7:1", 0, "0/3")
    assert hex_of(position, "1er CC") == "eliminated"


@pytest.mark.rule("11.8", "8.8", "2.8")
def test_a_depot_alone_has_no_chance() -> None:
    position = go(at({"1er CA": "2322", "Depot 1": "2321"}, side="entente"), "done", "attack 2321", "attack")
    assert fought(position).result == "0/3"
    assert hex_of(position, "Depot 1") == "eliminated"


# -- 11.10 to 11.16, 11.24


def attack_from(start: str, target: str, defender: str = "1er CA", **more: Any) -> War:
    units = {"X AK": start, "IX AK": start, defender: target} | more
    names = ("with X AK", "with IX AK")
    position = at(units)
    if step(position) == "ChooseProbe":
        position = go(position, "done")
    return go(position, f"attack {target}", *names, "attack")


@pytest.mark.rule("11.10")
def test_clear_and_forest_shift_nothing() -> None:
    assert shifts(go(attack_from("2322", "2321"), 1)) == {}
    assert shifts(go(attack_from("1715", "1615"), 1)) == {}


@pytest.mark.rule("11.11")
def test_rough() -> None:
    assert shifts(go(attack_from("1715", "1714"), 1)) == {"rough": -1}


@pytest.mark.rule("11.12")
def test_a_river_counts_if_all_cross_it() -> None:
    assert shifts(go(attack_from("1413", "1513"), 1)) == {"river": -1}
    units = {"X AK": "1413", "IX AK": "1613", "1er CA": "1513", "AOK 1": "1614"}
    position = go(at(units), "done", "attack 1513", "with X AK", "with IX AK", "attack", 1)
    assert shifts(position) == {}


@pytest.mark.rule("11.13", "11.14")
def test_cities_and_heavy_fortresses_add_up() -> None:
    assert shifts(go(attack_from("1117", "1116"), 1)) == {"city": -1}
    assert shifts(go(attack_from("1313", "1314"), 1)) == {"city": -1, "heavy_fortress": -1}
    all_three = attack_from("1213", "1314")
    assert shifts(all_three) == {"river": -1, "city": -1, "heavy_fortress": -1}
    assert Modifier("11.14", "heavy_fortress", -1) in fought(all_three).modifiers


@pytest.mark.rule("11.14", "2.5")
def test_a_fort_counter_adds_its_factor_and_no_shift() -> None:
    position = attack_from("1313", "1314", "Fort Maubeuge")
    assert step(position) == "SiegeGuns"
    position = go(position, "none", 1)
    assert fought(position).defence == 3
    assert shifts(position) == {"city": -1, "heavy_fortress": -1}


@pytest.mark.rule("11.15")
@pytest.mark.parametrize(
    ("sides", "due"),
    [
        ("E W", True),
        ("NE SW", True),
        ("E SE", False),
        ("NE SE", False),
        ("NE SE W", True),
        ("E SW NW", True),
        ("NE E SE", False),
        ("NE E SE NW", True),
        ("NE E", False),
        ("E", False),
    ],
)
def test_what_is_concentric(sides: str, due: bool) -> None:
    assert concentric(h("2322"), [h(RING[side]) for side in sides.split()]) is due


@pytest.mark.rule("11.15", "11.13", "11.14")
def test_cities_and_fortresses_are_never_surrounded() -> None:
    around = [h(label) for label in ("1214", "1315", "1414", "1413", "1313", "1213")]
    assert not concentric(h("1314"), around)


@pytest.mark.rule("11.15")
@pytest.mark.parametrize(("die", "column"), [(1, "2:1"), (2, "3:1"), (3, "3:1"), (4, "4:1"), (5, "4:1"), (6, "5:1")])
def test_the_concentric_die(die: int, column: str) -> None:
    units = {"X AK": "2221", "IX AK": "2422", "AOK 1": "2222", "2e CA": "2322"}
    position = go(at(units), "done", "attack 2322", "with X AK", "with IX AK", "attack")
    assert step(position) == "ConcentricAttack"
    event = fought(go(position, die, 1))
    assert (event.attack, event.defence, event.column) == (8, 4, column)


@pytest.mark.rule("11.16", "9.6")
def test_morale_shifts() -> None:
    def with_morale(first: str, second: str, defender: str) -> dict[str, int]:
        units = {
            "X AK": {"hex": "2322", "morale": first},
            "IX AK": {"hex": "2322", "morale": second},
            "AOK 1": "2322",
            "1er CA": {"hex": "2321", "morale": defender},
        }
        position = at(units)
        if step(position) == "ChooseProbe":
            position = go(position, "done")
        attackers = ("with X AK", "with AOK 1", "with IX AK")
        return shifts(go(position, "attack 2321", *attackers, "attack", 1))

    assert with_morale("elan", "elan", "normal") == {"elan_attack": 1}, "HQs have no morale"
    assert with_morale("elan", "normal", "elan") == {"elan_defence": -1}
    assert with_morale("fatigued", "elan", "fatigued") == {"fatigue_attack": -1, "fatigue_defence": 1}


@pytest.mark.rule("11.24")
@pytest.mark.parametrize(("turn", "due"), [(8, 0), (9, 1), (10, 1)])
def test_final_effort_of_the_entente(turn: int, due: int) -> None:
    units = {"1er CA": "2322", "2e CA": "2322", "X AK": "2321"}
    position = go(at(units, side="entente", turn=turn), "done", "attack 2321", "with 1er CA", "with 2e CA", "attack", 1)
    assert shifts(position).get("final_effort", 0) == due
    german = go(at({"1er CA": "2322", "X AK": "2321"}, turn=turn), "done", "attack 2322", "attack", 1)
    assert "final_effort" not in shifts(german)


# -- 11.23


def siege(turn: int = 2, **more: Any) -> War:
    units = {"X AK": "1108", "IX AK": "1108", "VII AK": "1108", "AOK 2": "1108", "Fort Liège": "1109"}
    position = at(units, turn=turn, **more)
    if step(position) == "ChooseProbe":
        position = go(position, "done")
    return go(position, "attack 1109", "with X AK", "with IX AK", "with VII AK", "with AOK 2", "attack")


@pytest.mark.rule("11.23")
def test_guns_and_coup_against_a_city_with_a_fort() -> None:
    position = siege()
    assert written(position) == ["none", "artillery", "coup"]
    position = go(position, "artillery", 6)
    assert step(position) == "KeepArtillery"
    position = go(position, 2)
    assert written(position) == ["none", "coup"], "one gun an attack; the coup may still join, its die apart"
    assert step(go(position, "none")) == "ResolveAttack"
    position = go(position, "coup", 4)
    assert (position.board.artillery, position.board.artillery_next, position.board.coup) == (2, 0, 0)
    position = go(position, 1)
    assert shifts(position) == {"city": -1, "heavy_fortress": -1, "artillery": 2, "coup": 1}


@pytest.mark.rule("11.23")
@pytest.mark.parametrize(("die", "shift"), [(1, None), (2, None), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_the_heavy_artillery_die(die: int, shift: int | None) -> None:
    assert shifts(go(siege(), "coup", die, "none", 1)).get("coup") == shift


@pytest.mark.rule("11.23")
def test_a_gun_comes_back_on_a_1_and_always_after_turn_1() -> None:
    kept = go(siege(), "artillery", 1, 1)
    assert (kept.board.artillery, kept.board.artillery_next) == (2, 1)
    first = go(siege(turn=1), "artillery", 1, "none")
    assert step(first) == "ResolveAttack", "no die for the gun on turn 1"
    assert (first.board.artillery, first.board.artillery_next) == (2, 1)


@pytest.mark.rule("11.23")
def test_no_markers_no_question() -> None:
    assert step(siege(artillery=0, coup=0)) == "ResolveAttack"
    assert written(siege(artillery=0)) == ["none", "coup"]


@pytest.mark.rule("11.23")
def test_only_supplied_attacks_on_cities_with_forts() -> None:
    units = {"X AK": {"hex": "1108", "supply": "out"}, "Fort Liège": "1109"}
    assert step(go(at(units), "done", "attack 1109", "attack")) != "SiegeGuns"
    no_fort = {"X AK": "1117", "1er CA": "1116"}
    assert step(go(at(no_fort), "done", "attack 1116", "attack")) == "ResolveAttack"
    french = {"1er CA": "1808", "2e CA": "1808", "3e CA": "1808", "Fort Metz": "1807"}
    names = ("with 1er CA", "with 2e CA", "with 3e CA")
    assert step(go(at(french, side="entente"), "done", "attack 1807", *names, "attack")) != "SiegeGuns"


@pytest.mark.rule("11.5")
def test_retreated_units_are_not_attacked_again() -> None:
    # HQs in 2320 and 2420 leave 2220 as the only way back, next to a corps that casts no zone beside its fort
    units = {"X AK": "2322", "IX AK": "2322", "AOK 1": "2320", "AOK 2": "2420", "1er CA": "2321"}
    position = at(units | {"Fort Metz": "2221", "II AK": "2221"})
    position = go(position, "done", "attack 2321", "with X AK", "with IX AK", "attack", 6, "retreat 2220", "done")
    assert hex_of(position, "1er CA") == "2220"
    assert step(position) != "ChooseTarget", "II AK is next to it, and fresh"
    fresh = at(units | {"Fort Metz": "2221", "II AK": "2221", "1er CA": "2220"})
    assert "attack 2220" in written(go(fresh, "done"))
