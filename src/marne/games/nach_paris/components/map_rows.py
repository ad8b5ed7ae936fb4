"""The rows of the board's files: what a person with the printed map may correct, column by column."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from marne.tables import Key, Range, Ref, Sep

__all__ = [
    "CampRow",
    "Country",
    "Guard",
    "Hex",
    "HexRow",
    "LinkRow",
    "OverrideRow",
    "PlaceRow",
    "SeaLaneRow",
    "SideRow",
    "Words",
]

Country = Literal["FR", "DE", "BE", "LU", "NL", "CH", "GB"]
Hex = Annotated[str, Ref("board/hexes.csv")]
Words = Annotated[tuple[str, ...], Sep("|")]
Guard = Literal["regular", "strengthened"]


class HexRow(NamedTuple):
    """One hex: its terrain [4.1], its country in August 1914, and the ground that the terrain was graded from."""

    label: Annotated[str, Key(), "a hex such as AY14"]
    u: Annotated[int, "column from the west, for drawing"]
    v: Annotated[int, "half rows from the north, for drawing"]
    terrain: Literal["sea", "clear", "broken", "rough", "mountainous", "lowland", "flood plain"]
    country: Country | None
    height: Annotated[int, "metres, to ten"]
    relief: Annotated[int, Range(0), "metres, to ten"]
    wood: Annotated[int, Range(0, 100), "per cent, to five"]
    sea: Annotated[int, Range(0, 100), "per cent, to five"]


class SideRow(NamedTuple):
    """One hexside that carries something [4.2], [4.4]; once, not once from each hex."""

    a: Annotated[Hex, Key()]
    b: Annotated[Hex, Key()]
    river: Literal["canal", "minor", "river", "major"] | None
    river_name: Words
    features: Annotated[
        tuple[
            Literal["bridge", "entrenchment", "flood", "forest", "marsh", "partial-flood", "pass", "pond", "range"], ...
        ],
        Sep("|"),
    ]
    guard_a: Annotated[Guard | None, "entrenchments that guard hex a against b"]
    guard_b: Annotated[Guard | None, "entrenchments that guard hex b against a"]
    works: Annotated[Words, "names of the lines or camps"]
    flood: Annotated[str | None, "the sluice that floods these banks [17.2]"]


class LinkRow(NamedTuple):
    """A railway between two neighbouring hexes [4.3]; at_a and at_b say at which node of each hex it ends."""

    a: Annotated[Hex, Key()]
    b: Annotated[Hex, Key()]
    rail: Literal["high", "low"]
    line: Words
    strengthened: bool
    at_a: Annotated[int, Key(), Range(0, 3)]
    at_b: Annotated[int, Key(), Range(0, 3)]


class PlaceRow(NamedTuple):
    """A place. What `group`, `grade`, `value` and `to` mean depends on the kind; README.md beside the file says it."""

    name: str
    kind: Literal[
        "bridge", "channel", "edge", "fort", "fortress", "mine", "objective", "pass", "port", "sluice",
        "station", "town", "tunnel", "urban", "viaduct", "village", "zone",
    ]  # fmt: skip
    size: Annotated[int, Range(0, 4), "of towns: 1 small, 2 normal, 3 large, 4 a large station of an urban area"]
    hex: Hex
    to: Hex | None
    lat: float
    lon: float
    nation: Country | None
    group: str | None
    grade: str | None
    value: str | None
    features: Words
    names: Words


class CampRow(NamedTuple):
    """An Entrenched Camp [11.6.4]: its fortress, its hexes, and the entrenchments of its belt, east and elsewhere."""

    name: Annotated[str, Key()]
    nation: Country
    fortress: Annotated[str, "its name in the atlas's list of forts"]
    town: Annotated[str | None, "its town, where that has another name"]
    belt: Guard
    east: Guard
    hexes: tuple[Hex, ...]


class SeaLaneRow(NamedTuple):
    """A sea lane [18.2.1] between two harbours."""

    a: Annotated[str, Key()]
    b: Annotated[str, Key()]
    box: str
    cost: Annotated[int, Range(1)]


class OverrideRow(NamedTuple):
    """What is set by hand, because the rulebook states it or the ground misleads; for the builder, not the rules."""

    what: Literal[
        "add_line", "alone", "bank", "country", "drop_fort", "drop_line", "drop_structure", "flood", "fort_class",
        "join", "keep_line", "line", "pass", "place", "side", "structure", "terrain", "town", "works",
    ]  # fmt: skip
    a: str
    b: str | None
    value: str | None
