"""Dice that nobody can choose: seeds that were committed to are shown once everybody sits, and in games with parts each
draw waits for the next link of every player's hash chain.

A part can be withheld, never chosen: it must hash to the one before. While one is missing the game stands still and
says for whom it waits, until it comes or all people at the table agree to play on without parts. Nothing is put in its
place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from marne.engine import CHANCE, Seat, fingerprint_of
from marne.engine.ledger import BESIDE
from marne.table.game.log_rows import PartRow, Row, SignRow, WithoutRow
from marne.table.refusals import Forbidden, Refused, Stale

if TYPE_CHECKING:
    from marne.table.game.live import Live
    from marne.table.game.open_tables import Hall

__all__ = ["countersign", "give_part", "go_without", "reveal"]


async def reveal(hall: Hall, live: Live, seats: Sequence[Seat], seed: bytes) -> None:
    """Show the seed that a seat is bound to: only when everybody sits, and only that one."""
    async with live.turn:
        if any(seat.kind == "open" for seat in live.seats):
            raise Forbidden("no.seed_yet")
        due = [seat for seat in seats if live.seats[seat].commit and not live.seats[seat].seed]
        if not due:
            raise Forbidden("no.seed")
        fitting = [seat for seat in due if live.seats[seat].commit == fingerprint_of(seed)]
        if not fitting:
            raise Forbidden("no.seed_other")
        for seat in fitting:
            await hall.store.run(hall.store.change_seat, live.kept.id, seat, {"seed": b""}, seed=seed)
        await hall.reload_seats(live)
        await hall.begin(live)
    await hall.store.run(hall.store.tell_workers, live.kept.id)


async def give_part(hall: Hall, live: Live, seats: Sequence[Seat], draw: int, part: bytes) -> None:
    """The next link of a seat's chain, for the draw that waits for it; the die falls with the last one."""
    async with live.turn:
        await hall.check(live, None)
        due = [seat for seat in live.parts_due() if seat in seats]
        if not due or draw != live.match.draws:
            raise Stale("stale.part", draw=live.match.draws)
        fitting = [seat for seat in due if hashlib.sha256(part).digest() == live.tip(seat)]
        if not fitting:
            raise Forbidden("no.part")

        def take(rows: list[Row]) -> None:
            for seat in fitting:
                row = PartRow(seq=live.seq + len(rows) + 1, number=draw, actor=seat, next=CHANCE, part=part)
                live.took_part(row)
                rows.append(row)

        await hall.append(live, take)


async def go_without(hall: Hall, live: Live, seats: Sequence[Seat]) -> bool:
    """A seat agrees to play on without parts, and with it the seats that the staff plays for a silent player; whether
    all people do now. From then on the die falls without them."""
    async with live.turn:
        await hall.check(live, None)
        if not live.chained or live.without:
            raise Refused("no.parts_here")

        def agree(rows: list[Row]) -> None:
            gone = [seat.seat for seat in live.seats if seat.kind == "person" and seat.player]
            for seat in (*seats, *gone):
                number, after = len(live.match.log), live.match.actor
                row = WithoutRow(seq=live.seq + len(rows) + 1, number=number, actor=seat, next=after)
                live.agree_without(row)
                rows.append(row)

        await hall.append(live, agree)
        return live.without


async def countersign(hall: Hall, live: Live, seats: Sequence[Seat], row: int, signature: str) -> None:
    """A page signs the head after the last row of a finished game, by the key that its seat is bound to."""
    async with live.turn:
        if not live.match.over:
            raise Forbidden("no.sign_yet")
        rows = await hall.store.run(hall.store.log, live.kept.id, row - 1)
        if not rows or rows[0].seq != row or any(each.kind not in BESIDE for each in rows[1:]):
            raise Stale("stale.back")
        due = [seat for seat in seats if live.seats[seat].signer and seat not in live.signed]
        fitting = [seat for seat in due if hall.secret.countersigned(live.seats[seat].signer, rows[0].link, signature)]
        if not fitting:
            raise Forbidden("no.sign")
        for seat in fitting:
            await hall.note(live, SignRow, seat, last=True, row=row, signature=signature)
