"""A word that a step doesn't know is refused with a rule, whichever step asks."""

from __future__ import annotations

import pytest

from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components.scenario import scenario_named
from marne.games.schlieffens_war.rules.combat.attack import ChooseProbe, ChooseTarget
from marne.games.schlieffens_war.rules.movement.movement import ChooseDestination, ChooseUnit
from marne.games.schlieffens_war.rules.reinforcement.regroup import ReturnUnits


@pytest.mark.parametrize(
    "step", [ChooseProbe(0), ChooseTarget(0), ChooseUnit(0), ChooseDestination(0), ReturnUnits(0)], ids=repr
)
def test_a_word_that_is_not_offered_has_a_reason(step: ChooseProbe | ChooseTarget) -> None:
    refusal = step.why_not(WarBoard(scenario_named("campaign")), "nonsense")
    assert refusal is not None
    assert refusal.rule == step.rule
