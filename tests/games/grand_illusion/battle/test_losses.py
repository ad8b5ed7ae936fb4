"""9.3.3: losses."""

from __future__ import annotations

import pytest

from games.grand_illusion.battle.support import DEAD
from games.grand_illusion.battlefield import battle, shot
from games.grand_illusion.positions import QUIET
from games.grand_illusion.support import alone, carried_out, down, happened, play, where
from marne.games.grand_illusion.components.units import BY_ID
from marne.games.grand_illusion.events import FortReduced
from marne.games.grand_illusion.rules.battle.battle_fire import Losses
from marne.games.grand_illusion.rules.battle.losses import eliminate, hit


@pytest.mark.rule("9.3.3", "9.8.2", "9.8.1")
def test_a_hit_disrupts_and_a_second_eliminates() -> None:
    position = play(battle("FR.XX", "GE.X"), QUIET, 1, 6)
    assert where(position, "GE.X") == 36
    assert down(position, "GE.X")
    position = play(battle("FR.XX", "GE.X*"), QUIET, 1, 6)
    assert where(position, "GE.X") == DEAD


@pytest.mark.rule("9.3.3", "9.5.1")
def test_infantry_hurts_a_fort_only_with_a_one_and_it_loses_a_step() -> None:
    position = play(battle("GE.Gd", "FR.F-Maubeuge", side="german", hex=54), QUIET)
    _, event = shot(position, 2)
    assert not event.hit
    position, event = shot(position, 1)
    assert event.hit
    position, event = shot(position, 5)
    assert (event.strength, event.hit) == (5, True), "with the strength from before the battle"
    assert [(each.unit, each.strength) for each in happened(position, FortReduced)] == [("FR.F-Maubeuge", 4)]


@pytest.mark.rule("9.3.3", "9.5.1")
def test_a_fort_goes_down_its_counters_to_the_last_step() -> None:
    strengths = []
    for steps in range(4):
        position = battle("GE.Gd", "FR.F-Maubeuge", side="german", hex=54, steps={"FR.F-Maubeuge": steps})
        strengths.append(position.board.strength(BY_ID["FR.F-Maubeuge"]))
        position = play(position, QUIET, 1, 6)
        assert (where(position, "FR.F-Maubeuge") == DEAD) is (steps == 3)
    assert strengths == [5, 4, 3, 2]


@pytest.mark.rule("9.3.3")
def test_hits_are_forgotten_once_they_have_been_taken() -> None:
    board = alone(units={"FR.XX": 36, "FR.I": 36}).board
    board.battle, board.hits = 36, 1 << BY_ID["FR.XX"]
    carried_out(Losses(), board)
    assert board.hits == 0
    carried_out(Losses(), board)
    assert not board.is_down(BY_ID["FR.I"])
    assert board.where[BY_ID["FR.XX"]] == 36


@pytest.mark.rule("9.3.3", "14.2.2", "9.8.1")
@pytest.mark.reading("british-steps")
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
