"""[9.4] Every modifier of a combat's die by name, and the attacker's points [9.1.8].

Plus is good for the defender, minus for the attacker [9.4.1]; units that lend their guns only bring none.
"""

from __future__ import annotations

from typing import Final

from marne.engine import Modifier, total
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Cover, Terrain
from marne.games.nach_paris.components.tables import COMBAT_MODIFIER, COMBAT_STEPS, V, combat_side, modifier
from marne.games.nach_paris.components.units import (
    AUTONOMOUS,
    CAVALRY,
    CORPS,
    CORPS_UNITS,
    ENGINEERS,
    EYE_CATCHING,
    HEADQUARTERS,
    INFANTRY,
    LIGHT,
    MOUNTAIN,
    SPLIT_ROWS,
    Unit,
)
from marne.games.nach_paris.components.units import BY_ID as UNIT
from marne.games.nach_paris.rules.combat.battle import Battle, origins
from marne.games.nach_paris.rules.forts.camps import all_round
from marne.games.nach_paris.rules.forts.fort_fire import supporting_forts
from marne.games.nach_paris.rules.forts.forts import fort_arf
from marne.games.nach_paris.rules.retreat.ways import can_cross, kinds
from marne.games.nach_paris.rules.units.zones import FLANK, REAR, aspect
from marne.hexes import Bits, bits, members

__all__ = ["attack", "combat_modifiers", "ground", "step_limit", "torn"]

_CLOSE: Final = (Terrain.ROUGH, Terrain.MOUNTAINOUS)
_LIGHT: Final = {V.combat.light_high: "combat.light.nine", V.combat.light_low: "combat.light.six"}
"""[9.4.5] By the limit of steps at which light troops help."""


def attack(board: NachParisBoard, battle: Battle) -> int:
    """[9.1.8] Full factors, lent guns, the artillery that joins, and forts that support their own [11.3.8]."""
    whole = sum(board.cbf(unit) for unit in members(battle.full | battle.guns))
    lent = sum(board.arf(unit) for unit in members(battle.part))
    forts = members(supporting_forts(board, battle.attackers, battle.hex))
    return whole + lent + sum(fort_arf(board, fort) for fort in forts)


def step_limit(target: Hex, source: Hex) -> int:
    """[9.4.4] The steps that may attack out of one hex."""
    return COMBAT_STEPS[MAP.terrain[target], MAP.terrain[source]]


def combat_modifiers(board: NachParisBoard, battle: Battle) -> tuple[Modifier, ...]:
    """[9.4.1] All of them, in the order of the rules."""
    sources = origins(board, battle)
    return (
        *_worst_ground(board, battle, sources),
        *_horse(board, battle),
        *_uniforms(battle),
        *_aspects(board, battle, sources),
        *_hexes(sources),
        *_corps(board, battle),
        *_reservists(board, battle),
        *_command(board, battle),
        *_rain(board),
        *_doctrine(board, battle),
    )


# -- [9.4.2]-[9.4.5] ground


def ground(board: NachParisBoard, battle: Battle, source: Hex) -> tuple[Modifier, ...]:
    """Terrain, hexside and light troops of one of the hexes attacked from."""
    here, target = battle.full & board.at[source], battle.hex
    return *_terrains(source, target), *_hexside(board, here, source, target), *_light_troops(here, source, target)


def _terrains(source: Hex, target: Hex) -> tuple[Modifier, ...]:
    """[9.4.4] The two terrains."""
    amount = COMBAT_MODIFIER[MAP.terrain[target], MAP.terrain[source]]
    return (Modifier("9.4.4", "combat.terrain", amount),) if amount else ()


def _hexside(board: NachParisBoard, here: Bits, source: Hex, target: Hex) -> tuple[Modifier, ...]:
    """[9.4.3] Woods, crests and waters between them."""
    crossed = all(_crosses(board, unit, source, target) for unit in members(here))
    amount = combat_side(kinds(board, source, target), crossed)
    return (Modifier("9.4.3", "combat.hexside", amount),) if amount else ()


def _light_troops(here: Bits, source: Hex, target: Hex) -> tuple[Modifier, ...]:
    """[9.4.5] Light troops in close country."""
    limit = step_limit(target, source)
    return (modifier(_LIGHT[limit]),) if here & (LIGHT | MOUNTAIN) and limit in _LIGHT else ()


def _crosses(board: NachParisBoard, unit: Unit, source: Hex, target: Hex) -> bool:
    """[9.4.3] Woods and crests are worse for who cannot cross them; waters are the same for all."""
    if MAP.cover[MAP.grid.side(source, target)] == Cover.NONE:
        return True
    return can_cross(board, unit, source, target)


def _worst_ground(board: NachParisBoard, battle: Battle, sources: tuple[Hex, ...]) -> tuple[Modifier, ...]:
    """[9.4.2] Only the hex that is worst for the attacker counts."""
    return max((ground(board, battle, source) for source in sources), key=total, default=())


# -- [9.4.6]-[9.4.10] who, and from where


def _horse(board: NachParisBoard, battle: Battle) -> list[Modifier]:
    """[9.4.6] Horse in close country: who attacks by its own hex, who defends by the attacked one."""
    found = []
    if any(MAP.terrain[board.where[unit]] in _CLOSE for unit in members(battle.full & CAVALRY)):
        found.append(modifier("combat.cavalry.attacking"))
    if battle.defenders & CAVALRY and MAP.terrain[battle.hex] in _CLOSE:
        found.append(modifier("combat.cavalry.defending"))
    return found


def _uniforms(battle: Battle) -> list[Modifier]:
    """[9.4.7] Bright uniforms of the attacker, once."""
    return [modifier("combat.uniforms")] if battle.full & EYE_CATCHING else []


def _aspects(board: NachParisBoard, battle: Battle, sources: tuple[Hex, ...]) -> list[Modifier]:
    """Where the attack strikes who can cover the hex: headquarters and engineers cover nobody (departs: 9.1.14)."""
    return _flank_and_rear(board, battle.defenders & ~(HEADQUARTERS | ENGINEERS), battle.hex, sources)


def _flank_and_rear(board: NachParisBoard, covering: Bits, hex: Hex, sources: tuple[Hex, ...]) -> list[Modifier]:
    """[9.4.8], [9.4.9], [12.2.5] Each once, and both where both are attacked (departs: 9.4.8, 9.4.9).

    departs: 6.3.1, 12.2.5, a unit on a train has flanks only, and a friend who faces the attacker covers it.
    """
    afoot = covering & ~bits(board.trains)
    if all_round(board, hex) and (afoot or not covering):
        return []
    seen = {aspect(board, covering, source) for source in sources}
    flanked = any(aspect(board, afoot, source) == FLANK for source in sources)
    names = {FLANK: "combat.flank" if flanked else "combat.entrained", REAR: "combat.rear"}
    return [modifier(name) for aspect_of, name in names.items() if aspect_of in seen]


def _hexes(sources: tuple[Hex, ...]) -> list[Modifier]:
    """[9.4.10]"""
    return [modifier(f"combat.hexes.{len(sources)}")] if len(sources) > 1 else []


# -- [9.4.11] corps

_SISTERS: Final[dict[Unit, Bits]] = {}
"""Versions and halves of the same division, which are not its partner."""
for _row in SPLIT_ROWS:
    _family = bits(UNIT[name] for name in (*_row.wholes, *_row.parts))
    if len(_row.wholes) == 1:
        for _unit in members(_family):
            _SISTERS[_unit] = _SISTERS.get(_unit, 0) | _family


def torn(board: NachParisBoard, unit: Unit) -> bool:
    """[9.4.11] A division whose partner is missing, or has two hexes or more between them."""
    if CORPS[unit] < 0 or AUTONOMOUS >> unit & 1 or not INFANTRY >> unit & 1:
        return False
    others = CORPS_UNITS[CORPS[unit]] & INFANTRY & ~_SISTERS.get(unit, 0) & ~(1 << unit)
    return not any(
        MAP.grid.distance(board.where[unit], board.where[other]) <= V.combat.corps_apart
        for other in board.on_map(others)
    )


def _corps(board: NachParisBoard, battle: Battle) -> list[Modifier]:
    """departs: 9.4.11, five in all, however many divisions are torn from theirs."""
    return [modifier("combat.corps")] if any(torn(board, unit) for unit in members(battle.full)) else []


def _reservists(board: NachParisBoard, battle: Battle) -> list[Modifier]:
    """[9.4.12] Each failed test."""
    failures = (board.hesitant & battle.full).bit_count()
    return [modifier("combat.reserve", failures)] if failures else []


# -- [13.3], [15.1.2], [21.2.1]


def _command(board: NachParisBoard, battle: Battle) -> list[Modifier]:
    """[13.3.1], [13.3.2] Once for a side, however many units are concerned."""
    attackers, found = battle.full | battle.guns, []
    for units, name in ((board.limited, "limited"), (board.cut_off, "cut_off")):
        if units & attackers:
            found.append(modifier(f"combat.{name}.attacking"))
        if units & battle.defenders:
            found.append(modifier(f"combat.{name}.defending"))
    return found


def _rain(board: NachParisBoard) -> list[Modifier]:
    """[15.1.2]"""
    return [modifier("combat.rain")] if board.rain else []


def _doctrine(board: NachParisBoard, battle: Battle) -> list[Modifier]:
    """[21.2.1] For each indoctrinated unit."""
    found = []
    for units, how in ((battle.full, "attacking"), (battle.defenders, "defending")):
        if count := (board.indoctrinated & units).bit_count():
            found.append(modifier(f"combat.doctrine.{how}", count))
    return found
