"""Small grids of every kind for property tests: both orientations, ragged edges, holes, any order of numbers."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

from marne.hexes import Cell, Grid, Orientation

# No deadlines: a test never depends on how busy the machine is.
quick = settings(max_examples=30, deadline=None)
thorough = settings(max_examples=100, deadline=None)
all_night = settings(max_examples=5000, deadline=None)


@st.composite
def cells(draw: st.DrawFn, most: int = 30) -> tuple[Orientation, list[Cell]]:
    orientation: Orientation = draw(st.sampled_from(("flat", "pointy")))
    odd = draw(st.integers(0, 1))
    wide, high = (5, 9) if orientation == "flat" else (9, 5)
    cell = st.tuples(st.integers(-wide, wide), st.integers(-high, high)).map(
        lambda c: (c[0], c[1] + (sum(c) + odd) % 2)
    )
    return orientation, draw(st.lists(cell, min_size=1, max_size=most, unique=True))


@st.composite
def dense_cells(draw: st.DrawFn) -> tuple[Orientation, list[Cell]]:
    """A small field with a few holes: mostly connected, so that paths have something to choose."""
    orientation: Orientation = draw(st.sampled_from(("flat", "pointy")))
    side = draw(st.integers(1, 5))
    field = [(x, 2 * y + x % 2) for x in range(side) for y in range(draw(st.integers(1, 5)))]
    holes = draw(st.sets(st.sampled_from(field), max_size=4))
    order = draw(st.permutations([c for c in field if c not in holes] or field))
    return orientation, [c if orientation == "flat" else (c[1], c[0]) for c in order]


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    orientation, chosen = draw(st.one_of(cells(), dense_cells()))
    return Grid(orientation, {f"h{i}": cell for i, cell in enumerate(chosen)})


def subsets(size: int) -> st.SearchStrategy[set[int]]:
    return st.sets(st.integers(0, size - 1)) if size else st.just(set())
