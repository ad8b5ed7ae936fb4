"""8.4.3 and 11.2: supply."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.support import Game, alone, arranged, goes, play, refused
from marne.games.grand_illusion.components.units import BE, BR, BY_ID, FR, GE
from marne.games.grand_illusion.rules.supply.supply import (
    can_trace,
    emergency,
    in_supply,
    normal_hexes,
    out_of_supply,
    supplied_hexes,
)

ROAD = [54, 64, 73, 53, 63, 62, 44]


def held(position: Game, nation: int, hex: int, *, checking: bool = False) -> bool:
    return bool(supplied_hexes(position.board, nation, checking=checking) >> hex & 1)


@pytest.mark.rule("8.4.3", "11.2.4", "11.2.5")
def test_sources_by_nation() -> None:
    position = arranged(turn=1)
    assert held(position, FR, 87)
    assert held(position, BR, 45)
    assert held(position, BE, 62)
    assert held(position, GE, 86)
    # British units live on 1, 4 and 14 only.
    cut = alone(turn=7, units={"FR.XX": 87}, german=[19, 8, 14, 10])
    assert held(cut, FR, 87)
    assert not held(cut, BR, 87)


@pytest.mark.rule("8.4.3")
def test_one_hex_from_the_rail_and_no_more() -> None:
    position = alone(units={"FR.XX": 87})
    assert held(position, FR, 49), "next to 48, 50, 58 and 59"
    far = alone(units={"GE.X": 84}, german=[75, 66])
    assert held(far, GE, 66), "next to the rails in 75"
    assert not held(far, GE, 57), "two hexes from them"
    assert not held(far, GE, 67)


@pytest.mark.rule("8.4.3", "14.3.6")
def test_improved_logistics_reach_two_hexes() -> None:
    plain = alone(scenario=3, units={"GE.X": 84}, german=[75, 66])
    better = alone(scenario=3, units={"GE.X": 84}, german=[75, 66], options={"german": [3]})
    assert not held(plain, GE, 57)
    assert held(better, GE, 57), "two hexes from the rail in 75"


@pytest.mark.rule("8.4.3", "11.2.4", "12.5.1")
def test_antwerp_feeds_belgians_and_the_naval_division_while_it_is_allied() -> None:
    position = alone(turn=9, units={"BE.I": 52, "BR.RN": 52, "BR.1": 52}, german=[*ROAD, 43, 33, 34, 42, 32])
    board = position.board
    assert in_supply(board, BY_ID["BE.I"])
    assert in_supply(board, BY_ID["BR.RN"])
    assert not in_supply(board, BY_ID["BR.1"])
    board.control |= 1 << 52
    assert not in_supply(board, BY_ID["BE.I"])
    assert not in_supply(board, BY_ID["BR.RN"])


@pytest.mark.rule("8.4.3", "9.5.3")
def test_a_besieged_fort_cuts_the_rail() -> None:
    open_line = alone(turn=6, units={"GE.X": 45}, german=[*ROAD, 45])
    assert held(open_line, GE, 35)
    shut = alone(turn=6, units={"GE.X": 45, "FR.F-Maubeuge": 54}, german=[*ROAD, 45], siege=[54])
    assert not held(shut, GE, 35)


@pytest.mark.rule("8.4.3")
def test_emergency_rail_supply_feeds_the_right_wing_on_turns_three_to_five() -> None:
    setup: dict[str, Any] = {
        "units": {"GE.X": 45, "FR.F-Maubeuge": 54, "GE.VII": 54},
        "german": [*ROAD, 45],
        "siege": [54],
    }
    position = alone(turn=4, **setup)
    assert emergency(position.board)
    assert held(position, GE, 35)
    assert not normal_hexes(position.board) >> 35 & 1
    assert not emergency(alone(turn=6, **setup).board)
    assert not emergency(alone(turn=4, **setup, allied=[44]).board), "44 must be German too"
    assert not emergency(alone(turn=4, **setup, allied=[54]).board)
    position.board.put(BY_ID["FR.F-Maubeuge"], -1)
    assert not emergency(position.board)


@pytest.mark.rule("8.4.3")
def test_the_end_of_the_rail_net_once_namur_has_fallen() -> None:
    setup: dict[str, Any] = {"units": {"GE.X": 65}, "german": [64, 73, 65, 56, 57, 74, 75]}
    beyond = alone(turn=4, rail_end=True, **setup)
    assert held(beyond, GE, 56)
    assert not supplied_hexes(beyond.board, GE) >> 48 & 1, "57 is no longer on the net, so 48 is too far"
    mended = alone(turn=6, rail_end=False, **setup)
    assert held(mended, GE, 48)


@pytest.mark.rule("8.3.4", "8.4.3", "ES-5")
@pytest.mark.parametrize(("edition", "passes"), [("english", True), ("spanish", False)])
def test_cavalry_control_and_enemy_supply(edition: str, passes: bool) -> None:
    # 45 lies on the only German line beyond 54; French cavalry has slipped into it.
    position = alone(edition, turn=6, units={"FR.1-C": 45, "GE.X": 35}, german=[*ROAD, 35, 36], cavalry=[45])
    assert held(position, GE, 35) is passes
    assert held(position, GE, 35, checking=True), "never in the Check for Supply"


@pytest.mark.rule("11.2.3")
def test_forts_need_no_supply() -> None:
    position = alone(units={"FR.F-Paris": 19, "FR.XX": 19}, german=[9, 10, 18, 20, 28, 29])
    assert not can_trace(position.board, BY_ID["FR.XX"], 19)
    assert out_of_supply(position.board) == 1 << BY_ID["FR.XX"], "the corps, not the fort"


@pytest.mark.rule("8.3.4", "8.4.3", "ES-5")
@pytest.mark.parametrize(("edition", "passes"), [("english", True), ("spanish", False)])
def test_cavalry_in_a_source_does_not_dry_it_up(edition: str, passes: bool) -> None:
    units = {"GE.2-C": 1, "GE.4-C": 4, "GE.9-C": 14, "BR.1": 45}
    position = alone(edition, turn=8, units=units, german=[1, 4, 14], cavalry=[1, 4, 14])
    assert held(position, BR, 45) is passes
    assert held(position, BR, 45, checking=True)
    assert not held(alone(edition, turn=8, units=units, german=[1, 4, 14]), BR, 45), "infantry does"


@pytest.mark.rule("8.4.3", "9.5.3")
def test_giving_up_a_siege_does_not_open_the_rail() -> None:
    shut = alone(turn=6, units={"GE.X": 45, "FR.F-Maubeuge": 54}, german=[*ROAD, 45])
    assert not held(shut, GE, 35)
    assert not emergency(alone(turn=4, units={"GE.X": 45, "FR.F-Maubeuge": 54}, german=[*ROAD, 45]).board)
    own = alone(turn=6, units={"FR.XX": 45, "FR.F-Maubeuge": 54})
    assert held(own, FR, 64), "a fort of one's own is no hindrance"


BEYOND = [*ROAD, 45]
"""German rails as far as 45; from 44 alone 35 is out of reach."""


def leaving(edition: str, hex: int, *names: str, **changes: Any) -> Game:
    changes.setdefault("turn", 6)
    changes.setdefault("withdrew", [3, 4])
    position = play(alone(edition, side="german", caps=[4, 4], **changes), f"activate {hex}")
    return play(position, *(f"take {name}" for name in names))


@pytest.mark.rule("8.4.3", "8.3.3")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_who_leaves_a_contested_railhead_does_not_live_on_it(edition: str) -> None:
    units = {"GE.X": 45, "FR.XX": 45, "GE.VII": 84}
    position = leaving(edition, 45, "GE.X", units=units, german=BEYOND)
    assert refused(position, "go 35") == "8.4.3", "45 would be French as soon as the corps is gone"
    assert 44 in goes(position)
    held_on = leaving(edition, 45, "GE.X", units={**units, "GE.II": 45}, german=BEYOND)
    assert 35 in goes(held_on), "another corps keeps the railhead"
    both = play(held_on, "take GE.II")
    assert 35 not in goes(both), "not if it goes along"
    alone_there = leaving(edition, 45, "GE.X", units={"GE.X": 45, "GE.VII": 84, "FR.XX": 57}, german=BEYOND)
    assert 35 in goes(alone_there), "without enemies the hex stays German"
    starved = leaving(edition, 45, "GE.X", units=units, german=[*BEYOND, 46, 55, 35, 34, 36, 26, 25, 27])
    assert 35 in goes(starved), "enemies out of supply take nothing"


@pytest.mark.rule("8.4.3", "8.3.4", "ES-5")
@pytest.mark.parametrize(("edition", "may"), [("english", True), ("spanish", False)])
def test_a_railhead_left_to_cavalry_still_feeds_in_english(edition: str, may: bool) -> None:
    position = leaving(edition, 45, "GE.X", units={"GE.X": 45, "FR.1-C": 45, "GE.VII": 84}, german=BEYOND)
    assert (35 in goes(position)) is may


@pytest.mark.rule("8.4.3", "9.5.3")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_the_last_besieger_of_maubeuge_does_not_live_on_the_emergency_line(edition: str) -> None:
    units = {"GE.X": 54, "FR.F-Maubeuge": 54, "GE.VII": 84, "FR.XX": 80, "GE.II": "54*"}
    changes: dict[str, Any] = {"turn": 6, "emergency": True, "german": BEYOND, "siege": [54]}
    position = leaving(edition, 54, "GE.X", units=units, **changes)
    assert refused(position, "go 45") == "8.4.3", "a disrupted corps keeps up no siege"
    position = leaving(edition, 54, "GE.X", units={**units, "GE.II": 54}, **changes)
    assert 45 in goes(position)


@pytest.mark.rule("8.4.3", "8.4.6")
def test_nor_through_a_full_hex_beyond_the_railhead() -> None:
    corps = ("GE.II", "GE.III", "GE.IV", "GE.IX", "GE.Gd", "GE.X-R")
    units = {"GE.9-C": 45, "FR.XX": 45, "GE.VII": 84, **dict.fromkeys(corps, 35)}
    riders = dict.fromkeys(("GE.2-C", "GE.4-C", "GE.5-C", "GE.6-C"), 35)
    position = leaving("english", 45, "GE.9-C", units={**units, **riders}, german=[*BEYOND, 35, 25])
    assert 35 not in goes(position)
    free = leaving("english", 45, "GE.9-C", units={**units, **riders, "GE.XI": 45}, german=[*BEYOND, 35, 25])
    assert 35 in goes(free)


@pytest.mark.rule("8.4.3", "ES-29")
@pytest.mark.parametrize(
    ("edition", "turn", "may"),
    [("english", 4, False), ("spanish", 2, False), ("spanish", 3, True), ("spanish", 5, True), ("spanish", 6, False)],
)
def test_german_armies_walk_out_of_supply_in_spanish_on_turns_three_to_five(edition: str, turn: int, may: bool) -> None:
    changes: dict[str, Any] = {"turn": turn, "german": [75, 66], "withdrew": [1, 2]}
    position = leaving(edition, 66, "GE.X", units={"GE.X": 66, "FR.XX": 80}, **changes)
    assert held(position, GE, 66), "fed where it is"
    assert (57 in goes(position)) is may
    french = alone(edition, turn=turn, caps=[4, 4], withdrew=[1, 2], units={"FR.XX": 102, "GE.X": 84}, allied=[102])
    french = play(french, "activate 102", "take FR.XX")
    assert 106 not in goes(french), "only Germans forage"


@pytest.mark.rule("11.2", "12.3")
def test_the_naval_division_does_not_starve_in_antwerp() -> None:
    units = {"BR.RN": 52, "BR.7": 52, "GE.X": 84}
    board = alone(turn=9, units=units, german=[*ROAD, 43, 33, 34, 42, 32]).board
    assert out_of_supply(board) == 1 << BY_ID["BR.7"]
    board.put(BY_ID["BR.RN"], 62)
    assert out_of_supply(board) == 1 << BY_ID["BR.7"] | 1 << BY_ID["BR.RN"]
    board.put(BY_ID["BR.RN"], 52)
    board.control |= 1 << 52
    assert out_of_supply(board) == 1 << BY_ID["BR.7"] | 1 << BY_ID["BR.RN"]
