"""A council: some answers that the staff proposes, each tried out in imagined worlds, and the best of them taken.

1. The game's advice proposes a few answers, the staff's own first.
2. Worlds that fit what the seat knows are imagined, and dice are laid beside each: the same for every proposal. In
   them staffs of all seats play on for a while, on a large map confined to the area that the question is about; then
   the game appraises the position.
3. Half of the proposals drop out each round (sequential halving); the staff's own stays in.
4. The staff's own answer is left only for one that is better by *z* standard errors of the paired differences.
5. The chosen plan is followed up to the next question that deserves a council, or the next die. Where the answer stays
   hidden and nothing beats the staff's own, the staff answers, and mixes what is nearly equal (`mixture.py`).

All draws come from the generator that the thought is given, and budgets are counted in simulations: the same look, the
same seed and the same level give the same answer on every machine. Only the deadline is told in seconds, as a ceiling,
and whoever waits may want an answer now; where either cuts in, the thought and the memo say so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from math import ceil, sqrt
from random import Random
from typing import Any

from marne.engine import (
    CHANCE,
    JSON,
    Advice,
    Ask,
    EngineError,
    Game,
    Look,
    Observation,
    Position,
    Proposal,
    Seat,
    Thought,
    find_game,
    register,
)
from marne.engine.player import LONGEST_RUN, Deputy
from marne.engine.registry import where_is
from marne.kit.arithmetic import added, square
from marne.players.levels import Level
from marne.players.simulators import Simulators

__all__ = ["Council", "Hearing"]

LONGEST = 5_000
"""A simulation with more answers than this is judged where it stands."""
DIGITS = 6
"""Values are rounded to so many digits, which is more than anybody can know."""


class Hearing:
    """One question before a council: proposals, worlds, and what each proposal is worth in each world."""

    def __init__(
        self, advice: Advice, look: Look, level: Level, rng: Random, simulators: Simulators | None = None
    ) -> None:
        self._advice, self._simulators = advice, simulators
        self.look, self.level = look, level
        self._base = rng.getrandbits(64)
        self._worlds: list[Position[Any]] = []
        self.proposals: list[Proposal] = []
        self.values: list[list[float]] = []
        """By proposal, then by world; the worlds of a proposal are the first ones, without gaps."""
        self.simulations = 0

    @property
    def staffs_own(self) -> Proposal | None:
        """What the staff would answer without a council."""
        return self.proposals[0] if self.proposals else None

    def add(self, proposal: Proposal) -> None:
        """One more to be heard."""
        self.proposals.append(proposal)
        self.values.append([])

    def hear(self, indices: Iterable[int], worlds: int, late: Callable[[], bool]) -> bool:
        """Try proposals in the first so many worlds; False if there is no time for it."""
        wanted = [(index, number) for index in indices for number in range(len(self.values[index]), worlds)]
        tried = self._at_once(wanted, late) if self._simulators else self._one_by_one(wanted, late)
        count = 0
        for (index, _), worth in zip(wanted, tried, strict=False):
            self.values[index].append(worth)
            self.simulations += 1
            count += 1
        return count == len(wanted)

    def _one_by_one(self, wanted: list[tuple[int, int]], late: Callable[[], bool]) -> Iterator[float]:
        for index, number in wanted:
            if late():
                return
            yield self.simulate(self.proposals[index], number)

    def _at_once(self, wanted: list[tuple[int, int]], late: Callable[[], bool]) -> Iterator[float]:
        look = self.look
        assert self._simulators is not None
        same = (where_is(look.game.name), look.ask, look.observation, self.level, self._base)
        jobs = [(*same, self.proposals[index], number) for index, number in wanted]
        return self._simulators.results(_simulated, jobs, late)

    def gain(self, index: int) -> tuple[float, float]:
        """How much better a proposal is than the staff's own, and the standard error of that, over common worlds."""
        pairs = zip(self.values[index], self.values[0], strict=False)
        gains = [mine - own for mine, own in pairs]
        if len(gains) < 2:
            return 0.0, 0.0
        mean = added(gains) / len(gains)
        spread = added(square(gain - mean) for gain in gains) / (len(gains) - 1)
        return round(mean, DIGITS), round(sqrt(spread / len(gains)), DIGITS)

    def mean(self, index: int) -> float:
        """What a proposal is worth over the worlds it was tried in."""
        values = self.values[index]
        return round(added(values) / len(values), DIGITS) if values else 0.0

    def _world(self, number: int) -> Position[Any]:
        while len(self._worlds) <= number:
            self._worlds.append(self.look.imagine(Random(f"{self._base} world {len(self._worlds)}")))
        return self._worlds[number].copy()

    def simulate(self, proposal: Proposal, number: int) -> float:
        """What the seat may hope for in a world after a proposal, staffs playing on."""
        advice, seat = self._advice, self.look.seat
        position = self._world(number)
        dice = Random(f"{self._base} dice {number}")
        end = advice.clock(position) + self.level.ahead
        area = advice.area(position, proposal) if self.level.confined else 0
        deputies: dict[Seat, Deputy] = {}
        if position.why_not(proposal.answer) is None:
            position.push(proposal.answer)
            deputies[seat] = self._deputy(position, seat, proposal.memo, dice, area)
        for _ in range(LONGEST):
            ask = position.open
            if ask is None or advice.clock(position) >= end:
                break
            if ask.actor == CHANCE:
                position.push(position.suggest(dice, 1)[0])
                continue
            deputy = deputies.get(ask.actor)
            if deputy is None:
                deputy = deputies[ask.actor] = self._deputy(position, ask.actor, None, dice, area)
            position.push(deputy.answer(position))
        return round(advice.appraise(position, seat), DIGITS)

    def _deputy(self, position: Position[Any], seat: Seat, memo: JSON, dice: Random, area: int) -> Deputy:
        deputy = self._advice.deputy(position, seat, memo, dice)
        return self._advice.confine(deputy, area) if area else deputy


_last: dict[int, Hearing] = {}
"""The hearing that this process tried something out for last: its worlds are kept."""


def _simulated(
    where: str, ask: Ask, seen: Observation, level: Level, base: int, proposal: Proposal, number: int
) -> float:
    """One simulation, in a process that does many."""
    if base not in _last:
        register(seen.game, where)
        game = find_game(seen.game)
        assert game.advice is not None
        hearing = Hearing(game.advice, Look(game, ask, lambda: seen), level, Random(0))
        hearing._base = base
        _last.clear()
        _last[base] = hearing
    return _last[base].simulate(proposal, number)


class Council:
    """A level of play for a game that gives advice."""

    def __init__(
        self, game: Game, level: Level, now: Callable[[], float] = time.monotonic, patience: float = 1.0
    ) -> None:
        """`patience` is how many times the level's deadline a thought may take."""
        if game.advice is None:
            raise EngineError(f"{game.name} has no advice for a council")
        self._advice, self._level, self._now, self._patience = game.advice, level, now, patience

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        """The chosen answer, and what its plan leads to up to the next question that deserves a council."""
        advice, seat = self._advice, look.seat
        kept = memo if isinstance(memo, dict) else {}
        position = look.imagine(rng)
        tick = advice.clock(position)
        spent = kept.get("spent") if kept.get("tick") == tick else 0
        spent = spent if isinstance(spent, int) else 0
        plan, note, cut = kept.get("plan"), None, ""
        chosen: Proposal | None = None
        own = position.open is not None and position.open.seen_by is not None
        level = self._level.at(look.observation.setting.scenario)
        called, parts, end = tick > level.after and advice.calls(position), 0, self._end(level)
        while called and not cut and spent + level.simulations <= level.turn:
            hearing = Hearing(advice, look, level, rng, Simulators.now)
            chosen, heard, cut = self.confer(hearing, position, plan, rng, parts, end)
            spent, note = spent + hearing.simulations, heard or note
            own = own and chosen is hearing.staffs_own
            plan = chosen.memo if chosen is not None else plan
            called, parts = chosen is not None and chosen.more > 0, parts + 1
        run: list[str] = []
        if own:  # a hidden answer that nothing beats: the staff gives it, and mixes
            chosen, plan = None, kept.get("plan")
        if chosen is not None:
            run.append(position.write(chosen.answer))
            position.push(chosen.answer)
        deputy = advice.deputy(position, seat, plan, rng)
        deputy.pick = look.mixture(rng)
        while len(run) < LONGEST_RUN and not (run and self._ends(position, seat)):
            answer = deputy.answer(position)
            run.append(position.write(answer))
            position.push(answer)
        return Thought(tuple(run), {"tick": tick, "spent": spent, "plan": deputy.memo(), "note": note}, cut)

    def _end(self, level: Level) -> float:
        """When a thought that begins now takes the best it has found."""
        return self._now() + level.deadline * self._patience

    def _ends(self, position: Position[Any], seat: Seat) -> bool:
        """Whether a run ends here: another is asked, something was revealed, or the council is called again."""
        ask = position.open
        if ask is None or ask.actor != seat or any(event.reveals for event in position.events):
            return True
        return self._advice.calls(position)

    def confer(
        self,
        hearing: Hearing,
        position: Position[Any],
        plan: JSON,
        rng: Random,
        parts: int = 0,
        end: float | None = None,
    ) -> tuple[Proposal | None, JSON, str]:
        """The answer that the council agrees on, a note of what was heard, and what cut it short, if anything did; no
        answer where there is no choice. `parts` of the plan have been heard before, `end` is the deadline of all."""
        level, seat, pace, cut = hearing.level, hearing.look.seat, hearing.look.pace, ""
        end = self._end(level) if end is None else end

        def late() -> bool:
            nonlocal cut
            part = min(1.0, hearing.simulations / level.simulations)
            pace.thought((parts + part) / (parts + 1 + hearing.proposals[0].more))
            cut = "hurried" if pace.hurried() else "deadline" if self._now() >= end else ""
            return bool(cut)

        for proposal in self._advice.proposals(position, seat, plan, level.proposals, rng):
            hearing.add(proposal)
        if len(hearing.proposals) < 2:
            return (hearing.proposals[0] if hearing.proposals else None), None, ""
        rounds = max(1, (len(hearing.proposals) - 1).bit_length())
        still, worlds = list(range(len(hearing.proposals))), 0
        for number in range(rounds):
            worlds += max(1, level.simulations // (rounds * len(still)))
            if not hearing.hear(still, worlds, late):
                break
            best = sorted(still, key=lambda index: (-hearing.mean(index), index))
            if number + 1 < rounds:
                still = sorted({0, *best[: max(2, ceil(len(still) / 2))]})
                still += self._varied(hearing, position, seat, best[0], rng) if not number else []
        chosen = self._better(hearing, still)
        heard: list[JSON] = [
            [position.write(each.answer), hearing.mean(index), len(hearing.values[index])]
            for index, each in enumerate(hearing.proposals)
        ]
        return hearing.proposals[chosen], {"heard": heard, "chosen": chosen, "cut": cut}, cut

    def _varied(self, hearing: Hearing, position: Position[Any], seat: Seat, leader: int, rng: Random) -> list[int]:
        """Neighbours of the leading proposal, heard from now on."""
        before = len(hearing.proposals)
        for _ in range(hearing.level.varied):
            other = self._advice.vary(position, seat, hearing.proposals[leader], rng)
            if other is not None and other not in hearing.proposals:
                hearing.add(other)
        return list(range(before, len(hearing.proposals)))

    def _better(self, hearing: Hearing, still: list[int]) -> int:
        """The best of those still heard if it is better than the staff's own beyond chance; else the staff's own."""
        found, most = 0, 0.0
        for index in still:
            gain, error = hearing.gain(index)
            if gain > most and gain > hearing.level.z * error:
                found, most = index, gain
        return found
