"""Scripted player against scripted player in `nach_paris`: who wins each scenario, and the campaign beside history.

    python -m scripts.nach_paris_balance --save games.jsonl
    python -m scripts.nach_paris_balance mulhouse guise --games 20 --save games.jsonl

Every game is a line of JSON in the file of `--save`; games that are there already are not played again, so a run that
was broken off goes on. A draw counts for neither side. Of the campaign the steps lost by week are set beside what is
known of 1914, and the front beside `marne.lab.front` on the days of which towns are known.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from pathlib import Path
from statistics import mean, median
from typing import Any

from marne.atlas.board_data import load_game_board
from marne.engine import Match, Setting
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.games.nach_paris.components.units import DE, FIGHTING, NATIONS, OF_SIDE
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.campaign.victory import points
from marne.games.nach_paris.steps import label
from marne.lab.front import Fronts, calendar_of
from marne.lab.play import play_seeded
from marne.lab.statistics import wilson

LARGE = {"lorraine": 6, "marne": 20, "campaign": 6}
"""How many games of the large scenarios; of the others `MANY`."""
MANY = 100
FIRST = 62_000
"""The first seed; `docs/figures.md` says which levels of victory were moved after a look at games from here on."""
DAYS = (date(1914, 8, 22), date(1914, 9, 5), date(1914, 9, 9))
"""The days on which the front is looked at."""
WEEK = 7
AUGUST = 4
"""So many weeks of the campaign end with August, but for two days."""
KNOWN = (32, 49)
"""German steps in the West and French ones lost in August 1914: 136,417 and 206,515 men at 4,200 a step."""
Row = dict[str, Any]


class Watch:
    """What is counted while a game is played: steps lost by week, and the front."""

    def __init__(self, scenario: str) -> None:
        self.lost: dict[int, list[int]] = {}
        self.fronts: dict[str, dict[int, float]] = {}
        self._before = [0] * len(NATIONS)
        self._calendar = calendar_of(GAME.name, scenario)
        self._turn = 0

    def tell(self, match: Match) -> None:
        """Look at what an answer led to."""
        board = match.position.board
        assert self._calendar is not None
        if board.turn != self._turn:
            if self._turn and (day := self._calendar.history_of(self._turn)) in DAYS:
                assert day is not None
                self.fronts[day.isoformat()] = front(board)
            self._turn = board.turn
        if board.step_losses != self._before:
            week = (self._calendar.end(board.turn) - self._calendar.first).days // WEEK
            sides = self.lost.setdefault(week, [0, 0])
            for nation, (now, then) in enumerate(zip(board.step_losses, self._before, strict=True)):
                sides[nation != DE] += max(0, now - then)
            self._before = list(board.step_losses)


def front(board: Any) -> dict[int, float]:
    """The front as it stands, by band of the theatre, in km to the south-west."""
    standing = [
        ("german" if side == 0 else "allied", label(board.where[unit]), board.steps(unit))
        for side in (0, 1)
        for unit in board.on_map(OF_SIDE[side] & FIGHTING)
    ]
    return _fronts().of(standing)


@cache
def _fronts() -> Fronts:
    return Fronts(load_game_board(GAME.name))


def one(scenario: str, seed: int) -> Row:
    """A game of two staffs, and what there is to count about it."""
    watch = Watch(scenario)
    large = scenario in LARGE
    match = play_seeded(GAME, Setting(scenario), ("staff", "staff"), seed, told=watch.tell if large else None)
    board = match.position.board
    german, allied = points(board)
    return {
        "scenario": scenario,
        "seed": seed,
        "levels": list(SCENARIOS[scenario].said.levels),
        "german": german,
        "allied": allied,
        "winner": GAME.score(match.position).winner,
        "level": board.level,
        "turn": board.turn,
        "lost": watch.lost,
        "fronts": watch.fronts,
    }


def play(scenarios: Iterable[str], games: int | None, seed: int, save: Path) -> list[Row]:
    """All games that are wanted: those of the file, and those that are missing there."""
    rows = [json.loads(line) for line in save.read_text(encoding="utf-8").splitlines()] if save.exists() else []
    known = {(row["scenario"], row["seed"]) for row in rows}
    wanted = [(name, seed + i) for name in scenarios for i in range(games or LARGE.get(name, MANY))]
    for name, number in wanted:
        if (name, number) not in known:
            rows.append(json.loads(json.dumps(one(name, number))))
            with save.open("a", encoding="utf-8") as file:
                file.write(json.dumps(rows[-1]) + "\n")
    return [row for row in rows if (row["scenario"], row["seed"]) in set(wanted)]


def share(rows: list[Row]) -> tuple[int, int, float]:
    """German and Allied victories, and the German share of them."""
    german, allied = (sum(row["winner"] == side for row in rows) for side in (0, 1))
    return german, allied, german / max(1, german + allied)


def report(rows: list[Row]) -> Iterator[str]:
    """The table of the scenarios, then the campaign beside history."""
    yield "| scenario | games | levels | German, Allied, drawn | German share (95 %) | points: 10 %, median, 90 % |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name, scenario in SCENARIOS.items():
        mine = [row for row in rows if row["scenario"] == name]
        if mine:
            german, allied, part = share(mine)
            low, high = wilson(german, german + allied)
            ahead = sorted(row["german"] - row["allied"] for row in mine)
            tenth = len(ahead) // 10
            levels = ", ".join(map(str, scenario.said.levels))
            yield (
                f"| {scenario.said.number} {scenario.said.title} | {len(mine)} | {levels} "
                f"| {german}, {allied}, {len(mine) - german - allied} "
                f"| {100 * part:.0f} % ({100 * low:.0f} to {100 * high:.0f}) "
                f"| {ahead[tenth]}, {ahead[len(ahead) // 2]}, {ahead[-1 - tenth]} |"
            )
    campaign = [row for row in rows if row["scenario"] == "campaign"]
    if campaign:
        yield from beside_history(campaign)


def beside_history(rows: list[Row]) -> Iterator[str]:
    """The campaign: steps lost by week, and how far its front is from that of 1914; in brackets the least and the most
    of the games."""
    weeks = sorted({int(week) for row in rows for week in row["lost"]})
    yield ""
    yield "| week | German steps lost | Allied steps lost |"
    yield "| --- | --- | --- |"
    for week in weeks:
        yield f"| {week + 1} | {_losses(rows, [week])} |"
    yield f"| 1 to {AUGUST} | {_losses(rows, range(AUGUST))} |"
    yield f"| August 1914 | {KNOWN[0]} | {KNOWN[1]} (French) |"
    yield ""
    yield "| day | distance from the front of 1914: median, 90 % | of a game: median | the Germans are farther by |"
    yield "| --- | --- | --- | --- |"
    for day in DAYS:
        known = _fronts().of_history(day)
        games = [
            [at - known[int(band)] for band, at in row["fronts"].get(day.isoformat(), {}).items() if int(band) in known]
            for row in rows
        ]
        apart = [each for game in games for each in game]
        if apart:
            far = sorted(map(abs, apart))
            most = far[len(far) * 9 // 10]
            medians = [median(map(abs, game)) for game in games if game]
            yield (
                f"| {day.day} {day:%B} | {median(far):.0f} km, {most:.0f} km "
                f"| {min(medians):.0f} to {max(medians):.0f} km | {mean(apart):.0f} km |"
            )


def _losses(rows: list[Row], weeks: Iterable[int]) -> str:
    """The steps of both sides in these weeks: mean, least and most."""
    lost = [[row["lost"].get(str(week), [0, 0]) for week in weeks] for row in rows]
    cells = []
    for side in (0, 1):
        sums = [sum(week[side] for week in game) for game in lost]
        cells.append(f"{mean(sums):.1f} ({min(sums)} to {max(sums)})")
    return " | ".join(cells)


def main() -> None:
    """Play what is missing, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", default=list(SCENARIOS), metavar="scenario")
    parser.add_argument("--games", type=int, help="of each scenario; by default those that the figures want")
    parser.add_argument("--seed", type=int, default=FIRST)
    parser.add_argument("--save", type=Path, required=True)
    given = parser.parse_args()
    for line in report(play(given.scenarios, given.games, given.seed, given.save)):
        print(line)


if __name__ == "__main__":
    main()
