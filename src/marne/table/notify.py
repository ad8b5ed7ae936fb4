""" "Your move", by mail or any messenger: Apprise URLs, off unless the server allows them."""

from __future__ import annotations

import logging

from marne.engine import Seat
from marne.table.errors import Refused
from marne.table.live import Live
from marne.table.words import WORDS, language_of

__all__ = ["check_address", "tell_next"]

log = logging.getLogger("marne.table")


def check_address(url: str, allowed: bool) -> None:
    """Refuse an address that cannot be used."""
    if not url:
        return
    if not allowed:
        raise Refused("notify.off")
    try:
        import apprise
    except ImportError:
        raise Refused("notify.extra") from None
    if not apprise.Apprise().add(url):
        raise Refused("notify.address")


def tell_next(live: Live, seat: Seat) -> None:
    """Tell a seat that it must answer, in the language that it asked in. Runs beside everything else; a failure
    is noted and stops nothing."""
    import apprise

    url, name = live.seats[seat].notify, live.game.seats[seat]
    language = language_of(live.seats[seat].language, None)
    sender = apprise.Apprise()
    try:
        sent = sender.add(url) and sender.notify(
            title=WORDS.say(language, "your_move", table=live.name_in(language)),
            body=WORDS.tell(language, "must_answer", {"seat": (live.game, name)}),
        )
    except Exception:
        sent = False
    if not sent:
        log.warning("table %s: the message to %s could not be sent", live.kept.id, name)
