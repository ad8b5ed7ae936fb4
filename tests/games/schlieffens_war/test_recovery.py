"""Chapters 6 and 9, worked out on the board: who may regroup and return, who arrives and leaves, who makes room."""

from __future__ import annotations

from typing import Any

import pytest

from marne.games.schlieffens_war.board import ELIMINATED, WAITING
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import ENTENTE, GERMAN, NAMES
from marne.games.schlieffens_war.rules.command.stacking import has_room, overstacked, ways_out
from marne.games.schlieffens_war.rules.reinforcement.regroup import ChooseReturnHex, may_regroup, return_hexes
from marne.games.schlieffens_war.rules.reinforcement.reinforcement import (
    PlaceReinforcement,
    Reinforcements,
    arrival_hexes,
    may_withdraw,
)
from marne.hexes import members

from .support import actor, at, board, go, h, hex_of, refused, step, u, unit, written


def labels(hexes: list[int]) -> set[str]:
    return {g.LABELS[hex] for hex in hexes}


@pytest.mark.rule("9.5", "6.7")
def test_who_may_regroup_unit_by_unit() -> None:
    units: dict[str, Any] = {
        "AOK 1": "2322",
        "Depot 1": "2322",
        "Fort Metz": "2320",
        "II AK": "2322",
        "III AK": {"hex": "2320", "supply": "out"},
        "IV AK": {"hex": "2320", "supply": "fortress"},
        "IX AK": "2319",  # out of command
        "III RK": "2323",  # in a zone
        "V AK": "eliminated",
        "VI AK": "0501",  # no HQ near
        "VIII AK": "1007",  # in a German city
        "1er CA": "2324",
        "5e Armée": "2324",
        "I Corps": "2224",
    }
    made = board(units)
    assert [NAMES[unit] for unit in may_regroup(made, GERMAN)] == ["II AK", "VIII AK"]
    assert [NAMES[unit] for unit in may_regroup(made, ENTENTE)] == [], (
        "1er CA is in the zone of III RK, I Corps has no HQ"
    )
    first = board({"II AK": "0501", "AOK 1": "0501"})
    assert may_regroup(first, GERMAN) == [u("II AK")]


@pytest.mark.rule("9.5")
def test_where_germans_return() -> None:
    free = board({"II AK": "eliminated", "AOK 1": "eliminated"})
    assert labels(return_hexes(free, u("II AK"))) == set(g.labels_of(g.GERMAN_CITIES))
    lost = board({"II AK": "eliminated"}, control={"entente": ["1007"]})
    assert "1007" not in labels(return_hexes(lost, u("II AK"))), "not in Entente hands"
    zone = board({"II AK": "eliminated", "1er CA": "1006", "IX AK": "1007"})
    assert "1007" not in labels(return_hexes(zone, u("II AK"))), "in a zone, friend or not"
    full = board({"II AK": "eliminated", "IX AK": "1007", "X AK": "1007", "VII AK": "1007", "AOK 1": "eliminated"})
    assert "1007" not in labels(return_hexes(full, u("II AK")))
    assert "1007" in labels(return_hexes(full, u("AOK 1"))), "room for an HQ"
    # Aachen's rails lead to 0908, 1006 and 1108: HQs hold them without casting zones
    cut = board({"II AK": "eliminated", "5e Armée": "0908", "4e Armée": "1006", "3e Armée": "1108"})
    assert "1007" not in labels(return_hexes(cut, u("II AK")))


@pytest.mark.rule("9.5", "7.5")
def test_a_friend_keeps_the_rail_of_a_return_open_through_a_zone() -> None:
    # the one rail of the Ruhr, 0804, leads to 0805; a corps in 0706 casts its zone there and on 0806, not on 0804
    closed = {"II AK": "eliminated", "1er CA": "0706"}
    assert "0804" not in labels(return_hexes(board(closed), u("II AK")))
    opened = board(closed | {"X AK": "0805", "IX AK": "0806"})
    assert "0804" in labels(return_hexes(opened, u("II AK")))
    assert "0806" not in labels(return_hexes(opened, u("II AK"))), "the city itself must be outside every zone"


@pytest.mark.rule("9.5", "8.4")
def test_where_the_british_and_french_return() -> None:
    ports = {"0918", "0919", "1020"}
    assert labels(return_hexes(board({"BEF": "eliminated"}), u("BEF"))) == ports
    with_hq = board({"I Corps": "eliminated", "BEF": "0919"})
    assert labels(return_hexes(with_hq, u("I Corps"))) == {"0919"}
    zone = board({"I Corps": "eliminated", "BEF": "0919", "X AK": "1019"})
    assert return_hexes(zone, u("I Corps")) == []
    assert return_hexes(board({"I Corps": "eliminated", "BEF": "eliminated"}), u("I Corps")) == []
    french = labels(return_hexes(board({"1er CA": "eliminated"}), u("1er CA")))
    assert french == set(g.labels_of(g.FRENCH_CITIES))
    # Calais with the British in it has no room for the French
    held = board({"1er CA": "eliminated", "I Corps": "0919"})
    assert "0919" not in labels(return_hexes(held, u("1er CA")))
    everything = {"entente": list(g.labels_of(g.LAND))}
    assert return_hexes(board({"1re-5e DA": "eliminated"}, control=everything), u("1re-5e DA")) == [], "Belgians never"


@pytest.mark.rule("9.5", "2.8")
def test_who_returns_is_whole_tired_and_in_supply() -> None:
    made = board({"II AK": "eliminated", "AOK 1": "eliminated"})
    for name in ("II AK", "AOK 1"):
        made.steps[u(name)], made.supply[u(name)] = 0, 2
        ChooseReturnHex(u(name)).do(made, h("1007"))
        assert (made.where[u(name)], made.supply[u(name)]) == (h("1007"), 0)
    assert (made.steps[u("II AK")], made.morale[u("II AK")]) == (2, -1)
    assert (made.steps[u("AOK 1")], made.morale[u("AOK 1")]) == (1, 0), "an HQ has no morale"


@pytest.mark.rule("9.5", "2.8")
def test_forts_and_removed_units_are_not_offered_and_the_owner_chooses() -> None:
    units = {
        "II AK": "eliminated",
        "III AK": "removed",
        "Fort Metz": "eliminated",
        "1er CA": "eliminated",
        "IV AK": "1007",
    }
    position = at(units, "regroup", turn=3)
    assert written(position) == ["II AK", "done"]
    assert actor(position) == "german"
    assert refused(position, "III AK") == "9.5"
    entente = at(units, "regroup", "entente", turn=3)
    assert (written(entente), actor(entente)) == (["1er CA", "done"], "entente")
    asked = go(entente, "1er CA")
    assert actor(asked) == "entente"
    one = at(
        units,
        "regroup",
        turn=3,
        control={"entente": [label for label in g.labels_of(g.GERMAN_CITIES) if label != "1203"]},
    )
    assert hex_of(go(one, "II AK"), "II AK") == "1203", "one city: no question"
    lost = [label for label in g.labels_of(g.GERMAN_CITIES) if label not in ("1203", "1401")]
    two = go(at(units, "regroup", turn=3, control={"entente": lost}), "II AK")
    assert written(two) == ["II AK 1203", "II AK 1401"]


@pytest.mark.rule("9.5", "9.6")
def test_all_at_once_one_by_one_or_nobody() -> None:
    units: dict[str, Any] = {"AOK 1": "1007"} | {
        name: {"hex": "1007", "morale": "fatigued"} for name in ("II AK", "III AK")
    }
    position = at(units, "regroup", turn=3)
    assert written(position) == ["II AK", "III AK", "all", "done"]
    assert actor(position) == "german"
    rested = go(position, "all")
    assert [unit(rested, name)["morale"] for name in ("II AK", "III AK")] == ["normal", "normal"]
    one = go(position, "III AK")
    assert written(one) == ["II AK", "done"]
    assert unit(go(position, "done"), "II AK")["morale"] == "fatigued"
    elan = {"AOK 1": "1007", "II AK": {"hex": "1007", "morale": "elan", "steps": 1}}
    back = go(at(elan, "regroup", turn=3), "II AK")
    assert (unit(back, "II AK")["steps"], unit(back, "II AK")["morale"]) == (2, "fatigued"), "with elan too"


# -- 9.1 to 9.4


@pytest.mark.rule("9.1", "9.2", "9.3")
def test_what_arrives_and_when() -> None:
    def due(turn: int) -> set[str]:
        made = board(dict.fromkeys(("BEF", "I Corps", "6e Armée", "7e CA", "1er CA"), "waiting"), turn=turn)
        steps = Reinforcements().do(made)
        return {NAMES[each.unit] for each in steps if isinstance(each, PlaceReinforcement)}

    assert due(2) == set()
    assert due(3) == due(6) == {"BEF", "I Corps"}
    assert due(7) == due(8) == {"BEF", "I Corps", "6e Armée", "7e CA"}


@pytest.mark.rule("9.2", "9.3", "9.1")
def test_where_reinforcements_arrive_and_whom_it_asks() -> None:
    units: dict[str, Any] = {"BEF": "waiting", "6e Armée": "waiting", "AOK 1": "0918", "X AK": "1823", "AOK 2": "2424"}
    made = board(units, control={"german": ["1020", "2524"]})
    assert labels(arrival_hexes(made, u("BEF"))) == {"0919"}, "1020 is German, 0918 is held"
    west = set(g.labels_of(g.WEST_EDGE)) - {"2424", "2524"} - set(g.labels_of(made.zone(0)))
    assert labels(arrival_hexes(made, u("6e Armée"))) == west
    assert "1824" not in west
    zone = board({"BEF": "waiting", "X AK": "1019"})
    assert labels(arrival_hexes(zone, u("BEF"))) == {"0918", "0919", "1020"}, "a zone does not close a port"
    position = at({"BEF": "waiting", "1er CA": "2018"}, "regroup", "entente", turn=3)
    assert actor(position) == "entente"
    assert position.open is not None
    assert position.open.seen_by == (ENTENTE,)
    nowhere = board({"BEF": "waiting"}, control={"german": list(g.labels_of(g.PORTS))})
    PlaceReinforcement(u("BEF")).do(nowhere)
    assert nowhere.where[u("BEF")] == WAITING


@pytest.mark.rule("9.4", "4.5")
def test_who_may_be_sent_east() -> None:
    units: dict[str, Any] = {
        "II AK": "0501",
        "III AK": {"hex": "1007", "morale": "fatigued"},
        "IV AK": {"hex": "1007", "steps": 1},
        "IX AK": {"hex": "1006", "supply": "out"},
        "Garde": {"hex": "1006", "supply": "fortress"},
        "III RK": "1006",
        "V AK": "eliminated",
        "Fort Metz": "1807",
        "2e CA": "2018",
    }
    assert [NAMES[unit] for unit in may_withdraw(board(units))] == ["II AK", "III AK"]


@pytest.mark.rule("9.4", "4.5")
def test_one_corps_is_not_enough() -> None:
    units = {"II AK": "1007", "III AK": "1007", "IV AK": "1006", "1er CA": "2018"}
    position = go(at(units, "regroup", turn=7), "II AK")
    assert (step(position), actor(position)) == ("EastFront", "german")
    lost = go(position, "refuse")
    assert (lost.board.winner, lost.board.winning_rule) == (1, "4.5")
    done = go(position, "III AK")
    assert step(done) != "EastFront"
    assert not done.board.over


# -- 6.2 to 6.5


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
