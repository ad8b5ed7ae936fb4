"""C16, C17, C18, C19, C20, C21: fire: targets, dice, what they need, what a hit does. See also `shooting.py`."""

from __future__ import annotations

from typing import Any

from marne.engine import Modifier, total
from marne.games.brigade1914.board import OFF_TABLE, WAGON, Battlefield
from marne.games.brigade1914.components.data import FIRE, HITS, MEASURES
from marne.games.brigade1914.components.forces import BATTERY, INFANTRY
from marne.games.brigade1914.rules.measures.sight import (
    from_behind,
    garrison,
    in_cover,
    in_front,
    open_between,
    sees,
    smoke_on,
)
from marne.games.brigade1914.rules.measures.troops import (
    distance2,
    enemies,
    firing_bases,
    foes,
    friends,
    is_cuirassier,
    is_foot,
    is_mounted,
    present,
    shape,
    while_still,
    within,
)
from marne.plane import Group, Point, group, group_distance2, near

__all__ = [
    "BARRAGE", "CHARGE", "COUNTER", "DIRECT", "GUNS", "INDIRECT", "MOVED", "REACT", "STANDING", "can_see_to_fire",
    "casualty_modifiers", "casualty_need", "close_by", "covered", "dice", "friend_in_danger", "gun_dice",
    "gun_range", "gun_targets", "guns_ready", "in_reach", "is_close", "marker_targets", "may_turn", "method",
    "modifiers", "need", "observed", "reach", "rifle_range", "targets",
]  # fmt: skip

DIRECT, INDIRECT, COUNTER = "direct", "indirect", "counter-battery"
STANDING, MOVED, REACT, CHARGE, GUNS, BARRAGE = "fire", "moved", "react", "charge", "guns", "barrage"
"""How a unit fires: standing, with a move, as a reaction, in a charge, with its machine guns alone; corps artillery."""


def rifle_range(board: Battlefield, unit: int, how: str) -> int:
    """C16, C26: how far rifles and carbines reach."""
    if how == CHARGE:
        return FIRE.charge_range
    if how == MOVED:
        return FIRE.range_move_and_fire
    if is_mounted(board, unit) or is_cuirassier(board, unit):
        return FIRE.range_mounted
    return FIRE.range_rifle


def guns_ready(board: Battlefield, unit: int, how: str) -> int:
    """A5, A6, C17, C20, C21, C25: machine guns that may fire: not after a move, nor in a turn with an assault move."""
    if not board.mgs[unit] or board.jammed[unit] or board.assaulted[unit] or how == CHARGE:
        return 0
    if how == MOVED and board.nation(board.side[unit]) != "belgian":
        return 0
    return firing_bases(board, unit)[1]


def gun_range(board: Battlefield, how: str) -> int:
    """C16, C25: how far machine guns reach; Belgian dog carts 12 inches after a move."""
    return FIRE.range_dog_cart if how == MOVED else FIRE.range_machine_gun


def reach(board: Battlefield, unit: int, how: str) -> int:
    """C16: how far a unit's fire reaches, of rifles or of machine guns that may fire."""
    most = rifle_range(board, unit, how)
    return max(most, gun_range(board, how)) if guns_ready(board, unit, how) else most


def observed(board: Battlefield, side: int, target: int) -> bool:
    """A9, C12, C20: whether a friend, the general or a recon marker within 24 inches of a target sees it."""
    points = (board.gx[side], board.gy[side]), *(point for point in board.marker[side] if point[0] >= 0)
    return _observed(board, side, target, points, board.smoke[target])


@while_still
def _observed(board: Battlefield, side: int, target: int, points: tuple[Point, ...], _smoke: int) -> bool:
    """C20: the same, by all that it hangs on."""
    theirs = shape(board, target)
    for unit in friends(board, side):
        if within(board, unit, target, FIRE.observer_range) and sees(board, unit, target):
            return True
    for x, y in points:
        spot = group(((x, y, 0),), ((MEASURES.base_width, MEASURES.company_depth),))
        gap2 = group_distance2(spot, theirs)
        if gap2 > FIRE.observer_range**2 or smoke_on(board, target, gap2) == 2:
            continue
        if open_between(board, spot, theirs, (target,)):
            return True
    return False


@while_still
def friend_in_danger(board: Battlefield, side: int, target: int) -> bool:
    """C20: no indirect fire within 4 inches of friends."""
    return any(within(board, unit, target, FIRE.danger_close) for unit in friends(board, side))


def can_see_to_fire(board: Battlefield, unit: int) -> bool:
    """C20: guns on the table that are not heavy may fire directly."""
    return board.status[unit] != OFF_TABLE and board.spec[unit].arm != "heavy"


def method(board: Battlefield, unit: int, target: int) -> str:
    """C20: how a battery can fire at a target: directly, indirectly, at guns that have fired, or not at all."""
    side = board.side[unit]
    if board.status[target] != OFF_TABLE:
        if can_see_to_fire(board, unit) and sees(board, unit, target):
            return DIRECT
        if observed(board, side, target) and not friend_in_danger(board, side, target):
            return INDIRECT
    if board.spec[target].kind == BATTERY and board.fired[target]:
        return COUNTER
    return ""


def targets(board: Battlefield, unit: int, how: str) -> list[int]:
    """C16, C20, C21: what a unit may fire at, in order."""
    hangs: list[Any] = [board.jammed[unit], board.assaulted[unit], *board.smoke]
    if board.spec[unit].kind == BATTERY:
        side = board.side[unit]
        hangs += [board.gx[side], board.gy[side], board.marker[side], *board.fired]
    return _targets(board, unit, how, *hangs)


@while_still
def _targets(board: Battlefield, unit: int, how: str, *_: Any) -> list[int]:
    """C16, C20, C21: the same, by all that it hangs on."""
    side = board.side[unit]
    if board.spec[unit].kind == BATTERY:
        if board.jammed[unit] or how in (MOVED, CHARGE):
            return []
        touched = close_by(board, unit)
        if touched:
            return [enemy for enemy in touched if method(board, unit, enemy)]
        found = [enemy for enemy in enemies(board, side) if method(board, unit, enemy)]
        return found + [
            enemy
            for enemy, owner in enumerate(board.side)
            if owner != side and board.status[enemy] == OFF_TABLE and method(board, unit, enemy)
        ]
    if board.spec[unit].kind == WAGON or not present(board, unit):
        return []
    seen, mine = in_reach(board, unit, how), shape(board, unit)
    if how != CHARGE and (first := [enemy for enemy in seen if near(mine, shape(board, enemy), FIRE.must_shoot)]):
        # C16: the nearest within 12 inches comes first; machine guns choose freely, as `gun_targets` has it.
        gaps = {enemy: group_distance2(mine, shape(board, enemy)) for enemy in first}
        return [enemy for enemy in first if gaps[enemy] == min(gaps.values())]
    return seen


def in_reach(board: Battlefield, unit: int, how: str) -> list[int]:
    """C16: enemies in sight and range of a unit's rifles or machine guns, in order."""
    most, mine = reach(board, unit, how), shape(board, unit)
    return [
        enemy
        for enemy, theirs in foes(board, board.side[unit])
        if near(mine, theirs, most) and (how != REACT or may_turn(board, unit, enemy)) and sees(board, unit, enemy)
    ]


def gun_targets(board: Battlefield, unit: int, how: str) -> list[int]:
    """C16, C20, C21: what the machine guns of a unit may fire at, apart from its rifles."""
    if not guns_ready(board, unit, how):
        return []
    most = gun_range(board, how)
    return [
        enemy
        for enemy in close_by(board, unit) or enemies(board, board.side[unit])
        if within(board, unit, enemy, most)
        and (how != REACT or may_turn(board, unit, enemy))
        and sees(board, unit, enemy)
    ]


def marker_targets(board: Battlefield, unit: int, how: str) -> list[int]:
    """C13, C21: enemy recon markers that a unit may fire at."""
    if not present(board, unit) or how == CHARGE or board.spec[unit].kind == WAGON or close_by(board, unit):
        return []
    rifles, most = board.spec[unit].kind != BATTERY, rifle_range(board, unit, how)
    mine = shape(board, unit)
    mx, my = mine.middle
    found = []
    for i, (x, y) in enumerate(board.marker[1 - board.side[unit]]):
        if x >= 0 and not (rifles and (x - mx) ** 2 + (y - my) ** 2 > most**2):
            spot = group(((x, y, 0),), ((MEASURES.base_width, MEASURES.horse_depth),))
            if open_between(board, mine, spot, (unit,)):
                found.append(i)
    return found


def may_turn(board: Battlefield, unit: int, target: int, theirs: Group | None = None) -> bool:
    """C19: a reacting unit turns first, if the enemy is in its front 180 degrees; a garrison fires all round."""
    return in_front(board, unit, theirs or shape(board, target), 90) or garrison(board, unit)


@while_still
def close_by(board: Battlefield, unit: int) -> list[int]:
    """C21: enemies within 2 inches: a unit that has any fires at nobody else."""
    if not present(board, unit):
        return []
    mine = shape(board, unit)
    return [enemy for enemy, theirs in foes(board, board.side[unit]) if near(mine, theirs, FIRE.close_combat)]


def is_close(board: Battlefield, unit: int, target: int) -> bool:
    """C21: close combat is fire within 2 inches."""
    return present(board, unit) and present(board, target) and within(board, unit, target, FIRE.close_combat)


def dice(board: Battlefield, unit: int, target: int, how: str) -> int:
    """A12, C17, C21: dice of rifles, carbines or guns; machine guns come on top."""
    spec = board.spec[unit]
    if how == GUNS:
        return 0
    if spec.kind == BATTERY:
        return board.bases[unit]
    gap = distance2(board, unit, target)
    if gap > rifle_range(board, unit, how) ** 2:
        return 0
    companies = firing_bases(board, unit)[0]
    if how == CHARGE:
        return 1 if covered(board, unit, target) else board.bases[unit]
    british = board.nation(board.side[unit]) == "british" and companies >= 2
    if spec.kind == INFANTRY or british:
        by_bases = FIRE.dice.infantry
        found = by_bases[min(companies, len(by_bases)) - 1]
        found += FIRE.close_dice if gap <= FIRE.close_range**2 else 0
        if board.minute[unit] and how in (STANDING, REACT) and spec.kind == INFANTRY:
            found += FIRE.minute_dice
        return found
    return FIRE.dice.cavalry[min(companies, len(FIRE.dice.cavalry)) - 1]


def gun_dice(board: Battlefield, unit: int, target: int, how: str) -> int:
    """C17: one for each machine gun in range."""
    ready = guns_ready(board, unit, how)
    if not ready or distance2(board, unit, target) > gun_range(board, how) ** 2:
        return 0
    return ready


def covered(board: Battlefield, unit: int, target: int) -> bool:
    """C18, C19: whether the target is in cover against this fire; gun shields count in front beyond 12 inches."""
    if not present(board, target):
        return False
    body = shape(board, unit) if present(board, unit) else None
    if in_cover(board, target, body):
        return True
    if body is None or board.spec[target].kind != BATTERY or board.spec[unit].kind == BATTERY:
        return False
    return distance2(board, unit, target) > FIRE.shield_range**2 and not from_behind(board, target, body)


def modifiers(board: Battlefield, unit: int, target: int, how: str, guns: bool, switched: bool) -> list[Modifier]:
    """A9, C4, C18, C20, C21, C25: all that is added to a die to hit; `guns` is for the dice of machine guns."""
    found: list[Modifier] = []
    hit = FIRE.modifiers

    def add(rule: str, text: str, amount: int) -> None:
        found.append(Modifier(rule, text, amount))

    nation = board.nation(board.side[unit])
    battery = board.spec[unit].kind == BATTERY
    here, there = present(board, unit), present(board, target)
    gap = distance2(board, unit, target) if here and there else (10**5) ** 2
    close = gap <= FIRE.close_combat**2
    cover = covered(board, unit, target)
    if close and not (how == CHARGE and cover):
        add("C18", "close combat", hit.close_combat)
    if close and nation == "french" and board.assaulted[unit] and is_foot(board, unit):
        add("C25", "elan", hit.elan)
    far = FIRE.far_machine_gun if guns else FIRE.far_rifle
    if not battery and gap > far * far:
        dressed = board.nation(board.side[target]) == "french" and is_foot(board, target)
        if not (dressed and not cover and gap <= FIRE.conspicuous**2):
            add("C18", "long range", hit.long_range)
    if how == MOVED:
        add("C18", "moved and fired", hit.moved_and_fired)
    tired = board.markers[unit] // FIRE.markers_per_penalty
    if tired:
        add("C18", "morale markers", hit.morale_markers * tired)
    if cover:
        add("C18", "target in cover", hit.target_in_cover)
    if there and smoke_on(board, target, gap):
        add("A9", "smoke", hit.smoke)
    if is_mounted(board, target):
        add("C18", "mounted target", hit.mounted_target_machine_gun if guns else hit.mounted_target)
    elif board.spec[target].kind == BATTERY and board.moved[target]:
        add("C18", "moving artillery", hit.moving_artillery_machine_gun if guns else hit.moving_artillery)
    if here and there and from_behind(board, target, shape(board, unit)) and board.spec[target].kind != WAGON:
        add("C18", "from behind", hit.from_behind)
    if battery:
        way = method(board, unit, target)
        if way in (INDIRECT, COUNTER) and not board.report[unit]:
            add("C20", way, hit.indirect if way == INDIRECT else hit.counter_battery)
        elif way == DIRECT and gap <= FIRE.case_shot_range**2 and not cover:
            add("C20", "case shot", hit.case_shot)
    if switched:
        add("C4", "switched to the reactor", hit.switched)
    return found


def need(mods: list[Modifier]) -> int:
    """C18: the die of ten that hits; a natural 1 misses and a natural 10 hits."""
    return min(max(FIRE.to_hit - total(mods), 2), 10)


def casualty_modifiers(board: Battlefield, unit: int, target: int, how: str) -> list[Modifier]:
    """C19, C20, C26: what is added to a casualty die."""
    found = []
    if is_mounted(board, target):
        found.append(Modifier("C19", "mounted target", HITS.modifiers.mounted_target))
    if is_close(board, unit, target):
        found.append(Modifier("C19", "close combat", HITS.modifiers.close_combat))
    if board.spec[unit].arm == "heavy" or how == BARRAGE:
        found.append(Modifier("C19", "heavy guns", HITS.modifiers.heavy_guns))
    if how == CHARGE and is_cuirassier(board, unit):
        found.append(Modifier("C26", "cuirassiers", HITS.modifiers.cuirassiers))
    return found


def casualty_need(board: Battlefield, unit: int, target: int, how: str) -> int:
    """C19, C20: the die of six that kills a base; a natural 1 never does."""
    if board.spec[unit].kind == BATTERY and method(board, unit, target) == COUNTER:
        return HITS.counter_battery_casualty
    plain = HITS.casualty_cover if covered(board, unit, target) else HITS.casualty_open
    return max(plain - total(casualty_modifiers(board, unit, target, how)), 2)
