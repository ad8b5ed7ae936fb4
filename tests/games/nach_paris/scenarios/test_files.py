"""Scenario files: who enters when and where, what is broken, what counts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from marne.games.nach_paris.components import units as u
from marne.games.nach_paris.components.data import DATA_SET, DIRECTORY, LOADED, MAP
from marne.games.nach_paris.components.map import Terrain
from marne.games.nach_paris.components.scenario_rows import SCENARIOS as FILES
from marne.games.nach_paris.components.scenario_rows import SETUP
from marne.games.nach_paris.components.scenarios import SCENARIOS, Play, level
from marne.games.nach_paris.components.tables import STACKING, V
from marne.hexes import members
from marne.tables import Origin

GRID = MAP.grid
NAMES = (
    "haelen",
    "liege",
    "mulhouse",
    "morhange",
    "ardennes",
    "charleroi",
    "mons",
    "guise",
    "maubeuge",
    "lorraine",
    "marne",
    "campaign",
)
SOIL = {"BE": {"BE"}, "FR": {"FR"}, "GB": {"FR"}, "DE": {"DE", "LU"}}


@pytest.fixture(params=NAMES)
def play(request: pytest.FixtureRequest) -> Play:
    name: str = request.param
    return SCENARIOS[name]


@pytest.mark.rule("3.3.1", "1.1.5")
def test_the_scenarios() -> None:
    assert tuple(SCENARIOS) == NAMES
    assert [(p.said.number, p.said.first, p.said.last) for p in SCENARIOS.values()] == [
        (1, 6, 10),
        (2, 1, 8),
        (3, 3, 6),
        (4, 7, 11),
        (5, 10, 12),
        (6, 10, 13),
        (7, 11, 14),
        (8, 14, 15),
        (9, 13, 19),
        (10, 1, 20),
        (11, 18, 21),
        (12, 1, 22),
    ]
    counted = [len(list(members(p.units))) for p in SCENARIOS.values()]
    assert counted == [25, 29, 20, 70, 75, 60, 51, 33, 19, 97, 153, 318]


def test_arrivals_are_in_the_area_and_apart_from_the_enemy(play: Play) -> None:
    for arrivals in play.arrivals.values():
        for arrival in arrivals:
            assert play.area >> arrival.hex & 1, u.IDS[arrival.unit]
    first = {a.hex: u.SIDE[a.unit] for a in play.arrivals[play.said.first]}
    assert all(len({u.SIDE[a.unit] for a in play.arrivals[play.said.first] if a.hex == hex}) == 1 for hex in first)


def test_what_enters_in_one_turn_fits_into_its_hexes(play: Play) -> None:
    """6.4.1"""
    for turn, arrivals in play.arrivals.items():
        steps: Counter[int] = Counter()
        for a in arrivals:
            if u.STACKING >> a.unit & 1:
                steps[a.hex] += u.STEPS[a.unit] - a.lost
        for hex, total in steps.items():
            assert total <= STACKING[MAP.terrain[hex]], (turn, GRID.label(hex))


def test_nobody_starts_over_the_border(play: Play) -> None:
    """3.3.2: until GT2 everybody is on his own side; Germans may be in Luxembourg."""
    for turn, arrivals in play.arrivals.items():
        for a in arrivals if turn < V.turns.over_the_border else ():
            assert MAP.country[a.hex] in SOIL[u.NATIONS[u.NATION[a.unit]]], u.IDS[a.unit]


def test_a_whole_and_its_parts_never_enter_together(play: Play) -> None:
    """6.6"""
    ids = {u.IDS[unit] for unit in members(play.units)}
    for row in u.SPLIT_ROWS:
        assert not (ids & set(row.wholes) and ids & set(row.parts)), row.id


def test_railway_guns_enter_on_a_railway(play: Play) -> None:
    for arrivals in play.arrivals.values():
        for a in arrivals:
            if a.by_rail or u.RAIL_ONLY >> a.unit & 1:
                assert MAP.links_of[a.hex], u.IDS[a.unit]


@pytest.mark.rule("4.5", "3.3.1")
def test_objectives_stand_in_the_area(play: Play) -> None:
    for objective in play.objectives:
        assert any(play.area >> hex & 1 for hex in objective.hexes), objective.name
        assert objective.german + objective.allied > 0


@pytest.mark.rule("3.3.1", "1.1.5")
def test_liege() -> None:
    liege = SCENARIOS["liege"]
    assert u.BY_ID["34.IB"] in [a.unit for a in liege.arrivals[1]]  # 6.6.4
    assert (liege.said.ammo_42, liege.said.ammo_30) == (12, 25)  # 8.8.2
    assert liege.broken == {}
    assert liege.fallen == 0
    assert {MAP.country[hex] for hex in members(liege.german_rail)} == {"DE"}  # 12.1.2
    assert liege.said.special.germans_in_belgium == 2
    assert GRID.hex("AB36") in members(liege.area)
    assert GRID.hex("AC36") not in members(liege.area)


@pytest.mark.rule("3.3.1", "16.1.8", "11.3.10")
@pytest.mark.reading("structures-at-start")
def test_later_starts_find_the_ground_as_history_left_it() -> None:
    guise = SCENARIOS["guise"]
    assert {MAP.forts[i].camp for i in members(guise.fallen)} >= {"Liège", "Namur"}
    assert "Maubeuge" not in {MAP.forts[i].camp for i in members(guise.fallen)}
    names = {MAP.structures[i].name: turns for i, turns in guise.broken.items()}
    assert names["Longuyon tunnel (west of Longuyon)"] == 28
    assert names["Donchery road and rail bridges"] is None
    assert "Nasproué tunnel" not in names  # cleared on 12 August
    rail = {GRID.label(hex) for hex in members(guise.german_rail)}
    assert {"AK32", "AN29", "X35", "P26"} <= rail
    for play in (guise, SCENARIOS["mulhouse"], SCENARIOS["maubeuge"]):
        luxembourg = {hex for hex in range(len(GRID)) if MAP.country[hex] == "LU" and MAP.links_of[hex]}
        assert luxembourg <= set(members(play.german_rail))  # 12.1.7


@pytest.mark.rule("4.5", "12.1.2")
def test_who_holds_what_at_the_start() -> None:
    """Saint-Quentin is German at Guise because German troops stand in it, Guise itself is French."""
    held = {o.name: SCENARIOS["guise"].starts_german(o.hexes[0]) for o in SCENARIOS["guise"].objectives}
    assert held == {"Saint-Quentin": True, "Guise": False, "La Fère": False, "Laon": False, "Vervins": False}
    held = {o.name: SCENARIOS["mulhouse"].starts_german(o.hexes[0]) for o in SCENARIOS["mulhouse"].objectives}
    assert [name for name, german in held.items() if not german] == ["Belfort"]
    points = sum(o.german for o in SCENARIOS["mulhouse"].objectives if SCENARIOS["mulhouse"].starts_german(o.hexes[0]))
    assert points == 8
    campaign = SCENARIOS["campaign"]
    assert sum(o.german for o in campaign.objectives if campaign.starts_german(o.hexes[0])) == 0


def test_the_campaign_has_every_unit_once() -> None:
    campaign = SCENARIOS["campaign"]
    absent = {u.IDS[unit] for unit in members(u.ALL & ~campaign.units)}
    wholes = {id for row in u.SPLIT_ROWS if row.rule in ("6.6.1", "6.6.4") for id in row.wholes}
    parts = {id for row in u.SPLIT_ROWS for id in row.parts}
    assert absent <= wholes | parts | {"15.ID-4"}
    assert {u.IDS[unit] for unit in campaign.withdrawals[13]} == {"3.GID", "1.GRD", "22.ID", "38.ID", "8.KD"}
    assert campaign.replacements(8) == (0, 0, 0, 0)
    assert campaign.replacements(9) == (1, 2, 0, 2)
    assert campaign.replacements(22) == (0, 6, 1, 5)
    totals = [sum(campaign.replacements(turn)[nation] for turn in range(1, 23)) for nation in range(4)]
    assert totals == [3, 60, 11, 55]


@pytest.mark.rule("1.1.5")
@pytest.mark.parametrize("name", SCENARIOS)
def test_levels(name: str) -> None:
    """The four numbers of a scenario part five levels; a victory needs no more than its own number."""
    said = SCENARIOS[name].said
    best, german, allied, worst = said.levels
    assert best > german > allied > worst
    for points, wanted in (
        (best, "german decisive"),
        (best - 1, "german marginal"),
        (german, "german marginal"),
        (allied, "allied marginal"),
        (worst + 1, "allied marginal"),
        (worst, "allied decisive"),
    ):
        assert level(said, points) == wanted
    assert {level(said, points) for points in range(allied + 1, german)} <= {"draw"}


def test_stated_values_say_so() -> None:
    """12.1.2, 6.6.4: the few things that the rulebook says of scenarios."""
    assert LOADED[FILES]["campaign"].claim("first").rules == ("12.1.2",)
    assert LOADED[FILES]["mulhouse"].claim("first").origin is Origin.RECONSTRUCTED
    assert LOADED[SETUP].claim(("liege", "34.IB"), "turn").rules == ("6.6.4",)


LEVELS = f"levels = {list(SCENARIOS['liege'].said.levels)}"


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("setup.csv", "liege,34.IB,1,", "liege,34.IB,9,", "column turn: found 9, expected from 1 to 8"),
        ("setup.csv", "liege,34.IB,1,", "liege,34.JB,1,", "column unit"),
        ("broken.csv", "Nasproué tunnel", "Nasproue tunnel", "a structure of board/places.csv"),
        ("fallen.csv", "Fort de Loncin", "Fort de London", "a fort of forts.csv"),
        (
            "liege.toml",
            LEVELS,
            f"levels = {sorted(SCENARIOS['liege'].said.levels)}",
            "levels from the best German one down",
        ),
        ("liege.toml", "number = 2", "nummer = 2", "nummer"),
    ],
)
def test_a_wrong_scenario_is_refused_with_its_place(
    tmp_path: Path, file: str, old: str, new: str, expected: str
) -> None:
    text = (DIRECTORY / "scenarios" / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    problems = [str(p) for p in DATA_SET.check(tmp_path)]
    assert any(file in p and expected in p for p in problems), problems


def test_no_arrival_is_in_the_sea() -> None:
    for play in SCENARIOS.values():
        assert all(MAP.terrain[a.hex] != Terrain.SEA for arrivals in play.arrivals.values() for a in arrivals)


@pytest.mark.rule("7.7.1")
@pytest.mark.reading("mulhouse-days")
def test_who_comes_late_to_mulhouse() -> None:
    mulhouse, campaign = SCENARIOS["mulhouse"], SCENARIOS["campaign"]
    turns = {u.IDS[unit]: row.turn for unit, row in mulhouse.arrival.items()}
    reserves = ("58e-DR", "63e-DR", "66e-DR")
    assert {turns[name] for name in reserves} == {6}
    assert {campaign.arrival[u.BY_ID[name]].turn for name in reserves} == {6}
    assert turns["BCA-Alsace"] == 4
    assert "44e-DI" not in turns


@pytest.mark.rule("1.1.5")
@pytest.mark.reading("marne-start")
def test_how_the_marne_begins() -> None:
    """No attack on its first turn, Montbré fallen with Reims, and Paris counted as in the campaign."""
    marne, campaign = SCENARIOS["marne"], SCENARIOS["campaign"]
    assert marne.said.first == 18
    assert "Fort de Montbré" in {MAP.forts[fort].name for fort in members(marne.fallen)}
    paris = [
        [(o.hexes, o.german, o.allied) for o in play.objectives if o.name == "Paris"] for play in (marne, campaign)
    ]
    assert paris[0] == paris[1]
    assert len(paris[0]) == 3


@pytest.mark.rule("7.8.1")
@pytest.mark.reading("seventh-army")
def test_one_headquarters_of_the_7th_army_leaves_lorraine_and_the_other_stays() -> None:
    leaving = {u.IDS[unit]: turn for turn, units in SCENARIOS["lorraine"].withdrawals.items() for unit in units}
    assert leaving["7.AOK"] == 19
    assert "7.AOK-2" not in leaving


@pytest.mark.rule("3.3.1")
@pytest.mark.reading("guise-supply")
def test_nobody_starts_with_limited_communications() -> None:
    rows = [row for play in SCENARIOS.values() for row in play.arrival.values()]
    assert [u.IDS[row.unit] for row in rows if row.llc] == []
