"""Four workers on one PostgreSQL: every answer through whichever worker takes the connection."""

from __future__ import annotations

import time
from random import Random

import pytest

from table.postgres import cluster
from table.support import Child, open_game
from table.test_durability import Stubborn


@pytest.mark.night
def test_games_go_through_four_workers() -> None:
    with cluster() as url:
        child = Child(url, 4)
        try:
            child.wait(180)
            client = Stubborn(child.address)
            games = [open_game(client, scenario="meeting") for _ in range(10)]
            began, answers = time.monotonic(), 0
            for at, game in enumerate(games):
                for state in game.play(Random(at), 40):
                    answers += 1
                    assert state["number"] >= 1
                both = {game.get(seat=seat)["dice"]["head"] for seat in ("blue", "red")}
                assert len(both) == 1, "every worker shows the same head"
            print(f"{answers} answers of {len(games)} games through 4 workers in {time.monotonic() - began:.1f} s")
            client.client.close()
            child.stop()
        finally:
            child.end()
