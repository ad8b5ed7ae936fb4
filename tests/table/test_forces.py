"""The force builder's calls: lists, legality with every breach, and whole sheets answered at once."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

from table.support import Game, bearer

NINTH = "bn4+1E bn4+1 bn4+1 bn4+1 cav3+1E field field"


def mustering(client: TestClient, **options: str) -> Game:
    """A table whose forces are chosen, at blue's first purchase."""
    chosen = {"table": "crossroads", "forces": "chosen", "blue points": "350", **options}
    wish = {"game": "brigade1914", "scenario": "meeting", "options": chosen, "seats": {"blue": "me", "red": "me"}}
    made = client.post("/api/tables", json=wish).json()
    return Game(client, made["id"], made["seats"], made["invitations"])


def judged(client: TestClient, force: str, army: str = "british_infantry", language: str = "en") -> Any:
    body = {"army": army, "points": 350, "force": force}
    return client.post(f"/api/forces/brigade1914?language={language}", json=body).json()


def test_the_lists_offer_the_brigade_of_the_book_first(client: TestClient) -> None:
    lists = client.get("/api/forces/brigade1914").json()
    assert len(lists) == 8
    assert lists[0]["name"] == "british_infantry"
    ninth = lists[0]["ready"][0]
    told = judged(client, ninth["force"])
    assert (told["points"], told["tokens"], told["breaches"]) == (350, 21, [])
    assert all(
        not judged(client, each["force"], row["name"])["breaches"] or each["points"] > 350
        for row in lists
        for each in row["ready"]
    )
    spanish = client.get("/api/forces/brigade1914?language=es").json()
    assert all(a["title"] != b["title"] for a, b in zip(lists, spanish, strict=True))


def test_every_breach_is_told_at_once_with_its_rule(client: TestClient) -> None:
    told = judged(client, "bn5+2 bn4R cav9 jg2 re9")
    assert len(told["breaches"]) >= 6
    assert {each["rule"] for each in told["breaches"]} == {"A12"}
    assert {each["unit"] for each in told["breaches"]} >= {0, 1, 3, 4}
    spanish = judged(client, "bn5+2 bn4R cav9 jg2 re9", language="es")
    assert not {each["why"] for each in told["breaches"]} & {each["why"] for each in spanish["breaches"]}
    assert {each["rule"] for each in judged(client, "bn4 bn4R", "german_infantry")["breaches"]} == {"C26"}


def test_nonsense_is_refused(client: TestClient) -> None:
    for body in (
        {"army": "british_infantry", "points": 350, "force": "bn4 dragons"},
        {"army": "british_infantry", "points": 350, "force": "bn"},
        {"army": "martian_infantry", "points": 350, "force": ""},
        {"army": "british_infantry", "points": -1, "force": ""},
    ):
        assert client.post("/api/forces/brigade1914", json=body).status_code in (400, 422), body
    assert client.get("/api/forces/schlieffens_war").status_code == 404
    assert client.get("/api/forces/nothing").status_code == 404


def test_a_whole_force_is_mustered_by_one_call(client: TestClient) -> None:
    game = mustering(client)
    state = game.get(seat="blue")
    muster = state["scene"]["open_table"]["desk"]["muster"]
    assert (muster["list"], muster["points"]) == ("british_infantry", 350)
    assert game.get(seat="red")["scene"]["open_table"]["desk"]["muster"] is None
    dear = game.post("/sheet", {"number": state["number"], "force": NINTH + " heavy"}, "blue")
    assert (dear.status_code, dear.json()["error"]["rule"]) == (422, "A12")
    assert game.get(seat="blue")["number"] == state["number"], "a refused force buys nothing"
    assert game.post("/sheet", {"number": state["number"], "force": NINTH}, "red").status_code == 403
    assert game.post("/sheet", {"number": 999, "force": NINTH}, "blue").status_code == 409
    done = game.post("/sheet", {"number": state["number"], "force": NINTH}, "blue")
    assert done.status_code == 200
    told = [event["text"] for entry in done.json()["log"] for event in entry["events"]]
    assert any("350" in text and "21" in text for text in told), told
    assert done.json()["scene"]["prompt"]["actor"] == "red"


def test_tokens_are_given_out_by_one_call_and_stay_secret(client: TestClient) -> None:
    game = mustering(client, forces="ready made")
    for _ in range(400):
        seat = game.get(seat="blue")["scene"]["prompt"]["actor"]
        state = game.get(seat=seat)
        allot = state["scene"]["open_table"]["desk"]["allot"]
        if allot is not None:
            break
        prompt = state["scene"]["prompt"]
        if prompt["open"]:
            choice = game.post("/suggest", {"n": 1}, seat).json()[0]["id"]
        else:
            choice = prompt["choices"][0]["id"]
        assert game.answer(choice, state["number"], seat).status_code == 200
    assert allot is not None
    other = {"blue": "red", "red": "blue"}[seat]
    assert game.get(seat=other)["scene"]["open_table"]["desk"]["allot"] is None
    tokens = {row["id"]: row["least"] for row in allot["takers"]}
    number = state["number"]
    assert game.post("/sheet", {"number": number, "tokens": tokens}, seat).status_code == 422
    last = allot["takers"][-1]["id"]
    tokens[last] += allot["pool"] - sum(tokens.values())
    done = game.post("/sheet", {"number": number, "tokens": tokens}, seat)
    assert done.status_code == 200, done.text
    lines = next(panel for panel in done.json()["scene"]["panels"] if panel["key"] == f"sheet {seat}")["lines"]
    assert ("1 token" if tokens[last] == 1 else f"{tokens[last]} tokens") in [line["mark"] for line in lines]
    hidden = [entry for entry in game.get(seat=other)["log"] if entry["number"] > number and entry["actor"] == seat]
    assert hidden
    assert all(entry["text"] is None for entry in hidden)


def test_a_unit_looks_around(client: TestClient) -> None:
    game = mustering(client, forces="ready made")
    headers = bearer(game.tokens["blue"])
    assert client.post(f"{game.at}/look", json={"unit": "b1"}, headers=headers).json() == {"lines": [], "rings": []}
    assert client.post(f"{game.at}/look", json={"unit": "nobody"}, headers=headers).json()["lines"] == []
