"""6.0 to 6.5: stacking, crowded hexes, nations apart."""

from __future__ import annotations

from typing import Any

import pytest

from games.schlieffens_war.positions import labels
from games.schlieffens_war.support import actor, at, board, events, go, h, hex_of, refused, step, u, unit, written
from games.schlieffens_war.support import board as make
from marne.games.schlieffens_war.board import ELIMINATED
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.events import Moved, Overstacked, StackMoved
from marne.games.schlieffens_war.odds import forecast
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.command.stacking import foreign, has_room, overstacked, ways_out
from marne.hexes import members


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
@pytest.mark.reading("one-level")
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
@pytest.mark.reading("crowding")
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


@pytest.mark.rule("6.2", "6.3")
def test_room_and_too_many() -> None:
    three = dict.fromkeys(("II AK", "III AK", "IV AK"), "2322")
    made = board(three | {"IX AK": "2321"})
    assert not has_room(made, u("IX AK"), h("2322"))
    assert not overstacked(made, h("2322"))
    assert has_room(made, u("AOK 1"), h("2322"))
    assert has_room(board(dict.fromkeys(("II AK", "III AK"), "2322")), u("IX AK"), h("2322"))
    assert overstacked(board(three | {"IX AK": "2322"}), h("2322"))
    assert overstacked(board({"AOK 1": "2322", "AOK 2": "2322"}), h("2322"))
    assert not has_room(board({"AOK 1": "2322"}), u("AOK 2"), h("2322"))
    assert not overstacked(
        board(dict.fromkeys(("Depot 1", "Depot 2", "Depot 3", "Depot 4", "AOK 1"), "2322")), h("2322")
    )


@pytest.mark.rule("6.5")
def test_the_ways_out_of_a_crowded_hex() -> None:
    crowd = dict.fromkeys(("II AK", "III AK", "IV AK", "IX AK"), "2322")
    assert labels(ways_out(board(crowd), u("II AK"))) == {"2221", "2321"}
    held = board(crowd | {"5e Armée": "2221"})
    assert labels(ways_out(held, u("II AK"))) == {"2321"}, "no enemy's hex"
    zone = board(crowd | {"1er CA": "2320"})
    assert labels(ways_out(zone, u("II AK"))) == {"2221"}, "2321 is in a zone"
    friend = board(crowd | {"1er CA": "2320", "X AK": "2321"})
    assert labels(ways_out(friend, u("II AK"))) == {"2221", "2321"}, "unless a friend is there"
    # own zones are no matter
    assert labels(ways_out(board(crowd | {"X AK": "2320"}), u("II AK"))) == {"2221", "2321"}


@pytest.mark.rule("6.5", "6.3")
def test_a_crowd_does_not_spread_over_allies() -> None:
    crowd = dict.fromkeys(("1er CA", "2e CA", "3e CA", "10e CA"), "2322")
    free = labels(ways_out(board(crowd), u("1er CA")))
    held = min(free)
    assert labels(ways_out(board(crowd | {"I Corps": held}), u("1er CA"))) == free - {held}


@pytest.mark.rule("6.5", "10.8")
def test_a_crowd_of_belgians_abroad_keeps_to_its_area() -> None:
    crowd = dict.fromkeys(("1re-5e DA", "2e-6e DA", "3e-4e DA"), "1415")
    ways = ways_out(board(crowd), u("1re-5e DA"))
    assert ways
    assert all(g.BELGIAN_AREA >> hex & 1 and g.PASSABLE[h("1415")] >> hex & 1 for hex in ways)
    french = ways_out(board(dict.fromkeys(("1er CA", "2e CA", "3e CA", "10e CA"), "1415")), u("1er CA"))
    assert not all(g.BELGIAN_AREA >> hex & 1 for hex in french)


@pytest.mark.rule("6.5", "6.1")
def test_only_as_many_leave_as_must_and_either_sides_crowd_is_seen() -> None:
    crowd: dict[str, Any] = dict.fromkeys(("II AK", "III AK", "IV AK", "IX AK", "AOK 1"), "2322")
    position = go(at(crowd | {"1er CA": "2018"}, "movement"), "done")
    assert actor(position) == "german"
    assert not any(text.startswith("AOK 1") for text in written(position)), "one HQ is no crowd"
    assert step(go(position, "IX AK eliminate")) != "RelieveHex"
    other = dict.fromkeys(("1er CA", "2e CA", "3e CA", "10e CA"), "2322")
    position = go(at(other | {"X AK": "1007"}, "movement"), "done")
    assert (step(position), actor(position)) == ("RelieveHex", "entente"), "in the German phase"
    fort = dict.fromkeys(("Fort Metz", "II AK", "III AK", "AOK 1", "AOK 2"), "1807")
    position = go(at(fort | {"1er CA": "2018"}, "movement"), "done")
    assert not any(text.startswith(("Fort", "II")) for text in written(position)), "only HQs are too many"


@pytest.mark.rule("6.5", "3.3")
def test_who_leaves_a_crowd_takes_the_hex() -> None:
    crowd = dict.fromkeys(("II AK", "III AK", "IV AK", "IX AK"), "2322")
    position = go(at(crowd | {"1er CA": "2018"}, "movement"), "done", "II AK 2321")
    assert position.board.controller(h("2321")) == 0
    assert members(position.board.occupied[0]) == sorted([h("2321"), h("2322")])
    assert ELIMINATED not in [position.board.where[u(name)] for name in crowd]


@pytest.mark.rule("6.2")
def test_what_counts_in_a_stack() -> None:
    made = board({"Fort Metz": "1807", "X AK": "1807", "HKK 1": "1807", "AOK 1": "1807", "Depot 1": "1807"})
    assert made.corps_equivalents(h("1807")) == 3
    assert made.hqs(h("1807")) == 1
    assert made.corps_equivalents(h("2322")) == made.hqs(h("2322")) == 0


@pytest.mark.rule("6.2", "11.17")
def test_odds_count_only_stacks_that_can_be() -> None:
    """Under a corps and a fort lies one unit that could be any of two HQs or two corps of 3; two would be too many."""
    made = board({"X AK": "2017", "IX AK": "2017", "Fort Paris": "2018", "2e CA": "2018"})
    units = (u("X AK"), u("IX AK"))
    battle = Battle(0, h("2018"), units, (h("2017"),), (u("Fort Paris"), u("2e CA")), h("2018"))
    pool = [u(name) for name in ("5e Armée", "4e Armée", "1er CA", "10e CA")]
    one = forecast(made, battle, 1, pool)
    assert dict(one.defences) == {10: 2, 8: 2}, "an HQ adds 2; of three only the best two corps fight"
    two = forecast(made, battle, 2, pool)
    assert dict(two.defences) == {10: 4}, "an HQ and a corps: neither two HQs nor four corps"
