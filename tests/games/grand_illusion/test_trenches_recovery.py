"""9.7 and 9.8: trenches, disruption, recovery."""

from __future__ import annotations

import pytest

from games.grand_illusion.support import alone, asked, carried_out, down, legal, play, question, where
from marne.games.grand_illusion.components.units import ALLIED, BY_ID, GERMAN
from marne.games.grand_illusion.rules.battle.losses import eliminate, hit
from marne.games.grand_illusion.rules.supply.recovery import RestSome, fatigue, may_recover, recovery_hexes
from marne.games.grand_illusion.rules.supply.trenches import improve, line_hexes, trench_hexes
from marne.hexes import bits

ROAD = [26, 36, 35, 45, 44, 54, 64, 73]
FACING = {"FR.XX": 26, "GE.XIII": 26, "FR.XV": 27, "GE.XVI": 36}


@pytest.mark.rule("9.7.1", "9.7.2", "5.2")
def test_trenches_only_after_the_german_withdrawal_and_only_face_to_face() -> None:
    before = alone(turn=6, units=FACING, german=ROAD, withdrew=[3, 0]).board
    assert trench_hexes(before, ALLIED) == []
    position = alone(turn=6, units=FACING, german=ROAD, withdrew=[3, 4], caps=[3, 3])
    assert trench_hexes(position.board, ALLIED) == trench_hexes(position.board, GERMAN) == [26]
    assert line_hexes(position.board) == [26, 36]
    position = play(position, "entrench 26")
    assert position.board.trench[26] == 1
    assert position.board.caps[ALLIED] == 2
    assert "entrench 26" not in legal(position), "one marker a hex"


@pytest.mark.rule("9.7.3", "11.5")
def test_trenches_get_deeper_where_both_sides_are_supplied() -> None:
    board = alone(turn=6, units=FACING, german=ROAD, trench={"26": 1, "36": 1}).board
    improve(board)
    assert board.trench[26] == 2
    assert board.trench[36] == 1, "only Germans there"
    improve(board)
    assert board.trench[26] == 2


@pytest.mark.rule("9.7.3", "11.5")
def test_cavalry_digs_no_deeper() -> None:
    cavalry = {**FACING, "FR.4-C": 36, "GE.9-C": 26}
    board = alone(turn=6, units=cavalry, german=ROAD, trench={"26": 1, "36": 1}).board
    improve(board)
    assert board.trench == {**board.trench, 26: 2, 36: 1}


@pytest.mark.rule("9.8.1", "9.8.2", "9.3.3")
def test_hits_disrupt_then_eliminate_and_forts_lose_steps() -> None:
    board = alone(units={"FR.XX": 26, "FR.F-Maubeuge": 54}).board
    corps, fort = BY_ID["FR.XX"], BY_ID["FR.F-Maubeuge"]
    hit(board, corps)
    assert board.is_down(corps)
    assert board.strength(corps) == 3
    hit(board, corps)
    assert board.where[corps] < 0
    strengths = []
    while board.where[fort] == 54:
        strengths.append((board.strength(fort), board.fort_defence(fort)))
        hit(board, fort)
    assert strengths == [(5, 2), (4, 2), (3, 1), (2, 1)]


@pytest.mark.rule("9.8.3", "5.2")
def test_a_cap_puts_a_quiet_hex_in_order() -> None:
    units = {"FR.XX": "57*", "FR.XV": "57*", "FR.I": "26*", "GE.XIII": 26, "FR.III": "76*", "FR.F-Verdun-E": 76}
    position = alone(turn=6, units=units, german=ROAD, withdrew=[3, 4], caps=[3, 3])
    assert recovery_hexes(position.board, ALLIED) == [57, 76], "not beside enemies"
    position = play(position, "recover 57")
    assert not down(position, "FR.XX")
    assert not down(position, "FR.XV")
    assert position.board.caps[ALLIED] == 2


@pytest.mark.rule("9.8.3")
def test_a_besieged_enemy_fort_is_an_enemy_too() -> None:
    board = alone(turn=6, units={"GE.X": "76*", "GE.VII": 76, "FR.F-Verdun-E": 76}, siege=[76], german=[76, 75]).board
    assert recovery_hexes(board, GERMAN) == []


@pytest.mark.rule("14.1.1", "9.8.3")
def test_fatigue_from_turn_twelve() -> None:
    units = {"FR.XX": "57*", "FR.XV": "57*", "FR.I": "57*", "GE.X": 84}
    position = play(alone(turn=12, units=units, withdrew=[3, 4], caps=[3, 3]), "recover 57")
    assert asked(position) == "RestSome"
    position = play(position, "rest FR.I", "rest FR.XV")
    assert down(position, "FR.XX"), "two of three, half rounded up"
    assert where(position, "FR.XX") == 57
    rested = play(alone(turn=11, units=units, withdrew=[3, 4], caps=[3, 3]), "recover 57")
    assert not down(rested, "FR.XX")


@pytest.mark.rule("9.3.3", "14.2.2", "9.8.1")
def test_losses_are_counted() -> None:
    units = {
        "BR.1": 36,
        "BR.2": "36*",
        "BR.1-C": 36,
        "FR.XX": 36,
        "FR.Maroc": 36,
        "FR.HQ-5": 36,
        "BR.HQ-BEF": 36,
        "GE.X": 36,
    }
    board = alone(units=units).board
    hit(board, BY_ID["BR.1"])
    assert (board.british_hits, board.british_lost) == (1, 0)
    hit(board, BY_ID["BR.2"])
    assert (board.british_hits, board.british_lost) == (2, 1)
    assert board.is_down(BY_ID["BR.1"]), "another's end is nothing to it"
    assert not board.is_down(BY_ID["BR.2"])
    eliminate(board, BY_ID["BR.1-C"], "9.6.3")
    assert (board.british_hits, board.british_lost) == (2, 3), "both its steps"
    eliminate(board, BY_ID["BR.HQ-BEF"], "9.4.4")
    assert board.british_lost == 3, "a staff has none"
    for name, count in (("FR.Maroc", 0), ("FR.HQ-5", 0), ("GE.X", 0), ("FR.XX", 1)):
        eliminate(board, BY_ID[name], "9.3.3")
        assert board.french_lost == count, name
    hit(board, BY_ID["GE.VII"])
    assert board.british_hits == 2
    assert not board.is_down(BY_ID["BR.2"]), "the dead are not disrupted"
    assert board.where[BY_ID["BR.2"]] == -1


@pytest.mark.rule("9.8.3", "11.4")
def test_who_rests() -> None:
    board = alone(units={"FR.XX": "57*", "FR.XV": "57*", "FR.I": "57*"}).board
    units = bits(BY_ID[name] for name in ("FR.XX", "FR.XV", "FR.I"))
    assert question(RestSome(0, 57, units, 3), board) is None
    assert question(RestSome(0, 57, units, 0), board) is None
    ask = question(RestSome(0, 57, units, 2), board)
    assert ask is not None
    assert (ask.actor, len(ask.options or ())) == (0, 3)
    none = board.copy()
    assert carried_out(RestSome(0, 57, units, 0), none) == ()
    assert none.down == board.down
    (step,) = RestSome(0, 57, units, 2).do(board, ("rest", BY_ID["FR.XV"]))
    assert step == RestSome(0, 57, units & ~(1 << BY_ID["FR.XV"]), 1)
    assert not board.is_down(BY_ID["FR.XV"])
    assert board.is_down(BY_ID["FR.XX"])
    assert carried_out(RestSome(0, 57, units, 3), board) == ()
    assert board.down & units == 0


@pytest.mark.rule("14.1.1", "9.8.3")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_fatigue_in_every_case(edition: str) -> None:
    for scenario in (1, 2, 3):
        for turn in (11, 12, 13):
            board = alone(edition, scenario, turn=turn, units={"FR.XX": 57}).board
            tired = turn >= 12 and (scenario != 3 or edition == "english")
            assert fatigue(board) is tired
            for count in range(1, 6):
                assert may_recover(board, (1 << count) - 1) == ((count + 1) // 2 if tired else count)
