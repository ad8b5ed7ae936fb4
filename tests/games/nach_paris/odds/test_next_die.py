"""The odds of the die that falls next are what its faces give, played by the rules."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from games.nach_paris.odds.test_barrages import played_out
from games.nach_paris.still import still
from games.nach_paris.support import Game
from marne.engine import CHANCE, D20, Answer, Distribution, Match, Position, Setting
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import BY_ID, FR
from marne.games.nach_paris.events import CabTested
from marne.games.nach_paris.odds.barrage import zone_odds
from marne.games.nach_paris.odds.next_die import falls
from marne.games.nach_paris.odds.shelling import Barrage, at_units
from marne.games.nach_paris.rules.barrage.at_forts import FireAtForts
from marne.games.nach_paris.rules.barrage.at_units import FireAtUnits
from marne.games.nach_paris.rules.engineers.events import SluiceOpened
from marne.games.nach_paris.rules.engineers.sluices import SluiceTest
from marne.games.nach_paris.rules.options.airmen import FlyOver
from marne.games.nach_paris.rules.options.events import FlewOver, Scouted
from marne.games.nach_paris.rules.options.recon import WORKS, Scout, scout_modifiers
from marne.games.nach_paris.rules.units.cab import CabTest
from promises.settings import asked

UNSEEN = (("fog", "on"), ("recon", "on"))


def leading(
    asks: str, die: type, setting: Setting, fits: Callable[[Game], bool] = lambda _: True
) -> tuple[Match, Answer]:
    """The first question of that name with an answer that leads to such a die at once."""
    for seed in (1914, 1915, 1916):
        for match in asked("nach_paris", setting, seed, 1200):
            ask, position = match.position.open, match.position
            if ask is None or type(position.step).__name__ != asks:
                continue
            for option in ask.options or ():
                if position.next_actor(option) != CHANCE:
                    continue
                after = position.play(option)
                if isinstance(after.step, die) and fits(after):
                    return match.copy(), option
    raise AssertionError(f"{asks} never led to {die.__name__}")


def laws(match: Match, answer: Answer) -> tuple[Distribution, ...]:
    """What the seat is told, which is flagged in the picture."""
    sight, text = match.sight(match.actor), match.position.write(answer)
    (choice,) = (each for each in sight.scene("en").prompt.choices if each.id == text)
    assert choice.rolls
    assert choice.odds, "the picture says so"
    told = sight.odds(answer, "en")
    assert told is not None
    return told.distributions


def parts(law: Distribution) -> list[Fraction]:
    return [Fraction(each.part, each.whole) for each in law.outcomes]


def share(after: Game, good: Callable[[Game], bool]) -> Fraction:
    """How many faces of the die lead there."""
    return Fraction(sum(good(after.play(die)) for die in D20), len(D20))


@pytest.mark.parametrize(
    ("asks", "scenario"),
    [("ChooseChange", "haelen"), ("ChooseLeader", "lorraine"), ("Face", "liege"), ("Retreat", "haelen")],
)
def test_a_test_of_a_unit(asks: str, scenario: str) -> None:
    match, answer = leading(asks, CabTest, Setting(scenario))
    after = match.position.play(answer)
    (law,) = laws(match, answer)
    good = share(after, lambda at: next(e.passed for e in at.events if isinstance(e, CabTested)))
    assert parts(law) == [each for each in (good, 1 - good) if each]


def test_a_sluice() -> None:
    match, answer = leading("OpenSluices", SluiceTest, Setting("mons"))
    after = match.position.play(answer)
    (law,) = laws(match, answer)
    good = share(after, lambda at: any(isinstance(e, SluiceOpened) for e in at.events))
    assert parts(law) == [good, 1 - good]
    assert 0 < good < 1


def test_a_fortified_zone() -> None:
    """[11.2.6] Nobody is in the hex: the zone itself is struck."""
    zone = next(iter(fort_data.ZONE_AT))
    near = MAP.grid.label(MAP.grid.neighbours[zone][0])
    guns = ("1re-DI", "2e-DI", "3e-DI", "4e-DI")
    board = still(dict.fromkeys(guns, f"{near} N"), side="allied")
    firing = sum(1 << BY_ID[each] for each in guns)
    begun = Position.begin(board, FireAtUnits(FR, zone, firing, 0, 0, True))
    gone = played_out(begun, lambda at: bool(at.board.zones_gone))[True]
    assert 0 < gone < 1
    assert zone_odds(board, zone, firing) == gone
    told = at_units(board, Barrage(zone, firing, 0, 0, True), "en")
    assert told is not None
    (law,) = told.distributions
    assert parts(law) == [gone, 1 - gone]


def test_a_barrage_on_a_fortified_zone_is_flagged() -> None:
    def empty(after: Game) -> bool:
        return isinstance(after.step, FireAtUnits) and after.step.zone and not after.step.targets

    match, answer = leading("PreparatoryBarrages", FireAtUnits, Setting("morhange"), empty)
    assert [law.name for law in laws(match, answer)] == ["Fortified Zone"]


def test_a_fort_before_its_guns_are_chosen() -> None:
    match, answer = leading("PreparatoryBarrages", FireAtForts, Setting("morhange"))
    after = match.position.play(answer)
    step = after.step
    assert isinstance(step, FireAtForts)
    (law,) = laws(match, answer)
    begun = type(after).begin(after.board, step)
    gone = played_out(begun, lambda at: (at.board.forts_gone >> step.fort & 1, at.board.festen_hit >> step.fort & 1))
    assert sorted(parts(law)) == sorted(gone.values())


@pytest.mark.parametrize(("asks", "die"), [("Walk", Scout), ("AerialRecon", FlyOver)])
def test_who_looks_for_hidden_stacks(asks: str, die: type) -> None:
    match, answer = leading(asks, die, Setting("charleroi", options=UNSEEN))
    after = match.position.play(answer)
    found = laws(match, answer)
    step = after.step
    if isinstance(step, FlyOver):
        steps = after.board.steps(after.board.overflown)
        law = found[min(steps, 4) - 2] if steps > 1 else found[0]
        good = share(after, lambda at: next(e.found for e in at.events if isinstance(e, FlewOver)))
        assert steps == 1 or parts(law)[0] == good
        assert parts(law)[-1] == Fraction(1, len(D20)), "the squadron"
        return
    good = share(after, lambda at: next(e.found for e in at.events if isinstance(e, Scouted)))
    assert isinstance(step, Scout)
    counted = scout_modifiers(after.board, step.unit, step.hex, step.well)
    in_works = any(each.text == WORKS for each in counted)
    assert parts(found[in_works]) == [each for each in (good, 1 - good) if each]
    assert parts(found[-1])[0] == Fraction(3, len(D20))


def test_what_is_no_such_die_has_none() -> None:
    match, answer = leading("OpenSluices", SluiceTest, Setting("mons"))
    assert falls(match.position, answer)
    assert not falls(match.position, "end")
