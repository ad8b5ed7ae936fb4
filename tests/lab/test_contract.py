"""The contract on the training game; and the contract can fail: a game with a fault is found out."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from marne.engine import Ask, EngineError, Position, Setting, chance, find_game
from marne.lab.contract import check_contract, settings_of
from marne.lab.play import LONGEST
from training import sequence, view
from training.board import Field
from training.game import GAME
from training.rules.movement import Movement
from training.rules.turn import Weather

SETTINGS = settings_of(GAME)
SAMPLE = int(os.environ.get("MARNE_CONTRACT_GAMES", "4"))


def test_settings_cover_every_scenario_edition_and_option() -> None:
    assert {(setting.scenario, setting.edition) for setting in SETTINGS} == {
        (scenario, edition) for scenario in ("meeting", "ambush") for edition in ("first", "second")
    }
    assert {setting.option("weather", "changing") for setting in SETTINGS} == {"changing", "fair", "foul"}
    few = settings_of(GAME, most=3)
    assert len(few) == 3
    assert few == settings_of(GAME, most=3)


@pytest.mark.parametrize("seed", range(SAMPLE))
def test_contract(seed: int) -> None:
    match = check_contract(GAME, SETTINGS[seed * 4 % len(SETTINGS)], seed)
    assert len(match.log) > 40


@pytest.mark.night
@pytest.mark.parametrize("seed", range(200))
def test_contract_on_200_games(seed: int) -> None:
    check_contract(GAME, SETTINGS[seed % len(SETTINGS)], 1000 + seed)


# -- faults that the contract must find: each is planted, and the check must fail


def nothing_to_choose(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Movement, "ask", lambda self, board: Ask(self.side, ()))


def the_same_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Movement, "ask", lambda self, board: Ask(self.side, ("done", "done")))


def asks_nobody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Movement, "ask", lambda self, board: Ask(7, ("done",)))


def two_written_alike(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Movement, "write", lambda self, board, answer: "done")


def notation_with_a_comment_sign(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Movement, "write", lambda self, board, answer: f"#{answer}")


def weights_that_do_not_fit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Weather, "ask", lambda self, board: chance(("dry", "rain"), (1, 2, 3)))


def a_copy_that_shares(patch: pytest.MonkeyPatch) -> None:
    honest = Field.copy

    def shared(self: Field) -> Field:
        twin = honest(self)
        twin.at = self.at
        return twin

    patch.setattr(Field, "copy", shared)


def a_fact_that_is_not_saved(patch: pytest.MonkeyPatch) -> None:
    honest = Field.save
    patch.setattr(Field, "save", lambda self: {**honest(self), "moved": 0})


def secrets_in_a_step(patch: pytest.MonkeyPatch) -> None:
    """A fact kept outside the board is lost by saving."""
    kept: dict[int, int] = {}

    def ask(self: Movement, board: Field) -> Ask:
        kept[id(board)] = kept.get(id(board), 0) + 1
        return Ask(self.side, (*range(kept[id(board)]), "done"))

    patch.setattr(Movement, "ask", ask)


def an_observation_that_is_no_json(patch: pytest.MonkeyPatch) -> None:
    def observe(self: object, position: Position[Any], seat: int | None) -> dict[str, Any]:
        return {**view.observe(position, seat), "agenda": position.agenda}

    patch.setattr(type(GAME), "observe", observe)


def an_event_without_words(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(type(GAME), "say", lambda self, event, language: "")


def a_game_without_a_result(patch: pytest.MonkeyPatch) -> None:
    from marne.engine import Score

    patch.setattr(type(GAME), "score", lambda self, position: Score(False, (0, 0)))


@pytest.mark.parametrize(
    "plant",
    [
        nothing_to_choose,
        the_same_twice,
        asks_nobody,
        two_written_alike,
        notation_with_a_comment_sign,
        weights_that_do_not_fit,
        a_copy_that_shares,
        a_fact_that_is_not_saved,
        secrets_in_a_step,
        an_observation_that_is_no_json,
        an_event_without_words,
        a_game_without_a_result,
    ],
)
def test_the_contract_finds(plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises((AssertionError, TypeError)):
        check_contract(GAME, Setting("ambush"), 1)


def test_a_game_that_does_not_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from marne.lab import play

    assert LONGEST >= 100_000
    monkeypatch.setattr(play, "LONGEST", 500)
    monkeypatch.setattr(sequence, "ended", lambda board: False)
    with pytest.raises(EngineError, match="does not end"):
        check_contract(find_game("training"), Setting("ambush"), 1, every=50)


def test_planted_faults_are_gone() -> None:
    facts: Any = check_contract(GAME, Setting("ambush"), 1, every=20).observe(0).facts
    assert facts["turn"] == 6
