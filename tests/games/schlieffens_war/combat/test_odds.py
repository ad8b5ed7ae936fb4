"""11.8 to 11.19, 11.24: factors, columns, shifts and the die."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.schlieffens_war.combat.support import battle, fought, shifts
from games.schlieffens_war.positions import fight
from games.schlieffens_war.support import War, actor, at, go, h, hex_of, look, step, u, written
from marne.engine import Modifier
from marne.games.schlieffens_war.game import GAME
from marne.games.schlieffens_war.odds import forecast
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.combat.combat import (
    column_label,
    concentric,
    extra_loss,
    final_column,
    morale_shifts,
    needs_die,
    result_of,
    shifts_of_ground,
    standing_shifts,
    totals,
)

RING = {"NE": "2221", "E": "2321", "SE": "2421", "SW": "2422", "W": "2323", "NW": "2222"}


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
@pytest.mark.reading("depot-alone")
def test_a_depot_alone_has_no_chance() -> None:
    position = go(at({"1er CA": "2322", "Depot 1": "2321"}, side="entente"), "done", "attack 2321", "attack")
    assert fought(position).result == "0/3"
    assert hex_of(position, "Depot 1") == "eliminated"


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


@pytest.mark.rule("11.8", "8.7")
def test_totals_are_those_who_take_part_each_halved_for_itself() -> None:
    units: dict[str, Any] = {
        "X AK": "2322",
        "III RK": {"hex": "2322", "supply": "out"},
        "VII RK": {"hex": "2322", "supply": "out"},
        "IX AK": "2322",
        "1er CA": "2321",
        "2e CA": "2321",
    }
    made, battle = fight(units, "X AK, III RK, VII RK", "1er CA", "2321")
    assert totals(made, battle) == (4 + 2 + 2, 3), "half of three is two, twice"


@pytest.mark.rule("11.9", "11.17")
def test_columns_and_their_ends() -> None:
    assert [column_label(column) for column in (-1, 0, 1, 7, 8)] == ["<1:2", "1:2", "1:1", "7:1", ">7:1"]
    assert [needs_die(column) for column in (-1, 0, 7, 8)] == [False, True, True, False]
    assert [str(result_of(column, 4)) for column in (-1, 0, 1, 7, 8)] == ["2/0", "1/1", "1/1", "0/3", "0/3"]
    assert [str(result_of(column, 1)) for column in (0, 3, 4, 7)] == ["2/0", "2/1", "1/1", "0/2"]


@pytest.mark.rule("11.9", "11.8", "11.17")
@pytest.mark.reading("beyond-the-table")
def test_shifts_bring_odds_back_on_the_table() -> None:
    # 9 to 1 at Lille, a city: 8:1 is still off the table; with a heavy fortress besides, 7:1
    units = {"X AK": "1313", "III RK": "1313", "AOK 1": "1313", "Landwehr 5": "1214"}
    made, battle = fight(units | {"1er CC": {"hex": "1314", "steps": 1}}, "X AK, III RK, AOK 1", "1er CC", "1314")
    assert final_column(made, battle)[:3] == (9, 1, 7)
    weak: dict[str, Any] = {"Landwehr 5": {"hex": "2322", "morale": "elan"}, "1er CA": "2321"}
    made, battle = fight(weak, "Landwehr 5", "1er CA", "2321")
    assert final_column(made, battle)[:3] == (1, 3, 0), "1:3, and one right for elan"


@pytest.mark.rule("11.11", "11.12", "11.13")
def test_shifts_of_the_ground_name_their_rule() -> None:
    def found(target: str, *hexes: str) -> list[tuple[str, int]]:
        return [(shift.rule, shift.amount) for shift in shifts_of_ground(h(target), [h(hex) for hex in hexes])]

    assert found("2321", "2322") == []
    assert found("1615", "1715") == []
    assert found("1714", "1715") == [("11.11", -1)]
    assert found("1513", "1413") == [("11.12", -1)]
    assert found("1513", "1413", "1613") == [], "one attacker crosses no river"
    assert found("1116", "1117") == [("11.13", -1)]
    assert found("1314", "1213", "1214") == [("11.12", -1), ("11.13", -1), ("11.14", -1)]


@pytest.mark.rule("11.15", "11.13", "11.14")
def test_around_a_city_or_a_fortress_nothing_is_concentric() -> None:
    assert concentric(h("2322"), [h("2321"), h("2323")])
    assert not concentric(h("1116"), [h("1115"), h("1117")]), "Lille"
    assert not concentric(h("1809"), [h("1808"), h("1810")]), "Verdun"


@pytest.mark.rule("11.15")
def test_no_die_for_an_attack_from_one_side_and_no_shift_for_a_one() -> None:
    plain = go(at({"X AK": "2322", "1er CA": "2321"}), "done", "attack 2321", "attack")
    assert step(plain) == "ResolveAttack"
    units = {"X AK": "2221", "IX AK": "2422", "AOK 1": "2222", "2e CA": "2322"}
    position = go(at(units), "done", "attack 2322", "with X AK", "with IX AK", "attack")
    assert actor(position) == "chance"
    for die, due in ((1, ()), (4, (Modifier("11.15", "concentric", 2),))):
        after = go(position, die)
        assert after.board.battle is not None
        assert after.board.battle.shifts == due


@pytest.mark.rule("11.16", "9.6")
@pytest.mark.parametrize(
    ("morale", "attack", "defence"),
    [
        ((1, 1), {"elan_attack": 1}, {"elan_defence": -1}),
        ((1, 0), {}, {}),
        ((0, 0), {}, {}),
        ((-1, 1), {"fatigue_attack": -1}, {"fatigue_defence": 1}),
        ((-1, -1), {"fatigue_attack": -1}, {"fatigue_defence": 1}),
        ((), {}, {}),
    ],
)
def test_what_morale_shifts(morale: tuple[int, ...], attack: dict[str, int], defence: dict[str, int]) -> None:
    for attacking, due in ((True, attack), (False, defence)):
        found = morale_shifts(morale, attacking)
        assert {shift.text: shift.amount for shift in found} == due
        assert all(shift.rule == "11.16" for shift in found)


@pytest.mark.rule("11.16", "11.24")
@pytest.mark.reading("hq-morale")
def test_whose_morale_and_whose_effort_count() -> None:
    units: dict[str, Any] = {
        "X AK": {"hex": "2321", "morale": "fatigued"},
        "AOK 1": "2321",
        "1er CA": {"hex": "2322", "morale": "elan"},
        "5e Armée": "2322",
    }

    def found(turn: int, attackers: str, defenders: str, target: str) -> list[str]:
        made, battle = fight(units, attackers, defenders, target, turn=turn)
        return [shift.text for shift in standing_shifts(made, battle)]

    entente = ("1er CA, 5e Armée", "X AK, AOK 1", "2321")
    assert found(8, *entente) == ["elan_attack", "fatigue_defence"]
    assert found(9, *entente) == found(10, *entente) == ["elan_attack", "fatigue_defence", "final_effort"]
    assert found(9, "X AK, AOK 1", "1er CA, 5e Armée", "2322") == ["fatigue_attack", "elan_defence"]


@pytest.mark.rule("11.19")
@pytest.mark.parametrize(
    ("attackers", "force", "due"),
    [("X AK", "I Corps", 1), ("X AK", "BEF", 1), ("X AK", "1er CA", 0), ("X AK", "1er CA, II Corps", 1)],
)
@pytest.mark.reading("british-fire")
def test_british_fire_costs_germans_a_step(attackers: str, force: str, due: int) -> None:
    units = dict.fromkeys(attackers.split(", "), "2322") | dict.fromkeys(force.split(", "), "2321")
    made, battle = fight(units, attackers, force, "2321")
    assert extra_loss(made, battle) == due
    assert extra_loss(made, replace(battle, defenders=battle.defenders[:1])) == due, "whether they take part or not"


@pytest.mark.rule("11.19")
def test_only_germans_lose_by_british_fire() -> None:
    """Nobody but Germans attacks the British in play; the rule is theirs all the same."""
    made, battle = fight({"1er CA": "2322", "I Corps": "2321"}, "1er CA", "I Corps", "2321")
    assert battle.side == 1
    assert extra_loss(made, battle) == 0


Losses = dict[tuple[int, int], Fraction]


def odds_of(position: War, attackers: tuple[str, ...], force: tuple[str, ...], target: str) -> Losses:
    made = position.board
    units = tuple(sorted(u(name) for name in attackers))
    bases = tuple(sorted({made.where[unit] for unit in units}))
    return forecast(made, Battle(0, h(target), units, bases, tuple(u(name) for name in force), h(target))).losses


@pytest.mark.rule("11.17")
def test_exact_odds_of_a_plain_attack() -> None:
    position = at({"X AK": "2322", "IX AK": "2322", "1er CA": "2321"})
    # 8 against 3 is 2:1: 2/0 2/0 1/1 1/2 1/2 0/2
    assert odds_of(position, ("X AK", "IX AK"), ("1er CA",), "2321") == {
        (2, 0): Fraction(1, 3),
        (1, 1): Fraction(1, 6),
        (1, 2): Fraction(1, 3),
        (0, 2): Fraction(1, 6),
    }


@pytest.mark.rule("11.15", "11.17")
def test_exact_odds_add_up_the_concentric_die() -> None:
    units = {"X AK": "2221", "IX AK": "2422", "AOK 1": "2222", "2e CA": "2322"}
    losses = odds_of(at(units), ("X AK", "IX AK"), ("2e CA",), "2322")
    assert sum(losses.values()) == 1
    # by hand: columns 2:1 once, 3:1 twice, 4:1 twice, 5:1 once in six; 2/0 comes on two dice of the first only
    assert losses[2, 0] == Fraction(2, 36)
    assert losses[2, 1] == Fraction(2, 36)


@pytest.mark.rule("11.17", "6.6")
def test_explain_counts_the_unseen_alike() -> None:
    units = {"X AK": "2322", "IX AK": "2322", "VII AK": "2322", "2e CA": "2321", "1er CA": "2321", "3e CA": "2018"}
    position = go(at(units), "done")
    seen = look(position, 0)
    told = GAME.sight(seen).odds(h("2321"))
    assert told is not None
    assert all("/" in text.split(":")[0] for text in told.distributions[0].chances())
    assert any("unseen" in note for note in told.notes)
    assert told.hope is not None
    hurt = sum(Fraction(each.part, each.whole) for each in told.distributions[0].outcomes if each.harm)
    assert 0 < Fraction(told.hope.part, told.hope.whole) == hurt < 1
    assert GAME.sight(look(position, 1)).odds(h("2321")) is None


@pytest.mark.rule("11.19")
def test_germans_lose_more_against_the_british() -> None:
    # 12 against 4 at 3:1, die 5: 0/2 becomes 1/2
    position = battle({"I Corps": "2321"}, 5)
    position = go(position, next(text for text in written(position) if text.startswith("retreat")))
    assert (actor(position), step(position)) == ("german", "AttackerLosses")
    french = {"1er CA": "2322", "2e CA": "2322", "3e CA": "2322", "I Corps": "2323", "X AK": "2321"}
    names = ("with 1er CA", "with 2e CA", "with 3e CA")
    position = go(at(french, side="entente"), "done", "attack 2321", *names, "attack", 6)
    position = go(position, next(text for text in written(position) if text.startswith("retreat")))
    assert step(position) != "AttackerLosses"
