"""The scripted player: a staff officer for either side of every scenario.

It draws up the orders of a Movement Phase at once and keeps them as its memo until they are carried out; barrages,
assaults and combats it weighs by their odds, one after another. It looks hard where the enemy is near; whoever is far
from him marches.
"""

from __future__ import annotations

from typing import Final

from marne.engine import BEST, JSON, Answer, DeputyStaff, Position, Seat, Step
from marne.games.nach_paris.board import Hex, NachParisBoard
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.components.units import OF_SIDE, SIEGE, Nation, Side, Unit
from marne.games.nach_paris.rules.barrage.at_forts import AimAtForts, OrderForts, guns_on, strong_enough
from marne.games.nach_paris.rules.barrage.at_units import AimAtUnits, ChooseTargets
from marne.games.nach_paris.rules.barrage.phase import PreparatoryBarrages
from marne.games.nach_paris.rules.combat.battle import Battle
from marne.games.nach_paris.rules.combat.declaring import ChooseCombat, Muster
from marne.games.nach_paris.rules.combat.horse import Withdraw, WithdrawTo
from marne.games.nach_paris.rules.combat.prepare import ChooseNation
from marne.games.nach_paris.rules.command.restriction import SettleChange
from marne.games.nach_paris.rules.engineers.garrisons import charges
from marne.games.nach_paris.rules.engineers.repair import RepairStructures
from marne.games.nach_paris.rules.forts.assault import AssaultGuns, ChooseStormer, DeclareAssaults
from marne.games.nach_paris.rules.forts.storm import CarryOn, EnterFort
from marne.games.nach_paris.rules.movement.arrivals import ArrivalFacing
from marne.games.nach_paris.rules.movement.facing import Face
from marne.games.nach_paris.rules.movement.phase import MoveUnits, Slip, ZoneToZone
from marne.games.nach_paris.rules.movement.walk import Force, Walk, owes
from marne.games.nach_paris.rules.options.fog import ChooseHidden, GainFog
from marne.games.nach_paris.rules.options.unseen import Unseen
from marne.games.nach_paris.rules.retreat.adjust import ChooseShift, ShiftTo
from marne.games.nach_paris.rules.retreat.advance import Advance, TurnUnits
from marne.games.nach_paris.rules.retreat.retreat import Retreat
from marne.games.nach_paris.rules.units.consolidation import Consolidation, FillFrom
from marne.games.nach_paris.rules.works.fieldworks import ChooseDiggers
from marne.games.nach_paris.staff import fights, guns, quarters
from marne.games.nach_paris.staff.appraisal import Situation, best_facing, facings_like
from marne.games.nach_paris.staff.marching import wheels
from marne.games.nach_paris.staff.marching.marches import draw_up
from marne.games.nach_paris.staff.marching.wheels import numbers
from marne.games.nach_paris.staff.orders import Orders
from marne.games.nach_paris.staff.strikes import best_attack, planned_strikes, threshold
from marne.hexes import Bits, bits

__all__ = ["Deputy", "Staff"]

Options = tuple[Answer, ...]

# How near to the best a hidden answer may be.
NEXT: Final = 6
"""So many orders can be carried out in any order."""
ATTACK: Final = 0.25
"""Steps by which an attack is worth less than the best: both will be made."""


class Staff(DeputyStaff):
    """The staff at the table."""

    def deputy(self, position: Position[NachParisBoard], seat: Seat, memo: JSON) -> Deputy:
        """One that carries what is left of the plan."""
        return Deputy(seat, memo)


class Deputy:
    """The staff for the length of one thought: it answers straight from a position, and carries the orders of a
    Movement Phase. Without any, or with those of another phase, it draws up new ones. Where it is confined to an area
    of the map, nobody outside that gets an order, fires or attacks."""

    def __init__(self, side: Side, memo: JSON = None, area: Bits = 0) -> None:
        self.side = side
        self.area = area
        self.pick = self.taste = BEST
        self.orders: Orders | None = Orders.from_json(memo) if isinstance(memo, dict) else None
        self._battle: Battle | None = None
        self._salvo: guns.Salvo | None = None
        self._assault: guns.AssaultPlan | None = None
        self._busy: tuple[Nation, Bits] | None = None
        self._seen: tuple[object, Situation] | None = None

    def memo(self) -> JSON:
        """The orders, if there are any left."""
        return self.orders.as_json() if self.orders is not None else None

    def answer(self, position: Position[NachParisBoard]) -> Answer:
        """One of the legal answers."""
        assert position.open is not None
        options = position.open.options
        assert options is not None
        if len(options) == 1:
            return options[0]
        self.taste = BEST if position.open.seen_by is None else self.pick
        habits = HABITS.get(type(position.step))
        if habits is not None:
            return next((word for word in habits if word in options), options[0])
        answer = self._judge(position.board, options, position.step)
        if answer is not None and answer in options:
            return answer
        return next((word for word in PASSIVE if word in options), options[0])

    def _look(self, board: NachParisBoard) -> Situation:
        """The situation, kept while nobody has moved or been hurt."""
        key = (tuple(board.where), tuple(board.lost), board.forts_gone, board.turn)
        if self._seen is None or self._seen[0] != key or self._seen[1].board is not board:
            self._seen = key, Situation(board, self.side, self.area)
        return self._seen[1]

    def _judge(self, board: NachParisBoard, options: Options, step: Step[NachParisBoard]) -> Answer | None:
        """Who judges which question: by the step that asks, never by the words it offers."""
        match step:
            case MoveUnits():
                return self._move_units(board, options, step)
            case Walk():
                return self._walk(board, options, step)
            case Face() | ArrivalFacing():
                return self._face(board, step.unit)
            case PreparatoryBarrages():
                return self._barrages(board, options, step)
            case AimAtUnits():
                return self._aim(board, options, step)
            case ChooseTargets():
                chosen = guns.strike_order(board, numbers(options, "strike"))
                return ("strike", chosen[0]) if chosen else None
            case OrderForts():
                return self._order_forts(board, options, step)
            case DeclareAssaults():
                self._assault = guns.best_assault(self._look(board), step.nation)
                return None if self._assault is None else ("assault", self._assault.fort)
            case ChooseStormer():
                return None if (plan := self._storm(board, step.nation, step.fort)) is None else ("storm", plan.unit)
            case AssaultGuns():
                return self._assault_guns(board, options, step)
            case CarryOn():
                fort = guns.carry_on(self._look(board), step, numbers(options, "next"))
                return None if fort < 0 else ("next", fort)
            case ChooseCombat():
                return self._choose_combat(board, options, step)
            case Muster():
                return self._muster(board, options, step)
            case Withdraw():
                return fights.withdraw(self._look(board), step, options)
            case WithdrawTo():
                return ("to", fights.retreat_to(self._look(board), step.unit, numbers(options, "to")))
            case Retreat():
                return ("retreat", fights.retreat_to(self._look(board), step.unit, numbers(options, "retreat")))
            case ChooseNation():
                return fights.nation_at_full(board, step, options)
            case Advance():
                return fights.advance(self._look(board), step, options)
            case TurnUnits():
                look = self._look(board)
                turning = [unit for unit in numbers(options, "wheel") if fights.better_facing(look, unit)]
                return ("wheel", turning[0]) if turning else "done"
            case ChooseShift():
                return fights.shift(self._look(board), options)
        return quarters.judge(self._look(board), options, step, self.taste)

    def _concerns(self, hex: Hex) -> bool:
        """Whether a hex is looked at: all are, but for a deputy who is confined."""
        return not self.area or hex < 0 or bool(self.area >> hex & 1)

    # -- [7] movement

    def orders_of(self, board: NachParisBoard, nation: Nation) -> Orders:
        """The orders of this phase."""
        orders = self.orders
        if orders is None or orders.turn != board.turn or orders.nation != nation:
            orders = self.orders = draw_up(self._look(board), nation, pick=self.taste)
        return orders

    def _move_units(self, board: NachParisBoard, options: Options, step: MoveUnits) -> Answer:
        """The next unit with an order; before that, bridges that the enemy must not have [16.1.7]."""
        orders = self.orders_of(board, step.nation)
        if "garrison" in options and wheels.worth_blowing(self._look(board), list(charges(board, step.nation))) >= 0:
            return "garrison"
        able = [unit for unit in orders.waiting if ("move", unit) in options and self._concerns(board.where[unit])]
        while orders.waiting and next(iter(orders.waiting)) not in able:
            orders.waiting.pop(next(iter(orders.waiting)))
        if able:
            unit = self.taste.one_of(able[:NEXT])
            orders.now = orders.waiting.pop(unit)
            return ("move", unit)
        orders.now = None
        if "end" in options:
            return "end"
        return next(("move", unit) for unit in numbers(options, "move") if owes(board, unit))  # 21.2.2

    def _walk(self, board: NachParisBoard, options: Options, step: Walk) -> Answer | None:
        """A unit on its way to where its orders send it; trains and siege guns have ways of their own."""
        unit = step.unit
        if board.where[unit] < 0:
            return "land" if "land" in options else "end"
        place = self.orders.place_of(unit) if self.orders is not None else None
        if "leave" in options:
            return self._leave(board, unit)
        if scouts := numbers(options, "scout"):
            return ("scout", scouts[0])
        look = self._look(board)
        if blown := numbers(options, "blow"):
            number = wheels.worth_blowing(look, blown)
            if number >= 0:
                return ("blow", number)
        if SIEGE >> unit & 1:
            return wheels.roll(look, unit, options, place)
        if unit in board.trains:
            return wheels.drive(look, unit, options)
        if place is None:
            return self._unplanned(look, unit, options)
        if board.where[unit] == place.hex:
            if "turn" in options and board.faces[unit] != place.facing and place.facing >= 0:
                return "turn"
            return "end" if "end" in options else self._unplanned(look, unit, options)
        if not board.entered >> unit & 1 and wheels.wants_train(look, unit):
            boarding = wheels.boarding(look, unit, options)
            if boarding is not None:
                return boarding
        if ("to", place.hex) in options:
            return ("to", place.hex)
        return self._unplanned(look, unit, options)

    def _unplanned(self, look: Situation, unit: Unit, options: Options) -> Answer | None:
        """No order, or one that can't be carried out: only who must go goes [21.2.2]."""
        if "end" in options:
            return "end"
        ways = numbers(options, "to")
        return ("to", max(ways, key=lambda hex: (look.field[hex], -hex))) if ways else None

    def _leave(self, board: NachParisBoard, unit: Unit) -> Answer:
        """[1.1.7] Whoever has come to the edge where it is saved goes on."""
        del board, unit
        return "leave"

    def _face(self, board: NachParisBoard, unit: Unit) -> Answer:
        look, place = self._look(board), self.orders.place_of(unit) if self.orders is not None else None
        hex = board.where[unit]
        if board.phase == "movement" and place is not None and place.hex == hex and place.facing >= 0:
            return self._turned(board, unit, place.facing)
        facing = guns.gun_facing(look, unit, hex) if board.aff(unit) else best_facing(look, unit, hex)
        return self._turned(board, unit, facing)

    def _turned(self, board: NachParisBoard, unit: Unit, facing: int) -> Answer:
        """A facing, or one that is nearly as good."""
        if self.taste is BEST:
            return ("face", facing)
        return ("face", self.taste.one_of(facings_like(self._look(board), unit, board.where[unit], facing)))

    # -- [8], [11.5] guns

    def _told_off(self, board: NachParisBoard, nation: Nation) -> Bits:
        """Those who have an attack before them, and don't fire."""
        if self._busy is None or self._busy[0] != nation:
            look = self._look(board)
            free = bits(look.inside(OF_SIDE[self.side] & ~board.barraged))
            strikes = planned_strikes(look, board.copy(), nation, free)
            units = 0
            for strike in strikes:
                for place in strike.places:
                    units |= 1 << place.unit
            self._busy = nation, units
        return self._busy[1]

    def _barrages(self, board: NachParisBoard, options: Options, step: PreparatoryBarrages) -> Answer:
        """Forts first, unless an assault does more with the same guns; then units."""
        look = self._look(board)
        if forts := [hex for hex in numbers(options, "bombard") if self._concerns(hex)]:
            hex, worth = guns.best_bombardment(look, step.nation, forts)
            assault = guns.best_assault(look, step.nation)
            if (
                hex >= 0
                and worth > 0.1
                and (assault is None or worth > assault.together or not self._shares(assault, hex))
            ):
                return ("bombard", hex)
        shells = [hex for hex in numbers(options, "shell") if self._concerns(hex)]
        busy = self._told_off(board, step.nation) if shells else 0
        self._salvo = guns.best_salvo(look, step.nation, shells, busy)
        return "end" if self._salvo is None else ("shell", self._salvo.hex)

    def _shares(self, assault: guns.AssaultPlan, hex: int) -> bool:
        """Whether an assault needs guns that would fire at a hex."""
        return bool(assault.guns) and MAP.grid.distance(MAP.forts[assault.fort].hex, hex) <= 2

    def _aim(self, board: NachParisBoard, options: Options, step: AimAtUnits) -> Answer:
        salvo = self._salvo
        if salvo is None or salvo.hex != step.hex:
            busy = self._told_off(board, step.nation)
            salvo = guns.best_salvo(self._look(board), step.nation, [step.hex], busy)
        if salvo is not None:
            if firing := [unit for unit in numbers(options, "gun") if salvo.guns >> unit & 1]:
                return ("gun", self.taste.one_of(firing))
            for fort in numbers(options, "battery"):
                if salvo.forts >> fort & 1:
                    return ("battery", fort)
        return "fire" if "fire" in options else "all" if "all" in options else options[0]

    def _order_forts(self, board: NachParisBoard, options: Options, step: OrderForts) -> Answer:
        look = self._look(board)
        if step.first < 0:
            able = [f for f in numbers(options, "first") if strong_enough(board, f, guns_on(board, step.nation, f))]
            best = max(able, key=lambda f: (guns.bombarded(look, f, guns_on(board, step.nation, f)), -f), default=-1)
            return ("first", best) if best >= 0 else options[0]
        firing = guns_on(board, step.nation, step.first)
        seconds = numbers(options, "second")
        return ("second", max(seconds, key=lambda f: (guns.bombarded(look, step.first, firing, f), -f)))

    def _storm(self, board: NachParisBoard, nation: Nation, fort: int) -> guns.AssaultPlan | None:
        if self._assault is None or self._assault.fort != fort:
            plan = guns.best_assault(self._look(board), nation)
            self._assault = plan if plan is not None and plan.fort == fort else None
        return self._assault

    def _assault_guns(self, board: NachParisBoard, options: Options, step: AssaultGuns) -> Answer:
        plan = self._storm(board, step.nation, step.fort)
        if plan is not None:
            for gun in numbers(options, "with"):
                if plan.guns >> gun & 1:
                    return ("with", gun)
        return "ready" if "ready" in options else options[0]

    # -- [9] combat

    def _choose_combat(self, board: NachParisBoard, options: Options, step: ChooseCombat) -> Answer:
        look, hexes = self._look(board), numbers(options, "attack")
        if self.area and "end" in options and not (hexes := [hex for hex in hexes if self._concerns(hex)]):
            return "end"
        found = [(*best_attack(look, step.nation, hex), hex) for hex in sorted(hexes)]
        least = threshold(look) if "end" in options else min(each[1] for each in found)
        paying = [(worth, (battle, hex)) for battle, worth, hex in found if worth >= least]
        if not paying:
            return "end"
        self._battle, hex = self.taste.best(paying, ATTACK)
        return ("attack", hex)

    def _muster(self, board: NachParisBoard, options: Options, step: Muster) -> Answer:
        if self._battle is None or self._battle.hex != step.battle.hex:
            self._battle, _ = best_attack(self._look(board), step.nation, step.battle.hex)
        return self.taste.one_of(fights.joining(self._battle, options))


PASSIVE: Final = ("end", "done", "stay", "stand", "stop", "ready", "fire", "back", "nobody")
"""What to say where a judgement finds nothing worth doing."""

HABITS: Final[dict[type[Step[NachParisBoard]], tuple[str, ...]]] = {
    AimAtForts: ("all", "fire"),
    ChooseDiggers: ("all",),
    ChooseHidden: ("all",),
    Consolidation: ("end",),
    EnterFort: ("enter",),
    FillFrom: ("nobody",),
    Force: ("back",),
    GainFog: ("all",),
    RepairStructures: (),
    SettleChange: ("finish",),
    ShiftTo: ("stay",),
    Slip: (),
    Unseen: ("on",),
    ZoneToZone: ("end",),
}
"""Questions with one good answer, or where any will do: the first."""
