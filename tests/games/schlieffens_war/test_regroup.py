"""Chapter 9: regrouping, reinforcements, the withdrawal; 5.2."""

from __future__ import annotations

from typing import Any

import pytest

from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import DEPOT, GERMAN, HQ, KIND, NAMES, SIDE
from marne.games.schlieffens_war.rules.reinforcement.regroup import return_hexes

from .support import actor, at, board, go, h, hex_of, refused, step, u, unit, written

HOME: dict[str, Any] = {"AOK 1": "1007"}


def tired(hex: str, **more: Any) -> dict[str, Any]:
    return {"hex": hex, "morale": "fatigued", **more}


@pytest.mark.rule("5.1", "5.2", "9.5")
def test_no_regrouping_on_turn_1() -> None:
    units = HOME | {"II AK": tired("1007")}
    assert step(at(units, "regroup", turn=1)) == "ChooseUnit"
    assert step(at(units, "regroup", turn=2)) == "ShedFatigue"


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


@pytest.mark.rule("9.1", "9.2")
def test_the_british_arrive_in_ports_on_turn_3_and_wait() -> None:
    units = dict.fromkeys(("BEF", "I Corps", "II Corps", "III Corps", "Cavalry Division"), "waiting")
    assert step(at(units | {"1er CA": "2018"}, "regroup", "entente", turn=2)) != "PlaceReinforcement"
    position = at(units | {"1er CA": "2018"}, "regroup", "entente", turn=3)
    assert written(position) == ["BEF 0918", "BEF 0919", "BEF 1020"]
    position = go(position, "BEF 0919", "I Corps 0919", "II Corps 0919", "III Corps 0919")
    assert written(position) == ["Cavalry Division 0918", "Cavalry Division 1020"]
    position = go(position, "Cavalry Division 0918")
    assert step(position) == "ChooseUnit"
    assert refused(position, "I Corps") == "9.2"
    assert position.board.zone(1) >> h("1019") & 1, "they cast zones at once"
    assert "I Corps" in written(at({"I Corps": "0919"}, "movement", "entente", turn=4))


@pytest.mark.rule("9.2")
def test_no_port_no_landing() -> None:
    units = {"BEF": "waiting", "X AK": "0918", "IX AK": "0919", "1er CA": "2018"}
    position = at(units, "regroup", "entente", turn=3)
    assert hex_of(position, "BEF") == "1020", "one port is left: no question"
    ports = {"german": ["0918", "0919", "1020"]}
    position = at(units, "regroup", "entente", turn=3, control=ports)
    assert hex_of(position, "BEF") == "waiting"


@pytest.mark.rule("9.3")
def test_the_sixth_army_arrives_on_the_west_edge() -> None:
    names = ("6e Armée", "7e CA", "5e GRD", "6e GRD", "45 NA")
    units: dict[str, Any] = dict.fromkeys(names, "waiting")
    assert step(at(units | {"1er CA": "2018"}, "regroup", "entente", turn=6)) != "PlaceReinforcement"
    position = at(units | {"X AK": "1823"}, "regroup", "entente", turn=7)
    assert step(position) == "PlaceReinforcement"
    hexes = {text.removeprefix("6e Armée ") for text in written(position)}
    assert "2224" in hexes
    assert "1824" not in hexes, "in a German zone"
    assert all(label.endswith("24") for label in hexes)
    position = go(position, *(f"{name} 2224" for name in names[:4]), "45 NA 2324")
    assert step(position) == "ChooseUnit"
    assert "7e CA" in written(position), "they operate at once"


@pytest.mark.rule("9.4", "4.5")
def test_two_corps_go_east_on_turn_7() -> None:
    units = {
        "II AK": "1007",
        "III AK": "1007",
        "IV AK": {"hex": "1006", "steps": 1},
        "IX AK": {"hex": "1006", "supply": "out"},
        "III RK": "0906",
        "1er CA": "2018",
    }
    assert step(at(units, "regroup", turn=6)) != "EastFront"
    position = at(units, "regroup", turn=7)
    assert step(position) == "EastFront"
    assert written(position) == ["II AK", "III AK", "refuse"]
    assert refused(position, "III RK") == "9.4"
    gone = go(position, "II AK", "III AK")
    assert hex_of(gone, "II AK") == hex_of(gone, "III AK") == "removed"
    assert not gone.board.over
    lost = go(position, "refuse")
    assert (lost.board.winner, lost.board.winning_rule, lost.over) == (1, "4.5", True)


@pytest.mark.rule("9.4", "4.5")
def test_too_few_corps_lose_the_game() -> None:
    position = at({"II AK": "1007", "1er CA": "2018"}, "regroup", turn=7)
    assert position.over
    assert (position.board.winner, position.board.winning_rule) == (1, "4.5")


@pytest.mark.rule("5.2")
def test_the_entente_regroups_on_its_own_turn() -> None:
    units = {"5e Armée": "2321", "1er CA": tired("2321"), "X AK": tired("1007"), "AOK 2": "1007"}
    position = at(units, "regroup", "entente", turn=2)
    assert actor(position) == "entente"
    assert written(position) == ["1er CA", "done"]
