"""[19.1.3] What the enemy may count under Fog of War: losses of units in sight, and no nation at the sluices."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from games.nach_paris.support import Game, arranged
from marne.engine import Observation, Setting
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, BE, BY_ID, FR, GERMAN_SIDE
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.rules.options.fog import reveal

FOG = {"fog": "on"}
BANK = MAP.grid.label(MAP.sluices[0].control[0])


def foggy(units: dict[str, str], **more: Any) -> Game:
    return arranged(options=FOG, units=units, begin="nothing", side="allied", turn=15, **more)


def losses(position: Game, seat: int | None) -> list[int]:
    return list(GAME.mask(position, seat).board.step_losses)


@pytest.mark.rule("19.1.3", "1.1.5")
@pytest.mark.reading("hidden-losses")
def test_steps_lost_under_a_marker_are_not_counted_by_the_enemy() -> None:
    """A forced march cost a hidden division a step; another lost two in sight."""
    units = {"1re-DI": "BC9 N fog -1", "2e-DI": "BC7 N -2", "18.ID": "AL31 N -1"}
    position = foggy(units, step_losses=[0, 3, 0, 1])
    assert losses(position, GERMAN_SIDE)[FR] == 2
    assert losses(position, None)[FR] == 2
    assert losses(position, ALLIED_SIDE) == [0, 3, 0, 1], "its own side knows, and sees what the Germans lost"
    whole = foggy({**units, "1re-DI": "BC9 N fog"}, step_losses=[0, 2, 0, 1])
    for seat in (GERMAN_SIDE, None):
        assert json.dumps(GAME.observe(whole, seat)) == json.dumps(GAME.observe(position, seat)), "it looks the same"
    reveal(position.board, 1 << BY_ID["1re-DI"], "19.4.2")
    assert losses(position, GERMAN_SIDE)[FR] == 3, "now they see it"


@pytest.mark.rule("19.1.3", "1.1.5")
def test_a_dealt_position_counts_what_it_dealt() -> None:
    position = foggy({"1re-DI": "BC9 N fog -3", "2e-DI": "BC7 N -2"}, step_losses=[0, 5, 0, 0])
    seen = Observation.of(GAME, Setting("campaign", options=tuple(FOG.items())), position, GERMAN_SIDE)
    for seed in range(5):
        dealt = GAME.imagine(seen, Random(seed))
        assert dealt.board.step_losses[FR] == 2 + dealt.board.lost[BY_ID["1re-DI"]]
        assert losses(dealt, GERMAN_SIDE) == losses(position, GERMAN_SIDE)


@pytest.mark.rule("19.1.3", "14.1.2")
def test_losses_of_before_the_first_day_make_no_count_negative() -> None:
    assert losses(foggy({"1re-DI": "BC9 N fog -2"}), GERMAN_SIDE)[FR] == 0


@pytest.mark.rule("19.1.3", "17.2.1")
@pytest.mark.reading("hidden-sluice")
def test_the_germans_do_not_learn_which_nation_is_at_a_sluice() -> None:
    french, belgian, german = (foggy({}, banks={BANK: nation}) for nation in ("FR", "BE", "DE"))
    for seat in (GERMAN_SIDE, None):
        assert json.dumps(GAME.observe(french, seat)) == json.dumps(GAME.observe(belgian, seat))
        assert GAME.mask(german, seat).board.sluice_holder == german.board.sluice_holder, "Germans are one nation"
    hex = MAP.grid.hex(BANK)
    assert GAME.mask(french, ALLIED_SIDE).board.sluice_holder == {hex: FR}
    assert GAME.mask(belgian, ALLIED_SIDE).board.sluice_holder == {hex: BE}


@pytest.mark.rule("19.1.3")
def test_without_fog_everything_is_counted() -> None:
    position = arranged(units={"1re-DI": "BC9 N -1"}, begin="nothing", step_losses=[0, 1, 0, 0], banks={BANK: "BE"})
    board = GAME.mask(position, GERMAN_SIDE).board
    assert (board.step_losses[FR], list(board.sluice_holder.values())) == (1, [BE])
