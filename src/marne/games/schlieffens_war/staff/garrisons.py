"""What must not be lost: which cities the staff guards, and with whom.

The German city that falls ends the game (4.3), the French one that is walked into costs a point (4.6). An attack takes
three steps at most (11.9), so four steps keep a city for a turn whatever comes; beyond that strength is better used
elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import LIMITS
from marne.games.schlieffens_war.components.units import ARMY, DEPOT, FORT, GERMAN, IS_CORPS, KIND, UNITS_OF
from marne.games.schlieffens_war.rules.combat.combat import attack_factor
from marne.games.schlieffens_war.rules.command.stacking import has_room
from marne.games.schlieffens_war.rules.movement.reach import allowance, movable, reach
from marne.games.schlieffens_war.staff.distances import march_costs
from marne.games.schlieffens_war.staff.judgement import hex_value, last_word
from marne.games.schlieffens_war.staff.wheel import WATCH
from marne.hexes import Bits, members
from marne.kit.arithmetic import tally

if TYPE_CHECKING:
    from marne.games.schlieffens_war.staff.plans import Plan

__all__ = ["Threats", "cover", "enemy_reach", "guard", "hold_out", "top_up", "watch"]

_BLOW: Final = 6
"""Enemy factors that could attack a city before more corps come into it."""
_SAFE: Final = 4
"""11.9: steps that no single attack takes."""
_SOME: Final = 2
"""Steps that every city gets before another gets enough to be safe."""
_AT_LAST: Final = 2
"""So many turns before the end a city that is held counts for more than one that might be taken."""
_MOST: Final = 6
"""Corps that a side brings against one stack in a turn; more is rare."""


class Threats:
    """The enemy's next turn, as things stand on the plan's board: whom he can bring where, with so many points of a
    forced march (10.6)."""

    def __init__(self, plan: Plan, forced: int = 0) -> None:
        board = plan.board
        self.corps: list[tuple[int, Bits]] = []
        for unit in UNITS_OF[plan.enemy]:
            hex = board.where[unit]
            if hex >= 0 and IS_CORPS[unit]:
                there = 1 << hex
                if movable(board, unit):
                    there |= reach(board, unit, allowance(board, unit) + forced).destinations
                self.corps.append((attack_factor(board, unit), g.spread(there)))
        self.corps.sort(key=lambda pair: -pair[0])

    def blow(self, hex: int) -> int:
        """The factors that could attack a hex."""
        found = [factor for factor, beside in self.corps if beside >> hex & 1]
        return tally(found[:_MOST])


def enemy_reach(plan: Plan) -> Bits:
    """Where enemy units could walk next turn, forced marches included, as things stand on the plan's board."""
    board = plan.board
    found = 0
    for unit in UNITS_OF[plan.enemy]:
        if board.where[unit] >= 0 and KIND[unit] not in (FORT, DEPOT) and movable(board, unit):
            found |= reach(board, unit, allowance(board, unit) + LIMITS.forced_march).destinations
    return found


def _keep(plan: Plan) -> list[tuple[float, int, int]]:
    """Hexes to guard: urgency, hex, and how many steps. No attack takes more than three (11.9): four are safe."""
    board = plan.board
    mine = board.controlled(plan.side)
    found: list[tuple[float, int, int]] = []
    cities = (g.GERMAN_CITIES | g.PRIZES) & mine if plan.side == GERMAN else (g.PRIZES | g.PARIS) & mine
    open_to = enemy_reach(plan)
    for hex in members(cities):
        near = plan.far[hex]
        great = bool(1 << hex & (g.GERMAN_CITIES | g.PARIS))
        if near > (6 if great else 4) and not open_to >> hex & 1:
            continue
        if plan.side == GERMAN:
            exposed = near <= 1 or bool(open_to >> hex & 1) or (great and (near <= 2 or _near_enough(plan, hex)))
            late = near <= 2 and any(board.turn + 1 >= turn for turn in board.scenario.turns_of.final_effort)  # 11.24
            weak = great and (near <= 3 or not g.HEAVY >> hex & 1)
            steps = exposed * (4 if weak or late or plan.menace(hex, 2) > 5 else 2)
        else:
            strong = tally(1 for threat in plan.threats if g.GRID.distance(hex, threat) <= 2)
            steps = 2 * (min(3, 1 + strong // 2) if great else min(2, 1 + strong // 3))
        steps -= tally(board.steps[unit] for unit in board.stacks[hex] if KIND[unit] == FORT)
        if steps > 0:
            found.append((hex_value(board, plan.side, hex, plan.style) * 2 - near, hex, steps))
    return sorted(found, key=lambda item: (-item[0], item[1]))


def guard(plan: Plan) -> None:
    """Keep or send corps to threatened cities: any that have the steps at home or in the rear, strong ones else."""
    board = plan.board
    for _, hex, steps in _keep(plan):
        there = [unit for unit in board.stacks[hex] if IS_CORPS[unit]]
        staying = [unit for unit in there if unit not in plan.free]
        home = plan.side == GERMAN and (plan.far[hex] > 2 or g.GERMAN_CITIES >> hex & 1)
        sign = 1 if home else -1

        def first(unit: int, sign: int = sign) -> tuple[int, int, int]:
            return -board.steps[unit], sign * plan.strength(unit), unit

        able = sorted((unit for unit in there if unit in plan.free), key=first)
        able += sorted((u for u in _able_to_walk(plan, hex) if u not in there), key=first)
        for unit in able:
            if tally(board.steps[u] for u in staying) >= steps:
                break
            if unit in there or has_room(board, unit, hex):
                staying.append(unit)
                plan.send(unit, hex)


def _able_to_walk(plan: Plan, hex: int) -> list[int]:
    """Free corps that can go to a hex without a forced march and are not needed where they are."""
    return [unit for unit in plan.free if plan.reach[unit] >> hex & 1 and not plan.only(unit)]


def watch(plan: Plan) -> None:
    """The 7th Army keeps the upper Rhine, as long as there are French corps that could cross it."""
    if plan.far[WATCH[0]] > 7:
        return
    corps = sorted((u for u in plan.free if ARMY[u] == "7"), key=lambda u: (-plan.strength(u), u))
    first = WATCH[0]
    relieved = any(plan.began[unit] == first or plan.reach[unit] >> first & 1 for unit in corps[: WATCH.count(first)])
    for unit, post in zip(corps, WATCH, strict=False):
        stays = plan.began[unit] == first and not relieved
        plan.approach(unit, first if stays else post)
        plan.marched.remove(unit)  # hungry or not, it stays


def _near_enough(plan: Plan, hex: int) -> bool:
    """Whether an enemy corps would be in a city next turn if nobody stood in its way."""
    board = plan.board
    costs = march_costs(hex)
    return any(
        costs[board.where[unit]] <= allowance(board, unit)
        for unit in UNITS_OF[plan.enemy]
        if board.where[unit] >= 0 and IS_CORPS[unit]
    )


def top_up(plan: Plan) -> None:
    """11.9: German corps that only marched go into cities that an enemy could attack, until four steps are there."""
    board = plan.board
    threats = Threats(plan)
    danger = {hex: threats.blow(hex) for hex in members((g.PRIZES | g.GERMAN_CITIES) & board.controlled(plan.side))}
    for hex in sorted(danger, key=lambda hex: (-hex_value(board, plan.side, hex, plan.style), -danger[hex], hex)):
        if danger[hex] < _BLOW:
            continue
        costs = march_costs(hex)
        able = [unit for unit in plan.marched if plan.reach[unit] >> hex & 1 and not danger.get(board.where[unit])]
        for unit in sorted(able, key=lambda u: (-board.steps[u], costs[board.where[u]], u)):
            inside = [u for u in board.stacks[hex] if IS_CORPS[u] or KIND[u] == FORT]
            if tally(board.steps[u] for u in inside) >= _SAFE:
                break
            if has_room(board, unit, hex):
                plan.send_instead(unit, hex)


def hold_out(plan: Plan) -> None:
    """4.7: on the last turns corps that nobody sends to attack keep the cities that the enemy can come to, by forced
    marches if need be: two steps in each first, then four."""
    board = plan.board
    if board.turn <= board.scenario.turns - _AT_LAST:
        return
    threats, open_to = Threats(plan, LIMITS.forced_march), enemy_reach(plan)
    home = 0 if board.turn >= board.scenario.turns else g.GERMAN_CITIES
    blows = {hex: threats.blow(hex) for hex in members((g.PRIZES | home) & board.controlled(plan.side))}
    cities = sorted((hex for hex in blows if blows[hex] or open_to >> hex & 1), key=lambda hex: (-blows[hex], hex))
    for steps in (_SOME, _SAFE):
        for hex in cities:
            for unit in _near_first(plan, hex, cities):
                if _kept_by(plan, hex) >= steps:
                    break
                if board.where[unit] == hex or has_room(board, unit, hex):
                    plan.send(unit, hex)


def _kept_by(plan: Plan, hex: int) -> int:
    """Steps that stay in a hex, as far as is decided."""
    board = plan.board
    return tally(
        board.steps[unit]
        for unit in board.stacks[hex]
        if KIND[unit] == FORT or (IS_CORPS[unit] and unit not in plan.free)
    )


def _near_first(plan: Plan, hex: int, cities: list[int]) -> list[int]:
    """Free corps that could keep a city: those inside, then those that can come and leave no other such city."""
    board, costs = plan.board, march_costs(hex)

    def first(unit: int) -> tuple[int, int, int, int]:
        return -board.steps[unit], costs[board.where[unit]], plan.strength(unit), unit

    inside = [unit for unit in plan.free if board.where[unit] == hex]
    others = [u for u in plan.free if board.where[u] not in cities and plan.far_reach(u) >> hex & 1]
    return sorted(inside, key=first) + sorted(others, key=first)


def cover(plan: Plan) -> None:
    """After all: a city of ours that would stand open to an enemy gets the weakest corps that can come."""
    board = plan.board
    mine = (g.GERMAN_CITIES | g.PRIZES) if plan.side == GERMAN else (g.PRIZES | g.PARIS)
    bare = members(mine & board.controlled(plan.side) & ~board.occupied[plan.side])
    if not bare or last_word(board, plan.side, plan.style):
        return
    open_to = enemy_reach(plan)
    for hex in sorted(bare, key=lambda hex: (-hex_value(board, plan.side, hex, plan.style), hex)):
        pressing = bool(open_to >> hex & 1)
        if not pressing and not _near_enough(plan, hex):
            continue
        others = [u for u in plan.targets if pressing or plan.began[u] == hex]
        able = [u for u in (*plan.marched, *others) if _may_cover(plan, u, hex)]
        if able:
            unit = min(able, key=lambda u: (u in plan.targets, plan.strength(u), u))
            plan.targets.pop(unit, None)
            plan.send_instead(unit, hex)


def _may_cover(plan: Plan, unit: int, hex: int) -> bool:
    here = plan.board.where[unit]
    alone = g.CITIES >> here & 1 and tally(1 for u in plan.board.stacks[here] if IS_CORPS[u]) == 1
    return bool(plan.reach[unit] >> hex & 1) and not alone and has_room(plan.board, unit, hex)
