"""What the atlas holds: lines, places and the rail net of the theatre in 1914, in degrees of longitude and latitude."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LonLat = tuple[float, float]
RiverClass = Literal["minor", "river", "major", "canal"]
RailClass = Literal["high", "low"]

#: No line of the atlas leaves this box: west, south, east, north. The coast of Friesland closes the sea in the north.
BOX = (-1.6, 46.7, 9.5, 53.6)


@dataclass(frozen=True, slots=True)
class RiverReach:
    """A stretch of a river or canal with one class as an obstacle, from its source downstream."""

    river: str
    names: tuple[str, ...]  #: the same river in other languages
    kind: RiverClass
    points: tuple[LonLat, ...]  #: the last point is the first of the next reach


@dataclass(frozen=True, slots=True)
class Border:
    """A border of 1914 between two countries."""

    name: str
    between: tuple[str, str]
    points: tuple[LonLat, ...]


@dataclass(frozen=True, slots=True)
class Coast:
    name: str
    island: bool  #: islands are closed lines
    points: tuple[LonLat, ...]


@dataclass(frozen=True, slots=True)
class Station:
    """A town, junction or halt of the rail net."""

    name: str
    at: LonLat


@dataclass(frozen=True, slots=True)
class RailLine:
    id: str
    name: str
    company: str
    kind: RailClass
    strengthened: bool  #: four tracks in part, or built up as a strategic line
    narrow: bool
    confidence: str
    stations: tuple[int, ...]  #: indices into Atlas.stations


@dataclass(frozen=True, slots=True)
class Structure:
    """A bridge, tunnel, viaduct or lock that mattered in 1914."""

    id: str
    name: str
    kind: str
    river: str
    place: str
    at: LonLat
    line: str
    weight: str  #: critical, important or normal: a proposal for the games
    status: str


@dataclass(frozen=True, slots=True)
class Town:
    name: str  #: the name used on maps of 1914
    names: tuple[str, ...]  #: in other languages, `nl:Antwerpen`
    country: str
    size: int  #: 4 a great city, 3 a city, 2 a town, 1 a small town or village with a name in the campaign
    kinds: tuple[str, ...]  #: fortress, port, capital
    at: LonLat


@dataclass(frozen=True, slots=True)
class Fort:
    id: str
    fortress: str
    name: str
    nation: str
    role: str
    kind: str  #: masonry, masonry-strengthened, concrete, feste, feste-ultramodern, enceinte, fieldwork, complex
    at: LonLat

    @property
    def modern(self) -> bool:
        """Concrete or armour good enough for 1914: drawn filled."""
        return self.kind in ("concrete", "masonry-strengthened", "feste", "feste-ultramodern")


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of country with a name of its own: a wood, an upland, a marsh."""

    name: str
    kind: str
    at: LonLat
    radius_km: int


@dataclass(frozen=True, slots=True)
class Atlas:
    rivers: tuple[RiverReach, ...]
    borders: tuple[Border, ...]
    coasts: tuple[Coast, ...]
    stations: tuple[Station, ...]
    rails: tuple[RailLine, ...]
    structures: tuple[Structure, ...]
    towns: tuple[Town, ...]
    forts: tuple[Fort, ...]
    regions: tuple[Region, ...]

    def reaches(self, river: str) -> tuple[RiverReach, ...]:
        """Every reach of a river by its name, source first."""
        return tuple(r for r in self.rivers if r.river == river)

    def town(self, name: str) -> Town:
        """The town of that name, or with that name in another language."""
        for town in self.towns:
            if town.name == name:
                return town
        for town in self.towns:
            if any(other.partition(":")[2] == name for other in town.names):
                return town
        raise KeyError(name)
