"""[3] The sequence of play. Read it beside the rulebook: each list is a line of it, each step has its rule number."""

from __future__ import annotations

from typing import ClassVar

from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.tables import first_day
from marne.games.nach_paris.components.units import ALLIED_SIDE, GERMAN_SIDE, OF_SIDE, SIDES, Side
from marne.games.nach_paris.events import PhaseBegan, PlayerTurnBegan, TurnBegan
from marne.games.nach_paris.rules.barrage.phase import PreparatoryBarrages
from marne.games.nach_paris.rules.campaign.victory import EndOfGameTurn
from marne.games.nach_paris.rules.combat.phase import Combats
from marne.games.nach_paris.rules.command.communications import DetermineCommunications
from marne.games.nach_paris.rules.command.lost import ReturnHeadquarters
from marne.games.nach_paris.rules.command.replacements import AbsorbReplacements, NewReplacements
from marne.games.nach_paris.rules.command.restriction import ChangeHeadquarters
from marne.games.nach_paris.rules.command.weather import RollForRain
from marne.games.nach_paris.rules.engineers.repair import RepairStructures
from marne.games.nach_paris.rules.engineers.sluices import OpenSluices
from marne.games.nach_paris.rules.forts.assault import DeclareAssaults, ResolveAssaults
from marne.games.nach_paris.rules.movement.arrivals import Arrivals
from marne.games.nach_paris.rules.movement.phase import BeginMovement, MoveUnits, ZoneToZone
from marne.games.nach_paris.rules.movement.withdrawals import MandatoryWithdrawals
from marne.games.nach_paris.rules.options.doctrine import Indoctrination
from marne.games.nach_paris.rules.options.fog import GainFog
from marne.games.nach_paris.rules.rail.control import DelimitRailways, LuxembourgRailways
from marne.games.nach_paris.rules.retreat.adjust import CombatMovement
from marne.games.nach_paris.rules.units.consolidation import Consolidation
from marne.games.nach_paris.rules.works.fieldworks import BuildFieldworks
from marne.games.nach_paris.steps import NachParisStep, Steps, each_nation, value

__all__ = [
    "AdminPhase",
    "BarragePhase",
    "CombatPhase",
    "EndOfCombatPhase",
    "FirstPlayerTurn",
    "GameTurn",
    "MovementPhase",
    "NextGameTurn",
    "Phase",
    "PlayerTurn",
    "RemoveLossMarkers",
]


@value
class GameTurn(NachParisStep):
    """[3.1.1] A German player turn, then an Allied one."""

    rule: ClassVar[str] = "3.1.1"
    number: int

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        board.turn = self.number
        board.lost_before, board.lost_now = board.lost_now, {}
        board.replaced_before, board.replaced = board.replaced, 0
        board.failed_works = [0, 0]
        board.shelled_turn = 0
        board.rain = False
        board.tell(TurnBegan(self.rule, self.number, first_day(self.number).isoformat()))
        kind = FirstPlayerTurn if self.number == board.play.said.first else PlayerTurn
        return (
            kind(GERMAN_SIDE),
            kind(ALLIED_SIDE),
            EndOfGameTurn(),  # 3.2.6
            NextGameTurn(),
        )


@value
class NextGameTurn(NachParisStep):
    """[3.2.6] The marker moves on, unless the game is over."""

    rule: ClassVar[str] = "3.2.6"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        return () if board.over else (GameTurn(board.turn + 1),)


@value
class FirstPlayerTurn(NachParisStep):
    """[3.1.1] The first turn of a scenario: railways, arrivals, replacements, fieldworks (departs: 3.1.1)."""

    rule: ClassVar[str] = "3.1.1"
    side: Side

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        _begin(board, self.side)
        railways: Steps = (DelimitRailways(),) if self.side == GERMAN_SIDE else ()
        return (
            *railways,  # 3.2.2, 12.1.2
            NewReplacements(),  # 14.1.1
            Phase("movement"),
            BeginMovement(),
            *each_nation(board, Arrivals),  # 7.7.1
            Phase("combat"),
            *each_nation(board, AbsorbReplacements, BuildFieldworks),  # 14.1.2, 10.1.2
            EndOfCombatPhase(),
        )


@value
class PlayerTurn(NachParisStep):
    """[3.2.1] Four phases."""

    rule: ClassVar[str] = "3.2.1"
    side: Side

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        _begin(board, self.side)
        return (
            AdminPhase(),  # 3.2.2
            BarragePhase(),  # 3.2.3
            MovementPhase(),  # 3.2.4
            CombatPhase(),  # 3.2.5
        )


def _begin(board: NachParisBoard, side: Side) -> None:
    board.side = side
    board.wreckers = board.repairers = 0
    board.tell(PlayerTurnBegan("3.1.1", SIDES[side]))


@value
class Phase(NachParisStep):
    """[3.2.1] The next of the phases begins."""

    rule: ClassVar[str] = "3.2.1"
    name: str

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        board.phase = self.name
        board.tell(PhaseBegan(self.rule, SIDES[board.side], self.name))
        return ()


@value
class AdminPhase(NachParisStep):
    """[3.2.2] Weather, communications of attacker and defender, engineers."""

    rule: ClassVar[str] = "3.2.2"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        attacker, defender = board.side, 1 - board.side
        board.repaired = 0
        german = attacker == GERMAN_SIDE
        weather: Steps = (RollForRain(), LuxembourgRailways()) if german else ()
        command: Steps = (ChangeHeadquarters(),) if german else ()  # 13.2
        doctrine: Steps = () if german else (Indoctrination(),)  # 21.1.1
        return (
            Phase("admin"),
            *weather,
            NewReplacements(),  # 14.1.1
            *command,
            DetermineCommunications(attacker),  # 13.1
            DetermineCommunications(defender),
            *each_nation(board, RepairStructures, OpenSluices),  # 17.1, 17.2
            *doctrine,
        )


@value
class BarragePhase(NachParisStep):
    """[3.2.3] Preparatory barrages, then the declaration of assaults."""

    rule: ClassVar[str] = "3.2.3"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        board.shelled = board.forts_fired = board.forts_struck = board.forts_second = 0
        board.assaults = []
        return (
            Phase("barrage"),
            *each_nation(board, PreparatoryBarrages),  # 8.1
            *each_nation(board, DeclareAssaults),  # 11.5.1
        )


@value
class MovementPhase(NachParisStep):
    """[3.2.4] Withdrawals that are ordered, then movement, facing and arrivals.

    Destruction [16.1], control of railways [12.1] and splitting [6.6] happen while units move.
    """

    rule: ClassVar[str] = "3.2.4"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        return (
            Phase("movement"),
            BeginMovement(),  # 7.5.4
            *each_nation(board, MandatoryWithdrawals),  # 7.8
            *each_nation(board, ZoneToZone),  # 7.6.3
            *each_nation(board, MoveUnits),  # 7.1; arrivals [7.7] are one of its answers, and what is left comes after
            *each_nation(board, Arrivals),  # 7.7
            *each_nation(board, ReturnHeadquarters),  # 13.1.7
        )


@value
class CombatPhase(NachParisStep):
    """[3.2.5] Assaults, combats, markers, then one action for each unit that did not fight."""

    rule: ClassVar[str] = "3.2.5"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        board.fought = board.attacked = board.withdrew = board.barred = board.acted = board.loss_fresh = 0
        return (
            Phase("combat"),
            *each_nation(board, ResolveAssaults),  # 11.5
            *each_nation(board, Combats),  # 9
            RemoveLossMarkers(),
            *each_nation(board, CombatMovement),  # B: 9.7
            *each_nation(board, Consolidation),  # C: 6.5
            *each_nation(board, AbsorbReplacements),  # D: 14.1
            *each_nation(board, BuildFieldworks),  # E: 10.1
            *each_nation(board, GainFog),  # 19.1.6
            EndOfCombatPhase(),
        )


@value
class RemoveLossMarkers(NachParisStep):
    """[3.2.5] "Step Loss" goes, "2+ Step Loss" becomes "Step Loss", but for those gained in this Combat Phase."""

    rule: ClassVar[str] = "3.2.5"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        mine = OF_SIDE[board.side] & ~board.loss_fresh
        for unit in [unit for unit in board.loss_marker if mine >> unit & 1]:
            board.loss_marker[unit] -= 1
            if not board.loss_marker[unit]:
                del board.loss_marker[unit]
        return ()


@value
class EndOfCombatPhase(NachParisStep):
    """[3.2.5] EXM, barrage and assault markers go; half Replacements are lost (departs: 14.1.3)."""

    rule: ClassVar[str] = "3.2.5"

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        keep = ~OF_SIDE[board.side]
        board.extended_1 &= keep  # 7.4.2
        board.extended_2 &= keep
        board.barraged &= keep  # 8.1.3, 11.5.1
        board.assaults = []
        drop_halves(board)
        board.phase = ""
        return ()


def drop_halves(board: NachParisBoard) -> None:
    """[14.1.4] Whole Replacements stay, halves are lost."""
    for nation in board.nations(board.side):
        board.replacements[nation] -= board.replacements[nation] % 2
