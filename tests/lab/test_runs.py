"""Many games: batches, parts, resuming, workers that die, duels."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from marne.cli import app
from marne.engine import Setting, read_record, rebuild, register
from marne.lab.batch import Batch, BatchRows, OtherVersion, Plan, Row, play_batch, seconds_apart
from marne.lab.duel import GATE, TUNING, Duel, Pair, Sprt, pair_of
from marne.lab.executors import here, on_processes
from marne.lab.parts import Parts
from marne.lab.run import Progress, RunTally, in_batches, play_run
from training.game import GAME

SETTING = Setting("ambush")
PLAN = Plan.of(GAME, SETTING, ("random", "random"), decisions=True)


def same(rows: Iterator[Row] | list[Row]) -> list[Row]:
    """Rows of games in order of their seeds, without what is measured."""
    return sorted((seconds_apart(row) for row in rows), key=lambda row: row["seed"])


def in_a_worker(batch: Batch) -> BatchRows:
    """The training game is no installed one: a new process has to be told of it."""
    register("training", "training.game:GAME")
    return play_batch(batch)


def dying_once(batch: Batch) -> BatchRows:
    """A worker that is killed at the first batch with seed 3, as by the system when memory is short."""
    mark = Path(os.environ["MARNE_TEST_MARK"])
    if 3 in batch.seeds and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return in_a_worker(batch)


def always_dying(batch: Batch) -> BatchRows:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def test_rows_are_the_same_here_and_in_processes() -> None:
    alone = same(play_run(PLAN, range(8), here, size=3))
    together = same(play_run(PLAN, range(8), on_processes(2, in_a_worker), size=2))
    assert alone == together
    assert [row["seed"] for row in alone] == list(range(8))


@pytest.mark.parquet
def test_a_killed_worker_costs_its_batch_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARNE_TEST_MARK", str(tmp_path / "died"))
    parts = Parts.begin(tmp_path / "run", PLAN, resume=False)
    rows = same(play_run(PLAN, range(6), on_processes(2, dying_once), parts=parts, size=2))
    assert (tmp_path / "died").exists(), "it did die"
    assert rows == same(play_run(PLAN, range(6), here))
    assert same(parts.rows()) == rows


def test_a_worker_that_always_dies_is_given_up() -> None:
    with pytest.raises(Exception, match="died 4 times"):
        list(play_run(PLAN, range(2), on_processes(1, always_dying), size=1))


@pytest.mark.parquet
def test_parts_hold_every_game_and_every_answer(tmp_path: Path) -> None:
    parts = Parts.begin(tmp_path, PLAN, resume=False)
    games = list(play_run(PLAN, range(5), here, parts=parts, size=2))
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == ["0-1.parquet", "2-3.parquet", "4-4.parquet"]
    assert list(parts.rows()) == games
    decisions = list(parts.rows("decisions"))
    assert len(decisions) == sum(game["answers"] for game in games)
    assert [row["number"] for row in decisions if row["seed"] == 3] == list(range(games[3]["answers"]))
    for row in decisions:
        assert row["options"] == -1 or 0 <= row["index"] < row["options"]
    assert sum(row["actor"] >= 0 for row in decisions) == sum(game["decisions"] for game in games)


@pytest.mark.parquet
def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    played: list[int] = []

    def counting(batches: Iterator[Batch]) -> Iterator[BatchRows]:
        for batch in batches:
            played.extend(batch.seeds)
            yield play_batch(batch)

    first = Parts.begin(tmp_path, PLAN, resume=False)
    rows = play_run(PLAN, range(7), counting, parts=first, size=2)
    for _ in range(3):
        next(rows)
    del rows
    (tmp_path / "games" / "left.new").write_bytes(b"half a part")
    again = Parts.begin(tmp_path, PLAN, resume=True)
    assert not list(tmp_path.glob("*/*.new"))
    there = again.done()
    assert there == {0, 1, 2, 3}, "whole batches"
    played.clear()
    whole = same(play_run(PLAN, range(7), counting, parts=again, size=2))
    assert played == [4, 5, 6]
    assert whole == same(play_run(PLAN, range(7), here)) == same(again.rows())


@pytest.mark.parquet
def test_a_directory_takes_no_other_run(tmp_path: Path) -> None:
    Parts.begin(tmp_path, PLAN, resume=False)
    with pytest.raises(Exception, match="--resume"):
        Parts.begin(tmp_path, PLAN, resume=False)
    other = Plan.of(GAME, Setting("meeting"), ("random", "random"), decisions=True)
    with pytest.raises(OtherVersion, match="scenario"):
        Parts.begin(tmp_path, other, resume=True)


def test_a_worker_with_other_rules_refuses() -> None:
    older = Plan(GAME.name, SETTING, ("random", "random"), "0", GAME.data_version())
    with pytest.raises(OtherVersion, match="rules"):
        play_batch(Batch(older, (1,)))


def test_batches_take_about_two_seconds() -> None:
    progress = Progress(100)
    batches = in_batches(PLAN, range(100), 0, progress)
    assert next(batches).seeds == (0,), "nothing is known yet"
    row = {"seconds": 0.25}
    progress.add(BatchRows((0,), [row], []))
    assert len(next(batches).seeds) == 8
    progress.add(BatchRows((1,), [{"seconds": 60.0}], []))
    assert len(next(batches).seeds) == 1, "a long game is a batch"


def test_the_tally_is_that_of_all_rows(tmp_path: Path) -> None:
    plan = Plan.of(GAME, Setting("meeting"), ("random", "random"), records=str(tmp_path))
    rows = list(play_run(plan, range(5), here))
    records = sorted(tmp_path.glob("*.marne"))
    assert len(records) == 5
    for path in records:
        assert rebuild(read_record(path.read_text(encoding="utf-8"))).over
    tally = RunTally(GAME.seats)
    for row in rows:
        tally.add(row)
    summary = tally.summary()
    wins = summary.wins
    assert summary.games == sum(count for count, _, _ in wins.values()) == 5
    assert all(0 <= low <= count / 5 <= high <= 1 for count, low, high in wins.values())
    assert summary.points["blue"] == sum(row["points"][0] for row in rows) / 5
    assert summary.answers[0] == min(row["answers"] for row in rows)
    assert summary.answers[2] == max(row["answers"] for row in rows)
    json.dumps(summary.as_json())


# -- the command, killed


def marne(*words: str) -> subprocess.Popen[str]:
    """A process of its own. It hears Ctrl-C also where the tests don't: a shell starts `make test &` deaf to it."""
    hears = "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [sys.executable, "-c", f"{hears}; runpy.run_module('marne.cli', run_name='__main__')", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


GAMES = 20
"""Enough that a run is mostly stopped before its end; where it was not, it is begun again."""
AUTO = ("auto", "schlieffens_war", "--scenario", "frontiers", "--games", str(GAMES), "--batch", "1")


def kept(directory: Path) -> list[Row]:
    return same(Parts(directory).rows())


def stopped_in_mid_run(directory: Path, how: signal.Signals) -> bool:
    """Begin a run and stop it after some games; whether it was still at it, as it may not be on a busy machine."""
    process = marne(*AUTO, "--jobs", "2", "--out", str(directory))
    end = time.monotonic() + 1200
    while len(list((directory / "games").glob("*.parquet"))) < 3:
        assert time.monotonic() < end, "it does not begin"
        time.sleep(0.02)
    if how == signal.SIGKILL:
        os.killpg(process.pid, how)
    else:
        process.send_signal(how)
    process.communicate(timeout=600)
    there = len(kept(directory))
    assert there >= 3
    if there == GAMES:
        return False
    assert process.returncode == (-signal.SIGKILL if how == signal.SIGKILL else 130)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT], ids=["kill", "ctrl-c"])
@pytest.mark.parquet
def test_a_command_that_is_stopped_goes_on(tmp_path: Path, how: signal.Signals) -> None:
    """Killed in mid-run, or stopped by Ctrl-C; then --resume: the rows of an undisturbed run."""
    run = next(found for at in range(20) if stopped_in_mid_run(found := tmp_path / f"run{at}", how))
    runner = CliRunner()
    again = runner.invoke(app, [*AUTO, "--out", str(run), "--resume"])
    assert again.exit_code == 0, again.output
    undisturbed = runner.invoke(app, [*AUTO, "--out", str(tmp_path / "whole")])
    assert undisturbed.exit_code == 0
    assert kept(run) == kept(tmp_path / "whole")
    assert [row["seed"] for row in kept(run)] == list(range(1, GAMES + 1))


# -- duels


def row(seed: int, winner: str, blue: int, red: int) -> Row:
    return {"seed": seed, "winner": winner, "points": [blue, red]}


def test_a_pair_by_wins_and_by_par() -> None:
    seats = ("blue", "red")
    both = pair_of(row(1, "blue", 9, 2), row(1, "red", 2, 9), seats)
    assert (both.wins, both.par, both.won, both.lost) == (1.0, 1.0, 2, 0)
    one_each = pair_of(row(1, "blue", 9, 2), row(1, "blue", 5, 4), seats)
    assert (one_each.wins, one_each.won, one_each.lost) == (0.5, 1, 1)
    assert one_each.par == 1.0, "A won the good seat higher than B did"
    drawn = pair_of(row(1, "draw", 5, 5), row(1, "draw", 4, 4), seats)
    assert (drawn.wins, drawn.par) == (0.5, 0.5)


def test_the_test_stops_when_it_is_sure_and_no_sooner() -> None:
    better, even = Duel(Sprt(), "wins"), Duel(Sprt(), "wins")
    better_at = next(n for n in range(1, 400) if better.add(Pair(n, 1.0 if n % 4 else 0.5, 0.5, 2, 0)))
    assert better.verdict == "H1"
    assert 5 < better_at < 60
    at = next(n for n in range(1, 2000) if even.add(Pair(n, float(n % 2), 0.5, 1, 1)))
    assert even.verdict == "H0"
    assert at > better_at
    pairs = len(even.pairs)
    even.add(Pair(9999, 1.0, 1.0, 2, 0))
    assert len(even.pairs) == pairs, "what comes after the verdict doesn't count"


def test_false_alarms_are_as_rare_as_promised() -> None:
    """Of duels between equals one in twenty, with some luck, says that A is better."""
    rng, alarms, decided = Random(7), 0, 0
    for _ in range(200):
        duel = Duel(Sprt(), "wins")
        for n in range(600):
            if duel.add(Pair(n, rng.choice((0.0, 0.5, 0.5, 1.0)), 0.5, 0, 0)):
                break
        decided += bool(duel.verdict)
        alarms += duel.verdict == "H1"
    assert decided > 190
    assert alarms <= 16


def test_seeds_for_tuning_and_gates_are_apart() -> None:
    assert TUNING + 600 < GATE


@pytest.mark.parquet
def test_a_duel_on_the_command_line(tmp_path: Path) -> None:
    words = ["duel", "schlieffens_war", "random", "random", "--scenario", "frontiers", "--games", "4", "--by", "par"]
    runner = CliRunner()
    first = runner.invoke(app, [*words, "--out", str(tmp_path)])
    assert first.exit_code == 0, first.output
    assert "2 pairs" in first.output
    assert "SPRT H0 0.5, H1 0.6" in first.output
    assert "undecided" in first.output
    assert Parts(tmp_path / "ab").done() == Parts(tmp_path / "ba").done() == {GATE, GATE + 1}
    again = runner.invoke(app, [*words, "--out", str(tmp_path), "--resume"])
    assert again.output == first.output
    refused = runner.invoke(app, [*words, "--out", str(tmp_path)])
    assert "--resume" in str(refused.exception)
