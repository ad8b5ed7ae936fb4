"""Positions, reckonings and words that tests of several chapters use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.schlieffens_war.support import board, h, u
from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.rules.combat.battle import Battle
from marne.games.schlieffens_war.rules.supply.supply import supply_of

HOME: dict[str, Any] = {"AOK 1": "1007"}
PLACE = "2321"
"""Open ground with six neighbours: 2220, 2221, 2320, 2322, 2420 and 2421."""


def fight(units: dict[str, Any], attackers: str, defenders: str, target: str, **more: Any) -> tuple[WarBoard, Battle]:
    """An attack with its defenders named; names are parted by commas."""
    made = board(units, **more)
    own, theirs = (tuple(u(name) for name in text.split(", ")) for text in (attackers, defenders))
    bases = tuple(sorted({made.where[unit] for unit in own}))
    side = 0 if made.occupied[0] >> bases[0] & 1 else 1
    return made, Battle(side, h(target), own, bases, theirs, h(target), theirs)


def labels(hexes: list[int]) -> set[str]:
    return {g.LABELS[hex] for hex in hexes}


def tired(hex: str, **more: Any) -> dict[str, Any]:
    return {"hex": hex, "morale": "fatigued", **more}


def beaten(*force: str, hex: str = PLACE, attacker: int = 0, **more: Any) -> Battle:
    return Battle(attacker, h(hex), (), (), tuple(u(name) for name in force), h(hex), **more)


def names(steps: Any) -> list[str]:
    return [type(each).__name__ for each in steps]


def state(units: Mapping[str, Any], name: str, **more: Any) -> int:
    return supply_of(board(units, **more), u(name))
