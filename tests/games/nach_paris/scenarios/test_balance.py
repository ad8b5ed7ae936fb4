"""How even the scenarios are: the script that counts it, and in `make night` what it counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from marne.games.nach_paris.components.scenarios import SCENARIOS
from scripts import nach_paris_balance as balance

EVEN = tuple(name for name, each in SCENARIOS.items() if each.said.number <= 9 or name == "marne")
MOST = 0.6
"""No side wins a larger share of the games that are decided."""


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save, played = tmp_path / "games.jsonl", []
    whole = balance.one

    def one(scenario: str, seed: int) -> balance.Row:
        played.append(seed)
        return whole(scenario, seed)

    monkeypatch.setattr(balance, "one", one)
    first = balance.play(["guise"], 1, 5, save)
    again = balance.play(["guise"], 2, 5, save)
    assert played == [5, 6]
    assert again[0] == first[0]
    assert balance.play(["guise"], 1, 6, save) == again[1:]
    told = list(balance.report(again))
    levels = ", ".join(map(str, SCENARIOS["guise"].said.levels))
    assert any(line.startswith(f"| 8 Guise | 2 | {levels} |") for line in told), told


def test_draws_count_for_nobody() -> None:
    rows: list[balance.Row] = [{"winner": 0}, {"winner": 1}, {"winner": 0}, {"winner": None}]
    assert balance.share(rows) == (2, 1, 2 / 3)


def test_the_campaign_stands_beside_history() -> None:
    known = balance._fronts().of_history(balance.DAYS[0])
    rows: list[balance.Row] = [
        {
            "lost": {"0": [1, 2], "2": [10, 20]},
            "fronts": {balance.DAYS[0].isoformat(): {str(band): at + 30 for band, at in known.items()}},
        },
        {"lost": {"2": [20, 30]}, "fronts": {}},
    ]
    told = list(balance.beside_history(rows))
    assert "| 1 | 0.5 (0 to 1) | 1.0 (0 to 2) |" in told
    assert "| 3 | 15.0 (10 to 20) | 25.0 (20 to 30) |" in told
    assert "| 1 to 4 | 15.5 (11 to 20) | 26.0 (22 to 30) |" in told
    assert "| 22 August | 30 km, 30 km | 30 to 30 km | 30 km |" in told


@pytest.mark.night
@pytest.mark.parametrize("name", EVEN)
def test_no_side_wins_more_than_three_in_five(name: str, tmp_path: Path) -> None:
    """The same seeds as in `docs/figures.md`."""
    rows = balance.play([name], None, balance.FIRST, tmp_path / "games.jsonl")
    german, allied, part = balance.share(rows)
    assert 1 - MOST <= part <= MOST, f"{german} German and {allied} Allied victories"
