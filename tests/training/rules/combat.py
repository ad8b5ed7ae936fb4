"""T6: attacks: who can fight whom, the odds, the die and its modifiers."""

from __future__ import annotations

from marne.engine import Modifier, total
from marne.hexes import members
from training.board import UNKNOWN, Field
from training.components.data import Result
from training.rules.movement import full, zone

__all__ = ["attackers", "chit_modifiers", "modifiers", "odds_column", "refuges", "result", "targets"]


def attackers(board: Field, side: int, hex: int) -> tuple[int, ...]:
    """T6.1: the side's counters that join an attack on a hex."""
    near, barred, at = board.ground.grid.neighbour_bits(hex), board.fought | board.disordered, board.at
    return tuple(
        counter
        for counter in board.scenario.counters[side]
        if at[counter] >= 0 and near >> at[counter] & 1 and not barred >> counter & 1
    )


def targets(board: Field, side: int) -> list[int]:
    """T6.1: the enemy hexes that can be attacked."""
    near, barred, at = 0, board.fought | board.disordered, board.at
    grid = board.ground.grid
    for counter in board.scenario.counters[side]:
        if at[counter] >= 0 and not barred >> counter & 1:
            near |= grid.neighbour_bits(at[counter])
    return members(near & board.hexes_of(1 - side) & ~board.attacked)


def refuges(board: Field, side: int, hex: int) -> tuple[int, ...]:
    """T6.2, T6.7: where a stack can go back to: no enemies, none of their zones, and room for all of it."""
    enemy = 1 - side
    open_hexes = board.ground.grid.neighbour_bits(hex) & ~board.hexes_of(enemy) & ~zone(board, enemy)
    open_hexes &= ~(board.hexes_of(side) if len(board.stack(side, hex)) > 1 else full(board, side))
    return tuple(members(open_hexes))


def odds_column(board: Field, attacking: tuple[int, ...], defending: list[int]) -> str:
    """T6.4: the odds, rounded down in favour of the defender."""
    attack = sum(map(board.strength, attacking))
    defence = sum(map(board.strength, defending))
    for ratio in (3, 2, 1):
        if attack >= ratio * defence:
            return f"{ratio}:1"
    return "1:2"


def modifiers(board: Field, side: int, attacking: tuple[int, ...], hex: int) -> list[Modifier]:
    """T6.5: every modifier of the die but the chits, by name."""
    ground, numbers = board.ground, board.ground.numbers
    found = []
    if ground.defence[hex]:
        found.append(Modifier("T6.5", ground.terrain[hex].value, ground.defence[hex]))
    if all(ground.rivers >> ground.grid.side(board.at[each], hex) & 1 for each in attacking):
        found.append(Modifier("T6.5", "across the river", numbers.river_attack))
    if any(board.disordered >> each & 1 for each in board.stack(1 - side, hex)):
        found.append(Modifier("T6.5", "disordered defenders", numbers.disorder_attack))
    return found


def chit_modifiers(board: Field, attack: int, defence: int) -> list[Modifier]:
    """T6.3: what the committed chits do to the die."""
    pairs = ((attack, board.ground.chit_attack), (defence, board.ground.chit_defence))
    return [Modifier("T6.3", "chit", effects[chit]) for chit, effects in pairs if chit != UNKNOWN and effects[chit]]


def result(board: Field, column: str, die: int, modified: list[Modifier]) -> Result:
    """T6.5: the table."""
    return board.ground.crt[column, die + total(modified)]
