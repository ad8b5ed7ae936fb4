"""Positions for tests, and the few words that make them readable."""

from __future__ import annotations

from typing import Any

from games.support import asked, legal, play
from games.support import happened as events
from marne.engine import Position, Setting, check_setting
from training.board import Field
from training.game import GAME

__all__ = ["arranged", "asked", "events", "legal", "play", "refused", "setting", "unit", "where"]


def setting(scenario: str = "meeting", edition: str = "first", weather: str = "changing") -> Setting:
    """A setting with every option filled in."""
    return check_setting(GAME, Setting(scenario, edition, (("weather", weather),)))


def arranged(edition: str = "first", **changes: Any) -> Position[Field]:
    """Blue's player turn with the named units alone on the map; see `Training.arrange`."""
    return GAME.arrange(setting(edition=edition), changes)


def unit(kind: str, hex: str, **more: Any) -> dict[str, Any]:
    """A unit for `arranged`."""
    return {"kind": kind, "hex": hex, **more}


def refused(position: Position[Field], text: str) -> tuple[str, str]:
    """The rule and the reason that refuse an answer."""
    refusal = position.refusal(text)
    assert refusal is not None, f"{text!r} is legal"
    return refusal.rule, refusal.why


def where(position: Position[Field], label: str) -> str:
    """The hex of a counter, "" off the map."""
    hex: str = GAME.inspect(position)["unit"][label]["hex"]
    return hex
