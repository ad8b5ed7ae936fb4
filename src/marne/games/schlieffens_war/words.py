"""Words for people, in English and Spanish, from `data/words.*.toml`."""

from __future__ import annotations

import tomllib
from typing import Any, Final

from marne.atlas.words import name_in
from marne.engine import Event, Modifier, Refusal, Words
from marne.games.schlieffens_war import ground as g
from marne.games.schlieffens_war.counters import NAMES, SEATS
from marne.games.schlieffens_war.data import DIRECTORY

__all__ = ["LANGUAGES", "WORDS", "Reason", "hex_name", "modifier_words", "say"]

LANGUAGES: Final = ("en", "es")
WORDS: Final = Words(
    {
        language: tomllib.loads((DIRECTORY / f"words.{language}.toml").read_text(encoding="utf-8"))
        for language in LANGUAGES
    }
)

_MORALE: Final = {-1: "fatigued", 0: "normal", 1: "elan"}


class Reason:
    """Why something is not allowed, before anybody knows in which language it will be read."""

    def __init__(self, rule: str, key: str, **facts: Any) -> None:
        self.rule = rule
        self.key = key
        self.facts = facts

    def refusal(self, language: str = "en") -> Refusal:
        """The reason in words; units are numbers, hexes too."""
        facts = {name: _word(language, name, fact) for name, fact in self.facts.items()}
        return Refusal(self.rule, WORDS.say(language, self.key, **facts))


def hex_name(hex: int, language: str) -> str:
    """`1109 Liège`, or the number alone."""
    name = name_in(language, g.PLACE_NAMES[hex])
    return f"{g.LABELS[hex]} {name}" if name else g.LABELS[hex]


def modifier_words(language: str, modifier: Modifier) -> str:
    """`river -1 (11.12)`."""
    return f"{WORDS.say(language, 'shift.' + modifier.text)} {modifier.amount:+} ({modifier.rule})"


def _word(language: str, name: str, fact: Any) -> Any:
    """A fact as it stands in a sentence."""
    if name == "unit":
        return NAMES[fact]
    if name in ("hex", "start"):
        return hex_name(fact, language) if fact >= 0 else "-"
    if name == "units":
        return ", ".join(NAMES[unit] for unit in fact)
    if name in ("side", "winner"):
        return WORDS.say(language, SEATS[fact] if fact >= 0 else "nobody")
    if name == "morale":
        return WORDS.say(language, _MORALE[fact])
    if name == "phase":
        return WORDS.say(language, f"phase.{fact}")
    if name == "marker":
        return WORDS.say(language, f"marker.{fact}")
    if name == "modifiers":
        return "; ".join(modifier_words(language, modifier) for modifier in fact) or "-"
    return fact


def say(event: Event, language: str) -> str:
    """An event in plain words."""
    kind = type(event).__name__
    facts = event.facts()
    match kind:
        case "UnitEliminated" if facts["lost"]:
            kind = "UnitEliminated.lost"
        case "Moved" if facts["forced"]:
            kind = "Moved.forced"
        case "BattleFought" if not facts["die"]:
            kind = "BattleFought.certain"
        case "AttritionRolled" if not facts["lost"]:
            kind = "AttritionRolled.spared"
        case "ArtilleryKept" if not facts["kept"]:
            kind = "ArtilleryKept.spent"
        case "GameOver":
            kind = f"GameOver.{event.rule}"
    return WORDS.say(language, kind, **{name: _word(language, name, fact) for name, fact in facts.items()})
