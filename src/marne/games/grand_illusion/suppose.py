"""What if: counters put where somebody likes on his own view, and the odds of a battle there. It touches no game."""

from __future__ import annotations

from collections.abc import Mapping

from marne.engine import Explanation, Position, Seat
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import HEXES
from marne.games.grand_illusion.components.units import BY_ID
from marne.games.grand_illusion.odds import explain_battle, to_first_die
from marne.games.grand_illusion.rules.actions.actions import ResolveBattles
from marne.games.grand_illusion.rules.actions.declaration import able, targets
from marne.games.grand_illusion.words import Refused

__all__ = ["suppose"]


def suppose(
    board: GrandIllusionBoard, places: Mapping[str, str], hex: str, side: Seat, language: str
) -> Explanation | None:
    """9.1 to 9.4: a battle in the hex, attacked by everybody of that side who stands in it; None if there is none."""
    board = board.copy()
    for name, label in places.items():
        if name not in BY_ID or board.where[BY_ID[name]] <= 0 or not _on_map(label):
            raise Refused("whatif.map", name=name, label=label)
        board.put(BY_ID[name], int(label))
    if not _on_map(hex):
        raise Refused("whatif.hex", label=hex)
    at = int(hex)
    attackers = able(board, at, side, board.combat(at, side))
    if not attackers or not targets(board, at, side):
        return None
    board.active, board.battles, board.attackers, board.declared = at, [at], {at: attackers}, 0
    board.entered = {at: attackers}
    board.attacker = side
    board.fortune, board.spaces = 0, [0] * len(board.spaces)
    return explain_battle(to_first_die(Position.begin(board, ResolveBattles(side))), language)


def _on_map(label: str) -> bool:
    return label.isdecimal() and 1 <= int(label) <= HEXES
