"""C27, C20: where both brigades stand when the first turn begins, and who comes later."""

from __future__ import annotations

from random import Random

from marne.engine import Answer, Ask, Unit, value
from marne.games.brigade1914.board import HIDDEN, OFF_TABLE, ON_TABLE, RESERVE, UNSEEN, WAGON, Battlefield
from marne.games.brigade1914.components.data import MEASURES, RECON, VICTORY
from marne.games.brigade1914.components.forces import BATTERY, CAVALRY, INFANTRY
from marne.games.brigade1914.components.ground import DEEP, WIDE
from marne.games.brigade1914.events import Deployed
from marne.games.brigade1914.rules.measures.troops import (
    edge_distance,
    edge_facing,
    enemies,
    from_edge,
    place,
    shape,
    shape_at,
)
from marne.games.brigade1914.rules.movement.goals import PLACING, Goal, parse_goal
from marne.games.brigade1914.rules.movement.movement import crowded, on_table
from marne.games.brigade1914.rules.scenarios.victory import objectives
from marne.games.brigade1914.steps import Asked, Line, Reason, Steps, unit_of
from marne.plane import FORMATIONS, Group, near, point_distance2

__all__ = ["AdvanceGuard", "Deploy", "DugIn", "MarchOrder", "behind_marker", "deploy_steps", "too_near", "zone"]


def zone(board: Battlefield, side: int) -> int:
    """C27: how deep a side deploys, from its own edge."""
    return board.rules.zones[board.role(side)]


def deploy_steps(board: Battlefield, side: int) -> Steps:
    """C27: a side's units in order; in a meeting engagement only the advance guard, the rest by road."""
    units = [unit for unit in board.units(side) if board.spec[unit].kind != WAGON]
    if board.rules.guard:
        return (*(AdvanceGuard(side),) * board.rules.guard, MarchOrder(side, 0))
    return tuple(Deploy(unit) for unit in units)


@value
class AdvanceGuard(Asked[str]):
    """C27: some battalions or regiments start on the table: one after another, each deployed at once."""

    rule = "C27"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        found = [
            board.label(unit)
            for unit in board.units(self.side)
            if board.spec[unit].kind in (INFANTRY, CAVALRY) and board.status[unit] == RESERVE
        ]
        return Ask(self.side, tuple(found)) if found else None

    def answered(self, board: Battlefield, answer: str) -> Steps:
        return (Deploy(unit_of(board, answer)),)


@value
class MarchOrder(Asked[str]):
    """C27: the order in which the rest of the brigade comes, written down in secret."""

    rule = "C27"
    side: int
    number: int

    def waiting(self, board: Battlefield) -> list[int]:
        """A10: units that nobody sees on the table, in the order so far: masked ones too, or it would tell."""
        return [unit for unit in board.march[self.side] if board.status[unit] in UNSEEN]

    def ask(self, board: Battlefield) -> Ask | None:
        left = self.waiting(board)[self.number :]
        if len(left) < 2:
            return None
        return Ask(self.side, tuple(board.label(unit) for unit in left), seen_by=(self.side,))

    def answered(self, board: Battlefield, answer: str) -> Steps:
        order = self.waiting(board)
        unit = unit_of(board, answer)
        order.remove(unit)
        order.insert(self.number, unit)
        board.march[self.side] = (*order, *(u for u in board.march[self.side] if u not in order))
        return (MarchOrder(self.side, self.number + 1),)


@value
class Deploy(Asked[Goal | str]):
    """C27, C20: where a unit stands: in the zone or behind a marker, hidden if allowed, or not on the table."""

    rule = "C27"
    shape = {"": "placing"}
    kinds = {"placing": PLACING}
    unit: Unit

    def ask(self, board: Battlefield) -> Ask | None:
        """Open, and kept from the enemy until the unit is seen."""
        unit = self.unit
        side = board.side[unit]
        if board.spec[unit].arm == "heavy":
            return None
        # A unit that has no choice is asked for all the same, so that nobody learns that it has none.
        if board.status[unit] != RESERVE:
            return Ask(side, ("elsewhere",), seen_by=(side,))
        return Ask(side, ("reserve",) if self.held_back(board) else None, seen_by=(side,))

    def held_back(self, board: Battlefield) -> bool:
        """C27: a defender of Capture keeps a battalion back; the last one stays if none has."""
        unit = self.unit
        side = board.side[unit]
        if not board.rules.hidden or board.role(side) != 1 or board.spec[unit].kind != INFANTRY:
            return False
        foot = [each for each in board.units(side) if board.spec[each].kind == INFANTRY]
        return unit == foot[-1] and all(board.status[each] != RESERVE for each in foot[:-1])

    def unasked(self, board: Battlefield) -> Steps:
        """C20, C27: heavy guns stand off the table from the start, or come up with the reserves."""
        if board.spec[self.unit].arm == "heavy" and board.rules.heavy_off_table:
            board.status[self.unit] = OFF_TABLE
        return ()

    def answered(self, board: Battlefield, answer: Goal | str) -> Steps:
        unit = self.unit
        if answer == "off":
            board.status[unit] = OFF_TABLE
        elif isinstance(answer, tuple):
            x, y, facing, formation = answer[:4]
            place(board, unit, x, y, facing, FORMATIONS[formation])
            board.status[unit] = HIDDEN if len(answer) == 5 else ON_TABLE
            if len(answer) == 4:
                board.tell(Deployed("C27", board.label(unit), board.spec[unit].kind))
        return ()

    def reason(self, board: Battlefield, answer: Answer) -> Reason | None:
        """Zone, room, ground."""
        unit = self.unit
        side = board.side[unit]
        if answer == "reserve":
            return Reason("C27", "why.forward") if self.must_be_forward(board) and self.room_forward(board) else None
        if answer == "off":
            return None if board.spec[unit].kind == BATTERY else Reason("C20", "why.not_off")
        hidden = isinstance(answer, tuple) and len(answer) == 5
        if hidden and isinstance(answer, tuple):
            if answer[4] != 1 or not board.rules.hidden or board.role(side) != 1:
                return Reason("C27", "why.not_hidden")
            answer = answer[:4]
        goal = parse_goal(answer)
        if goal is None or len(goal[0]) != 1:
            return Reason("C27", "why.no_goal")
        ((x, y),), facing, formation = goal
        body = shape_at(board, unit, x, y, facing, formation)
        if not on_table(body):
            return Reason("C27", "why.off_table")
        edge = board.edge(side)
        deepest = max(edge_distance(edge, body.left, body.top), edge_distance(edge, body.right, body.bottom))
        if deepest > zone(board, side):
            if not behind_marker(board, side, body):
                return Reason("C27", "why.zone")
            if too_near(board, side, body):
                return Reason("C13", "why.marker_near")
        if self.must_be_forward(board) and not self.is_forward(board, body):
            return Reason("C27", "why.forward")
        kind = board.ground.kind_at(x, y)
        if kind in ("village", "wood", "steep") and board.spec[unit].kind == BATTERY:
            return Reason("C15", "why.ground")
        if crowded(board, unit, body):
            return Reason("C27", "why.no_room")
        return None

    def must_be_forward(self, board: Battlefield) -> bool:
        """C27: half the units of a rearguard stand within 36 inches of the pursuer's edge; the last ones must."""
        side = board.side[self.unit]
        if not board.rules.forward or board.role(side) != 1:
            return False
        units = [
            unit for unit in board.units(side) if board.spec[unit].kind != WAGON and board.spec[unit].arm != "heavy"
        ]
        left = sum(unit >= self.unit and board.status[unit] == RESERVE for unit in units)
        done = sum(board.status[unit] == ON_TABLE and self.is_forward(board, shape(board, unit)) for unit in units)
        return done + left <= -(-len(units) // 2)

    def is_forward(self, board: Battlefield, body: Group) -> bool:
        """C27: within 36 inches of the pursuer's edge."""
        return body.middle[0] <= board.rules.forward

    def room_forward(self, board: Battlefield) -> bool:
        """Whether a place can be found there at all."""
        return bool(self.tries(board, Random(0), 1))

    def tries(self, board: Battlefield, rng: Random, n: int) -> list[Answer]:
        """Places in the zone, by trying."""
        side = board.side[self.unit]
        edge = board.edge(side)
        facing = edge_facing(edge)
        found: list[Answer] = []
        for _ in range(60 * n):
            deep = rng.randrange(150, max(zone(board, side) - 100, 151))
            wide = rng.randrange(300, (WIDE if edge in ("north", "south") else DEEP) - 299)
            goal = (*from_edge(edge, wide, deep), facing, rng.choice((0, 0, 1, 2)))
            if self.reason(board, goal) is None:
                found.append(goal)
                if len(found) >= n:
                    break
        return found

    def suggest(self, board: Battlefield, rng: Random, n: int) -> list[Answer]:
        """Some of them hidden."""
        found = self.tries(board, rng, n)
        side = board.side[self.unit]
        if board.rules.hidden and board.role(side) == 1:
            found = [(*goal, 1) if isinstance(goal, tuple) and rng.random() < 0.3 else goal for goal in found]
        return found or ["reserve"]


def behind_marker(board: Battlefield, side: int, body: Group) -> bool:
    """C13: a unit may stand up to 4 inches behind an unrevealed marker of its own."""
    edge = board.edge(side)
    front = max(edge_distance(edge, x, y) for figure in body.figures for x, y in figure.corners)
    return any(
        x >= 0
        and front <= edge_distance(edge, x, y)
        and min(point_distance2(figure, x, y) for figure in body.figures) <= RECON.marker_deploy**2
        for x, y in board.marker[side]
    )


def too_near(board: Battlefield, side: int, body: Group) -> bool:
    """C13: behind a marker nobody deploys within 12 inches of the enemy's zone, or of an enemy that stands in sight."""
    edge, far = board.edge(1 - side), zone(board, 1 - side) + MEASURES.key_distance
    if any(edge_distance(edge, x, y) < far for figure in body.figures for x, y in figure.corners):
        return True
    return any(near(body, shape(board, enemy), MEASURES.key_distance) for enemy in enemies(board, side))


@value
class DugIn(Line):
    """C27: in Capture a battalion of the defender at each objective starts entrenched."""

    rule = "C27"

    def do(self, board: Battlefield) -> Steps:
        """The nearest within 4 inches."""
        if not board.rules.hidden:
            return ()
        side = 1 ^ board.swap
        foot = [
            unit
            for unit in board.units(side)
            if board.spec[unit].kind == INFANTRY and board.status[unit] in (ON_TABLE, HIDDEN)
        ]
        for x, y, _worth in objectives(board):
            near = [
                (min(point_distance2(figure, x, y) for figure in shape(board, unit).figures), unit)
                for unit in foot
                if not board.dug[unit]
            ]
            if near and min(near)[0] <= VICTORY.hold_range**2:
                board.dug[min(near)[1]] = 1
        return ()
