"""A game that people end before its rules do: somebody resigns, or a draw is offered and agreed on.

Both stand in the log, in its chain and in the record. A computer agrees to no draw: it plays on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from marne.engine import Seat
from marne.table.game.log_rows import AcceptRow, OfferRow, RefuseRow, ResignRow
from marne.table.refusals import Forbidden, Refused, TooMany

if TYPE_CHECKING:
    from marne.table.game.live import Live
    from marne.table.game.open_tables import Hall

__all__ = ["answer_offer", "offer_draw", "resign"]


async def resign(hall: Hall, live: Live, seat: Seat) -> None:
    """Give the game up for a seat; the other side has won."""
    async with live.turn:
        await _playing(hall, live)
        await hall.note(live, ResignRow, seat, last=True)


async def offer_draw(hall: Hall, live: Live, seats: Sequence[Seat], seat: Seat) -> bool:
    """Offer a draw; whether it was agreed on at once, where one person holds all seats."""
    async with live.turn:
        await _playing(hall, live)
        others = [other for other in live.seats if other.seat not in seats]
        if any(other.plays == "computer" for other in others):
            raise Refused("no.draw_computer")
        if live.offered is not None:
            raise Refused("no.draw_offered")
        if (wait := live.wishes.wait()) > 0:
            raise TooMany("often.offers", seconds=math.ceil(wait))
        await hall.note(live, OfferRow, seat)
        if not others:
            other = next(each for each in seats if each != seat)
            await hall.note(live, AcceptRow, other, last=True)
        return not others


async def answer_offer(hall: Hall, live: Live, seats: Sequence[Seat], yes: bool) -> None:
    """Agree to the draw that is offered, or not; whoever offered it may take it back."""
    async with live.turn:
        await _playing(hall, live)
        if live.offered is None:
            raise Forbidden("no.draw")
        others = [seat for seat in seats if seat != live.offered]
        if yes and not others:
            raise Forbidden("no.consent")
        await hall.note(live, AcceptRow if yes else RefuseRow, others[0] if others else seats[0], last=yes)
        if not yes and others:
            live.wishes.refused()


async def _playing(hall: Hall, live: Live) -> None:
    await hall.check(live, None)
    if live.status != "playing":
        raise Refused("no.over" if live.match.over else "no.open_seat" if live.vacant else "no.seeds")
