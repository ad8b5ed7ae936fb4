"""The game is not in the registry before it plays; the tests of this folder put it there for themselves."""

from __future__ import annotations

import pytest

from marne.engine import registry
from marne.games.nach_paris.game import GAME


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._where, GAME.name, "marne.games.nach_paris.game:GAME")
    monkeypatch.setitem(registry._games, GAME.name, GAME)
