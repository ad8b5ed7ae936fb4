"""14.3.6: two ways in that only options open: a British landing, and the ninth army out of Holland."""

from __future__ import annotations

from marne.games.grand_illusion.board import OUT_OF_HOLLAND, GrandIllusionBoard
from marne.games.grand_illusion.components.places import FREE_ENTRY, Hex
from marne.games.grand_illusion.components.tables import CALENDAR, LIMITS
from marne.games.grand_illusion.components.units import ALLIED, GERMAN, IDS, Side
from marne.games.grand_illusion.events import Arrived
from marne.games.grand_illusion.rules.actions.declaration import targets
from marne.games.grand_illusion.rules.movement.control import settle
from marne.games.grand_illusion.rules.movement.entry import may_enter
from marne.games.grand_illusion.rules.movement.movement import Walk, come_in
from marne.games.grand_illusion.rules.movement.stacking import fits
from marne.games.grand_illusion.steps import Named, Steps
from marne.hexes import Bits, bits, members

__all__ = ["answers", "enter_holland", "land", "ninth_army"]


def answers(board: GrandIllusionBoard, side: Side) -> list[Named]:
    """14.3.6: activations that bring units on from off the map."""
    if not board.options[side]:
        return []
    if side == ALLIED:
        if not board.held or board.landed or board.turn < LIMITS.landing_turn:
            return []
        return [("land", hex) for hex in members(board.ground.coast) if fits(board, hex, ALLIED, board.held)]
    waiting = ninth_army(board)
    if not waiting or board.turn < CALENDAR.ninth_army_from:
        return []
    return [
        ("enter", hex)
        for hex in FREE_ENTRY
        if may_enter(board, GERMAN, waiting, hex, False, False, board) and fits(board, hex, GERMAN, waiting)
    ]


def ninth_army(board: GrandIllusionBoard) -> Bits:
    """14.3.6: units that wait in Holland."""
    return bits(unit for unit, (turn, how) in board.track.items() if how == OUT_OF_HOLLAND and turn <= board.turn)


def land(board: GrandIllusionBoard, hex: Hex) -> Steps:
    """14.3.6: the divisions come ashore together; against Germans they must fight, and go no farther."""
    units = board.held
    board.held = 0
    board.landed = hex
    for unit in members(units):
        board.track.pop(unit, None)
        board.put(unit, hex)
        board.tell(Arrived("14.3.6", IDS[unit], hex))
    board.moved |= units
    board.attacker = ALLIED
    if targets(board, hex, ALLIED):
        board.entered[hex] = units
        board.must |= 1 << hex
        board.landing = True
    return settle(board, hex)


def enter_holland(board: GrandIllusionBoard, hex: Hex) -> Steps:
    """14.3.6: headquarters and five corps come in as one group, at full allowance."""
    units = ninth_army(board)
    for unit in members(units):
        del board.track[unit]
    board.moved |= units
    board.attacker = GERMAN
    return come_in(board, 0, Walk(GERMAN, units, hex, 1, 1, 0, retiring=False))
