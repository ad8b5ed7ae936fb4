"""The levels of play that are councils, as data: each game's `levels.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from marne.engine import MarneError, value

__all__ = ["Level", "councils_in"]


@value
class Level:
    """How a council works. Budgets are counted in simulations, so that a level plays the same on every machine."""

    name: str
    proposals: int
    """How many answers are heard, the staff's own among them."""
    simulations: int
    """How many simulations a question is worth."""
    turn: int
    """How many simulations a tick of the clock is worth: when they are used up the staff answers."""
    ahead: int
    """How many ticks of the game's clock a simulation looks ahead."""
    z: float
    """By how many standard errors another answer must be better than the staff's own."""
    after: int = 0
    """Up to this tick of the game's clock the staff answers alone."""
    confined: bool = False
    """Whether simulations are confined to the area on which a question is decided: for large maps."""
    varied: int = 0
    """How many neighbours of the leading proposal are heard after the first round."""
    deadline: float = 60.0
    """Seconds after which a thought takes the best it has found; a level is made to need far fewer."""
    offered: bool = True
    """Whether people are offered it: a level that has not been shown to be better is for the lab alone."""
    scenarios: tuple[str, ...] = ()
    """Where it is offered, if not everywhere: where it has been shown, and a turn of it can be waited for."""
    others: tuple[tuple[str, Level], ...] = ()
    """The scenarios in which it works with other numbers, since their maps are smaller or larger, and how."""

    def at(self, scenario: str) -> Level:
        """The level as it works in a scenario."""
        return dict(self.others).get(scenario, self)


@cache
def councils_in(path: Path) -> tuple[Level, ...]:
    """The councils of a game, the weakest first."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(_level(path, name, numbers) for name, numbers in found.get("councils", {}).items())


def _level(path: Path, name: str, numbers: Mapping[str, Any]) -> Level:
    known = {field.name for field in fields(Level)} - {"name", "others"}
    there = {key: numbers[key] for key in numbers if isinstance(numbers[key], dict)}
    numbers = {key: numbers[key] for key in numbers if key not in there}
    strange = sorted(set(numbers) - known)
    if strange:
        raise MarneError(f"{path.name}, {name}: a level has no {', '.join(strange)}; it has {', '.join(sorted(known))}")
    others = tuple((key, _level(path, name, {**numbers, **own})) for key, own in there.items())
    level = Level(name, **{**numbers, "scenarios": tuple(numbers.get("scenarios", ())), "others": others})
    if level.proposals < 2 or level.simulations < level.proposals or level.ahead < 1:
        raise MarneError(f"{path.name}, {name}: two proposals, a simulation for each and one tick are the least")
    return level
