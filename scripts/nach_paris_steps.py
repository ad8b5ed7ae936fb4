"""How often each step of Nach Paris asked, and each rule was told, over random games; and what never ran.

`python -m scripts.nach_paris_steps GAMES CAMPAIGNS`: games over the four scenarios with all options, and games of two
turns from the set-up of the campaign. A step that never ran must have a test or a case file that names its rule.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from marne.engine import Setting
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.steps import NachParisQuestion
from scripts.rules_map import ROOT, map_of

sys.path.insert(0, str(Path(ROOT) / "tests"))

from games.nach_paris.whole import busy_game, check_board, settings, steps_run


def kinds(cls: type[Any]) -> list[type[Any]]:
    """Every kind of question."""
    return [each for below in cls.__subclasses__() for each in (below, *kinds(below))]


def main(games: int, campaigns: int) -> None:
    """Play, count, and say what never ran and who tests it."""
    found: Counter[str] = Counter()
    every = settings()
    plays = [(every[seed * 13 % len(every)], seed, 99) for seed in range(games)]
    plays += [(Setting("campaign", options=every[seed * 4 % len(every)].options), seed, 2) for seed in range(campaigns)]
    answers = 0
    for setting, seed, turns in plays:
        for number, match in enumerate(busy_game(setting, seed, turns)):
            answers += 1
            steps_run(match, found)
            if number % 100 == 0:
                check_board(match.position)
    print(f"{games} games and {campaigns} beginnings of the campaign: {answers:,} answers, no dead end")
    tests = map_of(GAME).tests
    for cls in sorted(kinds(NachParisQuestion), key=lambda each: (each.rule, each.__name__)):
        times = found[f"step {cls.__name__}"]
        told = found[f"rule {cls.rule}"]
        beside = "" if times else f"; tests: {', '.join(tests.get(cls.rule, [])[:2]) or 'NONE'}"
        print(f"{cls.rule:8} {cls.__name__:24} asked {times:6}, rule told {told:6}{beside}")


if __name__ == "__main__":
    main(*(map(int, sys.argv[1:] or ("8", "1"))))
