"""The staff through the server: it beats chance there too, from either side, and plays as it does in the lab."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from marne.engine import Match, Setting, read_record, rebuild
from marne.games.nach_paris.components.units import ALLIED_SIDE, GERMAN_SIDE
from marne.games.nach_paris.game import GAME
from marne.lab.play import play_seeded, seeded_dice
from marne.table.game.open_tables import Hall, NewTable
from marne.table.work.thinking import Thinkers
from table.support import server

PATIENCE = 3600
"""Seconds after which a game that does not end is a failure."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server(tmp_path_factory.mktemp("staff") / "a.sqlite", thinkers=Thinkers(1)) as client:
        yield client


def at_the_table(client: TestClient, scenario: str, kinds: tuple[str, str], seed: int) -> Match:
    """A whole game between computers in their seats at the server."""
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    seats = {seat: f"computer:{kind}" for seat, kind in zip(GAME.seats, kinds, strict=True)}
    portal: Any = client.portal
    id, *_ = portal.call(hall.open_seeded, NewTable(GAME.name, scenario, "", {}, seats), seeded_dice(GAME, seed))
    end = time.monotonic() + PATIENCE
    while client.get(f"/api/tables?ids={id}").json()[0]["status"] != "over":
        client.get(f"/api/tables/{id}")
        assert time.monotonic() < end, "the computers do not come to an end"
        time.sleep(0.1)
    return rebuild(read_record(client.get(f"/api/tables/{id}/record").text))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["liege", "mulhouse", "guise"])
@pytest.mark.parametrize(("kinds", "winner"), [(("staff", "random"), GERMAN_SIDE), (("random", "staff"), ALLIED_SIDE)])
def test_the_staff_beats_chance_at_the_table(
    table: TestClient, scenario: str, kinds: tuple[str, str], winner: int
) -> None:
    match = at_the_table(table, scenario, kinds, 2000)
    assert GAME.score(match.position).winner == winner
    lab = play_seeded(GAME, Setting(scenario), kinds, 2000)
    assert [(entry.actor, entry.text) for entry in match.log] == [(entry.actor, entry.text) for entry in lab.log]
