"""The odds of an answer in words: barrages [8], assaults [11.5], combats [9], fieldworks [10] and demolitions
[16], as far as the seat can know them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from marne.engine import Answer, Distribution, Explanation, Outcome, Position, value
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components import forts as fort_data
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import ABF_AFF, ODDS, abf_column, crt_column
from marne.games.nach_paris.components.units import NAMES, NATIONS, SIDES, Nation
from marne.games.nach_paris.odds.assault import assault_odds, assault_sum
from marne.games.nach_paris.odds.barrage import fort_odds, units_odds
from marne.games.nach_paris.odds.combat import CombatOdds, combat_odds
from marne.games.nach_paris.odds.wording import distribution, in_words, outcome
from marne.games.nach_paris.odds.works import blowing, dig, digging
from marne.games.nach_paris.rules.barrage.at_forts import AimAtForts, abf_modifiers, guns_on, strong_enough
from marne.games.nach_paris.rules.barrage.at_units import AimAtUnits, ChooseTargets, abu_modifiers, candidates, how_many
from marne.games.nach_paris.rules.barrage.firing import enough_arf, total_aff, total_arf
from marne.games.nach_paris.rules.barrage.phase import PreparatoryBarrages
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.declaring import ChooseCombat, Muster
from marne.games.nach_paris.rules.combat.prepare import ChooseNation
from marne.games.nach_paris.rules.engineers.garrisons import ChooseCharge
from marne.games.nach_paris.rules.forts.assault import AssaultGuns
from marne.games.nach_paris.rules.forts.assault_guns import enough
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.rules.works.fieldworks import BuildFieldworks, ChooseDiggers
from marne.games.nach_paris.steps import Steps, label
from marne.games.nach_paris.words import phrase
from marne.hexes import Bits, members
from marne.kit import listed

__all__ = ["WAITS", "all_in", "attacked", "explain", "foretold"]

WAITS = frozenset(("end", "done", "no", "fight", "stand", "fire", "ready"))
"""The answers that do nothing more."""


ATTACKS = (ChooseCombat, Muster, AimAtUnits, ChooseTargets, AimAtForts, AssaultGuns)
"""The questions whose answers attack or shell."""


def attacked(position: Position[NachParisBoard], answer: Answer) -> str:
    """[9.1], [8.1] The hex that an answer attacks or shells."""
    step = position.step
    if not isinstance(answer, tuple) or not isinstance(step, ATTACKS) or not foretold(position, answer):
        return ""
    kinds = step.shapes(position.board).get(str(answer[0]), "").split()
    for kind, part in zip(kinds, answer[1:], strict=True):
        if not isinstance(part, int):
            continue
        if kind == "hex":
            return label(part)
        if kind == "structure":
            return label(MAP.structures[part].hex)
        if kind == "fort":
            return label(MAP.forts[part].hex)
    return ""


def explain(position: Position[NachParisBoard], answer: Answer, language: str) -> Explanation | None:
    """What an answer would lead to; None where no dice hang on it, or not yet."""
    board, step = position.board, position.step
    match step:
        case AimAtUnits():
            return _barrage(board, _aimed(board, step.answered(board, _word(answer))), language)
        case ChooseTargets():
            return _barrage(board, _struck(board, step, answer), language)
        case AimAtForts():
            return _at_forts(board, step, answer, language)
        case AssaultGuns():
            return _assault(board, step, answer, language)
        case ChooseCombat() if isinstance(answer, tuple) and isinstance(answer[1], int):
            return _combat(board, all_in(board, step.nation, answer[1]), language)
        case Muster():
            battle = step.battle if answer == "fight" else step.joined(*_named(answer))
            return _combat(board, battle, language)
        case ChooseNation() if isinstance(answer, str):
            return _combat(board, replace(step.battle, whole=NATIONS.index(answer)), language)
        case PreparatoryBarrages() if isinstance(answer, tuple) and answer[0] == "shell":
            return _barrage(board, _with_all(board, step, answer), language)
        case BuildFieldworks() | ChooseDiggers():
            return digging(board, step, answer, language)
        case ChooseCharge() | Walk():
            return blowing(board, step, answer, language)
    return None


def foretold(position: Position[NachParisBoard], answer: Answer) -> bool:
    """Whether an answer has odds; they are not worked out for that."""
    board, step = position.board, position.step
    match step:
        case ChooseCombat():
            return isinstance(answer, tuple)
        case Muster(battle=battle):
            return answer == "fight" or bool(battle.full) or (isinstance(answer, tuple) and answer[0] == "full")
        case ChooseNation():
            return isinstance(answer, str)
        case AimAtUnits():
            return _aimed(board, step.answered(board, _word(answer))) is not None
        case ChooseTargets():
            return _struck(board, step, answer) is not None
        case AimAtForts():
            return _shelling(board, step, answer) is not None
        case AssaultGuns():
            return _storming(board, step, answer) is not None
        case PreparatoryBarrages():
            return isinstance(answer, tuple) and answer[0] == "shell" and _with_all(board, step, answer) is not None
        case BuildFieldworks() | ChooseDiggers():
            return dig(board, step, answer) is not None
        case ChooseCharge() | Walk():
            return isinstance(answer, tuple) and answer[0] == "blow"
    return False


def _word(answer: Answer) -> tuple[str, int] | str:
    return answer if isinstance(answer, str) else _named(answer)


def _named(answer: Answer) -> tuple[str, int]:
    assert isinstance(answer, tuple)
    word, thing = answer
    assert isinstance(word, str)
    assert isinstance(thing, int)
    return word, thing


def _steps(count: int, language: str) -> str:
    return phrase(language, "odds.steps", count=count)


# -- [8] barrages


@value
class Barrage:
    """[8.3] Guns and forts that fire at units in a hex; `some` where they can't strike all of them."""

    hex: Hex
    guns: Bits
    forts: Bits
    targets: Bits
    some: bool


def _aimed(board: NachParisBoard, follows: Steps) -> Barrage | None:
    """[8.3.1] With these guns: against all that they may strike, the first ones where they can't strike all."""
    (step,) = follows
    assert isinstance(step, AimAtUnits | ChooseTargets)
    arf = total_arf(board, step.guns, step.forts)
    if not enough_arf(arf, step.forts):
        return None
    targets, _ = candidates(board, step.hex)
    most = how_many(arf)
    chosen = sum(1 << unit for unit in members(targets)[:most])
    return Barrage(step.hex, step.guns, step.forts, chosen, targets.bit_count() > most) if chosen else None


def _with_all(board: NachParisBoard, step: PreparatoryBarrages, answer: Answer) -> Barrage | None:
    """[8.2.3] With every gun and fort that reaches a hex."""
    return _aimed(board, AimAtUnits(step.nation, _named(answer)[1]).answered(board, "all"))


def _struck(board: NachParisBoard, step: ChooseTargets, answer: Answer) -> Barrage | None:
    chosen = step.chosen | (1 << _named(answer)[1] if isinstance(answer, tuple) else 0)
    if answer == "all":
        chosen, _ = candidates(board, step.hex)
    return Barrage(step.hex, step.guns, step.forts, chosen, False) if chosen else None


def _barrage(board: NachParisBoard, barrage: Barrage | None, language: str) -> Explanation | None:
    if barrage is None:
        return None
    hex, guns, forts, targets = barrage.hex, barrage.guns, barrage.forts, barrage.targets
    chances = units_odds(board, targets, guns, forts)
    first = members(targets)[0]
    named = listed((NAMES[unit] for unit in members(targets)), language)
    notes = [phrase(language, "odds.targets", units=named)]
    if barrage.some:
        notes.append(phrase(language, "odds.some_targets"))
    return Explanation(
        "8.3.3",
        phrase(language, "odds.barrage", hex=label(hex)),
        in_words(abu_modifiers(board, hex, first, guns, forts), language),
        phrase(language, "odds.arf", points=f"{float(total_arf(board, guns, forts)):g}"),
        (
            distribution(
                language,
                "losses",
                (outcome(_steps(steps, language), chance, steps) for steps, chance in chances.items()),
            ),
        ),
        tuple(notes),
    )


def _shelling(board: NachParisBoard, step: AimAtForts, answer: Answer) -> Bits | None:
    """[8.6.3] The guns that would fire at a fort, if they are enough."""
    guns = step.guns
    if answer == "all":
        guns = guns_on(board, step.nation, step.fort)
    elif isinstance(answer, tuple):
        guns |= 1 << _named(answer)[1]
    return guns if strong_enough(board, step.fort, guns) else None


def _at_forts(board: NachParisBoard, step: AimAtForts, answer: Answer, language: str) -> Explanation | None:
    if (guns := _shelling(board, step, answer)) is None:
        return None
    line = fort_data.CLASS[step.fort]
    chances = fort_odds(board, step.fort, guns, step.second)
    notes = () if step.second < 0 else (phrase(language, "odds.second", fort=MAP.forts[step.second].name),)
    return Explanation(
        "8.6.3",
        phrase(language, "odds.fort", fort=MAP.forts[step.fort].name),
        in_words(abf_modifiers(board, step.fort, guns), language),
        phrase(language, "odds.aff", points=ABF_AFF[line][abf_column(line, total_aff(board, guns))]),
        (
            distribution(
                language,
                "effect",
                (
                    outcome(phrase(language, f"odds.fort.{first}.{second}"), chance)
                    for (first, second), chance in chances.items()
                ),
            ),
        ),
        notes,
    )


# -- [11.5] assaults


def _storming(board: NachParisBoard, step: AssaultGuns, answer: Answer) -> Bits | None:
    """[11.5.1] The guns of an assault, if they are enough and the stormers stand before the fort."""
    guns = step.guns | (1 << _named(answer)[1] if isinstance(answer, tuple) else 0)
    before = MAP.grid.adjacent(board.where[step.unit], MAP.forts[step.fort].hex)
    return guns if before and enough(board, step.fort, guns, step.unit) else None


def _assault(board: NachParisBoard, step: AssaultGuns, answer: Answer, language: str) -> Explanation | None:
    if (guns := _storming(board, step, answer)) is None:
        return None
    fort, unit = step.fort, step.unit
    factor, shift, modifiers = assault_sum(board, fort, guns, unit)
    line = fort_data.CLASS[fort]
    return Explanation(
        "11.5.1",
        phrase(language, "odds.assault", unit=NAMES[unit], fort=MAP.forts[fort].name),
        in_words(modifiers, language),
        phrase(language, "odds.aff", points=ABF_AFF[line][abf_column(line, factor, shift)]),
        (
            distribution(
                language,
                "assault",
                (
                    outcome(phrase(language, f"odds.assault.{lost}.{paid}"), chance)
                    for (lost, paid), chance in assault_odds(board, fort, guns, unit).items()
                ),
            ),
        ),
        (phrase(language, "odds.stormers_now"),),
    )


# -- [9] combats


def all_in(board: NachParisBoard, nation: Nation, hex: Hex) -> Battle:
    """[9.1.5] The attack with everybody who can go in, in the order in which they are offered."""
    step = Muster(nation, Battle(hex))
    while (more := step.first_to_join(board)) is not None:
        step = Muster(nation, step.joined(*more))
    return step.battle


def _combat(board: NachParisBoard, battle: Battle, language: str) -> Explanation | None:
    if not battle.full:
        return None
    odds = combat_odds(board, battle)
    title = phrase(language, "odds.combat", hex=label(battle.hex))
    if odds.taken:
        taken = Outcome(phrase(language, "odds.guns_taken"), 1, 1)
        found = (distribution(language, "result", [taken]),)
        return Explanation("9.1.10", title, distributions=found, hope=_hope(Fraction(1), language))
    factors = phrase(language, "odds.factors", attack=odds.attack, defence=f"{float(odds.defence):g}")
    return Explanation(
        "9.3.2",
        title,
        in_words(odds.modifiers, language),
        " ".join(odds.columns),
        _ends(board, odds, language),
        (phrase(language, "odds.stands"),),
        factors=factors,
        base=ODDS[crt_column(odds.attack, odds.defence)],
        hope=_hope(odds.beaten(1 - board.side), language),
    )


def _hope(chance: Fraction, language: str) -> Outcome:
    """[9.3.2] What an attacker hopes for: the defender is beaten."""
    return outcome(phrase(language, "odds.hope"), chance)


def _ends(board: NachParisBoard, odds: CombatOdds, language: str) -> tuple[Distribution, ...]:
    """How the combat ends, the most likely first; then who is beaten."""
    found = []
    for end, chance in sorted(odds.ends.items(), key=lambda each: (-each[1], each[0].attacker, each[0].defender)):
        beaten = (
            ("losses" if end.defender else "none")
            if end.beaten < 0
            else "attacker"
            if end.beaten == board.side
            else "defender"
        )
        text = phrase(
            language,
            f"odds.end.{beaten}",
            attacker=_steps(end.attacker, language),
            defender=_steps(end.defender, language),
        )
        found.append(outcome(text, chance, end.defender))
    in_all = []
    for side in (1 - board.side, board.side):
        who = phrase(language, f"word.{SIDES[side]}")
        in_all.append(outcome(phrase(language, "odds.beaten", side=who), odds.beaten(side)))
    in_all.append(outcome(phrase(language, "odds.unbeaten"), odds.beaten(-1)))
    return distribution(language, "result", found), distribution(language, "beaten", in_all)
