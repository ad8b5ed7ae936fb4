"""What a computer answers in secret nobody predicts who runs the same program with another secret."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from random import Random

import pytest

import marne.games  # noqa: F401  games register themselves
from marne.engine import BEST, Match, PlayerKind, Setting, find_game
from marne.lab.play import seeded_dice
from marne.players import Council, Minds, councils_in, mind
from marne.players.mixture import EDGE, Mixture
from players.prediction import Counted, predicted
from scripts.mixing import Places

MOST = 0.6
"""The share that a copy may predict."""
PLAIN = 0.5
"""The share of choices that may have one sensible answer."""
FOG = tuple((name, "on") for name in ("fog", "recon", "doctrine"))
SETTINGS = {
    "schlieffens_war": (Setting("campaign"),),
    "nach_paris": tuple(Setting(name, options=FOG) for name in ("liege", "mulhouse")),
    "brigade1914": (Setting("capture"), Setting("meeting")),
    "grand_illusion": (Setting("3"),),
}
EACH = {"schlieffens_war": 50, "nach_paris": 50, "brigade1914": 50, "grand_illusion": 2}
"""Hidden choices that are predicted in one game; in Grand Illusion there are no more."""
LEVELS = ("cadet", "staff", "council")


def kind_of(game: str, level: str, cheap: bool) -> str | PlayerKind:
    """A level as it is, or a council that tries out very little."""
    advice = find_game(game).advice
    if level != "council" or not cheap or advice is None:
        return level
    found = next(each for each in councils_in(advice.levels) if each.name == level)
    small = replace(found, simulations=found.proposals, turn=2 * found.proposals, after=0, ahead=1, others=())
    return PlayerKind(level, partial(Council, level=small, patience=1e9))


def counted(game: str, level: str, choices: int, *, copies: int = 1, cheap: bool = True) -> Counted:
    kind, found, seed = kind_of(game, level, cheap), Counted(), 0
    while found.choices.total() < choices:
        setting = SETTINGS[game][seed % len(SETTINGS[game])]
        seed += 1
        most = min(EACH[game], choices - found.choices.total())
        found.add(predicted(game, setting, kind, seed, most, every=1 if most < 3 else 3, copies=copies))
    right = {step: f"{found.right[step]} of {number}" for step, number in found.choices.most_common()}
    print(f"{game} {level}: {found.share:.3f} of {found.choices.total()} predicted, {found.plain:.3f} plain: {right}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", SETTINGS)
def test_a_copy_with_another_secret_predicts_few_hidden_choices(game: str, level: str) -> None:
    found = counted(game, level, 30 if level == "council" or game == "grand_illusion" else 150)
    assert found.share <= MOST + 0.1, "a sample; the night counts 400"


@pytest.mark.night
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", SETTINGS)
def test_a_copy_with_another_secret_predicts_at_most_three_in_five(game: str, level: str) -> None:
    found = counted(game, level, 400, copies=1 if level == "council" else 4, cheap=False)
    assert found.share <= MOST
    assert found.plain <= PLAIN or level == "council"


@pytest.mark.pure(why="the mixture is taken out")
@pytest.mark.parametrize("game", ["schlieffens_war", "nach_paris"])
def test_without_the_mixture_a_copy_knows_nearly_all(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setattr(mind, "Mixture", lambda rng: BEST)
    assert counted(game, "staff", 40).share > 0.9


def test_the_same_secret_leads_to_the_same_game_and_another_to_another_set_up() -> None:
    game = find_game("schlieffens_war")

    def opening(seed: int) -> list[str]:
        match = Match(game, "campaign", seeded_dice(game, seed))
        minds = Minds(match, {0: "staff", 1: "staff"})
        while len(match.log) < 60 and match.actor is not None and match.actor >= 0:
            match.play(minds.answer(match.actor))
        return [entry.text for entry in match.log]

    assert opening(1) == opening(1)
    assert opening(1) != opening(2)


def test_what_is_nearly_equal_is_mixed_and_nothing_else() -> None:
    worth = [(1.0, "a"), (3.0, "b"), (2.8, "c"), (3.0, "d"), (2.4, "e")]
    assert BEST.best(worth, 0.5) == "b", "the first of the best"
    assert BEST.one_of(["x", "y"]) == "x"
    mixture = Mixture(Random(1))
    assert {mixture.best(worth, 0.5) for _ in range(100)} == {"b", "c", "d"}
    assert {mixture.best(worth, 0.0) for _ in range(100)} == {"b", "d"}
    assert {mixture.one_of("xyz") for _ in range(100)} == {"x", "y", "z"}


def test_the_less_an_answer_is_worth_the_less_likely_it_is() -> None:
    drawn, mixture = Counter[str](), Mixture(Random(2))
    for _ in range(2400):
        drawn[mixture.best([(3.0, "best"), (2.5, "between"), (2.0, "edge"), (1.9, "out")], 1.0)] += 1
    assert set(drawn) == {"best", "between", "edge"}
    shares = [drawn[each] / 2400 for each in ("best", "between", "edge")]
    assert shares == pytest.approx(
        [weight / (1 + (1 + EDGE) / 2 + EDGE) for weight in (1, (1 + EDGE) / 2, EDGE)], abs=0.03
    )


def test_a_duel_mixes_at_the_places_that_it_names_and_nowhere_else() -> None:
    def asked(at: str, but: str) -> set[str]:
        places = Places(Random(1), frozenset(at.split()), frozenset(but.split()))

        def here() -> str:
            return places.one_of("xyz")

        return {here() for _ in range(50)}

    assert asked("", "") == asked("here", "") == asked("", "there") == {"x", "y", "z"}
    assert asked("there", "") == asked("", "here") == {"x"}
