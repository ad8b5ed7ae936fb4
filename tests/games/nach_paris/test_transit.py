"""[7.3.3] Roads that are nearly full: who still fits passes, who is too large does not."""

from __future__ import annotations

import pytest

from games.nach_paris.support import arranged, legal, play, refused
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID
from marne.games.nach_paris.rules.movement.reach import costs_for

SMALL, LARGE, LARGER = "145e-RI", "5e-DI", "6e-DI"


@pytest.mark.rule("7.3.1", "7.3.3", "7.1.3")
def test_four_steps_leave_room_for_one_in_the_mountains_but_not_for_four() -> None:
    units = {LARGE: "L9 N", LARGER: "L9 N", SMALL: "L9 N"}
    position = arranged(units=units, side="allied", turn=9, begin="movement")
    position = play(position, f"move {LARGE}", "to L8", "end", "face N")
    assert position.board.transit_hex == {MAP.grid.hex("L8"): 4}
    assert refused(play(position, f"move {LARGER}"), "to L8") == "7.3.1"
    assert "to L8" in legal(play(position, f"move {SMALL}"))


@pytest.mark.rule("7.3.2", "7.3.3")
def test_five_steps_leave_room_for_one_over_a_river_but_not_for_four() -> None:
    units = {LARGE: "L9 N", LARGER: "L9 N -3", SMALL: "L9 N", "8e-Bde": "L9 N", "7e-DI": "L9 N"}
    position = arranged(units=units, side="allied", turn=9, begin="movement")
    side = MAP.grid.side(MAP.grid.hex("L9"), MAP.grid.hex("K9"))
    position = play(position, f"move {LARGE}", "to K9", "end", "face N", f"move {SMALL}", "to K9", "end", "face N")
    assert position.board.transit_side == {side: 5}
    large = play(position, "move 7e-DI").board
    assert costs_for(large, BY_ID["7e-DI"]).cost(MAP.grid.hex("L9"), MAP.grid.hex("K9")) is None
    assert costs_for(large, BY_ID[LARGER]).cost(MAP.grid.hex("L9"), MAP.grid.hex("K9")) == 12
