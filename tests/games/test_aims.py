"""To win: what each side still needs, as the rules of victory count it, and the places that count."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import marne.games  # noqa: F401  games register themselves
from marne.engine import CHANCE, Aim, Match, Scene, Setting, check_setting, find_game
from marne.games.brigade1914.rules.scenarios.victory import standing
from marne.games.grand_illusion.components.places import DOUBLE, GERMAN_VP, PARIS, TRIER
from marne.games.grand_illusion.components.tables import LIMITS, POINTS
from marne.games.nach_paris.components.scenarios import level
from marne.games.nach_paris.rules.campaign.victory import holder, points
from marne.games.nach_paris.steps import label
from marne.games.nach_paris.words import phrase
from marne.games.schlieffens_war.components import ground as g
from marne.hexes import members
from marne.kit import read_index
from marne.lab.play import seeded_dice

WHOLE = 10**6


def played(name: str, scenario: str, answers: int = WHOLE, seed: int = 3) -> Match:
    game, rng = find_game(name), Random(seed)
    match = Match(game, check_setting(game, Setting(scenario)), seeded_dice(game, seed))
    while not match.over and len(match.log) < answers:
        match.play(match.roll() if match.actor == CHANCE else match.position.suggest(rng)[0])
    return match


def seen(match: Match, seat: int | None = 0, language: str = "en") -> Scene:
    return match.game.sight(match.observe(seat)).scene(language)


def by_rule(scene: Scene, seat: str) -> dict[str, Aim]:
    return {aim.rule: aim for aim in scene.aims if aim.seat == seat}


def war(**facts: Any) -> Scene:
    """Schlieffen's War at its beginning, with other facts of victory."""
    match = played("schlieffens_war", "campaign", 0)
    for name, fact in facts.items():
        setattr(match.position.board, name, fact)
    return seen(match)


@pytest.mark.parametrize(("standing", "german", "entente"), [(10, False, True), (11, False, False), (13, True, False)])
def test_points_of_schlieffens_war_are_told_as_they_are_judged(standing: int, german: bool, entente: bool) -> None:
    scene = war(points=standing)
    told = by_rule(scene, "german")["4.7"]
    assert (told.now, told.need, told.done) == (standing, 13, german)
    assert by_rule(scene, "entente")["4.7"].done is entente


def test_what_wins_or_loses_schlieffens_war_at_once_is_told_until_it_is_past() -> None:
    before, after = war(turn=3, plan_xvii=6), war(turn=8, plan_xvii=6, endangered=1)
    plan = by_rule(before, "entente")["4.4"]
    assert (plan.now, plan.need, plan.done) == (6, 7, False)
    assert "4.4" not in by_rule(after, "entente")
    assert "4.5" in by_rule(before, "german")
    assert "4.5" not in by_rule(after, "german")
    assert not by_rule(before, "german")["4.1"].done
    assert by_rule(after, "german")["4.1"].done
    german = g.GERMANY
    assert not by_rule(war(control=german), "german")["4.2"].done
    assert by_rule(war(control=german | g.PARIS), "german")["4.2"].done
    city = members(g.GERMAN_CITIES)[0]
    assert by_rule(war(control=german & ~(1 << city)), "entente")["4.3"].done


def test_the_cities_of_schlieffens_war_stand_under_who_holds_them() -> None:
    match = played("schlieffens_war", "campaign", 900)
    board = match.position.board
    prizes = {prize.hexes[0]: prize for prize in seen(match).prizes}
    counted = [prizes[g.LABELS[hex]] for hex in members(g.PRIZES)]
    assert all(prize.worth == "1" for prize in counted)
    assert sum(prize.seat == "german" for prize in counted) == board.points
    assert {prize.counts for prize in counted} == {"german"}
    assert {prizes[g.LABELS[hex]].counts for hex in members(g.GERMAN_CITIES)} == {"entente"}
    assert len(prizes) == (g.PRIZES | g.PARIS | g.GERMAN_CITIES).bit_count()


def test_grand_illusion_needs_six_points_and_twice_those_of_plan_17() -> None:
    match = played("grand_illusion", "1", 0)
    board = match.position.board
    for german, allied, done in ((5, 1, (False, True)), (6, 4, (True, False)), (8, 4, (True, True))):
        board.points = [allied, german]
        told = [aim for aim in seen(match).aims if aim.seat == "german"][:2]
        assert [(aim.now, aim.need) for aim in told] == [(german, LIMITS.points_to_win), (german, 2 * allied)]
        assert tuple(aim.done for aim in told) == done
        hold = next(aim for aim in seen(match).aims if aim.seat == "allied")
        assert hold.done is not all(done)


def test_a_marker_that_is_not_drawn_is_worth_nobody_knows_what() -> None:
    match = played("grand_illusion", "1", 0)
    double = next(hex for hex in GERMAN_VP if DOUBLE >> hex & 1)
    plain = next(hex for hex in GERMAN_VP if not DOUBLE >> hex & 1)
    match.position.board.markers[plain] = 3
    worth = {prize.hexes[0]: prize.worth for prize in seen(match).prizes}
    assert (worth[str(double)], worth[str(plain)], worth[str(PARIS)]) == ("? ×2", "3", str(POINTS["paris"]))
    match.position.board.markers[double] = 2
    after = {prize.hexes[0]: prize.worth for prize in seen(match).prizes}
    assert after[str(double)] == "4"
    assert after[str(TRIER)] == "victory"


@pytest.mark.parametrize("scenario", ["liege", "mulhouse"])
def test_the_level_of_nach_paris_at_the_end_is_the_one_that_was_told(scenario: str) -> None:
    match = played("nach_paris", scenario)
    board = match.position.board
    scene = seen(match)
    german, allied = points(board)
    now = next(aim for aim in scene.aims if not aim.seat)
    assert phrase("en", f"word.{level(board.play.said, german - allied)}") in now.text
    decisive, marginal, allied_marginal, allied_decisive = board.play.said.levels
    done = [aim.done for aim in scene.aims if aim.seat]
    lead = german - allied
    assert done == [lead >= marginal, lead >= decisive, lead <= allied_marginal, lead <= allied_decisive]
    held = {prize.hexes: prize.seat for prize in scene.prizes}
    for objective in board.play.objectives:
        hexes = tuple(map(label, objective.hexes))
        assert held[hexes] == ("german", "allied")[holder(board, objective)]


def test_the_miniatures_count_points_and_units_that_are_gone() -> None:
    match = played("brigade1914", "meeting", 400)
    board = match.position.board
    blue = by_rule(seen(match), "blue")
    mine, other = standing(board)
    assert (blue["C27"].now, blue["C27"].need, blue["C27"].done) == (mine, other + 1, mine > other)
    assert blue["C10"].need == -(-board.starters[1] // 2)


@pytest.mark.parametrize("name", ["schlieffens_war", "grand_illusion", "nach_paris", "brigade1914"])
def test_what_it_takes_to_win_is_told_in_both_languages_and_to_spectators(name: str) -> None:
    match = played(name, find_game(name).scenarios[0].name, 150)
    english, spanish, spectator = seen(match), seen(match, 0, "es"), seen(match, None)
    assert english.aims
    assert [aim.text for aim in english.aims] == [aim.text for aim in spectator.aims]
    assert not {aim.text for aim in english.aims} & {aim.text for aim in spanish.aims}
    assert {aim.rule for aim in english.aims} <= set(read_index(match.game.rule_index()))
