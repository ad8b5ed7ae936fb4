"""Taking answers back: as far as a seat may on its own, further when the others agree, and on from the last moment that
changed rules know.

A wish to go further back is kept in the log. It lapses when somebody plays on.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from marne.engine import CHANCE, Event, Position, Seat
from marne.table.game.following import follow
from marne.table.game.live import EVENTS
from marne.table.game.log_rows import ADOPTED, NOBODY, AskRow, BackRow, NoRow, Row
from marne.table.game.replayed import SHORT, back_to
from marne.table.game.snapshots import keep_here, played
from marne.table.refusals import Forbidden, Refused, TooMany

if TYPE_CHECKING:
    from marne.table.game.live import Live
    from marne.table.game.open_tables import Hall

__all__ = ["agree_back", "ask_back", "undo"]


async def undo(hall: Hall, live: Live, seats: Iterable[Seat], number: int, to: int | None) -> None:
    """Go back as far as one of the seats may on its own."""
    async with live.turn:
        await hall.check(live, number)
        match = live.match
        to = len(match.log) - 1 if to is None else to
        if match.actor == CHANCE:
            raise Forbidden("no.undo_air")
        if not any(match.undo_horizon(seat) <= to < len(match.log) for seat in seats):
            raise Forbidden("no.undo")
        await _go_back(hall, live, to, CHANCE, "")


async def ask_back(hall: Hall, live: Live, seats: Sequence[Seat], to: int) -> bool:
    """Ask the others to agree to go further back; where no other person plays, it is done at once.

    The wish is kept in the log. It lapses when somebody plays on.
    """
    async with live.turn:
        if live.stuck and to == len(live.match.log):
            return await _ask_to_go_on(hall, live, seats)
        await hall.check(live, None)
        if not 0 <= to < len(live.match.log):
            raise Refused("no.moment_back", to=to)
        if live.vacant:
            raise Refused("no.open_seat")
        if not _other_people(live, seats):
            await _go_back(hall, live, to, seats[0], "agreed")
            return True
        if (wait := live.wishes.wait()) > 0:
            raise TooMany("often.wishes", seconds=math.ceil(wait))
        await hall.note(live, AskRow, seats[0], to=to)
        return False


async def _ask_to_go_on(hall: Hall, live: Live, seats: Sequence[Seat]) -> bool:
    """Ask the others to go on from the last moment that the table's rules and this server's have in common."""
    if _other_people(live, seats):
        await hall.note(live, AskRow, seats[0], to=len(live.match.log))
        return False
    await _go_on_from_here(hall, live, seats[0])
    return True


async def _go_on_from_here(hall: Hall, live: Live, seat: Seat) -> None:
    number, actor = len(live.match.log), live.match.actor
    after = NOBODY if actor is None else actor
    row = BackRow(seq=live.seq + 1, number=number, actor=seat, next=after, why=ADOPTED)
    row = replace(row, link=await hall.write(live, [row]))
    follow(live, row)
    await keep_here(hall, live)
    await hall.adopt(live)
    live.touch()
    await hall.begin(live)


def _other_people(live: Live, seats: Sequence[Seat]) -> bool:
    return any(seat.plays == "person" and seat.seat not in seats for seat in live.seats)


async def agree_back(hall: Hall, live: Live, seats: Sequence[Seat], yes: bool) -> None:
    """Agree, or not, to what another seat asked. Whoever asked may take the wish back."""
    async with live.turn:
        if not live.stuck:
            await hall.check(live, None)
        if live.back_asked is None:
            raise Forbidden("no.wish")
        seat, to = live.back_asked
        if seat in seats and yes:
            raise Forbidden("no.consent")
        if yes and live.stuck:
            await _go_on_from_here(hall, live, seat)
        elif yes:
            await _go_back(hall, live, to, seat, "agreed")
        else:
            await hall.note(live, NoRow, seats[0])
            live.wishes.refused()


async def _go_back(hall: Hall, live: Live, to: int, seat: Seat, why: str) -> None:
    match, before = live.match, len(live.match.log)
    async with hall.attempt(live):
        position: Position[Any] | None = None
        events: dict[int, tuple[Event, ...]] = {}
        if to > SHORT and not match.at_hand(to):
            position, events = await hall.pool.need(back_to, await played(hall, live, to, max(0, to - EVENTS)), EVENTS)
        match.go_back(to, position)
        row = BackRow(seq=live.seq + 1, number=to, actor=seat, next=match.actor, why=why)
        live.went_back(row, before)
        live.events = {**events, **live.events}
        rows: list[Row] = [row]
        hall.roll(live, rows)
        link = await hall.write(live, rows)
    live.seq, live.link = live.seq + len(rows), link
