"""A finished game looked at again at the table: for everybody once it is over, for nobody before."""

from __future__ import annotations

from random import Random

from starlette.testclient import TestClient

from marne.engine import Setting, check_setting, find_game, record_of
from marne.lab.play import play_seeded
from table.support import Game, open_game


def test_nobody_is_told_before_the_end(client: TestClient) -> None:
    game = open_game(client, scenario="meeting")
    for rest in ("/analysis", "/analysis/0"):
        reply = client.get(game.at + rest)
        assert (reply.status_code, reply.json()["error"]["code"]) == (403, "forbidden")
    for _ in game.play(Random(4)):
        pass
    told = game.get("/analysis")
    assert not told["judged"], "the training game has no judge"
    assert told["moments"][-1]["number"] == len(game.get("/log"))
    assert game.get("/analysis/0") == []
    assert client.get(game.at + "/analysis/100000").status_code == 404


def test_turnings_and_proposals_in_words(client: TestClient) -> None:
    found = find_game("nach_paris")
    match = play_seeded(found, check_setting(found, Setting("mulhouse")), ("staff", "staff"), 3)
    made = client.post("/api/records", json={"text": record_of(match)}).json()
    game = Game(client, made["id"], made["seats"])
    english, spanish = (game.get(f"/analysis?language={word}", "german") for word in ("en", "es"))
    assert english["judged"]
    assert english["moments"] == spanish["moments"]
    assert [each["text"] for each in english["turnings"]] != [each["text"] for each in spanish["turnings"]]
    number = next(number for each in english["turnings"] for number in each["questions"])
    heard = game.get(f"/analysis/{number}", "german")
    assert heard[0]["chosen"]
    assert all(each["text"] and 0 <= each["worth"] <= 1 for each in heard)
