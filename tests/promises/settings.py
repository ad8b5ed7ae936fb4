"""Every game, edition and scenario that is registered, and games played by chance."""

from __future__ import annotations

from collections.abc import Iterator

from marne.engine import CHANCE, Match, Setting, check_setting, find_game
from marne.lab.play import seeded_dice
from marne.players import Minds
from promises.commands import GAMES

__all__ = ["SETTINGS", "asked", "named"]

SETTINGS = tuple(
    (name, Setting(scenario.name, edition, ()))
    for name in GAMES
    for edition in find_game(name).editions or ("",)
    for scenario in find_game(name).scenarios
)
"""Game x edition x scenario."""


def named(setting: tuple[str, Setting]) -> str:
    """A setting in the name of a test."""
    game, chosen = setting
    return "-".join(filter(None, (game, chosen.edition, chosen.scenario)))


def asked(name: str, setting: Setting, seed: int, answers: int) -> Iterator[Match]:
    """A game that is played by chance, before each answer of a seat."""
    game = find_game(name)
    match = Match(game, check_setting(game, setting), seeded_dice(game, seed))
    minds = Minds(match, dict.fromkeys(range(len(game.seats)), "random"))
    while (ask := match.position.open) is not None and len(match.log) < answers:
        if ask.actor == CHANCE:
            match.play(match.roll())
            continue
        yield match
        match.play(minds.answer(ask.actor))
