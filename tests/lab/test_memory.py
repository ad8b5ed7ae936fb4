"""How many rows are held at once: the same for few games and for many."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar
from weakref import WeakSet

import pytest
from typer.testing import CliRunner

from marne import cli_lab
from marne.cli import app
from marne.engine import Setting
from marne.lab.batch import Batch, BatchRows, Plan, Row, play_batch
from marne.lab.parts import Parts
from marne.lab.run import Progress, RunTally, in_batches, play_run
from training.game import GAME

PLAN = Plan.of(GAME, Setting("ambush"), ("random", "random"))
ONE = play_batch(Batch(PLAN, (1,))).games[0]
SIZE = 5


class Held(dict[str, Any]):
    """A row that is counted while somebody holds it."""

    alive: ClassVar[WeakSet[Held]] = WeakSet()
    most = 0

    def __init__(self, row: Row) -> None:
        super().__init__(row)
        Held.alive.add(self)
        Held.most = max(Held.most, len(Held.alive))

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)


def counted(batches: Iterator[Batch]) -> Iterator[BatchRows]:
    """Games that are not played, in rows that are counted."""
    for batch in batches:
        yield BatchRows(batch.seeds, [Held({**ONE, "seed": seed}) for seed in batch.seeds], [])


def most_held(run: Callable[[], object]) -> int:
    assert not Held.alive
    Held.most = 0
    run()
    return Held.most


def played(games: int, parts: Parts | None = None) -> Callable[[], None]:
    def run() -> None:
        tally = RunTally(GAME.seats)
        for row in play_run(PLAN, range(games), counted, parts=parts, size=SIZE):
            tally.add(row)
        assert tally.games == games

    return run


@pytest.mark.parquet
def test_a_run_holds_as_many_rows_for_many_games_as_for_few(tmp_path: Path) -> None:
    assert most_held(played(20)) == most_held(played(400)) <= 2 * SIZE
    few, many = (Parts.begin(tmp_path / name, PLAN, resume=False) for name in ("few", "many"))
    assert most_held(played(20, few)) == most_held(played(200, many)) <= 2 * SIZE


class Counting(Parts):
    def rows(self, kind: str = "games", columns: list[str] | None = None) -> Iterator[Row]:
        return (Held(row) for row in super().rows(kind, columns))


@pytest.mark.parquet
def test_so_does_a_run_that_is_gone_on_with(tmp_path: Path) -> None:
    for name, games in (("few", 20), ("many", 200)):
        played(games, Parts.begin(tmp_path / name, PLAN, resume=False))()
    few, many = (Counting.begin(tmp_path / name, PLAN, resume=True) for name in ("few", "many"))
    assert most_held(played(20, few)) == most_held(played(200, many)) <= 2


def test_seeds_are_made_as_they_are_wanted() -> None:
    """A range of a million million seeds costs nothing, and neither does what is left of it."""
    batches = in_batches(PLAN, range(10**12), 3, Progress(10**12))
    assert [next(batches).seeds for _ in range(2)] == [(0, 1, 2), (3, 4, 5)]
    rows = play_run(PLAN, range(10**12), counted, size=2)
    assert [next(rows)["seed"] for _ in range(3)] == [0, 1, 2]


@pytest.mark.parquet
def test_what_is_left_is_what_no_part_holds(tmp_path: Path) -> None:
    parts = Parts.begin(tmp_path, PLAN, resume=False)
    for seeds in ((7, 8), (2, 3), (9,), (0,)):
        parts.add(BatchRows(seeds, [{**ONE, "seed": seed} for seed in seeds], []))
    asked: list[int] = []

    def noting(batches: Iterator[Batch]) -> Iterator[BatchRows]:
        for batch in batches:
            asked.extend(batch.seeds)
            yield from counted(iter([batch]))

    rows = list(play_run(PLAN, range(1, 12), noting, parts=parts, size=4))
    assert asked == [1, 4, 5, 6, 10, 11]
    assert sorted(row["seed"] for row in rows) == list(range(1, 12))


def test_a_json_file_of_many_games_is_written_row_by_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def many(plan: Plan, seeds: Sequence[int], executor: object, **_: object) -> Iterator[Row]:
        return (Held({**ONE, "seed": seed}) for seed in seeds)

    monkeypatch.setattr(cli_lab, "play_run", many)
    file = tmp_path / "figures.json"

    def run(games: int) -> Callable[[], None]:
        def command() -> None:
            words = ["auto", "schlieffens_war", "--games", str(games), "--json", str(file)]
            assert CliRunner().invoke(app, words).exit_code == 0

        return command

    assert most_held(run(10)) == most_held(run(300)) <= 2
    content = json.loads(file.read_text())
    assert [row["seed"] for row in content["played"]] == list(range(1, 301))
    assert content["summary"]["games"] == 300
    assert content["players"] == ["random", "random"]
    assert [path.name for path in tmp_path.iterdir()] == ["figures.json"]
