"""The scripted player: a staff officer for either side.

At each activation it weighs every hex of its own: attack from there, walk towards what is worth having, fight where it
stands, rest the tired; and takes the best. The plan of an activation is its memo, until the activation is over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from marne.engine import BEST, JSON, Answer, DeputyStaff, EngineError, Position, Seat
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.components.places import PARIS, TRIER, Hex
from marne.games.grand_illusion.components.tables import CALENDAR, OPTION_COSTS
from marne.games.grand_illusion.components.units import (
    ALLIED,
    COMBAT,
    CORPS,
    COUNT,
    CS,
    FRENCH,
    GERMAN,
    SIDES,
    Side,
    Unit,
)
from marne.games.grand_illusion.rules.actions.actions import Act, ResolveBattles
from marne.games.grand_illusion.rules.actions.declaration import BelgianWithdrawal, Declare, Designate, MayDeclare
from marne.games.grand_illusion.rules.actions.withdrawal import DigIn, OfferWithdrawal, RetireFrom
from marne.games.grand_illusion.rules.battle.battle_conclusion import MayLeave, Siege
from marne.games.grand_illusion.rules.battle.battle_fire import Elan
from marne.games.grand_illusion.rules.battle.battle_fortune import AllenbysCavalry, TacticalAdvantage
from marne.games.grand_illusion.rules.battle.battle_guns import Aim, Bombardment, Concentrate
from marne.games.grand_illusion.rules.battle.battle_placement import (
    PlaceAttackers,
    PlaceDefenders,
    PlaceOpposite,
    StackUp,
)
from marne.games.grand_illusion.rules.battle.battle_reserve import (
    AttackerReserve,
    CavalryWithdrawal,
    DefenderReserve,
    PlaceBehind,
)
from marne.games.grand_illusion.rules.movement.headquarters import RetreatHeadquarters
from marne.games.grand_illusion.rules.movement.movement import Gather, Movement, Walk
from marne.games.grand_illusion.rules.movement.strategic import StrategicMove, StrategicSegment
from marne.games.grand_illusion.rules.reinforcements.east_front import EastFront, SendEast
from marne.games.grand_illusion.rules.reinforcements.reinforcements import Arrive, BritishReturn, PlaceNow
from marne.games.grand_illusion.rules.reinforcements.replacements import ReplacementSegment
from marne.games.grand_illusion.rules.retreat.delay import CavalryDelay, FallBack
from marne.games.grand_illusion.rules.retreat.retreat import (
    CavalryMayLeave,
    GoOn,
    NamurDivision,
    PayAHit,
    Retreat,
    RetreatGroup,
)
from marne.games.grand_illusion.rules.scenarios.options import (
    ChooseOptions,
    FreeSetUp,
    NinthArmy,
    SetUpBelgian,
    SetUpUnit,
    options_of,
)
from marne.games.grand_illusion.rules.scenarios.setup import BritishAtMaubeuge
from marne.games.grand_illusion.rules.supply.recovery import RestSome
from marne.games.grand_illusion.staff import appraisal
from marne.games.grand_illusion.staff.plans import (
    LEAST,
    Plan,
    battle_worth,
    best_plan,
    dig_worth,
    firing,
    garrison_left,
    rest_worth,
    should_withdraw,
    step_worth,
)
from marne.games.grand_illusion.steps import Line
from marne.hexes import Bits, members
from marne.kit.arithmetic import tally

__all__ = ["Deputy", "Staff"]

Options = tuple[Answer, ...]


class Staff(DeputyStaff):
    """The staff at the table."""

    def deputy(self, position: Position[GrandIllusionBoard], seat: Seat, memo: JSON) -> Deputy:
        """One that carries what is left of the plan."""
        return Deputy(seat, position.board.turn, memo)


class Deputy:
    """The staff for the length of one thought: it answers straight from a position, and carries the plan of an
    activation. Without one, or with another hex's, it makes a plan for the hex that is active."""

    def __init__(self, side: Side, turn: int, memo: JSON = None) -> None:
        self.side = side
        self.turn = turn
        self.pick = BEST
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
        if position.open.seen_by is not None:  # 14.3.6: what to write down nobody may guess
            return self.pick.best([(-_price(str(option), self.side), option) for option in options], CLOSE)
        habits = HABITS.get(type(position.step))
        if habits is not None:
            return next((word for word in habits if word in options), options[0])
        answer = self._judge(position.board, options, position.step)
        if answer is not None and answer in options:
            return answer
        return next((word for word in PASSIVE if word in options), options[0])

    def _judge(self, board: GrandIllusionBoard, options: Options, step: Line) -> Answer | None:
        """Who judges which question: by the step that asks, never by the words it offers."""
        match step:
            case Act():
                return self._act(board, options)
            case Movement():
                return self._movement(board, options, step)
            case Gather():
                return self._gather(board, options, step)
            case Walk():
                return self._walk(board, options, step)
            case Retreat() | RetreatGroup() | GoOn():
                return self._retreat(board, options)
            case PlaceAttackers() | PlaceDefenders():
                return self._place_front(board, options)
            case AttackerReserve():
                return _best(options, "reserve", CS.__getitem__)
            case DefenderReserve() | PlaceBehind():
                return self._behind(board, options)
            case MayDeclare():
                guns = firing(board, self.side, step.hex)
                worth = battle_worth(board, self.side, step.hex, step.candidates(board) | guns)
                return "battle" if worth >= 2 else "no battle"
            case Designate():
                return self._designate(board, step)
            case MayLeave():
                return self._may_leave(board)
            case TacticalAdvantage():
                return self._tactical_advantage(board, options)
            case Bombardment():
                return "concentrate" if "concentrate" in options else _best(options, "take", lambda gun: -gun)
            case Arrive() | PlaceNow():
                return self._arrive(board, options, step.unit)
            case ReplacementSegment():
                return self._replacement_segment(board, options)
            case StrategicSegment():
                return self._strategic_segment(board, options)
            case StrategicMove():
                return self._strategic_move(board, options)
            case RestSome():
                return _best(options, "rest", CS.__getitem__)
            case OfferWithdrawal():
                return "withdraw" if should_withdraw(board, self.side) else "hold"
            case RetireFrom():
                return self._retire_from(board, options)
            case DigIn():
                return self._dig_in(board, options)
            case SendEast():
                return self._send_east(board, options)
        raise EngineError(f"the staff has no judgement of {type(step).__name__}")

    # -- carrying a plan out

    def _ours(self, board: GrandIllusionBoard, *, retiring: bool) -> Plan:
        """The plan for the active hex."""
        if self.plan.hex != board.active:
            self.plan = best_plan(board, self.side, [board.active], retiring=retiring)
            if self.plan.worth < LEAST:
                self.plan = Plan(board.active)
        return self.plan

    def _movement(self, board: GrandIllusionBoard, options: Options, step: Movement) -> Answer | None:
        """Take up the first unit of the plan; once the plan was carried out the rest stays."""
        plan = self._ours(board, retiring=step.retiring)
        return _taken(options, plan.units) if plan.first else None

    def _gather(self, board: GrandIllusionBoard, options: Options, step: Gather) -> Answer | None:
        """Take up the others of the plan, then go; a group that nobody planned goes where it is worth most."""
        plan = self._ours(board, retiring=step.retiring)
        if plan.first and plan.units & step.units:
            if other := _taken(options, plan.units):
                return other
            if ("go", plan.first) in options:
                self.plan = Plan(plan.hex)
                return ("go", plan.first)
        self.plan = Plan(board.active)
        return self._onwards(board, options, board.active, step.units, 0)

    def _walk(self, board: GrandIllusionBoard, options: Options, step: Walk) -> Answer | None:
        """On towards the strongest pull, as long as it pays; whoever must be carried farther wears his staff out."""
        units = step.units & board.at[step.hex]
        left = garrison_left(board, self.side, step.hex, units)
        if left in options:
            return left
        dear = 3 if step.spent >= 2 else 0
        return self._onwards(board, options, step.hex, units, dear if "stop" in options else -9999)

    def _onwards(
        self, board: GrandIllusionBoard, options: Options, hex: Hex, units: Bits, least: int
    ) -> tuple[str, Hex] | None:
        """The next hex of a group, if one is worth more than the least."""
        field = appraisal.pull(board, self.side)
        best, choice = least, None
        for other in _numbers(options, "go"):
            worth = step_worth(board, self.side, hex, other, units, field)
            if worth > best:
                best, choice = worth, ("go", other)
        return choice

    # -- the Action Phase

    def _act(self, board: GrandIllusionBoard, options: Options) -> Answer | None:
        if "withdraw" in options and should_withdraw(board, self.side):
            return "withdraw"
        if trench := self._trench_at_trier(options):
            return trench
        if board.caps[self.side] <= self._kept(board):
            return None
        best = best_plan(board, self.side, _numbers(options, "activate"))
        rests = [(rest_worth(board, self.side, hex), hex) for hex in _numbers(options, "recover")]
        worth, rest = max(rests, key=lambda pair: pair[0], default=(0, 0))
        digs = [(dig_worth(board, self.side, hex), hex) for hex in _numbers(options, "entrench")]
        dug, trench = max(digs, key=lambda pair: pair[0], default=(0, 0))
        if dug >= max(LEAST, best.worth, worth):
            return ("entrench", trench)
        if best.worth >= LEAST and best.worth >= worth:
            self.plan = best
            return ("activate", best.hex)
        if worth >= LEAST:
            return ("recover", rest)
        if dug:
            return ("entrench", trench)
        for word in ("land", "enter"):
            for hex in _numbers(options, word):
                return (word, hex)
        self.plan = Plan()
        return None

    def _kept(self, board: GrandIllusionBoard) -> int:
        """10.1: CAPS for corps that go by train where the garrison of Paris is short of men."""
        calls = self._paris_calls(board)
        if not calls or board.turn < CALENDAR.trains_from:
            return 0
        rails = board.ground.rail_hexes & ~(1 << PARIS)
        corps = [unit for unit in members(FRENCH & CORPS) if board.where[unit] > 0 and rails >> board.where[unit] & 1]
        return min(TRAINS, (calls + 3) // 5, tally(self._idle(board, unit) for unit in corps))

    def _designate(self, board: GrandIllusionBoard, step: Designate) -> Answer:
        """The tired stay out."""
        tired = members(step.units & board.down)
        return ("spare", tired[0]) if tired and step.units & ~board.down else "done"

    def _retire_from(self, board: GrandIllusionBoard, options: Options) -> Answer:
        """8.7: a free move for everyone who has somewhere better to be."""
        self.plan = best_plan(board, self.side, _numbers(options, "activate"), retiring=True)
        return ("activate", self.plan.hex) if self.plan.worth >= LEAST else "done"

    def _dig_in(self, board: GrandIllusionBoard, options: Options) -> Answer | None:
        def worth(hex: Hex) -> int:
            return appraisal.threat(board, self.side, hex) * appraisal.prize(board, self.side, hex)

        if trench := self._trench_at_trier(options):
            return trench
        return _best(options, "entrench", worth) if board.caps[self.side] > 3 else None

    def _trench_at_trier(self, options: Options) -> Answer | None:
        """9.4.1, 14.1.3: nobody has to retreat from a trench, and with Trier all would be lost."""
        trench = ("entrench", TRIER)
        return trench if self.side == GERMAN and trench in options else None

    # -- arrivals

    def _arrive(self, board: GrandIllusionBoard, options: Options, unit: Unit) -> Answer | None:
        """7.1.3: to Paris if it is short of men, else to where most is at stake."""
        if ("at", PARIS) in options and 1 << unit & COMBAT and self._paris_calls(board):
            return ("at", PARIS)
        return _best(options, "at", appraisal.pull(board, self.side).__getitem__)

    def _paris_calls(self, board: GrandIllusionBoard) -> int:
        """How much the garrison of Paris is short of."""
        mine = self.side == ALLIED and board.controls(ALLIED, PARIS)
        return appraisal.lack(board, ALLIED, PARIS) if mine else 0

    def _replacement_segment(self, board: GrandIllusionBoard, options: Options) -> Answer | None:
        """The best corps, in two turns, when there are CAPS to spare."""
        if board.caps[self.side] < 6 or board.turn > board.rules.turns - 3:
            return None
        return _best(options, "later", CS.__getitem__, CORPS)

    def _send_east(self, board: GrandIllusionBoard, options: Options) -> Answer:
        """The tired first, and whoever is least in the way of the enemy."""
        field = appraisal.pull(board, self.side)
        units = _numbers(options, "send")
        return ("send", min(units, key=lambda unit: (not board.is_down(unit), field[board.where[unit]])))

    # -- strategic movement

    def _strategic_segment(self, board: GrandIllusionBoard, options: Options) -> Answer | None:
        """8.4.9, 10.1: the corps that is missed least goes by train; the free one to Paris goes in any case."""
        if trains := _numbers(options, "train"):
            return ("train", max(trains, key=lambda unit: (self._idle(board, unit), CS[unit])))
        field = appraisal.pull(board, self.side)
        calls = self._paris_calls(board)
        kinds = CORPS & FRENCH & ~board.at[PARIS] if calls else CORPS
        units = [unit for unit in _numbers(options, "rail") if 1 << unit & kinds and self._idle(board, unit)]
        best = min(units, key=lambda unit: (field[board.where[unit]], -CS[unit]), default=None)
        if best is None or (not calls and max(field) // 2 - field[board.where[best]] <= 6):
            return None
        return ("rail", best)

    def _idle(self, board: GrandIllusionBoard, unit: Unit) -> bool:
        """In order, and no enemy in or near its hex."""
        here = board.where[unit]
        return not (board.is_down(unit) or appraisal.threat(board, self.side, here) or board.enemies(here, self.side))

    def _strategic_move(self, board: GrandIllusionBoard, options: Options) -> Answer | None:
        if ("to", PARIS) in options and self._paris_calls(board):
            return ("to", PARIS)
        field = appraisal.pull(board, self.side)
        return _best(options, "to", lambda hex: field[hex] - (8 if board.enemies(hex, self.side) else 0))

    # -- battle

    def _tactical_advantage(self, board: GrandIllusionBoard, options: Options) -> Answer:
        _, win = appraisal.attack(board, 1 - self.side, board.battle, board.combat(board.battle, 1 - self.side))
        if win >= 50 and "skirmish" in options and board.caps[self.side] >= 2:
            return "skirmish"
        return "fight"

    def _may_leave(self, board: GrandIllusionBoard) -> Answer:
        """Stay while anybody is in order; the beaten save themselves unless the hex is worth the corps."""
        mine = board.infantry(board.battle, self.side)
        theirs = board.infantry(board.battle, 1 - self.side) & ~board.down
        fresh = (mine & ~board.down).bit_count()
        if fresh and fresh * 2 >= theirs.bit_count():
            return "stay"
        held = board.forts(board.battle, self.side) or board.battle in board.trench
        return "stay" if appraisal.prize(board, self.side, board.battle) > 12 and (fresh or held) else "retreat"

    def _retreat(self, board: GrandIllusionBoard, options: Options) -> Answer | None:
        """All together, to where most friends are."""
        return _best(options, "to", lambda hex: appraisal.strength(board, hex, self.side))

    def _place_front(self, board: GrandIllusionBoard, options: Options) -> Answer | None:
        return _best(options, "front", CS.__getitem__, ~board.down)

    def _behind(self, board: GrandIllusionBoard, options: Options) -> Answer | None:
        """Behind the weakest of the front line."""
        return _best(options, "behind", lambda unit: -(board.strength(unit) * COUNT + unit))


TRAINS: Final = 2
"""So many CAPS at most are kept for trains to Paris."""

CLOSE: Final = 2
"""14.3.6: options that cost so many points more than none are about as good: what they bring is not counted."""
PASSIVE: Final = ("done", "stop", "pass", "stay", "none", "hold", "no battle", "leave out")
"""What to say where a judgement finds nothing worth doing."""

HABITS: Final[dict[type[Line], tuple[str, ...]]] = {
    Aim: (), AllenbysCavalry: ("skirmish",), BelgianWithdrawal: ("slip away",),
    BritishAtMaubeuge: ("done",), BritishReturn: (),
    CavalryDelay: ("withdraw",), CavalryMayLeave: ("stay",), CavalryWithdrawal: ("stand",), ChooseOptions: (),
    Concentrate: (), Declare: ("mandated",), EastFront: ("send troops",), Elan: (), FallBack: (), FreeSetUp: ("done",),
    NamurDivision: ("retreat",), NinthArmy: (), PayAHit: (), PlaceOpposite: (), ResolveBattles: (),
    RetreatHeadquarters: (), SetUpBelgian: (), SetUpUnit: (), Siege: ("besiege",), StackUp: (),
}  # fmt: skip
"""Questions with one good answer, or where any will do: the first."""


def _price(written: str, side: Side) -> int:
    """14.3.6: the points that options cost; what they bring is worth about as much."""
    return tally(OPTION_COSTS[number, SIDES[side]] for number in members(options_of(written)))


def _numbers(options: Options, word: str) -> list[int]:
    """The units or hexes that are offered with a word."""
    return [each[1] for each in options if isinstance(each, tuple) and each[0] == word and isinstance(each[1], int)]


def _best(options: Options, word: str, worth: Callable[[int], int], among: Bits = -1) -> tuple[str, int] | None:
    """The unit or hex, offered with a word, that is worth most: of equals the first; `among` some only."""
    found = [number for number in _numbers(options, word) if among >> number & 1]
    return (word, max(found, key=worth)) if found else None


def _taken(options: Options, units: Bits) -> tuple[str, Unit] | None:
    """The first of the units that can be taken up."""
    return next((("take", unit) for unit in _numbers(options, "take") if units >> unit & 1), None)
