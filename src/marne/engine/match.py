"""A game in progress: its log of answers, and the position it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any

from marne.engine.errors import IllegalAnswer, SaidError
from marne.engine.fair_dice import FairDice
from marne.engine.game import Game, Observation, Setting, Sight, check_setting, first_position
from marne.engine.position import Position
from marne.engine.undo import Entry, undo_horizon
from marne.engine.values import CHANCE, Answer, Seat, value

__all__ = ["Ending", "Match"]


@value
class Ending:
    """How a game ended beside its rules: somebody resigned, or all agreed on a draw (then nobody's `seat`)."""

    seat: Seat | None


class Match:
    """A game in progress.

    The log is the game: everything else is rebuilt from it. Positions are kept only as far back as the open seat may
    undo; older ones are replayed when someone asks. Chance is answered by the dice when there are any (`roll`), or by
    hand like everybody else.
    """

    def __init__(self, game: Game, setting: Setting | str, dice: FairDice | None = None) -> None:
        self.game = game
        self.setting = check_setting(game, setting)
        self.dice = dice
        self.draws = 0
        self.moment = 0
        """Counts answers and goings back: it never repeats, whereas `len(log)` does."""
        self.last_back = 0
        """The moment of the last going back."""
        self.log: list[Entry] = []
        self.position: Position[Any] = first_position(game, self.setting)
        self._kept: list[Position[Any]] = []
        self.ending: Ending | None = None
        """Set where people ended the game before its rules did: nothing is answered any more."""

    def copy(self) -> Match:
        """Another match that goes its own way from here, with the same dice to come."""
        twin = copy(self)
        twin.log, twin._kept = list(self.log), list(self._kept)
        return twin

    @property
    def over(self) -> bool:
        """Nothing is left to answer."""
        return self.position.over or self.ending is not None

    @property
    def actor(self) -> Seat | None:
        """Who must answer; None at the end."""
        return None if self.position.open is None or self.ending is not None else self.position.open.actor

    def actor_name(self, actor: Seat) -> str:
        """A seat's name, or `chance`."""
        return "chance" if actor == CHANCE else self.game.seats[actor]

    def play(self, answer: Answer, draw: int | None = None) -> Position[Any]:
        """Take an answer. `draw` is the index of a chance answer; without it, the next one."""
        before, ask = self.position, self.position.open
        after = before.play(answer)
        assert ask is not None
        if ask.actor == CHANCE:
            draw = self.draws if draw is None else draw
            self.draws = draw + 1
        else:
            draw = None
        revealed = any(event.reveals for event in after.events)
        entry = Entry(ask.actor, before.write(answer), ask.seen_by, revealed, draw)
        if self.log and self.log[-1].actor != entry.actor:
            self._kept.clear()
        self._kept.append(before)
        if revealed or entry.actor == CHANCE:
            self._kept.clear()
        self.log.append(entry)
        self.moment += 1
        self.position = after
        return after

    def play_text(self, text: str, draw: int | None = None) -> Position[Any]:
        """Take an answer in the game's notation."""
        answer = self.position.read(text)
        if answer is None:
            refusal = self.position.refusal(text)
            assert refusal is not None
            raise IllegalAnswer.of(refusal)
        return self.play(answer, draw)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Try answers: what is played inside stays if all goes well, and is taken back with its draws if anything
        fails."""
        before = self.position, self.draws, self.moment, self.last_back, self.log[:], self._kept[:]
        ending = self.ending
        try:
            yield
        except BaseException:
            self.position, self.draws, self.moment, self.last_back, self.log, self._kept = before
            self.ending = ending
            raise

    def roll(self, parts: bytes = b"") -> Answer:
        """What the dice say to the open chance ask, with what the players add to this draw; does not play it."""
        ask = self.position.open
        if self.dice is None or ask is None or ask.actor != CHANCE or ask.options is None:
            raise SaidError("no_die")
        return ask.options[self.dice.draw(self.draws, ask.weights or (1,) * len(ask.options), parts)]

    def roll_all(self, told: Callable[[Position[Any]], None] | None = None) -> None:
        """Let the dice answer until a seat is asked or the game is over."""
        while self.actor == CHANCE:
            self.play(self.roll())
            if told:
                told(self.position)

    def undo_horizon(self, seat: Seat) -> int:
        """The least number of answers to which the seat may go back on its own."""
        return undo_horizon(self.log, seat)

    def may_undo(self, seat: Seat) -> bool:
        """Whether the seat can take its last answer back."""
        return self.undo_horizon(seat) < len(self.log)

    def undo(self, seat: Seat, to: int | None = None) -> None:
        """Go back to the position after `to` answers (by default one answer back)."""
        to = len(self.log) - 1 if to is None else to
        if not self.undo_horizon(seat) <= to < len(self.log):
            raise SaidError("no_undo", seat=self.actor_name(seat), to=to)
        self.go_back(to)

    def at_hand(self, to: int) -> bool:
        """Whether the position after so many answers is kept: going back there replays nothing."""
        return len(self.log) - to <= len(self._kept)

    def stand(self, position: Position[Any], log: list[Entry]) -> None:
        """Stand where these answers lead, found elsewhere by the same rules."""
        self.position, self.log, self._kept = position, log, []

    def go_back(self, to: int, found: Position[Any] | None = None) -> None:
        """Go back by consent, however far. Draws are not used twice: what came after is drawn anew. `found` is the
        position there, where somebody has replayed the log already."""
        if not 0 <= to <= len(self.log):
            raise SaidError("no_answer", to=to, count=len(self.log))
        back = len(self.log) - to
        if not back:
            return
        moment = self.moment + 1
        if back <= len(self._kept):
            self.position = self._kept[-back]
            del self._kept[-back:], self.log[to:]
        elif found is not None:
            self.stand(found, self.log[:to])
        else:
            log, draws = self.log[:to], self.draws
            self.position, self.log, self._kept, self.draws = first_position(self.game, self.setting), [], [], 0
            self.replay(log)
            self.draws = draws
        self.moment = self.last_back = moment

    def forget(self, keep: int) -> None:
        """Keep only the newest so many positions for undo: what lies further back is replayed when someone asks."""
        del self._kept[: max(0, len(self._kept) - keep)]

    def replay(self, log: Iterable[Entry]) -> None:
        """Play the answers of a log."""
        for entry in log:
            self.play_text(entry.text, entry.draw)

    def observe(self, seat: Seat | None, *, history: bool = True) -> Observation:
        """All that the seat may know, its own redacted log included unless only the present matters."""
        log = tuple(
            (entry.actor, entry.text if entry.seen_by is None or seat in entry.seen_by else None)
            for entry in (self.log if history else ())
        )
        return Observation.of(self.game, self.setting, self.position, seat, log)

    def sight(self, seat: Seat | None) -> Sight:
        """What the seat is shown now."""
        return self.game.sight(self.observe(seat, history=False))
