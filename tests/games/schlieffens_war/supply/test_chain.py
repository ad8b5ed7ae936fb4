"""8.0 to 8.6: the chain of supply."""

from __future__ import annotations

from typing import Any

import pytest

from games.schlieffens_war.positions import state
from games.schlieffens_war.support import at, board, go, h, step, u, unit
from marne.games.schlieffens_war.board import FORTRESS_SUPPLY, IN_SUPPLY, OUT_OF_SUPPLY, WarBoard
from marne.games.schlieffens_war.components.units import FORT, KIND, NAMES
from marne.games.schlieffens_war.rules.campaign.setup import PlaceCounter
from marne.games.schlieffens_war.rules.combat.combat import attack_factor, defence_factor
from marne.games.schlieffens_war.rules.movement.reach import allowance, may_force_march
from marne.games.schlieffens_war.rules.reinforcement.regroup import may_regroup
from marne.games.schlieffens_war.rules.reinforcement.reinforcement import PlaceReinforcement
from marne.games.schlieffens_war.rules.supply.supply import distance_to_source, rail_net, supply_of


@pytest.mark.rule("8.3")
def test_french_units_trace_two_hexes_to_an_hq_on_a_rail() -> None:
    assert state({"5e Armée": "2321", "1er CA": "2323"}, "1er CA") == IN_SUPPLY
    assert state({"5e Armée": "2321", "1er CA": "2324"}, "1er CA") == OUT_OF_SUPPLY
    assert state({"5e Armée": "2322", "1er CA": "2321"}, "1er CA") == OUT_OF_SUPPLY, "2322 has no rail"
    assert state({"5e Armée": "2322"}, "5e Armée") == OUT_OF_SUPPLY


@pytest.mark.rule("8.3", "8.6")
@pytest.mark.reading("hq-supply")
def test_an_hq_is_a_unit_and_another_hq_may_feed_it() -> None:
    # 2322 has no rail; nobody traces through an HQ that has no line of its own
    french = {"5e Armée": "2322", "4e Armée": "2321", "1er CA": "2324"}
    assert [state(french, name) for name in french] == [IN_SUPPLY, IN_SUPPLY, OUT_OF_SUPPLY]
    german = {"AOK 2": "1111", "AOK 1": "1209", "X AK": "1113"}
    assert [state(german, name) for name in german] == [IN_SUPPLY, IN_SUPPLY, OUT_OF_SUPPLY]


@pytest.mark.rule("8.3")
def test_rail_hexes_in_france_count_half() -> None:
    # 2121 - 2220 - 2321 - 2421 - 2522 - 2622 is a railway: four rail hexes are two hexes
    assert state({"5e Armée": "2622", "1er CA": "2220"}, "1er CA") == IN_SUPPLY
    assert state({"5e Armée": "2622", "1er CA": "2121"}, "1er CA") == OUT_OF_SUPPLY


@pytest.mark.rule("8.3", "8.2")
def test_the_rail_must_reach_the_edge() -> None:
    units: dict[str, Any] = {"3e Armée": "1810", "4e CA": "1810"}
    assert state(units, "3e Armée") == IN_SUPPLY
    # the railway leaves 1810 by 1809 and 1911 only; Germans in both cut it
    assert state(units | {"X AK": "1809", "IX AK": "1911"}, "3e Armée") == OUT_OF_SUPPLY


@pytest.mark.rule("8.2")
def test_a_source_works_again_when_the_enemy_leaves() -> None:
    taken = board({"X AK": "2810"})
    assert distance_to_source(taken, 1)[h("2810")] > 0
    left = board({"X AK": "2710"}, control={"german": ["2810"]})
    assert distance_to_source(left, 1)[h("2810")] == 0


@pytest.mark.rule("8.4")
def test_british_supply_by_the_bef_hq_or_a_french_one() -> None:
    assert state({"BEF": "1318", "I Corps": "1319"}, "I Corps") == OUT_OF_SUPPLY, "no rail in 1318"
    assert state({"BEF": "1217", "I Corps": "1318"}, "I Corps") == IN_SUPPLY
    assert state({"2e Armée": "1217", "I Corps": "1318"}, "I Corps") == IN_SUPPLY
    assert state({"BEF": "2220", "I Corps": "2522"}, "I Corps") == OUT_OF_SUPPLY, "rails don't count half for them"


@pytest.mark.rule("8.4")
def test_ports_feed_the_british_hq_only() -> None:
    # Germans around: the net of the edges is cut from Boulogne, which leaves by 1019 and 1120
    cut: dict[str, Any] = {"X AK": "1018", "IX AK": "1119", "II AK": "1220", "Garde": "0918"}
    assert not rail_net(board(cut), 1) >> h("1020") & 1
    assert state(cut | {"BEF": "1020", "I Corps": "1020"}, "I Corps") == IN_SUPPLY
    assert state(cut | {"5e Armée": "1020", "I Corps": "1020"}, "I Corps") == OUT_OF_SUPPLY
    assert state(cut | {"5e Armée": "1020", "1er CA": "1020"}, "1er CA") == OUT_OF_SUPPLY
    assert state(cut | {"BEF": "1120"}, "BEF") == IN_SUPPLY, "a rail joins 1120 to the port"
    german = {"german": ["1020"]}
    assert state(cut | {"BEF": "1020"}, "BEF") == IN_SUPPLY
    lost = board(cut | {"BEF": "1120"}, control=german)
    assert supply_of(lost, u("BEF")) == OUT_OF_SUPPLY


@pytest.mark.rule("8.4", "8.9")
def test_two_fortresses_feed_the_british() -> None:
    for label, due in (("1314", FORTRESS_SUPPLY), ("1109", FORTRESS_SUPPLY), ("1809", OUT_OF_SUPPLY)):
        assert state({"I Corps": label}, "I Corps") == due, label


@pytest.mark.rule("8.3", "8.0")
@pytest.mark.parametrize("fort", [name for unit, name in enumerate(NAMES) if KIND[unit] == FORT])
def test_a_fort_is_always_in_supply(fort: str) -> None:
    """In open country and in Germany, far from every rail and headquarters of its own."""
    for label in ("2322", "1007"):
        assert state({fort: label}, fort) == IN_SUPPLY, label


@pytest.mark.rule("8.5")
def test_belgians_are_fed_in_belgium_and_by_their_hq_elsewhere() -> None:
    assert state({"1re-5e DA": "1311"}, "1re-5e DA") == IN_SUPPLY
    assert state({"1re-5e DA": "1315"}, "1re-5e DA") == OUT_OF_SUPPLY
    assert state({"1re-5e DA": "1315", "Armée belge": "1215"}, "1re-5e DA") == IN_SUPPLY
    assert state({"1re-5e DA": "1315", "5e Armée": "1215"}, "1re-5e DA") == OUT_OF_SUPPLY
    assert state({"1re-5e DA": "1612", "Armée belge": "1613"}, "1re-5e DA") == IN_SUPPLY
    assert state({"1re-5e DA": "1612", "Armée belge": "1711"}, "1re-5e DA") == OUT_OF_SUPPLY, "no rail leads there"


@pytest.mark.rule("8.6")
def test_german_chain_unit_hq_depot_rail() -> None:
    # a railway runs 1112 - 1011 - 1010 - 1110 - 1109 - 1108 into Germany
    friendly = {"german": ["1011", "1010", "1110", "1109", "1112", "1012"]}
    units: dict[str, Any] = {"II AK": "1113", "AOK 1": "1112", "Depot 1": "1010"}
    assert state(units, "II AK", control=friendly) == IN_SUPPLY
    assert state(units, "II AK") == OUT_OF_SUPPLY, "the way from HQ to depot must be friendly"
    other: dict[str, Any] = {"II AK": "1113", "AOK 1": "1112", "Depot 2": "1010"}
    assert state(other, "II AK", control=friendly) == OUT_OF_SUPPLY, "another army's depot"
    assert state({"II AK": "1114"} | {"AOK 1": "1012", "Depot 1": "1010"}, "II AK", control=friendly) == IN_SUPPLY
    assert state({"II AK": "1115"} | {"AOK 1": "1012", "Depot 1": "1010"}, "II AK", control=friendly) == OUT_OF_SUPPLY


@pytest.mark.rule("8.6")
def test_rail_hexes_count_half_from_hq_to_depot() -> None:
    friendly = {"german": ["1012", "1011", "1010", "1110", "1109", "1013"]}
    assert state({"AOK 1": "1012", "Depot 1": "1109"}, "AOK 1", control=friendly) == IN_SUPPLY
    assert state({"AOK 1": "1013", "Depot 1": "1109"}, "AOK 1", control=friendly) == OUT_OF_SUPPLY


@pytest.mark.rule("8.6")
def test_the_depots_rail_must_be_free_of_enemies_and_zones() -> None:
    friendly = {"german": ["1012", "1011", "1010", "1110", "1109"]}
    units: dict[str, Any] = {"AOK 1": "1012", "Depot 1": "1010"}
    assert state(units, "Depot 1", control=friendly) == IN_SUPPLY
    blocked = units | {"Fort Liège": "1109", "4e CA": "1411", "5e CA": "0911"}
    assert state(blocked, "AOK 1", control=friendly) == OUT_OF_SUPPLY


@pytest.mark.rule("8.6")
def test_near_home_rails_and_cities_feed() -> None:
    assert state({"AOK 1": "1209"}, "AOK 1") == IN_SUPPLY, "two hexes from a rail in Germany"
    assert state({"AOK 1": "1111"}, "AOK 1") == OUT_OF_SUPPLY
    assert state({"II AK": "1908"}, "II AK") == IN_SUPPLY, "two hexes from Metz"
    assert state({"II AK": "2110"}, "II AK") == OUT_OF_SUPPLY


@pytest.mark.rule("8.0", "8.7", "8.9")
def test_effects_of_the_three_states() -> None:
    units = {
        "II AK": "2322",
        "III AK": {"hex": "2321", "supply": "fortress"},
        "III RK": {"hex": "2421", "supply": "out"},
        "AOK 1": "2322",
    }
    made = board(units)
    assert [allowance(made, u(name)) for name in ("II AK", "III AK", "III RK")] == [4, 2, 2]
    assert [attack_factor(made, u(name)) for name in ("II AK", "III AK", "III RK")] == [4, 2, 2]
    assert [defence_factor(made, u(name)) for name in ("II AK", "III AK", "III RK")] == [4, 4, 2]
    assert [may_force_march(made, u(name)) for name in ("II AK", "III AK", "III RK")] == [True, False, False]
    assert may_regroup(made, 0) == [u("II AK")]


@pytest.mark.rule("8.1", "8.9", "5.5")
@pytest.mark.reading("into-the-fortress")
def test_a_state_of_supply_lasts_until_the_next_check() -> None:
    """A corps that walks into its fortress stays out of supply till then; one that walks out keeps fortress supply."""
    units: dict[str, Any] = {"1er CA": {"hex": "1810", "supply": "out"}, "2e CA": {"hex": "1809", "supply": "fortress"}}
    position = go(at(units | {"X AK": "1007"}, "movement", "entente"), "1er CA", "1809", "2e CA", "1810")
    assert unit(position, "1er CA")["supply"] == "out"
    assert unit(position, "2e CA")["supply"] == "fortress"
    printed = position.board.factor(u("1er CA"))
    assert defence_factor(position.board, u("1er CA")) == (printed + 1) // 2
    position = go(position, "done")
    assert unit(position, "1er CA")["supply"] == "fortress", "the administrative phase has come"
    assert unit(position, "2e CA")["supply"] == "out"


@pytest.mark.rule("8.0", "8.8")
@pytest.mark.reading("fort-supply")
def test_forts_are_never_without_supply() -> None:
    units = {"Fort Paris": "2018", "X AK": "2017", "IX AK": "1919", "VII AK": "2119", "Garde": "1818"}
    position = at(units, "administration", "entente")
    assert unit(position, "Fort Paris")["supply"] == "supply"
    assert step(position) != "Attrition"


@pytest.mark.rule("8.0", "8.1", "9.1")
def test_until_its_first_check_a_unit_is_in_supply() -> None:
    made = WarBoard()
    PlaceCounter(u("AOK 1")).do(made, h("0907"))
    PlaceReinforcement(u("BEF")).do(made, h("0919"))
    assert made.supply[u("AOK 1")] == made.supply[u("BEF")] == 0
    far = at({"II AK": "2322", "1er CA": "2018"}, "movement", turn=1)
    assert unit(far, "II AK")["supply"] == "supply", "the first check comes with the first administrative phase"
    assert unit(go(far, "done"), "II AK")["supply"] == "out"
