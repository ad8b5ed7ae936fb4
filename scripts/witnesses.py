"""`make witnesses`: write the witnesses of every game anew, because its rules have changed on purpose."""

from __future__ import annotations

import sys
from pathlib import Path

import marne.games
from marne.engine import Game, Setting, find_game
from marne.lab.witness import gather, write_witnesses
from scripts.settings import BUSY, WITNESSES

ROOT = Path(__file__).parents[1]
DIRECTORY = ROOT / "tests/witness"
OTHERS = 4
"""How many games of each scenario and edition, where pyproject.toml names no other number."""


def settings(game: Game, each: int) -> list[tuple[Setting, int]]:
    """Every scenario and edition, with some values of the options in turn."""
    found = []
    short = [scenario for scenario in game.scenarios if game.name not in BUSY or scenario.name != "campaign"]
    for scenario in short:  # two turns of a campaign take as long as all the others
        for edition in game.editions or ("",):
            for seed in range(each):
                chosen = tuple((option.name, option.values[seed % len(option.values)]) for option in game.options)
                if game.name in BUSY:  # mixtures of what is on or off, none first
                    chosen = tuple((o.name, o.values[seed * 7 >> i & 1]) for i, o in enumerate(game.options))
                found.append((Setting(scenario.name, edition, chosen), seed))
    return found


def main(names: list[str]) -> None:
    """All games, or those that are named."""
    DIRECTORY.mkdir(exist_ok=True)
    for name in names or list(marne.games.DATA_SETS):
        game = find_game(name)
        code = ROOT / "src/marne/games" / name
        found = gather(game, game.rule_index(), code, settings(game, WITNESSES.get(name, OTHERS)), name in BUSY)
        write_witnesses(DIRECTORY / f"{name}.toml", found)
        print(f"{name}: {len(found.games)} games witness for {len(found.rules)} rules")


if __name__ == "__main__":
    main(sys.argv[1:])
