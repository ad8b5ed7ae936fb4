"""The helpers that project the ground on hexes, and that building again gives the same bytes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from marne.atlas import Affine, Georef, load
from tools.atlas.__main__ import DATA, atlas_files
from tools.atlas.borders import border_sides
from tools.atlas.layers import degree
from tools.atlas.mesh import Mesh
from tools.atlas.rails import line_hexes, rail_links
from tools.atlas.rivers import river_sides
from tools.atlas.routing import CornerNet

SHARED = Path(__file__).parents[3] / "shared"
needs_ground = pytest.mark.skipif(not SHARED.exists(), reason="the ground (../shared) is not on this machine")


def mesh(flat: bool) -> Mesh:
    """A board of 20 by 20 hexes of 15 km round the Ardennes."""
    georef = Georef(Affine(1 / 15, 0, 8.5, 0, -1 / 15, 8.5), flat)
    cells = {}
    for u in range(24):
        for v in range(34):
            if (u + v) % 2 == 0:
                cells[f"{u:02}{v:02}"] = (u, v) if flat else (v, u)
    return Mesh(georef, cells)


@pytest.mark.parametrize("flat", [True, False])
def test_a_corner_is_one_for_its_three_hexes(flat: bool) -> None:
    m = mesh(flat)
    at: dict[tuple[int, int], tuple[float, float]] = {}
    for label in m.cells:
        for key, point in zip(m.corner_keys(label), m.corners(label), strict=True):
            assert at.setdefault(key, point) == pytest.approx(point)
    assert len({(round(x, 6), round(y, 6)) for x, y in at.values()}) == len(at)


@pytest.mark.parametrize("flat", [True, False])
def test_a_river_is_an_unbroken_chain_near_its_course(flat: bool) -> None:
    """The Meuse from Verdun to Namur: every hexside hangs on the one before, none lies far from the water."""
    m = mesh(flat)
    net = CornerNet(m)
    line = [p for r in load().reaches("Meuse") for p in m.georef.line(r.points)]
    chain = [side for side, _ in net.chain(line)]
    assert len(chain) > 15
    for a, b in pairwise(chain):
        assert set(net.ends[a]) & set(net.ends[b]), (a, b)
    assert len(set(chain)) == len(chain)
    for side in chain:
        (_, (ax, ay)), (_, (bx, by)) = m.edges()[side]
        x, y = (ax + bx) / 2, (ay + by) / 2
        assert min((px - x) ** 2 + (py - y) ** 2 for px, py in line) < 0.75**2


@pytest.mark.parametrize("flat", [True, False])
def test_no_hex_is_ringed_by_streams(flat: bool) -> None:
    m = mesh(flat)
    sides = river_sides(m, load())
    assert {s.kind for s in sides.values()} == {"canal", "minor", "river", "major"}
    for label in m.cells:
        ring = [sides.get(m.pair(label, n)) for n in m.neighbours(label) if n]
        assert not (len(ring) == 6 and all(s is not None and s.kind != "major" for s in ring)), label


@pytest.mark.parametrize("flat", [True, False])
def test_a_line_runs_from_neighbour_to_neighbour_and_through_its_stations(flat: bool) -> None:
    m, atlas = mesh(flat), load()
    for line in atlas.rails:
        hexes = line_hexes(m, atlas, line, {}, 0.35)
        for a, b in pairwise(hexes):
            assert a is None or b is None or b in m.neighbours(a), line.id
        for n in line.stations:
            home = m.hex_at(atlas.stations[n].at)
            assert home is None or home in hexes, (line.id, atlas.stations[n].name)


def test_a_town_put_elsewhere_takes_its_lines_along() -> None:
    m, atlas = mesh(True), load()
    home = m.hex_at(atlas.town("Sedan").at)
    assert home is not None
    other = next(n for n in m.neighbours(home) if n)
    links = rail_links(m, atlas, placed={"Sedan": other})
    assert any(other in side for side in links)
    assert {link.kind for link in links.values()} == {"high", "low"}


def test_a_border_lies_between_hexes_of_two_countries() -> None:
    m = mesh(True)
    country = {label: "FR" if uv[0] < 8 else "DE" if uv[0] < 16 else "" for label, uv in m.cells.items()}
    sides = border_sides(m, country)
    assert set(sides.values()) == {"DE-FR"}
    assert all({country[a], country[b]} == {"FR", "DE"} for a, b in sides)


def test_degrees_are_short() -> None:
    assert [degree(x) for x in ("49.1000", "5", "48.85341", "-0.0004")] == ["49.1", "5", "48.853", "-0"]


@needs_ground
def test_building_the_atlas_again_gives_the_same_bytes() -> None:
    """What is committed is what the build writes, twice over."""
    first, second = atlas_files(SHARED), atlas_files(SHARED)
    assert first == second
    assert {path.name for path in DATA.glob("*.csv")} == set(first)
    for name, text in first.items():
        assert (DATA / name).read_text(encoding="utf-8") == text, name


@needs_ground
def test_the_ground_under_known_hexes() -> None:
    from tools.atlas.ground import Ground

    m = mesh(True)
    grades = Ground(SHARED).grades(m)
    assert set(grades) == set(m.cells)
    home = {name: m.hex_at(load().town(name).at) for name in ("Bastogne", "Reims", "Luxembourg")}
    bastogne, reims, luxembourg = (grades[home[n] or ""] for n in ("Bastogne", "Reims", "Luxembourg"))
    assert bastogne.country == "BE"
    assert luxembourg.country == "LU"
    assert bastogne.height > 400 > 150 > reims.height
    assert bastogne.wood > reims.wood
    for grade in grades.values():
        assert 0 <= grade.sea <= 100
        assert 95 <= sum(grade.shares.values()) <= 105 or not grade.shares
