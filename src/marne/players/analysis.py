"""A game looked at again: how it stood, where it turned, and what a council would have proposed.

How good a position was is the judgement of the game's advice. Where a game has none that says much before its end,
staffs play on from there some times, all with dice of their own, and the mean of what came of it is taken. Nothing is
hidden there: it is for games that are over. While a game runs, `explained` says what a council would have heard as far
as one reader knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from marne.engine import (
    CHANCE,
    JSON,
    Advice,
    Ask,
    DeputyStaff,
    Game,
    Look,
    MarneError,
    Match,
    Observation,
    Position,
    Proposal,
    Seat,
)
from marne.kit.arithmetic import added
from marne.players.council import Council, Hearing
from marne.players.kinds import stand_in
from marne.players.levels import Level, councils_in

__all__ = ["AnalysedMoment", "Analysis", "Heard", "Turning", "analyse", "explained", "heard_at", "imagined"]

MOMENTS = 48
"""In so many pieces a game is cut where a judge looks at it,"""
PLAYED_ON = 12
"""and in so many where staffs must play on."""
LONGEST = 20_000
"""Answers after which a game that is played on is left where it stands."""
TURNINGS = 5


@dataclass(frozen=True)
class AnalysedMoment:
    """How a game stood after so many answers: the first seat's chance to win, and its points."""

    number: int
    chance: float
    points: float


@dataclass(frozen=True)
class Turning:
    """Between two moments the first seat's chance changed by so much; its points, where nobody judged."""

    start: int
    number: int
    change: float
    questions: tuple[int, ...] = ()
    """The answers in between, counted from 0, before which a council could have been heard."""


@dataclass(frozen=True)
class Analysis:
    """A game's moments and where it turned most; `judged` where the game's own judge spoke, and not staffs that played
    on."""

    judged: bool
    moments: tuple[AnalysedMoment, ...]
    turnings: tuple[Turning, ...]


@dataclass(frozen=True)
class Heard:
    """An answer that a council heard: what it is worth to the seat that was asked, and in how many simulations."""

    text: str
    worth: float
    simulations: int
    chosen: bool
    played: bool
    plan: str = ""
    """What the plan that begins with it is called, where it has a name."""


def analyse(
    match: Match, playouts: int = 3, seed: int = 1914, told: Callable[[int, int], None] | None = None
) -> Analysis:
    """A match from its beginning to where it ended; `told` hears how many moments are done, and of how many."""
    advice = match.game.advice
    judged = advice is not None and advice.judges
    wanted = _cut(len(match.log), MOMENTS if judged else PLAYED_ON)
    moments: list[AnalysedMoment] = []
    questions: list[int] = []
    for number, position in _positions(match):
        ask = position.open
        if advice is not None and ask is not None and ask.actor != CHANCE and advice.weighs(position):
            questions.append(number)
        if number not in wanted:
            continue
        if ask is None:
            moments.append(AnalysedMoment(number, *_ended(match.game, position)))
        elif advice is not None and judged:
            points = match.game.score(position).points
            moments.append(AnalysedMoment(number, round(advice.chance(position), 4), float(points[0])))
        else:
            moments.append(
                AnalysedMoment(number, *_played_on(match.game, position, playouts, Random(f"{seed} {number}")))
            )
        if told:
            told(len(moments), len(wanted))
    return Analysis(judged, tuple(moments), _turnings(moments, questions, judged))


def heard_at(match: Match, number: int, seed: int = 1914) -> tuple[Heard, ...]:
    """What a council would have heard before the answer of this number (counted from 0), and what was played; nothing
    where the game has no council or the question is none for one."""
    game, advice = match.game, match.game.advice
    if not 0 <= number < len(match.log):
        raise MarneError(f"there is no answer {number} in a game of {len(match.log)}")
    entry, levels = match.log[number], () if advice is None else councils_in(advice.levels)
    if advice is None or not levels or entry.actor == CHANCE:
        return ()
    before = Match(game, match.setting)
    before.replay(match.log[:number])
    if not advice.weighs(before.position):
        return ()
    look, rng = Look.at(before, entry.actor), Random(f"{seed} {number}")
    return _heard(advice, levels[0].at(match.setting.scenario), look, look.imagine(rng), entry.text, rng)


class _Onlooker(Look):
    """A question to one seat as a reader sees it: all worlds are imagined from what the reader knows."""

    def imagine(self, rng: Random) -> Position[Any]:
        return self.game.imagine(self.observation, rng)


def explained(seen: Observation, game: Game, played: str | None, seed: int = 1914) -> tuple[Heard, ...]:
    """What a council would have heard in the question that is open, whoever is asked, as far as the reader whose
    observation this is can know: nothing else goes in. `played` is what was answered, where he may read it."""
    advice = game.advice
    levels = () if advice is None else councils_in(advice.levels)
    world = imagined(seen, game, seed)
    ask = world.open
    if advice is None or not levels or ask is None or ask.actor == CHANCE or not advice.weighs(world):
        return ()
    look = _Onlooker(game, Ask(ask.actor, ()), lambda: seen)
    return _heard(advice, levels[0].at(seen.setting.scenario), look, world, played, Random(f"{seed} explained"))


def imagined(seen: Observation, game: Game, seed: int = 1914) -> Position[Any]:
    """The world that a reader is explained a question in: the answers that are heard are legal there."""
    return game.imagine(seen, Random(f"{seed} world"))


def _heard(
    advice: Advice, level: Level, look: Look, position: Position[Any], played: str | None, rng: Random
) -> tuple[Heard, ...]:
    """The council's proposals, and what was played where it is none of them; which of several plans that begin alike
    was played cannot be told."""
    hearing = Hearing(advice, look, level, rng)
    chosen, *_ = Council(look.game, level).confer(hearing, position, None, rng)
    answer = None if played is None else position.read(played)
    answers = [each.answer for each in hearing.proposals]
    if answer is not None and answer not in answers:
        hearing.add(Proposal(answer))
    if len(hearing.proposals) < 2:  # there is nothing to compare
        return ()
    most = max(map(len, hearing.values)) or level.simulations // len(hearing.proposals)
    unheard = [index for index, values in enumerate(hearing.values) if not values]
    hearing.hear(unheard, most, lambda: False)
    return tuple(
        Heard(
            position.write(each.answer),
            hearing.mean(index),
            len(hearing.values[index]),
            each == chosen,
            each.answer == answer and answers.count(answer) < 2,
            each.plan,
        )
        for index, each in enumerate(hearing.proposals)
    )


def _cut(count: int, pieces: int) -> list[int]:
    """Evenly spaced numbers of answers, the beginning and the end among them."""
    return sorted({round(count * piece / pieces) for piece in range(pieces + 1)})


def _positions(match: Match) -> Iterator[tuple[int, Position[Any]]]:
    """Every position of a match, with the number of answers before it."""
    again = Match(match.game, match.setting)
    yield 0, again.position
    for number, entry in enumerate(match.log, 1):
        again.play_text(entry.text, entry.draw)
        again.forget(0)
        yield number, again.position


def _ended(game: Game, position: Position[Any]) -> tuple[float, float]:
    score = game.score(position)
    return (0.5 if score.winner is None else float(score.winner == 0)), float(score.points[0])


def _played_on(game: Game, position: Position[Any], playouts: int, rng: Random) -> tuple[float, float]:
    """The mean of some games that staffs play on from here."""
    staff = stand_in(game).make(game)
    if not isinstance(staff, DeputyStaff):  # nobody can play on: what the points say now is all there is
        return 0.5, float(game.score(position).points[0])
    ends = [_ended(game, _play_on(staff, position.copy(), Random(rng.getrandbits(64)))) for _ in range(playouts)]
    chances, points = zip(*ends, strict=True)
    return round(added(chances) / playouts, 4), round(added(points) / playouts, 2)


def _play_on(staff: DeputyStaff, position: Position[Any], dice: Random) -> Position[Any]:
    seat, deputy, memos = CHANCE, None, dict[Seat, JSON]()
    for _ in range(LONGEST):
        ask = position.open
        if ask is None:
            break
        if ask.actor == CHANCE:
            position.push(position.suggest(dice, 1)[0])
            continue
        if deputy is None or ask.actor != seat:
            if deputy is not None:
                memos[seat] = deputy.memo()
            seat, deputy = ask.actor, staff.deputy(position, ask.actor, memos.get(ask.actor))
        position.push(deputy.answer(position))
    return position


def _turnings(moments: list[AnalysedMoment], questions: list[int], judged: bool) -> tuple[Turning, ...]:
    """The largest changes, in the order of the game: of chances, or of points where few games were played on."""
    changes = [
        Turning(
            before.number,
            after.number,
            round(after.chance - before.chance if judged else after.points - before.points, 4),
            tuple(each for each in questions if before.number <= each < after.number),
        )
        for before, after in pairwise(moments)
    ]
    most = sorted(changes, key=lambda each: (-abs(each.change), each.number))[:TURNINGS]
    return tuple(sorted((each for each in most if each.change), key=lambda each: each.number))
