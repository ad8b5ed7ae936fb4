"""The projection, against its inverse and against pyproj."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marne.atlas import Affine, Georef, Lambert, kilometres

LONS = st.floats(-1.5, 9.5)
LATS = st.floats(46.8, 52.6)
TURNED = Georef(Affine(0.1, -0.0015, 23.0, -0.0015, -0.1, 20.8), flat=True)
UPRIGHT = Georef(Affine(1 / 25.75, 0, 4.2, 0, -1 / 25.75, 7.1), flat=False)


@given(LONS, LATS)
def test_there_and_back(lon: float, lat: float) -> None:
    for georef in (TURNED, UPRIGHT):
        back = georef.lonlat(georef.plane((lon, lat)))
        assert abs(back[0] - lon) < 1e-9
        assert abs(back[1] - lat) < 1e-9


@pytest.mark.parametrize("parallels", [(49.0, 51.0), (50.0, 50.0)])
def test_as_pyproj_has_it(parallels: tuple[float, float]) -> None:
    pyproj = pytest.importorskip("pyproj", reason="the atlas extra is not installed")
    ours = Lambert(*parallels)
    theirs = pyproj.Proj(f"+proj=lcc +lat_1={parallels[0]} +lat_2={parallels[1]} +lat_0=49.8 +lon_0=4.5 +R=6371000")
    for lon in (-1.5, 2.35, 4.5, 9.5):
        for lat in (46.8, 49.8, 52.6):
            x, y = theirs(lon, lat)
            east, north = ours.km((lon, lat))
            assert hypot(east - x / 1000, north - y / 1000) < 1e-6


@given(st.integers(-30, 30), st.integers(-30, 30), st.booleans())
def test_a_hex_holds_its_centre_and_touches_six(u: int, v: int, flat: bool) -> None:
    v += (u + v) % 2
    georef = TURNED if flat else UPRIGHT
    assert georef.uv(georef.centre(u, v)) == (u, v)
    x, y = georef.centre(u, v)
    corners = georef.corners(u, v)
    for i, other in enumerate(georef.neighbours(u, v)):
        ox, oy = georef.centre(*other)
        assert hypot(ox - x, oy - y) == pytest.approx(1)
        a, b = corners[i], corners[(i + 1) % 6]  # side i lies half way to neighbour i
        assert ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) == pytest.approx(((x + ox) / 2, (y + oy) / 2))
        assert (u, v) == georef.neighbours(*other)[(i + 3) % 6]


def test_known_distances() -> None:
    """The plane keeps distances: Paris to Sedan, to half a per cent."""
    paris, sedan = (2.3488, 48.8534), (4.9454, 49.7019)
    (a, b), (c, d) = UPRIGHT.plane(paris), UPRIGHT.plane(sedan)
    assert hypot(a - c, b - d) * UPRIGHT.km_per_unit() == pytest.approx(kilometres(paris, sedan), rel=0.005)
