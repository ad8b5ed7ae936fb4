"""Computer seats: one thought a run, memos that survive a restart and not a going back, and thoughts that fail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import loops
from marne.engine import CHANCE, FairDice, Look, Match, Setting, Thought, find_game, registry
from marne.lab.play import seeded_dice
from marne.players import LARGEST, Mind, PlayerFailed, due, find_kind, memo_of, seed_of, think
from marne.table.game import open_tables
from marne.table.game.open_tables import Hall, NewTable
from marne.table.game.taking_back import undo
from marne.table.store.database import Store
from marne.table.store.in_memory import Inline
from marne.table.store.migrate import migrate
from marne.table.store.seal import Keys
from marne.table.work.thinking import Thinkers
from table.odd_game import MARK
from table.support import Game, bearer, open_game, server
from table.test_restart import patiently


@pytest.fixture(autouse=True, scope="module")
def _odd_games() -> Iterator[None]:
    """Known to the registry for these tests alone: others ask it for all games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._where, "odd", "table.odd_game:ODD")
        patch.setitem(registry._where, "sick", "table.odd_game:SICK")
        patch.setitem(registry._where, "frail", "table.odd_game:FRAIL")
        yield


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server(tmp_path_factory.mktemp("odd") / "a.sqlite") as client:
        yield client


def mine_is_over(game: Game) -> None:
    """Answer for blue until the computer has answered after it."""
    while (state := game.get(seat="blue"))["scene"]["prompt"]["actor"] == "blue":
        choices = state["scene"]["prompt"]["choices"]
        choice = choices[0]["id"] if choices else game.get("/suggestions", "blue")[0]
        assert game.answer(choice, state["number"], "blue").status_code == 200


def said(game: Game, language: str = "en") -> list[str]:
    log = game.client.get(f"{game.at}/log?language={language}", headers=bearer(game.tokens["blue"])).json()
    return [event["text"] for line in log for event in line["events"] if event["kind"] in ("stands_in", "stopped")]


@pytest.mark.parametrize(
    ("kind", "how"), [("sleeper", "too long"), ("broken", "failed"), ("liar", "failed"), ("hoarder", "failed")]
)
def test_the_staff_stands_in_for_a_thought_that_comes_to_nothing(odd: TestClient, kind: str, how: str) -> None:
    game = open_game(odd, "odd", {"blue": "me", "red": f"computer:{kind}"})
    mine_is_over(game)
    patiently(lambda: any(line["actor"] == "red" for line in game.get("/log", "blue")))
    patiently(lambda: game.get()["scene"]["prompt"]["actor"] == "blue")
    assert not any(seat["thinking"] or seat["stopped"] for seat in game.get()["seats"])
    assert how in said(game)[0]
    assert "red" in said(game)[0]
    assert "estado mayor" in said(game, "es")[0]


def test_a_seat_whose_staff_fails_stops_and_can_be_woken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ill = tmp_path / "ill"
    ill.touch()
    monkeypatch.setenv("MARNE_ILL", str(ill))
    with server(tmp_path / "a.sqlite", thinkers=Thinkers(1)) as client:
        game = open_game(client, "sick", {"blue": "me", "red": "computer:staff"})
        mine_is_over(game)
        patiently(lambda: any(seat["stopped"] for seat in game.get()["seats"]))
        number = game.get()["number"]
        assert "has stopped" in said(game)[-1]
        assert client.post(game.at + "/wake").status_code == 403, "a spectator wakes nobody"
        assert game.post("/wake", {}, "blue").json() == {"woken": True}
        patiently(lambda: len(said(game)) == 2)
        assert game.get()["number"] == number, "it is still ill"
        ill.unlink()
        patiently(lambda: any(seat["stopped"] for seat in game.get()["seats"]))
        assert game.post("/wake", {}, "blue").json() == {"woken": True}
        patiently(lambda: game.get()["number"] > number)
        assert not any(seat["stopped"] for seat in game.get()["seats"])
        assert game.post("/wake", {}, "blue").json() == {"woken": False}


@pytest.mark.parametrize(("game", "kind"), [("odd", "mortal"), ("frail", "staff")])
def test_a_thought_whose_process_is_killed_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, kind: str
) -> None:
    deaths = tmp_path / "deaths"
    deaths.write_text("x")
    monkeypatch.setenv("MARNE_DEATHS", str(deaths))
    with server(tmp_path / "a.sqlite", thinkers=Thinkers(1)) as client:
        table = open_game(client, game, {"blue": "me", "red": f"computer:{kind}"})
        mine_is_over(table)
        patiently(lambda: any(line["actor"] == "red" for line in table.get("/log", "blue")))
        assert deaths.read_text() == ""
        assert said(table) == [], "nobody need know"


def test_the_staff_stands_in_for_a_player_that_is_killed_twice_and_the_reason_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaths = tmp_path / "deaths"
    deaths.write_text("xx")
    monkeypatch.setenv("MARNE_DEATHS", str(deaths))
    with server(tmp_path / "a.sqlite", thinkers=Thinkers(1)) as client:
        game = open_game(client, "odd", {"blue": "me", "red": "computer:mortal"})
        mine_is_over(game)
        patiently(lambda: any(line["actor"] == "red" for line in game.get("/log", "blue")))
        assert ["process" in text and "twice" in text for text in said(game)] == [True]
        assert "proceso" in said(game, "es")[0]
        assert not any(seat["stopped"] for seat in game.get()["seats"])


def test_a_seat_stops_only_when_its_staff_is_killed_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deaths = tmp_path / "deaths"
    deaths.write_text("xx")
    monkeypatch.setenv("MARNE_DEATHS", str(deaths))
    with server(tmp_path / "a.sqlite", thinkers=Thinkers(1)) as client:
        game = open_game(client, "frail", {"blue": "me", "red": "computer:staff"})
        mine_is_over(game)
        patiently(lambda: any(seat["stopped"] for seat in game.get()["seats"]))
        assert deaths.read_text() == ""
        assert "process" in said(game)[-1]
        assert game.post("/wake", {}, "blue").json() == {"woken": True}
        patiently(lambda: any(line["actor"] == "red" for line in game.get("/log", "blue")))


def test_a_player_and_its_stand_in_have_memos_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mood = tmp_path / "mood"
    mood.write_text("")
    monkeypatch.setenv("MARNE_MOOD", str(mood))
    with server(tmp_path / "a.sqlite", thinkers=Thinkers(1)) as client:
        game = open_game(client, "odd", {"blue": "me", "red": "computer:moody"})
        for _ in range(4):
            mine_is_over(game)
            patiently(lambda: game.get()["scene"]["prompt"]["actor"] == "blue" or game.get()["status"] == "over")
        assert len(mood.read_text()) > 4
        assert said(game), "the staff stood in"
        assert not any("stopped" in text for text in said(game))
        kept = client.app.state.hall.store.minds(game.id)[1]  # type: ignore[attr-defined]
        assert len(kept.memo_for("moody")["heard"]) > 1
        assert kept.memo_for("staff")["thoughts"] > 1
        assert kept.memo_for("cadet") is None


@pytest.mark.parametrize("name", ["brigade1914", "grand_illusion", "nach_paris", "schlieffens_war"])
def test_a_staff_is_not_handed_a_councils_memo_nor_the_other_way_round(name: str) -> None:
    """Along a game of each kind: the memos that the staff really wrote, and those of a council in the same seat."""
    game = find_game(name)
    match = Match(game, Setting(game.scenarios[0].name), seeded_dice(game, 3))
    minds: dict[int, Mind] = {}
    council, staff = find_kind(game, "council"), find_kind(game, "staff")
    while len(match.log) < 60 and not match.over:
        if match.actor == CHANCE:
            match.play(match.roll())
            continue
        assert match.actor is not None
        assert match.dice is not None
        seat, moment = match.actor, match.moment
        foreign = Mind(moment, (), {"tick": 1, "spent": 0, "plan": None, "note": None}, council.name)
        before = Mind.of(moment, Thought((), foreign.memo), council.name, minds.get(seat))
        look, seed = Look.at(match, seat), seed_of(match.dice, seat, moment)
        assert memo_of(foreign, 0, staff.name) is None
        thought = think(staff, look, seed, memo_of(before, 0, staff.name))
        minds[seat] = Mind.from_json(Mind.of(moment, thought, staff.name, before).as_json())
        assert minds[seat].memo_for(council.name) == foreign.memo
        assert minds[seat].memo_for(staff.name) == json.loads(json.dumps(thought.memo))
        match.play_text(thought.run[0])
    assert len(match.log) >= 60


def test_memos_never_leave_the_server(odd: TestClient) -> None:
    game = open_game(odd, "odd", {"blue": "me", "red": "computer:staff"})
    for _ in range(3):
        mine_is_over(game)
        patiently(lambda: game.get()["scene"]["prompt"]["actor"] == "blue" or game.get()["status"] == "over")
    hall: Hall = odd.app.state.hall  # type: ignore[attr-defined]
    kept = hall.store.minds(game.id)[1]
    assert isinstance(kept.memo, dict)
    assert kept.memo["mark"] == MARK, "it is kept"
    assert kept.memo["thoughts"] > 1, "and handed back"
    me = bearer(game.tokens["blue"])
    for part in ("", "/log", "/record", "/dice", "/export", "/luck"):
        for head in ({}, me):
            assert MARK not in odd.get(game.at + part, headers=head).text
    with odd.websocket_connect(game.at + "/live") as socket:
        socket.send_json({"type": "hello", "tokens": [game.tokens["blue"]]})
        assert MARK not in socket.receive_text()
    assert MARK not in json.dumps(hall.store.seats(game.id), default=str)
    live = hall._live[game.id]
    assert MARK not in repr(live.match.observe(1)), "not even the seat itself is shown it"


def test_what_a_player_may_keep_is_bounded() -> None:
    game = find_game("odd")
    match = Match(game, Setting("meeting"), seeded_dice(game, 1))
    look = Look.at(match, match.position.open.actor if match.position.open else 0)
    with pytest.raises(PlayerFailed, match=str(LARGEST)):
        think(find_kind(game, "hoarder"), look, b"seed", None)


# -- runs and memos in the database


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    url = f"sqlite:///{tmp_path / 'a.sqlite'}"
    migrate(url)
    found = Store(url)
    yield found
    found.close()


Played = tuple[Hall, Any, Mind]


def hall_of(store: Store) -> Hall:
    """All tables of that store, where nothing is played elsewhere."""
    return Hall(store, Inline(), Keys(store.seal))


async def begun(store: Store, answers: int) -> Played:
    """A table whose red computer has a run in hand of which some answers were played."""
    hall = hall_of(store)
    wish = NewTable("odd", "meeting", "", {}, {"blue": "me", "red": "computer:staff"})
    id, *_ = await hall.open_seeded(wish, seeded_dice(find_game("odd"), 2))
    live = await hall.live(id)
    while True:
        position = live.match.position
        assert position.open is not None
        seat = position.open.actor
        kind = find_kind(live.game, "staff")
        assert live.match.dice is not None
        thought = think(kind, Look.at(live.match, seat), seed_of(live.match.dice, seat, live.seq), None)
        mind = Mind.of(live.seq, thought, "staff")
        if seat == 1 and len(mind.run) > answers + 1:
            open_tables.AT_ONCE = answers
            try:
                await hall.play_run(live, 1, mind, live.seq, new=True)
            finally:
                open_tables.AT_ONCE = 12
            assert live.seq == mind.at + answers
            return hall, live, mind
        await hall.answer(live, [seat], len(live.match.log), mind.run[0])


def next_of(live: Any) -> str | None:
    return due(live.minds.get(1), 1, live.match.log, live.seq, live.last_back)


def test_a_run_goes_on_after_a_restart(store: Store) -> None:
    async def play() -> None:
        _, live, mind = await begun(store, 2)
        assert next_of(live) == mind.run[2]
        again = await hall_of(store).live(live.kept.id)
        assert again.minds[1] == mind
        assert next_of(again) == mind.run[2]

    loops.run(play())


def test_an_undone_run_is_dropped_even_at_the_same_number_of_answers(store: Store) -> None:
    async def play() -> None:
        hall, live, mind = await begun(store, 2)
        number = len(live.match.log)
        await undo(hall, live, [1], number, None)
        assert next_of(live) is None, "gone back"
        options = [live.match.position.write(option) for option in live.match.position.open.options]
        other = next(text for text in options if text != mind.run[1])
        await hall.answer(live, [1], len(live.match.log), other)
        assert len(live.match.log) == number
        assert next_of(live) is None, "played otherwise to the same number"
        again = await hall_of(store).live(live.kept.id)
        assert next_of(again) is None, "also after a restart"
        await undo(hall, live, [1], number, None)
        await hall.answer(live, [1], len(live.match.log), mind.run[1])
        assert next_of(live) is None, "and even where the same was answered: the plan is older than the going back"

    loops.run(play())


def test_a_die_another_answer_and_a_reveal_end_a_run() -> None:
    from marne.engine import CHANCE, Entry

    mind = Mind(5, ("a", "b", "c"))
    log = [Entry(0, "x")] * 5
    assert due(mind, 1, log, 5, 0) == "a"
    assert due(mind, 1, [*log, Entry(1, "a")], 6, 0) == "b"
    assert due(mind, 1, [*log, Entry(1, "b")], 6, 0) is None, "answered otherwise"
    assert due(mind, 1, [*log, Entry(1, "a"), Entry(CHANCE, "4")], 7, 0) is None
    assert due(mind, 1, [*log, Entry(1, "a"), Entry(0, "b")], 7, 0) is None
    assert due(mind, 1, [*log, Entry(1, "a", revealed=True)], 6, 0) is None
    assert due(mind, 1, log, 5, 6) is None, "went back since"
    assert due(mind, 1, [*log, *(Entry(1, text) for text in "abc")], 8, 0) is None, "used up"
    assert due(None, 1, log, 5, 0) is None


def test_a_failed_commit_leaves_match_and_thought_as_they_were(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: Any) -> None:
        raise OSError("no space left on device")

    async def play() -> None:
        hall, live, mind = await begun(store, 2)
        before = live.seq, live.match.moment, len(live.match.log), live.match.position.fingerprint(), live.minds[1]
        monkeypatch.setattr(store, "append", full)
        with pytest.raises(OSError, match="space"):
            await hall.play_run(live, 1, mind, live.seq)
        assert before == (
            live.seq,
            live.match.moment,
            len(live.match.log),
            live.match.position.fingerprint(),
            live.minds[1],
        )

    loops.run(play())


# -- chance


def test_nobody_without_the_secret_can_draw_as_a_seat_draws() -> None:
    seeds = {"blue": b"a", "red": b"b"}
    one, other = FairDice(b"secret", seeds), FairDice(b"another", seeds)

    def drawn(dice: FairDice, seat: int, moment: int) -> float:
        return Random(int.from_bytes(seed_of(dice, seat, moment))).random()

    assert drawn(one, 0, 7) == drawn(FairDice(b"secret", seeds), 0, 7)
    assert len({drawn(one, 0, 7), drawn(one, 1, 7), drawn(one, 0, 8), drawn(other, 0, 7)}) == 4
    assert drawn(one, 0, 7) != drawn(FairDice(b"secret", {"blue": b"c", "red": b"b"}), 0, 7)
