"""Exact odds of an attack, from what its side can know: no sampling.

Where the enemy hides units (6.6), every unit that could be there counts alike, so the distribution is the mean over all
of them. The defender is taken to fight with his best factors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from marne.engine import Answer, Distribution, Explanation, Modifier, Outcome, Position
from marne.games.schlieffens_war.board import DEFENDED, RANK, ROLLED, UNSEEN, WarBoard, top_unit
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import ATTRITION, COLUMNS, CONCENTRIC, HEAVY_ARTILLERY, LIMITS
from marne.games.schlieffens_war.components.units import (
    BRITISH,
    COUNT,
    FACTOR,
    FORT,
    FULL,
    GERMAN,
    HQ,
    IS_CORPS,
    KIND,
    NATION,
    SIDE,
    UNIT_NAMED,
)
from marne.games.schlieffens_war.rules.combat.artillery import NONE, SiegeGuns
from marne.games.schlieffens_war.rules.combat.attack import ATTACK, ChooseAttackers, ChooseTarget, candidates
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.combat.combat import (
    ABOVE,
    column_label,
    concentric,
    defence_factor,
    final_column,
    holds_fort,
    odds_column,
    result_of,
)
from marne.games.schlieffens_war.rules.movement.movement import ChooseDestination
from marne.games.schlieffens_war.rules.movement.reach import allowance, reach, spared
from marne.games.schlieffens_war.view import nation_below
from marne.games.schlieffens_war.words import WORDS, hex_name
from marne.kit import one_of

__all__ = ["WAITS", "Forecast", "all_in", "attack_odds", "attacked", "explain", "forecast", "rolls_attrition"]

WAITS = frozenset(("done", "attack", "none"))
"""The answers that do nothing more."""


def attacked(position: Position[WarBoard], answer: Answer) -> str:
    """11.1: the hex that an answer names as the target of an attack."""
    return g.LABELS[answer] if isinstance(position.step, ChooseTarget) and isinstance(answer, int) else ""


D6 = (1, 2, 3, 4, 5, 6)


class Forecast:
    """What an attack may lead to: chances of each pair of losses, and of clearing the hex if the defender stands."""

    __slots__ = ("attack", "clears", "columns", "defences", "losses", "modifiers")

    def __init__(self) -> None:
        self.attack = 0
        self.defences: Counter[int] = Counter()
        self.modifiers: tuple[Modifier, ...] = ()
        self.columns: set[int] = set()
        self.losses: dict[tuple[int, int], Fraction] = {}
        self.clears = Fraction(0)

    def mean_losses(self) -> tuple[Fraction, Fraction]:
        """Expected steps of attacker and defender."""
        attacker = sum((chance * a for (a, _), chance in self.losses.items()), Fraction(0))
        return attacker, sum((chance * d for (_, d), chance in self.losses.items()), Fraction(0))


def shift_chances(board: WarBoard, battle: Battle, markers: tuple[str, ...]) -> dict[int, Fraction]:
    """11.15, 11.23: the chances of the shifts that dice will still give."""
    dice = [HEAVY_ARTILLERY] * len(markers)
    chances: dict[int, Fraction] = {0: Fraction(1)}
    if concentric(battle.hex, battle.bases) and not any(shift.rule == "11.15" for shift in battle.shifts):
        dice.append(CONCENTRIC)
    for table in dice:
        after: dict[int, Fraction] = {}
        for (sum_, chance), die in product(chances.items(), D6):
            after[sum_ + table[die]] = after.get(sum_ + table[die], Fraction(0)) + chance / 6
        chances = after
    return chances


def _unseen_hands(seen: tuple[int, ...], unseen: int, pool: list[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The sets of units that may lie under those seen (6.2), by kind and factor, with the number of ways to each."""
    classes: dict[tuple[int, int], list[int]] = {}
    for unit in pool:
        classes.setdefault((KIND[unit], FACTOR[unit][FULL[unit]]), []).append(unit)
    kinds = list(classes.values())

    def deal(at: int, left: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if left == 0:
            yield (), 1
            return
        if at == len(kinds):
            return
        for take in range(min(left, len(kinds[at])) + 1):
            ways = _choose(len(kinds[at]), take)
            for rest, more in deal(at + 1, left - take):
                yield tuple(kinds[at][:take]) + rest, ways * more

    for hand, ways in deal(0, unseen):
        stack = seen + hand
        corps = sum(1 for unit in stack if IS_CORPS[unit] or KIND[unit] == FORT)
        if corps <= LIMITS.corps and sum(1 for unit in stack if KIND[unit] == HQ) <= LIMITS.hqs:
            yield hand, ways


def _choose(n: int, k: int) -> int:
    result = 1
    for i in range(k):
        result = result * (n - i) // (i + 1)
    return result


def best_defenders(board: WarBoard, force: tuple[int, ...]) -> tuple[int, ...]:
    """11.2: the two corps or forts with the best factors, and the HQ."""
    fighting = sorted(
        (unit for unit in force if IS_CORPS[unit] or KIND[unit] == FORT),
        key=lambda unit: (-defence_factor(board, unit), unit),
    )[: LIMITS.defenders]
    hqs = [unit for unit in force if KIND[unit] == HQ][: LIMITS.hqs]
    return tuple(fighting + hqs) or force


def forecast(
    board: WarBoard, battle: Battle, unseen: int = 0, pool: list[int] | None = None, markers: tuple[str, ...] = ()
) -> Forecast:
    """The whole distribution of an attack. `battle.force` are the units known to be there; `unseen` others are."""
    found = Forecast()
    shifts = shift_chances(board, battle, markers)
    hands = list(_unseen_hands(battle.force, unseen, pool or [])) or [((), 1)]
    likeliest = max(ways for _, ways in hands)
    whole = sum(ways for _, ways in hands)
    for hand, ways in hands:
        force = battle.force + hand
        defenders = battle.defenders or best_defenders(board, force)
        full = replace(battle, force=force, defenders=defenders)
        attack, defence, column, modifiers = final_column(board, full)
        found.attack = attack
        found.defences[defence] += ways
        if ways == likeliest:
            found.modifiers = modifiers
        british = battle.side == GERMAN and any(NATION[unit] == BRITISH for unit in force)
        steps = sum(board.steps[unit] for unit in force)
        for shift, chance in shifts.items():
            found.columns.add(max(-1, min(column + shift, ABOVE)))
            for die in D6:
                result = result_of(column + shift, die)
                part = chance * ways / (6 * whole)
                pair = result.attacker + (LIMITS.bef_extra_loss if british else 0), result.defender
                found.losses[pair] = found.losses.get(pair, Fraction(0)) + part
                if result.defender >= steps:
                    found.clears += part
    return found


def _unseen(seen: WarBoard, hex: int) -> tuple[int, list[int]]:
    """How many units of a hex that were not attacked yet (11.5) the seat can't see, and which they could be."""
    unseen, attacked = seen.unseen.get(hex, (0, 0))
    if unseen == attacked:
        return 0, []
    top = top_unit(seen.stacks[hex])
    hidden = [unit for unit in range(COUNT) if seen.where[unit] == UNSEEN]
    nation = nation_below(seen, hex, hidden)
    return unseen - attacked, [u for u in hidden if NATION[u] == nation and RANK[KIND[u]] <= RANK[KIND[top]]]


def explain(position: Position[WarBoard], answer: Answer, language: str) -> Explanation | None:
    """The odds of an answer, on the position that a seat sees: an attack on a hex, one more attacker, siege markers, a
    forced march."""
    board, step = position.board, position.step
    if isinstance(step, ChooseTarget) and isinstance(answer, int):
        return attack_odds(board, step.side, answer, all_in(board, step.side, answer), language)
    if isinstance(step, ChooseAttackers):
        chosen = step.chosen if answer == ATTACK else tuple(sorted((*step.chosen, *_one(answer))))
        return attack_odds(board, step.side, step.hex, chosen, language)
    if isinstance(step, SiegeGuns) and board.battle is not None:
        markers = () if answer == NONE else (str(answer),)
        return _explained(board, forecast(board, board.battle, markers=markers), board.battle, 0, language)
    if isinstance(step, ChooseDestination) and isinstance(answer, int):
        return _march(board, step.unit, answer, language)
    return None


def _one(answer: Answer) -> tuple[int, ...]:
    return (answer,) if isinstance(answer, int) else ()


def all_in(board: WarBoard, side: int, hex: int) -> tuple[int, ...]:
    """Everybody who can join one attack on the hex."""
    chosen: tuple[int, ...] = ()
    while more := candidates(board, side, hex, chosen):
        chosen = tuple(sorted((*chosen, more[0])))
    return chosen


def attack_odds(board: WarBoard, side: int, hex: int, attackers: tuple[int, ...], language: str) -> Explanation:
    """11.17: the odds of an attack by these units on a masked board, from what the observer sees in the hex."""
    unseen, pool = _unseen(board, hex)
    force = tuple(unit for unit in board.stacks[hex] if not board.acts[unit] & DEFENDED)
    bases = tuple(sorted({board.where[unit] for unit in attackers}))
    battle = Battle(side, hex, attackers, bases, force, hex)
    return _explained(board, forecast(board, battle, unseen, pool), battle, unseen, language)


def _explained(board: WarBoard, found: Forecast, battle: Battle, unseen: int, language: str) -> Explanation:
    def say(key: str, **facts: Any) -> str:
        return WORDS.say(language, key, **facts)

    losses = []
    for (attacker, defender), chance in sorted(found.losses.items(), key=lambda item: (-item[1], item[0])):
        text = say("odds.result", result=f"{attacker}/{defender}", attacker=attacker, defender=defender)
        losses.append(Outcome(text, chance.numerator, chance.denominator, harm=defender))
    distributions = [Distribution(say("odds.losses"), tuple(losses))]
    if found.clears:
        ends = ("odds.clears", found.clears), ("odds.holds", 1 - found.clears)
        outcomes = tuple(Outcome(say(key), part.numerator, part.denominator) for key, part in ends if part)
        distributions.append(Distribution(say("odds.hex"), outcomes))
    most = max((defender for _, defender in found.losses), default=0)
    notes = []
    if unseen:
        notes.append(say("odds.unseen", count=unseen))
    if g.HEAVY >> battle.hex & 1 or holds_fort(board, battle.hex):
        notes.append(say("odds.fort"))
    elif most > 1:
        notes.append(say("odds.retreat", hexes=most - 1))
    if battle.side == GERMAN and any(NATION[unit] == BRITISH for unit in battle.force):
        notes.append(say("odds.british"))
    columns = sorted(found.columns)
    hit = sum((chance for (_, defender), chance in found.losses.items() if defender), Fraction(0))
    return Explanation(
        "11.17",
        say("odds.title", hex=hex_name(battle.hex, language)),
        tuple(replace(modifier, text=say(f"shift.{modifier.text}")) for modifier in found.modifiers),
        one_of(map(column_label, columns), language),
        tuple(distributions),
        tuple(notes),
        tuple(dict.fromkeys(COLUMNS[max(0, min(column, ABOVE - 1))] for column in columns)),
        say("odds.factors", attack=found.attack, defence="/".join(str(d) for d in sorted(found.defences))),
        one_of(dict.fromkeys(column_label(odds_column(found.attack, d)) for d in sorted(found.defences)), language),
        Outcome(say("odds.hope"), hit.numerator, hit.denominator),
    )


def rolls_attrition(board: WarBoard, unit: int) -> bool:
    """10.6: whether a forced march of the unit takes a die: once a turn, and not where its side is spared."""
    return not board.acts[unit] & ROLLED and not spared(board, SIDE[unit])


def _march(board: WarBoard, unit: int, hex: int, language: str) -> Explanation | None:
    """10.6: the attrition die of a forced march; a unit throws one only."""
    left = allowance(board, unit) - board.spent[unit]
    if not rolls_attrition(board, unit) or reach(board, unit, left).destinations >> hex & 1:
        return None
    lost = sum(1 for die in D6 if ATTRITION[die])
    return Explanation(
        "10.6",
        WORDS.say(language, "odds.march", unit=_name(unit)),
        distributions=(
            Distribution(
                WORDS.say(language, "odds.attrition"),
                (
                    Outcome(WORDS.say(language, "odds.march_lost"), lost, 6),
                    Outcome(WORDS.say(language, "odds.march_spared"), 6 - lost, 6),
                ),
            ),
        ),
    )


def _name(unit: int) -> str:
    return next(name for name, number in UNIT_NAMED.items() if number == unit)
