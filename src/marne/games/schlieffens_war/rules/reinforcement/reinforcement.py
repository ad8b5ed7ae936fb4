"""Chapter 9, reinforcements: the BEF, the French 6th Army, and the corps that Germany sends east."""

from __future__ import annotations

from marne.engine import Answer, Ask, Only, Unit, value
from marne.games.schlieffens_war.board import IN_SUPPLY, REMOVED, WAITING, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import (
    BRITISH,
    ENTENTE,
    FULL,
    GERMAN,
    IS_CORPS,
    NAMES,
    NATION,
    UNITS_OF,
)
from marne.games.schlieffens_war.events import CorpsWithdrawn, UnitArrived
from marne.games.schlieffens_war.rules.campaign.victory import win
from marne.games.schlieffens_war.rules.command.stacking import has_room
from marne.games.schlieffens_war.steps import HexLine, Line, Steps, UnitLine, choose
from marne.games.schlieffens_war.words import Reason
from marne.hexes import members

__all__ = ["EastFront", "PlaceReinforcement", "Reinforcements", "arrival_hexes", "may_withdraw"]

REFUSE = "refuse"


def arrival_hexes(board: WarBoard, unit: int) -> list[int]:
    """9.2, 9.3: friendly British ports, or west-edge hexes that are friendly and outside enemy zones."""
    friendly = board.controlled(ENTENTE)
    if NATION[unit] == BRITISH:
        hexes = g.PORTS & friendly
    else:
        hexes = g.WEST_EDGE & friendly & ~board.zone(GERMAN)
    return [hex for hex in members(hexes) if has_room(board, unit, hex)]


@value
class Reinforcements(Line):
    """9.1: what enters this turn, one counter at a time. What finds no hex comes as soon as there is one."""

    rule = "9.1"

    def do(self, board: WarBoard) -> Steps:
        entry = board.scenario.entry
        due = [u for u in UNITS_OF[ENTENTE] if entry[u] and board.where[u] == WAITING and entry[u] <= board.turn]
        return tuple(PlaceReinforcement(unit) for unit in due)


@value
class PlaceReinforcement(HexLine[int]):
    """9.2, 9.3: one counter."""

    rule = "9.1"
    unit: Unit

    def ask(self, board: WarBoard) -> Ask | Only[int] | None:
        return choose(ENTENTE, arrival_hexes(board, self.unit), seen_by=(ENTENTE,))

    def answered(self, board: WarBoard, answer: int) -> Steps:
        board.put(self.unit, answer)
        board.tell(UnitArrived("9.2" if NATION[self.unit] == BRITISH else "9.3", self.unit, answer))
        return ()

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        if NATION[self.unit] == BRITISH:
            return Reason("9.2", "why.british_port")
        return Reason("9.3", "why.west_edge")

    def lead(self) -> str:
        return f"{NAMES[self.unit]} "


def may_withdraw(board: WarBoard) -> list[int]:
    """9.4: German corps in supply, at full strength, with the factor of four."""
    return [
        unit
        for unit in UNITS_OF[GERMAN]
        if board.where[unit] >= 0
        and IS_CORPS[unit]
        and board.steps[unit] == FULL[unit]
        and board.supply[unit] == IN_SUPPLY
        and board.factor(unit) == board.scenario.victory.withdrawn_factor
    ]


@value
class EastFront(UnitLine[int | str]):
    """9.4, 4.5: on turn 7 two corps go east, or the game is lost."""

    rule = "9.4"
    left: int

    def _due(self, board: WarBoard) -> bool:
        return self.left > 0 and board.turn == board.scenario.turns_of.withdrawal

    def ask(self, board: WarBoard) -> Ask | None:
        units = may_withdraw(board) if self._due(board) else []
        return Ask(GERMAN, (*units, REFUSE)) if units and len(units) >= self.left else None

    def unasked(self, board: WarBoard) -> Steps:
        if self._due(board):
            win(board, ENTENTE, "4.5")
        return ()

    def answered(self, board: WarBoard, answer: int | str) -> Steps:
        if isinstance(answer, str):
            win(board, ENTENTE, "4.5")
            return ()
        board.lift(answer, REMOVED)
        board.tell(CorpsWithdrawn("9.4", answer))
        return (EastFront(self.left - 1),)

    def reason(self, board: WarBoard, answer: Answer) -> Reason:
        return Reason("9.4", "why.withdraw", factor=board.scenario.victory.withdrawn_factor)
