"""The game is known to the registry here, whether or not the package registers it."""

from __future__ import annotations

from marne.engine import game_names, register

if "brigade1914" not in game_names():
    register("brigade1914", "marne.games.brigade1914.game:GAME")
