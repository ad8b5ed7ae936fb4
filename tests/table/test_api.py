"""Seats, answers, undo, replay, records, dice, chat and notes over HTTP."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from marne.engine import find_game, read_record, rebuild
from table.support import Game, bearer, open_game


def refusal(reply: Any, status: int, code: str) -> str:
    """A refusal of the right shape; its message."""
    assert reply.status_code == status, reply.text
    error = reply.json()["error"]
    assert error["code"] == code
    assert error["message"]
    return str(error["message"])


def finished(client: TestClient, seed: int = 1) -> Game:
    game = open_game(client)
    for state in game.play(Random(seed)):
        last = state
    assert last["status"] == "over"
    return game


def test_the_games_are_listed(client: TestClient) -> None:
    found = {game["name"]: game for game in client.get("/api/games").json()}
    assert found["training"]["seats"] == ["blue", "red"]
    assert "random" in found["schlieffens_war"]["players"]
    assert found["schlieffens_war"]["scenarios"][0]["turns"] > 0


@pytest.mark.slow
def test_the_board_is_drawn(client: TestClient) -> None:
    svg = client.get("/api/board/schlieffens_war.svg?theme=night")
    assert "<svg" in svg.text[:200]
    assert svg.headers["Content-Encoding"] == "gzip"


@pytest.mark.slow
def test_boards_rules_and_departures(client: TestClient) -> None:
    assert len(client.get("/api/board/schlieffens_war.json").json()["hexes"]) > 100
    assert "6.6" in client.get("/api/rules/schlieffens_war").json()
    assert client.get("/api/departures/schlieffens_war").text.startswith("#")
    refusal(client.get("/api/board/brigade1914.svg"), 404, "not-found")
    refusal(client.get("/api/rules/chess"), 404, "not-found")


def test_an_invitation_gives_a_seat_once(client: TestClient) -> None:
    game = open_game(client, seats={"blue": "me", "red": "open"})
    assert game.get()["status"] == "open"
    message = refusal(game.answer("x", 0, "blue"), 400, "refused")
    assert "open" in message
    code = game.invitations["red"]
    fingerprint = game.get("/dice")["fingerprint"]
    reply = game.post("/join", {"invitation": code, "name": "Foch", "seed": "c0ffee"})
    assert reply.status_code == 200
    assert reply.json()["seat"] == "red"
    game.tokens["red"] = reply.json()["token"]
    state = game.get(seat="red")
    assert state["status"] == "playing"
    assert state["you"] == ["red"]
    assert state["seats"][1]["label"] == "Foch"
    assert [seat["title"] for seat in game.get("?language=es")["seats"]] == ["el azul", "el rojo"]
    dice = game.get("/dice")
    assert dice["fingerprint"] == fingerprint, "the secret seed was fixed before the guest chose his"
    assert dice["seeds"]["red"] == "c0ffee"
    assert dice["secret"] == ""
    refusal(game.post("/join", {"invitation": code}), 403, "forbidden")
    refusal(game.post("/join", {"invitation": "no such"}), 403, "forbidden")


def test_a_closed_table_is_joined_but_not_watched(client: TestClient) -> None:
    game = open_game(client, seats={"blue": "me", "red": "open"}, watch=False)
    refusal(client.get(game.at), 403, "forbidden")
    assert client.get("/api/tables", params={"ids": game.id}).json() == []
    assert client.get(game.at + "/dice").json()["fingerprint"]
    assert game.post("/join", {"invitation": game.invitations["red"]}).status_code == 200


def test_seats_cannot_answer_for_each_other(client: TestClient) -> None:
    game = open_game(client)
    before = game.get(seat="blue")
    actor = before["scene"]["prompt"]["actor"]
    other = "red" if actor == "blue" else "blue"
    choice = game.get(seat=actor)["scene"]["prompt"]["choices"][0]["id"]
    refusal(game.answer(choice, before["number"], other), 403, "forbidden")
    refusal(game.post("/answers", {"number": before["number"], "answer": choice}), 403, "forbidden")
    wrong = client.post(game.at + "/answers", json={"number": 0, "answer": choice}, headers=bearer("x" * 32))
    refusal(wrong, 403, "forbidden")
    stranger = open_game(client)
    wrong = client.post(
        game.at + "/answers", json={"number": 0, "answer": choice}, headers=bearer(stranger.tokens[actor])
    )
    refusal(wrong, 403, "forbidden")
    assert game.get(seat="blue") == before


def test_a_stale_answer_changes_nothing(client: TestClient) -> None:
    game = open_game(client)
    states = list(game.play(Random(5), 6))
    now = states[-1]["number"]
    actor = states[-1]["scene"]["prompt"]["actor"]
    before = game.get(seat=actor)
    choice = before["scene"]["prompt"]["choices"][0]["id"]
    for number in (0, now - 1, now + 1):
        assert str(now) in refusal(game.answer(choice, number, actor), 409, "stale")
    assert game.get(seat=actor) == before
    assert game.answer(choice, now, actor).status_code == 200
    refusal(game.answer(choice, now, actor), 409, "stale")


def test_an_illegal_answer_names_its_rule(client: TestClient) -> None:
    game = open_game(client)
    state = game.get(seat="blue")
    reply = game.answer("not an answer", state["number"], "blue")
    assert refusal(reply, 422, "illegal")
    assert reply.json()["error"]["rule"].startswith("T")
    assert game.get(seat="blue") == state


def test_one_person_with_two_seats_sees_through_the_one_that_is_asked(client: TestClient) -> None:
    game = open_game(client, seats={"blue": "same-screen", "red": "same-screen"})
    headers = bearer(*game.tokens.values())
    rng, seen = Random(2), set()
    for _ in range(40):
        state = client.get(game.at, headers=headers).json()
        assert state["you"] == ["blue", "red"]
        assert state["viewing"] == state["scene"]["prompt"]["actor"]
        seen.add(state["viewing"])
        choices = [choice["id"] for choice in state["scene"]["prompt"]["choices"]]
        choices = choices or client.get(game.at + "/suggestions", headers=headers).json()
        body = {"number": state["number"], "answer": rng.choice(choices)}
        assert client.post(game.at + "/answers", json=body, headers=headers).status_code == 200
    assert seen == {"blue", "red"}


def test_undo_is_offered_exactly_where_the_policy_says(client: TestClient) -> None:
    """The policy is computed anew from the log, by the engine, on a match of our own."""
    game = open_game(client, scenario="ambush")
    offered = refused = 0
    rng = Random(3)
    for state in game.play(rng, 120):
        if state["status"] == "over":
            break
        record = client.get(game.at + "/record", headers=bearer(*game.tokens.values())).text
        match = rebuild(read_record(record))
        for seat, name in enumerate(("blue", "red")):
            told = game.get(seat=name)
            assert told["undo"] == match.may_undo(seat)
            if not told["undo"]:
                refusal(game.post("/undo", {"number": told["number"]}, name), 403, "forbidden")
                refused += 1
                assert game.get(seat=name)["number"] == told["number"]
        mine = [seat for seat in (0, 1) if match.may_undo(seat)]
        if mine and rng.random() < 0.3:
            name = ("blue", "red")[mine[0]]
            horizon = match.undo_horizon(mine[0])
            if horizon:
                body = {"number": len(match.log), "to": horizon - 1}
                refusal(game.post("/undo", body, name), 403, "forbidden")
            before = match.log[-1].text
            reply = game.post("/undo", {"number": len(match.log)}, name)
            assert reply.status_code == 200
            assert reply.json()["number"] == len(match.log) - 1
            assert game.answer(before, len(match.log) - 1, name).status_code == 200
            offered += 1
    assert offered > 5
    assert refused > 50


def test_undo_of_many_answers_at_once_leads_to_the_same_picture(client: TestClient) -> None:
    game = open_game(client)
    game_seats = find_game("training").seats
    pictures = [game.get(seat="blue")["scene"]]
    for state in game.play(Random(8), 5):
        pictures.append(state["scene"])
        assert state["viewing"] == game_seats[0]
    reply = game.post("/undo", {"number": 5, "to": 1}, "blue")
    assert reply.status_code == 200
    assert reply.json()["scene"] == pictures[1]


def test_going_further_back_needs_consent_and_the_log_says_so(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("marne.table.limits.WISH", 0.0)  # how long a refused wish waits: test_bounds
    game = open_game(client)
    list(game.play(Random(4), 40))
    before = game.get(seat="red")
    refusal(game.post("/undo/consent", {"yes": True}, "red"), 403, "forbidden")
    assert game.post("/undo/ask", {"to": 20}, "blue").json() == {"asked": True, "done": False}
    assert game.get(seat="red")["undo_asked"] == {"seat": "blue", "to": 20}
    refusal(game.post("/undo/consent", {"yes": True}, "blue"), 403, "forbidden")
    assert game.post("/undo/consent", {"yes": False}, "red").status_code == 200
    assert game.get(seat="red")["undo_asked"] is None
    assert game.get(seat="red")["number"] == before["number"]
    assert game.post("/undo/ask", {"to": 20}, "blue").json() == {"asked": True, "done": False}
    moment = client.get(game.at + "/moments/20?seat=red", headers=bearer(game.tokens["red"])).json()
    assert game.post("/undo/consent", {"yes": True}, "red").status_code == 200
    after = game.get(seat="red")
    assert after["number"] >= 20
    if after["number"] == 20:
        assert after["scene"] == moment["scene"]
    told = [event for entry in after["log"] for event in entry["events"] if event["kind"] == "GoneBack"]
    assert len(told) == 1
    assert told[0]["text"].startswith("Blue asked to go back")
    spanish = client.get(game.at + "/log", headers={"Accept-Language": "es-ES"}).json()
    assert any("pidió" in event["text"] for entry in spanish for event in entry["events"])


def test_a_wish_to_go_back_lapses_when_somebody_plays_on(client: TestClient) -> None:
    game = open_game(client)
    list(game.play(Random(4), 20))
    game.post("/undo/ask", {"to": 3}, "blue")
    list(game.play(Random(4), 1))
    assert game.get()["undo_asked"] is None


@pytest.mark.slow
@pytest.mark.parametrize("most", [24, pytest.param(10_000, marks=pytest.mark.slow)])
def test_replay_shows_every_moment_as_it_was(client: TestClient, most: int) -> None:
    game = open_game(client)
    shown: dict[tuple[str, int], Any] = {}

    def look(number: int) -> None:
        for seat in ("blue", "red", ""):
            shown[seat, number] = game.get(seat=seat or None)["scene"]

    look(0)
    for state in game.play(Random(6), most):
        look(state["number"])
    last = max(number for _, number in shown)
    assert len(shown) > min(200, most)
    for (seat, number), scene in shown.items():
        headers = bearer(game.tokens[seat]) if seat else {}
        moment = client.get(f"{game.at}/moments/{number}", headers=headers, params={"seat": seat or "spectator"}).json()
        assert moment["scene"] == scene, (seat, number)
        assert moment["of"] == last
    refusal(client.get(f"{game.at}/moments/{last + 1}"), 404, "not-found")


def test_the_eyes_of_another_seat_open_when_the_game_is_over(client: TestClient) -> None:
    game = open_game(client)
    list(game.play(Random(6), 20))
    refusal(client.get(game.at + "/moments/5?seat=red", headers=bearer(game.tokens["blue"])), 403, "forbidden")
    refusal(client.get(game.at + "/moments/5?seat=red"), 403, "forbidden")
    refusal(client.get(game.at + "/moments/5?seat=green"), 404, "not-found")
    over = finished(client)
    assert client.get(over.at + "/moments/5?seat=red").status_code == 200


def test_the_whole_log_can_be_read(client: TestClient) -> None:
    game = finished(client, 2)
    whole = game.get("/log")
    state = game.get()
    assert [entry["number"] for entry in whole] == list(range(1, state["number"] + 1))
    assert whole[-60:] == state["log"]
    assert sum(bool(entry["events"]) for entry in whole[:-64]) > 10, "words of old answers are found again"
    assert game.get("/log?from=100") == whole[100:]


def test_a_record_goes_down_and_comes_up_again(client: TestClient) -> None:
    game = finished(client)
    text = client.get(game.at + "/record").text
    assert "secret: " in text
    reply = client.post("/api/records", json={"text": text})
    assert reply.status_code == 201, reply.text
    copy = Game(client, reply.json()["id"], reply.json()["seats"])
    assert copy.get(seat="blue")["scene"] == game.get(seat="blue")["scene"]
    assert copy.get(seat="blue")["status"] == "over"
    checked, due = client.get(copy.at + "/verify", headers=bearer(copy.tokens["red"])).json(), game.get("/verify")
    assert [checked[name] for name in ("ok", "draws", "skipped")] == [due[name] for name in ("ok", "draws", "skipped")]
    broken = text.replace("answer 0 blue -: ", "answer 0 blue -: x", 1)
    assert "line" in refusal(client.post("/api/records", json={"text": broken}), 400, "refused")
    refusal(client.post("/api/records", json={"text": "hello"}), 400, "refused")


def test_a_game_goes_on_from_a_record(client: TestClient) -> None:
    game = open_game(client)
    list(game.play(Random(1), 30))
    refusal(client.get(game.at + "/record", headers=bearer(game.tokens["blue"])), 403, "forbidden")
    refusal(client.get(game.at + "/record"), 403, "forbidden")
    text = client.get(game.at + "/record", headers=bearer(*game.tokens.values())).text
    assert "secret" not in text
    reply = client.post("/api/records", json={"text": text}).json()
    copy = Game(client, reply["id"], reply["seats"])
    for state in copy.play(Random(1)):
        last = state
    assert last["status"] == "over"
    verdict = client.get(copy.at + "/verify", headers=bearer(copy.tokens["red"])).json()
    assert verdict["ok"] is False
    assert "seed" in verdict["message"]


def test_the_dice_can_be_checked_after_the_end(client: TestClient) -> None:
    game = open_game(client)
    refusal(client.get(game.at + "/verify"), 403, "forbidden")
    fingerprint = game.get()["dice"]["fingerprint"]
    for _ in game.play(Random(9), 30):
        pass
    game.post("/undo/ask", {"to": 16}, "blue")
    game.post("/undo/consent", {"yes": True}, "red")
    for state in game.play(Random(10)):
        assert state["dice"]["fingerprint"] == fingerprint
    verdict = game.get("/verify")
    assert verdict["ok"] is True
    assert verdict["draws"] > 10
    assert verdict["skipped"] > 0, "dice that were thrown away by going back are counted"
    assert game.get("/dice")["secret"] == game.get()["dice"]["secret"]


def test_chat_and_notes(client: TestClient) -> None:
    game = open_game(client)
    assert game.post("/chat", {"text": " à Berlin "}, "blue").json() == {"said": True}
    refusal(game.post("/chat", {"text": "psst"}), 403, "forbidden")
    refusal(game.post("/chat", {"text": "x" * 501}, "blue"), 422, "malformed")
    refusal(game.post("/chat", {"text": "a\0b"}, "blue"), 422, "malformed")
    (line,) = game.get(seat="red")["chat"]
    assert (line["seat"], line["text"]) == ("blue", "à Berlin")
    assert game.get("/chat") == [line]
    reply = client.put(game.at + "/notes", json={"text": "left flank"}, headers=bearer(game.tokens["blue"]))
    assert reply.json() == {"kept": True}
    assert game.get("/notes", "blue") == {"text": "left flank"}
    assert game.get("/notes", "red") == {"text": ""}
    refusal(client.get(game.at + "/notes"), 403, "forbidden")
    assert "left flank" not in json.dumps([game.get(), game.get(seat="red"), game.get(seat="blue")])


def test_my_tables_and_whose_turn(client: TestClient) -> None:
    fresh, open_one, over = open_game(client), open_game(client, seats={"blue": "me"}), finished(client)
    ids = ",".join([fresh.id, open_one.id, over.id, "0" * 16, "nonsense'"])
    reply = client.get("/api/tables", params={"ids": ids}, headers=bearer(fresh.tokens["blue"]))
    found = {table["id"]: table for table in reply.json()}
    assert set(found) == {fresh.id, open_one.id, over.id}
    assert found[fresh.id]["status"] == "playing"
    assert found[fresh.id]["turn"] == fresh.get()["scene"]["prompt"]["actor"]
    assert found[fresh.id]["you"] == ["blue"]
    assert found[open_one.id]["status"] == "open"
    assert (found[over.id]["status"], found[over.id]["turn"], found[over.id]["you"]) == ("over", "", [])
    assert found[over.id]["number"] == over.get()["number"]


def test_why_not_and_odds(client: TestClient) -> None:
    game = open_game(client, scenario="ambush")
    for state in game.play(Random(1)):
        prompt = state["scene"]["prompt"]
        why = game.post("/why-not", {"hex": "0101"}).json()
        assert why["why"], "a spectator is told that it is not asked"
        if any(choice["odds"] for choice in prompt["choices"]) and prompt["mine"]:
            choice = next(choice for choice in prompt["choices"] if choice["odds"])
            told = game.post("/odds", {"answer": choice["id"]}, prompt["actor"]).json()
            (outcomes,) = [each["outcomes"] for each in told["distributions"]]
            assert sum(outcome["part"] for outcome in outcomes) == outcomes[0]["whole"]
            break
    else:
        pytest.fail("no attack came up")
    refusal(game.post("/odds", {"answer": "nonsense"}, prompt["actor"]), 422, "illegal")
    other = "red" if prompt["actor"] == "blue" else "blue"
    refusal(game.post("/odds", {"answer": choice["id"]}, other), 403, "forbidden")


def test_words_follow_the_reader(client: TestClient) -> None:
    game = open_game(client, "schlieffens_war")
    english, spanish = game.get("?language=en"), game.get("?language=es")
    assert english["scene"]["prompt"]["question"] != spanish["scene"]["prompt"]["question"]
    accepted = client.get(game.at, headers={"Accept-Language": "fr, es;q=0.8"}).json()
    assert accepted["scene"] == spanish["scene"]
    refusal(client.get(game.at + "?language=xx"), 422, "malformed")


def test_the_parts_of_a_game_are_told(client: TestClient) -> None:
    told = {each["name"]: each["parts"] for each in client.get("/api/games").json()}
    assert told["schlieffens_war"] == ["what-if", "ways"]
    assert told["grand_illusion"] == ["what-if", "ways"]
    assert told["brigade1914"] == ["open-table", "forces"]


def test_each_of_the_four_games_has_an_opponent(client: TestClient) -> None:
    told = {each["name"]: each for each in client.get("/api/games?language=es").json()}
    for name in ("schlieffens_war", "grand_illusion", "brigade1914", "nach_paris"):
        assert told[name]["opponent"], name
        assert "staff" in told[name]["players"], name
    assert told["nach_paris"]["about"]["text"].startswith("Brigadas")
