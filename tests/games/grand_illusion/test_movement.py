"""8.4: movement."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.support import Game, alone, arranged, asked, down, goes, legal, play, refused, where
from marne.games.grand_illusion.components.places import VOSGES
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.rules.movement.entry import entries
from marne.games.grand_illusion.rules.movement.stacking import fits, overfull
from marne.hexes import bits


def activated(hex: int, *names: str, **changes: Any) -> Game:
    """A segment in which the hex is activated and the group is gathered."""
    changes.setdefault("turn", 7)
    changes.setdefault("withdrew", [3, 4])
    position = play(alone(**changes), f"activate {hex}")
    return play(position, *(f"take {name}" for name in names))


@pytest.mark.rule("8.4", "8.4.2")
def test_infantry_walks_two_hexes_and_may_be_dropped() -> None:
    position = activated(57, "FR.XX", "FR.XV", units={"FR.XX": 57, "FR.XV": 57, "GE.X": 84})
    position = play(position, "go 48", "drop FR.XV", "go 38")
    assert where(position, "FR.XV") == 48
    assert where(position, "FR.XX") == 38
    assert asked(position) != "Walk", "two hexes are all"


@pytest.mark.rule("8.4")
def test_nobody_joins_on_the_way() -> None:
    position = activated(57, "FR.XX", units={"FR.XX": 57, "FR.XV": 48, "GE.X": 84})
    position = play(position, "go 48")
    assert not [text for text in legal(position) if text.startswith("take")]


@pytest.mark.rule("8.4.2")
def test_a_red_diamond_costs_two_and_a_triple_one_stops_all() -> None:
    position = activated(98, "FR.XXI", units={"FR.XXI": 98, "GE.X": 84}, german=[97])
    assert 102 in goes(position)
    position = play(position, "go 102")
    assert asked(position) != "Walk", "both points are spent"
    position = activated(42, "FR.XX", units={"FR.XX": 42, "GE.X": 84})
    assert refused(position, "go 52") == "8.4.2"


@pytest.mark.rule("8.4.2", "9.8.2")
def test_disrupted_units_and_guns_go_one_hex_whatever_it_costs() -> None:
    position = activated(98, "FR.XXI", units={"FR.XXI": "98*", "GE.X": 84})
    assert 102 in goes(position)
    position = play(position, "go 97")
    assert asked(position) != "Walk"
    position = activated(73, "GE.HA-420", side="german", units={"GE.HA-420": 73, "GE.X": 73, "FR.XX": 57})
    position = play(position, "go 72")
    assert asked(position) != "Walk"


@pytest.mark.rule("8.4.1", "2.4")
def test_a_headquarters_carries_its_nation_and_is_used_up() -> None:
    position = activated(57, "FR.XX", "FR.HQ-3", units={"FR.XX": 57, "FR.HQ-3": 57, "GE.X": 84})
    position = play(position, "go 48", "go 38", "go 28", "go 27")
    assert where(position, "FR.XX") == 27
    assert down(position, "FR.HQ-3")
    position = activated(57, "FR.XX", "FR.HQ-3", units={"FR.XX": 57, "FR.HQ-3": 57, "GE.X": 84})
    position = play(position, "go 48", "go 38", "stop")
    assert not down(position, "FR.HQ-3"), "nobody went farther than he could alone"


@pytest.mark.rule("8.4.1")
def test_disrupted_units_go_with_it_too_and_a_reduced_one_lends_two() -> None:
    position = activated(57, "FR.XX", "FR.HQ-3", units={"FR.XX": "57*", "FR.HQ-3": "57*", "GE.X": 84})
    position = play(position, "go 48", "go 38")
    assert where(position, "FR.XX") == 38
    assert down(position, "FR.HQ-3")


@pytest.mark.rule("8.4.1", "8.4.6")
def test_another_nation_gains_nothing_from_it() -> None:
    position = activated(57, "BR.1", "FR.HQ-3", units={"BR.1": 57, "FR.HQ-3": 57, "GE.X": 84})
    position = play(position, "go 48", "go 38")
    assert not goes(position)
    assert "drop BR.1" in legal(position)


@pytest.mark.rule("8.4.1", "ES-22")
@pytest.mark.parametrize(("edition", "flipped"), [("english", True), ("spanish", False)])
def test_headquarters_that_pass_each_other(edition: str, flipped: bool) -> None:
    position = alone(edition, turn=7, withdrew=[3, 4], units={"FR.HQ-3": 57, "FR.HQ-5": 48, "GE.X": 84})
    position = play(position, "activate 57", "take FR.HQ-3", "go 48", "go 38", "stop")
    assert down(position, "FR.HQ-3") is flipped
    assert down(position, "FR.HQ-5") is flipped
    position = alone(edition, turn=7, withdrew=[3, 4], units={"FR.HQ-3": 57, "FR.HQ-5": 48, "GE.X": 84})
    position = play(position, "activate 57", "take FR.HQ-3", "go 48", "stop")
    assert down(position, "FR.HQ-3")
    assert down(position, "FR.HQ-5")


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
@pytest.mark.parametrize(("edition", "free"), [("english", False), ("spanish", True)])
def test_units_out_of_supply_come_nearer_to_it(edition: str, free: bool) -> None:
    position = alone(edition, turn=4, side="german", units={"GE.X": 35, "FR.XX": 80}, withdrew=[3, 0], caps=[1, 4])
    position = play(position, "activate 35", "take GE.X")
    assert 45 in goes(position), "towards the frontier"
    assert (26 in goes(position)) is free


@pytest.mark.rule("8.4.4", "9.8.2")
def test_the_chart_of_entry_and_exit() -> None:
    both = {"FR.XX": 26, "FR.XV": 27, "GE.XIII": 26, "GE.XVI": 36}
    german = [26, 36, 25, 35, 45, 44, 54, 64, 73]
    # From an enemy hex that is contested: friendly hexes and vacant enemy hexes, but no other hex with enemies.
    position = activated(26, "FR.XX", units=both, german=german)
    assert 36 not in goes(position)
    assert refused(position, "go 36") == "8.4.4"
    assert {27, 35} <= set(goes(position))
    # From a friendly hex: enemies too, and there the group stops.
    position = activated(27, "FR.XV", units=both, german=german)
    assert {26, 36} <= set(goes(position))
    # Disrupted units, staffs and guns do not go there alone.
    position = activated(27, "FR.XV", units={**both, "FR.XV": "27*"}, german=german)
    assert 36 not in goes(position)
    assert refused(position, "go 36") == "9.8.2"
    position = activated(27, "FR.HQ-6", units={**both, "FR.HQ-6": 27}, german=german)
    assert 36 not in goes(position)
    assert 26 in goes(position), "friends are there"


@pytest.mark.rule("8.4.4", "8.3.1", "ES-34")
@pytest.mark.parametrize(("edition", "stops"), [("english", False), ("spanish", True)])
def test_a_besieged_fort_stops_only_in_spanish(edition: str, stops: bool) -> None:
    position = alone(
        edition, turn=6, side="german", withdrew=[3, 4], siege=[76], german=[75, 76, 66],
        units={"GE.X": 75, "GE.VII": 76, "FR.F-Verdun-E": 76, "FR.XX": 57},
    )  # fmt: skip
    position = play(position, "activate 75", "take GE.X", "go 76")
    assert (asked(position) == "Walk") is not stops


@pytest.mark.rule("8.4.5")
def test_a_blocked_hexside_is_shut() -> None:
    position = activated(
        26, "GE.XIII", side="german", units={"GE.XIII": 26, "FR.XX": 26, "GE.X": 36}, blocked=["allied 27 26"],
        german=[26, 36, 35, 45, 44, 54, 64, 73, 27, 46],
    )  # fmt: skip
    assert refused(position, "go 27") == "8.4.5"


@pytest.mark.rule("8.4.6")
def test_stacking() -> None:
    board = alone(units=dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V"), 57)).board
    assert fits(board, 57, ALLIED, 1 << BY_ID["FR.VI"])
    assert fits(board, 57, ALLIED, bits((BY_ID["BR.1"], BY_ID["BR.2"])))
    assert not fits(board, 57, ALLIED, bits((BY_ID["FR.VI"], BY_ID["BR.2"])))
    horse = bits(BY_ID[f"FR.{n}-C"] for n in (1, 2, 3, 4))
    assert fits(board, 57, ALLIED, horse | 1 << BY_ID["FR.VI"])
    assert not fits(board, 57, ALLIED, horse | bits((BY_ID["FR.VI"], BY_ID["FR.5-C"])))
    assert fits(board, 57, ALLIED, 1 << BY_ID["FR.HQ-3"])


@pytest.mark.rule("8.4.6", "2.2")
def test_the_high_vosges_hold_less() -> None:
    board = alone(units=dict.fromkeys(("FR.I", "FR.II", "FR.III"), 102)).board
    assert VOSGES >> 102 & 1
    assert not fits(board, 102, ALLIED, 1 << BY_ID["FR.IV"])
    assert fits(board, 102, ALLIED, 1 << BY_ID["FR.Chass-Alp"])
    assert not overfull(board, 102, ALLIED)


@pytest.mark.rule("8.4.6")
def test_through_a_full_hex_but_not_into_it() -> None:
    crowd = dict.fromkeys(("FR.I", "FR.II", "FR.III", "FR.IV", "FR.V", "FR.VI"), 48)
    position = activated(57, "FR.XX", units={**crowd, "FR.XX": 57, "GE.X": 84})
    assert 48 in goes(position)
    position = play(position, "go 48")
    assert "stop" not in legal(position)
    assert goes(position)


@pytest.mark.rule("8.4.7")
def test_belgians_stay_in_belgium_and_british_pass_through_paris() -> None:
    position = activated(44, "BE.I", units={"BE.I": 44, "GE.X": 84})
    assert refused(position, "go 45") == "8.4.7"
    assert 43 in goes(position)
    position = activated(28, "BR.1", units={"BR.1": 28, "GE.X": 84})
    position = play(position, "go 19")
    assert "stop" not in legal(position)


@pytest.mark.rule("8.4.8", "ES-26")
@pytest.mark.parametrize(("edition", "open_after"), [("english", True), ("spanish", False)])
def test_schlieffen_plan_hexes(edition: str, open_after: bool) -> None:
    german = [54, 64, 73, 44, 53, 63, 34, 35]
    position = alone(
        edition, turn=6, side="german", german=german, withdrew=[3, 4],
        units={"GE.X": 44, "GE.VII": 44, "FR.XX": 24, "FR.XV": 33},
    )  # fmt: skip
    position = play(position, "activate 44", "take GE.X")
    assert refused(position, "go 43") == "8.4.8"
    assert 33 in goes(position), "Allied units are there"
    position = play(position, "go 33")
    board = position.board
    board.put(BY_ID["FR.XV"], 24)
    board.put(BY_ID["GE.X"], 44)
    assert (33 in entries(board, GERMAN, 1 << BY_ID["GE.VII"], 44, 0, 0, False)) is open_after
    board.turn = 7
    assert 33 in entries(board, GERMAN, 1 << BY_ID["GE.VII"], 44, 0, 0, False)


@pytest.mark.rule("14.1.1", "14.3.1")
@pytest.mark.parametrize(("scenario", "shut"), [(1, True), (2, True), (3, False)])
def test_maubeuge_on_the_first_turns(scenario: int, shut: bool) -> None:
    german = alone(scenario=scenario, turn=1, side="german", units={"GE.X": 64, "FR.XX": 45}, german=[64])
    german = play(german, "activate 64", "take GE.X")
    assert (54 not in goes(german)) is shut
    allied = alone(scenario=scenario, turn=2, units={"GE.X": 84, "FR.XX": 45})
    allied = play(allied, "activate 45", "take FR.XX")
    assert (54 not in goes(allied)) is shut
    cavalry = arranged(turn=2)
    cavalry = play(cavalry, "activate 54", "take FR.1-C", "go 45")
    assert 54 in goes(cavalry), "it began there, so it may come back"


@pytest.mark.rule("8.5", "8.6", "8.2.2")
def test_some_fight_in_the_activated_hex_while_others_move_on() -> None:
    position = activated(
        26, "FR.XV", units={"FR.XX": 26, "FR.XV": 26, "GE.XIII": 26, "GE.XVI": 60}, german=[26]
    )  # fmt: skip
    position = play(position, "go 25", "stop", "done")
    assert asked(position) == "MayDeclare"
    assert legal(position) == ["battle", "no battle"]


@pytest.mark.rule("8.4", "8.4.4")
def test_cavalry_takes_a_vacant_hex_and_rides_back() -> None:
    position = activated(57, "FR.5-C", units={"FR.5-C": 57, "FR.XX": 57, "GE.X": 84}, german=[56])
    position = play(position, "go 56")
    assert 57 in goes(position)
    position = play(position, "go 57")
    assert where(position, "FR.5-C") == 57
    assert position.board.controls(ALLIED, 56)


@pytest.mark.rule("8.4", "8.5")
def test_nobody_leaves_a_battle_and_comes_back_to_it() -> None:
    position = activated(57, "FR.5-C", units={"FR.5-C": 57, "FR.XX": 57, "GE.X": 57})
    position = play(position, "go 48")
    assert 57 not in goes(position)
    assert refused(position, "go 57") == "8.5"


@pytest.mark.rule("8.4.7", "12.6")
def test_belgians_outside_belgium_may_walk_back() -> None:
    position = activated(1, "BE.4", units={"BE.4": 1, "FR.XX": 57, "GE.X": 84})
    assert 7 in goes(position)
    position = activated(24, "BE.4", units={"BE.4": 24, "FR.XX": 57, "GE.X": 84})
    position = play(position, "go 23")
    assert goes(position) == [32, 33], "and stay once they are home"


@pytest.mark.rule("2.4", "8.4.4")
def test_brackets_keep_a_corps_out_of_attacks_and_not_out_of_hexes_with_friends() -> None:
    units = {"GE.OR": 106, "GE.X": 84, "FR.XX": 103}
    position = activated(106, "GE.OR", side="german", units=units, allied=[103])
    assert refused(position, "go 103") == "2.4"
    position = activated(106, "GE.OR", side="german", units={**units, "GE.30-R": 103}, allied=[103])
    assert 103 in goes(position)


@pytest.mark.rule("8.4.6")
def test_through_two_full_hexes() -> None:
    corps = ["I", "III", "X", "XVIII", "IV-RG", "II", "XI", "XII", "XVII", "Col", "IV", "V"]
    full = {f"FR.{name}": (48 if i < 6 else 38) for i, name in enumerate(corps)}
    riders = {"FR.1-C": 48, "FR.3-C": 48, "FR.5-C": 48, "FR.4-C": 48, "FR.9-C": 38, "FR.7-C": 38, "FR.2-C": 38}
    units = {**full, **riders, "FR.6-C": 38, "FR.8-C": 57, "GE.X": 84}
    position = activated(57, "FR.8-C", units=units, german=[37, 47, 49, 58, 66, 67, 56])
    assert 48 in goes(position)
    position = play(position, "go 48")
    assert 38 in goes(position)
    position = play(position, "go 38")
    assert "stop" not in legal(position)
    assert 28 in goes(position)


@pytest.mark.rule("9.8.2", "8.4.4")
@pytest.mark.parametrize("name", ["FR.HQ-6", "FR.XV"])
@pytest.mark.parametrize("enemy", ["GE.HQ-3", "GE.HA-420"])
def test_a_lone_staff_or_gun_keeps_out_the_disrupted_and_other_staffs(name: str, enemy: str) -> None:
    german = [36, 35, 45, 44, 54, 64, 73]
    units = {"FR.XV": "27*", "FR.HQ-6": 27, "FR.XX": 27, enemy: 36}
    position = activated(27, name, units=units, german=german)
    assert refused(position, "go 36") == "9.8.2"
    assert 36 in goes(play(position, "take FR.XX")), "with an undisrupted corps they may"
    ours = activated(27, name, units=units, german=[35, 45, 44, 54, 64, 73])
    assert 36 in goes(ours), "and into a hex of their own"
    vacant = activated(27, name, units={**units, enemy: 84}, german=german)
    assert 36 in goes(vacant)
