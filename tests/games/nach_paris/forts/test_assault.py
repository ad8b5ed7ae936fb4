"""[11.5] Assaults: who may storm what, with which columns, what follows. Examples 13 and 14 are cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.nach_paris.forts.support import BESIEGERS, BOURDIAU, HAUTMONT, LEVEAU, SARTS, declaring, fort, storming
from games.nach_paris.still import still
from games.nach_paris.support import arranged, asked, happened, has, legal, named, play, refused, where
from marne.engine import Ask
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, light_red
from marne.games.nach_paris.events import CabTested, Destroyed
from marne.games.nach_paris.rules.barrage.at_forts import abf_modifiers
from marne.games.nach_paris.rules.forts.assault_guns import aff
from marne.games.nach_paris.rules.forts.storm import EnterFort, columns, stormers_modifiers
from marne.games.nach_paris.rules.works.events import (
    AssaultFired,
    AssaultIdle,
    AssaultLapsed,
    FesteReduced,
    WorksTested,
)
from marne.games.nach_paris.steps import hex_of
from marne.lab.cases import run_case

CASES = Path(__file__).parents[3] / "cases/nach_paris"


@pytest.mark.reading("assault-order")
def test_the_examples() -> None:
    for name in ("example-13-givet", "example-14-declared", "example-14-maubeuge"):
        assert run_case(CASES / f"{name}.toml") > 0


@pytest.mark.rule("11.5.1")
def test_an_assault_is_declared_against_a_hex_without_foot_horse_or_heavy_guns() -> None:
    for unit in ("145e-RI", "6e-DC", "2e-RAL"):
        game = declaring(units={**BESIEGERS, unit: "AK31 SW"})
        assert refused(game, f"assault {LEVEAU}") == "11.5.1"
    game = declaring(units={**BESIEGERS, "SCF.1": "AK31"})
    assert f"assault {LEVEAU}" in legal(game)
    done = play(game, f"assault {LEVEAU}", "storm 26.IB", "with KMK.b3", "ready", "end")
    (assault,) = done.board.assaults
    assert (assault.fort, assault.unit, assault.guns) == (fort(LEVEAU), BY_ID["26.IB"], 1 << BY_ID["KMK.b3"])


@pytest.mark.rule("11.5.1", "8.5.7")
def test_who_storms_and_who_fires() -> None:
    others = {"GKD": "AM31", "13.RD": "AN31 NE barraged", "3.ID": "S34 N", "KMK.b1": "AL32 S", "I.II/Fußa.9": "AL31 SE"}
    game = play(declaring(units={**BESIEGERS, **others}), f"assault {LEVEAU}")
    assert sorted(named(game, "storm")) == ["26.IB", "GKD", "PiR.24"]
    assert refused(game, "storm 13.RD") == "8.5.7"
    assert refused(game, "storm 3.ID") == "11.5.2"
    assert refused(game, "storm KMK.b3") == "11.5.1"
    guns = play(game, "storm GKD")
    assert sorted(named(guns, "with")) == ["II.III/Fußa.4", "KMK.b3"]
    assert refused(guns, "with KMK.b1") == "8.1.2"
    assert refused(guns, "with I.II/Fußa.9") == "8.5.1"
    assert refused(guns, "ready") == "11.5.5"


@pytest.mark.rule("8.8.2")
def test_guns_without_shells_take_no_part() -> None:
    game = play(declaring(ammo=[0, 5]), f"assault {LEVEAU}", "storm PiR.24")
    assert refused(game, "with KMK.b3") == "8.8.2"
    fired = play(storming(f"{LEVEAU} PiR.24 KMK.b3"), 20)
    assert fired.board.ammo == [4, 5]


@pytest.mark.rule("11.5.7")
@pytest.mark.rule("11.5.4")
def test_guns_are_busy_and_a_fort_has_one_assault() -> None:
    game = play(declaring(), f"assault {LEVEAU}", "storm PiR.24", "with KMK.b3", "ready")
    assert has(game, "barraged", "KMK.b3")
    assert not has(game, "barraged", "PiR.24")
    assert not has(game, "barraged", "II.III/Fußa.4")
    assert refused(game, f"assault {LEVEAU}") == "8.5.6"
    second = play(game, f"assault {SARTS}")
    assert named(second, "storm") == ["26.IB"]
    assert refused(second, "storm PiR.24") == "8.5.7"


@pytest.mark.rule("11.5.7")
@pytest.mark.rule("11.5.10", "11.5.1")
def test_all_that_were_told_off_do_nothing_else_in_the_combat_phase() -> None:
    game = storming(f"{LEVEAU} 26.IB KMK.b3")
    for unit in ("26.IB", "KMK.b3"):
        assert has(game, "barred", unit)
        assert has(game, "acted", unit)
    assert not has(game, "barred", "PiR.24")


@pytest.mark.rule("11.5.2")
@pytest.mark.rule("11.5.5")
def test_columns_by_rank_and_strength_of_the_fort() -> None:
    units = {"13.RD": "AL31 NE", "24.RD": "AL31 NE", "GKD": "AL31", "PiR.24": "AL31 NE"}
    board = storming(f"{HAUTMONT} 13.RD KMK.b3", f"{BOURDIAU} 24.RD KMK.b3", units=units).board
    found = {unit: [columns(board, fort(name), BY_ID[unit]) for name in (HAUTMONT, BOURDIAU)] for unit in units}
    assert found == {"13.RD": [3, 2], "24.RD": [2, 1], "GKD": [0, 0], "PiR.24": [4, 4]}


@pytest.mark.rule("11.5.3")
def test_a_fort_left_alone_costs_a_column() -> None:
    both = storming(f"{LEVEAU} PiR.24", f"{SARTS} 26.IB KMK.b3").board
    one = storming(f"{LEVEAU} PiR.24").board
    fallen = storming(f"{LEVEAU} PiR.24", forts={SARTS: "gone"}).board
    assert [columns(board, fort(LEVEAU), BY_ID["PiR.24"]) for board in (both, one, fallen)] == [4, 3, 4]


@pytest.mark.rule("11.5.2", "11.5.1")
@pytest.mark.reading("stormer-missing")
def test_the_stormers_must_stand_before_the_fort_when_movement_is_over() -> None:
    away = storming(f"{LEVEAU} 26.IB KMK.b3", units={**BESIEGERS, "26.IB": "AM31 NE"})
    turned = storming(f"{LEVEAU} 26.IB KMK.b3", units={**BESIEGERS, "26.IB": "AL31 SE"})
    for game in (away, turned):
        assert game.over
        assert [event.unit for event in happened(game, AssaultLapsed)] == ["26.IB"]
        assert game.board.ammo == [5, 5]
    assert asked(storming(f"{LEVEAU} 26.IB KMK.b3")) == "StormFort"


@pytest.mark.rule("11.5.5")
def test_pioneers_add_four_and_storm_alone_others_need_guns() -> None:
    game = declaring(units={"PiR.24": "AL31 NE", "26.IB": "AL31 NE"})
    assert f"assault {LEVEAU}" in legal(game)
    assert named(play(game, f"assault {LEVEAU}"), "storm") == ["PiR.24"]
    assert refused(play(game, f"assault {LEVEAU}"), "storm 26.IB") == "11.5.5"
    assert declaring(units={"26.IB": "AL31 NE"}).over
    board = storming(f"{LEVEAU} PiR.24 KMK.b3").board
    assert aff(board, 1 << BY_ID["KMK.b3"], BY_ID["PiR.24"]) == 100
    assert aff(board, 1 << BY_ID["KMK.b3"], BY_ID["26.IB"]) == 96
    alone = play(storming(f"{LEVEAU} PiR.24", forts={SARTS: "gone"}), 5)
    assert (happened(alone, AssaultFired)[0].aff, happened(alone, AssaultFired)[0].column) == (4, 14)


@pytest.mark.rule("8.7.2")
@pytest.mark.rule("8.8.1")
@pytest.mark.rule("13.3.1")
def test_what_makes_the_barrage_of_an_assault_worse() -> None:
    def worse(turn: int, guns: str, **units: str) -> int:
        board = storming(f"{LEVEAU} 26.IB KMK.b3", turn=turn, units={**BESIEGERS, **units}).board
        return sum(line.amount for line in abf_modifiers(board, fort(LEVEAU), 1 << BY_ID[guns], 1 << BY_ID["26.IB"]))

    assert worse(9, "KMK.b3") == 0
    assert worse(20, "KMK.b3") == 0
    assert worse(20, "II.III/Fußa.4") == 4
    assert worse(9, "KMK.b3", **{"26.IB": "AL31 NE limited"}) == 3
    assert worse(9, "KMK.b3", **{"KMK.b3": "AM31 NE fip"}) == 5


@pytest.mark.rule("11.5.4")
def test_after_an_outright_hit_the_unit_goes_on_or_leaves_the_fort_to_others() -> None:
    game = play(storming(f"{LEVEAU} PiR.24 KMK.b3", f"{SARTS} 26.IB II.III/Fußa.4"), 10)
    assert legal(game) == [f"next {SARTS}", "stop"]
    assert refused(game, f"next {BOURDIAU}") == "11.5.4"
    stopped = play(game, "stop")
    assert asked(stopped) == "StormFort"
    assert where(stopped, "PiR.24") == "AL31"
    # it goes on and fails: who was to storm that fort stays idle all the same
    failed = play(game, f"next {SARTS}", 1, 20)
    assert failed.over
    assert [event.unit for event in happened(failed, AssaultIdle)] == ["26.IB"]
    assert not failed.board.forts_gone >> fort(SARTS) & 1
    assert failed.board.lost[BY_ID["PiR.24"]] == 1


@pytest.mark.rule("11.5.4", "11.5.8")
def test_behind_the_last_fort_of_a_hex_there_is_nothing_to_go_on_with() -> None:
    game = play(storming(f"{LEVEAU} PiR.24 KMK.b3", forts={SARTS: "gone"}), 10)
    assert game.board.forts_gone >> fort(LEVEAU) & 1
    assert asked(game) == "EnterFort"
    assert legal(game) == ["enter", "stay"]


@pytest.mark.rule("11.5.4")
@pytest.mark.rule("8.6.4")
def test_a_better_or_lesser_fort_behind_the_first() -> None:
    """Verdun's Y18 has masonry and strengthened masonry."""
    here = sorted((i for i in range(forts.COUNT) if forts.AT[hex_of("Y18")] >> i & 1), key=lambda i: forts.CLASS[i])
    soft, hard = here[0], here[-1]
    assert forts.CLASS[soft] < forts.CLASS[hard]
    for first, second, amount in ((soft, hard, 10), (hard, soft, -6)):
        game = arranged(turn=10, begin=f"CarryOn PiR.24 {first} -2", units={"PiR.24": "Z18 NE"})
        test = play(game, game.write(("next", second)))
        assert asked(test) == "FortTest"
        assert sum(line.amount for line in test.step.modifiers) == -2 + amount  # type: ignore[attr-defined]


@pytest.mark.rule("11.5.4")
@pytest.mark.rule("11.4.10", "11.3.3")
@pytest.mark.reading("whole-feste")
def test_an_outright_hit_reduces_a_whole_feste_which_then_tests() -> None:
    """departs: 11.5.4; German guns serve here, since the French have none that hit so hard."""
    name = "G12:Feste-Kaiser-Wilhelm-II"
    units = {"15e-DI": "H13 SE", "KMK.b3": "H13 SE fip", "KMK.b2": "H13 SE fip"}
    assaults = [f"{name} 15e-DI KMK.b3 KMK.b2"]
    game = arranged(turn=9, side="allied", begin="ResolveAssaults FR", units=units, assaults=assaults, ammo=[9, 9])
    hit = play(game, 1)
    result = happened(hit, AssaultFired)[0].result
    assert result.startswith("●O-")
    assert [event.fort for event in happened(hit, FesteReduced)] == ["Feste Kaiser Wilhelm II"]
    assert asked(hit) == "FortTest"
    needed = 16 + int(result[2:])  # its CAB before the loss
    held, fell = play(hit, needed), play(hit, needed + 1)
    assert held.over
    assert held.board.lost[BY_ID["15e-DI"]] == 0
    assert not held.board.forts_gone >> fort(name) & 1
    assert fell.board.forts_gone >> fort(name) & 1
    assert asked(fell) == "EnterFort"


@pytest.mark.rule("11.5.6")
def test_the_chart_beside_the_test_of_the_stormers() -> None:
    def chart(unit: str, place: str, target: int, cbf: int, **changes: Any) -> list[str]:
        board = arranged(turn=9, begin="EndOfCombatPhase", units={unit: place}, **changes).board
        return [line.text.rpartition(".")[2] for line in stormers_modifiers(board, BY_ID[unit], target, cbf)]

    leveau, charlemont = fort(LEVEAU), fort("AD29:Citadelle-de-Charlemont")
    assert [chart("26.IB", "AL31", leveau, cbf) for cbf in (4, 5, 6, 7, 12)] == [
        [],
        ["cbf5"],
        ["cbf5"],
        ["cbf7"],
        ["cbf7"],
    ]
    assert chart("PiR.24", "AL31", leveau, 4) == ["pioneers"]
    assert chart("26.IB", "AL31", leveau, 4, forts={LEVEAU: "gone"}) == ["success"]
    assert chart("26.IB", "AC29", charlemont, 4) == ["terrain"]
    assert chart("26.IB", "AD30", charlemont, 4) == ["terrain", "river"]
    waelhem = next(i for i in range(forts.COUNT) if forts.AT[hex_of("AF40")] >> i & 1)
    assert chart("26.IB", "AG40", waelhem, 4, sluices=["Anvers"]) == ["flooded"]
    assert "flooded" not in chart("26.IB", "AG40", waelhem, 4)


@pytest.mark.rule("11.5.6")
def test_the_stormers_test_after_the_fort_and_carry_heat_and_marches() -> None:
    units = {**BESIEGERS, "26.IB": "AL31 NE forced"}
    game = play(storming(f"{LEVEAU} 26.IB II.III/Fußa.4", turn=10, units=units), 20)
    assert asked(game) == "FortTest"
    game = play(game, 1)
    assert asked(game) == "CabTest"
    done = play(game, 20)
    tested = happened(done, CabTested)[0]
    assert tested.needed == 12 - 2 - 3 - 1
    assert done.board.loss_marker[BY_ID["26.IB"]] == 1


@pytest.mark.rule("11.5.6")
def test_no_test_when_a_lone_fort_had_no_chance_or_was_hit_outright() -> None:
    hit = play(storming(f"{LEVEAU} PiR.24 KMK.b3", forts={SARTS: "gone"}), 1)
    assert asked(hit) == "EnterFort"
    fired = play(storming(f"{LEVEAU} 26.IB II.III/Fußa.4", forts={SARTS: "gone"}), 4)
    assert happened(fired, AssaultFired)[0].result == "O-15"
    assert happened(fired, WorksTested)[0].die == 0
    assert asked(fired) == "EnterFort"


@pytest.mark.rule("11.5.8")
@pytest.mark.rule("11.5.9")
def test_the_stormers_enter_when_every_fort_is_gone_even_hurt() -> None:
    units = {"13.RD": "AL31 NE -1", "KMK.b3": "AL31 NE fip", "SCF.1": "AJ31"}
    gone = {SARTS: "gone"}
    game = play(storming(f"{LEVEAU} 13.RD KMK.b3", units=units, forts=gone), 1)
    assert legal(game) == ["enter", "stay"]
    inside = play(game, "enter", "face N")
    assert where(inside, "13.RD") == "AK31"
    assert inside.board.faces[BY_ID["13.RD"]] == 0
    assert inside.board.german_ground >> hex_of("AK31") & 1
    assert where(play(game, "stay"), "13.RD") == "AL31"
    still = play(storming(f"{LEVEAU} 13.RD KMK.b3", units=units), 1)
    assert asked(still) == "CarryOn"
    assert where(play(still, "stop"), "13.RD") == "AL31"
    assert play(still, "stop").over


@pytest.mark.rule("11.6.7")
@pytest.mark.rule("7.1.6", "11.5.9")
def test_a_headquarters_keeps_a_camp_closed_and_is_overrun_elsewhere() -> None:
    units = {"13.RD": "AL31 NE", "KMK.b3": "AL31 NE fip", "SCF.1": "AK31"}
    assert play(storming(f"{LEVEAU} 13.RD KMK.b3", units=units, forts={SARTS: "gone"}), 1).over
    name = "AD29:Citadelle-de-Charlemont"
    units = {"24.RD": "AC29 SW", "KMK.b3": "AC29 SW fip", "SCF.1": "AD29"}
    game = play(storming(f"{name} 24.RD KMK.b3", units=units), 1)
    inside = play(game, "enter")
    assert [event.unit for event in happened(inside, Destroyed)] == ["SCF.1"]


@pytest.mark.rule("9.6.7", "11.5.9")
def test_nobody_goes_in_over_a_river_without_a_bridge() -> None:
    name = "AD29:Citadelle-de-Charlemont"
    units = {"24.RD": "AD30 S", "KMK.b3": "AD30 S fip"}
    fixed: dict[str, Any] = {"units": units}
    side = MAP.grid.side(hex_of("AD29"), hex_of("AD30"))
    roads = [i for i, s in enumerate(MAP.structures) if s.road and MAP.grid.side(s.hex, s.to) == side]
    game = play(storming(f"{name} 24.RD KMK.b3", **fixed), 1)
    assert game.over == (not roads)
    broken = {f"AD29>AD30:{number}": 2 for number in roads}
    assert play(storming(f"{name} 24.RD KMK.b3", **fixed, broken=broken), 1).over


@pytest.mark.rule("11.5.10")
def test_stormers_of_a_fort_that_fell_before_stay_idle() -> None:
    game = storming(f"{LEVEAU} 26.IB KMK.b3", forts={LEVEAU: "gone"})
    assert game.over
    assert [event.unit for event in happened(game, AssaultIdle)] == ["26.IB"]
    assert has(game, "barred", "26.IB")
    assert where(game, "26.IB") == "AL31"
    assert happened(game, FesteReduced) == []


@pytest.mark.rule("11.5.1", "2.5.12", "11.5.8")
@pytest.mark.reading("light-red-storms")
def test_a_unit_whose_combat_factor_is_light_red_storms_and_goes_in() -> None:
    worn = "AL31 NE -3"
    assert light_red(BY_ID["3.ID"], 3)
    game = play(declaring(units={**BESIEGERS, "3.ID": worn}), f"assault {LEVEAU}")
    assert "3.ID" in named(game, "storm")
    board = still({"3.ID": worn}, forts={LEVEAU: "gone", SARTS: "gone"})
    ask = EnterFort(BY_ID["3.ID"], hex_of("AK31")).ask(board)
    assert isinstance(ask, Ask)
    assert ask.options == ("enter", "stay")
