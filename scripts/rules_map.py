"""`make rules-map`: write docs/rules-map/GAME.md and docs/interpretations/GAME.md for every game."""

from __future__ import annotations

import sys
from pathlib import Path

import marne.games  # noqa: F401  games register themselves
from marne.engine import Game, find_game, games
from marne.lab.rules_map import RulesMap, rules_map
from scripts.readings import map_of as interpretations_of

ROOT = Path(__file__).parent.parent


def map_of(game: Game) -> RulesMap:
    """The rules map of a registered game, from the repository's own layout."""
    code = Path(sys.modules[type(game).__module__].__file__ or "").parent
    return rules_map(game.rule_index(), code, ROOT / "tests/games" / game.name, ROOT / "tests/cases" / game.name)


def main(names: list[str]) -> None:
    """Write the maps of all games, or of those that are named; say what is missing."""
    directory = ROOT / "docs/rules-map"
    interpretations = ROOT / "docs/interpretations"
    for each in (directory, interpretations):
        each.mkdir(exist_ok=True)
    for game in map(find_game, names) if names else games():
        made = map_of(game)
        (directory / f"{game.name}.md").write_text(made.markdown(game.title), encoding="utf-8")
        readings = interpretations_of(game)
        (interpretations / f"{game.name}.md").write_text(readings.markdown(game.title), encoding="utf-8")
        problems = made.problems() + readings.problems()
        print(f"{game.name}: {len(made.rules)} rules, {len(readings.rows)} interpretations, {len(problems)} problems")
        for problem in problems:
            print(f"  {problem}")


if __name__ == "__main__":
    main(sys.argv[1:])
