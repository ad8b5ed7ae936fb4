"""Positions and answers that several tests of this chapter use."""

from __future__ import annotations

from typing import Any

from games.schlieffens_war.support import War, at

QUIET: dict[str, Any] = {"X AK": "1007", "IX AK": "1007", "II AK": "1006", "1er CA": "2018"}


def end(turn: int, **more: Any) -> War:
    return at(QUIET, "end", turn=turn, **more)
