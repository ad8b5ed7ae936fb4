"""Words for people, in the languages of `data/words.*.toml`."""

from __future__ import annotations

from typing import Any, Final

from marne import kit
from marne.atlas.words import name_in
from marne.engine import Event, Modifier
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import DIRECTORY
from marne.games.schlieffens_war.components.units import NAMES, SEATS

__all__ = ["WORDS", "Reason", "Refused", "hex_name", "modifier_words", "say", "term"]

_MORALE: Final = {-1: "fatigued", 0: "normal", 1: "elan"}


class _Words(kit.Phrasebook):
    """Facts are numbers: units, hexes, sides."""

    def word(self, language: str, name: str, fact: Any) -> Any:
        """A fact as it stands in a sentence."""
        if name == "unit":
            return NAMES[fact]
        if name in ("hex", "start"):
            return hex_name(fact, language) if fact >= 0 else "-"
        if name == "units":
            return kit.listed([NAMES[unit] for unit in fact], language)
        if name in ("side", "winner"):
            return self.say(language, SEATS[fact] if fact >= 0 else "nobody")
        if name == "morale":
            return self.say(language, _MORALE[fact])
        if name == "phase":
            return self.say(language, f"phase.{fact}")
        if name == "marker":
            return self.say(language, f"marker.{fact}")
        if name == "modifiers":
            return "".join(f", {modifier_words(language, modifier)}" for modifier in fact)
        return fact


WORDS: Final = _Words(DIRECTORY)


class Reason(kit.Reason):
    """Why something is not allowed in this game; units and hexes are numbers."""

    __slots__ = ()
    book = WORDS


class Refused(kit.Refused):
    """What this game refuses outside the sequence of play."""

    book = WORDS


def hex_name(hex: int, language: str) -> str:
    """`1109 Liège`, or the number alone."""
    name = name_in(language, g.PLACE_NAMES[hex])
    return f"{g.LABELS[hex]} {name}" if name else g.LABELS[hex]


def modifier_words(language: str, modifier: Modifier) -> str:
    """`river -1 (11.12)`; a sum has no name."""
    if not modifier.text:
        return WORDS.say(language, "shift", amount=modifier.amount)
    return f"{term(modifier.text, language)} {modifier.amount:+} ({modifier.rule})"


def term(key: str, language: str) -> str:
    """A shift of the odds or a plan by its name; results are numbers."""
    found = next((each for each in (f"shift.{key}", f"term.{key}") if WORDS.has(each)), None)
    return WORDS.say(language, found) if found else key


def say(event: Event, language: str) -> str:
    """An event in plain words."""
    event = event.plain()
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
        case "MoraleChanged" if _MORALE[facts["morale"]] == "elan":
            kind = "MoraleChanged.elan"
        case "GameOver":
            kind = f"GameOver.{event.rule}"
    return WORDS.tell(language, kind, facts)
