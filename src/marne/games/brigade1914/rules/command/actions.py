"""C1, C2, A4: the action phase: whose turn it is to act, orders, activation, and the actions themselves."""

from __future__ import annotations

from marne.engine import Ask, Unit, value
from marne.games.brigade1914.board import (
    ARRIVED,
    DESTROYED,
    HIDDEN,
    MASKED,
    OFF_TABLE,
    ON_TABLE,
    UNSEEN,
    WAGON,
    Battlefield,
)
from marne.games.brigade1914.components.data import COMMAND, FIRE
from marne.games.brigade1914.components.forces import BATTERY, CAVALRY
from marne.games.brigade1914.events import Burned, InitiativeTo, Ordered, PassedOn, Reinforced, Remounted, Returned
from marne.games.brigade1914.rules.advantages.card_effects import Trigger, may_store, play, store
from marne.games.brigade1914.rules.advantages.cards import NO, NO_CARDS, PlayCard, declined, holds, pay_side, possible
from marne.games.brigade1914.rules.advantages.playable import ACT, playable
from marne.games.brigade1914.rules.command import command
from marne.games.brigade1914.rules.command.general import GeneralRides
from marne.games.brigade1914.rules.command.reaction import Reaction, seized
from marne.games.brigade1914.rules.command.testing import CommandTest, MoraleTest, remove_markers
from marne.games.brigade1914.rules.fire.firing import CHARGE, MOVED, STANDING, targets
from marne.games.brigade1914.rules.fire.shooting import ChooseTarget, Shoot, SwitchTarget, target_answers
from marne.games.brigade1914.rules.fire.smoke import ChooseSmoke, SmokeDice, smoke_targets
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.movement.movement import crowded, on_table, rate
from marne.games.brigade1914.rules.movement.moving import Dismount, GoTo, March
from marne.games.brigade1914.rules.reconnaissance.recon import put_near, reveal_marker, reveal_unit, spottable_markers
from marne.games.brigade1914.rules.reconnaissance.spotting import Spot, SpotDie
from marne.games.brigade1914.steps import Asked, Line, Reason, Steps, Words, unit_of

__all__ = [
    "Act",
    "Charge",
    "Declare",
    "Dig",
    "Entrench",
    "LastActivation",
    "Reinforce",
    "Remount",
    "ReturnUnit",
    "actions",
    "hand_over",
    "may_go_on",
    "may_reinforce",
    "may_return",
    "orders",
]


def orders(board: Battlefield, side: int) -> list[Words]:
    """C1, C2: everything that the active side may do between two actions."""
    found: list[Words] = []
    label, mine = board.label, board.owned[side]
    for unit in mine:
        if not command.fights(board, unit) or board.status[unit] == MASKED:
            continue
        name = label(unit)
        if command.can_pay(board, unit):
            found.append(("activate", name))
            if troops.present(board, unit):
                found.append(("fall back", name))
            if board.markers[unit]:
                found.append(("morale", name))
        if may_go_on(board, unit):
            found.append(("second half", name))
    if board.gtokens[side]:
        for unit in mine:
            if may_return(board, unit):
                found.append(("return", label(unit)))
    if not board.gmoved[side]:
        found.append(("general", "rides"))
    for marker, (x, _) in enumerate(board.marker[side]):
        if x >= 0:
            found.append(("reveal", f"m{marker + 1}"))
    for unit in mine:
        if board.status[unit] == HIDDEN:
            found.append(("reveal", label(unit)))
    found += [("store", card) for card in may_store(board, side)]
    found += playable(board, side, ACT)
    return found


def may_go_on(board: Battlefield, unit: int) -> bool:
    """A6, A9: the second half of an assault move: a token was spent since the first, and no smoke was laid on it."""
    spent = board.half[unit] >= 0 and board.count[board.side[unit]] > board.half[unit]
    return spent and not board.smoke_bar[unit] and troops.present(board, unit)


@value
class Act(Asked[Words]):
    """A4, C1: the active side acts until it passes, runs out of tokens or loses the initiative."""

    rule = "C1"

    def ask(self, board: Battlefield) -> Ask | None:
        """The active side; None where the initiative changes hands or both are out of tokens."""
        side = board.active
        if board.over or board.seize >= 0:
            return None
        if not command.unspent(board, side):
            if board.auto or not possible(board, side, "last_stand"):
                return None
            return Ask(side, (NO, NO_CARDS, *self.last_stand(board, side)))
        found = [*orders(board, side), "burn"]
        if board.gained:
            found.append("pass")
        return Ask(side, tuple(found))

    def last_stand(self, board: Battlefield, side: int) -> list[Words]:
        """A11: without tokens a Last Stand gives one activation, while the phase goes on."""
        if not holds(board, side, "last_stand"):
            return []
        return [
            ("last_stand", board.label(unit))
            for unit in board.units(side)
            if board.status[unit] in (ON_TABLE, OFF_TABLE) and board.spec[unit].kind != WAGON
        ]

    def answered(self, board: Battlefield, answer: Words) -> Steps:
        board.quiet = board.cut = board.progress = board.auto = 0
        board.reactor = board.actor = -1
        return (*side_order(board, board.active, answer), self)

    def unasked(self, board: Battlefield) -> Steps:
        return () if board.over else self.change(board)

    def change(self, board: Battlefield) -> Steps:
        """A4, C5: the initiative goes over, or the phase ends."""
        if seized(board):
            return (self,)
        if command.unspent(board, 1 - board.active):
            hand_over(board, 1 - board.active)
        return (self,) if command.unspent(board, board.active) else ()

    def against(self, board: Battlefield, seat: int, unit: int) -> Reason:
        """A3, C1: not one's own, not there, or nothing to pay with."""
        name = board.label(unit)
        if board.side[unit] != seat:
            return Reason("C1", "point.enemy", unit=name)
        if not command.fights(board, unit) or board.status[unit] == MASKED:
            return Reason("C1", "point.not_there", unit=name)
        if not command.can_pay(board, unit):
            return Reason("A3", "point.no_token", unit=name)
        return Reason("C1", "why.not_now")


def side_order(board: Battlefield, side: int, answer: Words) -> Steps:
    """A4, A10, A11, C1, C11: what a side may do between two actions."""
    match answer:
        case "pass":
            board.tell(PassedOn("A4", side))
            hand_over(board, 1 - side)
        case "burn":
            pay_side(board, side, 1)
            board.tell(Burned("C1", side))
        case str():  # a Last Stand is declined
            declined(board, side, answer)
            board.auto = 1
        case ("card", "entrenched", name):  # an action of the unit that digs in
            board.actor = unit_of(board, name)
            return PlayCard(side, "entrenched", name, 1, board.actor), Entrench(board.actor)
        case ("card", card, *on):
            return play(board, side, card, *on)
        case ("trigger", card, *on):
            return (Trigger(side, card, " ".join(on)),)
        case ("store", card):
            store(board, side, card)
        case ("general", _):
            board.gmoved[side] = 1
            return (GeneralRides(side),)
        case ("reveal", name) if name.startswith("m"):
            reveal_marker(board, side, int(name[1:]) - 1, "A10")
        case ("reveal", name):
            reveal_unit(board, unit_of(board, name), "C12")
        case (word, name):
            board.actor = unit_of(board, name)
            return unit_order(board, side, board.actor, word)
    return ()


def unit_order(board: Battlefield, side: int, unit: int, word: str) -> Steps:
    """A6, A11, C2, C6, C8, C9: an order to a unit; the first three cost a token."""
    if word in ("activate", "fall back", "morale"):
        command.pay(board, unit)
    if word in ("activate", "fall back"):
        board.acted[unit] = 1
    match word:
        case "activate":
            return CommandTest(unit, command.activation_need(board, unit), "activation"), Declare(unit)
        case "fall back":
            return GoTo(unit, "fall back", side), Reaction(unit), March(unit, "fall back")
        case "morale":
            return (MoraleTest(unit),)
        case "last_stand":
            return PlayCard(side, "last_stand", board.label(unit), 0, -1), LastActivation(unit)
        case "second half":
            return GoTo(unit, "second", side), March(unit, "second"), Charge(unit)
        case _:
            return (ReturnUnit(unit),)


@value
class Entrench(Line):
    """A11: digging in counts as an action, so the enemy may react before it is done."""

    rule = "A11"
    unit: Unit

    def do(self, board: Battlefield) -> Steps:
        if board.countered:
            return ()
        board.acted[self.unit] = 1
        return Reaction(self.unit), Dig(self.unit)


@value
class Dig(Line):
    """A11: in cover from now on, until the unit moves."""

    rule = "A11"
    unit: Unit

    def do(self, board: Battlefield) -> Steps:
        if not command.gone(board, self.unit) and not board.cut:
            board.dug[self.unit] = 1
        return ()


def hand_over(board: Battlefield, side: int) -> None:
    """A4: the other side becomes active, if it has anything to spend."""
    if command.unspent(board, side):
        board.active, board.gained = side, 0
        board.tell(InitiativeTo("A4", side))
    else:
        board.gained = 0


@value
class LastActivation(Line):
    """A11: an activation that succeeds of itself."""

    rule = "A11"
    unit: Unit

    def do(self, board: Battlefield) -> Steps:
        if board.countered:
            return ()
        board.passed = 1
        board.acted[self.unit] = 1
        return (Declare(self.unit),)


def actions(board: Battlefield, unit: int) -> list[str]:
    """C2, C21: what an activated unit may do."""
    spec, status = board.spec[unit], board.status[unit]
    if status == ARRIVED:
        return ["enter"]
    found: list[str] = []
    battery = spec.kind == BATTERY
    if target_answers(board, unit, STANDING):
        found.append("fire")
    close = status != OFF_TABLE and troops.enemy_within(board, unit, FIRE.close_combat)
    if battery and smoke_targets(board, unit) and not board.jammed[unit] and not close:
        found.append("smoke")
    if status == OFF_TABLE:
        return [*found, "hold"]
    if not close:
        found.append("move")
        if rate(board, unit, "fire"):
            found += ["move then fire", *(["fire then move"] if targets(board, unit, MOVED) else [])]
        if rate(board, unit, "assault") and not board.smoke_bar[unit] and board.half[unit] < 0:
            found.append("assault")
        if spec.kind == CAVALRY and board.foot[unit]:
            found.append("remount")
        if spottable_markers(board, unit) or any(
            board.status[enemy] in UNSEEN for enemy in board.units(1 - board.side[unit])
        ):
            found.append("spot")
        if board.recruits[unit] and may_reinforce(board, unit):
            found.append("reinforce")
    return [*found, "hold"]


def may_reinforce(board: Battlefield, unit: int) -> bool:
    """C8: no enemy within 12 inches, room in the ranks, once a turn."""
    return (
        not board.reinforced[unit]
        and board.bases[unit] < board.start[unit]
        and not troops.enemy_within(board, unit, COMMAND.reinforce_clear)
    )


def may_return(board: Battlefield, unit: int) -> bool:
    """C8: destroyed on an earlier turn, with two bases or more off the table."""
    destroyed = board.status[unit] == DESTROYED and not board.reinforced[unit]
    return destroyed and board.recruits[unit] >= COMMAND.return_bases


@value
class Declare(Asked[str]):
    """C2: one action for a successful activation, declared before any reaction."""

    rule = "C2"
    unit: Unit

    def ask(self, board: Battlefield) -> Ask | None:
        if not board.passed or command.gone(board, self.unit):
            return None
        return Ask(board.side[self.unit], tuple(actions(board, self.unit)))

    def answered(self, board: Battlefield, answer: str) -> Steps:
        if answer == "hold":
            return ()
        board.tell(Ordered("C2", board.label(self.unit), answer))
        return action_steps(answer, self.unit, board.side[self.unit])

    def against(self, board: Battlefield, seat: int, unit: int) -> Reason:
        """Its own unit is to act."""
        return Reason(self.rule, "point.busy", unit=board.label(self.unit))


def action_steps(action: str, unit: int, side: int) -> Steps:
    """C2, C3, A5, A6, A8, A9: each action as it goes; the enemy may react before it is done."""
    react = Reaction(unit)
    match action:
        case "move":
            return GoTo(unit, "move", side), react, March(unit, "move"), Dismount(unit)
        case "enter":
            return GoTo(unit, "enter", side), react, March(unit, "enter")
        case "fire":
            return ChooseTarget(unit, STANDING), react, SwitchTarget(unit, STANDING)
        case "move then fire":
            march = GoTo(unit, "fire", side), react, March(unit, "fire")
            return *march, ChooseTarget(unit, MOVED), Shoot(unit, MOVED, 0)
        case "fire then move":
            fire = ChooseTarget(unit, MOVED), react, SwitchTarget(unit, MOVED)
            return *fire, GoTo(unit, "fire", side), March(unit, "fire")
        case "assault":
            return GoTo(unit, "assault", side), react, March(unit, "assault")
        case "smoke":
            return ChooseSmoke(unit), react, SmokeDice(unit, FIRE.smoke_dice, 0)
        case "remount":
            return react, Remount(unit)
        case "spot":
            return Spot(unit), react, SpotDie(unit)
        case _:
            return react, Reinforce(unit)


@value
class Charge(Asked[Words]):
    """A7: mounted cavalry that complete an assault move within 2 inches of an enemy may fire at once, unanswered."""

    rule = "A7"
    unit: Unit

    def ask(self, board: Battlefield) -> Ask | None:
        """A target within reach. Which unit has tokens is secret, so the side is asked while it has any at all."""
        unit = self.unit
        side = board.side[unit]
        if not troops.present(board, unit) or not troops.is_mounted(board, unit) or not command.unspent(board, side):
            return None
        found = targets(board, unit, CHARGE)
        ready = command.can_pay(board, unit)
        return Ask(side, (NO, *(("charge", board.label(enemy)) for enemy in found if ready))) if found else None

    def answered(self, board: Battlefield, answer: Words) -> Steps:
        """A token in the normal manner, then fire; a marker follows."""
        if isinstance(answer, str):
            return ()
        command.pay(board, self.unit)
        board.aim[self.unit] = board.aim_guns[self.unit] = unit_of(board, answer[1])
        return (Shoot(self.unit, CHARGE, 0),)


@value
class Remount(Line):
    """A8: a move action on the spot."""

    rule = "A8"
    unit: Unit

    def do(self, board: Battlefield) -> Steps:
        if troops.present(board, self.unit) and not board.cut:
            board.foot[self.unit] = 0
            body = troops.shape(board, self.unit)
            if troops.overlaps_itself(body):  # horses are deeper than men, so a column needs more room
                facing, formation = troops.facing_of(board, self.unit), board.formation[self.unit]
                troops.place(board, self.unit, *body.middle, facing, formation)
                body = troops.shape(board, self.unit)
            if crowded(board, self.unit, body) or not on_table(body):
                put_near(board, self.unit, *body.middle)
            board.tell(Remounted("A8", board.label(self.unit)))
        return ()


@value
class Reinforce(Line):
    """C8: a base joins the ranks and a marker goes."""

    rule = "C8"
    unit: Unit

    def do(self, board: Battlefield) -> Steps:
        unit = self.unit
        if command.gone(board, unit) or not board.recruits[unit] or board.bases[unit] >= board.start[unit] or board.cut:
            return ()
        board.recruits[unit] -= 1
        board.reinforced[unit] = 1
        facing = troops.facing_of(board, unit)
        x, y = troops.middle(board, unit)
        board.bases[unit] += 1
        board.at[unit] = troops.placed_at(board, unit, x, y, facing, board.formation[unit])
        if crowded(board, unit, troops.shape(board, unit)) or not on_table(troops.shape(board, unit)):
            put_near(board, unit, x, y)
        board.tell(Reinforced("C8", board.label(unit), board.bases[unit]))
        remove_markers(board, unit, 1, "C8")
        return ()


@value
class ReturnUnit(Line):
    """C8: a destroyed unit with two bases or more off the table comes back with them, for a token of the general."""

    rule = "C8"
    unit: Unit

    def do(self, board: Battlefield) -> Steps:
        """It waits at the edge; what its loss cost stays lost."""
        unit = self.unit
        side = board.side[unit]
        command.pay_general(board, side)
        board.status[unit] = ARRIVED
        board.bases[unit] = min(board.recruits[unit], board.start[unit])
        board.recruits[unit] -= board.bases[unit]
        board.mgs[unit] = 0
        board.markers[unit] = 0
        board.foot[unit] = 0
        board.penalty[side] += 1
        board.tell(Returned("C8", board.label(unit), board.bases[unit]))
        return ()
