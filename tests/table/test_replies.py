"""What the other side could do in return, from what a seat knows."""

from __future__ import annotations

from functools import cache

from fastapi.testclient import TestClient

from marne.engine import CHANCE, Match, Setting, find_game
from marne.lab.play import seeded_dice
from marne.players import Minds
from marne.table.view.replies import replies_of
from table.support import Game, bearer


@cache
def war() -> Match:
    """A campaign after the set-up, at the first decision of the Germans to attack."""
    game = find_game("schlieffens_war")
    match = Match(game, Setting("campaign"), seeded_dice(game, 4))
    minds = Minds(match, {0: "random", 1: "random"})
    while (ask := match.position.open) is not None:
        if ask.actor == CHANCE:
            match.play(match.roll())
            continue
        seat = ask.actor
        if seat == 0 and type(match.position.step).__name__ == "ChooseTarget":
            return match
        probing = type(match.position.step).__name__ == "ChooseProbe"  # who probes has acted already
        match.play("done" if probing else minds.answer(seat))
    raise AssertionError("nobody attacks")


def test_the_other_side_attacks_hexes_of_mine_with_odds() -> None:
    match = war()
    told = match.observe(0)
    found = replies_of(match.game, told, "en")
    assert found
    mine = {piece.place for piece in match.game.sight(told).scene("en").pieces if not piece.hidden}
    for each in found:
        assert each["seat"] == "entente"
        assert each["hex"] in mine
        assert each["distributions"]
        assert each["rule"].startswith("11.")
    assert found == replies_of(match.game, told, "en"), "looking again shows the same"
    assert match.observe(0) == told, "thinking ahead changed the game"


def test_it_is_thought_from_what_the_seat_knows_alone() -> None:
    match = war()
    told = match.observe(0)
    assert replies_of(match.game, told, "en") == replies_of(find_game("schlieffens_war"), told, "en")
    spanish = replies_of(match.game, told, "es")
    assert [each["hex"] for each in spanish] == [each["hex"] for each in replies_of(match.game, told, "en")]
    assert spanish[0]["title"] != replies_of(match.game, told, "en")[0]["title"]


def test_only_who_is_asked_may_think(client: TestClient) -> None:
    wish = {"game": "schlieffens_war", "scenario": "campaign", "seats": {"german": "me", "entente": "me"}}
    made = client.post("/api/tables", json=wish).json()
    game = Game(client, made["id"], made["seats"])
    actor = game.get(seat="german")["scene"]["prompt"]["actor"]
    other = next(seat for seat in game.tokens if seat != actor)
    assert isinstance(game.get("/replies", actor), list)
    assert client.get(f"{game.at}/replies", headers=bearer(game.tokens[other])).status_code == 403
    assert client.get(f"{game.at}/replies").status_code == 403
