"""Borders of 1914 on hexsides."""

from __future__ import annotations

from collections.abc import Mapping

from .mesh import Mesh
from .routing import Side


def border_sides(mesh: Mesh, country: Mapping[str, str]) -> dict[Side, str]:
    """Every hexside between hexes of two countries, as `FR-DE` (in alphabetical order of the codes).

    A hex belongs to one country, so a border follows from the hexes: chains can't break, and both sides agree.
    """
    found = {}
    for a, b in mesh.edges():
        if country[a] and country[b] and country[a] != country[b]:
            found[a, b] = "-".join(sorted((country[a], country[b])))
    return found
