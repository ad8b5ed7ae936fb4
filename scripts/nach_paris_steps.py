"""How often each step of Nach Paris asked, and each rule was told, over random games; and what never ran.

`python -m scripts.nach_paris_steps GAMES CAMPAIGNS`: games over the nine short scenarios with all options, and games of
two turns from the set-up of the campaign, by the hand of `tests/games/nach_paris/whole.py`. A step that never ran must
have a test or a case file that names its rule: the script says which, and fails where there is none.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.steps import NachParisQuestion
from scripts.rules_map import ROOT, map_of

sys.path.insert(0, str(Path(ROOT) / "tests"))

from games.nach_paris.whole import campaign, check_board, check_rails, played, settings, steps_run


def kinds(cls: type[Any]) -> list[type[Any]]:
    """Every kind of question."""
    return [each for below in cls.__subclasses__() for each in (below, *kinds(below))]


def main(games: int, campaigns: int) -> int:
    """Play, count, and say what never ran and who tests it; 1 if nobody does."""
    found: Counter[str] = Counter()
    every = settings()
    plays = [(GAME.start(every[seed * 13 % len(every)]), seed, 99) for seed in range(games)]
    plays += [(campaign(seed, dict(every[seed * 4 % len(every)].options)), seed, 2) for seed in range(campaigns)]
    answers = 0
    for start, seed, turns in plays:
        for number, position in enumerate(played(start, seed, turns)):
            answers += 1
            steps_run(position, found)
            check_rails(position.board)
            if number % 50 == 0:
                check_board(position)
    print(f"{games} games and {campaigns} beginnings of the campaign: {answers:,} answers, no dead end")
    tests, untold = map_of(GAME).tests, []
    for cls in sorted(kinds(NachParisQuestion), key=lambda each: (each.rule, each.__name__)):
        times = found[f"step {cls.__name__}"]
        told = found[f"rule {cls.rule}"]
        beside = "" if times else f"; tests: {', '.join(tests.get(cls.rule, [])[:2]) or 'NONE'}"
        if not times and not tests.get(cls.rule):
            untold.append(cls.__name__)
        print(f"{cls.rule:8} {cls.__name__:24} asked {times:6}, rule told {told:6}{beside}")
    return 1 if untold else 0


if __name__ == "__main__":
    sys.exit(main(*(map(int, sys.argv[1:] or ("8", "1")))))
