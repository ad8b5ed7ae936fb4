"""The frame: every scenario starts, runs through its turns and ends; words and cases hold."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from games.nach_paris.support import arranged
from marne.engine import Position, Setting
from marne.games.nach_paris import sequence
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.scenarios import SCENARIOS
from marne.games.nach_paris.components.tables import AMOUNT
from marne.games.nach_paris.components.units import BE, FR, GB
from marne.games.nach_paris.events import PlayerTurnBegan, TurnBegan
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.steps import NachParisStep
from marne.games.nach_paris.words import WORDS
from marne.lab.cases import run_case
from marne.lab.contract import check_contract, check_position

CASES = sorted((Path(__file__).parents[3] / "cases/nach_paris").rglob("*.toml"))


def told(position: Position[NachParisBoard]) -> list[str]:
    return [type(event).__name__ for event in position.events]


def test_the_campaign_keeps_the_contract_in_its_first_turns() -> None:
    """A whole one is long: it is played with the slow tests."""
    rng, position = Random(1), GAME.start(Setting("campaign"))
    for number in range(600):
        if number % 100 == 0:
            check_position(GAME, position, rng)
        position = position.play(position.suggest(rng, 1)[0])
    assert position.board.turn > SCENARIOS["campaign"].said.first


@pytest.mark.parametrize(
    "scenario",
    [pytest.param(name, marks=[pytest.mark.slow] if name in ("lorraine", "campaign") else []) for name in SCENARIOS],
)
def test_a_random_game_runs_to_its_end(scenario: str) -> None:
    first = GAME.start(Setting(scenario))
    if first.over:  # nobody is asked anything yet
        assert (
            told(first).count(TurnBegan.__name__) == SCENARIOS[scenario].said.last - SCENARIOS[scenario].said.first + 1
        )
        assert told(first).count(PlayerTurnBegan.__name__) == 2 * told(first).count(TurnBegan.__name__)
        assert first.load(first.save()).save() == first.save()
    else:
        match = check_contract(GAME, Setting(scenario), 1, every=400)
        assert match.position.board.turn == SCENARIOS[scenario].said.last
    assert GAME.score(first).over == first.over


@pytest.mark.rule("3.2.1")
def test_belgians_act_before_french_and_french_before_british_in_each_step() -> None:
    board = arranged(side="allied", begin="nothing").board
    for phase in (sequence.BarragePhase(), sequence.MovementPhase(), sequence.CombatPhase()):
        steps = [(type(step), getattr(step, "nation", None)) for step in phase.do(board)]
        by_kind: dict[type, list[int]] = {}
        for kind, nation in steps:
            if nation is not None:
                by_kind.setdefault(kind, []).append(nation)
        assert by_kind
        assert all(nations == [BE, FR, GB] for nations in by_kind.values())


def test_every_step_cites_a_rule() -> None:
    def kinds(kind: type[NachParisStep]) -> list[type[NachParisStep]]:
        return [found for each in kind.__subclasses__() for found in (each, *kinds(each))]

    from marne.kit import read_index

    index = read_index(GAME.rule_index())
    assert [kind.__name__ for kind in kinds(NachParisStep) if kind.rule not in index] == []


def test_both_languages_have_the_same_words_and_every_modifier_is_named() -> None:
    assert WORDS.keys("en") == WORDS.keys("es")
    assert [key for key in AMOUNT if not WORDS.has(f"modifier.{key}")] == []


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_case(path: Path) -> None:
    assert run_case(path) > 0
