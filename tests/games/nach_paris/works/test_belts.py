"""[11.6.1]-[11.6.3] The belts of entrenched camps."""

from __future__ import annotations

import pytest

from games.nach_paris.still import still, unit
from games.nach_paris.works.support import LORRAINE, cover, set_up, under_fire, works
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import TRACK, modifier
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, DE, FR, GB
from marne.games.nach_paris.rules.units.zones import front
from marne.games.nach_paris.rules.works.cover import BarrageCover, Cover
from marne.games.nach_paris.rules.works.entrenchments import Works, _fronts, covered, printed, stands_firm
from marne.games.nach_paris.steps import hex_of


@pytest.mark.rule("11.6.3")
def test_strengthened_entrenchments_hold_whoever_lost_less_than_two() -> None:
    board = set_up(units={"4.ID": f"{LORRAINE} -1", "5.ID": f"{LORRAINE} -2"}).board
    assert stands_firm(board, BY_ID["4.ID"], Works.STRENGTHENED, outright=True)
    assert not stands_firm(board, BY_ID["5.ID"], Works.STRENGTHENED, outright=False)


@pytest.mark.rule("11.6.1")
@pytest.mark.rule("11.6.2")
def test_strengthened_entrenchments_of_a_finished_camp() -> None:
    game = set_up(9, units={"145e-RI": "AK30 N", "3.ID": "S17 N", "1re-DA": "AC33 N"})
    assert cover(game, "145e-RI", "AL30", "AJ31") == Cover(Works.STRENGTHENED, 30)
    assert cover(game, "145e-RI", "AJ31") == Cover(Works.NONE, 10)
    assert cover(game, "1re-DA", "AC34") == Cover(Works.STRENGTHENED, 30)
    guarded = next(h for h in MAP.grid.neighbours[hex_of("S17")] if MAP.guard(hex_of("S17"), h))
    assert cover(game, "3.ID", MAP.grid.label(guarded)) == Cover(Works.STRENGTHENED, 35)
    assert under_fire(game, "145e-RI", "AL30") == BarrageCover(50, (modifier("abu.strengthened.allied"),), terrain=True)
    german = under_fire(game, "3.ID", MAP.grid.label(guarded))
    assert german == BarrageCover(50, (modifier("abu.strengthened.german"),), terrain=True)
    assert [line.amount for line in german.modifiers] == [5]


@pytest.mark.rule("11.6.2")
def test_eight_steps_behind_the_belt_those_that_gain_most() -> None:
    game = set_up(9, units={"15e-DI": "AK30", "16e-DI": "AK30", "145e-RI": "AK30", "6e-DC": "AK30"})
    found = {unit: works(game, unit, "AL30") for unit in ("15e-DI", "16e-DI", "145e-RI", "6e-DC")}
    assert found == {
        "15e-DI": Works.STRENGTHENED,
        "16e-DI": Works.STRENGTHENED,
        "145e-RI": Works.NONE,
        "6e-DC": Works.NONE,
    }


BELT = next(
    (hex, other)
    for hex in MAP.camps[3].hexes
    for other in MAP.grid.neighbours[hex]
    if MAP.guard(hex, other).name == "STRENGTHENED"
)


def belt(turn: int, nation: int, fort: bool, camp: int = 3) -> Works:
    hex, other = next(
        (hex, other)
        for hex in MAP.camps[camp].hexes
        for other in MAP.grid.neighbours[hex]
        if MAP.guard(hex, other) and forts.AT[hex]
    )
    board = still(turn=turn)
    board.forts_gone = 0 if fort else forts.AT[hex]
    return printed(board, hex, other, nation)


def belt_turn(camp: int) -> int:
    return TRACK.camp_works[MAP.camps[camp].name]


@pytest.mark.rule("11.6.5", "11.6.11", "11.6.12")
def test_the_belt_of_a_camp_drops_a_grade_for_each_of_three_things() -> None:
    done = belt_turn(3)
    full = belt(done, FR, True)
    assert full == Works.STRENGTHENED
    assert belt(done + 1, FR, True) == full
    assert belt(done - 1, FR, True) == full - 1
    assert belt(done, FR, False) == full - 1
    assert belt(done, BE, True) == full - 1
    assert belt(done, GB, False) == full - 2
    assert belt(done - 1, GB, False) == full - 3 == Works.NONE
    assert belt(done, DE, True) == Works.NONE, "who did not build it"


@pytest.mark.rule("11.6.6", "11.1.2", "11.1.1")
def test_the_belt_of_liege_stays_regular() -> None:
    assert {belt(turn, BE, True, camp=0) for turn in (1, 3, 10, 24)} == {Works.REGULAR}
    assert belt(24, BE, False, camp=0) == Works.FIELDWORKS
    assert belt(24, FR, False, camp=0) == Works.NONE


@pytest.mark.rule("11.6.9", "10.1.7")
def test_beside_an_active_fort_of_a_camp_a_marker_covers_all_round() -> None:
    hex = BELT[0]
    place = MAP.grid.label(hex)
    board, who = still({"1re-DI": f"{place} N fieldworks"}), BY_ID["1re-DI"]
    assert forts.AT[hex]
    assert _fronts(board, who, board.fieldworks) == MAP.grid.links.of[hex]
    board.forts_gone = forts.AT[hex]
    assert _fronts(board, who, board.fieldworks) == front(board, who) != MAP.grid.links.of[hex]
    outside = still({"1re-DI": "AW30 N fieldworks"})
    assert _fronts(outside, who, outside.fieldworks) == front(outside, who)


@pytest.mark.rule("11.6.1", "11.6.2")
def test_one_attacker_over_the_belt_is_enough_and_eight_steps_have_it() -> None:
    hex, other = BELT
    place = MAP.grid.label(hex)
    board = still({"1re-DI": f"{place} N", "2e-DI": f"{place} N"}, turn=belt_turn(3))
    one, two = BY_ID["1re-DI"], BY_ID["2e-DI"]
    inside = next(near for near in MAP.grid.neighbours[hex] if not MAP.guard(hex, near))
    assert covered(board, hex, ALLIED_SIDE, (inside, other)) == dict.fromkeys((one, two), Works.STRENGTHENED)
    assert covered(board, hex, ALLIED_SIDE, (inside,)) == dict.fromkeys((one, two), Works.NONE)
    board.put(BY_ID["3e-DI"], hex)
    found = covered(board, hex, ALLIED_SIDE, (inside, other))
    assert sorted(found.values()) == [Works.NONE, Works.STRENGTHENED, Works.STRENGTHENED]
    board.fieldworks = unit("1re-DI", "2e-DI", "3e-DI")
    found = covered(board, hex, ALLIED_SIDE, (other,))
    assert sorted(found.values()) == [Works.FIELDWORKS, Works.STRENGTHENED, Works.STRENGTHENED]
