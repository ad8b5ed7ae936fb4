"""The computer plays at the table as it plays in the lab: the same seeds give the same game through every door, and
games against it through a real server are played, not passed."""

from __future__ import annotations

import json
import os
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from marne.engine import Match, Setting, find_game, read_record, rebuild, record_of
from marne.lab.play import play_seeded, seeded_dice
from marne.table.game.open_tables import Hall, NewTable
from marne.table.work.thinking import Thinkers
from marne.terminal import TextTable, new_match
from table.support import Child, server

SETTINGS = {"schlieffens_war": "campaign", "grand_illusion": "1", "brigade1914": "meeting", "nach_paris": "mulhouse"}
STAFFS = ("staff", "staff")


def setting_of(name: str) -> Setting:
    game = find_game(name)
    return Setting(SETTINGS[name], game.editions[0] if game.editions else "")


def answers(match: Match) -> list[tuple[int, str]]:
    return [(entry.actor, entry.text) for entry in match.log]


def in_the_lab(name: str, seed: int) -> list[tuple[int, str]]:
    return answers(play_seeded(find_game(name), setting_of(name), STAFFS, seed))


def in_the_terminal(name: str, seed: int) -> list[tuple[int, str]]:
    game = find_game(name)
    match = new_match(game, setting_of(name), seed)
    TextTable(match, dict(zip(game.seats, STAFFS, strict=True)), lambda _: None).run(lambda: None)
    return answers(match)


def at_the_table(client: TestClient, name: str, seed: int) -> list[tuple[int, str]]:
    game, setting = find_game(name), setting_of(name)
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    wish = NewTable(name, setting.scenario, setting.edition, {}, dict.fromkeys(game.seats, "computer:staff"))
    portal: Any = client.portal
    id, *_ = portal.call(hall.open_seeded, wish, seeded_dice(game, seed))
    end = time.monotonic() + 3600
    while client.get(f"/api/tables?ids={id}").json()[0]["status"] != "over":
        client.get(f"/api/tables/{id}")
        assert time.monotonic() < end, "the computers do not come to an end"
        time.sleep(0.1)
    return answers(rebuild(read_record(client.get(f"/api/tables/{id}/record").text)))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server(tmp_path_factory.mktemp("doors") / "a.sqlite", thinkers=Thinkers(2)) as client:
        yield client


def compare(client: TestClient, name: str, seed: int) -> None:
    lab = in_the_lab(name, seed)
    assert in_the_terminal(name, seed) == lab
    assert at_the_table(client, name, seed) == lab


@pytest.mark.slow
@pytest.mark.parametrize("name", SETTINGS)
def test_same_seeds_same_game_through_every_door(table: TestClient, name: str) -> None:
    compare(table, name, 1)


@pytest.mark.night
@pytest.mark.parametrize("seed", range(10, 20))
@pytest.mark.parametrize("name", SETTINGS)
def test_same_seeds_same_game_ten_times(table: TestClient, name: str, seed: int) -> None:
    compare(table, name, seed)


# -- whole games through a real server


@dataclass
class Game:
    """What came of a game between computers at a server."""

    winner: str
    match: Match
    events: Counter[str]
    """What the staff's own answers led to."""
    largest: int
    """The most units that the staff sent into one attack or battle."""


def ask(address: str, path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=600) as reply:
        text = reply.read().decode()
    return json.loads(text) if text[:1] in "[{" else text


def play(address: str, name: str, kinds: tuple[str, str]) -> Game:
    """A whole game between two computers, each in its seat at the server."""
    game, setting = find_game(name), setting_of(name)
    seats = {seat: f"computer:{kind}" for seat, kind in zip(game.seats, kinds, strict=True)}
    wish = {"game": name, "scenario": setting.scenario, "edition": setting.edition, "seats": seats}
    id = ask(address, "/api/tables", wish)["id"]
    end = time.monotonic() + 3600
    while ask(address, f"/api/tables?ids={id}")[0]["status"] != "over":
        assert time.monotonic() < end, "the computers do not come to an end"
        time.sleep(0.2)
    record = read_record(ask(address, f"/api/tables/{id}/record"))
    match = rebuild(record)
    again = Match(game, setting, match.dice)
    events: Counter[str] = Counter()
    largest = 0
    for entry in match.log:
        again.play_text(entry.text, entry.draw)
        for event in again.position.events if entry.actor == kinds.index("staff") else ():
            events[type(event).__name__] += 1
            if type(event).__name__ == "AttackDeclared":
                largest = max(largest, len(event.facts()["units"]))
            elif type(event).__name__ == "BattleDeclared":
                board = again.position.board
                largest = max(largest, board.combat(event.facts()["hex"], entry.actor).bit_count())
            elif type(event).__name__ == "CombatDeclared":
                largest = max(largest, len(str(event.facts()["units"]).split()))
    winner = game.score(match.position).winner
    return Game("" if winner is None else game.seats[winner], match, events, largest)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    child = Child(f"sqlite:///{tmp_path_factory.mktemp('real') / 'a.sqlite'}")
    try:
        child.wait()
        yield child.address
    finally:
        child.end()


COUNTED = {
    "schlieffens_war": {"Moved": 60, "AttackDeclared": 10},
    "grand_illusion": {"Moved": 20, "BattleDeclared": 3},
    "brigade1914": {"Moved": 3, "Ordered": 12},
    "nach_paris": {"Moved": 15, "CombatDeclared": 3},
}
"""The least of each that a staff does in a whole game against a staff; against random play, which can be over on the
second turn, an eighth of it. A player that only passes has none of each, however often it plays; dice can end a game
early, so that up to three are counted together."""


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [("staff", "staff"), ("random", "staff")])
@pytest.mark.parametrize("name", SETTINGS)
def test_the_staff_moves_and_attacks_at_a_real_server(address: str, name: str, kinds: tuple[str, str]) -> None:
    wanted = {kind: least if kinds[0] == "staff" else max(least // 8, 1) for kind, least in COUNTED[name].items()}
    events: Counter[str] = Counter()
    largest = 0
    for _ in range(3):
        played = play(address, name, kinds)
        events += played.events
        largest = max(largest, played.largest)
        together = name == "brigade1914" or largest >= 2
        if together and all(events[kind] >= least for kind, least in wanted.items()):
            break
    assert {kind: events[kind] for kind, least in wanted.items() if events[kind] < least} == {}, events
    assert together, "units attack together"


@pytest.mark.night
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", SETTINGS)
def test_the_staff_beats_random_at_a_real_server(address: str, name: str, side: int) -> None:
    games = int(os.environ.get("MARNE_SERVER_GAMES", "40"))
    kinds = ("staff", "random") if side == 0 else ("random", "staff")
    wins = sum(play(address, name, kinds).winner == find_game(name).seats[side] for _ in range(games))
    print(f"{name} as {find_game(name).seats[side]}: {wins} of {games} through the server")
    assert wins >= 0.95 * games


def test_a_record_is_the_same_read_again(tmp_path: Path) -> None:
    match = play_seeded(find_game("training"), Setting("meeting"), ("random", "random"), 1)
    assert answers(rebuild(read_record(record_of(match)))) == answers(match)
