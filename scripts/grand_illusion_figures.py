"""Figures of Grand Illusion from records that `marne auto … --records DIR` wrote: points, withdrawals, Paris.

`python -m scripts.grand_illusion_figures DIR…`
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from statistics import mean, median

import marne.games  # noqa: F401  games register themselves
from marne.engine import Match, find_game, read_record, rebuild
from marne.games.grand_illusion.components.places import PARIS
from marne.games.grand_illusion.events import ControlChanged, WithdrawalDeclared


class Tally:
    """What is counted over the games of one directory."""

    def __init__(self) -> None:
        self.points: list[int] = []
        self.withdrawals: Counter[str] = Counter()
        self.paris: set[int] = set()

    def tell(self, match: Match) -> None:
        """Look at what an answer led to."""
        for event in match.position.events:
            if isinstance(event, WithdrawalDeclared):
                self.withdrawals[f"{event.side} withdrawal on turn {match.position.board.turn:>2}"] += 1
            elif isinstance(event, ControlChanged) and event.hex == PARIS and event.side == "german":
                self.paris.add(len(self.points))


def main() -> None:
    """One block for each directory of records."""
    game = find_game("grand_illusion")
    for name in sys.argv[1:]:
        tally = Tally()
        for file in sorted(Path(name).glob("*.marne")):
            match = rebuild(read_record(file.read_text(encoding="utf-8")), None, tally.tell)
            tally.points.append(game.score(match.position).points[1])
        points = tally.points
        print(
            f"{name}: {len(points)} games; German points {min(points)} to {max(points)}, mean {mean(points):.1f}, "
            f"median {median(points)}; Paris falls in {len(tally.paris)}"
        )
        for what, count in sorted(tally.withdrawals.items()):
            print(f"  {count:>5}  {what}")


if __name__ == "__main__":
    main()
