"""Witnesses: what the rules did in games that were played before, question by question.

A test of a rule shows what the rulebook says. A witness only says that nothing has changed: random games, fixed by a
seed, put the same questions with the same answers as when they were written down. For each rule it is known in which of
the games its code ran, so that whoever changes that code hears of it under the number of the rule. Names in the code
don't count, so witnesses stand through a redesign; `make witnesses` writes them anew where rules change on purpose.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from marne.engine import CHANCE, Answer, Game, Position, Setting, find_game
from marne.lab.rules_code import Citations, is_rules_code, shape
from marne.lab.rules_map import read_index

__all__ = ["Played", "Witnesses", "digest_of", "gather", "read_witnesses", "write_witnesses"]

MOST = 4
"""So many games witness for a rule."""


@dataclass(frozen=True)
class Played:
    """A random game: where it began, its seed, and the digest of its questions."""

    setting: Setting
    seed: int
    digest: str


@dataclass(frozen=True)
class Witnesses:
    """The games, and for each rule the places of those in which its code ran."""

    games: tuple[Played, ...]
    rules: Mapping[str, tuple[int, ...]]


def walk(game: Game, setting: Setting, seed: int) -> Iterator[Position[Any]]:
    """A random game: the position before each answer, and the last."""
    rng = Random(seed)
    position = game.start(setting).copy()
    while (ask := position.open) is not None:
        yield position
        if ask.options is None:
            answer: Answer = position.suggest(rng, 1)[0]
        elif ask.actor == CHANCE and ask.weights is not None:
            answer = rng.choices(ask.options, ask.weights)[0]
        else:
            answer = ask.options[int(rng.random() * len(ask.options))]
        position.push(answer)
    yield position


@cache
def digest_of(name: str, setting: Setting, seed: int) -> str:
    """Of all questions of a game, and of how it ended."""
    game = find_game(name)
    found = hashlib.sha256()
    for position in walk(game, setting, seed):
        found.update(position.mark().encode())
    score = game.score(position)
    found.update(repr((score.winner, score.points, score.rule)).encode())
    return found.hexdigest()[:16]


# -- making them


def gather(game: Game, index: Path, code: Path, games: Sequence[tuple[Setting, int]]) -> Witnesses:
    """Play the games and note in which of them the code of each rule ran: those that ran most of its lines first."""
    rules_of = _lines(index, code)
    ran: dict[str, list[set[tuple[str, int]]]] = defaultdict(list)
    played = []
    for place, (setting, seed) in enumerate(games):
        lines = _traced(game, setting, seed, str(code))
        played.append(Played(setting, seed, digest_of(game.name, setting, seed)))
        for rule, own in rules_of.items():
            ran[rule].append(own & lines)
        assert all(len(each) == place + 1 for each in ran.values())
    return Witnesses(tuple(played), {rule: chosen for rule in rules_of if (chosen := _best(ran[rule]))})


def _best(ran: list[set[tuple[str, int]]]) -> tuple[int, ...]:
    """The games that together ran most lines, one after the other."""
    chosen: list[int] = []
    seen: set[tuple[str, int]] = set()
    while len(chosen) < MOST:
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


def _traced(game: Game, setting: Setting, seed: int, code: str) -> set[tuple[str, int]]:
    """The lines below `code` that ran in a game."""
    counted: Counter[tuple[str, int]] = Counter()

    def line(frame: FrameType, event: str, _: Any) -> Any:
        counted[frame.f_code.co_filename, frame.f_lineno] += 1
        return line

    def call(frame: FrameType, event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.startswith(code):
            return None
        return line(frame, event, None)

    sys.settrace(call)
    try:
        for _ in walk(game, setting, seed):
            pass
    finally:
        sys.settrace(None)
    return set(counted)


# -- keeping them


def write_witnesses(path: Path, found: Witnesses) -> None:
    """Keep witnesses in a file."""
    lines = [
        "# Random games as the rules played them, and the rules whose code ran in each; written by `make witnesses`."
    ]
    for each in found.games:
        options = ", ".join(f'"{name}" = "{value}"' for name, value in each.setting.options)
        lines += [
            "", "[[game]]", f'scenario = "{each.setting.scenario}"', f'edition = "{each.setting.edition}"',
            f"options = {{ {options} }}" if options else "options = {}", f"seed = {each.seed}",
            f'digest = "{each.digest}"',
        ]  # fmt: skip
    lines += ["", "[rules]", *(f'"{rule}" = {list(places)}' for rule, places in found.rules.items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_witnesses(path: Path) -> Witnesses:
    """What `write_witnesses` wrote."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    games = tuple(
        Played(Setting(each["scenario"], each["edition"], tuple(each["options"].items())), each["seed"], each["digest"])
        for each in data["game"]
    )
    return Witnesses(games, {rule: tuple(places) for rule, places in data["rules"].items()})
