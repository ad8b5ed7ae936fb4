"""[20.2] Cavalry Recon: moving cavalry looks at a hidden stack beside it."""

from __future__ import annotations

from typing import ClassVar, Final

from marne.engine import D20, Answer, Ask, Modifier, Only, chance, total
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.map import Terrain
from marne.games.nach_paris.components.tables import AMOUNT, V, modifier
from marne.games.nach_paris.components.units import CAVALRY, IDS, OF_SIDE, SIDE, Unit
from marne.games.nach_paris.rules.movement.actions import Going
from marne.games.nach_paris.rules.options.events import Scouted
from marne.games.nach_paris.rules.options.fog import fog_hexes, reveal
from marne.games.nach_paris.rules.units.cab import CabTest
from marne.games.nach_paris.rules.units.losses import LoseSteps
from marne.games.nach_paris.rules.works.entrenchments import Works, covered
from marne.games.nach_paris.steps import NachParisQuestion, Reason, Shape, Steps, Why, label, value

__all__ = ["SHAPE", "WORKS", "Scout", "carry_out", "offers", "reason", "scout_modifiers", "why_not_scout"]

SHAPE: Shape = {"scout": "hex", "scout-well": "hex"}
_PLAIN = (Terrain.CLEAR, Terrain.BROKEN)
"""[20.2.2]"""
_MOST_STEPS = 3
WORKS: Final = "recon.works"
"""[20.2.6] The key of what hides a stack in works."""


def _price(word: object) -> int:
    """[20.2.4], [20.2.6] Thirty points, or thirty more for a better look."""
    return V.recon.horse_cost * (2 if word == "scout-well" else 1)


def why_no_scout(board: NachParisBoard, going: Going, price: int) -> Reason | None:
    """Why a unit can't reconnoitre at all [20.2.2], [20.2.4], [20.2.5]; None if it can."""
    unit, bit = going.unit, 1 << going.unit
    if not board.recon or not board.fog or not CAVALRY & bit or unit in board.trains:  # 20.2.1
        return Reason("20.2.1", "why.scout.kind")
    if (board.limited | board.cut_off) & bit:  # 20.2.2
        return Reason("20.2.2", "why.scout.cut_off")
    if board.recon_done & bit:  # 20.2.5
        return Reason("20.2.5", "why.scout.done")
    if going.left < price:  # 20.2.4
        return Reason("20.2.4", "why.scout.points", (("points", str(price)),))
    return None


def why_not_scout(board: NachParisBoard, going: Going, price: int, hex: Hex) -> Reason | None:
    """Why a unit can't look at a hex [20.2.2], [20.2.4], [20.2.5]; None if it can."""
    if found := why_no_scout(board, going, price):
        return found
    named = (("hex", label(hex)),)
    if not MAP.grid.adjacent(board.where[going.unit], hex):  # 20.2.4
        return Reason("20.2.4", "why.scout.far", named)
    if not fog_hexes(board, 1 - SIDE[going.unit]) >> hex & 1:  # 20.2.1
        return Reason("20.2.1", "why.scout.nothing", named)
    if MAP.terrain[hex] not in _PLAIN:  # 20.2.2
        return Reason("20.2.2", "why.scout.terrain", named)
    if board.recon_tries.get(hex, 0) >= V.recon.horse_stack:  # 20.2.5
        return Reason("20.2.5", "why.scout.twice", named)
    return None


def offers(board: NachParisBoard, going: Going) -> tuple[Answer, ...]:
    """[20.2.4] The hidden stacks beside it, for thirty points or for sixty."""
    if why_no_scout(board, going, V.recon.horse_cost):
        return ()
    near = sorted(MAP.grid.neighbours[board.where[going.unit]])
    return tuple(
        (word, hex) for word in SHAPE for hex in near if why_not_scout(board, going, _price(word), hex) is None
    )


def carry_out(board: NachParisBoard, going: Going, answer: Answer) -> Steps:
    """[20.2.3], [19.4.1] Pay; whoever scouts is seen itself; then the die."""
    assert isinstance(answer, tuple)
    assert isinstance(answer[1], int)
    unit, hex = going.unit, answer[1]
    board.spent[unit] = board.spent.get(unit, 0) + _price(answer[0])
    board.recon_done |= 1 << unit
    board.recon_tries[hex] = board.recon_tries.get(hex, 0) + 1
    reveal(board, 1 << unit, "20.2.3")
    return (Scout(unit, hex, answer[0] == "scout-well"),)


def reason(board: NachParisBoard, going: Going, answer: Answer) -> Why:
    """Why a hex isn't offered."""
    if isinstance(answer, tuple) and isinstance(answer[1], int):
        return why_not_scout(board, going, _price(answer[0]), answer[1])
    return None


def scout_modifiers(board: NachParisBoard, unit: Unit, hex: Hex, well: bool) -> tuple[Modifier, ...]:
    """[20.2.6] Its own steps, more time, a forced march, and works of whoever is hidden there."""
    found = [modifier(f"recon.steps.{min(board.steps(unit), _MOST_STEPS)}")]
    if well:
        found.append(modifier("recon.extra"))
    if board.forced >> unit & 1:
        found.append(modifier("recon.forced"))
    if _in_works(board, 1 - SIDE[unit], hex, board.where[unit]):
        found.append(modifier(WORKS))
    return tuple(found)


def _in_works(board: NachParisBoard, side: int, hex: Hex, seen_from: Hex) -> bool:
    """[20.2.6] A hidden stack in fieldworks, behind entrenchments, or in an Entrenched Camp."""
    if MAP.camp[hex] >= 0:
        return True
    hidden = board.at[hex] & board.fogged & OF_SIDE[side]
    works = covered(board, hex, side, (seen_from,))
    return any(found != Works.NONE for unit, found in works.items() if hidden >> unit & 1)


@value
class Scout(NachParisQuestion[int]):
    """[20.2.4] A d20 with its modifiers: eight or less lifts the marker of the whole hex [20.2.1], [19.4.3].

    After a perilous one the cavalry tests [20.2.7], stops, and attacks nobody in this turn [20.2.8].
    """

    rule: ClassVar[str] = "20.2.4"
    unit: Unit
    hex: Hex
    well: bool

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        return chance(D20)

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        unit, hex = self.unit, self.hex
        modifiers = scout_modifiers(board, unit, hex, self.well)
        good = die + total(modifiers) <= V.recon.success
        board.tell(Scouted(self.rule, IDS[unit], label(hex), die, modifiers, good))
        if good:
            reveal(board, board.of(hex, 1 - SIDE[unit]), "20.2.1")
        if die < V.recon.perilous:
            return ()
        board.perilled |= 1 << unit  # 20.2.8
        return (CabTest(unit, _peril(die), failed=(LoseSteps(unit, 1),)),)


def _peril(die: int) -> tuple[Modifier, ...]:
    """[20.2.7] By the plain die."""
    key = f"recon.perilous.{die}"
    return (modifier(key),) if AMOUNT[key] else ()
