"""What the files of several boards have in common, typed: railways, places, and that pairs of hexes are neighbours.

Hexes and hexsides differ from game to game, and each declares its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, NamedTuple

from marne.hexes import Grid
from marne.tables import Key, Range, Ref, Sep, csv_rows
from marne.tables.problems import Problem

__all__ = ["LINKS", "PLACES", "LinkRow", "PlaceRow", "pair_problems"]


class LinkRow(NamedTuple):
    """Pairs of neighbours that a railway joins."""

    a: Annotated[str, Key(), Ref("board/hexes.csv")]
    b: Annotated[str, Key(), Ref("board/hexes.csv")]
    rail: Annotated[Literal["low", "high"], "no difference in play"]
    line: Annotated[tuple[str, ...], Sep("|"), "lines that run there"]


class PlaceRow(NamedTuple):
    """Names on the map."""

    name: Annotated[str, Key()]
    kind: Literal["fortress", "city", "town"]
    size: Annotated[int, Range(1, 4), "4 a great city"]
    hex: Annotated[str, Key(), Ref("board/hexes.csv")]
    lat: Annotated[float | None, "degrees; empty for the middle of the hex"]
    lon: float | None


LINKS = csv_rows("board/links.csv", LinkRow)
PLACES = csv_rows("board/places.csv", PlaceRow)


def pair_problems(grid: Grid, pairs: Iterable[tuple[str, str, str]]) -> list[Problem]:
    """For (file, a, b): two hexes that don't touch, and pairs that stand twice in a file."""
    problems: list[Problem] = []
    seen: set[tuple[str, frozenset[str]]] = set()
    for name, a, b in pairs:
        if not grid.adjacent(grid.hex(a), grid.hex(b)):
            problems.append(Problem(name, "two neighbours", f"{a}/{b}", row=f"{a} {b}"))
        if (name, frozenset((a, b))) in seen:
            problems.append(Problem(name, "each pair once", f"{a}/{b}", row=f"{a} {b}"))
        seen.add((name, frozenset((a, b))))
    return problems
