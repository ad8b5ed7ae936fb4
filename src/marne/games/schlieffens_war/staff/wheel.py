"""The German plan of campaign: which cities each army marches on, and how its corps march there.

The wheel of 1914: the 1st and 2nd Armies through Belgium for the coast and Amiens, the 2nd to 4th over Meuse and Sambre
for the Oise and the Aisne; the 5th and 6th fight for Verdun, Nancy and Toul and march on the Marne when they can, the
7th stays in Alsace. Corps march on cities that can be taken, no more on each than it needs, and round what is in the
way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import ARMY, ENTENTE
from marne.games.schlieffens_war.rules.combat.combat import holds_fort
from marne.games.schlieffens_war.staff.distances import march_costs
from marne.hexes import Bits, members

if TYPE_CHECKING:
    from marne.games.schlieffens_war.staff.plans import Plan

__all__ = ["AXES", "HOLDING", "WATCH", "advance", "need", "off_axis", "ways"]

HOLDING: Final = frozenset({"6", "7"})
"""German armies that hold Lorraine and Alsace while the others wheel."""


def _cities(*names: str) -> Bits:
    found = 0
    for hex, name in enumerate(g.PLACE_NAMES):
        if name in names:
            found |= 1 << hex
    return found


_MIDDLE: Final = ("Namur", "Charleroi", "Mons", "Maubeuge", "Saint-Quentin", "Amiens", "Lille", "Paris")
_NORTH: Final = (*_MIDDLE, "Liège", "Brussels", "Antwerp", "Ghent", "Bruges", "Dunkirk", "Calais", "Boulogne", "Rouen")
_CENTRE: Final = (*_MIDDLE, "Mézières", "Reims", "Châlons")
_SOUTH: Final = ("Verdun", "Nancy", "Toul", "Épinal", "Mézières", "Reims", "Châlons", "Troyes", "Paris")
AXES: Final[dict[str, Bits]] = {
    "1": _cities(*_NORTH),
    "2": _cities(*_NORTH, *_CENTRE),
    "3": _cities(*_CENTRE),
    "4": _cities(*_CENTRE, "Verdun"),
    "5": _cities(*_SOUTH),
    "6": _cities(*_SOUTH),
    "7": _cities("Épinal", "Belfort"),
}
"""By army: the cities that it marches on."""

WATCH: Final = tuple(g.GRID.hex(label) for label in ("2402", "2402", "2302", "2103", "1901"))
"""The watch on the Rhine: where the corps of the 7th Army stand, the strongest first. Freiburg is the German city that
the French reach first (4.3); 2302 keeps its railway open (8.6); Karlsruhe is where cavalry may ride to."""

_NEAR: Final = 3
_ROWS: Final = {"1": (1, 16), "2": (1, 17), "3": (10, 18), "4": (12, 19), "5": (15, 20), "6": (16, 28), "7": (21, 28)}
"""By army: the rows of the map between which it fights stacks in the field."""

_MOST: Final = 12
"""A city that asks for more corps is nobody's goal."""
_COLUMN: Final = 3
"""The column that an attack on a city should have after all shifts."""
_OPEN_CITY: Final = 2
_STACK: Final = 3
"""Corps that march on a city without a garrison, and on a stack in the field."""
_FULL: Final = 8.0
"""Movement points farther that a goal counts once enough corps march on it."""
_ASTRAY: Final = 3.0
"""The same for another army's goal, where the army is not one that holds Lorraine."""
_BARRED: Final = 6.0
"""The same where every way to a goal leads through enemy zones."""
_FAR: Final = 40
_MEAN_FACTOR: Final = 3.5


def off_axis(army: str, here: int, goal: int) -> bool:
    """Whether a goal lies off an army's way: another army's city, or a stack that is far off or beyond
    the rows where it fights."""
    if (g.PRIZES | g.PARIS) >> goal & 1:
        return not AXES[army] >> goal & 1
    first, last = _ROWS[army]
    return not first <= int(g.LABELS[goal][:2]) <= last or g.GRID.distance(here, goal) > _NEAR


def need(plan: Plan, hex: int) -> int:
    """How many corps a city asks for: its garrison, its walls, a rested defender."""
    board = plan.board
    if not board.occupied[ENTENTE] >> hex & 1:
        return _OPEN_CITY
    shifts = 2 + (g.HEAVY >> hex & 1)
    if holds_fort(board, hex):
        shifts -= board.artillery > 0
    return max(_STACK, -int(-(_COLUMN + shifts) * plan.defence(hex) // _MEAN_FACTOR))


def ways(plan: Plan, goal: int) -> list[float]:
    """Movement points from every hex to a goal, round enemies and their zones where there is a way round."""
    board = plan.board
    free: Bits = g.LAND & ~board.occupied[ENTENTE] & (~plan.zone | g.spread(1 << goal)) | 1 << goal
    found = [cost + _BARRED for cost in march_costs(goal)]
    for points, ring in enumerate(g.MARCH.backwards().flood(1 << goal, _FAR, free).rings):
        for hex in members(ring):
            found[hex] = min(found[hex], points)
    return found


def advance(plan: Plan) -> None:
    """Everybody who is free goes for the nearest goal that still wants corps, cities before stacks."""
    board = plan.board
    cities = (g.PRIZES | g.PARIS) & board.controlled(ENTENTE)
    wanted = {hex: many for hex in members(cities) if (many := need(plan, hex)) <= _MOST}
    wanted |= dict.fromkeys(members(board.occupied[ENTENTE] & ~cities), _STACK)
    known: dict[int, list[float]] = {}
    shunned = {
        hex: plan.style.shun * plan.defence(hex) if board.occupied[ENTENTE] >> hex & 1 else 0.0 for hex in wanted
    }
    for unit in sorted(plan.free, key=lambda u: (plan.far[board.where[u]], u)):
        here = board.where[unit]

        def price(way: float, goal: int, here: int = here, army: str = ARMY[unit]) -> tuple[float, int]:
            city = plan.style.city_pull if g.PRIZES >> goal & 1 else 0.0
            astray = (plan.style.axis_price if army in HOLDING else _ASTRAY) * off_axis(army, here, goal)
            return way - city + _FULL * (wanted[goal] <= 0) + shunned[goal] + astray, goal

        best: tuple[float, int] | None = None
        for least, goal in sorted(price(march_costs(hex)[here], hex) for hex in wanted):
            if best is not None and least > best[0]:  # no way is shorter than over open ground
                break
            if goal not in known:
                known[goal] = ways(plan, goal)
            found = price(known[goal][here], goal)
            best = found if best is None else min(best, found)
        assert best is not None
        goal = best[1]
        wanted[goal] -= 1
        plan.approach(unit, goal, known[goal])
