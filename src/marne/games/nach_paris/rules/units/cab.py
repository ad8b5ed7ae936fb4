"""[5] The Combat Ability test: a d20 against the CAB, with every modifier by name.

`CabTest(unit, (modifier("abu.cavalry"),), failed=(LoseSteps(unit, 1),))` is all that a chapter writes: what the unit
carries with it (heat, marches, its home camp) is added here, what follows the test stands in `passed` and `failed`.
"""

from __future__ import annotations

from typing import ClassVar

from marne.engine import D20, Ask, Modifier, Only, chance, total
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.tables import TRACK, modifier
from marne.games.nach_paris.components.units import CAB, CAMP, IDS, RELATED, Unit
from marne.games.nach_paris.events import CabTested
from marne.games.nach_paris.steps import NachParisQuestion, Steps, label, value

__all__ = ["CabTest", "by_its_camp", "own_modifiers", "passes"]

UNROLLED = 0
"""The "die" of a test that fails before it is rolled [5.1.2]."""


@value
class CabTest(NachParisQuestion[int]):
    """[5.1.1] A unit tests: a die of its CAB or less passes.

    `modifiers` are those of the occasion; `lost` is how many steps count as lost, -1 for all that are [5.1.3].
    """

    rule: ClassVar[str] = "5.1.1"
    unit: Unit
    modifiers: tuple[Modifier, ...] = ()
    lost: int = -1
    passed: Steps = ()
    failed: Steps = ()

    def ask(self, board: NachParisBoard) -> Ask | Only[int] | None:
        """[5.1.2] A CAB of 0 or less fails unrolled."""
        return chance(D20) if self.needed(board) > 0 else Only(UNROLLED)

    def cab(self, board: NachParisBoard) -> int:
        """[5.1.3] The CAB before the losses that this test follows."""
        return CAB[self.unit][board.lost[self.unit] if self.lost < 0 else self.lost]

    def all_modifiers(self, board: NachParisBoard) -> tuple[Modifier, ...]:
        """Those of the occasion, then those of the unit itself."""
        return (*self.modifiers, *own_modifiers(board, self.unit))

    def needed(self, board: NachParisBoard) -> int:
        """[5.1.2] The CAB with its modifiers: the highest die that passes."""
        return self.cab(board) + total(self.all_modifiers(board))

    def answered(self, board: NachParisBoard, die: int) -> Steps:
        """The test, told with all that counted."""
        needed = self.needed(board)
        good = passes(die, needed)
        place = board.where[self.unit]
        board.tell(
            CabTested(
                self.rule,
                IDS[self.unit],
                label(place) if place >= 0 else "",
                self.cab(board),
                self.all_modifiers(board),
                needed,
                die,
                good,
            )
        )
        return self.passed if good else self.failed


def passes(die: int, needed: int) -> bool:
    """[5.1.1], [5.1.2] Whether a die passes."""
    return needed > 0 and die <= needed


def own_modifiers(board: NachParisBoard, unit: Unit) -> tuple[Modifier, ...]:
    """[9.5.4] What a unit carries into every test: its camp, its marches, the heat, its doctrine."""
    found = []
    if by_its_camp(board, unit):
        found.append(modifier("cab.own_camp"))  # 5.1.4
    if board.phase == "combat" and board.extended_1 >> unit & 1:
        found.append(modifier("cab.extended.1"))  # 7.4.2
    if board.phase == "combat" and board.extended_2 >> unit & 1:
        found.append(modifier("cab.extended.2"))
    if board.forced >> unit & 1:
        found.append(modifier("cab.forced"))  # 7.5.4
    if board.turn in TRACK.heat:
        found.append(modifier("cab.heat"))  # 15.1.1
    if board.indoctrinated >> unit & 1:
        found.append(modifier("cab.doctrine"))  # 21.2.1
    return tuple(found)


def by_its_camp(board: NachParisBoard, unit: Unit) -> bool:
    """[5.1.4] A Fortifications-Related Unit within its Entrenched Camp, or beside it."""
    hex = board.where[unit]
    return bool(RELATED >> unit & 1) and hex >= 0 and bool(_BY_CAMP[CAMP[unit]] >> hex & 1)


_BY_CAMP = {
    camp.name: MAP.grid.links.spread(sum(1 << hex for hex in camp.hexes)) | sum(1 << hex for hex in camp.hexes)
    for camp in MAP.camps
}
