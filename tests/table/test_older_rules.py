"""Tables that began with the rules before these, as the program of that time kept them.

`older` holds the logs of such games, played with rules 2 of Schlieffen's War, Grand Illusion and the miniatures and
rules 1 of Nach Paris: actor, draw, answer and the mark of the question that it led to. `common` is the number of
answers after which the two rules part; a log without it leads to the same questions from its first row to its last.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import delete, insert, update

from marne.engine import CHANCE, Setting, find_game
from marne.table.game import snapshots
from marne.table.game.live import Live
from marne.table.game.log_rows import AnswerRow, columns_of, linked
from marne.table.store.database import LOG, TABLES
from table.support import Game, open_game, server, store_of

OLDER = sorted((Path(__file__).parent / "older").glob("*.txt"))


@dataclass(frozen=True)
class Older:
    """A log as it was kept."""

    header: dict[str, str]
    rows: tuple[AnswerRow, ...]

    @classmethod
    def read(cls, path: Path) -> Older:
        """The header, an empty line, and a row a line."""
        head, _, body = path.read_text(encoding="utf-8").partition("\n\n")
        header = dict(line.split(": ", 1) for line in head.splitlines())
        seats, rows = find_game(header["game"]).seats, []
        for number, line in enumerate(body.splitlines()):
            actor, draw, text, mark = line.split("\t")
            seat = CHANCE if actor == "chance" else seats.index(actor)
            fell = int(draw) if draw else None
            rows.append(AnswerRow(seq=number + 1, number=number, actor=seat, text=text, draw=fell, mark=mark))
        return cls(header, tuple(rows))

    @property
    def setting(self) -> Setting:
        """What was played."""
        options = tuple((key[7:], text) for key, text in self.header.items() if key.startswith("option "))
        return Setting(self.header["scenario"], self.header.get("edition", ""), options)

    @property
    def game(self) -> str:
        """What was played, by name."""
        return self.header["game"]

    @property
    def versions(self) -> tuple[str, str]:
        """The rules and the data of then."""
        return self.header["rules"], self.header["data"]

    @property
    def common(self) -> int | None:
        """After how many answers the rules of then and of now part."""
        return int(self.header["common"]) if "common" in self.header else None

    def keep(self, database: Path) -> Game:
        """A table of that time in a database."""
        setting = self.setting
        with server(database) as client:
            game = open_game(
                client, self.game, scenario=setting.scenario, edition=setting.edition, options=dict(setting.options)
            )
            client.get(game.at)
        store = store_of(database)
        kept = store.table(game.id)
        assert kept is not None
        rows = linked(Live.of(kept, store.seats(game.id), None), self.rows, 0.0)
        with store.engine.begin() as connection:
            connection.execute(delete(LOG).where(LOG.c.table_id == game.id))
            connection.execute(insert(LOG), [{"table_id": game.id, **columns_of(row)} for row in rows])
            older = {"rules": self.header["rules"], "data": self.header["data"]}
            connection.execute(update(TABLES).where(TABLES.c.id == game.id).values(**older))
        store.close()
        return game


def versions(database: Path, game: Game) -> tuple[str, str]:
    """The rules and the data by which a table is kept."""
    store = store_of(database)
    kept = store.table(game.id)
    store.close()
    assert kept is not None
    return kept.rules, kept.data


def versions_now(name: str) -> tuple[str, str]:
    """Those of this program."""
    found = find_game(name)
    return found.rules_version, found.data_version()[:16]


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long logs are followed here, not by a process of low priority: a busy machine lets that wait for minutes."""
    monkeypatch.setattr(snapshots, "SHORT", 10_000)


def named(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=[path.stem for path in paths])


def test_every_game_and_edition_has_a_log_of_older_rules() -> None:
    found = {(older.game, older.header.get("edition", "")) for older in map(Older.read, OLDER)}
    assert found == {
        ("schlieffens_war", ""),
        ("grand_illusion", "english"),
        ("grand_illusion", "spanish"),
        ("nach_paris", ""),
        ("brigade1914", ""),
    }
    changed = {older.game for older in map(Older.read, OLDER) if older.versions != versions_now(older.game)}
    assert changed == {"grand_illusion", "nach_paris", "brigade1914"}, "Schlieffen's War is played as it was"
    assert len(PARTING) == 4


PARTING = [path for path in OLDER if Older.read(path).common is not None]
SAME = [path for path in OLDER if path not in PARTING]


@named(SAME)
def test_a_game_goes_on_by_itself_where_its_log_leads_to_the_same_questions(path: Path, tmp_path: Path) -> None:
    database, older = tmp_path / "a.sqlite", Older.read(path)
    game = older.keep(database)
    name, number = older.game, len(older.rows)
    assert versions(database, game) == older.versions
    with server(database) as client:
        game = Game(client, game.id, game.tokens)
        state = game.get()
        assert (state["frozen"], state["common"]) == ("", None)
        assert state["number"] >= number, "dice may fall at once"
        for _ in game.play(Random(1), 3):
            pass
        assert game.get()["number"] > number
    assert versions(database, game) == versions_now(name)


@named(PARTING)
def test_a_game_goes_on_from_the_last_common_moment_by_consent(path: Path, tmp_path: Path) -> None:
    database, older = tmp_path / "a.sqlite", Older.read(path)
    game, common = older.keep(database), older.common
    assert common is not None
    name, (first, second) = older.game, find_game(older.game).seats
    with server(database) as client:
        game = Game(client, game.id, game.tokens)
        state = game.get(seat=first)
        assert (state["number"], state["common"]) == (common, common)
        assert f"rules {older.header['rules']}" in state["frozen"]
        assert game.post("/undo/ask", {"to": common}, first).json() == {"asked": True, "done": False}
        assert game.get(seat=second)["frozen"], "one side alone can't"
        assert game.post("/undo/consent", {"yes": True}, second).json() == {"done": True}
        assert game.get()["frozen"] == ""
        for _ in game.play(Random(1), 3):
            pass
        scene = game.get(seat=first)["scene"]
    assert versions(database, game) == versions_now(name)
    with server(database) as client:
        assert Game(client, game.id, game.tokens).get(seat=first)["scene"] == scene, "also after a restart"
