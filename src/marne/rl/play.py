"""A game as an environment plays it: in place, chance from a seed, the next question always a seat's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import marne.games  # noqa: F401  # registers the games
from marne.engine import CHANCE, Answer, Game, Position, Seat, Setting, check_setting, find_game
from marne.rl.features import Features, Reader

__all__ = ["SUGGESTED", "WIDTH", "Play", "chosen", "result"]

WIDTH = 256
"""So many options can be told and chosen, unless somebody says otherwise. In random games the most were 138
(Schlieffen's War), 80 (Grand Illusion), 28 (1914) and about 100 in the small scenarios of Nach Paris."""
SUGGESTED = 16
"""So many answers are suggested where geometry is open."""


def chosen(
    game: str, scenario: str = "", edition: str = "", options: Mapping[str, str] | None = None
) -> tuple[Game, Setting]:
    """A game by name and a checked setting; the first scenario where none is named."""
    found = find_game(game)
    wanted = Setting(scenario or found.scenarios[0].name, edition, tuple((options or {}).items()))
    return found, check_setting(found, wanted)


def result(game: Game, position: Position[Any]) -> tuple[float, ...]:
    """1 for the winner and -1 for the others once a game is over; 0 for a draw, and before."""
    winner = game.score(position).winner if position.over else None
    if winner is None:
        return (0.0,) * len(game.seats)
    return tuple(1.0 if seat == winner else -1.0 for seat in range(len(game.seats)))


class Play:
    """One game going on: who is asked, what can be chosen, and the features of the moment, each made when wanted."""

    def __init__(self, reader: Reader, suggested: int = SUGGESTED) -> None:
        self.reader = reader
        self.suggested = suggested
        self.first = reader.game.start(reader.setting)
        self.begin(0)

    def begin(self, seed: int) -> None:
        """A new game; all its chance follows from the seed."""
        self.rng = Random(f"play {seed}")
        self.seed = seed
        self.position = self.first.copy()
        self.given = 0
        """Answers of seats and of chance so far."""
        self._go_on()

    @property
    def seat(self) -> Seat | None:
        """Who is asked; None once the game is over."""
        return None if self.position.open is None else self.position.open.actor

    def play(self, answer: Answer) -> None:
        """Take an answer and let chance answer what follows."""
        self.position.push(answer)
        self.given += 1
        self._go_on()

    def _go_on(self) -> None:
        position = self.position
        while (ask := position.open) is not None and ask.actor == CHANCE:
            position.push(position.suggest(self.rng)[0])
            self.given += 1
        self._options: Sequence[Answer] | None = None
        self._views: dict[Seat, Position[Any]] = {}

    def view(self, seat: Seat) -> Position[Any]:
        """The position as a seat sees it."""
        found = self._views.get(seat)
        if found is None:
            found = self._views[seat] = self.reader.game.mask(self.position, seat)
        return found

    @property
    def options(self) -> Sequence[Answer]:
        """What can be chosen now, by index."""
        if self._options is None:
            self._options = self._suggest(self.suggested)
        return self._options

    def _suggest(self, some: int) -> Sequence[Answer]:
        ask = self.position.open
        if ask is None:
            return ()
        if ask.options is not None and len(ask.options) <= self.reader.width:
            return ask.options
        rng = Random(f"suggest {self.seed} {self.given}")
        return self.reader.options(self.position, self.view(ask.actor), rng, some)

    def suggest(self, some: int) -> Sequence[Answer]:
        """Where geometry is open, up to so many answers to choose from in place of those that were there."""
        self._options = self._suggest(some)
        return self._options

    @property
    def left_out(self) -> int:
        """How many legal answers the options leave out: 0 unless there are more than the width; -1 where geometry is
        open."""
        ask = self.position.open
        if ask is None:
            return 0
        return -1 if ask.options is None else len(ask.options) - len(self.options)

    def features(self, seat: Seat) -> Features:
        """The features of this moment for a seat; options only for the one that is asked."""
        return self.reader.read(self.view(seat), seat, self.options if seat == self.seat else ())
