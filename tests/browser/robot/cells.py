"""What the robot plays: every game that is registered, at two sizes."""

from __future__ import annotations

from dataclasses import dataclass

import marne.games  # noqa: F401  (registers the games)
from browser.robot.referee import CHECKS, COVERED, DIE, OUTSIDE
from browser.robot.window import PHONE, WIDE, Size
from marne.engine import Game, find_game, game_names

ROLLS_ARE_MARKED = False
"""Whether the page marks every control that leads to a die. While it doesn't, unannounced dice are no failure."""
MAP_IS_FREE = False
"""Whether the page keeps everything off what is asked on the map. While it doesn't, a covered hex is no failure."""
PHONE_FITS = False
"""Whether every control of a phone's page is inside its window. While not, one outside is no failure there."""
WAITING = {("brigade1914", PHONE.name): "the question and its buttons are cut off below the window of a phone"}
"""Games and sizes that can't be played by visible controls yet, and why: their tests are skipped with these words."""
DAY = {"nach_paris": ("haelen", 2)}
"""Scenario and turns of the day, where they aren't the shortest one and one turn: the page of this game names the turn
before while its forces are set up."""
NIGHT = {"nach_paris": ("haelen", "mulhouse", "guise", "morhange", "liege")}
"""Scenarios of the five games at night; for other games they go through all there are."""
SIZES = (WIDE, WIDE, WIDE, PHONE, PHONE)


def checks(size: Size) -> frozenset[str]:
    """What the robot looks for in the page as it is."""
    waiting = {DIE: not ROLLS_ARE_MARKED, COVERED: not MAP_IS_FREE, OUTSIDE: size.touch and not PHONE_FITS}
    return CHECKS - {kind for kind, waits in waiting.items() if waits}


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
        found += [Cell(name, scenarios[at % len(scenarios)], at % 2, size) for at, size in enumerate(SIZES)]
    return found
