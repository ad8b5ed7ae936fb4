"""5.0, 6.0: the CAPS Phase and the initiative."""

from __future__ import annotations

from marne.engine import value
from marne.games.grand_illusion.board import OUT_OF_HOLLAND, GrandIllusionBoard
from marne.games.grand_illusion.components.scenario import EMPIRES_IN_ARMS, MORE_TROOPS
from marne.games.grand_illusion.components.tables import CALENDAR, CAPS, LIMITS
from marne.games.grand_illusion.components.units import ALLIED, GERMAN, SIDES, Side
from marne.games.grand_illusion.events import CapsReceived, InitiativeTaken
from marne.games.grand_illusion.steps import Line, Rolled, Steps

__all__ = [
    "CapsPhase",
    "InitiativePhase",
    "RollCaps",
    "RollInitiative",
    "commander",
    "extra",
    "receive",
    "spend",
    "take",
]


def commander(board: GrandIllusionBoard, side: Side) -> str:
    """5.1.2, 5.1.3: the column of the table changes on the turn after the side's General Withdrawal."""
    changed = 0 < board.withdrew[side] < board.turn
    if side == ALLIED:
        return "Joffre II" if changed else "Joffre"
    return "Falkenhayn" if changed else "Moltke"


def extra(board: GrandIllusionBoard, side: Side) -> int:
    """14.3.6: Empires in Arms from turn 10, More Troops from the turn that they enter."""
    if side == ALLIED:
        return 1 if board.chose(ALLIED, EMPIRES_IN_ARMS) and board.turn >= CALENDAR.empires_from else 0
    waits = board.turn == 1 and any(how == OUT_OF_HOLLAND for _, how in board.track.values())
    return 1 if board.chose(GERMAN, MORE_TROOPS) and not waits else 0


def receive(board: GrandIllusionBoard, side: Side, caps: int) -> None:
    """5.1.1: this turn's CAPS, at most ten; what was left is lost."""
    board.caps[side] = min(LIMITS.caps, caps + extra(board, side))
    board.tell(CapsReceived("5.1.1", SIDES[side], board.caps[side], commander(board, side)))


def spend(board: GrandIllusionBoard, side: Side, caps: int = 1) -> None:
    """5.2: CAPS are spent one by one and never saved."""
    board.caps[side] -= caps


@value
class CapsPhase(Line):
    """5.1, 5.1.4, 14.3.1: fixed on turn 1, except in scenario 3; otherwise by die."""

    rule = "5.1"

    def do(self, board: GrandIllusionBoard) -> Steps:
        if board.turn == 1 and board.rules.first_caps:
            for side, caps in enumerate(board.rules.first_caps):
                receive(board, side, caps)
            return ()
        return RollCaps(ALLIED), RollCaps(GERMAN)


@value
class RollCaps(Rolled):
    """5.1.1: a die on the commander's column."""

    rule = "5.1.1"
    of_the_turn = True
    side: Side

    def answered(self, board: GrandIllusionBoard, answer: int) -> Steps:
        receive(board, self.side, CAPS[answer, commander(board, self.side)])
        return ()


@value
class InitiativePhase(Line):
    """6.0: Allied on turn 1, German on turns 2 and 3, then by die; in scenario 3 always by die (14.3.1)."""

    rule = "6.0"

    def do(self, board: GrandIllusionBoard) -> Steps:
        fixed = board.rules.first_initiatives
        if board.turn > len(fixed):
            return (RollInitiative(0),)
        take(board, SIDES.index(fixed[board.turn - 1]))
        return ()


@value
class RollInitiative(Rolled):
    """6.0: first the Allied die, then the German one; the higher goes first, the German on a tie."""

    rule = "6.0"
    allied: int

    def answered(self, board: GrandIllusionBoard, answer: int) -> Steps:
        if not self.allied:
            return (RollInitiative(answer),)
        take(board, ALLIED if self.allied > answer else GERMAN)
        return ()


def take(board: GrandIllusionBoard, side: Side) -> None:
    """The side goes first this turn."""
    board.initiative = side
    board.tell(InitiativeTaken("6.0", SIDES[side]))
