"""Snapshots: a table opens from the newest one that fits, and is what its whole log makes of it."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import loops
from marne.engine import CHANCE, Match, find_game, game_names
from marne.table.game import snapshots, taking_back
from marne.table.game.live import LOGGED, OF_MATCH, Live
from marne.table.game.log_rows import AnswerRow, Snapshot
from marne.table.game.open_tables import Hall, NewTable
from marne.table.game.replayed import Played
from marne.table.refusals import Refused
from marne.table.store.in_memory import GivenSecret, HandClock, Inline, MemoryStore

GAMES = [name for name in game_names() if find_game(name).scenarios]
OFTEN = 10


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot every few answers."""
    monkeypatch.setattr(snapshots, "STRIDE", OFTEN)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The answers that are read out of a log and played again."""
    found: list[str] = []
    play = Match.play_text

    def noted(match: Match, text: str, draw: int | None = None) -> Any:
        found.append(text)
        return play(match, text, draw)

    monkeypatch.setattr(Match, "play_text", noted)
    return found


async def begun(answers: int, game: str = "training", seed: int = 3) -> tuple[Hall, Live]:
    hall = Hall(MemoryStore(), Inline(), GivenSecret(b"a"), HandClock())
    made = await hall.open_table(NewTable(game, seats=dict.fromkeys(find_game(game).seats, "me")))
    live = await hall.live(made.id)
    await play(hall, live, answers, seed)
    return hall, live


async def play(hall: Hall, live: Live, answers: int, seed: int = 3) -> None:
    rng = Random(seed)
    for _ in range(answers):
        position = live.match.position
        if position.open is None:
            break
        assert position.open.actor != CHANCE
        text = position.write(position.suggest(rng)[0])
        await hall.answer(live, range(len(live.game.seats)), len(live.match.log), text)
    await snapshots.settle(hall)


async def again(hall: Hall, live: Live) -> Live:
    """The same table as another server opens it."""
    return await Hall(hall.store, Inline(), hall.secret, hall.clock).live(live.kept.id)


def same(one: Live, other: Live) -> None:
    assert one is not other
    for name in LOGGED:
        if name != "events":  # those of answers that were taken back again may be kept longer
            assert getattr(one, name) == getattr(other, name), name
    newest = [at for at in one.events if at >= len(one.match.log) - 30]
    assert newest
    assert {at: one.events[at] for at in newest} == {at: other.events[at] for at in newest}
    for name in OF_MATCH:
        assert getattr(one.match, name) == getattr(other.match, name), name
    assert one.match.position.events == other.match.position.events
    assert one.match.position.mark() == other.match.position.mark()


@pytest.mark.parametrize("name", GAMES)
def test_a_table_opens_from_a_snapshot_as_it_was(name: str, counted: list[str]) -> None:
    async def some() -> None:
        hall, live = await begun(45, name)
        assert live.marks
        del counted[:]
        other = await again(hall, live)
        assert other.marks == live.marks
        assert len(counted) == len(live.match.log) - live.marks[-1].number < len(live.match.log)
        same(live, other)
        await play(hall, other, 3)
        assert len(other.match.log) > len(live.match.log) or live.match.over

    loops.run(some())


def test_without_snapshots_the_whole_log_is_followed_and_some_are_taken(counted: list[str]) -> None:
    async def some() -> None:
        hall, live = await begun(60)
        for mark in live.marks:
            hall.store.drop_snapshot(live.kept.id, mark.seq)
        del counted[:]
        same(live, await again(hall, live))
        assert len(counted) == len(live.match.log)
        found = [hall.store.snapshot(live.kept.id, mark.seq) for mark in hall.store.marks(live.kept.id)]
        assert [each.number for each in found if each and each.verified] == [
            *range(OFTEN, len(live.match.log) + 1, OFTEN)
        ]
        del counted[:]
        same(live, await again(hall, live))
        assert len(counted) < OFTEN

    loops.run(some())


def changed(snapshot: Snapshot, **parts: Any) -> Snapshot:
    told = json.loads(zlib.decompress(snapshot.body)) | parts
    return replace(snapshot, body=zlib.compress(json.dumps(told).encode()), verified=False)


@pytest.mark.parametrize("fault", ["bytes", "mark", "link", "flags", "position"])
def test_a_snapshot_that_does_not_fit_is_not_used(fault: str) -> None:
    async def some() -> None:
        hall, live = await begun(40)
        id = live.kept.id
        for mark in live.marks:
            kept = hall.store.snapshot(id, mark.seq)
            assert kept is not None
            wrong = {
                "bytes": replace(kept, body=b"none"),
                "mark": changed(kept, mark="00000000"),
                "link": replace(kept, link="0" * 64),
                "flags": replace(kept, flags=zlib.compress(b"[[],[]]")),
                "position": changed(kept, position={"board": {}, "agenda": []}),
            }
            hall.store.keep_snapshots(id, [wrong[fault]])
        same(live, await again(hall, live))

    loops.run(some())


def test_a_game_that_went_back_behind_a_snapshot_opens_from_an_older_one() -> None:
    async def some() -> None:
        hall, live = await begun(60)
        last = live.marks[-1]
        await taking_back.ask_back(hall, live, [0, 1], last.number - 12)
        assert last not in live.marks
        same(live, await again(hall, live))
        await play(hall, live, 30, seed=8)
        other = await again(hall, live)
        assert other.marks == live.marks
        assert last not in other.marks
        same(live, other)
        await taking_back.ask_back(hall, other, [0, 1], len(other.match.log) - 4)
        same(other, await again(hall, other))

    loops.run(some())


async def older(parted: int, *, kept: bool = True) -> tuple[Hall, Live]:
    """A table of 60 answers by older rules, which by these lead elsewhere after so many answers."""
    hall, live = await begun(60)
    id = live.kept.id
    hall.store.adopt(id, "0", "older")
    for mark in live.marks:
        found = hall.store.snapshot(id, mark.seq)
        assert found is not None
        hall.store.drop_snapshot(id, mark.seq)
        if kept:
            hall.store.keep_snapshots(id, [replace(found, rules="0", data="older")])
    led_elsewhere(hall, live, parted)
    return hall, live


def barred(live: Live) -> str:
    """Why nothing can be answered, by its key."""
    return live.barred.key if live.barred else ""


def led_elsewhere(hall: Hall, live: Live, number: int) -> None:
    """An answer led to another question by the rules of then."""
    row = hall.store.log(live.kept.id)[number]
    assert isinstance(row, AnswerRow)
    hall.store._logs[live.kept.id][number] = replace(row, mark="elsewhere")  # type: ignore[attr-defined]


@pytest.mark.parametrize("kept", [True, False])
def test_a_table_of_older_rules_goes_on_from_its_last_snapshot_by_consent(kept: bool) -> None:
    async def some() -> None:
        hall, live = await older(5, kept=kept)
        number = len(live.match.log) if kept else 5
        other = await again(hall, live)
        assert (other.stuck, len(other.match.log)) == (True, number)
        assert barred(other) == "frozen.older"
        assert await taking_back.ask_back(hall, other, [0, 1], number)
        assert barred(other) == ""
        await play(hall, other, 25)
        assert len(other.match.log) >= number + 25
        third = await again(hall, live)
        assert (third.stuck, third.barred, third.kept.rules) == (False, None, live.kept.rules)
        same(other, third)
        while await snapshots.verify_snapshot(hall):
            pass
        assert hall.store.marks(live.kept.id)[-1].number > number
        same(other, await again(hall, live))

    loops.run(some())


def test_a_table_of_older_rules_waits_where_they_part_after_a_snapshot() -> None:
    async def some() -> None:
        hall, live = await older(5)
        hall.store.drop_snapshot(live.kept.id, live.marks[-1].seq)
        late = live.marks[-2].number + 3
        led_elsewhere(hall, live, late)
        other = await again(hall, live)
        assert (other.stuck, len(other.match.log)) == (True, late)
        assert await taking_back.ask_back(hall, other, [0, 1], late)
        await play(hall, other, 5)
        same(other, await again(hall, live))

    loops.run(some())


def test_what_older_rules_allowed_is_refused_in_words() -> None:
    async def some() -> None:
        _, live = await begun(30)
        whole = Played.of(live.match)
        illegal = replace(whole, answers=(*whole.answers[:7], ("nonsense", None), *whole.answers[8:]))
        with pytest.raises(Refused, match="Answer 8 was played by older rules"):
            illegal.play()

    loops.run(some())


def test_snapshots_are_verified_and_wrong_ones_deleted() -> None:
    async def some() -> None:
        hall, live = await begun(60)
        id, marks = live.kept.id, live.marks
        wrong = hall.store.snapshot(id, marks[-1].seq)
        assert wrong is not None
        told = json.loads(zlib.decompress(wrong.body))
        told["match"]["draws"] += 1
        hall.store.keep_snapshots(id, [changed(wrong, **told)])
        count = 0
        while await snapshots.verify_snapshot(hall):
            count += 1
        assert count == len(marks)
        assert [mark.seq for mark in hall.store.marks(id)] == [mark.seq for mark in marks[:-1]]
        left = [hall.store.snapshot(id, mark.seq) for mark in marks[:-1]]
        assert all(each is not None and each.verified for each in left)

    loops.run(some())


def test_a_past_moment_starts_from_the_nearest_snapshot(counted: list[str]) -> None:
    async def some() -> None:
        hall, live = await begun(60)
        number = live.marks[-2].number + 3
        found = await snapshots.played(hall, live, number)
        del counted[:]
        match = found.play()
        assert len(counted) == 3
        whole = Played.of(live.match, number).play()
        assert (match.position, match.log, match.draws) == (whole.position, whole.log, whole.draws)
        assert match.position.events == whole.position.events

    loops.run(some())
