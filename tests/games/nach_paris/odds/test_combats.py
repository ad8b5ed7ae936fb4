"""The exact odds of combats, assaults and whole barrages: against every die, and against a thousand games of dice."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from games.nach_paris.forts.support import BESIEGERS, LEVEAU, SARTS, storming
from games.nach_paris.forts.support import fort as fort_at
from games.nach_paris.support import Game, arranged, asked, legal, play
from marne.engine import CHANCE, D20, Explanation, Observation, Setting
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, FR
from marne.games.nach_paris.game import GAME
from marne.games.nach_paris.odds.assault import assault_odds
from marne.games.nach_paris.odds.barrage import units_odds
from marne.games.nach_paris.odds.combat import CombatEnd, combat_odds, standing
from marne.games.nach_paris.rules.barrage.at_units import FireAtUnits
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.resolve import Leftovers, Ready, Retreats
from marne.games.nach_paris.rules.forts.fort_tests import FortTest
from marne.games.nach_paris.rules.retreat.retreat import Retreat
from marne.games.nach_paris.rules.units.cab import CabTest

HEX = MAP.grid.hex("AG14")


def bit(*units: str) -> int:
    return sum(1 << BY_ID[unit] for unit in units)


def faces(game: Game) -> list[tuple[int, Fraction]]:
    """The dice that differ: of a test one that passes and one that fails, each with its chance."""
    step = game.step
    if isinstance(step, CabTest | FortTest):
        needed = min(len(D20), step.needed(game.board))
        parts = [(1, Fraction(needed, 20)), (20, Fraction(20 - needed, 20))]
        return [(die, chance) for die, chance in parts if chance]
    return [(die, Fraction(1, 20)) for die in D20]


def without_ways(game: Game) -> Game:
    """Retreats are left out, so that nobody has to choose one: the odds count what comes before them."""
    agenda = tuple(step for step in game.agenda if not isinstance(step, Retreat | Retreats | Leftovers))
    return game if len(agenda) == len(game.agenda) else type(game).begin(game.board, *agenda)


def ends(game: Game, before: dict[int, int], attackers: int) -> dict[CombatEnd, Fraction]:
    """Every die of a combat, played by the rules."""
    game = without_ways(game)
    if game.open is None or game.open.actor != CHANCE:
        board = game.board
        lost = {unit: board.lost[unit] - steps for unit, steps in before.items()}
        ours = sum(steps for unit, steps in lost.items() if attackers >> unit & 1)
        return {CombatEnd(ours, sum(lost.values()) - ours, board.beaten): Fraction(1)}
    found: dict[CombatEnd, Fraction] = {}
    for die, chance in faces(game):
        for end, again in ends(game.play(die), before, attackers).items():
            found[end] = found.get(end, Fraction(0)) + chance * again
    return found


def combat(units: dict[str, str], full: tuple[str, ...], **more: Any) -> tuple[Game, Battle]:
    changes: dict[str, Any] = {"turn": 8, "side": "allied", "begin": "nothing"} | more
    game = arranged(units=units, **changes)
    game.board.phase = "combat"
    return game, Battle(HEX, bit(*full))


COMBATS: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "one against one": ({"1re-DI": "AG13 N", "18.ID": "AG14 S"}, ("1re-DI",)),
    "in the rear": ({"1re-DI": "AG13 N", "18.ID": "AG14 N"}, ("1re-DI",)),
    "two hurt against one": ({"1re-DI": "AG13 N -1", "2e-DI": "AG13 N -2", "18.ID": "AG14 S -1"}, ("1re-DI", "2e-DI")),
    "two against two": (
        {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "18.ID": "AG14 S", "17.RD": "AG14 S"},
        ("1re-DI", "2e-DI"),
    ),
    "reservists": ({"51e-DR": "AG13 N", "53e-DR": "AG13 N", "18.ID": "AG14 S"}, ("51e-DR", "53e-DR")),
    "horse": ({"1re-DI": "AG13 N", "5.KD": "AG14"}, ("1re-DI",)),
    "guns alone": ({"1re-DI": "AG13 N", "II/RFußa.2": "AG14"}, ("1re-DI",)),
    "fieldworks": ({"1re-DI": "AG13 N", "2e-DI": "AG13 N", "18.ID": "AG14 S fieldworks"}, ("1re-DI", "2e-DI")),
}


@pytest.mark.rule("9.3.2", "9.3.3", "9.1.11")
@pytest.mark.parametrize("name", COMBATS)
def test_the_odds_of_a_combat_are_those_of_every_die(name: str) -> None:
    units, full = COMBATS[name]
    game, battle = combat(units, full)
    odds = combat_odds(game.board, battle)
    assert sum(odds.ends.values()) == 1
    board, fought = standing(game.board, battle)
    before = {BY_ID[unit]: board.lost[BY_ID[unit]] for unit in units}
    alone = name == "guns alone"
    begun = type(game).begin(board, Ready(fought))
    found = ends_with_guns(begun, before, battle.full) if alone else ends(begun, before, battle.full)
    assert odds.ends == found


def ends_with_guns(game: Game, before: dict[int, int], attackers: int) -> dict[CombatEnd, Fraction]:
    """The same where nobody but guns defends: they suffer as those who are left alone."""
    agenda = tuple(step for step in game.agenda if not isinstance(step, Retreat | Retreats))
    game = game if len(agenda) == len(game.agenda) else type(game).begin(game.board, *agenda)
    if game.open is None or game.open.actor != CHANCE:
        return ends(game, before, attackers)
    found: dict[CombatEnd, Fraction] = {}
    for die, chance in faces(game):
        for end, again in ends_with_guns(game.play(die), before, attackers).items():
            found[end] = found.get(end, Fraction(0)) + chance * again
    return found


@pytest.mark.rule("9.3.2", "9.1.6")
def test_lent_guns_alone_have_odds_too() -> None:
    """Who could still join fully has no room left; and a combat whose die falls next has the same odds."""
    game, battle = combat({"18.ID": "AG13 N", "1re-DI": "AG14 S"}, (), side="german")
    battle = Battle(battle.hex, part=bit("18.ID"))
    board, fought = standing(game.board, battle)
    before = {unit: board.lost[unit] for unit in (BY_ID["18.ID"], BY_ID["1re-DI"])}
    found = ends(type(game).begin(board, Ready(fought)), before, battle.part)
    assert combat_odds(game.board, battle).ends == found
    assert combat_odds(board, fought, settled=True).ends == found


@pytest.mark.rule("9.3.2")
def test_a_simulation_agrees() -> None:
    units, full = COMBATS["two hurt against one"]
    game, battle = combat(units, full)
    odds = combat_odds(game.board, battle)
    board, fought = standing(game.board, battle)
    before = {BY_ID[unit]: board.lost[BY_ID[unit]] for unit in units}
    rng, games, beaten = Random(1914), 1500, 0
    for _ in range(games):
        played = without_ways(type(game).begin(board.copy(), Ready(fought)))
        while played.open is not None and played.open.actor == CHANCE:
            played = without_ways(played.play(rng.randint(1, 20)))
        beaten += played.board.beaten == 0
        assert sum(played.board.lost[unit] - lost for unit, lost in before.items()) <= 9
    expected = float(odds.beaten(0))
    assert abs(beaten / games - expected) < 4 * (expected * (1 - expected) / games) ** 0.5


@pytest.mark.rule("9.1.10")
def test_siege_guns_alone_are_taken_for_certain() -> None:
    game, battle = combat({"1re-DI": "AG13 N", "KMK.b3": "AG14"}, ("1re-DI",))
    assert combat_odds(game.board, battle).taken


@pytest.mark.rule("8.3.2", "8.3.3")
def test_the_odds_against_a_whole_hex_share_one_die() -> None:
    guns = ("1re-DI", "2e-DI", "3e-DI", "4e-DI", "4e-RAL")
    units = {**dict.fromkeys(guns, "AG13 N"), "18.ID": "AG14 S", "5.KD": "AG14"}
    game = arranged(turn=8, side="allied", begin="PreparatoryBarrages FR", units=units)
    odds = units_odds(game.board, bit("18.ID", "5.KD"), bit(*guns))

    def every(at: Game) -> dict[int, Fraction]:
        if at.open is None or at.open.actor != CHANCE:
            return {sum(at.board.lost[BY_ID[unit]] for unit in ("18.ID", "5.KD")): Fraction(1)}
        found: dict[int, Fraction] = {}
        for die, chance in faces(at):
            for steps, again in every(at.play(die)).items():
                found[steps] = found.get(steps, Fraction(0)) + chance * again
        return found

    firing = type(game).begin(game.board, FireAtUnits(FR, HEX, bit(*guns), 0, bit("18.ID", "5.KD")))
    assert odds == every(firing)


@pytest.mark.rule("11.5.4", "11.5.6")
@pytest.mark.parametrize(
    ("place", "stormers", "guns"),
    [(LEVEAU, "PiR.24", ""), (LEVEAU, "26.IB", "KMK.b3"), (SARTS, "26.IB", "KMK.b3 II.III/Fußa.4")],
)
def test_the_odds_of_an_assault_are_those_of_every_die(place: str, stormers: str, guns: str) -> None:
    game = storming(f"{place} {stormers} {guns}".strip())
    fort, unit = fort_at(place), BY_ID[stormers]
    odds = assault_odds(game.board, fort, bit(*guns.split()), unit)
    assert sum(odds.values()) == 1

    def every(at: Game) -> dict[tuple[int, int], Fraction]:
        if at.open is None or at.open.actor != CHANCE:
            return {(at.board.forts_gone >> fort & 1, at.board.lost[unit] - game.board.lost[unit]): Fraction(1)}
        found: dict[tuple[int, int], Fraction] = {}
        for die, chance in faces(at):
            for end, again in every(at.play(die)).items():
                found[end] = found.get(end, Fraction(0)) + chance * again
        return found

    assert odds == every(game)


# -- in words


def explained(game: Game, text: str, language: str = "en") -> Explanation | None:
    observation = Observation.of(GAME, Setting("campaign"), game, game.board.side)
    answer = game.read(text)
    assert answer is not None, legal(game)
    return GAME.sight(observation).odds(answer, language)


@pytest.mark.rule("9.1.5")
def test_an_attack_is_explained_from_the_target_to_the_last_unit() -> None:
    units = {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "18.ID": "AG14 S"}
    game = arranged(turn=8, side="allied", begin="Combats FR", units=units)
    every = explained(game, "attack AG14")
    game = play(game, "attack AG14")
    assert asked(game) == "Muster"
    one = explained(game, "full 1re-DI")
    both = explained(play(game, "full 1re-DI"), "full 2e-DI")
    assert every is not None
    assert one is not None
    assert both is not None
    assert every.distributions == both.distributions != one.distributions, "all in is both of them"
    assert [each.name for each in one.distributions] == ["result", "who is beaten"]
    spanish = explained(game, "full 1re-DI", "es")
    assert spanish is not None
    assert one.hope is not None
    assert spanish.hope is not None
    assert (one.hope.text, spanish.hope.text) == ("win", "victoria")
    german = next(chance for text, chance in one.distributions[1].chances().items() if "German" in text)
    assert Fraction(one.hope.part, one.hope.whole) == german, "a button says how likely the defender is beaten"
    for ours, theirs in zip(one.distributions, spanish.distributions, strict=True):
        assert list(ours.chances().values()) == list(theirs.chances().values())
        assert not set(ours.chances()) & set(theirs.chances())


@pytest.mark.rule("11.5.1")
def test_an_assault_and_a_barrage_are_explained() -> None:
    game = arranged(turn=8, side="german", begin="DeclareAssaults DE", units=BESIEGERS)
    game = play(game, f"assault {LEVEAU}", "storm 26.IB")
    found = explained(game, "with KMK.b3")
    assert found is not None
    assert sum(found.distributions[0].chances().values()) == 1
    units = {"1re-DI": "AG13 N", "2e-DI": "AG13 N", "3e-DI": "AG13 N", "18.ID": "AG14 S"}
    game = play(arranged(turn=8, side="allied", begin="PreparatoryBarrages FR", units=units), "shell AG14")
    shelled = explained(game, "all")
    assert shelled is not None
    assert "18.ID" in shelled.notes[0]


@pytest.mark.rule("8.6.3")
def test_a_barrage_on_forts_is_explained() -> None:
    units = dict.fromkeys(("KMK.b3", "ÖFAB.8"), "AL31 SE fip")
    game = arranged(turn=8, side="german", begin="PreparatoryBarrages DE", units=units)
    game = play(
        game, "bombard AL30" if "bombard AL30" in legal(game) else next(t for t in legal(game) if "bombard" in t)
    )
    while asked(game) == "OrderForts":
        game = play(game, legal(game)[0])
    found = explained(game, "all")
    assert found is not None
    assert sum(found.distributions[0].chances().values()) == 1
