"""A11, C23: what each card may fall on, and when: between one's own actions, or before an enemy's action too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from marne.games.brigade1914.board import DESTROYED, UNSEEN, WAGON, Battlefield
from marne.games.brigade1914.components.data import ADVANTAGES, CARDS, MEASURES
from marne.games.brigade1914.components.forces import BATTERY, CAVALRY, INFANTRY
from marne.games.brigade1914.rules.command.command import can_pay, unspent
from marne.games.brigade1914.rules.measures.sight import sees
from marne.games.brigade1914.rules.measures.troops import enemy_within, friends, in_play, is_foot
from marne.games.brigade1914.steps import Words

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
        elif window == ACT or card not in OWN_ACT:
            found += [("card", card, *on) for on in _falls_on(board, side, card)]
    return found + _triggers(board, side) if window == ACT else found


def _falls_on(board: Battlefield, side: int, card: str) -> Found:
    """A11, C23: units or words that a card may be played on; of a card with a question of its own nothing."""
    left = unspent(board, side)
    if card in ON_FRIENDS:
        return [(board.label(unit),) for unit in friends(board, side) if ON_FRIENDS[card](board, unit)]
    match card:
        case "fog_of_war":
            return _fog_of_war(board, side)
        case "reserves":  # any battalion
            return [(board.label(unit),) for unit in board.units(side) if board.spec[unit].kind == INFANTRY]
        case "steady":
            shaken = (unit for unit in board.units(side) if board.markers[unit] and board.status[unit] != DESTROYED)
            return [(board.label(unit),) for unit in shaken]
        case "aerial_report":
            return _aerial_report(board, side)
        case "garbled_orders" if left:
            theirs = [unit for unit in board.units(1 - side) if in_play(board, unit) and board.spec[unit].kind != WAGON]
            return [(board.label(a), board.label(b)) for a in theirs for b in theirs if a != b]
        case "ammunition_delay" if left:
            armed = (unit for unit in board.units(1 - side) if board.spec[unit].kind == BATTERY or board.mgs[unit])
            return [(board.label(unit),) for unit in armed if in_play(board, unit)]
        case "guides":  # sunken lanes for a march, or cover against one fire
            units = (unit for unit in friends(board, side) if board.spec[unit].kind != WAGON)
            return [(board.label(unit), use) for unit in units for use in ("lanes", "cover")]
        case "corps_artillery":
            return [("store",)]
        case "flooded_fields" if left:
            return [("flood",)]
        case _:
            return []


def _battalion_pays(board: Battlefield, unit: int) -> bool:
    return board.spec[unit].kind == INFANTRY and can_pay(board, unit)


OWN_ACT: Final = frozenset(("forced_march", "aerial_report", "corps_artillery", "bayonet", "flooded_fields"))
"""C23: cards for the side whose turn it is to act."""
ON_FRIENDS: Final[Mapping[str, Callable[[Battlefield, int], bool]]] = {
    "entrenched": lambda board, unit: is_foot(board, unit) and not board.dug[unit] and can_pay(board, unit),
    "forced_march": lambda board, unit: (
        board.spec[unit].kind != WAGON and not enemy_within(board, unit, MEASURES.key_distance) and can_pay(board, unit)
    ),
    "mad_minute": lambda board, unit: _battalion_pays(board, unit) and not board.moved[unit],
    "bayonet": lambda board, unit: _battalion_pays(board, unit) and board.half[unit] >= 0,
}
"""A11, C23: cards on a unit of one's own on the table, and which it may be."""


def _far(board: Battlefield, unit: int) -> bool:
    """A11, C23: a battalion or regiment more than 12 inches from any enemy, and not yet activated."""
    if board.spec[unit].kind not in (INFANTRY, CAVALRY) or board.acted[unit]:
        return False
    return not enemy_within(board, unit, ADVANTAGES.fog_clear)


def _fog_of_war(board: Battlefield, side: int) -> Found:
    """A11: a unit of one's own, and for a token one of the enemy's too."""
    theirs = [enemy for enemy in board.units(1 - side) if in_play(board, enemy) and _far(board, enemy)]
    for unit in friends(board, side):
        if _far(board, unit):
            yield (board.label(unit),)
            if unspent(board, side):
                yield from ((board.label(unit), board.label(enemy)) for enemy in theirs)


def _aerial_report(board: Battlefield, side: int) -> Found:
    """C23: markers, a hidden unit, or observation for a battery."""
    if any(x >= 0 for x, _ in board.marker[1 - side]):
        yield ("markers",)
    if any(board.status[unit] in UNSEEN for unit in board.units(1 - side)):
        yield ("hidden",)
    for unit in board.units(side):
        if board.spec[unit].kind == BATTERY and board.status[unit] != DESTROYED:
            yield (board.label(unit),)


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
