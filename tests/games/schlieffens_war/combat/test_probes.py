"""11.1: who may probe, and where to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.schlieffens_war.support import at, board, go, h, hex_of, refused, step, u, written
from marne.games.schlieffens_war.board import ATTACKED, PROBED
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.rules.combat.attack import probe_hexes


def probes(units: Mapping[str, Any], name: str) -> set[str]:
    return set(g.labels_of(probe_hexes(board(units), u(name))))


@pytest.mark.rule("11.1")
@pytest.mark.reading("probes")
def test_a_probe_enters_hexes_without_enemies_next_to_an_enemy() -> None:
    assert probes({"X AK": "2322", "1er CA": "2321"}, "X AK") == {"2221", "2421"}
    # a unit that is not next to the enemy itself may step up to him
    assert probes({"X AK": "2323", "1er CA": "2321"}, "X AK") == {"2322"}
    assert probes({"X AK": "2322", "1er CA": "2319"}, "X AK") == set()
    # HQs, depots and forts are enemies too, and their hexes are taken
    assert probes({"X AK": "2322", "1er CA": "2321", "5e Armée": "2221"}, "X AK") == {"2222", "2421"}
    assert probes({"X AK": "1108", "Fort Liège": "1109"}, "X AK") == {"1208"}, "Dutch ground bars the way to 1009"
    for place in ("eliminated", "waiting", "removed"):
        assert probes({"X AK": place, "1er CA": "2822"}, "X AK") == set()


@pytest.mark.rule("11.1")
def test_the_first_hex_of_the_map_is_as_good_as_another() -> None:
    assert g.LABELS[0] == "0501"
    assert probes({"X AK": "0501", "1er CA": "0503"}, "X AK") == {"0502"}


@pytest.mark.rule("11.1", "6.1")
def test_a_probe_may_crowd_a_hex_until_the_phase_ends() -> None:
    units = dict.fromkeys(("II AK", "III AK", "IV AK"), "2221") | {"X AK": "2322", "1er CA": "2321"}
    assert probes(units, "X AK") == {"2221", "2421"}


@pytest.mark.rule("11.1", "6.3")
def test_nobody_probes_into_allies() -> None:
    units = {"1er CA": "2322", "X AK": "2321", "I Corps": "2221", "2e CA": "2421"}
    assert probes(units, "1er CA") == {"2421"}


@pytest.mark.rule("11.1", "10.8")
def test_belgians_probe_in_their_area_only() -> None:
    # Germans hold 1107; next to 1208 and to them lie 1108 and 1207, both in Germany
    assert probes({"1re-5e DA": "1208", "X AK": "1107"}, "1re-5e DA") == set()
    assert probes({"1er CA": "1208", "X AK": "1107"}, "1er CA") == {"1108", "1207"}
    assert probes({"1re-5e DA": "1208", "X AK": "1108"}, "1re-5e DA") == {"1109"}


@pytest.mark.rule("11.1", "11.7")
@pytest.mark.reading("hq-probe")
def test_an_hq_probes_only_where_a_corps_of_its_nation_has_probed() -> None:
    units = {"X AK": "2322", "AOK 2": "2322", "IX AK": "2421", "1er CA": "2321"}
    made = board(units)
    assert probe_hexes(made, u("AOK 2")) == 0, "IX AK in 2421 has not probed"
    made.acts[u("IX AK")] |= ATTACKED
    assert probe_hexes(made, u("AOK 2")) == 0
    made.acts[u("IX AK")] |= PROBED
    assert probe_hexes(made, u("AOK 2")) == 1 << h("2421")
    allied = board({"5e Armée": "2322", "I Corps": "2421", "X AK": "2321"})
    allied.acts[u("I Corps")] |= PROBED
    assert probe_hexes(allied, u("5e Armée")) == 0


@pytest.mark.rule("11.1", "11.7")
@pytest.mark.parametrize("name", ["Fort Metz", "Depot 1", "AOK 1"])
def test_only_corps_probe_of_their_own(name: str) -> None:
    assert probes({name: "2322", "1er CA": "2321"}, name) == set()


@pytest.mark.rule("11.1", "9.2")
@pytest.mark.parametrize(("turn", "due"), [(3, set()), (4, {"2221", "2421"})])
def test_the_british_do_not_probe_on_turn_3(turn: int, due: set[str]) -> None:
    made = board({"I Corps": "2322", "1er CA": "2422", "X AK": "2321"}, turn=turn)
    assert set(g.labels_of(probe_hexes(made, u("I Corps")))) == due
    assert set(g.labels_of(probe_hexes(made, u("1er CA")))) == {"2421"}, "the French do"


@pytest.mark.rule("11.1", "11.6")
def test_probes_come_before_attacks_and_one_unit_does_one_thing() -> None:
    units = {"X AK": "2322", "IX AK": "2322", "1er CA": "2321"}
    position = go(at(units), "probe X AK", "2221")
    assert refused(position, "probe X AK") == "11.1"
    position = go(position, "done")
    assert step(position) == "ChooseTarget"
    position = go(position, "attack 2321")
    assert written(position) == ["attack"], "IX AK is the only one left"
    assert refused(position, "with X AK") == "11.1"


@pytest.mark.rule("11.1")
def test_one_hex_is_no_question_and_nobody_is_asked_in_vain() -> None:
    position = go(at({"X AK": "2323", "1er CA": "2321"}), "probe X AK")
    assert hex_of(position, "X AK") == "2322"
    assert position.board.acts[u("X AK")] & PROBED
    quiet = at({"X AK": "2323", "1er CA": "2018"})
    assert step(quiet) != "ChooseProbe"


@pytest.mark.rule("11.1")
def test_a_tired_corps_probes_nowhere_and_one_with_elan_does() -> None:
    enemy = {"1er CA": "2321"}
    assert probes(enemy | {"X AK": {"hex": "2322", "morale": "fatigued"}}, "X AK") == set()
    assert probes(enemy | {"X AK": {"hex": "2322", "morale": "elan"}}, "X AK") == {"2221", "2421"}


@pytest.mark.rule("11.1", "7.1")
def test_a_probe_goes_from_zone_to_zone() -> None:
    position = at({"X AK": "2322", "1er CA": "2321"})
    assert written(position) == ["probe X AK", "done"]
    position = go(position, "probe X AK")
    assert written(position) == ["2221", "2421"], "empty, and next to the enemy"
    position = go(position, "2221")
    assert hex_of(position, "X AK") == "2221"
    assert position.board.controller(h("2221")) == 0
    assert step(position) != "ChooseTarget", "who probes attacks nobody"


@pytest.mark.rule("11.1", "4.4")
def test_a_probe_is_no_attack_of_plan_xvii() -> None:
    position = go(at({"1er CA": "2007", "X AK": "1907"}, side="entente"), "probe 1er CA", "2006")
    assert position.board.plan_xvii == 0
    assert position.board.controller(h("2006")) == 1


@pytest.mark.rule("11.1")
def test_who_may_not_probe() -> None:
    units = {"X AK": {"hex": "2322", "morale": "fatigued"}, "IX AK": "2322", "AOK 2": "2322", "1er CA": "2321"}
    position = at(units)
    assert written(position) == ["probe IX AK", "done"]
    assert refused(position, "probe X AK") == "11.1"
    assert refused(position, "probe AOK 2") == "11.7"
    position = go(position, "probe IX AK", "2221")
    assert written(position) == ["probe AOK 2", "done"], "an HQ follows its corps"
