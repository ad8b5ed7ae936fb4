"""14.1.2, 14.1.3: what each side still needs to win, and who holds the hexes that count."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from marne.atlas.words import name_in
from marne.engine import Aim, Prize
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.data import MAP
from marne.games.grand_illusion.components.places import DOUBLE, GERMAN_VP, PARIS, PLAN17, TRIER, Hex
from marne.games.grand_illusion.components.tables import LIMITS, POINTS
from marne.games.grand_illusion.components.units import ALLIED, GERMAN, SIDES, Side
from marne.games.grand_illusion.rules.scenarios.victory import enough
from marne.games.grand_illusion.words import phrase

__all__ = ["aims", "prizes"]


def aims(board: GrandIllusionBoard, language: str) -> tuple[Aim, ...]:
    """14.1.3: six points and twice the Plan 17 points at the end, Paris before, Trier for the Allies."""
    paris, trier = board.controls(GERMAN, PARIS), board.controls(ALLIED, TRIER)
    points, turns = board.points, board.rules.turns
    stands = _Stands(turns, points[GERMAN], points[ALLIED], enough(board), paris, bool(board.immediate), trier)
    return _aims(stands, language)


class _Stands(NamedTuple):
    """All that victory hangs on."""

    turns: int
    german: int
    allied: int
    ahead: bool
    paris: bool
    fell: bool
    trier: bool


@lru_cache(512)
def _aims(stands: _Stands, language: str) -> tuple[Aim, ...]:
    turns, german, allied, ahead, paris, fell, trier = stands

    def aim(side: Side, key: str, done: bool, now: int = 0, need: int = 0) -> Aim:
        text = phrase(language, f"aim.{key}", turn=turns, need=need, points=POINTS["paris"])
        return Aim(SIDES[side], text, "14.1.3", now, need, done)

    found = [
        aim(GERMAN, "points", german >= LIMITS.points_to_win, german, LIMITS.points_to_win),
        aim(GERMAN, "twice", german >= 2 * allied, german, max(0, 2 * allied)),
    ]
    if not fell:
        found.append(aim(GERMAN, "paris", paris))
    return (*found, aim(ALLIED, "hold", not ahead), aim(ALLIED, "trier", trier))


def prizes(board: GrandIllusionBoard, language: str) -> tuple[Prize, ...]:
    """14.1.2: the hexes where a marker is drawn, with what was drawn; Paris has points of its own, Trier wins."""
    control = board.control
    return (
        *(_prize(hex, control >> hex & 1, board.markers.get(hex), language) for hex in GERMAN_VP),
        _prize(PARIS, control >> PARIS & 1, POINTS["paris"], language),
        *(_prize(hex, control >> hex & 1, board.plan17.get(hex), language) for hex in PLAN17),
        _prize(TRIER, control >> TRIER & 1, None, language),
    )


@lru_cache(1024)
def _prize(hex: Hex, side: Side, drawn: int | None, language: str) -> Prize:
    """What looks the same is one object."""
    counts = GERMAN if hex in GERMAN_VP or hex == PARIS else ALLIED
    twice = 2 if DOUBLE >> hex & 1 else 1
    if hex == TRIER:
        worth = phrase(language, "aim.worth.trier")
    elif drawn is None:
        worth = "? ×2" if twice == 2 else "?"
    else:
        worth = str(drawn * (1 if hex == PARIS else twice))
    return Prize(name_in(language, MAP.names[hex]) or str(hex), (str(hex),), SIDES[side], worth, SIDES[counts])
