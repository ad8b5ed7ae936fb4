"""The sequence of play of a game as a list: every step with its rule, read from the code that plays it."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from marne.engine import Game, Step

__all__ = ["outline"]


def outline(game: Game) -> list[tuple[str, str, str]]:
    """(rule, step, what it does), in the order of the rulebook."""
    package = import_module(type(game).__module__.rpartition(".")[0])
    steps: dict[str, tuple[str, str, str]] = {}
    for found in walk_packages(package.__path__, f"{package.__name__}."):
        module = import_module(found.name)
        for step in _steps(module):
            words = (inspect.getdoc(step) or "").partition("\n")[0]
            steps[step.__name__] = (step.rule, step.__name__, "" if words.startswith(step.__name__ + "(") else words)
    return sorted(steps.values(), key=lambda row: (_natural(row[0]), row[1]))


def _steps(module: ModuleType) -> list[type[Step[object]]]:
    return [
        each
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, Step)
        and each.__module__ == module.__name__
        and "rule" in dir(each)
    ]


def _natural(number: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", number))
