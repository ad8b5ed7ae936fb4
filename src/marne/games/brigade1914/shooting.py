"""C4, C16-C18, C20, C23, C25: the steps of fire: target, dice to hit, second throws. See `hits.py` for what follows."""

from __future__ import annotations

from typing import Any, ClassVar

from marne.engine import D10, Answer, Ask, chance, value
from marne.games.brigade1914.board import HIDDEN, MARKER, Battlefield
from marne.games.brigade1914.cards import NO_CARDS, NO_MORE, PlayCard, declined, holds, possible
from marne.games.brigade1914.command import can_pay, gone, unspent
from marne.games.brigade1914.data import N
from marne.games.brigade1914.events import (
    DieRolled,
    FiredAt,
)
from marne.games.brigade1914.firing import (
    BARRAGE,
    CHARGE,
    GUNS,
    MOVED,
    dice,
    gun_dice,
    gun_targets,
    in_reach,
    marker_targets,
    modifiers,
    need,
    targets,
)
from marne.games.brigade1914.forces import BATTERY
from marne.games.brigade1914.hits import Hits
from marne.games.brigade1914.lines import Line, Steps, unit_of
from marne.games.brigade1914.recon import reveal_marker, reveal_unit
from marne.games.brigade1914.sight import garrison, in_front
from marne.games.brigade1914.troops import has_lances, present, shape
from marne.plane import bearing

# -- who is fired at


def target_answers(board: Battlefield, unit: int, how: str) -> tuple[Answer, ...]:
    """C13, C16: every target by name; markers as m1, m2."""
    found: list[Answer] = [("at", board.label(target)) for target in targets(board, unit, how)]
    found += [("at", f"m{marker + 1}") for marker in marker_targets(board, unit, how)]
    return tuple(found)


def aimed(board: Battlefield, answer: Any) -> int:
    """C16: the target of an answer."""
    name = answer[1]
    return MARKER + int(name[1:]) - 1 if name.startswith("m") else unit_of(board, name)


@value
class ChooseTarget(Line):
    """C16: what a unit fires at."""

    rule: ClassVar[str] = "C16"
    unit: int
    how: str

    def ask(self, board: Battlefield) -> Ask | None:
        """Targets in sight and range; nothing if there are none."""
        if gone(board, self.unit) or (board.cut and self.unit == board.actor):
            return None
        found = target_answers(board, self.unit, self.how)
        if self.how == MOVED:
            found = (*found, "hold fire")
        return Ask(board.side[self.unit], found) if found else None

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """Then its machine guns may choose for themselves."""
        board.aim[self.unit] = -1 if answer in (None, "hold fire") else aimed(board, answer)
        board.aim_guns[self.unit] = board.aim[self.unit]
        return (ChooseGunTarget(self.unit, self.how),) if board.aim[self.unit] >= 0 else ()


@value
class ChooseGunTarget(Line):
    """C20: machine guns fire at the same target or at another."""

    rule: ClassVar[str] = "C20"
    unit: int
    how: str

    def ask(self, board: Battlefield) -> Ask | None:
        """Only where there is a choice."""
        found = [each for each in gun_targets(board, self.unit, self.how) if each != board.aim[self.unit]]
        if not found or board.aim[self.unit] >= MARKER:
            return None
        return Ask(board.side[self.unit], ("same", *(("at", board.label(each)) for each in found)))

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """Remembered until the unit fires."""
        if answer not in (None, "same"):
            board.aim_guns[self.unit] = aimed(board, answer)
        return ()


@value
class SwitchTarget(Line):
    """C4: after a reaction, to any target if the first is gone or out of reach, or to the reactor at -1."""

    rule: ClassVar[str] = "C4"
    unit: int
    how: str

    def choices(self, board: Battlefield) -> tuple[Answer, ...]:
        """What may be changed to."""
        unit, aim = self.unit, board.aim[self.unit]
        if gone(board, unit) or aim < 0 or aim >= MARKER or (board.cut and unit == board.actor):
            return ()
        legal = targets(board, unit, self.how)
        if aim not in legal:
            return (*target_answers(board, unit, self.how), "cease")
        reactor = board.reactor
        if reactor < 0 or reactor == aim or gone(board, reactor) or not present(board, unit):
            return ()
        reach = legal if board.spec[unit].kind == BATTERY else [enemy for _, enemy in in_reach(board, unit, self.how)]
        return ("keep", ("at", board.label(reactor))) if reactor in reach else ()

    def ask(self, board: Battlefield) -> Ask | None:
        """Only where there is something to change."""
        found = self.choices(board)
        return Ask(board.side[self.unit], found) if found else None

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """The reactor is harder to hit."""
        unit = self.unit
        if answer is None or answer == "keep":
            return (Shoot(unit, self.how, 0),)
        if answer == "cease":
            board.aim[unit] = board.aim_guns[unit] = -1
            return ()
        gone_before = board.aim[unit] not in targets(board, unit, self.how)
        board.aim[unit] = board.aim_guns[unit] = aimed(board, answer)
        return (Shoot(unit, self.how, int(not gone_before)),)


# -- the fire itself


def turn_to(board: Battlefield, unit: int, target: int) -> None:
    """C2, C19: bases turn on the spot, if the target is not in their arc of 45 degrees to each side."""
    theirs = shape(board, target)
    if not present(board, unit) or in_front(board, unit, theirs, N.arc) or garrison(board, unit):
        return
    tx, ty = theirs.middle
    mx, my = shape(board, unit).middle
    facing = bearing(tx - mx, ty - my)
    board.at[unit] = tuple((x, y, facing) for x, y, _ in board.at[unit])


@value
class Shoot(Line):
    """C12, C13, C16-C18, C20: a unit fires at what it aims at, its machine guns with it or at a target of their own."""

    rule: ClassVar[str] = "C17"
    unit: int
    how: str
    switched: int

    def do(self, board: Battlefield, _: Any = None) -> Steps:
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
            return (volley(board, unit, aim, self.how, self.switched, True),)
        return (
            volley(board, unit, aim, self.how, self.switched, False),
            GunsAlone(unit, guns, self.how),
        )


@value
class GunsAlone(Line):
    """C20: the machine guns of a unit fire at their own target."""

    rule: ClassVar[str] = "C20"
    unit: int
    target: int
    how: str

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """If both are still there."""
        if gone(board, self.unit) or gone(board, self.target) or not board.mgs[self.unit]:
            return ()
        return (volley(board, self.unit, self.target, GUNS if self.how != MOVED else MOVED, 0, True, only_guns=True),)


def volley(
    board: Battlefield, unit: int, target: int, how: str, switched: int, with_guns: bool, only_guns: bool = False
) -> Volley:
    """C17, C18, C23: the dice of a fire and what they need."""
    if board.screened[target] == 1:
        board.screened[target] = 2
    rifles = 0 if only_guns else dice(board, unit, target, how)
    guns = gun_dice(board, unit, target, how) if with_guns else 0
    mods = modifiers(board, unit, target, how, False, bool(switched))
    gun_mods = modifiers(board, unit, target, how, True, bool(switched)) if guns else mods
    if present(board, unit) and present(board, target):
        turn_to(board, unit, target)
    told = tuple(mods if rifles else gun_mods)
    board.tell(
        FiredAt("C18", board.label(unit), board.label(target), rifles, need(mods), guns, need(gun_mods), told)
    )  # fmt: skip
    board.minute[unit] = 0
    return Volley(unit, target, how, rifles, need(mods), guns, need(gun_mods), 0, 0, 0, 0)


@value
class Volley(Line):
    """C18: dice of ten, one after another: rifles or guns first, then machine guns. 1 misses, 10 hits."""

    rule: ClassVar[str] = "C18"
    unit: int
    target: int
    how: str
    rifles: int
    need: int
    guns: int
    guns_need: int
    hits: int
    missed: int
    missed_guns: int
    again: int

    def ask(self, board: Battlefield) -> Ask | None:
        """The next die."""
        return chance(D10) if self.rifles + self.guns > 0 else None

    def do(self, board: Battlefield, die: Any = None) -> Steps:
        """Until there are none left."""
        s = self
        if die is None:
            return (
                Rethrow(s.unit, s.target, s.how, s.need, s.guns_need, s.hits, s.missed, s.missed_guns, s.again),
            )  # fmt: skip
        rifle = s.rifles > 0
        due = s.need if rifle else s.guns_need
        hit = die == 10 or (die != 1 and die >= due)
        board.tell(DieRolled("C18", board.label(s.unit), die, due, "hit" if hit else "miss"))
        return (
            Volley(
                s.unit, s.target, s.how, s.rifles - rifle, s.need, s.guns - (not rifle), s.guns_need, s.hits + hit,
                s.missed + (rifle and not hit), s.missed_guns + (not rifle and not hit), s.again,
            ),
        )  # fmt: skip


@value
class Rethrow(Line):
    """C23, C25, C26: misses that may be thrown again: by the nation's rule, by lances, by Rapid Fire."""

    rule: ClassVar[str] = "C25"
    unit: int
    target: int
    how: str
    need: int
    guns_need: int
    hits: int
    missed: int
    missed_guns: int
    again: int

    def ways(self, board: Battlefield) -> list[str]:
        """What there is."""
        if self.again or self.missed + self.missed_guns == 0 or self.how == BARRAGE or gone(board, self.unit):
            return []
        unit, side = self.unit, board.side[self.unit]
        battery = board.spec[unit].kind == BATTERY
        nation = board.nation(side)
        found = []
        if self.how == CHARGE and has_lances(board, unit) and self.missed:
            found.append("lances")
        german = nation == "german" and (battery or self.missed_guns)
        french = nation == "french" and battery and board.spec[unit].arm != "heavy"
        if not board.used[side] and (german or french):
            found.append("national")
        if possible(board, side, "rapid_fire") and unspent(board, side):
            found.append("rapid_fire")
        return found

    def ask(self, board: Battlefield) -> Ask | None:
        """Only where there is a way, as far as the table can tell; the card is offered to who holds it and can pay."""
        side, ways = board.side[self.unit], self.ways(board)
        if not ways:
            return None
        if "rapid_fire" in ways:
            held = holds(board, side, "rapid_fire") and can_pay(board, self.unit)
            ways = [NO_MORE, NO_CARDS, *(way for way in ways if way != "rapid_fire" or held)]
        return Ask(side, ("keep", *ways))

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """The dice again, or on to the hits."""
        s, side = self, board.side[self.unit]
        declined(board, side, answer)
        if answer == "national":
            board.used[side] = 1
            rifles = s.missed if board.spec[s.unit].kind == BATTERY else 0
            return (Volley(s.unit, s.target, s.how, rifles, s.need, s.missed_guns, s.guns_need, s.hits, 0, 0, 1),)
        if answer == "lances":
            return (Volley(s.unit, s.target, s.how, 1, s.need, 0, s.guns_need, s.hits, 0, 0, 1),)
        if answer == "rapid_fire":
            return (
                PlayCard(side, "rapid_fire", board.label(s.unit), 1, s.unit),
                RapidFire(s.unit, s.target, s.how, s.need, s.guns_need, s.hits, s.missed, s.missed_guns),
            )
        return (Hits(s.unit, s.target, s.how, s.hits),)


@value
class RapidFire(Line):
    """C23: all misses again, unless the card was countered."""

    rule: ClassVar[str] = "C23"
    unit: int
    target: int
    how: str
    need: int
    guns_need: int
    hits: int
    missed: int
    missed_guns: int

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """Once."""
        s = self
        if board.countered:
            return (Hits(s.unit, s.target, s.how, s.hits),)
        return (Volley(s.unit, s.target, s.how, s.missed, s.need, s.missed_guns, s.guns_need, s.hits, 0, 0, 1),)
