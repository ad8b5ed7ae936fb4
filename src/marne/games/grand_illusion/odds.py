"""The exact odds of a battle from its battle board: computed, never sampled.

Front spaces don't touch each other, so each is worked out alone (free shot, exchange, reserves) and the results are
added up, space by space. One thing joins them: when the last fort falls in the front line, the reserves of the defender
fire without its help (9.3.2); then the cases with and without it are kept apart.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from marne.engine import CHANCE, D6, Answer, Distribution, Explanation, Modifier, Outcome, Position, Seat, total
from marne.games.grand_illusion.board import ASIDE, GrandIllusionBoard
from marne.games.grand_illusion.components.units import (
    ALLIED,
    CAVALRY,
    COMBAT,
    CS,
    FORTS,
    GERMAN,
    INFANTRY,
    SIDES,
    Unit,
)
from marne.games.grand_illusion.rules.battle.battle_board import DEFENDER, FRONTS, RESERVE, Fight, engaged, fortune
from marne.games.grand_illusion.rules.battle.battle_conclusion import Force, beaten, excused, force
from marne.games.grand_illusion.rules.battle.battle_fire import (
    Fire,
    apply_hits,
    attack_modifiers,
    charges,
    defence_modifiers,
    faces,
)
from marne.games.grand_illusion.rules.battle.battle_fortune import TWO_DICE, WAYS, FortunesOfWar
from marne.games.grand_illusion.rules.battle.battle_guns import Aim, Bombard, bombardment_modifiers
from marne.games.grand_illusion.steps import Asked
from marne.games.grand_illusion.words import called, phrase
from marne.hexes import Bits, members

__all__ = [
    "WAITS",
    "Odds",
    "Result",
    "Toll",
    "attacked",
    "battle_odds",
    "distributions",
    "explain",
    "explain_battle",
    "explained",
    "odds_of",
    "to_first_die",
]

DICE = 5
"""Most dice that a front space can see: free shot, attacker, defender, two reserves."""


class Toll(NamedTuple):
    """What a side pays in a space, or in all of them."""

    hits: int = 0
    disrupted: int = 0
    eliminated: int = 0
    combat: int = 0
    fresh: int = 0
    fresh_infantry: int = 0
    solid: int = 0
    """Infantry and forts that are gone: without any, cavalry fights for the hex alone (9.4.1)."""

    def plus(self, other: Toll) -> Toll:
        """Both together."""
        return Toll(*map(sum, zip(self, other, strict=True)))


Tolls = tuple[Toll, Toll]
"""The attacker's and the defender's."""


class Result(NamedTuple):
    """How a battle ends: by side the hits, the units disrupted and eliminated, and whether it must retreat."""

    hits: tuple[int, int]
    disrupted: tuple[int, int]
    eliminated: tuple[int, int]
    retreats: tuple[bool, bool]


class Odds(NamedTuple):
    """Every result with its weight in `whole`."""

    results: dict[Result, int]
    whole: int


# -- one space


def _toll(before: GrandIllusionBoard, after: GrandIllusionBoard, units: Bits) -> Toll:
    toll = Toll()
    hex = before.battle
    for unit in members(units):
        bit = 1 << unit
        gone = not after.at[hex] & bit
        if bit & FORTS:
            lost = after.losses.get(unit, 0) - before.losses.get(unit, 0) + gone
            toll = toll.plus(Toll(hits=lost, eliminated=int(gone), solid=int(gone)))
            continue
        was_fresh = not before.down & bit
        is_fresh = not gone and not after.down & bit
        infantry = bool(bit & INFANTRY)
        tired = was_fresh and not is_fresh
        toll = toll.plus(
            Toll(
                hits=(2 if was_fresh else 1) - (0 if gone else 2 if is_fresh else 1),
                disrupted=int(tired and not gone),
                eliminated=int(gone),
                combat=int(gone),
                fresh=int(tired),
                fresh_infantry=int(tired and infantry),
                solid=int(gone and infantry),
            )
        )
    return toll


def _hit(board: GrandIllusionBoard, units: Bits) -> GrandIllusionBoard:
    twin = board.copy()
    apply_hits(twin, units, "9.3.3")
    return twin


def _shots(board: GrandIllusionBoard, fight: Fight, shots: list[tuple[int, int]]) -> list[tuple[Bits, int]]:
    """Dice thrown at the same time, each `(space, target)`: which targets are hit, and in how many ways of 6 ** n."""
    found = [(0, 1)]
    for space, target in shots:
        number = faces(board, fight, space, target)
        found = [
            (hit | (board.spaces[target] if scored else 0), ways * (number if scored else 6 - number))
            for hit, ways in found
            for scored in (True, False)
        ]
    return [(hit, ways) for hit, ways in found if ways]


def _space(board: GrandIllusionBoard, fight: Fight, i: int, unaided: bool) -> tuple[Counter[Tolls], Counter[Tolls]]:
    """What the front spaces i can pay, in 6 ** DICE ways: with a fort left there or none, and where the last one falls.

    `unaided`: the fort that helps the reserves is gone by then.
    """
    space, target = i, DEFENDER + i
    mine, theirs = board.spaces[space], board.spaces[target]
    stands: Counter[Tolls] = Counter()
    falls: Counter[Tolls] = Counter()
    opening = [(0, 6)]
    if charges(board, i):
        opening = _shots(board, fight, [(target, space)])
    for first_hit, first_ways in opening:
        met = _hit(board, first_hit) if first_hit else board
        exchange = [(0, 36)]
        if met.spaces[space]:
            exchange = _shots(met, fight, [(space, target), (target, space)])
        for front_hit, front_ways in exchange:
            after = _hit(met, front_hit) if front_hit else met
            fallen = bool(theirs & FORTS) and not after.spaces[target]
            for last_hit, last_ways in _reserves(after, fight, i, unaided):
                end = _hit(after, last_hit) if last_hit else after
                tolls = _toll(board, end, mine), _toll(board, end, theirs)
                (falls if fallen else stands)[tolls] += first_ways * front_ways * last_ways
    return stands, falls


def _reserves(board: GrandIllusionBoard, fight: Fight, i: int, unaided: bool) -> list[tuple[Bits, int]]:
    """9.3.4: the dice of the reserves, in 36 ways."""
    if unaided and board.forts(board.battle, 1 - board.attacker):
        board = board.copy()
        for fort in members(board.forts(board.battle, 1 - board.attacker)):
            board.put(fort, ASIDE)
    found = [(0, 1)]
    for side in (0, DEFENDER):
        space, target = side + RESERVE + i, DEFENDER - side + i
        shots = [(0, 6)]
        if board.spaces[space] and board.spaces[target]:
            shots = _shots(board, fight, [(space, target)])
        found = [(hit | more, ways * others) for hit, ways in found for more, others in shots]
    return found


# -- the whole battle


def _add_up(parts: list[Counter[Tolls]]) -> Counter[Tolls]:
    total: Counter[Tolls] = Counter({(Toll(), Toll()): 1})
    for part in parts:
        sums: Counter[Tolls] = Counter()
        for (a, b), ways in total.items():
            for (c, d), others in part.items():
                sums[a.plus(c), b.plus(d)] += ways * others
        total = sums
    return total


def _all_tolls(board: GrandIllusionBoard, fight: Fight) -> Counter[Tolls]:
    fighting = [i for i in FRONTS if engaged(board, i)]
    plain = [_space(board, fight, i, False) for i in fighting]
    last = [n for n, (_, falls) in enumerate(plain) if falls]
    forts = board.forts(board.battle, 1 - board.attacker).bit_count()
    if not last or len(last) < forts:
        return _add_up([stands + falls for stands, falls in plain])
    # All the forts stand in the front line on their last legs: either all of them fall, or there is help to the end.
    bare = [_space(board, fight, i, True) for i in fighting]
    fallen = _add_up([bare[n][1] if n in last else bare[n][0] for n in range(len(fighting))])
    total = _add_up([stands + falls for stands, falls in plain])
    total.subtract(_add_up([plain[n][1] if n in last else plain[n][0] for n in range(len(fighting))]))
    total.update(fallen)
    return +total


def _pay_elan(board: GrandIllusionBoard, fight: Fight, tolls: Tolls) -> Tolls:
    """9.3.5: somebody is always hit; counted here on undisrupted infantry if there is any."""
    if not fight.elan or tolls[0].hits:
        return tolls
    fresh = fight.units & ~board.down
    if fresh:
        extra = Toll(hits=1, disrupted=1, fresh=1, fresh_infantry=int(bool(fresh & INFANTRY)))
    else:
        extra = Toll(hits=1, eliminated=1, combat=1, solid=int(not fight.units & CAVALRY))
    return tolls[0].plus(extra), tolls[1]


def battle_odds(board: GrandIllusionBoard, fight: Fight) -> Odds:
    """9.3, 9.4.1: the results of the battle that is set up on the battle board, before its first die."""
    hex, attacker = board.battle, board.attacker
    fighting = sum(1 for i in FRONTS if engaged(board, i))
    routed = fortune(board) == "routed"
    forces = force(board, attacker, hex), force(board, 1 - attacker, hex)
    solid = (board.at[hex] & (INFANTRY | FORTS)).bit_count()
    results: Counter[Result] = Counter()
    for found, ways in _all_tolls(board, fight).items():
        tolls = _pay_elan(board, fight, found)
        left = [
            Force(had.combat - toll.combat, had.fresh - toll.fresh, had.fresh_infantry - toll.fresh_infantry)
            for had, toll in zip(forces, tolls, strict=True)
        ]
        only_cavalry = solid == tolls[0].solid + tolls[1].solid
        leaves = [False, False]
        for n in (0, 1):
            why = beaten(left[n], left[1 - n], routed=routed, only_cavalry=only_cavalry)
            leaves[n] = bool(why) and not excused(board, hex, why)
        if attacker == ALLIED:
            ordered, going = tolls, (leaves[0], leaves[1])
        else:
            ordered, going = (tolls[1], tolls[0]), (leaves[1], leaves[0])
        result = Result(
            (ordered[0].hits, ordered[1].hits),
            (ordered[0].disrupted, ordered[1].disrupted),
            (ordered[0].eliminated, ordered[1].eliminated),
            going,
        )
        results[result] += ways
    return _reduced(results, 6 ** (DICE * fighting))


def _reduced(results: Counter[Result], whole: int) -> Odds:
    common = gcd(whole, *results.values())
    return Odds({each: results[each] // common for each in sorted(results)}, whole // common)


# -- for people


def obvious(position: Position[GrandIllusionBoard]) -> Answer:
    """How a battle goes on when nobody thinks: guns silent, everybody to the front, reserves forward, nobody leaves."""
    assert position.open is not None
    options = position.open.options or ()
    for word in ("done", "fight", "roll"):
        if word in options and not any(isinstance(each, tuple) and each[0] == "reserve" for each in options):
            return word
    return options[0]


def to_first_die(position: Position[GrandIllusionBoard]) -> Position[GrandIllusionBoard]:
    """Play on in the obvious way to the first die of anything, or out of the battle."""
    while position.open is not None and position.open.actor != CHANCE and _before_fire(position):
        position.push(obvious(position))
    return position


PLAYED_ON = frozenset(
    {"Declare", "Designate", "BelgianWithdrawal", "Bombardment", "AllenbysCavalry", "TacticalAdvantage"}
    | {"PlaceDefenders", "PlaceAttackers", "PlaceOpposite", "StackUp", "DefenderReserve", "AttackerReserve"}
    | {"PlaceBehind", "CavalryWithdrawal", "Aim"}
)
"""Steps between the declaration of a battle and its dice."""

EXPLAINED = PLAYED_ON | {"MayDeclare", "ResolveBattles", "Concentrate"}


def _before_fire(position: Position[GrandIllusionBoard]) -> bool:
    return type(position.step).__name__ in PLAYED_ON


def odds_of(position: Position[GrandIllusionBoard]) -> Odds | None:
    """The odds of a position before its first die; over all Fortunes of War where they are still to come."""
    if position.open is None:
        return None
    step = position.step
    if isinstance(step, Fire):
        return battle_odds(position.board, step.fight)
    if not isinstance(step, FortunesOfWar):
        return None
    parts: list[tuple[Odds, int]] = []
    for roll, ways in zip(TWO_DICE, WAYS, strict=True):
        after = position.copy()
        after.push(roll)
        found = odds_of(to_first_die(after))
        parts.append((found or Odds({Result((0, 0), (0, 0), (0, 0), (False, False)): 1}, 1), ways))
    results: Counter[Result] = Counter()
    whole = 1
    for part, _ in parts:
        whole = whole * part.whole // gcd(whole, part.whole)
    for part, ways in parts:
        for result, weight in part.results.items():
            results[result] += ways * weight * (whole // part.whole)
    return _reduced(results, whole * sum(WAYS))


def explained(position: Position[GrandIllusionBoard], answer: Answer) -> bool:
    """Whether an answer has odds: it leads to the dice of a battle. They are not worked out for that."""
    if type(position.step).__name__ not in EXPLAINED or answer in ("no battle", "withdraw"):
        return False
    after = to_first_die(_after(position, answer))
    return after.open is not None and isinstance(after.step, Fire | FortunesOfWar | Bombard)


def attacked(position: Position[GrandIllusionBoard], answer: Answer) -> str:
    """9.1: the hex in which an answer leads to the dice of a battle."""
    step = position.step
    if not isinstance(answer, tuple) or (isinstance(step, Asked) and step.shape.get(str(answer[0])) == "unit"):
        return ""
    hex = answer[-1]
    return str(hex) if isinstance(hex, int) and explained(position, answer) else ""


WAITS = frozenset(("done", "stop", "pass", "stay"))
"""The answers that do nothing more."""


def explain(position: Position[GrandIllusionBoard], answer: Answer, language: str = "en") -> Explanation | None:
    """What an answer before or in a battle leads to, if what is still to be placed is placed in the obvious way."""
    if position.open is None or type(position.step).__name__ not in EXPLAINED:
        return None
    after = to_first_die(_after(position, answer))
    if after.open is not None and isinstance(after.step, Bombard):
        return _explain_gun(after, after.step, language)
    found = explain_battle(after, language)
    mine = position.open.actor == after.board.attacker
    return found if found is None or mine else replace(found, hope=None)


def _explain_gun(position: Position[GrandIllusionBoard], first: Bombard, language: str) -> Explanation:
    """9.5.4: how often a gun hits before it misses or no fort is left; at forts in the obvious order."""
    board = position.board
    hits = _hits(position, first.gun)
    title = phrase(language, f"odds.hits.{SIDES[1 - board.attacker]}")
    outcomes = tuple(
        Outcome(title, chance.numerator, chance.denominator, count, count) for count, chance in sorted(hits.items())
    )
    modifiers = tuple(
        replace(each, text=phrase(language, f"word.{each.text}")) for each in bombardment_modifiers(board, first.fort)
    )
    factors = phrase(language, "odds.gun", gun=called(first.gun, language), strength=CS[first.gun])
    where = phrase(language, "view.battle.hex", hex=board.battle)
    return Explanation(first.rule, where, modifiers, "", (Distribution(title, outcomes),), factors=factors)


def _hits(position: Position[GrandIllusionBoard], gun: Unit) -> dict[int, Fraction]:
    """The chance of each number of hits. All dice that hit lead to the same, and all that miss."""
    while position.open is not None and isinstance(position.step, Aim) and position.step.gun == gun:
        position = _after(position, obvious(position))
    step = position.step if position.open is not None else None
    if not isinstance(step, Bombard) or step.gun != gun:
        return {0: Fraction(1)}
    needed = CS[gun] - total(bombardment_modifiers(position.board, step.fort))
    scored = min(max(needed, 0), len(D6))
    chances: dict[int, Fraction] = {}
    if scored:
        after = _hits(_after(position, D6[0]), gun)
        chances = {count + 1: chance * Fraction(scored, len(D6)) for count, chance in after.items()}
    if scored < len(D6):
        missed = step.last
        chances[missed] = chances.get(missed, Fraction(0)) + Fraction(len(D6) - scored, len(D6))
    return chances


def _after(position: Position[GrandIllusionBoard], answer: Answer) -> Position[GrandIllusionBoard]:
    after = position.copy()
    after.push(answer)
    return after


def explain_battle(position: Position[GrandIllusionBoard], language: str = "en") -> Explanation | None:
    """The odds of a battle before its first die, with what counts in it; None where none comes."""
    odds = odds_of(position)
    if odds is None:
        return None
    step, board = position.step, position.board
    modifiers: tuple[Modifier, ...] = ()
    notes: list[str] = []
    if isinstance(step, Fire):
        attack, defence = 0, 0
        for i in FRONTS:
            if engaged(board, i):
                attack |= board.spaces[i]
                defence |= board.spaces[DEFENDER + i] & COMBAT
                notes.append(_space_note(board, step.fight, i, language))
        modifiers = attack_modifiers(board, attack) + defence_modifiers(board, step.fight, defence)
        if step.fight.elan:
            notes.append(phrase(language, "odds.elan"))
    modifiers = tuple(replace(each, text=phrase(language, f"word.{each.text}")) for each in modifiers)
    title = phrase(language, "view.battle.hex", hex=board.battle)
    column = phrase(language, f"word.{fortune(board)}") if fortune(board) else ""
    found = distributions(odds, 1 - board.attacker, language)
    hope = _hope(odds, 1 - board.attacker, language)
    return Explanation(step.rule, title, modifiers, column, found, tuple(notes), hope=hope)


def _hope(odds: Odds, attacked: Seat, language: str) -> Outcome:
    """9.4.1: what an attacker hopes for: the attacked side alone must retreat."""
    alone = (attacked == ALLIED, attacked == GERMAN)
    part = sum(ways for each, ways in odds.results.items() if each.retreats == alone)
    return Outcome(phrase(language, "odds.hope"), part, odds.whole)


def _space_note(board: GrandIllusionBoard, fight: Fight, i: int, language: str) -> str:
    """9.3.1: who fires in a column with how many faces of six, on both sides."""

    def names(units: Bits) -> str:
        return ", ".join(called(unit, language) for unit in members(units))

    space, target = i, DEFENDER + i
    line = f"{names(board.spaces[space])} {faces(board, fight, space, target)}/6"
    if board.spaces[RESERVE + space]:
        line += f" + {names(board.spaces[RESERVE + space])} {faces(board, fight, RESERVE + space, target)}/6"
    line += f" : {faces(board, fight, target, space)}/6 {names(board.spaces[target])}"
    if board.spaces[RESERVE + target]:
        line += f" + {faces(board, fight, RESERVE + target, space)}/6 {names(board.spaces[RESERVE + target])}"
    return line


def distributions(odds: Odds, attacked: Seat, language: str = "en") -> tuple[Distribution, ...]:
    """Who must retreat, then hits, disrupted and eliminated units of each side; hits on `attacked` are harm."""
    lines: list[Outcome] = []
    for who, going in (
        ("allied", (True, False)),
        ("german", (False, True)),
        ("both", (True, True)),
        ("nobody", (False, False)),
    ):
        text = phrase(language, f"odds.retreat.{who}")
        part = sum(ways for each, ways in odds.results.items() if each.retreats == going)
        lines.append(Outcome(text, part, odds.whole))
    found = [Distribution(phrase(language, "odds.retreat"), tuple(each for each in lines if each.part))]
    for side in (ALLIED, GERMAN):
        for what in ("hits", "disrupted", "eliminated"):
            tally: Counter[int] = Counter()
            for each, ways in odds.results.items():
                tally[getattr(each, what)[side]] += ways
            title = phrase(language, f"odds.{what}.{SIDES[side]}")
            harmful = what == "hits" and side == attacked
            counted = (
                Outcome(title, tally[count], odds.whole, count, count if harmful else 0) for count in sorted(tally)
            )
            found.append(Distribution(title, tuple(counted)))
    return tuple(found)
