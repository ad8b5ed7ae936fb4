"""What the staff orders: each order by what it is worth in hundredths of a hit, times the chance that it is obeyed."""

from __future__ import annotations

from marne.engine import Answer
from marne.games.brigade1914.board import ARRIVED, UNSEEN, WAGON, Battlefield
from marne.games.brigade1914.components.data import FIRE, RECON
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.odds import passing
from marne.games.brigade1914.rules.command.command import activation_need, limit, unspent
from marne.games.brigade1914.rules.fire.firing import STANDING, targets
from marne.games.brigade1914.rules.fire.smoke import smoke_targets
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.measures.sight import in_cover
from marne.games.brigade1914.rules.reconnaissance.recon import spottable_markers
from marne.games.brigade1914.rules.scenarios.victory import objectives
from marne.games.brigade1914.staff.cards import card_value
from marne.games.brigade1914.staff.danger import exposure, stake, urgency
from marne.games.brigade1914.staff.fire import prey_of, worth
from marne.games.brigade1914.staff.moves import goal_of, ways_ahead
from marne.games.brigade1914.staff.style import PLAIN, Style
from marne.games.brigade1914.steps import unit_of
from marne.plane import length

__all__ = ["action_value", "best_action", "best_order", "smoked", "spotted"]

WELL_PLACED = 150
"""Who can do so many hundredths of a hit from where he stands does not think of moving."""
RESERVE_TOKENS = 2
"""Tokens kept for reactions while the enemy can still act."""


def action_value(board: Battlefield, unit: int, style: Style = PLAIN) -> tuple[int, str]:
    """What an activation of a unit is worth, and the action that it should take."""
    if board.status[unit] == ARRIVED:
        return ways_ahead(board, unit, "enter", style)[0], "enter"
    shots = [worth(board, unit, target, STANDING, style) for target in targets(board, unit, STANDING)]
    found = [(max(shots, default=0), "fire")]
    kind, here = board.spec[unit].kind, troops.present(board, unit)
    if kind == BATTERY:
        found.append((smoked(board, unit)[0], "smoke"))
    if not here or kind == BATTERY:
        return max(found) if max(found)[0] else (0, "hold")
    found.append((spotted(board, unit, bool(shots))[0], "spot"))
    leaving = bool(board.rules.exit_from_turn) and board.role(board.side[unit]) == 1
    if leaving and board.turn >= board.rules.exit_from_turn:
        x, y = troops.middle(board, unit)
        return 200 - length(x, y, *goal_of(board, unit)) // 100, "move"
    close = troops.enemy_within(board, unit, FIRE.close_combat)
    if board.half[unit] < 0 and not board.smoke_bar[unit] and not close and _can_follow_up(board, unit):
        found.append((prey_of(board, unit, style)[1] - 40, "assault"))
    if (found[0][0] < WELL_PLACED or urgency(board, style)) and not close:
        found.append((ways_ahead(board, unit, "move", style)[0], "move"))
        if shots and troops.enemy_within(board, unit, FIRE.range_move_and_fire + 300):
            gain = ways_ahead(board, unit, "fire", style)[0]
            found.append((gain + 2 * found[0][0] // 3 if gain > 20 else 0, "move then fire"))
    if board.recruits[unit] and board.bases[unit] < board.start[unit]:
        found.append((90, "reinforce"))
    best = max(found)
    return best if best[0] > 0 else (0, "hold")


def _can_follow_up(board: Battlefield, unit: int) -> bool:
    """A6: whether there are tokens for the second half and the fire after it."""
    return board.tokens[unit] + board.gtokens[board.side[unit]] >= 2


def smoked(board: Battlefield, unit: int) -> tuple[int, int]:
    """A9: what smoke is worth, and whom it should hide: a friend in the open who draws much fire and is half beaten,
    while the enemy can still act."""
    side = board.side[unit]
    tokens = unspent(board, 1 - side)
    best, chosen = 0, -1
    if board.jammed[unit] or tokens < 3:
        return best, chosen
    for friend in smoke_targets(board, unit):
        if board.smoke[friend] or board.half[friend] >= 0 or in_cover(board, friend, None):
            continue
        shaken = 2 + (2 * board.markers[friend] >= limit(board, friend))
        value = exposure(board, friend) * shaken * min(tokens, 6) // 60
        if value > best:
            best, chosen = value, friend
    return best, chosen


def spotted(board: Battlefield, unit: int, fires: bool) -> tuple[int, int]:
    """C12: what a look is worth, and at which marker, -1 for the ground: for a unit that has nobody to fire at."""
    if fires or board.spent[unit] > 1:
        return 0, -1
    side = board.side[unit]
    if markers := spottable_markers(board, unit):
        return 45, markers[0]
    if board.rules.hidden and board.role(side) == 0 and any(board.status[e] in UNSEEN for e in board.units(1 - side)):
        x, y = troops.middle(board, unit)
        if any(length(x, y, ox, oy) <= RECON.spot_range for ox, oy, _ in objectives(board)):
            return 55, -1
    return 0, -1


def best_order(board: Battlefield, options: tuple[Answer, ...], side: int, style: Style = PLAIN) -> Answer:
    """C1: the order that is worth most, times its chance; pass when little is left to gain, and keep tokens for
    reactions while the enemy can act."""
    if ("general", "rides") in options and _should_ride(board, side):
        return ("general", "rides")
    best, chosen = 0, options[-1]
    for option in options:
        value = _order_value(board, option, side, style)
        if value > best:
            best, chosen = value, option
    left, theirs = unspent(board, side), unspent(board, 1 - side)
    low = 25 if left > RESERVE_TOKENS or not theirs else 55
    if best < low:
        if "pass" in options and theirs:
            return "pass"
        if not best:
            return next((each for each in ("pass", "burn") if each in options), options[0])
    return chosen


def _order_value(board: Battlefield, option: Answer, side: int, style: Style = PLAIN) -> int:
    """What one order is worth, by its chance to be obeyed."""
    match option:
        case ("activate", str(name)):
            unit = unit_of(board, name)
            board.spent[unit] += 1
            odds = passing(activation_need(board, unit))
            board.spent[unit] -= 1
            return 0 if odds <= 1 else action_value(board, unit, style)[0] * odds // 6 - 4 * (6 - odds)
        case ("last_stand", str(name)):
            return action_value(board, unit_of(board, name), style)[0]
        case ("morale", str(name)):
            unit = unit_of(board, name)
            danger = board.markers[unit] - limit(board, unit) // 2
            return 55 + 22 * danger if danger > 0 else 18 * board.markers[unit]
        case ("fall back", str(name)):
            return _fall_back_value(board, unit_of(board, name), style)
        case ("second half", _):
            return 150
        case ("return", _):
            return 100
        case ("store", _):
            return 70 if unspent(board, side) > 5 else 0
        case ("trigger", *_):
            return 200
        case ("card", str(card), *on):
            return card_value(board, side, card, tuple(map(str, on)))
        case _:
            return 0


def _fall_back_value(board: Battlefield, unit: int, style: Style = PLAIN) -> int:
    """C9: who is nearly beaten and under fire goes back, out of sight if he can, and leaves a marker behind."""
    left = limit(board, unit) - board.markers[unit]
    if left > style.spared or board.spec[unit].kind == WAGON:
        return 0
    drawn = exposure(board, unit)
    if drawn < 60:
        return 0
    value = 125 + 15 * (3 - left) if drawn >= 100 * (left - 1) else 40
    if urgent := urgency(board, style):
        value -= urgent * (stake(board, unit, troops.shape(board, unit)) - stake(board, unit, None))
    return value


def _should_ride(board: Battlefield, side: int) -> bool:
    """C11: the general follows his brigade."""
    units = [unit for unit in troops.friends(board, side) if board.spec[unit].kind != WAGON]
    if not units:
        return False
    spots = [troops.middle(board, unit) for unit in units]
    x, y = sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots)
    return (x - board.gx[side]) ** 2 + (y - board.gy[side]) ** 2 > 1000**2


def best_action(board: Battlefield, unit: int, options: tuple[Answer, ...], style: Style = PLAIN) -> Answer:
    """C2: what the unit was activated for."""
    wanted = action_value(board, unit, style)[1]
    for each in (wanted, "fire", "move", "hold"):
        if each in options:
            return each
    return options[0]
