"""The scripted player fires and assaults: what a target is worth, where an assault or a charge pays, when a reaction
does."""

from __future__ import annotations

from marne.engine import Answer
from marne.games.brigade1914.board import MARKER, WAGON, Battlefield
from marne.games.brigade1914.components.data import FIRE
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.odds import faces_to_hit, passing
from marne.games.brigade1914.rules.command.command import limit, reaction_need, unspent
from marne.games.brigade1914.rules.fire.firing import GUNS, REACT, STANDING
from marne.games.brigade1914.rules.fire.shooting import aimed
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.measures.sight import in_cover
from marne.games.brigade1914.rules.movement.movement import rate
from marne.games.brigade1914.rules.movement.moving import go_part
from marne.games.brigade1914.rules.scenarios.victory import objectives
from marne.games.brigade1914.staff.danger import power, stake, threat, urgency
from marne.games.brigade1914.staff.scenes import Scene, expected_hits
from marne.games.brigade1914.staff.style import PLAIN, Style
from marne.games.brigade1914.steps import unit_of
from marne.kit.arithmetic import tally
from marne.plane import near

__all__ = ["assault_gain", "best_charge", "best_reaction", "best_target", "prey_of", "worth"]


def worth(
    board: Battlefield, unit: int, target: int, how: str, style: Style = PLAIN, scene: Scene | None = None
) -> int:
    """What fire at a target is worth: its hits, more where the target is near its end, or a battery; `scene` is that of
    the board, for fire where the unit stands."""
    if scene is not None and how == STANDING:
        hits = scene.expected_hits(board, unit, target)
    else:
        hits = expected_hits(board, unit, target, how)
    if board.spec[target].kind == WAGON:
        return hits * 2
    left = max(limit(board, target) - board.markers[target], 1)
    guns = style.counter_battery if board.spec[target].kind == BATTERY else 0
    return hits * (10 + 20 // left + guns) // 10


def best_target(
    board: Battlefield, unit: int, how: str, options: tuple[Answer, ...], style: Style = PLAIN
) -> Answer | None:
    """The target that is worth most; markers only if there is nothing else."""

    def value(option: Answer) -> int:
        if not isinstance(option, tuple):
            return -1 if option != "keep" else 1000
        target = aimed(board, str(option[1]))
        return 1 if target >= MARKER else worth(board, unit, target, how, style)

    return max(options, key=value)


def best_charge(board: Battlefield, unit: int, options: tuple[Answer, ...]) -> Answer:
    """A7: charge what is in the open or shaken."""

    def hits(option: Answer) -> int:
        return expected_hits(board, unit, unit_of(board, str(option[1])), "charge") if isinstance(option, tuple) else -1

    best = max(options, key=hits)
    return best if hits(best) >= 100 else "no"


def best_reaction(board: Battlefield, actor: int, options: tuple[Answer, ...], style: Style = PLAIN) -> Answer:
    """C3: the shot with the best chance, at the point of the march where it is best; else keep the token."""
    best, chosen = 30, options[0]  # no
    scenes: dict[str, Battlefield] = {}
    for option in options:
        match option:
            case ("fire", str(name), str(part)):
                unit = unit_of(board, name)
                if part not in scenes:
                    scenes[part] = board.copy()
                    go_part(scenes[part], actor, int(part), 2)
                value = worth(scenes[part], unit, actor, REACT, style)
            case ("fire at", str(name), str(other)):
                unit = unit_of(board, name)
                value = worth(board, unit, unit_of(board, other), REACT, style)
            case ("fall back", str(name)):
                unit = unit_of(board, name)
                left = limit(board, unit) - board.markers[unit]
                value = 150 if left <= 2 and board.aim[actor] == unit else 0
            case ("grouped_guns", str(name)):
                unit = unit_of(board, name)
                value = worth(board, unit, actor, GUNS, style)
            case _:
                continue
        board.spent[unit] += 1
        value = value * passing(reaction_need(board, unit)) // 6
        board.spent[unit] -= 1
        if value > best:
            best, chosen = value, option
    return chosen


def assault_gain(board: Battlefield, unit: int, enemy: int, style: Style = PLAIN) -> int:
    """A6, A7, C21: hits at close quarters, more where they finish the enemy off or clear an objective, less what his
    fire costs while we come: a reaction to each half if he has tokens for it."""
    cover = in_cover(board, enemy, None)
    least = FIRE.to_hit - FIRE.modifiers.close_combat + cover + board.markers[unit] // FIRE.markers_per_penalty
    mounted = troops.is_mounted(board, unit)
    thrown = board.bases[unit] if mounted and not cover else 1 if mounted else power(board, unit) - board.mgs[unit]
    hits = thrown * 10 * faces_to_hit(least)
    left = (limit(board, enemy) - board.markers[enemy]) * 100
    gain = hits + (150 if hits >= left else 50 if 2 * hits >= left else 0)
    if board.spec[enemy].kind == WAGON:
        gain = 60  # it scores nothing, and counts only as what does not get away
    elif board.spec[enemy].kind == BATTERY:
        gain += 50
    x, y = troops.middle(board, enemy)
    late = 40 if board.turn >= board.rules.turns - 3 else 20
    gain += tally(late * points for ox, oy, points in objectives(board) if (x - ox) ** 2 + (y - oy) ** 2 <= 700**2)
    if urgent := urgency(board, style):
        there = stake(board, unit, troops.shape(board, enemy)) - stake(board, unit, troops.shape(board, unit))
        gain += urgent * there * 2 // 3
    side, mine = board.side[unit], troops.shape(board, unit)
    if unspent(board, 1 - side):
        tokens = min(unspent(board, 1 - side), 3)
        fire = threat(board, enemy, 900, False, mounted) * passing(3 + board.markers[enemy]) // 6
        others = tally(
            threat(board, each, 1100, False, mounted) // 4
            for each, theirs in troops.foes(board, side)
            if each != enemy and near(mine, theirs, 2000)
        )
        gain -= (fire + others) * tokens // 2
    return gain - 40 * board.markers[unit]


def prey_of(board: Battlefield, unit: int, style: Style = PLAIN) -> tuple[int, int]:
    """A6, A7: whom an assault would go for, and about how much it gains; -1 and 0 where none is near enough or worth
    it."""
    best, chosen = 0, -1
    reach = 2 * rate(board, unit, "assault") + 150
    if not troops.enemy_within(board, unit, reach):
        return chosen, best
    mine = troops.shape(board, unit)
    for enemy, theirs in troops.foes(board, board.side[unit]):
        if near(mine, theirs, reach):
            found = assault_gain(board, unit, enemy, style)
            if found > best:
                best, chosen = found, enemy
    return chosen, best
