"""The front door: pictures of scenarios, how they begin, what was measured, for every game that is registered."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from starlette.testclient import TestClient

from marne.engine import find_game
from marne.games import DATA_SETS
from marne.kit import scenario_page
from marne.table.front.pictures import SCALE, framed, picture
from marne.table.front.starts import measured, opening, start_of
from table.support import open_game

FIGURES = (Path(__file__).parents[2] / "docs/figures.md").read_text(encoding="utf-8")
SCENARIOS = [(name, each.name) for name in sorted(DATA_SETS) for each in find_game(name).scenarios]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_scenario_has_a_picture_with_its_forces(game: str, scenario: str) -> None:
    begun = opening(game, scenario)
    armies = {unit.army for unit in begun.units}
    assert len(armies) > 1, "both sides begin somewhere"
    for theme in ("day", "night"):
        made = picture(game, scenario, theme)
        assert made is not None
        plain, packed = made
        drawn = fromstring(plain)
        assert len(list(drawn.iter(f"{SVG}rect"))) > len(armies)
        assert not list(drawn.iter(f"{SVG}text")), "one picture for all languages"
        assert len(packed) < 32_000
    assert picture(game, scenario, "day") != picture(game, scenario, "night")


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_scenario_says_what_must_be_done_and_what_happened(game: str, scenario: str, language: str) -> None:
    start, page = start_of(game, scenario, language), scenario_page(find_game(game), language, scenario)
    assert {aim["seat"] for aim in start["aims"]} >= set(find_game(game).seats)
    assert start["turn"]
    assert sum(each["units"] for each in start["armies"]) == len(opening(game, scenario).units)
    if game in ("brigade1914", "grand_illusion", "nach_paris", "schlieffens_war"):
        assert len(page["happened"]) > 200
        if language != "en":
            assert page["happened"] != scenario_page(find_game(game), "en", scenario)["happened"]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_what_was_measured_is_a_row_of_the_figures(game: str, scenario: str) -> None:
    found = measured(game, scenario)
    if found is None:
        return
    assert set(found["won"]) == set(find_game(game).seats)
    assert sum(found["won"].values()) + found["drawn"] == found["games"]
    rows = [re.findall(r"\d+", line) for line in FIGURES.splitlines() if line.startswith("|")]
    wanted = {str(found["games"]), *(str(count) for count in found["won"].values())}
    assert any(wanted <= set(row) for row in rows), (game, scenario)


def test_a_picture_shows_all_that_it_is_given() -> None:
    whole = (0.0, 0.0, 1000.0, 500.0)
    x, y, wide, tall = framed([(100.0, 100.0), (300.0, 120.0)], whole)
    assert x <= 100 - SCALE < 300 + SCALE <= x + wide
    assert y <= 100 - SCALE < 120 + SCALE <= y + tall
    assert wide / tall == pytest.approx(1.6)
    assert framed([], whole) == whole
    x, y, wide, tall = framed([(0.0, 0.0), (1000.0, 500.0)], whole)
    assert (x, y, wide, tall) == whole


def test_the_addresses_of_the_front_door(client: TestClient) -> None:
    drawn = client.get("/api/picture/schlieffens_war/frontiers.svg?theme=night")
    assert drawn.status_code == 200
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.startswith("<svg")
    assert client.get("/api/picture/schlieffens_war/waterloo.svg").status_code == 400
    assert client.get("/api/picture/chess/1.svg").status_code == 404
    start = client.get("/api/start/schlieffens_war/frontiers?language=es").json()
    assert "agosto" in start["turn"]
    table = open_game(client, "schlieffens_war", scenario="frontiers")
    assert table.get("/glance") == {
        "scenario": "frontiers",
        "turn": "Turn 1 of 4, from 18 August",
    }
