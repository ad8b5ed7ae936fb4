""" "Your move", by mail or any messenger: Apprise URLs, off unless the server allows them."""

from __future__ import annotations

import logging

from marne.engine import MarneError
from marne.table.hall import Live

__all__ = ["check_address", "tell_next"]

log = logging.getLogger("marne.table")


def check_address(url: str, allowed: bool) -> None:
    """Refuse an address that cannot be used."""
    if not url:
        return
    if not allowed:
        raise MarneError("this server sends no messages; start it with --notify")
    try:
        import apprise
    except ImportError:
        raise MarneError("this server lacks the extra `notify`") from None
    if not apprise.Apprise().add(url):
        raise MarneError("that is no address that Apprise knows, such as mailto://… or ntfy://…")


def tell_next(live: Live) -> None:
    """Tell the seat that must answer, if it wishes and is away."""
    actor = live.match.actor
    if actor is None or actor < 0 or not live.seats[actor]["notify"]:
        return
    import apprise

    sender = apprise.Apprise()
    sender.add(live.seats[actor]["notify"])
    if not sender.notify(title=f"{live.kept.name}: your move", body=f"{live.game.seats[actor]} must answer."):
        log.warning("table %s: the message to %s could not be sent", live.kept.id, live.game.seats[actor])
