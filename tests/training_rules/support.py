"""Positions for tests, and the few words that make them readable."""

from __future__ import annotations

from typing import Any

from marne.engine import Event, Position, Setting, check_setting
from training.board import Field
from training.game import GAME


def setting(scenario: str = "meeting", edition: str = "first", weather: str = "changing") -> Setting:
    """A setting with every option filled in."""
    return check_setting(GAME, Setting(scenario, edition, (("weather", weather),)))


def arranged(edition: str = "first", **changes: Any) -> Position[Field]:
    """Blue's player turn with the named units alone on the map; see `Training.arrange`."""
    return GAME.arrange(setting(edition=edition), changes)


def unit(kind: str, hex: str, **more: Any) -> dict[str, Any]:
    """A unit for `arranged`."""
    return {"kind": kind, "hex": hex, **more}


def play(position: Position[Field], *texts: str | int) -> Position[Field]:
    """Answers in notation, dice as numbers."""
    for text in texts:
        answer = position.read(str(text))
        assert answer is not None, f"{text!r}: {position.refusal(str(text))}; legal: {legal(position)}"
        position = position.play(answer)
    return position


def legal(position: Position[Field]) -> list[str]:
    """The legal answers in notation."""
    return [position.write(option) for option in position.open or ()]


def events(position: Position[Field], kind: type[Event]) -> list[Any]:
    """The events of one kind since the last answer."""
    return [event for event in position.events if isinstance(event, kind)]


def asked(position: Position[Field]) -> str:
    """The step that asks."""
    return type(position.step).__name__


def refused(position: Position[Field], text: str) -> tuple[str, str]:
    """The rule and the reason that refuse an answer."""
    refusal = position.refusal(text)
    assert refusal is not None, f"{text!r} is legal"
    return refusal.rule, refusal.why


def where(position: Position[Field], label: str) -> str:
    """The hex of a counter, "" off the map."""
    hex: str = GAME.inspect(position)["unit"][label]["hex"]
    return hex
