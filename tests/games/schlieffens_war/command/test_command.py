"""6.7: command."""

from __future__ import annotations

import pytest

from games.schlieffens_war.support import board as make
from games.schlieffens_war.support import h, u
from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import FRENCH, GERMAN
from marne.games.schlieffens_war.rules.command.command import command_area, command_radius, in_command


@pytest.mark.rule("6.7")
def test_command_is_the_hqs_factor_in_hexes() -> None:
    board = make({"AOK 1": "2322", "II AK": "2320", "III AK": "2319", "1er CA": "2324"})
    assert command_radius(board, u("AOK 1")) == 2
    assert in_command(board, u("II AK"))
    assert not in_command(board, u("III AK"))
    assert not in_command(board, u("1er CA"))


@pytest.mark.rule("6.7")
@pytest.mark.reading("any-hq")
def test_any_hq_of_the_nation_commands_and_no_other() -> None:
    units = {"6e Armée": "2322", "1er CA": "2321", "I Corps": "2421", "AOK 7": "2022", "X AK": "2122"}
    board = make(units)
    assert in_command(board, u("1er CA"))
    assert not in_command(board, u("I Corps"))
    assert in_command(board, u("X AK"))


@pytest.mark.rule("6.7", "2.7")
@pytest.mark.reading("hq-radius")
def test_an_hq_without_supply_commands_less() -> None:
    board = make({"AOK 1": {"hex": "2322", "supply": "out"}, "II AK": "2320", "III AK": "2321"})
    assert command_radius(board, u("AOK 1")) == 1
    assert not in_command(board, u("II AK"))
    assert in_command(board, u("III AK"))


@pytest.mark.rule("6.7", "2.7", "8.7")
@pytest.mark.pure(why="a constant of the rules is set")
@pytest.mark.parametrize(("factor", "radius"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_half_a_radius_is_rounded_up(monkeypatch: pytest.MonkeyPatch, factor: int, radius: int) -> None:
    monkeypatch.setattr(WarBoard, "factor", lambda board, unit: factor)
    assert command_radius(make({"AOK 1": {"hex": "2322", "supply": "out"}}), u("AOK 1")) == radius
    assert command_radius(make({"AOK 1": {"hex": "2322", "supply": "fortress"}}), u("AOK 1")) == factor


@pytest.mark.rule("6.7")
def test_an_area_of_command_is_the_radius_of_every_hq_on_the_map_and_nothing_else() -> None:
    two = g.GRID.within_bits(h("2322"), 2) | g.GRID.within_bits(h("2110"), 2)
    units = {"5e Armée": "2322", "4e Armée": "2110", "3e Armée": "eliminated", "6e Armée": "waiting", "BEF": "1418"}
    assert command_area(make(units), FRENCH) == two
    assert command_area(make({"AOK 1": "0501"}), GERMAN) == g.GRID.within_bits(h("0501"), 2) | g.GERMAN_CITIES
    assert command_area(make({"5e Armée": "eliminated"}), FRENCH) == 0


@pytest.mark.rule("6.7", "7.5")
@pytest.mark.reading("command-zones")
def test_command_is_not_blocked_by_zones_enemies_or_closed_ground() -> None:
    # 2321 lies between HQ and corps: first in a zone, then held by the enemy
    assert in_command(make({"AOK 1": "2322", "II AK": "2320", "1er CA": "2221"}), u("II AK"))
    assert in_command(make({"AOK 1": "2322", "II AK": "2320", "1er CA": "2321", "2e CA": "2221"}), u("II AK"))
    # between 0908 and 0909 lies Dutch Limburg
    assert in_command(make({"AOK 1": "0908", "II AK": "0909"}), u("II AK"))


@pytest.mark.rule("6.7", "8.6")
def test_a_german_city_commands_germans_in_it_while_its_rail_reaches_the_edge() -> None:
    assert in_command(make({"II AK": "1007"}), u("II AK"))
    assert not in_command(make({"II AK": "1107"}), u("II AK")), "beside the city, not in it"
    assert not in_command(make({"1er CA": "1007"}), u("1er CA")), "not the French"
    # the rails of Aachen lead to 0908, 1006 and 1108; a corps in 1006 casts its zone on 1007 and 0907 only
    cut = {"II AK": "1007", "1er CA": "1006", "2e CA": "0908", "3e CA": "1108"}
    assert not in_command(make(cut), u("II AK"))
    assert in_command(make(cut | {"1er CA": "2018"}), u("II AK")), "one line is enough"
