"""kill -9 at random instants: nothing acknowledged is lost, nothing is applied twice.

The client notes every answer that was acknowledged. When the server is gone in the middle of a request, the answer may
have landed or not; after the restart the log must go on exactly where it was, with that answer once or not at all.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import httpx2
import psutil
import pytest

from marne.engine import read_record
from table.postgres import cluster
from table.support import Child, bearer, open_game

FEW = int(os.environ.get("MARNE_KILL_GAMES_FEW", "3"))
KILLS = int(os.environ.get("MARNE_KILLS", "700"))
KILLS_ON_POSTGRESQL = int(os.environ.get("MARNE_KILLS_ON_POSTGRESQL", "300"))


class Killer(Thread):
    """Kills the server at random instants and starts it again."""

    def __init__(self, database: str, workers: int, rng: Random) -> None:
        super().__init__()
        self.database, self.workers, self.rng = database, workers, rng
        self.child = Child(database, workers)
        self.child.wait()
        self.address, self.port = self.child.address, self.child.port
        self.kills = 0
        self.took = 1.0
        """How long the server took to come back: on a crowded machine it lives longer, too."""
        self.error: BaseException | None = None
        self.enough = Event()

    def run(self) -> None:
        try:
            while not self.enough.wait(self.rng.random() * 2 * max(1.0, self.took)):
                self.kill()
        except BaseException as error:
            self.error = error
            self.child.end()

    def kill(self) -> None:
        """The whole server, or where there are several workers sometimes only one, which the server replaces."""
        self.kills += 1
        victims = [each for each in psutil.Process(self.child.process.pid).children() if is_worker(each)]
        if self.workers > 1 and victims and self.rng.random() < 0.5:
            self.rng.choice(victims).kill()
            self.child.wait(180)
            return
        self.child.kill()
        began = time.monotonic()
        self.child = Child(self.database, self.workers, self.port)
        self.child.wait(180)
        self.took = time.monotonic() - began

    def end(self) -> None:
        self.enough.set()
        self.join()
        if self.error is not None:
            raise self.error
        self.child.stop()


def is_worker(process: psutil.Process) -> bool:
    """Whether a child of the server answers requests, and is alive."""
    try:
        return "spawn_main" in " ".join(process.cmdline())
    except psutil.Error:
        return False


class Stubborn:
    """A client that asks again while the server is away, each time by a new connection."""

    def __init__(self, address: str) -> None:
        limits = httpx2.Limits(max_keepalive_connections=0)
        self.client = httpx2.Client(base_url=address, verify=False, timeout=20, limits=limits)
        self.unsure = 0

    def get(self, path: str, **more: Any) -> Any:
        end = time.monotonic() + 900  # on a crowded machine it may be killed again before it can reply
        while True:
            try:
                return self.client.get(path, **more)
            except httpx2.TransportError:
                assert time.monotonic() < end, "the server does not come back"
                time.sleep(0.02)

    def post(self, path: str, **more: Any) -> Any:
        """None if nobody knows whether it arrived."""
        try:
            return self.client.post(path, **more)
        except httpx2.TransportError:
            time.sleep(0.02)
            return None


def answers_in(client: Any, id: str, headers: dict[str, str]) -> list[str]:
    """The log, one line for each answer, dice included."""
    read = read_record(client.get(f"/api/tables/{id}/record", headers=headers).text)
    draws = ["" if line.draw is None else f" {line.draw}" for line in read.lines]
    return [
        f"{at}. {line.actor}{draw}: {line.text}"
        for at, (line, draw) in enumerate(zip(read.lines, draws, strict=True), 1)
    ]


def play(client: Stubborn, rng: Random) -> int:
    """One game to its end; how many answers were acknowledged."""
    game = None
    while game is None:
        try:
            game = open_game(client)
        except AttributeError:
            continue  # the server was away: another table is opened
    headers = bearer(*game.tokens.values())
    acknowledged: list[str] = []
    known: list[str] = []
    sent = 0
    cut_off = ""
    while True:
        state = client.get(game.at, headers=headers).json()
        log = answers_in(client, game.id, headers)
        assert log[: len(known)] == known, "what was seen is changed"
        assert state["number"] == len(log)
        for line in acknowledged:
            assert log.count(line) == 1, f"{line!r} was acknowledged and is there {log.count(line)} times"
        known = log
        if state["status"] == "over":
            break
        for _ in range(12):
            prompt, number = state["scene"]["prompt"], state["number"]
            choices = [choice["id"] for choice in prompt["choices"]]
            choices = choices or client.get(f"{game.at}/suggestions", headers=headers).json()
            body = {"number": number, "answer": rng.choice(choices)}
            reply = client.post(f"{game.at}/answers", json=body, headers=headers)
            line = f"{number + 1}. {prompt['actor']}: {body['answer']}"
            if reply is None:
                client.unsure += 1
                cut_off = line
                break
            if reply.status_code == 409 and cut_off.startswith(f"{number + 1}. "):
                # The worker was killed while the database still wrote: the answer before it came to be after our look.
                assert cut_off in answers_in(client, game.id, headers), reply.text
                break
            assert reply.status_code == 200, reply.text
            sent += 1
            acknowledged.append(line)
            if rng.random() < 0.2:
                again = client.post(f"{game.at}/answers", json=body, headers=headers)
                assert again is None or again.status_code == 409, "the same answer was taken twice"
                if again is None:
                    break
            state = reply.json()
            if state["status"] == "over":
                break
    verdict = client.get(f"{game.at}/verify", headers=headers).json()
    assert verdict["ok"] is True, verdict
    assert verdict["skipped"] == 0
    assert len(known) == len({line.split(".")[0] for line in known})
    return sent


def murder(database: str, workers: int, games: int, seed: int, kills: int = 2) -> None:
    """So many games, and more as it takes until the server was killed so often: a fast one ends some between."""
    rng = Random(seed)
    killer = Killer(database, workers, Random(seed + 1))
    client = Stubborn(killer.address)
    killer.start()
    played = sent = 0
    try:
        while (played < games or killer.kills < kills) and killer.is_alive() and played < games + 30 * kills:
            sent += play(client, rng)
            played += 1
            if played % 5 == 0:
                print(f"{played} games, {sent} answers acknowledged, {killer.kills} kills", flush=True)
    finally:
        client.client.close()
        killer.end()
    print(f"{played} games, {sent} answers acknowledged, {killer.kills} kills, {client.unsure} answers cut off")
    assert sent > 50 * played
    assert killer.kills >= kills


@pytest.mark.slow
def test_killed_again_and_again(tmp_path: Path) -> None:
    murder(f"sqlite:///{tmp_path / 'tables.sqlite'}", 1, FEW, 1)


@pytest.mark.slow
def test_killed_again_and_again_on_postgresql_with_two_workers() -> None:
    with cluster() as url:
        murder(url, 2, FEW, 2)


@pytest.mark.night
def test_killed_seven_hundred_times(tmp_path: Path) -> None:
    murder(f"sqlite:///{tmp_path / 'tables.sqlite'}", 1, FEW, 3, KILLS)


@pytest.mark.night
def test_killed_three_hundred_times_on_postgresql_with_two_workers() -> None:
    with cluster() as url:
        murder(url, 2, FEW, 4, KILLS_ON_POSTGRESQL)
