"""The odds of an answer in words: barrages [8], assaults [11.5], combats [9], fieldworks [10] and demolitions
[16], as far as the seat can know them."""

from __future__ import annotations

from dataclasses import replace

from marne.engine import Answer, Explanation, Position
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import NATIONS, Nation
from marne.games.nach_paris.odds.fights import fight
from marne.games.nach_paris.odds.next_die import next_die
from marne.games.nach_paris.odds.shelling import aimed, at_forts, at_units, firing, struck, with_all
from marne.games.nach_paris.odds.storms import storm, storming
from marne.games.nach_paris.odds.works import blowing, dig, digging
from marne.games.nach_paris.rules.barrage.at_forts import AimAtForts
from marne.games.nach_paris.rules.barrage.at_units import AimAtUnits, ChooseTargets
from marne.games.nach_paris.rules.barrage.phase import PreparatoryBarrages
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.declaring import ChooseCombat, Muster
from marne.games.nach_paris.rules.combat.prepare import ChooseNation
from marne.games.nach_paris.rules.engineers.garrisons import ChooseCharge
from marne.games.nach_paris.rules.forts.assault import AssaultGuns
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.rules.works.fieldworks import BuildFieldworks, ChooseDiggers
from marne.games.nach_paris.steps import label

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
            return at_units(board, aimed(board, step.answered(board, _word(answer))), language)
        case ChooseTargets():
            return at_units(board, struck(board, step, answer), language)
        case AimAtForts():
            return at_forts(board, firing(board, step, answer), language)
        case AssaultGuns():
            guns = storming(board, step, answer)
            return None if guns is None else storm(board, step.fort, guns, step.unit, language)
        case ChooseCombat() if isinstance(answer, tuple) and isinstance(answer[1], int):
            return fight(board, all_in(board, step.nation, answer[1]), language)
        case Muster() if _complete(board, step, answer):
            return fight(board, _mustered(step, answer), language)
        case ChooseNation() if isinstance(answer, str):
            return fight(board, replace(step.battle, whole=NATIONS.index(answer)), language)
        case PreparatoryBarrages() if isinstance(answer, tuple) and answer[0] == "shell":
            return at_units(board, with_all(board, step, _named(answer)[1]), language)
        case BuildFieldworks() | ChooseDiggers():
            return digging(board, step, answer, language)
        case ChooseCharge() | Walk() if isinstance(answer, tuple) and answer[0] == "blow":
            return blowing(board, step, answer, language)
    return next_die(position, answer, language)


def foretold(position: Position[NachParisBoard], answer: Answer) -> bool:
    """Whether an answer has odds; they are not worked out for that."""
    board, step = position.board, position.step
    match step:
        case ChooseCombat():
            return isinstance(answer, tuple)
        case Muster():
            return _complete(board, step, answer)
        case ChooseNation():
            return isinstance(answer, str)
        case AimAtUnits():
            return aimed(board, step.answered(board, _word(answer))) is not None
        case ChooseTargets():
            return struck(board, step, answer) is not None
        case AimAtForts():
            return firing(board, step, answer) is not None
        case AssaultGuns():
            return storming(board, step, answer) is not None
        case PreparatoryBarrages():
            if not isinstance(answer, tuple) or answer[0] != "shell":
                return False
            return with_all(board, step, _named(answer)[1]) is not None
        case BuildFieldworks() | ChooseDiggers():
            return dig(board, step, answer) is not None
        case ChooseCharge() | Walk():
            return isinstance(answer, tuple) and answer[0] == "blow"
    return False


def _mustered(step: Muster, answer: Answer) -> Battle:
    return step.battle if answer == "fight" else step.joined(*_named(answer))


def _complete(board: NachParisBoard, step: Muster, answer: Answer) -> bool:
    """[9.1.6] Whether somebody goes in fully, or nobody else can: then guns fight alone."""
    battle = _mustered(step, answer)
    return bool(battle.full) or Muster(step.nation, battle).first_to_join(board) is None


def _word(answer: Answer) -> tuple[str, int] | str:
    return answer if isinstance(answer, str) else _named(answer)


def _named(answer: Answer) -> tuple[str, int]:
    assert isinstance(answer, tuple)
    word, thing = answer
    assert isinstance(word, str)
    assert isinstance(thing, int)
    return word, thing


def all_in(board: NachParisBoard, nation: Nation, hex: Hex) -> Battle:
    """[9.1.5] The attack with everybody who can go in, in the order in which they are offered."""
    step = Muster(nation, Battle(hex))
    while (more := step.first_to_join(board)) is not None:
        step = Muster(nation, step.joined(*more))
    return step.battle
