"""[8], [9], [11.5] What a question belongs to: a combat, a barrage or an assault on a fort, and how far it has come."""

from __future__ import annotations

from typing import Any, Final

from marne.engine import Context, Position, Stage, Step
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import IDS
from marne.games.nach_paris.rules.barrage.at_forts import AimAtForts, FireAtForts, OrderForts
from marne.games.nach_paris.rules.barrage.at_units import AimAtUnits, ChooseTargets, FireAtUnits, candidates
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.forts.assault import AssaultGuns, ChooseStormer
from marne.games.nach_paris.rules.forts.forts import fort_name
from marne.games.nach_paris.rules.forts.storm import CarryOn, EnterFort, StormersTest, StormFort
from marne.games.nach_paris.rules.movement.arrivals import ArrivalFacing, Arrivals
from marne.games.nach_paris.rules.retreat.advance import Advance, TurnUnits
from marne.games.nach_paris.steps import label
from marne.hexes import Bits, members

__all__ = ["STAGES", "context"]

STAGES: Final[dict[str, Stage]] = {
    "ChooseCombat": "target", "Muster": "attackers", "Withdraw": "defence", "WithdrawTo": "defence",
    "ChooseNation": "defence", "OccupyOldWalls": "defence", "RollCombat": "dice", "CabTest": "dice",
    "Retreat": "retreat", "Advance": "advance",
    "PreparatoryBarrages": "target", "AimAtUnits": "attackers", "ChooseTargets": "losses", "FireAtUnits": "dice",
    "OrderForts": "defence", "AimAtForts": "attackers", "FireAtForts": "dice", "FortTest": "dice",
    "DeclareAssaults": "target", "ChooseStormer": "attackers", "AssaultGuns": "attackers", "StormFort": "dice",
    "CarryOn": "advance", "EnterFort": "advance",
}  # fmt: skip
"""[8], [9], [11.5] How far a combat, a barrage or an assault has come with each question."""

_STORMING: Final = frozenset(("CabTest", "FortTest", "StormFort", "CarryOn", "EnterFort"))
"""[11.5.1] Questions of an assault that is carried out."""


def context(position: Position[NachParisBoard], kind: str, piece: str, seat: int | None, mine: bool) -> Context | None:
    """[9.1.8] The fight that a question belongs to, as far as the reader sees it; to the seat that is asked also which
    is to be begun, and [7.7.1] units that come on the map.

    A question such as the facing of who has retreated is part of what still waits behind it.
    """
    board, step = position.board, position.step
    stage = STAGES.get(kind, "")
    if stage == "target":
        return Context("battle", stage=stage) if mine else None
    if isinstance(step, Arrivals | ArrivalFacing):
        return Context("arrival", pieces=(piece,) if piece else ()) if mine else None
    if seat == board.side and (found := _aimed(board, step, stage)):
        return found
    for waiting in position.agenda:
        stage = stage or STAGES.get(type(waiting).__name__, "")
        if found := _combat(waiting, stage) or (_storm(board, waiting, stage) if kind in _STORMING else None):
            return found
    return None


def _aimed(board: NachParisBoard, step: Step[Any] | None, stage: Stage) -> Context | None:
    """[8.2.3], [8.5.4], [11.5.1] What is put together, told to the side that does it: guns so far, and their target."""
    match step:
        case AimAtUnits(hex=hex, guns=guns):
            return _at_units(board, hex, guns, candidates(board, hex)[0], stage)
        case ChooseTargets(hex=hex, guns=guns, chosen=chosen):
            return _at_units(board, hex, guns, chosen, stage)
        case FireAtUnits(hex=hex, guns=guns, targets=targets):
            return _at_units(board, hex, guns, targets, stage)
        case OrderForts(hex=hex):
            return Context("battle", label(hex), stage=stage)
        case AimAtForts(fort=fort, guns=guns) | FireAtForts(fort=fort, guns=guns):
            return _at_fort(fort, _ids(guns), stage)
        case ChooseStormer(fort=fort):
            return _at_fort(fort, (), stage)
        case AssaultGuns(fort=fort, unit=unit, guns=guns):
            return _at_fort(fort, (IDS[unit], *_ids(guns)), stage)
    return None


def _at_units(board: NachParisBoard, hex: int, guns: Bits, targets: Bits, stage: Stage) -> Context:
    """[19.3.2] Whoever is hidden is not named."""
    return Context("battle", label(hex), _ids(guns), _ids(targets & ~board.fogged), stage)


def _at_fort(fort: int, units: tuple[str, ...], stage: Stage) -> Context:
    return Context("battle", label(MAP.forts[fort].hex), units, stage=stage, where=fort_name(fort))


def _combat(step: Step[Any], stage: Stage) -> Context | None:
    """[9.1.8] A combat, and who advances after it."""
    if isinstance(battle := getattr(step, "battle", None), Battle):
        return Context("battle", label(battle.hex), _ids(battle.attackers), _ids(battle.defenders), stage or "retreat")
    if isinstance(step, Advance):  # 9.6.5: the combat itself is over
        entered = members(step.hexes)
        return Context("battle", label(entered[0]) if entered else "", _ids(step.units), stage="advance")
    if isinstance(step, TurnUnits):  # who turns does not advance
        return Context("battle", "", _ids(step.units))
    return None


def _storm(board: NachParisBoard, step: Step[Any], stage: Stage) -> Context | None:
    """[11.5.1] An assault that is carried out: everybody knows who storms what since it was declared."""
    match step:
        case StormFort(fort=fort, unit=unit, guns=guns):
            return _at_fort(fort, (IDS[unit], *_ids(guns)), stage)
        case CarryOn(fort=fort, unit=unit) | StormersTest(fort=fort, unit=unit):
            return _at_fort(fort, (IDS[unit],), stage)
        case EnterFort(unit=unit, hex=hex):
            return Context("battle", label(hex), (IDS[unit],), stage=stage)
    return None


def _ids(units: Bits) -> tuple[str, ...]:
    return tuple(IDS[unit] for unit in members(units))
