"""Battles for tests: a hex, who attacks, who defends, and nobody else unless named."""

from __future__ import annotations

from typing import Any

from games.grand_illusion.support import Game, alone, asked, legal, play
from marne.engine import CHANCE
from marne.games.grand_illusion.components.units import IDS
from marne.games.grand_illusion.events import Shot
from marne.hexes import members

HEX = 36
"""Flat ground without forts or trenches; six neighbours, all Allied at the start."""


def battle(
    attackers: str,
    defenders: str,
    *,
    side: str = "allied",
    hex: int = HEX,
    edition: str = "english",
    scenario: int = 1,
    others: dict[str, Any] | None = None,
    spare: str = "",
    **changes: Any,
) -> Game:
    """A battle before its first question: units by id in one text, `*` for disrupted; `spare` ones don't attack.

    The defender controls the hex.
    """
    units: dict[str, Any] = {}
    for text in (attackers, defenders, spare):
        for name in text.split():
            units[name.rstrip("*")] = f"{hex}*" if name.endswith("*") else hex
    units.update(others or {})
    control = {"german": [hex]} if side == "allied" else {"allied": [hex]}
    for key, hexes in control.items():
        changes[key] = [*changes.get(key, []), *hexes]
    changes.setdefault("turn", 6)
    changes.setdefault("caps", [4, 4])
    changes.setdefault("withdrew", [3, 4])
    return alone(
        edition,
        scenario,
        side=side,
        units=units,
        begin=f"battle {hex}",
        attackers=[name.rstrip("*") for name in attackers.split()],
        **changes,
    )


def front(position: Game) -> list[tuple[str, str]]:
    """The front spaces that face each other: attackers, defenders."""
    spaces = position.board.spaces
    return [(named(spaces[i]), named(spaces[8 + i])) for i in range(4) if spaces[i] or spaces[8 + i]]


def reserves(position: Game) -> list[tuple[str, str]]:
    """The reserve spaces in use: attackers, defenders."""
    spaces = position.board.spaces
    return [(named(spaces[4 + i]), named(spaces[12 + i])) for i in range(4) if spaces[4 + i] or spaces[12 + i]]


def named(units: int) -> str:
    """A set of units by id."""
    return " ".join(IDS[unit] for unit in members(units))


def to_dice(position: Game) -> Game:
    """Answer everybody with the first option up to the next die."""
    while position.open is not None and position.open.actor != CHANCE:
        position = play(position, legal(position)[0])
    return position


def shot(position: Game, die: int) -> tuple[Game, Shot]:
    """Roll a die of a combat; the event that it makes."""
    assert asked(position) in ("Fire", "DefenderFire", "FreeShot", "ReserveFire"), asked(position)
    position = play(position, die)
    (event,) = (event for event in position.events if isinstance(event, Shot))
    return position, event


def miss_all(position: Game) -> Game:
    """Sixes until somebody is asked who is not chance."""
    while position.open is not None and position.open.actor == CHANCE:
        position = play(position, 6)
    return position


def sums(event: Shot) -> dict[str, int]:
    """The modifiers of a die by name."""
    return {modifier.text: modifier.amount for modifier in event.modifiers}
