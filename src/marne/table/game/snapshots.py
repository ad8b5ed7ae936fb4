"""Snapshots: what the log has made of a table, kept every so many answers, so that opening it plays few of them again.

The log stays the truth. A snapshot fits only the row and the head of the chain that it was taken after, and the
question that was asked there. While a server has nothing else to do, the answers before each snapshot are played again;
one that they don't lead to is deleted.
"""

from __future__ import annotations

import asyncio
import json
import logging
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from marne.engine import CHANCE, Entry, Seat, register
from marne.engine.registry import where_is
from marne.engine.save import restore, saved
from marne.table.game.following import follow
from marne.table.game.live import LOGGED, OF_MATCH, Live, State
from marne.table.game.log_rows import Answered, AnswerRow, BackRow, Kept, Mark, Row, SeatRow, Snapshot
from marne.table.game.replayed import SHORT, STRIDE, Played

if TYPE_CHECKING:
    from marne.table.game.open_tables import Hall

__all__ = [
    "Unfit",
    "checked",
    "follow_all",
    "keep_here",
    "pictured",
    "played",
    "rebuilt",
    "settle",
    "take_snapshot",
    "verify_snapshot",
]

log = logging.getLogger("marne.table")

TRIES = 3
"""So many snapshots are tried, the newest first, before a log is followed from its first row."""


class Unfit(Exception):
    """A snapshot that this program can't go on from."""


def pictured(live: Live) -> Callable[[], Snapshot]:
    """A snapshot of a table as it is now; it is written by whoever calls what is returned, wherever that is."""
    state, log, game = live.state(), tuple(live.match.log), live.game

    def write() -> Snapshot:
        told = {
            "position": state.match["position"].save(),
            "mark": state.match["position"].mark(),
            "logged": {name: saved(state.logged[name]) for name in _SNAPPED},
            "match": {name: saved(state.match[name]) for name in OF_MATCH if name not in ("position", "log")},
        }
        kinds: dict[tuple[Any, bool], int] = {}
        flags = [kinds.setdefault((entry.seen_by, entry.revealed), len(kinds)) for entry in log]
        return Snapshot(
            state.logged["seq"],
            len(log),
            state.logged["link"],
            game.rules_version,
            game.data_version()[:16],
            _packed(told),
            _packed([[saved(kind) for kind in kinds], flags]),
        )

    return write


_SNAPPED = tuple(name for name in LOGGED if name not in ("seq", "stuck", "frozen", "older", "link", "at"))
_BLANK = Entry(CHANCE, "")
"""In the place of answers that nobody looks at."""


def _packed(thing: Any) -> bytes:
    return zlib.compress(json.dumps(thing, ensure_ascii=False, separators=(",", ":")).encode())


def entries_of(snapshot: Snapshot, rows: Iterable[Answered]) -> list[Entry]:
    """The answers that lead to a snapshot, from the rows before it; Unfit where they are not those."""
    kinds, flags = json.loads(zlib.decompress(snapshot.flags))
    left: list[Answered] = []
    for row in rows:
        if row.kind == "back":
            del left[row.number :]
        else:
            left.append(row)
    if len(left) != len(flags) or len(left) != snapshot.number:
        raise Unfit
    said: list[tuple[tuple[Seat, ...] | None, bool]] = [restore(kind) for kind in kinds]
    return [
        Entry(row.actor, row.text, said[flag][0], said[flag][1], row.draw)
        for row, flag in zip(left, flags, strict=True)
    ]


def stand_at(live: Live, snapshot: Snapshot, row: Row) -> None:
    """Let a table that was just made stand where a snapshot was taken, after that row of its log; Unfit if this program
    doesn't ask there what was asked."""
    if (row.seq, row.link) != (snapshot.seq, snapshot.link):
        raise Unfit
    try:
        told = json.loads(zlib.decompress(snapshot.body))
        position = live.match.position.load(told["position"])
        if position.mark() != told["mark"]:
            raise Unfit
        live.match.stand(position, [_BLANK] * snapshot.number)
        for name, data in told["match"].items():
            setattr(live.match, name, restore(data))
        for name, data in told["logged"].items():
            setattr(live, name, restore(data))
    except Unfit:
        raise
    except Exception as error:  # whatever an older program wrote: the log is the truth, and it is followed instead
        raise Unfit from error
    live.seq, live.link, live.at, live.base = row.seq, row.link, row.at, (snapshot.number, position)
    position.board.events = list(live.events.get(snapshot.number - 1, ()))


def rebuilt(
    kept: Kept, seats: list[SeatRow], where: str, rows: Sequence[Row], snapshot: Snapshot | None = None
) -> tuple[State, list[Snapshot]]:
    """A table's match out of its log, and snapshots on the way. With a snapshot, whose row is then the first, blanks
    stand for the answers before it."""
    register(kept.game, where)
    live = Live.of(kept, seats, None)
    if snapshot is not None:
        stand_at(live, snapshot, rows[0])
        rows = rows[1:]
    found: list[Snapshot] = []
    for row in rows:
        follow(live, row)
        if isinstance(row, BackRow):
            found = [each for each in found if each.number <= row.number]
        elif isinstance(row, AnswerRow) and not live.stuck and snapshot is None and len(live.match.log) % STRIDE == 0:
            found.append(replace(pictured(live)(), verified=True))
    return live.state(), found


def checked(
    kept: Kept, seats: list[SeatRow], where: str, rows: Sequence[Row], before: Snapshot | None, snapshot: Snapshot
) -> bool:
    """Whether the rows up to a snapshot lead there, from the one before or from the beginning."""
    register(kept.game, where)
    live = Live.of(kept, seats, None)
    if before is not None:
        stand_at(live, before, rows[0])
    for row in rows[before is not None :]:
        follow(live, row)
    again = pictured(live)()
    start = 0 if before is None else before.number
    if (again.seq, again.number, again.link) != (snapshot.seq, snapshot.number, snapshot.link):
        return False
    return _flags_of(again)[start:] == _flags_of(snapshot)[start:] and _alike(again, snapshot)


def _flags_of(snapshot: Snapshot) -> list[Any]:
    kinds, flags = json.loads(zlib.decompress(snapshot.flags))
    return [kinds[flag] for flag in flags]


def _alike(one: Snapshot, other: Snapshot) -> bool:
    """Whether two snapshots say the same; of events only where both have any: after an undo there may be more."""
    told = [json.loads(zlib.decompress(each.body)) for each in (one, other)]
    mine, theirs = (restore(each["logged"].pop("events")) for each in told)
    return told[0] == told[1] and all(mine[at] == theirs[at] for at in mine.keys() & theirs.keys())


def _without_secrets(live: Live) -> tuple[Kept, list[SeatRow], str]:
    """What another process needs of a table to follow its log."""
    seats = [SeatRow(seat.seat, seat.kind, seat.player, chain=seat.chain) for seat in live.seats]
    return replace(live.kept, secret=b""), seats, where_is(live.kept.game)


async def follow_all(hall: Hall, live: Live) -> None:
    """Follow a whole log: from the newest snapshot that fits these rules, otherwise from the first row. If the rules
    have changed and lead elsewhere, the table stands at its last snapshot that asks the same here."""
    live.marks = ()
    if not live.older and await _follow_some(hall, live, 0):
        return
    await _follow_from_the_first(hall, live)
    if live.older and live.stuck:
        why = live.frozen
        if await _follow_some(hall, live, len(live.match.log) + 1):
            live.marks, live.older, live.stuck, live.frozen = (), True, True, why


async def _follow_some(hall: Hall, live: Live, least: int) -> bool:
    """Follow a log from one of the newest snapshots by the table's rules, after so many answers at least; whether that
    could be done."""
    theirs = live.kept.rules, live.kept.data
    marks = [mark for mark in await hall.store.run(hall.store.marks, live.kept.id) if (mark.rules, mark.data) == theirs]
    for at in range(len(marks), max(0, len(marks) - TRIES), -1):
        if marks[at - 1].number >= least and await _follow_from(hall, live, marks[at - 1]):
            live.marks = tuple(marks[:at])
            return True
    return False


async def _follow_from_the_first(hall: Hall, live: Live) -> None:
    id = live.kept.id
    rows = await hall.store.run(hall.store.log, id)
    if len(rows) <= SHORT:
        for row in rows:
            follow(live, row)
        return
    state, found = await hall.pool.need(rebuilt, *_without_secrets(live), rows)
    live.take(state)
    if not live.stuck:
        await hall.store.run(hall.store.keep_snapshots, id, found)
        live.marks = tuple(Mark(each.seq, each.number, each.rules, each.data) for each in found)


async def _follow_from(hall: Hall, live: Live, mark: Mark) -> bool:
    """Follow a log from a snapshot; whether that could be done."""
    snapshot, before, rows = await hall.store.run(_since, hall, live.kept.id, mark)
    try:
        entries = entries_of(snapshot, before)
        work = (*_without_secrets(live), rows, snapshot)
        state, _ = await hall.pool.need(rebuilt, *work) if len(rows) > SHORT else rebuilt(*work)
    except Unfit:
        log.warning("table %s: the snapshot after row %d is of no use", live.kept.id, mark.seq)
        return False
    state.match["log"][: mark.number] = entries
    live.take(state)
    return True


def _since(hall: Hall, id: str, mark: Mark) -> tuple[Snapshot, list[Answered], list[Row]]:
    """A snapshot, the answers before it, and the rows from its own on."""
    snapshot = hall.store.snapshot(id, mark.seq)
    assert snapshot is not None
    return snapshot, hall.store.answered(id, mark.seq), hall.store.log(id, mark.seq - 1)


def take_snapshot(hall: Hall, live: Live) -> None:
    """Keep what the log has made of the table, if that was not done for long. Nobody waits for it."""
    if live.older or len(live.match.log) - (live.marks[-1].number if live.marks else 0) < STRIDE:
        return
    rules, data = live.game.rules_version, live.game.data_version()[:16]
    live.marks = (*live.marks, Mark(live.seq, len(live.match.log), rules, data))
    task = asyncio.get_running_loop().create_task(_keep_snapshot(hall, live.kept.id, pictured(live)))
    hall.tasks.add(task)
    task.add_done_callback(hall.tasks.discard)


async def keep_here(hall: Hall, live: Live) -> None:
    """A table goes on from where it stands by other rules than before: it opens from here, since its first answers may
    lead elsewhere by these. There is nothing to verify."""
    snapshot = replace(pictured(live)(), verified=True)
    await hall.store.run(hall.store.keep_snapshots, live.kept.id, [snapshot])
    live.marks = (*live.marks, Mark(snapshot.seq, snapshot.number, snapshot.rules, snapshot.data))


async def _keep_snapshot(hall: Hall, id: str, write: Callable[[], Snapshot]) -> None:
    try:
        snapshot = await hall.store.run(write)
        await hall.store.run(hall.store.keep_snapshots, id, [snapshot])
    except Exception:
        log.exception("table %s: a snapshot was not kept", id)


async def settle(hall: Hall) -> None:
    """Wait until the snapshots that were taken are kept."""
    await asyncio.gather(*hall.tasks)


async def verify_snapshot(hall: Hall) -> bool:
    """Play the answers before a snapshot that nobody has verified, and let it go if they lead elsewhere. Whether
    there was one."""
    if (found := await hall.store.run(hall.store.unverified)) is None:
        return False
    id, seq = found
    try:
        good = await _leads_there(hall, id, seq)
    except Exception:
        log.exception("table %s: the snapshot after row %d cannot be verified", id, seq)
        good = None
    if good is None:
        await hall.store.run(hall.store.drop_snapshot, id, seq)
    else:
        await hall.store.run(hall.store.keep_snapshots, id, [good])
    return True


async def _leads_there(hall: Hall, id: str, seq: int) -> Snapshot | None:
    """A snapshot as verified; None where its answers lead elsewhere, or the game went back before it."""
    fetched, snapshot = await hall.store.run(hall.fetched, id), await hall.store.run(hall.store.snapshot, id, seq)
    marks = await hall.store.run(hall.store.marks, id)
    assert fetched is not None
    assert snapshot is not None
    if all(mark.seq != seq for mark in marks):
        return None
    ours = [mark for mark in marks if (mark.rules, mark.data) == (snapshot.rules, snapshot.data)]
    before = next((mark.seq for mark in reversed(ours) if mark.seq < seq), 0)
    start = await hall.store.run(hall.store.snapshot, id, before) if before else None
    rows = [row for row in await hall.store.run(hall.store.log, id, max(0, before - 1)) if row.seq <= seq]
    work = (*_without_secrets(Live.of(*fetched[:2], None)), rows, start, snapshot)
    if await hall.pool.need(checked, *work):
        return replace(snapshot, verified=True)
    log.error("table %s: the snapshot after row %d is wrong, and was deleted", id, seq)
    return None


async def played(hall: Hall, live: Live, number: int | None = None, start: int | None = None) -> Played:
    """The first so many answers, to be played again from the newest snapshot that is not after `start`."""
    played = Played.of(live.match, number)
    most = len(played.answers) if start is None else start
    mark = next((mark for mark in reversed(live.marks) if mark.number <= most), None)
    snapshot = None if mark is None else await hall.store.run(hall.store.snapshot, live.kept.id, mark.seq)
    return played.begun(live.match, snapshot)
