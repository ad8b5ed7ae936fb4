"""The compiled build beside pure Python, in one run: two processes take turns at the same games with the same seeds.

Each build plays in a process of its own, so neither finds the other's geometry in a cache; a row counts processor time
over all rounds, `times` is pure by compiled, and `least` and `most` are the ratios of single rounds. Where there is no
build, `make native` makes one; this never does.
"""

from __future__ import annotations

from scripts.native.play import Build, Played
from scripts.native.sources import GAMES, HOME, SRC, STAMP

ROUNDS = {"push": 12, "pure": 6, "staff": 4}
FIRST = 700_001
HEADER = ("game", "way", "decisions", "pure Python, decisions/s", "compiled", "times", "least", "most", "same games")


def rows() -> list[tuple[str, ...]]:
    """The figures, under their header."""
    if not (HOME / STAMP).exists():
        return [HEADER, ("no compiled build: make native", *("",) * (len(HEADER) - 1))]
    with Build(SRC) as python, Build(HOME) as native:
        return [HEADER, *(_row(python, native, game, way) for game in GAMES for way in ROUNDS)]


def _row(python: Build, native: Build, game: str, way: str) -> tuple[str, ...]:
    for build in (python, native):
        build.play(game, way, FIRST - 1)  # maps and tables are read once, and are no part of a decision
    pairs: list[tuple[Played, Played]] = []
    for number in range(ROUNDS[way]):
        order = (python, native) if number % 2 == 0 else (native, python)
        played = {build: build.play(game, way, FIRST + number) for build in order}
        pairs.append((played[python], played[native]))
    decisions = sum(one["decisions"] for one, _ in pairs)
    slow, fast = (sum(pair[side]["seconds"] for pair in pairs) for side in (0, 1))
    ratios = [one["seconds"] / other["seconds"] for one, other in pairs]
    alike = all(one["fingerprint"] == other["fingerprint"] for one, other in pairs)
    return (
        game,
        way,
        f"{decisions:,}",
        f"{decisions / slow:,.0f}",
        f"{decisions / fast:,.0f}",
        f"{slow / fast:.2f}",
        f"{min(ratios):.2f}",
        f"{max(ratios):.2f}",
        "yes" if alike else "NO",
    )


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
