"""What a computer player is: somebody without a memory who is asked, looks, and returns a run of answers.

A player keeps nothing between two thoughts, so it can be made anew at any answer, in any process. What it wants to be
reminded of it hands out as a memo; whoever plays (lab, terminal, table) keeps it and hands it back. See
`docs/decisions/0009-players.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from marne.engine.ask import Ask
from marne.engine.game import Game, Observation
from marne.engine.position import Position
from marne.engine.values import JSON, Answer, Seat, value

if TYPE_CHECKING:
    from marne.engine.match import Match

__all__ = ["Look", "Player", "PlayerKind", "Thought", "run_on"]

LONGEST_RUN = 400
"""A run is cut here: no phase has so many answers without a die."""


@value
class Thought:
    """A run of answers in the game's notation, the first legal now and the rest meant to follow, and a memo for the
    player's next thought: plain JSON."""

    run: tuple[str, ...]
    memo: JSON = None


class Look:
    """What a seat is asked, and all that it may know. The observation is made when it is first wanted, since some
    players need none."""

    def __init__(
        self, game: Game, ask: Ask, observe: Callable[[], Observation], write: Callable[[Answer], str] | None = None
    ) -> None:
        self.game = game
        self.ask = ask
        self._observe = observe
        self._write = write
        self._observation: Observation | None = None

    @classmethod
    def at(cls, match: Match, seat: Seat, *, history: bool = False) -> Look:
        """A look at a match that is played in this process."""
        ask = match.position.open
        assert ask is not None
        return cls(match.game, ask, lambda: match.observe(seat, history=history), match.position.write)

    @property
    def seat(self) -> Seat:
        """Who is asked."""
        return self.ask.actor

    @property
    def observation(self) -> Observation:
        """All that the seat may know."""
        if self._observation is None:
            self._observation = self._observe()
        return self._observation

    def imagine(self, rng: Random) -> Position[Any]:
        """A full position that fits what the seat knows, with the same question open: the player's own to play on."""
        return self.game.imagine(self.observation, rng)

    def write(self, answer: Answer) -> str:
        """A legal answer in the game's notation."""
        return self._write(answer) if self._write else self.observation.view.write(answer)


class Player(Protocol):
    """Somebody who answers for a seat. It has no memory of its own."""

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        """What to answer now, and next. `memo` is what the last thought handed out; a player goes on sensibly without
        it, and with one that no longer fits."""
        ...


@value
class PlayerKind:
    """A kind of players that can be seated: its name, how one is made for a game, the ceiling of a thought in seconds,
    and whether its observations carry the log."""

    name: str
    make: Callable[[Game], Player]
    ceiling: float = 20.0
    reads_log: bool = False


def run_on(position: Position[Any], seat: Seat, decide: Callable[[Position[Any]], Answer]) -> tuple[str, ...]:
    """Play on in an imagined position for as long as only this seat is asked and nothing is revealed: the run.

    The position is changed in place. What follows a die, another seat's answer or a reveal is for the next thought.
    """
    run: list[str] = []
    while len(run) < LONGEST_RUN:
        answer = decide(position)
        run.append(position.write(answer))
        position.push(answer)
        if position.open is None or position.open.actor != seat or any(event.reveals for event in position.events):
            break
    return tuple(run)
