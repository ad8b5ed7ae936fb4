"""Words for people: events, questions, answers, reasons. The catalogues are `data/words.*.toml`, sorted by chapter."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

from marne import kit
from marne.engine import Event, Modifier, Refusal, total
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, NAMES

__all__ = ["DATA", "WORDS", "Reason", "named", "phrase", "place", "rule_titles", "say", "structure", "sum_of", "term"]

DATA: Final = Path(__file__).parent / "data"
WORDS: Final = kit.Phrasebook(DATA)


@cache
def rule_titles(language: str) -> dict[str, str]:
    """The title of each rule, from the index."""
    return {rule.number: rule.title for rule in kit.rules_in(DATA / "rules.csv", language).values()}


def phrase(language: str, key: str, **facts: Any) -> str:
    """A sentence; the key itself where there is none, so that nothing is ever empty."""
    return WORDS.say(language, key, **facts) if WORDS.has(key) else key


def named(unit: str) -> str:
    """A unit as people write it: ids have no blanks."""
    return NAMES[BY_ID[unit]] if unit in BY_ID else unit


_WORKS: Final = {each.name: each for each in MAP.structures}
_GENERIC: Final = re.compile(
    r"\b(?:and|at|bridges?|double-deck|pontoon|rail|railway|road|stone|tunnels?|two|viaducts?)\b|\([^)]*\)"
)


def place(name: str) -> str:
    """The place that a structure is called after: `Thionville rail bridge` -> `Thionville`."""
    return re.sub(r"[ /:]+(?=,|$)", "", re.sub(r" +", " ", _GENERIC.sub("", name))).strip(" /:")


@cache
def structure(name: str, language: str) -> str:
    """A bridge, viaduct or tunnel: what it is in the language, and the place that it is called after."""
    works = _WORKS[name]
    kind = works.letter if works.letter in "VT" else "both" if works.rail and works.road else "road"
    kind = "rail" if kind == "road" and works.rail else kind
    return phrase(language, f"structure.{kind}", name=place(name))


def say(event: Event, language: str) -> str:
    """An event in a sentence.

    Fields that are words of the game (`word.german`) are put into the language, yes and no read `Event.field.yes`,
    units are written with their names, modifiers as a sum.
    """
    event = event.plain()
    kind = type(event).__name__
    facts: dict[str, Any] = {}
    for name, fact in event.facts().items():
        if name == "modifiers":
            facts[name] = sum_of(fact, language) + _total(event, kind, fact)
        elif name == "result" and fact == "-":
            facts[name] = phrase(language, "word.no_effect")
        elif isinstance(fact, bool):
            facts[name] = phrase(language, f"{kind}.{name}.{'yes' if fact else 'no'}")
        elif name == "structure":
            facts[name] = structure(str(fact), language)
        elif isinstance(fact, str) and WORDS.has(f"word.{fact}"):
            facts[name] = phrase(language, f"word.{fact}")
        elif isinstance(fact, str):
            facts[name] = kit.listed(map(named, fact.split()), language) if name in ("unit", "units") else fact
        else:
            facts[name] = fact
    if kind == "TurnBegan":
        facts["day"] = kit.date_in(date.fromisoformat(facts["day"]), language)
    elif kind == "HexShelled":  # guns and forts that fire together
        guns = [*map(named, event.facts()["units"].split()), *filter(None, facts["forts"].split(", "))]
        facts["units"] = kit.listed(guns, language)
    elif kind in _HALVED:
        facts["half"] = _half(facts["die"])
    return phrase(language, kind + _case(event, kind), **facts)


_HALVED: Final = ("FortShelled", "AssaultFired")
"""What half a die decides [8.6.2]."""
_TESTED: Final = ("CabTested", "WorksTested")
"""What a die must not exceed: the modifiers are those of the limit [5.1.2]."""


def _half(die: int) -> int:
    return -(-die // 2)


def _case(event: Event, kind: str) -> str:
    """Which sentence tells a test: with its sum, without one, or without a die [5.1.2]; a barrage too weak to count."""
    if kind == "UnitShelled":
        return "" if event.facts()["column"] else ".weak"
    if kind not in _TESTED:
        return ""
    if not event.facts()["die"] and WORDS.has(f"{kind}.unrolled"):
        return ".unrolled"
    return "" if event.facts()["modifiers"] else ".plain"


def _total(event: Event, kind: str, modifiers: tuple[Modifier, ...]) -> str:
    """What die and modifiers make: a line that anybody can check."""
    facts = event.facts()
    die = facts.get("die", facts.get("half"))  # of a barrage, each unit is told half the die
    if not modifiers or die is None or kind in _TESTED:
        return ""
    return f" = {(_half(die) if kind in _HALVED else die) + total(modifiers)}"


def sum_of(modifiers: Iterable[Modifier], language: str) -> str:
    """The modifiers of a die by name: `, heat -1, own camp +2`; a sum has no name."""
    return "".join(
        phrase(language, "added.for", amount=each.amount, name=phrase(language, f"modifier.{each.text}"))
        if each.text
        else phrase(language, "added", amount=each.amount)
        for each in modifiers
    )


def term(key: str, language: str) -> str:
    """A modifier or a result in words; a yes or no stands under its event."""
    for found in (key, f"modifier.{key}", f"word.{key}"):
        if WORDS.has(found):
            return phrase(language, found)
    return key


def _units_named(fact: Any, language: str) -> Any:
    """Ids of units, if a fact is nothing else, as names."""
    ids = fact.split() if isinstance(fact, str) else []
    return kit.listed(map(named, ids), language) if ids and all(each in BY_ID for each in ids) else fact


class Reason(kit.Reason):
    """Why something is refused in this game; facts come as pairs."""

    __slots__ = ()
    book = WORDS

    def __init__(self, rule: str, key: str, facts: Iterable[tuple[str, str]] = ()) -> None:
        self.rule, self.key, self.facts = rule, key, dict(facts)  # many are made, and few told

    def refusal(self, language: str = kit.ENGLISH) -> Refusal:
        """The reason in words; structures are called as the language calls them, units by name."""
        told = {
            name: structure(fact, language) if name == "structure" else _units_named(fact, language)
            for name, fact in self.facts.items()
        }
        return Refusal(self.rule, self.book.tell(language, self.key, told), self)
