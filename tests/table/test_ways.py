"""The way to a destination as the page draws it: it is the one that is gone, and costs what is paid."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from marne.engine import Marches, Match, Setting, find_game
from marne.lab.play import seeded_dice

SCENARIOS = {"schlieffens_war": "campaign", "nach_paris": "haelen"}


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_way_leads_there_and_costs_what_is_paid(name: str) -> None:
    """Every way begins where the unit stands and ends in the hex; what a unit has spent after it is what was told."""
    game = find_game(name)
    assert isinstance(game, Marches)
    match, rng, gone = Match(game, Setting(SCENARIOS[name]), seeded_dice(game, 5)), Random(5), 0
    for _ in range(600):
        if match.over or gone > 25:
            break
        answer, told = match.position.suggest(rng)[0], None
        unit = getattr(match.position.step, "unit", -1)
        if match.actor is not None and match.actor >= 0:
            seen = match.observe(match.actor)
            told = game.way(seen, answer)
            prompt = game.sight(seen).scene("en").prompt
            choice = next((each for each in prompt.choices if each.id == match.position.write(answer)), None)
        before = _spent(match, unit) if told else 0
        match.play(answer)
        if told:
            assert choice is not None
            assert told.hexes[-1] == choice.hex
            assert len(set(told.hexes)) == len(told.hexes) > 1
            assert _spent(match, unit) - before == told.cost > 0
            gone += 1
    assert gone > 5


def _spent(match: Match, unit: int) -> int:
    spent = match.position.board.spent
    return int(spent.get(unit, 0) if isinstance(spent, dict) else spent[unit])


def test_a_step_of_a_group_costs_what_is_paid_and_leaves_what_goes_on() -> None:
    """Grand Illusion: after each step the group has spent what was told, and goes on only for what was left; unless
    entering the hex has worn somebody out."""
    game = find_game("grand_illusion")
    assert isinstance(game, Marches)
    match, rng, gone, on = Match(game, Setting("2", game.editions[0]), seeded_dice(game, 5)), Random(5), 0, 0
    for _ in range(3000):
        if match.over or (gone > 40 and on > 8):
            break
        answer, told = match.position.suggest(rng)[0], None
        before, down = getattr(match.position.step, "spent", 0), match.position.board.down
        if match.actor is not None and match.actor >= 0:
            told = game.way(match.observe(match.actor), answer)
        match.play(answer)
        if told is None:
            continue
        gone += 1
        assert len(told.hexes) == 2
        assert told.cost > 0
        assert isinstance(answer, tuple)
        assert told.hexes[1] == str(answer[1])
        step: Any = match.position.step
        if type(step).__name__ == "Walk" and step.hex == answer[1] and match.position.board.down == down:
            assert step.spent - before == told.cost
            options = match.position.open.options if match.position.open else ()
            for more in options or ():
                if isinstance(more, tuple) and more[0] == "go":
                    then = game.way(match.observe(match.actor), more)
                    assert then is not None
                    assert told.left - then.cost == then.left >= 0
                    on += 1
    assert gone > 10
    assert on
