"""[7.7], [7.8] The order of battle: each army with what it has, what is to come, what must go and what is lost."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from marne.engine import Formation, Mustered
from marne.games.nach_paris.board import ASIDE, DESTROYED, WAITING, NachParisBoard, sea_box
from marne.games.nach_paris.components.scenarios import Play
from marne.games.nach_paris.components.units import (
    ARMY,
    ARMY_NAMES,
    COUNT,
    IDS,
    NAMES,
    NATION,
    SIDE,
    SIDES,
    STEPS,
    Nation,
    Unit,
)
from marne.games.nach_paris.rules.engineers.ships import BOXES
from marne.games.nach_paris.steps import label
from marne.games.nach_paris.words import phrase

__all__ = ["order_of_battle"]

NATION_WORDS: Final = ("belgian", "french", "british", "german")
State = Literal["here", "coming", "lost", "left"]
Told = tuple[Unit, State, int]
"""A unit, its state, and for one at sea the number of its box."""
STATES: Final[dict[int, State]] = {WAITING: "coming", DESTROYED: "lost"}


def order_of_battle(board: NachParisBoard, language: str) -> tuple[Formation, ...]:
    """The armies of a scenario, the Germans first, those without an army last; versions out of use are left out."""
    return _rolls(board.play).all(tuple([min(place, 0) for place in board.where]), language)


_FARTHEST: Final = -10
"""From here down a unit is at sea, or somewhere under a marker."""


class _Rolls:
    """The armies of one scenario. Formations that look the same are one object: their JSON is kept by what they are."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.leaves = {unit: turn for turn, going in play.withdrawals.items() for unit in going}
        units = [unit for unit in range(COUNT) if play.units >> unit & 1]
        keys = {(NATION[unit], ARMY[unit]): (SIDE[unit], NATION[unit], ARMY[unit] < 0, ARMY[unit]) for unit in units}
        self.armies = tuple(sorted(keys, key=keys.__getitem__))
        self.formation = lru_cache(512)(self._formation)
        self.all = lru_cache(64)(self._all)

    def _all(self, places: tuple[int, ...], language: str) -> tuple[Formation, ...]:
        """`places` has 0 for every unit on the map, wherever it is."""
        found: dict[tuple[Nation, int], list[Told]] = {key: [] for key in self.armies}
        for unit, place in enumerate(places):
            if place != ASIDE:
                state: State = "here" if place >= 0 else STATES.get(place, "left" if place > _FARTHEST else "here")
                found.setdefault((NATION[unit], ARMY[unit]), []).append((unit, state, sea_box(place)))
        return tuple(self.formation(key, tuple(units), language) for key, units in found.items() if units)

    def _formation(self, key: tuple[Nation, int], units: tuple[Told, ...], language: str) -> Formation:
        nation, army = key
        of = phrase(language, f"word.{NATION_WORDS[nation]}")
        return Formation(
            f"{NATION_WORDS[nation]}-{army}",
            ARMY_NAMES[army] if army >= 0 else phrase(language, "view.no_army", nation=of),
            SIDES[SIDE[units[0][0]]],
            tuple(self._mustered(*unit, language) for unit in units),
        )

    def _mustered(self, unit: Unit, state: State, box: int, language: str) -> Mustered:
        row = self.play.arrival.get(unit) if state == "coming" else None
        leaves = self.leaves.get(unit, 0) if state in ("here", "coming") else 0
        if row is None:
            note = phrase(language, f"word.{BOXES[box]}") if box >= 0 else ""  # 18.1.4
            return Mustered(IDS[unit], NAMES[unit], state, STEPS[unit], leaves=leaves, note=note)
        return Mustered(IDS[unit], NAMES[unit], state, STEPS[unit] - row.lost, row.turn, label(row.hex), leaves)


_known: dict[int, _Rolls] = {}


def _rolls(play: Play) -> _Rolls:
    """By what the scenario is, not by what it says; it is kept, so that no other takes its place in memory."""
    found = _known.get(id(play))
    if found is None:
        if len(_known) >= 64:
            _known.clear()
        found = _known[id(play)] = _Rolls(play)
    return found
