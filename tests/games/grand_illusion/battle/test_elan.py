"""9.3.5: elan."""

from __future__ import annotations

from typing import Any

import pytest

from games.grand_illusion.battlefield import battle, front, miss_all, shot, sums, to_dice
from games.grand_illusion.positions import QUIET
from games.grand_illusion.support import actor, alone, asked, carried_out, down, happened, legal, play, where
from marne.games.grand_illusion.components.units import BY_ID
from marne.games.grand_illusion.events import ElanPaid
from marne.games.grand_illusion.rules.battle.battle_board import Fight
from marne.games.grand_illusion.rules.battle.battle_fire import Elan

PLAN17: dict[str, Any] = {"turn": 2, "withdrew": [0, 0], "declared": [96], "mandated": [2, 0], "hex": 96}


@pytest.mark.rule("9.3.5", "9.3.2", "14.1.1")
def test_elan_makes_the_defenders_fire_better() -> None:
    position = to_dice(play(battle("FR.XX FR.XV FR.XVI FR.X", "GE.II-B GE.XXI", **PLAN17), QUIET))
    position, event = shot(position, 6)
    assert sums(event) == {"terrain": 1}
    position, event = shot(position, 2)
    assert sums(event) == {"elan": -1}


@pytest.mark.rule("9.3.5")
def test_elan_without_a_hit_costs_one_that_the_german_chooses() -> None:
    position = battle("FR.XX FR.XV FR.XVI FR.X*", "GE.II-B GE.XXI", **PLAN17)
    position = miss_all(to_dice(play(position, QUIET)))
    assert asked(position) == "Elan"
    assert actor(position) == "german"
    assert legal(position) == ["hit FR.XX", "hit FR.XV", "hit FR.XVI"], "the undisrupted first"
    position = play(position, "hit FR.XX")
    assert down(position, "FR.XX")
    assert happened(position, ElanPaid)


@pytest.mark.rule("9.3.5")
def test_elan_is_paid_once_blood_has_flowed() -> None:
    position = to_dice(play(battle("FR.XX FR.XV FR.XVI FR.X", "GE.II-B GE.XXI", **PLAN17), QUIET))
    position = miss_all(play(position, 6, 1))
    assert asked(position) == "MayLeave"


@pytest.mark.rule("9.3.5")
@pytest.mark.parametrize("changes", [{"turn": 5}, {"declared": []}, {"hex": 84, "declared": [84]}])
def test_no_elan_later_elsewhere_or_unordered(changes: dict[str, Any]) -> None:
    position = battle("FR.XX FR.XV FR.XVI FR.X", "GE.II-B GE.XXI", **{**PLAN17, **changes})
    position = miss_all(to_dice(play(position, QUIET)))
    assert asked(position) == "MayLeave"


ELAN: dict[str, Any] = {"hex": 96, "turn": 2, "withdrew": [0, 0], "declared": [96], "mandated": [2, 0]}


@pytest.mark.rule("9.3.5")
def test_elan_that_has_cost_a_corps_costs_no_more() -> None:
    position = to_dice(play(battle("FR.XX FR.X*", "GE.II-B GE.XXI", **ELAN), QUIET, "against GE.XXI", "front FR.X"))
    while asked(position) in ("Fire", "DefenderFire"):
        dead = position.step.rule == "9.3.2" and front(position)[position.step.target][0] == "FR.X"  # type: ignore[attr-defined]
        position = play(position, 2 if dead else 6)
    assert where(position, "FR.X") == -1
    assert asked(position) != "Elan"


@pytest.mark.rule("9.3.5")
def test_elan_falls_on_the_disrupted_when_all_are() -> None:
    position = play(
        battle("FR.XX* FR.X*", "GE.II-B GE.XXI", **ELAN), QUIET, "front FR.XX", "against GE.XXI", "front FR.X"
    )
    position = miss_all(position)
    assert asked(position) == "Elan"
    assert actor(position) == "german"
    assert legal(position) == ["hit FR.X", "hit FR.XX"]
    gone = play(position, "hit FR.XX")
    assert where(gone, "FR.XX") == -1
    assert where(gone, "FR.X") > 0


@pytest.mark.rule("9.3.5", "9.1.4")
def test_elan_after_offensive_to_the_limit() -> None:
    position = battle("FR.XX", "GE.II-B GE.XXI", **ELAN, spare="FR.X*", others={"FR.HQ-2": "96*"})
    position = miss_all(to_dice(play(position, 6)))
    assert down(position, "FR.XX"), "the one undisrupted corps, and nobody is asked"
    assert where(position, "FR.X") > 0
    assert where(position, "FR.HQ-2") > 0


@pytest.mark.rule("9.3.5")
@pytest.mark.reading("elan-hit")
def test_whom_elan_can_fall_on() -> None:
    board = alone(turn=2, units={"FR.I": 96, "FR.XX": 96, "FR.XV": "96*", "FR.X": "dead"}).board
    board.battle = 96
    fresh, tired, gone = (1 << BY_ID[name] for name in ("FR.XX", "FR.XV", "FR.X"))
    assert Elan(Fight(fresh | tired, tired, True)).victims(board) == fresh
    assert Elan(Fight(tired, tired, True)).victims(board) == tired
    assert Elan(Fight(fresh | tired, tired, False)).victims(board) == 0, "no elan"
    assert Elan(Fight(fresh | tired, 0, True)).victims(board) == 0, "it has cost a step"
    assert Elan(Fight(fresh | gone, 0, True)).victims(board) == 0, "it has cost a corps"
    carried_out(Elan(Fight(fresh | tired, tired, False)), board)
    assert not board.is_down(BY_ID["FR.I"])
