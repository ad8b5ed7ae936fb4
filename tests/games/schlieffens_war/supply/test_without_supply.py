"""5.5, 8.7 to 8.9: the administrative phase, attrition, fortresses."""

from __future__ import annotations

from typing import Any

import pytest

from games.schlieffens_war.positions import state
from games.schlieffens_war.support import at, board, events, go, hex_of, step, u, unit
from marne.games.schlieffens_war.board import FORTRESS_SUPPLY, IN_SUPPLY, OUT_OF_SUPPLY, WarBoard
from marne.games.schlieffens_war.events import SupplyChecked
from marne.games.schlieffens_war.rules.combat.combat import attack_factor, defence_factor


@pytest.mark.rule("8.9", "8.3", "5.5")
@pytest.mark.reading("captured-fortress")
def test_heavy_fortresses_feed_their_garrison() -> None:
    units = {"1er CA": "1809", "X AK": "1810", "IX AK": "1909", "II AK": "1708", "Garde": "1710"}
    assert state(units, "1er CA") == FORTRESS_SUPPLY
    assert state({"1er CA": "1109"}, "1er CA") == OUT_OF_SUPPLY, "a Belgian fortress feeds no French"
    assert state({"3e Armée": "1809", "1er CA": "1809"}, "1er CA") == IN_SUPPLY, "regular supply comes first"
    assert state({"1er CA": "2018", "Fort Paris": "2018"}, "1er CA") == OUT_OF_SUPPLY, "a fort counter is no fortress"


@pytest.mark.rule("5.5", "8.1", "8.8")
def test_supply_is_checked_in_the_administrative_phase_and_holds() -> None:
    units = {"II AK": {"hex": "2322", "supply": "supply"}, "III AK": {"hex": "1007", "supply": "out"}}
    position = at(units, "administration")
    assert step(position) == "Attrition"
    assert unit(position, "II AK")["supply"] == "out"
    assert unit(position, "III AK")["supply"] == "supply"
    held = at(units, "movement")
    assert unit(held, "II AK")["supply"] == "supply"


@pytest.mark.rule("8.8")
def test_attrition() -> None:
    position = at({"II AK": "2322", "AOK 1": "2321", "Depot 1": "2220", "1er CA": "2018"}, "administration")
    assert unit(position, "Depot 1")["supply"] == "out"
    # the HQ rolls first, then the corps; the depot never does
    lost = go(position, 2, 1)
    assert hex_of(lost, "AOK 1") == "eliminated"
    assert unit(lost, "II AK")["steps"] == 1
    spared = go(position, 3, 6)
    assert hex_of(spared, "AOK 1") == "2321"
    assert unit(spared, "II AK")["steps"] == 2
    assert step(spared) != "Attrition"


@pytest.mark.rule("8.8", "2.8")
def test_a_corps_that_starves_never_returns() -> None:
    position = at({"II AK": {"hex": "2322", "steps": 1}, "1er CA": "2018"}, "administration")
    assert hex_of(go(position, 1), "II AK") == "removed"


@pytest.mark.rule("8.8", "8.9")
def test_fortress_supply_spares_attrition() -> None:
    units = {"1er CA": "1809", "X AK": "1810", "IX AK": "1909", "II AK": "1708", "Garde": "1710", "AOK 5": "1807"}
    position = at(units, "administration", "entente")
    assert unit(position, "1er CA")["supply"] == "fortress"
    assert step(position) != "Attrition"


@pytest.mark.rule("8.7", "8.9", "11.8")
@pytest.mark.pure(why="a constant of the rules is set")
@pytest.mark.parametrize(("factor", "half"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_half_a_factor_is_rounded_up(monkeypatch: pytest.MonkeyPatch, factor: int, half: int) -> None:
    monkeypatch.setattr(WarBoard, "factor", lambda board, unit: factor)
    names = {"X AK": "supply", "IX AK": "fortress", "VII AK": "out"}
    made = board({name: {"hex": "2322", "supply": state} for name, state in names.items()})
    assert [attack_factor(made, u(name)) for name in names] == [factor, half, half]
    assert [defence_factor(made, u(name)) for name in names] == [factor, factor, half]


@pytest.mark.rule("5.5", "8.1", "8.8")
def test_the_check_of_supply_counts_and_tells() -> None:
    units: dict[str, Any] = {"II AK": "2322", "III AK": "1007", "Depot 1": "2322", "AOK 1": "2322", "1er CA": "2018"}
    position = at(units | {"IV AK": "2307", "Garde": "1211"}, "administration")
    (event,) = events(position, SupplyChecked)
    assert event == SupplyChecked("5.5", 0, 3, 2), "corps, HQ and depot without; two in fortresses"
    assert [unit(position, name)["supply"] for name in ("II AK", "III AK", "Depot 1", "IV AK")] == [
        "out",
        "supply",
        "out",
        "fortress",
    ]
    assert step(go(position, 6)) == "Attrition"
    assert step(go(position, 6, 6)) != "Attrition", "two dice: the depot throws none"
