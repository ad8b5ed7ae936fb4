"""[7.7.1], [8.5] The siege batteries come in time for what they did in 1914, as the orders of battle have it."""

from __future__ import annotations

from datetime import date

import pytest

from games.nach_paris.support import arranged, has, legal, play, where
from marne.engine import Position
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.games.nach_paris.components.tables import first_day
from marne.games.nach_paris.components.units import BY_ID, DE, IDS, SIEGE
from marne.games.nach_paris.rules.barrage.phase import PreparatoryBarrages
from marne.games.nach_paris.rules.movement.reach import reach
from marne.games.nach_paris.steps import label
from marne.hexes import members

CAMPAIGN = {
    "KMK.b3": (5, "V36"),  # before Liège on 11 August
    "SKM.b1": (6, "T37"),  # at Aachen by the 17th
    "SKM.b2": (7, "T37"),
    "ÖFAB.2": (7, "T37"),  # through Cologne in the middle of August, before Namur on the 20th
    "ÖFAB.8": (7, "T37"),
    "KMK.b2": (8, "R18"),  # at Metz on the 17th
    "SKM.b4": (10, "R18"),  # fired on Manonviller from the 25th
    "SKM.b3": (11, "R21"),  # Longwy, 22 to 26 August
    "28-cm-Bttr": (14, "R18"),
    "KMK.b1": (15, "T37"),  # Maubeuge in September
    "KMK.hb4": (20, "T37"),  # Antwerp
}


@pytest.mark.rule("7.7.1")
@pytest.mark.reading("siege-batteries")
def test_every_battery_comes_when_and_where_the_orders_of_battle_have_it() -> None:
    play = SCENARIOS["campaign"]
    batteries = {IDS[unit] for unit in members(SIEGE)} - {"15-cm-Metz"}
    assert batteries == set(CAMPAIGN)
    for name, (turn, hex) in CAMPAIGN.items():
        row = play.arrival[BY_ID[name]]
        assert (row.turn, label(row.hex)) == (turn, hex), name
    for name in ("KMK.b2", "SKM.b4"):
        row = SCENARIOS["lorraine"].arrival[BY_ID[name]]
        assert (row.turn, label(row.hex)) == CAMPAIGN[name], name


@pytest.mark.rule("7.7.1", "8.5.2", "8.1.1")
@pytest.mark.parametrize("scenario", ["liege", "campaign"])
def test_the_big_guns_fire_at_liege_on_12_august(scenario: str) -> None:
    """They come in Firing Position on turn 5 and fire in the Barrage Phase of turn 6."""
    assert (first_day(5), first_day(6)) == (date(1914, 8, 10), date(1914, 8, 12))
    gun = {"KMK.b3": "waiting"}
    position = arranged(scenario, units=gun, turn=5, side="german", begin="Arrivals DE", ammo=[12, 25])
    position = play(position, "place KMK.b3", "face SW")
    assert where(position, "KMK.b3") == "V36"
    assert has(position, "in_position", "KMK.b3")
    position.board.turn = 6
    position = Position.begin(position.board, PreparatoryBarrages(DE))
    assert "bombard W35" in legal(position), "Pontisse is there"


@pytest.mark.rule("7.7.1", "7.9.2")
def test_the_austrian_mortars_get_before_namur_in_three_turns() -> None:
    """Arrived on turn 7, they march on turns 8, 9 and 10: 20 August."""
    forts = {
        fort.hex for fort in MAP.forts if MAP.camp[fort.hex] >= 0 and MAP.camps[MAP.camp[fort.hex]].name == "Namur"
    }
    liege = {f"{label(f.hex)}:{f.name.replace(' ', '-')}": "gone" for f in MAP.forts if label(f.hex) in _LIEGE}
    unit = BY_ID["ÖFAB.8"]
    hexes = {MAP.grid.hex(CAMPAIGN["ÖFAB.8"][1])}
    for turn in (8, 9, 10):
        found: set[int] = set()
        for hex in hexes:
            board = arranged(units={"ÖFAB.8": label(hex)}, turn=turn, side="german", begin="nothing", forts=liege).board
            found |= set(members(reach(board, unit, board.mf(unit)).hexes))
        hexes = found
    assert any(MAP.grid.adjacent(hex, fort) for hex in hexes for fort in forts)


_LIEGE = {label(hex) for hex in next(camp for camp in MAP.camps if camp.name == "Liège").hexes}
