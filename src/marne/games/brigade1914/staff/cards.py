"""When the staff plays its cards."""

from __future__ import annotations

from marne.games.brigade1914.board import UNSEEN, Battlefield
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.rules.command.command import limit, unspent
from marne.games.brigade1914.rules.fire.firing import STANDING, targets
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.measures.sight import in_cover
from marne.games.brigade1914.staff.danger import exposure, power
from marne.games.brigade1914.staff.moves import goal_of
from marne.games.brigade1914.staff.scenes import Scene
from marne.plane import length

__all__ = ["BEST", "WINDOW", "card_value"]

BEST = (
    "corps_artillery",
    "rapid_fire",
    "steady",
    "officers_down",
    "push_on",
    "intelligence",
    "ammunition_delay",
    "reserves",
    "entrenched",
    "last_stand",
    "guides",
    "fog_of_war",
    "forced_march",
    "aerial_report",
    "garbled_orders",
)
"""The best cards first; those of a nation are good for it, and worth a token to the others."""

WINDOW = frozenset(("rapid_fire", "steady", "officers_down", "intelligence"))
"""Cards that it plays when somebody has fired, tested or played."""


def card_value(board: Battlefield, side: int, card: str, on: tuple[str, ...], scene: Scene | None = None) -> int:
    """A11: when a card is worth playing, in hundredths of a hit."""
    if on == ("discard",):
        return 50
    unit = board.unit(on[0]) if on else None
    if unit is None:
        return {"corps_artillery": 60, "hidden": 60, "markers": 35}.get(card if card == "corps_artillery" else on[0], 0)
    here = troops.present(board, unit)
    match card:
        case "steady":
            return 130 if board.markers[unit] >= 4 else 0
        case "reserves":
            return 40 + 10 * (board.start[unit] - board.bases[unit])
        case "mad_minute":
            return 70 if here and targets(board, unit, STANDING) else 0
        case "entrenched":
            open_to_fire = here and not in_cover(board, unit, None)
            return (
                min(exposure(board, unit, None, scene), 150) // 2
                if open_to_fire and not _marches(board, unit, scene)
                else 0
            )
        case "guides" if on[1] == "cover" and here and not in_cover(board, unit, None):
            danger = exposure(board, unit, None, scene)
            return 60 if danger >= 250 or board.markers[unit] >= limit(board, unit) - 3 < danger else 0
        case "fog_of_war" if len(on) == 1:
            return 55 if here and _away(board, unit, scene) > 1600 else 0
        case "forced_march":
            return 60 if here and _away(board, unit, scene) > 1600 else 0
        case "aerial_report":
            return 30 if here and targets(board, unit, STANDING) else 0
        case "ammunition_delay":
            return 60 if board.spec[unit].kind == BATTERY else 20 * board.mgs[unit]
        case "garbled_orders":
            return _garbled(board, side, on)
        case "bayonet":
            return 60
        case _:
            return 0


def _away(board: Battlefield, unit: int, scene: Scene | None) -> int:
    return length(*troops.middle(board, unit), *goal_of(board, unit, scene))


def _marches(board: Battlefield, unit: int, scene: Scene | None) -> bool:
    return _away(board, unit, scene) > 1200 and troops.nearest_enemy2(board, unit) > 2400**2


def _garbled(board: Battlefield, side: int, on: tuple[str, ...]) -> int:
    """From the enemy's strongest who sees somebody to the one who is farthest from us."""
    if unspent(board, side) < 4 or not unspent(board, 1 - side):
        return 0
    first, second = (board.unit(name) for name in on[:2])
    if first is None or second is None or board.status[second] in UNSEEN or board.spent[first]:
        return 0
    gap = troops.nearest_enemy2(board, second) - troops.nearest_enemy2(board, first)
    return 6 * power(board, first) if gap > 1200**2 else 0
