"""A10, A11, C27: before the first turn: table, roles, forces, recon markers, cards, deployment."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from marne.engine import D6, Answer, Ask, chance, value
from marne.games.brigade1914.board import HIDDEN, MASKED, OFF_TABLE, ON_TABLE, RESERVE, WAGON, Battlefield
from marne.games.brigade1914.card_effects import FlankMarch, read_point, write_point
from marne.games.brigade1914.data import CARDS, LISTS, N, S
from marne.games.brigade1914.events import (
    CardDrawn,
    CardsDealt,
    CardTaken,
    Deployed,
    ForceMustered,
    InitiativeRolled,
    MarkerPlaced,
    RolesTaken,
    TableLaid,
)
from marne.games.brigade1914.forces import (
    BATTERY,
    CAVALRY,
    INFANTRY,
    UnitSpec,
    budgeted,
    points_of,
    purchases,
    ready_force,
    tokens_of,
)
from marne.games.brigade1914.ground import DEEP, WIDE
from marne.games.brigade1914.lines import Line, Steps, unit_of
from marne.games.brigade1914.losses import set_general
from marne.games.brigade1914.movement import crowded, on_table, parse_goal, read_goal, write_goal
from marne.games.brigade1914.reasons import Reason
from marne.games.brigade1914.troops import edge_distance, edge_facing, place, shape, shape_at
from marne.games.brigade1914.victory import objectives
from marne.plane import FORMATIONS, Group, point_distance2, turned


def defender_first(board: Battlefield) -> tuple[int, int]:
    """C27: the defender deploys first; in a meeting engagement blue does."""
    first = board.swap ^ 1 if board.rules.defender >= 0 else 0
    return first, 1 - first


def setup_steps(board: Battlefield) -> Steps:
    """C27: the order of getting ready."""
    return (
        LayTable(0, 0),      # C27
        Roles(),             # C27
        Muster(0),           # A12, C26
        Muster(1),
        Assemble(),
        Preparation(),
    )  # fmt: skip


@value
class LayTable(Line):
    """C27: a table made by hand, or one of a thousand by three dice of ten."""

    rule: ClassVar[str] = "C27"
    rolled: int
    number: int

    def ask(self, board: Battlefield) -> Ask | None:
        """A digit, where the table is random."""
        return None if board.table or self.rolled == 3 else chance(tuple(range(10)))

    def do(self, board: Battlefield, die: Any = None) -> Steps:
        """The table is open to all."""
        if die is not None:
            return (LayTable(self.rolled + 1, self.number * 10 + die),)
        if not board.table:
            board.table = f"random {self.number}"
        board.tell(TableLaid("C27", board.ground.title))
        return ()


@value
class Roles(Line):
    """C27: who attacks: as seated, or each side a die with its general's rating, the higher chooses."""

    rule: ClassVar[str] = "C27"

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """A meeting engagement knows no defender."""
        if board.roles == "as seated" or board.rules.defender < 0:
            return ()
        return (RoleDie(0),)


@value
class RoleDie(Line):
    """C27: both dice at once, blue's first."""

    rule: ClassVar[str] = "C27"
    blue: int

    def ask(self, board: Battlefield) -> Ask | None:
        """A die."""
        return chance()

    def do(self, board: Battlefield, die: Any = None) -> Steps:
        """Equal sums are rolled again."""
        if not self.blue:
            board.tell(InitiativeRolled("C27", 0, die))
            return (RoleDie(die),)
        board.tell(InitiativeRolled("C27", 1, die))
        blue, red = self.blue + board.rating[0], die + board.rating[1]
        return (RoleDie(0),) if blue == red else (ChooseRole(int(red > blue)),)


@value
class ChooseRole(Line):
    """C27: the higher side attacks or defends, as it likes."""

    rule: ClassVar[str] = "C27"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        """Attack or defend."""
        return Ask(self.side, ("attack", "defend"))

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """Zones, points and edges go with the role."""
        attacker = self.side if answer == "attack" else 1 - self.side
        board.swap = attacker
        board.tell(RolesTaken("C27", attacker))
        return ()


# -- forces


def budget(board: Battlefield, side: int) -> int:
    """C27: the points of a side: its own option, or those of its role."""
    return board.points[side] or board.rules.points[board.role(side)]


@value
class Muster(Line):
    """A12, C26: a brigade from points: ready made, or bought one thing after another."""

    rule: ClassVar[str] = "A12"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        """What can still be bought."""
        if not board.chosen_forces:
            return None
        name, points = board.lists[self.side], budget(board, self.side)
        force = board.force[self.side] or budgeted(name, points)
        return Ask(self.side, (*(key for key, _ in purchases(name, force, points)), "ready made", "done"))

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """Until it is done."""
        name, points = board.lists[self.side], budget(board, self.side)
        if answer in (None, "ready made"):
            board.force[self.side] = ready_force(name, points)
        else:
            force = board.force[self.side] or budgeted(name, points)
            if answer != "done":
                board.force[self.side] = dict(purchases(name, force, points))[answer]
                return (self,)
            board.force[self.side] = force
        force = board.force[self.side]
        board.tell(
            ForceMustered("A12", self.side, LISTS[name].title, points_of(force, LISTS[name]), tokens_of(force))
        )  # fmt: skip
        return ()


@value
class Assemble(Line):
    """A1, C27: both brigades as units with numbers; wagons with a rearguard; generals behind the middle."""

    rule: ClassVar[str] = "A1"

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """Nobody is on the table yet."""
        assemble(board)
        return ()


def assemble(board: Battlefield) -> None:
    """A1: the units of both sides in order, and the places of the generals."""
    specs: list[UnitSpec] = []
    sides: list[int] = []
    for side in (0, 1):
        mine = list(board.force[side])
        if board.rules.exit_from_turn and board.role(side) == 1:
            mine += [UnitSpec(WAGON, WAGON, 1)] * N.wagons
        specs += mine
        sides += [side] * len(mine)
        board.starters[side] = sum(spec.kind != WAGON for spec in mine)
    board.assemble(specs, sides)
    for side in (0, 1):
        dx, dy = turned(0, 400, edge_facing(board.edge(side)))
        ex, ey = {"north": (3600, 0), "south": (3600, DEEP), "west": (0, 2400), "east": (WIDE, 2400)}[board.edge(side)]
        set_general(board, side, ex + dx, ey + dy)
        board.march[side] = tuple(board.units(side))
    for i, unit in enumerate(unit for unit, spec in enumerate(specs) if spec.kind == WAGON):
        board.status[unit] = ON_TABLE
        place(board, unit, WIDE - 2400 - 300 * i, 2400, 90, "line")


# -- recon markers


@value
class Preparation(Line):
    """C27: markers, cards, deployment, then the first turn."""

    rule: ClassVar[str] = "C27"

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """The order of the scenario rules."""
        first, second = defender_first(board)
        most = max(marker_count(board, 0), marker_count(board, 1))
        markers = tuple(PlaceMarker(side, i) for i in range(most) for side in (first, second))
        return (
            *markers,                                    # A10, C13
            Mask(first), Mask(second),                   # A10
            *card_steps(board),                          # A11
            FlankMarch(first), FlankMarch(second),       # C23
            *deploy_steps(board, first),                 # C27
            *deploy_steps(board, second),
            DugIn(),
        )  # fmt: skip


def marker_count(board: Battlefield, side: int) -> int:
    """A10: four, or two without cavalry."""
    cavalry = any(board.spec[unit].kind == CAVALRY for unit in board.units(side))
    return S.recon_markers if cavalry else S.recon_markers_without_cavalry


def zone(board: Battlefield, side: int) -> int:
    """C27: how deep a side deploys, from its own edge."""
    return board.rules.zones[board.role(side)]


def is_point(answer: Answer) -> bool:
    """Two whole numbers."""
    return isinstance(answer, tuple) and len(answer) == 2 and all(type(each) is int for each in answer)


@value
class PlaceMarker(Line):
    """A10, C13: markers go down in turn, up to 12 inches beyond the side's own zone."""

    rule: ClassVar[str] = "C13"
    side: int
    number: int

    def ask(self, board: Battlefield) -> Ask | None:
        """A point: open."""
        if self.number >= marker_count(board, self.side) or len(board.marker[self.side]) < self.number:
            return None
        return Ask(self.side, None)

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """Or no more of them."""
        if isinstance(answer, tuple):
            board.marker[self.side] = (*board.marker[self.side], answer)
            board.tell(MarkerPlaced("C13", self.side, *answer))
        return ()

    def reason(self, board: Battlefield, answer: Answer) -> Reason | None:
        """On the table, not too far forward."""
        if answer == "none":
            return None
        if not isinstance(answer, tuple) or not is_point(answer):
            return Reason("C13", "why.no_point")
        x, y = (int(str(each)) for each in answer)
        if not (100 <= x <= WIDE - 100 and 100 <= y <= DEEP - 100):
            return Reason("C13", "why.off_table")
        if edge_distance(board.edge(self.side), x, y) > zone(board, self.side) + N.marker_beyond:
            return Reason("C13", "why.zone")
        return None

    def suggest(self, board: Battlefield, rng: Random, n: int) -> list[Answer]:
        """Points in the zone."""
        found: list[Answer] = []
        for _ in range(20 * n):
            point = rng.randrange(100, WIDE - 99), rng.randrange(100, DEEP - 99)
            if len(found) < n and self.reason(board, point) is None:
                found.append(point)
        return found or ["none"]

    def write(self, board: Battlefield, answer: Answer) -> str:
        """`1200,900`."""
        return write_point(answer)

    def read(self, board: Battlefield, text: str) -> Answer | None:
        """The other way round."""
        return read_point(text)


@value
class Mask(Line):
    """A10: a side with cavalry may secretly mark one marker as a regiment."""

    rule: ClassVar[str] = "A10"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        """Which marker, which regiment, or none."""
        cavalry = [unit for unit in board.units(self.side) if board.spec[unit].kind == CAVALRY]
        if not cavalry or not board.marker[self.side]:
            return None
        found = [
            (f"m{marker + 1}", board.label(unit)) for marker in range(len(board.marker[self.side])) for unit in cavalry
        ]
        return Ask(self.side, ("none", *found), seen_by=(self.side,))

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """The regiment is really there."""
        if answer not in (None, "none"):
            unit = unit_of(board, answer[1])
            board.mask[self.side] = (int(answer[0][1:]) - 1, unit)
            board.status[unit] = MASKED
        return ()


# -- cards


def card_steps(board: Battlefield) -> Steps:
    """A11: two cards removed unseen, three to each hand, three face up, one of those to each side, a swap each."""
    removed = tuple(Draw(-1, "removed") for _ in range(S.cards_removed))
    hands = tuple(Draw(side, "hand") for side in (0, 1) for _ in range(S.cards_dealt))
    shown = tuple(Draw(-1, "face up") for _ in range(S.cards_face_up))
    return (FillDeck(), *removed, *hands, *shown, WhoChooses(), Swap(0), Swap(1))


@value
class FillDeck(Line):
    """A11, C23: twenty-four cards."""

    rule: ClassVar[str] = "A11"

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """Shuffled: every draw is by chance."""
        board.deck = tuple((name, card.copies) for name, card in sorted(CARDS.items()))
        board.tell(CardsDealt("A11", sum(count for _, count in board.deck)))
        return ()


@value
class Draw(Line):
    """A11: the top card of a shuffled deck."""

    rule: ClassVar[str] = "A11"
    side: int
    where: str

    def ask(self, board: Battlefield) -> Ask | None:
        """Every card by its copies."""
        left = [(name, count) for name, count in board.deck if count]
        seen = () if self.where == "removed" else (self.side,) if self.where == "hand" else None
        return chance(tuple(name for name, _ in left), tuple(count for _, count in left), seen) if left else None

    def do(self, board: Battlefield, card: Any = None) -> Steps:
        """To a hand, face up, or out of the game."""
        if card is None:
            return ()
        board.deck = tuple((name, count - (name == card)) for name, count in board.deck)
        if self.where == "hand":
            board.hand[self.side] = tuple(sorted((*board.hand[self.side], card)))
            board.tell(CardDrawn("A11", self.side, card))
        elif self.where == "face up":
            board.face_up = (*board.face_up, card)
        return ()


@value
class WhoChooses(Line):
    """A11: the better general first, the defender if they are equal, else the higher die."""

    rule: ClassVar[str] = "A11"

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """Then the other."""
        blue, red = board.rating
        if blue == red and board.rules.defender < 0:
            return (ChoosersDie(0),)
        first = (1 ^ board.swap) if blue == red else int(red > blue)
        return TakeCard(first), TakeCard(1 - first), PutBack()


@value
class ChoosersDie(Line):
    """A11: a die each, again on a tie."""

    rule: ClassVar[str] = "A11"
    blue: int

    def ask(self, board: Battlefield) -> Ask | None:
        """A die of six."""
        return chance(D6)

    def do(self, board: Battlefield, die: Any = None) -> Steps:
        """The higher selects first."""
        if not self.blue or die == self.blue:
            return (ChoosersDie(0 if self.blue else die),)
        first = int(die > self.blue)
        return TakeCard(first), TakeCard(1 - first), PutBack()


@value
class TakeCard(Line):
    """A11: one of the cards that lie face up."""

    rule: ClassVar[str] = "A11"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        """Any of them."""
        return Ask(self.side, tuple(sorted(set(board.face_up)))) if board.face_up else None

    def do(self, board: Battlefield, card: Any = None) -> Steps:
        """Into the hand; both have seen it."""
        shown = list(board.face_up)
        shown.remove(card)
        board.face_up = tuple(shown)
        board.hand[self.side] = tuple(sorted((*board.hand[self.side], card)))
        board.tell(CardTaken("A11", self.side, card))
        return ()


@value
class PutBack(Line):
    """A11: the card that is left goes back into the deck."""

    rule: ClassVar[str] = "A11"

    def do(self, board: Battlefield, _: Any = None) -> Steps:
        """Shuffled in."""
        for card in board.face_up:
            board.deck = tuple((name, count + (name == card)) for name, count in board.deck)
        board.face_up = ()
        return ()


@value
class Swap(Line):
    """A11: a side may throw one card away for the top of the deck."""

    rule: ClassVar[str] = "A11"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        """In secret."""
        hand = tuple(sorted(set(board.hand[self.side])))
        return Ask(self.side, ("keep", *hand), seen_by=(self.side,)) if hand else None

    def do(self, board: Battlefield, card: Any = None) -> Steps:
        """A card for a card."""
        if card in (None, "keep"):
            return ()
        hand = list(board.hand[self.side])
        hand.remove(card)
        board.hand[self.side] = tuple(hand)
        return (Draw(self.side, "hand"),)


# -- deployment


def deploy_steps(board: Battlefield, side: int) -> Steps:
    """C27: a side's units in order; in a meeting engagement only the advance guard, the rest by road."""
    units = [unit for unit in board.units(side) if board.spec[unit].kind != WAGON]
    if board.scenario == "meeting":
        return AdvanceGuard(side), MarchOrder(side, 0)
    return tuple(Deploy(unit) for unit in units)


@value
class AdvanceGuard(Line):
    """C27: all cavalry and one battalion start on the table."""

    rule: ClassVar[str] = "C27"
    side: int

    def ask(self, board: Battlefield) -> Ask | None:
        """Which battalion."""
        foot = [
            board.label(unit)
            for unit in board.units(self.side)
            if board.spec[unit].kind == INFANTRY and board.status[unit] == RESERVE
        ]
        return Ask(self.side, tuple(foot)) if foot else None

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """They deploy at once."""
        chosen = -1 if answer is None else unit_of(board, answer)
        units = [
            unit
            for unit in board.units(self.side)
            if board.spec[unit].kind == CAVALRY or unit == chosen or board.status[unit] == MASKED
        ]
        return tuple(Deploy(unit) for unit in units)


@value
class MarchOrder(Line):
    """C27: the order in which the rest of the brigade comes, written down in secret."""

    rule: ClassVar[str] = "C27"
    side: int
    number: int

    def waiting(self, board: Battlefield) -> list[int]:
        """Units that are not on the table, in the order so far."""
        return [unit for unit in board.march[self.side] if board.status[unit] == RESERVE]

    def ask(self, board: Battlefield) -> Ask | None:
        """Who comes next."""
        left = self.waiting(board)[self.number :]
        if len(left) < 2:
            return None
        return Ask(self.side, tuple(board.label(unit) for unit in left), seen_by=(self.side,))

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """And so on."""
        if answer is None:
            return ()
        order = self.waiting(board)
        unit = unit_of(board, answer)
        order.remove(unit)
        order.insert(self.number, unit)
        board.march[self.side] = (*order, *(u for u in board.march[self.side] if u not in order))
        return (MarchOrder(self.side, self.number + 1),)


@value
class Deploy(Line):
    """C27, C20: where a unit stands: in the zone or behind a marker, hidden if allowed, or not on the table."""

    rule: ClassVar[str] = "C27"
    unit: int

    def ask(self, board: Battlefield) -> Ask | None:
        """Open, and kept from the enemy until the unit is seen."""
        unit = self.unit
        heavy = board.spec[unit].arm == "heavy"
        if board.status[unit] != RESERVE or heavy or self.held_back(board):
            return None
        return Ask(board.side[unit], None, seen_by=(board.side[unit],))

    def held_back(self, board: Battlefield) -> bool:
        """C27: a defender of Capture keeps a battalion back; the last one stays if none has."""
        unit = self.unit
        side = board.side[unit]
        if not board.rules.hidden or board.role(side) != 1 or board.spec[unit].kind != INFANTRY:
            return False
        foot = [each for each in board.units(side) if board.spec[each].kind == INFANTRY]
        return unit == foot[-1] and all(board.status[each] != RESERVE for each in foot[:-1])

    def do(self, board: Battlefield, answer: Any = None) -> Steps:
        """On the table, hidden, off it, or in reserve."""
        unit = self.unit
        if answer is None:
            if board.spec[unit].arm == "heavy" and board.scenario == "capture":
                board.status[unit] = OFF_TABLE
            return ()
        if answer == "off":
            board.status[unit] = OFF_TABLE
        elif answer != "reserve":
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
        deepest = max(edge_distance(board.edge(side), cx, cy) for figure in body.figures for cx, cy in figure.corners)
        if deepest > zone(board, side) and not behind_marker(board, side, body):
            return Reason("C27", "why.zone")
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
            x, y = {
                "north": (wide, deep), "south": (wide, DEEP - deep), "west": (deep, wide), "east": (WIDE - deep, wide)
            }[edge]  # fmt: skip
            goal = (x, y, facing, rng.choice((0, 0, 1, 2)))
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

    def write(self, board: Battlefield, answer: Answer) -> str:
        """`hidden 1200,900 180 line`."""
        if isinstance(answer, tuple) and len(answer) == 5:
            return "hidden " + write_goal(answer[:4])
        return write_goal(answer)

    def read(self, board: Battlefield, text: str) -> Answer | None:
        """The other way round."""
        if text.startswith("hidden "):
            goal = read_goal(text[7:])
            return (*goal, 1) if isinstance(goal, tuple) and len(goal) == 4 else None
        return read_goal(text)


def behind_marker(board: Battlefield, side: int, body: Group) -> bool:
    """C13: a unit may stand up to 4 inches behind an unrevealed marker of its own."""
    edge = board.edge(side)
    front = max(edge_distance(edge, x, y) for figure in body.figures for x, y in figure.corners)
    return any(
        x >= 0
        and front <= edge_distance(edge, x, y)
        and min(point_distance2(figure, x, y) for figure in body.figures) <= N.marker_deploy**2
        for x, y in board.marker[side]
    )


@value
class DugIn(Line):
    """C27: in Capture a battalion of the defender at each objective starts entrenched."""

    rule: ClassVar[str] = "C27"

    def do(self, board: Battlefield, _: Any = None) -> Steps:
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
            if near and min(near)[0] <= N.hold_range**2:
                board.dug[min(near)[1]] = 1
        return ()
