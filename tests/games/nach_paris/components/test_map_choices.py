"""What the board and its tables hold where the rulebook leaves a choice: the rows of `departures.md` about them."""

from __future__ import annotations

import pytest

from games.nach_paris.still import at, still
from marne.games.nach_paris.components import tables as t
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover, Terrain, Water
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.rules.options.airmen import known_modifiers
from marne.games.nach_paris.steps import hex_of, label
from marne.hexes import bits, members

GRID = MAP.grid


@pytest.mark.rule("1.1.4")
@pytest.mark.reading("labels")
def test_rows_are_written_without_a_leading_zero() -> None:
    assert label(at("K2")) == "K2"
    assert (hex_of("K2") >= 0, hex_of("K02")) == (True, -1)


@pytest.mark.rule("1.1.4")
@pytest.mark.reading("extent")
def test_the_campaign_is_played_from_a_to_bf_and_from_1_to_45() -> None:
    area = SCENARIOS["campaign"].area
    assert area == bits(hex for hex in range(len(GRID)) if MAP.playable(hex))
    labels = [GRID.label(hex) for hex in members(area)]
    assert (labels[0], labels[-1]) == ("A2", "BF29")
    assert {1, 45} <= {int(each.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for each in labels}


@pytest.mark.rule("20.1.7", "20.1.5")
@pytest.mark.reading("example-19", "example-19-case")
def test_airmen_from_aj18_are_near_ai15_and_from_aj19_they_are_far() -> None:
    def counted(base: str) -> list[str]:
        return [each.text for each in known_modifiers(still({"2.AOK": base}), BY_ID["2.AOK"], at("AI15"))]

    assert (GRID.distance(at("AJ18"), at("AI15")), GRID.distance(at("AJ19"), at("AI15"))) == (3, 4)
    assert (counted("AJ18"), counted("AJ19")) == (["aerial.near"], ["aerial.far"])


@pytest.mark.rule("4.2")
@pytest.mark.reading("forests")
def test_deep_forest_lets_railways_and_rivers_through_and_leaves_three_sides_open() -> None:
    woods = [side for side, cover in enumerate(MAP.cover) if cover == Cover.DEEP_FOREST]
    assert len(woods) == 229
    assert not {GRID.side(link.a, link.b) for link in MAP.links} & set(woods)
    assert {MAP.water[side] for side in woods} <= {Water.NONE, Water.MINOR}

    def shut(side: int) -> bool:
        return MAP.cover[side] != Cover.NONE and not MAP.mountain_pass[side]

    for hex in range(len(GRID)):
        near = GRID.neighbours[hex]
        if MAP.playable(hex) and len(near) > 2:
            assert sum(not shut(GRID.side(hex, other)) for other in near) >= 3, GRID.label(hex)


@pytest.mark.rule("17.2.2")
@pytest.mark.reading("floods")
def test_thirteen_banks_are_flooded_five_of_them_partially() -> None:
    found = {
        sluice.name: sorted("/".join(map(GRID.label, GRID.side_hexes(side))) for side in sluice.sides)
        for sluice in MAP.sluices
    }
    assert found == {
        "Anvers": ["AF40/AG40", "AG39/AG40", "AG40/AH40"],
        "Dunkerque": ["AV39/AW38", "AW38/AW39", "AW38/AX39", "AX38/AX39", "AX38/AY37", "AX38/AY38"],
        "Yser": ["AT39/AU38", "AT39/AU39", "AT40/AU39", "AT40/AU40"],
    }
    partial = {"/".join(map(GRID.label, GRID.side_hexes(side))) for side, yes in enumerate(MAP.partial_flood) if yes}
    assert partial == {"AG39/AG40", "AG40/AH40", "AT39/AU39", "AT40/AU40", "AW38/AX39"}


@pytest.mark.rule("18.1.3", "18.2.1")
@pytest.mark.reading("harbours")
def test_capacities_of_the_harbours_and_lengths_of_the_lanes() -> None:
    assert {harbour.name: harbour.capacity for harbour in MAP.harbours} == {
        "Anvers": 0,
        "Zeebrugge": 3,
        "Ostende": 4,
        "Nieuport": 1,
        "Dunkerque": 5,
        "Abbeville": 1,
        "Calais": 4,
        "Boulogne": 4,
        "Le Tréport": 1,
        "Dover": 6,
    }
    assert [(lane.a, lane.b, lane.cost) for lane in MAP.sea_lanes] == [
        ("Zeebrugge", "Ostende", 3),
        ("Ostende", "Nieuport", 2),
        ("Nieuport", "Dunkerque", 3),
        ("Dunkerque", "Calais", 4),
        ("Calais", "Boulogne", 4),
        ("Calais", "Dover", 4),
        ("Boulogne", "Folkestone", 5),
        ("Boulogne", "Abbeville", 7),
        ("Abbeville", "Le Tréport", 4),
        ("Le Tréport", "Dieppe", 3),
        ("Dieppe", "Le Havre", 10),
        ("Le Havre", "Southampton", 18),
    ]
    assert [label(hex) for harbour in MAP.harbours if harbour.name == "Abbeville" for hex in harbour.channel] == [
        "BC29",
        "BD30",
    ]


@pytest.mark.rule("4.5")
@pytest.mark.reading("objectives")
def test_the_mine_of_villerupt_is_french_on_german_ground() -> None:
    strangers = {mine.name: mine.nation for mine in MAP.mines if MAP.country[mine.hex] != mine.nation}
    assert strangers == {"Villerupt": "FR"}
    assert len(MAP.mines) == 10


@pytest.mark.rule("15.1.1", "15.1.2", "11.6.5")
@pytest.mark.reading("turn-track")
def test_weather_and_works_on_the_turn_track() -> None:
    assert list(t.TRACK.heat) == [5, 6, 10, 11, 12, 14, 15, 16, 17]
    assert list(t.TRACK.rain) == [8, 13, 20, 21, 22]
    first = {
        camp.name: next((turn for turn in range(23) if t.camp_works_over(camp.name, turn)), 0) for camp in MAP.camps
    }
    german, east = ("Metz", "Diedenhofen", "Strasbourg"), ("Verdun", "Toul", "Épinal", "Belfort")
    assert {first[name] for name in german} == {3}
    assert {first[name] for name in east} == {5}
    assert (first["Namur"], first["Langres"], first["Maubeuge"], first["Anvers"]) == (8, 8, 9, 9)
    assert (first["Paris"], first["Liège"]) == (17, 0)


@pytest.mark.rule("9.4.4", "8.4.2", "8.7.3")
@pytest.mark.reading("flood-plain-clear")
def test_a_flood_plain_counts_as_clear_until_it_is_flooded() -> None:
    plain, clear = Terrain.FLOOD_PLAIN, Terrain.CLEAR
    for other in (each for each in Terrain if each != Terrain.SEA):
        mine = other if other != plain else clear
        assert t.COMBAT_MODIFIER[plain, other] == t.COMBAT_MODIFIER[clear, mine]
        assert t.COMBAT_MODIFIER[other, plain] == t.COMBAT_MODIFIER[mine, clear]
        assert t.COMBAT_STEPS[plain, other] == t.COMBAT_STEPS[clear, mine]
    assert t.barrage_terrain(plain) == t.barrage_terrain(clear)
    assert t.fort_barrage_terrain(plain) == t.fort_barrage_terrain(clear)
    assert (t.MOVEMENT[plain], t.STACKING[plain]) == (t.MOVEMENT[clear], t.STACKING[clear])
