"""The page of a scenario: before a game is chosen the table tells what it is about, in the reader's language."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from marne.engine import find_game
from marne.kit import Phrasebook, scenario_page

GAME = find_game("nach_paris")
BOOK = Phrasebook(GAME.rule_index().parent, "pages")


def test_the_page_of_a_scenario_comes_in_the_language_that_is_asked_for(client: TestClient) -> None:
    english = client.get("/api/scenario/nach_paris/ardennes").json()
    spanish = client.get("/api/scenario/nach_paris/ardennes?language=es").json()
    assert english == scenario_page(GAME, "en", "ardennes")
    assert english.keys() == spanish.keys()
    assert english["seats"].keys() == {"german", "allied"}
    assert "Rossignol" in english["happened"]
    assert english["still"] == spanish["still"] == ""
    nobody = client.get("/api/scenario/nach_paris/lorraine?language=es").json()
    assert nobody["still"].startswith("Ningún bando")
    assert len(english["special"]) == len(spanish["special"]) == 2


def test_a_scenario_that_nobody_knows_has_no_page(client: TestClient) -> None:
    assert client.get("/api/scenario/nach_paris/waterloo").status_code == 400
    assert client.get("/api/scenario/chess/1").status_code == 404


def test_a_game_without_pages_has_empty_ones(client: TestClient) -> None:
    told = client.get("/api/scenario/training/meeting").json()
    assert told["happened"] == told["still"] == ""
    assert told["special"] == []


@pytest.mark.parametrize("scenario", [each.name for each in GAME.scenarios])
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_scenario_of_nach_paris_has_a_whole_page(scenario: str, language: str) -> None:
    page = scenario_page(GAME, language, scenario)
    for words in (page["happened"], page["reconstructed"], *page["seats"].values()):
        assert len(words) > 60
        assert words.endswith(".")
    if language != "en":
        assert page != scenario_page(GAME, "en", scenario)


def test_both_languages_have_the_same_pages_and_no_page_is_of_no_scenario() -> None:
    assert BOOK.keys("en") == BOOK.keys("es")
    assert {key.split(".")[0] for key in BOOK.keys("en")} == {each.name for each in GAME.scenarios}
