"""C7, C19-C21, C23, A7: what hits do: markers, casualty dice, lost bases, and what comes of close combat."""

from __future__ import annotations

from marne.engine import Ask, Only, Unit, chance, value
from marne.games.brigade1914.board import WAGON, Battlefield
from marne.games.brigade1914.components.data import HITS
from marne.games.brigade1914.components.forces import BATTERY
from marne.games.brigade1914.events import BaseLost, CasualtyRolled, WasHit
from marne.games.brigade1914.rules.advantages.cards import PlayCard, declined, offer
from marne.games.brigade1914.rules.command.command import gone
from marne.games.brigade1914.rules.command.losses import add_markers, check_limit, destroy
from marne.games.brigade1914.rules.fire.firing import CHARGE, casualty_need, is_close
from marne.games.brigade1914.rules.measures.troops import close_up, present
from marne.games.brigade1914.rules.movement.moving import DriveBack, GoTo, March
from marne.games.brigade1914.steps import Asked, Line, Steps

__all__ = ["Aftermath", "Casualties", "FollowUp", "Hits", "LoseBase", "OfficersDown", "OneMore", "Winded", "lose_base"]


@value
class Hits(Line):
    """A7, C19, C23: each hit is a marker and a casualty die; all are applied before the unit is looked at."""

    rule = "C19"
    unit: Unit
    target: Unit
    how: str
    hits: int

    def do(self, board: Battlefield) -> Steps:
        s = self
        close = int(is_close(board, s.unit, s.target))
        due = casualty_need(board, s.unit, s.target, s.how)
        if board.screened[s.target] == 2:
            board.screened[s.target] = 0
        charge: Steps = (Winded(s.unit),) if s.how == CHARGE else ()
        if not s.hits or gone(board, s.target):
            return charge
        board.markers[s.target] += s.hits
        board.tell(WasHit("C19", board.label(s.target), s.hits, board.markers[s.target]))
        return (
            OfficersDown(board.side[s.unit], s.target),
            Casualties(s.target, s.hits, due),
            Aftermath(s.unit, s.target, s.hits, close),
            *charge,
        )


@value
class OfficersDown(Asked[str]):
    """C23: one more marker after a hit."""

    rule = "C23"
    side: int
    target: Unit

    def ask(self, board: Battlefield) -> Ask | None:
        return offer(board, self.side, "officers_down")

    def answered(self, board: Battlefield, answer: str) -> Steps:
        if declined(board, self.side, answer):
            return ()
        return PlayCard(self.side, "officers_down", board.label(self.target), 0, -1), OneMore(self.target)


@value
class OneMore(Line):
    """C23: the marker of Officers Down, unless it was countered."""

    rule = "C23"
    target: Unit

    def do(self, board: Battlefield) -> Steps:
        """Looked at with the hits."""
        if not board.countered:
            board.markers[self.target] += 1
            board.tell(WasHit("C23", board.label(self.target), 0, board.markers[self.target]))
        return ()


@value
class Casualties(Asked[int]):
    """C19: a die of six for each hit; success costs a base. A natural 1 never kills."""

    rule = "C19"
    target: Unit
    left: int
    need: int

    def ask(self, board: Battlefield) -> Ask | None:
        idle = self.left <= 0 or board.bases[self.target] <= 0 or board.spec[self.target].kind == WAGON
        return None if idle else chance()

    def answered(self, board: Battlefield, die: int) -> Steps:
        lost = die != 1 and die >= self.need
        result = "killed" if lost else "missed"
        board.tell(CasualtyRolled("C19", board.label(self.target), die, self.need, result))
        rest = Casualties(self.target, self.left - 1, self.need)
        return (LoseBase(self.target), rest) if lost else (rest,)


@value
class LoseBase(Asked[str]):
    """C19, C20: the owner takes a company away, or a machine gun."""

    rule = "C19"
    target: Unit

    def ask(self, board: Battlefield) -> Ask | Only[str]:
        if board.mgs[self.target] and board.bases[self.target]:
            return Ask(board.side[self.target], ("company", "machine gun"))
        return Only("company")

    def answered(self, board: Battlefield, answer: str) -> Steps:
        lose_base(board, self.target, answer == "machine gun")
        return ()


def lose_base(board: Battlefield, unit: int, gun: bool) -> None:
    """C19: take a base off the table; the others stand where they stood."""
    if gun:
        board.mgs[unit] -= 1
        close_up(board, unit, len(board.at[unit]) - 1)
    else:
        board.bases[unit] -= 1
        close_up(board, unit, board.bases[unit])
    board.tell(BaseLost("C19", board.label(unit), "machine gun" if gun else "company", board.bases[unit]))


@value
class Aftermath(Line):
    """C7, C20, C21: the target may be destroyed; after close combat it may be driven back and the attacker follow."""

    rule = "C21"
    unit: Unit
    target: Unit
    hits: int
    close: int

    def do(self, board: Battlefield) -> Steps:
        """Guns that take two hits at close quarters are lost."""
        unit, target = self.unit, self.target
        if check_limit(board, target):
            return (FollowUp(unit),) if self.close else ()
        guns = board.spec[target].kind == BATTERY
        if not self.close or self.hits < (HITS.guns_lost_hits if guns else HITS.close_retreat_hits):
            return ()
        if guns:
            destroy(board, target, "guns taken")
            return (FollowUp(unit),)
        return DriveBack(target), FollowUp(unit)


@value
class FollowUp(Line):
    """C21: who has won a close combat may advance 2 inches, free."""

    rule = "C21"
    unit: Unit

    def do(self, board: Battlefield) -> Steps:
        """Where to is open; it may stay. A unit whose own action is under way goes on with that instead."""
        if not present(board, self.unit) or board.spec[self.unit].kind == BATTERY or board.goal[self.unit]:
            return ()
        return GoTo(self.unit, "advance", board.side[self.unit]), March(self.unit, "advance")


@value
class Winded(Line):
    """A7: the extra exertion of a charge is a morale marker."""

    rule = "A7"
    unit: Unit

    def do(self, board: Battlefield) -> Steps:
        if not gone(board, self.unit):
            add_markers(board, self.unit, HITS.charge_markers, "A7", "charge")
        return ()
