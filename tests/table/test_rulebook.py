"""The rulebook through the server: chapters in the reader's language, and its pictures."""

from __future__ import annotations

from starlette.testclient import TestClient


def test_the_rulebook_comes_with_tables_and_interpretations(client: TestClient) -> None:
    told = client.get("/api/rulebook/schlieffens_war?language=en").json()
    assert told["title"] == "Schlieffen's War"
    passages = {each["number"]: each for chapter in told["chapters"] for each in chapter["passages"]}
    assert passages["11.17"]["blocks"][-1]["rows"][0][0] == "1"
    assert passages["4.1"]["overlay"] == "paris"
    assert passages["11.9"]["notes"]
    assert passages["11.17"]["language"] == "en"


def test_a_game_without_chapters_has_its_summaries(client: TestClient) -> None:
    told = client.get("/api/rulebook/training").json()
    assert all(each["summary"] for chapter in told["chapters"] for each in chapter["passages"])
    assert client.get("/api/rulebook/chess").status_code == 404


def test_a_figure_comes_as_a_picture(client: TestClient) -> None:
    told = client.get("/api/rulebook/schlieffens_war/attack.svg")
    assert told.headers["content-type"].startswith("image/svg+xml")
    assert told.text.startswith("<svg")
    assert client.get("/api/rulebook/schlieffens_war/none.svg").status_code == 404
