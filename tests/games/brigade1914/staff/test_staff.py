"""What the scripted player is good for: cover, looking before firing, smoke, assaults that pay, a reserve, cards, going
back; and what it no longer does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.brigade1914.support import Game, battle, play
from marne.engine import CHANCE, Answer, Setting, check_setting
from marne.games.brigade1914.board import ARRIVED
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.command.actions import Act
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.staff import danger, moves, orders
from marne.games.brigade1914.staff.advice import STYLE
from marne.games.brigade1914.staff.cards import card_value
from marne.games.brigade1914.staff.fire import assault_gain, prey_of
from marne.games.brigade1914.staff.scenes import Scene, scene_of
from marne.games.brigade1914.staff.staff import _useful, decide
from marne.games.brigade1914.staff.style import PLAIN, Style
from marne.games.brigade1914.steps import unit_of
from marne.lab.play import play_seeded

B1, B2, B3, B4 = range(4)
R1 = 4


def order(position: Game, side: int = 0) -> str:
    return position.write(decide(position, side, Random(1)))


def facing(gap: int, blue: dict[str, Any] | None = None, red: dict[str, Any] | None = None, **changes: Any) -> Game:
    """A battalion each on open ground, so far apart; blue is active."""
    units = {
        "b1": {"at": [3600, 3000 + gap], "facing": 0, "tokens": 3, **(blue or {})},
        "r1": {"at": [3600, 2850], "facing": 180, "tokens": 3, **(red or {})},
    }
    more = changes.pop("units", {})
    return battle(units={**units, **more}, **changes)


def test_danger_is_less_in_cover_farther_off_and_from_shaken_troops() -> None:
    board = facing(1000).board
    assert danger.exposure(board, B1) > 100
    assert danger.threat(board, R1, 1000, True, False) < danger.threat(board, R1, 1000, False, False)
    assert danger.threat(board, R1, 2000, False, False) < danger.threat(board, R1, 1000, False, False)
    assert danger.threat(board, R1, 1000, False, True) > danger.threat(board, R1, 1000, False, False)
    assert danger.threat(board, R1, 3000, False, False) > 0, "machine guns reach"
    steady = danger.threat(board, R1, 1000, False, False)
    board.markers[R1] = 3
    assert 2 * danger.threat(board, R1, 1000, False, False) <= steady
    before = danger.exposure(board, B1)
    board.smoke[B1] = 1
    assert danger.exposure(board, B1) == before // 2


def test_it_goes_by_ground_that_covers() -> None:
    red = {f"r{i}": {"at": [2400 + 600 * i, 1700], "facing": 180, "tokens": 3} for i in (1, 2)}
    units = {"b1": {"at": [3100, 3500], "facing": 0, "tokens": 3}, **red}
    board = battle(units=units, map="crossroads").board
    gain, goal = moves.ways_ahead(board, B1, "move")
    assert gain > 0
    assert isinstance(goal, tuple)
    x, y, look, formation = (int(str(each)) for each in goal)
    body = troops.shape_at(board, B1, x, y, look, ("line", "column", "double")[formation])
    assert danger.covered_there(board.ground, body.placed), "the orchard lies on the way"
    assert formation == 0, "in line, with the enemy in sight"


def test_it_does_not_march_in_column_under_fire() -> None:
    board = facing(2200).board
    _, goal = moves.ways_ahead(board, B1, "move")
    assert goal == "stay" or (isinstance(goal, tuple) and goal[3] == 0)


def test_it_fires_when_it_stands_well_and_tests_morale_when_it_is_shaken() -> None:
    assert order(facing(1000)) == "activate b1"
    assert order(play(facing(1000), "activate b1")) == "fire"
    assert order(facing(1000, {"markers": 5, "spent": 2})) in ("morale b1", "fall back b1")


def test_it_goes_back_when_it_is_nearly_beaten_and_under_fire() -> None:
    position = facing(1000, {"markers": 7, "spent": 1})
    assert order(position) == "fall back b1"
    goal = moves.best_goal(position.board, B1, "fall back")
    assert isinstance(goal, tuple)
    assert int(str(goal[1])) > troops.middle(position.board, B1)[1], "towards its own edge"
    assert orders._fall_back_value(facing(1000, {"markers": 2}).board, B1) == 0
    assert orders._fall_back_value(facing(4000, {"at": [3600, 4500], "markers": 7}, {"at": [600, 300]}).board, B1) == 0


def test_an_assault_pays_where_the_enemy_cannot_answer_and_is_shaken() -> None:
    weak = facing(600, {}, {"tokens": 0, "markers": 6, "bases": 4})
    strong = facing(600, {}, {"tokens": 9})
    assert prey_of(weak.board, B1)[0] == R1
    assert assault_gain(weak.board, B1, R1) > assault_gain(strong.board, B1, R1) + 50
    assert prey_of(facing(1500).board, B1) == (-1, 0), "too far"
    position = facing(600, {}, {"tokens": 0, "markers": 7})
    assert order(play(position, "activate b1")) in ("assault", "fire")
    goal = moves.best_goal(position.board, B1, "assault")
    assert isinstance(goal, tuple)
    assert int(str(goal[1])) < 3600, "towards him"


def test_horse_charge_guns_that_nobody_covers() -> None:
    units = {"b3": {"at": [3600, 3600], "facing": 0, "tokens": 3}, "r4": {"at": [3600, 2200], "facing": 180}}
    position = battle(units=units)
    assert prey_of(position.board, B3)[0] == position.board.unit("r4")
    assert order(play(position, "activate b3")) == "assault"


def test_it_looks_before_it_fires_where_troops_may_lie_hidden() -> None:
    units = {"b1": {"at": [3600, 4000], "facing": 0, "tokens": 3}}
    board = battle(scenario="capture", units=units).board
    assert orders.spotted(board, B1, fires=False) == (55, -1)
    assert orders.spotted(board, B1, fires=True)[0] == 0, "whoever has a target fires at it"
    board = battle(units=units, markers={"red": [[3600, 2600]]}).board
    assert orders.spotted(board, B1, fires=False) == (45, 0)
    assert orders.spotted(battle(units=units).board, B1, fires=False)[0] == 0
    position = battle(units={"b1": {"at": [3600, 2900], "facing": 0, "tokens": 1}}, markers={"red": [[3600, 1800]]})
    assert order(play(position, "activate b1", "spot")) == "at m1"


def test_smoke_hides_a_friend_who_draws_fire_in_the_open() -> None:
    red = {f"r{i}": {"at": [2000 + 900 * i, 2500], "facing": 180, "tokens": 4} for i in (1, 2)}
    units = {
        "b1": {"at": [3400, 3500], "facing": 0, "markers": 5},
        "b4": {"at": [5800, 4400], "facing": 0, "tokens": 2},
    }
    board = battle(units={**units, **red}).board
    value, friend = orders.smoked(board, B4)
    assert friend == B1
    assert value > 0
    board.dug[B1] = 1
    assert orders.smoked(board, B4) == (0, -1), "who is in cover needs none"
    board.dug[B1], board.tokens = 0, [0] * len(board.tokens)
    assert orders.smoked(board, B4) == (0, -1), "the enemy can do nothing more"


def test_the_last_battalion_is_kept_back_until_somebody_is_beaten() -> None:
    units = {f"b{i}": {"at": [1000 + 1200 * i, 4300], "facing": 0} for i in (1, 2, 3, 4)}
    board = battle("bn4 bn4 bn4 bn4", units=units).board
    assert [moves.held_back(board, unit) for unit in range(4)] == [False, False, False, True]
    assert moves.goal_of(board, B4)[1] > 4000
    board.markers[B2] = 6
    assert not moves.held_back(board, B4)
    board.markers[B2], board.turn = 0, 5
    assert not moves.held_back(board, B4), "half the time is over"


def test_nobody_is_sent_into_a_road_that_is_blocked() -> None:
    units: dict[str, Any] = {
        "b1": {"status": "arrived", "tokens": 2},
        "b2": {"at": [3600, 4400], "facing": 0, "tokens": 2},
    }
    blocked = battle(units=units, map="crossroads").board
    free = battle(units={"b1": units["b1"]}, map="crossroads").board
    assert free.status[B1] == ARRIVED
    assert orders.action_value(free, B1) == (90, "enter")
    goals = moves._legal(blocked, B1, "enter", [(3600, 4400), (3600, 4300)], 1)
    assert goals == []


def test_cards_are_kept_and_played_where_they_help() -> None:
    board = facing(1000, hands={"blue": ["entrenched", "guides", "steady"]}).board
    assert card_value(board, 0, "entrenched", ("b1",)) > 40
    assert card_value(board, 0, "steady", ("b1",)) == 0
    board.markers[B1] = 5
    assert card_value(board, 0, "steady", ("b1",)) == 130
    assert card_value(board, 0, "mad_minute", ("discard",)) == 50
    board.dug[B1] = 1
    assert card_value(board, 0, "entrenched", ("b1",)) == 0


def test_it_keeps_tokens_for_reactions_while_the_enemy_can_act() -> None:
    board = facing(2300, {"tokens": 2, "markers": 2}, {"tokens": 3}).board
    options = (("morale", "b1"), "burn", "pass")
    assert orders._order_value(board, ("morale", "b1"), 0) == 36
    assert orders.best_order(board, options, 0) == "pass"
    board.tokens[R1] = 0
    assert orders.best_order(board, options, 0) == ("morale", "b1"), "nothing is left to react to"
    board.tokens[R1], board.tokens[B1] = 3, 3
    assert orders.best_order(board, options, 0) == ("morale", "b1"), "there are enough"


@pytest.mark.parametrize("scenario", ["meeting", "capture", "retreat"])
def test_it_does_not_swap_useful_cards_away(scenario: str) -> None:
    board = battle(scenario=scenario).board
    assert _useful(board, 0, "guides")
    assert _useful(board, 0, "mad_minute"), "the British have it in full"
    assert not _useful(board, 0, "flooded_fields")


@pytest.mark.parametrize(
    ("fact", "other"),
    [
        ("at", ((3000, 4000, 0),)),
        ("status", ARRIVED),
        ("bases", 2),
        ("mgs", 0),
        ("foot", 1),
        ("smoke", 2),
        ("guided", 1),
        ("flanked", 1),
        ("bayonet", 1),
    ],
)
def test_ways_and_sights_are_looked_at_anew_when_anything_they_hang_on_changes(fact: str, other: Any) -> None:
    board = facing(1000).board
    scene = scene_of(board)
    board.markers[B1] += 1
    assert scene_of(board) is scene, "hits change neither"
    getattr(board, fact)[B1] = other
    assert scene_of(board) is not scene


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["meeting", "capture", "retreat"])
def test_the_staff_answers_the_same_with_nothing_kept(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    options = (("blue points", "250"), ("red points", "250"))
    kept = play_seeded(GAME, Setting(scenario, "", options), ("staff", "staff"), 3)
    for module in (danger, moves, orders):
        monkeypatch.setattr(module, "scene_of", lambda board: Scene())
    plain = play_seeded(GAME, Setting(scenario, "", options), ("staff", "staff"), 3)
    assert [(entry.actor, entry.text) for entry in plain.log] == [(entry.actor, entry.text) for entry in kept.log]


def test_a_place_is_looked_for_only_if_it_may_be_better_than_that() -> None:
    units: dict[str, Any] = {
        "b1": {"at": [3100, 3500], "facing": 0, "tokens": 3},
        "r1": {"at": [3000, 1700], "facing": 180, "tokens": 3},
    }
    board = battle(units=units, map="crossroads").board
    gain, goal = moves.ways_ahead(board, B1, "move", scene=Scene())
    assert gain > 0
    assert isinstance(goal, tuple)
    for scene in (Scene(), scene_of(board)):
        for least, found in (
            (gain, (0, "stay")),
            (gain - 1, (gain, goal)),
            (gain + 500, (0, "stay")),
            (0, (gain, goal)),
        ):
            assert moves.ways_ahead(board, B1, "move", least=least, scene=scene) == found


@pytest.mark.slow
@pytest.mark.parametrize("style", [PLAIN, STYLE])
@pytest.mark.parametrize("scenario", ["meeting", "capture", "retreat"])
def test_the_best_order_is_the_first_of_the_best_by_what_each_is_worth(scenario: str, style: Style) -> None:
    position, rng, asked = GAME.start(check_setting(GAME, scenario)), Random(5), 0

    def worth(option: Answer, side: int) -> int:
        match option:
            case ("activate", str(name)):
                unit = unit_of(board, name)
                odds = orders._odds(board, unit)
                return orders.by_chance(orders.action_value(board, unit, style)[0], odds) if odds > 1 else 0
            case ("last_stand", str(name)):
                return orders.action_value(board, unit_of(board, name), style)[0]
        return orders._order_value(board, option, side, style)

    while (ask := position.open) is not None:
        board = position.board
        if isinstance(position.step, Act) and ask.options is not None:
            values = [worth(option, ask.actor) for option in ask.options]
            best = max(0, *values)
            chosen = ask.options[values.index(best)] if best else ask.options[-1]
            assert orders._best_of(board, ask.options, ask.actor, style) == (best, chosen)
            asked += 1
        answer = position.suggest(rng, 1)[0] if ask.actor == CHANCE else decide(position, ask.actor, rng, style)
        position.push(answer)
    assert asked > 50
