"""The example of docs/bot.md plays a whole game against a running server; tokens stay out of what is printed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from table.support import ROOT, Child, Game, open_game


@pytest.mark.slow
def test_two_bots_play_a_game_by_invitation(tmp_path: Path) -> None:
    child = Child(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    try:
        child.wait()
        with httpx2.Client(base_url=child.address, verify=False, timeout=600) as client:
            game: Game = open_game(client, seats={"blue": "open", "red": "open"})
            bots = [
                subprocess.Popen(
                    [sys.executable, str(ROOT / "docs/example_bot.py"), child.address, game.id, game.invitations[seat]],
                    stdout=subprocess.PIPE,
                    text=True,
                )
                for seat in ("blue", "red")
            ]
            said = [bot.communicate(timeout=1800)[0] for bot in bots]
            assert [bot.returncode for bot in bots] == [0, 0]
            assert said[0] == said[1]
            assert "over: " in said[0]
            state = game.get()
            assert state["status"] == "over"
            assert {seat["label"] for seat in state["seats"]} == {"example bot"}
            assert game.get("/verify")["ok"] is True
    finally:
        printed = child.stop()
    assert game.id not in printed
    assert all(code not in printed for code in game.invitations.values())
