"""The scripted player: deploys by role, goes for the objectives, fires at the best odds, charges when it pays.

It sees an observation and nothing else, answers every question of every scenario and nation, and looks one step ahead
only: what an order is worth, times the chance that it is obeyed.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from marne.engine import Answer, Ask, Game, Observation, Position
from marne.games.brigade1914.actions import Act, Charge, Declare
from marne.games.brigade1914.board import ARRIVED, OFF_TABLE, ON_TABLE, UNSEEN, WAGON, Battlefield
from marne.games.brigade1914.command import activation_need, limit, unspent
from marne.games.brigade1914.data import N, R
from marne.games.brigade1914.deployment import Deploy
from marne.games.brigade1914.firing import FIRE, targets
from marne.games.brigade1914.forces import BATTERY, INFANTRY
from marne.games.brigade1914.general import GeneralRides
from marne.games.brigade1914.ground import DEEP, WIDE
from marne.games.brigade1914.lines import unit_of
from marne.games.brigade1914.movement import entry_point, parse_goal, rate, road_end, why_not_go
from marne.games.brigade1914.moving import GoTo
from marne.games.brigade1914.odds import passing
from marne.games.brigade1914.reaction import Reaction
from marne.games.brigade1914.scouts import MoveMarker, PlaceMarker
from marne.games.brigade1914.sequence import Allocate
from marne.games.brigade1914.shooting import ChooseGunTarget, ChooseTarget, SwitchTarget
from marne.games.brigade1914.staff_fire import best_charge, best_reaction, best_target, worth
from marne.games.brigade1914.troops import (
    edge_facing,
    enemies,
    facing_of,
    friends,
    is_mounted,
    middle,
    nearest_enemy2,
    present,
)
from marne.games.brigade1914.victory import holder, objectives
from marne.plane import FORMATIONS, bearing, length, turned

__all__ = ["Staff"]

_PLAIN = {
    "Muster": "ready made", "ChooseRole": "defend", "Mask": "none", "FlankMarch": "no", "ChooseInitiative": "be active",
    "PushOn": "push_on", "StopPush": "intelligence", "Counter": "intelligence", "OfficersDown": "officers_down",
    "SteadyAfterAll": "steady",
    "Reroll": "again", "LoseBase": "company",
}  # fmt: skip
"""Questions with one good answer."""

_CARDS = (
    "corps_artillery", "rapid_fire", "steady", "officers_down", "push_on", "intelligence", "mad_minute", "entrenched",
    "last_stand", "ammunition_delay", "reserves",
)  # fmt: skip
"""The best cards first."""


_WINDOW = frozenset(("rapid_fire", "steady", "officers_down", "intelligence"))
"""Cards that it plays when somebody has fired, tested or played."""


def _ready(observation: Observation) -> bool:
    """Whether it holds a card worth being asked about; otherwise it wants no more such questions this turn."""
    board: Battlefield = observation.view.board
    return observation.seat is not None and not _WINDOW.isdisjoint(board.hand[observation.seat])


class Staff:
    """Plays either side of every scenario."""

    def __init__(self, game: Game, rng: Random) -> None:
        self._game = game
        self._rng = rng

    def choose(self, ask: Ask, look: Callable[[], Observation]) -> Answer:
        """One of the legal answers."""
        if ask.options is not None and len(ask.options) == 1:
            return ask.options[0]
        observation = look()
        options = ask.options
        if options is not None and "no cards" in options and not _ready(observation):
            return "no cards"
        if options is not None and (plain := _PLAIN.get(observation.step)) in options:
            return plain
        position: Position[Battlefield] = self._game.imagine(observation, self._rng)
        found = self._decide(position, options or (), ask.actor)
        if found is not None and (found in options if options is not None else position.why_not(found) is None):
            return found
        return position.suggest(self._rng, 1)[0] if options is None else options[0]

    def _decide(self, position: Position[Battlefield], options: tuple[Answer, ...], side: int) -> Answer | None:
        board, step = position.board, position.step
        match step:
            case Act():
                return best_order(board, options, side)
            case Declare(unit):
                return best_action(board, unit, options)
            case GoTo(unit, how, _):
                return best_goal(board, unit, how)
            case ChooseTarget(unit, how) | SwitchTarget(unit, how):
                return best_target(board, unit, how, options)
            case ChooseGunTarget():
                return "same"
            case Reaction(actor):
                return best_reaction(board, actor, options)
            case Charge(unit):
                return best_charge(board, unit, options)
            case Allocate():
                return allotment(board, step, options)
            case Deploy(unit):
                return deployment(board, step, unit, self._rng)
            case PlaceMarker(side=mine, number=number):
                return marker_place(board, mine, number)
            case MoveMarker(side=mine, marker=marker):
                return marker_ride(board, mine, marker)
            case GeneralRides(side=mine):
                return general_place(board, mine)
        return habit(position, options)


# -- small questions


def habit(position: Position[Battlefield], options: tuple[Answer, ...]) -> Answer | None:
    """Questions that need little thought."""
    board, step = position.board, position.step
    name = type(step).__name__
    if name in ("TakeCard", "Swap"):
        if name == "Swap":
            return next((card for card in options if card not in _CARDS and card != "keep"), "keep")
        return next((card for card in _CARDS if card in options), options[0])
    if name == "AdvanceGuard":
        return max(options, key=lambda each: (power(board, unit_of(board, each)), board.bases[unit_of(board, each)]))
    if name == "Dismount":
        unit = getattr(step, "unit", 0)
        return "dismount" if nearest_enemy2(board, unit) <= 2400**2 or _at_objective(board, unit) else "stay mounted"
    if name == "GoOn":
        actor = getattr(step, "actor", 0)
        return "stop" if board.markers[actor] >= limit(board, actor) - 2 else "go on"
    if name == "Rethrow":
        missed = getattr(step, "missed", 0) + getattr(step, "missed_guns", 0)
        for way in ("lances", "national", "rapid_fire"):
            if way in options and (way != "rapid_fire" or missed >= 2):
                return way
        return "keep"
    if name == "ChooseSmoke":
        return options[0]
    return None


def _at_objective(board: Battlefield, unit: int) -> bool:
    x, y = middle(board, unit)
    return any((x - ox) ** 2 + (y - oy) ** 2 <= 500**2 for ox, oy, _ in objectives(board))


# -- tokens, markers, general


def allotment(board: Battlefield, step: Allocate, options: tuple[Answer, ...]) -> Answer:
    """A3: the general gets all he may, then each unit its share by what it can do."""
    if step.number < 0:
        return options[-1]
    takers = step.takers(board)[step.number :]

    def weight(unit: int) -> int:
        if not present(board, unit):
            return 4 if board.status[unit] in (ARRIVED, OFF_TABLE) else 1
        near = nearest_enemy2(board, unit)
        share = 7 if near <= 1800**2 else 5 if near <= 3000**2 else 4
        return power(board, unit) * share // 4 - board.markers[unit] // 2

    weights = [max(weight(unit), 1) for unit in takers]
    share = board.pool[step.side] * weights[0] // sum(weights)
    return min(options, key=lambda amount: abs(int(str(amount)) - max(share, 1)))


def power(board: Battlefield, unit: int) -> int:
    """C17: about how many dice a unit throws at close range: what a token on it is worth."""
    spec, bases = board.spec[unit], board.bases[unit]
    if spec.kind == BATTERY:
        return bases + 1
    british = board.nation(board.side[unit]) == "british" and bases >= 2
    if spec.kind == INFANTRY or british:
        return R.dice.infantry[min(bases, len(R.dice.infantry)) - 1] + board.mgs[unit] + N.close_dice
    return R.dice.cavalry[min(bases, len(R.dice.cavalry)) - 1] + board.mgs[unit]


def marker_place(board: Battlefield, side: int, number: int) -> Answer:
    """C13: scouts far forward, spread over the front."""
    edge = board.edge(side)
    deep = board.rules.zones[board.role(side)] + 1000
    wide = 1200 + 1600 * number if edge in ("north", "south") else 900 + 1000 * number
    deep = min(deep, 4000)
    return {
        "north": (wide, deep), "south": (wide, DEEP - deep), "west": (deep, wide), "east": (WIDE - deep, wide)
    }[edge]  # fmt: skip


def marker_ride(board: Battlefield, side: int, marker: int) -> Answer:
    """C13, C20: scouts ride to where somebody may lie hidden, else to where they see the enemy for the guns, and keep
    away from what would find them out."""
    x, y = board.marker[side][marker]
    theirs = [middle(board, enemy) for enemy in enemies(board, side)]
    unseen = any(board.status[unit] in UNSEEN for unit in board.units(1 - side))
    if unseen and board.rules.hidden and board.role(side) == 0:
        goals = [(ox, oy) for ox, oy, _ in objectives(board)]
        tx, ty = goals[marker % len(goals)]
    elif theirs:
        tx, ty = min(theirs, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
        far = length(x, y, tx, ty)
        if 1000 <= far <= 2000:
            return "stay"
        tx, ty = x + (tx - x) * (far - 1400) // max(far, 1), y + (ty - y) * (far - 1400) // max(far, 1)
    else:
        return "stay"
    tx, ty = min(max(tx, 200), WIDE - 200), min(max(ty, 200), DEEP - 200)
    far = length(x, y, tx, ty)
    if far > N.marker_move - 10:
        tx, ty = x + (tx - x) * (N.marker_move - 10) // far, y + (ty - y) * (N.marker_move - 10) // far
    return (tx, ty)


def general_place(board: Battlefield, side: int) -> Answer:
    """C11: behind the middle of his brigade."""
    units = [unit for unit in friends(board, side) if board.spec[unit].kind != WAGON]
    if not units:
        return "stay"
    spots = [middle(board, unit) for unit in units]
    x, y = sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots)
    dx, dy = turned(0, -500, edge_facing(board.edge(side)))
    gx, gy = board.gx[side], board.gy[side]
    tx, ty = min(max(x + dx, 200), WIDE - 200), min(max(y + dy, 200), DEEP - 200)
    far = length(gx, gy, tx, ty)
    if far > 790:
        tx, ty = gx + (tx - gx) * 790 // far, gy + (ty - gy) * 790 // far
    return (tx, ty)


# -- deployment


def station(board: Battlefield, unit: int) -> tuple[int, int]:
    """Where a unit is wanted: guns behind the middle, horse on a wing, foot towards the objectives in turn."""
    side = board.side[unit]
    spec = board.spec[unit]
    mates = [each for each in board.units(side) if board.spec[each].kind == spec.kind]
    place = mates.index(unit)
    goals = sorted(objectives(board), key=lambda goal: -goal[2])
    if board.rules.exit_from_turn:
        if board.role(side) == 0:
            return WIDE - 300, 2400 + 300 * (place - len(mates) // 2)
        return (3300, 1200 + 700 * place) if spec.kind != BATTERY else (4600, 1800 + 900 * place)
    if spec.kind == BATTERY:
        y = {"north": 600, "south": DEEP - 600}[board.edge(side)]
        return 2600 + 2000 * place, y
    x, y, _ = goals[place % len(goals)] if spec.kind == INFANTRY else goals[(place + 1) % len(goals)]
    return x + 250 * (place // len(goals)), y


def deployment(board: Battlefield, step: Deploy, unit: int, rng: Random) -> Answer | None:
    """C27: of some legal places the one nearest to where the unit is wanted; facing the enemy, in line."""
    side = board.side[unit]
    wx, wy = station(board, unit)
    facing = edge_facing(board.edge(side))
    found: list[tuple[int, Answer]] = []
    for x, y in ((wx, wy), *((wx + dx, wy + dy) for dx in (-700, 0, 700) for dy in (-900, -450, 0, 450, 900))):
        goal = (x, y, facing, 0)
        if step.reason(board, goal) is None:
            found.append(((x - wx) ** 2 + (y - wy) ** 2, goal))
            if (x, y) == (wx, wy):
                break
    if not found:
        for goal_ in step.tries(board, rng, 6):
            if isinstance(goal_, tuple):
                x, y = int(str(goal_[0])), int(str(goal_[1]))
                lined = (x, y, facing, 0)
                best: Answer = lined if step.reason(board, lined) is None else goal_
                found.append(((x - wx) ** 2 + (y - wy) ** 2, best))
    if not found:
        return None
    chosen = min(found, key=lambda each: each[0])[1]
    if board.rules.hidden and board.role(side) == 1 and isinstance(chosen, tuple):
        return (*chosen[:4], 1)  # C12: nobody can fire at what he does not see
    return chosen


# -- orders


def goal_of(board: Battlefield, unit: int) -> tuple[int, int]:
    """Where a unit is going in the long run."""
    side = board.side[unit]
    x, y = middle(board, unit) if present(board, unit) else entry_point(board, unit, WIDE // 2, DEEP // 2)
    if board.rules.exit_from_turn:
        if board.role(side) == 1:
            ex, ey = road_end(board, "east")
            if board.turn >= board.rules.exit_from_turn:
                return ex, ey
            if board.turn >= 3 and x < 4500:
                return 5500, 2400
            return x, y
        prey = [middle(board, enemy) for enemy in enemies(board, side)]
        near = min(prey, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2, default=(WIDE - 300, 2400))
        return near if near[0] > x - 600 else (WIDE - 300, 2400)
    goals = []
    for ox, oy, points in objectives(board):
        held = holder(board, ox, oy)
        mates = sum(
            (middle(board, each)[0] - ox) ** 2 + (middle(board, each)[1] - oy) ** 2 <= 700**2
            for each in friends(board, side)
            if each != unit
        )
        away = length(x, y, ox, oy)
        goals.append((away + 700 * mates - 300 * points + (900 if held == side and mates else 0), ox, oy))
    return min(goals)[1:]


def action_value(board: Battlefield, unit: int) -> tuple[int, str]:
    """What an activation of a unit is worth, and the action that it should take."""
    if board.status[unit] == ARRIVED:
        return 90, "enter"
    shots = [(worth(board, unit, target, FIRE), target) for target in targets(board, unit, FIRE)]
    fire = max(shots)[0] if shots else 0
    kind = board.spec[unit].kind
    if kind == BATTERY or not present(board, unit):
        return (fire, "fire") if fire else (0, "hold")
    x, y = middle(board, unit)
    gx, gy = goal_of(board, unit)
    away = length(x, y, gx, gy)
    leaving = bool(board.rules.exit_from_turn) and board.role(board.side[unit]) == 1
    if leaving and board.turn >= board.rules.exit_from_turn:
        return 200 - away // 100, "move"
    if is_mounted(board, unit) and board.half[unit] < 0 and not board.smoke_bar[unit]:
        prey = [
            enemy
            for enemy in enemies(board, board.side[unit])
            if board.markers[enemy] >= 3 and length(x, y, *middle(board, enemy)) <= 1400
        ]
        if prey:
            return 120, "assault"
    if away <= 350:
        return (fire, "fire") if fire else (1, "hold")
    march = 60 + (20 if away > 1500 else 0)
    if fire >= 110:
        return fire, "fire"
    if fire:
        return (max(fire, march - 10), "move then fire") if nearest_enemy2(board, unit) <= 1500**2 else (march, "move")
    return march, "move"


def best_order(board: Battlefield, options: tuple[Answer, ...], side: int) -> Answer:
    """C1: the order that is worth most, times its chance; pass when little is left to gain."""
    best, chosen = 0, options[-1]
    if ("general", "rides") in options:
        units = [unit for unit in friends(board, side) if board.spec[unit].kind != WAGON]
        if units:
            spots = [middle(board, unit) for unit in units]
            x, y = sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots)
            if (x - board.gx[side]) ** 2 + (y - board.gy[side]) ** 2 > 1000**2:
                return ("general", "rides")
    values: dict[int, int] = {}
    for option in options:
        if not isinstance(option, tuple):
            continue
        match option[0]:
            case "activate":
                unit = unit_of(board, option[1])
                board.spent[unit] += 1
                odds = passing(activation_need(board, unit))
                board.spent[unit] -= 1
                if odds <= 1:
                    continue
                values[unit] = action_value(board, unit)[0]
                value = values[unit] * odds // 6
            case "morale":
                unit = unit_of(board, option[1])
                danger = board.markers[unit] - limit(board, unit) // 2
                value = 45 + 20 * danger if danger > 0 else 12 * board.markers[unit]
            case "fall back":
                unit = unit_of(board, option[1])
                close = nearest_enemy2(board, unit) <= 1200**2
                value = 80 if board.markers[unit] >= limit(board, unit) - 2 and close else 0
            case "second half":
                value = 150
            case "return":
                value = 100
            case "store":
                value = 70 if unspent(board, side) > 6 else 0
            case "trigger":
                value = 200
            case "card":
                value = card_value(board, option)
            case _:
                value = 0
        if value > best:
            best, chosen = value, option
    if best < 25:
        if "pass" in options and unspent(board, 1 - side):
            return "pass"
        if not best:
            return next((each for each in ("pass", "burn") if each in options), options[0])
    return chosen


def card_value(board: Battlefield, option: Any) -> int:
    """A11: when a card is worth playing."""
    card, on = option[1], option[2] if len(option) > 2 else ""
    unit = board.unit(on)
    match card:
        case "steady" if unit is not None:
            return 130 if board.markers[unit] >= 4 else 0
        case "reserves" if unit is not None:
            return 40 + 10 * (board.start[unit] - board.bases[unit])
        case "corps_artillery":
            return 60
        case "mad_minute" if unit is not None:
            return 70 if targets(board, unit, FIRE) else 0
        case "entrenched" if unit is not None:
            return 75 if _at_objective(board, unit) and nearest_enemy2(board, unit) <= 2400**2 else 0
        case "ammunition_delay" if unit is not None:
            return 60 if board.spec[unit].kind == BATTERY else 20
        case "bayonet" | "flooded_fields" | "grouped_guns" | "mad_minute":
            return 50 if on == "discard" else 0
        case _:
            return 0


def best_action(board: Battlefield, unit: int, options: tuple[Answer, ...]) -> Answer:
    """C2: what the unit was activated for."""
    if "reinforce" in options:
        return "reinforce"
    wanted = action_value(board, unit)[1]
    for each in (wanted, "fire", "move", "hold"):
        if each in options:
            return each
    return options[0]


# -- movement


def best_goal(board: Battlefield, unit: int, how: str) -> Answer | None:
    """Where to go: as near to the goal as the rate allows, in line and facing the enemy."""
    side = board.side[unit]
    if how in ("move", "second") and why_not_go(board, unit, how, "leave") is None:
        leaving = board.rules.exit_from_turn and board.role(side) == 1 and board.turn >= board.rules.exit_from_turn
        if leaving or (board.rules.exit_from_turn and board.role(side) == 0 and board.turn >= board.rules.turns - 1):
            return "leave"
    if how == "advance":
        return "stay"
    arrived = board.status[unit] == ARRIVED
    allowed = rate(board, unit, how)
    front = edge_facing(board.edge(side))
    gx, gy = goal_of(board, unit)
    if arrived:
        x, y = entry_point(board, unit, gx, gy)
    else:
        x, y = middle(board, unit)
    if how in ("fall back", "driven"):
        dx, dy = turned(0, -3000, front)
        gx, gy = x + dx, y + dy
    elif how in ("assault", "second"):
        prey = [middle(board, enemy) for enemy in enemies(board, side)]
        if prey:
            gx, gy = min(prey, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
    away = length(x, y, gx, gy)
    if not away:
        return "stay"
    straight = bearing(gx - x, gy - y)
    facing = _face(board, unit, x, y, front)
    best: tuple[int, Answer] = (away * 10, "stay")
    shapes = (1, 0) if arrived else (FORMATIONS.index(board.formation[unit]), 0, 1)
    step = min(allowed, away)
    for turn in (0, 15, 345, 35, 325, 60, 300):
        for part in (100, 70, 45, 25):
            dx, dy = turned(0, step * part // 100, straight + turn)
            left = length(x + dx, y + dy, gx, gy)
            if left * 10 >= best[0]:
                continue
            for formation in dict.fromkeys(shapes):
                for look in (facing, None if arrived else facing_of(board, unit)):
                    if look is None:
                        continue
                    goal = (x + dx, y + dy, look, formation)
                    if parse_goal(goal) and why_not_go(board, unit, how, goal) is None:
                        best = (left * 10, goal)
                        break
                else:
                    continue
                break
        if isinstance(best[1], tuple) and turn in (0, 345):
            break
    return best[1]


def _face(board: Battlefield, unit: int, x: int, y: int, front: int) -> int:
    """Towards the nearest enemy, else to the front."""
    side = board.side[unit]
    prey = [middle(board, enemy) for enemy in enemies(board, side) if board.status[enemy] == ON_TABLE]
    if not prey:
        return front
    ex, ey = min(prey, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
    return bearing(ex - x, ey - y)
