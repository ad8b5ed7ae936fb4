""" "Your move", by mail or any messenger: Apprise URLs, off unless the server allows them."""

from __future__ import annotations

import ipaddress
import logging
import socket
from urllib.parse import parse_qsl, urlsplit

from marne.engine import Seat
from marne.table.errors import Refused
from marne.table.live import Live
from marne.table.words import WORDS, language_of

__all__ = ["check_address", "check_service", "tell_ended", "tell_next"]

log = logging.getLogger("marne.table")


SERVICES = ("discord", "mailto", "mailtos", "ntfy", "ntfys", "pbul", "pover", "slack", "tgram")
"""The services that messages may go to: those that a server of their own answers for, and mail."""
HOSTED = ("ntfy", "ntfys")
"""Of them, those that anybody can run: only the public one is taken."""
PUBLIC = ("ntfy.sh",)
WORDS_TAKEN = ("format", "to", "name", "from", "priority", "tags", "title")
"""What may be asked of a service. No header, no method, no other server."""


def check_service(url: str) -> None:
    """Refuse a service that is not on the list, an address inside, and free headers."""
    try:
        parts = urlsplit(url)
        host, asked = (parts.hostname or "").lower(), parse_qsl(parts.query, keep_blank_values=True)
        port = parts.port if parts.scheme.lower() in (*HOSTED, "mailto", "mailtos") else None
    except ValueError:
        raise Refused("notify.address") from None
    if parts.scheme.lower() not in SERVICES:
        raise Refused("notify.service", names=", ".join(SERVICES))
    if any(name.lower() not in WORDS_TAKEN for name, _ in asked) or port is not None:
        raise Refused("notify.plain")
    if parts.scheme.lower() in HOSTED and parts.path.strip("/") and host not in PUBLIC:
        raise Refused("notify.host")
    if parts.scheme.lower().startswith("mailto"):
        check_host(host)


def check_host(host: str) -> None:
    """Refuse a name that leads to an address of our own or of the machines around us."""
    try:
        found = socket.getaddrinfo(host, 25, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused("notify.host") from None
    if not host or any(not ipaddress.ip_address(str(place[0]).split("%")[0]).is_global for *_, place in found):
        raise Refused("notify.host")


def check_address(url: str, allowed: bool) -> None:
    """Refuse an address that cannot be used."""
    if not url:
        return
    if not allowed:
        raise Refused("notify.off")
    check_service(url)
    try:
        import apprise
    except ImportError:
        raise Refused("notify.extra") from None
    if not apprise.Apprise().add(url):
        raise Refused("notify.address")


def tell_next(live: Live, seat: Seat) -> None:
    """Tell a seat that it must answer, in the language that it asked in."""
    _send(live, seat, "your_move", "must_answer", seat)


def tell_ended(live: Live, seat: Seat, key: str, about: Seat) -> None:
    """Tell a seat that another has resigned, or offers, declines or agrees on a draw."""
    _send(live, seat, "news", key, about)


def _send(live: Live, seat: Seat, title: str, body: str, about: Seat) -> None:
    """Runs beside everything else; a failure is noted and stops nothing."""
    import apprise

    url, names = live.seats[seat].notify, live.game.seats
    language = language_of(live.seats[seat].language, None)
    sender = apprise.Apprise()
    try:
        check_service(url)  # names may lead elsewhere by now
        sent = sender.add(url) and sender.notify(
            title=WORDS.say(language, title, table=live.name_in(language)),
            body=WORDS.tell(language, body, {"seat": (live.game, names[about])}),
        )
    except Exception:
        sent = False
    if not sent:
        log.warning("table %s: the message to %s could not be sent", live.kept.id, names[seat])
