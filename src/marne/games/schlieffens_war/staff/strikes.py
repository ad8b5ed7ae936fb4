"""Where the staff will attack: for each enemy stack the corps that pay for themselves, the best attack first.

An attack is planned before anybody moves: who can get next to the stack, in which hexes they should stand, and what
the table then promises. Corps are added as long as each brings in more than its price.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from marne.games.schlieffens_war.board import ELAN, FATIGUED, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import LIMITS, SHIFTS
from marne.games.schlieffens_war.components.units import ARMY, ENTENTE, FORT, GERMAN, IS_CORPS, KIND, NATION
from marne.games.schlieffens_war.odds import best_defenders
from marne.games.schlieffens_war.rules.combat.combat import (
    attack_factor,
    concentric,
    defence_factor,
    holds_fort,
    odds_column,
)
from marne.games.schlieffens_war.rules.movement.reach import spared
from marne.games.schlieffens_war.staff.judgement import last_word, prospect, sealed
from marne.games.schlieffens_war.staff.wheel import off_axis
from marne.hexes import Bits, members
from marne.kit.arithmetic import tally

if TYPE_CHECKING:
    from marne.games.schlieffens_war.staff.plans import Plan

__all__ = ["Strike", "plan_strikes"]

_NOTHING: Final = -99.0
_LAST_PRICE: Final = 0.02
"""What each corps of an attack must bring in when nobody moves after it."""


@dataclass(frozen=True)
class Strike:
    """An attack to come: the stack, who goes where, the column it will have, and what it is worth."""

    hex: int
    sent: tuple[tuple[int, int], ...]
    column: int
    worth: float


def plan_strikes(plan: Plan) -> None:
    """Send corps against the stacks that are worth it, the best attack first."""
    found = {hex: best_strike(plan, hex) for hex in members(plan.board.occupied[plan.enemy])}
    stale: set[int] = set()
    while found:
        hex = max(found, key=lambda hex: (found[hex].worth, -hex))
        if found[hex].worth < plan.style.least_worth:
            return
        if hex in stale:
            found[hex] = best_strike(plan, hex)
            stale.discard(hex)
            continue
        strike = found.pop(hex)
        for unit, to in strike.sent:
            plan.targets[unit] = hex
            plan.send(unit, to)
        stale = set(found)


def best_strike(plan: Plan, hex: int) -> Strike:
    """The best attack on a stack by corps that are still free: with rested corps only, or with all."""
    board = plan.board
    if last_word(board, plan.side, plan.style) and not g.PRIZES >> hex & 1:
        return Strike(hex, (), -9, _NOTHING)
    around = g.PASSABLE[hex] & ~board.occupied[plan.enemy]
    able = [unit for unit in plan.free if plan.reach[unit] & around and plan.may_strike(unit, hex)]
    if plan.side == GERMAN:
        able = [unit for unit in able if not off_axis(ARMY[unit], plan.began[unit], hex)]
    elif able:
        nations = [NATION[unit] for unit in able]
        able = [unit for unit in able if NATION[unit] == max(sorted(set(nations)), key=nations.count)]
    if not able:
        return Strike(hex, (), -9, _NOTHING)
    stand = {unit: arrival(plan, unit, around) for unit in able}
    rested = [unit for unit in able if stand[unit][1] > FATIGUED]
    options = [muster(plan, hex, around, units, stand) for units in (rested, able) if units]
    return max(options, key=lambda strike: strike.worth)


def arrival(plan: Plan, unit: int, around: Bits) -> tuple[Bits, int]:
    """10.2: how a corps would come to stand beside a target: hexes it may take, and its morale then."""
    board = plan.board
    here, morale = board.where[unit], board.morale[unit]
    if around >> here & 1:
        return 1 << here, min(ELAN, morale + 1)
    easy = plan.easy[unit] & around
    if easy:
        return easy, morale
    tires = not spared(board, plan.side)
    return plan.reach[unit] & around, max(FATIGUED, morale - tires)


def muster(plan: Plan, hex: int, around: Bits, able: list[int], stand: dict[int, tuple[Bits, int]]) -> Strike:
    """Corps one after the other, the readiest and strongest first; the number of them that is worth most. Round a city
    Germans stand so that nobody can come to its help (7.1), and they count what a lost attack costs (11.20)."""
    board = plan.board
    force = board.stacks[hex]
    defenders = best_defenders(board, force)
    defence = tally(defence_factor(board, unit) for unit in defenders)
    ground = _ground(plan, hex) + _enemy_morale(board, defenders)
    room = {to: LIMITS.corps - settled(plan, to) for to in members(around)}
    best = Strike(hex, (), -9, _NOTHING)
    sent: list[tuple[int, int]] = []
    taken: set[int] = set()
    factors, spirits = 0, []
    siege = plan.side == GERMAN and bool(g.CITIES >> hex & 1)
    shut = _shut_by(plan, hex) if siege else 0
    price = _LAST_PRICE if last_word(board, plan.side, plan.style) else plan.style.corps_price
    for unit in sorted(able, key=lambda u: (-stand[u][1], -attack_factor(board, u), u)):
        places = [to for to in members(stand[unit][0]) if room[to] > 0]
        if not places:
            continue
        if siege:
            gaps = g.PASSABLE[hex] & ~shut
            to = min(places, key=lambda to: (-(gaps & _zone(to)).bit_count(), -room[to], g.RIVER[hex] >> to & 1, to))
            shut |= _zone(to)
        else:
            to = min(
                places, key=lambda to: (not concentric(hex, taken | {to}), g.RIVER[hex] >> to & 1, to not in taken, to)
            )
        room[to] -= 1
        taken.add(to)
        sent.append((unit, to))
        factors += attack_factor(board, unit)
        spirits.append(stand[unit][1])
        column = odds_column(factors, defence) + ground + _own_shift(hex, taken, spirits)
        promise = prospect(board, plan.side, hex, force, column, siege and sealed(hex, shut), plan.style)
        worth = promise.worth - price * len(sent)
        if plan.side == GERMAN:
            worth -= 0.25 * (1 - promise.clears) * tally(1 + 2 * (spirit == FATIGUED) for spirit in spirits)
        if worth > best.worth:
            best = Strike(hex, tuple(sent), column, worth)
    return best


def _zone(hex: int) -> Bits:
    """7.0: the hexes that a corps in a hex holds or casts its zone into."""
    return g.spread(1 << hex) | 1 << hex


def _shut_by(plan: Plan, hex: int) -> Bits:
    """7.0: what is closed already round a city, by corps that stay where they are."""
    board = plan.board
    found = 0
    for near in members(g.GRID.within_bits(hex, 2) & board.projecting[plan.side]):
        if any(IS_CORPS[unit] and unit not in plan.free for unit in board.stacks[near]):
            found |= _zone(near)
    return found


def _ground(plan: Plan, hex: int) -> int:
    """Shifts that hold wherever the attackers stand: the hex, the siege guns as a mean, the final effort."""
    board = plan.board
    shift = -(g.CITIES >> hex & 1) - (g.HEAVY >> hex & 1) - (g.TERRAIN[hex] == "rough")
    if plan.side == GERMAN and g.CITIES >> hex & 1 and holds_fort(board, hex):
        shift += (board.artillery > 0) + (board.coup > 0)
    effort = plan.side == ENTENTE and board.turn in board.scenario.turns_of.final_effort
    return shift + (SHIFTS["final_effort"] if effort else 0)


def _enemy_morale(board: WarBoard, defenders: Iterable[int]) -> int:
    spirits = [board.morale[unit] for unit in defenders if IS_CORPS[unit]]
    return (FATIGUED in spirits) - (bool(spirits) and min(spirits) == ELAN)


def _own_shift(hex: int, taken: set[int], spirits: list[int]) -> int:
    """Shifts that the attackers bring: river, morale, and a concentric attack as a mean."""
    river = all(g.RIVER[hex] >> to & 1 for to in taken)
    morale = (min(spirits) == ELAN) - (min(spirits) == FATIGUED)
    return morale - river + concentric(hex, taken)


def settled(plan: Plan, hex: int) -> int:
    """Corps and forts that will stay in a hex, as far as is decided."""
    stack = plan.board.stacks[hex]
    return tally(1 for unit in stack if KIND[unit] == FORT or (IS_CORPS[unit] and unit not in plan.free))
