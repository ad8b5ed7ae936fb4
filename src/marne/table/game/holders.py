"""Whose seat it is. Its holder renews the token, gives the seat up, hands it over by an invitation, and gets it back by
a recovery word of his own. The opener of the table never opens another person's hand: he closes the table, invites to
seats that nobody holds, and frees the seat of a player who is silent.

Freeing a seat is announced to everybody, and takes `SILENCE`. Any request with the seat's token ends it. After that
time the game's staff plays on for the silent player, so that nobody reads what is hidden; where nothing is hidden, the
opener may invite somebody else, who gets no notes. Seeds and chains stay as they are: a new holder takes over the
promises. Everybody is told of all this."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from marne.engine import Match, Seat
from marne.players import stand_in
from marne.table.game.live import hash_of
from marne.table.limits import SILENCE
from marne.table.refusals import Forbidden, Refused

if TYPE_CHECKING:
    from marne.table.game.live import Live
    from marne.table.game.open_tables import Hall

__all__ = ["Freed", "close", "free", "greet", "hand_over", "is_owner", "new_word", "recover", "renew", "revoke"]

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Of a recovery word: none that looks like another."""
_WORD = 24


async def renew(hall: Hall, live: Live, seat: Seat) -> str:
    """A new token; the old one no longer holds the seat."""
    token = secrets.token_urlsafe(24)
    await hall.change_seat(live, seat, token=hash_of(token))
    await hall.store.run(hall.store.tell_workers, live.kept.id)
    return token


async def revoke(hall: Hall, live: Live, seat: Seat) -> None:
    """Nobody holds the seat until the opener of the table invites somebody to it. Notes and word are deleted."""
    await hall.change_seat(live, seat, token="", invitation="", word="", notes="", notify="", asked=0.0)
    await hall.notice(live, seat, "handed.revoked")
    await hall.store.run(hall.store.tell_workers, live.kept.id)


async def hand_over(hall: Hall, live: Live, seat: Seat) -> str:
    """An invitation to a seat that is held: the old token holds until it is taken up."""
    invitation = secrets.token_urlsafe(18)
    await hall.change_seat(live, seat, invitation=hash_of(invitation))
    await hall.store.run(hall.store.tell_workers, live.kept.id)
    return invitation


# -- the holder's own word


async def new_word(hall: Hall, live: Live, seat: Seat) -> str:
    """A recovery word for a seat; an older one no longer works. Only its hash is kept."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(_WORD))
    await hall.change_seat(live, seat, word=_hash_of_word(letters))
    await hall.store.run(hall.store.tell_workers, live.kept.id)
    return "-".join(letters[at : at + 4] for at in range(0, _WORD, 4))


def _hash_of_word(word: str) -> str:
    """However it was typed."""
    return hash_of("".join(letter for letter in word.lower() if letter.isalnum()))


async def recover(hall: Hall, live: Live, word: str) -> tuple[Seat, str]:
    """The seat whose recovery word that is, and a new token for it; the old one no longer holds it."""
    hashed = _hash_of_word(word)
    found = [seat.seat for seat in live.seats if seat.word and hmac.compare_digest(seat.word, hashed)]
    if not found:
        raise Forbidden("no.word")
    token = await renew(hall, live, found[0])
    await greet(hall, live, found)
    await hall.notice(live, found[0], "handed.word")
    return found[0], token


# -- the opener


class Freed(NamedTuple):
    """What came of the opener's wish: an invitation, the staff in the seat, or the time at which it may be freed."""

    invitation: str = ""
    staff: bool = False
    due: float = 0.0


def is_owner(live: Live, token: str) -> bool:
    """Whether that is the token of the opener of the table."""
    return bool(live.kept.owner) and hmac.compare_digest(live.kept.owner, hash_of(token))


def _owned(live: Live, owner: str) -> None:
    if not is_owner(live, owner):
        raise Forbidden("no.owner")


async def close(hall: Hall, live: Live, owner: str) -> None:
    """Nobody answers at this table any more. The game has no result, and nothing hidden is shown."""
    _owned(live, owner)
    async with live.turn:
        if live.match.over:
            raise Refused("no.over")
        at = round(hall.clock(), 3)
        await hall.store.run(hall.store.close_table, live.kept.id, at)
        live.kept = replace(live.kept, closed=at)
        live.touch()
    await hall.store.run(hall.store.tell_workers, live.kept.id)


async def free(hall: Hall, live: Live, owner: str, seat: Seat, present: Iterable[Seat]) -> Freed:
    """Invite to a seat that nobody holds; ask for the seat of a silent player; free it once he was silent for long."""
    _owned(live, owner)
    held = live.seats[seat]
    if held.plays == "computer":
        raise Forbidden("no.seat")
    if not held.token:
        if held.kind == "person":
            await hall.notice(live, seat, "handed.invited")
        return Freed(invitation=await hand_over(hall, live, seat))
    if seat in set(present):
        raise Forbidden("no.silent")
    if live.match.over or live.kept.closed:
        raise Refused("no.over")
    if live.status != "playing":
        raise Refused("no.seeds")
    if not held.asked:
        asked = round(hall.clock(), 3)
        await hall.change_seat(live, seat, asked=asked)
        await hall.notice(live, seat, "handed.asked")
        await hall.store.run(hall.store.tell_workers, live.kept.id)
        return Freed(due=asked + SILENCE)
    if hall.clock() < held.asked + SILENCE:
        return Freed(due=held.asked + SILENCE)
    if hides(live.match, seat):
        await hall.change_seat(live, seat, player=stand_in(live.game).name, asked=0.0)
        await hall.notice(live, seat, "handed.staff")
        await hall.store.run(hall.store.tell_workers, live.kept.id)
        return Freed(staff=True)
    await revoke(hall, live, seat)
    await hall.notice(live, seat, "handed.invited")
    return Freed(invitation=await hand_over(hall, live, seat))


def hides(match: Match, seat: Seat) -> bool:
    """Whether a new holder of the seat would read something that another seat may not know."""
    others = [each for each in range(len(match.game.seats)) if each != seat]
    if any(entry.seen_by is not None for entry in match.log):
        return True
    true = match.position.fingerprint()
    return any(match.observe(other, history=False).view.fingerprint() != true for other in others)


async def greet(hall: Hall, live: Live, seats: Iterable[Seat]) -> bool:
    """A holder is here: nobody frees his seat now, and a staff that played for him lets him go on. Whether that changed
    anything."""
    before = live.touched
    for seat in seats:
        held = live.seats[seat]
        if held.kind == "person" and (held.asked or held.player):
            await hall.change_seat(live, seat, asked=0.0, player="")
            await hall.notice(live, seat, "handed.back")
            await hall.store.run(hall.store.tell_workers, live.kept.id)
    return live.touched != before
