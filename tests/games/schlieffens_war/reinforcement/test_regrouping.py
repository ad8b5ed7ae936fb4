"""9.5: regrouping and return."""

from __future__ import annotations

from typing import Any

import pytest

from games.schlieffens_war.positions import HOME, labels, tired
from games.schlieffens_war.support import actor, at, board, go, h, hex_of, refused, step, u, unit, written
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import DEPOT, ENTENTE, GERMAN, HQ, KIND, NAMES, SIDE
from marne.games.schlieffens_war.rules.reinforcement.regroup import ChooseReturnHex, may_regroup, return_hexes


@pytest.mark.rule("9.5")
def test_the_order_of_regrouping() -> None:
    units = HOME | {"II AK": tired("1007", steps=1), "III AK": tired("1007"), "IV AK": {"hex": "1006", "steps": 1}}
    position = at(units, "regroup", turn=2)
    assert written(position) == ["II AK", "III AK", "all", "done"]
    position = go(position, "II AK", "done")
    assert step(position) == "RegainStrength"
    assert written(position) == ["II AK", "IV AK", "all", "done"]
    position = go(position, "all")
    assert (unit(position, "II AK")["steps"], unit(position, "II AK")["morale"]) == (2, "fatigued")
    assert (unit(position, "IV AK")["steps"], unit(position, "IV AK")["morale"]) == (2, "fatigued")
    assert unit(position, "III AK")["morale"] == "fatigued", "it was left as it was"


@pytest.mark.rule("9.5", "9.6")
def test_a_fatigued_corps_cannot_regain_strength() -> None:
    units = HOME | {"II AK": tired("1007", steps=1), "IV AK": {"hex": "1006", "steps": 1}}
    position = go(at(units, "regroup", turn=2), "done")
    assert step(position) == "RegainStrength"
    assert refused(position, "II AK") == "9.6"


@pytest.mark.rule("9.5", "6.7")
def test_who_may_not_regroup() -> None:
    units = HOME | {
        "II AK": tired("1007"),
        "III AK": tired("1306"),
        "IV AK": tired("1006", supply="out"),
        "IX AK": tired("1108"),
        "1re-5e DA": "1208",
    }
    position = at(units, "regroup", turn=2)
    assert written(position) == ["II AK", "done"]
    assert [refused(position, name) for name in ("III AK", "IV AK", "IX AK")] == ["9.5"] * 3
    assert refused(position, "1re-5e DA") == "5.2"


@pytest.mark.rule("9.5", "2.8")
def test_eliminated_units_return_in_cities() -> None:
    units = {"II AK": "eliminated", "AOK 1": "eliminated", "Depot 1": "eliminated", "X AK": "removed", "III AK": "1007"}
    position = at(units, "regroup", turn=2)
    assert written(position) == ["AOK 1", "Depot 1", "II AK", "done"]
    position = go(position, "II AK")
    assert {text.removeprefix("II AK ") for text in written(position)} == set(g.labels_of(g.GERMAN_CITIES))
    position = go(position, "II AK 0906")
    assert (hex_of(position, "II AK"), unit(position, "II AK")["morale"]) == ("0906", "fatigued")
    assert unit(position, "II AK")["steps"] == 2
    position = go(position, "AOK 1", "AOK 1 0906")
    assert unit(position, "AOK 1")["morale"] == "normal"


@pytest.mark.rule("9.5")
def test_where_nations_return() -> None:
    # Germans stand beside Saarbrücken's neighbour only in their own minds: a French corps next to a city closes it
    made = board({"II AK": "eliminated", "1er CA": "1806", "2e CA": "eliminated"})
    hexes = {g.LABELS[hex] for hex in return_hexes(made, u("II AK"))}
    assert "1805" not in hexes
    assert "1807" not in hexes
    assert "1007" in hexes
    french = {g.LABELS[hex] for hex in return_hexes(made, u("2e CA"))}
    assert {"2018", "1918", "1418", "1020"} <= french
    assert "1012" not in french
    made = board({"2e CA": "eliminated", "X AK": "1417"}, control={"german": ["1418"]})
    assert h("1418") not in return_hexes(made, u("2e CA"))
    british = board({"I Corps": "eliminated", "BEF": "0919"})
    assert return_hexes(british, u("I Corps")) == [h("0919")]
    assert return_hexes(board({"I Corps": "eliminated", "BEF": "1217"}), u("I Corps")) == []
    assert len(return_hexes(board({"BEF": "eliminated"}), u("BEF"))) == 3


@pytest.mark.rule("9.5")
def test_the_rail_of_a_return_is_free_of_zones_to_its_very_end() -> None:
    # German HQs and depots sit on every edge source but 2816; a corps in 2815 casts its zone on that one only
    held = [label for label in g.labels_of(g.ENTENTE_SOURCES) if label != "2816"]
    staff = [name for name in NAMES if KIND[u(name)] in (HQ, DEPOT) and SIDE[u(name)] == GERMAN]
    ports = {"german": list(g.labels_of(g.PORTS))}
    units: dict[str, Any] = {"2e CA": "eliminated", **dict(zip(staff, held, strict=False))}
    assert return_hexes(board(units, control=ports), u("2e CA"))
    assert return_hexes(board(units | {"HKK 4": "2815"}, control=ports), u("2e CA")) == []
    assert return_hexes(board(units | {"HKK 4": "2815", "1er CA": "2816"}, control=ports), u("2e CA"))


@pytest.mark.rule("9.5")
def test_the_rail_of_a_return_may_end_in_a_port() -> None:
    sources = g.labels_of(g.ENTENTE_SOURCES)
    staff = [name for name in NAMES if KIND[u(name)] in (HQ, DEPOT) and SIDE[u(name)] == GERMAN]
    units: dict[str, Any] = {"2e CA": "eliminated", **dict(zip(staff, sources, strict=False))}
    assert len(staff) >= len(sources), "every edge source is held"
    hexes = return_hexes(board(units), u("2e CA"))
    assert {h("0919"), h("1418")} <= set(hexes)
    assert return_hexes(board(units, control={"german": list(g.labels_of(g.PORTS))}), u("2e CA")) == []


@pytest.mark.rule("9.5")
def test_belgians_never_return() -> None:
    made = board({"1re-5e DA": {"hex": "1111", "steps": 1}})
    made.lose_step(u("1re-5e DA"), "11.20")
    assert made.where[u("1re-5e DA")] == -3


@pytest.mark.rule("9.5", "6.7")
@pytest.mark.reading("regroup-fortress")
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
@pytest.mark.reading("rails-and-zones")
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
@pytest.mark.reading("bef-hq")
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
@pytest.mark.reading("first-check")
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
@pytest.mark.reading("regroup-elan")
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
