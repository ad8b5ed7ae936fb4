"""11: the Administrative Phase, in its order."""

from __future__ import annotations

from marne.engine import value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import SCHLIEFFEN
from marne.games.grand_illusion.components.tables import CALENDAR, LIMITS, POINTS
from marne.games.grand_illusion.components.units import (
    ALLIED,
    BRITISH,
    COMBAT,
    FORTS,
    GERMAN,
    HQS,
    IDS,
    LARGE,
    OF_SIDE,
    Unit,
)
from marne.games.grand_illusion.events import FortSurrendered
from marne.games.grand_illusion.rules.actions import mandated
from marne.games.grand_illusion.rules.battle.losses import disrupt, eliminate
from marne.games.grand_illusion.rules.movement.control import settle, settle_all
from marne.games.grand_illusion.rules.scenarios import victory
from marne.games.grand_illusion.rules.supply.recovery import UndisruptSegment
from marne.games.grand_illusion.rules.supply.supply import NAMUR_FORT, emergency, normal_hexes, out_of_supply
from marne.games.grand_illusion.rules.supply.trenches import improve
from marne.games.grand_illusion.steps import Line, Rolled, Steps
from marne.hexes import Bits, members

__all__ = [
    "AdministrativePhase",
    "AloneOnTheCoast",
    "Attrition",
    "CheckSupply",
    "EndOfRailNet",
    "JudgeSupply",
    "MandatedReduction",
    "Sieges",
    "Surrender",
    "TrenchImprovement",
]


@value
class AdministrativePhase(Line):
    """11.0: points first, then supply, attrition, sieges, recovery, trenches."""

    rule = "11.0"

    def do(self, board: GrandIllusionBoard) -> Steps:
        return (
            *victory.plan17_draws(board),  # 14.1.2: hexes captured out of supply that can trace now
            MandatedReduction(),  # 9.1.1
            victory.ImmediateVictory(),  # 11.1
            victory.InterimCount(),  # 14.1.3
            victory.ScenarioTwoBonus(LIMITS.bonus_ground_turn),  # 14.2.2
            victory.EndOfGame(),  # 14.1.3
            CheckSupply(),  # 11.2, and from there 11.3 to 11.5
            victory.ScenarioTwoBonus(LIMITS.bonus_losses_turn),  # 14.2.2: losses of the whole turn
        )


@value
class AloneOnTheCoast(Line):
    """12.1: in the first turns a point is lost where British units are in Schlieffen Plan hexes after the action."""

    rule = "12.1"

    def do(self, board: GrandIllusionBoard) -> Steps:
        alone = any(board.at[hex] & BRITISH for hex in members(SCHLIEFFEN))
        if alone and board.turn <= board.rules.bef_coast:
            victory.score(board, ALLIED, POINTS["bef"], self.rule, "bef")
        # 8.4.3: the makeshift supply by way of hex 44 ends with the action of turn 5.
        if board.turn >= CALENDAR.emergency_until:
            board.emergency = False
        return ()


@value
class MandatedReduction(Line):
    """9.1.1: a point for each Mandated Battle that was not fought."""

    rule = "9.1.1"

    def do(self, board: GrandIllusionBoard) -> Steps:
        mandated.penalise(board)
        return ()


@value
class CheckSupply(Line):
    """11.2, 11.2.1: hexes that a line reaches at last change hands and draw their markers; then units are judged."""

    rule = "11.2.1"

    def do(self, board: GrandIllusionBoard) -> Steps:
        return (*settle_all(board), *victory.plan17_draws(board), JudgeSupply())


@value
class JudgeSupply(Line):
    """11.2.2, 8.4.3, ES-36: who is out of supply stays so to the end, whatever yields or is mended meanwhile."""

    rule = "11.2.2"

    def do(self, board: GrandIllusionBoard) -> Steps:
        hungry, foraging = out_of_supply(board), 0
        if emergency(board):
            for hex in members(board.ground.all & ~normal_hexes(board)):
                foraging |= board.at[hex] & OF_SIDE[GERMAN]
        attrition = Attrition(hungry, foraging)
        # ES-36: the Spanish sequence asks the forts first.
        order: Steps = (attrition, Sieges()) if board.edition.surrender_after_attrition else (Sieges(), attrition)
        return (
            EndOfRailNet(),  # 8.4.3
            *order,  # 11.3, 9.5.3
            UndisruptSegment(hungry, foraging),  # 11.4
            TrenchImprovement(hungry),  # 11.5
        )


@value
class EndOfRailNet(Line):
    """8.4.3: once supply is judged, from turn 5 and with Namur's fort gone, the line past Mezieres is mended."""

    rule = "8.4.3"

    def do(self, board: GrandIllusionBoard) -> Steps:
        if board.turn >= CALENDAR.rails_mended_from and board.where[NAMUR_FORT] <= 0:
            board.rail_end = False
        return ()


@value
class Attrition(Line):
    """11.2.2, 11.3: without supply, disrupted units are eliminated, others disrupted, staffs and guns flipped."""

    rule = "11.3"
    hungry: Bits
    foraging: Bits

    def do(self, board: GrandIllusionBoard) -> Steps:
        # 8.4.3: headquarters that live on Emergency Rail Supply are flipped as well.
        board.down |= self.foraging & HQS | self.hungry & ~COMBAT
        touched = sorted({board.where[unit] for unit in members(self.hungry)})
        for unit in members(self.hungry & COMBAT):
            if board.is_down(unit):
                eliminate(board, unit, self.rule)
            else:
                disrupt(board, unit, self.rule)
        steps: Steps = ()
        for hex in touched:
            steps += settle(board, hex)
        return steps


@value
class Sieges(Line):
    """9.5.3, 11.2.3: a die for each besieged fort."""

    rule = "9.5.3"

    def do(self, board: GrandIllusionBoard) -> Steps:
        return tuple(Surrender(fort) for hex in members(board.siege) for fort in members(board.at[hex] & FORTS))


@value
class Surrender(Rolled):
    """9.5.3, 9.5.2: it yields on 1 or 2, with a large garrison only on 1."""

    rule = "9.5.3"
    of_the_turn = True
    fort: Unit

    def answered(self, board: GrandIllusionBoard, answer: int) -> Steps:
        limit = LIMITS.large_garrison_yields if LARGE >> self.fort & 1 else LIMITS.garrison_yields
        if answer > limit:
            return ()
        hex = board.where[self.fort]
        board.tell(FortSurrendered(self.rule, IDS[self.fort], hex))
        eliminate(board, self.fort, self.rule)
        return settle(board, hex)


@value
class TrenchImprovement(Line):
    """11.5: deeper trenches."""

    rule = "11.5"
    hungry: Bits

    def do(self, board: GrandIllusionBoard) -> Steps:
        improve(board, self.hungry)
        return ()
