"""[16.1.7] The garrisons of forts destroy structures: a lone fort in its hex, those of a camp one hex around too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import FOR_GOOD, Hex, NachParisBoard
from marne.games.nach_paris.components import forts
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import V
from marne.games.nach_paris.components.units import ALLIED_SIDE, DE, GERMAN_SIDE, NATIONS, Nation
from marne.games.nach_paris.rules.engineers.demolition import NOBODY, Blow
from marne.games.nach_paris.rules.engineers.structures import AT_HEX, HEXES_OF, guarded, name_of, protected
from marne.games.nach_paris.rules.forts.forts import active
from marne.games.nach_paris.rules.units.zones import zones
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Why, Word, value
from marne.hexes import Bits, bits, members, memo

__all__ = ["ChooseCharge", "any_charge", "charges", "why_no_charge"]


def _around(fort: int) -> tuple[Hex, ...]:
    hex = MAP.forts[fort].hex
    if forts.CAMP_OF[fort] < 0:
        return ()
    return tuple(each for each in members(MAP.grid.within_bits(hex, V.engineers.camp_range)) if each != hex)


_REACH: Final = tuple((MAP.forts[fort].hex, _around(fort)) for fort in range(forts.COUNT))
"""[16.1.7] The own hex of each fort, and those around it where it belongs to a camp."""
_ABLE: Final[dict[str, tuple[int, ...]]] = {
    nation: tuple(
        fort
        for fort in range(forts.COUNT)
        if MAP.forts[fort].nation == nation and any(hex in AT_HEX for hex in (_REACH[fort][0], *_REACH[fort][1]))
    )
    for nation in NATIONS
}
"""The forts of a nation with a structure in reach, in order."""


_AROUND: Final[dict[str, Bits]] = {
    nation: bits(hex for fort in able for hex in _REACH[fort][1]) for nation, able in _ABLE.items()
}
"""The hexes around those forts."""


def charges(board: NachParisBoard, nation: Nation) -> Mapping[int, int]:
    """[16.1.7] The structures on the ground of the scenario that garrisons of a nation may blow now, each with
    the fort that does it.

    Enemy ZOCs protect the hexes around a fort, never its own. A fort tries once in a Movement Phase (departs: 16.1.7).
    """
    enemy, name = ALLIED_SIDE if nation == DE else GERMAN_SIDE, NATIONS[nation]
    closed = (zones(board, enemy) | board.occupied[enemy]) & _AROUND[name]
    gone = bits(structure for structure, turns in board.broken.items() if turns == FOR_GOOD)
    able = active(board) & ~board.forts_blew
    return _charges(name, able, closed, board.play.area, gone | guarded(board.zones_gone))


@memo(128)
def _charges(nation: str, able: Bits, closed: Bits, area: Bits, spared: Bits) -> Mapping[int, int]:
    found: dict[int, int] = {}
    for fort in _ABLE[nation]:
        if not able >> fort & 1:
            continue
        own, around = _REACH[fort]
        for hex in (own, *(each for each in around if not closed >> each & 1)):
            for number in AT_HEX.get(hex, ()) if area >> hex & 1 else ():
                if not spared >> number & 1:
                    found.setdefault(number, fort)
    return found


def any_charge(board: NachParisBoard, nation: Nation) -> bool:
    """Whether a garrison could blow something."""
    return bool(charges(board, nation))


def why_no_charge(board: NachParisBoard, nation: Nation, structure: int) -> Why:
    """Why no garrison can blow a structure [16.1.7]; None if one can."""
    named = (("structure", name_of(structure)),)
    if structure in charges(board, nation):
        return None
    if protected(board, structure):  # 16.1.10
        return Reason("16.1.10", "why.blow.protected", named)
    if board.broken.get(structure) == FOR_GOOD:  # 16.1.5
        return Reason("16.1.5", "why.blow.gone", named)
    near = [
        fort
        for fort in _ABLE[NATIONS[nation]]
        if set(HEXES_OF[structure]) & {_REACH[fort][0], *_REACH[fort][1]} and active(board) >> fort & 1
    ]
    if not near:  # 16.1.7
        return Reason("16.1.7", "why.blow.no_fort", named)
    done = all(board.forts_blew >> fort & 1 for fort in near)
    return Reason("16.1.7", "why.blow.fort_done" if done else "why.blow.fort_watched", named)


@value
class ChooseCharge(NachParisQuestion[Word | str]):
    """[16.1.7] Which structure a garrison blows."""

    rule: ClassVar[str] = "16.1.7"
    shape: ClassVar[Shape] = {"blow": "structure"}
    nation: Nation

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        return Ask(board.side, (*(("blow", number) for number in sorted(charges(board, self.nation))), "back"))

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        if isinstance(answer, str):
            return ()
        fort = charges(board, self.nation)[answer[1]]
        board.forts_blew |= 1 << fort
        return (Blow(answer[1], NOBODY, fort),)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        if isinstance(answer, tuple) and isinstance(answer[1], int):
            return why_no_charge(board, self.nation, answer[1])
        return None
