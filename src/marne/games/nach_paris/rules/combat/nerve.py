"""[9.5] The nerves of units in combat: what the enemy's guns and pioneers take from every CAB."""

from __future__ import annotations

from marne.engine import Modifier
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.tables import Result, V, modifier
from marne.games.nach_paris.components.units import HEAVY, PIONEERS, RED, SIEGE
from marne.games.nach_paris.rules.barrage.firing import spend_ammo
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.works.old_walls import in_old_walls
from marne.hexes import Bits, members

__all__ = ["of_result", "on_attackers", "on_defenders", "shelled_by_siege_guns", "spend_shells"]


def of_result(result: Result) -> Modifier:
    """[9.3.2] What the combat result adds to the CAB."""
    return Modifier("9.3.2", "combat.result", result.cab)


def _guns(board: NachParisBoard, units: Bits) -> list[Modifier]:
    """[9.5.1], [9.5.2] Howitzers, pioneers and heavy guns of a side: each kind once."""
    found = []
    if units & RED:
        found.append(modifier("cab.red"))
    if units & PIONEERS:
        found.append(modifier("cab.pioneers"))
    heavy = sum(board.arf(unit) for unit in members(units & HEAVY))
    if heavy >= V.combat.heavy_high:
        found.append(modifier("cab.heavy.12"))
    elif heavy >= V.combat.heavy_low:
        found.append(modifier("cab.heavy.5"))
    return found


def on_attackers(board: NachParisBoard, battle: Battle) -> tuple[Modifier, ...]:
    """What the defender takes from the attackers."""
    return tuple(_guns(board, battle.defenders))


def on_defenders(board: NachParisBoard, battle: Battle) -> tuple[Modifier, ...]:
    """What the attacker takes from the defenders; units that lend their guns bring no modifier [9.4.1]."""
    found = _guns(board, battle.full | battle.guns)
    if shelled_by_siege_guns(board, battle):
        found.append(modifier("cab.siege"))
    return tuple(found)


def shelled_by_siege_guns(board: NachParisBoard, battle: Battle) -> bool:
    """[9.5.3] Siege guns against troops in entrenchments or old fortifications."""
    if not battle.guns & SIEGE:
        return False
    walls = any(in_old_walls(board, unit) for unit in board.on_map(battle.defenders))
    return walls or bool(battle.regular | battle.strengthened)


def spend_shells(board: NachParisBoard, battle: Battle) -> None:
    """[9.5.3], [8.8.2] The marker goes down one if siege guns shelled somebody behind works."""
    if shelled_by_siege_guns(board, battle):
        spend_ammo(board, battle.guns)
