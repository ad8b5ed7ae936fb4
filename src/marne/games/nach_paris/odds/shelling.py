"""The odds of barrages in words [8]: who would fire at whom after an answer, and what comes of it."""

from __future__ import annotations

from marne.engine import D20, Answer, Explanation, value
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import ABF_AFF, abf_column
from marne.games.nach_paris.components.units import NAMES
from marne.games.nach_paris.odds.barrage import fort_odds, units_odds, zone_odds
from marne.games.nach_paris.odds.wording import distribution, in_words, outcome
from marne.games.nach_paris.rules.barrage.at_forts import AimAtForts, FireAtForts, abf_modifiers, guns_on, strong_enough
from marne.games.nach_paris.rules.barrage.at_units import (
    AimAtUnits,
    ChooseTargets,
    FireAtUnits,
    abu_modifiers,
    at_zone,
    how_many,
)
from marne.games.nach_paris.rules.barrage.firing import enough_arf, half, total_aff, total_arf
from marne.games.nach_paris.rules.barrage.phase import PreparatoryBarrages
from marne.games.nach_paris.steps import Steps, label
from marne.games.nach_paris.words import phrase
from marne.hexes import Bits, members
from marne.kit import listed

__all__ = ["Barrage", "aimed", "at_forts", "at_units", "fired", "firing", "struck", "with_all"]


@value
class Barrage:
    """[8.3] Guns and forts that fire at units in a hex, or at its Fortified Zone [11.2.6]; `some` where they can't
    strike all of them."""

    hex: Hex
    guns: Bits
    forts: Bits
    targets: Bits
    zone: bool
    some: bool = False


def aimed(board: NachParisBoard, follows: Steps) -> Barrage | None:
    """[8.3.1] With these guns: against all that they may strike, the first ones where they can't strike all."""
    (step,) = follows
    assert isinstance(step, AimAtUnits | ChooseTargets)
    arf = total_arf(board, step.guns, step.forts)
    if not enough_arf(arf, step.forts):
        return None
    targets, standing = ChooseTargets(step.nation, step.hex, step.guns, step.forts).candidates(board)
    most, count = how_many(arf), targets.bit_count()
    chosen, zone = sum(1 << unit for unit in members(targets)[:most]), standing and count < most
    if not chosen and not zone:
        return None
    return Barrage(step.hex, step.guns, step.forts, chosen, zone, count + standing > most)


def with_all(board: NachParisBoard, step: PreparatoryBarrages, hex: Hex) -> Barrage | None:
    """[8.2.3] With every gun and fort that reaches a hex."""
    return aimed(board, AimAtUnits(step.nation, hex).answered(board, "all"))


def struck(board: NachParisBoard, step: ChooseTargets, answer: Answer) -> Barrage | None:
    """[8.3.1] With the targets that are chosen by then."""
    chosen, zone = step.chosen, step.zone or answer == "strike-zone"
    if answer == "all":
        chosen, zone = step.candidates(board)
    elif isinstance(answer, tuple) and isinstance(answer[1], int):
        chosen |= 1 << answer[1]
    return Barrage(step.hex, step.guns, step.forts, chosen, zone) if chosen or zone else None


def fired(step: FireAtUnits) -> Barrage:
    """[8.3.2] The barrage whose die falls now."""
    return Barrage(step.hex, step.guns, step.forts, step.targets, step.zone)


def at_units(board: NachParisBoard, barrage: Barrage | None, language: str) -> Explanation | None:
    """[8.3.3] The steps that the targets lose together, and whether the Fortified Zone stands."""
    if barrage is None:
        return None
    hex, guns, forts, targets = barrage.hex, barrage.guns, barrage.forts, barrage.targets
    notes, found = [], []
    if targets:
        chances = units_odds(board, targets, guns, forts)
        losses = (outcome(phrase(language, "odds.steps", count=n), chance, n) for n, chance in chances.items())
        found.append(distribution(language, "losses", losses))
        named = listed((NAMES[unit] for unit in members(targets)), language)
        notes.append(phrase(language, "odds.targets", units=named))
        counted = abu_modifiers(board, hex, members(targets)[0], guns, forts)
    if barrage.zone:
        gone = zone_odds(board, hex, guns, forts)
        ends = outcome(phrase(language, "odds.zone_gone"), gone, 1), outcome(phrase(language, "odds.zone"), 1 - gone)
        found.append(distribution(language, "zone", ends))
    if not targets:
        counted = at_zone(board, hex, guns, forts, half(D20[0])).modifiers
    if barrage.some:
        notes.append(phrase(language, "odds.some_targets"))
    return Explanation(
        "8.3.3",
        phrase(language, "odds.barrage", hex=label(hex)),
        in_words(counted, language),
        phrase(language, "odds.arf", points=f"{float(total_arf(board, guns, forts)):g}"),
        tuple(found),
        tuple(notes),
    )


def firing(board: NachParisBoard, step: AimAtForts, answer: Answer) -> FireAtForts | None:
    """[8.6.3] The barrage on a fort after an answer, if the guns are enough."""
    guns = step.guns
    if answer == "all":
        guns = guns_on(board, step.nation, step.fort)
    elif isinstance(answer, tuple) and isinstance(answer[1], int):
        guns |= 1 << answer[1]
    return FireAtForts(step.nation, step.fort, step.second, guns) if strong_enough(board, step.fort, guns) else None


def at_forts(board: NachParisBoard, step: FireAtForts | None, language: str) -> Explanation | None:
    """[8.6.3], [8.6.4] What a fort loses, and the second one."""
    if step is None:
        return None
    fort, second, guns = step.fort, step.second, step.guns
    line = fort_data.CLASS[fort]
    chances = fort_odds(board, fort, guns, second)
    notes = () if second < 0 else (phrase(language, "odds.second", fort=MAP.forts[second].name),)
    ends = (outcome(phrase(language, f"odds.fort.{one}.{two}"), chance) for (one, two), chance in chances.items())
    return Explanation(
        "8.6.3",
        phrase(language, "odds.fort", fort=MAP.forts[fort].name),
        in_words(abf_modifiers(board, fort, guns), language),
        phrase(language, "odds.aff", points=ABF_AFF[line][abf_column(line, total_aff(board, guns))]),
        (distribution(language, "effect", ends),),
        notes,
    )
