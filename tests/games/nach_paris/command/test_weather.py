"""[15] Weather: the die for heavy rain, and what rain and heat do everywhere."""

from __future__ import annotations

from typing import Any

import pytest

from games.nach_paris.support import Game, actor, arranged, asked, happened, legal, named, play, refused
from marne.engine import Observation, Scene, Setting
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import TRACK
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, COUNT, GERMAN_SIDE
from marne.games.nach_paris.events import CabTested
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.combat.events import CombatFought
from marne.games.nach_paris.rules.command.events import WeatherRolled
from marne.games.nach_paris.rules.forts.assault_guns import near_enough
from marne.games.nach_paris.rules.movement.march import allowance, bonus
from marne.games.nach_paris.rules.units.cab import own_modifiers
from marne.games.nach_paris.sequence import AdminPhase, GameTurn

DRY = 7
"""A turn without a symbol."""


def rolling(turn: int = 8) -> Game:
    return arranged(turn=turn, begin="RollForRain")


@pytest.mark.rule("15.1.2")
@pytest.mark.parametrize(("die", "rain"), [(1, False), (7, False), (8, True), (20, True)])
def test_from_8_on_it_rains(die: int, rain: bool) -> None:
    position = rolling()
    assert (asked(position), actor(position)) == ("RollForRain", "chance")
    position = play(position, die)
    assert position.board.rain is rain
    (event,) = happened(position, WeatherRolled)
    assert (event.die, event.rain) == (die, rain)


@pytest.mark.rule("15.1.2")
def test_only_on_turns_with_the_symbol_and_in_the_german_admin_phase() -> None:
    assert [turn for turn in range(1, 23) if asked(rolling(turn)) == "RollForRain"] == list(TRACK.rain)
    for side in (0, 1):
        board = arranged(turn=8, side="german" if side == GERMAN_SIDE else "allied", begin="nothing").board
        steps = [type(step).__name__ for step in AdminPhase().do(board)]
        assert ("RollForRain" in steps) == (side == GERMAN_SIDE)


@pytest.mark.rule("15.1.2")
def test_it_rains_for_the_whole_game_turn_and_no_longer() -> None:
    board = play(rolling(), 20).board
    board.side = 1
    assert board.rain
    GameTurn(9).do(board)
    assert not board.rain


@pytest.mark.rule("15.1.2")
def test_every_unit_loses_eight_points() -> None:
    dry, wet = (arranged(turn=8, rain=rain, begin="nothing").board for rain in (False, True))
    for unit in range(COUNT):
        assert allowance(wet, unit) == max(0, allowance(dry, unit) - 8)
    reach = {}
    for rain in (False, True):
        position = arranged(units={"1re-DI": "BC9 N"}, turn=8, side="allied", rain=rain, begin="movement")
        reach[rain] = set(named(play(position, "move 1re-DI"), "to"))
    assert reach[True] < reach[False]


@pytest.mark.rule("15.1.2", "11.5.2")
def test_rain_keeps_stormers_from_far_away() -> None:
    dry, wet = (
        arranged(units={"13.RD": "AQ31 NE"}, turn=13, rain=rain, begin="nothing").board for rain in (False, True)
    )
    target = next(hex for hex in range(len(MAP.grid)) if _apart(hex) == 1 + allowance(dry, BY_ID["13.RD"]) // 10)
    assert near_enough(dry, BY_ID["13.RD"], target)
    assert not near_enough(wet, BY_ID["13.RD"], target)


def _apart(hex: int) -> int:
    return MAP.grid.distance(MAP.grid.hex("AQ31"), hex)


@pytest.mark.rule("15.1.2", "7.5.1")
def test_nobody_forces_its_march_in_the_rain() -> None:
    for rain in (False, True):
        position = arranged(units={"1re-DI": "BC9 N"}, turn=8, side="allied", rain=rain, begin="movement")
        position = play(position, "move 1re-DI")
        assert ("force" in legal(position)) == (not rain)
    assert refused(position, "force") == "15.1.2"


def fought(turn: int, rain: bool) -> dict[str, int]:
    units = {"18.ID": "AW22 N", "17.ID": "AW21 N", "1re-DI": "AW23 S"}
    position = arranged(units=units, turn=turn, side="german", rain=rain, begin="Combats DE")
    position = play(position, "attack AW23")
    position = play(position, "full 18.ID") if asked(position) == "Muster" else position
    position = play(position, "fight") if asked(position) == "Muster" else position
    (event,) = happened(play(position, 10), CombatFought)
    return {each.text: each.amount for each in event.modifiers}


@pytest.mark.rule("15.1.2", "9.4.1")
def test_rain_costs_the_attacker_four() -> None:
    wet, dry = fought(8, True), fought(8, False)
    assert wet.pop("combat.rain") == 4
    assert wet == dry


@pytest.mark.rule("15.1.1")
def test_heat_takes_one_from_the_cab_of_every_unit_all_turn() -> None:
    for turn in (DRY, *TRACK.heat):
        board = arranged(turn=turn, begin="nothing").board
        for phase in ("admin", "barrage", "movement", "combat"):
            board.phase = phase
            found = [sum(each.amount for each in own_modifiers(board, unit)) for unit in range(0, COUNT, 7)]
            assert set(found) == {-1 if turn in TRACK.heat else 0}


@pytest.mark.rule("15.1.1")
def test_heat_counts_in_a_real_test() -> None:
    needed = {}
    for turn in (DRY, TRACK.heat[0]):
        position = arranged(units={"1re-DI": "BC9 N"}, turn=turn, side="allied", begin=f"CabTest {BY_ID['1re-DI']}")
        (event,) = happened(play(position, 10), CabTested)
        needed[turn] = event.needed
    assert needed[TRACK.heat[0]] == needed[DRY] - 1


@pytest.mark.rule("15.1.1", "7.5.3")
def test_heat_takes_ten_points_of_a_forced_march_of_every_kind() -> None:
    for unit in ("1re-DI", "1st-Div", "GKD"):
        assert bonus(BY_ID[unit], TRACK.heat[0]) == bonus(BY_ID[unit], DRY) - 10


@pytest.mark.rule("15.1.1", "15.1.2", "14.1.4")
def test_the_table_shows_the_weather_and_the_replacements() -> None:
    def shown(language: str, **changes: Any) -> Scene:
        position = arranged(units={"1re-DI": "BC9 N"}, side="allied", begin="movement", **changes)
        return GAME.sight(Observation.of(GAME, Setting("campaign"), position, ALLIED_SIDE, ())).scene(language)

    assert shown("en", turn=DRY).turn.endswith(", 14 August")
    assert shown("en", turn=8, rain=True).turn.endswith(", heavy rain")
    assert shown("es", turn=5).turn.endswith(", calor sofocante")
    tallies = {tally.key: tally.now for tally in shown("en", turn=DRY, replacements=[0, 7, 1, 4]).tallies}
    assert {key: now for key, now in tallies.items() if "replacements" in key} == {
        "replacements-french": 3,
        "replacements-german": 2,
    }
