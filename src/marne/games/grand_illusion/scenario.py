"""A scenario as the rules use it: hexes as sets, sides by seat. The board is given one and shares it."""

from __future__ import annotations

from functools import cache
from typing import Final

from marne.games.grand_illusion.data import LOADED, SCENARIO_FILES, hexes_in
from marne.games.grand_illusion.scenario_file import ScenarioFile
from marne.games.grand_illusion.units import SIDES, Side
from marne.hexes import Bits

__all__ = ["FILES", "Scenario1914", "scenario_named"]

FILES: Final = {name: record.value for name, record in LOADED[SCENARIO_FILES].items()}


class Scenario1914:
    """One scenario in one edition. Two of a name are the same object, also in another process."""

    __slots__ = (
        "antwerp_bottled", "bef_coast", "bonus", "east_front", "edition", "first_caps", "first_initiatives",
        "interim_count", "mandated", "maubeuge_shut", "mulhouse", "name", "north", "northern_activations", "options",
        "paris_forces_withdrawal", "points", "schlieffen_plan", "special_rules", "turns", "unready",
    )  # fmt: skip

    def __init__(self, name: str, edition: str, file: ScenarioFile) -> None:
        self.name, self.edition = name, edition
        self.turns, self.points, self.options = file.turns, file.points, file.options
        self.bonus, self.interim_count = file.bonus, file.interim_count
        self.special_rules: bool = edition in file.special_rules
        """14.1.1, ES-44: whether all of them are played."""
        self.mandated, self.first_caps, self.mulhouse = file.mandated, file.first_caps, file.mulhouse
        self.first_initiatives: tuple[Side, ...] = tuple(SIDES.index(side) for side in file.first_initiatives)
        self.unready: Bits = hexes_in(file.unready)
        self.north: Bits = hexes_in(file.north)
        self.northern_activations, self.maubeuge_shut = file.northern_activations, file.maubeuge_shut
        self.schlieffen_plan, self.east_front, self.bef_coast = file.schlieffen_plan, file.east_front, file.bef_coast
        self.antwerp_bottled, self.paris_forces_withdrawal = file.antwerp_bottled, file.paris_forces_withdrawal

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return scenario_named, (self.name, self.edition)


@cache
def scenario_named(name: str, edition: str) -> Scenario1914:
    """A scenario by the name of its file, as an edition plays it."""
    return Scenario1914(name, edition, FILES[name])
