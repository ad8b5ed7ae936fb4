"""Chapter 7: reinforcements, replacements, the East Front."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.support import (
    actor,
    alone,
    arranged,
    asked,
    carried_out,
    down,
    legal,
    offered,
    play,
    question,
    until,
    where,
)
from marne.games.grand_illusion.board import ASIDE, DEAD, OUT_OF_HOLLAND, VARIABLE
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN, IDS, written
from marne.games.grand_illusion.rules.reinforcements.east_front import EastFront, SendEast, candidates
from marne.games.grand_illusion.rules.reinforcements.reinforcements import (
    ArrivalSegment,
    Arrive,
    BritishReturn,
    entry_hexes,
    may_hold,
    place,
    variable_hexes,
)
from marne.games.grand_illusion.rules.reinforcements.replacements import comes_back_weak, fallen
from marne.hexes import bits

FRONT = {"FR.XX": 57, "FR.HQ-3": 57, "GE.X": 84, "GE.HQ-4": 84}


def test_units_that_are_due_are_asked_for_one_by_one() -> None:
    position = arranged(begin="reinforcements", turn=2, side="german")
    assert asked(position) == "Arrive"
    assert legal(position) == ["at 66", "delay"]


@pytest.mark.rule("7.0", "4.0")
def test_the_side_without_the_initiative_places_first() -> None:
    position = alone(
        begin="reinforcements", turn=6, initiative="german", units={**FRONT, "FR.45": "T6", "GE.II-LW": "T6"}
    )
    assert "at 57" in legal(position)
    position = play(position, "at 57")
    assert "at 84" in legal(position)


@pytest.mark.rule("7.1")
def test_a_fixed_hex_that_is_taken_means_a_source_next_turn() -> None:
    position = alone(begin="turn", turn=5, units={**FRONT, "GE.IX-R": "T5-81"}, allied=[81])
    position = play(position, 3, 3, 3, 1)
    board = position.board
    assert board.track[BY_ID["GE.IX-R"]] == (6, -2)
    assert entry_hexes(board, BY_ID["GE.IX-R"], -2) == [91, 94, 100, 105, 107]


@pytest.mark.rule("7.1")
def test_reinforcements_may_be_put_off() -> None:
    position = alone(begin="reinforcements", turn=6, units={**FRONT, "FR.45": "T6"})
    position = play(position, "delay")
    assert position.board.track[BY_ID["FR.45"]] == (7, VARIABLE)


@pytest.mark.rule("7.1.1", "7.1.3", "8.4.7")
def test_variable_units_come_to_staffs_and_sources() -> None:
    board = alone(turn=6, units=FRONT).board
    assert variable_hexes(board, BY_ID["FR.45"]) == [4, 13, 19, 57, 61, 80, 89]
    board.turn = 7
    assert variable_hexes(board, BY_ID["FR.45"]) == [1, 4, 13, 19, 57, 61, 80, 89], "Le Havre is a Schlieffen hex"
    board.fresh |= 1 << BY_ID["FR.HQ-3"]
    assert 57 not in variable_hexes(board, BY_ID["FR.45"]), "7.1.2: a staff serves only from the next turn"


@pytest.mark.rule("7.1.2")
def test_a_staff_goes_where_there_is_none() -> None:
    board = alone(turn=6, units=FRONT).board
    hexes = variable_hexes(board, BY_ID["FR.HQ-6"])
    assert 57 not in hexes
    assert {19, 28, 48, 58} <= set(hexes)


@pytest.mark.rule("7.1.3", "ES-24")
@pytest.mark.parametrize(("edition", "allowed"), [("english", True), ("spanish", False)])
def test_a_second_staff_in_paris(edition: str, allowed: bool) -> None:
    board = alone(edition, turn=8, units={**FRONT, "FR.HQ-6": 19}).board
    assert (19 in variable_hexes(board, BY_ID["FR.HQ-9"])) is allowed


@pytest.mark.rule("7.2", "5.2")
def test_replacements_now_or_in_two_turns() -> None:
    position = alone(
        begin="reinforcements", turn=6, caps=[3, 0], units={**FRONT, "FR.XV": "dead", "FR.1-C": "dead", "BR.1": "dead"}
    )
    assert legal(position) == ["later FR.XV", "later FR.1-C", "now FR.XV", "now FR.1-C", "done"]
    position = play(position, "now FR.XV", "at 57")
    assert where(position, "FR.XV") == 57
    assert position.board.caps[ALLIED] == 1
    assert legal(position) == ["later FR.1-C", "done"]
    position = play(position, "later FR.1-C")
    assert position.board.track[BY_ID["FR.1-C"]] == (8, -1)
    assert position.board.caps[ALLIED] == 0


@pytest.mark.rule("7.2", "ES-23")
@pytest.mark.parametrize(("edition", "allowed"), [("english", True), ("spanish", False)])
def test_replacements_in_paris(edition: str, allowed: bool) -> None:
    board = alone(edition, turn=6, units=FRONT).board
    assert (19 in variable_hexes(board, BY_ID["FR.XV"], replaced=True)) is allowed


@pytest.mark.rule("7.2")
def test_german_replacements_stay_near_the_frontier_before_turn_five() -> None:
    deep = {"GE.HQ-4": 66, "GE.X": 66, "GE.HQ-5": 75, "GE.VII": 75, "FR.XX": 27}
    board = alone(turn=4, units=deep, german=[66, 75, 65]).board
    board.rail_end = False
    assert 75 in variable_hexes(board, BY_ID["GE.V"], replaced=True)
    assert 66 not in variable_hexes(board, BY_ID["GE.V"], replaced=True)
    board.turn = 5
    assert 66 in variable_hexes(board, BY_ID["GE.V"], replaced=True)


@pytest.mark.rule("14.1.1")
@pytest.mark.parametrize(
    ("turn", "word", "weak"), [(7, "later", False), (8, "later", True), (9, "now", False), (10, "now", True)]
)
def test_late_replacements_come_back_disrupted(turn: int, word: str, weak: bool) -> None:
    position = alone(begin="reinforcements", turn=turn, caps=[3, 0], units={**FRONT, "FR.XV": "dead"})
    position = play(position, f"{word} FR.XV")
    if word == "now":
        assert down(play(position, "at 57"), "FR.XV") is weak
    else:
        assert bool(position.board.weak >> BY_ID["FR.XV"] & 1) is weak


@pytest.mark.rule("7.3")
def test_the_east_front_takes_nine_points_and_a_cavalry_division() -> None:
    position = arranged(begin="reinforcements", turn=3, side="german")
    position = until(position, "EastFront")
    assert legal(position) == ["send troops", "refuse"]
    sent = play(position, "send troops", "send GE.XI", "send GE.2-C", "send GE.Gd-R")
    assert where(sent, "GE.XI") == where(sent, "GE.Gd-R") == ASIDE
    assert sent.board.points[GERMAN] == 0
    assert asked(sent) != "SendEast"
    kept = play(position, "refuse")
    assert kept.board.points[GERMAN] == -2


@pytest.mark.rule("7.3")
def test_only_units_of_the_right_wing_go_east() -> None:
    found = written(candidates(arranged(turn=3).board)).split()
    assert "GE.XI" in found
    assert "GE.V" not in found


@pytest.mark.rule("14.3.1")
def test_no_east_front_in_scenario_three() -> None:
    position = arranged(scenario=3, begin="reinforcements", turn=3, side="german")
    position = until(position, "Act")
    assert position.board.points == [3, 0]


@pytest.mark.rule("14.1.1")
def test_british_and_belgian_infantry_returns_on_turns_eight_and_twelve() -> None:
    lost = {**FRONT, "BR.HQ-BEF": 27, "BR.1": "dead", "BE.I": "dead", "BR.1-C": "dead"}
    position = alone(begin="reinforcements", turn=8, units=lost)
    assert legal(position) == ["return BR.1", "none"]
    position = play(position, "return BR.1", "at 27")
    assert where(position, "BR.1") == 27
    assert not down(position, "BR.1")
    position = alone(begin="reinforcements", turn=12, units=lost)
    position = play(position, "return BR.1", "at 27", "return BE.I", "at 14")
    assert down(position, "BR.1")
    assert down(position, "BE.I")
    assert where(alone(begin="reinforcements", turn=9, units=lost), "BR.1") == DEAD


@pytest.mark.rule("14.1.1")
def test_the_detachment_relieves_a_numbered_army() -> None:
    position = alone(begin="reinforcements", turn=6, side="german", units={**FRONT, "GE.HQ-Det": "T6"})
    assert "relieve GE.HQ-4" in legal(position)
    position = play(position, "relieve GE.HQ-4")
    assert where(position, "GE.HQ-Det") == 84
    assert position.board.track[BY_ID["GE.HQ-4"]] == (7, VARIABLE)


@pytest.mark.rule("12.3")
def test_rule_britannia() -> None:
    board = alone(turn=10, units=FRONT).board
    assert set(variable_hexes(board, BY_ID["BR.7"])) >= {1, 7, 14, 15, 16, 23}
    assert 23 not in variable_hexes(board, BY_ID["BR.6"])
    board.control |= 1 << 16
    assert 16 not in variable_hexes(board, BY_ID["BR.7"])


@pytest.mark.rule("7.2")
def test_no_replacements_where_a_staff_was_placed_this_turn() -> None:
    board = alone(turn=8, units={**FRONT, "FR.HQ-10": 19, "FR.XV": "dead"}).board
    assert 19 in variable_hexes(board, BY_ID["FR.XV"], replaced=True)
    board.fresh |= 1 << BY_ID["FR.HQ-10"]
    assert 19 not in variable_hexes(board, BY_ID["FR.XV"], replaced=True), "not even in Paris"
    board.put(BY_ID["FR.HQ-10"], 89)
    assert 89 not in variable_hexes(board, BY_ID["FR.XV"], replaced=True), "nor at a source"


@pytest.mark.rule("7.3")
def test_who_is_sent_east_is_settled_when_the_order_comes() -> None:
    units = {
        "GE.HQ-1": 36, "GE.VII": "36*", "GE.X": 46, "GE.IV": 37, "GE.9-C": 46, "GE.V": 64, "FR.XX": 36, "FR.XV": 80,
    }  # fmt: skip
    german = [36, 35, 45, 44, 54, 64, 73, 46, 37, 74, 83]
    position = alone(begin="reinforcements", turn=3, initiative="allied", side="german", units=units, german=german)
    position = play(position, "send troops")
    assert legal(position) == ["send GE.IV", "send GE.VII", "send GE.X", "send GE.9-C"]
    assert written(candidates(position.board)).split() == ["GE.IV", "GE.VII", "GE.X", "GE.9-C"]
    position = play(position, "send GE.VII")
    assert where(position, "GE.HQ-1") != 36, "left alone, the staff gives way"
    assert legal(position) == ["send GE.IV", "send GE.X", "send GE.9-C"]
    position = play(position, "send GE.X")
    assert legal(position) == ["send GE.IV", "send GE.9-C"], "eight points are not nine"
    position = play(position, "send GE.IV")
    assert legal(position) == ["send GE.9-C"]
    position = play(position, "send GE.9-C")
    assert asked(position) != "SendEast"
    assert position.board.points[GERMAN] == 0


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(
    ("scenario", "turn", "units", "asks"),
    [
        (1, 3, {"GE.HQ-1": 84, "GE.X": 84, "GE.VII": 84, "GE.9-C": 84}, True),
        (2, 3, {"GE.HQ-2": 84, "GE.X": 84, "GE.III-R": 84, "GE.9-C": 83}, True),
        (3, 3, {"GE.HQ-1": 84, "GE.X": 84, "GE.VII": 84, "GE.9-C": 84}, False),
        (1, 2, {"GE.HQ-1": 84, "GE.X": 84, "GE.VII": 84, "GE.9-C": 84}, False),
        (1, 3, {"GE.HQ-1": 84, "GE.X": 84, "GE.VII": 84}, False),
        (1, 3, {"GE.HQ-1": 84, "GE.X": 84, "GE.VII": "84*", "GE.9-C": 84}, False),
        (1, 3, {"GE.HQ-1": 84, "GE.X": 84, "GE.33-R": 84, "GE.9-C": 84}, False),
        (1, 3, {"GE.HQ-4": 84, "GE.X": 84, "GE.VII": 84, "GE.9-C": 84}, False),
    ],
)
def test_when_troops_can_be_sent_east(scenario: int, turn: int, units: dict[str, Any], asks: bool) -> None:
    board = alone(scenario=scenario, turn=turn, units={"FR.XX": 57, **units}).board
    ask = question(EastFront(), board)
    assert (ask is not None) is asks
    if ask is not None:
        assert ask.actor == GERMAN
    if asks:
        EastFront().do(board, "refuse")
    else:
        carried_out(EastFront(), board)
    assert board.points[GERMAN] == (-2 if turn == 3 and scenario != 3 else 0)
    assert board.points[ALLIED] == 3


@pytest.mark.rule("7.3")
def test_what_is_still_to_be_sent_east() -> None:
    units = bits(BY_ID[name] for name in ("GE.X", "GE.VII", "GE.9-C", "GE.2-C"))
    board = alone(turn=3, units={"GE.X": "84*", "GE.VII": 84, "GE.9-C": 84, "GE.2-C": 84, "FR.XX": 57}).board

    def sendable(points: int, cavalry: int) -> set[str]:
        ask = question(SendEast(points, cavalry, units), board)
        assert ask is None or ask.actor == GERMAN
        return {IDS[answer[1]] for answer in offered(ask)}

    assert sendable(1, 1) == {"GE.VII", "GE.X", "GE.9-C", "GE.2-C"}
    assert sendable(1, 0) == {"GE.VII", "GE.X"}
    assert sendable(0, 1) == {"GE.9-C", "GE.2-C"}
    assert sendable(0, 0) == sendable(-2, 0) == set()
    (after,) = SendEast(9, 1, units).do(board, ("send", BY_ID["GE.X"]))
    assert after == SendEast(6, 1, units & ~(1 << BY_ID["GE.X"])), "the strength that shows"
    assert board.where[BY_ID["GE.X"]] == ASIDE
    assert not board.is_down(BY_ID["GE.X"])
    (after,) = SendEast(9, 1, units).do(board, ("send", BY_ID["GE.9-C"]))
    assert after == SendEast(9, 0, units & ~(1 << BY_ID["GE.9-C"]))


@pytest.mark.rule("7.1", "14.1.1", "14.3.6")
def test_who_is_due() -> None:
    units = {**FRONT, "FR.45": "T6", "FR.HQ-6": "T5", "FR.XXXI": "T7", "GE.II-LW": "T6", "BR.6": "T6"}
    board = alone(turn=6, units=units).board
    board.delay(BY_ID["GE.HQ-9"], 2, OUT_OF_HOLLAND)

    def due(side: int) -> list[str]:
        steps: tuple[Any, ...] = carried_out(ArrivalSegment(side), board)
        return [IDS[step.unit] if isinstance(step, Arrive) else f"{type(step).__name__}{step.nation}" for step in steps]

    assert due(ALLIED) == ["FR.45", "BR.6", "FR.HQ-6", "BritishReturn1", "BritishReturn2"], "staffs last"
    assert due(GERMAN) == ["GE.II-LW"]


@pytest.mark.rule("7.1", "14.1.1", "8.4.9")
def test_how_units_are_placed() -> None:
    board = alone(
        turn=6, units={**FRONT, "FR.45": "T6", "FR.HQ-6": "T6", "FR.IXm": "T9", "FR.IX": "T6", "FR.V": "T6"}
    ).board
    board.weak = bits((BY_ID["FR.45"], BY_ID["FR.V"]))
    place(board, BY_ID["FR.45"], 57, "7.1")
    assert board.is_down(BY_ID["FR.45"])
    assert board.weak == 1 << BY_ID["FR.V"]
    assert BY_ID["FR.45"] not in board.track
    assert board.fresh == 0
    assert not board.is_down(BY_ID["FR.HQ-3"]), "no staff has come"
    place(board, BY_ID["FR.HQ-6"], 57, "7.1")
    assert board.fresh == 1 << BY_ID["FR.HQ-6"]
    assert board.is_down(BY_ID["FR.HQ-3"]), "8.4.1: two staffs in one hex"
    assert board.where[BY_ID["FR.IXm"]] != ASIDE
    board.down |= 1 << BY_ID["FR.IX"]
    place(board, BY_ID["FR.IX"], 57, "7.1")
    assert not board.is_down(BY_ID["FR.IX"])
    assert board.where[BY_ID["FR.IXm"]] == ASIDE
    assert BY_ID["FR.IXm"] not in board.track


@pytest.mark.rule("14.1.1", "7.1", "7.1.1")
@pytest.mark.parametrize(("turn", "relieves"), [(5, False), (6, True), (7, True)])
def test_what_the_detachment_may_relieve(turn: int, relieves: bool) -> None:
    units = {
        **FRONT,
        "GE.HQ-Det": f"T{turn}",
        "GE.HQ-5": 85,
        "GE.V": 85,
        "GE.HQ-Nord": 86,
        "GE.XVI": 86,
        "GE.HQ-7": "aside",
    }
    position = alone(begin="reinforcements", turn=turn, side="german", units=units, caps=[0, 0])
    found = [text for text in legal(position) if text.startswith("relieve")]
    assert found == (["relieve GE.HQ-4", "relieve GE.HQ-5"] if relieves else []), "numbered armies on the map"
    other = alone(begin="reinforcements", turn=6, side="german", units={**FRONT, "GE.II-LW": "T6"}, caps=[0, 0])
    assert not [text for text in legal(other) if text.startswith("relieve")]
    spanish = alone("spanish", 3, begin="reinforcements", turn=turn, side="german", units=units, caps=[0, 0])
    assert not [text for text in legal(spanish) if text.startswith("relieve")], "ES-44"
    if relieves:
        position = play(position, "relieve GE.HQ-5")
        assert position.board.track[BY_ID["GE.HQ-5"]] == (turn + 1, VARIABLE)
        assert where(position, "GE.HQ-Det") == 85


@pytest.mark.rule("14.3.6", "7.1")
def test_who_is_kept_for_a_landing() -> None:
    units = dict.fromkeys(("BR.7", "BR.8", "BR.6", "BR.4", "BR.RN", "BR.3-C", "FR.45"), "T10")
    board = alone(scenario=3, turn=10, units={**FRONT, **units}, options={"allied": [4]}).board
    assert may_hold(board, BY_ID["BR.7"])
    assert not may_hold(board, BY_ID["BR.3-C"]), "infantry"
    assert not may_hold(board, BY_ID["FR.45"]), "British"
    board.held = bits(BY_ID[name] for name in ("BR.8", "BR.6", "BR.4"))
    assert may_hold(board, BY_ID["BR.7"]), "a fourth"
    board.held |= 1 << BY_ID["BR.RN"]
    assert not may_hold(board, BY_ID["BR.7"]), "no fifth"
    assert may_hold(board, BY_ID["BR.RN"]), "who is kept may be kept on"
    board.landed = 14
    assert not may_hold(board, BY_ID["BR.RN"])
    other = alone(scenario=3, turn=10, units={**FRONT, **units}, options={"allied": [3]}).board
    assert not may_hold(other, BY_ID["BR.7"])


@pytest.mark.rule("14.1.1", "ES-44")
def test_who_returns_on_which_turn() -> None:
    lost = {**FRONT, "BR.1": "dead", "BE.I": "dead", "BR.1-C": "dead", "BR.2": 27, "FR.XV": "dead"}
    for edition in ("english", "spanish"):
        for scenario in (1, 2, 3):
            for turn in (7, 8, 9, 12, 13):
                board = alone(edition, scenario, turn=turn, units=lost).board
                kept = scenario != 3 or edition == "english"
                british = ["BR.1"] if kept and turn in (8, 12) else []
                belgian = ["BE.I"] if kept and turn == 12 else []
                assert [IDS[unit] for unit in BritishReturn(1).units(board)] == british
                assert [IDS[unit] for unit in BritishReturn(2).units(board)] == belgian
    cut = alone(turn=8, units={"BR.1": "dead", "FR.XX": 57}, german=[1, 4, 14]).board
    assert BritishReturn(1).units(cut) == [], "nowhere to go"


@pytest.mark.rule("7.2", "14.1.1")
def test_replacements_in_every_case() -> None:
    lost = {
        **FRONT,
        "FR.XV": "dead",
        "GE.VII": "dead",
        "BR.1": "dead",
        "BE.I": "dead",
        "FR.HQ-6": "dead",
        "GE.HA-420": "dead",
    }
    board = alone(turn=6, units={**lost, "FR.F-Paris": "dead", "FR.1-C": 57}).board
    assert [IDS[unit] for unit in fallen(board, ALLIED)] == ["FR.XV"]
    assert [IDS[unit] for unit in fallen(board, GERMAN)] == ["GE.VII"]
    for edition in ("english", "spanish"):
        for scenario in (1, 2, 3):
            for turn in range(6, 13):
                board = alone(edition, scenario, turn=turn, units=FRONT).board
                kept = scenario != 3 or edition == "english"
                assert comes_back_weak(board, 1) is (kept and turn >= 8)
                assert comes_back_weak(board, 2) is (kept and turn >= 10)
    for caps, words in ((0, []), (1, ["later"]), (2, ["later", "now"])):
        position = alone(begin="reinforcements", turn=6, caps=[caps, 0], units=lost)
        found = [text.split()[0] for text in legal(position)] if asked(position) == "ReplacementSegment" else ["done"]
        assert found == [*words, "done"]
        if caps:
            done = play(position, "done")
            assert asked(done) != "ReplacementSegment"
            assert done.board.caps[ALLIED] == caps
            assert where(done, "FR.XV") == DEAD


@pytest.mark.rule("14.1.1", "8.4.9")
def test_a_return_may_be_declined_and_others_do_not_wait_for_the_ninth_corps() -> None:
    units = {**FRONT, "BR.HQ-BEF": 27, "BR.1": "dead", "FR.45": "T8", "FR.IXm": 66}
    position = alone(begin="reinforcements", turn=8, units=units, caps=[0, 0])
    assert "at 57" in legal(position), "the detachment of the IX Corps is nothing to another unit"
    position = play(position, "at 57")
    assert legal(position) == ["return BR.1", "none"]
    assert actor(position) == "allied"
    assert where(play(position, "none"), "BR.1") == DEAD
