"""How the staff weighs an attack: expected losses, the chance to clear the hex, what the hex is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from marne.engine import total
from marne.games.schlieffens_war.board import DEFENDED, FATIGUED, OUT_OF_SUPPLY, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import (
    BELGIAN,
    DEPOT,
    ENTENTE,
    FORT,
    FRENCH,
    GERMAN,
    HQ,
    IS_CORPS,
    KIND,
    NATION,
    SIDE,
)
from marne.games.schlieffens_war.odds import best_defenders
from marne.games.schlieffens_war.rules.combat.artillery import marker_choices
from marne.games.schlieffens_war.rules.combat.attack import attackable, candidates
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.combat.combat import (
    attack_factor,
    concentric,
    extra_loss,
    holds_fort,
    odds_column,
    result_of,
    standing_shifts,
    totals,
)
from marne.games.schlieffens_war.rules.command.command import command_area
from marne.games.schlieffens_war.staff.style import STYLES, Style
from marne.hexes import Bits, members
from marne.kit.arithmetic import added, tally

__all__ = [
    "Attack",
    "Prospect",
    "attacks",
    "battle_on",
    "hex_value",
    "last_word",
    "plan_xvii_due",
    "prospect",
    "sealed",
]

_DICE: Final = range(1, 7)
_FIRST, _LAST = -1, 8

_OPEN: Final[tuple[float, ...]] = (0.0, 0.7, 0.6, 0.3, 0.1)
_SEALED: Final[tuple[float, ...]] = (0.0, 0.95, 0.9, 0.8, 0.5)
"""By the steps left in a city: guesses of the chance to take it next turn, where it can be relieved and where not."""

_STEP: Final = 0.8
_LAST_STEP: Final = 0.05
"""What an own step is worth, and what it is worth when nobody will need it any more."""


def _means() -> dict[int, tuple[float, float, tuple[float, ...]]]:
    """By column: mean losses of attacker and defender, and the chances that the defender loses 0, 1, 2 or 3."""
    found = {}
    for column in range(_FIRST, _LAST + 1):
        results = [result_of(column, die) for die in _DICE]
        tails = tuple(tally(result.defender >= k for result in results) / 6 for k in range(4))
        found[column] = (
            tally(result.attacker for result in results) / 6,
            tally(result.defender for result in results) / 6,
            tails,
        )
    return found


_MEANS: Final = _means()


@dataclass
class Attack:
    """An attack that could be made: on a hex, by these units, at this column, worth so much."""

    hex: int
    units: tuple[int, ...]
    column: int
    worth: float
    plan_xvii: bool


def last_word(board: WarBoard, side: int, style: Style) -> bool:
    """4.7, 5.1: whether nobody moves after this player turn, for a staff that thinks of the end. Then cities alone
    count, whatever they cost, and nothing need be guarded."""
    return style.late and side == ENTENTE and board.turn >= board.scenario.turns


def hex_value(board: WarBoard, side: int, hex: int, style: Style | None = None) -> float:
    """What taking or holding a hex is worth to a side, in steps."""
    bit = 1 << hex
    if bit & g.PARIS:
        return 40.0
    if bit & g.GERMAN_CITIES:
        return 40.0 if board.turn < board.scenario.turns else 1.0
    if bit & g.PRIZES:
        return (style or STYLES[side]).city_price * (2 if board.turn == board.scenario.turns else 1)
    return 1.0 if side == GERMAN else 0.6


def battle_on(board: WarBoard, side: int, hex: int, units: tuple[int, ...]) -> Battle:
    """The attack as it would stand with the best defenders."""
    force = tuple(unit for unit in board.stacks[hex] if not board.acts[unit] & DEFENDED)
    bases = tuple(sorted({board.where[unit] for unit in units}))
    return Battle(side, hex, units, bases, force, hex, best_defenders(board, force))


@dataclass(frozen=True)
class Prospect:
    """What an attack promises: mean losses of both sides, the chance to clear the hex, and what that is worth."""

    lost: float
    killed: float
    clears: float
    worth: float


def sealed(hex: int, zone: Bits) -> bool:
    """7.1: whether nobody can walk into a hex, since every hex beside it lies in a zone or is held."""
    return not g.PASSABLE[hex] & ~zone


def prospect(
    board: WarBoard,
    side: int,
    hex: int,
    force: tuple[int, ...],
    column: int,
    shut: bool = False,
    style: Style | None = None,
) -> Prospect:
    """What an attack at a column promises against a stack, before what it costs to bring the attackers up; `shut` if
    the hex is sealed.

    Who is in a city or a fortress stays as long as he has steps; who is in the open goes back (11.20, 11.21). Germans
    look at the next turn too: what is left in a city then. On the last turn cities alone count.
    """
    lost, killed, tails = _MEANS[max(_FIRST, min(_LAST, column))]
    steps = tally(board.steps[unit] for unit in force if KIND[unit] != DEPOT)
    style = style or STYLES[side]
    value = hex_value(board, side, hex, style)
    stays = value > 2 or holds_fort(board, hex)
    need = steps if stays else min(steps, 2)
    clears = tails[need] if need < len(tails) else 0.0
    price = style.step_price
    if any(board.supply[unit] == OUT_OF_SUPPLY or KIND[unit] == FORT or NATION[unit] == BELGIAN for unit in force):
        price *= 2  # these never come back
    elif stays:
        price *= 1.5  # beside an enemy nobody regroups (9.5): the next attack finds less
    last = board.turn >= board.scenario.turns
    if last and (side == GERMAN or style.late):
        price = 0.0
    cost = _LAST_STEP if last_word(board, side, style) else _STEP
    worth = price * min(killed, steps) + clears * value - cost * lost
    if side == GERMAN and not last and stays and g.CITIES >> hex & 1:
        worth += value * _siege(tails, steps, shut)
    return Prospect(lost, killed, clears, worth)


def _siege(tails: tuple[float, ...], steps: int, shut: bool) -> float:
    """How much an attack that does not take a city adds to the chance of taking it next turn."""
    after = _SEALED if shut else _OPEN
    kills = [chance - more for chance, more in zip(tails, (*tails[1:], 0.0), strict=True)]
    held = added(kills[:steps])
    later = added(chance * after[min(4, steps - killed)] for killed, chance in enumerate(kills) if killed < steps)
    return max(0.0, later - _OPEN[min(4, steps)] * held)


def _weigh(board: WarBoard, side: int, hex: int, units: tuple[int, ...], style: Style) -> Attack:
    battle = battle_on(board, side, hex, units)
    attack, defence = totals(board, battle)
    column = odds_column(attack, defence) + total(standing_shifts(board, battle))
    if concentric(hex, battle.bases):
        column += 1
    if marker_choices(board, battle):
        column += 1 + (board.coup > 0)
    shut = side == GERMAN and sealed(hex, board.zone(side) | board.occupied[side])
    promise = prospect(board, side, hex, battle.force, column, shut, style)
    corps = [unit for unit in units if IS_CORPS[unit]]
    tired = 0.25 * (1 - promise.clears) * tally(1 + (board.morale[unit] == FATIGUED) * 2 for unit in corps)
    step = _STEP
    if last_word(board, side, style):
        tired, step = 0.0, _LAST_STEP
    cost = step * extra_loss(board, battle) + tired + 0.15 * len(units)
    french = all(NATION[unit] == FRENCH for unit in units) and bool(g.GERMANY >> hex & 1)
    return Attack(hex, units, column, promise.worth - cost, french)


def keeper(board: WarBoard, unit: int, style: Style | None = None) -> bool:
    """Whether a unit risks no step, because it keeps a German city or Paris with no more than one other, or, reduced,
    any city alone."""
    hex = board.where[unit]
    if not g.CITIES >> hex & 1 or last_word(board, SIDE[unit], style or STYLES[SIDE[unit]]):
        return False
    garrison = tally(1 for u in board.stacks[hex] if IS_CORPS[u] or KIND[u] == FORT)
    if (g.GERMAN_CITIES | g.PARIS) >> hex & 1:
        return garrison <= 2 and board.turn < board.scenario.turns
    return garrison == 1 and board.steps[unit] == 1


def _groups(board: WarBoard, side: int, hex: int, style: Style) -> list[tuple[int, ...]]:
    """Sets of units that could attack together: all in command, or one hex; fresh ones alone, and all."""
    corps = [unit for unit in candidates(board, side, hex, ()) if IS_CORPS[unit] and not keeper(board, unit, style)]
    areas = {nation: command_area(board, nation) for nation in {NATION[unit] for unit in corps}}
    led = [unit for unit in corps if areas[NATION[unit]] >> board.where[unit] & 1]
    bases = sorted({board.where[unit] for unit in corps})
    pools = [led, *([unit for unit in corps if board.where[unit] == base] for base in bases)]
    found: list[tuple[int, ...]] = []
    for pool in pools:
        fresh = [unit for unit in pool if board.morale[unit] != FATIGUED]
        for units in (pool, fresh, *_parts(board, fresh)):
            if units and tuple(units) not in found:
                found.append(tuple(units))
    return found


def _parts(board: WarBoard, units: list[int]) -> list[list[int]]:
    """The strongest half, and the strongest three: the others may have another target."""
    ordered = sorted(units, key=lambda unit: (-attack_factor(board, unit), unit))
    return [sorted(ordered[:count]) for count in sorted({3, (len(units) + 1) // 2}) if count < len(units)]


def _with_hqs(board: WarBoard, side: int, hex: int, units: tuple[int, ...]) -> tuple[int, ...]:
    more = [unit for unit in candidates(board, side, hex, units) if KIND[unit] == HQ]
    return tuple(sorted((*units, *more)))


def plan_xvii_due(board: WarBoard) -> int:
    """How many attacks into Germany the French should make this turn to be done in time."""
    left = board.scenario.victory.plan_xvii_attacks - board.plan_xvii
    turns = (board.scenario.turns_of.plan_xvii or 0) - board.turn + 1
    return -(-left // turns) if left > 0 and turns > 0 else 0


def attacks(board: WarBoard, side: int, style: Style | None = None) -> list[Attack]:
    """Every attack that the staff would think of, the best first."""
    style = style or STYLES[side]
    enemy = attackable(board, side)
    near = g.spread(board.occupied[side]) & enemy
    found = []
    for hex in members(near):
        options = [_weigh(board, side, hex, units, style) for units in _groups(board, side, hex, style)]
        options += [
            _weigh(board, side, hex, _with_hqs(board, side, hex, option.units), style) for option in options[:1]
        ]
        if side == ENTENTE and g.GERMANY >> hex & 1:
            french = [u for u in candidates(board, side, hex, ()) if IS_CORPS[u] and NATION[u] == FRENCH]
            options += [_weigh(board, side, hex, (unit,), style) for unit in french]
        found += options
    return sorted(found, key=lambda attack: (-attack.worth, attack.hex, attack.units))
