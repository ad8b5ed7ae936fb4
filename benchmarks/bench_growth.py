"""How costs grow with hexes and units, in microseconds of processor time.

First the questions that every hex game asks, on grids of three sizes with armies of three sizes, at the same density of
terrain: one unit's reach among the enemy's zones (asked anew), the zones of both armies, communications of a side, a
copy of a board that keeps six numbers for each unit and the units of each hex. Then the games themselves, whole random
games, with what stood on their maps. `python -m benchmarks.bench_growth PAGE` also draws them, as one HTML page.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from random import Random

from benchmarks.bench_engine import microseconds, per_second, seed_of
from benchmarks.bench_games import in_place
from benchmarks.bench_hexes import fields, per_question
from benchmarks.bench_rivals import watched
from marne.atlas.board_data import load_game_board
from marne.engine import OPEN, Board, Game, Observation, Setting, check_setting, fact, find_game
from marne.hexes import Grid, MoveCosts, bits
from marne.lab.plots import Band, bars, lines
from marne.lab.report import html_page

UNITS = (40, 160, 640)
GAMES = (
    ("grand_illusion", "2"),
    ("grand_illusion", "1"),
    ("schlieffens_war", "frontiers"),
    ("schlieffens_war", "campaign"),
    ("nach_paris", "mulhouse"),
    ("nach_paris", "guise"),
)
HEADER = (
    "what",
    "hexes",
    "units",
    "reach µs",
    "zones µs",
    "communications µs",
    "copy µs",
    "decision µs",
    "with view µs",
)


class Army(Board):
    """Six numbers for each unit, the units of each hex."""

    where: list[int] = fact([], seen=OPEN)
    steps: list[int] = fact([], seen=OPEN)
    morale: list[int] = fact([], seen=OPEN)
    supply: list[int] = fact([], seen=OPEN)
    spent: list[int] = fact([], seen=OPEN)
    acts: list[int] = fact([], seen=OPEN)
    stacks: list[tuple[int, ...]] = fact([], seen=OPEN)


def army(units: list[int], hexes: int) -> Army:
    """Units in their hexes."""
    board = Army()
    board.where = list(units)
    for name in ("steps", "morale", "supply", "spent", "acts"):
        setattr(board, name, [0] * len(units))
    board.stacks = [()] * hexes
    for unit, hex in enumerate(units):
        board.stacks[hex] += (unit,)
    return board


def controlled(grid: Grid, units: int) -> tuple[str, ...]:
    """One size of grid, one size of armies: half of the units on each side, stacked where there is no room."""
    chance = random.Random(1914 + units)
    n = len(grid)
    enter = [chance.choice((1, 1, 1, 2, 2, 3, None)) for _ in range(n)]
    costs = MoveCosts.on(grid, enter, {}, keep=0)
    land = [hex for hex in range(n) if enter[hex] is not None]
    chance.shuffle(land)
    homes = land[: len(land) // 6 * 2]
    placed = [homes[unit % len(homes)] for unit in range(units)]
    own, enemy = bits(placed[0::2]), bits(placed[1::2])
    zone = grid.spread(enemy)
    allowed = bits(land) & ~enemy
    starts = placed[0:24:2]
    (reach,) = per_question([lambda start: costs.reach(start, 6, free=~enemy, stop=zone)], starts)
    zones, flood = per_question(
        [lambda _: grid.spread(own) | grid.spread(enemy), lambda _: grid.links.flood(1 << placed[0], allowed)], [0]
    )
    copy = microseconds(army(placed, n).copy)
    return ("grid", f"{n:,}", str(units), f"{reach:.1f}", f"{zones:.1f}", f"{flood:.1f}", f"{copy:.2f}", "", "")


def played(place: int, game: Game, setting: Setting) -> tuple[str, ...]:
    """Whole random games of a scenario: what stood on the map on average, what a decision costs."""
    runs = (in_place(game, setting), watched(game, setting, False))
    best = [0.0, 0.0]
    for number in range(3):
        for way, run in enumerate(runs):
            best[way] = max(best[way], per_second(run, seed_of(2 * place + way, number)))
    position, rng = game.start(setting), Random(7)
    pieces, seen, half, answers = 0, 0, position, 0
    while position.open is not None:
        position = position.play(position.suggest(rng)[0])
        answers += 1
        if answers % 100 == 0 and position.open is not None:
            picture = game.sight(Observation.of(game, setting, position, None)).scene("en")
            pieces, seen, half = pieces + len(picture.pieces), seen + 1, position
    hexes = len(load_game_board(game.name).hexes)
    copy = microseconds(half.board.copy)
    return (
        f"{game.name} {setting.scenario}",
        f"{hexes:,}",
        f"{pieces / max(seen, 1):.0f}",
        "",
        "",
        "",
        f"{copy:.2f}",
        f"{1e6 / best[0]:.1f}",
        f"{1e6 / best[1]:.1f}",
    )


def rows() -> list[tuple[str, ...]]:
    """The figures, under their header."""
    grids = [field.grid for field in fields()]
    table: list[tuple[str, ...]] = [HEADER]
    table += [controlled(grid, units) for grid in grids for units in UNITS]
    for place, (name, scenario) in enumerate(GAMES):
        game = find_game(name)
        table.append(played(place, game, check_setting(game, Setting(scenario))))
    return table


def page(table: list[tuple[str, ...]]) -> str:
    """The figures drawn: by hexes with the middle army, by units on the largest map, and the games."""
    grids = [row for row in table if row[0] == "grid"]
    largest = max(_number(row[1]) for row in grids)
    games = {_short(row[0]): row for row in table[1:] if row[7]}
    plots = (
        ("By hexes, 160 units", lines("By hexes", _series(grids, 1, 2, UNITS[1]), "hexes", "µs")),
        (f"By units, {largest:,} hexes", lines("By units", _series(grids, 2, 1, largest), "units", "µs")),
        (
            "A decision of the games",
            bars("A decision", {k: round(float(row[7])) for k, row in games.items()}, "", "µs"),
        ),
        ("With the player's view", bars("With view", {k: round(float(row[8])) for k, row in games.items()}, "", "µs")),
    )
    return html_page("How costs grow", [part for title, plot in plots for part in (f"<h2>{title}</h2>", plot)])


def _short(name: str) -> str:
    """A game by its initials, so that names fit under their bars."""
    game, _, scenario = name.partition(" ")
    return f"{''.join(word[0] for word in game.split('_')).upper()} {scenario}"


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _series(grids: list[tuple[str, ...]], across: int, other: int, fixed: int) -> dict[str, dict[int, Band]]:
    """The four questions by one of the two sizes, the other one fixed."""
    chosen = [row for row in grids if _number(row[other]) == fixed]
    return {
        HEADER[column].removesuffix(" µs"): {
            _number(row[across]): Band(float(row[column]), float(row[column]), float(row[column])) for row in chosen
        }
        for column in (3, 4, 5, 6)
    }


if __name__ == "__main__":
    figures = rows()
    for row in figures:
        print(" | ".join(row))
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(page(figures), encoding="utf-8")
