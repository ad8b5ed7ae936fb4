"""The table and the terminal in a language that a script made: nothing that they say stands outside its brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from marne.engine import Setting, check_setting, find_game, game_names
from marne.games.grand_illusion.components import units
from marne.games.schlieffens_war.components import units as counters
from marne.kit.phrases import EXTRA
from marne.players import player_names
from marne.table.words import WORDS
from marne.terminal import TextTable, new_match
from scripts.pseudo_language import CODE, unmarked, write
from table.support import open_game

GAME = find_game("schlieffens_war")
NAMES = {*counters.NAMES, *units.IDS, *game_names(), *player_names(GAME), *GAME.seats}
NAMES |= {scenario.name for scenario in GAME.scenarios}
"""What no language changes: counters, and the names that programs use for games, scenarios, seats and players."""


@pytest.fixture(autouse=True)
def _spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    write(tmp_path)
    monkeypatch.setenv(EXTRA, str(tmp_path))
    yield
    monkeypatch.delenv(EXTRA)
    assert CODE not in WORDS.languages


def test_games_rules_and_departures(client: TestClient) -> None:
    for game in client.get(f"/api/games?language={CODE}").json():
        told = [game["title"], *(each["title"] for each in game["scenarios"] + game["options"])]
        told += [label for option in game["options"] for label in option["labels"]]
        rules = client.get(f"/api/rules/{game['name']}?language={CODE}").json()
        told += [text for rule in rules.values() for text in rule.values()]
        told += client.get(f"/api/departures/{game['name']}?language={CODE}").text.splitlines()
        for scenario in game["scenarios"]:
            page = client.get(f"/api/scenario/{game['name']}/{scenario['name']}?language={CODE}").json()
            told += [page["happened"], *page["seats"].values(), *page["special"], page["still"], page["reconstructed"]]
        assert len(told) > 40
        assert [text for text in told if unmarked(text)] == []


def test_refusals(client: TestClient) -> None:
    game = open_game(client, "schlieffens_war")
    asked = {"Accept-Language": CODE}
    replies = [
        client.get("/api/tables/nowhere", headers=asked),
        client.get("/api/rules/chess", headers=asked),
        client.get(game.at, headers={**asked, "Authorization": "Bearer nobody"}),
        client.get(f"{game.at}/moments/99", headers=asked),
        client.post("/api/tables", json={"game": "chess"}, headers=asked),
        client.post("/api/tables", json={"game": "schlieffens_war", "scenario": "none"}, headers=asked),
        client.post("/api/tables", json={"game": "schlieffens_war", "seats": {"moon": "me"}}, headers=asked),
    ]
    for reply in replies:
        assert reply.status_code >= 400
        assert unmarked(reply.json()["error"]["message"], NAMES) == [], reply.text


@pytest.mark.parametrize("name", ["schlieffens_war", "grand_illusion", "brigade1914", "nach_paris"])
def test_the_terminal(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    said: list[str] = []
    save = f"save {tmp_path / 'a'}"
    given = iter(["?", "why nonsense", "nonsense", "undo", "log", save, save, None])
    setting = check_setting(game, Setting(game.scenarios[0].name))
    TextTable(new_match(game, setting, 3), {game.seats[1]: "random"}, said.append, CODE).run(lambda: next(given))
    notation = re.compile(r" +\d+  |\d+\. ")  # choices and the log are written as records are
    told = [re.sub(r"[0-9a-f]{64}", "", line).replace(str(tmp_path), "") for line in said if not notation.match(line)]
    assert len(told) > 5
    assert [line for line in told if unmarked(line, NAMES)] == []
