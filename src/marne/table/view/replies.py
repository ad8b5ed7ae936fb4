"""Thinking ahead from what a seat knows: what could come in return."""

from __future__ import annotations

from random import Random
from typing import Any

from marne.engine import CHANCE, Answer, Ask, Game, Match, Observation, Sight
from marne.table.view.payloads import Reply

__all__ = ["STEPS", "replies_of"]

STEPS = 80
"""So many answers are thought ahead at most."""

BACK = 3
"""The other side is asked in between while a battle is fought: the word may come back so often."""

MOST = 60
"""Attacks in one reply at most."""


def replies_of(game: Game, told: Observation, language: str) -> list[Reply]:
    """Everybody is done with what is asked of him, dice fall in the middle, until the other side could attack.

    Nothing where the word has come back to the seat too often before that: then nobody can attack so soon.
    """
    assert told.seat is not None
    back, last = 0, told.seat
    thought = Match(game, told.setting)
    thought.position = game.imagine(told, Random(0))
    for _ in range(STEPS):
        ask = thought.position.open
        if ask is None:
            return []
        if ask.actor == CHANCE:
            thought.position = thought.position.play(_middle(ask))
            continue
        back, last = back + (ask.actor == told.seat != last), ask.actor
        if back > BACK:
            return []
        sight = thought.sight(ask.actor)
        if ask.actor != told.seat and (attacks := sight.attacks()):
            found = (_attack(thought, sight, answer, hex, language) for answer, hex in attacks[:MOST])
            return [each for each in found if each is not None]
        least = sight.least()
        if least is None:
            return []
        thought.position = thought.position.play(least)
    return []


def _middle(ask: Ask) -> Any:
    assert ask.options is not None
    return ask.options[len(ask.options) // 2]


def _attack(thought: Match, sight: Sight, answer: Answer, hex: str, language: str) -> Reply | None:
    odds = sight.odds(answer, language)
    if odds is None:
        return None
    return {
        "hex": hex,
        "seat": thought.game.seats[sight.seen.seat or 0],
        "rule": odds.rule,
        "title": odds.title,
        "column": odds.column,
        "modifiers": odds.modifiers,
        "distributions": odds.distributions,
        "notes": odds.notes,
        "columns": odds.columns,
        "factors": odds.factors,
        "base": odds.base,
    }
