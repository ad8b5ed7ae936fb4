"""What if: counters put elsewhere on one's own view, odds asked for, nothing changed and nothing uncovered."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from marne.engine import MarneError, find_game
from table.support import Game, bearer
from table.test_replies import war


def table(client: TestClient, name: str, scenario: str) -> Game:
    seats = find_game(name).seats
    wish = {"game": name, "scenario": scenario, "seats": dict.fromkeys(seats, "me")}
    made = client.post("/api/tables", json=wish).json()
    return Game(client, made["id"], made["seats"])


def test_a_corps_that_is_put_beside_the_enemy_attacks_with_more() -> None:
    match = war()
    game: Any = match.game
    seen = match.observe(0)
    pieces = game.sight(seen).scene("en").pieces
    target = next(choice.hex for choice in game.sight(seen).scene("en").prompt.choices if choice.odds and choice.hex)
    as_it_is = game.suppose(seen, {}, target, 0, "en")
    told = game.sight(seen).odds(match.position.read(f"attack {target}"), "en")
    assert as_it_is is not None
    assert told is not None
    assert as_it_is.distributions == told.distributions, "without a change a what-if tells what the game tells"
    mine = [piece for piece in pieces if piece.army in ("german", "bavarian") and piece.symbol == "infantry"]
    bases = {piece.place for piece in mine}
    strengths = set()
    for base in sorted(bases):
        others = [piece.id for piece in mine if piece.place != base][:1]
        try:
            found = game.suppose(seen, dict.fromkeys(others, base), target, 0, "en")
        except MarneError:
            continue
        strengths.add(None if found is None else found.factors)
    assert len(strengths) > 1, "it makes no difference where a corps stands"
    assert match.observe(0) == seen


def test_what_cannot_be_put_there_is_refused() -> None:
    match = war()
    game: Any = match.game
    seen = match.observe(0)
    theirs = next(piece for piece in game.sight(seen).scene("en").pieces if piece.army == "french" and not piece.hidden)
    mine = next(piece for piece in game.sight(seen).scene("en").pieces if piece.army == "german")
    for places in ({mine.id: "9999"}, {"nobody": theirs.place}, {mine.id: theirs.place}):
        with pytest.raises(MarneError):
            game.suppose(seen, places, theirs.place, 0, "en")


def test_a_battle_of_grand_illusion_is_supposed_where_the_enemy_stands(client: TestClient) -> None:
    game = table(client, "grand_illusion", "2")
    actor = game.get(seat="german")["scene"]["prompt"]["actor"]
    state = game.get(seat=actor)
    pieces = state["scene"]["pieces"]
    theirs = next(p for p in pieces if p["army"] == "belgian" and p["symbol"] == "infantry" and p["place"].isdecimal())
    mine = [p for p in pieces if p["army"] == "german" and p["symbol"] == "infantry" and p["place"].isdecimal()][:4]
    ask = {"hex": theirs["place"], "by": "german"}
    assert game.post("/whatif", ask, actor).json() is None, "no German stands there yet"
    told = game.post("/whatif", {**ask, "places": {p["id"]: theirs["place"] for p in mine}}, actor)
    assert told.status_code == 200, told.text
    for found in told.json()["distributions"]:
        assert sum(each["part"] / each["whole"] for each in found["outcomes"]) == pytest.approx(1)
    assert game.get(seat=actor)["scene"] == state["scene"]


def test_only_a_seat_may_ask(client: TestClient) -> None:
    game = table(client, "schlieffens_war", "campaign")
    body = {"hex": "1109"}
    assert client.post(f"{game.at}/whatif", json=body).status_code == 403
    actor = game.get(seat="german")["scene"]["prompt"]["actor"]
    assert game.post("/whatif", {"hex": "9999"}, actor).status_code == 404
    assert game.post("/whatif", {**body, "by": "nobody"}, actor).status_code == 404
    assert game.post("/whatif", {**body, "more": 1}, actor).status_code == 422
    reply = client.post(f"{game.at}/whatif", json=body, headers=bearer("x" * 40))
    assert reply.status_code == 403
