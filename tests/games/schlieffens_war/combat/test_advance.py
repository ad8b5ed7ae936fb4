"""7.4, 11.22: the victor's advance."""

from __future__ import annotations

from typing import Any

import pytest

from games.schlieffens_war.combat.support import battle
from games.schlieffens_war.support import at, go, h, hex_of, refused, step, unit, written


@pytest.mark.rule("11.22", "7.4", "3.3")
def test_winners_may_advance_one_by_one_or_not() -> None:
    position = go(battle({"1er CA": "2321"}, 4), "retreat 2420")
    assert set(written(position)) == {"advance VII AK", "advance X AK", "advance IX AK", "done"}
    stayed = go(position, "done")
    assert stayed.board.controller(h("2321")) == 1, "an advance is never forced"
    position = go(position, "advance X AK", "advance IX AK")
    assert step(position) == "AdvanceAfterCombat"
    position = go(position, "done")
    assert hex_of(position, "X AK") == hex_of(position, "IX AK") == "2321"
    assert hex_of(position, "VII AK") == "2322"
    assert unit(position, "X AK")["spent"] == 0
    assert position.board.controller(h("2321")) == 0


@pytest.mark.rule("11.22", "6.2")
def test_three_corps_and_one_hq_advance_and_no_more() -> None:
    attackers = dict.fromkeys(("X AK", "IX AK", "VII AK", "AOK 1"), "2322") | dict.fromkeys(("II AK", "AOK 2"), "2221")
    position = go(at(attackers | {"1er CC": {"hex": "2321", "steps": 1}}), "done", "attack 2321")
    while step(position) == "ChooseAttackers":
        position = go(position, written(position)[0])
    assert step(position) == "AdvanceAfterCombat", "22 against 1: no die"
    assert set(written(position)) == {f"advance {name}" for name in attackers} | {"done"}, "HQs too"
    position = go(position, "advance X AK", "advance AOK 1")
    assert "advance X AK" not in written(position), "it is there already"
    assert "advance AOK 2" not in written(position), "one HQ to a hex"
    assert refused(position, "advance AOK 2") == "6.2"
    position = go(position, "advance IX AK", "advance II AK")
    assert step(position) != "AdvanceAfterCombat", "three corps to a hex"
    assert hex_of(position, "VII AK") == "2322"
    assert [hex_of(position, name) for name in ("X AK", "AOK 1", "IX AK", "II AK")] == ["2321"] * 4


@pytest.mark.rule("11.22")
def test_only_those_who_attacked_advance() -> None:
    units = {"X AK": "2322", "IX AK": "2322", "II AK": "2221", "1er CC": {"hex": "2321", "steps": 1}}
    # 4 against 1 is 4:1; a six is 0/3
    position = go(at(units), "done", "attack 2321", "with X AK", "attack", 6)
    assert written(position) == ["advance X AK", "done"]
    assert refused(position, "advance IX AK") == "11.22"


@pytest.mark.rule("11.22", "11.20")
def test_the_fallen_do_not_advance() -> None:
    units: dict[str, Any] = {
        "X AK": {"hex": "2322", "steps": 1},
        "IX AK": "2322",
        "1er CC": {"hex": "2321", "steps": 1},
    }
    # 6 against 1 is 6:1; a one is 1/2
    position = go(at(units), "done", "attack 2321", "with X AK", "with IX AK", "attack", 1, "lose X AK")
    assert hex_of(position, "X AK") == "eliminated"
    assert written(position) == ["advance IX AK", "done"]


@pytest.mark.rule("11.22")
def test_no_advance_while_a_defender_stands() -> None:
    position = battle({"1er CA": "2321", "10e CA": "2321"}, 1)
    assert step(position) == "AttackerLosses"
    position = go(position, written(position)[0], written(position)[1])
    assert step(position) != "AdvanceAfterCombat"


@pytest.mark.rule("11.22", "10.8")
def test_belgians_advance_into_what_they_may_attack() -> None:
    units = {"1re-5e DA": "1209", "2e-6e DA": "1209", "3e-4e DA": "1209", "HKK 1": {"hex": "1208", "steps": 1}}
    position = go(at(units, side="entente"), "done", "attack 1208")
    position = go(position, "with 1re-5e DA", "with 2e-6e DA", "with 3e-4e DA", "attack", 6)
    assert written(position)[0] == "advance 1re-5e DA"
    # 1108 lies in Germany: no attack, so no advance
    abroad = {"1re-5e DA": "1208", "1er CA": "1107", "HKK 1": {"hex": "1108", "steps": 1}}
    position = go(at(abroad, side="entente"), "done", "attack 1108")
    assert refused(position, "with 1re-5e DA") == "10.8"
