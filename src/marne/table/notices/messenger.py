"""The process that sends messages to services. It connects to public addresses only, on the ports of web and mail, and
follows no redirect.

Checking a name before it is used leaves a gap: the name can lead elsewhere a moment later, and a service can redirect.
So the check is made where the connection is: `only_public` replaces `connect` in a process of its own, which does
nothing else."""

from __future__ import annotations

import ipaddress
import logging
import socket
import threading
import warnings
from typing import Any

from marne.players.hands import PATIENCE, Hand

__all__ = ["PORTS", "Messenger", "apprise_library", "is_public", "no_redirects", "only_public"]

log = logging.getLogger("marne.table")

PORTS = (25, 80, 443, 465, 587)
"""Of web and mail."""
_CEILING = 60.0 * PATIENCE
_EMBEDDED = tuple(map(ipaddress.IPv6Network, ("::/96", "64:ff9b::/96", "64:ff9b:1::/48")))
"""IPv6 networks whose last 32 bits are an IPv4 address."""


def is_public(address: str) -> bool:
    """Whether an address is one of the public Internet, in whatever form it is written.

    >>> [is_public(each) for each in ("93.184.216.34", "2606:2800:220:1::1")]
    [True, True]
    >>> [is_public(each) for each in ("10.0.0.1", "127.0.0.1", "169.254.169.254", "0.0.0.0", "224.0.0.1")]
    [False, False, False, False, False]
    >>> [is_public(each) for each in ("::1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "fe80::1%eth0")]
    [False, False, False, False, False]
    """
    try:
        found = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if inner is None and any(found in network for network in _EMBEDDED):
            inner = ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast


def only_public() -> None:
    """From now on this process connects to public addresses only."""
    kind: Any = socket.socket
    real, real_ex = kind.connect, kind.connect_ex

    def checked(self: socket.socket, address: Any) -> Any:
        if self.family not in (socket.AF_INET, socket.AF_INET6):
            raise PermissionError(f"no connection to {address!r}")
        place = socket.getaddrinfo(address[0], address[1], self.family, socket.SOCK_STREAM)[0][4]
        host, port = str(place[0]), place[1]
        if port not in PORTS or not is_public(host):
            raise PermissionError(f"no connection to {host} port {port!r}")
        return place

    def connect(self: socket.socket, address: Any) -> None:
        real(self, checked(self, address))

    def connect_ex(self: socket.socket, address: Any) -> int:
        found: int = real_ex(self, checked(self, address))
        return found

    kind.connect, kind.connect_ex = connect, connect_ex


def no_redirects() -> None:
    """From now on no request of this process follows a redirect."""
    import requests

    kind: Any = requests.Session
    real = kind.send

    def send(self: Any, request: Any, **words: Any) -> Any:
        return real(self, request, **{**words, "allow_redirects": False})

    kind.send = send


_ready = threading.Event()


def apprise_library() -> Any:
    """Apprise, loaded when it is first needed. It still tries modules that Python is about to remove."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        import apprise

        apprise.Apprise.instantiate("json://localhost")  # the first address loads the services
    return apprise


def deliver(url: str, title: str, body: str) -> bool:
    """Send a message, in the process that does nothing else."""
    apprise = apprise_library()
    if not _ready.is_set():
        only_public()
        no_redirects()
        _ready.set()
    sender = apprise.Apprise()
    return bool(sender.add(url) and sender.notify(title=title, body=body))


class Messenger:
    """The process, started with the first message."""

    def __init__(self) -> None:
        self._hand: Hand | None = None
        self._lock = threading.Lock()

    def send(self, url: str, title: str, body: str) -> bool:
        """Whether a message was sent. It waits for the process."""
        with self._lock:
            try:
                self._hand = self._hand or Hand(meek=True)
                good, found = self._hand.do(deliver, (url, title, body), _CEILING)
            except (EOFError, OSError) as error:
                log.warning("the process that sends messages was lost: %r", error)
                self._end()
                return False
        return good and found is True

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._hand is not None:
            self._hand.end()
            self._hand = None
