"""What the staff tells a council: for an army its own orders of a Movement Phase and those of another temper, for a
unit on the march its own order and a few others, for a combat its own choice, the next best ones, and to let it be."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

from marne.engine import JSON, Answer, Position, Proposal, Seat
from marne.engine import Deputy as EngineDeputy
from marne.games.nach_paris.board import NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import ALLIED_SIDE, GERMAN_SIDE, OF_NATION, Nation, Unit
from marne.games.nach_paris.rules.campaign.victory import points
from marne.games.nach_paris.rules.combat.declaring import ChooseCombat
from marne.games.nach_paris.rules.movement.phase import MoveUnits
from marne.games.nach_paris.rules.movement.walk import Walk
from marne.games.nach_paris.staff.appraisal import Situation
from marne.games.nach_paris.staff.features import features
from marne.games.nach_paris.staff.marching.marches import draw_up
from marne.games.nach_paris.staff.marching.tempers import TEMPERS, armies_at_stake, ground_of
from marne.games.nach_paris.staff.marching.wheels import numbers
from marne.games.nach_paris.staff.orders import Orders
from marne.games.nach_paris.staff.staff import Deputy
from marne.games.nach_paris.staff.strikes import Place, best_attack
from marne.hexes import Bits, bits
from marne.kit.judge import judge_in, logistic

__all__ = ["ADVICE", "NachParisAdvice"]

HERE = Path(__file__).parent
ROUND: Final = 2
"""So far round the hexes that a question is about a confined staff looks."""
SOON: Final = 3.0
"""So many points more make a victory three times as likely, late in a scenario; early they count less."""
MARGIN: Final = 0.3
"""How much the points count beside the victory itself."""


class NachParisAdvice:
    """Advice for either side: a council is called for each army, each march and each combat, and looks ahead by player
    turns."""

    judges = True
    levels = HERE / "levels.toml"
    judge = HERE / "judge.toml"

    def deputy(self, position: Position[NachParisBoard], seat: Seat, memo: JSON, rng: Random) -> Deputy:
        """The staff."""
        return Deputy(seat, memo)

    def weighs(self, position: Position[NachParisBoard]) -> bool:
        """[7.1.2], [7.1.3], [9.1.2] How the armies of a nation go about a Movement Phase, where a unit goes, and which
        combat is next, where there is a choice."""
        ask = position.open
        if ask is None or len(ask.options or ()) < 2:
            return False
        step = position.step
        if isinstance(step, MoveUnits):
            return not position.board.moved & OF_NATION[step.nation]
        if isinstance(step, Walk):
            return not step.stopped and bool(numbers(ask.options or (), "to"))
        return isinstance(step, ChooseCombat)

    def calls(self, position: Position[NachParisBoard]) -> bool:
        """Each of them."""
        return self.weighs(position)

    def proposals(
        self, position: Position[NachParisBoard], seat: Seat, memo: JSON, most: int, rng: Random
    ) -> list[Proposal]:
        """The staff's own answer, then what else the question allows, the likeliest first."""
        assert position.open is not None
        options = position.open.options or ()
        look, step, own = Situation(position.board, seat), position.step, Deputy(seat, memo)
        if isinstance(step, MoveUnits):
            return self._plans(look, step.nation, own, position)[:most]
        found = [Proposal(own.answer(position), own.memo())]
        others: list[Answer] = ["end"]
        if isinstance(step, ChooseCombat):
            hexes = numbers(options, "attack")
            worth = {hex: best_attack(look, step.nation, hex)[1] for hex in hexes}
            others += [("attack", hex) for hex in sorted(hexes, key=lambda hex: (-worth[hex], hex))]
        else:
            ways = numbers(options, "to")
            others += [("to", hex) for hex in sorted(ways, key=lambda hex: (-look.field[hex], hex))]
        for answer in others:
            if answer in options and answer != found[0].answer and len(found) < most:
                found.append(Proposal(answer, _sent(found[0].memo, position, answer)))
        return found

    def _plans(
        self, look: Situation, nation: Nation, staff: Deputy, position: Position[NachParisBoard]
    ) -> list[Proposal]:
        """For the army with most at stake of those that have not been weighed: the orders as they are, and those in
        which it is of another temper."""
        tempers = staff.orders_of(look.board, nation).tempers
        left = [army for army in armies_at_stake(look, nation) if army not in tempers]
        if not left:
            return [Proposal(staff.answer(position), staff.memo())]
        drawn: dict[str, Orders] = {}
        for name in TEMPERS:
            orders = draw_up(look, nation, {**tempers, left[0]: name})
            if all(orders.waiting != other.waiting for other in drawn.values()):
                drawn[name] = orders
        found = []
        for name, orders in drawn.items():
            deputy = Deputy(staff.side, orders.as_json())
            found.append(Proposal(deputy.answer(position), deputy.memo(), f"{name} plan", more=len(left) - 1))
        return found

    def vary(self, position: Position[NachParisBoard], seat: Seat, proposal: Proposal, rng: Random) -> Proposal | None:
        """Another way for the unit on the march, anywhere it can go."""
        assert position.open is not None
        ways = numbers(position.open.options or (), "to")
        if not isinstance(position.step, Walk) or not ways:
            return None
        answer = ("to", ways[int(rng.random() * len(ways))])
        return Proposal(answer, _sent(proposal.memo, position, answer))

    def area(self, position: Position[NachParisBoard], proposal: Proposal) -> Bits:
        """What the army can reach whose plan it is, where the unit on the march can go, or the hexes that can be
        attacked, and a little round them."""
        board, step = position.board, position.step
        if isinstance(step, MoveUnits):
            tempers = Orders.from_json(proposal.memo).tempers if isinstance(proposal.memo, dict) else {}
            return ground_of(board, step.nation, list(tempers)[-1]) if tempers else 0
        ask = position.open
        options = ask.options or () if ask is not None else ()
        if isinstance(step, Walk):
            here = board.where[step.unit]
            hexes = bits(numbers(options, "to")) | (1 << here if here >= 0 else 0)
        else:
            hexes = bits(numbers(options, "attack"))
        return MAP.grid.links.within(hexes, ROUND) if hexes else 0

    def confine(self, deputy: EngineDeputy, area: Bits) -> EngineDeputy:
        """The staff of an area."""
        assert isinstance(deputy, Deputy)
        deputy.area = area
        return deputy

    def clock(self, position: Position[NachParisBoard]) -> int:
        """Player turns."""
        return 2 * position.board.turn + position.board.side

    def features(self, position: Position[NachParisBoard]) -> dict[str, float]:
        """What the judge looks at, from the German side."""
        return features(position.board)

    def chance(self, position: Position[NachParisBoard]) -> float:
        """[1.1.5] The judge's word."""
        return judge_in(self.judge).chance(features(position.board))

    def appraise(self, position: Position[NachParisBoard], seat: Seat) -> float:
        """[1.1.5] How likely a victory is by the points as they stand, and how large it would be: the
        judge says more of games, but was not shown to play better (docs/figures.md)."""
        board = position.board
        german, allied = points(board)
        _, marginal, other, _ = board.play.said.levels
        ahead = german - allied - (marginal + other) / 2
        if seat == ALLIED_SIDE:
            ahead = -ahead
        margin = logistic(ahead / (2 * SOON))
        if board.over:
            winner = {"german": GERMAN_SIDE, "allied": ALLIED_SIDE}.get(board.level.split()[0])
            won = 0.5 if winner is None else float(winner == seat)
        else:
            won = logistic(ahead / (SOON + max(0, board.play.said.last - board.turn)))
        return (1 - MARGIN) * won + MARGIN * margin


def _sent(memo: JSON, position: Position[NachParisBoard], answer: Answer) -> JSON:
    """The staff's orders, but the unit on the march stays where the answer sends it."""
    step = position.step
    if not isinstance(step, Walk) or not isinstance(memo, dict):
        return memo
    orders, unit = Orders.from_json(memo), step.unit
    orders.waiting.pop(unit, None)
    orders.now = _place(position.board, unit, answer)
    return orders.as_json()


def _place(board: NachParisBoard, unit: Unit, answer: Answer) -> Place:
    hex = answer[1] if isinstance(answer, tuple) and isinstance(answer[1], int) else board.where[unit]
    return Place(unit, hex, -1)


ADVICE = NachParisAdvice()
