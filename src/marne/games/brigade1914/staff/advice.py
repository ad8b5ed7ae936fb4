"""What the staff tells a council: its own answer, then what it would say if that were not allowed, and so on."""

from __future__ import annotations

from pathlib import Path
from random import Random

from marne.engine import BEST, JSON, Answer, Ask, Deputy, Position, Proposal, Seat
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.rules.command.actions import Act, Declare
from marne.games.brigade1914.rules.command.command import unspent
from marne.games.brigade1914.rules.command.reaction import Reaction
from marne.games.brigade1914.rules.fire.shooting import ChooseTarget
from marne.games.brigade1914.staff.features import features
from marne.games.brigade1914.staff.staff import decide
from marne.games.brigade1914.staff.style import Style
from marne.kit.judge import judge_in, logistic
from marne.kit.levels import deputies_in

__all__ = ["ADVICE", "BrigadeAdvice", "BrigadeDeputy"]

HERE = Path(__file__).parent
WEIGHED = (Act, Declare, Reaction, ChooseTarget)
MARGIN, CLOSE = 0.2, 4
"""How much the points count beside the victory itself, and how many are many."""
LAST_TOKENS = 10
"""A council is called for the last tokens of a turn, of both sides together: what they do is soon seen."""
STYLE = Style(**deputies_in(HERE / "levels.toml"))
"""What the deputies of a council prize."""


class BrigadeDeputy:
    """The staff for the length of one thought, with a style of its own; it has no plan to carry."""

    def __init__(self, side: int, rng: Random, style: Style = STYLE) -> None:
        self.side = side
        self.rng = rng
        self.style = style
        self.pick = BEST

    def answer(self, position: Position[Battlefield]) -> Answer:
        """One of the legal answers."""
        return decide(position, self.side, self.rng, self.style, self.pick)

    def memo(self) -> JSON:
        """Nothing."""
        return None


class BrigadeAdvice:
    """Advice for either side: a council is called for the last orders of a turn, and looks ahead by turns."""

    judges = True
    levels = HERE / "levels.toml"
    judge = HERE / "judge.toml"

    def deputy(self, position: Position[Battlefield], seat: Seat, memo: JSON, rng: Random) -> BrigadeDeputy:
        """The staff."""
        return BrigadeDeputy(seat, rng)

    def weighs(self, position: Position[Battlefield]) -> bool:
        """C1, C2, C3, C18: orders, actions, reactions and targets, where there is a choice."""
        ask = position.open
        return isinstance(position.step, WEIGHED) and ask is not None and len(ask.options or ()) > 1

    def calls(self, position: Position[Battlefield]) -> bool:
        """C1: an order with one of the last tokens of the turn."""
        board = position.board
        last = unspent(board, 0) + unspent(board, 1) <= LAST_TOKENS
        return last and isinstance(position.step, Act) and self.weighs(position)

    def proposals(
        self, position: Position[Battlefield], seat: Seat, memo: JSON, most: int, rng: Random
    ) -> list[Proposal]:
        """The staff's first, second and third best: it is asked again without its earlier answers."""
        twin, found = position.copy(), list[Proposal]()
        assert twin.open is not None
        left = list(twin.open.options or ())
        while left and len(found) < most:
            twin.open = Ask(seat, tuple(left))
            answer = decide(twin, seat, rng, STYLE)
            found.append(Proposal(answer))
            left.remove(answer)
        return found

    def vary(self, position: Position[Battlefield], seat: Seat, proposal: Proposal, rng: Random) -> Proposal | None:
        """Orders have no neighbours here: the staff's own ranking is all there is."""
        return None

    def area(self, position: Position[Battlefield], proposal: Proposal) -> int:
        """The whole map: it is small."""
        return 0

    def confine(self, deputy: Deputy, area: int) -> Deputy:
        """As it is."""
        return deputy

    def clock(self, position: Position[Battlefield]) -> int:
        """Turns."""
        return position.board.turn

    def features(self, position: Position[Battlefield]) -> dict[str, float]:
        """What the judge looks at, from blue's side."""
        return features(position.board)

    def chance(self, position: Position[Battlefield]) -> float:
        """C27: the judge's word."""
        return judge_in(self.judge).chance(features(position.board))

    def appraise(self, position: Position[Battlefield], seat: Seat) -> float:
        """C27: the chance to win; a draw is half of it. Of a game that is over the points count a little, too."""
        board = position.board
        if board.over:
            won = 0.5 if board.winner < 0 else float(board.winner == seat)
            ahead = board.vp[seat] - board.vp[1 - seat]
            return (1 - MARGIN) * won + MARGIN * logistic(ahead / CLOSE)
        chance = self.chance(position)
        return 1 - chance if seat else chance


ADVICE = BrigadeAdvice()
