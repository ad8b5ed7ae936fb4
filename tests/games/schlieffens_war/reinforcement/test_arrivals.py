"""5.2, 9.0 to 9.4: who arrives, and the corps sent east."""

from __future__ import annotations

from typing import Any

import pytest

from games.schlieffens_war.positions import labels, names, tired
from games.schlieffens_war.support import actor, at, board, go, h, hex_of, refused, step, u, written
from marne.games.schlieffens_war.board import WAITING
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import ENTENTE, GERMAN, NAMES
from marne.games.schlieffens_war.rules.reinforcement.reinforcement import (
    PlaceReinforcement,
    Reinforcements,
    arrival_hexes,
    may_withdraw,
)
from marne.games.schlieffens_war.sequence import RegroupAndReinforce


@pytest.mark.rule("9.1", "9.2")
@pytest.mark.reading("arrivals-stack")
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


@pytest.mark.rule("9.1", "9.2", "9.3")
@pytest.mark.reading("late-arrivals")
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
@pytest.mark.reading("withdrawal")
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


@pytest.mark.rule("5.2", "9.5", "9.1")
@pytest.mark.reading("regroup-first")
def test_the_order_of_the_first_phase() -> None:
    made = board({}, turn=2)
    common = ["ShedFatigue", "RegainStrength", "ReturnUnits"]
    assert names(RegroupAndReinforce(GERMAN).do(made)) == [*common, "EastFront", "CheckStacking"]
    assert (made.side, made.phase) == (GERMAN, "5.2")
    assert names(RegroupAndReinforce(ENTENTE).do(made)) == [*common, "Reinforcements", "CheckStacking"]
    assert made.side == ENTENTE
    assert RegroupAndReinforce(GERMAN).do(board({}, turn=1)) == ()
