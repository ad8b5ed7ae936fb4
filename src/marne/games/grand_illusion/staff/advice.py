"""What the staff tells a council: at each activation its own choice, and what else could be done with a CAP."""

from __future__ import annotations

from pathlib import Path
from random import Random

from marne.engine import JSON, Answer, Position, Proposal, Seat
from marne.engine import Deputy as EngineDeputy
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.units import ALLIED
from marne.games.grand_illusion.rules.actions.actions import Act
from marne.games.grand_illusion.staff import appraisal
from marne.games.grand_illusion.staff.features import features
from marne.games.grand_illusion.staff.plans import Plan, best_plans, plans_from, rest_worth
from marne.games.grand_illusion.staff.staff import Deputy
from marne.kit.judge import judge_in

__all__ = ["ADVICE", "GrandIllusionAdvice"]

HERE = Path(__file__).parent


class GrandIllusionAdvice:
    """Advice for either side: a council is called for each CAP (8.1.1), and looks ahead by turns."""

    judges = True
    levels = HERE / "levels.toml"
    judge = HERE / "judge.toml"

    def deputy(self, position: Position[GrandIllusionBoard], seat: Seat, memo: JSON, rng: Random) -> Deputy:
        """The staff."""
        return Deputy(seat, position.board.turn, memo)

    def weighs(self, position: Position[GrandIllusionBoard]) -> bool:
        """8.1.1: what to do with a CAP."""
        return isinstance(position.step, Act)

    def calls(self, position: Position[GrandIllusionBoard]) -> bool:
        """Each of them."""
        return self.weighs(position)

    def proposals(
        self, position: Position[GrandIllusionBoard], seat: Seat, memo: JSON, most: int, rng: Random
    ) -> list[Proposal]:
        """The staff's own answer, its best rest, to stop, the best trench, to withdraw, and its next best plans."""
        board = position.board
        assert position.open is not None
        options = position.open.options or ()
        own = Deputy(seat, board.turn, memo)
        found = [Proposal(own.answer(position), own.memo())]
        rest = [hex for word, hex in _with_hex(options) if word == "recover"]
        dug = [hex for word, hex in _with_hex(options) if word == "entrench"]
        others: list[Answer] = []
        if rest:
            others.append(("recover", max(rest, key=lambda hex: rest_worth(board, seat, hex))))
        others.append(options[-1])  # stop, or pass
        if dug:
            others.append(("entrench", max(dug, key=lambda hex: _dug(board, seat, hex))))
        others += [word for word in ("withdraw",) if word in options]
        plans = best_plans(board, seat, [hex for word, hex in _with_hex(options) if word == "activate"])
        plans.sort(key=lambda plan: -plan.worth)
        found += [Proposal(answer) for answer in others]
        found += [_planned(board, plan) for plan in plans[: most + 1]]
        heard: list[Proposal] = []
        for each in found:
            if each.answer in options and each.answer not in [other.answer for other in heard]:
                heard.append(each)
        return heard[:most]

    def vary(
        self, position: Position[GrandIllusionBoard], seat: Seat, proposal: Proposal, rng: Random
    ) -> Proposal | None:
        """Another plan from the same hex: other units, or to another hex."""
        answer, board = proposal.answer, position.board
        if not isinstance(answer, tuple) or answer[0] != "activate" or not isinstance(answer[1], int):
            return None
        plans = plans_from(board, seat, answer[1], appraisal.pull(board, seat))
        plans = sorted(plans, key=lambda plan: -plan.worth)[:6]
        return _planned(board, plans[int(rng.random() * len(plans))]) if plans else None

    def area(self, position: Position[GrandIllusionBoard], proposal: Proposal) -> int:
        """The whole map: it is small."""
        return 0

    def confine(self, deputy: EngineDeputy, area: int) -> EngineDeputy:
        """As it is."""
        return deputy

    def clock(self, position: Position[GrandIllusionBoard]) -> int:
        """Game turns."""
        return position.board.turn

    def features(self, position: Position[GrandIllusionBoard]) -> dict[str, float]:
        """What the judge looks at, from the Allied side."""
        return features(position.board)

    def chance(self, position: Position[GrandIllusionBoard]) -> float:
        """14.1.3: the judge's word."""
        return judge_in(self.judge).chance(features(position.board))

    def appraise(self, position: Position[GrandIllusionBoard], seat: Seat) -> float:
        """14.1.3: the chance to win."""
        if position.board.ended:
            return float(position.board.winner == seat)
        chance = self.chance(position)
        return chance if seat == ALLIED else 1 - chance


def _with_hex(options: tuple[Answer, ...]) -> list[tuple[str, int]]:
    return [(str(each[0]), each[1]) for each in options if isinstance(each, tuple) and isinstance(each[1], int)]


def _dug(board: GrandIllusionBoard, seat: Seat, hex: int) -> int:
    return appraisal.threat(board, seat, hex) * appraisal.prize(board, seat, hex)


def _planned(board: GrandIllusionBoard, plan: Plan) -> Proposal:
    return Proposal(("activate", plan.hex), {"turn": board.turn, "plan": plan.as_json()})


ADVICE = GrandIllusionAdvice()
