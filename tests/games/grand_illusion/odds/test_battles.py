"""The odds of a battle, against every fall of the dice and against many throws."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from games.grand_illusion.battlefield import battle, front, reserves, to_dice
from games.grand_illusion.support import Game, alone, asked, play
from marne.engine import CHANCE, Answer, Match, Setting, find_game
from marne.games.grand_illusion.components.units import COMBAT, FORTS, IDS, LADDER, OF_SIDE
from marne.games.grand_illusion.events import GunFired, MustRetreat
from marne.games.grand_illusion.odds import Odds, Result, battle_odds, explain, explained, odds_of, to_first_die
from marne.games.grand_illusion.rules.battle.battle_guns import Aim, Bombard, Bombardment
from marne.hexes import members
from marne.lab.play import seeded_dice
from marne.players import Minds

FIRE = ("Fire", "DefenderFire", "FreeShot", "ReserveFire")


def first(position: Game) -> Answer:
    return next(iter(position.open or ()))


def states(position: Game, hex: int) -> dict[int, int]:
    """What is left of each unit that began in the hex: 2 fresh, 1 disrupted, 0 gone; a fort's steps."""
    board = position.board
    found = {}
    for unit in members(board.at[hex] & (COMBAT | FORTS)):
        if 1 << unit & FORTS:
            found[unit] = len(LADDER[unit]) - board.losses.get(unit, 0)
        else:
            found[unit] = 1 if board.is_down(unit) else 2
    return found


def result(before: dict[int, int], position: Game, retreats: tuple[bool, bool]) -> Result:
    board = position.board
    hits, disrupted, eliminated = [0, 0], [0, 0], [0, 0]
    for unit, had in before.items():
        side = 0 if 1 << unit & OF_SIDE[0] else 1
        if board.where[unit] <= 0:
            left = 0
        elif 1 << unit & FORTS:
            left = len(LADDER[unit]) - board.losses.get(unit, 0)
        else:
            left = 1 if board.is_down(unit) else 2
        hits[side] += had - left
        eliminated[side] += left == 0
        disrupted[side] += had == 2 and left == 1 and not 1 << unit & FORTS
    return Result((hits[0], hits[1]), (disrupted[0], disrupted[1]), (eliminated[0], eliminated[1]), retreats)


def finish(position: Game, before: dict[int, int]) -> Result | None:
    """The result once the last die is thrown, None if there are more to throw."""
    told: list[str] = []
    while True:
        told += [each.side for each in position.events if isinstance(each, MustRetreat)]
        if position.board.battle == 0 or asked(position) in ("MayLeave", "Retreat", "Siege", "RetreatToSea"):
            return result(before, position, ("allied" in told, "german" in told))
        if asked(position) in FIRE:
            return None
        assert asked(position) == "Elan"
        position = position.play(first(position))


def enumerated(position: Game, hex: int) -> dict[Result, Fraction]:
    """Every fall of every die, by playing it."""
    before = states(position, hex)
    waiting: list[tuple[Game, int]] = [(position, 0)]
    weights: dict[Result, Fraction] = {}
    while waiting:
        at, dice = waiting.pop()
        for die in range(1, 7):
            after = at.play(die)
            end = finish(after, before)
            if end is None:
                waiting.append((after, dice + 1))
            else:
                weights[end] = weights.get(end, Fraction(0)) + Fraction(1, 6 ** (dice + 1))
    return weights


def computed(position: Game) -> tuple[Odds, dict[Result, Fraction]]:
    step: Any = position.step
    odds = battle_odds(position.board, step.fight)
    return odds, {each: Fraction(ways, odds.whole) for each, ways in odds.results.items()}


SMALL: list[tuple[str, str, dict[str, Any], int]] = [
    ("FR.XX", "GE.X", {}, 5),
    ("FR.XX", "GE.X*", {}, 5),
    ("FR.XX", "GE.X", {"trench": {"36": 2}}, 5),
    ("FR.XX FR.XV", "GE.X", {}, 5),
    ("FR.XX", "GE.X GE.VII", {}, 2),
    ("FR.2-C", "GE.X", {}, 5),
    ("FR.2-C", "GE.9-C", {}, 5),
    ("FR.2-C FR.4-C", "GE.9-C", {}, 12),
    ("FR.XX", "GE.X", {}, 4),
    ("FR.XX", "GE.X", {}, 10),
    ("FR.XX", "GE.X", {"hex": 85}, 8),
    ("FR.XX FR.XV", "GE.X GE.VII*", {}, 2),
    ("GE.X", "FR.Maroc FR.45", {"side": "german"}, 5),
    ("GE.X", "FR.XX FR.F-Maubeuge", {"side": "german", "hex": 54}, 5),
    ("GE.X", "FR.F-Maubeuge", {"side": "german", "hex": 54, "steps": {"FR.F-Maubeuge": 3}}, 5),
    ("GE.X GE.VII", "BR.1 BR.2-C FR.F-Maubeuge", {"side": "german", "hex": 54, "steps": {"FR.F-Maubeuge": 3}}, 5),
    ("GE.X", "FR.XX FR.XV", {"side": "german", "hex": 102, "allied": [102]}, 2),
    ("FR.XX", "GE.XXI", {"hex": 96, "turn": 2, "withdrew": [0, 0], "declared": [96], "mandated": [2, 0]}, 5),
    ("FR.XX*", "GE.XXI", {"hex": 96, "turn": 2, "withdrew": [0, 0], "declared": [96], "mandated": [2, 0]}, 6),
]


@pytest.mark.rule("9.3", "9.4.1")
@pytest.mark.parametrize(("attackers", "defenders", "changes", "roll"), SMALL)
@pytest.mark.parametrize("edition", ["english", "spanish"])
def test_the_odds_are_those_of_all_dice(
    edition: str, attackers: str, defenders: str, changes: dict[str, Any], roll: int
) -> None:
    position = to_dice(play(battle(attackers, defenders, edition=edition, **changes), roll))
    assert asked(position) in FIRE
    odds, chances = computed(position)
    assert sum(odds.results.values()) == odds.whole
    assert chances == enumerated(position, position.board.battle)


@pytest.mark.rule("9.3.2", "9.3.4", "9.5.1")
def test_a_fort_that_falls_leaves_the_reserves_without_help() -> None:
    """The cavalry leaves, the last step of the fort moves up in its place, and a corps in reserve fires last."""
    position = battle(
        "GE.X GE.VII",
        "FR.XX FR.XV FR.3-C FR.F-Maubeuge",
        side="german",
        hex=54,
        steps={"FR.F-Maubeuge": 3},
    )
    position = play(position, 5, "front GE.X", "against FR.XX", "against FR.3-C")
    position = play(position, "behind FR.XX", "behind FR.3-C", "withdraw", 6)
    assert ("GE.VII", "FR.F-Maubeuge") in front(position)
    assert reserves(position) == [("", "FR.XV")]
    _, chances = computed(position)
    assert chances == enumerated(position, 54)


def thrown(position: Game, before: dict[int, int], rng: Random) -> Result:
    at = position.copy()
    while True:
        at.push(rng.randint(1, 6))
        end = finish(at, before)
        if end is not None:
            return end


@pytest.mark.rule("9.3", "9.2.5")
def test_a_large_battle_against_many_throws() -> None:
    position = battle(
        "FR.XX FR.XV FR.XVI FR.X FR.2-C",
        "GE.X GE.VII* GE.Naval GE.9-C",
        trench={"36": 1},
        others={"FR.I": 26, "FR.III": 27, "FR.XI": 46},
    )
    position = to_dice(play(position, 5))
    odds, chances = computed(position)
    before = states(position, 36)
    rng = Random(7)
    throws = 2000
    hits = sum(sum(thrown(position, before, rng).hits) for _ in range(throws))
    expected = sum(float(chance) * sum(each.hits) for each, chance in chances.items())
    assert abs(hits / throws - expected) < 0.15
    assert sum(odds.results.values()) == odds.whole


@pytest.mark.rule("9.1.4")
def test_before_fortunes_of_war_all_rows_are_weighed() -> None:
    position = battle("FR.XX FR.XV", "GE.X")
    odds = odds_of(position.copy())
    assert odds is not None
    expected: dict[Result, Fraction] = {}
    for roll, ways in zip(range(2, 13), (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True):
        after = to_first_die(play(position, roll).copy())
        part = odds_of(after)
        if part is None:
            nothing = Result((0, 0), (0, 0), (0, 0), (False, False))
            expected[nothing] = expected.get(nothing, Fraction(0)) + Fraction(ways, 36)
            continue
        for each, weight in part.results.items():
            expected[each] = expected.get(each, Fraction(0)) + Fraction(ways * weight, 36 * part.whole)
    assert {each: Fraction(ways, odds.whole) for each, ways in odds.results.items()} == expected


def test_an_answer_is_explained_with_modifiers_dice_and_chances() -> None:
    position = play(battle("FR.VI FR.XX", "GE.VIII GE.X*", hex=85), 5)
    found = explain(position, first(position))
    assert found is not None
    assert [(each.text, each.amount) for each in found.modifiers] == [("terrain", 1)]
    assert found.column == "German general staff"
    spanish = explain(position, first(position), "es")
    assert spanish is not None
    chances, in_spanish = ([each.chances() for each in told.distributions] for told in (found, spanish))
    assert [list(each.values()) for each in in_spanish] == [list(each.values()) for each in chances]
    assert not {text for each in chances for text in each} & {text for each in in_spanish for text in each}
    counted = [
        name
        for side, units in (("the Allies", "Allied units"), ("the Germans", "German units"))
        for name in (f"hits on {side}", f"{units} disrupted", f"{units} eliminated")
    ]
    assert [each.name for each in found.distributions] == ["retreat", *counted]
    assert all("retreat" in text for text in chances[0])
    assert len(found.notes) == 2
    assert position.open is not None
    assert (found.hope is not None) == (position.open.actor == position.board.attacker), "only an attacker hopes for it"


def test_a_declaration_is_explained_and_other_questions_are_not() -> None:
    position = alone(turn=6, units={"FR.XX": 36, "GE.X": 36}, german=[36], caps=[4, 4], withdrew=[3, 4])
    assert explain(position, ("activate", 36)) is None
    position = play(position, "activate 36", "done")
    assert asked(position) == "MayDeclare"
    found = explain(position, "battle")
    assert found is not None
    assert found.distributions
    assert found.hope is not None
    away = found.distributions[0].chances()["the Germans must retreat"]
    assert Fraction(found.hope.part, found.hope.whole) == away, "a button says how likely they retreat"
    assert explain(position, "no battle") is None
    assert explained(position, "battle")
    assert not explained(position, "no battle")


def _all_dice(position: Any, gun: str, hits: int, weight: Fraction, found: dict[int, Fraction]) -> None:
    """Every die of a bombardment by one gun, one by one; hits are counted by what is told of them."""
    hits += sum(isinstance(event, GunFired) and event.hit for event in position.events)
    while position.open is not None and isinstance(position.step, Aim) and IDS[position.step.gun] == gun:
        position = position.play(position.open.options[0])
    if position.open is None or not isinstance(position.step, Bombard):
        found[hits] = found.get(hits, Fraction(0)) + weight
        return
    for die in position.open.options:
        _all_dice(position.play(die), gun, hits, weight / 6, found)


def test_the_odds_of_a_gun_are_those_of_all_its_dice() -> None:
    """Heavy artillery bombards in a game of the staff: hits until it misses or no fort is left."""
    game = find_game("grand_illusion")
    match = Match(game, Setting("2"), seeded_dice(game, 1))
    minds, compared = Minds(match, dict.fromkeys((0, 1), "staff")), 0
    while match.actor is not None and compared < 3:
        position = match.position
        if match.actor == CHANCE:
            match.play(match.roll())
            continue
        if isinstance(position.step, Bombardment) and position.open is not None:
            gun: Any = next(each for each in position.open.options or () if not isinstance(each, str))
            told = explain(position, gun)
            assert told is not None
            found: dict[int, Fraction] = {}
            _all_dice(position.play(gun), IDS[gun[1]], 0, Fraction(1), found)
            assert {each.count: Fraction(each.part, each.whole) for each in told.distributions[0].outcomes} == found
            compared += 1
        match.play(minds.answer(match.actor))
    assert compared == 3


def test_explaining_changes_nothing() -> None:
    position = play(battle("FR.VI FR.XX", "GE.X GE.VII"), 5)
    before = position.fingerprint()
    explain(position, first(position))
    assert position.fingerprint() == before
