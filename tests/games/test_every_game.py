"""What every game joins by being registered: the rules map, the golden playthroughs, the case files, the outline."""

from __future__ import annotations

from pathlib import Path

import pytest

import marne.games
from marne.engine import Setting, find_game
from marne.kit import read_index
from marne.lab.cases import run_case
from marne.lab.outline import outline
from scripts.playthroughs import DIRECTORY, goldens, write
from scripts.rules_map import ROOT, map_of

GAMES = tuple(marne.games.DATA_SETS)
CASES = sorted((ROOT / "tests/cases").rglob("*.toml"))
PLAYTHROUGHS = [(name, file, setting) for name in GAMES for file, setting in goldens(find_game(name)).items()]


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_code_and_a_test_or_says_why_not(name: str) -> None:
    assert map_of(find_game(name)).problems() == []


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_told_in_our_words(name: str) -> None:
    untold = [
        rule.number for rule in read_index(find_game(name).rule_index()).values() if not rule.title or not rule.summary
    ]
    assert untold == []


@pytest.mark.parametrize("name", GAMES)
def test_the_committed_rules_map_is_that_of_the_code(name: str) -> None:
    game = find_game(name)
    page = ROOT / "docs/rules-map" / f"{name}.md"
    assert page.read_text(encoding="utf-8") == map_of(game).markdown(game.title), "run `make rules-map`"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "file", "setting"), PLAYTHROUGHS, ids=[file for _, file, _ in PLAYTHROUGHS])
def test_golden_playthrough(name: str, file: str, setting: Setting) -> None:
    assert write(find_game(name), setting) == (DIRECTORY / file).read_text(encoding="utf-8"), "run `make playthroughs`"


@pytest.mark.parametrize("path", CASES, ids=[str(path.relative_to(ROOT / "tests/cases")) for path in CASES])
def test_case(path: Path) -> None:
    assert run_case(path) > 0


@pytest.mark.parametrize("name", GAMES)
def test_every_step_of_the_outline_cites_a_rule_of_the_index(name: str) -> None:
    game = find_game(name)
    index = read_index(game.rule_index())
    steps = outline(game)
    assert len(steps) > 10
    assert [f"{step} {rule}" for rule, step, _ in steps if rule not in index] == []
