"""A5, A6, A8, C9, C14: the steps of movement: where to, the march itself, dismounting."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from marne.engine import Answer, Ask, Unit, value
from marne.games.brigade1914.board import ARRIVED, HIDDEN, ON_TABLE, Battlefield
from marne.games.brigade1914.components.data import MOVE, VICTORY
from marne.games.brigade1914.components.forces import INFANTRY
from marne.games.brigade1914.events import Dismounted, DrivenBack, Halted, Moved, Stayed
from marne.games.brigade1914.rules.command.command import gone
from marne.games.brigade1914.rules.command.losses import add_markers, check_generals, destroy, leave
from marne.games.brigade1914.rules.command.testing import remove_markers
from marne.games.brigade1914.rules.measures import troops
from marne.games.brigade1914.rules.measures.sight import sees
from marne.games.brigade1914.rules.movement import movement
from marne.games.brigade1914.rules.movement.goals import GOAL, Goal, parse_goal, read_goal
from marne.games.brigade1914.rules.reconnaissance.recon import look_around, reveal_unit
from marne.games.brigade1914.steps import Asked, Line, Reason, Steps
from marne.plane import Group, along, groups_overlap, path_length

__all__ = [
    "LEAVE",
    "Dismount",
    "DriveBack",
    "Driven",
    "GoTo",
    "March",
    "after_move",
    "dismount",
    "go_part",
    "off_table",
    "path_of",
]

STAY: Goal = ()
LEAVE: Goal = (-1,)


@value
class GoTo(Asked[Goal | str]):
    """A5, A6: where a unit goes: an open question, for geometry. `by` is who answers."""

    rule = "A5"
    shape = {"": "goal"}
    kinds = {"goal": GOAL}
    unit: Unit
    how: str
    by: int

    def idle(self, board: Battlefield) -> bool:
        """Nothing to ask: the order failed, or the unit is gone."""
        return not (troops.present(board, self.unit) or board.status[self.unit] == ARRIVED)

    def ask(self, board: Battlefield) -> Ask | None:
        """Open: `why_not` decides, `suggest` helps."""
        if self.idle(board):
            return None
        return Ask(self.by, None, seen_by=(self.by,) if board.status[self.unit] == HIDDEN else None)

    def answered(self, board: Battlefield, answer: Goal | str) -> Steps:
        """The goal is known; the march follows after any reaction."""
        board.goal[self.unit] = answer if isinstance(answer, tuple) else LEAVE if answer == "leave" else STAY
        return ()

    def unasked(self, board: Battlefield) -> Steps:
        board.goal[self.unit] = STAY
        return ()

    def pointed(self, board: Battlefield, ask: Ask, target: Mapping[str, str]) -> Reason | None:
        """A place that was clicked is one for the formation and facing that the unit has."""
        if "place" not in target or "answer" in target:
            return Asked.pointed(self, board, ask, target)
        goal = read_goal(target["place"])
        if goal is None and troops.present(board, self.unit):
            as_now = f"{troops.facing_of(board, self.unit)} {board.formation[self.unit]}"
            goal = read_goal(f"{target['place']} {as_now}")
        return Reason("A5", "why.no_goal") if goal is None else self.reason(board, goal)

    def against(self, board: Battlefield, seat: int, unit: int) -> Reason:
        """Its own unit is under way."""
        return Reason(self.rule, "point.busy", unit=board.label(self.unit))

    def reason(self, board: Battlefield, answer: Answer) -> Reason | None:
        """Every rule of movement."""
        return movement.why_not_go(board, self.unit, self.how, answer)

    def suggest(self, board: Battlefield, rng: Random, n: int) -> list[Answer]:
        """Places found by trying."""
        return movement.suggest_goals(board, self.unit, self.how, rng, n)


def path_of(board: Battlefield, unit: int) -> tuple[tuple[int, int], ...]:
    """A5, C15: the march of a unit from where it is to its goal."""
    goal = parse_goal(board.goal[unit])
    if goal is None:
        return ()
    points = goal[0]
    if board.status[unit] == ARRIVED:
        return (movement.entry_point(board, unit, *points[-1]), *points)
    return (troops.middle(board, unit), *points)


def go_part(board: Battlefield, unit: int, part: int, whole: int) -> None:
    """C3: put the unit at a point of its march, in its new formation, to be fired at there."""
    goal, path = parse_goal(board.goal[unit]), path_of(board, unit)
    if goal is not None and path and part and board.status[unit] == ON_TABLE:
        troops.place(board, unit, *along(path, part, whole), goal[1], goal[2])


@value
class March(Line):
    """A5: the unit goes where it was told, unless it was stopped; hidden enemies in its way stop it (C12)."""

    rule = "A5"
    unit: Unit
    how: str

    def do(self, board: Battlefield) -> Steps:
        unit, goal = self.unit, board.goal[self.unit]
        if gone(board, unit) or (board.cut and unit == board.actor):
            board.goal[unit] = STAY
            if not gone(board, unit):
                after_move(board, unit, self.how, 0)
            return ()
        if goal == LEAVE:
            off_table(board, unit, self.how)
            return ()
        parsed, path = parse_goal(goal), path_of(board, unit)
        board.goal[unit] = STAY
        if parsed is None:
            if board.status[unit] != ARRIVED:
                board.tell(Stayed("A5", board.label(unit)))
                if self.how in ("assault", "second"):
                    after_move(board, unit, self.how, 0)
            return ()
        whole, went = 8, 0
        for part in range(whole, -1, -1):
            x, y = along(path, part, whole) if part < whole else path[-1]
            body = troops.shape_at(board, unit, x, y, parsed[1], parsed[2])
            found = _ambush(board, unit, body)
            if found < 0 and (part == whole or (movement.on_table(body) and not movement.crowded(board, unit, body))):
                entering = board.status[unit] == ARRIVED
                troops.place(board, unit, x, y, parsed[1], parsed[2])
                if entering:
                    board.status[unit] = ON_TABLE
                if board.status[unit] == ON_TABLE:
                    board.tell(Moved("A5", board.label(unit), x, y, self.how))
                went = path_length(path) * part // whole
                break
            if found >= 0:
                reveal_unit(board, found, "C12")
                board.tell(Halted("C12", board.label(unit)))
        after_move(board, unit, self.how, went)
        return ()


def _ambush(board: Battlefield, unit: int, body: Group) -> int:
    """C12: a hidden enemy on whose ground the unit would stand; -1 if there is none."""
    for enemy in range(len(board.spec)):
        if (
            board.side[enemy] != board.side[unit]
            and board.status[enemy] == HIDDEN
            and groups_overlap(body, troops.shape(board, enemy))
        ):
            return enemy
    return -1


def off_table(board: Battlefield, unit: int, how: str) -> None:
    """C9, C14, C27: a unit that leaves: destroyed if driven, else it scores or raids."""
    side = board.side[unit]
    if how == "driven":
        destroy(board, unit, "driven off the table")
        return
    if board.rules.exit_from_turn:
        bases, start = board.bases[unit], board.start[unit]
        leave(board, unit, "C27")
        if board.role(side) == 0:
            board.vp[side] += VICTORY.pursuer_exit
        elif board.turn >= board.rules.exit_from_turn and 2 * bases >= start:
            infantry = board.spec[unit].kind == INFANTRY
            board.vp[side] += VICTORY.exit_battalion if infantry else VICTORY.exit_other
        return
    leave(board, unit, "C14")
    board.lost[1 - side] = min(board.lost[1 - side] + 1, VICTORY.penetration_most)


def after_move(board: Battlefield, unit: int, how: str, went: int) -> None:
    """A6, C2, C9, C11, C12: what a move of such a length leaves: marks of the turn, what is seen, a marker less."""
    if not troops.present(board, unit):
        return
    if how not in ("driven", "fog", "advance"):
        board.moved[unit] = 1
    board.dug[unit] = 0
    board.guided[unit] = 0
    if how == "assault":
        board.assaulted[unit] = 1
        board.half[unit] = board.count[board.side[unit]]
    elif how == "second":
        board.half[unit] = -1
        board.bayonet[unit] = 0
    elif how != "react":
        board.half[unit] = -1
    look_around(board, unit)
    check_generals(board)
    if how == "fall back" and went >= MOVE.fall_back_least and board.markers[unit] and troops.present(board, unit):
        clear = not troops.enemy_within(board, unit, MOVE.fall_back_clear)
        if clear or not any(sees(board, enemy, unit) for enemy in troops.enemies(board, board.side[unit])):
            remove_markers(board, unit, 1, "C9")


@value
class Dismount(Asked[str]):
    """A8: mounted cavalry may get off its horses once its move is done."""

    rule = "A8"
    unit: Unit

    def ask(self, board: Battlefield) -> Ask | None:
        if not troops.present(board, self.unit) or not troops.is_mounted(board, self.unit):
            return None
        return Ask(board.side[self.unit], ("stay mounted", "dismount"))

    def answered(self, board: Battlefield, answer: str) -> Steps:
        """Each squadron becomes a base of infantry."""
        if answer == "dismount":
            dismount(board, self.unit)
        return ()


def dismount(board: Battlefield, unit: int) -> None:
    """A8: on foot from now on."""
    board.foot[unit] = 1
    board.tell(Dismounted("A8", board.label(unit)))


@value
class DriveBack(Line):
    """C9, C21: a unit beaten in close combat goes back a full move at once, free and unanswered."""

    rule = "C9"
    unit: Unit

    def do(self, board: Battlefield) -> Steps:
        """Its owner says where to; if it cannot go it takes another marker."""
        if not troops.present(board, self.unit):
            return ()
        board.tell(DrivenBack("C21", board.label(self.unit)))
        if self.unit == board.actor:
            board.cut = 1
        return (GoTo(self.unit, "driven", board.side[self.unit]), Driven(self.unit))


@value
class Driven(Line):
    """C9: the way back itself."""

    rule = "C9"
    unit: Unit

    def do(self, board: Battlefield) -> Steps:
        """Nowhere to go costs a marker."""
        unit = self.unit
        if not troops.present(board, unit):
            return ()
        goal = board.goal[unit]
        board.goal[unit] = STAY
        if goal == LEAVE:
            off_table(board, unit, "driven")
        elif not goal:
            add_markers(board, unit, 1, "C9", "nowhere to fall back")
        else:
            parsed = parse_goal(goal)
            assert parsed is not None
            troops.place(board, unit, *parsed[0][-1], parsed[1], parsed[2])
            board.tell(Moved("C9", board.label(unit), *parsed[0][-1], "driven"))
            after_move(board, unit, "driven", 0)
            board.half[unit] = -1
        return ()
