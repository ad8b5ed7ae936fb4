"""Whole games for tests, fixed by a seed, and a game of three lines."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from marne.engine import (
    CHANCE,
    Answer,
    Ask,
    Board,
    FairDice,
    Match,
    Position,
    Setting,
    Step,
    chance,
    fact,
    find_game,
    value,
)

SETTINGS = [
    Setting("meeting"),
    Setting("ambush", "second", (("weather", "foul"),)),
    Setting("meeting", "second", (("weather", "fair"),)),
    Setting("ambush"),
]


def dice(seed: int) -> FairDice:
    """Dice that follow from a number."""
    return FairDice(f"secret {seed}".encode(), {"blue": b"blue's", "red": f"red's {seed}".encode()})


def choose(match: Match, rng: Random) -> Answer:
    """Chance by the dice, seats at random."""
    if match.actor == CHANCE:
        return match.roll()
    (answer,) = match.position.suggest(rng, 1)
    return answer


def steps(seed: int, setting: Setting | None = None) -> Iterator[Match]:
    """The same match again and again: before its first answer, and after each."""
    rng = Random(seed)
    match = Match(find_game("training"), setting or SETTINGS[seed % len(SETTINGS)], dice(seed))
    yield match
    while not match.over:
        match.play(choose(match, rng))
        yield match


def whole(seed: int, setting: Setting | None = None) -> Match:
    """A match played to its end."""
    *_, match = steps(seed, setting)
    return match


def part(seed: int, answers: int, setting: Setting | None = None) -> Match:
    """A match after so many answers, or at its end."""
    for match in steps(seed, setting):
        if len(match.log) >= answers:
            break
    return match


class Tally(Board):
    """A board with one list and one set."""

    names: dict[str, int] = fact({})
    total: list[int] = fact([0], of="sums")


@value
class Add(Step[Tally]):
    """Add a number between 1 and 3, until the sum is reached."""

    rule: ClassVar[str] = "1.1"
    upto: int

    def ask(self, board: Tally) -> Ask | None:
        return None if board.total[0] >= self.upto else Ask(0, (1, 2, 3))

    def do(self, board: Tally, answer: Any = None) -> tuple[Step[Tally], ...]:
        if answer is None:
            return ()
        board.total[0] += answer
        return (self,)


@value
class Die(Step[Tally]):
    """A die that replaces the sum."""

    rule: ClassVar[str] = "1.2"

    def ask(self, board: Tally) -> Ask:
        return chance()

    def do(self, board: Tally, answer: Any = None) -> tuple[Step[Tally], ...]:
        board.total = [answer]
        return ()


@value
class Endless(Step[Tally]):
    """A fault of a game: it never asks and never ends."""

    rule: ClassVar[str] = "1.3"

    def do(self, board: Tally, answer: Any = None) -> tuple[Step[Tally], ...]:
        return (self,)


def tally(*agenda: Step[Tally]) -> Position[Tally]:
    """A position of the game of three lines."""
    return Position.begin(Tally(), *agenda)
