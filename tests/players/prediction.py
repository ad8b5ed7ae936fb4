"""How much of what a computer answers in secret a copy of the program predicts that doesn't know the game's secret.

The copy is given more than an opponent has: all that the seat knows, at every moment. Plans it has of its own, since a
player's memo is as secret as its seed. Where the answers of a run part from its own, it thinks again from there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from marne.engine import CHANCE, JSON, FairDice, Look, Match, PlayerKind, Seat, Setting, find_game
from marne.lab.play import seeded_dice
from marne.players import Mind, due, find_kind, memo_of, seed_of, think

__all__ = ["Counted", "predicted"]

LEAST = 4
"""Choices with so many legal answers count."""


@dataclass
class Counted:
    """Hidden choices by the step that asked, how many of them a copy predicted, and in how many all copies agreed."""

    choices: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    single: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        """The share that a copy predicted."""
        return self.right.total() / max(1, self.choices.total())

    @property
    def plain(self) -> float:
        """The share with one sensible answer, as far as the copies show."""
        return self.single.total() / max(1, self.choices.total())

    def add(self, other: Counted) -> None:
        """Those of another game."""
        self.choices.update(other.choices)
        self.right.update(other.right)
        self.single.update(other.single)


class Copy:
    """The program with another secret: what it would answer in a seat's place."""

    def __init__(self, kind: PlayerKind, dice: FairDice) -> None:
        self.kind, self.dice = kind, dice
        self.minds: dict[Seat, Mind] = {}

    def think(self, match: Match, seat: Seat, memo: JSON) -> str:
        """A thought of its own at this moment; its first answer."""
        thought = think(self.kind, Look.at(match, seat), seed_of(self.dice, seat, match.moment), memo)
        self.minds[seat] = Mind(match.moment, thought.run, thought.memo)
        return thought.run[0]

    def answer(self, match: Match, seat: Seat) -> str:
        """The next answer of its run, as long as the game goes as it thought; otherwise it thinks again."""
        text = due(self.minds.get(seat), seat, match.log, match.moment, match.last_back)
        return self.think(match, seat, None) if text is None or match.position.read(text) is None else text


def predicted(
    name: str, setting: Setting, level: str | PlayerKind, seed: int, most: int, every: int = 1, copies: int = 1
) -> Counted:
    """Play a game and predict every so-manieth hidden choice, `most` at the most."""
    game = find_game(name)
    kind = level if isinstance(level, PlayerKind) else find_kind(game, level)
    match = Match(game, setting, seeded_dice(game, seed))
    assert match.dice is not None
    player = Copy(kind, match.dice)
    others = [Copy(kind, seeded_dice(game, seed + 100_000 * (number + 1))) for number in range(copies)]
    found, number = Counted(), 0
    while not match.over and found.choices.total() < most:
        ask = match.position.open
        assert ask is not None
        seat = ask.actor
        if seat == CHANCE:
            match.play(match.roll())
            continue
        mind = player.minds.get(seat)
        text = due(mind, seat, match.log, match.moment, match.last_back)
        if text is None or match.position.read(text) is None:
            for each in (player, *others):
                each.think(match, seat, memo_of(each.minds.get(seat), match.last_back, each.kind.name))
            text = player.minds[seat].run[0]
        if ask.seen_by is not None and (ask.options is None or len(ask.options) >= LEAST):
            number += 1
            if number % every == 0:
                said = [other.answer(match, seat) for other in others]
                step = type(match.position.step).__name__
                found.choices[step] += 1
                found.right[step] += said[0] == text
                found.single[step] += all(each == text for each in said)
        match.play_text(text)
    return found
