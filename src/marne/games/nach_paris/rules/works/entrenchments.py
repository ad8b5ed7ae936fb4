"""[11.1], [11.6.1]-[11.6.3], [11.6.5], [11.6.6], [11.6.11], [11.6.12] Entrenchments: what they are worth now.

For combat and barrage there is one question: `covered(board, hex, side, attackers)` says for every defender of a hex
which works shelter it from attackers in these hexes. `tenths`, `arf_kept`, `abu_modifiers` and `stands_firm` say what
that is worth; `cover.py` puts old walls beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from itertools import combinations
from typing import Final

from marne.engine import Modifier
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Entrenchment
from marne.games.nach_paris.components.tables import V, camp_works_over, modifier
from marne.games.nach_paris.components.units import (
    CAVALRY,
    GERMAN_SIDE,
    NATION,
    NATIONS,
    OF_SIDE,
    SIDE,
    STACKING,
    Nation,
    Side,
    Unit,
)
from marne.games.nach_paris.rules.forts.camps import all_round
from marne.games.nach_paris.rules.forts.forts import active_at
from marne.games.nach_paris.rules.units.zones import front
from marne.games.nach_paris.rules.works.bridgeheads import zone_at
from marne.hexes import Bits, members

__all__ = [
    "Works", "abu_modifiers", "arf_kept", "covered", "leave_works", "marked", "printed", "stands_firm", "tenths",
]  # fmt: skip


class Works(IntEnum):
    """The grades of works, each worth more than the one before it; "one level lower" is one less."""

    NONE = 0
    FIELDWORKS = 1
    REGULAR = 2
    STRENGTHENED = 3


_PRINTED: Final = {
    Entrenchment.NONE: Works.NONE,
    Entrenchment.REGULAR: Works.REGULAR,
    Entrenchment.STRENGTHENED: Works.STRENGTHENED,
}


def printed(board: NachParisBoard, hex: Hex, attacked_from: Hex, nation: Nation) -> Works:
    """[11.1.1]-[11.1.3], [11.6.5] What the printed entrenchments of a hexside give to a unit of a nation now.

    departs: `works-owner`, only the side that built them has their benefit; departs: 11.1.3, a camp has its own turn.
    """
    found = _PRINTED[MAP.guard(hex, attacked_from)]
    builder = _builder(hex)
    if not found or (builder == "DE") != (NATIONS[nation] == "DE"):
        return Works.NONE
    level = int(found)
    if MAP.camp[hex] < 0:
        level -= found == Works.REGULAR and board.turn < V.turns.entrenchments  # 11.1.3
    else:
        level -= not camp_works_over(MAP.camps[MAP.camp[hex]].name, board.turn)  # 11.6.5, 11.6.6
        level -= not active_at(board, hex)  # 11.6.11
        level -= builder != NATIONS[nation]  # 11.6.12
    return Works(max(level, 0))


def _builder(hex: Hex) -> str:
    """Whose the printed works of a hex are: the camp's, else the country's."""
    return MAP.camps[MAP.camp[hex]].nation if MAP.camp[hex] >= 0 else MAP.country[hex]


def marked(board: NachParisBoard, unit: Unit, attackers: Iterable[Hex]) -> Works:
    """[10.1.6], [10.1.7], [10.2.2], [10.2.3], [11.1.5] What a unit's marker gives against attackers in these hexes.

    departs: 10.1.6, fieldworks need every attacker in a front hex; entrenchments need one. The fronts of all units of
    the hex under the same marker count together.
    """
    bit, hexes = 1 << unit, sum(1 << hex for hex in set(attackers))
    if bit & board.entrenched:
        return Works.REGULAR if _fronts(board, unit, board.entrenched) & hexes else Works.NONE
    if bit & board.fieldworks:
        return Works.FIELDWORKS if not hexes & ~_fronts(board, unit, board.fieldworks) else Works.NONE
    return Works.NONE


def _fronts(board: NachParisBoard, unit: Unit, under: Bits) -> Bits:
    """[10.1.7], [11.6.9] The fronts of all under the same marker; beside an active fort of a camp, all round."""
    if all_round(board, board.where[unit]):
        return MAP.grid.links.of[board.where[unit]]
    found = 0
    for other in members(board.at[board.where[unit]] & OF_SIDE[SIDE[unit]] & under):
        found |= front(board, other)
    return found


def covered(board: NachParisBoard, hex: Hex, side: Side, attackers: Iterable[Hex]) -> dict[Unit, Works]:
    """[11.1.4], [11.1.5], [11.6.1], [11.6.2] Which works shelter each unit of a side in a hex from these hexes.

    One attacker over a guarded side is enough. Cavalry has nothing, and no more than eight steps have regular or
    strengthened ones: those whose CBF gains most (departs: `eight-steps`). In a Fortified Zone there is nothing else
    [11.2.5].
    """
    here, hexes = members(board.of(hex, side)), tuple(dict.fromkeys(attackers))
    found = dict.fromkeys(here, Works.NONE)
    if side == GERMAN_SIDE and zone_at(board, hex) >= 0:
        return found
    for unit in here:
        if not CAVALRY >> unit & 1:
            line = max((printed(board, hex, other, NATION[unit]) for other in hexes), default=Works.NONE)
            found[unit] = max(line, marked(board, unit, hexes))
    dug_in = [unit for unit in here if found[unit] >= Works.REGULAR and STACKING >> unit & 1]
    kept = _who_fits(board, dug_in, found)
    for unit in dug_in:
        if unit not in kept:
            found[unit] = min(marked(board, unit, hexes), Works.FIELDWORKS)
    return found


def _who_fits(board: NachParisBoard, units: list[Unit], works: dict[Unit, Works]) -> tuple[Unit, ...]:
    """The units within eight steps that gain most; the first of equals."""
    most = V.defence.entrenched_steps
    if sum(map(board.steps, units)) <= most:
        return tuple(units)
    groups = (group for count in range(len(units), 0, -1) for group in combinations(units, count))
    fitting = (group for group in groups if sum(map(board.steps, group)) <= most)
    gain = lambda group: sum(board.cbf(unit) * (tenths(works[unit], SIDE[unit]) - 10) for unit in group)  # noqa: E731
    return max(fitting, key=gain, default=())


# -- what they are worth


def tenths(works: Works, side: Side) -> int:
    """[10.2.1], [11.1.4], [11.6.2] Tenths of the CBF of a defender of a side: 10 is without works."""
    return _TENTHS[side][works]


_TENTHS: Final = (
    (10, V.defence.fieldworks_german, V.defence.regular_german, V.defence.strengthened_german),
    (10, V.defence.fieldworks_allied, V.defence.regular_allied, V.defence.strengthened_allied),
)


def arf_kept(works: Works, side: Side) -> int:
    """[10.2.1], [11.1.4], [11.6.2] Per cent of the ARF that an ABU keeps against a defender of a side."""
    return _KEPT[side][works]


_KEPT: Final = (
    (100, V.arf_kept.fieldworks_german, V.arf_kept.regular, V.arf_kept.strengthened_german),
    (100, V.arf_kept.fieldworks_allied, V.arf_kept.regular, V.arf_kept.strengthened_allied),
)


def abu_modifiers(works: Works, side: Side) -> tuple[Modifier, ...]:
    """[11.1.4], [11.6.2] What entrenchments add to the die of an ABU; fieldworks add nothing."""
    if works < Works.REGULAR:
        return ()
    owner = "german" if side == GERMAN_SIDE else "allied"
    return (modifier(f"abu.{'regular' if works == Works.REGULAR else 'strengthened'}.{owner}"),)


def stands_firm(board: NachParisBoard, unit: Unit, works: Works, outright: bool) -> bool:
    """[11.1.6], [11.6.3] Whether a unit stays where it is after a combat that would drive it back.

    `works` sheltered it in the combat, `outright` says that its result had an automatic loss; its losses are done.
    Regular entrenchments hold whoever had no automatic loss, both kinds hold only whoever lost less than two steps.
    """
    if works < Works.REGULAR or board.lost[unit] >= V.defence.stand_losses:
        return False
    return works == Works.STRENGTHENED or not outright


def leave_works(board: NachParisBoard, unit: Unit) -> None:
    """[10.3.1], [11.1.8], [11.1.9], [11.7.1] A unit leaves its hex, and with it every marker of works.

    Call it whenever a unit goes to another hex. Markers belong to units, so none is ever left alone in a hex.
    """
    keep = ~(1 << unit)
    board.fieldworks &= keep
    board.entrenched &= keep
    board.in_walls &= keep
