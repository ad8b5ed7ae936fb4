"""The columns of decisions: small, and read by the libraries that people use."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from marne.engine import Setting, find_game
from marne.lab.batch import Plan
from marne.lab.executors import here
from marne.lab.parts import Parts
from marne.lab.run import play_run

pytestmark = pytest.mark.parquet

SCENARIOS = (("schlieffens_war", "campaign"), ("grand_illusion", "1"))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Parts:
    """Six games of Schlieffen's War, in two parts."""
    return played(tmp_path_factory.mktemp("run"), "schlieffens_war", "frontiers", 6, 3)


def played(directory: Path, name: str, scenario: str, games: int, size: int) -> Parts:
    game = find_game(name)
    plan = Plan.of(game, Setting(scenario), ("random",) * len(game.seats), decisions=True)
    parts = Parts.begin(directory, plan, resume=False)
    for _ in play_run(plan, range(1, games + 1), here, parts=parts, size=size):
        pass
    return parts


def test_any_reader_of_parquet_reads_the_parts(kept: Parts) -> None:
    """Through pyarrow's reader of folders, which knows nothing of our parts; polars and pandas read them likewise."""
    reader = import_module("pyarrow.dataset")
    games = reader.dataset(kept.directory / "games", format="parquet").to_table().sort_by("seed").to_pylist()
    decisions = reader.dataset(kept.directory / "decisions", format="parquet").to_table()
    assert len(games) == 6
    assert decisions.num_rows == sum(row["answers"] for row in games)
    mine = [{**row, "seconds": 0} for row in kept.rows()]
    assert [{**row, "seconds": 0} for row in games] == mine
    ordered = decisions.sort_by([("seed", "ascending"), ("number", "ascending")]).to_pylist()
    assert ordered == list(kept.rows("decisions"))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_decision_takes_less_than_ten_bytes(tmp_path: Path, name: str, scenario: str) -> None:
    """Of a million as of some ten thousand: parts are alike, and each has its own head and words."""
    parts = played(tmp_path, name, scenario, 12, 6)
    decisions = sum(row["answers"] for row in parts.rows())
    assert decisions > 10_000
    assert parts.size("decisions") / decisions < 10
