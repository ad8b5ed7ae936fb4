"""Digests of games: the same seeds must lead to the same game on every machine and every Python.

    python -m scripts.digests                            write them anew (`make digests`)
    python -m scripts.digests --game nach_paris --level council
    python -m scripts.digests --print --part opening     show them, on any interpreter: PYTHONPATH=src:. is all it needs

Three games of every game and every level that people are offered, the level seated everywhere. `whole` is the digest of
all answers; `opening` that of the first ones. Where a council leaves the first turns to the staff, its opening begins
half-way through them, and it thinks from there on. Nothing here looks at a clock: a council takes the time it needs.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import marne.games  # noqa: F401 - the games register themselves
from marne.engine import CHANCE, Game, Match, PlayerKind, Setting, find_game, game_names
from marne.lab.play import seeded_dice
from marne.players import Council, Level, Minds, councils_in, find_kind, offered_players, stand_in

FOLDER = Path(__file__).parent.parent / "tests" / "digests"
GAMES = 3
"""Games of each level."""
FEW, MANY = 40, 200
"""How many answers make the opening of a council, and of the others, which are quick."""
FIELDS = ("level", "scenario", "seed", "opening", "answers", "whole")
PARTS = ("opening", "whole")


class Case(NamedTuple):
    """A game that is fixed by its seed."""

    game: str
    level: str
    scenario: str
    seed: int


class Digest(NamedTuple):
    """What a game came to."""

    answers: int
    sign: str


def cases(game: Game) -> Iterator[Case]:
    """Three games of each level, on the shortest scenarios in which it is offered."""
    short = sorted(game.scenarios, key=lambda scenario: scenario.turns)
    found = {scenario.name: offered_players(game, scenario.name) for scenario in short}
    for level in dict.fromkeys(name for names in found.values() for name in names):
        there = [scenario for scenario in found if level in found[scenario]]
        for number in range(GAMES):
            yield Case(game.name, level, there[number % len(there)], number + 1)


def opening(case: Case) -> Digest:
    """The first answers of a level."""
    game = find_game(case.game)
    match = _match(game, case)
    council = _council(game, case.level)
    if council is None or game.advice is None:
        return _play(match, _seated(match, find_kind(game, case.level)), MANY)
    level = council.at(case.scenario)
    first = level.after // 2
    staff = _seated(match, stand_in(game))
    while not match.over and game.advice.clock(match.position) <= first:
        _answer(match, staff)
    return _play(match, _seated(match, _patient(replace(level, after=first))), FEW)


def whole(case: Case) -> Digest:
    """All answers."""
    game = find_game(case.game)
    match = _match(game, case)
    council = _council(game, case.level)
    kind = find_kind(game, case.level) if council is None else _patient(council)
    return _play(match, _seated(match, kind), None)


def _match(game: Game, case: Case) -> Match:
    return Match(game, Setting(case.scenario), seeded_dice(game, case.seed))


def _council(game: Game, name: str) -> Level | None:
    levels = () if game.advice is None else councils_in(game.advice.levels)
    return next((level for level in levels if level.name == name), None)


def _patient(level: Level) -> PlayerKind:
    """A council whose deadline never comes."""
    return PlayerKind(level.name, partial(Council, level=level, now=lambda: 0.0))


def _seated(match: Match, kind: PlayerKind) -> Minds:
    return Minds(match, dict.fromkeys(range(len(match.game.seats)), kind))


def _answer(match: Match, minds: Minds) -> bool:
    """Play one answer; whether a player gave it."""
    ask = match.position.open
    assert ask is not None
    match.play(match.roll() if ask.actor == CHANCE else minds.answer(ask.actor))
    return ask.actor != CHANCE


def _play(match: Match, minds: Minds, most: int | None) -> Digest:
    """Play on, to the end or so many answers of players; chance counts in the digest, not among the answers."""
    answers, began = 0, len(match.log)
    while not match.over and (most is None or answers < most):
        answers += _answer(match, minds)
    text = "\n".join(f"{entry.actor} {entry.text}" for entry in match.log[began:])
    return Digest(answers, sha256(text.encode()).hexdigest()[:16])


def kept(game: str, folder: Path = FOLDER) -> dict[Case, dict[str, str]]:
    """The digests that are committed."""
    path = folder / f"{game}.csv"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {Case(game, row["level"], row["scenario"], int(row["seed"])): row for row in csv.DictReader(file)}


def work_out(case: Case, parts: Iterable[str]) -> dict[str, str]:
    """The fields of a case that its parts fill."""
    found: dict[str, str] = {}
    if "opening" in parts:
        found["opening"] = opening(case).sign
    if "whole" in parts:
        played = whole(case)
        found.update(answers=str(played.answers), whole=played.sign)
    return found


def write(name: str, rows: dict[Case, dict[str, str]], folder: Path = FOLDER) -> None:
    """Keep the digests of a game; cases that are no more are left out."""
    folder.mkdir(exist_ok=True)
    with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        for case in cases(find_game(name)):
            known = {"level": case.level, "scenario": case.scenario, "seed": str(case.seed)}
            writer.writerow({**dict.fromkeys(FIELDS, ""), **rows.get(case, {}), **known})


def main() -> None:
    """Write or show."""
    parser = argparse.ArgumentParser(prog="python -m scripts.digests", description="Digests of games.")
    parser.add_argument("--game", action="append", help="of these games only")
    parser.add_argument("--level", action="append", help="of these levels only")
    parser.add_argument("--seed", action="append", type=int, help="of these seeds only")
    parser.add_argument("--part", action="append", choices=PARTS, help="openings or whole games only")
    parser.add_argument("--missing", action="store_true", help="go on where an earlier run was stopped")
    parser.add_argument("--print", action="store_true", dest="show", help="show them and write nothing")
    args = parser.parse_args()
    for name in args.game or game_names():
        for case in cases(find_game(name)):
            if case.level not in (args.level or [case.level]) or case.seed not in (args.seed or [case.seed]):
                continue
            known = kept(name).get(case, {}) if args.missing else {}
            parts = [part for part in args.part or PARTS if not known.get(part)]
            if not parts:
                continue
            found = work_out(case, parts)
            print(*case, *(f"{field}={found[field]}" for field in found), flush=True)
            if not args.show:
                rows = kept(name)
                rows[case] = {**rows.get(case, {}), **found}
                write(name, rows)


if __name__ == "__main__":
    main()
