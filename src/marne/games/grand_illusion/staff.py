"""The scripted player: a staff officer for either side.

At each activation it weighs every hex of its own: attack from there, walk towards what is worth having, fight where it
stands, rest the tired; and takes the best. The plan is kept until the activation is over, so most answers need no look.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from marne.engine import Answer, Ask, Game, Observation, Position
from marne.games.grand_illusion import appraisal, movement
from marne.games.grand_illusion.actions import Act
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.mandated import qualifies
from marne.games.grand_illusion.places import HEXES, PARIS, PLAN17, TRIER, Hex
from marne.games.grand_illusion.stacking import fits
from marne.games.grand_illusion.supply import in_supply
from marne.games.grand_illusion.units import (
    ALLIED,
    BELGIAN,
    CAVALRY,
    COMBAT,
    CORPS,
    CS,
    FORTS,
    GERMAN,
    HEAVY,
    HQS,
    INFANTRY,
    OF_NATION,
    OF_SIDE,
    Side,
    Unit,
)
from marne.hexes import Bits, bits, members

Look = Callable[[], Observation]

PASSIVE = ("done", "stop", "pass", "stay", "none", "hold", "no battle", "leave out")
GUARD = 6
"""The strength of a guard, in tenths of the enemy's next to it."""
REACH = 3
"""How far a raid goes."""
LEAST = 4
"""A plan worth less is not worth a CAP."""


class Plan:
    """One activation: who goes from where to where; `hex` 0 is no plan."""

    __slots__ = ("fight", "first", "hex", "units", "worth")

    def __init__(self, hex: Hex = 0, first: Hex = 0, units: Bits = 0, worth: int = 0, *, fight: bool = False) -> None:
        self.hex = hex
        self.first = first
        self.units = units
        self.worth = worth
        self.fight = fight


class Staff:
    """Plays one seat of one game."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.game = game
        self.rng = rng
        self.plan = Plan()

    def choose(self, ask: Ask, look: Look) -> Answer:
        """One of the legal answers."""
        options = ask.options or ()
        words = {answer[0] if isinstance(answer, tuple) else answer for answer in options}
        if {"take", "done"} <= words or {"take", "stay"} <= words or {"go", "stay"} <= words:
            return self._gather(options)
        return self._decide(ask.actor, options, self.game.imagine(look(), self.rng))

    # -- carrying a plan out

    def _gather(self, options: tuple[Answer, ...]) -> Answer:
        """Take up the units of the plan, then go."""
        if self.plan.first:
            for answer in options:
                if isinstance(answer, tuple) and answer[0] == "take" and self.plan.units >> _what(answer) & 1:
                    return answer
            step = ("go", self.plan.first)
            if step in options:
                self.plan.first = 0
                return step
        return "done" if "done" in options else "stay"

    def _decide(self, side: Side, options: tuple[Answer, ...], position: Position[Any]) -> Answer:
        board: GrandIllusionBoard = position.board
        step = type(position.step).__name__
        judge = getattr(self, f"_{step}", None)
        if judge is not None:
            answer = judge(board, side, options, position.step)
            if answer in options:
                return answer  # type: ignore[no-any-return]
        for word in PASSIVE:
            if word in options:
                return word
        return options[0]

    # -- the Action Phase

    def _Act(self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Act) -> Answer | None:
        if "withdraw" in options and should_withdraw(board, side):
            return "withdraw"
        plans = best_plans(board, side, [_what(answer) for answer in options if _word(answer) == "activate"])
        best = max(plans, key=lambda plan: plan.worth, default=Plan())
        rest = max(
            ((_rest_worth(board, side, _what(answer)), answer) for answer in options if _word(answer) == "recover"),
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
                and appraisal.prize(board, side, _what(answer)) > 6
                and board.controls(side, _what(answer))
            ):
                return answer
        for answer in options:
            if _word(answer) in ("land", "enter"):
                return answer
        self.plan = Plan()
        return None

    def _OfferWithdrawal(self, board: GrandIllusionBoard, side: Side, options: Any, step: Any) -> Answer:
        return "withdraw" if should_withdraw(board, side) else "hold"

    def _Walk(
        self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: movement.Walk
    ) -> Answer | None:
        """On towards the strongest pull, as long as it pays."""
        field = appraisal.pull(board, side)
        units = step.units & board.at[step.hex]
        left = garrison_left(board, side, step.hex, units)
        if left in options:
            return left
        best, choice = (0, None) if "stop" in options else (-9999, None)
        for answer in options:
            if _word(answer) == "go":
                worth = _step_worth(board, side, step.hex, _what(answer), units, field)
                # Whoever must be carried farther wears his staff out.
                worth -= 3 if step.spent >= 2 else 0
                if worth > best:
                    best, choice = worth, answer
        return choice if choice is not None else "stop"

    def _MayDeclare(self, board: GrandIllusionBoard, side: Side, options: Any, step: Any) -> Answer:
        units = step.candidates(board)
        return "battle" if _battle_worth(board, side, step.hex, units) >= 2 else "no battle"

    def _Designate(self, board: GrandIllusionBoard, side: Side, options: Any, step: Any) -> Answer:
        """The tired stay out."""
        for unit in members(step.units & board.down):
            if step.units & ~board.down:
                return ("spare", unit)
        return "done"

    def _Declare(self, board: GrandIllusionBoard, side: Side, options: Any, step: Any) -> Answer:
        return "mandated"

    def _CavalryDelay(self, board: GrandIllusionBoard, side: Side, options: Any, step: Any) -> Answer:
        return "withdraw"

    def _BelgianWithdrawal(self, board: GrandIllusionBoard, side: Side, options: Any, step: Any) -> Answer:
        return "slip away"

    def _RetireFrom(self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any) -> Answer:
        """8.7: a free move for everyone who has somewhere better to be."""
        hexes = [_what(answer) for answer in options if _word(answer) == "activate"]
        self.plan = max(best_plans(board, side, hexes, retiring=True), key=lambda plan: plan.worth, default=Plan())
        return ("activate", self.plan.hex) if self.plan.worth >= LEAST else "done"

    def _DigIn(self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any) -> Answer:
        found = [answer for answer in options if _word(answer) == "entrench"]
        best = max(
            found,
            key=lambda answer: (
                appraisal.threat(board, side, _what(answer)) * appraisal.prize(board, side, _what(answer))
            ),
            default="done",
        )
        return best if board.caps[side] > 3 else "done"

    # -- arrivals

    def _Arrive(self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any) -> Answer | None:
        return self._place(board, side, options, step)

    def _PlaceNow(self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any) -> Answer | None:
        return self._place(board, side, options, step)

    def _place(self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any) -> Answer | None:
        field = appraisal.pull(board, side)
        found = [answer for answer in options if _word(answer) == "at"]
        return max(found, key=lambda answer: field[_what(answer)], default=None)

    def _ReplacementSegment(
        self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any
    ) -> Answer:
        """The best corps, in two turns, when there are CAPS to spare."""
        late = board.turn > (4 if board.scenario == 2 else 12)
        if board.caps[side] < 6 or late:
            return "done"
        found = [answer for answer in options if _word(answer) == "later" and 1 << _what(answer) & CORPS]
        return max(found, key=lambda answer: CS[_what(answer)], default="done")

    def _BritishReturn(self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any) -> Answer:
        return options[0]

    def _EastFront(self, board: GrandIllusionBoard, side: Side, options: Any, step: Any) -> Answer:
        return "send troops"

    def _SendEast(self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any) -> Answer:
        """The tired first, and whoever is least in the way of the enemy."""
        field = appraisal.pull(board, side)
        return min(options, key=lambda answer: (not board.is_down(_what(answer)), field[board.where[_what(answer)]]))

    # -- strategic movement

    def _StrategicSegment(
        self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any
    ) -> Answer:
        field = appraisal.pull(board, side)
        best, choice = 6, None
        for answer in options:
            word, unit = _word(answer), _what(answer)
            if word == "train":
                return answer
            if word != "rail" or not 1 << unit & CORPS or board.is_down(unit):
                continue
            here = board.where[unit]
            if appraisal.threat(board, side, here) or board.enemies(here, side):
                continue
            gain = max(field) // 2 - field[here]
            if gain > best:
                best, choice = gain, answer
        return choice if choice is not None else "done"

    def _StrategicMove(self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any) -> Answer:
        field = appraisal.pull(board, side)
        return max(options, key=lambda answer: field[_what(answer)] - (8 if board.enemies(_what(answer), side) else 0))

    # -- battle

    def _TacticalAdvantage(
        self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any
    ) -> Answer:
        _, win = appraisal.attack(board, 1 - side, board.battle, board.combat(board.battle, 1 - side))
        if win >= 50 and "skirmish" in options and board.caps[side] >= 2:
            return "skirmish"
        return "fight"

    def _AllenbysCavalry(self, board: GrandIllusionBoard, side: Side, options: Any, step: Any) -> Answer:
        return "skirmish"

    def _MayLeave(self, board: GrandIllusionBoard, side: Side, options: Any, step: Any) -> Answer:
        """Stay while anybody is in order; the beaten save themselves unless the hex is worth the corps."""
        mine = board.infantry(board.battle, side)
        theirs = board.infantry(board.battle, 1 - side) & ~board.down
        fresh = (mine & ~board.down).bit_count()
        if fresh and fresh * 2 >= theirs.bit_count():
            return "stay"
        held = board.forts(board.battle, side) or board.battle in board.trench
        return "stay" if appraisal.prize(board, side, board.battle) > 12 and (fresh or held) else "retreat"

    def _Siege(self, board: GrandIllusionBoard, side: Side, options: Any, step: Any) -> Answer:
        return "besiege"

    def _Retreat(self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any) -> Answer | None:
        """All together, to where most friends are."""
        found = [answer for answer in options if _word(answer) == "to"]
        return max(found, key=lambda answer: appraisal.strength(board, _what(answer), side), default=None)

    _RetreatGroup = _Retreat
    _GoOn = _Retreat

    def _PlaceAttackers(
        self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any
    ) -> Answer | None:
        found = [answer for answer in options if _word(answer) == "front" and not board.is_down(_what(answer))]
        return max(found, key=lambda answer: CS[_what(answer)], default=None)

    def _PlaceDefenders(
        self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any
    ) -> Answer | None:
        return self._PlaceAttackers(board, side, options, step)

    def _PlaceReserves(
        self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any
    ) -> Answer | None:
        return next((answer for answer in options if _word(answer) == "reserve"), None)

    def _Bombardment(
        self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any
    ) -> Answer | None:
        return "concentrate" if "concentrate" in options else next((a for a in options if _word(a) == "take"), None)

    def _RestSome(self, board: GrandIllusionBoard, side: Side, options: tuple[Answer, ...], step: Any) -> Answer:
        return max(options, key=lambda answer: CS[_what(answer)])


def garrison_left(board: GrandIllusionBoard, side: Side, hex: Hex, units: Bits) -> Answer | None:
    """14.1.3: whoever passes through Trier leaves what it lacks."""
    if side != GERMAN or hex != TRIER:
        return None
    there = appraisal.strength(board, TRIER, GERMAN) - strength_of(board, units)
    corps = sorted(members(units & CORPS & INFANTRY), key=lambda unit: CS[unit])
    return ("drop", corps[0]) if corps and there < appraisal.garrison(board) else None


def _word(answer: Answer) -> str:
    return str(answer[0]) if isinstance(answer, tuple) else str(answer)


def _what(answer: Answer) -> Unit:
    return answer[1] if isinstance(answer, tuple) and isinstance(answer[1], int) else -1


# -- weighing


def should_withdraw(board: GrandIllusionBoard, side: Side) -> bool:
    """8.7: the Allies change Joffre for a better one on turn 4; the Germans dig when they are the weaker side."""
    if side == ALLIED:
        return board.turn >= 4 or bool(board.danger)
    mine = sum(appraisal.strength(board, hex, GERMAN) for hex in range(1, 108))
    theirs = sum(appraisal.strength(board, hex, ALLIED) for hex in range(1, 108))
    return board.turn <= 10 and mine * 10 < theirs * 9


def best_plans(board: GrandIllusionBoard, side: Side, hexes: list[Hex], *, retiring: bool = False) -> list[Plan]:
    """For each hex the best that its units could do with one CAP, or in a General Withdrawal."""
    field = appraisal.pull(board, side)
    plans = []
    for hex in hexes:
        found = _plans_from(board, side, hex, field, retiring)
        if found:
            plans.append(max(found, key=lambda plan: plan.worth))
    return plans


def _plans_from(board: GrandIllusionBoard, side: Side, hex: Hex, field: list[int], retiring: bool) -> list[Plan]:
    mine = board.at[hex] & OF_SIDE[side]
    if retiring:
        mine &= ~board.moved & ~BELGIAN
    fresh = mine & COMBAT & ~board.down
    found: list[Plan] = []
    if not retiring and board.at[hex] & OF_SIDE[1 - side] & COMBAT and fresh:
        found.append(Plan(hex, 0, 0, _battle_worth(board, side, hex, fresh), fight=True))
    force = _force(board, side, hex, fresh)
    active, board.active = board.active, hex
    for group in _groups(board, side, hex, mine, force):
        for other in movement.entries(board, side, group, hex, 0, 0, retiring):
            found.append(Plan(hex, other, group, _step_worth(board, side, hex, other, group, field)))
    board.active = active
    return found


def _force(board: GrandIllusionBoard, side: Side, hex: Hex, fresh: Bits) -> Bits:
    """Who can leave: everyone, less a guard that matches the strongest enemy stack near a hex worth having."""
    infantry = members(fresh & INFANTRY)
    besieging = bool(board.siege >> hex & 1) and not board.controls(1 - side, hex)
    need = 0
    if appraisal.prize(board, side, hex) > 6 and board.controls(side, hex):
        near = max((appraisal.strength(board, other, 1 - side) for other in board.ground.neighbours[hex]), default=0)
        need = (near + appraisal.strength(board, hex, 1 - side)) * GUARD // 10
        if hex == TRIER:
            need = appraisal.garrison(board)
        elif hex == PARIS and side == ALLIED:
            need = max(need, 5)
    elif board.enemies(hex, side) or (len(infantry) > 2 and _on_the_line(board, side, hex)):
        need = 1
    if not need and not besieging:
        return fresh
    # A siege needs a corps; otherwise the weak hold and the strong march.
    infantry.sort(key=lambda unit: (not CORPS >> unit & 1 if besieging else 0, CS[unit]))
    guard, held = 0, 0
    for unit in infantry:
        if held >= need and not (besieging and not guard):
            break
        guard |= 1 << unit
        held += board.strength(unit)
    return fresh & ~guard


def _on_the_line(board: GrandIllusionBoard, side: Side, hex: Hex) -> bool:
    """A rail hex of one's own that enemies could walk into: somebody should stay."""
    if not board.ground.rail_hexes >> hex & 1 or not board.controls(side, hex):
        return False
    table = appraisal.distances()[hex]
    foes = OF_SIDE[1 - side] & COMBAT
    return any(table[other] <= REACH and board.at[other] & foes for other in range(1, HEXES + 1))


def _groups(board: GrandIllusionBoard, side: Side, hex: Hex, mine: Bits, force: Bits) -> list[Bits]:
    """The whole force with its staff, and without."""
    if not force:
        return []
    groups = [force]
    staffs = mine & HQS
    if staffs and force & INFANTRY:
        nation = next(nation for nation in range(4) if force & INFANTRY & OF_NATION[nation])
        hq = movement.leader(board.down, staffs, nation)
        if hq >= 0:
            groups.insert(0, force | 1 << hq)
    reserve = sorted(members(force & INFANTRY & CORPS), key=lambda unit: CS[unit])[:2]
    if len(reserve) == 2 and (force & INFANTRY).bit_count() > 2:
        groups.append(bits(reserve))
    guns = mine & HEAVY & ~board.down
    if guns:
        groups.append(force | guns)
    if force & CAVALRY and force & INFANTRY:
        groups.append(force & CAVALRY)
    return groups


def _step_worth(board: GrandIllusionBoard, side: Side, hex: Hex, other: Hex, units: Bits, field: list[int]) -> int:
    """What entering a hex with a group is worth."""
    foes = board.at[other] & OF_SIDE[1 - side]
    infantry = (units & INFANTRY).bit_count()
    if board.enemies(other, side):
        joined = units | (board.combat(other, side) & ~board.down if board.combat(other, side) else 0)
        return _battle_worth(board, side, other, joined) - (4 if units & HQS else 0)
    gain = (field[other] - field[hex]) * (2 + min(infantry, 4)) // 4
    if not board.controls(side, other):
        if not infantry:
            return 2 + gain // 4
        gain = max(gain, 0) + appraisal.prize(board, side, other)
    elif foes:
        gain += 1
    if units & HEAVY:
        gain += 8 if board.forts(other, 1 - side) else 2 * (_to_fort(board, side, hex) - _to_fort(board, side, other))
    if not fits(board, other, side, units):
        gain -= 5
    alone = strength_of(board, units) + appraisal.strength(board, other, side)
    exposed = sum(appraisal.strength(board, near, 1 - side) for near in board.ground.neighbours[other])
    if exposed > 3 * alone:
        gain -= 6
    leaving = appraisal.prize(board, side, hex) if board.controls(side, hex) else 0
    if leaving > 6 and not board.combat(hex, side) & ~units and appraisal.threat(board, side, hex):
        gain -= leaving
    return gain


def _to_fort(board: GrandIllusionBoard, side: Side, hex: Hex) -> int:
    """How far the guns are from the next enemy fort."""
    table = appraisal.distances()[hex]
    enemy = OF_SIDE[1 - side] & FORTS
    return min((table[other] for other in range(1, HEXES + 1) if board.at[other] & enemy), default=0)


def strength_of(board: GrandIllusionBoard, units: Bits) -> int:
    """The strength of a group."""
    return sum(board.strength(unit) for unit in members(units & COMBAT))


def _battle_worth(board: GrandIllusionBoard, side: Side, hex: Hex, units: Bits) -> int:
    """What a battle is worth: hits, the hex, and what the orders say."""
    margin, win = appraisal.attack(board, side, hex, units)
    worth = appraisal.prize(board, side, hex) if not board.controls(side, hex) else 6
    value = margin * 2 + win * (worth + 8) // 100 - 3
    if side == ALLIED and board.turn <= 4 and hex in PLAN17 and qualifies(board, hex, side, units):
        value += 2 * appraisal.POINT
    elif qualifies(board, hex, side, units):
        value += appraisal.POINT
    if side == GERMAN and appraisal.guns_near(board, hex):
        value += 6
    return value


def _rest_worth(board: GrandIllusionBoard, side: Side, hex: Hex) -> int:
    """9.8.3: what a CAP of rest brings."""
    tired = board.combat(hex, side) & board.down
    return sum(CS[unit] for unit in members(tired) if in_supply(board, unit)) - 3
