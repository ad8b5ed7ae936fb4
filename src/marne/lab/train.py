"""Judges learnt from games: `marne train GAME` plays games, fits a logistic regression, and writes its weights as data.

Staffs play straight from positions, and now and then take another of their proposals, so that the judge sees more than
one way to play. A sample is the position at each tick of the advice's clock, where councils judge, too. Everything
follows from the seeds; the fit is Newton's method in plain Python, with a ridge, on features brought to one scale.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Protocol, runtime_checkable

from marne.engine import CHANCE, Advice, Game, MarneError, Position, Seat, Setting, check_setting
from marne.engine.player import Deputy
from marne.kit.arithmetic import added, square
from marne.kit.judge import logistic

__all__ = ["Fit", "Learner", "Sample", "fit", "games_told", "judge_text", "learner_of", "sample_game", "train"]

NOISE = 0.2
"""How often another proposal is taken."""
HEARD = 8
"""Among how many."""
RIDGE = 20.0
"""Strong, since games are few: what can't be told from them stays near nothing."""
HELD_OUT = 5
"""Every fifth game is not learnt from: the judge is tested on it."""
STEPS = 12
"""Of Newton's method: it has long converged by then."""


@runtime_checkable
class Learner(Advice, Protocol):
    """Advice whose judge can be learnt."""

    judge: Path

    def features(self, position: Position[Any]) -> dict[str, float]:
        """What the judge looks at, from the first seat's side."""
        ...


@dataclass(frozen=True)
class Sample:
    """A position by its features, and what the first seat got in the end: 0, a half, or 1."""

    game: int
    features: tuple[float, ...]
    result: float


@dataclass(frozen=True)
class Fit:
    """A judge, and how it did on games that it had not seen: its Brier score, and that of the mean result."""

    names: tuple[str, ...]
    bias: float
    weights: tuple[float, ...]
    samples: int
    brier: float
    base: float
    played: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """The seeds of its games, by what was played."""


def learner_of(game: Game) -> Learner:
    """The game's advice, if a judge can be learnt for it."""
    advice = game.advice
    if not isinstance(advice, Learner):
        raise MarneError(f"{game.name} has no judge to train")
    return advice


def sample_game(game: Game, advice: Learner, setting: Setting, seed: int) -> tuple[list[dict[str, float]], float]:
    """One game: features at each tick, and what the first seat got."""
    rng = Random(f"train {seed}")
    position = game.start(setting).copy()
    deputies: dict[Seat, Deputy] = {}
    found: list[dict[str, float]] = []
    tick = advice.clock(position)
    while (ask := position.open) is not None:
        if ask.actor == CHANCE:
            position.push(position.suggest(rng, 1)[0])
        else:
            _answer(advice, position, ask.actor, deputies, rng)
        if position.open is not None and advice.clock(position) != tick:
            tick = advice.clock(position)
            found.append(advice.features(position))
    winner = game.score(position).winner
    return found, 0.5 if winner is None else float(winner == 0)


def _answer(advice: Learner, position: Position[Any], seat: Seat, deputies: dict[Seat, Deputy], rng: Random) -> None:
    deputy = deputies.get(seat)
    if deputy is None:
        deputy = deputies[seat] = advice.deputy(position, seat, None, rng)
    if advice.weighs(position) and rng.random() < NOISE:
        proposals = advice.proposals(position, seat, deputy.memo(), HEARD, rng)
        if proposals:
            proposal = proposals[int(rng.random() * len(proposals))]
            position.push(proposal.answer)
            deputies[seat] = advice.deputy(position, seat, proposal.memo, rng)
            return
    position.push(deputy.answer(position))


def train(
    game: Game,
    setting: Setting,
    seeds: Iterable[int],
    kept: Path | None = None,
    told: Callable[[int], None] | None = None,
) -> Fit:
    """Play a game for each seed, and fit. `kept` is a file of one line a game: what it holds is not played again, be it
    of another setting, so that a judge can learn from several."""
    advice = learner_of(game)
    there = _read(kept)
    samples: list[Sample] = []
    played: dict[str, list[int]] = {}
    names: tuple[str, ...] = ()
    for seed in seeds:
        if seed not in there:
            there[seed] = (*sample_game(game, advice, setting, seed), _named(game, setting))
            if kept is not None:
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([seed, *there[seed]]) + "\n")
        found, result, what = there[seed]
        played.setdefault(what, []).append(seed)
        for features in found:
            names = names or tuple(features)
            samples.append(Sample(seed, tuple(features[name] for name in names), result))
        if told:
            told(seed)
    return replace(fit(names, samples), played=tuple((what, tuple(seeds)) for what, seeds in played.items()))


def _named(game: Game, setting: Setting) -> str:
    """A setting in short: what does not stand at its default."""
    plain = check_setting(game, setting.scenario)
    edition = [] if setting.edition == plain.edition else [f"edition {setting.edition}"]
    chosen = [f"{name} {text}" for name, text in setting.options if (name, text) not in plain.options]
    return ", ".join([f"scenario {setting.scenario}", *edition, *chosen])


def _read(kept: Path | None) -> dict[int, tuple[list[dict[str, float]], float, str]]:
    """The games that a file holds; a line that was cut off by a stop is taken out of it."""
    if kept is None or not kept.exists():
        return {}
    text = kept.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    try:
        rows = [json.loads(line) for line in whole.splitlines()]
        there = {seed: (found, result, what) for seed, found, result, what in rows}
    except (ValueError, TypeError):
        raise MarneError(f"{kept}: this file holds no games that `marne train --samples` kept") from None
    if whole != text:
        kept.write_text(whole, encoding="utf-8")
    return there


def fit(names: Sequence[str], samples: Sequence[Sample]) -> Fit:
    """A logistic regression with a ridge; every fifth game is held out."""
    learnt = [sample for sample in samples if sample.game % HELD_OUT]
    unseen = [sample for sample in samples if not sample.game % HELD_OUT]
    if not learnt or not unseen:
        raise MarneError("there are too few games to learn from")
    count = len(names)
    means = [added(sample.features[k] for sample in learnt) / len(learnt) for k in range(count)]
    scales = [
        sqrt(added(square(sample.features[k] - means[k]) for sample in learnt) / len(learnt)) or 1.0
        for k in range(count)
    ]
    rows = [[1.0, *((x - m) / s for x, m, s in zip(sample.features, means, scales, strict=True))] for sample in learnt]
    weights = _newton(rows, [sample.result for sample in learnt])
    plain = [weight / scale for weight, scale in zip(weights[1:], scales, strict=True)]
    bias = weights[0] - added(weight * mean for weight, mean in zip(plain, means, strict=True))
    mean = added(sample.result for sample in learnt) / len(learnt)

    def foretold(sample: Sample) -> float:
        return logistic(bias + added(weight * x for weight, x in zip(plain, sample.features, strict=True)))

    brier = added(square(foretold(sample) - sample.result) for sample in unseen) / len(unseen)
    base = added(square(mean - sample.result) for sample in unseen) / len(unseen)
    return Fit(tuple(names), bias, tuple(plain), len(samples), brier, base)


def _newton(rows: Sequence[Sequence[float]], results: Sequence[float]) -> list[float]:
    """The weights that make the results likeliest; the first, of the constant, is free of the ridge."""
    count = len(rows[0])
    weights = [0.0] * count
    for _ in range(STEPS):
        slope = [-RIDGE * weight if k else 0.0 for k, weight in enumerate(weights)]
        bend = [[RIDGE if k == j and k else 0.0 for j in range(count)] for k in range(count)]
        bend[0][0] = 1e-6
        for row, result in zip(rows, results, strict=True):
            chance = logistic(added(weight * x for weight, x in zip(weights, row, strict=True)))
            error, curve = result - chance, chance * (1 - chance)
            for k, x in enumerate(row):
                slope[k] += error * x
                line, part = bend[k], curve * x
                for j in range(k + 1):
                    line[j] += part * row[j]
        for k in range(count):
            for j in range(k + 1, count):
                bend[k][j] = bend[j][k]
        weights = [weight + step for weight, step in zip(weights, _solve(bend, slope), strict=True)]
    return weights


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss's elimination with the largest pivot."""
    count = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for k in range(count):
        pivot = max(range(k, count), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, count):
            factor = rows[i][k] / rows[k][k]
            for j in range(k, count + 1):
                rows[i][j] -= factor * rows[k][j]
    found = [0.0] * count
    for k in range(count - 1, -1, -1):
        found[k] = (rows[k][count] - added(rows[k][j] * found[j] for j in range(k + 1, count))) / rows[k][k]
    return found


def games_told(found: Fit) -> dict[str, str]:
    """How many games a judge has learnt from, by what was played, and their seeds.

    >>> games_told(Fit((), 0.0, (), 0, 0.0, 0.0, (("scenario 1", (1, 2, 3)), ("scenario 2", (4, 6, 7)))))
    {'games': '3 of scenario 1; 3 of scenario 2', 'seeds': '1 to 3; 4, 6 to 7'}
    """
    return {
        "games": "; ".join(f"{len(seeds)} of {what}" for what, seeds in found.played),
        "seeds": "; ".join(_runs(sorted(seeds)) for _, seeds in found.played),
    }


def _runs(seeds: Sequence[int]) -> str:
    """Numbers in order, those that follow each other as one."""
    runs: list[list[int]] = []
    for seed in seeds:
        if runs and runs[-1][-1] == seed - 1:
            runs[-1] = [runs[-1][0], seed]
        else:
            runs.append([seed])
    return ", ".join(" to ".join(map(str, run)) for run in runs)


def judge_text(found: Fit, told: dict[str, str]) -> str:
    """A judge as a file; `told` is where it comes from: seeds, games, date."""
    lines = ["# The chance of the first seat to win: a logistic function of features. Written by `marne train`.", ""]
    lines += [f'{name} = "{text}"' for name, text in told.items()]
    lines += [
        f"samples = {found.samples}",
        f"brier = {found.brier:.4f}  # on games held out; the mean result alone has {found.base:.4f}",
        f"bias = {found.bias:.4f}",
        "",
        "[weights]",
        *(f"{name} = {weight:.4f}" for name, weight in zip(found.names, found.weights, strict=True)),
    ]
    return "\n".join(lines) + "\n"
