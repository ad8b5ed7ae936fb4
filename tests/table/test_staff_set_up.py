"""Place the rest as the staff would: the server's word for it, before the game begins and never after."""

from __future__ import annotations

from fastapi.testclient import TestClient

from marne.engine import Look, Match, Setting, find_game
from marne.players import stand_in, think
from table.support import bearer, open_game


def test_the_staff_places_the_rest_of_a_set_up(client: TestClient) -> None:
    """Its run is what the game's own staff answers from what the seat knows, and every answer of it is legal."""
    table = open_game(client, "schlieffens_war", scenario="campaign")
    run = table.get("/staff", "entente")
    game = find_game("schlieffens_war")
    match = Match(game, Setting("campaign"))
    assert match.actor is not None
    assert run == list(think(stand_in(game), Look.at(match, match.actor), b"staff", None).run)
    for number, text in enumerate(run[:6]):
        assert table.answer(text, number, "entente").status_code == 200
    assert client.get(f"{table.at}/staff").status_code == 403  # nobody's seat
    assert client.get(f"{table.at}/staff", headers=bearer(table.tokens["german"])).status_code == 403


def test_after_the_set_up_it_is_silent(client: TestClient) -> None:
    """A hint in the middle of a game is nobody's to have from the table."""
    table = open_game(client, "grand_illusion", scenario="1")
    for _ in range(40):
        state = table.get(seat="german")
        actor = state["scene"]["prompt"]["actor"]
        state = table.get(seat=actor)
        if any(line["mark"] for line in state["scene"]["outline"]):
            reply = client.get(f"{table.at}/staff", headers=bearer(table.tokens[actor]))
            assert reply.status_code >= 400
            assert "before the game begins" in reply.text
            return
        table.answer(state["scene"]["prompt"]["choices"][0]["id"], state["number"], actor)
    raise AssertionError("the game never began")
