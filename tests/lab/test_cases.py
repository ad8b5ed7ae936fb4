"""Case files: they run, and what is wrong with one is said with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from marne.engine import MarneError
from marne.lab.cases import CaseError, run_case

CASES = Path(__file__).parent.parent / "cases" / "training"
RIVER = (CASES / "river.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(CASES.glob("*.toml")), ids=lambda path: path.stem)
def test_cases_of_the_training_game(path: Path) -> None:
    told: list[str] = []
    assert run_case(path, told.append) > 5
    assert told
    assert any("T4.6" in line or "T6.5" in line for line in told), "events are told with their rules"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('legal = ["0503", "done"]', 'legal = ["0503"]', "the list of legal answers is ['0503', 'done']"),
        ('rule = "T6.1"\nlegal', 'rule = "T6.2"\nlegal', "the rule of the step is 'T6.1', expected 'T6.2'"),
        ('step = "Combat"', 'step = "Fire"', "the step is 'Combat', expected 'Fire'"),
        ('actor = "red"\nstep = "Withdraw"', 'actor = "blue"\nstep = "Withdraw"', "the actor is 'red'"),
        ('offers = ["stand", "0603"]', 'offers = ["0707"]', "what is not offered is ['0707']"),
        ('lacks = ["0502", "0504"]', 'lacks = ["0603"]', "what is offered is ['0603']"),
        ('answer = "0504", rule = "T6.1"', 'answer = "0504", rule = "T9"', "the rule that refuses '0504' is 'T6.1'"),
        ('answer = "0504", rule = "T6.1"', 'answer = "0503", rule = "T6.1"', "the rule that refuses '0503' is None"),
        ('"ChitsShown", "Fought"', '"Rallied"', "what did not happen is ['Rallied']"),
        ("over = true", "over = false", "the end of the game is True, expected False"),
        ("hand = 1", "hand = 2", "hand of side 'blue' is 1, expected 2"),
        ("hand = 1", "hands = 1", "side 'blue' has no 'hands'; it has hand, points"),
        ("[play.expect.unit.B2]", "[play.expect.unit.B9]", "no unit 'B9'; there are B1"),
        ("[play.expect.unit.B2]", "[play.expect.ship.B2]", "unknown expectation 'ship'"),
        ('"blue: 0503"', '"red: 0503"', "blue is asked Combat (T6.1): 0503; done"),
        ('"blue: 0503"', '"blue: 0504"', "no enemies are in 0504 (T6.1); legal: 0503; done"),
        ('side = "blue"', 'side = "green"', "setup"),
        ('side = "blue"', 'moon = "full"', "unknown change 'moon'"),
        ('B1 = { kind = "infantry"', 'B1 = { kind = "decoy", hex = "" }\nB9 = { kind = "decoy"', "no counter 'B9'"),
        ('hex = "0402"', 'hex = "9999"', "setup: no hex '9999'"),
        ('title = "Two', 'titel = "Two', "unknown key 'titel'"),
        ('game = "training"', 'game = "chess"', "no game 'chess'"),
        ('scenario = "meeting"', 'scenario = "siege"', "no scenario 'siege'"),
        ('scenario = "meeting"\n', "", "'scenario' is missing"),
        ('title = "Two', "title = Two", "not TOML"),
    ],
)
def test_a_case_that_does_not_hold(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in RIVER
    path = tmp_path / "case.toml"
    path.write_text(RIVER.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(MarneError) as caught:
        run_case(path)
    assert words in str(caught.value)


def test_a_case_that_expects_nothing(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text('title = "x"\ngame = "training"\nscenario = "ambush"\n[[play]]\nanswers = ["chance: dry"]\n')
    with pytest.raises(CaseError, match="could not fail"):
        run_case(path)
