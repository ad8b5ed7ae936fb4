"""What the robot plays: every game that is registered, at two sizes."""

from __future__ import annotations

from dataclasses import dataclass

import marne.games  # noqa: F401  (registers the games)
from browser.robot.window import PHONE, WIDE, Size
from marne.engine import Game, find_game, game_names

DAY = {"nach_paris": ("haelen", 2)}
"""Scenario and turns of the day, where they aren't the shortest one and one turn: the page of this game names the turn
before while its forces are set up."""
NIGHT = {"nach_paris": ("haelen", "mulhouse", "guise", "morhange", "liege")}
"""Scenarios of the five games at night; for other games they go through all there are."""
SIZES = (WIDE, WIDE, WIDE, PHONE, PHONE)


@dataclass(frozen=True)
class Cell:
    """A game to be played: which side the robot takes, in what window, and how many turns; 0 is to the end."""

    game: str
    scenario: str
    seat: int
    size: Size
    turns: int = 0

    @property
    def name(self) -> str:
        return f"{self.game}-{self.scenario}-{self.size.name}-{self.seat}"

    @property
    def of(self) -> Game:
        return find_game(self.game)


def registered() -> list[str]:
    """The games of the page: a new one joins by being registered. The training game is the tests' own."""
    return [name for name in game_names() if name != "training"]


def by_day() -> list[Cell]:
    """One turn of each game and size, in its shortest scenario."""
    found = []
    for name in registered():
        shortest = min(find_game(name).scenarios, key=lambda scenario: scenario.turns)
        scenario, turns = DAY.get(name, (shortest.name, 1))
        found += [Cell(name, scenario, at, size, turns) for at, size in enumerate((WIDE, PHONE))]
    return found


def by_night() -> list[Cell]:
    """Five whole games of each, three wide and two on the phone, from both sides."""
    found = []
    for name in registered():
        scenarios = NIGHT.get(name) or tuple(scenario.name for scenario in find_game(name).scenarios)
        found += [
            Cell(name, scenarios[at % len(scenarios)], (at + at // len(scenarios)) % 2, size)
            for at, size in enumerate(SIZES)
        ]
    return found
