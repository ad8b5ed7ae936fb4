"""When an assault or a charge pays."""

from __future__ import annotations

from marne.games.brigade1914.board import WAGON, Battlefield
from marne.games.brigade1914.components.data import FIRE
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.odds import faces_to_hit, passing
from marne.games.brigade1914.rules.command.command import limit, unspent
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.measures.sight import in_cover
from marne.games.brigade1914.rules.movement.movement import rate
from marne.games.brigade1914.rules.scenarios.victory import objectives
from marne.games.brigade1914.staff.danger import power, threat
from marne.games.brigade1914.staff.stakes import stake, urgency
from marne.games.brigade1914.staff.style import PLAIN, Style

__all__ = ["assault_gain", "prey_of"]


def assault_gain(board: Battlefield, unit: int, enemy: int, style: Style = PLAIN) -> int:
    """A6, A7, C21: hits at close quarters, more where they finish the enemy off or clear an objective, less what his
    fire costs while we come: a reaction to each half if he has tokens for it."""
    cover = in_cover(board, enemy, None)
    need = FIRE.to_hit - FIRE.modifiers.close_combat + cover + board.markers[unit] // FIRE.markers_per_penalty
    mounted = troops.is_mounted(board, unit)
    dice = board.bases[unit] if mounted and not cover else 1 if mounted else power(board, unit) - board.mgs[unit]
    hits = dice * 10 * faces_to_hit(min(max(need, 2), 10))
    left = (limit(board, enemy) - board.markers[enemy]) * 100
    gain = hits + (150 if hits >= left else 50 if 2 * hits >= left else 0)
    if board.spec[enemy].kind == WAGON:
        gain = 60  # it scores nothing, and counts only as what does not get away
    elif board.spec[enemy].kind == BATTERY:
        gain += 50
    x, y = troops.middle(board, enemy)
    late = 40 if board.turn >= board.rules.turns - 3 else 20
    gain += sum(late * points for ox, oy, points in objectives(board) if (x - ox) ** 2 + (y - oy) ** 2 <= 700**2)
    if urgent := urgency(board, style):
        there = stake(board, unit, troops.shape(board, enemy)) - stake(board, unit, troops.shape(board, unit))
        gain += urgent * there * 2 // 3
    side = board.side[unit]
    if unspent(board, 1 - side):
        tokens = min(unspent(board, 1 - side), 3)
        fire = threat(board, enemy, 900, False, mounted) * passing(3 + board.markers[enemy]) // 6
        others = sum(
            threat(board, each, 1100, False, mounted) // 4
            for each in troops.enemies(board, side)
            if each != enemy and troops.within(board, unit, each, 2000)
        )
        gain -= (fire + others) * tokens // 2
    return gain - 40 * board.markers[unit]


def prey_of(board: Battlefield, unit: int, style: Style = PLAIN) -> tuple[int, int]:
    """A6, A7: whom an assault would go for, and about how much it gains; -1 and 0 where none is near enough or worth
    it."""
    best, chosen = 0, -1
    reach = 2 * rate(board, unit, "assault") + 150
    for enemy in troops.enemies(board, board.side[unit]):
        if troops.within(board, unit, enemy, reach):
            found = assault_gain(board, unit, enemy, style)
            if found > best:
                best, chosen = found, enemy
    return chosen, best
