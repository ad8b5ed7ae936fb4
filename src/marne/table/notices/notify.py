""" "Your move", by mail or any messenger: plain mail by the operator's server, or Apprise URLs; both off unless the
operator allows them."""

from __future__ import annotations

import logging
import re
import socket
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from marne.engine import Seat
from marne.table.game.live import Live
from marne.table.notices.mail import PREFIX, post
from marne.table.notices.messenger import Messenger, apprise_library, is_public
from marne.table.refusals import Refused
from marne.table.words import WORDS, language_of

__all__ = ["MESSENGER", "check_address", "check_service", "tell_ended", "tell_next"]

log = logging.getLogger("marne.table")

MESSENGER = Messenger()

SERVICES = ("discord", "mailto", "mailtos", "ntfy", "ntfys", "pbul", "pover", "slack", "tgram")
"""The services that messages may go to: those that a server of their own answers for, and mail."""
HOSTED = ("ntfy", "ntfys")
"""Of them, those that anybody can run: only the public one is taken."""
PUBLIC = ("ntfy.sh",)
_TOPIC = re.compile("[A-Za-z0-9_-]{1,64}")
"""In the public cloud the address names a topic, and no host."""
MAIL_PORTS = (25, 465, 587)
WORDS_TAKEN = ("format", "to", "name", "from", "priority", "tags", "title")
"""What may be asked of a service. No header, no method, no other server."""


def check_service(url: str) -> None:
    """Refuse a service that is not on the list, an address inside, and free headers. What counts is what Apprise makes
    of the address: its host, port and mode."""
    try:
        parts = urlsplit(url)
        scheme, asked = parts.scheme.lower(), parse_qsl(parts.query, keep_blank_values=True)
    except ValueError:
        raise Refused("notify.address") from None
    if scheme not in SERVICES:
        raise Refused("notify.service", names=", ".join(SERVICES))
    if any(name.lower() not in WORDS_TAKEN for name, _ in asked):
        raise Refused("notify.plain")
    found = _parsed(url)
    if scheme in HOSTED:
        cloud, host = str(getattr(found, "mode", "")) == "cloud", str(found.host)
        if found.port is not None or not (_TOPIC.fullmatch(host) if cloud else host.lower() in PUBLIC):
            raise Refused("notify.host")
    elif scheme.startswith("mailto"):
        if found.port not in MAIL_PORTS:
            raise Refused("notify.plain")
        check_host(str(found.smtp_host))
    elif found.port is not None:
        raise Refused("notify.plain")


def _parsed(url: str) -> Any:
    """What Apprise makes of an address."""
    try:
        apprise = apprise_library()
    except ImportError:
        raise Refused("notify.extra") from None
    found = apprise.Apprise.instantiate(url, suppress_exceptions=True)
    if found is None:
        raise Refused("notify.address")
    return found


def check_host(host: str) -> None:
    """Refuse a name that leads to an address of our own or of the machines around us."""
    try:
        found = socket.getaddrinfo(host, 25, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused("notify.host") from None
    if not host or not all(is_public(str(place[0])) for *_, place in found):
        raise Refused("notify.host")


def check_address(url: str, allowed: bool) -> None:
    """Refuse an address that cannot be used."""
    if not url:
        return
    if not allowed:
        raise Refused("notify.off")
    check_service(url)


def tell_next(live: Live, seat: Seat) -> None:
    """Tell a seat that it must answer, in the language that it asked in."""
    _send(live, seat, "your_move", "must_answer", seat)


def tell_ended(live: Live, seat: Seat, key: str, about: Seat) -> None:
    """Tell a seat that another has resigned, or offers, declines or agrees on a draw."""
    _send(live, seat, "news", key, about)


def _send(live: Live, seat: Seat, title: str, body: str, about: Seat) -> None:
    """Runs beside everything else; a failure is noted and stops nothing."""
    url, names = live.seats[seat].notify, live.game.seats
    language = language_of(live.seats[seat].language, None)
    table = live.name_in(language)
    head = WORDS.say(language, title, table=table)
    text = WORDS.tell(language, body, {"seat": (live.game, names[about])})
    try:
        if url.startswith(PREFIX):
            server = post()
            if sent := server is not None:
                assert server is not None
                why = WORDS.say(language, "mail.why", table=table)
                server.send(url.removeprefix(PREFIX), head, f"{text}\n\n{why}\n")
        else:
            check_service(url)
            sent = MESSENGER.send(url, head, text)
    except Exception:
        sent = False
    if not sent:
        log.warning("table %s: the message to %s could not be sent", live.kept.id, names[seat])
