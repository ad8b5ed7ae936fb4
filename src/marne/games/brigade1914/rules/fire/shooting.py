"""C4, C16-C18, C20, C23, C25: the steps of fire: target, dice to hit, second throws. See `hits.py` for what follows."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Generic, TypeVar

from marne.engine import D10, Answer, Ask, Only, Unit, chance, value
from marne.games.brigade1914.board import HIDDEN, MARKER, Battlefield
from marne.games.brigade1914.components.data import FIRE
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.events import DieRolled, FiredAt
from marne.games.brigade1914.rules.advantages.cards import NO_CARDS, NO_MORE, PlayCard, declined, holds, possible
from marne.games.brigade1914.rules.command.command import can_pay, gone, unspent
from marne.games.brigade1914.rules.fire import firing
from marne.games.brigade1914.rules.fire.hits import Hits
from marne.games.brigade1914.rules.measures.sight import garrison, in_front, sees
from marne.games.brigade1914.rules.measures.troops import distance2, has_lances, present, shape
from marne.games.brigade1914.rules.reconnaissance.recon import reveal_marker, reveal_unit
from marne.games.brigade1914.steps import Asked, Line, Reason, Steps, Words, unit_of
from marne.plane import bearing

__all__ = [
    "ChooseGunTarget",
    "ChooseTarget",
    "GunsAlone",
    "RapidFire",
    "Rethrow",
    "Shoot",
    "SwitchTarget",
    "Volley",
    "aimed",
    "target_answers",
    "turn_to",
    "volley",
]

A = TypeVar("A", bound=Answer)

# -- who is fired at


def target_answers(board: Battlefield, unit: int, how: str) -> tuple[Words, ...]:
    """C13, C16: every target by name; markers as m1, m2."""
    names: list[str] = [board.label(target) for target in firing.targets(board, unit, how)]
    names += [f"m{marker + 1}" for marker in firing.marker_targets(board, unit, how)]
    return tuple(("at", name) for name in names)


def aimed(board: Battlefield, name: str) -> int:
    """C16: the target that an answer names."""
    return MARKER + int(name[1:]) - 1 if name.startswith("m") else unit_of(board, name)


class _Aiming(Asked[Words]):
    """C16, C20: a question for the target of a unit's fire."""

    __slots__ = ()
    guns: ClassVar[bool] = False
    unit: Unit
    how: str

    def against(self, board: Battlefield, seat: int, unit: int) -> Reason:
        """C16, C20: friend, out of sight, out of range, or another one is nearer."""
        firer, how, name = self.unit, self.how, board.label(unit)
        if board.side[unit] == board.side[firer]:
            return Reason("C16", "point.friend", unit=name)
        if not present(board, unit):
            return Reason("C16", "point.not_there", unit=name)
        if board.spec[firer].kind == BATTERY:
            return Reason("C20", "point.not_observed", unit=name)
        if not sees(board, firer, unit):
            return Reason("C16", "point.unseen", unit=name)
        guns = self.guns or how == firing.GUNS
        most = firing.gun_range(board, how) if guns else firing.rifle_range(board, firer, how)
        if distance2(board, firer, unit) > most * most:
            return Reason("C16", "point.far", unit=name, inches=most // 100)
        first = firing.targets(board, firer, how)
        if first and unit not in first:
            return Reason("C16", "point.nearest", unit=name, nearest=board.label(first[0]))
        return Reason("C16", "why.not_now")


@value
class ChooseTarget(_Aiming):
    """C16: what a unit fires at."""

    rule = "C16"
    unit: Unit
    how: str

    def ask(self, board: Battlefield) -> Ask | None:
        if gone(board, self.unit) or (board.cut and self.unit == board.actor):
            return None
        found = target_answers(board, self.unit, self.how)
        if self.how == firing.MOVED:
            found = (*found, "hold fire")
        return Ask(board.side[self.unit], found) if found else None

    def answered(self, board: Battlefield, answer: Words) -> Steps:
        """Then its machine guns may choose for themselves."""
        if isinstance(answer, str):
            return self.unasked(board)
        board.aim[self.unit] = board.aim_guns[self.unit] = aimed(board, answer[1])
        return (ChooseGunTarget(self.unit, self.how),)

    def unasked(self, board: Battlefield) -> Steps:
        board.aim[self.unit] = board.aim_guns[self.unit] = -1
        return ()


@value
class ChooseGunTarget(_Aiming):
    """C20: machine guns fire at the same target or at another."""

    rule = "C20"
    guns = True
    unit: Unit
    how: str

    def ask(self, board: Battlefield) -> Ask | None:
        found = [each for each in firing.gun_targets(board, self.unit, self.how) if each != board.aim[self.unit]]
        if not found or board.aim[self.unit] >= MARKER:
            return None
        return Ask(board.side[self.unit], ("same", *(("at", board.label(each)) for each in found)))

    def answered(self, board: Battlefield, answer: Words) -> Steps:
        if isinstance(answer, tuple):
            board.aim_guns[self.unit] = aimed(board, answer[1])
        return ()


@value
class SwitchTarget(_Aiming):
    """C4: after a reaction, to any target if the first is gone or out of reach, or to the reactor at -1."""

    rule = "C4"
    unit: Unit
    how: str

    def choices(self, board: Battlefield) -> tuple[Words, ...]:
        """What may be changed to."""
        unit, aim = self.unit, board.aim[self.unit]
        if gone(board, unit) or aim < 0 or aim >= MARKER or (board.cut and unit == board.actor):
            return ()
        legal = firing.targets(board, unit, self.how)
        if aim not in legal:
            return (*target_answers(board, unit, self.how), "cease")
        reactor = board.reactor
        if reactor < 0 or reactor == aim or gone(board, reactor) or not present(board, unit):
            return ()
        reach = legal if board.spec[unit].kind == BATTERY else firing.in_reach(board, unit, self.how)
        return ("keep", ("at", board.label(reactor))) if reactor in reach else ()

    def ask(self, board: Battlefield) -> Ask | Only[Words]:
        found = self.choices(board)
        return Ask(board.side[self.unit], found) if found else Only("keep")

    def answered(self, board: Battlefield, answer: Words) -> Steps:
        """The reactor is harder to hit."""
        unit = self.unit
        if answer == "keep":
            return (Shoot(unit, self.how, 0),)
        if answer == "cease":
            board.aim[unit] = board.aim_guns[unit] = -1
            return ()
        gone_before = board.aim[unit] not in firing.targets(board, unit, self.how)
        board.aim[unit] = board.aim_guns[unit] = aimed(board, answer[1])
        return (Shoot(unit, self.how, int(not gone_before)),)


# -- the fire itself


def turn_to(board: Battlefield, unit: int, target: int) -> None:
    """C2, C19: bases turn on the spot, if the target is not in their arc of 45 degrees to each side."""
    theirs = shape(board, target)
    if not present(board, unit) or in_front(board, unit, theirs, FIRE.arc) or garrison(board, unit):
        return
    tx, ty = theirs.middle
    mx, my = shape(board, unit).middle
    facing = bearing(tx - mx, ty - my)
    board.at[unit] = tuple((x, y, facing) for x, y, _ in board.at[unit])


@value
class Shoot(Line):
    """C12, C13, C16-C18, C20: a unit fires at what it aims at, its machine guns with it or at a target of their own."""

    rule = "C17"
    unit: Unit
    how: str
    switched: int

    def do(self, board: Battlefield) -> Steps:
        """A marker that is fired at is revealed first (C13)."""
        unit = self.unit
        aim, guns = board.aim[unit], board.aim_guns[unit]
        board.aim[unit] = board.aim_guns[unit] = -1
        if gone(board, unit) or aim < 0 or (board.cut and unit == board.actor):
            return ()
        if board.status[unit] == HIDDEN:
            reveal_unit(board, unit, "C12")
        if aim >= MARKER:
            spots = board.marker[1 - board.side[unit]]
            if spots[aim - MARKER][0] < 0:
                return ()
            aim = guns = reveal_marker(board, 1 - board.side[unit], aim - MARKER, "C13")
            if aim < 0:
                return ()
        if gone(board, aim):
            return ()
        if board.spec[unit].kind == BATTERY:
            board.fired[unit] = 1
        if guns == aim or guns < 0 or gone(board, guns):
            return (volley(board, unit, aim, self.how, self.switched),)
        return volley(board, unit, aim, self.how, self.switched, guns=False), GunsAlone(unit, guns, self.how)


@value
class GunsAlone(Line):
    """C20: the machine guns of a unit fire at their own target."""

    rule = "C20"
    unit: Unit
    target: Unit
    how: str

    def do(self, board: Battlefield) -> Steps:
        if gone(board, self.unit) or gone(board, self.target) or not board.mgs[self.unit]:
            return ()
        how = firing.GUNS if self.how != firing.MOVED else firing.MOVED
        return (volley(board, self.unit, self.target, how, rifles=False),)


def volley(
    board: Battlefield,
    unit: int,
    target: int,
    how: str,
    switched: int = 0,
    *,
    rifles: bool = True,
    guns: bool = True,
) -> Volley:
    """C17, C18, C23: the dice of a fire, of rifles or guns and of machine guns, and what they need."""
    if board.screened[target] == 1:
        board.screened[target] = 2
    first = firing.dice(board, unit, target, how) if rifles else 0
    then = firing.gun_dice(board, unit, target, how) if guns else 0
    mods = firing.modifiers(board, unit, target, how, False, bool(switched))
    gun_mods = firing.modifiers(board, unit, target, how, True, bool(switched)) if then else mods
    if present(board, unit) and present(board, target):
        turn_to(board, unit, target)
    due, guns_due, told = firing.need(mods), firing.need(gun_mods), tuple(mods if first else gun_mods)
    guns_told = tuple(gun_mods) if first and then else ()
    board.tell(FiredAt("C18", board.label(unit), board.label(target), first, due, then, guns_due, told, guns_told))
    board.minute[unit] = 0
    return Volley(unit, target, how, due, guns_due, hits=0, missed=0, missed_guns=0, rifles=first, guns=then, again=0)


@value
class Shot(Asked[A], Generic[A]):
    """C17, C18: one fire: who at whom and how, what dice of rifles and of machine guns need, what they did so far."""

    unit: Unit
    target: Unit
    how: str
    need: int
    guns_need: int
    hits: int
    missed: int
    missed_guns: int

    def facts(self) -> tuple[int, int, str, int, int, int, int, int]:
        """What the next step of the same fire begins with."""
        return (self.unit, self.target, self.how, self.need, self.guns_need, self.hits, self.missed, self.missed_guns)

    def throw(self, rifles: int, guns: int) -> Volley:
        """C23, C25, C26: so many misses are thrown once more, and no more after that."""
        return Volley(*self.facts()[:-2], missed=0, missed_guns=0, rifles=rifles, guns=guns, again=1)


@value
class Volley(Shot[int]):
    """C18: dice of ten, one after another: rifles or guns first, then machine guns. 1 misses, 10 hits."""

    rule = "C18"
    rifles: int
    guns: int
    again: int

    def ask(self, board: Battlefield) -> Ask | None:
        return chance(D10) if self.rifles + self.guns > 0 else None

    def answered(self, board: Battlefield, die: int) -> Steps:
        rifle = self.rifles > 0
        due = self.need if rifle else self.guns_need
        hit = die == 10 or (die != 1 and die >= due)
        board.tell(DieRolled("C18", board.label(self.unit), die, due, "hit" if hit else "miss"))
        if rifle:
            return (replace(self, rifles=self.rifles - 1, hits=self.hits + hit, missed=self.missed + (not hit)),)
        return (replace(self, guns=self.guns - 1, hits=self.hits + hit, missed_guns=self.missed_guns + (not hit)),)

    def unasked(self, board: Battlefield) -> Steps:
        return (Rethrow(*self.facts(), self.again),)


@value
class Rethrow(Shot[str]):
    """C23, C25, C26: misses that may be thrown again: by the nation's rule, by lances, by Rapid Fire."""

    rule = "C25"
    again: int

    def ways(self, board: Battlefield) -> list[str]:
        """What there is."""
        if self.again or self.missed + self.missed_guns == 0 or self.how == firing.BARRAGE or gone(board, self.unit):
            return []
        unit, side = self.unit, board.side[self.unit]
        battery = board.spec[unit].kind == BATTERY
        nation = board.nation(side)
        found = []
        if self.how == firing.CHARGE and has_lances(board, unit) and self.missed:
            found.append("lances")
        german = nation == "german" and (battery or self.missed_guns)
        french = nation == "french" and battery and board.spec[unit].arm != "heavy"
        if not board.used[side] and (german or french):
            found.append("national")
        if possible(board, side, "rapid_fire") and unspent(board, side):
            found.append("rapid_fire")
        return found

    def thrown_again(self, board: Battlefield, way: str) -> tuple[int, int]:
        """How many dice of rifles or guns, and of machine guns, are thrown again."""
        if way == "lances":
            return 1, 0
        if way == "rapid_fire":
            return self.missed, self.missed_guns
        return self.missed if board.spec[self.unit].kind == BATTERY else 0, self.missed_guns

    def ask(self, board: Battlefield) -> Ask | Only[str]:
        """Only where there is a way, as far as the table can tell; the card is offered to who holds it and can pay."""
        side, ways = board.side[self.unit], self.ways(board)
        if not ways:
            return Only("keep")
        if "rapid_fire" in ways:
            held = holds(board, side, "rapid_fire") and can_pay(board, self.unit)
            ways = [NO_MORE, NO_CARDS, *(way for way in ways if way != "rapid_fire" or held)]
        return Ask(side, ("keep", *ways))

    def answered(self, board: Battlefield, answer: str) -> Steps:
        side = board.side[self.unit]
        declined(board, side, answer)
        if answer in ("national", "lances"):
            if answer == "national":
                board.used[side] = 1
            return (self.throw(*self.thrown_again(board, answer)),)
        if answer == "rapid_fire":
            return PlayCard(side, "rapid_fire", board.label(self.unit), 1, self.unit), RapidFire(*self.facts())
        return (Hits(self.unit, self.target, self.how, self.hits),)


@value
class RapidFire(Shot[str]):
    """C23: all misses again, unless the card was countered."""

    rule = "C23"

    def ask(self, board: Battlefield) -> None:
        """Nobody is asked: the card has been played."""

    def unasked(self, board: Battlefield) -> Steps:
        if board.countered:
            return (Hits(self.unit, self.target, self.how, self.hits),)
        return (self.throw(self.missed, self.missed_guns),)
