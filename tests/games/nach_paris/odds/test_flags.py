"""A choice is flagged where it has odds, and the picture works none out for that."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from games.nach_paris.whole import busy_game
from marne.engine import Setting
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.odds import explain, falls, fights, foretold, shelling, storms
from marne.games.nach_paris.rules.barrage.at_forts import AimAtForts
from marne.games.nach_paris.rules.barrage.at_units import AimAtUnits, ChooseTargets
from marne.games.nach_paris.rules.forts.assault import AssaultGuns

FIRING = (AimAtUnits, ChooseTargets, AimAtForts, AssaultGuns)
SEEDS = (1, 3)
"""Of sieges in which guns fire at units and at forts, and support an assault."""
WORKED_OUT = (
    (shelling, "units_odds"),
    (shelling, "zone_odds"),
    (shelling, "fort_odds"),
    (storms, "assault_odds"),
    (fights, "combat_odds"),
)


def test_what_is_flagged_is_what_has_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """And while the picture is drawn nobody asks for the odds of anything."""
    seen: Counter[tuple[str, bool]] = Counter()
    for seed in SEEDS:
        for match in busy_game(Setting("maubeuge"), seed, 6):
            step, ask = match.position.step, match.position.open
            if ask is None or not isinstance(step, FIRING):
                continue
            for option in ask.options or ():
                flagged = foretold(match.position, option) or falls(match.position, option)
                assert flagged == (explain(match.position, option, "en") is not None), (step, option)
                seen[type(step).__name__, flagged] += 1
            with monkeypatch.context() as patched:
                for room, name in WORKED_OUT:
                    patched.setattr(room, name, _never)
                assert GAME.sight(match.observe(ask.actor)).scene("en").prompt.choices
    assert {name for name, _ in seen} == {each.__name__ for each in FIRING}
    assert len({name for name, flagged in seen if flagged}) >= 3
    assert any(not flagged for _, flagged in seen)


def _never(*_: object) -> Fraction:
    raise AssertionError("odds were worked out for a flag")
