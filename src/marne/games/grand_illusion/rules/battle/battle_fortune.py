"""9.1.4: Fortunes of War, and what stands in their place: Allenby's cavalry (12.4) and a landing (14.3.6)."""

from __future__ import annotations

from typing import Final

from marne.engine import Ask, chance, value
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.tables import FORTUNES, LIMITS
from marne.games.grand_illusion.components.units import (
    ALLIED,
    BRITISH,
    CAVALRY,
    COMBAT,
    DEFENCE_ONLY,
    FRENCH,
    GERMAN,
    INFANTRY,
    OF_SIDE,
    SIDES,
)
from marne.games.grand_illusion.events import CapGained, FortuneChosen, FortuneRolled, OrderReceived
from marne.games.grand_illusion.rules.actions import mandated
from marne.games.grand_illusion.rules.battle.battle_board import Fight, defenders, fortune
from marne.games.grand_illusion.rules.battle.battle_placement import PlaceAttackers, PlaceDefenders
from marne.games.grand_illusion.rules.battle.battle_reserve import AttackerReserve, CavalryWithdrawal, DefenderReserve
from marne.games.grand_illusion.rules.command.caps import spend
from marne.games.grand_illusion.rules.retreat.retreat import retreat_side, way_out
from marne.games.grand_illusion.steps import Asked, Rolled, Steps

__all__ = [
    "TWO_DICE",
    "WAYS",
    "AllenbysCavalry",
    "FortunesOfWar",
    "LandingDie",
    "TacticalAdvantage",
    "allenby",
    "fought",
    "set_up",
    "surrender",
]

TWO_DICE: Final = tuple(range(2, 13))
WAYS: Final = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
SKIRMISH: Final = 4
SURPRISE: Final = 8


@value
class FortunesOfWar(Asked[int]):
    """9.1.4: two dice before each battle, even where the guns have left nothing to fight."""

    rule = "9.1.4"
    of_the_turn = True
    fight: Fight

    def ask(self, board: GrandIllusionBoard) -> Ask:
        return chance(TWO_DICE, WAYS)

    def answered(self, board: GrandIllusionBoard, answer: int) -> Steps:
        ignored = mandated.ignores_fortune(board, board.battle, answer)
        board.tell(FortuneRolled(self.rule, answer, FORTUNES[answer], ignored, board.battle))
        board.fortune = 0 if ignored else answer
        match fortune(board):
            case "cautious attacker":
                surrender(board)
                return ()
            case "german general staff":
                _gain(board, GERMAN)
            case "allied general staff":
                _gain(board, ALLIED)
            case "offensive to the limit":
                return _to_the_limit(board, self.fight)
            case "defender tactical advantage":
                return (TacticalAdvantage(self.fight),)
            case "counterattack":
                return _counterattack(board, self.fight)
        return fought(board, self.fight)


def surrender(board: GrandIllusionBoard) -> None:
    """8.1.1, 9.1.3: the initiative goes over, and battles that are still to be fought are cancelled."""
    board.surrendered = True
    board.battles = []
    board.attackers = {}
    board.declared = 0


def fought(board: GrandIllusionBoard, fight: Fight) -> Steps:
    """9.1.3: the battle takes place: it counts as a Mandated Battle (9.1.1), and is set up in this order."""
    mandated.executed(board, board.battle)
    return set_up(fight)


def set_up(fight: Fight) -> Steps:
    """9.1.3: from the defender's placement to the fighting."""
    return (
        PlaceDefenders(fight),  # 9.2.2
        PlaceAttackers(fight),  # 9.2.3
        DefenderReserve(fight, 0),  # 9.2.5
        AttackerReserve(fight),  # 9.2.5
        CavalryWithdrawal(fight, 0),  # 9.2.6
    )


def _gain(board: GrandIllusionBoard, side: int) -> None:
    """5.1.1: a general staff gives one CAP, never above ten."""
    board.caps[side] = min(LIMITS.caps, board.caps[side] + 1)
    board.tell(CapGained("9.1.4", SIDES[side], board.caps[side]))


def _to_the_limit(board: GrandIllusionBoard, fight: Fight) -> Steps:
    """9.1.4, 9.1.2: on turns 1 to 4 the disrupted French in the hex attack too; later it is one more order.

    2.4: whatever the turn, strengths in brackets may come along.
    """
    joining = board.at[board.battle] & OF_SIDE[board.attacker] & DEFENCE_ONLY
    if board.turn > LIMITS.limit_turns:
        before = board.mandated[ALLIED]
        mandated.receive(board, ALLIED)
        if board.mandated[ALLIED] != before:
            board.tell(OrderReceived("9.1.1", SIDES[ALLIED], board.mandated[ALLIED]))
    elif board.attacker == ALLIED:
        joining |= board.at[board.battle] & FRENCH & COMBAT & board.down
    return fought(board, Fight(fight.units | joining, fight.down | joining & board.down, fight.elan))


def _counterattack(board: GrandIllusionBoard, fight: Fight) -> Steps:
    """9.1.4, 9.2.4: the initiative is lost, and the sides change places; ES-3: then the order was not carried out."""
    hex = board.battle
    if not board.edition.counterattack_voids_mandated:
        mandated.executed(board, hex)
    surrender(board)
    board.attacker = 1 - board.attacker
    units = board.combat(hex, board.attacker)
    return set_up(Fight(units, units & board.down, False))


@value
class TacticalAdvantage(Asked[str]):
    """9.1.4: for a CAP the defender may slip away, or make it a skirmish."""

    rule = "9.1.4"
    fight: Fight

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        side = 1 - board.attacker
        if board.caps[side] < 1 or not defenders(board):
            return None
        return Ask(side, ("fight", "skirmish", *(["withdraw"] if way_out(board, side, board.battle) else [])))

    def unasked(self, board: GrandIllusionBoard) -> Steps:
        board.fortune = 0
        return fought(board, self.fight)

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        side = 1 - board.attacker
        if answer == "fight":
            return self.unasked(board)
        spend(board, side)
        board.tell(FortuneChosen(self.rule, SIDES[side], answer, board.battle))
        if answer == "withdraw":
            return retreat_side(board, side, board.battle, forced=False)
        board.fortune = SKIRMISH
        return fought(board, self.fight)


def allenby(board: GrandIllusionBoard) -> bool:
    """12.4: the first battle of turns 1 and 2 in a hex with British infantry and cavalry."""
    if board.turn > 2 or board.attacker != GERMAN or board.feared >> board.battle & 1:
        return False
    british = board.at[board.battle] & BRITISH
    return bool(british & INFANTRY) and bool(british & CAVALRY)


@value
class AllenbysCavalry(Asked[str]):
    """12.4: the Allied player may have a skirmish instead of a roll for Fortunes of War."""

    rule = "12.4"
    fight: Fight

    def ask(self, board: GrandIllusionBoard) -> Ask:
        return Ask(ALLIED, ("roll", "skirmish"))

    def answered(self, board: GrandIllusionBoard, answer: str) -> Steps:
        board.feared |= 1 << board.battle
        if answer == "roll":
            return (FortunesOfWar(self.fight),)
        board.tell(FortuneChosen(self.rule, SIDES[ALLIED], answer, board.battle))
        board.fortune = SKIRMISH
        return fought(board, self.fight)


@value
class LandingDie(Rolled):
    """14.3.6: a landing is a surprise on 1 or 2; otherwise the Germans are ready, and it is an attack with elan."""

    rule = "14.3.6"
    fight: Fight

    def answered(self, board: GrandIllusionBoard, answer: int) -> Steps:
        surprised = answer <= LIMITS.landing_surprise
        if surprised:
            board.fortune = SURPRISE
        result = "surprise landing" if surprised else "defender ready"
        board.tell(FortuneRolled(self.rule, answer, result, False, board.battle))
        return fought(board, Fight(self.fight.units, self.fight.down, not surprised))
