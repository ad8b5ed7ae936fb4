"""8.1, 8.2: segments and activations."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.support import (
    Game,
    actor,
    alone,
    arranged,
    asked,
    carried_out,
    legal,
    play,
    refused,
    until,
    where,
)
from marne.games.grand_illusion.board import OUT_OF_HOLLAND, GrandIllusionBoard
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, CORPS, FORTS, GERMAN, IDS, SIDE, SIDES
from marne.games.grand_illusion.rules.actions.actions import (
    Act,
    EndActivation,
    ResolveBattles,
    activation_hexes,
    manned_hexes,
)
from marne.games.grand_illusion.rules.command.segment import surrender

FRONT = {"FR.XX": 57, "FR.XV": 58, "GE.X": 84, "GE.VII": 84}


@pytest.mark.rule("8.1", "8.1.1")
def test_two_activations_then_the_other_side() -> None:
    position = alone(turn=6, units=FRONT, caps=[4, 4], withdrew=[3, 4])
    position = play(position, "activate 57", "done", "activate 57", "done")
    assert actor(position) == "german"
    assert position.board.caps == [2, 4]


@pytest.mark.rule("8.1.1")
def test_more_than_two_while_the_enemy_has_no_caps() -> None:
    position = alone(turn=6, units=FRONT, caps=[4, 0], withdrew=[3, 4])
    position = play(position, "activate 57", "done", "activate 57", "done")
    assert actor(position) == "allied"
    assert "activate 58" in legal(position)


@pytest.mark.rule("8.1.1", "8.1.2")
def test_two_passes_end_the_phase() -> None:
    position = alone(turn=6, units=FRONT, caps=[4, 4], withdrew=[3, 4])
    position = play(position, "pass", "pass")
    assert asked(position) == "StrategicSegment"


@pytest.mark.rule("8.1.1", "ES-6")
@pytest.mark.parametrize(("edition", "word", "over"), [("english", "stop", False), ("spanish", "pass", True)])
def test_stopping_after_one_activation_is_a_pass_only_in_spanish(edition: str, word: str, over: bool) -> None:
    position = alone(edition, turn=6, units=FRONT, caps=[4, 4], withdrew=[3, 4])
    position = play(position, "activate 57", "done", word, "pass")
    assert (asked(position) == "StrategicSegment") is over


@pytest.mark.rule("8.1.2")
def test_no_caps_on_either_side_end_the_phase() -> None:
    position = alone(turn=6, units=FRONT, caps=[1, 0], withdrew=[3, 4])
    position = play(position, "activate 57", "done")
    assert (position.board.turn, asked(position)) == (7, "RollCaps"), "nobody can act, and nobody can pay for a train"


@pytest.mark.rule("8.2.1", "8.2.3")
def test_only_hexes_with_a_unit_and_again_and_again() -> None:
    position = alone(turn=6, units=FRONT, caps=[4, 4], withdrew=[3, 4])
    assert [text for text in legal(position) if text.startswith("activate")] == ["activate 57", "activate 58"]
    assert refused(position, "activate 60") == "8.2.1"
    position = play(position, "activate 57", "done")
    assert "activate 57" in legal(position)


@pytest.mark.rule("8.1.1", "9.8.3")
def test_recovery_first_allows_only_recovery_second() -> None:
    position = alone(turn=6, units={**FRONT, "FR.XX": "57*", "FR.XVI": "59*"}, caps=[4, 4], withdrew=[3, 4])
    position = play(position, "recover 57")
    assert legal(position) == ["recover 59", "stop"]
    position = play(position, "recover 59")
    assert actor(position) == "german"


@pytest.mark.rule("14.1.1", "14.2.1")
@pytest.mark.parametrize("scenario", [1, 2])
def test_the_allies_are_not_ready_everywhere_on_turn_one(scenario: int) -> None:
    position = arranged(scenario=scenario, begin="turn", turn=1)
    assert refused(position, "activate 66") == "14.1.1"
    assert refused(position, "activate 76") == "14.1.1"
    assert "activate 45" in legal(position)
    position = arranged(scenario=scenario, turn=1, caps=[4, 6], northern=1)
    assert not {"activate 45", "activate 46", "activate 54", "activate 62"} & set(legal(position))


@pytest.mark.rule("14.3.1")
def test_scenario_three_allows_two_activations_in_the_north() -> None:
    position = arranged(scenario=3, turn=1, caps=[4, 6])
    assert {"activate 66", "activate 76"} <= set(legal(position))
    position = arranged(scenario=3, turn=1, caps=[4, 6], northern=2)
    assert not {"activate 66", "activate 46"} & set(legal(position))
    assert "activate 76" in legal(position)


@pytest.mark.rule("8.1.1", "9.8.3")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_recovery_is_open_as_a_third_activation_and_ends_the_segment(edition: str) -> None:
    units = {**FRONT, "FR.XVI": "59*", "FR.I": "48*"}
    position = alone(edition, turn=6, units=units, caps=[4, 0], withdrew=[3, 4])
    position = play(position, "activate 57", "done", "activate 57", "done")
    assert {"recover 48", "recover 59"} <= set(legal(position))
    position = play(position, "recover 59")
    assert not position.board.recovering, "a new segment: the Germans had nothing to spend"
    assert position.board.activations == 0
    assert "activate 57" in legal(position)
    rich = alone(edition, turn=6, units=units, caps=[4, 1], withdrew=[3, 4])
    rich = play(rich, "activate 57", "done", "activate 57", "done")
    assert actor(rich) == "german", "not against an enemy with CAPS"


def over(position: Game) -> bool:
    """The Action Phase has ended."""
    return asked(position) not in ("Act", "OfferWithdrawal", "Movement")


@pytest.mark.rule("8.1", "8.1.1")
def test_a_pass_of_the_turn_before_does_not_count() -> None:
    position = until(arranged(begin="turn", turn=6, passed=True, withdrew=[3, 4]), "Act")
    first = actor(position)
    position = play(position, "pass")
    assert asked(position) == "Act"
    assert actor(position) != first
    assert over(play(position, "pass"))


@pytest.mark.rule("6.0", "8.1.1")
@pytest.mark.parametrize(
    ("scenario", "turn", "first", "single"),
    [(1, 1, True, True), (2, 1, True, True), (3, 1, True, False), (1, 1, False, False), (1, 6, True, False)],
)
def test_one_activation_of_turn_one_has_been_mulhouse(scenario: int, turn: int, first: bool, single: bool) -> None:
    start = alone(scenario=scenario, turn=turn, first=first, units=FRONT, caps=[4, 4], withdrew=[3, 4])
    assert legal(start)[-1] == "pass"
    position = play(start, "activate 57", "done")
    assert (actor(position) == "german") is single
    if single:
        position = play(position, "activate 84", "done")
        assert actor(position) == "german", "they have two"
        position = play(position, "activate 84", "done")
    else:
        position = play(position, "activate 57", "done")
        assert actor(position) == "german"
        return
    assert actor(position) == "allied"
    position = play(position, "activate 57", "done")
    assert actor(position) == "allied", "later on turn 1 the Allies have two as well"


@pytest.mark.rule("6.0", "8.1.1")
def test_after_mulhouse_no_more_even_against_an_enemy_without_caps() -> None:
    position = alone(turn=1, first=True, units=FRONT, caps=[4, 0])
    position = play(position, "activate 57", "done")
    assert position.board.activations == 0, "the Germans had nothing to spend, and a new segment has begun"
    assert actor(position) == "allied"


@pytest.mark.rule("6.0", "8.1.1")
def test_a_pass_on_turn_one_is_a_pass() -> None:
    position = play(alone(turn=1, first=True, units=FRONT, caps=[4, 4]), "pass", "pass")
    assert over(position)


@pytest.mark.rule("8.1.1", "9.1.4", "9.1.3")
def test_a_cautious_attacker_loses_his_second_activation_and_his_other_battles() -> None:
    units = {"FR.XX": 27, "FR.XV": 27, "FR.I": 57, "GE.XIII": 26, "GE.XVI": 36}
    position = alone(turn=7, units=units, german=[26, 36, 35, 45, 44, 54, 64, 73], withdrew=[3, 4], caps=[4, 4])
    position = play(position, "activate 27", "take FR.XX", "go 26", "take FR.XV", "go 36")
    assert legal(position) == ["resolve 26", "resolve 36"]
    position = play(position, "resolve 36")
    assert position.board.battle == 36
    position = play(position, 3)
    assert actor(position) == "german"
    assert asked(position) == "Act", "26 is not fought any more"
    assert position.board.battles == []
    assert position.board.caps == [3, 4]


@pytest.mark.rule("8.1.1", "9.1.3")
def test_the_initiative_is_given_up_with_all_that_was_declared() -> None:
    board = alone(turn=7, units=FRONT, declared=[57]).board
    board.battles, board.attackers = [57, 58], {57: 1, 58: 2}
    surrender(board)
    assert board.surrendered
    assert (board.battles, board.attackers, board.declared) == ([], {}, 0)


@pytest.mark.rule("8.1.1", "8.7.1")
def test_a_withdrawal_in_ones_own_segment() -> None:
    position = alone(turn=4, units=FRONT, caps=[4, 4], passed=True)
    assert legal(position)[0] == "withdraw"
    begun = play(position, "activate 57", "done")
    assert "withdraw" not in legal(begun), "only at the start of a segment"
    position = play(position, "withdraw", "done")
    assert actor(position) == "german"
    assert position.board.caps == [4, 4]
    position = play(position, "pass")
    assert asked(position) == "Act", "a withdrawal is no pass"
    assert actor(position) == "allied"
    assert "withdraw" not in legal(alone(turn=4, units=FRONT, withdrew=[3, 3])), "once a game"


@pytest.mark.rule("8.1.1", "9.7.2")
def test_digging_is_an_activation() -> None:
    units = {"FR.XX": 26, "GE.XIII": 26, "FR.XV": 27}
    position = alone(turn=6, units=units, german=[26, 36, 35, 45, 44, 54, 64, 73], withdrew=[3, 4], caps=[4, 4])
    position = play(position, "entrench 26")
    assert position.board.trench[26] == 1
    assert position.board.caps == [3, 4]
    assert actor(position) == "allied"
    position = play(position, "activate 27", "done")
    assert actor(position) == "german"


@pytest.mark.rule("8.1.1", "8.2.1", "14.3.6")
def test_a_landing_and_an_entry_are_activations() -> None:
    units = {"BR.7": "T11", "FR.XX": 57, "GE.X": 32}
    position = alone(
        scenario=3, turn=10, units=units, options={"allied": [4]}, german=[32, 33, 43], held=["BR.7"], caps=[4, 4],
        withdrew=[3, 4],
    )  # fmt: skip
    landed = play(position, "land 32")
    assert asked(landed) == "LandingDie"
    assert landed.board.caps == [3, 4]
    quiet = play(position, "land 14")
    assert actor(quiet) == "allied"
    assert quiet.board.moved == 0
    assert not [text for text in legal(quiet) if text.startswith("land")]
    assert actor(play(quiet, "activate 57", "done")) == "german"
    army = alone(scenario=3, turn=3, side="german", units={"FR.XX": 80, "GE.X": 72}, options={"german": [4, 5]})
    for name in ("GE.HQ-9", "GE.XL-R"):
        army.board.delay(BY_ID[name], 2, OUT_OF_HOLLAND)
    army = play(play(army, "hold"), "enter 71", "go 62", "stop")
    assert where(army, "GE.HQ-9") == 62
    assert actor(army) == "german"
    assert army.board.activations == 1
    assert army.board.moved == 0


@pytest.mark.rule("8.1.2", "8.1.1", "ES-6")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_who_has_acted_has_not_passed(edition: str) -> None:
    position = alone(edition, turn=6, units=FRONT, caps=[4, 4], withdrew=[3, 4], passed=True)
    over_now = play(position, "pass")
    assert over(over_now), "the other side had passed before"
    position = play(position, "activate 57", "done")
    position = play(position, legal(position)[-1])
    assert asked(position) == "Act"
    assert actor(position) == "german"


@pytest.mark.rule("8.1.2", "8.1.1")
def test_who_can_do_nothing_passes() -> None:
    position = alone(turn=6, units=FRONT, caps=[4, 0], withdrew=[3, 4])
    assert over(play(position, "pass"))
    nobody = alone(turn=6, units={"FR.XX": 57, "FR.F-Paris": 19}, caps=[4, 4], withdrew=[3, 4])
    assert over(play(nobody, "pass")), "the Germans have nobody to spend CAPS on"


@pytest.mark.rule("8.1.2", "8.7.1")
@pytest.mark.parametrize(("withdrew", "who"), [([0, 0], "allied"), ([3, 0], "german"), ([3, 3], "")])
def test_without_caps_a_withdrawal_can_still_be_declared(withdrew: list[int], who: str) -> None:
    position = alone(turn=4, units=FRONT, caps=[1, 0], withdrew=withdrew)
    if asked(position) == "OfferWithdrawal":
        position = play(position, "hold")
    position = play(position, "activate 57", "done")
    if who:
        assert actor(position) == who
        assert "withdraw" in legal(position)
    else:
        assert over(position)


@pytest.mark.rule("8.2.1", "12.5.2", "9.8.3")
def test_a_fort_is_nobody_to_activate_and_screened_belgians_do_not_rest() -> None:
    units = {"FR.XX": 57, "FR.F-Paris": 19, "GE.III-R": 53, "GE.IX-R": 62, "BE.I": "52*", "FR.XV": "58*"}
    changes: dict[str, Any] = {"units": units, "german": [53, 62, 63, 64, 73], "caps": [4, 4], "withdrew": [3, 4]}
    free = alone(turn=6, **changes)
    assert "activate 19" not in legal(free)
    assert {"recover 52", "activate 52"} <= set(legal(free))
    screened = alone(turn=6, bottled=True, **changes)
    assert not {"recover 52", "activate 52"} & set(legal(screened))
    assert "recover 58" in legal(screened)


def expected_hexes(board: GrandIllusionBoard, side: int) -> list[int]:
    """8.2.1, 12.5.2, 14.1.1, 14.3.1, in other words than the rules have them."""
    found = []
    for hex in range(1, 108):
        units = [unit for unit in range(len(IDS)) if board.where[unit] == hex and not FORTS >> unit & 1]
        if not any(SIDE[unit] == side for unit in units):
            continue
        if side == ALLIED and board.turn == 1:
            if board.scenario == 3 and hex in range(1, 67) and board.northern >= 2:
                continue
            if board.scenario < 3 and (hex in (66, 76) or (hex in (45, 46, 54, 62) and board.northern >= 1)):
                continue
        if side == ALLIED and hex == 52 and board.bottled and board.turn <= 6:
            corps = [unit for unit in range(len(IDS)) if board.where[unit] in (53, 62) and IDS[unit].startswith("GE.")]
            if len([unit for unit in corps if CORPS >> unit & 1]) >= 2:
                continue
        found.append(hex)
    return found


EVERYWHERE = {
    "FR.I": 45, "FR.III": 46, "FR.X": 54, "BE.I": 52, "FR.II": 66, "FR.IV": 67, "FR.V": 76, "FR.XX": 87,
    "FR.F-Paris": 19, "GE.II": 53, "GE.III": 62, "GE.9-C": 62, "GE.X": 84, "GE.HQ-4": 85, "GE.V": 45, "BE.C": 62,
}  # fmt: skip


@pytest.mark.rule("8.2.1", "14.1.1", "14.3.1")
@pytest.mark.parametrize("scenario", [1, 2, 3])
@pytest.mark.parametrize("turn", [1, 2, 6, 7])
def test_which_hexes_can_be_activated(scenario: int, turn: int) -> None:
    for northern in (0, 1, 2):
        for bottled in (False, True):
            for moved in ({}, {"GE.III": 71}, {"GE.III": 71, "GE.39-R": 62}):
                board = alone(
                    scenario=scenario, turn=turn, units={**EVERYWHERE, **moved}, northern=northern, bottled=bottled
                ).board
                for side in (ALLIED, GERMAN):
                    found = activation_hexes(board, side, manned_hexes(board, side))
                    assert found == expected_hexes(board, side), (northern, bottled, moved, side)


@pytest.mark.rule("14.1.1", "14.3.1")
@pytest.mark.parametrize(
    ("scenario", "side", "turn", "hex", "counted"),
    [
        (1, "allied", 1, 45, 1), (1, "allied", 1, 66, 0), (1, "allied", 1, 67, 0), (2, "allied", 1, 46, 1),
        (3, "allied", 1, 66, 1), (3, "allied", 1, 67, 0), (3, "allied", 1, 45, 1), (1, "german", 1, 62, 0),
        (1, "allied", 2, 45, 0), (3, "german", 1, 62, 0),
    ],
)  # fmt: skip
def test_activations_in_the_north_are_counted(scenario: int, side: str, turn: int, hex: int, counted: int) -> None:
    position = alone(scenario=scenario, turn=turn, side=side, units=EVERYWHERE, caps=[4, 4])
    board = position.board.copy()
    Act(SIDES.index(side), False).do(board, ("activate", hex))
    assert board.northern == counted
    assert board.caps[SIDES.index(side)] == 3


@pytest.mark.rule("9.1.3")
def test_battles_are_resolved_where_both_sides_are_still_there() -> None:
    board = alone(turn=7, units={"FR.XX": 26, "FR.XV": 36, "GE.XIII": 26, "GE.X": 35, "FR.I": 35, "FR.II": 36}).board
    board.battles = [36, 35, 26]
    board.attackers = {26: 1 << BY_ID["FR.XX"], 36: 1 << BY_ID["FR.XV"]}
    assert ResolveBattles(ALLIED).hexes(board) == [26], "36 has no defender, and in 35 nobody was designated"
    board.attackers[35] = 1 << BY_ID["FR.XX"]
    assert ResolveBattles(ALLIED).hexes(board) == [26], "whoever was designated for 35 is not there"
    board.put(BY_ID["GE.XIII"], 84)
    assert ResolveBattles(ALLIED).hexes(board) == []
    assert carried_out(ResolveBattles(ALLIED), board) == ()


@pytest.mark.rule("8.2.3")
def test_an_activation_leaves_nothing_behind() -> None:
    board = alone(turn=7, units=FRONT).board
    board.active, board.moved, board.entered, board.must, board.battles = 57, 3, {57: 1}, 2, [57]
    board.attackers, board.declared, board.fought, board.landing = {57: 1}, 2, 2, True
    carried_out(EndActivation(), board)
    assert (board.active, board.moved, board.entered, board.must, board.battles) == (0, 0, {}, 0, [])
    assert (board.attackers, board.declared, board.fought, board.landing) == ({}, 0, 0, False)


@pytest.mark.rule("8.2.3", "8.3.3")
def test_after_an_activation_units_that_supply_reaches_take_their_hex() -> None:
    board = alone(turn=7, units={"GE.X": 75, "FR.XX": 57}).board
    assert board.controls(ALLIED, 75)
    carried_out(EndActivation(), board)
    assert board.controls(GERMAN, 75)


@pytest.mark.rule("8.4.9", "8.1.2")
@pytest.mark.parametrize(("danger", "due"), [(0, False), (4, True), (5, False)])
def test_nobody_is_made_to_withdraw_before_it_is_due(danger: int, due: bool) -> None:
    position = alone(turn=5, units=FRONT, danger=danger, caps=[1, 0])
    position = play(position, "pass", "hold")
    assert (asked(position) == "RetireFrom") is due
    if due:
        assert actor(position) == "allied"


@pytest.mark.rule("14.1.1", "12.5.2", "9.8.3")
def test_what_binds_the_allies_does_not_bind_the_germans() -> None:
    units = {"GE.II": "66*", "GE.III": "76*", "GE.IV": "52*", "FR.XX": 87, "GE.X": 53, "GE.V": 62, "GE.VII": "45*"}
    german = [52, 53, 62, 63, 64, 73, 66, 76, 75, 45, 54, 44]
    position = alone(turn=1, side="german", units=units, german=german, northern=1, bottled=True, caps=[4, 4])
    found = set(legal(position))
    for hex in (66, 76, 52, 45):
        assert {f"activate {hex}", f"recover {hex}"} <= found
