"""The committed layers: they load, stay in their box, and hang together."""

from __future__ import annotations

from collections import Counter

import pytest

from marne.atlas import Atlas, kilometres, load
from marne.atlas.model import BOX


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return load()


def test_every_layer_has_what_the_readme_of_the_ground_counts(atlas: Atlas) -> None:
    assert len({r.river for r in atlas.rivers}) == 275
    assert len(atlas.borders) == 10
    assert len(atlas.coasts) == 9
    assert len(atlas.rails) == 535
    assert len(atlas.stations) == 1761
    assert len(atlas.structures) == 235
    assert len(atlas.forts) == 332
    assert len(atlas.towns) > 400


def test_no_point_leaves_the_box(atlas: Atlas) -> None:
    west, south, east, north = BOX
    points = [p for r in atlas.rivers for p in r.points]
    points += [p for b in atlas.borders for p in b.points] + [p for c in atlas.coasts for p in c.points]
    points += [s.at for s in atlas.stations] + [t.at for t in atlas.towns] + [f.at for f in atlas.forts]
    points += [s.at for s in atlas.structures] + [r.at for r in atlas.regions]
    outside = [p for p in points if not (west <= p[0] <= east and south <= p[1] <= north)]
    assert outside == []


def test_the_reaches_of_a_river_follow_on(atlas: Atlas) -> None:
    """Where the class changes the next reach begins at the same point."""
    previous = None
    for reach in atlas.rivers:
        assert len(reach.points) >= 2, reach.river
        if previous is not None and previous.river == reach.river:
            assert previous.points[-1] == reach.points[0], reach.river
            assert previous.kind != reach.kind, reach.river
        previous = reach


def test_the_classes_that_the_campaign_turns_on(atlas: Atlas) -> None:
    """The Meuse is no great obstacle above Verdun, and one below it."""
    assert [r.kind for r in atlas.reaches("Meuse")] == ["minor", "river", "major"]
    assert {r.kind for r in atlas.reaches("Rhine") or atlas.reaches("Rhein")} == {"major"}


@pytest.mark.parametrize("kinds", [("high",), ("high", "low")])
def test_the_rail_net_is_one_piece(atlas: Atlas, kinds: tuple[str, ...]) -> None:
    ways: dict[int, set[int]] = {}
    for line in atlas.rails:
        if line.kind in kinds:
            for a, b in zip(line.stations, line.stations[1:], strict=False):
                ways.setdefault(a, set()).add(b)
                ways.setdefault(b, set()).add(a)
    todo, seen = [min(ways)], {min(ways)}
    while todo:
        for n in ways[todo.pop()] - seen:
            seen.add(n)
            todo.append(n)
    assert sorted(atlas.stations[n].name for n in ways.keys() - seen) == []


def test_names_are_unique_and_no_leg_of_a_line_is_absurd(atlas: Atlas) -> None:
    assert [n for n, k in Counter(s.name for s in atlas.stations).items() if k > 1] == []
    assert [n for n, k in Counter(t.name for t in atlas.towns).items() if k > 1] == []
    legs = [
        (line.id, kilometres(atlas.stations[a].at, atlas.stations[b].at))
        for line in atlas.rails
        for a, b in zip(line.stations, line.stations[1:], strict=False)
    ]
    assert max(legs, key=lambda leg: leg[1])[1] < 80


def test_a_town_answers_to_its_names(atlas: Atlas) -> None:
    assert atlas.town("Antwerp") is atlas.town("Antwerpen") is atlas.town("Anvers")
    assert atlas.town("Strasbourg").country == "DE"
    with pytest.raises(KeyError):
        atlas.town("Atlantis")


def test_every_border_joins_two_countries_that_meet(atlas: Atlas) -> None:
    ends = Counter(p for b in atlas.borders for p in (b.points[0], b.points[-1]))
    assert {c for b in atlas.borders for c in b.between} == {"FR", "DE", "BE", "LU", "NL", "CH"}
    # Tripoints are shared: France, Belgium and Luxembourg meet in one point, and so on.
    assert sum(1 for n in ends.values() if n >= 2) >= 4


def test_modern_forts_are_told_from_old_ones(atlas: Atlas) -> None:
    by_name = {f.name: f for f in atlas.forts}
    assert by_name["Fort de Barchon"].modern
    assert sum(f.modern for f in atlas.forts) > 100
