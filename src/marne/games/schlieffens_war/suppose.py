"""What if: counters put where somebody likes on his own view, and the odds of an attack from there.

Nothing of it touches a game: a masked board is changed, and what it hides stays hidden in it.
"""

from __future__ import annotations

from collections.abc import Mapping

from marne.engine import Explanation, Observation, Seat
from marne.games.schlieffens_war.board import WAITING, WarBoard
from marne.games.schlieffens_war.components import ground as g
from marne.games.schlieffens_war.components.units import COUNT, SIDE, UNIT_NAMED
from marne.games.schlieffens_war.odds import all_in, attack_odds
from marne.games.schlieffens_war.words import Refused

__all__ = ["moved", "suppose"]


def moved(seen: WarBoard, places: Mapping[str, str]) -> WarBoard:
    """The masked board with these counters elsewhere, everybody fresh for a combat phase.

    What lies unseen under the last counter of a stack goes with it.
    """
    board = seen.copy()
    for name, label in places.items():
        unit = UNIT_NAMED.get(name, 0)
        home = board.where[unit]
        if name not in UNIT_NAMED or home < 0 or label not in g.GRID:
            raise Refused("whatif.seen", name=name, label=label)
        hex = g.GRID.hex(label)
        if hex != home and board.stacks[hex] and SIDE[board.stacks[hex][0]] != SIDE[unit]:
            raise Refused("whatif.theirs", name=name, label=label)
        board.lift(unit, WAITING)
        board.put(unit, hex)
        if hex != home and not board.stacks[home] and home in board.unseen:
            there, below = board.unseen.get(hex, (0, 0)), board.unseen.pop(home)
            board.unseen[hex] = there[0] + below[0], 0
    board.acts, board.spent = [0] * COUNT, [0] * COUNT
    board.unseen = {hex: (unseen, 0) for hex, (unseen, _) in board.unseen.items()}
    return board


def suppose(
    observation: Observation, places: Mapping[str, str], hex: str, seat: Seat, language: str
) -> Explanation | None:
    """11.2 to 11.17: the odds of an attack on a hex by everybody of that side who could join it; None if nobody can."""
    board = moved(observation.view.board, places)
    if hex not in g.GRID:
        raise Refused("whatif.hex", label=hex)
    target = g.GRID.hex(hex)
    attackers = all_in(board, seat, target) if board.occupied[1 - seat] >> target & 1 else ()
    return attack_odds(board, seat, target, attackers, language) if attackers else None
