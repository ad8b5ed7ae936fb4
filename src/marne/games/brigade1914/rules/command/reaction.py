"""C3, C5: the reacting side's one chance at each action of the enemy, and its cards."""

from __future__ import annotations

from collections.abc import Iterator

from marne.engine import Ask, Unit, value
from marne.games.brigade1914.board import HIDDEN, ON_TABLE, UNSEEN, WAGON, Battlefield
from marne.games.brigade1914.components.data import ADVANTAGES, COMMAND, FIRE
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.events import Halted, Reacts, Seized
from marne.games.brigade1914.rules.advantages.card_effects import play
from marne.games.brigade1914.rules.advantages.cards import (
    NO,
    NO_CARDS,
    NO_MORE,
    PlayCard,
    declined,
    holds,
    possible,
    silent,
)
from marne.games.brigade1914.rules.advantages.playable import REACTION, playable
from marne.games.brigade1914.rules.command.command import can_pay, gone, pay, reaction_need, unspent
from marne.games.brigade1914.rules.command.testing import CommandTest, MoraleTest
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.shooting import Shoot, volley
from marne.games.brigade1914.rules.measures.sight import sees_at
from marne.games.brigade1914.rules.measures.troops import (
    distance2,
    enemy_within,
    friends,
    is_mounted,
    present,
    shape,
    shape_at,
)
from marne.games.brigade1914.rules.movement.goals import parse_goal
from marne.games.brigade1914.rules.movement.movement import crowded, on_table
from marne.games.brigade1914.rules.movement.moving import GoTo, March, dismount, go_part, path_of
from marne.games.brigade1914.steps import Asked, Line, Reason, Steps, Words, unit_of
from marne.plane import Group, along, near

__all__ = [
    "DigInAnswer",
    "GoOn",
    "GroupedGuns",
    "LastReaction",
    "React",
    "Reaction",
    "can_fire_back",
    "chances",
    "grouped_guns",
    "perhaps_hidden",
    "seized",
    "stations",
]


def sees_open(board: Battlefield, unit: int, target: int, body: Group | None = None) -> bool:
    """C3, C12: who lies hidden is not seen, whatever the line of sight."""
    if board.status[target] == HIDDEN:
        return False
    return sees_at(board, shape(board, unit), unit, body or shape(board, target), target)


def can_fire_back(
    board: Battlefield, unit: int, target: int, body: Group | None = None, far: int | None = None
) -> bool:
    """C3, C19: whether a unit can fire at a target as a reaction, where it stands or would stand; `far` is how far its
    rifles and machine guns reach, for whoever knows it."""
    if board.status[target] != ON_TABLE or not board.at[target]:
        return False
    mine, theirs = shape(board, unit), body or shape(board, target)
    if board.spec[unit].kind == BATTERY:
        if board.jammed[unit] or not firing.may_turn(board, unit, target, theirs):
            return False
        return firing.can_see_to_fire(board, unit) and sees_at(board, mine, unit, theirs, target)
    if far is None:
        far = firing.reach(board, unit, firing.REACT)
    in_reach = near(mine, theirs, far) and firing.may_turn(board, unit, target, theirs)
    return in_reach and sees_at(board, mine, unit, theirs, target)


def stations(board: Battlefield, actor: int) -> list[Group | None]:
    """C3: the actor's shape at each point of its march at which it can be fired at, its start first; None is where it
    stands."""
    goal = parse_goal(board.goal[actor])
    if goal is None:
        return [None]
    found: list[Group | None] = [None]
    path, whole = path_of(board, actor), COMMAND.reaction_stations
    moving = board.status[actor] == ON_TABLE
    for part in range(1, whole + 1):
        found.append(shape_at(board, actor, *along(path, part, whole), goal[1], goal[2]) if moving else None)
    return found


def chances(board: Battlefield, actor: int, side: int) -> list[tuple[tuple[str, ...], bool]]:
    """C3: what the side's units could try, and whether each has a token for it, its own or the general's."""
    ways = _Ways(board, actor, side)
    return [(each, can_pay(board, unit)) for unit in ways.units() for each in ways.of(unit)]


class _Ways:
    """C3: how the units of a side could react to an action; what is asked for every unit is found once."""

    __slots__ = ("actor", "board", "bodies", "halted", "here", "side", "tokens")

    def __init__(self, board: Battlefield, actor: int, side: int) -> None:
        self.board, self.actor, self.side = board, actor, side
        self.bodies = stations(board, actor)
        self.halted = [unit for unit in board.units(1 - side) if board.half[unit] >= 0 and unit != actor]
        self.tokens, self.here = unspent(board, side), present(board, actor)

    def units(self) -> Iterator[int]:
        """C3: whoever could react at all."""
        return (unit for unit in friends(self.board, self.side) if self.board.spec[unit].kind != WAGON)

    def of(self, unit: int) -> list[tuple[str, ...]]:
        """C3: fire at the actor on its way or at somebody halted; who can fire, or sees, may do other things too."""
        board, actor, bodies = self.board, self.actor, self.bodies
        name, far = board.label(unit), firing.reach(board, unit, firing.REACT)
        found: list[tuple[str, ...]] = []
        for part, body in enumerate(bodies):
            if can_fire_back(board, unit, actor, body, far):
                found.append(("fire", name, str(part)))
        for other in self.halted:
            if can_fire_back(board, unit, other, None, far):
                found.append(("fire at", name, board.label(other)))
        aware = bool(found) or board.aim[actor] == unit
        if not aware and self.here:
            aware = any(sees_open(board, unit, actor, body) for body in dict.fromkeys((bodies[0], bodies[-1])))
        if not aware:
            return found
        if not enemy_within(board, unit, FIRE.close_combat):
            found.append(("move", name))
            if is_mounted(board, unit):
                found.append(("dismount", name))
        found.append(("fall back", name))
        if board.markers[unit] and self.tokens:
            found.append(("morale", name))
        return found


def perhaps_hidden(board: Battlefield, side: int) -> bool:
    """C12, C27: whether, as far as the enemy can tell, troops of the side may lie hidden on the table."""
    unseen = any(board.status[unit] in UNSEEN for unit in board.units(side))
    return unseen and board.rules.hidden and board.role(side) == 1


def grouped_guns(board: Battlefield, actor: int, side: int) -> list[Words]:
    """C23: German battalions whose machine guns may answer with Grouped Guns."""
    if not holds(board, side, "grouped_guns") or board.nation(side) != "german":
        return []
    return [
        ("grouped_guns", board.label(unit))
        for unit in friends(board, side)
        if can_pay(board, unit)
        and firing.guns_ready(board, unit, firing.REACT)
        and present(board, actor)
        and distance2(board, unit, actor) <= firing.gun_range(board, firing.REACT) ** 2
        and firing.may_turn(board, unit, actor)
        and sees_open(board, unit, actor)
    ]


@value
class Reaction(Asked[Words]):
    """C3: one attempt for each action, by one unit; cards may be played before it. `no more` ends all questions of this
    action, `no cards` those about cards for the rest of the turn."""

    rule = "C3"
    actor: Unit

    def ask(self, board: Battlefield) -> Ask | None:
        """The reacting side, where it could do something as far as the other can tell: neither which unit has tokens,
        nor who lies hidden, nor the cards in hand decide whether it is asked."""
        side = 1 - board.side[self.actor]
        left, cards = unspent(board, side), possible(board, side)
        if silent(board, side) or gone(board, self.actor) or not (left or cards):
            return None
        ways = _Ways(board, self.actor, side)
        last_stand = not left and cards and holds(board, side, "last_stand")
        asked = cards or perhaps_hidden(board, side)
        options: list[Words] = []
        idle = []
        for unit in ways.units():
            if not (last_stand or can_pay(board, unit)):
                idle.append(unit)  # what it could do is no option, but may be why the question is put
                continue
            found = ways.of(unit)
            options += [("last_stand", *each) for each in found] if last_stand else found
            asked = asked or (bool(found) and board.status[unit] != HIDDEN)
        if not (asked or any(board.status[unit] != HIDDEN and ways.of(unit) for unit in idle)):
            return None
        if left:
            options += grouped_guns(board, self.actor, side)
        if cards:
            options += playable(board, side, REACTION)
        return Ask(side, (NO, NO_MORE, *([NO_CARDS] if cards else ()), *options))

    def answered(self, board: Battlefield, answer: Words) -> Steps:
        """A token, a test, the reaction; then the action goes on."""
        side = 1 - board.side[self.actor]
        if isinstance(answer, str):
            declined(board, side, answer)
            return (self,) if answer == NO_CARDS else ()
        word, *names = answer
        if word == "card" and names[0] == "entrenched":
            unit = unit_of(board, names[1])
            return PlayCard(side, "entrenched", names[1], 1, unit), DigInAnswer(self.actor, unit)
        if word == "card":
            return (*play(board, side, *names), self)
        if word == "last_stand":
            how, name, where = (*names, "0")[:3]
            last = LastReaction(self.actor, unit_of(board, name), how, where)
            return PlayCard(side, "last_stand", name, 0, -1), last
        name, where = (*names, "0")[:2]
        unit = unit_of(board, name)
        board.tell(Reacts("C3", name, word))
        if word == "grouped_guns":
            return PlayCard(side, "grouped_guns", name, 1, unit), GroupedGuns(self.actor, unit)
        pay(board, unit)
        if word == "morale":
            return (MoraleTest(unit),)
        return CommandTest(unit, reaction_need(board, unit), "reaction"), React(self.actor, unit, word, where)

    def against(self, board: Battlefield, seat: int, unit: int) -> Reason:
        """C3: not one's own, nothing to pay with, or no way to react."""
        name = board.label(unit)
        if board.side[unit] != seat:
            return Reason("C3", "point.enemy", unit=name)
        if not can_pay(board, unit):
            return Reason("C3", "point.no_token", unit=name)
        return Reason("C3", "point.cannot_react", unit=name, actor=board.label(self.actor))


@value
class DigInAnswer(Line):
    """A11: Entrenched counts as an action in the enemy's part of the turn too, so it is the side's one answer to this
    action; a countered card is none."""

    rule = "A11"
    actor: Unit
    unit: Unit

    def do(self, board: Battlefield) -> Steps:
        if board.countered:
            return (Reaction(self.actor),)
        board.acted[self.unit] = board.dug[self.unit] = 1
        return ()


@value
class GroupedGuns(Line):
    """C5, C23: all machine guns of a battalion answer at 2 or more; a countered card neither fires nor seizes."""

    rule = "C23"
    actor: Unit
    unit: Unit

    def do(self, board: Battlefield) -> Steps:
        if board.countered:
            return ()
        return CommandTest(self.unit, ADVANTAGES.grouped_guns, "reaction"), React(self.actor, self.unit, "guns", "0")


@value
class LastReaction(Line):
    """A11: the reaction of a Last Stand succeeds of itself, and never seizes the initiative (C5)."""

    rule = "A11"
    actor: Unit
    unit: Unit
    how: str
    where: str

    def do(self, board: Battlefield) -> Steps:
        if board.countered:
            return ()
        board.passed, board.natural = 1, 0
        return (React(self.actor, self.unit, self.how, self.where),)


@value
class React(Line):
    """C3, C5: a reaction that passed its test; a natural 6 seizes the initiative once the action is over."""

    rule = "C5"
    actor: Unit
    unit: Unit
    how: str
    where: str

    def do(self, board: Battlefield) -> Steps:
        unit, actor = self.unit, self.actor
        side = board.side[unit]
        if not board.passed or gone(board, unit):
            return ()
        if board.natural == COMMAND.seize_on:
            board.seize = side
        board.reactor = unit
        match self.how:
            case "fire":
                board.progress = int(self.where)
                go_part(board, actor, board.progress, COMMAND.reaction_stations)
                board.aim[unit] = board.aim_guns[unit] = actor
                return Shoot(unit, firing.REACT, 0), GoOn(actor)
            case "fire at":
                board.aim[unit] = board.aim_guns[unit] = unit_of(board, self.where)
                return (Shoot(unit, firing.REACT, 0),)
            case "guns":
                if gone(board, actor):
                    return ()
                return volley(board, unit, actor, firing.GUNS, rifles=False), GoOn(actor)
            case "move":
                return GoTo(unit, "react", side), March(unit, "react")
            case "fall back":
                return GoTo(unit, "fall back", side), March(unit, "fall back")
            case _:
                dismount(board, unit)
                return ()


@value
class GoOn(Asked[str]):
    """C4: a mover that was fired at may stop where it is, if there is room."""

    rule = "C4"
    actor: Unit

    def ask(self, board: Battlefield) -> Ask | None:
        actor = self.actor
        if board.cut or not present(board, actor) or not board.goal[actor]:
            return None
        body = shape(board, actor)
        if not on_table(body) or crowded(board, actor, body):
            return None
        return Ask(board.side[actor], ("go on", "stop"))

    def answered(self, board: Battlefield, answer: str) -> Steps:
        if answer == "stop":
            board.cut = 1
            board.tell(Halted("C4", board.label(self.actor)))
        return ()


def seized(board: Battlefield) -> bool:
    """C5: whether the initiative changes hands; it does so now."""
    if board.seize < 0 or board.seize == board.active:
        board.seize = -1
        return False
    board.active, board.seize, board.gained = board.seize, -1, 0
    board.tell(Seized("C5", board.active))
    return True
