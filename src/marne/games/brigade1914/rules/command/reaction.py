"""C3, C5: the reacting side's one chance at each action of the enemy, and its cards."""

from __future__ import annotations

from marne.engine import Ask, value
from marne.games.brigade1914.board import HIDDEN, UNSEEN, WAGON, Battlefield
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
from marne.games.brigade1914.rules.measures.sight import sees
from marne.games.brigade1914.rules.measures.troops import distance2, enemy_within, friends, is_mounted, present, shape
from marne.games.brigade1914.rules.movement.movement import crowded, on_table
from marne.games.brigade1914.rules.movement.moving import LEAVE, GoTo, March, dismount, go_part
from marne.games.brigade1914.steps import Asked, Line, Reason, Steps, Words, unit_of

__all__ = [
    "GoOn", "GroupedGuns", "LastReaction", "React", "Reaction", "can_fire_back", "chances", "grouped_guns",
    "perhaps_hidden", "seized",
]  # fmt: skip


def sees_open(board: Battlefield, unit: int, target: int) -> bool:
    """C3, C12: who lies hidden is not seen, whatever the line of sight."""
    return board.status[target] != HIDDEN and sees(board, unit, target)


def can_fire_back(board: Battlefield, unit: int, target: int) -> bool:
    """C3, C19: whether a unit can fire at a target as a reaction."""
    if not present(board, target) or board.status[target] == HIDDEN:
        return False
    if board.spec[unit].kind == BATTERY:
        return (
            not board.jammed[unit]
            and firing.may_turn(board, unit, target)
            and firing.method(board, unit, target) == firing.DIRECT
        )
    far = firing.reach(board, unit, firing.REACT)
    near = distance2(board, unit, target) <= far * far
    return near and firing.may_turn(board, unit, target) and sees(board, unit, target)


def chances(board: Battlefield, actor: int, side: int) -> list[tuple[tuple[str, ...], bool]]:
    """C3: what the side's units could try, and whether each has a token for it, its own or the general's."""
    found: list[tuple[tuple[str, ...], bool]] = []
    stations = COMMAND.reaction_stations if board.goal[actor] and board.goal[actor] != LEAVE else 0
    scenes = []
    for part in range(stations + 1):
        scene = board.copy()
        go_part(scene, actor, part, COMMAND.reaction_stations)
        scenes.append((str(part), scene))
    halted = [unit for unit in board.units(1 - side) if board.half[unit] >= 0 and unit != actor]
    for unit in friends(board, side):
        if board.spec[unit].kind == WAGON:
            continue
        name, pays = board.label(unit), can_pay(board, unit)
        shots: list[tuple[str, ...]] = [
            ("fire", name, part) for part, scene in scenes if can_fire_back(scene, unit, actor)
        ]
        for other in halted:
            if can_fire_back(board, unit, other):
                shots.append(("fire at", name, board.label(other)))
        found += [(shot, pays) for shot in shots]
        aware = bool(shots) or board.aim[actor] == unit
        if not aware and present(board, actor):
            aware = any(sees_open(scene, unit, actor) for _, scene in (scenes[0], scenes[-1]))
        if not aware:
            continue
        close = enemy_within(board, unit, FIRE.close_combat)
        if not close:
            found.append((("move", name), pays))
            if is_mounted(board, unit):
                found.append((("dismount", name), pays))
        found.append((("fall back", name), pays))
        if board.markers[unit] and unspent(board, side):
            found.append((("morale", name), pays))
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
    actor: int

    def ask(self, board: Battlefield) -> Ask | None:
        """The reacting side, where it could do something as far as the other can tell: neither which unit has tokens,
        nor who lies hidden, nor the cards in hand decide whether it is asked."""
        side = 1 - board.side[self.actor]
        left, cards = unspent(board, side), possible(board, side)
        if silent(board, side) or gone(board, self.actor) or not (left or cards):
            return None
        found = chances(board, self.actor, side)
        if not (cards or perhaps_hidden(board, side) or any(open_to_all(board, each[1]) for each, _ in found)):
            return None
        options: list[Words] = []
        if left:
            options = [each for each, pays in found if pays]
            options += grouped_guns(board, self.actor, side)
        elif holds(board, side, "last_stand") and cards:
            options = [("last_stand", *each) for each, _ in found]
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


def open_to_all(board: Battlefield, name: str) -> bool:
    """C12: whether a unit stands in the open."""
    return board.status[unit_of(board, name)] != HIDDEN


@value
class GroupedGuns(Line):
    """C5, C23: all machine guns of a battalion answer at 2 or more; a countered card neither fires nor seizes."""

    rule = "C23"
    actor: int
    unit: int

    def do(self, board: Battlefield) -> Steps:
        if board.countered:
            return ()
        return CommandTest(self.unit, ADVANTAGES.grouped_guns, "reaction"), React(self.actor, self.unit, "guns", "0")


@value
class LastReaction(Line):
    """A11: the reaction of a Last Stand succeeds of itself, and never seizes the initiative (C5)."""

    rule = "A11"
    actor: int
    unit: int
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
    actor: int
    unit: int
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
    actor: int

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
