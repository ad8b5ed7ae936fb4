"""13: the map before the first turn."""

from __future__ import annotations

from marne.engine import Ask, value
from marne.games.grand_illusion.board import ASIDE, IN_BOX, VARIABLE, GrandIllusionBoard
from marne.games.grand_illusion.components.data import SCENARIOS
from marne.games.grand_illusion.components.ground import ground_of
from marne.games.grand_illusion.components.places import HUY, LIEGE, MAUBEUGE, METZ
from marne.games.grand_illusion.components.scenario import Edition
from marne.games.grand_illusion.components.tables import GERMAN_MARKERS, PLAN17_MARKERS
from marne.games.grand_illusion.components.units import ALLIED, BRITISH, INFANTRY, ROWS
from marne.games.grand_illusion.steps import Asked, Reply, Steps
from marne.hexes import members

__all__ = ["BEF", "BritishAtMaubeuge", "entry_of", "new_board"]

BEF = 45


def new_board(edition: Edition, scenario: int | str) -> GrandIllusionBoard:
    """13.1: units in their hexes, on the track or in the box; markers in their cups; the records."""
    board = GrandIllusionBoard(ground_of(), edition, SCENARIOS[str(scenario)])
    for unit, row in enumerate(ROWS):
        start = board.rules.set_up.get(row.id, row.start)
        if row.option or start == 0:
            board.where[unit] = ASIDE  # 13.1.1: orange stripes wait for options (14.3.6)
        elif start:
            board.put(unit, start)
        elif row.turn:
            board.delay(unit, row.turn, entry_of(row.entry))
        else:
            board.where[unit] = IN_BOX
    board.control = board.ground.germany | 1 << LIEGE | 1 << HUY  # 13.1.3
    board.trench[METZ] = 1
    board.points = list(board.rules.points)
    board.plan17_cup = [value for value, count in PLAN17_MARKERS.items() for _ in range(count)]  # 13.1.2
    board.german_cup = [value for value, count in GERMAN_MARKERS.items() for _ in range(count)]
    board.maubeuge = board.at[MAUBEUGE]
    return board


def entry_of(entry: str | None) -> int:
    """2.4: the hex on the counter, or a question mark."""
    return VARIABLE if entry in (None, "?") else int(entry)


@value
class BritishAtMaubeuge(Asked[Reply]):
    """13.1.1: up to two British infantry units may begin in hex 54."""

    rule = "13.1.1"
    shape = {"place": "unit"}
    left: int

    def ask(self, board: GrandIllusionBoard) -> Ask | None:
        units = members(board.at[BEF] & BRITISH & INFANTRY)
        return Ask(ALLIED, (*(("place", unit) for unit in units), "done")) if self.left else None

    def answered(self, board: GrandIllusionBoard, answer: Reply) -> Steps:
        if isinstance(answer, str):
            return ()
        board.put(answer[1], MAUBEUGE)
        board.maubeuge |= 1 << answer[1]
        return (BritishAtMaubeuge(self.left - 1),)
