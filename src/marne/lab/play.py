"""One game played by players, with dice from a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from marne.engine import CHANCE, Answer, EngineError, FairDice, Game, Match, Setting
from marne.players import Minds

__all__ = ["LONGEST", "play_out", "play_seeded", "seeded_dice"]

LONGEST = 200_000
"""A game with more answers than this does not end."""


def seeded_dice(game: Game, seed: int) -> FairDice:
    """Dice for a game of the lab or the terminal: everything follows from the seed."""
    return FairDice(f"lab {seed}".encode(), {seat: f"{seat} {seed}".encode() for seat in game.seats})


def play_out(
    match: Match,
    minds: Minds,
    told: Callable[[Match], None] | None = None,
    noted: Callable[[Match, Answer], None] | None = None,
) -> Match:
    """Play a match to its end; chance is answered by its dice. `noted` hears of an answer before it is played."""
    while (ask := match.position.open) is not None:
        answer = match.roll() if ask.actor == CHANCE else minds.answer(ask.actor)
        if noted:
            noted(match, answer)
        match.play(answer)
        if told:
            told(match)
        if len(match.log) > LONGEST:
            raise EngineError(f"{match.game.name} {match.setting} does not end")
    return match


def play_seeded(
    game: Game,
    setting: Setting,
    kinds: Sequence[str],
    seed: int,
    told: Callable[[Match], None] | None = None,
    noted: Callable[[Match, Answer], None] | None = None,
) -> Match:
    """A whole game between kinds of players, fixed by the seed."""
    match = Match(game, setting, seeded_dice(game, seed))
    return play_out(match, Minds(match, dict(enumerate(kinds))), told, noted)
