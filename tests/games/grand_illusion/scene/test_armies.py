"""7.1, 8.4.9: the order of battle by nation and kind, with who comes and who is lost."""

from __future__ import annotations

from random import Random

import pytest

from games.grand_illusion.support import arranged
from marne.engine import Match, Mustered, Observation, Scene, Setting, check_setting
from marne.games.grand_illusion.board import ASIDE, BY_SEA, DEAD, IN_BOX, ON_TRACK
from marne.games.grand_illusion.components.units import BY_ID, FORTS, IDS, LADDER, ROWS
from marne.games.grand_illusion.game import GAME


def of(position: object, seat: int = 0, language: str = "en") -> Scene:
    setting = Setting("1", "english")
    return GAME.sight(Observation.of(GAME, setting, position, seat)).scene(language)  # type: ignore[arg-type]


def told(scene: Scene) -> dict[str, Mustered]:
    return {unit.piece: unit for army in scene.order_of_battle for unit in army.units}


def wandered(scenario: str, answers: int) -> Match:
    match, rng = Match(GAME, check_setting(GAME, Setting(scenario))), Random(4)
    for _ in range(answers):
        if match.actor is None:
            break
        match.play(match.position.suggest(rng)[0])
    return match


@pytest.mark.parametrize("scenario", ["1", "3"])
def test_every_counter_in_play_stands_in_the_list_with_what_became_of_it(scenario: str) -> None:
    match = wandered(scenario, 400)
    board = match.position.board
    found = told(GAME.sight(match.observe(1)).scene("en"))
    states = {DEAD: "lost", ON_TRACK: "coming", IN_BOX: "coming", ASIDE: "left"}
    for unit, id in enumerate(IDS):
        place = board.where[unit]
        if place == ASIDE and ROWS[unit].option:
            assert id not in found
        else:
            assert found[id].state == states.get(place, "here"), id
            assert found[id].steps == (len(LADDER[unit]) if FORTS >> unit & 1 else 0)
        if place == ON_TRACK:
            turn, how = board.track[unit]
            assert (found[id].turn, found[id].hex) == (turn if turn < 99 else 0, str(how) if how > 0 else "")
    assert {"here", "coming"} <= {unit.state for unit in found.values()}


@pytest.mark.rule("8.4.9")
def test_who_waits_for_paris_in_danger_says_so() -> None:
    found = told(of(arranged()))
    assert (found["FR.IX"].state, found["FR.IX"].turn, found["FR.IX"].note) == (
        "coming",
        0,
        "waits for Paris in Danger",
    )


def test_how_a_unit_comes_is_told_in_both_languages() -> None:
    position = arranged()
    position.board.delay(BY_ID["BE.I"], 5, BY_SEA)
    position.board.put(BY_ID["FR.I"], DEAD)
    english, spanish = told(of(position)), told(of(position, language="es"))
    assert (english["BE.I"].turn, english["BE.I"].note) == (5, "by sea, at a Belgian port")
    assert spanish["BE.I"].note == "por mar, en un puerto belga"
    assert (english["FR.I"].state, english["FR.I"].note) == ("lost", "may be rebuilt")
    assert english["FR.VI-RG"].note == "at a headquarters or a supply source"
    assert english["FR.Maroc"].hex == "66"


@pytest.mark.rule("14.3.6")
def test_options_that_are_secret_do_not_show_in_the_list() -> None:
    match = wandered("3", 0)
    before = GAME.sight(match.observe(1)).scene("en").order_of_battle
    assert match.position.open is not None
    options = match.position.open.options or ()
    lists = []
    for answer in (options[0], options[-1]):
        twin = wandered("3", 0)
        twin.play(answer)
        lists.append(GAME.sight(twin.observe(1)).scene("en").order_of_battle)
    assert lists[0] == lists[1] == before
