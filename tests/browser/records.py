"""Games that are under way: played here by computer players, and opened at the table from their record."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import marne.games
from marne.engine import CHANCE, Match, Setting, find_game, record_of
from marne.engine.survey import Surveys
from marne.lab.play import seeded_dice
from marne.players import Minds

SCENARIOS = {"schlieffens_war": "campaign", "grand_illusion": "2", "brigade1914": "meeting", "nach_paris": "haelen"}
SEED = 1914
WHOLE = 100_000

assert marne.games.DATA_SETS


def anywhere(match: Match) -> bool:
    """Any decision will do."""
    return True


def in_battle(match: Match) -> bool:
    """Counters lie on the battle board."""
    scene = match.game.sight(match.observe(match.actor)).scene("en")
    return any(panel.key == "battle" and len(panel.pieces) > 3 for panel in scene.panels)


def on_the_board(match: Match) -> bool:
    """A counter on the battle board is an answer."""
    scene = match.game.sight(match.observe(match.actor)).scene("en")
    there = {piece.id for panel in scene.panels if panel.key == "battle" for piece in panel.pieces}
    return any(choice.piece in there for choice in scene.prompt.choices)


def with_odds(match: Match) -> bool:
    """A choice has odds."""
    scene = match.game.sight(match.observe(match.actor)).scene("en")
    return any(choice.odds for choice in scene.prompt.choices)


def attacks(match: Match) -> bool:
    """Hexes can be attacked, each with odds."""
    scene = match.game.sight(match.observe(match.actor)).scene("en")
    return type(match.position.step).__name__ == "ChooseTarget" and any(c.odds and c.hex for c in scene.prompt.choices)


def reached(match: Match) -> bool:
    """Somebody can get to where the first corps on the map stands."""
    seen, game = match.observe(match.actor), match.game
    first = next(piece for piece in game.sight(seen).scene("en").pieces if piece.symbol == "infantry")
    return isinstance(game, Surveys) and bool(game.survey(seen, first.place, "", "en").reach)


def last_of_a_move(match: Match) -> bool:
    """No Done is offered, nobody fights, and the first answer gives the word to the other side."""
    scene = match.game.sight(match.observe(match.actor)).scene("en")
    return scene.prompt.choices[0].ends and not any(panel.key == "battle" for panel in scene.panels)


def with_modifiers(match: Match) -> bool:
    """A choice has odds with modifiers, so that they can be seen by name."""
    told = match.observe(match.actor)
    choices = match.game.sight(told).scene("en").prompt.choices
    options = [match.position.read(choice.id) for choice in choices if choice.odds]
    found = [match.game.sight(told).odds(option) for option in options if option is not None]
    return any(each is not None and each.modifiers for each in found)


@cache
def record(
    game: str,
    answers: int = WHOLE,
    kind: str = "random",
    seed: int = SEED,
    stop: Callable[[Match], bool] = anywhere,
    scenario: str = "",
) -> str:
    """A game between computer players: stopped at the first decision after so many answers where `stop` says so, or
    whole, with its secret. A game that never comes there is passed over for the next."""
    for each in range(seed, seed + 20):
        match, stopped = _played(game, scenario, kind, each, lambda match: len(match.log) >= answers and stop(match))
        if stopped or stop is anywhere:
            return record_of(match)
    raise AssertionError(f"no game of {game} comes to where {stop} stops")


def _played(game: str, scenario: str, kind: str, seed: int, stop: Callable[[Match], bool]) -> tuple[Match, bool]:
    """A game until `stop` says so, and whether it did."""
    found = find_game(game)
    edition = found.editions[0] if found.editions else ""
    match = Match(found, Setting(scenario or SCENARIOS[game], edition), seeded_dice(found, seed))
    minds = Minds(match, dict.fromkeys(range(len(found.seats)), kind))
    while (ask := match.position.open) is not None:
        if ask.actor == CHANCE:
            match.play(match.roll())
        elif stop(match):
            return match, True
        else:
            match.play(minds.answer(ask.actor))
    return match, False
