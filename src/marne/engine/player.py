"""What a computer player is: somebody without a memory who is asked, looks, and returns a run of answers.

A player keeps nothing between two thoughts, so it can be made anew at any answer, in any process. What it wants to be
reminded of it hands out as a memo; whoever plays (lab, terminal, table) keeps it and hands it back. See
`docs/decisions/0009-players.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from marne.engine.ask import Ask
from marne.engine.game import Game, Observation
from marne.engine.position import Position
from marne.engine.values import JSON, Answer, Seat, value

if TYPE_CHECKING:
    from marne.engine.match import Match

__all__ = ["BEST", "Deputy", "DeputyStaff", "Look", "Pace", "Pick", "Player", "PlayerKind", "Thought", "run_on"]

T = TypeVar("T")

LONGEST_RUN = 400
"""A run is cut here: no phase has so many answers without a die."""


@value
class Thought:
    """A run of answers in the game's notation, the first legal now and the rest meant to follow, and a memo for the
    player's next thought: plain JSON. `cut` says what ended it early: `deadline`, `hurried`, or nothing."""

    run: tuple[str, ...]
    memo: JSON = None
    cut: str = ""


class Pace:
    """Between a player who thinks for long and whoever waits for him: how far he has come, and whether he is to answer
    with the best he has found. This one waits for ever and hears of nothing."""

    def thought(self, share: float) -> None:
        """So much of the thought is done, from 0 to 1."""

    def hurried(self) -> bool:
        """Whether an answer is wanted now."""
        return False


class Pick:
    """How a player takes one of several answers that are worth nearly the same. This one takes the best, the first of
    equals; where the answer stays hidden players mix (`marne.players.mixture`)."""

    def best(self, worth: Sequence[tuple[float, T]], close: float) -> T:
        """One of the answers that are worth at most `close` less than the best."""
        most = max(each for each, _ in worth)
        return next(answer for each, answer in worth if each == most)

    def one_of(self, equal: Sequence[T]) -> T:
        """One of several that are as good as each other."""
        return equal[0]


BEST: Final = Pick()


class Look:
    """What a seat is asked, and all that it may know. The observation is made when it is first wanted, since some
    players need none."""

    def __init__(
        self,
        game: Game,
        ask: Ask,
        observe: Callable[[], Observation],
        write: Callable[[Answer], str] | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.game = game
        self.ask = ask
        self.pace = pace or Pace()
        self.mixture: Callable[[Random], Pick] = _best
        """How hidden answers are picked, made with the thought's own generator."""
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
        """A full position that fits what the seat knows, with the same question open: the player's own to play on.

        What is dealt where the seat can't see may allow answers that are not legal: they are left out.
        """
        position = self.game.imagine(self.observation, rng)
        asked, legal = position.open, self.ask.options
        if asked is None or asked.actor != self.seat or asked.options == legal or not asked.options or not legal:
            return position
        there = set(asked.options)
        position.open = Ask(self.seat, tuple(answer for answer in legal if answer in there) or legal)
        return position

    def write(self, answer: Answer) -> str:
        """A legal answer in the game's notation."""
        return self._write(answer) if self._write else self.observation.view.write(answer)


def _best(rng: Random) -> Pick:
    return BEST


class Player(Protocol):
    """Somebody who answers for a seat. It has no memory of its own."""

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        """What to answer now, and next. `memo` is what the last thought handed out; a player goes on sensibly without
        it, and with one that no longer fits."""
        ...


@value
class PlayerKind:
    """A kind of players that can be seated: its name, how one is made for a game, the ceiling of a thought in seconds,
    whether its observations carry the log, and whether people are offered it or only the lab knows it; `scenarios` are
    those in which they are, all where none is named."""

    name: str
    make: Callable[[Game], Player]
    ceiling: float = 20.0
    reads_log: bool = False
    offered: bool = True
    scenarios: tuple[str, ...] = ()


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


class Deputy(Protocol):
    """A player for the length of one thought: it answers straight from a position, and may carry a plan."""

    pick: Pick
    """How it takes one of nearly equal answers where its answer stays hidden: those that an ask lets its seat alone
    read (`seen_by`)."""

    def answer(self, position: Position[Any]) -> Answer:
        """One of the legal answers."""
        ...

    def memo(self) -> JSON:
        """What is left of the plan, for the next thought."""
        ...


class DeputyStaff:
    """Answers for one seat: one thought is the run of a deputy in an imagined position, up to the next die."""

    def __init__(self, game: Game) -> None:
        """Made for a game, as every player is; what it needs of it, it sees in the look."""

    def deputy(self, position: Position[Any], seat: Seat, memo: JSON) -> Deputy:
        """Who answers in this position; `memo` is what the last one left."""
        raise AssertionError(f"{type(self).__name__} has no deputy")

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        """The run, and what is left of the plan."""
        position = look.imagine(rng)
        deputy = self.deputy(position, look.seat, memo)
        deputy.pick = look.mixture(rng)
        return Thought(run_on(position, look.seat, deputy.answer), deputy.memo())
