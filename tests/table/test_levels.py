"""Levels at the table: a council plays there as it plays in the lab, thought for thought, and nobody stands in."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from marne.engine import CHANCE, Match, Setting, find_game, read_record, rebuild
from marne.lab.play import play_seeded, seeded_dice
from marne.players import Minds, offered_players
from marne.table.game.open_tables import Hall, NewTable
from marne.table.work.thinking import Thinkers
from table.support import Child, open_game, server
from table.test_doors import ask

ANSWERS = 40


def in_the_lab(name: str, setting: Setting, kinds: dict[int, str], seed: int) -> list[str]:
    """A game up to ANSWERS, and on until the second seat's council has met."""
    game, met = find_game(name), False
    match = Match(game, setting, seeded_dice(game, seed))
    minds = Minds(match, kinds)
    while len(match.log) < ANSWERS or not met:
        match.play(match.roll() if match.actor == CHANCE else minds.answer(match.actor or 0))
        memo = minds.memo(1)
        met = met or (isinstance(memo, dict) and memo["note"] is not None)
    return [entry.text for entry in match.log]


def test_a_council_at_the_table_answers_as_in_the_lab(tmp_path: Path) -> None:
    game, setting = find_game("grand_illusion"), Setting("1", "english")
    kinds = {0: "cadet", 1: "council"}
    seats = {seat: f"computer:{kinds[number]}" for number, seat in enumerate(game.seats)}
    with server(tmp_path / "a.sqlite", thinkers=Thinkers(1, ceiling=3600, simulators=2)) as client:
        hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
        portal: Any = client.portal
        wish = NewTable(game.name, setting.scenario, setting.edition, {}, seats)
        id, *_ = portal.call(hall.open_seeded, wish, seeded_dice(game, 3))
        there = in_the_lab(game.name, setting, kinds, 3)
        end = time.monotonic() + 3600
        while client.get(f"/api/tables/{id}").json()["number"] < len(there):
            assert time.monotonic() < end, "the computers do not go on"
            time.sleep(0.1)
        log = client.get(f"/api/tables/{id}/log").json()
        played = [entry.text for entry in hall._live[id].match.log][: len(there)]
    assert not [event for line in log for event in line["events"] if event["kind"] in ("stands_in", "stopped", "cut")]
    assert played == there


def test_a_general_staff_that_thinks_says_how_far_it_is_and_moves_now_if_a_player_wants_it(tmp_path: Path) -> None:
    with server(tmp_path / "a.sqlite", thinkers=Thinkers(1, ceiling=3600)) as client:
        seats = {"german": "computer:general_staff", "allied": "me"}
        table = open_game(client, "grand_illusion", seats, scenario="1", edition="english")
        hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
        with client.websocket_connect(f"{table.at}/live") as socket:
            socket.send_json({"type": "hello", "tokens": list(table.tokens.values()), "language": "en"})
            letter: dict[str, Any] = {}
            while "share" not in letter:
                letter = socket.receive_json()
                if letter.get("scene", {}).get("prompt", {}).get("mine"):
                    socket.send_json({"type": "answer", "number": letter["number"], "answer": first(letter)})
            assert letter["seat"] == "german"
            assert 0 < letter["share"] < 1
            socket.send_json({"type": "hurry"})
            while not (letter["type"] == "state" and letter["scene"]["prompt"]["mine"]):
                letter = socket.receive_json()
        kept = hall.store.minds(table.id)[find_game("grand_illusion").seats.index("german")].memo
        log = table.get("/log", "allied")
        heard = [table.get(f"/analysis/{line['number'] - 1}", "allied") for line in log if line["actor"] == "german"]
        mine = next(line["number"] - 1 for line in log if line["actor"] == "allied")
        assert table.client.get(f"{table.at}/analysis/{mine}").status_code == 403, "people explain themselves"
    answers = next(each for each in heard if each)
    assert [each["played"] for each in answers].count(True) == 1
    assert {each["kind"]: each["explains"] for each in letter["seats"]} == {"computer": True, "person": False}
    told = [event["text"] for line in log for event in line["events"] if event["kind"] == "cut"]
    assert len(told) == 1, "it is said once, though the whole turn was played on so"
    assert isinstance(kept, dict)
    assert kept["spent"] < 96, "of the later questions nothing was tried out"


def first(letter: dict[str, Any]) -> str:
    """Any answer to the question that a letter puts."""
    return str(letter["scene"]["prompt"]["choices"][0]["id"])


def test_the_page_lists_the_levels_that_are_offered_and_others_can_be_asked_for_by_name(tmp_path: Path) -> None:
    with server(tmp_path / "a.sqlite") as client:
        told = {each["name"]: each for each in client.get("/api/games").json()}
        games = {name: each["players"] for name, each in told.items()}
        for name in ("schlieffens_war", "grand_illusion", "brigade1914", "nach_paris"):
            assert games[name][:3] == ["random", "cadet", "staff"], name
            assert tuple(games[name]) == offered_players(find_game(name))
        councils = {
            game: {each["name"] for each in told[game]["scenarios"] if "council" in each["players"]} for game in games
        }
        assert councils["grand_illusion"] == {"1", "2"}
        assert councils["nach_paris"] == {"mulhouse", "guise", "morhange"}
        assert councils["brigade1914"] == {"meeting"}
        assert councils["schlieffens_war"] == {"campaign"}
        for kind in ("cadet", "council"):
            assert open_game(client, "brigade1914", {"blue": "me", "red": f"computer:{kind}"}).tokens
        wish = {"game": "brigade1914", "seats": {"blue": "me", "red": "computer:napoleon"}}
        assert client.post("/api/tables", json=wish).status_code == 400


@pytest.mark.night
@pytest.mark.parametrize("kinds", [("council", "staff"), ("staff", "council"), ("cadet", "staff"), ("staff", "cadet")])
def test_whole_games_through_a_server(tmp_path: Path, kinds: tuple[str, str]) -> None:
    game = find_game("grand_illusion")
    seats = {seat: f"computer:{kind}" for seat, kind in zip(game.seats, kinds, strict=True)}
    child = Child(f"sqlite:///{tmp_path / 'a.sqlite'}")
    try:
        child.wait()
        wish = {"game": game.name, "scenario": "1", "edition": "english", "seats": seats}
        id = ask(child.address, "/api/tables", wish)["id"]
        end = time.monotonic() + 3600
        while ask(child.address, f"/api/tables?ids={id}")[0]["status"] != "over":
            assert time.monotonic() < end, "the computers do not come to an end"
            time.sleep(1)
        match = rebuild(read_record(ask(child.address, f"/api/tables/{id}/record")))
        log = ask(child.address, f"/api/tables/{id}/log")
    finally:
        child.end()
    assert match.over
    assert not [event for line in log for event in line["events"] if event["kind"] in ("stands_in", "stopped")]


@pytest.mark.night
def test_the_same_seeds_give_the_same_whole_game() -> None:
    game = find_game("grand_illusion")
    games = [play_seeded(game, Setting("1", "english"), ("staff", "council"), 11) for _ in range(2)]
    assert [entry.text for entry in games[0].log] == [entry.text for entry in games[1].log]
