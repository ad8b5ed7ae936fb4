"""Forts, Festen and Fortified Zones: factors, classes, places."""

from __future__ import annotations

from pathlib import Path

from marne.games.nach_paris import forts as f
from marne.games.nach_paris.data import DATA_SET, DIRECTORY, MAP
from marne.hexes import members

GRID = MAP.grid


def named(name: str) -> int:
    return next(i for i, fort in enumerate(MAP.forts) if name in fort.name)


def test_what_is_stated_of_forts() -> None:
    """Examples 8, 13, 14."""
    citadel = named("Charlemont")
    assert (f.CAB[citadel], f.CBF[citadel], f.CLASSES[f.CLASS[citadel]]) == ((12,), (8,), "white")
    camp = f.CAMPS[next(i for i, c in enumerate(MAP.camps) if c.name == "Maubeuge")]
    assert len(list(members(camp))) == 6
    assert {f.CLASSES[f.CLASS[fort]] for fort in members(camp)} == {"black"}
    assert {f.CAB[fort] for fort in members(camp)} == {(15,)}
    assert f.CBF[named("Bourdiau")] == (12,)
    assert f.CBF[named("Hautmont")][0] >= 7


def test_a_reduced_feste_has_half_its_factors_and_three_less() -> None:
    """11.4.10"""
    assert len(list(members(f.FESTEN))) == 16
    for fort in members(f.FESTEN):
        assert f.CAB[fort][1] == f.CAB[fort][0] - 3
        assert (2 * f.CBF[fort][1], 2 * f.ARF[fort][1]) == (f.CBF[fort][0], f.ARF[fort][0])


def test_festen_control_at_most_three_neighbours_outside_their_camp() -> None:
    """11.4.2"""
    for fort, hexes in enumerate(f.ZOC):
        found = list(members(hexes))
        assert len(found) <= 3
        assert not found or f.FESTEN >> fort & 1
        for hex in found:
            assert GRID.adjacent(hex, MAP.forts[fort].hex)
            assert MAP.camp[hex] < 0 or MAP.camp[hex] != f.CAMP_OF[fort]


def test_how_far_a_camp_is_destroyed() -> None:
    """11.6.14, as Example 14 counts the six forts of Maubeuge."""
    found = [f.camp_modifier(6, active) for active in (6, 5, 4, 3, 2, 1)]
    assert found == ["", "", "", "camp.cab.half", "camp.cab.most", "camp.cab.last"]
    assert [f.camp_modifier(12, active) for active in (7, 6, 4, 3, 1)] == [
        "", "camp.cab.half", "camp.cab.half", "camp.cab.most", "camp.cab.last",
    ]  # fmt: skip
    assert f.camp_modifier(1, 1) == ""


def test_zones() -> None:
    """11.2.3"""
    assert (set(f.ZONE_CAB), set(f.ZONE_CBF)) == ({13}, {2})
    assert {GRID.label(hex) for hex in f.ZONE_AT} == {"I9", "I8", "E2", "E4", "F7"}


def test_long_range_reaches_the_near_half_of_the_second_hex() -> None:
    """8.5.2: two hexes away, and no further than the middle of the second."""
    for hex in (GRID.hex("AL31"), GRID.hex("Z36"), GRID.hex("U34")):
        reach = f.in_long_range(hex, 15_000)
        for fort, place in enumerate(MAP.forts):
            two = GRID.distance(hex, place.hex) == 2
            assert bool(reach >> fort & 1) == (two and MAP.apart(place, hex) <= 15_000**2)
    assert [MAP.forts[i].name for i in members(f.in_long_range(GRID.hex("AL31"), 15_000))] == ["Fort de Cerfontaine"]
    assert {GRID.label(h) for h in f.beyond(GRID.hex("AL31"), GRID.hex("AJ31"))} == {"AK30", "AK31"}


def test_a_fort_that_the_board_lacks_is_refused(tmp_path: Path) -> None:
    text = (DIRECTORY / "forts.csv").read_text(encoding="utf-8")
    (tmp_path / "forts.csv").write_text(text.replace("Fort Werder,D12", "Fort Wander,D12"), encoding="utf-8")
    problems = [str(p) for p in DATA_SET.check(tmp_path)]
    assert len(problems) == 2
    assert "Fort Wander D12" in problems[0]
    assert "this file only" in problems[0]
