"""What the staff orders: each order by what it is worth in hundredths of a hit, times the chance that it is obeyed."""

from __future__ import annotations

from typing import Final

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
from marne.games.brigade1914.staff.places import heart_of
from marne.games.brigade1914.staff.scenes import Scene, scene_of
from marne.games.brigade1914.staff.style import PLAIN, Style
from marne.games.brigade1914.steps import unit_of
from marne.plane import length

__all__ = ["action_value", "best_action", "best_order", "smoked", "spotted"]

WELL_PLACED = 150
"""Who can do so many hundredths of a hit from where he stands does not think of moving."""
RESERVE_TOKENS = 2
"""Tokens kept for reactions while the enemy can still act."""


class Prospect:
    """What an activation of a unit is worth without a look at where it could go, which is dear."""

    __slots__ = ("found", "moves", "shots", "unit")

    def __init__(self, unit: int) -> None:
        self.unit = unit
        self.found: Final[list[tuple[int, str]]] = []
        """Actions, with what each is worth."""
        self.moves = ""
        """How it could move: to come onto the table, to move."""
        self.shots = -1
        """What its fire is worth, if it could fire after a move; -1 if not."""


def prospect(board: Battlefield, unit: int, style: Style, scene: Scene) -> Prospect:
    """C2: all that a unit could do but to move."""
    whole = Prospect(unit)
    found = whole.found
    if board.status[unit] == ARRIVED:
        whole.moves = "enter"
        return whole
    shots = [worth(board, unit, target, STANDING, style, scene) for target in targets(board, unit, STANDING)]
    fire = max(shots, default=0)
    found.append((fire, "fire"))
    kind = board.spec[unit].kind
    if kind == BATTERY:
        found.append((smoked(board, unit, scene)[0], "smoke"))
    if kind == BATTERY or not troops.present(board, unit):
        return whole
    found.append((spotted(board, unit, bool(shots))[0], "spot"))
    leaving = bool(board.rules.exit_from_turn) and board.role(board.side[unit]) == 1
    if leaving and board.turn >= board.rules.exit_from_turn:
        x, y = troops.middle(board, unit)
        found[:] = [(200 - length(x, y, *goal_of(board, unit, scene)) // 100, "move")]
        return whole
    close = troops.enemy_within(board, unit, FIRE.close_combat)
    if board.half[unit] < 0 and not board.smoke_bar[unit] and not close and _can_follow_up(board, unit):
        found.append((prey_of(board, unit, style)[1] - 40, "assault"))
    if (fire < WELL_PLACED or urgency(board, style)) and not close:
        whole.moves = "move"
        if shots and troops.enemy_within(board, unit, FIRE.range_move_and_fire + 300):
            whole.shots = fire
    if board.recruits[unit] and board.bases[unit] < board.start[unit]:
        found.append((90, "reinforce"))
    return whole


def action_value(
    board: Battlefield,
    unit: int,
    style: Style = PLAIN,
    least: int = 0,
    whole: Prospect | None = None,
    scene: Scene | None = None,
) -> tuple[int, str]:
    """What an activation of a unit is worth, and the action that it should take; a move that is worth no more than
    `least` is not looked for."""
    scene = scene or scene_of(board)
    whole = whole or prospect(board, unit, style, scene)
    if whole.moves == "enter":
        return ways_ahead(board, unit, "enter", style, least, scene)[0], "enter"
    best = max(whole.found)
    if whole.moves:
        least = max(least, best[0] - 1, 0)
        best = max(best, (ways_ahead(board, unit, "move", style, least, scene)[0], "move"))
        if whole.shots >= 0:
            after = 2 * whole.shots // 3
            least = max(least - after, best[0] - 1 - after, 20)
            gain = ways_ahead(board, unit, "fire", style, least, scene)[0]
            best = max(best, (gain + after if gain > 20 else 0, "move then fire"))
    return best if best[0] > 0 else (0, "hold")


def _can_follow_up(board: Battlefield, unit: int) -> bool:
    """A6: whether there are tokens for the second half and the fire after it."""
    return board.tokens[unit] + board.gtokens[board.side[unit]] >= 2


def smoked(board: Battlefield, unit: int, scene: Scene | None = None) -> tuple[int, int]:
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
        value = exposure(board, friend, None, scene) * shaken * min(tokens, 6) // 60
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
    best, chosen = _best_of(board, options, side, style)
    left, theirs = unspent(board, side), unspent(board, 1 - side)
    low = 25 if left > RESERVE_TOKENS or not theirs else 55
    if best < low:
        if "pass" in options and theirs:
            return "pass"
        if not best:
            return next((each for each in ("pass", "burn") if each in options), options[0])
    return chosen


def _best_of(board: Battlefield, options: tuple[Answer, ...], side: int, style: Style) -> tuple[int, Answer]:
    """The first of the orders that are worth most; the last of all, and 0, if none is worth anything.

    Activations are weighed without moves first: what the best of them is worth, a move must be better than.
    """
    scene, best, chosen = scene_of(board), 0, -1
    drafts: list[tuple[int, int, int, Prospect]] = []
    for place, option in enumerate(options):
        match option:
            case ("activate" | "last_stand" as how, str(name)):
                unit = unit_of(board, name)
                odds = 6 if how == "last_stand" else _odds(board, unit)
                if odds > 1:
                    whole = prospect(board, unit, style, scene)
                    drafts.append((-by_chance(max(whole.found, default=(0, ""))[0], odds), place, odds, whole))
                continue
        value = _order_value(board, option, side, style, scene)
        if value > best:
            best, chosen = value, place
    drafts.sort(key=lambda draft: draft[:2])
    for _, place, odds, whole in drafts:
        wanted = best + (place > chosen)  # of two that are worth the same the first is given
        least = max(-(-6 * (wanted + 4 * (6 - odds)) // odds) - 1, 0)
        value = by_chance(action_value(board, whole.unit, style, least, whole, scene)[0], odds)
        if value >= wanted:
            best, chosen = value, place
    return best, options[chosen]


def _odds(board: Battlefield, unit: int) -> int:
    """C2: in how many cases of six a unit obeys, once its token is spent."""
    board.spent[unit] += 1
    odds = passing(activation_need(board, unit))
    board.spent[unit] -= 1
    return odds


def by_chance(value: int, odds: int) -> int:
    """What an action is worth that is obeyed in so many cases of six."""
    return value * odds // 6 - 4 * (6 - odds)


def _order_value(
    board: Battlefield, option: Answer, side: int, style: Style = PLAIN, scene: Scene | None = None
) -> int:
    """What an order that activates nobody is worth."""
    match option:
        case ("morale", str(name)):
            unit = unit_of(board, name)
            danger = board.markers[unit] - limit(board, unit) // 2
            return 55 + 22 * danger if danger > 0 else 18 * board.markers[unit]
        case ("fall back", str(name)):
            return _fall_back_value(board, unit_of(board, name), style, scene)
        case ("second half", _):
            return 150
        case ("return", _):
            return 100
        case ("store", _):
            return 70 if unspent(board, side) > 5 else 0
        case ("trigger", *_):
            return 200
        case ("card", str(card), *on):
            return card_value(board, side, card, tuple(map(str, on)), scene)
        case _:
            return 0


def _fall_back_value(board: Battlefield, unit: int, style: Style = PLAIN, scene: Scene | None = None) -> int:
    """C9: who is nearly beaten and under fire goes back, out of sight if he can, and leaves a marker behind."""
    left = limit(board, unit) - board.markers[unit]
    if left > style.spared or board.spec[unit].kind == WAGON:
        return 0
    drawn = exposure(board, unit, None, scene)
    if drawn < 60:
        return 0
    value = 125 + 15 * (3 - left) if drawn >= 100 * (left - 1) else 40
    if urgent := urgency(board, style):
        value -= urgent * (stake(board, unit, troops.shape(board, unit), scene) - stake(board, unit, None, scene))
    return value


def _should_ride(board: Battlefield, side: int) -> bool:
    """C11: the general follows his brigade."""
    heart = heart_of(board, side)
    return heart is not None and (heart[0] - board.gx[side]) ** 2 + (heart[1] - board.gy[side]) ** 2 > 1000**2


def best_action(board: Battlefield, unit: int, options: tuple[Answer, ...], style: Style = PLAIN) -> Answer:
    """C2: what the unit was activated for."""
    wanted = action_value(board, unit, style)[1]
    for each in (wanted, "fire", "move", "hold"):
        if each in options:
            return each
    return options[0]
