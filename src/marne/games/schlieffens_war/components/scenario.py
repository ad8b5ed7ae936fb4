"""A scenario as the rules use it: units and hexes by number, sides by seat. The board is given one and shares it."""

from __future__ import annotations

from typing import Final

from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import SCENARIO_FILES
from marne.games.schlieffens_war.components.scenario_file import ScenarioFile
from marne.games.schlieffens_war.components.units import ARMY, COUNT, FRENCH, IS_CORPS, NATION, SEATS, UNIT_NAMED
from marne.hexes import Bits

__all__ = ["FIRST", "SCENARIOS", "Scenario1914", "scenario_named"]


class Scenario1914:
    """3.1: one scenario. Two of a name are the same object, also in another process."""

    __slots__ = (
        "days_per_turn",
        "elan",
        "entry",
        "fatigued",
        "first_day",
        "first_player",
        "german_ground",
        "markers",
        "name",
        "reduced",
        "set_up_first",
        "stacks",
        "start_rows",
        "title",
        "turns",
        "turns_of",
        "victory",
    )

    def __init__(self, name: str, file: ScenarioFile) -> None:
        setup = file.setup
        self.name, self.title, self.turns = name, file.title, file.turns
        self.first_day, self.days_per_turn = file.first_day, file.days_per_turn
        self.turns_of, self.victory, self.markers = file.turns_of, file.victory, file.markers
        self.first_player = SEATS.index(file.first_player)
        """5.1: the side that plays first in a turn."""
        self.set_up_first = SEATS.index(setup.first)
        """3.1: the side that sets up first."""
        arrivals = {UNIT_NAMED[unit]: turn for unit, turn in file.arrivals.items()}
        self.entry: tuple[int, ...] = tuple(arrivals.get(unit, 0) for unit in range(COUNT))
        """9.1: by unit, the turn on which it comes, or 0."""
        self.elan: tuple[bool, ...] = tuple(seat in setup.elan for seat in SEATS)
        """3.1: by side, whether its corps begin with elan."""
        row = setup.first_army_row
        rows = g.LAND if row is None else g.hex_set(label for label in g.LABELS if int(label[:2]) >= row)
        self.start_rows: dict[int, tuple[int, Bits]] = {
            unit: (row, rows)
            for unit in range(COUNT)
            if row is not None and IS_CORPS[unit] and NATION[unit] == FRENCH and ARMY[unit] == "1"
        }
        """3.1: units that may start anywhere from a row south: that row, and its hexes."""
        self.stacks: tuple[tuple[int, tuple[int, ...]], ...] = tuple(
            (g.GRID.hex(label), tuple(UNIT_NAMED[unit] for unit in stack)) for label, stack in setup.stacks.items()
        )
        """3.1: hexes and their counters, where nobody sets up; else empty."""
        self.reduced, self.fatigued = (
            tuple(UNIT_NAMED[unit] for unit in units) for units in (setup.reduced, setup.fatigued)
        )
        self.german_ground: Bits = g.GERMANY & ~g.hex_set(setup.entente_ground) | g.hex_set(setup.german_ground)
        """3.3: what is German at the start."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return scenario_named, (self.name,)


SCENARIOS: Final = {name: Scenario1914(name, file) for name, file in SCENARIO_FILES.items()}
FIRST: Final = next(iter(SCENARIOS.values()))
"""What is played where nobody chose."""


def scenario_named(name: str) -> Scenario1914:
    """A scenario by the name of its file."""
    return SCENARIOS[name]
