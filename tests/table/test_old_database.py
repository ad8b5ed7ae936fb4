"""A database that an older version made opens here, and its games play on.

`data/database_0008.sql` and `data/database_0009.sql` are such databases as text: made at commit c924d1b, and before
there were snapshots. Each has a game of Schlieffen's War that is played and a game that somebody resigned. Key and
tokens are beside it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from table.support import Game, server

DATA = Path(__file__).parent / "data"


@pytest.fixture(params=["database_0008", "database_0009"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """The database, and what is known of its tables."""
    database, name = tmp_path / "old.sqlite", request.param
    known = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript((DATA / f"{name}.sql").read_text(encoding="utf-8"))
    Path(f"{database}.key").write_text(known["seal"], encoding="ascii")
    return database, known


def game_of(client: Any, known: dict[str, Any]) -> Game:
    return Game(client, known["id"], known["tokens"])


def rows_of(database: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


def test_a_game_of_an_older_version_plays_on_and_opens_from_a_snapshot(old: tuple[Path, dict[str, Any]]) -> None:
    database, known = old
    running = known["running"]
    with server(database) as client:
        game = game_of(client, running)
        state = game.get(seat="german")
        if state["frozen"]:  # the rules have changed since: it goes on from the last common moment
            game.post("/undo/ask", {"to": state["common"]}, "german")
        else:
            assert state["number"] == running["number"]
            rows = len(rows_of(database, "SELECT seq FROM log WHERE kind != 'adopt'"))
            assert rows >= running["number"]
        for _ in game.play(Random(7), 70):
            pass
        after = game.get(seat="german")
        assert after["number"] > state["number"]
    assert rows_of(database, f"SELECT seq FROM snapshots WHERE table_id = '{running['id']}'")
    with server(database) as client:
        again = game_of(client, running).get(seat="german")
        assert {**again, "moment": 0} == {**after, "moment": 0}
        assert again["moment"] == after["moment"]


def test_a_finished_game_of_an_older_version_is_verified(old: tuple[Path, dict[str, Any]]) -> None:
    database, known = old
    over = known["over"]
    with server(database) as client:
        game = game_of(client, over)
        state = game.get()
        assert (state["status"], state["number"]) == ("over", over["number"])
        assert game.get(f"/verify?head={over['head']}&key={over['key']}")["verdict"] == "fair"
