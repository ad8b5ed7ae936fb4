"""The scripted player: deploys by role, advances by ground that covers, spots, smokes, fires at the best odds, assaults
when it pays, and falls back when it is beaten.

It sees an observation and nothing else, answers every question of every scenario and nation, and looks one step ahead
only: what an order is worth, times the chance that it is obeyed.
"""

from __future__ import annotations

from random import Random

from marne.engine import BEST as FIRST
from marne.engine import JSON, Answer, EngineError, Game, Look, Pick, Position, Step, Thought, run_on
from marne.games.brigade1914.board import ARRIVED, OFF_TABLE, Battlefield
from marne.games.brigade1914.components.data import CARDS
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.rules.advantages.card_effects import FlankMarch, Flood
from marne.games.brigade1914.rules.advantages.cards import Counter
from marne.games.brigade1914.rules.advantages.dealing import Swap, TakeCard
from marne.games.brigade1914.rules.command.actions import Act, Charge, Declare
from marne.games.brigade1914.rules.command.command import limit
from marne.games.brigade1914.rules.command.general import GeneralRides
from marne.games.brigade1914.rules.command.reaction import GoOn, Reaction
from marne.games.brigade1914.rules.command.testing import Reroll, SteadyAfterAll
from marne.games.brigade1914.rules.fire.hits import LoseBase, OfficersDown
from marne.games.brigade1914.rules.fire.shooting import ChooseGunTarget, ChooseTarget, Rethrow, SwitchTarget
from marne.games.brigade1914.rules.fire.smoke import ChooseSmoke
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.movement.moving import Dismount, GoTo
from marne.games.brigade1914.rules.reconnaissance.scouts import Mask, MoveMarker, PlaceMarker
from marne.games.brigade1914.rules.reconnaissance.spotting import Spot
from marne.games.brigade1914.rules.scenarios.deployment import AdvanceGuard, Deploy, MarchOrder
from marne.games.brigade1914.rules.scenarios.setup import ChooseRole, Muster
from marne.games.brigade1914.rules.scenarios.victory import objectives
from marne.games.brigade1914.sequence import Allocate, ChooseInitiative, PushOn, StopPush
from marne.games.brigade1914.staff.cards import BEST, WINDOW
from marne.games.brigade1914.staff.danger import power
from marne.games.brigade1914.staff.fire import best_charge, best_reaction, best_target
from marne.games.brigade1914.staff.moves import best_goal
from marne.games.brigade1914.staff.orders import best_action, best_order, smoked, spotted
from marne.games.brigade1914.staff.places import deployment, general_place, marker_place, marker_ride
from marne.games.brigade1914.staff.style import PLAIN, Style
from marne.games.brigade1914.steps import unit_of
from marne.kit.arithmetic import tally

__all__ = ["Staff"]

HABITS: dict[type[Step[Battlefield]], str] = {
    Muster: "ready made",
    ChooseRole: "defend",
    Mask: "none",
    FlankMarch: "no",
    ChooseInitiative: "be active",
    PushOn: "push_on",
    StopPush: "intelligence",
    Counter: "intelligence",
    OfficersDown: "officers_down",
    SteadyAfterAll: "steady",
    Reroll: "again",
    LoseBase: "company",
}
"""Questions with one good answer."""

ANY: frozenset[type[Step[Battlefield]]] = frozenset((Flood, MarchOrder))
"""Questions where any answer will do: the first, or a suggestion."""


TOKEN = 1.5
"""Tokens by which a hidden share may differ from the best."""
NEXT = 3
"""So many of the first in a list are as good as each other."""


class Staff:
    """Plays either side of every scenario. It carries no plan from one thought to the next: an order is given, obeyed
    or not, and the field looks different after it."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        """The answers up to the next die."""
        position: Position[Battlefield] = look.imagine(rng)
        pick = look.mixture(rng)
        return Thought(run_on(position, look.seat, lambda position: decide(position, look.seat, rng, pick=pick)))


def decide(position: Position[Battlefield], side: int, rng: Random, style: Style = PLAIN, pick: Pick = FIRST) -> Answer:
    """One of the legal answers, straight from a position; of hidden ones that are nearly equal any."""
    assert position.open is not None
    options = position.open.options
    pick = FIRST if position.open.seen_by is None else pick
    if options is not None:
        if len(options) == 1:
            return options[0]
        if "no cards" in options and WINDOW.isdisjoint(position.board.hand[side]):
            return "no cards"  # it holds no card worth being asked about: no more such questions this turn
        if (plain := HABITS.get(type(position.step))) in options:
            return plain
    found = judge(position, options or (), side, rng, style, pick)
    if found is not None and (found in options if options is not None else position.why_not(found) is None):
        return found
    return position.suggest(rng, 1)[0] if options is None else options[0]


def judge(
    position: Position[Battlefield],
    options: tuple[Answer, ...],
    side: int,
    rng: Random,
    style: Style,
    pick: Pick = FIRST,
) -> Answer | None:
    """What the step's question deserves; None where the first answer will do."""
    board, step = position.board, position.step
    match step:
        case Act():
            return best_order(board, options, side, style)
        case Declare(unit):
            return best_action(board, unit, options, style)
        case GoTo(unit, how, _):
            return best_goal(board, unit, how, style)
        case ChooseTarget(unit, how) | SwitchTarget(unit, how):
            return best_target(board, unit, how, options, style)
        case ChooseGunTarget():
            return "same"
        case Reaction(actor):
            return best_reaction(board, actor, options, style)
        case Charge(unit):
            return best_charge(board, unit, options)
        case Allocate():
            return allotment(board, step, options, pick)
        case Deploy(unit):
            return deployment(board, step, unit, rng, style)
        case PlaceMarker(side=mine, number=number):
            return marker_place(board, mine, number)
        case MoveMarker(side=mine, marker=marker):
            return marker_ride(board, mine, marker)
        case GeneralRides(side=mine):
            return general_place(board, mine)
        case Swap():
            useless = [card for card in options if card != "keep" and not _useful(board, side, str(card))]
            return pick.one_of(useless) if useless else "keep"
        case TakeCard():
            own = (card for card in options if CARDS[str(card)].nation == board.nation(side))
            return next(own, next((card for card in BEST if card in options), None))
        case ChooseSmoke(unit):
            friend = smoked(board, unit)[1]
            return ("on", board.label(friend)) if friend >= 0 else None
        case Spot(unit):
            seen = spotted(board, unit, fires=False)[1]
            return "ground" if seen < 0 else ("at", f"m{seen + 1}")
        case MarchOrder() if style.guns_first:
            units = [unit_of(board, str(each)) for each in options]
            return board.label(max(units, key=lambda unit: (board.spec[unit].kind == BATTERY, power(board, unit))))
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
    if type(step) in ANY:
        return pick.one_of(options[:NEXT]) if options else None
    if type(step) in HABITS:
        return None
    raise EngineError(f"the staff has no judgement of {type(step).__name__}")


# -- small questions


def _useful(board: Battlefield, side: int, card: str) -> bool:
    """A11, C23: whether a card is worth keeping."""
    return card in BEST or CARDS[card].nation == board.nation(side)


def _at_objective(board: Battlefield, unit: int) -> bool:
    x, y = troops.middle(board, unit)
    return any((x - ox) ** 2 + (y - oy) ** 2 <= 500**2 for ox, oy, _ in objectives(board))


# -- tokens, markers, general


def allotment(board: Battlefield, step: Allocate, options: tuple[Answer, ...], pick: Pick = FIRST) -> Answer:
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
    share = board.pool[step.side] * weights[0] // tally(weights)
    return pick.best([(-abs(int(str(amount)) - max(share, 1)), amount) for amount in options], TOKEN)
