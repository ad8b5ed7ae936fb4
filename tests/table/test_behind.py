"""A question in a battle names the battle: where, who attacks, and whom."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from marne.engine import Match, Setting
from marne.games.grand_illusion.game import GAME as ILLUSION
from marne.games.schlieffens_war.game import GAME as WAR
from marne.lab.play import seeded_dice

FORCED = {
    "schlieffens_war": {"DefenderLosses", "AttackerLosses"},
    "grand_illusion": {"MayLeave", "Retreat", "Siege"},
}


@pytest.mark.parametrize("game", [WAR, ILLUSION], ids=lambda game: str(game.name))
def test_losses_and_retreats_name_their_battle(game: Any) -> None:
    """The hex of the battle and those who fight; a side that is gone by then is named no more."""
    asked: dict[str, int] = {}
    wanted = FORCED[game.name]
    for seed in range(8):
        match, rng = Match(game, Setting(game.scenarios[0].name), seeded_dice(game, seed)), Random(seed)
        while not match.over and match.position.open is not None and not wanted <= set(asked):
            if match.actor is not None and match.actor >= 0 and match.position.board.battle:
                step, context = type(match.position.step).__name__, match.sight(match.actor).scene("en").prompt.context
                assert context is not None, step
                assert context.kind == "battle"
                assert context.hex
                assert context.pieces or context.against, step
                asked[step] = asked.get(step, 0) + 1
            match.play(match.position.suggest(rng)[0])
    assert wanted <= set(asked), asked
