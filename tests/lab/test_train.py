"""Judges that learn: the fit finds what decides, games are played once, and what is written is what judges."""

from __future__ import annotations

import tomllib
from math import exp
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from marne.cli import app
from marne.engine import MarneError, check_setting, find_game
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


@pytest.mark.parametrize(("name", "scenario"), [("grand_illusion", "1"), ("brigade1914", "meeting")])
def test_a_games_judge_knows_its_features_and_no_others(name: str, scenario: str) -> None:
    game = find_game(name)
    advice = learner_of(game)
    features = advice.features(game.start(check_setting(game, scenario)))
    assert {weight for weight, _ in judge_in(advice.judge).weights} <= set(features)


def test_a_game_without_a_judge_is_refused() -> None:
    with pytest.raises(MarneError, match="no judge"):
        learner_of(find_game("schlieffens_war"))


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
    found = runner.invoke(
        app, ["train", "grand_illusion", "--scenario", "1", "--games", "12", "--judge", str(judge)]
    )  # fmt: skip
    assert found.exit_code == 0, found.output
    assert tomllib.loads(judge.read_text())["seeds"] == "1 to 12"
