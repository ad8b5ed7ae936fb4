"""What a person types for an answer: accents, case and spaces don't matter, and a near miss gets a suggestion."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from marne.engine import Answer, Position, Refusal

__all__ = ["folded", "meant", "nearest", "refused"]

_BARE = ("unread", "not_legal", "why.not_now", "why.not_offered")
"""Refusals that give no reason."""
_NEAR = 3
"""How many answers are suggested."""


def folded(text: str) -> str:
    """A text without accents, capitals and spare spaces.

    >>> folded("1re  Armée 2206")
    '1re armee 2206'
    """
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return " ".join(plain.casefold().split())


def _answers(position: Position[Any], labels: Mapping[str, str]) -> dict[str, set[str]]:
    """The listed answers in notation, by what somebody may type for them: the notation, or the label of the button."""
    options = position.open.options if position.open else None
    found: dict[str, set[str]] = {}
    for notation in map(position.write, options or ()):
        for text in (notation, labels.get(notation, notation)):
            found.setdefault(folded(text), set()).add(notation)
    return found


def meant(position: Position[Any], text: str, labels: Mapping[str, str] | None = None) -> Answer | None:
    """The legal answer that is typed so, exactly or nearly; None where there is none, or where several are meant."""
    exact = position.read(text)
    if exact is not None:
        return exact
    written = _answers(position, labels or {}).get(folded(text), set())
    return position.read(*written) if len(written) == 1 else None


def nearest(position: Position[Any], text: str, labels: Mapping[str, str] | None = None) -> list[str]:
    """Answers in notation that are much like a text, the likest first."""
    answers, said = _answers(position, labels or {}), folded(text)
    if not said:
        return []
    begun = [each for each in answers if each.startswith(said)]
    texts = [said] if said in answers else [*begun, *get_close_matches(said, answers, _NEAR)]
    return [*dict.fromkeys(notation for each in texts for notation in sorted(answers[each]))][:_NEAR]


def refused(position: Position[Any], text: str, labels: Mapping[str, str] | None = None) -> Refusal | None:
    """Why a text is no legal answer, by the rules where they know it; else with answers that are much like it."""
    refusal = position.refusal(text)
    if refusal is None or (refusal.source is not None and refusal.source.key not in _BARE):
        return refusal
    near = nearest(position, text, labels)
    return Refusal.of(refusal.rule, "unread_near", text=text, names=", ".join(near)) if near else refusal
