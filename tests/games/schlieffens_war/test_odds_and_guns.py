"""Chapter 11, the arithmetic of an attack: factors, columns, shifts, British fire, Plan XVII, siege guns."""

from __future__ import annotations

from typing import Any

import pytest

from marne.engine import Modifier
from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.rules.combat.artillery import FireMarker, KeepArtillery, marker_choices
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.combat.combat import (
    attack_factor,
    column_label,
    concentric,
    counts_for_plan_xvii,
    defence_factor,
    extra_loss,
    final_column,
    holds_fort,
    morale_shifts,
    needs_die,
    result_of,
    shifts_of_ground,
    standing_shifts,
    totals,
)

from .support import actor, at, board, go, h, step, u, written


def fight(units: dict[str, Any], attackers: str, defenders: str, target: str, **more: Any) -> tuple[WarBoard, Battle]:
    """An attack with its defenders named; names are parted by commas."""
    made = board(units, **more)
    own, theirs = (tuple(u(name) for name in text.split(", ")) for text in (attackers, defenders))
    bases = tuple(sorted({made.where[unit] for unit in own}))
    side = 0 if made.occupied[0] >> bases[0] & 1 else 1
    return made, Battle(side, h(target), own, bases, theirs, h(target), theirs)


@pytest.mark.rule("8.7", "8.9", "11.8")
@pytest.mark.pure(why="a constant of the rules is set")
@pytest.mark.parametrize(("factor", "half"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_half_a_factor_is_rounded_up(monkeypatch: pytest.MonkeyPatch, factor: int, half: int) -> None:
    monkeypatch.setattr(WarBoard, "factor", lambda board, unit: factor)
    names = {"X AK": "supply", "IX AK": "fortress", "VII AK": "out"}
    made = board({name: {"hex": "2322", "supply": state} for name, state in names.items()})
    assert [attack_factor(made, u(name)) for name in names] == [factor, half, half]
    assert [defence_factor(made, u(name)) for name in names] == [factor, factor, half]


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
    for die, shifts in ((1, ()), (4, (Modifier("11.15", "concentric", 2),))):
        after = go(position, die)
        assert after.board.battle is not None
        assert after.board.battle.shifts == shifts


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
def test_british_fire_costs_germans_a_step(attackers: str, force: str, due: int) -> None:
    units = dict.fromkeys(attackers.split(", "), "2322") | dict.fromkeys(force.split(", "), "2321")
    made, battle = fight(units, attackers, force, "2321")
    assert extra_loss(made, battle) == due


@pytest.mark.rule("11.19")
def test_only_germans_lose_by_british_fire() -> None:
    """Nobody but Germans attacks the British in play; the rule is theirs all the same."""
    made, battle = fight({"1er CA": "2322", "I Corps": "2321"}, "1er CA", "I Corps", "2321")
    assert battle.side == 1
    assert extra_loss(made, battle) == 0


@pytest.mark.rule("4.4")
@pytest.mark.parametrize(
    ("attackers", "target", "due"),
    [
        ("1er CA", "1907", True),
        ("1er CA, 5e Armée", "1907", True),
        ("1er CA", "1908", False),
        ("1er CA, I Corps", "1907", False),
        ("I Corps", "1907", False),
        ("1re-5e DA", "1907", False),
    ],
)
def test_attacks_that_plan_xvii_counts(attackers: str, target: str, due: bool) -> None:
    units = dict.fromkeys(attackers.split(", "), "2007") | {"X AK": target}
    assert counts_for_plan_xvii(fight(units, attackers, "X AK", target)[1]) is due


@pytest.mark.rule("4.4", "11.17")
def test_the_track_of_plan_xvii_goes_up_by_one() -> None:
    units = {"1er CA": "2007", "2e CA": "2007", "X AK": "1907"}
    position = at(units, side="entente", plan_xvii=3)
    position = go(position, "done") if step(position) == "ChooseProbe" else position
    position = go(position, "attack 1907", "with 1er CA", "with 2e CA", "attack", 1)
    assert position.board.plan_xvii == 4


@pytest.mark.rule("2.5", "11.14")
def test_a_fort_counter_is_in_the_hex_or_it_is_not() -> None:
    made = board({"Fort Metz": "1807", "X AK": "1807", "AOK 1": "1907"})
    assert holds_fort(made, h("1807"))
    assert not holds_fort(made, h("1907"))
    assert not holds_fort(made, h("1809"))


# -- 11.23


def choices(
    units: dict[str, Any], attackers: str, target: str = "1109", fired: tuple[str, ...] = (), **more: Any
) -> tuple[str, ...]:
    made = board(units, **more)
    own = tuple(u(name) for name in attackers.split(", "))
    bases = tuple(sorted({made.where[unit] for unit in own}))
    side = 0 if made.occupied[0] >> bases[0] & 1 else 1
    return marker_choices(made, Battle(side, h(target), own, bases, (), h(target)), fired)


@pytest.mark.rule("11.23")
def test_which_markers_may_be_committed() -> None:
    units: dict[str, Any] = {"X AK": "1108", "IX AK": "1108", "Fort Liège": "1109"}
    both = ("none", "artillery", "coup")
    assert choices(units, "X AK, IX AK") == both
    assert choices(units, "X AK", artillery=1, coup=0) == ("none", "artillery")
    assert choices(units, "X AK", artillery=0) == ("none", "coup")
    assert choices(units, "X AK", artillery=0, coup=0) == ()
    assert choices(units, "X AK", fired=("artillery",)) == ("none", "coup"), "no second gun"
    assert choices(units, "X AK", fired=("artillery", "coup")) == ()


@pytest.mark.rule("11.23")
def test_every_attacker_must_be_in_regular_supply() -> None:
    for state in ("out", "fortress"):
        units: dict[str, Any] = {"X AK": "1108", "IX AK": {"hex": "1108", "supply": state}, "Fort Liège": "1109"}
        assert choices(units, "X AK, IX AK") == (), state
        assert choices(units, "X AK") != ()


@pytest.mark.rule("11.23")
def test_a_fort_and_a_city_are_both_needed_and_only_germans_have_guns() -> None:
    assert choices({"X AK": "1108", "1er CA": "1109"}, "X AK") == (), "no fort counter"
    assert choices({"X AK": "2322", "Fort Paris": "2321"}, "X AK", "2321") == (), "no city"
    assert choices({"1er CA": "1808", "Fort Metz": "1807"}, "1er CA", "1807") == ()
    units = {"X AK": "1108", "IX AK": "1108", "VII AK": "1108", "Fort Liège": "1109"}
    position = go(at(units, turn=2), "done", "attack 1109", "with X AK", "with IX AK", "with VII AK", "attack")
    assert (step(position), actor(position)) == ("SiegeGuns", "german")
    assert written(position) == ["none", "artillery", "coup"]


@pytest.mark.rule("11.23")
@pytest.mark.parametrize(
    ("turn", "marker", "left", "asks"),
    [
        (1, "coup", (3, 0, 0), False),
        (2, "coup", (3, 0, 0), False),
        (1, "artillery", (2, 1, 1), False),
        (2, "artillery", (2, 0, 1), True),
    ],
)
def test_what_a_shot_costs(turn: int, marker: str, left: tuple[int, int, int], asks: bool) -> None:
    made, battle = fight({"X AK": "1108", "Fort Liège": "1109"}, "X AK", "Fort Liège", "1109", turn=turn)
    made.battle = battle
    more = FireMarker(marker).do(made, 5)
    assert (made.artillery, made.artillery_next, made.coup) == left
    assert bool(more) is asks
    assert made.battle is not None
    assert made.battle.shifts == (Modifier("11.23", marker, 2),)
    FireMarker(marker).do(made, 1)
    assert len(made.battle.shifts) == 1, "no effect, no shift"


@pytest.mark.rule("11.23")
@pytest.mark.parametrize(("die", "kept"), [(1, 1), (2, 0), (6, 0)])
def test_a_gun_is_kept_on_a_one(die: int, kept: int) -> None:
    made = board({})
    KeepArtillery().do(made, die)
    assert made.artillery_next == kept
