"""The parts of an explanation in words: modifiers, outcomes, named distributions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from marne.engine import Distribution, Modifier, Outcome
from marne.games.nach_paris.words import phrase

__all__ = ["distribution", "in_words", "outcome"]


def in_words(modifiers: Iterable[Modifier], language: str) -> tuple[Modifier, ...]:
    """Modifiers as people call them."""
    return tuple(replace(each, text=phrase(language, f"modifier.{each.text}")) for each in modifiers)


def outcome(text: str, chance: Fraction, harm: int = 0) -> Outcome:
    """Something that happens so likely."""
    return Outcome(text, chance.numerator, chance.denominator, harm=harm)


def distribution(language: str, key: str, outcomes: Iterable[Outcome]) -> Distribution:
    """Outcomes under their name, without those that can't be."""
    return Distribution(phrase(language, f"odds.name.{key}"), tuple(each for each in outcomes if each.part))
