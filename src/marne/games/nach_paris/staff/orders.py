"""The orders of one Movement Phase as plain data: the staff's memo."""

from __future__ import annotations

from marne.engine import JSON
from marne.games.nach_paris.components.units import Nation, Unit
from marne.games.nach_paris.staff.marching.tempers import Tempers
from marne.games.nach_paris.staff.strikes import Place

__all__ = ["Orders"]


class Orders:
    """Where each unit of a nation goes in one Movement Phase. `now` is the unit on its way."""

    def __init__(self, turn: int, nation: Nation, places: list[Place], tempers: Tempers) -> None:
        self.turn = turn
        self.nation = nation
        self.waiting = {place.unit: place for place in places}
        self.now: Place | None = None
        self.tempers = dict(tempers)
        """Of the armies for which other orders have been weighed; the last one last."""

    def place_of(self, unit: Unit) -> Place | None:
        """What a unit is to do."""
        if self.now is not None and self.now.unit == unit:
            return self.now
        return self.waiting.get(unit)

    def as_json(self) -> JSON:
        """For the staff's memo."""
        return {
            "turn": self.turn,
            "nation": self.nation,
            "places": [list(place) for place in self.waiting.values()],
            "now": None if self.now is None else list(self.now),
            "tempers": [list(each) for each in self.tempers.items()],
        }

    @classmethod
    def from_json(cls, data: dict[str, object]) -> Orders:
        """What `as_json` wrote."""
        places, now = data["places"], data["now"]
        tempers = data.get("tempers", [])  # games that were begun before there were any
        assert isinstance(places, list)
        assert isinstance(tempers, list)
        waiting = [Place(*place) for place in places]
        found = cls(int(str(data["turn"])), int(str(data["nation"])), waiting, dict(tempers))
        found.now = Place(*now) if isinstance(now, list) else None
        return found
