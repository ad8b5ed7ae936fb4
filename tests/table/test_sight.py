"""What a seat is shown is made once for the moment, and asked for pictures, odds and reasons in any language."""

from __future__ import annotations

from collections import Counter

import pytest
from starlette.testclient import TestClient

from marne.engine import Position, Seat
from marne.table.game.live import Live
from table.support import Game, bearer, open_game
from training.board import Field
from training.game import GAME


def live_of(client: TestClient, game: Game) -> Live:
    live: Live = client.app.state.hall._live[game.id]  # type: ignore[attr-defined]
    return live


def test_a_sight_is_kept_for_its_moment_and_seat(client: TestClient) -> None:
    game = open_game(client, scenario="ambush")
    live = live_of(client, game)
    mine, theirs, nobody = live.sight(0), live.sight(1), live.sight(None)
    assert live.sight(0) is mine
    assert [each.seen.seat for each in (mine, theirs, nobody)] == [0, 1, None]
    actor = GAME.seats[live.match.actor or 0]
    state = game.get(seat=actor)
    reply = game.answer(state["scene"]["prompt"]["choices"][0]["id"], state["number"], actor)
    assert reply.status_code == 200
    assert live.sight(0) is not mine, "an answer makes another moment"
    assert live.sight(0).seen.view is not mine.seen.view


def test_questions_of_one_moment_mask_the_board_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game(client, scenario="ambush")
    actor = live_of(client, game).match.actor or 0
    state = game.get(seat=GAME.seats[actor])
    masked: Counter[Seat | None] = Counter()
    honest = type(GAME).mask

    def counting(self: object, position: Position[Field], seat: Seat | None) -> Position[Field]:
        masked[seat] += 1
        return honest(GAME, position, seat)

    live_of(client, game).sighted = None
    monkeypatch.setattr(type(GAME), "mask", counting)
    headers = bearer(game.tokens[GAME.seats[actor]])
    choice = state["scene"]["prompt"]["choices"][0]["id"]
    for language in ("en", "es"):
        at = f"{game.at}/{{}}?language={language}"
        assert client.get(f"{game.at}?language={language}", headers=headers).status_code == 200
        assert client.post(at.format("odds"), json={"answer": choice}, headers=headers).status_code == 200
        assert client.post(at.format("why-not"), json={"hex": "0707"}, headers=headers).status_code == 200
        refused = client.post(at.format("odds"), json={"answer": "no such thing"}, headers=headers)
        assert refused.status_code == 422
    assert masked == {actor: 1}
