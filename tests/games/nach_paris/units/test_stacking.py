"""[6.4] Stacking."""

from __future__ import annotations

import pytest

from games.nach_paris.still import at, still
from games.nach_paris.units.support import put
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BY_ID, GERMAN_SIDE
from marne.games.nach_paris.rules.units.stacking import fits, limit, room, squeeze_in
from marne.games.nach_paris.steps import label


@pytest.mark.rule("6.4.1")
@pytest.mark.parametrize(("hex", "steps"), [("BC8", 15), ("O8", 12), ("L9", 9), ("K7", 9), ("AU39", 12)])
def test_limits_by_terrain(hex: str, steps: int) -> None:
    assert limit(put({}).board, MAP.grid.hex(hex)) == steps


@pytest.mark.rule("6.4.1", "17.2.2")
def test_nobody_stacks_in_a_flooded_plain() -> None:
    (sluice,) = (each for each in MAP.sluices if each.hexes)
    assert limit(put({}).board, sluice.hexes[0]) == 15
    assert limit(put({}, sluices=[sluice.name]).board, sluice.hexes[0]) == 0


@pytest.mark.rule("6.4.2")
@pytest.mark.reading("pioneers-stack")
def test_headquarters_engineers_siege_guns_and_trains_do_not_count() -> None:
    hex = MAP.grid.hex("BC8")
    board = put({"1re-DI": "BC8 N -1", "2e-RAL": "BC8 N", "QG-1re-A": "BC8", "SCF.1": "BC8"}).board
    assert room(board, hex, ALLIED_SIDE) == 15 - 3 - 1
    assert room(put({"ÖFAB.2": "BC8", "PiR.24": "BC8"}).board, hex, GERMAN_SIDE) == 14
    rail = next(hex for hex, links in enumerate(MAP.links_of) if links and MAP.terrain[hex] == 1)
    assert room(put({"1re-DI": f"{label(rail)} N train"}).board, rail, ALLIED_SIDE) == 15


@pytest.mark.rule("6.4.1")
def test_the_last_step_fits_and_one_more_does_not() -> None:
    hex = MAP.grid.hex("BC8")
    full = {"1re-DI": "BC8 N", "2e-DI": "BC8 N", "3e-DI": "BC8 N", "8e-Bde": "BC9 N", "145e-RI": "BC9 N"}
    board = put(full).board  # twelve of fifteen
    assert fits(board, BY_ID["8e-Bde"], hex, ALLIED_SIDE)
    board.put(BY_ID["8e-Bde"], hex)
    assert fits(board, BY_ID["145e-RI"], hex, ALLIED_SIDE)
    board.put(BY_ID["145e-RI"], hex)
    assert room(board, hex, ALLIED_SIDE) == 0
    assert not fits(board, BY_ID["4e-DI"], hex, ALLIED_SIDE)
    assert fits(board, BY_ID["QG-1re-A"], hex, ALLIED_SIDE)


@pytest.mark.rule("6.4.3")
def test_who_retreats_into_a_crowd_loses_steps_until_it_fits() -> None:
    hex = MAP.grid.hex("BC8")
    crowd = {"1re-DI": "BC8 N", "2e-DI": "BC8 N", "3e-DI": "BC8 N"}  # three steps of room
    board = put({**crowd, "4e-DI": "BC9 N", "QG-1re-A": "BC9"}).board
    unit = BY_ID["4e-DI"]
    assert squeeze_in(board, unit, hex)
    assert board.lost[unit] == 1
    board.put(unit, hex)
    assert room(board, hex, ALLIED_SIDE) == 0
    assert squeeze_in(board, BY_ID["QG-1re-A"], hex)
    board.put(BY_ID["5e-DI"], MAP.grid.hex("BC9"))
    assert not squeeze_in(board, BY_ID["5e-DI"], hex)
    assert board.where[BY_ID["5e-DI"]] < 0


@pytest.mark.rule("6.4.3", "9.6.4")
def test_who_is_squeezed_into_a_full_hex_loses_what_does_not_fit() -> None:
    who, hex = BY_ID["18.ID"], at("AW23")
    names = ("3.ID", "4.ID", "5.ID", "7.ID")
    for count, lost, left in ((2, 0, True), (3, 1, True), (4, 4, False)):
        board = still({"18.ID": "AW22 N", **dict.fromkeys(names[:count], "AW23 N")})
        free = room(board, hex, 0)
        assert fits(board, who, hex, 0) == (free >= 4)
        assert squeeze_in(board, who, hex) == left
        assert board.lost[who] == lost == (0 if free >= 4 else 4 - max(0, free))
