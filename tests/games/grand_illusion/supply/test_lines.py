"""8.4.3: supply in movement."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion import plain
from games.grand_illusion.plain import boards
from games.grand_illusion.positions import ROAD, activated, by_rail, check_entries, held, numbers, of, phase
from games.grand_illusion.supply.support import check_supply
from games.grand_illusion.support import (
    Game,
    alone,
    arranged,
    asked,
    carried_out,
    down,
    goes,
    legal,
    play,
    refused,
    until,
    where,
)
from marne.games.grand_illusion.board import DEAD
from marne.games.grand_illusion.components.places import SOURCES
from marne.games.grand_illusion.components.units import ALLIED, BE, BR, BY_ID, FR, GE, GERMAN, ROWS
from marne.games.grand_illusion.rules.movement.entry import _in_reach, fed_hexes
from marne.games.grand_illusion.rules.movement.strategic import rail_net
from marne.games.grand_illusion.rules.supply.administration import AloneOnTheCoast
from marne.games.grand_illusion.rules.supply.supply import (
    emergency,
    in_supply,
    normal_hexes,
    sources,
    supplied,
    supplied_hexes,
)
from marne.hexes import bits, members


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


@pytest.mark.rule("8.4.3", "9.5.3")
@pytest.mark.reading("abandoned-siege")
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
@pytest.mark.reading("lost-behind")
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


@pytest.mark.rule("8.4.3", "11.4", "ES-31")
def test_emergency_rail_supply_in_the_administrative_phase() -> None:
    units = {
        "GE.X": "45*",
        "GE.VII": "45*",
        "GE.HQ-1": 45,
        "GE.IV": "35*",
        "FR.F-Maubeuge": 54,
        "GE.V": 54,
        "FR.XX": 57,
    }
    position = phase(turn=4, units=units, german=[*ROAD, 45, 35, 46], siege=[54])
    position = until(position, "RestSome", Surrender=6)
    assert set(legal(position)) == {"rest GE.X", "rest GE.VII"}
    position = play(position, "rest GE.X")
    assert down(position, "GE.VII")
    assert down(position, "GE.HQ-1"), "staffs are worn out"
    assert down(position, "GE.IV"), "no staff there"
    assert where(position, "GE.IV") == 35, "but fed"


@pytest.mark.rule("8.4.3")
def test_the_makeshift_supply_ends_with_turn_five() -> None:
    units = {"GE.IV": 35, "FR.F-Maubeuge": 54, "GE.V": 54, "FR.XX": 57}
    position = phase(turn=5, begin="segment", units=units, german=[*ROAD, 45, 35, 46], siege=[54], withdrew=[3, 4])
    position = until(position, "RollCaps", Surrender=6)
    assert down(position, "GE.IV")


@pytest.mark.rule("8.4.3", "ES-32")
@pytest.mark.parametrize(("turn", "stays"), [(4, True), (5, False), (7, False)])
def test_the_line_beyond_mezieres_is_mended_from_turn_five(turn: int, stays: bool) -> None:
    position = phase(turn=turn, units={"FR.XX": 57, "GE.X": 84})
    assert position.board.rail_end is stays
    position = phase(turn=7, units={"FR.XX": 57, "GE.X": 84, "BE.F-Namur": 64})
    assert position.board.rail_end, "Namur holds"


@pytest.mark.rule("8.4.3", "11.2.2")
def test_the_line_is_mended_too_late_for_those_who_starved_beyond_it() -> None:
    position = phase(turn=5, units={"GE.X": 48, "FR.XX": 99}, german=[56, 57, 48, 65, *ROAD], rail_end=True)
    assert not position.board.rail_end
    assert down(position, "GE.X")


@pytest.mark.rule("8.4.3", "9.5.3")
def test_namurs_surrender_mends_the_line_a_turn_later() -> None:
    units = {"GE.X": 64, "BE.F-Namur": 64, "FR.XX": 57}
    position = play(until(phase(turn=6, units=units, german=ROAD, siege=[64]), "Surrender"), 1)
    assert where(position, "BE.F-Namur") == DEAD
    assert position.board.rail_end


@pytest.mark.rule("8.4.3", "12.1")
@pytest.mark.parametrize(("turn", "still"), [(3, True), (4, True), (5, False), (6, False)])
def test_the_makeshift_supply_lasts_to_the_end_of_the_action_of_turn_five(turn: int, still: bool) -> None:
    board = alone(turn=turn, units={"FR.XX": 57}, emergency=True).board
    carried_out(AloneOnTheCoast(), board)
    assert board.emergency is still


@pytest.mark.rule("8.4.3")
def test_nobody_walks_out_of_supply() -> None:
    position = activated(66, "GE.X", side="german", units={"GE.X": 66, "FR.XX": 80}, german=[75, 66])
    assert refused(position, "go 57") == "8.4.3", "two hexes from the rails in 75"
    assert 76 in goes(position)
    position = activated(98, "FR.XX", units={"FR.XX": 98, "GE.X": 84}, allied=[102])
    position = play(position, "go 102")
    assert 101 not in goes(position)


@pytest.mark.rule("8.4.3")
def test_capturing_107_opens_nothing_before_103_is_taken() -> None:
    position = activated(104, "FR.VII", units={"FR.VII": 104, "GE.X": 84, "FR.HQ-Alsace": 104})
    position = play(position, "take FR.HQ-Alsace", "go 107", 1)
    assert asked(position) == "Walk"
    assert 106 not in goes(position)
    position = activated(104, "FR.VII", units={"FR.VII": 104, "GE.X": 84}, allied=[103])
    position = play(position, "go 107", 1)
    assert 106 in goes(position)


@pytest.mark.rule("8.4.3", "ES-29")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_units_out_of_supply_come_nearer_to_it(edition: str) -> None:
    position = alone(edition, turn=4, side="german", units={"GE.X": 35, "FR.XX": 80}, withdrew=[3, 0], caps=[1, 4])
    position = play(position, "activate 35", "take GE.X")
    assert 45 in goes(position), "towards the frontier"
    assert 26 not in goes(position)


@pytest.mark.rule("8.4.3", "8.3.4", "9.5.3")
def test_who_is_in_supply() -> None:
    check_supply(100, 1)


@pytest.mark.rule("8.4.3", "8.3.3", "ES-29")
def test_where_groups_may_go_in_supply() -> None:
    check_entries(60, 12)


@pytest.mark.rule("8.4.3")
def test_a_group_of_several_nations_is_fed_where_all_are() -> None:
    for rng, board in boards(20, 18):
        facts = plain.Facts(board)
        for hex in sorted({place for place in board.where if place > 0}):
            group = plain.random_group(rng, facts, 0, hex)
            nations = {str(ROWS[u].nation) for u in group}
            expected = set(range(1, 108)).intersection(*(plain.fed(facts, nation) for nation in nations))
            assert set(members(fed_hexes(board, bits(group)))) == expected


@pytest.mark.rule("8.4.3", "ES-29")
@pytest.mark.parametrize("edition", ["english", "spanish"])
@pytest.mark.parametrize("turn", [2, 3, 5, 6])
def test_who_comes_from_off_the_map_comes_where_there_is_supply(edition: str, turn: int) -> None:
    board = alone(edition, turn=turn, units={"GE.IX": 36, "FR.I": 46}, german=[36]).board
    assert board.where[BY_ID["GE.X"]] <= 0
    assert not _in_reach(board, GERMAN, of("GE.X"), 27, board)
    assert not _in_reach(board, GERMAN, of("GE.IX"), 27, board), "nor farther away from it"
    fed = members(sources(board, GE))[0]
    assert _in_reach(board, GERMAN, of("GE.X"), fed, board)


@pytest.mark.rule("8.4.3")
@pytest.mark.parametrize("name", ["FR.I", "BR.1", "BE.I"])
def test_no_nation_walks_out_of_its_supply(name: str) -> None:
    """German hexes all around: nobody can trace from there."""
    units = {"FR.I": 46, "BR.1": 46, "BE.I": 46}
    board = alone(turn=4, units=units, german=[hex for hex in range(1, 108) if hex not in (46, 36)]).board
    then = board.copy()
    for hex in (36, 46):
        assert not supplied(then, of(name), hex)
    assert not _in_reach(board, ALLIED, of(name), 36, then), "it comes no nearer to supply"
    fed = alone(turn=4, units=units).board
    assert supplied(fed, of(name), 46)
    assert _in_reach(fed, ALLIED, of(name), 45, fed)
    assert not _in_reach(fed, ALLIED, of(name), 36, then), "supplied, it stays in supply"


@pytest.mark.rule("8.4.3", "10.2")
def test_german_trains_end_where_the_net_ends() -> None:
    road = [73, 64, 65, 56, 57]
    board = by_rail(6, units={"GE.X": 56, "FR.XX": 27}, german=road, rail_end=True).board
    assert rail_net(board, GERMAN) >> 56 & 1
    assert not rail_net(board, GERMAN) >> 57 & 1
    board.rail_end = False
    assert rail_net(board, GERMAN) >> 57 & 1


@pytest.mark.rule("8.4.3", "10.2")
def test_the_end_of_the_german_net_is_nothing_to_french_trains() -> None:
    board = by_rail(6, units={"FR.XX": 57, "GE.X": 84}, german=[46, 54], rail_end=True).board
    assert rail_net(board, ALLIED) >> 55 & 1, "by way of 56, the only line that is left"


@pytest.mark.rule("8.4.3", "11.2.4", "11.2.5")
def test_the_hexes_that_supply_names() -> None:
    assert [numbers(each) for each in SOURCES] == [
        [1, 4, 13, 61, 80, 89],
        [1, 4, 14],
        [1, 14],
        [91, 94, 100, 105, 107],
    ]
