"""The scripted player: it judges every question, masses before it attacks, breaks forts, holds what it must, looks at
the enemy, keeps to what its seat knows, and beats chance from either side."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
import pkgutil
from collections import Counter
from random import Random

import pytest

import marne.games.nach_paris.rules
from games.nach_paris.support import Game, arranged
from marne.engine import CHANCE, Look, Match, Setting
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, DE, FR, GERMAN, GERMAN_SIDE, PIONEERS
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.odds.combat import combat_odds
from marne.games.nach_paris.odds.explain import all_in
from marne.games.nach_paris.rules.combat.declaring import ChooseCombat
from marne.games.nach_paris.staff import quarters, staff
from marne.games.nach_paris.staff.appraisal import Situation, best_facing
from marne.games.nach_paris.staff.guns import best_assault
from marne.games.nach_paris.staff.marching.marches import draw_up
from marne.games.nach_paris.staff.orders import Orders
from marne.games.nach_paris.staff.reckoning import reckon
from marne.games.nach_paris.staff.staff import HABITS, Deputy, Staff
from marne.games.nach_paris.staff.strikes import best_attack, planned_strikes, threshold
from marne.games.nach_paris.steps import FACING_NAMES, NachParisQuestion, hex_of, label
from marne.lab.contract import check_contract
from marne.lab.play import play_seeded, seeded_dice
from marne.players import Minds

GAMES = int(os.environ.get("MARNE_GAMES", "2"))
SMALL = tuple(scenario.name for scenario in GAME.scenarios if scenario.turns <= 8)
STAFFS = ("staff", "staff")
EVERY_OPTION = (("fog", "on"), ("recon", "on"), ("doctrine", "on"))


def played(scenario: str, kinds: tuple[str, str], seed: int, options: tuple[tuple[str, str], ...] = ()) -> Match:
    return play_seeded(GAME, Setting(scenario, options=options), kinds, seed)


def orders(position: Game, side: int, nation: int) -> dict[str, str]:
    """Where a staff sends its units, by name."""
    found = draw_up(Situation(position.board, side), nation)
    names = {unit: name for name, unit in BY_ID.items()}
    return {names[place.unit]: label(place.hex) for place in found.waiting.values()}


# -- every question


def questions() -> set[str]:
    """The questions of the game that are put to a player."""
    found = set()
    for module in pkgutil.walk_packages(marne.games.nach_paris.rules.__path__, "marne.games.nach_paris.rules."):
        for name, each in vars(importlib.import_module(module.name)).items():
            if inspect.isclass(each) and issubclass(each, NachParisQuestion) and each is not NachParisQuestion:
                found.add(name)
    return {name for name in found if not name.startswith("_")}


def judged() -> set[str]:
    """Those that the staff has a judgement of, or a habit."""
    found = {kind.__name__ for kind in HABITS}
    for module in (staff, quarters):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.MatchClass):
                found.add(ast.unparse(node.cls))
    return found


DICE = {
    "Blow",
    "CabTest",
    "DoctrineTest",
    "FireAtForts",
    "FireAtUnits",
    "FlyOver",
    "FortTest",
    "RollCombat",
    "RollForRain",
    "Scout",
    "SluiceTest",
    "StormFort",
    "ZoneTest",
}
"""Questions that only dice answer."""


def test_the_staff_judges_every_question_of_the_game() -> None:
    assert questions() - DICE - judged() == set()
    assert judged() <= questions() | {"Place"}


@pytest.mark.parametrize("scenario", ["liege", *(pytest.param(name, marks=pytest.mark.slow) for name in SMALL)])
def test_dice_are_all_that_nobody_judges(scenario: str) -> None:
    match = Match(GAME, Setting(scenario, options=EVERY_OPTION), seeded_dice(GAME, 3))
    minds = Minds(match, {0: "staff", 1: "staff"})
    while (ask := match.position.open) is not None:
        if ask.actor == CHANCE:
            assert type(match.position.step).__name__ in DICE | {"Unseen"}
        match.play(match.roll() if ask.actor == CHANCE else minds.answer(ask.actor))


# -- odds


def test_its_quick_means_are_those_of_the_exact_odds() -> None:
    looked = 0
    for seed, scenario in ((1, "mulhouse"), (2, "guise"), (5, "mulhouse")):
        match = Match(GAME, Setting(scenario), seeded_dice(GAME, seed))
        minds = Minds(match, {0: "random", 1: "staff"})
        while (ask := match.position.open) is not None:
            board, step = match.position.board, match.position.step
            if isinstance(step, ChooseCombat):
                for answer in ask.options or ():
                    if isinstance(answer, tuple) and isinstance(answer[1], int):
                        battle = all_in(board, step.nation, answer[1])
                        found, exact = reckon(board, battle), combat_odds(board, battle)
                        if exact.taken:
                            continue
                        given = float(sum(end.defender * chance for end, chance in exact.ends.items()))
                        taken = float(sum(end.attacker * chance for end, chance in exact.ends.items()))
                        near = 0.4 if _reserves(battle.full) else 1e-6  # tests before the die are rounded
                        assert found.given == pytest.approx(given, abs=near)
                        assert found.taken == pytest.approx(taken, abs=near)
                        assert found.won == pytest.approx(float(exact.beaten(1 - board.side)), abs=near)
                        looked += 1
            match.play(match.roll() if ask.actor == CHANCE else minds.answer(ask.actor))
    assert looked > 10


def _reserves(units: int) -> bool:
    return any(units >> unit & 1 for name, unit in BY_ID.items() if name.endswith("-DR"))


# -- what it does


def beside(hex: str) -> set[str]:
    return {label(other) for other in MAP.grid.neighbours[hex_of(hex)]}


GUARDS = {"1.GID": "AM28 SW", "2.GID": "AM28 SW", "2.AOK": "AM30"}
"""The Guard before Guise, and its headquarters."""


def test_it_masses_for_an_attack_that_pays() -> None:
    board = arranged("guise", turn=15, side="german", begin="movement", units={**GUARDS, "51e-DR": "AM26 NE -2"}).board
    (strike,) = planned_strikes(Situation(board, GERMAN_SIDE), board.copy(), DE, GERMAN)
    assert label(strike.hex) == "AM26"
    assert {place.unit for place in strike.places} == {BY_ID["1.GID"], BY_ID["2.GID"]}
    assert {label(place.hex) for place in strike.places} <= beside("AM26")
    assert len({place.hex for place in strike.places}) == 2, "from two sides"


def test_who_fought_in_the_turn_before_is_as_strong_as_ever() -> None:
    """Marks of the enemy's Combat Phase still lie there in the Movement Phase; the next combats find none."""
    strikes = []
    for mark in ("", " fought"):
        units = {**GUARDS, "5e-DI": f"AM26 N{mark}", "6e-DI": f"AM26 N{mark}", "51e-DR": f"AN27 NE -2{mark}"}
        board = arranged("guise", turn=15, side="german", begin="movement", units=units).board
        assert bool(board.fought) == bool(mark)
        strikes.append(planned_strikes(Situation(board, GERMAN_SIDE), board.copy(), DE, GERMAN))
    assert strikes[0] == strikes[1]
    assert [label(strike.hex) for strike in strikes[1]] == ["AN27"], "and the strong ones are left alone"


def test_it_attacks_the_weak_and_not_the_strong() -> None:
    worth = {}
    for enemy in ("51e-DR", "5e-DI"):
        more = {"6e-DI": "AM27 NE", "19e-DI": "AM27 NE"} if enemy == "5e-DI" else {}
        board = arranged(
            "guise", turn=15, side="german", begin="Combats DE", units={**GUARDS, enemy: "AM27 NE", **more}
        ).board
        look = Situation(board, GERMAN_SIDE)
        battle, worth[enemy] = best_attack(look, DE, hex_of("AM27"))
        assert battle.full
    assert worth["51e-DR"] > threshold(look) > worth["5e-DI"]


def test_it_goes_round_a_flank() -> None:
    position = arranged(
        "guise", turn=15, side="german", begin="movement", units={**GUARDS, "51e-DR": "AM26 N", "5.KD": "AL28"}
    )
    found = orders(position, GERMAN_SIDE, DE)
    sides = {found[name] for name in ("1.GID", "2.GID") if name in found}
    assert sides - {"AM27", "AL27", "AN27"}, f"somebody goes where {sides} do not look"


def test_it_holds_a_place_that_counts() -> None:
    units = {"2.GRD": "AP26 SW", "19.RD": "AP26 SW", "2.AOK": "AP28", "53e-DR": "AN25 N -3"}
    weak = arranged("guise", turn=15, side="german", begin="movement", units=units)
    assert Situation(weak.board, GERMAN_SIDE).guards[hex_of("AP26")] == 16
    strong = arranged(
        "guise",
        turn=15,
        side="german",
        begin="movement",
        units={**units, "5e-DI": "AP25 N", "6e-DI": "AP25 N", "35e-DI": "AO25 N", "36e-DI": "AO25 N"},
    )
    found = orders(strong, GERMAN_SIDE, DE)
    assert found.get("2.GRD", "AP26") == found.get("19.RD", "AP26") == "AP26"


def test_it_walks_into_a_place_that_stands_open() -> None:
    position = arranged(
        "guise",
        turn=15,
        side="allied",
        begin="movement",
        units={"5e-DI": "AP25 N", "QG-5e-A": "AN23", "2.GRD": "AN28 S", "19.RD": "AN28 S"},
        ground=["AP26", "AN27"],
    )
    assert orders(position, ALLIED_SIDE, FR)["5e-DI"] == "AP26"


def test_it_retires_when_it_is_flanked() -> None:
    enemies = {"5e-DI": "AL26 NW", "6e-DI": "AL26 NW", "19e-DI": "AM25 N", "20e-DI": "AM25 N"}
    position = arranged(
        "guise", turn=14, side="german", begin="movement", units={"25.IB": "AM26 N", "2.AOK": "AQ28", **enemies}
    )
    found = orders(position, GERMAN_SIDE, DE)
    look = Situation(position.board, GERMAN_SIDE)
    assert found["25.IB"] != "AM26"
    assert look.menace[hex_of(found["25.IB"])] < look.menace[hex_of("AM26")]


def test_nobody_stays_among_forts_who_has_the_last_word() -> None:
    enemies = {"1.GID": "AQ26 S", "2.GID": "AQ26 S", "17.ID": "AP26 S", "18.ID": "AP26 S", "19.ID": "AQ25 SE"}
    for turn, kept in ((14, True), (15, False)):
        units = {"53e-DR": "AP25 N", **enemies}
        board = arranged("guise", turn=turn, side="allied", begin="nothing", units=units).board
        assert Situation(board, ALLIED_SIDE).walled_in(BY_ID["53e-DR"]) is kept, turn


def test_it_looks_at_the_enemy() -> None:
    board = arranged(
        "guise", turn=15, side="german", begin="nothing", units={"1.GID": "AM28 N", "5e-DI": "AM26 N"}
    ).board
    assert best_facing(Situation(board, GERMAN_SIDE), BY_ID["1.GID"], hex_of("AM28")) == FACING_NAMES.index("S")
    assert best_facing(Situation(board, ALLIED_SIDE), BY_ID["5e-DI"], hex_of("AM26")) == FACING_NAMES.index("N")


def test_pioneers_and_heavy_guns_storm_forts() -> None:
    board = arranged(
        "liege",
        turn=6,
        side="german",
        begin="DeclareAssaults DE",
        units={
            "I.II/Fußa.9": "V35 SW",
            "II.III/Fußa.4": "V35 SW",
            "PiR.24": "V35 SW",
            "PiR.25": "V35 SW",
            "11.IB": "V35 SW",
            "2.AOK": "T36",
        },
    ).board
    plan = best_assault(Situation(board, GERMAN_SIDE), DE)
    assert plan is not None
    assert PIONEERS >> plan.unit & 1
    assert plan.guns.bit_count() == 1, "the other gun breaks a fort of its own"


def test_a_siege_gun_gets_into_position_before_a_fort() -> None:
    position = arranged(
        "maubeuge", turn=16, side="german", begin="movement", units={"KMK.b3": "AJ32 S", "13.RD": "AJ32 S"}
    )
    deputy, said = Deputy(GERMAN_SIDE), []
    while position.open is not None and position.open.actor == GERMAN_SIDE and "movement" in position.board.phase:
        answer = deputy.answer(position)
        said.append(position.write(answer))
        position.push(answer)
    assert "unlimber" in said
    assert position.board.in_position >> BY_ID["KMK.b3"] & 1


def test_a_headquarters_stays_near_its_units_and_away_from_the_enemy() -> None:
    position = arranged(
        "guise",
        turn=15,
        side="german",
        begin="movement",
        units={"1.GID": "AM28 SW", "2.GID": "AN28 SW", "2.AOK": "AN27", "5e-DI": "AN25 N", "6e-DI": "AN25 N"},
    )
    found = orders(position, GERMAN_SIDE, DE)
    staff_at, troops = found.get("2.AOK", "AN27"), {found.get("1.GID", "AM28"), found.get("2.GID", "AN28")}
    assert staff_at in troops or Situation(position.board, GERMAN_SIDE).remote[hex_of(staff_at)] > 2
    assert all(MAP.grid.distance(hex_of(staff_at), hex_of(hex)) <= 5 for hex in troops)


def test_belgians_are_saved_when_their_time_is_up() -> None:
    match = played("liege", ("random", "staff"), 1)
    assert sum(entry.text == "leave" for entry in match.log) > 0
    assert match.position.board.steps_saved > 0


@pytest.mark.parametrize("facing", FACING_NAMES)
def test_a_belgian_who_stands_at_the_edge_leaves_whatever_way_he_looks(facing: str) -> None:
    units = {"9e.11e-BM": f"AB33 {facing} -1", "11.IB": "V35 SW"}
    position = arranged("liege", turn=8, side="allied", begin="movement", units=units)
    assert orders(position, ALLIED_SIDE, BE)["9e.11e-BM"] == "AB33"


# -- its memo


def test_orders_are_plain_data_and_are_kept() -> None:
    position = arranged("guise", turn=15, side="german", begin="movement", units={**GUARDS, "51e-DR": "AM26 NE -2"})
    drawn = draw_up(Situation(position.board, GERMAN_SIDE), DE)
    unit = next(iter(drawn.waiting))
    drawn.now = drawn.waiting.pop(unit)
    again = Orders.from_json(json.loads(json.dumps(drawn.as_json())))
    assert again.as_json() == drawn.as_json()
    assert again.place_of(unit) == drawn.now
    assert Deputy(GERMAN_SIDE, again.as_json()).memo() == drawn.as_json()


# -- what it may know


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_it_answers_alike_in_every_world_that_fits_what_it_sees(seed: int) -> None:
    match = Match(GAME, Setting("mulhouse", options=EVERY_OPTION), seeded_dice(GAME, seed))
    minds = Minds(match, {0: "staff", 1: "staff"})
    compared = 0
    while (ask := match.position.open) is not None:
        if ask.actor != CHANCE and match.position.board.fogged and len(match.log) % 5 == 0:
            seat, seen = ask.actor, match.observe(ask.actor, history=False)
            twin = match.copy()
            twin.position = GAME.imagine(seen, Random(seed))
            if twin.position.open is not None and twin.position.open.options == ask.options:
                here = Staff(GAME).think(Look.at(match, seat), Random(7))
                there = Staff(GAME).think(Look.at(twin, seat), Random(7))
                assert here == there, f"{match.position.step}"
                compared += twin.position.save() != match.position.save()
        match.play(match.roll() if ask.actor == CHANCE else minds.answer(ask.actor))
    assert compared > 3, "the worlds did differ"


# -- whole games


def done(match: Match, side: int) -> Counter[str]:
    """What a side did in a game, by the first word of its answers."""
    return Counter(entry.text.split()[0] for entry in match.log if entry.actor == side)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SMALL)
def test_nobody_stands_still(scenario: str) -> None:
    match = played(scenario, STAFFS, 1)
    words = done(match, GERMAN_SIDE) + done(match, ALLIED_SIDE)
    assert words["move"] > 10
    assert words["attack"] + words["assault"] + words["bombard"] + words["shell"] > 2
    assert words["face"] > 5


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), EVERY_OPTION, (("facing", "off"),)])
@pytest.mark.parametrize("scenario", SMALL)
def test_staff_keeps_the_contract(scenario: str, options: tuple[tuple[str, str], ...]) -> None:
    check_contract(GAME, Setting(scenario, options=options), 3, STAFFS, every=60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("scenario", ["liege", "mulhouse", "guise"])
@pytest.mark.parametrize(("kinds", "winner"), [(("staff", "random"), GERMAN_SIDE), (("random", "staff"), ALLIED_SIDE)])
def test_staff_beats_chance(scenario: str, kinds: tuple[str, str], winner: int, seed: int) -> None:
    assert GAME.score(played(scenario, kinds, seed).position).winner == winner


@pytest.mark.night
@pytest.mark.parametrize("scenario", ["liege", "mulhouse", "guise"])
@pytest.mark.parametrize(("kinds", "winner"), [(("staff", "random"), GERMAN_SIDE), (("random", "staff"), ALLIED_SIDE)])
def test_staff_beats_chance_in_95_of_100(scenario: str, kinds: tuple[str, str], winner: int) -> None:
    games = [played(scenario, kinds, seed) for seed in range(2000, 2060)]
    assert sum(GAME.score(match.position).winner == winner for match in games) >= 57


@pytest.mark.night
@pytest.mark.parametrize("seed", range(3))
def test_a_campaign_of_staffs_keeps_the_contract(seed: int) -> None:
    check_contract(GAME, Setting("campaign"), seed, STAFFS, every=2000)
