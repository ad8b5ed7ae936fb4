"""Whole games: the contract, the counts of perft, a playthrough to read, the rules map."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from games.schlieffens_war.support import War, at, go
from marne.engine import Setting
from marne.games.schlieffens_war.game import GAME
from marne.lab.cases import run_case
from marne.lab.contract import check_contract
from marne.lab.perft import perft
from marne.lab.playthrough import playthrough
from marne.lab.rules_map import rules_map

HERE = Path(__file__).parent
TESTS = HERE.parent
CASES = HERE.parents[2] / "cases" / "schlieffens_war"
CODE = HERE.parents[3] / "src" / "marne" / "games" / "schlieffens_war"
CAMPAIGN = Setting("campaign")
SAMPLE = int(os.environ.get("MARNE_CONTRACT_GAMES", "4"))


def test_contract_on_a_first_game() -> None:
    match = check_contract(GAME, CAMPAIGN, 7, every=97)
    assert len(match.log) > 300


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SAMPLE))
def test_contract(seed: int) -> None:
    check_contract(GAME, CAMPAIGN, seed, every=23)


@pytest.mark.night
@pytest.mark.parametrize("seed", range(300))
def test_contract_on_300_games(seed: int) -> None:
    check_contract(GAME, CAMPAIGN, 1000 + seed, every=41)


@pytest.mark.parametrize("case", sorted(CASES.glob("*.toml")), ids=lambda path: path.stem)
def test_case(case: Path) -> None:
    assert run_case(case) > 0


def counts(position: War, depth: int) -> list[int]:
    return [perft(position, each) for each in range(1, depth + 1)]


def test_perft() -> None:
    """Ways to go on: from the start of the set-up, and from a battle on open ground."""
    start = GAME.start(CAMPAIGN)
    assert counts(start, 2) == [7, 966]
    battle = go(at({"X AK": "2322", "IX AK": "2222", "AOK 1": "2222", "1er CA": "2321", "10e CA": "2321"}), "done")
    assert counts(battle, 5) == [2, 7, 42, 240, 788]


def test_playthrough() -> None:
    """The first answers of a game in words; write it anew with MARNE_WRITE_GOLDEN=1 and read the difference."""
    text = playthrough(GAME, CAMPAIGN, ("random", "random"), 3, answers=400)
    golden = HERE / "campaign.txt"
    if os.environ.get("MARNE_WRITE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_every_rule_has_code_and_a_test() -> None:
    assert rules_map(GAME.rule_index(), CODE, TESTS, CASES).problems() == []
