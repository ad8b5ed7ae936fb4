"""8.0, 8.1: segments, passing, the end of the phase."""

from __future__ import annotations

import pytest

from games.grand_illusion.actions.support import WITHDRAWN
from games.grand_illusion.positions import FAR_APART, over
from games.grand_illusion.support import actor, alone, arranged, asked, legal, play, until, where
from marne.games.grand_illusion.board import OUT_OF_HOLLAND
from marne.games.grand_illusion.components.units import BY_ID
from marne.games.grand_illusion.rules.battle.battle_fortune import surrender


@pytest.mark.rule("8.1", "8.1.1")
def test_two_activations_then_the_other_side() -> None:
    position = alone(turn=6, units=FAR_APART, caps=[4, 4], withdrew=[3, 4])
    position = play(position, "activate 57", "done", "activate 57", "done")
    assert actor(position) == "german"
    assert position.board.caps == [2, 4]


@pytest.mark.rule("8.1.1")
def test_more_than_two_while_the_enemy_has_no_caps() -> None:
    position = alone(turn=6, units=FAR_APART, caps=[4, 0], withdrew=[3, 4])
    position = play(position, "activate 57", "done", "activate 57", "done")
    assert actor(position) == "allied"
    assert "activate 58" in legal(position)


@pytest.mark.rule("8.1.1", "8.1.2")
def test_two_passes_end_the_phase() -> None:
    position = alone(turn=6, units=FAR_APART, caps=[4, 4], withdrew=[3, 4])
    position = play(position, "pass", "pass")
    assert asked(position) == "StrategicSegment"


@pytest.mark.rule("8.1.1", "ES-6")
@pytest.mark.parametrize(("edition", "word", "over"), [("english", "stop", False), ("spanish", "pass", True)])
@pytest.mark.reading("stops-after-one")
def test_stopping_after_one_activation_is_a_pass_only_in_spanish(edition: str, word: str, over: bool) -> None:
    position = alone(edition, turn=6, units=FAR_APART, caps=[4, 4], withdrew=[3, 4])
    position = play(position, "activate 57", "done", word, "pass")
    assert (asked(position) == "StrategicSegment") is over


@pytest.mark.rule("8.1.2")
def test_no_caps_on_either_side_end_the_phase() -> None:
    position = alone(turn=6, units=FAR_APART, caps=[1, 0], withdrew=[3, 4])
    position = play(position, "activate 57", "done")
    assert (position.board.turn, asked(position)) == (7, "RollCaps"), "nobody can act, and nobody can pay for a train"


@pytest.mark.rule("8.1.1", "9.8.3")
def test_recovery_first_allows_only_recovery_second() -> None:
    position = alone(turn=6, units={**FAR_APART, "FR.XX": "57*", "FR.XVI": "59*"}, caps=[4, 4], withdrew=[3, 4])
    position = play(position, "recover 57")
    assert legal(position) == ["recover 59", "stop"]
    position = play(position, "recover 59")
    assert actor(position) == "german"


@pytest.mark.rule("8.1.1", "9.8.3")
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_recovery_is_open_as_a_third_activation_and_ends_the_segment(edition: str) -> None:
    units = {**FAR_APART, "FR.XVI": "59*", "FR.I": "48*"}
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


@pytest.mark.rule("8.1", "8.1.1")
def test_a_pass_of_the_turn_before_does_not_count() -> None:
    position = until(arranged(begin="turn", turn=6, passed=True, withdrew=[3, 4]), "Act")
    first = actor(position)
    position = play(position, "pass")
    assert asked(position) == "Act"
    assert actor(position) != first
    assert over(play(position, "pass"))


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
    board = alone(turn=7, units=FAR_APART, declared=[57]).board
    board.battles, board.attackers = [57, 58], {57: 1, 58: 2}
    surrender(board)
    assert board.surrendered
    assert (board.battles, board.attackers, board.declared) == ([], {}, 0)


@pytest.mark.rule("8.1.1", "8.7.1")
@pytest.mark.reading("own-segment")
def test_a_withdrawal_in_ones_own_segment() -> None:
    position = alone(turn=4, units=FAR_APART, caps=[4, 4], passed=True)
    assert legal(position)[0] == "withdraw"
    begun = play(position, "activate 57", "done")
    assert "withdraw" not in legal(begun), "only at the start of a segment"
    position = play(position, "withdraw", "done")
    assert actor(position) == "german"
    assert position.board.caps == [4, 4]
    position = play(position, "pass")
    assert asked(position) == "Act", "a withdrawal is no pass"
    assert actor(position) == "allied"
    assert "withdraw" not in legal(alone(turn=4, units=FAR_APART, withdrew=[3, 3])), "once a game"


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
        scenario=3,
        turn=10,
        units=units,
        options={"allied": [4]},
        german=[32, 33, 43],
        held=["BR.7"],
        caps=[4, 4],
        withdrew=[3, 4],
    )
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
    position = alone(edition, turn=6, units=FAR_APART, caps=[4, 4], withdrew=[3, 4], passed=True)
    over_now = play(position, "pass")
    assert over(over_now), "the other side had passed before"
    position = play(position, "activate 57", "done")
    position = play(position, legal(position)[-1])
    assert asked(position) == "Act"
    assert actor(position) == "german"


@pytest.mark.rule("8.1.2", "8.1.1")
@pytest.mark.reading("nothing-to-do")
def test_who_can_do_nothing_passes() -> None:
    position = alone(turn=6, units=FAR_APART, caps=[4, 0], withdrew=[3, 4])
    assert over(play(position, "pass"))
    nobody = alone(turn=6, units={"FR.XX": 57, "FR.F-Paris": 19}, caps=[4, 4], withdrew=[3, 4])
    assert over(play(nobody, "pass")), "the Germans have nobody to spend CAPS on"


@pytest.mark.rule("8.1.2", "8.7.1")
@pytest.mark.parametrize(("withdrew", "who"), [([0, 0], "allied"), ([3, 0], "german"), ([3, 3], "")])
def test_without_caps_a_withdrawal_can_still_be_declared(withdrew: list[int], who: str) -> None:
    position = alone(turn=4, units=FAR_APART, caps=[1, 0], withdrew=withdrew)
    if asked(position) == "OfferWithdrawal":
        position = play(position, "hold")
    position = play(position, "activate 57", "done")
    if who:
        assert actor(position) == who
        assert "withdraw" in legal(position)
    else:
        assert over(position)


@pytest.mark.rule("8.1.1", "8.7.1")
@pytest.mark.reading("withdrawal-between-passes")
def test_a_withdrawal_between_two_passes_keeps_the_phase_open() -> None:
    position = alone(units=WITHDRAWN, turn=4, side="allied", caps=[4, 6])
    position = play(position, "pass")
    assert asked(position) == "OfferWithdrawal"
    position = play(position, "withdraw", "done", "pass")
    assert asked(position) == "Act"
    assert actor(position) == "allied"
