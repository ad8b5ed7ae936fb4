"""The scripted player: a staff officer for either side.

At each activation it weighs every hex of its own: attack from there, walk towards what is worth having, fight where it
stands, rest the tired; and takes the best. The plan of an activation is its memo, until the activation is over.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from marne.engine import JSON, Answer, EngineError, Game, Look, Position, Step, Thought, run_on
from marne.games.grand_illusion import appraisal
from marne.games.grand_illusion.actions import Act, ResolveBattles
from marne.games.grand_illusion.battle_conclusion import MayLeave, Siege
from marne.games.grand_illusion.battle_fire import Elan
from marne.games.grand_illusion.battle_fortune import AllenbysCavalry, TacticalAdvantage
from marne.games.grand_illusion.battle_guns import Aim, Bombardment, Concentrate
from marne.games.grand_illusion.battle_placement import PlaceAttackers, PlaceDefenders, PlaceOpposite, StackUp
from marne.games.grand_illusion.battle_reserve import AttackerReserve, CavalryWithdrawal, DefenderReserve, PlaceBehind
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.declaration import BelgianWithdrawal, Declare, Designate, MayDeclare
from marne.games.grand_illusion.delay import CavalryDelay, FallBack
from marne.games.grand_illusion.east_front import EastFront, SendEast
from marne.games.grand_illusion.headquarters import RetreatHeadquarters
from marne.games.grand_illusion.movement import Gather, Movement, Walk
from marne.games.grand_illusion.options import ChooseOptions, FreeSetUp, NinthArmy, SetUpBelgian, SetUpUnit
from marne.games.grand_illusion.plans import (
    LEAST,
    Plan,
    battle_worth,
    best_plan,
    garrison_left,
    rest_worth,
    should_withdraw,
    step_worth,
)
from marne.games.grand_illusion.recovery import RestSome
from marne.games.grand_illusion.reinforcements import Arrive, BritishReturn, PlaceNow
from marne.games.grand_illusion.replacements import ReplacementSegment
from marne.games.grand_illusion.retreat import CavalryMayLeave, GoOn, NamurDivision, PayAHit, Retreat, RetreatGroup
from marne.games.grand_illusion.setup import BritishAtMaubeuge
from marne.games.grand_illusion.strategic import StrategicMove, StrategicSegment
from marne.games.grand_illusion.units import CORPS, CS, Side, Unit
from marne.games.grand_illusion.withdrawal import DigIn, OfferWithdrawal, RetireFrom
from marne.hexes import members

__all__ = ["Deputy", "Staff"]

Options = tuple[Answer, ...]


class Staff:
    """Answers for one seat: one thought is the run of a deputy in an imagined position, up to the next die."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def think(self, look: Look, rng: Random, memo: JSON = None) -> Thought:
        """The run, and the plan of the activation."""
        position: Position[GrandIllusionBoard] = look.imagine(rng)
        deputy = Deputy(look.seat, position.board.turn, memo)
        run = run_on(position, look.seat, deputy.answer)
        return Thought(run, deputy.memo())


class Deputy:
    """The staff for the length of one thought: it answers straight from a position, and carries the plan of an
    activation. Without one, or with another hex's, it makes a plan for the hex that is active."""

    def __init__(self, side: Side, turn: int, memo: JSON = None) -> None:
        self.side = side
        self.turn = turn
        self.plan = Plan()
        if isinstance(memo, dict) and memo["turn"] == turn:
            self.plan = Plan.from_json(memo["plan"])

    def memo(self) -> JSON:
        """The plan, if there is one."""
        return {"turn": self.turn, "plan": self.plan.as_json()} if self.plan.hex else None

    def answer(self, position: Position[GrandIllusionBoard]) -> Answer:
        """One of the legal answers."""
        assert position.open is not None
        options = position.open.options
        assert options is not None
        if len(options) == 1:
            return options[0]
        kind = type(position.step)
        if kind in HABITS:
            return next((word for word in HABITS[kind] if word in options), options[0])
        if kind not in JUDGES:
            raise EngineError(f"the staff has no judgement of {kind.__name__}")
        answer = JUDGES[kind](self, position.board, options, position.step)
        if answer is not None and answer in options:
            return answer
        return next((word for word in PASSIVE if word in options), options[0])

    # -- carrying a plan out

    def _ours(self, board: GrandIllusionBoard, *, retiring: bool) -> Plan:
        """The plan for the active hex."""
        if self.plan.hex != board.active:
            self.plan = best_plan(board, self.side, [board.active], retiring=retiring)
            if self.plan.worth < LEAST:
                self.plan = Plan(board.active)
        return self.plan

    def _movement(self, board: GrandIllusionBoard, options: Options, step: Movement) -> Answer:
        """Take up the first unit of the plan; once the plan was carried out the rest stays."""
        plan = self._ours(board, retiring=step.retiring)
        if not plan.first:
            return "done"
        return next(
            (answer for answer in options if _word(answer) == "take" and plan.units >> _what(answer) & 1), "done"
        )

    def _gather(self, board: GrandIllusionBoard, options: Options, step: Gather) -> Answer:
        """Take up the others of the plan, then go; a group that nobody planned goes where it is worth most."""
        plan = self._ours(board, retiring=step.retiring)
        if plan.first and plan.units & step.units:
            for answer in options:
                if _word(answer) == "take" and plan.units >> _what(answer) & 1:
                    return answer
            first = ("go", plan.first)
            if first in options:
                self.plan = Plan(plan.hex)
                return first
        self.plan = Plan(board.active)
        field = appraisal.pull(board, self.side)
        best, choice = 0, "stay"
        for answer in options:
            if _word(answer) == "go":
                worth = step_worth(board, self.side, board.active, _what(answer), step.units, field)
                if worth > best:
                    best, choice = worth, answer  # type: ignore[assignment]
        return choice

    # -- the Action Phase

    def _act(self, board: GrandIllusionBoard, options: Options, step: Act) -> Answer | None:
        if "withdraw" in options and should_withdraw(board, self.side):
            return "withdraw"
        best = best_plan(board, self.side, [_what(answer) for answer in options if _word(answer) == "activate"])
        rest = max(
            ((rest_worth(board, self.side, _what(answer)), answer) for answer in options if _word(answer) == "recover"),
            key=lambda pair: pair[0],
            default=(0, None),
        )
        if best.worth >= LEAST and best.worth >= rest[0]:
            self.plan = best
            return ("activate", best.hex)
        if rest[0] >= LEAST:
            return rest[1]
        for answer in options:
            if (
                _word(answer) == "entrench"
                and appraisal.prize(board, self.side, _what(answer)) > 6
                and board.controls(self.side, _what(answer))
            ):
                return answer
        for answer in options:
            if _word(answer) in ("land", "enter"):
                return answer
        self.plan = Plan()
        return None

    def _offer_withdrawal(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer:
        return "withdraw" if should_withdraw(board, self.side) else "hold"

    def _walk(self, board: GrandIllusionBoard, options: Options, step: Walk) -> Answer | None:
        """On towards the strongest pull, as long as it pays."""
        field = appraisal.pull(board, self.side)
        units = step.units & board.at[step.hex]
        left = garrison_left(board, self.side, step.hex, units)
        if left in options:
            return left
        best, choice = (0, None) if "stop" in options else (-9999, None)
        for answer in options:
            if _word(answer) == "go":
                worth = step_worth(board, self.side, step.hex, _what(answer), units, field)
                # Whoever must be carried farther wears his staff out.
                worth -= 3 if step.spent >= 2 else 0
                if worth > best:
                    best, choice = worth, answer
        return choice if choice is not None else "stop"

    def _may_declare(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer:
        units = step.candidates(board)
        return "battle" if battle_worth(board, self.side, step.hex, units) >= 2 else "no battle"

    def _designate(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer:
        """The tired stay out."""
        for unit in members(step.units & board.down):
            if step.units & ~board.down:
                return ("spare", unit)
        return "done"

    def _retire_from(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer:
        """8.7: a free move for everyone who has somewhere better to be."""
        hexes = [_what(answer) for answer in options if _word(answer) == "activate"]
        self.plan = best_plan(board, self.side, hexes, retiring=True)
        return ("activate", self.plan.hex) if self.plan.worth >= LEAST else "done"

    def _dig_in(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer:
        found = [answer for answer in options if _word(answer) == "entrench"]
        best = max(
            found,
            key=lambda answer: (
                appraisal.threat(board, self.side, _what(answer)) * appraisal.prize(board, self.side, _what(answer))
            ),
            default="done",
        )
        return best if board.caps[self.side] > 3 else "done"

    # -- arrivals

    def _place(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer | None:
        field = appraisal.pull(board, self.side)
        found = [answer for answer in options if _word(answer) == "at"]
        return max(found, key=lambda answer: field[_what(answer)], default=None)

    def _replacement_segment(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer:
        """The best corps, in two turns, when there are CAPS to spare."""
        if board.caps[self.side] < 6 or board.turn > board.rules.turns - 3:
            return "done"
        found = [answer for answer in options if _word(answer) == "later" and 1 << _what(answer) & CORPS]
        return max(found, key=lambda answer: CS[_what(answer)], default="done")

    def _send_east(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer:
        """The tired first, and whoever is least in the way of the enemy."""
        field = appraisal.pull(board, self.side)
        return min(options, key=lambda answer: (not board.is_down(_what(answer)), field[board.where[_what(answer)]]))

    # -- strategic movement

    def _strategic_segment(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer:
        field = appraisal.pull(board, self.side)
        best, choice = 6, None
        for answer in options:
            word, unit = _word(answer), _what(answer)
            if word == "train":
                return answer
            if word != "rail" or not 1 << unit & CORPS or board.is_down(unit):
                continue
            here = board.where[unit]
            if appraisal.threat(board, self.side, here) or board.enemies(here, self.side):
                continue
            gain = max(field) // 2 - field[here]
            if gain > best:
                best, choice = gain, answer
        return choice if choice is not None else "done"

    def _strategic_move(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer:
        field = appraisal.pull(board, self.side)
        return max(
            options, key=lambda answer: field[_what(answer)] - (8 if board.enemies(_what(answer), self.side) else 0)
        )

    # -- battle

    def _tactical_advantage(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer:
        _, win = appraisal.attack(board, 1 - self.side, board.battle, board.combat(board.battle, 1 - self.side))
        if win >= 50 and "skirmish" in options and board.caps[self.side] >= 2:
            return "skirmish"
        return "fight"

    def _may_leave(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer:
        """Stay while anybody is in order; the beaten save themselves unless the hex is worth the corps."""
        mine = board.infantry(board.battle, self.side)
        theirs = board.infantry(board.battle, 1 - self.side) & ~board.down
        fresh = (mine & ~board.down).bit_count()
        if fresh and fresh * 2 >= theirs.bit_count():
            return "stay"
        held = board.forts(board.battle, self.side) or board.battle in board.trench
        return "stay" if appraisal.prize(board, self.side, board.battle) > 12 and (fresh or held) else "retreat"

    def _retreat(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer | None:
        """All together, to where most friends are."""
        found = [answer for answer in options if _word(answer) == "to"]
        return max(found, key=lambda answer: appraisal.strength(board, _what(answer), self.side), default=None)

    def _place_front(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer | None:
        found = [answer for answer in options if _word(answer) == "front" and not board.is_down(_what(answer))]
        return max(found, key=lambda answer: CS[_what(answer)], default=None)

    def _attacker_reserve(self, board: GrandIllusionBoard, options: Options, step: AttackerReserve) -> Answer | None:
        """Everybody who can stand behind the front does, the strongest first."""
        found = [answer for answer in options if _word(answer) == "reserve"]
        return max(found, key=lambda answer: CS[_what(answer)], default=None)

    def _behind(
        self, board: GrandIllusionBoard, options: Options, step: DefenderReserve | PlaceBehind
    ) -> Answer | None:
        """Behind the weakest of the front line."""
        found = [answer for answer in options if _word(answer) == "behind"]
        return min(found, key=lambda answer: (board.strength(_what(answer)), _what(answer)), default=None)

    def _bombardment(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer | None:
        return "concentrate" if "concentrate" in options else next((a for a in options if _word(a) == "take"), None)

    def _rest_some(self, board: GrandIllusionBoard, options: Options, step: Any) -> Answer:
        return max(options, key=lambda answer: CS[_what(answer)])


PASSIVE: Final = ("done", "stop", "pass", "stay", "none", "hold", "no battle", "leave out")
"""What to say where a judgement finds nothing worth doing."""

HABITS: Final[dict[type[Step[GrandIllusionBoard]], tuple[str, ...]]] = {
    Aim: (), AllenbysCavalry: ("skirmish",), BelgianWithdrawal: ("slip away",),
    BritishAtMaubeuge: ("done",), BritishReturn: (),
    CavalryDelay: ("withdraw",), CavalryMayLeave: ("stay",), CavalryWithdrawal: ("stand",), ChooseOptions: (),
    Concentrate: (), Declare: ("mandated",), EastFront: ("send troops",), Elan: (), FallBack: (), FreeSetUp: ("done",),
    NamurDivision: ("retreat",), NinthArmy: (), PayAHit: (), PlaceOpposite: (), ResolveBattles: (),
    RetreatHeadquarters: (), SetUpBelgian: (), SetUpUnit: (), Siege: ("besiege",), StackUp: (),
}  # fmt: skip
"""Questions with one good answer, or where any will do: the first."""

Judge = Callable[[Deputy, GrandIllusionBoard, Options, Any], Answer | None]

JUDGES: Final[dict[type[Step[GrandIllusionBoard]], Judge]] = {
    Act: Deputy._act, Movement: Deputy._movement, Gather: Deputy._gather, Walk: Deputy._walk,
    OfferWithdrawal: Deputy._offer_withdrawal, RetireFrom: Deputy._retire_from, DigIn: Deputy._dig_in,
    MayDeclare: Deputy._may_declare, Designate: Deputy._designate,
    Arrive: Deputy._place, PlaceNow: Deputy._place, ReplacementSegment: Deputy._replacement_segment,
    SendEast: Deputy._send_east, StrategicSegment: Deputy._strategic_segment, StrategicMove: Deputy._strategic_move,
    TacticalAdvantage: Deputy._tactical_advantage, MayLeave: Deputy._may_leave,
    Retreat: Deputy._retreat, RetreatGroup: Deputy._retreat, GoOn: Deputy._retreat,
    PlaceAttackers: Deputy._place_front, PlaceDefenders: Deputy._place_front,
    AttackerReserve: Deputy._attacker_reserve, DefenderReserve: Deputy._behind, PlaceBehind: Deputy._behind,
    Bombardment: Deputy._bombardment, RestSome: Deputy._rest_some,
}  # fmt: skip
"""Who judges which question: by the step that asks, never by the words it offers."""


def _word(answer: Answer) -> str:
    return str(answer[0]) if isinstance(answer, tuple) else str(answer)


def _what(answer: Answer) -> Unit:
    return answer[1] if isinstance(answer, tuple) and isinstance(answer[1], int) else -1
