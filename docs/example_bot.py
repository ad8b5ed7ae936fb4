"""A player for the table, in one file and without anything but Python.

    python docs/example_bot.py http://127.0.0.1:8000 TABLE INVITATION

It takes the seat that the invitation is for, and answers at random until the game is over.
"""

from __future__ import annotations

import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request
from typing import Any


class Table:
    """One table at a server, as the API shows it."""

    def __init__(self, server: str, table: str) -> None:
        self.address = f"{server.rstrip('/')}/api/tables/{table}"
        self.token = ""

    def call(self, path: str = "", body: dict[str, Any] | None = None) -> Any:
        """GET, or POST if there is a body. The token goes in a header, never in the address."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers)
        with urllib.request.urlopen(request, timeout=60) as reply:
            return json.load(reply)

    def join(self, invitation: str, name: str) -> str:
        """Take a seat. The fingerprint of the dice is known by now, so our seed keeps them honest."""
        self.call("/dice")
        made = self.call("/join", {"invitation": invitation, "name": name, "seed": secrets.token_hex(8)})
        self.token = made["token"]
        return str(made["seat"])


def choose(table: Table, state: dict[str, Any]) -> str:
    """Any answer that is offered. Where the question is open, such as a point on the map, the server suggests some."""
    choices = [choice["id"] for choice in state["scene"]["prompt"]["choices"]]
    return str(random.choice(choices or table.call("/suggestions")))


def play(server: str, id: str, invitation: str, pause: float = 0.5) -> dict[str, Any]:
    """Play a seat to the end; the last state."""
    table = Table(server, id)
    seat = table.join(invitation, "example bot")
    while True:
        try:
            state: dict[str, Any] = table.call()
            while state["status"] == "playing" and state["scene"]["prompt"]["actor"] == seat:
                answer = {"number": state["number"], "answer": choose(table, state)}
                state = table.call("/answers", answer)
        except urllib.error.HTTPError as error:
            if error.code not in (409, 429):  # somebody went back meanwhile, or we are too fast: look again
                raise
        else:
            if state["status"] == "over":
                return state
        time.sleep(pause)


if __name__ == "__main__":
    address, table, invitation = sys.argv[1:]
    last = play(address, table, invitation)
    print(f"over: {last['score']['winner'] or 'nobody'} wins; {last['score']['why']}")
