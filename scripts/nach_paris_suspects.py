"""Why a campaign of two staffs in `nach_paris` is not 1914: what moves if a habit of the staff is switched off.

    python -m scripts.nach_paris_suspects --save rows.jsonl
    python -m scripts.nach_paris_suspects staff marches_first --games 10 --turns 22 --save rows.jsonl

Every campaign is a line of JSON in the file of `--save`: a habit that is off, a seed, and figures by turn. Campaigns
that are there already are not played again, so a run that was broken off goes on. `staff` has everything on.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import mean, median
from typing import Any, Final
from unittest.mock import patch

from marne.atlas.board_data import load_game_board
from marne.engine import Match, Setting
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import modifier
from marne.games.nach_paris.components.units import ARMY, ARMY_NAMES, DE, FIGHTING, NATIONS, OF_NATION, OF_SIDE
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.combat.events import CombatFought
from marne.games.nach_paris.rules.works.events import AssaultDeclared
from marne.games.nach_paris.staff.appraisal import Situation
from marne.games.nach_paris.staff.marching import marches
from marne.games.nach_paris.staff.marching.desk import Desk
from marne.games.nach_paris.steps import label
from marne.hexes import members
from marne.lab.play import seeded_dice
from marne.players import Minds

FIRST: Final = 71_000
"""The first seed."""
MANY: Final = 10
TURNS: Final = 8
"""Liège should have fallen when turn 8 is over."""
FORTRESSES: Final = ("Liège", "Namur", "Maubeuge", "Anvers")
LIEGE: Final = "X35"
Row = dict[str, Any]
Off = Callable[[ExitStack], None]


def _field_of_the_best(situation: Situation) -> list[float]:
    """The field with the strongest pull alone instead of the sum of all."""
    found = [0.0] * len(MAP.grid)
    pulls = {1 << hex: worth for hex, worth in situation.prizes.items() if not situation.closed >> hex & 1}
    for fort, worth in situation.forts.items():
        pulls[1 << MAP.forts[fort].hex] = pulls.get(1 << MAP.forts[fort].hex, 0.0) + 0.7 * worth
    for source, worth in pulls.items():
        rings = MAP.grid.links.rings(source, situation.ground & ~situation.closed)
        for far, ring in enumerate(rings):
            for hex in members(ring):
                found[hex] = max(found[hex], 3 * worth / (far + 2))
    return found


def _no_foes(stack: ExitStack) -> None:
    """Enemies draw nobody to themselves."""
    stack.enter_context(patch("marne.games.nach_paris.staff.appraisal.FOE", 0.0))
    stack.enter_context(patch("marne.games.nach_paris.staff.appraisal.HUNTED", 0.0))
    stack.enter_context(patch("marne.games.nach_paris.staff.appraisal.FELT_FOES", 0))


def _best_alone(stack: ExitStack) -> None:
    """What is worth most pulls, not the sum of all."""
    stack.enter_context(patch.object(Situation, "field", property(_kept(_field_of_the_best))))


def _kept(make: Callable[[Situation], list[float]]) -> Callable[[Situation], list[float]]:
    def found(situation: Situation) -> list[float]:
        kept = situation.__dict__.get("field_of_the_best")
        if kept is None:
            kept = situation.__dict__["field_of_the_best"] = make(situation)
        return list(kept)

    return found


def _marches_first(stack: ExitStack) -> None:
    """Nobody is told off for an attack before he marches."""
    stack.enter_context(patch.object(marches, "planned_strikes", lambda *given, **named: []))


def _no_hunger(stack: ExitStack) -> None:
    """Railways and headquarters may be as far as they like."""
    stack.enter_context(patch.object(Desk, "_hunger", lambda desk, unit, hex: 0.0))


def _sieges(stack: ExitStack) -> None:
    """Every fort of Liège, Namur and Maubeuge is worth as much as a town: a stand-in for an owner of the siege."""
    plain = Situation.forts.func  # type: ignore[attr-defined]

    def dear(situation: Situation) -> dict[int, float]:
        found: dict[int, float] = plain(situation)
        for fort in found:
            camp = fort_data.CAMP_OF[fort]
            if camp >= 0 and MAP.camps[camp].name in FORTRESSES:
                found[fort] = max(found[fort], DEAR)
        return found

    stack.enter_context(patch.object(Situation, "forts", property(_once("dear", dear))))


def _once(name: str, make: Callable[[Situation], Any]) -> Callable[[Situation], Any]:
    def found(situation: Situation) -> Any:
        if name not in situation.__dict__:
            situation.__dict__[name] = make(situation)
        return situation.__dict__[name]

    return found


DEAR: Final = 8.0
"""What a fort is worth then, in steps."""
HABITS: Final[dict[str, Off]] = {
    "staff": lambda stack: None,
    "no_foes": _no_foes,
    "best_alone": _best_alone,
    "marches_first": _marches_first,
    "no_hunger": _no_hunger,
    "no_losses": lambda stack: None,
    "dear_forts": _sieges,
}
"""What is switched off; `no_losses` gives every unit on the map its steps back when a turn begins."""


class Watch:
    """What is counted while a campaign is played."""

    def __init__(self, heals: bool) -> None:
        self.heals = heals
        self.turns: dict[int, Row] = {}
        self.fights = {"all": 0, "either": 0, "flank": 0, "rear": 0, "corps": 0, "storms": 0}
        self._georef = load_game_board(GAME.name)
        self._turn = 0
        self._began = time.process_time()

    def tell(self, match: Match) -> None:
        """Look at what an answer led to."""
        position = match.position
        for event in position.events:
            if isinstance(event, CombatFought):
                names = {each.text for each in event.modifiers}
                self.fights["all"] += 1
                for name in ("flank", "rear", "corps"):
                    self.fights[name] += modifier(f"combat.{name}").text in names
                self.fights["either"] += any(modifier(name).text in names for name in ("combat.flank", "combat.rear"))
            self.fights["storms"] += isinstance(event, AssaultDeclared)
        board = position.board
        if board.turn != self._turn:
            if self._turn:
                self.turns[self._turn] = self._row(board)
            self._turn = board.turn
            if self.heals:
                for unit in board.on_map(FIGHTING):
                    board.lost[unit] = 0

    def _row(self, board: Any) -> Row:
        now = time.process_time()
        cpu, self._began = now - self._began, now
        armies: dict[str, list[float]] = {}
        for army in sorted(set(ARMY)):
            mine = [unit for unit in board.on_map(OF_NATION[DE] & FIGHTING) if ARMY[unit] == army >= 0]
            if mine:
                at = [self._km(board.where[unit]) for unit in mine]
                west = sum(east < 0 for east, _ in at)
                armies[ARMY_NAMES[army]] = [median(e for e, _ in at), median(n for _, n in at), len(mine), west]
        away = []
        for side in (0, 1):
            mine = board.on_map(OF_SIDE[side] & FIGHTING)
            away.append([sum(board.cut_off >> unit & 1 for unit in mine), len(mine)])
        return {
            "armies": armies,
            "forts": {
                camp.name: [(fort_data.CAMPS[i] & board.forts_gone).bit_count(), fort_data.CAMPS[i].bit_count()]
                for i, camp in enumerate(MAP.camps)
                if camp.name in FORTRESSES
            },
            "lost": [board.step_losses[DE], sum(board.step_losses) - board.step_losses[DE]],
            "away": away,
            "ammo": list(board.ammo),
            "fights": dict(self.fights),
            "cpu": cpu,
        }

    def _km(self, hex: int) -> tuple[float, float]:
        """East and north of Liège, in km."""
        affine = self._georef.georef.affine
        east, north = affine.back(self._georef.centre(label(hex)))
        east_of, north_of = affine.back(self._georef.centre(LIEGE))
        return east - east_of, north - north_of


def one(habit: str, seed: int, turns: int) -> Row:
    """A campaign of so many turns, or to its end."""
    watch = Watch(habit == "no_losses")
    with ExitStack() as stack:
        HABITS[habit](stack)
        match = Match(GAME, Setting("campaign"), seeded_dice(GAME, seed))
        minds = Minds(match, {0: "staff", 1: "staff"})
        while (ask := match.position.open) is not None and match.position.board.turn <= turns:
            match.play(match.roll() if ask.actor < 0 else minds.answer(ask.actor))
            watch.tell(match)
        if match.over:
            watch.turns[turns] = watch._row(match.position.board)
    return {"habit": habit, "seed": seed, "turns": turns, "by": watch.turns, "nations": list(NATIONS)}


def play(habits: list[str], games: int, turns: int, seed: int, save: Path) -> list[Row]:
    """All campaigns that are wanted: those of the file, and those that are missing there."""
    rows = [json.loads(line) for line in save.read_text(encoding="utf-8").splitlines()] if save.exists() else []
    known = {(row["habit"], row["seed"]) for row in rows if row["turns"] >= turns}
    wanted = [(habit, seed + i) for i in range(games) for habit in habits]
    for habit, number in wanted:
        if (habit, number) not in known:
            rows.append(json.loads(json.dumps(one(habit, number, turns))))
            with save.open("a", encoding="utf-8") as file:
                file.write(json.dumps(rows[-1]) + "\n")
    return [row for row in rows if (row["habit"], row["seed"]) in set(wanted) and row["turns"] >= turns]


def report(rows: list[Row], turn: int) -> Iterator[str]:
    """What stands on one turn, by the habit that is off."""
    yield f"Turn {turn}; places are km east and north of Liège, the median of the units and then of the campaigns."
    yield ""
    yield (
        "| off | campaigns | 1st Army | 2nd | 3rd | west of Liège (1st, 2nd) | Liège, Namur, Maubeuge forts down "
        "| steps lost G, A | attacks | flank or rear | corps torn | out of command G, A | storms | CPU s a turn |"
    )
    yield "|" + " --- |" * 14
    for habit in dict.fromkeys(row["habit"] for row in rows):
        mine = [row["by"][str(turn)] for row in rows if row["habit"] == habit and str(turn) in row["by"]]
        if mine:
            yield _line(habit, mine, [row for row in rows if row["habit"] == habit], turn)


def _line(habit: str, mine: list[Row], rows: list[Row], turn: int) -> str:
    def place(army: str) -> str:
        there = [row["armies"][army] for row in mine if army in row["armies"]]
        return f"{median(at[0] for at in there):.0f}, {median(at[1] for at in there):.0f}" if there else "-"

    west = [sum(row["armies"].get(army, [0, 0, 0, 0])[3] for army in ("1. Armee", "2. Armee")) for row in mine]
    forts = "; ".join(
        " ".join(str(row["forts"][name][0]) for row in mine) + f" of {mine[0]['forts'][name][1]}"
        for name in FORTRESSES[:3]
    )
    fights = {name: sum(row["fights"][name] for row in mine) for name in mine[0]["fights"]}
    every = max(1, fights["all"])
    away = [sum(row["away"][side][0] for row in mine) / sum(row["away"][side][1] for row in mine) for side in (0, 1)]
    cpu = mean(each["cpu"] for row in rows for number, each in row["by"].items() if int(number) <= turn)
    return (
        f"| {habit} | {len(mine)} | {place('1. Armee')} | {place('2. Armee')} | {place('3. Armee')} "
        f"| {' '.join(map(str, west))} | {forts} "
        f"| {mean(row['lost'][0] for row in mine):.0f}, {mean(row['lost'][1] for row in mine):.0f} | {fights['all']} "
        f"| {100 * fights['either'] / every:.0f} % "
        f"| {100 * fights['corps'] / every:.0f} % | {100 * away[0]:.0f} %, {100 * away[1]:.0f} % "
        f"| {fights['storms']} | {cpu:.1f} |"
    )


def main() -> None:
    """Play what is missing, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("habits", nargs="*", default=list(HABITS), metavar="habit")
    parser.add_argument("--games", type=int, default=MANY)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--seed", type=int, default=FIRST)
    parser.add_argument("--at", type=int, nargs="*", help="the turns to report; by default the last")
    parser.add_argument("--save", type=Path, required=True)
    given = parser.parse_args()
    rows = play(given.habits, given.games, given.turns, given.seed, given.save)
    for turn in given.at or [given.turns]:
        print(*report(rows, turn), sep="\n")


if __name__ == "__main__":
    main()
