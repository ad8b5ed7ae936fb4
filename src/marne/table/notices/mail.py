"""Plain mail, sent by the operator's own SMTP server: `MARNE_SMTP` and `MARNE_MAIL_FROM`. Off without them."""

from __future__ import annotations

import os
import re
import smtplib
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from marne.table.refusals import Refused

__all__ = ["PREFIX", "Post", "check_mail", "post"]

PREFIX = "mail:"
"""Before a plain address, where a seat keeps how it is told."""
_ADDRESS = re.compile(r"[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")
_TIMEOUT = 30.0


@dataclass(frozen=True)
class Post:
    """The operator's mail server."""

    host: str
    port: int
    user: str
    password: str
    sender: str
    encrypted: bool
    """From the first byte (smtps); otherwise by STARTTLS where the server offers it."""

    def send(self, to: str, title: str, body: str) -> None:
        """Send one mail."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, title
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(body)
        kind = smtplib.SMTP_SSL if self.encrypted else smtplib.SMTP
        with kind(self.host, self.port, timeout=_TIMEOUT) as server:
            if not self.encrypted and server.has_extn("starttls"):
                server.starttls()
            if self.user:
                server.login(self.user, self.password)
            server.send_message(message)


def post() -> Post | None:
    """The mail server of the operator's settings; none where there are none.

    MARNE_SMTP is `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://…`; MARNE_MAIL_FROM is the sender's address.
    """
    sender = os.environ.get("MARNE_MAIL_FROM", "")
    parts = urlsplit(os.environ.get("MARNE_SMTP", ""))
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or not sender:
        return None
    port = parts.port or (465 if parts.scheme == "smtps" else 587)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Post(parts.hostname, port, user, password, sender, parts.scheme == "smtps")


def check_mail(address: str) -> None:
    """Refuse what is no plain address, and everything where the operator sends no mail."""
    if post() is None:
        raise Refused("notify.no_mail")
    if not _ADDRESS.fullmatch(address):
        raise Refused("notify.mail")
