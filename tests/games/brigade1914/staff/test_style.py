"""What the deputies of a council prize otherwise than the staff: guns, masses, haste, and time to go back."""

from __future__ import annotations

from random import Random

from games.brigade1914.support import B1, battle
from marne.engine import CHANCE, Setting
from marne.games.brigade1914.components.forces import BATTERY, INFANTRY
from marne.games.brigade1914.game import GAME
from marne.games.brigade1914.rules.fire.firing import STANDING
from marne.games.brigade1914.rules.scenarios.deployment import MarchOrder
from marne.games.brigade1914.staff import orders
from marne.games.brigade1914.staff.fire import best_target, worth
from marne.games.brigade1914.staff.moves import pressure, ways_ahead
from marne.games.brigade1914.staff.places import station
from marne.games.brigade1914.staff.staff import decide
from marne.games.brigade1914.staff.style import PLAIN, Style


def test_guns_first_puts_batteries_at_the_head_of_the_column() -> None:
    marched: dict[Style, list[str]] = {PLAIN: [], Style(guns_first=True): []}
    for style, column in marched.items():
        position, rng = (
            GAME.start(
                Setting("meeting", "", (("blue", "british infantry"), ("red", "german infantry"), ("table", "grass")))
            ),
            Random(1),
        )
        while position.open is not None and position.board.turn < 1:
            actor = position.open.actor
            answer = position.suggest(rng, 1)[0] if actor == CHANCE else decide(position, actor, rng, style)
            if isinstance(position.step, MarchOrder) and actor == 0:
                column.append(position.board.spec[position.board.unit(str(answer)) or 0].kind)
            position.push(answer)
    plain, guns = marched.values()
    assert guns[:2] == [BATTERY, BATTERY]
    assert BATTERY not in plain[:1], "the staff takes whoever comes"


def test_a_mass_goes_for_the_foremost_objective() -> None:
    board = battle("bn4 bn4 bn4", "bn4").board
    foot = [unit for unit in board.units(0) if board.spec[unit].kind == INFANTRY]
    assert len({station(board, unit)[1] for unit in foot}) == 3, "the staff goes for all three"
    places = [station(board, unit, Style(massed=500)) for unit in foot]
    assert {y for _, y in places} == {2400}
    assert [x for x, _ in places] == [3100, 3600, 4100]
    assert {station(board, unit, Style(massed=500, back=400))[1] for unit in foot} == {4400}, "blue's edge is the south"


def test_counter_battery_fire_is_worth_more() -> None:
    units = {
        "b1": {"at": [3600, 3500], "facing": 0, "tokens": 3},
        "r1": {"at": [3200, 1600], "facing": 180},
        "r2": {"at": [4200, 1600], "facing": 180},
    }
    position = battle("field", "bn4 field", units=units)
    board, guns = position.board, 2
    assert board.spec[guns].kind == BATTERY
    keen = Style(counter_battery=10)
    assert worth(board, B1, 1, STANDING, keen) == worth(board, B1, 1, STANDING)
    assert worth(board, B1, guns, STANDING, keen) > worth(board, B1, guns, STANDING)
    board.markers[1] = 2
    options = (("at", "r1"), ("at", "r2"))
    assert best_target(board, B1, STANDING, options) == ("at", "r1")
    assert best_target(board, B1, STANDING, options, keen) == ("at", "r2")


def test_haste_and_danger_say_how_boldly_a_unit_goes_ahead() -> None:
    units = {
        "b1": {"at": [3600, 4300], "facing": 0, "tokens": 3},
        "r1": {"at": [3600, 1900], "facing": 180, "tokens": 3},
    }
    board = battle("bn4+1", "bn4+1", units=units).board
    assert pressure(board, 0, Style(haste=70)) == pressure(board, 0) + 20
    assert ways_ahead(board, B1, "move", Style(haste=70))[0] > ways_ahead(board, B1, "move")[0]
    units["b1"]["at"], units["r1"]["at"] = [3600, 4500], [3600, 1700]
    board = battle("bn4", "bn4", units=units).board
    assert ways_ahead(board, B1, "move") == (0, "stay"), "out of reach of rifles, and stays there"
    assert ways_ahead(board, B1, "move", Style(danger=5))[0] > 0


def test_who_spares_his_units_falls_back_a_hit_sooner() -> None:
    units = {
        "b1": {"at": [3600, 3500], "facing": 0, "tokens": 3, "markers": 4},
        "r1": {"at": [3600, 2500], "facing": 180, "tokens": 3},
    }
    board = battle("bn4", "bn4+1", units=units).board
    assert orders._fall_back_value(board, B1) == 0
    assert orders._fall_back_value(board, B1, Style(spared=4)) > 0
