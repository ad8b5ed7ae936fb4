"""`make playthroughs`: write the golden playthroughs anew."""

from __future__ import annotations

import sys
from pathlib import Path

import marne.games  # noqa: F401  games register themselves
from marne.engine import Game, Setting, find_game, games
from marne.lab.playthrough import playthrough

DIRECTORY = Path(__file__).parent.parent / "tests/playthroughs"
SEED = 1914
ANSWERS = 400
"""How much of a long game is written out; its end and final fingerprint always are."""


def goldens(game: Game) -> dict[str, Setting]:
    """The file name of each golden playthrough: every scenario with every edition."""
    return {
        "-".join(filter(None, (game.name, scenario.name, edition))) + ".txt": Setting(scenario.name, edition)
        for scenario in game.scenarios
        for edition in (game.editions or ("",))
    }


def write(game: Game, setting: Setting) -> str:
    """One playthrough, between random players."""
    return playthrough(game, setting, ("random",) * len(game.seats), SEED, ANSWERS)


def main(names: list[str]) -> None:
    """Write them all, or those of the games that are named."""
    DIRECTORY.mkdir(exist_ok=True)
    for game in map(find_game, names) if names else games():
        for name, setting in goldens(game).items():
            (DIRECTORY / name).write_text(write(game, setting), encoding="utf-8")
            print(name)


if __name__ == "__main__":
    main(sys.argv[1:])
