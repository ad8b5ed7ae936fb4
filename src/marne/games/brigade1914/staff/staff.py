"""The scripted player: deploys by role, goes for the objectives, fires at the best odds, charges when it pays.

It sees an observation and nothing else, answers every question of every scenario and nation, and looks one step ahead
only: what an order is worth, times the chance that it is obeyed.
"""

from __future__ import annotations

from random import Random

from marne.engine import JSON, Answer, EngineError, Game, Look, Position, Step, Thought, run_on
from marne.games.brigade1914.board import ARRIVED, OFF_TABLE, ON_TABLE, WAGON, Battlefield
from marne.games.brigade1914.components.data import FIRE
from marne.games.brigade1914.components.forces import BATTERY, INFANTRY
from marne.games.brigade1914.components.ground import DEEP, WIDE
from marne.games.brigade1914.odds import passing
from marne.games.brigade1914.rules.advantages.card_effects import FlankMarch, Flood
from marne.games.brigade1914.rules.advantages.cards import Counter
from marne.games.brigade1914.rules.advantages.dealing import Swap, TakeCard
from marne.games.brigade1914.rules.command.actions import Act, Charge, Declare
from marne.games.brigade1914.rules.command.command import activation_need, limit, unspent
from marne.games.brigade1914.rules.command.general import GeneralRides
from marne.games.brigade1914.rules.command.reaction import GoOn, Reaction
from marne.games.brigade1914.rules.command.testing import Reroll, SteadyAfterAll
from marne.games.brigade1914.rules.fire.firing import STANDING, targets
from marne.games.brigade1914.rules.fire.hits import LoseBase, OfficersDown
from marne.games.brigade1914.rules.fire.shooting import ChooseGunTarget, ChooseTarget, Rethrow, SwitchTarget
from marne.games.brigade1914.rules.fire.smoke import ChooseSmoke
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.movement.movement import entry_point, parse_goal, rate, road_end, why_not_go
from marne.games.brigade1914.rules.movement.moving import Dismount, GoTo
from marne.games.brigade1914.rules.reconnaissance.scouts import Mask, MoveMarker, PlaceMarker
from marne.games.brigade1914.rules.reconnaissance.spotting import Spot
from marne.games.brigade1914.rules.scenarios.deployment import AdvanceGuard, Deploy, MarchOrder
from marne.games.brigade1914.rules.scenarios.setup import ChooseRole, Muster
from marne.games.brigade1914.rules.scenarios.victory import holder, objectives
from marne.games.brigade1914.sequence import Allocate, ChooseInitiative, PushOn, StopPush
from marne.games.brigade1914.staff.fire import best_charge, best_reaction, best_target, worth
from marne.games.brigade1914.staff.places import deployment, general_place, marker_place, marker_ride
from marne.games.brigade1914.steps import unit_of
from marne.plane import FORMATIONS, bearing, length, turned

__all__ = ["Staff"]

_CARDS = (
    "corps_artillery", "rapid_fire", "steady", "officers_down", "push_on", "intelligence", "mad_minute", "entrenched",
    "last_stand", "ammunition_delay", "reserves",
)  # fmt: skip
"""The best cards first."""


_WINDOW = frozenset(("rapid_fire", "steady", "officers_down", "intelligence"))
"""Cards that it plays when somebody has fired, tested or played."""

HABITS: dict[type[Step[Battlefield]], str] = {
    Muster: "ready made", ChooseRole: "defend", Mask: "none", FlankMarch: "no", ChooseInitiative: "be active",
    PushOn: "push_on", StopPush: "intelligence", Counter: "intelligence", OfficersDown: "officers_down",
    SteadyAfterAll: "steady", Reroll: "again", LoseBase: "company",
}  # fmt: skip
"""Questions with one good answer."""

ANY: frozenset[type[Step[Battlefield]]] = frozenset((ChooseSmoke, Flood, MarchOrder, Spot))
"""Questions where any answer will do: the first, or a suggestion."""


class Staff:
    """Plays either side of every scenario. It carries no plan from one thought to the next: an order is given, obeyed
    or not, and the field looks different after it."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        """The answers up to the next die."""
        position: Position[Battlefield] = look.imagine(rng)
        return Thought(run_on(position, look.seat, lambda position: decide(position, look.seat, rng)))


def decide(position: Position[Battlefield], side: int, rng: Random) -> Answer:
    """One of the legal answers, straight from a position."""
    assert position.open is not None
    options = position.open.options
    if options is not None:
        if len(options) == 1:
            return options[0]
        if "no cards" in options and _WINDOW.isdisjoint(position.board.hand[side]):
            return "no cards"  # it holds no card worth being asked about: no more such questions this turn
        if (plain := HABITS.get(type(position.step))) in options:
            return plain
    found = judge(position, options or (), side, rng)
    if found is not None and (found in options if options is not None else position.why_not(found) is None):
        return found
    return position.suggest(rng, 1)[0] if options is None else options[0]


def judge(position: Position[Battlefield], options: tuple[Answer, ...], side: int, rng: Random) -> Answer | None:
    """What the step's question deserves; None where the first answer will do."""
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
            return deployment(board, step, unit, rng)
        case PlaceMarker(side=mine, number=number):
            return marker_place(board, mine, number)
        case MoveMarker(side=mine, marker=marker):
            return marker_ride(board, mine, marker)
        case GeneralRides(side=mine):
            return general_place(board, mine)
        case Swap():
            return next((card for card in options if card not in _CARDS and card != "keep"), "keep")
        case TakeCard():
            return next((card for card in _CARDS if card in options), None)
        case AdvanceGuard():
            units = [unit_of(board, str(each)) for each in options]
            return board.label(max(units, key=lambda unit: (power(board, unit), board.bases[unit])))
        case Dismount(unit):
            near = troops.nearest_enemy2(board, unit) <= 2400**2 or _at_objective(board, unit)
            return "dismount" if near else "stay mounted"
        case GoOn(actor):
            return "stop" if board.markers[actor] >= limit(board, actor) - 2 else "go on"
        case Rethrow(missed=missed, missed_guns=missed_guns):
            ways = ("lances", "national", *(("rapid_fire",) if missed + missed_guns >= 2 else ()))
            return next((way for way in ways if way in options), "keep")
    if type(step) in ANY or type(step) in HABITS:
        return None
    raise EngineError(f"the staff has no judgement of {type(step).__name__}")


# -- small questions


def _at_objective(board: Battlefield, unit: int) -> bool:
    x, y = troops.middle(board, unit)
    return any((x - ox) ** 2 + (y - oy) ** 2 <= 500**2 for ox, oy, _ in objectives(board))


# -- tokens, markers, general


def allotment(board: Battlefield, step: Allocate, options: tuple[Answer, ...]) -> Answer:
    """A3: the general gets all he may, then each unit its share by what it can do."""
    if step.number < 0:
        return options[-1]
    takers = step.takers(board)[step.number :]

    def weight(unit: int) -> int:
        if not troops.present(board, unit):
            return 4 if board.status[unit] in (ARRIVED, OFF_TABLE) else 1
        near = troops.nearest_enemy2(board, unit)
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
        return FIRE.dice.infantry[min(bases, len(FIRE.dice.infantry)) - 1] + board.mgs[unit] + FIRE.close_dice
    return FIRE.dice.cavalry[min(bases, len(FIRE.dice.cavalry)) - 1] + board.mgs[unit]


# -- orders


def goal_of(board: Battlefield, unit: int) -> tuple[int, int]:
    """Where a unit is going in the long run."""
    side = board.side[unit]
    x, y = troops.middle(board, unit) if troops.present(board, unit) else entry_point(board, unit, WIDE // 2, DEEP // 2)
    if board.rules.exit_from_turn:
        if board.role(side) == 1:
            ex, ey = road_end(board, "east")
            if board.turn >= board.rules.exit_from_turn:
                return ex, ey
            if board.turn >= 3 and x < 4500:
                return 5500, 2400
            return x, y
        prey = [troops.middle(board, enemy) for enemy in troops.enemies(board, side)]
        near = min(prey, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2, default=(WIDE - 300, 2400))
        return near if near[0] > x - 600 else (WIDE - 300, 2400)
    goals = []
    for ox, oy, points in objectives(board):
        held = holder(board, ox, oy)
        mates = sum(
            (troops.middle(board, each)[0] - ox) ** 2 + (troops.middle(board, each)[1] - oy) ** 2 <= 700**2
            for each in troops.friends(board, side)
            if each != unit
        )
        away = length(x, y, ox, oy)
        goals.append((away + 700 * mates - 300 * points + (900 if held == side and mates else 0), ox, oy))
    return min(goals)[1:]


def action_value(board: Battlefield, unit: int) -> tuple[int, str]:
    """What an activation of a unit is worth, and the action that it should take."""
    if board.status[unit] == ARRIVED:
        return 90, "enter"
    shots = [(worth(board, unit, target, STANDING), target) for target in targets(board, unit, STANDING)]
    fire = max(shots)[0] if shots else 0
    kind = board.spec[unit].kind
    if kind == BATTERY or not troops.present(board, unit):
        return (fire, "fire") if fire else (0, "hold")
    x, y = troops.middle(board, unit)
    gx, gy = goal_of(board, unit)
    away = length(x, y, gx, gy)
    leaving = bool(board.rules.exit_from_turn) and board.role(board.side[unit]) == 1
    if leaving and board.turn >= board.rules.exit_from_turn:
        return 200 - away // 100, "move"
    if troops.is_mounted(board, unit) and board.half[unit] < 0 and not board.smoke_bar[unit]:
        prey = [
            enemy
            for enemy in troops.enemies(board, board.side[unit])
            if board.markers[enemy] >= 3 and length(x, y, *troops.middle(board, enemy)) <= 1400
        ]
        if prey:
            return 120, "assault"
    if away <= 350:
        return (fire, "fire") if fire else (1, "hold")
    march = 60 + (20 if away > 1500 else 0)
    if fire >= 110:
        return fire, "fire"
    if fire and troops.nearest_enemy2(board, unit) <= 1500**2:
        return max(fire, march - 10), "move then fire"
    return march, "move"


def best_order(board: Battlefield, options: tuple[Answer, ...], side: int) -> Answer:
    """C1: the order that is worth most, times its chance; pass when little is left to gain."""
    best, chosen = 0, options[-1]
    if ("general", "rides") in options:
        units = [unit for unit in troops.friends(board, side) if board.spec[unit].kind != WAGON]
        if units:
            spots = [troops.middle(board, unit) for unit in units]
            x, y = sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots)
            if (x - board.gx[side]) ** 2 + (y - board.gy[side]) ** 2 > 1000**2:
                return ("general", "rides")
    for option in options:
        match option:
            case ("activate", str(name)):
                unit = unit_of(board, name)
                board.spent[unit] += 1
                odds = passing(activation_need(board, unit))
                board.spent[unit] -= 1
                if odds <= 1:
                    continue
                value = action_value(board, unit)[0] * odds // 6
            case ("morale", str(name)):
                unit = unit_of(board, name)
                danger = board.markers[unit] - limit(board, unit) // 2
                value = 45 + 20 * danger if danger > 0 else 12 * board.markers[unit]
            case ("fall back", str(name)):
                unit = unit_of(board, name)
                close = troops.nearest_enemy2(board, unit) <= 1200**2
                value = 80 if board.markers[unit] >= limit(board, unit) - 2 and close else 0
            case ("second half", _):
                value = 150
            case ("return", _):
                value = 100
            case ("store", _):
                value = 70 if unspent(board, side) > 6 else 0
            case ("trigger", *_):
                value = 200
            case ("card", card, on, *_):
                value = card_value(board, str(card), str(on))
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


def card_value(board: Battlefield, card: str, on: str) -> int:
    """A11: when a card is worth playing."""
    unit = board.unit(on)
    match card:
        case "steady" if unit is not None:
            return 130 if board.markers[unit] >= 4 else 0
        case "reserves" if unit is not None:
            return 40 + 10 * (board.start[unit] - board.bases[unit])
        case "corps_artillery":
            return 60
        case "mad_minute" if unit is not None:
            return 70 if targets(board, unit, STANDING) else 0
        case "entrenched" if unit is not None:
            return 75 if _at_objective(board, unit) and troops.nearest_enemy2(board, unit) <= 2400**2 else 0
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
    front = troops.edge_facing(board.edge(side))
    gx, gy = goal_of(board, unit)
    if arrived:
        x, y = entry_point(board, unit, gx, gy)
    else:
        x, y = troops.middle(board, unit)
    if how in ("fall back", "driven"):
        dx, dy = turned(0, -3000, front)
        gx, gy = x + dx, y + dy
    elif how in ("assault", "second"):
        prey = [troops.middle(board, enemy) for enemy in troops.enemies(board, side)]
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
                for look in (facing, None if arrived else troops.facing_of(board, unit)):
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
    prey = [troops.middle(board, enemy) for enemy in troops.enemies(board, side) if board.status[enemy] == ON_TABLE]
    if not prey:
        return front
    ex, ey = min(prey, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
    return bearing(ex - x, ey - y)
