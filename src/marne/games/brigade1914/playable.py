"""A11, C23: what each card may fall on, and when: between one's own actions, or before an enemy's action too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from marne.games.brigade1914.board import DESTROYED, ON_TABLE, UNSEEN, WAGON, Battlefield
from marne.games.brigade1914.command import can_pay, unspent
from marne.games.brigade1914.data import ADVANTAGES, CARDS, MEASURES
from marne.games.brigade1914.forces import BATTERY, CAVALRY, INFANTRY
from marne.games.brigade1914.lines import Words
from marne.games.brigade1914.sight import sees
from marne.games.brigade1914.troops import enemy_within, friends, in_play, is_foot

__all__ = ["ACT", "REACTION", "playable"]

ACT, REACTION = "act", "reaction"
"""The windows in which most cards may be played."""

Found = Iterable[tuple[str, ...]]
"""What a card may fall on: names of units, or words."""


def playable(board: Battlefield, side: int, window: str) -> list[Words]:
    """A11, C23: every card that the side may play in this window, with what it falls on."""
    found: list[Words] = []
    for card in sorted(set(board.hand[side])):
        nation = CARDS[card].nation
        if nation and nation != board.nation(side):  # C23: the others throw it away for a token
            found += [("card", card, "discard")] if window == ACT else []
        elif card in EITHER:
            found += [("card", card, *on) for on in EITHER[card](board, side)]
        elif window == ACT and card in OWN_ACT:
            found += [("card", card, *on) for on in OWN_ACT[card](board, side)]
    return found + _triggers(board, side) if window == ACT else found


def _names(board: Battlefield, units: Iterable[int]) -> Found:
    return [(board.label(unit),) for unit in units]


def _of(board: Battlefield, side: int, *kinds: str) -> list[int]:
    """A11: the side's units on the table of these kinds."""
    return [unit for unit in friends(board, side) if board.spec[unit].kind in kinds]


def _far(board: Battlefield, unit: int) -> bool:
    """A11, C23: more than 12 inches from any enemy, and not yet activated."""
    return not board.acted[unit] and not enemy_within(board, unit, ADVANTAGES.fog_clear)


def _entrenched(board: Battlefield, side: int) -> Found:
    """A11: foot that is not dug in yet."""
    foot = (unit for unit in friends(board, side) if is_foot(board, unit) and not board.dug[unit])
    return _names(board, (unit for unit in foot if can_pay(board, unit)))


def _fog_of_war(board: Battlefield, side: int) -> Found:
    """A11: a unit of one's own, and for a token one of the enemy's too."""
    theirs = [
        board.label(enemy)
        for enemy in board.units(1 - side)
        if in_play(board, enemy) and board.spec[enemy].kind in (INFANTRY, CAVALRY) and _far(board, enemy)
    ]
    theirs = theirs if unspent(board, side) else []
    for unit in _of(board, side, INFANTRY, CAVALRY):
        if _far(board, unit):
            yield (board.label(unit),)
            yield from ((board.label(unit), enemy) for enemy in theirs)


def _reserves(board: Battlefield, side: int) -> Found:
    """A11: any battalion."""
    return _names(board, (unit for unit in board.units(side) if board.spec[unit].kind == INFANTRY))


def _steady(board: Battlefield, side: int) -> Found:
    """C23: whoever has morale markers."""
    return _names(
        board, (unit for unit in board.units(side) if board.markers[unit] and board.status[unit] != DESTROYED)
    )


def _forced_march(board: Battlefield, side: int) -> Found:
    """C23: whoever is 12 inches away from the enemy and can pay."""
    units = _of(board, side, INFANTRY, CAVALRY, BATTERY)
    free = (unit for unit in units if not enemy_within(board, unit, MEASURES.key_distance) and can_pay(board, unit))
    return _names(board, free)


def _aerial_report(board: Battlefield, side: int) -> Found:
    """C23: markers, a hidden unit, or observation for a battery."""
    if any(x >= 0 for x, _ in board.marker[1 - side]):
        yield ("markers",)
    if any(board.status[unit] in UNSEEN for unit in board.units(1 - side)):
        yield ("hidden",)
    for unit in board.units(side):
        if board.spec[unit].kind == BATTERY and board.status[unit] != DESTROYED:
            yield (board.label(unit),)


def _garbled_orders(board: Battlefield, side: int) -> Found:
    """C23: a token of one enemy unit goes to another."""
    theirs = [
        board.label(unit)
        for unit in board.units(1 - side)
        if board.status[unit] == ON_TABLE and board.spec[unit].kind != WAGON
    ]
    return [(a, b) for a in theirs for b in theirs if a != b] if unspent(board, side) else []


def _ammunition_delay(board: Battlefield, side: int) -> Found:
    """C23: an enemy with guns."""
    armed = (unit for unit in board.units(1 - side) if board.spec[unit].kind == BATTERY or board.mgs[unit])
    return _names(board, (unit for unit in armed if in_play(board, unit))) if unspent(board, side) else []


def _guides(board: Battlefield, side: int) -> Found:
    """C23: sunken lanes for a march, or cover against one fire."""
    names = (board.label(unit) for unit in friends(board, side) if board.spec[unit].kind != WAGON)
    return [(name, use) for name in names for use in ("lanes", "cover")]


def _mad_minute(board: Battlefield, side: int) -> Found:
    """C23: a battalion that has not moved."""
    return _names(
        board, (unit for unit in _of(board, side, INFANTRY) if can_pay(board, unit) and not board.moved[unit])
    )


def _bayonet(board: Battlefield, side: int) -> Found:
    """C23: a battalion halfway through an assault."""
    return _names(
        board, (unit for unit in _of(board, side, INFANTRY) if can_pay(board, unit) and board.half[unit] >= 0)
    )


EITHER: Final[Mapping[str, Callable[[Battlefield, int], Found]]] = {
    "entrenched": _entrenched,
    "fog_of_war": _fog_of_war,
    "reserves": _reserves,
    "steady": _steady,
    "garbled_orders": _garbled_orders,
    "ammunition_delay": _ammunition_delay,
    "guides": _guides,
    "mad_minute": _mad_minute,
}
"""A11, C23: cards for both windows. Others have a question of their own: Grouped Guns is a reaction, for one."""
OWN_ACT: Final[Mapping[str, Callable[[Battlefield, int], Found]]] = {
    "forced_march": _forced_march,
    "aerial_report": _aerial_report,
    "corps_artillery": lambda board, side: [("store",)],
    "bayonet": _bayonet,
    "flooded_fields": lambda board, side: [("flood",)] if unspent(board, side) else [],
}
"""C23: cards for the side whose turn it is to act."""


def _triggers(board: Battlefield, side: int) -> list[Words]:
    """A11, C23: cards in play with tokens enough: corps artillery at an enemy that somebody sees, a flank march."""
    found: list[Words] = []
    for card, tokens, _ in board.stored[side]:
        if card == "corps_artillery" and tokens >= ADVANTAGES.corps_artillery:
            found += [
                ("trigger", card, board.label(enemy))
                for enemy in board.units(1 - side)
                if in_play(board, enemy) and any(sees(board, unit, enemy) for unit in friends(board, side))
            ]
        if card == "flank_march" and tokens >= ADVANTAGES.flank_march:
            found.append(("trigger", card))
    return found
