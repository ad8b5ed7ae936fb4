"""3.3: who controls a hex."""

from __future__ import annotations

import pytest

from games.schlieffens_war.positions import PLACE, beaten
from games.schlieffens_war.support import War, at, board, go, h, hex_of, u, written
from marne.engine import Setting
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import MAP
from marne.games.schlieffens_war.events import CityTaken
from marne.games.schlieffens_war.game import GAME
from marne.games.schlieffens_war.rules.combat.retreat import retreat
from marne.hexes import members


@pytest.mark.rule("3.3")
def test_control_at_the_start_and_by_entering() -> None:
    board = GAME.start(Setting("campaign")).board
    for hex in members(g.LAND):
        assert board.controller(hex) == (0 if g.GERMANY >> hex & 1 else 1)
    position = at({"X AK": "1907", "AOK 2": "1907"}, "movement")
    moved = go(position, "X AK", "1908")
    assert moved.board.controller(h("1908")) == 0
    assert moved.board.controller(h("2007")) == 1
    assert position.board.controller(h("1908")) == 1


@pytest.mark.rule("3.3", "7.0")
def test_zones_take_no_control() -> None:
    position = at({"X AK": "1907"}, "movement")
    assert position.board.zone(0) >> h("1908") & 1
    assert position.board.controller(h("1908")) == 1


@pytest.mark.rule("3.3", "10.1")
def test_hexes_on_the_way_are_taken_too() -> None:
    position = go(at({"HKK 1": "2322"}, "movement"), "HKK 1", "2319")
    assert hex_of(position, "HKK 1") == "2319"
    assert position.board.controller(h("2321")) == 0
    assert position.board.controller(h("2320")) == 0
    assert unit_at(position, "2319") == [u("HKK 1")]


def unit_at(position: War, label: str) -> list[int]:
    return list(position.board.stacks[h(label)])


@pytest.mark.rule("3.3", "4.6", "4.1")
def test_what_entering_a_hex_takes() -> None:
    made = board({})
    made.take(0, h("1512"))
    assert (made.controller(h("1512")), made.points) == (0, 1)
    made.take(0, h("1512"))
    assert made.points == 1, "once"
    made.take(1, h("1512"))
    assert (made.controller(h("1512")), made.points) == (1, 0)
    made.take(1, h("1512"))
    assert made.points == 0
    made.take(0, h("2322"))
    assert (made.controller(h("2322")), made.points) == (0, 0), "no city"
    made.take(1, h("1805"))
    assert (made.controller(h("1805")), made.points) == (1, 0), "a German city gives nobody points"
    made.take(0, h("1805"))
    assert made.points == 0
    told = [event for event in made.events if isinstance(event, CityTaken)]
    assert told == [CityTaken("4.6", 0, h("1512"), 1), CityTaken("4.6", 1, h("1512"), 0)]


@pytest.mark.rule("3.3", "8.5", "3.1")
def test_countries_are_the_land_of_each() -> None:
    for land, whole in ((g.GERMANY, MAP.germany), (g.FRANCE, MAP.france), (g.BELGIUM, MAP.belgium)):
        assert land == whole & g.LAND
        assert land
    assert MAP.france != g.FRANCE, "the marsh can't be entered"
    assert g.spread(1 << h("2322")) == g.GRID.neighbour_bits(h("2322"))


@pytest.mark.rule("3.3", "11.21", "4.6")
@pytest.mark.reading("control")
def test_a_retreat_takes_control_of_the_hex_it_enters() -> None:
    made = board({"1er CA": "1513"}, control={"german": ["1512"]}, points=1)
    retreat(made, beaten("1er CA", hex="1513"), h("1512"))
    assert made.controller(h("1512")) == 1
    assert made.points == 0
    german = board({"X AK": "1513"})
    retreat(german, beaten("X AK", hex="1513", attacker=1), h("1512"))
    assert german.controller(h("1512")) == 0
    assert german.points == 1


@pytest.mark.rule("3.3", "11.21")
def test_in_play_too_a_beaten_stack_takes_what_it_walks_into() -> None:
    units = {"X AK": "2322", "IX AK": "2322", "1er CA": PLACE}
    position = at(units, control={"german": ["2220", "2320", "2420"]})
    position = go(position, "done", f"attack {PLACE}", "with X AK", "with IX AK", "attack", 6)
    way = next(text for text in written(position) if text.startswith("retreat")).removeprefix("retreat ")
    assert position.board.controller(h(way)) == 0
    position = go(position, f"retreat {way}")
    assert position.board.controller(h(way)) == 1
    assert position.board.controller(h(PLACE)) == 1, "what it leaves stays its own until somebody comes"
