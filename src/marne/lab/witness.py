"""Witnesses: what the rules did in games that were played before, question by question.

A test of a rule shows what the rulebook says. A witness only says that nothing has changed: random games, fixed by a
seed, put the same questions with the same answers as when they were written down. For each rule it is known in which of
the games its code ran, so that whoever changes that code hears of it under the number of the rule. Names in the code
don't count, so witnesses stand through a redesign; `make witnesses` writes them anew where rules change on purpose.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any

from marne.engine import CHANCE, Answer, Game, Position, Setting, find_game
from marne.kit import read_index
from marne.lab.rules_code import Citations, is_rules_code, shape

__all__ = ["WitnessGame", "Witnesses", "digest_of", "gather", "read_witnesses", "write_witnesses"]

MOST = 4
"""So many games witness for a rule."""
MOST_BUSY = 8
"""So many games of a busy hand do: they are short."""
LONGEST, LOOK = 1500, 40
"""A busy hand gives so many answers at most; every fortieth time the whole board is looked at."""
IDLE = ("end", "not-now")


@dataclass(frozen=True)
class WitnessGame:
    """A random game: where it began, its seed, and the digest of its questions.

    A busy hand seldom ends what it could go on with: for games whose phases end at a word.
    """

    setting: Setting
    seed: int
    digest: str
    busy: bool = False


@dataclass(frozen=True)
class Witnesses:
    """The games, and for each rule the places of those in which its code ran."""

    games: tuple[WitnessGame, ...]
    rules: Mapping[str, tuple[int, ...]]


def walk(game: Game, setting: Setting, seed: int, busy: bool = False) -> Iterator[Position[Any]]:
    """A random game: the position before each answer, and the last."""
    rng = Random(seed)
    position = game.start(setting).copy()
    answers = 0
    while (ask := position.open) is not None and not (busy and answers == LONGEST):
        yield position
        if ask.options is None:
            answer: Answer = position.suggest(rng, 1)[0]
        elif ask.actor == CHANCE and ask.weights is not None:
            answer = rng.choices(ask.options, ask.weights)[0]
        elif busy and ask.actor != CHANCE:
            answer = _busy(ask.options, rng)
        else:
            answer = ask.options[int(rng.random() * len(ask.options))]
        position.push(answer)
        answers += 1
    yield position


def _busy(options: Sequence[Answer], rng: Random) -> Answer:
    """A kind of answer at random, then one of that kind; the end of a step one time in ten."""
    kinds: dict[Any, list[Answer]] = defaultdict(list)
    for option in options:
        kinds[option[0] if isinstance(option, tuple) else option].append(option)
    idle, busy = [kind for kind in kinds if kind in IDLE], [kind for kind in kinds if kind not in IDLE]
    if idle and (not busy or rng.random() < 0.1):
        return kinds[idle[0]][0]
    found = kinds[busy[int(rng.random() * len(busy))]]
    return found[int(rng.random() * len(found))]


@cache
def digest_of(name: str, setting: Setting, seed: int, busy: bool = False) -> str:
    """Of all questions of a game, and of how it ended; with a busy hand, of its board from time to time, too."""
    game = find_game(name)
    found = hashlib.sha256()
    for number, position in enumerate(walk(game, setting, seed, busy)):
        found.update(position.mark().encode())
        if busy and number % LOOK == 0:
            found.update(json.dumps(position.board.save(), sort_keys=True).encode())
    score = game.score(position) if position.open is None else None
    found.update(repr(score and (score.winner, score.points, score.rule)).encode())
    return found.hexdigest()[:16]


# -- making them


def gather(game: Game, index: Path, code: Path, games: Sequence[tuple[Setting, int]], busy: bool = False) -> Witnesses:
    """Play the games and note in which of them the code of each rule ran: those that ran most of its lines first."""
    rules_of = _lines(index, code)
    ran: dict[str, list[set[tuple[str, int]]]] = defaultdict(list)
    played = []
    for place, (setting, seed) in enumerate(games):
        lines = _traced(game, setting, seed, str(code), busy)
        played.append(WitnessGame(setting, seed, digest_of(game.name, setting, seed, busy), busy))
        for rule, own in rules_of.items():
            ran[rule].append(own & lines)
        assert all(len(each) == place + 1 for each in ran.values())
    return Witnesses(tuple(played), {rule: chosen for rule in rules_of if (chosen := _best(ran[rule], busy))})


def _best(ran: list[set[tuple[str, int]]], busy: bool = False) -> tuple[int, ...]:
    """The games that together ran most lines, one after the other."""
    chosen: list[int] = []
    seen: set[tuple[str, int]] = set()
    while len(chosen) < (MOST_BUSY if busy else MOST):
        left = [place for place in range(len(ran)) if place not in chosen and ran[place]]
        if not left:
            break
        best = max(left, key=lambda place: (len(ran[place] - seen), len(ran[place]), -place))
        chosen.append(best)
        seen |= ran[best]
    return tuple(sorted(chosen))


def _lines(index: Path, code: Path) -> dict[str, set[tuple[str, int]]]:
    """By rule: the lines of the code that cites it."""
    known = read_index(index)
    shapes = {shape(number) for number in known}
    found: dict[str, set[tuple[str, int]]] = {number: set() for number in known}
    for path in sorted(code.rglob("*.py")):
        if not is_rules_code(path.relative_to(code)):
            continue
        citations = Citations(path.read_text(encoding="utf-8"), shapes)
        for line in range(1, len(citations.lines) + 1):
            for number in citations.rules_at(line, line):
                if number in found:
                    found[number].add((str(path), line))
    return found


def _traced(game: Game, setting: Setting, seed: int, code: str, busy: bool) -> set[tuple[str, int]]:
    """The lines below `code` that ran in a game."""
    left: dict[CodeType, set[int]] = {}
    ran: set[tuple[str, int]] = set()

    def line(frame: FrameType, event: str, _: Any) -> Any:
        ran.add((frame.f_code.co_filename, frame.f_lineno))
        left[frame.f_code].discard(frame.f_lineno)
        return line

    def call(frame: FrameType, event: str, _: Any) -> Any:
        kind = frame.f_code
        if not kind.co_filename.startswith(code):
            return None
        if kind not in left:
            left[kind] = {number for _, _, number in kind.co_lines() if number}
        return line(frame, event, None) if left[kind] else None  # what ran whole is not looked at again

    sys.settrace(call)
    try:
        for _ in walk(game, setting, seed, busy):
            pass
    finally:
        sys.settrace(None)
    return ran


# -- keeping them


def write_witnesses(path: Path, found: Witnesses) -> None:
    """Keep witnesses in a file."""
    lines = [
        "# Random games as the rules played them, and the rules whose code ran in each; written by `make witnesses`."
    ]
    for each in found.games:
        options = ", ".join(f'"{name}" = "{value}"' for name, value in each.setting.options)
        lines += [
            "",
            "[[game]]",
            f'scenario = "{each.setting.scenario}"',
            f'edition = "{each.setting.edition}"',
            f"options = {{ {options} }}" if options else "options = {}",
            f"seed = {each.seed}",
            f'digest = "{each.digest}"',
            *(["busy = true"] if each.busy else []),
        ]
    lines += ["", "[rules]", *(f'"{rule}" = {list(places)}' for rule, places in found.rules.items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_witnesses(path: Path) -> Witnesses:
    """What `write_witnesses` wrote."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    games = tuple(
        WitnessGame(
            Setting(each["scenario"], each["edition"], tuple(each["options"].items())),
            each["seed"],
            each["digest"],
            each.get("busy", False),
        )
        for each in data["game"]
    )
    return Witnesses(games, {rule: tuple(places) for rule, places in data["rules"].items()})
