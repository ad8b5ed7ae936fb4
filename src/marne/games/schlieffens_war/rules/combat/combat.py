"""Chapter 11, the arithmetic: factors, odds, column shifts, results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from marne.engine import Modifier, total
from marne.games.schlieffens_war.board import ELAN, FATIGUED, IN_SUPPLY, OUT_OF_SUPPLY, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.data import (
    COLUMNS,
    CRT,
    LIMITS,
    OFF_THE_TABLE,
    SHIFTS,
    Result,
)
from marne.games.schlieffens_war.components.units import BRITISH, ENTENTE, FORT, FRENCH, GERMAN, IS_CORPS, KIND, NATION
from marne.games.schlieffens_war.rules.combat.battle import Battle

__all__ = [
    "ABOVE",
    "attack_factor",
    "column_label",
    "concentric",
    "counts_for_plan_xvii",
    "defence_factor",
    "extra_loss",
    "holds_fort",
    "morale_shifts",
    "odds_column",
    "result_of",
    "shifts_of_ground",
    "standing_shifts",
]

ABOVE = len(COLUMNS)
"""The column right of 7:1; everything from here on is off the table."""
CRUSHING = 100
"""The column against units without any combat factor: no shift brings it back on the table."""


def attack_factor(board: WarBoard, unit: int) -> int:
    """8.7, 8.9: the factor in attack, halved and rounded up without regular supply."""
    factor = board.factor(unit)
    return factor if board.supply[unit] == IN_SUPPLY else (factor + 1) // 2


def defence_factor(board: WarBoard, unit: int) -> int:
    """8.7, 8.9: the factor in defence, halved and rounded up when out of supply; fortresses spare their garrison."""
    factor = board.factor(unit)
    return (factor + 1) // 2 if board.supply[unit] == OUT_OF_SUPPLY else factor


def odds_column(attack: int, defence: int) -> int:
    """11.8: the number of the column, 1:2 being 0; odds off the table go on counting to both sides.

    >>> [odds_column(*pair) for pair in ((27, 7), (7, 7), (5, 7), (1, 3), (16, 2))]
    [3, 1, 0, -1, 8]
    """
    if not defence:
        return CRUSHING
    if attack >= defence:
        return attack // defence
    return 2 - -(-defence // attack)


def column_label(column: int) -> str:
    """11.9: the odds as printed; off the table, `<1:2` and `>7:1`."""
    if column < 0:
        return f"<{COLUMNS[0]}"
    return COLUMNS[column] if column < ABOVE else f">{COLUMNS[-1]}"


def result_of(column: int, die: int) -> Result:
    """11.9, 11.17: the result of a column and a die, or without a die off the table."""
    if column < 0:
        return OFF_THE_TABLE["below"]
    if column >= ABOVE:
        return OFF_THE_TABLE["above"]
    return CRT[COLUMNS[column], die]


def needs_die(column: int) -> bool:
    """11.9: whether the column is on the table."""
    return 0 <= column < ABOVE


def holds_fort(board: WarBoard, hex: int) -> bool:
    """2.5: whether a fort counter is in the hex."""
    return any(KIND[unit] == FORT for unit in board.stacks[hex])


def concentric(target: int, hexes: Iterable[int]) -> bool:
    """11.15: attacked through opposite hexsides, which any four hold, or through three that alternate."""
    if g.CITIES >> target & 1 or g.HEAVY >> target & 1:
        return False
    around = g.GRID.around[target]
    sides = {around.index(hex) for hex in hexes}
    if any((side + 3) % 6 in sides for side in sides):
        return True
    return all((side + 2) % 6 in sides for side in sides)


def shifts_of_ground(target: int, hexes: Iterable[int]) -> list[Modifier]:
    """11.10, 11.11, 11.12, 11.13, 11.14: what the ground gives the defender."""
    found = []
    if g.TERRAIN[target] == "rough":
        found.append(Modifier("11.11", "rough", SHIFTS["rough"]))
    if all(g.RIVER[hex] >> target & 1 for hex in hexes):
        found.append(Modifier("11.12", "river", SHIFTS["river"]))
    if g.CITIES >> target & 1:
        found.append(Modifier("11.13", "city", SHIFTS["city"]))
    if g.HEAVY >> target & 1:
        found.append(Modifier("11.14", "heavy_fortress", SHIFTS["heavy_fortress"]))
    return found


def morale_shifts(morale: Sequence[int], attacking: bool) -> list[Modifier]:
    """11.16: all elan helps its side, any fatigue helps the enemy; only corps have morale (9.6)."""
    what = "attack" if attacking else "defence"
    found = []
    if morale and all(state == ELAN for state in morale):
        found.append(Modifier("11.16", f"elan_{what}", SHIFTS[f"elan_{what}"]))
    if any(state == FATIGUED for state in morale):
        found.append(Modifier("11.16", f"fatigue_{what}", SHIFTS[f"fatigue_{what}"]))
    return found


def standing_shifts(board: WarBoard, battle: Battle) -> list[Modifier]:
    """11.10, 11.11, 11.12, 11.13, 11.14, 11.15, 11.16, 11.24: every shift of an attack but those that dice give."""
    found = shifts_of_ground(battle.hex, battle.bases)
    found += morale_shifts([board.morale[unit] for unit in battle.attackers if IS_CORPS[unit]], attacking=True)
    found += morale_shifts([board.morale[unit] for unit in battle.defenders if IS_CORPS[unit]], attacking=False)
    if battle.side == ENTENTE and board.turn in board.scenario.turns_of.final_effort:
        found.append(Modifier("11.24", "final_effort", SHIFTS["final_effort"]))
    return found


def totals(board: WarBoard, battle: Battle) -> tuple[int, int]:
    """11.8: attack and defence in factors."""
    attack = sum(attack_factor(board, unit) for unit in battle.attackers)
    return attack, sum(defence_factor(board, unit) for unit in battle.defenders)


def final_column(board: WarBoard, battle: Battle) -> tuple[int, int, int, tuple[Modifier, ...]]:
    """11.17: attack, defence, the column after all shifts, and the shifts."""
    attack, defence = totals(board, battle)
    shifts = (*standing_shifts(board, battle), *battle.shifts)
    return attack, defence, odds_column(attack, defence) + total(shifts), shifts


def extra_loss(board: WarBoard, battle: Battle) -> int:
    """11.19: Germans lose one step more when they attack British units."""
    british = battle.side == GERMAN and any(NATION[unit] == BRITISH for unit in battle.force)
    return LIMITS.bef_extra_loss if british else 0


def counts_for_plan_xvii(battle: Battle) -> bool:
    """4.4: an attack by French units only, into a hex of Germany."""
    return bool(g.GERMANY >> battle.hex & 1) and all(NATION[unit] == FRENCH for unit in battle.attackers)
