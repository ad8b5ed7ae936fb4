"""[13.1] Lines of communications: who has one, who a limited one, who is out of command."""

from __future__ import annotations

from typing import ClassVar

from marne.engine import Answer, Ask, Only
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.units import ALLIED_SIDE, IDS, NATION, OF_SIDE, Side, Unit, written
from marne.games.nach_paris.rules.command.events import CutOff, Limited, Restored
from marne.games.nach_paris.rules.command.headquarters import Command, command
from marne.games.nach_paris.rules.command.lines import Countries, Line, country, line
from marne.games.nach_paris.rules.command.sources import (
    CAMP,
    Source,
    feed,
    feed_all,
    governed,
    left,
    name,
    short,
    why_not_fed,
)
from marne.games.nach_paris.rules.forts.camps import besieger
from marne.games.nach_paris.steps import NachParisQuestion, NachParisStep, Reason, Shape, Steps, Why, Word, value
from marne.hexes import bits

__all__ = ["DetermineCommunications", "Settle", "ShareSupply", "state"]

HAS_LINE, LIMITED, CUT_OFF = "line", "limited", "out of command"


def state(board: NachParisBoard, unit: Unit, grounds: Countries | None = None) -> str:
    """[13.1.6] The communications of a unit on the map as they stand."""
    if unit in board.changing:  # 13.2.2
        return CUT_OFF
    if governed(board, unit):  # 13.1.8
        return HAS_LINE
    ground = Countries(board) if grounds is None else grounds
    found = Line.NORMAL if board.fed >> unit & 1 else line(board, unit, ground[NATION[unit]])
    match command(board, unit):
        case Command.IN_RANGE:
            return (CUT_OFF, LIMITED, HAS_LINE)[found]  # 13.1.1, 13.1.5
        case Command.LOST:
            return LIMITED if found == Line.NORMAL else CUT_OFF  # 13.1.7
    return CUT_OFF


@value
class DetermineCommunications(NachParisStep):
    """[13.1.6] The state of supply and command of each unit of a side, in every Admin Phase."""

    rule: ClassVar[str] = "13.1.6"
    side: Side

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        board.fed &= ~OF_SIDE[self.side]
        board.camp_supply = {camp: used for camp, used in board.camp_supply.items() if besieger(camp) == self.side}
        if self.side == ALLIED_SIDE:
            board.harbour_supply = {}
        feed_all(board, self.side)
        return ShareSupply(self.side), Settle(self.side)


@value
class ShareSupply(NachParisQuestion["Word | str"]):
    """[13.1.11] A camp or a harbour has not enough for all: its side chooses whole units.

    `closed` are the sources that it is done with.
    """

    rule: ClassVar[str] = "13.1.11"
    side: Side
    closed: tuple[Source, ...] = ()
    shape: ClassVar[Shape] = {"supply": "unit"}

    def ask(self, board: NachParisBoard) -> Ask | Only[Word | str] | None:
        """The units that come to the first such source and fit."""
        found = short(board, self.side, self.closed)
        return Ask(self.side, (*(("supply", unit) for unit in found[1]), "end")) if found else None

    def answered(self, board: NachParisBoard, answer: Word | str) -> Steps:
        """One unit, with all its steps; then whoever is left, if it is enough for them."""
        found = short(board, self.side, self.closed)
        assert found is not None
        if isinstance(answer, str):
            return (ShareSupply(self.side, (*self.closed, found[0])),)
        feed(board, found[0], 1 << answer[1])
        feed_all(board, self.side, self.closed)
        return (self,)

    def reason(self, board: NachParisBoard, answer: Answer) -> Why:
        """Why a unit is not supplied."""
        found = short(board, self.side, self.closed)
        if found is None or not isinstance(answer, tuple) or not isinstance(answer[1], int):
            return None
        source, unit = found[0], answer[1]
        rule = "13.1.9" if source.kind == CAMP else "13.1.10"
        key = why_not_fed(board, source, unit, country(board, NATION[unit]))
        facts = (("unit", IDS[unit]), ("source", name(source)), ("steps", str(left(board, source))))
        return Reason("13.1.11" if key == "why.supply.steps" else rule, key, facts) if key else None


@value
class Settle(NachParisStep):
    """[13.1.6] Markers for limited communications and for units out of command; they stay until the next check."""

    rule: ClassVar[str] = "13.1.6"
    side: Side

    def do(self, board: NachParisBoard, answer: object = None) -> Steps:
        mine = OF_SIDE[self.side]
        units = board.on_map(mine)
        grounds = Countries(board)
        found = {unit: state(board, unit, grounds) for unit in units}
        limited = bits(unit for unit in units if found[unit] == LIMITED)
        cut_off = bits(unit for unit in units if found[unit] == CUT_OFF)
        before = (board.limited | board.cut_off) & mine
        if fresh := limited & ~board.limited:
            board.tell(Limited("13.1.5", written(fresh)))
        if fresh := cut_off & ~board.cut_off:
            board.tell(CutOff("13.1.6", written(fresh)))
        if again := before & ~(limited | cut_off):
            board.tell(Restored("13.1.1", written(again)))
        board.limited = board.limited & ~mine | limited
        board.cut_off = board.cut_off & ~mine | cut_off
        return ()
