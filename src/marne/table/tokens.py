"""Whose seat it is: a token can be renewed, taken away, handed over by an invitation, and got back by whoever opened
the table. Seeds and chains stay as they are: who takes a seat over takes its promises over. Everybody is told."""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING

from marne.engine import Seat
from marne.table.errors import Forbidden
from marne.table.live import hash_of

if TYPE_CHECKING:
    from marne.table.hall import Hall
    from marne.table.live import Live

__all__ = ["hand_over", "is_owner", "recover", "renew", "revoke"]


async def renew(hall: Hall, live: Live, seat: Seat) -> str:
    """A new token; the old one holds nothing any more."""
    token = secrets.token_urlsafe(24)
    await hall.change_seat(live, seat, token=hash_of(token))
    await hall.store.run(hall.store.tell_workers, live.kept.id)
    return token


async def revoke(hall: Hall, live: Live, seat: Seat) -> None:
    """Nobody holds the seat until whoever opened the table invites somebody to it."""
    await hall.change_seat(live, seat, token="", invitation="")
    await hall.notice(live, seat, "handed.revoked")
    await hall.store.run(hall.store.tell_workers, live.kept.id)


async def hand_over(hall: Hall, live: Live, seat: Seat) -> str:
    """An invitation to a seat that is held: the old token holds until it is taken up."""
    invitation = secrets.token_urlsafe(18)
    await hall.change_seat(live, seat, invitation=hash_of(invitation))
    await hall.store.run(hall.store.tell_workers, live.kept.id)
    return invitation


def is_owner(live: Live, token: str) -> bool:
    """Whether that is the token of whoever opened the table."""
    return bool(live.kept.owner) and hmac.compare_digest(live.kept.owner, hash_of(token))


async def recover(hall: Hall, live: Live, owner: str, seat: Seat) -> str:
    """Whoever opened the table invites to a seat anew, and everybody is told; a computer's seat stays its own."""
    if not is_owner(live, owner):
        raise Forbidden("no.owner")
    if live.seats[seat].kind == "computer":
        raise Forbidden("no.seat")
    if live.seats[seat].kind == "person":
        await hall.notice(live, seat, "handed.recovered")
    return await hand_over(hall, live, seat)
