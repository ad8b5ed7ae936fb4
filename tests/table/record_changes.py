"""`python -m table.record_changes FILE`: letters of a played game for the client's own tests, some with the state
that must be there after them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from marne.engine import register
from table.support import bearer, open_game, server

LETTERS = 24


def record(client: Any) -> list[dict[str, Any]]:
    """A player's socket in a training game: answers, goings back, another language, an overlay."""
    game, rng = open_game(client, scenario="meeting", name="recorded"), Random(3)
    found: list[dict[str, Any]] = []
    headers = bearer(game.tokens["blue"])
    with client.websocket_connect(f"{game.at}/live") as socket:
        socket.send_json({"type": "hello", "tokens": [game.tokens["blue"]], "differences": True, "overlays": ["zoc"]})
        language = "en"

        def note() -> None:
            letter = json.loads(socket.receive_text())
            state = client.get(f"{game.at}?language={language}", headers=headers).json()
            state["scene"]["overlays"] = [[n, g if n == "zoc" else []] for n, g in state["scene"]["overlays"]]
            found.append({"letter": letter, "state": state})

        note()
        for state in game.play(rng, 1000):
            note()
            if state["undo"] and len(found) % 5 == 0:
                game.post("/undo", {"number": state["number"]}, state["viewing"])
                note()
                break
        for _ in game.play(rng, LETTERS - len(found)):
            note()
        language = "es"
        socket.send_json({"type": "language", "language": "es"})
        note()
    return found


if __name__ == "__main__":
    register("training", "training.game:GAME")
    with TemporaryDirectory() as folder, server(Path(folder) / "recorded.sqlite") as client:
        letters = record(client)
    for each in letters[1:-1]:
        if letters.index(each) % 8:
            del each["state"]
    Path(sys.argv[1]).write_text("[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in letters) + "\n]\n")
