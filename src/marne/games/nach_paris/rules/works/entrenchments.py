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
    "Works",
    "abu_modifiers",
    "arf_kept",
    "covered",
    "leave_works",
    "marked",
    "printed",
    "stands_firm",
    "tenths",
]


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
    """[11.1.1], [11.1.2] What the printed entrenchments of a hexside give to a unit of a nation now.

    departs: `works-owner`, only the side that built them has their benefit; departs: 11.1.3, a camp has its own turn.
    """
    found = _PRINTED[MAP.guard(hex, attacked_from)]
    if not found or (_builder(hex) == "DE") != (NATIONS[nation] == "DE"):
        return Works.NONE
    if MAP.camp[hex] < 0:
        return _before_turn_3(found, board.turn)
    lower = _unfinished(board, hex) + _fort_fallen(board, hex) + _foreign(hex, nation)
    return Works(max(found - lower, Works.NONE))


def _before_turn_3(found: Works, turn: int) -> Works:
    """[11.1.3] Regular entrenchments are worth fieldworks at first."""
    return Works.FIELDWORKS if found == Works.REGULAR and turn < V.turns.entrenchments else found


def _unfinished(board: NachParisBoard, hex: Hex) -> bool:
    """[11.6.5], [11.6.6] One grade less until the camp's own turn, for good at Liège."""
    return not camp_works_over(MAP.camps[MAP.camp[hex]].name, board.turn)


def _fort_fallen(board: NachParisBoard, hex: Hex) -> bool:
    """[11.6.11] One grade less in a hex without an active fort."""
    return not active_at(board, hex)


def _foreign(hex: Hex, nation: Nation) -> bool:
    """[11.6.12] One grade less for allies of the nation whose camp it is."""
    return _builder(hex) != NATIONS[nation]


def _builder(hex: Hex) -> str:
    """Whose the printed works of a hex are: the camp's, else the country's."""
    return MAP.camps[MAP.camp[hex]].nation if MAP.camp[hex] >= 0 else MAP.country[hex]


def marked(board: NachParisBoard, unit: Unit, attackers: Iterable[Hex]) -> Works:
    """[10.2.2] What a unit's own marker gives against attackers in these hexes; others have nothing of it."""
    bit, hexes = 1 << unit, sum(1 << hex for hex in set(attackers))
    if bit & board.entrenched:
        return Works.REGULAR if _one_over(_fronts(board, unit, board.entrenched), hexes) else Works.NONE
    if bit & board.fieldworks:
        return Works.FIELDWORKS if _all_over(_fronts(board, unit, board.fieldworks), hexes) else Works.NONE
    return Works.NONE


def _one_over(fronts: Bits, attackers: Bits) -> bool:
    """[11.1.5], [10.2.3] Entrenchments count if one attacker comes over a covered side."""
    return bool(fronts & attackers)


def _all_over(fronts: Bits, attackers: Bits) -> bool:
    """[10.1.6] Fieldworks need every attacker in a front hex (departs: 10.1.6)."""
    return not attackers & ~fronts


def _fronts(board: NachParisBoard, unit: Unit, under: Bits) -> Bits:
    """[10.1.7] The fronts of all of the hex under the same marker count together."""
    if (ring := _ring(board, board.where[unit])) is not None:
        return ring
    found = 0
    for other in members(board.at[board.where[unit]] & OF_SIDE[SIDE[unit]] & under):
        found |= front(board, other)
    return found


def _ring(board: NachParisBoard, hex: Hex) -> Bits | None:
    """[11.6.9] Beside an active fort of a camp the front is all round."""
    return MAP.grid.links.of[hex] if all_round(board, hex) else None


def covered(board: NachParisBoard, hex: Hex, side: Side, attackers: Iterable[Hex]) -> dict[Unit, Works]:
    """Which works shelter each unit of a side in a hex from these hexes. In a Fortified Zone nothing else does."""
    here, hexes = members(board.of(hex, side)), tuple(dict.fromkeys(attackers))
    if _only_a_zone(board, hex, side):
        return dict.fromkeys(here, Works.NONE)
    found = {unit: _best(board, unit, hex, hexes) for unit in here}
    return _within_eight(board, found, hexes)


def _only_a_zone(board: NachParisBoard, hex: Hex, side: Side) -> bool:
    """[11.2.5] A Fortified Zone lends its points, and no other works count there."""
    return side == GERMAN_SIDE and zone_at(board, hex) >= 0


def _best(board: NachParisBoard, unit: Unit, hex: Hex, attackers: tuple[Hex, ...]) -> Works:
    """[11.1.4] The best works of a unit, printed or its marker; cavalry has none."""
    if CAVALRY >> unit & 1:
        return Works.NONE
    return max(_over_one(board, unit, hex, attackers), marked(board, unit, attackers))


def _over_one(board: NachParisBoard, unit: Unit, hex: Hex, attackers: tuple[Hex, ...]) -> Works:
    """[11.1.5], [11.6.1] One attacker over a guarded side is enough for the bonus of its line."""
    return max((printed(board, hex, other, NATION[unit]) for other in attackers), default=Works.NONE)


def _within_eight(board: NachParisBoard, found: dict[Unit, Works], attackers: tuple[Hex, ...]) -> dict[Unit, Works]:
    """[11.1.4], [11.6.2] No more than eight steps have regular or strengthened works; the others their fieldworks."""
    dug_in = [unit for unit in found if found[unit] >= Works.REGULAR and STACKING >> unit & 1]
    kept = _who_fits(board, dug_in, found)
    for unit in dug_in:
        if unit not in kept:
            found[unit] = min(marked(board, unit, attackers), Works.FIELDWORKS)
    return found


def _who_fits(board: NachParisBoard, units: list[Unit], works: dict[Unit, Works]) -> tuple[Unit, ...]:
    """The units within eight steps that gain most; the first of equals (departs: `eight-steps`)."""
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
    """[10.3.1], [11.1.8], [11.1.9] A unit leaves its hex, and with it every marker of works.

    Call it whenever a unit goes to another hex. Markers belong to units, so none is ever left alone in a hex.
    """
    keep = ~(1 << unit)
    board.fieldworks &= keep
    board.entrenched &= keep
    board.in_walls &= keep
