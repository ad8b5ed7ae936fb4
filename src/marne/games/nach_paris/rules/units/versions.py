"""[6.6], [2.6.1] Units that take the place of others: what passes to them of marks, points and losses.

A whole and its parts are different units here. When one stands in for another it inherits what was marked on the
counters that go: marches, markers, communications, fieldworks, headquarters.
"""

from __future__ import annotations

from typing import Final

from marne.games.nach_paris.board import ASIDE, WAITING, Hex, NachParisBoard
from marne.games.nach_paris.components.units import BY_ID, REPLACES, SPLIT_ROWS, Unit
from marne.hexes import Bits, members

__all__ = ["comes_as", "retire", "take_place", "upgrade", "upgrading"]

_MARKS: Final = (
    "entered", "extended_1", "extended_2", "forced", "forced_before", "carried", "barraged", "limited", "cut_off",
    "fed", "replaced", "replaced_before", "spotted", "wreckers", "recon_done", "indoctrinated", "tested",
)  # fmt: skip
"""Facts that one marked counter passes on to whoever it becomes part of."""
_ONE_OF: Final = (("extended_2", "extended_1"), ("cut_off", "limited"))
"""[7.4.2], [13.1.6] Of two marks that exclude each other the worse stays."""
_WORKS: Final = ("fieldworks", "entrenched", "in_walls")
_ACTED: Final = ("moved", "arrived", "regrouped")
"""What a unit has done in this Movement Phase; one that is only exchanged for another version passes it on."""
_WHOLE_OF_UPGRADE: Final = tuple(BY_ID[id] for row in SPLIT_ROWS if row.rule == "6.6.4" for id in row.wholes)


def take_place(board: NachParisBoard, unit: Unit, olds: Bits, hex: Hex, lost: int) -> None:
    """[6.6.1], [6.6.2] Put a unit in a hex for others, which still stand where they were; `retire` takes them off.

    It has spent as much as the one of them that spent most, and stands in works if all of the hex did, with one facing.
    """
    before = members(olds)
    here = [old for old in before if board.where[old] == hex] or before
    works = [name for name in _WORKS if all(getattr(board, name) >> old & 1 for old in here)]
    facings = {board.faces[old] for old in here}
    board.put(unit, hex)
    board.lost[unit] = lost
    board.faces[unit] = board.faces[here[0]]
    bit = 1 << unit
    for name in _MARKS:
        held = getattr(board, name)
        setattr(board, name, held | bit if held & olds else held & ~bit)
    for worse, better in _ONE_OF:
        if getattr(board, worse) & bit:
            setattr(board, better, getattr(board, better) & ~bit)
    hidden = board.fogged & olds == olds  # 19.2.2: who joins units in sight is in sight
    board.fogged = board.fogged | bit if hidden else board.fogged & ~bit
    for name in works if len(facings) == 1 else ():
        setattr(board, name, getattr(board, name) | bit)
    _inherit_numbers(board, unit, before, lost)


def _inherit_numbers(board: NachParisBoard, unit: Unit, olds: list[Unit], lost: int) -> None:
    """[6.6.1] The most that was spent, the worst marker; losses of the turn as far as the unit bears them."""
    most = max(olds, key=lambda old: board.spent.get(old, 0))
    marker = max(board.loss_marker.get(old, 0) for old in olds)
    for numbers, amount in (
        (board.spent, board.spent.get(most, 0)),
        (board.railed, board.railed.get(most, 0)),
        (board.loss_marker, marker),
        (board.aerial_tries, max(board.aerial_tries.get(old, 0) for old in olds)),
        (board.lost_now, min(lost, sum(board.lost_now.get(old, 0) for old in olds))),
        (board.lost_before, min(lost, sum(board.lost_before.get(old, 0) for old in olds))),
    ):
        numbers.pop(unit, None)
        if amount:
            numbers[unit] = amount
    for orders in (board.obeys, board.changing):
        orders.pop(unit, None)
        led = next((orders[old] for old in olds if old in orders), None)
        if led is not None:
            orders[unit] = led


def _kept(board: NachParisBoard) -> tuple[dict[Unit, int], ...]:
    """What is counted by unit and ends with its counter."""
    return board.spent, board.railed, board.loss_marker, board.lost_now, board.lost_before, board.aerial_tries


def retire(board: NachParisBoard, olds: Bits) -> None:
    """[6.6.1] Take the counters aside whose place others took; nothing stays marked on them.

    But a convoy that ran in this phase has run [12.4.2]: who came out of it counts anew if it goes by rail.
    """
    for old in members(olds):
        board.put(old, ASIDE)
        board.lost[old] = 0
        for kept in _kept(board):
            kept.pop(old, None)
        for orders in (board.obeys, board.changing):
            orders.pop(old, None)
        board.trains.pop(old, None)
    for name in (*_MARKS, *_ACTED, "fogged"):
        setattr(board, name, getattr(board, name) & ~olds)


# -- [6.6.4] the 15.ID


def upgrading(board: NachParisBoard) -> list[tuple[Unit, Unit]]:
    """[6.6.4], [2.6.1] The units on the map that have a better version, with it."""
    return [(old, new) for new, old in REPLACES.items() if board.where[old] >= 0]


def comes_as(board: NachParisBoard, unit: Unit) -> Unit:
    """[6.6.4] The counter that a unit stands on the map with once it has come: the 15.ID as its better version."""
    return next((new for new, old in REPLACES.items() if old == unit), unit) if _formed(board) else unit


def _formed(board: NachParisBoard) -> bool:
    """[6.6.4] Whether the 17.ID has been formed."""
    return any(board.where[whole] not in (ASIDE, WAITING) for whole in _WHOLE_OF_UPGRADE)


def upgrade(board: NachParisBoard) -> None:
    """[6.6.4] Once the 17.ID is formed the 15.ID has its fourth step, with the losses that it bears.

    One that is still to come is exchanged when it arrives.
    """
    if not _formed(board):
        return
    for old, new in upgrading(board):
        bit = 1 << old
        train = board.trains.get(old)
        acted = [name for name in (*_ACTED, "convoyed") if getattr(board, name) & bit]
        take_place(board, new, bit, board.where[old], board.lost[old])
        for name in acted:
            setattr(board, name, getattr(board, name) | 1 << new)
        if train is not None:
            board.trains[new] = train
        retire(board, bit)
        board.convoyed &= ~bit
