"""Sets of hexes and hexsides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexes.strategies import quick
from marne.hexes import SCHLIEFFENS_WAR, HexSet, HexSideSet, bits, first, members

GRID = SCHLIEFFENS_WAR.rectangle(range(1, 10), range(1, 10))
NUMBERS = st.sets(st.integers(0, len(GRID) - 1))


@given(st.sets(st.integers(0, 3000), max_size=400))
@quick
def test_bits_and_members_are_inverse_and_in_order(numbers: set[int]) -> None:
    assert members(bits(numbers)) == sorted(numbers)
    assert first(bits(numbers)) == min(numbers, default=None)


@given(NUMBERS, NUMBERS)
@quick
def test_sets_behave_as_sets(a: set[int], b: set[int]) -> None:
    one, two = HexSet.of(GRID, a), HexSet.of(GRID, b)
    assert list(one | two) == sorted(a | b)
    assert list(one & two) == sorted(a & b)
    assert list(one - two) == sorted(a - b)
    assert list(one ^ two) == sorted(a ^ b)
    assert list(one.complement()) == sorted(set(range(len(GRID))) - a)
    assert (one <= two, one >= two, one == two) == (a <= b, a >= b, a == b)
    assert (len(one), bool(one)) == (len(a), bool(a))
    assert [h in one for h in range(len(GRID))] == [h in a for h in range(len(GRID))]
    if a == b:
        assert hash(one) == hash(two)
    assert set(one.spread()) == {n for h in a for n in GRID.neighbours[h]}


def test_sets_know_labels() -> None:
    some = HexSet.from_labels(GRID, "0204", "0203")
    assert some.labels() == ("0203", "0204")
    assert repr(some) == "HexSet(0203, 0204)"
    assert len(HexSet.all(GRID)) == 81
    river = HexSideSet.from_labels(GRID, "0505/0404", "0101/E")
    assert river.labels() == ("0101/E", "0404/0505")
    assert river.between(GRID.hex("0404"), GRID.hex("0505"))
    assert not river.between(GRID.hex("0404"), GRID.hex("0405"))


def test_kinds_and_grids_do_not_mix() -> None:
    other = SCHLIEFFENS_WAR.rectangle(range(1, 10), range(1, 10))
    with pytest.raises(TypeError, match="only mixes with another of the same grid"):
        HexSet.all(GRID) | HexSet.all(other)
    with pytest.raises(TypeError, match="only mixes"):
        HexSet(GRID, 1) & HexSideSet(GRID, 1)  # type: ignore[operator]
    assert HexSet(GRID, 1) != HexSideSet(GRID, 1)
    with pytest.raises(ValueError, match=r"outside 0\.\.80"):
        HexSet(GRID, 1 << 81)
    assert -1 not in HexSet.all(GRID)
    assert "0101" not in HexSet.all(GRID)
