"""`python -m scripts.rl_numbering`: append new steps and columns to the numbers of features.

Every scenario of every edition is read, since what a board has can differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from marne.engine import find_game
from marne.games import DATA_SETS
from marne.rl import numbering
from marne.rl.features import Reader
from marne.rl.play import chosen

__all__ = ["TARGET", "found"]

TARGET = Path(numbering.__file__).with_name("numbering.toml")


def found() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """The committed numbers, with what is new at the end."""
    numbers: dict[str, dict[str, tuple[str, ...]]] = {}
    for name in sorted(DATA_SETS):
        if find_spec(f"marne.rl.sheets.{name}") is None:
            continue
        own = numbers[name] = {kind: tuple(numbering.numbering_of(name, kind)) for kind in numbering.KINDS}
        game = find_game(name)
        for edition in game.editions or ("",):
            for scenario in game.scenarios:
                reader = Reader(*chosen(name, scenario.name, edition))
                told = {**reader.columns, "steps": reader.steps[1:]}
                for kind in numbering.KINDS:
                    own[kind] = numbering.appended(own[kind], told[kind])
    return numbers


if __name__ == "__main__":
    TARGET.write_text(numbering.written(found()), encoding="utf-8")
