"""What the staff tells a council: plans of a movement phase, in several styles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from marne.engine import JSON, Position, Proposal, Seat
from marne.engine import Deputy as EngineDeputy
from marne.games.schlieffens_war.board import WarBoard
from marne.games.schlieffens_war.components.units import ENTENTE, GERMAN, UNITS_OF
from marne.games.schlieffens_war.rules.movement.movement import ChooseUnit
from marne.games.schlieffens_war.staff.features import features
from marne.games.schlieffens_war.staff.plans import plan_moves
from marne.games.schlieffens_war.staff.staff import DONE, Deputy
from marne.games.schlieffens_war.staff.style import LATE, STYLES, Style
from marne.kit.judge import judge_in, logistic

__all__ = ["ADVICE", "SchlieffenAdvice"]

HERE = Path(__file__).parent
MARGIN: Final = 0.5
"""How much the points count beside the victory itself."""
CLOSE: Final = 1.5
"""So many points more make a victory three times as likely."""


class SchlieffenAdvice:
    """Advice for either side: a council is called when a movement phase begins, and looks ahead by player turns."""

    judges = False
    levels = HERE / "levels.toml"
    judge = HERE / "judge.toml"

    def deputy(self, position: Position[WarBoard], seat: Seat, memo: JSON, rng: Random) -> Deputy:
        """A staff that thinks of the end."""
        return Deputy(seat, position.board.turn, memo, LATE[seat])

    def weighs(self, position: Position[WarBoard]) -> bool:
        """5.3: the first unit of a movement phase."""
        step, board = position.step, position.board
        return isinstance(step, ChooseUnit) and not any(board.spent[unit] for unit in UNITS_OF[step.side])

    def calls(self, position: Position[WarBoard]) -> bool:
        """Each of them."""
        return self.weighs(position)

    def proposals(self, position: Position[WarBoard], seat: Seat, memo: JSON, most: int, rng: Random) -> list[Proposal]:
        """The plan of a staff that thinks of the end, then those of one that does not, of a bold and of a careful
        one."""
        assert position.open is not None
        options, board = position.open.options or (), position.board
        found: list[Proposal] = []
        for name, style in _styles(seat).items():
            moves = [move for move in plan_moves(board, seat, style) if move[0] in options]
            plan: JSON = {"turn": board.turn, "moves": [list(move) for move in moves]}
            if plan not in [each.memo for each in found]:
                found.append(Proposal(moves[0][0] if moves else DONE, plan, name))
        return found[:most]

    def vary(self, position: Position[WarBoard], seat: Seat, proposal: Proposal, rng: Random) -> Proposal | None:
        """Plans have no neighbours here."""
        return None

    def area(self, position: Position[WarBoard], proposal: Proposal) -> int:
        """The whole map: it is small."""
        return 0

    def confine(self, deputy: EngineDeputy, area: int) -> EngineDeputy:
        """As it is."""
        return deputy

    def clock(self, position: Position[WarBoard]) -> int:
        """Player turns."""
        return 2 * position.board.turn + position.board.side

    def features(self, position: Position[WarBoard]) -> dict[str, float]:
        """What the judge looks at, from the German side."""
        return features(position.board)

    def chance(self, position: Position[WarBoard]) -> float:
        """4.7: the judge's word."""
        return judge_in(self.judge).chance(features(position.board))

    def appraise(self, position: Position[WarBoard], seat: Seat) -> float:
        """4.7: the chance to win; a draw is half of one. Of a game that is over the points count, too."""
        board = position.board
        if board.over:
            victory = board.scenario.victory
            ahead = board.standing - (victory.german_points + victory.draw_points) / 2
            won = 0.5 if board.winner not in (GERMAN, ENTENTE) else float(board.winner == GERMAN)
            chance = (1 - MARGIN) * won + MARGIN * logistic(ahead / CLOSE)
        else:
            chance = self.chance(position)
        return chance if seat == GERMAN else 1 - chance


def _styles(seat: Seat) -> dict[str, Style]:
    """The deputies' own style first."""
    own = LATE[seat]
    bold = replace(own, city_price=1.5 * own.city_price, strike_lead=own.strike_lead + 2, least_worth=0.0)
    careful = replace(own, city_price=own.city_price / 1.5, least_worth=1.0)
    return {"own plan": own, "steady plan": STYLES[seat], "bold plan": bold, "careful plan": careful}


ADVICE = SchlieffenAdvice()
