"""Chapter 6: stacking, crowded hexes, command."""

from __future__ import annotations

from typing import Any

import pytest

from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import FRENCH, GERMAN
from marne.games.schlieffens_war.events import Moved, Overstacked, StackMoved
from marne.games.schlieffens_war.rules.command.command import command_area, command_radius, in_command
from marne.games.schlieffens_war.rules.command.stacking import foreign, has_room, overstacked

from .support import at, events, go, h, hex_of, refused, step, u, unit, written
from .support import board as make


@pytest.mark.rule("6.0", "6.2")
def test_three_corps_and_an_hq_fit() -> None:
    board = make({"AOK 1": "2322", "II AK": "2322", "III AK": "2322", "IV AK": "2322", "Depot 1": "2322"})
    hex = h("2322")
    assert not overstacked(board, hex)
    assert not has_room(board, u("IX AK"), hex)
    assert not has_room(board, u("AOK 2"), hex)
    assert has_room(board, u("Depot 2"), hex)


@pytest.mark.rule("6.2")
def test_forts_count_as_corps() -> None:
    board = make({"Fort Metz": "1807", "II AK": "1807", "III AK": "1807"})
    assert not has_room(board, u("IV AK"), h("1807"))
    board = make({"Fort Metz": "1807", "II AK": "1807", "III AK": "1807", "IV AK": "1807"})
    assert overstacked(board, h("1807"))


@pytest.mark.rule("6.1", "6.5")
def test_crowding_on_the_way_is_allowed_and_settled_at_the_end() -> None:
    units = {"II AK": "2322", "III AK": "2322", "IV AK": {"hex": "2322", "morale": "elan"}, "IX AK": "2321"}
    position = at(units, "movement")
    position = go(position, "IX AK", "2322")
    assert len(position.board.stacks[h("2322")]) == 4
    position = go(position, "done")
    assert step(position) == "RelieveHex"
    assert events(position, Overstacked)
    # everybody in the hex tires: IV AK rested to elan (10.2) and falls back to normal, IX AK marched
    assert unit(position, "II AK")["morale"] == "normal"  # rested up to elan, then down
    assert unit(position, "IX AK")["morale"] == "fatigued"
    assert "IX AK eliminate" in written(position)


@pytest.mark.rule("6.5")
def test_the_surplus_goes_towards_supply_or_is_given_up() -> None:
    units = {"II AK": "2322", "III AK": "2322", "IV AK": "2322", "IX AK": "2322", "1er CA": "2521"}
    position = at(units, "movement")
    position = go(position, "done")
    ways = written(position)
    # German supply is in the east: only hexes nearer to it, and none beside the French corps (2421 is in its zone)
    assert "II AK 2321" in ways
    assert "II AK 2323" not in ways
    assert "II AK 2421" not in ways
    out = go(position, "II AK 2321")
    assert hex_of(out, "II AK") == "2321"
    assert step(out) != "RelieveHex"
    lost = go(position, "II AK eliminate")
    assert hex_of(lost, "II AK") == "eliminated"


@pytest.mark.rule("6.5")
def test_an_overstack_that_moves_on_is_settled_in_turn() -> None:
    units = dict.fromkeys(("II AK", "III AK", "IV AK", "IX AK"), "2322")
    units |= dict.fromkeys(("V AK", "VI AK", "VII AK"), "2321")
    position = go(at(units, "movement"), "done", "II AK 2321")
    assert step(position) == "RelieveHex"
    assert any(text.startswith("V AK 2") for text in written(position))


@pytest.mark.rule("6.5", "9.6")
def test_a_long_march_into_a_crowd_costs_one_level_only() -> None:
    units: dict[str, Any] = dict.fromkeys(("II AK", "III AK", "IV AK"), "2322")
    units["IX AK"] = {"hex": "2319", "morale": "elan"}
    position = go(at(units, "movement"), "IX AK", "2322", "done")
    assert unit(position, "IX AK")["spent"] == 3
    assert unit(position, "IX AK")["morale"] == "normal", "the march took a level; nobody loses two in one phase"


@pytest.mark.rule("6.5", "3.1")
def test_a_crowd_costs_germans_their_elan_on_turn_1_too() -> None:
    units: dict[str, Any] = {name: {"hex": "2322", "morale": "elan"} for name in ("II AK", "III AK", "IV AK", "IX AK")}
    position = go(at(units, "movement", turn=1), "done")
    assert [unit(position, name)["morale"] for name in units] == ["normal"] * 4


@pytest.mark.rule("6.5", "8.5", "10.8")
def test_a_crowd_of_belgians_spreads_over_belgium() -> None:
    units = dict.fromkeys(("Fort Liège", "1re-5e DA", "2e-6e DA", "3e-4e DA"), "1109")
    position = go(at(units | {"X AK": "1007"}, "movement", "entente"), "done")
    assert step(position) == "RelieveHex"
    assert "1re-5e DA 1110" in written(position), "every hex of Belgium feeds them, the next one too"
    assert "1re-5e DA 1108" not in written(position)


@pytest.mark.rule("6.5", "8.3")
def test_a_crowd_on_an_edge_source_makes_for_the_next_one() -> None:
    units = dict.fromkeys(("1er CA", "2e CA", "3e CA", "4e CA"), "1624") | {"X AK": "1007"}
    position = go(at(units, "movement", "entente"), "done")
    assert "1er CA 1724" in written(position), "1824 is the next source"
    full = dict.fromkeys(("5e CA", "6e CA", "8e CA"), "1724")
    position = go(at(units | full, "movement", "entente"), "done")
    assert "1er CA 1724" not in written(position), "no room there"


@pytest.mark.rule("6.5", "6.2")
def test_the_owner_may_give_up_a_fort_instead() -> None:
    units = dict.fromkeys(("Fort Metz", "II AK", "III AK", "IV AK"), "1807")
    position = go(at(units | {"1er CA": "2018"}, "movement"), "done")
    assert [text for text in written(position) if text.startswith("Fort")] == ["Fort Metz eliminate"]
    assert hex_of(go(position, "Fort Metz eliminate"), "Fort Metz") == "removed"


@pytest.mark.rule("6.5", "6.6")
def test_who_leaves_a_crowd_is_the_owners_to_know() -> None:
    position = go(at({"AOK 1": "2322", "AOK 2": "2321"}, "movement"), "AOK 2", "2322", "done", "AOK 1 2321")
    (own,), (other,) = events(position, Moved), events(position, StackMoved)
    assert (own.seers(), other.seers()) == ((0,), (1,))


@pytest.mark.rule("6.5")
def test_two_hqs_crowd_a_hex() -> None:
    position = go(at({"AOK 1": "2322", "AOK 2": "2321"}, "movement"), "AOK 2", "2322", "done")
    assert step(position) == "RelieveHex"
    assert {text.rsplit(" ", 1)[0] for text in written(position)} == {"AOK 1", "AOK 2"}


@pytest.mark.rule("6.3", "8.4")
def test_nations_keep_apart_but_for_two_forts() -> None:
    board = make({"1er CA": "2322", "Fort Maubeuge": "1314", "Fort Liège": "1109", "Fort Verdun": "1809"})
    assert foreign(board, u("I Corps"), h("2322"))
    assert foreign(board, u("1re-5e DA"), h("2322"))
    assert not foreign(board, u("2e CA"), h("2322"))
    assert has_room(board, u("I Corps"), h("1314"))
    assert has_room(board, u("I Corps"), h("1109"))
    assert not has_room(board, u("I Corps"), h("1809"))
    garrison = make({"1er CA": "1314", "1re-5e DA": "1109", "Fort Liège": "1109"})
    assert not has_room(garrison, u("I Corps"), h("1314")), "a fort counter, but no mobile unit"
    assert not has_room(garrison, u("I Corps"), h("1109"))
    assert not has_room(board, u("1er CA"), h("1109"))
    position = go(at({"1er CA": "2322", "I Corps": "2321"}, "movement", "entente"), "I Corps")
    assert refused(position, "2322") == "6.3"
    assert "2323" in written(position)


@pytest.mark.rule("6.7")
def test_command_is_the_hqs_factor_in_hexes() -> None:
    board = make({"AOK 1": "2322", "II AK": "2320", "III AK": "2319", "1er CA": "2324"})
    assert command_radius(board, u("AOK 1")) == 2
    assert in_command(board, u("II AK"))
    assert not in_command(board, u("III AK"))
    assert not in_command(board, u("1er CA"))


@pytest.mark.rule("6.7")
def test_any_hq_of_the_nation_commands_and_no_other() -> None:
    units = {"6e Armée": "2322", "1er CA": "2321", "I Corps": "2421", "AOK 7": "2022", "X AK": "2122"}
    board = make(units)
    assert in_command(board, u("1er CA"))
    assert not in_command(board, u("I Corps"))
    assert in_command(board, u("X AK"))


@pytest.mark.rule("6.7", "2.7")
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
