"""A batch of games: pure, so that it can be played again anywhere, and small, so that little is lost with it.

What a batch gives hangs on its plan and its seeds alone, never on the machine, the process or the time; only `seconds`
is measured. Rows are plain dictionaries: one a game, and on wish one a decision, and some for each turn.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from marne.engine import CHANCE, Answer, Game, MarneError, Match, Setting, find_game, record_of
from marne.lab.play import play_seeded
from marne.lab.watch import Row, Watch

__all__ = ["Batch", "BatchRows", "OtherVersion", "Plan", "Row", "play_batch", "row_of", "seconds_apart"]


class OtherVersion(MarneError):
    """A worker, or a directory, has other rules, data or choices than the plan."""


@dataclass(frozen=True)
class Plan:
    """What all games of a run have in common."""

    game: str
    setting: Setting
    kinds: tuple[str, ...]
    rules: str
    data: str
    decisions: bool = False
    turns: bool = False
    records: str = ""

    @classmethod
    def of(
        cls,
        game: Game,
        setting: Setting,
        kinds: Sequence[str],
        *,
        decisions: bool = False,
        turns: bool = False,
        records: str = "",
    ) -> Plan:
        """A plan with the versions of this machine."""
        versions = game.rules_version, game.data_version()
        return cls(game.name, setting, tuple(kinds), *versions, decisions, turns, records)

    def as_json(self) -> dict[str, Any]:
        """What a directory of parts says of itself; where records go is not part of it."""
        return {
            "game": self.game,
            "scenario": self.setting.scenario,
            "edition": self.setting.edition,
            "options": dict(self.setting.options),
            "players": list(self.kinds),
            "rules": self.rules,
            "data": self.data,
            "decisions": self.decisions,
            "turns": self.turns,
        }

    def check(self, game: Game) -> None:
        """Refuse a machine that would play another game."""
        here = game.rules_version, game.data_version()
        if here != (self.rules, self.data):
            raise OtherVersion(
                f"{self.game}: rules {here[0]}, data {here[1]} here; the run was begun with {self.rules}, {self.data}"
            )


@dataclass(frozen=True)
class Batch:
    """Some seeds of a plan."""

    plan: Plan
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class BatchRows:
    """What came of a batch."""

    seeds: tuple[int, ...]
    games: list[Row]
    decisions: list[Row]
    turns: list[Row] = field(default_factory=list)
    places: list[Row] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """How long the games took."""
        return float(sum(row["seconds"] for row in self.games))


def play_batch(batch: Batch) -> BatchRows:
    """Play the games of a batch, one after another."""
    import marne.games  # noqa: F401  games register themselves

    plan = batch.plan
    game = find_game(plan.game)
    plan.check(game)
    games: list[Row] = []
    decisions: list[Row] = []
    turns: list[Row] = []
    places: list[Row] = []
    for seed in batch.seeds:
        notes: list[Row] = []
        start = time.perf_counter()
        noted = partial(_note, seed=seed, notes=notes) if plan.decisions else None
        watch = Watch(seed) if plan.turns else None
        match = play_seeded(game, plan.setting, plan.kinds, seed, watch.told if watch else None, noted)
        if watch:
            watch.end(match)
            turns += watch.turns
            places += watch.places
        games.append(row_of(plan, game, match, seed, time.perf_counter() - start))
        decisions += notes
        if plan.records:
            _keep(Path(plan.records) / f"{plan.game}-{plan.setting.scenario}-{seed}.marne", record_of(match))
    return BatchRows(batch.seeds, games, decisions, turns, places)


def row_of(plan: Plan, game: Game, match: Match, seed: int, seconds: float) -> Row:
    """A game's row."""
    score = game.score(match.position)
    return {
        "seed": seed,
        "setting": json.dumps([plan.setting.scenario, plan.setting.edition, dict(plan.setting.options)]),
        "kinds": ",".join(plan.kinds),
        "rules": plan.rules,
        "data": plan.data,
        "winner": "draw" if score.winner is None else game.seats[score.winner],
        "why": score.why,
        "rule": score.rule,
        "points": list(score.points),
        "answers": len(match.log),
        "decisions": sum(entry.actor != CHANCE for entry in match.log),
        "turns": match.position.board.turn,
        "seconds": seconds,
    }


def _note(match: Match, answer: Answer, seed: int, notes: list[Row]) -> None:
    """One answer, with the question it is given to."""
    position = match.position
    ask, step = position.open, position.step
    assert ask is not None
    notes.append(
        {
            "seed": seed,
            "number": len(match.log),
            "actor": ask.actor,
            "step": type(step).__name__,
            "rule": step.rule,
            "turn": position.board.turn,
            "options": -1 if ask.options is None else len(ask.options),
            "index": -1 if ask.options is None else ask.options.index(answer),
            "answer": position.write(answer),
            "points": list(match.game.score(position).points),
        }
    )


def _keep(path: Path, text: str) -> None:
    """Written under another name first: a record is whole, or it isn't there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    other = path.with_suffix(".part")
    other.write_text(text)
    other.replace(path)


def seconds_apart(row: Row) -> Row:
    """A row of a game without what is measured: the same on every machine."""
    return {name: what for name, what in row.items() if name != "seconds"}
