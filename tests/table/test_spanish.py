"""The server speaks the language that is asked for: rules, departures, games, refusals."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from starlette.testclient import TestClient

from marne.engine import errors, find_game
from marne.kit import rules_in, title_in
from marne.kit.reasons import ENGINE
from marne.table import words
from marne.table.refusals import CODES
from marne.table.words import WORDS

GAME = "schlieffens_war"


def test_rules_come_in_the_language_that_is_asked_for(client: TestClient) -> None:
    english = client.get(f"/api/rules/{GAME}").json()
    spanish = client.get(f"/api/rules/{GAME}?language=es").json()
    assert english["7.1"]["title"] == "Zones and movement"
    assert spanish["7.1"]["title"] == "Zonas y movimiento"
    assert list(spanish) == list(english)
    accepted = client.get(f"/api/rules/{GAME}", headers={"Accept-Language": "es-MX,en;q=0.5"}).json()
    assert accepted == spanish
    asked = client.get(f"/api/rules/{GAME}?language=en", headers={"Accept-Language": "es"}).json()
    assert asked == english


def test_departures_come_in_the_language_that_is_asked_for(client: TestClient) -> None:
    assert "## Rules" in client.get(f"/api/departures/{GAME}").text
    spanish = client.get(f"/api/departures/{GAME}?language=es")
    assert "## Reglas" in spanish.text
    assert spanish.headers["Content-Type"].startswith("text/markdown")
    assert client.get(f"/api/departures/{GAME}", headers={"Accept-Language": "es"}).text == spanish.text
    assert client.get("/api/departures/training?language=es").status_code == 200


def test_english_stands_in_for_a_line_that_is_missing(tmp_path: Path) -> None:
    index = tmp_path / "rules.csv"
    index.write_text("number,title,summary,needs\n1,One,First.,\n2,Two,Second.,nothing\n")
    assert rules_in(index, "es")["2"].title == "Two"
    (tmp_path / "rules.es.csv").write_text("number,title,summary\n2,Dos,\n3,Tres,Sobra.\n")
    told = rules_in(index, "es")
    assert [(rule.title, rule.summary, rule.needs) for rule in told.values()] == [
        ("One", "First.", ""),
        ("Dos", "Second.", "nothing"),
    ]
    assert rules_in(index, "en")["2"].title == "Two"


def test_games_scenarios_and_options_are_named_in_spanish(client: TestClient) -> None:
    games = {game["name"]: game for game in client.get("/api/games?language=es").json()}
    assert games["brigade1914"]["title"] == "1914 con miniaturas"
    assert games["grand_illusion"]["scenarios"][1]["title"] == "La campaña hasta el Aisne"
    table = next(option for option in games["brigade1914"]["options"] if option["name"] == "table")
    assert table["title"] == "Mesa"
    assert dict(zip(table["values"], table["labels"], strict=True))["crossroads"] == "el cruce de caminos"
    english = {game["name"]: game for game in client.get("/api/games").json()}
    assert english["brigade1914"]["title"] == "1914 with miniatures"
    assert games["training"]["title"] == "El puente de Pont"
    assert title_in(find_game("training"), "fr") == english["training"]["title"], "English stands in for no words"
    assert english["schlieffens_war"]["seat_names"] == {"german": "Germans", "entente": "Entente"}
    assert games["schlieffens_war"]["seat_names"] == {"german": "Alemanes", "entente": "Entente"}
    assert games["training"]["seat_names"] == {"blue": "el azul", "red": "el rojo"}


def refusals_in(source: str) -> list[str]:
    """The keys that a source raises; a sentence would be found here too, and have no words."""

    def keys_of(node: ast.expr) -> list[str]:
        match node:
            case ast.Constant(value=str(key)):
                return [key]
            case ast.IfExp(body=one, orelse=other):
                return keys_of(one) + keys_of(other)
            case ast.JoinedStr():
                return [ast.unparse(node)]
        return []

    kinds = ("MarneError", "Refused", *(kind.__name__ for kind, _, _ in CODES))
    return [
        key
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds and node.args
        for key in keys_of(node.args[0])
    ]


def facts_of(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)(?:[}:!]|, plural,)", text))


def test_every_refusal_of_the_table_is_a_key_with_words_in_every_language() -> None:
    sources = sorted(Path(words.__file__).parent.rglob("*.py"))
    raised = {key for file in sources for key in refusals_in(file.read_text(encoding="utf-8"))}
    assert len(raised) > 50
    assert sorted(raised - WORDS.keys("en")) == []
    english = WORDS.catalogue("en")
    for language in set(WORDS.languages) - {"en"}:
        told = WORDS.catalogue(language)
        assert told.keys() == english.keys()
        assert [key for key in told if facts_of(told[key]) != facts_of(english[key])] == []
        assert [key for key in told if told[key] == english[key] and re.sub("{.*?}", "", told[key])] == []


def test_what_the_engine_says_has_words_in_every_language() -> None:
    for language in set(WORDS.languages) - {"en"}:
        told = ENGINE.catalogue(language)
        assert {key for key in told if not key.startswith("kind.")} == set(errors.ENGLISH)
        assert [key for key, text in errors.ENGLISH.items() if facts_of(told[key]) != facts_of(text)] == []


def test_a_refusal_comes_in_the_language_that_is_asked_for(client: TestClient) -> None:
    def told(**headers: str) -> str:
        said: str = client.get("/api/rules/chess", headers=headers).json()["error"]["message"]
        return said

    assert told().startswith("no game 'chess'; there are ")
    assert told(**{"Accept-Language": "es"}).startswith("no hay ningún juego 'chess'; hay ")
    socket_url = "/api/tables/nowhere/live"
    with client.websocket_connect(socket_url) as socket:
        socket.send_json({"type": "hello", "language": "es"})
        assert socket.receive_json()["message"] == "no hay ninguna mesa 'nowhere'"


def test_a_table_without_a_name_is_called_after_its_game_in_the_readers_language(client: TestClient) -> None:
    made = client.post("/api/tables", json={"game": "brigade1914", "seats": {"blue": "me", "red": "me"}}).json()
    names = [client.get(f"/api/tables/{made['id']}?language={language}").json()["name"] for language in ("en", "es")]
    assert names == ["1914 with miniatures", "1914 con miniaturas"]
    wish = {"game": "brigade1914", "seats": {"blue": "me", "red": "me"}, "name": "Mons"}
    named = client.post("/api/tables", json=wish).json()
    assert client.get(f"/api/tables/{named['id']}?language=es").json()["name"] == "Mons"
