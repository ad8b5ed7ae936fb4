"""Judges that learn: the fit finds what decides, games are played once, and what is written is what judges."""

from __future__ import annotations

import tomllib
from math import exp
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from marne.cli import app
from marne.engine import MarneError, Setting, check_setting, find_game
from marne.kit.judge import judge_in
from marne.lab import train as training
from marne.lab.train import Sample, fit, judge_text, learner_of, sample_game, train


def samples(count: int, seed: int = 1) -> list[Sample]:
    """Games that hang on the first of two features, twice as much as on nothing at all."""
    rng, found = Random(seed), []
    for game in range(count):
        lead, noise = rng.uniform(-2, 2), rng.uniform(-50, 50)
        chance = 1 / (1 + exp(-(2 * lead + 0.5)))
        found.append(Sample(game, (lead, noise), float(rng.random() < chance)))
    return found


def test_a_fit_finds_what_decides_and_leaves_what_does_not() -> None:
    found = fit(("lead", "noise"), samples(3000))
    assert found.weights[0] == pytest.approx(2, abs=0.3)
    assert found.bias == pytest.approx(0.5, abs=0.2)
    assert abs(found.weights[1]) * 50 < 0.3
    assert found.brier < 0.8 * found.base


def test_chance_alone_is_not_learnt() -> None:
    rng = Random(2)
    found = fit(("noise",), [Sample(game, (rng.random(),), float(rng.random() < 0.5)) for game in range(2000)])
    assert found.brier > 0.98 * found.base
    assert abs(found.weights[0]) < 0.4


def test_games_held_out_are_not_learnt_from() -> None:
    rows = samples(500)
    turned = [Sample(one.game, one.features, 1 - one.result) if one.game % 5 == 0 else one for one in rows]
    assert fit(("lead", "noise"), turned).weights == fit(("lead", "noise"), rows).weights
    assert fit(("lead", "noise"), turned).brier > fit(("lead", "noise"), rows).brier


def test_too_few_games_are_refused() -> None:
    with pytest.raises(MarneError, match="too few"):
        fit(("lead", "noise"), samples(1))


def test_what_is_written_is_what_judges(tmp_path: Path) -> None:
    found = fit(("lead", "noise"), samples(300))
    file = tmp_path / "judge.toml"
    file.write_text(judge_text(found, {"games": "300", "date": "2026-11-16"}))
    judge = judge_in(file)
    features = {"lead": 1.0, "noise": 3.0, "other": 7.0}
    plain = found.bias + found.weights[0] + 3 * found.weights[1]
    assert judge.chance(features) == pytest.approx(1 / (1 + exp(-plain)), abs=1e-3)
    assert tomllib.loads(file.read_text())["games"] == "300"


JUDGED = [
    ("grand_illusion", "1"),
    ("brigade1914", "meeting"),
    ("schlieffens_war", "campaign"),
    ("schlieffens_war", "frontiers"),
    ("nach_paris", "mulhouse"),
    ("nach_paris", "guise"),
    ("nach_paris", "campaign"),
]


@pytest.mark.parametrize(("name", "scenario"), JUDGED)
def test_a_games_judge_knows_its_features_and_no_others(name: str, scenario: str) -> None:
    game = find_game(name)
    advice = learner_of(game)
    position = game.start(check_setting(game, scenario))
    features = advice.features(position)
    judge = judge_in(advice.judge)
    assert {weight for weight, _ in judge.weights} <= set(features)
    assert 0.01 < advice.chance(position) == judge.chance(features) < 0.99, "nothing is decided at the beginning"
    told = tomllib.loads(advice.judge.read_text())
    assert {"games", "seeds", "date", "brier"} <= set(told)


def test_a_game_without_a_judge_is_refused() -> None:
    with pytest.raises(MarneError, match="no judge"):
        learner_of(find_game("training"))


def test_a_sampled_game_follows_from_its_seed() -> None:
    game = find_game("grand_illusion")
    setting = check_setting(game, "2")
    one, same, other = (sample_game(game, learner_of(game), setting, seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert len(one[0]) >= 2, "a sample for each turn"
    assert one[1] in (0.0, 1.0)


def test_games_that_are_kept_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def play(_game: object, _advice: object, _setting: object, seed: int) -> tuple[list[dict[str, float]], float]:
        played.append(seed)
        return [{"lead": float(seed % 3)}], float(seed % 2)

    monkeypatch.setattr(training, "sample_game", play)
    game, kept = find_game("grand_illusion"), tmp_path / "games.jsonl"
    setting = check_setting(game, "1")
    train(game, setting, range(10), kept)
    with kept.open("a") as file:
        file.write('[10, [{"lead": 1')  # a stop in the middle of a line
    first = train(game, setting, range(10), kept)
    assert played == list(range(10))
    train(game, setting, range(12), kept)
    assert played == list(range(12))
    assert first == train(game, setting, range(10), kept)
    runner = CliRunner()
    judge = tmp_path / "judge.toml"
    found = runner.invoke(app, ["train", "grand_illusion", "--scenario", "1", "--games", "12", "--judge", str(judge)])
    assert found.exit_code == 0, found.output
    assert tomllib.loads(judge.read_text())["seeds"] == "1 to 12"


def test_a_judge_learns_from_several_settings_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, int]] = []

    def play(_game: object, _advice: object, setting: Setting, seed: int) -> tuple[list[dict[str, float]], float]:
        played.append((setting.scenario, seed))
        return [{"lead": float(seed % 3)}], float(seed % 2)

    monkeypatch.setattr(training, "sample_game", play)
    judge, kept = tmp_path / "judge.toml", tmp_path / "games.jsonl"
    for options in (
        ["--games", "20"],
        ["--games", "10", "--seed", "21", "--option", "handicap=3"],
        ["--games", "10", "--seed", "31", "--scenario", "frontiers"],
        ["--games", "40"],
    ):
        found = CliRunner().invoke(
            app, ["train", "schlieffens_war", *options, "--samples", str(kept), "--judge", str(judge)]
        )
        assert found.exit_code == 0, found.output
    told = tomllib.loads(judge.read_text())
    assert told["games"] == "20 of scenario campaign; 10 of scenario campaign, handicap 3; 10 of scenario frontiers"
    assert told["seeds"] == "1 to 20; 21 to 30; 31 to 40"
    assert told["samples"] == 40
    assert [seed for _, seed in played] == list(range(1, 41)), "each game was played once"
    assert {scenario for scenario, seed in played if seed > 30} == {"frontiers"}
